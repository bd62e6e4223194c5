//! A program run for a block of characters at once.
//!
//! The words of one register stand side by side for all characters of the block, so one instruction
//! is a short loop over plain words, which the compiler turns into vector instructions.

use super::program::{Instruction, Operation, Program, Register};

/// Number of characters in a block.
pub const LANES: usize = 16;

/// The words of one register for all characters of a block.
pub type Words = [u64; LANES];

/// The registers of a program for a block of characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    registers: Vec<Words>,
}

impl Block {
    /// Empties the block and makes room for a program. Nothing of an earlier cycle is left.
    pub fn clear(&mut self, program: &Program) {
        self.registers.clear();
        self.registers.resize(program.registers(), [0; LANES]);
        if let Some(ones) = self.registers.get_mut(Program::ONES.place()) {
            *ones = [!0; LANES];
        }
    }

    /// Sets the word of one character.
    pub fn set(&mut self, register: Register, lane: usize, word: u64) {
        let words = self.registers.get_mut(register.place());
        if let Some(place) = words.and_then(|words| words.get_mut(lane)) {
            *place = word;
        }
    }

    /// The word of one character.
    pub fn word(&self, register: Register, lane: usize) -> u64 {
        let words = self.registers.get(register.place());
        words
            .and_then(|words| words.get(lane))
            .copied()
            .unwrap_or(0)
    }

    /// Runs a program from its first to its last instruction, and says how many were run. No
    /// instruction is skipped, whatever the words are.
    pub fn run(&mut self, program: &Program) -> usize {
        for instruction in program.instructions() {
            self.step(*instruction);
        }
        program.instructions().len()
    }

    #[inline]
    fn step(&mut self, instruction: Instruction) {
        let Instruction {
            operation,
            to,
            a,
            b,
        } = instruction;
        let words = match operation {
            Operation::And => self.both(a, b, |a, b| a & b),
            Operation::Or => self.both(a, b, |a, b| a | b),
            Operation::AndNot => self.both(a, b, |a, b| a & !b),
            Operation::Spread(bit) => self.both(a, a, |a, _| 0_u64.wrapping_sub((a >> bit) & 1)),
            Operation::Some => self.both(a, a, |a, _| 0_u64.wrapping_sub(u64::from(a != 0))),
            Operation::Only(bit) => self.both(a, a, |a, _| a & (1 << bit)),
            Operation::None => self.both(a, a, |a, _| 0_u64.wrapping_sub(u64::from(a == 0))),
        };
        if let Some(place) = self.registers.get_mut(to.place()) {
            *place = words;
        }
    }

    #[inline(always)]
    fn both(&self, a: Register, b: Register, with: impl Fn(u64, u64) -> u64) -> Words {
        let (Some(a), Some(b)) = (self.registers.get(a.place()), self.registers.get(b.place()))
        else {
            return [0; LANES];
        };
        let mut words = [0; LANES];
        for ((word, a), b) in words.iter_mut().zip(a).zip(b) {
            *word = with(*a, *b);
        }
        words
    }
}
