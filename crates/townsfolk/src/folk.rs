//! The engine value.

use crate::agenda::Agenda;
use crate::attributes::Attributes;
use crate::beliefs::BeliefTable;
use crate::budget::{Budget, Work};
use crate::character::Character;
use crate::content::Content;
use crate::decider::{self, Decider};
use crate::deciders::News;
use crate::digest::Digest;
use crate::drivers::Driver;
use crate::host::{Command, Newcomer, Output, Placement, Report};
use crate::location::Location;
use crate::minds::{MindMode, Minds};
use crate::people::{People, insert_sorted};
use crate::performer::Performer;
use crate::places::Places;
use crate::playing::{Playing, SceneScratch};
use crate::questions::Questions;
use crate::recording::Recording;
use crate::senses::SenseTable;
use crate::slab::Slots;
use crate::squads::SquadTable;
use crate::terrain::Terrain;
use crate::trace::Trace;
use crate::trade::Stocks;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{
    Channel, CharacterId, DeciderId, LocationId, LocationKindId, SceneId, Seed, SymbolId, Tick,
};
use townsfolk_module::Module;
use townsfolk_scene::reference::Scene;

/// The engine: characters, locations and scenes on one clock.
///
/// The host reports what happened, calls [`tick`](Folk::tick) sixty times a second of stage time,
/// and carries out the commands. There are no callbacks and no globals; several engines can share a
/// module. A clone shares the content and continues as the original would, for rollback.
#[derive(Clone, Debug)]
pub struct Folk {
    pub(crate) content: Content,
    pub(crate) seed: Seed,
    pub(crate) now: Tick,
    pub(crate) calendar: Calendar,
    pub(crate) people: People,
    pub(crate) places: Places,
    pub(crate) scenes: Slots<Playing>,
    pub(crate) attributes: Attributes,
    pub(crate) stocks: Stocks,
    pub(crate) inbox: Vec<Report>,
    /// Outcomes, moves and departures that the last tick applied. Not simulated: for observers.
    pub(crate) heard: Vec<Report>,
    /// Commands that arose between two ticks, put out by the next.
    pub(crate) owed: Vec<Command>,
    /// Minds, and what the host has reported for them.
    pub(crate) minds: Minds,
    /// Beliefs about people and places.
    pub(crate) beliefs: BeliefTable,
    /// What characters with skills hear, see and touch.
    pub(crate) senses: SenseTable,
    /// What squads share, and facts about posts.
    pub(crate) squads: SquadTable,
    /// The ground.
    pub(crate) terrain: Terrain,
    /// Performances of courses for deciders.
    pub(crate) performer: Performer,
    /// Questions to the host, with answers.
    pub(crate) questions: Questions,
    /// Deciders in the order in which they are asked.
    pub(crate) deciders: Vec<Box<dyn Decider>>,
    /// What has changed since deciders were last asked.
    pub(crate) news: News,
    /// How often people of dailies and plans chose what to do. Not simulated: for those who watch.
    pub(crate) selections: SelectionCounts,
    /// Deciders that the host has switched off.
    pub(crate) unloaded: BTreeSet<DeciderId>,
    /// Saved states of deciders that have not been registered yet.
    pub(crate) unclaimed: Vec<(SymbolId, Vec<u8>)>,
    /// The work budget, if one is set.
    pub(crate) budget: Option<Box<Budget>>,

    // Caches.
    pub(crate) agenda: Agenda,
    pub(crate) ids: Ids,

    pub(crate) desks: Vec<SceneScratch>,

    // Output, and observation.
    pub(crate) output: Output,
    /// Decisions with their reasons.
    pub trace: Trace,
    /// Names for errors and `Display`.
    pub(crate) names: crate::api::Names,
    pub(crate) recording: Option<Box<Recording>>,
    pub(crate) replay: Option<Box<Recording>>,
    /// Whether scenes are updated without cause.
    pub looking: WakeMode,
    /// How characters with minds choose their actions.
    pub deciding: MindMode,
    pub(crate) tries: UpdateCounts,
    pub(crate) work: Work,
    /// Planted faults, for tests.
    #[cfg(feature = "sabotage")]
    #[doc(hidden)]
    pub sabotage: crate::Sabotage,
}

/// When scenes are updated. The simulation does not depend on it; tests use the modes to show that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WakeMode {
    /// Only where there is a reason.
    #[default]
    WhenDue,
    /// Also without a reason, in so many of a thousand ticks for each scene.
    Shake(u32),
    /// Every scene at every tick.
    Naive,
}

/// Numbers of scene updates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UpdateCounts {
    /// Updates with a reason.
    pub due: u64,
    /// Updates without one.
    pub idle: u64,
}

/// How often people of dailies and plans chose what to do, and asked the world for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelectionCounts {
    /// Selections of a queue: by a daily or by a plan.
    pub selections: u64,
    /// Searches for a place.
    pub place_queries: u64,
    /// Searches for a plan; cached plans are not counted.
    pub plan_searches: u64,
    /// The longest that anybody waited for a selection, in ticks.
    pub longest_wait: u64,
}

