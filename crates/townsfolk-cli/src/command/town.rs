//! `townsfolk town new`: generates a town.

use crate::arguments::{NewTown, Town, TownWhat};
use crate::town::open;
use crate::trouble::Trouble;
use crate::{Verdict, progress, style, write};
use std::io::Write;
use std::time::Instant;
use townsfolk_core::Seed;
use townsfolk_folder::find;
use townsfolk_town::living::{Content, Recipe};

/// Runs the command.
pub fn run(arguments: &Town, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    match &arguments.what {
        TownWhat::New(arguments) => new(arguments, out),
    }
}

fn new(arguments: &NewTown, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    open::must_not_lose(&arguments.file)?;
    write::try_out(&arguments.file)?;
    let sample = match open::content(&arguments.sample)? {
        Ok(sample) => sample,
        Err(errors) => {
            writeln!(out, "{errors}No town was made: fix the errors first.")?;
            return Ok(Verdict::Bad);
        }
    };
    let begun = Instant::now();
    let recipe = Recipe {
        module: (*sample.module).clone(),
        symbols: sample.symbols,
        plan: (**sample.atlas.plan()).clone(),
        population: arguments.population,
        seed: Seed(arguments.seed),
    };
    let grown = progress::during("growing the town", || Content::grow(recipe));
    let town = grown.map_err(|problems| {
        let problems: Vec<String> = problems.iter().take(3).map(ToString::to_string).collect();
        Trouble::new(format!("no town can be laid out: {}", problems.join("; ")))
            .hint("look at the `area` lines of the sample and at the tags of its locations")
    })?;
    write::atomically(&arguments.file, &town.write())?;
    let plan = town.atlas.plan();
    let rooms = plan.plates.iter().filter(|plate| !plate.is_outdoors());
    writeln!(
        out,
        "wrote {}: {} people, {}, {}; grown in {:.1} s",
        find::shown(&arguments.file),
        style::digits(town.module.minds.people.len()),
        style::count(rooms.count(), "room"),
        style::count(plan.spots.len(), "location"),
        begun.elapsed().as_secs_f64()
    )?;
    Ok(Verdict::Good)
}
