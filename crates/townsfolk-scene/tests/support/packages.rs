//! The packages below `examples`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use townsfolk_lang::project::{PackageId, Project};

/// The packages below `examples`, by folder.
pub(crate) fn examples() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("folk.toml").is_file())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name)
}

/// An example with the packages it depends on.
pub(crate) fn load(name: &str) -> Project {
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
