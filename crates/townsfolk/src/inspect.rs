//! Invariants that hold at every tick, for any host and content.

use crate::character::Character;
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::jobs::Job;
use crate::location::Location;
use crate::nearby::Nearby;
use crate::playing::Playing;
use townsfolk_core::{
    Channel, CharacterId, FactId, LocationId, NeedId, RoleId, SceneId, Standing, Value,
};
use townsfolk_module::Script;
use townsfolk_scene::Phase;
use townsfolk_scene::reference::Scene;

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// A claim has more holders than it can have.
    TwoHolders(SceneId, FactId),
    /// A claim is held by a character that does not take part.
    HolderOut(SceneId, FactId, CharacterId),
    /// A role has more participants than it allows.
    TooMany(SceneId, RoleId),
    /// A scene goes on although a role has been vacant too long.
    TooFew(SceneId, RoleId),
    /// A fact names a character or prop that is gone.
    OrphanFact(SceneId, FactId, Value),
    /// An action runs for a character that does not take part.
    OrphanAction(SceneId, CharacterId),
    /// A character and a scene disagree on whether it takes part.
    Lost(CharacterId, SceneId),
    /// A body has a driver that does not drive it.
    WrongDriver(CharacterId),
    /// A location and its scene do not refer to each other.
    Misplaced(LocationId, SceneId),
    /// A character takes part twice, or performs two actions on one channel.
    Twice(SceneId, CharacterId),
    /// A location waits for a character that does not exist, or is busy elsewhere.
    LostSpawn(LocationId, CharacterId),
    /// The position index has a wrong position for a character.
    WrongPlace(CharacterId),
    /// A property is kept for a character that is gone.
    OrphanProperty(CharacterId),
    /// A list of a character exceeds its bound.
    Overgrown(CharacterId),
    /// A list of a location exceeds its bound.
    OvergrownPlace(LocationId),
    /// A scene is due and is not on the agenda.
    NotOnAgenda(SceneId),
    /// An emitter sleeps although a character is in reach.
    Overslept(LocationId),
    /// The index of locations disagrees with the locations.
    Unlisted,
    /// An invariant of a mind is broken.
    WrongMind(CharacterId, MindViolation),
}

/// Broken invariants of a mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MindViolation {
    /// There is no character with this mind.
    Nobody,
    /// A need is out of range.
    Need(NeedId),
    /// The character lacks a role of its schedule, or has one that the schedule has ended.
    Role(RoleId),
    /// It moves a body that it does not drive.
    Body,
    /// It refers to a scene in which the character does not take part.
    Scene(SceneId),
    /// It asks to be cast, and the index of requests disagrees.
    Asking,
    /// It is due, and not on the agenda.
    NotOnAgenda,
    /// Its area disagrees with its position.
    Whereabouts,
    /// A background character takes part in a scene.
    NotAsleep,
}

