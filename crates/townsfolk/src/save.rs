//! Saving everything at any tick, and continuing from there bit for bit.
//!
//! Content is not saved. Ids are hashes of names, so a save finds its scripts, states and facts again
//! in changed content; what no longer fits is migrated or ended, and the report says which.

use crate::attributes::{AttributeKey, Attributes};
use crate::budget::SavedBudget;
use crate::character::Character;
use crate::content::Content;
use crate::folk::{Calendar, Folk, Ids};
use crate::host::{Command, Output, Report};
use crate::location::Location;
use crate::migrate::{Fingerprint, MigratedScene, fingerprint};
use crate::minds::admits::AreaAccess;
use crate::minds::save::{SavedMind, SavedMinds, SavedPasts, SavedPeople};
use crate::minds::save_sleepers::{SavedAsleep, SavedLevels};
use crate::people::People;
use crate::performer::SavedActs;
use crate::playing::Playing;
use crate::recording::RecordedInput;
use crate::repair::Loaded;
use crate::slab::{Register, Slots};
use crate::trace::Trace;
use crate::turned::{Facings, facings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::{
    AreaId, CharacterId, Duration, LocationId, Pushed, RegionId, SceneId, ScriptId, Seed, Tick,
    Value,
};
use townsfolk_module::file::{self, Refused};
use townsfolk_module::{Module, OptionalTail};
use townsfolk_scene::reference::Scene;

/// Everything simulated, as plain data.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    seed: Seed,
    now: Tick,
    calendar: Calendar,
    characters: Register<Character>,
    locations: Register<Location>,
    scenes: Slots<SavedScene>,
    properties: Vec<(AttributeKey, Pushed)>,
    inbox: Vec<Report>,
    to_judge: Vec<CharacterId>,
    owed: Vec<Command>,
    scripts: Vec<(ScriptId, Fingerprint)>,
    rest: Then<SavedMinds, Then<SavedPasts, Then<SavedLevels, SavedAfterLevels>>>,
}

/// Parts that older saves lack, in the order in which they were added. Trailing empty parts are not
/// written, so a save has no part that its world does not use.
type SavedAfterLevels = Then<
    SavedBudget,
    Then<SavedAdmits, Then<Vec<CharacterId>, Then<Facings, OptionalTail<SavedActs>>>>,
>;

/// Parts that older regions lack.
type SavedAfterPasts = Then<SavedAsleep, Then<Facings, OptionalTail<SavedActs>>>;

type SavedAdmits = Vec<(AreaId, AreaAccess)>;

/// A part that older files lack, followed by newer parts.
type Then<Part, Rest> = OptionalTail<(Part, Rest)>;

impl Saved {
    /// Whether the parts are consistent: every number refers to an existing item.
    fn is_sound(&self) -> bool {
        let mut scenes = self.scenes.keys();
        self.scenes.is_sound()
            && (Tick(0)..=LAST).contains(&self.now)
            && self.calendar.is_sound()
            && scenes.all(|(key, saved)| saved.scene.id.0 == key && saved.is_sound())
            && self.characters.is_sound(|person| person.id.0)
            && self.locations.is_sound(|location| location.id.0)
    }
}

/// The maximum tick of a valid save. A later one is forged.
const LAST: Tick = Tick(i64::MAX / 4);

/// A scene as plain data.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedScene {
    location: LocationId,
    emitter: u8,
    inbox: Vec<townsfolk_scene::Report>,
    scene: Scene,
}

impl SavedScene {
    fn of(playing: &Playing) -> SavedScene {
        SavedScene {
            location: playing.location,
            emitter: playing.emitter,
            inbox: playing.inbox.clone(),
            scene: playing.snapshot(),
        }
    }

    fn is_sound(&self) -> bool {
        let scene = &self.scene;
        (Tick(-1)..=LAST).contains(&scene.now) && scene.next_start < u64::MAX / 4
    }

    fn wake(self, content: &Content) -> Playing {
        let place = (self.location, self.emitter);
        Playing::resume(content, self.scene, place, self.inbox)
    }
}

