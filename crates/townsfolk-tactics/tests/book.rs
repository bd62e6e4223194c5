//! The chapter about hunters lists every setting with its default, as the catalogue has it.
#![allow(clippy::disallowed_methods, reason = "a test reads the book")]

use townsfolk_core::{Duration, Number};
use townsfolk_tactics::catalogue::{Default, HUNTERS, SET_SETTINGS, SettingEntry, Unit};

const BEGIN: &str = "<!-- settings: begin -->";
const END: &str = "<!-- settings: end -->";

/// The default of a setting as an author would write it.
fn default(setting: &SettingEntry) -> String {
    let unit = match setting.unit {
        Unit::Length | Unit::Lengths => " m",
        Unit::Speed => " m per s",
        Unit::Angle => " deg",
        _ => "",
    };
    let span = |ms: i64| Duration::from_milliseconds(ms).to_string();
    match setting.default {
        Default::Nothing => String::new(),
        Default::Number(n) => format!("{}{unit}", Number(n)),
        Default::Numbers(a, b) => format!("{}..{}{unit}", Number(a), Number(b)),
        Default::Time(ms) => span(ms),
        Default::Times(a, b) => format!("{} to {}", span(a), span(b)),
        Default::Word(word) => word.to_string(),
    }
}

fn kind(unit: Unit) -> String {
    match unit {
        Unit::Number => "a number".into(),
        Unit::Length => "a length".into(),
        Unit::Lengths => "two lengths".into(),
        Unit::Speed => "a speed".into(),
        Unit::Angle => "an angle".into(),
        Unit::Time => "a time".into(),
        Unit::Times => "two times".into(),
        Unit::Choice(words) => words.join(", "),
        Unit::Word => "a word".into(),
        Unit::Course => "a course".into(),
        Unit::Posts => "a query".into(),
        Unit::Motions => "motions".into(),
        Unit::Stimulus => "a stimulus".into(),
    }
}

fn table(settings: &[SettingEntry]) -> String {
    let mut text = "| setting | takes | default | meaning |\n|---|---|---|---|\n".to_string();
    for setting in settings {
        text += &format!(
            "| `{}` | {} | {} | {} |\n",
            setting.name,
            kind(setting.unit),
            default(setting),
            setting.help
        );
    }
    text
}

fn settings() -> String {
    let mut text = String::new();
    for skill in HUNTERS {
        text += &format!(
            "### `{}`\n\n{}\n\n{}\n",
            skill.name,
            skill.help,
            table(skill.settings)
        );
    }
    text += &format!("### Of every skill\n\n{}", table(SET_SETTINGS));
    text
}

/// `UPDATE_EXPECT=1` writes the table into the book.
#[test]
fn the_book_lists_every_setting_of_hunters() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/book/src/hunters.md"
    );
    let book = std::fs::read_to_string(path).unwrap();
    let (head, rest) = book.split_once(BEGIN).expect("the table begins");
    let (_, tail) = rest.split_once(END).expect("the table ends");
    let wanted = format!("{head}{BEGIN}\n\n{}\n{END}{tail}", settings());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &wanted).unwrap();
        return;
    }
    assert!(book == wanted, "run this test with UPDATE_EXPECT=1");
}
