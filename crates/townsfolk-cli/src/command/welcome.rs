//! `townsfolk` without a command.
use crate::Verdict;
use crate::trouble::Trouble;
use std::io::Write;
/// Runs the command.
pub fn run(_out: &mut dyn Write) -> Result<Verdict, Trouble> { Ok(Verdict::Good) }
