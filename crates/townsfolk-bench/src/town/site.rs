//! A town grown from a sample, with a focus on one part of it.

use townsfolk::{Focus, Place};
use townsfolk_core::{AreaId, Seed};
use townsfolk_mind::{Moment, schedule};
use townsfolk_module::mind::{CastMember, Venue};
use townsfolk_town::living::{Content, Living, Recipe};
use townsfolk_town::stage::Opening;

/// Where chance begins.
const SEED: Seed = Seed(3);

/// One in this many people is at the full level, if that is more than a neighbourhood …
const FULL: usize = 100;

/// … and one in this many at least at the ambient level.
const AMBIENT: usize = 10;

/// When towns are looked at: shortly before schools close in the shipped sample.
pub const FROM_S: i32 = 13 * 3600 + 14 * 60;

/// A town that has been laid out and not opened yet.
#[derive(Clone, Debug)]
pub struct Site {
    content: Content,
    focus: Focus,
}

impl Site {
    /// Generates a town with a number of people.
    pub fn grow(sample: &Content, population: u32) -> Result<Site, String> {
        let content = Content::grow(Recipe {
            module: (*sample.module).clone(),
            symbols: sample.symbols.clone(),
            plan: (**sample.atlas.plan()).clone(),
            population,
            seed: SEED,
        });
        let content = content.map_err(|problems| {
            let first = problems.first().map(ToString::to_string);
            format!("no town of {population}: {}", first.unwrap_or_default())
        })?;
        let focus = focus(&content, sample.module.minds.people.len());
        Ok(Site { content, focus })
    }

    /// The town on the day it is measured, with so many calendar seconds in a thousand of the stage.
    pub fn open(&self, rate: i64) -> Living {
        let opening = Opening {
            seconds: FROM_S,
            focus: Some(self.focus),
            ..Opening::default().at_rate(rate)
        };
        Living::begin(self.content.clone(), SEED, opening)
    }

    /// How many people there are.
    pub fn people(&self) -> usize {
        self.content.module.minds.people.len()
    }

    /// The calendar second of the day, within a stretch, in which most people's schedule changes, and
    /// how many they are.
    pub fn busiest_second(&self, from: i32, until: i32) -> (i32, usize) {
        let mut changes: std::collections::BTreeMap<i32, usize> = Default::default();
        for person in &self.content.module.minds.people {
            for entry in &person.schedule.entries {
                let at = i32::try_from(entry.ends.0).unwrap_or(0);
                if (from..until).contains(&at) {
                    *changes.entry(at).or_default() += 1;
                }
            }
        }
        let most = changes.into_iter().max_by_key(|(at, count)| (*count, -*at));
        most.unwrap_or((from, 0))
    }
}

/// The middle of the town, and how far one must go from there to meet so many of its people.
fn focus(content: &Content, neighbourhood: usize) -> Focus {
    let people = &content.module.minds.people;
    let homes: std::collections::BTreeMap<AreaId, Place> = {
        let plates = content.atlas.plan().plates.iter().rev();
        plates.map(|plate| (plate.area, plate.middle())).collect()
    };
    let places: Vec<Place> = people
        .iter()
        .filter_map(|person| homes.get(&area_of(person)?).copied())
        .collect();
    let middle = |of: fn(&Place) -> i32| {
        let mut along: Vec<i32> = places.iter().map(of).collect();
        along.sort_unstable();
        along.get(along.len() / 2).copied().unwrap_or(0)
    };
    let at = Place {
        x_mm: middle(|place| place.x_mm),
        y_mm: middle(|place| place.y_mm),
        z_mm: 0,
    };
    let mut away: Vec<i64> = places.iter().map(|place| at.distance_mm(*place)).collect();
    away.sort_unstable();
    let radius = |count: usize| {
        let last = away.get(count.min(away.len().saturating_sub(1)));
        u32::try_from(last.copied().unwrap_or(0)).unwrap_or(u32::MAX)
    };
    Focus {
        at,
        full_mm: radius((people.len() / FULL).max(neighbourhood)),
        ambient_mm: radius((people.len() / AMBIENT).max(neighbourhood)),
    }
}

/// Where a person is while it is measured.
fn area_of(person: &CastMember) -> Option<AreaId> {
    let now = Moment(i64::from(FROM_S));
    let mut entries = person.schedule.entries.iter();
    let entry = entries.find(|entry| schedule::in_force(entry, now))?;
    match entry.venue {
        Venue::Area(area) => Some(area),
        Venue::Suits(_) => None,
    }
}
