//! Each finding in a script of a few lines, with its story.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    missing_docs
)]

mod support;
use expect_test::{Expect, expect};
use support::{codes, explore_text};
use townsfolk_explore::Bounds;

const NO_FAULTS: Bounds = Bounds {
    failures: 0,
    disappearances: 0,
    arrivals: 0,
    ..Bounds::USUAL
};

const HEAD: &str = "
role guest
role waiter
action wave takes 1..2 s
action wait takes 10 s
action knock takes 1..2 s, may fail
symbols topic: weather, prices
";

#[track_caller]
fn check(bounds: &Bounds, script: &str, expected: Expect) {
    let text = format!("{HEAD}{script}");
    let (_, told) = explore_text(&text, bounds);
    expected.assert_eq(&told);
    // Without symmetry the findings are the same.
    let plain = Bounds {
        symmetry: false,
        ..*bounds
    };
    let (_, plainly) = explore_text(&text, &plain);
    assert_eq!(codes(&told), codes(&plainly));
    // A coarse pass hides nothing: where it finds nothing, there is nothing.
    let coarsely = Bounds {
        fine_states_max: 0,
        ..*bounds
    };
    let (_, coarsely) = explore_text(&text, &coarsely);
    assert_eq!(codes(&told), codes(&coarsely));
}

