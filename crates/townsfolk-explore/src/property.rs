//! What the author states must always, never or eventually hold.

use crate::canonical::Renaming;
use crate::clock::NOW;
use crate::situation::Situation;
use townsfolk_core::{CharacterId, Duration, Tick, Value};
use townsfolk_module::{Literal, Module, Property, PropertyForm, Script};
use townsfolk_scene::reference::{Bindings, DrawKey, Fate, Nowhere, Scene};

/// The values of a property's variables.
pub(crate) type Values = Vec<Option<Value>>;

/// Whether a property can be judged only by looking at situations again later.
pub(crate) fn needs_situations(script: &Script) -> bool {
    let mut properties = script.properties.iter();
    properties.any(|property| property.form == PropertyForm::Eventually)
}

/// Whether a situation in itself breaks a property.
pub(crate) fn is_broken(module: &Module, property: &Property, situation: &Situation) -> bool {
    match property.form {
        PropertyForm::Never => !premises(module, property, situation).is_empty(),
        PropertyForm::Always => premises(module, property, situation)
            .iter()
            .any(|values| !is_met(module, property, situation, values)),
        PropertyForm::Eventually => false,
    }
}

/// The solutions of a property's premise.
pub(crate) fn premises(module: &Module, property: &Property, s: &Situation) -> Vec<Values> {
    let start = Bindings::new(property.variables);
    let found = solutions(module, s, &start, &property.when);
    found.iter().map(Bindings::values).collect()
}

/// Whether what a property expects holds with some values.
pub(crate) fn is_met(
    module: &Module,
    property: &Property,
    situation: &Situation,
    values: &Values,
) -> bool {
    let start = Bindings::of(values);
    !solutions(module, situation, &start, &property.expect).is_empty()
}

fn solutions(
    module: &Module,
    situation: &Situation,
    start: &Bindings,
    literals: &[Literal],
) -> Vec<Bindings> {
    let scene = &situation.scene;
    scene.solutions(module, &Nowhere, &mut NoChance, start, literals)
}

/// The same values after a step. Times have moved, so they are not kept.
pub(crate) fn renamed(values: &Values, renaming: Renaming) -> Values {
    let rename = |value: &Option<Value>| match value {
        Some(Value::Character(who)) => Some(Value::Character(renaming.of(*who))),
        Some(Value::Time(_)) => None,
        other => *other,
    };
    values.iter().map(rename).collect()
}

/// There is no chance in a property.
#[derive(Debug)]
struct NoChance;

impl Fate for NoChance {
    fn order(&mut self, _: &Scene, _: Tick, _: &mut [CharacterId]) {}

    fn number(&mut self, _: DrawKey, low: i64, _: i64) -> i64 {
        low
    }

    fn coin(&mut self, _: DrawKey, _: i64) -> bool {
        false
    }

    fn pick(&mut self, _: DrawKey, _: usize) -> usize {
        0
    }

    fn next_beat(&mut self, _: DrawKey, _: Tick, _: Duration) -> Tick {
        NOW
    }
}
