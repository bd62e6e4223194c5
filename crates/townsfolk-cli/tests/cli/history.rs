//! Towns with a past: made, checked, lived in, told.

use crate::folder::Folder;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const NEW: [&str; 9] = [
    "history",
    "new",
    "reedham",
    "--years",
    "50",
    "--people-about",
    "60",
    "--seed",
    "4",
];

#[test]
fn a_town_with_a_past_is_an_ordinary_package() {
    let folder = Folder::new("history_new");
    let told = folder.run(&NEW);
    assert!(told.contains("reedham is ready"), "{told}");
    let told = folder.run(&["check", "reedham"]);
    assert!(
        !told.contains("error") && !told.contains("warning"),
        "{told}"
    );
    let told = folder.run(&["run", "reedham", "--headless"]);
    assert!(told.contains("people from day 1"), "{told}");

    let page = folder.read("reedham/chronicle.html");
    assert!(page.contains("Reedham") && page.contains("</html>"));
    let told = folder.run(&["history", "show", "reedham"]);
    assert!(told.contains("residents"), "{told}");
    let people = folder.read("reedham/people.folk");
    let mut words = people
        .lines()
        .filter_map(|line| line.strip_prefix("person "));
    let name = words.next().expect("a person").replace('_', " ");
    let told = folder.run(&["history", "show", "reedham", "--person", &name]);
    assert!(told.to_lowercase().contains(&name), "{told}");
    let told = folder.run(&["history", "week", "reedham"]);
    assert!(told.contains("facets held, median"), "{told}");
}

#[test]
fn a_past_is_made_once_and_again_alike() {
    let folder = Folder::new("history_again");
    folder.run(&NEW);
    let first = folder.read("reedham/people.folk");
    let told = folder.run(&NEW);
    assert!(told.contains("is already there"), "{told}");
    std::fs::remove_dir_all(folder.path.join("reedham")).expect("it can be removed");
    folder.run(&NEW);
    assert!(first == folder.read("reedham/people.folk"));
    let left = std::fs::read_dir(&folder.path).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left beside the town");
}

#[test]
fn a_damaged_past_is_refused() {
    let folder = Folder::new("history_damaged").file("reedham/past.folkpast", "not a past");
    let told = folder.run(&["history", "show", "reedham"]);
    assert!(told.contains("is damaged"), "{told}");
    let told = folder.run(&["history", "week", "elsewhere"]);
    assert!(told.contains("history new"), "{told}");
    let told = folder.run(&["history", "show", "reedham", "--person", "x"]);
    assert!(told.contains("is damaged"), "{told}");
}

/// Starts a town that takes long, and waits until the work is under way.
fn started(folder: &Folder) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_townsfolk"))
        .args(["history", "new", "longford/", "--years", "300"])
        .args(["--people-about", "20000"])
        .current_dir(&folder.path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let begun = Instant::now();
    while !folder.path.join("longford.part").join(".lock").exists() {
        assert!(begun.elapsed() < Duration::from_secs(300), "it begins");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_nothing_behind() {
    let folder = Folder::new("history_interrupt");
    let child = started(&folder);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("Interrupted: nothing was written."), "{told}");
    assert_eq!(output.status.code(), Some(130));
    let left = std::fs::read_dir(&folder.path).expect("a folder").count();
    assert_eq!(left, 0);
}

#[test]
fn a_killed_history_is_begun_anew_and_a_running_one_is_left_alone() {
    let folder = Folder::new("history_killed");
    let mut child = started(&folder);
    let told = folder.run(&["history", "new", "longford"]);
    assert!(
        told.contains("another command is making longford"),
        "{told}"
    );
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(folder.path.join("longford.part").exists());
    let short = ["--years", "50", "--people-about", "60", "--seed", "4"];
    let told = folder.run(&[&["history", "new", "longford"], short.as_slice()].concat());
    assert!(told.contains("longford is ready"), "{told}");
    let left = std::fs::read_dir(&folder.path).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left beside the town");
    assert!(!folder.path.join("longford/.lock").exists());
}

#[test]
fn a_folder_in_the_way_is_not_touched() {
    let folder = Folder::new("history_in_the_way").file("reedham.part/notes.txt", "mine");
    let told = folder.run(&NEW);
    assert!(told.contains("reedham.part is in the way"), "{told}");
    assert_eq!(folder.read("reedham.part/notes.txt"), "mine");
}

#[test]
fn numbers_outside_their_range_are_refused() {
    let folder = Folder::new("history_range");
    let told = folder.run(&["history", "new", "ashton", "--years", "900"]);
    assert!(told.contains("1..=300"), "{told}");
    let told = folder.run(&["history", "new", "ashton", "--people-about", "3"]);
    assert!(told.contains("40..=20000"), "{told}");
    let left = std::fs::read_dir(&folder.path).expect("a folder").count();
    assert_eq!(left, 0);
}
