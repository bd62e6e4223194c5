//! What a value is mistaken for, by memory or by a liar.

use super::strength::Keyed;
use super::subject::Subject;
use super::world::World;
use townsfolk_core::{Number, Value};
use townsfolk_module::knowledge::{Facet, Mistakes};

/// Another value that is taken for this one. `None` if the facet cannot be mistaken.
pub fn mistake(
    world: &(impl World + ?Sized),
    facet: &Facet,
    subject: Subject,
    value: Value,
    draws: Keyed,
) -> Option<Value> {
    const INDEX: u64 = 20;
    match &facet.mistaken {
        Mistakes::Never => None,
        Mistakes::Graph(rows) => {
            let row = rows.binary_search_by_key(&value, |(from, _)| *from).ok()?;
            let (_, others) = rows.get(row)?;
            let weights = others.iter().map(|(_, weight)| u64::from(weight.0));
            let place = draws.weighted(INDEX, weights)?;
            others.get(place).map(|(other, _)| *other)
        }
        Mistakes::Another => {
            let values = world.frequencies().of(facet.id);
            let others: Vec<Value> = values
                .map(|(other, _)| other)
                .chain(facet.common.iter().map(|(other, ..)| *other))
                .filter(|other| *other != value)
                .collect();
            one_of(others, draws, INDEX)
        }
        Mistakes::SimilarName | Mistakes::RelatedPlace => {
            let others = world.similar(subject, facet.id, value);
            let others = others.into_iter().filter(|other| *other != value);
            one_of(others.collect(), draws, INDEX)
        }
        Mistakes::Near(most) => {
            let Value::Number(number) = value else {
                return None;
            };
            let off = 1 + draws.upto(INDEX, u64::from(*most).checked_sub(1)?);
            let off = Number::whole(i64::try_from(off).ok()?).0;
            let off = if draws.upto(INDEX + 1, 1) == 0 {
                off
            } else {
                -off
            };
            Some(Value::Number(Number(number.0.saturating_add(off))).clamped())
        }
    }
}

/// One of several values, all equally likely.
fn one_of(mut values: Vec<Value>, draws: Keyed, index: u64) -> Option<Value> {
    values.sort_unstable();
    values.dedup();
    let last = u64::try_from(values.len()).ok()?.checked_sub(1)?;
    let place = usize::try_from(draws.upto(index, last)).ok()?;
    values.get(place).copied()
}
