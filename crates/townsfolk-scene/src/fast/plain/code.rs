//! Which rules of a script are plain, and what they are made into.

use super::mates::Stills;
use crate::fast::marks::BEFORE_MAX;
use crate::fast::program::{
    Arg, CallCode, Code, EffectsCode, Ex, Guard, List, RuleCode, Span, Timing, topic,
};
use crate::fast::strides::{NO_STRIDES, STRIDES_MAX};
use crate::fast::walk::{Compare, Rows, What};
use crate::fast::word::Word;
use townsfolk_core::{ActionId, Duration};
use townsfolk_module::{Comparison, Finish};

/// Everyone has so many words: the values of facts about them, and last who they are.
pub(super) const WORDS: usize = 8;
/// So many facts are about somebody.
pub(super) const OWNED_MAX: usize = 8;
/// Variables of a rule.
pub(super) const KEPT: usize = 4;
/// A row has no more arguments.
const ARGUMENTS: usize = 4;
/// Values of a row besides its owner.
const VALUES: usize = ARGUMENTS - 1;

/// Registers: first the words of whose turn it is, the last of which is `.me`; then variables.
pub(super) const REGISTERS: usize = 64;
pub(super) const ME: u8 = WORDS as u8 - 1;
pub(super) const VARIABLES: usize = WORDS;
pub(super) const NOW: u8 = (VARIABLES + KEPT) as u8;
/// Always without a value.
const NOTHING: u8 = NOW + 1;
/// Values that nobody wants.
const SPARE: u8 = NOTHING + 1;
pub(super) const CONSTANTS: usize = 16;

/// The registers of a search.
pub(super) type Registers = [Word; REGISTERS];

/// A word, or a place of a row, and the register it is compared with or kept in.
pub(super) type Pair = (u8, u8);

/// A script as far as it is plain.
#[derive(Debug)]
pub(in crate::fast) struct PlainCode {
    /// Facts about somebody.
    pub(super) owned: Vec<Owned>,
    /// Which of them a declared fact is.
    pub(super) number_of: Vec<Option<u8>>,
    pub(super) rules: Vec<Option<PlainRule>>,
    pub(super) lists: Vec<Option<PlainList>>,
    pub(super) operations: Vec<Op>,
    pub(super) stills: Stills,
}

/// A fact of which every change is about `.me`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owned {
    pub(super) fact: u16,
    pub(super) arity: u8,
    pub(super) claim: bool,
    /// The place of whom it is about.
    pub(super) place: u8,
    /// The first word of its values.
    pub(super) from: u8,
    /// The topics that a change touches for others.
    topics: u64,
}

/// Changes that others may take an interest in, by bits: of facts about somebody, and of states.
pub(super) type Interest = u16;
pub(super) const STATES: Interest = 1 << OWNED_MAX;

impl Owned {
    /// The word of an argument.
    pub(super) fn word_at(&self, place: u8) -> u8 {
        match place.cmp(&self.place) {
            std::cmp::Ordering::Less => self.from + place,
            std::cmp::Ordering::Equal => ME,
            std::cmp::Ordering::Greater => self.from + place - 1,
        }
    }
}

#[derive(Debug)]
pub(super) struct PlainRule {
    pub(super) now: Changes,
    pub(super) then: Changes,
    pub(super) call: Option<PlainCall>,
    /// The registers of its variables when its condition holds.
    pub(super) variables: [u8; KEPT],
    /// Whether all of them are words of whoever acts, which stay as they are until the action is done.
    pub(super) at_hand: bool,
    /// Which bits of those words count: none where there is no variable.
    pub(super) counts: [Word; KEPT],
    /// Zero: it stays.
    pub(super) goto: u16,
}

#[derive(Debug)]
pub(super) struct PlainCall {
    pub(super) action: ActionId,
    pub(super) arguments: Vec<u8>,
    pub(super) limit: Duration,
    pub(super) interruptible: bool,
    /// How many variables its rule has.
    pub(super) variables: u16,
}

/// Changes, one after the other.
#[derive(Debug)]
pub(super) struct Changes {
    pub(super) list: Box<[Change]>,
    /// The facts that come, by bits.
    pub(super) comes: u8,
    /// The expression of the value that has to be calculated, if there is one.
    pub(super) calculates: Option<u32>,
}

