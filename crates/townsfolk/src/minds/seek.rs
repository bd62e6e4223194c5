//! The search for a place where a deed can be done: the nearest location that serves it and has
//! room, preferably where the role is held, or else one with a short queue.

use super::{Intention, MindFault, MindMode};
use crate::emitter::pacing_of;
use crate::folk::Folk;
use crate::location::Location;
use crate::place::Place;
use crate::questions::{Answer, Question, QuestionKind};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use townsfolk_core::{
    CharacterId, Draw, LocationId, LocationKindId, NeedId, PropKindId, RoleId, SiteId, Tick,
};
use townsfolk_module::mind::{Deed, Degree, Selection};
use townsfolk_module::{Emitter, Script};
use townsfolk_scene::Phase;

/// Maximum distance at which a character need not walk.
const REACH_MM: u32 = 1_000;

/// Maximum number of characters in the queue for a full role. Others come back later.
const LINE_MAX: usize = 4;

/// Number of ways that the host is asked for in one search, if it answers such questions.
const WAYS_ASKED: usize = 4;

/// Maximum distance to a place outside the area of the role, in millimetres: half an hour on foot.
const SEEKS_MM: i64 = 2_000_000;

/// Calendar seconds of a walk beyond which a place outside the area of the role is far. A queue nearby is
/// better.
const FAR_S: i64 = 3600;

/// The order of candidates: room, company, inside the area of the role, usual place, distance, lower id.
type Rank = (Room, Reverse<i32>, bool, i64, i64, LocationId);

/// Whether a role is available at a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Room {
    /// Now, or when a scene begins there.
    Free,
    /// When a participant has left. The one that has asked longest is next.
    InLine,
    /// Now or later, but the walk takes too much of the day.
    Far,
}

impl Folk {
    /// The location and role for an intention. The host is asked for the ways to the nearest
    /// candidates, so that the next search knows them.
    pub(super) fn seek(
        &mut self,
        who: CharacterId,
        wanted: &Intention,
    ) -> Option<(LocationId, RoleId)> {
        let nearest = RefCell::new(vec![]);
        let found = self.seek_among(who, wanted, &nearest);
        let mut nearest = nearest.into_inner();
        nearest.sort_unstable();
        for (_, location) in nearest.into_iter().take(WAYS_ASKED) {
            self.ask(Question::Way(who, location));
        }
        found
    }

    fn seek_among(
        &mut self,
        who: CharacterId,
        wanted: &Intention,
        nearest: &RefCell<Vec<(i64, LocationId)>>,
    ) -> Option<(LocationId, RoleId)> {
        let found = wanted.prop.map(|prop| LocationId(prop.0));
        match wanted.deed {
            Deed::Satisfy(need, selection) => {
                let serves = &self.content.module.minds.serves;
                let serves = serves.iter().filter(|serves| serves.need == need);
                let serves: Vec<_> = serves.map(|s| (s.location, s.role)).collect();
                let mut kinds: Vec<_> = serves.iter().map(|(kind, _)| *kind).collect();
                kinds.sort_unstable();
                kinds.dedup();
                self.best(who, selection, &kinds, nearest, &|place| {
                    let roles = serves.iter().filter(|(kind, _)| *kind == place.kind);
                    let rooms = roles.filter_map(|(_, role)| {
                        let room = self.room(who, place, *role)?;
                        Some((room, *role))
                    });
                    rooms.min_by_key(|(room, _)| *room)
                })
            }
            Deed::UseKind(_, role, _) if found.is_some() => {
                let (id, role) = (found?, RoleId(role.0));
                let place = self.location(id).filter(|place| !place.gone)?;
                // A character that goes there because of a test does not queue: another is already
                // serving.
                let room = self.room(who, place, role);
                room.filter(|room| *room == Room::Free).map(|_| (id, role))
            }
            Deed::UseKind(kind, role, selection) => {
                let role = RoleId(role.0);
                let kinds = self.kinds_with(kind);
                self.best(who, selection, &kinds, nearest, &|place| {
                    let room = self.room(who, place, role);
                    room.map(|room| (room, role))
                })
            }
            Deed::UseProp(prop, role) => {
                let Some(id) = self.minds.named.get(&prop).copied() else {
                    self.mind_fault(who, MindFault::NoSuchProp(prop));
                    return None;
                };
                let role = RoleId(role.0);
                let place = self.location(id).filter(|place| !place.gone)?;
                if self.performer.missed.passes_over(who, id, self.now) {
                    return None;
                }
                self.room(who, place, role).map(|_| (id, role))
            }
            _ => None,
        }
    }

