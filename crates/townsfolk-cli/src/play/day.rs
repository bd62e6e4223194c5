//! Days of characters with minds in words: where they go, their roles, what they do and for which
//! need, and what they say.

use super::moment::by_the_clock;
use super::story::{Lines, Narrator, span};
use townsfolk::prelude::*;
use townsfolk::words::mind::{MindWords, held_role, node_name, verb};
use townsfolk::words::names::plain;
use townsfolk::{Aim, MindEvent, Running};
use townsfolk_core::{Channel, NodeId, ScriptId};
use townsfolk_mind::map::Why;
use townsfolk_module::Category;
use townsfolk_module::mind::{Deed, Interaction, NodeKind};

impl Narrator {
    /// Sentences about minds with the names of this narrator.
    pub(super) fn words<'a>(&'a self, folk: &'a Folk) -> MindWords<'a> {
        MindWords {
            symbols: &self.symbols,
            folk,
        }
    }

    /// Introduces a character by its scheduled role again.
    pub(super) fn note_held_role(&mut self, folk: &Folk, who: CharacterId) {
        if folk.mind(who).is_some()
            && let Some(known) = self.known.get_mut(&who)
        {
            known.role = held_role(folk, who);
        }
    }

    pub(super) fn tell_of_mind(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        what: &MindEvent,
        lines: &mut Lines,
    ) {
        let mut reason = String::new();
        let told = match what {
            MindEvent::RoleDue(_) => {
                self.due.insert(who, folk.now());
                self.verbose
            }
            MindEvent::RoleCalledOff => {
                self.due.remove(&who);
                self.verbose
            }
            MindEvent::RoleLaidDown { unready, .. } => {
                let late = self.due.remove(&who);
                let late = late.map_or(Duration::ZERO, |due| folk.now().since(due));
                let late = by_the_clock(folk, late);
                reason = match (late >= Duration::minutes(1), unready) {
                    (_, true) => format!("not ready, but {} late", span(late)),
                    (true, false) => format!("was not ready for {}", span(late)),
                    (false, false) => String::new(),
                };
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                true
            }
            // The first period of a day begins where the character is.
            MindEvent::SetOut(area) if folk.area_of(who) == Some(*area) => false,
            // Continuing after a stop on the way is not told again.
            MindEvent::SetOut(area) => {
                self.bound_for.insert(who, *area) != Some(*area) || self.verbose
            }
            MindEvent::RoleTaken(_) => {
                self.bound_for.remove(&who);
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                // A newcomer has been introduced with the role.
                let known = self.known.get(&who);
                known.is_none_or(|known| known.came != folk.now())
            }
            MindEvent::Begins(node) => return self.tell_of_wish(folk, who, *node, lines),
            MindEvent::Did(_) => self.verbose,
            // Talk is told when it is spoken; a level of detail is not part of the story.
            MindEvent::Interacted(..) | MindEvent::LevelIs(_) => false,
            MindEvent::BrokeOff(node) => {
                // Ending a pastime, or a deed that was done, is not giving up.
                let reached = self.did.contains_key(&who);
                let told =
                    self.begun.get(&who) == Some(node) && takes_others(folk, *node) && !reached;
                self.verbose || (told && self.broken_off.insert(who, *node) != Some(*node))
            }
            // Both have the event: the first one is told.
            MindEvent::Met(with) => {
                let first = !self.met.remove(&(*with, who));
                first && self.met.insert((who, *with))
            }
            MindEvent::Restless(_) | MindEvent::Fault(_) => {
                self.counts.faults += 1;
                true
            }
            MindEvent::Told(..) | MindEvent::Arranged { .. } | MindEvent::WaitedInVain(_) => true,
            _ => false,
        };
        let Some(event) = self.words(folk).event(what).filter(|_| told) else {
            return;
        };
        let line = format!("{} {event}", self.name(who));
        match what {
            MindEvent::Restless(_) | MindEvent::Fault(_) => lines.fault(&line, ""),
            _ => lines.add(&line, &reason),
        }
    }

