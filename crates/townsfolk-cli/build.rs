//! Puts the shipped examples into the binary: everything in `examples/` of the repository, to which
//! `shipped` is a link that packaging follows.
#![allow(
    clippy::disallowed_methods,
    reason = "a build script reads files and its environment"
)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let examples = here.join("shipped");
    println!("cargo::rerun-if-changed={}", examples.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = vec![];
    if examples.is_dir() {
        find(&examples, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&examples).unwrap_or(file);
        let name = name.to_string_lossy().replace('\\', "/");
        let path = file.canonicalize()?;
        let _ = writeln!(
            list,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    list.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join("examples.rs"), list)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.ends_with("folk.toml") || path.extension().is_some_and(|it| it == "folk") {
            files.push(path);
        }
    }
    Ok(())
}
