//! Rules and goals as straight-line bit operations.

use super::order::{CompileError, goal_of, order_goals, order_predicates};
use townsfolk_module::decide::inference::{
    About, Aim, Asks, Inference, Logic, PredicateIndex, REFERENTS_MAX, ReferentIndex,
    SITUATIONS_MAX, SituationIndex, Takes, Term,
};

/// Maximum number of registers of a program.
const REGISTERS_MAX: usize = u16::MAX as usize;

/// A word of a character during one cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Register(u16);

impl Register {
    /// The place of this register in a block.
    pub(super) fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// One bit operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction {
    pub(super) operation: Operation,
    pub(super) to: Register,
    pub(super) a: Register,
    pub(super) b: Register,
}

/// The operations of a program. None branches on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a & !b`
    AndNot,
    /// All bits are this bit of `a`.
    Spread(u8),
    /// All ones if `a` has a bit, else all zeros.
    Some,
    /// All ones if `a` has no bit, else all zeros.
    None,
    /// This bit of `a` alone.
    Only(u8),
}

/// Where a predicate is true and where it is false. It is unknown in neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Where it is true.
    pub truth: Register,
    /// Where it is false.
    pub falsity: Register,
}

impl Pair {
    fn swapped(self) -> Pair {
        Pair {
            truth: self.falsity,
            falsity: self.truth,
        }
    }
}

/// The words of a situation: all ones where it is active, and the bound referents where it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mask {
    active: Register,
    inactive: Register,
}

/// A declaration as bit operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    instructions: Vec<Instruction>,
    registers: usize,
    predicates: Vec<Pair>,
    goals: Vec<Register>,
    masks: Vec<Mask>,
    enters: Vec<Pair>,
    leaves: Vec<Pair>,
    motors: Vec<Register>,
}

impl Program {
    /// All zeros.
    pub(super) const ZERO: Register = Register(0);
    /// All ones.
    pub(super) const ONES: Register = Register(1);
    /// One bit for each bound referent.
    pub const BOUND: Register = Register(2);

    /// Compiles a declaration, or says why that is impossible.
    pub fn compile(of: &Inference) -> Result<Program, CompileError> {
        if of.referents.len() > REFERENTS_MAX || of.situations.len() > SITUATIONS_MAX {
            return Err(CompileError::TooLarge);
        }
        let predicates = order_predicates(of)?;
        let goals = order_goals(of)?;
        let mut compiler = Compiler::new(of)?;
        for predicate in predicates {
            compiler.compile_rules(predicate)?;
        }
        for goal in goals {
            compiler.compile_goal(goal)?;
        }
        for motor in &of.motors {
            let to = compiler.register()?;
            let words = compiler.premises(motor.situation, motor.open, &motor.when)?;
            compiler.conclude_to(to, words, motor.takes != Takes::Nothing)?;
            compiler.end_rule();
            compiler.program.motors.push(to);
        }
        for situation in &of.situations {
            let enters = compiler.body(&situation.when)?;
            compiler.program.enters.push(enters);
            let leaves = compiler.body(&situation.until)?;
            compiler.program.leaves.push(leaves);
        }
        compiler.program.registers = compiler.registers;
        Ok(compiler.program)
    }

    /// Number of registers.
    pub fn registers(&self) -> usize {
        self.registers
    }

    /// The instructions, in order.
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// The words of a predicate.
    pub fn predicate(&self, index: PredicateIndex) -> Pair {
        self.predicates.get(index.place()).copied().unwrap_or(ZEROS)
    }

    /// The word of a goal: where it is wanted.
    pub fn goal(&self, index: PredicateIndex, aim: Aim) -> Register {
        let goal = self.goals.get(goal_of(index, aim)).copied();
        goal.unwrap_or(Program::ZERO)
    }

    /// The word of an output: the referents that it would act on.
    pub fn motor(&self, index: usize) -> Register {
        self.motors.get(index).copied().unwrap_or(Program::ZERO)
    }

    /// The words of the condition under which a situation is entered. All bits of it are equal.
    pub fn enters(&self, index: SituationIndex) -> Pair {
        self.enters.get(index.place()).copied().unwrap_or(ZEROS)
    }

    /// The words of the condition under which a situation is left. All bits of it are equal.
    pub fn leaves(&self, index: SituationIndex) -> Pair {
        self.leaves.get(index.place()).copied().unwrap_or(ZEROS)
    }

    /// Sets the words from which a character's cycle begins: bound referents and active situations.
    pub fn begin(&self, block: &mut super::Block, lane: usize, bound: u64, active: u64) {
        block.set(Program::BOUND, lane, bound);
        for (index, mask) in (0..).zip(&self.masks) {
            let is_active = active & SituationIndex(index).bit() != 0;
            let (on, off) = if is_active { (!0, 0) } else { (0, bound) };
            block.set(mask.active, lane, on);
            block.set(mask.inactive, lane, off);
        }
    }
}

