//! Heading and speed of a body, from reports of where it is.

use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, Place, TICKS_PER_SECOND, Tick};

/// A body that is not reported to move for this time stands still.
pub const STANDS_AFTER: Duration = Duration(18);

/// Distance that tells a direction.
const TELLING_MM: u32 = 50;

/// The first step after a rest is taken to have begun this long ago.
const BEGINS: Duration = Duration(6);

/// The greatest speed that counts, in millimetres a second. A body that is moved further has been
/// put there.
const SPEED_MAX_MM_S: i64 = 30_000;

/// How a body moves and where it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// Where it looks.
    pub heading: Angle,
    /// Where it was when its direction was last told, and when.
    anchor: Option<(Place, Tick)>,
    last_report: Tick,
    speed_mm_s: u32,
}

impl Body {
    /// A body that stands and looks in a direction.
    pub fn facing(heading: Angle) -> Body {
        Body {
            heading,
            ..Body::default()
        }
    }

    /// It is reported to be somewhere.
    pub fn moved(&mut self, from: Option<Place>, to: Place, now: Tick) {
        let rested = now.since(self.last_report) > STANDS_AFTER;
        let (anchor, since) = match self.anchor {
            Some(anchor) if !rested => anchor,
            _ => (from.unwrap_or(to), Tick(now.0.saturating_sub(BEGINS.0))),
        };
        self.last_report = now;
        if anchor.is_within(to, TELLING_MM) {
            self.anchor = Some((anchor, since));
            if rested {
                self.speed_mm_s = 0;
            }
            return;
        }
        let speed = speed(anchor, to, now.since(since));
        self.speed_mm_s = u32::try_from(speed.min(SPEED_MAX_MM_S)).unwrap_or(0);
        self.heading = Angle::from_to(anchor, to);
        self.anchor = Some((to, now));
    }

    /// It looks in a direction from now on.
    pub fn turn_to(&mut self, heading: Angle) {
        self.heading = heading;
    }

    /// Its speed in millimetres a second.
    pub fn speed(&self, at: Place, now: Tick) -> u32 {
        if now.since(self.last_report) > STANDS_AFTER {
            return 0;
        }
        match self.anchor {
            // It has crept since: what it has come so far tells its speed.
            Some((anchor, since)) if now.since(since) > STANDS_AFTER => {
                let slow = speed(anchor, at, now.since(since));
                u32::try_from(slow)
                    .unwrap_or(0)
                    .min(self.speed_mm_s.max(250))
            }
            Some(_) => self.speed_mm_s,
            None => 0,
        }
    }

    /// Its velocity in millimetres a second, east and north.
    pub fn velocity(&self, at: Place, now: Tick) -> (i32, i32) {
        let speed = i32::try_from(self.speed(at, now)).unwrap_or(0);
        self.heading.offset(speed)
    }

    /// Adds a delay to all its moments.
    pub fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.last_report = later(self.last_report);
        if let Some((_, since)) = &mut self.anchor {
            *since = later(*since);
        }
    }
}

fn speed(from: Place, to: Place, time: Duration) -> i64 {
    from.distance_mm(to) * TICKS_PER_SECOND / time.0.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk along the first axis with a report every `every` ticks, up to a tick.
    fn walk(mm_s: i64, every: i64, until: i64) -> (Body, Place) {
        let mut body = Body::default();
        let at = |tick: i64| Place {
            x_mm: (mm_s * tick / 60) as i32,
            ..Place::default()
        };
        let mut last = at(0);
        for tick in (0..=until).filter(|tick| tick % every == 0) {
            body.moved(Some(last), at(tick), Tick(tick));
            last = at(tick);
        }
        (body, last)
    }

    #[test]
    fn speed_follows_from_reports_of_any_rate() {
        for mm_s in [80, 400, 1_200, 5_000] {
            for every in [1, 2, 6, 15] {
                let (body, at) = walk(mm_s, every, 180);
                let speed = i64::from(body.speed(at, Tick(180)));
                assert!(
                    (speed - mm_s).abs() * 5 <= mm_s,
                    "{mm_s} every {every}: {speed}"
                );
                assert_eq!(body.heading, Angle::EAST);
            }
        }
    }

    #[test]
    fn a_body_without_reports_stands() {
        let (body, at) = walk(1_000, 1, 60);
        assert!(body.speed(at, Tick(78)) > 0);
        assert_eq!(body.speed(at, Tick(79)), 0);
        assert_eq!(Body::default().speed(at, Tick(0)), 0);
    }

    #[test]
    fn nothing_overflows() {
        let far = |mm| Place {
            x_mm: mm,
            y_mm: mm,
            z_mm: mm,
        };
        let mut body = Body::default();
        body.moved(Some(far(i32::MIN)), far(i32::MAX), Tick(i64::MAX));
        body.moved(None, far(i32::MIN), Tick(i64::MIN));
        body.velocity(far(i32::MAX), Tick(i64::MAX));
    }
}
