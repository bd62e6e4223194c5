//! Inference as tables: the bits of every predicate, the situations, and the goals.

use super::Inferences;
use super::describe::{ago, thing};
use super::thinker::Compiled;
use crate::folk::Folk;
use crate::words::names::plain;
use crate::words::{Cell, Table, TableRow};
use townsfolk_core::{CharacterId, SymbolId};
use townsfolk_decide::inference::explain::Explained;
use townsfolk_decide::inference::{NamesOf, Row};
use townsfolk_module::Category;
use townsfolk_module::decide::inference::{
    About, Aim, PredicateIndex, ReferentIndex, SituationIndex,
};

impl Inferences {
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let sets = self.thinkers.get(&who).into_iter().flat_map(|t| &t.sets);
        sets.flat_map(|(set, row)| tables(folk, set, row)).collect()
    }
}

fn tables(folk: &Folk, set: &Compiled, row: &Row) -> Vec<Table> {
    let name = |symbol: SymbolId| folk.names.symbols.name(Category::Symbol, symbol.0);
    let names = NamesOf {
        of: &set.of,
        name: &name,
    };
    let shown = Shown {
        folk,
        set,
        row,
        names,
        explained: Explained::new(names, &set.program, row),
    };
    let tables = [
        shown.bits(),
        shown.own_bits(),
        shown.situations(),
        shown.goals(),
    ];
    let kept = tables.into_iter().filter(|table| !table.rows.is_empty());
    kept.collect()
}

/// One set of a character, with the words of its last cycle.
struct Shown<'a> {
    folk: &'a Folk,
    set: &'a Compiled,
    row: &'a Row,
    names: NamesOf<'a>,
    explained: Explained<'a>,
}

impl Shown<'_> {
    /// Predicates by referents: true, false or unknown, and what is wanted.
    fn bits(&self) -> Table {
        let title = plain(
            &self.folk.names.symbols,
            Category::Decider,
            self.set.of.id.0,
        );
        let referents: Vec<ReferentIndex> = self.row.referents().map(|(index, _)| index).collect();
        let columns = referents
            .iter()
            .map(|index| in_words(&self.names.referent(*index)));
        let mut table = Table::new(title, &[""]);
        table.columns.extend(columns);
        let bound = referents.iter().map(|index| self.binding(*index));
        let cells = [Cell::text("is")].into_iter().chain(bound).collect();
        table.rows.push(TableRow::of(cells));
        for (predicate, index) in self.set.of.predicates.iter().zip(0..) {
            if predicate.unary {
                let index = PredicateIndex(index);
                let bits = referents.iter().map(|of| self.bit(index, Some(*of)));
                let name = Cell::text(in_words(&self.names.predicate(index)));
                let cells = [name].into_iter().chain(bits).collect();
                table.rows.push(TableRow::of(cells));
            }
        }
        table
    }

    /// Predicates that are about no referent.
    fn own_bits(&self) -> Table {
        let mut table = Table::new("Of itself", &[]);
        for (predicate, index) in self.set.of.predicates.iter().zip(0..) {
            if !predicate.unary {
                let index = PredicateIndex(index);
                let name = Cell::text(in_words(&self.names.predicate(index)));
                table
                    .rows
                    .push(TableRow::of(vec![name, self.bit(index, None)]));
            }
        }
        table
    }

    /// The object of a referent, and when it was last sensed.
    fn binding(&self, index: ReferentIndex) -> Cell {
        let referent = self.row.referent(index);
        let Some(object) = referent.object else {
            return Cell::text("nothing");
        };
        let cell = Cell::text(thing(self.folk, object));
        cell.with_note(match referent.sensed {
            Some(at) if at == self.folk.now => "in view".to_string(),
            Some(at) => ago(self.folk.now.since(at)),
            None => "never sensed".to_string(),
        })
    }

    fn bit(&self, index: PredicateIndex, of: Option<ReferentIndex>) -> Cell {
        let is_bound = of.is_none_or(|of| self.row.referent(of).object.is_some());
        if !is_bound {
            return Cell::default();
        }
        let cell = Cell::truth(self.explained.known(index, of));
        let wants = |aim| self.explained.is_wanted(index, aim, of);
        match (wants(Aim::True), wants(Aim::Known)) {
            (true, _) => cell.with_note("wanted"),
            (false, true) => cell.with_note("to be known"),
            (false, false) => cell,
        }
    }

    fn situations(&self) -> Table {
        let mut table = Table::new("Situations", &["situation", "active", ""]);
        for (situation, index) in self.set.of.situations.iter().zip(0..) {
            let index = SituationIndex(index);
            let active = self.row.is_in(index);
            let missing = self.explained.missing_for(index).unwrap_or_default();
            let cells = vec![
                Cell::text(in_words(&self.names.situation(index)))
                    .with_note(situation.urgency.name()),
                Cell::truth(Some(active)),
                Cell::text(missing),
            ];
            table.rows.push(TableRow::of(cells).marked_if(active));
        }
        table
    }

    /// The goals of now, and which of them are reached.
    fn goals(&self) -> Table {
        let mut table = Table::new("Goals", &["goal", "reached"]);
        for (predicate, index) in self.set.of.predicates.iter().zip(0..) {
            let index = PredicateIndex(index);
            let bound = self.row.referents().filter(|(_, of)| of.object.is_some());
            let about: Vec<Option<ReferentIndex>> = match predicate.unary {
                true => bound.map(|(of, _)| Some(of)).collect(),
                false => vec![None],
            };
            for of in about {
                for aim in [Aim::True, Aim::Known] {
                    if self.explained.is_wanted(index, aim, of) {
                        table.rows.push(self.goal(index, aim, of));
                    }
                }
            }
        }
        table
    }

    fn goal(&self, index: PredicateIndex, aim: Aim, of: Option<ReferentIndex>) -> TableRow {
        let about = of.map_or(About::Nothing, About::One);
        let atom = self.names.atom(index, about, "_");
        let known = self.explained.known(index, of);
        let (text, reached) = match aim {
            Aim::True => (atom, known == Some(true)),
            Aim::Known => (format!("to know {atom}"), known.is_some()),
        };
        TableRow::of(vec![Cell::text(text), Cell::truth(Some(reached))])
    }
}

fn in_words(name: &str) -> String {
    name.replace('_', " ")
}
