//! Events and lives in words.

use crate::calendar::Day;
use crate::event::{Event, Kind};
use crate::firm::title_case;
use crate::person::{Leaving, PersonId};
use crate::place::PlaceId;
use crate::town::Town;

/// The title of a job in plain words.
pub fn job_title(town: &Town, firm: PlaceId, row: u8) -> String {
    let trade = town.place(firm).trade();
    let job = trade.and_then(|trade| trade.get().jobs.get(usize::from(row)));
    let title = job.map_or("worker", |(title, ..)| title);
    title.strip_suffix("_owner").map_or_else(
        || title.replace('_', " "),
        |what| format!("owner ({})", what.replace('_', " ")),
    )
}

/// An event as a sentence without its date.
pub fn sentence(town: &Town, event: &Event) -> String {
    let who =
        |id: Option<PersonId>| id.map_or_else(|| "a family".to_owned(), |id| town.name_of(id));
    let place = event
        .place
        .map_or("the town", |place| town.place(place).name.as_str());
    let person = who(event.person);
    let other = who(event.other);
    match event.kind {
        Kind::Adoption => format!("{person} is adopted by {other}"),
        Kind::Birth => format!("{person} is born to {other}"),
        Kind::Opening => format!("{place} opens"),
        Kind::Closure => format!("{place} closes"),
        Kind::Death => format!("{person} dies"),
        Kind::Demolition => format!("the house at {place} is torn down"),
        Kind::Departure => format!("{person} leaves {}", town.name),
        Kind::Divorce => format!("{person} and {other} are divorced"),
        Kind::Hiring => {
            let title = event.place.map(|firm| job_title(town, firm, event.row));
            format!("{person} becomes {} at {place}", title.unwrap_or_default())
        }
        Kind::Purchase => format!("{person} buys the house at {place}"),
        Kind::Construction => format!("a house is built at {place}"),
        Kind::LayOff => format!("{person} loses work when {place} closes"),
        Kind::Marriage => format!("{person} and {other} marry"),
        Kind::Move => format!("{person} moves to {place}"),
        Kind::NameChange => format!("{person} takes another surname"),
        Kind::Retirement => format!("{person} retires from {place}"),
    }
}

/// What happened in the life of a person, in order.
pub fn life(town: &Town, who: PersonId) -> Vec<(Day, String)> {
    let about = |event: &&Event| event.person == Some(who) || event.other == Some(who);
    let events = town.events.iter().filter(about);
    let mut lines: Vec<(Day, String)> = vec![];
    let born_here = town.person(who).parents().next().is_some();
    if !born_here || town.person(who).came != town.person(who).born {
        let came = town.person(who).came;
        lines.push((
            came,
            format!("{} comes to {}", town.name_of(who), town.name),
        ));
    }
    lines.extend(events.map(|event| (event.day, sentence(town, event))));
    lines.sort_by_key(|(day, _)| *day);
    lines
}

/// Years of a person: born, and died or left.
pub fn years(town: &Town, who: PersonId) -> String {
    let person = town.person(who);
    let born = person.born.year();
    match person.left {
        None => format!("born {born}"),
        Some((day, Leaving::Died)) => format!("{born}–{}", day.year()),
        Some((day, Leaving::Departed)) => format!("born {born}, left {}", day.year()),
    }
}

/// What a person is now, in a few words.
pub fn standing(town: &Town, who: PersonId) -> String {
    let person = town.person(who);
    if !person.is_resident() {
        return years(town, who);
    }
    let work = match (person.job, person.retired) {
        (Some(job), _) => {
            format!(
                "{} at {}",
                job_title(town, job.firm, job.row),
                town.place(job.firm).name
            )
        }
        (None, Some(job)) => format!("retired {}", job_title(town, job.firm, job.row)),
        (None, None) if town.age(who) < 18 => "a child".to_owned(),
        (None, None) => "without a job".to_owned(),
    };
    format!("{}, {work}", town.age(who))
}

/// The kind of a firm in plain words.
pub fn kind_of(town: &Town, firm: PlaceId) -> String {
    let trade = town.place(firm).trade();
    trade.map_or_else(String::new, |trade| title_case(trade.get().name))
}
