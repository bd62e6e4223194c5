//! Actions: channels, outcomes, owners and references.

use crate::id::{CharacterId, SceneId, StartId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The part of a character that an action occupies.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Channel {
    /// Walking, sitting, carrying.
    #[default]
    Body,
    /// Speaking, beside anything the body does.
    Voice,
    /// Looking.
    Gaze,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Channel; 3] = [Channel::Body, Channel::Voice, Channel::Gaze];
}

/// How a body looks while it does an action: the `pose` that content declares. It changes nothing else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Posture {
    /// On its feet, hands at rest.
    Standing,
    /// On a seat or on the ground.
    Sitting,
    /// On a bed or on the ground.
    Lying,
    /// On its feet, hands at work.
    Working,
    /// With a cup or a plate, on a seat.
    Eating,
    /// On its feet, until something happens.
    Waiting,
}

impl Posture {
    /// Every posture.
    pub const ALL: [Posture; 6] = [
        Posture::Standing,
        Posture::Sitting,
        Posture::Lying,
        Posture::Working,
        Posture::Eating,
        Posture::Waiting,
    ];

    /// Its word in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Posture::Standing => "standing",
            Posture::Sitting => "sitting",
            Posture::Lying => "lying",
            Posture::Working => "working",
            Posture::Eating => "eating",
            Posture::Waiting => "waiting",
        }
    }
}

/// How an action ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It was completed.
    Done,
    /// It could not be completed.
    Failed,
    /// It was stopped before its end.
    Stopped,
}

/// The owner of an action: it asked for the action and receives the outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// A rule of this scene.
    Scene(SceneId),
    /// A decider of this character: a mind, hot rules, a course of the host.
    Decider(CharacterId),
}

/// The encoding of owners in saves and recordings: one number. Scenes are below this value,
/// characters from it on.
const CHARACTERS_FROM: u64 = 0xffff_ffff_0000_0000;

impl Serialize for Owner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(match self {
            Owner::Scene(scene) => scene.0,
            Owner::Decider(who) => CHARACTERS_FROM | u64::from(who.0),
        })
    }
}

impl<'de> Deserialize<'de> for Owner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Owner, D::Error> {
        let number = u64::deserialize(deserializer)?;
        let character = number.checked_sub(CHARACTERS_FROM);
        Ok(match character.and_then(|who| u32::try_from(who).ok()) {
            Some(who) => Owner::Decider(CharacterId(who)),
            None => Owner::Scene(SceneId(number)),
        })
    }
}

/// One performance of an action. Its outcome is reported under this reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ActionRef {
    /// The owner.
    pub owner: Owner,
    /// The number of the performance, counted by the owner.
    pub start: StartId,
}

impl ActionRef {
    /// An action that a scene asked for.
    pub fn of_scene(scene: SceneId, start: StartId) -> ActionRef {
        ActionRef {
            owner: Owner::Scene(scene),
            start,
        }
    }

    /// An action that a decider of this character asked for.
    pub fn of_decider(who: CharacterId, start: StartId) -> ActionRef {
        ActionRef {
            owner: Owner::Decider(who),
            start,
        }
    }

    /// The scene that asked for it, if a scene did.
    pub fn scene(&self) -> Option<SceneId> {
        match self.owner {
            Owner::Scene(scene) => Some(scene),
            Owner::Decider(_) => None,
        }
    }

    /// The character whose decider asked for it, if no scene did.
    pub fn decider(&self) -> Option<CharacterId> {
        match self.owner {
            Owner::Scene(_) => None,
            Owner::Decider(who) => Some(who),
        }
    }
}
