//! A persona: two measures from 0 to 1.

use crate::context::Context;
use crate::declaration::measure::{LEVEL, read_measures};
use crate::syntax::Node;
use townsfolk_module::mind::{Degree, Persona};

/// The default persona: both measures in the middle.
pub(crate) const ORDINARY: Persona = Persona {
    neuroticism: Degree::HALF,
    extroversion: Degree::HALF,
};

/// The persona of a list of measures. A missing measure is in the middle.
pub(crate) fn lower(node: &Node, cx: &mut Context<'_>) -> Persona {
    let mut persona = ORDINARY;
    for (word, value) in read_measures(cx, node, &["neurotic", "extrovert"], |_| LEVEL) {
        match word {
            "neurotic" => persona.neuroticism = value,
            _ => persona.extroversion = value,
        }
    }
    persona
}