    /// Whether a script is one that characters with minds play alone, such as going to bed. Then
    /// the story tells their actions, and not the scene.
    pub(super) fn is_solitary(&self, folk: &Folk, script: ScriptId) -> bool {
        let script = folk.module().script(script);
        !self.verbose
            && folk.minds().next().is_some()
            && script.is_some_and(|script| script.cast.len() == 1)
    }

    /// Tells that a character begins a deed; once, even if it begins again.
    fn tell_of_wish(&mut self, folk: &Folk, who: CharacterId, node: NodeId, lines: &mut Lines) {
        let pursuit = folk.mind(who).and_then(|mind| mind.pursuit());
        let deed = pursuit.map(|pursuit| pursuit.deed);
        if deed == Some(Deed::FollowSchedule) {
            return;
        }
        if self.begun.insert(who, node) == Some(node) && !self.verbose {
            return;
        }
        self.broken_off.remove(&who);
        self.did.remove(&who);
        let wish = node_name(&self.symbols, node);
        let what = match deed {
            Some(Deed::Act(action)) => {
                let action = self.symbols.name(Category::Action, action.0);
                let back = match folk.busy_with(who) {
                    Some(Running::Walks {
                        to: Aim::Area(area),
                        ..
                    }) => format!(", back to {}", self.words(folk).area(*area)),
                    _ => String::new(),
                };
                match action.replace('_', " ") == wish {
                    true => format!("{wish}{back}"),
                    false => format!("{wish}, {action}{back}"),
                }
            }
            Some(Deed::GoTo(area)) => {
                format!("{wish}, to {}", self.words(folk).area(area))
            }
            _ => wish,
        };
        let reasons = folk.why_mind(who);
        let settled = |why: &Why| why.chosen.is_some_and(|(chosen, _)| chosen == node);
        let reasons = reasons.filter(|reasons| settled(&reasons.map));
        let reason = reasons.and_then(|reasons| self.words(folk).root(&reasons.map));
        lines.add(
            &format!("{}: {what}", self.introduced(who)),
            &reason.unwrap_or_default(),
        );
    }

    /// Tells a talk of a mind. The same words to the same listener are told once.
    pub(super) fn tell_of_talk(&mut self, command: &Command, lines: &mut Lines) {
        let Command::Start {
            action,
            who,
            what,
            channel: Channel::Voice,
            arguments,
            ..
        } = command
        else {
            return;
        };
        let Some(Value::Character(to)) = arguments.first().copied() else {
            return;
        };
        let mut all = Interaction::ALL.into_iter();
        let Some(said) = all.find(|i| townsfolk_core::ActionId::named(i.name()) == *what) else {
            return;
        };
        if action.decider().is_some() {
            let subject = arguments.iter().find_map(|argument| match argument {
                Value::Symbol(subject) => Some(*subject),
                _ => None,
            });
            let (name, other) = (self.introduced(*who), self.name(to));
            if self.said.insert(*who, (said, to)) == Some((said, to)) && !self.verbose {
                return;
            }
            let about = subject.map(|subject| plain(&self.symbols, Category::Symbol, subject.0));
            let about = about.map_or(String::new(), |subject| format!(" about {subject}"));
            lines.add(&format!("{name} {} {other}{about}", verb(said)), "");
        }
    }

    pub(super) fn role(&self, role: RoleId) -> String {
        plain(&self.symbols, Category::Role, role.0)
    }
}

/// Whether an action of a mind needs a place and others, and is not a mere pastime.
fn takes_others(folk: &Folk, node: NodeId) -> bool {
    let layers = folk.module().minds.layers.iter();
    let mut nodes = layers.flat_map(|layer| &layer.nodes);
    nodes.any(|known| {
        let NodeKind::Action { deed, .. } = known.kind else {
            return false;
        };
        let placed = matches!(
            deed,
            Deed::Satisfy(..) | Deed::UseKind(..) | Deed::UseProp(..) | Deed::PickUp(..)
        );
        known.id == node && placed
    })
}
