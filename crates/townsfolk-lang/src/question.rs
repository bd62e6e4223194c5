//! Questions: a condition evaluated over given facts, in the words of a script.
//!
//! A question is checked like the condition of a rule, with the same messages, except that it may
//! name people, and that a variable may occur once: its values are the answer.

use crate::condition::{Lower, Scope, Where};
use crate::context::Context;
use crate::declaration::grammar;
use crate::declaration::script::{rule, test_grammar};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::kinds;
use crate::project::{Checked, FILE_BYTES_MAX, Project};
use crate::source::{FileId, Place};
use crate::syntax::{Node, Parser, TreeExt, *};
use crate::unit::ScriptUnit;
use townsfolk_core::{CharacterId, Kind, RoleId, TextId};
use townsfolk_module::{Category, Expr, FactPattern, Literal, Visit};

/// A text, with a file id that differs from those of scripts.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// The file id.
    pub file: FileId,
    /// The text.
    pub text: &'t str,
}

/// A question as it is typed.
#[derive(Clone, Copy, Debug)]
pub struct Wording<'t> {
    /// The condition: `seat(P), not reserved(P, _)`.
    pub condition: Text<'t>,
    /// The facts, each with a full stop or a comma behind it: `seat(left). reserved(left, ann).`
    pub facts: Text<'t>,
    /// The participants and their roles: `ann elder, bob tourist`. May be empty.
    pub cast: Text<'t>,
    /// The participant that is `.me`.
    pub me: Option<&'t str>,
}

/// A lowered question.
#[derive(Clone, Debug)]
pub struct Question {
    /// The condition.
    pub literals: Vec<Literal>,
    /// Its variables, in order of appearance.
    pub variables: Vec<String>,
    /// The facts. Their arguments have no variables, but may contain `.now` and `.me`.
    pub given: Vec<FactPattern>,
    /// All named people: first the cast, then `.me`, then in the order of the facts; with the role,
    /// if it is known.
    pub people: Vec<(CharacterId, Option<RoleId>)>,
    /// The participant that is `.me`.
    pub me: Option<CharacterId>,
    /// Names of the ids of constants.
    pub names: Vec<(Category, u32, String)>,
    /// Texts of the ids of text literals.
    pub texts: Vec<(TextId, String)>,
    /// All problems, in order. After an error, the other fields are incomplete.
    pub problems: Vec<Diagnostic>,
}

impl Question {
    /// Whether a problem is an error.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.problems)
    }
}

impl Project {
    /// Lowers a question about a script of this project.
    pub fn ask(&self, checked: &Checked, unit: &ScriptUnit, wording: Wording<'_>) -> Question {
        let package = self.file(unit.places.name.file).map(|file| file.package);
        let package = package.unwrap_or(crate::names::PackageId(0));
        let mut asker = Asker {
            cx: Context::new(&checked.globals, wording.condition.file, package),
            unit,
            people: vec![],
            me: None,
        };
        let cast = asker.parse(wording.cast, |p| {
            if !p.at(EOF) {
                test_grammar::persons(p);
            }
        });
        asker.introduce_cast(&cast);
        if let Some(me) = wording.me {
            asker.me = Some(me.to_string());
            asker.introduce(me, None);
        }
        let facts = asker.parse(wording.facts, facts);
        asker.introduce_named(&facts);
        let given = asker.given(&facts);
        let condition = asker.parse(wording.condition, |p| grammar::literals(p, false));
        let (literals, variables) = asker.condition(&condition);
        asker.finish(literals, variables, given)
    }
}

/// Facts with full stops or commas between and after them.
fn facts(p: &mut Parser<'_>) {
    p.open(FACT_LIST);
    while p.at(IDENT) {
        grammar::call(p);
        while p.at(STOP) || p.at(COMMA) {
            p.bump();
        }
    }
    p.close();
    if !p.at(EOF) {
        p.expected("a fact, such as `seat(left).`");
    }
}

struct Asker<'g, 'u> {
    cx: Context<'g>,
    unit: &'u ScriptUnit,
    people: Vec<(String, Option<RoleId>)>,
    me: Option<String>,
}

