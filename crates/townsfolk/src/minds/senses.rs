//! The inputs of a mind from the stage, computed from reports.

use super::appointment::place_arranged;
use crate::folk::Folk;
use crate::location::Location;
use crate::nearby::is_small;
use crate::place::Place;
use std::cell::Cell;
use townsfolk_act::{Aim, Running};
use townsfolk_core::{
    AreaId, CharacterId, HostId, LocationId, LocationKindId, PropId, PropKindId, Pushed, RoleId,
    SymbolId, Value,
};
use townsfolk_mind::{Appointment, Senses, Truth};
use townsfolk_module::mind::{Degree, Test};

/// The area of characters that are in none.
const NOWHERE: AreaId = AreaId(0);

/// Maximum distance at which anything is noticed, even within one area, in millimetres.
const NOTICES_MM: i64 = 300_000;

/// The host property for what a character carries: `carries(character, kind)`.
pub(crate) fn carries() -> HostId {
    HostId::named("carries")
}

/// What one character can perceive at a beat.
pub(crate) struct MindSenses<'a> {
    pub(crate) folk: &'a Folk,
    pub(crate) who: CharacterId,
    /// The area of its role or destination. Being in a part of it counts as being there, and events
    /// anywhere in it are noticed.
    pub(crate) post: Option<AreaId>,
    /// Its appointment, which decides where it goes.
    pub(crate) appointment: Option<&'a Appointment>,
}

impl Senses for MindSenses<'_> {
    fn area(&self) -> AreaId {
        let here = self.surroundings();
        here.filter(|_| !self.passes_through()).unwrap_or(NOWHERE)
    }

    /// The area of the appointment; else that of the nearest location whose kind has the activity
    /// among its tags.
    fn venue(&self, activity: SymbolId) -> Option<AreaId> {
        let arranged = place_arranged(self.appointment, activity, self.folk.moment());
        if arranged.is_some() {
            return arranged;
        }
        let at = self.folk.character(self.who)?.at?;
        self.folk.venue_near(at, activity)
    }

    fn test(&self, test: &Test) -> Truth {
        match test {
            Test::Carries(kind) => self.carries(*kind),
            Test::FreeProp(kind) => Truth::by(self.free(*kind)),
            Test::WaitsAt(kind, role) => Truth::by(self.waits_at(*kind, *role)),
            Test::Present(role) => Truth::of(self.present(*role)),
            Test::NotIn(area) => {
                let here = self.folk.area_of(self.who);
                Truth::of(!here.is_some_and(|here| self.folk.is_within(here, *area)))
            }
            Test::Reading(name) => self.reading(*name),
            Test::NotAtWork => {
                let here = self.folk.area_of(self.who);
                let is_there = |post| here.is_some_and(|here| self.folk.is_within(here, post));
                Truth::of(self.post.is_some_and(|post| !is_there(post)))
            }
        }
    }
}

