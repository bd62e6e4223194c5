//! Minds as a decision system: people who want things of their own, and offer to drive themselves.
//!
//! | file | says |
//! |---|---|
//! | [`area`] | the areas of the stage |
//! | [`admits`] | access to areas |
//! | [`level`] | levels of detail, by focus |
//! | [`sleepers`] | background characters: those below level full |
//! | [`sleeper_walk`] | their positions |
//! | [`wake`] | their events, and when |
//! | [`relief`] | how they satisfy needs |
//! | [`raise_level`] | from background to full, and back |
//! | [`visits`] | logs of who was where, and what background characters have seen |
//! | [`ground`] | a spatial index of areas |
//! | [`calendar`] | the calendar moment |
//! | [`beat`] | when minds are updated |
//! | [`senses`] | the inputs of a mind |
//! | [`role`] | roles by schedule: they make a character castable |
//! | [`intend`] | from an intention to an offer |
//! | [`pursue`] | from an accepted offer to commands |
//! | [`seek`] | the search for a place where a deed can be done |
//! | [`ask`] | asking to be cast |
//! | [`bodily`] | effects of actions on needs |
//! | [`company`] | small talk and other interactions |
//! | [`feelings_history`] | drifting feelings, recent interactions |
//! | [`appointment`] | appointments between two characters |
//! | [`witness`] | what is remembered |
//! | [`random_decisions`] | random decisions, as a baseline for comparison |
//! | [`why`], [`trace`] | reasons, on request or as decisions are made |
//! | [`save`] | saves, digests, changed content |
//! | [`inspect`] | invariants |
//!
//! A mind never moves a body by itself. It makes an [`Offer`](crate::Offer); when the arbiter gives
//! it the body, it pursues its deed with actions of its own, or asks a location to be cast and lets
//! the scene drive.
//!
//! # Design
//!
//! - A mind is a decider like any other. It offers under the name `mind` with the urgency
//!   of its action (a need of 0.9 or more is at least `need`), and moves the body only while it
//!   drives.
//! - Each mind has a beat of one second with its own phase, and is woken by events and by the
//!   computed moment at which a need crosses a threshold or the schedule changes. `is_due` is a
//!   function of saved state and tick; the agenda only caches it. A due update always happens;
//!   the map inside is evaluated only if an input is new or it is not at rest. Skipping an update
//!   because needs rose only a little is left to lower levels of detail: with feedback in a map
//!   it would change the result.
//! - What one mind must know of another (who asks to be cast where) is an index beside them.
//! - A kind of prop in a layer is the location kind of that name (or one that has such a prop), a
//!   slot is the role of that name, a named prop is a placed location that the host named, and
//!   the "prop" found by a test is a placed location by number. A character that has walked there
//!   *asks*: it is a candidate at that location in exactly that role, regardless of its other
//!   roles and of cool-downs; ordinary casting decides.
//! - While a scene drives that was asked for, the mind makes no offer for the same deed, or it
//!   would recall itself. A stronger wish recalls through the arbiter. After the scene the deed
//!   is done; a need to be satisfied counts as satisfied if it has fallen, even after a recall.
//! - Only single actions are brief absences: an offer for `Act` has a duration, so its scene
//!   keeps the participant; one that leads into another scene has none.
//! - A failed or useless deed is put off for a minute of the calendar and five seconds of the
//!   stage. Walks, actions, asking and mingling have limits, so no character stands for ever
//!   or goes in circles.
//! - Queues are first come, first served: chance picks among passers-by; where more ask for a
//!   role than there is room, the longest waiting are cast. At most four ask for a full role.
//!   Asking again within a minute keeps the turn. Staff do not queue to serve a guest whom
//!   another is serving.
//! - `SetOut` is sent when the body is free: it waits for the scene that still holds the
//!   character.
//! - What a role asks for on the spot is done where the role is held: a character elsewhere walks back
//!   first, unless its layer itself leads there or the deed is as urgent as a need.
//! - Places in the area where the role is held come before nearer ones elsewhere (one's own bed
//!   first).
//! - A mind perceives all of the area where its role is held, else the innermost area: a barman
//!   in the back room hears the counter.
//! - Feelings drift in closed form from their last value and its time (`feelings_history`). Without a
//!   `temper` nothing drifts.
//! - `Past` (feelings, deeds, appointments, turns in a line) is saved at the end of saves and
//!   regions; older files lack it.
//! - An appointment only chooses the area of a schedule entry `for` an activity, so minds need
//!   not know of it. Waiting is checked on beats and ended by a wake-up.
//! - Days are counted. An earlier time of day is tomorrow's, unless the clock is corrected by
//!   less than an hour or there are no minds yet.
//! - Below full, a character has no `MindState` and no place among characters, only a `Sleeper` of
//!   64 bytes: where and when it set out, its target area, and the `Outline` of its mind.
//!   Position, area and needs at any tick are functions of it. It is written only at events; the
//!   agenda holds the next one. Memories and feelings are in a separate map for characters who
//!   were once full.
//! - A walker is compared with the focus on a lattice of half seconds since setting out, so the
//!   tick of a level change does not depend on who looks, and is planned ahead.
//! - Errands of ambient characters follow the content: the action of the layer that eases a need,
//!   the nearest location that serves it (workplace first), the durations in its script.
//!   Durations are drawn by the moment they begin at, so that characters fall out of step. The
//!   outline keeps which need was satisfied last, because that is where the character stands.
//!   Four numbers are measured on full lives: time to be served, time to give up a role, how
//!   nearly satisfied one must be to let the schedule wait, how often one is spoken to (`bench
//!   minds`, *whether levels agree*).
//! - Areas log visits once any character can be in the background; a raised character looks up who was there. An
//!   answer can be missing, never wrong.
//! - Background updates are staggered over one second: each sleeper's clock is late by the phase
//!   of its mind. Everything asked of it uses that clock.
//! - A sleeper that satisfied a need elsewhere in its area sets out from there. No way is shorter
//!   than a straight line.

