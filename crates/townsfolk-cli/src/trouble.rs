//! Errors for people.

use crate::style;
pub use townsfolk_folder::Trouble;

/// An error with colours, and its hints below it.
pub fn shown(trouble: &Trouble) -> String {
    let mut text = String::new();
    for message in &trouble.messages {
        let error = style::paint(style::ERROR, "error:");
        text += &format!("{error} {}\n", style::harmless(message));
    }
    for hint in &trouble.hints {
        text += &format!("\n{}\n", style::hint(hint));
    }
    text
}
