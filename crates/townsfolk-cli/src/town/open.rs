//! From files to a town.

use super::focus;
use crate::arguments::WhichTown;
use crate::command::check;
use crate::play::setting;
use crate::trouble::Trouble;
use crate::{progress, shipped, style, write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use townsfolk::{Focus, Place};
use townsfolk_core::Seed;
use townsfolk_folder::{self as load, Content as Files, Findings, find, read};
use townsfolk_module::file::Refused;
use townsfolk_town::living::{Content, Living, Tape};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::{Mismatch, Opening};

/// Extension of town files.
pub const TOWN_FILE: &str = "folktown";

/// Extension of recordings.
pub const TAPE_FILE: &str = "folktape";

/// Extension of saves.
const SAVE_FILE: &str = "folksave";

/// Start of the studio: most people are up.
const MID_MORNING: i32 = 10 * 3600;

/// The shipped town.
pub const SHIPPED: &str = "lindenford";

/// The whole town.
const EVERYWHERE: Focus = Focus {
    at: Place {
        x_mm: 0,
        y_mm: 0,
        z_mm: 0,
    },
    full_mm: u32::MAX,
    ambient_mm: u32::MAX,
};

/// The content of a town; errors are returned as text.
pub fn content(paths: &[PathBuf]) -> Result<Result<Content, String>, Trouble> {
    if let [path] = paths
        && path.extension().is_some_and(|ext| ext == TOWN_FILE)
    {
        let content = Content::read(&bytes(path)?);
        return match content {
            Ok(content) => Ok(Ok(content)),
            Err(why) => Err(refused(path, &Mismatch::Refused(why))),
        };
    }
    Ok(match checked(paths)? {
        Ok(results) => Ok(content_of(&results)?),
        Err(errors) => Err(errors),
    })
}

/// Loads and checks content; errors are returned as text.
fn checked(paths: &[PathBuf]) -> Result<Result<Vec<(Files, Findings)>, String>, Trouble> {
    let results = match paths {
        [] => {
            let mut files = shipped::example(SHIPPED);
            let findings = files.check();
            vec![(files, findings)]
        }
        paths => check::check_all(load::load(paths)?).0,
    };
    let mut errors = vec![];
    if check::show_errors(&results, &mut errors)? {
        return Ok(Err(String::from_utf8_lossy(&errors).into_owned()));
    }
    Ok(Ok(results))
}

fn content_of(results: &[(Files, Findings)]) -> Result<Content, Trouble> {
    let mut towns = results.iter().filter_map(assemble);
    match (towns.next(), towns.next()) {
        (Some(town), None) => town,
        (None, _) => Err(Trouble::new("nobody lives in these files")
            .hint("a town has people: `person NAME`; the chapter *Minds* shows how")),
        (Some(_), Some(_)) => {
            Err(Trouble::new("these are several projects").hint("name one of them"))
        }
    }
}

fn assemble((files, findings): &(Files, Findings)) -> Option<Result<Content, Trouble>> {
    let (module, symbols) = files.project.assemble(findings.checked.as_ref()?);
    let ground = findings.checked.as_ref()?.ground();
    let tower = ground.and_then(|ground| ground.tower.as_ref());
    if module.minds.people.is_empty() && tower.is_none() {
        return None;
    }
    let plan = match ground {
        Some(ground) => Plan::lay(ground, &module, &symbols),
        None => Plan::derive(&module, &symbols),
    };
    let content = Content::new(Arc::new(module), symbols, plan);
    Some(content.map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Trouble::new(format!("no town can be laid out: {}", problems.join("; ")))
            .hint("look at the `area` lines and at the tags of locations")
    }))
}

/// A town, and its focus in words, if it has one.
pub type Opened = (Living, Option<String>);

/// The requested town, as it was saved or on the morning of its first day. Errors of its content
/// are returned as text.
pub fn town(which: &WhichTown) -> Result<Result<Opened, String>, Trouble> {
    progress::during("opening the town", || match kept(which)? {
        Some(town) => Ok(Ok(town)),
        None => begin(content(&which.paths)?, which, Opening::default()),
    })
}

/// The town for the studio. Where no one lives, stand-ins play the scripts on open ground. Time
/// begins in the middle of the morning, when most people are up.
pub fn town_or_stand_ins(which: &WhichTown) -> Result<Result<Opened, String>, Trouble> {
    progress::during("opening the town", || match kept(which)? {
        Some(town) => Ok(Ok(town)),
        None => inhabited(which),
    })
}

