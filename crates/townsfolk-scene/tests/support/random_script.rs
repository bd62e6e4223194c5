//! Random scripts as module data, with everything a script can have.
#![allow(dead_code, unreachable_pub, missing_docs)]

use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::reference::*;
use townsfolk_scene::{Report, Stage};

/// A small generator for tests: the same seed, the same case.
#[derive(Clone, Debug)]
pub struct Luck(pub u64);

impl Luck {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }
    /// True so many times in a hundred.
    pub fn odds(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

pub const PEOPLE: u32 = 6;
const GUEST: RoleId = RoleId(11);
const WAITER: RoleId = RoleId(12);
const PERSON: RoleId = RoleId(13);
const SHOP: RoleId = RoleId(14);
const STRAY: RoleId = RoleId(15);
pub const ROLES: [RoleId; 5] = [GUEST, WAITER, PERSON, SHOP, STRAY];
const HUNGER: HostId = HostId(21);
const RAIN: HostId = HostId(22);
const SEES: HostId = HostId(23);
const NOISE: HostId = HostId(24);

pub fn value(luck: &mut Luck) -> Value {
    match luck.below(24) {
        0..=8 => Value::Character(CharacterId(luck.below(PEOPLE as usize) as u32 + 1)),
        9..=14 => Value::Prop(PropId(luck.below(3) as u32 + 1)),
        15..=17 => Value::Number(Number(1000 * luck.between(0, 3))),
        18 | 19 => Value::Symbol(SymbolId(luck.below(2) as u32 + 1)),
        20 => Value::Duration(Duration(luck.between(1, 40))),
        21 | 22 => Value::Time(Tick(luck.between(1, 200))),
        _ => luck.of(&[
            Value::Number(Number(i64::MAX)),
            Value::Time(Tick(i64::MIN)),
            Value::Duration(Duration(i64::MAX)),
            Value::Daytime(12 * 3600 + 2),
            Value::Text(TextId(3)),
        ]),
    }
}

struct Writer<'l> {
    luck: &'l mut Luck,
    facts: Vec<FactDecl>,
    defines: usize,
    variables: u16,
    /// Whether much is odd, or only little.
    wild: u64,
}

