//! `townsfolk train`, as people see it.

use crate::folder::Folder;
use expect_test::expect;

const SHIPPED: &str = include_str!("../../../townsfolk-mind/content/social.weights");
const CASES: &str = include_str!("../../../townsfolk-mind/content/social_cases.csv");

#[test]
fn the_same_seed_gives_the_shipped_file_byte_for_byte() {
    let folder = Folder::new("train");
    expect![[r#""#]].assert_eq(&folder.run(&["train", "social"]));
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
    expect![[r#""#]].assert_eq(&told(&["--cases", "few.csv"]));
    expect![[r#""#]].assert_eq(&told(&["--cases", "wrong.csv"]));
    expect![[r#""#]].assert_eq(&told(&["--cases", "other.csv"]));
    expect![[r#""#]].assert_eq(&told(&["--cases", "not_text.csv"]));
    expect![[r#""#]].assert_eq(&told(&["--cases", "nowhere.csv"]));
    expect![[r#""#]].assert_eq(&told(&["-o", "no/such/folder/a.weights"]));
    expect![[r#""#]].assert_eq(&folder.run(&["train", "chess"]));
    let left = std::fs::read_dir(&folder.path).map(|entries| entries.count());
    assert_eq!(left.ok(), Some(4), "nothing was written");
}
