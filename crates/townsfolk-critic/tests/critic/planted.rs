//! Every kind of silliness, planted once and found; and beside each, something innocent that looks
//! like it.

use crate::support::{ANN, BOB, CY, Feed, HERE, at_ease};
use townsfolk::Place;
use townsfolk_core::{
    AreaId, CharacterId, Duration, LocationKindId, MemberId, NeedId, NodeId, Outcome, PropId,
    RoleId, TextId,
};
use townsfolk_critic::{Act, Glance, Sight};
use townsfolk_knowledge::News;
use townsfolk_module::mind::{Deed, Interaction, Selection};

fn drink() -> Deed {
    Deed::Satisfy(NeedId::named("thirst"), Selection::Nearest)
}

#[test]
fn nobody_talks_to_a_sleeper() {
    let mut feed = Feed::new();
    let sleep = feed.act(BOB, "sleep");
    feed.begins(sleep);
    feed.says(ANN, "chat", BOB);
    feed.finds("Ann talks to Bob, who is asleep");

    let mut feed = Feed::new();
    let sleep = feed.act(BOB, "sleep");
    let sleep = feed.begins(sleep);
    feed.ends(sleep, Outcome::Done).says(ANN, "chat", BOB);
    feed.finds_nothing();
}

#[test]
fn nobody_talks_to_who_is_gone_or_far_or_themselves() {
    let mut feed = Feed::new();
    feed.says(ANN, "chat", CharacterId(9));
    feed.finds("Ann talks to nobody9, who is not there");

    let mut feed = Feed::new();
    feed.shows(Sight::Gone(BOB)).says(ANN, "chat", BOB);
    feed.finds("Ann talks to Bob, who is not there");

    let mut feed = Feed::new();
    for metres in [4, 7, 10, 13] {
        feed.shows(Sight::At(BOB, Place::metres(metres, 0)));
    }
    feed.says(ANN, "chat", BOB);
    feed.finds("Ann talks to Bob, who is too far away to hear it");

    let mut feed = Feed::new();
    feed.says(ANN, "chat", ANN);
    feed.finds("Ann talks to Ann, and is that very person");

    // Who strolls on a little while the words are said has heard them.
    let mut feed = Feed::new();
    let said = feed.says(ANN, "chat", BOB);
    for metres in [4, 7, 10] {
        feed.shows(Sight::At(BOB, Place::metres(metres, 0)));
    }
    feed.ends(said, Outcome::Done).finds_nothing();
}

#[test]
fn words_are_not_finished_to_an_empty_room() {
    let mut feed = Feed::new();
    let said = feed.says(ANN, "chat", BOB);
    feed.shows(Sight::Gone(BOB)).ends(said, Outcome::Done);
    feed.finds("Ann talks to Bob, who is not there");

    let mut feed = Feed::new();
    let said = feed.says(ANN, "chat", BOB);
    feed.shows(Sight::Gone(BOB)).ends(said, Outcome::Stopped);
    feed.finds_nothing();
}

#[test]
fn nobody_greets_who_has_left() {
    let leaves = |metres: &[i32]| {
        let mut feed = Feed::new();
        feed.joins(ANN, "resident", false)
            .joins(BOB, "resident", false);
        feed.shows(Sight::Leaves(BOB, HERE));
        for metres in metres {
            feed.shows(Sight::At(BOB, Place::metres(*metres, 0)));
        }
        let act = feed.act_in_scene(ANN, "greet");
        feed.begins(Act {
            to: Some(BOB),
            ..act
        });
        feed
    };
    leaves(&[4, 7, 10, 13]).finds("Ann does greet for Bob, who has left");
    // A word behind somebody who is just turning away is human.
    leaves(&[4]).finds_nothing();
}