/// A fact about `.me` that comes or goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) comes: bool,
    pub(super) claim: bool,
    pub(super) fact: u8,
    /// Words, and the registers of their values; then `.me` again. Of what goes, other words may have
    /// any value.
    pub(super) values: [Pair; VALUES],
    /// The word whose value is calculated.
    pub(super) calculated: Option<u8>,
}

impl Change {
    /// Whether it gives a word another value.
    fn sets(&self, word: u8) -> bool {
        let mut values = self.values.iter();
        self.calculated == Some(word) || values.any(|(other, _)| *other == word && word != ME)
    }
}

/// What someone of a class and in a state can try.
#[derive(Debug)]
pub(super) struct PlainList {
    pub(super) rules: Vec<PlainGlance>,
    /// What its rules read.
    pub(super) reads: Interest,
    /// The facts about `.me` that its rules ask for, by bits; then marks.
    pub(super) asks: u64,
    pub(super) marks: Vec<Mark>,
}

/// Whether a fact is there with a constant: about `.me`, or about anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub(super) mine: bool,
    pub(super) fact: u8,
    pub(super) word: u8,
    pub(super) register: u8,
    /// Which bits of the word count: none, if any value will do.
    pub(super) counts: Word,
}

/// Marks come after so many bits for facts about `.me`.
pub(super) const FIRST_MARK: usize = OWNED_MAX;
/// So many marks are judged for a list.
const MARKS_MAX: usize = 16;

impl PlainList {
    /// Its rules, by bits, that facts about `.me` do not rule out.
    #[cold]
    pub(super) fn worth(&self, present: u64) -> u64 {
        let rules = self.rules.iter().zip(0..u64::BITS);
        rules.fold(0, |all, (rule, place)| {
            let fits = (present ^ rule.present) & rule.asks == 0;
            all | u64::from(fits) << place
        })
    }
}

/// The number of a rule that is not plain.
const NOT_PLAIN: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct PlainGlance {
    /// Its number, if it is plain.
    pub(super) rule: u16,
    /// Where its operations begin.
    pub(super) from: u32,
    /// The facts about `.me` and the marks that it asks for, and which of them must be there.
    asks: u64,
    present: u64,
}

/// A rule before it is put into lists.
struct Judged {
    from: u32,
    asks: u8,
    present: u8,
    /// Marks, and whether they must be there.
    marks: Vec<(Mark, bool)>,
}

/// One literal, as far as facts about `.me` do not decide it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Each row about anybody with known values.
    Each(Find, Into),
    /// No row about anybody has known values.
    None(Find),
    /// The row about `.me` has not these values.
    NotMine(Find),
    /// Each row of a fact that stays.
    Row(Find, Into),
    /// No row of a fact that stays has known values.
    NoRow(Find),
    Same(u8, u8),
    Differ(u8, u8),
    /// A moment is not later than now.
    Reached(u8),
    Compare(Compare),
    /// A solution; of a rule that is not plain, no more than a reason to look at it with care.
    Done,
}

/// Where values of a row are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Into {
    pub(super) count: u8,
    pub(super) pairs: [Pair; ARGUMENTS],
}

/// Rows that have known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Find {
    pub(super) fact: u16,
    /// The first two known values; if there is only one, twice the same.
    pub(super) known: [Pair; 2],
    /// Which of their bits count: all, or none if no value is known.
    pub(super) counts: Word,
    /// How many others there are.
    pub(super) more: u8,
    /// Whether rows about `.me` do not count.
    pub(super) not_me: bool,
    pub(super) others: [Pair; ARGUMENTS - 2],
}

impl PlainCode {
    /// The plain part of a script; `None` if nobody can live by it alone.
    pub(in crate::fast) fn of(
        code: &Code,
        guards: &[Guard],
        of_rules: &[Span],
    ) -> Option<PlainCode> {
        if code.has_together
            || !code.passing.is_empty()
            || code.constants.len() > REGISTERS - CONSTANTS
        {
            return None;
        }
        let (plain, owners) = owners(code);
        let mut made = PlainCode {
            owned: vec![],
            number_of: vec![None; owners.len()],
            rules: vec![],
            lists: vec![],
            operations: vec![],
            stills: Stills::default(),
        };
        made.lay_out(code, &owners)?;
        let mut glances = vec![];
        for ((rule, plain), span) in code.rules.iter().zip(plain).zip(of_rules) {
            let rule = plain.then(|| made.rule(code, rule)).flatten();
            let (rule, glance) = rule.unzip();
            made.rules.push(rule);
            glances.push(glance.or_else(|| made.guarded(code, span.of(guards))));
        }
        let lists = code.lists.iter().map(|list| made.list(list, &glances));
        made.lists = lists.collect();
        made.lists.iter().any(Option::is_some).then_some(made)
    }

