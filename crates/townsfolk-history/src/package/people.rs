//! Residents as persons with a mind, a day, kin, and what is true of them.

use super::{Wording, Words};
use crate::origin::looks;
use crate::person::{Person, PersonId};
use crate::place::PlaceId;
use crate::town::Town;
use crate::truth::{Attribute, PERSON_FACETS, attribute_of_person};
use std::collections::BTreeMap;
use std::fmt::Write;
use townsfolk_core::{HostId, Value};
use townsfolk_knowledge::salience::Tie;

/// Feelings that are written for each person: the strongest.
const FEELINGS: usize = 8;

/// Attributes in one line.
const IN_LINE: usize = 4;

/// All residents.
pub(super) fn people(town: &Town, words: &Words, wording: Wording<'_>) -> String {
    let mut text = format!("# The people of {}, household by household.\n", town.name);
    let mut schedules: BTreeMap<String, String> = BTreeMap::new();
    let mut written = String::new();
    let mut homes: Vec<(PlaceId, &[PersonId])> = vec![];
    for id in words.places.keys() {
        let place = town.place(*id);
        if place.is_home() && !place.people.is_empty() {
            homes.push((*id, &place.people));
        }
    }
    for (home, household) in homes {
        let _ = writeln!(written, "\n# {}", town.place(home).name);
        for who in household {
            let day = day(town, words, *who, home);
            let number = schedules.len() + 1;
            let name = schedules
                .entry(day)
                .or_insert_with(|| format!("day_{number}"));
            person(town, words, wording, (*who, home, name), &mut written);
        }
    }
    let mut by_name: Vec<(&String, &String)> =
        schedules.iter().map(|(day, name)| (name, day)).collect();
    by_name.sort_by_key(|(name, _)| (name.len(), *name));
    for (name, day) in by_name {
        let _ = write!(text, "\nschedule {name}\n{day}");
    }
    text.push_str(&written);
    text
}

/// A person's day, as the lines of a schedule.
fn day(town: &Town, words: &Words, who: PersonId, home: PlaceId) -> String {
    let own = words.place(home);
    let person = town.person(who);
    let school = firm_of(town, "school").filter(|_| (6..18).contains(&town.age(who)));
    let leisure = leisure(town, words, who);
    let lines: Vec<(&str, String)> = match (person.job, school) {
        (Some(job), _) if job.night => {
            let work = format!("{} as {}", words.place(job.firm), work_role(town, who));
            vec![
                ("10:00..14:00", format!("{own} as resident")),
                ("14:00..16:00", leisure),
                ("16:00..17:00", format!("{own} as resident")),
                ("17:00..01:00", work),
                ("01:00..02:00", format!("{own} as resident")),
                ("02:00..10:00", format!("{own} as in_bed")),
            ]
        }
        (Some(job), _) => {
            let work = format!("{} as {}", words.place(job.firm), work_role(town, who));
            vec![
                ("06:30..08:00", format!("{own} as resident")),
                ("08:00..17:00", work),
                ("17:00..19:00", leisure),
                ("19:00..22:30", format!("{own} as resident")),
                ("22:30..06:30", format!("{own} as in_bed")),
            ]
        }
        (None, Some(school)) => vec![
            ("06:30..08:00", format!("{own} as resident")),
            ("08:00..14:00", format!("{} as pupil", words.place(school))),
            ("14:00..20:30", format!("{own} as resident")),
            ("20:30..06:30", format!("{own} as in_bed")),
        ],
        (None, None) if town.age(who) < 18 => vec![
            ("07:00..20:00", format!("{own} as resident")),
            ("20:00..07:00", format!("{own} as in_bed")),
        ],
        (None, None) => vec![
            ("07:00..10:00", format!("{own} as resident")),
            ("10:00..12:00", leisure),
            ("12:00..15:00", format!("{own} as resident")),
            ("15:00..17:00", visit(town, words, who, home)),
            ("17:00..22:30", format!("{own} as resident")),
            ("22:30..07:00", format!("{own} as in_bed")),
        ],
    };
    let lines = lines
        .into_iter()
        .map(|(hours, what)| format!("  {hours} at {what}\n"));
    lines.collect()
}

/// An open firm of a kind.
fn firm_of(town: &Town, kind: &str) -> Option<PlaceId> {
    let of_kind = |firm: &PlaceId| {
        let trade = town.place(*firm).trade();
        trade.is_some_and(|trade| trade.get().name == kind)
    };
    town.firms().find(of_kind)
}

/// Where a person goes in free hours: a shop or park, by its number so that all are visited.
fn leisure(town: &Town, words: &Words, who: PersonId) -> String {
    let visited = town.firms().filter(|firm| {
        let trade = town.place(*firm).trade();
        trade.is_some_and(|trade| trade.get().visited) && Some(*firm) != work_of(town, who)
    });
    let visited: Vec<PlaceId> = visited.collect();
    let Some(firm) = visited.get(who.0 as usize % visited.len().max(1)) else {
        return town.person(who).home.map_or(String::new(), |home| {
            format!("{} as resident", words.place(home))
        });
    };
    let trade = town.place(*firm).trade().map(|trade| trade.get().name);
    let role = match trade {
        Some("park" | "cemetery") => "stroller",
        _ => "customer",
    };
    format!("{} as {role}", words.place(*firm))
}