#[test]
fn two_do_not_sit_on_one_chair() {
    let sits = |held_by_other| {
        let mut feed = Feed::new();
        let act = feed.act_in_scene(ANN, "sit");
        feed.begins(Act {
            held_by_other,
            ..act
        });
        feed
    };
    sits(Some((PropId::named("left"), BOB))).finds("Ann uses left, which is Bob's");
    sits(None).finds_nothing();

    // On one's partner's chair one may sit.
    let mut feed = Feed::new();
    let act = feed.act_in_scene(ANN, "sit");
    feed.begins(Act {
        held_by_other: Some((PropId::named("left"), BOB)),
        partner: Some(BOB),
        ..act
    });
    feed.finds_nothing();
}

#[test]
fn nobody_works_or_walks_while_asleep() {
    let mut feed = Feed::new();
    let sleep = feed.act(ANN, "sleep");
    feed.begins(sleep);
    let saw = feed.act(ANN, "saw");
    feed.begins(saw);
    feed.finds("Ann does saw while sleeping");

    let mut feed = Feed::new();
    let sleep = feed.act(ANN, "sleep");
    feed.begins(sleep);
    feed.shows(Sight::At(ANN, Place::metres(1, 1)));
    feed.finds("Ann walks while sleeping");

    let mut feed = Feed::new();
    let sleep = feed.act(ANN, "sleep");
    let sleep = feed.begins(sleep);
    feed.shows(Sight::At(ANN, Place::metres(0, 0)));
    feed.ends(sleep, Outcome::Done);
    let saw = feed.act(ANN, "saw");
    feed.begins(saw);
    feed.shows(Sight::At(ANN, Place::metres(1, 1)));
    feed.finds_nothing();
}

#[test]
fn hands_do_one_thing_at_a_time() {
    let mut feed = Feed::new();
    let saw = feed.act(ANN, "saw");
    feed.begins(saw);
    let pour = feed.act(ANN, "pour");
    feed.begins(pour);
    feed.finds("Ann begins to pour in the middle of saw");

    // One speaks beside one's work, and begins something new when told to stop.
    let mut feed = Feed::new();
    let saw = feed.act(ANN, "saw");
    let saw = feed.begins(saw);
    feed.says(ANN, "chat", BOB);
    feed.shows(Sight::Stops(saw));
    let pour = feed.act(ANN, "pour");
    feed.begins(pour);
    feed.finds_nothing();

    // What the engine has given up on is not waited for.
    let mut feed = Feed::new();
    let saw = feed.act(ANN, "saw");
    feed.begins(Act {
        limit: Duration::seconds(5),
        ..saw
    });
    feed.waits(6);
    let pour = feed.act(ANN, "pour");
    feed.begins(pour);
    feed.finds_nothing();
}

#[test]
fn nobody_starves_beside_food() {
    let hungry = Glance {
        starves: Some((NeedId::named("hunger"), LocationKindId::named("table"))),
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&hungry, 100);
    feed.finds("Ann suffers hunger beside a free table");

    // For an hour one may finish what one does; and who is held cannot go.
    let mut feed = Feed::new();
    feed.glances(&hungry, 60).glances(&at_ease(ANN), 2);
    feed.glances(&hungry, 60).finds_nothing();
    let held = Glance {
        held: true,
        ..hungry
    };
    feed.glances(&held, 200).finds_nothing();
}

/// Trial minds-and-town.md 9: a need stood at 1 for hours at the bar, and no finding said so.
#[test]
fn nobody_goes_without_for_hours() {
    let thirsty = |served| Glance {
        held: true,
        lacks: Some((NeedId::named("hunger"), served)),
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&thirsty(true), 245);
    feed.finds("Ann suffers hunger for hours");
    let mut feed = Feed::new();
    feed.glances(&thirsty(false), 245);
    feed.finds("Ann suffers hunger for hours, and nothing here serves it");

    // A film may be long, and a sleeper feels nothing.
    let mut feed = Feed::new();
    feed.glances(&thirsty(true), 200).glances(&at_ease(ANN), 2);
    feed.glances(&thirsty(true), 200).finds_nothing();
    let mut feed = Feed::new();
    let sleep = feed.act(ANN, "sleep");
    feed.begins(sleep);
    feed.glances(&thirsty(true), 400).finds_nothing();
}

