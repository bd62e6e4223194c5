//! What may come next.

use super::*;

#[test]
fn declarations_in_an_empty_file() {
    check_complete(
        "$0",
        expect![[r#"
            script | role | action | prop | symbols | location | template | attribute | property
            function | predicate | proxy | test | person | course | layer | need | schedule
            area | persona | temper | interaction | network | plan"#]],
    );
    check_complete(
        "ro$0",
        expect!["role | prop | property | proxy | person | persona | interaction | operator"],
    );
    check_complete(
        "role a\n\n$0\n\nrole b",
        expect![[r#"
            is | carries | thinks with | script | role | action | prop | symbols | location
            template | attribute | property | function | predicate | proxy | test | person
            course | layer | need | schedule | area | persona | temper"#]],
    );
}

#[test]
fn a_declaration_is_a_snippet() {
    let items = offered("scr$0");
    assert_eq!(items[0].label, "script");
    expect![[r#"
        script ${1:name}
          cast
            ${2:role} ${3:0..1}

          state ${4:idle}
            $0"#]]
    .assert_eq(&items[0].insert);
    assert_eq!(
        items[0].plain_insert(),
        "script name\n  cast\n    role 0..1\n\n  state idle\n    "
    );
    assert_eq!(items[0].replace.range(), 0..3);
}

#[test]
fn parents_and_kinds() {
    check_complete("role a\nrole b is $0", expect!["a"]);
    check_complete("role a\nrole b\nrole c is a, $0\nrole d", expect!["b | d"]);
    check_complete("prop a\nprop b is $0", expect!["a"]);
    check_complete(
        "role guard\naction hit($0",
        expect![
            "thing | character | prop | number | duration | time | daytime | symbol | text | guard"
        ],
    );
    check_complete(
        "symbols topic: a\naction say(character, t$0)",
        expect!["thing | time | text | topic | character | duration | daytime"],
    );
    check_complete(
        "property hunger(character): $0",
        expect!["thing | character | prop | number | duration | time | daytime | symbol | text"],
    );
}

#[test]
fn flags_of_an_action() {
    check_complete(
        "action a takes 2 s, $0",
        expect!["may fail | uses | pose | limit | cannot be stopped | eases | adds"],
    );
    check_complete("action a uses $0", expect!["body | voice | gaze"]);
    check_complete(
        "action a pose $0",
        expect!["standing | sitting | lying | working | eating | waiting"],
    );
    check_complete(
        "action a takes 2 $0",
        expect![[r#"
            s | min | h | ms | m | may fail | uses | pose | limit | cannot be stopped | eases
            adds | with"#]],
    );
    check_complete("action a takes 2$0", expect!["s | min | h | ms | m"]);
    check_complete("action a with $0", expect![[""]]);
    check_complete("action a with s: n$0", expect!["number | thing | duration"]);
}

#[test]
fn sections_of_a_script() {
    check_in_script(
        "  $0",
        expect![[r#"
            state | rule | fact | claim | define | cast | every state | hold | never | always
            eventually | test | script | role | action | prop | symbols | location | template
            attribute | property | function | predicate | proxy"#]],
    );
    check_in_script(
        "  state a\n    $0",
        expect![[r#"
            rule | state | fact | claim | define | cast | every state | hold | never | always
            eventually | test | script | role | action | prop | symbols | location | template
            attribute | property | function | predicate | proxy"#]],
    );
    check_in_script("  sta$0\n  state b", expect!["state | every state"]);
}

#[test]
fn cast() {
    check_complete(
        "role a\nrole b\nscript s\n  cast\n    a 0..1\n    $0",
        expect![[r#"
            b | a | state | rule | fact | claim | define | cast | every state | hold | never
            always | eventually | test | script | role | action | prop | symbols | location
            template | attribute | property | function"#]],
    );
    check_complete(
        "role a\nscript s\n  cast\n    a 0..1 $0",
        expect![
            "joins as | joins late | away up to | vacant up to | on leaving | player | starts in"
        ],
    );
    check_complete(
        "role a\nscript s\n  cast\n    a 0..1 joins late, $0\n  fact b",
        expect!["joins as | away up to | vacant up to | on leaving | player | starts in"],
    );
    check_complete(
        "role a\nscript s\n  cast\n    a 0..1 joins as $0",
        expect!["idle | wish | duty | need | danger | command"],
    );
    check_complete(
        "role a\nscript s\n  cast\n    a 0..1 starts in $0\n  state x\n  state y",
        expect!["x | y"],
    );
    check_complete(
        "role a\naction run\nscript s\n  cast\n    a 0..1 on leaving $0",
        expect!["run"],
    );
    check_complete(
        "role a\nscript s\n  cast\n    a 0..1 away up to 3 $0",
        expect!["s | min | h | ms | m"],
    );
}

#[test]
fn parts_of_a_rule_that_it_has_not() {
    check_in_script(
        "  state a\n    rule r\n      when seat(X)\n      do sit(X)\n      $0\n      goto a",
        expect![[r#"
            choose | together with | while | add | remove | set | then add | then remove | then set
            on failure add | on failure remove | on failure set | on stop add | on stop remove
            on stop set | leave | end | urgent | once | again after | accept | state | rule
            fact"#]],
    );
    check_in_script(
        "  rule r $0",
        expect![[r#"
            for | when | choose | do | add | remove | set | goto | leave | end | urgent | once
            again after | accept | together with | while | then add | then remove | then set
            on failure add | on failure remove | on failure set | on stop add | on stop remove"#]],
    );
    check_in_script(
        "  rule r\n      wh$0",
        expect!["when | while | together with"],
    );
    check_in_script("  rule r for elder, $0", expect!["tourist | citizen"]);
    check_in_script("  rule r for $0", expect!["elder | tourist | citizen"]);
}

#[test]
fn states_after_goto() {
    check_in_script(
        "  state standing\n    rule r\n      goto $0\n  state seated",
        expect!["standing | seated"],
    );
}

#[test]
fn actions_after_do() {
    check_in_script("  rule r do $0", expect!["get_up | sit | talk"]);
    let items = offered(&format!("{TOWN}  rule r do si$0"));
    let sit = &items[0];
    assert_eq!(sit.insert, "sit(${1:prop})");
    assert_eq!(sit.detail, "action sit(prop) takes 2..3 s, may fail");
    assert_eq!(sit.documentation, "Sits down and stays.\nUntil getting up.");
    let items = offered(&format!("{TOWN}  rule r do si$0(X)"));
    assert_eq!(items[0].insert, "sit");
}

#[test]
fn named_arguments_of_an_action() {
    check_in_script(
        "  rule r do talk(.me, weather) with $0",
        expect!["style | loud"],
    );
    check_in_script(
        "  rule r do talk(.me, weather) with loud = 1, $0",
        expect!["style"],
    );
    check_in_script(
        "  rule r do talk(.me, weather) with style = $0",
        expect!["happy | sad"],
    );
    check_in_script(
        "  rule r do talk(.me, weather) $0",
        expect![[r#"
            with | when | choose | together with | while | add | remove | set | then add | then remove
            then set | on failure add | on failure remove | on failure set | on stop add | on stop remove
            on stop set | goto | leave | end | urgent | once | again after | accept"#]],
    );
}

#[test]
fn conditions() {
    check_in_script(
        "  rule r when seat(Place), $0",
        expect![[r#"
        seat | reserved | until | asked | free_seat | not | .any | .raining | .sees | Place
        .me | .now | .hunger | count | distance | chance | .clock"#]],
    );
    check_in_script(
        "  rule r when not $0",
        expect!["seat | reserved | until | asked | free_seat | .any | .raining | .sees"],
    );
    check_in_script(
        "  rule r when .$0",
        expect![".any | .raining | .sees | .me | .now | .hunger | .clock"],
    );
    check_in_script(
        "  rule r when se$0\n      do get_up",
        expect!["seat | .sees | reserved | asked | free_seat | distance"],
    );
}

#[test]
fn arguments() {
    check_in_script(
        "  rule r when seat(Place), until(Who, T), reserved($0",
        expect!["Place | left | right | _"],
    );
    check_in_script(
        "  rule r when seat(Place), until(Who, T), reserved(Place, $0)",
        expect!["Who | .me | _"],
    );
    check_in_script(
        "  rule r when asked(Who, T) do talk(Who, $0\n      goto x",
        expect!["T | weather | prices"],
    );
    check_in_script(
        "  rule r when asked(Who, $0",
        expect!["weather | prices | _"],
    );
    check_in_script(
        "  rule r when .any(X, $0",
        expect!["elder | tourist | citizen"],
    );
    check_in_script(
        "  rule r when count($0",
        expect!["seat | reserved | until | asked"],
    );
    check_in_script("  rule r when free_seat($0", expect!["left | right | _"]);
    check_in_script("  rule r when .sees(.me, $0", expect![".me"]);
    check_in_script("  rule r when chance($0", expect!["30%"]);
}

#[test]
fn the_other_side_of_a_comparison() {
    check_in_script(
        "  rule r when until(Who, T), seat(Place), T < $0",
        expect![".now"],
    );
    check_in_script("  rule r when until(Who, T), Who != $0", expect![".me"]);
    check_in_script(
        "  rule r when .hunger(.me) > $0",
        expect![".hunger | count | distance"],
    );
    check_in_script(
        "  rule r add until(.me, .now + $0",
        expect![".second | .minute | .hour | random"],
    );
}

#[test]
fn effects() {
    check_in_script(
        "  rule r when seat(X) do sit(X) add $0",
        expect!["seat | reserved | until | asked"],
    );
    check_in_script(
        "  rule r when seat(X) do sit(X) then $0",
        expect!["add | remove | set"],
    );
    check_in_script(
        "  rule r when seat(X) do sit(X) on $0",
        expect!["failure | stop"],
    );
    check_in_script(
        "  rule r when seat(X) do sit(X) on failure $0",
        expect!["add | remove | set"],
    );
    check_in_script(
        "  rule r remove reserved(_, .me), $0",
        expect!["seat | reserved | until | asked"],
    );
}

#[test]
fn choices() {
    check_in_script(
        "  rule r when seat(Place), until(Who, T) choose $0",
        expect!["nearest | any | first | least | most"],
    );
    check_in_script(
        "  rule r when seat(Place), until(Who, T) choose nearest $0",
        expect!["Place | Who"],
    );
    check_in_script(
        "  rule r when until(Who, T) do get_up together with $0",
        expect!["Who"],
    );
}

#[test]
fn templates() {
    check_complete(
        &format!("{TEMPLATE}script nap based on $0"),
        expect!["rest"],
    );
    check_complete(
        &format!("{TEMPLATE}script nap based on rest(Seat = elder, $0"),
        expect!["Stay | Sit"],
    );
    check_complete(
        &format!("{TEMPLATE}script nap based on rest(Seat = $0"),
        expect!["elder"],
    );
    check_complete(
        &format!("{TEMPLATE}script nap based on rest(Sit = $0)"),
        expect!["sit"],
    );
    check_complete(
        "template t(A: $0",
        expect!["role | action | symbol | number | duration | daytime | text"],
    );
    let nap = format!("{TEMPLATE}script nap based on rest(Seat = elder, Sit = sit)\n");
    check_complete(
        &format!("{nap}  override rule $0"),
        expect!["take_a_seat | chat"],
    );
    check_complete(
        &format!("{nap}  drop rule $0"),
        expect!["take_a_seat | chat"],
    );
    check_complete(
        &format!("{nap}  rule snore before $0"),
        expect!["take_a_seat | chat"],
    );
    check_complete(
        &format!("{nap}  rule snore $0"),
        expect![[r#"
            for | before | after | when | choose | do | add | remove | set | goto | leave | end
            urgent | once | again after | accept | together with | while | then add | then remove
            then set | on failure add | on failure remove | on failure set"#]],
    );
    check_complete(
        &format!("{nap}  rule snore when $0"),
        expect!["seat | not | .any | .me | .now | count | distance | chance | .clock"],
    );
    check_complete(&TEMPLATE.replace("for $Seat", "for $$0"), expect!["$Seat"]);
}

#[test]
fn locations() {
    check_in_script(
        "location l\n  $0",
        expect![[r#"
            prop | knows | prefers | emits | tags | serves | script | role | action | symbols
            location | template | attribute | property | function | predicate | proxy | test
            person | course | layer | need | schedule | area"#]],
    );
    check_in_script("location l\n  prefers $0", expect!["bench_chat"]);
    check_in_script(
        "location l\n  prefers bench_chat 1\n  knows $0",
        expect!["seat | reserved | until | asked"],
    );
    check_in_script("location l\n  prop stool: $0", expect!["armchair | chair"]);
    check_in_script(
        "location l\n  prefers bench_chat\n  prop stool: chair\n  knows seat($0",
        expect!["stool"],
    );
    check_in_script(
        "location l\n  emits $0",
        expect!["script | notification | spawn | player"],
    );
    check_in_script(
        "location l\n  emits script within 8 m, $0",
        expect![[r#"
        every | rests | rests per character | at most | from | icon | then stay | then withdraw
        extras"#]],
    );
    check_in_script(
        "location l\n  emits spawn $0",
        expect!["citizen | elder | tourist"],
    );
}

#[test]
fn tests_of_scripts() {
    let rule =
        "  state seated\n    rule go when seat(Place) do sit(Place)\n    rule stay do get_up\n";
    let test = format!("{rule}  test t\n    given seat(left)\n    people ann elder, bob tourist\n");
    check_in_script(
        &format!("{rule}  test t\n    $0"),
        expect![[r#"
            given | people | seed | expect | after | tell | scene ends | scene goes on | prop
            .hunger | .raining | .sees | distance | state | rule | fact | claim | define | cast
            every state | hold | never | always | eventually"#]],
    );
    check_in_script(
        &format!("{rule}  test t\n    people ann $0"),
        expect!["elder | tourist"],
    );
    check_in_script(
        &format!("{test}    $0"),
        expect![[r#"
            ann | bob | given | seed | expect | after | tell | scene ends | scene goes on | prop
            .hunger | .raining | .sees | distance | state | rule | fact | claim | define | cast
            every state | hold | never | always"#]],
    );
    check_in_script(
        &format!("{test}    ann $0"),
        expect!["does | is | fails | arrives as | vanishes | returns"],
    );
    check_in_script(
        &format!("{test}    ann does $0\n    bob does stay"),
        expect!["go | stay"],
    );
    check_in_script(&format!("{test}    ann does go with $0"), expect!["Place"]);
    check_in_script(
        &format!("{test}    ann does go with Place = $0"),
        expect!["left | right"],
    );
    check_in_script(
        &format!("{test}    ann is $0"),
        expect!["seated | present | away | leaving | out | stopped | recalled"],
    );
    check_in_script(
        &format!("{test}    .raining $0"),
        expect!["holds | no longer holds"],
    );
    check_in_script(
        &format!("{test}    .raining no $0"),
        expect!["longer holds"],
    );
    check_in_script(&format!("{test}    .hunger($0"), expect!["ann | bob"]);
    check_in_script(&format!("{test}    .hunger(ann) $0"), expect!["is"]);
    check_in_script(&format!("{test}    distance(ann, left) $0"), expect!["is"]);
    check_in_script(
        &format!("{test}    ann arrives as $0"),
        expect!["elder | tourist | citizen"],
    );
    check_in_script(
        &format!("{test}    expect $0"),
        expect![[r#"
        seat | reserved | until | asked | free_seat | not | .any | .state | .raining | .sees
        .now | .hunger | count | distance | .clock"#]],
    );
    check_in_script(
        &format!("{test}    expect reserved(left, $0"),
        expect!["ann | bob | _"],
    );
    check_in_script(
        &format!("{test}    after 5 $0"),
        expect![[r#"
            s | min | h | ms | m | ann | bob | given | seed | expect | after | tell | scene ends
            scene goes on | prop | .hunger | .raining | .sees | distance"#]],
    );
    check_in_script("test t of $0", expect!["bench_chat"]);
    check_in_script(
        &format!("{rule}test t of bench_chat\n  people ann elder\n  ann does $0"),
        expect!["go | stay"],
    );
}

#[test]
fn nothing_in_comments_texts_and_new_names() {
    for text in [
        "# ro$0",
        "role $0",
        "action $0",
        "script $0",
        "script s\n  rule $0",
        "script s\n  fact $0",
        "action a with s: text = \"ro$0",
        "action a with s: text = \"ro$0\"",
        "action a takes 1$02 s",
    ] {
        assert_eq!(offered(text), vec![], "{text}");
    }
}

#[test]
fn broken_text_before_and_behind() {
    check_in_script(
        "  rule r when seat(\n      goto $0\n  state a",
        expect!["a"],
    );
    check_in_script(
        "  fact (((\n  state a\n  rule r\n      do $0\n      add (",
        expect!["get_up | sit | talk"],
    );
    check_in_script(
        ") } ] 5 5 5\n  state a\n  rule r when T < .now,,, not $0 , ,",
        expect!["seat | reserved | until | asked | free_seat | .any | .raining | .sees"],
    );
    check_in_script("  rule\n  rule\n  state b\n  rule x goto $0", expect!["b"]);
}

#[test]
fn codes_of_findings_that_can_be_accepted() {
    check_complete(
        "script s\n  rule r\n    leave\n    accept rule-$0",
        expect![[r#"
            rule-never-fires | rule-starves-others | rule-changes-nothing | rule-never-reached
            grammar-rule-never-used | required-role-missing | rules-undo-each-other"#]],
    );
    check_complete(
        "script s\n  rule r\n    leave\n    accept takes-twice $0",
        expect!["because"],
    );
    let items = offered("script s\n  rule r\n    accept takes-tw$0");
    assert_eq!(items[0].insert, "takes-twice because \"$0\"");
}