fn work_of(town: &Town, who: PersonId) -> Option<PlaceId> {
    town.person(who).job.map(|job| job.firm)
}

/// A visit at the home of a friend or of kin.
fn visit(town: &Town, words: &Words, who: PersonId, own: PlaceId) -> String {
    let bonds = town.salience.bonds(who.character());
    let near = bonds
        .iter()
        .filter(|(_, bond)| bond.ties.has(Tie::ImmediateFamily) || bond.ties.has(Tie::BestFriend));
    let homes = near.filter_map(|(other, _)| town.person(town.character(*other)?).home);
    match homes.into_iter().find(|home| *home != own) {
        Some(home) => format!("{} as guest", words.place(home)),
        None => leisure(town, words, who),
    }
}

/// What a person is at work.
fn work_role(town: &Town, who: PersonId) -> &'static str {
    let job = town.person(who).job;
    let trade = job.and_then(|job| town.place(job.firm).trade());
    let visited = trade.is_some_and(|trade| trade.get().visited);
    match town.occupation(who) {
        Some(("teacher" | "principal" | "nursery_teacher" | "nursery_head", _)) => "teacher",
        Some((_, 3 | 4)) => "clerk",
        Some((title, _)) if title.contains("clerk") || title == "secretary" => "clerk",
        Some((_, 1)) if !visited => "labourer",
        _ if visited => "shopkeeper",
        _ => "craftsman",
    }
}

fn person(
    town: &Town,
    words: &Words,
    wording: Wording<'_>,
    (who, home, day): (PersonId, PlaceId, &str),
    text: &mut String,
) {
    let it = town.person(who);
    let unit = |traits: i16| (f64::from(traits) / 1000.0 + 1.0) / 2.0;
    let _ = writeln!(text, "\nperson {}", words.person(who));
    let _ = writeln!(text, "  is citizen\n  mind body\n  follows {day}");
    let _ = writeln!(
        text,
        "  persona neurotic {:.2}, extrovert {:.2}",
        unit(it.traits.neuroticism),
        unit(it.traits.extroversion)
    );
    let _ = writeln!(text, "  has temper townspeople\n  attractive 0");
    if town.place(home).people.len() > 1 {
        let _ = writeln!(text, "  belongs to {}_household", words.place(home));
    }
    for line in feelings(town, words, who) {
        let _ = writeln!(text, "  {line}");
    }
    for line in attributes(town, words, wording, (who, it)).chunks(IN_LINE) {
        let _ = writeln!(text, "  has {}", line.join(", "));
    }
}

/// The strongest feelings for other residents.
fn feelings(town: &Town, words: &Words, who: PersonId) -> Vec<String> {
    let row = town.feelings.get(who.0 as usize).into_iter().flatten();
    let mut row: Vec<(PersonId, f32, bool)> = row
        .filter(|(other, _)| words.people.contains_key(other) && *other != who)
        .map(|(other, feeling)| {
            (
                *other,
                feeling.charge,
                town.person(who).spouse == Some(*other),
            )
        })
        .collect();
    row.sort_by(|a, b| {
        (b.2, b.1.abs())
            .partial_cmp(&(a.2, a.1.abs()))
            .unwrap_or(a.0.cmp(&b.0))
    });
    let row = row.into_iter().take(FEELINGS);
    let line = |(other, charge, spouse): (PersonId, f32, bool)| {
        // Charges have no bounds: half of the way is gone at some thousands.
        let charge = f64::from(charge);
        let like = 0.5 + 0.45 * charge / (charge.abs() + 4000.0);
        let kin = spouse || town.has_tie(who, other, Tie::ImmediateFamily);
        let intimacy = if spouse {
            0.8
        } else if kin {
            0.6
        } else {
            0.3
        };
        let attraction = if spouse { 0.6 } else { 0.0 };
        format!(
            "feels for {} like {like:.2}, intimacy {intimacy}, attraction {attraction}",
            words.person(other)
        )
    };
    row.map(line).collect()
}

/// What is true of a person: the values of the facets of content.
fn attributes(
    town: &Town,
    words: &Words,
    wording: Wording<'_>,
    (who, it): (PersonId, &Person),
) -> Vec<String> {
    let mut lines = vec![];
    for name in PERSON_FACETS {
        if wording.knowledge.facet(HostId::named(name)).is_none() {
            continue;
        }
        let value = match name {
            "workplace" => it.job.map(|job| words.place(job.firm).to_owned()),
            "home" => it.home.map(|home| words.place(home).to_owned()),
            name => attribute_of_person(town, who, name).map(|value| match value {
                Attribute::Word(word) => word,
                Attribute::Number(n) => n.to_string(),
            }),
        };
        lines.extend(value.map(|value| format!(".{name} = {value}")));
    }
    for (facet, value) in looks(wording.knowledge).zip(&it.looks) {
        let Value::Symbol(value) = value else {
            continue;
        };
        if let (Some(name), Some(value)) = ((wording.facet)(facet.id), (wording.symbol)(*value)) {
            lines.push(format!(".{name} = {value}"));
        }
    }
    lines
}