/// Trial minds-and-town.md 9: a fire was watched for half an hour, in the tailor's shop.
#[test]
fn a_role_is_not_played_in_another_house() {
    let away = Glance {
        elsewhere: Some((NodeId::named("saw"), AreaId::named("inn"))),
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&away, 30);
    feed.finds("Ann does saw in inn, where it does not belong");

    // Doing it elsewhere for a short time is no finding.
    let mut feed = Feed::new();
    feed.glances(&away, 14).glances(&at_ease(ANN), 2);
    feed.glances(&away, 14).finds_nothing();
}

/// Trial minds-and-town.md 9: affection turned into an insult.
#[test]
fn nobody_insults_whom_they_are_fond_of() {
    let insult = |who, to, fond| Sight::Interacted(who, Interaction::Insult, to, fond);
    let mut feed = Feed::new();
    feed.shows(insult(ANN, BOB, true));
    feed.finds("Ann insults Bob, of whom they are fond");

    // An insult for an insult is human, and so is one among enemies or in a bad mood.
    let mut feed = Feed::new();
    feed.shows(insult(BOB, ANN, false))
        .shows(insult(ANN, BOB, true));
    feed.finds_nothing();
}

#[test]
fn nobody_eats_with_a_full_stomach() {
    let goes = |needless| {
        let mut feed = Feed::new();
        feed.shows(Sight::Wishes {
            who: ANN,
            node: NodeId::named("eat"),
            deed: drink(),
            out_of_role: false,
            needless,
        });
        feed
    };
    goes(Some(NeedId::named("hunger"))).finds("Ann sees to hunger, and hardly feels any");
    goes(None).finds_nothing();
}

#[test]
fn nobody_dithers() {
    let flips = |every: i64| {
        let mut feed = Feed::new();
        for index in 0..6 {
            let node = ["saw", "eat"][index % 2];
            feed.wishes(ANN, node, drink());
            feed.waits(every);
            feed.shows(Sight::BrokeOff(ANN, NodeId::named(node)));
        }
        feed
    };
    let found = flips(2).found();
    assert!(found[0].starts_with("Ann dithers between "), "{found:?}");
    flips(10).finds_nothing();

    // Doing something in between is a life, not dithering.
    let mut feed = Feed::new();
    for _ in 0..6 {
        feed.shows(Sight::BrokeOff(ANN, NodeId::named("saw")));
        feed.waits(1);
        feed.shows(Sight::Did(ANN, NodeId::named("eat")));
    }
    feed.finds_nothing();
}

#[test]
fn in_a_scene_nobody_begins_and_stops_over_and_over() {
    let stops = |every: i64| {
        let mut feed = Feed::new();
        for _ in 0..6 {
            let act = feed.act_in_scene(ANN, "pour");
            let act = feed.begins(act);
            feed.waits(every).ends(act, Outcome::Stopped);
        }
        feed
    };
    stops(1).finds("Ann begins and stops, over and over");
    stops(8).finds_nothing();
}

/// Bob comes for a drink; Ann pours it, or goes away.
fn at_the_counter(ann_pours: Option<Outcome>) -> Feed {
    let mut feed = Feed::new();
    feed.wishes(BOB, "drink", drink());
    feed.joins(BOB, "customer", false)
        .joins(ANN, "barkeeper", true);
    let order = feed.act_in_scene(BOB, "order");
    let order = feed.begins(order);
    feed.ends(order, Outcome::Done);
    if let Some(outcome) = ann_pours {
        let pour = feed.act_in_scene(ANN, "pour");
        let pour = feed.begins(Act {
            to: Some(BOB),
            ..pour
        });
        feed.ends(pour, outcome);
    }
    feed.shows(Sight::Leaves(ANN, HERE));
    feed.waits(3).shows(Sight::Leaves(BOB, HERE));
    feed
}

