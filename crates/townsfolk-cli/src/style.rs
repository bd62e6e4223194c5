//! Colours, and text without control characters.
//!
//! Everything is painted here; the stream strips colours where they are not wanted (`NO_COLOR`,
//! `CLICOLOR`, a pipe, a file).

use anstyle::{AnsiColor, Style};
pub use townsfolk::words::numbers::{count, digits, people};

/// Errors.
pub const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// Warnings.
pub const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Success.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Hints.
pub const HINT: Style = AnsiColor::Cyan.on_default().bold();
/// Text to type.
pub const CODE: Style = AnsiColor::Cyan.on_default();
/// Headings and names.
pub const STRONG: Style = Style::new().bold();
/// Details.
pub const QUIET: Style = Style::new().dimmed();

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A hint with its label; text between backticks is painted as code.
pub fn hint(text: &str) -> String {
    format!("{} {}", paint(HINT, "Hint:"), with_code(&harmless(text)))
}

/// Paints the text between backticks. The backticks stay: they are part of the message without
/// colours.
pub fn with_code(text: &str) -> String {
    let mut painted = String::new();
    for (index, part) in text.split('`').enumerate() {
        let inside = index % 2 == 1 && text.matches('`').count() > index;
        if inside {
            painted += &paint(CODE, &format!("`{part}`"));
        } else {
            let open = index % 2 == 1;
            painted += if open { "`" } else { "" };
            painted += part;
        }
    }
    painted
}

/// Removes control characters, which could repaint the terminal; line breaks stay.
pub fn harmless(text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(annotate_snippets::normalize_untrusted_str)
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_two_backticks_is_painted() {
        let plain = |text: &str| anstream::adapter::strip_str(&with_code(text)).to_string();
        for text in ["a `b` c", "`b`", "a ` b", "`a` `b", "", "``"] {
            assert_eq!(plain(text), text);
        }
        assert_ne!(with_code("a `b` c"), "a `b` c");
        assert_eq!(with_code("a ` b"), "a ` b");
    }

    #[test]
    fn escapes_do_not_reach_the_terminal() {
        assert!(
            !harmless("\u{1b}[2Jgone\u{7}\n\u{202e}x").contains(['\u{1b}', '\u{7}', '\u{202e}'])
        );
    }
}
