//! The reference evaluator: one page per concept, slow on purpose.
//!
//! Each file here is one section of the chapter "Meaning" of the book (`docs/book/src/meaning.md`)
//! and says which. Where the two differ, one of them has a bug.
//!
//! | file | section |
//! |---|---|
//! | [`tuple_space`] | Facts and claims |
//! | [`matching`], [`bindings`], [`passed_over`] | Matching |
//! | [`choice`] | Choice |
//! | [`scene`], [`update`], [`beat`] | An update |
//! | [`effects`] | Effects |
//! | [`outcome`] | Outcomes |
//! | [`standing`] | Standing |
//! | [`casting`] | Casting |
//! | [`fate`] | Chance |
//! | [`moments`] | Moments |
//! | [`story`], [`words`] | Stories |
//! | [`mod@why`] | Why |
//!
//! Everything that is chance goes through [`Fate`], everything outside through [`Stage`](crate::Stage)
//! and [`Report`](crate::Report)s, so that an exploration can put itself in their place.

pub mod beat;
pub mod bindings;
pub mod casting;
pub mod choice;
pub mod effects;
pub mod fate;
pub mod matching;
pub mod moments;
pub mod outcome;
pub mod passed_over;
pub mod scene;
pub mod standing;
pub mod story;
pub mod tuple_space;
pub mod update;
pub mod why;
pub mod words;

pub use bindings::Bindings;
pub use casting::{Candidate, cast, cast_late};
pub use fate::{DrawKey, Fate, Keyed};
pub use matching::{Matcher, STEP_BUDGET, View};
pub use passed_over::PassedOver;
pub use scene::{
    Coin, LeavingWhy, Participant, PushedProperty, Recall, Rest, Running, Scene, SceneDigest,
    Vacancy,
};
pub use story::{Failure, Teller, Telling, tell};
pub use tuple_space::{Added, Fact, TupleSpace};
pub use update::Part;
pub use why::{Why, why};
pub use words::Words;
