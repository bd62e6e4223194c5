//! `townsfolk history show`: the life of a person.

use super::read;
use crate::arguments::ShowHistory;
use crate::trouble::Trouble;
use crate::{Verdict, style};
use std::io::Write;
use townsfolk_history::chronicle::{self, telling};
use townsfolk_history::{PersonId, Town};

/// People that are listed if a name fits several.
const LISTED: usize = 20;

/// Runs the command.
pub(super) fn run(arguments: &ShowHistory, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let town = read(&arguments.folder)?;
    let Some(wanted) = &arguments.person else {
        writeln!(out, "{}", style::paint(style::STRONG, &town.name))?;
        writeln!(out, "{}", chronicle::summary(&town))?;
        return Ok(Verdict::Good);
    };
    let found = find(&town, wanted);
    match found.as_slice() {
        [] => Err(Trouble::new(format!(
            "nobody in the past of {} has a name with `{}`",
            town.name,
            style::harmless(wanted)
        ))),
        [who] => life(&town, *who, out),
        many => {
            writeln!(out, "{} people fit:", many.len())?;
            for who in many.iter().take(LISTED) {
                let (name, standing) = (town.name_of(*who), telling::standing(&town, *who));
                writeln!(out, "  {name}: {standing}")?;
            }
            Ok(Verdict::Good)
        }
    }
}

/// People of this name; if there are none, people whose name has all of its words.
fn find(town: &Town, wanted: &str) -> Vec<PersonId> {
    let wanted = wanted.to_lowercase().replace('_', " ");
    let everybody = || (0..town.people.len() as u32).map(PersonId);
    let name = |who: &PersonId| town.name_of(*who).to_lowercase();
    let exact: Vec<PersonId> = everybody().filter(|who| name(who) == wanted).collect();
    if !exact.is_empty() {
        return exact;
    }
    let has_all = |who: &PersonId| {
        let name = name(who);
        wanted.split_whitespace().all(|word| name.contains(word))
    };
    everybody().filter(has_all).collect()
}

fn life(town: &Town, who: PersonId, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let person = town.person(who);
    writeln!(out, "{}", style::paint(style::STRONG, &town.name_of(who)))?;
    writeln!(out, "{}", telling::standing(town, who))?;
    let names = |list: Vec<PersonId>| {
        let names: Vec<String> = list.into_iter().map(|who| town.name_of(who)).collect();
        names.join(", ")
    };
    for (what, list) in [
        ("Parents", person.parents().collect::<Vec<PersonId>>()),
        ("Spouse", person.spouse.into_iter().collect()),
        ("Children", person.children.clone()),
    ] {
        if !list.is_empty() {
            writeln!(out, "{what}: {}", names(list))?;
        }
    }
    writeln!(out)?;
    for (day, line) in telling::life(town, who) {
        writeln!(out, "  {:>17}  {line}", day.to_string())?;
    }
    Ok(Verdict::Good)
}
