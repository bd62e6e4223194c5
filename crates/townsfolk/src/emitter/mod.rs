//! Emitters of locations: search, propose, commit.
//!
//! Each emitter of a location searches its surroundings on its period, with its own phase.
//! Searching has no side effects: all due emitters read the world as it is after the reports of
//! this tick, in parallel, and propose. Then one pass over the proposals, in an order drawn for
//! this tick, commits those that are still possible. Scenes begin at the next tick.

mod casting;
mod notification;
mod player;
mod sleep;
mod spawn;

use crate::executor::{self, Executor};
use crate::folk::Folk;
use crate::host::{Command, Event};
use crate::jobs::LookJobs;
use crate::playing::Playing;
use townsfolk_core::digest::fold;
use townsfolk_core::{
    CharacterId, Draw, Duration, LocationId, RoleId, SceneId, ScriptId, SiteId, Tick,
};
use townsfolk_module::{Emitter, Pacing};

/// What an emitter proposes.
#[derive(Clone, Debug)]
pub(crate) enum Proposal {
    /// Begin a scene.
    Begin(ScriptId, Vec<(CharacterId, RoleId)>),
    /// Let characters join the running scene.
    Join(SceneId, Vec<(CharacterId, RoleId)>),
    /// Notify characters that have come near, and forget those that have left.
    Tell(Vec<CharacterId>),
    /// Show the icon to exactly these players.
    Invite(Vec<CharacterId>),
    /// Ask for characters of its own.
    Spawn(ScriptId),
    /// Stop waiting for characters that have not appeared.
    GiveUpWaiting,
}

/// Minimum number of searches for each parallel piece.
const LOOKS_PER_PIECE_MIN: usize = 32;

/// A proposal with its location and emitter.
pub(crate) type Proposed = (LocationId, u8, Proposal);

impl Folk {
    /// The key of a location's random draws, distinct from those of scenes.
    pub(crate) fn luck_of(&self, location: LocationId) -> u64 {
        u64::MAX - u64::from(location.0)
    }

    pub(crate) fn pacing(&self, location: LocationId, emitter: u8) -> Option<&Pacing> {
        let place = self.places.get(location.0)?;
        let emitter = self.kind(place.kind)?.emitters.get(usize::from(emitter))?;
        Some(pacing_of(emitter))
    }

    /// Puts the next search of each emitter of a location on the agenda.
    pub(crate) fn plan_looks(&mut self, id: LocationId) {
        for emitter in self.emitters_of(id) {
            self.plan_look(id, emitter, self.now.0.saturating_add(1));
        }
    }

    /// The indexes of a location's emitters.
    fn emitters_of(&self, id: LocationId) -> std::ops::Range<u8> {
        let kind = self
            .places
            .get(id.0)
            .and_then(|place| self.kind(place.kind));
        let count = kind.map_or(0, |kind| kind.emitters.len());
        0..u8::try_from(count).unwrap_or(u8::MAX)
    }

    /// Puts the first search at or after a tick on the agenda.
    fn plan_look(&mut self, id: LocationId, emitter: u8, from: i64) {
        let Some(pacing) = self.pacing(id, emitter) else {
            return;
        };
        let every = pacing.every.0.max(1);
        let draw = Draw::at(self.seed, self.luck_of(id), Tick(0), SiteId::named("look"));
        let phase = draw.between(u64::from(emitter), 0, every - 1);
        let wait = phase.saturating_sub(from).rem_euclid(every);
        let at = Tick(from.saturating_add(wait));
        self.agenda.looks.add(at, (id, emitter));
    }

