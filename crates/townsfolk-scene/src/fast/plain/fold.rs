//! Folding and unfolding.

use super::code::{Interest, KEPT, ME, OWNED_MAX, PlainCode, WORDS};
use super::mates::{Folded, MATES_MAX, Mate, Still, StillRows};
use crate::fast::marks::FACTS_MAX;
use crate::fast::program::{Code, LineCode};
use crate::fast::scene::{CALM_MAX, Person, Scene};
use crate::fast::space::{History, Space};
use crate::fast::word::{NONE, Word};
use crate::{Phase, Report};
use std::sync::Arc;
use townsfolk_core::{Outcome, RoleId, Standing};

impl Scene {
    /// Folds the scene after some updates in which actions were done and nothing else was reported.
    pub(in crate::fast) fn fold_when_calm(
        &mut self,
        code: &Code,
        plain: &Arc<PlainCode>,
        reports: &[Report],
    ) {
        let is_done = |report: &Report| matches!(report, Report::Outcome(_, Outcome::Done));
        let (calm, needed) = self.calm;
        self.calm.0 = match reports.iter().all(is_done) {
            true => calm.saturating_add(1),
            false => 0,
        };
        if self.calm.0 >= needed {
            self.calm = (0, needed);
            self.fold(code, plain);
        }
    }

    /// Folds a scene that is about to begin, if everyone is there who has to be: then there is nothing
    /// to be considered before the first turns.
    pub(in crate::fast) fn fold_at_once(&mut self, code: &Code) {
        let count = |role: RoleId| self.people.iter().filter(|p| p.role == role).count();
        let complete = |line: &LineCode| count(line.role) >= usize::from(line.min);
        if let Some(plain) = &code.plain
            && code.cast.iter().all(complete)
        {
            let considered = [&mut self.census, &mut self.leavers, &mut self.recalls];
            considered.into_iter().for_each(|flag| *flag = false);
            self.fold(code, plain);
            if self.folded.is_none() {
                self.consider_everything();
            }
        }
    }

    fn consider_everything(&mut self) {
        (self.census, self.leavers, self.recalls) = (true, true, true);
    }

    /// Folds the scene, if nothing about it is unlike that of plain scenes.
    fn fold(&mut self, code: &Code, plain: &Arc<PlainCode>) {
        if self.rare.is_some()
            || self.census
            || self.leavers
            || self.recalls
            || self.phase != Phase::Running
            || self.end_asked.is_some()
        {
            return;
        }
        if let Some(folded) = self.folded_form(code, plain) {
            self.folded = Some(folded);
            self.people = vec![];
            self.bound = vec![];
            self.space = Space::default();
        }
    }

    fn folded_form(&self, code: &Code, plain: &Arc<PlainCode>) -> Option<Folded> {
        let people = &self.people;
        let most = people.len() * plain.owned.len();
        if people.is_empty() || people.len() > MATES_MAX || most > FACTS_MAX {
            return None;
        }
        let mates = people.iter().enumerate();
        let mates = mates.map(|(index, p)| self.mate(code, plain, index, p));
        let mut mates: Box<[Mate]> = mates.collect::<Option<_>>()?;
        let next = u32::try_from(self.space.next_sequence()).ok()?;
        let mut still = Still::default();
        let mut past = vec![];
        let mut base = self.now.0;
        for (fact, number) in plain.number_of.iter().enumerate() {
            let rows = 0..self.space.rows(fact);
            if number.is_some() {
                let times = rows.map(|row| self.space.history(fact, row).since);
                base = times.fold(base, i64::min);
                still.rows.push(StillRows::default());
                continue;
            }
            let from = still.words.len() as u32;
            for row in rows {
                let history = self.space.history(fact, row);
                if history.taken_by != 0 {
                    return None;
                }
                past.push((history.sequence, history.since));
                still.words.extend(self.space.row(fact, row));
            }
            still.rows.push(StillRows {
                from,
                count: self.space.rows(fact) as u32,
                width: code.shape.facts.get(fact)?.arity as u32,
            });
        }
        if past.len() + most > FACTS_MAX {
            return None;
        }
        for (owned, number) in plain.owned.iter().zip(0u8..) {
            let fact = usize::from(owned.fact);
            for row in 0..self.space.rows(fact) {
                let words = self.space.row(fact, row);
                let history = self.space.history(fact, row);
                let owner = *words.get(usize::from(owned.place))?;
                let is_owner = |mate: &&mut Mate| mate.words[usize::from(ME)] == owner;
                let mate = mates.iter_mut().find(is_owner)?;
                let taken = history.taken_by != 0;
                if mate.present >> number & 1 == 1 || taken && history.taken_by != mate.busy {
                    return None;
                }
                mate.present |= 1 << number;
                mate.unsettled |= u8::from(taken) << number;
                for (word, place) in words.iter().zip(0u8..) {
                    mate.words[usize::from(owned.word_at(place))] = *word;
                }
                let since = u32::try_from(history.since.checked_sub(base)?).ok()?;
                let sequence = u32::try_from(history.sequence).ok()?;
                mate.past[usize::from(number)] = (sequence, since);
            }
        }
        mates
            .iter_mut()
            .try_for_each(|mate| mate.put_at_hand(plain))?;
        Some(Folded {
            mates,
            plain: plain.clone(),
            still: plain.stills.same_as(still),
            base,
            next,
            past: past.into(),
        })
    }