impl Writer<'_> {
    fn variable(&mut self) -> Expr {
        let extra = u16::from(self.luck.odds(1));
        Expr::Variable(VarId(
            self.luck.below(usize::from(self.variables + extra)) as u16
        ))
    }

    fn term(&mut self) -> Expr {
        match self.luck.below(20) {
            0..=9 => self.variable(),
            10..=13 => Expr::Me,
            14 | 15 => Expr::Anything,
            16 | 17 => Expr::Constant(value(self.luck)),
            _ if self.luck.odds(self.wild) => self.expression(2),
            _ => self.variable(),
        }
    }

    fn bounded_literal(&mut self) -> Literal {
        self.literal(0)
    }

    fn expression(&mut self, depth: u32) -> Expr {
        let leaf = depth == 0 || self.luck.odds(35);
        if leaf {
            return match self.luck.below(10) {
                0..=3 => self.variable(),
                4 | 5 => Expr::Constant(value(self.luck)),
                6 => Expr::Me,
                7 if self.luck.odds(30) => Expr::Clock,
                8 if self.luck.odds(20) => Expr::Anything,
                _ => Expr::Now,
            };
        }
        let operator = self.luck.of(&[
            Operator::Plus,
            Operator::Plus,
            Operator::Minus,
            Operator::Minus,
            Operator::Times,
            Operator::Divide,
        ]);
        match self.luck.below(14) {
            0..=6 => Expr::Binary {
                left: Box::new(self.expression(depth - 1)),
                operator,
                right: Box::new(self.expression(depth - 1)),
            },
            7 => Expr::Random {
                low: Box::new(Expr::Constant(Value::Number(Number(0)))),
                high: Box::new(self.expression(depth - 1)),
                site: SiteId(self.luck.below(9) as u32 + 900),
            },
            8 => Expr::Distance(
                Box::new(self.expression(depth - 1)),
                Box::new(self.expression(depth - 1)),
            ),
            9 | 10 => Expr::Host {
                name: self.luck.of(&[HUNGER, HUNGER, RAIN, NOISE]),
                arguments: vec![self.term()],
            },
            _ => Expr::Count(Box::new(self.bounded_literal())),
        }
    }

    /// A comparison of a time that a fact may hold with now.
    fn timing(&mut self) -> Literal {
        let time = match self.luck.below(3) {
            0 => Expr::Constant(Value::Time(Tick(self.luck.between(1, 150)))),
            _ => self.variable(),
        };
        let span = Expr::Constant(Value::Duration(Duration(self.luck.between(1, 40))));
        let operator = self.luck.of(&[Operator::Plus, Operator::Minus]);
        let sum = |left: Expr, right: Expr| Expr::Binary {
            left: Box::new(left),
            operator,
            right: Box::new(right),
        };
        let (left, right) = match self.luck.below(5) {
            0 => (time, sum(Expr::Now, span)),
            1 => (sum(time, span), Expr::Now),
            2 => (
                Expr::Binary {
                    left: Box::new(Expr::Now),
                    operator: Operator::Minus,
                    right: Box::new(time),
                },
                span,
            ),
            _ => (time, Expr::Now),
        };
        let (left, right) = if self.luck.odds(40) {
            (right, left)
        } else {
            (left, right)
        };
        Literal::Compare {
            left,
            comparison: self.comparison(),
            right,
        }
    }

    fn comparison(&mut self) -> Comparison {
        self.luck.of(&[
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Greater,
            Comparison::GreaterOrEqual,
        ])
    }

    fn arguments(&mut self, count: usize) -> Vec<Expr> {
        (0..count).map(|_| self.term()).collect()
    }

    fn fact(&mut self) -> (FactId, usize) {
        let fact = self.luck.below(self.facts.len());
        let (id, mut arity) = (self.facts[fact].id, self.facts[fact].kinds.len());
        if self.luck.odds(1) {
            arity = self.luck.below(4);
        }
        match self.luck.odds(1) {
            true => (FactId(999), arity),
            false => (id, arity),
        }
    }

    fn literal(&mut self, depth: u32) -> Literal {
        let negated = self.luck.odds(30);
        match self.luck.below(32) {
            0..=13 => {
                let (fact, arity) = self.fact();
                Literal::Fact {
                    negated,
                    fact,
                    arguments: self.arguments(arity),
                }
            }
            14..=17 if self.defines > 0 => {
                let define = self.luck.below(self.defines);
                let odd = usize::from(self.luck.odds(2));
                Literal::Define {
                    negated,
                    define: DefineId(if self.luck.odds(1) {
                        99
                    } else {
                        define as u32 + 1
                    }),
                    arguments: self.arguments(define % 3 + odd),
                }
            }
            18..=20 => Literal::Any {
                negated: self.luck.odds(10),
                who: self.term(),
                role: self
                    .luck
                    .of(&[None, None, Some(GUEST), Some(PERSON), Some(SHOP)]),
            },
            21 | 22 => Literal::Compare {
                left: self.variable(),
                comparison: Comparison::NotEqual,
                right: self.term(),
            },
            23 if depth > 0 => Literal::Compare {
                left: self.expression(depth),
                comparison: self.comparison(),
                right: self.expression(depth),
            },
            24 | 25 => self.timing(),
            26 => {
                let site = self.luck.below(6) as u32;
                Literal::Coin {
                    probability: Number(i64::from(site) * 150),
                    site: SiteId(site + 800),
                }
            }
            27 | 28 => Literal::Host {
                negated,
                name: self.luck.of(&[RAIN, RAIN, SEES, HUNGER]),
                arguments: vec![self.term()],
            },
            29 if self.luck.odds(20) => Literal::InState {
                negated,
                who: self.term(),
                state: StateId(self.luck.below(4) as u32 + 1),
            },
            30 => Literal::Compare {
                left: self.variable(),
                comparison: Comparison::Equal,
                right: self.term(),
            },
            _ => {
                let (fact, arity) = self.fact();
                Literal::Fact {
                    negated: false,
                    fact,
                    arguments: self.arguments(arity),
                }
            }
        }
    }

    fn literals(&mut self, most: usize) -> Vec<Literal> {
        let count = self.luck.below(most + 1);
        (0..count).map(|_| self.literal(2)).collect()
    }

    fn effects(&mut self, most: usize) -> Effects {
        let patterns = |writer: &mut Self, adds: bool| -> Vec<FactPattern> {
            let count = writer.luck.below(most + 1);
            let pattern = |writer: &mut Self| {
                let (fact, arity) = writer.fact();
                let argument = |writer: &mut Self| match writer.luck.below(12) {
                    0..=4 => writer.variable(),
                    5..=7 => Expr::Me,
                    8 if !adds => Expr::Anything,
                    8 | 9 => Expr::Constant(value(writer.luck)),
                    10 => Expr::Binary {
                        left: Box::new(Expr::Now),
                        operator: Operator::Plus,
                        right: Box::new(Expr::Constant(Value::Duration(Duration(
                            writer.luck.between(0, 40),
                        )))),
                    },
                    _ if writer.luck.odds(writer.wild) => writer.expression(2),
                    _ => Expr::Me,
                };
                FactPattern {
                    fact,
                    arguments: (0..arity).map(|_| argument(writer)).collect(),
                }
            };
            (0..count).map(|_| pattern(writer)).collect()
        };
        Effects {
            remove: patterns(self, false),
            add: patterns(self, true),
            set: self.writes(),
        }
    }

    fn writes(&mut self) -> Vec<AttributeWrite> {
        // A stream of its own: the rest of a script is the same with and without writes.
        let before = self.luck.clone();
        self.luck.0 = self.luck.next();
        let count = match self.luck.odds(15) {
            true => self.luck.below(3),
            false => 0,
        };
        let writes = (0..count).map(|_| self.write()).collect();
        *self.luck = before;
        writes
    }

    fn write(&mut self) -> AttributeWrite {
        let whose = |writer: &mut Self| match writer.luck.below(4) {
            0 => writer.term(),
            1 => writer.variable(),
            _ => Expr::Me,
        };
        let value = match self.luck.below(8) {
            0 => WriteValue::Holds,
            1 => WriteValue::HoldsNot,
            2..=4 => WriteValue::Is(Expr::Binary {
                left: Box::new(Expr::Host {
                    name: HUNGER,
                    arguments: vec![whose(self)],
                }),
                operator: self.luck.of(&[Operator::Plus, Operator::Minus]),
                right: Box::new(Expr::Constant(Value::Number(Number(1000)))),
            }),
            5 if self.luck.odds(self.wild) => WriteValue::Is(self.expression(2)),
            _ => WriteValue::Is(Expr::Constant(value(self.luck))),
        };
        AttributeWrite {
            name: self.luck.of(&[HUNGER, HUNGER, RAIN, NOISE]),
            arguments: vec![whose(self)],
            value,
        }
    }

    fn call(&mut self) -> Call {
        let action = ActionId(self.luck.below(4) as u32 + 1);
        let mut arguments: Vec<Expr> = vec![];
        for _ in 0..self.luck.below(3) {
            arguments.push(match self.luck.below(5) {
                0..=2 => Expr::Me,
                3 => Expr::Constant(value(self.luck)),
                _ => self.term(),
            });
        }
        let named = match self.luck.odds(20) {
            true => vec![(SymbolId(5), self.term())],
            false => vec![],
        };
        Call {
            action,
            arguments,
            named,
        }
    }

    fn rule(&mut self, index: usize, states: usize) -> Rule {
        self.variables = self.luck.below(5) as u16;
        let state = |luck: &mut Luck| StateId(luck.below(states) as u32 + 1);
        let in_state = states > 0 && self.luck.odds(50);
        let when = self.literals(4);
        let choose = match self.luck.below(16) {
            0 | 1 => Choose::Any(None),
            2 | 3 => Choose::Any(Some(VarId(self.luck.below(5) as u16))),
            4 => Choose::Nearest(VarId(self.luck.below(5) as u16)),
            5 => Choose::Least(self.expression(2)),
            6 => Choose::Most(self.expression(2)),
            _ => Choose::First,
        };
        let action = self.luck.odds(60).then(|| self.call());
        let together = (self.variables > 0 && self.luck.odds(15))
            .then(|| VarId(self.luck.below(usize::from(self.variables)) as u16));
        let mut when = when;
        if let Some(partner) = together {
            let who = Expr::Variable(partner);
            when.insert(
                0,
                Literal::Any {
                    negated: false,
                    who,
                    role: None,
                },
            );
        }
        Rule {
            id: RuleId(index as u32 + 1),
            site: SiteId(index as u32 + 500),
            state: in_state.then(|| state(self.luck)),
            roles: match self.luck.below(10) {
                0 => vec![GUEST],
                1 => vec![PERSON, SHOP],
                2 => vec![WAITER, RoleId(77)],
                _ => vec![],
            },
            variables: self.variables,
            when,
            choose,
            action,
            together,
            while_holds: match self.luck.odds(20) {
                true => self.literals(2),
                false => vec![],
            },
            now: self.effects(2),
            then: self.effects(1),
            on_failure: self.effects(1),
            on_stop: self.effects(1),
            goto: (states > 0 && self.luck.odds(30)).then(|| state(self.luck)),
            finish: match self.luck.below(40) {
                0 | 1 => Finish::Leave,
                2 => Finish::End,
                _ => Finish::Stay,
            },
            urgent: self.luck.odds(20),
            once: self.luck.odds(10),
            again_after: self.luck.odds(25).then(|| {
                (
                    Duration(self.luck.between(-2, 10)),
                    Duration(self.luck.between(0, 30)),
                )
            }),
        }
    }
}