    /// Whether any placed location serves a need.
    pub fn is_served(&self, need: NeedId) -> bool {
        let serves = self.content.module.minds.serves.iter();
        let mut kinds = serves.filter(|serves| serves.need == need);
        kinds.any(|serves| {
            self.places
                .by_kind
                .kinds()
                .any(|kind| kind == serves.location)
        })
    }

    /// Kinds of placed locations that are a kind of prop, or have one.
    pub(super) fn kinds_with(&self, prop: PropKindId) -> Vec<LocationKindId> {
        let is_it = |id: &LocationKindId| {
            let known = self.kind(*id);
            *id == LocationKindId(prop.0)
                || known.is_some_and(|known| known.props.iter().any(|p| p.kind == prop))
        };
        self.places.by_kind.kinds().filter(is_it).collect()
    }

    /// The nearest candidate, or the one with the best company; a free one before any queue.
    /// Candidates in the area of the role come first: characters do not sleep in a neighbour's bed
    /// because it is nearer to the door. Elsewhere the search ends at [`SEEKS_MM`], and a place to which
    /// the walk takes more than [`FAR_S`] comes last, even a free one.
    fn best(
        &self,
        who: CharacterId,
        selection: Selection,
        kinds: &[LocationKindId],
        nearest: &RefCell<Vec<(i64, LocationId)>>,
        fits: &dyn Fn(&Location) -> Option<(Room, RoleId)>,
    ) -> Option<(LocationId, RoleId)> {
        let at = self.character(who)?.at?;
        let post = self.mind(who).and_then(|minded| minded.mind.bound_for());
        let best: Cell<Option<(Rank, RoleId)>> = Cell::new(None);
        let asks = self.questions.are_answered(QuestionKind::Way);
        let far_mm = self.walked_mm(FAR_S);
        let look = |id: LocationId, of_the_post: bool| {
            let Some(place) = self.location(id).filter(|place| !place.gone) else {
                return;
            };
            let away = at.distance_mm(place.at);
            let elsewhere = !post.is_some_and(|post| self.is_area_within(place.at, post));
            if elsewhere == of_the_post || (elsewhere && away > SEEKS_MM) {
                return;
            }
            if elsewhere && !self.may_enter(who, place.at) {
                return;
            }
            if self.performer.missed.passes_over(who, id, self.now) {
                return;
            }
            let Some((room, role)) = fits(place) else {
                return;
            };
            let away = match self.answer(&Question::Way(who, id)).filter(|_| asks) {
                Some(Answer::No) => return,
                // No way is shorter than the straight line, or the search would end too soon.
                Some(Answer::Millimetres(way)) => i64::from(way).max(away),
                _ => away,
            };
            if asks {
                nearest.borrow_mut().push((away, id));
            }
            let room = match elsewhere && away > far_mm {
                true => Room::Far,
                false => room,
            };
            let liking = match selection {
                Selection::Nearest => 0,
                Selection::ByCompany if self.deciding == MindMode::RandomCompany => {
                    self.random_liking(who, id)
                }
                Selection::ByCompany => self.liking_of(who, place),
            };
            let habit = match selection {
                Selection::ByCompany if !elsewhere => self.habit_of(who, id),
                _ => 0,
            };
            let rank = (room, Reverse(liking), elsewhere, habit, away, id);
            if best.get().is_none_or(|(known, _)| rank < known) {
                best.set(Some((rank, role)));
            }
        };
        if let Some(post) = post {
            self.each_within(kinds, post, &mut |id| look(id, true));
        }
        // A free place in the area of the role can be beaten only by company, and no place by one that is
        // further off and not better.
        let nearest = selection == Selection::Nearest;
        let settled = |seen_mm: i64| {
            best.get()
                .is_some_and(|((room, _, elsewhere, _, away, _), _)| {
                    let nearer = !elsewhere || away <= seen_mm;
                    nearest && nearer && (room == Room::Free || seen_mm > far_mm)
                })
        };
        if !settled(0) {
            let (mut look, mut enough) = (|id| look(id, false), settled);
            self.places
                .by_kind
                .around(kinds, at, SEEKS_MM, &mut look, &mut enough);
        }
        best.get().map(|((.., id), role)| (id, role))
    }

