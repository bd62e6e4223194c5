//! Files and paths that nobody meant: each gets an answer, none a crash.

use crate::folder::Folder;
use expect_test::expect;

#[test]
fn a_path_that_is_not_there() {
    let folder = Folder::new("missing").file("market.folk", "role elder\n");
    expect![[r#"
        --- complaints
        error: there is no file or folder `markte.folk`

        Hint: did you mean `market.folk`?
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["check", "markte.folk"]));
    let told = folder.run(&["check", "nowhere/at/all.folk"]);
    assert!(told.ends_with("--- exit 2\n"), "{told}");
}

#[test]
fn a_folder_without_scripts() {
    let folder = Folder::new("no_scripts").file("notes.txt", "hello");
    expect![[r#"
        --- complaints
        error: there is no script in this folder

        Hint: scripts end in `.folk`; `townsfolk new my_town` makes a folder with one
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["check"]));
    expect![[r#"
        --- complaints
        error: notes.txt is neither a script nor a sheet

        Hint: scripts end in `.folk`, sheets in `.xlsx`, `.ods` or `.csv`
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["check", "notes.txt"]));
}

#[test]
fn binary_garbage() {
    let mut garbage: Vec<u8> = vec![];
    let mut state = 7_u32;
    for _ in 0..5_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        garbage.push((state >> 24) as u8);
    }
    let folder = Folder::new("garbage")
        .file("fine.folk", "role elder\n")
        .file("latin.folk", b"role \xE4lder\n")
        .file("noise.folk", &garbage)
        .file("utf16.folk", b"\xFF\xFEr\0o\0");
    expect![[r#"
        --- complaints
        error: latin.folk is not UTF-8 text (byte 0xe4 in line 1)
        error: noise.folk is not text (byte 0xe9 in line 1)
        error: utf16.folk is text in UTF-16, but scripts are UTF-8

        Hint: save it as UTF-8 in your editor

        Hint: move it away, or give it another ending if it is no script
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["check"]));
    let folder = Folder::new("garbage_sheets")
        .file("noise.xlsx", &garbage)
        .file("noise.ods", &garbage)
        .file("noise.csv", &garbage);
    for name in ["noise.xlsx", "noise.ods", "noise.csv"] {
        let told = folder.run(&["check", name]);
        assert!(told.contains("error[sheet-"), "{told}");
        assert!(told.ends_with("--- exit 1\n"), "{told}");
        let told = folder.run(&["sheet", name]);
        assert!(told.contains("error[sheet-"), "{told}");
    }
}

#[test]
fn empty_files() {
    let folder = Folder::new("empty")
        .file("empty.folk", "")
        .file("bom.folk", "\u{feff}role elder\n");
    expect![[r#"
        No problems: 2 files, no script yet.
    "#]]
    .assert_eq(&folder.run(&["check"]));
    let told = folder.run(&["fmt", "--check", "empty.folk"]);
    assert!(!told.contains("error"), "{told}");
}

#[test]
fn escapes_in_scripts_and_names_do_not_reach_the_terminal() {
    let folder = Folder::new("escapes").file("a\u{1b}[2J.folk", "role \u{1b}[31melder\u{7}\n");
    let told = folder.run(&["check"]);
    assert!(!told.contains(['\u{1b}', '\u{7}']), "{told:?}");
    assert!(told.contains("--- exit 1"), "{told}");
}

#[test]
fn a_file_too_large() {
    let mut text = "# filler\n".repeat(2_000_000);
    text.push_str("role elder\n");
    let told = Folder::new("too_large")
        .file("big.folk", text)
        .run(&["check"]);
    assert!(told.contains("error[file-too-large]"), "{told}");
}

/// Trial reliability.md 3: `fmt` wrote back only what it had read, and the rest of the file was gone.
#[test]
fn fmt_leaves_a_file_alone_that_is_too_large() {
    let mut text = "# filler\n".repeat(2_000_000);
    text.push_str("role    elder\n");
    let folder = Folder::new("too_large_to_format").file("big.folk", &text);
    let told = folder.run(&["fmt"]);
    assert!(
        told.contains("has more than 16 MB and was left as it is"),
        "{told}"
    );
    assert!(told.contains("--- exit 2"), "{told}");
    assert!(folder.read("big.folk") == text, "the file has changed");
}

#[test]
fn hundreds_of_problems_are_counted_but_not_all_shown() {
    let text: String = (0..300)
        .map(|n| format!("role a{n} is nobody{n}\n"))
        .collect();
    let folder = Folder::new("many").file("many.folk", text);
    let told = folder.run(&["check"]);
    assert!(
        told.contains("300 errors in 1 file"),
        "{}",
        &told[told.len() - 200..]
    );
    assert!(
        told.contains("200 more problems"),
        "{}",
        &told[told.len() - 200..]
    );
    assert_eq!(
        folder.run(&["check", "--format", "json"]).lines().count(),
        302
    );
}

/// Trial reliability.md 7: looking into folders within folders took ever longer.
#[test]
fn folders_within_folders_have_a_limit_that_is_named() {
    let deep = vec!["a"; 300].join("/");
    let folder = Folder::new("deep").file(&format!("{deep}/x.folk"), "role elder\n");
    expect![[r#"
        --- complaints
        error: a/a/a/a/…: there are more than 64 folders within one another

        Hint: put the files closer together, or name the folder that holds them
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["check"]));
    let near = vec!["a"; 250].join("/");
    let told = folder.run(&["check", &near]);
    assert!(!told.contains("within one another"), "{told}");
}

#[cfg(unix)]
#[test]
fn links_in_a_circle() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links").file("a/b/elder.folk", "role elder\n");
    symlink(&folder.path, folder.path.join("a/b/up")).expect("links can be made");
    symlink("loop", folder.path.join("loop")).expect("links can be made");
    expect![[r#"
        No problems: 1 file, no script yet.
    "#]]
    .assert_eq(&folder.run(&["check"]));
    symlink("gone.folk", folder.path.join("dead.folk")).expect("links can be made");
    let told = folder.run(&["check"]);
    assert!(told.contains("dead.folk cannot be read"), "{told}");
    assert!(told.ends_with("--- exit 2\n"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_files_is_not_waited_for() {
    let folder = Folder::new("pipe").file("elder.folk", "role elder\n");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path.join("pipe.folk"))
        .status();
    if made.is_ok_and(|made| made.success()) {
        let told = folder.run(&["check"]);
        assert!(told.starts_with("No problems"), "{told}");
    }
}

#[test]
fn wrong_usage_is_told_apart_from_wrong_content() {
    let folder = Folder::new("usage").file("a.folk", "role elder\n");
    for arguments in [
        &["chekc"][..],
        &["check", "--format", "xml"],
        &["check", "--deny"],
    ] {
        let told = folder.run(arguments);
        assert!(told.ends_with("--- exit 2\n"), "{told}");
    }
}
