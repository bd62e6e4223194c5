//! `townsfolk history new`: makes a town with a past.

use super::draft::Draft;
use super::{Faces, PAST};
use crate::arguments::NewHistory;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style};
use std::fs;
use std::io::Write;
use std::time::Instant;
use townsfolk_core::Seed;
use townsfolk_folder::find;
use townsfolk_history::{Failure, Town, Wishes, chronicle, generate, package, title_case};
use townsfolk_lang::manifest;

/// Seeds that are tried before giving up.
const TRIES: u64 = 10;

/// Runs the command.
pub(super) fn run(arguments: &NewHistory, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let folder = &arguments.folder;
    if fs::symlink_metadata(folder).is_ok() {
        return Err(
            Trouble::new(format!("{} is already there", folder.display()))
                .hint("choose another name; nothing was changed"),
        );
    }
    let name = folder
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("");
    let name = manifest::as_package_name(name);
    if name.is_empty() {
        return Err(Trouble::new("the town needs a name").hint("townsfolk history new alderbrook"));
    }
    interrupt::listen();
    let draft = Draft::of(folder)?;
    let faces = Faces::shipped()?;
    let begun = Instant::now();
    let Some(town) = make(arguments, &name, &faces, out)? else {
        writeln!(out, "Interrupted: nothing was written.")?;
        return Ok(Verdict::Interrupted);
    };
    let took = begun.elapsed().as_secs_f64();
    write(&draft, &town, &faces)?;
    draft.finish(folder)?;
    let shown = style::harmless(&find::shown(folder));
    writeln!(
        out,
        "{} is ready; its past took {took:.2} s.",
        style::paint(style::STRONG, &shown)
    )?;
    writeln!(out, "{}\n", chronicle::summary(&town))?;
    for (file, about) in [
        ("people.folk", "the residents: days, kin, looks, jobs"),
        ("plan.folk", "streets, houses, doors"),
        ("places.folk", "areas, and what is in the houses"),
        ("ways.folk", "what people can be and do"),
        ("faces.folk", "what can be known of people"),
        (
            "chronicle.html",
            "timeline, family trees, firms, people: open it in a browser",
        ),
        (PAST, "everything, for `townsfolk history show` and `week`"),
    ] {
        let file = style::paint(style::CODE, &format!("{file:15}"));
        writeln!(out, "  {file} {about}")?;
    }
    writeln!(out, "\nTry next:\n")?;
    for command in ["studio", "history show", "history week"] {
        let line = format!("  {} {command} {shown}", crate::command::command_name());
        writeln!(out, "{}", style::paint(style::CODE, &line))?;
    }
    Ok(Verdict::Good)
}

/// The town, or nothing if the user has stopped it. A town that dies out is tried again.
fn make(
    arguments: &NewHistory,
    name: &str,
    faces: &Faces,
    out: &mut dyn Write,
) -> Result<Option<Town>, Trouble> {
    for again in 0..TRIES {
        let seed = arguments.seed.wrapping_add(again);
        let wishes = Wishes {
            name: title_case(name),
            years: arguments.years,
            seed: Seed(seed),
            people_about: arguments.people_about,
        };
        let mut progress = Progress::of(arguments.years as usize + 1);
        let made = generate(&faces.module.knowledge, &wishes, &mut |at| {
            progress.step(&format!("{}: {} people", at.year, at.residents));
            !interrupt::asked_to_stop()
        });
        drop(progress);
        match made {
            Ok(town) => return Ok(Some(town)),
            Err(Failure::Stopped) => return Ok(None),
            Err(Failure::DiedOut(year)) => {
                let next = seed.wrapping_add(1);
                writeln!(
                    out,
                    "The town of seed {seed} died out in {year}; seed {next} is tried."
                )?;
            }
        }
    }
    Err(Trouble::new(format!("the towns of {TRIES} seeds died out"))
        .hint("ask for more people with `--people-about`, or for fewer years"))
}

/// Writes the package.
fn write(draft: &Draft, town: &Town, faces: &Faces) -> Result<(), Trouble> {
    let wording = package::Wording {
        knowledge: &faces.module.knowledge,
        faces: faces.text,
        facet: &|id| faces.facet(id),
        symbol: &|id| faces.symbol(id),
    };
    let past = postcard::to_allocvec(town)
        .map_err(|error| Trouble::new(format!("the past cannot be written: {error}")))?;
    let mut files: Vec<(&str, Vec<u8>)> = package::files(town, wording)
        .into_iter()
        .map(|(name, text)| (name, text.into_bytes()))
        .collect();
    files.push(("chronicle.html", chronicle::page(town).into_bytes()));
    files.push((PAST, past));
    for (name, bytes) in files {
        draft.write(name, &bytes)?;
    }
    Ok(())
}
