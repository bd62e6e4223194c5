//! From tokens to a line: clauses, items, and the comments among them.

use super::notes::Note;
use super::outline::{Clause, Comment, Item, Line};
use super::spell::{is_separator, space_between, starts_clause, starts_item};
use crate::syntax::{Node, SyntaxToken};
use std::ops::Range;

/// Takes the tokens of a line one by one.
#[derive(Default)]
pub(super) struct LineWriter {
    line: Line,
    clause: Clause,
    /// Comments that belong to the next item, or to the current one.
    waiting: Vec<String>,
}

impl LineWriter {
    /// The note before the first token.
    pub(super) fn begin(&mut self, note: Note) {
        self.line.comments = note.comments;
        self.line.blank_before = note.blank_before;
    }

    /// The note before a later token. A comment at the end of an item's line stays there; a comment
    /// inside an item moves before the item.
    pub(super) fn note(&mut self, note: Note, node: &Node, last: &SyntaxToken, next: &SyntaxToken) {
        let clause_ends = starts_clause(node, next);
        if clause_ends {
            self.settle_head();
        }
        let mut remark = note.remark;
        let item_ends = clause_ends || is_separator(next) || is_separator(last);
        if item_ends
            && let Some(item) = self.clause.items.last_mut()
            && item.remark.is_none()
        {
            item.remark = remark.take();
        }
        self.waiting.extend(remark);
        let comments = note.comments.into_iter().map(|comment| comment.text);
        self.waiting.extend(comments);
    }

    /// The next token; its note has been taken.
    pub(super) fn token(&mut self, node: &Node, last: Option<&SyntaxToken>, token: &SyntaxToken) {
        if is_separator(token) {
            return;
        }
        if last.is_some() && starts_clause(node, token) {
            self.end_clause();
        }
        if starts_item(node, token) {
            self.clause.items.push(Item::default());
        }
        let text = match self.clause.items.last_mut() {
            Some(item) => {
                item.comments.append(&mut self.waiting);
                &mut item.text
            }
            None => &mut self.clause.head,
        };
        if !text.is_empty() && last.is_some_and(|last| space_between(last, token)) {
            text.push(' ');
        }
        text.push_str(token.text());
    }

    /// The whole line, with the comment behind its last token.
    pub(super) fn finish(mut self, remark: Option<String>, range: Range<usize>) -> Line {
        self.settle_head();
        if let Some(item) = self.clause.items.last_mut() {
            item.comments.append(&mut self.waiting);
            let earlier = std::mem::replace(&mut item.remark, remark);
            if item.remark.is_none() {
                item.remark = earlier;
            } else {
                item.comments.extend(earlier);
            }
        }
        self.end_clause();
        self.line.range = range;
        let first = self.line.clauses.first_mut();
        let inside = first.and_then(|clause| clause.items.first_mut());
        let inside = inside.map(|item| std::mem::take(&mut item.comments));
        self.line.put_before(inside.unwrap_or_default());
        self.line
    }

    fn end_clause(&mut self) {
        self.settle_head();
        self.line.clauses.push(std::mem::take(&mut self.clause));
    }

    /// A clause without items is a single item.
    fn settle_head(&mut self) {
        if self.clause.items.is_empty() && !self.clause.head.is_empty() {
            self.clause.items.push(Item {
                comments: std::mem::take(&mut self.waiting),
                text: std::mem::take(&mut self.clause.head),
                remark: None,
            });
        }
    }
}

impl Line {
    /// Moves comments inside the line to lines of their own before it.
    fn put_before(&mut self, comments: Vec<String>) {
        for text in comments {
            // A blank line before the line moves before its first comment.
            let first = self.comments.is_empty();
            self.comments.push(Comment {
                text,
                blank_before: first && std::mem::take(&mut self.blank_before),
            });
        }
    }

    /// Sorts the clauses. The comment behind the line stays there; comments between clauses move
    /// before it.
    pub(super) fn order_clauses(&mut self, key: impl Fn(&Clause) -> u8) {
        let mut inner = vec![];
        let mut last = None;
        for item in self.clauses.iter_mut().flat_map(|clause| &mut clause.items) {
            inner.extend(last.take());
            inner.append(&mut item.comments);
            last = item.remark.take();
        }
        self.put_before(inner);
        self.clauses.sort_by_key(key);
        let clause = self.clauses.last_mut();
        if let Some(item) = clause.and_then(|clause| clause.items.last_mut()) {
            item.remark = last;
        }
    }
}
