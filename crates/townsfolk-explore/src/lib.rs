//! Bounded exploration: plays a script in every way within bounds, and tells what can go wrong.
//!
//! What it is for: findings that no look at the text alone can give. Somebody who waits for ever,
//! a scene that can neither go on nor end, activity without end, facts of one who has left that
//! block others, rules that are never reached, and the properties that an author states. Each
//! finding is a short story: who did what, in which order.
//!
//! What it is not for: proof. It claims nothing beyond its [bounds](Bounds), and its
//! [assumptions](Exploration::assumptions) are named in every report. Time is kept as order
//! constraints between intervals, never more exactly (the chapter "Exploration" of the book says
//! what that means).
//!
//! Goals, in order: no alarm that could not happen in the scene as the chapter "Meaning" tells it,
//! but for the order of moments; the shortest story; an answer within seconds for scripts of
//! everyday size, and an honest "not fully" for the others.
#![forbid(unsafe_code)]

mod alike;
mod attention;
mod beginning;
mod blind;
mod bounds;
mod canonical;
mod clock;
mod event;
mod eventually;
mod finding;
mod graph;
mod memory;
mod merging;
mod occasion;
mod packed;
mod passing;
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
mod watched;

pub use beginning::{Beginning, MadeProp, Setting, made_up};
pub use bounds::Bounds;
pub use finding::{Exploration, Finding, FindingKind, explore};
pub use graph::Progress;
pub use merging::Merging;
pub use report::findings_as_diagnostics;
pub use story::StoryLine;
pub use watched::{Beat, Play, findings_as_plays};
