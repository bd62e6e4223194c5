//! Values of expressions, readings, coins, and when a comparison with `.now` changes its answer.

use super::packed_value::{
    DAYTIME, DURATION, NONE, NUMBER, PackedValue, TIME, character, decode, encode, kind, of_time,
    pack, payload,
};
use super::program::{ArgumentCode, ExpressionCode, Span, Timing};
use super::scratch::Mutation;
use super::search::Progress;
use super::update::{Chance, Updating};
use super::witness::Witness;
use crate::reference::Coin;
use std::cmp::Ordering;
use townsfolk_core::{Draw, HostId, Number, Pushed, SiteId, Tick, VALUE_MAX, Value};
use townsfolk_module::arithmetic::arithmetic;
use townsfolk_module::{Comparison, HostForm, Operator};

impl<W: Witness> Updating<'_, W> {
    /// The value of an expression, or [`NONE`].
    pub(super) fn evaluate(&mut self, expression: u32) -> PackedValue {
        let code = self.code;
        match code.expressions[expression as usize] {
            ExpressionCode::Undefined => NONE,
            ExpressionCode::Slot(slot) => self.slot(slot),
            ExpressionCode::Constant(word) => word,
            ExpressionCode::Me => self.me,
            ExpressionCode::Now => of_time(self.moment),
            ExpressionCode::Clock => pack(DAYTIME, i64::from(self.stage.clock())),
            ExpressionCode::Binary(left, operator, right) => {
                let left = self.evaluate(left);
                if left == NONE {
                    return NONE;
                }
                match self.evaluate(right) {
                    NONE => NONE,
                    right => combine(left, operator, right),
                }
            }
            ExpressionCode::Random(low, high, site) => {
                let low = self.evaluate(low);
                if low == NONE {
                    return NONE;
                }
                match self.evaluate(high) {
                    NONE => NONE,
                    high => self.random(low, high, site),
                }
            }
            ExpressionCode::Distance(a, b) => {
                let a = self.evaluate(a);
                if a == NONE {
                    return NONE;
                }
                let b = self.evaluate(b);
                let (Some(a), Some(b)) = (decode(a), decode(b)) else {
                    return NONE;
                };
                let mm = self.stage.distance_mm(a, b);
                mm.map_or(NONE, |mm| encode(Value::Number(Number(mm))))
            }
            ExpressionCode::Host {
                name,
                form,
                arguments,
            } => self.host_value(name, form, arguments),
            ExpressionCode::Count { literal, negated } => self.count(literal, negated),
        }
    }

    fn count(&mut self, literal: u32, negated: bool) -> PackedValue {
        if self.step() {
            return NONE;
        }
        let mark = self.scratch.trail.len();
        let before = std::mem::replace(&mut self.counted, 0);
        let way = self.ways(literal as usize);
        let counted = std::mem::replace(&mut self.counted, before);
        self.undo(mark);
        if way == Progress::Undefined || self.is_exhausted() {
            return NONE;
        }
        let counted = if negated {
            i64::from(counted == 0)
        } else {
            counted
        };
        encode(Value::Number(Number::whole(counted)))
    }

    fn random(&mut self, low: PackedValue, high: PackedValue, site: SiteId) -> PackedValue {
        let of = kind(low);
        if kind(high) != of || (of != NUMBER && of != DURATION) {
            return NONE;
        }
        match self.chance {
            Chance::Forbidden => NONE,
            Chance::Least => low,
            Chance::Drawn => {
                let at = Tick(self.moment);
                let drawn = self.draw(at, site, 0, payload(low), payload(high));
                pack(of, drawn)
            }
        }
    }

    /// A number for whoever this is about.
    pub(super) fn draw(&self, at: Tick, site: SiteId, part: u32, low: i64, high: i64) -> i64 {
        let draw = Draw::of_owner(self.scene.key.1, at, site);
        draw.between(self.draw_index(part), low, high)
    }

    fn draw_index(&self, part: u32) -> u64 {
        let who = character(self.me).map_or(0, |who| who.0);
        u64::from(who) << 32 | u64::from(part)
    }

    pub(super) fn coin(&mut self, thousandths: i64, site: SiteId) -> bool {
        let rule = self.coin_rule;
        let person = &self.scene.people[self.me_index];
        if self.coins_kept
            && let Some(rare) = &person.rare
            && let Some(coin) = rare.coins.iter().find(|c| c.rule == rule && c.site == site)
        {
            return coin.came_up;
        }
        let spell = Tick(person.free_since);
        let draw = Draw::of_owner(self.scene.key.1, spell, site);
        let came_up = draw.coin(self.draw_index(rule.0), thousandths);
        if self.coins_kept {
            let coin = Coin {
                rule,
                site,
                came_up,
            };
            let person = &mut self.scene.people[self.me_index];
            person.rare_mut().coins.push(coin);
        }
        came_up
    }

    pub(super) fn host_holds(
        &mut self,
        name: HostId,
        form: Option<HostForm>,
        arguments: Span,
    ) -> Option<bool> {
        let mut words = [NONE; super::program::ARGUMENTS_MAX];
        let words = self.words_of(arguments, &mut words)?;
        match form? {
            HostForm::Property => Some(self.property(name, words) != Pushed::HoldsNot),
            HostForm::Predicate => {
                let mut values = [Value::Daytime(0); super::program::ARGUMENTS_MAX];
                Some(self.stage.holds(name, decoded(words, &mut values)))
            }
            HostForm::Function => None,
        }
    }

    fn host_value(&mut self, name: HostId, form: Option<HostForm>, arguments: Span) -> PackedValue {
        let mut words = [NONE; super::program::ARGUMENTS_MAX];
        let Some(words) = self.words_of(arguments, &mut words) else {
            return NONE;
        };
        match form {
            Some(HostForm::Property) => match self.property(name, words) {
                Pushed::Is(value) => encode(value),
                Pushed::Holds | Pushed::HoldsNot => NONE,
            },
            Some(HostForm::Function) => {
                let mut values = [Value::Daytime(0); super::program::ARGUMENTS_MAX];
                let read = self.stage.read(name, decoded(words, &mut values));
                read.map_or(NONE, encode)
            }
            Some(HostForm::Predicate) | None => NONE,
        }
    }

    fn words_of<'w>(
        &mut self,
        arguments: Span,
        words: &'w mut [PackedValue],
    ) -> Option<&'w [PackedValue]> {
        let code = self.code;
        let arguments: &[ArgumentCode] = arguments.of(&code.arguments);
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = self.value_of(*argument);
            if *word == NONE {
                return None;
            }
        }
        words.get(..arguments.len())
    }

    pub(super) fn property(&self, name: HostId, arguments: &[PackedValue]) -> Pushed {
        let mut known = self.scene.rare().properties.iter();
        known
            .find(|p| p.name == name && p.arguments == arguments)
            .map_or_else(|| self.default_of(name), |p| p.value)
    }

    fn default_of(&self, name: HostId) -> Pushed {
        let defaults = &self.code.defaults;
        let index = defaults.binary_search_by_key(&name, |(id, _)| *id);
        index.map_or(Pushed::HoldsNot, |index| defaults[index].1)
    }

    /// Whether a comparison holds; `None` where it is undefined.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        timing: Timing,
        left: u32,
        right: u32,
    ) -> Option<bool> {
        if timing == Timing::Searched {
            self.search_change(comparison, left, right);
        }
        let left = self.evaluate(left);
        if left == NONE {
            return None;
        }
        let right = self.evaluate(right);
        if right == NONE {
            return None;
        }
        if matches!(timing, Timing::Gains | Timing::Loses) {
            self.note_change(comparison, timing, left, right);
        }
        answer(left, comparison, right)
    }

    pub(super) fn note_equal(&mut self, timing: Timing, left: u32, right: u32) {
        match timing {
            Timing::Never => {}
            Timing::Searched => self.search_change(Comparison::Equal, left, right),
            Timing::Gains | Timing::Loses => {
                let (left, right) = (self.evaluate(left), self.evaluate(right));
                if left != NONE && right != NONE {
                    self.note_change(Comparison::Equal, timing, left, right);
                }
            }
        }
    }

    /// Notes the next moment at which a comparison changes its answer, in closed form.
    fn note_change(
        &mut self,
        comparison: Comparison,
        timing: Timing,
        left: PackedValue,
        right: PackedValue,
    ) {
        let wait = change_of(comparison, timing, left, right);
        self.note(self.moment.saturating_add(wait));
    }

    #[inline]
    pub(super) fn note(&mut self, moment: i64) {
        if !self.scratch.has_mutation(Mutation::DropMoment) {
            self.wake = self.wake.min(moment);
        }
    }

    /// The same by doubling and halving, as the reference evaluator does it, step for step.
    fn search_change(&mut self, comparison: Comparison, left: u32, right: u32) {
        let now = self.moment;
        let Some(here) = self.answer_at(now, comparison, left, right) else {
            return;
        };
        const DOUBLINGS: u32 = 44;
        let mut late = None;
        for power in 0..DOUBLINGS {
            let moment = now.saturating_add(1 << power);
            if self.answer_at(moment, comparison, left, right) != Some(here) {
                late = Some(moment);
                break;
            }
        }
        let Some(mut late) = late else {
            return;
        };
        let mut early = now;
        while late - early > 1 {
            let middle = early + (late - early) / 2;
            if self.answer_at(middle, comparison, left, right) == Some(here) {
                early = middle;
            } else {
                late = middle;
            }
        }
        self.note(late);
    }

    fn answer_at(
        &mut self,
        moment: i64,
        comparison: Comparison,
        left: u32,
        right: u32,
    ) -> Option<i8> {
        let now = std::mem::replace(&mut self.moment, moment);
        let left = self.evaluate(left);
        let right = self.evaluate(right);
        self.moment = now;
        if left == NONE || right == NONE {
            return None;
        }
        match comparison {
            Comparison::Equal | Comparison::NotEqual => Some(order(left, right)? as i8),
            _ => Some(i8::from(answer(left, comparison, right)?)),
        }
    }
}

