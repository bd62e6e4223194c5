//! The shape of sight, and the time it takes to notice somebody.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, CharacterId, Duration, Place, Tick};
use townsfolk_module::senses::Sight;

/// Thousandths of a degree in a radian.
const RADIAN: i64 = 57_296;

/// The greatest half angle at a distance, in thousandths of a degree: wide near, narrow far.
pub fn half_angle(sight: &Sight, distance_mm: i64) -> u32 {
    let half = i64::from(sight.spread_mm) * RADIAN / distance_mm.max(1);
    let half = u32::try_from(half).unwrap_or(u32::MAX);
    half.max(sight.narrow).min(sight.wide)
}

/// Whether a point is in the shape of sight from the eyes of a watcher that looks in a direction.
pub fn is_in_shape(sight: &Sight, eyes: Place, heading: Angle, point: Place) -> bool {
    if !eyes.is_within(point, sight.range_mm) {
        return false;
    }
    let level = Place {
        z_mm: eyes.z_mm,
        ..point
    };
    let away = eyes.distance_mm(level);
    if away == 0 {
        return true;
    }
    let up = i64::from(point.z_mm) - i64::from(eyes.z_mm);
    heading.between(Angle::from_to(eyes, point)) <= half_angle(sight, eyes.distance_mm(point))
        && Angle::of(away, up).between(Angle::EAST) <= sight.pitch
}

/// The height of the one point of a body at which eyes look: the chest of a body that sneaks, the top
/// of the head of one that fights.
pub const fn point_height(engaged: bool, crouched: bool) -> i32 {
    match (engaged, crouched) {
        (false, false) => 1_200,
        (false, true) => 700,
        (true, false) => 1_750,
        (true, true) => 1_150,
    }
}

/// The height of a character's eyes.
pub const fn eye_height(crouched: bool) -> i32 {
    if crouched { 1_050 } else { crate::EYES_MM }
}

/// How long a watcher needs to notice another.
pub fn threshold(sight: &Sight, fights: bool, known: bool, engaged: bool) -> Duration {
    if fights {
        sight.takes_in_combat
    } else if known || engaged {
        sight.takes
    } else {
        sight.takes_at_first
    }
}

/// Thousandths of a tick in a tick.
const FINE: i64 = 1000;

/// How far a watcher is from noticing another: it fills while the other is in view, and empties while
/// it is not. The watcher perceives the other from when it is full until it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SightTimer {
    /// The other.
    pub target: CharacterId,
    /// In thousandths of a tick, at the last look.
    filled: i64,
    at: Tick,
    in_view: bool,
    threshold: Duration,
    perceived: bool,
}

impl SightTimer {
    /// An empty timer.
    pub fn new(target: CharacterId, threshold: Duration, now: Tick) -> SightTimer {
        SightTimer {
            target,
            filled: 0,
            at: now,
            in_view: false,
            threshold,
            perceived: false,
        }
    }

    fn most(&self) -> i64 {
        self.threshold.0.max(0).saturating_mul(FINE)
    }

    fn filled_at(&self, now: Tick) -> i64 {
        let passed = now.since(self.at).0.max(0).saturating_mul(FINE);
        let filled = match self.in_view {
            true => self.filled.saturating_add(passed),
            false => self.filled.saturating_sub(passed),
        };
        filled.clamp(0, self.most())
    }

    /// A look: whether the other is in view from now on, and how long noticing takes from now on. The
    /// fraction is kept when that changes.
    pub fn look(&mut self, now: Tick, in_view: bool, threshold: Duration) {
        let filled = self.filled_at(now);
        self.settle(filled);
        if threshold != self.threshold {
            let before = self.most();
            self.threshold = threshold;
            self.filled = match before {
                0 if self.perceived => self.most(),
                0 => 0,
                _ => (i128::from(filled) * i128::from(self.most()) / i128::from(before)) as i64,
            };
        } else {
            self.filled = filled;
        }
        (self.at, self.in_view) = (now, in_view);
        if self.threshold.0 <= 0 {
            self.perceived = in_view;
        }
    }

    fn settle(&mut self, filled: i64) {
        if filled >= self.most() && self.most() > 0 {
            self.perceived = true;
        } else if filled == 0 {
            self.perceived = false;
        }
    }

    /// Whether it perceives the other.
    pub fn is_perceived(&self) -> bool {
        self.perceived
    }

    /// Whether the other was in view at the last look.
    pub fn is_in_view(&self) -> bool {
        self.in_view
    }

    /// Whether it is empty, and the other out of view.
    pub fn is_over(&self, now: Tick) -> bool {
        !self.in_view && !self.perceived && self.filled_at(now) == 0
    }

