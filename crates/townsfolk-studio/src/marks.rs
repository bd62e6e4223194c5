//! What is worth a mark on the timeline.

use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::{CharacterId, Tick};
use townsfolk_module::mind::Interaction;

/// So many are kept; the oldest go first.
const MARKS: usize = 400;

/// Something that people would tell one another.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mark {
    /// Somebody did something to another that is not forgotten at once.
    Did(CharacterId, Interaction, CharacterId),
    /// Two met as they had arranged.
    Met(CharacterId, CharacterId),
    /// Somebody waited for another in vain.
    InVain(CharacterId, CharacterId),
    /// Something went wrong that content or the host should know of.
    Fault(Option<CharacterId>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    marks: std::collections::VecDeque<(Tick, Mark)>,
}

impl Marks {
    /// Takes in what happened in a tick.
    pub(crate) fn note(&mut self, folk: &Folk) {
        for event in &folk.output().events {
            let mark = match event {
                Event::Mind(who, MindEvent::Interacted(what, whom)) if is_told_of(*what) => {
                    Mark::Did(*who, *what, *whom)
                }
                Event::Mind(who, MindEvent::Met(with)) if who < with => Mark::Met(*who, *with),
                Event::Mind(who, MindEvent::WaitedInVain(with)) => Mark::InVain(*who, *with),
                Event::Mind(who, MindEvent::Fault(_)) => Mark::Fault(Some(*who)),
                Event::Fault(..) => Mark::Fault(None),
                _ => continue,
            };
            if self.marks.len() >= MARKS {
                self.marks.pop_front();
            }
            self.marks.push_back((folk.now(), mark));
        }
    }

    /// All that are kept, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(Tick, Mark)> {
        self.marks.iter()
    }
}

fn is_told_of(what: Interaction) -> bool {
    matches!(what, Interaction::Kiss | Interaction::Insult)
}
