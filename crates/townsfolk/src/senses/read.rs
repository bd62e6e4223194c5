//! What a character senses, for hosts, tools and deciders.

use super::SenseRays;
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, CharacterId, DeciderId, Duration, Place, StimulusId, SymbolId, Tick};
use townsfolk_module::senses::{MindState, Response};
use townsfolk_senses::{
    Disturbance, Reaction, Record, Sensed, SightTimer, Sound, Strength, Volume,
};

/// The last sound that a character has heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// The kind of sound.
    pub kind: StimulusId,
    /// Where it was.
    pub at: Place,
    /// When it was.
    pub tick: Tick,
    /// How strong it was at the listener.
    pub strength: Strength,
    /// Whether it was a soft one, as a step or a breath.
    pub soft: bool,
    /// The record that it went into; none if it was too faint for one.
    pub subject: Option<Sensed>,
}

/// How aware a character is, and of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awareness {
    /// Its set of skills.
    pub set: DeciderId,
    /// The squad with which it shares its records.
    pub squad: Option<SymbolId>,
    /// How aware it is.
    pub state: MindState,
    /// Its excitement, and what it makes of it.
    pub excitement: Strength,
    /// What the excitement makes it do.
    pub reaction: Reaction,
    /// The levels at which that changes, at the present difficulty.
    pub response: Response,
    /// How long it has been uneasy without a break.
    pub uneasy_for: Option<Duration>,
    /// How it was disturbed last in its sleep, when and from where.
    pub disturbed: Option<(Disturbance, Tick, Place)>,
    /// What it concentrates on.
    pub focus: Option<Sensed>,
}

impl Folk {
    /// Whether a character has senses: a set of skills by one of its roles.
    pub fn has_senses(&self, who: CharacterId) -> bool {
        self.senses.rows.contains_key(&who)
    }

    /// The members of each squad, in order of name.
    pub(crate) fn squad_members(
        &self,
    ) -> impl Iterator<Item = (SymbolId, &std::collections::BTreeSet<CharacterId>)> {
        let members = self.senses.members.iter();
        members.map(|(name, members)| (*name, members))
    }

    /// The characters with senses, in order of id.
    pub fn sensing(&self) -> impl Iterator<Item = CharacterId> {
        self.senses.rows.keys().copied()
    }

    /// What a character, or its squad, knows of where others are, in order of subject.
    pub fn records_of(&self, who: CharacterId) -> &[Record] {
        let records = self.records_held_by(who);
        records.map_or(&[], |records| records.all())
    }

    /// The record on which a character concentrates.
    pub fn focus_of(&self, who: CharacterId) -> Option<&Record> {
        let focus = self.senses.rows.get(&who)?.focus?;
        self.record_by(who, focus)
    }

    /// How aware a character is. `None` if it has no senses.
    pub fn awareness(&self, who: CharacterId) -> Option<Awareness> {
        let row = self.senses.rows.get(&who)?;
        let makeup = self.makeup(row)?;
        let (now, nerves) = (self.now, makeup.nerves);
        Some(Awareness {
            set: row.set,
            squad: makeup.set.squad,
            state: row.state(now, &nerves),
            excitement: row.excitement.level(now, &nerves),
            reaction: row.excitement.reaction(now, &nerves, row.is_alert()),
            response: nerves.response,
            uneasy_for: row.excitement.uneasy_for(now, &nerves),
            disturbed: row.disturbed,
            focus: row.focus,
        })
    }

    /// The last sound that a character has heard.
    pub fn heard_by(&self, who: CharacterId) -> Option<Heard> {
        self.senses.rows.get(&who)?.heard
    }

    /// How far a character is from noticing others, in order of id.
    pub fn sight_timers(&self, who: CharacterId) -> &[SightTimer] {
        let row = self.senses.rows.get(&who);
        row.map_or(&[], |row| row.sights.as_slice())
    }

    /// Others whom a character may see, but the host has not answered in time whether it does.
    pub fn unanswered_looks(&self, who: CharacterId) -> Vec<CharacterId> {
        let row = self.senses.rows.get(&who);
        let asked = row.into_iter().flat_map(|row| &row.asked);
        let late = asked.filter(|asked| self.is_look_late(asked));
        late.map(|asked| asked.target).collect()
    }

    /// Where a character looks. `None` if it neither has senses nor is prey.
    pub fn heading_of(&self, who: CharacterId) -> Option<Angle> {
        self.senses.bodies.get(&who).map(|body| body.heading)
    }

    /// How fast a character moves, in millimetres a second. `None` if it neither has senses nor is
    /// prey.
    pub fn speed_of(&self, who: CharacterId) -> Option<u32> {
        let at = self.character(who)?.at?;
        let body = self.senses.bodies.get(&who)?;
        Some(body.speed(at, self.now))
    }

    /// The distance at which a character would hear a kind of stimulus now, if it were made at its full
    /// reach by nobody known.
    pub fn hearing_reach(&self, who: CharacterId, kind: StimulusId) -> Option<u32> {
        let row = self.senses.rows.get(&who)?;
        let makeup = self.makeup(row)?;
        let kind = self.content.module.senses.stimulus(kind)?;
        let sound = Sound::of(kind, Place::default(), None);
        let state = row.state(self.now, &makeup.nerves);
        Some(self.reach_for(makeup.profile, state, &sound))
    }

    /// The sounds of the last tick, for observers that draw them.
    pub fn sounds(&self) -> &[Sound] {
        &self.senses.sounds
    }

    /// The number of rays that senses cast in the last tick.
    pub fn sense_rays(&self) -> SenseRays {
        self.senses.rays
    }

    /// Smoke and fire.
    pub fn volumes(&self) -> &[Volume] {
        &self.senses.volumes
    }

    /// Whether a fire has set a character alight that has not burnt out yet.
    pub fn is_burning(&self, who: CharacterId) -> bool {
        self.senses.burning.contains_key(&who)
    }
}
