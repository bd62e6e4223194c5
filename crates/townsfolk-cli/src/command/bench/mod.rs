//! `townsfolk bench`: the standing figures, as ratios measured in one run.

mod compare_builds;
mod town;

use crate::arguments::{Bench, Measured};
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, shipped, style};
use serde_json::json;
use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use townsfolk_bench::mutation::{Example, Row, judge_all};
use townsfolk_bench::{
    Figure, daily, grammars, hunters, inference, knowledge, language, minds, rules, scenes,
    snippets, space, trade,
};

/// Default measurements: those that take minutes.
const STANDING: [Measured; 13] = [
    Measured::Language,
    Measured::Scenes,
    Measured::Minds,
    Measured::Inference,
    Measured::Town,
    Measured::Rules,
    Measured::Daily,
    Measured::Grammars,
    Measured::Snippets,
    Measured::Knowledge,
    Measured::Trade,
    Measured::Hunters,
    Measured::Space,
];

/// Default sizes of towns.
const STANDING_TOWNS: [u32; 3] = [1_000, 10_000, 100_000];

/// Runs the command.
pub fn run(arguments: &Bench, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    match arguments.what {
        Some(Measured::Mutations) => return mutations(arguments, out),
        Some(Measured::Town) => return town::run(&towns(arguments), arguments.json, out),
        Some(Measured::Minds) if !arguments.json => measure_minds(arguments, &mut |figures| {
            write_figures("minds", &figures, false, out)
        })?,
        Some(what) => {
            let figures = measure(what, arguments)?;
            write_figures(name_of(what), &figures, arguments.json, out)?;
        }
        None => all(arguments, out)?,
    }
    Ok(match interrupt::asked_to_stop() {
        true => Verdict::Interrupted,
        false => Verdict::Good,
    })
}

/// All standing figures, in one JSON object or under headings.
fn all(arguments: &Bench, out: &mut dyn Write) -> Result<(), Trouble> {
    let mut benches = vec![];
    for what in STANDING {
        if interrupt::asked_to_stop() {
            break;
        }
        let name = name_of(what);
        let figures = match what {
            Measured::Town => town::figures(&town::measure(&towns(arguments))?),
            what => measure(what, arguments)?,
        };
        if arguments.json {
            let figures: Vec<_> = figures.iter().map(figure_as_json).collect();
            benches.push(json!({ "bench": name, "figures": figures }));
        } else {
            writeln!(out, "{}", style::paint(style::STRONG, name))?;
            write_figures(name, &figures, false, out)?;
            writeln!(out)?;
        }
    }
    if arguments.json {
        writeln!(out, "{}", json!({ "benches": benches }))?;
    }
    Ok(())
}

/// The requested sizes of towns.
fn towns(arguments: &Bench) -> Vec<u32> {
    match (arguments.population.as_slice(), arguments.what) {
        ([], Some(_)) => townsfolk_bench::town::table::POPULATIONS.to_vec(),
        ([], None) => STANDING_TOWNS.to_vec(),
        (asked, _) => asked.to_vec(),
    }
}

fn name_of(what: Measured) -> &'static str {
    match what {
        Measured::Language => "language",
        Measured::Scenes => "scenes",
        Measured::Minds => "minds",
        Measured::Inference => "inference",
        Measured::Town => "town",
        Measured::Daily => "daily",
        Measured::Rules => "rules",
        Measured::Grammars => "grammars",
        Measured::Trade => "trade",
        Measured::Hunters => "hunters",
        Measured::Space => "space",
        Measured::Snippets => "snippets",
        Measured::Knowledge => "knowledge",
        Measured::Mutations => "mutations",
    }
}

