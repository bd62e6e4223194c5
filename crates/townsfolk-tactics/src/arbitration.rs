//! Which skill runs.
//!
//! The list of skills is walked from the top. The first skill that runs already or is valid is the
//! one. So a higher skill breaks a lower one off, and a lower one never a higher one.

use crate::intent::Intent;
use crate::log::{Decision, Reason};
use crate::moment::catalogue_entry;
use crate::runner::Runner;
use crate::skills::{Exit, SkillStatus};
use crate::world::World;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Duration, SymbolId, Tick};
use townsfolk_module::senses::{MindState, Retain, SkillSet};

/// Changes of skill in one tick. After so many the last choice stands.
pub const CHANGES_MAX: usize = 4;

/// The skill that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Its index in the set.
    pub index: u8,
    /// Its name.
    pub kind: SymbolId,
    /// Since when it runs.
    pub since: Tick,
}

/// Decides which skill runs, and lets it go on.
pub(crate) fn arbitrate(
    runner: &mut Runner,
    world: &dyn World,
    set: &SkillSet,
    intents: &mut Vec<Intent>,
) {
    let last = runner.log.decisions().last().map(|last| last.reason);
    let mut because = match last {
        Some(Reason::Puppet) => Reason::PuppetEnded,
        _ => Reason::First,
    };
    let mut changes = 0;
    if let Some(running) = unwanted(runner, world, set) {
        end(runner, world, set, running, Exit::Interrupted, intents);
        because = Reason::NotWanted;
    }
    loop {
        let (index, valid) = choose(runner, world, set);
        let running = runner.running;
        if running.is_none_or(|running| usize::from(running.index) != index) {
            changes += 1;
            let reason = match (running, valid) {
                (_, false) => Reason::NothingValid,
                (Some(_), true) => Reason::Higher,
                (None, true) => because,
            };
            if let Some(running) = running {
                end(runner, world, set, running, Exit::Interrupted, intents);
            }
            begin(runner, world, set, index, reason, intents);
        }
        if runner.go_on(world, set, index, intents) == SkillStatus::Running {
            return;
        }
        let Some(running) = runner.running else {
            return;
        };
        // The last choice stands, and is asked again at the next tick.
        if changes == CHANGES_MAX {
            note_thrash(runner, world);
            return;
        }
        end(runner, world, set, running, Exit::Completed, intents);
        because = Reason::Done;
    }
}

/// The running skill, if it has to want to run and does not.
fn unwanted(runner: &mut Runner, world: &dyn World, set: &SkillSet) -> Option<Running> {
    let running = runner
        .running
        .filter(|_| set.retain == Retain::WhileWanted)?;
    let valid = runner.is_valid(world, set, usize::from(running.index));
    valid.is_err().then_some(running)
}

/// The first skill that runs or is valid. If there is none, the last one.
fn choose(runner: &mut Runner, world: &dyn World, set: &SkillSet) -> (usize, bool) {
    let running = runner.running.map(|running| usize::from(running.index));
    let mut skills = 0..set.skills.len();
    let first =
        skills.find(|index| running == Some(*index) || runner.is_valid(world, set, *index).is_ok());
    match first {
        Some(index) => (index, true),
        None => (set.skills.len().saturating_sub(1), false),
    }
}

fn begin(
    runner: &mut Runner,
    world: &dyn World,
    set: &SkillSet,
    index: usize,
    reason: Reason,
    intents: &mut Vec<Intent>,
) {
    let Some(kind) = set.skills.get(index).map(|spec| spec.kind) else {
        return;
    };
    let now = world.now();
    let last = runner.log.decisions().last().and_then(|last| last.to);
    runner.log.push(Decision {
        tick: now,
        from: last,
        to: Some(kind),
        reason,
    });
    runner.running = Some(Running {
        index: index as u8,
        kind,
        since: now,
    });
    if catalogue_entry(set, index).is_some_and(|entry| entry.mind < MindState::Searching) {
        runner.shared.calm_down();
    }
    runner.with_skill(world, set, index, intents, |state, at| {
        state.as_skill_mut().enter(at);
    });
}

pub(crate) fn end(
    runner: &mut Runner,
    world: &dyn World,
    set: &SkillSet,
    running: Running,
    how: Exit,
    intents: &mut Vec<Intent>,
) {
    runner.running = None;
    runner.with_skill(
        world,
        set,
        usize::from(running.index),
        intents,
        |state, at| {
            at.abort_all();
            state.as_skill_mut().exit(at, how);
        },
    );
}

fn note_thrash(runner: &mut Runner, world: &dyn World) {
    let kind = runner.skill();
    runner.log.push(Decision {
        tick: world.now(),
        from: kind,
        to: kind,
        reason: Reason::Thrash,
    });
    // It is looked at again soon, but not before the next tick.
    let soon = world.now().after(Duration(1));
    runner.shared.next = runner.shared.next.min(soon);
}
