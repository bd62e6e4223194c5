//! The same for minds.

use super::*;

const VILLAGE: &str = "area home\nrole cook carries at_work\nprop stove\n\
    # What the stomach says.\nneed hunger\n  rises 0 to 1 in 6 h\n\
    layer body\n  needs hunger\n  action eat: satisfy hunger\n  hunger drives eat\n\
    schedule day\n  0:00..24:00 at home as cook\nperson mira\n  mind body\n  follows day\n";

fn in_village(text: &str) -> String {
    format!("{VILLAGE}{text}")
}

#[test]
fn minds_are_completed() {
    check_complete(&in_village("layer at_work\n  needs $0"), expect!["hunger"]);
    check_complete(
        &in_village("layer at_work\n  concept worry\n  worry $0"),
        expect!["drives | inhibits"],
    );
    check_complete(
        &in_village("layer at_work\n  concept worry\n  worry drives $0"),
        expect!["worry | hunger | eat | not_ready_to_change_role"],
    );
    check_complete(
        &in_village("layer at_work\n  action cook: $0"),
        expect!["do | satisfy | use | use my | take | go to | mingle | mingle here"],
    );
    check_complete(
        &in_village("layer at_work\n  action cook: use $0"),
        expect!["stove"],
    );
    check_complete(&in_village("person tom\n  mind $0"), expect!["body"]);
    check_complete(
        &in_village("person tom\n  feels for $0"),
        expect!["mira | tom"],
    );
    check_complete(
        &in_village("person tom\n  $0"),
        expect![[r#"
            is | mind | follows | persona | mood | attractive | talks of | knows about | feels for
            remembers | gossips | has temper | has | belongs to | script | role | action | prop
            symbols | location | template | attribute | property | function"#]],
    );
    check_complete(
        &in_village("temper calm\n  $0"),
        expect![[r#"
            cools down in | forgives in | grows apart in | tires of | whims | speaks within
            heard within | pauses | seeks company every | looks round | script | role | action
            prop | symbols | location | template | attribute | property | function | predicate
            proxy | test | person"#]],
    );
    check_complete(
        &in_village("schedule other\n  0:00..24:00 at $0"),
        expect!["home"],
    );
    check_complete(
        &in_village("schedule other\n  0:00..24:00 at home as $0"),
        expect!["cook"],
    );
    check_complete(
        &in_village("action fry takes 1 s, eases $0"),
        expect!["hunger"],
    );
    check_complete(&in_village("role guard carries $0"), expect!["body"]);
}

#[test]
fn minds_are_explained() {
    check_hover(
        &in_village("layer at_work\n  flag on_edge on\n  on_edge inhibits hun$0ger"),
        expect![[r#"
        hunger :: need hunger
        What the stomach says.
        - also `needs hunger`
    "#]],
    );
    check_hover(
        &in_village("layer at_work\n  flag on_edge on\n  on_ed$0ge inhibits hunger"),
        expect![[r#"
        on_edge :: flag on_edge on
        - in the layer `at_work`
    "#]],
    );
    check_hover(
        &in_village("person tom\n  mi$0nd body"),
        expect![[r#"
        mind :: mind body travels with walking
        The basic layer of the person, and the one on the way between roles.
    "#]],
    );
    check_hover(
        &in_village("person tom\n  mind bo$0dy"),
        expect![[r#"
        body :: layer body
    "#]],
    );
}

#[test]
fn minds_are_found() {
    let text = in_village("layer at_work\n  concept worry\n  worry inhibits hun$0ger");
    check_definition(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: need [hunger]
        a.folk: needs [hunger]
    "#]],
    );
    let text = in_village("layer at_work\n  concept worry\n  worry inhibits e$0at");
    check_definition(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: action [eat]: satisfy hunger
    "#]],
    );
    let text = in_village("person tom\n  feels for mi$0ra like 0.5");
    check_definition(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: person [mira]
    "#]],
    );
    let text = in_village("person tom\n  follows da$0y");
    check_definition(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: schedule [day]
    "#]],
    );
}

#[test]
fn merchants_are_completed_and_found() {
    let market =
        |text: &str| format!("# Where the stalls are.\narea market\n\nlocation bakery\n{text}");
    check_complete(&market("merchant baker $0"), expect!["at"]);
    check_complete(&market("merchant baker at $0"), expect!["market | bakery"]);
    check_complete(
        &market("merchant baker\n  goods bread $0"),
        expect!["arrive | go | batch of | reserve | at most | at least"],
    );
    check_complete(
        &market("merchant baker\n  on $0"),
        expect!["monday | tuesday | wednesday | thursday | friday | saturday | sunday"],
    );
    let text = market("merchant baker at mar$0ket");
    check_definition(
        &[("a.folk", &text)],
        expect![[r#"
        a.folk: area [market]
    "#]],
    );
    check_hover(
        &market("mer$0chant baker at market"),
        expect![[r#"
        merchant :: merchant greengrocer at market_square
        Declares a stock of goods that come and go at random rates, with deliveries and other known changes.
    "#]],
    );
}
