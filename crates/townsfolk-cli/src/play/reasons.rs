//! Why somebody does something, or does not, for people to read.

use super::moment::{by_the_clock, clock};
use super::people::listed;
use super::saying::Saying;
use super::story::{Deed, Narrator, span};
use crate::style;
use crate::trouble::Trouble;
use townsfolk::prelude::*;
use townsfolk::{Obstacle, Reasons};
use townsfolk_core::{RuleId, Standing};
use townsfolk_lang::near::near_names;
use townsfolk_module::{Category, Expr, Literal, Rule, Script};
use townsfolk_scene::reference::Phase;
use townsfolk_scene::reference::why::{
    Cause, Doing, Failing, Fix, Refusal, RefusalCause, RuleWhy, Verdict, Why,
};

/// The answer for whoever goes by a name, at this moment of a play.
pub fn answer(folk: &Folk, narrator: &Narrator, name: &str) -> Result<Vec<String>, Trouble> {
    let who = find(folk, narrator, name)?;
    let Some(reasons) = folk.why(who, &Silent) else {
        return Ok(vec![gone(folk, narrator, who)]);
    };
    let mut lines = super::mind_why::reasons(folk, narrator, who);
    if !lines.is_empty() {
        // Who has a mind goes where it wants to be asked.
        if matches!(reasons, Reasons::Outside(_)) {
            return Ok(lines);
        }
        lines.push(String::new());
    }
    match reasons {
        Reasons::InScene {
            script,
            scene,
            location,
            why,
        } => {
            let Some(compiled) = folk.module().script(script) else {
                return Ok(lines);
            };
            let place = narrator.location(folk, location);
            let doing = why.doing.as_ref();
            let answer = Answer {
                saying: narrator.saying(folk, script),
                script: compiled,
                why: &why,
                call: doing.and_then(|doing| {
                    let start = doing.start;
                    narrator.action(ActionRef { scene, start })
                }),
                last: narrator.last_deeds.get(&who),
            };
            answer.tell(&narrator.introduced(who), &place, &mut lines);
        }
        Reasons::Joining(_) => {
            let who = narrator.introduced(who);
            lines.push(format!("{who} is just about to join a scene."));
        }
        Reasons::Outside(obstacles) => {
            let now = clock(folk.daytime());
            let name = narrator.introduced(who);
            lines.push(format!("{name} at {now} takes part in nothing.\n"));
            for (location, obstacle) in obstacles {
                let place = narrator.location(folk, location);
                let why = obstacle_in_words(folk, narrator, who, &obstacle);
                lines.push(format!("  {place} does not ask: {why}."));
            }
        }
    }
    Ok(lines)
}

/// Whoever goes by a name, of all who have come so far.
fn find(folk: &Folk, narrator: &Narrator, name: &str) -> Result<CharacterId, Trouble> {
    let mut known = narrator.known.keys();
    let is_meant = |who: &&CharacterId| narrator.name(**who).eq_ignore_ascii_case(name);
    if let Some(who) = known.find(is_meant) {
        return Ok(*who);
    }
    let here = folk.characters().map(|person| narrator.name(person.id));
    let here: Vec<String> = here.collect();
    let here: Vec<&str> = here.iter().map(String::as_str).collect();
    let now = clock(folk.daytime());
    let trouble = Trouble::new(format!("nobody by the name `{name}` has come by {now}"));
    Err(match near_names(name, here.iter().copied(), 1).first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None if here.is_empty() => trouble.hint("nobody is there at all at that moment"),
        None => trouble.hint(format!("those there are {}", listed(&here))),
    })
}

fn gone(folk: &Folk, narrator: &Narrator, who: CharacterId) -> String {
    let name = narrator.introduced(who);
    let known = narrator.known.get(&who);
    let time = |tick| clock(folk.daytime_at(tick));
    match known.and_then(|known| Some((known.came, known.went?))) {
        Some((came, went)) => format!(
            "{name} is out of sight: came at {}, and was gone at {}.",
            time(came),
            time(went)
        ),
        None => format!("{name} is out of sight."),
    }
}

