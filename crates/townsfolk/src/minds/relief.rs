//! How those asleep see to their needs: where the nearest place for it is, how long the way takes,
//! and for how long what is done there eases.
//!
//! All of it is read off the content: the act of the layer that eases a need, the script of the
//! location that serves it, and how long its actions take. What is found for an area is remembered.

use super::asleep::{NOWHERE, Sleeper};
use crate::folk::Folk;
use crate::host::LocationId;
use crate::location::Location;
use crate::place::Place;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::{
    ActionId, AreaId, CharacterId, LayerId, LocationKindId, NeedId, RoleId, SymbolId,
    TICKS_PER_SECOND,
};
use townsfolk_mind::map::Program;
use townsfolk_mind::mind::outline::Errands;
use townsfolk_mind::schedule::EntryIndex;
use townsfolk_mind::{Beat, Outline, Relief};
use townsfolk_module::Rule;
use townsfolk_module::mind::{Deed, Degree, Toll, Venue};

/// Until the location looks around, and there is room: so long it takes people who live fully, in
/// ticks.
const NOTICED: i64 = 4 * TICKS_PER_SECOND;

/// Reliefs by the area somebody is in and the layers they hold. A cache.
pub(crate) type ReliefTable = BTreeMap<(AreaId, Vec<LayerId>), Arc<[Option<Relief>]>>;

/// What a place does about a need, in ticks.
struct Service {
    before: i64,
    eases: i64,
    by: ActionId,
}

/// The errands of somebody asleep.
struct Round<'a> {
    folk: &'a Folk,
    at: Beat<'a>,
    sleeper: &'a Sleeper,
    table: &'a mut ReliefTable,
}

impl Errands for Round<'_> {
    fn reliefs(
        &mut self,
        entry: Option<EntryIndex>,
        program: &Arc<Program>,
    ) -> Arc<[Option<Relief>]> {
        let area = self.folk.area_while(&self.at, entry, self.sleeper);
        let key = (area, program.layers.clone());
        let known = self.table.entry(key);
        known
            .or_insert_with(|| self.folk.reliefs_in(area, program))
            .clone()
    }

    fn way(&mut self, from: Option<EntryIndex>, to: Option<EntryIndex>) -> u32 {
        let area = |entry| self.folk.area_while(&self.at, entry, self.sleeper);
        let middle = |entry| self.folk.middle_of(area(entry));
        let mm = match (middle(from), middle(to)) {
            (Some(from), Some(to)) => from.distance_mm(to),
            _ => 0,
        };
        let pace = i64::from(self.folk.minds.levels.pace_mm.max(1));
        let ticks = mm.saturating_mul(TICKS_PER_SECOND) / pace;
        u32::try_from(self.folk.calendar_seconds(ticks)).unwrap_or(0)
    }
}

