//! History kept beside the town for display: needs over time, recent decisions, names.

use crate::counts::Counts;
use crate::news::News;
use std::collections::{BTreeMap, VecDeque};
use townsfolk::words::{Names, in_capitals, people};
use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::{CharacterId, NeedId, RuleId, ScriptId, Tick, Value};
use townsfolk_mind::Moment;
use townsfolk_module::{Category, Symbols};
use townsfolk_scene::Happening;
use townsfolk_town::living::Living;
use townsfolk_town::stage::tower::TowerEdit;

/// Sampling period of needs, in calendar seconds.
pub(crate) const NOTED_EVERY_S: i64 = 10 * 60;

/// Maximum number of samples per need: half a day.
const NOTES: usize = 72;

/// Maximum number of decisions per character.
const DECISIONS: usize = 24;

/// A decision of a character, or an event that concerns it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Decision {
    /// Of its mind.
    Mind(MindEvent),
    /// A rule of a scene fired for it.
    Rule(ScriptId, RuleId, Vec<Option<Value>>),
}

/// Samples of a need in hundredths, oldest first.
pub(crate) type NeedHistory = VecDeque<u8>;

#[derive(Clone, Debug)]
pub(crate) struct Chronicle {
    /// All names.
    pub(crate) symbols: Symbols,
    courses: BTreeMap<(CharacterId, NeedId), NeedHistory>,
    decisions: BTreeMap<CharacterId, VecDeque<(Tick, Decision)>>,
    /// The counters.
    pub(crate) counts: Counts,
    /// The lines of the feed.
    pub(crate) news: News,
    noted: Option<Moment>,
    /// The newest character and the number of characters when names were learnt.
    known: (CharacterId, usize),
    /// Characters that decided something in the last tick, and the rule, if any.
    pub(crate) fresh: Vec<(CharacterId, Option<(ScriptId, RuleId)>)>,
}

impl Chronicle {
    pub(crate) fn of(town: &mut Living) -> Chronicle {
        let mut chronicle = Chronicle {
            symbols: town.content.symbols.clone(),
            courses: BTreeMap::new(),
            decisions: BTreeMap::new(),
            counts: Counts::of(town),
            news: News::default(),
            noted: None,
            known: (CharacterId(0), 0),
            fresh: vec![],
        };
        chronicle.note(town);
        chronicle
    }

    /// Takes in the last tick.
    pub(crate) fn note(&mut self, town: &mut Living) {
        let trace = town.folk.trace.take();
        let folk = &town.folk;
        self.fresh.clear();
        // A spawned character has its number some time before it appears.
        let known = (folk.newest(), folk.characters().count());
        if known != self.known {
            self.known = known;
            self.learn_names(town);
        }
        for event in &folk.output().events {
            if let Event::Mind(who, what) = event
                && is_decision(what)
            {
                self.decided(*who, folk.now(), Decision::Mind(what.clone()));
            }
        }
        // In a tower much is said on floors that a page does not show.
        let everywhere = town.stage.is_tower() || crate::arena_frame::is_arena(folk);
        self.news.note(folk, &self.symbols, everywhere);
        self.counts.note(town, &trace);
        for line in trace {
            if let Happening::Fired {
                who,
                rule,
                bindings,
                ..
            } = line.what
                && let Some(script) = self.counts.plays.script(line.scene)
            {
                self.decided(who, line.tick, Decision::Rule(script, rule, bindings));
            }
        }
        self.note_needs(folk);
    }

    /// Takes in a change of a tower.
    pub(crate) fn note_edit(&mut self, town: &Living, edit: TowerEdit) {
        self.news.note_edit(town, &self.symbols, edit);
    }

