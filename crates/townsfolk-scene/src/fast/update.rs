//! One update of a scene: the same steps in the same order as the reference evaluator's, but only
//! for those who have a reason to be looked at.

use super::commands::Commands;
use super::packed_value::{NONE, PackedValue, encode, of_character, of_time};
use super::program::{Code, Program, topic};
use super::scene::{Property, Scene};
use super::scratch::{Mutation, Scratch};
use super::search::SearchGoal;
use super::witness::Witness;
use crate::{EndReason, Fault, Happening, Report, Stage};
use townsfolk_core::digest::fold;
use townsfolk_core::{Atom, Duration, HostId, Pushed, RuleId, Seed, Tick, Value};

/// The treatment of `random`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chance {
    Forbidden,
    Least,
    Drawn,
}

impl Scene {
    /// Takes in reports, lets everyone who has a reason take a turn, sees leavers out, and ends
    /// what is at its end.
    ///
    /// Updates without reports before [`Scene::next_due`] may be left out.
    #[allow(clippy::too_many_arguments)]
    pub fn update<W: Witness>(
        &mut self,
        program: &Program,
        stage: &dyn Stage,
        seed: Seed,
        now: Tick,
        reports: &[Report],
        scratch: &mut Scratch,
        out: &mut Commands,
        witness: &mut W,
    ) {
        let code = &*program.0;
        scratch.prepare_for(program);
        if self.key.0 != seed.0 {
            self.key = (seed.0, fold(seed.0, self.id.0));
        }
        let previous = self.now;
        if now <= previous && W::NOTICES {
            witness.happen(Happening::Fault(Fault::NotLater));
        }
        self.now = now.max(previous.after(Duration(1)));
        scratch.slots[code.now()] = of_time(self.now.0);
        scratch.order.clear();
        scratch.forfeited.clear();
        let now = self.now;
        let mut updating = Updating {
            scene: self,
            code,
            stage,
            now: now.0,
            previous: previous.0,
            scratch,
            out,
            witness,
            ordered: false,
            me: NONE,
            me_index: 0,
            touched: 0,
            stirred: false,
            rule: 0,
            coin_rule: RuleId(0),
            coins_kept: false,
            steps: 0,
            held: false,
            counted: 0,
            solutions: 0,
            moment: now.0,
            wake: i64::MAX,
            chance: Chance::Forbidden,
            goal: SearchGoal::Exists,
        };
        updating.run(reports);
    }
}

/// An update in progress, with the registers of the search in progress. The other files of this
/// folder add their part of it.
pub(super) struct Updating<'u, W: Witness> {
    pub(super) scene: &'u mut Scene,
    pub(super) code: &'u Code,
    pub(super) stage: &'u dyn Stage,
    pub(super) now: i64,
    pub(super) previous: i64,
    pub(super) scratch: &'u mut Scratch,
    pub(super) out: &'u mut Commands,
    pub(super) witness: &'u mut W,
    /// Whether the order of this update is known.
    ordered: bool,

    /// `.me`.
    pub(super) me: PackedValue,
    pub(super) me_index: usize,
    /// Topics that have changed since everyone was last told.
    pub(super) touched: u64,
    /// Whether a turn may have woken other participants, or put them to sleep, otherwise than by topics.
    pub(super) stirred: bool,
    /// The rule whose solutions are looked for.
    pub(super) rule: usize,
    pub(super) coin_rule: RuleId,
    /// Whether coins are looked up and remembered: those of urgent rules outlast a free spell.
    pub(super) coins_kept: bool,
    pub(super) steps: u32,
    pub(super) held: bool,
    pub(super) counted: i64,
    /// Solutions found so far with which the rule can fire.
    pub(super) solutions: usize,
    /// `.now`, except while looking for the moment at which a comparison changes.
    pub(super) moment: i64,
    /// The first moment at which a look could find something else.
    pub(super) wake: i64,
    pub(super) chance: Chance,
    pub(super) goal: SearchGoal,
}

