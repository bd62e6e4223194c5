//! The game around a bench scene: it performs every action, and each lasts one to five ticks.

use super::TICK;
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, Draw, Duration, Seed, SiteId, Tick};

/// How many people take part in a bench scene.
pub const PEOPLE: usize = 4;

/// Who takes part in a scene. Characters are counted through all scenes, as in a town.
pub fn people(scene: u32) -> [CharacterId; PEOPLE] {
    let first = scene.wrapping_mul(PEOPLE as u32);
    [1, 2, 3, 4].map(|n| CharacterId(first.wrapping_add(n)))
}

/// How long actions last: a keyed draw of seed, scene, start and character, the same for everyone
/// who plays the scene.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    seed: Seed,
    site: SiteId,
}

impl Lengths {
    /// The lengths of a run.
    pub fn new(seed: Seed) -> Lengths {
        let site = SiteId::named("bench host/length");
        Lengths { seed, site }
    }

    /// One to five ticks of the bench scene.
    pub fn of(&self, scene: u32, start: Tick, who: CharacterId) -> Duration {
        self.of_key(self.key(scene), start, who)
    }

    /// What the draws of a scene begin with.
    fn key(&self, scene: u32) -> u64 {
        fold(self.seed.0, u64::from(scene))
    }

    fn of_key(&self, key: u64, start: Tick, who: CharacterId) -> Duration {
        let draw = Draw::of_owner(key, start, self.site);
        let drawn = draw.bits(u64::from(who.0)) % 5;
        Duration((1 + drawn as i64) * TICK.0)
    }
}

/// The host of one scene: keeps what it was asked to perform until its time has come.
#[derive(Clone, Debug)]
pub struct Host {
    /// What its draws begin with.
    key: u64,
    first: CharacterId,
    /// The number of the running action of each.
    ids: [u64; PEOPLE],
    /// When it is done; never, if there is none. (Nobody plays for a year.)
    done: [u32; PEOPLE],
}

/// Nobody waits for this moment.
const NEVER: u32 = u32::MAX;

/// What a host has to look at at every tick lies in one line of the cache.
const _: () = assert!(size_of::<Host>() <= 64);

fn short(moment: Tick) -> u32 {
    u32::try_from(moment.0).unwrap_or(NEVER)
}

impl Host {
    /// A host that has nothing to do yet.
    pub fn new(lengths: &Lengths, scene: u32) -> Host {
        let [first, ..] = people(scene);
        Host {
            key: lengths.key(scene),
            first,
            ids: [0; PEOPLE],
            done: [NEVER; PEOPLE],
        }
    }

    /// Someone is told to perform an action, under this number.
    pub fn start(&mut self, lengths: &Lengths, who: CharacterId, id: u64, now: Tick) {
        let done = now.after(lengths.of_key(self.key, now, who));
        // The people of a scene are counted one after the other.
        let place = who.0.wrapping_sub(self.first.0) as usize;
        if let (Some(known), Some(until)) = (self.ids.get_mut(place), self.done.get_mut(place)) {
            (*known, *until) = (id, short(done));
        }
    }

    /// Calls `report` with the number of each action that is done now.
    #[inline]
    pub fn done(&mut self, now: Tick, mut report: impl FnMut(u64)) {
        let (mut ready, now) = (0, short(now));
        for (place, done) in self.done.iter().enumerate() {
            ready |= u32::from(*done <= now) << place;
        }
        while ready != 0 {
            let place = ready.trailing_zeros() as usize % PEOPLE;
            ready &= ready - 1;
            self.done[place] = NEVER;
            report(self.ids[place]);
        }
    }
}
