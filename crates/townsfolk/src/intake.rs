//! Applying the reports of the host, in order.

use crate::beliefs::Reach;
use crate::character::Character;
use crate::drivers::{self, Driver};
use crate::folk::Folk;
use crate::host::{Event, Newcomer, Placement, RejectedReport, Report};
use crate::location::Location;
use crate::place::shares_cell;
use townsfolk_core::{
    Channel, CharacterId, LocationId, Owner, PropId, RoleId, SceneId, SymbolId, Tick, Urgency,
    Value,
};
use townsfolk_module::Preference;

impl Folk {
    pub(crate) fn take_in(&mut self, report: Report) {
        self.check_report(&report);
        match report {
            Report::Placed(placement) => self.put_location(placement),
            Report::Added(newcomer) => self.put_character(newcomer),
            Report::Outcome(action, outcome) => {
                self.end_speech(action, outcome);
                self.end_deed(action, outcome);
                let scene = match action.owner {
                    Owner::Decider(who) => return self.hear_of_deed(who, action, outcome),
                    Owner::Scene(scene) => scene,
                };
                self.end_bearing(action, outcome);
                if self.scenes.get(scene.0).is_some() {
                    let report = townsfolk_scene::Report::Outcome(action.start, outcome);
                    self.tell(Some(scene), report);
                } else {
                    self.unheard(RejectedReport::NoSuchAction(action));
                }
            }
            Report::Moved(who, to) if self.minds.levels.asleep.get(who).is_some() => {
                self.move_asleep(who, to);
            }
            Report::Moved(who, to) => match self.people.shift(who, to) {
                Some(from) => {
                    if from.is_none_or(|from| !shares_cell(from, to)) {
                        self.wake_around(to);
                    }
                    self.list(who);
                    self.find(who);
                    self.body_moved(who, from, to);
                }
                None => self.unheard(RejectedReport::NoSuchCharacter(who)),
            },
            Report::Gone(who) => self.lose(who),
            Report::PropGone(location, prop) => match self.places.get_mut(location.0) {
                Some(place) => {
                    let kind = self.content.module.location(place.kind);
                    if kind.is_none_or(|kind| !kind.props.iter().any(|p| p.id == prop)) {
                        self.unheard(RejectedReport::NoSuchProp(location, prop));
                    } else if !place.lost_props.contains(&prop) {
                        place.lost_props.push(prop);
                        let scene = place.scene;
                        self.tell(scene, townsfolk_scene::Report::PropGone(prop));
                    }
                }
                None => self.unheard(RejectedReport::NoSuchLocation(location)),
            },
            Report::LocationGone(location) => self.lose_location(location),
            Report::Property {
                name,
                arguments,
                value,
            } => self.push_attribute(name, arguments, value),
            Report::Told(location, atom) => self.pass_on_fact(location, atom),
            Report::Spawned(who) => self.hear_of_spawn(who, true),
            Report::NotSpawned(who) => self.hear_of_spawn(who, false),
            Report::Accepted(who, location) => self.accept(who, location),
            Report::WalkedOut(who) => self.recall_at_once(who),
            Report::Became(who, role) => {
                self.change(who, |person| {
                    if let Err(place) = person.roles.binary_search(&role) {
                        person.roles.insert(place, role);
                    }
                });
                self.note_own_role(who, role, true);
                self.note_person(who);
            }
            Report::NoLonger(who, role) => {
                if !self.note_own_role(who, role, false) {
                    self.lose_role(who, role);
                }
            }
            Report::Offered(offer) => {
                self.rouse(offer.who);
                self.change(offer.who, |p| drivers::take_in(&mut p.offers, offer));
                self.people.judge_next(offer.who);
            }
            Report::Withdrawn(who, by) => self.withdraw(who, by),
            Report::Seized(who) => {
                self.rouse(who);
                self.take_over(who);
            }
            Report::Released(who) => self.give_back(who),
            Report::Prefers(location, preferences) => self.prefer(location, preferences),
            Report::Calendar { seconds, rate } => self.set_calendar(seconds, rate),
            Report::Minded(who, member) => self.take_in_mind(who, member),
            Report::Area(area, extents) => self.take_in_area(area, extents),
            Report::Named(location, name) => self.name_location(location, name),
            Report::Happened {
                event,
                at,
                within_mm,
            } => self.let_notice(event, at, within_mm),
            Report::Focus(focus) => self.take_in_focus(focus),
            Report::LevelOf(who, level) => self.take_in_level(who, level),
            Report::Budget(units) => self.take_in_budget(units),
            Report::Pace(pace_mm) => self.take_in_pace(pace_mm),
            Report::Way(from, to, mm) => self.take_in_way(from, to, mm),
            Report::Admits(area, admits) => self.take_in_admits(area, admits),
            Report::LocationMoved(location, pose) => self.take_in_pose(location, pose),
            Report::NeedSet(who, need, level) => self.take_in_need(who, need, level),
            Report::MoodSet(who, mood) => self.take_in_mood(who, mood),
            Report::FeelingSet(who, toward, felt) => self.take_in_feeling(who, toward, felt),
            Report::Answers(kinds) => self.take_in_kinds(kinds),
            Report::Answered(question, answer) => self.take_in_answer(question, answer),
            Report::Interacted(who, what, to) => self.take_in_interaction(who, what, to),
            Report::Switched(decider, on) => self.switch_decider(decider, on),
            Report::Bound(who, name, to) => self.take_in_binding(who, name, to),
            Report::InSituation(who, name, active) => {
                self.take_in_situation(who, name, active);
            }
            Report::Equipped(who, what, has) => match self.character(who) {
                Some(_) => self.news.equipment.push((who, what, has)),
                None => self.unheard(RejectedReport::NoSuchCharacter(who)),
            },
            Report::Believes(beliefs) => self.take_in_beliefs(*beliefs),
            Report::Said(who, speech) => self.take_in_speech(who, *speech, Reach::Hearing),
            Report::Confided(who, speech) => self.take_in_speech(who, *speech, Reach::Anywhere),
            Report::Glimpsed(who, seen) => self.take_in_glimpse(who, seen),
            Report::Sounded {
                stimulus,
                at,
                by,
                caused_by,
            } => self.take_in_sound_report(stimulus, at, by, caused_by),
            Report::Facing(who, heading) => self.take_in_facing(who, heading),
            Report::Cloud(cloud) => self.take_in_cloud(&cloud),
            Report::Ground(plan) => self.take_in_ground(&plan),
            Report::Opened(opening, is_open) => self.take_in_opening(opening, is_open),
            Report::Puppet(who, order) => self.take_in_puppet(who, order),
            Report::Traded(merchant, goods, change) => self.take_in_trade(merchant, goods, change),
            Report::Tactic(who, ability, tactic) => match self.character(who) {
                Some(_) => self.news.tactics.push((who, ability, tactic)),
                None => self.unheard(RejectedReport::NoSuchCharacter(who)),
            },
        }
    }

