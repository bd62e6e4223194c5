//! The examples that come with the command, so that it has something to show anywhere.

use crate::load::Content;
use std::collections::BTreeMap;

/// Every script of the repository's `examples/`, with its path there.
const EXAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The examples by name: each folder is one.
pub fn examples() -> Vec<Content> {
    let mut by_name: BTreeMap<&str, Vec<(String, &str)>> = BTreeMap::new();
    for (path, text) in EXAMPLES {
        let name = path.split('/').next().unwrap_or(path);
        let name = name.trim_end_matches(".folk");
        let path = format!("examples/{path}");
        by_name.entry(name).or_default().push((path, text));
    }
    let contents = by_name.iter().map(|(name, files)| {
        let files = files.iter().map(|(path, text)| (path.as_str(), *text));
        Content::of_texts(name, files)
    });
    contents.collect()
}

/// The text of an example's file, by its path below `examples/`.
pub fn text(path: &str) -> Option<&'static str> {
    let found = EXAMPLES.iter().find(|(other, _)| *other == path);
    found.map(|(_, text)| *text)
}
