//! Puppets: characters that are driven from outside, with all their skills off.

use super::Skills;
use crate::decider::DeciderView;
use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use townsfolk_core::CharacterId;
pub use townsfolk_tactics::PuppetOrder;

impl Folk {
    /// Orders something of a character with skills from outside, from the next tick on. All its skills
    /// are off until it is told to [`Leave`](PuppetOrder::Leave).
    pub fn puppet(&mut self, who: CharacterId, order: PuppetOrder) {
        self.report(Report::Puppet(who, order));
    }

    pub(crate) fn take_in_puppet(&mut self, who: CharacterId, order: PuppetOrder) {
        match self.character(who).is_some() {
            true => self.news.puppets.push((who, order)),
            false => self.unheard(RejectedReport::NoSuchCharacter(who)),
        }
    }
}

impl Skills {
    /// Takes in the orders of this tick.
    pub(super) fn take_puppet_orders(&mut self, at: &DeciderView<'_>) {
        for (who, order) in &at.folk.news.puppets {
            if let Some(row) = self.rows.get_mut(who) {
                row.runner.order(*order);
                self.due.insert(*who);
            }
        }
    }
}
