//! One hour of the calendar, as it was at its beginning and as it went.

use std::collections::BTreeMap;
use townsfolk::Folk;
use townsfolk_core::{AreaId, NeedId, ScriptId};
use townsfolk_mind::Moment;
use townsfolk_mind::social::Relationships;
use townsfolk_module::mind::{Degree, Interaction};

/// Above the first a character counts as a friend, below the second as an enemy.
const FRIEND: Degree = Degree::percent(70);
const ENEMY: Degree = Degree::percent(30);

/// An hour of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hour {
    /// When it was looked at.
    pub at: Moment,
    /// How many people were in each area; `None` is between all of them.
    pub places: BTreeMap<Option<AreaId>, usize>,
    /// How pressing needs were.
    pub needs: BTreeMap<NeedId, Levels>,
    /// How people stood to one another.
    pub ties: Ties,
    /// Scenes that began in this hour.
    pub scenes: BTreeMap<ScriptId, usize>,
    /// Interactions in this hour.
    pub talks: BTreeMap<Interaction, usize>,
    /// How many deeds of their own people did, and broke off.
    pub deeds: (usize, usize),
}

/// The level of a need, over all characters that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// The mean.
    pub mean: Degree,
    /// Nine in ten had no more.
    pub ninth: Degree,
    /// The most.
    pub most: Degree,
}

/// How people stand to one another: in how many cases one …
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ties {
    /// … knows another,
    pub known: usize,
    /// … likes another well,
    pub friends: usize,
    /// … dislikes another.
    pub enemies: usize,
}

impl Hour {
    /// How it is now.
    pub(crate) fn of(folk: &Folk) -> Hour {
        let mut hour = Hour {
            at: folk.moment(),
            ..Hour::default()
        };
        for person in folk.characters().filter(|person| person.at.is_some()) {
            *hour.places.entry(folk.area_of(person.id)).or_default() += 1;
        }
        let mut levels: BTreeMap<NeedId, Vec<Degree>> = BTreeMap::new();
        for minded in folk.minds() {
            for need in minded.mind.needs() {
                let level = minded.mind.level(need, hour.at);
                levels.entry(need).or_default().push(level);
            }
            hour.ties.add(&minded.relationships);
        }
        for (need, levels) in levels {
            hour.needs
                .extend(Levels::of(levels).map(|levels| (need, levels)));
        }
        hour
    }
}

impl Levels {
    fn of(mut levels: Vec<Degree>) -> Option<Levels> {
        levels.sort_unstable();
        let sum: i64 = levels.iter().map(|level| i64::from(level.0)).sum();
        let count = i64::try_from(levels.len()).ok()?;
        let mean = sum.checked_div(count)?;
        let ninth = (levels.len() * 9).div_ceil(10).saturating_sub(1);
        Some(Levels {
            mean: Degree(i32::try_from(mean).unwrap_or(0)),
            ninth: levels.get(ninth).copied()?,
            most: levels.last().copied()?,
        })
    }
}

impl Ties {
    fn add(&mut self, relationships: &Relationships) {
        for (_, felt) in relationships.iter() {
            self.known += 1;
            self.friends += usize::from(felt.like >= FRIEND);
            self.enemies += usize::from(felt.like <= ENEMY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_few_and_many() {
        let of = |levels: &[i32]| {
            let levels = levels.iter().map(|n| Degree::percent(*n)).collect();
            Levels::of(levels).map(|l| (l.ninth, l.most))
        };
        assert_eq!(of(&[]), None);
        let all: Vec<i32> = (1..=20).collect();
        let hundredths = |n| Degree::percent(n);
        assert_eq!(of(&all), Some((hundredths(18), hundredths(20))));
        assert_eq!(of(&[9, 3]), Some((hundredths(9), hundredths(9))));
    }
}