impl Asker<'_, '_> {
    /// Parses a whole text with one grammar.
    fn parse(&mut self, text: Text<'_>, grammar: impl FnOnce(&mut Parser<'_>)) -> Node {
        self.cx.file = text.file;
        let too_large = text.text.len() > FILE_BYTES_MAX;
        let mut parser = Parser::new(text.file, if too_large { "" } else { text.text });
        parser.open(FILE);
        grammar(&mut parser);
        if !parser.at(EOF) {
            parser.expected("`,` or the end");
            parser.skip_until(|_| false);
        }
        parser.finish_file();
        parser.close();
        let (green, problems) = parser.finish();
        if too_large {
            let place = Place::new(text.file, 0, 0);
            let problem = Code::FileTooLarge.at(place, "this text is too large");
            self.cx.problem(problem.label("it was not read"));
        } else {
            self.cx.problems.extend(problems);
        }
        Node::new_root(green)
    }

    fn introduce(&mut self, name: &str, role: Option<RoleId>) {
        match self.people.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = known.or(role),
            None => self.people.push((name.to_string(), role)),
        }
    }

    fn introduce_cast(&mut self, cast: &Node) {
        for person in cast.children_of(PERSON) {
            let Some((name, place)) = person.name(self.cx.file) else {
                continue;
            };
            if self.people.iter().any(|(known, _)| *known == name) {
                self.cx.problem(
                    Code::DuplicateName
                        .at(place, format!("there are two people called `{name}`"))
                        .label("again here"),
                );
                continue;
            }
            let Some((role_name, role_place)) = self.cx.reference(&person) else {
                continue;
            };
            let role = self.cx.role(&role_name, role_place);
            let in_cast = |role: &RoleId| self.unit.script.cast.iter().any(|l| l.role == *role);
            if role.is_some_and(|role| !in_cast(&role)) {
                self.cx.problem(
                    Code::BadCast
                        .at(
                            role_place,
                            format!("this script casts nobody as `{role_name}`"),
                        )
                        .label("not in its cast")
                        .related(self.unit.places.name, "the script"),
                );
            }
            self.introduce(&name, role);
        }
    }

    /// All people whom the facts name take part; a fact may give their role.
    fn introduce_named(&mut self, facts: &Node) {
        for fact in fact_nodes(facts) {
            let name = fact.child(NAME_REF).and_then(|name| name.word());
            let arguments = Lower::argument_nodes(&fact);
            let vocabulary = &self.unit.vocabulary;
            let known = name.and_then(|name| vocabulary.fact(&name, arguments.len()));
            let Some(known) = known else { continue };
            for (argument, (kind, _)) in arguments.iter().zip(&known.kinds) {
                let Some(kind) = kind.filter(|kind| kinds::is_person(*kind)) else {
                    continue;
                };
                let person = argument.child(NAME_REF).and_then(|name| name.word());
                if let Some(person) = person.filter(|_| argument.kind() == NAME_EXPR) {
                    let role = match kind {
                        Kind::CharacterIn(role) => Some(role),
                        _ => None,
                    };
                    self.introduce(&person, role);
                }
            }
        }
    }

    /// Runs `run` with a lowering of the script's conditions.
    fn with_lower<T>(&mut self, run: impl FnOnce(&mut Lower<'_, '_, '_>) -> T) -> T {
        let me = self.me.as_ref().map(|me| {
            let known = self.people.iter().find(|(name, _)| name == me);
            match known.and_then(|(_, role)| *role) {
                Some(role) => Kind::CharacterIn(role),
                None => Kind::Character,
            }
        });
        let scope = me.map(Scope::with_me).unwrap_or_default();
        let site = format!("{}.question", self.unit.name);
        let mut lower = Lower::new(&mut self.cx, &self.unit.vocabulary, scope, site);
        lower.at = Where::Question;
        lower.people = self.people.iter().map(|(name, _)| name.clone()).collect();
        run(&mut lower)
    }

    fn given(&mut self, facts: &Node) -> Vec<FactPattern> {
        let nodes = fact_nodes(facts);
        self.with_lower(|lower| {
            let mut given = vec![];
            for fact in nodes {
                let place = fact.place(lower.cx.file);
                let before = lower.cx.problems.len();
                let Some(pattern) = rule::pattern(lower, &fact, false) else {
                    continue;
                };
                if pattern.arguments.iter().all(is_known) {
                    given.push(pattern);
                } else if !has_errors(&lower.cx.problems[before..]) || mentions_variable(&pattern) {
                    // A question has no unbound variables, so "variable without a value" would be
                    // the wrong message.
                    lower.cx.problems.truncate(before);
                    lower.cx.problem(
                        Code::NotAvailableHere
                            .at(
                                place,
                                "a fact that is given has no variables and asks nothing",
                            )
                            .label("names, numbers, durations, texts and `.now` can stand in it"),
                    );
                }
            }
            given
        })
    }

    fn condition(&mut self, condition: &Node) -> (Vec<Literal>, Vec<String>) {
        let Some(body) = condition.child(LITERALS) else {
            return (vec![], vec![]);
        };
        self.with_lower(|lower| {
            let (literals, _) = lower.literals(&body);
            let scope = lower.scope.clone();
            let before = lower.cx.problems.len();
            scope.finish(lower.cx);
            // A variable that occurs once is part of the answer.
            let found = lower.cx.problems.split_off(before);
            let found = found.into_iter();
            let found = found.filter(|problem| problem.code != Code::SingleUseVariable);
            lower.cx.problems.extend(found);
            let variables = scope.variables.into_iter().map(|v| v.name).collect();
            (literals, variables)
        })
    }

    fn finish(
        mut self,
        literals: Vec<Literal>,
        variables: Vec<String>,
        given: Vec<FactPattern>,
    ) -> Question {
        let mut people = vec![];
        let mut me = None;
        for (name, role) in std::mem::take(&mut self.people) {
            let id = self.cx.globals.id(Category::Character, &name);
            if self.me.as_deref() == Some(name.as_str()) {
                me = Some(CharacterId(id));
            }
            people.push((CharacterId(id), role));
            self.cx.used.push((Category::Character, id, name));
        }
        Question {
            literals,
            variables,
            given,
            people,
            me,
            names: self.cx.used,
            texts: self.cx.texts,
            problems: self.cx.problems,
        }
    }
}