impl<W: Witness> Updating<'_, W> {
    fn run(&mut self, reports: &[Report]) {
        self.scene.load_memory();
        self.expire_facts();
        self.take_reports(reports);
        self.take_outcomes(reports);
        if self.scene.recalls || self.code.has_together {
            self.heed_recalls();
            self.notice_the_free();
        }
        self.take_turns();
        if self.scene.leavers || self.scene.may_end() {
            self.see_leavers_out();
            self.end_if_at_end();
        }
        self.find_next_due();
    }

    /// Everything reported except outcomes, in the order of reporting.
    #[inline]
    fn take_reports(&mut self, reports: &[Report]) {
        let is_outcome = |report: &Report| matches!(report, Report::Outcome(..));
        if !reports.iter().all(is_outcome) {
            self.take_other_reports(reports);
        }
    }

    fn take_other_reports(&mut self, reports: &[Report]) {
        for report in reports {
            match report {
                Report::Outcome(..) => {}
                Report::Gone(who) => self.lose(*who),
                Report::PropGone(prop) => self.lose_thing(encode(Value::Prop(*prop))),
                Report::Joined { who, role } => self.join(*who, *role),
                Report::Told(atom) => self.be_told(atom),
                Report::Property {
                    name,
                    arguments,
                    value,
                } => self.push_property(*name, arguments, *value),
                Report::Recalled {
                    who,
                    urgency,
                    duration,
                } => self.recall(*who, *urgency, *duration),
                Report::Returned(who) => self.come_back(*who),
                Report::Ended => self.scene.end_asked = Some(EndReason::Report),
            }
        }
    }

    fn be_told(&mut self, atom: &Atom) {
        let facts = &self.code.shape.facts;
        let fact = facts.binary_search_by_key(&atom.fact, |f| f.id).ok();
        let fact = fact.filter(|f| facts[*f].arity == atom.arguments.len());
        let from = self.scratch.words.len();
        let words = atom.arguments.iter().map(|value| encode(*value));
        self.scratch.words.extend(words);
        let words = std::mem::take(&mut self.scratch.words);
        let touched = self.add(atom.fact, fact, &words[from..], 0);
        self.touch(touched);
        self.scratch.words = words;
        self.scratch.words.truncate(from);
    }

    pub(super) fn push_property(&mut self, name: HostId, arguments: &[Value], value: Pushed) {
        let value = match value {
            Pushed::Is(value) => Pushed::Is(value.clamped()),
            other => other,
        };
        let is_it = |p: &Property| {
            p.name == name
                && p.arguments.len() == arguments.len()
                && p.arguments
                    .iter()
                    .zip(arguments)
                    .all(|(a, b)| *a == encode(*b))
        };
        let mut known = self.scene.rare_mut().properties.iter_mut();
        match known.find(|p| is_it(p)) {
            Some(there) if there.value == value => return,
            Some(there) => there.value = value,
            None if value == Pushed::HoldsNot => return,
            None => self.scene.rare_mut().properties.push(Property {
                name,
                arguments: arguments.iter().map(|v| encode(*v)).collect(),
                value,
            }),
        }
        self.touch(topic::PROPERTY);
        if W::ON {
            let arguments = arguments.iter().map(|v| v.clamped()).collect();
            self.happen(Happening::Property {
                name,
                arguments,
                value,
            });
        }
    }

    /// Finds out the order of this update, the first time it matters.
    pub(super) fn put_in_order(&mut self) {
        if self.ordered {
            return;
        }
        self.ordered = true;
        let Scratch { order, keys, .. } = &mut *self.scratch;
        order.clear();
        let people = &self.scene.people;
        if people.len() < 2 {
            order.extend(0..people.len() as u16);
            return;
        }
        let base = fold(self.scene.key.1, self.now as u64);
        keys.clear();
        for (index, p) in people.iter().enumerate() {
            keys.push((fold(base, u64::from(p.who.0)), p.who.0, index as u16));
        }
        keys.sort_unstable();
        order.extend(keys.iter().map(|(_, _, index)| *index));
        if self.scratch.has_mutation(Mutation::SwapOrder) {
            self.scratch.order.swap(0, 1);
        }
    }

    /// Someone is no longer there: the order closes up.
    pub(super) fn forget_place(&mut self, index: usize) {
        let order = &mut self.scratch.order;
        order.retain(|other| usize::from(*other) != index);
        for other in order.iter_mut() {
            *other -= u16::from(usize::from(*other) > index);
        }
    }

    /// Makes someone the one a search is about.
    #[inline]
    pub(super) fn set_me(&mut self, index: usize) {
        self.me_index = index;
        let me = self.scene.people.get(index);
        self.me = me.map_or(NONE, |p| of_character(p.who));
        if let Some(slot) = self.scratch.slots.get_mut(self.code.me()) {
            *slot = self.me;
        }
    }

    /// The topics whose readers are woken.
    #[inline]
    pub(super) fn topics_told(&self) -> u64 {
        match self.scratch.has_mutation(Mutation::DropWake) {
            true => 0,
            false => topic::ALL,
        }
    }

    /// Everyone who reads one of these topics has a reason to look. They are told before anybody's
    /// next turn.
    #[inline]
    pub(super) fn touch(&mut self, topics: u64) {
        self.touched |= topics & self.topics_told();
    }

    #[inline]
    pub(super) fn happen(&mut self, happening: Happening) {
        self.witness.happen(happening);
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        if W::NOTICES {
            self.witness.happen(Happening::Fault(fault));
        }
    }
}
