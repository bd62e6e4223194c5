//! Conditions and their solutions: unification and search. Section "Matching".

use super::bindings::{Bindings, Slot, Term, unified};
use super::fate::{DrawKey, Fate};
use super::scene::{Coin, Scene};
use super::tuple_space::TupleSpace;
use crate::Stage;
use std::ops::ControlFlow;
use townsfolk_core::{
    CharacterId, DefineId, Duration, HostId, Number, Pushed, RoleId, RuleId, SiteId, Standing,
    Tick, Value, VarId,
};
use townsfolk_module::arithmetic::{arithmetic, compare, order};
use townsfolk_module::{Comparison, Expr, HostForm, Literal, Module, Script};

/// How many steps one search may take: one for each literal looked at and each fact or person
/// tried. A rule whose search takes more does not fire, and that is reported.
pub const STEP_BUDGET: u32 = 50_000;

/// How deeply literals, defines and expressions may stand in each other. Searching deeper counts
/// as running out of steps.
pub const DEPTH_MAX: u32 = 160;

/// The variables of one rule, or of one clause of a define that is being looked into.
#[derive(Clone, Copy, Debug)]
struct Frame {
    base: usize,
    count: usize,
}

/// The treatment of `random(a, b)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// It is undefined: chance never permits.
    Forbidden,
    /// It is taken as its least value, to see whether something could be done.
    Least,
    /// It is drawn.
    Drawn,
}

/// The data that a search reads.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The module.
    pub module: &'a Module,
    /// The script.
    pub script: &'a Script,
    /// The scene. Its facts are given to the [`Matcher`] apart.
    pub scene: &'a Scene,
    /// Participants in the order of this update.
    pub order: &'a [CharacterId],
    /// The stage.
    pub stage: &'a dyn Stage,
    /// The moment.
    pub now: Tick,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("now", &self.now).finish()
    }
}

/// One search for solutions.
pub struct Matcher<'a> {
    /// The data it reads.
    pub view: View<'a>,
    /// The facts it looks at.
    pub facts: &'a TupleSpace,
    /// Chance.
    pub fate: &'a mut dyn Fate,
    /// `.me`.
    pub me: Option<CharacterId>,
    /// The rule whose condition this is.
    pub rule: Option<RuleId>,
    /// Coins thrown in this free spell.
    pub coins: Vec<Coin>,
    /// Moments at which a comparison with `.now` that was looked at changes its answer.
    pub wake_at: Vec<Tick>,
    /// The treatment of `random`.
    pub chance: Chance,
    /// Whether the search ran out of steps. Its solutions up to then do not count.
    pub exhausted: bool,
    now: Tick,
    steps: u32,
    depth: u32,
}

impl std::fmt::Debug for Matcher<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Matcher");
        debug.field("view", &self.view).field("steps", &self.steps);
        debug.finish_non_exhaustive()
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notes {
    /// Coins thrown in this free spell.
    pub coins: Vec<Coin>,
    /// See [`Matcher::wake_at`].
    pub wake_at: Vec<Tick>,
    /// Whether the search ran out of steps.
    pub exhausted: bool,
}

/// Whether the search goes on.
pub type Flow = ControlFlow<()>;

type Found<'f, 'a> = &'f mut dyn FnMut(&mut Matcher<'a>, &Bindings) -> Flow;

const GO_ON: Flow = ControlFlow::Continue(());
const STOP: Flow = ControlFlow::Break(());

