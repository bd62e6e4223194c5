//! The reads and comparisons of a script, derived from its text before playing.

use crate::attention::Attention;
use crate::merging::Merging;
use crate::patience::Patience;
use crate::readings::has_endless_patience;
use crate::twins::named_values;
use std::cmp::Ordering;
use townsfolk_core::{
    Atom, Duration, FactId, HostId, Kind, Number, RuleId, SymbolId, Value, VarId,
};
use townsfolk_module::arithmetic::arithmetic;
use townsfolk_module::{
    Choose, Comparison, Effects, Expr, Literal, Module, Operator, Script, Visit, Visited,
};

/// The properties of a script that exploration uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScriptSurvey {
    /// Offsets at which a time in a fact matters, in ticks, ascending.
    pub(crate) offsets: Vec<i64>,
    /// Whether a time is compared with `.now` at an offset that is not a constant.
    pub(crate) open_offsets: bool,
    /// Whether times are compared with each other.
    pub(crate) orders_times: bool,
    /// Whether the order in which people are found matters.
    pub(crate) finds_people: bool,
    /// Whether acting participants are checked (`while`, `urgent`).
    pub(crate) watches: bool,
    /// Whether there are readings.
    pub(crate) reads: bool,
    /// Facts that the host pushes.
    pub(crate) told: Vec<FactId>,
    /// Facts that only a location can write.
    pub(crate) located: Vec<FactId>,
    /// Facts that use the invented props of another: they are about one kind of prop, or some
    /// condition asks for both of the same prop.
    pub(crate) shared_props: Vec<(FactId, FactId)>,
    /// Answers to `distance`, in millimetres.
    pub(crate) distances_mm: Vec<i64>,
    /// Answers to `.clock`, in seconds since midnight.
    pub(crate) daytimes: Vec<i32>,
    /// Whether `.clock` is compared with a time of day that a location knows.
    open_daytimes: bool,
    /// The reductions.
    pub(crate) merging: Merging,
    /// The facts and variables that the script reads again.
    pub(crate) attention: Attention,
    /// The rules that give up waiting, in the pass in which patience may last for ever.
    pub(crate) patience: Patience,
    /// Rules whose coins are not kept: either side may come up at every look.
    pub(crate) lucky: Vec<RuleId>,
    /// Interchangeable props and symbols.
    pub(crate) twins: Vec<Vec<Value>>,
    numbers: Vec<i64>,
    durations: Vec<i64>,
    /// The symbols and texts that the script names.
    words: Vec<Value>,
    /// Readings that are only compared with constants, each with these comparisons.
    compared: Vec<(HostId, Vec<(Comparison, Value)>)>,
}

/// The name of a symbol that stands for all symbols that the script does not name.
pub(crate) const OTHER_SYMBOL: &str = "something_else";

/// Maximum number of values of a number, duration or time of day.
const VALUES_MAX: usize = 6;

impl ScriptSurvey {
    pub(crate) fn of(module: &Module, script: &Script, merging: Merging) -> ScriptSurvey {
        let mut survey = ScriptSurvey {
            merging,
            attention: Attention::of(module, script, merging),
            ..ScriptSurvey::default()
        };
        for rule in &script.rules {
            survey.watches |= rule.urgent || !rule.while_holds.is_empty();
            survey.literals(&rule.when);
            survey.literals(&rule.while_holds);
            match &rule.choose {
                Choose::Nearest(_) => survey.distances_mm.push(5_000),
                Choose::Least(expr) | Choose::Most(expr) => {
                    survey.orders_times |= has_variable(expr);
                    survey.expr(expr);
                }
                Choose::First | Choose::Any(_) => {}
            }
        }
        for clause in script.defines.iter().flat_map(|define| &define.clauses) {
            survey.literals(&clause.body);
        }
        for hold in &script.holds {
            survey.literals(&hold.condition);
        }
        for property in &script.properties {
            survey.literals(&property.when);
            survey.literals(&property.expect);
        }
        survey.facts(script);
        survey.share_props(script);
        let words = named_values(script).into_iter();
        survey.words = words
            .filter(|value| matches!(value, Value::Symbol(_) | Value::Text(_)))
            .collect();
        survey.words.sort_unstable();
        survey.words.dedup();
        survey.compared = compared_readings(script);
        survey.tidy();
        if has_endless_patience(module) {
            survey.patience = Patience::of(module, script);
        }
        if merging.ages {
            survey.finds_people &= survey.attention.orders_people;
        }
        survey
    }

