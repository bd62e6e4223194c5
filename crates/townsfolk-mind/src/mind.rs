//! A mind: what a character needs, what role it holds, and what it wants to do now.

mod keep;

pub use keep::{Fit, KeptMind};

use crate::calendar::Moment;
use crate::layers::Layers;
use crate::map::{Act, Cycle, Input, Map, Settled, Why, find_cycle, why};
use crate::need::{Course, Heading};
use crate::role::{Holding, Turn};
use crate::schedule::{EntryIndex, due, next_change, urgency};
use crate::senses::Senses;
use std::cmp::Ordering;
use townsfolk_core::{LayerId, NeedId, NodeId, PropId, RoleId, Seed, SymbolId, Word};
use townsfolk_module::mind::{
    CastMember, Control, Deed, Degree, EventInput, Feeling, Mood, Need, ScheduleEntry, When,
    not_ready_to_change_role, time_to_change_role,
};

/// What a mind is looked at with: content, seed and time.
#[derive(Clone, Copy, Debug)]
pub struct Beat<'a> {
    /// All layers.
    pub layers: &'a Layers,
    /// What content says about the character.
    pub member: &'a CastMember,
    /// The seed of the run.
    pub seed: Seed,
    /// Calendar time.
    pub now: Moment,
}

/// The mind of one character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mind {
    map: Map,
    needs: Vec<(NeedId, Course)>,
    holding: Holding,
    doing: Option<NodeId>,
    /// How strong the action was when it was begun.
    begun_at: Degree,
    /// Whether it counts as that strong until it ends.
    engrossed: bool,
    /// Actions that cannot be done, and until when they are not thought of.
    put_off: Vec<(NodeId, Moment)>,
    /// Props that made tests true at the last beat.
    found: Vec<(NodeId, PropId)>,
    /// How it feels.
    pub mood: Mood,
    /// Whether something besides the inputs has changed since the last update.
    stirred: bool,
    settled: Settled,
    /// Updates in a row that ended without rest although nothing was new.
    restless: u8,
}

/// What a mind wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// The action node that won.
    pub action: NodeId,
    /// What it asks for.
    pub deed: Deed,
    /// How strongly it offers to drive the body.
    pub word: Word,
    /// The prop it is about, if a test found one.
    pub prop: Option<PropId>,
    /// How active the node is.
    pub activation: Degree,
}

/// What happened in a mind at a beat, for the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Another role is due.
    RoleDue(RoleId),
    /// It no longer is.
    RoleCalledOff,
    /// A role was laid down.
    RoleLaidDown {
        /// The role.
        role: RoleId,
        /// Whether it was still not ready, but the wait had been too long.
        unready: bool,
    },
    /// The walk to where the next role is taken on.
    SetOut(EntryIndex),
    /// A role was taken on.
    RoleTaken(RoleId),
    /// The map goes round in a circle.
    Restless(Cycle),
}

/// So many updates without rest, nothing being new, are called restless.
const RESTLESS_AFTER: u8 = 2;

/// By how much something must be stronger to interrupt somebody who is engrossed. Without it two
/// needs of about equal strength would take turns every few seconds.
pub const CLEARLY_STRONGER: Degree = Degree::percent(10);

impl Mind {
    /// A mind with its basic layer only. `None` if the layer is missing.
    pub fn new(at: &Beat<'_>) -> Option<Mind> {
        let program = at.layers.program(at.member.basic, None)?;
        let mut mind = Mind {
            map: Map::new(program),
            needs: vec![],
            holding: Holding::Nothing,
            doing: None,
            begun_at: Degree::ZERO,
            engrossed: false,
            put_off: vec![],
            found: vec![],
            mood: at.member.mood,
            stirred: true,
            settled: Settled {
                passes: 0,
                at_rest: false,
            },
            restless: 0,
        };
        mind.begin_needs(at);
        Some(mind)
    }