    pub(crate) fn unheard(&mut self, why: RejectedReport) {
        self.output.events.push(Event::RejectedReport(why));
    }

    /// Passes a report on to a running scene.
    pub(crate) fn tell(&mut self, scene: Option<SceneId>, report: townsfolk_scene::Report) {
        if let Some(playing) = scene.and_then(|id| self.scenes.get_mut(id.0)) {
            playing.inbox.push(report);
            self.agenda.scenes.add(self.now, playing.id.0);
        }
    }

    fn change(&mut self, who: CharacterId, change: impl FnOnce(&mut Character)) {
        match self.people.get_mut(who.0) {
            Some(person) => change(person),
            None => self.unheard(RejectedReport::NoSuchCharacter(who)),
        }
    }

    /// Adds a fact to the scene at a location. A fact that names an unknown character, or gives a
    /// claim to a non-participant, is rejected: it could never be removed.
    fn pass_on_fact(&mut self, location: LocationId, atom: townsfolk_core::Atom) {
        let scene = match self.places.get(location.0).map(|place| place.scene) {
            Some(Some(scene)) => scene,
            Some(None) => return self.unheard(RejectedReport::NothingRuns(location)),
            None => return self.unheard(RejectedReport::NoSuchLocation(location)),
        };
        let playing = self.scenes.get(scene.0);
        let script = playing.and_then(|p| self.content.module.script(p.script));
        let claim = script.and_then(|script| script.fact(atom.fact));
        let claim = claim.is_some_and(|fact| fact.claim);
        let last = atom.arguments.len().saturating_sub(1);
        for (index, value) in atom.arguments.iter().enumerate() {
            let Value::Character(who) = value else {
                continue;
            };
            if self.character(*who).is_none() {
                return self.unheard(RejectedReport::NoSuchCharacter(*who));
            }
            let holds = claim && index == last;
            if holds && playing.is_none_or(|playing| !playing.expects(*who)) {
                return self.unheard(RejectedReport::NotTakingPart(*who, location));
            }
        }
        self.tell(Some(scene), townsfolk_scene::Report::Told(atom));
    }

