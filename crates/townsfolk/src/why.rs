//! Why a character acts or does not act now: in its scene, or why it is in none.

use crate::character::Character;
use crate::emitter::pacing_of;
use crate::folk::Folk;
use crate::host::Stage;
use crate::location::Location;
use crate::surroundings::Surroundings;
use townsfolk_core::{CharacterId, LocationId, RoleId, SceneId, ScriptId, Tick, Urgency};
use townsfolk_module::{Emitter, LocationKind, Pacing, Script};
use townsfolk_scene::Phase;
use townsfolk_scene::reference::{Candidate, Keyed, Why, cast, why};

/// Why a character does what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reasons {
    /// It takes part in a scene.
    InScene {
        /// The scene.
        scene: SceneId,
        /// The script.
        script: ScriptId,
        /// The location.
        location: LocationId,
        /// The reasons of its rules.
        why: Why,
    },
    /// It is about to join a scene.
    Joining(SceneId),
    /// It takes part in none; for each location, the obstacle.
    Outside(Vec<(LocationId, Obstacle)>),
}

/// An obstacle to being cast at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Obstacle {
    /// The host has seized the character.
    Seized,
    /// The emitter is not active at this time of day; its hours in seconds.
    Closed(i32, i32),
    /// The character is out of reach.
    TooFar {
        /// Its distance in millimetres; `None` if it has no position.
        away_mm: Option<i64>,
        /// The radius of the emitter in millimetres.
        within_mm: u32,
    },
    /// It has just left, and cools down until then.
    SentAway(Tick),
    /// It has a cool-down for the script until then.
    Tired(ScriptId, Tick),
    /// A scene runs, and none of the character's roles can join late.
    NotLate(ScriptId),
    /// A scene runs, and is full.
    Full(ScriptId),
    /// The running scene is ending.
    Ending(ScriptId),
    /// The location rests until then.
    Rests(Tick),
    /// No script of the location has a role for the character.
    NoPart,
    /// A script has a role for the character, but it has something at least as urgent to do.
    NotUrgent {
        /// The script.
        script: ScriptId,
        /// The urgency of the role: `joins as`.
        asks: Urgency,
        /// The urgency of its present driver or offer.
        has: Urgency,
    },
    /// A script lacks characters for a role.
    Short(ScriptId, RoleId),
    /// A member of its group cannot come, so the group does not.
    GroupIncomplete(CharacterId),
    /// Its group has more members for a role, or for all roles together, than the script allows.
    GroupTooLarge {
        /// The script.
        script: ScriptId,
        /// The role; `None` for the whole cast.
        role: Option<RoleId>,
        /// Number of members.
        members: usize,
        /// Maximum number that the script allows.
        room: usize,
    },
    /// The characters in reach cannot fill all roles of the script at the same time.
    NoAllocation(ScriptId),
    /// The location gives the script a weight of 0.
    NeverChosen(ScriptId),
    /// The maximum number of scenes of the script nearby (`at most`) is reached.
    Enough(ScriptId),
    /// It has no emitter that begins scenes.
    NoEmitter,
    /// It only asks players, or spawns its own characters.
    AsksNobody,
    /// None: it will be asked at the next search.
    None,
}

impl Obstacle {
    /// Whether the location is out of reach.
    pub fn is_elsewhere(&self) -> bool {
        matches!(self, Obstacle::TooFar { .. } | Obstacle::AsksNobody)
    }
}

impl Folk {
    /// Why a character does what it does at this moment. `None` if it is not in the world. The
    /// stage answers the readings of rules.
    pub fn reasons(&self, who: CharacterId, stage: &dyn Stage) -> Option<Reasons> {
        let person = self.people.get(who.0)?;
        let Some(id) = person.scene else {
            let places = self.places.iter().filter(|place| !place.gone);
            let obstacles = places.filter_map(|place| {
                let kind = self.kind(place.kind)?;
                // A plain place, which errands go to, never asks anybody.
                let plain = kind.emitters.is_empty() && place.preferences(kind).is_empty();
                (!plain).then(|| (place.id, self.obstacle(person, place, kind)))
            });
            return Some(Reasons::Outside(obstacles.collect()));
        };
        let playing = self.scenes.get(id.0)?;
        let around = Surroundings {
            folk: self,
            location: playing.location,
            stage,
            daytime: self.daytime(),
            answers: None,
        };
        let fate = &mut Keyed {
            seed: self.seed,
            owner: id.0,
        };
        let module = &self.content.module;
        let found = why(&playing.snapshot(), module, &around, fate, self.now, who);
        Some(match found {
            Some(why) => Reasons::InScene {
                scene: id,
                script: playing.script,
                location: playing.location,
                why,
            },
            None => Reasons::Joining(id),
        })
    }

