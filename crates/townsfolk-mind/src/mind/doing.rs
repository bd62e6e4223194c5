//! Begin, end and interruption of actions.

use super::Mind;
use crate::calendar::Moment;
use crate::map::Act;
use std::cmp::Ordering;
use townsfolk_core::{NodeId, PropId};
use townsfolk_module::mind::{Control, Degree, When};

/// How much stronger another action must be to interrupt an engrossed character. Without it, two
/// needs of similar strength would alternate every few seconds.
pub const CLEARLY_STRONGER: Degree = Degree::percent(10);

impl Mind {
    pub(super) fn interrupts(&self, act: &Act, doing: &Act) -> bool {
        let enough = self.begun_at.plus(CLEARLY_STRONGER);
        match act.urgency.cmp(&doing.urgency) {
            Ordering::Greater => true,
            Ordering::Equal => self.map.at(act.place) > enough,
            Ordering::Less => false,
        }
    }

    pub(super) fn engrossing(&self) -> Option<&Act> {
        let doing = self.doing.filter(|_| self.engrossed)?;
        self.map
            .program()
            .actions
            .iter()
            .find(|act| act.node == doing)
    }

    /// The character has begun an action. It may turn to another one at any beat.
    pub fn begun(&mut self, action: NodeId, prop: Option<PropId>) {
        self.doing = Some(action);
        self.begun_at = self.map.activation(action);
        self.engrossed = false;
        self.control(action, When::Begun, prop);
    }

    /// The action has reached a step that is interrupted only by something stronger than the action
    /// was at its beginning. So nobody leaves a meal because the first bite has reduced the hunger.
    pub fn engross(&mut self, engrossed: bool) {
        self.engrossed = engrossed;
    }

    /// The action is done.
    pub fn done(&mut self, action: NodeId, prop: Option<PropId>) {
        self.end(action);
        self.control(action, When::Done, prop);
    }

    /// The action was stopped or failed. Flags stay as they are, so it may be resumed.
    pub fn stopped(&mut self, action: NodeId) {
        self.end(action);
    }

    fn end(&mut self, action: NodeId) {
        if self.doing == Some(action) {
            self.doing = None;
            self.engrossed = false;
        }
        self.stirred = true;
    }

    /// The action is not possible now (no free chair, nobody to talk to). It is excluded until a
    /// moment, so that the next best can win.
    pub fn put_off(&mut self, action: NodeId, until: Moment) {
        self.stopped(action);
        self.put_off.retain(|(known, _)| *known != action);
        self.put_off.push((action, until));
    }

    /// The character has given up a prop: flags that remember it go off.
    pub fn give_up(&mut self, prop: PropId) {
        self.map.give_up(prop);
        self.stirred = true;
    }

    /// The character has left the prop that an action used: flags that the action sets with the prop
    /// go off.
    pub fn leave_prop(&mut self, action: NodeId) {
        let sets = self.controls().filter_map(|control| match control {
            Control::Sets {
                action: by,
                flag,
                on: true,
                keeps_prop: true,
                ..
            } if by == action => Some(flag),
            _ => None,
        });
        let flags: Vec<NodeId> = sets.collect();
        for flag in flags {
            self.map.switch(flag, false, None);
            self.stirred = true;
        }
    }

    fn control(&mut self, action: NodeId, moment: When, used: Option<PropId>) {
        let controls: Vec<Control> = self.controls().collect();
        for control in controls {
            match control {
                Control::Sets {
                    action: by,
                    when,
                    flag,
                    on,
                    keeps_prop,
                } if by == action && when == moment => {
                    self.map.switch(flag, on, used.filter(|_| keeps_prop));
                    self.stirred = true;
                }
                Control::Sets { .. } | Control::Uses { .. } => {}
            }
        }
    }

    pub(super) fn controls(&self) -> impl Iterator<Item = Control> {
        self.map.program().controls.iter().copied()
    }
}
