//! Needs over time, in closed form.
//!
//! A need is never stepped. Its [`NeedLevel`] holds the level at the last change and the direction.
//! The level at a later moment is read off its curve, and so is the moment at which it crosses a
//! threshold.

use crate::calendar::Moment;
use crate::curve::{first_at_least, first_at_most, level};
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{Draw, MemberId, Seed, SiteId, Tick};
use townsfolk_module::mind::{Degree, Drift, Need};

/// A level at one moment, and its direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NeedLevel {
    /// When the current curve would have begun to be at the current level now.
    began: Moment,
    from: Degree,
    heading: Heading,
}

/// The direction of a need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Heading {
    /// Along its rising curve.
    Rising,
    /// Along its falling curve.
    Falling,
    /// Unchanging.
    Still,
}

impl NeedLevel {
    /// The initial level: the declared start or, if declared so, a level drawn for this character.
    pub fn begin(need: &Need, seed: Seed, who: MemberId, now: Moment) -> NeedLevel {
        let from = if need.random_start {
            let draw = Draw::at(seed, u64::from(who.0), Tick(now.0), SiteId(need.id.0));
            Degree::saturated(draw.between(0, 0, i64::from(Degree::ONE.0)))
        } else {
            need.start.clamped()
        };
        let heading = by_itself(need);
        NeedLevel {
            began: began(need, from, heading, now),
            from,
            heading,
        }
    }

    /// A need that has this level now and follows its default direction.
    pub fn from_level(need: &Need, level: Degree, now: Moment) -> NeedLevel {
        let (from, heading) = (level.clamped(), by_itself(need));
        NeedLevel {
            began: began(need, from, heading, now),
            from,
            heading,
        }
    }

    /// The level at a moment that is not before the last change.
    pub fn level(&self, need: &Need, now: Moment) -> Degree {
        let phase = now.since(self.began);
        match self.heading {
            Heading::Still => self.from,
            Heading::Rising => self.from.max(level(&need.rise, phase)).clamped(),
            Heading::Falling => self.from.min(level(&need.fall, phase)).clamped(),
        }
    }

    /// Folds it into a digest.
    pub fn fold_into(&self, digest: u64) -> u64 {
        let digest = fold(digest, self.began.0 as u64);
        fold(digest, (self.from.0 as u64) << 8 | self.heading as u64)
    }

    /// The direction.
    pub fn heading(&self) -> Heading {
        self.heading
    }

    /// Changes direction at the current level: the other curve is entered where it has the same
    /// level.
    pub fn head(&mut self, need: &Need, heading: Heading, now: Moment) {
        if heading != self.heading {
            self.follow(need, self.level(need, now), heading, now);
        }
    }

    /// Resumes the declared default direction.
    pub fn leave(&mut self, need: &Need, now: Moment) {
        self.head(need, by_itself(need), now);
    }

    /// Raises or lowers the level at once.
    pub fn burst(&mut self, need: &Need, by: Degree, now: Moment) {
        let level = self.level(need, now).plus(by).clamped();
        self.follow(need, level, self.heading, now);
    }

    fn follow(&mut self, need: &Need, from: Degree, heading: Heading, now: Moment) {
        *self = NeedLevel {
            began: began(need, from, heading, now),
            from,
            heading,
        };
    }

    /// The first moment from now on at which the level is at least this high, without further
    /// changes.
    pub fn next_at_least(&self, need: &Need, threshold: Degree, now: Moment) -> Option<Moment> {
        if self.level(need, now) >= threshold {
            return Some(now);
        }
        if self.heading != Heading::Rising {
            return None;
        }
        Some(self.began.after(first_at_least(&need.rise, threshold)?))
    }

    /// The first moment from now on at which the level is below this, without further changes.
    pub fn next_below(&self, need: &Need, threshold: Degree, now: Moment) -> Option<Moment> {
        if self.level(need, now) < threshold {
            return Some(now);
        }
        if self.heading != Heading::Falling {
            return None;
        }
        let below = Degree(threshold.0.saturating_sub(1));
        Some(self.began.after(first_at_most(&need.fall, below)?))
    }
}

/// When a curve would have begun for a level that is reached now: its last second that is not
/// beyond the level. If the curve is flat at that level, the flat part lies ahead. A curve that
/// never reaches the level has not begun.
fn began(need: &Need, from: Degree, heading: Heading, now: Moment) -> Moment {
    let (curve, phase) = match heading {
        Heading::Still => return now,
        Heading::Rising => (&need.rise, first_at_least(&need.rise, from)),
        Heading::Falling => (&need.fall, first_at_most(&need.fall, from)),
    };
    match phase {
        None => Moment(i64::MAX),
        Some(phase) if level(curve, phase) == from => now.after(-phase),
        Some(phase) => now.after(-(phase - 1).max(0)),
    }
}

