//! Routes from plate to plate.

use super::atlas::Atlas;
use super::search::{Search, Searchable};
use super::{at_least_mm, length_mm};
use crate::plan::{ConnectorId, PlateId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk::Place;

/// Maximum number of cached routes.
const REMEMBERED: usize = 1 << 16;

/// A connector that is passed, and the side from which.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Crossing {
    /// The connector.
    pub way: ConnectorId,
    /// The side of the start, 0 or 1.
    pub from: u8,
}

/// A way between two places, plate by plate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// The first plate.
    pub start: PlateId,
    /// The connectors that are passed, in order.
    pub crossings: Vec<Crossing>,
    /// Its length in straight lines, in millimetres.
    pub length_mm: u64,
}

/// Finds routes. Its caches change no result.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    pub(crate) search: Search,
    remembered: BTreeMap<(u32, u32), Vec<Crossing>>,
    /// Number of cache hits.
    pub hits: u64,
}

impl Finder {
    /// The shortest way between two places through connectors that may be passed.
    pub fn route(
        &mut self,
        atlas: &Atlas,
        from: Place,
        to: Place,
        may_pass: &dyn Fn(ConnectorId) -> bool,
    ) -> Option<Route> {
        let (start, goal) = (atlas.plate_at(from)?, atlas.plate_at(to)?);
        let crossings = self.crossings(atlas, (start, from), (goal, to), may_pass)?;
        let length_mm = length_of(atlas, from, to, &crossings);
        Some(Route {
            start,
            crossings,
            length_mm,
        })
    }

    /// Number of expanded nodes in all searches so far.
    pub fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    fn crossings(
        &mut self,
        atlas: &Atlas,
        from: (PlateId, Place),
        to: (PlateId, Place),
        may_pass: &dyn Fn(ConnectorId) -> bool,
    ) -> Option<Vec<Crossing>> {
        let (mut outwards, mut inwards) = (vec![], vec![]);
        let (mut here, mut there) = (from, to);
        // Leaves dead ends at both ends, the deeper one first, until they meet or are in the core.
        while here.0 != there.0 {
            let (down, up) = (atlas.depth(here.0), atlas.depth(there.0));
            if down >= up && down > 0 {
                let crossing = step_out(atlas, &mut here)?;
                outwards.push(crossing);
            } else if up > 0 {
                let crossing = step_out(atlas, &mut there)?;
                inwards.push(Crossing {
                    from: 1 - crossing.from,
                    ..crossing
                });
            } else {
                break;
            }
        }
        let passes = |crossing: &Crossing| may_pass(crossing.way);
        if !outwards.iter().chain(&inwards).all(passes) {
            return None;
        }
        if here.0 != there.0 {
            let doors = (outwards.last().copied(), inwards.last().copied());
            let between = self.between(atlas, (here, there), doors, may_pass)?;
            outwards.extend(between);
        }
        outwards.extend(inwards.into_iter().rev());
        Some(outwards)
    }

    /// The way between two places of the core. Those from door to door are cached.
    fn between(
        &mut self,
        atlas: &Atlas,
        ends: ((PlateId, Place), (PlateId, Place)),
        doors: (Option<Crossing>, Option<Crossing>),
        may_pass: &dyn Fn(ConnectorId) -> bool,
    ) -> Option<Vec<Crossing>> {
        let key = doors.0.zip(doors.1);
        let key = key.map(|(a, b)| (stop(a.way, 1 - a.from), stop(b.way, b.from)));
        let known = key.and_then(|key| self.remembered.get(&key));
        let open = match known {
            Some(known) => {
                self.hits += 1;
                known.clone()
            }
            None => {
                let found = self.search_core(atlas, ends, &|_| true)?;
                if let Some(key) = key {
                    if self.remembered.len() >= REMEMBERED {
                        self.remembered.clear();
                    }
                    self.remembered.insert(key, found.clone());
                }
                found
            }
        };
        // The shortest of all ways is the shortest permitted one, if it is permitted.
        if open.iter().all(|crossing| may_pass(crossing.way)) {
            return Some(open);
        }
        self.search_core(atlas, ends, may_pass)
    }

