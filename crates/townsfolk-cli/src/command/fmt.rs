//! `townsfolk fmt`: formats scripts.

use crate::arguments::Fmt;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, render, style, write};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use townsfolk_folder::find::{self, Sort};
use townsfolk_folder::{Content, read};
use townsfolk_lang::diagnostic::Diagnostic;
use townsfolk_lang::format::format;
use townsfolk_lang::project::FILE_BYTES_MAX;

/// Runs the command.
pub fn run(arguments: &Fmt, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    if arguments.stdin {
        return format_stdin(arguments.check, out);
    }
    interrupt::listen();
    let files = scripts(&arguments.paths)?;
    let mut progress = Progress::of(files.len());
    let mut counts = Counts::default();
    for path in &files {
        if interrupt::asked_to_stop() {
            break;
        }
        progress.step(&find::shown(path));
        format_file(path, arguments.check, &mut counts, out)?;
    }
    drop(progress);
    writeln!(out, "{}", counts.line(arguments.check))?;
    if interrupt::asked_to_stop() {
        return Ok(Verdict::Interrupted);
    }
    let differ = arguments.check && counts.changed > 0;
    let broken = counts.broken > 0;
    if let Some(trouble) = Trouble::all(counts.troubles) {
        return Err(trouble);
    }
    Ok(if differ || broken {
        Verdict::Bad
    } else {
        Verdict::Good
    })
}

#[derive(Default)]
struct Counts {
    files: usize,
    changed: usize,
    /// Files with syntax errors, which are not changed.
    broken: usize,
    troubles: Vec<Trouble>,
}

impl Counts {
    fn line(&self, only_check: bool) -> String {
        let files = style::count(self.files, "script");
        let mut line = match (self.changed, only_check) {
            (0, _) if self.broken > 0 => format!("{files} checked, nothing else to change"),
            (0, _) => format!("{files} already formatted"),
            (changed, true) => format!("{} of {files} would change", style::digits(changed)),
            (changed, false) => format!("{} of {files} formatted", style::digits(changed)),
        };
        if self.broken > 0 {
            let broken = style::digits(self.broken);
            line += &format!(", {broken} skipped because of errors");
        }
        line
    }
}

fn format_file(
    path: &Path,
    only_check: bool,
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    counts.files += 1;
    let text = match read::text(path) {
        Ok(text) => text,
        Err(trouble) => {
            counts.troubles.push(trouble);
            return Ok(());
        }
    };
    let shown = find::shown(path);
    if text.len() > FILE_BYTES_MAX {
        // Only its beginning was read, and writing that back would lose the rest.
        let too_large = format!(
            "{shown} has more than {} MB and was left as it is",
            FILE_BYTES_MAX >> 20
        );
        let trouble = Trouble::new(too_large).hint("split it into several files");
        counts.troubles.push(trouble);
        return Ok(());
    }
    match format(&text) {
        Err(problems) => {
            counts.broken += 1;
            show(&shown, &text, &problems, out)?;
        }
        Ok(formatted) if formatted == text => {}
        Ok(formatted) => {
            counts.changed += 1;
            writeln!(out, "{}", style::harmless(&shown))?;
            if !only_check && let Err(trouble) = write::atomically(path, formatted.as_bytes()) {
                counts.troubles.push(trouble);
            }
        }
    }
    Ok(())
}

fn format_stdin(only_check: bool, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let mut bytes = vec![];
    let mut input = std::io::stdin().lock().take(FILE_BYTES_MAX as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(|error| Trouble::new(format!("the standard input cannot be read: {error}")))?;
    if bytes.len() > FILE_BYTES_MAX {
        return Err(Trouble::new(format!(
            "the standard input has more than {} MB",
            FILE_BYTES_MAX >> 20
        )));
    }
    let text = read::as_text("the standard input", bytes)?;
    match format(&text) {
        Ok(formatted) if only_check && formatted != text => Ok(Verdict::Bad),
        Ok(_) if only_check => Ok(Verdict::Good),
        Ok(formatted) => {
            write!(out, "{formatted}")?;
            Ok(Verdict::Good)
        }
        Err(problems) => {
            // The output is a script and nothing else.
            show("stdin", &text, &problems, &mut anstream::stderr())?;
            Ok(Verdict::Bad)
        }
    }
}

/// Shows why a script cannot be formatted.
pub fn show(
    path: &str,
    text: &str,
    problems: &[Diagnostic],
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    const SHOWN_MAX: usize = 10;
    // The formatter numbers its one file zero, and so does a content of one file.
    let content = Content::of_texts("main", [(path, text)]);
    for problem in problems.iter().take(SHOWN_MAX) {
        writeln!(out, "{}", render::render(&content, problem))?;
    }
    if let more @ 1.. = problems.len().saturating_sub(SHOWN_MAX) {
        let more = style::count(more, "more problem");
        writeln!(out, "… and {more} in {}\n", style::harmless(path))?;
    }
    Ok(())
}

/// All scripts under the paths, including nested packages, each once.
fn scripts(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut open: Vec<PathBuf> = paths.to_vec();
    if open.is_empty() {
        open.push(PathBuf::from("."));
    }
    open.reverse();
    let mut seen = std::collections::BTreeSet::new();
    let mut scripts = vec![];
    while let Some(path) = open.pop() {
        let Ok(real) = std::fs::canonicalize(&path) else {
            return Err(find::missing(&path));
        };
        if !seen.insert(real) {
            continue;
        }
        if path.is_dir() {
            let found = find::below(&path)?;
            open.extend(found.packages.into_iter().rev());
            open.extend(found.files.into_iter().rev());
        } else if find::sort_of(&path) == Some(Sort::Script) {
            scripts.push(path);
        } else if paths.contains(&path) {
            return Err(Trouble::new(format!("{} is no script", path.display()))
                .hint("scripts end in `.folk`"));
        }
    }
    Ok(scripts)
}
