//! Social declarations of a project: tempers, interactions, and the weights of its own network.

use super::MindsLower;
use crate::declaration::{interaction, network, temper};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::*;
use std::collections::BTreeMap;
use townsfolk_mind::social::classic_effects;
use townsfolk_module::mind::Temper;

impl MindsLower<'_> {
    pub(super) fn tempers(&mut self) -> BTreeMap<String, Temper> {
        let mut tempers = BTreeMap::new();
        for (declaration, node) in self.all(TEMPER_DECL) {
            let temper = self.step(declaration, |cx| temper::lower::lower(node, cx));
            tempers.insert(declaration.name.clone(), temper);
        }
        tempers
    }

    /// An undeclared interaction has the effects of the classic table.
    pub(super) fn interactions(&mut self) {
        for (declaration, node) in self.all(INTERACTION_DECL) {
            let (name, place) = (&declaration.name, declaration.place);
            let said = self.step(declaration, |cx| {
                interaction::lower::lower(node, name, place, cx)
            });
            if let Some((what, rows)) = said {
                let effects = self.out.minds.effects.get_or_insert_with(classic_effects);
                effects.rows.retain(|row| row.interaction != what);
                effects.rows.extend(rows);
            }
        }
    }

    /// There is one network for all people.
    pub(super) fn networks(&mut self) {
        let mut first: Option<Place> = None;
        for (declaration, node) in self.all(NETWORK_DECL) {
            let (name, place) = (&declaration.name, declaration.place);
            if let Some(first) = first {
                self.out.problems.push(
                    Code::DuplicatePart
                        .at(place, "there is one network for everybody")
                        .label("and this is another")
                        .related(first, "the first one"),
                );
                continue;
            }
            first = Some(place);
            let network = self.step(declaration, |cx| {
                network::lower::lower(node, name, place, cx)
            });
            self.out.minds.network = network;
        }
    }
}
