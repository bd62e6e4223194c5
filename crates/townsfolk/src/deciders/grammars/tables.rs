//! A grammar as tables: how the present symbol was derived, and the symbols before it.

use super::Grammars;
use super::describe::describe_stuck;
use super::player::{Decision, Player};
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use crate::words::{Cell, Table, TableRow};
use townsfolk_core::{CharacterId, SymbolId};
use townsfolk_decide::grammar::provenance::Step;
use townsfolk_module::Category;
use townsfolk_module::decide::Grammar;

impl Grammars {
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let players = self.players_of(folk, who);
        players
            .flat_map(|(player, grammar)| {
                let derivation = derivation(folk, player, grammar);
                [Some(derivation), last_symbols(folk, player, grammar)]
            })
            .flatten()
            .collect()
    }
}

/// From the start to the present symbol, each step under the one before it.
fn derivation(folk: &Folk, player: &Player, grammar: &Grammar) -> Table {
    let symbols = &folk.names.symbols;
    let title = plain(symbols, Category::Decider, grammar.id.0);
    let mut table = Table::new(title, &["derivation", "dice"]);
    let mut depth = 0;
    for step in player.steps() {
        let (text, dice) = derived(folk, player, grammar, *step);
        table.rows.push(TableRow {
            depth,
            ..TableRow::of(vec![Cell::text(text), Cell::text(dice)])
        });
        depth += u8::from(depth < u8::MAX);
    }
    let now = player
        .doing
        .as_ref()
        .map(|doing| symbol(folk, doing.symbol));
    let now = now.unwrap_or_else(|| "rests".to_string());
    table.rows.push(TableRow {
        depth,
        ..TableRow::of(vec![Cell::text(now), Cell::text("")]).marked_if(true)
    });
    table
}

/// A step in words, and the chance that the dice had.
fn derived(folk: &Folk, player: &Player, grammar: &Grammar, step: Step) -> (String, String) {
    match step {
        Step::Rule(rule) => {
            let rule = grammar.rules.get(usize::from(rule));
            let name = rule.map(|rule| symbol(folk, rule.name));
            (name.unwrap_or_default(), String::new())
        }
        Step::Chose {
            choice,
            alternative,
        } => {
            let weights = player.weights().of_choice(grammar, choice);
            let sum: u64 = weights.iter().sum();
            let own = weights.get(usize::from(alternative)).copied();
            let text = format!("alternative {} of {}", alternative + 1, weights.len());
            (text, percent(own.unwrap_or(0) * 1000 / sum.max(1)))
        }
        Step::Repeated { repeat, count } => {
            let chance = u64::from(player.weights().chance(repeat));
            let text = match count {
                0 => "it happens".to_string(),
                count => format!("again, after {count}"),
            };
            (text, percent(chance))
        }
    }
}

fn percent(thousandths: u64) -> String {
    format!("{} %", (thousandths + 5) / 10)
}

/// The last symbols, newest first.
fn last_symbols(folk: &Folk, player: &Player, grammar: &Grammar) -> Option<Table> {
    let mut table = Table::new("Symbols so far", &["at", "symbol", "from"]);
    let decisions = player.decisions.iter().rev();
    table.rows = decisions.map(|one| decided(folk, grammar, one)).collect();
    (!table.rows.is_empty()).then_some(table)
}

fn decided(folk: &Folk, grammar: &Grammar, decision: &Decision) -> TableRow {
    let at = clock(folk.daytime_at(decision.tick));
    let (text, from) = match &decision.outcome {
        Ok(doing) => {
            let rules = doing.rules.iter();
            let rules = rules.filter_map(|rule| grammar.rules.get(usize::from(*rule)));
            let rules: Vec<String> = rules.map(|rule| symbol(folk, rule.name)).collect();
            (symbol(folk, doing.symbol), rules.join(" › "))
        }
        Err(stuck) => (describe_stuck(folk, grammar, *stuck), String::new()),
    };
    let cell = Cell::text(text);
    let cell = match (decision.discarded, decision.forced) {
        (0, _) => cell,
        (passed, true) => cell.with_note(format!("{passed} impossible, then the first possible")),
        (passed, false) => cell.with_note(format!("{passed} impossible before it")),
    };
    TableRow::of(vec![Cell::text(at), cell, Cell::text(from)])
}

fn symbol(folk: &Folk, symbol: SymbolId) -> String {
    plain(&folk.names.symbols, Category::Symbol, symbol.0)
}
