//! Checking a plan, and what of it blocks sight.

use crate::buckets::Buckets;
use crate::fault::{Fault, Part, Problem};
use crate::plan::{GroundPlan, Opening, OpeningKind, Plate};
use crate::rect::Rect;
use crate::solid::{Blocker, FAR_MM, Hole, Solid};
use townsfolk_core::Place;

/// The bottom of a window above the floor.
const SILL_MM: i32 = 900;

/// The top of a door or window above the floor.
const HEAD_MM: i32 = 2_100;

/// Largest difference of two floors that counts as one.
pub(crate) const STEP_MM: i32 = 300;

/// Which parts of a plan are sound enough to be built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sound {
    pub(crate) plates: Vec<bool>,
    pub(crate) obstacles: Vec<bool>,
    pub(crate) openings: Vec<bool>,
}

/// The line in which two plates meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Border {
    /// Whether it runs north and south.
    pub(crate) upright: bool,
    /// Its fixed coordinate.
    pub(crate) at: i32,
    /// Its ends on the other axis.
    pub(crate) along: (i32, i32),
}

/// The border of two rectangles that touch along a line.
pub(crate) fn border(a: &Rect, b: &Rect) -> Option<Border> {
    let common = a.common(b)?;
    match (common.x0 == common.x1, common.y0 == common.y1) {
        (true, false) => Some(Border {
            upright: true,
            at: common.x0,
            along: (common.y0, common.y1),
        }),
        (false, true) => Some(Border {
            upright: false,
            at: common.y0,
            along: (common.x0, common.x1),
        }),
        _ => None,
    }
}

/// Checks the parts on which everything else stands.
pub(crate) fn check(plan: &GroundPlan, faults: &mut Vec<Fault>) -> Sound {
    let mut sound = Sound {
        plates: plates(plan, faults),
        obstacles: obstacles(plan, faults),
        openings: vec![],
    };
    sound.openings = (0..)
        .zip(&plan.openings)
        .map(|(n, opening)| {
            let problem = opening_problem(plan, &sound.plates, n, opening);
            let part = Part::Opening(n as u32);
            faults.extend(problem.map(|problem| Fault { part, problem }));
            problem.is_none()
        })
        .collect();
    sound
}

fn extent_problem(rect: &Rect, z_mm: i32, height_mm: i32) -> Option<Problem> {
    let far = |mm: i32| !(-FAR_MM..=FAR_MM).contains(&mm);
    let top = z_mm.saturating_add(height_mm);
    if [rect.x0, rect.y0, rect.x1, rect.y1, z_mm, top]
        .into_iter()
        .any(far)
    {
        return Some(Problem::TooFar);
    }
    (rect.is_empty() || height_mm <= 0).then_some(Problem::Empty)
}

fn plates(plan: &GroundPlan, faults: &mut Vec<Fault>) -> Vec<bool> {
    let rects: Vec<Rect> = plan.plates.iter().map(|plate| plate.rect).collect();
    let problems = plan.plates.iter();
    let problems = problems.map(|p| extent_problem(&p.rect, p.z_mm, p.height_mm));
    let clash = |a: usize, b: usize| {
        plan.plates[a].z_mm.abs_diff(plan.plates[b].z_mm) <= STEP_MM.unsigned_abs()
    };
    sound_parts(&rects, problems.collect(), clash, true, |n, problem| {
        faults.push(Fault {
            part: Part::Plate(n),
            problem,
        });
    })
}

fn obstacles(plan: &GroundPlan, faults: &mut Vec<Fault>) -> Vec<bool> {
    let rects: Vec<Rect> = plan.obstacles.iter().map(|o| o.rect).collect();
    let problems = plan.obstacles.iter();
    let problems = problems.map(|o| extent_problem(&o.rect, o.z_mm, o.height_mm));
    let clash = |a: usize, b: usize| {
        let (a, b) = (&plan.obstacles[a], &plan.obstacles[b]);
        let top = |z: i32, high: i32| z.saturating_add(high);
        a.z_mm < top(b.z_mm, b.height_mm) && b.z_mm < top(a.z_mm, a.height_mm)
    };
    sound_parts(&rects, problems.collect(), clash, false, |n, problem| {
        faults.push(Fault {
            part: Part::Obstacle(n),
            problem,
        });
    })
}

