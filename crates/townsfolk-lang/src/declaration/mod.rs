//! Declaration kinds: one folder each.
//!
//! A declaration kind is opened by a keyword at the top of a file: a role, an action, a script. Its
//! folder holds its grammar, its checks and its lowering; all other properties are in one table,
//! [`KINDS`]. A new kind needs a folder, an entry there, and its words in `syntax/kind.rs`.

pub(crate) mod action;
pub(crate) mod amount;
pub(crate) mod area;
pub(crate) mod attribute;
pub(crate) mod course;
pub(crate) mod daily;
pub(crate) mod deed;
pub(crate) mod errand;
pub(crate) mod facet;
pub(crate) mod goal;
pub(crate) mod grammar;
pub(crate) mod host;
pub(crate) mod id;
pub(crate) mod interaction;
pub(crate) mod knowledge;
pub(crate) mod layer;
pub(crate) mod location;
pub(crate) mod measure;
pub(crate) mod merchant;
pub(crate) mod motions;
pub(crate) mod need;
pub(crate) mod network;
pub(crate) mod person;
pub(crate) mod persona;
pub(crate) mod plan;
pub(crate) mod posts;
pub(crate) mod prop;
pub(crate) mod referents;
pub(crate) mod role;
pub(crate) mod rules;
pub(crate) mod schedule;
pub(crate) mod script;
pub(crate) mod senses;
pub(crate) mod skills;
pub(crate) mod snippet;
pub(crate) mod stimulus;
pub(crate) mod stochastic;
pub(crate) mod symbols;
mod table;
pub(crate) mod temper;
pub(crate) mod token;

pub(crate) use table::KINDS;

use crate::condition::constant;
use crate::context::Context;
use crate::diagnostic::Code;
use crate::editor::OutlineKind;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, Parser, SyntaxKind, *};
use townsfolk_core::Urgency;
use townsfolk_module::decide::Deciders;
use townsfolk_module::knowledge::Facet;
use townsfolk_module::{Action, Category, Course, HostName, PropKind, Role, SymbolSet};

/// Everything the compiler knows about a kind of declaration.
///
/// This is the only place where a kind is described: parser, names, formatter, sheets, completion,
/// outline and help all read it.
pub(crate) struct DeclarationKind {
    /// The words that open it.
    pub(crate) words: &'static [OpeningWord],
    /// Its syntax node.
    pub(crate) node: SyntaxKind,
    /// Parses one declaration; the next token is one of the keywords.
    pub(crate) parse: fn(&mut Parser<'_>),
    /// Lowers a declaration to the signature that scripts are checked against. Kinds that are
    /// checked themselves (scripts, locations, tests) have their own lowerings.
    pub(crate) lower: Option<LowerSignature>,
    /// Lowers a way to decide. Courses are known by then.
    pub(crate) decide: Option<LowerDecider>,
    /// The namespace of its name; `None` if it declares no name.
    pub(crate) namespace: Option<Namespace>,
    /// The category of its id, if it has one.
    pub(crate) category: Option<Category>,
    /// Its kind in an editor's outline.
    pub(crate) outline: Option<OutlineKind>,
    /// How the formatter lays it out.
    pub(crate) form: Form,
}

/// A word that opens a declaration, with its data for editors.
pub(crate) struct OpeningWord {
    pub(crate) keyword: SyntaxKind,
    /// Its position in completion, the most usual word first.
    pub(crate) order: u8,
    /// The text that completion inserts.
    pub(crate) snippet: &'static str,
    /// An example of its use.
    pub(crate) example: &'static str,
    /// One sentence of help, for script authors.
    pub(crate) help: &'static str,
}

impl OpeningWord {
    /// The word as authors write it.
    pub(crate) fn text(&self) -> &'static str {
        self.keyword.keyword_text().unwrap_or_default()
    }
}

/// How the formatter lays out a declaration.
pub(crate) enum Form {
    /// On one line.
    Line,
    /// A head, and a line for each node of these kinds. Those inside others are indented.
    Block(&'static [SyntaxKind]),
    /// A script with states and rules.
    Script,
    /// A test with steps.
    Test,
}

impl DeclarationKind {
    /// Whether this keyword opens it.
    pub(crate) fn is_opened_by(&self, keyword: SyntaxKind) -> bool {
        self.words.iter().any(|word| word.keyword == keyword)
    }

    /// The kind of declaration that a node is.
    pub(crate) fn of(node: SyntaxKind) -> Option<&'static DeclarationKind> {
        KINDS.iter().find(|kind| kind.node == node)
    }

    /// All words that open a declaration, the most usual first.
    pub(crate) fn opening_words() -> Vec<&'static OpeningWord> {
        let mut words: Vec<_> = KINDS.iter().flat_map(|kind| kind.words).collect();
        words.sort_by_key(|word| word.order);
        words
    }
}

