//! `townsfolk new`: a project to start from.

use crate::arguments::New;
use crate::trouble::Trouble;
use crate::{Verdict, style, write};
use std::fs;
use std::io::Write;
use std::path::Path;
use townsfolk_folder::find;
use townsfolk_lang::manifest;

const SCRIPT: &str = include_str!("new/square.folk");
const README: &str = include_str!("new/README.md");

/// Runs the command.
pub fn run(arguments: &New, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let folder = &arguments.folder;
    let name = package_name(folder)?;
    if folder.exists() && !is_empty_folder(folder) {
        return Err(
            Trouble::new(format!("{} is already there", folder.display()))
                .hint("choose another name; nothing was changed"),
        );
    }
    let is_new = !folder.exists();
    let made = make(folder, &name);
    if made.is_err() {
        // Half a project would block the next attempt. If it cannot be removed, the first error is
        // enough.
        let _ = match is_new {
            true => fs::remove_dir_all(folder),
            false => files(&name)
                .iter()
                .try_for_each(|(file, _)| fs::remove_file(folder.join(file))),
        };
    }
    made?;
    let shown = style::harmless(&find::shown(folder));
    writeln!(out, "{} is ready:\n", style::paint(style::STRONG, &shown))?;
    for (file, about) in [
        (manifest::FILE_NAME, "makes the folder a package"),
        ("square.folk", "two people, two chairs, and a test"),
        ("README.md", "where to go from here"),
    ] {
        let file = style::paint(style::CODE, &format!("{file:12}"));
        writeln!(out, "  {file} {about}")?;
    }
    writeln!(out, "\nTry next:\n")?;
    for command in ["check", "test"] {
        let line = format!("  {} {command} {shown}", super::command_name());
        writeln!(out, "{}", style::paint(style::CODE, &line))?;
    }
    Ok(Verdict::Good)
}

fn make(folder: &Path, name: &str) -> Result<(), Trouble> {
    fs::create_dir_all(folder).map_err(|error| Trouble::with_file("made", folder, &error))?;
    for (file, text) in files(name) {
        write::atomically(&folder.join(file), text.as_bytes())?;
    }
    Ok(())
}

/// The files of a new project.
pub fn files(name: &str) -> [(&'static str, String); 3] {
    [
        (
            manifest::FILE_NAME,
            format!("[package]\nname = \"{name}\"\n"),
        ),
        ("square.folk", SCRIPT.to_string()),
        ("README.md", README.replace("NAME", name)),
    ]
}

fn package_name(folder: &Path) -> Result<String, Trouble> {
    let name = folder.file_name().map(|name| name.to_string_lossy());
    let Some(name) = name else {
        return Err(
            Trouble::new(format!("{} is no name for a project", folder.display()))
                .hint("write `townsfolk new my_town`"),
        );
    };
    let fitting = manifest::as_package_name(&name);
    if fitting == name {
        return Ok(fitting);
    }
    Err(
        Trouble::new(format!("`{name}` cannot be the name of a package")).hint(format!(
            "small letters, digits, `_` and `-`, beginning with a letter: `townsfolk new {}`",
            folder.with_file_name(fitting).display()
        )),
    )
}

fn is_empty_folder(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}