    fn obstacle(&self, person: &Character, place: &Location, kind: &LocationKind) -> Obstacle {
        if person.seized {
            return Obstacle::Seized;
        }
        let mut asks = kind.emitters.iter().filter(|emitter| match emitter {
            Emitter::Script(_) => !person.player,
            Emitter::Player { .. } => person.player,
            _ => false,
        });
        let Some(pacing) = asks.next().map(pacing_of) else {
            let begins = |emitter: &Emitter| !matches!(emitter, Emitter::Notification(_));
            return match kind.emitters.iter().any(begins) || kind.prefers.is_empty() {
                true => Obstacle::AsksNobody,
                false => Obstacle::NoEmitter,
            };
        };
        if let Some((from, to)) = pacing.hours.filter(|_| !self.is_open(pacing)) {
            return Obstacle::Closed(from, to);
        }
        let away_mm = person.at.map(|at| at.distance_mm(place.at));
        let reaches = |mm: i64| mm <= i64::from(pacing.within_mm);
        if person.attached_to != Some(place.id) && !away_mm.is_some_and(reaches) {
            return Obstacle::TooFar {
                away_mm,
                within_mm: pacing.within_mm,
            };
        }
        let mut sent_away = place.not_before.iter();
        let sent_away = sent_away.find(|(w, until)| *w == person.id && *until > self.now);
        if let Some((_, until)) = sent_away.filter(|_| !person.player) {
            return Obstacle::SentAway(*until);
        }
        match place.scene {
            Some(scene) => self.obstacle_to_join(person, scene),
            None if place.rests_until > self.now => Obstacle::Rests(place.rests_until),
            None => self.obstacle_to_begin(person, place, kind, pacing),
        }
    }

    fn obstacle_to_join(&self, person: &Character, scene: SceneId) -> Obstacle {
        let Some(playing) = self.scenes.get(scene.0) else {
            return Obstacle::None;
        };
        let id = playing.script;
        let Some(script) = self.content.module.script(id) else {
            return Obstacle::None;
        };
        if playing.phase() != Phase::Running {
            return Obstacle::Ending(id);
        }
        if let Some(until) = self.tired(person, id) {
            return Obstacle::Tired(id, until);
        }
        let is = |role| {
            let mut roles = person.roles.iter();
            roles.any(|is| self.content.module.is_a(*is, role))
        };
        let mut fitting = script.cast.iter().filter(|line| is(line.role)).peekable();
        if fitting.peek().is_none() {
            return Obstacle::NoPart;
        }
        let mut late = fitting.filter(|line| line.joins_late).peekable();
        if late.peek().is_none() {
            return Obstacle::NotLate(id);
        }
        if let Some(obstacle) = self.not_urgent(person, script) {
            return obstacle;
        }
        let running = playing.snapshot();
        let room = |role: RoleId, max: u16| {
            let there = running.participants.iter().filter(|p| p.role == role);
            there.count() < usize::from(max)
        };
        if !late.any(|line| room(line.role, line.max)) {
            return Obstacle::Full(id);
        }
        let group = person
            .group
            .and_then(|group| self.people.groups.get(&group));
        let members = group.map_or(1, Vec::len);
        let late = script.cast.iter().filter(|line| line.joins_late);
        let left = late.map(|line| {
            let there = running.participants.iter().filter(|p| p.role == line.role);
            usize::from(line.max).saturating_sub(there.count())
        });
        let room = left.sum();
        match members > room {
            true => Obstacle::GroupTooLarge {
                script: id,
                role: None,
                members,
                room,
            },
            false => Obstacle::None,
        }
    }

    /// The obstacle of urgency, if a script has roles for a character and asks for none urgently
    /// enough.
    fn not_urgent(&self, person: &Character, script: &Script) -> Option<Obstacle> {
        let has = self.urgency_of(person)?;
        let fits = |role| {
            let mut roles = person.roles.iter();
            roles.any(|is| self.content.is_a(*is, role))
        };
        let lines = script.cast.iter().filter(|line| fits(line.role));
        let asks = lines.map(|line| line.joins_as).max()?;
        (asks <= has && !person.player).then_some(Obstacle::NotUrgent {
            script: script.id,
            asks,
            has,
        })
    }

