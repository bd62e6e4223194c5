//! Grammars in sentences.

use super::Grammars;
use super::player::{Decision, Doing, Player};
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use townsfolk_core::{Channel, CharacterId, SymbolId};
use townsfolk_decide::grammar::Limit;
use townsfolk_decide::grammar::consume::Stuck;
use townsfolk_decide::grammar::ending::symbols_of;
use townsfolk_module::Category;
use townsfolk_module::decide::Grammar;

impl Grammars {
    /// The symbols that a character performs, with the rules that made them; else why it rests.
    pub(super) fn describe_why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let said: Vec<String> = self
            .players_of(folk, who)
            .filter_map(|(player, grammar)| {
                let name = plain(&folk.names.symbols, Category::Decider, grammar.id.0);
                let last = player.decisions.back().map(|decision| &decision.outcome);
                match (&player.doing, last) {
                    (Some(doing), _) => Some(format!("{name}: {}", describe(folk, grammar, doing))),
                    (None, Some(Err(stuck))) => {
                        Some(format!("{name}: {}", describe_stuck(folk, grammar, *stuck)))
                    }
                    _ => None,
                }
            })
            .collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    /// Why a symbol is not being performed.
    pub(super) fn describe_why_not(
        &self,
        folk: &Folk,
        who: CharacterId,
        reason: SymbolId,
    ) -> Option<String> {
        let mut players = self.players_of(folk, who);
        let (player, grammar, symbol) = players
            .find_map(|(player, grammar)| Some((player, grammar, grammar.symbol_named(reason)?)))?;
        let name = plain(&folk.names.symbols, Category::Symbol, reason.0);
        let of = plain(&folk.names.symbols, Category::Decider, grammar.id.0);
        if player
            .doing
            .as_ref()
            .is_some_and(|doing| doing.symbol == reason)
        {
            return Some(format!("{name} is what {of} has chosen"));
        }
        if !player.is_possible(folk, who, grammar, symbol) {
            return Some(format!(
                "{name} is not possible now, so {of} would discard it"
            ));
        }
        if !symbols_of(grammar, player.weights()).contains(&symbol) {
            return Some(format!("{of} never comes to {name} with these weights"));
        }
        Some(format!("the dice of {of} have not come to {name}"))
    }

    /// The last decisions of a character, newest last.
    pub(super) fn describe_recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let players = self.players_of(folk, who);
        players
            .flat_map(|(player, grammar)| {
                let decisions = player.decisions.iter();
                decisions.map(|decision| describe_decision(folk, grammar, decision))
            })
            .collect()
    }

    pub(super) fn players_of<'a>(
        &'a self,
        folk: &'a Folk,
        who: CharacterId,
    ) -> impl Iterator<Item = (&'a Player, &'a Grammar)> {
        let players = Channel::ALL.into_iter();
        let players = players.filter_map(move |channel| self.players.get(&(who, channel)));
        players.filter_map(|player| {
            let grammar = folk.module().deciders.grammar(player.grammar);
            Some((player, grammar?))
        })
    }
}

/// `fireball, by attack, basic and combo`.
fn describe(folk: &Folk, grammar: &Grammar, doing: &Doing) -> String {
    let symbols = &folk.names.symbols;
    let symbol = plain(symbols, Category::Symbol, doing.symbol.0);
    let rules = doing.rules.iter().filter_map(|rule| {
        let rule = grammar.rules.get(usize::from(*rule))?;
        Some(plain(symbols, Category::Symbol, rule.name.0))
    });
    let rules: Vec<String> = rules.collect();
    match rules.is_empty() {
        true => format!("{symbol}, the first thing that was possible"),
        false => format!("{symbol} (from {})", rules.join(", ")),
    }
}

pub(super) fn describe_stuck(folk: &Folk, grammar: &Grammar, stuck: Stuck) -> String {
    match stuck {
        Stuck::NothingPossible => "nothing of it is possible now".to_string(),
        Stuck::Empty => "one empty sentence after another".to_string(),
        Stuck::Cut(Limit::AllZero(choice)) => {
            let point = grammar.choices.get(usize::from(choice));
            let rule = point.and_then(|point| grammar.rules.get(usize::from(point.rule)));
            let name = rule.map(|rule| plain(&folk.names.symbols, Category::Symbol, rule.name.0));
            let name = name.unwrap_or_default();
            format!("all weights of a choice in {name} are zero")
        }
        Stuck::Cut(_) => "its sentences were cut off before their first symbol".to_string(),
    }
}

fn describe_decision(folk: &Folk, grammar: &Grammar, decision: &Decision) -> String {
    let what = match &decision.outcome {
        Ok(doing) => describe(folk, grammar, doing),
        Err(stuck) => describe_stuck(folk, grammar, *stuck),
    };
    let discarded = match decision.discarded {
        0 => String::new(),
        1 => ", after 1 impossible symbol".to_string(),
        many => format!(", after {many} impossible symbols"),
    };
    let forced = if decision.forced { " (forced)" } else { "" };
    format!(
        "{}: {what}{discarded}{forced}",
        clock(folk.daytime_at(decision.tick))
    )
}
