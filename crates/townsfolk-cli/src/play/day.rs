//! What people with minds do with a day, in words: where they go, what they are there, what they do
//! and for which need, and what they say to whom.

use super::moment::by_the_clock;
use super::story::{Lines, Narrator, span};
use townsfolk::prelude::*;
use townsfolk::words::mind::{MindWords, held_role, node_name, verb};
use townsfolk::{MindEvent, MindFault};
use townsfolk_core::{Channel, NodeId, ScriptId};
use townsfolk_mind::map::Why;
use townsfolk_module::Category;
use townsfolk_module::mind::{Deed, Interaction, NodeKind};

impl Narrator {
    /// Minds in the words of this narrator.
    pub(super) fn words<'a>(&'a self, folk: &'a Folk) -> MindWords<'a> {
        MindWords {
            symbols: &self.symbols,
            folk,
        }
    }

    /// Somebody is introduced by their schedule's role again.
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
        let name = self.name(who);
        match what {
            MindEvent::RoleDue(role) => {
                self.due.insert(who, folk.now());
                if self.verbose {
                    lines.add(&format!("{name} should be {} now", self.role(*role)), "");
                }
            }
            MindEvent::RoleCalledOff => {
                self.due.remove(&who);
                if self.verbose {
                    lines.add(&format!("{name} stays after all"), "");
                }
            }
            MindEvent::RoleLaidDown { role, unready } => {
                let late = self.due.remove(&who);
                let late = late.map_or(Duration::ZERO, |due| folk.now().since(due));
                let late = by_the_clock(folk, late);
                let reason = match (late >= Duration::minutes(1), unready) {
                    (_, true) => format!("not ready, but {} late", span(late)),
                    (true, false) => format!("was not ready for {}", span(late)),
                    (false, false) => String::new(),
                };
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                let what = format!("{name} is no longer {}", self.role(*role));
                lines.add(&what, &reason);
            }
            // Who begins a day where it begins goes nowhere.
            MindEvent::SetOut(area) if folk.area_of(who) == Some(*area) => {}
            // Who stopped on the way goes on without a word.
            MindEvent::SetOut(area)
                if self.bound_for.insert(who, *area) == Some(*area) && !self.verbose => {}
            MindEvent::SetOut(area) => {
                let area = self.words(folk).area(*area);
                lines.add(&format!("{name} sets out for {area}"), "");
            }
            MindEvent::RoleTaken(role) => {
                self.bound_for.remove(&who);
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                // Who has just come has been introduced as that.
                if self
                    .known
                    .get(&who)
                    .is_none_or(|known| known.came != folk.now())
                {
                    lines.add(&format!("{name} is now {}", self.role(*role)), "");
                }
            }
            MindEvent::Begins(node) => self.tell_of_wish(folk, who, *node, lines),
            MindEvent::Did(node) if self.verbose => {
                lines.add(
                    &format!("{name} has done {}", node_name(&self.symbols, *node)),
                    "",
                );
            }
            MindEvent::BrokeOff(node) => {
                // What one does to pass the time is left without a word, and so is what one has
                // got to: that is no giving up.
                let got_to = self.did.contains_key(&who);
                let told =
                    self.begun.get(&who) == Some(node) && takes_others(folk, *node) && !got_to;
                if self.verbose || (told && self.broken_off.insert(who, *node) != Some(*node)) {
                    lines.add(
                        &format!("{name} gives up: {}", node_name(&self.symbols, *node)),
                        "",
                    );
                }
            }
            MindEvent::Told(other, news) => {
                let news = self.words(folk).news(*news);
                lines.add(&format!("{name} tells {} {news}", self.name(*other)), "");
            }
            MindEvent::Arranged { with, area, at } => {
                let area = self.symbols.name(Category::Area, area.0);
                let (with, at) = (self.name(*with), at.daytime());
                let what = format!("{name} and {with} arrange to meet at {area} at {at}");
                lines.add(&what, "");
            }
            // Each of them notices it: the first who does tells.
            MindEvent::Met(with) if !self.met.remove(&(*with, who)) => {
                self.met.insert((who, *with));
                let with = self.name(*with);
                lines.add(&format!("{name} and {with} meet as arranged"), "");
            }
            MindEvent::WaitedInVain(with) => {
                let with = self.name(*with);
                lines.add(&format!("{name} has waited for {with} in vain"), "");
            }
            MindEvent::Restless(nodes) => {
                let nodes: Vec<String> = nodes
                    .iter()
                    .map(|node| node_name(&self.symbols, *node))
                    .collect();
                let what = format!("{name} cannot decide: {} go in a circle", nodes.join(", "));
                self.counts.faults += 1;
                lines.fault(&what, "");
            }
            MindEvent::Fault(fault) => {
                self.counts.faults += 1;
                lines.fault(&format!("{name} is stuck: {}", self.mind_fault(*fault)), "");
            }
            // How closely somebody is looked at is no news of theirs.
            _ => {}
        }
    }

    /// Whether a script is one that people with minds play alone, such as going to bed: then what they
    /// do is told, and not that it is a scene.
    pub(super) fn is_solitary(&self, folk: &Folk, script: ScriptId) -> bool {
        let script = folk.module().script(script);
        !self.verbose
            && folk.minds().next().is_some()
            && script.is_some_and(|script| script.cast.len() == 1)
    }

    /// Somebody begins something. Told once, however often it is begun again.
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
                match action.replace('_', " ") == wish {
                    true => wish,
                    false => format!("{wish}, {action}"),
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

    /// What somebody says, when a mind lets them say it. The same to the same person is told once.
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
            let about = subject.map(|subject| {
                self.symbols
                    .name(Category::Symbol, subject.0)
                    .replace('_', " ")
            });
            let about = about.map_or(String::new(), |subject| format!(" about {subject}"));
            lines.add(&format!("{name} {} {other}{about}", verb(said)), "");
        }
    }

    fn mind_fault(&self, fault: MindFault) -> String {
        match fault {
            MindFault::CannotWalk => "there is no action `walk_to`, so nobody can walk".into(),
            MindFault::NoSuchAction(action) => {
                let action = self.symbols.name(Category::Action, action.0);
                format!("there is no action `{action}`")
            }
            MindFault::NoSuchArea(area) => {
                let area = self.symbols.name(Category::Area, area.0);
                format!("nobody knows where {area} is")
            }
            MindFault::NoSuchProp(prop) => {
                let prop = self.symbols.name(Category::Prop, prop.0);
                format!("there is no location that goes by the name {prop}")
            }
            other => format!("{other:?}"),
        }
    }

    pub(super) fn role(&self, role: RoleId) -> String {
        self.symbols.name(Category::Role, role.0).replace('_', " ")
    }
}

/// Whether an action of a mind is one that needs a place and others, and not a mere pastime.
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
