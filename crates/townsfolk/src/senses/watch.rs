//! Sight, touch, fire, and what each character concentrates on.

use super::{AskedLook, KNOWN_MAX, LOOK_EVERY, SenseRow};
use crate::executor::{self, Executor};
use crate::folk::Folk;
use crate::questions::{Answer, Question, QuestionKind};
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, Duration, Place, Pushed, RoleId, Tick, Value};
use townsfolk_module::senses::{MindState, Sight};
use townsfolk_senses::hearing::lifted;
use townsfolk_senses::sight::{eye_height, is_in_shape, point_height, threshold};
use townsfolk_senses::{
    Disturbance, Impression, LOOKS_MAX, Sense, Sensed, SightTimer, Strength, TOUCH_MM, Touch,
    VolumeKind, is_hidden,
};

/// Minimum number of pairs of a watcher and prey for each parallel piece.
const LOOKS_PER_PIECE_MIN: usize = 64;

/// A host that has not answered a question about a line of sight for this time is taken to have said
/// no: what may be hidden is not seen.
pub(super) const ANSWERS_WITHIN: Duration = Duration(60);

/// A watcher and prey that it may see.
#[derive(Debug)]
struct Look {
    who: CharacterId,
    prey: CharacterId,
    seen: Seen,
}

/// The result of a look.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    in_shape: bool,
    in_view: bool,
    /// The line of sight that only the host can tell.
    ask: Option<(Place, Place)>,
    takes: Duration,
    touches: bool,
}

impl Folk {
    /// Watchers whose turn it is look at prey around them.
    pub(super) fn watch(&mut self, executor: &dyn Executor) {
        let mut looks: Vec<Look> = self.pairs_to_look_at();
        if !looks.is_empty() {
            let engaged = self.engaged();
            executor::each(executor, LOOKS_PER_PIECE_MIN, &mut looks, |look| {
                if let Some(seen) = self.look(look.who, look.prey, &engaged) {
                    look.seen = seen;
                }
            });
        }
        for look in looks {
            self.senses.rays.looks += 1;
            self.senses.rays.sight += u64::from(look.seen.in_shape);
            self.take_in_look(look.who, look.prey, look.seen);
        }
        self.choose_focuses();
    }

    /// Pairs that are near enough, or that a timer runs for. Of many prey the nearest count.
    fn pairs_to_look_at(&self) -> Vec<Look> {
        let mut pairs = BTreeSet::new();
        let mut near = vec![];
        let reach = self.content.senses.range_max_mm.max(TOUCH_MM);
        for prey in self.senses.prey.keys() {
            let Some(at) = self.character(*prey).and_then(|person| person.at) else {
                continue;
            };
            self.senses.listeners.near(at, reach, &mut near);
            for (who, from) in &near {
                if Folk::looks_now(*who, self.now) && self.may_sense(*who, *from, *prey, at) {
                    pairs.insert((*who, from.distance_mm(at), *prey));
                }
            }
        }
        let mut kept: Vec<(CharacterId, CharacterId)> = vec![];
        let mut count = (CharacterId(0), 0);
        for (who, _, prey) in pairs {
            count = match count.0 == who {
                true => (who, count.1 + 1),
                false => (who, 1),
            };
            if count.1 <= LOOKS_MAX {
                kept.push((who, prey));
            }
        }
        for who in &self.senses.watching {
            let row = self.senses.rows.get(who);
            let timers = row.into_iter().flat_map(|row| &row.sights);
            let turn = Folk::looks_now(*who, self.now);
            kept.extend(timers.filter(|_| turn).map(|timer| (*who, timer.target)));
        }
        kept.sort_unstable();
        kept.dedup();
        let look = |(who, prey)| Look {
            who,
            prey,
            seen: Seen::default(),
        };
        kept.into_iter().map(look).collect()
    }

