//! A day as a table: its blocks and one-shots, and what is in hand.

use super::describe::named;
use super::person::{Doing, Person};
use super::{DailyLives, calendar_time};
use crate::folk::Folk;
use crate::words::{Cell, Table, TableRow};
use townsfolk_core::{CharacterId, DeciderId, SiteId};
use townsfolk_decide::daily::{CalendarTime, Cause, Luck};
use townsfolk_module::decide::{Daily, DailyBlock, OneShot};
use townsfolk_module::mind::Daytime;

impl DailyLives {
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let dailies = &folk.module().deciders.dailies;
        let person = self.people.get(&who);
        let Some((person, daily)) = person.and_then(|p| Some((p, dailies.daily(p.daily)?))) else {
            return vec![];
        };
        let today = Today {
            folk,
            person,
            daily,
            now: calendar_time(folk),
            luck: Luck {
                seed: folk.seed,
                who: u64::from(who.0),
                site: SiteId(daily.id.0),
            },
        };
        let mut tables = vec![today.table()];
        tables.extend(today.in_hand());
        tables
    }
}

/// The day of one person.
struct Today<'a> {
    folk: &'a Folk,
    person: &'a Person,
    daily: &'a Daily,
    now: CalendarTime,
    luck: Luck,
}

impl Today<'_> {
    /// Blocks in order of the day, then one-shots.
    fn table(&self) -> Table {
        let title = named(self.folk, self.daily.id);
        let mut table = Table::new(title, &["when", "errand", "today"]);
        let mut blocks: Vec<&DailyBlock> = self.daily.blocks.iter().collect();
        blocks.sort_by_key(|block| block.from);
        table.rows.extend(blocks.into_iter().map(|b| self.block(b)));
        let shots = self.daily.one_shots.iter().enumerate();
        table
            .rows
            .extend(shots.map(|(i, one)| self.one_shot(i, one)));
        table
    }

    fn block(&self, block: &DailyBlock) -> TableRow {
        let covers = block.covers(self.now.daytime());
        let hours = match block.from == block.to {
            true => "all day".to_string(),
            false => format!("{} to {}", block.from, block.to),
        };
        let cells = vec![
            Cell::text(hours),
            Cell::text(self.errands(&block.errands)),
            Cell::text(if covers { "now" } else { "" }),
        ];
        TableRow {
            hours: Some((minutes(block.from), minutes(block.to))),
            ..TableRow::of(cells).marked_if(covers && !self.is_on_one_shot())
        }
    }

    fn one_shot(&self, index: usize, one: &OneShot) -> TableRow {
        let last = self.person.day.ring.last();
        let does = last.is_some_and(|last| one.errands.contains(&last.errand));
        let cells = vec![
            Cell::text(format!("at {}", one.at)),
            Cell::text(self.errands(&one.errands)),
            Cell::text(self.state(index, one)),
        ];
        TableRow::of(cells).marked_if(does && self.is_on_one_shot())
    }

    /// Whether the errand in hand came up by itself, outside the block.
    fn is_on_one_shot(&self) -> bool {
        let last = self.person.day.ring.last();
        let came_up = last.is_some_and(|last| matches!(last.cause, Cause::OneShot(_)));
        came_up && self.person.doing != Doing::Nothing
    }

    /// What has become of a one-shot today.
    fn state(&self, index: usize, one: &OneShot) -> String {
        let day = self.now.day();
        let moment = self.luck.moment(self.daily, index, one, day);
        let waits = |p: &&townsfolk_decide::daily::Pending| usize::from(p.one_shot) == index;
        if let Some(waits) = self.person.day.pending.iter().find(waits) {
            return format!("waits since {}", waits.since.daytime());
        }
        let done = self.person.day.ring.iter().rev().find(|selected| {
            let came_up = matches!(selected.cause, Cause::OneShot(_) | Cause::Fallback(_));
            came_up && one.errands.contains(&selected.errand) && selected.at >= moment
        });
        match done {
            _ if !self.luck.comes_up(index, one, day) => "not today".into(),
            Some(selected) if selected.at.day() == day => {
                format!("begun at {}", selected.at.daytime())
            }
            _ if moment > self.now => format!("will come up at {}", moment.daytime()),
            _ => format!("came up at {}", moment.daytime()),
        }
    }

    /// The errand that is performed, and those that follow without another look.
    fn in_hand(&self) -> Option<Table> {
        let doing = match self.person.doing {
            Doing::Nothing => return None,
            Doing::Idle => "waits a while".to_string(),
            Doing::Errand(errand) => named(self.folk, errand),
            Doing::Fallback(errand) => format!("instead of {}", named(self.folk, errand)),
        };
        let mut table = Table::new("In hand", &[]);
        let row = TableRow::of(vec![Cell::text("now"), Cell::text(doing)]);
        table.rows.push(row.marked_if(true));
        for part in &self.person.queue {
            let errand = Cell::text(named(self.folk, part.errand));
            table
                .rows
                .push(TableRow::of(vec![Cell::text("then"), errand]));
        }
        Some(table)
    }

    fn errands(&self, errands: &[DeciderId]) -> String {
        let names = errands.iter().map(|errand| named(self.folk, *errand));
        names.collect::<Vec<_>>().join(", ")
    }
}

fn minutes(at: Daytime) -> u16 {
    u16::try_from(at.0 / 60).unwrap_or(0)
}
