//! Senses of characters with skills: what they hear, see and touch, and the records they keep of it.
//!
//! The formulas are [`townsfolk_senses`]. Here is the state, a table with a row for each character that
//! has a set of skills by its roles, and a body for each of these and for each possible prey. Content
//! without skills has no rows and pays nothing.
//!
//! One step of the tick, between intake and deciders, does everything in this order: rows follow roles;
//! fires burn out; times that were set come (a warning is over, a record is lost); prey makes steps and
//! breath; sounds reach those around them; every second tick eyes and hands look, half of the watchers
//! at a time; fires burn those in them; each character with records chooses its focus. So what a tick
//! brings does not depend on the order of reports within it, except where two sounds excite one
//! listener.
//!
//! Nobody polls. A sound looks up listeners in a grid, prey looks up watchers, and what rises or falls
//! is a function of time. A listener far from prey and sounds costs nothing.
//!
//! Characters below level full neither hear nor see, as their bodies are nowhere in particular.
//!
//! Only these functions write records. Deciders read a hostile character through them, and in no other
//! way.

mod emit;
mod index;
mod intake;
mod listen;
mod read;
mod readings;
mod save;
mod sync;
mod watch;

pub(crate) use index::SenseIndex;
pub use intake::Cloud;
pub use read::{Awareness, Heard};
pub(crate) use readings::sense_readings_of;
pub(crate) use save::SavedSenses;

use crate::executor::Executor;
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{ActionRef, Angle, CharacterId, DeciderId, Place, RoleId, StimulusId};
use townsfolk_core::{SymbolId, Tick};
use townsfolk_module::senses::{MindState, SenseProfile, SkillSet};
use townsfolk_senses::{
    Body, Disturbance, Excitement, NearGrid, Nerves, Record, Records, Sensed, SightTimer,
    SleepRules, Sleeper, Sound, Volume,
};

/// Number of ticks between two looks of a watcher.
const LOOK_EVERY: i64 = 2;

/// Maximum number of sounds that wait for a tick. Further ones are rejected.
const SOUNDS_MAX: usize = 1_000;

/// Maximum number of volumes of smoke and fire. Further ones are rejected.
const VOLUMES_MAX: usize = 64;

/// Maximum number of characters that a watcher knows for ever. The lowest id is forgotten first.
const KNOWN_MAX: usize = 32;

/// Rows, bodies, squads, smoke and fire.
#[derive(Clone, Debug, Default)]
pub(crate) struct SenseTable {
    pub(super) rows: BTreeMap<CharacterId, SenseRow>,
    bodies: BTreeMap<CharacterId, Body>,
    squads: BTreeMap<SymbolId, Records>,
    volumes: Vec<Volume>,
    /// Who burns, and until when.
    burning: BTreeMap<CharacterId, Tick>,
    /// Sounds of reports and deciders that are heard at the next step.
    waiting: Vec<Sound>,
    /// Actions that sound or turn a body when they are done.
    deeds: BTreeMap<ActionRef, Deed>,
    /// The number of the next sound.
    next_spot: u32,

    // Caches.
    listeners: NearGrid,
    prey: BTreeMap<CharacterId, Vec<RoleId>>,
    members: BTreeMap<SymbolId, BTreeSet<CharacterId>>,
    /// When rows and squads change by themselves.
    timers: BTreeSet<(Tick, Timed)>,
    /// Watchers with a sight timer.
    watching: BTreeSet<CharacterId>,
    /// Those who chase or fight.
    chasing: BTreeSet<CharacterId>,
    /// Those who have records, or had some at their last look.
    holding: BTreeSet<CharacterId>,
    /// Those whose state of mind was set in the last tick.
    restated: BTreeSet<CharacterId>,

    // For observers.
    /// Sounds of this tick.
    sounds: Vec<Sound>,
    /// Rays that eyes and ears have cast in this tick.
    pub(super) rays: SenseRays,
}

/// Number of rays that senses have cast in a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SenseRays {
    /// Pairs of a sound and a listener within its reach. Each costs three rays.
    pub hearing: u64,
    /// Rays of eyes: one for each pair of a watcher and prey within its shape of sight.
    pub sight: u64,
    /// Pairs of a watcher and prey that were looked at, also outside the shape.
    pub looks: u64,
}

/// What changes by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Timed {
    Row(CharacterId),
    Squad(SymbolId),
}

/// What one character senses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SenseRow {
    /// Its set of skills.
    pub(super) set: DeciderId,
    /// How aware it is, by its skills.
    mind: MindState,
    excitement: Excitement,
    sleeper: Sleeper,
    sleep: SleepRules,
    /// Its records, if it shares none.
    own: Records,
    /// Timers by target, sorted.
    sights: Vec<SightTimer>,
    /// Looks that the host has been asked about, by target, sorted.
    asked: Vec<AskedLook>,
    /// Characters that it has ever perceived, sorted.
    known: Vec<CharacterId>,
    focus: Option<Sensed>,
    heard: Option<Heard>,
    disturbed: Option<(Disturbance, Tick, Place)>,
}

