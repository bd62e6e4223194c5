//! Why a participant of a scene acts or does not, rule by rule.

use super::clock::{by_the_clock, span};
use super::saying::Saying;
use townsfolk_core::{RuleId, Standing, Tick, Value};
use townsfolk_module::{Category, Expr, Literal, Rule, Script};
use townsfolk_scene::reference::why::{
    Cause, Doing, Failing, Fix, Refusal, RefusalCause, RuleWhy, Verdict, Why,
};

/// The reasons of a participant of a scene, in words.
#[derive(Clone, Copy, Debug)]
pub struct RuleWords<'a> {
    /// The names of things.
    pub saying: Saying<'a>,
    /// The script that is played.
    pub script: &'a Script,
    /// The reasons.
    pub why: &'a Why,
    /// The running action with its arguments, if it is known.
    pub call: Option<&'a str>,
}

impl RuleWords<'_> {
    /// The name of the participant.
    pub fn name(&self) -> String {
        self.saying.person(self.why.who)
    }

    /// The running action, and its rule.
    pub fn doing(&self) -> String {
        let RuleWords { saying, why, .. } = self;
        let name = self.name();
        if let Some(doing) = &why.doing {
            return self.acting(&name, doing);
        }
        match why.standing {
            Standing::Away => return format!("{name} is away."),
            Standing::Leaving => return format!("{name} is leaving."),
            Standing::Out => return format!("{name} is out."),
            Standing::Present => {}
        }
        let idle = span(by_the_clock(saying.folk, why.now.since(why.free_since)));
        match why.free_since > why.now {
            true => format!("{name} is free from {} on.", saying.time(why.free_since)),
            false => format!(
                "{name} does nothing since {} ({idle}).",
                saying.time(why.free_since)
            ),
        }
    }

    fn acting(&self, name: &str, doing: &Doing) -> String {
        let RuleWords { saying, why, .. } = self;
        let action = match self.call {
            Some(call) => call.to_string(),
            None => saying.symbols.name(Category::Action, doing.action.0),
        };
        let since = saying.time(doing.since);
        let other = match doing.partner {
            Some(partner) if partner != why.who => Some(partner),
            Some(_) => Some(doing.whose),
            None => None,
        };
        let together = other.map(|other| format!(" together with {}", saying.person(other)));
        let together = together.unwrap_or_default();
        let action = action.split(" together with ").next().unwrap_or_default();
        let reason = match doing.rule {
            Some(rule) => {
                let bindings = saying.bindings(rule, &doing.bindings);
                let with = match bindings.is_empty() {
                    true => String::new(),
                    false => format!(" with {bindings}"),
                };
                let whose = match doing.whose == why.who {
                    true => String::new(),
                    false => format!("{}'s ", saying.person(doing.whose)),
                };
                format!(", because of {whose}{}{with}", saying.rule(rule))
            }
            None => ", on leaving".into(),
        };
        let stop = match doing.stop_asked {
            Some(_) => " It has been asked to stop.",
            None => "",
        };
        format!("{name} is doing {action}{together} since {since}{reason}.{stop}")
    }

    /// The lines about a rule.
    pub fn rule(&self, rule: &RuleWhy) -> Vec<String> {
        let saying = &self.saying;
        let name = self.name();
        match &rule.verdict {
            Verdict::Acting => vec![format!("yes: this is what {name} is doing")],
            Verdict::Solved(bindings) => {
                let with = saying.bindings(rule.rule, bindings);
                let with = match with.is_empty() {
                    true => String::new(),
                    false => format!(" with {with}"),
                };
                vec![match (self.first_before(rule.rule), &self.why.doing) {
                    (Some(first), _) => {
                        format!(
                            "could fire{with}, but {} comes before it",
                            saying.rule(first)
                        )
                    }
                    (None, Some(_)) => match self.acting_above(rule.rule) {
                        Some(above) => format!(
                            "could fire{with}, were {name} not busy with {0}; {0} comes before it and \
                             wins again whenever it holds",
                            saying.rule(above)
                        ),
                        None => format!("could fire{with}, were {name} not busy"),
                    },
                    (None, None) => format!("can fire{with} at the next tick"),
                }]
            }
            Verdict::NotInRole(roles) => {
                let roles = roles.iter().map(|role| saying.role(*role));
                let roles: Vec<String> = roles.collect();
                vec![format!("passed over: it is for {}", roles.join(" and "))]
            }
            Verdict::Spent => vec!["passed over: it is to fire only once, and has".into()],
            Verdict::Rests(until) => {
                vec![format!(
                    "passed over: it rests until {}",
                    saying.time(*until)
                )]
            }
            Verdict::WaitsForBeat(beat) => vec![format!(
                "holds, but is looked at on its beat: next at {}",
                saying.time(*beat)
            )],
            Verdict::OutOfSteps => vec!["passed over: its search takes too long".into()],
            Verdict::NoSuchAction(_) => vec!["passed over: its action does not exist".into()],
            Verdict::Fails(failing) => self.failing(rule.rule, failing),
            Verdict::Refused(refusal) => self.refusal(rule.rule, refusal),
        }
    }

    /// The first rule that could fire, if it comes before this one.
    fn first_before(&self, rule: RuleId) -> Option<RuleId> {
        let above = self.why.rules.iter().take_while(|other| other.rule != rule);
        let mut above = above.filter(|other| matches!(other.verdict, Verdict::Solved(_)));
        above.next().map(|other| other.rule)
    }

    /// The rule whose action runs, if it comes before this one.
    fn acting_above(&self, rule: RuleId) -> Option<RuleId> {
        let mut above = self.why.rules.iter().take_while(|other| other.rule != rule);
        let acting = above.find(|other| other.verdict == Verdict::Acting);
        acting.map(|other| other.rule)
    }

    fn compiled(&self, rule: RuleId) -> Option<&Rule> {
        self.script.rule(rule)
    }

    fn failing(&self, rule: RuleId, failing: &Failing) -> Vec<String> {
        let saying = &self.saying;
        let literal = self
            .compiled(rule)
            .and_then(|r| r.when.get(failing.literal));
        let Some(literal) = literal else {
            return vec!["not now".into()];
        };
        let written = saying.literal(rule, literal);
        let mut lines = vec![format!(
            "not now: `{written}` fails{}",
            self.because(literal, &failing.cause)
        )];
        let partial = saying.bindings(rule, &failing.bindings);
        if !partial.is_empty() {
            lines.push(format!("it gets that far with {partial}"));
        }
        let soon = soon(&failing.cause);
        if let Some(then) = soon {
            lines.push(format!("it would hold from {} on", saying.time(then)));
        }
        lines.extend(self.fix(failing.fix.as_ref(), soon.is_none()));
        lines
    }

    fn refusal(&self, rule: RuleId, refusal: &Refusal) -> Vec<String> {
        let saying = &self.saying;
        let with = saying.bindings(rule, &refusal.bindings);
        let with = match with.is_empty() {
            true => String::new(),
            false => format!(" with {with}"),
        };
        let (why, helps) = match &refusal.cause {
            RefusalCause::Partner(Some(Value::Character(who))) if *who == self.why.who => {
                ("nobody does it together with oneself".to_string(), false)
            }
            RefusalCause::Partner(Some(partner)) => {
                (format!("{} is not free", saying.value(*partner)), false)
            }
            RefusalCause::Partner(None) => ("there is nobody to do it with".into(), false),
            RefusalCause::Argument => {
                ("something its action is aimed at has no value".into(), true)
            }
            RefusalCause::Claim { claim, holder } => {
                let mut held = claim.clone();
                if let Some(last) = held.arguments.last_mut() {
                    *last = *holder;
                }
                let (held, holder) = (saying.atom(&held), saying.value(*holder));
                (format!("{holder} holds {held}"), true)
            }
            RefusalCause::NoChange => ("nothing would change".into(), true),
        };
        let mut lines = vec![format!("not now: its condition holds{with}, but {why}")];
        lines.extend(self.fix(refusal.fix.as_ref(), helps));
        lines
    }

    fn fix(&self, fix: Option<&Fix>, say_none: bool) -> Option<String> {
        let saying = &self.saying;
        match fix {
            Some(Fix::Add(atom)) => {
                Some(format!("it would fire if there were {}", saying.atom(atom)))
            }
            Some(Fix::Remove(atom)) => Some(format!("it would fire without {}", saying.atom(atom))),
            None if say_none => Some("no single fact would let it fire".into()),
            None => None,
        }
    }

    /// The end of a sentence about a literal that fails.
    fn because(&self, literal: &Literal, cause: &Cause) -> String {
        let saying = &self.saying;
        match cause {
            Cause::NoFact(others) if others.is_empty() => ": there is none".into(),
            Cause::NoFact(others) => {
                let others: Vec<String> = others.iter().map(|atom| saying.atom(atom)).collect();
                format!(": there is only {}", others.join(", "))
            }
            Cause::Holds(arguments) => {
                let bound = self.positive(literal, arguments);
                match literal {
                    Literal::Fact { .. } => format!(": there is {bound}"),
                    Literal::Any { .. } => format!(": {bound} is present"),
                    _ => format!(": {bound} holds"),
                }
            }
            Cause::Inside {
                literal: inner,
                bindings,
                cause,
            } => {
                let shown = saying.with_values(inner, bindings);
                let because = self.because(inner, cause);
                format!(", because `{shown}` does{because}")
            }
            Cause::Compared { left, right, .. } => match (literal, left, right) {
                (Literal::Compare { comparison, .. }, Some(left), Some(right)) => {
                    let values = Literal::Compare {
                        left: Expr::Constant(*left),
                        comparison: *comparison,
                        right: Expr::Constant(*right),
                    };
                    format!(": {} is not so", saying.with_values(&values, &[]))
                }
                _ => ": something in it has no value".into(),
            },
            Cause::Nobody => match literal {
                Literal::Any {
                    role: Some(role), ..
                } => format!(": no {} is present who fits", saying.role(*role)),
                _ => ": nobody is present who fits".into(),
            },
            Cause::Coin => {
                format!(
                    ": the coin fell the other way, and is thrown again when {} has done something",
                    self.name()
                )
            }
            Cause::Host => ": the host says otherwise".into(),
            Cause::Undefined => ": something in it has no value".into(),
        }
    }

    /// A negated literal as the fact that prevents it.
    fn positive(&self, literal: &Literal, arguments: &[Option<Value>]) -> String {
        let symbols = self.saying.symbols;
        let name = match literal {
            Literal::Fact { fact, .. } => symbols.name(Category::Fact, fact.0),
            Literal::Define { define, .. } => symbols.name(Category::Define, define.0),
            Literal::Host { name, .. } => format!(".{}", symbols.name(Category::Host, name.0)),
            _ => String::new(),
        };
        let values = arguments.iter();
        let values = values.map(|v| v.map_or("_".into(), |v| self.saying.value(v)));
        let values: Vec<String> = values.collect();
        match (name.as_str(), values.is_empty()) {
            ("", _) => values.join(", "),
            (_, true) => name,
            _ => format!("{name}({})", values.join(", ")),
        }
    }
}

fn soon(cause: &Cause) -> Option<Tick> {
    match cause {
        Cause::Compared { holds_from, .. } => *holds_from,
        Cause::Inside { cause, .. } => soon(cause),
        _ => None,
    }
}
