//! From files to a town.

use crate::arguments::WhichTown;
use crate::command::check;
use crate::trouble::Trouble;
use crate::{shipped, style, write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use townsfolk_core::Seed;
use townsfolk_folder::{self as load, Content as Files, Findings, find, read};
use townsfolk_town::living::{Content, Living, Tape};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::{Mismatch, Opening};

/// How town files end.
pub const TOWN_FILE: &str = "folktown";

/// How recordings end.
pub const TAPE_FILE: &str = "folktape";

/// How saves end.
const SAVE_FILE: &str = "folksave";

/// The town that comes with the command.
pub const SHIPPED: &str = "lindenford";

/// What a town is made of; if its content has errors, they are shown instead.
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
    let mut towns = results.iter().filter_map(assemble);
    match (towns.next(), towns.next()) {
        (Some(town), None) => Ok(Ok(town?)),
        (None, _) => Err(Trouble::new("nobody lives in these files")
            .hint("a town has people: `person NAME`; the chapter *Minds* shows how")),
        (Some(_), Some(_)) => {
            Err(Trouble::new("these are several projects").hint("name one of them"))
        }
    }
}

fn assemble((files, findings): &(Files, Findings)) -> Option<Result<Content, Trouble>> {
    let (module, symbols) = files.project.assemble(findings.checked.as_ref()?);
    if module.minds.people.is_empty() {
        return None;
    }
    let ground = findings.checked.as_ref()?.ground();
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

/// The town that was asked for, as it was saved or on the morning of its first day; if its content has
/// errors, they are shown instead.
pub fn town(which: &WhichTown) -> Result<Result<Living, String>, Trouble> {
    if let [path] = which.paths.as_slice()
        && path.extension().is_some_and(|ext| ext == TAPE_FILE)
    {
        let began = tape(path)?.begin();
        return began.map(Ok).map_err(|why| refused(path, &why));
    }
    if let Some(path) = &which.resume {
        return saved(path).map(Ok);
    }
    let usual = Opening::default();
    let opening = Opening {
        seconds: which.from.unwrap_or(usual.seconds),
        ..usual.at_rate(which.rate.unwrap_or(usual.rate))
    };
    let seed = Seed(which.seed.unwrap_or(1));
    let content = content(&which.paths)?;
    Ok(content.map(|content| Living::begin(content, seed, opening)))
}

/// What a town is called: as its folder or file.
pub fn name(which: &WhichTown) -> String {
    let path = which.paths.first().or(which.resume.as_ref());
    // A path such as `.` or `..` has no name of its own.
    let path = path.map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
    let name = path.as_ref().and_then(|path| path.file_stem());
    name.map_or(SHIPPED.into(), |name| name.to_string_lossy())
        .into_owned()
}

/// Where a town is saved that was stopped, if nothing else was said: where it was resumed from, or in a
/// new file with its name.
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

fn refused(path: &Path, why: &Mismatch) -> Trouble {
    let path = style::harmless(&find::shown(path));
    Trouble::new(format!("{path}: {why}"))
        .hint("is it a file that `townsfolk run` or `town new` wrote, with this version?")
}
