//! Hot rules as a decider.
//!
//! Every character that holds rule sets has a [`Thinker`]: a compiled program, the words of the
//! attributes it reads, and what it is doing because of its rules. A change of an attribute marks
//! exactly its readers. The world is a thinker of its own ([`WORLD`]), whose courses run side by side.
//!
//! Characters below level full are not asked; their attributes stay dirty until they are full again.

mod describe;
mod save;
mod tables;
mod thinker;

use super::{Changed, packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::folk::Folk;
use crate::host::Event;
use crate::performer::{Viewpoint, WORLD};
use crate::words::Table;
use save::SavedThinker;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thinker::{Line, Running, Thinker};
use townsfolk_act::{CourseOf, Order, value_of};
use townsfolk_core::{
    Channel, CharacterId, DeciderId, Duration, HostId, SymbolId, Tick, Urgency, Value,
};
use townsfolk_decide::condition::{BeliefSlot, Rows};
use townsfolk_decide::rules::{Chosen, Program, choose};
use townsfolk_decide::word::Word;
use townsfolk_module::Module;
use townsfolk_module::decide::Deed;

/// The name under which hot rules offer.
pub(crate) fn rules_system() -> SymbolId {
    SymbolId::named("rules")
}

/// The decider of all hot rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct HotRules {
    thinkers: BTreeMap<CharacterId, Thinker>,
    /// Programs by the sets that they were compiled from, with the words of the world they read.
    programs: BTreeMap<Vec<DeciderId>, Shared>,
    /// Thinkers with something to look at. A cache of their rows.
    due: BTreeSet<CharacterId>,
    /// When a rule has rested for long enough. A cache of the thinkers.
    rested: BTreeSet<(Tick, CharacterId)>,
    /// States from a save, until their thinkers are made.
    saved: BTreeMap<CharacterId, SavedThinker>,
}

/// A program, and what its holders have in common.
#[derive(Clone, Debug)]
struct Shared {
    program: Arc<Program>,
    world: Vec<Word>,
    holders: BTreeSet<CharacterId>,
}

