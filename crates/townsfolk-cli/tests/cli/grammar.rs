//! `townsfolk grammar`, as people see it.

use crate::folder::Folder;
use expect_test::expect;

const BOSS: &str = "# The raid boss.
action fireball takes 1 s
action vulnerability takes 1 s
action finisher takes 2 s

grammar boss
  # Fire first.
  start attack: fireball*50%, basic*50%
  basic: fireball, combo*50%, finisher
  combo: vulnerability, fireball*50%

role boss thinks with boss
";

/// The example of the book: 15 symbols.
const SAMPLE: &str = "fireball, fireball, fireball, vulnerability, vulnerability, vulnerability, \
vulnerability, vulnerability, fireball, fireball, fireball, fireball, finisher, fireball, finisher";

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .file("boss.folk", BOSS)
        .file("fights.txt", format!("# Seen last night.\n{SAMPLE}\n"))
}

#[test]
fn done_07_a_fight_is_parsed_with_its_probability_and_its_rules() {
    let told = folder("grammar_parse").run(&["grammar", "parse", "boss.folk", SAMPLE]);
    let (head, tree) = told.split_once("\n\n").unwrap();
    assert_eq!(
        head,
        "A sentence of boss, in one way.\nIts probability is 1 in 4,194,304, 22.00 bits of surprise."
    );
    assert_eq!(tree.matches("combo").count(), 5, "{tree}");
    assert!(tree.starts_with("attack\n  fireball\n  fireball\n  basic\n    fireball\n    combo\n      vulnerability\n"), "{tree}");
}

#[test]
fn done_08_what_is_no_sentence_is_said_with_the_place() {
    let folder = folder("grammar_no_parse");
    let parse = |text: &str| folder.run(&["grammar", "parse", "boss.folk", text]);
    expect![[r#"
        Not a sentence of boss.
        No sentence begins with finisher.
    "#]]
    .assert_eq(&parse("finisher"));
    expect![[r#"
        Not a sentence of boss.
        It could begin one, but more must follow.
    "#]]
    .assert_eq(&parse("fireball, vulnerability"));
    expect![[r#"
        Not a sentence of boss.
        The first 3 symbols could begin one, but vulnerability cannot follow.
    "#]]
    .assert_eq(&parse("fireball, fireball, finisher, vulnerability"));
}

#[test]
fn done_14_training_prints_the_grammar_with_its_new_weights() {
    let folder = folder("grammar_train");
    let train = [
        "grammar",
        "train",
        "boss.folk",
        "--examples",
        "fights.txt",
        "--passes",
        "1",
        "--smoothing",
        "0",
    ];
    expect![[r#"
        grammar boss
          # Fire first.
          start attack: fireball*66.7%, basic*66.7%
          basic: fireball, combo*71.4%, finisher
          combo: vulnerability, fireball*44.4%

        1 example learned from in 1 pass.
        Surprise of an example: 22.00 bits before, 20.47 bits after.
    "#]]
    .assert_eq(&folder.run(&train));
    assert_eq!(folder.read("boss.folk"), BOSS);
    let written = folder.run(&[&train[..], &["--write"]].concat());
    assert!(written.ends_with("Written to boss.folk.\n"), "{written}");
    let new = folder.read("boss.folk");
    assert!(
        new.starts_with("# The raid boss.\n") && new.contains("combo*71.4%"),
        "{new}"
    );
    let checked = folder.run(&["check", "boss.folk"]);
    assert!(!checked.contains("error"), "{checked}");
}

#[test]
fn a_report_says_what_comes_out() {
    let told = folder("grammar_report").run(&["grammar", "report", "boss.folk"]);
    for part in [
        "boss: 10,000 sentences",
        "expected length: attack 5.00",
        "cut off: 0.0%",
        "symbols",
        "pairs",
        "triples",
        "basic: repeated",
        "most frequent sentences",
        "(nothing)",
    ] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
}

#[test]
fn samples_are_the_same_for_a_seed_and_texts_are_put_together() {
    let signs = "grammar sign\n  start sign: \"The \", (\"Red\" or \"Green\"), \" Goose\"\n";
    let folder = folder("grammar_sample").file("sign.folk", signs);
    let sample =
        |seed: &str| folder.run(&["grammar", "sample", "sign.folk", "-n", "20", "--seed", seed]);
    let told = sample("4");
    assert_eq!(told, sample("4"));
    assert_eq!(told.lines().count(), 20);
    assert!(
        told.lines()
            .all(|line| line == "The Red Goose" || line == "The Green Goose"),
        "{told}"
    );
    let combos = folder.run(&[
        "grammar",
        "sample",
        "boss.folk",
        "--start",
        "combo",
        "-n",
        "5",
    ]);
    assert!(
        combos.lines().all(|line| line.starts_with("vulnerability")),
        "{combos}"
    );
}

#[test]
fn wrong_words_are_answered_with_the_right_ones() {
    let folder = folder("grammar_wrong")
        .file("empty.folk", "role nobody\n")
        .file("bad.txt", "fireball, fire_ball\n");
    let run = |words: &[&str]| folder.run(&[&["grammar"], words].concat());
    let all = [
        run(&["parse", "boss.folk", "firebal"]),
        run(&["sample", "boss.folk", "--grammar", "bos"]),
        run(&["sample", "boss.folk", "--start", "comb"]),
        run(&["report", "empty.folk"]),
        run(&["train", "boss.folk", "--examples", "bad.txt"]),
    ];
    expect![[r#"
        error: `firebal` is no symbol of the grammar `boss`
        Hint: did you mean `fireball`?

        error: there is no grammar `bos`
        Hint: did you mean `boss`?

        error: there is no rule `comb` in `boss`
        Hint: its rules are: attack, basic, combo

        error: there is no grammar in these files
        Hint: a grammar begins with `grammar NAME`; `townsfolk grammar --help` shows more

        error: bad.txt, line 1: `fire_ball` is no symbol of the grammar `boss`
        Hint: did you mean `fireball`?
    "#]]
    .assert_eq(&all.join("\n"));
}

/// The shipped example: signs and names of a generated town, and a boss that one can watch.
#[test]
fn the_shipped_patterns_make_signs_and_play() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/patterns");
    let folder = Folder::new("grammar_shipped");
    let signs = folder.run(&[
        "grammar",
        "sample",
        root,
        "--grammar",
        "inn_sign",
        "-n",
        "50",
    ]);
    assert!(
        signs.lines().all(|line| line.starts_with("The ")),
        "{signs}"
    );
    let different: std::collections::BTreeSet<&str> = signs.lines().collect();
    assert!(different.len() > 20, "{signs}");
    let played = folder.run(&["play", root, "--seed", "3", "--for", "2min"]);
    for who in ["Vesna", "Pale Ada", "Odile"] {
        assert!(played.contains(who), "{who} is missing in\n{played}");
    }
}
