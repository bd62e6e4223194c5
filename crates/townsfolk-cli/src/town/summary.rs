//! The summary of a run, for people and for tools.

use super::pace::{Milliseconds, Pace};
use crate::style;
use serde::Serialize;
use townsfolk::Folk;
use townsfolk::words::Names;
use townsfolk::words::clock::day_and_time;
use townsfolk::words::mind::nouns;
use townsfolk::words::names::plain;
use townsfolk_core::{CharacterId, TICKS_PER_SECOND};
use townsfolk_module::Category;
use townsfolk_module::mind::{Degree, Interaction};
use townsfolk_survey::Survey;
use townsfolk_town::living::Living;

/// Minimum liking of a friend.
const FRIEND: Degree = Degree::percent(70);

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The population.
    pub people: usize,
    /// Number of ticks.
    pub ticks: u64,
    /// Durations of ticks.
    pub tick_ms: Milliseconds,
    /// Numbers of updates.
    pub work_units: Looks,
    /// Longest wait for the budget, in ticks.
    pub longest_wait: i64,
    /// Upper bound of the wait, in ticks.
    pub longest_possible_wait: i64,
    /// Memory of a character, as far as it is measured.
    pub bytes_per_character: usize,
    /// Scenes that began.
    pub scenes: usize,
    /// Actions that ended.
    pub actions: u64,
    /// Number of findings of the critic.
    pub silliness: usize,
    /// The digest.
    pub digest: String,
}

/// Updates of scenes, minds, background characters and emitters: the units of work.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Looks {
    /// In all.
    pub all: u64,
    /// The maximum in one tick.
    pub most: u64,
}

impl Figures {
    /// The figures of a town after a run.
    pub fn of(town: &Living, survey: &Survey, pace: &Pace, silliness: usize) -> Figures {
        let people = self::people(&town.folk);
        let bytes: usize = town.folk.footprint().iter().map(|part| part.bytes).sum();
        let work = town.folk.work();
        Figures {
            people,
            ticks: pace.ticks(),
            tick_ms: pace.milliseconds(),
            work_units: Looks {
                all: work.all,
                most: work.most,
            },
            longest_wait: work.longest_wait,
            longest_possible_wait: work.longest_possible,
            bytes_per_character: bytes / people.max(1),
            scenes: scenes(survey),
            actions: survey.actions.0,
            silliness,
            digest: format!("{:016x}", town.digest()),
        }
    }
}

impl Figures {
    /// The costs, for the page.
    pub fn costs(&self) -> Vec<(String, String)> {
        let ms = self.tick_ms;
        vec![
            (
                "a tick".to_string(),
                format!(
                    "{:.3} ms on average, 99 in 100 within {:.3} ms, {:.2} ms at most",
                    ms.mean, ms.p99, ms.max
                ),
            ),
            (
                "updates of scenes, minds and locations".to_string(),
                format!(
                    "{}, {} in one tick at most; the longest wait was {}",
                    digits(self.work_units.all),
                    digits(self.work_units.most),
                    style::count(usize::try_from(self.longest_wait).unwrap_or(0), "tick")
                ),
            ),
            (
                "a character".to_string(),
                style::count(self.bytes_per_character, "byte"),
            ),
        ]
    }
}

fn digits(count: u64) -> String {
    style::digits(usize::try_from(count).unwrap_or(usize::MAX))
}

/// The population, without proxies.
fn people(folk: &Folk) -> usize {
    let people = folk.characters();
    people.filter(|who| who.attached_to.is_none()).count()
}

fn scenes(survey: &Survey) -> usize {
    survey.scenes.values().sum()
}

/// The summary of a run and its speed.
pub fn lines(town: &Living, survey: &Survey, names: &Names, pace: &Pace) -> Vec<String> {
    let mut lines = life(town, survey, names);
    let figures = pace.milliseconds();
    let stage = pace.ticks() as f64 / TICKS_PER_SECOND as f64;
    let speed = stage / pace.sum().as_secs_f64().max(1e-9);
    lines.push(format!(
        "a tick took {:.3} ms on average, {:.2} ms at most: {speed:.0} times as fast as the stage",
        figures.mean, figures.max
    ));
    lines
}

/// The summary of a run.
pub fn life(town: &Living, survey: &Survey, names: &Names) -> Vec<String> {
    let folk = &town.folk;
    let mut lines = vec![];
    let from = survey.from.map_or(survey.to.1, |from| from.1);
    let people = style::people(self::people(folk));
    lines.push(format!(
        "{} from {} to {}",
        style::paint(style::STRONG, &people),
        day_and_time(from),
        day_and_time(survey.to.1)
    ));
    let actions = usize::try_from(survey.actions.0).unwrap_or(usize::MAX);
    lines.push(format!(
        "{} of {}, {}",
        style::count(scenes(survey), "scene"),
        style::count(survey.scenes.len(), "script"),
        style::count(actions, "action")
    ));
    lines.extend(talk(survey));
    lines.extend(busiest(survey, names));
    lines.extend(best_liked(folk, names));
    lines
}

fn talk(survey: &Survey) -> Option<String> {
    let told = Interaction::DONE.into_iter();
    let parts = told.filter_map(|what| {
        let times = *survey.talks.get(&what)?;
        let (one, many) = nouns(what);
        let noun = if times == 1 { one } else { many };
        Some(format!("{} {noun}", style::digits(times)))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The fullest area at any hour.
fn busiest(survey: &Survey, names: &Names) -> Option<String> {
    let (people, at, area) = survey.fullest?;
    let area = plain(&names.symbols, Category::Area, area.0);
    Some(format!(
        "most in one place: {people} in {area}, at {} o'clock",
        at.daytime().0 / 3600
    ))
}

/// The character with most friends.
fn best_liked(folk: &Folk, names: &Names) -> Option<String> {
    let mut friends: std::collections::BTreeMap<CharacterId, usize> = Default::default();
    for minded in folk.minds() {
        for (other, felt) in minded.relationships.iter() {
            if felt.like >= FRIEND {
                *friends.entry(*other).or_default() += 1;
            }
        }
    }
    let best = friends
        .iter()
        .max_by_key(|(who, count)| (**count, std::cmp::Reverse(**who)));
    let (who, count) = best?;
    let name = names.called(folk, *who);
    Some(format!("best liked: {name}, by {}", style::digits(*count)))
}
