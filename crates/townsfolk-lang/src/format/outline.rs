//! The outline of a file: plain data, in source order, with comments.

use crate::syntax::SyntaxKind;
use std::ops::Range;

/// A file as a list of blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// The declarations in source order.
    pub blocks: Vec<Entry>,
    /// Comments after the last declaration.
    pub end: Vec<Comment>,
}

/// A declaration at the top of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A declaration of one line.
    Declaration(Declaration),
    /// A declaration with parts, such as a location or a layer.
    Block(Block),
    /// A script or template.
    Script(Script),
    /// A test that stands by itself.
    Test(Test),
}

/// A declaration of one line: a role, a prop, an action …
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The word that opens it.
    pub word: &'static str,
    /// Its node. Declarations of one kind stand together without a blank line.
    pub node: SyntaxKind,
    /// The declared name; for `id`, the name that gets the id.
    pub name: String,
    /// The whole declaration.
    pub line: Line,
}

/// A declaration with a line for each of its parts: a location, a layer, a person …
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The word that opens it.
    pub word: &'static str,
    /// Its name.
    pub name: String,
    /// `layer NAME`.
    pub head: Line,
    /// Its parts, in source order.
    pub parts: Vec<Line>,
}

/// A script or template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Whether it is a template.
    pub is_template: bool,
    /// Its name.
    pub name: String,
    /// `script NAME`, parameters, and what it is based on.
    pub head: Line,
    /// Its items.
    pub items: Vec<ScriptItem>,
}

/// An item of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptItem {
    /// `cast` and its lines.
    Cast(Cast),
    /// `fact …`.
    Fact(Line),
    /// `claim …`.
    Claim(Line),
    /// `define …`.
    Define(Line),
    /// `state NAME` or `every state`, with its rules.
    State(State),
    /// A rule outside states.
    Rule(Rule),
    /// `drop rule …` outside states.
    DropRule(Line),
    /// `hold …`.
    Hold(Line),
    /// `always …`, `never …` or `eventually …`.
    Property(Line),
    /// A test of this script.
    Test(Test),
}

/// `cast` and its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// `cast`.
    pub head: Line,
    /// One line for each role.
    pub lines: Vec<Line>,
}

/// A state and its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name; none for `every state`.
    pub name: Option<String>,
    /// `state NAME` or `every state`.
    pub head: Line,
    /// Its rules.
    pub items: Vec<StateItem>,
}

/// An item of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateItem {
    /// A rule.
    Rule(Rule),
    /// `drop rule …`.
    DropRule(Line),
}

/// A rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Whether it is an `override rule`.
    pub overrides: bool,
    /// The roles after `for`, as written.
    pub roles: String,
    /// `before …` or `after …`, as written.
    pub placement: String,
    /// `rule NAME for … before …`.
    pub head: Line,
    /// Its parts, in source order.
    pub parts: Vec<Part>,
}

/// A part of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The kind of part.
    pub kind: PartKind,
    /// The whole part, with its keyword.
    pub line: Line,
}

/// The kinds of parts of a rule, in the order in which they are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum PartKind {
    When,
    Choose,
    Do,
    Together,
    While,
    Add,
    Remove,
    Set,
    ThenAdd,
    ThenRemove,
    ThenSet,
    OnFailureAdd,
    OnFailureRemove,
    OnFailureSet,
    OnStopAdd,
    OnStopRemove,
    OnStopSet,
    Goto,
    Leave,
    End,
    Urgent,
    Once,
    Again,
}

