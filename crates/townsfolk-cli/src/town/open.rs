//! From files to a town.

use super::focus;
use crate::arguments::WhichTown;
use crate::command::check;
use crate::trouble::Trouble;
use crate::{progress, shipped, style};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use townsfolk::{Focus, Place};
use townsfolk_core::Seed;
use townsfolk_folder::{self as load, Content as Files, Findings, find, read};
use townsfolk_town::living::{Content, Living, Tape};
use townsfolk_town::plan::Plan;
use townsfolk_town::stage::{Mismatch, Opening};

/// How town files end.
pub const TOWN_FILE: &str = "folktown";

/// How recordings end.
pub const TAPE_FILE: &str = "folktape";

/// The town that comes with the command.
pub const SHIPPED: &str = "lindenford";

/// All of a town.
const EVERYWHERE: Focus = Focus {
    at: Place {
        x_mm: 0,
        y_mm: 0,
        z_mm: 0,
    },
    full_mm: u32::MAX,
    ambient_mm: u32::MAX,
};

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

/// The town that was asked for, as it was saved or on the morning of its first day, and where it has
/// full detail, in words, if that is not everywhere. If its content has errors, they are shown instead.
pub fn town(which: &WhichTown) -> Result<Result<(Living, Option<String>), String>, Trouble> {
    progress::during("opening the town", || open(which))
}

fn open(which: &WhichTown) -> Result<Result<(Living, Option<String>), String>, Trouble> {
    let kept = match (which.paths.as_slice(), &which.resume) {
        ([path], _) if path.extension().is_some_and(|ext| ext == TAPE_FILE) => {
            let began = tape(path)?.begin();
            Some(began.map_err(|why| refused(path, &why))?)
        }
        (_, Some(path)) => Some(saved(path)?),
        _ => None,
    };
    if let Some(mut town) = kept {
        // Without a word it is as it was.
        let focus = match &which.focus {
            Some(_) => focus::of(&town.content, which, town.folk.daytime())?,
            None => return Ok(Ok((town, None))),
        };
        let told = focus.map(|focus| focus::told(&town.content, &focus));
        town.focus_on(&[focus.unwrap_or(EVERYWHERE)]);
        return Ok(Ok((town, told)));
    }
    let content = match content(&which.paths)? {
        Ok(content) => content,
        Err(errors) => return Ok(Err(errors)),
    };
    let usual = Opening::default();
    let seconds = which.from.unwrap_or(usual.seconds);
    let focus = focus::of(&content, which, seconds)?;
    let opening = Opening {
        seconds,
        focus,
        ..usual.at_rate(which.rate.unwrap_or(usual.rate))
    };
    let seed = Seed(which.seed.unwrap_or(1));
    let told = focus.map(|focus| focus::told(&content, &focus));
    Ok(Ok((Living::begin(content, seed, opening), told)))
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
