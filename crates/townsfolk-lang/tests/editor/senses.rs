//! Stimuli, senses, skills and queries for places in the editor.

#![allow(clippy::unwrap_used)]

use super::{check_complete, check_definition, check_hover, check_references, offered, open};
use expect_test::expect;
use townsfolk_lang::editor::hover;

/// A street with ears, motions and prey.
fn street(text: &str) -> String {
    format!(
        "# Whoever should not be here.\nrole intruder\naction smash(prop) takes 1 s\n\
         course maul(Who: character)\n  step do smash(Who)\n\
         attribute crouched(character) set by host\n\
         # Broken glass.\nstimulus glass reach 5 m, loud 0.8\n  by smash\n\
         # Good ears.\nsenses keen\n  hears unaware 3\n\
         motions frantic\n  motion spin turned 180 deg left, takes 0.5 s\n\
         query hideouts from cover within 25 m\n  rate available\n{text}"
    )
}

/// Checks that these labels are among those offered.
fn offers(text: &str, labels: &[&str]) {
    let offered: Vec<String> = offered(text).into_iter().map(|item| item.label).collect();
    for label in labels {
        assert!(
            offered.iter().any(|known| known == label),
            "{label}: {offered:?}"
        );
    }
}

#[test]
fn stimuli_and_senses_are_completed() {
    check_complete(
        &street("stimulus bell $0"),
        expect!["reach | loud | gives away | soft | silent | told"],
    );
    check_complete(
        &street("stimulus bell reach 5 m, loud 0.5\n  by $0"),
        expect![[r#"
            smash | go_there | move_so | turn_to | look_about | stay_put | strike | throw_at
            shoot_at | cry | bark"#]],
    );
    check_complete(
        &street("stimulus bell reach 5 m, loud 0.5\n  from $0"),
        expect!["steps | breath"],
    );
    check_complete(
        &street("senses dull\n  hears $0"),
        expect!["asleep | unaware | agitated | searching | chasing | glass"],
    );
    check_complete(
        &street("senses dull\n  deaf to glass of $0"),
        expect!["crouched"],
    );
    check_complete(
        &street("senses dull\n  sees 12 m, $0"),
        expect!["wide | narrow | spread | pitch | takes"],
    );
    check_complete(
        &street("senses dull\n  answers $0"),
        expect!["agitate | react | chase | on"],
    );
    check_complete(
        &street("senses dull\n  $0"),
        expect![[r#"
            hears | hears at most | deaf to | sees | takes | answers | answers on | infers causes
            gains | falls | warns | startles at | loses after | forgets after | script | role
            action | prop | symbols | location | template | attribute | property | function"#]],
    );
    check_complete(
        &street("motions m\n  motion a $0"),
        expect!["ahead | back | left | right | turned left | turned right | takes | far"],
    );
    check_complete(
        &street("token flanking holds 1, $0"),
        expect!["holds | best | first come | rests"],
    );
}

#[test]
fn skills_and_their_settings_are_completed_from_the_catalogue() {
    check_complete(
        &street("skills s $0"),
        expect!["until done | while wanted | senses | hunts | squad | as"],
    );
    check_complete(&street("skills s until done, senses $0"), expect!["keen"]);
    check_complete(
        &street("skills s until done, senses keen, hunts $0"),
        expect!["intruder"],
    );
    let list = |lines: &str| {
        street(&format!(
            "skills s until done, senses keen, hunts intruder\n  {lines}"
        ))
    };
    // The catalogue may grow: what is offered comes from there.
    offers(
        &list("$0"),
        &["on_fire", "chase", "wander", "bark", "every skill"],
    );
    offers(&list("wander $0"), &["pace", "random", "in", "with"]);
    offers(&list("bark $0"), &["spotted", "lost", "ally_down"]);
    offers(&list("every skill $0"), &["pace", "repeats"]);
    check_complete(&list("chase with $0"), expect!["maul"]);
    check_complete(&list("chase motions $0"), expect!["frantic"]);
    check_complete(&list("ambush waits_at $0"), expect!["hideouts"]);
    check_complete(
        &list("chase\n    when $0"),
        expect!["not | .crouched | distance"],
    );
    check_complete(&list("snarl\n    do $0"), expect!["maul | smash"]);
    check_complete(
        &street("role listener thinks with $0\nskills s until done, senses keen\n  wander"),
        expect!["s"],
    );
}

#[test]
fn queries_for_places_are_completed() {
    check_complete(
        &street("query q from $0"),
        expect!["cover | open | cover or open"],
    );
    check_complete(&street("query q from cover $0"), expect!["within | or"]);
    offers(
        &street("query q from cover within 25 m\n  rate $0"),
        &["available", "distance", "can_shoot"],
    );
    check_hover(
        &street("query q from cover\n  rate close$0_in 15 m"),
        expect![[r#"
            close_in :: close_in
            The way to the post is short.
            - takes a length: The greatest length of the way.
        "#]],
    );
    check_hover(
        &street("query q from cover\n  rate dist$0ance 3 m: 0, 5 m: 1"),
        expect![[r#"
            distance :: distance
            How far the post is from the enemy.
            - its curve is over a length
        "#]],
    );
}

#[test]
fn names_of_senses_are_found() {
    let list =
        |head: &str, lines: &str| street(&format!("skills s until done, {head}\n  {lines}\n"));
    check_definition(
        &[("a.folk", &list("senses ke$0en", "wander"))],
        expect![[r#"
            a.folk: senses [keen]
        "#]],
    );
    check_definition(
        &[("a.folk", &list("senses keen, hunts intru$0der", "wander"))],
        expect![[r#"
            a.folk: role [intruder]
        "#]],
    );
    check_definition(
        &[("a.folk", &list("senses keen", "chase motions fran$0tic"))],
        expect![[r#"
            a.folk: motions [frantic]
        "#]],
    );
    check_definition(
        &[(
            "a.folk",
            &street("senses dull\n  deaf to gl$0ass of crouched"),
        )],
        expect![[r#"
            a.folk: stimulus [glass] reach 5 m, loud 0.8
        "#]],
    );
    check_definition(
        &[(
            "a.folk",
            &street("senses dull\n  deaf to glass of crou$0ched"),
        )],
        expect![[r#"
            a.folk: attribute [crouched](character) set by host
        "#]],
    );
    check_references(
        &[("a.folk", &list("senses ke$0en", "wander"))],
        expect![[r#"
            a.folk: senses [keen]
            a.folk: skills s until done, senses [keen]
        "#]],
    );
}

#[test]
fn the_catalogue_is_told_under_the_pointer() {
    let list = |lines: &str| {
        street(&format!(
            "skills s until done, senses keen, hunts intruder\n  {lines}"
        ))
    };
    let (project, checked, file, at) = open(&[("a.folk", &list("wan$0der"))]);
    let told = hover(&project, &checked, file, at).unwrap();
    assert_eq!(told.title, "wander");
    assert!(told.notes[0].starts_with("settings: "), "{told:?}");
    assert_eq!(told.notes[1], "can stand last: it is always valid");
    check_hover(
        &list("chase pa$0ce 4 m per s\n  wander"),
        expect![[r#"
        pace :: pace 4 m per s
        How fast it runs.
        - takes a speed
    "#]],
    );
    check_hover(
        &list("bark spot$0ted \"There!\"\n  wander"),
        expect![[r#"
        spotted :: bark spotted
        Said when the enemy is noticed for the first time.
    "#]],
    );
    check_hover(
        &list("wander ran$0dom"),
        expect![[r#"
        random :: mode random
        Whether it follows its route at first. Without the word it does if it has one.
        - takes one of random, route
    "#]],
    );
    check_hover(
        &list("chase pace 4 m p$0er s"),
        expect![[r#"
        per :: 4 m per s
        Metres a second, for speeds.
    "#]],
    );
    check_hover(
        &street("stimulus blow reach 4 m, loud 1\n  by stri$0ke"),
        expect![[r#"
            strike :: strike
            An action of a body, which a project with skills has without declaring it.
            - error[unknown-action]: there is no action `strike`
            - hint: declare it: `action strike`
        "#]],
    );
    check_hover(
        &street("senses dull\n  hears agi$0tated 2"),
        expect![[r#"
            agitated :: hears agitated 4.5
            While it has heard something and listens.
        "#]],
    );
    check_hover(
        &street("senses dull\n  hears gl$0ass 2"),
        expect![[r#"
        glass :: stimulus glass
        Broken glass.
    "#]],
    );
    check_hover(
        &street("ski$0lls s until done, senses keen"),
        expect![[r#"
            skills :: skills hound until done, senses keen, hunts intruder
            Declares a kind of hunter or guard: skills in order of importance, which a role carries with `thinks with`.
        "#]],
    );
}
