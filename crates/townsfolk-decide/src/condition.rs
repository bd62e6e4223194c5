//! Conditions of deciders, compiled: attributes are slots of rows, and most literals are interval
//! tests of one word.
//!
//! A condition reads up to three rows of words: that of the character (`.me`), that of the world, and
//! that of a candidate (a target that is being rated). The general form, with arithmetic and
//! variables, is used for what an interval test cannot say.

use crate::word::Word;
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, HostId, Pushed, Value};
use townsfolk_module::arithmetic::{arithmetic, compare};
use townsfolk_module::{Comparison, Expr, Literal, Operator};

/// The row that a slot belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Row {
    /// Attributes of the character that decides.
    Me,
    /// Attributes of the world.
    World,
    /// Attributes of the candidate that is being rated.
    It,
}

/// Where a condition finds an attribute: its row, and its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slot {
    /// The row.
    pub row: Row,
    /// The index in the row.
    pub index: u16,
}

/// The attributes that conditions read, in the order of their slots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slots {
    /// Attributes of a character: of the one that decides, and of candidates.
    pub character: Vec<HostId>,
    /// Attributes of the world.
    pub world: Vec<HostId>,
    /// Beliefs of the character that decides, each with a slot in its row. An argument of one is in a
    /// slot of an attribute, or in that of an earlier one.
    pub beliefs: Vec<BeliefSlot>,
}

/// A question about the beliefs of the character that decides. Its answer has a slot, as an attribute
/// has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeliefSlot {
    /// The index in the row of the character.
    pub index: u16,
    /// The reading.
    pub name: HostId,
    arguments: Vec<Argument>,
}

/// An argument of a question about beliefs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    Me,
    Constant(Value),
    Slot(Slot),
}

impl BeliefSlot {
    /// The answer: nothing if an argument has no value.
    pub fn word(&self, rows: &Rows<'_>, ask: impl FnOnce(HostId, &[Value]) -> Pushed) -> Word {
        let arguments = self.arguments.iter().map(|argument| match argument {
            Argument::Me => Some(Value::Character(rows.who)),
            Argument::Constant(value) => Some(*value),
            Argument::Slot(slot) => rows.word(*slot).value(),
        });
        let arguments: Option<Vec<Value>> = arguments.collect();
        let answer = arguments.map(|arguments| ask(self.name, &arguments));
        answer.map_or(Word::NOTHING, Word::of_pushed)
    }
}

impl Slots {
    /// The index of a question about beliefs, which is new if it was not asked before.
    fn belief(&mut self, name: HostId, arguments: Vec<Argument>) -> u16 {
        let mut known = self.beliefs.iter();
        let known = known.find(|known| known.name == name && known.arguments == arguments);
        if let Some(known) = known {
            return known.index;
        }
        let question = arguments.iter().fold(u64::from(name.0), |all, argument| {
            fold(all, self.digest_of(*argument))
        });
        // Saves name slots, so the question as a whole has a name.
        let index = self.index(Row::Me, HostId(fold(question, 0) as u32));
        self.beliefs.push(BeliefSlot {
            index,
            name,
            arguments,
        });
        index
    }

    fn digest_of(&self, argument: Argument) -> u64 {
        let name = |list: &[HostId], slot: Slot| {
            let name = list.get(usize::from(slot.index));
            name.map_or(0, |name| u64::from(name.0))
        };
        match argument {
            Argument::Me => 1,
            Argument::Constant(value) => fold(2, Word::of(value).0),
            Argument::Slot(slot) if slot.row == Row::World => fold(3, name(&self.world, slot)),
            Argument::Slot(slot) => fold(4, name(&self.character, slot)),
        }
    }

    /// The index of an attribute in a row, which is new if it was not read before.
    fn index(&mut self, row: Row, name: HostId) -> u16 {
        let list = match row {
            Row::Me | Row::It => &mut self.character,
            Row::World => &mut self.world,
        };
        let known = list.iter().position(|other| *other == name);
        let index = known.unwrap_or_else(|| {
            list.push(name);
            list.len() - 1
        });
        // A condition names at most a few hundred attributes.
        u16::try_from(index).unwrap_or(u16::MAX)
    }
}

