//! Events of a mind as sentences without their subject: `sets out for the inn`.

use super::mind::{MindWords, node_name, verb};
use super::names::plain;
use crate::{MindEvent, MindFault};
use townsfolk_core::NodeId;
use townsfolk_module::Category;

impl MindWords<'_> {
    /// An event, to be read after the name of its character. `None` for events that are not told.
    pub fn event(&self, event: &MindEvent) -> Option<String> {
        let node = |node: &NodeId| node_name(self.symbols, *node);
        Some(match event {
            MindEvent::RoleDue(role) => format!("should be {} now", self.role(*role)),
            MindEvent::RoleCalledOff => "stays after all".to_owned(),
            MindEvent::RoleLaidDown { role, .. } => format!("is no longer {}", self.role(*role)),
            MindEvent::SetOut(area) => format!("sets out for {}", self.area(*area)),
            MindEvent::RoleTaken(role) => format!("is now {}", self.role(*role)),
            MindEvent::Begins(action) => format!("begins: {}", node(action)),
            MindEvent::Did(action) => format!("has done: {}", node(action)),
            MindEvent::BrokeOff(action) => format!("gives up: {}", node(action)),
            MindEvent::Interacted(what, whom) => format!("{} {}", verb(*what), self.name(*whom)),
            MindEvent::Told(whom, news) => {
                format!("tells {} {}", self.name(*whom), self.news(*news))
            }
            MindEvent::Arranged { with, area, at } => format!(
                "arranges to meet {} at {} at {}",
                self.name(*with),
                self.area(*area),
                at.daytime()
            ),
            MindEvent::Met(with) => format!("meets {} as arranged", self.name(*with)),
            MindEvent::WaitedInVain(with) => {
                format!("has waited for {} in vain", self.name(*with))
            }
            MindEvent::Restless(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(node).collect();
                format!("cannot decide: {} go in a circle", nodes.join(", "))
            }
            MindEvent::Fault(fault) => format!("is stuck: {}", self.fault(*fault)),
            MindEvent::LevelIs(_) => return None,
        })
    }

    fn fault(&self, fault: MindFault) -> String {
        match fault {
            MindFault::CannotWalk => "there is no action `walk_to`, so nobody can walk".into(),
            MindFault::NoSuchAction(action) => {
                let action = self.symbols.name(Category::Action, action.0);
                format!("there is no action `{action}`")
            }
            MindFault::NoSuchArea(area) => format!("nobody knows where {} is", self.area(area)),
            MindFault::NoSuchProp(prop) => {
                let prop = plain(self.symbols, Category::Prop, prop.0);
                format!("there is no location that goes by the name {prop}")
            }
        }
    }
}
