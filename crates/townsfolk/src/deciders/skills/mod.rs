//! Skills of hunters and guards as a decider.
//!
//! A character whose roles carry a set of skills has a row: a [`Runner`] with its running skill, its
//! stack of behaviours and its timers. The runner is pure; here the world is lent to it
//! ([`Glance`]), and what it asks for becomes courses of a body ([`orders`]).
//!
//! A row is looked at when its character has heard, seen or felt something, when its records change,
//! when its body has ended something, when an attribute that it knows changes, when a timer of its own
//! has passed, and each tenth of a second while it chases or searches. A look without one of these
//! changes nothing. All rows of a tick look at the same world, in parallel; what they ask for is
//! applied in order of character.
//!
//! Characters below level full wait: their rows stand still, and their offers with them.

mod describe;
mod friends;
mod glance;
mod orders;
mod puppet;
mod tables;

use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended};
use crate::executor;
use crate::folk::Folk;
use crate::words::Table;
use glance::Glance;
use orders::Clouds;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_act::Progress;
use townsfolk_core::digest::hash64;
use townsfolk_core::{Channel, CharacterId, DeciderId, Duration, HostId, SymbolId, Tick, Value};
use townsfolk_module::senses::{MindState, SkillSet};
use townsfolk_module::{Expr, Literal, Visit, Visited};
use townsfolk_tactics::skills::sleep_rules;
use townsfolk_tactics::{Heard, Runner, Settings, SkillState, Step, catalogue};

pub use puppet::PuppetOrder;

/// The name under which skills offer.
pub(crate) fn skills_system() -> SymbolId {
    SymbolId::named("skills")
}

/// Minimum number of rows for each parallel piece.
const ROWS_PER_PIECE_MIN: usize = 8;

/// Attributes that skills know by name.
const KNOWN: [&str; 8] = [
    "burning",
    "health",
    "dead",
    "crouched",
    "armed",
    "ammunition",
    "plates",
    "difficulty",
];

/// The decider of all skills.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skills {
    rows: BTreeMap<CharacterId, Row>,
    clouds: Clouds,
    /// Rows that must be looked at. A cache of the rows.
    due: BTreeSet<CharacterId>,
    /// When rows want to be looked at. A cache of the rows.
    agenda: BTreeSet<(Tick, CharacterId)>,
    /// The skill that each character runs, as friends see it. A cache of the rows.
    running: BTreeMap<CharacterId, SymbolId>,
    /// The attributes that wake rows, by set. A cache of the module.
    reads: BTreeMap<DeciderId, BTreeSet<HostId>>,
    /// States from a save, until their rows are made.
    saved: BTreeMap<CharacterId, Row>,
}

/// The skills of one character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(super) set: DeciderId,
    /// A hash of the set as content had it.
    content: u64,
    pub(super) runner: Runner,
    /// The number of the last order that was offered.
    serial: u32,
    /// How aware its skills have last made it.
    mind: MindState,
    /// A hash of what it senses, as far as a change of it is a reason to look at once.
    sensed: u64,
    /// When friends were last told that it chases.
    called: Tick,
    /// Where it stands in the agenda.
    #[serde(skip)]
    planned: Option<Tick>,
}

/// What is saved: the rows, and the clouds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Saved {
    rows: BTreeMap<CharacterId, Row>,
    clouds: Clouds,
}

/// A row that looks at the world in this tick.
#[derive(Debug)]
struct Look {
    who: CharacterId,
    row: Row,
    step: Step,
}

impl Decider for Skills {
    fn name(&self) -> SymbolId {
        skills_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().senses.skills.is_empty() && self.rows.is_empty() && self.saved.is_empty() {
            return vec![];
        }
        let folk: &Folk = at;
        let gone = match folk.news.all {
            true => self.begin_anew(folk),
            false => {
                let people: Vec<CharacterId> = folk.news.people.iter().copied().collect();
                people
                    .into_iter()
                    .filter(|who| self.refresh(folk, *who))
                    .collect()
            }
        };
        self.take_news(folk);
        self.take_puppet_orders(at);
        for who in gone {
            at.withdraw(who);
        }
        self.clouds.settle(at);
        let now = at.now();
        while let Some((when, who)) = self
            .agenda
            .first()
            .copied()
            .filter(|(when, _)| *when <= now)
        {
            self.agenda.remove(&(when, who));
            self.rows
                .get_mut(&who)
                .into_iter()
                .for_each(|row| row.planned = None);
            self.due.insert(who);
        }
        let folk: &Folk = at;
        let dead = self.due.iter().copied().filter(|who| folk.is_dead(*who));
        let dead: Vec<CharacterId> = dead.collect();
        for who in dead {
            self.due.remove(&who);
            at.withdraw(who);
        }
        let folk: &Folk = at;
        let due = self.due.iter().copied();
        due.filter(|who| folk.is_full(*who)).collect()
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        let now = at.now();
        let mut looks = vec![];
        for who in due {
            self.due.remove(who);
            // Tests also ask without cause, and about the dead.
            if at.is_dead(*who) {
                continue;
            }
            if self.rows.get(who).is_some_and(|row| row.runner.is_due(now))
                && let Some(row) = self.rows.remove(who)
            {
                let step = Step::default();
                looks.push(Look {
                    who: *who,
                    row,
                    step,
                });
            }
        }
        let (folk, running): (&Folk, _) = (at, &self.running);
        executor::each(at.executor, ROWS_PER_PIECE_MIN, &mut looks, |look| {
            let Some(set) = folk.module().senses.skill_set(look.row.set) else {
                return;
            };
            let glance = Glance::of(folk, running, look.who, set);
            look.step = look.row.runner.step(&glance, set);
        });
        for look in looks {
            self.apply(at, look);
        }
    }

