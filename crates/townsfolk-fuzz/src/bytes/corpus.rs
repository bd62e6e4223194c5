//! The corpus: inputs worth starting from, kept beside the crate.

use super::target::HEAD;
use super::{Target, decisions, square};
use std::path::Path;
use townsfolk_lang::project::Project;
use townsfolk_module::file::{write_module, write_symbols};

/// Questions about the bench: the condition, the cast, the facts.
const QUESTIONS: [(&str, &str); 3] = [
    (
        "seat",
        "seat(P), not reserved(P, _)\nann elder, bob tourist\nseat(left). seat(right). reserved(left, ann).",
    ),
    (
        "time",
        "until(.me, T), T < .now, .any(X, tourist), X != .me\nann elder, bob tourist\nuntil(ann, .now - 5 s).",
    ),
    (
        "wrong",
        "reserved(P, X), not seat(P), T < .now\nann elder\nseat(ann). nowhere(left)",
    ),
];

/// The committed inputs of a target, sorted by name.
pub fn corpus(target: Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name());
    let Ok(entries) = std::fs::read_dir(folder) else {
        return vec![];
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect()
}

/// Inputs made from the shipped examples, as (target, name, bytes).
pub fn seeds() -> Vec<(Target, String, Vec<u8>)> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut seeds = vec![];
    let (save, recording) = square::files();
    for (target, bytes) in [(Target::Save, save), (Target::Recording, recording)] {
        seeds.push((target, "square.body".to_string(), bytes[HEAD..].to_vec()));
        seeds.push((target, "square.file".to_string(), bytes));
    }
    for (name, bytes) in decisions::files() {
        seeds.push((Target::Deciders, format!("{name}.body"), bytes));
    }
    for (name, text) in QUESTIONS {
        seeds.push((Target::Question, name.to_string(), text.as_bytes().to_vec()));
    }
    for path in folk_files(&examples) {
        let (Ok(text), Some(name)) = (std::fs::read_to_string(&path), path.file_stem()) else {
            continue;
        };
        let name = name.to_string_lossy().into_owned();
        seeds.push((
            Target::Source,
            format!("{name}.folk"),
            text.clone().into_bytes(),
        ));
        if let Ok(bytes) = townsfolk_sheet::write_xlsx(&text) {
            seeds.push((Target::Sheet, format!("{name}.xlsx"), bytes));
        }
        if let Ok(csv) = townsfolk_sheet::write_csv(&text) {
            seeds.push((Target::Sheet, format!("{name}.csv"), csv.into_bytes()));
        }
        let mut project = Project::of_files([("seed.folk", text.as_str())]);
        let checked = project.check();
        let (module, symbols) = project.assemble(&checked);
        seeds.push((
            Target::Module,
            format!("{name}.folkmod"),
            write_module(&module),
        ));
        // Without its head, so that changes of it get past the digest.
        let body = write_module(&module).split_off(HEAD);
        seeds.push((Target::Module, format!("{name}.body"), body));
        seeds.push((
            Target::Symbols,
            format!("{name}.folksym"),
            write_symbols(&symbols),
        ));
        seeds.push((
            Target::Symbols,
            format!("{name}.body"),
            write_symbols(&symbols).split_off(HEAD),
        ));
    }
    seeds
}

fn folk_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return vec![];
    };
    let mut files = vec![];
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(folk_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "folk")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}
