//! `townsfolk history week`: what the people of a town know, and a week later.

use super::{Faces, read};
use crate::arguments::WeekOfHistory;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style};
use std::io::Write;
use std::time::Instant;
use townsfolk::{Executor, Threads};
use townsfolk_history::Week;
use townsfolk_history::week::{Figures, HALF_DAYS, parents_homes, settings};
use townsfolk_knowledge::belief::Keep;

/// A row: what it is, the number at the start and after the week, and both of the published program.
type Row = (&'static str, [String; 2], [&'static str; 2]);

/// Runs the command.
pub(super) fn run(arguments: &WeekOfHistory, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let town = read(&arguments.folder)?;
    let settings = settings(&arguments.preset).ok_or_else(|| {
        let unknown = format!(
            "no preset is called `{}`",
            style::harmless(&arguments.preset)
        );
        Trouble::new(unknown).hint("there are talktown, faithful_memory and unreliable")
    })?;
    let mut knowledge = Faces::shipped()?.module.knowledge;
    knowledge.settings = Some(Box::new(settings));
    interrupt::listen();
    let threads = Threads::new(arguments.threads.into());
    let run = |count: usize, job: &(dyn Fn(usize) + Sync)| threads.run(count, job);
    let name = town.name.clone();
    let residents = town.residents.len();
    let mut progress = Progress::of(HALF_DAYS as usize + 1);
    progress.step("knowledge from the start");
    let begun = Instant::now();
    let mut week = Week::begin(town, &knowledge, Keep::FullHistory, &run);
    let started = begun.elapsed().as_secs_f64();
    let start = week.figures(&knowledge);
    let begun = Instant::now();
    for half_day in 0..HALF_DAYS {
        if interrupt::asked_to_stop() {
            return Ok(Verdict::Interrupted);
        }
        progress.step(&format!("half day {}", half_day + 1));
        week.step(&knowledge, &run);
    }
    let lived = begun.elapsed().as_secs_f64();
    drop(progress);
    let end = week.figures(&knowledge);
    writeln!(
        out,
        "{name}: {residents} residents, {} of them aged 4 or more. The published town has 311 and 289.\n",
        end.knowers
    )?;
    write_rows(&rows(&start, &end, [started, lived]), out)?;
    let [all, missing, wrong] = parents_homes(&week, &knowledge);
    writeln!(
        out,
        "\nHomes of parents: of {all} beliefs, {missing} are missing and {wrong} wrong."
    )?;
    Ok(Verdict::Good)
}

fn rows(start: &Figures, end: &Figures, seconds: [f64; 2]) -> Vec<Row> {
    let both = |get: &dyn Fn(&Figures) -> String| [get(start), get(end)];
    vec![
        (
            "models, median",
            both(&|it| it.models.to_string()),
            ["248", "269"],
        ),
        (
            "models of people, median",
            both(&|it| it.models_of_people.to_string()),
            ["133", "142"],
        ),
        (
            "models, most",
            both(&|it| it.models_most.to_string()),
            ["", "461"],
        ),
        (
            "facets held, median",
            both(&|it| it.held.to_string()),
            ["3587", "5322"],
        ),
        (
            "accurate",
            both(&|it| format!("{:.1}%", it.accurate as f64 / 10.0)),
            ["99.9%", "82.4%"],
        ),
        (
            "memory of minds",
            both(&|it| format!("{} MB", it.bytes / 1_000_000)),
            ["3000 MB", "12100 MB"],
        ),
        (
            "seconds",
            seconds.map(|it| format!("{it:.2} s")),
            ["41.7 s", "562 s"],
        ),
    ]
}

fn write_rows(rows: &[Row], out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(
        out,
        "{:26}{:>22}{:>26}",
        "", "from the start", "after the week"
    )?;
    let heads = ["ours", "published", "ours", "published"];
    writeln!(
        out,
        "{:26}{:>10}{:>12}{:>14}{:>12}",
        "", heads[0], heads[1], heads[2], heads[3]
    )?;
    for (what, [start, end], [published, after]) in rows {
        writeln!(
            out,
            "{what:26}{start:>10}{published:>12}{end:>14}{after:>12}"
        )?;
    }
    Ok(())
}