    fn ended(&mut self, _at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        if how.channel != Channel::Body {
            return;
        }
        if let Some(row) = self.rows.get_mut(&who) {
            row.runner.body_ended(how.progress == Progress::Done);
            self.due.insert(who);
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        self.describe_why(folk, who)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        self.describe_why_not(folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        self.describe_recent(folk, who)
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        let mut rows = self.saved.clone();
        rows.extend(self.rows.iter().map(|(who, row)| (*who, row.clone())));
        if rows.is_empty() {
            return vec![];
        }
        let clouds = self.clouds.clone();
        postcard::to_allocvec(&Saved { rows, clouds }).unwrap_or_default()
    }

    fn load(&mut self, bytes: &[u8]) {
        let saved: Saved = postcard::from_bytes(bytes).unwrap_or_default();
        *self = Skills {
            saved: saved.rows,
            clouds: saved.clouds,
            ..Skills::default()
        };
    }

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        let row = self.forget(who).or_else(|| self.saved.remove(&who));
        packed(row)
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        if let Some(mut row) = unpacked::<Row>(state) {
            row.runner.shift_times(&mut |tick| tick.after(away));
            row.called = row.called.after(away);
            self.saved.insert(who, row);
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl Skills {
    /// Content or state is new: every row is made again, and goes on where it was. Returns characters
    /// that have no row any more.
    fn begin_anew(&mut self, folk: &Folk) -> Vec<CharacterId> {
        self.saved.append(&mut self.rows);
        self.due.clear();
        self.agenda.clear();
        self.running.clear();
        let sets = folk.module().senses.skills.iter();
        self.reads = sets.map(|set| (set.id, attributes_read(set))).collect();
        let people: Vec<CharacterId> = folk.characters().map(|person| person.id).collect();
        for who in people {
            self.refresh(folk, who);
        }
        std::mem::take(&mut self.saved).into_keys().collect()
    }

    /// Gives a character the row of the set that its roles carry, or takes its row away. Returns
    /// whether it has lost one.
    fn refresh(&mut self, folk: &Folk, who: CharacterId) -> bool {
        let wanted = folk.skill_set_of(who);
        let before = self.rows.get(&who).map(|row| row.set);
        if before == wanted && before.is_some() {
            return false;
        }
        let held = self.forget(who).or_else(|| self.saved.remove(&who));
        let had = held.is_some();
        let Some(set) = wanted.and_then(|id| folk.module().senses.skill_set(id)) else {
            return had;
        };
        let content = hash64(&postcard::to_allocvec(set).unwrap_or_default());
        let held = held.filter(|row| row.set == set.id);
        let lost = had && held.is_none();
        let mut row = held.unwrap_or_else(|| Row {
            set: set.id,
            content,
            runner: Runner::default(),
            serial: 0,
            mind: MindState::Unaware,
            sensed: 0,
            called: Tick(0),
            planned: None,
        });
        if row.content != content {
            row.content = content;
            row.runner.reload(set);
        }
        self.keep(folk.now(), who, row);
        lost
    }

    fn forget(&mut self, who: CharacterId) -> Option<Row> {
        self.due.remove(&who);
        self.running.remove(&who);
        let row = self.rows.remove(&who)?;
        if let Some(planned) = row.planned {
            self.agenda.remove(&(planned, who));
        }
        Some(Row {
            planned: None,
            ..row
        })
    }

    /// Puts a row into its place, and into the caches.
    fn keep(&mut self, now: Tick, who: CharacterId, mut row: Row) {
        match row.runner.skill() {
            Some(kind) => self.running.insert(who, kind),
            None => self.running.remove(&who),
        };
        if let Some(planned) = row.planned.take() {
            self.agenda.remove(&(planned, who));
        }
        if row.runner.is_due(now) {
            self.due.insert(who);
        } else if let Some(next) = row.runner.next() {
            self.agenda.insert((next, who));
            row.planned = Some(next);
        }
        self.rows.insert(who, row);
    }

    /// Wakes a row: something that it may know has changed.
    fn wake(&mut self, who: CharacterId) {
        if let Some(row) = self.rows.get_mut(&who) {
            row.runner.wake();
            self.due.insert(who);
        }
    }

    fn take_news(&mut self, folk: &Folk) {
        for who in &folk.news.sensed {
            let heard = folk.heard_by(*who).filter(|heard| heard.tick == folk.now());
            if let (Some(row), Some(heard)) = (self.rows.get_mut(who), heard) {
                row.runner.hear(Heard {
                    tick: heard.tick,
                    kind: heard.kind,
                    at: heard.at,
                    strength: heard.strength,
                    soft: heard.soft,
                    subject: heard.subject,
                });
            }
            let sensed = sensed_by(folk, *who);
            if self.rows.get(who).is_some_and(|row| row.sensed != sensed) {
                self.rows
                    .get_mut(who)
                    .into_iter()
                    .for_each(|row| row.sensed = sensed);
                self.wake(*who);
            } else if heard.is_some() && self.rows.contains_key(who) {
                self.due.insert(*who);
            }
        }
        for who in &folk.news.ordered {
            self.wake(*who);
        }
        for changed in &folk.news.attributes {
            let readers: Vec<CharacterId> = match changed.arguments.as_slice() {
                [] => {
                    let rows = self.rows.iter();
                    let reads = rows.filter(|(_, row)| self.reads_of(row.set, changed.name));
                    reads.map(|(who, _)| *who).collect()
                }
                [Value::Character(who)] => {
                    let row = self.rows.get(who);
                    let reads = row.is_some_and(|row| self.reads_of(row.set, changed.name));
                    reads.then_some(*who).into_iter().collect()
                }
                _ => vec![],
            };
            readers.into_iter().for_each(|who| self.wake(who));
        }
    }

    fn reads_of(&self, set: DeciderId, name: HostId) -> bool {
        self.reads
            .get(&set)
            .is_some_and(|reads| reads.contains(&name))
    }

    /// Carries out what a look has asked for.
    fn apply(&mut self, at: &mut DeciderView<'_>, look: Look) {
        let Look { who, mut row, step } = look;
        let module = at.module().clone();
        let Some(set) = module.senses.skill_set(row.set) else {
            return;
        };
        if self.running.get(&who) != row.runner.skill().as_ref() {
            self.begin_skill(at, who, &row, set);
        }
        let mind = row.runner.mind(set);
        if row.mind != mind {
            row.mind = mind;
            at.set_mind_state(who, mind);
        }
        if row.serial != step.body.serial {
            row.serial = step.body.serial;
            orders::offer_body(at, who, (set, &row.runner), &step);
        } else if step.body.order.is_none() {
            at.withdraw_on(who, Channel::Body);
        }
        for intent in &step.intents {
            self.carry_out(at, who, (set, &row.runner), intent);
        }
        let now = at.now();
        self.call_friends(at, who, &mut row, set);
        self.keep(now, who, row);
    }

    /// Another skill runs from now on.
    fn begin_skill(
        &mut self,
        at: &mut DeciderView<'_>,
        who: CharacterId,
        row: &Row,
        set: &SkillSet,
    ) {
        let kind = row.runner.skill();
        let sleeps = kind.and_then(|kind| row.runner.state(kind));
        if let Some(SkillState::Sleep(_)) = sleeps {
            let mut skills = set.skills.iter();
            let spec = skills.find(|spec| Some(spec.kind) == kind);
            let settings = Settings::of(set, spec, catalogue::skill("sleep"));
            at.set_sleep_rules(who, sleep_rules(settings));
        }
    }
}

/// A hash of what a character senses: whom, how surely, and how it reacts. Where others are and when
/// they were sensed changes all the time; whoever is alert looks at that on a beat.
fn sensed_by(folk: &Folk, who: CharacterId) -> u64 {
    let records = folk.records_of(who).iter();
    let records = records.map(|r| (r.subject, r.certainty, r.attackable, r.touched));
    let records: Vec<_> = records.collect();
    let awareness = folk
        .awareness(who)
        .map(|known| (known.reaction, known.disturbed));
    let sensed = (records, awareness, folk.is_burning(who));
    hash64(&postcard::to_allocvec(&sensed).unwrap_or_default())
}

/// The attributes that a set reads: those that skills know by name, and those of its guards.
fn attributes_read(set: &SkillSet) -> BTreeSet<HostId> {
    let mut reads: BTreeSet<HostId> = KNOWN.iter().map(|name| HostId::named(name)).collect();
    let mut visitor = |part: Visited<'_>| match part {
        Visited::Literal(Literal::Host { name, .. }) | Visited::Expr(Expr::Host { name, .. }) => {
            reads.insert(*name);
        }
        _ => {}
    };
    for skill in &set.skills {
        skill.when.visit(&mut visitor);
    }
    reads
}

impl Folk {
    /// The decider of skills.
    pub(crate) fn skills(&self) -> Option<&Skills> {
        let decider = self.deciders.iter().find(|d| d.name() == skills_system())?;
        decider.as_any()?.downcast_ref()
    }

    /// The skills of a character as they stand: what runs, in which state, with which behaviours.
    /// `None` if it has none.
    pub fn skills_of(&self, who: CharacterId) -> Option<&Runner> {
        let skills = self.skills()?;
        let row = skills.rows.get(&who).or_else(|| skills.saved.get(&who))?;
        Some(&row.runner)
    }

    /// The name of the skill that a character runs.
    pub fn skill_of(&self, who: CharacterId) -> Option<SymbolId> {
        self.skills_of(who)?.skill()
    }
}
