//! A day of minds that are looked at only when something is due: the end of what they do, a change
//! of the schedule, a need that crosses a threshold that matters.

use super::life::Life;
use super::quarter::Quarter;
use crate::Figure;
use crate::stopwatch::thread_seconds;
use townsfolk_mind::{Happening, Moment};
use townsfolk_module::mind::Daytime;

/// Seconds of a day.
pub const DAY: usize = Daytime::DAY as usize;

/// When the measured day begins.
pub const MORNING: Moment = Moment(DAY as i64);

/// Minds to update in each second of a day, by index.
#[derive(Clone, Debug)]
pub struct Agenda {
    seconds: Vec<Vec<u32>>,
}

impl Agenda {
    /// An empty day.
    pub fn new() -> Agenda {
        Agenda {
            seconds: vec![vec![]; DAY],
        }
    }

    /// Schedules a mind for a moment; moments after the day are dropped.
    pub fn put(&mut self, who: u32, at: Moment) {
        let second = usize::try_from(at.since(MORNING)).unwrap_or(0);
        if let Some(due) = self.seconds.get_mut(second) {
            due.push(who);
        }
    }

    /// The minds that are due in a second.
    pub fn take(&mut self, second: usize) -> Vec<u32> {
        self.seconds
            .get_mut(second)
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

impl Default for Agenda {
    fn default() -> Agenda {
        Agenda::new()
    }
}

/// People at the full level, with their agenda.
#[derive(Debug)]
pub struct Town {
    /// All characters.
    pub lives: Vec<Life>,
    agenda: Agenda,
    happened: Vec<Happening>,
    /// Number of updates.
    pub looks: u64,
    /// How many roles were taken on.
    pub roles_taken: u64,
}

impl Town {
    /// A number of people, in the morning.
    pub fn new(quarter: &Quarter, count: u32) -> Town {
        let mut agenda = Agenda::new();
        (0..count).for_each(|who| agenda.put(who, MORNING.after(i64::from(who % 60))));
        let life = |who| Life::at(quarter, quarter.member(who), who, MORNING);
        Town {
            lives: (0..count).filter_map(life).collect(),
            agenda,
            happened: vec![],
            looks: 0,
            roles_taken: 0,
        }
    }

    /// Lives through a second of the day.
    pub fn second(&mut self, quarter: &Quarter, second: usize) {
        let now = MORNING.after(second as i64);
        for who in self.agenda.take(second) {
            let at = quarter.beat(quarter.member(who), now);
            let Some(life) = self.lives.get_mut(who as usize) else {
                continue;
            };
            life.beat(&at, &mut self.happened);
            self.looks += 1;
            self.agenda.put(who, life.next_wake(&at));
        }
        let taken = |happening: &&Happening| matches!(happening, Happening::RoleTaken(_));
        self.roles_taken += self.happened.iter().filter(taken).count() as u64;
        self.happened.clear();
    }
}

/// Measures a day.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let count = 2_000;
    let people = f64::from(count);
    let mut town = Town::new(quarter, count);
    let before = thread_seconds();
    (0..DAY).for_each(|second| town.second(quarter, second));
    let day = (thread_seconds() - before) * 1e9 / people;
    // The same hour of the same lives, looked at every second.
    let hour = 12 * 3600..13 * 3600;
    let mut town_by_beats = Town::new(quarter, 200);
    let mut happened = vec![];
    (0..hour.start).for_each(|second| town_by_beats.second(quarter, second));
    let before = thread_seconds();
    for second in hour.clone() {
        for (who, life) in town_by_beats.lives.iter_mut().enumerate() {
            let member = quarter.member(who as u32);
            life.beat(
                &quarter.beat(member, MORNING.after(second as i64)),
                &mut happened,
            );
        }
        happened.clear();
    }
    let each = (thread_seconds() - before) * 1e9 / (200.0 * hour.len() as f64);
    let second = day / DAY as f64;
    let looks = town.looks as f64 / people;
    vec![
        Figure::new("a day by the agenda: looks at a mind", looks, ""),
        Figure::new("  roles taken on", town.roles_taken as f64 / people, ""),
        Figure::new("  a look, with the next wake", day / looks, "ns"),
        Figure::new("  a mind and second", second, "ns")
            .against("of looking every second", second / each),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is measured is a day and not people who stand about: chefs have three roles, regulars
    /// two.
    #[test]
    fn everybody_takes_on_every_role_of_the_day_once() {
        let quarter = Quarter::compile().expect("compiles");
        let people = 40;
        let mut town = Town::new(&quarter, people);
        (0..DAY).for_each(|second| town.second(&quarter, second));
        // A few are not ready for the last one yet when the day is over.
        let roles = 10 * 3 + 30 * 2;
        let few = u64::from(people) / 10;
        assert!(
            (roles - few..=roles).contains(&town.roles_taken),
            "{} of {roles}",
            town.roles_taken
        );
        assert!((50 * 40..500 * 40).contains(&town.looks), "{}", town.looks);
    }
}
