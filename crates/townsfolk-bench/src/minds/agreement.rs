//! Whether life asleep comes to the same as life awake: where people are by the hour, how pressing
//! their needs are, and how many people they get to know, at each level, over many seeds.
//!
//! The tolerances are those of the chapter *Figures*, and were written down before anything was
//! measured.

use super::district::{BUILDINGS, District, RATE, compile};
use super::quarter::Quarter;
use crate::Figure;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Focus, Level};
use townsfolk_core::NeedId;
use townsfolk_module::Module;

/// Shares of people in a building by the hour differ by no more than so many points.
pub const PLACES_POINTS: f64 = 2.0;
/// The mean of a need differs by no more than this part of it.
pub const NEEDS_PART: f64 = 0.05;
/// The number of new acquaintances differs by no more than this part of it.
pub const ACQUAINTANCES_PART: f64 = 0.10;
/// Number of seeds.
pub const SEEDS: u64 = 20;

/// Number of people in the district.
const PEOPLE: u32 = 30;
/// Ticks of an hour of the calendar.
const HOUR: i64 = 3600 * 60 / RATE;
/// Samples in an hour.
const SAMPLES: i64 = 6;

/// Needs that every character has all day.
pub const NEEDS: [&str; 3] = ["hunger", "bladder", "fatigue"];

/// The statistics of a run.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Shares of people in each building, by hour.
    pub places: Vec<[f64; BUILDINGS.len()]>,
    /// Means of needs.
    pub needs: [f64; NEEDS.len()],
    /// New acquaintances of each.
    pub acquaintances: f64,
}

/// The days that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Days {
    /// How many people.
    pub people: u32,
    /// Hours until needs have found their rhythm.
    pub first: i64,
    /// Hours that count.
    pub hours: i64,
}

impl Default for Days {
    fn default() -> Days {
        Days {
            people: PEOPLE,
            first: 18,
            hours: 24,
        }
    }
}

/// The life of a district at a level.
pub fn live(
    module: &Arc<Module>,
    seed: u64,
    level: Level,
    days: Days,
    meddle: &dyn Fn(&mut Folk),
) -> Sum {
    let mut district = District::new(module, seed, days.people);
    meddle(&mut district.folk);
    let before = known(&district);
    let everywhere = |full_mm, ambient_mm| Focus {
        at: Place::metres(0, 0),
        full_mm,
        ambient_mm,
    };
    match level {
        Level::Full => {}
        Level::Ambient => district.folk.set_focus(vec![everywhere(0, u32::MAX)]),
        Level::Dormant => district.folk.set_focus(vec![]),
    }
    (0..days.first * HOUR).for_each(|_| district.tick());
    let mut sum = Sum::default();
    for _ in 0..days.hours {
        let mut share = [0.0; BUILDINGS.len()];
        for _ in 0..SAMPLES {
            (0..HOUR / SAMPLES).for_each(|_| district.tick());
            sample(&district, &mut share, &mut sum.needs);
        }
        sum.places.push(share.map(|n| n / SAMPLES as f64));
    }
    let samples = (days.hours * SAMPLES) as f64;
    sum.needs = sum.needs.map(|level| level / samples);
    // Meetings of background characters are known once they are awake.
    district
        .folk
        .set_focus(vec![everywhere(u32::MAX, u32::MAX)]);
    district.tick();
    sum.acquaintances = known(&district) - before;
    sum
}

fn sample(district: &District, share: &mut [f64], needs: &mut [f64]) {
    let each = 1.0 / district.people.len() as f64;
    for who in &district.people {
        let building = district.building(*who);
        if let Some(share) = building.and_then(|place| share.get_mut(place)) {
            *share += each;
        }
        for (sum, need) in needs.iter_mut().zip(NEEDS) {
            let level = district.folk.need(*who, NeedId::named(need));
            *sum += each * f64::from(level.0) / 65_536.0;
        }
    }
}

/// Mean number of relationships of a character.
fn known(district: &District) -> f64 {
    let known = district.people.iter().map(|who| {
        let mind = district.folk.mind(*who);
        mind.map_or(0, |minded| minded.relationships.iter().count())
    });
    known.sum::<usize>() as f64 / district.people.len() as f64
}

/// The mean over lives.
pub fn mean(lives: &[Sum]) -> Sum {
    let part = 1.0 / lives.len() as f64;
    let mut mean = Sum::default();
    for life in lives {
        mean.places
            .resize(life.places.len(), [0.0; BUILDINGS.len()]);
        for (all, hour) in mean.places.iter_mut().zip(&life.places) {
            all.iter_mut()
                .zip(hour)
                .for_each(|(all, one)| *all += part * one);
        }
        let needs = mean.needs.iter_mut().zip(life.needs);
        needs.for_each(|(all, one)| *all += part * one);
        mean.acquaintances += part * life.acquaintances;
    }
    mean
}

/// By how much a life differs from another: the most points by building and hour, the largest part of
/// a need, the part of acquaintances.
pub fn difference(from: &Sum, other: &Sum) -> (f64, f64, f64) {
    let hours = from.places.iter().zip(&other.places);
    let points = hours.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).abs() * 100.0));
    let needs = from.needs.iter().zip(other.needs);
    let needs = needs.map(|(a, b)| (a - b).abs() / a.max(1e-9));
    let met = (from.acquaintances - other.acquaintances).abs() / from.acquaintances.max(1e-9);
    (points.fold(0.0, f64::max), needs.fold(0.0, f64::max), met)
}

/// Measures how well levels agree.
pub fn measure(_: &Quarter) -> Vec<Figure> {
    let Ok(module) = compile() else {
        return vec![];
    };
    let lives = |level| {
        let lives = (1..=SEEDS).map(|seed| live(&module, seed, level, Days::default(), &|_| {}));
        mean(&lives.collect::<Vec<Sum>>())
    };
    let full = lives(Level::Full);
    let mut figures = vec![];
    for (level, name) in [(Level::Ambient, "ambient"), (Level::Dormant, "dormant")] {
        let other = lives(level);
        let (points, needs, met) = difference(&full, &other);
        figures.push(
            Figure::new(format!("{name}: places by hour, at most"), points, "points")
                .against("of 2 points", points / PLACES_POINTS),
        );
        figures.push(
            Figure::new("  needs, at most", needs * 100.0, "%")
                .against("of 5 %", needs / NEEDS_PART),
        );
        for (need, (full, low)) in NEEDS.iter().zip(full.needs.iter().zip(other.needs)) {
            figures.push(
                Figure::new(format!("    {need}, mean"), low, "")
                    .against("of full", low / full.max(1e-9)),
            );
        }
        figures.push(
            Figure::new("  new acquaintances", other.acquaintances, "").against(
                "of full",
                other.acquaintances / full.acquaintances.max(1e-9),
            ),
        );
        figures.push(
            Figure::new("    difference", met * 100.0, "%")
                .against("of 10 %", met / ACQUAINTANCES_PART),
        );
    }
    figures
}
