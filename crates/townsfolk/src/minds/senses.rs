//! What a mind is told of the stage. Everything is answered from what was reported.

use super::appointment::place_arranged;
use super::area::Extent;
use crate::folk::Folk;
use crate::host::LocationId;
use crate::location::Location;
use crate::place::Place;
use townsfolk_core::{
    AreaId, CharacterId, HostId, LocationKindId, PropId, PropKindId, RoleId, SymbolId, Value,
};
use townsfolk_mind::{Appointment, Senses, Truth};
use townsfolk_module::mind::{Degree, Test};
use townsfolk_scene::reference::Pushed;

/// Nobody is in this area.
const NOWHERE: AreaId = AreaId(0);

/// The host property that says what somebody carries: `carries(somebody, kind)`.
pub(crate) fn carries() -> HostId {
    HostId::named("carries")
}

/// What one character can know at a beat.
pub(crate) struct Eyes<'a> {
    pub(crate) folk: &'a Folk,
    pub(crate) who: CharacterId,
    /// Where it is on its way to, or has its role: being in a part of that is being there, and what
    /// goes on anywhere in it is noticed.
    pub(crate) post: Option<AreaId>,
    /// What it has arranged: that is where it goes when the time comes.
    pub(crate) appointment: Option<&'a Appointment>,
}

impl Senses for Eyes<'_> {
    fn area(&self) -> AreaId {
        self.surroundings().unwrap_or(NOWHERE)
    }

    /// Where somebody waits by appointment; else the area of the nearest location whose kind has the
    /// activity among its tags.
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
        }
    }
}

impl Eyes<'_> {
    /// The post, for who is there; else the innermost area.
    fn surroundings(&self) -> Option<AreaId> {
        let area = self.folk.area_of(self.who)?;
        let post = self.post.filter(|post| self.folk.is_within(area, *post));
        Some(post.unwrap_or(area))
    }

    fn carries(&self, kind: PropKindId) -> Truth {
        let arguments = vec![Value::Character(self.who), Value::Symbol(SymbolId(kind.0))];
        let pushed = self.folk.properties.get(&(carries(), arguments));
        Truth::of(matches!(pushed, Some(Pushed::Holds)))
    }

    /// A property of the character: whether it holds, or how much it is between 0 and 1.
    fn reading(&self, name: HostId) -> Truth {
        let key = (name, vec![Value::Character(self.who)]);
        let degree = match self.folk.properties.get(&key) {
            Some(Pushed::Holds) => Degree::ONE,
            Some(Pushed::Is(Value::Number(n))) => Degree::thousandths(n.0.clamp(0, 1000) as i32),
            _ => Degree::ZERO,
        };
        Truth { degree, prop: None }
    }

    fn present(&self, role: RoleId) -> bool {
        let Some(here) = self.surroundings() else {
            return false;
        };
        let mut areas = self.folk.minds.present.iter();
        let mut company = areas
            .by_ref()
            .filter(|(area, _)| self.folk.is_within(**area, here))
            .flat_map(|(_, people)| people)
            .filter(|other| **other != self.who);
        let awake = company.any(|other| {
            let person = self.folk.character(*other);
            let roles = person.into_iter().flat_map(|person| &person.roles);
            roles
                .into_iter()
                .any(|is| self.folk.content.is_a(*is, role))
        });
        awake || self.folk.is_asleep_in(here, role)
    }

    /// The nearest location of a kind in the same area at which nothing is going on.
    fn free(&self, kind: PropKindId) -> Option<PropId> {
        let free = |place: &&Location| place.scene.is_none() && !self.is_asked_for(place.id);
        self.nearest(kind, free)
    }

    /// The nearest location of a kind in the same area where somebody else takes part, or asks to,
    /// in a role.
    fn waits_at(&self, kind: PropKindId, role: SymbolId) -> Option<PropId> {
        let role = RoleId(role.0);
        self.nearest(kind, |place| {
            let asking = self.folk.minds.asking.get(&place.id);
            let mut asking = asking.into_iter().flatten();
            let asked = asking.any(|(who, wished)| *who != self.who && *wished == role);
            let playing = place.scene.and_then(|scene| self.folk.scenes.get(scene.0));
            asked || playing.is_some_and(|playing| playing.has_another(role, self.who))
        })
    }

    fn is_asked_for(&self, place: LocationId) -> bool {
        let asking = self.folk.minds.asking.get(&place);
        asking.is_some_and(|asking| asking.iter().any(|(who, _)| *who != self.who))
    }

    fn nearest(&self, kind: PropKindId, fits: impl Fn(&&Location) -> bool) -> Option<PropId> {
        let at = self.folk.character(self.who)?.at?;
        let area = self.surroundings()?;
        let kind = LocationKindId(kind.0);
        let places = self.folk.locations.iter();
        let places = places.filter(|place| place.kind == kind && !place.gone);
        let here = places.filter(|place| self.is_here(place.at, area));
        let near = here.filter(fits);
        let near = near.min_by_key(|place| (at.distance_mm(place.at), place.id));
        near.map(|place| PropId(place.id.0))
    }

    fn is_here(&self, at: Place, area: AreaId) -> bool {
        let extents = self.folk.minds.areas.get(&area);
        let mut extents = extents.into_iter().flatten();
        extents.any(|extent: &Extent| extent.holds(at))
    }
}
