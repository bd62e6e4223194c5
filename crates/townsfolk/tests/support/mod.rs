//! A location of an example on the little stage, with passers-by.
#![allow(dead_code, clippy::panic, reason = "each test file uses a part of it")]

pub(crate) mod square;

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Arrivals, LittleStage};
use townsfolk_lang::project::Project;
use townsfolk_module::{Module, Symbols};

/// Ticks in an hour of stage time.
pub(crate) const HOUR: i64 = 60 * 60 * 60;

/// The example's files, compiled.
#[allow(
    clippy::disallowed_methods,
    reason = "a test reads the shipped examples"
)]
pub(crate) fn example(name: &str) -> (Arc<Module>, Symbols) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut texts = vec![];
    let manifest = std::fs::read_to_string(format!("{root}/{name}/folk.toml")).unwrap_or_default();
    let common = manifest.contains("common").then_some("common");
    for folder in common.into_iter().chain([name]) {
        let folder = format!("{root}/{folder}");
        let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().collect();
        files.sort_by_key(|entry| entry.path());
        for entry in files {
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "folk") {
                texts.push((
                    path.display().to_string(),
                    std::fs::read_to_string(&path).unwrap(),
                ));
            }
        }
    }
    compile(
        texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    )
}

/// Compiles some files.
pub(crate) fn compile<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> (Arc<Module>, Symbols) {
    let mut project = Project::of_files(files);
    let checked = project.check();
    let errors: Vec<_> = checked.problems.iter().map(|d| d.message.clone()).collect();
    let (module, symbols) = project
        .compile(&checked)
        .unwrap_or_else(|| panic!("{errors:#?}"));
    (Arc::new(module), symbols)
}

/// A world with its stage.
pub(crate) struct Town {
    pub(crate) folk: Folk,
    pub(crate) stage: LittleStage,
}

impl Town {
    pub(crate) fn tick(&mut self) {
        self.stage.tick(&mut self.folk, &Alone);
    }
}

/// The first location of an example, with two passers-by a minute in every role of its scripts.
pub(crate) fn town(name: &str, seed: u64) -> Town {
    let (module, _) = example(name);
    let mut folk = Folk::new(module.clone(), Seed(seed));
    let kind = module.locations.first().expect("a location");
    folk.place(Placement {
        kind: kind.id,
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let scripts = kind.prefers.iter().filter_map(|p| module.script(p.script));
    let roles = scripts.flat_map(|script| script.cast.iter().map(|line| line.role));
    let mut stage = LittleStage::new(Seed(seed));
    let arrivals = Arrivals {
        per_thousand_minutes: 2_000,
        roles: roles.collect(),
        past: Place::metres(0, 0),
    };
    stage.set_arrivals(arrivals, Tick(0));
    Town { folk, stage }
}