/// A module with one script.
pub fn module(luck: &mut Luck) -> Module {
    let role = |id, parents: &[RoleId], proxy| Role {
        id,
        parents: parents.to_vec(),
        proxy,
    };
    let action = |id: u32, limit: i64, interruptible| Action {
        id: ActionId(id),
        parameters: vec![],
        named: vec![NamedParameter {
            name: SymbolId(5),
            kind: Kind::Number,
            default: (id == 2).then_some(Value::Number(Number(7))),
        }],
        channel: Channel::Body,
        takes: (Duration(1), Duration(9)),
        may_fail: true,
        limit: Duration(limit),
        interruptible,
        pose: None,
    };
    let host = |id, form, result, beat| HostName {
        id,
        form,
        parameters: vec![],
        result,
        beat: Duration(beat),
    };
    let beat = luck.between(0, 12);
    let mut module = Module {
        roles: vec![
            role(GUEST, &[PERSON], false),
            role(WAITER, &[PERSON], false),
            role(PERSON, &[], false),
            role(SHOP, &[], true),
        ],
        actions: vec![
            action(1, 30, true),
            action(2, 100, true),
            action(3, 12, false),
            action(4, 50, true),
        ],
        host: vec![
            host(HUNGER, HostForm::Property, Some(Kind::Number), 0),
            host(RAIN, HostForm::Property, None, 0),
            host(SEES, HostForm::Predicate, None, beat),
            host(NOISE, HostForm::Function, Some(Kind::Number), 7),
        ],
        ..Module::default()
    };
    let mut aside = Luck(luck.0 ^ 1);
    let hunger = aside.of(&[0, 0, 1000, 9000]);
    module.attributes = vec![
        Attribute {
            id: HUNGER,
            default: match hunger {
                0 => Pushed::HoldsNot,
                _ => Pushed::Is(Value::Number(Number(hunger))),
            },
            bounds: aside.odds(50).then_some((Number(0), Number(3000))),
            set_by: SetBy::Content,
        },
        Attribute {
            id: RAIN,
            default: aside.of(&[Pushed::HoldsNot, Pushed::HoldsNot, Pushed::Holds]),
            bounds: None,
            set_by: SetBy::Content,
        },
    ];
    let script = script(luck);
    module.scripts.push(script);
    module.sort();
    // Every second claim is one on a prop with two slots.
    let facts = module
        .scripts
        .iter_mut()
        .flat_map(|script| &mut script.facts);
    facts.for_each(|fact| fact.holders = 1 + (fact.id.0 % 2) as u16);
    module
}

