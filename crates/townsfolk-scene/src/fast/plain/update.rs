//! One update of a plain scene.

use super::carry::fit;
use super::code::{
    CONSTANTS, FIRST_MARK, Interest, KEPT, ME, NOW, PlainCode, PlainList, PlainRule, REGISTERS,
    Registers, STATES, VARIABLES, WORDS,
};
use super::look::{NO_RULE, look};
use super::mates::{Folded, MATES_MAX, Mate, Still};
use crate::Report;
use crate::fast::commands::Commands;
use crate::fast::glance::Glances;
use crate::fast::program::Code;
use crate::fast::scene::Scene;
use crate::fast::strides::STRIDES_MAX;
use crate::fast::stroll::Choices;
use crate::fast::waking::{Order, Place};
use crate::fast::word::{NONE, Word, decode, of_time, payload};
use crate::reference::update::STARTS_A_SECOND_MAX;
use std::hint::select_unpredictable;
use std::sync::Arc;
use townsfolk_core::{CharacterId, Outcome, SceneId, StartId, Tick};

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
}

impl Default for PlainScratch {
    fn default() -> PlainScratch {
        PlainScratch {
            registers: [NONE; REGISTERS],
            choices: [(0, 0); STRIDES_MAX],
            glances: Glances::default(),
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

/// An update in progress.
pub(super) struct Going<'g> {
    pub(super) code: &'g Code,
    pub(super) plain: &'g PlainCode,
    pub(super) mates: &'g mut [Mate],
    pub(super) still: &'g Still,
    pub(super) registers: &'g mut Registers,
    pub(super) choices: &'g mut Choices,
    pub(super) glances: &'g mut Glances,
    pub(super) out: &'g mut Commands,
    pub(super) id: SceneId,
    pub(super) key: u64,
    pub(super) now: i64,
    /// The same as it is kept with rows.
    pub(super) since: u32,
    /// The place of the next row in the age of all rows.
    pub(super) next: u32,
    pub(super) next_start: u64,
    pub(super) limit: i64,
    /// What has changed since everyone was last told.
    pub(super) touched: Interest,
}

impl Scene {
    /// One update of a folded scene, as far as it is plain.
    #[inline(never)]
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
        let Folded {
            mates,
            still,
            base,
            next,
            plain: folded_by,
            ..
        } = folded;
        let passed = now.0.wrapping_sub(*base);
        // Times and ages of rows are kept in half a word each.
        let near = passed >= 0 && passed < i64::from(u32::MAX) && *next < u32::MAX / 2;
        if now <= self.now || !near || !Arc::ptr_eq(plain, folded_by) {
            return Err(Left::All);
        }
        if self.limit <= now.0 {
            self.limit = first_limit(plain, mates);
            if self.limit <= now.0 {
                return Err(Left::All);
            }
        }
        let mut going = Going {
            code,
            plain,
            mates,
            still,
            registers: &mut scratch.registers,
            choices: &mut scratch.choices,
            glances: &mut scratch.glances,
            out,
            id: self.id,
            key: self.key.1,
            now: now.0,
            since: passed as u32,
            next: *next,
            next_start: self.next_start,
            limit: self.limit,
            touched: 0,
        };
        let result = going.run(reports);
        *next = going.next;
        self.next_start = going.next_start;
        self.limit = going.limit;
        self.now = now;
        self.due = result?;
        Ok(())
    }
}

impl Going<'_> {
    #[inline(always)]
    fn run(&mut self, reports: &[Report]) -> Result<i64, Left> {
        self.registers[usize::from(NOW)] = of_time(self.now);
        self.take_outcomes(reports)?;
        self.take_turns()?;
        let mut due = self.limit;
        for mate in &*self.mates {
            due = due.min(mate.wake);
        }
        Ok(due.max(self.now.saturating_add(1)))
    }

    /// What follows from actions that are done, in the order of their starts.
    #[inline(always)]
    fn take_outcomes(&mut self, reports: &[Report]) -> Result<(), Left> {
        let mut sorted = [const { StartId(0) }; MATES_MAX];
        let mut count = 0;
        for report in reports {
            let (Report::Outcome(id, Outcome::Done), Some(place)) = (report, sorted.get_mut(count))
            else {
                return Err(Left::All);
            };
            *place = *id;
            count += 1;
        }
        let done = sorted.get_mut(..count).unwrap_or_default();
        if !done.is_sorted() {
            done.sort_unstable();
        }
        for (place, id) in done.iter().enumerate() {
            if self.conclude(*id).is_none() {
                return Err(Left::Reports(reports_of(&done[place..])));
            }
        }
        Ok(())
    }

