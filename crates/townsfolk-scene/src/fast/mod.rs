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
//! | `packed_value`, `fact_store` | values in one machine word, facts as rows |
//! | `program`, `compile`, `conditions`, `reads` | the executable form, and what each rule reads |
//! | `scene`, `running_action`, `conversion` | the state, and its conversion to the reference evaluator's |
//! | `update`, `turn_order`, `turn`, `own_facts` | which participants are looked at, in which order, and when again |
//! | `search`, `terms`, `expression` | the search for solutions, and values |
//! | `firing`, `effects`, `outcome`, `standing` | what follows |
//! | `commands`, `witness`, `scratch` | what comes out, observers, memory |

mod commands;
mod compile;
mod conditions;
mod conversion;
mod effects;
mod expression;
mod fact_store;
mod firing;
mod outcome;
mod own_facts;
mod packed_value;
mod program;
mod reads;
mod running_action;
mod scene;
mod scratch;
mod search;
mod standing;
mod terms;
mod turn;
mod turn_order;
mod update;
mod witness;

pub use commands::{CommandRef, Commands};
pub use program::Program;
pub use scene::{Participant, Scene};
#[doc(hidden)]
pub use scratch::Mutation;
pub use scratch::Scratch;
pub use witness::{Notices, Unwitnessed, Witness};
