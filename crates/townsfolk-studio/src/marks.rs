//! Events worth a mark on the timeline.

use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::{CharacterId, Tick};
use townsfolk_module::mind::Interaction;

/// Maximum number of marks; the oldest go first.
const MARKS: usize = 400;

/// A memorable event.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mark {
    /// A memorable interaction.
    Did(CharacterId, Interaction, CharacterId),
    /// Two characters met as arranged.
    Met(CharacterId, CharacterId),
    /// A character waited for another in vain.
    InVain(CharacterId, CharacterId),
    /// A fault of content or host.
    Fault(Option<CharacterId>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    marks: std::collections::VecDeque<(Tick, Mark)>,
}

impl Marks {
    /// Takes in a tick.
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

    /// All marks, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(Tick, Mark)> {
        self.marks.iter()
    }
}

fn is_told_of(what: Interaction) -> bool {
    matches!(what, Interaction::Kiss | Interaction::Insult)
}
