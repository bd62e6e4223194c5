//! Events worth a mark on the timeline.

use std::collections::VecDeque;
use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::{CharacterId, Tick};
use townsfolk_module::mind::Interaction;

/// Maximum number of marks; the oldest are dropped.
const MARKS: usize = 400;

/// A notable event, or a fault.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mark {
    /// Of a character.
    Mind(CharacterId, MindEvent),
    /// A fault in a scene.
    SceneFault,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    marks: VecDeque<(Tick, Mark)>,
}

impl Marks {
    /// Takes in a tick.
    pub(crate) fn note(&mut self, folk: &Folk) {
        for event in &folk.output().events {
            let mark = match event {
                Event::Mind(who, what) if is_worth_a_mark(*who, what) => {
                    Mark::Mind(*who, what.clone())
                }
                Event::Fault(..) => Mark::SceneFault,
                _ => continue,
            };
            if self.marks.len() >= MARKS {
                self.marks.pop_front();
            }
            self.marks.push_back((folk.now(), mark));
        }
    }

    /// All marks, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(Tick, Mark)> {
        self.marks.iter()
    }
}

fn is_worth_a_mark(who: CharacterId, what: &MindEvent) -> bool {
    match what {
        MindEvent::Interacted(what, _) => {
            matches!(what, Interaction::Kiss | Interaction::Insult)
        }
        // Both have the event.
        MindEvent::Met(with) => who < *with,
        MindEvent::WaitedInVain(_) | MindEvent::Fault(_) => true,
        _ => false,
    }
}
