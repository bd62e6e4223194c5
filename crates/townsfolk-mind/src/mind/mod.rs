//! A mind: the needs of a character, its role, and what it wants to do now.
//!
//! | module | holds |
//! |---|---|
//! | this one | a beat: schedule, map, change of roles, intent |
//! | `needs` | easing needs, and when they will matter |
//! | [`doing`] | begin, end and interruption of actions |
//! | [`saved`] | saves and digests |
//! | [`outline`] | the compact record of a mind below level full |
//! | [`unwatched`] | living on by schedule and needs alone |

pub mod doing;
mod needs;
pub mod outline;
pub mod saved;
pub mod unwatched;

pub use doing::CLEARLY_STRONGER;
pub use outline::{NEEDS_MAX, Outline, Relief};
pub use saved::SavedMind;

use crate::calendar::Moment;
use crate::layers::Layers;
use crate::map::{
    Act, Contribution, Cycle, Input, Map, Settled, Why, WhyNot, feeding, find_cycle, why, why_not,
};
use crate::need::NeedLevel;
use crate::role::{Holding, RoleChange};
use crate::schedule::{EntryIndex, due, urgency};
use crate::senses::Senses;
use crate::social::temper::cooled;
use townsfolk_core::{AreaId, LayerId, NeedId, NodeId, PropId, RoleId, Seed, Urgency};
use townsfolk_module::mind::{
    CastMember, Control, Deed, Degree, Feeling, Mood, Need, ScheduleEntry, Venue,
    time_to_change_role,
};

/// The inputs of an update: content, seed and time.
#[derive(Clone, Copy, Debug)]
pub struct Beat<'a> {
    /// All layers.
    pub layers: &'a Layers,
    /// The content's description of the character.
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
    needs: Vec<(NeedId, NeedLevel)>,
    holding: Holding,
    /// The area it walks to, or has walked to, for its role.
    bound_for: Option<AreaId>,
    doing: Option<NodeId>,
    /// The strength of the action when it was begun.
    begun_at: Degree,
    /// Whether the action keeps that strength until it ends.
    engrossed: bool,
    /// Actions that are not possible, and until when they are excluded.
    put_off: Vec<(NodeId, Moment)>,
    /// Props that made tests true at the last beat.
    found: Vec<(NodeId, PropId)>,
    /// The mood at its last change; see [`mood_now`](Mind::mood_now).
    pub mood: Mood,
    /// When that was; `None` if it never changed, or the save is too old to say.
    pub mood_at: Option<Moment>,
    /// Whether something besides the inputs has changed since the last update.
    stirred: bool,
    settled: Settled,
    settled_at: Moment,
    /// Consecutive updates without rest.
    restless: u8,
}

/// What a mind wants to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// The action node that won.
    pub action: NodeId,
    /// What it asks for.
    pub deed: Deed,
    /// The urgency of the offer to drive the body.
    pub urgency: Urgency,
    /// The prop it is about, if a test found one.
    pub prop: Option<PropId>,
    /// The area it is about, if it is one to walk to.
    pub area: Option<AreaId>,
    /// The activation of the node.
    pub activation: Degree,
}

/// What happened in a mind at a beat, for the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Another role is due.
    RoleDue(RoleId),
    /// It no longer is due.
    RoleCalledOff,
    /// A role was given up.
    RoleLaidDown {
        /// The role.
        role: RoleId,
        /// Whether it was not ready, but the wait was too long.
        unready: bool,
    },
    /// The walk to the place of the next role begins.
    SetOut(EntryIndex),
    /// A role was taken on.
    RoleTaken(RoleId),
    /// The map oscillates.
    Restless(Cycle),
}

/// Number of consecutive updates without rest after which a cycle is searched for.
const RESTLESS_AFTER: u8 = 3;
/// The cycle was found and reported.
const RESTLESS_TOLD: u8 = u8::MAX;