    /// Ends an action that is done. `None` if that needs more care; then nothing has been done.
    #[inline(always)]
    fn conclude(&mut self, id: StartId) -> Option<()> {
        // Nobody can foretell who it is, so nothing branches.
        let mut index = usize::MAX;
        for (place, mate) in self.mates.iter().enumerate() {
            index = select_unpredictable(mate.busy == id.0, place, index);
        }
        let mate = self.mates.get_mut(index)?;
        let rule = self.plain.rule(mate.rule)?;
        self.registers[usize::from(ME)] = mate.words[usize::from(ME)];
        keep_variables(self.registers, mate.variables(rule));
        let may_collide = rule.then.comes & mate.present != 0;
        if id.0 == 0 || may_collide && !fit(mate, self.registers, &[&rule.then]) {
            return None;
        }
        let calculated = self.calculate(&rule.then)?;
        let mate = self.mates.get_mut(index)?;
        mate.busy = 0;
        mate.unsettled = 0;
        mate.begin_free_spell(self.now);
        self.carry_out(index, &rule.then, calculated, false);
        if rule.goto != 0 {
            self.go_to(index, rule.goto);
        }
        Some(())
    }

    #[inline(always)]
    fn take_turns(&mut self) -> Result<(), Left> {
        let mut order = Order::<MATES_MAX>::default();
        let mut waiting = self.survey();
        while waiting != 0 {
            let next = match waiting & (waiting - 1) == 0 {
                true => waiting.trailing_zeros() as usize,
                false => order.first_of(waiting, |index| self.place_in_order(index)),
            };
            if self.take_turn(next).is_none() {
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
    #[inline(always)]
    fn place_in_order(&self, index: usize) -> Place {
        Place {
            key: self.key,
            now: self.now,
            who: self.mates.get(index).map_or(0, Mate::number),
        }
    }

    /// Tells everyone what has changed, and says who is awake, by bits.
    #[inline(always)]
    fn survey(&mut self) -> u32 {
        let touched = std::mem::take(&mut self.touched);
        let (mut awake, mut bit) = (0, 0);
        for mate in &mut *self.mates {
            // Nobody can foretell who is awake, so nothing branches.
            let woken = mate.interest & touched != 0;
            mate.wake = select_unpredictable(woken, i64::MIN, mate.wake);
            awake |= u32::from(mate.wake <= self.now).wrapping_shl(bit);
            bit = bit.wrapping_add(1);
        }
        awake
    }

    /// The turn of someone who has a reason to look. `None` if it needs more care; then nothing has been
    /// done.
    #[inline(always)]
    fn take_turn(&mut self, index: usize) -> Option<()> {
        let (plain, now) = (self.plain, self.now);
        let mate = self.mates.get_mut(index)?;
        if mate.busy != 0 || mate.free_since > now {
            let free = mate.busy == 0;
            (mate.wake, mate.interest) = (if free { mate.free_since } else { i64::MAX }, 0);
            return Some(());
        }
        let mate = self.mates.get(index)?;
        let number = usize::from(mate.list);
        let list = plain.lists.get(number)?.as_ref()?;
        let mut asked = u64::from(mate.present);
        if !list.marks.is_empty() {
            asked |= marked(list, mate, self.mates, self.registers);
        }
        asked &= list.asks;
        let worth = self.glances.remembered(number, asked, || list.worth(asked));
        let (number, wake) = look(
            plain,
            list,
            worth,
            index,
            self.mates,
            self.still,
            self.registers,
            self.choices,
            now,
        );
        match number {
            NO_RULE => {
                let mate = self.mates.get_mut(index)?;
                (mate.wake, mate.interest) = (wake, list.reads);
                Some(())
            }
            number => {
                // A rule that is not plain is not there.
                let number = number as u16;
                self.fire(index, number, plain.rule(number)?)
            }
        }
    }

    /// Fires a rule whose condition holds. `None` as above.
    #[inline(always)]
    fn fire(&mut self, index: usize, number: u16, rule: &PlainRule) -> Option<()> {
        let now = self.now;
        let kept = rule
            .variables
            .map(|register| self.registers[usize::from(register) % REGISTERS]);
        keep_variables(self.registers, kept);
        let mate = self.mates.get(index)?;
        let Some(call) = &rule.call else {
            let comes = rule.now.comes | rule.then.comes;
            let twice = rule.now.comes & rule.then.comes;
            let may_collide = (comes & mate.present | twice) != 0;
            if may_collide && !fit(mate, self.registers, &[&rule.now, &rule.then]) {
                return None;
            }
            let (first, second) = (self.calculate(&rule.now)?, self.calculate(&rule.then)?);
            self.carry_out(index, &rule.now, first, false);
            self.carry_out(index, &rule.then, second, false);
            if rule.goto != 0 {
                self.go_to(index, rule.goto);
            }
            let mate = self.mates.get_mut(index)?;
            mate.begin_free_spell(now.saturating_add(1));
            return Some(());
        };
        let mut starts = mate.starts;
        starts.note(now);
        let may_collide = rule.now.comes & mate.present != 0;
        if starts.are_more_than(STARTS_A_SECOND_MAX)
            || may_collide && !fit(mate, self.registers, &[&rule.now])
        {
            return None;
        }
        let calculated = self.calculate(&rule.now)?;
        let id = self.next_start;
        self.next_start = id.saturating_add(1);
        self.limit = self.limit.min(Tick(now).after(call.limit).0);
        let mate = self.mates.get_mut(index)?;
        mate.keep_busy(StartId(id), number, starts);
        if !rule.at_hand {
            mate.kept = kept;
        }
        self.carry_out(index, &rule.now, calculated, true);
        let mark = self.out.mark();
        for register in &call.arguments {
            let word = self.registers[usize::from(*register) % REGISTERS];
            if let Some(value) = decode(word) {
                self.out.argument(value);
            }
        }
        let me = self.registers[usize::from(ME)];
        let who = CharacterId(payload(me) as u32);
        self.out
            .start(self.id, StartId(id), (who, None), call.action, mark);
        Some(())
    }

    #[inline(always)]
    fn go_to(&mut self, index: usize, state: u16) {
        if let Some(mate) = self.mates.get_mut(index)
            && mate.state != state
        {
            mate.state = state;
            mate.list = self.code.list_number(mate.class, state) as u16;
            self.touched |= STATES;
        }
    }
}

/// The marks that a list asks for.
#[inline(never)]
fn marked(list: &PlainList, me: &Mate, mates: &[Mate], registers: &Registers) -> u64 {
    let marks = list.marks.iter().zip(FIRST_MARK..);
    marks.fold(0, |all, (mark, place)| {
        let wanted = registers[usize::from(mark.register) % REGISTERS];
        let has = |mate: &Mate| {
            let word = mate.words[usize::from(mark.word) % WORDS];
            mate.present >> (mark.fact & 7) & 1 == 1 && (word ^ wanted) & mark.counts == 0
        };
        let there = match mark.mine {
            true => has(me),
            false => mates.iter().any(has),
        };
        all | u64::from(there).wrapping_shl(place as u32)
    })
}

/// When the first running action is out of time.
#[cold]
fn first_limit(plain: &PlainCode, mates: &[Mate]) -> i64 {
    let limits = mates.iter().filter_map(|mate| {
        let call = mate.call(plain)?;
        Some(Tick(mate.starts.last()).after(call.limit).0)
    });
    limits.min().unwrap_or(i64::MAX)
}

/// Puts the values of a rule's variables where what follows from it looks for them.
#[inline(always)]
fn keep_variables(registers: &mut Registers, kept: [Word; KEPT]) {
    if let Some(places) = registers.get_mut(VARIABLES..VARIABLES + KEPT) {
        places.copy_from_slice(&kept);
    }
}

#[cold]
fn reports_of(left: &[StartId]) -> Vec<Report> {
    let report = |id: &StartId| Report::Outcome(*id, Outcome::Done);
    left.iter().map(report).collect()
}
