//! The spawn emitter: a location brings its own characters.

use super::Proposal;
use crate::character::Character;
use crate::folk::Folk;
use crate::host::{Command, Newcomer, RejectedReport};
use crate::location::{Location, Spawning};
use townsfolk_core::{CharacterId, Duration, LocationId, RoleId, ScriptId};
use townsfolk_module::{Emitter, LocationKind, Pacing, Script, SpawnAfter, SpawnPoint};

/// How long a spawn may take before it counts as failed.
const PATIENCE: Duration = Duration::seconds(60);

impl Folk {
    pub(super) fn propose_to_spawn(
        &self,
        place: &Location,
        kind: &LocationKind,
        pacing: &Pacing,
        points: &[SpawnPoint],
    ) -> Option<Proposal> {
        if !self.is_open(pacing) || !self.can_begin(place.id) || place.spawning.is_some() {
            return None;
        }
        let rare = |id: &ScriptId| self.is_rare_enough(place, pacing, *id);
        let mut scripts = self.scripts_by_luck(place, kind).into_iter().filter(rare);
        if place.residents.is_empty() {
            let fits = |id: &ScriptId| {
                let script = self.content.module.script(*id);
                script.is_some_and(|script| self.has_parts_for(script, points))
            };
            return scripts.find(fits).map(Proposal::Spawn);
        }
        // Its characters are present: they play again if the script needs no others.
        let here: Vec<(CharacterId, RoleId)> = self.own_people(place, &place.residents);
        scripts.find_map(|id| {
            let script = self.content.module.script(id)?;
            let willing = here
                .iter()
                .filter(|(who, _)| self.would_come(*who, script, place));
            let cast = self.cast_own(script, &willing.copied().collect::<Vec<_>>())?;
            Some(Proposal::Begin(id, cast))
        })
    }

    /// Whether the script has a role for each character that would be spawned.
    fn has_parts_for(&self, script: &Script, points: &[SpawnPoint]) -> bool {
        let roles = points
            .iter()
            .flat_map(|point| std::iter::repeat_n(point.role, usize::from(point.count)));
        let (lines, _) = self.lines_for(script, roles);
        !lines.is_empty() && lines.iter().all(Option::is_some)
    }

    /// The present ones of some characters, and the location's proxies, with their roles.
    fn own_people(&self, place: &Location, people: &[CharacterId]) -> Vec<(CharacterId, RoleId)> {
        let proxies = self.people.attached.get(&place.id).into_iter().flatten();
        let all = people.iter().chain(proxies);
        let people = all.filter_map(|who| self.people.get(who.0));
        let free = people.filter(|person| person.is_at_leisure() && person.is_there());
        free.filter_map(|person| Some((person.id, *person.roles.first()?)))
            .collect()
    }

    fn would_come(&self, who: CharacterId, script: &Script, place: &Location) -> bool {
        let person = self.people.get(who.0);
        person.is_some_and(|person| self.could_come(person, script, place))
    }

    /// The cast of a script from these characters alone, if they suffice.
    fn cast_own(
        &self,
        script: &Script,
        people: &[(CharacterId, RoleId)],
    ) -> Option<Vec<(CharacterId, RoleId)>> {
        let (lines, full) = self.lines_for(script, people.iter().map(|(_, role)| *role));
        let cast = people.iter().zip(lines);
        let cast: Vec<_> = cast
            .filter_map(|((who, _), line)| Some((*who, line?)))
            .collect();
        (full && !cast.is_empty()).then_some(cast)
    }

    /// A cast line for each role, as far as there is room; and whether all minima are met.
    fn lines_for(
        &self,
        script: &Script,
        roles: impl Iterator<Item = RoleId>,
    ) -> (Vec<Option<RoleId>>, bool) {
        let mut taken = vec![0u16; script.cast.len()];
        let mut lines = vec![];
        for role in roles {
            let fits = |(index, line): &(usize, &townsfolk_module::CastRole)| {
                taken[*index] < line.max && self.content.is_a(role, line.role)
            };
            let found = script.cast.iter().enumerate().find(fits);
            let found = found.map(|(index, line)| (index, line.role));
            if let Some((index, _)) = found {
                taken[index] += 1;
            }
            lines.push(found.map(|(_, role)| role));
        }
        let mut filled = script.cast.iter().zip(&taken);
        let full = filled.all(|(line, count)| *count >= line.min);
        (lines, full)
    }

    pub(super) fn ask_for_people(&mut self, id: LocationId, emitter: u8, script: ScriptId) {
        if !self.can_begin(id) {
            return;
        }
        let Some(place) = self.places.get(id.0).filter(|l| l.spawning.is_none()) else {
            return;
        };
        let region = place.region;
        let module = self.content.module.clone();
        let kind = module.location(place.kind);
        let Some(Emitter::Spawn {
            points,
            afterwards,
            extras,
            ..
        }) = kind.and_then(|kind| kind.emitters.get(usize::from(emitter)))
        else {
            return;
        };
        let mut people = vec![];
        for point in points {
            for _ in 0..point.count {
                let who = CharacterId(self.people.next());
                let mut person = Character::new(
                    who,
                    Newcomer {
                        roles: vec![point.role],
                        region,
                        ..Newcomer::default()
                    },
                );
                person.spawned = Some((id, *afterwards == SpawnAfter::Withdraw));
                person.extra = *extras;
                self.people.push(person);
                people.push((who, point.role, None));
                self.output.commands.push(Command::Spawn {
                    who,
                    role: point.role,
                    location: id,
                    point: point.at,
                    extra: *extras,
                });
            }
        }
        let until = self.now.after(PATIENCE);
        if let Some(place) = self.places.get_mut(id.0) {
            place.residents = people.iter().map(|(who, ..)| *who).collect();
            place.spawning = Some(Spawning {
                script,
                people,
                emitter,
                until,
            });
        }
    }