    /// Gives every fact about somebody its words.
    fn lay_out(&mut self, code: &Code, owners: &[Option<u8>]) -> Option<()> {
        let mut from = 0;
        for (fact, place) in owners.iter().enumerate() {
            let Some(place) = *place else {
                continue;
            };
            let shape = code.shape.facts.get(fact)?;
            let arity = u8::try_from(shape.arity).ok()?;
            let keys = (0..arity).filter(|other| *other != place);
            let keys = keys.filter_map(|place| code.key_at(fact as u16, place));
            let others = keys.fold(0, |all, key| all | topic::key(usize::from(key)));
            self.number_of[fact] = Some(self.owned.len() as u8);
            self.owned.push(Owned {
                fact: fact as u16,
                arity,
                claim: shape.claim,
                place,
                from,
                topics: topic::fact(fact) | others,
            });
            from += arity - 1;
        }
        let fits = usize::from(from) < WORDS && self.owned.len() <= OWNED_MAX;
        fits.then_some(())
    }

    fn rule(&mut self, code: &Code, rule: &RuleCode) -> Option<(PlainRule, Judged)> {
        let mut condition = Condition {
            variables: [None; KEPT],
            asks: 0,
            present: 0,
            operations: vec![],
        };
        for step in rule.steps?.of(&code.steps) {
            self.literal(code, step.what(), &mut condition)?;
        }
        if condition.operations.len() > STRIDES_MAX {
            return None;
        }
        let call = match &rule.action {
            Some(call) => Some(plain_call(code, rule, call)?),
            None => None,
        };
        let now = self.changes(code, rule, &rule.now)?;
        let variables = condition.variables.map(|known| known.unwrap_or(NOTHING));
        let stays = |register: &u8| {
            let mut coming = now.list.iter().filter(|change| change.comes);
            let overwritten = coming.any(|change| change.sets(*register));
            *register == NOTHING || usize::from(*register) < WORDS && !overwritten
        };
        let made = PlainRule {
            at_hand: variables.iter().all(stays),
            counts: variables.map(|register| if register == NOTHING { 0 } else { Word::MAX }),
            now,
            then: self.changes(code, rule, &rule.then)?,
            call,
            variables,
            goto: rule.goto,
        };
        let judged = self.judged(condition.asks, condition.present, condition.operations);
        Some((made, judged))
    }

    /// A rule that is not plain, as far as it takes to know that it does not hold.
    fn guarded(&mut self, code: &Code, guards: &[Guard]) -> Option<Judged> {
        let (mut asks, mut present) = (0, 0);
        let mut operations = vec![];
        for guard in guards.iter().take_while(|guard| guard.before <= BEFORE_MAX) {
            let number = self.number(guard.fact);
            let owned = number.map(|number| self.owned[usize::from(number)]);
            let place = owned.map(|owned| owned.place);
            if let (Some(number), Some((at, slot))) = (number, guard.known)
                && place == Some(at)
                && usize::from(slot) == code.me()
            {
                asks |= 1 << number;
                present |= u8::from(!guard.negated) << number;
                continue;
            }
            let Some(find) = self.find_guard(code, guard) else {
                continue;
            };
            let into = Into {
                count: 0,
                pairs: [(0, SPARE); ARGUMENTS],
            };
            operations.push(match (number, guard.negated) {
                (Some(_), false) => Op::Each(find, into),
                (Some(_), true) => Op::None(find),
                (None, false) => Op::Row(find, into),
                (None, true) => Op::NoRow(find),
            });
        }
        if asks == 0 && operations.is_empty() || operations.len() >= STRIDES_MAX {
            return None;
        }
        operations.push(Op::Done);
        Some(self.judged(asks, present, operations))
    }

    /// Keeps the operations of a rule, and finds out what marks tell of them.
    fn judged(&mut self, asks: u8, present: u8, operations: Vec<Op>) -> Judged {
        let marks = operations
            .iter()
            .filter_map(|operation| self.mark(operation));
        let marks = marks.collect();
        let from = self.operations.len() as u32;
        self.operations.extend(operations);
        Judged {
            from,
            asks,
            present,
            marks,
        }
    }

