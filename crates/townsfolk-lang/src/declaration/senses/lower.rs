//! From the syntax of senses to their compiled form.

use super::answers;
use crate::context::Context;
use crate::declaration::amount::{Unit, read, single, single_time, single_u32};
use crate::declaration::need::lower::symbol;
use crate::declaration::said_twice;
use crate::declaration::stimulus::lower::{FACTOR_MAX, TIMES, find as stimulus};
use crate::diagnostic::Code;
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Duration, HostId, Kind, SenseId, SymbolId, TICKS_PER_SECOND};
use townsfolk_module::senses::{HearingFactor, MindState, SenseProfile, Sight};
use townsfolk_module::{Category, HostForm};

/// The greatest distance at which anything is heard or seen, in millimetres.
const DISTANCE_MAX: i64 = 10_000_000;
/// The greatest half angle, in thousandths of a degree.
const ANGLE_MAX: i64 = 180_000;

/// Senses by their name, or a report that there are none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<SenseId> {
    let (code, space) = (Code::UnknownSenses, Namespace::Senses);
    cx.declared(code, space, "senses", (name, place))?;
    Some(SenseId(cx.globals.id(Category::Senses, name)))
}

/// Senses before anything is said: those of a human being without eyes.
fn usual(id: SenseId) -> SenseProfile {
    SenseProfile {
        id,
        name: SymbolId(0),
        hearing: [1000; 5],
        hears: vec![],
        sight: None,
        infers_causes: false,
        responses: vec![],
        gain: 1000,
        decay: 250,
        warning: Duration::from_milliseconds(700),
        startle: 1000,
        hearing_max_mm: 60_000,
        loses_after: Duration::seconds(3),
        forgets_after: Duration::seconds(60),
    }
}

pub(crate) fn lower(declaration: &Declaration, node: &Node, cx: &mut Context<'_>) -> SenseProfile {
    let id = SenseId(cx.globals.id(Category::Senses, &declaration.name));
    let mut profile = usual(id);
    let mut times: Vec<Node> = vec![];
    profile.name = symbol(cx, &declaration.name);
    let mut said: Vec<(String, Place)> = vec![];
    for part in node.children_of(SENSES_PART) {
        let words = part.words();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(word) = words.first().copied() else {
            continue;
        };
        let once = match words.as_slice() {
            ["hears", "at", ..] => Some("hears at most"),
            ["hears" | "deaf" | "answers", ..] => None,
            _ => Some(word),
        };
        let place = part.place(cx.file);
        if once.is_some_and(|once| said_twice(cx, &mut said, once, place)) {
            continue;
        }
        match word {
            "hears" if once.is_some() => {
                let what = ("the distance", Unit::Length);
                let most = single_u32(cx, &part, what, (1, DISTANCE_MAX));
                profile.hearing_max_mm = most.unwrap_or(profile.hearing_max_mm);
            }
            "hears" | "deaf" => {
                for entry in part.children_of(HEARD) {
                    heard(cx, &entry, word == "deaf", &mut profile, &mut said);
                }
            }
            "sees" => profile.sight = sight(cx, &part, &mut times),
            "takes" => times.extend(part.children_of(FLAG)),
            "answers" => answers::lower(cx, &part, &mut profile),
            "infers" => profile.infers_causes = true,
            "gains" => {
                let what = ("the gain", Unit::Number);
                let gain = single_u32(cx, &part, what, (1, FACTOR_MAX));
                profile.gain = gain.unwrap_or(profile.gain);
            }
            "falls" => profile.decay = falls(cx, &part).unwrap_or(profile.decay),
            "startles" => {
                let what = ("the strength", Unit::Number);
                let strength = single_u32(cx, &part, what, (1, FACTOR_MAX));
                profile.startle = strength.unwrap_or(profile.startle);
            }
            _ => {
                let least = if word == "warns" {
                    Duration::ZERO
                } else {
                    TIMES.0
                };
                let time = single_time(cx, &part, "the time", (least, TIMES.1));
                let into = match word {
                    "warns" => &mut profile.warning,
                    "loses" => &mut profile.loses_after,
                    _ => &mut profile.forgets_after,
                };
                *into = time.unwrap_or(*into);
            }
        }
    }
    sightings(
        cx,
        &times,
        said.iter().any(|(word, _)| word == "sees"),
        &mut profile,
    );
    answers::complete(cx, declaration, node, &mut profile);
    profile.hears.sort();
    profile
}

