//! Minds in saves, digests, and changed content.

use super::company::{SavedTalk, company_system};
use super::feelings_history::Past;
use super::pursue::SavedPursuit;
use super::{Extent, Intention, MindFault, MindState, Minds, mind_system};
use crate::folk::Folk;
use crate::host::Command;
use crate::performer::Hands;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use townsfolk_act::Running;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{
    ActionId, ActionRef, AreaId, Channel, CharacterId, LayerId, LocationId, MemberId, PropId,
    RoleId, StartId, Tick,
};
use townsfolk_knowledge::Memory;
use townsfolk_mind::Mind;
use townsfolk_mind::social::Relationships;

/// Maximum length of a list in a save.
const LIST_MAX: usize = 16;

/// The result of migrating a mind to changed content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MindMoved {
    /// The character.
    pub who: CharacterId,
    /// The result.
    pub fate: MindFate,
}

/// Whether a mind continues.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MindFate {
    /// Its layers have changed: needs, flags and the role that still exist were kept.
    GoesOn,
    /// The member of the cast no longer exists, or has no basic layer.
    Lost,
}

/// Minds as plain data.
#[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedMinds {
    people: Vec<SavedMind>,
    areas: Vec<(AreaId, Vec<Extent>)>,
    named: Vec<(PropId, LocationId)>,
    day: i64,
    said: Vec<MindFault>,
    layers: Vec<(LayerId, u64)>,
}

/// The recent pasts of characters, apart from their minds, whose format is older.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedPasts(Vec<(CharacterId, Past)>);

impl SavedPasts {
    /// Takes the pasts out of the minds.
    pub(crate) fn of(people: &[SavedMind]) -> SavedPasts {
        let some = people.iter().filter(|mind| mind.past != Past::default());
        SavedPasts(some.map(|mind| (mind.who, mind.past.clone())).collect())
    }

    /// Puts it back.
    pub(crate) fn give_back(self, people: &mut [SavedMind]) {
        for (who, past) in self.0 {
            // They are in order of id in every valid file.
            let place = people.binary_search_by_key(&who, |mind| mind.who);
            if let Some(mind) = place.ok().and_then(|place| people.get_mut(place)) {
                mind.past = past;
            }
        }
    }
}

/// The minds of some characters, as plain data.
#[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedPeople {
    pub(crate) people: Vec<SavedMind>,
    pub(crate) layers: Vec<(LayerId, u64)>,
}

/// A mind as plain data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedMind {
    pub(crate) who: CharacterId,
    member: MemberId,
    mind: townsfolk_mind::SavedMind,
    layers: Vec<LayerId>,
    role: Option<RoleId>,
    wanted: Option<Intention>,
    pursuit: Option<SavedPursuit>,
    stopping: Vec<(StartId, Channel, Tick)>,
    bearing: Vec<(ActionRef, ActionId)>,
    woken: bool,
    wake_at: Option<Tick>,
    next_start: u64,
    relationships: Relationships,
    memory: Memory,
    looked_at: Tick,
    talk: Option<SavedTalk>,
    quiet_until: Tick,
    /// It is saved apart, see [`SavedPasts`].
    #[serde(skip)]
    past: Past,
}

impl Folk {
    /// The minds, and their pasts.
    pub(crate) fn keep_minds(&self) -> (SavedMinds, SavedPasts) {
        let people: Vec<SavedMind> = self.minds().filter_map(|m| self.keep_mind(m)).collect();
        let pasts = SavedPasts::of(&people);
        let minds = SavedMinds {
            people,
            areas: (self.minds.areas.iter())
                .map(|(area, extents)| (*area, extents.clone()))
                .collect(),
            named: self.minds.named.iter().map(|(n, l)| (*n, *l)).collect(),
            day: self.minds.day,
            said: self.minds.said.clone(),
            layers: self.layers_held(),
        };
        (minds, pasts)
    }

    /// The layers in use, with a hash of each, to detect changes.
    pub(crate) fn layers_held(&self) -> Vec<(LayerId, u64)> {
        let held = self.minds().flat_map(|m| &m.mind.map().program().layers);
        let held: BTreeSet<LayerId> = held.copied().collect();
        let hashed = held.into_iter().map(|id| (id, self.content.layer_hash(id)));
        hashed.collect()
    }

    pub(crate) fn keep_mind(&self, minded: &MindState) -> Option<SavedMind> {
        let at = self.beat_of(minded.who, minded.member)?;
        let hands = self.performer.hands(minded.who);
        let performs = self.mind_performs(minded.who);
        let pursuit = minded.pursuit.as_ref().zip(performs);
        let (talk, says) = (
            minded.talk.as_ref(),
            self.performer.get(minded.who, Channel::Voice),
        );
        Some(SavedMind {
            who: minded.who,
            member: minded.member,
            mind: minded.mind.save(&at),
            layers: minded.mind.map().program().layers.clone(),
            role: minded.role,
            wanted: minded.wanted,
            pursuit: pursuit.map(|(pursuit, performs)| SavedPursuit::new(pursuit, performs)),
            stopping: hands.stopping,
            bearing: minded.bearing.clone(),
            woken: minded.woken,
            wake_at: minded.wake_at,
            next_start: hands.next_start,
            relationships: minded.relationships.clone(),
            memory: minded.memory.clone(),
            looked_at: minded.looked_at,
            talk: talk.and_then(|talk| SavedTalk::new(talk, says)),
            quiet_until: minded.quiet_until,
            past: Past {
                mood_at: minded.mind.mood_at,
                ..minded.past.clone()
            },
        })
    }

