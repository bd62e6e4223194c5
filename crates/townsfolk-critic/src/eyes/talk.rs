//! Speech without a listener, and repeated speech.

use super::{Found, People};
use crate::bounds::{CHATS, EARSHOT_MM, OUT_OF_SIGHT_MM, REPEATS, REPEATS_WITHIN_S};
use crate::critic::Now;
use crate::kind::{Absence, Kind};
use crate::sight::{Act, Sight};
use std::collections::BTreeMap;
use townsfolk_core::{Channel, CharacterId, Outcome};
use townsfolk_mind::Moment;
use townsfolk_module::mind::Interaction;

/// Interactions between characters, with their times.
#[derive(Clone, Debug, Default)]
pub(super) struct Talk {
    done: BTreeMap<(CharacterId, CharacterId), Vec<(Interaction, Moment)>>,
}

impl Talk {
    pub(super) fn see(&mut self, people: &People, now: Now, sight: &Sight, found: &mut Found) {
        match sight {
            Sight::Begins(act) => {
                if let Some(to) = act.to {
                    found.extend(aimed_at(people, act, to, now).map(|kind| (act.who, kind)));
                }
            }
            Sight::Ends(action, Outcome::Done) => {
                let said = people.running(*action).filter(|run| run.is_speech());
                let Some((act, to)) = said.and_then(|run| Some((run.act, run.act.to?))) else {
                    return;
                };
                let why = match people.apart_mm(act.who, to) {
                    Some(far) if far > OUT_OF_SIGHT_MM => Some(Absence::Far),
                    _ => people.get(to).is_none().then_some(Absence::Gone),
                };
                found.extend(why.map(|why| (act.who, Kind::TalksToNobody(to, why))));
            }
            Sight::Interacted(who, what, to, fond) => {
                if *fond && is_hostile(*what) && !self.has_cause(*who, *to, now) {
                    found.push((*who, Kind::InsultsAFriend(*to)));
                }
                self.note(*who, *what, *to, now, found);
            }
            _ => {}
        }
    }

    fn note(
        &mut self,
        who: CharacterId,
        what: Interaction,
        to: CharacterId,
        now: Now,
        found: &mut Found,
    ) {
        let done = self.done.entry((who, to)).or_default();
        done.retain(|(_, at)| now.at.since(*at) < REPEATS_WITHIN_S);
        done.push((what, now.at));
        let often = done.iter().filter(|(other, _)| *other == what).count();
        let most = match what {
            Interaction::Chat => CHATS,
            _ => REPEATS,
        };
        if often > most {
            found.push((who, Kind::RepeatsItself(what, to)));
        }
    }

    /// Whether a character was insulted by another not long ago.
    fn has_cause(&self, who: CharacterId, other: CharacterId, now: Now) -> bool {
        let mut done = self.done.get(&(other, who)).into_iter().flatten();
        done.any(|(what, at)| is_hostile(*what) && now.at.since(*at) < REPEATS_WITHIN_S)
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.done.retain(|(a, b), _| *a != who && *b != who);
    }
}

fn is_hostile(what: Interaction) -> bool {
    matches!(what, Interaction::Insult | Interaction::Assault)
}

/// Why the target of an action cannot take part in it.
fn aimed_at(people: &People, act: &Act, to: CharacterId, now: Now) -> Option<Kind> {
    let speech = act.channel == Channel::Voice;
    let nobody = |why| Some(Kind::TalksToNobody(to, why));
    if to == act.who {
        return speech.then_some(Kind::TalksToNobody(to, Absence::Oneself));
    }
    let Some(other) = people.get(to) else {
        return match speech {
            true => nobody(Absence::Gone),
            false => Some(Kind::AddressesTheAbsent(to, act.what)),
        };
    };
    let far = people
        .apart_mm(act.who, to)
        .is_some_and(|far| far > EARSHOT_MM);
    if act.action.decider().is_none() {
        // Within a scene the host lets characters walk up to each other.
        let left = other.left.is_some() && other.left == act.action.scene() && other.part.is_none();
        return (left && far).then_some(Kind::AddressesTheAbsent(to, act.what));
    }
    match speech {
        true if people.sleeps(to, now) => nobody(Absence::Asleep),
        true if far => nobody(Absence::Far),
        _ => None,
    }
}
