//! Conditions of plain rules: what is left of them once facts about `.me` are at hand.

use super::code::{
    ARGUMENTS, CONSTANTS, Find, Into, KEPT, ME, NOW, Op, Owned, Pair, PlainCode, VARIABLES,
};
use crate::fast::program::{Code, Timing};
use crate::fast::walk::{Compare, Rows, What};
use townsfolk_module::Comparison;

/// A condition that is being made.
pub(super) struct Condition {
    /// Where the value of a variable is.
    pub(super) variables: [Option<u8>; KEPT],
    pub(super) asks: u8,
    pub(super) present: u8,
    pub(super) operations: Vec<Op>,
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

impl PlainCode {
    pub(super) fn literal(
        &self,
        code: &Code,
        what: &What,
        condition: &mut Condition,
    ) -> Option<()> {
        match what {
            What::Each(rows, bound) => {
                let owned = self.owned_by_me(rows);
                let mut into = Into::default();
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
        self.find_known(code, rows.fact, &known)
    }

    /// The rows of a fact with known values.
    pub(super) fn find_known(&self, code: &Code, fact: u16, known: &[Pair]) -> Option<Find> {
        let arity = code.shape.facts.get(usize::from(fact))?.arity;
        let number = self.number(fact).map_or(fact, u16::from);
        Find::of(number, known).filter(|_| arity <= ARGUMENTS)
    }

    /// Rows that are about `.me`.
    fn owned_by_me(&self, rows: &Rows) -> Option<(u8, Owned)> {
        let number = self.number(rows.fact)?;
        let owned = self.owned[usize::from(number)];
        let key = rows.known.iter().next()?;
        (rows.key.is_some() && key.0 == owned.place).then_some((number, owned))
    }
}

/// The register of a slot that is no variable.
pub(super) fn fixed_register(code: &Code, slot: usize) -> Option<u8> {
    if slot == code.me() {
        return Some(ME);
    }
    if slot == code.now() {
        return Some(NOW);
    }
    let constant = slot.checked_sub(code.first_constant())?;
    u8::try_from(CONSTANTS + constant).ok()
}
