//! Beliefs of characters about people and places: when they observe, talk, forget and are told.
//!
//! The pure code is [`townsfolk_knowledge::belief`]. Here is its state, a table with a row for each
//! person of the cast and each player. Without facets in the content there are no rows. The true
//! value of a facet is the attribute of the same id.
//!
//! What happens during a tick is noted, and worked off at one point of the next: first observations,
//! talks and tellings, which read the minds as they are and write through an inbox; then fading, which
//! is one job for each character and half calendar day. So no result depends on the order of the
//! causes within a tick, on threads, or on waking without cause.
//!
//! Characters in the background (below level full) keep their beliefs as they are: they neither observe
//! nor gossip, and nothing fades. Others who come by observe them as any other. A raised character
//! forgets at once what it would have forgotten, for 14 days at most, and observes those who are where
//! it is. Those whom it was with in the meantime are in its memory of sightings, by the logs of visits,
//! and not in its beliefs: their looks then are not known.

mod fading;
mod readings;
mod save;
mod speech;
mod world;

pub(crate) use readings::readings_of;
pub(crate) use save::SavedBeliefs;
pub(crate) use speech::Reach;
pub use speech::{Said, Speech};

use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{ActionRef, AreaId, CharacterId, Draw, HostId, SiteId, Tick, Value};
use townsfolk_knowledge::belief::{
    self, Beliefs, Frequencies, HalfDay, Inbox, Keep, Luck, Message, Minds, Outbox, Phase, Rules,
    Subject, Talk,
};
use townsfolk_module::knowledge::Share;

/// Maximum number of others that are observed at once, and of those who may overhear a talk.
const SEES_MAX: usize = 32;

/// Maximum number of notes that wait for the next tick. Further ones are dropped.
const NOTES_MAX: usize = 100_000;

/// The minds of all who have beliefs, and what has happened to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct BeliefTable {
    pub(crate) rows: BTreeMap<CharacterId, BeliefRow>,
    /// What is worked off at the next tick, in the order in which it happened.
    notes: Vec<Note>,

    // Caches.
    /// The speakers of speeches that have begun.
    speaking: BTreeMap<ActionRef, CharacterId>,
    frequencies: Frequencies,
    /// Whether an attribute has changed since the frequencies were counted.
    stale: bool,
    /// The half day of the last tick. Strengths depend on it.
    half: Option<HalfDay>,
}

/// One character's beliefs, and what belongs to them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct BeliefRow {
    pub(crate) mind: Box<Beliefs>,
    /// The last half day for which beliefs have faded.
    faded: HalfDay,
    /// Subjects that were observed in a half day, sorted.
    observed: (HalfDay, Vec<Subject>),
    /// Numbers of talks with others.
    meetings: BTreeMap<CharacterId, u32>,
    /// Tellings that have begun and are not done.
    speeches: Vec<(ActionRef, Speech)>,
}

/// Something that has happened, and that minds learn from at the next tick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Note {
    /// A character begins to have beliefs. It is worked off a tick later, when those who were added
    /// with it have their attributes.
    Implant(CharacterId, Tick),
    /// The truth about a character has changed, and it knows it.
    Reflect(CharacterId),
    /// The first has the second in sight.
    Saw(CharacterId, Subject, AreaId),
    /// The first has chatted with the second. Others may have heard it.
    Chat(CharacterId, CharacterId, Option<AreaId>, Vec<CharacterId>),
    /// A character has said something, or asked for it.
    Said(CharacterId, Speech, Option<AreaId>, Vec<CharacterId>),
    /// The first glimpses the second, which need not be near.
    Glimpsed(CharacterId, Subject),
}

impl BeliefRow {
    /// Whether a subject has not been observed in this half day. It counts as observed from now on.
    fn observes(&mut self, subject: Subject, now: HalfDay) -> bool {
        if self.observed.0 != now {
            self.observed = (now, vec![]);
        }
        match self.observed.1.binary_search(&subject) {
            Ok(_) => false,
            Err(place) => {
                self.observed.1.insert(place, subject);
                true
            }
        }
    }
}

impl BeliefTable {
    fn note(&mut self, note: Note) {
        if self.notes.len() < NOTES_MAX {
            self.notes.push(note);
        }
    }

    /// Removes the row of a character.
    pub(crate) fn remove(&mut self, who: CharacterId) {
        for (action, _) in self.rows.remove(&who).map_or(vec![], |row| row.speeches) {
            self.speaking.remove(&action);
        }
        self.stale = true;
    }

    /// A value of a facet has changed, or a character with values is gone.
    pub(crate) fn go_stale(&mut self) {
        self.stale = true;
    }
}

impl Minds for BeliefTable {
    fn mind(&self, who: CharacterId) -> Option<&Beliefs> {
        self.rows.get(&who).map(|row| &*row.mind)
    }

    fn minds(&self) -> impl Iterator<Item = &Beliefs> {
        self.rows.values().map(|row| &*row.mind)
    }
}

