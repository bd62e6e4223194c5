//! Roles that can never be given up.

use crate::map::{Map, Program};
use std::collections::BTreeSet;
use std::sync::Arc;
use townsfolk_core::NodeId;
use townsfolk_module::mind::{Control, Degree, When, time_to_change_role};

/// Flags with which a role stays "not ready" for ever, although no input asks for anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeverReady {
    /// The flags that are on, besides `time_to_change_role`.
    pub flags: Vec<NodeId>,
    /// The action that repeats without end, if there is one.
    pub repeats: Option<NodeId>,
}

/// Maximum number of flags that are tried in all combinations.
const FLAGS_MAX: usize = 10;

/// Whether a role can stay "not ready" for ever. With its time come, all needs and tests at zero,
/// and each chosen action done at once, "not ready" must fall to zero from every combination of
/// flags that actions can lead to. Returns the first combination from which it does not.
pub fn never_ready(program: &Arc<Program>) -> Option<NeverReady> {
    let not_ready = program.not_ready?;
    let flags: Vec<NodeId> = {
        let flags = program
            .flags
            .iter()
            .filter_map(|(place, _)| program.node(*place));
        let others = flags.filter(|flag| *flag != time_to_change_role() && !fades(program, *flag));
        others.take(FLAGS_MAX).collect()
    };
    for corner in combinations(program, &flags) {
        let on = |bit: usize| corner >> bit & 1 == 1;
        let mut map = Map::new(program.clone());
        map.switch(time_to_change_role(), true, None);
        for (bit, flag) in flags.iter().enumerate() {
            map.switch(*flag, on(bit), None);
        }
        let mut repeats = None;
        // Each action may switch flags; after more steps than combinations, a combination repeats.
        for _ in 0..=1 << flags.len() {
            map.settle();
            if map.at(not_ready) == Degree::ZERO {
                break;
            }
            repeats = map.choose(None).map(|act| act.node);
            let Some(action) = repeats else {
                break;
            };
            do_at_once(&mut map, action);
        }
        map.settle();
        if map.at(not_ready) > Degree::ZERO {
            let lit = flags.iter().enumerate().filter(|(bit, _)| on(*bit));
            return Some(NeverReady {
                flags: lit.map(|(_, flag)| *flag).collect(),
                repeats,
            });
        }
    }
    None
}

/// Whether a flag goes off by itself, with the prop that it remembers.
fn fades(program: &Program, flag: NodeId) -> bool {
    let mut controls = program.controls.iter();
    controls.any(|control| match control {
        Control::Sets {
            flag: known,
            keeps_prop,
            ..
        } => *known == flag && *keeps_prop,
        Control::Uses { .. } => false,
    })
}

/// The combinations of flags to which actions can lead from the start, whatever asks for them.
fn combinations(program: &Program, flags: &[NodeId]) -> BTreeSet<u32> {
    let bit = |flag: NodeId| {
        let index = flags.iter().position(|known| *known == flag);
        index.map_or(0, |index| 1u32 << index)
    };
    let on = program.flags.iter().filter(|(_, on)| *on);
    let start = on.filter_map(|(place, _)| program.node(*place));
    let start = start.fold(0, |sum, flag| sum | bit(flag));
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(now) = open.pop() {
        for act in &program.actions {
            let mut next = now;
            for moment in [When::Begun, When::Done] {
                for (flag, on) in switches(&program.controls, act.node, moment) {
                    next = if on {
                        next | bit(flag)
                    } else {
                        next & !bit(flag)
                    };
                }
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// The flags that an action switches at a moment.
fn switches(
    controls: &[Control],
    done: NodeId,
    moment: When,
) -> impl Iterator<Item = (NodeId, bool)> {
    controls.iter().filter_map(move |control| match control {
        Control::Sets {
            action,
            when,
            flag,
            on,
            keeps_prop: false,
        } if *action == done && *when == moment => Some((*flag, *on)),
        _ => None,
    })
}

fn do_at_once(map: &mut Map, done: NodeId) {
    let controls = map.program().controls.clone();
    for moment in [When::Begun, When::Done] {
        for (flag, on) in switches(&controls, done, moment) {
            map.switch(flag, on, None);
        }
    }
}
