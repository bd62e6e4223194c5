//! Incompatible actions: two on one channel, two characters on one chair, any while asleep.

use super::{Found, People};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::{Act, Sight};

pub(super) fn see(people: &People, now: Now, sight: &Sight, found: &mut Found) {
    match sight {
        Sight::Begins(act) => {
            if let Some((prop, other)) = act.held_by_other
                && act.partner != Some(other)
            {
                found.push((act.who, Kind::TwoInOneSeat(prop, other)));
            }
            if let Some(area) = act.astray {
                found.push((act.who, Kind::SleepsAstray(area)));
            }
            for who in [Some(act.who), act.partner].into_iter().flatten() {
                if people.sleeps(who, now) {
                    found.push((who, Kind::ActsAsleep(Some(act.what))));
                } else if let Some(running) = in_the_way(people, who, act, now) {
                    found.push((who, Kind::TwoAtOnce(act.what, running.what)));
                }
            }
        }
        Sight::At(who, place) if people.sleeps(*who, now) => {
            let moves = people.get(*who).and_then(|person| person.at);
            if moves.is_some_and(|at| at != *place) {
                found.push((*who, Kind::ActsAsleep(None)));
            }
        }
        _ => {}
    }
}

/// The running action that occupies the same channel.
fn in_the_way(
    people: &People,
    who: townsfolk_core::CharacterId,
    act: &Act,
    now: Now,
) -> Option<Act> {
    let mut acts = people.get(who)?.acts.iter();
    let busy = acts.find(|run| {
        run.act.channel == act.channel
            && run.act.action != act.action
            && !run.stopping
            && run.goes_on(now)
    });
    busy.map(|run| run.act)
}
