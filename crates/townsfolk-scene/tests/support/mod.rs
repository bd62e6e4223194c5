//! Tiny builders for modules, until a test can be written in the language itself.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    unreachable_pub,
    missing_docs
)]

use std::cell::RefCell;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::Report;
use townsfolk_scene::reference::*;

thread_local! {
    static NAMES: RefCell<Symbols> = RefCell::default();
}

fn note(category: Category, id: u32, name: &str) {
    NAMES.with_borrow_mut(|s| s.names.insert((category, id), name.into()));
}

/// The names of everything built so far by this test.
pub fn symbols() -> Symbols {
    NAMES.with_borrow(Symbols::clone)
}

macro_rules! namers {
    ($($function:ident: $id:ident $category:ident)*) => {$(
        pub fn $function(name: &str) -> $id {
            let id = $id::named(name);
            note(Category::$category, id.0, name);
            id
        }
    )*};
}

namers! {
    role: RoleId Role
    who: CharacterId Character
    prop_id: PropId Prop
    fact_id: FactId Fact
    define_id: DefineId Define
    state: StateId State
    rule_id: RuleId Rule
    action_id: ActionId Action
    host: HostId Host
    symbol: SymbolId Symbol
}

// Expressions.

pub fn v(index: u16) -> Expr {
    Expr::Variable(VarId(index))
}
pub fn any() -> Expr {
    Expr::Anything
}
pub fn me() -> Expr {
    Expr::Me
}
pub fn now() -> Expr {
    Expr::Now
}
pub fn k(value: Value) -> Expr {
    Expr::Constant(value)
}
pub fn prop(name: &str) -> Value {
    Value::Prop(prop_id(name))
}
pub fn person(name: &str) -> Value {
    Value::Character(who(name))
}
pub fn n(whole: i64) -> Value {
    Value::Number(Number::whole(whole))
}
pub fn seconds(s: i64) -> Value {
    Value::Duration(Duration::seconds(s))
}
pub fn op(left: Expr, operator: Operator, right: Expr) -> Expr {
    Expr::Binary {
        left: Box::new(left),
        operator,
        right: Box::new(right),
    }
}
pub fn plus(left: Expr, right: Expr) -> Expr {
    op(left, Operator::Plus, right)
}
pub fn random(low: Expr, high: Expr) -> Expr {
    Expr::Random {
        low: Box::new(low),
        high: Box::new(high),
        site: SiteId(77),
    }
}

// Literals.

pub fn f(name: &str, arguments: impl Into<Vec<Expr>>) -> Literal {
    Literal::Fact {
        negated: false,
        fact: fact_id(name),
        arguments: arguments.into(),
    }
}
pub fn d(name: &str, arguments: impl Into<Vec<Expr>>) -> Literal {
    Literal::Define {
        negated: false,
        define: define_id(name),
        arguments: arguments.into(),
    }
}
pub fn someone(who: Expr) -> Literal {
    Literal::Any {
        negated: false,
        who,
        role: None,
    }
}
pub fn someone_as(who: Expr, name: &str) -> Literal {
    Literal::Any {
        negated: false,
        who,
        role: Some(role(name)),
    }
}
pub fn holds(name: &str, arguments: impl Into<Vec<Expr>>) -> Literal {
    Literal::Host {
        negated: false,
        name: host(name),
        arguments: arguments.into(),
    }
}
pub fn compare(left: Expr, comparison: Comparison, right: Expr) -> Literal {
    Literal::Compare {
        left,
        comparison,
        right,
    }
}
pub fn differ(left: Expr, right: Expr) -> Literal {
    compare(left, Comparison::NotEqual, right)
}
pub fn less(left: Expr, right: Expr) -> Literal {
    compare(left, Comparison::Less, right)
}
pub fn coin(thousandths: i64, site: u32) -> Literal {
    Literal::Coin {
        probability: Number(thousandths),
        site: SiteId(site),
    }
}
pub fn not(mut literal: Literal) -> Literal {
    match &mut literal {
        Literal::Fact { negated, .. }
        | Literal::Define { negated, .. }
        | Literal::Any { negated, .. }
        | Literal::Host { negated, .. }
        | Literal::InState { negated, .. } => *negated = true,
        _ => panic!("only these can be negated"),
    }
    literal
}

// Rules.

#[derive(Debug)]
pub struct R(pub Rule);

