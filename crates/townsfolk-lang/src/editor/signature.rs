//! Declarations as one line of text, and the comments above them.

use crate::declaration::{DeclarationKind, Form};
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use rowan::NodeOrToken;

/// A declaration as one line: the whole text of a short one, else its head.
pub(super) fn title(node: &Node) -> String {
    let form = DeclarationKind::of(node.kind()).map(|kind| &kind.form);
    match node.kind() {
        FACET_DECL => head(node, &[NAME, KINDS, RESULT]).replace(" : ", ": "),
        _ if matches!(form, Some(Form::Block(_))) => {
            head(node, &[NAME, CALENDAR, COURSE_PARAMETERS])
        }
        STATE | COURSE_BRANCH => head(node, &[NAME]),
        RULE => head(node, &[NAME, FOR_ROLES, PLACEMENT]),
        SCRIPT_DECL => head(node, &[NAME, TEMPLATE_PARAMETERS, BASED_ON]),
        TEST_DECL => head(node, &[NAME, BASED_ON]),
        _ => flat(node),
    }
}

/// The head of a declaration: its keywords and the children of these kinds.
fn head(node: &Node, kinds: &[SyntaxKind]) -> String {
    let mut parts = vec![];
    for element in node.children_with_tokens() {
        match element {
            NodeOrToken::Token(token) if token.kind().is_trivia() => {}
            NodeOrToken::Token(token) => parts.push(token.text().to_string()),
            NodeOrToken::Node(child) if kinds.contains(&child.kind()) => {
                let text = flat(&child);
                match parts.last_mut() {
                    // Brackets follow the name without a space.
                    Some(last) if text.starts_with('(') => last.push_str(&text),
                    _ => parts.push(text),
                }
            }
            NodeOrToken::Node(_) => break,
        }
    }
    parts.join(" ")
}

/// The text of a node on one line, without comments.
pub(super) fn flat(node: &Node) -> String {
    let mut text = String::new();
    let mut gap = false;
    for token in node
        .descendants_with_tokens()
        .filter_map(NodeOrToken::into_token)
        .take_while(|token| token.kind() != ACCEPT_KW)
    {
        if token.kind().is_trivia() {
            gap = true;
            continue;
        }
        if gap && !text.is_empty() {
            text.push(' ');
        }
        gap = false;
        text.push_str(token.text());
    }
    text
}

/// The comment lines directly above a declaration, without their signs.
pub(super) fn documentation(node: &Node) -> String {
    let mut lines = vec![];
    let mut next = node.first_token().and_then(|token| token.prev_token());
    loop {
        // Exactly one line break and no empty line separate a comment from its subject.
        let Some(space) = next.filter(|token| token.kind() == SPACE) else {
            break;
        };
        if space.text().matches('\n').count() != 1 {
            break;
        }
        let Some(comment) = space.prev_token().filter(|token| token.kind() == COMMENT) else {
            break;
        };
        // A comment behind other text on its line belongs to that text.
        let before = comment.prev_token();
        if before
            .as_ref()
            .is_some_and(|token| !(token.kind() == SPACE && token.text().contains('\n')))
        {
            break;
        }
        lines.push(stripped(comment.text()));
        next = before;
    }
    lines.reverse();
    lines.join("\n")
}

fn stripped(comment: &str) -> String {
    let text = comment.trim_start_matches('#');
    text.strip_prefix(' ')
        .unwrap_or(text)
        .trim_end()
        .to_string()
}

/// The words of the kinds a declaration takes in brackets.
pub(super) fn kind_words(node: &Node) -> Vec<String> {
    if let Some(list) = node.child(COURSE_PARAMETERS) {
        let parameters = list.children_of(COURSE_PARAMETER);
        let kinds = parameters.filter_map(|parameter| parameter.child(KIND_REF));
        return kinds.map(|kind| flat(&kind)).collect();
    }
    let list = node.child(KINDS);
    list.iter()
        .flat_map(|list| list.children_of(KIND_REF))
        .map(|kind| flat(&kind))
        .collect()
}
