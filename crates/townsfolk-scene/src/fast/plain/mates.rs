//! Everyone who takes part in a plain scene, with the facts about them; folding and unfolding.

use super::code::{Interest, KEPT, ME, OWNED_MAX, PlainCode, PlainRule, WORDS};
use crate::fast::doing::{Run, Starts};
use crate::fast::keys::OwnRows;
use crate::fast::marks::FACTS_MAX;
use crate::fast::program::{Code, LineCode, topic};
use crate::fast::scene::{CALM_MAX, Participant, Person, Scene};
use crate::fast::space::{History, Space};
use crate::fast::word::{NONE, Word, payload};
use crate::reference::{Outcome, Phase, Report, StartId};
use std::sync::{Arc, Mutex, PoisonError};
use townsfolk_core::{CharacterId, RoleId, Standing, StateId, Tick};

/// So many can take part in a plain scene.
pub(super) const MATES_MAX: usize = 8;

/// A scene in its folded form.
#[derive(Clone, Debug)]
pub(in crate::fast) struct Folded {
    pub(in crate::fast) mates: Box<[Mate]>,
    pub(super) plain: Arc<PlainCode>,
    pub(super) still: Arc<Still>,
    /// Times of rows are counted from here.
    pub(super) base: i64,
    /// The place of the next row in the age of all rows.
    pub(super) next: u32,
    /// Age and time of the rows that stay.
    past: Box<[(u64, i64)]>,
}

/// Someone who takes part. What every update looks at is in front, within one line of the cache.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::fast) struct Mate {
    /// The number of the action they perform; zero if they are free.
    pub(super) busy: u64,
    /// When there is a reason to look.
    pub(super) wake: i64,
    /// Which facts about them are there, by bits.
    pub(super) present: u8,
    /// Which of them are claims that belong to the action.
    pub(super) unsettled: u8,
    pub(super) class: u8,
    /// The rule whose action they perform.
    pub(super) rule: u16,
    pub(super) state: u16,
    /// What they can try.
    pub(super) list: u16,
    /// Whose change is a reason to look.
    pub(super) interest: Interest,
    pub(super) role: RoleId,
    pub(super) free_since: i64,
    pub(super) starts: Starts,
    // The second line.
    /// The values of the facts about them, and last who they are.
    pub(super) words: [Word; WORDS],
    // The third.
    /// For each fact about them, its place in the age of all rows, and its time.
    pub(super) past: [(u32, u32); OWNED_MAX],
    // The fourth.
    /// The values of the rule's variables, unless they are at hand.
    pub(super) kept: [Word; KEPT],
}

const _: () = assert!(size_of::<Mate>() == 4 * 64);

/// Facts that no plain rule changes. Many scenes have the same.
#[derive(PartialEq, Eq, Debug, Default)]
pub(in crate::fast) struct Still {
    /// Where the rows of each declared fact are.
    pub(super) rows: Vec<StillRows>,
    pub(super) words: Vec<Word>,
}

/// The rows of one fact that stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StillRows {
    /// The first word.
    pub(super) from: u32,
    pub(super) count: u32,
    /// How many words a row has.
    pub(super) width: u32,
}

impl Mate {
    /// Who it is.
    #[inline]
    pub(in crate::fast) fn who(&self) -> CharacterId {
        CharacterId(self.number())
    }

    /// The number of who it is.
    #[inline]
    pub(super) fn number(&self) -> u32 {
        payload(self.words[usize::from(ME)]) as u32
    }

    fn to_person(&self, plain: &PlainCode) -> Person {
        let who = self.who();
        let busy = self.busy != 0;
        let rule = plain.rules.get(usize::from(self.rule));
        let call = rule.and_then(|rule| rule.as_ref()?.call.as_ref());
        let started = Tick(self.starts.last());
        Person {
            who,
            role: self.role,
            class: self.class,
            state: self.state,
            standing: Standing::Present,
            leaving: None,
            owes_farewell: false,
            busy_with: self.busy,
            free_since: self.free_since,
            marks: 0,
            rows: OwnRows::default(),
            tried: 0,
            early: 0,
            retry: i64::MAX,
            changed: topic::ALL,
            dirty: if busy { 0 } else { topic::ALL },
            interest: if busy { 0 } else { topic::ALL },
            wake: if busy { i64::MAX } else { i64::MIN },
            run: call.filter(|_| busy).map(|call| Run {
                id: StartId(self.busy),
                who,
                partner: None,
                rule: self.rule,
                bindings: call.variables,
                action: call.action,
                started,
                limit: started.after(call.limit),
                interruptible: call.interruptible,
                stop_asked: None,
            }),
            starts: self.starts,
            rare: None,
        }
    }

    /// They are free from a moment on.
    #[inline]
    pub(super) fn begin_free_spell(&mut self, at: i64) {
        self.free_since = at;
        self.wake = i64::MIN;
        self.interest = Interest::MAX;
    }

