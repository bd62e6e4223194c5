//! Samples a folk for a follower.

use super::{Follower, Glimpse, Said};
use townsfolk::{Folk, Report};
use townsfolk_core::{CharacterId, TICKS_PER_SECOND};
use townsfolk_knowledge::News;

/// Characters are sampled once a second, and when their position is reported.
const EVERY: i64 = TICKS_PER_SECOND;

/// Statements are checked every ten seconds.
const LISTENS_EVERY: i64 = 10 * TICKS_PER_SECOND;

/// Shows a follower how a folk is after a tick.
pub fn watch(follower: &mut Follower, folk: &Folk) {
    let everybody = folk.now().0 % EVERY == 0;
    for report in folk.heard() {
        match report {
            Report::Gone(who) => follower.leave(*who),
            Report::Moved(who, _) if !everybody => see(follower, folk, *who),
            _ => {}
        }
    }
    if everybody {
        for person in folk.characters() {
            // Proxies have no body, and spawned characters appear a little later.
            let comes = person.spawned.is_none() || person.appeared;
            if person.attached_to.is_none() && comes {
                see(follower, folk, person.id);
            }
        }
    }
    if folk.now().0 % LISTENS_EVERY == 0 {
        for minded in folk.minds() {
            listen(follower, folk, minded.who);
        }
    }
}

fn see(follower: &mut Follower, folk: &Folk, who: CharacterId) {
    let glimpse = Glimpse {
        who,
        at: folk.place_of(who),
        area: folk.area_of(who),
        awake: folk.mind(who).is_some() || folk.level_of(who).is_none(),
    };
    follower.see(folk.now(), folk.moment(), glimpse);
}

fn listen(follower: &mut Follower, folk: &Folk, by: CharacterId) {
    let Some(memory) = folk.memory_of(by) else {
        return;
    };
    for sighting in memory.sightings() {
        if let Some(to) = sighting.to {
            follower.hear(Said {
                by,
                of: sighting.who,
                area: sighting.area,
                from: sighting.from,
                to,
                saw: true,
            });
        }
    }
    for tiding in memory.tidings() {
        if let News::WasAt {
            who,
            area,
            from,
            to,
        } = tiding.news
        {
            follower.hear(Said {
                by,
                of: who,
                area,
                from,
                to,
                saw: false,
            });
        }
    }
}
