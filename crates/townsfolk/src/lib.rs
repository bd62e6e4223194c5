//! Townsfolk: an engine for believable game characters.
//!
//! Characters with daily schedules take part in small scenes, and can be asked why. The engine is a
//! value, [`Folk`]. The host advances time ([`Folk::tick`]), carries out commands ([`Command`]),
//! and reports what happened ([`Report`]). There are no callbacks.
//!
//! ```
//! use townsfolk::prelude::*;
//!
//! # fn run(module: &[u8], symbols: &[u8]) -> Result<(), townsfolk::Error> {
//! let mut folk = Folk::from_module(module, Seed(7))?; // what `townsfolk build` wrote
//! folk.load_symbols(symbols)?;                        // optional: names for errors and for `why`
//! folk.place("bench_spot", at(3.0, 5.0))?;
//! let mira = folk.add("elder", at(2.0, 5.0))?;
//! for _ in 0..600 {
//!     let tick = folk.tick();
//!     for start in tick.starts() {
//!         println!("{start}");                        // "Ann: take a seat, sit(left)"
//!     }
//!     folk.finish_all(tick);                          // a real game reports when an animation ends
//! }
//! println!("{}", folk.why(mira));
//! # Ok(())
//! # }
//! ```
//!
//! With the feature `lang`, `Folk::from_folder` compiles a folder of `.folk` files on the spot. The
//! folder `examples` of this crate has a dozen small hosts, one idea each.
//!
//! Not included: rendering, moving bodies and path finding. The host does that.
//!
//! Goals, in order: the same inputs give the same story, on any machine, with any number of threads,
//! after saving and loading; cost follows change; nothing is a black box; content cannot hurt the
//! game. There is no I/O, no clock, no thread and no global here, except that `from_folder` reads
//! files.
//!
//! # Design
//!
//! - Caches (who is near, who is free, when a scene is due, whose voice a scene holds) are
//!   rebuilt from the state after loading, and `violations` compares them with it.
//! - A scene is kept in the compact form of the fast evaluator and saved in the plain form of the
//!   reference evaluator. A script beyond the compact form is played on the reference evaluator,
//!   with the same result.
//! - Everything that can change a run is a report, an answer of the stage, a reload, or a region
//!   that is loaded or unloaded. So a recording of these is the run.
//! - Groups are for being found. Casting takes a group whole or not at all; a character that asks
//!   for a role comes alone, or a family that works in different places would starve.
//! - A scene that speaks first interrupts small talk, so a character never says two things at once.
//! - A spawned character that stays is asked for once and plays again. If spawned characters are
//!   not enough for a scene, the location's other emitters find them. A character whose location
//!   is gone is withdrawn.
//! - A scene holds body and gaze, and the voice only while it speaks.
//! - `why` is computed from a snapshot, not logged. What a character did is in the trace. A fact
//!   that "would have let it fire" has been tried on a copy.
#![forbid(unsafe_code)]

mod agenda;
mod api;
mod attributes;
mod beliefs;
mod budget;
mod character;
mod content;
mod decider;
mod deciders;
mod digest;
mod drivers;
mod emitter;
mod executor;
mod folk;
mod footprint;
mod host;
mod inline_vec;
mod inspect;
mod intake;
mod jobs;
mod location;
mod memo;
mod migrate;
mod minds;
mod missed;
mod nearby;
mod people;
mod performer;
mod place;
mod places;
mod playing;
mod pose;
mod questions;
mod recording;
mod repair;
#[cfg(feature = "sabotage")]
mod sabotage;
mod save;
mod senses;
mod slab;
mod squads;
mod surroundings;
mod terrain;
#[cfg(feature = "threads")]
mod threads;
mod tick;
mod trace;
mod trade;
mod turned;
mod why;
pub mod words;

