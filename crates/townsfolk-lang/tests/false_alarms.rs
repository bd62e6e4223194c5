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