    fn learn_names(&mut self, town: &Living) {
        let folk = &town.folk;
        let names = Names::of(town.content.symbols.clone(), folk);
        let visitor = town.game.as_ref().map(|game| game.visitor);
        for person in folk.characters() {
            let name = match (person.player, folk.mind(person.id)) {
                _ if visitor == Some(person.id) => "The Visitor".to_owned(),
                (true, _) => "You".to_owned(),
                (false, Some(_)) => names.called(folk, person.id),
                // A person of content that thinks without a mind.
                (false, None) if folk.member_of(person.id).is_some() => {
                    names.called(folk, person.id)
                }
                // A game system has the name of its role, a stand-in a short one.
                (false, None) => match person.roles.first() {
                    Some(role) if person.attached_to.is_some() => in_capitals(&names.role(*role)),
                    _ => people::name(person.id),
                },
            };
            let key = (Category::Character, person.id.0);
            self.symbols.names.insert(key, name);
        }
    }

    fn decided(&mut self, who: CharacterId, when: Tick, what: Decision) {
        let rule = match &what {
            Decision::Rule(script, rule, _) => Some((*script, *rule)),
            Decision::Mind(_) => None,
        };
        self.fresh.push((who, rule));
        let list = self.decisions.entry(who).or_default();
        // A repeated decision is stored once.
        if list.back().is_some_and(|(_, last)| *last == what) {
            list.pop_back();
        }
        if list.len() >= DECISIONS {
            list.pop_front();
        }
        list.push_back((when, what));
    }

    fn note_needs(&mut self, folk: &Folk) {
        let now = folk.moment();
        if self
            .noted
            .is_some_and(|noted| (0..NOTED_EVERY_S).contains(&now.since(noted)))
        {
            return;
        }
        self.noted = Some(now);
        for minded in folk.minds() {
            for need in minded.mind.needs() {
                let level = (i64::from(minded.mind.level(need, now).0) * 100) >> 16;
                let course = self.courses.entry((minded.who, need)).or_default();
                if course.len() >= NOTES {
                    course.pop_front();
                }
                course.push_back(u8::try_from(level).unwrap_or(100));
            }
        }
        // Characters that have left are dropped.
        self.courses.retain(|(who, _), _| folk.mind(*who).is_some());
        self.decisions
            .retain(|who, _| folk.character(*who).is_some());
    }

    /// Reads the names of changed content.
    pub(crate) fn learn(&mut self, town: &Living) {
        self.symbols = town.content.symbols.clone();
        self.learn_names(town);
        self.counts.plays.forget_tried();
    }

    /// Drops what lies after the moment to which the town goes.
    pub(crate) fn go_to(&mut self, from: &Living, to: &Living, counts: Counts) {
        self.counts = counts;
        self.news.go_to(to.folk.now().0);
        self.learn(to);
        let (from, to) = (&from.folk, &to.folk);
        for list in self.decisions.values_mut() {
            list.retain(|(when, _)| *when <= to.now());
        }
        let back = from.moment().since(to.moment()) / NOTED_EVERY_S;
        for course in self.courses.values_mut() {
            let left = course
                .len()
                .saturating_sub(usize::try_from(back).unwrap_or(0));
            course.truncate(left);
        }
        self.noted = Some(to.moment());
        self.fresh.clear();
    }

    /// Samples of a need of a character, oldest first.
    pub(crate) fn course(&self, who: CharacterId, need: NeedId) -> impl Iterator<Item = u8> + '_ {
        self.courses
            .get(&(who, need))
            .into_iter()
            .flatten()
            .copied()
    }

    /// Decisions of a character, newest first.
    pub(crate) fn decisions(&self, who: CharacterId) -> impl Iterator<Item = &(Tick, Decision)> {
        self.decisions.get(&who).into_iter().flatten().rev()
    }
}

/// Whether it is worth showing.
fn is_decision(what: &MindEvent) -> bool {
    // A change of level is not a decision.
    !matches!(
        what,
        MindEvent::Did(_) | MindEvent::Restless(_) | MindEvent::LevelIs(_)
    )
}
