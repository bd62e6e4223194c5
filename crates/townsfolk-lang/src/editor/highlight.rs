//! Colours: the class of each token.

use crate::source::FileId;
use crate::syntax::{SyntaxToken, *};
use rowan::NodeOrToken;
use std::ops::Range;

/// The class of a token, for colouring.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TokenClass {
    /// A word of the language, also one that is a keyword only in its position.
    Keyword,
    Name,
    Variable,
    /// A name of the engine or the host, with its dot.
    DotName,
    Number,
    Unit,
    Text,
    Comment,
    /// A parameter of a template.
    Parameter,
}

/// The tokens of a text that have a colour, in order, as ranges of bytes.
pub fn semantic_tokens(text: &str) -> Vec<(Range<u32>, TokenClass)> {
    // The file matters only for problems.
    parse(FileId(0), text)
        .root()
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .filter_map(|token| {
            let range = token.text_range();
            Some((range.start().into()..range.end().into(), class(&token)?))
        })
        .collect()
}

fn class(token: &SyntaxToken) -> Option<TokenClass> {
    let parent = token.parent().map(|node| node.kind());
    Some(match token.kind() {
        COMMENT => TokenClass::Comment,
        TEXT => TokenClass::Text,
        NUMBER | CLOCK => TokenClass::Number,
        PERCENT => TokenClass::Unit,
        DOT_NAME => TokenClass::DotName,
        PARAMETER => TokenClass::Parameter,
        IDENT | VARIABLE if matches!(parent, Some(TEMPLATE_PARAMETER | TEMPLATE_ARGUMENT)) => {
            TokenClass::Parameter
        }
        VARIABLE | UNDERSCORE => TokenClass::Variable,
        IDENT => match parent {
            Some(NUMBER_EXPR | AMOUNT) => TokenClass::Unit,
            Some(NAME | NAME_REF | KIND_REF | ERROR) => TokenClass::Name,
            _ => TokenClass::Keyword,
        },
        kind if kind.is_keyword() && parent == Some(KIND_REF) => TokenClass::Name,
        kind if kind.is_keyword() => TokenClass::Keyword,
        _ => return None,
    })
}
