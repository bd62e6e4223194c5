//! Skills as tables for tools.

use super::describe::{said, skill_name};
use super::glance::Glance;
use super::{Row, Skills};
use crate::folk::Folk;
use crate::words::{Cell, Table, TableRow, Tone};
use townsfolk_core::{CharacterId, Place, SymbolId};
use townsfolk_module::senses::SkillSet;
use townsfolk_tactics::{BehaviourState, SkillState};

fn cell(text: impl Into<String>) -> Cell {
    Cell {
        text: text.into(),
        ..Cell::default()
    }
}

fn toned(text: &str, tone: Tone) -> Cell {
    Cell { tone, ..cell(text) }
}

fn row(cells: Vec<Cell>) -> TableRow {
    TableRow {
        cells,
        ..TableRow::default()
    }
}

fn metres(at: Place) -> String {
    let part = |mm: i32| format!("{}.{:01}", mm / 1000, (mm % 1000).abs() / 100);
    format!("{}, {}", part(at.x_mm), part(at.y_mm))
}

impl Skills {
    /// The skills with their validity, the behaviours, the timers, and the last decisions.
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let Some(own) = self.rows.get(&who) else {
            return vec![];
        };
        let Some(set) = folk.module().senses.skill_set(own.set) else {
            return vec![];
        };
        let mut tables = vec![
            self.list(folk, who, own, set),
            stack(own),
            timers(folk, own),
        ];
        tables.extend(search(own));
        tables.push(log(folk, own));
        tables.retain(|table| !table.rows.is_empty());
        tables
    }

    fn list(&self, folk: &Folk, who: CharacterId, own: &Row, set: &SkillSet) -> Table {
        let mut table = Table::new("Skills", &["skill", "possible", "state"]);
        let glance = Glance::of(folk, &self.running, who, set);
        let valid = own.runner.validity(&glance, set);
        for (spec, valid) in set.skills.iter().zip(valid) {
            let runs = own.runner.skill() == Some(spec.kind);
            let possible = match valid {
                Ok(()) => toned("yes", Tone::Yes),
                Err(cause) => Cell {
                    note: Some(cause.to_string()),
                    ..toned("no", Tone::No)
                },
            };
            let state = own.runner.state(spec.kind).filter(|_| runs);
            let state = state.map_or("", |state| state.as_skill().state());
            table.rows.push(TableRow {
                marked: runs,
                ..row(vec![
                    cell(skill_name(folk, spec.kind)),
                    possible,
                    cell(state),
                ])
            });
        }
        table
    }
}

fn stack(own: &Row) -> Table {
    let mut table = Table::new("Behaviours", &["behaviour", "details"]);
    let stack = own.runner.stack();
    for (depth, behaviour) in stack.iter().enumerate() {
        table.rows.push(TableRow {
            marked: depth + 1 == stack.len(),
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            ..row(vec![
                cell(behaviour.as_behaviour().name()),
                cell(details(behaviour)),
            ])
        });
    }
    table
}

fn details(behaviour: &BehaviourState) -> String {
    match behaviour {
        BehaviourState::MoveTo(walk) => match walk.corners() {
            [] => String::new(),
            [.., last] => format!("to {} over {} corners", metres(*last), walk.corners().len()),
        },
        BehaviourState::Canvass(canvass) => {
            let left = canvass.grid().map_or(0, |grid| grid.left());
            format!("{} choices, {left} cells not seen yet", canvass.choices())
        }
        BehaviourState::TakePost(post) => {
            format!("post {} at {}", post.post.id, metres(post.post.at))
        }
        _ => String::new(),
    }
}

fn timers(folk: &Folk, own: &Row) -> Table {
    let mut table = Table::new("Timers", &[]);
    let kind = own.runner.skill();
    let state = kind.and_then(|kind| own.runner.state(kind));
    for (name, when) in state
        .into_iter()
        .flat_map(|state| state.as_skill().timers())
    {
        let now = folk.now();
        let span = match when > now {
            true => format!("in {}", when.since(now)),
            false => format!("{} ago", now.since(when)),
        };
        table.rows.push(row(vec![cell(name), cell(span)]));
    }
    table
}

/// The points of a search, with the interest in each.
fn search(own: &Row) -> Option<Table> {
    let state = own.runner.state(SymbolId::named("search"))?;
    let SkillState::Search(search) = state else {
        return None;
    };
    let mut table = Table::new("Search", &["point", "interest"]);
    for (at, weight) in search.points() {
        let share = format!("{} %", weight / 10_000);
        table.rows.push(TableRow {
            marked: search.goal() == Some(at),
            ..row(vec![cell(metres(at)), cell(share)])
        });
    }
    Some(table)
}

fn log(folk: &Folk, own: &Row) -> Table {
    let mut table = Table::new("Decisions", &[]);
    for decision in own.runner.log().decisions().iter().rev() {
        table.rows.push(row(vec![cell(said(folk, decision))]));
    }
    table
}
