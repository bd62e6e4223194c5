//! `townsfolk bench town`: the cost of whole towns, and its growth.

use super::go_on;
use crate::progress::Progress;
use crate::town::open;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style};
use serde_json::json;
use std::io::Write;
use townsfolk_bench::Figure;
use townsfolk_bench::town::{Cost, Row, Table, growth};

/// A tick, in milliseconds.
const TICK_MS: f64 = 1000.0 / 60.0;

/// Measures towns of these sizes and prints a table for each rate of the calendar.
pub(super) fn run(
    populations: &[u32],
    json: bool,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    let table = measure(populations)?;
    if json {
        let rows: Vec<_> = table.rows.iter().map(row_as_json).collect();
        let growth: Vec<_> = rates(&table)
            .into_iter()
            .map(|rate| json!({ "calendar": rate, "power": power(&table, rate) }))
            .collect();
        let all = json!({ "bench": "town", "rows": rows, "growth": growth });
        writeln!(out, "{all}")?;
    } else {
        for rate in rates(&table) {
            write_table(&table, rate, out)?;
        }
    }
    Ok(match interrupt::asked_to_stop() {
        true => Verdict::Interrupted,
        false => Verdict::Good,
    })
}

/// Measures towns of these sizes, generated from the shipped town.
pub(super) fn measure(populations: &[u32]) -> Result<Table, Trouble> {
    let sample = open::content(&[])?.map_err(Trouble::new)?;
    let mut progress = Progress::of(Table::steps(populations.len()));
    let table = Table::measure(&sample, populations, &mut |what| {
        progress.step(what);
        go_on()
    });
    table.map_err(Trouble::new)
}

/// The same as figures, each relative to the length of a tick.
pub(super) fn figures(table: &Table) -> Vec<Figure> {
    let mut figures = vec![];
    for row in &table.rows {
        let people = style::digits(row.people);
        let mut add = |what: &str, value: f64, unit, against: Option<(&str, f64)>| {
            figures.push(Figure {
                name: format!("{people} people, calendar {}:1, {what}", row.rate),
                value,
                unit,
                against: against.map(|(what, ratio)| (what.to_string(), ratio)),
            });
        };
        for cost in &row.costs {
            let cores = match cost.threads {
                1 => "one core".to_string(),
                threads => format!("{threads} cores"),
            };
            let of_tick = |ms: f64| Some(("of a 60 Hz tick", ms / TICK_MS));
            add(
                &format!("a tick on {cores}"),
                cost.mean_ms,
                "ms",
                of_tick(cost.mean_ms),
            );
            add("99 in 100 within", cost.p99_ms, "ms", of_tick(cost.p99_ms));
            add("the longest", cost.max_ms, "ms", of_tick(cost.max_ms));
            add(
                "as schools close",
                cost.busiest_ms,
                "ms",
                of_tick(cost.busiest_ms),
            );
        }
        let [one, _] = row.costs;
        add("bytes of each", one.bytes_each, "B", None);
    }
    for rate in rates(table) {
        if let Some(power) = power(table, rate) {
            figures.push(Figure {
                name: format!("calendar {rate}:1, a tick grows with the power"),
                value: power,
                unit: "",
                against: None,
            });
        }
    }
    figures
}

fn rates(table: &Table) -> Vec<i64> {
    let mut rates: Vec<i64> = table.rows.iter().map(|row| row.rate).collect();
    rates.sort_unstable();
    rates.dedup();
    rates
}

/// The exponent with which the time of a tick grows with the population, on one core.
fn power(table: &Table, rate: i64) -> Option<f64> {
    let rows = table.at_rate(rate);
    growth(rows.map(|row| (row.people as f64, row.costs[0].mean_ms)))
}

fn write_table(table: &Table, rate: i64, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "calendar {rate}:1")?;
    writeln!(
        out,
        "| people | full, ambient | cores | mean ms | 99 % | max | schools close | of a tick | bytes | resident |"
    )?;
    writeln!(out, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
    for row in table.at_rate(rate) {
        for cost in &row.costs {
            let [_, ambient, full] = cost.levels;
            writeln!(
                out,
                "| {} | {}, {} | {} | {:.3} | {:.2} | {:.2} | {:.2} | {:.3} | {:.0} | {:.0} |",
                style::digits(row.people),
                style::digits(full),
                style::digits(ambient),
                cost.threads,
                cost.mean_ms,
                cost.p99_ms,
                cost.max_ms,
                cost.busiest_ms,
                cost.mean_ms / TICK_MS,
                cost.bytes_each,
                cost.resident_each
            )?;
        }
    }
    if let Some(power) = power(table, rate) {
        writeln!(
            out,
            "a tick on one core grows with the power {power:.2} of the people"
        )?;
    }
    writeln!(out)?;
    Ok(())
}

fn row_as_json(row: &Row) -> serde_json::Value {
    let costs: Vec<_> = row.costs.iter().map(cost_as_json).collect();
    json!({ "people": row.people, "calendar": row.rate, "costs": costs })
}

fn cost_as_json(cost: &Cost) -> serde_json::Value {
    let [dormant, ambient, full] = cost.levels;
    json!({
        "threads": cost.threads,
        "tick_ms": { "mean": cost.mean_ms, "p99": cost.p99_ms, "max": cost.max_ms },
        "schools_close_ms": cost.busiest_ms,
        "schools_close_people": cost.busiest_people,
        "cpu_ms": cost.cpu_ms,
        "ratio": cost.mean_ms / TICK_MS,
        "levels": { "dormant": dormant, "ambient": ambient, "full": full },
        "bytes_per_character": cost.bytes_each,
        "resident_per_character": cost.resident_each,
        "opening_s": cost.opening_s,
        "digest": format!("{:016x}", cost.digest),
    })
}
