//! Durations out of proportion, and facts that are added before they are true.

use super::analysis::{Analysis, may_match};
use crate::diagnostic::{Code, Diagnostic};
use townsfolk_core::{Duration, FactId, Kind, Value, VarId};
use townsfolk_module::{Action, Call, Expr, FactPattern, Finish, Literal, Operator, Rule, Visit};

pub(super) fn check(analysis: &Analysis<'_>, problems: &mut Vec<Diagnostic>) {
    let spans = Spans::of(analysis);
    for index in 0..analysis.rules().len() {
        problems.extend(rest_too_long(analysis, index, &spans));
        problems.extend(time_too_short(analysis, index));
        problems.extend(added_before_done(analysis, index));
    }
}

/// Without a set time to compare with, a rest is too long if it exceeds everything else by this
/// factor.
const OUT_OF_PROPORTION: i64 = 10;

/// A rest longer than anything else in the script: minutes instead of seconds.
fn rest_too_long(analysis: &Analysis<'_>, index: usize, spans: &Spans) -> Option<Diagnostic> {
    let (least, most) = analysis.rules()[index].again_after?;
    let rest = spans.longest_rest_but(index);
    let longest = spans.longest.max(rest.unwrap_or(Duration::ZERO));
    let fits = match (spans.set_times, rest) {
        (true, _) => longest.0,
        (false, Some(_)) => longest.0.saturating_mul(OUT_OF_PROPORTION),
        (false, None) => return None,
    };
    if least.0 <= fits {
        return None;
    }
    let unit = analysis.unit;
    let name = unit.rule_name(index);
    let rests = if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    };
    Some(
        Code::RestTooLong
            .at(
                unit.places.rules[index].name,
                format!(
                    "`{name}` rests for {rests}, and nothing else here lasts longer than {longest}"
                ),
            )
            .label("it hardly comes a second time")
            .consequence(
                "Whoever has done it once has left the scene long before they could do it again.",
            )
            .hint("is the unit right? If it should come only once, say `once`"),
    )
}

/// The durations of a script, to compare a rest with.
#[derive(Default)]
struct Spans {
    /// The longest duration that is no rest.
    longest: Duration,
    /// Whether a rule sets a time to wait for.
    set_times: bool,
    /// The rests of rules, the longest first.
    rests: Vec<(Duration, usize)>,
}

impl Spans {
    fn of(analysis: &Analysis<'_>) -> Spans {
        let script = &analysis.unit.script;
        let mut all = Spans::default();
        let mut spans: Vec<Duration> = vec![];
        for (index, rule) in script.rules.iter().enumerate() {
            all.rests
                .extend(rule.again_after.map(|(_, most)| (most, index)));
            spans.extend(action_of(analysis, rule.action.as_ref()).map(|action| action.takes.1));
            let added = Analysis::additions(rule).flat_map(|pattern| &pattern.arguments);
            let times: Vec<i64> = added.filter_map(after_now).collect();
            all.set_times |= !times.is_empty();
            rule.when.each_expr(&mut |expr| {
                if let Expr::Constant(Value::Duration(waits)) = expr {
                    spans.push(*waits);
                }
            });
            spans.extend(times.into_iter().map(Duration));
        }
        for line in &script.cast {
            spans.push(line.vacant);
            spans.extend(line.away);
            spans.extend(action_of(analysis, line.on_leaving.as_ref()).map(|a| a.takes.1));
        }
        spans.extend(script.facts.iter().filter_map(|fact| fact.lifetime));
        spans.extend(script.holds.iter().map(|hold| hold.limit));
        all.longest = spans.into_iter().max().unwrap_or(Duration::ZERO);
        all.rests
            .sort_unstable_by_key(|(rest, _)| std::cmp::Reverse(*rest));
        all
    }

    /// The longest rest of another rule.
    fn longest_rest_but(&self, index: usize) -> Option<Duration> {
        let mut others = self.rests.iter().filter(|(_, of)| *of != index);
        others.next().map(|(rest, _)| *rest)
    }
}

/// An action is reported if it takes more than this multiple of the time there is for it.
const TOO_SHORT: i64 = 2;

/// A moment set so close that the actions before it take longer: seconds instead of minutes.
fn time_too_short(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let rule = &analysis.rules()[index];
    let places = &unit.places.rules[index];
    let effects = [(&rule.now, &places.now), (&rule.then, &places.then)];
    let added = effects
        .into_iter()
        .flat_map(|(effects, places)| effects.add.iter().zip(&places.1));
    for (pattern, place) in added {
        let Some(ticks) = pattern.arguments.iter().find_map(after_now) else {
            continue;
        };
        let readers = (0..analysis.rules().len()).filter(|r| waits_for(analysis, *r, pattern.fact));
        for reader in readers {
            let long = (0..analysis.rules().len()).find_map(|other| {
                let rule = &analysis.rules()[other];
                let meanwhile =
                    other != reader && rule.finish == Finish::Stay && analysis.meet(reader, other);
                let action = action_of(analysis, rule.action.as_ref()).filter(|_| meanwhile)?;
                let is_long = action.takes.0.0 > ticks.saturating_mul(TOO_SHORT);
                is_long.then_some((other, action.takes.0))
            });
            let Some((other, takes)) = long else {
                continue;
            };
            let (name, fact) = (unit.rule_name(other), unit.fact_name(pattern.fact));
            return Some(
                Code::TimeTooShort.at(*place,
                    format!(
                        "the time in `{fact}` comes after {} at most, and `{name}` alone takes {takes}",
                        Duration(ticks)
                    ),
                )
                .label("the time is set here")
                .related(unit.places.rules[other].name, "takes longer than that")
                .related(unit.places.rules[reader].name, "waits for the time")
                .consequence("There is no time for it: it is all over before the first one is done.")
                .hint("is the unit right? `.minute` is sixty times `.second`"),
            );
        }
    }
    None
}

