//! `townsfolk build`: writes the module a game loads, and the symbols beside it.

use super::{check, constants};
use crate::arguments::Build;
use crate::play::watch::{GLANCE, Stamps};
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style, write};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use townsfolk_folder::{self as load, Content, Findings, find};
use townsfolk_module::file::{write_module, write_symbols};
use townsfolk_module::{Module, SourceLine, Symbols};

/// The ending of module files.
pub const MODULE: &str = "folkmod";
/// The ending of symbol files.
pub const SYMBOLS: &str = "folksym";

/// Runs the command.
pub fn run(arguments: &Build, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    let (verdict, files) = build_all(arguments, out)?;
    if !arguments.watch {
        return Ok(verdict);
    }
    let mut known = Stamps::of(&files);
    while !interrupt::asked_to_stop() {
        out.flush()?;
        std::thread::sleep(GLANCE);
        let now = known.again();
        if now == known {
            continue;
        }
        // Editors write in several steps.
        std::thread::sleep(GLANCE);
        known = match build_all(arguments, out) {
            Ok((_, files)) => Stamps::of(&files),
            Err(trouble) => {
                write!(anstream::stderr(), "{}", crate::trouble::shown(&trouble))?;
                now
            }
        };
    }
    Ok(Verdict::Interrupted)
}

/// Builds everything once, and returns the files that were read.
fn build_all(
    arguments: &Build,
    out: &mut dyn Write,
) -> Result<(Verdict, BTreeSet<PathBuf>), Trouble> {
    let contents = load::load(&arguments.paths)?;
    let one_file = arguments.output.as_ref().or(arguments.rust.as_ref());
    if let ([first, second, ..], Some(_)) = (contents.as_slice(), one_file) {
        return Err(Trouble::new(format!(
            "one module was asked for, but `{}` and `{}` are built separately",
            first.name, second.name
        ))
        .hint("name one package, or leave out `-o` and `--rust`"));
    }
    let (results, stopped) = check::check_all(contents);
    let files = results.iter().flat_map(|(content, _)| content.sources());
    let files = files.collect();
    if check::show_errors(&results, out)? {
        return Ok((Verdict::Bad, files));
    }
    if stopped {
        return Ok((Verdict::Interrupted, files));
    }
    for (content, findings) in &results {
        build(content, findings, arguments, out)?;
    }
    Ok((Verdict::Good, files))
}

fn build(
    content: &Content,
    findings: &Findings,
    arguments: &Build,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let compiled = findings.checked.as_ref();
    let compiled = compiled.and_then(|checked| content.project.compile(checked));
    let Some((module, mut symbols)) = compiled else {
        return Err(Trouble::new(format!("`{}` cannot be built", content.name))
            .hint("`townsfolk check` shows why"));
    };
    name_files_from_the_package(content, &mut symbols);
    let module_path = match &arguments.output {
        Some(path) => path.clone(),
        None => PathBuf::from(format!("{}.{MODULE}", content.name)),
    };
    let symbols_path = module_path.with_extension(SYMBOLS);
    if symbols_path == module_path {
        return Err(Trouble::new(format!(
            "{} would be both the module and its symbols",
            module_path.display()
        ))
        .hint(format!("end its name in `.{MODULE}`")));
    }
    let (module_bytes, symbol_bytes) = (write_module(&module), write_symbols(&symbols));
    write::atomically(&module_path, &module_bytes)?;
    write::atomically(&symbols_path, &symbol_bytes)?;
    if let Some(path) = &arguments.rust {
        let source = constants::source(&content.name, &module, &symbols);
        write::atomically(path, source.as_bytes())?;
    }
    for (path, bytes, holds) in [
        (&module_path, &module_bytes, describe_module(&module)),
        (&symbols_path, &symbol_bytes, describe_symbols(&symbols)),
    ] {
        let path = style::harmless(&find::shown(path));
        let size = style::count(bytes.len(), "byte");
        writeln!(
            out,
            "{} {size}: {holds}",
            style::paint(style::STRONG, &path)
        )?;
    }
    Ok(())
}

/// The contents of a module, in a line.
pub fn describe_module(module: &Module) -> String {
    let rules = module.scripts.iter().map(|script| script.rules.len()).sum();
    let parts = [
        style::count(module.scripts.len(), "script"),
        style::count(rules, "rule"),
        style::count(module.roles.len(), "role"),
        style::count(module.actions.len(), "action"),
        style::count(module.locations.len(), "location"),
    ];
    parts.join(", ")
}

/// The contents of a symbol file, in a line.
pub fn describe_symbols(symbols: &Symbols) -> String {
    let names = style::count(symbols.names.len(), "name");
    format!(
        "{names}, places of {}",
        style::count(symbols.scripts.len(), "script")
    )
}

/// Names files relative to the package, so that the same source gives the same symbols wherever it
/// is built.
fn name_files_from_the_package(content: &Content, symbols: &mut Symbols) {
    let folder = std::path::absolute(&content.folder).map(|folder| find::plain(&folder));
    let Ok(folder) = folder else { return };
    let named = |line: &mut SourceLine| {
        let file = content.project.find(&line.file);
        let path = file.and_then(|file| content.path(file));
        if let Some(Ok(path)) = path.map(std::path::absolute) {
            let seen = find::seen_from(&folder, &find::plain(&path));
            line.file = seen.to_string_lossy().replace('\\', "/");
        }
    };
    for script in symbols.scripts.values_mut() {
        named(&mut script.line);
        script
            .rules
            .values_mut()
            .for_each(|rule| named(&mut rule.line));
    }
}
