//! Texts as a gettext catalogue. The key is the context of a message, so that it survives edits of
//! the source text.

use super::catalogue::{Entry, key, of_key};
use std::collections::BTreeMap;
use townsfolk_core::TextId;

const HEAD: &str = "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\
                    \"Content-Transfer-Encoding: 8bit\\n\"\n";

pub(super) fn write(entries: &[Entry]) -> String {
    let mut text = HEAD.to_owned();
    for entry in entries {
        text.push('\n');
        if !entry.context.is_empty() {
            text += &format!("#: {}\n", entry.context);
        }
        text += &format!("msgctxt {}\n", quoted(&key(entry.id)));
        text += &format!("msgid {}\n", quoted(&entry.source));
        text += &format!("msgstr {}\n", quoted(&entry.translation));
    }
    text
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n").replace('\t', "\\t"))
}

/// The field of a message that continues on the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Context,
    Source,
    Translation,
}

#[derive(Default)]
struct Message {
    context: String,
    translation: String,
    fuzzy: bool,
}

impl Message {
    /// Records a finished message. One that is marked fuzzy counts as not translated.
    fn finish(self, read: &mut BTreeMap<TextId, String>) {
        if let Some(id) = of_key(&self.context).filter(|_| !self.fuzzy) {
            read.insert(id, self.translation);
        }
    }
}

pub(super) fn read(text: &str) -> Result<BTreeMap<TextId, String>, String> {
    let mut read = BTreeMap::new();
    let mut message = Message::default();
    let mut part = Part::Translation;
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        let wrong = || format!("line {number} is no line of a gettext catalogue");
        let value = if let Some(value) = line.strip_prefix("msgctxt ") {
            // Flags stand before their message.
            let fuzzy = message.context.is_empty() && message.fuzzy;
            let before = std::mem::replace(
                &mut message,
                Message {
                    fuzzy,
                    ..Message::default()
                },
            );
            before.finish(&mut read);
            part = Part::Context;
            value
        } else if let Some(value) = line.strip_prefix("msgid ") {
            part = Part::Source;
            value
        } else if let Some(value) = line.strip_prefix("msgstr ") {
            part = Part::Translation;
            value
        } else if let Some(flags) = line.strip_prefix("#,") {
            std::mem::take(&mut message).finish(&mut read);
            message.fuzzy = flags.contains("fuzzy");
            continue;
        } else if line.is_empty() || line.starts_with('#') {
            continue;
        } else {
            line
        };
        let value = unquoted(value).ok_or_else(wrong)?;
        match part {
            Part::Context => message.context += &value,
            Part::Source => {}
            Part::Translation => message.translation += &value,
        }
    }
    message.finish(&mut read);
    Ok(read)
}

fn unquoted(text: &str) -> Option<String> {
    let inner = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                other => other,
            },
            other => other,
        });
    }
    Some(plain)
}
