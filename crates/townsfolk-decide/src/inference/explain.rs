//! Why an output is acted on: its situation, the goals behind it, and the bits that mattered.

use super::block::Block;
use super::motor::Chosen;
use super::names::NamesOf;
use super::program::Program;
use super::row::Row;
use townsfolk_module::decide::inference::{
    About, Aim, Asks, GoalRule, PredicateIndex, ReferentIndex, SituationIndex, Term,
};

/// Maximum number of goals that are named one behind the other.
const CHAIN_MAX: usize = 4;

/// A finished cycle of one character, ready to be explained.
#[derive(Debug)]
pub struct Explained<'a> {
    names: NamesOf<'a>,
    program: &'a Program,
    row: &'a Row,
    block: Block,
}

impl<'a> Explained<'a> {
    /// Works the last cycle of a character out again.
    pub fn new(names: NamesOf<'a>, program: &'a Program, row: &'a Row) -> Explained<'a> {
        let mut block = Block::default();
        block.clear(program);
        row.fill(names.of, program, &mut block, 0);
        block.run(program);
        Explained {
            names,
            program,
            row,
            block,
        }
    }

    /// Why an output is acted on.
    pub fn why(&self, chosen: Chosen) -> String {
        let Some(motor) = self.names.of.motors.get(chosen.motor) else {
            return String::new();
        };
        let mut reasons = vec![];
        if let Some(situation) = motor.situation {
            reasons.push(format!(
                "in the situation {}",
                self.names.situation(situation)
            ));
        }
        if let Some((predicate, aim)) = motor.open {
            reasons.push(self.wanted(predicate, aim, chosen.referent));
        }
        let when = self.terms(&motor.when, chosen.referent);
        if !when.is_empty() {
            reasons.push(format!("because {}", when.join(" and ")));
        }
        reasons.join(", ")
    }

    /// Why a situation is not active: the first term of its condition that is not true.
    pub fn why_not_in(&self, index: SituationIndex) -> Option<String> {
        let situation = self.names.of.situations.get(index.place())?;
        let name = self.names.situation(index);
        if self.row.is_in(index) {
            return Some(format!("the situation {name} is active"));
        }
        Some(match self.missing_for(index) {
            Some(missing) => format!("the situation {name} is not active: {missing}"),
            None if situation.when.is_empty() => {
                format!("the situation {name} is entered by the game only")
            }
            None => format!(
                "the situation {name} has been left or forgotten, and its condition has not become true anew"
            ),
        })
    }

    /// The first term of a situation's condition that is not true: `lost(target) is unknown`.
    pub fn missing_for(&self, index: SituationIndex) -> Option<String> {
        let situation = self.names.of.situations.get(index.place())?;
        let mut when = situation.when.iter();
        let term = when.find(|term| !self.is_true(term, None))?;
        let text = self.names.term(term, "_");
        Some(format!("{text} is {}", self.value(term, None)))
    }

    /// Whether a predicate of a referent is a goal now, reached or not.
    pub fn is_wanted(&self, index: PredicateIndex, aim: Aim, of: Option<ReferentIndex>) -> bool {
        let bit = of.map_or(1, ReferentIndex::bit);
        self.block.word(self.program.goal(index, aim), 0) & bit != 0
    }

    /// Why a predicate is not true of any referent, or of which it is.
    pub fn why_not_true(&self, index: PredicateIndex) -> Option<String> {
        let predicate = self.names.of.predicates.get(index.place())?;
        let name = self.names.predicate(index);
        let mut values = vec![];
        for (referent, state) in self.row.referents() {
            if predicate.unary && state.object.is_some() {
                let known = self.known(index, Some(referent));
                let of = self.names.referent(referent);
                values.push(format!("{name}({of}) is {}", word_for(known)));
            }
        }
        if !predicate.unary {
            values.push(format!("{name} is {}", word_for(self.known(index, None))));
        }
        match values.is_empty() {
            true => Some(format!("{name} is unknown: no referent is bound")),
            false => Some(values.join(", ")),
        }
    }

    /// The value of a predicate of a referent.
    pub fn known(&self, index: PredicateIndex, of: Option<ReferentIndex>) -> Option<bool> {
        let pair = self.program.predicate(index);
        let bit = of.map_or(1, ReferentIndex::bit);
        let truth = self.block.word(pair.truth, 0) & bit != 0;
        let falsity = self.block.word(pair.falsity, 0) & bit != 0;
        (truth || falsity).then_some(truth)
    }

    /// A goal, and the goals for whose sake it is wanted.
    fn wanted(&self, predicate: PredicateIndex, aim: Aim, of: Option<ReferentIndex>) -> String {
        let mut text = match aim {
            Aim::True => format!("{} is wanted and not true", self.atom(predicate, of)),
            Aim::Known => format!("{} is unknown and to be known", self.atom(predicate, of)),
        };
        let mut goal = (predicate, aim);
        for _ in 0..CHAIN_MAX {
            let Some(rule) = self.setter(goal, of) else {
                break;
            };
            let when = self.terms(&rule.when, of);
            if !when.is_empty() {
                text.push_str(&format!(" because {}", when.join(" and ")));
            }
            let Some(parent) = rule.open else {
                break;
            };
            text.push_str(&format!(", for {}", self.atom(parent.0, of)));
            goal = parent;
        }
        text
    }

    /// The first rule that sets a goal now.
    fn setter(
        &self,
        (predicate, aim): (PredicateIndex, Aim),
        of: Option<ReferentIndex>,
    ) -> Option<&GoalRule> {
        self.names.of.goals.iter().find(|rule| {
            let sets = rule.wants.iter().any(|want| {
                let about = match want.about {
                    About::One(referent) => of == Some(referent),
                    About::Each | About::Any | About::Nothing => true,
                };
                (want.predicate, want.aim) == (predicate, aim) && about
            });
            let active = rule
                .situation
                .is_none_or(|situation| self.row.is_in(situation));
            sets && active && rule.when.iter().all(|term| self.is_true(term, of))
        })
    }

    /// Terms with the bits behind a conclusion.
    fn terms(&self, terms: &[Term], of: Option<ReferentIndex>) -> Vec<String> {
        let each = of.map_or_else(|| "_".to_string(), |of| self.names.referent(of));
        let describe = |term: &Term| {
            let text = self.names.term(term, &each);
            match self.behind(term, of) {
                Some(behind) => format!("{text} ({behind})"),
                None => text,
            }
        };
        terms.iter().map(describe).collect()
    }

    /// The premises from which a term follows.
    fn behind(&self, term: &Term, of: Option<ReferentIndex>) -> Option<String> {
        if term.negated || term.denied || term.asks == Asks::Unknown {
            return None;
        }
        let of = match term.about {
            About::One(referent) => Some(referent),
            _ => of,
        };
        let rule = self.names.of.rules.iter().find(|rule| {
            let active = rule
                .situation
                .is_none_or(|situation| self.row.is_in(situation));
            rule.head == term.predicate
                && active
                && rule.body.iter().all(|term| self.is_true(term, of))
        })?;
        let each = of.map_or_else(|| "_".to_string(), |of| self.names.referent(of));
        Some(self.names.terms(&rule.body, &each))
    }

    fn is_true(&self, term: &Term, of: Option<ReferentIndex>) -> bool {
        let held = match term.about {
            About::Each => of.map(|of| self.asked(term, Some(of))),
            About::One(referent) => Some(self.asked(term, Some(referent))),
            About::Nothing => Some(self.asked(term, None)),
            About::Any => {
                let bound = self.row.referents().filter(|(_, r)| r.object.is_some());
                let mut values = bound.map(|(of, _)| self.asked(term, Some(of)));
                // Denied, it must hold of none.
                Some(match term.negated || term.denied {
                    true => values.all(|value| value),
                    false => values.any(|value| value),
                })
            }
        };
        held == Some(true)
    }

    fn asked(&self, term: &Term, of: Option<ReferentIndex>) -> bool {
        let value = self.known(term.predicate, of);
        let value = if term.negated {
            value.map(|value| !value)
        } else {
            value
        };
        let holds = match term.asks {
            Asks::Holds | Asks::Known => value == Some(true),
            Asks::Unknown => value.is_none(),
        };
        holds != term.denied
    }

    fn value(&self, term: &Term, of: Option<ReferentIndex>) -> &'static str {
        let of = match term.about {
            About::One(referent) => Some(referent),
            _ => of,
        };
        match (term.asks, term.about) {
            (Asks::Holds, About::One(_) | About::Nothing) => {
                let value = self.known(term.predicate, of);
                word_for(if term.negated {
                    value.map(|v| !v)
                } else {
                    value
                })
            }
            _ => "not true",
        }
    }

    fn atom(&self, predicate: PredicateIndex, of: Option<ReferentIndex>) -> String {
        match of {
            Some(of) => self.names.atom(predicate, About::One(of), ""),
            None => self.names.predicate(predicate),
        }
    }
}

fn word_for(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "true",
        Some(false) => "false",
        None => "unknown",
    }
}
