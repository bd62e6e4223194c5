//! `townsfolk inspect`: describes a module or symbol file.

use super::build::{describe_module, describe_symbols};
use crate::arguments::Inspect;
use crate::trouble::Trouble;
use crate::{Verdict, style};
use std::io::Write;
use townsfolk_folder::{find, read};
use townsfolk_module::file::{
    MODULE_FORMAT, RECORDING_FORMAT, Refused, SAVE_FORMAT, SYMBOLS_FORMAT, read_module,
    read_symbols,
};
use townsfolk_module::{Category, Module, Symbols};

/// Runs the command.
pub fn run(arguments: &Inspect, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let path = &arguments.file;
    if !path.exists() {
        return Err(find::missing(path));
    }
    let bytes = read::bytes(path)?;
    let name = style::paint(style::STRONG, &style::harmless(&find::shown(path)));
    let size = style::count(bytes.len(), "byte");
    match read_module(&bytes) {
        Ok(module) => {
            writeln!(
                out,
                "{name} is a Townsfolk module, format {MODULE_FORMAT}, {size}.\n"
            )?;
            show_module(&module, out)?;
            return Ok(Verdict::Good);
        }
        Err(Refused::OtherSort { .. }) => {}
        Err(refused) => {
            writeln!(out, "{name}: {refused}.")?;
            return Ok(Verdict::Bad);
        }
    }
    match read_symbols(&bytes) {
        Ok(symbols) => {
            writeln!(
                out,
                "{name} holds the symbols of a module, format {SYMBOLS_FORMAT}, {size}.\n"
            )?;
            show_symbols(&symbols, out)?;
            Ok(Verdict::Good)
        }
        Err(Refused::OtherSort { found, .. }) => {
            let (option, format) = match found {
                "save" => ("--load", SAVE_FORMAT),
                _ => ("--replay", RECORDING_FORMAT),
            };
            writeln!(
                out,
                "{name} is a Townsfolk {found}, format {format}, {size}.\n\n\
                 `townsfolk play` goes on from it with `{option}`, on the script it was made with."
            )?;
            Ok(Verdict::Good)
        }
        Err(refused) => {
            writeln!(out, "{name}: {refused}.")?;
            Ok(Verdict::Bad)
        }
    }
}

fn show_module(module: &Module, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "It holds {}.", describe_module(module))?;
    let more = [
        (module.prop_kinds.len(), "kind of prop", "kinds of props"),
        (
            module.symbol_sets.len(),
            "set of symbols",
            "sets of symbols",
        ),
        (module.host.len(), "host name", "host names"),
        (module.texts.len(), "text", "texts"),
        (module.minds.areas.len(), "area", "areas"),
        (module.minds.layers.len(), "layer", "layers"),
        (module.minds.people.len(), "person", "people"),
    ];
    let more = more.iter().filter(|(number, ..)| *number > 0);
    let more: Vec<String> = more
        .map(|(number, one, many)| format!("{number} {}", if *number == 1 { one } else { many }))
        .collect();
    if !more.is_empty() {
        writeln!(out, "And {}.", more.join(", "))?;
    }
    writeln!(
        out,
        "Its names are in the symbol file that was built with it."
    )?;
    Ok(())
}

fn show_symbols(symbols: &Symbols, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "It holds {}.", describe_symbols(symbols))?;
    for category in Category::ALL {
        let names = symbols.names.iter();
        let names = names.filter(|((of, _), _)| *of == category);
        let mut names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        names.sort_unstable();
        if let Some(first) = names.first() {
            let mut line = (*first).to_string();
            for name in names.iter().skip(1) {
                if line.len() > 70 {
                    line += ", …";
                    break;
                }
                line += ", ";
                line += name;
            }
            let word = format!("{:>10} {:>4}", category.word(), names.len());
            writeln!(
                out,
                "{}  {}",
                style::paint(style::CODE, &word),
                style::harmless(&line)
            )?;
        }
    }
    Ok(())
}
