//! Playing while scripts change.
//!
//! Files are looked at a few times a second rather than watched by the system: editors replace files
//! in many ways, and a handful of them costs nothing to look at.

use super::moment::clock;
use super::setting::Material;
use super::story::Narrator;
use crate::style;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use townsfolk::{Folk, Migration, Misfit, Moved};
use townsfolk_module::Category;

/// Files as they were when they were last looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamps(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Stamps {
    /// These files (and folders) as they are now.
    pub fn of(paths: &BTreeSet<PathBuf>) -> Stamps {
        let stamps = paths.iter().map(|path| (path.clone(), stamp(path)));
        Stamps(stamps.collect())
    }

    /// The same files as they are now.
    pub fn again(&self) -> Stamps {
        Stamps(
            self.0
                .keys()
                .map(|path| (path.clone(), stamp(path)))
                .collect(),
        )
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Takes in content that has changed, or says why it cannot, and what became of what runs.
pub fn take_in(
    folk: &mut Folk,
    narrator: &mut Narrator,
    changed: Result<Material, String>,
) -> Vec<String> {
    let time = clock(folk.daytime());
    let material = match changed {
        Ok(material) => material,
        Err(errors) => {
            let mut lines: Vec<String> = errors.lines().map(str::to_string).collect();
            lines.push(format!(
                "{time}  -- the play goes on with what was there before"
            ));
            return lines;
        }
    };
    if *material.module == **folk.module() {
        narrator.learn(material.symbols);
        return vec![format!("{time}  -- the scripts mean the same as before")];
    }
    // What is gone from the content is spoken of by its old name.
    let mut both = narrator.clone();
    narrator.learn(material.symbols);
    both.symbols.names.extend(narrator.symbols.names.clone());
    let moves = folk.reload(material.module);
    let taken = style::paint(style::STRONG, "the scripts have changed");
    let mut lines = vec![format!("{time}  -- {taken}")];
    if moves.is_empty() && folk.scene_count() > 0 {
        lines.push(format!("{time}  -- what runs goes on as it was"));
    }
    let moves = moved(folk, &both, &moves);
    lines.extend(moves.into_iter().map(|line| format!("{time}  -- {line}")));
    lines
}

/// What became of scenes in changed content, one line each.
pub fn moved(folk: &Folk, narrator: &Narrator, moved: &[Moved]) -> Vec<String> {
    let lines = moved.iter().map(|moved| {
        let script = narrator.symbols.name(Category::Script, moved.script.0);
        let place = narrator.location(folk, moved.location);
        match &moved.fate {
            Migration::GoesOn(forgotten) => {
                let saying = narrator.saying(folk, moved.script);
                let forgotten = forgotten.iter().map(|(who, rule)| {
                    let (who, rule) = (saying.person(*who), saying.rule(*rule));
                    format!(
                        "; nothing follows from what {who} is doing, because {rule} has changed"
                    )
                });
                let forgotten: String = forgotten.collect();
                format!("{script} at {place} goes on{forgotten}")
            }
            Migration::Ends(why) => {
                format!("{script} at {place} ends: {}", misfit(narrator, *why))
            }
        }
    });
    lines.collect()
}

fn misfit(narrator: &Narrator, why: Misfit) -> String {
    let name = |category, id| narrator.symbols.name(category, id);
    match why {
        Misfit::NoScript => "there is no such script any more".into(),
        Misfit::NoRole(who, role) => format!(
            "{} takes part as {}, which is no longer in the cast",
            narrator.name(who),
            name(Category::Role, role.0)
        ),
        Misfit::NoState(who, state) => format!(
            "{} is in the state {}, which is no longer there",
            narrator.name(who),
            name(Category::State, state.0)
        ),
        Misfit::NoFact(fact) => format!(
            "{} is true, and is no longer declared in this form",
            name(Category::Fact, fact.0)
        ),
        Misfit::NoPlace(_) => "there is no such kind of location any more".into(),
    }
}