/// Whether a rule waits for a time stored in a fact.
fn waits_for(analysis: &Analysis<'_>, index: usize, fact: FactId) -> bool {
    let kinds = analysis
        .unit
        .script
        .fact(fact)
        .map_or(&[][..], |f| &f.kinds);
    analysis.conditions[index].bodies.iter().any(|body| {
        let times = body.facts().filter(|(found, _)| *found == fact);
        let times = times.flat_map(|(_, arguments)| arguments.iter().zip(kinds));
        let times: Vec<VarId> = times
            .filter_map(|(argument, kind)| match (argument, kind) {
                (Expr::Variable(variable), Kind::Time) => Some(*variable),
                _ => None,
            })
            .collect();
        body.literals.iter().any(|literal| {
            let Literal::Compare { left, right, .. } = literal else {
                return false;
            };
            let is_time = |e: &Expr| matches!(e, Expr::Variable(v) if times.contains(v));
            (is_time(left) && *right == Expr::Now) || (is_time(right) && *left == Expr::Now)
        })
    })
}

/// A fact that is added before the action that brings it about is done, and that stays when the
/// action has failed.
fn added_before_done(analysis: &Analysis<'_>, index: usize) -> Option<Diagnostic> {
    let unit = analysis.unit;
    let rule = &analysis.rules()[index];
    let call = rule.action.as_ref()?;
    if !action_of(analysis, Some(call))?.may_fail || rule.finish != Finish::Stay {
        return None;
    }
    let places = &unit.places.rules[index];
    let (added, place) = (rule.now.add.iter().zip(&places.now.1))
        .find(|(added, _)| !is_claim(analysis, added) && !is_taken_back(rule, added))?;
    let (name, fact) = (unit.rule_name(index), unit.fact_name(added.fact));
    Some(
        Code::AddedBeforeDone.at(*place,
            format!("`{fact}` is there even if the action of `{name}` fails"),
        )
        .label("added at once, and nothing takes it back")
        .related(places.action.unwrap_or(places.name), "this may fail")
        .consequence("Others act on what has not come about, and whoever failed may not try again.")
        .hint(format!(
            "write `then add` if it is so only when the action is done, or `on failure remove {fact}(…)`"
        )),
    )
}

/// Whether a fact is released automatically, or only holds a time to wait for.
fn is_claim(analysis: &Analysis<'_>, added: &FactPattern) -> bool {
    let declared = analysis.unit.script.fact(added.fact);
    declared.is_none_or(|fact| fact.claim || fact.kinds.contains(&Kind::Time))
}

/// Whether an added fact is removed again if the action fails, or replaces one of the same name, as
/// a counter does.
fn is_taken_back(rule: &Rule, added: &FactPattern) -> bool {
    let matches = |removal: &FactPattern| {
        removal.fact == added.fact && may_match(&removal.arguments, &added.arguments, true)
    };
    let replaced = rule.now.remove.iter().any(|r| r.fact == added.fact);
    replaced || rule.on_failure.remove.iter().any(matches)
}

fn action_of<'a>(analysis: &'a Analysis<'_>, call: Option<&Call>) -> Option<&'a Action> {
    analysis.globals.module.action(call?.action)
}

/// The greatest offset of a time from `.now`, in ticks, if it is known.
fn after_now(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Now => Some(0),
        Expr::Binary {
            left,
            operator: Operator::Plus,
            right,
        } => {
            let (time, span) = match after_now(left) {
                Some(ticks) => (ticks, right),
                None => (after_now(right)?, left),
            };
            match greatest(span)? {
                Value::Duration(span) => Some(time.saturating_add(span.0)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The greatest value of an expression without variables.
fn greatest(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Constant(value @ (Value::Number(_) | Value::Duration(_))) => Some(*value),
        Expr::Random { high, .. } => greatest(high),
        Expr::Binary {
            left,
            operator,
            right,
        } => {
            let (left, right) = (greatest(left)?, greatest(right)?);
            match (left, operator, right) {
                (Value::Duration(a), Operator::Plus, Value::Duration(b)) => {
                    Some(Value::Duration(Duration(a.0.saturating_add(b.0))))
                }
                (Value::Number(number), Operator::Times, Value::Duration(span))
                | (Value::Duration(span), Operator::Times, Value::Number(number)) => Some(
                    Value::Duration(Duration(span.0.saturating_mul(number.0) / 1000)),
                ),
                (Value::Duration(span), Operator::Divide, Value::Number(number)) => {
                    let ticks = span.0.saturating_mul(1000).checked_div(number.0)?;
                    Some(Value::Duration(Duration(ticks)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
