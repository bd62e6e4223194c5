//! The outline of a file: its declarations, and the states and rules of its scripts.

use super::signature::title;
use crate::declaration::DeclarationKind;
use crate::project::Project;
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxKind, TreeExt, *};

/// An entry of the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineSymbol {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: OutlineKind,
    /// Its signature, as one line of text.
    pub detail: String,
    /// The whole declaration.
    pub place: Place,
    /// The place of its name.
    pub name_place: Place,
    /// Its children.
    pub children: Vec<OutlineSymbol>,
}

/// The kind of an outline entry.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OutlineKind {
    Role,
    PropKind,
    SymbolSet,
    Action,
    Host,
    Script,
    Location,
    Cast,
    Fact,
    Define,
    State,
    Rule,
    Hold,
    Property,
    Test,
    Prop,
    Area,
    Need,
    Layer,
    /// A flag, test or action of a layer.
    Node,
    Schedule,
    Persona,
    Temper,
    Interaction,
    Network,
    /// A town as it is laid out.
    Plan,
    /// A merchant.
    Merchant,
    /// A kind of stimulus.
    Stimulus,
    /// Ears and eyes.
    Senses,
    /// Motions to search with.
    Motions,
    /// A permission of which there are only so many.
    Token,
    Person,
    Course,
    /// A way to decide.
    Decider,
    /// A branch of a course.
    Branch,
}

/// The outline of a file.
pub fn symbols(project: &Project, file: FileId) -> Vec<OutlineSymbol> {
    project
        .file(file)
        .map(|source| inside(&source.root(), file))
        .unwrap_or_default()
}

fn inside(node: &Node, file: FileId) -> Vec<OutlineSymbol> {
    node.children()
        .filter_map(|child| entry(&child, file))
        .collect()
}

fn entry(node: &Node, file: FileId) -> Option<OutlineSymbol> {
    let kind = kind(node.kind())?;
    let place = node.place(file);
    // A cast, a hold and `every state` have no name; their first words are used instead.
    let (name, name_place) = match node.child(NAME) {
        Some(name) => (name.word()?, name.place(file)),
        None => unnamed(node, file)?,
    };
    Some(OutlineSymbol {
        name,
        kind,
        detail: match kind {
            OutlineKind::Cast => String::new(),
            _ => title(node),
        },
        place,
        name_place,
        children: inside(node, file),
    })
}

fn unnamed(node: &Node, file: FileId) -> Option<(String, Place)> {
    let words: Vec<_> = node
        .tokens()
        .take_while(|token| token.kind().is_keyword())
        .collect();
    let (first, last) = (words.first()?.text_range(), words.last()?.text_range());
    let text: Vec<&str> = words.iter().map(|word| word.text()).collect();
    let place = Place::new(file, first.start().into(), last.end().into());
    Some((text.join(" "), place))
}

fn kind(node: SyntaxKind) -> Option<OutlineKind> {
    if let Some(declaration) = DeclarationKind::of(node) {
        return declaration.outline;
    }
    Some(match node {
        CAST => OutlineKind::Cast,
        FACT_DECL => OutlineKind::Fact,
        DEFINE_DECL => OutlineKind::Define,
        STATE => OutlineKind::State,
        RULE | GRAMMAR_RULE => OutlineKind::Rule,
        HOLD => OutlineKind::Hold,
        PROPERTY_DECL => OutlineKind::Property,
        LOCATION_PROP => OutlineKind::Prop,
        COURSE_BRANCH => OutlineKind::Branch,
        FLAG_NODE | TEST_NODE | ACTION_NODE => OutlineKind::Node,
        _ => return None,
    })
}
