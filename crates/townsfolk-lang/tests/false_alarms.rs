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
