//! `townsfolk train`: trains the social network, prints its accuracy, and writes its weights.

use crate::arguments::{Train, Trained};
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style, write};
use std::io::Write;
use std::path::Path;
use townsfolk_core::Seed;
use townsfolk_folder::find;
use townsfolk_mind::social::network::parse;
use townsfolk_mind::training::{Case, Misread, Schooling, cases, report::TRAININGS, report_on};
use townsfolk_module::mind::{Degree, Interaction};

/// Minimum number of cases for training and test.
const CASES_MIN: usize = 20;

/// The user pressed Ctrl-C.
struct Stopped;

/// Runs the command.
pub fn run(arguments: &Train, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    let Trained::Social = arguments.what;
    let own = arguments.cases.as_deref().map(read_cases).transpose()?;
    must_be_writable(&arguments.output)?;
    let schooling = Schooling {
        seed: Seed(arguments.seed),
        ..Schooling::default()
    };
    let mut progress = Progress::of((TRAININGS * schooling.epochs) as usize);
    let trained = report_on(own.as_deref(), &schooling, &mut |what| {
        progress.step(what);
        match interrupt::asked_to_stop() {
            true => Err(Stopped),
            false => Ok(()),
        }
    });
    drop(progress);
    let Ok(report) = trained else {
        writeln!(out, "Stopped; nothing was written.")?;
        return Ok(Verdict::Interrupted);
    };
    let mut file = report.file(&schooling);
    if arguments.output.extension().is_some_and(|e| e == "folk") {
        file = as_declaration(&file);
    }
    write::atomically(&arguments.output, file.as_bytes())?;
    write!(out, "{}", report.tell(&schooling))?;
    let unknown = own.as_deref().map_or(vec![], never_right);
    if !unknown.is_empty() {
        let unknown = unknown.join(", ");
        writeln!(out, "Right in no case, and so not learned: {unknown}")?;
    }
    let path = style::harmless(&find::shown(&arguments.output));
    let size = style::count(file.len(), "byte");
    writeln!(
        out,
        "\n{} {size}: 116 weights and where they come from",
        style::paint(style::STRONG, &path)
    )?;
    Ok(Verdict::Good)
}

fn read_cases(path: &Path) -> Result<Vec<Case>, Trouble> {
    let hint = "`townsfolk train --help` shows the first line and the form of the rest";
    let text = std::fs::read_to_string(path)
        .map_err(|error| Trouble::with_file("read", path, &error).hint(hint))?;
    let shown = find::shown(path);
    let cases = cases::read_table(&text).map_err(|Misread { line, message }| {
        Trouble::new(format!("{shown}, line {line}: {message}")).hint(hint)
    })?;
    if cases.len() < CASES_MIN {
        let found = style::count(cases.len(), "case");
        let few = format!("{shown} has {found}, too few to learn from and to ask about");
        return Err(Trouble::new(few).hint(format!(
            "make at least {CASES_MIN}; ours are 300, of twelve people in five moods"
        )));
    }
    Ok(cases)
}

/// Reports before the training that the file cannot be written.
fn must_be_writable(path: &Path) -> Result<(), Trouble> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let shown = path.display();
    if path.is_dir() {
        let message = format!("{shown} cannot be written: it is a folder");
        return Err(Trouble::new(message).hint("name a file in it"));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            let message = format!("{shown} cannot be written: its folder is not there");
            Err(Trouble::new(message).hint("make its folder first"))
        }
        _ => Ok(()),
    }
}

/// Weights as a declaration of a project, with the header as a comment.
fn as_declaration(file: &str) -> String {
    let comments = file.lines().filter(|line| line.starts_with('#'));
    let mut text: String = comments.map(|line| format!("{line}\n")).collect();
    text += "network social\n";
    let Some(network) = parse(file) else {
        return text;
    };
    let mut row = |word: &str, weights: &[Degree]| {
        let weights: Vec<String> = weights.iter().map(Degree::to_string).collect();
        text += &format!("  {word} {}\n", weights.join(", "));
    };
    for weights in &network.hidden {
        row("hidden", weights);
    }
    for (what, weights) in Interaction::ALL.into_iter().zip(&network.output) {
        row(what.name(), weights);
    }
    text
}

fn never_right(cases: &[Case]) -> Vec<&'static str> {
    let right = |interaction| cases.iter().any(|case| case.right == interaction);
    let never = Interaction::ALL.into_iter().filter(|i| !right(*i));
    never.map(Interaction::name).collect()
}
