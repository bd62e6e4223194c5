//! `townsfolk run`: towns that live, stop and go on.

use crate::folder::Folder;
use crate::play::with_example;
use expect_test::expect;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use townsfolk_module::file::write_save;

fn village(name: &str) -> Folder {
    with_example(Folder::new(name), "village")
}

fn run(folder: &Folder, line: &str) -> String {
    folder.run(&line.split(' ').collect::<Vec<_>>())
}

/// The last line of what is said.
fn digest(said: &str) -> &str {
    let line = said.lines().last().unwrap_or_default();
    assert!(line.starts_with("digest: "), "{said}");
    line
}

#[test]
fn a_day_is_summed_up() {
    let folder = village("run_summary");
    let said = run(&folder, "run village --seed 7 --headless");
    let lines = said.lines().filter(|line| !line.starts_with("a tick took"));
    expect![[r#"
        5 people from day 1, 06:00 to day 2, 06:00
        48 scenes of 5 scripts, 77 actions
        10 flirts, 20 jokes, 4 compliments, 132 chats
        most in one place: 4 in taproom, at 20 o'clock
        best liked: Bea, by 2
        silliness: none"#]]
    .assert_eq(&lines.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_ways_of_running_do_not_matter() {
    let folder = village("run_ways");
    let usual = run(&folder, "run village --headless --digest");
    for way in [
        "--threads 2",
        "--naive",
        "--shake 20%",
        "--record a.folktape",
    ] {
        let said = run(&folder, &format!("run village --headless --digest {way}"));
        assert_eq!(digest(&said), digest(&usual), "{way}");
    }
    let other = run(&folder, "run village --headless --digest --seed 2");
    assert_ne!(digest(&other), digest(&usual));
}

#[test]
fn a_town_that_was_stopped_goes_on_as_if_it_never_had() {
    let folder = village("run_resume");
    let whole = run(
        &folder,
        "run village --days 2 --headless --digest --record whole.folktape",
    );
    run(
        &folder,
        "run village --days 1 --headless --save a.folksave --record a.folktape",
    );
    // What ends is saved without its recording, which is on its own.
    let rest = run(
        &folder,
        "run --resume a.folksave --days 1 --headless --digest",
    );
    assert_eq!(digest(&rest), digest(&whole));
}

/// Starts a long run and sends it a signal after a while.
fn started(folder: &Folder, line: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_townsfolk"))
        .args(line.split(' '))
        .current_dir(&folder.path)
        .env_remove("CARGO_MANIFEST_DIR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn signal(child: &std::process::Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status();
    assert!(sent.expect("kill is there").success());
}

/// Waits until a run has written its recording on: it is under way, and far from its end.
#[cfg(unix)]
fn wait_until_recorded(folder: &Folder, tape: &str) {
    let length = || std::fs::metadata(folder.path.join(tape)).map_or(0, |file| file.len());
    let begun = Instant::now();
    let mut first = 0;
    while first == 0 || length() == first {
        assert!(begun.elapsed() < Duration::from_secs(300), "it is recorded");
        std::thread::sleep(Duration::from_millis(2));
        first = if first == 0 { length() } else { first };
    }
}

/// Trials minds-and-town.md 11 and studio.md 5: following the hint lost the recording, and the save of
/// another town was overwritten.
#[test]
#[cfg(unix)]
fn ctrl_c_saves_and_nothing_is_lost() {
    let folder = village("run_interrupt").file("village.folksave", "another town");
    let child = started(
        &folder,
        "run village --days 3 --headless --record week.folktape",
    );
    wait_until_recorded(&folder, "week.folktape");
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert_eq!(folder.read("village.folksave"), "another town");
    let so_far = run(&folder, "replay week.folktape");
    assert!(so_far.starts_with("the same result after"), "{so_far}");
    let hint = said.lines().find_map(|line| line.split_once("townsfolk "));
    let (_, hint) = hint.expect(&said);
    assert_eq!(
        hint,
        "run --resume village-2.folksave --record week.folktape"
    );
    let rest = run(&folder, &format!("{hint} --headless --digest"));
    let whole = run(
        &folder,
        "run village --days 3 --headless --digest --record whole.folktape",
    );
    assert_eq!(digest(&rest), digest(&whole));
    // Its recording has gone on, too.
    let bytes = |name: &str| std::fs::read(folder.path.join(name)).expect("it was recorded");
    assert!(bytes("week.folktape") == bytes("whole.folktape"));
}

/// Trial reliability.md 2.
#[test]
fn a_recording_over_a_resume_is_replayed_reported_and_exported() {
    let folder = village("run_resume_record");
    run(
        &folder,
        "run village --days 1 --headless --save a.folksave --record a.folktape",
    );
    let on = "run --resume a.folksave --days 1 --headless --record b.folktape";
    let said = run(&folder, on);
    assert!(!said.contains("note:"), "{said}");
    for tape in ["a.folktape", "b.folktape"] {
        let said = run(&folder, &format!("replay {tape}"));
        assert!(
            said.starts_with("the same result after 86,40"),
            "{tape}: {said}"
        );
    }
    for line in [
        "report b.folktape -o b.html",
        "export b.folktape --events b.csv",
    ] {
        let said = run(&folder, line);
        assert!(said.starts_with("wrote b."), "{said}");
    }
}

/// Trial reliability.md 6: a recording was in memory only, until the end.
#[test]
#[cfg(unix)]
fn a_run_that_is_killed_leaves_a_recording_that_replays() {
    let folder = village("run_kill_record");
    let mut child = started(
        &folder,
        "run village --days 90 --headless --record a.folktape",
    );
    wait_until_recorded(&folder, "a.folktape");
    signal(&child, "-KILL");
    child.wait().expect("it is dead");
    let said = run(&folder, "replay a.folktape");
    assert!(said.starts_with("the same result after"), "{said}");
    // Half of the last piece is as good as none.
    let tape = std::fs::read(folder.path.join("a.folktape")).expect("it was recorded");
    let folder = folder.file("cut.folktape", &tape[..tape.len() - 9]);
    let said = run(&folder, "replay cut.folktape");
    assert!(said.starts_with("the same result after"), "{said}");
}

/// The hidden files of a folder: what a killed process could leave.
#[cfg(unix)]
fn remains(folder: &Folder) -> Vec<String> {
    let files = std::fs::read_dir(&folder.path).expect("it is there");
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with('.')).collect()
}

#[test]
#[cfg(unix)]
fn whoever_is_killed_while_saving_leaves_a_save_that_loads() {
    let folder = village("run_kill");
    let whole = run(&folder, "run village --days 1 --headless --digest");
    let save = folder.path.join("a.folksave");
    for round in 0..6_u64 {
        let line = "run village --days 1 --headless --save a.folksave --save-every 1min";
        let mut child = started(&folder, line);
        // Each round saves hundreds of times; the end comes in the middle of one.
        let begun = Instant::now();
        while !save.exists() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(37 * (round + 1)));
        signal(&child, "-KILL");
        let ended = child.wait().expect("it is dead");
        assert!(!ended.success(), "it was killed on the way");
        // It goes on to the same end, and clears away what the kill has left.
        let said = run(
            &folder,
            "run --resume a.folksave --headless --digest --save a.folksave",
        );
        assert_eq!(digest(&said), digest(&whole));
        assert_eq!(remains(&folder), [""; 0]);
        std::fs::remove_file(&save).expect("it is there");
    }
}

/// Trial reliability.md 8: a run at a rate of 0 ended at once, and said that all was well.
#[test]
fn a_calendar_that_stands_still_is_said() {
    let folder = village("run_rate");
    expect![[r#"
        --- complaints
        error: the calendar stands still at a rate of 0, so no time would pass

        Hint: give a rate above 0, such as `--rate 60`
        --- exit 2
    "#]]
    .assert_eq(&run(&folder, "run village --headless --rate 0"));
}

/// Trial studio.md 5: a save followed a link to another file.
#[test]
#[cfg(unix)]
fn a_save_does_not_overwrite_what_a_link_leads_to() {
    let folder = village("run_link").file("precious.txt", "precious");
    let link = folder.path.join("a.folksave");
    std::os::unix::fs::symlink("precious.txt", link).expect("a link can be made");
    expect![[r#"
        --- complaints
        error: a.folksave is a link: precious.txt would be overwritten

        Hint: remove the link, or name the file itself
        --- exit 2
    "#]]
    .assert_eq(&run(&folder, "run village --headless --save a.folksave"));
    assert_eq!(folder.read("precious.txt"), "precious");
}

/// A town of three people as Townsfolk 0.1 kept it, and its save. Their content is not read.
#[test]
fn a_town_of_another_generator_is_refused_and_not_lost() {
    let (none, grown) = (Vec::<u8>::new(), (1_u8, 3_u32, 2_u64));
    let content = (&none, &none, grown);
    let town = write_save(&content);
    let save = write_save(&(
        content,
        &none,
        &none,
        None::<i64>,
        None::<(Vec<u8>, Vec<u8>)>,
    ));
    let folder = Folder::new("run_generator")
        .file("old.folktown", &town)
        .file("old.folksave", &save);
    let said = [
        "run old.folktown --headless",
        "run --resume old.folksave --headless --save old.folksave",
        "town new old.folktown --population 3 --seed 2",
    ]
    .map(|line| format!("$ {line}\n{}", run(&folder, line)));
    expect![[r#"
        $ run old.folktown --headless
        --- complaints
        error: old.folktown: this town was made by version 1 of the generator; version 3 would make another town of it: make a new one with `townsfolk town new --population 3 --seed 2`

        Hint: the file is unchanged, and the Townsfolk that wrote it still opens it (version 1 of the generator is that of Townsfolk 0.1); a new town of a sample of your own needs `--sample` as well
        --- exit 2
        $ run --resume old.folksave --headless --save old.folksave
        --- complaints
        error: old.folksave: this town was made by version 1 of the generator; version 3 would make another town of it: make a new one with `townsfolk town new --population 3 --seed 2`

        Hint: the file is unchanged, and the Townsfolk that wrote it still opens it (version 1 of the generator is that of Townsfolk 0.1); a new town of a sample of your own needs `--sample` as well
        --- exit 2
        $ town new old.folktown --population 3 --seed 2
        --- complaints
        error: old.folktown is not replaced: this town was made by version 1 of the generator; version 3 would make another town of it: make a new one with `townsfolk town new --population 3 --seed 2`

        Hint: give the new town another name
        --- exit 2
    "#]]
    .assert_eq(&said.concat());
    let now = |name: &str| std::fs::read(folder.path.join(name)).expect("it is still there");
    assert_eq!((now("old.folktown"), now("old.folksave")), (town, save));
}

#[test]
fn what_cannot_be_loaded_or_written_is_said() {
    let folder = village("run_hostile")
        .file("junk.folksave", b"not a save")
        .file("empty/empty.folk", "role elder\n");
    run(
        &folder,
        "run village --headless --save a.folksave --record a.folktape",
    );
    let mut broken = std::fs::read(folder.path.join("a.folksave")).expect("it was saved");
    let middle = broken.len() / 2;
    broken[middle] ^= 0x40;
    let folder = folder.file("broken.folksave", &broken);
    let tape = std::fs::read(folder.path.join("a.folktape")).expect("it was recorded");
    let folder = folder.file("cut.folktape", &tape[..tape.len() - 9]);
    let said = [
        "run --resume junk.folksave --headless",
        "run --resume broken.folksave --headless",
        "run --resume a.folktape --headless",
        "replay cut.folktape",
        "replay a.folksave",
        "run empty --headless",
        "run village --headless --save no/such/folder.folksave",
    ]
    .map(|line| {
        let said = run(&folder, line);
        let said = said.lines().filter(|line| !line.starts_with("a tick took"));
        format!("$ {line}\n{}\n", said.collect::<Vec<_>>().join("\n"))
    });
    expect![[r#"
        $ run --resume junk.folksave --headless
        --- complaints
        error: junk.folksave: this is not a Townsfolk file

        Hint: is it a file that `townsfolk run` or `town new` wrote, with this version?
        --- exit 2
        $ run --resume broken.folksave --headless
        --- complaints
        error: broken.folksave: this file was altered after it was written (its digest does not match); copy or build it again

        Hint: is it a file that `townsfolk run` or `town new` wrote, with this version?
        --- exit 2
        $ run --resume a.folktape --headless
        --- complaints
        error: a.folktape: this is a Townsfolk recording file, but a save file was asked for

        Hint: is it a file that `townsfolk run` or `town new` wrote, with this version?
        --- exit 2
        $ replay cut.folktape
        --- complaints
        error: cut.folktape: this file is cut short: it has 125038 of its 125047 bytes; copy or build it again

        Hint: is it a file that `townsfolk run` or `town new` wrote, with this version?
        --- exit 2
        $ replay a.folksave
        --- complaints
        error: a.folksave: this is a Townsfolk save file, but a recording file was asked for

        Hint: is it a file that `townsfolk run` or `town new` wrote, with this version?
        --- exit 2
        $ run empty --headless
        --- complaints
        error: nobody lives in these files

        Hint: a town has people: `person NAME`; the chapter *Minds* shows how
        --- exit 2
        $ run village --headless --save no/such/folder.folksave
        --- complaints
        error: no/such/folder.folksave cannot be written: No such file or directory (os error 2)

        Hint: make its folder first
        --- exit 2
    "#]].assert_eq(&said.concat());
    // The save from before is as it was.
    let said = run(
        &folder,
        "run --resume a.folksave --days 1 --headless --digest",
    );
    digest(&said);
}

/// A disk without room is played by a limit to the size of files, in blocks of 512 bytes.
#[cfg(target_os = "linux")]
pub(crate) fn limited(folder: &Folder, blocks: u64, line: &str) -> std::process::Output {
    let command = env!("CARGO_BIN_EXE_townsfolk");
    let limit = format!("ulimit -f {blocks}; exec \"$0\" $1");
    let output = Command::new("sh")
        .args(["-c", &limit, command, line])
        .current_dir(&folder.path)
        .output();
    output.expect("there is a shell")
}

/// Trial reliability.md 6: if there was no room at the end, the whole recording was lost.
#[test]
#[cfg(target_os = "linux")]
fn a_recording_without_room_is_said_at_once_and_replays_as_far_as_it_goes() {
    let folder = village("run_full_record");
    run(&folder, "run village --headless --record whole.folktape");
    let whole = std::fs::metadata(folder.path.join("whole.folktape"));
    let blocks = whole.expect("it was recorded").len() / 512;
    let output = limited(
        &folder,
        blocks * 9 / 10,
        "run village --headless --record a.folktape",
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let full = "a.folktape cannot be written: File too large";
    assert_eq!(
        said.matches(full).count(),
        2,
        "on the way and at the end: {said}"
    );
    assert_eq!(said.matches("recorded in memory").count(), 1, "{said}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("scenes of"), "{told}");
    let said = run(&folder, "replay a.folktape");
    assert!(said.starts_with("the same result after"), "{said}");
    assert!(!said.contains("86,40"), "{said}");
    // If there is no room even to begin, nothing is lived in vain.
    let output = limited(&folder, 8, "run village --headless --record b.folktape");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(!told.contains("scenes of"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn without_room_or_rights_the_save_from_before_stays() {
    let folder = village("run_full");
    run(&folder, "run village --headless --save a.folksave");
    let before = std::fs::read(folder.path.join("a.folksave")).expect("it was saved");
    let line = "run --resume a.folksave --days 1 --headless --save a.folksave";
    for line in [line, &format!("{line} --save-every 1h")] {
        let output = limited(&folder, 8, line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("a.folksave cannot be written: File too large"),
            "{said}"
        );
        // A save that fails on the way is no reason to stop; it is said once.
        let on_the_way = usize::from(line.contains("--save-every"));
        assert_eq!(
            said.matches("the town lives on").count(),
            on_the_way,
            "{said}"
        );
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.contains("scenes of"), "{told}");
        let after = std::fs::read(folder.path.join("a.folksave"));
        assert_eq!(after.expect("it is there"), before);
        assert_eq!(remains(&folder), [""; 0]);
    }

    // Nobody may write here, whoever they are; and it is said before a day is lived in vain.
    for path in ["/sys/a.folksave", "village/village.folk/a.folksave"] {
        let said = run(&folder, &format!("run village --headless --save {path}"));
        assert!(
            said.contains(&format!("error: {path} cannot be written")),
            "{said}"
        );
        assert!(said.ends_with("--- exit 2\n"), "{said}");
        assert!(!said.contains("scenes of"), "{said}");
    }
}

/// Trial minds-and-town.md 3: no command set a focus, and a large town took minutes to begin.
#[test]
fn a_large_town_has_full_detail_where_its_focus_is() {
    let folder = village("run_focus");
    run(
        &folder,
        "town new big.folktown --population 2100 --sample village",
    );
    let said = |more: &str| {
        run(
            &folder,
            &format!("run big.folktown --rate 1000 --headless{more}"),
        )
    };
    let rest = "the rest of 2,100 people follow their schedules (`--focus` moves it)";
    let usual = said("");
    assert!(
        usual.starts_with("full detail within ") && usual.contains(rest),
        "{usual}"
    );
    let near = said(" --focus 40,40 --radius 30");
    assert!(near.starts_with("full detail within 30 m of "), "{near}");
    let all = said(" --focus everywhere");
    assert!(all.starts_with("2,100 people from day 1"), "{all}");
    let lost = said(" --focus the_moon");
    assert!(
        lost.contains("there is no place `the_moon` in this town"),
        "{lost}"
    );
}