    /// Looks at the schedule, settles the map, changes roles if it is time and nothing objects, and
    /// says what the character wants to do; `None` means nothing in particular.
    pub fn beat(
        &mut self,
        at: &Beat<'_>,
        senses: &dyn Senses,
        happened: &mut Vec<Happening>,
    ) -> Option<Intent> {
        self.put_off.retain(|(_, until)| *until > at.now);
        let due = due(&at.member.schedule, at.now);
        if let Some(turn) = self.holding.poll(due, at.now) {
            self.turn(at, turn, happened);
        }
        self.update(at, senses, happened);
        let waits_max = self.entry(at, due).map_or(0, |entry| entry.waits_max);
        let not_ready = self.map.activation(not_ready_to_change_role());
        let before = self.holding;
        if let Some(turn) = self.holding.answer(not_ready, due, waits_max, at.now) {
            let entry = before.entry().and_then(|entry| self.entry(at, Some(entry)));
            happened.extend(entry.map(|entry| Happening::RoleLaidDown {
                role: entry.role,
                unready: not_ready > Degree::ZERO,
            }));
            self.turn(at, turn, happened);
        }
        if self.arrive(at, senses, happened) || self.stirred {
            self.update(at, senses, happened);
        }
        self.intent()
    }

    /// What the map speaks for, as it was settled last.
    ///
    /// Someone [engrossed](Mind::engross) in an action stays with it, unless what comes up has a
    /// higher word, or the same word and is [clearly](CLEARLY_STRONGER) stronger than what the
    /// action was begun with.
    pub fn intent(&self) -> Option<Intent> {
        let put_off = |act: &Act| self.put_off.iter().any(|(action, _)| *action == act.node);
        let strongest = self.map.choose_among(self.doing, |act| !put_off(act));
        let act = match self.engrossing() {
            Some(doing) if strongest.is_none_or(|act| !self.interrupts(act, doing)) => doing,
            _ => strongest?,
        };
        let uses = self.controls().find_map(|control| match control {
            Control::Uses { action, test } if action == act.node => Some(test),
            _ => None,
        });
        let mut found = self.found.iter();
        let prop = uses.and_then(|test| found.find(|(t, _)| *t == test).map(|(_, prop)| *prop));
        Some(Intent {
            action: act.node,
            deed: act.deed,
            word: act.word,
            prop,
            activation: self.map.at(act.place),
        })
    }

    fn interrupts(&self, act: &Act, doing: &Act) -> bool {
        let enough = self.begun_at.plus(CLEARLY_STRONGER);
        match act.word.cmp(&doing.word) {
            Ordering::Greater => true,
            Ordering::Equal => self.map.at(act.place) > enough,
            Ordering::Less => false,
        }
    }

    fn engrossing(&self) -> Option<&Act> {
        let doing = self.doing.filter(|_| self.engrossed)?;
        self.map
            .program()
            .actions
            .iter()
            .find(|act| act.node == doing)
    }

    fn turn(&mut self, at: &Beat<'_>, turn: Turn, happened: &mut Vec<Happening>) {
        self.stirred = true;
        match turn {
            Turn::Due => {
                self.map.switch(time_to_change_role(), true, None);
                let entry = self.entry(at, due(&at.member.schedule, at.now));
                happened.extend(entry.map(|entry| Happening::RoleDue(entry.role)));
            }
            Turn::CalledOff => {
                self.map.switch(time_to_change_role(), false, None);
                happened.push(Happening::RoleCalledOff);
            }
            Turn::SetOut(to) => {
                self.change_layer(at, Some(at.member.navigation));
                happened.push(Happening::SetOut(to));
            }
        }
    }

    fn arrive(
        &mut self,
        at: &Beat<'_>,
        senses: &dyn Senses,
        happened: &mut Vec<Happening>,
    ) -> bool {
        let Holding::Walking(to) = self.holding else {
            return false;
        };
        let Some(entry) = self.entry(at, Some(to)).filter(|e| e.area == senses.area()) else {
            return false;
        };
        self.holding = Holding::Role(to);
        self.map.switch(time_to_change_role(), false, None);
        self.change_layer(at, at.layers.of_role(entry.role));
        happened.push(Happening::RoleTaken(entry.role));
        true
    }

    fn change_layer(&mut self, at: &Beat<'_>, over: Option<LayerId>) {
        if let Some(program) = at.layers.program(at.member.basic, over) {
            self.map.change_layers(program);
            self.begin_needs(at);
            self.doing = self
                .doing
                .filter(|node| self.map.program().place(*node).is_some());
            self.stirred = true;
            self.restless = 0;
        }
    }

