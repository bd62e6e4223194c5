//! What a runner asks for. The host, or the embedded stage, does it.

use crate::world::Set;
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, Angle, CharacterId, CourseId, Duration, Place, StimulusId, SymbolId, TokenId,
};
use townsfolk_senses::Sensed;

/// What a body is asked to do. A new order takes the place of the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BodyOrder {
    /// Walk straight to a point.
    Go {
        /// Where to.
        to: Place,
        /// How fast, in millimetres a second.
        pace: u32,
    },
    /// Play a motion that ends at a point.
    MoveSo {
        /// Which.
        motion: SymbolId,
        /// Where it ends.
        to: Place,
        /// The direction at its end.
        heading: Angle,
    },
    /// Turn.
    Turn(Angle),
    /// Look around.
    LookAbout,
    /// Wait.
    Stay {
        /// Crouched.
        low: bool,
    },
    /// Hit somebody within reach.
    Strike(CharacterId),
    /// Throw something at a point.
    ThrowAt(Place),
    /// Shoot at somebody who is believed to be at a point.
    ShootAt(CharacterId, Place),
    /// Perform a course of content, at somebody or at a point.
    Perform {
        /// Which.
        course: CourseId,
        /// At whom.
        target: Option<CharacterId>,
        /// Where.
        at: Option<Place>,
    },
    /// Perform an action without a target.
    Gesture(ActionId),
    /// Do what a skill of the author's own says, by its index in the set.
    Deed {
        /// The index.
        skill: u8,
    },
}

/// How far a body has come with its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum BodyState {
    /// It has no order.
    #[default]
    Free,
    /// It carries the order out.
    Busy,
    /// It has carried the order out.
    Done,
    /// It could not, or something more urgent came between.
    Failed,
}

/// What a runner asks for beside its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Intent {
    /// Scream or growl.
    Cry,
    /// Say what content has for this moment.
    Bark(SymbolId),
    /// Make a stimulus.
    Sound(StimulusId, Place),
    /// Set an attribute of its own.
    SetAttribute(SymbolId, Set),
    /// Drop a record.
    Drop(Sensed),
    /// A cloud spreads: whoever is inside is slowed and disoriented.
    Cloud {
        /// Where.
        at: Place,
        /// How far.
        radius_mm: u32,
        /// For how long.
        lasts: Duration,
        /// The speed of those inside, in thousandths.
        slows: u32,
    },
    /// Hold this post of a query; nobody else may take it.
    Reserve(u32),
    /// Give the post back.
    Release,
    /// Die: what kept it alive is gone.
    Die,
    /// Give a token of the squad back.
    GiveBack(TokenId),
    /// It drops what it does, even in the middle of a motion: somebody has to shoot.
    Interrupt,
    /// It begins to shoot at somebody who is believed to be at a point.
    Shot(CharacterId, Place),
    /// It has looked at the place where the enemy was believed to be, and found nobody.
    NothingThere,
}
