//! `townsfolk report` and `townsfolk export`: what a day came to.

use crate::folder::Folder;
use crate::play::with_example;
use expect_test::expect;
use std::sync::OnceLock;

/// A folder with the village and the recording of a day there, which is lived only once.
fn day(name: &str) -> Folder {
    static DAY: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = with_example(Folder::new(name), "village");
    let recording = DAY.get_or_init(|| {
        let folder = with_example(Folder::new("survey_day"), "village");
        let line = "play village --quiet --seed 7 --until 24h --record day.folkrec";
        folder.run(&line.split(' ').collect::<Vec<_>>());
        std::fs::read(folder.path.join("day.folkrec")).expect("it was recorded")
    });
    folder.file("day.folkrec", recording)
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let folder = day("report");
    let said = folder.run(&["report", "day.folkrec", "village", "-o", "day.html"]);
    assert_eq!(said, "wrote day.html\n");
    let page = folder.read("day.html");
    for part in [
        "taproom",
        "hunger",
        "counter_service",
        "enemies",
        "rules never fired",
        "digest",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for outside in ["http", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Who is in the mill house at seven in the morning, as the first two hours of a row.
    let row = page
        .split("mill_house</th>")
        .nth(1)
        .expect("people live there");
    let cells = row
        .split("</td>")
        .take(2)
        .map(|cell| cell.rsplit('>').next());
    let cells: Vec<&str> = cells.map(Option::unwrap_or_default).collect();
    assert_eq!(cells, ["3", "3"]);
    // To standard output it is the same.
    let shown = folder.run(&["report", "day.folkrec", "village", "-o", "-"]);
    assert_eq!(shown, page);
}

#[test]
fn a_rule_that_never_fires_is_named() {
    let folder = day("report_never");
    let page = folder.run(&["report", "day.folkrec", "village", "-o", "-"]);
    let never = page.split("<tr class=\"never\"><th scope=\"row\">").skip(1);
    let never = never.map(|row| row.split("</th>").next().unwrap_or_default());
    let never: Vec<&str> = never.collect();
    expect![[r#"
        come_out
        give_up
        stay_dry
        done
        get_up
        done"#]]
    .assert_eq(&never.join("\n"));
}

#[test]
fn events_and_states_are_tables_with_one_row_each() {
    let folder = day("export");
    let line = "export day.folkrec village --events e.csv --states s.jsonl --every 6h";
    let said = folder.run(&line.split(' ').collect::<Vec<_>>());
    let events = folder.read("e.csv");
    let states = folder.read("s.jsonl");
    let counted = format!(
        "wrote e.csv: {} rows\nwrote s.jsonl: 20 rows\n",
        digits(events.lines().count() - 1)
    );
    assert_eq!(said, counted);
    // Five people at 6, 12, 18 and 0 o'clock.
    assert_eq!(states.lines().count(), 20);
    let header = events.lines().next().unwrap_or_default();
    expect!["tick,day,seconds,event,who,name,other,what,scene,location"].assert_eq(header);
    let taken = events
        .lines()
        .filter(|line| line.contains(",role_taken,") && line.contains(",bea,"));
    let taken = taken.map(|line| line.split(',').skip(1).collect::<Vec<_>>().join(" "));
    expect![[r#"
        0 21600 role_taken 1 bea  resident  
        0 56860 role_taken 1 bea  barkeeper  
        0 83851 role_taken 1 bea  resident  "#]]
    .assert_eq(&taken.collect::<Vec<_>>().join("\n"));
}

/// A number as people read it.
fn digits(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

#[test]
fn a_recording_of_something_else_is_refused() {
    let folder = with_example(day("report_other"), "bench");
    let said = folder.run(&["report", "day.folkrec", "bench"]);
    expect![[r#"
        --- complaints
        error: the play comes out differently from the recording at 06:00:59 (tick 60), in its characters, locations, minds

        Hint: a recording gives the same play only with the same scripts
        --- exit 1
    "#]].assert_eq(&said);
    let said = folder.run(&["report", "nothing.folkrec", "village"]);
    assert!(said.contains("there is no file or folder `nothing.folkrec`"));
    let said = folder.run(&["export", "day.folkrec", "village"]);
    assert!(said.contains("--events <FILE>"), "{said}");
}
