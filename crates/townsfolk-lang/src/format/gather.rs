//! From the tree to the outline: blocks, lines, and the comments that belong to them.

use super::line::LineWriter;
use super::notes::Notes;
use super::outline::{
    Block, Cast, Clause, Declaration, Entry, Line, Outline, Part, PartKind, Rule, Script,
    ScriptItem, State, StateItem, Test,
};
use crate::declaration::{DeclarationKind, Form};
use crate::syntax::{Node, SyntaxToken, TreeExt, *};

/// The outline of a file without problems of syntax.
pub(super) fn gather(root: &Node, text: &str) -> Outline {
    let gatherer = Gatherer {
        notes: Notes::new(text),
    };
    Outline {
        blocks: root
            .children()
            .filter_map(|node| gatherer.entry(&node))
            .collect(),
        end: gatherer.notes.at_end().comments,
    }
}

struct Gatherer {
    notes: Notes,
}

impl Gatherer {
    fn entry(&self, node: &Node) -> Option<Entry> {
        let kind = DeclarationKind::of(node.kind())?;
        Some(match kind.form {
            Form::Script => Entry::Script(self.script(node)),
            Form::Test => Entry::Test(self.test(node)),
            Form::Block(parts) => Entry::Block(Block {
                word: opening_word(node)?,
                name: name_of(node),
                head: self.head(node, |kind| parts.contains(&kind)),
                parts: self.nested_lines(node, parts, 0),
            }),
            Form::Line => Entry::Declaration(Declaration {
                word: opening_word(node)?,
                node: node.kind(),
                name: name_of(node),
                line: self.line(node),
            }),
        })
    }

    fn script(&self, node: &Node) -> Script {
        Script {
            is_template: node.token(TEMPLATE_KW).is_some(),
            name: name_of(node),
            head: self.head(node, is_script_item),
            items: node
                .children()
                .filter_map(|item| self.script_item(&item))
                .collect(),
        }
    }

    fn script_item(&self, node: &Node) -> Option<ScriptItem> {
        Some(match node.kind() {
            CAST => ScriptItem::Cast(Cast {
                head: self.head(node, |kind| kind == CAST_LINE),
                lines: self.lines(node, |kind| kind == CAST_LINE),
            }),
            FACT_DECL if node.token(CLAIM_KW).is_some() => ScriptItem::Claim(self.line(node)),
            FACT_DECL => ScriptItem::Fact(self.line(node)),
            DEFINE_DECL => ScriptItem::Define(self.line(node)),
            STATE => ScriptItem::State(self.state(node)),
            RULE => ScriptItem::Rule(self.rule(node)),
            DROP_RULE => ScriptItem::DropRule(self.line(node)),
            HOLD => ScriptItem::Hold(self.line(node)),
            PROPERTY_DECL => ScriptItem::Property(self.line(node)),
            TEST_DECL => ScriptItem::Test(self.test(node)),
            _ => return None,
        })
    }

    fn state(&self, node: &Node) -> State {
        State {
            name: node.child(NAME).map(|name| name.text().to_string()),
            head: self.head(node, |kind| matches!(kind, RULE | DROP_RULE)),
            items: node
                .children()
                .filter_map(|item| match item.kind() {
                    RULE => Some(StateItem::Rule(self.rule(&item))),
                    DROP_RULE => Some(StateItem::DropRule(self.line(&item))),
                    _ => None,
                })
                .collect(),
        }
    }

    fn rule(&self, node: &Node) -> Rule {
        let mut head = self.head(node, is_part);
        head.order_clauses(rule_head_order);
        let clause_texts = |words: &[&str]| -> String {
            let texts: Vec<String> = head
                .clauses
                .iter()
                .skip(1)
                .map(Clause::text)
                .filter(|text| words.iter().any(|word| text.starts_with(word)))
                .collect();
            texts.join("\n")
        };
        let roles = clause_texts(&["for "]);
        Rule {
            name: name_of(node),
            overrides: node.token(OVERRIDE_KW).is_some(),
            roles: roles.strip_prefix("for ").unwrap_or_default().to_string(),
            placement: clause_texts(&["before ", "after "]),
            head,
            parts: node
                .children()
                .filter_map(|part| {
                    Some(Part {
                        kind: part_kind(&part)?,
                        line: self.line(&part),
                    })
                })
                .collect(),
        }
    }

    fn test(&self, node: &Node) -> Test {
        let is_step = |kind| matches!(kind, GIVEN | PEOPLE | SEED | STEP);
        Test {
            name: name_of(node),
            head: self.head(node, is_step),
            steps: self.lines(node, is_step),
        }
    }

    /// The children of certain kinds, each as a line.
    fn lines(&self, node: &Node, is_line: impl Fn(SyntaxKind) -> bool) -> Vec<Line> {
        node.children()
            .filter(|child| is_line(child.kind()))
            .map(|child| self.line(&child))
            .collect()
    }

