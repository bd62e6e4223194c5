//! With whom to do what.

use super::network::{Situation, answer, strongest};
use townsfolk_core::CharacterId;
use townsfolk_module::mind::{Degree, Interaction, Mood, Network, Persona, Relationship};

/// What somebody would like to do, with whom, and how close the next best was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preference {
    /// With whom.
    pub with: CharacterId,
    /// What.
    pub interaction: Interaction,
    /// How strongly the network speaks for it.
    pub degree: Degree,
    /// What it would rather do next with the same person, and how strongly.
    pub next: (Interaction, Degree),
}

/// Asks the network about everybody there, and takes the strongest answer that is not "nothing".
/// Among equals the one who was named first is taken.
pub fn choose(
    network: &Network,
    persona: Persona,
    mood: Mood,
    there: impl IntoIterator<Item = (CharacterId, Relationship)>,
) -> Option<Preference> {
    choose_fresh(network, persona, mood, there, &|_, _| Degree::ONE)
}

/// The same for somebody who remembers what they did last: each answer counts with the share that
/// `still_fresh` leaves it, so that nobody tells one person joke after joke.
pub fn choose_fresh(
    network: &Network,
    persona: Persona,
    mood: Mood,
    there: impl IntoIterator<Item = (CharacterId, Relationship)>,
    still_fresh: &dyn Fn(CharacterId, Interaction) -> Degree,
) -> Option<Preference> {
    let mut best: Option<Preference> = None;
    for (with, toward) in there {
        let situation = Situation {
            persona,
            mood,
            toward,
        };
        let mut degrees = answer(network, &situation);
        for (degree, interaction) in degrees.iter_mut().zip(Interaction::ALL) {
            *degree = degree.times(still_fresh(with, interaction).clamped());
        }
        let (interaction, degree) = strongest(&degrees);
        let better = best.is_none_or(|best| degree > best.degree);
        if interaction == Interaction::Nothing || !better {
            continue;
        }
        let mut others = degrees;
        if let Some(place) = Interaction::ALL.iter().position(|i| *i == interaction) {
            others[place] = Degree(i32::MIN);
        }
        best = Some(Preference {
            with,
            interaction,
            degree,
            next: strongest(&others),
        });
    }
    best
}
