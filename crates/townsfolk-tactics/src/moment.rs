//! What skills and behaviours see and may do in one step.

use crate::behaviours::{BehaviourState, Status};
use crate::catalogue::{self, SkillEntry};
use crate::intent::{BodyOrder, BodyState, Intent};
use crate::settings::Settings;
use crate::world::{Heard, Post, World};
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    Angle, Draw, Duration, MotionSetId, Place, SiteId, SymbolId, TICKS_PER_SECOND, Tick,
};
use townsfolk_module::senses::{Motion, SkillSet, SkillSpec};
use townsfolk_senses::{Record, Sensed};

/// How often a character that is alert is looked at.
pub const ALERT_BEAT: Duration = Duration(6);

/// The least and the greatest number of ticks between two places of a track.
const TRACK_MIN: i64 = 6;
const TRACK_MAX: i64 = 90;

/// The greatest speed of a track, in millimetres a second.
const SPEED_MAX_MM_S: i64 = 12_000;

/// Number of stimuli that wait for the next step. The strongest are kept.
const HEARD_MAX: usize = 8;

/// What the skills of one character have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shared {
    /// What the body does.
    pub body: Body,
    /// What was heard since the last step.
    pub heard: Vec<Heard>,
    /// The subject that matters most.
    pub focus: Option<Sensed>,
    /// How the subject in focus moves, as far as that follows from where it was sensed.
    pub track: Option<Track>,
    /// Subjects that have surprised it since it was calm.
    pub met: Vec<Sensed>,
    /// A search that a chase has asked for.
    pub search: Option<SearchRequest>,
    /// When it last chased or searched.
    pub alerted: Option<Tick>,
    /// The post that it holds.
    pub post: Option<Post>,
    /// The result of the behaviour that ended last, until it is taken.
    pub result: Option<Status>,
    /// When it must be looked at again, without news.
    pub next: Tick,
    /// When it was last looked at.
    pub looked: Tick,
}

/// The body, as its runner knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// What it was asked for last.
    pub order: Option<BodyOrder>,
    /// How far it has come.
    pub state: BodyState,
    /// Number of orders so far. A new number is a new order.
    pub serial: u32,
}

/// Where a subject was sensed last and the time before, and the velocity that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Track {
    /// What.
    pub subject: Sensed,
    /// Where it was sensed last.
    pub at: Place,
    /// When.
    pub tick: Tick,
    /// Its velocity, in millimetres a second, east and north.
    pub velocity: (i32, i32),
}

impl Track {
    /// The track after a look at a record.
    pub(crate) fn after(track: Option<Track>, record: &Record) -> Track {
        let new = Track {
            subject: record.subject,
            at: record.at,
            tick: record.stamp,
            velocity: record.velocity,
        };
        let Some(old) = track.filter(|old| old.subject == record.subject) else {
            return new;
        };
        let ticks = record.stamp.since(old.tick).0;
        if ticks < TRACK_MIN {
            return old;
        }
        let speed = |from: i32, to: i32| {
            let moved = (i64::from(to) - i64::from(from)) * TICKS_PER_SECOND / ticks;
            moved.clamp(-SPEED_MAX_MM_S, SPEED_MAX_MM_S) as i32
        };
        match record.velocity {
            // Ears tell no velocity; two places do, if they are not too old.
            (0, 0) if ticks <= TRACK_MAX => Track {
                velocity: (
                    speed(old.at.x_mm, new.at.x_mm),
                    speed(old.at.y_mm, new.at.y_mm),
                ),
                ..new
            },
            _ => new,
        }
    }
}

/// A chase that has lost its prey asks for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchRequest {
    /// What was lost.
    pub subject: Sensed,
    /// Where it was sensed last.
    pub at: Place,
    /// How it moved then, in millimetres a second.
    pub velocity: (i32, i32),
}

impl Default for Shared {
    fn default() -> Shared {
        Shared {
            body: Body::default(),
            heard: vec![],
            focus: None,
            track: None,
            met: vec![],
            search: None,
            alerted: None,
            post: None,
            result: None,
            next: Tick(0),
            looked: Tick(0),
        }
    }
}

impl Shared {
    /// Takes in a stimulus. Of too many the weakest is dropped.
    pub(crate) fn hear(&mut self, heard: Heard) {
        self.heard.push(heard);
        if self.heard.len() > HEARD_MAX {
            let weakest = (0..self.heard.len()).min_by_key(|index| self.heard[*index].strength);
            weakest.map(|index| self.heard.remove(index));
        }
    }

    /// It is calm again: what it discovers next surprises it anew, and there is nothing to search.
    pub(crate) fn calm_down(&mut self) {
        self.met.clear();
        self.search = None;
    }

    /// Moves its moments, for a save that is loaded into a later time.
    pub(crate) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.heard
            .iter_mut()
            .for_each(|one| one.tick = later(one.tick));
        self.alerted = self.alerted.map(&mut *later);
        if self.next != Tick(i64::MAX) {
            self.next = later(self.next);
        }
        if let Some(track) = &mut self.track {
            track.tick = later(track.tick);
        }
        self.looked = later(self.looked);
    }
}

/// One step of one skill: the world that is lent, its settings, and what it may change.
#[derive(Debug)]
pub struct Moment<'a> {
    /// The world.
    pub world: &'a dyn World,
    /// The set of skills.
    pub set: &'a SkillSet,
    /// The index of the skill in its set.
    pub index: usize,
    /// The skill in its set. None while something outside drives the character.
    pub spec: Option<&'a SkillSpec>,
    /// The settings of the skill.
    pub settings: Settings<'a>,
    /// What all skills have in common.
    pub shared: &'a mut Shared,
    /// The behaviours, the running one last.
    pub stack: &'a mut Vec<BehaviourState>,
    /// What is asked for beside the body.
    pub intents: &'a mut Vec<Intent>,
}

