//! How background characters satisfy needs: the nearest place, the time to get there, and how long
//! the need is eased there.
//!
//! All of it is derived from the content: the action of the layer that eases a need, the script of
//! the location that serves it, and the durations of its actions. Results are cached by area.

use super::sleepers::{NOWHERE, Sleeper};
use crate::folk::Folk;
use crate::location::Location;
use crate::memo::Memo;
use crate::place::Place;
use std::cell::Cell;
use std::sync::Arc;
use townsfolk_core::{
    ActionId, AreaId, CharacterId, LocationId, LocationKindId, NeedId, RoleId, SymbolId,
    TICKS_PER_SECOND,
};
use townsfolk_mind::map::Program;
use townsfolk_mind::mind::outline::{Errands, Stop};
use townsfolk_mind::schedule::EntryIndex;
use townsfolk_mind::{Beat, Outline, Relief};
use townsfolk_module::Rule;
use townsfolk_module::mind::{Deed, Degree, Toll, Venue};

/// Time until a location casts a fully simulated character that asks, from and to, in ticks.
const NOTICED: (i64, i64) = (0, 2 * TICKS_PER_SECOND);

/// Reliefs by area, by the need satisfied last, and by the address of the program. The value holds
/// the program, so that no other can have its address. A cache.
pub(crate) type ReliefTable = Memo<(AreaId, Option<u8>, usize), (Arc<Program>, Reliefs)>;

/// How and where each need of a program is satisfied.
#[derive(Clone, Debug)]
pub(crate) struct Reliefs {
    how: Arc<[Option<Relief>]>,
    places: Arc<[Option<Place>]>,
}

/// The effect of a place on a need, in ticks, from and to.
struct Service {
    before: (i64, i64),
    eases: (i64, i64),
    by: ActionId,
}

/// The errands of a background character.
struct Round<'a> {
    folk: &'a Folk,
    at: Beat<'a>,
    sleeper: &'a Sleeper,
    table: &'a ReliefTable,
    /// Its position when it left for another entry.
    left: &'a mut Option<Place>,
}

impl Round<'_> {
    fn known(&mut self, stop: Stop, program: &Arc<Program>) -> Reliefs {
        let area = self.folk.area_while(&self.at, stop.entry, self.sleeper);
        let table = self.table;
        let key = (area, stop.last, Arc::as_ptr(program) as usize);
        let known = table.get(key, || {
            let from = self.place_of(stop, program);
            (program.clone(), self.folk.reliefs_in(area, from, program))
        });
        known.1
    }

    /// Where a need was satisfied last, or else the centre of the area.
    fn place_of(&mut self, stop: Stop, program: &Arc<Program>) -> Option<Place> {
        self.seen_to_at(stop, program).or_else(|| {
            let area = self.folk.area_while(&self.at, stop.entry, self.sleeper);
            Some(area).filter(|area| *area != NOWHERE)?;
            self.folk.middle_of(area)
        })
    }

    fn seen_to_at(&mut self, stop: Stop, program: &Arc<Program>) -> Option<Place> {
        let last = usize::from(stop.last?);
        let arrived = Stop { last: None, ..stop };
        let places = self.known(arrived, program).places;
        places.get(last).copied().flatten()
    }
}

impl Errands for Round<'_> {
    fn reliefs(&mut self, stop: Stop, program: &Arc<Program>) -> Arc<[Option<Relief>]> {
        self.known(stop, program).how
    }

    fn way(&mut self, from: Stop, program: &Arc<Program>, to: Option<EntryIndex>) -> u32 {
        *self.left = self.seen_to_at(from, program);
        let to = self.folk.area_while(&self.at, to, self.sleeper);
        let mm = match (self.place_of(from, program), self.folk.middle_of(to)) {
            (Some(from), Some(to)) => from.distance_mm(to),
            _ => 0,
        };
        let pace = i64::from(self.folk.minds.levels.pace_mm.max(1));
        let ticks = mm.saturating_mul(TICKS_PER_SECOND) / pace;
        u32::try_from(self.folk.calendar_seconds(ticks)).unwrap_or(0)
    }
}