fn by_itself(need: &Need) -> Heading {
    match need.drift {
        Drift::Rises => Heading::Rising,
        Drift::Falls => Heading::Falling,
        Drift::Stays => Heading::Still,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use townsfolk_core::NeedId;
    use townsfolk_module::mind::Curve;

    fn curve(steps: &[(u32, i32)], rising: bool) -> Curve {
        let (mut time, mut climb) = (0, 0);
        let total: i32 = steps.iter().map(|(_, height)| height).sum::<i32>().max(1);
        let mut points = vec![];
        for (wait, height) in steps {
            points.push((time, climb));
            time += wait;
            climb += height;
        }
        points.push((time, climb));
        let scale = |climbed: i32| {
            let share = i64::from(climbed) * i64::from(Degree::ONE.0) / i64::from(total);
            let degree = Degree::saturated(share);
            if rising {
                degree
            } else {
                Degree::ONE.minus(degree)
            }
        };
        let points = points.into_iter().map(|(t, climbed)| (t, scale(climbed)));
        Curve {
            points: points.collect(),
        }
    }

    fn need() -> impl Strategy<Value = Need> {
        let steps = || vec((1..400u32, 0..50i32), 1..5);
        let drift = prop_oneof![Just(Drift::Rises), Just(Drift::Falls), Just(Drift::Stays)];
        (steps(), steps(), drift, 0..65_537).prop_map(|(up, down, drift, start)| Need {
            id: NeedId(1),
            rise: curve(&up, true),
            fall: curve(&down, false),
            drift,
            start: Degree(start),
            random_start: false,
        })
    }

    fn turns() -> impl Strategy<Value = Vec<(i64, u8, i32)>> {
        vec((0..500i64, 0..4u8, -40_000..40_000), 0..6)
    }

    /// A need after some changes, and when the last change was.
    fn course(need: &Need, turns: &[(i64, u8, i32)]) -> (NeedLevel, Moment) {
        let mut now = Moment(1000);
        let mut course = NeedLevel::begin(need, Seed(1), MemberId(1), now);
        for (wait, what, by) in turns {
            now = now.after(*wait);
            let before = course.level(need, now);
            match what {
                0 => course.head(need, Heading::Rising, now),
                1 => course.head(need, Heading::Falling, now),
                2 => course.leave(need, now),
                _ => course.burst(need, Degree(*by), now),
            }
            if *what < 3 {
                assert_eq!(course.level(need, now), before, "turning is not jumping");
            }
        }
        (course, now)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_next_crossing_is_the_first_second_that_a_search_would_find(
            need in need(),
            turns in turns(),
            threshold in 0..65_537,
        ) {
            let threshold = Degree(threshold);
            let (course, now) = course(&need, &turns);
            let seconds = || (0..5000).map(|second| now.after(second));
            let reached = seconds().find(|at| course.level(&need, *at) >= threshold);
            prop_assert_eq!(course.next_at_least(&need, threshold, now), reached);
            let below = seconds().find(|at| course.level(&need, *at) < threshold);
            prop_assert_eq!(course.next_below(&need, threshold, now), below);
        }

        #[test]
        fn a_need_moves_only_where_it_is_heading_and_gets_there(need in need(), turns in turns()) {
            let (course, now) = course(&need, &turns);
            let levels: Vec<Degree> =
                (0..5000).map(|second| course.level(&need, now.after(second))).collect();
            let last = levels[levels.len() - 1];
            match course.heading() {
                Heading::Rising => {
                    prop_assert!(levels.is_sorted());
                    let top = need.rise.points.last().map(|p| p.1).unwrap_or_default();
                    prop_assert!(last >= top, "{last} below {top}");
                }
                Heading::Falling => {
                    prop_assert!(levels.iter().rev().is_sorted());
                    let bottom = need.fall.points.last().map(|p| p.1).unwrap_or_default();
                    prop_assert!(last <= bottom);
                }
                Heading::Still => prop_assert!(levels.iter().all(|level| *level == last)),
            }
        }
    }

    #[test]
    fn a_random_start_differs_between_people_and_not_between_runs() {
        let need = Need {
            id: NeedId(1),
            rise: Curve::straight(Degree::ZERO, Degree::ONE, 3600),
            fall: Curve::straight(Degree::ONE, Degree::ZERO, 60),
            drift: Drift::Rises,
            start: Degree::ZERO,
            random_start: true,
        };
        let level = |who: u32| {
            let course = NeedLevel::begin(&need, Seed(3), MemberId(who), Moment(0));
            course.level(&need, Moment(0))
        };
        let levels: Vec<Degree> = (0..100).map(level).collect();
        let low = levels.iter().filter(|level| **level < Degree::HALF).count();
        assert!((30..70).contains(&low), "{low} of 100 below one half");
        assert_eq!(levels, (0..100).map(level).collect::<Vec<_>>());
    }
}
