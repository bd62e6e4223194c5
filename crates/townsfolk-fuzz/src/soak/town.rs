//! The town a hostile host plays with: places in regions, and people who wander between them.

use super::deciders::carriers;
use super::host::{Happens, HostileHost};
use std::collections::BTreeMap;
use townsfolk::{Folk, LocationId, Newcomer, Place, Placement, RegionId, Report};
use townsfolk_core::{CharacterId, GroupId, LocationKindId, RoleId, Tick};
use townsfolk_module::{Emitter, LocationKind, Module};

/// The host's view of the town.
#[derive(Clone, Debug, Default)]
pub struct Town {
    /// How many locations, and how many people besides.
    pub size: (usize, usize),
    pub(super) places: BTreeMap<RegionId, Vec<(LocationId, Placement)>>,
    pub(super) people: Vec<CharacterId>,
    pub(super) groups: u32,
}

/// A region that is out of the world.
#[derive(Clone, Debug)]
pub(super) struct Unloaded {
    pub(super) region: RegionId,
    pub(super) bytes: Vec<u8>,
    pub(super) places: Vec<(LocationId, Placement)>,
    /// Sorted.
    pub(super) people: Vec<CharacterId>,
}

/// Locations in one region, at most.
const REGION_MAX: usize = 64;

/// How far apart locations are.
const BLOCK_M: i32 = 40;

impl Town {
    /// A town with a number of locations, of all kinds in turn, and a number of people.
    pub fn of(locations: usize, people: usize) -> Town {
        Town {
            size: (locations, people),
            ..Town::default()
        }
    }

    pub(super) fn place(&mut self, folk: &mut Folk, placement: Placement) {
        let id = folk.place_location(placement);
        let here = self.places.entry(placement.region).or_default();
        here.push((id, placement));
    }
}

/// The roles a location asks for, in the order of its scripts; those of proxies apart.
fn roles_of(module: &Module, kind: &LocationKind) -> (Vec<RoleId>, Vec<RoleId>) {
    let scripts = kind.prefers.iter().filter_map(|p| module.script(p.script));
    let roles = scripts.flat_map(|script| script.cast.iter().map(|line| line.role));
    roles.partition(|role| module.role(*role).is_none_or(|role| !role.proxy))
}

/// The roles that wait for a player.
fn roles_of_players(module: &Module) -> Vec<RoleId> {
    let lines = module.scripts.iter().flat_map(|script| &script.cast);
    let lines = lines.filter(|line| line.player);
    lines.map(|line| line.role).collect()
}

impl HostileHost {
    pub(super) fn found_town(&mut self, folk: &mut Folk) {
        let module = folk.module().clone();
        let (locations, people) = self.town.size;
        let region = (locations / 6).clamp(2, REGION_MAX);
        let side = (1..).find(|n| n * n >= locations).unwrap_or(1);
        for index in 0..locations {
            let Some(kind) = module.locations.get(index % module.locations.len().max(1)) else {
                break;
            };
            let (x, y) = ((index % side) as i32, (index / side) as i32);
            let placement = Placement {
                kind: kind.id,
                at: Place::metres(x * BLOCK_M, y * BLOCK_M),
                region: RegionId((index / region) as u16),
            };
            self.town.place(folk, placement);
        }
        let places: Vec<_> = self.town.places.values().flatten().copied().collect();
        for (id, placement) in places {
            let kind = module.location(placement.kind);
            for role in kind.map_or(vec![], |kind| roles_of(&module, kind).1) {
                folk.add_character(Newcomer {
                    roles: vec![role],
                    attached_to: Some(id),
                    region: placement.region,
                    ..Newcomer::default()
                });
            }
        }
        self.lay_out(folk);
        while self.town.people.len() < people {
            self.arrive(folk, Tick(0));
        }
    }

