//! Access to areas, derived from doors: areas that can only be reached through a private door.

use super::{Connector, Plan, PlateUse, Way};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::AreaAccess;
use townsfolk_core::AreaId;

impl Plan {
    /// The areas with restricted access at any hour. Areas behind a door with hours or a key are
    /// not included: access to them varies.
    pub(crate) fn closed_areas(&self) -> Vec<(AreaId, AreaAccess)> {
        let parts = Parts::of(self);
        let mut areas: BTreeMap<AreaId, Option<AreaAccess>> = BTreeMap::new();
        for (plate, index) in self.plates.iter().zip(0..) {
            let here = parts.inner.get(&parts.root(index));
            let known = areas.entry(plate.area).or_insert_with(|| here.cloned());
            match (known.as_mut(), here) {
                (Some(known), Some(here)) => join(known, here),
                _ => *known = None,
            }
        }
        let closed = areas.into_iter();
        closed
            .filter_map(|(area, admits)| Some((area, admits?)))
            .collect()
    }
}

/// Whether it excludes some characters at any hour.
fn is_closed(connector: &Connector) -> bool {
    let admits = &connector.admits;
    admits.is_private() && admits.hours.is_none() && admits.key.is_none()
}

fn join(known: &mut AreaAccess, more: &AreaAccess) {
    known.people.extend(&more.people);
    known.people.sort_unstable();
    known.people.dedup();
    known.roles.extend(&more.roles);
    known.roles.sort_unstable();
    known.roles.dedup();
}

/// Groups of plates connected without a private door, and access to those that cannot be reached
/// from a street otherwise.
struct Parts {
    roots: Vec<u32>,
    inner: BTreeMap<u32, AreaAccess>,
}

impl Parts {
    fn of(plan: &Plan) -> Parts {
        let mut parts = Parts {
            roots: (0..).take(plan.plates.len()).collect(),
            inner: BTreeMap::new(),
        };
        let ways = plan.connectors.iter().filter(|c| c.way != Way::Window);
        let (doors, open): (Vec<_>, Vec<_>) = ways.partition(|connector| is_closed(connector));
        for connector in open {
            let [a, b] = connector.between.map(|plate| parts.find(plate.0));
            if let Some(root) = parts.roots.get_mut(a.max(b) as usize) {
                *root = a.min(b);
            }
        }
        for plate in (0..).take(plan.plates.len()) {
            parts.find(plate);
        }
        let outside = plan.plates.iter().zip(0..);
        let outside = outside.filter(|(plate, _)| plate.used_as != PlateUse::Room);
        let mut reached: BTreeSet<u32> = outside.map(|(_, index)| parts.root(index)).collect();
        let outside = reached.clone();
        // From the streets inwards: a character behind two doors has passed both.
        while !reached.is_empty() {
            let inside = parts.behind(&doors, &reached, &outside);
            reached = inside.keys().copied().collect();
            parts.inner.extend(inside);
        }
        parts
    }

    /// The groups behind the doors of some groups that are neither outside nor known yet.
    fn behind(
        &self,
        doors: &[&Connector],
        reached: &BTreeSet<u32>,
        outside: &BTreeSet<u32>,
    ) -> BTreeMap<u32, AreaAccess> {
        let is_new = |part: &u32| !outside.contains(part) && !self.inner.contains_key(part);
        let mut inside: BTreeMap<u32, AreaAccess> = BTreeMap::new();
        for connector in doors {
            let [a, b] = connector.between.map(|plate| self.root(plate.0));
            for (from, to) in [(a, b), (b, a)] {
                if reached.contains(&from) && from != to && is_new(&to) {
                    let admits = &connector.admits;
                    let those = AreaAccess {
                        people: admits.people.clone(),
                        roles: admits.roles.clone(),
                    };
                    join(inside.entry(to).or_default(), &those);
                }
            }
        }
        inside
    }

    /// The representative plate of a group.
    fn root(&self, plate: u32) -> u32 {
        self.roots.get(plate as usize).copied().unwrap_or(plate)
    }

    /// The same while groups are joined, with path compression.
    fn find(&mut self, plate: u32) -> u32 {
        let (mut at, mut passed) = (plate, vec![]);
        while self.root(at) != at {
            passed.push(at);
            at = self.root(at);
        }
        for plate in passed {
            if let Some(root) = self.roots.get_mut(plate as usize) {
                *root = at;
            }
        }
        at
    }
}
