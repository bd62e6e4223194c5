//! Drift of feelings: linear and in closed form, towards their usual value. And staleness of
//! repeated interactions with the same person.

use crate::calendar::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::CharacterId;
use townsfolk_module::mind::{Degree, Interaction, Mood, Relationship, Temper};

/// Maximum number of past interactions kept for staleness; the oldest goes first.
pub const DEEDS_MAX: usize = 32;

/// A mood after this many seconds, on its way back to the usual one.
pub fn cooled(temper: &Temper, usual: Mood, left: Mood, passed: i64) -> Mood {
    let back = |from, to| drifted(from, to, passed, temper.cools_down, temper.cools_down);
    Mood {
        valence: back(left.valence, usual.valence),
        arousal: back(left.arousal, usual.arousal),
    }
}

/// A feeling after this many seconds, on its way back to its initial value: up by forgiving, down
/// by growing apart.
pub fn mellowed(
    temper: &Temper,
    first: Relationship,
    left: Relationship,
    passed: i64,
) -> Relationship {
    let back = |from, to| drifted(from, to, passed, temper.forgives, temper.grows_apart);
    Relationship {
        like: back(left.like, first.like),
        attraction: back(left.attraction, first.attraction),
        dominance: back(left.dominance, first.dominance),
        intimacy: back(left.intimacy, first.intimacy),
        interest: back(left.interest, first.interest),
    }
}

/// A degree on its way to another. The time is for the whole scale, and proportionally less for a
/// shorter distance. Without a time it stays.
fn drifted(from: Degree, to: Degree, passed: i64, up: Option<u32>, down: Option<u32>) -> Degree {
    let takes = if from < to { up } else { down };
    let Some(takes) = takes else {
        return from;
    };
    let way = i128::from(passed.max(0)) << 16;
    let way = way / i128::from(takes.max(1));
    let way = Degree::saturated(i64::try_from(way).unwrap_or(i64::MAX));
    if from < to {
        from.plus(way).min(to)
    } else {
        from.minus(way).max(to)
    }
}

/// A past interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deed {
    /// To whom.
    pub to: CharacterId,
    /// What.
    pub what: Interaction,
    /// When.
    pub at: Moment,
}

/// Stores an interaction, and drops those that are no longer stale.
pub fn remember(deeds: &mut Vec<Deed>, deed: Deed, temper: &Temper) {
    let longest = i64::from(temper.tires_longest());
    deeds.retain(|known| deed.at.since(known.at) < longest);
    if longest > 0 {
        let surplus = (deeds.len() + 1).saturating_sub(DEEDS_MAX);
        deeds.drain(..surplus);
        deeds.push(deed);
    }
}

/// The share that staleness leaves of an interaction with a character: zero right after it, growing
/// with time, less if it was repeated.
pub fn freshness(
    temper: &Temper,
    deeds: &[Deed],
    to: CharacterId,
    what: Interaction,
    now: Moment,
) -> Degree {
    let stale = i64::from(temper.tires_of(what));
    let same = deeds
        .iter()
        .filter(|deed| deed.to == to && deed.what == what);
    let ages = same.map(|deed| now.since(deed.at).max(0));
    ages.filter(|age| *age < stale)
        .map(|age| Degree::saturated((age << 16) / stale))
        .fold(Degree::ONE, Degree::times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hours(n: i64) -> i64 {
        n * 3600
    }

    fn temper() -> Temper {
        Temper {
            cools_down: Some(3 * 3600),
            forgives: Some(48 * 3600),
            tires: vec![(Interaction::Joke, 3600)],
            ..Temper::default()
        }
    }

    #[test]
    fn a_bad_mood_is_gone_the_sooner_the_smaller_it_is() {
        let usual = Mood::default();
        let low = Mood {
            valence: Degree::ZERO,
            arousal: Degree::percent(60),
        };
        let after = |seconds| cooled(&temper(), usual, low, seconds);
        assert_eq!(after(0), low);
        assert_eq!(after(hours(1)).valence.to_string(), "0.333");
        assert_eq!(after(hours(1)).arousal, Degree::HALF);
        assert_eq!(after(hours(2)), usual);
        assert_eq!(after(i64::MAX), usual);
        assert_eq!(after(-5), low);
        assert_eq!(cooled(&Temper::default(), usual, low, hours(99)), low);
    }

    #[test]
    fn one_who_forgives_does_not_grow_apart() {
        let first = Relationship::at_first_sight(Degree::HALF, Degree::ZERO);
        let left = Relationship {
            like: Degree::ZERO,
            intimacy: Degree::ONE,
            ..first
        };
        let after = mellowed(&temper(), first, left, hours(12));
        assert_eq!(after.like, Degree::percent(25));
        assert_eq!(after.intimacy, Degree::ONE);
        let apart = Temper {
            grows_apart: Some(3600),
            ..Temper::default()
        };
        let after = mellowed(&apart, first, left, hours(1));
        assert_eq!((after.like, after.intimacy), (Degree::ZERO, Degree::ZERO));
    }

    #[test]
    fn a_joke_twice_running_is_stale_and_a_chat_is_not() {
        let (ann, bob) = (CharacterId(1), CharacterId(2));
        let mut deeds = vec![];
        let fresh = |deeds: &[Deed], to, what, at| {
            freshness(&temper(), deeds, to, what, Moment(at)).to_string()
        };
        for at in [0, 0] {
            let deed = Deed {
                to: ann,
                what: Interaction::Joke,
                at: Moment(at),
            };
            remember(&mut deeds, deed, &temper());
        }
        assert_eq!(fresh(&deeds[..1], ann, Interaction::Joke, 0), "0");
        assert_eq!(fresh(&deeds[..1], ann, Interaction::Joke, 1800), "0.5");
        assert_eq!(fresh(&deeds, ann, Interaction::Joke, 1800), "0.25");
        assert_eq!(fresh(&deeds, ann, Interaction::Joke, 3600), "1");
        assert_eq!(fresh(&deeds, bob, Interaction::Joke, 0), "1");
        assert_eq!(fresh(&deeds, ann, Interaction::Chat, 0), "1");
        let later = Deed {
            to: bob,
            what: Interaction::Chat,
            at: Moment(4000),
        };
        remember(&mut deeds, later, &temper());
        assert_eq!(deeds, [later]);
        remember(&mut deeds, later, &Temper::default());
        assert_eq!(deeds, []);
    }

    proptest! {
        /// A drift never overshoots, diverges or reverses.
        #[test]
        fn a_feeling_comes_steadily_nearer(
            from in 0..=65_536, to in 0..=65_536, takes in 0..100_000_u32,
            early in 0..100_000_i64, more in 0..100_000_i64,
        ) {
            let (from, to) = (Degree(from), Degree(to));
            let at = |passed| drifted(from, to, passed, Some(takes), Some(takes));
            let away = |degree: Degree| degree.minus(to).0.abs();
            prop_assert!(away(at(early)) <= away(from));
            prop_assert!(away(at(early + more)) <= away(at(early)));
            prop_assert!(at(early) >= from.min(to) && at(early) <= from.max(to));
            prop_assert_eq!(at(i64::from(takes) + 1), to);
        }
    }
}
