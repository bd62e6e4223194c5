//! Facets, settings of beliefs, and questions about beliefs.

use crate::{check_complete, check_definition, check_hover, check_references};
use expect_test::expect;

fn town(text: &str) -> String {
    format!(
        "role villager\naction greet(character) takes 2 s\naction tell(character, character, symbol) takes 2 s\n\
         area mill\narea inn\nattribute ring(character)\n\
         facet hair(character): symbol black, brown\n  told 0.1\n\
         facet work(character): area\n  seen at work\n{text}"
    )
}

fn rule(condition: &str) -> String {
    town(&format!(
        "script well\n  cast\n    villager 2..2\n  rule ask\n    when .any(X), {condition}\n    do greet(X)\n    leave\n"
    ))
}

#[test]
fn lines_of_facets_are_completed() {
    check_complete(
        &town("facet age(character): $0"),
        expect![[r#"
        thing | character | prop | number | duration | time | daytime | symbol | text | area
        villager"#]],
    );
    check_complete(
        &town("facet tail(character): symbol long, short\n  $0"),
        expect![[r#"
        evidence | implanted | told | fades | recalled | seen | common | inherited | mistaken
        mistaken for another | mistaken never | script | role | action | prop | symbols
        location | template | attribute | property | function | predicate | proxy | test"#]],
    );
    check_complete(
        &town("facet tail(character): symbol long, short\n  mistaken $0"),
        expect![
            "long | short | never | for another | for a similar name | for a number within | for a related place"
        ],
    );
    check_complete(
        &town("facet tail(character): symbol long, short\n  seen while $0"),
        expect![".ring"],
    );
    check_complete(
        &town("facet tavern(character): area\n  common $0"),
        expect!["inn | mill"],
    );
    check_complete(&town("knowledge $0"), expect![[""]]);
    check_complete(
        &town("knowledge talktown\n  im$0"),
        expect!["implants | implant | stimulus"],
    );
}

#[test]
fn attributes_of_a_person_are_completed() {
    check_complete(
        &town("person ann\n  has $0"),
        expect!["temper | not | .hair | .ring | .work"],
    );
    check_complete(&town("person ann\n  has .work = $0"), expect!["inn | mill"]);
    check_complete(
        &town("person ann\n  has .work = mill, .ha$0"),
        expect![".hair"],
    );
}

#[test]
fn questions_about_beliefs_are_completed() {
    check_complete(&rule("beli$0"), expect!["believes"]);
    check_complete(
        &rule("believes($0"),
        expect!["X | .me | _ | sure | told_by"],
    );
    check_complete(&rule("believes(.me, X, $0"), expect!["hair | work"]);
    check_complete(
        &rule("believes(.me, X, hair, $0"),
        expect!["black | brown | _ | .hair"],
    );
    check_complete(
        &rule("believes(.me, X, work, $0"),
        expect!["inn | mill | _ | .work"],
    );
    check_complete(
        &town(
            "script well\n  cast\n    villager 2..2\n  rule r\n    when .any(X)\n    do tell(X, X, $0",
        ),
        expect!["hair | work"],
    );
}

#[test]
fn hover_tells_of_facets_and_questions() {
    check_hover(
        &rule("belie$0ves(.me, X, hair, brown)"),
        expect![[r#"
        believes :: believes(.me, X, workplace, W)
        Whether somebody believes this value of a facet of somebody; an unbound variable finds the value, `_` asks for any.
    "#]],
    );
    check_hover(
        &rule("believes(.me, X, ha$0ir, brown)"),
        expect![[r#"
            hair :: facet hair(character): symbol black, brown
        "#]],
    );
    check_hover(
        &rule("believes(.me, X, work, in$0n)"),
        expect![[r#"
        inn :: area inn
    "#]],
    );
    check_hover(
        &town("facet tail(character): symbol long, short\n  se$0en always"),
        expect![[r#"
        seen :: seen at work
        When it can be seen: `always`, `at work`, `at home`, `while` an attribute holds, or `never`.
    "#]],
    );
}

#[test]
fn facets_are_found_where_they_are_named() {
    check_definition(
        &[("a.folk", &rule("believes(.me, X, ha$0ir, brown)"))],
        expect![[r#"
        a.folk: facet [hair](character): symbol black, brown
    "#]],
    );
    check_definition(
        &[("a.folk", &rule("believes(.me, X, hair, bro$0wn)"))],
        expect![[r#"
        a.folk: facet hair(character): symbol black, [brown]
    "#]],
    );
    check_definition(
        &[("a.folk", &rule("believes(.me, X, work, mi$0ll)"))],
        expect![[r#"
        a.folk: area [mill]
    "#]],
    );
    check_definition(
        &[("a.folk", &town("person ann\n  has .ha$0ir = brown"))],
        expect![[r#"
        a.folk: facet [hair](character): symbol black, brown
    "#]],
    );
}

/// A facet is renamed where it is asked for, told, set and given to a person.
#[test]
fn all_uses_of_a_facet_are_references() {
    let text = town(
        "script well\n  cast\n    villager 2..2\n  rule ask\n    when .any(X), believes(.me, X, ha$0ir, brown), sure(.me, X, hair) > 0.5\n    do tell(X, X, hair)\n    set .hair(X) = black\n    leave\nperson ann\n  has .hair = brown\n",
    );
    check_references(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: facet [hair](character): symbol black, brown
        a.folk: when .any(X), believes(.me, X, [hair], brown), sure(.me, X, hair) > 0.5
        a.folk: when .any(X), believes(.me, X, hair, brown), sure(.me, X, [hair]) > 0.5
        a.folk: do tell(X, X, [hair])
        a.folk: set [.hair](X) = black
        a.folk: has [.hair] = brown
    "#]],
    );
}