impl PartKind {
    /// The first words of a part of this kind.
    pub fn words(self) -> &'static str {
        match self {
            PartKind::When => "when",
            PartKind::Choose => "choose",
            PartKind::Do => "do",
            PartKind::Together => "together with",
            PartKind::While => "while",
            PartKind::Add => "add",
            PartKind::Remove => "remove",
            PartKind::Set => "set",
            PartKind::ThenAdd => "then add",
            PartKind::ThenRemove => "then remove",
            PartKind::ThenSet => "then set",
            PartKind::OnFailureAdd => "on failure add",
            PartKind::OnFailureRemove => "on failure remove",
            PartKind::OnFailureSet => "on failure set",
            PartKind::OnStopAdd => "on stop add",
            PartKind::OnStopRemove => "on stop remove",
            PartKind::OnStopSet => "on stop set",
            PartKind::Goto => "goto",
            PartKind::Leave => "leave",
            PartKind::End => "end",
            PartKind::Urgent => "urgent",
            PartKind::Once => "once",
            PartKind::Again => "again after",
        }
    }
}

impl Part {
    /// The part without its first words.
    pub fn content(&self) -> String {
        self.line.text_after(self.kind.words())
    }
}

/// A test: a story in steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// `test NAME`, perhaps with `of SCRIPT`.
    pub head: Line,
    /// `given`, `people`, `seed` and the steps.
    pub steps: Vec<Line>,
}

/// A unit that is printed on one line if it fits: a declaration, the head of a block, a part of a
/// rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments on lines of their own before it.
    pub comments: Vec<Comment>,
    /// Whether the author left a blank line before it (after its comments).
    pub blank_before: bool,
    /// The number of lines of its block that it is nested in.
    pub depth: usize,
    /// Its content, in the pieces it is broken into when it is too long.
    pub clauses: Vec<Clause>,
    /// The bytes of the source it was read from, without comments around it.
    pub range: Range<usize>,
    /// The lines `accept CODE because "reason"` that belong to it.
    pub accepts: Vec<Line>,
}

/// A comment on a line of its own, with its `#`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Its text.
    pub text: String,
    /// Whether the author left a blank line before it.
    pub blank_before: bool,
}

/// A piece of a line: words, then items with commas between.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clause {
    /// The words before the first item; empty if the clause is a single item.
    pub head: String,
    /// The items.
    pub items: Vec<Item>,
}

/// An item of a clause: a literal, a fact, a flag.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Item {
    /// Comments before it.
    pub comments: Vec<String>,
    /// The item with single spaces.
    pub text: String,
    /// The comment behind it on the same line.
    pub remark: Option<String>,
}

impl Line {
    /// The line without comments, of any length.
    pub fn text(&self) -> String {
        let clauses: Vec<String> = self.clauses.iter().map(Clause::text).collect();
        clauses.join(" ")
    }

    /// The line without comments and without its first words.
    pub fn text_after(&self, words: &str) -> String {
        let text = self.text();
        let rest = text.strip_prefix(words).unwrap_or(&text);
        rest.trim_start().to_string()
    }

    /// All comments before, in and behind the line, and its lines `accept …`.
    pub fn all_comments(&self) -> impl Iterator<Item = &str> {
        self.own_comments()
            .chain(self.accepts.iter().flat_map(|accept| {
                let items = accept.clauses.iter().flat_map(|clause| &clause.items);
                let said = items.map(|item| item.text.as_str());
                accept.own_comments().chain(said)
            }))
    }

    fn own_comments(&self) -> impl Iterator<Item = &str> {
        let before = self.comments.iter().map(|comment| comment.text.as_str());
        let items = self.clauses.iter().flat_map(|clause| &clause.items);
        before.chain(items.flat_map(|item| {
            let inside = item.comments.iter().map(String::as_str);
            inside.chain(item.remark.as_deref())
        }))
    }
}

impl Clause {
    /// The clause without comments.
    pub fn text(&self) -> String {
        let items: Vec<&str> = self.items.iter().map(|item| item.text.as_str()).collect();
        format!("{}{}", self.head_before_item(), items.join(", "))
    }

    /// The head with the space that separates it from the first item.
    pub(super) fn head_before_item(&self) -> String {
        let tight = self.head.is_empty() || self.head.ends_with('(');
        format!("{}{}", self.head, if tight { "" } else { " " })
    }
}
