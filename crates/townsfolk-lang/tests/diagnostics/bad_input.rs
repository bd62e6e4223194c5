//! What an author is told of bad ways to decide: the place, the message, the consequence and a hint.

use expect_test::{Expect, expect};
use std::fmt::Write;
use townsfolk_lang::diagnostic::Diagnostic;
use townsfolk_lang::project::Project;

/// Everything that is told of a file, place by place.
fn check(source: &str, expected: &Expect) {
    let mut project = Project::of_files([("town.folk", source)]);
    let checked = project.check();
    let mut told = String::new();
    for problem in &checked.problems {
        told += &shown(&project, problem);
    }
    expected.assert_eq(&told);
}

fn shown(project: &Project, problem: &Diagnostic) -> String {
    let at = |place: townsfolk_lang::source::Place| {
        let file = project.file(place.file);
        file.map_or_else(String::new, |file| {
            let spot = file.line_column(place.start);
            let text = &file.text[place.range()];
            format!("{}:{}:{} `{text}`", file.path, spot.line, spot.column)
        })
    };
    let (severity, code) = (problem.severity.name(), problem.code.name());
    let mut told = format!("{severity}[{code}]: {}\n", problem.message);
    let _ = writeln!(told, "  at {} {}", at(problem.place), problem.label);
    for other in &problem.related {
        let _ = writeln!(told, "  and {} {}", at(other.place), other.label);
    }
    for line in &problem.story {
        let _ = writeln!(told, "  {line}");
    }
    for hint in &problem.hints {
        let _ = writeln!(told, "  hint: {}", hint.text);
    }
    told
}

#[test]
fn a_contradiction_in_a_rule() {
    check(
        "attribute doing(character): symbol idle, busy set by host
action wave takes 1 s
rules crew
  rule greet
    when .doing(.me) = idle, .doing(.me) = busy
    do wave
role hand thinks with crew
",
        &expect![[r#"
            error[contradiction]: this condition contradicts itself
              at town.folk:5:30 `.doing(.me) = busy` this cannot hold together
              and town.folk:5:10 `.doing(.me) = idle` with this
              The rule `greet` never fires.
              hint: remove one of them
        "#]],
    );
}

#[test]
fn an_operator_that_both_adds_and_removes() {
    check(
        "attribute fed(character)
action dine takes 1 s
operator eat
  makes .fed(.me), not .fed(.me)
  do dine
goal well_fed
  when .fed(.me)
role diner thinks with well_fed
",
        &expect![[r#"
            error[adds-and-removes]: `eat` both adds and removes something
              at town.folk:4:20 `not .fed(.me)` this undoes the other
              and town.folk:4:9 `.fed(.me)` the other
              Nobody could say what holds after it.
              hint: remove one of them
        "#]],
    );
}

#[test]
fn a_gap_in_a_daily_script() {
    check(
        "action wave takes 1 s
errand work
  step do wave for 20 min
daily clerk
  8:00..19:00 work
  20:00..8:00 work
role hand thinks with clerk
",
        &expect![[r#"
            error[daily-gap]: nothing is done from 19:00 to 20:00
              at town.folk:5:3 `8:00..19:00 work` this ends at 19:00
              Whoever follows `clerk` would stand still at that time.
              hint: add a block: `19:00..20:00` and an errand
        "#]],
    );
}

#[test]
fn a_grammar_that_cannot_end() {
    check(
        "action wave takes 1 s
grammar manners
  start greeting: wave, greeting
role hand thinks with manners
",
        &expect![[r#"
            error[grammar-never-ends]: `greeting` never ends
              at town.folk:3:9 `greeting` every way through it leads back to it
              A sentence that uses this rule could not be brought to its end.
              hint: add an alternative that ends, such as `or nothing`
        "#]],
    );
}

#[test]
fn a_snippet_outside_its_band() {
    check(
        "attribute health(character): number 0..100 = 100 set by host
action shield(character) takes 1 s
snippet barrier class support
  among healer within 20 m as It
    score 25, and 10 if .health(It) < 50, and 12 if .health(It) < 25
  do shield(It)
role healer thinks with barrier
",
        &expect![[r#"
            warning[points-outside-band]: `barrier` can reach 47 points, but `support` ends at 45
              at town.folk:3:17 `class support` 25 to 45 points
              and town.folk:5:11 `25` +25 here
              and town.folk:5:15 `and 10 if .health(It) < 50` +10 here
              and town.folk:5:43 `and 12 if .health(It) < 25` +12 here
              Classes keep snippets of different authors comparable: reactions before support, support before attacks.
              hint: take 2 points away, or choose another class
        "#]],
    );
}

#[test]
fn an_unknown_attribute_in_every_way_to_decide() {
    check(
        "attribute hungry(character) set by host
action wave takes 1 s
rules crew
  rule greet
    when .hungy(.me)
    do wave
errand eat
  when .hungy(.me)
  step do wave
daily clerk
  0:00..0:00 eat
grammar manners
  start greeting: bow
  bow: do wave when .hungy(.me)
snippet club class basic
  unless .hungy(.me)
  score 10
  do wave
referents watch: target
  sense tired(X) when .hungy(X)
  do wave when tired(target)
goal fed
  when .hungy(.me)
role hand thinks with crew, clerk, manners, club, watch, fed
",
        &expect![[r#"
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:5:10 `.hungy` not declared
              hint: did you mean `.hungry`?
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:8:8 `.hungy` not declared
              hint: did you mean `.hungry`?
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:14:21 `.hungy` not declared
              hint: did you mean `.hungry`?
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:16:10 `.hungy` not declared
              hint: did you mean `.hungry`?
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:20:23 `.hungy` not declared
              hint: did you mean `.hungry`?
            error[unknown-host-name]: neither the engine nor the host knows `.hungy`
              at town.folk:23:8 `.hungy` not declared
              hint: did you mean `.hungry`?
        "#]],
    );
}