    fn put_location(&mut self, placement: Placement) {
        let id = LocationId(self.places.next());
        let known = self.kind(placement.kind).is_some();
        self.places.push(Location {
            id,
            kind: placement.kind,
            at: placement.at,
            region: placement.region,
            scene: None,
            rests_until: Tick(0),
            not_before: vec![],
            noticed_by: vec![],
            invites: vec![],
            residents: vec![],
            spawning: None,
            prefers: None,
            lost_props: vec![],
            gone: false,
            facing: crate::pose::Facing::AS_WRITTEN,
        });
        self.forget_reliefs();
        if known {
            self.places.index(id);
            self.plan_looks(id);
        } else {
            self.places.remove(id.0);
            self.unheard(RejectedReport::NoSuchKind(placement.kind));
        }
    }

    fn put_character(&mut self, newcomer: Newcomer) {
        let id = CharacterId(self.people.next());
        let person = Character::new(id, newcomer);
        self.people.push(person);
        self.index_person(id);
        self.find(id);
        self.note_person(id);
        if self.character(id).is_some_and(|person| person.player) {
            self.begin_beliefs(id);
        }
    }

    fn name_location(&mut self, id: LocationId, name: PropId) {
        if self.location(id).is_none() {
            return self.unheard(RejectedReport::NoSuchLocation(id));
        }
        self.minds.named.insert(name, id);
        self.forget_reliefs();
    }

    /// Removes a character from the world, at once and everywhere.
    fn lose(&mut self, who: CharacterId) {
        let spawned = self.character(who).map(|person| person.spawned);
        if !self.forget(who) {
            self.unheard(RejectedReport::NoSuchCharacter(who));
        } else if let Some(Some((location, _))) = spawned {
            self.settle_spawn(location, who, false);
        }
    }

    /// Removes a character from all tables. False if it does not exist.
    pub(crate) fn forget(&mut self, who: CharacterId) -> bool {
        let Some(person) = self.people.remove(who.0) else {
            return false;
        };
        self.people.unindex(&person);
        self.end_stay_of(who);
        self.forget_mind(who);
        self.performer.forget(who);
        self.lose_sight_of(who);
        self.beliefs.remove(who);
        self.forget_senses(who);
        if let Some((location, _)) = person.spawned {
            self.forget_resident(location, who);
        }
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::LostGone {
            return true;
        }
        self.tell(person.scene, townsfolk_scene::Report::Gone(who));
        self.attributes.take_of(who);
        self.people.to_judge.retain(|other| *other != who);
        true
    }