impl MindSenses<'_> {
    /// The area of the role for a character inside it; else the innermost area.
    fn surroundings(&self) -> Option<AreaId> {
        let area = self.folk.area_of(self.who)?;
        let post = self.post.filter(|post| self.folk.is_within(area, *post));
        Some(post.unwrap_or(area))
    }

    /// Whether the character is in another block of the area to which it walks, and walks on. Otherwise
    /// everybody would stay in the block that is nearest to the door.
    fn passes_through(&self) -> bool {
        let (folk, who) = (self.folk, self.who);
        let Some(post) = self.post.filter(|post| folk.area_of(who) == Some(*post)) else {
            return false;
        };
        let walks_there = |part: &Running| match part {
            Running::Walks { to, .. } => *to == Aim::Area(post),
            _ => false,
        };
        let performs = folk.mind_performs(who);
        let walks = performs.is_some_and(|p| p.running().iter().any(walks_there));
        let at = folk.character(who).and_then(|person| person.at);
        let own = folk.block_for(who, post).zip(at);
        walks && own.is_some_and(|(block, at)| !block.holds(at))
    }

    fn carries(&self, kind: PropKindId) -> Truth {
        let arguments = vec![Value::Character(self.who), Value::Symbol(SymbolId(kind.0))];
        let pushed = self.folk.attributes.get(&(carries(), arguments));
        Truth::of(matches!(pushed, Some(Pushed::Holds)))
    }

    /// A property of the character: a truth value, or a number between 0 and 1.
    fn reading(&self, name: HostId) -> Truth {
        let degree = match self.folk.attribute(name, &[Value::Character(self.who)]) {
            Pushed::Holds => Degree::ONE,
            Pushed::Is(Value::Number(n)) => Degree::thousandths(n.0.clamp(0, 1000) as i32),
            _ => Degree::ZERO,
        };
        Truth { degree, prop: None }
    }

    fn present(&self, role: RoleId) -> bool {
        let Some(here) = self.surroundings() else {
            return false;
        };
        let present = &self.folk.minds.present;
        let is_it = |people: &Vec<CharacterId>| {
            let mut others = people.iter().filter(|other| **other != self.who);
            others.any(|other| {
                let person = self.folk.character(*other);
                let mut roles = person.into_iter().flat_map(|person| &person.roles);
                roles.any(|is| self.folk.content.is_a(*is, role))
            })
        };
        let awake = match self.folk.with_parts(here) {
            Some(parts) => {
                let mut people = parts.iter().filter_map(|part| present.get(part));
                people.any(is_it)
            }
            None => present
                .iter()
                .any(|(area, people)| self.folk.is_within(*area, here) && is_it(people)),
        };
        awake || self.folk.is_asleep_in(here, role)
    }

    /// The nearest location of a kind in the same area without a scene.
    fn free(&self, kind: PropKindId) -> Option<PropId> {
        let free = |place: &&Location| place.scene.is_none() && !self.is_asked_for(place.id);
        self.nearest(kind, free)
    }

    /// The nearest location of a kind in the same area where another character takes part in a
    /// role, or asks to.
    fn waits_at(&self, kind: PropKindId, role: SymbolId) -> Option<PropId> {
        let role = RoleId(role.0);
        self.nearest(kind, |place| {
            let mut asking = self.folk.performer.asking_at(place.id).iter();
            let asked = asking.any(|(who, wished)| *who != self.who && *wished == role);
            let playing = place.scene.and_then(|scene| self.folk.scenes.get(scene.0));
            asked || playing.is_some_and(|playing| playing.has_another(role, self.who))
        })
    }

    fn is_asked_for(&self, place: LocationId) -> bool {
        let mut asking = self.folk.performer.asking_at(place).iter();
        asking.any(|(who, _)| *who != self.who)
    }

    fn nearest(&self, kind: PropKindId, fits: impl Fn(&&Location) -> bool) -> Option<PropId> {
        let at = self.folk.character(self.who)?.at?;
        let area = self.surroundings()?;
        let kind = LocationKindId(kind.0);
        let best: Cell<Option<(i64, LocationId)>> = Cell::new(None);
        let mut look = |id: LocationId| {
            let Some(place) = self.folk.location(id).filter(|place| !place.gone) else {
                return;
            };
            let rank = (at.distance_mm(place.at), id);
            let better = best.get().is_none_or(|known| rank < known);
            if rank.0 <= NOTICES_MM && better && self.is_here(place.at, area) && fits(&place) {
                best.set(Some(rank));
            }
        };
        let nearby = &self.folk.places.by_kind;
        match self.folk.block_of(area).filter(|block| is_small(*block)) {
            Some(block) => nearby.within(kind, block, &mut look),
            None => nearby.around(&[kind], at, NOTICES_MM, &mut look, &mut |seen_mm| {
                best.get().is_some_and(|(away, _)| away <= seen_mm)
            }),
        }
        best.get().map(|(_, id)| PropId(id.0))
    }

    fn is_here(&self, at: Place, area: AreaId) -> bool {
        self.folk.minds.ground.holds(area, at)
    }
}
