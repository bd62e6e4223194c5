//! Marks: of whom a fact is true, at a glance.
//!
//! Most conditions begin with a fact about `.me`. Which facts name somebody, and at which place, is
//! kept in one word for each participant, as far as rules ask for it; a rule whose facts about `.me`
//! are not there is passed by without a search. A cache of the facts, neither saved nor digested.

use super::direct::Step;
use super::program::Code;
use super::scene::Scene;
use super::space::Space;
use super::word::{Word, of_character};

/// So many pairs of fact and place are marked; rules that ask for others are searched.
const MARKS_MAX: usize = 64;

/// With more facts than this, a search could run out of steps before it fails, and then it must.
pub(super) const FACTS_MAX: usize = 50;

/// Finds what rules ask about `.me`, and gives it marks.
pub(super) fn plan(code: &mut Code) {
    code.marked = vec![vec![]; code.shape.facts.len()];
    let mut count = 0;
    for rule in 0..code.rules.len() {
        let Some(steps) = code.rules[rule].steps else {
            continue;
        };
        let (mut needs, mut lacks, mut walks) = (0, 0, 0);
        for step in steps.of(&code.steps).to_vec() {
            // Only what is looked at before any second fact: see `FACTS_MAX`.
            if walks > 1 {
                break;
            }
            let (rows, there) = match step {
                Step::Each { rows, .. } => (rows, true),
                Step::None { rows } => (rows, false),
                Step::Test(_) => continue,
            };
            walks += u32::from(there);
            let me = code.me();
            let mut known = rows.known(&code.pairs);
            let about_me = known.find(|(_, slot)| usize::from(*slot) == me);
            let Some((place, _)) = about_me else {
                continue;
            };
            if !there && rows.known(&code.pairs).count() > 1 {
                continue;
            }
            let marked = &mut code.marked[usize::from(rows.fact)];
            let mark = match marked.iter().find(|(other, _)| *other == place) {
                Some((_, mark)) => *mark,
                None if count < MARKS_MAX => {
                    let mark = count as u8;
                    count += 1;
                    marked.push((place, mark));
                    mark
                }
                None => continue,
            };
            if there {
                needs |= 1 << mark;
            } else {
                lacks |= 1 << mark;
            }
        }
        let me = code.me();
        let mut guards = code.rules[rule].guards.of(&code.guards).iter();
        let constant = guards.any(|g| g.known.is_some_and(|(_, slot)| usize::from(slot) > me));
        code.rules[rule].glances = constant;
        code.rules[rule].needs = needs;
        code.rules[rule].lacks = lacks;
    }
}

/// All marks of somebody.
pub(super) fn of(code: &Code, space: &Space, who: Word) -> u64 {
    let mut marks = 0;
    for (fact, marked) in code.marked.iter().enumerate() {
        let arity = code.shape.facts[fact].arity;
        for row in 0..space.rows(fact).0 {
            let words = space.row(fact, row, arity);
            for (place, mark) in marked {
                marks |= u64::from(words[usize::from(*place)] == who) << mark;
            }
        }
    }
    marks
}

impl Scene {
    /// Everybody's marks, as the facts are now.
    pub(super) fn mark_everyone(&mut self, code: &Code) {
        for p in &mut self.people {
            p.marks = of(code, &self.space, of_character(p.who));
        }
    }

    /// A row has come.
    #[inline]
    pub(super) fn mark(&mut self, code: &Code, fact: usize, words: &[Word]) {
        for (place, mark) in &code.marked[fact] {
            let word = words[usize::from(*place)];
            for p in &mut self.people {
                p.marks |= u64::from(of_character(p.who) == word) << mark;
            }
        }
    }

    /// Rows have gone.
    #[inline]
    pub(super) fn mark_again(&mut self, code: &Code, fact: usize) {
        let arity = code.shape.facts[fact].arity;
        for (place, mark) in &code.marked[fact] {
            let words = self.space.group(fact);
            for p in &mut self.people {
                let who = of_character(p.who);
                let mut at = usize::from(*place);
                let mut there = false;
                while at < words.len() {
                    there |= words[at] == who;
                    at += arity;
                }
                p.marks = p.marks & !(1 << mark) | u64::from(there) << mark;
            }
        }
    }
}
