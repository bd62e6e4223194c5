//! What must hold at every tick, whatever the host and the content do.

use crate::character::Character;
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::host::LocationId;
use crate::playing::Playing;
use townsfolk_core::{CharacterId, FactId, RoleId, Standing, Value};
use townsfolk_module::Channel;
use townsfolk_scene::reference::{Phase, Scene, SceneId};

/// Something that must never be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// A claim has two holders.
    TwoHolders(SceneId, FactId),
    /// A claim is held by someone who does not take part.
    HolderOut(SceneId, FactId, CharacterId),
    /// More people than a role takes.
    TooMany(SceneId, RoleId),
    /// A scene goes on although a role has been vacant too long.
    TooFew(SceneId, RoleId),
    /// A fact names someone or something that is gone.
    OrphanFact(SceneId, FactId, Value),
    /// An action runs for somebody who does not take part.
    OrphanAction(SceneId, CharacterId),
    /// Someone takes part in a scene without knowing it, or the other way round.
    Lost(CharacterId, SceneId),
    /// A body has a driver that does not drive it.
    WrongDriver(CharacterId),
    /// A location and its scene do not know each other.
    Misplaced(LocationId, SceneId),
}

impl Folk {
    /// Looks at everything; empty if all is as it must be.
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = vec![];
        for playing in self.scenes.iter() {
            self.inspect_scene(playing, &mut found);
        }
        for person in self.characters.iter() {
            self.inspect_person(person, &mut found);
        }
        for location in self.locations.iter() {
            if let Some(scene) = location.scene
                && self
                    .scenes
                    .get(scene.0)
                    .is_none_or(|p| p.location != location.id)
            {
                found.push(Violation::Misplaced(location.id, scene));
            }
        }
        found
    }

    /// Looks at one scene and those in it.
    pub fn violations_in(&self, scene: SceneId) -> Vec<Violation> {
        let mut found = vec![];
        if let Some(playing) = self.scenes.get(scene.0) {
            self.inspect_scene(playing, &mut found);
            for p in &playing.snapshot().participants {
                if let Some(person) = self.characters.get(p.who.0) {
                    self.inspect_person(person, &mut found);
                }
            }
        }
        found
    }

    fn inspect_scene(&self, playing: &Playing, found: &mut Vec<Violation>) {
        let id = playing.id;
        let scene = playing.snapshot();
        let place = self.locations.get(playing.location.0);
        if place.is_none_or(|place| place.scene != Some(id)) {
            found.push(Violation::Misplaced(playing.location, id));
        }
        self.inspect_cast(&scene, found);
        inspect_claims(&scene, found);
        for fact in &scene.facts.facts {
            for value in &fact.atom.arguments {
                if scene.gone.contains(value) {
                    found.push(Violation::OrphanFact(id, fact.atom.fact, *value));
                }
            }
        }
        for run in &scene.running {
            for who in [Some(run.who), run.partner].into_iter().flatten() {
                if scene.participant(who).is_none() {
                    found.push(Violation::OrphanAction(id, who));
                }
            }
        }
        for p in &scene.participants {
            let person = self.characters.get(p.who.0);
            // Who is gone since this tick's scenes were played is told at the next.
            if person.is_some_and(|person| person.scene != Some(id)) {
                found.push(Violation::Lost(p.who, id));
            }
        }
    }

    fn inspect_cast(&self, scene: &Scene, found: &mut Vec<Violation>) {
        let Some(script) = self.content.module.script(scene.script) else {
            return;
        };
        for line in &script.cast {
            let in_role = scene.participants.iter().filter(|p| p.role == line.role);
            let count = in_role.count();
            if count > usize::from(line.max) {
                found.push(Violation::TooMany(scene.id, line.role));
            }
            let mut vacant = scene.vacancies.iter().filter(|v| v.role == line.role);
            let late = vacant.any(|v| v.until <= scene.now);
            if scene.phase == Phase::Running && count < usize::from(line.min) && late {
                found.push(Violation::TooFew(scene.id, line.role));
            }
        }
    }

    fn inspect_person(&self, person: &Character, found: &mut Vec<Violation>) {
        if let Some(scene) = person.scene {
            let playing = self.scenes.get(scene.0);
            let takes_part = playing.is_some_and(|playing| playing.expects(person.id));
            if !takes_part {
                found.push(Violation::Lost(person.id, scene));
            }
        }
        let body = person.driver(Channel::Body);
        let right = match body {
            Driver::Nobody => person.scene.is_none() || person.away,
            Driver::Scene(scene, _) => person.scene == Some(scene) && !person.away,
            Driver::System(..) => person.scene.is_none() || person.away,
            Driver::Host => person.seized && person.scene.is_none(),
        };
        if !right {
            found.push(Violation::WrongDriver(person.id));
        }
    }
}

fn inspect_claims(scene: &Scene, found: &mut Vec<Violation>) {
    let claims: Vec<_> = scene.facts.facts.iter().filter(|f| f.claim).collect();
    for (index, claim) in claims.iter().enumerate() {
        let Some((holder, of)) = claim.atom.arguments.split_last() else {
            continue;
        };
        let same = |other: &&&townsfolk_scene::reference::Fact| {
            other.atom.fact == claim.atom.fact
                && other.atom.arguments.len() == claim.atom.arguments.len()
                && other.atom.arguments.starts_with(of)
        };
        if claims[index + 1..].iter().any(|other| same(&other)) {
            found.push(Violation::TwoHolders(scene.id, claim.atom.fact));
        }
        if let Value::Character(who) = holder
            && scene.standing(*who) == Standing::Out
        {
            found.push(Violation::HolderOut(scene.id, claim.atom.fact, *who));
        }
    }
}
