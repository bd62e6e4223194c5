//! Warnings that were once given without cause, each found in a script that was right.

use townsfolk_lang::project::Project;

fn findings(text: &str) -> Vec<String> {
    let checked = Project::of_files([("test.folk", text)]).check();
    let name = |p: &townsfolk_lang::diagnostic::Diagnostic| p.code.name().to_string();
    checked.problems.iter().map(name).collect()
}

const CAFE: &str = "
role waiter
role guest
action work takes 1 s
script cafe
  cast
    waiter 1..1 joins as duty, starts in on_duty
    guest 0..2 starts in waiting
  fact shift(character, time)
  fact tired(KIND)
  fact open
  every state
    rule go for guest
      when not open
      do work
      leave
  state waiting
    rule yawn for guest
      do work
      then add open
      again after 3..4 s
  state on_duty
    rule close for waiter
      when shift(.me, T), T < .now, not tired(.me)
      end
    rule begin for waiter
      when .any(Other, waiter), not shift(.me, _)
      do work
      then add shift(.me, .now + 1 min), tired(Other)
";

/// Guests were warned about leaving behind what only a waiter's rules say of a waiter.
#[test]
fn a_guest_leaves_no_facts_of_waiters_behind() {
    assert_eq!(
        findings(&CAFE.replace("KIND", "waiter")),
        Vec::<String>::new()
    );
    // Of anybody found it may be said that she is tired, so here the warning is right.
    let of_anybody = CAFE
        .replace("KIND", "character")
        .replace(".any(Other, waiter)", ".any(Other)");
    assert_eq!(findings(&of_anybody), ["fact-left-behind"]);
}

/// Reading one book after the other was called taking a second one.
#[test]
fn what_is_left_for_me_is_not_taken_from_others() {
    let text = "
role reader
prop book
action read(prop) takes 9 s
script library
  cast
    reader 0..2
  fact shelved(prop)
  fact has_read(reader, prop)
  rule go
    when shelved(Book), has_read(.me, Book)
    remove has_read(.me, _)
    leave
  rule read_on
    when shelved(Book), not has_read(.me, Book)
    do read(Book)
    then add has_read(.me, Book)
    then remove has_read(.me, _)
";
    assert_eq!(findings(text), Vec::<String>::new());
}

const RESTAURANT: &str = "
role waiter
role guest
prop chair
action wait takes 5 s
action sit(prop) takes 2 s, may fail
action serve(character) takes 4 s, may fail
action eat takes 60 s
script restaurant
  cast
    waiter 1..1 joins as duty, starts in on_duty
    guest 0..4 joins late, starts in queueing
  fact seat(chair)
  claim sits_on(chair, guest)
  fact seated(guest)
  fact served(guest)
  fact patience(guest, time)

  state queueing
    rule lose_patience for guest
      when patience(.me, T), T < .now
      remove patience(.me, _)
      leave
    rule take_a_seat for guest
      when seat(Place), not sits_on(Place, _)
      do sit(Place)
      add sits_on(Place, .me)
      then add seated(.me)
      then remove patience(.me, _)
      goto at_table
    rule wait for guest
      when not patience(.me, _)
      do wait
      add patience(.me, .now + 5 min)
  state at_table
    rule eat for guest
      when served(.me)
      do eat
      goto done
  state done
    rule go for guest
      remove patience(.me, _), seated(.me), served(.me)
      leave
  state on_duty
    rule close for waiter
      when .clock > 22:00
      end
    rule serve for waiter
      when seated(Guest), not served(Guest)
      do serve(Guest)
      then add served(Guest)
";

/// Guests who leave the queue were warned about what waiters only say of those at a table.
#[test]
fn who_leaves_the_queue_was_never_served() {
    assert_eq!(findings(RESTAURANT), Vec::<String>::new());
    // Here the waiter serves whoever is there, so those in the queue may be served too.
    let anywhere = RESTAURANT.replace("when seated(Guest), not", "when .any(Guest, guest), not");
    assert!(findings(&anywhere).contains(&"fact-left-behind".to_string()));
    // Here a guest who was seated goes back into the queue.
    let back = RESTAURANT.replace(
        "goto done\n",
        "goto done\n    rule give_up for guest\n      when not served(.me)\n      do wait\n      goto queueing\n",
    );
    assert!(findings(&back).contains(&"fact-left-behind".to_string()));
}

/// When a dish is on its way, the guest may have gone on to a later state before it arrives.
#[test]
fn what_comes_when_an_action_is_done_may_find_somebody_further_on() {
    let impatient = RESTAURANT.replace(
        "goto done\n  state done",
        "goto done\n    rule give_up for guest\n      when not served(.me)\n      do wait\n      remove seated(.me)\n      goto walking_out\n  state walking_out\n    rule walk_out for guest\n      do wait\n      remove patience(.me, _), seated(.me)\n      leave\n  state done",
    );
    assert_eq!(findings(&impatient), ["fact-left-behind"]);
}