impl<'a> Matcher<'a> {
    /// A search on behalf of someone, in some rule.
    pub fn new(
        view: View<'a>,
        facts: &'a TupleSpace,
        fate: &'a mut dyn Fate,
        me: Option<CharacterId>,
        rule: Option<RuleId>,
    ) -> Matcher<'a> {
        let thrown = me.and_then(|who| view.scene.participant(who));
        Matcher {
            view,
            facts,
            fate,
            me,
            rule,
            coins: thrown.map_or(vec![], |p| p.coins.clone()),
            wake_at: vec![],
            chance: Chance::Forbidden,
            exhausted: false,
            now: view.now,
            steps: 0,
            depth: 0,
        }
    }

    /// How many steps it has taken so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The same search over other facts, for looking one step ahead.
    pub fn over<'b>(&'b mut self, facts: &'b TupleSpace) -> Matcher<'b> {
        let mut other = Matcher::new(self.view, facts, &mut *self.fate, self.me, self.rule);
        other.chance = self.chance;
        other
    }

    /// Ends the search and keeps what is worth keeping.
    pub fn into_notes(self) -> Notes {
        Notes {
            coins: self.coins,
            wake_at: self.wake_at,
            exhausted: self.exhausted,
        }
    }

    /// The first solution.
    pub fn first(&mut self, literals: &[Literal], start: &Bindings) -> Option<Bindings> {
        let mut first = None;
        self.solve(literals, start, &mut |_, solution| {
            first = Some(solution.clone());
            STOP
        });
        first.filter(|_| !self.exhausted)
    }

    /// Shows each solution in order until told to stop.
    pub fn solve(&mut self, literals: &[Literal], start: &Bindings, found: Found<'_, 'a>) {
        let frame = whole(start);
        let _ = self.search(literals, frame, start, found);
    }

    /// The value of an expression of the rule.
    pub fn value(&mut self, expr: &Expr, bindings: &Bindings) -> Option<Value> {
        self.evaluate(expr, whole(bindings), bindings)
    }

    /// The facts that match a pattern, oldest first. `None` if an argument is undefined.
    pub fn matching(
        &mut self,
        pattern: &townsfolk_module::FactPattern,
        bindings: &Bindings,
    ) -> Option<Vec<townsfolk_core::Atom>> {
        let terms = self.terms(&pattern.arguments, whole(bindings), bindings)?;
        let facts = self.facts.of(pattern.fact, terms.len());
        Some(
            facts
                .filter(|atom| unified(bindings, &terms, &atom.arguments).is_some())
                .cloned()
                .collect(),
        )
    }

    fn search(
        &mut self,
        literals: &[Literal],
        frame: Frame,
        bindings: &Bindings,
        found: Found<'_, 'a>,
    ) -> Flow {
        let Some((literal, rest)) = literals.split_first() else {
            return found(self, bindings);
        };
        self.deeper(|this| {
            this.literal(literal, frame, bindings, &mut |this, bindings| {
                this.search(rest, frame, bindings, found)
            })
        })
        .unwrap_or(STOP)
    }

    fn literal(
        &mut self,
        literal: &Literal,
        frame: Frame,
        bindings: &Bindings,
        found: Found<'_, 'a>,
    ) -> Flow {
        self.step(bindings)?;
        if !literal.is_negated() {
            return self.ways(literal, frame, bindings, found).unwrap_or(GO_ON);
        }
        let mut holds = false;
        let looked = self.ways(literal, frame, bindings, &mut |_, _| {
            holds = true;
            STOP
        });
        match looked {
            _ if self.exhausted => STOP,
            Some(_) if !holds => found(self, bindings),
            _ => GO_ON,
        }
    }

    /// The ways in which a literal holds, whether or not `not` stands before it. `None` if it is
    /// undefined.
    fn ways(
        &mut self,
        literal: &Literal,
        frame: Frame,
        bindings: &Bindings,
        found: Found<'_, 'a>,
    ) -> Option<Flow> {
        Some(match literal {
            Literal::Fact {
                fact, arguments, ..
            } => {
                let terms = self.terms(arguments, frame, bindings)?;
                let facts: &'a TupleSpace = self.facts;
                for atom in facts.of(*fact, terms.len()) {
                    if self.step(bindings).is_break() {
                        return Some(STOP);
                    }
                    if let Some(bindings) = unified(bindings, &terms, &atom.arguments)
                        && found(self, &bindings).is_break()
                    {
                        return Some(STOP);
                    }
                }
                GO_ON
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let terms = self.terms(arguments, frame, bindings)?;
                self.clauses(*define, &terms, bindings, found)?
            }
            Literal::Any { who, role, .. } => {
                let wanted = self.term(who, frame, bindings)?;
                let people = self.people(*role);
                self.one_of(&people, wanted, bindings, found)
            }
            Literal::InState { who, state, .. } => {
                let wanted = self.term(who, frame, bindings)?;
                let scene = self.view.scene;
                let is_in = |who: &CharacterId| {
                    scene
                        .participant(*who)
                        .is_some_and(|p| p.state == Some(*state))
                };
                let people: Vec<_> = self.view.order.iter().copied().filter(is_in).collect();
                self.one_of(&people, wanted, bindings, found)
            }
            Literal::Host {
                name, arguments, ..
            } => {
                let arguments = self.values(arguments, frame, bindings)?;
                if self.host_holds(*name, &arguments)? {
                    found(self, bindings)
                } else {
                    GO_ON
                }
            }
            Literal::Compare {
                left,
                comparison,
                right,
            } => {
                self.note_when_it_changes(left, *comparison, right, frame, bindings);
                let mut after = bindings.clone();
                let holds = if *comparison == Comparison::Equal {
                    let left = self.term(left, frame, bindings)?;
                    let right = self.term(right, frame, bindings)?;
                    after.unify(left, right)
                } else {
                    let left = self.evaluate(left, frame, bindings)?;
                    let right = self.evaluate(right, frame, bindings)?;
                    compare(left, *comparison, right)?
                };
                if holds { found(self, &after) } else { GO_ON }
            }
            Literal::Coin { probability, site } => {
                if self.coin(*probability, *site) {
                    found(self, bindings)
                } else {
                    GO_ON
                }
            }
        })
    }

    /// The solutions of each clause in turn, with variables of its own above those of the caller.
    fn clauses(
        &mut self,
        define: DefineId,
        terms: &[Term],
        bindings: &Bindings,
        found: Found<'_, 'a>,
    ) -> Option<Flow> {
        let script: &'a Script = self.view.script;
        let define = script.define(define)?;
        let base = bindings.slots.len();
        for clause in &define.clauses {
            if self.step(bindings).is_break() {
                return Some(STOP);
            }
            let count = usize::from(clause.variables);
            let frame = Frame { base, count };
            let mut inner = bindings.clone();
            inner.slots.resize(base + count, Slot::Free);
            let Some(parameters) = self.terms(&clause.parameters, frame, &inner) else {
                continue;
            };
            if parameters.len() != terms.len() {
                continue;
            }
            let pairs = parameters.iter().zip(terms);
            if !pairs.into_iter().all(|(a, b)| inner.unify(*a, *b)) {
                continue;
            }
            let flow = self.search(&clause.body, frame, &inner, &mut |this, solution| {
                // A variable points only at lower ones, so the clause's own can be cut off.
                let mut outer = solution.clone();
                outer.slots.truncate(base);
                found(this, &outer)
            });
            if flow.is_break() {
                return Some(STOP);
            }
        }
        Some(GO_ON)
    }

    fn one_of(
        &mut self,
        people: &[CharacterId],
        wanted: Term,
        bindings: &Bindings,
        found: Found<'_, 'a>,
    ) -> Flow {
        for who in people {
            self.step(bindings)?;
            let mut after = bindings.clone();
            if after.unify(wanted, Term::Value(Value::Character(*who))) {
                found(self, &after)?;
            }
        }
        GO_ON
    }

    /// Those present in a role, or (without a role) all people present, in the update's order.
    fn people(&self, role: Option<RoleId>) -> Vec<CharacterId> {
        let View {
            module,
            scene,
            order,
            ..
        } = self.view;
        let fits = |is: RoleId| match role {
            Some(wanted) => module.is_a(is, wanted),
            None => !module.role(is).is_some_and(|role| role.proxy),
        };
        order
            .iter()
            .copied()
            .filter(|who| {
                scene
                    .participant(*who)
                    .is_some_and(|p| p.standing == Standing::Present && fits(p.role))
            })
            .collect()
    }

    fn coin(&mut self, probability: Number, site: SiteId) -> bool {
        let rule = self.rule.unwrap_or(RuleId(0));
        let mut thrown = self.coins.iter();
        if let Some(coin) = thrown.find(|c| c.rule == rule && c.site == site) {
            return coin.came_up;
        }
        let who = self.me.unwrap_or(CharacterId(0));
        let spell = self.view.scene.participant(who).map(|p| p.free_since);
        let key = DrawKey::of(who, site, spell.unwrap_or(self.now)).part(rule.0);
        let came_up = self.fate.coin(key, probability.0);
        self.coins.push(Coin {
            rule,
            site,
            came_up,
        });
        came_up
    }

    fn host_holds(&self, name: HostId, arguments: &[Value]) -> Option<bool> {
        let declared = self.view.module.host_name(name)?;
        Some(match declared.form {
            HostForm::Property => {
                self.view.scene.property(self.view.module, name, arguments) != Pushed::HoldsNot
            }
            HostForm::Predicate => self.view.stage.holds(name, arguments),
            HostForm::Function => return None,
        })
    }

    fn host_value(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        let declared = self.view.module.host_name(name)?;
        match declared.form {
            HostForm::Property => match self.view.scene.property(self.view.module, name, arguments)
            {
                Pushed::Is(value) => Some(value),
                Pushed::Holds | Pushed::HoldsNot => None,
            },
            HostForm::Function => {
                let read = self.view.stage.read(name, arguments);
                read.map(Value::clamped)
            }
            HostForm::Predicate => None,
        }
    }

    fn terms(
        &mut self,
        arguments: &[Expr],
        frame: Frame,
        bindings: &Bindings,
    ) -> Option<Vec<Term>> {
        let terms = arguments.iter();
        terms.map(|a| self.term(a, frame, bindings)).collect()
    }

    fn values(
        &mut self,
        arguments: &[Expr],
        frame: Frame,
        bindings: &Bindings,
    ) -> Option<Vec<Value>> {
        let values = arguments.iter();
        values.map(|a| self.evaluate(a, frame, bindings)).collect()
    }

    fn term(&mut self, expr: &Expr, frame: Frame, bindings: &Bindings) -> Option<Term> {
        match expr {
            Expr::Anything => Some(Term::Anything),
            Expr::Variable(variable) => Some(Term::Slot(frame.slot(*variable)?)),
            other => self.evaluate(other, frame, bindings).map(Term::Value),
        }
    }

    fn evaluate(&mut self, expr: &Expr, frame: Frame, bindings: &Bindings) -> Option<Value> {
        self.deeper(|this| this.evaluate_here(expr, frame, bindings))?
    }

    fn evaluate_here(&mut self, expr: &Expr, frame: Frame, bindings: &Bindings) -> Option<Value> {
        match expr {
            Expr::Anything => None,
            Expr::Variable(variable) => bindings.value(frame.slot(*variable)?),
            Expr::Me => self.me.map(Value::Character),
            Expr::Now => Some(Value::Time(self.now).clamped()),
            Expr::Clock => Some(Value::Daytime(self.view.stage.clock())),
            Expr::Constant(value) => Some(value.clamped()),
            Expr::Binary {
                left,
                operator,
                right,
            } => {
                let left = self.evaluate(left, frame, bindings)?;
                let right = self.evaluate(right, frame, bindings)?;
                arithmetic(left, *operator, right)
            }
            Expr::Random { low, high, site } => {
                let low = self.evaluate(low, frame, bindings)?;
                let high = self.evaluate(high, frame, bindings)?;
                self.random(low, high, *site)
            }
            Expr::Distance(a, b) => {
                let a = self.evaluate(a, frame, bindings)?;
                let b = self.evaluate(b, frame, bindings)?;
                // Metres in thousandths are millimetres.
                let mm = self.view.stage.distance_mm(a, b)?;
                Some(Value::Number(Number(mm)).clamped())
            }
            Expr::Host { name, arguments } => {
                let arguments = self.values(arguments, frame, bindings)?;
                self.host_value(*name, &arguments)
            }
            Expr::Count(literal) => {
                let mut count = 0;
                self.step(bindings).continue_value()?;
                let _ = self.ways(literal, frame, bindings, &mut |_, _| {
                    count += 1;
                    GO_ON
                })?;
                let count = if literal.is_negated() {
                    i64::from(count == 0)
                } else {
                    count
                };
                (!self.exhausted).then_some(Value::Number(Number::whole(count)))
            }
        }
    }

    fn random(&mut self, low: Value, high: Value, site: SiteId) -> Option<Value> {
        let (from, to) = match (low, high) {
            (Value::Number(low), Value::Number(high)) => (low.0, high.0),
            (Value::Duration(low), Value::Duration(high)) => (low.0, high.0),
            _ => return None,
        };
        let drawn = match self.chance {
            Chance::Forbidden => return None,
            Chance::Least => from,
            Chance::Drawn => {
                let who = self.me.unwrap_or(CharacterId(0));
                self.fate.number(DrawKey::of(who, site, self.now), from, to)
            }
        };
        Some(match low {
            Value::Duration(_) => Value::Duration(Duration(drawn)),
            _ => Value::Number(Number(drawn)),
        })
    }

    /// Notes the next moment at which a comparison with `.now` changes its answer, all else being
    /// equal. The comparison is linear in time, so its answers lie on two sides of one moment (for
    /// `=` and `!=`, of two), and doubling and halving finds it.
    fn note_when_it_changes(
        &mut self,
        left: &Expr,
        comparison: Comparison,
        right: &Expr,
        frame: Frame,
        bindings: &Bindings,
    ) {
        if !mentions_now(left) && !mentions_now(right) {
            return;
        }
        let answer_at = |this: &mut Self, tick: Tick| {
            let now = std::mem::replace(&mut this.now, tick);
            let left = this.evaluate(left, frame, bindings);
            let right = this.evaluate(right, frame, bindings);
            this.now = now;
            Some(match comparison {
                Comparison::Equal | Comparison::NotEqual => order(left?, right?)? as i8,
                _ => i8::from(compare(left?, comparison, right?)?),
            })
        };
        let Some(answer) = answer_at(self, self.now) else {
            return;
        };
        const DOUBLINGS: u32 = 44;
        let now = self.now;
        let mut changed = (0..DOUBLINGS).map(|power| now.after(Duration(1 << power)));
        let Some(mut late) = changed.find(|tick| answer_at(self, *tick) != Some(answer)) else {
            return;
        };
        let mut early = self.now;
        while late.0 - early.0 > 1 {
            let middle = Tick(early.0 + (late.0 - early.0) / 2);
            if answer_at(self, middle) == Some(answer) {
                early = middle;
            } else {
                late = middle;
            }
        }
        self.wake_at.push(late);
    }

    fn step(&mut self, bindings: &Bindings) -> Flow {
        // Many variables make every step more work, so they count as more steps.
        let work = 1 + u32::try_from(bindings.slots.len() / 64).unwrap_or(u32::MAX);
        self.steps = self.steps.saturating_add(work);
        self.exhausted |= self.steps > STEP_BUDGET;
        if self.exhausted { STOP } else { GO_ON }
    }

    fn deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.exhausted |= self.depth >= DEPTH_MAX;
        if self.exhausted {
            return None;
        }
        self.depth += 1;
        let seen = look(self);
        self.depth -= 1;
        Some(seen)
    }
}

impl Frame {
    fn slot(self, variable: VarId) -> Option<usize> {
        let index = usize::from(variable.0);
        (index < self.count).then_some(self.base + index)
    }
}

fn whole(bindings: &Bindings) -> Frame {
    Frame {
        base: 0,
        count: bindings.slots.len(),
    }
}

fn mentions_now(expr: &Expr) -> bool {
    // Under a count or a reading, time is not linear.
    match expr {
        Expr::Now => true,
        Expr::Binary { left, right, .. } => mentions_now(left) || mentions_now(right),
        _ => false,
    }
}
