//! `townsfolk replay`: replays the recording of a town.

use super::replayed;
use crate::arguments::Replay;
use crate::play::moment::clock;
use crate::town::open;
use crate::trouble::Trouble;
use crate::{Verdict, style};
use std::io::Write;
use townsfolk::words::Names;
use townsfolk::words::names::plain;
use townsfolk::{Folk, Place};
use townsfolk_core::CharacterId;
use townsfolk_mind::Moment;
use townsfolk_module::Category;
use townsfolk_town::follow::{Fault, Follower, watch};

/// Maximum number of faults that are shown.
const TOLD_MAX: usize = 20;

/// Runs the command.
pub fn run(arguments: &Replay, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let mut follower = match arguments.check {
        true => {
            let tape = open::tape(&arguments.tape)?;
            Some((
                tape.content.atlas,
                tape.stage.pace_max_mm(),
                None::<Follower>,
            ))
        }
        false => None,
    };
    let mut ticks = 0;
    let played = replayed::play(&arguments.tape, &[], out, &mut |folk, _, _| {
        ticks += 1;
        if let Some((atlas, pace, follower)) = &mut follower {
            let rate = folk.calendar_rate();
            let new = || Follower::new(atlas.clone(), *pace, rate);
            watch(follower.get_or_insert_with(new), folk);
        }
        Ok(())
    })?;
    let (folk, names) = match played {
        Ok(played) => played,
        Err(verdict) => return Ok(verdict),
    };
    let digest = folk.digest().whole();
    let ticks = style::count(ticks, "tick");
    writeln!(
        out,
        "the same result after {ticks}: digest of its people {digest:016x}"
    )?;
    match follower.and_then(|(.., follower)| follower) {
        Some(follower) => tell(&follower, &folk, &names, out),
        None => Ok(Verdict::Good),
    }
}

/// Reports broken invariants.
fn tell(
    follower: &Follower,
    folk: &Folk,
    names: &Names,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    let (people, looks, words) = follower.counts();
    let number = |n: u64| style::digits(usize::try_from(n).unwrap_or(usize::MAX));
    writeln!(
        out,
        "followed {} people: checked {} positions and {} statements of what they saw",
        style::digits(people),
        number(looks),
        number(words)
    )?;
    let faults = follower.faults();
    for fault in faults.iter().take(TOLD_MAX) {
        writeln!(out, "{}", sentence(fault, folk, names))?;
    }
    if faults.len() > TOLD_MAX {
        let more = style::digits(faults.len() - TOLD_MAX);
        writeln!(out, "and {more} more like these")?;
    }
    if !faults.is_empty() {
        return Ok(Verdict::Bad);
    }
    writeln!(
        out,
        "nobody jumps, nobody is missing, and what they say is true"
    )?;
    Ok(Verdict::Good)
}

fn sentence(fault: &Fault, folk: &Folk, names: &Names) -> String {
    let person = |who: CharacterId| names.called(folk, who);
    match fault {
        Fault::Jumped { who, at, from, to } => {
            let metres = from.distance_mm(*to) / 1000;
            let (who, when) = (person(*who), time(*at));
            format!(
                "{when}: {who} jumps {metres} m, from {} to {}",
                spot(*from),
                spot(*to)
            )
        }
        Fault::ThroughWall { who, at, from, to } => {
            let (who, when) = (person(*who), time(*at));
            format!(
                "{when}: {who} goes through a wall, from {} to {}",
                spot(*from),
                spot(*to)
            )
        }
        Fault::Nowhere { who, at } => format!("{}: {} is nowhere", time(*at), person(*who)),
        Fault::FalseWord(said) => {
            let (by, of) = (person(said.by), person(said.of));
            let area = plain(&names.symbols, Category::Area, said.area.0);
            let (from, to) = (time(said.from), time(said.to));
            let how = if said.saw {
                "says to have seen"
            } else {
                "was told of"
            };
            format!("{by} {how} {of} in {area} from {from} to {to}, which is not true")
        }
    }
}

fn time(at: Moment) -> String {
    let seconds = i32::try_from(at.daytime().0).unwrap_or(0);
    format!("day {}, {}", at.day().saturating_add(1), clock(seconds))
}

/// A place in metres.
fn spot(at: Place) -> String {
    let metres = |mm: i32| f64::from(mm) / 1000.0;
    format!("({:.1}, {:.1})", metres(at.x_mm), metres(at.y_mm))
}
