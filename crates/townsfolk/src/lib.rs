//! Townsfolk: an engine for believable game characters.
//!
//! People with a day of their own take part in small scenes with others, and can be asked why. The
//! engine is a value, [`Folk`]. The host reports what happened ([`Report`]), lets time go by
//! ([`Folk::tick`]), and carries out what comes out ([`Command`]). Nothing calls back.
//!
//! ```
//! use std::sync::Arc;
//! use townsfolk::prelude::*;
//!
//! # let module = townsfolk_module::Module::default();
//! # let bytes = townsfolk_module::file::write_module(&module);
//! let module = read_module(&bytes)?;                       // what `townsfolk build` wrote
//! let mut folk = Folk::new(Arc::new(module), Seed(7));
//! folk.place(Placement {
//!     kind: LocationKindId::named("bench_spot"),
//!     at: Place::metres(0, 0),
//!     region: RegionId(0),
//! });
//! let ann = folk.add(Newcomer {
//!     roles: vec![RoleId::named("elder")],
//!     at: Some(Place::metres(3, 2)),
//!     ..Newcomer::default()
//! });
//! for _ in 0..600 {
//!     let mut done = vec![];
//!     for command in &folk.tick(&NoReadings, &SingleThread).commands {
//!         if let Command::Start { action, .. } = command {
//!             done.push(*action);                          // a real game plays an animation here
//!         }
//!     }
//!     for action in done {
//!         folk.report(Report::Outcome(action, Outcome::Done));
//!     }
//! }
//! # let _ = ann;
//! # Ok::<(), Refused>(())
//! ```
//!
//! What it is not for: drawing, moving bodies, finding paths, or compiling text (that is
//! `townsfolk-lang`, which a game need not ship).
//!
//! Goals, in order: the same inputs give the same story, on any machine, with any number of threads,
//! after saving and loading; cost follows change; nothing is a black box; content cannot hurt the
//! game. There is no I/O, no clock, no thread and no global here.
#![forbid(unsafe_code)]

mod agenda;
mod attributes;
mod budget;
mod character;
mod content;
mod digest;
mod drivers;
mod emitter;
mod executor;
mod folk;
mod footprint;
mod host;
mod index;
mod inline_vec;
mod inspect;
mod intake;
mod location;
mod mend;
mod migrate;
mod minds;
mod nearby;
mod performer;
mod place;
mod playing;
mod recording;
#[cfg(feature = "sabotage")]
mod sabotage;
mod save;
mod slab;
mod surroundings;
#[cfg(feature = "threads")]
mod threads;
mod tick;
mod trace;
mod why;

pub use budget::Work;
pub use character::Character;
pub use digest::Digest;
pub use drivers::{CLEARLY_BETTER, Driver, Offer};
pub use executor::{Executor, SingleThread};
pub use folk::{Folk, UpdateCounts, WakeMode};
pub use footprint::Part;
pub use host::{
    Command, Event, Newcomer, NoReadings, Output, Placement, RejectedReport, Report, Stage,
};
pub use inline_vec::InlineVec;
pub use inspect::{Amiss, Violation};
pub use location::{COOL_DOWN, Location, Spawning};
pub use migrate::{Migration, Misfit, Moved};
pub use minds::{
    Admits, Deciding, Decision, Extent, FOCUSES_MAX, Focus, HoldsOn, Level, MindEvent, MindFate,
    MindFault, MindLine, MindMoved, MindReasons, Minded, Pursuit, Talk, Wanted, mind_system,
};
pub use place::Place;
pub use recording::{
    Answers, Change, Checkpoint, DIGEST_EVERY, Divergence, Recording, ReplayError, Replaying,
};
#[cfg(feature = "sabotage")]
#[doc(hidden)]
pub use sabotage::Sabotage;
#[cfg(feature = "threads")]
pub use threads::Threads;
pub use townsfolk_act::{self as act, Aim, CourseOf, Order, Performance, Running};
pub use townsfolk_core::{ActionRef, LocationId, Owner, RegionId};
pub use trace::{Trace, TraceLine, TraceMode};
pub use why::{Obstacle, Reasons};

/// The names of the first tutorial.
pub mod prelude {
    pub use crate::{
        ActionRef, Command, Event, Executor, Folk, LocationId, Newcomer, NoReadings, Place,
        Placement, RegionId, Report, SingleThread, Stage,
    };
    pub use townsfolk_core::Outcome;
    pub use townsfolk_core::{CharacterId, Duration, LocationKindId, RoleId, Seed, Tick, Value};
    pub use townsfolk_module::file::{Refused, read_module};
}