#[test]
fn nobody_is_left_half_served() {
    let sentence = "Ann leaves Bob in the middle of serving";
    at_the_counter(None).finds(sentence);
    at_the_counter(Some(Outcome::Stopped)).finds(sentence);
    at_the_counter(Some(Outcome::Done)).finds_nothing();
}

#[test]
fn another_may_take_over() {
    let mut feed = Feed::new();
    feed.wishes(BOB, "drink", drink());
    feed.joins(BOB, "customer", false)
        .joins(ANN, "barkeeper", true);
    let order = feed.act_in_scene(BOB, "order");
    let order = feed.begins(order);
    feed.ends(order, Outcome::Done);
    feed.shows(Sight::Leaves(ANN, HERE));
    feed.joins(CY, "barkeeper", true);
    feed.shows(Sight::Leaves(BOB, HERE));
    feed.finds_nothing();
}

#[test]
fn people_walk_in_steps() {
    let mut feed = Feed::new();
    feed.shows(Sight::At(ANN, Place::metres(30, 0)));
    feed.finds("Ann is 30 m further without having walked");

    let mut feed = Feed::new();
    for metre in 1..30 {
        feed.shows(Sight::At(ANN, Place::metres(metre, 0)));
    }
    feed.finds_nothing();
}

#[test]
fn nobody_stands_about_for_ever() {
    let idle = Glance {
        idle: true,
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&idle, 190);
    feed.finds("Ann, resident, stands about for hours");

    let mut feed = Feed::new();
    feed.glances(&idle, 60).glances(&at_ease(ANN), 2);
    feed.glances(&idle, 60).finds_nothing();
    // Who sleeps does nothing, rightly.
    let mut feed = Feed::new();
    let sleep = feed.act(ANN, "sleep");
    feed.begins(sleep);
    feed.glances(&idle, 400).finds_nothing();
}

#[test]
fn nobody_repeats_themselves_for_hours() {
    let flirts = |every: i64, what: Interaction| {
        let mut feed = Feed::new();
        for _ in 0..12 {
            feed.shows(Sight::Interacted(ANN, what, BOB, false))
                .waits(every);
        }
        feed
    };
    flirts(10, Interaction::Flirt).finds("Ann flirts with Bob again and again");
    flirts(30, Interaction::Flirt).finds_nothing();
    flirts(10, Interaction::Chat).finds_nothing();
    let mut feed = Feed::new();
    for _ in 0..40 {
        feed.shows(Sight::Interacted(ANN, Interaction::Chat, BOB, true))
            .waits(4);
    }
    feed.finds("Ann cannot stop talking to Bob");
}

#[test]
fn news_goes_to_those_to_whom_it_is_news() {
    let news = News::Fact {
        about: MemberId(77),
        text: TextId(5),
    };
    let tells = |who, to, about_them| Sight::Told {
        who,
        to,
        news,
        about_them,
    };
    let mut feed = Feed::new();
    feed.shows(tells(ANN, BOB, true));
    feed.finds("Ann tells Bob news about themselves");

    let mut feed = Feed::new();
    feed.shows(tells(ANN, BOB, false))
        .shows(tells(BOB, ANN, false));
    feed.finds("Bob tells Ann what Ann has told before");

    let mut feed = Feed::new();
    feed.shows(tells(ANN, BOB, false))
        .shows(tells(BOB, CY, false));
    feed.finds_nothing();

    // Two days later nobody remembers who told whom.
    let mut feed = Feed::new();
    feed.shows(tells(ANN, BOB, false)).waits(48 * 60);
    feed.shows(tells(BOB, ANN, false)).finds_nothing();
}

#[test]
fn nobody_does_what_another_role_asks_for() {
    let wishes = |out_of_role| {
        let mut feed = Feed::new();
        feed.shows(Sight::Wishes {
            who: ANN,
            node: NodeId::named("serve"),
            deed: drink(),
            out_of_role,
            needless: None,
        });
        feed
    };
    wishes(true).finds("Ann begins to serve without the role for it");
    wishes(false).finds_nothing();
}

