//! Common knowledge of all eyes: positions, actions and scenes of characters.

use crate::critic::Now;
use crate::sight::{Act, Sight};
use std::collections::BTreeMap;
use townsfolk::{LocationId, Place};
use townsfolk_core::{ActionRef, Channel, CharacterId, LocationKindId, RoleId, SceneId, Tick};

/// All characters that have been seen.
#[derive(Clone, Debug, Default)]
pub struct People {
    people: BTreeMap<CharacterId, Person>,
    /// The performer of an action.
    acting: BTreeMap<ActionRef, CharacterId>,
}

/// A character.
#[derive(Clone, Debug, Default)]
pub struct Person {
    /// The position.
    pub at: Option<Place>,
    /// The running actions.
    pub acts: Vec<Running>,
    /// The scene, if it takes part in one.
    pub part: Option<Part>,
    /// The scene they left last.
    pub left: Option<SceneId>,
}

/// A running action.
#[derive(Clone, Copy, Debug)]
pub struct Running {
    /// The action.
    pub act: Act,
    /// Since when.
    pub since: Tick,
    /// Whether it has been asked to stop.
    pub stopping: bool,
}

/// The participation of a character in a scene.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The scene.
    pub scene: SceneId,
    /// The location.
    pub location: LocationId,
    /// The kind of location.
    pub kind: LocationKindId,
    /// The role.
    pub role: RoleId,
    /// Whether it is work.
    pub serves: bool,
    /// Since when.
    pub since: Tick,
}

impl People {
    /// A character, if it is there.
    pub fn get(&self, who: CharacterId) -> Option<&Person> {
        self.people.get(&who)
    }

    /// All characters, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = (CharacterId, &Person)> {
        self.people.iter().map(|(who, person)| (*who, person))
    }

    /// A running action, by its id.
    pub fn running(&self, action: ActionRef) -> Option<&Running> {
        let who = self.acting.get(&action)?;
        let person = self.people.get(who)?;
        person.acts.iter().find(|run| run.act.action == action)
    }

    /// Whether a character sleeps.
    pub fn sleeps(&self, who: CharacterId, now: Now) -> bool {
        self.get(who).is_some_and(|person| {
            let mut acts = person.acts.iter();
            acts.any(|run| run.act.sleep && !run.stopping && run.goes_on(now))
        })
    }

    /// The walk that a character is in the middle of.
    pub fn walk_of(&self, who: CharacterId) -> Option<ActionRef> {
        let mut acts = self.get(who)?.acts.iter();
        let walk = acts.find(|run| run.act.walk.is_some() && !run.stopping);
        walk.map(|run| run.act.action)
    }

    /// The distance of two characters, if it is known.
    pub fn apart_mm(&self, a: CharacterId, b: CharacterId) -> Option<i64> {
        Some(self.get(a)?.at?.distance_mm(self.get(b)?.at?))
    }

    /// Takes in a sight, after all eyes have judged it.
    pub fn see(&mut self, now: Now, sight: &Sight) {
        match sight {
            Sight::Appears(who) => {
                self.people.entry(*who).or_default();
            }
            Sight::At(who, place) => {
                if let Some(person) = self.people.get_mut(who) {
                    person.at = Some(*place);
                }
            }
            Sight::Gone(who) => {
                let person = self.people.remove(who);
                for run in person.into_iter().flat_map(|person| person.acts) {
                    self.acting.remove(&run.act.action);
                }
            }
            Sight::Begins(act) => {
                for who in [Some(act.who), act.partner].into_iter().flatten() {
                    self.begin(who, act, now);
                }
                self.acting.insert(act.action, act.who);
            }
            Sight::Stops(action) => {
                for who in self.performers(*action) {
                    let acts = self.people.get_mut(&who).map(|person| &mut person.acts);
                    let acts = acts.into_iter().flatten();
                    let named = acts.filter(|run| run.act.action == *action);
                    named.for_each(|run| run.stopping = true);
                }
            }
            Sight::Ends(action, _) => self.end(*action),
            Sight::Joins {
                who,
                scene,
                location,
                kind,
                role,
                serves,
            } => {
                if let Some(person) = self.people.get_mut(who) {
                    person.part = Some(Part {
                        scene: *scene,
                        location: *location,
                        kind: *kind,
                        role: *role,
                        serves: *serves,
                        since: now.tick,
                    });
                }
            }
            Sight::Leaves(who, location) => self.leave(*who, *location),
            _ => {}
        }
    }

    fn begin(&mut self, who: CharacterId, act: &Act, now: Now) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        // One channel holds one action: an older one has ended.
        let same = |run: &Running| run.act.channel == act.channel;
        for run in person.acts.iter().filter(|run| same(run)) {
            self.acting.remove(&run.act.action);
        }
        person.acts.retain(|run| !same(run));
        person.acts.push(Running {
            act: *act,
            since: now.tick,
            stopping: false,
        });
    }

    /// The performer of an action, and its partner.
    fn performers(&self, action: ActionRef) -> impl Iterator<Item = CharacterId> + use<> {
        let who = self.acting.get(&action).copied();
        let partner = self.running(action).and_then(|run| run.act.partner);
        [who, partner].into_iter().flatten()
    }

    fn end(&mut self, action: ActionRef) {
        for who in self.performers(action) {
            if let Some(person) = self.people.get_mut(&who) {
                person.acts.retain(|run| run.act.action != action);
            }
        }
        self.acting.remove(&action);
    }

    fn leave(&mut self, who: CharacterId, location: LocationId) {
        let Some(person) = self.people.get_mut(&who) else {
            return;
        };
        if let Some(part) = person.part.filter(|part| part.location == location) {
            person.left = Some(part.scene);
            person.part = None;
            person
                .acts
                .retain(|run| run.act.action.scene() != Some(part.scene));
        }
    }
}

impl Running {
    /// Whether the action has not reached its limit.
    pub fn goes_on(&self, now: Now) -> bool {
        now.tick.since(self.since) <= self.act.limit
    }

    /// Whether it occupies the voice.
    pub fn is_speech(&self) -> bool {
        self.act.channel == Channel::Voice
    }
}
