//! Daily lives in sentences.

use super::person::Doing;
use super::{DailyLives, calendar_time};
use crate::folk::Folk;
use crate::words::names::plain;
use townsfolk_core::{CharacterId, DeciderId, SymbolId};
use townsfolk_decide::daily::{Abort, Cause, Selected};
use townsfolk_module::Category;

impl DailyLives {
    /// What a person does for its daily, and why.
    pub(super) fn describe_why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let person = self.people.get(&who)?;
        let last = person.day.ring.last()?;
        let cause = cause(folk, last.cause);
        let name = named(folk, last.errand);
        Some(match person.doing {
            Doing::Nothing => format!("about to choose what to do; the last was {name}: {cause}"),
            Doing::Idle => format!("waits a while after {name}: {cause}"),
            Doing::Errand(_) | Doing::Fallback(_) => format!("{name}: {cause}"),
        })
    }

    /// Why a person does not do an errand now: when its daily would ask for it.
    pub(super) fn describe_why_not(
        &self,
        folk: &Folk,
        who: CharacterId,
        reason: SymbolId,
    ) -> Option<String> {
        let person = self.people.get(&who)?;
        let dailies = &folk.module().deciders.dailies;
        let daily = dailies.daily(person.daily)?;
        let errand = dailies.errand(DeciderId(reason.0))?.id;
        let now = calendar_time(folk).daytime();
        let blocks = daily.blocks.iter();
        let blocks = blocks.filter(|block| block.errands.contains(&errand));
        let mut times: Vec<String> = blocks
            .map(|block| match block.covers(now) {
                true => format!("it is on from {} to {}, now too", block.from, block.to),
                false => format!("it is on from {} to {} only", block.from, block.to),
            })
            .collect();
        let shots = daily.one_shots.iter().zip(0u16..);
        let shots = shots.filter(|(one, _)| one.errands.contains(&errand));
        times.extend(shots.map(|(one, index)| {
            let mut pending = person.day.pending.iter();
            match pending.any(|waiting| waiting.one_shot == index) {
                true => format!("it came up at {} and waits for its turn", one.at),
                false => {
                    let percent = f64::from(one.chance) / 10.0;
                    format!("it comes up at {} on {percent} % of days", one.at)
                }
            }
        }));
        let name = named(folk, person.daily);
        Some(match times.is_empty() {
            true => format!("{name} never asks for it"),
            false => times.join("; "),
        })
    }

    /// The last selections of a person, newest last.
    pub(super) fn describe_recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let Some(person) = self.people.get(&who) else {
            return vec![];
        };
        let entries = person.day.ring.iter();
        entries.map(|selected| line(folk, selected)).collect()
    }
}

/// A selection with its time: `day 1, 08:03 get coffee: it came up at 08:00`.
pub(in crate::deciders) fn line(folk: &Folk, selected: &Selected) -> String {
    let day = selected.at.day().saturating_add(1);
    let time = selected.at.daytime();
    let name = named(folk, selected.errand);
    format!("day {day}, {time} {name}: {}", cause(folk, selected.cause))
}

pub(super) fn named(folk: &Folk, decider: DeciderId) -> String {
    plain(&folk.names.symbols, Category::Decider, decider.0)
}

fn cause(folk: &Folk, cause: Cause) -> String {
    match cause {
        Cause::Block(from, to) => format!("the block from {from} to {to}"),
        Cause::OneShot(at) => format!("it came up at {at}"),
        Cause::Fallback(why) => format!("it could not be done, {}", abort(folk, why)),
        Cause::Idle(why) => format!("nothing to do, {}", abort(folk, why)),
        Cause::Plan(goal) => format!("a step of the plan for {}", named(folk, goal)),
    }
}

fn abort(folk: &Folk, why: Abort) -> String {
    let tag = |tag: SymbolId| plain(&folk.names.symbols, Category::Symbol, tag.0);
    match why {
        Abort::NotNow => "its condition does not hold".into(),
        Abort::NoPlace(serving) => format!("no open place serves {}", tag(serving)),
        Abort::NoOwnPlace(serving) => format!("there is no place for {}", tag(serving)),
        Abort::NoValue => "a value in it is missing".into(),
        Abort::Unknown => "there is no such errand any more".into(),
        Abort::Failed => "a step failed".into(),
        Abort::Nothing => "its list is empty".into(),
        Abort::NoPlan => "there is no plan that leads there".into(),
    }
}
