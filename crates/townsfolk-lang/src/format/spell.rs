//! Spaces between tokens, and positions where a line may be broken.

use crate::declaration::layer::grammar::is_verb;
use crate::syntax::{Node, SyntaxKind, SyntaxToken, *};

/// Whether a space stands between two tokens on a line.
pub(super) fn space_between(before: &SyntaxToken, after: &SyntaxToken) -> bool {
    match (before.kind(), after.kind()) {
        (OPEN, _) | (_, CLOSE | COMMA | COLON | PERCENT | DOTS) => false,
        // A range may be open, and then a word follows it.
        (DOTS, _) => !begins_value(after),
        (MINUS, _) if parent_kind(before) == Some(NEGATIVE_EXPR) => false,
        (STAR | PLUS, NUMBER) if parent_kind(before) == Some(GRAMMAR_REPEAT) => false,
        (_, STAR | PLUS) if parent_kind(after) == Some(GRAMMAR_REPEAT) => false,
        (_, OPEN) => matches!(parent_kind(after), Some(PAREN_EXPR | GRAMMAR_GROUP)),
        _ => true,
    }
}

fn begins_value(token: &SyntaxToken) -> bool {
    matches!(token.kind(), NUMBER | CLOCK | MINUS | PARAMETER)
}

/// Whether this token is a comma that the printer writes itself.
pub(super) fn is_separator(token: &SyntaxToken) -> bool {
    if token.kind() != COMMA {
        return false;
    }
    match parent_kind(token) {
        Some(ARGUMENTS | KINDS | COURSE_PARAMETERS) => follows_nothing(token),
        _ if is_as_written(token) => false,
        // The second coordinate of an approach point.
        Some(NAMES) if precedes_number(token) => false,
        Some(parent) if parent != COURSE_STEP && is_in_step(token) => false,
        Some(
            LOCATION_PROP | NEED_PART | CORNER | PLAN_PART | NETWORK_PART | GRAMMAR_ALTERNATIVE
            | GRAMMAR_SCORES,
        ) => false,
        _ => true,
    }
}

/// Whether a number follows a comma.
fn precedes_number(comma: &SyntaxToken) -> bool {
    std::iter::successors(comma.next_token(), |token| token.next_token())
        .find(|token| !token.kind().is_trivia())
        .is_some_and(|token| matches!(token.kind(), NUMBER | MINUS))
}

/// Whether a token stands in a part that mixes lists, whose commas stay as they are written.
fn is_as_written(token: &SyntaxToken) -> bool {
    token.parent_ancestors().any(|node| match node.kind() {
        GRAMMAR_KEEP | SCORE | DEEDS | COST | NEEDED_PLACE | DAILY_PART | ALTERNATIVES | GOODS
        | STOCK_EVENT | POSTS_DECL | BARK => true,
        FLAG => node
            .parent()
            .is_some_and(|parent| parent.kind() == SNIPPET_DECL),
        _ => false,
    })
}

/// A last comma before the closing parenthesis.
fn follows_nothing(comma: &SyntaxToken) -> bool {
    std::iter::successors(comma.next_token(), |token| token.next_token())
        .find(|token| !token.kind().is_trivia())
        .is_some_and(|token| token.kind() == CLOSE)
}

/// Whether a token stands in a step of a course, whose items are whole actions and changes.
fn is_in_step(token: &SyntaxToken) -> bool {
    token
        .parent_ancestors()
        .any(|node| node.kind() == COURSE_STEP)
}

