//! A location of an example on open ground, with passers-by.
#![allow(dead_code, clippy::panic, reason = "each test file uses a part of it")]

pub(crate) mod hamlet;
pub(crate) mod hunters;
pub(crate) mod pages;
pub(crate) mod rude;
pub(crate) mod senses;
pub(crate) mod squads;
pub(crate) mod square;

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_lang::project::Project;
use townsfolk_module::{Module, Symbols};
use townsfolk_town::{Arrivals, TownStage};

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
    pub(crate) stage: TownStage,
}

impl Town {
    pub(crate) fn tick(&mut self) {
        self.stage.step(&mut self.folk, &SingleThread);
    }
}

/// The first location of an example, with eight passers-by a minute in every role of its scripts.
pub(crate) fn town(name: &str, seed: u64) -> Town {
    let (module, _) = example(name);
    let mut folk = Folk::new(module.clone(), Seed(seed));
    let kind = module.locations.first().expect("a location");
    folk.place_location(Placement {
        kind: kind.id,
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let scripts = kind.prefers.iter().filter_map(|p| module.script(p.script));
    let mut roles = vec![];
    for line in scripts.flat_map(|script| &script.cast) {
        let proxy = module.role(line.role).is_some_and(|role| role.proxy);
        if proxy || line.player {
            folk.add_character(Newcomer {
                roles: vec![line.role],
                at: (!proxy).then_some(Place::metres(1, 0)),
                player: line.player,
                attached_to: proxy.then_some(LocationId(1)),
                ..Newcomer::default()
            });
        } else {
            roles.push(line.role);
        }
    }
    let mut stage = TownStage::on_open_ground(Seed(seed));
    let arrivals = Arrivals {
        per_thousand_minutes: 8_000,
        roles,
        past: Place::metres(0, 0),
    };
    stage.set_arrivals(arrivals, Tick(0));
    Town { folk, stage }
}

/// A world with one location of an example, and nobody there.
pub(crate) fn quiet(name: &str, seed: u64) -> (Town, LocationId) {
    let (module, _) = example(name);
    let mut folk = Folk::new(module.clone(), Seed(seed));
    let kind = module.locations.first().expect("a location");
    let id = folk.place_location(Placement {
        kind: kind.id,
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    let stage = TownStage::on_open_ground(Seed(seed));
    (Town { folk, stage }, id)
}

impl Town {
    /// Someone two metres away.
    pub(crate) fn someone(&mut self, role: &str) -> CharacterId {
        self.folk.add_character(Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(Place::metres(2, 0)),
            ..Newcomer::default()
        })
    }

    /// Ticks until something comes out; what `find` makes of it, or `None` after so many seconds.
    pub(crate) fn until<T>(
        &mut self,
        seconds: i64,
        mut find: impl FnMut(&Folk) -> Option<T>,
    ) -> Option<T> {
        for _ in 0..seconds * 60 {
            self.tick();
            if let Some(found) = find(&self.folk) {
                return Some(found);
            }
        }
        None
    }

    /// Lets some seconds go by, and gathers everything that comes out.
    pub(crate) fn seconds(&mut self, seconds: i64) -> (Vec<Command>, Vec<Event>) {
        let (mut commands, mut events) = (vec![], vec![]);
        for _ in 0..seconds * 60 {
            self.tick();
            commands.extend(self.folk.output().commands.iter().cloned());
            events.extend(self.folk.output().events.iter().cloned());
        }
        assert_eq!(self.folk.violations(), []);
        (commands, events)
    }

    /// At some time of day.
    pub(crate) fn at(mut self, hour: i32) -> Town {
        self.folk.report(Report::Calendar {
            seconds: hour * 3600,
            rate: 1000,
        });
        self
    }
}

/// The cast of the first scene that began.
pub(crate) fn began(folk: &Folk) -> Option<Vec<(CharacterId, RoleId)>> {
    folk.output().events.iter().find_map(|event| match event {
        townsfolk::Event::SceneBegan { cast, .. } => Some(cast.clone()),
        _ => None,
    })
}
