//! How an action begins and ends, and what can interrupt it.

use super::Mind;
use crate::calendar::Moment;
use crate::map::Act;
use std::cmp::Ordering;
use townsfolk_core::{NodeId, PropId};
use townsfolk_module::mind::{Control, Degree, When};

/// By how much something must be stronger to interrupt somebody who is engrossed. Without it two
/// needs of about equal strength would take turns every few seconds.
pub const CLEARLY_STRONGER: Degree = Degree::percent(10);

impl Mind {
    pub(super) fn interrupts(&self, act: &Act, doing: &Act) -> bool {
        let enough = self.begun_at.plus(CLEARLY_STRONGER);
        match act.word.cmp(&doing.word) {
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

    /// The character has begun to do what it wanted. It may turn to something else at any beat.
    pub fn begun(&mut self, action: NodeId, prop: Option<PropId>) {
        self.doing = Some(action);
        self.begun_at = self.map.activation(action);
        self.engrossed = false;
        self.control(action, When::Begun, prop);
    }

    /// It has come to a step that is not broken off for less than what the action was begun with:
    /// nobody gets up from a meal because the first bite has taken the edge off the hunger.
    pub fn engross(&mut self, engrossed: bool) {
        self.engrossed = engrossed;
    }

    /// It has done it.
    pub fn done(&mut self, action: NodeId, prop: Option<PropId>) {
        self.end(action);
        self.control(action, When::Done, prop);
    }

    /// It was stopped, or failed. Flags stay as they are: what was begun may be gone on with.
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

    /// It cannot be done now (there is no free chair, nobody to talk to): it is not wanted again
    /// before a moment, so that the next best can be.
    pub fn put_off(&mut self, action: NodeId, until: Moment) {
        self.stopped(action);
        self.put_off.retain(|(known, _)| *known != action);
        self.put_off.push((action, until));
    }

    /// It has given up a prop: flags that remembered it go off.
    pub fn give_up(&mut self, prop: PropId) {
        self.map.give_up(prop);
        self.stirred = true;
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