fn obstacle_in_words(
    folk: &Folk,
    narrator: &Narrator,
    who: CharacterId,
    obstacle: &Obstacle,
) -> String {
    let name = narrator.name(who);
    let script = |id: &townsfolk_core::ScriptId| narrator.symbols.name(Category::Script, id.0);
    let time = |tick: &Tick| clock(folk.daytime_at(*tick));
    let metres = |mm: i64| format!("{}.{} m", mm / 1000, mm % 1000 / 100);
    match obstacle {
        Obstacle::Seized => format!("the host has {name}"),
        Obstacle::Closed(from, to) => {
            format!("it is open from {} to {}", clock(*from), clock(*to))
        }
        Obstacle::TooFar {
            away_mm: Some(away),
            within_mm,
        } => format!(
            "{name} is {} away, and it reaches {}",
            metres(*away),
            metres(i64::from(*within_mm))
        ),
        Obstacle::TooFar { away_mm: None, .. } => format!("{name} is nowhere near"),
        Obstacle::SentAway(until) => {
            format!(
                "{name} has just been there, and is asked again from {} on",
                time(until)
            )
        }
        Obstacle::Tired(id, until) => {
            format!(
                "{name} has had enough of {} until {}",
                script(id),
                time(until)
            )
        }
        Obstacle::NotLate(id) => {
            format!(
                "{} is running, and nobody like {name} joins late",
                script(id)
            )
        }
        Obstacle::Full(id) => format!("{} is running, and has no room for {name}", script(id)),
        Obstacle::Ending(id) => format!("{} is running, and comes to its end", script(id)),
        Obstacle::Rests(until) => format!("it rests until {}", time(until)),
        Obstacle::NoPart => format!("there is no part for {name} in what it plays"),
        Obstacle::Short(id, role) => {
            let role = narrator.symbols.name(Category::Role, role.0);
            format!("{} lacks people as {role}", script(id))
        }
        Obstacle::AsksNobody => format!("it asks nobody like {name}"),
        Obstacle::None => "it has not looked around yet, and will ask next time".into(),
    }
}

/// An answer about someone in a scene.
struct Answer<'a> {
    saying: Saying<'a>,
    script: &'a Script,
    why: &'a Why,
    /// What they are doing, with its arguments, if the narrator has heard of it.
    call: Option<&'a str>,
    /// What they did last.
    last: Option<&'a Deed>,
}

impl Answer<'_> {
    fn tell(&self, introduced: &str, place: &str, lines: &mut Vec<String>) {
        let Answer { saying, why, .. } = self;
        let state = why.state.map(|state| saying.state(state));
        let state = state.map(|state| format!(", in the state {state}"));
        lines.push(format!(
            "{introduced} at {}: in {} at {place}{}\n",
            saying.time(why.now),
            saying.script(),
            state.unwrap_or_default()
        ));
        let now = style::paint(style::STRONG, &style::harmless(&self.doing()));
        lines.push(now);
        if let (Some((when, rule, bindings)), None) = (self.last, &why.doing) {
            let (when, deed) = (saying.time(*when), saying.firing(*rule, bindings));
            let deed = style::harmless(&deed);
            lines.push(format!("The last rule that fired was {deed}, at {when}."));
        }
        lines.push(String::new());
        if why.phase != Phase::Running {
            lines.push("The scene comes to its end: no rule is tried any more.".into());
            return;
        }
        if why.standing != Standing::Present {
            let standing = why.standing.name();
            lines.push(format!("No rule is tried for one who is {standing}."));
            return;
        }
        let list = match why.state.map(|state| saying.state(state)) {
            Some(state) => format!("The rules for {state}, in order:"),
            None => "The rules, in order:".into(),
        };
        lines.push(format!("{list}\n"));
        let wide = why
            .rules
            .iter()
            .map(|r| saying.rule(r.rule).chars().count());
        let wide = wide.max().unwrap_or(0);
        let mut first = None;
        for rule in &why.rules {
            let name = saying.rule(rule.rule);
            let mut said = self.rule(rule, first).into_iter();
            let head = said.next().unwrap_or_default();
            let head = style::with_code(&style::harmless(&head));
            let gap = " ".repeat(wide - name.chars().count());
            let name = style::paint(style::CODE, &name);
            lines.push(format!("  {name}{gap}  {head}"));
            for more in said {
                let more = style::with_code(&style::harmless(&more));
                lines.push(format!("  {}  {more}", " ".repeat(wide)));
            }
            if first.is_none() && matches!(rule.verdict, Verdict::Solved(_)) {
                first = Some(rule.rule);
            }
        }
    }

    fn name(&self) -> String {
        self.saying.person(self.why.who)
    }

    fn doing(&self) -> String {
        let Answer { saying, why, .. } = self;
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
        let Answer { saying, why, .. } = self;
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

    /// What there is to say of a rule; `first` is the one above that would fire.
    fn rule(&self, rule: &RuleWhy, first: Option<RuleId>) -> Vec<String> {
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
                vec![match (first, &self.why.doing) {
                    (Some(first), _) => {
                        format!(
                            "could fire{with}, but {} comes before it",
                            saying.rule(first)
                        )
                    }
                    (None, Some(_)) => format!("could fire{with}, were {name} not busy"),
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

    /// A negated literal as the fact that is in its way.
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