/// An unloaded region.
#[derive(Debug, Serialize, Deserialize)]
struct SavedRegion {
    since: Tick,
    characters: Vec<Character>,
    locations: Vec<Location>,
    scenes: Vec<SavedScene>,
    /// Properties of its characters.
    properties: Vec<(AttributeKey, Pushed)>,
    scripts: Vec<(ScriptId, Fingerprint)>,
    rest: Then<SavedPeople, Then<SavedPasts, SavedAfterPasts>>,
}

impl Folk {
    /// Everything simulated, as bytes: in the middle of any scene, at any tick.
    pub fn save(&self) -> Vec<u8> {
        let to_consider = self.minds.levels.to_consider.order().to_vec();
        let acts = self.keep_acts(|_| true);
        let acts = acts.with_senses(self.keep_senses_and_ground(|_| true));
        let acts = OptionalTail(acts.with_squads(self.keep_squads()));
        let rest = OptionalTail((facings(self.places.iter()), acts));
        let rest = OptionalTail((to_consider, rest));
        let rest = OptionalTail((self.keep_admits(), rest));
        let rest = OptionalTail((self.keep_budget(), rest));
        let rest = OptionalTail((self.keep_levels(), rest));
        let (minds, pasts) = self.keep_minds();
        let rest = OptionalTail((minds, OptionalTail((pasts, rest))));
        file::write_save(&Saved {
            seed: self.seed,
            now: self.now,
            calendar: self.calendar,
            characters: self.people.all.clone(),
            locations: self.places.all.clone(),
            scenes: self.scenes.map(SavedScene::of),
            properties: self.attributes.saved(),
            inbox: self.inbox.clone(),
            to_judge: self.people.to_judge.clone(),
            owed: self.owed.clone(),
            scripts: self.fingerprints(self.scenes.iter()),
            rest,
        })
    }

    /// Continues from a save. In the same content it continues bit for bit. In changed content,
    /// scenes are migrated where possible, and the result lists the changes.
    pub fn load(module: Arc<Module>, bytes: &[u8]) -> Result<(Folk, Vec<MigratedScene>), Refused> {
        let saved: Saved = file::read_save(bytes)?;
        if !saved.is_sound() {
            return Err(Refused::Malformed);
        }
        let content = Content::new(module.clone());
        let now = saved.now;
        let mut folk = Folk::new(module, saved.seed);
        folk.content = content;
        folk.now = now;
        folk.calendar = saved.calendar;
        folk.people.all = saved.characters;
        folk.places.all = saved.locations;
        folk.scenes = saved.scenes.into_map(|scene| scene.wake(&folk.content));
        folk.people.to_judge = saved.to_judge;
        folk.people.to_judge.sort_unstable();
        folk.people.to_judge.dedup();
        folk.owed = saved.owed;
        let OptionalTail((minds, OptionalTail((pasts, OptionalTail((levels, rest)))))) = saved.rest;
        let OptionalTail((budget, OptionalTail((admits, OptionalTail((to_consider, rest)))))) =
            rest;
        let OptionalTail((facings, mut acts)) = rest;
        folk.resume_facings(facings);
        folk.resume_minds(minds, pasts);
        folk.minds.admits = admits.into_iter().collect();
        folk.resume_levels(levels);
        folk.minds.levels.to_consider = to_consider.into();
        folk.attributes = Attributes::resumed(saved.properties, acts.0.writes.clone());
        folk.resume_beliefs(acts.0.beliefs());
        folk.resume_senses(acts.0.senses());
        folk.resume_squads(acts.0.squads());
        folk.resume_world_acts(&acts.0);
        folk.resume_acts(acts.0);
        folk.ids = Ids {
            character: folk.people.next(),
            location: folk.places.next(),
        };
        for report in saved.inbox {
            folk.report(report);
        }
        folk.output = Output::default();
        folk.trace = Trace::default();
        folk.rebuild_caches();
        folk.resume_budget(budget);
        let known: BTreeMap<ScriptId, Fingerprint> = saved.scripts.into_iter().collect();
        let moved = folk.migrate_all(&known);
        folk.tidy_locations();
        folk.mend_beliefs();
        folk.mend();
        Ok((folk, moved))
    }

