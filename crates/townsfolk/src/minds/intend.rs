//! From an intention of a mind to an offer.

use super::{Intention, mind_system};
use crate::drivers::Offer;
use crate::folk::Folk;
use townsfolk_act::{Aim, Running};
use townsfolk_core::{Channel, CharacterId, Duration, SymbolId, Urgency};
use townsfolk_module::mind::{Deed, Degree};

/// The level from which a need has at least the urgency `need`.
const EXTREME: Degree = Degree::percent(90);

impl Folk {
    /// Offers the intention of a mind to the arbiter, and interrupts a pursuit that it no longer
    /// wants.
    ///
    /// A scene that the mind asked for is not interrupted here: the scene drives, and releases only
    /// characters that a stronger offer recalls.
    pub(super) fn intend(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let wanted = minded.wanted;
        let pursued = minded.pursuit.as_ref();
        let performs = self.mind_performs(who);
        let takes_part = performs.is_some_and(|p| p.takes_part().is_some());
        let goes_on = match (pursued, wanted) {
            (Some(pursuit), Some(wanted)) => {
                pursuit.action == wanted.action && self.still_leads_there(who)
            }
            _ => false,
        };
        if pursued.is_some() && !goes_on && !takes_part {
            // A pursuit is not dropped for something that cannot be done now, unless its own node
            // is no longer active.
            let program = minded.mind.map().program();
            let lasts = pursued.is_some_and(|p| program.place(p.action).is_some());
            let stays = wanted.filter(|wanted| lasts && !self.can_be_done(who, wanted));
            if let Some(wanted) = stays {
                let until = self.next_try();
                return self.put_off(who, wanted.action, until);
            }
            self.abandon(who);
        }
        match wanted {
            Some(wanted) if !(goes_on && takes_part) => self.wish(who, wanted),
            _ => self.withdraw_wish(who),
        }
    }

    /// Whether a character on the way to work is still going to the right place.
    fn still_leads_there(&self, who: CharacterId) -> bool {
        let wanted = self.mind(who).and_then(|minded| minded.wanted);
        if wanted.map(|wanted| wanted.deed) != Some(Deed::FollowSchedule) {
            return true;
        }
        let performs = self.mind_performs(who);
        let mut running = performs.into_iter().flat_map(|p| p.running());
        running.all(|part| match part {
            Running::Walks {
                to: Aim::Area(area),
                ..
            } => self.workplace_of(who) == Some(*area),
            _ => true,
        })
    }

    fn wish(&mut self, who: CharacterId, wanted: Intention) {
        let offer = Offer {
            who,
            by: mind_system(),
            channel: Channel::Body,
            urgency: self.urgency_of_wish(who, &wanted),
            score: 0,
            reason: SymbolId(wanted.action.0),
            duration: self.lasts(who, &wanted),
        };
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        let own = |o: &&mut Offer| o.by == offer.by && o.channel == offer.channel;
        match person.offers.iter_mut().find(own) {
            Some(there) if *there == offer => return,
            // A mind compares its wishes itself, so the newest counts.
            Some(there) => *there = offer,
            None => person.offers.push(offer),
        }
        self.people.judge_next(who);
    }

    /// The urgency of the action, or `need` if its need has become extreme.
    fn urgency_of_wish(&self, who: CharacterId, wanted: &Intention) -> Urgency {
        let extreme = match wanted.deed {
            Deed::Satisfy(need, _) => self.need(who, need) >= EXTREME,
            _ => false,
        };
        match extreme {
            true => wanted.urgency.max(Urgency::Need),
            false => wanted.urgency,
        }
    }

    /// For how long a character would be away: only a single action on the spot is over soon. A
    /// character cannot be away from a scene and take part in another.
    fn lasts(&self, who: CharacterId, wanted: &Intention) -> Option<Duration> {
        let Deed::Act(action) = wanted.deed else {
            return None;
        };
        if self.way_to_post(who, wanted).is_some() {
            return None;
        }
        let declared = self.content.module.action(action)?;
        Some(declared.takes.1)
    }

    /// Withdraws the offer of a mind.
    pub(crate) fn withdraw_wish(&mut self, who: CharacterId) {
        let by = mind_system();
        let person = self.people.get(who.0);
        let stands = person.is_some_and(|p| p.offer_of(by, Channel::Body).is_some());
        if stands {
            self.withdraw(who, by);
        }
    }
}