/// `unaware 3`, `footstep of crouched 0.2`, or what the character is deaf to.
fn heard(
    cx: &mut Context<'_>,
    entry: &Node,
    deaf: bool,
    profile: &mut SenseProfile,
    said: &mut Vec<(String, Place)>,
) -> Option<()> {
    let mut names = entry.children_of(NAME_REF);
    let (first, second) = (names.next()?, names.next());
    let (name, place) = cx.referred(&first)?;
    let factor = match deaf {
        true => 0,
        false => single_u32(cx, entry, ("a factor", Unit::Number), (0, FACTOR_MAX))?,
    };
    let states = MindState::ALL.map(MindState::name);
    let state = states.iter().position(|state| *state == name);
    if let Some(slot) = state.and_then(|state| profile.hearing.get_mut(state)) {
        if !said_twice(cx, said, &name, place) {
            *slot = factor;
        }
        return Some(());
    }
    let globals = cx.globals;
    if globals
        .find(Namespace::Stimulus, &name, cx.package)
        .is_none()
    {
        let declared = globals.names.all(Namespace::Stimulus);
        let known = declared.map(|known| known.name.as_str()).chain(states);
        let problem = Code::UnknownStimulus
            .at(
                place,
                format!("`{name}` is no state of mind and no stimulus"),
            )
            .label("nothing of this name is declared")
            .did_you_mean(place, &name, known);
        return cx.fail(problem.or_hint(
            "write a stimulus, or `asleep`, `unaware`, `agitated`, `searching` or `chasing`",
        ));
    }
    let of = match second {
        Some(second) => Some(quality(cx, &second)?),
        None => None,
    };
    let factor = HearingFactor {
        stimulus: stimulus(cx, &name, place)?,
        of,
        factor,
    };
    let same = |known: &HearingFactor| (known.stimulus, known.of) == (factor.stimulus, factor.of);
    if profile.hears.iter().any(same) {
        cx.problem(
            Code::DuplicatePart
                .at(entry.place(cx.file), format!("`{name}` is said twice"))
                .label("again here")
                .hint("remove one of them"),
        );
        return None;
    }
    profile.hears.push(factor);
    Some(())
}

/// An attribute of a character that holds or does not.
fn quality(cx: &mut Context<'_>, node: &Node) -> Option<HostId> {
    let (name, place) = cx.referred(node)?;
    let found = cx.globals.host(&name, cx.package);
    let fits = found.filter(|(host, _)| {
        host.form == HostForm::Property
            && matches!(
                host.parameters.as_slice(),
                [Kind::Character | Kind::CharacterIn(_) | Kind::Thing]
            )
            && host.result.is_none()
    });
    if let Some((host, _)) = fits {
        return Some(host.id);
    }
    let problem = match found {
        Some((_, declared)) => Code::WrongKind
            .at(place, format!("`{name}` does not hold of a character"))
            .label("an attribute that holds or does not is needed here")
            .related(declared.place, "declared here"),
        None => {
            let declared = cx.globals.names.all(Namespace::Host);
            let known = declared.map(|known| known.name.as_str());
            Code::UnknownHostName
                .at(place, format!("there is no attribute `{name}`"))
                .label("nothing of this name is declared")
                .did_you_mean(place, &name, known)
        }
    };
    cx.fail(problem.or_hint(format!("declare it: `attribute {name}(character)`")))
}

/// The times that it takes to notice what is in view: `0.8 s`, `0.3 s in combat`, `3 s at first`.
fn sightings(cx: &mut Context<'_>, times: &[Node], sees: bool, profile: &mut SenseProfile) {
    if let Some(first) = times.first().filter(|_| !sees) {
        cx.problem(
            Code::MissingPart
                .at(
                    first.place(cx.file),
                    "these are times of seeing, without eyes",
                )
                .label("no `sees`")
                .hint("say how far it sees: `sees 12 m`"),
        );
        return;
    }
    let mut said: Vec<(String, Place)> = vec![];
    for flag in times {
        let words = flag.words();
        let when = words
            .iter()
            .find(|word| *word != "takes" && *word != "in" && *word != "at");
        let when = when.map_or("takes", String::as_str);
        if said_twice(cx, &mut said, when, flag.place(cx.file)) {
            continue;
        }
        let time = single_time(cx, flag, "the time", (Duration::ZERO, TIMES.1));
        let (Some(time), Some(sight)) = (time, &mut profile.sight) else {
            continue;
        };
        match when {
            "combat" => sight.takes_in_combat = time,
            "first" => sight.takes_at_first = time,
            _ => sight.takes = time,
        }
    }
}

