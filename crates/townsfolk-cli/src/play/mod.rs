//! Playing scripts without a game: the story of a location on open ground, or the day of people
//! with minds, line by line.
//!
//! [`setting`] chooses the location and its content, [`town`] lays out areas for people with minds,
//! whose doings [`day`] puts into words; [`people`] knows who comes, [`cues`] and [`edit`] what the game
//! around it does, [`story`] tells what happens, [`reasons`] why, [`silence`] why nothing does,
//! [`critique`] what was silly, all in the words of [`townsfolk::words`], and
//! [`watch`] takes in scripts that change. The command itself is [`crate::command::play`].

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
