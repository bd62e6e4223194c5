//! The script emitter: casts characters nearby into scenes.

use super::Proposal;
use crate::character::Character;
use crate::folk::Folk;
use crate::location::Location;
use townsfolk_core::{Channel, CharacterId, Draw, RoleId, ScriptId, SiteId, Urgency};
use townsfolk_module::{LocationKind, Pacing, Script};
use townsfolk_scene::Phase;
use townsfolk_scene::reference::{Candidate, Keyed, cast, cast_late};

impl Folk {
    pub(super) fn propose_scene(
        &self,
        place: &Location,
        kind: &LocationKind,
        pacing: &Pacing,
    ) -> Option<Proposal> {
        if !self.is_open(pacing) {
            return None;
        }
        let near = self.people_near(place, pacing);
        if near.is_empty() {
            return None;
        }
        if let Some(scene) = place.scene {
            let playing = self.scenes.get(scene.0)?;
            if playing.phase() != Phase::Running {
                return None;
            }
            let script = self.content.module.script(playing.script)?;
            let has_room = |line: &townsfolk_module::CastRole| {
                line.joins_late && playing.count_in(line.role) < usize::from(line.max)
            };
            if !script.cast.iter().any(has_room) {
                return None;
            }
            let candidates = self.candidates(&near, script, place, None);
            if candidates.is_empty() {
                return None;
            }
            let cast = cast_late(
                &self.content.module,
                script,
                &playing.snapshot(),
                &candidates,
                &mut self.luck(place, 0),
                self.now,
            );
            return (!cast.is_empty()).then_some(Proposal::Join(scene, cast));
        }
        if !self.can_begin(place.id) || place.spawning.is_some() {
            return None;
        }
        for script in self.scripts_by_luck(place, kind) {
            let Some(compiled) = self.content.module.script(script) else {
                continue;
            };
            if !self.is_rare_enough(place, pacing, script) {
                continue;
            }
            let candidates = self.candidates(&near, compiled, place, None);
            let luck = &mut self.luck(place, 0);
            if let Some(cast) = cast(&self.content.module, compiled, &candidates, luck, self.now) {
                // A scene of proxies alone is not begun.
                let someone = |(who, _): &(CharacterId, RoleId)| {
                    let person = self.people.get(who.0);
                    person.is_some_and(|person| person.attached_to.is_none())
                };
                if cast.iter().any(someone) {
                    return Some(Proposal::Begin(script, cast));
                }
            }
        }
        None
    }

    pub(crate) fn luck(&self, place: &Location, salt: u64) -> Keyed {
        Keyed {
            seed: self.seed,
            owner: self.luck_of(place.id) ^ salt << 40,
        }
    }

    /// Whether an emitter is active at this time of day.
    pub(crate) fn is_open(&self, pacing: &Pacing) -> bool {
        let Some((from, to)) = pacing.hours else {
            return true;
        };
        let clock = self.calendar.daytime(self.now);
        if from <= to {
            from <= clock && clock < to
        } else {
            clock >= from || clock < to
        }
    }

    /// Whether there are still few enough scenes of the script nearby, after others have begun
    /// theirs.
    pub(super) fn is_still_rare(
        &self,
        id: crate::LocationId,
        emitter: u8,
        script: ScriptId,
    ) -> bool {
        let place = self.places.get(id.0).zip(self.pacing(id, emitter));
        place.is_some_and(|(place, pacing)| self.is_rare_enough(place, pacing, script))
    }

    /// Whether there are few enough scenes of the script nearby.
    pub(crate) fn is_rare_enough(
        &self,
        place: &Location,
        pacing: &Pacing,
        script: ScriptId,
    ) -> bool {
        let Some((most, within_mm)) = pacing.at_most else {
            return true;
        };
        let mut around = vec![];
        self.places.by_place.near(place.at, within_mm, &mut around);
        let runs = |id: &crate::LocationId| {
            let scene = self.places.get(id.0).and_then(|other| other.scene);
            let playing = scene.and_then(|scene| self.scenes.get(scene.0));
            playing.is_some_and(|playing| playing.script == script)
        };
        around.iter().filter(|id| runs(id)).count() < usize::from(most)
    }

