//! One update of a plain scene.

use super::code::{Changes, KEPT, ME, NOW, PlainCode, REGISTERS, Registers, VARIABLES, WORDS};
use super::code::{CONSTANTS, Change, PlainRule};
use super::look::{Choices, Looking, speak_for};
use super::mates::{Folded, Mate, MATES_MAX, Stills};
use crate::fast::commands::Commands;
use crate::fast::expression::combine;
use crate::fast::glance::Glances;
use crate::fast::program::{Code, Ex, topic};
use crate::fast::scene::Scene;
use crate::fast::strides::STRIDES_MAX;
use crate::fast::waking::{Order, Place};
use crate::fast::word::{DURATION, NONE, NUMBER, Word, decode, kind, of_time, pack, payload};
use crate::reference::update::STARTS_A_SECOND_MAX;
use crate::reference::{Outcome, Report, StartId};
use std::sync::Arc;
use townsfolk_core::{Draw, Tick};

/// What is left to be done in the general form.
#[derive(Debug)]
pub(in crate::fast) enum Left {
    /// Nothing has been done.
    All,
    /// These reports, and turns.
    Reports(Vec<Report>),
    /// The turns of those who wait for one, by bits.
    Turns(u32),
}

/// Memory that updates of plain scenes use again and again.
#[derive(Debug)]
pub(in crate::fast) struct PlainScratch {
    registers: Registers,
    choices: Choices,
    glances: Glances,
    pub(in crate::fast) stills: Stills,
}

impl Default for PlainScratch {
    fn default() -> PlainScratch {
        PlainScratch {
            registers: [NONE; REGISTERS],
            choices: [(0, 0); STRIDES_MAX],
            glances: Glances::default(),
            stills: Stills::default(),
        }
    }
}

impl PlainScratch {
    /// Makes the constants those of a program.
    pub(in crate::fast) fn change_program(&mut self, code: &Code) {
        self.registers = [NONE; REGISTERS];
        let places = self.registers.iter_mut().skip(CONSTANTS);
        for (place, constant) in places.zip(&code.constants) {
            *place = *constant;
        }
        self.glances = Glances::default();
    }
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Taken,
    /// It needs more care, and nothing has been done.
    Careful,
}

/// An update in progress.
struct Going<'g> {
    code: &'g Code,
    plain: &'g PlainCode,
    scene: &'g mut Head,
    folded: &'g mut Folded,
    scratch: &'g mut PlainScratch,
    out: &'g mut Commands,
    now: i64,
    /// Topics that have changed since everyone was last told.
    touched: u64,
}

/// What of a scene changes besides its folded form.
struct Head {
    id: crate::reference::SceneId,
    key: u64,
    next_start: u64,
    limit: i64,
}

impl Scene {
    /// One update of a folded scene, if it is plain.
    pub(in crate::fast) fn update_folded(
        &mut self,
        code: &Code,
        now: Tick,
        reports: &[Report],
        scratch: &mut PlainScratch,
        out: &mut Commands,
    ) -> Result<(), Left> {
        let (Some(folded), Some(plain)) = (&mut self.folded, &code.plain) else {
            return Err(Left::All);
        };
        if !Arc::ptr_eq(plain, &folded.plain) {
            return Err(Left::All);
        }
        let mut head = Head {
            id: self.id,
            key: self.key.1,
            next_start: self.next_start,
            limit: self.limit,
        };
        let mut going = Going {
            code,
            plain,
            scene: &mut head,
            folded,
            scratch,
            out,
            now: now.0,
            touched: 0,
        };
        if now <= self.now || !going.is_near() {
            return Err(Left::All);
        }
        let result = going.run(reports);
        if let Ok(due) = result {
            self.due = due;
        }
        self.next_start = head.next_start;
        self.limit = head.limit;
        self.now = now;
        result.map(|_| ())
    }
}

