//! One file for each family of kinds: its memory, and its criteria.

mod dithering;
mod gossip;
mod people;
mod queue;
mod role;
mod service;
mod standing;
mod talk;
mod together;
mod walk;

pub use people::People;

use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::Sight;
use townsfolk_core::CharacterId;

/// The findings of one sight.
pub type Found = Vec<(CharacterId, Kind)>;

/// All eyes, with their memories.
#[derive(Clone, Debug, Default)]
pub struct Eyes {
    people: People,
    dithering: dithering::Dithering,
    gossip: gossip::Gossip,
    queue: queue::Queue,
    role: role::Role,
    service: service::Service,
    standing: standing::Standing,
    talk: talk::Talk,
    walk: walk::Walk,
}

impl Eyes {
    /// Shows a sight to all eyes. Each sees it before the common knowledge is updated.
    pub fn see(&mut self, now: Now, sight: &Sight, found: &mut Found) {
        together::see(&self.people, now, sight, found);
        self.talk.see(&self.people, now, sight, found);
        self.gossip.see(now, sight, found);
        self.dithering.see(&self.people, now, sight, found);
        self.walk.see(&self.people, now, sight, found);
        self.queue.see(&self.people, now, sight, found);
        self.service.see(&self.people, now, sight, found);
        self.standing.see(&self.people, now, sight, found);
        self.role.see(&self.people, now, sight, found);
        self.people.see(now, sight);
        if let Sight::Gone(who) = sight {
            self.forget(*who);
        }
    }

    /// Forgets a character that is gone.
    fn forget(&mut self, who: CharacterId) {
        self.talk.forget(who);
        self.gossip.forget(who);
        self.dithering.forget(who);
        self.walk.forget(who);
        self.queue.forget(who);
        self.standing.forget(who);
        self.role.forget(who);
    }
}
