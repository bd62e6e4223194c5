//! What people do to one another, what it does to them, and the network that chooses.

use super::degree::Degree;
use serde::{Deserialize, Serialize};

/// One character's deed towards another, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Interaction {
    /// A kiss.
    Kiss,
    /// A flirt.
    Flirt,
    /// A joke.
    Joke,
    /// A compliment.
    Compliment,
    /// A chat.
    Chat,
    /// An insult.
    Insult,
    /// An assault, in words.
    Assault,
    /// Nothing.
    Nothing,
}

impl Interaction {
    /// All of them, in the order of the network's outputs.
    pub const ALL: [Interaction; 8] = [
        Interaction::Kiss,
        Interaction::Flirt,
        Interaction::Joke,
        Interaction::Compliment,
        Interaction::Chat,
        Interaction::Insult,
        Interaction::Assault,
        Interaction::Nothing,
    ];

    /// The word as authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Interaction::Kiss => "kiss",
            Interaction::Flirt => "flirt",
            Interaction::Joke => "joke",
            Interaction::Compliment => "compliment",
            Interaction::Chat => "chat",
            Interaction::Insult => "insult",
            Interaction::Assault => "assault",
            Interaction::Nothing => "nothing",
        }
    }
}

/// What interactions do to the one they are aimed at, as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effects {
    /// One row per interaction and circumstance.
    pub rows: Vec<Effect>,
    /// How much one, two and three signs are.
    pub steps: [Degree; 3],
    /// From here on attraction is high.
    pub attraction_high: Degree,
    /// Below this dominance is submissive.
    pub submissive_below: Degree,
}

/// What one interaction does, in a circumstance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The interaction.
    pub interaction: Interaction,
    /// When this row applies.
    pub when: Circumstance,
    /// What changes, and by how many signs.
    pub changes: Vec<Change>,
}

/// A change of a mood or a relationship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What changes.
    pub target: Target,
    /// By how many signs: −3 to 3.
    pub signs: i8,
}

/// What an interaction can change in the one it is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Target {
    /// Its mood.
    Valence,
    /// Its mood.
    Arousal,
    /// Its relationship to the other.
    Like,
    /// Its relationship to the other.
    Attraction,
    /// Its relationship to the other.
    Dominance,
    /// Its relationship to the other.
    Intimacy,
    /// Its relationship to the other.
    Interest,
}

/// When a row of the effects applies, as seen by the one it is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Circumstance {
    /// Always.
    Always,
    /// Finds the other attractive.
    Attracted,
    /// Does not.
    NotAttracted,
    /// Is submissive to the other.
    Submissive,
    /// Is not.
    NotSubmissive,
    /// The subject of the chat is one of its own.
    SubjectShared,
    /// It is not.
    SubjectNotShared,
}

/// The weights of the social network: nine inputs, six hidden neurons, eight outputs, all with
/// biases (the last number of each row).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Network {
    /// From the nine inputs to the hidden neurons.
    pub hidden: [[Degree; 10]; 6],
    /// From the hidden neurons to one output per [`Interaction`].
    pub output: [[Degree; 7]; 8],
}
