//! Decisions of minds in the trace, with their reasons. They are computed only if the trace is on.

use super::MindEvent;
use crate::drivers::Offer;
use crate::folk::Folk;
use townsfolk_core::{CharacterId, NodeId, RoleId, Tick};
use townsfolk_mind::Holding;
use townsfolk_mind::map::{Contribution, feeding};
use townsfolk_mind::social::Preference;
use townsfolk_module::mind::Degree;

/// Maximum number of links kept for a decision.
const LINKS_MAX: usize = 3;

/// A decision of a mind, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MindLine {
    /// The tick.
    pub tick: Tick,
    /// The character.
    pub who: CharacterId,
    /// The decision.
    pub what: Decision,
}

/// A decision of a mind, and its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Begins to do what an action node of its map asks for.
    Does {
        /// The node, and its activation.
        action: (NodeId, Degree),
        /// The three strongest links in favour.
        fed_by: Vec<Contribution>,
        /// The runner-up, and its activation.
        runner_up: Option<(NodeId, Degree)>,
        /// The three strongest links against the runner-up.
        held_down_by: Vec<Contribution>,
    },
    /// Keeps its role, although another is due.
    KeepsRole {
        /// The role that is still held.
        role: RoleId,
        /// The three strongest links that keep it.
        not_ready: Vec<Contribution>,
    },
    /// Begins an interaction with another character.
    Prefers(Preference),
    /// The arbiter gives a channel to the decider that made this offer.
    Takes(Offer),
}

fn first_three(links: impl IntoIterator<Item = Contribution>) -> Vec<Contribution> {
    links.into_iter().take(LINKS_MAX).collect()
}

impl Folk {
    /// Keeps the reasons of a mind's event, if it is a decision.
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
        // The map may choose a deed that is impossible now, while another is performed.
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
        // A role without a reason to keep it is given up at the next beat.
        let keeps = closing && !not_ready.is_empty();
        keeps.then_some(Decision::KeepsRole { role, not_ready })
    }
}
