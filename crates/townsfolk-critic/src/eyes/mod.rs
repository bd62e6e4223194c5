//! One file for each family of kinds: what is remembered, and when it is silly.

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

/// What was found in one sight.
pub type Found = Vec<(CharacterId, Kind)>;

/// All eyes, with what they remember.
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
    /// Looks at something with all eyes, each of which knows the world as it was before.
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