    /// Replaces the content while the simulation runs. Scenes are migrated where their facts and
    /// states still exist, or end cleanly; the result says which and why.
    pub fn reload(&mut self, module: Arc<Module>) -> Vec<MigratedScene> {
        let known = self.fingerprints(self.scenes.iter()).into_iter().collect();
        if self.recording.is_some() {
            self.record_change(RecordedInput::Content(file::write_module(&module)));
        }
        let minds = self.minds().filter_map(|minded| self.keep_mind(minded));
        let minds: Vec<SavedMind> = minds.collect();
        let layers = self.layers_held();
        let asleep = self.keep_asleep(|_| true);
        self.content = Content::new(module);
        self.migrate_minds(minds, &layers);
        self.migrate_asleep(asleep);
        for playing in self.scenes.iter_mut() {
            let scene = playing.snapshot();
            playing.replace(&self.content, scene);
        }
        self.rebuild_caches();
        let moved = self.migrate_all(&known);
        self.tidy_locations();
        self.mend_beliefs();
        moved
    }

    fn fingerprints<'a>(
        &self,
        scenes: impl Iterator<Item = &'a Playing>,
    ) -> Vec<(ScriptId, Fingerprint)> {
        let mut used: Vec<ScriptId> = scenes.map(|playing| playing.script).collect();
        used.sort_unstable();
        used.dedup();
        let scripts = used
            .into_iter()
            .filter_map(|id| self.content.module.script(id));
        scripts
            .map(|script| (script.id, fingerprint(script)))
            .collect()
    }

    /// Rebuilds all caches, by waking everything.
    fn rebuild_caches(&mut self) {
        self.news.all = true;
        self.stocks.content_changed();
        self.people.clear_indexes();
        self.places.clear_indexes();
        self.agenda.looks.clear();
        self.agenda.scenes.clear();
        self.attributes.index();
        let people: Vec<CharacterId> = self.characters().map(|person| person.id).collect();
        for who in &people {
            self.index_person(*who);
        }
        let places = self.locations().filter(|place| !place.gone);
        let places: Vec<LocationId> = places.map(|place| place.id).collect();
        for id in places {
            self.places.index(id);
            self.plan_looks(id);
        }
        let next = self.now.after(Duration(1));
        for playing in self.scenes.iter_mut() {
            playing.wake_all();
            playing.speaking.clear();
            playing.due = Some(next);
            playing.queued = Some(next);
            self.agenda.scenes.add(next, playing.id.0);
        }
        for who in people {
            self.index_voice(who);
        }
        self.index_minds();
    }

    /// Takes a region out of the world, with its locations, scenes and characters.
    ///
    /// Nothing in it changes until it is [loaded](Folk::load_region) again: its clocks stand still.
    pub fn unload_region(&mut self, region: RegionId) -> Vec<u8> {
        self.record_change(RecordedInput::Unloaded(region));
        let here = |l: &&Location| l.region == region;
        let locations: Vec<Location> = self.places.iter().filter(here).cloned().collect();
        for location in &locations {
            let hidden = location.invites.iter();
            let hidden = hidden.map(|who| Command::HideIcon(*who, location.id));
            self.owed.extend(hidden);
        }
        let mut scenes: Vec<SceneId> = locations.iter().filter_map(|l| l.scene).collect();
        scenes.sort_unstable();
        let taken = |person: &&Character| match person.scene {
            Some(scene) => scenes.binary_search(&scene).is_ok(),
            None => person.region == region,
        };
        let characters: Vec<Character> = self.people.iter().filter(taken).cloned().collect();
        let properties = characters
            .iter()
            .flat_map(|p| self.attributes.take_of(p.id));
        let properties = properties.collect();
        let playing: Vec<&Playing> = scenes
            .iter()
            .filter_map(|id| self.scenes.get(id.0))
            .collect();
        let is_here = |who| {
            let place = characters.binary_search_by_key(&who, |person| person.id);
            place.is_ok()
        };
        let minds = characters.iter();
        let minds = minds.filter_map(|person| self.keep_mind(self.mind(person.id)?));
        let minds = SavedPeople {
            people: minds.collect(),
            layers: self.layers_held(),
        };
        let pasts = SavedPasts::of(&minds.people);
        let asleep = self.keep_asleep(is_here);
        let senses = self.keep_senses(is_here).into_region();
        let acts = self.keep_acts(is_here).with_senses(senses);
        let people: Vec<CharacterId> = characters.iter().map(|person| person.id).collect();
        let scripts = self.fingerprints(playing.iter().copied());
        let playing = playing.into_iter().map(SavedScene::of).collect();
        let acts = acts.into_region(self.take_out_of_deciders(&people));
        let rest = OptionalTail((facings(locations.iter()), OptionalTail(acts)));
        let saved = SavedRegion {
            since: self.now,
            rest: OptionalTail((minds, OptionalTail((pasts, OptionalTail((asleep, rest)))))),
            scripts,
            scenes: playing,
            properties,
            characters,
            locations,
        };
        for person in &saved.characters {
            self.people.remove(person.id.0);
            self.people.unindex(person);
            self.end_stay_of(person.id);
            self.forget_mind(person.id);
            self.performer.forget(person.id);
            self.lose_sight_of(person.id);
            self.beliefs.remove(person.id);
            self.forget_senses(person.id);
            self.note_person(person.id);
        }
        self.forget_reliefs();
        for location in &saved.locations {
            self.forget_sleep(location.id);
            self.places.unindex(location.id);
            self.places.remove(location.id.0);
        }
        for scene in scenes {
            // The key stays reserved, so that the scene finds it free when it returns.
            self.scenes.borrow_out(scene.0);
        }
        let People { all, to_judge, .. } = &mut self.people;
        to_judge.retain(|who| all.get(who.0).is_some());
        file::write_save(&saved)
    }

    /// Whether a region was unloaded from this world, and is not loaded.
    fn can_take_back(&self, saved: &SavedRegion) -> bool {
        let given = |number: u32, next: u32| number > 0 && number < next;
        let free = |scene: &Scene| self.scenes.is_reserved(scene.id.0);
        saved
            .characters
            .iter()
            .all(|p| given(p.id.0, self.people.next()) && self.people.get(p.id.0).is_none())
            && saved
                .locations
                .iter()
                .all(|l| given(l.id.0, self.places.next()) && self.places.get(l.id.0).is_none())
            && saved.scenes.iter().all(|s| free(&s.scene) && s.is_sound())
            && (Tick(0)..=self.now).contains(&saved.since)
            && saved.characters.windows(2).all(|p| p[0].id < p[1].id)
            && saved.locations.windows(2).all(|l| l[0].id < l[1].id)
    }

    /// Loads a region. All its moments are delayed by the time it was unloaded.
    pub fn load_region(&mut self, bytes: &[u8]) -> Result<Vec<MigratedScene>, Refused> {
        let saved: SavedRegion = file::read_save(bytes)?;
        if !self.can_take_back(&saved) {
            return Err(Refused::Malformed);
        }
        if self.recording.is_some() {
            self.record_change(RecordedInput::Loaded(bytes.to_vec()));
        }
        let away = self.now.since(saved.since);
        let mut loaded = Loaded::default();
        let later = &mut |tick: Tick| tick.after(away);
        for mut person in saved.characters {
            for (_, until) in &mut person.tired_of {
                *until = later(*until);
            }
            let id = person.id;
            self.people.restore(id.0, person);
            self.index_person(id);
            self.note_whereabouts(id);
            self.people.judge_next(id);
            loaded.people.push(id);
        }
        self.minds.moved.clear();
        let OptionalTail((mut minds, OptionalTail((pasts, OptionalTail((asleep, rest)))))) =
            saved.rest;
        let OptionalTail((facings, acts)) = rest;
        pasts.give_back(&mut minds.people);
        for mut mind in minds.people {
            mind.shift_times(later);
            let who = mind.who;
            if loaded.people.contains(&who) {
                self.resume_mind(mind, &minds.layers);
                self.index_mind(who);
                self.reopen_visit(who);
            }
        }
        let mut acts = acts.0;
        acts.shift_times(later);
        acts.keep_only(|who| loaded.people.contains(&who));
        let taken_out = acts.taken_out();
        self.resume_beliefs(acts.beliefs());
        self.resume_senses(acts.senses());
        self.skip_fading(&loaded.people, saved.since);
        self.resume_acts(acts);
        let mut asleep = asleep;
        asleep.shift_times(later);
        self.bring_back_asleep(asleep);
        for mut location in saved.locations {
            location.rests_until = later(location.rests_until);
            for (_, until) in &mut location.not_before {
                *until = later(*until);
            }
            if let Some(spawning) = &mut location.spawning {
                spawning.until = later(spawning.until);
            }
            self.show_icons_again(&mut location);
            let (id, gone) = (location.id, location.gone);
            self.places.restore(id.0, location);
            loaded.locations.push(id);
            if !gone {
                self.places.index(id);
                self.plan_looks(id);
            }
        }
        self.resume_facings(facings);
        let known: BTreeMap<ScriptId, Fingerprint> = saved.scripts.into_iter().collect();
        for mut scene in saved.scenes {
            scene.scene.shift_times(later);
            let id = scene.scene.id;
            let mut playing = scene.wake(&self.content);
            playing.wake_all();
            self.scenes.bring_back(id.0, Box::new(playing));
            self.queue(id.0, self.now.after(Duration(1)));
            loaded.scenes.push(id);
        }
        for who in &loaded.people {
            self.index_voice(*who);
        }
        self.ids.character = self.ids.character.max(self.people.next());
        self.ids.location = self.ids.location.max(self.places.next());
        for (key, value) in saved.properties {
            let there = |value: &Value| match value {
                Value::Character(who) => self.character(*who).is_some(),
                _ => true,
            };
            if key.1.iter().all(there) {
                self.keep_attribute(key, value);
            }
        }
        self.bring_back_to_deciders(&taken_out, away);
        for who in &loaded.people {
            self.note_person(*who);
        }
        loaded.scenes.sort_unstable();
        let came = |id: SceneId| loaded.scenes.binary_search(&id).is_ok();
        let moved = self.migrate_some(&known, came);
        self.tidy(&loaded.locations);
        self.mend_what(&loaded);
        // Scenes of the region have missed the attributes that changed meanwhile.
        for id in loaded.scenes {
            self.tell_all_attributes(id);
        }
        Ok(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoReadings, SingleThread};
    use townsfolk_core::{ActionRef, StartId};

    fn loaded(folk: &Folk) -> Option<Folk> {
        let loaded = Folk::load(folk.content.module.clone(), &folk.save());
        loaded.ok().map(|(folk, _)| folk)
    }

    /// Trial reliability.md 8: with a negative rate time stands still or runs back, and a run never
    /// comes to its end.
    #[test]
    fn a_calendar_that_runs_back_is_refused() {
        let mut folk = Folk::new(Arc::new(Module::default()), Seed(1));
        assert!(loaded(&folk).is_some());
        folk.calendar.rate = -1;
        assert!(loaded(&folk).is_none());
        folk.calendar.rate = i64::MAX;
        assert!(loaded(&folk).is_none());
    }

    /// Trial reliability.md 9: dropping what is owed when loading went unnoticed.
    #[test]
    fn what_is_owed_to_the_host_is_put_out_after_loading() {
        let mut folk = Folk::new(Arc::new(Module::default()), Seed(1));
        let stop = Command::Stop(ActionRef::of_decider(CharacterId(1), StartId(3)));
        folk.owed.push(stop.clone());
        let mut folk = loaded(&folk).unwrap();
        let output = folk.tick_with(&NoReadings, &SingleThread);
        assert_eq!(output.commands, [stop]);
    }

    /// A planted fault that no test noticed: what a person is tired of was not put off with the region.
    #[test]
    fn a_person_is_tired_of_a_script_for_as_long_as_if_the_region_had_stayed() {
        let mut folk = Folk::new(Arc::new(Module::default()), Seed(1));
        let region = RegionId(3);
        let who = folk.add_character(crate::Newcomer {
            region,
            ..crate::Newcomer::default()
        });
        folk.tick_with(&NoReadings, &SingleThread);
        let until = folk.now.after(Duration(100));
        let person = folk.people.get_mut(who.0).unwrap();
        person.tired_of.push((ScriptId(1), until));
        let bytes = folk.unload_region(region);
        for _ in 0..50 {
            folk.tick_with(&NoReadings, &SingleThread);
        }
        folk.load_region(&bytes).unwrap();
        let tired_of = &folk.character(who).unwrap().tired_of;
        assert_eq!(tired_of[..], [(ScriptId(1), until.after(Duration(50)))]);
    }
}