fn measure(what: Measured, arguments: &Bench) -> Result<Vec<Figure>, Trouble> {
    match what {
        Measured::Language => {
            let mut progress = Progress::of(5);
            Ok(language::measure(&mut |what| progress.step(what)))
        }
        Measured::Scenes => {
            let only = known_part("scenes", arguments, &scenes::PARTS)?;
            let mut progress = Progress::of(scenes::STEPS);
            let is_wanted = |part: &str| only.is_none_or(|only| part == only);
            let mut figures = scenes::measure(&is_wanted, &mut |what| progress.step(what))
                .map_err(Trouble::new)?;
            if let Some(other) = &arguments.beside {
                figures.extend(compare_builds::measure(other)?);
            }
            Ok(figures)
        }
        Measured::Rules => Ok(rules::measure()),
        Measured::Minds => {
            let mut all = vec![];
            measure_minds(arguments, &mut |figures| {
                all.extend(figures);
                Ok(())
            })?;
            Ok(all)
        }
        Measured::Inference => {
            let mut progress = Progress::of(inference::STEPS);
            Ok(inference::measure(&mut |what| progress.step(what)))
        }
        Measured::Daily => {
            let mut progress = Progress::of(daily::STEPS);
            daily::measure(&mut |what| progress.step(what)).map_err(Trouble::new)
        }
        Measured::Grammars => {
            let mut progress = Progress::of(grammars::STEPS);
            grammars::measure(&mut |what| progress.step(what)).map_err(Trouble::new)
        }
        Measured::Snippets => {
            let mut progress = Progress::of(snippets::STEPS);
            snippets::measure(&mut |what| progress.step(what)).map_err(Trouble::new)
        }
        Measured::Knowledge => {
            let populations = match arguments.population.as_slice() {
                [] => &knowledge::POPULATIONS,
                asked => asked,
            };
            let mut progress = Progress::of(knowledge::steps(populations));
            let mut tell = |what: &str| progress.step(what);
            knowledge::measure(populations, &mut tell).map_err(Trouble::new)
        }
        Measured::Trade => {
            let mut progress = Progress::of(trade::STEPS);
            Ok(trade::measure(&mut |what| progress.step(what)))
        }
        Measured::Hunters => {
            let mut progress = Progress::of(hunters::STEPS);
            hunters::measure(&mut |what| progress.step(what)).map_err(Trouble::new)
        }
        Measured::Space => {
            let mut progress = Progress::of(space::STEPS);
            Ok(space::measure(&mut |what| progress.step(what)))
        }
        Measured::Town | Measured::Mutations => Ok(vec![]),
    }
}

/// The requested part, if one was named.
fn known_part<'a>(
    bench: &str,
    arguments: &'a Bench,
    parts: &[&str],
) -> Result<Option<&'a str>, Trouble> {
    match arguments.only.as_deref() {
        Some(unknown) if !parts.contains(&unknown) => Err(Trouble::new(format!(
            "no part of the figures of {bench} is called `{unknown}`: there are {}",
            parts.join(", ")
        ))),
        only => Ok(only),
    }
}

