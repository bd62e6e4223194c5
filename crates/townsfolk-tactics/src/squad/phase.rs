//! Phases of a squad: from calm over the fight to the search.
//!
//! ```text
//! calm ─noticed─▶ surround ─▶ advance ─▶ check ─▶ search ─▶ calm
//!                    ▲           noticed again: from everywhere
//! ```

use crate::posts::flat::flat_distance;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, Place, Tick};

/// What a squad does together.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Phase {
    /// Everybody goes about their own things.
    #[default]
    Calm,
    /// Members take posts around the place where the enemy is believed to be.
    Surround,
    /// Members close in, post by post.
    Advance,
    /// One member looks at the place.
    Check,
    /// Everybody searches.
    Search,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 5] = [
        Phase::Calm,
        Phase::Surround,
        Phase::Advance,
        Phase::Check,
        Phase::Search,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Calm => "calm",
            Phase::Surround => "surround",
            Phase::Advance => "advance",
            Phase::Check => "check",
            Phase::Search => "search",
        }
    }

    /// Whether the squad fights.
    pub const fn is_combat(self) -> bool {
        matches!(self, Phase::Surround | Phase::Advance | Phase::Check)
    }
}

/// How long members have to take their posts.
pub const SURROUND_MAX: Duration = Duration::seconds(6);

/// The enemy must be unseen for this long before its place is checked.
pub const UNSEEN_MIN: Duration = Duration::seconds(10);

/// Unseen for this long, its place is checked even if somebody could still come nearer.
pub const UNSEEN_MAX: Duration = Duration::seconds(120);

/// Nobody must have come nearer for this long.
pub const STUCK_MIN: Duration = Duration::seconds(1);

/// A check that takes longer is given up, and the search begins.
pub const CHECK_MAX: Duration = Duration::seconds(20);

/// The search ends when there has been nothing to search for this long.
pub const EMPTY_MIN: Duration = Duration::seconds(3);

/// The search ends after this time.
pub const SEARCH_MAX: Duration = Duration::seconds(60);

/// An enemy that is farther than this from where it is believed to be has slipped away.
pub const ESCAPED_MM: i64 = 5_000;

/// Whether an enemy has slipped away.
///
/// This is the one place where a squad uses the true position of an enemy, and only this yes or no
/// comes out of it. Whoever goes to check still goes to the believed place. Every firing is logged.
pub fn escaped(true_place: Place, believed: Place) -> bool {
    flat_distance(true_place, believed) > ESCAPED_MM
}

/// The phase of a squad, with what it has waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cycle {
    /// The phase.
    pub phase: Phase,
    /// Since when.
    pub since: Tick,
    /// When a member last perceived the enemy.
    pub perceived: Option<Tick>,
    /// Since when nobody could come nearer.
    pub stuck: Option<Tick>,
    /// Since when there has been nothing to search.
    pub empty: Option<Tick>,
}

/// What a squad finds at one tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Observed {
    /// A member perceives the enemy.
    pub perceived: bool,
    /// The enemy is gone for good: dead, or its record was forgotten.
    pub gone: bool,
    /// All members have their posts.
    pub placed: bool,
    /// A member can come nearer.
    pub can_advance: bool,
    /// The enemy has slipped away, see [`escaped`].
    pub escaped: bool,
    /// A member has looked at the place, and nobody was there.
    pub nothing_there: bool,
    /// There are cells to search.
    pub cells: bool,
}

impl Cycle {
    /// Goes on by one tick. Returns the phase that was left, if it changed.
    pub fn step(&mut self, seen: Observed, now: Tick) -> Option<Phase> {
        if seen.perceived {
            self.perceived = Some(now);
        }
        self.stuck = match seen.can_advance {
            true => None,
            false => self.stuck.or(Some(now)),
        };
        self.empty = match seen.cells {
            true => None,
            false => self.empty.or(Some(now)),
        };
        let next = self.next(seen, now);
        let left = (next != self.phase).then_some(self.phase);
        if left.is_some() {
            self.enter(next, now);
        }
        left
    }

    fn enter(&mut self, phase: Phase, now: Tick) {
        self.phase = phase;
        self.since = now;
        self.stuck = None;
        self.empty = None;
    }