/// The time of day, and how fast it passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Calendar {
    pub(crate) since: Tick,
    pub(crate) seconds: i32,
    pub(crate) rate: i64,
}

/// Maximum calendar rate: calendar seconds for each stage second, in thousandths.
pub(crate) const RATE_MAX: i64 = 1_000_000;

impl Calendar {
    /// Whether it is a valid calendar. One read from a forged file may not be.
    pub(crate) fn is_sound(&self) -> bool {
        (0..=RATE_MAX).contains(&self.rate)
    }

    /// Whole seconds since it was set.
    pub(crate) fn passed(&self, now: Tick) -> i128 {
        let ticks = i128::from(now.since(self.since).0);
        let second = 1000 * i128::from(townsfolk_core::TICKS_PER_SECOND);
        (ticks * i128::from(self.rate)).div_euclid(second)
    }

    pub(crate) fn daytime(&self, now: Tick) -> i32 {
        (i128::from(self.seconds) + self.passed(now)).rem_euclid(24 * 3600) as i32
    }
}

impl Default for Calendar {
    fn default() -> Calendar {
        Calendar {
            since: Tick(0),
            seconds: 12 * 3600,
            rate: 1000,
        }
    }
}

/// Ids assigned before the reports that use them are applied.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ids {
    pub(crate) character: u32,
    pub(crate) location: u32,
}

impl Folk {
    /// An empty world at tick zero, at noon.
    pub fn new(module: Arc<Module>, seed: Seed) -> Folk {
        Folk {
            content: Content::new(module),
            seed,
            now: Tick(0),
            calendar: Calendar::default(),
            people: People::default(),
            places: Places::default(),
            scenes: Slots::default(),
            attributes: Attributes::default(),
            stocks: Stocks::default(),
            inbox: vec![],
            heard: vec![],
            owed: vec![],
            agenda: Agenda::default(),
            minds: Minds::default(),
            beliefs: BeliefTable::default(),
            senses: SenseTable::default(),
            squads: SquadTable::default(),
            terrain: Terrain::default(),
            performer: Performer::default(),
            questions: Questions::default(),
            deciders: decider::built_in(),
            news: News::default(),
            selections: SelectionCounts::default(),
            unloaded: BTreeSet::new(),
            unclaimed: vec![],
            budget: None,
            desks: vec![],
            ids: Ids {
                character: 1,
                location: 1,
            },
            output: Output::default(),
            trace: Trace::default(),
            names: crate::api::Names::default(),
            recording: None,
            replay: None,
            looking: WakeMode::WhenDue,
            deciding: MindMode::ByMind,
            tries: UpdateCounts::default(),
            work: Work::default(),
            #[cfg(feature = "sabotage")]
            sabotage: crate::Sabotage::None,
        }
    }

    /// The same world on the reference evaluator, which is slow and defines the meaning.
    pub fn on_reference(mut self) -> Folk {
        self.content = self.content.plain();
        self
    }

    /// Reports something to the engine. Reports are applied at the next tick, in order.
    pub fn report(&mut self, report: Report) {
        match &report {
            Report::Placed(_) => self.ids.location = self.ids.location.saturating_add(1),
            Report::Added(_) => self.ids.character = self.ids.character.saturating_add(1),
            _ => {}
        }
        self.inbox.push(report);
    }

    /// Adds a location at the next tick, and returns its id.
    pub fn place_location(&mut self, placement: Placement) -> LocationId {
        let id = LocationId(self.ids.location);
        self.report(Report::Placed(placement));
        id
    }

    /// Adds a character at the next tick, and returns its id.
    pub fn add_character(&mut self, newcomer: Newcomer) -> CharacterId {
        let id = CharacterId(self.ids.character);
        self.report(Report::Added(newcomer));
        id
    }

    /// Takes control of a character. Once no other driver holds it, the event
    /// [`Yours`](crate::Event::Yours) is emitted.
    pub fn seize(&mut self, who: CharacterId) {
        self.report(Report::Seized(who));
    }

    /// Returns control of a character to the engine.
    pub fn release(&mut self, who: CharacterId) {
        self.report(Report::Released(who));
    }

    /// The seed of all random draws.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The last tick.
    pub fn now(&self) -> Tick {
        self.now
    }

    /// The time of day, in seconds since midnight.
    pub fn daytime(&self) -> i32 {
        self.calendar.daytime(self.now)
    }

    /// The time of day at a tick, if the calendar is not set again before.
    pub fn daytime_at(&self, tick: Tick) -> i32 {
        self.calendar.daytime(tick)
    }

    /// How many seconds of the calendar pass in a second of the stage, in thousandths.
    pub fn calendar_rate(&self) -> i64 {
        self.calendar.rate
    }

    /// The id of the newest character, whether or not it is still in the world.
    pub fn newest(&self) -> CharacterId {
        CharacterId(self.people.next().saturating_sub(1))
    }

