//! Everyone who takes part in a plain scene, with the facts about them.

use super::code::{Interest, KEPT, ME, OWNED_MAX, PlainCall, PlainCode, PlainRule, WORDS};
use crate::fast::doing::{Run, Starts};
use crate::fast::keys::OwnRows;
use crate::fast::program::topic;
use crate::fast::scene::{Participant, Person};
use crate::fast::word::{NONE, Word, payload};
use std::sync::{Arc, Mutex, PoisonError};
use townsfolk_core::{CharacterId, RoleId, Standing, StartId, StateId, Tick};

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
    pub(super) past: Box<[(u64, i64)]>,
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

    pub(super) fn to_person(&self, plain: &PlainCode) -> Person {
        let who = self.who();
        let busy = self.busy != 0;
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
            run: self.call(plain).map(|call| Run {
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

    /// What they do, if they are busy.
    pub(super) fn call<'p>(&self, plain: &'p PlainCode) -> Option<&'p PlainCall> {
        plain.call(self.rule).filter(|_| self.busy != 0)
    }

    /// They are busy from now on.
    #[inline(always)]
    pub(super) fn keep_busy(&mut self, id: StartId, rule: u16, starts: Starts) {
        (self.busy, self.rule, self.starts) = (id.0, rule, starts);
        (self.wake, self.interest) = (i64::MAX, 0);
    }

    /// They are free from a moment on.
    #[inline]
    pub(super) fn begin_free_spell(&mut self, at: i64) {
        self.free_since = at;
        self.wake = i64::MIN;
        self.interest = Interest::MAX;
    }

    /// Puts the values of a rule's variables where they are looked for: what they came from may be gone.
    pub(super) fn put_at_hand(&mut self, plain: &PlainCode) -> Option<()> {
        let rule = plain.rule(self.rule);
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

impl Folded {
    /// Everyone who takes part, as others see them.
    pub(in crate::fast) fn participants(
        &self,
        state: impl Fn(u16) -> Option<StateId>,
    ) -> impl Iterator<Item = Participant> {
        self.mates.iter().map(move |mate| Participant {
            who: mate.who(),
            role: mate.role,
            state: state(mate.state),
            standing: Standing::Present,
            doing: mate
                .call(&self.plain)
                .map(|call| (StartId(mate.busy), call.action)),
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

    pub(super) fn same_as(&self, still: Still) -> Arc<Still> {
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
