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