impl Folk {
    /// Calls a function with the outline of a background character and its errands.
    pub(super) fn with_errands<R>(
        &self,
        who: CharacterId,
        sleeper: &Sleeper,
        left: &mut Option<Place>,
        does: impl FnOnce(&Beat<'_>, &mut dyn Errands) -> R,
    ) -> Option<R> {
        let at = self.beat_asleep(who, sleeper.member)?;
        let mut round = Round {
            folk: self,
            at,
            sleeper,
            table: &self.minds.levels.asleep.reliefs,
            left,
        };
        Some(does(&at, &mut round))
    }

    /// The outline of a background character, computed for now.
    pub(super) fn lived_outline(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Outline> {
        let at = self.beat_asleep(who, sleeper.member)?;
        let mut outline = sleeper.outline;
        let mut round = Round {
            folk: self,
            at,
            sleeper,
            table: &ReliefTable::default(),
            left: &mut None,
        };
        outline.live(&at, &mut round);
        Some(outline)
    }

    /// The area in which needs are satisfied during a schedule entry.
    fn area_while(&self, at: &Beat<'_>, entry: Option<EntryIndex>, sleeper: &Sleeper) -> AreaId {
        let entries = &at.member.schedule.entries;
        let entry = entry.and_then(|entry| entries.get(usize::from(entry.0)));
        match entry.map(|entry| entry.venue) {
            Some(Venue::Area(area)) => area,
            _ => sleeper.area,
        }
    }

    /// How needs are satisfied by a character at a place that has access to an area.
    fn reliefs_in(&self, area: AreaId, from: Option<Place>, program: &Program) -> Reliefs {
        let needs = program.needs.iter();
        let found = needs.map(|need| {
            #[cfg(feature = "sabotage")]
            if self.sabotage == crate::Sabotage::NeglectedNeeds {
                return None;
            }
            program.acted_on_from(need.id)?;
            let mut acts = program.actions.iter();
            acts.find_map(|act| self.relief_by(act.deed, need.id, area, from))
        });
        let found: Vec<Option<(Relief, Option<Place>)>> = found.collect();
        let place = |found: &Option<(Relief, Option<Place>)>| found.as_ref()?.1;
        Reliefs {
            places: found.iter().map(place).collect(),
            how: found.into_iter().map(|found| Some(found?.0)).collect(),
        }
    }

    /// How and where a deed eases a need for a character at a place, if it does.
    fn relief_by(
        &self,
        deed: Deed,
        need: NeedId,
        area: AreaId,
        from: Option<Place>,
    ) -> Option<(Relief, Option<Place>)> {
        let (to, service) = match deed {
            Deed::Act(action) => {
                self.eases(action, need).then_some(())?;
                let service = Service {
                    before: (0, 0),
                    eases: self.takes_ticks(action),
                    by: action,
                };
                (None, service)
            }
            Deed::Satisfy(of, _) if of == need => {
                let serves = &self.content.module.minds.serves;
                let serves = serves.iter().filter(|serves| serves.need == need);
                let found = serves.filter_map(|serves| {
                    let service = self.service(serves.location, serves.role, need)?;
                    let place = self.nearest_of(area, from?, &[serves.location])?;
                    Some((place, service))
                });
                let nearest = found.min_by_key(|(place, _)| self.remoteness(area, from, place));
                let (place, service) = nearest?;
                (Some(place.at), service)
            }
            Deed::UseKind(kind, role, _) => {
                let place = self.nearest_of(area, from?, &self.kinds_with(kind))?;
                let service = self.service(place.kind, RoleId(role.0), need)?;
                (Some(place.at), service)
            }
            Deed::UseProp(prop, role) => {
                let place = self.location(*self.minds.named.get(&prop)?)?;
                let service = self.service(place.kind, RoleId(role.0), need)?;
                (Some(place.at), service)
            }
            _ => return None,
        };
        let pace = i64::from(self.minds.levels.pace_mm.max(1));
        let way_mm = to.zip(from).map_or(0, |(to, from)| from.distance_mm(to));
        let way = way_mm.saturating_mul(TICKS_PER_SECOND) / pace;
        let (least, most) = sum([(way, way), service.before, NOTICED]);
        let relief = Relief {
            waits: (self.calendar_seconds(least), self.calendar_seconds(most)),
            eases: (
                self.calendar_seconds(service.eases.0),
                self.calendar_seconds(service.eases.1),
            ),
            adds: self.adds(service.by),
        };
        Some((relief, to))
    }

    /// The nearest location of some kinds, preferring the area of the role, as fully simulated
    /// characters do.
    fn nearest_of(&self, area: AreaId, from: Place, kinds: &[LocationKindId]) -> Option<&Location> {
        let best: Cell<Option<(bool, i64, LocationId)>> = Cell::new(None);
        let mut look = |id| {
            let place = self.location(id).filter(|place| !place.gone);
            if let Some(place) = place.filter(|place| self.is_open_from(area, place.at)) {
                let rank = self.remoteness(area, Some(from), place);
                best.set(Some(best.get().map_or(rank, |known| known.min(rank))));
            }
        };
        self.each_within(kinds, area, &mut look);
        let settled = |seen_mm| {
            best.get()
                .is_some_and(|(elsewhere, away, _)| !elsewhere || away <= seen_mm)
        };
        if !settled(0) {
            self.places
                .by_kind
                .around(kinds, from, i64::MAX, &mut look, &mut { settled });
        }
        best.get().and_then(|(.., id)| self.location(id))
    }

    /// How far out of the way a location is.
    fn remoteness(
        &self,
        area: AreaId,
        from: Option<Place>,
        place: &Location,
    ) -> (bool, i64, LocationId) {
        let elsewhere = !self.is_area_within(place.at, area);
        let away = from.map_or(0, |from| from.distance_mm(place.at));
        (elsewhere, away, place.id)
    }

    /// The effect of a location's script on a need for a role: the actions before it eases, and
    /// those that others do meanwhile.
    fn service(&self, kind: LocationKindId, role: RoleId, need: NeedId) -> Option<Service> {
        let module = &self.content.module;
        let scripts = self.kind(kind)?.prefers.iter();
        let mut scripts = scripts.filter_map(|preference| module.script(preference.script));
        scripts.find_map(|script| {
            let mut cast = script.cast.iter();
            let part = cast.find(|line| self.content.is_a(role, line.role))?.role;
            let own = |rule: &&Rule| rule.roles.is_empty() || rule.roles.contains(&part);
            let does = |rule: &Rule| rule.action.as_ref().map(|call| call.action);
            let mut steps = script.rules.iter().filter(own).filter_map(does);
            let by = steps.find(|action| self.eases(*action, need))?;
            let steps = script.rules.iter().filter(own).filter_map(does);
            let first = steps.take_while(|action| *action != by);
            let others = script.rules.iter().filter(|rule| !own(rule));
            let before = first.chain(others.filter_map(does));
            Some(Service {
                before: sum(before.map(|action| self.takes_ticks(action))),
                eases: self.takes_ticks(by),
                by,
            })
        })
    }

    fn eases(&self, action: ActionId, need: NeedId) -> bool {
        let mut bodily = self.content.module.minds.bodily.iter();
        bodily.any(|b| b.action == action && b.need == need && b.toll == Toll::Eases)
    }

    fn adds(&self, action: ActionId) -> Vec<(NeedId, Degree)> {
        let bodily = self.content.module.minds.bodily.iter();
        let own = bodily.filter(|bodily| bodily.action == action);
        own.filter_map(|bodily| match bodily.toll {
            Toll::Adds(by) => Some((bodily.need, by)),
            Toll::Eases => None,
        })
        .collect()
    }

    fn takes_ticks(&self, action: ActionId) -> (i64, i64) {
        let action = self.content.module.action(action);
        action.map_or((0, 0), |action| (action.takes.0.0, action.takes.1.0))
    }

    /// Number of calendar seconds in a number of ticks.
    pub(super) fn calendar_seconds(&self, ticks: i64) -> i64 {
        let seconds = i128::from(ticks) * i128::from(self.calendar.rate)
            / (1000 * i128::from(TICKS_PER_SECOND));
        i64::try_from(seconds).unwrap_or(i64::MAX)
    }

    /// The area of the nearest location whose kind has an activity among its tags.
    pub(super) fn venue_near(&self, from: Place, activity: SymbolId) -> Option<AreaId> {
        let best: Cell<Option<(i64, LocationId, AreaId)>> = Cell::new(None);
        self.places.by_kind.around(
            &self.kinds_suiting(activity),
            from,
            i64::MAX,
            &mut |id| {
                let place = self.location(id).filter(|place| !place.gone);
                let place = place.filter(|place| self.is_open_from(NOWHERE, place.at));
                let area = place.and_then(|place| Some((place, self.area_at(place.at)?)));
                if let Some((place, area)) = area {
                    let rank = (from.distance_mm(place.at), id, area);
                    best.set(Some(best.get().map_or(rank, |known| known.min(rank))));
                }
            },
            &mut |seen_mm| best.get().is_some_and(|(away, ..)| away <= seen_mm),
        );
        best.get().map(|(.., area)| area)
    }

    /// Kinds of location with an activity among their tags, among those that stand anywhere.
    fn kinds_suiting(&self, activity: SymbolId) -> Vec<LocationKindId> {
        let suits = |id: &LocationKindId| {
            let kind = self.kind(*id);
            kind.is_some_and(|kind| kind.tags.contains(&activity))
        };
        self.places.by_kind.kinds().filter(suits).collect()
    }
}

/// The sum of several ranges of durations.
fn sum(times: impl IntoIterator<Item = (i64, i64)>) -> (i64, i64) {
    times.into_iter().fold((0, 0), |(least, most), time| {
        (
            least.saturating_add(time.0.max(0)),
            most.saturating_add(time.1.max(0)),
        )
    })
}
