//! The place of a character at a tick.

use crate::plan::ConnectorId;
use serde::{Deserialize, Serialize};
use townsfolk::Place;
use townsfolk_core::{Duration, TICKS_PER_SECOND, Tick};

/// Fractions of a tick in which moments on the way are counted, so that rounding does not add up to
/// delays.
const GRAINS: i64 = 256;

/// A point of a walk, and when it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Since the start, in fractions of a tick.
    after: u32,
    /// The position.
    pub at: Place,
}

/// A connector that is passed on a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pass {
    /// The connector.
    pub way: ConnectorId,
    /// The tick.
    pub at: Tick,
    /// The first point beyond it.
    pub(crate) point: u32,
    /// Whether a slot was reserved at its gate.
    pub(crate) gated: bool,
}

/// A walk: the position of a character at every moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Walk {
    start: Tick,
    points: Vec<Point>,
    passes: Vec<Pass>,
}

impl Walk {
    /// A walk that stands at a place.
    pub fn standing(at: Place, since: Tick) -> Walk {
        Walk {
            start: since,
            points: vec![Point { after: 0, at }],
            passes: vec![],
        }
    }

    /// A straight walk, in whole ticks.
    pub fn straight(from: Place, to: Place, start: Tick, pace_mm: i32) -> Walk {
        let mut steps = Steps::new(from, start, pace_mm);
        let millimetres = from.distance_mm(to).saturating_mul(TICKS_PER_SECOND);
        let ticks = (millimetres / steps.pace_mm).max(1);
        steps.put(to, ticks.saturating_mul(GRAINS));
        steps.done()
    }

    /// The position at a tick; before the start the first point, after the end the last.
    pub fn at(&self, tick: Tick) -> Place {
        let gone = tick.since(self.start).0.saturating_mul(GRAINS);
        let gone = gone.clamp(0, i64::from(u32::MAX)) as u32;
        let next = self.points.partition_point(|point| point.after <= gone);
        let before = next.checked_sub(1).and_then(|n| self.points.get(n));
        match (before, self.points.get(next)) {
            (Some(before), Some(after)) => between(before, after, gone),
            (Some(only), None) | (None, Some(only)) => only.at,
            (None, None) => Place::default(),
        }
    }

    /// Its first tick.
    pub fn start(&self) -> Tick {
        self.start
    }

    /// The first tick at which it is over.
    pub fn end(&self) -> Tick {
        let last = self.points.last().map_or(0, |point| i64::from(point.after));
        self.start.after(Duration(whole_ticks(last)))
    }

    /// Its last point.
    pub fn goal(&self) -> Place {
        self.points.last().map(|point| point.at).unwrap_or_default()
    }

    /// Whether it is not over at a tick, moving or waiting.
    pub fn is_under_way(&self, tick: Tick) -> bool {
        tick < self.end()
    }

    /// Its points, with the latest tick at which each is reached.
    pub fn points(&self) -> impl Iterator<Item = (Tick, Place)> + '_ {
        let when = |point: &Point| {
            self.start
                .after(Duration(whole_ticks(i64::from(point.after))))
        };
        self.points.iter().map(move |point| (when(point), point.at))
    }

    /// The connectors that it passes, in order.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Whether its points are in order of time, within the range of ticks.
    pub(crate) fn is_in_order(&self) -> bool {
        let times = self.points.iter().map(|point| point.after);
        !self.points.is_empty() && times.is_sorted() && self.start.0.unsigned_abs() < 1 << 60
    }

    /// The same walk up to the last point before a connector. `None` if that has been or is being
    /// passed, or is not on the way.
    pub fn cut_before(&self, way: ConnectorId, now: Tick) -> Option<Walk> {
        let mut passes = self.passes.iter();
        let index = passes.position(|pass| pass.way == way && pass.at > now)?;
        // The last point before the one beyond is in the door itself.
        let keeps = (self.passes.get(index)?.point as usize).checked_sub(1)?;
        let mut cut = self.clone();
        cut.passes.truncate(index);
        cut.points.truncate(keeps);
        (!cut.points.is_empty() && cut.end() >= now).then_some(cut)
    }
}

/// Builds a walk from steps.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    walk: Walk,
    pace_mm: i64,
}

impl Steps {
    pub(crate) fn new(from: Place, start: Tick, pace_mm: i32) -> Steps {
        Steps {
            walk: Walk::standing(from, start),
            pace_mm: i64::from(pace_mm.max(1)),
        }
    }

    pub(crate) fn here(&self) -> Place {
        self.walk.goal()
    }

    fn gone(&self) -> i64 {
        self.walk
            .points
            .last()
            .map_or(0, |point| i64::from(point.after))
    }

    /// The tick at which the last point is reached.
    pub(crate) fn now(&self) -> Tick {
        self.walk.end()
    }

    /// Adds a straight step to a point, with its length.
    pub(crate) fn go(&mut self, to: Place, length_mm: u64) {
        let length = i64::try_from(length_mm).unwrap_or(i64::MAX);
        let grains = length.saturating_mul(TICKS_PER_SECOND * GRAINS);
        let takes = grains.saturating_add(self.pace_mm - 1) / self.pace_mm;
        self.put(to, takes);
    }

    /// Adds a wait.
    pub(crate) fn wait(&mut self, span: Duration) {
        if span.0 > 0 {
            self.put(self.here(), span.0.saturating_mul(GRAINS));
        }
    }

    fn put(&mut self, at: Place, takes: i64) {
        let after = self.gone().saturating_add(takes);
        let after = u32::try_from(after).unwrap_or(u32::MAX);
        self.walk.points.push(Point { after, at });
    }

    /// Removes the last step, so that another can be put before it.
    pub(crate) fn take_back(&mut self) -> Option<Place> {
        (self.walk.points.len() > 1).then(|| self.walk.points.pop().map(|point| point.at))?
    }

    /// Records that a connector is passed here.
    pub(crate) fn pass(&mut self, way: ConnectorId, gated: bool) {
        self.walk.passes.push(Pass {
            way,
            at: self.now(),
            point: u32::try_from(self.walk.points.len()).unwrap_or(u32::MAX),
            gated,
        });
    }

    pub(crate) fn done(self) -> Walk {
        self.walk
    }
}

fn whole_ticks(grains: i64) -> i64 {
    grains.saturating_add(GRAINS - 1) / GRAINS
}

fn between(before: &Point, after: &Point, gone: u32) -> Place {
    let all = i64::from(after.after) - i64::from(before.after);
    let part = i64::from(gone) - i64::from(before.after);
    let along = |a: i32, b: i32| {
        let way = (i64::from(b) - i64::from(a)).saturating_mul(part) / all.max(1);
        i32::try_from(i64::from(a) + way).unwrap_or(a)
    };
    let (a, b) = (before.at, after.at);
    Place {
        x_mm: along(a.x_mm, b.x_mm),
        y_mm: along(a.y_mm, b.y_mm),
        z_mm: along(a.z_mm, b.z_mm),
    }
}