/// Which rectangles are sound. Those that overlap with an earlier one are reported, and left out
/// if `is_left_out`.
fn sound_parts(
    rects: &[Rect],
    problems: Vec<Option<Problem>>,
    clash: impl Fn(usize, usize) -> bool,
    is_left_out: bool,
    mut report: impl FnMut(u32, Problem),
) -> Vec<bool> {
    let mut sound: Vec<bool> = problems.iter().map(Option::is_none).collect();
    let kept = (0..rects.len()).filter(|n| sound[*n]);
    let kept: Vec<Rect> = kept.map(|n| rects[n]).collect();
    let number = (0..rects.len()).filter(|n| sound[*n]);
    let number: Vec<usize> = number.collect();
    let buckets = Buckets::of(&kept);
    let mut overlapped: Vec<Option<u32>> = vec![None; rects.len()];
    for (nth, rect) in kept.iter().enumerate() {
        let n = number[nth];
        let mut first: Option<usize> = None;
        buckets.each_near(rect, |other| {
            let other_n = number[other as usize];
            let counts = !is_left_out || sound[other_n];
            if other_n < n && counts && kept[other as usize].overlaps(rect) && clash(other_n, n) {
                first = Some(first.map_or(other_n, |before| before.min(other_n)));
            }
        });
        overlapped[n] = first.map(|n| n as u32);
        sound[n] = first.is_none() || !is_left_out;
    }
    for (n, problem) in problems.into_iter().enumerate() {
        if let Some(problem) = problem.or(overlapped[n].map(Problem::Overlaps)) {
            report(n as u32, problem);
        }
    }
    sound
}

fn opening_problem(
    plan: &GroundPlan,
    plates: &[bool],
    n: usize,
    opening: &Opening,
) -> Option<Problem> {
    let plate = |side: usize| {
        let index = opening.between[side] as usize;
        let sound = plates.get(index).copied().unwrap_or(false);
        plan.plates.get(index).filter(|_| sound)
    };
    let (Some(a), Some(b)) = (plate(0), plate(1)) else {
        return Some(Problem::UnknownPlate);
    };
    if opening.width_mm <= 0 {
        return Some(Problem::Empty);
    }
    let named = plan.openings.iter().take(n);
    if let Some(first) = { named }.position(|other| other.id == opening.id) {
        return Some(Problem::SameName(first as u32));
    }
    if opening.kind == OpeningKind::Stairs {
        let ends = [a, b].into_iter().zip(opening.ends);
        let mut off = ends.map(|(plate, end)| !plate.rect.holds((end.x_mm, end.y_mm)));
        return off.any(|off| off).then_some(Problem::OffTheGround);
    }
    let meets = border(&a.rect, &b.rect).is_some_and(|border| {
        let [end, _] = opening.ends;
        let (fixed, along) = border.split(end);
        fixed == border.at && (border.along.0..=border.along.1).contains(&along)
    });
    let level = a.z_mm.abs_diff(b.z_mm) <= STEP_MM.unsigned_abs();
    (!meets || !level).then_some(Problem::NoBorder)
}

impl Border {
    /// The coordinate of a place across the border, and the one along it.
    pub(crate) fn split(&self, at: Place) -> (i32, i32) {
        match self.upright {
            true => (at.x_mm, at.y_mm),
            false => (at.y_mm, at.x_mm),
        }
    }

    /// The part of the border that an opening takes, at most the whole border.
    pub(crate) fn gap(&self, opening: &Opening) -> (i32, i32) {
        let (_, middle) = self.split(opening.ends[0]);
        let half = opening.width_mm / 2;
        (
            middle.saturating_sub(half).max(self.along.0),
            middle.saturating_add(half).min(self.along.1),
        )
    }
}

