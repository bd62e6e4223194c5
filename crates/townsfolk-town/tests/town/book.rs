//! Code that the book shows. Its chapters take these lines from here, so they compile and run.

use crate::support::{example, shipped};
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{AreaId, Focus};
use townsfolk_core::MemberId;
use townsfolk_town::generate::Town;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::plan::Plan;
use townsfolk_town::player::Order;
use townsfolk_town::stage::Opening;
use townsfolk_town::{Atlas, TownStage};

#[test]
fn a_town_in_ten_lines() {
    let (module, symbols) = example("village");
    let plan = Plan::derive(&module, &symbols); // or one of your own
    let atlas = Atlas::of(Arc::new(plan)).unwrap(); // checked, and ready for walking
    let mut folk = Folk::new(module, Seed(7));
    let mut stage = TownStage::new(Arc::new(atlas), Seed(7));
    stage.open(&mut folk, Opening::default()); // areas, locations, everybody at home at six
    for _ in 0..600 {
        stage.step(&mut folk, &SingleThread); // one tick, the whole loop
        for body in stage.bodies_at(folk.now()) {
            println!("{body:?}"); // who, where, where to, doing what
        }
    }
    assert!(stage.bodies_at(folk.now()).next().is_some());
}

#[test]
fn a_generated_town() {
    let (sample, symbols) = example("village");
    let plan = Plan::derive(&sample, &symbols);
    let town = Town::generate(&sample, &symbols, &plan, 500, Seed(3)); // plan, module, symbols
    assert!(town.module.minds.people.len() >= 500);
}

#[test]
fn a_player_in_a_town() {
    let (module, symbols, plan) = shipped("lindenford");
    let content = Content::new(module, symbols, plan).unwrap();
    let mut town = Living::begin(content, Seed(7), Opening::default());
    town.step(&SingleThread);
    let me = town.add_player(Place::metres(20, 30)); // every role that scripts have for a player
    town.walk_player(me, Place::metres(40, 24)); // as far as doors let strangers
    for icon in town.icons(me) {
        town.accept(me, icon.location);
    }
    for fact in town.choices(me) {
        town.choose(me, fact); // a fact that the script is told
    }
    town.walk_out(me);
    let mut people = town.folk.minds().map(|mind| mind.who);
    let (tjark, ida) = (people.next().unwrap(), people.next().unwrap());
    drop(people);
    let noon = town.folk.moment();
    town.ask_where(me, tjark, ida, noon); // Knows(answer), DoesNotKnow, DoesNotHear
    town.ask_about(me, tjark, ida); // what they know about a person: texts of the content
    let refused = town.order(me, tjark, Order::Come); // or GoTo(place), or Wait until `dismiss`
    assert!(refused.is_err(), "only followers take orders");
}

#[test]
fn people_and_places_of_a_game() {
    let (module, _) = example("village");
    let mut folk = Folk::new(module, Seed(7));
    let ben = folk.add_character(Newcomer {
        at: Some(Place::metres(3, 2)),
        ..Newcomer::default()
    });
    folk.give_mind(ben, MemberId::named("carl")); // a person of the content
    let taproom = AreaId::named("taproom");
    folk.lay_out(taproom, vec![Extent::around(Place::metres(20, 0), 6_000)]);
    folk.report(Report::Admits(taproom, None)); // open to everybody, or to a list
    folk.report(Report::Calendar {
        seconds: 8 * 3600, // eight in the morning
        rate: 60_000,      // a minute of the calendar in a second of the stage
    });
    let player = Place::metres(5, 5);
    folk.set_focus(vec![Focus {
        at: player,
        full_mm: 60_000,
        ambient_mm: 200_000,
    }]);
    folk.report(Report::LevelOf(ben, Some(Level::Full))); // wherever the player is; `None` resets it
    folk.report(Report::Way(AreaId::named("cottage"), taproom, 420_000)); // if it is not straight
    folk.tick();
    assert!(folk.why_mind(ben).is_some());
}