impl Folk {
    /// Whether content has facets, so that characters have beliefs.
    pub(crate) fn has_facets(&self) -> bool {
        !self.content.module.knowledge.facets.is_empty()
    }

    /// Lets a character have beliefs from now on.
    pub(crate) fn begin_beliefs(&mut self, who: CharacterId) {
        let extra = self.character(who).is_none_or(|person| person.extra);
        if extra || !self.has_facets() || self.beliefs.rows.contains_key(&who) {
            return;
        }
        let row = BeliefRow {
            mind: Box::new(Beliefs::new(who, self.recall_of(who), self.keeps())),
            faded: self.half_day_of_fading(who),
            observed: (HalfDay(0), vec![]),
            meetings: BTreeMap::new(),
            speeches: vec![],
        };
        self.beliefs.rows.insert(who, row);
        self.beliefs.note(Note::Implant(who, self.now));
        self.plan_fading(who);
        if let Some(area) = self.area_of(who) {
            self.note_arrival(who, area);
        }
    }

    /// How much of the past minds keep.
    pub(super) fn keeps(&self) -> Keep {
        match self.content.module.knowledge.whole_history() {
            true => Keep::FullHistory,
            false => Keep::Compact,
        }
    }

    /// How well a character remembers: about 1, never below 0.8.
    fn recall_of(&self, who: CharacterId) -> Share {
        let site = SiteId::named("memory");
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), site);
        // The sum of four equal draws is nearly normal, with a deviation of 0.577.
        let sum: i64 = (0..4).map(|index| draw.between(index, -500, 500)).sum();
        let memory = (1_000_000 + sum * 87).clamp(800_000, 1_000_000);
        Share(u32::try_from(memory).unwrap_or(1_000_000))
    }

    /// A character has come to an area: it sees those who are there, and they see it.
    pub(crate) fn note_arrival(&mut self, who: CharacterId, area: AreaId) {
        if self.beliefs.rows.is_empty() {
            return;
        }
        self.look_around_in(who, area);
        for other in self.in_sight(who, area) {
            if self.beliefs.rows.contains_key(&other) {
                let seen = Subject::Person(who);
                self.beliefs.note(Note::Saw(other, seen, area));
            }
        }
    }

    /// A character sees those who are with it, and the area.
    fn look_around_in(&mut self, who: CharacterId, area: AreaId) {
        if !self.beliefs.rows.contains_key(&who) {
            return;
        }
        let others = self.in_sight(who, area).into_iter().map(Subject::Person);
        for seen in std::iter::once(Subject::Place(area)).chain(others) {
            self.beliefs.note(Note::Saw(who, seen, area));
        }
    }

    /// Those whom a character sees in its area: in a crowd the nearest.
    fn in_sight(&self, who: CharacterId, area: AreaId) -> Vec<CharacterId> {
        let present = self.minds.present.get(&area).map_or(0, Vec::len);
        match present > SEES_MAX {
            true => self.nearest_company(who, self.manners_of(who).sees_mm, SEES_MAX),
            false => self.company_of(who).collect(),
        }
    }

    /// Two characters have chatted.
    pub(crate) fn note_chat(&mut self, who: CharacterId, to: CharacterId) {
        let [Some(_), Some(_)] = [who, to].map(|who| self.beliefs.rows.get(&who)) else {
            return;
        };
        for (one, other) in [(who, to), (to, who)] {
            if let Some(row) = self.beliefs.rows.get_mut(&one) {
                let meetings = row.meetings.entry(other).or_default();
                *meetings = meetings.saturating_add(1);
            }
        }
        let hearers = self.hearers(who, to);
        let area = self.area_of(who);
        self.beliefs.note(Note::Chat(who, to, area, hearers));
    }

    /// Others in hearing of two characters who have beliefs, sorted.
    fn hearers(&self, who: CharacterId, to: CharacterId) -> Vec<CharacterId> {
        let within = self.manners_of(who).heard_mm;
        let mut others = self.nearest_company(who, within, SEES_MAX);
        others.retain(|other| *other != to && self.beliefs.rows.contains_key(other));
        others.sort_unstable();
        others
    }

    /// The value of an attribute has changed.
    pub(crate) fn note_truth(&mut self, name: HostId, arguments: &[Value]) {
        if self.content.module.knowledge.facet(name).is_none() {
            return;
        }
        self.beliefs.go_stale();
        if let [Value::Character(who)] = arguments
            && self.beliefs.rows.contains_key(who)
        {
            self.beliefs.note(Note::Reflect(*who));
        }
    }

    /// Works off what has happened, and lets beliefs fade that are due.
    pub(crate) fn update_beliefs(&mut self, executor: &dyn crate::Executor) {
        if !self.has_facets() {
            return;
        }
        if self.beliefs.stale {
            self.count_values();
        }
        let half = Some(HalfDay::of(self.moment()));
        self.news.half_day |= self.beliefs.half != half;
        self.beliefs.half = half;
        let module = self.content.module.clone();
        let rules = Rules::new(&module.knowledge);
        if !self.beliefs.notes.is_empty() {
            self.work_off_notes(&rules);
        }
        self.fade(&rules, executor);
    }

    fn work_off_notes(&mut self, rules: &Rules) {
        let now = self.now;
        let (later, notes): (Vec<Note>, Vec<Note>) = std::mem::take(&mut self.beliefs.notes)
            .into_iter()
            .partition(|note| matches!(note, Note::Implant(_, added) if *added >= now));
        self.beliefs.notes = later;
        let half = HalfDay::of(self.moment());
        let mut messages: Vec<Message> = vec![];
        for note in notes {
            if let Note::Saw(who, seen, _) = note {
                let row = self.beliefs.rows.get_mut(&who);
                if !row.is_some_and(|row| row.observes(seen, half)) {
                    continue;
                }
            }
            messages.extend(self.learn_from(rules, &note, half).unwrap_or_default());
        }
        let inbox = Inbox::new(messages);
        for messages in inbox.by_receiver() {
            let Some(to) = messages.first().map(|message| message.to) else {
                continue;
            };
            if let Some(row) = self.beliefs.rows.get_mut(&to) {
                for message in messages {
                    row.mind.receive(rules, message);
                }
                self.note_beliefs(to);
            }
        }
    }

    /// What minds learn from something that has happened. `None` if a character is gone.
    fn learn_from(&self, rules: &Rules, note: &Note, at: HalfDay) -> Option<Vec<Message>> {
        let mind = |who: &CharacterId| self.beliefs.mind(*who);
        let luck = |who: CharacterId, phase| Luck::new(self.seed, self.now.0, who, phase);
        match note {
            Note::Implant(who, _) => self.implant(rules, mind(who)?, at),
            Note::Reflect(who) => {
                let mut out = Outbox::new(*who);
                belief::reflect(rules, self, mind(who)?, at, &mut out);
                Some(out.into_messages())
            }
            Note::Saw(who, seen, area) => {
                let mut out = Outbox::new(*who);
                let luck = luck(*who, Phase::Observe);
                let sight = (&[*seen][..], Some(*area), at);
                belief::observe(rules, self, luck, mind(who)?, sight, &mut out);
                Some(out.into_messages())
            }
            Note::Glimpsed(who, seen) => {
                let mut out = Outbox::new(*who);
                let luck = luck(*who, Phase::Observe);
                let sight = (&[*seen][..], None, at);
                let mut rules = rules.clone();
                // It is reported because it was noticed.
                rules.settings.to_mut().notices = Share::ONE;
                belief::observe(&rules, self, luck, mind(who)?, sight, &mut out);
                Some(out.into_messages())
            }
            Note::Chat(who, to, place, hearers) => {
                let mut out = Outbox::new(*who);
                let talk = Talk {
                    first: mind(who)?,
                    second: mind(to)?,
                    hearers,
                    place: *place,
                    at,
                };
                let luck = luck(*who, Phase::Talk);
                belief::exchange(rules, self, luck, &talk, &mut out);
                Some(out.into_messages())
            }
            Note::Said(who, speech, place, hearers) => {
                let luck = luck(*who, Phase::Talk);
                let heard = (*place, hearers.as_slice(), at);
                self.learn_from_speech(rules, luck, *who, speech, heard)
            }
        }
    }

    /// What a character knows from the start: of itself, its home and workplace, and people.
    fn implant(&self, rules: &Rules, mind: &Beliefs, at: HalfDay) -> Option<Vec<Message>> {
        let who = mind.owner();
        let mut out = Outbox::new(who);
        belief::reflect(rules, self, mind, at, &mut out);
        for place in self.own_places(who) {
            belief::implant_place(rules, self, mind, (place, at), &mut out);
        }
        let luck = Luck::new(self.seed, self.now.0, who, Phase::Implant);
        let people = self.acquaintances(who);
        belief::implant(rules, self, luck, mind, (people, at), &mut out);
        Some(out.into_messages())
    }

    /// The digest of all beliefs; zero if there are none.
    pub(crate) fn digest_of_beliefs(&self) -> u64 {
        use townsfolk_core::digest::{fold, hash64};
        let rows = self.beliefs.rows.iter().map(|(who, row)| {
            let bytes = postcard::to_allocvec(row).unwrap_or_default();
            fold(u64::from(who.0), hash64(&bytes))
        });
        let rows = rows.fold(0, u64::wrapping_add);
        match self.beliefs.notes.is_empty() {
            true => rows,
            false => {
                let notes = postcard::to_allocvec(&self.beliefs.notes).unwrap_or_default();
                rows.wrapping_add(hash64(&notes))
            }
        }
    }

    /// Memory use of beliefs: rows, and bytes.
    pub(crate) fn room_of_beliefs(&self) -> crate::Part {
        let rows = self.beliefs.rows.values();
        let bytes = rows.map(|row| size_of::<BeliefRow>() + row.mind.bytes());
        crate::Part {
            name: "beliefs",
            things: self.beliefs.rows.len(),
            bytes: bytes.sum(),
        }
    }
}
