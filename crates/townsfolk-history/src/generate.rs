//! The years of a town, from the founding to the end.

use crate::calendar::{Day, Step};
use crate::dice::site;
use crate::names::Names;
use crate::person::PersonId;
use crate::place::{LOTS_OF_BLOCK, LotId, PlaceId, Plan};
use crate::town::Town;
use crate::trade::TradeId;
use std::collections::BTreeMap;
use townsfolk_core::Seed;
use townsfolk_knowledge::Salience;
use townsfolk_module::knowledge::Knowledge;

/// What is to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// The name of the town.
    pub name: String,
    /// Years from the founding, from 1 to 300.
    pub years: i32,
    /// The seed.
    pub seed: Seed,
    /// The number of people at the end, more or less: from 40 to 20,000.
    pub people_about: u32,
}

/// Why there is no town.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The caller stopped it.
    Stopped,
    /// Fewer people were left in this year than make a town.
    DiedOut(i32),
}

/// How far a history is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The year.
    pub year: i32,
    /// The last year.
    pub last: i32,
    /// People who live in the town.
    pub residents: usize,
}

/// The last day of every history: the classic game begins in the summer of 1979.
pub const LAST_DAY: Day = Day::of(1979, 8, 19);

/// The least number of founders.
const FOUNDERS: usize = 20;

/// A town with fewer residents has died out.
pub const RESIDENTS_LEAST: usize = 12;

/// The chance of a half day to be fully simulated.
const SIMULATED: f64 = 0.005;

/// Chance of a half day that a firm opens, and that a given one closes.
const OPENS: f64 = 0.7 / 730.0;
const CLOSES: f64 = 1.0 / 730.0 / 60.0;
const CLOSES_OUTDATED: f64 = 1.0 / 730.0 / 3.0;

/// Makes a town. `go_on` is told each new year and may stop it.
pub fn generate(
    knowledge: &Knowledge,
    wishes: &Wishes,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Town, Failure> {
    let (year, month, day) = LAST_DAY.date();
    let founded = Day::of(year - wishes.years.clamp(1, 300), month, day).plus(1);
    let mut town = found(knowledge, wishes, founded);
    let mut simulated = town.now;
    let last = Step::of(LAST_DAY).0;
    let mut told = 0;
    while town.now.0 < last {
        town.now = Step(town.now.0 + 1);
        let mut dice = town.dice(0, site::SIMULATED);
        for mother in town.due.remove(&town.now).unwrap_or_default() {
            town.give_birth(knowledge, mother);
        }
        trade_changes(&mut town, knowledge);
        if dice.chance(SIMULATED) {
            let steps = town.now.0 - simulated.0;
            simulate(&mut town, knowledge, steps);
            simulated = town.now;
        }
        let year = town.today().year();
        if year != told {
            told = year;
            if town.residents.len() < RESIDENTS_LEAST {
                return Err(Failure::DiedOut(year));
            }
            let progress = Progress {
                year,
                last: LAST_DAY.year(),
                residents: town.residents.len(),
            };
            if !go_on(progress) {
                return Err(Failure::Stopped);
            }
        }
    }
    Ok(town)
}

/// Families on farms around an empty middle; a mine or a quarry, and a cemetery.
fn found(knowledge: &Knowledge, wishes: &Wishes, founded: Day) -> Town {
    let people_about = wishes.people_about.clamp(40, 20_000);
    // A block has eight lots, a lot two or three people; firms need ground too.
    let side = (3..9).find(|side| side * side * 8 >= people_about * 10 / 9);
    let mut town = Town {
        name: wishes.name.clone(),
        seed: wishes.seed,
        people_about,
        founded,
        now: Step::of(founded),
        people: vec![],
        places: vec![],
        plan: Plan::new(side.unwrap_or(9) as u16),
        events: vec![],
        salience: Salience::default(),
        feelings: vec![],
        favourites: vec![],
        residents: vec![],
        due: BTreeMap::new(),
        names: Names::new(),
    };
    let mut dice = town.dice(0, site::PLAN);
    let side = town.plan.side;
    let edge = |block: u16| {
        let (x, y) = (block % side, block / side);
        x == 0 || y == 0 || x == side - 1 || y == side - 1
    };
    let edge: Vec<u16> = (0..side * side).filter(|block| edge(*block)).collect();
    let start = dice.between(0, edge.len() as i32 - 1) as usize;
    // Two tracts stay free for parks.
    let tracts = (edge.len() / 3).clamp(6, 9);
    for n in 0..tracts {
        let block = edge[(start + n * edge.len() / tracts) % edge.len()];
        town.tract(LotId(block * LOTS_OF_BLOCK));
    }
    let mut dice = town.dice(0, site::FOUNDING);
    let last = match dice.unit() {
        n if n < 0.20 => "coal_mine",
        n if n < 0.32 => "quarry",
        _ => "farm",
    };
    let farms = std::iter::repeat_n("farm", tracts - 4);
    for name in farms.chain([last, "cemetery"]) {
        if let Some(trade) = TradeId::named(name) {
            town.open_firm(knowledge, trade);
        }
    }
    while town.residents.len() < FOUNDERS && town.welcome(knowledge).is_some() {}
    town
}

/// Firms open and close, and vacant jobs are filled.
fn trade_changes(town: &mut Town, knowledge: &Knowledge) {
    let mut dice = town.dice(0, site::OPENING);
    let scale = f64::from(town.people_about.max(400)) / 400.0;
    if dice.chance(OPENS * scale) {
        town.open_some_firm(knowledge);
    }
    let mut dice = town.dice(0, site::CLOSING);
    // The chance that any firm closes is at most that of all being outdated.
    let firms: Vec<PlaceId> = match dice.chance(CLOSES_OUTDATED * town.places.len() as f64) {
        true => town.firms().collect(),
        false => return,
    };
    let share = 1.0 / (CLOSES_OUTDATED * town.places.len() as f64).min(1.0);
    let luck = dice.unit();
    let mut total = 0.0;
    let today = town.today();
    for firm in firms {
        let chance = match town.is_outdated(firm, today) {
            true => CLOSES_OUTDATED,
            false => CLOSES,
        };
        total += chance * share;
        if luck < total {
            if town.may_close(firm) {
                town.close_firm(firm);
            }
            return;
        }
    }
}

/// One half day in full: routines, meetings, and what life brings.
fn simulate(town: &mut Town, knowledge: &Knowledge, steps: i32) {
    let there = town.whereabouts();
    for group in there.chunk_by(|a, b| a.0 == b.0) {
        let people: Vec<PersonId> = group.iter().map(|(_, who, _)| *who).collect();
        for (a, b) in town.pairs(&people) {
            town.meet(a, b, steps as f32);
        }
    }
    for who in town.residents.clone() {
        if town.person(who).is_resident() {
            town.live(knowledge, who, f64::from(steps));
        }
    }
    town.attract(knowledge);
    if town.dice(1, site::HOME).chance(0.05) {
        town.demolish_empty();
    }
    let firms: Vec<PlaceId> = town.firms().collect();
    for firm in firms {
        town.fill_jobs(knowledge, firm);
    }
}
