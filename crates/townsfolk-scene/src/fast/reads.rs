//! The facts and readings of a condition, whose change can change its answer.

use super::own_facts::OwnPlaces;
use super::program::{Timing, topic};
use townsfolk_core::{DefineId, VarId};
use townsfolk_module::{
    Comparison, Effects, Expr, HostForm, Literal, Module, Operator, Script, WriteValue,
};

/// Everything that some literals or expressions look at, defines and counts included.
pub(super) struct Reads<'a> {
    module: &'a Module,
    script: &'a Script,
    own_places: &'a OwnPlaces,
    seen: Vec<DefineId>,
    /// Topics.
    pub(super) topics: u64,
    /// Whether the answer can change with time in a way that no comparison notes.
    pub(super) restless: bool,
    /// Whether time is looked at, in any way.
    pub(super) now: bool,
    /// Whether something is read that changes without a report.
    pub(super) reading: bool,
    /// Whether a coin is thrown.
    pub(super) coin: bool,
    /// Whether something is divided.
    pub(super) divides: bool,
}

impl<'a> Reads<'a> {
    pub(super) fn new(
        module: &'a Module,
        script: &'a Script,
        own_places: &'a OwnPlaces,
    ) -> Reads<'a> {
        Reads {
            module,
            script,
            own_places,
            seen: vec![],
            topics: 0,
            restless: false,
            now: false,
            reading: false,
            coin: false,
            divides: false,
        }
    }

    pub(super) fn literals(&mut self, literals: &'a [Literal]) {
        for (index, literal) in literals.iter().enumerate() {
            self.literal(literal, &literals[..index]);
        }
    }

    fn literal(&mut self, literal: &'a Literal, before: &'a [Literal]) {
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => match self.own_places.topic(*fact, arguments) {
                Some(own) => self.topics |= own,
                None => self.fact(*fact),
            },
            Literal::Define { define, .. } => {
                if !self.seen.contains(define) {
                    self.seen.push(*define);
                    let script = self.script;
                    for clause in script.define(*define).into_iter().flat_map(|d| &d.clauses) {
                        for parameter in &clause.parameters {
                            self.restless |= mentions_now_anywhere(parameter);
                            self.expression(parameter);
                        }
                        self.literals(&clause.body);
                    }
                }
            }
            Literal::Any { .. } => self.topics |= topic::PEOPLE,
            Literal::InState { .. } => self.topics |= topic::STATE | topic::PEOPLE,
            Literal::Host { name, .. } => self.host(*name),
            Literal::Coin { .. } => self.coin = true,
            Literal::Compare {
                left,
                comparison,
                right,
            } => {
                self.comparison(left, *comparison, right, before);
                self.expression(left);
                self.expression(right);
                return;
            }
        }
        for expr in literal.expressions() {
            // A value made of the present moment is another one at every tick.
            self.restless |= mentions_now_anywhere(expr);
            self.expression(expr);
        }
    }

    fn comparison(
        &mut self,
        left: &Expr,
        comparison: Comparison,
        right: &Expr,
        before: &[Literal],
    ) {
        if !mentions_now_anywhere(left) && !mentions_now_anywhere(right) {
            return;
        }
        self.now = true;
        let noted = timing(left, right) != Timing::Never && is_monotone(left, right);
        let binds = comparison == Comparison::Equal
            && [left, right].into_iter().any(|side| match side {
                Expr::Variable(v) => !before.iter().any(|literal| binds(literal, *v)),
                Expr::Anything => true,
                _ => false,
            });
        self.restless |= !noted || binds;
    }

    pub(super) fn expression(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Now => self.now = true,
            Expr::Clock => self.reading = true,
            Expr::Binary {
                left,
                operator,
                right,
            } => {
                self.divides |= *operator == Operator::Divide;
                self.expression(left);
                self.expression(right);
            }
            Expr::Random { low, high, .. } => {
                self.expression(low);
                self.expression(high);
            }
            Expr::Distance(a, b) => {
                self.reading = true;
                self.expression(a);
                self.expression(b);
            }
            Expr::Host { name, arguments } => {
                self.host(*name);
                for argument in arguments {
                    self.restless |= mentions_now_anywhere(argument);
                    self.expression(argument);
                }
            }
            Expr::Count(literal) => self.literal(literal, &[]),
            Expr::Anything | Expr::Variable(_) | Expr::Me | Expr::Constant(_) => {}
        }
    }

    /// Everything that decides what effects would do.
    pub(super) fn effects(&mut self, effects: &'a Effects) {
        for pattern in effects.remove.iter().chain(&effects.add) {
            self.fact(pattern.fact);
        }
        expressions_of(effects).for_each(|expr| self.expression(expr));
        self.topics |= topic::GONE;
        if !effects.set.is_empty() {
            self.topics |= topic::PROPERTY;
        }
    }

    fn fact(&mut self, fact: townsfolk_core::FactId) {
        let declared = &self.script.facts;
        if let Ok(index) = declared.binary_search_by_key(&fact, |d| d.id) {
            self.topics |= topic::fact(index);
        }
    }

    fn host(&mut self, name: townsfolk_core::HostId) {
        match self.module.host_name(name).map(|h| h.form) {
            Some(HostForm::Property) => self.topics |= topic::PROPERTY,
            Some(HostForm::Function | HostForm::Predicate) => self.reading = true,
            None => {}
        }
    }
}