    /// Searches for every emitter that is due.
    pub(crate) fn look_around(&mut self, executor: &dyn Executor) -> Vec<Proposed> {
        self.places.looked = self.now;
        let due = self.due::<LookJobs>();
        let mut due: Vec<_> = due.into_iter().map(|(look, _)| look).collect();
        due.retain(|(id, _)| self.places.get(id.0).is_some_and(|place| !place.gone));
        let mut proposed: Vec<_> = due.into_iter().map(|look| (look, None)).collect();
        executor::each(
            executor,
            LOOKS_PER_PIECE_MIN,
            &mut proposed,
            |(look, found)| {
                *found = self.propose(look.0, look.1);
            },
        );
        for ((id, emitter), proposal) in &proposed {
            if proposal.is_some() || !self.let_sleep(*id, *emitter) {
                self.plan_look(*id, *emitter, self.now.0.saturating_add(1));
            }
        }
        let proposals = proposed.into_iter();
        let mut proposals: Vec<Proposed> = proposals
            .filter_map(|((id, emitter), proposal)| Some((id, emitter, proposal?)))
            .collect();
        let order = |(id, emitter, _): &Proposed| {
            let tick = fold(self.seed.0, self.now.0 as u64);
            (
                fold(fold(tick, u64::from(id.0)), u64::from(*emitter)),
                *id,
                *emitter,
            )
        };
        proposals.sort_by_key(order);
        proposals
    }

    /// Whether a search can have a result.
    pub(crate) fn has_reason_to_look(&self, id: LocationId, emitter: u8) -> bool {
        let place = self.places.get(id.0).filter(|place| !place.gone);
        place.is_some_and(|place| !self.has_nobody_to_look_for(place, emitter))
    }

    /// Plans the next search after one that can have no result, or none if the emitter can sleep.
    pub(crate) fn look_in_vain(&mut self, id: LocationId, emitter: u8) {
        let there = self.places.get(id.0).is_some_and(|place| !place.gone);
        if there && !self.let_sleep(id, emitter) {
            self.plan_look(id, emitter, self.now.0.saturating_add(1));
        }
    }

    fn propose(&self, id: LocationId, index: u8) -> Option<Proposal> {
        let place = self.places.get(id.0)?;
        let kind = self.kind(place.kind)?;
        let emitter = kind.emitters.get(usize::from(index))?;
        let pacing = pacing_of(emitter);
        if let Some(spawning) = &place.spawning
            && spawning.emitter == index
        {
            return (spawning.until <= self.now).then_some(Proposal::GiveUpWaiting);
        }
        match emitter {
            Emitter::Notification(_) => self.propose_to_tell(place, pacing),
            Emitter::Script(_) => self.propose_scene(place, kind, pacing),
            Emitter::Player { .. } => self.propose_to_invite(place, kind, pacing),
            Emitter::Spawn { points, .. } => self.propose_to_spawn(place, kind, pacing, points),
        }
    }

    /// Commits proposals in order, as far as they are still possible.
    pub(crate) fn commit(&mut self, proposals: Vec<Proposed>) {
        for (who, location) in std::mem::take(&mut self.places.accepted) {
            self.let_player_in(who, location);
        }
        for (id, emitter, proposal) in proposals {
            match proposal {
                Proposal::Begin(script, cast) => {
                    let waits = self.places.get(id.0).is_none_or(|l| l.spawning.is_some());
                    let rare = self.is_still_rare(id, emitter, script);
                    if self.are_all_free(&cast) && self.can_begin(id) && rare && !waits {
                        self.begin(id, emitter, script, &cast);
                    }
                }
                Proposal::Join(scene, cast) => {
                    if self.are_all_free(&cast) && self.has_room_for(scene, &cast) {
                        self.join(scene, &cast);
                    }
                }
                Proposal::Tell(near) => self.tell_of(id, near),
                Proposal::Invite(players) => self.invite(id, players),
                Proposal::Spawn(script) => self.ask_for_people(id, emitter, script),
                Proposal::GiveUpWaiting => self.give_up_waiting(id),
            }
        }
        self.finish_spawning();
    }

    fn are_all_free(&self, cast: &[(CharacterId, RoleId)]) -> bool {
        let free = |who: &CharacterId| {
            let person = self.people.get(who.0);
            person.is_some_and(crate::character::Character::is_at_leisure)
        };
        cast.iter().all(|(who, _)| free(who))
    }