    /// The preferred scripts of a location, in a weighted random order.
    pub(super) fn scripts_by_luck(&self, place: &Location, kind: &LocationKind) -> Vec<ScriptId> {
        let mut left = place.preferences(kind).to_vec();
        left.retain(|preference| preference.weight > 0);
        let owner = self.luck_of(place.id);
        let draw = Draw::at(self.seed, owner, self.now, SiteId::named("script"));
        let mut order = vec![];
        while !left.is_empty() {
            let total: i64 = left.iter().map(|p| i64::from(p.weight)).sum();
            let mut lot = draw.between(left.len() as u64, 0, total - 1);
            let mut chosen = 0;
            for (index, preference) in left.iter().enumerate() {
                if lot < i64::from(preference.weight) {
                    chosen = index;
                    break;
                }
                lot -= i64::from(preference.weight);
            }
            order.push(left.remove(chosen).script);
        }
        order
    }

    /// The characters within an emitter's reach that can be cast, with the proxies of the location,
    /// in order of id.
    pub(crate) fn people_near(&self, place: &Location, pacing: &Pacing) -> Vec<CharacterId> {
        let mut near = vec![];
        self.people
            .leisure
            .near(place.at, pacing.within_mm, &mut near);
        if let Some(proxies) = self.people.attached.get(&place.id) {
            near.extend(proxies);
            near.sort_unstable();
            near.dedup();
        }
        near
    }

    /// The candidates for a script: free, not cooling down, without a stronger offer. Of the
    /// players only the one that has asked for it.
    pub(crate) fn candidates(
        &self,
        near: &[CharacterId],
        script: &Script,
        place: &Location,
        player: Option<CharacterId>,
    ) -> Vec<Candidate> {
        let people = near.iter().filter_map(|who| self.people.get(who.0));
        let mut candidates: Vec<Candidate> = people
            .filter(|person| !person.player || Some(person.id) == player)
            .filter_map(|person| {
                let wished = self.asks_for(person.id, place.id);
                let roles = match wished {
                    // A character that asks for a role ignores cool-downs.
                    Some(role) => vec![role],
                    None if self.could_come(person, script, place) => {
                        self.willing_roles(person, script)
                    }
                    None => vec![],
                };
                (!roles.is_empty()).then_some(Candidate {
                    who: person.id,
                    roles,
                    // A character that asks for a role does not wait for its group.
                    group: person.group.filter(|_| wished.is_none()),
                    player: person.player,
                    asks_since: wished.and_then(|_| self.asks_since(person.id)),
                })
            })
            .collect();
        self.keep_whole_groups(&mut candidates);
        candidates
    }

    pub(crate) fn could_come(&self, person: &Character, script: &Script, place: &Location) -> bool {
        let elsewhere = person.attached_to.is_some_and(|other| other != place.id);
        let mut tired = person.tired_of.iter();
        // A character that was spawned for one scene, or is awaited, joins no other.
        let reserved =
            person.spawned.is_some_and(|(_, withdraw)| withdraw) || self.is_awaited(person);
        person.is_at_leisure()
            && !elsewhere
            && !reserved
            && (person.player || place.welcomes(person.id, self.now))
            && !tired.any(|(s, until)| *s == script.id && *until > self.now)
            && self.may_enter(person.id, place.at)
    }

    /// The urgency of what drives a character's body, or of the strongest offer for it.
    pub(crate) fn urgency_of(&self, person: &Character) -> Option<Urgency> {
        let drives = person.driver(Channel::Body).urgency();
        let offered = crate::drivers::strongest(person, Channel::Body);
        drives.max(offered.map(|offer| offer.urgency))
    }

    /// The roles of a character that a script asks for with enough urgency.
    pub(crate) fn willing_roles(&self, person: &Character, script: &Script) -> Vec<RoleId> {
        let has = self.urgency_of(person);
        let strong = |joins_as: Urgency| person.player || has.is_none_or(|has| joins_as > has);
        let asked = |is: &RoleId| {
            let mut lines = script.cast.iter().filter(|line| strong(line.joins_as));
            lines.any(|line| self.content.is_a(*is, line.role))
        };
        person.roles.iter().copied().filter(asked).collect()
    }

    /// Removes groups of which a member is missing.
    fn keep_whole_groups(&self, candidates: &mut Vec<Candidate>) {
        let mut groups: Vec<_> = candidates.iter().filter_map(|c| c.group).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let here = candidates.iter().filter(|c| c.group == Some(group)).count();
            let all = self.people.groups.get(&group).map_or(0, Vec::len);
            if here < all {
                candidates.retain(|c| c.group != Some(group));
            }
        }
    }
}
