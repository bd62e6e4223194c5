//! Warnings that were once given without cause, each found in a script that was right.

use townsfolk_lang::project::Project;

fn findings(text: &str) -> Vec<String> {
    let checked = Project::of_files([("test.folk", text)]).check();
    let name = |p: &townsfolk_lang::diagnostic::Diagnostic| p.code.name().to_string();
    let alarms = checked.problems.iter();
    alarms
        .filter(|p| p.severity != townsfolk_lang::diagnostic::Severity::Note)
        .map(name)
        .collect()
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
        .replace("not tired(.me)", "not tired(_)")
        .replace(".any(Other, waiter)", ".any(Other)");
    assert_eq!(findings(&of_anybody), ["fact-left-behind"]);
    // The waiter asks only whether he is tired himself.
    let of_himself = of_anybody.replace("not tired(_)", "not tired(.me)");
    assert_eq!(findings(&of_himself), Vec::<String>::new());
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

/// What people of the packages below have in common.
const LIFE: &str = "
role idler carries at_home
layer at_home flag bored on concept company action chat: mingle here bored drives company company drives chat
layer body flag up on concept calm action doze: mingle here up drives calm calm drives doze
action walk_to takes 1 s
action rest takes 1 min, eases weariness
need weariness rises 0 to 1 in 6 h falls 1 to 0 in 1 h
layer tired needs weariness action sit: satisfy weariness weariness drives sit above 0.5
script a_seat cast idler 1..2 rule rest do rest leave
";

/// Packages of unusual shape in which everything fits together, each with what is unusual.
const ODD: &[(&str, &str)] = &[
    (
        "a need that only a scene eases, which nobody asks for",
        "area home layer weary needs weariness action yawn: mingle here weariness drives yawn
         location bench prefers a_seat emits script
         schedule day 0:00..24:00 at home as idler person mira mind weary follows day",
    ),
    (
        "a home with a private door, and the only bed in it",
        "area lane area home location bed serves weariness as idler prefers a_seat emits script
         plan village street lane from 0 m, 0 m to 40 m, 6 m room home from 4 m, 6 m to 12 m, 14 m
         door home to lane private place bed in home at 2 m, 2 m
         schedule day 0:00..12:00 at home as idler 12:00..0:00 at lane as idler
         person mira mind tired follows day",
    ),
    (
        "a library without people: needs, layers, days and places for others",
        "area home need thirst rises 0 to 1 in 1 h falls 1 to 0 in 1 min
         layer thirsty needs thirst action gulp: satisfy thirst thirst drives gulp above 0.5
         schedule day 0:00..12:00 at home as idler 12:00..0:00 for leisure as idler",
    ),
    (
        "locations that only a game places",
        "area home area park location bench serves weariness as idler prefers a_seat emits script
         schedule day 0:00..12:00 at home as idler 12:00..0:00 at park as idler
         person mira mind tired follows day",
    ),
    (
        "a location that only gives notice, and one that is only a mark",
        "location sign emits notification within 20 m location milestone tags road",
    ),
    (
        "an icon for the second of two scripts",
        "script treat cast idler 1..2 player rule rest do rest leave
         location bench prefers a_seat 3, treat 1 emits script emits player within 3 m, icon sit",
    ),
    (
        "a spawned special case, which only the second script takes",
        "role child is idler role dog script walkies cast child 1..1 dog 1..1 rule rest do rest leave
         location kennel prefers a_seat, walkies emits spawn child 1 at gate, dog 1 at gate, then withdraw",
    ),
    (
        "a scene that needs a shop page beside those who are spawned",
        "proxy shop script sale cast shop 1..1 idler 1..1 rule rest for idler do rest leave
         location stall prefers sale emits spawn idler 1 at door, then withdraw",
    ),
    (
        "a night shift behind a door that is open round midnight",
        "area lane area bar area home
         plan village street lane from 0 m, 0 m to 40 m, 6 m room bar from 4 m, 6 m to 12 m, 14 m
         room home from 20 m, 6 m to 28 m, 14 m door bar to lane open 22:00..4:00 door home to lane private
         schedule nights 23:00..3:00 at bar as idler 3:00..23:00 at home as idler
         person mira mind body follows nights",
    ),
    (
        "a bed over the shop, after closing time",
        "area lane area shop area attic in shop
         plan village street lane from 0 m, 0 m to 40 m, 6 m room shop from 4 m, 6 m to 12 m, 14 m
         room attic from 4 m, 6 m to 12 m, 14 m floor 1 stairs shop to attic
         door shop to lane open 8:00..18:00 private
         schedule day 8:00..20:00 at lane as idler 20:00..8:00 at attic as idler
         person mira mind body follows day",
    ),
    (
        "a family that no script has parts for at all",
        "area home role guard script watch cast guard 1..1 rule rest do rest leave
         schedule day 0:00..24:00 at home as guard
         person a mind body follows day belongs to weavers person b mind body follows day belongs to weavers
         person c mind body follows day belongs to weavers",
    ),
    (
        "a fear that passes by itself",
        "area home need fear falls by itself, 1 to 0 in 10 min excited by threat 0.8 within 20 m
         layer timid needs fear action hide: mingle here fear drives hide
         schedule day 0:00..24:00 at home as idler person mira mind timid follows day",
    ),
    (
        "a named bed that the game knows",
        "area home role sleeper layer drowsy needs weariness action nap: use my old_bed as sleeper
         weariness drives nap above 0.5
         schedule day 0:00..24:00 at home as idler person mira mind drowsy follows day",
    ),
    (
        "hours for a role that the game gives to its own people",
        "area home role guard script watch cast guard 1..1 rule rest do rest leave
         location gate prefers watch emits script from 6:00 to 9:00
         schedule day 0:00..24:00 at home as idler person mira mind body follows day",
    ),
    (
        "leisure in a park by its tag, on a plan",
        "area lane area park location lawn tags park, leisure
         plan village street lane from 0 m, 0 m to 40 m, 6 m square park from 0 m, 6 m to 20 m, 20 m
         schedule day 0:00..12:00 at lane as idler 12:00..0:00 for leisure as idler
         person mira mind body follows day",
    ),
    (
        "a need that the game alone lowers",
        "area home need age rises 0 to 1 in 100 h layer old needs age action sigh: mingle here age drives sigh
         schedule day 0:00..24:00 at home as idler person mira mind old follows day",
    ),
];

/// Some words open a declaration only at the beginning of a line.
fn lines(text: &str) -> String {
    let words = ["area", "need", "layer", "schedule", "person", "plan"];
    words.iter().fold(text.to_string(), |text, word| {
        text.replace(&format!(" {word} "), &format!("\n{word} "))
    })
}

#[test]
fn odd_packages_that_fit_together_stay_silent() {
    let mut wrong = vec![];
    for (about, text) in ODD {
        let mut found = findings(&format!("{}\n{LIFE}", lines(text)));
        found.retain(|code| code != "role-without-layer");
        if !found.is_empty() {
            wrong.push((about, found));
        }
    }
    assert_eq!(wrong, []);
}

/// A town uses a part of a library: what it leaves unused there is no mistake.
#[test]
fn what_a_town_leaves_unused_of_a_library_is_no_mistake() {
    let mut project = Project::new();
    let library = project.add_package("library");
    let town = project.add_package("town");
    project.set_visible(town, vec![library]);
    let unused = "area home need thirst rises 0 to 1 in 1 h falls 1 to 0 in 1 min
        schedule lazy 0:00..24:00 at home as idler";
    project.set_file(
        "library.folk",
        library,
        &format!("{}\n{LIFE}", lines(unused)),
    );
    let people = "schedule day 0:00..24:00 at home as idler person mira mind body follows day";
    project.set_file("town.folk", town, &lines(people));
    let found: Vec<&str> = project
        .check()
        .problems
        .iter()
        .map(|p| p.code.name())
        .collect();
    assert_eq!(found, [] as [&str; 0]);
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

const KIOSK: &str = "
role guest
role seller
action order(character) uses voice, takes 2 s
action pour(character) takes 3 s
script refreshment
  cast
    seller 1..1
    guest 1..3
  fact wants(guest)
  state idle
    rule pour for seller
      when wants(G)
      do pour(G)
      remove wants(G)
    rule close for seller
      when not .any(_, guest)
      end
    rule sit for guest
      goto sitting
  state sitting
    rule go
      when wants(.me)
      remove wants(.me)
      leave
    rule ask
      when .any(S, seller)
      do order(S)
      then add wants(.me)
";

/// Only guests sit, so nobody there orders from himself.
#[test]
fn in_a_state_of_guests_no_seller_talks_to_himself() {
    assert_eq!(findings(KIOSK), Vec::<String>::new());
    let both = KIOSK.replace("rule sit for guest", "rule sit for guest, seller");
    assert!(findings(&both).contains(&"aimed-at-oneself".to_string()));
}

/// With the only cat the scene ends, so that nothing it leaves behind is read.
#[test]
fn the_only_one_leaves_nothing_behind() {
    let text = "
role cat
action nap takes 5 s
script cat_life
  cast
    cat 1..1
  fact rested(cat)
  rule nap
    when not rested(.me)
    do nap
    then add rested(.me)
  rule go
    when rested(.me)
    leave
";
    assert_eq!(findings(text), Vec::<String>::new());
    // One of several can come back, and would still be rested.
    let back = text.replace("cat 1..1", "cat 1..3 joins late");
    assert_eq!(findings(&back), ["fact-left-behind"]);
    // The others read only what is theirs.
    let several = text.replace("cat 1..1", "cat 1..3");
    assert_eq!(findings(&several), Vec::<String>::new());
}

/// Whoever goes needs a fact that lasts, and whoever asks needs its absence.
#[test]
fn what_is_read_only_before_anybody_goes_is_not_left_behind() {
    let text = "
role singer
action sing takes 8 s
script choir
  cast
    singer 2..6
  fact in_place(singer)
  fact sung
  rule step_up
    when not in_place(.me)
    do sing
    then add in_place(.me)
  rule sing
    when not sung, count(in_place(_)) >= 2
    do sing
    then add sung
  rule go
    when sung
    leave
";
    assert_eq!(findings(text), Vec::<String>::new());
    let again = text.replace("    when not sung, count", "    when count");
    assert!(findings(&again).contains(&"fact-left-behind".to_string()));
}

/// Whoever has bread fires the rule above, so nobody leaves with it by the rule below.
#[test]
fn what_a_rule_above_uses_up_is_not_left_behind() {
    let text = "
role hiker
action chew takes 3 s
script rest_stop
  cast
    hiker 2..3
  fact bread(character)
  fact fed(character)
  rule unpack
    once
    when not bread(_), not fed(_)
    add bread(.me)
  rule keep
    when bread(.me)
    do chew
    remove bread(.me)
    then add fed(.me)
  rule go
    when fed(_)
    remove fed(.me)
    leave
";
    let alarm = |text: &str| findings(text).contains(&"fact-left-behind".to_string());
    assert!(!alarm(text));
    assert!(alarm(&text.replace(
        "    when bread(.me)\n",
        "    when bread(.me), fed(_)\n"
    )));
}
