//! Comments and blank lines, by the token that follows them.

use super::outline::Comment;
use crate::syntax::{SyntaxKind, lex};

/// The notes of a text.
pub(super) struct Notes {
    /// By the first byte of the token, ascending; the last entry is the end of the file.
    before: Vec<(u32, Note)>,
}

/// The comments and blank lines between a token and the previous one.
#[derive(Clone, Default)]
pub(super) struct Note {
    /// A comment on the line of the token before.
    pub(super) remark: Option<String>,
    /// Comments on lines of their own.
    pub(super) comments: Vec<Comment>,
    /// Whether a blank line stands directly before the token.
    pub(super) blank_before: bool,
}

impl Notes {
    pub(super) fn new(text: &str) -> Notes {
        let mut before = vec![];
        let mut note = Note::default();
        let mut breaks = 0;
        for token in lex(text) {
            let word = &text[token.start as usize..token.end as usize];
            match token.kind {
                SyntaxKind::SPACE => breaks = line_breaks(word),
                SyntaxKind::COMMENT => {
                    let comment = word.trim_end().to_string();
                    if breaks > 0 || before.is_empty() {
                        note.comments.push(Comment {
                            text: comment,
                            blank_before: breaks > 1,
                        });
                    } else {
                        note.remark = Some(comment);
                    }
                    breaks = 0;
                }
                _ => {
                    note.blank_before = breaks > 1;
                    before.push((token.start, std::mem::take(&mut note)));
                    breaks = 0;
                }
            }
        }
        note.blank_before = breaks > 1;
        before.push((text.len() as u32, note));
        Notes { before }
    }

    /// The note before the first token at or after an offset.
    pub(super) fn before(&self, offset: u32) -> Note {
        let at = self.before.partition_point(|(start, _)| *start < offset);
        self.before
            .get(at)
            .map(|(_, note)| note.clone())
            .unwrap_or_default()
    }

    /// The note after the last token.
    pub(super) fn at_end(&self) -> Note {
        self.before
            .last()
            .map(|(_, note)| note.clone())
            .unwrap_or_default()
    }
}

fn line_breaks(space: &str) -> usize {
    let returns = space.replace("\r\n", "\n");
    returns.matches(['\n', '\r']).count()
}
