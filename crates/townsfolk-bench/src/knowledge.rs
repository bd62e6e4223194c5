//! The past of a town, and what its people know: time and memory, beside the published program.

use crate::Figure;
use crate::stopwatch::{resident, resident_most, thread_seconds};
use townsfolk_core::Seed;
use townsfolk_history::week::{HALF_DAYS, in_order, settings};
use townsfolk_history::{Town, Week, Wishes, generate};
use townsfolk_knowledge::belief::Keep;
use townsfolk_lang::project::Project;
use townsfolk_module::knowledge::Knowledge;

/// Default sizes of towns.
pub const POPULATIONS: [u32; 1] = [400];

/// Size up to which towns are measured with full history too.
const FULL_MAX: u32 = 1_000;

/// CPU seconds of the published program for 311 residents: years, knowledge from the start, one half
/// day, a week of them.
const PUBLISHED: [f64; 4] = [29.2, 41.7, 37.5, 525.0];

/// What was promised for 400 residents, in seconds.
const PROMISED: [f64; 4] = [3.0, 0.5, 0.1, 1.5];

/// Bytes that were promised: compact, and with full history.
const PROMISED_BYTES: [f64; 2] = [300e6, 1e9];

/// Number of steps that are told of while measuring.
pub fn steps(populations: &[u32]) -> usize {
    populations.len() * 3
}

/// Measures towns of these sizes.
pub fn measure(populations: &[u32], tell: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let knowledge = faces()?;
    let mut figures = vec![];
    for people in populations {
        tell(&format!("140 years for about {people} people"));
        let wishes = Wishes {
            name: "Alderbrook".to_owned(),
            years: 140,
            seed: Seed(1),
            people_about: *people,
        };
        let (town, years) = timed(|| generate(&knowledge, &wishes, &mut |_| true));
        let town = town.map_err(|failure| format!("no town of {people}: {failure:?}"))?;
        let name = |what: &str| format!("{} residents, {what}", town.residents.len());
        let classic = *people <= FULL_MAX;
        figures.push(beside(name("140 years"), years, 0, classic));
        tell("a week, compact");
        week(&knowledge, &town, Keep::Compact, classic, &mut figures);
        if classic {
            tell("a week with full history");
            week(&knowledge, &town, Keep::FullHistory, classic, &mut figures);
        }
    }
    let most = resident_most() as f64 / 1e6;
    figures.push(Figure::new("most memory of the process", most, "MB"));
    Ok(figures)
}

fn faces() -> Result<Knowledge, String> {
    let text = include_str!("../../../examples/faces/faces.folk");
    let mut project = Project::of_files([("faces.folk", text)]);
    let checked = project.check();
    let compiled = project.compile(&checked);
    let (module, _) = compiled.ok_or("examples/faces has errors")?;
    Ok(Knowledge {
        settings: settings("talktown").map(Box::new),
        ..module.knowledge
    })
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = thread_seconds();
    let result = work();
    (result, thread_seconds() - before)
}

/// A figure in milliseconds beside the published and the promised one.
fn beside(name: String, seconds: f64, which: usize, classic: bool) -> Figure {
    let figure = Figure::new(name, seconds * 1e3, "ms");
    if !classic {
        return figure;
    }
    let (published, promised) = (PUBLISHED[which], PROMISED[which]);
    let what = format!(
        "of the promised {} ms; the published program takes {:.0} times as long",
        promised * 1e3,
        published / seconds
    );
    figure.against(what, seconds / promised)
}

fn week(knowledge: &Knowledge, town: &Town, keep: Keep, classic: bool, figures: &mut Vec<Figure>) {
    let kept = match keep {
        Keep::Compact => "compact",
        Keep::FullHistory => "full",
    };
    let before = resident();
    let name = |what: &str| format!("{} residents, {kept}, {what}", town.residents.len());
    let (mut week, start) = timed(|| Week::begin(town.clone(), knowledge, keep, &in_order));
    let mut all = 0.0;
    let mut longest: f64 = 0.0;
    for _ in 0..HALF_DAYS {
        let ((), took) = timed(|| week.step(knowledge, &in_order));
        all += took;
        longest = longest.max(took);
    }
    let more = resident().saturating_sub(before) as f64;
    let end = week.figures(knowledge);
    let bytes = end.bytes as f64;
    figures.push(beside(name("start"), start, 1, classic));
    figures.push(beside(name("longest half day"), longest, 2, classic));
    figures.push(beside(name("week"), all, 3, classic));
    figures.push(Figure::new(
        name("facets each, median"),
        end.held as f64,
        "",
    ));
    let mut memory = Figure::new(name("memory of minds"), bytes / 1e6, "MB");
    if classic {
        let promised = PROMISED_BYTES[usize::from(keep == Keep::FullHistory)];
        let what = format!("of the promised {:.0} MB", promised / 1e6);
        memory = memory.against(what, bytes / promised);
    }
    figures.push(memory);
    figures.push(Figure::new(name("memory of the process"), more / 1e6, "MB"));
}