fn script(luck: &mut Luck) -> Script {
    let mut facts = vec![];
    for index in 0..luck.between(2, 6) {
        let arity = luck.of(&[0, 1, 1, 1, 2, 2, 2, 3]);
        facts.push(FactDecl {
            id: FactId(index as u32 * 3 + 1),
            kinds: vec![Kind::Thing; arity],
            claim: luck.odds(30),
            told: false,
            lifetime: luck.odds(25).then(|| Duration(luck.between(1, 40))),
            holders: 1,
        });
    }
    let states = luck.below(4);
    let wild = luck.of(&[0, 5, 30]);
    let mut writer = Writer {
        luck,
        facts,
        defines: 0,
        variables: 0,
        wild,
    };
    let mut defines = vec![];
    for index in 0..writer.luck.below(4) {
        let mut clauses = vec![];
        for _ in 0..writer.luck.between(1, 3) {
            writer.variables = writer.luck.below(4) as u16;
            let parameters = (0..index % 3).map(|_| match writer.luck.below(5) {
                0 => Expr::Constant(value(writer.luck)),
                1 => Expr::Anything,
                _ => writer.variable(),
            });
            let parameters = parameters.collect();
            clauses.push(Clause {
                parameters,
                body: writer.literals(3),
                variables: writer.variables,
            });
        }
        defines.push(Define {
            id: DefineId(index as u32 + 1),
            kinds: vec![Kind::Thing; index % 3],
            clauses,
        });
        writer.defines += 1;
    }
    let count = writer.luck.between(2, 8) as usize;
    let rules: Vec<Rule> = (0..count).map(|index| writer.rule(index, states)).collect();
    let mut holds = vec![];
    for _ in 0..writer.luck.below(3) {
        writer.variables = 2;
        holds.push(Hold {
            roles: writer.luck.of(&[vec![], vec![GUEST], vec![PERSON]]),
            variables: 2,
            condition: writer.literals(2),
            limit: Duration(writer.luck.between(0, 60)),
        });
    }
    let mut cast = vec![];
    for (role, max) in [(GUEST, 4), (WAITER, 2), (SHOP, 1)] {
        writer.variables = 1;
        cast.push(CastRole {
            role,
            min: u16::from(writer.luck.odds(10)),
            max,
            joins_late: true,
            joins_as: Urgency::Wish,
            away: writer
                .luck
                .odds(50)
                .then(|| Duration(writer.luck.between(0, 30))),
            vacant: Duration(writer.luck.of(&[0, 20, 200])),
            on_leaving: writer.luck.odds(50).then(|| writer.call()),
            player: false,
            starts_in: (states > 0 && writer.luck.odds(30))
                .then(|| StateId(writer.luck.below(states) as u32 + 1)),
        });
    }
    Script {
        id: ScriptId(1),
        cast,
        facts: writer.facts,
        defines,
        states: (0..states).map(|s| StateId(s as u32 + 1)).collect(),
        rules,
        holds,
        properties: vec![],
    }
}