/// How long it takes until a comparison changes its answer, if the left side gains or loses one tick
/// with each tick. For ever, if it does not change.
#[inline]
pub(super) fn change_of(
    comparison: Comparison,
    timing: Timing,
    left: PackedValue,
    right: PackedValue,
) -> i64 {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    if kind(left) != kind(right) || !matches!(kind(left), TIME | DURATION) {
        return i64::MAX;
    }
    let ahead = payload(left).wrapping_sub(payload(right));
    // How far the side that falls behind is ahead still. At zero they are equal.
    let (lead, strict) = match timing {
        Timing::Gains => (-ahead, matches!(comparison, Less | GreaterOrEqual)),
        _ => (ahead, matches!(comparison, Greater | LessOrEqual)),
    };
    // Where sums saturate they move more slowly, so this is never too late.
    match comparison {
        Equal | NotEqual if lead > 0 => lead,
        Equal | NotEqual if lead == 0 => 1,
        Less | LessOrEqual | Greater | GreaterOrEqual if strict && lead > 0 => lead,
        Less | LessOrEqual | Greater | GreaterOrEqual if !strict && lead >= 0 => lead + 1,
        _ => i64::MAX,
    }
}

/// Which of two words is greater, if they are numbers, durations, times or times of day.
#[inline]
pub(super) fn order(left: PackedValue, right: PackedValue) -> Option<Ordering> {
    let comparable = matches!(kind(left), NUMBER | DURATION | TIME | DAYTIME);
    (comparable && kind(left) == kind(right)).then(|| (left as i64).cmp(&(right as i64)))
}

