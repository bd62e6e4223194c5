//! The social network: one for all characters.

use super::sigmoid::sigmoid;
use townsfolk_module::mind::{Degree, Interaction, Mood, Network, Persona, Relationship};

/// The input of the network: the personality and mood of the actor, and its feelings for the other.
/// It knows nothing about the other's mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The personality of the actor.
    pub persona: Persona,
    /// Its mood.
    pub mood: Mood,
    /// Its feelings for the other.
    pub toward: Relationship,
}

impl Situation {
    /// The nine inputs, in the order of the weights.
    pub fn inputs(&self) -> [Degree; 9] {
        [
            self.persona.neuroticism,
            self.persona.extroversion,
            self.mood.valence,
            self.mood.arousal,
            self.toward.like,
            self.toward.attraction,
            self.toward.dominance,
            self.toward.intimacy,
            self.toward.interest,
        ]
    }

    /// The situation with these inputs.
    pub fn of(inputs: [Degree; 9]) -> Situation {
        let [neuroticism, extroversion, valence, arousal, like, ..] = inputs;
        let [.., attraction, dominance, intimacy, interest] = inputs;
        Situation {
            persona: Persona {
                neuroticism,
                extroversion,
            },
            mood: Mood { valence, arousal },
            toward: Relationship {
                like,
                attraction,
                dominance,
                intimacy,
                interest,
            },
        }
    }
}

/// The network's output for each interaction, in the order of [`Interaction::ALL`].
pub fn answer(network: &Network, situation: &Situation) -> [Degree; 8] {
    let inputs = situation.inputs();
    let hidden = network.hidden.map(|row| neuron(&row, &inputs));
    network.output.map(|row| neuron(&row, &hidden))
}

/// The interaction with the highest output; ties go to the first.
pub fn strongest(answer: &[Degree; 8]) -> (Interaction, Degree) {
    let mut best = (Interaction::Nothing, Degree(i32::MIN));
    for (interaction, degree) in Interaction::ALL.into_iter().zip(answer) {
        if *degree > best.1 {
            best = (interaction, *degree);
        }
    }
    best
}

/// A sum of products and a bias, through the sigmoid.
fn neuron(row: &[Degree], inputs: &[Degree]) -> Degree {
    let Some((bias, weights)) = row.split_last() else {
        return Degree::ZERO;
    };
    let products = weights.iter().zip(inputs);
    let products = products.map(|(w, i)| i64::from(w.0) * i64::from(i.clamped().0));
    let sum = products.sum::<i64>() + (i64::from(bias.0) << 16);
    sigmoid(sum >> 16)
}

/// The trained weights as text, with their origin.
pub const SHIPPED: &str = include_str!("../../content/social.weights");

/// The trained network that comes with the engine.
pub fn shipped_network() -> Option<Network> {
    parse(SHIPPED)
}

/// Reads weights in the format of [`write()`]: integers in 1/65,536, row by row; lines that begin
/// with `#` are comments. `None` if there are not exactly 116.
pub fn parse(text: &str) -> Option<Network> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words = lines.flat_map(str::split_whitespace);
    let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 116)?;
    let mut numbers = numbers.into_iter().map(Degree);
    let mut next = || numbers.next().unwrap_or_default();
    Some(Network {
        hidden: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        output: std::array::from_fn(|_| std::array::from_fn(|_| next())),
    })
}

/// Writes weights as text, one row per neuron.
pub fn write(network: &Network) -> String {
    let row = |row: &[Degree]| {
        let words: Vec<String> = row.iter().map(|weight| weight.0.to_string()).collect();
        words.join(" ") + "\n"
    };
    let hidden = network.hidden.iter().map(|r| row(r));
    hidden
        .chain(network.output.iter().map(|r| row(r)))
        .collect()
}
