//! What a reasonable person of a given kind would do.

use crate::social::Situation;
use townsfolk_module::mind::{Degree, Interaction};

/// The interaction that the rules speak for.
pub fn teacher(situation: &Situation) -> Interaction {
    let Situation {
        persona,
        mood,
        toward,
    } = situation;
    let above = |degree: Degree, percent: i32| degree > Degree::percent(percent);
    let in_bad_mood = !above(mood.valence, 35);
    if !above(toward.like, 35) {
        // Stable characters avoid those they dislike; neurotic ones cannot.
        let provoked = in_bad_mood && above(mood.arousal, 55);
        return match (above(persona.neuroticism, 45), provoked) {
            (true, true) => Interaction::Assault,
            (true, false) | (false, true) => Interaction::Insult,
            (false, false) => Interaction::Nothing,
        };
    }
    if in_bad_mood {
        return Interaction::Nothing;
    }
    if above(toward.attraction, 65) && above(toward.like, 60) {
        if above(toward.intimacy, 60) {
            return Interaction::Kiss;
        }
        // Shy characters compliment instead.
        return if above(persona.extroversion, 45) {
            Interaction::Flirt
        } else {
            Interaction::Compliment
        };
    }
    if above(toward.intimacy, 60) && above(persona.extroversion, 45) {
        return Interaction::Joke;
    }
    if !above(toward.dominance, 30) && above(toward.like, 55) {
        return Interaction::Compliment;
    }
    // Outgoing characters talk to anybody they do not mind.
    if above(toward.interest, 45) || above(persona.extroversion, 70) && above(toward.like, 40) {
        return Interaction::Chat;
    }
    Interaction::Nothing
}