    /// Needs of layers that are no longer held are forgotten, those of new ones begin.
    fn begin_needs(&mut self, at: &Beat<'_>) {
        let needs = &self.map.program().needs;
        let before = std::mem::take(&mut self.needs);
        let known = |id: NeedId| before.iter().find(|(need, _)| *need == id);
        let begin = |need: &Need| match known(need.id) {
            Some(course) => *course,
            None => (need.id, Course::begin(need, at.seed, at.member.id, at.now)),
        };
        self.needs = needs.iter().map(begin).collect();
    }

    fn update(&mut self, at: &Beat<'_>, senses: &dyn Senses, happened: &mut Vec<Happening>) {
        let news = self.take_in(at, senses) || self.stirred;
        if self.settled.at_rest && !news {
            return;
        }
        self.settled = self.map.settle();
        self.stirred = false;
        if self.settled.at_rest || news {
            self.restless = 0;
        } else {
            self.restless = self.restless.saturating_add(1);
            if self.restless == RESTLESS_AFTER {
                happened.extend(find_cycle(&self.map).map(Happening::Restless));
            }
        }
    }

    /// Tells the map its inputs. Says whether any is news.
    fn take_in(&mut self, at: &Beat<'_>, senses: &dyn Senses) -> bool {
        let program = self.map.program().clone();
        let mut news = false;
        self.found.clear();
        for (index, (_, input)) in program.inputs.iter().enumerate() {
            let degree = match input {
                Input::Need(need) => self.level(*need, at.now),
                Input::Test(node, test) => {
                    let truth = senses.test(test);
                    self.found.extend(truth.prop.map(|prop| (*node, prop)));
                    truth.degree
                }
                Input::Feeling(feeling) => self.feeling(*feeling, at),
            };
            news |= self.map.tell(index, degree);
        }
        news
    }

    fn feeling(&self, feeling: Feeling, at: &Beat<'_>) -> Degree {
        match feeling {
            Feeling::Neuroticism => at.member.persona.neuroticism,
            Feeling::Extroversion => at.member.persona.extroversion,
            Feeling::Valence => self.mood.valence,
            Feeling::Arousal => self.mood.arousal,
            Feeling::Urgency => urgency(&at.member.schedule, at.now),
        }
    }

    /// The level of a need; zero if the character has no such need now.
    pub fn level(&self, need: NeedId, now: Moment) -> Degree {
        let course = self.needs.iter().find(|(id, _)| *id == need);
        let known = self.map.program().need(need);
        course
            .zip(known)
            .map_or(Degree::ZERO, |((_, course), need)| course.level(need, now))
    }

    /// Something is being done about a need: it falls, until it is [left alone](Mind::leave).
    pub fn ease(&mut self, need: NeedId, now: Moment) {
        self.on_course(need, |course, need| {
            course.head(need, Heading::Falling, now)
        });
    }

    /// Leaves a need to itself again.
    pub fn leave(&mut self, need: NeedId, now: Moment) {
        self.on_course(need, |course, need| course.leave(need, now));
    }

    /// Raises or lowers a need at once.
    pub fn burst(&mut self, need: NeedId, by: Degree, now: Moment) {
        self.on_course(need, |course, need| course.burst(need, by, now));
    }

    /// Notices an event at a distance. The layers that are held say which needs it excites.
    pub fn notice(&mut self, event: SymbolId, distance_mm: u32, now: Moment) {
        let program = self.map.program().clone();
        for input in program.events.iter().filter(|input| input.event == event) {
            self.burst(input.need, burst(input, distance_mm), now);
        }
    }

    fn on_course(&mut self, need: NeedId, change: impl FnOnce(&mut Course, &Need)) {
        let program = self.map.program().clone();
        let course = self.needs.iter_mut().find(|(id, _)| *id == need);
        if let Some(((_, course), need)) = course.zip(program.need(need)) {
            change(course, need);
        }
    }

    /// The character has begun to do what it wanted. It may turn to something else at any beat.
    pub fn begun(&mut self, action: NodeId, prop: Option<PropId>) {
        self.doing = Some(action);
        self.begun_at = self.map.activation(action);
        self.engrossed = false;
        self.control(action, When::Begun, prop);
    }

    /// It has come to a step that is not broken off for less than what the action was begun with:
    /// nobody gets up from a meal because the first bite has taken the edge off the hunger.
    pub fn engross(&mut self, engrossed: bool) {
        self.engrossed = engrossed;
    }

