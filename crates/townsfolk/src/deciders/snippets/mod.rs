//! The decider of snippets: scored uses of abilities, each with its best target.
//!
//! A character has the snippets that its roles carry and those that its equipment grants. They are
//! evaluated on a beat, and at once when an attribute of the character, its roles or its equipment
//! change. Characters below the full level of detail do not evaluate anything.

mod api;
mod gather;
mod tables;
mod words;

pub use api::{SnippetRow, SnippetTrace};

use super::rules::course_of;
use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::drivers::Driver;
use crate::executor::in_pieces;
use crate::folk::Folk;
use crate::host::RejectedReport;
use crate::words::Table;
use gather::Gathered;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use townsfolk_act::{CourseOf, Order, Progress};
use townsfolk_core::{
    Channel, CharacterId, Duration, HostId, Number, Pushed, SymbolId, Tick, Value,
};
use townsfolk_decide::snippet::{Brain, Change, Program, Running};
use townsfolk_decide::tree::Scratch;
use townsfolk_module::SetBy;

/// How often a character looks for something better while nothing has changed that it is told of.
const BEAT: Duration = Duration(15);

/// The least number of characters that are evaluated side by side.
const PIECE: usize = 16;

/// Characters that decide by snippets.
#[derive(Clone, Debug, Default)]
pub(crate) struct SnippetDecider {
    program: Arc<Program>,
    /// Whether a snippet asks for beliefs. A cache of the program.
    asks_beliefs: bool,
    rows: BTreeMap<CharacterId, Row>,
    /// The next look of each row. A cache of the rows.
    agenda: BTreeSet<(Tick, CharacterId)>,
}

/// The state of one character.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Row {
    brain: Brain,
    /// The equipment that it has.
    equipment: Vec<SymbolId>,
    /// The moment of its next evaluation.
    next: Tick,
}

impl Row {
    /// Whether it holds nothing, so that it can be dropped.
    fn is_idle(&self) -> bool {
        let brain = &self.brain;
        brain.registered().is_empty() && brain.running().is_none() && self.equipment.is_empty()
    }
}

/// One character that is evaluated.
struct Look {
    who: CharacterId,
    row: Row,
    change: Change,
}

/// The name under which snippets offer.
pub(crate) fn snippet_system() -> SymbolId {
    SymbolId::named("snippets")
}

/// The source of snippets that roles carry.
fn by_role() -> SymbolId {
    SymbolId::named("role")
}