    /// The mark that an operation asks for, if it asks only for a constant.
    fn mark(&self, operation: &Op) -> Option<(Mark, bool)> {
        let constant = |register: u8| usize::from(register) >= CONSTANTS;
        match operation {
            Op::Same(word, register) if constant(*register) => {
                let owner =
                    |owned: &Owned| (owned.from..owned.from + owned.arity - 1).contains(word);
                let fact = self.owned.iter().position(owner)? as u8;
                let mark = Mark {
                    mine: true,
                    fact,
                    word: *word,
                    register: *register,
                    counts: Word::MAX,
                };
                Some((mark, true))
            }
            Op::Each(find, _) | Op::None(find)
                if find.counts == 0
                    || find
                        .known
                        .iter()
                        .all(|known| *known == find.known[0] && constant(known.1)) =>
            {
                let mark = Mark {
                    mine: false,
                    fact: find.fact as u8,
                    word: find.known[0].0,
                    register: find.known[0].1,
                    counts: find.counts,
                };
                Some((mark, matches!(operation, Op::Each(..))))
            }
            _ => None,
        }
    }

    fn find_guard(&self, code: &Code, guard: &Guard) -> Option<Find> {
        let first = match guard.known {
            Some((place, slot)) => {
                let register = fixed_register(code, usize::from(slot))?;
                Some((self.word_of(guard.fact, place), register))
            }
            None => None,
        };
        let arity = code.shape.facts.get(usize::from(guard.fact))?.arity;
        (arity <= ARGUMENTS).then_some(Find {
            fact: self.number(guard.fact).map_or(guard.fact, u16::from),
            known: [first.unwrap_or((0, SPARE)); 2],
            counts: if first.is_some() { Word::MAX } else { 0 },
            more: 0,
            not_me: false,
            others: [(0, SPARE); ARGUMENTS - 2],
        })
    }

    fn literal(&self, code: &Code, what: &What, condition: &mut Condition) -> Option<()> {
        match what {
            What::Each(rows, bound) => {
                let owned = self.owned_by_me(rows);
                let mut into = Into {
                    count: 0,
                    pairs: [(0, SPARE); ARGUMENTS],
                };
                for (place, variable) in bound.iter() {
                    let variable = usize::from(variable);
                    let register = VARIABLES as u8 + variable as u8;
                    let known = condition.variables.get_mut(variable)?;
                    match owned {
                        // Its value is at hand.
                        Some((_, owned)) => *known = Some(owned.word_at(place)),
                        None => {
                            *known = Some(register);
                            let pair = (self.word_of(rows.fact, place), register);
                            *into.pairs.get_mut(usize::from(into.count))? = pair;
                            into.count += 1;
                        }
                    }
                }
                if let Some((number, owned)) = owned {
                    if condition.asks & !condition.present & 1 << number != 0 {
                        // It can never hold.
                        return None;
                    }
                    condition.asks |= 1 << number;
                    condition.present |= 1 << number;
                    // Variables that got a value in this row have it from there.
                    for (place, slot) in rows.known.iter() {
                        if place != owned.place {
                            let register = condition.register(code, usize::from(slot))?;
                            let same = Op::Same(owned.word_at(place), register);
                            condition.operations.push(same);
                        }
                    }
                    return Some(());
                }
                let find = self.find(code, rows, condition)?;
                condition.operations.push(match self.number(rows.fact) {
                    Some(_) => Op::Each(find, into),
                    None => Op::Row(find, into),
                });
            }
            What::None(rows) => match self.owned_by_me(rows) {
                Some((number, _)) if rows.known.iter().count() == 1 => {
                    if condition.present >> number & 1 == 1 {
                        // It can never hold.
                        return None;
                    }
                    condition.asks |= 1 << number;
                }
                Some(_) => {
                    let find = self.find(code, rows, condition)?;
                    condition.operations.push(Op::NotMine(find));
                }
                None => {
                    let find = self.find(code, rows, condition)?;
                    condition.operations.push(match self.number(rows.fact) {
                        Some(_) => Op::None(find),
                        None => Op::NoRow(find),
                    });
                }
            },
            What::Compare(compare) => {
                let left = condition.register(code, usize::from(compare.left))?;
                let right = condition.register(code, usize::from(compare.right))?;
                let differ =
                    compare.comparison == Comparison::NotEqual && compare.timing == Timing::Never;
                let reached = compare.comparison == Comparison::LessOrEqual
                    && compare.timing == Timing::Loses
                    && right == NOW;
                if differ && condition.leaves_me_out(left, right) {
                    return Some(());
                }
                condition.operations.push(match (differ, reached) {
                    (true, _) => Op::Differ(left, right),
                    (_, true) => Op::Reached(left),
                    _ => Op::Compare(Compare {
                        left,
                        right,
                        ..*compare
                    }),
                });
            }
            What::Test(_) => return None,
            What::Done => condition.operations.push(Op::Done),
        }
        Some(())
    }

