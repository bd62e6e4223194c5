//! Equipment, tactics and tables of snippets, for games and tools.

use super::gather::Gathered;
use super::{Row, SnippetDecider};
use crate::api::Error;
use crate::folk::Folk;
use crate::host::Report;
use townsfolk_core::id::id_of;
use townsfolk_core::near::near_names;
use townsfolk_core::{CharacterId, DeciderId, SymbolId, Value};
use townsfolk_decide::snippet::{Evaluation, Tactic, probe};
use townsfolk_decide::tree::Trace;
use townsfolk_module::Category;
use townsfolk_module::decide::Class;

/// One row of a character's table of snippets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SnippetRow {
    /// Which snippet.
    pub snippet: DeciderId,
    /// Its class, if content gives one.
    pub class: Option<Class>,
    /// Whether it can be used.
    pub ok: bool,
    /// Its points.
    pub score: i32,
    /// Its best target.
    pub target: Option<Value>,
    /// Whether it is the one that runs.
    pub runs: bool,
    /// Whether its ability is being used, so that nothing else is considered.
    pub in_use: bool,
}

/// The evaluation of one snippet by itself, with every condition asked and every point given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnippetTrace {
    /// The result.
    pub evaluation: Evaluation,
    /// The record. Its points add up to the score.
    pub trace: Trace,
}

impl SnippetDecider {
    pub(super) fn of(folk: &Folk) -> Option<&SnippetDecider> {
        let mut deciders = folk.deciders.iter();
        deciders.find_map(|decider| decider.as_any()?.downcast_ref())
    }

    fn row_of(&self, who: CharacterId) -> Option<&Row> {
        self.rows.get(&who)
    }

    /// Evaluates one snippet of a character now, and keeps the trace.
    pub(super) fn probe(
        &self,
        folk: &Folk,
        who: CharacterId,
        id: DeciderId,
    ) -> Option<SnippetTrace> {
        let snippet = self.program.snippets.get(id)?;
        let given = self.row_of(who)?.brain.circumstances(snippet);
        let mut gathered = Gathered::default();
        gathered.with_view(folk, &self.program, who, |view| {
            let trees = &self.program.snippets.trees;
            let (evaluation, trace, _) = probe(snippet, trees, *view, given);
            Some(SnippetTrace { evaluation, trace })
        })
    }
}

impl Folk {
    /// A character takes up a piece of equipment, which grants the snippets that are `from` it.
    pub fn equip(&mut self, who: CharacterId, what: &str) -> Result<(), Error> {
        let source = self.equipment(what)?;
        self.report(Report::Equipped(who, source, true));
        Ok(())
    }

    /// A character has a piece of equipment no longer. What it did with it is broken off.
    pub fn unequip(&mut self, who: CharacterId, what: &str) -> Result<(), Error> {
        let source = self.equipment(what)?;
        self.report(Report::Equipped(who, source, false));
        Ok(())
    }

    /// The player allows, prefers or forbids an ability of a character: an action or a course that is
    /// the last part of a snippet.
    pub fn set_tactic(
        &mut self,
        who: CharacterId,
        ability: &str,
        tactic: Tactic,
    ) -> Result<(), Error> {
        let snippets = self.module().deciders.snippets.snippets.iter();
        let abilities: Vec<SymbolId> = snippets.map(|snippet| snippet.ability).collect();
        let ability = self.symbol_among(ability, &abilities)?;
        self.report(Report::Tactic(who, ability, tactic));
        Ok(())
    }

    /// The last evaluation of every snippet of a character, in order of registration.
    pub fn snippet_table(&self, who: CharacterId) -> Vec<SnippetRow> {
        let decider = SnippetDecider::of(self);
        let row = decider.and_then(|decider| Some((decider, decider.row_of(who)?)));
        let Some((decider, row)) = row else {
            return vec![];
        };
        let running = row.brain.running();
        let table = row.brain.table().iter();
        table
            .map(|found| {
                let runs = running.filter(|running| running.snippet == found.snippet);
                let snippet = decider.program.snippets.get(found.snippet);
                SnippetRow {
                    snippet: found.snippet,
                    class: snippet.and_then(|snippet| snippet.class),
                    ok: found.ok,
                    score: found.score,
                    target: found.target,
                    runs: runs.is_some(),
                    in_use: runs.is_some_and(|running| running.in_use),
                }
            })
            .collect()
    }

    /// Evaluates one snippet of a character by itself. `None` if the character has no snippets.
    pub fn probe_snippet(&self, who: CharacterId, snippet: DeciderId) -> Option<SnippetTrace> {
        SnippetDecider::of(self)?.probe(self, who, snippet)
    }

    /// The snippet that a character would choose now, and the whole table. Nothing is changed.
    pub fn would_choose(&self, who: CharacterId) -> (Option<Evaluation>, Vec<Evaluation>) {
        let decider = SnippetDecider::of(self);
        let Some((decider, row)) = decider.and_then(|d| Some((d, d.row_of(who)?))) else {
            return (None, vec![]);
        };
        let program = &decider.program;
        let mut gathered = Gathered::default();
        gathered.with_view(self, program, who, |view| {
            row.brain.would_choose(&program.snippets, view, self.now())
        })
    }

    /// Number of snippets that were evaluated for a character since the start or the last load.
    pub fn snippet_evaluations(&self, who: CharacterId) -> u64 {
        let row = SnippetDecider::of(self).and_then(|decider| decider.row_of(who));
        row.map_or(0, |row| row.brain.evaluations())
    }

    /// The equipment that a character has.
    pub fn equipment_of(&self, who: CharacterId) -> Vec<SymbolId> {
        let row = SnippetDecider::of(self).and_then(|decider| decider.row_of(who));
        row.map(|row| row.equipment.clone()).unwrap_or_default()
    }

    fn equipment(&self, what: &str) -> Result<SymbolId, Error> {
        let snippets = self.module().deciders.snippets.snippets.iter();
        let known: Vec<SymbolId> = snippets.flat_map(|s| s.sources.clone()).collect();
        self.symbol_among(what, &known)
    }

    fn symbol_among(&self, name: &str, known: &[SymbolId]) -> Result<SymbolId, Error> {
        let found = SymbolId(id_of(name));
        if known.contains(&found) {
            return Ok(found);
        }
        let names = known
            .iter()
            .map(|id| self.symbols().name(Category::Symbol, id.0));
        let names: Vec<String> = names.collect();
        let near = near_names(name, names.iter().map(String::as_str), 1);
        Err(Error::Unknown {
            what: Category::Symbol,
            name: name.to_owned(),
            near: near.first().map(|near| (*near).to_owned()),
        })
    }

    /// Whether a character has a role, or one that descends from it.
    pub(crate) fn is_one(&self, who: CharacterId, role: townsfolk_core::RoleId) -> bool {
        let roles = self.character(who).into_iter().flat_map(|p| &p.roles);
        let mut roles = roles.copied();
        roles.any(|own| self.module().is_a(own, role))
    }
}
