//! What a coarse pass drops, and what it must not drop.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use support::{codes, explore_text};
use townsfolk_explore::{Bounds, Exploration, Merging};

const HEAD: &str = "
role guest
role waiter
action wave takes 1..2 s
action run takes 1..2 s
action knock takes 1..2 s, may fail
symbols dish: soup, cake
";

const COARSE: Bounds = Bounds {
    fine_states_max: 0,
    people_max: 3,
    failures: 1,
    disappearances: 1,
    arrivals: 0,
    ..Bounds::USUAL
};

fn coarsely(script: &str) -> (Exploration, String) {
    let (exploration, told) = explore_text(&format!("{HEAD}{script}"), &COARSE);
    assert!(exploration.complete);
    (exploration, told)
}

/// The findings are the same as without merging.
#[track_caller]
fn hides_nothing(script: &str) -> String {
    let (_, told) = coarsely(script);
    let finely = Bounds {
        merging: Merging::NOTHING,
        ..COARSE
    };
    let (fine, finely) = explore_text(&format!("{HEAD}{script}"), &finely);
    assert!(fine.complete);
    assert_eq!(codes(&told), codes(&finely), "{finely}");
    told
}

/// A waiter who greets newcomers. `GUARD` says whether only those who are still there.
const GREETING: &str = "
script greeting
  cast
    waiter 1..1
    guest 0..2
  fact came(character)
  fact tired(character)
  rule greet for waiter
    when came(Guest)GUARD
    do wave
    remove came(Guest)
  rule close for waiter
    when not .any(_, guest)
    do wave
    end
  rule come for guest
    do knock
    then add came(.me)
    once
  rule go for guest
    do wave
    leave
";

#[test]
fn a_fact_about_one_who_has_left_is_forgotten_where_only_the_present_count() {
    let (guarded, found) = coarsely(&GREETING.replace("GUARD", ", .any(Guest)"));
    let (open, _) = coarsely(&GREETING.replace("GUARD", ""));
    assert_eq!(found, "");
    assert!(
        guarded.states < open.states,
        "{} {}",
        guarded.states,
        open.states
    );
    hides_nothing(&GREETING.replace("GUARD", ", .any(Guest)"));
}

/// A leaver's fact still counts where a `not` ranges over everybody.
#[test]
fn a_fact_about_one_who_has_left_still_blocks() {
    let told = hides_nothing(
        "
script crossing
  cast
    waiter 1..1
    guest 1..1 vacant up to 1 min
  fact in_the_way(character)
  define blocked when in_the_way(_)
  rule cross for waiter
    when .any(Me, waiter), not blocked, not in_the_way(Me)
    do wave
    end
  rule step_out for guest
    do knock
    add in_the_way(.me)
    leave
",
    );
    assert!(!codes(&told).is_empty());
}

/// An order that is passed from one fact to the next. `LOOK` is what the cook reads.
const KITCHEN: &str = "
script kitchen
  cast
    waiter 1..1
    guest 1..2
  fact calling(character, dish)
  fact wants(character, dish)
  state first
    rule soup for guest
      when chance(50%)
      do knock
      then add calling(.me, soup)
      goto second
    rule cake for guest
      do knock
      then add calling(.me, cake)
      goto second
    rule take for waiter
      when calling(Guest, Dish)
      do wave
      remove calling(Guest, _)
      then add wants(Guest, Dish)
    rule cook for waiter
      when wants(Guest, LOOK)
      do run
      then remove wants(Guest, _)
    rule close for waiter
      when not .any(_, guest)
      do wave
      end
  state second
    rule go for guest
      do wave
      leave
";

#[test]
fn a_value_that_is_only_handed_on_is_not_told_apart() {
    let (carried, _) = coarsely(&KITCHEN.replace("LOOK", "_"));
    let (looked_at, _) = coarsely(&KITCHEN.replace("LOOK", "soup"));
    assert!(
        carried.states < looked_at.states,
        "{} {}",
        carried.states,
        looked_at.states
    );
    hides_nothing(&KITCHEN.replace("LOOK", "_"));
}

/// Two ways to come to the door, with the same end. `OTHER` is the end of the second.
const DOOR: &str = "
script door
  cast
    guest 1..3
  fact here(character)
  fact breathless(character)
  rule hurry for guest
    when not here(.me), chance(50%)
    do run
    then add here(.me)
  rule walk for guest
    when not here(.me)
    do wave
    then add OTHER
  rule go for guest
    when here(.me)
    do knock
    leave
";

