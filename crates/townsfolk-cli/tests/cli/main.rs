//! The command as people and tools see it: it is started, and what it prints is compared.
#![allow(clippy::disallowed_methods, reason = "the tests are about files")]

mod ask;
mod book;
mod check;
mod chef;
mod commands;
mod cues;
mod deciders;
mod district;
mod folder;
mod grammar;
mod history;
mod hostile;
mod picture;
mod play;
mod run;
mod silly;
mod stock;
mod studio;
mod survey;
mod train;
mod village;
mod why;