    /// A sum over minds, with the host's reports for them.
    pub(crate) fn digest_of_minds(&self) -> u64 {
        let minds = self.minds().map(|minded| {
            let kept = self.keep_mind(minded);
            let bytes = postcard::to_allocvec(&kept).unwrap_or_default();
            let past = kept.map(|kept| kept.past).filter(|p| *p != Past::default());
            let past = past.map(|past| postcard::to_allocvec(&past).unwrap_or_default());
            let digest = fold(u64::from(minded.who.0), hash64(&bytes));
            past.map_or(digest, |bytes| fold(digest, hash64(&bytes)))
        });
        let mut sum = minds.fold(0, u64::wrapping_add);
        for (area, extents) in &self.minds.areas {
            let bytes = postcard::to_allocvec(extents).unwrap_or_default();
            sum = sum.wrapping_add(fold(u64::from(area.0), hash64(&bytes)));
        }
        for (name, location) in &self.minds.named {
            let named = fold(u64::from(name.0), u64::from(location.0));
            sum = sum.wrapping_add(fold(1, named));
        }
        sum = sum.wrapping_add(self.digest_of_levels());
        sum = sum.wrapping_add(self.digest_of_admits());
        // Day zero adds nothing, as in saves from before days were counted.
        match self.minds.day {
            0 => sum,
            day => sum.wrapping_add(fold(2, day as u64)),
        }
    }

    pub(crate) fn resume_minds(&mut self, saved: SavedMinds, pasts: SavedPasts) {
        self.minds = Minds {
            areas: saved.areas.into_iter().collect(),
            named: saved.named.into_iter().collect(),
            day: saved.day.clamp(-1_000_000_000, 1_000_000_000),
            said: saved.said,
            ..Minds::default()
        };
        self.minds.said.sort_unstable();
        self.minds.said.dedup();
        let mut people = saved.people;
        pasts.give_back(&mut people);
        for mind in people {
            self.resume_mind(mind, &saved.layers);
        }
    }

    /// Restores a mind, as far as the content still declares it. Layers are compared by the hash in
    /// the save.
    pub(crate) fn resume_mind(&mut self, saved: SavedMind, layers: &[(LayerId, u64)]) {
        let who = saved.who;
        if self.character(who).is_none() {
            return;
        }
        let now_is = |id: LayerId| self.content.layer_hash(id);
        let mut held = saved.layers.iter();
        let same = held.all(|id| layers.contains(&(*id, now_is(*id))));
        let at = self.beat_of(who, saved.member);
        let resumed = at.and_then(|at| Mind::load(&saved.mind, &at));
        let same = |mind: &Mind| same && mind.map().program().layers == saved.layers;
        let changed = resumed.as_ref().is_some_and(|mind| !same(mind));
        let fate = match &resumed {
            Some(_) if changed => Some(MindFate::GoesOn),
            Some(_) => None,
            None => Some(MindFate::Lost),
        };
        self.minds
            .moved
            .extend(fate.map(|fate| MindMoved { who, fate }));
        let Some(mut mind) = resumed else {
            // The role, offer and action of a lost mind must be removed with it.
            let role = saved.role.filter(|_| self.character(who).is_some());
            if let Some(role) = role {
                self.lose_role(who, role);
            }
            self.withdraw_wish(who);
            self.stop_after_all(who, saved.pursuit.as_ref());
            for (channel, by) in [
                (Channel::Body, mind_system()),
                (Channel::Voice, company_system()),
            ] {
                let own = self.performer.get(who, channel).map(|p| p.by) == Some(by);
                if own {
                    self.performer.remove(who, channel);
                    self.performer.take_back(who, by, &Channel::ALL);
                }
            }
            return;
        };
        if changed {
            mind.stir();
        }
        let known = |wanted: &Intention| mind.map().program().place(wanted.action).is_some();
        let wanted = saved.wanted.filter(known);
        // In unchanged content a pursuit continues, even if its node is not on the map now: the
        // character may take part in a scene that another layer asked for.
        let lasts = |p: &SavedPursuit| !changed || mind.map().program().place(p.action).is_some();
        if let Some(lost) = saved.pursuit.as_ref().filter(|p| !lasts(p)) {
            self.stop_after_all(who, Some(lost));
        }
        let pursuit = saved.pursuit.filter(lasts).map(SavedPursuit::restored);
        let mut stopping = saved.stopping;
        stopping.truncate(LIST_MAX);
        let hands = Hands {
            next_start: saved.next_start,
            stopping,
        };
        self.performer.set_hands(who, hands);
        let pursuit = pursuit.map(|(pursuit, performance)| {
            self.performer.insert(who, Channel::Body, performance);
            pursuit
        });
        let talk = saved
            .talk
            .map(SavedTalk::restored)
            .map(|(talk, performance)| {
                let key = (who, Channel::Voice, performance.by);
                self.performer.set_offered(key, performance.course.clone());
                self.performer.insert(who, Channel::Voice, performance);
                talk
            });
        let mut minded = MindState {
            who,
            member: saved.member,
            role: saved.role,
            wanted,
            pursuit,
            bearing: saved.bearing,
            woken: saved.woken || changed,
            wake_at: saved.wake_at,
            relationships: saved.relationships,
            memory: saved.memory,
            looked_at: saved.looked_at,
            talk,
            quiet_until: saved.quiet_until,
            past: saved.past,
            mind,
        };
        minded.mind.mood_at = minded.past.mood_at.take();
        minded.past.mend();
        minded.bearing.truncate(LIST_MAX);
        self.minds.people.insert(who, Box::new(minded));
        if changed {
            self.sync_role(who);
        }
    }