#[test]
fn deadlock_two_wait_for_each_other() {
    check(
        &NO_FAULTS,
        "
script dinner
  cast
    guest 2..2
  fact fork(prop)
  claim holds(prop, character)
  rule eat
    when holds(A, .me), holds(B, .me), A != B
    do wave
    leave
  rule take
    when fork(F), not holds(F, _)
    add holds(F, .me)
prop cutlery
location table
  prop left: cutlery at 0 m, 0 m
  prop right: cutlery at 1 m, 0 m
  knows fork(left), fork(right)
  prefers dinner 1
",
        expect![[r#"
            stuck-scene @ rule take
            the scene can come to a stand: nobody can act any more, and it is not over
              The scene begins with ann (guest) and bob (guest); fork(left), fork(right).
              ann (guest) does take (left).
              bob (guest) does take (right).
              Now nobody can do anything, and nothing is to come: the scene never ends.
              To do take, bob waits until holds(left, ann) is gone.
              To do take, ann waits until holds(right, bob) is gone.
            rule-never-reached @ rule eat
            `eat` never fires in any of the scenes that were played
              Every scene was played with up to 2 people, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
        "#]],
    );
}

#[test]
fn livelock_two_rules_turn_a_fact_on_and_off() {
    check(
        &NO_FAULTS,
        "
script lamp
  cast
    guest 1..1
  fact lit
  rule light
    when not lit
    add lit
  rule darken
    when lit
    remove lit
",
        expect![[r#"
            livelock @ rule light
            the scene can go on for ever: nothing that happens brings its end
              The scene begins with ann (guest).
              Now it goes on for ever with light, darken: nothing that can happen brings the end.
        "#]],
    );
}

#[test]
fn a_participant_waits_for_ever_while_others_go_on() {
    check(
        &NO_FAULTS,
        "
script service
  cast
    waiter 1..1
    guest 1..1
  fact served(character)
  rule serve for waiter
    do wave
    again after 5 s
  rule go for guest
    when served(.me)
    leave
  rule serve_him for waiter
    when .any(G, guest), served(G)
    do wave
",
        expect![[r#"
            stuck-participant @ guest 1..1
            a `guest` can be left waiting for ever
              The scene begins with ann (waiter) and bob (guest).
              Now bob waits for ever: nothing that can happen lets them act or leave.
              To do go, bob waits for served(bob).
            rule-never-reached @ rule go for guest
            `go` never fires in any of the scenes that were played
              Every scene was played with up to 2 people, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
            rule-never-reached @ rule serve_him for waiter
            `serve_him` never fires in any of the scenes that were played
              Every scene was played with up to 2 people, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
        "#]],
    );
}

#[test]
fn a_failure_that_nobody_thought_of() {
    check(
        &Bounds {
            failures: 1,
            ..NO_FAULTS
        },
        "
script door
  cast
    guest 1..1
  fact knocking(character)
  fact heard(character)
  rule go_in
    when heard(.me)
    remove heard(.me)
    leave
  rule knock
    when not knocking(.me)
    do knock
    add knocking(.me)
    then remove knocking(.me)
    then add heard(.me)
",
        expect![[r#"
            stuck-scene @ rule knock
            the scene can come to a stand: nobody can act any more, and it is not over
              The scene begins with ann (guest).
              ann (guest) does knock: knock.
              ann's knock fails.
              Now nobody can do anything, and nothing is to come: the scene never ends.
              To do go_in, ann waits for heard(ann).
        "#]],
    );
}

#[test]
fn a_disappearance_that_nobody_thought_of() {
    check(
        &Bounds {
            disappearances: 1,
            ..NO_FAULTS
        },
        "
script telephone
  cast
    guest 1..2
  fact engaged
  state waiting
  rule ring
    when not engaged
    do wave
    add engaged
    then remove engaged
    on failure remove engaged
    on stop remove engaged
    goto done
  state done
  rule go
    leave
",
        expect![[r#"
            stuck-scene @ rule ring
            the scene can come to a stand: nobody can act any more, and it is not over
              The scene begins with ann (guest) and bob (guest).
              ann (guest) does ring: wave.
              ann vanishes.
              Now nobody can do anything, and nothing is to come: the scene never ends.
              To do ring, bob waits until engaged is gone.
        "#]],
    );
}

#[test]
fn a_latecomer_gets_stuck() {
    check(
        &Bounds {
            arrivals: 1,
            ..NO_FAULTS
        },
        "
script talk
  cast
    waiter 1..1
    guest 0..1 joins late
  fact opened
  fact welcome(character)
  rule welcome for waiter
    when not opened, .any(G, guest)
    add welcome(G), opened
  rule open for waiter
    when not opened
    add opened
  rule wait for waiter
    do wait
  rule go for guest
    when welcome(.me)
    do wave
    remove welcome(.me)
    leave
",
        expect![[r#"
            stuck-participant @ guest 0..1 joins late
            a `guest` can be left waiting for ever
              The scene begins with ann (waiter).
              ann (waiter) does open.
              ann (waiter) does wait: wait.
              bob arrives as guest.
              Now bob waits for ever: nothing that can happen lets them act or leave.
              To do go, bob waits for welcome(bob).
        "#]],
    );
}

#[test]
fn properties_of_each_form() {
    check(
        &NO_FAULTS,
        "
script hall
  cast
    guest 1..2
  fact inside(character)
  fact wet(character)
  fact dry(character)
  never two_inside when inside(A), inside(B), A != B
  always inside_is_dry when inside(A) expect dry(A)
  eventually everyone_dries when wet(A) expect dry(A)
  eventually everyone_goes_in when wet(A) expect inside(A)
  state out
  rule get_wet
    do wave
    then add wet(.me)
    goto door
  state door
  rule go_in
    do wave
    then add inside(.me)
    goto in
  state in
  rule look
    do wave
    goto bored
  state bored
  rule go
    remove inside(.me), wet(.me)
    leave
",
        expect![[r#"
            property-broken @ eventually everyone_dries when wet(A) expect dry(A)
            `everyone_dries` does not hold
              The scene begins with ann (guest).
              ann (guest) does get_wet: wave.
              ann's wave is done.
              ann (guest) does go_in: wave.
              From now on, what `everyone_dries` expects can no longer come, unless something goes wrong.
            property-broken @ never two_inside when inside(A), inside(B), A != B
            `two_inside` does not hold
              The scene begins with ann (guest) and bob (guest).
              ann (guest) does get_wet: wave.
              bob (guest) does get_wet: wave.
              ann's wave is done.
              ann (guest) does go_in: wave.
              bob's wave is done.
              bob (guest) does go_in: wave.
              ann's wave is done.
              ann (guest) does look: wave.
              bob's wave is done.
              bob (guest) does look: wave.
              Now `two_inside` does not hold.
            property-broken @ always inside_is_dry when inside(A) expect dry(A)
            `inside_is_dry` does not hold
              The scene begins with ann (guest).
              ann (guest) does get_wet: wave.
              ann's wave is done.
              ann (guest) does go_in: wave.
              ann's wave is done.
              ann (guest) does look: wave.
              Now `inside_is_dry` does not hold.
        "#]],
    );
}

#[test]
fn a_rule_that_is_never_reached() {
    check(
        &NO_FAULTS,
        "
script counting
  cast
    guest 1..1
  fact count(number)
  state one
  rule first
    when not count(_)
    do wave
    then add count(1)
    goto two
  state two
  rule third
    when count(N), N > 2
    do wave
    leave
  rule second
    when count(N), N < 2
    leave
",
        expect![[r#"
            rule-never-reached @ rule third
            `third` never fires in any of the scenes that were played
              Every scene was played with 1 person, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
        "#]],
    );
}

/// Exploration has no recalls, so a rule for the time when all guests are away is not reported. A
/// till is never recalled, and where one guest may vanish and be waited for, that is explored.
#[test]
fn a_rule_for_those_whom_nobody_has_called_away() {
    let script = |who: &str, guests: &str| {
        format!(
            "
proxy till
script evening
  cast
    waiter 1..1
    guest {guests}
    till 1..1
  fact tired(waiter)
  rule serve for waiter
    when not tired(.me)
    do wave
    then add tired(.me)
  rule go_home for waiter
    when tired(.me), .any(_, guest)
    do wave
    end
  rule nobody_left for waiter
    when tired(.me), not .any(_, {who})
    end
  rule never_rested for waiter
    when not tired(.me), tired(_)
    leave
  rule drink for guest
    do wait
"
        )
    };
    let unreached = |who: &str, guests: &str| {
        let text = format!("{HEAD}{}", script(who, guests));
        let (_, told) = explore_text(&text, &Bounds::USUAL);
        let heads = told.lines().filter(|line| line.contains(" @ "));
        let rules = heads.filter_map(|line| line.split("rule ").nth(1)?.split(' ').next());
        let rules: Vec<_> = rules.collect();
        rules.join(" ")
    };
    assert_eq!(unreached("guest", "1..1"), "never_rested");
    assert_eq!(unreached("till", "1..1"), "never_rested nobody_left");
    // These may be missing without a recall: the rule fires.
    assert_eq!(unreached("guest", "0..1"), "never_rested");
    assert_eq!(
        unreached("guest", "1..1 vacant up to 1 min"),
        "never_rested"
    );
}

#[test]
fn five_minutes_never_pass_before_ten_seconds() {
    let script = |long: &str| {
        format!(
            "
script patience
  cast
    guest 1..1
  fact until(character, time)
  never too_late when .state(X, waiting), until(X, T), T < .now
  state start
  rule begin
    add until(.me, .now + {long})
    goto waiting
  state waiting
  rule wait
    do wait
    then remove until(.me, _)
    goto done
  state done
  rule go
    leave
"
        )
    };
    check(&NO_FAULTS, &script("5 min"), expect![[""]]);
    check(
        &NO_FAULTS,
        &script("5 s"),
        expect![[r#"
        property-broken @ never too_late when .state(X, waiting), until(X, T), T < .now
        `too_late` does not hold
          The scene begins with ann (guest).
          ann (guest) does begin.
          ann (guest) does wait: wait.
          Time passes: until(ann, …) comes due.
          Now `too_late` does not hold.
    "#]],
    );
}

#[test]
fn told_facts_and_properties_of_the_host_come_in_every_way() {
    check(
        &NO_FAULTS,
        "
property raining
script stand
  cast
    waiter 1..1
  fact asked(topic) told, for 10 s
  fact done
  rule answer
    when asked(weather), .raining
    do wave
    add done
  rule go
    when done
    leave
  rule shrug
    when asked(prices), .raining, done
    do wave
",
        expect![[r#"
            rule-never-reached @ rule shrug
            `shrug` never fires in any of the scenes that were played
              Every scene was played with 1 person, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
        "#]],
    );
}

#[test]
fn an_exploration_can_be_broken_off() {
    let bench = include_str!("../../../examples/bench/bench.folk");
    let mut project = townsfolk_lang::project::Project::of_files([("bench.folk", bench)]);
    let checked = project.check();
    let (module, symbols) = project.assemble(&checked);
    let unit = &checked.scripts[0];
    let bounds = Bounds {
        failures: 1,
        ..NO_FAULTS
    };
    let mut asked = 0;
    let exploration =
        townsfolk_explore::explore(&module, unit.script.id, &bounds, &mut |progress| {
            asked += 1;
            assert!(progress.states >= 300);
            std::ops::ControlFlow::Break(())
        });
    assert_eq!(asked, 1);
    assert!(!exploration.complete && exploration.states >= 300);
    let told = townsfolk_explore::findings_as_diagnostics(&exploration, unit, &symbols);
    let codes: Vec<&str> = told.iter().map(|d| d.code.name()).collect();
    assert_eq!(codes, ["not-fully-explored"]);
}

/// A vacancy that had ended the scene went on counting during the farewell, so the farewell never
/// ended and every such script was reported as endless.
#[test]
fn who_says_farewell_gets_out_after_a_needed_one_has_left() {
    let (exploration, told) = explore_text(
        "role boss
         role guest
         action work takes 2 s
         action wait_there takes 3 s
         action walk_away takes 1 s
         script shop
           cast
             boss 1..1
             guest 1..1 on leaving walk_away
           rule go for boss
             do work
             leave
           rule stay for guest
             do wait_there",
        &Bounds::default(),
    );
    assert!(exploration.complete);
    assert_eq!(told, "");
}

/// A rule for departed people, and one for a failure, have no occasion without faults. The third is
/// never reached in any case.
const MISHAPS: &str = "
script mishaps
  cast
    waiter 1..1
    guest 1..1 vacant up to 1 min
  fact spilt(guest)
  fact never_there
  rule mop for waiter
    when spilt(_)
    do wave
    remove spilt(_)
  rule alone for waiter
    when not .any(_, guest)
    do wave
    end
  rule dream for waiter
    when never_there
    do wave
    then add never_there
  rule go_on for waiter
    do wave
    once
  rule eat for guest
    do knock
    on failure add spilt(.me)
    leave
";

#[test]
fn a_rule_without_occasion_is_not_reported() {
    let text = format!("{HEAD}{MISHAPS}");
    for bounds in [NO_FAULTS, Bounds::USUAL] {
        let (exploration, told) = explore_text(&text, &bounds);
        assert!(exploration.complete);
        let unreached = told.lines().filter(|line| line.contains("never-reached"));
        let unreached: Vec<&str> = unreached.collect();
        assert_eq!(unreached, ["rule-never-reached @ rule dream for waiter"]);
    }
}

/// Everybody gives up in the end, so that nobody counted as stuck.
#[test]
fn patience_does_not_mask_a_deadlock() {
    check(
        &NO_FAULTS,
        "
script dinner
  cast
    guest 1..2
  fact fork(prop)
  claim holds(prop, character)
  fact patience(character, time)
  rule sit_down
    when not patience(.me, _)
    add patience(.me, .now + 2 * .minute)
  rule eat
    when holds(A, .me), holds(B, .me), A != B
    do wave
    remove patience(.me, _)
    leave
  rule give_up
    when patience(.me, T), T < .now
    remove patience(.me, _)
    leave
  rule take
    when fork(F), not holds(F, _)
    add holds(F, .me)
",
        expect![[r#"
            waits-in-vain @ rule give_up
            only giving up ends this wait: what is waited for can no longer come
              The scene begins with ann (guest) and bob (guest); fork(fork_1), fork(fork_2).
              ann (guest) does sit_down.
              bob (guest) does sit_down.
              ann (guest) does take (fork_1).
              bob (guest) does take (fork_2).
              Now ann waits in vain, until patience ends.
              To do take, ann waits until holds(fork_2, bob) is gone.
        "#]],
    );
}

/// Each of two people takes one fork first. Neither gets a second one, unless an action fails.
#[test]
fn patience_does_not_mask_a_deadlock_that_always_comes() {
    let bounds = Bounds {
        failures: 1,
        ..NO_FAULTS
    };
    check(
        &bounds,
        "
script dinner
  cast
    guest 2..2
  fact fork(prop)
  claim holds(prop, character)
  fact patience(character, time)
  rule eat
    when holds(A, .me), holds(B, .me), A != B
    do wave
    remove patience(.me, _)
    leave
  rule take
    when fork(F), not holds(F, _)
    do wave
    add holds(F, .me)
  rule give_up
    when patience(.me, T), T < .now
    remove patience(.me, _)
    leave
  rule sit_down
    when not patience(.me, _)
    add patience(.me, .now + 2 * .minute)
",
        expect![[r#"
            waits-in-vain @ rule give_up
            only giving up ends this wait: what is waited for can no longer come
              The scene begins with ann (guest) and bob (guest); fork(fork_1), fork(fork_2).
              ann (guest) does take: wave.
              bob (guest) does take: wave.
              ann's wave is done.
              ann (guest) does sit_down.
              bob's wave is done.
              bob (guest) does sit_down.
              Now bob waits in vain, until patience ends.
              To do take, bob waits until holds(fork_1, ann) is gone.
        "#]],
    );
}

const SERVICE: &str = "
script service
  cast
    waiter 1..1
    guest 1..2
  fact wants(character)
  fact served(character)
  fact busy
  fact patience(character, time)
  rule serve for waiter
    when wants(G), .any(G), not busy
    do wave
    add busy
    then remove wants(G)
    then add served(G)
    on failure remove busy
  rule rest for waiter
    when busy, not wants(_)
    do wait
    then remove busy
  rule call for guest
    when not patience(.me, _)
    add wants(.me), patience(.me, .now + 2 * .minute)
  rule eat for guest
    when served(.me)
    do wave
    remove served(.me), patience(.me, _)
    leave
  rule give_up for guest
    when patience(.me, T), T < .now
    remove patience(.me, _), wants(.me), served(.me)
    leave
";

/// The waiter stays busy while there are further wishes.
#[test]
fn patience_does_not_mask_a_wish_that_nobody_sees() {
    check(
        &NO_FAULTS,
        SERVICE,
        expect![[r#"
        waits-in-vain @ rule give_up for guest
        only giving up ends this wait: what is waited for can no longer come
          The scene begins with ann (waiter), bob (guest) and cy (guest).
          bob (guest) does call.
          ann (waiter) does serve: wave.
          cy (guest) does call.
          Now cy waits in vain, until patience ends.
          To do eat, cy waits for served(cy).
    "#]],
    );
}

#[test]
fn giving_up_is_no_wait_in_vain_where_what_is_waited_for_can_come() {
    // What was missing can come, or a fault has taken it away.
    let mended = SERVICE.replace("when busy, not wants(_)", "when busy");
    check(&Bounds::USUAL, &mended, expect![[""]]);
    // The only roll is sold: nobody is to blame.
    check(
        &NO_FAULTS,
        "
script bakery
  cast
    guest 1..2
  fact roll(prop)
  fact patience(character, time)
  rule come_in
    when not patience(.me, _)
    add patience(.me, .now + 2 * .minute)
  rule buy
    when roll(R)
    do wave
    remove roll(R), patience(.me, _)
    leave
  rule give_up
    when patience(.me, T), T < .now
    remove patience(.me, _)
    leave
",
        expect![[""]],
    );
    // The only seat is free again, but later than most wait.
    check(
        &NO_FAULTS,
        "
script splashing
  cast
    guest 1..2
  fact edge(prop)
  claim upon(prop, character)
  fact until(character, time)
  fact bored(character, time)
  state coming
    rule come
      when not bored(.me, _)
      add bored(.me, .now + 30 * .second)
    rule sit
      when edge(E), not upon(E, _)
      do wave
      add upon(E, .me), until(.me, .now + 5 * .minute)
      remove bored(.me, _)
      goto seated
    rule give_up
      when bored(.me, T), T < .now
      remove bored(.me, _)
      leave
  state seated
    rule go_home
      when until(.me, T), T < .now
      remove until(.me, _)
      leave
",
        expect![[""]],
    );
    // An opponent has left.
    check(
        &NO_FAULTS,
        "
script chess
  cast
    guest 1..2
  fact patience(character, time)
  fact greeted(character, character)
  rule come_in
    when not patience(.me, _)
    add patience(.me, .now + 2 * .minute)
  rule greet
    when .any(Other), Other != .me, not greeted(.me, Other)
    do wave
    add greeted(.me, Other)
  rule play
    when greeted(Other, .me)
    do wait
    remove greeted(Other, .me), patience(.me, _)
    leave
  rule give_up
    when patience(.me, T), T < .now
    remove patience(.me, _), greeted(_, .me), greeted(.me, _)
    leave
",
        expect![[""]],
    );
}

/// The waiter's `fed` was consumed in the update that added it, so that it was never seen.
#[test]
fn an_expectation_is_met_within_an_update() {
    check(
        &NO_FAULTS,
        "
script dinner
  cast
    guest 1..1
    waiter 1..1
  fact wants(guest)
  fact fed(guest)
  state hungry
    rule call for guest
      do wave
      add wants(.me)
      goto waiting
    rule serve for waiter
      when wants(G)
      do wait
      then remove wants(G)
      then add fed(G)
  state waiting
    rule eat for guest
      when fed(.me)
      do wave
      remove fed(.me)
      leave
  eventually served when wants(G) expect fed(G)
  eventually praised when wants(G) expect fed(G), wants(G)
",
        expect![[r#"
            property-broken @ eventually praised when wants(G) expect fed(G), wants(G)
            `praised` does not hold
              The scene begins with ann (waiter) and bob (guest).
              bob (guest) does call: wave.
              ann (waiter) does serve: wait.
              From now on, what `praised` expects can no longer come, unless something goes wrong.
        "#]],
    );
}

/// Each fact had props of its own, so that no prop was both.
#[test]
fn invented_props_can_have_two_facts_at_once() {
    check(
        &NO_FAULTS,
        "
script shade
  cast
    guest 1..2
  fact seat(prop)
  fact shaded(prop)
  claim taken(prop, character)
  define cool(X) when shaded(X)
  state standing
    rule sit_in_the_shade
      when seat(X), cool(X), not taken(X, _)
      do wave
      add taken(X, .me)
      goto done
    rule sit
      when seat(X), not taken(X, _)
      do wave
      add taken(X, .me)
      goto done
    rule turn_away
      leave
  state done
    rule home
      leave
",
        expect![[""]],
    );
}

/// Rounding let forty seconds pass before the third of three short steps.
#[test]
fn forty_seconds_never_pass_before_fifteen() {
    let script = "
action count takes 5 s
script hide_and_seek
  cast
    guest 1..1
  fact counted(number)
  fact bored(character, time)
  never too_early when counted(N), N < 3, .state(_, home)
  state counting
    rule begin
      when not bored(.me, _)
      add bored(.me, .now + 40 * .second), counted(0)
    rule give_up
      when bored(.me, T), T < .now
      goto home
    rule count
      when counted(N), N < 3
      do count
      then remove counted(N)
      then add counted(N + 1)
  state home
    rule go
      do wave
      remove bored(.me, _)
      leave
";
    check(&NO_FAULTS, script, expect![[""]]);
    // Within its own bounds, a shorter time does come.
    let short = script.replace("40 * .second", "14 * .second");
    check(&NO_FAULTS, &short, expect![[""]]);
}

/// A symbol without a set had no values, so that the fact was never told.
#[test]
fn symbols_are_told() {
    check(
        &NO_FAULTS,
        "
script menu
  cast
    guest 1..1
  fact chosen(symbol) told
  state asking
    rule take_tea
      when chosen(tea)
      remove chosen(_)
      goto done
    rule take_coffee
      when chosen(What), What != tea
      remove chosen(_)
      goto done
  state done
    rule go
      leave
",
        expect![[""]],
    );
}

/// Six may come, four were played: nothing is known of what needs five.
#[test]
fn a_rule_for_five_is_not_unreachable_with_four() {
    check(
        &NO_FAULTS,
        "
script crowd
  cast
    guest 1..6
  fact full
  fact missing
  fact waved(character)
  rule greet
    when not waved(.me)
    add waved(.me)
  rule too_many
    when count(waved(_)) > 4, not full
    add full
  rule open_a_window
    when full
    do wave
    leave
  rule whisper
    when missing
    do wave
    leave
  rule go
    remove waved(.me)
    leave
  rule hush
    when missing
    add missing
",
        expect![[r#"
            rule-never-reached @ rule whisper
            `whisper` never fires in any of the scenes that were played
              Every scene was played with up to 4 people, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
            rule-never-reached @ rule hush
            `hush` never fires in any of the scenes that were played
              Every scene was played with up to 4 people, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
            rule-never-reached @ rule too_many
            `too_many` may need more people: the cast has room for 6, and 4 were played
              Every scene was played with up to 4 people, no failures, no disappearances and no late arrivals.
            rule-never-reached @ rule open_a_window
            `open_a_window` may need more people: the cast has room for 6, and 4 were played
              Every scene was played with up to 4 people, no failures, no disappearances and no late arrivals.
        "#]],
    );
}

/// A fact that nothing gives was there from the start.
#[test]
fn a_fact_that_nothing_gives_is_not_there() {
    check(
        &NO_FAULTS,
        "
script picnic
  cast
    guest 1..1
  fact raining
  rule go_home
    when raining
    do wave
    leave
  rule stay
    when not raining
    do wait
    leave
",
        expect![[r#"
            rule-never-reached @ rule go_home
            `go_home` never fires in any of the scenes that were played
              Every scene was played with 1 person, no failures, no disappearances and no late arrivals. In none of them was there a moment for this rule.
        "#]],
    );
}

/// Every number of the script was an answer to every reading.
#[test]
fn readings_have_no_more_answers_than_rules_tell_apart() {
    let text = format!(
        "{HEAD}
property hunger(character): number
property thirst(character): number
property mood(character): number
property price(thing): number
script snack
  cast
    guest 1..2
  fact fed(character)
  rule eat
    when .hunger(.me) > 5, not fed(.me)
    do wave
    add fed(.me)
  rule drink
    when .thirst(.me) >= 7
    do wait
  rule sing
    when .mood(.me) > 2, .mood(.me) < 9
    do wave
  rule go
    when 3 > .hunger(.me)
    do wave
    remove fed(.me)
    leave
"
    );
    let bounds = Bounds {
        fine_updates_max: 100,
        updates_max: 1_000,
        ..Bounds::USUAL
    };
    let (explored, told) = explore_text(&text, &bounds);
    assert_eq!((explored.complete, told.as_str()), (true, ""));
}

/// A vendor forgets the wishes of those who are gone, in case they are called away: that is never
/// played, so nothing is said of the rule.
#[test]
fn a_precaution_against_those_who_are_called_away_is_not_reported() {
    check(
        &NO_FAULTS,
        "
script street_food
  cast
    waiter 1..1
    guest 0..2 joins late
  fact wants(guest)
  fact served(guest)
  state selling
    rule serve for waiter
      when wants(P), .any(P, guest)
      do wave
      then remove wants(P)
      then add served(P)
    rule forget for waiter
      when wants(P), not .any(P, guest)
      remove wants(P)
    rule close for waiter
      when not .any(_, guest)
      do wave
      end
    rule ask for guest
      add wants(.me)
      goto waiting
  state waiting
    rule got_it for guest
      when served(.me)
      do wave
      remove served(.me), wants(.me)
      leave
",
        expect![[""]],
    );
}