pub(crate) mod admits;
mod appointment;
pub(crate) mod area;
mod ask;
mod beat;
mod bodily;
mod calendar;
mod company;
mod decider;
mod feelings_history;
mod ground;
mod inspect;
mod intend;
mod level;
mod post;
mod pursue;
mod raise_level;
mod random_decisions;
mod relief;
mod role;
pub(crate) mod save;
pub(crate) mod save_sleepers;
mod seek;
mod senses;
mod set;
mod sleeper_walk;
mod sleepers;
mod trace;
mod visits;
mod wake;
mod why;
mod witness;

pub use admits::AreaAccess;
pub use area::Extent;
pub use company::Talk;
pub(crate) use company::{SmallTalk, company_system};
pub(crate) use decider::MindDecider;
pub use level::{FOCUSES_MAX, Focus, Level};
pub use pursue::Pursuit;
pub use random_decisions::MindMode;
pub use save::{MindFate, MindMoved};
pub(crate) use sleepers::KeptMind;
pub use trace::{Decision, MindLine};
pub use why::{MindReasons, RoleDelay};

use self::feelings_history::Past;
use crate::folk::Folk;
use crate::host::{Event, RejectedReport};
use level::Levels;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::fold;
use townsfolk_core::{
    ActionId, ActionRef, AreaId, CharacterId, LocationId, MemberId, NeedId, NodeId, PropId, Pushed,
    RoleId, Seed, SymbolId, Tick, Value,
};
use townsfolk_knowledge::{Memory, News, What};
use townsfolk_mind::social::Relationships;
use townsfolk_mind::{Beat, Intent, Mind, Moment};
use townsfolk_module::mind::{CastMember, Degree, Interaction};

/// The name under which minds make offers.
pub fn mind_system() -> SymbolId {
    SymbolId::named("mind")
}

/// Everything about minds that is simulated, with its caches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minds {
    pub(crate) people: BTreeMap<CharacterId, Box<MindState>>,
    /// Characters of the cast that have no mind.
    pub(crate) mindless: BTreeMap<CharacterId, MemberId>,
    /// Positions of areas, as the host has reported.
    pub(crate) areas: BTreeMap<AreaId, Vec<Extent>>,
    /// Access to areas that are restricted.
    pub(crate) admits: BTreeMap<AreaId, admits::AreaAccess>,
    /// Placed locations with a name of their own.
    pub(crate) named: BTreeMap<PropId, LocationId>,
    /// The day on which the calendar was last set.
    pub(crate) day: i64,
    /// Levels of detail, and the background characters.
    pub(crate) levels: Levels,

    /// Characters whose minds were updated in this tick.
    pub(crate) thought: Vec<CharacterId>,

    // Caches.
    pub(crate) ground: ground::Ground,
    /// The area of each character.
    pub(crate) whereabouts: BTreeMap<CharacterId, AreaId>,
    /// The characters in an area, sorted.
    pub(crate) present: BTreeMap<AreaId, Vec<CharacterId>>,
    /// The characters made from a member of the cast, sorted.
    pub(crate) made_from: BTreeMap<MemberId, Vec<CharacterId>>,
    /// Running actions that affect needs, with the characters concerned.
    pub(crate) bearing: BTreeMap<ActionRef, Vec<CharacterId>>,
    /// Results of the last migration of minds.
    pub(crate) moved: Vec<MindMoved>,
    /// Faults that have been reported, so that each is reported once.
    pub(crate) said: Vec<MindFault>,
}

