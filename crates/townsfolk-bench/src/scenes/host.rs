//! The game around a bench scene: it performs every action, and each lasts one to five ticks.

use super::TICK;
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
        let draw = Draw::at(self.seed, u64::from(scene), start, self.site);
        let drawn = draw.bits(u64::from(who.0)) % 5;
        Duration((1 + drawn as i64) * TICK.0)
    }
}

/// The host of one scene: keeps what it was asked to perform until its time has come.
#[derive(Clone, Debug)]
pub struct Host {
    lengths: Lengths,
    scene: u32,
    people: [CharacterId; PEOPLE],
    /// The number of the running action of each, and when it is done.
    performing: [Option<(u64, Tick)>; PEOPLE],
}

impl Host {
    /// A host that has nothing to do yet.
    pub fn new(lengths: Lengths, scene: u32) -> Host {
        Host {
            lengths,
            scene,
            people: people(scene),
            performing: [None; PEOPLE],
        }
    }

    /// Someone is told to perform an action, under this number.
    pub fn start(&mut self, who: CharacterId, id: u64, now: Tick) {
        let done = now.after(self.lengths.of(self.scene, now, who));
        for (person, performing) in self.people.iter().zip(&mut self.performing) {
            if *person == who {
                *performing = Some((id, done));
            }
        }
    }

    /// Calls `report` with the number of each action that is done now.
    pub fn done(&mut self, now: Tick, mut report: impl FnMut(u64)) {
        for performing in &mut self.performing {
            if let Some((id, _)) = performing.take_if(|(_, done)| *done <= now) {
                report(id);
            }
        }
    }
}
