//! `townsfolk replay`: plays the recording of a town again.

use super::again;
use crate::arguments::Replay;
use crate::trouble::Trouble;
use crate::{Verdict, style};
use std::io::Write;

/// Runs the command.
pub fn run(arguments: &Replay, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let mut ticks = 0;
    let played = again::play(&arguments.tape, &[], out, &mut |_, _, _| {
        ticks += 1;
        Ok(())
    })?;
    let (folk, _) = match played {
        Ok(played) => played,
        Err(verdict) => return Ok(verdict),
    };
    let digest = folk.digest().whole();
    let ticks = style::count(ticks, "tick");
    writeln!(
        out,
        "the same again, {ticks}: its people's digest is {digest:016x}"
    )?;
    Ok(Verdict::Good)
}