    /// Adds the times of day that locations know, if `.clock` is compared with such.
    pub(crate) fn see_places(&mut self, places: &[Vec<Atom>]) {
        if !self.open_daytimes {
            return;
        }
        let mut daytimes: Vec<i64> = self.daytimes.iter().map(|s| i64::from(*s)).collect();
        for value in places.iter().flatten().flat_map(|atom| &atom.arguments) {
            if let Value::Daytime(seconds) = value {
                daytimes.extend(around(&[i64::from(*seconds)], 60, in_a_day));
            }
        }
        self.set_daytimes(daytimes);
    }

    fn set_daytimes(&mut self, mut daytimes: Vec<i64>) {
        daytimes.sort_unstable();
        daytimes.dedup();
        let daytimes = daytimes.into_iter();
        self.daytimes = daytimes.filter_map(|s| i32::try_from(s).ok()).collect();
    }

    /// Whether anything is merged.
    pub(crate) fn is_coarse(&self) -> bool {
        self.merging != Merging::NOTHING
    }

    /// Whether an update is split into separate steps.
    pub(crate) fn turn_by_turn(&self) -> bool {
        self.merging.turns && self.merging.waits && self.merging.rests
    }

    /// The order of facts. Times do not count, because they move.
    pub(crate) fn by_place(&self, a: &Atom, b: &Atom) -> Ordering {
        let by_name = a.fact.cmp(&b.fact);
        if by_name != Ordering::Equal || !self.merging.ages {
            return by_name;
        }
        let parts = self.attention.parts(a.fact);
        let pairs = a.arguments.iter().zip(&b.arguments).enumerate();
        for (index, (a, b)) in pairs {
            let counts = 1_u32.checked_shl(index as u32).unwrap_or(0) & parts != 0;
            if counts && !matches!((a, b), (Value::Time(_), Value::Time(_))) {
                let order = a.cmp(b);
                if order != Ordering::Equal {
                    return order;
                }
            }
        }
        Ordering::Equal
    }

    fn facts(&mut self, script: &Script) {
        let effects = |of: fn(&townsfolk_module::Rule) -> &Effects| {
            script.rules.iter().flat_map(move |rule| &of(rule).add)
        };
        let written: Vec<FactId> = effects(|r| &r.now)
            .chain(effects(|r| &r.then))
            .chain(effects(|r| &r.on_failure))
            .chain(effects(|r| &r.on_stop))
            .map(|pattern| pattern.fact)
            .collect();
        for fact in &script.facts {
            if fact.told {
                self.told.push(fact.id);
            } else if !written.contains(&fact.id) {
                self.located.push(fact.id);
            }
        }
    }

    fn share_props(&mut self, script: &Script) {
        let mut joined: Vec<(FactId, FactId)> = vec![];
        let clauses = script.defines.iter().flat_map(|define| &define.clauses);
        let conditions = script.rules.iter().map(|rule| &rule.when);
        for condition in conditions.chain(clauses.map(|clause| &clause.body)) {
            let mut uses = vec![];
            facts_by_variable(script, condition, &|v| Some(v), 0, &mut uses);
            for (number, (fact, variable)) in uses.iter().enumerate() {
                let same = uses[..number].iter().filter(|(_, v)| v == variable);
                joined.extend(same.map(|(other, _)| (*fact, *other)));
            }
        }
        for (number, fact) in self.located.iter().enumerate() {
            let kind = |fact: FactId| {
                let kinds = script.fact(fact).map_or(&[][..], |f| &f.kinds);
                kinds.iter().find(|kind| matches!(kind, Kind::PropOf(_)))
            };
            let mut earlier = self.located[..number].iter();
            let shares = |other: &&FactId| {
                (kind(*fact).is_some() && kind(*fact) == kind(**other))
                    || joined.contains(&(*fact, **other))
                    || joined.contains(&(**other, *fact))
            };
            if let Some(other) = earlier.find(shares) {
                let first = self.props_of(*other);
                self.shared_props.push((*fact, first));
            }
        }
    }