#[inline]
pub(super) fn answer(
    left: PackedValue,
    comparison: Comparison,
    right: PackedValue,
) -> Option<bool> {
    Some(match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => order(left, right)?.is_lt(),
        Comparison::LessOrEqual => order(left, right)?.is_le(),
        Comparison::Greater => order(left, right)?.is_gt(),
        Comparison::GreaterOrEqual => order(left, right)?.is_ge(),
    })
}

pub(super) fn combine(left: PackedValue, operator: Operator, right: PackedValue) -> PackedValue {
    let sum = match (kind(left), operator, kind(right)) {
        (NUMBER, Operator::Plus, NUMBER)
        | (DURATION, Operator::Plus, DURATION)
        | (TIME, Operator::Plus, DURATION) => payload(left) + payload(right),
        (NUMBER, Operator::Minus, NUMBER)
        | (DURATION, Operator::Minus, DURATION)
        | (TIME, Operator::Minus, DURATION) => payload(left) - payload(right),
        _ => return general(left, operator, right),
    };
    pack(kind(left), sum.clamp(-VALUE_MAX, VALUE_MAX))
}

fn general(left: PackedValue, operator: Operator, right: PackedValue) -> PackedValue {
    let (Some(left), Some(right)) = (decode(left), decode(right)) else {
        return NONE;
    };
    arithmetic(left, operator, right).map_or(NONE, encode)
}

fn decoded<'v>(words: &[PackedValue], values: &'v mut [Value]) -> &'v [Value] {
    for (value, word) in values.iter_mut().zip(words) {
        if let Some(decoded) = decode(*word) {
            *value = decoded;
        }
    }
    &values[..words.len()]
}