    fn obstacle_to_begin(
        &self,
        person: &Character,
        place: &Location,
        kind: &LocationKind,
        pacing: &Pacing,
    ) -> Obstacle {
        let near = self.people_near(place, pacing);
        let mut found = Obstacle::NoPart;
        for preference in place.preferences(kind) {
            let Some(script) = self.content.module.script(preference.script) else {
                continue;
            };
            if preference.weight == 0 {
                found = Obstacle::NeverChosen(script.id);
                continue;
            }
            if !self.is_rare_enough(place, pacing, script.id) {
                found = Obstacle::Enough(script.id);
                continue;
            }
            if let Some(until) = self.tired(person, script.id) {
                found = Obstacle::Tired(script.id, until);
                continue;
            }
            let player = person.player.then_some(person.id);
            let candidates = self.candidates(&near, script, place, player);
            if !candidates.iter().any(|c| c.who == person.id) {
                let absent = self.absent_of_group(person, &near, script, place);
                let absent = absent.map(Obstacle::GroupIncomplete);
                found = absent
                    .or_else(|| self.not_urgent(person, script))
                    .unwrap_or(found);
                continue;
            }
            if let Some(obstacle) = self.too_large_a_group(person, script, &candidates) {
                found = obstacle;
                continue;
            }
            let fits = |role: RoleId| {
                let can = candidates.iter().filter(|c| {
                    let mut roles = c.roles.iter();
                    roles.any(|is| self.content.module.is_a(*is, role))
                });
                can.count()
            };
            let mut lines = script.cast.iter();
            match lines.find(|line| fits(line.role) < usize::from(line.min)) {
                Some(line) => found = Obstacle::Short(script.id, line.role),
                None => {
                    let (module, luck) = (&self.content.module, &mut self.luck(place, 0));
                    if cast(module, script, &candidates, luck, self.now).is_some() {
                        return Obstacle::None;
                    }
                    found = Obstacle::NoAllocation(script.id);
                }
            }
        }
        found
    }

    /// The first other member of a group who could not be cast here, if the character itself could.
    fn absent_of_group(
        &self,
        person: &Character,
        near: &[CharacterId],
        script: &Script,
        place: &Location,
    ) -> Option<CharacterId> {
        let members = self.people.groups.get(&person.group?)?;
        let comes = |who: &CharacterId| {
            let other = self.people.get(who.0).filter(|_| near.contains(who));
            other.is_some_and(|other| {
                self.could_come(other, script, place)
                    && !self.willing_roles(other, script).is_empty()
            })
        };
        let absent = members.iter().find(|who| !comes(who)).copied();
        absent.filter(|who| *who != person.id && comes(&person.id))
    }

    /// Whether more members of a group need a role, or the whole cast, than there is room for.
    fn too_large_a_group(
        &self,
        person: &Character,
        script: &Script,
        candidates: &[Candidate],
    ) -> Option<Obstacle> {
        let group = person.group?;
        let members = candidates.iter().filter(|c| c.group == Some(group));
        let lines_of = |member: &Candidate| -> Vec<RoleId> {
            let can = |role: RoleId| member.roles.iter().any(|is| self.content.is_a(*is, role));
            let lines = script.cast.iter().filter(|line| can(line.role));
            lines.map(|line| line.role).collect()
        };
        let lines: Vec<Vec<RoleId>> = members.map(lines_of).collect();
        let too_many = |role: Option<RoleId>, members: usize, room: usize| {
            (members > room).then_some(Obstacle::GroupTooLarge {
                script: script.id,
                role,
                members,
                room,
            })
        };
        let mut roles = script.cast.iter();
        let in_role = roles.find_map(|line| {
            let only_this = lines.iter().filter(|roles| roles[..] == [line.role]);
            too_many(Some(line.role), only_this.count(), usize::from(line.max))
        });
        let room = script.cast.iter().map(|line| usize::from(line.max)).sum();
        in_role.or_else(|| too_many(None, lines.len(), room))
    }

    fn tired(&self, person: &Character, script: ScriptId) -> Option<Tick> {
        let mut tired = person.tired_of.iter();
        let found = tired.find(|(s, until)| *s == script && *until > self.now);
        found.map(|(_, until)| *until)
    }
}