impl<'a> Moment<'a> {
    /// A moment of a skill of a set.
    pub(crate) fn of(
        world: &'a dyn World,
        set: &'a SkillSet,
        index: usize,
        entry: Option<&'static SkillEntry>,
        shared: &'a mut Shared,
        stack: &'a mut Vec<BehaviourState>,
        intents: &'a mut Vec<Intent>,
    ) -> Moment<'a> {
        let spec = set.skills.get(index);
        Moment {
            world,
            set,
            index,
            spec,
            settings: Settings::of(set, spec, entry),
            shared,
            stack,
            intents,
        }
    }

    /// The time.
    pub fn now(&self) -> Tick {
        self.world.now()
    }

    /// Its own place.
    pub fn here(&self) -> Place {
        self.world.here()
    }

    /// The record about a subject.
    pub fn record(&self, of: Sensed) -> Option<&Record> {
        self.world.records().of(of)
    }

    /// The record in focus.
    pub fn focus(&self) -> Option<&Record> {
        self.record(self.shared.focus?)
    }

    /// A draw of this skill at this tick, for a named purpose.
    pub fn draw(&self, purpose: &str) -> Draw {
        let site = self.spec.map_or(0, |spec| spec.site.0) ^ SiteId::named(purpose).0;
        let owner = u64::from(self.world.me().0);
        Draw::at(self.world.seed(), owner, self.now(), SiteId(site))
    }

    /// A time drawn between two.
    pub fn draw_time(&self, purpose: &str, (from, to): (Duration, Duration)) -> Duration {
        Duration(self.draw(purpose).between(0, from.0, to.0))
    }

    /// Motions of content; the usual ones if content gives none.
    pub fn motions(&self, set: Option<MotionSetId>) -> &'a [Motion] {
        let given = set.and_then(|set| self.world.module().senses.motion_set(set));
        match given {
            Some(set) if !set.motions.is_empty() => &set.motions,
            _ => crate::behaviours::usual_motions(),
        }
    }

    /// How the subject of a record moves: as it was seen, or as follows from where it was heard.
    pub fn velocity(&self, record: &Record) -> (i32, i32) {
        let track = self
            .shared
            .track
            .filter(|track| track.subject == record.subject);
        match record.velocity {
            (0, 0) => track.map_or((0, 0), |track| track.velocity),
            seen => seen,
        }
    }

    /// Asks for something beside the body.
    pub fn ask(&mut self, intent: Intent) {
        self.intents.push(intent);
    }

    /// Says what content has for a moment, if it has something.
    pub fn bark(&mut self, moment: &str) {
        let known = crate::catalogue::moments().any(|(known, _)| known == moment);
        debug_assert!(known, "the catalogue has no moment {moment}");
        let moment = SymbolId::named(moment);
        if self.set.barks.iter().any(|(known, _)| *known == moment) {
            self.ask(Intent::Bark(moment));
        }
    }

    /// Asks the body for something. The same order again goes on while the body is busy with it.
    pub fn order(&mut self, order: BodyOrder) {
        let body = &mut self.shared.body;
        if body.order != Some(order) || body.state != BodyState::Busy {
            body.order = Some(order);
            body.state = BodyState::Busy;
            body.serial = body.serial.wrapping_add(1);
        }
    }

    /// How far the body has come with its order.
    pub fn body(&self) -> BodyState {
        self.shared.body.state
    }

    /// Lets the body do nothing.
    pub fn release_body(&mut self) {
        self.shared.body.order = None;
        self.shared.body.state = BodyState::Free;
    }

    /// Begins a behaviour on top of the others.
    pub fn push(&mut self, behaviour: impl Into<BehaviourState>) {
        let mut behaviour = behaviour.into();
        self.shared.result = None;
        behaviour.as_behaviour_mut().start(self);
        self.stack.push(behaviour);
    }

    /// Breaks off all behaviours and begins another.
    pub fn replace(&mut self, behaviour: impl Into<BehaviourState>) {
        self.abort_all();
        self.push(behaviour);
    }

    /// Breaks off all behaviours, the running one first, and frees the body.
    pub fn abort_all(&mut self) {
        while let Some(mut behaviour) = self.stack.pop() {
            behaviour.as_behaviour_mut().abort(self);
        }
        self.shared.result = None;
        self.release_body();
    }

    /// Whether no behaviour runs.
    pub fn is_idle(&self) -> bool {
        self.stack.is_empty()
    }

    /// Takes the result of the behaviour that has just ended.
    pub fn take_result(&mut self) -> Option<Status> {
        self.shared.result.take()
    }

    /// Wants to be looked at again at a moment, even without news.
    pub fn wake_at(&mut self, at: Tick) {
        let soonest = self.now().after(Duration(1));
        self.shared.next = self.shared.next.min(at.max(soonest));
    }

    /// Wants to be looked at again after a time, even without news.
    pub fn wake_in(&mut self, span: Duration) {
        self.wake_at(self.now().after(span));
    }

    /// The direction to a point.
    pub fn towards(&self, at: Place) -> Angle {
        match at.x_mm == self.here().x_mm && at.y_mm == self.here().y_mm {
            true => self.world.heading(),
            false => Angle::from_to(self.here(), at),
        }
    }
}

/// The entry of the catalogue for a skill of a set.
pub(crate) fn catalogue_entry(set: &SkillSet, index: usize) -> Option<&'static SkillEntry> {
    let kind = set.skills.get(index)?.kind;
    catalogue::skills().find(|entry| SymbolId::named(entry.name) == kind)
}