    /// Someone comes to some place, or a family.
    pub(super) fn arrive(&mut self, folk: &mut Folk, now: Tick) {
        // Families come as a whole, so that more would come than go.
        let away = self.unloaded.values().map(|unloaded| unloaded.people.len());
        if self.town.people.len() + away.sum::<usize>() >= self.town.size.1 {
            return;
        }
        let regions = self.town.places.len();
        let region = self.dice.below(regions);
        let here = self.town.places.values().nth(region);
        let place = here.and_then(|here| self.dice.one_of(here));
        let module = folk.module().clone();
        // Without locations there is open ground.
        let ground = module.locations.is_empty().then_some(Placement {
            kind: LocationKindId(0),
            at: Place::default(),
            region: RegionId(0),
        });
        let Some(placement) = place.map(|(_, placement)| placement).or(ground) else {
            return;
        };
        let kind = module.location(placement.kind);
        let mut roles = kind.map_or(vec![], |kind| roles_of(&module, kind).0);
        if roles.is_empty() {
            roles = carriers(&module);
        }
        let family = if self.dice.falls(60) { 3 } else { 1 };
        let group = (family > 1).then(|| {
            self.town.groups += 1;
            GroupId(self.town.groups)
        });
        for member in 0..family {
            let mut own: Vec<RoleId> = self.dice.one_of(&roles).into_iter().collect();
            if self.dice.falls(300) {
                own.extend(self.dice.one_of(&roles));
            }
            let at = self.beside(placement.at);
            let player = member == 0 && self.dice.falls(20);
            if player {
                own.extend(roles_of_players(&module));
            }
            let who = folk.add_character(Newcomer {
                roles: own,
                at: (!self.dice.falls(5)).then_some(at),
                group,
                player,
                attached_to: None,
                region: placement.region,
            });
            self.town.people.push(who);
            let stays = self.trouble.wander_s;
            self.plan_in(now, (1, stays), Happens::Wanders(who));
        }
    }

    /// Idle characters walk somewhere else, mostly in the same quarter.
    pub(super) fn wander(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        let Some(person) = folk.character(who) else {
            // Characters that come back walk on; those gone for good are forgotten.
            let mut out = self.unloaded.values();
            if out.any(|unloaded| unloaded.people.binary_search(&who).is_ok()) {
                self.plan_in(now, (10, 100), Happens::Wanders(who));
            }
            return;
        };
        let idle = person.scene.is_none();
        let mut region = person.region;
        if self.dice.falls(100) {
            let other = self.dice.below(self.town.places.len());
            region = *self.town.places.keys().nth(other).unwrap_or(&region);
        }
        let player = person.player;
        let mut here = self.town.places.get(&region).cloned().unwrap_or_default();
        let shows_icon = |(_, at): &(LocationId, Placement)| {
            let kind = folk.module().location(at.kind);
            let mut emitters = kind.into_iter().flat_map(|kind| &kind.emitters);
            emitters.any(|emitter| matches!(emitter, Emitter::Player { .. }))
        };
        if player && here.iter().any(shows_icon) {
            here.retain(shows_icon);
        }
        let goal = self.dice.one_of(&here);
        if let (Some((_, placement)), true) = (goal, idle || self.dice.falls(10)) {
            let to = self.beside(placement.at);
            // Players walk right up to things.
            let to = if player { placement.at } else { to };
            folk.report(Report::Moved(who, to));
        }
        let stays = self.trouble.wander_s;
        self.plan_in(now, (stays / 4 + 1, stays), Happens::Wanders(who));
    }

    /// Takes a region out; it comes back later, or never.
    pub(super) fn take_out(&mut self, folk: &mut Folk, region: RegionId, now: Tick) {
        let bytes = folk.unload_region(region);
        let places = self.town.places.remove(&region).unwrap_or_default();
        let mut people = vec![];
        self.town.people.retain(|who| {
            let stays = folk.character(*who).is_some();
            if !stays {
                people.push(*who);
            }
            stays
        });
        people.sort_unstable();
        let number = self.unloaded.keys().last().map_or(0, |last| last + 1);
        let unloaded = Unloaded {
            region,
            bytes,
            places,
            people,
        };
        self.unloaded.insert(number, unloaded);
        if self.dice.falls(300) {
            // In the same moment.
            self.bring_back(folk, number, now);
        } else {
            self.plan_in(now, (1, self.trouble.recovers_s), Happens::Loads(number));
        }
    }

    pub(super) fn bring_back(&mut self, folk: &mut Folk, number: usize, now: Tick) {
        let Some(unloaded) = self.unloaded.remove(&number) else {
            return;
        };
        if self.dice.falls(200) {
            // Lost for good: the same places are built again, and others move in.
            self.spawned.retain(|who| folk.character(*who).is_some());
            for (_, placement) in unloaded.places {
                self.plan_in(
                    now,
                    (1, self.trouble.recovers_s),
                    Happens::Rebuilt(placement),
                );
            }
            for _ in unloaded.people {
                self.plan_in(now, (1, self.trouble.recovers_s), Happens::Arrives);
            }
            return;
        }
        if folk.load_region(&unloaded.bytes).is_ok() {
            // Twice is once too often.
            debug_assert!(unloaded.places.is_empty() || folk.load_region(&unloaded.bytes).is_err());
            let here = self.town.places.entry(unloaded.region).or_default();
            here.extend(unloaded.places);
            self.town.people.extend(unloaded.people);
        }
    }
}