/// A mind with its state in the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindState {
    /// The character.
    pub who: CharacterId,
    /// The member of the cast it was made from.
    pub member: MemberId,
    /// The mind itself.
    pub mind: Mind,
    /// The role by schedule, if the character would not have it otherwise.
    pub(crate) role: Option<RoleId>,
    /// Its intention, as of its last beat.
    pub(crate) wanted: Option<Intention>,
    /// Its pursuit: what it is about to do, or doing.
    pub(crate) pursuit: Option<Pursuit>,
    /// Actions that affect its needs now.
    pub(crate) bearing: Vec<(ActionRef, ActionId)>,
    /// Whether it must be updated at once.
    pub(crate) woken: bool,
    /// When a need crosses a threshold, or the schedule changes.
    pub(crate) wake_at: Option<Tick>,
    /// Its feelings for others.
    pub relationships: Relationships,
    /// Its memory.
    pub memory: Memory,
    /// When it observed its surroundings last.
    pub(crate) looked_at: Tick,
    /// Its talk.
    pub(crate) talk: Option<Talk>,
    /// It starts no talk before this.
    pub(crate) quiet_until: Tick,
    /// Its recent past.
    pub(crate) past: Past,
}

/// An intention of a mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Intention {
    /// The node of the map that won.
    pub action: NodeId,
    /// The deed it asks for.
    pub deed: townsfolk_module::mind::Deed,
    /// The urgency.
    pub urgency: townsfolk_core::Urgency,
    /// The location that made a test true. A mind calls it a prop; its number is the location's.
    pub prop: Option<PropId>,
}

impl Intention {
    fn of(intent: Intent) -> Intention {
        Intention {
            action: intent.action,
            deed: intent.deed,
            urgency: intent.urgency,
            prop: intent.prop,
        }
    }
}

/// An event of a mind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum MindEvent {
    /// Another role is due.
    RoleDue(RoleId),
    /// The role is no longer due.
    RoleCalledOff,
    /// A role was given up.
    RoleLaidDown {
        /// The role.
        role: RoleId,
        /// Whether it still objected, and the wait had been too long.
        unready: bool,
    },
    /// Sets out for where the next role is taken on.
    SetOut(AreaId),
    /// A role was taken on.
    RoleTaken(RoleId),
    /// Begins to do what an action node of its map asks for.
    Begins(NodeId),
    /// Has done it.
    Did(NodeId),
    /// Has not done it: it was interrupted, or impossible.
    BrokeOff(NodeId),
    /// Did something to another character.
    Interacted(Interaction, CharacterId),
    /// Told another character news.
    Told(CharacterId, News),
    /// The map oscillates through these nodes.
    Restless(Vec<NodeId>),
    /// A fault of the content.
    Fault(MindFault),
    /// Made an appointment with another character.
    Arranged {
        /// The other character.
        with: CharacterId,
        /// The area.
        area: AreaId,
        /// The moment.
        at: Moment,
    },
    /// Met another character as arranged.
    Met(CharacterId),
    /// Waited in vain for another character.
    WaitedInVain(CharacterId),
    /// Has another level of detail from now on.
    LevelIs(Level),
}

/// Faults of content that concern minds. Each is reported once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum MindFault {
    /// There is no action `walk_to`, so no mind can walk.
    CannotWalk,
    /// There is no such action.
    NoSuchAction(ActionId),
    /// The host has not reported where an area lies.
    NoSuchArea(AreaId),
    /// No location has this name, see [`Report::Named`](crate::Report::Named).
    NoSuchProp(PropId),
}

