//! `townsfolk sheet`: a script as a spreadsheet, and back.

use super::fmt;
use crate::arguments::Sheet;
use crate::trouble::Trouble;
use crate::{Verdict, style, write};
use std::io::Write;
use std::path::{Path, PathBuf};
use townsfolk_folder::find::{self, Sort};
use townsfolk_folder::read;
use townsfolk_sheet::{SheetFormat, SheetProblem, WriteProblem};

/// Runs the command.
pub fn run(arguments: &Sheet, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let path = &arguments.file;
    if !path.exists() {
        return Err(find::missing(path));
    }
    match find::sort_of(path) {
        Some(Sort::Script) => to_sheet(arguments, out),
        Some(Sort::Sheet(format)) => to_script(arguments, format, out),
        None => Err(Trouble::new(format!(
            "{} is neither a script nor a sheet",
            path.display()
        ))
        .hint("scripts end in `.folk`, sheets in `.xlsx`, `.ods` or `.csv`")),
    }
}

fn to_sheet(arguments: &Sheet, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let path = &arguments.file;
    let text = read::text(path)?;
    let target = arguments.output.clone();
    let target = target.unwrap_or_else(|| path.with_extension("xlsx"));
    let written = match find::sort_of(&target) {
        Some(Sort::Sheet(SheetFormat::Xlsx)) => townsfolk_sheet::write_xlsx(&text),
        Some(Sort::Sheet(SheetFormat::Csv)) => {
            townsfolk_sheet::write_csv(&text).map(String::into_bytes)
        }
        _ => {
            return Err(
                Trouble::new(format!("a sheet cannot be written as {}", target.display())).hint(
                    "end its name in `.xlsx` or `.csv`; every spreadsheet program opens these",
                ),
            );
        }
    };
    match written {
        Ok(bytes) => {
            save(&target, &bytes, arguments.force, out)?;
            if target.with_extension("folk") == *path {
                let note = "While the script stands beside it, the package reads the script and not the sheet. Keep one of them.";
                writeln!(out, "{note}")?;
            }
            Ok(Verdict::Good)
        }
        Err(WriteProblem::Syntax(problems)) => {
            fmt::show(&find::shown(path), &text, &problems, out)?;
            writeln!(out, "No sheet was written: the script has errors.")?;
            Ok(Verdict::Bad)
        }
        Err(WriteProblem::Workbook(message)) => Err(Trouble::new(format!(
            "{} does not fit into a sheet: {message}",
            path.display()
        ))
        .hint("split the longest rules or texts")),
    }
}

fn to_script(
    arguments: &Sheet,
    format: SheetFormat,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    let path = &arguments.file;
    match townsfolk_sheet::read(&read::bytes(path)?, format) {
        Ok(source) => {
            // The text of a sheet is formatted like any other, unless it does not parse.
            let text = townsfolk_lang::format::format(&source.text).unwrap_or(source.text);
            let target: PathBuf = match &arguments.output {
                Some(target) if target == Path::new("-") => {
                    write!(out, "{text}")?;
                    return Ok(Verdict::Good);
                }
                Some(target) => target.clone(),
                None => path.with_extension("folk"),
            };
            if find::sort_of(&target) != Some(Sort::Script) {
                return Err(Trouble::new(format!("{} is no script", target.display()))
                    .hint("end its name in `.folk`"));
            }
            save(&target, text.as_bytes(), arguments.force, out)?;
            Ok(Verdict::Good)
        }
        Err(problems) => {
            for problem in &problems {
                show(path, problem, out)?;
            }
            Ok(Verdict::Bad)
        }
    }
}

fn show(path: &Path, problem: &SheetProblem, out: &mut dyn Write) -> Result<(), Trouble> {
    let cell = problem.cell.as_ref();
    let cell = cell
        .map(|cell| format!(", cell {cell}"))
        .unwrap_or_default();
    let code = format!("error[{}]:", problem.code.name());
    let message = style::harmless(&problem.message);
    writeln!(out, "{} {message}", style::paint(style::ERROR, &code))?;
    writeln!(
        out,
        "  {}{}",
        style::harmless(&find::shown(path)),
        style::harmless(&cell)
    )?;
    for hint in &problem.hints {
        writeln!(out, "\n{}", style::hint(hint))?;
    }
    writeln!(out)?;
    Ok(())
}

fn save(target: &Path, bytes: &[u8], force: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    if target.exists() && !force {
        return Err(
            Trouble::new(format!("{} is already there", target.display()))
                .hint("name another file with `-o`, or write over it with `--force`"),
        );
    }
    write::atomically(target, bytes)?;
    let target = style::harmless(&find::shown(target));
    let size = style::count(bytes.len(), "byte");
    writeln!(out, "{} {size}", style::paint(style::STRONG, &target))?;
    Ok(())
}