/// The words that a condition is evaluated over.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'r> {
    /// The character that decides.
    pub who: CharacterId,
    /// Its attributes.
    pub me: &'r [Word],
    /// The attributes of the world.
    pub world: &'r [Word],
    /// The candidate, and its attributes.
    pub it: Option<(Value, &'r [Word])>,
}

impl Rows<'_> {
    /// The word in a slot.
    #[inline]
    pub fn word(&self, slot: Slot) -> Word {
        let row = match slot.row {
            Row::Me => self.me,
            Row::World => self.world,
            Row::It => self.it.map_or(&[][..], |(_, row)| row),
        };
        row.get(usize::from(slot.index))
            .copied()
            .unwrap_or_default()
    }
}

/// A compiled condition: all of its literals must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Condition {
    tests: Vec<Test>,
    general: Vec<General>,
    /// Variables that get their value from a term, in order of binding.
    bindings: Vec<(u16, Term)>,
    /// Every slot that it reads, sorted.
    reads: Vec<Slot>,
}

/// An interval test of one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Test {
    slot: Slot,
    /// Whether the word must lie outside of the interval (and have a value).
    outside: bool,
    /// Whether an attribute without a value passes.
    open: bool,
    low: Word,
    /// The length of the interval.
    width: u64,
}

impl Test {
    /// Without branches: whether a test holds can hardly be predicted.
    #[inline]
    fn holds(&self, rows: &Rows<'_>) -> bool {
        let word = rows.word(self.slot);
        let inside = word.0.wrapping_sub(self.low.0) <= self.width;
        let nothing = word == Word::NOTHING;
        ((inside != self.outside) & !nothing) | (self.open & nothing)
    }
}

/// Whether all tests of a list hold.
#[inline]
pub(crate) fn all_hold(tests: &[Test], rows: &Rows<'_>) -> bool {
    tests.iter().fold(true, |all, test| all & test.holds(rows))
}

/// A comparison of two terms.
#[derive(Clone, PartialEq, Eq, Debug)]
struct General {
    left: Term,
    comparison: Comparison,
    right: Term,
}

/// A term over slots.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Term {
    Slot(Slot),
    Constant(Value),
    Me,
    It,
    Variable(u16),
    Binary(Box<Term>, Operator, Box<Term>),
}

/// Reasons why a condition cannot be compiled: it asks for something that is no attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotCompiled;

/// Compiles conditions that share their slots.
#[derive(Debug, Default)]
pub struct Compiler {
    /// The slots so far.
    pub slots: Slots,
    /// The variable that stands for the candidate, if there is one.
    pub it: Option<u16>,
    /// The readings of beliefs that may be asked, sorted. Their slots are filled by the caller.
    pub beliefs: Vec<HostId>,
}

impl Compiler {
    /// Compiles a condition.
    pub fn compile(&mut self, literals: &[Literal]) -> Result<Condition, NotCompiled> {
        let mut condition = Condition::default();
        for literal in literals {
            self.literal(literal, &mut condition)?;
        }
        condition.reads.sort_unstable();
        condition.reads.dedup();
        Ok(condition)
    }

    fn literal(&mut self, literal: &Literal, into: &mut Condition) -> Result<(), NotCompiled> {
        match literal {
            Literal::Host {
                negated,
                name,
                arguments,
            } => {
                let slot = self.read(*name, arguments, into)?;
                into.tests.push(holds(slot, *negated));
                Ok(())
            }
            Literal::Compare {
                left,
                comparison,
                right,
            } => self.comparison(left, *comparison, right, into),
            _ => Err(NotCompiled),
        }
    }