    fn find(&self, code: &Code, rows: &Rows, condition: &Condition) -> Option<Find> {
        let mut known = vec![];
        for (place, slot) in rows.known.iter() {
            let register = condition.register(code, usize::from(slot))?;
            known.push((self.word_of(rows.fact, place), register));
        }
        let mut others = [(0, SPARE); ARGUMENTS - 2];
        let later = known.get(2..).unwrap_or_default();
        others.get_mut(..later.len())?.copy_from_slice(later);
        let first = known.first().copied().unwrap_or((0, SPARE));
        let second = known.get(1).copied().unwrap_or(first);
        let fact = self.number(rows.fact).map_or(rows.fact, u16::from);
        let arity = code.shape.facts.get(usize::from(rows.fact))?.arity;
        (arity <= ARGUMENTS).then_some(Find {
            fact,
            known: [first, second],
            counts: if known.is_empty() { 0 } else { Word::MAX },
            more: later.len() as u8,
            not_me: false,
            others,
        })
    }

    fn number(&self, fact: u16) -> Option<u8> {
        self.number_of.get(usize::from(fact)).copied().flatten()
    }

    /// The word of an argument of a fact about somebody; of another fact, its place.
    fn word_of(&self, fact: u16, place: u8) -> u8 {
        let owned = self
            .number(fact)
            .map(|number| self.owned[usize::from(number)]);
        owned.map_or(place, |owned| owned.word_at(place))
    }

    /// Rows that are about `.me`.
    fn owned_by_me(&self, rows: &Rows) -> Option<(u8, Owned)> {
        let number = self.number(rows.fact)?;
        let owned = self.owned[usize::from(number)];
        let key = rows.known.iter().next()?;
        (rows.key.is_some() && key.0 == owned.place).then_some((number, owned))
    }

    fn changes(&self, code: &Code, rule: &RuleCode, effects: &EffectsCode) -> Option<Changes> {
        let mut list = vec![];
        let (mut comes, mut calculates) = (0, None);
        for (span, come) in [(effects.remove, false), (effects.add, true)] {
            for pattern in span.of(&code.patterns) {
                let number = self.number(pattern.fact)?;
                let arguments = pattern.arguments.of(&code.arguments);
                let (change, calculated) = self.change(code, rule, number, arguments, come)?;
                // Of one fact there is one row at most.
                if come && comes >> number & 1 == 1 {
                    return None;
                }
                comes |= u8::from(come) << number;
                // More than one value to be calculated is more than is plain.
                if calculated.is_some() && calculates.is_some() {
                    return None;
                }
                calculates = calculates.or(calculated);
                list.push(change);
            }
        }
        Some(Changes {
            list: list.into(),
            comes,
            calculates,
        })
    }

    fn change(
        &self,
        code: &Code,
        rule: &RuleCode,
        number: u8,
        arguments: &[Arg],
        comes: bool,
    ) -> Option<(Change, Option<u32>)> {
        let owned = self.owned[usize::from(number)];
        let mut change = Change {
            comes,
            claim: owned.claim,
            fact: number,
            values: [(ME, ME); VALUES],
            calculated: None,
        };
        let (mut calculated, mut count) = (None, 0);
        for (argument, place) in arguments.iter().zip(0..) {
            if place == owned.place {
                continue;
            }
            let word = owned.word_at(place);
            let unbound = |slot: u16| slot >= 64 || rule.unbound >> slot & 1 == 1;
            let is_it =
                |other: &&Arg| matches!((other, argument), (Arg::Slot(a), Arg::Slot(b)) if a == b);
            match argument {
                Arg::Anything if !comes => {}
                Arg::Slot(slot) if unbound(*slot) => {
                    // The same in two places would have to be compared.
                    if comes || arguments.iter().filter(is_it).count() > 1 {
                        return None;
                    }
                }
                Arg::Expression(expression) => {
                    let known = comes && !owned.claim && change.calculated.is_none();
                    if !known || !is_calculable(code, rule, *expression) {
                        return None;
                    }
                    change.calculated = Some(word);
                    calculated = Some(*expression);
                }
                _ => {
                    let register = argument_register(code, argument)?;
                    *change.values.get_mut(count)? = (word, register);
                    count += 1;
                }
            }
        }
        Some((change, calculated))
    }