impl Mind {
    /// A mind with its basic layer only. `None` if the layer is missing.
    pub fn new(at: &Beat<'_>) -> Option<Mind> {
        let program = at.layers.program(at.member.basic, None)?;
        let mut mind = Mind {
            map: Map::new(program),
            needs: vec![],
            holding: Holding::Nothing,
            bound_for: None,
            doing: None,
            begun_at: Degree::ZERO,
            engrossed: false,
            put_off: vec![],
            found: vec![],
            mood: at.member.mood,
            mood_at: None,
            stirred: true,
            settled: Settled {
                passes: 0,
                at_rest: false,
            },
            settled_at: Moment(i64::MIN),
            restless: 0,
        };
        mind.begin_needs(at);
        Some(mind)
    }

    /// Follows the schedule, updates the map, changes roles if it is time and nothing objects, and
    /// returns what the character wants to do. `None` means nothing in particular.
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
        let place = self.map.program().not_ready;
        let not_ready = place.map_or(Degree::ZERO, |place| self.map.at(place));
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

    /// What the map chooses, as of its last update.
    ///
    /// A character [engrossed](Mind::engross) in an action stays with it, unless another action has
    /// a higher urgency, or the same urgency and is [clearly](doing::CLEARLY_STRONGER) stronger
    /// than the action was at its beginning.
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
            urgency: act.urgency,
            prop,
            area: match act.deed {
                Deed::GoTo(area) => Some(area),
                Deed::FollowSchedule => self.bound_for,
                _ => None,
            },
            activation: self.map.at(act.place),
        })
    }

    fn turn(&mut self, at: &Beat<'_>, turn: RoleChange, happened: &mut Vec<Happening>) {
        self.stirred = true;
        match turn {
            RoleChange::Due => {
                self.map.switch(time_to_change_role(), true, None);
                let entry = self.entry(at, due(&at.member.schedule, at.now));
                happened.extend(entry.map(|entry| Happening::RoleDue(entry.role)));
            }
            RoleChange::CalledOff => {
                self.map.switch(time_to_change_role(), false, None);
                happened.push(Happening::RoleCalledOff);
            }
            RoleChange::SetOut(to) => {
                self.bound_for = None;
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
        let Some(entry) = self.entry(at, Some(to)) else {
            return false;
        };
        self.bound_for = self.bound_for.or_else(|| match entry.venue {
            Venue::Area(area) => Some(area),
            Venue::Suits(activity) => senses.venue(activity),
        });
        if self.bound_for != Some(senses.area()) {
            return false;
        }
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

    /// Drops needs of layers that are no longer held, and begins those of new ones. On the way to a
    /// role, the needs which that role has go on unseen: a change to the same role keeps them.
    fn begin_needs(&mut self, at: &Beat<'_>) {
        let before = std::mem::take(&mut self.needs);
        let known = |need: &Need| before.iter().find(|(id, _)| *id == need.id).copied();
        let held = self.map.program();
        let begin = |need: &Need| {
            known(need).unwrap_or_else(|| {
                let course = NeedLevel::begin(need, at.seed, at.member.id, at.now);
                (need.id, course)
            })
        };
        self.needs = held.needs.iter().map(begin).collect();
        if let Holding::Walking(to) = self.holding
            && let Some(next) = outline::program(at, Some(to))
        {
            let unseen = next.needs.iter().filter(|n| held.need(n.id).is_none());
            self.needs.extend(unseen.filter_map(|need| {
                let (id, mut course) = known(need)?;
                course.leave(need, at.now);
                Some((id, course))
            }));
        }
    }

    fn update(&mut self, at: &Beat<'_>, senses: &dyn Senses, happened: &mut Vec<Happening>) {
        let news = self.take_in(at, senses) || self.stirred;
        // A map that does not rest advances once per moment, however often it is updated.
        if !news && (self.settled.at_rest || self.settled_at == at.now) {
            return;
        }
        self.settled = self.map.settle();
        self.settled_at = at.now;
        self.stirred = false;
        self.note_rest(happened);
    }

    /// Searches for a cycle when the map has not rested several times in a row. It is reported once
    /// while the layers stay the same.
    fn note_rest(&mut self, happened: &mut Vec<Happening>) {
        if self.restless == RESTLESS_TOLD {
            return;
        }
        self.restless = if self.settled.at_rest {
            0
        } else {
            self.restless + 1
        };
        if self.restless == RESTLESS_AFTER {
            let cycle = find_cycle(&self.map);
            self.restless = if cycle.is_some() { RESTLESS_TOLD } else { 0 };
            happened.extend(cycle.map(Happening::Restless));
        }
    }

    /// Sets the inputs of the map. Returns whether any changed.
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
            Feeling::Valence => self.mood_now(at).valence,
            Feeling::Arousal => self.mood_now(at).arousal,
            Feeling::Urgency => urgency(&at.member.schedule, at.now),
        }
    }

    fn entry<'a>(&self, at: &Beat<'a>, index: Option<EntryIndex>) -> Option<&'a ScheduleEntry> {
        at.member.schedule.entries.get(usize::from(index?.0))
    }

    /// The current mood: with a temper, it returns to the declared mood over time.
    pub fn mood_now(&self, at: &Beat<'_>) -> Mood {
        let passed = self.mood_at.map_or(0, |then| at.now.since(then));
        cooled(&at.member.temper, at.member.mood, self.mood, passed)
    }

    /// Sets the mood from now on.
    pub fn feel(&mut self, mood: Mood, now: Moment) {
        self.mood = mood;
        self.mood_at = Some(now);
    }

    /// Sets out again to an area that suits the current activity, because the visit here failed.
    /// Returns whether it does.
    pub fn choose_place_again(&mut self, at: &Beat<'_>) -> bool {
        let Holding::Role(entry) = self.holding else {
            return false;
        };
        let known = self.entry(at, Some(entry));
        let anywhere = known.is_some_and(|e| matches!(e.venue, Venue::Suits(_)));
        if anywhere {
            self.holding = Holding::Walking(entry);
            self.bound_for = None;
            self.stirred = true;
            self.change_layer(at, Some(at.member.navigation));
        }
        anywhere
    }

    /// The role it holds, if any.
    pub fn role(&self, at: &Beat<'_>) -> Option<RoleId> {
        self.entry(at, self.holding.entry()).map(|entry| entry.role)
    }

    /// Its phase within the schedule.
    pub fn holding(&self) -> Holding {
        self.holding
    }

    /// The area of its role, or the area it walks to for the next one.
    pub fn bound_for(&self) -> Option<AreaId> {
        self.bound_for
    }

    /// The action in progress.
    pub fn doing(&self) -> Option<NodeId> {
        self.doing
    }

    /// The needs it has now.
    pub fn needs(&self) -> impl Iterator<Item = NeedId> {
        let held = self.map.program();
        let needs = self.needs.iter().map(|(need, _)| *need);
        needs.filter(|need| held.need(*need).is_some())
    }

    /// Its map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Why it wants what it wants.
    pub fn why(&self) -> Why {
        why(&self.map, self.doing)
    }

    /// Why it does not choose an action. `None` if the action is not part of its map now.
    pub fn why_not(&self, action: NodeId) -> Option<WhyNot> {
        let put_off = self.put_off.iter().find(|(known, _)| *known == action);
        Some(WhyNot {
            put_off: put_off.map(|(_, until)| *until),
            ..why_not(&self.map, action)?
        })
    }

    /// Why it does not give up its role although another is due: the links that feed "not ready",
    /// back to the inputs. Empty if nothing objects.
    pub fn why_not_ready(&self) -> Vec<Contribution> {
        let node = self.map.program().not_ready;
        let node = node.and_then(|place| self.map.program().node(place));
        node.map_or(vec![], |node| feeding(&self.map, node))
    }

    /// Size of this mind in bytes, without shared data.
    pub fn bytes(&self) -> usize {
        size_of::<Mind>() - size_of::<Map>()
            + self.map.bytes()
            + self.needs.capacity() * size_of::<(NeedId, NeedLevel)>()
            + self.found.capacity() * size_of::<(NodeId, PropId)>()
            + self.put_off.capacity() * size_of::<(NodeId, Moment)>()
    }
}