impl Folk {
    /// Does something with the outline of somebody asleep, with what is known of errands.
    pub(super) fn with_errands<R>(
        &mut self,
        who: CharacterId,
        sleeper: &Sleeper,
        does: impl FnOnce(&Beat<'_>, &mut dyn Errands) -> R,
    ) -> Option<R> {
        let mut table = std::mem::take(&mut self.minds.levels.asleep.reliefs);
        let at = self.beat_of(who, sleeper.member);
        let done = at.map(|at| {
            let mut round = Round {
                folk: self,
                at,
                sleeper,
                table: &mut table,
            };
            does(&at, &mut round)
        });
        self.minds.levels.asleep.reliefs = table;
        done
    }

    /// The outline of somebody asleep as it would be now.
    pub(super) fn lived_outline(&self, who: CharacterId, sleeper: &Sleeper) -> Option<Outline> {
        let at = self.beat_of(who, sleeper.member)?;
        let mut outline = sleeper.outline;
        let mut round = Round {
            folk: self,
            at,
            sleeper,
            table: &mut ReliefTable::new(),
        };
        outline.live(&at, &mut round);
        Some(outline)
    }

    /// The area in which needs are seen to while an entry is followed.
    fn area_while(&self, at: &Beat<'_>, entry: Option<EntryIndex>, sleeper: &Sleeper) -> AreaId {
        let entries = &at.member.schedule.entries;
        let entry = entry.and_then(|entry| entries.get(usize::from(entry.0)));
        match entry.map(|entry| entry.venue) {
            Some(Venue::Area(area)) => area,
            _ => sleeper.area,
        }
    }

    fn reliefs_in(&self, area: AreaId, program: &Arc<Program>) -> Arc<[Option<Relief>]> {
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::NeglectedNeeds {
            return program.needs.iter().map(|_| None).collect();
        }
        let middle = Some(area).filter(|area| *area != NOWHERE);
        let middle = middle.and_then(|area| self.middle_of(area));
        let needs = program.needs.iter();
        needs
            .map(|need| {
                program.acted_on_from(need.id)?;
                let mut acts = program.actions.iter();
                acts.find_map(|act| self.relief_by(act.deed, need.id, middle))
            })
            .collect()
    }

    /// How a deed eases a need for somebody who is around a place, if it does.
    fn relief_by(&self, deed: Deed, need: NeedId, from: Option<Place>) -> Option<Relief> {
        let (way_mm, service) = match deed {
            Deed::Act(action) => {
                let eases = self.eases(action, need).then(|| self.mean_ticks(action))?;
                let service = Service {
                    before: 0,
                    eases,
                    by: action,
                };
                (0, service)
            }
            Deed::Satisfy(of, _) if of == need => {
                let serves = &self.content.module.minds.serves;
                let serves = serves.iter().filter(|serves| serves.need == need);
                let found = serves.filter_map(|serves| {
                    let service = self.service(serves.location, serves.role, need)?;
                    let place = self.nearest_of(from?, &[serves.location])?;
                    Some((from?.distance_mm(place.at), service))
                });
                found.min_by_key(|(way, _)| *way)?
            }
            Deed::UseKind(kind, role, _) => {
                let place = self.nearest_of(from?, &self.kinds_with(kind))?;
                let service = self.service(place.kind, RoleId(role.0), need)?;
                (from?.distance_mm(place.at), service)
            }
            Deed::UseProp(prop, role) => {
                let place = self.location(*self.minds.named.get(&prop)?)?;
                let service = self.service(place.kind, RoleId(role.0), need)?;
                (from?.distance_mm(place.at), service)
            }
            _ => return None,
        };
        let pace = i64::from(self.minds.levels.pace_mm.max(1));
        let way = way_mm.saturating_mul(TICKS_PER_SECOND) / pace;
        let waits = way.saturating_add(service.before).saturating_add(NOTICED);
        Some(Relief {
            waits: self.calendar_seconds(waits),
            eases: self.calendar_seconds(service.eases),
            adds: self.adds(service.by),
        })
    }

    fn nearest_of(&self, from: Place, kinds: &[LocationKindId]) -> Option<&Location> {
        let best: Cell<Option<(i64, LocationId)>> = Cell::new(None);
        self.nearby.around(
            kinds,
            from,
            i64::MAX,
            &mut |id| {
                if let Some(place) = self.location(id).filter(|place| !place.gone) {
                    let rank = (from.distance_mm(place.at), id);
                    best.set(Some(best.get().map_or(rank, |known| known.min(rank))));
                }
            },
            &mut |seen_mm| best.get().is_some_and(|(away, _)| away <= seen_mm),
        );
        best.get().and_then(|(_, id)| self.location(id))
    }

    /// What the script of a kind of location does about a need for somebody in a role: what they do
    /// before it eases, with what others do for them meanwhile.
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
                before: before.map(|action| self.mean_ticks(action)).sum(),
                eases: self.mean_ticks(by),
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

    fn mean_ticks(&self, action: ActionId) -> i64 {
        let takes = self
            .content
            .module
            .action(action)
            .map(|action| action.takes);
        takes.map_or(0, |(least, most)| {
            (least.0 / 2).saturating_add(most.0 / 2).max(0)
        })
    }

    /// How many seconds of the calendar pass in so many ticks.
    pub(super) fn calendar_seconds(&self, ticks: i64) -> i64 {
        let seconds = i128::from(ticks) * i128::from(self.calendar.rate)
            / (1000 * i128::from(TICKS_PER_SECOND));
        i64::try_from(seconds).unwrap_or(i64::MAX)
    }

    /// The area of the nearest location whose kind has an activity among its tags.
    pub(super) fn venue_near(&self, from: Place, activity: SymbolId) -> Option<AreaId> {
        let best: Cell<Option<(i64, LocationId, AreaId)>> = Cell::new(None);
        self.nearby.around(
            &self.kinds_suiting(activity),
            from,
            i64::MAX,
            &mut |id| {
                let place = self.location(id).filter(|place| !place.gone);
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
        self.nearby.kinds().filter(suits).collect()
    }
}