    /// It has done it.
    pub fn done(&mut self, action: NodeId, prop: Option<PropId>) {
        self.end(action);
        self.control(action, When::Done, prop);
    }

    /// It was stopped, or failed. Flags stay as they are: what was begun may be gone on with.
    pub fn stopped(&mut self, action: NodeId) {
        self.end(action);
    }

    fn end(&mut self, action: NodeId) {
        if self.doing == Some(action) {
            self.doing = None;
            self.engrossed = false;
        }
        self.stirred = true;
    }

    /// It cannot be done now (there is no free chair, nobody to talk to): it is not wanted again
    /// before a moment, so that the next best can be.
    pub fn put_off(&mut self, action: NodeId, until: Moment) {
        self.stopped(action);
        self.put_off.retain(|(known, _)| *known != action);
        self.put_off.push((action, until));
    }

    /// It has given up a prop: flags that remembered it go off.
    pub fn give_up(&mut self, prop: PropId) {
        self.map.give_up(prop);
        self.stirred = true;
    }

    fn control(&mut self, action: NodeId, moment: When, used: Option<PropId>) {
        let controls: Vec<Control> = self.controls().collect();
        for control in controls {
            match control {
                Control::Sets {
                    action: by,
                    when,
                    flag,
                    on,
                    keeps_prop,
                } if by == action && when == moment => {
                    self.map.switch(flag, on, used.filter(|_| keeps_prop));
                    self.stirred = true;
                }
                Control::Sets { .. } | Control::Uses { .. } => {}
            }
        }
    }

    fn controls(&self) -> impl Iterator<Item = Control> {
        self.map.program().controls.iter().copied()
    }

    fn entry<'a>(&self, at: &Beat<'a>, index: Option<EntryIndex>) -> Option<&'a ScheduleEntry> {
        at.member.schedule.entries.get(usize::from(index?.0))
    }

    /// The role it holds, if any.
    pub fn role(&self, at: &Beat<'_>) -> Option<RoleId> {
        self.entry(at, self.holding.entry()).map(|entry| entry.role)
    }

    /// Where it stands in its day.
    pub fn holding(&self) -> Holding {
        self.holding
    }

    /// The action it is in the middle of.
    pub fn doing(&self) -> Option<NodeId> {
        self.doing
    }

    /// The needs it has now.
    pub fn needs(&self) -> impl Iterator<Item = NeedId> {
        self.needs.iter().map(|(need, _)| *need)
    }

    /// Its map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Why it wants what it wants.
    pub fn why(&self) -> Why {
        why(&self.map, self.doing)
    }

    /// The next moment at which the schedule changes or a need crosses a threshold that matters, if
    /// nothing else happens: when a mind that is looked at seldom must be looked at.
    pub fn next_wake(&self, at: &Beat<'_>) -> Option<Moment> {
        let program = self.map.program();
        let mut wake = next_change(&at.member.schedule, at.now);
        for (id, course) in &self.needs {
            let Some(need) = program.need(*id) else {
                continue;
            };
            let level = course.level(need, at.now);
            for threshold in program.thresholds_of(*id) {
                let crossing = if level < threshold {
                    course.next_at_least(need, threshold, at.now)
                } else {
                    course.next_below(need, threshold, at.now)
                };
                wake = [wake, crossing].into_iter().flatten().min();
            }
        }
        wake
    }

    /// Bytes of this mind's own, without what it shares.
    pub fn bytes(&self) -> usize {
        size_of::<Mind>() - size_of::<Map>()
            + self.map.bytes()
            + self.needs.capacity() * size_of::<(NeedId, Course)>()
            + self.found.capacity() * size_of::<(NodeId, PropId)>()
            + self.put_off.capacity() * size_of::<(NodeId, Moment)>()
    }
}

/// How strongly an event at a distance excites a need.
fn burst(input: &EventInput, distance_mm: u32) -> Degree {
    match input.reach_mm {
        None => input.size,
        Some(reach) if distance_mm >= reach => Degree::ZERO,
        Some(reach) => {
            let near = i64::from(reach) - i64::from(distance_mm);
            Degree::saturated(i64::from(input.size.0) * near / i64::from(reach))
        }
    }
}
