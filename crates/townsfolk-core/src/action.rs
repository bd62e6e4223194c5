//! What performing an action involves: a channel of the body, and an outcome.

use crate::id::{CharacterId, SceneId, StartId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an action occupies of a character.
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

/// How an action ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It was carried out.
    Done,
    /// It could not be carried out.
    Failed,
    /// It was stopped before its end.
    Stopped,
}

/// Who asked for an action, and is told its outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// A rule of this scene.
    Scene(SceneId),
    /// A decider of this character: a mind, hot rules, a course of the host.
    Decider(CharacterId),
}

/// Saves and recordings keep an owner as one number. Numbers of scenes end before this one; those
/// above it are characters.
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

/// One performance of an action: the name under which its outcome is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ActionRef {
    /// Who asked for it.
    pub owner: Owner,
    /// Which performance of theirs.
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

    /// Whose decider asked for it, if no scene did.
    pub fn decider(&self) -> Option<CharacterId> {
        match self.owner {
            Owner::Scene(_) => None,
            Owner::Decider(who) => Some(who),
        }
    }
}
