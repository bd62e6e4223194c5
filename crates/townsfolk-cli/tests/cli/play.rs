//! `townsfolk play`: stories of the shipped examples, and what must not change them.

use crate::folder::Folder;
use expect_test::expect;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Copies an example (and what the examples share) into the folder.
pub(crate) fn with_example(folder: Folder, name: &str) -> Folder {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut folder = folder;
    for package in [name, "common"] {
        for file in std::fs::read_dir(Path::new(root).join(package)).expect("it is shipped") {
            let path = file.expect("it can be read").path();
            let text = std::fs::read(&path).expect("it can be read");
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            folder = folder.file(&format!("{package}/{file}"), text);
        }
    }
    folder
}

/// The story of an example.
pub(crate) fn story(name: &str, arguments: &[&str]) -> String {
    // Several stories of one example are told side by side.
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    let number = TOLD.fetch_add(1, Ordering::Relaxed);
    let folder = with_example(Folder::new(&format!("play_{name}_{number}")), name);
    let mut all = vec!["play", name];
    all.extend(arguments);
    folder.run(&all)
}

#[test]
fn an_afternoon_on_the_bench() {
    expect![[r#"
        12:00:00  Ann (elder) is there
        12:00:00  Bob (tourist) is there
        12:00:00  Cy (tourist) is there
        12:00:00  -- bench_chat begins with Ann (elder), Bob (tourist), Cy (tourist)
        12:00:00  Bob (tourist): take a seat, sit(left)                     take_a_seat: Place = left
        12:00:00  Ann (elder): take a seat, sit(right)                      take_a_seat: Place = right
        12:00:00  Cy (tourist): walk on                                     walk_on
        12:00:00  Cy (tourist) leaves
        12:00:02  Ann (elder): start a talk, talk(Bob)                      start_a_talk: Other = Bob
        12:00:02  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:06  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:06  Dee (elder) comes along
        12:00:08  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:10  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:13  Bob (tourist): start a talk, talk(Ann)                    start_a_talk: Other = Ann
        12:00:13  Ann (elder): listen(Bob)                                  listen: Other = Bob
        12:00:14  Eli (tourist) comes along
        12:00:16  Ann (elder): listen(Bob)                                  listen: Other = Bob
        12:00:19  Ann (elder): listen(Bob)                                  listen: Other = Bob
        12:00:22  Fay (tourist) comes along
        12:00:27  Ann (elder): start a talk, talk(Bob)                      start_a_talk: Other = Bob
        12:00:27  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:28  Eli (tourist) joins bench_chat
        12:00:28  Eli (tourist): walk on                                    walk_on
        12:00:28  Eli (tourist) leaves
        12:00:29  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:31  Bob (tourist): listen(Ann)                                listen: Other = Ann
        12:00:36  Fay (tourist) joins bench_chat
        12:00:36  Fay (tourist): walk on                                    walk_on
        12:00:36  Fay (tourist) leaves
        12:00:37  Gus (tourist) comes along

        40 s played: 1 scene, 7 people, 15 actions
        silliness: none
    "#]].assert_eq(&story(
        "bench",
        &[
            "--cast",
            "elder, tourist 2",
            "--arrivals",
            "6/min",
            "--seed",
            "7",
            "--until",
            "40s",
        ],
    ));
}

