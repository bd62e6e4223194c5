//! Friends: who belongs together, and who notices whom.

use super::glance::Glance;
use super::{Row, Skills};
use crate::decider::DeciderView;
use crate::folk::Folk;
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, Place, SymbolId};
use townsfolk_module::senses::{MindState, SkillSet, Stimulus, StimulusSource};
use townsfolk_senses::hearing::{effective_reach, factor, heard};
use townsfolk_senses::sight::is_in_shape;
use townsfolk_senses::{Sound, is_hidden, reach_of_steps};
use townsfolk_tactics::catalogue;

/// How often a character that chases is noticed anew by friends that come near.
const CALLS: Duration = Duration(30);

/// How far friends are told that somebody chases. Their own settings count then.
const CALLS_WITHIN_MM: u32 = 60_000;

/// The height of the bodies that friends see.
const BODY_MM: i32 = 1_200;

/// Whether friends follow somebody who runs a skill.
pub(super) fn leads(skill: Option<SymbolId>) -> bool {
    let mut known = catalogue::skills();
    skill.is_some_and(|kind| known.any(|entry| entry.leads && SymbolId::named(entry.name) == kind))
}

/// The others of a character's family: those with the same set of skills, or of the same squad.
pub(super) fn family<'a>(
    folk: &'a Folk,
    who: CharacterId,
    set: &'a SkillSet,
    running: &'a BTreeMap<CharacterId, SymbolId>,
) -> impl Iterator<Item = CharacterId> + 'a {
    let others = running.keys().copied().filter(move |other| *other != who);
    others.filter(move |other| {
        let theirs = folk.sense_set_of(*other);
        theirs == Some(set.id) || (set.squad.is_some() && folk.squad_of(*other) == set.squad)
    })
}

/// Whether a character sees or hears a friend by its own senses.
pub(super) fn notices(glance: &Glance<'_>, friend: CharacterId) -> bool {
    let folk = glance.folk;
    let at = folk.character(friend).and_then(|person| person.at);
    at.is_some_and(|at| sees(glance, at) || hears(glance, friend, at))
}

fn raised(at: Place, by: i32) -> Place {
    Place {
        z_mm: at.z_mm.saturating_add(by),
        ..at
    }
}

fn sees(glance: &Glance<'_>, at: Place) -> bool {
    use townsfolk_tactics::World;
    let folk = glance.folk;
    let profile = folk.module().senses.profile(glance.set.senses);
    let Some(sight) = profile.and_then(|profile| profile.sight) else {
        return false;
    };
    let eyes = raised(glance.here(), townsfolk_senses::EYES_MM);
    let body = raised(at, BODY_MM);
    let shape =
        eyes.is_within(body, sight.range_mm) && is_in_shape(&sight, eyes, glance.heading(), body);
    shape && folk.rays().is_open(eyes, body) && !is_hidden(folk.volumes(), folk.now(), eyes, body)
}

/// Whether it hears the steps of a friend.
fn hears(glance: &Glance<'_>, friend: CharacterId, at: Place) -> bool {
    use townsfolk_tactics::World;
    let folk = glance.folk;
    let senses = &folk.module().senses;
    let Some(profile) = senses.profile(glance.set.senses) else {
        return false;
    };
    let speed = folk.speed_of(friend).unwrap_or(0);
    let steps = |kind: &Stimulus| match kind.source {
        StimulusSource::Steps {
            full_mm_s,
            exponent,
            ..
        } => reach_of_steps(kind.reach_mm, speed, full_mm_s, exponent),
        _ => None,
    };
    let state = folk
        .awareness(glance.who)
        .map_or(MindState::Unaware, |known| known.state);
    senses.stimuli.iter().any(|kind| {
        let Some(reach_mm) = steps(kind) else {
            return false;
        };
        let sound = Sound {
            reach_mm,
            ..Sound::of(kind, at, Some(friend))
        };
        let reach = effective_reach(profile, &sound, factor(profile, state, &sound, |_| false));
        let ears = glance.here();
        ears.is_within(at, reach)
            && heard(&sound, reach, ears, folk.rays(), folk.volumes(), folk.now()).is_some()
    })
}

impl Skills {
    /// A character that chases is noticed by friends: those that are calm look at it in the next tick.
    pub(super) fn call_friends(
        &mut self,
        at: &DeciderView<'_>,
        who: CharacterId,
        row: &mut Row,
        set: &SkillSet,
    ) {
        let now = at.now();
        let begins = self.running.get(&who) != row.runner.skill().as_ref();
        if !leads(row.runner.skill()) || (!begins && now.since(row.called) < CALLS) {
            return;
        }
        row.called = now;
        let folk: &Folk = at;
        let Some(here) = folk.character(who).and_then(|person| person.at) else {
            return;
        };
        let near = family(folk, who, set, &self.running).filter(|other| {
            let there = folk.character(*other).and_then(|person| person.at);
            let near = there.is_some_and(|there| there.is_within(here, CALLS_WITHIN_MM));
            let mind = folk.awareness(*other).map(|known| known.state);
            near && mind < Some(MindState::Searching)
        });
        let near: Vec<CharacterId> = near.collect();
        near.into_iter().for_each(|other| self.wake(other));
    }
}