/// A rule above fires for whoever has no time set, so everybody below it has one.
#[test]
fn whoever_lacks_a_time_is_given_one_by_the_rule_above() {
    let text = "
role child
action sit(prop) takes 2..3 s, may fail
action splash takes 1..2 s
prop rim
script splashing
  cast
    child 1..3 joins late
  fact edge(prop)
  claim upon(prop, character)
  fact until(character, time)

  rule go_home
    when until(.me, T), T < .now
    remove until(.me, _)
    leave

  state begin
    rule stay
      when not until(.me, _)
      add until(.me, .now + random(30, 60) * .second)
    rule sit
      when edge(E), not upon(E, _)
      do sit(E)
      add upon(E, .me)
      goto seated
  state seated
    rule splash
      do splash
      again after 4..8 s
";
    assert_eq!(findings(text), Vec::<String>::new());
    // Below the rule that keeps them, it comes too late.
    let late = text.replace("again after 4..8 s", "").replace(
        "    rule stay\n      when not until(.me, _)\n      add until(.me, .now + random(30, 60) * .second)\n",
        "",
    );
    let late = format!(
        "{late}    rule stay\n      when not until(.me, _)\n      add until(.me, .now + 30 s)\n"
    );
    assert!(findings(&late).contains(&"no-way-out".to_string()));
}

const VENDOR: &str = "
role citizen
role vendor is citizen
role pedestrian is citizen
action shout uses voice, takes 2..4 s
action hand(character) takes 2..3 s, may fail
action pay(character) takes 1..2 s
action munch takes 6..10 s
action look_over takes 2..4 s
action pack_up takes 4 s

script street_food
  cast
    vendor 1..1 joins as duty, starts in selling
    pedestrian 0..3 joins late, starts in looking, on leaving look_over
  fact wants(pedestrian)
  fact served(pedestrian)
  fact closes(time)
  fact bored(pedestrian, time)

  state selling
    rule open_up for vendor
      when not closes(_)
      add closes(.now + random(5, 8) * .minute)
    rule close_down for vendor
      when closes(T), T < .now, not wants(_)
      do pack_up
      end
    rule serve for vendor
      when wants(P), .any(P, pedestrian)
      do hand(P)
      then remove wants(P)
      then add served(P)
    rule forget for vendor
      when wants(P), not .any(P, pedestrian)
      remove wants(P)
    rule cry for vendor
      do shout
      again after 15..25 s

  state looking
    rule think for pedestrian
      do look_over
      goto deciding
  state deciding
    rule no_thanks for pedestrian
      when chance(40%)
      leave
    rule ask for pedestrian
      add wants(.me), bored(.me, .now + 40 s)
      goto waiting
  state waiting
    rule got_it for pedestrian
      when served(.me), .any(V, vendor)
      do pay(V)
      remove served(.me), bored(.me, _)
      goto eating
    rule give_up for pedestrian
      when bored(.me, T), T < .now
      remove wants(.me), bored(.me, _), served(.me)
      leave
  state eating
    rule eat for pedestrian
      do munch
      leave
";

/// The vendor serves each pedestrian once, and whoever was served takes it along before leaving.
#[test]
fn what_one_vendor_gives_once_is_used_up_before_leaving() {
    assert_eq!(findings(VENDOR), Vec::<String>::new());
    // Two vendors can serve one pedestrian twice.
    let two = VENDOR.replace("vendor 1..1", "vendor 1..2");
    assert_eq!(findings(&two), ["fact-left-behind"]);
}

/// Somebody of another role ends the scene, so nobody is kept for ever.
#[test]
fn the_end_may_belong_to_another_role() {
    let text = "
role guide
role visitor
action tell takes 3 s
action wander takes 5 s
script tour
  cast
    guide 1..1 starts in leading
    visitor 1..6 starts in listening
  fact shown(visitor, time)
  state leading
    rule finish for guide
      when .clock > 17:00
      end
    rule tell for guide
      do tell
  state listening
    rule go for visitor
      when shown(.me, T), T < .now
      remove shown(.me, _)
      leave
    rule look for visitor
      when not shown(.me, _), chance(20%)
      add shown(.me, .now + 2 min)
    rule wander for visitor
      do wander
";
    assert_eq!(findings(text), Vec::<String>::new());
    let nobody_ends = text.replace("      when .clock > 17:00\n      end", "      do tell");
    assert!(findings(&nobody_ends).contains(&"no-way-out".to_string()));
}

/// A rule that asks for a fact not to be there about `.me` asks something about `.me`.
#[test]
fn asking_for_no_fact_about_me_asks_about_me() {
    let text = "
role pilgrim
action pray takes 30 s
script shrine
  cast
    pilgrim 1..3
  fact blessed(pilgrim)
  rule go
    when blessed(.me)
    remove blessed(.me)
    leave
  rule wait
    when CONDITIONchance(50%)
    do pray
  rule bless
    then add blessed(.me)
";
    assert_eq!(
        findings(&text.replace("CONDITION", "not blessed(.me), ")),
        Vec::<String>::new()
    );
    assert_eq!(findings(&text.replace("CONDITION", "")), ["no-way-out"]);
}

