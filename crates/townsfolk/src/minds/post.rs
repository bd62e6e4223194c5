//! The post of a role: the area in which it is held, and the way back there.
//!
//! A need may lead a barkeeper out of the taproom. What the role asks for belongs behind the bar, so
//! the character walks back before it goes on.

use super::Intention;
use crate::folk::Folk;
use townsfolk_act::{Aim, Order};
use townsfolk_core::{AreaId, CharacterId, NodeId, Urgency};
use townsfolk_mind::Holding;
use townsfolk_module::mind::{Deed, Layer, NodeKind};

impl Folk {
    /// The walk that comes before a deed that a role asks for, if the character has left the area in
    /// which the role is held. A deed as urgent as a need is done on the spot.
    pub(super) fn way_to_post(&self, who: CharacterId, wanted: &Intention) -> Option<Order> {
        let on_the_spot = matches!(wanted.deed, Deed::Act(_) | Deed::PickUp(..));
        if !on_the_spot || wanted.urgency > Urgency::Duty {
            return None;
        }
        let layer = self.layer_of_role(who, wanted.action)?;
        let post = self.workplace_of(who)?;
        let here = self.area_of(who)?;
        let away = !self.is_within(here, post) && !self.leads_to(layer, here);
        let laid_out = self.block_for(who, post).is_some();
        (away && laid_out).then_some(Order::Walk(Aim::Area(post)))
    }

    /// The layer of the role that a character holds, if it has this node.
    fn layer_of_role(&self, who: CharacterId, node: NodeId) -> Option<&Layer> {
        let mind = &self.mind(who)?.mind;
        let (Holding::Role(_) | Holding::Closing { .. }) = mind.holding() else {
            return None;
        };
        let held = mind.map().program().layers.get(1)?;
        let layers = &self.content.module.minds.layers;
        let place = layers.binary_search_by_key(held, |layer| layer.id).ok()?;
        let layer = layers.get(place)?;
        layer
            .nodes
            .iter()
            .any(|own| own.id == node)
            .then_some(layer)
    }

    /// Whether a layer itself sends its holder to an area: then its deeds may be done there.
    fn leads_to(&self, layer: &Layer, here: AreaId) -> bool {
        layer.nodes.iter().any(|node| match node.kind {
            NodeKind::Action {
                deed: Deed::GoTo(area),
                ..
            } => self.is_within(here, area),
            _ => false,
        })
    }
}
