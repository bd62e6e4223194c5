//! Names of people and streets. The lists are data beside the code.

use crate::dice::Dice;
use crate::person::Sex;
use serde::{Deserialize, Serialize};

const FIRST: &str = include_str!("../data/first_names.txt");
const LAST: &str = include_str!("../data/surnames.txt");

/// Years after which a name is half as common as at its peak.
const FASHION_YEARS: f64 = 18.0;

/// A first or middle name, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FirstName(pub u16);

/// A surname, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LastName(pub u16);

/// The lists of names.
#[derive(Clone, PartialEq, Debug)]
pub struct Names {
    first: Vec<(Sex, i32, &'static str)>,
    last: Vec<(&'static str, &'static str)>,
    ethnicities: Vec<(&'static str, f64, u16, u16)>,
}

impl Default for Names {
    fn default() -> Names {
        Names::new()
    }
}

/// The lines of a list, without comments, as words.
fn lines(text: &'static str) -> impl Iterator<Item = std::str::SplitWhitespace<'static>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::split_whitespace)
}

impl Names {
    /// The lists that come with this crate.
    pub fn new() -> Names {
        let mut names = Names {
            first: vec![],
            last: vec![],
            ethnicities: vec![],
        };
        for mut words in lines(FIRST) {
            let sex = match words.next() {
                Some("m") => Sex::Male,
                _ => Sex::Female,
            };
            let peak = words.next().and_then(|year| year.parse().ok());
            let peak = peak.unwrap_or(1900);
            names.first.extend(words.map(|name| (sex, peak, name)));
        }
        for mut words in lines(LAST) {
            let ethnicity = words.next().unwrap_or("");
            let weight = words.next().and_then(|weight| weight.parse().ok());
            let start = names.last.len() as u16;
            names.last.extend(words.map(|name| (ethnicity, name)));
            let end = names.last.len() as u16;
            let row = (ethnicity, weight.unwrap_or(1.0), start, end);
            names.ethnicities.push(row);
        }
        names
    }

    /// The text of a first name.
    pub fn first(&self, name: FirstName) -> &'static str {
        let row = self.first.get(usize::from(name.0));
        row.map_or("", |(_, _, name)| name)
    }

    /// The text of a surname.
    pub fn last(&self, name: LastName) -> &'static str {
        let row = self.last.get(usize::from(name.0));
        row.map_or("", |(_, name)| name)
    }

    /// Where a surname comes from.
    pub fn ethnicity(&self, name: LastName) -> &'static str {
        let row = self.last.get(usize::from(name.0));
        row.map_or("", |(ethnicity, _)| ethnicity)
    }

    /// All ethnicities.
    pub fn ethnicities(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.ethnicities.iter().map(|(name, ..)| *name)
    }

    /// How common a first name is among children of a year.
    fn fashion(row: &(Sex, i32, &str), sex: Sex, year: i32) -> f64 {
        if row.0 != sex {
            return 0.0;
        }
        let away = f64::from((year - row.1).abs()) / FASHION_YEARS;
        1.0 / (1.0 + away * away)
    }

    pub(crate) fn draw_first(&self, dice: &mut Dice, sex: Sex, year: i32) -> FirstName {
        let weights = self.first.iter().map(|row| Names::fashion(row, sex, year));
        FirstName(dice.weighted(weights).unwrap_or(0) as u16)
    }

    pub(crate) fn draw_last(&self, dice: &mut Dice) -> LastName {
        let weights = self.ethnicities.iter().map(|(_, weight, ..)| *weight);
        let row = dice.weighted(weights).unwrap_or(0);
        let Some((_, _, start, end)) = self.ethnicities.get(row) else {
            return LastName(0);
        };
        LastName(dice.between(i32::from(*start), i32::from(*end) - 1) as u16)
    }

    /// First names with the same initial that were given to the same sex at the same time.
    pub fn like_first(&self, name: FirstName, sex: Sex, year: i32) -> Vec<FirstName> {
        let initial = self.first(name).chars().next();
        let near = |row: &(Sex, i32, &str)| row.0 == sex && (row.1 - year).abs() <= 40;
        let rows = self.first.iter().enumerate();
        let like = rows.filter(|(place, row)| {
            *place != usize::from(name.0) && near(row) && row.2.chars().next() == initial
        });
        like.map(|(place, _)| FirstName(place as u16)).collect()
    }

    /// Surnames of the same ethnicity with the same initial.
    pub fn like_last(&self, name: LastName) -> Vec<LastName> {
        let initial = self.last(name).chars().next();
        let ethnicity = self.ethnicity(name);
        let rows = self.last.iter().enumerate();
        let like = rows.filter(|(place, row)| {
            *place != usize::from(name.0) && row.0 == ethnicity && row.1.chars().next() == initial
        });
        like.map(|(place, _)| LastName(place as u16)).collect()
    }
}

/// Names of streets that run east and west, from the north.
pub const STREETS: [&str; 10] = [
    "Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Grove", "Hazel", "Ivy", "Juniper",
];

/// Names of avenues that run north and south, from the west.
pub const AVENUES: [&str; 10] = [
    "Abbey", "Bell", "Canal", "Depot", "Exchange", "Ferry", "Granary", "Harbor", "Inn", "Jubilee",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Step;
    use townsfolk_core::{Seed, SiteId};

    #[test]
    fn names_follow_the_fashion_and_mistakes_keep_the_initial() {
        let names = Names::new();
        assert!(names.first.len() > 300 && names.last.len() > 150);
        let old = |year| {
            let mut dice = Dice::new(Seed(1), 0, Step(0), SiteId(1));
            let drawn = (0..1000).map(|_| names.draw_first(&mut dice, Sex::Male, year));
            drawn
                .filter(|name| names.first[usize::from(name.0)].1 == 1830)
                .count()
        };
        assert!(old(1835) > 4 * old(1960), "{} {}", old(1835), old(1960));
        let asa = names.first.iter().position(|row| row.2 == "Asa").unwrap();
        let like = names.like_first(FirstName(asa as u16), Sex::Male, 1840);
        assert!(!like.is_empty());
        assert!(like.iter().all(|name| names.first(*name).starts_with('A')));
    }
}
