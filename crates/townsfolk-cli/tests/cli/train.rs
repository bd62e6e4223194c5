//! `townsfolk train`, as people see it.

use crate::folder::Folder;
use expect_test::expect;

const SHIPPED: &str = include_str!("../../../townsfolk-mind/content/social.weights");
const CASES: &str = include_str!("../../../townsfolk-mind/content/social_cases.csv");

#[test]
fn the_same_seed_gives_the_shipped_file_byte_for_byte() {
    let folder = Folder::new("train");
    expect![[r#"
        Teacher: the rules in training/teacher.rs; 300 hand-made cases, 7 noisy copies of each, deviation 0.030.
        Seed 2004, 200 epochs, rate 0.1, momentum 0.5.
        Right on the hand-made cases (parents of the training cases): 97.6 %
        Right in five-fold cross-validation on the copies: 92.5 %
        Right in five-fold cross-validation grouped by parent: 83.7 %
        Right on 1,000 situations drawn at random: 53.4 %
        Grouped, rows right, columns given:
                         kiss      flirt       joke compliment       chat     insult    assault    nothing  recall
              kiss        155          0          3          0          0          0          0         10   0.922
             flirt          0         89          0          9          0          0          0          0   0.908
              joke          4          0         85          0          9          0          0          0   0.867
        compliment          0         10          0        214         13          0          0          8   0.873
              chat          4          0         10          1        422          0          0         67   0.837
            insult          0          0          0          0          7        144         12         47   0.685
           assault          0          0          0          0          0         20         21          1   0.500
           nothing          9          0          0          9         72          7         10        628   0.854
         precision      0.901      0.898      0.867      0.918      0.806      0.842      0.488      0.825

        social.weights 2,530 bytes: 116 weights and where they come from
    "#]].assert_eq(&folder.run(&["train", "social"]));
    assert_eq!(folder.read("social.weights"), SHIPPED);
}

/// The cases of the book, read from a file, give the same weights; only the teacher is not known.
#[test]
fn cases_from_a_file_are_learned_like_ours() {
    let folder = Folder::new("train_cases").file("mine.csv", CASES);
    let told = folder.run(&["train", "social", "--cases", "mine.csv", "-o", "a.weights"]);
    assert!(
        told.starts_with("Teacher: whoever made the cases; 300"),
        "{told}"
    );
    let weights = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(String::from).collect()
    };
    assert_eq!(weights(&folder.read("a.weights")), weights(SHIPPED));
}

#[test]
fn another_seed_gives_another_file_and_few_sorts_of_cases_are_said() {
    let rows: Vec<&str> = CASES.lines().collect();
    let peaceful = rows.iter().filter(|row| !row.ends_with("assault"));
    let few: Vec<&str> = peaceful.take(41).copied().collect();
    let folder = Folder::new("train_seed").file("few.csv", few.join("\n"));
    let with_seed = |seed: &str, file: &str| {
        folder.run(&[
            "train", "social", "--cases", "few.csv", "--seed", seed, "-o", file,
        ])
    };
    let told = with_seed("1", "one");
    assert!(told.contains("so not learned:"), "{told}");
    assert!(told.contains("assault"), "{told}");
    with_seed("1", "again");
    with_seed("2", "two");
    assert_eq!(folder.read("one"), folder.read("again"));
    assert_ne!(folder.read("one"), folder.read("two"));
}

#[test]
fn what_cannot_be_trained_is_said_before_the_training() {
    let header = CASES.lines().next().unwrap_or_default();
    let folder = Folder::new("train_errors")
        .file("few.csv", format!("{header}\n0,0,0,0,0,0,0,0,0,chat\n"))
        .file("wrong.csv", format!("{header}\n0,0,0,0,2,0,0,0,0,chat\n"))
        .file("other.csv", "name,age\nann,7\n")
        .file("not_text.csv", [0xff, 0xfe, 0x00]);
    let told = |arguments: &[&str]| folder.run(&[&["train", "social"], arguments].concat());
    expect![[r#"
        --- complaints
        error: few.csv has 1 case, too few to learn from and to ask about

        Hint: make at least 20; ours are 300, of twelve people in five moods
        --- exit 2
    "#]]
    .assert_eq(&told(&["--cases", "few.csv"]));
    expect![[r#"
        --- complaints
        error: wrong.csv, line 2: like must be a number from 0 to 1 with up to three decimals, not `2`

        Hint: `townsfolk train --help` shows the first line and the form of the rest
        --- exit 2
    "#]].assert_eq(&told(&["--cases", "wrong.csv"]));
    expect![[r#"
        --- complaints
        error: other.csv, line 1: the first line must be `neuroticism,extroversion,valence,arousal,like,attraction,dominance,intimacy,interest,right`

        Hint: `townsfolk train --help` shows the first line and the form of the rest
        --- exit 2
    "#]].assert_eq(&told(&["--cases", "other.csv"]));
    expect![[r#"
        --- complaints
        error: not_text.csv cannot be read: stream did not contain valid UTF-8

        Hint: `townsfolk train --help` shows the first line and the form of the rest
        --- exit 2
    "#]]
    .assert_eq(&told(&["--cases", "not_text.csv"]));
    expect![[r#"
        --- complaints
        error: nowhere.csv cannot be read: No such file or directory (os error 2)

        Hint: `townsfolk train --help` shows the first line and the form of the rest
        --- exit 2
    "#]]
    .assert_eq(&told(&["--cases", "nowhere.csv"]));
    expect![[r#"
        --- complaints
        error: no/such/folder/a.weights cannot be written: its folder is not there

        Hint: make its folder first
        --- exit 2
    "#]]
    .assert_eq(&told(&["-o", "no/such/folder/a.weights"]));
    expect![[r#"
        --- complaints
        error: invalid value 'chess' for '<WHAT>'
          [possible values: social]

        For more information, try '--help'.
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["train", "chess"]));
    let left = std::fs::read_dir(&folder.path).map(|entries| entries.count());
    assert_eq!(left.ok(), Some(4), "nothing was written");
}

/// A file that ends in `.folk` is a declaration: it belongs to a project like any other file.
#[test]
fn weights_are_written_as_a_network_that_a_project_can_hold() {
    let folder = Folder::new("train_folk");
    let told = folder.run(&["train", "social", "-o", "social.folk"]);
    assert!(told.contains("social.folk"), "{told}");
    let text = folder.read("social.folk");
    let rows = |word: &str| text.lines().filter(|row| row.starts_with(word)).count();
    assert_eq!(rows("network social"), 1, "{text}");
    assert_eq!(rows("  hidden "), 6, "{text}");
    for interaction in ["kiss", "flirt", "joke", "chat", "assault", "nothing"] {
        assert_eq!(
            rows(&format!("  {interaction} ")),
            1,
            "{interaction} in {text}"
        );
    }
    expect![[r#"
        No problems: 1 file, no script yet.
    "#]]
    .assert_eq(&folder.run(&["check", "social.folk"]));
}
