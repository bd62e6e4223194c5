//! Why nothing happens: closed, no characters, or none for a required role.

use super::moment::clock;
use super::setting::beginners;
use super::story::Narrator;
use townsfolk::words::obstacle;
use townsfolk::{Folk, NoReadings, Obstacle, Reasons};
use townsfolk_module::{Category, LocationKind};

/// Distance within which a character is at a location, in millimetres.
const BESIDE_MM: i64 = 2_000;

/// A reason with its remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// Why nothing happens.
    pub reason: String,
    /// A command or argument to type.
    pub hint: String,
}

/// Why no scene has begun.
pub fn reasons(folk: &Folk, narrator: &Narrator) -> Vec<Silence> {
    let mut found = vec![];
    for place in folk.locations() {
        if let Some(kind) = folk.module().location(place.kind) {
            found.extend(closed(folk, narrator, kind));
            let scripts: Vec<_> = place.preferences(kind).iter().map(|p| p.script).collect();
            for script in scripts {
                found.extend(missing(folk, narrator, script));
            }
        }
    }
    if found.is_empty() {
        found.push(match narrator.known.is_empty() {
            true => Silence {
                reason: "nobody has come".into(),
                hint: "let people be there with `--cast`, or come along with `--arrivals`".into(),
            },
            false => obstacle(folk, narrator).unwrap_or(Silence {
                reason: "nobody has stayed near for long enough to be asked".into(),
                hint: "play longer with `--until`, or let people be there with `--cast`".into(),
            }),
        });
    }
    found
}

/// The obstacle for the first character nearby.
fn obstacle(folk: &Folk, narrator: &Narrator) -> Option<Silence> {
    let people = folk.characters().filter(|p| p.attached_to.is_none());
    let outside = people.filter_map(|p| match folk.reasons(p.id, &NoReadings)? {
        Reasons::Outside(obstacles) => Some((p.id, obstacles)),
        _ => None,
    });
    let mut all = outside.flat_map(|(who, obstacles)| {
        let obstacles = obstacles.into_iter();
        obstacles.map(move |(location, obstacle)| (who, location, obstacle))
    });
    let (who, location, obstacle) = all.find(|(.., obstacle)| match obstacle {
        Obstacle::None | Obstacle::SentAway(_) => false,
        Obstacle::TooFar { away_mm, .. } => away_mm.is_some_and(|away| away < BESIDE_MM),
        _ => true,
    })?;
    let place = narrator.location(folk, location);
    let why = obstacle::in_words(folk, &narrator.symbols, who, &obstacle);
    let hint = match obstacle {
        Obstacle::NoEmitter => format!("write `emits script` in the location `{place}`"),
        Obstacle::NeverChosen(_) => "give `prefers` a weight above 0".into(),
        _ => format!("ask for one character with `--why {}`", narrator.name(who)),
    };
    Some(Silence {
        reason: format!("{place} does not ask {}: {why}", narrator.name(who)),
        hint,
    })
}

fn closed(folk: &Folk, narrator: &Narrator, kind: &LocationKind) -> Option<Silence> {
    let now = folk.daytime();
    let open = |(from, to): (i32, i32)| match from <= to {
        true => from <= now && now < to,
        false => now >= from || now < to,
    };
    let mut pacings = beginners(kind);
    if pacings.any(|pacing| pacing.hours.is_none_or(open)) {
        return None;
    }
    let hours: Vec<_> = beginners(kind).filter_map(|pacing| pacing.hours).collect();
    let (from, to) = hours.iter().min().copied()?;
    let short = |seconds: i32| clock(seconds)[..5].to_string();
    Some(Silence {
        reason: format!(
            "{} is closed at {}: it begins scenes from {} to {}",
            narrator.symbols.name(Category::Location, kind.id.0),
            clock(now),
            short(from),
            short(to)
        ),
        hint: format!("begin when it is open: `--from {}`", short(from)),
    })
}

fn missing(folk: &Folk, narrator: &Narrator, script: townsfolk_core::ScriptId) -> Vec<Silence> {
    let module = folk.module();
    let Some(script) = module.script(script) else {
        return vec![];
    };
    let name = narrator.symbols.name(Category::Script, script.id.0);
    let mut found = vec![];
    for line in script.cast.iter().filter(|line| line.min > 0) {
        let is = |known: &&super::story::Known| {
            known.role.is_some_and(|role| module.is_a(role, line.role))
        };
        let came = narrator.known.values().filter(is).count();
        if came >= usize::from(line.min) {
            continue;
        }
        let role = narrator.symbols.name(Category::Role, line.role.0);
        let came = match came {
            0 => "nobody has come who is one".to_string(),
            1 => "only one has come".to_string(),
            few => format!("only {few} have come"),
        };
        let needs = match line.min {
            1 => format!("a {role}"),
            more => format!("{more} people as {role}"),
        };
        let cast = match line.min {
            1 => role.clone(),
            more => format!("{role} {more}"),
        };
        found.push(Silence {
            reason: format!("{name} needs {needs}, and {came}"),
            hint: match line.player {
                true => "let the player take part: without `--no-player`".into(),
                false => format!("let them be there: `--cast \"{cast}\"`"),
            },
        });
    }
    found
}
