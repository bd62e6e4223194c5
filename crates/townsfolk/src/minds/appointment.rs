//! Appointments: two characters arrange, in a chat, to spend the same part of their day together.
//!
//! Both have an entry `for` the same activity that says `meets friends`, both like each other well
//! enough, and neither has another appointment. They choose a place that suits the activity, and
//! each goes there when the entry begins. A character that has waited long enough for the other
//! goes on alone.

use super::MindEvent;
use super::senses::MindSenses;
use crate::folk::Folk;
use crate::location::Location;
use townsfolk_core::{AreaId, CharacterId, Draw, SiteId, SymbolId};
use townsfolk_knowledge::{News, Source, Tiding, What};
use townsfolk_mind::appointment::{Occasion, occasion};
use townsfolk_mind::{Appointment, Moment, Senses};
use townsfolk_module::mind::Degree;

impl Folk {
    /// Lets two characters that have just chatted make an appointment, if they like each other and
    /// both are free.
    pub(super) fn arrange(&mut self, who: CharacterId, with: CharacterId) -> Option<()> {
        let occasion = self.occasion_for(who, with)?;
        let draw = Draw::at(
            self.seed,
            u64::from(who.0),
            self.now,
            SiteId::named("arrange"),
        );
        // The better they like each other, the likelier one of them asks.
        let likes = self.feeling_for(who, with)?.like.clamped();
        if draw.between(0, 0, i64::from(Degree::ONE.0) - 1) >= i64::from(likes.0) {
            return None;
        }
        let areas = self.areas_that_suit(occasion.activity);
        let last = i64::try_from(areas.len()).ok()?.checked_sub(1)?;
        let area = *areas.get(usize::try_from(draw.between(1, 0, last)).ok()?)?;
        let own = (who, with, occasion.from.0, occasion.waits.0);
        let others = (with, who, occasion.from.1, occasion.waits.1);
        for (who, with, from, waits) in [own, others] {
            // Both receive the same news.
            let news = Tiding {
                news: News::Meet {
                    who: who.min(with),
                    with: who.max(with),
                    area,
                    at: occasion.at,
                },
                source: Source::Own,
                hops: 0,
                confidence: Degree::ONE,
            };
            let now = self.moment();
            let minded = self.minds.people.get_mut(&who)?;
            minded.memory.learn(news, Degree::ONE, now);
            minded.past.appointment = Some(Appointment {
                with,
                activity: occasion.activity,
                area,
                from,
                at: occasion.at,
                until: occasion.at.after(i64::from(waits)),
            });
            self.wake_mind(who);
        }
        let at = occasion.at;
        self.tell_of_mind(who, MindEvent::Arranged { with, area, at });
        self.witness(who, What::Arranged(with));
        Some(())
    }

    /// The next entry that two characters could spend together.
    fn occasion_for(&self, who: CharacterId, with: CharacterId) -> Option<Occasion> {
        let free = |who| {
            let minded = self.mind(who).filter(|m| m.past.appointment.is_none())?;
            self.member(minded.member)
        };
        let occasion = occasion(&free(who)?.schedule, &free(with)?.schedule, self.moment())?;
        let likes = |who, other, least: Degree| {
            let felt = self.feeling_for(who, other);
            felt.is_some_and(|felt| felt.like >= least)
        };
        let (own, others) = occasion.like_min;
        (likes(who, with, own) && likes(with, who, others)).then_some(occasion)
    }

    /// The areas of all locations whose kind has an activity among its tags, in order of id.
    fn areas_that_suit(&self, activity: SymbolId) -> Vec<AreaId> {
        let suits = |place: &&Location| {
            let kind = self.kind(place.kind);
            kind.is_some_and(|kind| kind.tags.contains(&activity))
        };
        let places = self.places.iter().filter(|place| !place.gone);
        let areas = places.filter(suits).filter_map(|p| self.area_at(p.at));
        let mut areas: Vec<AreaId> = areas.collect();
        areas.sort_unstable();
        areas.dedup();
        areas
    }

    /// Checks whether the other has come, or will not come any more.
    pub(super) fn keep_appointment(&mut self, who: CharacterId) {
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let Some(appointment) = minded.past.appointment else {
            return;
        };
        let now = self.moment();
        let is_there = |who| {
            let area = self.area_of(who);
            area.is_some_and(|area| self.is_within(area, appointment.area))
        };
        // A character that has come and is briefly outside has still come.
        let has_come = |who| {
            let mind = self.mind(who).map(|minded| &minded.mind);
            let here = mind.filter(|mind| mind.bound_for() == Some(appointment.area));
            here.is_some_and(|mind| mind.holding().entry().is_some())
        };
        let went = has_come(who);
        let both = went && has_come(appointment.with);
        let somebody = is_there(who) || is_there(appointment.with);
        let met = both && somebody && now >= appointment.at;
        if !met && now < appointment.until {
            return;
        }
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.past.appointment = None;
        }
        if met {
            self.tell_of_mind(who, MindEvent::Met(appointment.with));
        } else if went && !both {
            self.tell_of_mind(who, MindEvent::WaitedInVain(appointment.with));
            self.go_on_alone(who, &appointment);
        }
    }

    /// Sends a character on to the place it would otherwise have chosen.
    fn go_on_alone(&mut self, who: CharacterId, missed: &Appointment) {
        let eyes = MindSenses {
            folk: self,
            who,
            post: None,
            appointment: None,
        };
        let rather = eyes.venue(missed.activity);
        let Some(mut minded) = self.minds.people.remove(&who) else {
            return;
        };
        let elsewhere = rather.is_some_and(|area| minded.mind.bound_for() != Some(area));
        if let Some(at) = self.beat_of(who, minded.member)
            && elsewhere
        {
            minded.mind.choose_place_again(&at);
        }
        self.minds.people.insert(who, minded);
        self.sync_role(who);
        self.wake_mind(who);
    }
}

/// The place of a character's appointment for an activity, if it has one now.
pub(super) fn place_arranged(
    appointment: Option<&Appointment>,
    activity: SymbolId,
    now: Moment,
) -> Option<AreaId> {
    let appointment = appointment?;
    let time = appointment.from.after(-SETS_OUT_EARLY_S) <= now && now < appointment.until;
    (time && appointment.activity == activity).then_some(appointment.area)
}

/// Maximum time before its beginning at which an entry may send a character off, in seconds.
const SETS_OUT_EARLY_S: i64 = 6 * 3600;
