//! A running folk in its author's words.
//!
//! What it is for: one home for how moments, rules, minds and reasons are put into words, for the
//! terminal and for the studio alike. What it is not for: colours, columns and pages.
//!
//! Names come from `Symbols` in which everybody who is there has a name under their own number.

pub mod clock;
pub mod mind;
pub mod mind_why;
pub mod moved;
pub mod obstacle;
pub mod people;
pub mod rules;
pub mod saying;
pub mod why_not;

pub use saying::Saying;

/// A name from content as one writes names: `isolde` is Isolde, `old_tom` is Old Tom.
pub fn in_capitals(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        format!("{}{}", first.unwrap_or_default(), letters.as_str())
    });
    let words: Vec<String> = words.collect();
    words.join(" ")
}