fn inhabited(which: &WhichTown) -> Result<Result<Opened, String>, Trouble> {
    let opening = Opening {
        seconds: MID_MORNING,
        ..Opening::default()
    };
    let is_town_file = |path: &PathBuf| path.extension().is_some_and(|ext| ext == TOWN_FILE);
    if which.paths.iter().any(is_town_file) {
        return begin(content(&which.paths)?, which, opening);
    }
    let results = match checked(&which.paths)? {
        Ok(results) => results,
        Err(errors) => return Ok(Err(errors)),
    };
    if let [(files, findings)] = results.as_slice()
        && let Some(town) = stand_ins(files, findings, which)
    {
        return Ok(Ok((town, None)));
    }
    begin(Ok(content_of(&results)?), which, opening)
}

fn begin(
    content: Result<Content, String>,
    which: &WhichTown,
    usual: Opening,
) -> Result<Result<Opened, String>, Trouble> {
    let content = match content {
        Ok(content) => content,
        Err(errors) => return Ok(Err(errors)),
    };
    let usual = Opening::usual_for(&content.module, usual);
    let seconds = which.from.unwrap_or(usual.seconds);
    let focus = focus::of(&content, which, seconds)?;
    let opening = Opening {
        seconds,
        focus,
        ..usual.at_rate(which.rate.unwrap_or(usual.rate))
    };
    let told = focus.map(|focus| focus::told(&content, &focus));
    let seed = Seed(which.seed.unwrap_or(1));
    Ok(Ok((Living::begin(content, seed, opening), told)))
}

/// Content without people, played by stand-ins.
fn stand_ins(files: &Files, findings: &Findings, which: &WhichTown) -> Option<Living> {
    let checked = findings.checked.as_ref()?;
    let (mut module, mut symbols) = files.project.assemble(checked);
    let is_tower = checked
        .ground()
        .is_some_and(|ground| ground.tower.is_some());
    if !module.minds.people.is_empty() || is_tower {
        return None;
    }
    setting::complete_for_stand_ins(&mut module, &mut symbols);
    let own = checked.scripts.iter();
    let own = own.filter(|unit| files.is_asked_for(unit.places.name.file));
    let own: Vec<_> = own.map(|unit| unit.script.id).collect();
    let module = Arc::new(module);
    let begins = (Seed(which.seed.unwrap_or(1)), which.from, which.rate);
    let (folk, stage) = setting::stand_ins(&module, &symbols, &own, begins);
    Some(Living::on_open_ground(module, symbols, folk, stage))
}

/// A recorded or saved town, if requested.
fn kept(which: &WhichTown) -> Result<Option<Opened>, Trouble> {
    let town = match (which.paths.as_slice(), &which.resume) {
        ([path], _) if path.extension().is_some_and(|ext| ext == TAPE_FILE) => {
            let began = tape(path)?.begin();
            Some(began.map_err(|why| refused(path, &why))?)
        }
        (_, Some(path)) => Some(saved(path)?),
        _ => None,
    };
    let Some(mut town) = town else {
        return Ok(None);
    };
    if which.focus.is_none() {
        // Without a requested focus it stays as it was.
        return Ok(Some((town, None)));
    }
    let focus = focus::of(&town.content, which, town.folk.daytime())?;
    let told = focus.map(|focus| focus::told(&town.content, &focus));
    town.focus_on(&[focus.unwrap_or(EVERYWHERE)]);
    Ok(Some((town, told)))
}

/// The name of a town: that of its folder or file.
pub fn name(which: &WhichTown) -> String {
    let path = which.paths.first().or(which.resume.as_ref());
    // A path such as `.` or `..` has no name of its own.
    let path = path.map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
    let name = path.as_ref().and_then(|path| path.file_stem());
    name.map_or(SHIPPED.into(), |name| name.to_string_lossy())
        .into_owned()
}

/// The default save file of a stopped town: the file it was resumed from, or a new one with its
/// name.
pub fn usual_save(which: &WhichTown) -> PathBuf {
    match &which.resume {
        Some(path) => path.canonicalize().unwrap_or_else(|_| path.clone()),
        None => write::free(Path::new(&format!("{}.{SAVE_FILE}", name(which)))),
    }
}

/// A saved town.
fn saved(path: &Path) -> Result<Living, Trouble> {
    Living::load(&bytes(path)?).map_err(|why| refused(path, &why))
}

/// A recorded town.
pub fn tape(path: &Path) -> Result<Tape, Trouble> {
    Tape::read(&bytes(path)?).map_err(|why| refused(path, &why))
}

fn bytes(path: &Path) -> Result<Vec<u8>, Trouble> {
    if !path.exists() {
        return Err(find::missing(path));
    }
    read::bytes(path)
}