    /// The parts of a block, each followed by those inside it.
    fn nested_lines(&self, node: &Node, parts: &[SyntaxKind], depth: usize) -> Vec<Line> {
        let mut lines = vec![];
        for part in node.children().filter(|part| parts.contains(&part.kind())) {
            let head = self.head(&part, |kind| parts.contains(&kind));
            lines.push(Line { depth, ..head });
            lines.extend(self.nested_lines(&part, parts, depth + 1));
        }
        lines
    }

    /// The text of a node before its first child of certain kinds, as a line.
    fn head(&self, node: &Node, is_body: impl Fn(SyntaxKind) -> bool) -> Line {
        let body = node.children().find(|child| is_body(child.kind()));
        let end = body.map_or(node.text_range().end(), |body| body.text_range().start());
        self.line_of(
            node,
            words_of(node).take_while(|t| t.text_range().start() < end),
        )
    }

    /// A whole node as a line.
    fn line(&self, node: &Node) -> Line {
        self.line_of(node, words_of(node))
    }

    fn line_of(&self, node: &Node, tokens: impl Iterator<Item = SyntaxToken>) -> Line {
        let mut writer = LineWriter::default();
        let mut range = usize::from(node.text_range().start())..0;
        let mut last: Option<SyntaxToken> = None;
        for token in tokens {
            let note = self.notes.before(token.text_range().start().into());
            match &last {
                None => writer.begin(note),
                Some(last) => writer.note(note, node, last, &token),
            }
            writer.token(node, last.as_ref(), &token);
            range.end = token.text_range().end().into();
            last = Some(token);
        }
        let remark = self.notes.before(range.end as u32).remark;
        let accepts = node.children_of(ACCEPT).map(|accept| self.line(&accept));
        Line {
            accepts: accepts.collect(),
            ..writer.finish(remark, range)
        }
    }
}

/// The name comes first, then the roles, then the placement.
fn rule_head_order(clause: &Clause) -> u8 {
    match clause.head.as_str() {
        "" if clause.text().starts_with("before ") || clause.text().starts_with("after ") => 2,
        "" => 0,
        _ => 1,
    }
}

/// The words of a node, without the lines `accept …` that belong to it.
fn words_of(node: &Node) -> impl Iterator<Item = SyntaxToken> {
    let line = node.clone();
    let accepted = move |token: &SyntaxToken| {
        let mut inside = token.parent_ancestors().take_while(|node| *node != line);
        inside.any(|node| node.kind() == ACCEPT)
    };
    node.descendants_with_tokens()
        .filter_map(|element| element.into_token())
        .filter(move |token| !token.kind().is_trivia() && !accepted(token))
}

fn name_of(node: &Node) -> String {
    node.children()
        .find(|child| matches!(child.kind(), NAME | NAME_REF))
        .map(|name| name.text().to_string())
        .unwrap_or_default()
}

/// The word that opens a declaration.
fn opening_word(node: &Node) -> Option<&'static str> {
    let first = node.tokens().next()?;
    let words = DeclarationKind::opening_words().into_iter();
    words
        .map(|word| word.text())
        .find(|word| *word == first.text())
}

fn is_script_item(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        CAST | FACT_DECL
            | DEFINE_DECL
            | STATE
            | RULE
            | DROP_RULE
            | HOLD
            | PROPERTY_DECL
            | TEST_DECL
    )
}

fn is_part(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        WHEN | CHOOSE | DO | TOGETHER | WHILE | EFFECT | GOTO | LEAVE | END | URGENT | ONCE | AGAIN
    )
}

fn part_kind(part: &Node) -> Option<PartKind> {
    Some(match part.kind() {
        WHEN => PartKind::When,
        CHOOSE => PartKind::Choose,
        DO => PartKind::Do,
        TOGETHER => PartKind::Together,
        WHILE => PartKind::While,
        EFFECT => effect_kind(part),
        GOTO => PartKind::Goto,
        LEAVE => PartKind::Leave,
        END => PartKind::End,
        URGENT => PartKind::Urgent,
        ONCE => PartKind::Once,
        AGAIN => PartKind::Again,
        _ => return None,
    })
}

fn effect_kind(effect: &Node) -> PartKind {
    let words = effect.words();
    let moment = match words.get(1).map(String::as_str) {
        None => "",
        Some(word @ ("failure" | "stop")) => word,
        Some(_) => "then",
    };
    let sets = effect.token(SET_KW).is_some();
    let removes = effect.token(REMOVE_KW).is_some();
    match (moment, sets, removes) {
        ("failure", true, _) => PartKind::OnFailureSet,
        ("failure", _, true) => PartKind::OnFailureRemove,
        ("failure", ..) => PartKind::OnFailureAdd,
        ("stop", true, _) => PartKind::OnStopSet,
        ("stop", _, true) => PartKind::OnStopRemove,
        ("stop", ..) => PartKind::OnStopAdd,
        ("then", true, _) => PartKind::ThenSet,
        ("then", _, true) => PartKind::ThenRemove,
        ("then", ..) => PartKind::ThenAdd,
        (_, true, _) => PartKind::Set,
        (_, _, true) => PartKind::Remove,
        _ => PartKind::Add,
    }
}
