//! Interactions between characters, their effects, and the network that chooses.

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
    /// A present. The player gives it; the network never chooses it.
    Give,
}

impl Interaction {
    /// Those that the network chooses from, in the order of its outputs.
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

    /// Everything that can be done to a character: those of the network except `Nothing`, and what
    /// only the player does.
    pub const DONE: [Interaction; 8] = [
        Interaction::Kiss,
        Interaction::Flirt,
        Interaction::Joke,
        Interaction::Compliment,
        Interaction::Chat,
        Interaction::Insult,
        Interaction::Assault,
        Interaction::Give,
    ];

    /// The one with this name; `Nothing` is done to nobody, and is not among them.
    pub fn named(name: &str) -> Option<Interaction> {
        let mut all = Interaction::DONE.into_iter();
        all.find(|known| known.name() == name)
    }

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
            Interaction::Give => "give",
        }
    }
}

/// The effects of interactions, as data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effects {
    /// One row per interaction, whom it changes, and circumstance.
    pub rows: Vec<Effect>,
    /// From here on attraction is high.
    pub attraction_high: Degree,
    /// Below this dominance is submissive.
    pub submissive_below: Degree,
}

/// The effects of one interaction in one circumstance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The interaction.
    pub interaction: Interaction,
    /// The character it changes.
    pub on: On,
    /// When this row applies.
    pub when: Circumstance,
    /// The changed value and the amount.
    pub changes: Vec<Change>,
}

/// The character that an interaction changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum On {
    /// The one it is aimed at: its mood, and what it feels for the one who acts.
    Other,
    /// The one who acts: its mood, and what it feels for the other.
    Oneself,
    /// Everybody else who is near: their mood, and what they feel for the one who acts.
    Witnesses,
}

/// A change of a mood or a relationship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The changed value.
    pub target: Target,
    /// By how much.
    pub by: Degree,
}

/// The values of a character that an interaction can change.
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

/// When a row of the effects applies, as seen by the one it changes.
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
