//! Compiled minds as plain data: needs, layers, schedules, persona, what people do to one another,
//! and what they remember.
//!
//! What any of it means is told by `townsfolk-mind`.

mod area;
mod bodily;
mod cast_member;
mod degree;
mod layer;
mod manners;
mod memory;
mod moment;
mod need;
mod persona;
mod schedule;
mod social;
mod temper;

pub use area::Area;
pub use bodily::{Bodily, Serves, Toll};
pub use cast_member::{CastMember, Known};
pub use degree::Degree;
pub use layer::{
    Control, Deed, EventInput, Feeling, Inhibition, Layer, Link, Node, NodeKind, Selection,
    Sources, Test, ThresholdChange, When, not_ready_to_change_role, time_to_change_role,
};
pub use manners::Manners;
pub use memory::{Gossip, MemorySize};
pub use moment::Moment;
pub use need::{Curve, Drift, Need};
pub use persona::{Mood, Persona, Relationship};
pub use schedule::{Daytime, Meets, Schedule, ScheduleEntry, UrgencyRamp, Venue};
pub use social::{Change, Circumstance, Effect, Effects, Interaction, Network, On, Target};
pub use temper::Temper;

use serde::{Deserialize, Serialize};
use townsfolk_core::{LayerId, RoleId};

/// Everything a project says about minds. Lists are sorted by id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Minds {
    /// Areas, each within another or by itself.
    pub areas: Vec<Area>,
    /// Layers of minds.
    pub layers: Vec<Layer>,
    /// Roles that carry a layer.
    pub roles: Vec<(RoleId, LayerId)>,
    /// People with a mind and a day of their own.
    pub people: Vec<CastMember>,
    /// Effects of actions on the needs of their performers.
    pub bodily: Vec<Bodily>,
    /// Which needs kinds of locations serve, and in which role.
    pub serves: Vec<Serves>,
    /// Effects of interactions, if they differ from the defaults.
    pub effects: Option<Effects>,
    /// The social network, if not the usual.
    pub network: Option<Network>,
}

impl Minds {
    /// Sorts every list, as the format wants it.
    pub fn sort(&mut self) {
        self.areas.sort_by_key(|area| area.id);
        self.layers.sort_by_key(|layer| layer.id);
        self.roles.sort();
        self.people.sort_by_key(|person| person.id);
        self.bodily
            .sort_by_key(|bodily| (bodily.action, bodily.need));
        self.serves
            .sort_by_key(|serves| (serves.location, serves.need, serves.role));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use townsfolk_core::{LayerId, MemberId, NeedId, NodeId, Urgency};

    /// A person with a temper and somebody they know.
    pub(crate) fn member() -> CastMember {
        CastMember {
            id: MemberId(1),
            roles: vec![],
            basic: LayerId::named("basic"),
            navigation: LayerId::named("basic"),
            schedule: Schedule::default(),
            persona: Persona {
                neuroticism: Degree::HALF,
                extroversion: Degree::ONE,
            },
            temper: Temper {
                cools_down: Some(3600),
                tires: vec![(Interaction::Joke, 600)],
                ..Temper::default()
            },
            mood: Mood::default(),
            attractiveness: Degree::ONE,
            subjects: vec![],
            knows: vec![],
            relationships: vec![(
                MemberId(2),
                Relationship::at_first_sight(Degree::ONE, Degree::ZERO),
            )],
            memory: MemorySize::default(),
            gossip: Gossip::default(),
        }
    }

    /// Encoding and decoding a value gives the same value.
    #[test]
    fn minds_survive_the_codec() {
        let mut layer = Layer::empty(LayerId::named("basic"));
        let node = NodeId::named("hunger");
        layer.needs.push(Need {
            id: NeedId::named("hunger"),
            rise: Curve::straight(Degree::ZERO, Degree::ONE, 3600),
            fall: Curve::straight(Degree::ONE, Degree::ZERO, 60),
            drift: Drift::Rises,
            start: Degree::HALF,
            random_start: true,
        });
        let deed = Deed::Mingle { moves: true };
        for kind in [
            NodeKind::Concept,
            NodeKind::Need(NeedId::named("hunger")),
            NodeKind::Flag { on: true },
            NodeKind::Feeling(Feeling::Urgency),
            NodeKind::Action {
                deed,
                urgency: Urgency::Wish,
            },
        ] {
            layer.nodes.push(Node { id: node, kind });
        }
        layer.links.push(Link {
            from: Sources::All(vec![node, not_ready_to_change_role()]),
            ..Link::plain(node, node, Degree::thousandths(-300))
        });
        let member = member();
        let bytes = postcard::to_allocvec(&(&layer, &member)).unwrap();
        let read: (Layer, CastMember) = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(read, (layer, member));
    }
}
