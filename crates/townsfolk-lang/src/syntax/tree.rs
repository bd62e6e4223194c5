//! The lossless tree, and small steps through it.

use super::kind::SyntaxKind;
use crate::source::{FileId, Place};

/// The language type for `rowan`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Folk {}

impl rowan::Language for Folk {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        SyntaxKind::from_raw(raw.0)
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(kind as u16)
    }
}

/// A node of the tree.
pub(crate) type Node = rowan::SyntaxNode<Folk>;
/// A token of the tree.
pub(crate) type SyntaxToken = rowan::SyntaxToken<Folk>;

/// Accessors that all passes use.
pub(crate) trait TreeExt {
    /// The first child node of a kind.
    fn child(&self, kind: SyntaxKind) -> Option<Node>;
    /// All child nodes of a kind.
    fn children_of(&self, kind: SyntaxKind) -> impl Iterator<Item = Node>;
    /// The first token of a kind directly below.
    fn token(&self, kind: SyntaxKind) -> Option<SyntaxToken>;
    /// The tokens directly below that are not trivia.
    fn tokens(&self) -> impl Iterator<Item = SyntaxToken>;
    /// The words (identifiers and keywords) directly below, as text.
    fn words(&self) -> Vec<String>;
    /// The place of the node, without the trivia around it.
    fn place(&self, file: FileId) -> Place;
    /// The text of the first `NAME` or `NAME_REF` below, normalised, with its place.
    fn name(&self, file: FileId) -> Option<(String, Place)>;
    /// The normalised text of the node's only word.
    fn word(&self) -> Option<String>;
}

impl TreeExt for Node {
    fn child(&self, kind: SyntaxKind) -> Option<Node> {
        self.children().find(|node| node.kind() == kind)
    }

    fn children_of(&self, kind: SyntaxKind) -> impl Iterator<Item = Node> {
        self.children().filter(move |node| node.kind() == kind)
    }

    fn token(&self, kind: SyntaxKind) -> Option<SyntaxToken> {
        self.tokens().find(|token| token.kind() == kind)
    }

    fn tokens(&self) -> impl Iterator<Item = SyntaxToken> {
        self.children_with_tokens()
            .filter_map(|element| element.into_token())
            .filter(|token| !token.kind().is_trivia())
    }

    fn words(&self) -> Vec<String> {
        self.tokens()
            .filter(|token| token.kind() == SyntaxKind::IDENT || token.kind().is_keyword())
            .map(|token| token.text().to_string())
            .collect()
    }

    fn place(&self, file: FileId) -> Place {
        // The parser leaves trivia outside nodes, so the range of the node is its place.
        let range = self.text_range();
        Place::new(file, range.start().into(), range.end().into())
    }

    fn name(&self, file: FileId) -> Option<(String, Place)> {
        let node = self
            .children()
            .find(|node| matches!(node.kind(), SyntaxKind::NAME | SyntaxKind::NAME_REF))?;
        Some((node.word()?, node.place(file)))
    }

    fn word(&self) -> Option<String> {
        self.tokens().next().map(|token| normalise(token.text()))
    }
}

/// The place of a token.
pub(crate) fn token_place(token: &SyntaxToken, file: FileId) -> Place {
    let range = token.text_range();
    Place::new(file, range.start().into(), range.end().into())
}

/// Names are compared in Unicode's composed form (NFC), so the way `é` was typed does not matter.
pub(crate) fn normalise(text: &str) -> String {
    use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        text.to_string()
    } else {
        text.nfc().collect()
    }
}
