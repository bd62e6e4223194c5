//! No name of a kind of hunter occurs in the source of any crate: kinds differ by data alone.
#![allow(clippy::disallowed_methods, reason = "a test reads the source tree")]

use std::path::{Path, PathBuf};

/// Names of shipped content, and other names that such kinds have been given. `listener` and `runner`
/// alone also mean whoever hears, and what runs skills.
const KINDS: [&str; 9] = [
    "sprinter",
    "lurker",
    "brute",
    "listener_skills",
    "runner_skills",
    "stalker",
    "clicker",
    "bloater",
    "infected",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test(&path) {
            found.push(path);
        }
    }
}

fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "tests")
}

/// The code of a file without its tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

#[test]
fn done_12_no_name_of_a_kind_occurs_in_code() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = vec![];
    for entry in std::fs::read_dir(crates).unwrap().flatten() {
        sources(&entry.path().join("src"), &mut files);
    }
    assert!(files.len() > 500, "the source tree is where it should be");
    let mut found = vec![];
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = code(&text).to_lowercase();
        for name in KINDS {
            if code.contains(name) {
                found.push(format!("{name} in {}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