    /// Whether all of them can join. A group must not be split.
    fn has_room_for(&self, scene: SceneId, cast: &[(CharacterId, RoleId)]) -> bool {
        let Some(playing) = self.scenes.get(scene.0) else {
            return false;
        };
        let script = self.content.module.script(playing.script);
        let mut lines = script.into_iter().flat_map(|script| &script.cast);
        playing.phase() == townsfolk_scene::Phase::Running
            && lines.all(|line| {
                let more = cast.iter().filter(|(_, role)| *role == line.role).count();
                more == 0 || playing.count_in(line.role) + more <= usize::from(line.max)
            })
    }

    pub(crate) fn can_begin(&self, id: LocationId) -> bool {
        self.places.get(id.0).is_some_and(|place| {
            place.scene.is_none() && !place.gone && place.rests_until <= self.now
        })
    }

    /// Begins a scene at the next tick.
    pub(crate) fn begin(
        &mut self,
        id: LocationId,
        emitter: u8,
        script: ScriptId,
        cast: &[(CharacterId, RoleId)],
    ) -> Option<SceneId> {
        let place = self.places.get(id.0)?;
        let module = self.content.module.clone();
        let (kind, compiled) = (module.location(place.kind)?, module.script(script)?);
        let known = place.knows(kind, compiled);
        let at = self.now.after(Duration(1));
        let content = &self.content;
        let key = self.scenes.insert(|key| {
            let place = (id, emitter);
            Playing::begin(content, SceneId(key), compiled, at, place, &known, cast)
        });
        let scene = SceneId(key);
        if let Some(place) = self.places.get_mut(id.0) {
            place.scene = Some(scene);
        }
        self.queue(key, at);
        self.tell_attributes(scene, None);
        for (who, _) in cast {
            self.put_into(*who, scene);
            self.tell_attributes(scene, Some(*who));
        }
        let gone = self.places.get(id.0).map(|place| place.lost_props.clone());
        for prop in gone.unwrap_or_default() {
            self.tell(Some(scene), townsfolk_scene::Report::PropGone(prop));
        }
        self.output.events.push(Event::SceneBegan {
            scene,
            location: id,
            script,
            cast: cast.to_vec(),
        });
        Some(scene)
    }

    /// Lets characters join a running scene at the next tick.
    pub(crate) fn join(&mut self, scene: SceneId, cast: &[(CharacterId, RoleId)]) {
        if self.scenes.get(scene.0).is_none() {
            return;
        }
        for (who, role) in cast {
            let report = townsfolk_scene::Report::Joined {
                who: *who,
                role: *role,
            };
            self.tell(Some(scene), report);
            self.put_into(*who, scene);
            self.tell_attributes(scene, Some(*who));
            self.output.events.push(Event::Joins(*who, scene, *role));
        }
    }

    pub(crate) fn hide_icon(&mut self, who: CharacterId, location: LocationId) {
        self.output.commands.push(Command::HideIcon(who, location));
    }

    /// Begins the cool-down of a character that has left a scene.
    pub(crate) fn forgo(&mut self, who: CharacterId, scene: SceneId, location: LocationId) {
        let Some(playing) = self.scenes.get(scene.0) else {
            return;
        };
        let (script, emitter) = (playing.script, playing.emitter);
        let rest = self.pacing(location, emitter);
        let rest = rest.map_or(Duration::ZERO, |pacing| pacing.rests_per_character);
        let now = self.now;
        if let Some(place) = self.places.get_mut(location.0) {
            place.send_away(who, now.after(crate::location::COOL_DOWN), now);
        }
        if rest > Duration::ZERO
            && let Some(person) = self.people.get_mut(who.0)
        {
            person
                .tired_of
                .retain(|(s, until)| *s != script && *until > now);
            person.tired_of.push((script, now.after(rest)));
        }
    }
}

pub(crate) fn pacing_of(emitter: &Emitter) -> &Pacing {
    match emitter {
        Emitter::Notification(pacing)
        | Emitter::Script(pacing)
        | Emitter::Spawn { pacing, .. }
        | Emitter::Player { pacing, .. } => pacing,
    }
}
