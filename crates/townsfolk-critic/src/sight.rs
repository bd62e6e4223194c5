//! Inputs of the critic: plain values, so that a test can plant anything.

use townsfolk::{ActionRef, LocationId, Place};
use townsfolk_core::{
    ActionId, AreaId, Channel, CharacterId, Duration, LocationKindId, NeedId, NodeId, Outcome,
    PropId, RoleId, SceneId,
};
use townsfolk_knowledge::News;
use townsfolk_module::mind::{Deed, Interaction};

/// An observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sight {
    /// A character has entered the world, or appears.
    Appears(CharacterId),
    /// The position of a character.
    At(CharacterId, Place),
    /// A character has left the world.
    Gone(CharacterId),
    /// A character begins an action.
    Begins(Act),
    /// An action is asked to stop.
    Stops(ActionRef),
    /// An action has an outcome.
    Ends(ActionRef, Outcome),
    /// A character takes part in a scene.
    Joins {
        /// The character.
        who: CharacterId,
        /// The scene.
        scene: SceneId,
        /// The location.
        location: LocationId,
        /// The kind of location.
        kind: LocationKindId,
        /// The role.
        role: RoleId,
        /// Whether it is work: the role joins as duty.
        serves: bool,
    },
    /// A character has left the scene at a location.
    Leaves(CharacterId, LocationId),
    /// A scene is over.
    Over(SceneId),
    /// A mind begins a deed.
    Wishes {
        /// The character.
        who: CharacterId,
        /// The node of the map.
        node: NodeId,
        /// The deed.
        deed: Deed,
        /// Whether only roles that are not held ask for it.
        out_of_role: bool,
        /// The need that it satisfies, if that is hardly felt.
        needless: Option<NeedId>,
    },
    /// A mind has done its deed.
    Did(CharacterId, NodeId),
    /// A mind has interrupted its deed, or could not do it.
    BrokeOff(CharacterId, NodeId),
    /// Waits at a location to be cast in a role.
    Waits {
        /// The character.
        who: CharacterId,
        /// The location.
        location: LocationId,
        /// The kind of location.
        kind: LocationKindId,
        /// The role.
        role: RoleId,
    },
    /// Sets out for an area; whether a scene still holds it.
    SetsOut(CharacterId, AreaId, bool),
    /// An interaction with another character; whether it likes the other and is in a good mood.
    Interacted(CharacterId, Interaction, CharacterId, bool),
    /// Told a character news.
    Told {
        /// The character.
        who: CharacterId,
        /// The other character.
        to: CharacterId,
        /// The news.
        news: News,
        /// Whether the news is about the listener.
        about_them: bool,
    },
    /// A sample of a character, now and then.
    Glance(Glance),
}

/// An action that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Its id.
    pub action: ActionRef,
    /// The character.
    pub who: CharacterId,
    /// The second performer.
    pub partner: Option<CharacterId>,
    /// The action.
    pub what: ActionId,
    /// The channel.
    pub channel: Channel,
    /// The character it is aimed at, in the scene or in talk.
    pub to: Option<CharacterId>,
    /// The prop it is aimed at, if another character holds it.
    pub held_by_other: Option<(PropId, CharacterId)>,
    /// Whether it is sleep.
    pub sleep: bool,
    /// The area in which it sleeps, if its schedule never leads there.
    pub astray: Option<AreaId>,
    /// The goal, if it is a walk.
    pub walk: Option<Place>,
    /// The duration after which the engine counts it as failed.
    pub limit: Duration,
}

/// A sample of a character with a mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The character.
    pub who: CharacterId,
    /// The role that is held by schedule.
    pub role: Option<RoleId>,
    /// The role that the schedule asks for, and how many calendar seconds it may be late.
    pub due: Option<(RoleId, i64)>,
    /// Whether it has no deed, no scene and no other driver.
    pub idle: bool,
    /// Whether something stronger than a need drives it.
    pub held: bool,
    /// An unbearable need, and a free place near that would ease it.
    pub starves: Option<(NeedId, LocationKindId)>,
    /// An unbearable need that it would satisfy, and whether any location serves it.
    pub lacks: Option<(NeedId, bool)>,
    /// What they do where they are because of their role, if that is held in another area.
    pub elsewhere: Option<(NodeId, AreaId)>,
}
