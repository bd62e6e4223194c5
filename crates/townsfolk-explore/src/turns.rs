//! Split updates, for a coarse pass: reports, each turn and the end of an update are separate
//! steps, in any order. So the turns of four people are four steps with a few answers each, instead
//! of every order with every combination of answers.
//!
//! A whole update is one of these orders: reports, turns, end. The end follows directly after a
//! part without a leaver. Otherwise it comes at once or after any turns of others, who still see
//! the leaver.

use crate::canonical::digest;
use crate::event::{Event, World};
use crate::play::{BranchCollector, PlayRequest};
use crate::situation::Situation;
use crate::step::{Branch, Branches, next_permutation};
use std::collections::BTreeSet;
use std::rc::Rc;
use townsfolk_core::{CharacterId, RuleId, Standing, Tick, Value};
use townsfolk_scene::reference::Part;
use townsfolk_scene::{Happening, Phase, Report};

/// The turns of all participants.
#[derive(Default)]
pub(crate) struct Turns {
    /// Those that change something, or fire.
    pub(crate) steps: Vec<(Branches, Event)>,
    /// Whether a participant's turn changes something in any case.
    pub(crate) somebody_must: bool,
}

/// The possible firings of participants in their turns.
pub(crate) type Firings = BTreeSet<(CharacterId, Option<RuleId>, Vec<Option<Value>>)>;

impl Turns {
    pub(crate) fn firings(&self) -> Firings {
        let branches = self.steps.iter().flat_map(|(step, _)| &step.branches);
        let updates = branches.flat_map(|branch| &branch.updates);
        let happenings = updates.flat_map(|update| &update.happenings);
        let firings = happenings.filter_map(|happening| match happening {
            Happening::Fired {
                who,
                rule,
                bindings,
                ..
            } => Some((*who, Some(*rule), bindings.clone())),
            Happening::AskedToStop { who, .. } => Some((*who, None, vec![])),
            _ => None,
        });
        firings.collect()
    }
}

impl World<'_> {
    /// The participants whose turn can have an effect.
    pub(crate) fn turns(&self, situation: &Situation) -> impl Iterator<Item = CharacterId> {
        let scene = &situation.scene;
        let next = Tick(scene.now.0 + 1);
        let running = scene.phase == Phase::Running && scene.end_asked.is_none();
        let people = scene.participants.iter().filter(move |p| {
            let busy = scene.doing(p.who).is_some();
            running
                && p.standing == Standing::Present
                && (scene.is_free(p.who, next) || (busy && self.is_watched(scene, p.who)))
        });
        people.map(|p| p.who)
    }

    /// Plays everyone's turn, where turns are steps of their own.
    pub(crate) fn play_turns(&self, situation: &Situation) -> Turns {
        let mut turns = Turns::default();
        if !self.survey.turn_by_turn() {
            return turns;
        }
        let before = digest(situation, &mut vec![]);
        for who in self.turns(situation) {
            let event = Event::Turn(who);
            let mut step = self.step(situation, &event);
            let mut may_wait = step.may_wait;
            step.branches.retain(|branch| {
                let same = branch.digest == before;
                may_wait |= same;
                !same || branch.updates.iter().any(|u| !u.happenings.is_empty())
            });
            turns.somebody_must |= !may_wait;
            turns.steps.push((step, event));
        }
        turns
    }

    /// Whether a participant could do something new now. If not, its turn may as well have come
    /// before, and the update may as well end.
    pub(crate) fn is_news(&self, now: &Branch, before: &Firings) -> bool {
        let firings = self.memory.firings.recall(now.digest).unwrap_or_else(|| {
            let firings = Rc::new(self.play_turns(&now.situation).firings());
            self.memory.firings.keep(now.digest, Rc::clone(&firings));
            firings
        });
        !firings.is_subset(before)
    }

    /// All branches of a part of an update.
    pub(crate) fn step_in_parts(
        &self,
        before: &Situation,
        event: &Event,
        reports: &[Report],
    ) -> Branches {
        let part = match event {
            Event::Turn(who) => Part::Turn(*who),
            Event::UpdateEnds => Part::End,
            _ => Part::Reports(reports),
        };
        let mut gathering = BranchCollector::default();
        let mut branches = self.play_in_orders(before, part, &mut gathering);
        let mut seen = BTreeSet::new();
        branches.retain(|branch| seen.insert(branch.code()));
        Branches {
            branches,
            cut_short: gathering.cut_short,
            may_wait: gathering.may_wait,
        }
    }

    /// A part, in every order in which people can be found.
    fn play_in_orders(
        &self,
        before: &Situation,
        part: Part<'_>,
        gathering: &mut BranchCollector,
    ) -> Vec<Branch> {
        let mut order: Vec<CharacterId> = before.scene.participants.iter().map(|p| p.who).collect();
        order.sort_unstable();
        gathering.in_orders = self.survey.finds_people && matches!(part, Part::Turn(_));
        let mut branches = vec![];
        loop {
            let played = PlayRequest {
                part,
                order: &order,
                said: &[],
                may_end: !before.open && part != Part::End,
            };
            branches.extend(self.play(before, &played, gathering));
            if !gathering.in_orders || !next_permutation(&mut order) {
                return branches;
            }
        }
    }
}
