//! Chooses an interaction and a partner.

use super::network::{Situation, answer, strongest};
use townsfolk_core::{CharacterId, Draw};
use townsfolk_module::mind::{Degree, Interaction, Mood, Network, Persona, Relationship};

/// What is staler than this is not said: silence is better than the same joke again.
const FRESH_MIN: Degree = Degree::percent(30);

/// In a mood of less valence than this, others are insulted for no fault of theirs.
const BAD_MOOD: Degree = Degree::percent(40);

/// Whoever is attracted less than this neither kisses nor flirts.
const ATTRACTED: Degree = Degree::percent(60);

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
    /// Whether an interaction can be performed at all.
    pub possible: &'a dyn Fn(Interaction) -> bool,
    /// Whether hostility needs dislike or a bad mood, and tenderness attraction.
    pub needs_cause: bool,
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
        possible: &|_| true,
        needs_cause: false,
        whim: None,
    };
    choose_fresh(network, persona, mood, there, leanings)
}

/// The same with memory and whims.
///
/// The strongest answer says how much a character wishes for contact with another, and whether in
/// friendship or in enmity. If that interaction is stale or impossible, the next best of the same
/// kind takes over the wish: whoever cannot kiss flirts, and nobody insults a friend because a
/// compliment is stale. Among answers that are nearly as strong as the best, one is drawn.
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
        let mut plain = answer(network, &situation);
        for (interaction, degree) in Interaction::ALL.into_iter().zip(&mut plain) {
            if leanings.needs_cause && !has_cause(interaction, mood, &toward) {
                *degree = Degree::ZERO;
            }
        }
        let shares = Interaction::ALL.map(|what| match (leanings.possible)(what) {
            true => (leanings.fresh)(with, what).clamped(),
            false => Degree::ZERO,
        });
        let share = |interaction| share_of(&shares, interaction);
        // What is too stale to be said leaves the wish to the next best.
        let usable = shares.map(|share| match share < FRESH_MIN {
            true => Degree::ZERO,
            false => share,
        });
        let (favourite, wish) = strongest(&plain);
        let better = rather.is_none_or(|rather| wish > rather.degree);
        if favourite != Interaction::Nothing && better && (leanings.possible)(favourite) {
            rather = Some(NetworkPreference {
                with,
                interaction: favourite,
                degree: wish,
                fresh: share(favourite),
            });
        }
        let degrees = taken_over(plain, usable);
        let nothing = share_of(&degrees, Interaction::Nothing);
        for (interaction, degree) in Interaction::ALL.into_iter().zip(degrees) {
            // "Nothing" wins a tie only if it is named first, and it is named last.
            let silent = interaction == Interaction::Nothing || degree < nothing;
            if silent || degree <= Degree::ZERO || share(interaction) < FRESH_MIN {
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

/// The answers of the network, reduced to the shares that staleness leaves. The best that is left
/// takes over the wish of the favourite; what is of another kind than the favourite is left out.
fn taken_over(plain: [Degree; 8], shares: [Degree; 8]) -> [Degree; 8] {
    let (favourite, wish) = strongest(&plain);
    let mut left = plain;
    for ((interaction, degree), share) in Interaction::ALL.into_iter().zip(&mut left).zip(shares) {
        let kind = is_hostile(interaction) == is_hostile(favourite);
        *degree = match kind || interaction == Interaction::Nothing {
            true => degree.times(share),
            false => Degree::ZERO,
        };
    }
    let mut said = left;
    said[Interaction::ALL.len() - 1] = Degree::ZERO;
    let (best, most) = strongest(&said);
    if favourite == Interaction::Nothing || best == favourite || most <= Degree::ZERO {
        return left;
    }
    let wish = i64::from(wish.times(share_of(&shares, best)).0);
    for degree in left.iter_mut().take(Interaction::ALL.len() - 1) {
        *degree = Degree::saturated(i64::from(degree.0) * wish / i64::from(most.0));
    }
    left
}

/// Whether it is done in enmity.
fn is_hostile(interaction: Interaction) -> bool {
    matches!(interaction, Interaction::Insult | Interaction::Assault)
}

/// Whether there is a cause: for hostility dislike or a bad mood, for tenderness attraction.
fn has_cause(interaction: Interaction, mood: Mood, toward: &Relationship) -> bool {
    match interaction {
        Interaction::Kiss | Interaction::Flirt => toward.attraction >= ATTRACTED,
        _ if is_hostile(interaction) => toward.like < Degree::HALF || mood.valence < BAD_MOOD,
        _ => true,
    }
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
