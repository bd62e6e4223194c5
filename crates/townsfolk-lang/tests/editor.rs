//! What an editor is told: completion, hover, definition, references, outline and colours.
//!
//! `$0` marks the cursor.

// An expectation is written where it is used, so it is handed over.
#![allow(clippy::needless_pass_by_value)]

use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write;
use townsfolk_lang::editor::{
    Completion, completions, definition, hover, references, semantic_tokens, symbols,
};
use townsfolk_lang::project::{Checked, Project};
use townsfolk_lang::source::{FileId, Place};
use townsfolk_lang::syntax::SyntaxKind;

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");

/// What most cases stand in.
const TOWN: &str = "
# Everybody who lives here.
role citizen
role elder is citizen
role tourist is citizen
prop chair
prop armchair is chair
symbols topic: weather, prices
symbols mood: happy, sad
# Sits down and stays.
# Until getting up.
action sit(prop) takes 2..3 s, may fail
action talk(character, topic) with style: mood = happy, loud: number takes 1 s
action get_up
property raining
property hunger(character): number
predicate sees(character, character)
location bench_spot
  prop left: chair at 0 m, 0 m
  prop right: armchair
  knows seat(left), seat(right)
  prefers bench_chat 3
script bench_chat
  cast
    elder 0..1 joins late
    tourist 0..2
  fact seat(prop)
  claim reserved(prop, character)
  fact until(character, time)
  fact asked(character, topic)
  define free_seat(Place) when seat(Place), not reserved(Place, _)
";

fn open(files: &[(&str, &str)]) -> (Project, Checked, FileId, u32) {
    let mut cursor = None;
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|(path, text)| {
            if let Some(at) = text.find("$0") {
                cursor = Some((path.to_string(), at as u32));
            }
            (path.to_string(), text.replacen("$0", "", 1))
        })
        .collect();
    let mut project = Project::of_files(
        texts
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    );
    let checked = project.check();
    let (path, at) = cursor.expect("a cursor");
    let file = project.find(&path).expect("the file of the cursor");
    (project, checked, file, at)
}

fn offered(text: &str) -> Vec<Completion> {
    let (project, checked, file, at) = open(&[("town.folk", text)]);
    completions(&project, &checked, file, at)
}

/// The first labels offered, on lines of a readable width.
fn check_complete(text: &str, expected: Expect) {
    let labels: Vec<String> = offered(text).into_iter().map(|item| item.label).collect();
    let mut lines = String::new();
    let mut width = 0;
    for label in labels.iter().take(24) {
        if width > 80 {
            lines.push('\n');
            width = 0;
        }
        if width > 0 {
            lines.push_str(" | ");
        }
        lines.push_str(label);
        width += label.len() + 3;
    }
    expected.assert_eq(&lines);
}

fn check_in_script(text: &str, expected: Expect) {
    check_complete(&format!("{TOWN}{text}"), expected);
}