const ZEROS: Pair = Pair {
    truth: Program::ZERO,
    falsity: Program::ZERO,
};

struct Compiler<'a> {
    of: &'a Inference,
    program: Program,
    registers: usize,
    /// Registers whose words are read no more.
    free: Vec<Register>,
    /// Registers that belong to the rule at hand.
    temporary: Vec<Register>,
}

impl<'a> Compiler<'a> {
    fn new(of: &'a Inference) -> Result<Compiler<'a>, CompileError> {
        let mut compiler = Compiler {
            of,
            program: Program {
                instructions: vec![],
                registers: 0,
                predicates: vec![],
                goals: vec![Program::ZERO; of.predicates.len() * 2],
                masks: vec![],
                enters: vec![],
                leaves: vec![],
                motors: vec![],
            },
            registers: 3,
            free: vec![],
            temporary: vec![],
        };
        for _ in &of.situations {
            let mask = Mask {
                active: compiler.register()?,
                inactive: compiler.register()?,
            };
            compiler.program.masks.push(mask);
        }
        for _ in &of.predicates {
            let pair = Pair {
                truth: compiler.register()?,
                falsity: compiler.register()?,
            };
            compiler.program.predicates.push(pair);
        }
        Ok(compiler)
    }

    /// A register that keeps its word to the end of the cycle.
    fn register(&mut self) -> Result<Register, CompileError> {
        if self.registers >= REGISTERS_MAX {
            return Err(CompileError::TooLarge);
        }
        let register = Register(self.registers as u16);
        self.registers += 1;
        Ok(register)
    }

    /// A register for a word that only the rule at hand reads.
    fn scratch(&mut self) -> Result<Register, CompileError> {
        let register = match self.free.pop() {
            Some(register) => register,
            None => self.register()?,
        };
        self.temporary.push(register);
        Ok(register)
    }

    /// Ends a rule: its temporary words may be overwritten.
    fn end_rule(&mut self) {
        self.free.append(&mut self.temporary);
    }

    fn emit_to(&mut self, to: Register, operation: Operation, a: Register, b: Register) {
        self.program.instructions.push(Instruction {
            operation,
            to,
            a,
            b,
        });
    }

    fn emit(
        &mut self,
        operation: Operation,
        a: Register,
        b: Register,
    ) -> Result<Register, CompileError> {
        let to = self.scratch()?;
        self.emit_to(to, operation, a, b);
        Ok(to)
    }

    /// Combines words one after another into a register. One word alone is copied.
    fn fold_to(
        &mut self,
        to: Register,
        operation: Operation,
        words: &[Register],
    ) -> Result<(), CompileError> {
        match words {
            [] => self.emit_to(to, Operation::And, Program::ZERO, Program::ZERO),
            [one] => self.emit_to(to, Operation::Or, *one, *one),
            [first, middle @ .., last] => {
                let mut so_far = *first;
                for word in middle {
                    so_far = self.emit(operation, so_far, *word)?;
                }
                self.emit_to(to, operation, so_far, *last);
            }
        }
        Ok(())
    }

    /// The conclusion of all rules with one head.
    fn compile_rules(&mut self, predicate: usize) -> Result<(), CompileError> {
        let of = self.of;
        let rules: Vec<_> = of
            .rules
            .iter()
            .filter(|rule| rule.head.place() == predicate)
            .collect();
        let pair = self.program.predicates.get(predicate).copied();
        let (Some(pair), false) = (pair, rules.is_empty()) else {
            return Ok(());
        };
        if let [rule] = rules.as_slice()
            && rule.situation.is_none()
            && rule.body.iter().all(|term| term.about == About::Each)
        {
            let terms = self.terms(&rule.body)?;
            self.conjoin_to(pair, &terms)?;
            self.end_rule();
            return Ok(());
        }
        let mut bodies = vec![];
        for rule in &rules {
            bodies.push(self.masked_body(rule.situation, rule.head, &rule.body)?);
        }
        self.disjoin_to(pair, &bodies)?;
        self.end_rule();
        Ok(())
    }

    /// The words of a rule's body, false where its situation is inactive, unknown where nothing is
    /// bound.
    fn masked_body(
        &mut self,
        situation: Option<SituationIndex>,
        head: PredicateIndex,
        body: &[Term],
    ) -> Result<Pair, CompileError> {
        let mut pair = self.body(body)?;
        let of = self.of;
        let unary = of.predicates.get(head.place()).is_some_and(|p| p.unary);
        if unary && !body.iter().all(|term| term.about == About::Each) {
            pair = Pair {
                truth: self.emit(Operation::And, pair.truth, Program::BOUND)?,
                falsity: self.emit(Operation::And, pair.falsity, Program::BOUND)?,
            };
        }
        if let Some(mask) = self.mask(situation)? {
            pair = Pair {
                truth: self.emit(Operation::And, pair.truth, mask.active)?,
                falsity: self.emit(Operation::Or, pair.falsity, mask.inactive)?,
            };
        }
        Ok(pair)
    }

    fn mask(&self, situation: Option<SituationIndex>) -> Result<Option<Mask>, CompileError> {
        situation
            .map(|index| {
                let mask = self.program.masks.get(index.place()).copied();
                mask.ok_or(CompileError::Unsound)
            })
            .transpose()
    }

    /// The conjunction of some terms. Without terms it is true.
    fn body(&mut self, body: &[Term]) -> Result<Pair, CompileError> {
        let terms = self.terms(body)?;
        match terms.as_slice() {
            [] => Ok(Pair {
                truth: Program::ONES,
                falsity: Program::ZERO,
            }),
            [one] => Ok(*one),
            _ => {
                let to = Pair {
                    truth: self.scratch()?,
                    falsity: self.scratch()?,
                };
                self.conjoin_to(to, &terms)?;
                Ok(to)
            }
        }
    }

    fn conjoin_to(&mut self, to: Pair, terms: &[Pair]) -> Result<(), CompileError> {
        let truths: Vec<_> = terms.iter().map(|pair| pair.truth).collect();
        match self.of.logic {
            Logic::Kleene => {
                let falsities: Vec<_> = terms.iter().map(|pair| pair.falsity).collect();
                self.fold_to(to.truth, Operation::And, &truths)?;
                self.fold_to(to.falsity, Operation::Or, &falsities)
            }
            Logic::Plain => {
                let known = self.known(terms)?;
                self.fold_to(to.truth, Operation::And, &truths)?;
                self.emit_to(to.falsity, Operation::AndNot, known, to.truth);
                Ok(())
            }
        }
    }

    fn disjoin_to(&mut self, to: Pair, bodies: &[Pair]) -> Result<(), CompileError> {
        let truths: Vec<_> = bodies.iter().map(|pair| pair.truth).collect();
        match self.of.logic {
            Logic::Kleene => {
                let falsities: Vec<_> = bodies.iter().map(|pair| pair.falsity).collect();
                self.fold_to(to.truth, Operation::Or, &truths)?;
                self.fold_to(to.falsity, Operation::And, &falsities)
            }
            Logic::Plain => {
                let known = self.known(bodies)?;
                let any = self.scratch()?;
                self.fold_to(any, Operation::Or, &truths)?;
                self.emit_to(to.truth, Operation::And, any, known);
                self.emit_to(to.falsity, Operation::AndNot, known, any);
                Ok(())
            }
        }
    }

    /// Where all of these are known.
    fn known(&mut self, pairs: &[Pair]) -> Result<Register, CompileError> {
        let mut each = vec![];
        for pair in pairs {
            each.push(self.emit(Operation::Or, pair.truth, pair.falsity)?);
        }
        let to = self.scratch()?;
        self.fold_to(to, Operation::And, &each)?;
        Ok(to)
    }

    fn terms(&mut self, body: &[Term]) -> Result<Vec<Pair>, CompileError> {
        body.iter().map(|term| self.term(term)).collect()
    }

    fn term(&mut self, term: &Term) -> Result<Pair, CompileError> {
        let pair = self.program.predicates.get(term.predicate.place()).copied();
        let pair = pair.ok_or(CompileError::Unsound)?;
        let pair = if term.negated { pair.swapped() } else { pair };
        let pair = match term.about {
            About::Each | About::Nothing => pair,
            About::One(referent) => Pair {
                truth: self.spread(pair.truth, referent)?,
                falsity: self.spread(pair.falsity, referent)?,
            },
            About::Any => self.any(pair)?,
        };
        let pair = match (term.asks, term.about) {
            (Asks::Holds, _) => pair,
            (Asks::Known, about) => Pair {
                truth: pair.truth,
                falsity: self.emit(Operation::AndNot, self.all(about), pair.truth)?,
            },
            (Asks::Unknown, about) => {
                let known = self.emit(Operation::Or, pair.truth, pair.falsity)?;
                let all = self.all(about);
                Pair {
                    truth: self.emit(Operation::AndNot, all, known)?,
                    falsity: self.emit(Operation::And, all, known)?,
                }
            }
        };
        Ok(if term.denied { pair.swapped() } else { pair })
    }

    /// The bits for which a question about knowledge has an answer.
    fn all(&self, about: About) -> Register {
        match about {
            About::Each => Program::BOUND,
            About::One(_) | About::Any | About::Nothing => Program::ONES,
        }
    }

    fn spread(
        &mut self,
        word: Register,
        referent: ReferentIndex,
    ) -> Result<Register, CompileError> {
        if referent.place() >= self.of.referents.len() {
            return Err(CompileError::Unsound);
        }
        self.emit(Operation::Spread(referent.0), word, word)
    }

    /// True if one bound referent is, false if all of them are.
    fn any(&mut self, pair: Pair) -> Result<Pair, CompileError> {
        let truths = self.emit(Operation::And, pair.truth, Program::BOUND)?;
        let doubts = self.emit(Operation::AndNot, Program::BOUND, pair.falsity)?;
        Ok(Pair {
            truth: self.emit(Operation::Some, truths, truths)?,
            falsity: self.emit(Operation::None, doubts, doubts)?,
        })
    }

    /// Where a goal is wanted: by rules that set it, and by rules whose own goal is open.
    fn compile_goal(&mut self, goal: usize) -> Result<(), CompileError> {
        let of = self.of;
        let mut words = vec![];
        for rule in &of.goals {
            for want in &rule.wants {
                if goal_of(want.predicate, want.aim) != goal {
                    continue;
                }
                let word = self.scratch()?;
                let premises = self.premises(rule.situation, rule.open, &rule.when)?;
                self.conclude_to(word, premises, want.about == About::Each)?;
                words.push(self.directed(word, want.about)?);
            }
        }
        if goal % 2 == 1 {
            self.wants_to_know_premises(goal / 2, &mut words)?;
        }
        if words.is_empty() {
            return Ok(());
        }
        let to = self.register()?;
        self.fold_to(to, Operation::Or, &words)?;
        self.end_rule();
        if let Some(place) = self.program.goals.get_mut(goal) {
            *place = to;
        }
        Ok(())
    }

    /// To know a conclusion, its premises are to be known.
    fn wants_to_know_premises(
        &mut self,
        predicate: usize,
        words: &mut Vec<Register>,
    ) -> Result<(), CompileError> {
        let of = self.of;
        for rule in &of.rules {
            for term in &rule.body {
                let parent = self.program.goal(rule.head, Aim::Known);
                if term.predicate.place() != predicate || parent == Program::ZERO {
                    continue;
                }
                let open = Some((rule.head, Aim::Known));
                let premises = self.premises(rule.situation, open, &[])?;
                let word = self.scratch()?;
                self.conclude_to(word, premises, false)?;
                words.push(self.directed(word, term.about)?);
            }
        }
        Ok(())
    }

    /// A word of reasons, one for each referent, as a word of what is wanted for these reasons.
    fn directed(&mut self, word: Register, about: About) -> Result<Register, CompileError> {
        if about == About::Each {
            return Ok(word);
        }
        let some = self.emit(Operation::Some, word, word)?;
        match about {
            About::Each | About::Nothing => Ok(some),
            About::Any => self.emit(Operation::And, some, Program::BOUND),
            About::One(referent) if referent.place() < self.of.referents.len() => {
                let bound = self.emit(Operation::And, some, Program::BOUND)?;
                self.emit(Operation::Only(referent.0), bound, bound)
            }
            About::One(_) => Err(CompileError::Unsound),
        }
    }

    /// The words of which all must be set: an open goal, conditions, an active situation.
    fn premises(
        &mut self,
        situation: Option<SituationIndex>,
        open: Option<(PredicateIndex, Aim)>,
        when: &[Term],
    ) -> Result<Vec<Register>, CompileError> {
        let mut words = vec![];
        if let Some((predicate, aim)) = open {
            let wanted = self.program.goal(predicate, aim);
            let pair = self.program.predicate(predicate);
            let mut rest = self.emit(Operation::AndNot, wanted, pair.truth)?;
            if aim == Aim::Known {
                rest = self.emit(Operation::AndNot, rest, pair.falsity)?;
            }
            words.push(rest);
        }
        if !when.is_empty() {
            words.push(self.body(when)?.truth);
        }
        if let Some(mask) = self.mask(situation)? {
            words.push(mask.active);
        }
        Ok(words)
    }

    /// The word where all premises are set, of bound referents only if it is about referents.
    fn conclude_to(
        &mut self,
        to: Register,
        mut words: Vec<Register>,
        of_referents: bool,
    ) -> Result<(), CompileError> {
        words.push(match of_referents {
            true => Program::BOUND,
            false => Program::ONES,
        });
        self.fold_to(to, Operation::And, &words)
    }
}
