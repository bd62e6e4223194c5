//! Syntax: from text to a lossless tree.
//!
//! Every byte of the source is in the tree, and every text has a tree: text that does not fit
//! becomes an error node, and the parser continues at the next keyword. So a broken rule never
//! hides the problems of the next, and the formatter and the editor work on unfinished files.
//!
//! The tree is that of `rowan`; none of its types appears outside this crate.

mod kind;
mod lexer;
mod parser;
pub(crate) mod tree;

pub use kind::SyntaxKind;
pub(crate) use kind::SyntaxKind::*;
pub(crate) use lexer::is_finished_text;
pub use lexer::{Token, lex};
pub(crate) use parser::Parser;
pub(crate) use tree::{Node, SyntaxToken, TreeExt};

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

/// A parsed file: its tree and its problems.
#[derive(Clone, Debug)]
pub struct Parse {
    green: rowan::GreenNode,
    /// Problems of syntax, in order.
    pub problems: Vec<Diagnostic>,
}

impl Parse {
    /// The root of the tree.
    pub(crate) fn root(&self) -> Node {
        Node::new_root(self.green.clone())
    }

    /// The text the tree was made from, byte for byte.
    pub fn text(&self) -> String {
        self.root().text().to_string()
    }

    /// The tree as an indented list of nodes and tokens, for tests and debugging.
    pub fn dump(&self) -> String {
        format!("{:#?}", self.root())
    }
}

/// Parses a file. Any text gives a tree.
pub fn parse(file: FileId, text: &str) -> Parse {
    let mut parser = Parser::new(file, text);
    crate::declaration::parse_file(&mut parser);
    let (green, problems) = parser.finish();
    Parse { green, problems }
}