    fn mate(&self, code: &Code, plain: &PlainCode, index: usize, p: &Person) -> Option<Mate> {
        let list = code.list_number(p.class, p.state);
        plain.lists.get(list)?.as_ref()?;
        if p.rare.is_some()
            || p.standing != Standing::Present
            || p.leaving.is_some()
            || p.owes_farewell
            || p.is_busy() != p.run.is_some()
        {
            return None;
        }
        let mut mate = Mate {
            words: [NONE; WORDS],
            busy: p.busy_with,
            wake: p.wake,
            interest: Interest::MAX,
            present: 0,
            unsettled: 0,
            class: p.class,
            rule: 0,
            state: p.state,
            list: u16::try_from(list).ok()?,
            kept: [NONE; KEPT],
            past: [(0, 0); OWNED_MAX],
            starts: p.starts,
            free_since: p.free_since,
            role: p.role,
        };
        mate.words[usize::from(ME)] = crate::fast::word::of_character(p.who);
        if p.dirty & p.interest != 0 {
            mate.wake = i64::MIN;
        }
        if p.is_busy() {
            mate.interest = 0;
        }
        if let Some(run) = &p.run {
            let call = plain.call(run.rule)?;
            let as_usual = run.id.0 == p.busy_with
                && run.who == p.who
                && run.partner.is_none()
                && run.stop_asked.is_none()
                && run.action == call.action
                && run.started.0 == p.starts.last()
                && run.limit == run.started.after(call.limit)
                && run.interruptible == call.interruptible;
            if !as_usual {
                return None;
            }
            mate.rule = run.rule;
            let bound = self.bound(index).iter().take(usize::from(run.bindings));
            for (kept, word) in mate.kept.iter_mut().zip(bound) {
                *kept = *word;
            }
        }
        Some(mate)
    }

    /// Unfolds the scene. Everyone who is free looks at everything.
    pub(in crate::fast) fn unfold(&mut self, code: &Code) {
        if let Some(folded) = self.folded.take() {
            self.spread_people(&folded);
            self.space = self.space_of(&folded);
            self.limit = i64::MIN;
            self.consider_everything();
            self.calm.1 = self.calm.1.saturating_mul(2).min(CALM_MAX);
            self.mark_everything(code);
        }
    }

    /// The same scene in its general form, but without facts, and for what is remembered of rules.
    pub(in crate::fast) fn unfolded_but_for_facts(&self, folded: &Folded) -> Scene {
        let mut scene = Scene {
            id: self.id,
            now: self.now,
            due: self.due,
            limit: self.limit,
            next_start: self.next_start,
            key: self.key,
            phase: self.phase,
            calm: self.calm,
            census: self.census,
            leavers: self.leavers,
            recalls: self.recalls,
            folded: None,
            space: Space::default(),
            people: vec![],
            marks: 0,
            bound: vec![],
            rare: None,
            end_asked: self.end_asked,
            script: self.script,
            shape: self.shape.clone(),
        };
        scene.spread_people(folded);
        scene
    }

    fn spread_people(&mut self, folded: &Folded) {
        self.people.clear();
        self.bound.clear();
        for mate in &folded.mates {
            let person = mate.to_person(&folded.plain);
            self.admit(person);
            let index = self.people.len() - 1;
            let rule = folded.plain.rule(mate.rule);
            let variables = rule.map_or([NONE; KEPT], |rule| mate.variables(rule));
            for (place, kept) in self.bound_mut(index).iter_mut().zip(variables) {
                *place = kept;
            }
        }
    }

    fn space_of(&self, folded: &Folded) -> Space {
        let mut space = Space::new(&self.shape.facts);
        for (history, fact, words) in folded.rows() {
            space.push(fact, &words, history);
        }
        space.go_on_from(u64::from(folded.next));
        space
    }
}

/// A row: its history, its fact, and its words.
type Row = (History, usize, Vec<Word>);

impl Folded {
    /// All rows, oldest first.
    pub(in crate::fast) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = vec![];
        let mut past = self.past.iter();
        for (fact, stay) in self.still.rows.iter().enumerate() {
            let width = stay.width as usize;
            for row in 0..stay.count as usize {
                let from = stay.from as usize + row * width;
                let words = self.still.words.get(from..from + width);
                let (sequence, since) = past.next().copied().unwrap_or_default();
                let history = History {
                    sequence,
                    since,
                    expires: 0,
                    taken_by: 0,
                };
                rows.push((history, fact, words.unwrap_or_default().to_vec()));
            }
        }
        for mate in &self.mates {
            for (owned, number) in self.plain.owned.iter().zip(0u8..) {
                if mate.present >> number & 1 == 0 {
                    continue;
                }
                let (sequence, since) = mate.past[usize::from(number)];
                let taken = mate.unsettled >> number & 1 == 1;
                let history = History {
                    sequence: u64::from(sequence),
                    since: self.base.saturating_add(i64::from(since)),
                    expires: 0,
                    taken_by: if taken { mate.busy } else { 0 },
                };
                let words = (0..owned.arity).map(|place| {
                    let word = usize::from(owned.word_at(place));
                    mate.words[word % WORDS]
                });
                rows.push((history, usize::from(owned.fact), words.collect()));
            }
        }
        rows.sort_by_key(|(history, ..)| history.sequence);
        rows
    }
}
