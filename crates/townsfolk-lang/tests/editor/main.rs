//! What an editor is told: completion, hover, definition, references, outline and colours.
//!
//! `$0` marks the cursor.

// An expectation is written where it is used, so it is handed over.
#![allow(clippy::needless_pass_by_value)]

mod acts;
mod anything;
mod beliefs;
mod complete;
mod deciders;
mod find;
mod hover;
mod minds;
mod outline;
mod senses;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write;
use townsfolk_lang::editor::{
    Completion, completions, definition, hover, references, semantic_tokens, symbols,
};
use townsfolk_lang::project::{Checked, Project};
use townsfolk_lang::source::{FileId, Place};
use townsfolk_lang::syntax::SyntaxKind;

const BENCH: &str = include_str!("../../../../examples/bench/bench.folk");

/// What most cases stand in.
const TOWN: &str = "
# Everybody who lives here.
role citizen
role elder is citizen
role tourist is citizen
prop chair
prop armchair is chair
symbols topic: weather, prices
symbols mood: happy, sad
# Sits down and stays.
# Until getting up.
action sit(prop) takes 2..3 s, may fail
action talk(character, topic) with style: mood = happy, loud: number takes 1 s
action get_up
property raining
property hunger(character): number
predicate sees(character, character)
location bench_spot
  prop left: chair at 0 m, 0 m
  prop right: armchair
  knows seat(left), seat(right)
  prefers bench_chat 3
script bench_chat
  cast
    elder 0..1 joins late
    tourist 0..2
  fact seat(prop)
  claim reserved(prop, character)
  fact until(character, time)
  fact asked(character, topic)
  define free_seat(Place) when seat(Place), not reserved(Place, _)
";

/// A script that others are based on.
const TEMPLATE: &str = "
role elder
action sit(prop)
template rest(Seat: role, Stay: duration = 3 min, Sit: action)
  fact seat(prop)
  state standing
    rule take_a_seat for $Seat
      when seat(Place)
      do $Sit(Place)
    rule chat
      do $Sit(left)
";

fn open(files: &[(&str, &str)]) -> (Project, Checked, FileId, u32) {
    let mut cursor = None;
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|(path, text)| {
            if let Some(at) = text.find("$0") {
                cursor = Some((path.to_string(), at as u32));
            }
            (path.to_string(), text.replacen("$0", "", 1))
        })
        .collect();
    let mut project = Project::of_files(
        texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    );
    let checked = project.check();
    let (path, at) = cursor.expect("a cursor");
    let file = project.find(&path).expect("the file of the cursor");
    (project, checked, file, at)
}

fn offered(text: &str) -> Vec<Completion> {
    let (project, checked, file, at) = open(&[("town.folk", text)]);
    completions(&project, &checked, file, at)
}

/// The first labels offered, on lines of a readable width.
fn check_complete(text: &str, expected: Expect) {
    let labels: Vec<String> = offered(text).into_iter().map(|item| item.label).collect();
    let mut lines = String::new();
    let mut width = 0;
    for label in labels.iter().take(24) {
        if width > 80 {
            lines.push('\n');
            width = 0;
        }
        if width > 0 {
            lines.push_str(" | ");
        }
        lines.push_str(label);
        width += label.len() + 3;
    }
    expected.assert_eq(&lines);
}

fn check_in_script(text: &str, expected: Expect) {
    check_complete(&format!("{TOWN}{text}"), expected);
}

fn check_hover(text: &str, expected: Expect) {
    let (project, checked, file, at) = open(&[("town.folk", text)]);
    let shown = match hover(&project, &checked, file, at) {
        None => "nothing".to_string(),
        Some(hover) => {
            let source = &project.file(hover.place.file).expect("a file").text;
            let mut shown = format!("{} :: {}\n", &source[hover.place.range()], hover.title);
            for line in hover.documentation.lines() {
                let _ = writeln!(shown, "{line}");
            }
            for note in &hover.notes {
                let _ = writeln!(shown, "- {note}");
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}

fn check_hover_in_script(text: &str, expected: Expect) {
    check_hover(&format!("{TOWN}{text}"), expected);
}

/// Places as `file:line: text of the line` with the place in brackets.
fn shown(project: &Project, places: &[Place]) -> String {
    let mut lines = String::new();
    for place in places {
        let file = project.file(place.file).expect("a file");
        let from = file.text[..place.start as usize]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let to = file.text[place.end as usize..]
            .find('\n')
            .map_or(file.text.len(), |at| place.end as usize + at);
        let _ = writeln!(
            lines,
            "{}: {}[{}]{}",
            file.path,
            file.text[from..place.start as usize].trim_start(),
            &file.text[place.range()],
            &file.text[place.end as usize..to],
        );
    }
    lines
}

fn check_definition(files: &[(&str, &str)], expected: Expect) {
    let (project, checked, file, at) = open(files);
    expected.assert_eq(&shown(&project, &definition(&project, &checked, file, at)));
}

fn check_references(files: &[(&str, &str)], expected: Expect) {
    let (project, checked, file, at) = open(files);
    expected.assert_eq(&shown(&project, &references(&project, &checked, file, at)));
}
