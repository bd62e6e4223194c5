//! What the critic is shown: plain values, so that a test can show it anything.

use townsfolk::{ActionRef, LocationId, Place};
use townsfolk_core::{
    ActionId, AreaId, Channel, CharacterId, Duration, LocationKindId, NeedId, NodeId, Outcome,
    PropId, RoleId, SceneId,
};
use townsfolk_knowledge::News;
use townsfolk_module::mind::{Deed, Interaction};

/// Something that can be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sight {
    /// A character has come into the world, or appears in it.
    Appears(CharacterId),
    /// A character is here now.
    At(CharacterId, Place),
    /// A character is gone from the world.
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
        /// In which.
        scene: SceneId,
        /// The place.
        location: LocationId,
        /// What sort of place that is.
        kind: LocationKindId,
        /// The role.
        role: RoleId,
        /// Whether that is work: the role joins as duty.
        serves: bool,
    },
    /// A character takes part in the scene at a location no longer.
    Leaves(CharacterId, LocationId),
    /// A scene is over.
    Over(SceneId),
    /// A mind begins a deed. If only roles ask for it, one of these should be held.
    Wishes {
        /// The character.
        who: CharacterId,
        /// The node of the map.
        node: NodeId,
        /// What it asks for.
        deed: Deed,
        /// Whether no role that is held asks for it.
        out_of_role: bool,
        /// The need it is for, if that is hardly felt.
        needless: Option<NeedId>,
    },
    /// A mind has done its deed.
    Did(CharacterId, NodeId),
    /// A mind has broken its deed off, or could not do it.
    BrokeOff(CharacterId, NodeId),
    /// Waits at a location to be taken in a role.
    Waits {
        /// The character.
        who: CharacterId,
        /// The place.
        location: LocationId,
        /// What sort of place that is.
        kind: LocationKindId,
        /// The role.
        role: RoleId,
    },
    /// Sets out for an area; whether a scene still holds them.
    SetsOut(CharacterId, AreaId, bool),
    /// Did something to a character; whether they are fond of them and in a good mood.
    Interacted(CharacterId, Interaction, CharacterId, bool),
    /// Told a character news; whether it is about the one who hears it.
    Told {
        /// The character.
        who: CharacterId,
        /// The other character.
        to: CharacterId,
        /// What.
        news: News,
        /// Whether the listener is whom it is about.
        about_them: bool,
    },
    /// A look at a character, now and then.
    Glance(Glance),
}

/// An action that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Under which name.
    pub action: ActionRef,
    /// The character.
    pub who: CharacterId,
    /// Who else performs it.
    pub partner: Option<CharacterId>,
    /// What.
    pub what: ActionId,
    /// What it occupies.
    pub channel: Channel,
    /// The person it is aimed at, in the scene or in talk.
    pub to: Option<CharacterId>,
    /// The prop it is aimed at, if another character holds it.
    pub held_by_other: Option<(PropId, CharacterId)>,
    /// Whether it is sleep.
    pub sleep: bool,
    /// Where a character sleeps, if their schedule has them elsewhere.
    pub astray: Option<AreaId>,
    /// Whether it is a walk.
    pub walk: Option<Place>,
    /// After so long the engine counts it as failed.
    pub limit: Duration,
}

/// A look at a character with a mind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glance {
    /// The character.
    pub who: CharacterId,
    /// The role that is held by schedule.
    pub role: Option<RoleId>,
    /// The role that the schedule asks for, and how many calendar seconds it may be late.
    pub due: Option<(RoleId, i64)>,
    /// Whether there is neither deed, nor scene, nor any character else who moves them.
    pub idle: bool,
    /// Whether something stronger than a need holds them.
    pub held: bool,
    /// A need that is all but unbearable, and a free place near that would ease it.
    pub starves: Option<(NeedId, LocationKindId)>,
    /// A need that is all but unbearable and that they would see to, and whether anything serves it.
    pub lacks: Option<(NeedId, bool)>,
    /// What they do where they are because of their role, if that is held in another area.
    pub elsewhere: Option<(NodeId, AreaId)>,
}