    /// The distance that is walked in some seconds of the calendar.
    fn walked_mm(&self, seconds: i64) -> i64 {
        let walked = i64::from(self.minds.levels.pace_mm).saturating_mul(seconds);
        match self.calendar_rate() {
            rate if rate > 0 => walked.saturating_mul(1000) / rate,
            _ => walked,
        }
    }

    /// The sum of how much a character likes those at a location: three friends draw more than one, and
    /// a disliked character takes away from it. Zero if none is there.
    fn liking_of(&self, who: CharacterId, place: &Location) -> i32 {
        let playing = place.scene.and_then(|scene| self.scenes.get(scene.0));
        let there = playing.map_or(vec![], |playing| playing.everyone());
        let others = there.iter().filter(|other| **other != who);
        let felt = others.filter_map(|other| self.feeling_for(who, *other));
        let likes = felt.map(|felt| felt.like.minus(Degree::HALF).0);
        likes.fold(0, i32::saturating_add)
    }

    /// The rank of a location among the usual places of a character, the most usual first. It is the
    /// same every day, so regulars meet at their table.
    fn habit_of(&self, who: CharacterId, place: LocationId) -> i64 {
        let site = SiteId::named("usual place");
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), site);
        draw.between(u64::from(place.0), 0, i64::from(u32::MAX))
    }

    /// Whether a character could be cast in a role at a location, now or when a scene begins.
    pub fn could_be_cast(&self, who: CharacterId, location: LocationId, role: RoleId) -> bool {
        let place = self.location(location).filter(|place| !place.gone);
        place.is_some_and(|place| self.room(who, place, role) == Some(Room::Free))
    }

    /// Whether a character could be cast in a role at a location, now or when a scene begins, or
    /// could queue for it.
    fn room(&self, who: CharacterId, place: &Location, role: RoleId) -> Option<Room> {
        let asking = self.performer.asking_at(place.id).iter();
        let asking = asking.filter(|(other, wished)| *other != who && *wished == role);
        let asking = asking.count();
        let takes = |script: &Script, late: bool, there: &dyn Fn(RoleId) -> usize| {
            let lines = script.cast.iter().filter(|line| {
                (line.joins_late || !late) && self.content.is_a(role, line.role) && line.max > 0
            });
            let rooms = lines.filter_map(|line| {
                let (taken, max) = (there(line.role) + asking, usize::from(line.max));
                match taken < max {
                    true => Some(Room::Free),
                    false => (taken < max + LINE_MAX).then_some(Room::InLine),
                }
            });
            rooms.min()
        };
        let module = &self.content.module;
        // A scene that is ending makes room for those with whom the next can begin.
        let ending = place.scene.is_some();
        let begins = |script: &Script| {
            let mut lines = script.cast.iter();
            !ending || lines.any(|line| line.min > 0 && self.content.is_a(role, line.role))
        };
        let playing = place.scene.and_then(|scene| self.scenes.get(scene.0));
        let playing = playing.filter(|playing| playing.phase() == Phase::Running);
        match playing {
            Some(playing) => {
                let script = module.script(playing.script)?;
                takes(script, true, &|role| playing.count_in(role))
            }
            None => {
                let prefers = self.kind(place.kind).map(|kind| place.preferences(kind));
                let scripts = prefers.into_iter().flatten();
                let scripts = scripts.filter_map(|preference| module.script(preference.script));
                let rooms = scripts.filter(|script| begins(script));
                rooms
                    .filter_map(|script| takes(script, false, &|_| 0))
                    .min()
            }
        }
    }

    /// Whether a walk to a location has led there: the location notices characters here. One that casts
    /// nobody is reached nearby, unless it is gone.
    pub(crate) fn has_reached(&self, id: LocationId, at: Place) -> bool {
        let Some(place) = self.location(id) else {
            return false;
        };
        let emitters = self.kind(place.kind).map(|kind| &kind.emitters);
        let scripts = emitters.into_iter().flatten();
        let scripts = scripts.filter(|emitter| matches!(emitter, Emitter::Script(_)));
        match scripts.map(|emitter| pacing_of(emitter).within_mm).max() {
            Some(reach) => at.is_within(place.at, reach.min(REACH_MM)),
            None => !place.gone && at.is_within(place.at, REACH_MM),
        }
    }
}