/// The expressions of effects.
pub(super) fn expressions_of(effects: &Effects) -> impl Iterator<Item = &Expr> {
    let patterns = effects.remove.iter().chain(&effects.add);
    let values = effects.set.iter().filter_map(|write| match &write.value {
        WriteValue::Is(value) => Some(value),
        WriteValue::Holds | WriteValue::HoldsNot => None,
    });
    let set = effects.set.iter().flat_map(|write| &write.arguments);
    patterns
        .flat_map(|pattern| &pattern.arguments)
        .chain(set)
        .chain(values)
}

/// Whether a literal that holds certainly gives a variable a value.
fn binds(literal: &Literal, variable: VarId) -> bool {
    let is_it = |expr: &Expr| *expr == Expr::Variable(variable);
    match literal {
        Literal::Fact {
            negated: false,
            arguments,
            ..
        } => arguments.iter().any(is_it),
        Literal::Any {
            negated: false,
            who,
            ..
        } => is_it(who),
        _ => false,
    }
}

fn mentions_now_anywhere(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |inner| found |= matches!(inner, Expr::Now));
    found
}

/// How the reference evaluator sees it: `.now` itself or inside arithmetic.
fn mentions_now(expr: &Expr) -> bool {
    match expr {
        Expr::Now => true,
        Expr::Binary { left, right, .. } => mentions_now(left) || mentions_now(right),
        _ => false,
    }
}

/// How the moment is found at which a comparison changes its answer.
pub(super) fn timing(left: &Expr, right: &Expr) -> Timing {
    if !mentions_now(left) && !mentions_now(right) {
        return Timing::Never;
    }
    let mut counts = false;
    for side in [left, right] {
        side.walk(&mut |inner| counts |= matches!(inner, Expr::Count(_)));
    }
    // Counting takes steps each time, so it must be done as often as the reference does it.
    if counts {
        return Timing::Searched;
    }
    match (slope(left), slope(right)) {
        (Some(1), Some(0)) | (Some(0), Some(-1)) => Timing::Gains,
        (Some(-1), Some(0)) | (Some(0), Some(1)) => Timing::Loses,
        _ => Timing::Searched,
    }
}

/// By how much a sum grows with each tick; `None` if it is not a sum with at most one `.now`.
fn slope(expr: &Expr) -> Option<i8> {
    match expr {
        Expr::Now => Some(1),
        Expr::Binary {
            left,
            operator: operator @ (Operator::Plus | Operator::Minus),
            right,
        } => match (slope(left)?, slope(right)?, operator) {
            (left, 0, _) => Some(left),
            (0, right, Operator::Plus) => Some(right),
            (0, right, _) => Some(-right),
            _ => None,
        },
        other => (!mentions_now_anywhere(other)).then_some(0),
    }
}

/// Whether only one side depends on time and never turns back.
fn is_monotone(left: &Expr, right: &Expr) -> bool {
    let (l, r) = (mentions_now_anywhere(left), mentions_now_anywhere(right));
    !(l && r) && turns_never(left) && turns_never(right)
}

fn turns_never(expr: &Expr) -> bool {
    match expr {
        Expr::Now => true,
        Expr::Binary { left, right, .. } if slope(expr).is_none() => {
            turns_never(left) && !mentions_now_anywhere(right)
        }
        Expr::Binary { .. } => true,
        other => !mentions_now_anywhere(other),
    }
}