#[test]
fn rules_that_end_alike_are_alike_while_they_run() {
    let (equivalent_rules, _) = coarsely(&DOOR.replace("OTHER", "here(.me)"));
    let (different, _) = coarsely(&DOOR.replace("OTHER", "here(.me), breathless(.me)"));
    assert!(
        equivalent_rules.states < different.states,
        "{} {}",
        equivalent_rules.states,
        different.states
    );
    assert_eq!(equivalent_rules.rules_fired.len(), 3);
    hides_nothing(&DOOR.replace("OTHER", "here(.me)"));
}

/// The time of day is compared with one that the place knows.
#[test]
fn the_clock_strikes_what_the_place_knows() {
    let text = "
role waiter
action wave takes 1..2 s
script evening
  cast
    waiter 1..1
  fact evening_from(daytime)
  rule good_evening for waiter
    when evening_from(Hour), .clock >= Hour
    do wave
    end
  rule good_day for waiter
    do wave
    again after 5..10 s
location terrace
  knows evening_from(18:00)
  tags food
  prefers evening 1
  emits script within 25 m, every 2 s
";
    for fine_states_max in [0, 5_000] {
        let bounds = Bounds {
            fine_states_max,
            ..Bounds::USUAL
        };
        let (exploration, told) = explore_text(text, &bounds);
        assert_eq!(told, "");
        assert_eq!(exploration.rules_fired.len(), 2);
    }
}

/// People who wait until their patience has expired. `LOOK` is how they notice.
const WAITING: &str = "
script waiting
  cast
    guest 1..3
  fact patient(character) for 20 s
  state coming
    rule come for guest
      do knock
      then add patient(.me)
      goto in_line
  state in_line
    rule give_up for guest
      when LOOK
      do wave
      leave
    rule hum for guest
      do run
      again after 5..9 s
";

#[test]
fn a_fact_passes_when_somebody_notices() {
    let text = format!("{HEAD}{}", WAITING.replace("LOOK", "not patient(.me)"));
    let by_itself = Bounds {
        merging: Merging {
            passing: false,
            ..Merging::ALL
        },
        ..COARSE
    };
    let (noticed, found) = explore_text(&text, &COARSE);
    let (passed, _) = explore_text(&text, &by_itself);
    assert_eq!(found, "");
    assert!(noticed.complete && passed.complete);
    assert!(
        noticed.states * 3 < passed.states * 2,
        "{} {}",
        noticed.states,
        passed.states
    );
    assert_eq!(noticed.rules_fired, passed.rules_fired);
    hides_nothing(&WAITING.replace("LOOK", "not patient(.me)"));
}

/// A rule that needs the fact itself must not find it for ever.
#[test]
fn a_fact_that_somebody_needs_passes_by_itself() {
    let told = hides_nothing(
        "
script last_call
  cast
    waiter 1..1
    guest 1..1
  fact bell for 20 s
  rule ring for waiter
    do knock
    then add bell
    once
  rule come for guest
    when bell
    do wave
    end
",
    );
    assert_eq!(codes(&told), ["stuck-scene"]);
}

/// Another person's patience: the reader is not the person it is about.
#[test]
fn somebody_else_may_notice_that_a_fact_has_passed() {
    let told = hides_nothing(
        "
script ward
  cast
    waiter 1..1
    guest 1..2
  fact cheered(guest) for 20 s
  rule cheer for waiter
    when .any(Guest, guest), not cheered(Guest)
    do wave
    add cheered(Guest)
  rule stroll for guest
    do run
    again after 5..9 s
",
    );
    assert!(codes(&told).contains(&"livelock"), "{told}");
}

/// A person fumbles, and another remarks on it. `REMARK` is the effect of that.
const REMARKS: &str = "
script remarks
  cast
    guest 1..2
    waiter 0..1
  fact fumbled(guest) for 6 s
  state trying
    rule try for guest
      do knock
      on failure add fumbled(.me)
      goto done
    rule remark for waiter
      when fumbled(_)
      do wave
      REMARK
      again after 5..9 s
    rule close for waiter
      when not .any(_, guest)
      do run
      end
  state done
    rule go for guest
      do run
      leave
";

#[test]
fn a_fact_at_which_only_a_pastime_looks_is_not_kept() {
    let (idle, found) = coarsely(&REMARKS.replace("REMARK", ""));
    let (lasting, _) = coarsely(&REMARKS.replace("REMARK", "remove fumbled(_)"));
    assert_eq!(found, "");
    assert!(
        idle.states < lasting.states,
        "{} {}",
        idle.states,
        lasting.states
    );
    hides_nothing(&REMARKS.replace("REMARK", ""));
    hides_nothing(&REMARKS.replace("REMARK", "remove fumbled(_)"));
}