impl Decider for SnippetDecider {
    fn name(&self) -> SymbolId {
        snippet_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.snippets.snippets.is_empty() && self.rows.is_empty() {
            return vec![];
        }
        self.hear(at);
        let now = at.now();
        let due = self.agenda.range(..=(now, CharacterId(u32::MAX)));
        let mut due: Vec<CharacterId> = due.map(|(_, who)| *who).collect();
        due.sort_unstable();
        due
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        let now = at.now();
        let mut looks: Vec<Look> = vec![];
        for who in due {
            if self.rows.get(who).is_some_and(|row| row.next <= now)
                && let Some(row) = self.take(*who)
            {
                let change = Change::Keep;
                looks.push(Look {
                    who: *who,
                    row,
                    change,
                });
            }
        }
        self.evaluate(at, &mut looks);
        for look in looks {
            let mut row = look.row;
            row.next = next_beat(look.who, now, self.beat_of(&row));
            self.follow(at, look.who, &row, look.change);
            if !row.is_idle() {
                self.put(look.who, row);
            }
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        let Some(mut row) = self.take(who) else {
            return;
        };
        let succeeded = how.progress == Progress::Done;
        let program = self.program.clone();
        let change = Gathered::default().with_view(at.folk, &program, who, |view| {
            row.brain.part_ended(&program.snippets, view, succeeded)
        });
        if row.brain.running().is_none() && succeeded {
            row.next = at.now().after(Duration(1));
        }
        self.follow(at, who, &row, change);
        self.put(who, row);
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        words::why(self.rows.get(&who)?, &self.program, folk)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        words::why_not(self, folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let row = self.rows.get(&who);
        row.map(|row| words::table(row, folk)).unwrap_or_default()
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        match self.rows.is_empty() {
            true => vec![],
            false => postcard::to_allocvec(&self.rows).unwrap_or_default(),
        }
    }

    fn load(&mut self, bytes: &[u8]) {
        self.rows = postcard::from_bytes(bytes).unwrap_or_default();
        let rows = self.rows.iter();
        self.agenda = rows.map(|(who, row)| (row.next, *who)).collect();
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        packed(self.take(who))
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        let Some(mut row) = unpacked::<Row>(state) else {
            return;
        };
        row.next = row.next.after(away);
        row.brain.shift_times(&mut |tick| tick.after(away));
        self.put(who, row);
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

/// The next moment of a character's beat. Characters are staggered by their numbers.
fn next_beat(who: CharacterId, now: Tick, beat: Duration) -> Tick {
    let beat = beat.0.max(1);
    let phase = i64::from(who.0) % beat;
    let next = now.0.saturating_sub(phase).div_euclid(beat) + 1;
    Tick(next.saturating_mul(beat).saturating_add(phase))
}

impl SnippetDecider {
    /// Takes a row out, together with its entry in the agenda.
    fn take(&mut self, who: CharacterId) -> Option<Row> {
        let row = self.rows.remove(&who)?;
        self.agenda.remove(&(row.next, who));
        Some(row)
    }

    fn put(&mut self, who: CharacterId, row: Row) {
        self.agenda.insert((row.next, who));
        self.rows.insert(who, row);
    }

    /// Lets a character look at this tick.
    fn wake(&mut self, who: CharacterId, now: Tick) {
        if let Some(mut row) = self.take(who) {
            row.next = row.next.min(now);
            self.put(who, row);
        }
    }

    /// Takes in what has changed since the last tick.
    fn hear(&mut self, at: &mut DeciderView<'_>) {
        let now = at.now();
        let mut people = at.folk.news.people.clone();
        if at.folk.news.all {
            self.program = Arc::new(Program::new(&at.module().deciders.snippets));
            let mut reads = self.program.reads.iter();
            self.asks_beliefs = reads.any(|name| at.folk.is_belief_reading(*name));
            people = at.characters().map(|person| person.id).collect();
            people.extend(self.rows.keys());
        }
        for (who, what, has) in at.folk.news.equipment.clone() {
            let mut row = self.take(who).unwrap_or_default();
            row.equipment.retain(|known| *known != what);
            if has {
                row.equipment.push(what);
            }
            self.put(who, row);
            people.insert(who);
        }
        for who in people {
            self.grant(at, who);
        }
        for (who, ability, tactic) in at.folk.news.tactics.clone() {
            if let Some(row) = self.rows.get_mut(&who) {
                row.brain.set_tactic(ability, tactic);
                self.wake(who, now);
            }
        }
        self.hear_of_attributes(at.folk, now);
        if self.asks_beliefs {
            let changed: Vec<CharacterId> = at.folk.news.beliefs.iter().copied().collect();
            changed.into_iter().for_each(|who| self.wake(who, now));
        }
    }

    /// Wakes the characters whose attributes have changed, and everyone for those of the world.
    fn hear_of_attributes(&mut self, folk: &Folk, now: Tick) {
        let program = self.program.clone();
        for changed in &folk.news.attributes {
            if program.reads.binary_search(&changed.name).is_err() {
                continue;
            }
            if changed.arguments.is_empty() {
                let everyone: Vec<CharacterId> = self.rows.keys().copied().collect();
                everyone.into_iter().for_each(|who| self.wake(who, now));
            }
            for argument in &changed.arguments {
                if let Value::Character(who) = argument {
                    self.wake(*who, now);
                }
            }
        }
    }

    /// Gives a character the snippets of its roles and its equipment, and takes the others away.
    fn grant(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let program = self.program.clone();
        let mut row = self.take(who).unwrap_or_default();
        if at.character(who).is_none() {
            return self.forget(at, who);
        }
        let carried = at.deciders_of(who);
        let equipment = row.equipment.clone();
        let mut granted: Vec<_> = carried
            .iter()
            .map(|snippet| (*snippet, by_role()))
            .collect();
        for source in &equipment {
            let from = program.snippets.iter();
            let from = from.filter(|snippet| snippet.sources.contains(source));
            let from = from.filter(|snippet| !at.folk.unloaded.contains(&snippet.id));
            granted.extend(from.map(|snippet| (snippet.id, *source)));
        }
        let before = row.brain.clone();
        row.brain
            .keep_granted(|snippet, source| granted.contains(&(snippet, source)));
        for (id, source) in granted {
            let Some(snippet) = program.snippets.get(id) else {
                continue;
            };
            let is = |role| at.folk.is_one(who, role);
            if let Err(role) = row.brain.register(snippet, source, is) {
                at.folk.unheard(RejectedReport::LacksRole(who, id, role));
            }
        }
        if row.is_idle() {
            return;
        }
        if row.brain != before {
            row.next = row.next.min(at.now());
        }
        self.put(who, row);
    }

    /// A character is gone. Those that had it as their target look again.
    fn forget(&mut self, at: &DeciderView<'_>, gone: CharacterId) {
        let target = Some(Value::Character(gone));
        let aimed = |row: &Row| row.brain.running().is_some_and(|r| r.target == target);
        let rows = self.rows.iter().filter(|(_, row)| aimed(row));
        let rows: Vec<CharacterId> = rows.map(|(who, _)| *who).collect();
        let now = at.now();
        rows.into_iter().for_each(|who| self.wake(who, now));
    }

    fn beat_of(&self, row: &Row) -> Duration {
        let registered = row.brain.registered().iter();
        let beats = registered.filter_map(|known| self.program.snippets.get(known.snippet)?.beat);
        beats.min().unwrap_or(BEAT)
    }

    /// Evaluates characters side by side. Each changes only its own row.
    fn evaluate(&self, at: &mut DeciderView<'_>, looks: &mut [Look]) {
        let (folk, program) = (&*at.folk, &*self.program);
        let mut scratch: Vec<(Gathered, Scratch)> = vec![];
        in_pieces(at.executor, PIECE, looks, &mut scratch, |looks, scratch| {
            let (gathered, scratch) = scratch;
            for look in looks {
                look.change = evaluate_one(look, folk, program, gathered, scratch);
            }
        });
    }

    /// Carries a change out: withdraws what was offered, and offers the part that begins.
    fn follow(&self, at: &mut DeciderView<'_>, who: CharacterId, row: &Row, change: Change) {
        let part = match change {
            Change::Keep => return,
            Change::Stop => None,
            Change::Begin(part) => Some(part),
        };
        at.withdraw(who);
        if let (Some(part), Some(running)) = (part, row.brain.running())
            && let Some(proposal) = self.proposal(at.folk, who, running, part, &row.brain)
        {
            at.offer(who, proposal);
        }
    }

    fn proposal(
        &self,
        folk: &mut Folk,
        who: CharacterId,
        running: &Running,
        part: u16,
        brain: &Brain,
    ) -> Option<Proposal> {
        let snippet = self.program.snippets.get(running.snippet)?;
        let part = snippet.parts.get(usize::from(part))?;
        let costs = if part.is_use { &snippet.costs[..] } else { &[] };
        let course = course_of(folk, who, &part.deed, &running.bound)?;
        let course = with_costs(folk, who, course, costs);
        let row = brain.table().iter().find(|row| row.snippet == snippet.id);
        Some(Proposal {
            channel: Channel::Body,
            urgency: snippet.urgency,
            score: row.map_or(0, |row| row.score),
            reason: snippet.name,
            lasts: None,
            course,
        })
    }
}

/// Evaluates one character, unless its level of detail is too low for that.
fn evaluate_one(
    look: &mut Look,
    folk: &Folk,
    program: &Program,
    gathered: &mut Gathered,
    scratch: &mut Scratch,
) -> Change {
    let brain = &mut look.row.brain;
    let was_running = brain.running().is_some();
    let asleep = folk.minds.levels.asleep.get(look.who).is_some();
    // A use that another decider broke off is over; preparations are just evaluated again.
    if asleep || (brain.is_busy() && !drives(folk, look.who)) {
        brain.interrupted();
    }
    if asleep {
        return match was_running {
            true => Change::Stop,
            false => Change::Keep,
        };
    }
    let change = gathered.with_view(folk, program, look.who, |view| {
        brain.update(&program.snippets, view, folk.now(), scratch)
    });
    match change {
        Change::Keep if was_running && brain.running().is_none() => Change::Stop,
        change => change,
    }
}

/// Whether snippets drive the body of a character, or are about to.
fn drives(folk: &Folk, who: CharacterId) -> bool {
    match folk.driver(who) {
        Driver::System(by, _) => by == snippet_system(),
        Driver::Nobody => true,
        Driver::Scene(..) | Driver::Host => false,
    }
}

/// The same course, with its costs paid as it begins.
fn with_costs(
    folk: &mut Folk,
    who: CharacterId,
    course: CourseOf,
    costs: &[(HostId, Number)],
) -> CourseOf {
    let payments = costs.iter().filter_map(|cost| payment(folk, who, *cost));
    let payments: Vec<Order> = payments.collect();
    match course {
        CourseOf::Steps(steps) => CourseOf::Steps(payments.into_iter().chain(steps).collect()),
        // The steps of a declared course are its own, so it is paid for in advance.
        declared => {
            for payment in payments {
                if let Order::Set {
                    name,
                    arguments,
                    value,
                } = payment
                {
                    folk.set_attribute(name, arguments, value);
                }
            }
            declared
        }
    }
}

/// The order that pays a cost. What the host keeps, the host pays.
fn payment(folk: &Folk, who: CharacterId, (name, amount): (HostId, Number)) -> Option<Order> {
    let declared = folk.module().attribute(name)?;
    let arguments = vec![Value::Character(who)];
    match (folk.attribute(name, &arguments), declared.set_by) {
        (Pushed::Is(Value::Number(has)), SetBy::Content) => Some(Order::Set {
            name,
            arguments,
            value: Pushed::Is(Value::Number(Number(has.0.saturating_sub(amount.0)))),
        }),
        _ => None,
    }
}