impl Folk {
    /// Checks all invariants; empty if they hold.
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = vec![];
        for playing in self.scenes.iter() {
            self.inspect_scene(playing, &mut found);
        }
        for person in self.people.iter() {
            self.inspect_person(person, &mut found);
        }
        self.inspect_indexes(&mut found);
        self.inspect_minds(&mut found);
        for location in self.places.iter() {
            self.inspect_location(location, &mut found);
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

    /// Checks one scene and its participants.
    pub fn violations_in(&self, scene: SceneId) -> Vec<Violation> {
        let mut found = vec![];
        if let Some(playing) = self.scenes.get(scene.0) {
            self.inspect_scene(playing, &mut found);
            for p in &playing.snapshot().participants {
                if let Some(person) = self.people.get(p.who.0) {
                    self.inspect_person(person, &mut found);
                }
            }
        }
        found
    }

    fn inspect_scene(&self, playing: &Playing, found: &mut Vec<Violation>) {
        let id = playing.id;
        let scene = playing.snapshot();
        let place = self.places.get(playing.location.0);
        if place.is_none_or(|place| place.scene != Some(id)) {
            found.push(Violation::Misplaced(playing.location, id));
        }
        self.inspect_cast(&scene, found);
        let script = self.content.module.script(playing.script);
        inspect_claims(script, &scene, found);
        for fact in &scene.facts.facts {
            for value in &fact.atom.arguments {
                if scene.gone.contains(value) {
                    found.push(Violation::OrphanFact(id, fact.atom.fact, *value));
                }
            }
        }
        let mut busy = vec![];
        for run in &scene.running {
            for who in [Some(run.who), run.partner].into_iter().flatten() {
                if scene.participant(who).is_none() {
                    found.push(Violation::OrphanAction(id, who));
                }
                if busy.contains(&who) {
                    found.push(Violation::Twice(id, who));
                }
                busy.push(who);
            }
        }
        let people = &scene.participants;
        for (index, p) in people.iter().enumerate() {
            if people[..index].iter().any(|other| other.who == p.who) {
                found.push(Violation::Twice(id, p.who));
            }
        }
        let late = playing.queued.is_none_or(|at| Some(at) > playing.due);
        if playing.due.is_some() && late && !self.waits(Job::Scene(id.0)) {
            found.push(Violation::NotOnAgenda(id));
        }
        for p in &scene.participants {
            let person = self.people.get(p.who.0);
            // The departure of a character after this tick's scene updates is told to the scene at
            // the next tick.
            if person.is_none_or(|person| person.scene != Some(id)) {
                let told = townsfolk_scene::Report::Gone(p.who);
                if person.is_some() || !playing.inbox.contains(&told) {
                    found.push(Violation::Lost(p.who, id));
                }
            }
            let away = p.standing == Standing::Away;
            let comes_back = playing
                .inbox
                .contains(&townsfolk_scene::Report::Returned(p.who));
            if person.is_some_and(|person| person.away != away) && !comes_back {
                found.push(Violation::WrongDriver(p.who));
            }
        }
    }

    /// Compares caches with the state they are derived from.
    fn inspect_indexes(&self, found: &mut Vec<Violation>) {
        let placed = self.people.iter().filter(|p| p.at.is_some()).count();
        let mut indexed = 0;
        for (who, at) in self.people.near.iter() {
            indexed += 1;
            if self.character(who).is_none_or(|p| p.at != Some(at)) {
                found.push(Violation::WrongPlace(who));
            }
        }
        if indexed != placed {
            found.push(Violation::WrongPlace(CharacterId(0)));
        }
        let idle = |p: &&Character| p.is_at_leisure() && p.at.is_some();
        let idle = self.people.iter().filter(idle).count();
        let mut listed = 0;
        for (who, at) in self.people.leisure.iter() {
            listed += 1;
            if (self.character(who)).is_none_or(|p| p.at != Some(at) || !p.is_at_leisure()) {
                found.push(Violation::WrongPlace(who));
            }
        }
        if listed != idle {
            found.push(Violation::WrongPlace(CharacterId(0)));
        }
        let mut nearby = Nearby::default();
        for place in self.places.iter().filter(|place| !place.gone) {
            nearby.put(place.kind, place.id, place.at);
        }
        if nearby != self.places.by_kind {
            found.push(Violation::Unlisted);
        }
        for ((id, emitter), _) in self.places.asleep.iter() {
            let place = self.places.get(id.0);
            if !place.is_some_and(|place| self.has_nobody_to_look_for(place, emitter)) {
                found.push(Violation::Overslept(id));
            }
        }
        for ((_, arguments), _) in self.attributes.iter() {
            for value in arguments {
                if let Value::Character(who) = value
                    && self.character(*who).is_none()
                {
                    found.push(Violation::OrphanProperty(*who));
                }
            }
        }
    }

    fn inspect_location(&self, place: &Location, found: &mut Vec<Violation>) {
        for (who, _, there) in place.spawning.iter().flat_map(|s| &s.people) {
            let person = self.character(*who);
            let right = match there {
                Some(false) => person.is_none(),
                None | Some(true) => person.is_some_and(|p| p.scene.is_none()),
            };
            if !right {
                found.push(Violation::LostSpawn(place.id, *who));
            }
        }
        let kind = self.kind(place.kind);
        let props = kind.map_or(usize::MAX, |kind| kind.props.len());
        let mut away: Vec<CharacterId> = place.not_before.iter().map(|(who, _)| *who).collect();
        away.sort_unstable();
        let twice = away.windows(2).any(|pair| pair[0] == pair[1]);
        let sorted = |list: &[CharacterId]| list.windows(2).all(|pair| pair[0] < pair[1]);
        let lists = sorted(&place.noticed_by) && sorted(&place.invites);
        if place.lost_props.len() > props || twice || !lists {
            found.push(Violation::OvergrownPlace(place.id));
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
        let others = [Channel::Voice, Channel::Gaze].map(|channel| person.driver(channel));
        let right = right
            && others.iter().all(|driver| match driver {
                Driver::Nobody | Driver::System(..) => !person.seized || person.scene.is_some(),
                Driver::Scene(scene, _) => person.scene == Some(*scene),
                Driver::Host => person.seized && person.scene.is_none(),
            });
        if !right || (person.recalled_for.is_some() && person.scene.is_none()) {
            found.push(Violation::WrongDriver(person.id));
        }
        let scripts = self.content.module.scripts.len();
        let mut offers = person.offers.iter().enumerate();
        let twice = offers.any(|(index, offer)| {
            let mut later = person.offers[index + 1..].iter();
            later.any(|o| o.by == offer.by && o.channel == offer.channel)
        });
        if person.tired_of.len() > scripts.max(64) || twice {
            found.push(Violation::Overgrown(person.id));
        }
    }
}

fn inspect_claims(script: Option<&Script>, scene: &Scene, found: &mut Vec<Violation>) {
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
        let declared = script.and_then(|script| script.fact(claim.atom.fact));
        let holders = declared.map_or(1, |declared| usize::from(declared.holders));
        if claims[index..].iter().filter(same).count() > holders {
            found.push(Violation::TwoHolders(scene.id, claim.atom.fact));
        }
        if let Value::Character(who) = holder
            && scene.standing(*who) == Standing::Out
        {
            found.push(Violation::HolderOut(scene.id, claim.atom.fact, *who));
        }
    }
}
