//! Which rules of a script are plain, and what each can be judged by before it is searched.

use super::code::{
    CONSTANTS, FIRST_MARK, Find, Interest, Into, KEPT, MARKS_MAX, Mark, NOT_PLAIN, NOTHING,
    OWNED_MAX, Op, Owned, PlainCall, PlainCode, PlainGlance, PlainList, PlainRule, REGISTERS,
    STATES, WORDS,
};
use super::condition::{Condition, fixed_register};
use super::effects::argument_register;
use super::mates::Stills;
use super::owners::owners;
use crate::fast::glance::JUDGED_MAX;
use crate::fast::marks::BEFORE_MAX;
use crate::fast::program::{CallCode, Code, Guard, List, RuleCode, Span, topic};
use crate::fast::strides::STRIDES_MAX;
use crate::fast::word::Word;

/// A rule before it is put into lists.
struct Judged {
    from: u32,
    asks: u8,
    present: u8,
    /// Marks, and whether they must be there.
    marks: Vec<(Mark, bool)>,
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
            let rule = plain.then(|| made.make_rule(code, rule)).flatten();
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

    fn make_rule(&mut self, code: &Code, rule: &RuleCode) -> Option<(PlainRule, Judged)> {
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
            let into = Into::default();
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
        let Some((place, slot)) = guard.known else {
            return self.find_known(code, guard.fact, &[]);
        };
        let register = fixed_register(code, usize::from(slot))?;
        let known = (self.word_of(guard.fact, place), register);
        self.find_known(code, guard.fact, &[known])
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
            let plain = self.rule(glance.rule).is_some();
            rules.push(PlainGlance {
                rule: if plain { glance.rule } else { NOT_PLAIN },
                from: rule.from,
                asks,
                present,
            });
        }
        let few = !rules.is_empty() && rules.len() <= JUDGED_MAX;
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
