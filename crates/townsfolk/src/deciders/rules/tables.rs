//! Hot rules as tables: the last look, and every rule with its condition.

use super::HotRules;
use super::describe::said;
use super::thinker::{Line, Thinker};
use crate::deciders::spelling::spelt;
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use crate::words::{Cell, Table, TableRow};
use townsfolk_core::{CharacterId, Tick, VarId};
use townsfolk_decide::rules::RuleRef;
use townsfolk_decide::rules::program::CompiledRule;
use townsfolk_module::Category;

impl HotRules {
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let Some(thinker) = self.thinkers.get(&who) else {
            return vec![];
        };
        // The last look often only sees what the course of a rule has set.
        let last = thinker.lines.back();
        let fired = thinker
            .lines
            .iter()
            .rev()
            .find(|line| !line.chosen.is_empty());
        let fired = fired.filter(|line| last.is_some_and(|last| last.tick != line.tick));
        let last = last.map(|line| self.look(folk, who, line, "Last look"));
        let fired = fired.map(|line| self.look(folk, who, line, "Last look that fired"));
        let looks = last.into_iter().chain(fired);
        looks.chain([rules(folk, thinker)]).collect()
    }

    /// From the dirty attributes to the rule that fired.
    fn look(&self, folk: &Folk, who: CharacterId, line: &Line, title: &str) -> Table {
        let names = |rules: &[RuleRef]| {
            let names = rules.iter().map(|rule| self.rule_name(folk, who, *rule));
            names.collect::<Vec<_>>().join(", ").replace('_', " ")
        };
        let dirty = line
            .dirty
            .iter()
            .map(|(name, value)| said(folk, *name, *value));
        let dirty = match line.dirty.is_empty() {
            true => "nothing: a rule has rested, or it was the first look".to_string(),
            false => dirty.collect::<Vec<_>>().join(", "),
        };
        let fired: Vec<RuleRef> = line.chosen.iter().map(|chosen| chosen.rule).collect();
        let time = clock(folk.daytime_at(line.tick));
        let mut table = Table::new(format!("{title}, {time}"), &[]);
        let steps = [
            ("changed", dirty),
            ("affected", names(&line.affected)),
            ("satisfied", names(&line.satisfied)),
            ("fired", names(&fired)),
        ];
        for (step, text) in steps {
            let text = if text.is_empty() { "none".into() } else { text };
            let row = TableRow::of(vec![Cell::text(step), Cell::text(text)]);
            let marked = step == "fired" && !fired.is_empty();
            table.rows.push(row.marked_if(marked));
        }
        table
    }
}

/// Every rule with its condition, whether that held at the last look, and when it last fired.
fn rules(folk: &Folk, thinker: &Thinker) -> Table {
    let satisfied = thinker.row.satisfied();
    let mut table = Table::new("Rules", &["rule", "holds", "fired"]);
    for (rule, index) in thinker.program.rules().iter().zip(0..) {
        let index = RuleRef(index);
        let name = plain(&folk.names.symbols, Category::Symbol, rule.rule.name.0);
        let runs = thinker
            .running
            .iter()
            .any(|run| run.reason == rule.rule.name);
        let row = TableRow::of(vec![
            Cell::text(name).with_note(condition(folk, rule)),
            Cell::truth(Some(satisfied.contains(&index))),
            fired(folk, thinker, index),
        ]);
        table.rows.push(row.marked_if(runs));
    }
    table
}

/// When a rule last fired, as far as it is remembered, and until when it rests.
fn fired(folk: &Folk, thinker: &Thinker, rule: RuleRef) -> Cell {
    let at = |tick: Tick| clock(folk.daytime_at(tick));
    let did = |line: &&Line| line.chosen.iter().any(|chosen| chosen.rule == rule);
    let last = thinker.lines.iter().rev().find(did);
    let cell = Cell::text(last.map(|line| at(line.tick)).unwrap_or_default());
    let rests = thinker.rests.iter().find(|(known, _)| *known == rule);
    match rests {
        Some((_, until)) => cell.with_note(format!("rests until {}", at(*until))),
        None => cell,
    }
}

fn condition(folk: &Folk, rule: &CompiledRule) -> String {
    // Content keeps no names of the variables of hot rules.
    let variable = |VarId(index): VarId| match index {
        0..=2 => ["X", "Y", "Z"][usize::from(index)].to_string(),
        _ => format!("X{index}"),
    };
    spelt(folk, &rule.rule.when, &variable)
}