    /// The fact whose invented props a fact uses.
    pub(crate) fn props_of(&self, fact: FactId) -> FactId {
        let shared = self.shared_props.iter().find(|(other, _)| *other == fact);
        shared.map_or(fact, |(_, first)| *first)
    }

    fn literals(&mut self, literals: &[Literal]) {
        for literal in literals {
            self.literal(literal);
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Any { .. } => self.finds_people = true,
            Literal::Host { .. } => self.reads = true,
            Literal::Compare {
                left,
                comparison,
                right,
            } => self.comparison(left, *comparison, right),
            _ => {}
        }
        for expr in literal.expressions() {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let mut counted = vec![];
        expr.walk(&mut |inner| match inner {
            Expr::Host { .. } => self.reads = true,
            Expr::Distance(..) => {
                self.reads = true;
                self.distances_mm.push(5_000);
            }
            Expr::Clock => self.reads = true,
            Expr::Count(literal) => counted.push(literal),
            _ => {}
        });
        for literal in counted {
            self.literal(literal);
        }
    }

    fn comparison(&mut self, left: &Expr, comparison: Comparison, right: &Expr) {
        let line = TimeSum::of(left).minus(TimeSum::of(right));
        if line.now != 0 {
            self.open_offsets |= line.open || line.variables > 1;
            self.offsets.push(-line.ticks / line.now);
        } else if !matches!(comparison, Comparison::Equal | Comparison::NotEqual)
            && line.variables > 1
        {
            self.orders_times = true;
        }
        let is_clock = |expr: &Expr| contains(expr, |e| matches!(e, Expr::Clock));
        self.open_daytimes |=
            (is_clock(left) && has_variable(right)) || (is_clock(right) && has_variable(left));
        for side in [left, right] {
            let distance = contains(left, |e| matches!(e, Expr::Distance(..)))
                || contains(right, |e| matches!(e, Expr::Distance(..)));
            side.walk(&mut |inner| match inner {
                Expr::Constant(Value::Number(number)) if distance => {
                    self.distances_mm.push(number.0);
                }
                Expr::Constant(Value::Number(number)) => self.numbers.push(number.0),
                Expr::Constant(Value::Duration(span)) => self.durations.push(span.0),
                Expr::Constant(Value::Daytime(seconds)) => self.daytimes.push(*seconds),
                _ => {}
            });
        }
    }

    fn tidy(&mut self) {
        self.offsets.sort_unstable();
        self.offsets.dedup();
        self.distances_mm = around(&self.distances_mm, 500, |mm| mm.max(0));
        if self.numbers.is_empty() {
            self.numbers = vec![1000];
        }
        self.numbers = around(&self.numbers, 1000, |n| n);
        if self.durations.is_empty() {
            self.durations = vec![600];
        }
        self.durations = around(&self.durations, 60, |n| n);
        let daytimes: Vec<i64> = self.daytimes.iter().map(|s| i64::from(*s)).collect();
        self.set_daytimes(around(&daytimes, 60, in_a_day));
    }

    /// Values that an argument or a reading of some kind can have.
    pub(crate) fn values_of(&self, module: &Module, kind: Kind, things: &[Value]) -> Vec<Value> {
        let some = |wanted: fn(&Value) -> bool| things.iter().copied().filter(wanted).collect();
        match kind {
            Kind::Thing => things.to_vec(),
            Kind::Character | Kind::CharacterIn(_) => some(|v| matches!(v, Value::Character(_))),
            Kind::Prop | Kind::PropOf(_) => some(|v| matches!(v, Value::Prop(_))),
            Kind::Number => self
                .numbers
                .iter()
                .map(|n| Value::Number(Number(*n)))
                .collect(),
            Kind::Duration => {
                let span = |ticks: &i64| Value::Duration(Duration(*ticks));
                self.durations.iter().map(span).collect()
            }
            Kind::Daytime => self.daytimes.iter().map(|s| Value::Daytime(*s)).collect(),
            Kind::SymbolOf(set) => {
                let members = module.symbol_set(set).into_iter().flat_map(|s| &s.members);
                members.map(|member| Value::Symbol(*member)).collect()
            }
            Kind::Symbol => {
                let other = Value::Symbol(SymbolId::named(OTHER_SYMBOL));
                let named = self.words.iter().copied();
                let named = named.filter(|word| matches!(word, Value::Symbol(_)));
                named.chain([other]).collect()
            }
            Kind::Text => {
                let named = self.words.iter().copied();
                named
                    .filter(|word| matches!(word, Value::Text(_)))
                    .collect()
            }
            Kind::Time => vec![],
        }
    }

    /// Answers to a reading. Of the values that no comparison distinguishes, one is enough.
    pub(crate) fn answers_of(
        &self,
        module: &Module,
        name: HostId,
        kind: Kind,
        things: &[Value],
    ) -> Vec<Value> {
        let found = self.compared.iter().find(|(other, _)| *other == name);
        let Some((_, comparisons)) = found else {
            return self.values_of(module, kind, things);
        };
        let mut values = match kind {
            Kind::Number | Kind::Duration | Kind::Daytime => {
                values_between(comparisons.iter().map(|(_, constant)| *constant))
            }
            _ => self.values_of(module, kind, things),
        };
        let mut seen: Vec<Vec<bool>> = vec![];
        values.retain(|value| {
            let results = comparisons.iter();
            let results = results.map(|(comparison, constant)| match comparison {
                Comparison::Equal => value == constant,
                Comparison::NotEqual => value != constant,
                Comparison::Less => value < constant,
                Comparison::LessOrEqual => value <= constant,
                Comparison::Greater => value > constant,
                Comparison::GreaterOrEqual => value >= constant,
            });
            let results: Vec<bool> = results.collect();
            let is_new = !seen.contains(&results);
            seen.push(results);
            is_new
        });
        values
    }
}

/// Maximum depth of defines.
const DEPTH_MAX: usize = 8;

/// The facts that a condition asks for, each with a variable that is one of its arguments. `outer`
/// gives the outermost name of a variable.
fn facts_by_variable(
    script: &Script,
    condition: &[Literal],
    outer: &dyn Fn(VarId) -> Option<VarId>,
    depth: usize,
    uses: &mut Vec<(FactId, VarId)>,
) {
    for literal in condition.iter().filter(|literal| !literal.is_negated()) {
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => uses.extend(arguments.iter().filter_map(|argument| match argument {
                Expr::Variable(variable) => Some((*fact, outer(*variable)?)),
                _ => None,
            })),
            Literal::Define {
                define, arguments, ..
            } if depth < DEPTH_MAX => {
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for clause in clauses {
                    let within = |variable: VarId| {
                        let mut pairs = clause.parameters.iter().zip(arguments);
                        pairs.find_map(|(parameter, argument)| match (parameter, argument) {
                            (Expr::Variable(own), Expr::Variable(given)) if *own == variable => {
                                outer(*given)
                            }
                            _ => None,
                        })
                    };
                    facts_by_variable(script, &clause.body, &within, depth + 1, uses);
                }
            }
            _ => {}
        }
    }
}

