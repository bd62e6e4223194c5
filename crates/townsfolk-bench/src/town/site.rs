//! A town grown from a sample, with a focus on one part of it.

use townsfolk::Focus;
use townsfolk_core::Seed;
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
        let (people, neighbourhood) = (
            content.module.minds.people.len(),
            sample.module.minds.people.len(),
        );
        let (full, ambient) = (
            (people / FULL).max(neighbourhood),
            (people / AMBIENT).max(neighbourhood),
        );
        let focus = content.focus(None, FROM_S, full, ambient);
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
