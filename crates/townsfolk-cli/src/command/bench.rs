//! `townsfolk bench`: the standing figures, as ratios measured in one run.

use crate::arguments::{Bench, Measured};
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, shipped};
use serde_json::json;
use std::io::Write;
use std::ops::ControlFlow;
use townsfolk_bench::mutation::{Example, Row, judge_all};
use townsfolk_bench::{Figure, language, minds, scenes};

/// Runs the command.
pub fn run(arguments: &Bench, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    match arguments.what {
        Measured::Language => {
            let mut progress = Progress::of(5);
            let figures = language::measure(&mut |what| progress.step(what));
            drop(progress);
            write_figures("language", &figures, arguments.json, out)
        }
        Measured::Scenes => {
            let mut progress = Progress::of(4);
            let figures = scenes::measure(&mut |what| progress.step(what));
            drop(progress);
            let figures = figures.map_err(Trouble::new)?;
            write_figures("scenes", &figures, arguments.json, out)
        }
        Measured::Minds => {
            let mut progress = Progress::of(minds::STEPS);
            let figures = minds::measure(&mut |what| {
                progress.step(what);
                match interrupt::asked_to_stop() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            drop(progress);
            let figures = figures.map_err(Trouble::new)?;
            write_figures("minds", &figures, arguments.json, out)?;
            Ok(match interrupt::asked_to_stop() {
                true => Verdict::Interrupted,
                false => Verdict::Good,
            })
        }
        Measured::Mutations => mutations(arguments, out),
    }
}

fn write_figures(
    bench: &str,
    figures: &[Figure],
    json: bool,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    if json {
        let figures: Vec<_> = figures.iter().map(figure_as_json).collect();
        writeln!(out, "{}", json!({ "bench": bench, "figures": figures }))?;
        return Ok(Verdict::Good);
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
    Ok(Verdict::Good)
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
fn as_example(content: &crate::load::Content) -> Option<Example> {
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