/// A line of sight that the host was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct AskedLook {
    target: CharacterId,
    from: Place,
    to: Place,
    at: Tick,
    /// Whether the question before was not answered in time.
    missed: bool,
    /// The last answer.
    open: bool,
    /// When it was given.
    answered: Option<Tick>,
}

/// What an action does when it is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Deed {
    who: CharacterId,
    at: Option<Place>,
    sounds: Vec<StimulusId>,
    heading: Option<Angle>,
}

impl SenseRow {
    fn new(set: DeciderId) -> SenseRow {
        SenseRow {
            set,
            mind: MindState::Unaware,
            excitement: Excitement::default(),
            sleeper: Sleeper::default(),
            sleep: SleepRules::default(),
            own: Records::default(),
            sights: vec![],
            asked: vec![],
            known: vec![],
            focus: None,
            heard: None,
            disturbed: None,
        }
    }

    /// Whether it searches, chases or fights already.
    fn is_alert(&self) -> bool {
        self.mind >= MindState::Searching
    }

    /// How aware it is: its skills say, and an excited one listens.
    fn state(&self, now: Tick, nerves: &Nerves) -> MindState {
        let uneasy = self.excitement.uneasy_for(now, nerves).is_some();
        match self.mind {
            MindState::Unaware if uneasy => MindState::Agitated,
            mind => mind,
        }
    }
}

/// The content behind a row.
#[derive(Clone, Copy, Debug)]
struct Makeup<'a> {
    set: &'a SkillSet,
    profile: &'a SenseProfile,
    nerves: Nerves,
}

impl Folk {
    /// The step of senses in a tick.
    pub(crate) fn update_senses(&mut self, executor: &dyn Executor) {
        if !self.content.senses.is_used {
            return;
        }
        self.senses.sounds.clear();
        self.senses.rays = SenseRays::default();
        self.sync_senses();
        if self.senses.rows.is_empty() {
            self.senses.waiting.clear();
        }
        self.put_out_fires();
        self.come_true();
        if !self.senses.rows.is_empty() {
            self.emit_steps_and_breath();
            self.listen(executor);
            self.watch(executor);
            self.burn();
        }
        self.note_sense_readings();
    }