/// Facts that a location might know.
pub fn known(luck: &mut Luck, script: &Script) -> Vec<Atom> {
    if script.facts.is_empty() {
        return vec![];
    }
    let atom = |luck: &mut Luck| {
        let fact = &script.facts[luck.below(script.facts.len())];
        Atom {
            fact: fact.id,
            arguments: (0..fact.kinds.len()).map(|_| value(luck)).collect(),
        }
    };
    (0..luck.below(10)).map(|_| atom(luck)).collect()
}

/// What a rude host might say.
pub fn reports(luck: &mut Luck, scene: &Scene, script: &Script) -> Vec<Report> {
    let mut reports = vec![];
    for run in &scene.running {
        let asked = run.stop_asked.is_some();
        if luck.odds(if asked { 50 } else { 18 }) {
            let outcome = match luck.below(8) {
                0 => Outcome::Failed,
                1 => Outcome::Stopped,
                _ if asked => Outcome::Stopped,
                _ => Outcome::Done,
            };
            reports.push(Report::Outcome(run.id, outcome));
            if luck.odds(2) {
                reports.push(Report::Outcome(run.id, Outcome::Failed));
            }
        }
    }
    if !luck.odds(12) {
        return reports;
    }
    let who = CharacterId(luck.below(PEOPLE as usize) as u32 + 1);
    reports.push(match luck.below(28) {
        0 => Report::Outcome(StartId(luck.next() % 12), Outcome::Done),
        1 => Report::Gone(who),
        2 => Report::PropGone(PropId(luck.below(3) as u32 + 1)),
        3..=8 => Report::Joined {
            who,
            role: luck.of(&[GUEST, GUEST, WAITER, SHOP, STRAY]),
        },
        9..=13 => match known(luck, script).pop() {
            Some(atom) => Report::Told(atom),
            None => Report::Told(Atom {
                fact: FactId(2),
                arguments: vec![],
            }),
        },
        14..=19 => Report::Property {
            name: luck.of(&[HUNGER, RAIN]),
            arguments: vec![value(luck)],
            value: match luck.below(3) {
                0 => Pushed::Holds,
                1 => Pushed::HoldsNot,
                _ => Pushed::Is(value(luck)),
            },
        },
        20..=23 => Report::Recalled {
            who,
            urgency: luck.of(&Urgency::ALL),
            duration: luck.of(&[None, Some(Duration(10)), Some(Duration(25))]),
        },
        24..=26 => Report::Returned(who),
        _ if luck.odds(10) => Report::Ended,
        _ => Report::Returned(who),
    });
    reports
}

/// A stage whose readings change every few ticks.
#[derive(Clone, Copy, Debug)]
pub struct Shifting(pub Tick);

impl Shifting {
    fn hash(&self, salt: u64, arguments: &[Value]) -> u64 {
        let text = format!("{salt} {} {arguments:?}", self.0.0 / 5);
        townsfolk_core::digest::hash64(text.as_bytes())
    }
}

impl Stage for Shifting {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        let hash = self.hash(1, &[a, b]);
        (!hash.is_multiple_of(5)).then_some((hash % 4000) as i64)
    }
    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        let hash = self.hash(u64::from(name.0), arguments);
        (!hash.is_multiple_of(3)).then_some(Value::Number(Number((hash % 4000) as i64)))
    }
    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        self.hash(u64::from(name.0), arguments).is_multiple_of(2)
    }
    fn clock(&self) -> i32 {
        12 * 3600 + (self.0.0 / 20) as i32
    }
}
