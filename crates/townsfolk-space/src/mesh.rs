//! The walkable ground as convex polygons: rectangles without gaps or overlaps.
//!
//! A body is a disc. Walls and obstacles are grown by its radius, so that on the mesh it is a point.
//! What is left of each plate is divided into rectangles from south to north; a door is a
//! rectangle of its own through the wall.

use crate::buckets::Buckets;
use crate::build::{STEP_MM, Sound, border, walls};
use crate::plan::{GroundPlan, OpeningKind};
use crate::rect::Rect;
use serde::{Deserialize, Serialize};
use townsfolk_core::Place;

/// The radius of a body: how far its centre stays away from walls and obstacles.
pub const BODY_MM: i32 = 300;

/// The height of a body: an obstacle above it does not block it.
const TALL_MM: i32 = 1_800;

/// The smallest width of the way through a door, for the centre of a body.
const NARROWEST_MM: i32 = 200;

/// A polygon of the mesh, by index.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct PolyId(pub u32);

/// A convex piece of walkable ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Poly {
    /// Its ground, edges included.
    pub rect: Rect,
    /// The height of its floor.
    pub z_mm: i32,
    /// The plate it belongs to, by index.
    pub plate: u32,
    /// The door that it leads through, by index.
    pub opening: Option<u32>,
    /// The height up to which places belong to it.
    pub(crate) height_mm: i32,
}

/// The way from one polygon to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) to: PolyId,
    pub(crate) portal: Portal,
    /// Whether the low and the high end of an edge are corners around which a way can turn.
    pub(crate) turns: (bool, bool),
}

/// Where one polygon is left for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Portal {
    /// A common edge: a line along an axis, from its south or west end.
    Edge((i32, i32), (i32, i32)),
    /// Stairs, from a point of one to a point of the other.
    Stairs(Place, Place),
}

/// The polygons with their connections.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) polys: Vec<Poly>,
    starts: Vec<u32>,
    links: Vec<Link>,
    /// For each polygon, the first one that it is joined with while all doors are open.
    parts: Vec<u32>,
    buckets: Buckets,
}

impl Mesh {
    pub(crate) fn of(plan: &GroundPlan, sound: &Sound) -> Mesh {
        let mut polys = polygons(plan, sound);
        doors(plan, sound, &mut polys);
        let rects: Vec<Rect> = polys.iter().map(|poly| poly.rect).collect();
        let mut mesh = Mesh {
            buckets: Buckets::of(&rects),
            polys,
            ..Mesh::default()
        };
        mesh.link(plan, sound);
        mesh.parts = mesh.joined();
        mesh
    }

    pub(crate) fn poly(&self, id: PolyId) -> Option<&Poly> {
        self.polys.get(id.0 as usize)
    }

    pub(crate) fn links(&self, id: PolyId) -> &[Link] {
        let at = |n: u32| self.starts.get(n as usize).copied().unwrap_or(0) as usize;
        self.links.get(at(id.0)..at(id.0 + 1)).unwrap_or(&[])
    }

    /// The polygon under a place: of several, the highest, and then the first.
    pub(crate) fn at(&self, at: Place, is_open: impl Fn(&Poly) -> bool) -> Option<PolyId> {
        let near = self.buckets.at((at.x_mm, at.y_mm)).iter();
        let holding = near.filter(|id| {
            let poly = &self.polys[**id as usize];
            poly.holds(at) && is_open(poly)
        });
        let height = |id: &u32| (self.polys[*id as usize].z_mm, std::cmp::Reverse(*id));
        holding.copied().max_by_key(height).map(PolyId)
    }

    /// The point of the mesh that is nearest to a place, among polygons on its floor.
    pub(crate) fn nearest(&self, at: Place, is_open: impl Fn(&Poly) -> bool) -> Option<Place> {
        let here = (at.x_mm, at.y_mm);
        let reach = self.buckets.reach_from(here);
        let mut radius: i64 = 1_000;
        loop {
            let mut best: Option<(i64, u32, Place)> = None;
            let window = Rect::of(here, here).grown(radius.min(i64::from(i32::MAX)) as i32);
            self.buckets.each_near(&window, |id| {
                let poly = &self.polys[id as usize];
                if !poly.is_level_with(at) || !is_open(poly) {
                    return;
                }
                let found = poly.nearest(here);
                let flat = Place {
                    z_mm: found.z_mm,
                    ..at
                };
                let distance = flat.distance_mm(found);
                if best.is_none_or(|(before, n, _)| (distance, id) < (before, n)) {
                    best = Some((distance, id, found));
                }
            });
            match best {
                Some((distance, _, found)) if distance <= radius => return Some(found),
                _ if radius > reach => return best.map(|(_, _, found)| found),
                _ => radius *= 4,
            }
        }
    }

