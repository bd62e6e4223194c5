//! Changes of facts that can be carried out one by one as they are written: those of rules with the
//! plainest conditions, when nobody is told in which order rows go.

use super::keys::{KEYS_MAX, SEVERAL};
use super::program::{Arg, Code, EffectsCode, PatternCode, Span, topic};
use super::space::{Extent, History};
use super::update::Updating;
use super::walk::SLOTS;
use super::witness::Witness;
use super::word::{NONE, Word};
use townsfolk_core::{Duration, Tick};

/// The most arguments of a fact that changes like this.
const ARGUMENTS: usize = 4;

/// A fact that goes, or comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    comes: bool,
    claim: bool,
    /// Whether an argument has to be calculated.
    calculated: bool,
    arity: u8,
    /// The key at which it names `.me`.
    key: Option<u8>,
    fact: u16,
    slots: [u8; ARGUMENTS],
    /// The pattern it was made of.
    pattern: u32,
    /// What is touched.
    topic: u64,
    /// How long it lasts, if it passes by itself.
    lifetime: Option<Duration>,
}

/// Finds the effects of this sort.
pub(super) fn plan(code: &mut Code) {
    for rule in 0..code.rules.len() {
        if code.rules[rule].steps.is_none() {
            continue;
        }
        let here = &code.rules[rule];
        let effects = [here.now, here.then, here.on_failure, here.on_stop];
        let planned = effects.map(|effects| {
            let mut planned = effects;
            if let Some(changes) = changes_of(code, &effects) {
                let from = code.changes.len() as u32;
                let length = changes.len() as u32;
                planned.changes = Some(Span { from, length });
                code.changes.extend(changes);
            }
            planned
        });
        let here = &mut code.rules[rule];
        [here.now, here.then, here.on_failure, here.on_stop] = planned;
    }
}

fn changes_of(code: &Code, effects: &EffectsCode) -> Option<Vec<Change>> {
    if !effects.at_once {
        return None;
    }
    let spans = [(effects.remove, false), (effects.add, true)];
    let all = spans.into_iter().flat_map(|(span, comes)| {
        let patterns = span.from..span.from + span.length;
        patterns.map(move |pattern| (pattern, comes))
    });
    all.map(|(pattern, comes)| change_of(code, pattern, comes))
        .collect()
}

fn change_of(code: &Code, index: u32, comes: bool) -> Option<Change> {
    let pattern: &PatternCode = &code.patterns[index as usize];
    let shape = code.shape.facts.get(usize::from(pattern.fact))?;
    let arguments = pattern.arguments.of(&code.arguments);
    let me = code.me();
    // What is not used is somebody, so that nothing is missing there.
    let mut slots = [u8::try_from(me).ok()?; ARGUMENTS];
    let mut key = None;
    for (place, argument) in arguments.iter().enumerate() {
        let slot = match argument {
            Arg::Slot(slot) => usize::from(*slot),
            Arg::Me => me,
            Arg::Anything => code.any(),
            Arg::Word(word) => {
                let constant = code.constants.iter().position(|known| known == word)?;
                code.first_constant() + constant
            }
            Arg::Expression(_) if comes => code.any(),
            Arg::Expression(_) => return None,
        };
        *slots.get_mut(place)? = u8::try_from(slot).ok()?;
        if slot == me && key.is_none() {
            key = code.key_at(pattern.fact, place as u8);
        }
    }
    let calculated = arguments.iter().any(|a| matches!(a, Arg::Expression(_)));
    Some(Change {
        comes,
        claim: shape.claim,
        calculated,
        arity: arguments.len() as u8,
        key,
        fact: pattern.fact,
        slots,
        pattern: index,
        topic: topic::fact(usize::from(pattern.fact)),
        lifetime: shape.lifetime,
    })
}

/// What was found of a fact that is to come or go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum There {
    Row(usize),
    /// A claim is somebody else's.
    Held,
    Not,
}