/// What becomes of a town that another version of Townsfolk made.
const OTHER_GENERATOR: &str = "the file is unchanged, and the Townsfolk that wrote it still opens it \
    (version 1 of the generator is that of Townsfolk 0.1); a new town of a sample of your own needs \
    `--sample` as well";

fn refused(path: &Path, why: &Mismatch) -> Trouble {
    let path = style::harmless(&find::shown(path));
    let hint = match why {
        Mismatch::Refused(Refused::OtherGenerator { .. }) => OTHER_GENERATOR,
        _ => "is it a file that `townsfolk run` or `town new` wrote, with this version?",
    };
    Trouble::new(format!("{path}: {why}")).hint(hint)
}

/// An error if a file holds a town that only another version of Townsfolk can make.
pub fn must_not_lose(path: &Path) -> Result<(), Trouble> {
    let read = std::fs::read(path).ok();
    match read.map(|bytes| Content::read(&bytes)) {
        Some(Err(why @ Refused::OtherGenerator { .. })) => {
            let shown = style::harmless(&find::shown(path));
            Err(Trouble::new(format!("{shown} is not replaced: {why}"))
                .hint("give the new town another name"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk::{Executor, RegionId, SingleThread, Threads, WakeMode};

    /// The example folders, sorted by name.
    fn examples() -> Vec<PathBuf> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        let folders = std::fs::read_dir(root).expect("the examples");
        let folders = folders.flatten().map(|folder| folder.path());
        let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        folders.sort();
        folders
    }

    fn opened(folder: &Path) -> Living {
        let which = WhichTown {
            paths: vec![folder.to_path_buf()],
            seed: None,
            from: None,
            rate: None,
            resume: None,
            focus: None,
            radius: None,
        };
        match town_or_stand_ins(&which) {
            Ok(Ok((town, _))) => town,
            other => panic!("{}: {other:?}", folder.display()),
        }
    }

    /// Digests of a town at every fourth second of half a minute. Something is done to the town before
    /// each of them.
    fn digests(
        mut town: Living,
        executor: &dyn Executor,
        mut first: impl FnMut(&mut Living),
    ) -> Vec<u64> {
        let mut digests = vec![];
        for _ in 0..8 {
            first(&mut town);
            for _ in 0..240 {
                town.step(executor);
            }
            digests.push(town.digest());
        }
        digests
    }

    #[test]
    fn every_example_lives_the_same_over_threads_saves_regions_and_waking() {
        for folder in examples() {
            let name = folder.display();
            let plain = digests(opened(&folder), &SingleThread, |_| {});
            let threads = digests(opened(&folder), &Threads::new(2), |_| {});
            assert_eq!(threads, plain, "{name}, on two threads");
            let shaken = digests(opened(&folder), &SingleThread, |town| {
                town.folk.looking = WakeMode::Shake(100);
            });
            assert_eq!(shaken, plain, "{name}, woken at random");
            if opened(&folder).folk.characters().count() < 60 {
                let naive = digests(opened(&folder), &SingleThread, |town| {
                    town.folk.looking = WakeMode::Naive;
                });
                assert_eq!(naive, plain, "{name}, everything at every tick");
            }
            let loaded = digests(opened(&folder), &SingleThread, |town| {
                *town = Living::load(&town.save()).expect("a save");
            });
            assert_eq!(loaded, plain, "{name}, saved and loaded");
            let regions = digests(opened(&folder), &SingleThread, |town| {
                let region = town.folk.unload_region(RegionId(0));
                town.folk.load_region(&region).expect("a region");
            });
            assert_eq!(regions, plain, "{name}, taken out and brought back");
        }
    }

    #[test]
    fn every_example_opens_in_the_studio_and_somebody_is_there() {
        let mut empty = vec![];
        for folder in examples() {
            let mut town = opened(&folder);
            // Open ground can be saved and loaded, like any town.
            town.step(&SingleThread);
            let loaded = Living::load(&town.save());
            let mut town = loaded.unwrap_or_else(|why| panic!("{}: {why:?}", folder.display()));
            // Some come only when a location spawns them.
            for _ in 0..7_200 {
                if town.folk.characters().next().is_none() {
                    town.step(&SingleThread);
                }
            }
            if town.folk.characters().next().is_none() {
                empty.push(folder.file_name().map(|name| name.to_owned()));
            }
        }
        // These only declare what others use.
        let declare = ["common", "faces", "situations", "tactics"];
        assert_eq!(empty, declare.map(|name| Some(name.into())));
    }
}
