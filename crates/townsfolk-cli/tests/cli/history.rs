//! Towns with a past: made, checked, lived in, told.

use crate::folder::Folder;

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
