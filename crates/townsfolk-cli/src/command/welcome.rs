//! `townsfolk tour`: what the command can do, shown on its examples.

use super::{check, command_name, test};
use crate::town::{open, summary};
use crate::trouble::Trouble;
use crate::{Verdict, render, shipped, style};
use std::collections::BTreeSet;
use std::io::Write;
use townsfolk::words::Names;
use townsfolk::{SingleThread, TraceMode};
use townsfolk_core::{Duration, Seed, TICKS_PER_SECOND, Tick};
use townsfolk_folder::{Content, Findings};
use townsfolk_lang::ScriptUnit;
use townsfolk_lang::diagnostic::{Code, Severity};
use townsfolk_module::{Module, Step, Symbols};
use townsfolk_scene::reference::Words;
use townsfolk_scene::reference::story::{Teller, constant};
use townsfolk_scene::{Happening, Report};
use townsfolk_survey::Survey;
use townsfolk_town::living::Living;
use townsfolk_town::stage::Opening;

const AFTERNOON: &str = include_str!("welcome/afternoon.folk");
/// Six hours of the calendar, where a second is a minute.
const MORNING: Duration = Duration::minutes(6);

const TAVERN: &str = include_str!("welcome/tavern.folk");

/// Runs the command.
pub fn run(out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let strong = |text: &str| style::paint(style::STRONG, text);
    writeln!(
        out,
        "{}\n",
        strong("Townsfolk: believable characters for games")
    )?;
    writeln!(
        out,
        "Characters take part in small scenes: they sit down, start to talk, notice that it is\n\
         time to go. You write such scenes as rules; Townsfolk finds the mistakes before anything\n\
         runs, and plays what you have written.\n"
    )?;
    play_bench(out)?;
    show_a_mistake(out)?;
    let all_well = check_examples(out)?;
    live_a_morning(out)?;
    writeln!(out, "\n{}\n", strong("Try next"))?;
    let command = command_name();
    for (line, about) in [
        ("studio", "watch the town in a browser, and ask"),
        ("run --days 3", "or let it live without a page"),
        ("play examples/village", "follow five people through a day"),
        ("new my_town", "begin a project of your own"),
        ("check my_town", "see what is wrong with it"),
        ("test my_town", "play the stories you expect of it"),
        (
            "play my_town --why Ann",
            "watch what people do, and ask why",
        ),
        (
            "check --explore my_town",
            "play it in every way, within bounds",
        ),
        ("--help", "everything else"),
    ] {
        let line = format!("{command} {line:24}");
        writeln!(
            out,
            "  {} {}",
            style::paint(style::CODE, &line),
            style::paint(style::QUIET, about)
        )?;
    }
    Ok(if all_well {
        Verdict::Good
    } else {
        Verdict::Bad
    })
}