    /// Stops an action that no mind waits for any more: the command is put out at the next tick.
    fn stop_after_all(&mut self, who: CharacterId, pursuit: Option<&SavedPursuit>) {
        for start in pursuit.map(SavedPursuit::starts).unwrap_or_default() {
            let action = ActionRef::of_decider(who, start);
            self.owed.push(Command::Stop(action));
        }
    }

    /// Migrates minds to changed content by name. [`moved_minds`](Folk::moved_minds) lists those
    /// that have changed.
    pub(crate) fn migrate_minds(&mut self, kept: Vec<SavedMind>, layers: &[(LayerId, u64)]) {
        self.minds.moved.clear();
        self.minds.said.clear();
        self.minds.people.clear();
        for mind in kept {
            self.resume_mind(mind, layers);
        }
    }

    /// Results of the last migration of minds, by loading a save or by a reload.
    pub fn moved_minds(&self) -> &[MindMoved] {
        &self.minds.moved
    }

    /// Rebuilds the caches of minds.
    pub(crate) fn index_minds(&mut self) {
        self.agenda.minds.clear();
        self.minds.made_from.clear();
        self.index_areas();
        self.index_asleep();
        self.minds.bearing.clear();
        self.minds.whereabouts.clear();
        self.minds.present.clear();
        let everybody: Vec<CharacterId> = self.characters().map(|person| person.id).collect();
        for who in everybody {
            self.note_whereabouts(who);
        }
        let people: Vec<CharacterId> = self.minds.people.keys().copied().collect();
        for who in people {
            self.index_mind(who);
        }
    }

    pub(crate) fn index_mind(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let (woken, member) = (minded.woken, minded.member);
        self.make(who, member);
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        for (action, _) in minded.bearing.clone() {
            let people = self.minds.bearing.entry(action).or_default();
            if let Err(place) = people.binary_search(&who) {
                people.insert(place, who);
            }
        }
        self.queue_up(who);
        self.plan_beat(who);
        if woken {
            self.agenda.minds.add(self.now, who);
        }
    }

    pub(crate) fn unindex_mind(&mut self, minded: &MindState) {
        let who = minded.who;
        for (action, _) in &minded.bearing {
            if let Some(people) = self.minds.bearing.get_mut(action) {
                people.retain(|other| *other != who);
            }
        }
        self.minds.bearing.retain(|_, people| !people.is_empty());
    }

    /// Ends a pursuit of a scene in which the character does not take part, after loading.
    pub(crate) fn mend_mind(&mut self, who: CharacterId) {
        let scene = self.character(who).and_then(|person| person.scene);
        let seized = self.character(who).is_some_and(|person| person.seized);
        if scene.is_some() || seized {
            self.rouse(who);
        }
        let mut parts = self
            .mind_performs(who)
            .into_iter()
            .flat_map(|p| p.running());
        let wrong = parts.any(|part| match part {
            Running::TakesPart(of) => scene != Some(*of),
            Running::Asks { .. } => scene.is_some(),
            _ => false,
        });
        if wrong {
            self.abandon(who);
        }
        self.sync_role(who);
    }
}

impl SavedMind {
    /// Adds a delay to all its moments.
    pub(crate) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.wake_at = self.wake_at.map(&mut *later);
        self.looked_at = later(self.looked_at);
        self.quiet_until = later(self.quiet_until);
        if let Some(talk) = &mut self.talk {
            talk.shift_times(later);
        }
        for (.., until) in &mut self.stopping {
            *until = later(*until);
        }
        if let Some(turn) = &mut self.past.turn {
            turn.since = later(turn.since);
            turn.until = later(turn.until);
        }
        if let Some(pursuit) = &mut self.pursuit {
            pursuit.shift_times(later);
        }
    }
}