    /// The polygons that a rectangle meets, ascending.
    pub(crate) fn near(&self, rect: &Rect) -> Vec<PolyId> {
        let mut found = vec![];
        self.buckets.each_near(rect, |id| {
            if self.polys[id as usize].rect.common(rect).is_some() {
                found.push(PolyId(id));
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether two polygons are joined while all doors are open.
    pub(crate) fn is_joined(&self, a: PolyId, b: PolyId) -> bool {
        self.parts.get(a.0 as usize) == self.parts.get(b.0 as usize)
    }

    fn joined(&self) -> Vec<u32> {
        let mut parts: Vec<u32> = vec![u32::MAX; self.polys.len()];
        for first in 0..parts.len() {
            let mut open = vec![first];
            while let Some(here) = open.pop() {
                if parts[here] == u32::MAX {
                    parts[here] = first as u32;
                    let links = self.links(PolyId(here as u32)).iter();
                    open.extend(links.map(|link| link.to.0 as usize));
                }
            }
        }
        parts
    }

    /// Whether ground that a body cannot enter has a convex corner at a point.
    fn is_corner(&self, poly: &Poly, (x, y): (i32, i32)) -> bool {
        let is_free =
            |(dx, dy): (i32, i32)| self.at(poly.place((x + dx, y + dy)), |_| true).is_some();
        let around = [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(is_free);
        (0..4).any(|n| !around[n] && around[(n + 1) % 4] && around[(n + 3) % 4])
    }

    fn link(&mut self, plan: &GroundPlan, sound: &Sound) {
        let mut links: Vec<(u32, Link)> = vec![];
        for (n, poly) in self.polys.iter().enumerate() {
            for id in self.near(&poly.rect) {
                let other = &self.polys[id.0 as usize];
                let level = poly.z_mm.abs_diff(other.z_mm) <= STEP_MM.unsigned_abs();
                let Some(line) = border(&poly.rect, &other.rect).filter(|_| level) else {
                    continue;
                };
                let (low, high) = line.along;
                let portal = match line.upright {
                    true => Portal::Edge((line.at, low), (line.at, high)),
                    false => Portal::Edge((low, line.at), (high, line.at)),
                };
                let turns = match portal {
                    Portal::Edge(low, high) => {
                        (self.is_corner(poly, low), self.is_corner(poly, high))
                    }
                    Portal::Stairs(..) => (false, false),
                };
                let link = Link {
                    to: id,
                    portal,
                    turns,
                };
                links.push((n as u32, link));
            }
        }
        for (n, opening) in plan.openings.iter().enumerate() {
            if !sound.openings[n] || opening.kind != OpeningKind::Stairs {
                continue;
            }
            let plates = opening.between.map(|plate| &plan.plates[plate as usize]);
            let end = |side: usize| {
                let end = opening.ends[side];
                let end = plates[side].place((end.x_mm, end.y_mm));
                let end = self.nearest(end, |poly| poly.plate == opening.between[side])?;
                Some((self.at(end, |_| true)?, end))
            };
            if let (Some((a, from)), Some((b, to))) = (end(0), end(1)) {
                let up = Portal::Stairs(from, to);
                let down = Portal::Stairs(to, from);
                for (from, to, portal) in [(a, b, up), (b, a, down)] {
                    let turns = (false, false);
                    links.push((from.0, Link { to, portal, turns }));
                }
            }
        }
        links.sort_by_key(|(from, link)| (*from, link.to));
        self.starts = vec![0; self.polys.len() + 1];
        for (from, _) in &links {
            self.starts[*from as usize + 1] += 1;
        }
        for n in 1..self.starts.len() {
            self.starts[n] += self.starts[n - 1];
        }
        self.links = links.into_iter().map(|(_, link)| link).collect();
    }
}

impl Poly {
    /// A place on it.
    pub fn place(&self, (x_mm, y_mm): (i32, i32)) -> Place {
        Place {
            x_mm,
            y_mm,
            z_mm: self.z_mm,
        }
    }

    pub(crate) fn nearest(&self, at: (i32, i32)) -> Place {
        self.place(self.rect.nearest(at))
    }

    pub(crate) fn is_level_with(&self, at: Place) -> bool {
        let above = i64::from(at.z_mm) - i64::from(self.z_mm);
        (-i64::from(STEP_MM)..i64::from(self.height_mm) - i64::from(STEP_MM)).contains(&above)
    }

    fn holds(&self, at: Place) -> bool {
        self.rect.holds((at.x_mm, at.y_mm)) && self.is_level_with(at)
    }
}

/// What is left of each plate between walls and obstacles.
fn polygons(plan: &GroundPlan, sound: &Sound) -> Vec<Poly> {
    // A blocker is a grown rectangle with the heights between which it is solid.
    let mut blockers: Vec<(Rect, i32, i32)> = vec![];
    for (n, obstacle) in plan.obstacles.iter().enumerate() {
        if sound.obstacles[n] && obstacle.blocks_walking {
            let top = obstacle.z_mm + obstacle.height_mm;
            blockers.push((obstacle.rect.grown(BODY_MM), obstacle.z_mm, top));
        }
    }
    for wall in walls(plan, sound) {
        let plate = &plan.plates[wall.plate as usize];
        let top = plate.z_mm + plate.height_mm;
        blockers.push((wall.line.grown(BODY_MM), plate.z_mm, top));
    }
    let rects: Vec<Rect> = blockers.iter().map(|(rect, _, _)| *rect).collect();
    let buckets = Buckets::of(&rects);
    let mut polys = vec![];
    for (n, plate) in plan.plates.iter().enumerate() {
        if !sound.plates[n] {
            continue;
        }
        let mut near: Vec<u32> = vec![];
        buckets.each_near(&plate.rect, |blocker| near.push(blocker));
        near.sort_unstable();
        near.dedup();
        let near = near.iter().map(|blocker| blockers[*blocker as usize]);
        let here = near.filter(|(rect, bottom, top)| {
            let solid = *bottom < plate.z_mm + TALL_MM && *top > plate.z_mm + STEP_MM;
            solid && rect.overlaps(&plate.rect)
        });
        let here: Vec<Rect> = here.map(|(rect, _, _)| rect).collect();
        polys.extend(free(&plate.rect, &here).into_iter().map(|rect| Poly {
            rect,
            z_mm: plate.z_mm,
            plate: n as u32,
            opening: None,
            height_mm: plate.height_mm,
        }));
    }
    polys
}

/// Divides what blockers leave of a rectangle into rectangles, from south to north.
pub(crate) fn free(whole: &Rect, blockers: &[Rect]) -> Vec<Rect> {
    let inside = |y: &i32| whole.y0 < *y && *y < whole.y1;
    let mut cuts: Vec<i32> = blockers.iter().flat_map(|b| [b.y0, b.y1]).collect();
    cuts.retain(inside);
    cuts.extend([whole.y0, whole.y1]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut blockers: Vec<Rect> = blockers.to_vec();
    blockers.sort_unstable_by_key(|b| (b.x0, b.x1, b.y0, b.y1));
    let mut done: Vec<Rect> = vec![];
    // Those that still grow northward, from west to east.
    let mut growing: Vec<Rect> = vec![];
    for band in cuts.windows(2) {
        let (low, high) = (band[0], band[1]);
        let mut gaps: Vec<Rect> = vec![];
        let mut west = whole.x0;
        for blocker in blockers.iter().filter(|b| b.y0 < high && b.y1 > low) {
            if blocker.x0 > west {
                gaps.push(Rect {
                    x0: west,
                    y0: low,
                    x1: blocker.x0.min(whole.x1),
                    y1: high,
                });
            }
            west = west.max(blocker.x1);
        }
        if west < whole.x1 {
            gaps.push(Rect {
                x0: west,
                y0: low,
                x1: whole.x1,
                y1: high,
            });
        }
        gaps.retain(|gap| !gap.is_empty());
        for gap in &mut gaps {
            let same = growing
                .iter()
                .position(|g| g.x0 == gap.x0 && g.x1 == gap.x1);
            if let Some(before) = same {
                gap.y0 = growing.swap_remove(before).y0;
            }
        }
        done.append(&mut growing);
        growing = gaps;
    }
    done.append(&mut growing);
    done.sort_unstable_by_key(|rect| (rect.y0, rect.x0));
    done
}

/// Adds the ways through the walls.
fn doors(plan: &GroundPlan, sound: &Sound, polys: &mut Vec<Poly>) {
    for (n, opening) in plan.openings.iter().enumerate() {
        let leads = matches!(opening.kind, OpeningKind::Door | OpeningKind::Gap);
        if !sound.openings[n] || !leads {
            continue;
        }
        let [a, b] = opening.between.map(|plate| &plan.plates[plate as usize]);
        let Some(line) = border(&a.rect, &b.rect).filter(|_| !a.outdoors || !b.outdoors) else {
            continue;
        };
        let (low, high) = line.gap(opening);
        let middle = (low + high) / 2;
        let half = ((high - low) / 2 - BODY_MM).max(NARROWEST_MM / 2);
        let along = (middle - half, middle + half);
        let across = (line.at - BODY_MM, line.at + BODY_MM);
        let rect = match line.upright {
            true => Rect::of((across.0, along.0), (across.1, along.1)),
            false => Rect::of((along.0, across.0), (along.1, across.1)),
        };
        let blockers = plan.obstacles.iter().enumerate().filter(|(n, o)| {
            let solid = o.z_mm < a.z_mm + TALL_MM && o.z_mm + o.height_mm > a.z_mm + STEP_MM;
            sound.obstacles[*n] && o.blocks_walking && solid
        });
        let blockers = blockers.map(|(_, o)| o.rect.grown(BODY_MM));
        let blockers: Vec<Rect> = blockers.filter(|b| b.overlaps(&rect)).collect();
        polys.extend(free(&rect, &blockers).into_iter().map(|rect| Poly {
            rect,
            z_mm: a.z_mm,
            plate: opening.between[0],
            opening: Some(n as u32),
            height_mm: a.height_mm,
        }));
    }
}
