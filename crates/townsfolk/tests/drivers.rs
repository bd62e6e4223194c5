//! Who moves a body: offers, recalls, absence, vacancy, and the host's hand.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::{Town, began, quiet};
use townsfolk::prelude::*;
use townsfolk::{Driver, Offer};
use townsfolk_core::{Channel, SceneId, Standing, SymbolId, Urgency};

fn offer(who: CharacterId, urgency: Urgency, duration: Option<Duration>) -> Offer {
    Offer {
        who,
        by: SymbolId::named("needs"),
        channel: Channel::Body,
        urgency,
        score: 0,
        reason: SymbolId::named("thirst"),
        duration,
    }
}

/// A café with a waiter at work.
fn cafe() -> (Town, CharacterId, SceneId) {
    let (town, place) = quiet("cafe", 1);
    let mut town = town.at(10);
    let wendy = town.someone("waiter");
    town.until(10, began).expect("a scene");
    town.seconds(20);
    let scene = town.folk.location(place).unwrap().scene.unwrap();
    (town, wendy, scene)
}

fn standing(town: &Town, scene: SceneId, who: CharacterId) -> Standing {
    town.folk
        .scene(scene)
        .map_or(Standing::Out, |s| s.standing(who))
}

#[test]
fn a_scene_drives_those_who_take_part() {
    let (town, wendy, scene) = cafe();
    assert_eq!(town.folk.driver(wendy), Driver::Scene(scene, Urgency::Duty));
}

#[test]
fn a_weaker_wish_waits_and_gets_its_turn() {
    let (mut town, wendy, scene) = cafe();
    town.folk
        .report(Report::Offered(offer(wendy, Urgency::Wish, None)));
    town.seconds(5);
    assert_eq!(standing(&town, scene, wendy), Standing::Present);
    assert_eq!(town.folk.driver(wendy), Driver::Scene(scene, Urgency::Duty));
}

#[test]
fn a_need_calls_the_waiter_away_for_a_while_and_she_comes_back() {
    let (mut town, wendy, scene) = cafe();
    let needs = SymbolId::named("needs");
    town.folk.report(Report::Offered(offer(
        wendy,
        Urgency::Need,
        Some(Duration::minutes(1)),
    )));
    let away = town.until(60, |folk| {
        let standing = folk.scene(scene)?.standing(wendy);
        (standing == Standing::Away).then_some(())
    });
    assert!(away.is_some());
    assert_eq!(
        town.folk.driver(wendy),
        Driver::System(needs, Urgency::Need)
    );
    assert_eq!(town.folk.violations(), []);
    town.folk.report(Report::Withdrawn(wendy, needs));
    town.seconds(2);
    assert_eq!(standing(&town, scene, wendy), Standing::Present);
    assert_eq!(town.folk.driver(wendy), Driver::Scene(scene, Urgency::Duty));
}

#[test]
fn who_stays_away_too_long_is_out() {
    let (mut town, wendy, scene) = cafe();
    let three = Some(Duration::minutes(3));
    town.folk
        .report(Report::Offered(offer(wendy, Urgency::Need, three)));
    town.seconds(2 * 60);
    assert_eq!(standing(&town, scene, wendy), Standing::Away);
    town.seconds(2 * 60);
    assert_eq!(standing(&town, scene, wendy), Standing::Out);
}

#[test]
fn a_vacancy_is_filled_by_the_next_shift() {
    let (mut town, wendy, scene) = cafe();
    // Without a guest there would be nobody left to go on with.
    town.someone("guest");
    town.seconds(10);
    town.folk
        .report(Report::Offered(offer(wendy, Urgency::Need, None)));
    let out = town.until(60, |folk| {
        let standing = folk.scene(scene)?.standing(wendy);
        (standing == Standing::Out).then_some(())
    });
    assert!(out.is_some(), "she goes, and the terrace goes on");
    let vic = town.someone("waiter");
    let joined = town.until(30, |folk| {
        let standing = folk.scene(scene)?.standing(vic);
        (standing == Standing::Present).then_some(())
    });
    assert!(joined.is_some(), "the new waiter takes over");
}

#[test]
fn danger_calls_away_at_once() {
    let (mut town, wendy, scene) = cafe();
    town.folk
        .report(Report::Offered(offer(wendy, Urgency::Danger, None)));
    town.seconds(3);
    assert_eq!(standing(&town, scene, wendy), Standing::Out);
    let needs = SymbolId::named("needs");
    assert_eq!(
        town.folk.driver(wendy),
        Driver::System(needs, Urgency::Danger)
    );
}

#[test]
fn an_offer_that_is_withdrawn_in_time_changes_nothing() {
    let (mut town, wendy, scene) = cafe();
    town.folk
        .report(Report::Offered(offer(wendy, Urgency::Need, None)));
    town.folk
        .report(Report::Withdrawn(wendy, SymbolId::named("needs")));
    town.seconds(30);
    assert_eq!(standing(&town, scene, wendy), Standing::Present);
}

#[test]
fn the_host_seizes_and_releases() {
    let (mut town, wendy, scene) = cafe();
    town.folk.seize(wendy);
    let yours = town.until(10, |folk| {
        folk.output()
            .events
            .contains(&Event::Yours(wendy))
            .then_some(())
    });
    assert!(yours.is_some());
    assert_eq!(town.folk.driver(wendy), Driver::Host);
    assert_eq!(standing(&town, scene, wendy), Standing::Out);
    town.seconds(10);
    assert_eq!(
        town.folk.driver(wendy),
        Driver::Host,
        "nobody else takes her"
    );
    town.folk.release(wendy);
    town.seconds(1);
    assert_eq!(town.folk.driver(wendy), Driver::Nobody);
}

#[test]
fn small_talk_goes_on_beside_any_body_driver() {
    let (mut town, wendy, scene) = cafe();
    let talk = Offer {
        channel: Channel::Voice,
        by: SymbolId::named("small_talk"),
        ..offer(wendy, Urgency::Idle, None)
    };
    town.folk.report(Report::Offered(talk));
    let voice = |folk: &Folk| folk.character(wendy).unwrap().driver(Channel::Voice);
    let spoke = town.until(60, |folk| {
        (voice(folk) == Driver::System(talk.by, Urgency::Idle)).then_some(())
    });
    assert!(spoke.is_some());
    assert_eq!(town.folk.driver(wendy), Driver::Scene(scene, Urgency::Duty));
}

#[test]
fn who_is_no_longer_a_waiter_is_asked_to_come_to_an_end() {
    let (mut town, wendy, scene) = cafe();
    town.folk
        .report(Report::NoLonger(wendy, RoleId::named("waiter")));
    let out = town.until(120, |folk| {
        let standing = folk
            .scene(scene)
            .map_or(Standing::Out, |s| s.standing(wendy));
        (standing == Standing::Out).then_some(())
    });
    assert!(out.is_some());
}
