//! Operators with variables, written out for every combination of values.

use super::bits::PropIndex;
use super::data::{Effect, Operator};
use std::collections::BTreeMap;
use townsfolk_core::SymbolId;

/// An operator with variables. Each variable takes the same values; two variables never the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its name.
    pub name: SymbolId,
    /// Number of variables.
    pub variables: usize,
    /// The precondition: a family of propositions, the variable that selects one, and its truth.
    pub when: Vec<(SymbolId, usize, bool)>,
    /// The effects, in the same form.
    pub makes: Vec<(SymbolId, usize, bool)>,
    /// The cost.
    pub cost: u16,
}

/// Names of grounded propositions, in order of first mention.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grounding {
    names: BTreeMap<(SymbolId, SymbolId), PropIndex>,
}

impl Grounding {
    /// The index of a proposition: a family, and the value that selects one of it.
    pub fn index(&mut self, family: SymbolId, value: SymbolId) -> PropIndex {
        let next = PropIndex(self.names.len() as u16);
        *self.names.entry((family, value)).or_insert(next)
    }

    /// Number of propositions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no proposition was mentioned.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Writes an operator out for every combination of different values.
    pub fn expand(&mut self, template: &Template, values: &[SymbolId]) -> Vec<Operator> {
        let chosen = combinations(template.variables, values);
        chosen.iter().map(|chosen| self.ground(template, chosen)).collect()
    }

    fn ground(&mut self, template: &Template, chosen: &[SymbolId]) -> Operator {
        let mut all = |list: &[(SymbolId, usize, bool)]| {
            let list = list.iter().filter_map(|(family, variable, holds)| {
                Some(Effect {
                    proposition: self.index(*family, *chosen.get(*variable)?),
                    holds: *holds,
                })
            });
            list.collect::<Vec<Effect>>()
        };
        Operator {
            name: template.name,
            when: all(&template.when),
            makes: all(&template.makes),
            cost: template.cost,
        }
    }
}

/// All ways to give so many variables different values, in order.
pub fn combinations(variables: usize, values: &[SymbolId]) -> Vec<Vec<SymbolId>> {
    let mut all: Vec<Vec<SymbolId>> = vec![vec![]];
    for _ in 0..variables {
        let longer = all.iter().flat_map(|chosen| {
            let fresh = values.iter().filter(|value| !chosen.contains(value));
            fresh.map(|value| {
                let mut chosen = chosen.clone();
                chosen.push(*value);
                chosen
            })
        });
        all = longer.collect();
    }
    all
}