/// Readings that a script only compares with constants.
fn compared_readings(script: &Script) -> Vec<(HostId, Vec<(Comparison, Value)>)> {
    let mut uses: Vec<HostId> = vec![];
    let mut found: Vec<(HostId, Vec<(Comparison, Value)>)> = vec![];
    script.visit(&mut |part| match part {
        Visited::Expr(Expr::Host { name, .. }) => uses.push(*name),
        Visited::Literal(Literal::Compare {
            left,
            comparison,
            right,
        }) => {
            let direct = match (left, right) {
                (Expr::Host { name, .. }, other) => constant(other).map(|c| (name, *comparison, c)),
                (other, Expr::Host { name, .. }) => {
                    constant(other).map(|c| (name, comparison.mirrored(), c))
                }
                _ => None,
            };
            if let Some((name, comparison, constant)) = direct {
                match found.iter_mut().find(|(other, _)| other == name) {
                    Some((_, comparisons)) => comparisons.push((comparison, constant)),
                    None => found.push((*name, vec![(comparison, constant)])),
                }
            }
        }
        _ => {}
    });
    let count = |name: HostId| uses.iter().filter(|other| **other == name).count();
    found.retain(|(name, comparisons)| count(*name) == comparisons.len());
    found
}

/// A value below, at, between and above some constants.
fn values_between(constants: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut constants: Vec<Value> = constants.collect();
    constants.sort_unstable();
    let amount = |value: &Value| match value {
        Value::Number(number) => number.0,
        Value::Duration(span) => span.0,
        Value::Daytime(seconds) => i64::from(*seconds),
        _ => 0,
    };
    let with = |like: &Value, amount: i64| match like {
        Value::Number(_) => Value::Number(Number(amount)),
        Value::Duration(_) => Value::Duration(Duration(amount)),
        Value::Daytime(_) => Value::Daytime(i32::try_from(in_a_day(amount)).unwrap_or(0)),
        other => *other,
    };
    let mut values = vec![];
    for constant in &constants {
        let here = amount(constant);
        let near = [here.saturating_sub(1), here, here.saturating_add(1)];
        values.extend(near.map(|amount| with(constant, amount)));
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// A value below, at and above each compared constant.
fn around(constants: &[i64], step: i64, allowed: fn(i64) -> i64) -> Vec<i64> {
    let mut constants = constants.to_vec();
    constants.sort_unstable();
    constants.dedup();
    let mut values: Vec<i64> = constants
        .iter()
        .flat_map(|c| [c.saturating_sub(step), c.saturating_add(step)])
        .map(allowed)
        .collect();
    if values.len() < VALUES_MAX {
        values.extend(constants);
    }
    values.sort_unstable();
    values.dedup();
    values.truncate(VALUES_MAX);
    values
}

/// A time of day, in seconds since midnight.
fn in_a_day(seconds: i64) -> i64 {
    seconds.rem_euclid(24 * 3600)
}

fn contains(expr: &Expr, wanted: fn(&Expr) -> bool) -> bool {
    expr.has_expr(wanted)
}

fn has_variable(expr: &Expr) -> bool {
    contains(expr, |e| matches!(e, Expr::Variable(_)))
}

/// A sum of `.now`, ticks and variables.
#[derive(Clone, Copy, Debug, Default)]
struct TimeSum {
    now: i64,
    ticks: i64,
    variables: u32,
    /// Whether it contains anything else.
    open: bool,
}

impl TimeSum {
    fn of(expr: &Expr) -> TimeSum {
        if let Some(Value::Duration(span)) = constant(expr) {
            return TimeSum {
                ticks: span.0,
                ..TimeSum::default()
            };
        }
        match expr {
            Expr::Now => TimeSum {
                now: 1,
                ..TimeSum::default()
            },
            Expr::Variable(_) => TimeSum {
                variables: 1,
                ..TimeSum::default()
            },
            Expr::Binary {
                left,
                operator: Operator::Plus,
                right,
            } => {
                let (left, right) = (TimeSum::of(left), TimeSum::of(right));
                TimeSum {
                    now: left.now + right.now,
                    ticks: left.ticks.saturating_add(right.ticks),
                    variables: left.variables + right.variables,
                    open: left.open || right.open,
                }
            }
            Expr::Binary {
                left,
                operator: Operator::Minus,
                right,
            } => TimeSum::of(left).minus(TimeSum::of(right)),
            _ => TimeSum {
                open: true,
                ..TimeSum::default()
            },
        }
    }

    fn minus(self, other: TimeSum) -> TimeSum {
        TimeSum {
            now: self.now - other.now,
            ticks: self.ticks.saturating_sub(other.ticks),
            variables: self.variables + other.variables,
            open: self.open || other.open,
        }
    }
}

/// The value of an expression without variables.
fn constant(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Constant(value) => Some(*value),
        Expr::Binary {
            left,
            operator,
            right,
        } => arithmetic(constant(left)?, *operator, constant(right)?),
        _ => None,
    }
}
