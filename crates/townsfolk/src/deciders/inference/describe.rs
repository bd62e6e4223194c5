//! Inference in sentences.

use super::Inferences;
use super::thinker::{Compiled, Line, LineKind};
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use townsfolk_core::{CharacterId, Duration, SymbolId, TICKS_PER_SECOND, Value};
use townsfolk_decide::inference::explain::Explained;
use townsfolk_decide::inference::situation::Change;
use townsfolk_decide::inference::{NamesOf, Row};
use townsfolk_module::Category;
use townsfolk_module::decide::inference::SituationIndex;

impl Inferences {
    /// What a character does and why, its active situations and its bindings.
    pub(super) fn describe_why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let thinker = self.thinkers.get(&who)?;
        let name = |symbol: SymbolId| folk.names.symbols.name(Category::Symbol, symbol.0);
        let mut parts = vec![];
        for (set, row) in &thinker.sets {
            let names = NamesOf {
                of: &set.of,
                name: &name,
            };
            let explained = Explained::new(names, &set.program, row);
            let own = thinker.offered.iter().filter(|o| o.set == set.of.id);
            let reasons = own.map(|offered| explained.why(offered.chosen()));
            parts.extend(reasons.filter(|reason| !reason.is_empty()));
            parts.extend(situations(&names, row));
            parts.extend(bindings(folk, &names, row));
        }
        match parts.is_empty() {
            true => None,
            false => Some(parts.join("; ")),
        }
    }

    /// Why a situation is not active or a predicate not true.
    pub(super) fn describe_why_not(
        &self,
        folk: &Folk,
        who: CharacterId,
        reason: SymbolId,
    ) -> Option<String> {
        let thinker = self.thinkers.get(&who)?;
        let name = |symbol: SymbolId| folk.names.symbols.name(Category::Symbol, symbol.0);
        let answer = |set: &Compiled, row: &Row| {
            let names = NamesOf {
                of: &set.of,
                name: &name,
            };
            let explained = Explained::new(names, &set.program, row);
            let situation = set.of.situation(reason);
            let situation = situation.and_then(|index| explained.why_not_in(index));
            situation.or_else(|| explained.why_not_true(set.of.predicate(reason)?))
        };
        let mut sets = thinker.sets.iter();
        sets.find_map(|(set, row)| answer(set, row))
    }
}

/// `the situations search and containment are active`.
fn situations(names: &NamesOf<'_>, row: &Row) -> Option<String> {
    let all = (0..names.of.situations.len() as u8).map(SituationIndex);
    let active = all.filter(|index| row.is_in(*index));
    let active: Vec<String> = active.map(|index| names.situation(index)).collect();
    match active.as_slice() {
        [] => None,
        [one] => Some(format!("the situation {one} is active")),
        all => Some(format!("the situations {} are active", all.join(" and "))),
    }
}

/// `target is Rook, seen 2 s ago`.
fn bindings(folk: &Folk, names: &NamesOf<'_>, row: &Row) -> Option<String> {
    let bound = row.referents().filter_map(|(index, referent)| {
        let object = thing(folk, referent.object?);
        let name = names.referent(index);
        Some(match referent.sensed {
            Some(at) if at == folk.now => format!("{name} is {object}, in view"),
            Some(at) => format!("{name} is {object}, sensed {}", ago(folk.now.since(at))),
            None => format!("{name} is {object}, never sensed"),
        })
    });
    let bound: Vec<String> = bound.collect();
    (!bound.is_empty()).then(|| bound.join("; "))
}

/// A time that has passed, in whole seconds.
pub(super) fn ago(time: Duration) -> String {
    match time.0 / TICKS_PER_SECOND {
        0 => "a moment ago".to_string(),
        seconds => format!("{} ago", Duration::seconds(seconds)),
    }
}

/// A recent decision as a sentence.
pub(super) fn line(folk: &Folk, line: &Line) -> String {
    let word = |symbol: SymbolId| plain(&folk.names.symbols, Category::Symbol, symbol.0);
    let text = match line.what {
        LineKind::Situation(name, Change::Entered) => format!("enters {}", word(name)),
        LineKind::Situation(name, Change::Left) => format!("leaves {}", word(name)),
        LineKind::Situation(name, Change::Forgotten) => format!("forgets {}", word(name)),
        LineKind::Told(name, true) => format!("is told to {}", word(name)),
        LineKind::Told(name, false) => format!("is told to stop {}", word(name)),
        LineKind::Bound(name, object) => format!("{} is {}", word(name), thing(folk, object)),
        LineKind::Unbound(name) => format!("loses track of {}", word(name)),
        LineKind::Does(reason) => format!("acts because of {}", word(reason)),
    };
    format!("{}: {text}", clock(folk.daytime_at(line.tick)))
}

pub(super) fn thing(folk: &Folk, object: Value) -> String {
    match object {
        Value::Character(who) => folk.name_of(who),
        Value::Prop(prop) => plain(&folk.names.symbols, Category::Prop, prop.0),
        _ => "something".to_string(),
    }
}
