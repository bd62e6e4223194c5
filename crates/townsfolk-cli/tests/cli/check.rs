//! `townsfolk check`, as people and tools see it.

use crate::folder::Folder;
use expect_test::expect;

const CAST: &str = "role elder\nprop chair\naction sit(prop)\naction get_up\n";

const BENCH: &str = "\
script bench
  cast
    elder 0..2
  fact seat(prop)
  claim reserved(prop, character)
  state standing
    rule take_a_seat
      when seat(Place), not reserved(Place, _)
      do sit(Plase)
      add reserved(Place, .me)
      goto seated
    rule walk_on
      when not seat(_)
      leave
  state seated
    rule go
      do get_up
      leave
";

fn bench(name: &str) -> Folder {
    Folder::new(name)
        .file("cast.folk", CAST)
        .file("bench.folk", BENCH)
}

#[test]
fn people_see_both_places_the_consequence_and_a_hint() {
    expect![[r#"
        error[unbound-variable]: `Plase` has no value in this rule
          ╭▸ bench.folk:9:14
          │
        8 │       when seat(Place), not reserved(Place, _)
          │                 ───── the closest name that has a value
        9 │       do sit(Plase)
          ╰╴             ━━━━━ nothing in `when` gives this a value

        Only what `when` has found can be used, so there is nothing to put here.

        Hint: did you mean `Place`?

        1 error in 2 files
        --- exit 1
    "#]]
    .assert_eq(&bench("human").run(&["check"]));
}

#[test]
fn tools_get_one_object_a_line() {
    expect![[r#"
        {"code":"unbound-variable","severity":"error","message":"`Plase` has no value in this rule","file":"bench.folk","start":{"line":9,"col":14},"end":{"line":9,"col":19},"related":[{"file":"bench.folk","start":{"line":8,"col":17},"end":{"line":8,"col":22},"message":"the closest name that has a value"}],"hints":[{"text":"did you mean `Place`?","edit":{"file":"bench.folk","start":{"line":9,"col":14},"end":{"line":9,"col":19},"text":"Place"}}],"story":["Only what `when` has found can be used, so there is nothing to put here."]}
        {"errors":1,"warnings":0,"notes":0,"files":2}
        --- exit 1
    "#]].assert_eq(&bench("json").run(&["check", "--format", "json"]));
}

#[test]
fn clean_content_gets_a_warm_line() {
    let folder = Folder::new("clean")
        .file("cast.folk", CAST)
        .file("bench.folk", BENCH.replace("Plase", "Place"));
    expect![[r#"
        No problems: 1 script with 3 rules in 2 files.
    "#]]
    .assert_eq(&folder.run(&["check"]));
    expect![[r#"
        {"errors":0,"warnings":0,"notes":0,"files":2}
    "#]]
    .assert_eq(&folder.run(&["check", "--format", "json"]));
}

#[test]
fn warnings_count_when_they_are_denied() {
    let folder = Folder::new("deny").file(
        "a.folk",
        "role elder\nscript s\n  cast\n    elder 0..1\n  fact lonely(character)\n  rule r\n    add lonely(.me)\n    leave\n",
    );
    let told = folder.run(&["check"]);
    assert!(told.contains("warning["), "{told}");
    assert!(!told.contains("--- exit"), "{told}");
    let told = folder.run(&["check", "--deny", "warnings"]);
    assert!(told.ends_with("--- exit 1\n"), "{told}");
}

#[test]
fn related_places_in_other_files_are_shown() {
    let folder = Folder::new("two_files")
        .file("a.folk", "role elder\n")
        .file("b.folk", "role tourist\nrole elder\n");
    expect![[r#"
        error[duplicate-name]: `elder` is declared twice
          ╭▸ b.folk:2:6
          │
        2 │ role elder
          │      ━━━━━ declared again here
          │
          ⸬  a.folk:1:6
          │
        1 │ role elder
          ╰╴     ───── first declared here

        Only the first declaration counts, so what the second says is lost.

        Hint: rename one of them, or remove it

        1 error in 2 files
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["check"]));
}

#[test]
fn a_file_of_a_package_is_read_with_its_package() {
    let folder = bench("file_in_package").file("folk.toml", "[package]\nname = \"square\"\n");
    let told = folder.run(&["check", "bench.folk"]);
    assert!(told.contains("`Plase` has no value"), "{told}");
    assert!(!told.contains("unknown"), "{told}");
    // Without a manifest it stands alone.
    let told = bench("file_alone").run(&["check", "bench.folk"]);
    assert!(told.contains("unknown-role"), "{told}");
}

#[test]
fn packages_see_what_they_depend_on_and_nothing_else() {
    let folder = Folder::new("packages")
        .file(
            "market/folk.toml",
            "[package]\nname = \"market\"\n[dependencies]\npeople = { path = \"../people\" }\n",
        )
        .file("market/stall.folk", "role seller is citizen\n")
        .file(
            "people/folk.toml",
            "[package]\nname = \"people\"\n[dependencies]\nbase = { path = \"../base\" }\n",
        )
        .file("people/roles.folk", "role citizen is being\n")
        .file("base/folk.toml", "[package]\nname = \"base\"\n")
        .file("base/being.folk", "role being\n")
        .file("lonely/folk.toml", "[package]\nname = \"lonely\"\n")
        .file("lonely/hermit.folk", "role hermit is citizen\n");
    expect![[r#"
        No problems: 1 file, no script yet.
    "#]]
    .assert_eq(&folder.run(&["check", "market"]));
    expect![[r#"
        error[unknown-role]: there is no role `citizen`
          ╭▸ lonely/hermit.folk:1:16
          │
        1 │ role hermit is citizen
          ╰╴               ━━━━━━━ nothing of this name is declared

        Hint: declare it: `role citizen`

        1 error in 4 files
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["check"]));
}

#[test]
fn what_two_packages_share_is_told_and_counted_once() {
    let manifest = |name: &str| {
        format!("[package]\nname = \"{name}\"\n[dependencies]\nbase = {{ path = \"../base\" }}\n")
    };
    let folder = Folder::new("shared")
        .file("a/folk.toml", manifest("a"))
        .file("a/a.folk", "role elder is being\n")
        .file("b/folk.toml", manifest("b"))
        .file("b/b.folk", "role tourist is being\n")
        .file("base/folk.toml", "[package]\nname = \"base\"\n")
        .file("base/base.folk", "role being is nothing\n");
    let told = folder.run(&["check"]);
    assert!(told.ends_with("1 error in 3 files\n--- exit 1\n"), "{told}");
    let told = folder.run(&["check", "a", "b"]);
    assert!(told.ends_with("1 error in 3 files\n--- exit 1\n"), "{told}");
}

#[test]
fn nested_packages_hidden_folders_and_target_are_left_out() {
    let folder = Folder::new("left_out")
        .file("folk.toml", "[package]\nname = \"outer\"\n")
        .file("a.folk", "role a\n")
        .file("sub/b.folk", "role b\n")
        .file("inner/folk.toml", "[package]\nname = \"inner\"\n")
        .file("inner/a.folk", "role a\n")
        .file(".git/c.folk", "role a\n")
        .file("target/d.folk", "role a\n")
        .file(".#a.folk", "role a\n");
    expect![[r#"
        No problems: 2 files, no script yet.
    "#]]
    .assert_eq(&folder.run(&["check"]));
}

#[test]
fn circles_of_packages_are_shown() {
    let manifest = |name: &str, on: &str| {
        format!("[package]\nname = \"{name}\"\n\n[dependencies]\n{on} = {{ path = \"../{on}\" }}\n")
    };
    let folder = Folder::new("circle")
        .file("a/folk.toml", manifest("a", "b"))
        .file("b/folk.toml", manifest("b", "c"))
        .file("c/folk.toml", manifest("c", "a"));
    expect![[r#"
        error[bad-manifest]: the package `a` depends on itself, through others
          ╭▸ c/folk.toml:5:1
          │
        5 │ a = { path = "../a" }
          │ ━ this closes the circle
          │
          ⸬  a/folk.toml:5:1
          │
        5 │ b = { path = "../b" }
          │ ─ this leads to `b`
          │
          ⸬  b/folk.toml:5:1
          │
        5 │ c = { path = "../c" }
          ╰╴─ this leads to `c`

        The circle is: a → b → c → a.

        Hint: take one of these dependencies out, or move what both need into a third package

        1 error in 1 file
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["check", "a"]));
}

#[test]
fn broken_manifests_are_diagnosed_in_place() {
    let folder = Folder::new("manifests")
        .file(
            "folk.toml",
            "[package]\nname = \"town\"\n\n[dependencies]\npeople = { path = \"peopel\" }\nbase = { path = \"base\" }\nsub = { path = \"sub\" }\n",
        )
        .file("base/readme.txt", "")
        .file("sub/folk.toml", "[package]\nname = \"other\"\nversion = 1\n")
        .file("a.folk", "role elder is citizen\n");
    expect![[r#"
        error[bad-manifest]: there is no package `people` at this path
          ╭▸ folk.toml:5:19
          │
        5 │ people = { path = "peopel" }
          ╰╴                  ━━━━━━━━ this leads to peopel

        Nothing that `people` declares is known here.

        Hint: write the path of its folder, seen from the folder of this manifest

        error[bad-manifest]: `base` is a folder, but no package
          ╭▸ folk.toml:6:17
          │
        6 │ base = { path = "base" }
          ╰╴                ━━━━━━ this leads to base

        Nothing that `base` declares is known here.

        Hint: a package has a `folk.toml` with the lines `[package]` and `name = "base"`

        error[bad-manifest]: a manifest has no entry `version` here
          ╭▸ sub/folk.toml:3:1
          │
        3 │ version = 1
          ╰╴━━━━━━━

        Hint: `[package]` has the entry `name`

        3 errors in 3 files
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["check"]));
    let renamed = folder.file("sub/folk.toml", "[package]\nname = \"other\"\n");
    let told = renamed.run(&["check"]);
    assert!(
        told.contains("the package at this path is called `other`"),
        "{told}"
    );
}

#[test]
fn problems_in_sheets_name_the_cell() {
    let folder = bench("sheets")
        .file("town/cast.folk", CAST)
        .file("town/bench.folk", BENCH);
    let told = folder.run(&["sheet", "town/bench.folk", "-o", "town/bench.csv"]);
    assert!(told.starts_with("town/bench.csv"), "{told}");
    std::fs::remove_file(folder.path.join("town/bench.folk")).expect("it is there");
    expect![[r#"
        error[unbound-variable]: `Plase` has no value in this rule
         ╭▸ town/bench.csv, cell G6
         │
         │       when seat(Place), not reserved(Place, _)
         │                 ───── E6: the closest name that has a value
         │       do sit(Plase)
         ╰╴             ━━━━━ nothing in `when` gives this a value

        Only what `when` has found can be used, so there is nothing to put here.

        Hint: did you mean `Place`?

        1 error in 2 files
        --- exit 1
    "#]]
    .assert_eq(&folder.run(&["check", "town"]));
    let told = folder.run(&["check", "town", "--format", "json"]);
    let related = r#""message":"the closest name that has a value","cell":"E6"}"#;
    assert!(told.contains(related), "{told}");
    assert!(told.contains(r#""cell":"G6""#), "{told}");
}

/// The package had every name twice, with an error for each.
#[test]
fn a_sheet_beside_its_script_is_told_once() {
    let folder = bench("twin")
        .file("town/cast.folk", CAST)
        .file("town/bench.folk", BENCH.replace("Plase", "Place"));
    let told = folder.run(&["sheet", "town/bench.folk", "-o", "town/bench.csv"]);
    assert!(
        told.contains("reads the script and not the sheet"),
        "{told}"
    );
    expect![[r#"
        warning[sheet-twin]: `bench.csv` has the name of `bench.folk`, and both are here
         ─▸ town/bench.csv:1:1

        The script is read, and the sheet is not.

        Hint: remove the sheet, or remove the script and go on in the sheet

        1 warning in 3 files
    "#]]
    .assert_eq(&folder.run(&["check", "town"]));
}

#[test]
fn exploration_tells_what_can_go_wrong_and_names_its_bounds() {
    let folder = Folder::new("explore").file(
        "door.folk",
        "role guard\naction knock takes 1 s, may fail\nscript door\n  cast\n    guard 1..1\n  fact heard(character)\n  state outside\n    rule knock\n      do knock\n      then add heard(.me)\n      goto waiting\n  state waiting\n    rule enter\n      when heard(.me)\n      remove heard(.me)\n      leave\n",
    );
    let told = folder.run(&["check", "--explore", "--people", "1", "--failures", "1"]);
    assert!(told.contains("Explored 1 script in "), "{told}");
    assert!(
        told.contains("Bounds: one person, 1 failure, 1 disappearance, 1 late arrival"),
        "{told}"
    );
    assert!(
        told.contains("Assumed: every action gets an outcome"),
        "{told}"
    );
    let lines = folder.run(&["check", "--explore", "--format", "json"]);
    for line in lines.lines().filter(|line| !line.starts_with("---")) {
        assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
    }
    let told = folder.run(&["check", "--people", "1"]);
    assert!(told.ends_with("--- exit 2\n"), "{told}");
}

/// It said "Explored 0 scripts … everything within the bounds".
#[test]
fn a_script_with_errors_is_not_explored() {
    let told = bench("not_explored").run(&["check", "--explore"]);
    let told: Vec<&str> = told
        .lines()
        .skip_while(|l| !l.contains("xplored"))
        .collect();
    expect![[r#"
        Explored nothing.
        Not explored, because of errors: bench.

        1 error in 2 files
        --- exit 1"#]]
    .assert_eq(&told.join("\n"));
}
