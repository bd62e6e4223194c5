//! `townsfolk texts`: texts for translators, and modules in their languages.

mod catalogue;
mod csv_file;
mod po_file;

use super::check;
use crate::arguments::{ExportTexts, ImportTexts, Texts, TextsWhat};
use crate::trouble::Trouble;
use crate::{Verdict, style, write};
use catalogue::{Entry, entries};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use townsfolk_core::TextId;
use townsfolk_folder::{find, load, read};
use townsfolk_module::file::write_module;
use townsfolk_module::{Module, Symbols};

/// Runs the command.
pub fn run(arguments: &Texts, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    match &arguments.what {
        TextsWhat::Export(arguments) => export(arguments, out),
        TextsWhat::Import(arguments) => import(arguments, out),
    }
}

fn export(arguments: &ExportTexts, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let format = Format::of(&arguments.output)?;
    let Some((module, symbols)) = compiled(&arguments.path, out)? else {
        return Ok(Verdict::Bad);
    };
    let known = match arguments.output.exists() {
        true => format.read(&arguments.output)?,
        false => BTreeMap::new(),
    };
    let entries = entries(&module, &symbols, &known);
    write::atomically(&arguments.output, format.write(&entries).as_bytes())?;
    let translated = entries.iter().filter(|e| !e.translation.is_empty());
    writeln!(
        out,
        "{}: {}, {} translated",
        style::harmless(&find::shown(&arguments.output)),
        style::count(entries.len(), "text"),
        translated.count()
    )?;
    Ok(Verdict::Good)
}

fn import(arguments: &ImportTexts, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let translations = Format::of(&arguments.translation)?.read(&arguments.translation)?;
    let Some((mut module, _)) = compiled(&arguments.path, out)? else {
        return Ok(Verdict::Bad);
    };
    let mut translated = 0;
    for (id, text) in &mut module.texts {
        if let Some(translation) = translations.get(id).filter(|text| !text.is_empty()) {
            text.clone_from(translation);
            translated += 1;
        }
    }
    let all = module.texts.len();
    let stale = translations.keys().filter(|id| module.text(**id).is_none());
    let stale = stale.count();
    write::atomically(&arguments.output, &write_module(&module))?;
    writeln!(
        out,
        "{}: {translated} of {} translated",
        style::harmless(&find::shown(&arguments.output)),
        style::count(all, "text"),
    )?;
    if stale > 0 {
        let stale = style::count(stale, "translation");
        writeln!(
            out,
            "{stale} of texts that are no longer there; `texts export` drops them"
        )?;
    }
    Ok(Verdict::Good)
}

/// The module and the symbols of one content; `None` if it has errors, which are shown.
fn compiled(path: &Path, out: &mut dyn Write) -> Result<Option<(Module, Symbols)>, Trouble> {
    let (results, _) = check::check_all(load(&[path.to_path_buf()])?);
    if check::show_errors(&results, out)? {
        return Ok(None);
    }
    let [(content, findings)] = results.as_slice() else {
        return Err(
            Trouble::new(format!("{} holds several packages", path.display()))
                .hint("name the folder of one"),
        );
    };
    let checked = findings.checked.as_ref();
    Ok(checked.and_then(|checked| content.project.compile(checked)))
}

/// The format of a file of texts, by its extension.
#[derive(Clone, Copy)]
enum Format {
    Csv,
    Po,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Trouble> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(Format::Csv),
            Some("po" | "pot") => Ok(Format::Po),
            _ => Err(Trouble::new(format!(
                "{} is no file of texts by its name",
                path.display()
            ))
            .hint("end its name in `.csv` or `.po`")),
        }
    }

    fn write(self, entries: &[Entry]) -> String {
        match self {
            Format::Csv => csv_file::write(entries),
            Format::Po => po_file::write(entries),
        }
    }

    fn read(self, path: &Path) -> Result<BTreeMap<TextId, String>, Trouble> {
        let name = path.display().to_string();
        let text = read::as_text(&name, read::bytes(path)?)?;
        let read = match self {
            Format::Csv => csv_file::read(&text),
            Format::Po => po_file::read(&text),
        };
        read.map_err(|wrong| Trouble::new(format!("{name}: {wrong}")))
    }
}
