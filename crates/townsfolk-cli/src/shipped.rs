//! The examples that are embedded in the command.

use std::collections::{BTreeMap, BTreeSet};
use townsfolk_folder::Content;
use townsfolk_lang::manifest;
use townsfolk_lang::project::PackageId;
use townsfolk_lang::source::FileId;

/// Every script and manifest of the repository's `examples/`, with its path there.
const EXAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// All examples, by name.
pub fn examples() -> Vec<Content> {
    let names: BTreeSet<&str> = EXAMPLES.iter().map(|(path, _)| folder(path)).collect();
    names.into_iter().map(example).collect()
}

/// An example: a folder of `examples/`, with the folders it depends on.
pub fn example(name: &str) -> Content {
    let mut content = Content::of_texts(name, []);
    add(&mut content, name, true, &mut BTreeMap::new());
    content
}

/// The files of an example and of those it depends on, each with its path in `examples/`.
pub fn files(name: &str) -> Vec<(&'static str, &'static str)> {
    let mut content = Content::of_texts(name, []);
    let mut folders = BTreeMap::new();
    add(&mut content, name, true, &mut folders);
    let files = EXAMPLES.iter().copied();
    let wanted = files.filter(|(path, _)| folders.contains_key(folder(path)));
    wanted.collect()
}

/// Adds a folder as a package, after the packages that its manifest names; returns its transitive
/// dependencies. An unreadable manifest names none.
fn add(
    content: &mut Content,
    name: &str,
    asked: bool,
    loaded: &mut BTreeMap<String, BTreeSet<PackageId>>,
) -> BTreeSet<PackageId> {
    if let Some(brings) = loaded.get(name) {
        return brings.clone();
    }
    // Registered before its dependencies, so that a cycle ends.
    loaded.insert(name.to_string(), BTreeSet::new());
    let files = EXAMPLES.iter();
    let own: Vec<_> = files.filter(|(path, _)| folder(path) == name).collect();
    let mut manifests = own
        .iter()
        .filter(|(path, _)| path.ends_with(manifest::FILE_NAME));
    let manifest = manifests.next();
    let manifest = manifest.and_then(|(_, text)| manifest::parse(FileId(0), text).ok());
    let mut brings = BTreeSet::new();
    for dependency in manifest.iter().flat_map(|manifest| &manifest.dependencies) {
        let there = dependency.path.trim_start_matches("../");
        brings.extend(add(content, there, false, loaded));
    }
    let id = content.project.add_package(name);
    let visible = brings.iter().copied().collect();
    content.project.set_visible(id, visible);
    for (path, text) in own.iter().filter(|(path, _)| path.ends_with(".folk")) {
        content.add_text(&format!("examples/{path}"), id, text, asked);
    }
    brings.insert(id);
    loaded.insert(name.to_string(), brings.clone());
    brings
}

/// The folder of `examples/` that a file is in.
fn folder(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_clean() {
        let mut contents = examples();
        assert!(contents.iter().any(|content| content.name == "bench"));
        for content in &mut contents {
            let findings = content.check();
            assert_eq!(findings.problems, [], "{}", content.name);
        }
    }
}
