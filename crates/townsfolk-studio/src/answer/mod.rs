//! Answers to the questions of pages, as JSON. The types here are the page's own.

mod activity;
mod arena;
mod attributes;
mod believers;
mod find;
mod game;
mod heat;
mod knows;
mod location;
mod mind;
mod moment;
mod people;
mod person;
mod player;
mod rumour;
mod survey;
mod thoughts;
mod timeline;
mod tower;
mod town;
mod who;
mod why_not;

pub(crate) use arena::BehindQuery;
pub(crate) use attributes::{attribute_id, read_value};
pub(crate) use believers::BelieversQuery;
pub(crate) use knows::SubjectQuery;
pub(crate) use player::PlayerQuestion;
pub(crate) use rumour::RumourQuery;
pub(crate) use who::Query;
pub(crate) use why_not::Expected;

use crate::chronicle::Chronicle;
use crate::snapshot::Snapshot;
use serde::Serialize;
use townsfolk::LocationId;
use townsfolk::words::clock::clock;
use townsfolk::words::mind::MindWords;
use townsfolk::words::names;
use townsfolk_core::{CharacterId, Tick};
use townsfolk_module::Category;
use townsfolk_module::mind::Degree;
use townsfolk_town::living::Living;

/// A question of a page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Question {
    /// The map and all names.
    Town,
    /// The table of people.
    People,
    /// One person.
    Person(u32),
    /// The actions and rules that can be asked about.
    Expectations(u32),
    /// Why a person does not do something.
    WhyNot(u32, Expected),
    /// The graph of a mind.
    Mind(u32),
    /// One location.
    Location(u32),
    /// Search by words.
    Find(String),
    /// The tick and the digest.
    Digest,
    /// The counters: by the hour, by rule, and findings.
    Survey,
    /// Where people spend their time.
    Heat,
    /// A query for characters by activity and duration.
    Who(Query),
    /// The player and their options.
    Player,
    /// The attributes of the world.
    Attributes,
    /// The present use of a tower.
    Tower,
    /// A character's answer to the player.
    Said(PlayerQuestion),
    /// Moments worth going to.
    Timeline,
    /// A snapshot of every character, for comparison.
    Everybody,
    /// The subjects of whom a person has a model.
    Knows(u32),
    /// A person's model of a subject.
    Model(u32, SubjectQuery),
    /// What the population believes.
    Believers(BelieversQuery),
    /// The spread of a belief.
    Rumour(RumourQuery),
    /// The game that is being played.
    Game,
    /// What lies behind what is seen in an arena.
    Behind(BehindQuery),
}

/// A town with its chronicle, for answering.
pub(crate) struct Answerer<'a> {
    pub(crate) town: &'a Living,
    pub(crate) chronicle: &'a Chronicle,
    /// When content was reloaded, newest first.
    pub(crate) edited: &'a [i64],
    pub(crate) title: &'a str,
}

#[derive(Serialize)]
struct DigestAt {
    tick: i64,
    digest: String,
}

impl Answerer<'_> {
    /// Answers from a snapshot.
    pub(crate) fn of(snapshot: &Snapshot) -> Answerer<'_> {
        Answerer {
            town: &snapshot.town,
            chronicle: &snapshot.chronicle,
            edited: &snapshot.edited,
            title: &snapshot.title,
        }
    }

    /// The answer; `None` if there is no such person or location.
    pub(crate) fn answer(&self, question: &Question) -> Option<String> {
        match question {
            Question::Town => json(&self.map()),
            Question::People => json(&self.people()),
            Question::Person(id) => json(&self.person(CharacterId(*id))?),
            Question::Expectations(id) => json(&self.expectations(CharacterId(*id))?),
            Question::WhyNot(id, what) => json(&self.why_not(CharacterId(*id), *what)?),
            Question::Mind(id) => json(&self.mind(CharacterId(*id))?),
            Question::Location(id) => json(&self.location(LocationId(*id))?),
            Question::Find(words) => json(&self.find(words)),
            Question::Survey => json(&self.survey()),
            Question::Heat => json(&self.heat()),
            Question::Player => json(&self.player()),
            Question::Attributes => json(&self.attributes(None)),
            Question::Tower => json(&self.tower_use()),
            Question::Said(asking) => json(&self.said(asking)?),
            Question::Timeline => json(&self.timeline()),
            Question::Everybody => json(&self.everybody()),
            Question::Knows(id) => json(&self.knows(CharacterId(*id))?),
            Question::Model(id, of) => json(&self.model(CharacterId(*id), of)?),
            Question::Believers(query) => json(&self.believers(query)),
            Question::Rumour(query) => json(&self.rumour(query)?),
            Question::Game => json(&self.game()),
            Question::Behind(query) => json(&self.behind(query)),
            Question::Who(query) => json(&self.who(query)),
            Question::Digest => json(&DigestAt {
                tick: self.town.folk.now().0,
                digest: format!("{:016x}", self.town.digest()),
            }),
        }
    }

    fn words(&self) -> MindWords<'_> {
        MindWords {
            symbols: &self.chronicle.symbols,
            folk: &self.town.folk,
        }
    }

    /// A name in readable form.
    fn plain(&self, category: Category, id: u32) -> String {
        names::plain(&self.chronicle.symbols, category, id)
    }

    fn location_name(&self, id: LocationId) -> String {
        names::location(&self.chronicle.symbols, &self.town.folk, id)
    }

    /// Since when things are counted.
    fn counted_since(&self) -> String {
        let from = self.chronicle.counts.survey.from;
        let tick = from.map_or(self.town.folk.now(), |(tick, _)| tick);
        self.time(tick)
    }

    fn time(&self, tick: Tick) -> String {
        clock(self.town.folk.daytime_at(tick))
    }
}

fn json(answer: &impl Serialize) -> Option<String> {
    serde_json::to_string(answer).ok()
}

/// A degree as a float, for bars.
fn share(degree: Degree) -> f64 {
    // Three places are more than a bar shows.
    (f64::from(degree.0) / 65.536).round() / 1000.0
}