    /// Removes a location: its props, its scene, and then itself.
    fn lose_location(&mut self, id: LocationId) {
        let Some(place) = self.places.get_mut(id.0).filter(|l| !l.gone) else {
            self.unheard(RejectedReport::NoSuchLocation(id));
            return;
        };
        place.gone = true;
        let scene = place.scene;
        self.minds.levels.asleep.is_stale = true;
        let invited = std::mem::take(&mut place.invites);
        place.noticed_by.clear();
        let spawning = place.spawning.take();
        let residents = std::mem::take(&mut place.residents);
        let props = self.content.module.location(place.kind);
        let props: Vec<_> = props.map_or(vec![], |kind| kind.props.iter().map(|p| p.id).collect());
        self.places.unindex(id);
        self.forget_sleep(id);
        for who in invited {
            self.hide_icon(who, id);
        }
        for (who, _, there) in spawning.into_iter().flat_map(|s| s.people) {
            match there {
                Some(_) => self.send_spawned_home(who),
                None => self.call_off(who),
            }
        }
        for who in residents {
            self.lose_home(who);
        }
        match scene {
            Some(_) => {
                for prop in props {
                    self.tell(scene, townsfolk_scene::Report::PropGone(prop));
                }
                self.tell(scene, townsfolk_scene::Report::Ended);
            }
            None => self.remove_location(id),
        }
    }

    /// Removes a location whose scene is over, with its proxies: they could never take part in
    /// anything again.
    pub(crate) fn remove_location(&mut self, id: LocationId) {
        self.places.remove(id.0);
        self.forget_reliefs();
        self.minds.named.retain(|_, known| *known != id);
        for who in self.people.attached.remove(&id).unwrap_or_default() {
            self.forget(who);
        }
    }

    pub(crate) fn lose_role(&mut self, who: CharacterId, role: RoleId) {
        let module = self.content.module.clone();
        let Some(person) = self.people.get_mut(who.0) else {
            self.unheard(RejectedReport::NoSuchCharacter(who));
            return;
        };
        person.roles.retain(|other| *other != role);
        let (scene, roles) = (person.scene, person.roles.clone());
        self.note_person(who);
        let Some(scene) = scene else { return };
        let playing = self.scenes.get(scene.0);
        let part = playing.and_then(|playing| playing.role_of(who));
        if part.is_some_and(|part| !roles.iter().any(|is| module.is_a(*is, part))) {
            self.ask_to_finish(who, scene);
        }
    }

    /// Asks a participant politely to finish, if it no longer has the role of its cast line.
    fn ask_to_finish(&mut self, who: CharacterId, scene: SceneId) {
        let report = townsfolk_scene::Report::Recalled {
            who,
            urgency: Urgency::Duty,
            duration: None,
        };
        self.tell(Some(scene), report);
    }

    /// Whether a character still has the role of its cast line.
    fn fits_role(&self, who: CharacterId, scene: SceneId) -> bool {
        let part = self.scenes.get(scene.0).and_then(|p| p.role_of(who));
        let Some((part, person)) = part.zip(self.character(who)) else {
            return true;
        };
        person.roles.iter().any(|is| self.content.is_a(*is, part))
    }

    /// Whether a scene has been told, at this tick, to release a character at once.
    fn is_called_off(&self, who: CharacterId, scene: Option<SceneId>) -> bool {
        let playing = scene.and_then(|scene| self.scenes.get(scene.0));
        let mut told = playing.into_iter().flat_map(|playing| &playing.inbox);
        told.any(|report| {
            matches!(report, townsfolk_scene::Report::Recalled { who: w, urgency, .. }
                if *w == who && *urgency > Urgency::Need)
        })
    }

    pub(crate) fn withdraw(&mut self, who: CharacterId, by: SymbolId) {
        self.withdraw_on(who, by, &Channel::ALL);
    }

