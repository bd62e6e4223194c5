//! The oldest compiler that each crate of the workspace declares.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::disallowed_methods, reason = "manifests are files")]

use std::collections::BTreeMap;
use std::path::Path;

/// What a manifest says of versions.
struct Manifest {
    /// The minor version of the oldest compiler: 88 for `1.88`.
    oldest: u32,
    /// The crates of the workspace that it depends on, tests aside.
    uses: Vec<String>,
}

fn minor(line: &str) -> Option<u32> {
    let (_, version) = line.split_once("\"1.")?;
    version.split(['"', '.']).next()?.parse().ok()
}

fn read(text: &str, common: u32) -> Manifest {
    let mut section = "";
    let (mut oldest, mut uses) = (common, vec![]);
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        } else if line.starts_with("rust-version") {
            oldest = minor(line).unwrap_or(common);
        } else if section == "[dependencies]"
            && line.starts_with("townsfolk")
            && !line.contains("optional")
        {
            let end = line.find([' ', '.', '=']).unwrap();
            uses.push(line[..end].to_owned());
        }
    }
    Manifest { oldest, uses }
}

/// Names of the form `CRATE needs 1.X of OTHER`.
fn contradictions(manifests: &BTreeMap<String, Manifest>) -> Vec<String> {
    let mut found = vec![];
    for (name, manifest) in manifests {
        for used in &manifest.uses {
            let needed = manifests[used].oldest;
            if needed > manifest.oldest {
                found.push(format!("{name} needs 1.{needed} of {used}"));
            }
        }
    }
    found
}

/// Cargo refuses to build a crate with a compiler that one of its dependencies declares too old.
#[test]
fn no_crate_depends_on_one_that_asks_for_a_newer_compiler() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    let workspace = text(&root.join("Cargo.toml"));
    let common = workspace
        .lines()
        .find(|line| line.starts_with("rust-version"));
    let common = minor(common.unwrap()).unwrap();
    let mut manifests = BTreeMap::new();
    for folder in std::fs::read_dir(root.join("crates")).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let path = folder.path().join("Cargo.toml");
        if path.exists() {
            manifests.insert(name, read(&text(&path), common));
        }
    }
    assert!(manifests["townsfolk"].uses.len() > 5);
    assert_eq!(manifests["townsfolk"].oldest, 88);
    assert_eq!(contradictions(&manifests), [""; 0]);
    manifests.get_mut("townsfolk-core").unwrap().oldest = 99;
    assert!(
        !contradictions(&manifests).is_empty(),
        "a planted one is found"
    );
}
