//! Hot rules in sentences.

use super::HotRules;
use super::thinker::Line;
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use townsfolk_core::{CharacterId, HostId, Pushed, SymbolId, Value};
use townsfolk_decide::rules::RuleRef;
use townsfolk_module::Category;

impl HotRules {
    /// The rule whose course a character is offered, and the attributes it reads.
    pub(super) fn describe_why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let thinker = self.thinkers.get(&who)?;
        let run = thinker.running.last()?;
        let mut rules = thinker.program.rules().iter();
        let rule = rules.find(|rule| rule.rule.name == run.reason)?;
        let symbols = &folk.names.symbols;
        let name = plain(symbols, Category::Symbol, run.reason.0);
        let set = plain(symbols, Category::Decider, rule.set.0);
        let fired = |line: &&Line| {
            let mut chosen = line.chosen.iter();
            chosen.any(|chosen| thinker.program.rule(chosen.rule) == Some(rule))
        };
        let line = thinker.lines.iter().rev().find(fired);
        let when = line.map(|line| {
            let changed = line.dirty.iter();
            let changed: Vec<String> = changed.map(|(n, value)| said(folk, *n, *value)).collect();
            let time = clock(folk.daytime_at(line.tick));
            match changed.is_empty() {
                true => format!(" at {time}"),
                false => format!(" at {time}, when {}", changed.join(", ")),
            }
        });
        let when = when.unwrap_or_default();
        Some(format!("the rule {name} of {set} fired{when}"))
    }

    /// Why a rule does not fire: it is not among the rules, does not hold, or was not looked at.
    pub(super) fn describe_why_not(
        &self,
        folk: &Folk,
        who: CharacterId,
        reason: SymbolId,
    ) -> Option<String> {
        let thinker = self.thinkers.get(&who)?;
        let mut rules = thinker.program.rules().iter();
        let index = rules.position(|rule| rule.rule.name == reason)?;
        let index = RuleRef(index as u16);
        let name = plain(&folk.names.symbols, Category::Symbol, reason.0);
        Some(match () {
            () if thinker.rests.iter().any(|(rule, _)| *rule == index) => {
                format!("the rule {name} rests after it has fired")
            }
            () if !thinker.row.satisfied().contains(&index) => {
                format!("the condition of the rule {name} does not hold")
            }
            () => format!(
                "the rule {name} holds, but none of its attributes has changed since it was last looked at, or another rule was chosen"
            ),
        })
    }

    /// One evaluation: what was dirty, affected, satisfied and chosen.
    pub(super) fn describe(&self, folk: &Folk, who: CharacterId, line: &Line) -> String {
        let dirty: Vec<String> = (line.dirty.iter())
            .map(|(name, value)| said(folk, *name, *value))
            .collect();
        let dirty = match dirty.is_empty() {
            true => "nothing (first look)".to_string(),
            false => dirty.join(", "),
        };
        let names = |rules: &[RuleRef]| match rules.is_empty() {
            true => "none".to_string(),
            false => {
                let names = rules.iter().map(|rule| self.rule_name(folk, who, *rule));
                names.collect::<Vec<_>>().join(", ")
            }
        };
        let chosen: Vec<RuleRef> = line.chosen.iter().map(|chosen| chosen.rule).collect();
        format!(
            "{}: changed: {dirty}; affected: {}; satisfied: {}; chosen: {}",
            clock(folk.daytime_at(line.tick)),
            names(&line.affected),
            names(&line.satisfied),
            names(&chosen)
        )
    }

    pub(super) fn rule_name(&self, folk: &Folk, who: CharacterId, rule: RuleRef) -> String {
        let thinker = self.thinkers.get(&who);
        let rule = thinker.and_then(|thinker| thinker.program.rule(rule));
        let name = rule.map(|rule| folk.names.symbols.name(Category::Symbol, rule.rule.name.0));
        name.unwrap_or_else(|| "a rule that is gone".to_string())
    }
}

pub(super) fn said(folk: &Folk, name: HostId, value: Pushed) -> String {
    let symbols = &folk.names.symbols;
    let name = plain(symbols, Category::Host, name.0);
    match value {
        Pushed::Holds => name,
        Pushed::HoldsNot => format!("not {name}"),
        Pushed::Is(Value::Symbol(symbol)) => {
            format!("{name} is {}", plain(symbols, Category::Symbol, symbol.0))
        }
        Pushed::Is(Value::Number(number)) => format!("{name} is {number}"),
        Pushed::Is(Value::Character(who)) => format!("{name} is {}", folk.name_of(who)),
        Pushed::Is(Value::Prop(prop)) => {
            format!("{name} is {}", plain(symbols, Category::Prop, prop.0))
        }
        Pushed::Is(_) => format!("{name} has a value"),
    }
}