fn check_hover(text: &str, expected: Expect) {
    let (project, checked, file, at) = open(&[("town.folk", text)]);
    let shown = match hover(&project, &checked, file, at) {
        None => "nothing".to_string(),
        Some(hover) => {
            let source = &project.file(hover.place.file).expect("a file").text;
            let mut shown = format!("{} :: {}\n", &source[hover.place.range()], hover.title);
            for line in hover.documentation.lines() {
                let _ = writeln!(shown, "{line}");
            }
            for note in &hover.notes {
                let _ = writeln!(shown, "- {note}");
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}

fn check_hover_in_script(text: &str, expected: Expect) {
    check_hover(&format!("{TOWN}{text}"), expected);
}

/// Places as `file:line: text of the line` with the place in brackets.
fn shown(project: &Project, places: &[Place]) -> String {
    let mut lines = String::new();
    for place in places {
        let file = project.file(place.file).expect("a file");
        let from = file.text[..place.start as usize]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let to = file.text[place.end as usize..]
            .find('\n')
            .map_or(file.text.len(), |at| place.end as usize + at);
        let _ = writeln!(
            lines,
            "{}: {}[{}]{}",
            file.path,
            file.text[from..place.start as usize].trim_start(),
            &file.text[place.range()],
            &file.text[place.end as usize..to],
        );
    }
    lines
}

fn check_definition(files: &[(&str, &str)], expected: Expect) {
    let (project, checked, file, at) = open(files);
    expected.assert_eq(&shown(&project, &definition(&project, &checked, file, at)));
}

fn check_references(files: &[(&str, &str)], expected: Expect) {
    let (project, checked, file, at) = open(files);
    expected.assert_eq(&shown(&project, &references(&project, &checked, file, at)));
}

// Completion: declarations.

#[test]
fn declarations_in_an_empty_file() {
    check_complete(
        "$0",
        expect![[r#"
            script | role | action | prop | symbols | location | template | property | function
            predicate | proxy | test | person | layer | need | schedule | area | persona | temper
            interaction | network | id"#]],
    );
    check_complete(
        "ro$0",
        expect!["role | prop | property | proxy | person | persona | interaction"],
    );
    check_complete(
        "role a\n\n$0\n\nrole b",
        expect![[r#"
            is | carries | script | role | action | prop | symbols | location | template | property
            function | predicate | proxy | test | person | layer | need | schedule | area | persona
            temper | interaction | network | id"#]],
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
        expect!["may fail | uses | limit | cannot be stopped | eases | adds"],
    );
    check_complete("action a uses $0", expect!["body | voice | gaze"]);
    check_complete(
        "action a takes 2 $0",
        expect![[r#"
            s | min | h | ms | m | may fail | uses | limit | cannot be stopped | eases | adds
            with"#]],
    );
    check_complete("action a takes 2$0", expect!["s | min | h | ms | m"]);
    check_complete("action a with $0", expect![[""]]);
    check_complete("action a with s: n$0", expect!["number | thing | duration"]);
}

// Completion: scripts.

#[test]
fn sections_of_a_script() {
    check_in_script(
        "  $0",
        expect![[r#"
            state | rule | fact | claim | define | cast | every state | hold | never | always
            eventually | test | script | role | action | prop | symbols | location | template
            property | function | predicate | proxy | person"#]],
    );
    check_in_script(
        "  state a\n    $0",
        expect![[r#"
            rule | state | fact | claim | define | cast | every state | hold | never | always
            eventually | test | script | role | action | prop | symbols | location | template
            property | function | predicate | proxy | person"#]],
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
            template | property | function | predicate"#]],
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
            choose | together with | while | add | remove | then add | then remove | on failure add
            on failure remove | on stop add | on stop remove | leave | end | urgent | once
            again after | state | rule | fact | claim | define | cast | every state | hold"#]],
    );
    check_in_script(
        "  rule r $0",
        expect![[r#"
        for | when | choose | do | add | remove | goto | leave | end | urgent | once | again after
        together with | while | then add | then remove | on failure add | on failure remove
        on stop add | on stop remove"#]],
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
        with | when | choose | together with | while | add | remove | then add | then remove
        on failure add | on failure remove | on stop add | on stop remove | goto | leave
        end | urgent | once | again after"#]],
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
        expect!["add | remove"],
    );
    check_in_script(
        "  rule r when seat(X) do sit(X) on $0",
        expect!["failure | stop"],
    );
    check_in_script(
        "  rule r when seat(X) do sit(X) on failure $0",
        expect!["add | remove"],
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

const TEMPLATE: &str = "
role elder
action sit(prop)
template rest(Seat: role, Stay: duration = 3 min, Sit: action)
  fact seat(prop)
  state standing
    rule take_a_seat for $Seat
      when seat(Place)
      do $Sit(Place)
    rule chat
      do $Sit(left)
";

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
        for | before | after | when | choose | do | add | remove | goto | leave | end | urgent
        once | again after | together with | while | then add | then remove | on failure add
        on failure remove | on stop add | on stop remove"#]],
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
            location | template | property | function | predicate | proxy | test | person | layer
            need | schedule | area | persona | temper"#]],
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

// Hover.

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

// Definition and references.

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

// Outline and colours.

#[test]
fn outline_of_the_bench() {
    let project = Project::of_files([("bench.folk", BENCH)]);
    let mut shown = String::new();
    fn show(shown: &mut String, entries: &[townsfolk_lang::editor::OutlineSymbol], depth: usize) {
        for entry in entries {
            let _ = writeln!(
                shown,
                "{}{:?} {} :: {}",
                "  ".repeat(depth),
                entry.kind,
                entry.name,
                entry.detail
            );
            show(shown, &entry.children, depth + 1);
        }
    }
    show(&mut shown, &symbols(&project, FileId(0)), 0);
    expect![[r#"
        Role citizen :: role citizen
        Role elder :: role elder is citizen
        Role tourist :: role tourist is citizen
        PropKind chair :: prop chair
        Action sit :: action sit(prop) takes 2..3 s, may fail
        Action get_up :: action get_up takes 1..2 s
        Action talk :: action talk(character) uses voice, takes 4..8 s
        Action listen :: action listen(character) takes 2..4 s
        Script bench_chat :: script bench_chat
          Cast cast :: 
          Fact seat :: fact seat(prop)
          Fact reserved :: claim reserved(prop, character)
          Fact sitting :: fact sitting(character)
          Fact until :: fact until(character, time)
          Fact talker :: claim talker(character)
          Define free_seat :: define free_seat(Place) when seat(Place), not reserved(Place, _)
          Define company :: define company(Other) when sitting(Other), Other != .me
          State standing :: state standing
            Rule take_a_seat :: rule take_a_seat
            Rule walk_on :: rule walk_on
          State seated :: state seated
            Rule time_to_go :: rule time_to_go
            Rule start_a_talk :: rule start_a_talk
            Rule listen :: rule listen
          Property two_on_one_seat :: never two_on_one_seat when reserved(P, A), reserved(P, B), A != B
          Property two_talk_at_once :: never two_talk_at_once when talker(A), talker(B), A != B
          Property talkers_fall_silent :: eventually talkers_fall_silent when talker(A) expect not talker(A)
          Test two_strangers_share_a_bench :: test two_strangers_share_a_bench
          Test the_bench_is_full :: test the_bench_is_full
          Test a_failed_attempt_frees_the_seat :: test a_failed_attempt_frees_the_seat
          Test the_talker_vanishes :: test the_talker_vanishes
        Location bench_spot :: location bench_spot
          Prop left :: prop left: chair at 0 m, 0 m
          Prop right :: prop right: chair at 0.6 m, 0 m
    "#]]
    .assert_eq(&shown);
}

#[test]
fn colours() {
    let text = "# hi\naction sit(prop) takes 2..3 s\nscript s based on t(A = 1)\n  rule r when a(X, _), .me != $P, chance(30%) say \"x\"\n  again after 3 s";
    let mut shown = String::new();
    for (range, class) in semantic_tokens(text) {
        let token = &text[range.start as usize..range.end as usize];
        let _ = write!(shown, "{token}={class:?} ");
    }
    expect![[r##"# hi=Comment action=Keyword sit=Name prop=Name takes=Keyword 2=Number 3=Number s=Unit script=Keyword s=Name based=Keyword on=Keyword t=Name A=Parameter 1=Number rule=Keyword r=Name when=Keyword a=Name X=Variable _=Variable .me=DotName $P=Parameter chance=Name 30=Number %=Unit say=Name "x"=Text again=Keyword after=Keyword 3=Number s=Unit "##]].assert_eq(&shown);
}

// Anything at all.

fn ask_everything(project: &Project, checked: &Checked, offset: u32) {
    let file = FileId(0);
    let text = &project.file(file).expect("the file").text;
    for item in completions(project, checked, file, offset) {
        assert!(text.get(item.replace.range()).is_some());
        item.plain_insert();
    }
    if let Some(hover) = hover(project, checked, file, offset) {
        assert!(text.get(hover.place.range()).is_some());
    }
    for place in definition(project, checked, file, offset) {
        assert!(text.get(place.range()).is_some());
    }
    let uses = references(project, checked, file, offset);
    for place in &uses {
        assert!(text.get(place.range()).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_offset_in_a_truncated_text_panics(
        from in 0..BENCH.len(),
        length in 0..BENCH.len(),
        offsets in prop::collection::vec(0u32..2200, 8),
    ) {
        let text: String = BENCH.chars().skip(from / 4).take(length).collect();
        let mut project = Project::of_files([("bench.folk", text.as_str())]);
        let checked = project.check();
        symbols(&project, FileId(0));
        semantic_tokens(&text);
        for offset in offsets {
            ask_everything(&project, &checked, offset);
        }
        ask_everything(&project, &checked, text.len() as u32);
    }

    #[test]
    fn no_offset_in_any_text_panics(text in "[a-zé§.$_()#\"\\\\ \n]{0,60}|(script |rule |when |goto |test |cast |é|X|, |\\(|\\)|\\.|\n| ){0,30}") {
        let mut project = Project::of_files([("a.folk", text.as_str())]);
        let checked = project.check();
        for offset in 0..text.len() as u32 + 2 {
            ask_everything(&project, &checked, offset);
        }
    }

    #[test]
    fn an_old_check_with_a_new_text_does_not_panic(
        length in 0..BENCH.len(),
        offset in 0u32..2200,
    ) {
        let broken = format!("{BENCH}\n  rule\n}} é\n  when sit(");
        let mut project = Project::of_files([("bench.folk", broken.as_str())]);
        let checked = project.check();
        let package = project.file(FileId(0)).expect("the file").package;
        let text: String = BENCH.chars().take(length).collect();
        project.set_file("bench.folk", package, &text);
        ask_everything(&project, &checked, offset);
    }
}

// Minds.

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
            remembers | gossips | has temper | script | role | action | prop | symbols | location
            template | property | function | predicate | proxy | test"#]],
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