/// `sees 12 m, wide 100 deg, narrow 8 deg, spread 3 m, takes 0.8 s`. The times are left to
/// [`sightings`].
fn sight(cx: &mut Context<'_>, part: &Node, times: &mut Vec<Node>) -> Option<Sight> {
    let mut sight = Sight {
        range_mm: 0,
        spread_mm: 5000,
        narrow: 8000,
        wide: 100_000,
        pitch: 35_000,
        takes: Duration::from_milliseconds(1500),
        takes_in_combat: Duration::from_milliseconds(300),
        takes_at_first: Duration::seconds(3),
    };
    let mut said: Vec<(String, Place)> = vec![];
    for flag in part.children_of(FLAG) {
        let words = flag.words().join(" ");
        let key = if words.is_empty() { "sees" } else { &words };
        if said_twice(cx, &mut said, key, flag.place(cx.file)) {
            continue;
        }
        match key {
            "sees" => {
                let what = ("the distance", Unit::Length);
                sight.range_mm = single_u32(cx, &flag, what, (1, DISTANCE_MAX))?;
            }
            "spread" => {
                let what = ("the spread", Unit::Length);
                sight.spread_mm = single_u32(cx, &flag, what, (1, DISTANCE_MAX))?;
            }
            "wide" | "narrow" | "pitch" => {
                let what = ("a half angle", Unit::Angle);
                let angle = single_u32(cx, &flag, what, (0, ANGLE_MAX))?;
                match key {
                    "wide" => sight.wide = angle,
                    "narrow" => sight.narrow = angle,
                    _ => sight.pitch = angle,
                }
            }
            _ => times.push(flag),
        }
    }
    let place = part.place(cx.file);
    if sight.range_mm == 0 {
        return cx.fail(
            Code::MissingPart
                .at(place, "how far do these eyes see?")
                .label("no distance")
                .hint("write `sees 12 m`"),
        );
    }
    if sight.narrow > sight.wide {
        return cx.fail(
            Code::OutOfRange
                .at(place, "`narrow` is wider than `wide`")
                .label("the angle far away is the smaller one")
                .hint("exchange the two angles"),
        );
    }
    Some(sight)
}

/// `falls 1 to 0 in 4 s`, as thousandths a second.
fn falls(cx: &mut Context<'_>, part: &Node) -> Option<u32> {
    let amounts: Vec<Node> = part.children_of(AMOUNT).collect();
    let [from, to, time] = amounts.as_slice() else {
        return None;
    };
    let (from, to) = (read(cx, from)?, read(cx, to)?);
    for level in [&from, &to] {
        if !crate::declaration::amount::has_unit(cx, level, Unit::Number, "a level") {
            return None;
        }
    }
    let time = read(cx, time)?;
    if !crate::declaration::amount::has_unit(cx, &time, Unit::Time, "the time") {
        return None;
    }
    let fallen = from.low.saturating_sub(to.low);
    if fallen <= 0 || time.low <= 0 {
        return cx.fail(
            Code::BadCurve
                .at(part.place(cx.file), "this does not fall")
                .label("the second level is not below the first")
                .hint("write levels in order, such as `falls 1 to 0 in 4 s`"),
        );
    }
    let rate = fallen.saturating_mul(TICKS_PER_SECOND) / time.low;
    u32::try_from(rate.max(1)).ok()
}

/// The level of an answer.
pub(super) fn level(cx: &mut Context<'_>, flag: &Node) -> Option<u32> {
    let value = single(cx, flag, ("a level", Unit::Number), (1, FACTOR_MAX))?;
    u32::try_from(value).ok()
}
