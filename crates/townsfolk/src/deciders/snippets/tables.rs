//! The evaluation table of a character: every snippet with its points, or what rules it out.

use super::words::{name, obstacle};
use super::{Row, SnippetDecider};
use crate::deciders::spelling::thing;
use crate::folk::Folk;
use crate::words::{Cell, Table, TableRow, Tone};
use townsfolk_core::{CharacterId, DeciderId};
use townsfolk_decide::snippet::{Evaluation, Tactic};
use townsfolk_decide::tree::Traced;
use townsfolk_module::decide::Class;

impl SnippetDecider {
    /// The table of a character, best first, with what cannot be used at the end.
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let Some(row) = self.rows.get(&who) else {
            return vec![];
        };
        let mut found: Vec<&Evaluation> = row.brain.table().iter().collect();
        found.sort_by_key(|found| (!found.ok, std::cmp::Reverse(found.score)));
        let mut table = Table::new("Snippets", &["snippet", "band", "points", "target"]);
        for found in found {
            table.rows.push(self.evaluated(folk, who, row, found));
        }
        vec![table]
    }

    fn evaluated(&self, folk: &Folk, who: CharacterId, row: &Row, found: &Evaluation) -> TableRow {
        let running = row.brain.running();
        let runs = running.is_some_and(|running| running.snippet == found.snippet);
        let own = Cell::text(name(folk, found.snippet));
        let note = match found.ok {
            true => self.sum(folk, who, found.snippet),
            false => self.ruled_out(folk, who, row, found.snippet),
        };
        let class = self.program.snippets.get(found.snippet);
        let band = class.and_then(|snippet| snippet.class).map(band);
        let points = match found.ok {
            true => Cell::text(found.score.to_string()),
            false => Cell {
                tone: Tone::No,
                ..Cell::text("cannot be used")
            },
        };
        let target = found.target.map(|target| thing(folk, target));
        TableRow::of(vec![
            Cell { note, ..own },
            band.unwrap_or_default(),
            points,
            Cell::text(target.unwrap_or_default()),
        ])
        .marked_if(runs)
    }

    /// The points one by one, if there are several: `20 + 10`.
    fn sum(&self, folk: &Folk, who: CharacterId, id: DeciderId) -> Option<String> {
        let found = self.probe(folk, who, id)?;
        let counted = found.trace.lines.iter().filter(|line| line.counts);
        let points = counted.filter_map(|line| match line.what {
            Traced::Score(points) => Some(points.to_string()),
            Traced::Tactic(points) => Some(format!("{points} (preferred)")),
            Traced::Condition(_) | Traced::Candidate(_) => None,
        });
        let points: Vec<String> = points.collect();
        (points.len() > 1).then(|| points.join(" + "))
    }

    fn ruled_out(&self, folk: &Folk, who: CharacterId, row: &Row, id: DeciderId) -> Option<String> {
        let ability = self.program.snippets.get(id)?.ability;
        match row.brain.tactic(ability) {
            Tactic::Forbidden => Some("its ability is forbidden".into()),
            _ => obstacle(self, folk, who, id),
        }
    }
}

/// A class with its band: `support`, with the note `25 to 45`.
fn band(class: Class) -> Cell {
    let band = match class.band() {
        (low, high) if low == high => low.to_string(),
        (low, high) if high == i64::from(i32::MAX) => format!("{low} and more"),
        (low, high) => format!("{low} to {high}"),
    };
    Cell::text(class.name()).with_note(band)
}
