//! What an intruder meets: walls to slide along, lines that are clear, zones.

use super::harm::raised;
use crate::motion::Walk;
use crate::stage::TownStage;
use townsfolk::{Folk, Place, Report};
use townsfolk_core::{CharacterId, HostId, Number, Pushed, Value};

/// A thrown thing flies over cover of this height.
const ARC_MM: i32 = 2_200;

/// It lands this far before a wall.
const BEFORE_WALL_MM: i64 = 400;

impl TownStage {
    /// Whether nothing stands between two places, at the height of a barrel.
    pub(super) fn is_clear(&self, folk: &Folk, from: Place, to: Place) -> bool {
        folk.ground()
            .is_none_or(|space| space.ray(raised(from), raised(to)))
    }

    /// Where a straight line is blocked, or its end.
    pub(super) fn ray_end(&self, folk: &Folk, from: Place, to: Place) -> Place {
        let hit = folk.ground().and_then(|space| space.first_hit(from, to));
        hit.map_or(to, |hit| hit.at)
    }

    /// Where something thrown over cover lands.
    pub(super) fn over_cover(&self, folk: &Folk, from: Place, to: Place) -> Place {
        let high = |at: Place| Place {
            z_mm: at.z_mm.saturating_add(ARC_MM),
            ..at
        };
        let end = Place {
            z_mm: to.z_mm,
            ..self.ray_end(folk, high(from), high(to))
        };
        if end.is_within(to, 1) {
            return to;
        }
        let long = from.distance_mm(end).max(1);
        let part = |a: i32, b: i32| {
            let along = (i64::from(b) - i64::from(a)) * (long - BEFORE_WALL_MM).max(0) / long;
            a.saturating_add(i32::try_from(along).unwrap_or(0))
        };
        Place {
            x_mm: part(from.x_mm, end.x_mm),
            y_mm: part(from.y_mm, end.y_mm),
            z_mm: from.z_mm,
        }
    }

    /// The place after a step, which slides along what stands in its way.
    pub(super) fn slide(&self, folk: &Folk, from: Place, by: (i32, i32)) -> Place {
        let Some(space) = folk.ground() else {
            let to = from.offset(by);
            return if self.is_open() {
                to
            } else {
                self.slide_on_plates(from, by)
            };
        };
        // Who stands in the way of the mesh, as after a walk to a prop, gets back onto it.
        let from = match space.is_walkable(from) {
            true => from,
            false => space.snap(from).unwrap_or(from),
        };
        for by in [by, (by.0, 0), (0, by.1)] {
            let to = from.offset(by);
            if by != (0, 0) && space.walk_ray(from, to).is_none() {
                return space.floor_under(to).unwrap_or(to);
            }
        }
        from
    }

    /// The same in a town without walls of its own: on its plates, around furniture.
    fn slide_on_plates(&self, from: Place, by: (i32, i32)) -> Place {
        let steps = [by, (by.0, 0), (0, by.1)].into_iter();
        let mut steps = steps.filter(|by| *by != (0, 0)).map(|by| from.offset(by));
        let here = self.atlas.plate_at(from);
        let free = steps.find(|to| {
            let there = self.atlas.plate_at(*to);
            there.is_some_and(|plate| self.atlas.is_free(plate, *to))
                && (there == here || self.atlas.sees(from, *to, &|way| !self.is_shut(way)))
        });
        free.unwrap_or(from)
    }

    /// Whether a place is in a zone of the plan.
    pub(super) fn is_in_zone(&self, folk: &Folk, name: &str, at: Place) -> bool {
        let zone = folk.ground().and_then(|space| space.zone(name));
        zone.is_some_and(|zone| zone.holds(at))
    }

    /// The middle of a zone of the plan.
    pub fn middle_of_zone(&self, folk: &Folk, name: &str) -> Option<Place> {
        // The engine knows the ground from the first tick on, and a player may come before.
        let zone = match folk.ground() {
            Some(space) => space.zone(name).cloned(),
            None => {
                let zones = self.atlas.plan().ground().zones;
                zones.into_iter().find(|zone| zone.name == name)
            }
        }?;
        let (x_mm, y_mm) = zone.rect.middle();
        let middle = Place {
            x_mm,
            y_mm,
            z_mm: zone.z_mm,
        };
        let space = folk.ground();
        Some(space.and_then(|space| space.snap(middle)).unwrap_or(middle))
    }

    /// How fast somebody is, in thousandths: the cloud of a thrown growth slows it down.
    pub(super) fn slowed(&self, folk: &Folk, who: CharacterId) -> i64 {
        match folk.attribute(HostId::named("slowed"), &[Value::Character(who)]) {
            Pushed::Is(Value::Number(Number(share))) => share.clamp(100, 1000),
            Pushed::Holds => 500,
            _ => 1000,
        }
    }

    /// Puts a character somewhere at once.
    pub fn teleport(&mut self, folk: &mut Folk, who: CharacterId, to: Place) {
        let now = folk.now();
        let to = folk
            .ground()
            .and_then(|ground| ground.snap(to))
            .unwrap_or(to);
        self.give_back_turns(who, now, 0);
        self.cancel_step(who);
        self.set_walk(who, Walk::standing(to, now));
        folk.report(Report::Moved(who, to));
    }
}
