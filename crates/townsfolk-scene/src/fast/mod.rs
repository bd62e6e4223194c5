//! The fast evaluator: equal to the [reference](crate::reference) at every update, and cheap.
//!
//! What it is for: playing thousands of scenes. A script becomes a [`Program`], a scene compact
//! state; an update looks only at those who have a reason to be looked at. Waking is free of
//! meaning, so who sleeps is a cache, neither saved nor digested.
//!
//! What it is not for: saying what a script means. Where it differs from the reference evaluator,
//! it has a bug; `tests/equality.rs` looks for one.
//!
//! | file | idea |
//! |---|---|
//! | `word`, `space` | values as words, facts as rows |
//! | `program`, `compile`, `assemble`, `reads` | the executable form, and what each rule reads |
//! | `scene`, `doing`, `canonical` | the state, and its plain form |
//! | `update`, `waking`, `turn` | who is looked at, and when again |
//! | `search`, `terms`, `direct`, `walk`, `strides`, `stroll`, `keys`, `marks`, `glance`, `expression` | solutions and values |
//! | `firing`, `effects`, `change`, `carry`, `outcome`, `standing` | what follows |
//! | `plain` | the same for scenes in which nothing unusual happens |
//! | `commands`, `witness`, `scratch` | what comes out, who is told, memory |

mod assemble;
mod canonical;
mod commands;
mod compile;
mod doing;
mod effects;
mod expression;
mod firing;
mod outcome;
mod own_facts;
mod program;
mod reads;
mod scene;
mod scratch;
mod search;
mod space;
mod standing;
mod terms;
mod turn;
mod update;
mod waking;
mod witness;
mod word;

pub use commands::{CommandRef, Commands};
pub use program::Program;
pub use scene::{Participant, Scene};
#[doc(hidden)]
pub use scratch::Mutation;
pub use scratch::Scratch;
pub use witness::{Notices, Unwitnessed, Witness};
