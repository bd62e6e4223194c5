//! Doors that keep people out of the areas of their schedule, and which areas people can reach.

use super::hours::{meet, span};
use super::{Days, ENTRIES_MAX, PEOPLE_MAX, World, roles_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{AreaId, PropId, RoleId, SymbolId};
use townsfolk_module::ground::{Ground, LotWay, LotWayKind};
use townsfolk_module::mind::{CastMember, Daytime, ScheduleEntry, Venue};
use townsfolk_module::{Category, LocationKind};

/// Tolerance for a door that closes before an entry begins, in seconds.
const EARLY: u32 = 30 * 60;

/// Tolerance for a door that opens after an entry has begun, in seconds.
const LATE: u32 = 60 * 60;

pub(super) fn check(
    world: &World<'_>,
    days: &Days<'_>,
    reach: &Reach<'_>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut told = BTreeSet::new();
    for (person, schedule, lines) in days.iter().take(PEOPLE_MAX) {
        if lines.len() > ENTRIES_MAX {
            continue;
        }
        for (entry, place) in person.schedule.entries.iter().zip(lines) {
            let Venue::Area(area) = entry.venue else {
                continue;
            };
            let Some(door) = reach.door_in_the_way(person, entry, area) else {
                continue;
            };
            if !told.insert(*place) {
                continue;
            }
            let name = world.name(Namespace::Area, Category::Area, area.0);
            let role = world.globals.role_name(entry.role);
            let who = world
                .person(person)
                .map_or("?", |person| person.name.as_str());
            let mut problem = Code::DoorStaysShut
                .at(
                    *place,
                    format!("`{who}` cannot get into `{name}` at this time"),
                )
                .label(format!("`{}` sends them there", schedule.name));
            if let Some(door) = world.plan.ways.get(door) {
                problem = problem.related(*door, "this door does not let them in");
            }
            problems.push(
                problem
                    .consequence("Whoever is sent there stands before the door until it opens, or until the period is over.")
                    .hint(format!("write `admits {role}` behind the door, or other hours")),
            );
        }
    }
}

/// The ground of a plan, and the lots that people can reach on it.
pub(super) struct Reach<'a> {
    ground: &'a Ground,
    /// The area that each area is part of.
    within: BTreeMap<AreaId, AreaId>,
    /// The area of each name.
    names: BTreeMap<SymbolId, AreaId>,
    /// The ways that touch each lot, windows left out.
    ways: BTreeMap<usize, Vec<&'a LotWay>>,
    /// Streets and squares; all lots, if there are none.
    outdoors: BTreeSet<usize>,
    /// The lots that are open to all at some hour.
    pub(super) public: BTreeSet<usize>,
    world: &'a World<'a>,
}

