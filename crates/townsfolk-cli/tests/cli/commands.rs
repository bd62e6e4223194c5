//! The other commands, as people see them.

use crate::folder::Folder;
use expect_test::expect;

#[test]
fn a_new_project_checks_formats_and_tests_clean() {
    let folder = Folder::new("new");
    expect![[r#"
        my_town is ready:

          folk.toml    makes the folder a package
          square.folk  two people, two chairs, and a test
          README.md    where to go from here

        Try next:

          townsfolk check my_town
          townsfolk test my_town
    "#]]
    .assert_eq(&folder.run(&["new", "my_town"]));
    expect![[r#"
        No problems: 1 script with 4 rules in 1 file.
    "#]]
    .assert_eq(&folder.run(&["check", "my_town", "--deny", "warnings"]));
    expect![[r#"
        1 script already formatted
    "#]]
    .assert_eq(&folder.run(&["fmt", "--check", "my_town"]));
    expect![[r#"
        passed rest: two_chairs_for_two
        passed rest: no_chair_no_rest
        test result: 2 passed, 0 failed
    "#]]
    .assert_eq(&folder.run(&["test", "my_town"]));
    expect![[r#"
        --- complaints
        error: my_town is already there

        Hint: choose another name; nothing was changed
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["new", "my_town"]));
    expect![[r#"
        --- complaints
        error: `My Town` cannot be the name of a package

        Hint: small letters, digits, `_` and `-`, beginning with a letter: `townsfolk new my_town`
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["new", "My Town"]));
}

/// Trial reliability.md 8: a project without room was left half made.
#[test]
#[cfg(target_os = "linux")]
fn a_project_without_room_is_not_left_half_made() {
    let folder = Folder::new("new_full");
    std::fs::create_dir(folder.path.join("mine")).expect("a folder can be made");
    for name in ["my_town", "mine"] {
        let output = crate::run::limited(&folder, 0, &format!("new {name}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("cannot be written: File too large"), "{said}");
    }
    assert!(!folder.path.join("my_town").exists());
    let left = std::fs::read_dir(folder.path.join("mine"));
    assert_eq!(left.expect("it was there before").count(), 0);
}

#[test]
fn pages_and_lists() {
    let folder = Folder::new("explain");
    let page = folder.run(&["explain", "unbound-variable"]);
    assert!(page.contains("unbound-variable"), "{page}");
    assert_eq!(folder.run(&["explain", "error[Unbound_Variable]:"]), page);
    expect![[r#"
        --- complaints
        error: there is no problem with the code `unbuond-variable`

        Hint: did you mean `townsfolk explain unbound-variable`?
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["explain", "unbuond-variable"]));
    expect![[r#"
        --- complaints
        error: there is no problem with the code `xyzzy`

        Hint: `townsfolk explain` lists all codes
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&["explain", "xyzzy"]));
    let list = folder.run(&["explain"]);
    for code in townsfolk_lang::diagnostic::Code::ALL {
        assert!(list.contains(code.name()), "{list}");
    }
}

const UNTIDY: &str = "role elder   is citizen\nrole citizen # all of us\n";

#[test]
fn only_files_that_differ_are_written() {
    let folder = Folder::new("fmt")
        .file("tidy.folk", "role citizen\n")
        .file("sub/untidy.folk", UNTIDY)
        .file("sub/broken.folk", "role   \nscript\n");
    expect![[r#"
        error[unexpected-token]: expected the name of a role, found the keyword `script`
          ╭▸ sub/broken.folk:2:1
          │
        2 │ script
          ╰╴━━━━━━ expected the name of a role here

        error[unexpected-token]: expected the name of a script, found the end of the file
          ╭▸ sub/broken.folk:2:7
          │
        2 │ script
          ╰╴      ━ expected the name of a script here

        sub/untidy.folk
        1 of 3 scripts would change, 1 skipped because of errors
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["fmt", "--check"]));
    assert_eq!(folder.read("sub/untidy.folk"), UNTIDY);
    let told = folder.run(&["fmt"]);
    assert!(
        told.contains("1 of 3 scripts formatted, 1 skipped"),
        "{told}"
    );
    expect![[r#"
        role elder is citizen
        role citizen  # all of us
    "#]]
    .assert_eq(&folder.read("sub/untidy.folk"));
    assert_eq!(folder.read("sub/broken.folk"), "role   \nscript\n");
    let told = folder.run(&["fmt", "tidy.folk", "sub/untidy.folk"]);
    assert_eq!(told, "2 scripts already formatted\n");
    let left: Vec<_> = std::fs::read_dir(folder.path.join("sub"))
        .expect("it is there")
        .collect();
    assert_eq!(left.len(), 2, "nothing is left behind: {left:?}");
}

#[test]
fn editors_format_through_a_pipe() {
    let folder = Folder::new("fmt_stdin");
    expect![[r#"
        role elder is citizen
        role citizen  # all of us
    "#]]
    .assert_eq(&folder.run_with(&["fmt", "--stdin"], UNTIDY.as_bytes()));
    expect![[r#"
        --- complaints
        error[unexpected-token]: expected the name of a role, found `3`
          ╭▸ stdin:1:6
          │
        1 │ role 3
          ╰╴     ━ expected the name of a role here

        --- exit 1
    "#]]
    .assert_eq(&folder.run_with(&["fmt", "--stdin"], b"role 3"));
    let told = folder.run_with(&["fmt", "--stdin", "--check"], UNTIDY.as_bytes());
    assert_eq!(told, "--- exit 1\n");
}

#[test]
fn modules_are_built_inspected_and_refused() {
    let folder = Folder::new("build");
    folder.run(&["new", "my_town"]);
    expect![[r#"
        my_town.folkmod 613 bytes: 1 script, 4 rules, 2 roles, 3 actions, 1 location
        my_town.folksym 418 bytes: 22 names, places of 1 script
    "#]]
    .assert_eq(&folder.run(&["build", "my_town"]));
    expect![[r#"
        my_town.folkmod is a Townsfolk module, format 3, 613 bytes.

        It holds 1 script, 4 rules, 2 roles, 3 actions, 1 location.
        And 1 kind of prop, 1 text.
        Its names are in the symbol file that was built with it.
    "#]]
    .assert_eq(&folder.run(&["inspect", "my_town.folkmod"]));
    expect![[r#"
        my_town.folksym holds the symbols of a module, format 1, 418 bytes.

        It holds 22 names, places of 1 script.
              role    2  citizen, elder
         prop_kind    1  chair
            action    3  get_up, say, sit
            script    1  rest
          location    1  square
              fact    3  seat, taken, until
            define    1  free
             state    2  seated, standing
              rule    4  praise_the_day, take_a_seat, time_to_go, walk_on
              prop    2  left, right
         character    2  ann, bob
    "#]]
    .assert_eq(&folder.run(&["inspect", "my_town.folksym"]));
    let bytes = std::fs::read(folder.path.join("my_town.folkmod")).expect("it was built");
    let folder = folder
        .file("cut.folkmod", &bytes[..bytes.len() / 2])
        .file("other.folkmod", "PK\u{3}\u{4}");
    expect![[r#"
        cut.folkmod: this file is cut short: it has 306 of its 613 bytes; copy or build it again.
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["inspect", "cut.folkmod"]));
    expect![[r#"
        other.folkmod: this is not a Townsfolk file.
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["inspect", "other.folkmod"]));
    // The same bytes from another folder.
    std::fs::create_dir(folder.path.join("deep")).expect("it is new");
    let deep = Folder {
        path: folder.path.join("deep"),
    };
    deep.run(&["build", "../my_town"]);
    for name in ["my_town.folkmod", "my_town.folksym"] {
        let (here, there) = (folder.path.join(name), deep.path.join(name));
        assert_eq!(
            std::fs::read(here).ok(),
            std::fs::read(there).ok(),
            "{name}"
        );
    }
}

#[test]
fn errors_keep_a_module_from_being_built() {
    let folder = Folder::new("build_errors").file("a.folk", "role elder is nobody\n");
    let told = folder.run(&["build", "a.folk"]);
    assert!(told.contains("error[unknown-"), "{told}");
    assert!(told.ends_with("1 error in 1 file\n--- exit 1\n"), "{told}");
    assert!(!folder.path.join("a.folkmod").exists());
}

#[test]
fn a_script_becomes_a_sheet_and_a_script_again() {
    let folder = Folder::new("sheet");
    folder.run(&["new", "my_town"]);
    for ending in ["xlsx", "csv"] {
        let sheet = format!("town/square.{ending}");
        let _ = std::fs::remove_dir_all(folder.path.join("town"));
        std::fs::create_dir(folder.path.join("town")).expect("it is new");
        let told = folder.run(&["sheet", "my_town/square.folk", "-o", &sheet]);
        assert!(told.starts_with(&sheet), "{told}");
        folder.run(&["build", "my_town/square.folk", "-o", "text.folkmod"]);
        let told = folder.run(&["build", &sheet, "-o", "sheet.folkmod"]);
        assert!(told.starts_with("sheet.folkmod"), "{told}");
        let read = |name: &str| std::fs::read(folder.path.join(name)).expect("it was built");
        assert_eq!(read("text.folkmod"), read("sheet.folkmod"), "{ending}");
        let told = folder.run(&["sheet", &sheet]);
        assert!(told.starts_with("town/square.folk"), "{told}");
        let told = folder.run(&["sheet", &sheet]);
        assert!(told.contains("is already there"), "{told}");
    }
}

#[test]
fn failing_tests_show_the_step_and_the_story() {
    let folder = Folder::new("test_fails").file(
        "a.folk",
        "role elder\naction nod takes 1 s\nscript s\n  cast\n    elder 0..1\n  state here\n    rule nod\n      do nod\n      goto there\n  state there\n    rule go\n      leave\n  test right\n    people ann elder\n    ann does nod\n    ann does go\n  test wrong\n    people ann elder\n    ann does nod\n    ann does nod\n",
    );
    expect![[r#"
        passed s: right
        failed s: wrong

        error[test-fails]: the story `wrong` goes another way
           ╭▸ a.folk:20:5
           │
        17 │   test wrong
           │        ───── in this test
           ┆
        20 │     ann does nod
           ╰╴    ━━━━━━━━━━━━ instead, ann does go

        What happened:
          0.01 s: ann does nod
          1.01 s: ann's nod is done
          1.01 s: ann is there
          1.01 s: ann does go
          1.01 s: ann is leaving
          1.01 s: ann is out
          1.01 s: the scene ends: nobody is there
          1.01 s: the scene is over

        test result: 1 passed, 1 failed
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["test"]));
    assert_eq!(
        folder.run(&["test", "right"]),
        "passed s: right\ntest result: 1 passed, 0 failed\n"
    );
    let told = folder.run(&["test", "no_such_test"]);
    assert!(
        told.ends_with("test result: 0 passed, 0 failed\n"),
        "{told}"
    );
    let told = folder.run(&["test", "nowhere.folk"]);
    assert!(told.ends_with("--- exit 2\n"), "{told}");
}

#[test]
fn without_a_command_the_examples_are_shown() {
    let told = Folder::new("welcome").run(&[]);
    assert!(told.contains("ann  take a seat (Place = left)"), "{told}");
    assert!(told.contains("warning[rule-never-fires]"), "{told}");
    assert!(told.contains("townsfolk new my_town"), "{told}");
    assert!(told.contains("townsfolk play my_town"), "{told}");
    assert!(told.lines().count() < 70, "{told}");
    assert!(!told.contains("--- exit"), "{told}");
}

#[test]
fn every_command_has_help_with_an_example() {
    let folder = Folder::new("help");
    for command in [
        "check", "explain", "fmt", "test", "play", "build", "inspect", "sheet", "texts", "new",
        "train", "bench",
    ] {
        let told = folder.run(&[command, "--help"]);
        assert!(told.contains(&format!("  townsfolk {command}")), "{told}");
    }
}

#[test]
fn names_are_written_as_rust_constants() {
    let folder = Folder::new("constants").file(
        "a.folk",
        "role elder\nprop chair\naction sit(chair) takes 1 s\nscript s cast elder 1..1\n\
         fact on(chair) told fact on(chair, chair) told\nrule r when on(A), on(A, _) do sit(A) leave\n",
    );
    folder.run(&["build", "a.folk", "--rust", "names.rs"]);
    let names = folder.read("names.rs");
    let elder = townsfolk::RoleId::named("elder").0;
    let constant =
        format!("    /// `elder`\n    pub const ELDER: RoleId = RoleId({elder:#010x});\n");
    assert!(names.contains(&constant), "{names}");
    assert!(
        names.contains("pub mod action {\n    use townsfolk::ActionId;\n"),
        "{names}"
    );
    assert!(!names.contains("pub mod area"), "{names}");
    for constant in ["pub const ON: FactId", "pub const ON_2: FactId"] {
        assert!(names.contains(constant), "{names}");
    }
}

#[test]
fn texts_go_to_translators_and_come_back() {
    let script = "role guest\naction say(text) uses voice, takes 1 s\n\
                  script greet\n  cast\n    guest 1..1\n  rule hello\n    do say(\"Hello, \\\"you\\\"\")\n    end\n\
                  location spot\n  prefers greet 1\n  emits script within 3 m\n";
    let folder = Folder::new("texts").file("a.folk", script);
    for ending in ["po", "csv"] {
        let file = format!("de.{ending}");
        let told = folder.run(&["texts", "export", "a.folk", "-o", &file]);
        assert!(
            told.contains(&format!("{file}: 1 text, 0 translated")),
            "{told}"
        );
        let written = folder.read(&file);
        assert!(written.contains("greet/hello"), "{written}");
        let empty = match ending {
            "po" => "msgstr \"\"\n",
            _ => ",\n",
        };
        let translation = match ending {
            "po" => "msgstr \"Hallo, \"\n\"\\\"du\\\"\"\n",
            _ => ",\"Hallo, \"\"du\"\"\"\n",
        };
        let start = written.strip_suffix(empty).unwrap();
        std::fs::write(folder.path.join(&file), format!("{start}{translation}")).unwrap();
        let told = folder.run(&["texts", "import", "a.folk", &file, "-o", "de.folkmod"]);
        assert!(
            told.contains("de.folkmod: 1 of 1 text translated"),
            "{told}"
        );
        let module = std::fs::read(folder.path.join("de.folkmod")).unwrap();
        let module = townsfolk_module::file::read_module(&module).unwrap();
        assert_eq!(module.texts[0].1, "Hallo, \"du\"");
        // What is translated stays so when texts are written again.
        let told = folder.run(&["texts", "export", "a.folk", "-o", &file]);
        assert!(told.contains("1 text, 1 translated"), "{told}");
    }
    let told = folder.run(&["texts", "export", "a.folk", "-o", "de.txt"]);
    assert!(told.contains("end its name in `.csv` or `.po`"), "{told}");
}

/// A story that depends on the time of day could not be tested: it was always noon.
#[test]
fn tests_set_the_clock() {
    let folder = Folder::new("clock").file(
        "inn.folk",
        "role host\naction call takes 2 s\nscript inn\n  cast\n    host 1..1\n  rule last_orders\n    when .clock >= 23:00\n    do call\n    leave\n  test late\n    people ann host\n    .clock is 22:59\n    after 30 s\n    ann is present\n    after 2 min\n    ann is out\n  test noon\n    people ann host\n    after 1 min\n    ann is present\n",
    );
    expect![[r#"
        passed inn: late
        passed inn: noon
        test result: 2 passed, 0 failed
    "#]]
    .assert_eq(&folder.run(&["test"]));
}
