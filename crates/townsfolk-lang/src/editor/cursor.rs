//! The token under a cursor.

use crate::syntax::{Node, SyntaxKind, SyntaxToken, *};
use rowan::TextRange;

/// The token at a cursor. Between two tokens, the more specific one.
pub(super) fn token_at(root: &Node, offset: u32) -> Option<SyntaxToken> {
    let offset = offset.min(end_of(root));
    let left = offset.checked_sub(1).and_then(|at| token_over(root, at));
    let right = token_over(root, offset);
    match (left, right) {
        (Some(left), Some(right)) if weight(left.kind()) > weight(right.kind()) => Some(left),
        (left, right) => right.or(left),
    }
}

/// The token that the byte at this offset belongs to.
pub(super) fn token_over(root: &Node, at: u32) -> Option<SyntaxToken> {
    if at >= end_of(root) {
        return None;
    }
    let range = TextRange::new(at.into(), (at + 1).into());
    root.covering_element(range).into_token()
}

/// One past the last byte of a tree.
pub(super) fn end_of(root: &Node) -> u32 {
    root.text_range().end().into()
}

/// How specific a token is for hover and definition.
fn weight(kind: SyntaxKind) -> u8 {
    match kind {
        SPACE => 0,
        NUMBER | CLOCK | TEXT | PERCENT => 2,
        _ if is_word(kind) => 3,
        _ => 1,
    }
}

/// Whether a token is a word: a name, a variable, a keyword.
pub(super) fn is_word(kind: SyntaxKind) -> bool {
    matches!(kind, IDENT | VARIABLE | UNDERSCORE | DOT_NAME | PARAMETER) || kind.is_keyword()
}
