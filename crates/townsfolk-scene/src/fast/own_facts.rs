//! Facts about `.me`: a changed row wakes only the participants that it names.
//!
//! Most conditions ask for facts that name `.me` at a certain place. The first few such places of a
//! script have a topic of their own. A change of a row touches this topic only for the participant
//! whom the row names there, so that no other participant is woken by it.

use super::fact_store::History;
use super::packed_value::{CHARACTER, PackedValue, kind, payload};
use super::program::{Code, topic};
use super::scene::{CompactParticipant, Scene};
use crate::reference::STEP_BUDGET;
use townsfolk_core::{FactId, VarId};
use townsfolk_module::{Expr, Literal, Script};

/// Maximum number of places that have a topic of their own.
const PLACES_MAX: usize = 8;

/// With this many facts or more, a search about one participant could run out of steps because of
/// facts about another. Then every change concerns all participants.
pub(super) const FACTS_MAX: usize = 50;

/// The places of declared facts that have a topic of their own: fact, number of arguments, place.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnPlaces(Vec<(FactId, usize, u8)>);

impl OwnPlaces {
    /// Gives a topic to the place at which a literal asks for `.me`, if there is one left.
    pub(super) fn add(&mut self, script: &Script, literal: &Literal) {
        let Literal::Fact {
            fact, arguments, ..
        } = literal
        else {
            return;
        };
        let Some(place) = place_of_me(arguments) else {
            return;
        };
        let declared = script.fact(*fact);
        let known = (*fact, arguments.len(), place);
        if declared.is_some_and(|d| d.kinds.len() == arguments.len())
            && self.0.len() < PLACES_MAX
            && !self.0.contains(&known)
        {
            self.0.push(known);
        }
    }

    /// The topic of the place at which arguments of a fact have `.me`.
    pub(super) fn topic(&self, fact: FactId, arguments: &[Expr]) -> Option<u64> {
        let wanted = (fact, arguments.len(), place_of_me(arguments)?);
        let index = self.0.iter().position(|known| *known == wanted)?;
        Some(topic::own(index))
    }

    /// The places of one declared fact, each with its topic.
    pub(super) fn of(&self, fact: FactId, arity: usize) -> Vec<(u8, u64)> {
        let all = self.0.iter().enumerate();
        let here = all.filter(|(_, known)| (known.0, known.1) == (fact, arity));
        here.map(|(index, known)| (known.2, topic::own(index)))
            .collect()
    }
}

fn place_of_me(arguments: &[Expr]) -> Option<u8> {
    let place = arguments.iter().position(|a| *a == Expr::Me)?;
    u8::try_from(place).ok()
}

/// Whether the search of a condition cannot run out of steps with fewer than [`FACTS_MAX`] facts.
///
/// Each literal takes as many steps as its fact has rows, once for every solution of the literals
/// before it. That is a product of numbers of rows whose sum is limited. It is greatest if the rows
/// are spread over the facts as often as each fact occurs. A fact whose arguments are all known holds
/// in one way at most.
pub(super) fn is_short(condition: &[Literal]) -> bool {
    let mut bound: Vec<VarId> = vec![];
    let mut before: Vec<FactId> = vec![];
    let mut steps: u64 = 0;
    for literal in condition {
        let mut factors = before.clone();
        match literal {
            Literal::Fact {
                negated,
                fact,
                arguments,
            } => {
                factors.push(*fact);
                let is_known = |argument: &Expr| match argument {
                    Expr::Me | Expr::Constant(_) => true,
                    Expr::Variable(variable) => bound.contains(variable),
                    _ => false,
                };
                if !negated && !arguments.iter().all(is_known) {
                    before.push(*fact);
                }
                if !negated {
                    bound.extend(arguments.iter().filter_map(variable));
                }
            }
            Literal::Compare { .. } | Literal::Host { .. } | Literal::Coin { .. } => {}
            Literal::Define { .. } | Literal::Any { .. } | Literal::InState { .. } => return false,
        }
        if counts(literal) {
            return false;
        }
        let mut product: u64 = 1;
        for fact in &factors {
            let times = factors.iter().filter(|other| *other == fact).count();
            // One more row of each for the step of the literal itself.
            let share = (FACTS_MAX + factors.len()) * times / factors.len() + 1;
            product = product.saturating_mul(share as u64);
        }
        steps = steps.saturating_add(product);
    }
    steps <= u64::from(STEP_BUDGET)
}

fn variable(argument: &Expr) -> Option<VarId> {
    match argument {
        Expr::Variable(variable) => Some(*variable),
        _ => None,
    }
}

fn counts(literal: &Literal) -> bool {
    let mut found = false;
    for expr in literal.expressions() {
        expr.walk(&mut |inner| found |= matches!(inner, Expr::Count(_)));
    }
    found
}

impl Scene {
    /// Adds a row that is not there. The participants it names have a reason to look, as far as
    /// `topics` count.
    #[inline]
    pub(super) fn add_row(
        &mut self,
        code: &Code,
        fact: usize,
        words: &[PackedValue],
        history: History,
        topics: u64,
    ) {
        self.facts.push(fact, words, history);
        self.touch_named(code, fact, words, topics);
    }

    /// Removes a row, which has these words.
    #[inline]
    pub(super) fn remove_row(
        &mut self,
        code: &Code,
        (fact, row): (usize, usize),
        words: &[PackedValue],
        topics: u64,
    ) {
        self.touch_named(code, fact, words, topics);
        self.facts.remove(fact, row);
    }

    fn touch_named(&mut self, code: &Code, fact: usize, words: &[PackedValue], topics: u64) {
        let everybody = self.facts.len() >= FACTS_MAX;
        for (place, topic) in &code.own_places[fact] {
            if everybody {
                for p in &mut self.people {
                    p.dirty |= topic & topics;
                }
            } else if let Some(word) = words.get(usize::from(*place))
                && let Some(p) = person_named(&mut self.people, *word)
            {
                p.dirty |= topic & topics;
            }
        }
    }
}

/// The participant whom a value names.
#[inline]
fn person_named(
    people: &mut [CompactParticipant],
    word: PackedValue,
) -> Option<&mut CompactParticipant> {
    if kind(word) != CHARACTER {
        return None;
    }
    let who = payload(word) as u32;
    people.iter_mut().find(|p| p.who.0 == who)
}
