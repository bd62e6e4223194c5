//! Declaration kinds: one folder each.
//!
//! A declaration kind is what a keyword at the top of a file opens: a role, an action, a script.
//! Its folder holds everything about it: the grammar, the signature it declares, its checks and its
//! lowering. A new kind is a new folder and a line in [`KINDS`].

pub(crate) mod action;
pub(crate) mod grammar;
pub(crate) mod host;
pub(crate) mod id;
pub(crate) mod location;
pub(crate) mod prop;
pub(crate) mod role;
pub(crate) mod script;
pub(crate) mod symbols;

use crate::syntax::{Parser, SyntaxKind, *};

/// What the compiler needs to know about a kind of declaration.
pub(crate) struct DeclarationKind {
    /// The keywords that open it.
    pub(crate) keywords: &'static [SyntaxKind],
    /// Parses one declaration; the next token is one of the keywords.
    pub(crate) parse: fn(&mut Parser<'_>),
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
        match KINDS
            .iter()
            .find(|declaration| declaration.keywords.contains(&p.peek()))
        {
            Some(declaration) => (declaration.parse)(p),
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
