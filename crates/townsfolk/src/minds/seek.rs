//! Where a deed can be done: the nearest placed location that serves it and has room.

use super::{MindFault, Wanted};
use crate::emitter::pacing_of;
use crate::folk::Folk;
use crate::host::LocationId;
use crate::location::Location;
use crate::place::Place;
use townsfolk_core::{CharacterId, LocationKindId, RoleId};
use townsfolk_module::mind::{Deed, Degree, Selection};
use townsfolk_module::{Emitter, Script};
use townsfolk_scene::reference::Phase;

/// Somebody no further away than this need not walk.
const REACH_MM: u32 = 1_000;

impl Folk {
    /// The location at which somebody can do what they want, and in which role.
    pub(super) fn seek(
        &mut self,
        who: CharacterId,
        wanted: &Wanted,
    ) -> Option<(LocationId, RoleId)> {
        let found = wanted.prop.map(|prop| LocationId(prop.0));
        match wanted.deed {
            Deed::Satisfy(need, selection) => {
                let serves = &self.content.module.minds.serves;
                let serves = serves.iter().filter(|serves| serves.need == need);
                let serves: Vec<_> = serves.map(|s| (s.location, s.role)).collect();
                self.best(who, selection, &|place| {
                    let mut roles = serves.iter().filter(|(kind, _)| *kind == place.kind);
                    let role = roles.find(|(_, role)| self.has_room(who, place, *role));
                    role.map(|(_, role)| *role)
                })
            }
            Deed::UseKind(_, role, _) if found.is_some() => {
                let (id, role) = (found?, RoleId(role.0));
                let place = self.location(id).filter(|place| !place.gone)?;
                self.has_room(who, place, role).then_some((id, role))
            }
            Deed::UseKind(kind, role, selection) => {
                let role = RoleId(role.0);
                self.best(who, selection, &|place| {
                    let is_it = place.kind == LocationKindId(kind.0)
                        || (self.kind(place.kind))
                            .is_some_and(|known| known.props.iter().any(|prop| prop.kind == kind));
                    (is_it && self.has_room(who, place, role)).then_some(role)
                })
            }
            Deed::UseProp(prop, role) => {
                let Some(id) = self.minds.named.get(&prop).copied() else {
                    self.mind_fault(who, MindFault::NoSuchProp(prop));
                    return None;
                };
                let role = RoleId(role.0);
                let place = self.location(id).filter(|place| !place.gone)?;
                self.has_room(who, place, role).then_some((id, role))
            }
            _ => None,
        }
    }

    /// The nearest that fits, or the one with the best company.
    fn best(
        &self,
        who: CharacterId,
        selection: Selection,
        fits: &dyn Fn(&Location) -> Option<RoleId>,
    ) -> Option<(LocationId, RoleId)> {
        let at = self.character(who)?.at?;
        let places = self.locations.iter().filter(|place| !place.gone);
        let fitting = places.filter_map(|place| Some((place, fits(place)?)));
        let liking = |place: &Location| match selection {
            Selection::Nearest => 0,
            Selection::ByCompany => self.liking_of(who, place),
        };
        let best = fitting.min_by_key(|(place, _)| {
            let company = std::cmp::Reverse(liking(place));
            (company, at.distance_mm(place.at), place.id)
        });
        best.map(|(place, role)| (place.id, role))
    }

    /// How much somebody likes those who are at a location, on average; nought if nobody is.
    fn liking_of(&self, who: CharacterId, place: &Location) -> i32 {
        let playing = place.scene.and_then(|scene| self.scenes.get(scene.0));
        let there = playing.map_or(vec![], |playing| playing.everyone());
        let felt = there.iter().filter(|other| **other != who);
        let felt = felt.filter_map(|other| self.feeling_for(who, *other));
        let felt: Vec<i32> = felt.map(|f| f.like.minus(Degree::HALF).0).collect();
        let count = i32::try_from(felt.len()).unwrap_or(i32::MAX).max(1);
        felt.iter()
            .fold(0, |sum: i32, like| sum.saturating_add(*like))
            / count
    }

    /// Whether somebody could be cast in a role at a location, now or when it begins something.
    pub fn could_be_cast(&self, who: CharacterId, location: LocationId, role: RoleId) -> bool {
        let place = self.location(location).filter(|place| !place.gone);
        place.is_some_and(|place| self.has_room(who, place, role))
    }

    fn has_room(&self, who: CharacterId, place: &Location, role: RoleId) -> bool {
        let asking = self.minds.asking.get(&place.id).into_iter().flatten();
        let asking = asking.filter(|(other, wished)| *other != who && *wished == role);
        let asking = asking.count();
        let takes = |script: &Script, late: bool, there: &dyn Fn(RoleId) -> usize| {
            script.cast.iter().any(|line| {
                (line.joins_late || !late)
                    && self.content.is_a(role, line.role)
                    && there(line.role) + asking < usize::from(line.max)
            })
        };
        let module = &self.content.module;
        // A scene that is ending makes room for the next.
        let playing = place.scene.and_then(|scene| self.scenes.get(scene.0));
        let playing = playing.filter(|playing| playing.phase() == Phase::Running);
        match playing {
            Some(playing) => {
                let script = module.script(playing.script);
                script.is_some_and(|script| takes(script, true, &|role| playing.count_in(role)))
            }
            None => {
                let prefers = self.kind(place.kind).map(|kind| place.preferences(kind));
                let mut scripts = prefers.into_iter().flatten();
                scripts.any(|preference| {
                    let script = module.script(preference.script);
                    script.is_some_and(|script| takes(script, false, &|_| 0))
                })
            }
        }
    }

    /// Whether a location would notice somebody who is here.
    pub(super) fn is_in_reach(&self, id: LocationId, at: Place) -> bool {
        let Some(place) = self.location(id) else {
            return false;
        };
        let emitters = self.kind(place.kind).map(|kind| &kind.emitters);
        let scripts = emitters.into_iter().flatten();
        let scripts = scripts.filter(|emitter| matches!(emitter, Emitter::Script(_)));
        let reach = scripts.map(|emitter| pacing_of(emitter).within_mm).max();
        at.is_within(place.at, reach.unwrap_or(0).min(REACH_MM))
    }
}