    /// Whether a character hunts another that is near enough to be seen or touched.
    fn may_sense(&self, who: CharacterId, from: Place, prey: CharacterId, at: Place) -> bool {
        let Some(row) = self.senses.rows.get(&who).filter(|_| who != prey) else {
            return false;
        };
        let senses = &self.content.module.senses;
        let Some(set) = senses.skill_set(row.set) else {
            return false;
        };
        let sight = senses.profile(set.senses).and_then(|profile| profile.sight);
        let eyes = sight.filter(|_| row.mind != MindState::Asleep);
        let reach = eyes.map_or(TOUCH_MM, |sight| sight.range_mm.max(TOUCH_MM));
        from.is_within(at, reach) && self.hunts(&set.hunts, prey)
    }

    /// Prey that fights: one that chases it or fights it concentrates on it.
    fn engaged(&self) -> BTreeSet<CharacterId> {
        let chasing = self.senses.chasing.iter();
        let rows = chasing.filter_map(|who| self.senses.rows.get(who));
        let focuses = rows.filter_map(|row| match row.focus? {
            Sensed::Character(prey) => Some(prey),
            Sensed::Spot(_) => None,
        });
        focuses.collect()
    }

    /// What a watcher sees and feels of prey now.
    fn look(
        &self,
        who: CharacterId,
        prey: CharacterId,
        engaged: &BTreeSet<CharacterId>,
    ) -> Option<Seen> {
        let row = self.senses.rows.get(&who)?;
        let makeup = self.makeup(row)?;
        let (from, at) = (self.character(who)?.at?, self.character(prey)?.at?);
        let takes_part = |who| self.is_full(who) && !self.is_dead(who);
        if !takes_part(who) || !takes_part(prey) || !self.hunts(&makeup.set.hunts, prey) {
            return None;
        }
        let mut seen = Seen {
            touches: from.is_within(at, TOUCH_MM),
            ..Seen::default()
        };
        if let Some(sight) = &makeup.profile.sight
            && row.mind != MindState::Asleep
        {
            let fights = row.mind == MindState::Chasing;
            let known = row.known.binary_search(&prey).is_ok();
            let is_engaged = engaged.contains(&prey);
            seen.takes = threshold(sight, fights, known, is_engaged);
            self.look_with((who, from), (prey, at), (sight, is_engaged), &mut seen);
        }
        Some(seen)
    }

    /// A look with eyes: one ray to one point, and none outside the shape.
    fn look_with(
        &self,
        (who, from): (CharacterId, Place),
        (prey, at): (CharacterId, Place),
        (sight, engaged): (&Sight, bool),
        seen: &mut Seen,
    ) {
        let eyes = lifted(from, eye_height(self.is_crouched(who)));
        let point = lifted(at, point_height(engaged, self.is_crouched(prey)));
        let heading = self.body_of(who).heading;
        seen.in_shape = is_in_shape(sight, eyes, heading, point);
        if !seen.in_shape || is_hidden(&self.senses.volumes, self.now, eyes, point) {
            return;
        }
        match self.is_line_open(eyes, point) {
            Some(open) => seen.in_view = open,
            None => {
                seen.ask = Some((eyes, point));
                seen.in_view = self.answered_open(who, prey, (eyes, point));
            }
        }
    }

    /// Whether nothing solid is between two points. `None` if only the host can tell.
    fn is_line_open(&self, from: Place, to: Place) -> Option<bool> {
        match self.ground().is_some() || !self.questions.are_answered(QuestionKind::Sees) {
            true => Some(self.rays().is_open(from, to)),
            false => None,
        }
    }

    /// What the host has said about a line of sight, or about the last one between these two.
    fn answered_open(&self, who: CharacterId, prey: CharacterId, line: (Place, Place)) -> bool {
        if let Some(answer) = self.answer(&Question::Sees(line.0, line.1)) {
            return answer == Answer::Yes;
        }
        let row = self.senses.rows.get(&who);
        let asked = row.and_then(|row| asked_of(row, prey));
        asked.is_some_and(
            |asked| match self.answer(&Question::Sees(asked.from, asked.to)) {
                Some(answer) => answer == Answer::Yes,
                None => {
                    asked.open
                        && self.now.since(asked.answered.unwrap_or(asked.at)) < ANSWERS_WITHIN
                }
            },
        )
    }

