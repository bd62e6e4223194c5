//! Inference over referents as a decider.
//!
//! Every character whose roles carry a set of referents has a [`Thinker`]. On its beat it goes through
//! one cycle: bind referents, pay attention, sense, run all rules, act. Characters that are due
//! together go through the rules together, in blocks.
//!
//! Perception is what the engine knows today: places, roles, attributes, and the host's answers about
//! visibility. [`perceive`] is the seam for richer senses.
//!
//! Characters below level full go through no cycle and offer nothing. They keep their bindings.

mod describe;
mod perceive;
mod save;
mod tables;
mod thinker;

use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::deciders::rules::course_of;
use crate::folk::Folk;
use crate::questions::Question;
use crate::words::Table;
use perceive::Perceiver;
use save::SavedThinker;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thinker::{Compiled, LineKind, Offered, Thinker};
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, DeciderId, Duration, SymbolId, Tick, Value};
use townsfolk_decide::inference::situation::{self, Moment};
use townsfolk_decide::inference::{Block, Chosen, LANES, Row, choose};

/// The name under which inference offers.
pub(crate) fn inference_system() -> SymbolId {
    SymbolId::named("inference")
}

/// The decider of all sets of referents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inferences {
    thinkers: BTreeMap<CharacterId, Thinker>,
    /// Compiled sets. A cache of the content.
    sets: BTreeMap<DeciderId, Arc<Compiled>>,
    /// When each thinker's next cycle is. A cache of the time.
    beats: BTreeMap<Tick, Vec<CharacterId>>,
    /// Thinkers whose cycle is due and has not been gone through.
    pending: BTreeSet<CharacterId>,
    /// States from a save, until their thinkers are made.
    saved: BTreeMap<CharacterId, SavedThinker>,
}

impl Decider for Inferences {
    fn name(&self) -> SymbolId {
        inference_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.inferences.is_empty() && self.thinkers.is_empty() {
            return vec![];
        }
        for who in self.take_news(at) {
            at.withdraw(who);
        }
        let now = at.now();
        while let Some((tick, people)) = self.beats.pop_first() {
            if tick > now {
                self.beats.insert(tick, people);
                break;
            }
            for who in people {
                if self.thinkers.contains_key(&who) {
                    self.pending.insert(who);
                    self.set_beat(who, now.after(Duration(1)));
                }
            }
        }
        self.pending.iter().copied().collect()
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        let mut full = vec![];
        for who in due {
            // Without a beat there is nothing to look at.
            if !self.pending.remove(who) {
                continue;
            }
            match at.folk.is_full(*who) {
                true => full.push(*who),
                false => self.rest(at, *who),
            }
        }
        self.perceive(at, &full);
        for (who, wishes) in self.infer(at.folk, &full) {
            self.act(at, who, &wishes);
        }
    }

