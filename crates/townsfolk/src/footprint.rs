//! Memory use by part, for finding out what grows.

use crate::attributes::AttributeKey;
use crate::character::Character;
use crate::drivers::Offer;
use crate::folk::Folk;
use crate::host::{Command, Event, Report};
use crate::location::Location;
use crate::minds::{KeptMind, MindState};
use crate::playing::Playing;
use crate::trace::TraceLine;
use std::mem::size_of;
use townsfolk_core::{CharacterId, Pushed, RoleId, ScriptId, Tick};
use townsfolk_knowledge::Memory;
use townsfolk_module::mind::Relationship;

/// One part of the engine: the number of items and the memory of their lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name of the part.
    pub name: &'static str,
    /// The number of items.
    pub things: usize,
    /// Lower bound of the memory in bytes, spare capacity included. Zero where only items are
    /// counted.
    pub bytes: usize,
}

impl Part {
    /// A list with a capacity.
    pub fn list<T>(name: &'static str, things: usize, room: usize) -> Part {
        Part {
            name,
            things,
            bytes: room * size_of::<T>(),
        }
    }
}

impl Folk {
    /// Memory use by part. It visits everything, so call it seldom.
    ///
    /// The contents of scenes are counted but not measured, except for the scene value itself.
    pub fn footprint(&self) -> Vec<Part> {
        let mut parts = vec![
            self.room_of_characters(),
            self.room_of_locations(),
            Part {
                name: "index of places",
                things: self.people.near.len()
                    + self.people.leisure.len()
                    + self.places.by_place.len()
                    + self.places.asleep.len(),
                bytes: self.people.near.bytes()
                    + self.people.leisure.bytes()
                    + self.places.by_place.bytes()
                    + self.places.by_kind.bytes()
                    + self.places.asleep.bytes(),
            },
            Part {
                name: "agenda",
                things: self.agenda.looks.len() + self.agenda.scenes.len(),
                bytes: self.agenda.looks.bytes() + self.agenda.scenes.bytes(),
            },
            Part {
                name: "properties",
                things: self.attributes.len(),
                bytes: 2 * self.attributes.len() * size_of::<(AttributeKey, Pushed)>(),
            },
            Part {
                name: "groups and proxies",
                things: self.people.groups.len() + self.people.attached.len(),
                bytes: (self.people.groups.values())
                    .chain(self.people.attached.values())
                    .map(|list| size_of::<Vec<CharacterId>>() + list.capacity() * 4)
                    .sum(),
            },
            self.room_of_queues(),
            self.room_of_minds(),
            self.room_of_the_asleep(),
            self.room_of_the_kept(),
            self.room_of_beliefs(),
            Part {
                name: "  where those asleep are",
                things: self.minds.levels.asleep.len(),
                bytes: self.minds.levels.asleep.index_bytes(),
            },
            Part {
                name: "  agenda of those asleep",
                things: self.agenda.asleep.len(),
                bytes: self.agenda.asleep.bytes(),
            },
            Part {
                name: "visits to areas",
                things: self.minds.levels.visits.areas.len(),
                bytes: self.minds.levels.visits.bytes(),
            },
            Part::list::<TraceLine>("trace", self.trace.lines().count(), self.trace.room()),
        ];
        parts.extend(self.room_of_scenes());
        parts
    }

    fn room_of_characters(&self) -> Part {
        let lists = self.people.iter().map(|person| {
            person.roles.capacity() * size_of::<RoleId>()
                + person.offers.capacity() * size_of::<Offer>()
                + person.tired_of.capacity() * size_of::<(ScriptId, Tick)>()
        });
        let things = self.people.iter().count();
        let bytes = self.people.bytes() + things * size_of::<Character>() + lists.sum::<usize>();
        Part {
            name: "characters",
            things,
            bytes,
        }
    }

    fn room_of_the_asleep(&self) -> Part {
        Part {
            name: "asleep",
            things: self.minds.levels.asleep.len(),
            bytes: self.minds.levels.asleep.bytes(),
        }
    }

    /// Memories and feelings of background characters that were once at level full.
    fn room_of_the_kept(&self) -> Part {
        let kept = self.minds.levels.asleep.kept.values();
        let bytes = kept.map(|kept| {
            size_of::<KeptMind>() - size_of::<Memory>()
                + kept.memory.bytes()
                + kept.relationships.iter().count() * size_of::<(CharacterId, Relationship)>()
        });
        Part {
            name: "  what those asleep keep",
            things: self.minds.levels.asleep.kept.len(),
            bytes: bytes.sum(),
        }
    }