    /// Of some topics those that can be touched in a plain scene.
    fn interest(&self, topics: u64) -> Interest {
        let owned = self.owned.iter().zip(0..OWNED_MAX);
        let facts = owned.map(|(owned, bit)| Interest::from(owned.topics & topics != 0) << bit);
        let states = if topics & topic::STATE != 0 {
            STATES
        } else {
            0
        };
        facts.fold(states, |all, one| all | one)
    }

    fn list(&self, list: &List, judged: &[Option<Judged>]) -> Option<PlainList> {
        let mut marks: Vec<Mark> = vec![];
        let mut rules = vec![];
        for glance in &list.rules {
            let rule = judged.get(usize::from(glance.rule))?.as_ref()?;
            let (mut asks, mut present) = (u64::from(rule.asks), u64::from(rule.present));
            for (mark, there) in &rule.marks {
                let known = marks.iter().position(|known| known == mark);
                let place = known.unwrap_or(marks.len());
                if place >= MARKS_MAX {
                    continue;
                }
                if known.is_none() {
                    marks.push(*mark);
                }
                asks |= 1 << (FIRST_MARK + place);
                present |= u64::from(*there) << (FIRST_MARK + place);
            }
            let plain = self.rules.get(usize::from(glance.rule))?.is_some();
            rules.push(PlainGlance {
                rule: if plain { glance.rule } else { NOT_PLAIN },
                from: rule.from,
                asks,
                present,
            });
        }
        let few = !rules.is_empty() && rules.len() <= crate::fast::glance::JUDGED_MAX;
        (few && list.urgent.is_empty()).then(|| PlainList {
            reads: self.interest(list.reads),
            asks: rules.iter().fold(0, |all, rule| all | rule.asks),
            rules,
            marks,
        })
    }
}

fn plain_call(code: &Code, rule: &RuleCode, call: &CallCode) -> Option<PlainCall> {
    let arguments = call.arguments.of(&code.arguments).iter();
    let arguments = arguments.map(|argument| argument_register(code, argument));
    Some(PlainCall {
        action: call.action,
        arguments: arguments.collect::<Option<_>>()?,
        limit: call.limit,
        interruptible: call.interruptible,
        variables: rule.variables,
    })
}

/// A condition that is being made.
struct Condition {
    /// Where the value of a variable is.
    variables: [Option<u8>; KEPT],
    asks: u8,
    present: u8,
    operations: Vec<Op>,
}

impl Condition {
    /// If two values are `.me` and whom the last row is about, that row is to be about somebody else.
    fn leaves_me_out(&mut self, left: u8, right: u8) -> bool {
        let other = match (left, right) {
            (ME, other) | (other, ME) => other,
            _ => return false,
        };
        let Some(Op::Each(find, into)) = self.operations.last_mut() else {
            return false;
        };
        let kept = into.pairs.iter().take(usize::from(into.count));
        find.not_me |= kept.into_iter().any(|pair| *pair == (ME, other));
        find.not_me
    }

    fn register(&self, code: &Code, slot: usize) -> Option<u8> {
        match slot < code.slots {
            true => self.variables.get(slot).copied().flatten(),
            false => fixed_register(code, slot),
        }
    }
}

/// The register of a slot that is no variable.
fn fixed_register(code: &Code, slot: usize) -> Option<u8> {
    if slot == code.me() {
        return Some(ME);
    }
    if slot == code.now() {
        return Some(NOW);
    }
    let constant = slot.checked_sub(code.first_constant())?;
    u8::try_from(CONSTANTS + constant).ok()
}

/// The register of an argument after a rule has fired.
fn argument_register(code: &Code, argument: &Arg) -> Option<u8> {
    match argument {
        Arg::Slot(slot) if usize::from(*slot) < KEPT => Some(VARIABLES as u8 + *slot as u8),
        Arg::Me => Some(ME),
        Arg::Word(word) => {
            let constant = code.constants.iter().position(|known| known == word)?;
            u8::try_from(CONSTANTS + constant).ok()
        }
        Arg::Slot(_) | Arg::Anything | Arg::Expression(_) => None,
    }
}

