//! Ways to decide, each in a folder of its own.
//!
//! A folder holds the pure part of one system: its state for a character, its formulas and its
//! explanations, over compiled content of `townsfolk-module`. The engine crate `townsfolk` lends it
//! the world and registers it as a decider.
//!
//! | folder | decides by |
//! |---|---|
//! | [`rules`] | hot rules: only rules whose attributes changed are evaluated |
//! | [`inference`] | three-valued inference over a few referents, as bit operations |
//! | [`daily`] | daily scripts: blocks and one-shots of a day |
//! | [`plan`] | plans over yes/no propositions, with reuse masks |
//! | [`grammar`] | stochastic grammars: generate, parse, train, report |
//! | [`snippet`] | scored uses of abilities, each with its best target |
//! | [`tree`] | behaviour trees, for evaluation and for execution |
//!
//! They share [`condition`]: conditions compiled to tests of words, [`word`]: values of
//! attributes as single words, and [`query`]: candidates are rated and the best is kept.
//!
//! What it is not for: moving a body (the performer does), comparing deciders (the arbiter does).
//!
//! Goals, in order: the same inputs give the same decisions on every machine; the cost follows
//! change; every decision explains itself.
#![forbid(unsafe_code)]

pub mod condition;
pub mod daily;
pub mod grammar;
pub mod inference;
pub mod plan;
pub mod query;
pub mod rules;
pub mod snippet;
pub mod tree;
pub mod word;
