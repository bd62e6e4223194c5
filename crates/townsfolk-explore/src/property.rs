//! The properties `always`, `never` and `eventually`.

use crate::canonical::Renaming;
use crate::clock::{Clocks, NOW};
use crate::event::World;
use crate::situation::Situation;
use crate::step::Branch;
use crate::survey::ScriptSurvey;
use townsfolk_core::{Atom, CharacterId, Duration, Tick, Value};
use townsfolk_module::{Literal, Module, Property, PropertyForm, Script};
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::{Bindings, DrawKey, Fate, TupleSpace};
use townsfolk_scene::{Happening, Nowhere};

/// The values of a property's variables.
pub(crate) type Values = Vec<Option<Value>>;

/// Whether a property needs situations to be kept for later.
pub(crate) fn needs_situations(script: &Script) -> bool {
    let mut properties = script.properties.iter();
    properties.any(|property| property.form == PropertyForm::Eventually)
}

/// The part of a situation that properties can name.
pub(crate) fn what_is_judged(situation: &Situation, survey: &ScriptSurvey) -> Situation {
    let scene = &situation.scene;
    let judged = &survey.attention.judged;
    let facts = scene.facts.facts.iter();
    let facts = facts.filter(|fact| judged.contains(&fact.atom.fact));
    let people = scene.participants.iter().map(|p| {
        let mut person = p.clone();
        person.rests = vec![];
        person.coins = vec![];
        person.fired_once = vec![];
        person
    });
    Situation {
        scene: Scene {
            facts: TupleSpace {
                facts: facts.cloned().collect(),
            },
            participants: people.collect(),
            running: vec![],
            properties: scene.properties.clone(),
            vacancies: vec![],
            gone: vec![],
            passed_over: vec![],
            ..*scene
        },
        clocks: Clocks::default(),
        open: situation.open,
        left: situation.left,
    }
}

/// The parts of situations on the way of a step that properties can name: between its updates, and
/// within an update wherever a fact that was just added is about to go. An expectation that holds
/// there has been met.
pub(crate) fn on_the_way(world: &World<'_>, from: &Situation, branch: &Branch) -> Vec<Situation> {
    let judged = &world.survey.attention.judged;
    let mut found = vec![];
    let mut before = from;
    for (index, update) in branch.updates.iter().enumerate() {
        let mut added: Vec<&Atom> = vec![];
        for (number, happening) in update.happenings.iter().enumerate() {
            match happening {
                Happening::Added(atom) => added.push(atom),
                Happening::Removed(atom) | Happening::Released(atom) | Happening::Passed(atom)
                    if added.contains(&atom) && judged.contains(&atom.fact) =>
                {
                    let mut situation = before.clone();
                    let so_far = &update.happenings[..number];
                    change(&mut situation.scene.facts, world.script, so_far);
                    found.push(what_is_judged(&situation, world.survey));
                }
                _ => {}
            }
        }
        if let Some(between) = branch.between.get(index) {
            found.push(what_is_judged(between, world.survey));
            before = between;
        }
    }
    found
}

/// Applies the additions and removals of facts in order.
fn change(facts: &mut TupleSpace, script: &Script, happenings: &[Happening]) {
    for happening in happenings {
        match happening {
            Happening::Added(atom) => {
                facts.add(script, atom.clone(), NOW, None);
            }
            Happening::Removed(atom) | Happening::Released(atom) | Happening::Passed(atom) => {
                facts.remove_if(|fact| fact.atom == *atom);
            }
            _ => {}
        }
    }
}

/// Whether a situation alone breaks a property.
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

/// Whether a property's expectation holds with some values.
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

/// The values after a step. Times have moved, so they are not kept.
pub(crate) fn renamed(values: &Values, renaming: Renaming, survey: &ScriptSurvey) -> Values {
    let rename = |value: &Option<Value>| match value {
        Some(Value::Time(_)) => None,
        Some(other) => Some(renaming.of_value(*other, survey)),
        None => None,
    };
    values.iter().map(rename).collect()
}

/// Properties contain no randomness.
#[derive(Debug)]
pub(crate) struct NoChance;

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
