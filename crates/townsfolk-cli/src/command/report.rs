//! `townsfolk report`: one page about a recording.

use super::replayed;
use crate::arguments::Report;
use crate::trouble::Trouble;
use crate::{Verdict, write};
use std::io::Write;
use std::path::Path;
use townsfolk_folder::find;
use townsfolk_survey::Survey;
use townsfolk_survey::page::{self, About};

/// Runs the command.
pub fn run(arguments: &Report, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let mut survey = Survey::default();
    let played = replayed::play(
        &arguments.recording,
        &arguments.paths,
        out,
        &mut |folk, lines, _| {
            survey.look(folk, lines);
            Ok(())
        },
    )?;
    let (folk, names) = match played {
        Ok(played) => played,
        Err(verdict) => return Ok(verdict),
    };
    let name = arguments.recording.file_stem().unwrap_or_default();
    let about = About {
        title: format!("Townsfolk: {}", name.to_string_lossy()),
        lines: vec![(
            "digest".to_string(),
            format!("{:016x}", folk.digest().whole()),
        )],
        ..About::default()
    };
    let html = page::write(&survey, &folk, &names, &about);
    if arguments.output == Path::new("-") {
        out.write_all(html.as_bytes())?;
    } else {
        write::atomically(&arguments.output, html.as_bytes())?;
        writeln!(out, "wrote {}", find::shown(&arguments.output))?;
    }
    Ok(Verdict::Good)
}
