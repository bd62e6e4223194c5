//! A memory in saves.
//!
//! Saves before the store had lists of events, sightings and tidings, and ended in a boolean. Its
//! byte is now the number of a variant: 0 and 1 are the old boolean, 2 announces the store.

use crate::event::Event;
use crate::memory::Memory;
use crate::record::{Closing, Opening, Record};
use crate::tiding::Tiding;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use townsfolk_core::{AreaId, CharacterId};
use townsfolk_module::mind::{Degree, MemorySize, Moment};

/// A memory in a save, with its lists as `L`, and what only older saves have as `O`.
#[derive(Serialize, Deserialize)]
struct Saved<L, O> {
    me: CharacterId,
    size: MemorySize,
    next: u32,
    new: Vec<(u32, Event)>,
    events: Vec<(u32, Event)>,
    sightings: Vec<O>,
    tidings: Vec<Tiding>,
    area: Option<AreaId>,
    rest: Rest<L>,
}

#[derive(Serialize, Deserialize)]
enum Rest<L> {
    NotLooked,
    Looked,
    Store { looked: bool, lists: L },
}

type Lists = (Vec<Event>, Vec<Event>, Vec<Record>);

#[derive(Serialize, Deserialize)]
struct OldSighting {
    who: CharacterId,
    area: AreaId,
    from: Moment,
    to: Option<Moment>,
    opening: Opening,
    closing: Option<Closing>,
    events: Vec<u32>,
}

impl Serialize for Memory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved: Saved<_, OldSighting> = Saved {
            me: self.me,
            size: self.size,
            next: 0,
            new: vec![],
            events: vec![],
            sightings: vec![],
            tidings: vec![],
            area: self.area,
            rest: Rest::Store {
                looked: self.looked,
                lists: (&self.new, &self.events, &self.records),
            },
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Memory, D::Error> {
        let saved: Saved<Lists, OldSighting> = Saved::deserialize(deserializer)?;
        let mut memory = Memory::new(saved.me, saved.size, &[]);
        memory.area = saved.area;
        match saved.rest {
            Rest::Store { looked, lists } => {
                memory.looked = looked;
                (memory.new, memory.events, memory.records) = lists;
            }
            old => {
                memory.looked = matches!(old, Rest::Looked);
                memory.new = saved.new.into_iter().map(|(_, event)| event).collect();
                memory.events = saved.events.into_iter().map(|(_, event)| event).collect();
                let seen = saved.sightings.iter().map(|seen| seen.record(saved.me));
                memory.records = seen.collect();
                for tiding in saved.tidings {
                    memory.learn(tiding, Degree::HALF, Moment(0));
                }
            }
        }
        Ok(memory)
    }
}

impl OldSighting {
    /// How close the character was is no longer known.
    fn record(&self, me: CharacterId) -> Record {
        let event = Event {
            at: self.from,
            area: self.area,
            who: self.who,
            what: crate::What::WasThere,
        };
        let mut seen = Record::seen(me, &event, self.opening, Degree::HALF);
        if let Some(to) = self.to {
            seen.close(to, self.closing.unwrap_or(Closing::ILeft));
        }
        seen
    }
}

/// Ann sits in the bar, where Bob was before, and knows that Cy was at home.
#[test]
fn a_memory_saved_before_the_store_is_still_one() {
    use crate::{News, Source};
    let [ann, bob, cy] = [1, 2, 3].map(CharacterId);
    let seen = |who, to: Option<i64>| OldSighting {
        who,
        area: AreaId(5),
        from: Moment(100),
        to: to.map(Moment),
        opening: Opening::IEntered,
        closing: to.map(|_| Closing::TheyLeft),
        events: vec![7],
    };
    let told = Tiding {
        news: News::WasAt {
            who: cy,
            area: AreaId(6),
            from: Moment(0),
            to: Moment(90),
        },
        source: Source::ToldBy(bob),
        hops: 1,
        confidence: Degree::HALF,
    };
    // The last byte was a boolean.
    let old = (
        (ann, MemorySize::default(), 8_u32),
        (Vec::<(u32, Event)>::new(), Vec::<(u32, Event)>::new()),
        vec![seen(ann, None), seen(bob, Some(200))],
        (vec![told], Some(AreaId(5)), true),
    );
    let memory: Memory = postcard::from_bytes(&postcard::to_allocvec(&old).unwrap()).unwrap();
    let now = Moment(200);
    let area = |who, at| memory.where_was(who, Moment(at), now).map(|a| a.area.0);
    assert_eq!(area(ann, 150), Some(5));
    assert_eq!(area(bob, 150), Some(5));
    assert_eq!(area(cy, 50), Some(6));
    assert!(memory.looked);
    let again = postcard::to_allocvec(&memory).unwrap();
    assert_eq!(postcard::from_bytes::<Memory>(&again).unwrap(), memory);
}