impl Decider for HotRules {
    fn name(&self) -> SymbolId {
        rules_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.rules.is_empty() && self.thinkers.is_empty() {
            return vec![];
        }
        let folk: &Folk = at;
        match folk.news.all {
            true => self.begin_anew(folk),
            false => self.take_news(folk),
        }
        let gone: Vec<CharacterId> = self.dropped(folk);
        for who in gone {
            self.forget(who);
            at.withdraw(who);
        }
        let now = at.now();
        while let Some((until, who)) = self.rested.first().copied().filter(|(t, _)| *t <= now) {
            self.rested.remove(&(until, who));
            self.due.insert(who);
        }
        let folk: &Folk = at;
        let due = self.due.iter().copied();
        due.filter(|who| folk.is_full(*who)).collect()
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            self.due.remove(who);
            self.plan(at, *who);
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        thinker.running.retain(|run| run.channel != how.channel);
        let waits = |run: &Running| run.channel == how.channel;
        if let Some(place) = thinker.suspended.iter().rposition(waits) {
            let run = thinker.suspended.remove(place);
            at.replace(who, run.proposal());
            thinker.running.push(run);
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        self.describe_why(folk, who)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        self.describe_why_not(folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let thinker = self.thinkers.get(&who);
        let lines = thinker.into_iter().flat_map(|thinker| &thinker.lines);
        lines.map(|line| self.describe(folk, who, line)).collect()
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        self.saved_state()
    }

    fn load(&mut self, bytes: &[u8]) {
        self.load_state(bytes);
    }

    fn take_out(&mut self, folk: &Folk, who: CharacterId) -> Vec<u8> {
        packed(self.take_state(folk, who))
    }

    fn bring_back(&mut self, folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        if let Some(state) = unpacked(state) {
            self.bring_state_back(folk, who, state, away);
        }
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl HotRules {
    /// Content or state is new: every thinker is made again, and goes on with what it was doing.
    fn begin_anew(&mut self, folk: &Folk) {
        for (who, thinker) in std::mem::take(&mut self.thinkers) {
            self.saved.insert(who, SavedThinker::of(&thinker));
        }
        self.programs.clear();
        self.due.clear();
        self.rested.clear();
        self.refresh(folk, WORLD);
        let people: Vec<CharacterId> = folk.characters().map(|person| person.id).collect();
        for who in people {
            self.refresh(folk, who);
        }
        // The words above are those after the changes of this tick, which must count as changes.
        self.take_attributes(folk);
        self.take_beliefs(folk);
    }

    fn take_attributes(&mut self, folk: &Folk) {
        for changed in &folk.news.attributes {
            match changed.arguments.as_slice() {
                [] => self.world_changed(folk, changed),
                [Value::Character(who)] => self.changed(folk, *who, changed),
                _ => {}
            }
        }
    }

    /// Takes in what has changed.
    fn take_news(&mut self, folk: &Folk) {
        for who in &folk.news.people {
            self.refresh(folk, *who);
        }
        self.take_attributes(folk);
        self.take_beliefs(folk);
    }

    /// Asks again for beliefs of characters that may have changed. Only a different answer counts.
    fn take_beliefs(&mut self, folk: &Folk) {
        let who = match folk.news.half_day {
            true => self.asking(),
            false => folk.news.beliefs.iter().copied().collect(),
        };
        who.into_iter().for_each(|who| self.ask_beliefs(folk, who));
    }

    /// The thinkers whose rules read beliefs.
    fn asking(&self) -> Vec<CharacterId> {
        let programs = self.programs.values();
        let asking = programs.filter(|shared| !shared.program.slots.beliefs.is_empty());
        let asking = asking.flat_map(|shared| shared.holders.iter().copied());
        asking.collect()
    }

    /// Asks for the beliefs that the rules of a character read.
    fn ask_beliefs(&mut self, folk: &Folk, who: CharacterId) {
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        let Some(shared) = self.programs.get(&thinker.program.sets) else {
            return;
        };
        if thinker.ask_beliefs(folk, &shared.world, who) {
            thinker.foreign = true;
            self.due.insert(who);
        }
    }

    /// Thinkers whose character is gone or holds no rules, and saved states of such characters.
    fn dropped(&mut self, folk: &Folk) -> Vec<CharacterId> {
        if folk.news.people.is_empty() && !folk.news.all {
            return vec![];
        }
        let mut gone: Vec<CharacterId> = std::mem::take(&mut self.saved).into_keys().collect();
        let news = folk.news.people.iter();
        gone.extend(news.filter(|who| self.thinkers.contains_key(who)));
        gone.retain(|who| sets_of(folk, *who).is_empty());
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    fn forget(&mut self, who: CharacterId) {
        if let Some(thinker) = self.thinkers.remove(&who)
            && let Some(shared) = self.programs.get_mut(&thinker.program.sets)
        {
            shared.holders.remove(&who);
        }
        self.due.remove(&who);
        self.rested.retain(|(_, known)| *known != who);
    }

    /// Makes a thinker for the sets that a character holds now, if it has none or another.
    fn refresh(&mut self, folk: &Folk, who: CharacterId) {
        let sets = sets_of(folk, who);
        let before = self.thinkers.get(&who);
        if sets.is_empty() || before.is_some_and(|thinker| thinker.program.sets == sets) {
            return;
        }
        let saved = before.map(SavedThinker::of);
        self.forget(who);
        let saved = saved.or_else(|| self.saved.remove(&who));
        let module = folk.module();
        let shared = self.programs.entry(sets).or_insert_with_key(|sets| {
            let program = compile(module, sets, folk.belief_readings());
            let world = program.slots.world.iter();
            Shared {
                world: world.map(|name| word(folk, *name, &[])).collect(),
                program: Arc::new(program),
                holders: BTreeSet::new(),
            }
        });
        shared.holders.insert(who);
        let names = shared.program.slots.character.iter();
        let me = [Value::Character(who)];
        let mut words: Vec<Word> = names.map(|name| word(folk, *name, &me)).collect();
        for slot in &shared.program.slots.beliefs {
            let known = saved
                .as_ref()
                .and_then(|saved| saved.believed(&shared.program, slot));
            let answer = known.unwrap_or_else(|| answer(folk, who, slot, (&words, &shared.world)));
            if let Some(word) = words.get_mut(usize::from(slot.index)) {
                *word = answer;
            }
        }
        let mut thinker = Thinker::new(shared.program.clone(), words);
        if let Some(saved) = saved {
            saved.put_into(&mut thinker, &shared.world, who);
        }
        thinker.foreign |= thinker.ask_beliefs(folk, &shared.world, who);
        for (_, until) in &thinker.rests {
            self.rested.insert((*until, who));
        }
        if thinker.row.is_dirty() {
            self.due.insert(who);
        }
        self.thinkers.insert(who, thinker);
    }

    fn changed(&mut self, folk: &Folk, who: CharacterId, changed: &Changed) {
        self.attribute_changed(folk, who, changed);
        // A character knows itself, and an attribute may name the person that a belief is about.
        self.ask_beliefs(folk, who);
    }

    fn attribute_changed(&mut self, folk: &Folk, who: CharacterId, changed: &Changed) {
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        let mut slots = thinker.program.slots.character.iter();
        let Some(slot) = slots.position(|known| *known == changed.name) else {
            return;
        };
        let word = word(folk, changed.name, &[Value::Character(who)]);
        thinker.row.set(slot as u16, word);
        thinker.row.mark(slot as u16);
        thinker.foreign |= !changed.by_content;
        self.due.insert(who);
    }

    fn world_changed(&mut self, folk: &Folk, changed: &Changed) {
        self.attribute_of_world_changed(folk, changed);
        let who = self.asking();
        who.into_iter().for_each(|who| self.ask_beliefs(folk, who));
    }

    fn attribute_of_world_changed(&mut self, folk: &Folk, changed: &Changed) {
        for shared in self.programs.values_mut() {
            let mut slots = shared.program.slots.world.iter();
            let Some(slot) = slots.position(|known| *known == changed.name) else {
                continue;
            };
            let word = word(folk, changed.name, &[]);
            if let Some(known) = shared.world.get_mut(slot) {
                *known = word;
            }
            for who in &shared.holders {
                if let Some(thinker) = self.thinkers.get_mut(who) {
                    thinker.row.world_changed(slot as u16);
                    thinker.foreign |= !changed.by_content;
                    self.due.insert(*who);
                }
            }
        }
    }

    /// Evaluates the affected rules of a character, and lets one of each subset fire.
    fn plan(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        let (now, seed) = (at.now(), at.folk.seed);
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        let Some(shared) = self.programs.get(&thinker.program.sets) else {
            return;
        };
        // Looking without cause finds nothing: only a change or the end of a rest lets a rule fire.
        let rested = thinker.rests.iter().any(|(_, until)| *until <= now);
        if !thinker.row.is_dirty() && !rested {
            return;
        }
        let mut line = Line::begin(thinker, &shared.world, now);
        thinker.row.evaluate(&shared.program, &shared.world, who);
        line.satisfied = thinker.row.satisfied();
        thinker.rests.retain(|(_, until)| *until > now);
        let rests = &thinker.rests;
        let resting = |rule| rests.iter().any(|(known, _)| *known == rule);
        let chosen = choose(&shared.program, &thinker.row, (seed, who, now), |rule| {
            !resting(rule)
        });
        let mut taken: Vec<Channel> = vec![];
        for chosen in chosen {
            let Some(run) = run_of(at.folk, who, thinker, &shared.world, chosen) else {
                continue;
            };
            if taken.contains(&run.channel) && who != WORLD {
                continue;
            }
            taken.push(run.channel);
            line.chosen.push(chosen);
            thinker.note_fired(chosen, &line);
            if let Some(until) = thinker.rest(chosen, now) {
                self.rested.insert((until, who));
            }
            begin(at, who, thinker, run);
        }
        thinker.foreign = false;
        thinker.keep(line);
        if let Some(found) = thinker.new_oscillation() {
            at.folk.output.events.push(Event::Oscillates(who, found));
        }
    }
}

/// Starts what a rule has fired: beside the others for the world, in place of what runs on the
/// channel for a character.
fn begin(at: &mut DeciderView<'_>, who: CharacterId, thinker: &mut Thinker, run: Running) {
    if who == WORLD {
        return at.folk.begin_for_world(rules_system(), run.course);
    }
    let module = at.module().clone();
    thinker.suspend(run.channel, &run.course, &module);
    at.replace(who, run.proposal());
    thinker.running.push(run);
}

/// The course of a rule that fires; `None` if an argument has no value.
fn run_of(
    folk: &Folk,
    who: CharacterId,
    thinker: &Thinker,
    world: &[Word],
    chosen: Chosen,
) -> Option<Running> {
    let rule = thinker.program.rule(chosen.rule)?;
    let deed = &rule.rule.deeds.get(usize::from(chosen.alternative))?.deed;
    let rows = Rows {
        who,
        me: thinker.row.words(),
        world,
        it: None,
    };
    let bound = rule.condition.bound(&rows, None);
    let bound: Option<Vec<Value>> = bound.into_iter().collect();
    let course = course_of(folk, who, deed, &bound?)?;
    let set = folk.module().deciders.rules.iter();
    let set = set.clone().find(|set| set.id == rule.set);
    Some(Running {
        channel: channel_of(folk.module(), &course),
        course,
        reason: rule.rule.name,
        urgency: set.map_or(Urgency::Duty, |set| set.urgency),
    })
}

/// The course that a deed asks for, with the values of its arguments.
pub(crate) fn course_of(
    folk: &Folk,
    who: CharacterId,
    deed: &Deed,
    bound: &[Value],
) -> Option<CourseOf> {
    let scope = Viewpoint { folk, who };
    let value = |expression| value_of(expression, bound, &scope);
    Some(match deed {
        Deed::Course(course, arguments) => CourseOf::Declared {
            course: *course,
            arguments: arguments.iter().map(value).collect::<Option<_>>()?,
        },
        Deed::Act(call) => CourseOf::action(Order::Act {
            action: call.action,
            arguments: call.arguments.iter().map(value).collect::<Option<_>>()?,
            named: (call.named.iter())
                .map(|(name, expression)| Some((*name, value(expression)?)))
                .collect::<Option<_>>()?,
        }),
    })
}

/// The channel that a course needs: voice or gaze if all its actions do, else the body.
pub(crate) fn channel_of(module: &Module, course: &CourseOf) -> Channel {
    let actions: Vec<_> = match course {
        CourseOf::Steps(steps) => (steps.iter())
            .filter_map(|order| match order {
                Order::Act { action, .. } => Some(*action),
                _ => None,
            })
            .collect(),
        CourseOf::Declared { course, .. } => (module.course(*course).into_iter())
            .flat_map(|course| &course.steps)
            .flat_map(|step| step.actions.iter().map(|call| call.action))
            .collect(),
    };
    let channel = |action| module.action(action).map_or(Channel::Body, |a| a.channel);
    let mut channels = actions.into_iter().map(channel);
    let first = channels.next().unwrap_or(Channel::Body);
    match channels.all(|channel| channel == first) {
        true => first,
        false => Channel::Body,
    }
}

/// The rule sets that a character or the world holds, sorted.
fn sets_of(folk: &Folk, who: CharacterId) -> Vec<DeciderId> {
    let rules = &folk.module().deciders.rules;
    if who == WORLD {
        let own = rules.iter().filter(|set| set.of_world);
        let own = own.map(|set| set.id);
        return own.filter(|id| !folk.unloaded.contains(id)).collect();
    }
    let mut held = folk.deciders_of(who);
    held.retain(|id| rules.iter().any(|set| set.id == *id && !set.of_world));
    held
}

fn compile(module: &Module, sets: &[DeciderId], beliefs: Vec<HostId>) -> Program {
    let rules = module.deciders.rules.iter();
    Program::with_beliefs(rules.filter(|set| sets.contains(&set.id)), beliefs)
}

/// What a character believes now, as a slot asks for it.
fn answer(
    folk: &Folk,
    who: CharacterId,
    slot: &BeliefSlot,
    (me, world): (&[Word], &[Word]),
) -> Word {
    let rows = Rows {
        who,
        me,
        world,
        it: None,
    };
    slot.word(&rows, |name, arguments| folk.asked(name, arguments))
}

fn word(folk: &Folk, name: HostId, of: &[Value]) -> Word {
    Word::of_pushed(folk.attribute(name, of))
}

impl Running {
    fn proposal(&self) -> Proposal {
        Proposal {
            channel: self.channel,
            urgency: self.urgency,
            score: 0,
            reason: self.reason,
            lasts: None,
            course: self.course.clone(),
        }
    }
}
