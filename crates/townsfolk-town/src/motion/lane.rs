//! Walking on the right-hand side.

use crate::paths::length_mm;
use crate::plan::{Connector, Plan, Plate, PlateUse, Way};
use townsfolk::Place;

/// Minimum length of a street on which walkers change sides.
const STRETCH_MM: i32 = 8_000;

/// Minimum distance to the edge.
const EDGE_MM: i32 = 400;

/// Minimum distance of a turn to the line between two plates.
const THRESHOLD_MM: i32 = 300;

/// The points of a way along a street in the right-hand lane, without the first and with the last.
/// `None` if this is not a street, or the lane is too long a detour.
pub(crate) fn along(plate: &Plate, from: Place, to: Place, lane_mm: i32) -> Option<[Place; 3]> {
    if plate.used_as != PlateUse::Street {
        return None;
    }
    let rect = plate.rect;
    let (east, (cx, cy)) = (rect.wide() >= rect.deep(), rect.middle());
    // Coordinates along the street and across it.
    let turned = |at: Place| {
        if east {
            (at.x_mm, at.y_mm)
        } else {
            (at.y_mm, at.x_mm)
        }
    };
    let back = |(along, across): (i32, i32)| match east {
        true => plate.place(along, across),
        false => plate.place(across, along),
    };
    let ((a, a_side), (b, b_side)) = (turned(from), turned(to));
    let far = b.saturating_sub(a);
    if far.saturating_abs() < STRETCH_MM {
        return None;
    }
    let (middle, wide) = if east {
        (cy, rect.deep())
    } else {
        (cx, rect.wide())
    };
    let lane = lane_mm.min(wide / 2 - EDGE_MM).max(0);
    // Walking east, right is south; walking north, right is east.
    let right = if east { -far.signum() } else { far.signum() };
    let line = middle.saturating_add(right * lane);
    let run = |side: i32| {
        let aside = side.saturating_sub(line).saturating_abs().saturating_mul(3);
        aside.min(far.saturating_abs() / 3) * far.signum()
    };
    let first = back((a.saturating_add(run(a_side)), line));
    let last = back((b.saturating_sub(run(b_side)), line));
    let straight = length_mm(from, to);
    let laned = length_mm(from, first) + length_mm(first, last) + length_mm(last, to);
    (laned <= straight + straight / 20).then_some([first, last, to])
}

/// The passage through a connector on the right-hand side: both ends, the near one first.
pub(crate) fn crossing(
    plan: &Plan,
    connector: &Connector,
    from_side: u8,
    lane_mm: i32,
) -> [Place; 2] {
    let mut ends = connector.ends;
    let mut plates = connector.between.map(|id| plan.plate(id));
    if from_side == 1 {
        ends.reverse();
        plates.reverse();
    }
    let [Some(near), Some(far)] = plates else {
        return ends;
    };
    let room = connector.width_mm / 2 - EDGE_MM;
    if connector.way != Way::Mouth || room <= 0 {
        return ends;
    }
    let Some(border) = near.rect.border_with(&far.rect) else {
        return ends;
    };
    let lane = lane_mm.min(room);
    let ahead = match border.upright {
        true if far.rect.x0 >= border.at => (0, -lane),
        true => (0, lane),
        false if far.rect.y0 >= border.at => (lane, 0),
        false => (-lane, 0),
    };
    ends.map(|end| end.offset(ahead))
}

/// The points just before and just behind a connector, for a character that goes straight through.
pub(crate) fn threshold(
    plan: &Plan,
    connector: &Connector,
    from_side: u8,
    [near, far]: [Place; 2],
) -> (Place, Place) {
    let mut plates = connector.between.map(|id| plan.plate(id));
    if from_side == 1 {
        plates.reverse();
    }
    let [Some(here), Some(there)] = plates else {
        return (near, far);
    };
    let border = here.rect.border_with(&there.rect);
    let (Some(border), false) = (border, connector.way == Way::Stairs) else {
        return (near, far);
    };
    let step = |plate: &Plate| {
        let (deep, ahead) = match border.upright {
            true => (plate.rect.wide(), plate.rect.x0 >= border.at),
            false => (plate.rect.deep(), plate.rect.y0 >= border.at),
        };
        let step = THRESHOLD_MM.min(deep / 2);
        let step = if ahead { step } else { -step };
        if border.upright { (step, 0) } else { (0, step) }
    };
    (near.offset(step(here)), far.offset(step(there)))
}
