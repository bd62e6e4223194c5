//! The counters: by the hour, by rule, and findings of the critic.

use super::{Answerer, share};
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk::words::clock::clock;
use townsfolk_critic::{Names, Silliness};
use townsfolk_module::Category;
use townsfolk_survey::{Coverage, Hour};

/// Maximum number of findings, newest first.
const SILLY: usize = 200;

/// Seconds per day.
const DAY: i64 = 24 * 3600;

#[derive(Serialize)]
pub(super) struct SurveyShown {
    since: String,
    /// Whether the town is small enough for the critic.
    criticised: bool,
    hours: Vec<HourShown>,
    scripts: Vec<ScriptShown>,
    silly: Vec<SillyShown>,
    /// How often each kind was found.
    kinds: BTreeMap<&'static str, usize>,
    /// Actions that ended, and those of them that failed.
    actions: (u64, u64),
    faults: u64,
    words: WordsShown,
}

#[derive(Serialize)]
struct HourShown {
    /// Seconds of the calendar.
    at: i64,
    time: String,
    places: BTreeMap<String, usize>,
    needs: BTreeMap<String, f64>,
    scenes: BTreeMap<String, usize>,
    talks: BTreeMap<String, usize>,
    friends: usize,
    enemies: usize,
}

#[derive(Serialize)]
struct ScriptShown {
    name: String,
    scenes: usize,
    rules: Vec<CountedRule>,
}

#[derive(Serialize)]
struct CountedRule {
    id: [u32; 2],
    name: String,
    count: u64,
    /// Average number of search steps.
    steps: Option<f64>,
    last: Option<String>,
}

#[derive(Serialize)]
struct SillyShown {
    tick: i64,
    time: String,
    who: u32,
    kind: &'static str,
    text: String,
}

/// The options of a query.
#[derive(Serialize)]
struct WordsShown {
    roles: Vec<String>,
    actions: Vec<String>,
    scripts: Vec<String>,
    places: Vec<String>,
}

impl Answerer<'_> {
    pub(super) fn survey(&self) -> SurveyShown {
        let counts = &self.chronicle.counts;
        let survey = &counts.survey;
        let coverage = survey.coverage(self.town.folk.module());
        let silly = counts.critic.findings().iter().rev().take(SILLY);
        SurveyShown {
            since: self.counted_since(),
            criticised: counts.whole,
            hours: survey.hours.iter().map(|hour| self.hour(hour)).collect(),
            scripts: coverage.iter().map(|one| self.coverage(one)).collect(),
            silly: silly.map(|one| self.silly(one)).collect(),
            kinds: counts.critic.counts().clone(),
            actions: survey.actions,
            faults: survey.faults,
            words: self.words_shown(),
        }
    }

    fn hour(&self, hour: &Hour) -> HourShown {
        let words = self.words();
        let places = hour.places.iter().map(|(area, count)| {
            let name = area.map_or_else(|| "elsewhere".to_owned(), |area| words.area(area));
            (name, *count)
        });
        let needs = hour.needs.iter().map(|(need, levels)| {
            let name = self.plain(Category::Need, need.0);
            (name, share(levels.mean))
        });
        let scenes = hour.scenes.iter();
        let scenes = scenes.map(|(script, count)| (self.plain(Category::Script, script.0), *count));
        let talks = hour.talks.iter();
        let talks = talks.map(|(what, count)| (format!("{what:?}").to_lowercase(), *count));
        HourShown {
            at: hour.at.0,
            time: clock(i32::try_from(hour.at.0.rem_euclid(DAY)).unwrap_or(0)),
            places: places.collect(),
            needs: needs.collect(),
            scenes: scenes.collect(),
            talks: talks.collect(),
            friends: hour.ties.friends,
            enemies: hour.ties.enemies,
        }
    }

    fn coverage(&self, coverage: &Coverage) -> ScriptShown {
        let rules = coverage.rules.iter().map(|count| CountedRule {
            id: [coverage.script.0, count.rule.0],
            name: self.saying(coverage.script).rule(count.rule),
            count: count.fired,
            steps: count.steps().map(|steps| (steps * 10.0).round() / 10.0),
            last: self
                .chronicle
                .counts
                .plays
                .fired(coverage.script, count.rule)
                .map(|last| self.time(last)),
        });
        ScriptShown {
            name: self.plain(Category::Script, coverage.script.0),
            scenes: coverage.scenes,
            rules: rules.collect(),
        }
    }

    /// A finding as a sentence.
    pub(super) fn sentence(&self, one: &Silliness) -> String {
        one.told(&Names {
            symbols: &self.chronicle.symbols,
            person: &|who| self.words().name(who),
        })
    }

    fn silly(&self, one: &Silliness) -> SillyShown {
        SillyShown {
            tick: one.tick.0,
            time: self.time(one.tick),
            who: one.who.0,
            kind: one.kind.name(),
            text: self.sentence(one),
        }
    }

    /// The kinds of locations in the town.
    fn places_there(&self) -> impl Iterator<Item = u32> + '_ {
        let there = self.town.folk.locations().filter(|place| !place.gone);
        there.map(|place| place.kind.0)
    }

    fn words_shown(&self) -> WordsShown {
        let module = self.town.folk.module();
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names.dedup();
            names
        };
        let of = |category, ids: Vec<u32>| {
            let names = ids.into_iter().map(|id| self.plain(category, id));
            sorted(names.collect())
        };
        let roles = module.minds.people.iter();
        let roles = roles.flat_map(|member| {
            let by_schedule = member.schedule.entries.iter().map(|entry| entry.role);
            member.roles.iter().copied().chain(by_schedule)
        });
        WordsShown {
            roles: of(Category::Role, roles.map(|role| role.0).collect()),
            actions: of(
                Category::Action,
                module.actions.iter().map(|action| action.id.0).collect(),
            ),
            scripts: of(
                Category::Script,
                module.scripts.iter().map(|script| script.id.0).collect(),
            ),
            places: of(Category::Location, self.places_there().collect()),
        }
    }
}