impl MindState {
    pub(crate) fn new(who: CharacterId, member: &CastMember, mind: Mind) -> MindState {
        MindState {
            who,
            member: member.id,
            relationships: Relationships::default(),
            memory: Memory::new(who, member.memory, &member.knows),
            looked_at: Tick(i64::MIN / 2),
            talk: None,
            quiet_until: Tick(0),
            past: Past::default(),
            mind,
            role: None,
            wanted: None,
            pursuit: None,
            bearing: vec![],
            woken: true,
            wake_at: None,
        }
    }

    /// Its intention, as of its last beat.
    pub fn wanted(&self) -> Option<&Intention> {
        self.wanted.as_ref()
    }

    /// Its talk.
    pub fn talk(&self) -> Option<&Talk> {
        self.talk.as_ref()
    }

    /// Its pursuit.
    pub fn pursuit(&self) -> Option<&Pursuit> {
        self.pursuit.as_ref()
    }
}

impl Folk {
    /// Gives a character the mind of a member of the cast, at the next tick.
    pub fn give_mind(&mut self, who: CharacterId, member: MemberId) {
        self.report(crate::Report::Minded(who, member));
    }

    /// Sets where an area lies, from the next tick on.
    pub fn lay_out(&mut self, area: AreaId, extents: Vec<Extent>) {
        self.report(crate::Report::Area(area, extents));
    }

    /// The mind of a character, if it has one.
    pub fn mind(&self, who: CharacterId) -> Option<&MindState> {
        self.minds.people.get(&who).map(|minded| &**minded)
    }

    /// All minds, in order of id.
    pub fn minds(&self) -> impl Iterator<Item = &MindState> {
        self.minds.people.values().map(|minded| &**minded)
    }

    /// The level of a character's need now; zero if it has no such need.
    pub fn need(&self, who: CharacterId, need: NeedId) -> Degree {
        match self.mind(who) {
            Some(minded) => minded.mind.level(need, self.moment()),
            None => self.need_asleep(who, need).unwrap_or_default(),
        }
    }

    pub(crate) fn member(&self, member: MemberId) -> Option<&CastMember> {
        let people = &self.content.module.minds.people;
        let place = people.binary_search_by_key(&member, |person| person.id);
        people.get(place.ok()?)
    }

