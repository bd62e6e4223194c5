//! Layers: the small maps a mind is put together from.

use super::degree::Degree;
use super::need::Need;
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, AreaId, CourseId, HostId, LayerId, NeedId, NodeId, PropId, PropKindId, RoleId,
    SymbolId, Urgency,
};

/// The flag of every basic layer that is on while a change of role is due.
pub fn time_to_change_role() -> NodeId {
    NodeId::named("time_to_change_role")
}

/// The concept of every basic layer that keeps a role from being given up.
pub fn not_ready_to_change_role() -> NodeId {
    NodeId::named("not_ready_to_change_role")
}

/// A layer: a fuzzy cognitive map, basic or carried by a role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layer {
    /// Its id.
    pub id: LayerId,
    /// Needs that exist while it is held.
    pub needs: Vec<Need>,
    /// Its nodes. Their order is part of their meaning: concepts are updated and ties between
    /// actions are broken in it.
    pub nodes: Vec<Node>,
    /// Links between its own nodes.
    pub links: Vec<Link>,
    /// Links with an end in another layer, found by name when the layer is put on.
    pub across: Vec<Link>,
    /// Thresholds of other layers' links that are different while this one is held.
    pub threshold_changes: Vec<ThresholdChange>,
    /// Effects of actions on flags, and the owners of the props they use.
    pub controls: Vec<Control>,
    /// Events that excite needs.
    pub events: Vec<EventInput>,
    /// How the concepts of the basic layer hold down those of this one.
    pub inhibition: Inhibition,
}

impl Layer {
    /// A layer with nothing in it.
    pub fn empty(id: LayerId) -> Layer {
        Layer {
            id,
            needs: vec![],
            nodes: vec![],
            links: vec![],
            across: vec![],
            threshold_changes: vec![],
            controls: vec![],
            events: vec![],
            inhibition: Inhibition::default(),
        }
    }
}

/// A node of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Its id, unique among all layers.
    pub id: NodeId,
    /// The meaning of the node.
    pub kind: NodeKind,
}

/// The meaning of a node, which is also the source of its activation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NodeKind {
    /// An idea: the sum of what is linked to it, within 0 and 1.
    Concept,
    /// The level of a need.
    Need(NeedId),
    /// The degree to which something is true of the world.
    Test(Test),
    /// Something to keep in mind until it is changed.
    Flag {
        /// Whether it is on at the start.
        on: bool,
    },
    /// Part of who the character is and how it feels.
    Feeling(Feeling),
    /// Something to do: the sum of what is linked to it. The strongest is done.
    Action {
        /// The requested thing.
        deed: Deed,
        /// How strongly the mind offers to drive the body with it.
        urgency: Urgency,
    },
}

/// Readings of the character itself that a map can use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Feeling {
    /// Tense, difficult with people.
    Neuroticism,
    /// Sociable, impulsive.
    Extroversion,
    /// In a good mood.
    Valence,
    /// How strongly the mood is felt.
    Arousal,
    /// How pressing the next entry of the schedule has become.
    Urgency,
}

/// What is asked of the world. The answer is a degree and, where there is one, the prop that made
/// it true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Test {
    /// Carries something of this kind.
    Carries(PropKindId),
    /// A prop of this kind is here, and free.
    FreeProp(PropKindId),
    /// A character waits at a slot of a prop of this kind.
    WaitsAt(PropKindId, SymbolId),
    /// A character with this role is here.
    Present(RoleId),
    /// Is somewhere else than in this area.
    NotIn(AreaId),
    /// A reading of the host.
    Reading(HostId),
    /// Is somewhere else than where the schedule wants it now.
    NotAtWork,
}

/// The request of an action node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// Something the host knows how to do: flee, idle.
    Act(ActionId),
    /// Finds a prop that lowers the need and uses it.
    Satisfy(NeedId, Selection),
    /// Uses this very prop, in a slot of this kind.
    UseProp(PropId, SymbolId),
    /// Uses some prop of a kind, in a slot of this kind.
    UseKind(PropKindId, SymbolId, Selection),
    /// Takes something of a kind.
    PickUp(PropKindId, Selection),
    /// Walks to an area.
    GoTo(AreaId),
    /// Walks to the area that the schedule names: the deed of navigation layers.
    FollowSchedule,
    /// Seeks company.
    Mingle {
        /// Whether walking about.
        moves: bool,
    },
    /// Follows a course that has no parameters.
    Follow(CourseId),
}

/// How one of several props is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Selection {
    /// The nearest.
    #[default]
    Nearest,
    /// By the relationships with those who are there already.
    ByCompany,
}

/// A weighted link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Where it comes from.
    pub from: Sources,
    /// Where it leads: a concept or an action.
    pub to: NodeId,
    /// How much passes, from −1 (holds down) to 1 (drives).
    pub weight: Degree,
    /// It passes only what reaches this, and then all of it. Above 1 it never passes.
    pub threshold: Degree,
}

impl Link {
    /// A plain link that passes everything.
    pub fn plain(from: NodeId, to: NodeId, weight: Degree) -> Link {
        Link {
            from: Sources::One(from),
            to,
            weight,
            threshold: Degree::ZERO,
        }
    }

    /// The same with a threshold.
    pub fn above(self, threshold: Degree) -> Link {
        Link { threshold, ..self }
    }
}

/// Where a link comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Sources {
    /// A single node.
    One(NodeId),
    /// The weakest of several: AND.
    All(Vec<NodeId>),
    /// The strongest of several: OR.
    Any(Vec<NodeId>),
}

impl Sources {
    /// The nodes.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            Sources::One(node) => std::slice::from_ref(node),
            Sources::All(nodes) | Sources::Any(nodes) => nodes,
        }
    }
}

/// Another threshold for the plain links between two nodes, while the layer is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThresholdChange {
    /// Where the links come from.
    pub from: NodeId,
    /// Where they lead.
    pub to: NodeId,
    /// Their threshold as long as the layer is held.
    pub threshold: Degree,
}

/// A link that carries no activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Control {
    /// Doing an action switches a flag.
    Sets {
        /// The action.
        action: NodeId,
        /// When.
        when: When,
        /// The flag.
        flag: NodeId,
        /// On or off.
        on: bool,
        /// Whether the flag remembers the prop that was used.
        keeps_prop: bool,
    },
    /// An action uses the prop that made a test true.
    Uses {
        /// The action.
        action: NodeId,
        /// The test.
        test: NodeId,
    },
}

/// When an action switches a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum When {
    /// As it begins.
    Begun,
    /// When it has been done.
    Done,
}

/// An event nearby that excites (or calms) a need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventInput {
    /// The kind of event.
    pub event: SymbolId,
    /// The need.
    pub need: NeedId,
    /// How much, for an event at no distance.
    pub size: Degree,
    /// The burst shrinks in a straight line to nothing at this distance; if absent, not at all.
    pub reach_mm: Option<u32>,
}

/// How the concepts of the basic layer hold down those of a role's layer, so that strong needs of
/// the body go before duties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inhibition {
    /// The weight of each link; negative.
    pub weight: Degree,
    /// Whether a need that is too weak to be acted on does not inhibit: the link then has the
    /// threshold of the basic concept's own link to its action.
    pub gated: bool,
}

impl Default for Inhibition {
    fn default() -> Inhibition {
        Inhibition {
            weight: Degree::thousandths(-300),
            gated: true,
        }
    }
}