#[test]
fn nobody_is_at_work_in_the_middle_of_the_night() {
    let late = Glance {
        role: Some(RoleId::named("barkeeper")),
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&late, 125);
    feed.finds("Ann is still barkeeper, long after becoming resident was due");

    // An hour late is a long last order.
    let mut feed = Feed::new();
    feed.glances(&late, 60)
        .glances(&at_ease(ANN), 2)
        .finds_nothing();
}

#[test]
fn everybody_arrives() {
    let under_way = Glance {
        role: None,
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    feed.glances(&under_way, 65);
    feed.finds("Ann is on the way to being resident for hours");

    let mut feed = Feed::new();
    feed.glances(&under_way, 50).glances(&at_ease(ANN), 2);
    feed.glances(&under_way, 50).finds_nothing();

    // Who is called elsewhere on the way has only just set out for that.
    let mut feed = Feed::new();
    let elsewhere = Glance {
        due: Some((RoleId::named("barkeeper"), 0)),
        ..under_way.clone()
    };
    feed.glances(&under_way, 40).glances(&elsewhere, 40);
    feed.finds_nothing();
    feed.glances(&elsewhere, 30);
    feed.finds("Ann is on the way to being barkeeper for hours");
}

/// In a wide town the bound of two hours was shorter than the way home.
#[test]
fn a_long_way_is_no_fault_and_a_long_delay_is() {
    let under_way = Glance {
        role: None,
        ..at_ease(ANN)
    };
    let mut feed = Feed::new();
    let walk = feed.walks(ANN, Place::metres(900, 0));
    feed.glances(&under_way, 300).ends(walk, Outcome::Done);
    feed.glances(&at_ease(ANN), 2).finds_nothing();

    // A way of two hours, and then an hour and more before the door.
    let mut feed = Feed::new();
    let walk = feed.walks(ANN, Place::metres(300, 0));
    feed.glances(&under_way, 120).ends(walk, Outcome::Done);
    feed.glances(&under_way, 40).finds_nothing();
    feed.glances(&under_way, 30);
    feed.finds("Ann is on the way to being resident for hours");

    // Hunger on the way home is another reason to go there, and no second way.
    let mut feed = Feed::new();
    let walk = feed.walks(ANN, Place::metres(300, 0));
    feed.glances(&under_way, 90).ends(walk, Outcome::Stopped);
    let walk = feed.walks(ANN, Place::metres(302, 0));
    feed.glances(&under_way, 90).ends(walk, Outcome::Done);
    feed.glances(&at_ease(ANN), 2).finds_nothing();

    // Many short walks are not one long way.
    let mut feed = Feed::new();
    for metres in 0..6 {
        let walk = feed.walks(ANN, Place::metres(metres, 0));
        feed.glances(&under_way, 14).ends(walk, Outcome::Done);
        let saw = feed.act(ANN, "saw");
        let saw = feed.begins(saw);
        feed.ends(saw, Outcome::Done);
    }
    feed.finds("Ann is on the way to being resident for hours");
}

#[test]
fn a_way_is_for_something() {
    let goes = |does_something: bool| {
        let mut feed = Feed::new();
        for index in 0..5 {
            let walk = feed.walks(ANN, Place::metres(index % 2, 0));
            feed.waits(2).ends(walk, Outcome::Done);
            if does_something {
                let saw = feed.act(ANN, "saw");
                let saw = feed.begins(saw);
                feed.ends(saw, Outcome::Done);
            }
        }
        feed
    };
    goes(false).finds("Ann walks to and fro and does nothing there");
    goes(true).finds_nothing();
}

/// Lindenford, seed 4: a chess player walked on to the same board, for another reason each time.
#[test]
fn walking_on_to_the_same_place_is_no_turn() {
    let mut feed = Feed::new();
    for _ in 0..4 {
        let walk = feed.walks(ANN, Place::metres(9, 9));
        feed.waits(8).shows(Sight::Stops(walk));
    }
    feed.finds_nothing();
}

#[test]
fn nobody_turns_round_at_every_corner() {
    let turns = |times: usize| {
        let mut feed = Feed::new();
        for index in 0..times {
            let walk = feed.walks(ANN, Place::metres(index as i32, 9));
            feed.waits(8).shows(Sight::Stops(walk));
            feed.ends(walk, Outcome::Stopped);
        }
        feed
    };
    turns(3).finds("Ann turns round on the way again and again");
    turns(2).finds_nothing();

    // Who is where work is need not go to the middle of it.
    let mut feed = Feed::new();
    for _ in 0..3 {
        feed.wishes(ANN, "work", Deed::FollowSchedule);
        let walk = feed.walks(ANN, Place::metres(9, 9));
        feed.shows(Sight::Stops(walk)).ends(walk, Outcome::Stopped);
    }
    feed.finds_nothing();
}

#[test]
fn people_sleep_in_their_own_beds() {
    let sleeps = |astray| {
        let mut feed = Feed::new();
        let sleep = feed.act(ANN, "sleep");
        feed.begins(Act { astray, ..sleep });
        feed
    };
    sleeps(Some(AreaId::named("inn"))).finds("Ann sleeps in inn, and is at home elsewhere");
    sleeps(None).finds_nothing();
}

#[test]
fn who_comes_first_is_taken_first() {
    let waits = |who| Sight::Waits {
        who,
        location: HERE,
        kind: LocationKindId::named("counter"),
        role: RoleId::named("customer"),
    };
    let mut feed = Feed::new();
    feed.shows(waits(ANN)).waits(25);
    for _ in 0..4 {
        feed.shows(waits(BOB))
            .waits(1)
            .joins(BOB, "customer", false);
    }
    feed.finds("Ann waits at the counter while later comers are served");

    // Who came before is not a later comer, and who works there is no guest.
    let mut feed = Feed::new();
    feed.shows(waits(BOB)).waits(1).shows(waits(ANN)).waits(25);
    feed.joins(BOB, "customer", false);
    for _ in 0..4 {
        feed.joins(CY, "barkeeper", true);
    }
    feed.finds_nothing();
}

#[test]
fn who_ordered_first_is_served_first() {
    let serves = |bob_too: bool| {
        let mut feed = Feed::new();
        feed.joins(ANN, "barkeeper", true)
            .joins(BOB, "customer", false);
        let order = feed.act_in_scene(BOB, "order");
        let order = feed.begins(order);
        feed.ends(order, Outcome::Done);
        feed.waits(25);
        for _ in 0..5 {
            feed.joins(CY, "customer", false).waits(1);
            let whom = if bob_too { [BOB, CY] } else { [CY, CY] };
            for to in whom {
                let pour = feed.act_in_scene(ANN, "pour");
                let pour = feed.begins(Act {
                    to: Some(to),
                    ..pour
                });
                feed.ends(pour, Outcome::Done);
            }
        }
        feed
    };
    serves(false).finds("Bob waits at the counter while later comers are served");
    serves(true).finds_nothing();
}

#[test]
fn nobody_sets_out_in_the_middle_of_a_drink() {
    let sets_out = |held| {
        let mut feed = Feed::new();
        feed.shows(Sight::SetsOut(ANN, AreaId::named("inn"), held));
        feed
    };
    sets_out(true).finds("Ann sets out for inn in the middle of something else");
    sets_out(false).finds_nothing();
}

#[test]
fn the_same_is_said_once_an_hour() {
    let mut feed = Feed::new();
    for _ in 0..5 {
        feed.shows(Sight::SetsOut(ANN, AreaId::named("inn"), true))
            .waits(10);
    }
    assert_eq!(feed.found().len(), 1);
    feed.waits(60);
    feed.shows(Sight::SetsOut(ANN, AreaId::named("inn"), true));
    assert_eq!(feed.found().len(), 2);
}