pub fn rule(name: &str) -> R {
    R(Rule {
        id: rule_id(name),
        site: SiteId::named(name),
        state: None,
        roles: vec![],
        variables: 4,
        when: vec![],
        choose: Choose::First,
        action: None,
        together: None,
        while_holds: vec![],
        now: Effects::default(),
        then: Effects::default(),
        on_failure: Effects::default(),
        on_stop: Effects::default(),
        goto: None,
        finish: Finish::Stay,
        urgent: false,
        once: false,
        again_after: None,
    })
}

fn pattern(name: &str, arguments: impl Into<Vec<Expr>>) -> FactPattern {
    FactPattern {
        fact: fact_id(name),
        arguments: arguments.into(),
    }
}

macro_rules! effects {
    ($($method:ident: $field:ident $list:ident)*) => {$(
        pub fn $method(mut self, name: &str, arguments: impl Into<Vec<Expr>>) -> R {
            self.0.$field.$list.push(pattern(name, arguments));
            self
        }
    )*};
}

impl R {
    effects! {
        add: now add
        remove: now remove
        then_add: then add
        then_remove: then remove
        failure_add: on_failure add
        stop_add: on_stop add
    }
    pub fn within(mut self, name: &str) -> R {
        self.0.state = Some(state(name));
        self
    }
    pub fn only(mut self, name: &str) -> R {
        self.0.roles.push(role(name));
        self
    }
    pub fn when(mut self, literals: impl Into<Vec<Literal>>) -> R {
        self.0.when = literals.into();
        self
    }
    pub fn choose(mut self, choose: Choose) -> R {
        self.0.choose = choose;
        self
    }
    pub fn does(mut self, name: &str, arguments: impl Into<Vec<Expr>>) -> R {
        self.0.action = Some(call(name, arguments));
        self
    }
    pub fn together(mut self, index: u16) -> R {
        self.0.together = Some(VarId(index));
        self
    }
    pub fn while_holds(mut self, literals: impl Into<Vec<Literal>>) -> R {
        self.0.while_holds = literals.into();
        self
    }
    pub fn goto(mut self, name: &str) -> R {
        self.0.goto = Some(state(name));
        self
    }
    pub fn leave(mut self) -> R {
        self.0.finish = Finish::Leave;
        self
    }
    pub fn end(mut self) -> R {
        self.0.finish = Finish::End;
        self
    }
    pub fn urgent(mut self) -> R {
        self.0.urgent = true;
        self
    }
    pub fn once(mut self) -> R {
        self.0.once = true;
        self
    }
    pub fn again_after(mut self, low: i64, high: i64) -> R {
        self.0.again_after = Some((Duration::seconds(low), Duration::seconds(high)));
        self
    }
}

pub fn call(name: &str, arguments: impl Into<Vec<Expr>>) -> Call {
    Call {
        action: action_id(name),
        arguments: arguments.into(),
        named: vec![],
    }
}

// Modules. One script, called `play`; roles `guest`, `waiter` (both people) and the proxy `shop`.

pub struct Play(pub Module, pub Script);

pub fn line(name: &str, min: u16, max: u16) -> CastRole {
    CastRole {
        role: role(name),
        min,
        max,
        joins_late: true,
        joins_as: Urgency::Wish,
        away: None,
        vacant: Duration::ZERO,
        on_leaving: None,
        player: false,
        starts_in: None,
    }
}

pub fn play(rules: impl IntoIterator<Item = R>) -> Play {
    let mut module = Module::default();
    for (name, parent, proxy) in [
        ("person", None, false),
        ("guest", Some("person"), false),
        ("waiter", Some("person"), false),
        ("shop", None, true),
    ] {
        module.roles.push(Role {
            id: role(name),
            parents: parent.map(role).into_iter().collect(),
            proxy,
        });
    }
    let rules: Vec<Rule> = rules.into_iter().map(|r| r.0).collect();
    let script = Script {
        id: ScriptId::named("play"),
        cast: vec![
            line("guest", 0, 9),
            line("waiter", 0, 9),
            line("shop", 0, 1),
        ],
        facts: vec![],
        defines: vec![],
        states: vec![],
        rules,
        holds: vec![],
        properties: vec![],
    };
    Play(module, script).action("act", 1)
}