#[cfg(feature = "lang")]
pub use api::compile_folder;
pub use api::{Error, Explanation, NameOf, Named, Start, TickOutput};
pub use beliefs::{Said, Speech};
pub use budget::Work;
pub use character::Character;
pub use decider::{Decider, DeciderView, Ended, Proposal};
pub use deciders::skills::PuppetOrder;
pub use deciders::{OtherChoice, SnippetRow, SnippetTrace, tell_choices};
pub use digest::Digest;
pub use drivers::{CLEARLY_BETTER, Driver, Offer};
pub use executor::{Executor, SingleThread};
pub use folk::{Folk, SelectionCounts, UpdateCounts, WakeMode};
pub use footprint::Part;
pub use host::{
    Command, Event, Newcomer, NoReadings, NotHeard, Output, Placement, RejectedReport, Report,
    Stage,
};
pub use inline_vec::InlineVec;
pub use inspect::{MindViolation, Violation};
pub use location::{COOL_DOWN, Location, Spawning};
pub use migrate::{MigratedScene, Migration, MigrationProblem};
pub use minds::{
    AreaAccess, Decision, Extent, FOCUSES_MAX, Focus, Intention, Level, MindEvent, MindFate,
    MindFault, MindLine, MindMode, MindMoved, MindReasons, MindState, Pursuit, RoleDelay, Talk,
    mind_system,
};
pub use missed::MissedPlace;
pub use performer::WORLD;
pub use place::Place;
pub use pose::{Facing, Pose, at};
pub use questions::{Answer, Question, QuestionKind};
pub use recording::{
    Checkpoint, DIGEST_EVERY, Divergence, RecordedExtent, RecordedInput, RecordedReadings,
    Recording, ReplayError, Replaying,
};
#[cfg(feature = "sabotage")]
#[doc(hidden)]
pub use sabotage::Sabotage;
pub use senses::{Awareness, Cloud, Heard, SenseRays};
pub use squads::{PostView, SquadView, TokenView};
#[cfg(feature = "threads")]
pub use threads::Threads;
pub use townsfolk_act::{self as act, Aim, CourseOf, Order, Performance, Progress, Running};
pub use townsfolk_core::{
    ActionId, ActionRef, Angle, AreaId, Atom, Channel, CharacterId, CourseId, DeciderId, Duration,
    FactId, GroupId, HostId, LocationId, LocationKindId, MemberId, NeedId, NodeId, Number, Outcome,
    Owner, Posture, PropId, PropKindId, Pushed, RegionId, RoleId, RuleId, SceneId, ScriptId, Seed,
    Standing, StartId, StateId, StimulusId, SymbolId, TICKS_PER_SECOND, TextId, Tick, Urgency,
    Value,
};
pub use townsfolk_decide::rules::Oscillation;
pub use townsfolk_decide::snippet::{Evaluation, Tactic};
pub use townsfolk_knowledge::belief;
pub use townsfolk_mind::Moment;
pub use townsfolk_module::file::{Refused, read_module, read_symbols};
pub use townsfolk_module::mind::{Degree, Interaction, Mood, Relationship};
pub use townsfolk_module::{Category, Module, Preference, Symbols};
pub use townsfolk_scene::{EndReason, Fault};
pub use townsfolk_senses as sensing;
pub use townsfolk_space as space;
pub use townsfolk_tactics as tactics;
pub use trace::{Trace, TraceLine, TraceMode};
pub use why::{Obstacle, Reasons};

/// The names that a typical host needs, in one import.
pub mod prelude {
    pub use crate::{
        ActionId, ActionRef, AreaAccess, AreaId, Atom, Channel, CharacterId, Command, Degree,
        Driver, Duration, Event, Executor, Extent, FactId, Focus, Folk, HostId, Level, LocationId,
        LocationKindId, MemberId, MindEvent, Module, NeedId, Newcomer, NoReadings, Number, Offer,
        Outcome, Output, Place, Placement, Pose, PropId, Pushed, Recording, Refused, RegionId,
        RejectedReport, Report, RoleId, ScriptId, Seed, SingleThread, Stage, Start, SymbolId, Tick,
        TickOutput, Urgency, Value, at, read_module,
    };
}