#[test]
fn a_market_stall_with_its_shop() {
    expect![[r#"
        12:00:00  Ann (stallkeeper) is there
        12:00:00  shop is connected
        12:00:00  -- market_stall begins with Ann (stallkeeper), shop
        12:00:00  Ann (stallkeeper): open, mutter("Teapots! Rugs! Lamps!")  open
        12:00:02  Ann (stallkeeper): nothing left, mutter("The last one is gone.")  nothing_left: Ware = teapot
        12:00:05  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp
        12:00:39  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp
        12:00:47  Cy (stallkeeper) comes along
        12:01:00  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp
        12:01:12  Dee (customer) comes along
        12:01:20  Dee (customer) joins market_stall
        12:01:20  Dee (customer): get in line, step_to(first)               get_in_line: P = first, N = 1
        12:01:30  Eli (customer) comes along
        12:01:31  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp
        12:01:35  Dee (customer): my turn, look_around                      my_turn: P = first
        12:01:38  Dee (customer): ask, say(Ann, "And what would that be?")  ask: Keeper = Ann, Ware = lamp
        12:01:38  Eli (customer) joins market_stall
        12:01:38  Eli (customer): get in line, step_to(second)              get_in_line: P = second, N = 2

        1 min 40 s played: 1 scene, 5 people, 10 actions
        silliness: none
    "#]].assert_eq(&story("market", &["--seed", "3", "--until", "100s"]));
}

#[test]
fn the_player_has_her_fortune_told() {
    expect![[r#"
        12:00:00  Ann (seeker) is there: the player
        12:00:01  Bob (fortune teller) is sent for
        12:00:04  Ann (seeker) sees the icon crystal_ball of fortune_tent
        12:00:06  -- fortune begins with Bob (fortune teller), Ann (seeker)
        12:00:06  Bob (fortune teller): beckon(Ann)                         beckon: Who = Ann
        12:00:06  Ann (seeker): sit down, sit(red_cushion)                  sit_down: Place = red_cushion
        12:00:10  Bob (fortune teller): welcome, intone(Ann, "Sit, sit. You come with a question.")  welcome: Who = Ann
        12:00:10  Ann (seeker): look into the ball, gaze_into_ball          look_into_the_ball
        12:00:15  Bob (fortune teller): offer cards, show_cards(Ann)        offer_cards: N = 0, Who = Ann

        20 s played: 1 scene, 2 people, 5 actions
        silliness: none
    "#]].assert_eq(&story("fortune", &["--arrivals", "0", "--until", "20s"]));
}

#[test]
fn a_tour_brings_its_own_people() {
    expect![[r#"
        12:00:01  Ann (guide) is sent for
        12:00:01  Bob (tourist) is sent for
        12:00:01  Cy (tourist) is sent for
        12:00:03  -- tour begins with Ann (guide), Bob (tourist), Cy (tourist)
        12:00:03  Ann (guide): gather, raise_umbrella                       gather
        12:00:06  Ann's raise_umbrella is done                              gather
                      + current(0)
                      Ann is now guiding
        12:00:06  Ann (guide): nothing to see, + arrived(Ann, 0), + explained(0)  nothing_to_see: N = 0
                      + arrived(Ann, 0)
                      + explained(0)
        12:00:06  Cy (tourist): ask(Ann, age)                               ask: N = 0, Guide = Ann, Topic = age
        12:00:06  Ann (guide): next, - current(0), + current(1)             next: N = 0, M = 1
                      - current(0)
                      + current(1)
        12:00:06  Ann (guide): go there, lead_to(church_door)               go_there: N = 1, Sight = church_door
        12:00:06  Bob (tourist): follow, follow_to(church_door)             follow: N = 1, Sight = church_door
        12:00:09  Cy's ask(Ann, age) is done                                ask
                      + question(Cy, age)
        12:00:09  Cy (tourist): follow, follow_to(church_door)              follow: N = 1, Sight = church_door
        12:00:19  Ann's lead_to(church_door) is done                        go_there
                      - arrived(Ann, 0)
                      + arrived(Ann, 1)
                      + waiting
        12:00:19  Ann (guide): answer(Cy, age)                              answer: Who = Cy, Topic = age
                      - question(Cy, age)
        12:00:19  Cy's follow_to(church_door) fails                         follow
        12:00:20  Cy (tourist): follow, follow_to(church_door)              follow: N = 1, Sight = church_door
        12:00:21  Bob's follow_to(church_door) is done                      follow
                      + arrived(Bob, 1)
        12:00:21  Bob (tourist): photograph, take_photo                     photograph: N = 1
        12:00:26  Ann's answer(Cy, age) is done                             answer
        12:00:26  Ann (guide): wait for stragglers, count_heads             wait_for_stragglers
        12:00:27  Bob's take_photo is done                                  photograph
        12:00:27  Bob (tourist): yawn                                       yawn
        12:00:29  Bob's yawn is done                                        yawn

        30 s played: 1 scene, 3 people, 10 actions, 1 failure
        silliness: none
        not set: `.walking_time` has no value
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]].assert_eq(&story("tour", &["--arrivals", "0", "--until", "30s", "-v"]));
}

#[test]
fn a_family_comes_together() {
    expect![[r#"
        12:00:00  Ann (parent) is there
        12:00:00  Bob (child) is there
        12:00:00  Cy (child) is there
        12:00:04  -- picnic begins with Ann (parent), Cy (child), Bob (child)
        12:00:04  Cy (child): cannot wait, run_in_circles                   cannot_wait
        12:00:04  Ann (parent): unfold, spread_blanket(grass)               unfold: Place = grass
        12:00:04  Bob (child): cannot wait, run_in_circles                  cannot_wait
        12:00:12  Bob (child): settle, sit_on(grass)                        settle: Place = grass
        12:00:13  Ann (parent): share, hand_over(Cy, sandwich) together with Cy  share: Food = sandwich, Child = Cy
        12:00:15  Bob (child): snatch, eat(cake)                            snatch: Food = cake
        12:00:15  Cy (child): settle, sit_on(grass)                         settle: Place = grass
        12:00:18  Cy (child): eat up, eat(sandwich)                         eat_up: Food = sandwich

        20 s played: 1 scene, 3 people, 8 actions
        silliness: none
        not set: `.hunger` has no value, `.raining` does not hold
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]].assert_eq(&story(
        "picnic",
        &[
            "--group",
            "parent, child 2",
            "--arrivals",
            "0",
            "--until",
            "20s",
        ],
    ));
}

#[test]
fn how_it_is_played_does_not_matter() {
    for name in ["bench", "market", "tour"] {
        let folder = with_example(Folder::new(&format!("play_equal_{name}")), name);
        let usual = ["play", name, "--seed", "5", "--digest"];
        let play = |more: &[&str]| {
            let arguments: Vec<&str> = usual.iter().chain(more).copied().collect();
            folder.run(&arguments)
        };
        let expected = play(&["--until", "3min"]);
        assert!(expected.contains("\ndigest: "), "{expected}");
        for how in [
            &["--threads", "1"][..],
            &["--threads", "2"],
            &["--threads", "8"],
            &["--naive"],
            &["--shake", "10%"],
            &["--record", "all.folkrec"],
            &["--save", "end.folksave"],
        ] {
            let told = play(&[&["--until", "3min"], how].concat());
            let (story, updates) = told.split_once("--- complaints\n").unwrap_or((&told, ""));
            assert_eq!(story, expected, "{name} {how:?}");
            let counts = how.contains(&"--naive") || how.contains(&"--shake");
            assert!(!counts || updates.contains("updates: "), "{updates}");
        }
        let digest = |told: &str| told.lines().last().unwrap_or_default().to_string();
        let again = folder.run(&["play", name, "--digest", "--replay", "all.folkrec"]);
        assert_eq!(again, expected, "{name} again");
        play(&["--until", "1min", "--save", "middle.folksave"]);
        let going_on = ["play", name, "--digest", "--load", "middle.folksave"];
        let rest = [
            &going_on[..],
            &["--until", "3min", "--record", "rest.folkrec"],
        ]
        .concat();
        let rest = folder.run(&rest);
        assert_eq!(digest(&rest), digest(&expected), "{name} after loading");
        let again = folder.run(&["play", name, "--digest", "--replay", "rest.folkrec"]);
        assert_eq!(
            digest(&again),
            digest(&expected),
            "{name} again after loading"
        );
        let other = folder.run(&["play", name, "--seed", "6", "--digest", "--until", "3min"]);
        assert_ne!(
            digest(&other),
            digest(&expected),
            "{name} with another seed"
        );
    }
}

/// Trial reliability.md 8: after loading, stories had lost roles, actions and durations.
#[test]
fn after_loading_the_story_goes_on_in_the_same_words() {
    let stretches = [
        ("bench", ["40s", "10min"]),
        ("restaurant", ["1min", "6min"]),
        ("village", ["5h", "14h"]),
    ];
    for (name, [middle, end]) in stretches {
        let folder = with_example(Folder::new(&format!("play_story_{name}")), name);
        let play = |line: &str| {
            let told = folder.run(&line.split(' ').collect::<Vec<_>>());
            let story = told.lines().take_while(|line| !line.is_empty());
            story.map(str::to_owned).collect::<Vec<_>>()
        };
        let whole = play(&format!("play {name} --seed 5 -v --until {end}"));
        let first = format!("play {name} --seed 5 -v --until {middle} --save a.folksave");
        let rest = format!("play {name} -v --load a.folksave --until {end}");
        assert_eq!([play(&first), play(&rest)].concat(), whole, "{name}");
    }
}

/// Sixty scenes at every tick: so many that the work is really spread over threads.
#[test]
fn many_places_are_the_same_on_many_threads() {
    let folder = with_example(Folder::new("play_threads"), "bench");
    let play = |how: &[&str]| {
        let many = [
            "play",
            "bench",
            "--places",
            "60",
            "--cast",
            "elder, tourist",
        ];
        let end = ["--until", "15s", "--quiet", "--digest"];
        let told = folder.run(&[&many[..], &end, how].concat());
        told.lines().next().unwrap_or_default().to_string()
    };
    let alone = play(&[]);
    assert!(alone.starts_with("digest: "), "{alone}");
    for threads in ["1", "2", "8"] {
        assert_eq!(play(&["--naive", "--threads", threads]), alone);
    }
}

#[test]
fn quiet_says_only_what_is_asked_for_and_verbose_shows_the_parts() {
    let told = story("bench", &["--until", "1min", "--quiet", "--digest"]);
    assert_eq!(told.lines().count(), 1, "{told}");
    let told = story("bench", &["--until", "1min", "-v", "--digest"]);
    for part in [
        "facts: ",
        "claims: ",
        "participants: ",
        "waiting: ",
        "+ reserved(left, Ann)",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn changed_scripts_are_noticed_by_replays_and_saves() {
    let folder = with_example(Folder::new("play_changed"), "bench");
    let usual = ["play", "bench", "--seed", "7", "--until", "1min", "--quiet"];
    let keep = ["--record", "a.folkrec", "--save", "a.folksave"];
    folder.run(&[&usual[..], &keep].concat());
    let text = folder.read("bench/bench.folk");
    let changed = text.replace(
        "add reserved(Place, .me)",
        "add reserved(Place, .me), sitting(.me)",
    );
    let folder = folder.file("bench/bench.folk", changed);
    expect![[r#"
        --- complaints
        error: the play comes out differently from the recording at 12:00:00 (tick 60), in its facts: in bench_chat, only this play has sitting(Ann)

        Hint: a recording gives the same play only with the same scripts
        --- exit 1
    "#]].assert_eq(&folder.run(&["play", "bench", "--quiet", "--replay", "a.folkrec"]));
    let renamed = text
        .replace("state seated", "state resting")
        .replace("goto seated", "goto resting");
    let folder = folder.file("bench/bench.folk", renamed);
    let load = ["play", "bench", "--load", "a.folksave", "--until", "62s"];
    expect![[r#"
        12:00:59  -- bench_chat at bench_spot ends: Ann is in the state seated, which is no longer there
        12:01:00  bench_chat comes to its end: it is told to
        12:01:00  Bob (tourist) leaves
        12:01:00  Ann (elder) leaves
        12:01:00  -- bench_chat is over after 59 s

        2 s played: 0 scenes, 3 people, 0 actions
        silliness: none
    "#]].assert_eq(&folder.run(&load));
    expect![[r#"
        12:00:59  -- bench_chat at bench_spot ends: Ann is in the state seated, which is no longer there
        --- complaints
        error: that moment is past: it is 12:00:59 already, 1 min after the beginning

        Hint: give a later moment with `--until`
        --- exit 2
    "#]].assert_eq(&folder.run(&[
        "play",
        "bench",
        "--load",
        "a.folksave",
        "--until",
        "1min",
    ]));
}

const TWO: &str = "role elder
action nod takes 2 s
script a
  cast
    elder 1..2
  rule nod
    do nod
script b
  cast
    elder 2..2
  rule go
    leave
location closed_room
  prefers b 1
  emits script within 5 m, from 8:00 to 9:00
";

const HEAVY: &str = "role elder
action nod takes 1 s
script a
  cast
    elder 1..2
  fact n(number)
  rule count once
    add n(1), n(2), n(3), n(4), n(5), n(6), n(7), n(8), n(9), n(10), n(11), n(12), n(13), n(14)
  rule search
    when n(A), n(B), n(C), n(D), n(E), A + B + C + D + E > 100
    do nod
";

#[test]
fn faults_are_told_once_with_their_place() {
    let folder = Folder::new("play_fault").file("a.folk", HEAVY);
    let usual = ["play", "a.folk", "--arrivals", "0", "--until", "3s"];
    let told = folder.run(&usual);
    let faults: Vec<&str> = told
        .lines()
        .filter(|line| line.contains("fault:"))
        .collect();
    let expected = "12:00:01  fault: Ann's search in search took too long (a.folk:9)";
    assert_eq!(faults, [expected], "{told}");
    let naive = folder.run(&[&usual[..], &["--naive"]].concat());
    assert!(naive.starts_with(&told), "{naive}");
}

#[test]
fn nothing_happens_for_a_reason() {
    let folder = Folder::new("play_silence").file("a.folk", TWO);
    let play = |more: &[&str]| folder.run(&[&["play", "a.folk", "--until", "1min"], more].concat());
    expect![[r#"
        08:00:00  Ann (elder) is there

        1 min played: 0 scenes, 1 person, 0 actions
        silliness: none

        Nothing happens: b needs 2 people as elder, and only one has come.
        Hint: let them be there: `--cast "elder 2"`
    "#]]
    .assert_eq(&play(&[
        "--script",
        "b",
        "--cast",
        "elder",
        "--arrivals",
        "0",
    ]));
    expect![[r#"
        20:00:00  Ann (elder) is there
        20:00:00  Bob (elder) is there

        1 min played: 0 scenes, 2 people, 0 actions
        silliness: none

        Nothing happens: closed_room is closed at 20:00:59: it begins scenes from 08:00 to 09:00.
        Hint: begin when it is open: `--from 08:00`
    "#]]
    .assert_eq(&play(&[
        "--script",
        "b",
        "--from",
        "20:00",
        "--arrivals",
        "0",
    ]));
}

#[test]
fn what_cannot_be_played_is_said_with_a_way_out() {
    let folder = Folder::new("play_troubles")
        .file("a.folk", TWO)
        .file("empty.folk", "role a\n");
    let mut told = String::new();
    for more in [
        &["a.folk"][..],
        &["a.folk", "--script", "c"],
        &["a.folk", "--script", "a", "--cast", "eldr 2"],
        &["a.folk", "--script", "a", "--cast", "elder, elder two"],
        &["a.folk", "--script", "a", "--location", "closed_rom"],
        &["a.folk", "--script", "a", "--until", "soon"],
        &["a.folk", "--script", "a", "--until", "12:10", "--rate", "0"],
        &["a.folk", "--script", "a", "--load", "a.folk"],
        &["a.folk", "--replay", "none.folkrec"],
        &["empty.folk"],
    ] {
        told += &format!("$ {}\n", more.join(" "));
        told += &folder.run(&[&["play"], more].concat());
    }
    let folder_name = folder.path.display().to_string();
    expect![[r#"
        $ a.folk
        --- complaints
        error: there are several scripts: `a` and `b`

        Hint: say which one to play: `--script a`
        --- exit 2
        $ a.folk --script c
        --- complaints
        error: there is no script `c`

        Hint: there is `a` and `b`
        --- exit 2
        $ a.folk --script a --cast eldr 2
        --- complaints
        error: there is no role `eldr`

        Hint: did you mean `elder`?
        --- exit 2
        $ a.folk --script a --cast elder, elder two
        --- complaints
        error: `elder two` names nobody

        Hint: write roles with their numbers: `--cast "elder, tourist 2"`
        --- exit 2
        $ a.folk --script a --location closed_rom
        --- complaints
        error: there is no kind of location `closed_rom`

        Hint: did you mean `closed_room`?
        --- exit 2
        $ a.folk --script a --until soon
        --- complaints
        error: invalid value 'soon' for '--until <MOMENT>': `soon` is no span of time; write `90s`, `10min` or `1h30min`

        For more information, try '--help'.
        --- exit 2
        $ a.folk --script a --until 12:10 --rate 0
        12:00:00  Ann (elder) is there
        --- complaints
        error: the clock of this play never gets there

        Hint: the calendar stands still or is slow: `--rate 1` is its usual pace
        --- exit 2
        $ a.folk --script a --load a.folk
        --- complaints
        error: the argument '--script <NAME>' cannot be used with '--load <FILE>'

        Usage: townsfolk play --script <NAME> <PATH>...

        For more information, try '--help'.
        --- exit 2
        $ a.folk --replay none.folkrec
        --- complaints
        error: there is no file or folder `none.folkrec`

        Hint: the folder you are in is `FOLDER`
        --- exit 2
        $ empty.folk
        --- complaints
        error: there is no script to play in these files

        Hint: a script begins with `script NAME`; `townsfolk new my_town` makes one
        --- exit 2
    "#]].assert_eq(&told.replace(&folder_name, "FOLDER"));
}

#[test]
fn a_script_changes_while_it_is_played() {
    let folder = Folder::new("play_watch").file("a.folk", TWO);
    let mut child = Command::new(env!("CARGO_BIN_EXE_townsfolk"))
        .args([
            "play", "a.folk", "--script", "a", "--watch", "--speed", "20", "--until", "1h",
        ])
        .current_dir(&folder.path)
        .env_remove("CLICOLOR_FORCE")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let stdout = child.stdout.take().expect("there is an output");
    let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
    let mut told = lines.by_ref().find(|line| line.contains("nod"));
    assert!(told.is_some(), "the play begins");
    let folder = folder.file("a.folk", TWO.replace("do nod", "do nood"));
    told = lines
        .by_ref()
        .find(|line| line.contains("error") || line.contains("goes on"));
    assert_eq!(
        told.as_deref(),
        Some("error[unknown-action]: there is no action `nood`")
    );
    told = lines.by_ref().find(|line| line.contains("-- "));
    let told = told.unwrap_or_default();
    assert!(
        told.ends_with("the play goes on with what was there before"),
        "{told}"
    );
    folder.file(
        "a.folk",
        TWO.replace("rule nod\n    do nod", "rule bow\n    do nod"),
    );
    let told: Vec<String> = lines
        .by_ref()
        .filter(|line| line.contains("-- "))
        .take(2)
        .collect();
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    let ends = |line: &String, end: &str| assert!(line.ends_with(end), "{line}");
    ends(&told[0], "-- the scripts have changed");
    ends(
        &told[1],
        "a at somewhere goes on; nothing follows from what Ann is doing, because nod has changed",
    );
}

/// Plays that were saved when open ground was a type of its own go on.
#[test]
fn plays_saved_by_version_0_1_go_on() {
    let folder = Folder::new("saved_before")
        .file(
            "bench.folksave",
            include_bytes!("../saves/bench-0.1.folksave"),
        )
        .file(
            "village.folksave",
            include_bytes!("../saves/village-0.1.folksave"),
        );
    let folder = with_example(with_example(folder, "bench"), "village");
    for (name, until) in [("bench", "10min"), ("village", "8h")] {
        let save = format!("{name}.folksave");
        let told = folder.run(&["play", name, "--load", &save, "--until", until]);
        assert!(!told.contains("--- exit"), "{name}: {told}");
        let lines = told.lines().filter(|line| !line.contains("--")).count();
        assert!(lines > 20, "{name}: nothing happens after loading:\n{told}");
    }
}

/// In a play the people of content had no groups, and a family of five was cast as four.
#[test]
fn a_family_too_large_for_a_scene_is_not_split() {
    let person =
        |name: &str| format!("person {name}\n  mind body\n  follows day\n  belongs to falks\n");
    let people = ["ann", "bob", "cy", "dee", "eli"].map(person).concat();
    let text = |most: u8| {
        format!(
            "area park
role citizen
action walk_to takes 1 s
action wait takes 2 s
action doze takes 5 s
need rest
  rises 0 to 1 in 20 h
  falls 1 to 0 in 1 h
layer body
  needs rest
  flag idle on
  concept lazy
  action loaf: do doze
  idle drives lazy
  lazy drives loaf
schedule day
  00:00..00:00 at park as citizen
{people}script picnic
  cast
    citizen 1..{most} joins as need
  rule sit
    do wait
    once
  rule go
    leave
location meadow
  tags park
  prefers picnic 1
  emits script within 12 m
"
        )
    };
    let begins = |most: u8| {
        let folder = Folder::new(&format!("play_family_of_five_{most}"));
        let told = folder
            .file("a.folk", text(most))
            .run(&["play", "a.folk", "--until", "20min", "-v"]);
        let line = told.lines().find(|line| line.contains("picnic begins"));
        line.map(str::to_owned).ok_or(told)
    };
    assert!(begins(4).is_err());
    let five = begins(5).expect("all of them come");
    for name in ["Ann", "Bob", "Cy", "Dee", "Eli"] {
        assert!(five.contains(name), "{five}");
    }
}

/// A layer could not ask whether somebody is where the schedule wants them.
#[test]
fn somebody_on_the_way_to_work_is_not_at_work() {
    let text = "area town
area home in town
area shop in town
role citizen
role clerk is citizen
action walk_to takes 1 s, limit 10 min
action nod takes 5 s
action hurry takes 5 s
need rest
  rises 0 to 1 in 20 h
  falls 1 to 0 in 1 h
layer body
  needs rest
  flag idle on
  concept lazy
  test late: not at work
  concept worry
  action loaf: do nod
  action run: do hurry
  idle drives lazy
  lazy drives loaf by 0.1
  late drives worry
  worry drives run by 0.9
schedule day
  00:00..08:00 at home as citizen
  08:00..00:00 at shop as clerk
person ann
  mind body
  follows day
";
    let folder = Folder::new("play_not_at_work").file("a.folk", text);
    let late = |at: &str| {
        let told = folder.run(&[
            "play", "a.folk", "--from", "7:50", "--why", "Ann", "--at", at,
        ]);
        let lines = told.lines().skip_while(|line| !line.contains("wants most"));
        let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        lines.join("\n")
    };
    expect![[r#"
        Ann wants most to loaf (0.1) since 07:55:00:
          lazy 1 -> loaf: adds 0.1
          flag idle 1 -> lazy: adds 1
        Ann wants most to run (0.9) since 08:00:16:
          worry 1 -> run: adds 0.9
          test late 1 -> worry: adds 1
        The next would be go to work (0.4):
          lazy 1 -> go to work: takes 0.3 (needs go before duties)
          worry 1 -> go to work: takes 0.3 (needs go before duties)"#]]
    .assert_eq(&["7:55", "8:01"].map(late).join("\n"));
}

/// A package with a plan was played on open ground, without its doors.
#[test]
fn a_package_with_a_plan_is_played_in_its_town() {
    let text = "area town
area lane in town
area home in town
area shop in town
role citizen
role clerk is citizen
action walk_to takes 1 s, limit 10 min
action nod takes 5 s
need rest
  rises 0 to 1 in 20 h
  falls 1 to 0 in 1 h
layer body
  needs rest
  flag idle on
  concept lazy
  action loaf: do nod
  idle drives lazy
  lazy drives loaf by 0.1
schedule day
  00:00..08:00 at home as citizen
  08:00..00:00 at shop as clerk
person ann
  mind body
  follows day
";
    let plan = "plan town
  street lane from 0 m, 0 m to 40 m, 5 m
  room home from 0 m, 5 m to 8 m, 13 m
  room shop from 20 m, 5 m to 28 m, 13 m
  door home to lane
  door shop to lane open 9:00..18:00
";
    let begins = |name: &str, text: &str| {
        let folder = Folder::new(name).file("a.folk", text);
        let play = ["play", "a.folk", "--from", "7:30", "--until", "2h30min"];
        let told = folder.run(&[&play[..], &["--save", "a.folksave"]].concat());
        let line = told.lines().find(|line| line.contains("is now clerk"));
        let line = line.map(str::to_owned).unwrap_or(told);
        let on = [
            "play",
            "a.folk",
            "--load",
            "a.folksave",
            "--until",
            "3h",
            "--quiet",
            "--digest",
        ];
        let whole = [
            "play", "a.folk", "--from", "7:30", "--until", "3h", "--quiet", "--digest",
        ];
        assert_eq!(folder.run(&on), folder.run(&whole));
        line
    };
    let town = begins("play_with_a_plan", &format!("{text}{plan}"));
    expect![[r#"
        08:05:46  Ann is now clerk
        09:04:15  Ann is now clerk
    "#]]
    .assert_eq(&format!(
        "{}\n{town}\n",
        begins("play_without_a_plan", text)
    ));
}

/// Only a play could be watched; a game in development had to be built by hand.
#[test]
fn a_build_that_is_watched_follows_the_files() {
    let folder = Folder::new("build_watched").file("a.folk", "role guest\n");
    let mut child = Command::new(env!("CARGO_BIN_EXE_townsfolk"))
        .args(["build", "a.folk", "--watch"])
        .current_dir(&folder.path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let out = child.stdout.take().expect("there is an output");
    let lines = BufReader::new(out).lines().map_while(Result::ok);
    let mut modules = lines.filter(|line| line.contains("folkmod"));
    let first = modules.next().unwrap_or_default();
    let folder = folder.file("a.folk", "role guest\nrole waiter\n");
    let second = modules.next().unwrap_or_default();
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    assert!(
        first.contains("1 role") && second.contains("2 roles"),
        "{first}\n{second}"
    );
    assert!(folder.path.join("a.folkmod").exists());
}