    /// Whether the host has not answered a question about a line of sight in time. One that was asked
    /// long ago is of no interest.
    pub(super) fn is_look_late(&self, asked: &AskedLook) -> bool {
        let question = Question::Sees(asked.from, asked.to);
        let last = asked.answered.unwrap_or(Tick(i64::MIN));
        let ago = self.now.since(asked.at);
        self.answer(&question).is_none()
            && self.now.since(last) >= ANSWERS_WITHIN
            && ago < Duration(2 * ANSWERS_WITHIN.0)
            && asked.missed
    }

    /// Takes in the result of a look.
    fn take_in_look(&mut self, who: CharacterId, prey: CharacterId, seen: Seen) {
        let now = self.now;
        if let Some((from, to)) = seen.ask {
            self.ask_about_sight(who, prey, (from, to), seen.in_view);
        }
        let Some(row) = self.senses.rows.get_mut(&who) else {
            return;
        };
        let place = row.sights.binary_search_by_key(&prey, |timer| timer.target);
        let place = match place {
            Ok(place) => Some(place),
            Err(place) if seen.in_view => {
                row.sights
                    .insert(place, SightTimer::new(prey, seen.takes, now));
                self.senses.watching.insert(who);
                Some(place)
            }
            Err(_) => None,
        };
        let mut perceives = false;
        if let Some(timer) = place.and_then(|place| row.sights.get_mut(place)) {
            let before = (timer.is_perceived(), timer.fraction(now) >= 500);
            let takes = match seen.in_view {
                true => seen.takes,
                false => timer.threshold(),
            };
            timer.look(now, seen.in_view, takes);
            if before != (timer.is_perceived(), timer.fraction(now) >= 500) {
                self.news.sensed.insert(who);
            }
            perceives = timer.is_perceived() && seen.in_view;
        }
        row.sights.retain(|timer| !timer.is_over(now));
        if row.sights.is_empty() {
            self.senses.watching.remove(&who);
        }
        if seen.touches {
            self.perceive(who, prey, Sense::Touched);
        } else if perceives {
            self.perceive(who, prey, Sense::Seen);
        }
    }

    /// Asks the host about a line of sight, at most once for each answer or time limit.
    fn ask_about_sight(
        &mut self,
        who: CharacterId,
        prey: CharacterId,
        (from, to): (Place, Place),
        open: bool,
    ) {
        let now = self.now;
        let Some(row) = self.senses.rows.get(&who) else {
            return;
        };
        let last = asked_of(row, prey).copied();
        let answered = last.is_some_and(|last| {
            let question = Question::Sees(last.from, last.to);
            self.answer(&question).is_some()
        });
        let waits = last.is_some_and(|last| !answered && now.since(last.at) < ANSWERS_WITHIN);
        if waits {
            return;
        }
        self.ask(Question::Sees(from, to));
        let missed = last.is_some() && !answered;
        let answered = match answered {
            true => Some(now),
            false => last.and_then(|last| last.answered),
        };
        let asked = AskedLook {
            missed,
            target: prey,
            from,
            to,
            at: now,
            open,
            answered,
        };
        let Some(row) = self.senses.rows.get_mut(&who) else {
            return;
        };
        match row.asked.binary_search_by_key(&prey, |asked| asked.target) {
            Ok(place) => row.asked.splice(place..=place, [asked]).for_each(drop),
            Err(_) if row.asked.len() >= KNOWN_MAX => {}
            Err(place) => row.asked.insert(place, asked),
        }
    }