    fn ended(&mut self, _at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        if let Some(thinker) = self.thinkers.get_mut(&who) {
            thinker.offered.retain(|known| known.channel != how.channel);
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        self.describe_why(folk, who)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        self.describe_why_not(folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let lines = self.thinkers.get(&who).into_iter().flat_map(|t| &t.lines);
        lines.map(|line| describe::line(folk, line)).collect()
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

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        packed(self.take_state(who))
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        if let Some(state) = unpacked(state) {
            self.bring_state_back(who, state, away);
        }
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

/// An output that a set of a character asks for.
#[derive(Clone, Copy, Debug)]
struct Wish {
    set: DeciderId,
    chosen: Chosen,
}

impl Inferences {
    /// Takes in who came, went or changed roles, and what the host says. Says whose sets are gone.
    fn take_news(&mut self, at: &DeciderView<'_>) -> Vec<CharacterId> {
        let folk: &Folk = at;
        let news = &folk.news;
        let people: Vec<CharacterId> = match news.all {
            true => self.begin_anew(folk),
            false => news.people.iter().copied().collect(),
        };
        let mut gone = vec![];
        for who in people {
            if !self.refresh(folk, who) {
                gone.push(who);
            }
        }
        for (who, referent, object) in &news.bound {
            self.bind(folk.now, *who, *referent, *object);
        }
        for (who, name, active) in &news.situations {
            self.enter(folk.now, *who, *name, *active);
        }
        gone
    }

    /// Content or state is new: every thinker is made again, and goes on with what it was doing.
    fn begin_anew(&mut self, folk: &Folk) -> Vec<CharacterId> {
        for (who, thinker) in std::mem::take(&mut self.thinkers) {
            let saved = SavedThinker::of(&thinker, self.pending.contains(&who));
            self.saved.insert(who, saved);
        }
        self.beats.clear();
        self.pending.clear();
        let all = folk.module().deciders.inferences.iter();
        let compiled = all.filter_map(|of| Some((of.id, Arc::new(Compiled::new(of)?))));
        self.sets = compiled.collect();
        let people = folk.characters().map(|person| person.id);
        let mut people: BTreeSet<CharacterId> = people.collect();
        people.extend(self.saved.keys().copied());
        people.into_iter().collect()
    }

    /// Makes a thinker for the sets that a character holds now. Says `false` if it lost its sets.
    fn refresh(&mut self, folk: &Folk, who: CharacterId) -> bool {
        let mut held = folk.deciders_of(who);
        held.retain(|id| self.sets.contains_key(id));
        let before = self.thinkers.get(&who);
        if before.is_some_and(|thinker| thinker.holds(&held)) {
            return true;
        }
        let known = before.map(|thinker| SavedThinker::of(thinker, self.pending.contains(&who)));
        let known = known.or_else(|| self.saved.remove(&who));
        if held.is_empty() {
            self.pending.remove(&who);
            return self.thinkers.remove(&who).is_none() && known.is_none();
        }
        let sets = held.iter().filter_map(|id| self.sets.get(id).cloned());
        let known = known.unwrap_or_default();
        if known.pending {
            self.pending.insert(who);
        }
        self.thinkers
            .insert(who, known.into_thinker(sets.collect()));
        self.set_beat(who, folk.now);
        true
    }

    /// Notes the first beat of a character at or after a moment.
    fn set_beat(&mut self, who: CharacterId, from: Tick) {
        let Some(beat) = self.thinkers.get(&who).map(Thinker::beat) else {
            return;
        };
        let phase = (fold(u64::from(who.0), 0x5EED) % beat.unsigned_abs()) as i64;
        let since = from.0.saturating_sub(phase).rem_euclid(beat);
        let next = match since {
            0 => from,
            _ => from.after(Duration(beat - since)),
        };
        let there = self.beats.entry(next).or_default();
        if !there.contains(&who) {
            there.push(who);
        }
    }

    /// The host binds or unbinds a referent.
    fn bind(&mut self, now: Tick, who: CharacterId, name: SymbolId, object: Option<Value>) {
        let thinker = self.thinkers.get_mut(&who);
        for (set, row) in thinker.into_iter().flat_map(|t| &mut t.sets) {
            match (set.of.referent(name), object) {
                (Some(index), Some(object)) => row.bind(index, object, now),
                (Some(index), None) => row.unbind(index),
                (None, _) => {}
            }
        }
    }

    /// The host enters or leaves a situation.
    fn enter(&mut self, now: Tick, who: CharacterId, name: SymbolId, active: bool) {
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        for (set, row) in &mut thinker.sets {
            if let Some(index) = set.of.situation(name) {
                situation::set_active(row, index, active);
            }
        }
        thinker.note(now, LineKind::Told(name, active));
    }

    /// A character below level full wants nothing.
    fn rest(&mut self, at: &mut DeciderView<'_>, who: CharacterId) {
        if let Some(thinker) = self.thinkers.get_mut(&who)
            && !thinker.offered.is_empty()
        {
            thinker.offered.clear();
            at.withdraw(who);
        }
    }

    /// Binds and senses for all characters, from the state before the cycle.
    fn perceive(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        let mut all: Vec<(CharacterId, Vec<Row>)> = vec![];
        let mut lines: Vec<(CharacterId, LineKind)> = vec![];
        let mut questions: Vec<Question> = vec![];
        for who in due {
            let Some(thinker) = self.thinkers.get(who) else {
                continue;
            };
            let rows = thinker.sets.iter().map(|(set, row)| {
                let others = |other, name| self.bound(other, name);
                let mut perceiver = Perceiver::new(at.folk, &set.of, *who, &others);
                let row = perceiver.perceive(row.clone());
                questions.append(&mut perceiver.questions);
                lines.extend(perceiver.lines.into_iter().map(|line| (*who, line)));
                row
            });
            let rows = rows.collect();
            all.push((*who, rows));
        }
        questions.into_iter().for_each(|question| at.ask(question));
        for (who, rows) in all {
            if let Some(thinker) = self.thinkers.get_mut(&who) {
                let places = thinker.sets.iter_mut().map(|(_, row)| row);
                places.zip(rows).for_each(|(row, new)| *row = new);
            }
        }
        for (who, line) in lines {
            if let Some(thinker) = self.thinkers.get_mut(&who) {
                thinker.note(at.folk.now, line);
            }
        }
    }

    /// What a referent of a character is bound to, in the first of its sets that has the name.
    fn bound(&self, who: CharacterId, name: SymbolId) -> Option<Value> {
        let sets = &self.thinkers.get(&who)?.sets;
        sets.iter().find_map(|(set, row)| {
            let index = set.of.referent(name)?;
            row.referent(index).object
        })
    }

    fn row_of(&self, who: CharacterId, set: DeciderId) -> Option<&Row> {
        let mut sets = self.thinkers.get(&who)?.sets.iter();
        let found = sets.find(|(known, _)| known.of.id == set);
        found.map(|(_, row)| row)
    }

    /// Runs the rules of all characters, one block after another.
    fn infer(&mut self, folk: &Folk, due: &[CharacterId]) -> BTreeMap<CharacterId, Vec<Wish>> {
        let mut wishes: BTreeMap<CharacterId, Vec<Wish>> = BTreeMap::new();
        let mut of_set: BTreeMap<DeciderId, Vec<(CharacterId, usize)>> = BTreeMap::new();
        for who in due {
            let Some(thinker) = self.thinkers.get(who) else {
                continue;
            };
            wishes.insert(*who, vec![]);
            for (index, (set, _)) in thinker.sets.iter().enumerate() {
                of_set.entry(set.of.id).or_default().push((*who, index));
            }
        }
        let mut block = Block::default();
        for (id, people) in of_set {
            let Some(set) = self.sets.get(&id).cloned() else {
                continue;
            };
            for chunk in people.chunks(LANES) {
                block.clear(&set.program);
                for (lane, (who, index)) in chunk.iter().enumerate() {
                    if let Some(row) = self.row(*who, *index) {
                        row.fill(&set.of, &set.program, &mut block, lane);
                    }
                }
                block.run(&set.program);
                for (lane, (who, index)) in chunk.iter().enumerate() {
                    let row = self.row(*who, *index);
                    let chosen = row.map(|row| choose(&set.of, &set.program, (&block, lane), row));
                    let chosen = chosen.unwrap_or_default();
                    self.advance(folk, &set, (&block, lane), (*who, *index), &chosen);
                    let own = chosen.into_iter().map(|chosen| Wish { set: id, chosen });
                    wishes.entry(*who).or_default().extend(own);
                }
            }
        }
        wishes
    }

    fn row(&self, who: CharacterId, index: usize) -> Option<&Row> {
        let (_, row) = self.thinkers.get(&who)?.sets.get(index)?;
        Some(row)
    }

    /// Enters and leaves situations, which counts from the next cycle on.
    fn advance(
        &mut self,
        folk: &Folk,
        set: &Compiled,
        block: (&Block, usize),
        (who, index): (CharacterId, usize),
        chosen: &[Chosen],
    ) {
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        let Some((_, row)) = thinker.sets.get_mut(index) else {
            return;
        };
        let motors = chosen.iter().filter_map(|c| set.of.motors.get(c.motor));
        let moment = Moment {
            attended: row.sensed_at(folk.now),
            acts: motors.map(|motor| motor.urgency).max(),
            now: folk.now,
        };
        let changes = situation::advance(&set.of, &set.program, block, row, moment);
        for (index, change) in changes {
            if let Some(situation) = set.of.situations.get(index.place()) {
                thinker.note(folk.now, LineKind::Situation(situation.name, change));
            }
        }
    }

    /// Offers the strongest output of each channel, and withdraws what is not wanted any more.
    fn act(&mut self, at: &mut DeciderView<'_>, who: CharacterId, wishes: &[Wish]) {
        let mut wanted: Vec<Offered> = vec![];
        for wish in wishes {
            let Some(offered) = self.offer_for(at.folk, who, wish) else {
                continue;
            };
            match wanted.iter_mut().find(|o| o.channel == offered.channel) {
                Some(known) if offered.urgency > known.urgency => *known = offered,
                Some(_) => {}
                None => wanted.push(offered),
            }
        }
        let Some(thinker) = self.thinkers.get_mut(&who) else {
            return;
        };
        for old in &thinker.offered {
            if !wanted.iter().any(|new| new.channel == old.channel) {
                at.withdraw_on(who, old.channel);
            }
        }
        for new in &wanted {
            let goes_on = thinker.offered.iter().any(|old| old.is_same(new));
            if !goes_on {
                at.replace(who, new.proposal());
                thinker.note(at.folk.now, LineKind::Does(new.reason));
            }
        }
        for (set, row) in &mut thinker.sets {
            let own = wanted.iter().find(|o| o.set == set.of.id);
            row.acted = own.and_then(|offered| offered.chosen().referent);
        }
        thinker.offered = wanted;
    }

    /// The offer of an output; `None` if its referent has no object or an argument no value.
    fn offer_for(&self, folk: &Folk, who: CharacterId, wish: &Wish) -> Option<Offered> {
        let set = self.sets.get(&wish.set)?;
        let motor = set.of.motors.get(wish.chosen.motor)?;
        let row = self.row_of(who, wish.set)?;
        let object = wish.chosen.referent.map(|index| row.referent(index).object);
        let bound: Vec<Value> = match object {
            Some(object) => vec![object?],
            None => vec![],
        };
        let situation = motor
            .situation
            .and_then(|i| set.of.situations.get(i.place()));
        let goal = motor
            .open
            .and_then(|(p, _)| set.of.predicates.get(p.place()));
        let reason = situation.map(|s| s.name).or(goal.map(|p| p.name));
        Some(Offered {
            channel: motor.channel,
            urgency: motor.urgency,
            reason: reason.unwrap_or(SymbolId(set.of.id.0)),
            course: course_of(folk, who, &motor.does, &bound)?,
            set: set.of.id,
            motor: wish.chosen.motor as u16,
            referent: wish.chosen.referent,
        })
    }
}

impl Offered {
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