    pub(crate) fn hear_of_spawn(&mut self, who: CharacterId, there: bool) {
        let place = self.people.get(who.0).and_then(|person| person.spawned);
        match place {
            Some((location, _)) if self.settle_spawn(location, who, there) => {
                if there {
                    if let Some(person) = self.people.get_mut(who.0) {
                        person.appeared = true;
                    }
                } else {
                    self.forget(who);
                }
            }
            _ => self.unheard(RejectedReport::NotAwaited(who)),
        }
    }

    /// Records that a character has appeared or will not; returns whether it was awaited.
    pub(crate) fn settle_spawn(
        &mut self,
        location: LocationId,
        who: CharacterId,
        there: bool,
    ) -> bool {
        let place = self.places.get_mut(location.0);
        let Some(spawning) = place.and_then(|place| place.spawning.as_mut()) else {
            return false;
        };
        let mut people = spawning.people.iter_mut();
        match people.find(|(other, ..)| *other == who) {
            Some((.., answer)) if answer.is_none() || !there => {
                *answer = Some(there);
                if !self.places.spawns_settled.contains(&location) {
                    self.places.spawns_settled.push(location);
                }
                true
            }
            _ => false,
        }
    }

    pub(super) fn give_up_waiting(&mut self, id: LocationId) {
        let place = self.places.get_mut(id.0);
        let Some(spawning) = place.and_then(|place| place.spawning.as_mut()) else {
            return;
        };
        let mut late = vec![];
        for (who, _, answer) in &mut spawning.people {
            if answer.is_none() {
                *answer = Some(false);
                late.push(*who);
            }
        }
        for who in late {
            self.call_off(who);
        }
        self.places.spawns_settled.push(id);
    }

    /// Cancels a spawn. A character that appears after all is withdrawn again.
    pub(crate) fn call_off(&mut self, who: CharacterId) {
        self.forget(who);
        self.output.commands.push(Command::Withdraw(who));
    }

    /// Whether a location waits for a character, or for others spawned with it.
    pub(crate) fn is_awaited(&self, person: &Character) -> bool {
        let place = person.spawned.and_then(|(id, _)| self.places.get(id.0));
        let spawning = place.and_then(|place| place.spawning.as_ref());
        let mut people = spawning.into_iter().flat_map(|spawning| &spawning.people);
        people.any(|(who, ..)| *who == person.id)
    }

    /// Begins the scenes whose spawns have all been answered, and gives up those that lack a
    /// character.
    pub(super) fn finish_spawning(&mut self) {
        let mut settled = std::mem::take(&mut self.places.spawns_settled);
        settled.sort_unstable();
        settled.dedup();
        for id in settled {
            let Some(place) = self.places.get_mut(id.0) else {
                continue;
            };
            let waits = |spawning: &Spawning| spawning.people.iter().any(|(.., a)| a.is_none());
            if place.spawning.as_ref().is_none_or(waits) {
                continue;
            }
            if let Some(spawning) = place.spawning.take() {
                self.begin_with_spawned(id, &spawning);
            }
        }
    }

    /// Begins the scene if the spawned characters suffice. If not, because others come by another
    /// emitter, they stay; if one did not appear, all are withdrawn.
    fn begin_with_spawned(&mut self, id: LocationId, spawning: &Spawning) {
        let Some(place) = self.places.get(id.0) else {
            return;
        };
        let script = self.content.module.script(spawning.script);
        let here = spawning.people.iter();
        let here = here.filter(|(.., answer)| *answer == Some(true));
        let here: Vec<CharacterId> = here.map(|(who, ..)| *who).collect();
        let people = self.own_people(place, &here);
        let cast = script.and_then(|script| self.cast_own(script, &people));
        let rare = self.is_still_rare(id, spawning.emitter, spawning.script);
        if let Some(cast) = cast.filter(|_| rare && self.can_begin(id)) {
            self.begin(id, spawning.emitter, spawning.script, &cast);
        } else if here.len() < spawning.people.len() {
            let rest = self.pacing(id, spawning.emitter).map(|pacing| pacing.rests);
            let rest = rest.unwrap_or(Duration::ZERO).max(Duration::seconds(10));
            let until = self.now.after(rest);
            if let Some(place) = self.places.get_mut(id.0) {
                place.rests_until = until;
            }
            for who in here {
                self.send_spawned_home(who);
            }
        }
    }

    /// Removes a character from a location's own characters.
    pub(crate) fn forget_resident(&mut self, location: LocationId, who: CharacterId) {
        if let Some(place) = self.places.get_mut(location.0) {
            place.residents.retain(|other| *other != who);
        }
    }

    /// Withdraws a character whose location is gone, once it is free.
    pub(crate) fn lose_home(&mut self, who: CharacterId) {
        let Some(person) = self.people.get_mut(who.0).filter(|p| p.appeared) else {
            return;
        };
        if let Some((_, withdraw)) = &mut person.spawned
            && !std::mem::replace(withdraw, true)
            && person.is_at_leisure()
        {
            self.send_spawned_home(who);
        }
    }

    /// Withdraws a spawned character for which there is no scene.
    pub(crate) fn send_spawned_home(&mut self, who: CharacterId) {
        let person = self.people.get(who.0);
        let comes_for_one_scene = |p: &Character| p.spawned.is_some_and(|(_, w)| w) && !p.seized;
        if person.is_some_and(comes_for_one_scene) {
            self.output.commands.push(Command::Withdraw(who));
        }
    }
}