impl Play {
    fn declare(mut self, name: &str, arity: usize, claim: bool, lifetime: Option<i64>) -> Play {
        self.1.facts.push(FactDecl {
            id: fact_id(name),
            kinds: vec![Kind::Thing; arity],
            claim,
            told: false,
            lifetime: lifetime.map(Duration::seconds),
            holders: 1,
        });
        self.1.facts.sort_by_key(|d| d.id);
        self
    }
    pub fn fact(self, name: &str, arity: usize) -> Play {
        self.declare(name, arity, false, None)
    }
    pub fn claim(self, name: &str, arity: usize) -> Play {
        self.declare(name, arity, true, None)
    }
    pub fn passing(self, name: &str, arity: usize, seconds: i64) -> Play {
        self.declare(name, arity, false, Some(seconds))
    }
    pub fn action(self, name: &str, seconds: i64) -> Play {
        let span = Duration::seconds(seconds);
        self.act(name, |action| action.takes = (span, span))
    }
    pub fn act(mut self, name: &str, change: impl FnOnce(&mut Action)) -> Play {
        let mut action = Action {
            id: action_id(name),
            parameters: vec![],
            named: vec![],
            channel: Channel::Body,
            takes: (Duration::seconds(1), Duration::seconds(1)),
            may_fail: true,
            limit: Duration::minutes(10),
            interruptible: true,
            pose: None,
        };
        change(&mut action);
        self.0.actions.push(action);
        self
    }
    pub fn states<const N: usize>(mut self, names: [&str; N]) -> Play {
        self.1.states = names.map(state).to_vec();
        self
    }
    pub fn define(mut self, name: &str, clauses: Vec<Clause>) -> Play {
        let kinds = vec![Kind::Thing; clauses[0].parameters.len()];
        self.1.defines.push(Define {
            id: define_id(name),
            kinds,
            clauses,
        });
        self.1.defines.sort_by_key(|d| d.id);
        self
    }
    pub fn cast(mut self, change: impl FnOnce(&mut Vec<CastRole>)) -> Play {
        change(&mut self.1.cast);
        self
    }
    pub fn hosted(mut self, name: &str, form: HostForm, result: Option<Kind>) -> Play {
        self.0.host.push(HostName {
            id: host(name),
            form,
            parameters: vec![],
            result,
            beat: Duration(30),
        });
        self
    }
    pub fn script(mut self, change: impl FnOnce(&mut Script)) -> Play {
        change(&mut self.1);
        self
    }
    pub fn module(self) -> Module {
        let Play(mut module, script) = self;
        module.scripts.push(script);
        module.sort();
        module
    }
}

pub fn clause(parameters: impl Into<Vec<Expr>>, body: impl Into<Vec<Literal>>) -> Clause {
    Clause {
        variables: 4,
        parameters: parameters.into(),
        body: body.into(),
    }
}

pub fn atom(name: &str, arguments: impl Into<Vec<Value>>) -> Atom {
    Atom {
        fact: fact_id(name),
        arguments: arguments.into(),
    }
}

/// A teller of the module's only script. People are written `"ann guest, bob waiter"`.
pub fn teller<'a>(module: &'a Module, seed: u64, known: &[Atom], people: &str) -> Teller<'a> {
    let cast: Vec<_> = people
        .split(", ")
        .filter(|p| !p.is_empty())
        .map(|p| {
            let (name, as_what) = p.split_once(' ').unwrap();
            (who(name), role(as_what))
        })
        .collect();
    Teller::new(module, &module.scripts[0], Seed(seed), known, &cast)
}

/// What has happened since the last time, one line each.
pub fn story(teller: &mut Teller<'_>) -> String {
    let symbols = symbols();
    let words = Words {
        symbols: &symbols,
        script: teller.scene.script,
    };
    let mut text = String::new();
    for (tick, happening) in teller.told.drain(..) {
        text += &format!("{}: {}\n", tick.0, words.happening(&happening));
    }
    text
}

/// The facts that are there, oldest first.
pub fn facts(teller: &Teller<'_>) -> String {
    let symbols = symbols();
    let words = Words {
        symbols: &symbols,
        script: teller.scene.script,
    };
    let facts = teller.scene.facts.facts.iter();
    let facts: Vec<String> = facts.map(|f| words.atom(&f.atom)).collect();
    facts.join(". ")
}

/// Reports that someone's action has ended, at the next tick.
pub fn ends(teller: &mut Teller<'_>, name: &str, outcome: Outcome) {
    let id = teller.scene.doing(who(name)).unwrap().id;
    teller.due.retain(|(_, other, _)| *other != id);
    teller.report(&[Report::Outcome(id, outcome)]);
}