    /// A decider withdraws its offers for some channels.
    pub(crate) fn withdraw_on(&mut self, who: CharacterId, by: SymbolId, on: &[Channel]) {
        let Some(person) = self.people.get_mut(who.0) else {
            self.unheard(RejectedReport::NoSuchCharacter(who));
            return;
        };
        person
            .offers
            .retain(|offer| offer.by != by || !on.contains(&offer.channel));
        self.performer.take_back(who, by, on);
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        let (scene, seized) = (person.scene, person.seized);
        let body = on.contains(&Channel::Body);
        let recalled = body && person.recalled_for.is_some_and(|offer| offer.by == by);
        let driver = person.driver(Channel::Body);
        let drove = body && matches!(driver, Driver::System(b, _) if b == by);
        if recalled {
            person.recalled_for = None;
        }
        let comes_back = drove && person.away;
        // A character that another offer recalled at once does not return for this.
        if (recalled || comes_back) && !seized && !self.is_called_off(who, scene) {
            self.let_return(who, comes_back);
        }
        self.people.judge_next(who);
    }

    /// A character need not go away after all, or returns.
    fn let_return(&mut self, who: CharacterId, was_away: bool) {
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        let scene = person.scene;
        self.tell(scene, townsfolk_scene::Report::Returned(who));
        let Some(scene) = scene else { return };
        if was_away {
            if let Some(person) = self.people.get_mut(who.0) {
                person.away = false;
            }
            self.put_into(who, scene);
        }
        if !self.fits_role(who, scene) {
            self.ask_to_finish(who, scene);
        }
    }

    fn take_over(&mut self, who: CharacterId) {
        let Some(person) = self.people.get_mut(who.0) else {
            self.unheard(RejectedReport::NoSuchCharacter(who));
            return;
        };
        if std::mem::replace(&mut person.seized, true) {
            return;
        }
        if person.scene.is_some() {
            self.recall_at_once(who);
        } else {
            self.hand_over(who);
        }
        self.list(who);
    }

    /// Hands a seized character to the host, once no other driver holds it.
    pub(crate) fn hand_over(&mut self, who: CharacterId) {
        if let Some(person) = self.people.get_mut(who.0) {
            person.drivers = [Driver::Host; 3];
            self.output.events.push(Event::Yours(who));
            self.abandon(who);
            self.hush(who);
            // Courses of other deciders are broken off as well.
            for channel in Channel::ALL {
                self.performer.look_at(who, channel);
            }
        }
    }

    fn give_back(&mut self, who: CharacterId) {
        self.change(who, |person| {
            person.seized = false;
            for driver in &mut person.drivers {
                if *driver == Driver::Host {
                    *driver = Driver::Nobody;
                }
            }
        });
        self.list(who);
        self.wake_mind(who);
        let person = self.character(who);
        if person.is_some_and(|p| p.scene.is_none() && !self.is_awaited(p)) {
            self.send_spawned_home(who);
        }
        self.people.judge_next(who);
    }

    pub(crate) fn recall_at_once(&mut self, who: CharacterId) {
        let Some(person) = self.people.get(who.0) else {
            self.unheard(RejectedReport::NoSuchCharacter(who));
            return;
        };
        let report = townsfolk_scene::Report::Recalled {
            who,
            urgency: Urgency::Command,
            duration: None,
        };
        self.tell(person.scene, report);
    }

    fn prefer(&mut self, id: LocationId, preferences: Vec<Preference>) {
        let Some(place) = self.places.get_mut(id.0) else {
            self.unheard(RejectedReport::NoSuchLocation(id));
            return;
        };
        let playing = place.scene.and_then(|scene| self.scenes.get(scene.0));
        let stays = |script| preferences.iter().any(|p| p.script == script);
        let ends = playing.is_some_and(|playing| !stays(playing.script));
        let scene = place.scene;
        place.prefers = Some(preferences);
        if ends {
            self.tell(scene, townsfolk_scene::Report::Ended);
        }
    }
}