    /// The content.
    pub fn module(&self) -> &Arc<Module> {
        &self.content.module
    }

    /// A character, if it is in the world.
    pub fn character(&self, who: CharacterId) -> Option<&Character> {
        self.people.get(who.0)
    }

    /// All characters, in order of id.
    pub fn characters(&self) -> impl Iterator<Item = &Character> {
        self.people.iter()
    }

    /// A location, if it is in the world.
    pub fn location(&self, id: LocationId) -> Option<&Location> {
        self.places.get(id.0)
    }

    /// Every location.
    pub fn locations(&self) -> impl Iterator<Item = &Location> {
        self.places.iter()
    }

    /// A running scene as a plain value, for inspection.
    pub fn scene(&self, id: SceneId) -> Option<Scene> {
        self.scenes.get(id.0).map(Playing::snapshot)
    }

    /// The running scenes.
    pub fn scenes(&self) -> impl Iterator<Item = SceneId> {
        self.scenes.iter().map(|playing| playing.id)
    }

    /// How many scenes run.
    pub fn scene_count(&self) -> usize {
        self.scenes.len()
    }

    /// Numbers of scene updates so far.
    pub fn tries(&self) -> UpdateCounts {
        self.tries
    }

    /// Counts of selections by dailies and plans so far.
    pub fn selections(&self) -> SelectionCounts {
        self.selections
    }

    /// The driver of a character's body.
    pub fn driver(&self, who: CharacterId) -> Driver {
        let person = self.people.get(who.0);
        person.map_or(Driver::Nobody, |p| p.driver(Channel::Body))
    }

    /// The output of the last tick.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Outcomes, moves and departures that the last tick applied, in order, for observers.
    pub fn heard(&self) -> &[Report] {
        &self.heard
    }

    /// The digest of everything simulated.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for playing in self.scenes.iter() {
            digest.add_scene(playing.id, playing.digest());
            let waiting = postcard::to_allocvec(&playing.inbox).unwrap_or_default();
            let waiting = fold(playing.id.0, hash64(&waiting));
            digest.waiting = digest.waiting.wrapping_add(waiting);
        }
        let characters = self.people.iter().map(Character::digest);
        digest.characters = characters.fold(0, u64::wrapping_add);
        let locations = self.places.iter().map(|l| l.digest(self.now));
        digest.locations = locations.fold(0, u64::wrapping_add);
        digest.locations = digest.locations.wrapping_add(self.scenes.digest());
        digest.surroundings = digest.surroundings.wrapping_add(self.attributes.digest());
        digest.surroundings = digest.surroundings.wrapping_add(self.stocks.digest());
        digest.waiting = digest
            .waiting
            .wrapping_add(self.attributes.digest_of_writes());
        let calendar = [self.calendar.since.0 as u64, self.calendar.seconds as u64];
        let calendar = fold(fold(calendar[0], calendar[1]), self.calendar.rate as u64);
        digest.surroundings = digest.surroundings.wrapping_add(calendar);
        for who in &self.people.to_judge {
            digest.waiting = digest.waiting.wrapping_add(fold(1, u64::from(who.0)));
        }
        let owed = postcard::to_allocvec(&self.owed).unwrap_or_default();
        digest.waiting = digest.waiting.wrapping_add(fold(2, hash64(&owed)));
        let inbox = postcard::to_allocvec(&self.inbox).unwrap_or_default();
        digest.waiting = digest.waiting.wrapping_add(hash64(&inbox));
        digest.waiting = digest.waiting.wrapping_add(self.digest_of_budget());
        digest.minds = self.digest_of_minds();
        digest.beliefs = self.digest_of_beliefs();
        digest.senses = self.digest_of_senses();
        digest.squads = self.digest_of_squads();
        let deciders = self
            .digest_of_deciders()
            .wrapping_add(self.digest_of_acts());
        digest.minds = digest.minds.wrapping_add(deciders);
        digest
    }

    pub(crate) fn kind(&self, id: LocationKindId) -> Option<&townsfolk_module::LocationKind> {
        self.content.module.location(id)
    }

    /// Updates whether a character is listed as free for casting.
    pub(crate) fn list(&mut self, who: CharacterId) {
        if let Some(at) = self.people.list(who) {
            self.wake_around(at);
        }
    }

    /// Adds a character to the indexes, and wakes the emitters around it.
    pub(crate) fn index_person(&mut self, who: CharacterId) {
        let (location, at) = self.people.index(who);
        if let Some(location) = location {
            self.wake_location(location);
        }
        if let Some(at) = at {
            self.wake_around(at);
        }
        self.list(who);
    }

    /// Tells a scene that it holds the voice of a character.
    pub(crate) fn index_voice(&mut self, who: CharacterId) {
        let person = self.people.get(who.0);
        let voice = person.map(|person| person.driver(Channel::Voice));
        if let Some(Driver::Scene(scene, _)) = voice
            && let Some(playing) = self.scenes.get_mut(scene.0)
        {
            insert_sorted(&mut playing.speaking, who);
        }
    }
}