impl<W: Witness> Updating<'_, W> {
    /// Carries changes out.
    pub(super) fn carry_out(&mut self, changes: Span, taken_by: u64) {
        let code = self.code;
        let mut touched = 0;
        for change in changes.of(&code.changes) {
            touched |= self.carry_out_one(change, taken_by);
        }
        if touched != 0 {
            self.touch(touched);
        }
    }

    /// Says which topics are touched.
    #[inline]
    fn carry_out_one(&mut self, change: &Change, taken_by: u64) -> u64 {
        let code = self.code;
        let Some(slots) = self.scratch.slots.first_chunk::<SLOTS>() else {
            return 0;
        };
        let mut words = change.slots.map(|slot| slots[usize::from(slot)]);
        if change.calculated {
            let pattern = &code.patterns[change.pattern as usize];
            let arguments = pattern.arguments.of(&code.arguments);
            for (word, argument) in words.iter_mut().zip(arguments) {
                *word = self.value_of(*argument);
            }
        }
        if words.contains(&NONE) {
            return self.change_by_pattern(change);
        }
        let fact = usize::from(change.fact);
        let arity = usize::from(change.arity);
        match (change.comes, self.look_for(change, &words)) {
            (false, There::Row(row)) => {
                let topics = self.topics_told();
                self.scene.space.remove(fact, row);
                let words = words.get(..arity).unwrap_or_default();
                self.scene.unmark(code, fact, row, words, topics);
                change.topic
            }
            (true, There::Not) => self.come(change, &words, taken_by),
            (true, There::Row(row)) => {
                if let Some(span) = change.lifetime {
                    let expires = Tick(self.now).after(span).0;
                    self.scene.space.set_expires(fact, row, expires);
                }
                0
            }
            _ => 0,
        }
    }

    /// Something is missing: a fact that comes is at fault, one that goes is any that fits.
    #[cold]
    fn change_by_pattern(&mut self, change: &Change) -> u64 {
        let pattern = &self.code.patterns[change.pattern as usize];
        if !change.comes {
            return self.remove_at_once(pattern);
        }
        self.scratch.faults.push(pattern.id);
        0
    }

    fn come(&mut self, change: &Change, words: &[Word; ARGUMENTS], taken_by: u64) -> u64 {
        let code = self.code;
        let fact = usize::from(change.fact);
        let words = words.get(..usize::from(change.arity)).unwrap_or_default();
        if self.names_gone(words) {
            let id = code.shape.facts[fact].id;
            return self.add(id, Some(fact), words, taken_by);
        }
        let history = History {
            sequence: self.scene.space.next_sequence(),
            since: self.now,
            expires: change
                .lifetime
                .map_or(0, |span| Tick(self.now).after(span).0),
            taken_by: if change.claim { taken_by } else { 0 },
        };
        let topics = self.topics_told();
        let row = self.scene.space.rows(fact);
        self.scene.space.push(fact, words, history);
        self.scene.mark(code, fact, row, words, topics);
        change.topic
    }

    /// Whether a fact is there.
    #[inline]
    fn look_for(&self, change: &Change, words: &[Word; ARGUMENTS]) -> There {
        let space = &self.scene.space;
        let Some(extent) = space.extents().get(usize::from(change.fact)) else {
            return There::Not;
        };
        let rows = space.words();
        let arity = usize::from(change.arity);
        if let Some(key) = change.key
            && !change.claim
            && let Some(me) = self.scene.people.get(self.me_index)
        {
            match me.rows[usize::from(key) % KEYS_MAX] {
                0 => return There::Not,
                SEVERAL => {}
                row => {
                    let row = usize::from(row) - 1;
                    let at = extent.start() + row * extent.width();
                    return match begins(rows, at, words, arity) {
                        true => There::Row(row),
                        false => There::Not,
                    };
                }
            }
        }
        // Of a claim, all but the last argument say whether it is held.
        let deciding = arity - usize::from(change.claim && arity > 0);
        let Some(row) = row_of(rows, extent, words, deciding) else {
            return There::Not;
        };
        let last = extent.start() + row * extent.width() + deciding;
        match deciding == arity || rows.get(last) == words.get(deciding) {
            true => There::Row(row),
            false => There::Held,
        }
    }
}

/// The first row that begins with these words.
#[inline]
fn row_of(rows: &[Word], extent: &Extent, words: &[Word], count: usize) -> Option<usize> {
    let mut at = extent.start();
    let mut row = 0usize;
    while at < extent.end() {
        if begins(rows, at, words, count) {
            return Some(row);
        }
        at = at.wrapping_add(extent.width());
        row = row.wrapping_add(1);
    }
    None
}

#[inline]
fn begins(rows: &[Word], at: usize, words: &[Word], count: usize) -> bool {
    let (Some(row), Some(words)) = (rows.get(at..at.wrapping_add(count)), words.get(..count))
    else {
        return false;
    };
    row.iter().zip(words).all(|(here, word)| here == word)
}
