//! Decisions of minds in the trace, with their reasons. They are worked out only if somebody asked
//! for them.

use super::MindEvent;
use crate::drivers::Offer;
use crate::folk::Folk;
use townsfolk_core::{CharacterId, NodeId, RoleId, Tick};
use townsfolk_mind::Holding;
use townsfolk_mind::map::{Contribution, feeding};
use townsfolk_mind::social::Preference;
use townsfolk_module::mind::Degree;

/// Of all links that had a say, so many are kept.
const LINKS_MAX: usize = 3;

/// A decision of a mind, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindLine {
    /// When.
    pub tick: Tick,
    /// Whose.
    pub who: CharacterId,
    /// What.
    pub what: Decision,
}

/// What a mind decided, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Begins to do what an action node of its map asks for.
    Does {
        /// The node, and its activation.
        action: (NodeId, Degree),
        /// The three links that did most for it.
        fed_by: Vec<Contribution>,
        /// The action that came closest, and its activation.
        runner_up: Option<(NodeId, Degree)>,
        /// The three links that did most against that one.
        held_down_by: Vec<Contribution>,
    },
    /// Does not give its role up yet, although another is due.
    KeepsRole {
        /// The role that is still held.
        role: RoleId,
        /// The three links that do most to keep it.
        not_ready: Vec<Contribution>,
    },
    /// Begins to do something to somebody.
    Prefers(Preference),
    /// The arbiter gives a channel to the decider that made this offer.
    Takes(Offer),
}

fn first_three(links: impl IntoIterator<Item = Contribution>) -> Vec<Contribution> {
    links.into_iter().take(LINKS_MAX).collect()
}

impl Folk {
    /// Keeps the reasons of what a mind tells of, if it is a decision.
    pub(super) fn trace_mind(&mut self, who: CharacterId, event: &MindEvent) {
        let what = match event {
            MindEvent::Begins(node) => self.does(who, *node),
            MindEvent::RoleDue(_) => self.keeps_role(who),
            _ => None,
        };
        if let Some(what) = what {
            self.trace_decision(who, what);
        }
    }

    pub(crate) fn trace_decision(&mut self, who: CharacterId, what: Decision) {
        let tick = self.now;
        self.trace.keep_mind(MindLine { tick, who, what });
    }

    fn does(&self, who: CharacterId, node: NodeId) -> Option<Decision> {
        let mind = &self.mind(who)?.mind;
        let why = mind.why();
        let chosen = why.chosen.filter(|(chosen, _)| *chosen == node);
        // What cannot be done now is chosen by the map, and something else is done.
        let (action, fed_by, runner_up, held_down_by) = match chosen {
            Some(chosen) => (chosen, why.fed_by, why.runner_up, why.held_down_by),
            None => {
                let activation = mind.map().activation(node);
                let fed_by = feeding(mind.map(), node);
                ((node, activation), fed_by, why.chosen, vec![])
            }
        };
        Some(Decision::Does {
            action,
            fed_by: first_three(fed_by),
            runner_up,
            held_down_by: first_three(held_down_by),
        })
    }

    fn keeps_role(&self, who: CharacterId) -> Option<Decision> {
        let minded = self.mind(who)?;
        let at = self.beat_of(who, minded.member)?;
        let role = minded.mind.role(&at)?;
        let closing = matches!(minded.mind.holding(), Holding::Closing { .. });
        let not_ready = first_three(minded.mind.why_not_ready());
        // Who has no reason to keep it gives it up at the next beat.
        let keeps = closing && !not_ready.is_empty();
        keeps.then_some(Decision::KeepsRole { role, not_ready })
    }
}
