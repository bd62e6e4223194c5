//! What the skills of squads have in common: the enemy, the gun, posts and shots.

use crate::behaviours::{Play, TakePost};
use crate::intent::{BodyOrder, Intent};
use crate::moment::Moment;
use crate::squad::{Orders, token};
use crate::world::{Post, WayStyle};
use townsfolk_core::{CharacterId, DeciderId, HostId, Number, Place};
use townsfolk_module::senses::PostQuery;
use townsfolk_senses::{Certainty, Record};

/// Below this share of its health, in thousandths, a character is badly hurt.
const HURT: i64 = 250;

/// The enemy in focus, if the character is sure that it is there.
pub(super) fn confirmed(at: &Moment<'_>) -> Result<Record, &'static str> {
    let record = at.focus().ok_or("it knows of nobody")?;
    match record.certainty {
        Certainty::Confirmed if record.attackable && record.character().is_some() => Ok(*record),
        _ => Err("it is sure of nobody"),
    }
}

/// What its squad tells a character. Somebody without a squad has no orders.
pub(super) fn orders<'a>(at: &Moment<'a>) -> Option<&'a Orders> {
    at.world.orders()
}

/// Whether a character holds a token of its squad.
pub(super) fn holds(at: &Moment<'_>, token: townsfolk_core::TokenId) -> bool {
    orders(at).is_some_and(|orders| orders.holds(token))
}

/// Whether a character has a gun. Where content does not declare `armed`, everybody has one.
pub(super) fn armed(at: &Moment<'_>) -> bool {
    let attributes = &at.world.module().attributes;
    let declared = attributes
        .iter()
        .any(|known| known.id == HostId::named("armed"));
    let gun = !declared || at.world.is("armed");
    gun && at.world.number("ammunition").is_none_or(|left| left > 0)
}

/// Whether a character is badly hurt: its health is below a quarter of the greatest.
pub(super) fn hurt(at: &Moment<'_>) -> bool {
    let attributes = &at.world.module().attributes;
    let health = attributes
        .iter()
        .find(|known| known.id == HostId::named("health"));
    let full = health
        .and_then(|known| known.bounds)
        .map_or(100_000, |(_, Number(most))| most);
    let left = at.world.number("health");
    left.is_some_and(|left| i128::from(left) * 1000 < i128::from(full) * i128::from(HURT))
}

/// The query of a setting; without it, the query that content gives the usual name.
pub(super) fn query(at: &Moment<'_>, setting: &str, usual: &str) -> Option<DeciderId> {
    let posts = &at.world.module().senses.posts;
    let by_name = |query: &&PostQuery| query.id == DeciderId::named(usual);
    let given = at.settings.posts(setting);
    given.or_else(|| posts.iter().find(by_name).map(|query| query.id))
}

/// The best post of a query, if it has one now.
pub(super) fn post(at: &Moment<'_>, setting: &str, usual: &str) -> Option<Post> {
    at.world.best_post(query(at, setting, usual)?)
}

/// Goes to a post and holds it.
pub(super) fn take(at: &mut Moment<'_>, post: Post, pace: u32) {
    at.replace(TakePost {
        post,
        pace,
        style: WayStyle::default(),
        stage: Default::default(),
    });
}

/// Gives up the post that it holds.
pub(super) fn leave_post(at: &mut Moment<'_>) {
    if at.shared.post.take().is_some() {
        at.ask(Intent::Release);
    }
}

/// Gives up a post that another took at the same moment, and all that was to be done there.
pub(super) fn mind_refusal(at: &mut Moment<'_>) {
    if orders(at).is_some_and(|orders| orders.refused) && at.shared.post.is_some() {
        at.abort_all();
        leave_post(at);
    }
}

/// Shoots once at somebody, in place of what it does.
pub(super) fn shoot(at: &mut Moment<'_>, enemy: CharacterId, place: Place) {
    let order = match at.settings.course("with") {
        Some(course) => BodyOrder::Perform {
            course,
            target: Some(enemy),
            at: Some(place),
        },
        None => BodyOrder::ShootAt(enemy, place),
    };
    at.replace(Play::order(order));
    at.ask(Intent::Shot(enemy, place));
}

/// Whether the character does nothing but shoot at this moment.
pub(super) fn is_shooting(at: &Moment<'_>) -> bool {
    let order = at.shared.body.order;
    let shoots = matches!(
        order,
        Some(
            BodyOrder::ShootAt(..)
                | BodyOrder::Perform {
                    target: Some(_),
                    ..
                }
        )
    );
    shoots && at.body() == crate::intent::BodyState::Busy
}

/// The holder of the token of the shooter drops everything and shoots. Whether it does.
pub(super) fn shoot_if_told(at: &mut Moment<'_>) -> bool {
    let told = orders(at).filter(|orders| orders.holds(token::SHOOTING));
    let Some((enemy, place)) = told.and_then(|orders| Some((orders.enemy?, orders.place?))) else {
        return false;
    };
    let clear = told.is_some_and(|orders| orders.clear_shot);
    if is_shooting(at) {
        return true;
    }
    if clear {
        // From one shot to the next it does not drop anything.
        let shot = matches!(
            at.shared.body.order,
            Some(
                BodyOrder::ShootAt(..)
                    | BodyOrder::Perform {
                        target: Some(_),
                        ..
                    }
            )
        );
        if !at.is_idle() && !shot {
            at.ask(Intent::Interrupt);
        }
        shoot(at, enemy, place);
    }
    clear
}