    fn comparison(
        &mut self,
        left: &Expr,
        comparison: Comparison,
        right: &Expr,
        into: &mut Condition,
    ) -> Result<(), NotCompiled> {
        for (free, other) in [(left, right), (right, left)] {
            if let Expr::Variable(variable) = free
                && comparison == Comparison::Equal
                && Some(variable.0) != self.it
                && !into.bindings.iter().any(|(known, _)| *known == variable.0)
            {
                let term = self.term(other, into)?;
                if let Term::Slot(slot) = term {
                    into.tests.push(has_value(slot));
                }
                into.bindings.push((variable.0, term));
                return Ok(());
            }
        }
        let (left, right) = (self.term(left, into)?, self.term(right, into)?);
        match (left, right) {
            (Term::Slot(slot), Term::Constant(value)) => {
                into.tests.push(interval(slot, comparison, value));
            }
            (Term::Constant(value), Term::Slot(slot)) => {
                into.tests
                    .push(interval(slot, comparison.mirrored(), value));
            }
            (left, right) => into.general.push(General {
                left,
                comparison,
                right,
            }),
        }
        Ok(())
    }

    fn term(&mut self, expr: &Expr, into: &mut Condition) -> Result<Term, NotCompiled> {
        Ok(match expr {
            Expr::Variable(variable) if Some(variable.0) == self.it => Term::It,
            Expr::Variable(variable) => Term::Variable(variable.0),
            Expr::Me => Term::Me,
            Expr::Constant(value) => Term::Constant(*value),
            Expr::Binary {
                left,
                operator,
                right,
            } => {
                let (left, right) = (self.term(left, into)?, self.term(right, into)?);
                Term::Binary(Box::new(left), *operator, Box::new(right))
            }
            Expr::Host { name, arguments } => Term::Slot(self.read(*name, arguments, into)?),
            _ => return Err(NotCompiled),
        })
    }

    /// The slot of an attribute or of a belief, which the condition reads.
    fn read(
        &mut self,
        name: HostId,
        arguments: &[Expr],
        into: &mut Condition,
    ) -> Result<Slot, NotCompiled> {
        let slot = match self.beliefs.binary_search(&name) {
            Ok(_) => self.belief(name, arguments, into)?,
            Err(_) => self.slot(name, arguments)?,
        };
        into.reads.push(slot);
        Ok(slot)
    }

    /// The slot of a belief of the character.
    fn belief(
        &mut self,
        name: HostId,
        arguments: &[Expr],
        into: &mut Condition,
    ) -> Result<Slot, NotCompiled> {
        if arguments.first() != Some(&Expr::Me) {
            return Err(NotCompiled);
        }
        let mut values = vec![];
        for argument in arguments {
            let mut term = self.term(argument, into)?;
            if let Term::Variable(variable) = term {
                let mut bindings = into.bindings.iter();
                let bound = bindings.find(|(known, _)| *known == variable);
                term = bound.ok_or(NotCompiled)?.1.clone();
            }
            values.push(match term {
                Term::Me => Argument::Me,
                Term::Constant(value) => Argument::Constant(value),
                Term::Slot(slot) if slot.row != Row::It => Argument::Slot(slot),
                _ => return Err(NotCompiled),
            });
        }
        let index = self.slots.belief(name, values);
        let row = Row::Me;
        Ok(Slot { row, index })
    }

    /// The slot of an attribute of the character, of the candidate or of the world.
    pub fn slot(&mut self, name: HostId, arguments: &[Expr]) -> Result<Slot, NotCompiled> {
        let row = match arguments {
            [] => Row::World,
            [Expr::Me] => Row::Me,
            [Expr::Variable(variable)] if Some(variable.0) == self.it => Row::It,
            _ => return Err(NotCompiled),
        };
        let index = self.slots.index(row, name);
        Ok(Slot { row, index })
    }
}

fn holds(slot: Slot, negated: bool) -> Test {
    Test {
        slot,
        outside: negated,
        open: negated,
        low: Word(1),
        width: u64::MAX - 1,
    }
}

fn has_value(slot: Slot) -> Test {
    holds(slot, false)
}

