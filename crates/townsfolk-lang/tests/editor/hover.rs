//! What a word means.

use super::*;

#[test]
fn hover_on_declared_names() {
    check_hover_in_script(
        "  rule r for el$0der",
        expect![[r#"
        elder :: role elder is citizen
        - is also: citizen
    "#]],
    );
    check_hover(
        "# Everybody.\nrole citi$0zen",
        expect![[r#"
        citizen :: role citizen
        Everybody.
    "#]],
    );
    check_hover_in_script(
        "  rule r do sit$0(X)",
        expect![[r#"
        sit :: action sit(prop) takes 2..3 s, may fail
        Sits down and stays.
        Until getting up.
    "#]],
    );
    check_hover_in_script(
        "  rule r when seat$0(X) do sit(X) add reserved(X, .me)",
        expect![[r#"
            seat :: fact seat(prop)
        "#]],
    );
    check_hover_in_script(
        "  rule r when reser$0ved(X, Y) do sit(X) add reserved(X, .me)",
        expect![[r#"
            reserved :: claim reserved(prop, character)
            - added by `r`
        "#]],
    );
    check_hover_in_script(
        "  define free_seat(X) when seat(X), .raining\n  rule r when free_s$0eat(X)",
        expect![[r#"
            free_seat :: define free_seat(Place) when seat(Place), not reserved(Place, _)
            - or: `define free_seat(X) when seat(X), .raining`
        "#]],
    );
    check_hover_in_script(
        "  rule r when .hun$0ger(.me) > 5",
        expect![[r#"
        .hunger :: property hunger(character): number
    "#]],
    );
    check_hover_in_script(
        "  rule r when asked(X, wea$0ther)",
        expect![[r#"
        weather :: weather
        - one of `symbols topic: weather, prices`
    "#]],
    );
    check_hover_in_script(
        "  rule r do talk(.me, weather) with lo$0ud = 1",
        expect![[r#"
            loud :: loud: number
            - a parameter of `action talk(character, topic) with style: mood = happy, loud: number takes 1 s`
        "#]],
    );
    check_hover(
        "role a\n# A scene.\nscript s\n  cast\n    a 1\ntest t of s$0",
        expect![[r#"
            s :: script s
            A scene.
            - casts `a 1`
        "#]],
    );
    check_hover(
        &TEMPLATE.replace("for $Seat", "for $Sea$0t"),
        expect![[r#"
        $Seat :: Seat: role
        - a parameter of the template `rest`
    "#]],
    );
    check_hover_in_script(
        "  test t\n    people ann elder\n    an$0n fails",
        expect![[r#"
            ann :: ann elder
        "#]],
    );
    check_hover_in_script(
        "  test t\n    given seat(le$0ft)",
        expect![[r#"
        left :: prop left: chair at 0 m, 0 m
        - at the location `bench_spot`
    "#]],
    );
}

#[test]
fn hover_on_states_and_rules() {
    let text = "  state a\n    rule go\n      do get_up\n      goto b\n  # The end.\n  state b\n    rule stay do get_up\n";
    check_hover_in_script(
        &text.replace("goto b", "goto b$0"),
        expect![[r#"
        b :: state b
        The end.
        - rules that lead here: `go`
    "#]],
    );
    check_hover_in_script(
        &text.replace("rule stay", "rule st$0ay"),
        expect![[r#"
        stay :: rule stay
        - in the state `b`
    "#]],
    );
}

#[test]
fn hover_on_variables() {
    check_hover_in_script(
        "  rule r when free_seat(Place) do sit(Pl$0ace)",
        expect![[r#"
            Place :: Place: prop
            - gets its value in `free_seat(Place)`
        "#]],
    );
    check_hover_in_script(
        "  rule r when until(.me, T), T$0 < .now",
        expect![[r#"
        T :: T: time
        - gets its value in `until(.me, T)`
    "#]],
    );
    check_hover_in_script(
        "  rule r do sit(Pla$0ce)",
        expect![[r#"
            Place :: Place: prop
            - nothing gives this a value
            - error[unbound-variable]: `Place` has no value in this rule
            - hint: add a condition that finds `Place` to `when`
        "#]],
    );
    check_hover_in_script(
        "  define near(X) when distance(.me, X$0) < 3 m",
        expect![[r#"
            X :: X: thing
            - given to `near(X)`
        "#]],
    );
    check_hover_in_script(
        "  rule r when .any(X, elder), X$0 != .me",
        expect![[r#"
        X :: X: elder
        - gets its value in `.any(X, elder)`
    "#]],
    );
}

#[test]
fn hover_on_the_engine_and_units() {
    check_hover_in_script(
        "  rule r when until(.m$0e, T)",
        expect![[r#"
        .me :: .me
        The participant whose rule this is.
    "#]],
    );
    check_hover_in_script(
        "  rule r when chan$0ce(30%)",
        expect![[r#"
        chance :: chance(30%)
        A coin, thrown once for each rule and free spell.
    "#]],
    );
    check_hover_in_script(
        "  rule r when chance(30%$0)",
        expect![[r#"
        % :: 30%
        Hundredths: `30%` is `0.3`.
    "#]],
    );
    check_hover(
        "action a takes 2 min$0",
        expect![[r#"
        min :: 1.5 min
        Minutes.
    "#]],
    );
    check_hover(
        "action a(charac$0ter)",
        expect![[r#"
        character :: character
        Any character or proxy.
    "#]],
    );
    check_hover(
        "script s\n  rule r when a(_$0)",
        expect![[r#"
        _ :: _
        Anything.
    "#]],
    );
}

#[test]
fn hover_on_words_depends_on_where_they_stand() {
    check_hover(
        "script s\n  rule r again af$0ter 3 s",
        expect![[r#"
        after :: again after 20..40 s
        The rule rests so long after firing.
    "#]],
    );
    check_hover(
        "script s\n  test t\n    af$0ter 3 s",
        expect![[r#"
        after :: after 5 min
        Time passes.
    "#]],
    );
    check_hover(
        "role a\nscript s\n  cast\n    a 1 joins la$0te",
        expect![[r#"
            late :: joins late
            May be taken while the scene runs.
        "#]],
    );
}

#[test]
fn hover_on_an_accepted_finding() {
    check_hover(
        "role a\n  accept role-without$0-layer because \"x\"",
        expect![[r#"
            role-without-layer :: role-without-layer
            A schedule has a role that carries no layer.
            - warning[accept-not-needed]: there is no `role-without-layer` here to accept
            - hint: remove the line, or put it behind the rule or declaration the finding names
        "#]],
    );
    check_hover(
        "role a\n  acc$0ept role-without-layer because \"x\"",
        expect![[r#"
            accept :: accept rest-too-long because "he comes once a day"
            Accepts a warning in this declaration, rule or fact, with the reason; errors cannot be accepted.
        "#]],
    );
}

#[test]
fn hover_on_a_problem_alone() {
    check_hover(
        "role a\n$0}",
        expect![[r#"
        } :: error[unexpected-token]: expected a declaration, such as `role`, `action`, `script` or `location`, found `}`
        - hint: structure comes from keywords: no brackets are needed
    "#]],
    );
}

#[test]
fn hover_on_every_keyword_gives_help() {
    for keyword in SyntaxKind::KEYWORDS {
        let (project, checked, file, at) = open(&[("a.folk", &format!("{keyword}$0"))]);
        let hover = hover(&project, &checked, file, at);
        let hover = hover.expect("help for every keyword");
        assert!(!hover.documentation.is_empty(), "{keyword}");
        assert_eq!(hover.place.range(), 0..keyword.len());
    }
}