    fn search_core(
        &mut self,
        atlas: &Atlas,
        (from, to): ((PlateId, Place), (PlateId, Place)),
        may_pass: &dyn Fn(ConnectorId) -> bool,
    ) -> Option<Vec<Crossing>> {
        let stops = u32::try_from(atlas.plan().connectors.len().checked_mul(2)?).ok()?;
        let core = Core {
            atlas,
            from,
            to,
            may_pass,
            start: stops,
            goal: stops.checked_add(1)?,
        };
        let (way, _) = self.search.find(&core, core.start, core.goal, usize::MAX)?;
        let passed = way.windows(2).filter_map(|pair| match *pair {
            [a, b] if a < stops && b == a ^ 1 => Some(Crossing {
                way: ConnectorId(a / 2),
                from: (a % 2) as u8,
            }),
            _ => None,
        });
        Some(passed.collect())
    }
}

/// The length of a way in straight lines.
pub(crate) fn length_of(atlas: &Atlas, from: Place, to: Place, crossings: &[Crossing]) -> u64 {
    let mut length: u64 = 0;
    let mut here = from;
    for crossing in crossings {
        let Some(connector) = atlas.plan().connector(crossing.way) else {
            continue;
        };
        let [mut near, mut far] = connector.ends;
        if crossing.from == 1 {
            std::mem::swap(&mut near, &mut far);
        }
        let step = length_mm(here, near).saturating_add(Atlas::crossing_cost(connector));
        length = length.saturating_add(step);
        here = far;
    }
    length.saturating_add(length_mm(here, to))
}

/// Leaves a dead end.
fn step_out(atlas: &Atlas, here: &mut (PlateId, Place)) -> Option<Crossing> {
    let way = atlas.way_out(here.0)?;
    let connector = atlas.plan().connector(way)?;
    let side = connector.side_on(here.0)?;
    *here = (
        *connector.between.get(1 - side)?,
        *connector.ends.get(1 - side)?,
    );
    Some(Crossing {
        way,
        from: side as u8,
    })
}

fn stop(way: ConnectorId, side: u8) -> u32 {
    way.0.saturating_mul(2).saturating_add(u32::from(side))
}

/// The search graph: two nodes for each connector of the core, and two for the ends.
struct Core<'a> {
    atlas: &'a Atlas,
    from: (PlateId, Place),
    to: (PlateId, Place),
    may_pass: &'a dyn Fn(ConnectorId) -> bool,
    start: u32,
    goal: u32,
}

impl Core<'_> {
    /// The plate and position of a node.
    fn at(&self, node: u32) -> Option<(PlateId, Place)> {
        if node == self.start {
            return Some(self.from);
        }
        if node == self.goal {
            return Some(self.to);
        }
        let connector = self.atlas.plan().connector(ConnectorId(node / 2))?;
        let side = (node % 2) as usize;
        Some((*connector.between.get(side)?, *connector.ends.get(side)?))
    }
}

impl Searchable for Core<'_> {
    fn size(&self) -> usize {
        self.goal as usize + 1
    }

    fn neighbours(&self, node: u32, visit: &mut dyn FnMut(u32, u64)) {
        let Some((plate, at)) = self.at(node) else {
            return;
        };
        if node < self.start {
            let way = ConnectorId(node / 2);
            if let Some(connector) = self.atlas.plan().connector(way)
                && (self.may_pass)(way)
            {
                visit(node ^ 1, Atlas::crossing_cost(connector));
            }
        }
        for (next, end) in self.atlas.through(plate) {
            if *next != node {
                visit(*next, length_mm(at, *end));
            }
        }
        if plate == self.to.0 {
            visit(self.goal, length_mm(at, self.to.1));
        }
    }

    fn estimate(&self, node: u32) -> u64 {
        self.at(node)
            .map_or(0, |(_, at)| at_least_mm(at, self.to.1))
    }
}
