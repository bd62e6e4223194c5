//! Rule sets compiled for one combination that a character holds.

use crate::condition::{Compiler, Condition, Row, Rows, Slots, Test, all_hold};
use townsfolk_core::{DeciderId, HostId, SymbolId};
use townsfolk_module::decide::{HotRule, RuleSet};

/// A rule of a program, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RuleRef(pub u16);

/// Rule sets compiled for one combination.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The sets, sorted.
    pub sets: Vec<DeciderId>,
    /// The attributes that its rules read.
    pub slots: Slots,
    rules: Vec<CompiledRule>,
    /// The interval tests of all rules, one after another.
    tests: Vec<Test>,
    /// The tests of each rule.
    spans: Vec<Span>,
    /// Subsets by name, in the order of their first rule. The first is that of rules without one.
    subsets: Vec<Option<SymbolId>>,
    /// Words in a mask of rules.
    stride: usize,
    /// Masks of the rules that read each attribute of a character, one stride each.
    reads_me: Vec<u64>,
    /// The same for attributes of the world.
    reads_world: Vec<u64>,
}

/// The tests of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    from: u32,
    to: u32,
    /// Whether the rule has no other conditions.
    is_plain: bool,
}

/// A rule, with its compiled condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledRule {
    /// The set that it belongs to.
    pub set: DeciderId,
    /// The rule as content has it.
    pub rule: HotRule,
    /// Its condition.
    pub condition: Condition,
    /// The index of its subset.
    pub subset: u16,
}

impl Program {
    /// Compiles the rules of these sets, in order. A rule with a condition that cannot be compiled
    /// is left out; the checker has refused it.
    pub fn compile<'a>(sets: impl IntoIterator<Item = &'a RuleSet>) -> Program {
        Program::with_beliefs(sets, vec![])
    }

    /// The same, where conditions may ask for these readings of beliefs, which are sorted.
    pub fn with_beliefs<'a>(
        sets: impl IntoIterator<Item = &'a RuleSet>,
        beliefs: Vec<HostId>,
    ) -> Program {
        let mut compiler = Compiler {
            beliefs,
            ..Compiler::default()
        };
        let mut program = Program::default();
        for set in sets {
            program.sets.push(set.id);
            for rule in &set.rules {
                let Ok(condition) = compiler.compile(&rule.when) else {
                    continue;
                };
                if program.rules.len() >= usize::from(u16::MAX) {
                    break;
                }
                let subset = program.subset(rule.subset);
                program.rules.push(CompiledRule {
                    set: set.id,
                    rule: rule.clone(),
                    condition,
                    subset,
                });
            }
        }
        program.slots = compiler.slots;
        program.link();
        program
    }

    fn subset(&mut self, name: Option<SymbolId>) -> u16 {
        let known = self.subsets.iter().position(|other| *other == name);
        let index = known.unwrap_or_else(|| {
            self.subsets.push(name);
            self.subsets.len() - 1
        });
        index as u16
    }

    /// Links every attribute to the rules that read it.
    fn link(&mut self) {
        self.stride = self.rules.len().div_ceil(64);
        self.reads_me = vec![0; self.stride * self.slots.character.len()];
        self.reads_world = vec![0; self.stride * self.slots.world.len()];
        for (index, rule) in self.rules.iter().enumerate() {
            let from = self.tests.len() as u32;
            self.tests.extend(rule.condition.tests());
            self.spans.push(Span {
                from,
                to: self.tests.len() as u32,
                is_plain: rule.condition.is_plain(),
            });
            for slot in rule.condition.reads() {
                let masks = match slot.row {
                    Row::World => &mut self.reads_world,
                    Row::Me | Row::It => &mut self.reads_me,
                };
                let place = usize::from(slot.index) * self.stride + index / 64;
                if let Some(mask) = masks.get_mut(place) {
                    *mask |= 1 << (index % 64);
                }
            }
        }
    }

    /// Whether the condition of a rule holds.
    #[inline]
    pub fn holds(&self, index: usize, rows: &Rows<'_>) -> bool {
        let Some(span) = self.spans.get(index) else {
            return false;
        };
        let tests = self.tests.get(span.from as usize..span.to as usize);
        match span.is_plain {
            true => tests.is_some_and(|tests| all_hold(tests, rows)),
            false => self
                .rules
                .get(index)
                .is_some_and(|rule| rule.condition.holds(rows)),
        }
    }

    /// Words in a mask of rules.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Its rules, in the author's order.
    pub fn rules(&self) -> &[CompiledRule] {
        &self.rules
    }

    /// A rule.
    pub fn rule(&self, index: RuleRef) -> Option<&CompiledRule> {
        self.rules.get(usize::from(index.0))
    }

    /// The number of subsets; rules without one count as a subset of their own.
    pub fn subsets(&self) -> usize {
        self.subsets.len()
    }

    /// The mask of the rules that read an attribute of a character.
    pub(super) fn readers_of_me(&self, slot: usize) -> &[u64] {
        self.mask(&self.reads_me, slot)
    }

    /// The mask of the rules that read an attribute of the world.
    pub(super) fn readers_of_world(&self, slot: usize) -> &[u64] {
        self.mask(&self.reads_world, slot)
    }

    fn mask<'a>(&self, masks: &'a [u64], slot: usize) -> &'a [u64] {
        let from = slot * self.stride;
        masks.get(from..from + self.stride).unwrap_or(&[])
    }
}
