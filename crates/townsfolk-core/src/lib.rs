//! The basic types that all Townsfolk crates share.
//!
//! What it is for: small, copyable, typed values that mean the same thing in the compiler, in the
//! reference evaluator and in the engine: [ids](id), [values](value), [time], [positions](place),
//! [angles](angle), [keyed draws](draw), [digests](digest), and [near names](near) for "did you mean".
//!
//! Not its job: behaviour. Nothing here knows a rule, a scene or a mind.
//!
//! Goals, in order: the same bits on every machine; types that cannot be confused; no dependencies.
#![deny(unsafe_code)]

pub mod action;
pub mod angle;
pub mod digest;
pub mod draw;
pub mod fact;
pub mod id;
pub mod near;
pub mod place;
pub mod pose;
pub mod prefetch;
pub mod standing;
pub mod time;
pub mod urgency;
pub mod value;

pub use action::{ActionRef, Channel, Outcome, Owner, Posture};
pub use angle::Angle;
pub use draw::{Draw, Seed};
pub use fact::{Atom, Pushed};
pub use id::*;
pub use place::Place;
pub use pose::{Facing, Pose};
pub use standing::Standing;
pub use time::{Duration, TICKS_PER_SECOND, Tick};
pub use urgency::Urgency;
pub use value::{Kind, Number, VALUE_MAX, Value};
