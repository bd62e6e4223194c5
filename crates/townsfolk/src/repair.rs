//! Repairing inconsistent state after loading.
//!
//! A file written by this engine needs no repair. A forged one may say that a character takes part
//! in a scene that does not know it. Such a character is released, and nothing else is lost.

use crate::drivers::Driver;
use crate::folk::Folk;
use townsfolk_core::{Channel, CharacterId, LocationId, SceneId, Standing};

/// The parts of the world that were loaded.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) scenes: Vec<SceneId>,
    pub(crate) locations: Vec<LocationId>,
    pub(crate) people: Vec<CharacterId>,
}

impl Folk {
    /// Makes locations, scenes and characters consistent.
    pub(crate) fn mend(&mut self) {
        let loaded = Loaded {
            scenes: self.scenes().collect(),
            locations: self.locations().map(|place| place.id).collect(),
            people: self.characters().map(|person| person.id).collect(),
        };
        self.mend_what(&loaded);
    }

    /// The same for a part of the world that was loaded.
    pub(crate) fn mend_what(&mut self, loaded: &Loaded) {
        self.mend_places(loaded);
        for id in &loaded.scenes {
            self.mend_scene(*id);
        }
        for who in &loaded.people {
            self.mend_person(*who);
        }
    }

    /// Removes scenes without a location that refers to them.
    fn mend_places(&mut self, loaded: &Loaded) {
        for id in &loaded.scenes {
            let playing = self.scenes.get(id.0);
            let place = playing.and_then(|playing| self.places.get(playing.location.0));
            if place.is_none_or(|place| place.scene != Some(*id)) {
                self.scenes.remove(id.0);
            }
        }
        let places = loaded.locations.iter();
        let places = places.filter_map(|id| self.places.get(id.0));
        let empty = places.filter(|place| {
            let scene = place.scene.map(|scene| self.scenes.get(scene.0));
            scene.is_some_and(|scene| scene.is_none_or(|playing| playing.location != place.id))
        });
        let empty: Vec<_> = empty.map(|place| (place.id, place.gone)).collect();
        for (id, gone) in empty {
            if gone {
                self.places.remove(id.0);
            } else if let Some(place) = self.places.get_mut(id.0) {
                place.scene = None;
            }
        }
    }

    /// Removes participants that are elsewhere.
    fn mend_scene(&mut self, id: SceneId) {
        let everyone = self.scenes.get(id.0).map(|playing| playing.everyone());
        for who in everyone.unwrap_or_default() {
            if self.character(who).is_some_and(|p| p.scene == Some(id)) {
                continue;
            }
            if let Some(playing) = self.scenes.get_mut(id.0) {
                let stranger = |report: &townsfolk_scene::Report| matches!(report, townsfolk_scene::Report::Joined { who: w, .. } if *w == who);
                playing.inbox.retain(|report| !stranger(report));
                let gone = townsfolk_scene::Report::Gone(who);
                if playing.role_of(who).is_some() && !playing.inbox.contains(&gone) {
                    playing.inbox.push(gone);
                }
            }
        }
    }

    /// Makes the drivers of a character consistent.
    fn mend_person(&mut self, who: CharacterId) {
        let Some(person) = self.character(who) else {
            return;
        };
        let scene = person.scene.filter(|scene| {
            let playing = self.scenes.get(scene.0);
            playing.is_some_and(|playing| playing.expects(who))
        });
        let playing = scene.and_then(|scene| self.scenes.get(scene.0));
        let away = playing.is_some_and(|playing| playing.standing(who) == Standing::Away);
        let seized = person.seized;
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        person.scene = scene;
        person.away = away;
        if scene.is_none() {
            person.recalled_for = None;
        }
        for driver in &mut person.drivers {
            let wrong = match driver {
                Driver::Nobody | Driver::System(..) => false,
                Driver::Scene(of, _) => scene != Some(*of) || away,
                Driver::Host => !seized || scene.is_some(),
            };
            if wrong {
                *driver = Driver::Nobody;
            }
        }
        if seized && scene.is_none() {
            person.drivers = [Driver::Host; 3];
        }
        let body = person.driver(Channel::Body);
        if let Some(scene) = scene.filter(|_| !away && !matches!(body, Driver::Scene(..))) {
            self.put_into(who, scene);
        }
        self.list(who);
        self.mend_mind(who);
    }
}