const BALL_GAME: &str = "
role player
prop ball
action throw(character) takes 2 s, may fail
action pick_up(prop) takes 2 s, may fail
script game
  cast
    player 2..5
  fact lies(prop)
  claim holds(prop, player)
  fact dusk told
  define has_ball(P) when holds(_, P)
  rule stop
    when dusk
    leave
  rule pass
    when holds(Ball, .me), .any(Other), Other != .me, not has_ball(Other)
    do throw(Other)
    then remove holds(Ball, .me)
    then add holds(Ball, Other)
  rule take
    when lies(Ball), not holds(Ball, _)GUARD
    do pick_up(Ball)
    add holds(Ball, .me)
location green
  prop left: ball
  knows lies(left)
  prefers game 1
  emits script within 9 m
";

/// A guard against a second ball may stand in a define. A claim that is handed over is taken when
/// the throw is done, and rightly so.
#[test]
fn a_guard_may_stand_in_a_define() {
    for guard in [", not has_ball(.me)", ", not holds(_Ball, .me)"] {
        assert_eq!(
            findings(&BALL_GAME.replace("GUARD", guard)),
            Vec::<String>::new(),
            "{guard}"
        );
    }
    assert_eq!(findings(&BALL_GAME.replace("GUARD", "")), ["takes-twice"]);
}

/// Whoever stays clears the fact away, and names the one who has left by a variable.
#[test]
fn the_one_who_stays_clears_what_joins_two() {
    let text = "
role guest
action chat(character) takes 3..5 s
script party
  cast
    guest 2..4
  fact talks(guest, guest)
  fact bell told
  rule go
    when bell
    remove talks(_, .me)
    leave
  rule answer
    when talks(Other, .me)
    do chat(Other)
    then remove talks(Other, .me)
  rule begin
    when .any(Other), Other != .me, not talks(_, Other)
    do chat(Other)
    add talks(.me, Other)
    again after 10..20 s
";
    assert_eq!(findings(text), Vec::<String>::new());
    let nobody_clears = text.replace("    then remove talks(Other, .me)\n", "");
    assert!(findings(&nobody_clears).contains(&"fact-left-behind".to_string()));
}

/// A rule that never fires starves nobody: it is reported once.
#[test]
fn a_hidden_rule_is_not_also_called_starving() {
    let text = "
role p
action a takes 2 s
action b takes 2 s
script s
  cast
    p 1..2
  fact n(number) told
  rule wide
    when n(N), N > 3
    do a
    remove n(_)
  rule narrow
    when n(K), K > 5
    do b
  rule out
    leave
";
    assert_eq!(findings(text), ["rule-never-fires"]);
}

/// A variable that only `not` names stands for anything, as `_` does.
#[test]
fn a_name_that_only_not_has_is_like_an_underscore() {
    let text = "
role p
action a takes 2 s
action b takes 2 s
script s
  cast
    p 1..2
  fact x(character) told
  rule one
    when not x(_Q)
    do a
    again after 5 s
  rule two
    when not x(_)
    do a
  rule three
    when not x(_W)
    do b
  rule out
    when x(_)
    leave
";
    assert_eq!(findings(text), ["rule-never-fires"]);
    // The same name twice in one fact asks for two equal arguments, and is not `_`.
    let twice = text
        .replace("x(character)", "x(character, character)")
        .replace("x(_)", "x(_, _)")
        .replace("x(_Q)", "x(_Q, _Q)")
        .replace("x(_W)", "x(_W, _W)");
    assert_eq!(findings(&twice), ["rule-starves-others"]);
    let other_order = twice
        .replace("two\n    when not x(_, _)", "two\n    when not x(_V, _V)")
        .replace(
            "three\n    when not x(_W, _W)",
            "three\n    when not x(_, _)",
        );
    assert_eq!(
        findings(&other_order),
        ["rule-starves-others", "rule-never-fires"]
    );
}

/// What a rule adds along with the fact that it misses is there below it too.
#[test]
fn two_facts_that_come_together_are_both_there() {
    let text = "
role monk
action chant takes 8..12 s
script vespers
  cast
    monk 1..6
  fact calm(monk)
  fact step(monk, number)
  rule settle
    when not calm(.me)
    add calm(.me), step(.me, 0)
  rule done
    when step(.me, N), N > 3
    remove step(.me, _), calm(.me)
    leave
  rule chant
    when step(.me, N), chance(30%)
    remove step(.me, N)
    add step(.me, N + 1)
  rule wait
    do chant
";
    assert_eq!(findings(text), Vec::<String>::new());
    let used_up = text.replace("    add step(.me, N + 1)\n", "");
    assert!(findings(&used_up).contains(&"no-way-out".to_string()));
}