    /// How full it is, in thousandths.
    pub fn fraction(&self, now: Tick) -> u32 {
        let share = self
            .filled_at(now)
            .saturating_mul(1000)
            .checked_div(self.most());
        let share = share.unwrap_or(if self.in_view { 1000 } else { 0 });
        u32::try_from(share).unwrap_or(0)
    }

    /// How long noticing takes.
    pub fn threshold(&self) -> Duration {
        self.threshold
    }

    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.at = later(self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn human() -> Sight {
        Sight {
            range_mm: 30_000,
            spread_mm: 5_000,
            narrow: 8_000,
            wide: 100_000,
            pitch: 35_000,
            takes: Duration(90),
            takes_in_combat: Duration(18),
            takes_at_first: Duration(180),
        }
    }

    fn polar(metres: i32, degrees: i32) -> Place {
        Place::default().offset(Angle::degrees(degrees).offset(metres * 1000))
    }

    #[test]
    fn sight_is_wide_near_and_narrow_far() {
        let sees = |metres, degrees| {
            let point = polar(metres, degrees);
            is_in_shape(&human(), Place::default(), Angle::EAST, point)
        };
        assert!(sees(2, 90) && sees(2, -90) && sees(20, 10));
        assert!(!sees(20, 30) && !sees(31, 0) && !sees(2, 170));
    }

    #[test]
    fn angle_times_distance_is_constant_between_the_limits() {
        let at = |mm: i64| i64::from(half_angle(&human(), mm)) * mm;
        for mm in (3_000..=30_000).step_by(500) {
            assert!((at(mm) - at(10_000)).abs() * 100 <= at(10_000), "{mm}");
        }
    }

    #[test]
    fn nobody_sees_straight_up() {
        let above = |metres: i32, height: i32| Place {
            z_mm: height,
            ..Place::metres(metres, 0)
        };
        let sees = |point| is_in_shape(&human(), Place::default(), Angle::EAST, point);
        assert!(sees(above(5, 3_000)) && !sees(above(5, 4_000)));
        assert!(sees(Place::default()));
    }

    fn look(timer: &mut SightTimer, from: i64, to: i64, in_view: bool) {
        (from..to).for_each(|tick| timer.look(Tick(tick), in_view, timer.threshold()));
    }

    #[test]
    fn it_takes_the_whole_threshold_to_notice() {
        let mut timer = SightTimer::new(CharacterId(1), Duration(90), Tick(0));
        look(&mut timer, 0, 60, true);
        timer.look(Tick(60), true, Duration(90));
        assert!(!timer.is_perceived());
        assert_eq!(timer.fraction(Tick(60)), 666);
        look(&mut timer, 60, 91, true);
        assert!(timer.is_perceived());
        look(&mut timer, 91, 140, false);
        assert!(timer.is_perceived(), "until it is empty");
        look(&mut timer, 140, 185, false);
        assert!(!timer.is_perceived() && timer.is_over(Tick(185)));
    }

    #[test]
    fn short_glimpses_are_never_noticed() {
        let mut timer = SightTimer::new(CharacterId(1), Duration(90), Tick(0));
        for round in 0..50 {
            look(&mut timer, round * 84, round * 84 + 42, true);
            look(&mut timer, round * 84 + 42, round * 84 + 84, false);
            assert!(!timer.is_perceived());
        }
    }

    #[test]
    fn the_fraction_is_kept_when_the_threshold_changes() {
        let mut timer = SightTimer::new(CharacterId(1), Duration(90), Tick(0));
        look(&mut timer, 0, 46, true);
        assert_eq!(timer.fraction(Tick(45)), 500);
        timer.look(Tick(45), true, Duration(18));
        assert_eq!(timer.fraction(Tick(45)), 500);
        timer.look(Tick(54), true, Duration(18));
        assert!(timer.is_perceived());
        timer.look(Tick(54), true, Duration(180));
        assert_eq!(timer.fraction(Tick(54)), 1000);
    }

    #[test]
    fn what_takes_no_time_is_noticed_at_once() {
        let mut timer = SightTimer::new(CharacterId(1), Duration(0), Tick(0));
        timer.look(Tick(0), true, Duration(0));
        assert!(timer.is_perceived());
        timer.look(Tick(2), false, Duration(0));
        assert!(!timer.is_perceived());
        assert!(threshold(&human(), true, false, false) < threshold(&human(), false, true, false));
        assert!(threshold(&human(), false, true, false) < threshold(&human(), false, false, false));
    }
}
