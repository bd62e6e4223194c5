//! `townsfolk grammar train`: weights that fit examples.

use super::{Found, find};
use crate::arguments::TrainGrammar;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style, write};
use std::io::Write;
use std::path::{Path, PathBuf};
use townsfolk_decide::grammar::inside::Model;
use townsfolk_decide::grammar::train::{Trained, Training, train};
use townsfolk_folder::find::shown;
use townsfolk_folder::read;
use townsfolk_lang::weights::{NewWeights, Rewritten, with_weights};

/// The greatest number of examples whose lines are named as misfits.
const MISFITS_SHOWN: usize = 5;

/// Runs the command.
pub(super) fn run(arguments: &TrainGrammar, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let Some(found) = find(&arguments.which, out)? else {
        return Ok(Verdict::Bad);
    };
    let examples = examples(&found, &arguments.examples)?;
    let sequences: Vec<Vec<u16>> = examples
        .iter()
        .map(|(_, sequence)| sequence.clone())
        .collect();
    let training = Training {
        passes: arguments.passes,
        smoothing: arguments.smoothing.max(0.0),
        ..Training::default()
    };
    let mut progress = Progress::of(arguments.passes);
    let model = Model::authored(&found.grammar);
    let trained = train(&found.grammar, model, &sequences, &training, |pass| {
        progress.step(&format!("pass {pass}"));
        !interrupt::asked_to_stop()
    });
    drop(progress);
    if interrupt::asked_to_stop() {
        writeln!(out, "Stopped; nothing was written.")?;
        return Ok(Verdict::Interrupted);
    }
    if trained.misfits.len() == examples.len() {
        return Err(no_sentence(&found, &examples, &arguments.examples));
    }
    let (path, new) = rewritten(&found, &trained)?;
    if arguments.write {
        write::atomically(&path, new.text.as_bytes())?;
    }
    let declaration = new.text.get(new.declaration).unwrap_or_default();
    writeln!(out, "{declaration}\n")?;
    tell(&trained, &examples, out)?;
    if arguments.write {
        let path = style::harmless(&shown(&path));
        writeln!(out, "Written to {}.", style::paint(style::STRONG, &path))?;
    }
    Ok(Verdict::Good)
}

/// Examples with the numbers of their lines.
fn examples(found: &Found, path: &Path) -> Result<Vec<(usize, Vec<u16>)>, Trouble> {
    let text = read::text(path)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let examples: Result<Vec<_>, Trouble> = lines
        .map(|(at, line)| match found.read(line) {
            Ok(sequence) => Ok((at + 1, sequence)),
            Err(mut trouble) => {
                for message in &mut trouble.messages {
                    *message = format!("{}, line {}: {message}", shown(path), at + 1);
                }
                Err(trouble)
            }
        })
        .collect();
    let examples = examples?;
    if examples.is_empty() {
        let message = format!("{} has no examples", shown(path));
        return Err(Trouble::new(message)
            .hint("write one sequence on each line: symbols with commas between"));
    }
    Ok(examples)
}

fn no_sentence(found: &Found, examples: &[(usize, Vec<u16>)], path: &Path) -> Trouble {
    let line = examples.first().map_or(1, |(line, _)| *line);
    let message = format!(
        "no line of {} is a sentence of `{}`",
        shown(path),
        found.name
    );
    Trouble::new(message).hint(format!(
        "`townsfolk grammar parse` says what is wrong with line {line}"
    ))
}

/// The script with the new weights.
fn rewritten(found: &Found, trained: &Trained) -> Result<(PathBuf, Rewritten), Trouble> {
    let thousandths = |values: &[f64]| {
        values
            .iter()
            .map(|value| (value * 1000.0).round() as u32)
            .collect()
    };
    let weights = NewWeights {
        alternatives: thousandths(&trained.model.alternatives),
        repeats: thousandths(&trained.model.repeats),
        starts: thousandths(&trained.model.starts),
    };
    for path in &found.sources {
        let Ok(text) = read::text(path) else {
            continue;
        };
        if let Some(new) = with_weights(&text, &found.name, &weights) {
            return Ok((path.clone(), new));
        }
    }
    let message = format!("the script of `{}` could not be found again", found.name);
    Err(Trouble::new(message).hint("it must stand in a `.folk` file"))
}

fn tell(
    trained: &Trained,
    examples: &[(usize, Vec<u16>)],
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let used = examples.len() - trained.misfits.len();
    let passes = trained.log2_likelihood.len().saturating_sub(1);
    writeln!(
        out,
        "{} learned from in {}.",
        style::count(used, "example"),
        if passes == 1 {
            "1 pass".to_string()
        } else {
            format!("{passes} passes")
        }
    )?;
    let per_example = |bits: Option<&f64>| -bits.copied().unwrap_or(0.0) / used.max(1) as f64;
    let before = per_example(trained.log2_likelihood.first());
    let after = per_example(trained.log2_likelihood.last());
    writeln!(
        out,
        "Surprise of an example: {before:.2} bits before, {after:.2} bits after."
    )?;
    if !trained.misfits.is_empty() {
        let lines = trained.misfits.iter().filter_map(|at| examples.get(*at));
        let lines: Vec<String> = lines
            .take(MISFITS_SHOWN)
            .map(|(line, _)| line.to_string())
            .collect();
        let more = if trained.misfits.len() > MISFITS_SHOWN {
            " …"
        } else {
            ""
        };
        let misfits = style::count(trained.misfits.len(), "example");
        writeln!(
            out,
            "{misfits} left out, being no sentences: line {}{more}",
            lines.join(", ")
        )?;
    }
    Ok(())
}
