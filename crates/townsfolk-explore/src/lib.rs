//! Bounded exploration: plays a script in every way within bounds and reports what can go wrong.
//!
//! Purpose: findings that the text alone cannot give: a participant that waits for ever, a scene
//! that can neither continue nor end, endless activity, facts about a leaver that block others,
//! rules that are never reached, and the properties that an author states. Each finding is a short
//! story: the deeds of the participants in order.
//!
//! Out of scope: proof. It claims nothing beyond its [bounds](Bounds), and every report names its
//! [assumptions](Exploration::assumptions). Time is kept as order constraints between intervals
//! (see the chapter "Exploration" of the book).
//!
//! Goals, in order: no alarm that could not happen in a scene, except for the order of moments; the
//! shortest story; an answer within seconds for scripts of usual size, and an honest "not fully explored"
//! for the others.
//!
//! # Design
//!
//! - **Exploration drops state instead of reordering steps.** Measurements (how many situations remain if
//!   one kind of fact is removed from all) showed what multiplies situations: facts that participants
//!   leave behind, values that are only passed on, and rules with equal futures. The order of independent
//!   steps matters little, because few steps are independent: any participant may vanish at any moment, and a
//!   participant at a pastime may ignore everything. So the coarse pass drops what no condition can
//!   distinguish any more (`readers`, `unread_arguments`, `equivalent_rules`). Each reduction is an argument from the text of the
//!   script, and each is compared with unreduced exploration on random scripts. Partial-order reduction
//!   is not built.
//! - **Steps keep their rule.** Steps that lead to the same situation by different rules stay different.
//! - **A lifetime ends when a turn depends on it** (`passing`). The same was tried for facts told by the
//!   host and dropped: it made more situations than it saved.
//! - **Situations in the queue are stored as bytes** (`packed`).
//! - **Recalls are not played.** To empty a role, everybody in it would have to be recalled. Instead,
//!   nothing is claimed about a rule that needs an absence which only a recall can bring.
#![forbid(unsafe_code)]

mod attention;
mod beginning;
mod bounds;
mod canonical;
mod clock;
mod equivalent_rules;
mod event;
mod eventually;
mod finding;
mod graph;
mod merging;
mod occasion;
mod packed;
mod passing;
mod patience;
mod play;
mod property;
mod readers;
mod readings;
mod report;
mod rounds;
mod situation;
mod step;
mod story;
mod survey;
mod tape;
mod turns;
mod twins;
mod unread_arguments;
mod update_cache;
mod waiting;
mod watched;

pub use beginning::{Beginning, MadeProp, Setting, made_up};
pub use bounds::Bounds;
pub use finding::{Exploration, Finding, FindingKind, explore};
pub use graph::Progress;
pub use merging::Merging;
pub use report::findings_as_diagnostics;
pub use story::StoryLine;
pub use waiting::{WaitedCondition, Waiting};
pub use watched::{StoryBeat, StoryPlay, findings_as_plays};
