//! Plain scenes: the few steps that most updates consist of, on a form of a scene made for them.
//!
//! What it is for: scenes in which for the time being nothing happens but that actions are done and
//! plain rules fire. A rule is plain if it asks only for facts and moments, and if all that it changes
//! are facts about `.me`. Then everyone has their facts at hand: whoever is to act looks at their own
//! values without a search, what changes is written where it stands, and a scene is a third of the
//! size.
//!
//! What it is not for: anything else. As soon as something else is reported, an action fails or runs
//! out of time, or a rule of another kind has to be looked at, the scene is unfolded into its general
//! form and goes on there, in the middle of an update if need be. After a few calm updates it is folded
//! again. Neither is part of its state.
//!
//! | file | idea |
//! |---|---|
//! | `code` | what plain rules are made into |
//! | `plan`, `owners`, `condition`, `effects` | which rules are plain, and how they are made |
//! | `mates`, `fold` | everyone with their facts; folding and unfolding |
//! | `update`, `look`, `carry` | outcomes and turns; which rule holds for somebody; what follows |

mod carry;
mod code;
mod condition;
mod effects;
mod fold;
mod look;
mod mates;
mod owners;
mod plan;
mod update;

pub(super) use code::PlainCode;
pub(super) use mates::{Folded, Mate};
pub(super) use update::{Left, PlainScratch};
