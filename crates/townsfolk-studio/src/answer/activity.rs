//! The activity of a character, in a few words.

use super::Answerer;
use townsfolk::words::mind::{held_role, node_name, verb};
use townsfolk::{Aim, Place, Running};
use townsfolk_core::{CharacterId, RoleId};
use townsfolk_mind::Holding;
use townsfolk_module::Category;
use townsfolk_module::mind::Deed;
use townsfolk_town::stage::BodyAt;
use townsfolk_town::stage::tower::{Trip, tile_of_place};
use townsfolk_town::tower::ShaftKind;

impl Answerer<'_> {
    /// The activity of a character: `drinks with …`, `on the way to the inn`.
    pub(super) fn activity(&self, body: &BodyAt) -> String {
        let (folk, words) = (&self.town.folk, self.words());
        let minded = folk.mind(body.who);
        if let Some(talk) = minded.and_then(|minded| minded.talk()) {
            return format!("{} {}", verb(talk.interaction), words.name(talk.to));
        }
        let pursuit = minded.and_then(|minded| minded.pursuit());
        let busy = folk.busy_with(body.who);
        if body.goes_to.is_some() {
            let to = match busy {
                Some(Running::Walks { to, .. }) => Some(self.aim(*to)),
                _ => None,
            };
            return match to {
                Some(to) => format!("on the way to {to}"),
                None => "walks".to_owned(),
            };
        }
        if let Some(does) = body.does {
            return self.plain(Category::Action, does.0);
        }
        match pursuit.map(|pursuit| (busy, pursuit.action, pursuit.deed)) {
            Some((Some(Running::Asks { location, .. }), ..)) => {
                format!("waits at {}", self.location_name(*location))
            }
            Some((Some(Running::Mingles(_)), ..)) => "looks for company".to_owned(),
            Some((Some(Running::TakesPart(scene)), ..)) => {
                let script = folk.scene(*scene).map(|scene| scene.script);
                script.map_or_else(String::new, |script| {
                    format!("in {}", self.plain(Category::Script, script.0))
                })
            }
            Some((_, _, Deed::FollowSchedule)) => "goes to the next duty".to_owned(),
            Some((_, action, _)) => node_name(&self.chronicle.symbols, action),
            None => "idle".to_owned(),
        }
    }

    fn aim(&self, aim: Aim) -> String {
        match aim {
            Aim::Location(location, _) => self.location_name(location),
            Aim::Area(area) => self.words().area(area),
            Aim::Company(who) => self.words().name(who),
        }
    }

    /// The role of a character, or the one for which it is on its way: by schedule, or permanent.
    pub(super) fn role_of(&self, who: CharacterId) -> Option<String> {
        let folk = &self.town.folk;
        let role = held_role(folk, who).or_else(|| self.role_ahead(who));
        let role = role.or_else(|| folk.character(who)?.roles.first().copied());
        role.map(|role| self.words().role(role))
    }

    fn role_ahead(&self, who: CharacterId) -> Option<RoleId> {
        let Holding::Walking(entry) = self.town.folk.mind(who)?.mind.holding() else {
            return None;
        };
        let entries = &self.member(who)?.schedule.entries;
        entries.get(usize::from(entry.0)).map(|entry| entry.role)
    }

    /// The area of a character, in words.
    pub(super) fn place_of(&self, who: CharacterId) -> String {
        if let Some(area) = self.town.folk.area_of(who) {
            return self.words().area(area);
        }
        // On open ground there are no areas.
        let at = self.town.stage.place_of(who, self.town.folk.now());
        if let Some(at) = at.filter(|_| self.town.stage.is_tower()) {
            return self.place_in_tower(who, at);
        }
        let there = self.town.folk.locations().filter(|place| !place.gone);
        let nearest = at.and_then(|at| there.min_by_key(|place| place.at.distance_mm(at)));
        let name = nearest.map(|place| self.location_name(place.id));
        name.unwrap_or_else(|| "nowhere".to_owned())
    }

    /// A place of a tower in words: `café, floor 20`.
    fn place_in_tower(&self, who: CharacterId, at: Place) -> String {
        let stage = &self.town.stage;
        let (floor, _) = tile_of_place(at);
        let shaft = |number| match stage.tower().and_then(|tower| tower.shaft(number)) {
            Some(shaft) if shaft.kind == ShaftKind::Lift => "lift",
            Some(shaft) if shaft.kind == ShaftKind::Escalator => "escalator",
            _ => "stairs",
        };
        match (stage.trip_of(who, self.town.folk.now()), stage.unit_at(at)) {
            (Some(Trip::Rides(by)), _) => format!("{}, floor {floor}", shaft(by)),
            (Some(Trip::Waits(at)), _) => format!("waiting for the {}, floor {floor}", shaft(at)),
            (None, Some(location)) => format!("{}, floor {floor}", self.location_name(location)),
            (None, None) => format!("floor {floor}"),
        }
    }

    pub(super) fn body(&self, who: CharacterId) -> Option<BodyAt> {
        let mut bodies = self.town.stage.bodies_at(self.town.folk.now());
        bodies.find(|body| body.who == who)
    }
}