    /// Memories and relationships count by length, not by capacity.
    fn room_of_minds(&self) -> Part {
        let bytes = self.minds().map(|minded| {
            let memory = &minded.memory;
            size_of::<MindState>()
                + minded.mind.bytes()
                + memory.held_bytes()
                + minded.relationships.iter().count() * size_of::<(CharacterId, Relationship)>()
                + minded.past.bytes()
        });
        Part {
            name: "minds",
            things: self.minds().count(),
            bytes: bytes.sum::<usize>() + self.agenda.minds.bytes(),
        }
    }

    fn room_of_locations(&self) -> Part {
        let lists = self.places.iter().map(|place| {
            let people = [&place.noticed_by, &place.invites, &place.residents];
            let people = people.iter().map(|list| list.capacity()).sum::<usize>();
            people * size_of::<CharacterId>()
                + place.not_before.capacity() * size_of::<(CharacterId, Tick)>()
        });
        let things = self.places.iter().count();
        let bytes = self.places.bytes() + things * size_of::<Location>() + lists.sum::<usize>();
        Part {
            name: "locations",
            things,
            bytes,
        }
    }

    fn room_of_queues(&self) -> Part {
        let things = [
            self.inbox.len() + self.heard.len(),
            self.owed.len() + self.output.commands.len(),
            self.output.events.len(),
            self.people.to_judge.len(),
        ];
        let bytes = [
            (self.inbox.capacity() + self.heard.capacity()) * size_of::<Report>(),
            (self.owed.capacity() + self.output.commands.capacity()) * size_of::<Command>(),
            self.output.events.capacity() * size_of::<Event>(),
            self.people.to_judge.capacity() * size_of::<CharacterId>(),
        ];
        Part {
            name: "queues",
            things: things.iter().sum(),
            bytes: bytes.iter().sum(),
        }
    }

    fn room_of_scenes(&self) -> Vec<Part> {
        let count = |name, things| Part {
            name,
            things,
            bytes: 0,
        };
        let (mut facts, mut told, mut gone, mut passed) = (0, 0, 0, 0);
        let (mut most_gone, mut waiting) = (0, 0);
        for playing in self.scenes.iter() {
            let scene = playing.snapshot();
            facts += scene.facts.facts.len();
            told += scene.properties.len();
            gone += scene.gone.len();
            most_gone = most_gone.max(scene.gone.len());
            passed += scene.passed_over.len();
            waiting += playing.inbox.capacity() * size_of::<townsfolk_scene::Report>();
        }
        let things = self.scenes.len();
        vec![
            Part {
                name: "scenes",
                things,
                bytes: self.scenes.bytes() + things * size_of::<Playing>() + waiting,
            },
            count("  facts in scenes", facts),
            count("  properties in scenes", told),
            count("  gone from scenes", gone),
            count("  most gone from one scene", most_gone),
            count("  rules out of steps", passed),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Newcomer, NoReadings, Place, SingleThread};
    use std::sync::Arc;
    use townsfolk_core::Seed;

    #[test]
    fn who_has_gone_takes_no_room() {
        let mut folk = Folk::new(Arc::default(), Seed(1));
        let room = |folk: &Folk| {
            folk.footprint()
                .iter()
                .map(|part| part.bytes)
                .sum::<usize>()
        };
        let come_and_go = |folk: &mut Folk| {
            for n in 0..1000 {
                let who = folk.add_character(Newcomer {
                    at: Some(Place::metres(n, n)),
                    ..Newcomer::default()
                });
                folk.tick_with(&NoReadings, &SingleThread);
                folk.report(Report::Gone(who));
            }
            folk.tick_with(&NoReadings, &SingleThread);
        };
        come_and_go(&mut folk);
        let before = room(&folk);
        for _ in 0..5 {
            come_and_go(&mut folk);
        }
        // A page of a thousand numbers that are all gone costs eight bytes for 64.
        assert!(room(&folk) < before + 5 * 1000, "{} {before}", room(&folk));
        assert_eq!(folk.footprint()[0].things, 0);
    }
}
