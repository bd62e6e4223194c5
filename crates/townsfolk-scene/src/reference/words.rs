//! Events in the author's words. Section "Stories", under "Words".

use crate::{EndReason, Fault, Happening, StopReason};
use townsfolk_core::{
    Atom, CharacterId, Duration, FactId, HostId, Outcome, Pushed, RoleId, RuleId, ScriptId,
    StateId, TICKS_PER_SECOND, Tick, Value, VarId,
};
use townsfolk_module::{Category, Comparison, Expr, Literal, Operator, Symbols};

/// Names for the things of one script.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The names.
    pub symbols: &'a Symbols,
    /// The script whose rules are spoken of.
    pub script: ScriptId,
}

/// How variables and values are written in a literal.
#[allow(missing_debug_implementations, reason = "it holds functions")]
#[derive(Clone, Copy)]
pub struct Spelling<'a> {
    /// A variable.
    pub variable: &'a dyn Fn(VarId) -> String,
    /// A value.
    pub value: &'a dyn Fn(Value) -> String,
}

impl Words<'_> {
    /// The name of a character.
    pub fn person(&self, who: CharacterId) -> String {
        self.symbols.name(Category::Character, who.0)
    }

    /// The name of a role.
    pub fn role(&self, role: RoleId) -> String {
        self.symbols.name(Category::Role, role.0)
    }

    /// The name of a rule.
    pub fn rule(&self, rule: RuleId) -> String {
        self.symbols.name(Category::Rule, rule.0)
    }

    /// The name of a state.
    pub fn state(&self, state: StateId) -> String {
        self.symbols.name(Category::State, state.0)
    }

    /// A value as an author would write it.
    pub fn value(&self, value: Value) -> String {
        match value {
            Value::Symbol(id) => self.symbols.name(Category::Symbol, id.0),
            Value::Number(number) => number.to_string(),
            Value::Duration(span) => span.to_string(),
            Value::Time(tick) => moment(tick),
            Value::Daytime(seconds) => {
                format!("{:02}:{:02}", seconds / 3600, seconds % 3600 / 60)
            }
            Value::Character(id) => self.person(id),
            Value::Prop(id) => self.symbols.name(Category::Prop, id.0),
            Value::Text(id) => match self.symbols.texts.get(&id) {
                Some(text) => quoted(text),
                None => format!("\"text#{:08x}\"", id.0),
            },
        }
    }

    /// A fact.
    pub fn atom(&self, atom: &Atom) -> String {
        let arguments: Vec<String> = atom.arguments.iter().map(|v| self.value(*v)).collect();
        call(self.fact(atom.fact), &arguments)
    }

    /// A rule with the values of its variables: `take_a_seat with Place = left`.
    pub fn firing(&self, rule: RuleId, bindings: &[Option<Value>]) -> String {
        let bound = bindings.iter().enumerate().filter_map(|(index, value)| {
            let variable = VarId(u16::try_from(index).ok()?);
            let name = self.symbols.variable(self.script, rule, variable);
            Some(format!("{name} = {}", self.value((*value)?)))
        });
        let bound: Vec<String> = bound.collect();
        let rule = self.rule(rule);
        if bound.is_empty() {
            rule
        } else {
            format!("{rule} with {}", bound.join(", "))
        }
    }

    /// One line of the trace.
    pub fn happening(&self, happening: &Happening) -> String {
        match happening {
            Happening::Joined { who, role } => {
                format!("{} joins as {}", self.person(*who), self.role(*role))
            }
            Happening::Fired {
                who,
                rule,
                bindings,
                partner,
                ..
            } => {
                let together = partner.map(|p| format!(" together with {}", self.person(p)));
                let together = together.unwrap_or_default();
                let firing = self.firing(*rule, bindings);
                format!("{} does {firing}{together}", self.person(*who))
            }
            Happening::Added(atom) => format!("+ {}", self.atom(atom)),
            Happening::Removed(atom) => format!("- {}", self.atom(atom)),
            Happening::Passed(atom) => format!("- {} (its time is over)", self.atom(atom)),
            Happening::Released(atom) => format!("- {} (released)", self.atom(atom)),
            Happening::ClaimLost { claim, holder } => {
                let holder = self.value(*holder);
                format!("{} is dropped: {holder} holds it", self.atom(claim))
            }
            Happening::Property {
                name,
                arguments,
                value,
            } => self.pushed(*name, arguments, *value),
            Happening::Ended {
                who,
                rule,
                outcome,
                out_of_time,
                ..
            } => {
                let what = rule.map_or("farewell".into(), |rule| self.rule(rule));
                let how = match outcome {
                    Outcome::Done => "is done",
                    Outcome::Failed if *out_of_time => "has run out of time",
                    Outcome::Failed => "has failed",
                    Outcome::Stopped => "is stopped",
                };
                format!("{}'s {what} {how}", self.person(*who))
            }
            Happening::AskedToStop { who, why, .. } => {
                let why = self.stop_reason(*why);
                format!("{} is asked to stop: {why}", self.person(*who))
            }
            Happening::Went { who, state } => {
                format!("{} is {}", self.person(*who), self.state(*state))
            }
            Happening::Stands { who, standing } => {
                format!("{} is {}", self.person(*who), standing.name())
            }
            Happening::Recalled { who, urgency } => {
                format!("{} is recalled ({})", self.person(*who), urgency.name())
            }
            Happening::Ending(why) => format!("the scene ends: {}", self.end_reason(*why)),
            Happening::Over => "the scene is over".into(),
            Happening::Fault(fault) => format!("fault: {}", self.fault(fault)),
        }
    }

    /// A reading of the host: `.raining holds`, `.hunger(ann) is 7`.
    pub fn pushed(&self, name: HostId, arguments: &[Value], value: Pushed) -> String {
        let arguments: Vec<String> = arguments.iter().map(|v| self.value(*v)).collect();
        let name = format!(".{}", self.symbols.name(Category::Host, name.0));
        let what = call(name, &arguments);
        match value {
            Pushed::Holds => format!("{what} holds"),
            Pushed::HoldsNot => format!("{what} no longer holds"),
            Pushed::Is(value) => format!("{what} is {}", self.value(value)),
        }
    }

    fn stop_reason(&self, why: StopReason) -> String {
        match why {
            StopReason::While => "its `while` no longer holds".into(),
            StopReason::Urgent(rule) => format!("{} is urgent", self.rule(rule)),
            StopReason::OutOfTime => "its time limit is over".into(),
            StopReason::PartnerGone => "the partner is gone".into(),
            StopReason::Recalled => "needed elsewhere at once".into(),
            StopReason::SceneEnds => "the scene ends".into(),
        }
    }

    fn end_reason(&self, why: EndReason) -> String {
        match why {
            EndReason::Rule => "a rule says so".into(),
            EndReason::Report => "the host says so".into(),
            EndReason::Vacant(role) => format!("too few are left as {}", self.role(role)),
            EndReason::NobodyThere => "nobody is there".into(),
            EndReason::NoScript => "there is no such script".into(),
        }
    }

    fn fault(&self, fault: &Fault) -> String {
        match fault {
            Fault::OutOfSteps { who, rule } => {
                let place = rule.map_or("a `hold`".into(), |rule| self.rule(rule));
                format!("{}'s search in {place} took too long", self.person(*who))
            }
            Fault::Restless(who) => format!("{} is restless", self.person(*who)),
            Fault::UnknownAction(id) => format!("no action has number {}", id.0),
            Fault::LateOutcome(id, _) => format!("action {} has an outcome already", id.0),
            Fault::NoSuchAction(rule, action) => {
                let action = self.symbols.name(Category::Action, action.0);
                format!("{} calls {action}, which does not exist", self.rule(*rule))
            }
            Fault::Undefined(fact) => {
                format!("an argument of {} has no value", self.fact(*fact))
            }
            Fault::Undeclared(atom) => format!("{} is not declared", self.atom(atom)),
            Fault::NamesGone(atom) => {
                format!("{} names someone or something gone", self.atom(atom))
            }
            Fault::NotThere(who) => format!("{} does not take part", self.person(*who)),
            Fault::CannotJoin(who) => format!("{} cannot join", self.person(*who)),
            Fault::NotLater => "an update came for a moment that is past".into(),
        }
    }

    fn fact(&self, fact: FactId) -> String {
        self.symbols.name(Category::Fact, fact.0)
    }

    /// A literal. A variable that has no name here gets a stand-in.
    pub fn literal(&self, literal: &Literal, variables: &[String]) -> String {
        let spelling = Spelling {
            variable: &|variable| match variables.get(usize::from(variable.0)) {
                Some(name) => name.clone(),
                None => format!("V{}", variable.0),
            },
            value: &|value| self.value(value),
        };
        self.literal_spelt(literal, &spelling)
    }

    /// A literal, with variables and values written in some other way.
    pub fn literal_spelt(&self, literal: &Literal, spelling: &Spelling<'_>) -> String {
        let not = if literal.is_negated() { "not " } else { "" };
        let expressions = literal.expressions();
        let arguments = expressions.iter().map(|e| self.expr(e, spelling));
        let arguments: Vec<String> = arguments.collect();
        let text = match literal {
            Literal::Fact { fact, .. } => call(self.fact(*fact), &arguments),
            Literal::Define { define, .. } => {
                call(self.symbols.name(Category::Define, define.0), &arguments)
            }
            Literal::Any { role, .. } => {
                let role = role.map(|role| format!(", {}", self.role(role)));
                format!(".any({}{})", arguments.concat(), role.unwrap_or_default())
            }
            Literal::Host { name, .. } => {
                let name = self.symbols.name(Category::Host, name.0);
                call(format!(".{name}"), &arguments)
            }
            Literal::Compare { comparison, .. } => arguments.join(sign(*comparison)),
            Literal::Coin { probability, .. } => format!("chance({probability})"),
            Literal::InState { state, .. } => {
                format!(".state({}, {})", arguments.concat(), self.state(*state))
            }
        };
        format!("{not}{text}")
    }

    fn expr(&self, expr: &Expr, spelling: &Spelling<'_>) -> String {
        match expr {
            Expr::Anything => "_".into(),
            Expr::Variable(variable) => (spelling.variable)(*variable),
            Expr::Me => ".me".into(),
            Expr::Now => ".now".into(),
            Expr::Clock => ".clock".into(),
            Expr::Constant(value) => (spelling.value)(*value),
            Expr::Binary {
                left,
                operator,
                right,
            } => {
                let sign = match operator {
                    Operator::Plus => "+",
                    Operator::Minus => "-",
                    Operator::Times => "*",
                    Operator::Divide => "/",
                };
                format!(
                    "{} {sign} {}",
                    self.expr(left, spelling),
                    self.expr(right, spelling)
                )
            }
            Expr::Random { low, high, .. } => {
                format!(
                    "random({}, {})",
                    self.expr(low, spelling),
                    self.expr(high, spelling)
                )
            }
            Expr::Distance(a, b) => format!(
                "distance({}, {})",
                self.expr(a, spelling),
                self.expr(b, spelling)
            ),
            Expr::Host { name, arguments } => {
                let arguments = arguments.iter().map(|a| self.expr(a, spelling));
                let arguments: Vec<String> = arguments.collect();
                let name = self.symbols.name(Category::Host, name.0);
                call(format!(".{name}"), &arguments)
            }
            Expr::Count(literal) => format!("count({})", self.literal_spelt(literal, spelling)),
        }
    }
}

/// A moment as seconds since the start: `12.5 s`.
pub fn moment(tick: Tick) -> String {
    let ticks = i128::from(tick.0);
    let per_second = i128::from(TICKS_PER_SECOND);
    if ticks % (per_second * 60) == 0 && ticks != 0 {
        return Duration(tick.0).to_string();
    }
    let hundredths = ticks * 100 / per_second;
    let (sign, size) = (if ticks < 0 { "-" } else { "" }, hundredths.abs());
    format!("{sign}{}.{:02} s", size / 100, size % 100)
}

/// A text as its author wrote it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}

fn call(name: String, arguments: &[String]) -> String {
    if arguments.is_empty() {
        name
    } else {
        format!("{name}({})", arguments.join(", "))
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => " = ",
        Comparison::NotEqual => " != ",
        Comparison::Less => " < ",
        Comparison::LessOrEqual => " <= ",
        Comparison::Greater => " > ",
        Comparison::GreaterOrEqual => " >= ",
    }
}
