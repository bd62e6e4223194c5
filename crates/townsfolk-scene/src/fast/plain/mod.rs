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
//! | `code` | which rules are plain, and what they are made into |
//! | `mates` | everyone with their facts; folding and unfolding |
//! | `look` | which rule holds for somebody |
//! | `update` | outcomes, turns, and what follows |

mod code;
mod look;
mod mates;
mod update;

pub(super) use code::PlainCode;
pub(super) use mates::{Folded, Mate};
pub(super) use update::{Left, PlainScratch};