impl Going<'_> {
    /// Whether times and ages can be kept, and no action is out of time.
    #[inline(always)]
    fn is_near(&mut self) -> bool {
        let passed = self.now.wrapping_sub(self.folded.base);
        let near = passed >= 0 && passed < i64::from(u32::MAX) && self.folded.next < u32::MAX / 2;
        near && (self.scene.limit > self.now || self.find_limit() > self.now)
    }

    /// When the first running action is out of time.
    #[cold]
    fn find_limit(&mut self) -> i64 {
        let plain = self.plain;
        let busy = self.folded.mates.iter().filter(|mate| mate.busy != 0);
        let limits = busy.filter_map(|mate| {
            let rule = plain.rules.get(usize::from(mate.rule))?.as_ref()?;
            let call = rule.call.as_ref()?;
            Some(Tick(mate.starts.last()).after(call.limit).0)
        });
        self.scene.limit = limits.min().unwrap_or(i64::MAX);
        self.scene.limit
    }

    fn run(&mut self, reports: &[Report]) -> Result<i64, Left> {
        self.take_outcomes(reports)?;
        self.take_turns()?;
        let mut due = self.scene.limit;
        for mate in &self.folded.mates {
            due = due.min(mate.wake);
        }
        Ok(due.max(self.now.saturating_add(1)))
    }

    /// What follows from actions that are done, in the order of their starts.
    #[inline(always)]
    fn take_outcomes(&mut self, reports: &[Report]) -> Result<(), Left> {
        let mut done = [(0, 0); MATES_MAX];
        let mut count = 0;
        for report in reports {
            let Report::Outcome(id, Outcome::Done) = report else {
                return Err(Left::All);
            };
            let mut people = self.folded.mates.iter();
            let index = people.position(|mate| mate.busy == id.0 && id.0 != 0);
            let (Some(index), Some(place)) = (index, done.get_mut(count)) else {
                return Err(Left::All);
            };
            *place = (id.0, index);
            let mut at = count;
            count += 1;
            while at > 0 && done[at - 1].0 > done[at].0 {
                done.swap(at - 1, at);
                at -= 1;
            }
            if at > 0 && done[at - 1].0 == done[at].0 {
                return Err(Left::All);
            }
        }
        let done = done.get(..count).unwrap_or_default();
        self.scratch.registers[usize::from(NOW)] = of_time(self.now);
        for (place, (_, index)) in done.iter().enumerate() {
            if self.conclude(*index).is_none() {
                let left = done.get(place..).unwrap_or_default();
                return Err(Left::Reports(reports_of(left)));
            }
        }
        Ok(())
    }

    /// Ends an action that is done. `None` if that needs more care; then nothing has been done.
    #[inline(always)]
    fn conclude(&mut self, index: usize) -> Option<()> {
        let plain = self.plain;
        let mate = self.folded.mates.get_mut(index)?;
        let rule = plain.rules.get(usize::from(mate.rule))?.as_ref()?;
        let registers = &mut self.scratch.registers;
        speak_for(mate, registers);
        keep_variables(registers, mate.kept);
        if rule.then.comes & mate.present != 0 && !fit(plain, mate, registers, &[rule.then]) {
            return None;
        }
        let calculated = self.calculate(plain, index, &rule.then)?;
        let mate = self.folded.mates.get_mut(index)?;
        mate.busy = 0;
        mate.unsettled = 0;
        mate.begin_free_spell(self.now);
        self.carry_out(plain, index, &rule.then, calculated, false);
        if rule.goto != 0 {
            self.go_to(index, rule.goto);
        }
        Some(())
    }

    #[inline]
    fn take_turns(&mut self) -> Result<(), Left> {
        let mut order = Order::default();
        let mut waiting = self.survey();
        while waiting != 0 {
            let next = match waiting & (waiting - 1) == 0 {
                true => waiting.trailing_zeros() as usize,
                false => order.first_of(waiting, |index| self.place_in_order(index)),
            };
            if self.take_turn(next) != Some(Turn::Taken) {
                return Err(Left::Turns(waiting));
            }
            waiting &= !(1 << next);
            if self.touched != 0 {
                let awake = self.survey() & !(1 << next);
                // Whoever comes later in the order may have been woken.
                let woken = awake & !waiting;
                waiting |= order.those_after(next, woken, |index| self.place_in_order(index));
            }
        }
        Ok(())
    }

    /// What decides where someone stands in the order of this update.
    #[inline]
    fn place_in_order(&self, index: usize) -> Place {
        let mate = self.folded.mates.get(index);
        Place {
            key: self.scene.key,
            now: self.now,
            who: mate.map_or(0, |mate| mate.who().0),
        }
    }

    /// Tells everyone what has changed, and says who is awake, by bits.
    #[inline(always)]
    fn survey(&mut self) -> u32 {
        let touched = std::mem::take(&mut self.touched);
        let mut awake = 0;
        for mate in self.folded.mates.iter_mut().rev() {
            let woken = mate.interest & touched != 0;
            mate.wake = if woken { i64::MIN } else { mate.wake };
            awake = awake << 1 | u32::from(mate.wake <= self.now);
        }
        awake
    }

    /// The turn of someone who has a reason to look.
    #[inline(always)]
    fn take_turn(&mut self, index: usize) -> Option<Turn> {
        let plain = self.plain;
        let now = self.now;
        let Folded { mates, still, .. } = &mut *self.folded;
        let mate = mates.get_mut(index)?;
        if mate.busy != 0 {
            (mate.wake, mate.interest) = (i64::MAX, 0);
            return Some(Turn::Taken);
        }
        if mate.free_since > now {
            (mate.wake, mate.interest) = (mate.free_since, 0);
            return Some(Turn::Taken);
        }
        let Some(Some(list)) = plain.lists.get(usize::from(mate.list)) else {
            return Some(Turn::Careful);
        };
        let asked = mate.present & list.asks;
        let find = || {
            let rules = list.rules.iter().zip(0..u64::BITS);
            rules.fold(0, |all, (rule, place)| {
                let fits = (asked ^ rule.present) & rule.asks == 0;
                all | u64::from(fits) << place
            })
        };
        let PlainScratch {
            registers,
            choices,
            glances,
            ..
        } = &mut *self.scratch;
        let worth = glances.remembered(usize::from(mate.list), u64::from(asked), find);
        speak_for(mate, registers);
        let present = mate.present;
        let mut looking = Looking {
            plain,
            mates,
            still,
            registers,
            choices,
            present,
            now,
            wake: i64::MAX,
        };
        let found = looking.first_of(list, worth);
        let wake = looking.wake;
        match found {
            Some(rule) => {
                let made = plain.rules.get(usize::from(rule))?.as_ref()?;
                Some(self.fire(plain, index, rule, made))
            }
            None => {
                let mate = mates.get_mut(index)?;
                (mate.wake, mate.interest) = (wake, list.reads);
                Some(Turn::Taken)
            }
        }
    }

    /// Fires a rule whose condition holds.
    #[inline(always)]
    fn fire(&mut self, plain: &PlainCode, index: usize, number: u16, rule: &PlainRule) -> Turn {
        let now = self.now;
        let registers = &mut self.scratch.registers;
        let kept = rule
            .variables
            .map(|register| registers[usize::from(register) % REGISTERS]);
        keep_variables(registers, kept);
        let Some(mate) = self.folded.mates.get_mut(index) else {
            return Turn::Careful;
        };
        let Some(call) = &rule.call else {
            let comes = rule.now.comes | rule.then.comes;
            let twice = rule.now.comes & rule.then.comes;
            if (comes & mate.present | twice) != 0
                && !fit(plain, mate, registers, &[rule.now, rule.then])
            {
                return Turn::Careful;
            }
            let Some(first) = self.calculate(plain, index, &rule.now) else {
                return Turn::Careful;
            };
            let Some(second) = self.calculate(plain, index, &rule.then) else {
                return Turn::Careful;
            };
            self.carry_out(plain, index, &rule.now, first, false);
            self.carry_out(plain, index, &rule.then, second, false);
            if rule.goto != 0 {
                self.go_to(index, rule.goto);
            }
            if let Some(mate) = self.folded.mates.get_mut(index) {
                mate.begin_free_spell(now.saturating_add(1));
            }
            return Turn::Taken;
        };
        let mut starts = mate.starts;
        starts.note(now);
        if starts.are_more_than(STARTS_A_SECOND_MAX)
            || rule.now.comes & mate.present != 0 && !fit(plain, mate, registers, &[rule.now])
        {
            return Turn::Careful;
        }
        let Some(calculated) = self.calculate(plain, index, &rule.now) else {
            return Turn::Careful;
        };
        self.carry_out(plain, index, &rule.now, calculated, true);
        let id = self.scene.next_start;
        self.scene.next_start = id.saturating_add(1);
        let limit = Tick(now).after(call.limit).0;
        self.scene.limit = self.scene.limit.min(limit);
        let mark = self.out.mark();
        for register in &call.arguments {
            let word = self.scratch.registers[usize::from(*register) % REGISTERS];
            if let Some(value) = decode(word) {
                self.out.argument(value);
            }
        }
        if let Some(mate) = self.folded.mates.get_mut(index) {
            mate.busy = id;
            mate.rule = number;
            mate.kept = kept;
            mate.starts = starts;
            (mate.wake, mate.interest) = (i64::MAX, 0);
            let who = mate.who();
            self.out
                .start(self.scene.id, StartId(id), (who, None), call.action, mark);
        }
        Turn::Taken
    }

    fn go_to(&mut self, index: usize, state: u16) {
        let Some(mate) = self.folded.mates.get_mut(index) else {
            return;
        };
        if mate.state != state {
            mate.state = state;
            mate.list = self.code.list_number(mate.class, state) as u16;
            self.touched |= topic::STATE;
        }
    }

    /// The value that changes need calculated, if any. `None` if it is undefined.
    #[inline(always)]
    fn calculate(&self, plain: &PlainCode, index: usize, changes: &Changes) -> Option<Word> {
        match changes.calculates {
            true => self.calculate_value(plain, index, changes),
            false => Some(NONE),
        }
    }

    fn calculate_value(&self, plain: &PlainCode, index: usize, changes: &Changes) -> Option<Word> {
        let changes = changes.span.of(&plain.changes).iter();
        let (_, expression) = changes.filter_map(|change| change.calculated).next()?;
        let value = self.value(index, expression);
        (value != NONE).then_some(value)
    }

    /// The value of an expression, or [`NONE`].
    fn value(&self, index: usize, expression: u32) -> Word {
        let registers = &self.scratch.registers;
        match self.code.expressions.get(expression as usize) {
            Some(Ex::Word(word)) => *word,
            Some(Ex::Slot(slot)) => {
                let register = VARIABLES.wrapping_add(usize::from(*slot));
                registers[register % REGISTERS]
            }
            Some(Ex::Me) => registers[usize::from(ME)],
            Some(Ex::Now) => registers[usize::from(NOW)],
            Some(Ex::Binary(left, operator, right)) => {
                let (left, right) = (self.value(index, *left), self.value(index, *right));
                match left == NONE || right == NONE {
                    true => NONE,
                    false => combine(left, *operator, right),
                }
            }
            Some(Ex::Random(low, high, site)) => {
                let (low, high) = (self.value(index, *low), self.value(index, *high));
                let of = kind(low);
                if kind(high) != of || (of != NUMBER && of != DURATION) {
                    return NONE;
                }
                let who = self.folded.mates.get(index).map_or(0, |mate| mate.who().0);
                let draw = Draw::of_owner(self.scene.key, Tick(self.now), *site);
                let drawn = draw.between(u64::from(who) << 32, payload(low), payload(high));
                pack(of, drawn)
            }
            _ => NONE,
        }
    }

    /// Carries changes out that fit.
    #[inline(always)]
    fn carry_out(
        &mut self,
        plain: &PlainCode,
        index: usize,
        changes: &Changes,
        calculated: Word,
        taken: bool,
    ) {
        for change in changes.span.of(&plain.changes) {
            self.carry(index, change, calculated, taken);
        }
    }

    #[inline(always)]
    fn carry(&mut self, index: usize, change: &Change, calculated: Word, taken: bool) {
        let registers = &self.scratch.registers;
        let bit = 1 << (change.fact & 7);
        if change.comes && change.claim && is_held(&self.folded.mates, index, change, registers) {
            return;
        }
        let Folded {
            mates, base, next, ..
        } = &mut *self.folded;
        let Some(mate) = mates.get_mut(index) else {
            return;
        };
        match (change.comes, mate.present & bit != 0) {
            (false, true) if has_values(mate, change, registers) => {
                mate.present &= !bit;
                mate.unsettled &= !bit;
            }
            (true, false) => {
                for (word, register) in change.values() {
                    mate.words[usize::from(*word) % WORDS] =
                        registers[usize::from(*register) % REGISTERS];
                }
                if let Some((word, _)) = change.calculated {
                    mate.words[usize::from(word) % WORDS] = calculated;
                }
                let since = self.now.wrapping_sub(*base) as u32;
                mate.past[usize::from(change.fact & 7)] = (*next, since);
                *next = next.wrapping_add(1);
                mate.present |= bit;
                mate.unsettled |= if taken && change.claim { bit } else { 0 };
            }
            _ => return,
        }
        self.touched |= change.topics;
    }
}