/// Measures minds, and prints each figure as soon as it is known: the last part takes minutes.
fn measure_minds(
    arguments: &Bench,
    tell: &mut dyn FnMut(Vec<Figure>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let parts: Vec<&str> = minds::parts().collect();
    let only = known_part("minds", arguments, &parts)?;
    // A million is only measured if minds or a million are requested.
    let is_wanted = |part: &str| match only {
        Some(only) => part == only,
        None => arguments.what.is_some() || part != "million",
    };
    let progress = RefCell::new(Progress::of(minds::STEPS));
    let mut written = Ok(());
    minds::measure(
        &is_wanted,
        &mut |what| {
            progress.borrow_mut().step(what);
            go_on()
        },
        &mut |figures| {
            let told = progress.borrow().aside(|| tell(figures));
            written = std::mem::replace(&mut written, Ok(())).and(told);
        },
    )
    .map_err(Trouble::new)?;
    written
}

/// Whether the user has not asked to stop.
pub(super) fn go_on() -> ControlFlow<()> {
    match interrupt::asked_to_stop() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

fn write_figures(
    bench: &str,
    figures: &[Figure],
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    if json {
        let figures: Vec<_> = figures.iter().map(figure_as_json).collect();
        writeln!(out, "{}", json!({ "bench": bench, "figures": figures }))?;
        return Ok(());
    }
    for Figure {
        name,
        value,
        unit,
        against,
    } in figures
    {
        let against = against
            .as_ref()
            .map(|(what, ratio)| format!("{ratio:.3} {what}"));
        let line = format!(
            "{name:32} {value:10.2} {unit:3} {}",
            against.unwrap_or_default()
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn figure_as_json(figure: &Figure) -> serde_json::Value {
    let against = figure.against.as_ref();
    json!({
        "name": figure.name,
        "value": figure.value,
        "unit": figure.unit,
        "against": against.map(|(what, _)| what),
        "ratio": against.map(|(_, ratio)| ratio),
    })
}

fn mutations(arguments: &Bench, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let examples: Vec<Example> = shipped::examples()
        .iter()
        .filter_map(as_example)
        .filter(|example| {
            arguments
                .only
                .as_ref()
                .is_none_or(|only| *only == example.name)
        })
        .collect();
    let mut progress: Option<Progress> = None;
    let (rows, false_alarms) = judge_all(&examples, arguments.most, &mut |done, total| {
        let bar = progress.get_or_insert_with(|| Progress::of(total));
        bar.step(&format!("mutant {done} of {total}"));
        match interrupt::asked_to_stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(progress);
    if arguments.json {
        let rows: Vec<_> = rows.iter().map(row_as_json).collect();
        writeln!(
            out,
            "{}",
            json!({ "bench": "mutations", "rows": rows, "false_alarms": false_alarms })
        )?;
    } else {
        write_table(&rows, &false_alarms, out)?;
    }
    Ok(if interrupt::asked_to_stop() {
        Verdict::Interrupted
    } else {
        Verdict::Good
    })
}

/// An example as one text to make mistakes in, and the texts it depends on.
fn as_example(content: &townsfolk_folder::Content) -> Option<Example> {
    let files: Vec<_> = content.project.files().collect();
    let (own, others): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|(id, _)| content.is_asked_for(*id));
    let name = own.first()?.1.path.split('/').nth(1)?.to_string();
    let text = own
        .iter()
        .map(|(_, file)| file.text.as_str())
        .collect::<Vec<_>>()
        .join("\n");
    let others = others.iter().map(|(_, file)| file.text.clone()).collect();
    Some(Example { name, text, others })
}

fn row_as_json(row: &Row) -> serde_json::Value {
    json!({
        "operator": row.operator,
        "mutants": row.mutants,
        "check": row.check,
        "test": row.test,
        "explore": row.explore,
        "harmless": row.harmless,
        "missed": row.missed,
    })
}

fn write_table(rows: &[Row], false_alarms: &[String], out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "| operator | mutants | check | test | explore | harmless | missed |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|")?;
    let mut sum = Row::default();
    for row in rows {
        write_row(row.operator, row, out)?;
        sum.mutants += row.mutants;
        sum.check += row.check;
        sum.test += row.test;
        sum.explore += row.explore;
        sum.harmless += row.harmless;
        sum.missed.extend(row.missed.iter().cloned());
    }
    write_row("all", &sum, out)?;
    writeln!(
        out,
        "| false alarms on clean scripts | {} | | | | | |",
        false_alarms.len()
    )?;
    writeln!(out)?;
    for (title, lines) in [
        ("Missed", &sum.missed),
        ("False alarms", &false_alarms.to_vec()),
    ] {
        if !lines.is_empty() {
            writeln!(out, "{title}:")?;
            for line in lines {
                writeln!(out, "- {}", crate::style::harmless(line))?;
            }
        }
    }
    Ok(())
}

fn write_row(name: &str, row: &Row, out: &mut dyn Write) -> Result<(), Trouble> {
    let Row {
        mutants,
        check,
        test,
        explore,
        harmless,
        missed,
        ..
    } = row;
    let missed = missed.len();
    writeln!(
        out,
        "| {name} | {mutants} | {check} | {test} | {explore} | {harmless} | {missed} |"
    )?;
    Ok(())
}