/// `as duty` behind the name of a decider.
pub(crate) fn head_urgency(p: &mut Parser<'_>) {
    if p.at_word("as") {
        p.open(FLAG);
        p.bump();
        p.name_ref("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        p.close();
    }
}

/// Lowers a declared decider into the module's list of its kind.
pub(crate) type LowerDecider = fn(&Declaration, &Node, &mut Context<'_>, &mut Deciders);

type LowerSignature = fn(&Node, &str, &mut Context<'_>) -> Option<Item>;

/// A lowered signature, with the places of its parameters where it has some.
pub(crate) enum Item {
    Role(Role),
    PropKind(PropKind),
    SymbolSet(SymbolSet, Vec<String>),
    Action(Action, Vec<Place>, Vec<String>),
    Host(HostName, Vec<Place>),
    /// With the symbols that it declares along with it.
    Attribute(attribute::lower::Lowered),
    /// An attribute that characters can have beliefs about.
    Facet(Box<LoweredFacet>),
    /// Without its steps.
    Course(Course, Vec<Place>),
}

/// A facet, with the attribute that holds its true value.
pub(crate) struct LoweredFacet {
    pub(crate) attribute: attribute::lower::Lowered,
    pub(crate) facet: Facet,
}

/// Whether a keyword opens a declaration.
pub(crate) fn opens_declaration(kind: SyntaxKind) -> bool {
    KINDS
        .iter()
        .any(|declaration| declaration.is_opened_by(kind))
}

/// Parses a whole file.
pub(crate) fn parse_file(p: &mut Parser<'_>) {
    p.open(FILE);
    // The word of the declaration that ended the previous script.
    let mut cut_by: Option<String> = None;
    let mut after_script = false;
    while !p.at(EOF) {
        // A word that opens a declaration only before a name does so here without one too, but only
        // at the beginning of a line.
        let opener = match p.peek() {
            IDENT if p.at_line_start() => SyntaxKind::opener(p.peek_text()).unwrap_or(IDENT),
            kind => kind,
        };
        match KINDS
            .iter()
            .find(|declaration| declaration.is_opened_by(opener))
        {
            Some(declaration) => {
                if after_script {
                    cut_by = Some(p.peek_text().to_string());
                }
                after_script = declaration.node == SCRIPT_DECL;
                if p.at(IDENT) && matches!(p.peek_nth(1), IDENT | VARIABLE) {
                    let (word, place) = (p.peek_text().to_owned(), p.peek_place());
                    p.problem(
                        Code::UnexpectedToken
                            .at(
                                place,
                                format!("the name of this `{word}` is not on its line"),
                            )
                            .hint(format!("write `{word}` and the name on one line")),
                    );
                }
                (declaration.parse)(p)
            }
            None if script::grammar::starts_item(opener) && cut_by.is_some() => {
                let (word, place) = (p.peek_text(), p.peek_place());
                let cut = cut_by.take().unwrap_or_default();
                p.problem(
                    Code::UnexpectedToken
                        .at(
                            place,
                            format!("`{word}` belongs to a script, and the script has ended"),
                        )
                        .label("in no script")
                        .consequence(format!(
                            "A `{cut}` is a declaration of its own, so the script ended before it."
                        ))
                        .hint(format!("move the `{cut}` above the script")),
                );
                p.open(ERROR);
                script::grammar::items(p);
                p.close();
            }
            None => {
                p.expected("a declaration, such as `role`, `action`, `script` or `location`");
                // The token itself must be consumed even if it is a keyword, or the parser would
                // not advance.
                p.open(ERROR);
                p.bump();
                p.close();
                p.skip_until(opens_declaration);
            }
        }
    }
    p.finish_file();
    p.close();
}

/// Reports a repeated part.
pub(crate) fn said_twice(
    cx: &mut Context<'_>,
    seen: &mut Vec<(String, Place)>,
    word: &str,
    place: Place,
) -> bool {
    let first = seen.iter().find(|(other, _)| other == word);
    if let Some((_, first)) = first {
        cx.problem(
            Code::DuplicatePart
                .at(place, format!("`{word}` is said twice"))
                .label("again here")
                .related(*first, "first said here"),
        );
        return true;
    }
    seen.push((word.to_string(), place));
    false
}

/// The urgency with a name.
pub(crate) fn ladder_word(cx: &mut Context<'_>, name: &str, place: Place) -> Option<Urgency> {
    let word = Urgency::ALL.into_iter().find(|word| word.name() == name);
    if word.is_none() {
        let problem = Code::UnknownWord.at(place, format!("`{name}` is not a word of the ladder"));
        let problem = problem.label("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        cx.problem(problem.did_you_mean(place, name, Urgency::ALL.map(Urgency::name)));
    }
    word
}

/// A coordinate in metres, as millimetres: numbers hold thousandths.
pub(crate) fn coordinate_mm(cx: &mut Context<'_>, node: &Node) -> Option<i32> {
    let (negative, inner) = match node.kind() {
        NEGATIVE_EXPR => (true, node.children().next()?),
        _ => (false, node.clone()),
    };
    let value = constant(cx, &inner, Some(townsfolk_core::Kind::Number))?;
    let townsfolk_core::Value::Number(number) = value else {
        return None;
    };
    let mm = i32::try_from(number.0).ok()?;
    Some(if negative { -mm } else { mm })
}

/// The names of a list, each with its place; a repeated name is reported and left out.
pub(crate) fn unique_names(cx: &mut Context<'_>, list: &Node) -> Vec<(String, Place)> {
    let mut names: Vec<(String, Place)> = vec![];
    for node in list
        .children()
        .filter(|node| matches!(node.kind(), NAME | NAME_REF))
    {
        let Some((name, place)) = cx.referred(&node) else {
            continue;
        };
        match names.iter().find(|(other, _)| *other == name) {
            None => names.push((name, place)),
            Some((_, first)) => {
                let problem = Code::DuplicateName
                    .at(place, format!("`{name}` stands twice in this list"))
                    .label("again here")
                    .related(*first, "first here");
                cx.problem(problem);
            }
        }
    }
    names
}
