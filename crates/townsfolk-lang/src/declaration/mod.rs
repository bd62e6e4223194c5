//! Declaration kinds: one folder each.
//!
//! A declaration kind is what a keyword at the top of a file opens: a role, an action, a script.
//! Its folder holds everything about it: the grammar, the signature it declares, its checks and its
//! lowering. A new kind is a new folder and a line in [`KINDS`].

pub(crate) mod action;
pub(crate) mod area;
pub(crate) mod grammar;
pub(crate) mod host;
pub(crate) mod id;
pub(crate) mod interaction;
pub(crate) mod layer;
pub(crate) mod location;
pub(crate) mod measure;
pub(crate) mod need;
pub(crate) mod network;
pub(crate) mod person;
pub(crate) mod persona;
pub(crate) mod plan;
pub(crate) mod prop;
pub(crate) mod role;
pub(crate) mod schedule;
pub(crate) mod script;
pub(crate) mod symbols;
pub(crate) mod temper;

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{Node, Parser, SyntaxKind, *};
use townsfolk_core::Urgency;
use townsfolk_module::{Action, HostName, PropKind, Role, SymbolSet};

/// What the compiler needs to know about a kind of declaration.
pub(crate) struct DeclarationKind {
    /// The keywords that open it.
    pub(crate) keywords: &'static [SyntaxKind],
    /// Parses one declaration; the next token is one of the keywords.
    pub(crate) parse: fn(&mut Parser<'_>),
    /// Lowers a declaration that scripts are checked against to its signature. Kinds that are
    /// checked against those (scripts, locations, tests) have lowerings of their own.
    pub(crate) lower: Option<LowerSignature>,
}

type LowerSignature = fn(&Node, &str, &mut Context<'_>) -> Option<Item>;

/// A lowered signature, with the places of its parameters where it has some.
pub(crate) enum Item {
    Role(Role),
    PropKind(PropKind),
    SymbolSet(SymbolSet, Vec<String>),
    Action(Action, Vec<Place>, Vec<String>),
    Host(HostName, Vec<Place>),
}

/// All kinds of declarations.
pub(crate) const KINDS: &[DeclarationKind] = &[
    role::KIND,
    prop::KIND,
    symbols::KIND,
    action::KIND,
    host::KIND,
    script::KIND,
    script::TEST_KIND,
    location::KIND,
    id::KIND,
    area::KIND,
    need::KIND,
    layer::KIND,
    schedule::KIND,
    persona::KIND,
    person::KIND,
    temper::KIND,
    interaction::KIND,
    network::KIND,
    plan::KIND,
];

/// Whether a keyword opens a declaration.
pub(crate) fn opens_declaration(kind: SyntaxKind) -> bool {
    KINDS
        .iter()
        .any(|declaration| declaration.keywords.contains(&kind))
}

/// Parses a whole file.
pub(crate) fn parse_file(p: &mut Parser<'_>) {
    p.open(FILE);
    while !p.at(EOF) {
        // A word that opens a declaration only before a name does so here without one too,
        // but as everywhere only where a line begins.
        let opener = match p.peek() {
            IDENT if p.at_line_start() => SyntaxKind::opener(p.peek_text()).unwrap_or(IDENT),
            kind => kind,
        };
        match KINDS
            .iter()
            .find(|declaration| declaration.keywords.contains(&opener))
        {
            Some(declaration) => {
                if p.at(IDENT) && matches!(p.peek_nth(1), IDENT | VARIABLE) {
                    let (word, place) = (p.peek_text().to_owned(), p.peek_place());
                    p.problem(
                        Diagnostic::new(
                            Code::UnexpectedToken,
                            place,
                            format!("the name of this `{word}` is not on its line"),
                        )
                        .hint(format!("write `{word}` and the name on one line")),
                    );
                }
                (declaration.parse)(p)
            }
            None => {
                p.expected("a declaration, such as `role`, `action`, `script` or `location`");
                // The token itself must go even if it is a keyword, or nothing would move on.
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

/// Reports a part that has been said before.
pub(crate) fn said_twice(
    cx: &mut Context<'_>,
    seen: &mut Vec<(String, Place)>,
    word: &str,
    place: Place,
) -> bool {
    let first = seen.iter().find(|(other, _)| other == word);
    if let Some((_, first)) = first {
        cx.problem(
            Diagnostic::new(
                Code::DuplicatePart,
                place,
                format!("`{word}` is said twice"),
            )
            .label("again here")
            .related(*first, "first said here"),
        );
        return true;
    }
    seen.push((word.to_string(), place));
    false
}

/// The word of the ladder that a name is.
pub(crate) fn ladder_word(cx: &mut Context<'_>, name: &str, place: Place) -> Option<Urgency> {
    let word = Urgency::ALL.into_iter().find(|word| word.name() == name);
    if word.is_none() {
        let problem = Diagnostic::new(
            Code::UnknownWord,
            place,
            format!("`{name}` is not a word of the ladder"),
        );
        let problem = problem.label("`idle`, `wish`, `duty`, `need`, `danger` or `command`");
        cx.problem(problem.did_you_mean(place, name, Urgency::ALL.map(Urgency::name)));
    }
    word
}

/// The names of a list, each with its place; one that stands twice is reported and left out.
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
                let problem = Diagnostic::new(
                    Code::DuplicateName,
                    place,
                    format!("`{name}` stands twice in this list"),
                )
                .label("again here")
                .related(*first, "first here");
                cx.problem(problem);
            }
        }
    }
    names
}
