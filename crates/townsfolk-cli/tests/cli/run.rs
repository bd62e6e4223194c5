//! `townsfolk run`: towns that live, stop and go on.

use crate::folder::Folder;
use crate::play::with_example;
use expect_test::expect;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
        48 scenes of 5 scripts, 79 actions
        17 flirts, 36 jokes, 4 compliments, 108 chats, 1 insult
        most in one place: 5 in taproom, at 21 o'clock
        best liked: Dora, by 3
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

#[test]
#[cfg(unix)]
fn ctrl_c_saves_and_nothing_is_lost() {
    let folder = village("run_interrupt");
    let child = started(
        &folder,
        "run village --days 3 --headless --record week.folktape",
    );
    std::thread::sleep(Duration::from_millis(900));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.code() == Some(0) {
        // Too quick a machine: there was nothing to interrupt.
        return;
    }
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("run --resume town.folksave"), "{said}");
    let rest = run(
        &folder,
        "run --resume town.folksave --headless --digest --record rest.folktape",
    );
    let whole = run(
        &folder,
        "run village --days 3 --headless --digest --record whole.folktape",
    );
    assert_eq!(digest(&rest), digest(&whole));
    // Its recording has gone on, too.
    assert!(folder.path.join("rest.folktape").exists());
    let bytes = |name: &str| std::fs::read(folder.path.join(name)).expect("it was recorded");
    assert_eq!(bytes("rest.folktape"), bytes("whole.folktape"));
}

#[test]
#[cfg(unix)]
fn whoever_is_killed_while_saving_leaves_a_save_that_loads() {
    let folder = village("run_kill");
    let mut loaded = 0;
    for round in 0..6_u64 {
        let line = "run village --days 90 --headless --save a.folksave --save-every 1min";
        let mut child = started(&folder, line);
        // Each round saves hundreds of times; the end comes in the middle of one.
        let save = folder.path.join("a.folksave");
        let begun = Instant::now();
        while !save.exists() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(37 * (round + 1)));
        signal(&child, "-KILL");
        child.wait().expect("it is dead");
        let said = run(
            &folder,
            "run --resume a.folksave --days 1 --headless --digest",
        );
        digest(&said);
        loaded += 1;
        std::fs::remove_file(&save).expect("it is there");
    }
    assert_eq!(loaded, 6);
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
        error: cut.folktape: this file is cut short: it has 125765 of its 125774 bytes; copy or build it again

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

/// A disk without room is played by a limit to the size of files.
#[test]
#[cfg(target_os = "linux")]
fn without_room_or_rights_the_save_from_before_stays() {
    let folder = village("run_full");
    run(&folder, "run village --headless --save a.folksave");
    let before = std::fs::read(folder.path.join("a.folksave")).expect("it was saved");
    let limited = |line: &str| {
        let command = env!("CARGO_BIN_EXE_townsfolk");
        let output = Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 8; exec \"$0\" $1",
                command,
                line,
            ])
            .current_dir(&folder.path)
            .output();
        output.expect("there is a shell")
    };
    let line = "run --resume a.folksave --days 1 --headless --save a.folksave";
    for line in [line, &format!("{line} --save-every 1h")] {
        let output = limited(line);
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
        let hidden = std::fs::read_dir(&folder.path).expect("it is there");
        let hidden = hidden.filter_map(|file| file.ok()?.file_name().into_string().ok());
        assert_eq!(hidden.filter(|name| name.starts_with('.')).count(), 0);
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
