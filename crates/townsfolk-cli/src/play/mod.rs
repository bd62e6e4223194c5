//! Playing scripts without a game: the story of a location on open ground, or the day of characters
//! with minds, line by line.
//!
//! [`setting`] chooses the location and its content, [`town`] lays out areas for characters with
//! minds, and [`day`] puts their days into words. [`people`] reads casts, and [`cues`] are the
//! actions of the game; [`edit`] changes a tower. [`story`] tells events, [`reasons`] why, [`silence`]
//! why nothing happens, and [`critique`] the findings of the critic, all in the words of
//! [`townsfolk::words`]. [`watch`] reloads scripts that change. The command itself is
//! [`crate::command::play`].

pub mod critique;
pub mod cues;
pub mod day;
pub mod edit;
pub mod moment;
pub mod people;
pub mod reasons;
pub mod setting;
pub mod silence;
pub mod story;
pub mod town;
pub mod watch;
