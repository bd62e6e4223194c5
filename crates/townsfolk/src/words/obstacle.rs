//! Why a character is not cast.

use super::clock::clock;
use crate::{Folk, Obstacle};
use townsfolk_core::{CharacterId, ScriptId, Tick};
use townsfolk_module::{Category, Symbols};

/// The obstacle to being cast at a location, as the end of a sentence.
pub fn in_words(folk: &Folk, symbols: &Symbols, who: CharacterId, obstacle: &Obstacle) -> String {
    let name = symbols.name(Category::Character, who.0);
    let script = |id: &ScriptId| symbols.name(Category::Script, id.0);
    let time = |tick: &Tick| clock(folk.daytime_at(*tick));
    let metres = |mm: i64| format!("{}.{} m", mm / 1000, mm % 1000 / 100);
    match obstacle {
        Obstacle::Seized => format!("the host has {name}"),
        Obstacle::Closed(from, to) => {
            format!("it is open from {} to {}", clock(*from), clock(*to))
        }
        Obstacle::TooFar {
            away_mm: Some(away),
            within_mm,
        } => format!(
            "{name} is {} away, and it reaches {}",
            metres(*away),
            metres(i64::from(*within_mm))
        ),
        Obstacle::TooFar { away_mm: None, .. } => format!("{name} is nowhere near"),
        Obstacle::SentAway(until) => {
            format!(
                "{name} has just been there, and is asked again from {} on",
                time(until)
            )
        }
        Obstacle::Tired(id, until) => {
            format!(
                "{name} has had enough of {} until {}",
                script(id),
                time(until)
            )
        }
        Obstacle::NotLate(id) => {
            format!(
                "{} is running, and nobody like {name} joins late",
                script(id)
            )
        }
        Obstacle::Full(id) => format!("{} is running, and has no room for {name}", script(id)),
        Obstacle::Ending(id) => format!("{} is running, and comes to its end", script(id)),
        Obstacle::Rests(until) => format!("it rests until {}", time(until)),
        Obstacle::NoPart => format!("there is no part for {name} in what it plays"),
        Obstacle::NotUrgent {
            script: id,
            asks,
            has,
        } => format!(
            "{} asks for {name} as {}, and {name} has something as urgent to do ({})",
            script(id),
            asks.name(),
            has.name()
        ),
        Obstacle::Short(id, role) => {
            let role = symbols.name(Category::Role, role.0);
            format!("{} lacks people as {role}", script(id))
        }
        Obstacle::GroupIncomplete(other) => {
            let other = symbols.name(Category::Character, other.0);
            format!("{name} comes only with the whole group, and {other} cannot come")
        }
        Obstacle::GroupTooLarge {
            script: id,
            role,
            members,
            room,
        } => {
            let role = role.map(|role| symbols.name(Category::Role, role.0));
            let of = role.map_or_else(String::new, |role| format!(" as {role}"));
            format!(
                "the group of {name} has {members} members{of}, and {} takes at most {room}{of}",
                script(id)
            )
        }
        Obstacle::NoAllocation(id) => format!(
            "the characters near cannot fill all roles of {} at the same time",
            script(id)
        ),
        Obstacle::NeverChosen(id) => {
            format!(
                "it prefers {} with a weight of 0, which is never",
                script(id)
            )
        }
        Obstacle::Enough(id) => format!(
            "as many scenes of {} run around it as `at most` allows",
            script(id)
        ),
        Obstacle::NoEmitter => "it has no emitter that begins scenes".into(),
        Obstacle::AsksNobody => format!("it asks nobody like {name}"),
        Obstacle::None => "it has not looked around yet, and will ask next time".into(),
    }
}