/// The interval in which a word must lie so that a comparison with a constant holds. Words of
/// another kind fail it, as undefined comparisons do.
fn interval(slot: Slot, comparison: Comparison, value: Value) -> Test {
    let word = Word::of(value);
    let (least, greatest) = word.kind_range();
    let before = Word(word.0.saturating_sub(1));
    let after = Word(word.0.saturating_add(1));
    let (low, high) = match comparison {
        Comparison::Equal | Comparison::NotEqual => (word, word),
        Comparison::Less => (least, before),
        Comparison::LessOrEqual => (least, word),
        Comparison::Greater => (after, greatest),
        Comparison::GreaterOrEqual => (word, greatest),
    };
    Test {
        slot,
        outside: comparison == Comparison::NotEqual,
        open: false,
        low,
        width: high.0.wrapping_sub(low.0),
    }
}

impl Condition {
    /// Whether it holds.
    #[inline]
    pub fn holds(&self, rows: &Rows<'_>) -> bool {
        all_hold(&self.tests, rows) && (self.is_plain() || self.general_holds(rows))
    }

    /// Its interval tests.
    pub(crate) fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// Whether it consists of interval tests alone.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.general.is_empty()
    }

    fn general_holds(&self, rows: &Rows<'_>) -> bool {
        self.general.iter().all(|general| {
            let left = self.value(&general.left, rows);
            let right = self.value(&general.right, rows);
            let values = left.zip(right);
            values.and_then(|(left, right)| compare(left, general.comparison, right)) == Some(true)
        })
    }

    /// The values of its variables, as a list by variable. A variable without one is left out at
    /// the end, and is nothing in between.
    pub fn bound(&self, rows: &Rows<'_>, it: Option<u16>) -> Vec<Option<Value>> {
        let mut bound = vec![];
        let mut put = |variable: u16, value: Option<Value>| {
            let index = usize::from(variable);
            if bound.len() <= index {
                bound.resize(index + 1, None);
            }
            bound[index] = value;
        };
        if let (Some(it), Some((value, _))) = (it, rows.it) {
            put(it, Some(value));
        }
        for (variable, term) in &self.bindings {
            put(*variable, self.value(term, rows));
        }
        bound
    }

    /// The slots that it reads, sorted.
    pub fn reads(&self) -> &[Slot] {
        &self.reads
    }

    fn value(&self, term: &Term, rows: &Rows<'_>) -> Option<Value> {
        match term {
            Term::Slot(slot) => rows.word(*slot).value(),
            Term::Constant(value) => Some(*value),
            Term::Me => Some(Value::Character(rows.who)),
            Term::It => rows.it.map(|(value, _)| value),
            Term::Variable(variable) => {
                let mut bindings = self.bindings.iter();
                let (_, term) = bindings.find(|(known, _)| known == variable)?;
                self.value(term, rows)
            }
            Term::Binary(left, operator, right) => {
                arithmetic(self.value(left, rows)?, *operator, self.value(right, rows)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::{Number, VarId};

    const HEALTH: HostId = HostId(1);
    const PICKED: HostId = HostId(2);

    fn health() -> Expr {
        Expr::Host {
            name: HEALTH,
            arguments: vec![Expr::Me],
        }
    }

    fn number(thousandths: i64) -> Value {
        Value::Number(Number(thousandths))
    }

    fn is(left: Expr, comparison: Comparison, right: Expr) -> Literal {
        Literal::Compare {
            left,
            comparison,
            right,
        }
    }

    fn rows(me: &[Word]) -> Rows<'_> {
        Rows {
            who: CharacterId(4),
            me,
            world: &[],
            it: None,
        }
    }

    #[test]
    fn interval_tests_agree_with_the_comparison_of_values() {
        use Comparison::*;
        for comparison in [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual] {
            for against in [-1000, 0, 1, 999, 1000] {
                let constant = Expr::Constant(number(against));
                let mut compiler = Compiler::default();
                let literals = [is(health(), comparison, constant)];
                let condition = compiler.compile(&literals).unwrap();
                for value in [-2000, -1000, -1, 0, 1, 2, 998, 999, 1000, 1001] {
                    let wanted = compare(number(value), comparison, number(against));
                    let held = condition.holds(&rows(&[Word::of(number(value))]));
                    assert_eq!(Some(held), wanted, "{value} {comparison:?} {against}");
                }
                assert!(!condition.holds(&rows(&[Word::NOTHING])), "no value");
            }
        }
    }

    #[test]
    fn an_attribute_that_holds_and_one_that_does_not() {
        for negated in [false, true] {
            let literal = Literal::Host {
                negated,
                name: HEALTH,
                arguments: vec![Expr::Me],
            };
            let condition = Compiler::default().compile(&[literal]).unwrap();
            assert_eq!(condition.holds(&rows(&[Word::HOLDS])), !negated);
            assert_eq!(condition.holds(&rows(&[Word::NOTHING])), negated);
        }
    }

    #[test]
    fn a_belief_has_a_slot_for_each_question_and_its_arguments_are_in_others() {
        const BELIEVED: HostId = HostId(7);
        let variable = || Expr::Variable(VarId(0));
        let picked = Expr::Host {
            name: PICKED,
            arguments: vec![Expr::Me],
        };
        let believed = |of: Expr| Expr::Host {
            name: BELIEVED,
            arguments: vec![Expr::Me, of],
        };
        let one = || Expr::Constant(number(1000));
        let literals = [
            is(variable(), Comparison::Equal, picked.clone()),
            is(believed(variable()), Comparison::Greater, one()),
            is(believed(picked), Comparison::Equal, believed(Expr::Me)),
        ];
        let refused = Compiler::default().compile(&literals);
        assert_eq!(refused, Err(NotCompiled));
        let mut compiler = Compiler {
            beliefs: vec![BELIEVED],
            ..Compiler::default()
        };
        let condition = compiler.compile(&literals).unwrap();
        let beliefs = &compiler.slots.beliefs;
        assert_eq!(beliefs.len(), 2, "the same question has one slot");
        assert_eq!(compiler.slots.character.len(), 3);
        let other = Value::Character(CharacterId(9));
        let mut words = vec![Word::of(other); 3];
        for slot in beliefs {
            let answer = |name: HostId, arguments: &[Value]| {
                assert_eq!(
                    (name, arguments[0]),
                    (BELIEVED, Value::Character(CharacterId(4)))
                );
                let of_other = arguments[1] == other;
                Pushed::Is(number(if of_other { 2000 } else { 3000 }))
            };
            words[usize::from(slot.index)] = slot.word(&rows(&words), answer);
        }
        assert!(!condition.holds(&rows(&words)), "2 is not 3");
        let last = words.len() - 1;
        words[last] = Word::of(number(2000));
        assert!(condition.holds(&rows(&words)));
        let nothing = vec![Word::NOTHING; 3];
        let asked = |_: HostId, _: &[Value]| Pushed::Holds;
        assert_eq!(beliefs[0].word(&rows(&nothing), asked), Word::NOTHING);
    }

    #[test]
    fn a_variable_takes_the_value_of_an_attribute_and_sums_are_compared() {
        let picked = Expr::Host {
            name: PICKED,
            arguments: vec![],
        };
        let variable = || Expr::Variable(VarId(0));
        let sum = Expr::Binary {
            left: Box::new(variable()),
            operator: Operator::Plus,
            right: Box::new(health()),
        };
        let literals = [
            is(picked, Comparison::Equal, variable()),
            is(sum, Comparison::Greater, Expr::Constant(number(5000))),
        ];
        let mut compiler = Compiler::default();
        let condition = compiler.compile(&literals).unwrap();
        assert_eq!(compiler.slots.world, [PICKED]);
        let held = |picked: Word, health: i64| {
            let me = [Word::of(number(health))];
            let world = [picked];
            let rows = Rows {
                world: &world,
                ..rows(&me)
            };
            (condition.holds(&rows), condition.bound(&rows, None))
        };
        let three = number(3000);
        assert_eq!(held(Word::of(three), 2001), (true, vec![Some(three)]));
        assert!(!held(Word::of(three), 2000).0);
        assert!(!held(Word::NOTHING, 9000).0, "no value, no binding");
    }
}