/// Whether an item of a list begins with this token.
pub(super) fn starts_item(line: &Node, token: &SyntaxToken) -> bool {
    let in_step = is_in_step(token);
    if is_as_written(token) {
        return false;
    }
    begun_by(line, token).any(|node| {
        let parent = node.parent().map(|parent| parent.kind());
        if in_step {
            return parent == Some(COURSE_STEP) && matches!(node.kind(), DO | EFFECT);
        }
        if parent == Some(NAMES) && matches!(node.kind(), NUMBER_EXPR | NEGATIVE_EXPR) {
            return false;
        }
        if parent == Some(NAMES) && is_first_hunted(&node) {
            return false;
        }
        matches!(
            (parent, node.kind()),
            (Some(LITERALS | FACT_LIST | NAMES | PARENTS | TERMS), _)
                | (
                    Some(
                        ACTION_DECL
                            | CAST_LINE
                            | EMITS
                            | FACT_DECL
                            | ACTION_NODE
                            | ENTRY
                            | STIMULUS_DECL
                            | STIMULUS_SOURCE
                            | SENSES_PART
                            | MOTION
                            | SKILLS_DECL
                            | TOKEN_DECL,
                    ),
                    FLAG
                )
                | (
                    _,
                    NAMED_PARAMETER
                        | NAMED_ARGUMENT
                        | BINDING
                        | PERSON
                        | PREFERENCE
                        | TEMPLATE_PARAMETER
                        | TEMPLATE_ARGUMENT
                        | DEED
                        | MEASURE
                        | FACET_SHARE
                        | HEARD
                        | SETTING
                        | POINT
                )
        )
    })
}

/// Whether a name is the first behind `hunts`, and stands on one line with that word.
fn is_first_hunted(name: &Node) -> bool {
    let list = name.prev_sibling().is_none().then(|| name.parent());
    let head = list.flatten().and_then(|list| list.parent()?.parent());
    head.is_some_and(|head| head.kind() == SKILLS_DECL)
}

/// Whether a clause begins with this token: it gets a line of its own when the line is too long.
pub(super) fn starts_clause(line: &Node, token: &SyntaxToken) -> bool {
    match (token.kind(), parent_kind(token)) {
        (WITH_KW, Some(DO | STEP)) if !is_in_step(token) => return true,
        (WHILE_KW, Some(HOLD)) => return true,
        (IDENT, Some(GRAMMAR_CHOICE)) => return is_of_rule(token),
        (IDENT, Some(ALTERNATIVES)) => return true,
        (IDENT, Some(LINK)) => return is_verb(token.text()),
        _ => {}
    }
    begun_by(line, token).any(|node| {
        let parent = node.parent().map(|parent| parent.kind());
        match (parent, node.kind()) {
            (_, WHEN | UNTIL | EXPECT | NAMED_PARAMETERS | PLACEMENT | CARRIES | THINKS) => true,
            (Some(SCRIPT_DECL), BASED_ON) | (Some(RULE), FOR_ROLES) => true,
            (Some(REFERENTS_DECL), NAMES) => true,
            (Some(HOLD | PROP_DECL), FLAG) => true,
            // At the beginning of a line, `senses` would open a declaration.
            (Some(SKILLS_DECL), FLAG) if token.text() == "senses" => false,
            (Some(ACTION_DECL | STIMULUS_DECL | SKILLS_DECL | TOKEN_DECL), FLAG) => {
                node.prev_sibling().is_none_or(|n| n.kind() != FLAG)
            }
            _ => false,
        }
    })
}

/// Whether a token between alternatives belongs to the body of a rule, and not to a group in it.
fn is_of_rule(token: &SyntaxToken) -> bool {
    let above = token.parent().and_then(|choice| choice.parent());
    above.is_some_and(|node| node.kind() == GRAMMAR_RULE)
}

/// The nodes inside a line that begin with a token, the smallest first.
fn begun_by(line: &Node, token: &SyntaxToken) -> impl Iterator<Item = Node> {
    let start = token.text_range().start();
    let line = line.clone();
    token
        .parent_ancestors()
        .take_while(move |node| node.text_range().start() == start && *node != line)
}

fn parent_kind(token: &SyntaxToken) -> Option<SyntaxKind> {
    token.parent().map(|parent| parent.kind())
}
