//! `townsfolk play --why`: small scripts in, answers out.

use crate::folder::Folder;
use expect_test::expect;

const HEAD: &str = "role guest
role cook
prop chair
action nod takes 2 s
action sit(chair) takes 10 s
action shake(character) takes 5 s
";

/// The answer for somebody at some moment of a script with these parts.
fn why(name: &str, cast: &str, body: &str, who: &str, at: &str) -> String {
    let text = format!("{HEAD}script s\n  cast\n    guest 0..4\n    cook 0..2\n{body}");
    let folder = Folder::new(&format!("why_{name}")).file("a.folk", text);
    folder.run(&[
        "play",
        "a.folk",
        "--cast",
        cast,
        "--arrivals",
        "0",
        "--seed",
        "2",
        "--why",
        who,
        "--at",
        at,
    ])
}

#[test]
fn a_fact_is_missing() {
    let body = "  fact hungry(character)
  fact bell told
  rule eat
    when bell, hungry(.me)
    do nod
  rule get_hungry once
    add hungry(.me)
";
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:01 (8 s).
        The last rule that fired was get_hungry, at 12:00:01.

        The rules, in order:

          eat         not now: `bell` fails: there is none
                      it would fire if there were bell
          get_hungry  passed over: it is to fire only once, and has
    "#]]
    .assert_eq(&why("missing_fact", "guest", body, "Ann", "10s"));
}

#[test]
fn a_fact_is_in_the_way() {
    let body = "  fact dark
  fact told_of_it told
  rule dusk once
    add dark
  rule go_out
    when not dark
    do nod
";
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:01 (8 s).
        The last rule that fired was dusk, at 12:00:01.

        The rules, in order:

          dusk    passed over: it is to fire only once, and has
          go_out  not now: `not dark` fails: there is dark
                  it would fire without dark
    "#]]
    .assert_eq(&why("negated_fact", "guest", body, "ann", "10s"));
}

#[test]
fn it_is_too_early() {
    let body = "  fact until(character, time)
  rule plan once
    add until(.me, .now + 250 s)
  rule go
    when until(.me, T), T < .now
    leave
";
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:01 (8 s).
        The last rule that fired was plan, at 12:00:01.

        The rules, in order:

          plan  passed over: it is to fire only once, and has
          go    not now: `T < .now` fails: 12:04:11 < 12:00:10 is not so
                it gets that far with T = 12:04:11
                it would hold from 12:04:11 on
    "#]]
    .assert_eq(&why("time", "guest", body, "Ann", "10s"));
}

