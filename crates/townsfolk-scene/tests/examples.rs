//! Every example is clean, tells the stories it promises, and reads as a player would see it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use expect_test::{Expect, expect};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use townsfolk_core::{ActionId, CharacterId, Duration, LocationKindId, RoleId, Seed, Tick, Value};
use townsfolk_core::{ScriptId, SymbolId};
use townsfolk_lang::project::{Checked, PackageId, Project};
use townsfolk_module::{Category, Module, Symbols};
use townsfolk_scene::reference::story::{Teller, constant, tell};
use townsfolk_scene::reference::words::{Words, moment};
use townsfolk_scene::reference::{Command, Happening, Outcome, StartId};

/// The packages below `examples`, by folder.
fn examples() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("folk.toml").is_file())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name)
}

/// An example with the packages it depends on.
fn load(name: &str) -> Project {
    let mut project = Project::new();
    add_package(&mut project, &mut BTreeMap::new(), name);
    project
}

/// Adds a package after those it depends on, and says what it sees.
fn add_package(
    project: &mut Project,
    known: &mut BTreeMap<String, (PackageId, Vec<PackageId>)>,
    name: &str,
) -> (PackageId, Vec<PackageId>) {
    if let Some(there) = known.get(name) {
        return there.clone();
    }
    let manifest = fs::read_to_string(folder(name).join("folk.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some(name));
    let mut sees = vec![];
    let dependencies = manifest.get("dependencies").and_then(|d| d.as_table());
    for (dependency, wanted) in dependencies.into_iter().flatten() {
        let path = format!("../{dependency}");
        assert_eq!(wanted["path"].as_str(), Some(path.as_str()));
        let (package, through) = add_package(project, known, dependency);
        sees.push(package);
        sees.extend(through);
    }
    let package = project.add_package(name);
    project.set_visible(package, sees.clone());
    let mut files: Vec<PathBuf> = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "folk"))
        .collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let path = format!("{name}/{}", file.file_name().unwrap().to_string_lossy());
        project.set_file(&path, package, &text);
    }
    known.insert(name.to_string(), (package, sees.clone()));
    (package, sees)
}

/// What was found, as an author would read it.
fn problems(project: &Project, checked: &Checked) -> String {
    let mut text = String::new();
    for problem in &checked.problems {
        let line = project.source_line(problem.place);
        let (code, message) = (problem.code.name(), &problem.message);
        writeln!(text, "{}:{}: {code}: {message}", line.file, line.line).unwrap();
        for related in &problem.related {
            let line = project.source_line(related.place);
            writeln!(text, "    {}:{}: {}", line.file, line.line, related.label).unwrap();
        }
        for hint in &problem.hints {
            writeln!(text, "    hint: {}", hint.text).unwrap();
        }
    }
    text
}

#[test]
fn every_example_is_clean() {
    let mut found = String::new();
    for name in examples() {
        let mut project = load(&name);
        let checked = project.check();
        found += &problems(&project, &checked);
    }
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn every_example_tells_its_stories() {
    let mut failures = String::new();
    for name in examples() {
        let mut project = load(&name);
        let checked = project.check();
        let (module, symbols) = project.assemble(&checked);
        for test in checked.scripts.iter().flat_map(|unit| &unit.tests) {
            match tell(&module, &symbols, &test.test) {
                Err(failure) => write!(failures, "{name}: {failure}").unwrap(),
                // A story is told without a fault: nothing undeclared, undefined or restless.
                Ok(told) => {
                    let faults = told.lines.iter().filter(|line| line.contains(": fault: "));
                    for fault in faults {
                        let test = &test.test.name;
                        writeln!(failures, "{name}: `{test}` has a fault: {fault}").unwrap();
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
