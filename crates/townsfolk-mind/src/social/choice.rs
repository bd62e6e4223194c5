//! Chooses an interaction and a partner.

use super::network::{Situation, answer, strongest};
use townsfolk_core::{CharacterId, Draw};
use townsfolk_module::mind::{Degree, Interaction, Mood, Network, Persona, Relationship};

/// The preferred interaction, its partner, and the runner-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preference {
    /// With whom.
    pub with: CharacterId,
    /// What.
    pub interaction: Interaction,
    /// The network's output, reduced by staleness.
    pub degree: Degree,
    /// The share that staleness left.
    pub fresh: Degree,
    /// The second choice with the same partner, and its strength.
    pub next: (Interaction, Degree),
    /// What the network alone would have preferred, if it differs.
    pub rather: Option<NetworkPreference>,
}

/// What the network would have preferred without staleness and whims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkPreference {
    /// With whom.
    pub with: CharacterId,
    /// What.
    pub interaction: Interaction,
    /// The network's output.
    pub degree: Degree,
    /// The share that staleness leaves.
    pub fresh: Degree,
}

/// What changes the choice of the network.
#[derive(Clone, Copy)]
pub struct Leanings<'a> {
    /// The share that staleness leaves of an interaction with a character.
    pub fresh: &'a dyn Fn(CharacterId, Interaction) -> Degree,
    /// Among choices at most this much weaker than the strongest, one is drawn.
    pub whim: Option<(Degree, Draw)>,
}

impl std::fmt::Debug for Leanings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Leanings")
            .field("whim", &self.whim)
            .finish()
    }
}

/// Asks the network about everybody present, and returns the strongest answer that is not
/// "nothing". Ties go to the first who was named.
pub fn choose(
    network: &Network,
    persona: Persona,
    mood: Mood,
    there: impl IntoIterator<Item = (CharacterId, Relationship)>,
) -> Option<Preference> {
    let leanings = Leanings {
        fresh: &|_, _| Degree::ONE,
        whim: None,
    };
    choose_fresh(network, persona, mood, there, leanings)
}

/// The same with memory and whims. Each answer is reduced by staleness, so that nobody tells one
/// person joke after joke. Among answers that are nearly as strong as the best, one is drawn.
pub fn choose_fresh(
    network: &Network,
    persona: Persona,
    mood: Mood,
    there: impl IntoIterator<Item = (CharacterId, Relationship)>,
    leanings: Leanings<'_>,
) -> Option<Preference> {
    let mut all: Vec<Preference> = vec![];
    let mut rather: Option<NetworkPreference> = None;
    for (with, toward) in there {
        let situation = Situation {
            persona,
            mood,
            toward,
        };
        let plain = answer(network, &situation);
        let shares =
            Interaction::ALL.map(|interaction| (leanings.fresh)(with, interaction).clamped());
        let mut degrees = plain;
        for (degree, share) in degrees.iter_mut().zip(shares) {
            *degree = degree.times(share);
        }
        let share = |interaction| share_of(&shares, interaction);
        let (interaction, degree) = strongest(&plain);
        let better = rather.is_none_or(|rather| degree > rather.degree);
        if interaction != Interaction::Nothing && better {
            rather = Some(NetworkPreference {
                with,
                interaction,
                degree,
                fresh: share(interaction),
            });
        }
        let nothing = share_of(&degrees, Interaction::Nothing);
        for (interaction, degree) in Interaction::ALL.into_iter().zip(degrees) {
            // "Nothing" wins a tie only if it is named first, and it is named last.
            if interaction == Interaction::Nothing || degree < nothing {
                continue;
            }
            let mut others = degrees;
            if let Some(place) = Interaction::ALL.iter().position(|i| *i == interaction) {
                others[place] = Degree(i32::MIN);
            }
            all.push(Preference {
                with,
                interaction,
                degree,
                fresh: share(interaction),
                next: strongest(&others),
                rather: None,
            });
        }
    }
    let mut best = pick(&all, leanings.whim)?;
    let same = |r: &NetworkPreference| (r.with, r.interaction) == (best.with, best.interaction);
    best.rather = rather.filter(|rather| !same(rather));
    Some(best)
}

/// The strongest, ties to the first; or on a whim one that is nearly as strong.
fn pick(all: &[Preference], whim: Option<(Degree, Draw)>) -> Option<Preference> {
    let mut best = *all.first()?;
    for preference in all {
        if preference.degree > best.degree {
            best = *preference;
        }
    }
    let Some((margin, draw)) = whim.filter(|(margin, _)| *margin > Degree::ZERO) else {
        return Some(best);
    };
    let near = |p: &&Preference| p.degree.plus(margin) >= best.degree;
    let near: Vec<&Preference> = all.iter().filter(near).collect();
    let last = i64::try_from(near.len()).ok()?.checked_sub(1)?;
    let index = usize::try_from(draw.between(0, 0, last)).ok()?;
    near.get(index).map(|preference| **preference)
}

fn share_of(degrees: &[Degree; 8], interaction: Interaction) -> Degree {
    let mut all = Interaction::ALL.iter().zip(degrees);
    let found = all.find(|(known, _)| **known == interaction);
    found.map_or(Degree::ZERO, |(_, degree)| *degree)
}
