//! Schedules of people: the schedule that a person follows, and the edit that moves the boundary
//! between two of its periods.

use crate::project::Project;
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxToken, TreeExt, *};
use std::ops::ControlFlow;

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// The schedule that a person follows, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Day {
    /// Its name.
    pub name: String,
    /// The place of its name.
    pub place: Place,
    /// All people who follow it.
    pub people: Vec<String>,
    /// Its periods in the order of the text.
    pub periods: Vec<Period>,
}

/// A period of a schedule. Times are minutes after midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Its start.
    pub starts: u32,
    /// Its end.
    pub ends: u32,
    starts_at: Place,
    ends_at: Place,
}

/// Reasons why a boundary of a schedule cannot be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayTrouble {
    /// No pair of periods meets at this time.
    NoSuchTime,
    /// One of the two periods would have no time left.
    NothingLeft,
}

/// The schedule that a person follows. `None` if the person or schedule does not exist, or its
/// times are not clock times.
pub fn day_of(project: &Project, person: &str) -> Option<Day> {
    let mut wanted = None;
    let _ = people(project, |name, follows| match name == person {
        true => {
            wanted = Some(follows.to_owned());
            ControlFlow::Break(())
        }
        false => ControlFlow::Continue(()),
    });
    let wanted = wanted?;
    let (file, node) = project.files().find_map(|(id, file)| {
        let mut nodes = file.root().children_of(SCHEDULE_DECL).collect::<Vec<_>>();
        nodes.retain(|node| node.name(id).is_some_and(|(name, _)| name == wanted));
        Some((id, nodes.pop()?))
    })?;
    let mut followers = vec![];
    let _ = people(project, |name, follows| {
        if follows == wanted {
            followers.push(name.to_owned());
        }
        ControlFlow::Continue(())
    });
    let periods = node.children_of(ENTRY).map(|entry| period(&entry, file));
    Some(Day {
        name: wanted,
        place: node.name(file)?.1,
        people: followers,
        periods: periods.collect::<Option<_>>()?,
    })
}

/// Visits the name of each person and of the person's schedule.
fn people(
    project: &Project,
    mut tell: impl FnMut(&str, &str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (id, file) in project.files() {
        for person in file.root().children_of(PERSON_DECL) {
            let mut parts = person.children_of(PERSON_PART);
            let part = parts.find(|part| part.words().first().is_some_and(|w| w == "follows"));
            let follows = part.and_then(|part| part.child(NAME_REF)?.word());
            if let (Some((name, _)), Some(follows)) = (person.name(id), follows) {
                tell(&name, &follows)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn period(entry: &Node, file: FileId) -> Option<Period> {
    let times: Vec<SyntaxToken> = entry
        .tokens()
        .filter(|token| token.kind() == CLOCK)
        .collect();
    let [starts, ends] = times.as_slice() else {
        return None;
    };
    let place = |token: &SyntaxToken| {
        let range = token.text_range();
        Place::new(file, range.start().into(), range.end().into())
    };
    Some(Period {
        starts: minutes(starts.text())?,
        ends: minutes(ends.text())?,
        starts_at: place(starts),
        ends_at: place(ends),
    })
}

/// `7:30` as minutes after midnight.
fn minutes(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let all = hours.checked_mul(60)?.checked_add(minutes)?;
    (minutes < 60 && all <= DAY).then_some(all % DAY)
}

impl Day {
    /// The smallest change of the text that moves the boundary between two periods: places and new
    /// texts, the last place first.
    pub fn moved(&self, from: u32, to: u32) -> Result<Vec<(Place, String)>, DayTrouble> {
        let (from, to) = (from % DAY, to % DAY);
        let ending: Vec<&Period> = self.periods.iter().filter(|p| p.ends == from).collect();
        let starting: Vec<&Period> = self.periods.iter().filter(|p| p.starts == from).collect();
        let ([before], [after]) = (ending.as_slice(), starting.as_slice()) else {
            return Err(DayTrouble::NoSuchTime);
        };
        // Both periods together, counted from the start of the first.
        let since = |time: u32| (time + DAY - before.starts) % DAY;
        let whole = match since(after.ends) {
            0 => DAY,
            whole => whole,
        };
        if before == after || since(to) == 0 || since(to) >= whole {
            return Err(DayTrouble::NothingLeft);
        }
        let text = format!("{:02}:{:02}", to / 60, to % 60);
        let mut edits = vec![(before.ends_at, text.clone()), (after.starts_at, text)];
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        Ok(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "schedule cooks_day
  10:00..21:30 at inn as cook   # long
  21:30..23:00 at inn as guest
  23:00..10:00 at home as guest

schedule odd
  7:00..9:00 at inn as cook

person ada
  follows cooks_day

person bo
  follows cooks_day

person cy
  follows odd
";

    fn day(person: &str) -> Option<Day> {
        day_of(&Project::of_files([("a.folk", TEXT)]), person)
    }

    fn moved(from: u32, to: u32) -> Result<String, DayTrouble> {
        let mut text = TEXT.to_owned();
        for (place, new) in day("ada").expect("has a day").moved(from, to)? {
            text.replace_range(place.range(), &new);
        }
        let lines = text.lines().zip(TEXT.lines());
        let changed = lines.filter(|(new, old)| new != old).map(|(new, _)| new);
        Ok(changed.collect::<Vec<_>>().join("\n"))
    }

    #[test]
    fn somebodys_day_says_who_else_has_it() {
        let found = day("ada").expect("has a day");
        assert_eq!(found.name, "cooks_day");
        assert_eq!(found.people, ["ada", "bo"]);
        assert_eq!(found.periods.len(), 3);
        assert_eq!(day("nobody"), None);
    }

    #[test]
    fn only_the_two_times_are_others() {
        let text = moved(21 * 60 + 30, 20 * 60 + 5);
        let expected = "  10:00..20:05 at inn as cook   # long\n  20:05..23:00 at inn as guest";
        assert_eq!(text.as_deref(), Ok(expected));
        // Over midnight.
        let text = moved(23 * 60, 30);
        let expected = "  21:30..00:30 at inn as guest\n  00:30..10:00 at home as guest";
        assert_eq!(text.as_deref(), Ok(expected));
    }

    #[test]
    fn no_period_is_left_without_time() {
        assert_eq!(moved(21 * 60 + 30, 23 * 60), Err(DayTrouble::NothingLeft));
        assert_eq!(moved(21 * 60 + 30, 10 * 60), Err(DayTrouble::NothingLeft));
        assert_eq!(moved(21 * 60 + 30, 5 * 60), Err(DayTrouble::NothingLeft));
        assert_eq!(moved(12 * 60, 13 * 60), Err(DayTrouble::NoSuchTime));
        let odd = day("cy").expect("has a day");
        assert_eq!(odd.moved(9 * 60, 600), Err(DayTrouble::NoSuchTime));
    }
}
