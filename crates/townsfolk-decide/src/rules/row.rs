//! The state of one character, and its evaluation.

use super::program::{Program, RuleRef};
use crate::condition::Rows;
use crate::word::Word;
use townsfolk_core::CharacterId;

/// The state of one character under a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleRow {
    /// The words of the attributes it reads, by slot.
    words: Vec<Word>,
    /// Attributes of the character that have changed since it was evaluated.
    dirty_me: Vec<u64>,
    /// Attributes of the world that have changed since it was evaluated.
    dirty_world: Vec<u64>,
    /// Whether anything is dirty.
    dirty: bool,
    /// Whether all its rules are still to be evaluated for the first time.
    fresh: bool,
    /// The satisfied rules, as a mask.
    satisfied: Vec<u64>,
}

/// What an evaluation looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// Number of rules whose condition was evaluated.
    pub affected: u32,
    /// Number of those that hold.
    pub held: u32,
    /// Number of rules that are satisfied now.
    pub satisfied: u32,
}

impl RuleRow {
    /// A row whose rules have not been evaluated yet. The words come from the engine.
    pub fn new(program: &Program, words: Vec<Word>) -> RuleRow {
        let masks = |count: usize| vec![0; count.div_ceil(64)];
        RuleRow {
            dirty_me: masks(program.slots.character.len()),
            dirty_world: masks(program.slots.world.len()),
            satisfied: vec![0; program.stride()],
            dirty: true,
            fresh: true,
            words,
        }
    }

    /// The words of the attributes it reads.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Gives an attribute of the character a value. Nothing is dirty if it had that value.
    #[inline]
    pub fn set(&mut self, slot: u16, word: Word) -> bool {
        let Some(known) = self.words.get_mut(usize::from(slot)) else {
            return false;
        };
        if *known == word {
            return false;
        }
        *known = word;
        self.mark(slot);
        true
    }

    /// Marks an attribute of the character as changed.
    #[inline]
    pub fn mark(&mut self, slot: u16) {
        self.dirty = true;
        if let Some(mask) = self.dirty_me.get_mut(usize::from(slot) / 64) {
            *mask |= 1 << (slot % 64);
        }
    }

    /// An attribute of the world has changed.
    pub fn world_changed(&mut self, slot: u16) {
        self.dirty = true;
        if let Some(mask) = self.dirty_world.get_mut(usize::from(slot) / 64) {
            *mask |= 1 << (slot % 64);
        }
    }

    /// Whether an attribute has changed since the row was evaluated.
    #[inline]
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Whether its rules have never been evaluated.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// The dirty attributes: of the character and of the world, by slot.
    pub fn dirty(&self) -> (Vec<u16>, Vec<u16>) {
        (bits(&self.dirty_me), bits(&self.dirty_world))
    }

    /// The rules that read a dirty attribute, in order. All of them if the row is fresh.
    pub fn affected(&self, program: &Program) -> Vec<RuleRef> {
        let words = 0..program.stride();
        let affected = words.map(|word| self.affected_word(program, word));
        let affected: Vec<u64> = affected.collect();
        bits(&affected).into_iter().map(RuleRef).collect()
    }

    /// The satisfied rules, in order.
    pub fn satisfied(&self) -> Vec<RuleRef> {
        bits(&self.satisfied).into_iter().map(RuleRef).collect()
    }

    /// Evaluates the affected rules, so that the list of satisfied rules is complete again.
    pub fn evaluate(&mut self, program: &Program, world: &[Word], who: CharacterId) -> Evaluation {
        let mut satisfied = std::mem::take(&mut self.satisfied);
        let rows = Rows {
            who,
            me: &self.words,
            world,
            it: None,
        };
        let mut counts = Evaluation::default();
        for (word, known) in satisfied.iter_mut().enumerate() {
            let affected = self.affected_word(program, word);
            let mut held = 0;
            each_bit(&[affected], |bit| {
                held |= u64::from(program.holds(word * 64 + bit, &rows)) << bit;
            });
            *known = (*known & !affected) | held;
            counts.affected += affected.count_ones();
            counts.held += held.count_ones();
            counts.satisfied += known.count_ones();
        }
        self.satisfied = satisfied;
        self.clean();
        counts
    }

    fn clean(&mut self) {
        self.dirty = false;
        self.fresh = false;
        self.dirty_me.fill(0);
        self.dirty_world.fill(0);
    }

    /// The rules that read a dirty attribute, among the 64 of one word. All of them if the row is fresh.
    #[inline]
    fn affected_word(&self, program: &Program, word: usize) -> u64 {
        if self.fresh {
            return all_rules(program, word);
        }
        let mut affected = 0;
        each_bit(&self.dirty_me, |slot| {
            affected |= program.readers_of_me(slot).get(word).copied().unwrap_or(0);
        });
        each_bit(&self.dirty_world, |slot| {
            let readers = program.readers_of_world(slot);
            affected |= readers.get(word).copied().unwrap_or(0);
        });
        affected
    }
}

fn all_rules(program: &Program, word: usize) -> u64 {
    let left = program.rules().len() - (word * 64).min(program.rules().len());
    match left {
        0 => 0,
        1..64 => (1 << left) - 1,
        _ => u64::MAX,
    }
}

#[inline]
fn each_bit(masks: &[u64], mut visit: impl FnMut(usize)) {
    for (word, mask) in masks.iter().enumerate() {
        let mut mask = *mask;
        while mask != 0 {
            visit(word * 64 + mask.trailing_zeros() as usize);
            mask &= mask - 1;
        }
    }
}

fn bits(masks: &[u64]) -> Vec<u16> {
    let mut found = vec![];
    each_bit(masks, |bit| found.push(bit as u16));
    found
}