impl<'a> Reach<'a> {
    /// `None` without a plan: then the host places everything.
    pub(super) fn of(world: &'a World<'a>) -> Option<Reach<'a>> {
        let ground = world.plan.ground.as_ref()?;
        let areas = world.minds().areas.iter();
        let named = world.globals.names.all(Namespace::Area);
        let mut reach = Reach {
            ground,
            within: areas
                .filter_map(|area| Some((area.id, area.within?)))
                .collect(),
            names: named
                .map(|area| {
                    let id = world.globals.id(Category::Area, &area.name);
                    (SymbolId::named(&area.name), AreaId(id))
                })
                .collect(),
            ways: BTreeMap::new(),
            outdoors: BTreeSet::new(),
            public: BTreeSet::new(),
            world,
        };
        let ways = ground.ways.iter();
        for way in ways.filter(|way| way.kind != LotWayKind::Window) {
            for lot in way.between {
                reach.ways.entry(lot).or_default().push(way);
            }
        }
        let lots = ground.lots.iter().enumerate();
        let outdoors = lots.filter(|(_, lot)| lot.used_as.is_outdoors());
        reach.outdoors = outdoors.map(|(index, _)| index).collect();
        if reach.outdoors.is_empty() {
            reach.outdoors = (0..ground.lots.len()).collect();
        }
        let outdoors = reach.outdoors.clone();
        reach.public = reach.entered(outdoors, |way| {
            way.open.is_some() || way.key.is_some() || is_free(way)
        });
        Some(reach)
    }

    /// The lots on which locations of a kind stand: where the plan puts them, and in the areas
    /// among their tags.
    pub(super) fn lots_of(&self, kind: &LocationKind) -> Vec<usize> {
        let placed = self.ground.places.iter().filter(|p| p.kind == kind.id);
        let areas: Vec<AreaId> = kind
            .tags
            .iter()
            .filter_map(|tag| self.names.get(tag).copied())
            .collect();
        let lots = self.ground.lots.iter().enumerate();
        let tagged = lots.filter(|(_, lot)| areas.contains(&lot.area));
        let tagged = tagged.map(|(index, _)| index);
        placed.map(|placed| placed.lot).chain(tagged).collect()
    }

    /// Whether the plan puts a location of a kind somewhere under this name.
    pub(super) fn is_named(&self, kind: &LocationKind, name: PropId) -> bool {
        let mut places = self.ground.places.iter();
        places.any(|placed| placed.kind == kind.id && placed.named == Some(name))
    }

    /// The lots that a person can enter at some hour of some day.
    pub(super) fn ever_entered_by(&self, person: &CastMember) -> BTreeSet<usize> {
        let roles = roles_of(person);
        self.entered(self.outdoors.clone(), |way| {
            way.open.is_some() || self.admits(way, person, &roles)
        })
    }

    /// The door that keeps a person out of an area when an entry begins, if there is one.
    fn door_in_the_way(
        &self,
        person: &CastMember,
        entry: &ScheduleEntry,
        area: AreaId,
    ) -> Option<usize> {
        let target: Vec<usize> = self.lots_in(area);
        if target.is_empty() || target.iter().any(|lot| self.outdoors.contains(lot)) {
            return None;
        }
        let entries = &person.schedule.entries;
        let since = |other: &&ScheduleEntry| {
            (entry.starts.0 + Daytime::DAY - other.starts.0 - 1) % Daytime::DAY
        };
        let before = entries
            .iter()
            .filter(|other| *other != entry)
            .min_by_key(since);
        // A person inside may go out, and move about the house.
        let mut from = self.outdoors.clone();
        if let Some(Venue::Area(before)) = before.map(|before| before.venue) {
            let inside = self.lots_in(before).into_iter();
            from.extend(inside.flat_map(|lot| self.house_of(lot)));
        }
        let lead = entry.urgency.map_or(0, |urgency| urgency.lead).max(EARLY);
        let start = (entry.starts.0 + Daytime::DAY - lead % Daytime::DAY) % Daytime::DAY;
        let long = span(entry.starts.0, entry.ends.0).min(LATE);
        let period = (start, long.saturating_add(lead).min(Daytime::DAY));
        let mut roles = person.roles.clone();
        roles.extend(before.map(|before| before.role));
        roles.push(entry.role);
        let passes = |way: &LotWay| {
            let open = way.open.is_some_and(|(from, to)| {
                let (from, to) = (from.unsigned_abs(), to.unsigned_abs());
                from != to && meet((from % Daytime::DAY, span(from, to)), period)
            });
            open || self.admits(way, person, &roles)
        };
        let there = self.entered(from, passes);
        if target.iter().any(|lot| there.contains(lot)) {
            return None;
        }
        let ways = self.ground.ways.iter();
        let shut = ways.map(|way| {
            let [a, b] = way.between.map(|lot| there.contains(&lot));
            way.kind != LotWayKind::Window && a != b
        });
        let shut: Vec<usize> = shut
            .enumerate()
            .filter(|(_, s)| *s)
            .map(|(n, _)| n)
            .collect();
        // Of several doors, the one nearest to the goal.
        let leads = |way: &&usize| {
            let way = self.ground.ways.get(**way);
            way.is_some_and(|way| way.between.iter().any(|lot| target.contains(lot)))
        };
        shut.iter().find(leads).or(shut.first()).copied()
    }

    /// Whether a door admits a person, apart from its opening hours.
    fn admits(&self, way: &LotWay, person: &CastMember, roles: &[RoleId]) -> bool {
        let mut admitted = way.admits.iter();
        let by_role = admitted.any(|wanted| {
            let mut roles = roles.iter();
            roles.any(|role| self.world.is_a(*role, *wanted))
        });
        let behind = way
            .between
            .first()
            .and_then(|lot| self.ground.lots.get(*lot));
        let belongs = way.private
            && behind.is_some_and(|behind| {
                let mut entries = person.schedule.entries.iter();
                entries.any(|entry| match entry.venue {
                    Venue::Area(area) => self.is_in(area, behind.area),
                    Venue::Suits(_) => false,
                })
            });
        // The person may carry the key.
        is_free(way) || by_role || belongs || way.key.is_some()
    }

    fn entered(&self, from: BTreeSet<usize>, passes: impl Fn(&LotWay) -> bool) -> BTreeSet<usize> {
        let mut open: Vec<usize> = from.iter().copied().collect();
        let mut seen = from;
        while let Some(here) = open.pop() {
            let ways = self.ways.get(&here).into_iter().flatten();
            for way in ways.filter(|way| passes(way)) {
                let beyond = way.between.iter().filter(|lot| **lot != here);
                for next in beyond.copied() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        seen
    }

    /// All lots under one roof with a lot, ignoring inner doors.
    fn house_of(&self, lot: usize) -> BTreeSet<usize> {
        self.entered(BTreeSet::from([lot]), |way| {
            !way.between.iter().any(|side| self.outdoors.contains(side))
        })
    }

    fn lots_in(&self, area: AreaId) -> Vec<usize> {
        let lots = self.ground.lots.iter().enumerate();
        let inside = lots.filter(|(_, lot)| self.is_in(lot.area, area));
        inside.map(|(index, _)| index).collect()
    }

    /// Whether an area is another, or a part of it.
    fn is_in(&self, part: AreaId, whole: AreaId) -> bool {
        let wholes = std::iter::successors(Some(part), |part| self.within.get(part).copied());
        let mut wholes = wholes.take(self.within.len() + 1);
        wholes.any(|area| area == whole)
    }
}

/// Whether a door admits all people at any hour.
fn is_free(way: &LotWay) -> bool {
    way.open.is_none() && way.admits.is_empty() && !way.private
}