/// Everything that blocks sight.
pub(crate) fn solids(plan: &GroundPlan, sound: &Sound) -> Vec<Solid> {
    let mut solids = vec![];
    for (n, obstacle) in plan.obstacles.iter().enumerate() {
        if sound.obstacles[n] && obstacle.blocks_sight {
            let rect = obstacle.rect;
            solids.push(Solid {
                low: [rect.x0, rect.y0, obstacle.z_mm],
                high: [rect.x1, rect.y1, obstacle.z_mm + obstacle.height_mm],
                by: Blocker::Obstacle(n as u32),
                holes: vec![],
            });
        }
    }
    for wall in walls(plan, sound) {
        let plate = &plan.plates[wall.plate as usize];
        solids.push(Solid {
            low: [wall.line.x0, wall.line.y0, plate.z_mm],
            high: [wall.line.x1, wall.line.y1, plate.z_mm + plate.height_mm],
            by: Blocker::Wall(wall.plate),
            holes: wall.holes,
        });
    }
    floors(plan, sound, &mut solids);
    solids
}

/// A wall of a room: a line on the ground with holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wall {
    pub(crate) plate: u32,
    pub(crate) line: Rect,
    pub(crate) holes: Vec<Hole>,
}

/// The walls of all rooms, four for each, in order of plates.
pub(crate) fn walls(plan: &GroundPlan, sound: &Sound) -> Vec<Wall> {
    let mut walls: Vec<Wall> = vec![];
    let mut first_of: Vec<Option<usize>> = vec![None; plan.plates.len()];
    for (n, plate) in plan.plates.iter().enumerate() {
        if plate.outdoors || !sound.plates[n] {
            continue;
        }
        first_of[n] = Some(walls.len());
        let r = plate.rect;
        let lines = [
            Rect { x1: r.x0, ..r },
            Rect { x0: r.x1, ..r },
            Rect { y1: r.y0, ..r },
            Rect { y0: r.y1, ..r },
        ];
        walls.extend(lines.map(|line| Wall {
            plate: n as u32,
            line,
            holes: vec![],
        }));
    }
    for (n, opening) in plan.openings.iter().enumerate() {
        if !sound.openings[n] || opening.kind == OpeningKind::Stairs {
            continue;
        }
        let [a, b] = opening.between.map(|plate| plate as usize);
        let Some(border) = border(&plan.plates[a].rect, &plan.plates[b].rect) else {
            continue;
        };
        for side in [a, b] {
            let Some(first) = first_of[side] else {
                continue;
            };
            let hole = hole(&plan.plates[side], n as u32, opening, border.gap(opening));
            let on_border = |wall: &&mut Wall| match border.upright {
                true => wall.line.x0 == wall.line.x1 && wall.line.x0 == border.at,
                false => wall.line.y0 == wall.line.y1 && wall.line.y0 == border.at,
            };
            let wall = walls.iter_mut().skip(first).take(4).find(on_border);
            wall.into_iter().for_each(|wall| wall.holes.push(hole));
        }
    }
    walls
}

fn hole(plate: &Plate, n: u32, opening: &Opening, along: (i32, i32)) -> Hole {
    let z = plate.z_mm;
    let height = match opening.kind {
        OpeningKind::Window => (z + SILL_MM, z + HEAD_MM),
        OpeningKind::Door => (z, z + HEAD_MM),
        OpeningKind::Gap | OpeningKind::Stairs => (z, z + plate.height_mm),
    };
    Hole {
        opening: n,
        along,
        height,
    }
}

/// Floors and ceilings, if the plan has more than one floor.
fn floors(plan: &GroundPlan, sound: &Sound, solids: &mut Vec<Solid>) {
    let sound_plates = (0..plan.plates.len()).filter(|n| sound.plates[*n]);
    let lowest = sound_plates.clone().map(|n| plan.plates[n].z_mm).min();
    let highest = sound_plates.clone().map(|n| plan.plates[n].z_mm).max();
    let (Some(lowest), Some(highest)) = (lowest, highest) else {
        return;
    };
    if highest - lowest <= STEP_MM {
        return;
    }
    for n in sound_plates {
        let plate = &plan.plates[n];
        let slab = |z: i32| Solid {
            low: [plate.rect.x0, plate.rect.y0, z],
            high: [plate.rect.x1, plate.rect.y1, z],
            by: Blocker::Floor(n as u32),
            holes: vec![],
        };
        if plate.z_mm - lowest > STEP_MM {
            solids.push(slab(plate.z_mm));
        }
        if !plate.outdoors {
            solids.push(slab(plate.z_mm + plate.height_mm));
        }
    }
}