fn fact_nodes(facts: &Node) -> Vec<Node> {
    let list = facts.child(FACT_LIST);
    list.map(|list| list.children().collect())
        .unwrap_or_default()
}

/// Whether an argument has a value without a fact, draw or reading.
fn is_known(argument: &Expr) -> bool {
    !argument.has_expr(|inner| {
        !matches!(
            inner,
            Expr::Constant(_) | Expr::Now | Expr::Me | Expr::Clock | Expr::Binary { .. }
        )
    })
}

fn mentions_variable(pattern: &FactPattern) -> bool {
    pattern.has_expr(|inner| matches!(inner, Expr::Variable(_)))
}

fn has_errors(problems: &[Diagnostic]) -> bool {
    problems.iter().any(|p| p.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "role elder\nprop chair\nscript rest\n  cast\n    elder 1..2\n  \
        fact seat(prop)\n  claim reserved(prop, character)\n  fact until(character, time) told\n  \
        rule go\n    when seat(P), not reserved(P, _), until(.me, T), T < .now\n    leave\n";

    fn ask(condition: &str, facts: &str, cast: &str, me: Option<&str>) -> Question {
        let mut project = Project::of_files([("rest.folk", SCRIPT)]);
        let checked = project.check();
        let text = |index: u32, text| Text {
            file: FileId(100 + index),
            text,
        };
        let wording = Wording {
            condition: text(0, condition),
            facts: text(1, facts),
            cast: text(2, cast),
            me,
        };
        project.ask(&checked, &checked.scripts[0], wording)
    }

    #[test]
    fn a_question_knows_its_variables_and_its_people() {
        let facts = "reserved(left, ann). until(bob, .now - 5 s)";
        let asked = ask(
            "seat(P), until(X, T), T < .now",
            facts,
            "cy elder",
            Some("dora"),
        );
        assert_eq!(asked.problems, []);
        assert_eq!(asked.variables, ["P", "X", "T"]);
        assert_eq!(asked.given.len(), 2);
        let named = |(id, role): &(CharacterId, Option<RoleId>)| {
            let mut names = asked.names.iter();
            let known = names.find(|(c, known, _)| *c == Category::Character && *known == id.0);
            (
                known.map(|(.., name)| name.clone()).unwrap_or_default(),
                role.is_some(),
            )
        };
        let people: Vec<_> = asked.people.iter().map(named).collect();
        let expected = [
            ("cy", true),
            ("dora", false),
            ("ann", false),
            ("bob", false),
        ];
        assert_eq!(
            people,
            expected.map(|(name, role)| (name.to_string(), role))
        );
        assert_eq!(asked.me, Some(asked.people[1].0));
    }

    #[test]
    fn no_text_makes_it_panic() {
        let condition = "seat(P), not reserved(P, _), until(.me, T), T < .now + 2 * random(1, $X)";
        let facts = "seat(left). reserved(left, ann). until(ann, -(3 s) / 0), .x \"é";
        let cast = "ann elder, bob elder, ann elder";
        for text in [condition, facts, cast] {
            for (end, _) in text.char_indices() {
                let part = &text[..end];
                ask(part, facts, cast, None);
                ask(condition, part, cast, Some("ann"));
                ask(condition, facts, part, Some(part));
            }
        }
    }
}
