//! Updates played in parts, for a coarse look: what is reported, each turn and the end of an update
//! are steps of their own, in any order. So the turns of four people are four steps with a few
//! answers each, and not every order of them with every combination of answers.
//!
//! A whole update is one of these orders: reports, turns, end. The end comes right after a part in
//! which nobody is about to go; where somebody is, it comes at once or after any turns of others,
//! who still see the leaver there.

use crate::canonical::digest;
use crate::event::{Event, World};
use crate::situation::Situation;
use crate::step::{End, Played, Way, Ways, next_permutation};
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, Standing, Tick};
use townsfolk_scene::reference::{Part, Phase, Report};

impl World<'_> {
    /// Those whose turn can do anything.
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

    /// All ways of a part of an update.
    pub(crate) fn step_in_parts(
        &self,
        before: &Situation,
        event: &Event,
        reports: &[Report],
    ) -> Ways {
        let part = match event {
            Event::Turn(who) => Part::Turn(*who),
            Event::UpdateEnds => Part::End,
            _ => Part::Reports(reports),
        };
        let ends: &[Option<End>] = match part {
            _ if before.open => &[None],
            _ => &[Some(End::AtOnce), Some(End::Later)],
        };
        let mut all = Ways::default();
        let mut seen = BTreeSet::new();
        let mut bytes = vec![];
        for end in ends {
            let open = part != Part::End && (before.open || *end == Some(End::Later));
            for mut way in self.play_in_orders(before, part, *end, &mut all.cut_short) {
                way.situation.open = open;
                if seen.insert(digest(&way.situation, &mut bytes)) {
                    all.ways.push(way);
                }
            }
        }
        all
    }

    /// A part, in every order in which people can be found.
    fn play_in_orders(
        &self,
        before: &Situation,
        part: Part<'_>,
        end: Option<End>,
        cut_short: &mut bool,
    ) -> Vec<Way> {
        let mut order: Vec<CharacterId> =
            before.scene.participants.iter().map(|p| p.who).collect();
        order.sort_unstable();
        let mut ways = vec![];
        let mut met = BTreeSet::new();
        loop {
            let played = Played {
                part,
                order: &order,
                said: &[],
                end,
            };
            ways.extend(self.play(before, &played, &mut met, cut_short));
            let matters = self.survey.finds_people && matches!(part, Part::Turn(_));
            if !matters || !next_permutation(&mut order) {
                return ways;
            }
        }
    }
}
