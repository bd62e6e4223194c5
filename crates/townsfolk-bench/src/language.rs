//! The front end: how fast a project is parsed and checked, how that grows, and what one edit costs.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use std::fmt::Write;
use townsfolk_core::digest::hash64;
use townsfolk_lang::project::Project;
use townsfolk_lang::source::FileId;
use townsfolk_lang::syntax::{lex, parse};

/// The size of a large game: 400 scripts with about 5,000 rules (13 each).
const SCRIPTS: usize = 400;
const RULES: usize = 5_200;
/// Promised for that size, in seconds on one core.
const PROMISE: f64 = 0.5;

/// Measures everything about the front end. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Vec<Figure> {
    let mut figures = vec![];
    progress("writing 400 scripts");
    let files = project(SCRIPTS, RULES / SCRIPTS);
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let rules: usize = files
        .iter()
        .map(|(_, text)| text.matches("rule ").count())
        .sum();
    figures.push(Figure::new("source", bytes as f64 / 1e6, "MB"));
    figures.push(Figure::new("rules", rules as f64, ""));

    progress("parsing and checking");
    let floor = cpu_seconds(5, || {
        files.iter().map(|(_, text)| hash64(text.as_bytes())).max()
    });
    let lexing = cpu_seconds(5, || {
        files.iter().map(|(_, text)| lex(text).len()).sum::<usize>()
    });
    let parsing = cpu_seconds(5, || {
        files
            .iter()
            .map(|(_, text)| parse(FileId(0), text).problems.len())
            .sum::<usize>()
    });
    let whole = cpu_seconds(5, || check(&files));
    figures.push(Figure::new(
        "hash every byte (the floor)",
        floor * 1e3,
        "ms",
    ));
    figures.push(Figure::new("lex", lexing * 1e3, "ms").against("of the floor", lexing / floor));
    figures.push(Figure::new("parse", parsing * 1e3, "ms").against("of lexing", parsing / lexing));
    figures.push(
        Figure::new("parse and check", whole * 1e3, "ms")
            .against("of the promised 0.5 s", whole / PROMISE),
    );

    progress("ten times as much");
    let many = project(SCRIPTS * 10, RULES / SCRIPTS);
    let tenfold = cpu_seconds(2, || check(&many));
    figures.push(
        Figure::new("ten times the project", tenfold * 1e3, "ms")
            .against("times as long (10 is linear)", tenfold / whole),
    );

    progress("one file of 2,000 rules in one state");
    let hostile = [("hostile.folk".to_string(), hostile(2_000))];
    let crowded = cpu_seconds(2, || check(&hostile));
    figures.push(Figure::new("2,000 rules in one state", crowded * 1e3, "ms"));

    progress("one edit");
    figures.push(
        Figure::new("re-check after an edit", one_edit(&files) * 1e3, "ms")
            .against("of a full check", one_edit(&files) / whole),
    );
    figures
}

fn check(files: &[(String, String)]) -> usize {
    let mut project = loaded(files);
    project.check().problems.len()
}

fn loaded(files: &[(String, String)]) -> Project {
    Project::of_files(
        files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    )
}

/// The time from a changed file to its diagnostics, with everything else known already.
fn one_edit(files: &[(String, String)]) -> f64 {
    let mut project = loaded(files);
    project.check();
    let (path, text) = &files[files.len() / 2];
    let package = project.files().next().map(|(_, file)| file.package);
    let Some(package) = package else { return 0.0 };
    let mut round = 0;
    cpu_seconds(9, || {
        round += 1;
        let edited = text.replacen(
            "goto rested",
            &format!("# edit {round}\n      goto rested"),
            1,
        );
        project.set_file(path, package, &edited);
        project.check().problems.len()
    })
}