    /// A character sees or touches prey, and knows where it is.
    fn perceive(&mut self, who: CharacterId, prey: CharacterId, sense: Sense) {
        let now = self.now;
        let Some(at) = self.character(prey).and_then(|person| person.at) else {
            return;
        };
        let impression = Impression {
            subject: Sensed::Character(prey),
            at,
            velocity: Some(self.body_of(prey).velocity(at, now)),
            sense,
            strength: Strength::thousandths(1000),
            sure: true,
            attackable: true,
            uncertainty_mm: 0,
            by: who,
        };
        if let Some(row) = self.senses.rows.get_mut(&who) {
            if let Err(place) = row.known.binary_search(&prey) {
                row.known.insert(place, prey);
                if row.known.len() > KNOWN_MAX {
                    row.known.remove(0);
                }
            }
            if row.mind == MindState::Asleep {
                row.disturbed = Some((Disturbance::Enraged, now, at));
            }
        }
        if let Some(records) = self.records_mut(who) {
            records.sense(&impression, now);
        }
        self.note_records(who);
    }

    /// Characters that have records choose what they concentrate on, when it is their turn to look.
    fn choose_focuses(&mut self) {
        let now = self.now;
        let holding = self.senses.holding.iter().copied();
        let turn: Vec<CharacterId> = holding.filter(|who| Folk::looks_now(*who, now)).collect();
        for who in turn {
            let Some(row) = self.senses.rows.get(&who) else {
                self.senses.holding.remove(&who);
                continue;
            };
            let at = self.character(who).and_then(|person| person.at);
            let present = row.focus;
            let records = self.records_held_by(who);
            let focus = records.and_then(|r| r.focus(present, at.unwrap_or_default(), now));
            if records.is_none_or(|records| records.is_empty()) {
                self.senses.holding.remove(&who);
            }
            if focus != present {
                if let Some(row) = self.senses.rows.get_mut(&who) {
                    row.focus = focus;
                }
                self.news.sensed.insert(who);
            }
        }
    }

    /// Fires set those in them alight, as many as they may.
    pub(super) fn burn(&mut self) {
        let now = self.now;
        if self.senses.volumes.is_empty() || now.0.rem_euclid(LOOK_EVERY) != 0 {
            return;
        }
        let mut volumes = std::mem::take(&mut self.senses.volumes);
        let mut near = vec![];
        for fire in &mut volumes {
            if !matches!(fire.kind, VolumeKind::Fire { .. }) || !fire.is_active(now) {
                continue;
            }
            self.senses
                .listeners
                .near(fire.at, fire.radius_mm, &mut near);
            for (who, _) in &near {
                if let Touch::Ignites(until) = fire.touch(*who, now) {
                    self.ignite(*who, until);
                }
            }
        }
        self.senses.volumes = volumes;
    }

    fn ignite(&mut self, who: CharacterId, until: townsfolk_core::Tick) {
        let before = self.senses.burning.insert(who, until);
        if before.is_none() {
            self.news.sensed.insert(who);
            self.set_burning(who, Pushed::Holds);
        }
    }

    /// Lets volumes end, and those burn out who have burnt long enough.
    pub(super) fn put_out_fires(&mut self) {
        let now = self.now;
        self.senses.volumes.retain(|volume| volume.until > now);
        let out = self
            .senses
            .burning
            .iter()
            .filter(|(_, until)| **until <= now);
        let out: Vec<CharacterId> = out.map(|(who, _)| *who).collect();
        for who in out {
            self.senses.burning.remove(&who);
            self.news.sensed.insert(who);
            self.set_burning(who, Pushed::HoldsNot);
        }
    }

    fn set_burning(&mut self, who: CharacterId, value: Pushed) {
        if let Some(name) = self.content.senses.burning {
            self.push_attribute(name, vec![Value::Character(who)], value);
        }
    }

    /// Whether a character hunts another, by its set of skills.
    pub fn is_hunted_by(&self, who: CharacterId, other: CharacterId) -> bool {
        let row = self.senses.rows.get(&who);
        let set = row.and_then(|row| self.content.module.senses.skill_set(row.set));
        let hunts: Option<&[RoleId]> = set.map(|set| set.hunts.as_slice());
        hunts.is_some_and(|hunts| self.hunts(hunts, other))
    }
}

/// The line of sight that the host was asked about last.
pub(super) fn asked_of(row: &SenseRow, prey: CharacterId) -> Option<&AskedLook> {
    let place = row.asked.binary_search_by_key(&prey, |asked| asked.target);
    row.asked.get(place.ok()?)
}