#[test]
fn somebody_else_has_the_claim() {
    let body = "  fact seat(chair)
  claim taken(chair, character)
  rule sit for guest
    when seat(P)
    do sit(P)
    add taken(P, .me)
location room
  prop left: chair at 0 m, 0 m
  knows seat(left)
  prefers s 1
  emits script within 5 m
";
    let told = why("claim", "guest 2", body, "Ann", "4s");
    let told = told + &why("claim_2", "guest 2", body, "Bob", "4s");
    expect![[r#"
        Ann (guest) at 12:00:04: in s at room

        Ann does nothing since 12:00:01 (2 s).

        The rules, in order:

          sit  not now: its condition holds with P = left, but Bob holds taken(left, Bob)
               it would fire without taken(left, Bob)
        Bob (guest) at 12:00:04: in s at room

        Bob is doing sit(left) since 12:00:01, because of sit with P = left.

        The rules, in order:

          sit  yes: this is what Bob is doing
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_define_is_looked_into() {
    let body = "  fact seat(chair)
  claim taken(chair, character)
  define free(P) when seat(P), not taken(P, _)
  define full when not free(_)
  rule sit for guest
    when free(P)
    do sit(P)
    add taken(P, .me)
  rule grumble for cook
    when not full
    do nod
location room
  prop left: chair at 0 m, 0 m
  knows seat(left)
  prefers s 1
  emits script within 5 m
";
    let told = why("define", "guest 2", body, "Ann", "5s");
    let told = told + &why("define_2", "guest, cook", body, "Bob", "7s");
    expect![[r#"
        Ann (guest) at 12:00:05: in s at room

        Ann does nothing since 12:00:01 (3 s).

        The rules, in order:

          sit      not now: `free(P)` fails, because `not taken(left, _)` does: there is taken(left, Bob)
                   it would fire without taken(left, Bob)
          grumble  passed over: it is for cook
        Bob (cook) at 12:00:07: in s at room

        Bob does nothing since 12:00:03 (3 s).
        The last rule that fired was grumble, at 12:00:01.

        The rules, in order:

          sit      passed over: it is for guest
          grumble  not now: `not full` fails: full holds
                   it would fire without taken(left, Ann)
    "#]]
    .assert_eq(&told);
}

#[test]
fn other_roles_rests_and_once() {
    let body = "  rule cook_soup for cook
    do nod
  rule greet
    do nod
    once
  rule hum
    do nod
    again after 60..60 s
";
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:05 (4 s).
        The last rule that fired was hum, at 12:00:03.

        The rules, in order:

          cook_soup  passed over: it is for cook
          greet      passed over: it is to fire only once, and has
          hum        passed over: it rests until 12:01:03
    "#]]
    .assert_eq(&why("passed_over", "guest", body, "Ann", "10s"));
}

#[test]
fn there_is_nobody_to_do_it_with() {
    let body = "  fact ready(character)
  rule get_ready once
    add ready(.me)
  rule ask_the_cook
    when .any(Other, cook)
    do shake(Other)
  rule meet
    when ready(Other), Other != .me
    do shake(Other) together with Other
";
    let told = why("nobody", "guest", body, "Ann", "10s");
    let told = told + &why("nobody_2", "guest 2", body, "Bob", "10s");
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:01 (8 s).
        The last rule that fired was get_ready, at 12:00:01.

        The rules, in order:

          get_ready     passed over: it is to fire only once, and has
          ask_the_cook  not now: `.any(Other, cook)` fails: no cook is present who fits
                        no single fact would let it fire
          meet          not now: `Other != .me` fails: Ann != Ann is not so
                        it gets that far with Other = Ann
                        no single fact would let it fire
        Bob (guest) at 12:00:10: in s at somewhere

        Bob is doing shake(Bob) together with Ann since 12:00:06, because of Ann's meet with Other = Bob.

        The rules, in order:

          get_ready     passed over: it is to fire only once, and has
          ask_the_cook  not now: `.any(Other, cook)` fails: no cook is present who fits
                        no single fact would let it fire
          meet          not now: its condition holds with Other = Ann, but Ann is not free
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_coin_a_reading_and_a_rule_without_change() {
    let body = "  fact lit
  rule light
    add lit
  rule dream
    when chance(0)
    do nod
  rule wave
    when .any(Other), distance(.me, Other) > 50
    do nod
";
    expect![[r#"
        Ann (guest) at 12:00:10: in s at somewhere

        Ann does nothing since 12:00:01 (8 s).

        The rules, in order:

          light  not now: its condition holds, but nothing would change
                 no single fact would let it fire
          dream  not now: `chance(0)` fails: the coin fell the other way, and is thrown again when Ann has done something
                 no single fact would let it fire
          wave   not now: `distance(.me, Other) > 50` fails: 0 > 50 is not so
                 it gets that far with Other = Ann
                 no single fact would let it fire
    "#]].assert_eq(&why("coin", "guest 2", body, "Ann", "10s"));
}

#[test]
fn those_who_take_part_in_nothing() {
    let body = "  rule go
    leave
";
    let told = why("outside", "guest", body, "Ann", "1s");
    let told = told + &why("outside_2", "guest", body, "Ann", "9s");
    expect![[r#"
        Ann (guest) at 12:00:01 takes part in nothing.

          somewhere does not ask: it has not looked around yet, and will ask next time.
        Ann (guest) at 12:00:09 takes part in nothing.

          somewhere does not ask: Ann is 10.4 m away, and it reaches 10.0 m.
    "#]]
    .assert_eq(&told);
}

#[test]
fn nobody_goes_by_that_name() {
    let body = "  rule nod\n    do nod\n";
    let told = why("name", "guest 3", body, "Bobb", "10s");
    let told = told + &why("name_2", "guest 3", body, "Quasimodo", "10s");
    expect![[r#"
        --- complaints
        error: nobody by the name `Bobb` has come by 12:00:10

        Hint: did you mean `Bob`?
        --- exit 2
        --- complaints
        error: nobody by the name `Quasimodo` has come by 12:00:10

        Hint: those there are `Ann`, `Bob` and `Cy`
        --- exit 2
    "#]]
    .assert_eq(&told);
}

const PLAYGROUND: &str = "role parent
role child
action play takes 4 s
action call(character) uses voice, takes 2 s
script playground
  cast
    parent 1..2
    child 1..3
  rule call for parent
    when .any(C, child)
    do call(C)
    again after 8..12 s
  rule play for child
    do play
  rule home for parent
    leave
  rule away for child
    leave
";

/// What a location is said to lack that does not ask Ann, who is there with others.
fn outside(name: &str, people: &[&str], location: &str) -> String {
    let text = format!("{PLAYGROUND}location sandpit\n{location}");
    let folder = Folder::new(&format!("why_{name}")).file("a.folk", text);
    let play = ["play", "a.folk", "--arrivals", "0", "--until", "10s"];
    let told = folder.run(&[&play[..], people].concat());
    let told = told
        .split_once("silliness: none\n")
        .map_or(told.as_str(), |(_, rest)| rest);
    told.to_owned() + &folder.run(&[&play[..], people, &["--why", "Ann"]].concat())
}

/// `why` had no case for these, and said that the location had not looked around yet.
#[test]
fn groups_weights_limits_and_emitters_keep_people_from_a_scene() {
    let emits = "  prefers playground 1\n  emits script within 6 m\n";
    let family = ["--group", "parent, child 4"];
    let told = [
        outside("large_group", &family, emits),
        outside(
            "weight",
            &["--cast", "parent, child"],
            &emits.replace("playground 1", "playground 0"),
        ),
        outside(
            "at_most",
            &["--cast", "parent, child"],
            "  prefers playground 1\n  emits script within 6 m, at most 0 within 5 m\n",
        ),
        outside(
            "no_emitter",
            &["--cast", "parent, child"],
            "  prefers playground 1\n",
        ),
        outside(
            "no_reach",
            &["--cast", "parent, child"],
            "  prefers playground 1\n  emits script within 0 m\n",
        ),
    ];
    expect![[r#"

        Nothing happens: sandpit does not ask Ann: the group of Ann has 4 members as child, and playground takes at most 3 as child.
        Hint: ask for one character with `--why Ann`
        Ann (parent) at 12:00:09 takes part in nothing.

          sandpit does not ask: the group of Ann has 4 members as child, and playground takes at most 3 as child.

        Nothing happens: sandpit does not ask Ann: it prefers playground with a weight of 0, which is never.
        Hint: give `prefers` a weight above 0
        Ann (parent) at 12:00:09 takes part in nothing.

          sandpit does not ask: it prefers playground with a weight of 0, which is never.

        Nothing happens: sandpit does not ask Ann: as many scenes of playground run around it as `at most` allows.
        Hint: ask for one character with `--why Ann`
        Ann (parent) at 12:00:09 takes part in nothing.

          sandpit does not ask: as many scenes of playground run around it as `at most` allows.

        Nothing happens: sandpit does not ask Ann: it has no emitter that begins scenes.
        Hint: write `emits script` in the location `sandpit`
        Ann (parent) at 12:00:09 takes part in nothing.

          sandpit does not ask: it has no emitter that begins scenes.

        Nothing happens: sandpit does not ask Ann: Ann is 0.7 m away, and it reaches 0.0 m.
        Hint: ask for one character with `--why Ann`
        Ann (parent) at 12:00:09 takes part in nothing.

          sandpit does not ask: Ann is 0.7 m away, and it reaches 0.0 m.
    "#]].assert_eq(&told.concat());
}

/// It said only that Ann is busy, and not that the rule above wins for ever.
#[test]
fn the_rule_above_that_always_wins_is_named() {
    let body = "  rule fish
    do nod
  rule go_home
    leave
";
    expect![[r#"
        Ann (guest) at 12:00:05: in s at somewhere

        Ann is doing nod since 12:00:03, because of fish.

        The rules, in order:

          fish     yes: this is what Ann is doing
          go_home  could fire, were Ann not busy with fish; fish comes before it and wins again whenever it holds
    "#]].assert_eq(&why("always_wins", "guest", body, "Ann", "5s"));
}

/// Trial minds-and-town.md 8: a need that nothing serves went unnoticed.
#[test]
fn nothing_serves_a_need() {
    let text = "area town
role citizen
need hunger
  rises 0 to 1 in 2 h
  falls 1 to 0 in 15 min
action walk_to takes 1 s
action hum takes 5 s
layer body
  needs hunger
  flag idle on
  concept lazy
  action eat: satisfy hunger
  action loaf: do hum
  hunger drives eat above 0.5
  idle drives lazy a_little
  lazy drives loaf
schedule day
  00:00..24:00 at town as citizen
person ann
  mind body
  follows day
";
    let folder = Folder::new("why_unserved").file("a.folk", text);
    let told = folder.run(&["play", "a.folk", "--why", "Ann", "--at", "3h"]);
    assert!(told.contains("Nothing here serves hunger."), "{told}");
    let silly = folder.run(&["play", "a.folk", "--until", "10h"]);
    let found = "Ann suffers hunger for hours, and nothing here serves it";
    assert!(silly.contains(found), "{silly}");
}
