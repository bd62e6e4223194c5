//! The spawn emitter: a location brings its own people.

use super::Proposal;
use crate::character::Character;
use crate::folk::Folk;
use crate::host::{Command, LocationId, Newcomer, Unheard};
use crate::location::{Location, Spawning};
use townsfolk_core::{CharacterId, Duration, RoleId, ScriptId};
use townsfolk_module::{Emitter, LocationKind, Pacing, Script, SpawnAfter, SpawnPoint};

/// Who has not appeared after this long does not come.
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
        let fits = |id: &ScriptId| {
            let script = self.content.module.script(*id);
            script.is_some_and(|script| self.is_enough(place.id, script, points))
                && self.is_rare_enough(place, pacing, *id)
        };
        let mut scripts = self.scripts_by_luck(place, kind).into_iter();
        scripts.find(fits).map(Proposal::Spawn)
    }

    /// Whether the people of all points, with the location's proxies, fill every role.
    fn is_enough(&self, id: LocationId, script: &Script, points: &[SpawnPoint]) -> bool {
        let people = points
            .iter()
            .flat_map(|point| std::iter::repeat_n(point.role, usize::from(point.count)));
        let proxies = self.attached.get(&id).into_iter().flatten();
        let proxies = proxies.filter_map(|who| self.characters.get(who.0)?.roles.first().copied());
        self.lines_for(script, people.chain(proxies)).is_some()
    }

    /// A line of the cast for each role, if all minima are met. Whom no line has room for, gets none.
    fn lines_for(
        &self,
        script: &Script,
        roles: impl Iterator<Item = RoleId>,
    ) -> Option<Vec<Option<RoleId>>> {
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
        let full = script
            .cast
            .iter()
            .zip(&taken)
            .all(|(line, n)| *n >= line.min);
        full.then_some(lines)
    }

    pub(super) fn ask_for_people(&mut self, id: LocationId, emitter: u8, script: ScriptId) {
        if !self.can_begin(id) {
            return;
        }
        let Some(place) = self.locations.get(id.0).filter(|l| l.spawning.is_none()) else {
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
                let who = CharacterId(self.characters.next());
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
                self.characters.push(person);
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
        if let Some(place) = self.locations.get_mut(id.0) {
            place.spawning = Some(Spawning {
                script,
                people,
                emitter,
                until,
            });
        }
    }

    pub(crate) fn hear_of_spawn(&mut self, who: CharacterId, there: bool) {
        let place = self.characters.get(who.0).and_then(|person| person.spawned);
        match place {
            Some((location, _)) if self.settle_spawn(location, who, there) => {
                if !there {
                    self.forget(who);
                }
            }
            _ => self.unheard(Unheard::NotAwaited(who)),
        }
    }

    /// Notes that someone has appeared or will not; says whether that was waited for.
    pub(crate) fn settle_spawn(
        &mut self,
        location: LocationId,
        who: CharacterId,
        there: bool,
    ) -> bool {
        let place = self.locations.get_mut(location.0);
        let Some(spawning) = place.and_then(|place| place.spawning.as_mut()) else {
            return false;
        };
        let mut people = spawning.people.iter_mut();
        match people.find(|(other, ..)| *other == who) {
            Some((.., answer)) if answer.is_none() || !there => {
                *answer = Some(there);
                if !self.spawns_settled.contains(&location) {
                    self.spawns_settled.push(location);
                }
                true
            }
            _ => false,
        }
    }

    pub(super) fn give_up_waiting(&mut self, id: LocationId) {
        let place = self.locations.get_mut(id.0);
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
        self.spawns_settled.push(id);
    }

    /// Someone who has not appeared is not wanted any more. Should they appear after all, they are
    /// sent home again.
    pub(crate) fn call_off(&mut self, who: CharacterId) {
        self.forget(who);
        self.output.commands.push(Command::Withdraw(who));
    }

    /// Whether a location waits for somebody, or for those who come with them.
    pub(crate) fn is_awaited(&self, person: &Character) -> bool {
        let place = person.spawned.and_then(|(id, _)| self.locations.get(id.0));
        let spawning = place.and_then(|place| place.spawning.as_ref());
        let mut people = spawning.into_iter().flat_map(|spawning| &spawning.people);
        people.any(|(who, ..)| *who == person.id)
    }

    /// Begins the scenes for which everyone has appeared, and gives up those that lack somebody.
    pub(super) fn finish_spawning(&mut self) {
        let mut settled = std::mem::take(&mut self.spawns_settled);
        settled.sort_unstable();
        settled.dedup();
        for id in settled {
            let Some(place) = self.locations.get_mut(id.0) else {
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

    fn begin_with_spawned(&mut self, id: LocationId, spawning: &Spawning) {
        let here = spawning
            .people
            .iter()
            .filter(|(.., answer)| *answer == Some(true));
        let free = |who: &CharacterId| self.character(*who).is_some_and(Character::is_at_leisure);
        let mut people: Vec<(CharacterId, RoleId)> = here
            .map(|(who, role, _)| (*who, *role))
            .filter(|(who, _)| free(who))
            .collect();
        for who in self.attached.get(&id).into_iter().flatten() {
            let person = self.characters.get(who.0).filter(|p| p.is_at_leisure());
            people.extend(person.and_then(|p| Some((*who, *p.roles.first()?))));
        }
        let script = self.content.module.script(spawning.script);
        let roles = people.iter().map(|(_, role)| *role);
        let lines = script.and_then(|script| self.lines_for(script, roles));
        let mut begun = false;
        let rare = self.is_still_rare(id, spawning.emitter, spawning.script);
        if let Some(lines) = lines.filter(|_| rare && self.can_begin(id)) {
            let cast = people.iter().zip(lines);
            let cast: Vec<_> = cast
                .filter_map(|((who, _), line)| Some((*who, line?)))
                .collect();
            begun = !cast.is_empty()
                && (self.begin(id, spawning.emitter, spawning.script, &cast)).is_some();
        }
        if !begun {
            let rest = self.pacing(id, spawning.emitter).map(|pacing| pacing.rests);
            let until = self.now.after(rest.unwrap_or(Duration::seconds(10)));
            if let Some(place) = self.locations.get_mut(id.0) {
                place.rests_until = until;
            }
            for (who, _) in people {
                self.send_spawned_home(who);
            }
        }
    }

    /// Someone for whom there is no scene after all.
    pub(crate) fn send_spawned_home(&mut self, who: CharacterId) {
        let person = self.characters.get(who.0);
        let comes_for_one_scene = |p: &Character| p.spawned.is_some_and(|(_, w)| w) && !p.seized;
        if person.is_some_and(comes_for_one_scene) {
            self.output.commands.push(Command::Withdraw(who));
        }
    }
}