    /// The parameters of an update of a mind.
    pub(crate) fn beat_of(&self, who: CharacterId, member: MemberId) -> Option<Beat<'_>> {
        Some(Beat {
            layers: &self.content.layers,
            member: self.member(member)?,
            // Several characters can be made from one member, and must not act in step.
            seed: Seed(fold(self.seed.0, u64::from(who.0))),
            now: self.moment(),
        })
    }

    /// The parameters of an update of a background character. Its clock is late by its phase, so
    /// that updates are staggered over a second of the calendar.
    pub(crate) fn beat_asleep(&self, who: CharacterId, member: MemberId) -> Option<Beat<'_>> {
        Some(Beat {
            now: self.moment_asleep(who),
            ..self.beat_of(who, member)?
        })
    }

    /// Gives a character a mind, or another one.
    pub(crate) fn take_in_mind(&mut self, who: CharacterId, member: MemberId) {
        if self.character(who).is_none() {
            return self.unheard(RejectedReport::NoSuchCharacter(who));
        }
        if self.content.module.deciders.is_mindless(member) {
            self.take_in_mindless(who, member);
            self.give_attributes(who, member);
            return self.begin_beliefs(who);
        }
        let mind = self.beat_of(who, member).and_then(|at| Mind::new(&at));
        let Some(mind) = mind else {
            return self.unheard(RejectedReport::NoSuchMind(member));
        };
        self.lose_mind(who);
        let Some(known) = self.member(member) else {
            return;
        };
        let mut minded = MindState::new(who, known, mind);
        let always = known.roles.clone();
        minded.relationships = self.first_relationships(member);
        for (other, relationship) in self.who_feel_for(member) {
            if let Some(other) = self.minds.people.get_mut(&other) {
                other.relationships.set(who, relationship);
            } else if let Some(kept) = self.minds.levels.asleep.kept.get_mut(&other) {
                kept.relationships.set(who, relationship);
            }
        }
        self.give_roles(who, &always);
        self.make(who, member);
        self.give_attributes(who, member);
        self.begin_beliefs(who);
        if self.begin_asleep(who, member) {
            return;
        }
        self.minds.people.insert(who, Box::new(minded));
        self.agenda.minds.add(self.now, who);
        self.witness(who, What::Entered);
        self.reopen_visit(who);
    }

    /// A character is a member of the cast that has no mind.
    pub(crate) fn take_in_mindless(&mut self, who: CharacterId, member: MemberId) {
        self.lose_mind(who);
        let roles = self.member(member).map(|known| known.roles.clone());
        self.give_roles(who, &roles.unwrap_or_default());
        self.make(who, member);
        self.minds.mindless.insert(who, member);
        self.note_person(who);
    }

    /// Sets the attributes that the content gives a member of the cast from the start. A value that
    /// is a member of the cast is set when a character of that member is there.
    fn give_attributes(&mut self, who: CharacterId, member: MemberId) {
        let module = self.content.module.clone();
        for (of, name, value) in &module.initial {
            let named = match value {
                Pushed::Is(Value::Character(named)) => Some(MemberId(named.0)),
                _ => None,
            };
            let made = |member| self.minds.made_from.get(&member).into_iter().flatten();
            let owners: Vec<CharacterId> = match *of == member {
                true => vec![who],
                false if named == Some(member) => made(*of).copied().collect(),
                false => vec![],
            };
            let value = match named {
                None => Some(*value),
                Some(named) => made(named)
                    .next()
                    .map(|who| Pushed::Is(Value::Character(*who))),
            };
            for owner in owners {
                if let Some(value) = value {
                    self.push_attribute(*name, vec![Value::Character(owner)], value);
                }
            }
        }
    }

    /// Characters made from members of the cast that have no mind, in order of id.
    pub(crate) fn mindless(&self) -> impl Iterator<Item = (CharacterId, MemberId)> {
        self.minds
            .mindless
            .iter()
            .map(|(who, member)| (*who, *member))
    }

    /// Records that a character is made from a member of the cast.
    pub(crate) fn make(&mut self, who: CharacterId, member: MemberId) {
        let made = self.minds.made_from.entry(member).or_default();
        if let Err(place) = made.binary_search(&who) {
            made.insert(place, who);
        }
    }

    /// Removes that record.
    pub(crate) fn unmake(&mut self, who: CharacterId, member: MemberId) {
        if let Some(made) = self.minds.made_from.get_mut(&member)
            && let Ok(place) = made.binary_search(&who)
        {
            made.remove(place);
        }
    }

    /// Removes the mind of a character.
    pub(crate) fn lose_mind(&mut self, who: CharacterId) {
        self.lose_mind_asleep(who);
        if self.minds.people.contains_key(&who) {
            self.abandon(who);
            self.hush(who);
            self.withdraw_wish(who);
            self.lay_down_role(who);
            self.forget_mind(who);
        }
    }

    /// Removes a mind from all tables.
    pub(crate) fn forget_mind(&mut self, who: CharacterId) -> Option<Box<MindState>> {
        self.minds.levels.pins.remove(&who);
        if let Some(member) = self.minds.mindless.remove(&who) {
            self.unmake(who, member);
        }
        self.note_person(who);
        if let Some((sleeper, _)) = self.forget_asleep(who) {
            self.unmake(who, sleeper.member);
        }
        let minded = self.minds.people.remove(&who)?;
        self.unindex_mind(&minded);
        self.unmake(who, minded.member);
        Some(minded)
    }

    /// Wakes a mind, in this tick or (if minds have been updated already) in the next.
    pub(crate) fn wake_mind(&mut self, who: CharacterId) {
        if let Some(minded) = self.minds.people.get_mut(&who)
            && !std::mem::replace(&mut minded.woken, true)
        {
            self.agenda.minds.add(self.now, who);
        }
    }

    pub(crate) fn tell_of_mind(&mut self, who: CharacterId, what: MindEvent) {
        if self.trace.is_asked_of_minds() {
            self.trace_mind(who, &what);
        }
        self.output.events.push(Event::Mind(who, what));
    }

    /// Reports a fault of the content, once.
    pub(crate) fn mind_fault(&mut self, who: CharacterId, fault: MindFault) {
        if let Err(place) = self.minds.said.binary_search(&fault) {
            self.minds.said.insert(place, fault);
            self.tell_of_mind(who, MindEvent::Fault(fault));
        }
    }
}

/// A later moment, for a delay.
pub(crate) fn later(now: Moment, seconds: i64) -> Moment {
    now.after(seconds)
}