    /// The content behind a row.
    fn makeup(&self, row: &SenseRow) -> Option<Makeup<'_>> {
        let senses = &self.content.module.senses;
        let set = senses.skill_set(row.set)?;
        let profile = senses.profile(set.senses)?;
        Some(Makeup {
            set,
            profile,
            nerves: Nerves::of(profile, self.difficulty())?,
        })
    }

    /// The difficulty of the world, if content has one.
    fn difficulty(&self) -> Option<SymbolId> {
        let name = self.content.senses.difficulty?;
        match self.attribute(name, &[]) {
            townsfolk_core::Pushed::Is(townsfolk_core::Value::Symbol(symbol)) => Some(symbol),
            _ => None,
        }
    }

    /// The records that a character writes: its own, or those of its squad.
    fn records_mut(&mut self, who: CharacterId) -> Option<&mut Records> {
        let row = self.senses.rows.get(&who)?;
        match self.makeup(row).and_then(|makeup| makeup.set.squad) {
            Some(squad) => Some(self.senses.squads.entry(squad).or_default()),
            None => self.senses.rows.get_mut(&who).map(|row| &mut row.own),
        }
    }

    /// The records that a character reads: its own, or those of its squad, if there are any.
    pub(crate) fn records_held_by(&self, who: CharacterId) -> Option<&Records> {
        let row = self.senses.rows.get(&who)?;
        match self.squad_of(who) {
            Some(squad) => self.senses.squads.get(&squad),
            None => Some(&row.own),
        }
    }

    /// The set of skills by which a character senses.
    pub(crate) fn sense_set_of(&self, who: CharacterId) -> Option<DeciderId> {
        self.senses.rows.get(&who).map(|row| row.set)
    }

    /// The squad of a character.
    pub(crate) fn squad_of(&self, who: CharacterId) -> Option<SymbolId> {
        let row = self.senses.rows.get(&who)?;
        self.content.module.senses.skill_set(row.set)?.squad
    }

    /// Records of a character have changed: those who hold them are asked in this tick.
    fn note_records(&mut self, who: CharacterId) {
        self.news.sensed.insert(who);
        self.senses.holding.insert(who);
        if let Some(squad) = self.squad_of(who) {
            let members = self.senses.members.get(&squad);
            for member in members.into_iter().flatten() {
                self.news.sensed.insert(*member);
                self.senses.holding.insert(*member);
            }
            self.plan_squad(squad);
        }
        self.plan_row(who);
    }

    /// Sets the next tick at which something of a row changes by itself.
    fn plan_row(&mut self, who: CharacterId) {
        let Some(row) = self.senses.rows.get(&who) else {
            return;
        };
        let Some(makeup) = self.makeup(row) else {
            return;
        };
        let (now, profile) = (self.now, makeup.profile);
        let times = [
            row.excitement.knows_at(now, &makeup.nerves),
            row.excitement.calm_at(now, &makeup.nerves),
            row.own.ages_at(profile.loses_after, profile.forgets_after),
        ];
        if let Some(next) = times.into_iter().flatten().min() {
            self.senses.timers.insert((next, Timed::Row(who)));
        }
    }

    fn plan_squad(&mut self, squad: SymbolId) {
        let Some((loses, forgets)) = self.patience_of(squad) else {
            return;
        };
        let records = self.senses.squads.get(&squad);
        if let Some(next) = records.and_then(|records| records.ages_at(loses, forgets)) {
            self.senses.timers.insert((next, Timed::Squad(squad)));
        }
    }

    /// After which times a squad loses and forgets: those of its most patient member.
    fn patience_of(
        &self,
        squad: SymbolId,
    ) -> Option<(townsfolk_core::Duration, townsfolk_core::Duration)> {
        let members = self.senses.members.get(&squad)?;
        let rows = members.iter().filter_map(|who| self.senses.rows.get(who));
        let profiles = rows.filter_map(|row| Some(self.makeup(row)?.profile));
        let times = profiles.map(|p| (p.loses_after, p.forgets_after));
        times.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
    }

    /// Works off what changes by itself at this tick.
    fn come_true(&mut self) {
        while let Some((at, what)) = self.senses.timers.first().copied() {
            if at > self.now {
                return;
            }
            self.senses.timers.pop_first();
            match what {
                Timed::Row(who) => self.settle_row(who),
                Timed::Squad(squad) => self.settle_squad(squad),
            }
        }
    }

    /// A warning may be over, unease may have passed, and records may be too old.
    fn settle_row(&mut self, who: CharacterId) {
        let now = self.now;
        let Some(row) = self.senses.rows.get(&who) else {
            return;
        };
        let Some(makeup) = self.makeup(row) else {
            return;
        };
        let reaction = row.excitement.reaction(now, &makeup.nerves, row.is_alert());
        let (profile, heard) = (makeup.profile, row.heard);
        let (loses, forgets) = (profile.loses_after, profile.forgets_after);
        let infers = profile.infers_causes;
        if reaction == townsfolk_senses::Reaction::Knows
            && let Some(subject) = heard.and_then(|heard| heard.subject)
            && !(infers && matches!(subject, Sensed::Spot(_)))
            && let Some(records) = self.records_mut(who)
            && records
                .of(subject)
                .is_some_and(|record| record.stamp == record.heard.unwrap_or(now))
            && records.confirm(subject, now)
        {
            self.note_records(who);
        }
        if let Some(row) = self.senses.rows.get_mut(&who) {
            row.own.age(now, loses, forgets);
        }
        self.news.sensed.insert(who);
        self.plan_row(who);
    }

    fn settle_squad(&mut self, squad: SymbolId) {
        let (now, patience) = (self.now, self.patience_of(squad));
        let records = self.senses.squads.get_mut(&squad);
        let (Some((loses, forgets)), Some(records)) = (patience, records) else {
            return;
        };
        let changed = records.age(now, loses, forgets);
        if records.is_empty() {
            self.senses.squads.remove(&squad);
        }
        if changed {
            let members = self.senses.members.get(&squad);
            self.news.sensed.extend(members.into_iter().flatten());
        }
        self.plan_squad(squad);
    }

    /// How aware a character is from now on, as its skills say.
    pub(crate) fn set_mind_state(&mut self, who: CharacterId, mind: MindState) {
        let Some(row) = self.senses.rows.get_mut(&who) else {
            return;
        };
        if row.mind == mind {
            return;
        }
        if row.mind == MindState::Asleep || mind == MindState::Asleep {
            (row.sleeper, row.disturbed) = (Sleeper::default(), None);
        }
        row.mind = mind;
        self.senses.restated.insert(who);
        match mind == MindState::Chasing {
            true => self.senses.chasing.insert(who),
            false => self.senses.chasing.remove(&who),
        };
        self.plan_row(who);
    }

    /// When a character that sleeps stirs, wakes and is enraged.
    pub(crate) fn set_sleep_rules(&mut self, who: CharacterId, rules: SleepRules) {
        if let Some(row) = self.senses.rows.get_mut(&who) {
            row.sleep = rules;
        }
    }

    /// A character forgets a subject: the place it came to look at is searched, the prey is dead.
    /// A squad forgets it together. Returns whether there was a record.
    pub(crate) fn drop_record(&mut self, who: CharacterId, subject: Sensed) -> bool {
        let dropped = (self.records_mut(who)).is_some_and(|records| records.forget(subject));
        if dropped {
            self.note_records(who);
        }
        dropped
    }

    /// A record of a character or its squad.
    pub(crate) fn record_by(&self, who: CharacterId, subject: Sensed) -> Option<&Record> {
        self.records_of(who).iter().find(|r| r.subject == subject)
    }
}
