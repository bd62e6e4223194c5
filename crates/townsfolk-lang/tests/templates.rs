//! A template that nobody uses yet is checked as it stands: names, kinds and bindings, with each
//! parameter as something of its kind.

use townsfolk_lang::project::Project;

/// Findings as `code @ text of the line`.
fn findings(template: &str) -> Vec<String> {
    let town = "role guest prop chair symbols topic: weather, prices \
        action sit(prop) takes 2 s action say(text) takes 1 s \
        action walk(thing) with speed: number = 1 takes 9 s action greet(character, topic) \
        property raining property hunger(character): number\n";
    let text = format!("{town}{template}");
    let mut project = Project::of_files([("inn.folk", text.as_str())]);
    let checked = project.check();
    let line = |place: townsfolk_lang::source::Place| {
        let start = place.start as usize;
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        text[line..].lines().next().unwrap_or_default().trim()
    };
    let problems = checked.problems.iter();
    problems
        .map(|p| format!("{} @ {}", p.code.name(), line(p.place)))
        .collect()
}

const REST: &str = "
template rest(Guest: role, Sit: action, Stay: duration, Often: number, Closes: daytime,
    Words: text, Topic: symbol, Pause: duration = 5 s)
  cast
    $Guest 0..2 joins late, away up to $Stay
  fact seat(prop)
  claim reserved(prop, character)
  fact until(character, time)
  fact asked(character, topic) told, for $Stay
  define free_seat(Place) when seat(Place), not reserved(Place, _)

  state arriving
    rule take_a_seat for $Guest
      when free_seat(Place), .any(Other, $Guest), Other != .me, .clock < $Closes
      do $Sit(Place) with speed = $Often
      add reserved(Place, .me)
      then add until(.me, .now + random(1, $Often) * .minute)
      goto seated

  state seated
    rule answer
      when asked(Other, $Topic), chance($Often), .hunger(.me) < $Often, Later = .now + $Stay
      do greet(Other, $Topic)
      then add until(Other, Later)
      again after 1..$Pause

    rule speak
      when count(reserved(_, _)) > $Often
      do say($Words)
      once

    rule time_to_go
      when until(.me, T), T + $Stay < .now
      remove until(.me, _)
      leave

  test t
    people ann $Guest
    ann does take_a_seat
";

fn changed(right: &str, wrong: &str) -> Vec<String> {
    assert_eq!(REST.matches(right).count(), 1, "{right}");
    findings(&REST.replace(right, wrong))
}

#[test]
fn a_right_template_that_nobody_uses_is_clean() {
    assert_eq!(findings(REST), Vec::<String>::new());
}

#[test]
fn names_in_a_template_that_nobody_uses_are_checked() {
    assert_eq!(
        changed("goto seated", "goto seatd"),
        ["unknown-state @ goto seatd"]
    );
    assert_eq!(
        changed("do say($Words)", "do sya($Words)"),
        ["unknown-action @ do sya($Words)"]
    );
    assert_eq!(
        changed("add reserved(Place, .me)", "add reservd(Place, .me)"),
        ["unknown-fact @ add reservd(Place, .me)"]
    );
    assert_eq!(
        changed("again after 1..$Pause", "again after 1..$Pauze"),
        ["template-misuse @ again after 1..$Pauze"]
    );
}

#[test]
fn kinds_in_a_template_that_nobody_uses_are_checked() {
    assert_eq!(
        changed("do say($Words)", "do say($Stay)"),
        ["wrong-kind @ do say($Stay)"]
    );
    assert_eq!(
        changed(".hunger(.me) < $Often", ".hunger(.me) < $Stay").len(),
        1
    );
    assert_eq!(
        changed("T + $Stay < .now", "T + $Often < .now"),
        ["unit-mismatch @ when until(.me, T), T + $Often < .now"]
    );
    assert_eq!(
        changed("add reserved(Place, .me)", "add reserved(.me, Place)"),
        ["wrong-kind @ add reserved(.me, Place)"]
    );
}

#[test]
fn bindings_in_a_template_that_nobody_uses_are_checked() {
    assert_eq!(
        changed("do $Sit(Place)", "do $Sit(Plase)"),
        ["unbound-variable @ do $Sit(Plase) with speed = $Often"]
    );
}

/// The template has what its scripts have in common; what they add may be asked for in it.
#[test]
fn a_template_that_is_used_is_checked_through_its_scripts() {
    let based = "script nap based on rest(Guest = guest, Sit = walk, Stay = 5 min, Often = 1, \
        Closes = 22:00, Words = \"Hm.\", Topic = weather)\n  state dozing\n    rule up\n      when .raining\n      leave\n";
    let text = REST.replace("goto seated", "goto dozing");
    let found = findings(&format!("{text}{based}"));
    assert!(
        !found.iter().any(|found| found.contains("unknown-state")),
        "{found:?}"
    );
    // Nor is it said of a template that nobody uses yet, unless the name looks misspelt.
    assert_eq!(findings(&text), Vec::<String>::new());
}