/// Whether an expression can be worked out from variables, the moment and chance.
fn is_calculable(code: &Code, rule: &RuleCode, expression: u32) -> bool {
    match code.expressions[expression as usize] {
        Ex::Word(_) | Ex::Me | Ex::Now => true,
        Ex::Slot(slot) => usize::from(slot) < KEPT && rule.unbound >> slot & 1 == 0,
        Ex::Binary(left, _, right) | Ex::Random(left, right, _) => {
            is_calculable(code, rule, left) && is_calculable(code, rule, right)
        }
        Ex::Undefined | Ex::Clock | Ex::Distance(..) | Ex::Host { .. } | Ex::Count { .. } => false,
    }
}

/// Which rules are plain as far as they can be told alone, and at which place each fact that they
/// change names `.me`.
fn owners(code: &Code) -> (Vec<bool>, Vec<Option<u8>>) {
    let mut plain: Vec<bool> = code.rules.iter().map(is_plain).collect();
    loop {
        let facts = 0..code.shape.facts.len();
        let owners: Vec<_> = facts.map(|fact| owner(code, &plain, fact as u16)).collect();
        let mut changed = false;
        for (rule, plain) in code.rules.iter().zip(&mut plain) {
            let mut patterns = patterns(code, rule);
            let owned = patterns.all(|(fact, _)| {
                let owner = owners.get(usize::from(fact));
                owner.is_some_and(|owner| matches!(owner, Owner::At(_)))
            });
            changed |= *plain && !owned;
            *plain &= owned;
        }
        if !changed {
            let places = owners.into_iter().map(|owner| match owner {
                Owner::At(place) => Some(place),
                Owner::Nobody | Owner::Anybody => None,
            });
            return (plain, places.collect());
        }
    }
}

enum Owner {
    /// No plain rule changes it.
    Nobody,
    At(u8),
    Anybody,
}

fn owner(code: &Code, plain: &[bool], fact: u16) -> Owner {
    let rules = code.rules.iter().zip(plain);
    let rules = rules.filter_map(|(rule, plain)| plain.then_some(rule));
    let patterns = rules.flat_map(|rule| patterns(code, rule));
    let mut places = None;
    for (_, arguments) in patterns.filter(|(other, _)| *other == fact) {
        let mine = arguments.iter().zip(0..u64::BITS).map(|(argument, place)| {
            let is_me = matches!(argument, Arg::Me);
            u64::from(is_me) << place
        });
        let mine = mine.fold(0, |all, one| all | one);
        places = Some(places.unwrap_or(u64::MAX) & mine);
    }
    let Some(places) = places else {
        return Owner::Nobody;
    };
    let Some(shape) = code.shape.facts.get(usize::from(fact)) else {
        return Owner::Anybody;
    };
    // A claim is decided by all but its last argument.
    let last = shape.arity.saturating_sub(1);
    let place = match shape.claim {
        true => (places >> last & 1 == 1).then_some(last as u32),
        false => (places != 0).then(|| places.trailing_zeros()),
    };
    match place {
        Some(place) if shape.arity <= ARGUMENTS => Owner::At(place as u8),
        _ => Owner::Anybody,
    }
}

/// What a plain rule changes.
fn patterns<'c>(code: &'c Code, rule: &RuleCode) -> impl Iterator<Item = (u16, &'c [Arg])> {
    let (now, then) = (rule.now, rule.then);
    let spans = [now.remove, now.add, then.remove, then.add].into_iter();
    spans.flat_map(|span| {
        let patterns = span.of(&code.patterns).iter();
        patterns.map(|pattern| (pattern.fact, pattern.arguments.of(&code.arguments)))
    })
}

fn is_plain(rule: &RuleCode) -> bool {
    let plain_call = |call: &CallCode| call.plain && call.needed.length == 0;
    rule.plain
        && rule.fires_at_once
        && rule.walks_alone
        && rule.strides != NO_STRIDES
        && rule.while_holds.is_none()
        && rule.never_watched
        && rule.finish == Finish::Stay
        && !rule.urgent
        && rule.keeps_few
        && rule.action.as_ref().is_none_or(plain_call)
        && rule.now.at_once
        && rule.then.at_once
}
