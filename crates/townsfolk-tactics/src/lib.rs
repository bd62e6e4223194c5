//! Skills: how hunters and guards decide, from what they have sensed.
//!
//! A character with skills has a [`Runner`]: a plain value that says which skill runs, in which
//! state, with which stack of behaviours. Each step it looks at the world that is lent ([`World`])
//! and gives [`Intent`]s: where to walk, which motion to play, whom to strike.
//!
//! | file | holds |
//! |---|---|
//! | [`catalogue`] | the table of all skills, their settings and the criteria of queries for posts |
//! | [`world`] | what a runner may know: itself, its friends, its records, the ground |
//! | [`intent`] | what a runner asks for |
//! | [`runner`] | the state of one character, and the order of a step |
//! | [`arbitration`] | which skill runs |
//! | [`moment`] | what skills and behaviours see and may do in one step |
//! | [`puppet`] | driving a character from outside |
//! | [`skills`] | the skills, a file each |
//! | [`behaviours`] | the behaviours, a file each |
//! | [`settings`] | values of settings, from content or from the catalogue |
//! | [`log`] | the last decisions, with reasons |
//! | [`posts`] | places to stand: facts gathered within budgets, and queries that rate them |
//! | [`squad`] | what members share: phases, tokens, firing lines, the combat vector, barks |
//! | [`accuracy`] | pacing of hits on the player, and believable misses |
//!
//! What it is not for: sensing (the world has records), geometry (the world has ground), performing.
//! A hostile is known only by a [`Record`](townsfolk_senses::Record); there is no way to ask for its
//! true place.
//!
//! Goals, in order: no character stands without something to do; the same inputs give the same
//! decisions; a skill can be deleted and leaves nothing behind.
#![forbid(unsafe_code)]

pub mod accuracy;
pub mod arbitration;
pub mod behaviours;
pub mod catalogue;
pub mod intent;
pub mod log;
pub mod moment;
pub mod posts;
pub mod puppet;
pub mod runner;
pub mod settings;
pub mod skills;
pub mod squad;
pub mod world;

pub use behaviours::{Behaviour, BehaviourState, Failure, Status};
pub use intent::{BodyOrder, BodyState, Intent};
pub use log::{Decision, DecisionLog, Reason};
pub use moment::Moment;
pub use puppet::PuppetOrder;
pub use runner::{Runner, Step};
pub use settings::Settings;
pub use skills::{Skill, SkillState, SkillStatus};
pub use world::{Awareness, Friend, Heard, Post, Set, Way, WayStyle, World};