/// Puts the values of a rule's variables where what follows from it looks for them.
#[inline(always)]
fn keep_variables(registers: &mut Registers, kept: [Word; KEPT]) {
    if let Some(places) = registers.get_mut(VARIABLES..VARIABLES + KEPT) {
        places.copy_from_slice(&kept);
    }
}

/// Whether the fact about somebody has the values of a change.
#[inline(always)]
fn has_values(mate: &Mate, change: &Change, registers: &Registers) -> bool {
    let mut values = change.values().iter();
    values.all(|(word, register)| {
        mate.words[usize::from(*word) % WORDS] == registers[usize::from(*register) % REGISTERS]
    })
}

/// Whether somebody else holds a claim.
fn is_held(mates: &[Mate], index: usize, change: &Change, registers: &Registers) -> bool {
    let bit = 1 << (change.fact & 7);
    let mut others = mates.iter().enumerate();
    others.any(|(other, mate)| {
        other != index && mate.present & bit != 0 && has_values(mate, change, registers)
    })
}

/// Whether there is one row at most of each fact about somebody, whatever comes and goes.
#[cold]
fn fit(plain: &PlainCode, mate: &Mate, registers: &Registers, changes: &[Changes]) -> bool {
    let mut present = mate.present;
    let mut come = 0;
    for change in changes.iter().flat_map(|one| one.span.of(&plain.changes)) {
        let bit = 1 << (change.fact & 7);
        if come & bit != 0 {
            // What has come in between has other values.
            return false;
        }
        match (change.comes, present & bit != 0) {
            (false, true) if has_values(mate, change, registers) => present &= !bit,
            (true, true) => {
                let same = change.calculated.is_none() && has_values(mate, change, registers);
                if !same {
                    return false;
                }
            }
            (true, false) => {
                present |= bit;
                come |= bit;
            }
            _ => {}
        }
    }
    true
}

#[cold]
fn reports_of(left: &[(u64, usize)]) -> Vec<Report> {
    let reports = left.iter();
    let report = |(id, _): &(u64, usize)| Report::Outcome(StartId(*id), Outcome::Done);
    reports.map(report).collect()
}
