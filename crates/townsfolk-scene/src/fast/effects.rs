//! How facts change: removals, then additions, then attributes, and who is woken by that.

use super::fact_store::History;
use super::packed_value::{NONE, PackedValue, decode};
use super::program::{ARGUMENTS_MAX, EffectsCode, PatternCode, Span, WrittenValue, topic};
use super::scratch::{Addition, Write};
use super::update::{Chance, Updating};
use super::witness::Witness;
use crate::{Fault, Happening};
use townsfolk_core::{Atom, FactId, Pushed, Tick};

/// Why facts go, and so how that is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemovalReason {
    Removed,
    Passed,
    Released,
}

impl<W: Witness> Updating<'_, W> {
    /// Evaluates effects now, carries them out, and says so.
    #[inline(always)]
    pub(super) fn apply_effects(&mut self, effects: &EffectsCode, taken_by: u64) {
        if !effects.is_empty() {
            self.change_facts(effects, taken_by);
        }
    }

    #[inline(never)]
    fn change_facts(&mut self, effects: &EffectsCode, taken_by: u64) {
        self.steps = 0;
        self.chance = Chance::Drawn;
        self.scratch.faults.clear();
        match !W::ON && effects.at_once {
            true => self.apply_directly(effects, taken_by),
            false => self.apply_planned(effects, taken_by),
        }
        self.chance = Chance::Forbidden;
        for index in 0..self.scratch.faults.len() {
            let fact = self.scratch.faults[index];
            self.fault(Fault::Undefined(fact));
        }
        if effects.set.length > 0 {
            self.set_attributes();
        }
    }

    /// Removes and adds at once. Without a witness the order of removals does not matter.
    fn apply_directly(&mut self, effects: &EffectsCode, taken_by: u64) {
        let code = self.code;
        let mut touched = 0;
        for pattern in effects.remove.of(&code.patterns) {
            touched |= self.remove_at_once(pattern);
        }
        for pattern in effects.add.of(&code.patterns) {
            let mut words = [NONE; ARGUMENTS_MAX];
            let arguments = pattern.arguments.of(&code.arguments);
            let words = &mut words[..arguments.len()];
            let mut defined = true;
            for (word, argument) in words.iter_mut().zip(arguments) {
                *word = self.value_of(*argument);
                defined &= *word != NONE;
            }
            if !defined {
                self.scratch.faults.push(pattern.id);
                continue;
            }
            let fact = usize::from(pattern.fact);
            let fact = (fact < code.shape.facts.len()).then_some(fact);
            touched |= self.add(pattern.id, fact, words, taken_by);
        }
        self.touch(touched);
        if effects.set.length > 0 {
            self.scratch.forget_writes();
            self.plan_writes(effects);
        }
    }

    fn apply_planned(&mut self, effects: &EffectsCode, taken_by: u64) {
        self.plan(effects);
        self.scratch.forget_writes();
        self.plan_writes(effects);
        self.remove_planned(RemovalReason::Removed);
        let words = std::mem::take(&mut self.scratch.words);
        for index in 0..self.scratch.additions.len() {
            let addition = self.scratch.additions[index];
            let from = addition.from as usize;
            let arguments = &words[from..from + addition.length as usize];
            let fact = usize::from(addition.fact);
            let fact = (fact < self.code.shape.facts.len()).then_some(fact);
            let touched = self.add(addition.id, fact, arguments, taken_by);
            self.touch(touched);
        }
        self.scratch.words = words;
    }

    /// Works out what effects would change, without changing it.
    pub(super) fn plan(&mut self, effects: &EffectsCode) {
        let code = self.code;
        self.scratch.removals.clear();
        for pattern in effects.remove.of(&code.patterns) {
            if !self.plan_removal(pattern) {
                self.scratch.faults.push(pattern.id);
            }
        }
        self.plan_facts(effects);
    }

    /// Works out which attributes effects set, without setting them. A write without a value for its
    /// argument or for the attribute is left out.
    pub(super) fn plan_writes(&mut self, effects: &EffectsCode) {
        let code = self.code;
        for write in effects.set.of(&code.writes) {
            let from = self.scratch.written.len();
            let arguments = write.arguments.of(&code.arguments);
            let defined = arguments.iter().all(|argument| {
                let value = decode(self.value_of(*argument));
                self.scratch.written.extend(value);
                value.is_some()
            });
            let value = match write.value {
                WrittenValue::Given(value) => Some(value),
                WrittenValue::Is(value) => decode(self.value_of(value)).map(Pushed::Is),
            };
            let Some(value) = value.filter(|_| defined) else {
                self.scratch.written.truncate(from);
                continue;
            };
            let declared = write.declared.as_ref();
            self.scratch.writes.push(Write {
                name: write.name,
                value: declared.map_or(value, |declared| declared.clamped(value)),
                from,
                to: self.scratch.written.len(),
            });
        }
    }

    /// Sets the planned attributes, in this scene at once.
    fn set_attributes(&mut self) {
        let written = std::mem::take(&mut self.scratch.written);
        for index in 0..self.scratch.writes.len() {
            let write = self.scratch.writes[index];
            let arguments = &written[write.from..write.to];
            self.push_property(write.name, arguments, write.value);
            let scene = self.scene.id;
            self.out.set(scene, write.name, arguments, write.value);
        }
        self.scratch.written = written;
    }

    /// Lets go what a pattern removes, and says which topics that touches.
    pub(super) fn remove_at_once(&mut self, pattern: &PatternCode) -> u64 {
        let fact = usize::from(pattern.fact);
        if let Some(columns) = pattern.columns
            && fact < self.code.shape.facts.len()
        {
            let columns = self.columns(columns, pattern.arguments);
            let mut words = [NONE; ARGUMENTS_MAX];
            let words = &mut words[..columns.len()];
            let mut whole = true;
            for (word, slot) in words.iter_mut().zip(columns) {
                *word = self.slot(*slot);
                whole &= *word != NONE;
            }
            if whole {
                let Some(row) = self.scene.facts.find(fact, words) else {
                    return 0;
                };
                let topics = self.topics_told();
                let code = self.code;
                self.scene.remove_row(code, (fact, row), words, topics);
                return topic::fact(fact);
            }
        }
        self.scratch.removals.clear();
        if !self.plan_removal(pattern) {
            self.scratch.faults.push(pattern.id);
        }
        self.remove_rows()
    }

    /// Puts the facts that come behind each other.
    fn plan_facts(&mut self, effects: &EffectsCode) {
        let code = self.code;
        self.scratch.additions.clear();
        self.scratch.words.clear();
        for pattern in effects.add.of(&code.patterns) {
            let from = self.scratch.words.len();
            if self.push_values(pattern.arguments) {
                self.scratch.additions.push(Addition {
                    id: pattern.id,
                    fact: pattern.fact,
                    from: from as u32,
                    length: pattern.arguments.length,
                });
            } else {
                self.scratch.words.truncate(from);
                self.scratch.faults.push(pattern.id);
            }
        }
    }

    /// Notes the rows that a removal takes; `false` if an argument is undefined.
    pub(super) fn plan_removal(&mut self, pattern: &PatternCode) -> bool {
        let code = self.code;
        let fact = usize::from(pattern.fact);
        let mark = self.scratch.trail.len();
        if let Some(columns) = pattern.columns
            && fact < code.shape.facts.len()
        {
            let arguments = self.columns(columns, pattern.arguments);
            let rows = self.scene.facts.rows(fact);
            let known = self.first_known(arguments);
            let mut row = 0;
            while row < rows {
                row = self.scene.facts.next_with(fact, row, known);
                if row == rows {
                    break;
                }
                if self.agrees(arguments, fact, row) {
                    let sequence = self.scene.facts.history(fact, row).sequence;
                    let removal = (sequence, pattern.fact, row as u32);
                    self.scratch.removals.push(removal);
                }
                self.undo(mark);
                row += 1;
            }
            return true;
        }
        let Some(wanted) = self.fill(pattern.arguments) else {
            return false;
        };
        if fact >= code.shape.facts.len() {
            return true;
        }
        let arity = pattern.arguments.length as usize;
        let rows = self.scene.facts.rows(fact);
        for row in 0..rows {
            if self.matches(&wanted[..arity], fact, row) {
                let sequence = self.scene.facts.history(fact, row).sequence;
                let removal = (sequence, pattern.fact, row as u32);
                self.scratch.removals.push(removal);
            }
            self.undo(mark);
        }
        true
    }

    /// Puts the values of arguments behind the other words; `false` if one is undefined.
    pub(super) fn push_values(&mut self, arguments: Span) -> bool {
        let code = self.code;
        for argument in arguments.of(&code.arguments) {
            match self.value_of(*argument) {
                NONE => return false,
                word => self.scratch.words.push(word),
            }
        }
        true
    }

    /// Lets the rows go that have been noted, and tells of them oldest first.
    pub(super) fn remove_planned(&mut self, why: RemovalReason) {
        if self.scratch.removals.is_empty() {
            return;
        }
        if self.scratch.removals.len() > 1 {
            self.scratch.removals.sort_unstable();
            self.scratch.removals.dedup();
        }
        if W::ON {
            for index in 0..self.scratch.removals.len() {
                let (_, fact, row) = self.scratch.removals[index];
                let shape = self.code.shape.facts[usize::from(fact)];
                let row = self.scene.facts.row(usize::from(fact), row as usize);
                let atom = atom_of(shape.id, row);
                self.happen(match why {
                    RemovalReason::Removed => Happening::Removed(atom),
                    RemovalReason::Passed => Happening::Passed(atom),
                    RemovalReason::Released => Happening::Released(atom),
                });
            }
        }
        let touched = self.remove_rows();
        self.touch(touched);
    }

    /// Removes the noted rows and says which topics that touches.
    fn remove_rows(&mut self) -> u64 {
        let mut touched = 0;
        let topics = self.topics_told();
        self.scratch.sort_removals();
        while let Some((_, fact, row)) = self.scratch.removals.pop() {
            let (fact, row) = (usize::from(fact), row as usize);
            let mut words = [NONE; ARGUMENTS_MAX];
            let going = self.scene.facts.row(fact, row);
            let words = &mut words[..going.len()];
            words.copy_from_slice(going);
            let code = self.code;
            self.scene.remove_row(code, (fact, row), words, topics);
            touched |= topic::fact(fact);
        }
        touched
    }

    /// Carries the plan out without events or wake-ups; returns whether a claim was lost.
    pub(super) fn apply_silently(&mut self) -> bool {
        self.scratch.sort_removals();
        while let Some((_, fact, row)) = self.scratch.removals.pop() {
            self.scene.facts.remove(usize::from(fact), row as usize);
        }
        let mut lost = false;
        let words = std::mem::take(&mut self.scratch.words);
        for addition in &self.scratch.additions {
            let from = addition.from as usize;
            let arguments = &words[from..from + addition.length as usize];
            let fact = usize::from(addition.fact);
            let Some(shape) = self.code.shape.facts.get(fact) else {
                continue;
            };
            let gone = &self.scene.rare().gone;
            if arguments.iter().any(|word| gone.contains(word))
                || self.scene.facts.find(fact, arguments).is_some()
            {
                continue;
            }
            if shape.claim && self.scene.facts.holder(fact, shape, arguments).is_some() {
                lost = true;
                continue;
            }
            let history = History {
                sequence: self.scene.facts.next_sequence(),
                since: 0,
                expires: 0,
                taken_by: 0,
            };
            self.scene.facts.push(fact, arguments, history);
        }
        self.scratch.words = words;
        lost
    }

    /// Adds a fact, and says which topics that touches. A claim that another participant holds is left as
    /// it is.
    pub(super) fn add(
        &mut self,
        id: FactId,
        fact: Option<usize>,
        words: &[PackedValue],
        taken_by: u64,
    ) -> u64 {
        if self.names_gone(words) {
            if W::NOTICES {
                self.fault(Fault::NamesGone(atom_of(id, words)));
            }
            return 0;
        }
        let Some(fact) = fact else {
            if W::NOTICES {
                self.fault(Fault::Undeclared(atom_of(id, words)));
            }
            return 0;
        };
        let shape = self.code.shape.facts[fact];
        let now = Tick(self.now);
        let mut touched = 0;
        let expires = shape.lifetime.map_or(0, |span| now.after(span).0);
        if let Some(row) = self.scene.facts.find(fact, words) {
            if shape.lifetime.is_some() {
                self.scene.facts.set_expires(fact, row, expires);
            }
        } else {
            let holder = shape
                .claim
                .then(|| self.scene.facts.holder(fact, &shape, words));
            if let Some(Some(holder)) = holder {
                if W::ON
                    && let Some(holder) = decode(holder)
                {
                    let claim = atom_of(id, words);
                    self.happen(Happening::ClaimLost { claim, holder });
                }
                return 0;
            }
            let history = History {
                sequence: self.scene.facts.next_sequence(),
                since: now.0,
                expires,
                taken_by: if shape.claim { taken_by } else { 0 },
            };
            let topics = self.topics_told();
            let code = self.code;
            self.scene.add_row(code, fact, words, history, topics);
            touched = topic::fact(fact);
        }
        if W::ON {
            self.happen(Happening::Added(atom_of(id, words)));
        }
        touched
    }

    /// Facts whose lifetime is over pass.
    pub(super) fn expire_facts(&mut self) {
        if self.code.passing.is_empty() {
            return;
        }
        let now = self.now;
        self.plan_rows(|shape, _, history| shape.lifetime.is_some() && history.expires <= now);
        self.remove_planned(RemovalReason::Passed);
    }

    /// Notes every row that is asked for, to be let go.
    pub(super) fn plan_rows(
        &mut self,
        asked: impl Fn(&super::fact_store::FactShape, &[PackedValue], &History) -> bool,
    ) {
        let removals = &mut self.scratch.removals;
        removals.clear();
        for (fact, shape) in self.code.shape.facts.iter().enumerate() {
            for row in 0..self.scene.facts.rows(fact) {
                let words = self.scene.facts.row(fact, row);
                let history = self.scene.facts.history(fact, row);
                if asked(shape, words, &history) {
                    removals.push((history.sequence, fact as u16, row as u32));
                }
            }
        }
    }
}

pub(super) fn atom_of(fact: FactId, words: &[PackedValue]) -> Atom {
    Atom {
        fact,
        arguments: super::conversion::values(words),
    }
}
