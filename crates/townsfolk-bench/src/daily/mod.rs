//! Daily lives, plans and towers: the tower of `examples/tower` as a whole, and its parts.

mod grid;
mod parts;

use crate::Figure;
use crate::stopwatch::thread_seconds;
use std::sync::Arc;
use townsfolk::SingleThread;
use townsfolk_core::Seed;
use townsfolk_lang::project::Project;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::Opening;

/// The example that is measured.
const TOWER: &str = include_str!("../../../../examples/tower/tower.folk");

/// Number of steps of the measurement.
pub const STEPS: usize = 3;

/// The promise for a thousand people, in milliseconds a tick.
const MEAN_MS: f64 = 0.5;

/// The promise for the 99th percentile, in milliseconds.
const LATE_MS: f64 = 2.0;

/// The promise for ten thousand people, in milliseconds a tick.
const MEAN_10K_MS: f64 = 5.0;

/// Measures the tower with 1,000 and 10,000 people over a day at sixty times the speed of the clock, and
/// its parts: searches, masks, ways and selections.
pub fn measure(step: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let mut figures = vec![];
    step("parts");
    figures.extend(parts::measure());
    step("a day of 1,000 people");
    figures.extend(day(1, "1,000 people", (MEAN_MS, Some(LATE_MS)))?);
    step("a day of 10,000 people");
    figures.extend(day(10, "10,000 people", (MEAN_10K_MS, None))?);
    Ok(figures)
}

/// The tower with so many times as many people as the example has.
fn tower(times: u32) -> Result<Living, String> {
    let mut project = Project::of_files([("tower.folk", TOWER)]);
    let checked = project.check();
    let ground = checked.ground().ok_or("the tower has no plan")?;
    let (module, symbols) = project.assemble(&checked);
    let mut plan = Plan::lay(ground, &module, &symbols);
    if let Some(tower) = plan.tower.as_mut().map(Arc::make_mut) {
        for (_, count, ..) in &mut tower.people {
            *count = count.saturating_mul(times);
        }
        // Lifts carry more where more people live.
        for shaft in &mut tower.shafts {
            let capacity = u32::from(shaft.capacity).saturating_mul(times);
            shaft.capacity = u16::try_from(capacity).unwrap_or(u16::MAX);
        }
    }
    let content = Content::new(Arc::new(module), symbols, plan);
    let content = content.map_err(|problems| format!("{problems:?}"))?;
    let opening = Opening {
        seconds: 6 * 3600,
        ..Opening::default().at_rate(60_000)
    };
    Ok(Living::begin(content, Seed(1), opening))
}

/// A day of the whole tower: engine and stage, tick by tick.
fn day(times: u32, name: &str, promise: (f64, Option<f64>)) -> Result<Vec<Figure>, String> {
    let mut living = tower(times)?;
    // The first ticks bring everybody in.
    (0..60).for_each(|_| _ = living.step(&SingleThread));
    const TICKS: usize = 24 * 60 * 60;
    let mut spent: Vec<f64> = Vec::with_capacity(TICKS);
    for _ in 0..TICKS {
        let before = thread_seconds();
        living.step(&SingleThread);
        spent.push(1000.0 * (thread_seconds() - before));
    }
    let mean = spent.iter().sum::<f64>() / spent.len() as f64;
    spent.sort_by(f64::total_cmp);
    let late = spent[spent.len() * 99 / 100];
    let counts = living.folk.selections();
    let paid: i64 = living.stage.tills().map(|(_, coins)| coins).sum();
    let mut figures = vec![
        Figure::new(format!("{name}: mean tick"), mean, "ms")
            .against("of the promise", mean / promise.0),
        Figure::new(format!("{name}: 99 % of ticks"), late, "ms"),
        Figure::new(format!("{name}: selections"), counts.selections as f64, ""),
        Figure::new(
            format!("{name}: longest wait"),
            counts.longest_wait as f64,
            "tk",
        ),
        Figure::new(format!("{name}: coins paid"), paid as f64, ""),
    ];
    if let Some(late_ms) = promise.1 {
        figures[1] = figures[1].clone().against("of the promise", late / late_ms);
    }
    Ok(figures)
}