/// A project of scripts in which every kind of rule part appears, one file for each script and one
/// for the roles and actions.
fn project(scripts: usize, rules: usize) -> Vec<(String, String)> {
    let mut files = vec![("common.folk".to_string(), COMMON.to_string())];
    for number in 0..scripts {
        files.push((format!("script_{number}.folk"), script(number, rules)));
    }
    files
}

const COMMON: &str = "\
role citizen
role elder is citizen
role tourist is citizen
role vendor is citizen
symbols topic: weather, prices, gossip, music
action sit(prop) takes 2..3 s, may fail
action walk_to(thing) with speed: number = 1 takes 3..9 s, may fail
action talk(character, topic) uses voice, takes 2..6 s
action wait_a_bit takes 5..9 s
property hunger(character): number
predicate sees(character, character) every 1 s
";

fn script(number: usize, rules: usize) -> String {
    let mut text = format!(
        "# Scene {number} of the benchmark.\nscript scene_{number}\n  cast\n    elder 0..1 joins late\n    \
         tourist 1..3 joins as wish, joins late\n    vendor 0..1 away up to 2 min\n\n  \
         fact seat(prop)\n  fact tired(character, time)\n  fact talked(character, character, topic)\n  \
         fact asked(character, topic) told, for 10 s\n  claim reserved(prop, character)\n  \
         define free_seat(Place) when seat(Place), not reserved(Place, _)\n\n  state active\n"
    );
    let mut write = |text_part: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(text_part);
    };
    write(format_args!(
        "    rule go_home\n      when tired(.me, T), T < .now\n      do wait_a_bit\n      \
         remove tired(.me, _), talked(.me, _, _), talked(_, .me, _)\n      leave\n\n"
    ));
    for rule in 0..rules.saturating_sub(3) {
        let topic = ["weather", "prices", "gossip", "music"][rule % 4];
        let role = ["elder", "tourist", "vendor"][rule % 3];
        write(format_args!(
            "    # Somebody has something to say about {topic}.\n    rule talk_{rule} for {role}\n      \
             when asked(Other, {topic}), Other != .me, not talked(.me, Other, {topic}), .hunger(.me) < {rule}\n      \
             choose nearest Other\n      do talk(Other, {topic})\n      add talked(.me, Other, {topic})\n      \
             on failure remove talked(.me, Other, {topic})\n      again after 10..20 s\n\n"
        ));
    }
    write(format_args!(
        "    rule take_a_seat\n      when free_seat(Place)\n      choose nearest Place\n      do sit(Place)\n      \
         add reserved(Place, .me)\n      then add tired(.me, .now + random(2, 5) * .minute)\n      goto rested\n\n  \
         state rested\n    rule leave_the_seat\n      when tired(.me, T), T < .now\n      \
         do walk_to(.me) with speed = 2\n      remove reserved(_, .me)\n      goto active\n"
    ));
    text
}

/// Two thousand rules in one state that ask for the same facts in different ways.
fn hostile(rules: usize) -> String {
    let mut text = String::from(
        "role actor\naction act(character) takes 1 s\nscript crowd\n  cast\n    actor 1..4\n  \
         fact near(character, character, number) told\n  state busy\n    rule go\n      when near(.me, .me, 0)\n      leave\n",
    );
    for rule in 0..rules {
        let _ = write!(
            text,
            "    rule r{rule}\n      when near(.me, A, {rule}), near(A, B, N), near(B, C, M), near(C, A, K), \
             N < M, M < K, K != {rule}\n      do act(B)\n      again after 1 s\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_project_is_clean_so_that_every_pass_runs() {
        let files = project(3, 12);
        let mut project = loaded(&files);
        let problems = project.check().problems;
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn the_hostile_file_is_told_not_to_be_fully_compared_or_is_clean() {
        let files = [("hostile.folk".to_string(), hostile(2_000))];
        let problems = loaded(&files).check().problems;
        let codes: std::collections::BTreeSet<&str> =
            problems.iter().map(|p| p.code.name()).collect();
        assert_eq!(codes, ["not-fully-compared"].into());
    }
}