/// Runs the shipped town from six to noon.
fn live_a_morning(out: &mut dyn Write) -> Result<(), Trouble> {
    let Ok(content) = open::content(&[])? else {
        return Ok(());
    };
    let mut town = Living::begin(content, Seed(1), Opening::default());
    let mut survey = Survey::default();
    town.folk.trace.mode = TraceMode::Full;
    for _ in 0..MORNING.0 {
        town.step(&SingleThread);
        let trace = town.folk.trace.take();
        survey.look(&town.folk, &trace);
    }
    let names = Names::of(town.content.symbols.clone(), &town.folk);
    let strong = style::paint(style::STRONG, "A town.");
    writeln!(
        out,
        "\n{strong} examples/{}, a morning lived just now:\n",
        open::SHIPPED
    )?;
    for line in summary::life(&town, &survey, &names).iter().take(2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Plays an afternoon on the bench, and prints what each character does for the first time.
fn play_bench(out: &mut dyn Write) -> Result<(), Trouble> {
    let mut content = shipped::example("bench");
    let package = content.project.files().map(|(_, file)| file.package).last();
    let Some(package) = package else {
        return Ok(());
    };
    content.add_text("afternoon.folk", package, AFTERNOON, true);
    let findings = content.check();
    let Some(checked) = findings.checked.filter(|checked| !checked.has_errors()) else {
        return Ok(());
    };
    let (module, symbols) = content.project.assemble(&checked);
    let units = checked.scripts.iter();
    let Some(unit) = units.into_iter().find(|unit| unit.name == "bench_chat") else {
        return Ok(());
    };
    writeln!(
        out,
        "{} examples/bench has {}. Two people\nand two seats, a third who comes late, played just now:\n",
        style::paint(style::STRONG, "A scene."),
        style::count(unit.script.rules.len(), "rule"),
    )?;
    for line in afternoon(&module, &symbols, unit) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    Ok(())
}

fn afternoon(module: &Module, symbols: &Symbols, unit: &ScriptUnit) -> Vec<String> {
    let tests = unit.tests.iter().map(|test| &test.test);
    let Some(test) = tests.into_iter().find(|test| test.name == "an_afternoon") else {
        return vec![];
    };
    let given: Vec<_> = test.given.iter().filter_map(constant).collect();
    let mut teller = Teller::new(module, &unit.script, test.seed, &given, &test.people);
    for step in &test.steps {
        match step {
            Step::After(span) => teller.play_until(teller.now.after(*span)),
            Step::Arrives(who, role) => {
                let (who, role) = (*who, *role);
                teller.report(&[Report::Joined { who, role }]);
            }
            Step::SceneEnds => {
                // No character stays on a bench for longer than that.
                let end = teller.now.after(Duration::minutes(60));
                while teller.play_next(end) {}
            }
            _ => {}
        }
    }
    let words = Words {
        symbols,
        script: unit.script.id,
    };
    let mut told = BTreeSet::new();
    let mut lines = vec![];
    for (tick, happening) in &teller.told {
        let line = match happening {
            Happening::Fired {
                who,
                rule,
                bindings,
                ..
            } if told.insert((*who, *rule)) => {
                let firing = words.firing(*rule, bindings);
                let (rule, with) = firing.split_once(" with ").unwrap_or((&firing, ""));
                let rule = style::paint(style::CODE, &rule.replace('_', " "));
                let with = match with {
                    "" => String::new(),
                    with => format!(" ({with})"),
                };
                format!("{:4} {rule}{with}", words.person(*who))
            }
            Happening::Ending(_) => words.happening(happening),
            _ => continue,
        };
        lines.push(format!(
            "{}  {}",
            style::paint(style::QUIET, &clock(*tick)),
            line
        ));
    }
    lines
}

/// Minutes and seconds.
fn clock(tick: Tick) -> String {
    let seconds = tick.0 / TICKS_PER_SECOND;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Shows a script with a mistake that no run of the game would report.
fn show_a_mistake(out: &mut dyn Write) -> Result<(), Trouble> {
    let mut content = Content::of_texts("tavern", [("tavern.folk", TAVERN)]);
    let findings = content.check();
    let hidden = |code: Code| code == Code::RuleNeverFires;
    let Some(problem) = findings
        .problems
        .iter()
        .find(|problem| hidden(problem.code))
    else {
        return Ok(());
    };
    let heading = style::paint(style::STRONG, "A mistake.");
    writeln!(
        out,
        "{heading} In another script friends should be hugged, but never are. No game would\n\
         crash over this, so nobody would notice for weeks. `check` says:\n"
    )?;
    for line in render::render(&content, problem).lines() {
        let indent = if line.is_empty() { "" } else { "  " };
        writeln!(out, "{indent}{line}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// Width of an example's column.
const COLUMN: usize = 46;

/// Checks and tests the examples. False if one of them has an error.
fn check_examples(out: &mut dyn Write) -> Result<bool, Trouble> {
    let heading = style::paint(style::STRONG, "The examples");
    writeln!(
        out,
        "{heading} that come with it, checked and tested just now:\n"
    )?;
    let (results, _) = check::check_all(shipped::examples());
    let mut all_well = true;
    let mut pair = None;
    for (content, findings) in &results {
        let mut scripts = findings.checked.iter().flat_map(|checked| &checked.scripts);
        if scripts.next().is_none() && findings.problems.is_empty() {
            // A package of shared declarations only.
            continue;
        }
        let (line, well) = example_line(content, findings);
        all_well &= well;
        // The town has a section of its own.
        if content.name == open::SHIPPED {
            continue;
        }
        // Two in a line while all is well; an example with problems has its own line.
        match (pair.take(), well) {
            (None, true) => pair = Some(line),
            (Some(first), true) => writeln!(out, "  {first:COLUMN$}{line}")?,
            (first, false) => {
                first.map_or(Ok(()), |first| writeln!(out, "  {first}"))?;
                writeln!(out, "  {line}")?;
            }
        }
    }
    pair.map_or(Ok(()), |last| writeln!(out, "  {last}"))?;
    if all_well {
        let verdict = style::paint(style::GOOD, "No problems");
        writeln!(out, "\n  {verdict} with them.")?;
    }
    Ok(all_well)
}

fn example_line(content: &Content, findings: &Findings) -> (String, bool) {
    let scripts = findings.checked.iter().flat_map(|checked| &checked.scripts);
    let rules = scripts.map(|unit| unit.script.rules.len()).sum();
    let mut tests = test::Counts::default();
    if let Some(checked) = &findings.checked {
        let (module, symbols) = content.project.assemble(checked);
        for test in checked.scripts.iter().flat_map(|unit| &unit.tests) {
            match test::play(&module, &symbols, test) {
                Ok(_) => tests.passed += 1,
                Err(_) => tests.failed += 1,
            }
        }
    }
    let problems = findings.problems.iter();
    let problems = problems
        .filter(|problem| problem.severity != Severity::Note)
        .count();
    let well = problems == 0 && tests.failed == 0;
    let verdict = match (problems, tests.failed) {
        (0, 0) => String::new(),
        (0, failed) => style::paint(style::ERROR, &style::count(failed, "failed test")),
        (problems, _) => style::paint(style::WARNING, &style::count(problems, "problem")),
    };
    let played = match tests.passed + tests.failed {
        0 => String::new(),
        number => format!(", {}", style::count(number, "test")),
    };
    let name = style::paint(style::CODE, &format!("{:12}", content.name));
    let rules = style::count(rules, "rule");
    let verdict = match well {
        true => verdict,
        false => format!(": {verdict}"),
    };
    (format!("{name} {rules}{played}{verdict}"), well)
}
