//! Completion at the cursor.
//!
//! The text around a cursor is nearly always broken, so completion works on the tokens before it:
//! the keyword of the clause, and the words since. The tree is used only for the surroundings of
//! the clause: the rule, the script, the test.

mod belief;
mod clause;
mod decider;
mod keywords;
mod location;
mod mind;
mod offer;
mod senses;
mod site;
mod step;
mod value;

use super::reader::Reader;
use crate::project::{Checked, Project};
use crate::source::{FileId, Place};
use site::Site;

/// A completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The label, which is compared with the typed text.
    pub label: String,
    /// Its kind.
    pub kind: CompletionKind,
    /// Its signature, as one line of text.
    pub detail: String,
    /// The inserted text, in the notation of snippets: `${1:name}` is a place to fill, and a
    /// literal dollar sign is written `\$`.
    pub insert: String,
    /// The place it replaces: the word at the cursor.
    pub replace: Place,
    /// The comment above its declaration, or the help for a word of the language.
    pub documentation: String,
}

impl Completion {
    /// The inserted text as plain text, for editors without snippets.
    pub fn plain_insert(&self) -> String {
        let mut plain = String::new();
        let mut rest = self.insert.as_str();
        while let Some(at) = rest.find(['$', '\\', '}']) {
            plain.push_str(&rest[..at]);
            let sign = &rest[at..];
            rest = if let Some(escaped) = sign.strip_prefix('\\') {
                let length = escaped.chars().next().map_or(0, char::len_utf8);
                plain.push_str(&escaped[..length]);
                &escaped[length..]
            } else if let Some(hole) = sign.strip_prefix("${") {
                hole.split_once(':').map_or("", |(_, text)| text)
            } else {
                // The end of a place to fill, or the last place of the cursor (`$0`).
                sign[1..].trim_start_matches(|c: char| c.is_ascii_digit())
            };
        }
        plain.push_str(rest);
        plain
    }
}

/// The kind of a completion.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompletionKind {
    Keyword,
    Role,
    PropKind,
    SymbolSet,
    Kind,
    Action,
    ActionParameter,
    Host,
    Script,
    Location,
    Fact,
    Define,
    State,
    Course,
    /// A branch of a course.
    Branch,
    Rule,
    Variable,
    TemplateParameter,
    Symbol,
    Prop,
    Person,
    Area,
    Need,
    Layer,
    Node,
    Schedule,
    Persona,
    Temper,
    Engine,
    Unit,
    /// A way to decide, or a part of one: rules, an errand, a tree.
    Decider,
    /// A referent of a set.
    Referent,
    /// A predicate over referents.
    Predicate,
}

/// The completions at this offset, the most fitting first.
///
/// A word that has been begun narrows the list: its letters must appear in order, and those that
/// begin with it come first. Nothing is offered inside comments and texts.
pub fn completions(
    project: &Project,
    checked: &Checked,
    file: FileId,
    offset: u32,
) -> Vec<Completion> {
    let reader = Reader::new(project, checked);
    let Some(site) = Site::read(&reader, file, offset) else {
        return vec![];
    };
    let mut completer = Completer {
        reader: &reader,
        site: &site,
        items: vec![],
    };
    completer.complete();
    sorted(completer.items, &site.typed)
}

/// Collects the completions at a site, the most fitting first.
pub(super) struct Completer<'r, 'p> {
    reader: &'r Reader<'p>,
    site: &'r Site,
    items: Vec<Completion>,
}

/// The completions that fit the typed text; of two with one label, the first.
fn sorted(items: Vec<Completion>, typed: &str) -> Vec<Completion> {
    let mut ranked: Vec<(u8, Completion)> = vec![];
    let mut seen = std::collections::BTreeSet::new();
    for item in items {
        if let Some(rank) = rank(&item.label, typed)
            && seen.insert(item.label.clone())
        {
            ranked.push((rank, item));
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, item)| item).collect()
}

/// The rank of a label for the typed text; less is better.
fn rank(label: &str, typed: &str) -> Option<u8> {
    let (folded, wanted) = (label.to_lowercase(), typed.to_lowercase());
    if label.starts_with(typed) {
        return Some(0);
    }
    if folded.starts_with(&wanted) {
        return Some(1);
    }
    if folded.trim_start_matches(['.', '$']).starts_with(&wanted) {
        return Some(2);
    }
    let mut letters = folded.chars();
    let in_order = wanted.chars().all(|wanted| letters.any(|c| c == wanted));
    in_order.then_some(3)
}
