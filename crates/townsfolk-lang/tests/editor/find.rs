//! Where a name is declared, and where it is used.

use super::*;

#[test]
fn definitions_across_files() {
    check_definition(
        &[
            ("roles.folk", "role elder\nrole tourist"),
            ("scene.folk", "script s\n  cast\n    eld$0er 0..1"),
        ],
        expect![[r#"
            roles.folk: role [elder]
        "#]],
    );
    check_definition(
        &[
            (
                "base.folk",
                "script base\n  fact seat(prop)\n  state a\n    rule go goto a",
            ),
            (
                "scene.folk",
                "script s based on base\n  state b\n    rule stay when sea$0t(X)",
            ),
        ],
        expect![[r#"
            base.folk: fact [seat](prop)
        "#]],
    );
    check_definition(
        &[
            ("base.folk", "script base\n  state a\n    rule go goto a"),
            (
                "scene.folk",
                "script s based on base\n  override rule go$0\n    leave",
            ),
        ],
        expect![[r#"
            scene.folk: override rule [go]
            base.folk: rule [go] goto a
        "#]],
    );
}

#[test]
fn a_hidden_package_is_not_seen() {
    let mut project = Project::new();
    let (a, b) = (project.add_package("a"), project.add_package("b"));
    project.set_file("a.folk", a, "role elder");
    let file = project.set_file("b.folk", b, "script s\n  cast\n    elder 1");
    let checked = project.check();
    assert_eq!(definition(&project, &checked, file, 25), vec![]);
    project.set_visible(b, vec![a]);
    let checked = project.check();
    assert_eq!(definition(&project, &checked, file, 25).len(), 1);
}

#[test]
fn definitions_in_scripts() {
    let scene = "  state a\n    rule go when seat(X), .sees(.me, Y) do sit(X) goto b\n  state b\n";
    let at = |from: &str, to: &str| format!("{TOWN}{}", scene.replacen(from, to, 1));
    check_definition(
        &[("t.folk", &at("goto b", "goto b$0"))],
        expect![[r#"
        t.folk: state [b]
    "#]],
    );
    check_definition(
        &[("t.folk", &at("sit(X)", "sit(X$0)"))],
        expect![[r#"
        t.folk: rule go when seat([X]), .sees(.me, Y) do sit(X) goto b
    "#]],
    );
    check_definition(
        &[("t.folk", &at(".sees", ".se$0es"))],
        expect![[r#"
        t.folk: predicate [sees](character, character)
    "#]],
    );
    check_definition(
        &[("t.folk", &at("sit(X)", "s$0it(X)"))],
        expect![[r#"
        t.folk: action [sit](prop) takes 2..3 s, may fail
    "#]],
    );
    check_definition(
        &[("t.folk", &format!("{TOWN}  rule r when asked(X, pri$0ces)"))],
        expect![[r#"
            t.folk: symbols topic: weather, [prices]
        "#]],
    );
    check_definition(
        &[(
            "t.folk",
            &TOWN.replace("knows seat(left)", "knows se$0at(left)"),
        )],
        expect![[r#"
            t.folk: fact [seat](prop)
        "#]],
    );
    check_definition(
        &[(
            "t.folk",
            &TOWN.replace("knows seat(left)", "knows seat(le$0ft)"),
        )],
        expect![[r#"
            t.folk: prop [left]: chair at 0 m, 0 m
        "#]],
    );
    check_definition(
        &[("t.folk", &TEMPLATE.replace("$Sit(left)", "$Si$0t(left)"))],
        expect![[r#"
            t.folk: template rest(Seat: role, Stay: duration = 3 min, [Sit]: action)
        "#]],
    );
    check_definition(&[("t.folk", "ro$0le a")], expect![[""]]);
}

#[test]
fn references_respect_scopes() {
    let two = "role a\nscript one\n  fact seat(prop)\n  state x\n    rule go when seat(X), not seat(Y) do a(X) add seat(X)\n    rule stay when seat(X) goto x\nscript two\n  fact seat(prop)\n  rule go when seat(X) do a(X)\n";
    check_references(
        &[("t.folk", &two.replacen("fact seat", "fact sea$0t", 1))],
        expect![[r#"
            t.folk: fact [seat](prop)
            t.folk: rule go when [seat](X), not seat(Y) do a(X) add seat(X)
            t.folk: rule go when seat(X), not [seat](Y) do a(X) add seat(X)
            t.folk: rule go when seat(X), not seat(Y) do a(X) add [seat](X)
            t.folk: rule stay when [seat](X) goto x
        "#]],
    );
    check_references(
        &[("t.folk", &two.replacen("do a(X)", "do a(X$0)", 1))],
        expect![[r#"
            t.folk: rule go when seat([X]), not seat(Y) do a(X) add seat(X)
            t.folk: rule go when seat(X), not seat(Y) do a([X]) add seat(X)
            t.folk: rule go when seat(X), not seat(Y) do a(X) add seat([X])
        "#]],
    );
    check_references(
        &[("t.folk", &two.replacen("state x", "state x$0", 1))],
        expect![[r#"
            t.folk: state [x]
            t.folk: rule stay when seat(X) goto [x]
        "#]],
    );
    check_references(
        &[("t.folk", &two.replacen("rule go", "rule g$0o", 1))],
        expect![[r#"
            t.folk: rule [go] when seat(X), not seat(Y) do a(X) add seat(X)
        "#]],
    );
}

#[test]
fn references_across_files_and_bases() {
    let base = "role elder\ntemplate base(Who: role)\n  fact seat(prop)\n  state a\n    rule go for $Who when seat(X)\n";
    let scene = "script s based on base(Who = elder)\n  rule stay for elder when seat(Y) goto a\n  test t\n    given seat(left)\n    people ann elder\n    ann does go with X = left\nlocation l\n  prop left: chair\n  knows seat(left)\n  prefers s\n";
    let files = |from: &str, to: &str| (base.replacen(from, to, 1), scene.replacen(from, to, 1));
    let (b, s) = files("fact seat", "fact seat$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: fact [seat](prop)
        base.folk: rule go for $Who when [seat](X)
        scene.folk: rule stay for elder when [seat](Y) goto a
        scene.folk: given [seat](left)
        scene.folk: knows [seat](left)
    "#]],
    );
    let (b, s) = files("rule go", "rule go$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: rule [go] for $Who when seat(X)
        scene.folk: ann does [go] with X = left
    "#]],
    );
    let (b, s) = files("seat(X)", "seat(X$0)");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: rule go for $Who when seat([X])
        scene.folk: ann does go with [X] = left
    "#]],
    );
    let (b, s) = files("role elder", "role elder$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: role [elder]
        scene.folk: script s based on base(Who = [elder])
        scene.folk: rule stay for [elder] when seat(Y) goto a
        scene.folk: people ann [elder]
    "#]],
    );
    let (b, s) = files("for $Who", "for $Who$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: template base([Who]: role)
        base.folk: rule go for [$Who] when seat(X)
        scene.folk: script s based on base([Who] = elder)
    "#]],
    );
    let (b, s) = files("given seat(left", "given seat(left$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        scene.folk: given seat([left])
        scene.folk: ann does go with X = [left]
        scene.folk: prop [left]: chair
        scene.folk: knows seat([left])
    "#]],
    );
    let (b, s) = files("goto a", "goto a$0");
    check_references(
        &[("base.folk", &b), ("scene.folk", &s)],
        expect![[r#"
        base.folk: state [a]
        scene.folk: rule stay for elder when seat(Y) goto [a]
    "#]],
    );
}

#[test]
fn an_overriding_rule_is_the_one_a_test_speaks_of() {
    let text = "script base\n  state a\n    rule go goto a\nscript s based on base\n  override rule go\n    leave\n";
    check_definition(
        &[("t.folk", &format!("{text}test t of s\n  ann does go$0"))],
        expect![[r#"
            t.folk: override rule [go]
            t.folk: rule [go] goto a
        "#]],
    );
    check_definition(
        &[("t.folk", &format!("{text}test t of base\n  ann does go$0"))],
        expect![[r#"
            t.folk: rule [go] goto a
        "#]],
    );
    check_references(
        &[("t.folk", &format!("{text}test t of s\n  ann does go$0"))],
        expect![[r#"
            t.folk: rule [go] goto a
            t.folk: override rule [go]
            t.folk: ann does [go]
        "#]],
    );
    check_hover(
        &format!("{text}test t$0 of s\n"),
        expect![[r#"
            t :: test t of s
            - warning[test-expects-nothing]: the test `t` expects nothing
            - hint: say what must come of it: `ann does rule`, `ann is state` or `expect …`
        "#]],
    );
}

#[test]
fn names_are_compared_in_composed_form() {
    check_references(
        &[(
            "t.folk",
            "role caf\u{e9}$0\nrole b is cafe\u{301}\nrole cafe",
        )],
        expect![[r#"
            t.folk: role [café]
            t.folk: role b is [café]
        "#]],
    );
}
