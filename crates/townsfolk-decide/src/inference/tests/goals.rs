//! Goals and knowledge goals.

use super::support::{Character, Make};
use townsfolk_core::Urgency;

#[test]
fn done_04_wanting_to_know_makes_the_guard_look_around_until_it_is_known() {
    let make = Make::new(&["target", "threat"])
        .sense("visible")
        .goal("want to know visible(threat)")
        .motor("to know visible(X) do look_around(X)");
    let mut guard = Character::new(make);
    for _ in 0..3 {
        guard.think();
        assert_eq!(guard.does(), "look_around(threat)");
    }
    guard.senses("visible", "!threat");
    guard.think();
    assert_eq!(guard.does(), "", "known to be false is known");
    guard.senses("visible", "");
    guard.think();
    assert_eq!(guard.does(), "look_around(threat)");
}

#[test]
fn done_04_to_know_a_conclusion_the_guard_finds_out_about_its_premises() {
    let make = Make::new(&["target", "threat"])
        .sense("armed, hostile")
        .rule("dangerous(X) if armed(X), hostile(X)")
        .goal("want to know dangerous(X)")
        .motor("to know armed(X) do frisk(X)");
    let mut guard = Character::new(make);
    guard.senses("hostile", "target, !threat");
    guard.think();
    assert_eq!(
        guard.does(),
        "frisk(target)",
        "the threat is known to be harmless"
    );
    guard.senses("armed", "target");
    guard.think();
    assert_eq!(guard.does(), "");
}

#[test]
fn done_04_a_goal_is_decomposed_until_something_can_be_done() {
    let make = Make::new(&["target", "threat"])
        .sense("in_range, aimed_at, burning")
        .rule("can_shoot(X) if in_range(X), aimed_at(X)")
        .goal("want can_shoot(threat)")
        .goal("achieve can_shoot(X) by in_range(X), aimed_at(X)")
        .goal("achieve in_range(X) by approaching(X) when not burning(X)")
        .motor("achieve approaching(X) do walk_to(X)")
        .motor("achieve aimed_at(X) do aim_at(X) when in_range(X)")
        .motor("do shoot(X) when can_shoot(X)");
    let mut guard = Character::new(make);
    guard.senses("burning", "!threat, !target");
    guard.think();
    assert_eq!(guard.does(), "walk_to(threat)");
    guard.senses("in_range", "threat");
    guard.think();
    assert_eq!(guard.does(), "aim_at(threat)");
    guard.senses("aimed_at", "threat");
    guard.think();
    assert_eq!(guard.does(), "shoot(threat)");
    guard.senses("in_range", "!threat");
    guard.senses("burning", "threat");
    guard.think();
    assert_eq!(guard.does(), "", "nobody runs into a fire");
}

#[test]
fn several_bits_act_on_the_first_referent_in_declared_order() {
    let make = Make::new(&["threat", "target", "ally"])
        .sense("hostile")
        .motor("do watch(X) when hostile(X)");
    let mut guard = Character::new(make);
    guard.senses("hostile", "ally, target");
    guard.think();
    assert_eq!(guard.does(), "watch(target)");
}

#[test]
fn the_output_of_the_more_urgent_situation_is_acted_on() {
    let make = Make::new(&["target", "threat"])
        .sense("near")
        .situation("search", Urgency::Duty, "")
        .situation("flee", Urgency::Danger, "")
        .motor("in search: do follow(X) when near(X)")
        .motor("in flee: do run_from(X) when near(X)");
    let mut guard = Character::new(make);
    guard.senses("near", "target");
    guard.think();
    assert_eq!(guard.does(), "", "neither situation is active");
    guard.row.active = 1;
    guard.think();
    assert_eq!(guard.does(), "follow(target)");
    guard.row.active = 3;
    guard.think();
    assert_eq!(guard.does(), "run_from(target)");
}

#[test]
fn done_05_the_dropped_package_is_noticed_in_the_next_cycle() {
    let make = Make::new(&["package", "door"])
        .sense("held, at_hand")
        .rule("delivered(X) if held(package), at_hand(X)")
        .goal("want delivered(door)")
        .goal("achieve delivered(X) by held(package)")
        .motor("achieve held(X) do pick_up(X)")
        .motor("achieve delivered(X) do walk_to(X) when held(package)");
    let mut robot = Character::new(make);
    robot.senses("held", "package, !door");
    robot.senses("at_hand", "!door");
    robot.think();
    assert_eq!(robot.does(), "walk_to(door)");
    robot.senses("held", "!package, !door");
    robot.think();
    assert_eq!(robot.does(), "pick_up(package)");
    robot.senses("held", "package, !door");
    robot.think();
    assert_eq!(robot.does(), "walk_to(door)");
}

#[test]
fn done_05_prey_that_slips_into_lava_is_pursued_no_longer() {
    let make = Make::new(&["prey"])
        .sense("visible, in_lava")
        .goal("want caught(X) when visible(X)")
        .motor("achieve caught(X) do chase(X) when not in_lava(X)");
    let mut hunter = Character::new(make);
    hunter.senses("visible", "prey");
    hunter.senses("in_lava", "!prey");
    hunter.think();
    assert_eq!(hunter.does(), "chase(prey)");
    hunter.senses("in_lava", "prey");
    hunter.think();
    assert_eq!(hunter.does(), "");
}