    /// Puts the values of a rule's variables where they are looked for: what they came from may be gone.
    fn put_at_hand(&mut self, plain: &PlainCode) -> Option<()> {
        let rule = plain.rules.get(usize::from(self.rule));
        let rule = rule.and_then(Option::as_ref);
        let Some(rule) = rule.filter(|rule| self.busy != 0 && rule.at_hand) else {
            return Some(());
        };
        for ((register, counts), kept) in rule.variables.iter().zip(rule.counts).zip(self.kept) {
            let word = self.words.get_mut(usize::from(*register) % WORDS)?;
            if counts != 0 && *word != kept {
                if *word != NONE {
                    return None;
                }
                *word = kept;
            }
        }
        Some(())
    }

    /// The values of the variables of the rule whose action they perform.
    #[inline(always)]
    pub(super) fn variables(&self, rule: &PlainRule) -> [Word; KEPT] {
        match rule.at_hand {
            true => std::array::from_fn(|place| {
                let word = usize::from(rule.variables[place]);
                self.words[word % WORDS] & rule.counts[place]
            }),
            false => self.kept,
        }
    }
}

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
            let rule = plain.rules.get(usize::from(run.rule))?.as_ref()?;
            let call = rule.call.as_ref()?;
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
            self.spread(&folded);
            self.limit = i64::MIN;
            self.consider_everything();
            self.calm.1 = self.calm.1.saturating_mul(2).min(CALM_MAX);
            self.mark_everything(code);
        }
    }

    /// The same scene in its general form, but for what is remembered of rules.
    pub(in crate::fast) fn unfolded(&self) -> Option<Scene> {
        let folded = self.folded.as_ref()?;
        let mut scene = Scene {
            folded: None,
            ..self.clone()
        };
        scene.spread(folded);
        Some(scene)
    }

    fn spread(&mut self, folded: &Folded) {
        self.people.clear();
        self.bound.clear();
        for mate in &folded.mates {
            let person = mate.to_person(&folded.plain);
            self.admit(person);
            let index = self.people.len() - 1;
            let rule = folded.plain.rules.get(usize::from(mate.rule));
            let rule = rule.and_then(Option::as_ref);
            let variables = rule.map_or([NONE; KEPT], |rule| mate.variables(rule));
            for (place, kept) in self.bound_mut(index).iter_mut().zip(variables) {
                *place = kept;
            }
        }
        self.space = self.space_of(folded);
    }

    fn space_of(&self, folded: &Folded) -> Space {
        let facts = &self.shape.facts;
        let mut rows: Vec<(History, usize, Vec<Word>)> = vec![];
        let mut past = folded.past.iter();
        for (fact, stay) in folded.still.rows.iter().enumerate() {
            let width = stay.width as usize;
            for row in 0..stay.count as usize {
                let from = stay.from as usize + row * width;
                let words = folded.still.words.get(from..from + width);
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
        for mate in &folded.mates {
            for (owned, number) in folded.plain.owned.iter().zip(0u8..) {
                if mate.present >> number & 1 == 0 {
                    continue;
                }
                let (sequence, since) = mate.past[usize::from(number)];
                let taken = mate.unsettled >> number & 1 == 1;
                let history = History {
                    sequence: u64::from(sequence),
                    since: folded.base.saturating_add(i64::from(since)),
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
        let mut space = Space::new(facts);
        for (history, fact, words) in rows {
            space.push(fact, &words, history);
        }
        space.go_on_from(u64::from(folded.next));
        space
    }
}

impl Folded {
    /// Everyone who takes part, as others see them.
    pub(in crate::fast) fn participants(
        &self,
        state: impl Fn(u16) -> Option<StateId>,
    ) -> impl Iterator<Item = Participant> {
        self.mates.iter().map(move |mate| {
            let rule = self.plain.rules.get(usize::from(mate.rule));
            let call = rule.and_then(|rule| rule.as_ref()?.call.as_ref());
            let call = call.filter(|_| mate.busy != 0);
            Participant {
                who: mate.who(),
                role: mate.role,
                state: state(mate.state),
                standing: Standing::Present,
                doing: call.map(|call| (StartId(mate.busy), call.action)),
            }
        })
    }

    /// How many facts there are.
    pub(in crate::fast) fn facts_count(&self) -> usize {
        let own = self.mates.iter().map(|mate| mate.present.count_ones());
        self.past.len() + own.sum::<u32>() as usize
    }

    /// Gives everyone who is free a reason to look.
    pub(in crate::fast) fn wake_all(&mut self) {
        for mate in self.mates.iter_mut().filter(|mate| mate.busy == 0) {
            mate.wake = i64::MIN;
        }
    }
}

/// Facts that stay, of scenes seen lately: most scenes of a script know the same. A cache.
#[derive(Debug, Default)]
pub(super) struct Stills(Mutex<Vec<Arc<Still>>>);

impl Stills {
    /// So many are remembered.
    const MOST: usize = 8;

    fn same_as(&self, still: Still) -> Arc<Still> {
        // Whoever was interrupted while looking has left nothing half done.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| ***known == still) {
            return known.clone();
        }
        if all.len() == Self::MOST {
            all.remove(0);
        }
        let still = Arc::new(still);
        all.push(still.clone());
        still
    }
}