    fn next(&self, seen: Observed, now: Tick) -> Phase {
        let spent = now.since(self.since);
        let waited = |since: Option<Tick>, least| since.is_some_and(|t| now.since(t) >= least);
        if seen.gone {
            return Phase::Calm;
        }
        match self.phase {
            _ if seen.perceived && !matches!(self.phase, Phase::Surround | Phase::Advance) => {
                Phase::Surround
            }
            Phase::Surround | Phase::Advance if seen.escaped && !seen.perceived => Phase::Check,
            Phase::Surround if seen.placed || spent >= SURROUND_MAX => Phase::Advance,
            Phase::Advance
                if waited(self.perceived, UNSEEN_MIN) && waited(self.stuck, STUCK_MIN) =>
            {
                Phase::Check
            }
            Phase::Advance if waited(self.perceived, UNSEEN_MAX) => Phase::Check,
            Phase::Check if seen.nothing_there || spent >= CHECK_MAX => Phase::Search,
            Phase::Search if waited(self.empty, EMPTY_MIN) || spent >= SEARCH_MAX => Phase::Calm,
            phase => phase,
        }
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        self.since = self.since.after(later);
        for moment in [&mut self.perceived, &mut self.stuck, &mut self.empty] {
            *moment = moment.map(|at| at.after(later));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advancing() -> Cycle {
        let mut squad = Cycle::default();
        let noticed = Observed {
            perceived: true,
            ..Observed::default()
        };
        assert_eq!(squad.step(noticed, Tick(0)), Some(Phase::Calm));
        let placed = Observed {
            placed: true,
            ..noticed
        };
        squad.step(placed, Tick(1));
        assert_eq!(squad.phase, Phase::Advance);
        squad
    }

    /// The tick at which the check begins.
    fn check_at(seen: impl Fn(i64) -> Observed) -> Option<i64> {
        let mut squad = advancing();
        (2..2_000).find(|tick| {
            squad.step(seen(*tick), Tick(*tick));
            squad.phase == Phase::Check
        })
    }

    #[test]
    fn done_09_the_check_waits_ten_seconds_and_until_nobody_can_advance() {
        assert!(!escaped(
            Place::metres(0, 0),
            Place {
                x_mm: 4_900,
                y_mm: 0,
                z_mm: 0
            }
        ));
        assert!(escaped(
            Place::metres(0, 0),
            Place {
                x_mm: 5_100,
                y_mm: 0,
                z_mm: 0
            }
        ));
        let quiet = Observed::default();
        assert_eq!(
            check_at(|_| quiet),
            Some(601),
            "ten seconds after it was last noticed"
        );
        let can_advance = |until| {
            move |tick| Observed {
                can_advance: tick < until,
                ..quiet
            }
        };
        assert_eq!(
            check_at(can_advance(900)),
            Some(960),
            "a second after the last step"
        );
        assert_eq!(check_at(can_advance(9_000)), None);
    }

    #[test]
    fn done_09_an_enemy_that_slipped_away_is_looked_for_in_the_next_tick() {
        let escaped = |tick| Observed {
            escaped: tick >= 100,
            can_advance: true,
            ..Observed::default()
        };
        assert_eq!(check_at(escaped), Some(100));
    }

    #[test]
    fn the_search_ends_when_nothing_is_left() {
        let mut squad = advancing();
        squad.enter(Phase::Search, Tick(1_000));
        let cells = |cells| Observed {
            cells,
            ..Observed::default()
        };
        for tick in 1_001..1_100 {
            squad.step(cells(true), Tick(tick));
        }
        for tick in 1_100..1_280 {
            squad.step(cells(false), Tick(tick));
            assert_eq!(squad.phase, Phase::Search, "{tick}");
        }
        squad.step(cells(false), Tick(1_280));
        assert_eq!(squad.phase, Phase::Calm);
        squad.enter(Phase::Search, Tick(2_000));
        squad.step(cells(true), Tick(5_600));
        assert_eq!(squad.phase, Phase::Calm, "a minute is enough");
    }

    #[test]
    fn noticing_the_enemy_begins_the_fight_again() {
        for phase in Phase::ALL {
            let mut squad = advancing();
            squad.enter(phase, Tick(10));
            let noticed = Observed {
                perceived: true,
                ..Observed::default()
            };
            squad.step(noticed, Tick(11));
            let fights = matches!(squad.phase, Phase::Surround | Phase::Advance);
            assert!(fights, "{phase:?}");
        }
    }
}
