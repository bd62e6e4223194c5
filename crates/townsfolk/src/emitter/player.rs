//! The player emitter: shows an icon; a player that reacts takes part like any character.

use super::{Proposal, pacing_of};
use crate::folk::Folk;
use crate::host::{Command, RejectedReport};
use crate::location::Location;
use townsfolk_core::{
    CharacterId, LocationId, LocationKindId, RoleId, SceneId, ScriptId, SymbolId,
};
use townsfolk_module::{Emitter, LocationKind, Pacing, Script};
use townsfolk_scene::Phase;
use townsfolk_scene::reference::{cast, cast_late};

/// Number of castings tried until the player is in the cast.
const TRIES: u64 = 8;

/// How a player enters.
enum Way {
    Begin(ScriptId, Vec<(CharacterId, RoleId)>),
    Join(SceneId, Vec<(CharacterId, RoleId)>),
}

impl Folk {
    pub(super) fn propose_to_invite(
        &self,
        place: &Location,
        kind: &LocationKind,
        pacing: &Pacing,
    ) -> Option<Proposal> {
        let near = self.people_near(place, pacing);
        let players = near.iter().copied().filter(|who| {
            let person = self.people.get(who.0);
            person.is_some_and(|person| person.player && person.is_at_leisure())
        });
        let open = self.is_open(pacing);
        let players =
            players.filter(|who| open && self.way_in(place, kind, pacing, *who).is_some());
        let players: Vec<CharacterId> = players.collect();
        (players != place.invites).then_some(Proposal::Invite(players))
    }

    pub(super) fn invite(&mut self, id: LocationId, players: Vec<CharacterId>) {
        let Some(place) = self.places.get_mut(id.0) else {
            return;
        };
        let kind = place.kind;
        let before = std::mem::replace(&mut place.invites, players.clone());
        let icon = self.icon_of(kind);
        for who in before.iter().filter(|who| !players.contains(who)) {
            self.hide_icon(*who, id);
        }
        if let Some(icon) = icon {
            let new = players.into_iter().filter(|who| !before.contains(who));
            let shown = new.map(|who| Command::ShowIcon(who, id, icon));
            self.output.commands.extend(shown);
        }
    }

    fn icon_of(&self, kind: LocationKindId) -> Option<SymbolId> {
        let kind = self.content.module.location(kind)?;
        kind.emitters.iter().find_map(|emitter| match emitter {
            Emitter::Player { icon, .. } => Some(*icon),
            _ => None,
        })
    }

    /// A location returns with its region: players that were invited and are still there are
    /// invited again.
    pub(crate) fn show_icons_again(&mut self, place: &mut Location) {
        let icon = self.icon_of(place.kind);
        let is_there = |who: CharacterId| self.people.get(who.0).is_some();
        place.invites.retain(|who| icon.is_some() && is_there(*who));
        place.invites.sort_unstable();
        place.invites.dedup();
        for (who, icon) in place.invites.iter().zip(icon.iter().cycle()) {
            self.owed.push(Command::ShowIcon(*who, place.id, *icon));
        }
    }

    /// The player has reacted. It counts only where an icon is shown.
    pub(crate) fn accept(&mut self, who: CharacterId, location: LocationId) {
        let place = self.places.get(location.0);
        if place.is_some_and(|place| place.invites.contains(&who)) {
            self.places.accepted.push((who, location));
        } else {
            self.unheard(RejectedReport::NotInvited(who, location));
        }
    }

    pub(super) fn let_player_in(&mut self, who: CharacterId, id: LocationId) {
        let way = self.places.get(id.0).and_then(|place| {
            let kind = self.kind(place.kind)?;
            let emitters = kind.emitters.iter().enumerate();
            let mut player = emitters.filter(|(_, e)| matches!(e, Emitter::Player { .. }));
            let (index, emitter) = player.next()?;
            let way = self.way_in(place, kind, pacing_of(emitter), who)?;
            Some((u8::try_from(index).unwrap_or(0), way))
        });
        let entered = match way {
            Some((emitter, Way::Begin(script, cast))) => {
                self.begin(id, emitter, script, &cast).is_some()
            }
            Some((_, Way::Join(scene, cast))) => {
                self.join(scene, &cast);
                true
            }
            None => false,
        };
        if let Some(place) = self.places.get_mut(id.0)
            && let Some(index) = place.invites.iter().position(|other| *other == who)
        {
            place.invites.remove(index);
            self.hide_icon(who, id);
        }
        if !entered {
            self.unheard(RejectedReport::NotInvited(who, id));
        }
    }

    /// A casting in which the player has a role.
    fn way_in(
        &self,
        place: &Location,
        kind: &LocationKind,
        pacing: &Pacing,
        who: CharacterId,
    ) -> Option<Way> {
        let person = self.people.get(who.0)?;
        if !person.is_at_leisure() || place.gone {
            return None;
        }
        let mut near = self.people_near(place, pacing);
        if let Err(index) = near.binary_search(&who) {
            near.insert(index, who);
        }
        let has_part = |cast: &Vec<(CharacterId, RoleId)>| cast.iter().any(|(w, _)| *w == who);
        let for_player = |script: &&Script| script.cast.iter().any(|line| line.player);
        if let Some(scene) = place.scene {
            let playing = self.scenes.get(scene.0)?;
            let script = self.content.module.script(playing.script);
            let script = script.filter(for_player)?;
            if playing.phase() != Phase::Running {
                return None;
            }
            let group = person.group;
            let alone: Vec<_> = (self.candidates(&near, script, place, Some(who)).into_iter())
                .filter(|c| c.who == who || (group.is_some() && c.group == group))
                .collect();
            let luck = &mut self.luck(place, 0);
            let module = &self.content.module;
            let cast = cast_late(module, script, &playing.snapshot(), &alone, luck, self.now);
            let comes = has_part(&cast) && self.has_room_for(scene, &cast);
            return comes.then_some(Way::Join(scene, cast));
        }
        if !self.can_begin(place.id) || place.spawning.is_some() {
            return None;
        }
        for id in self.scripts_by_luck(place, kind) {
            let script = self.content.module.script(id).filter(for_player);
            let Some(script) = script.filter(|_| self.is_rare_enough(place, pacing, id)) else {
                continue;
            };
            let candidates = self.candidates(&near, script, place, Some(who));
            for salt in 0..TRIES {
                let luck = &mut self.luck(place, salt);
                let found = cast(&self.content.module, script, &candidates, luck, self.now);
                if let Some(cast) = found.filter(has_part) {
                    return Some(Way::Begin(id, cast));
                }
            }
        }
        None
    }
}
