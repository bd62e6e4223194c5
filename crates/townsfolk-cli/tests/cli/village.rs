//! `townsfolk play` for people with days of their own: the example `village`.

use crate::folder::Folder;
use crate::play::{story, with_example};
use expect_test::expect;

/// A day of the example.
fn day() -> String {
    story("village", &["--until", "24h", "--seed", "7"])
}

/// Lines of a story between two times of the first day.
fn between(story: &str, from: &str, to: &str) -> String {
    let lines = story.lines().take_while(|line| !line.contains("-- day 2"));
    let told = lines.filter(|line| line.get(..5).is_some_and(|time| from <= time && time < to));
    told.fold(String::new(), |all, line| all + line + "\n")
}

/// Lines of a story that speak of somebody.
fn about(story: &str, name: &str) -> String {
    let told = story.lines().filter(|line| line.contains(name));
    told.fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn a_carpenter_goes_to_work_to_the_inn_and_home() {
    expect![[r#"
        06:00:00  Carl (resident) is there
        06:00:00  Carl (resident): potter about                             leisure 1
        07:30:53  Carl is no longer resident
        07:30:53  Carl sets out for workshop
        07:38:54  Carl is now carpenter
        07:38:55  Carl (carpenter): saw                                     planks 1
        07:54:05  Carl (carpenter): eat                                     hunger 0.6
        07:58:49  Carl (carpenter): eat, eat_bread                          eat
        08:13:31  Carl (carpenter): saw                                     planks 1
        08:34:09  Dora (weaver) chats with Carl about music
        08:36:58  Dora arranges to meet Carl at churchyard at 18:00
        08:40:53  Carl (carpenter) chats with Dora about music
        09:20:05  Carl tells Dora that Bea was in cottage from 06:00 to 07:34
        09:25:33  Carl (carpenter): find a privy                            bladder 0.7
        09:29:01  Carl (carpenter): go, relieve                             go
        09:33:09  Carl (carpenter): saw                                     planks 1
        09:36:53  Carl (carpenter) jokes with Dora
        09:50:53  Carl (carpenter) chats with Dora about music
        10:55:30  Dora tells Carl that Konrad was in mill house from 06:00 to 08:31
        10:56:53  Carl (carpenter) jokes with Dora
        11:18:53  Carl (carpenter) chats with Dora about wood
        11:51:53  Carl (carpenter) jokes with Dora
        12:01:53  Carl (carpenter) chats with Dora about music
        12:42:53  Carl (carpenter) jokes with Dora
        12:51:53  Carl (carpenter) chats with Dora about wood
        13:35:53  Carl (carpenter) jokes with Dora
        13:38:09  Dora (weaver) jokes with Carl
        13:45:09  Carl (carpenter): find a privy                            bladder 0.7
        13:46:01  Carl (carpenter): go, relieve                             go
        13:48:09  Dora (weaver) chats with Carl about music
        13:49:46  Carl (carpenter): saw                                     planks 1
        13:54:53  Carl (carpenter) chats with Dora about wood
        14:13:32  Carl (carpenter): eat                                     hunger 0.6
        14:16:49  Carl (carpenter): eat, eat_bread                          eat
        14:25:53  Carl (carpenter) jokes with Dora
        14:27:45  Carl (carpenter): saw                                     planks 1
        14:31:09  Dora (weaver) jokes with Carl
        14:47:53  Carl (carpenter) chats with Dora about music
        14:53:09  Dora (weaver) chats with Carl about weather
        15:20:53  Carl (carpenter) jokes with Dora
        15:30:09  Dora (weaver) jokes with Carl
        15:33:53  Carl (carpenter) chats with Dora about music
        15:45:09  Dora (weaver) chats with Carl about music
        16:08:53  Carl (carpenter) jokes with Dora
        16:16:53  Carl (carpenter) chats with Dora about wood
        16:20:09  Dora (weaver) jokes with Carl
        16:32:09  Dora (weaver) chats with Carl about weather
        17:00:53  Carl is no longer carpenter
        17:00:53  Carl sets out for churchyard
        17:01:53  Carl jokes with Dora
        17:10:54  Carl is now regular
        17:10:55  Carl (regular): join the others                           extroversion 0.7
        18:01:45  Carl (regular): find a privy                              bladder 0.7
        18:07:10  Dora meets Carl as arranged
        18:07:11  Carl (regular): go, relieve                               go
        18:11:58  Carl (regular): get a drink                               thirst 0.51
        18:31:07  -- counter_service begins with Carl (customer)
        18:31:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        18:32:08  Carl (customer): order at last, order                     order_at_last
        18:33:08  Bea (barkeeper): pour(Carl)                               pour: Guest = Carl
        18:35:15  Carl (customer): drink                                    drink
        18:48:28  Carl (customer): put the glass down                       put_the_glass_down
        18:48:28  Carl (customer) leaves
        18:48:29  Carl (regular): join the others                           extroversion 0.7
        19:00:53  Carl is no longer regular
        19:00:53  Carl is now regular
        19:08:53  Carl (regular): join the others                           extroversion 0.7
        19:42:53  Carl (regular) chats with Dora about music
        19:46:15  Carl arranges to meet Dora at churchyard at 18:00
        19:48:28  Carl (regular): get a drink                               thirst 0.5
        19:49:08  Carl (customer) joins counter_service
        19:49:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        19:49:09  Dora (customer) jokes with Carl
        19:51:45  Carl (customer) leaves
        19:51:46  Carl (regular): eat                                       hunger 0.6
        19:55:36  -- dinner begins with Carl (diner)
        19:55:37  Carl (diner): ask, order                                  ask
        20:08:01  Carl tells Dora that Bea was in taproom from 18:30 to 19:25
        20:08:37  Carl (diner): wait no longer, - hungry(Carl), now famished  wait_no_longer
        20:08:38  Carl (diner): help oneself, eat_bread                     help_oneself
        20:17:13  Konrad (cook) chats with Carl about music
        20:20:53  Carl (diner) chats with Konrad about wood
        20:21:13  Carl (diner): get up                                      get_up
        20:21:13  Carl (diner) leaves
        20:21:14  Carl (regular): get a drink                               thirst 0.77
        20:24:07  -- counter_service begins with Carl (customer), Edgar (customer)
        20:24:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        20:25:08  Carl (customer): order at last, order                     order_at_last
        20:28:15  Bea (barkeeper): pour(Carl)                               pour: Guest = Carl
        20:30:49  Carl (customer): drink                                    drink
        20:44:01  Carl (customer) leaves
        20:44:02  Carl (regular): find a privy                              bladder 0.82
        20:56:24  Carl (regular): go, relieve                               go
        20:57:53  Carl (regular) jokes with Dora
        21:01:09  Carl (regular): join the others                           extroversion 0.7
        21:11:09  Dora (regular) jokes with Carl
        21:44:01  Carl (regular): get a drink                               thirst 0.5
        21:56:08  Carl (customer) joins counter_service
        21:56:08  Carl (customer): order                                    order
        21:57:08  Bea (barkeeper): pour(Carl)                               pour: Guest = Carl
        21:59:42  Carl (customer): drink                                    drink
        22:00:13  Konrad (diner) chats with Carl about music
        22:00:53  Carl is no longer regular
        22:07:53  Carl chats with Konrad about wood
        22:11:48  Edgar tells Bea that Carl was in inn from 20:53 to 21:41
        22:14:24  Carl leaves
        22:14:24  Carl sets out for cottage
        22:28:55  Carl is now resident
        22:28:56  Carl (resident): go to bed                                fatigue 1
        22:33:55  Carl (resident): sleep                                    sleep
    "#]]
    .assert_eq(&about(&day(), "Carl"));
}

#[test]
fn the_barkeeper_serves_locks_up_and_leaves() {
    let late = story("village", &["--seed", "5"]);
    expect![[r#"
        22:42:41  Konrad (regular): get a drink                             thirst 0.5
        22:44:20  Bea (barkeeper): serve                                    thirsty guest 1
        22:45:13  -- counter_service begins with Konrad (customer), Bea (barkeeper)
        22:45:14  Konrad (customer): order                                  order
        22:46:14  Bea (barkeeper): pour(Konrad)                             pour: Guest = Konrad
        22:48:19  Bea (barkeeper) chats with Konrad about cards
        22:49:01  Konrad (customer): drink                                  drink
        23:00:06  Konrad is no longer regular
        23:00:57  Edgar is no longer regular
        23:00:57  Edgar sets out for mill house
        23:04:53  Bea (barkeeper): done                                     done
        23:04:53  Bea (barkeeper) leaves
        23:04:53  Konrad leaves
        23:04:53  counter_service comes to its end: too few are left as customer
        23:04:53  -- counter_service is over after 19 min 40 s
        23:04:53  Konrad sets out for mill house
        23:04:54  Bea (barkeeper): lock up                                  unlocked and time to change role 1
        23:04:54  Konrad: find a privy                                      bladder 0.82
        23:07:54  Bea is no longer barkeeper                                was not ready for 7 min 54 s
        23:07:54  Bea sets out for cottage
        23:22:24  Bea is now resident
        23:22:25  Bea (resident): go to bed                                 fatigue 1
        23:24:27  Edgar is now resident
        23:24:28  Edgar (resident): go to bed                               fatigue 1
        23:27:19  Bea (resident): sleep                                     sleep
        23:28:24  Konrad is now resident
        23:28:33  Edgar (resident): sleep                                   sleep
        23:34:02  Konrad (resident): go, relieve                            go
        23:37:53  Konrad (resident): go to bed                              fatigue 1
    "#]]
    .assert_eq(&between(&late, "22:30", "23:40"));
}

#[test]
fn a_mind_says_why_it_wants_what_it_wants() {
    let ask = |who: &str, at: &str| story("village", &["--seed", "7", "--why", who, "--at", at]);
    let told = ["Carl 12:00", "Bea 23:01", "Dora 19:30"].map(|question| {
        let (who, at) = question.split_once(' ').expect("it has both");
        format!("$ {question}\n{}", ask(who, at))
    });
    expect![[r#"
        $ Carl 12:00
        Carl is carpenter at 12:00:00.
        Needs: hunger 0.38, bladder 0.41, fatigue 0.38.

        Carl wants most to saw (0.5) since 11:44:15:
          work 0.5 -> saw: adds 0.5
          flag planks 1 -> work: adds 0.5
        The next would be find a privy (0):
          bladder 0.41 -> find a privy: is below 0.7
        Of company: chat for Dora 0.97, next nothing 0.02; the network prefers joke for Dora 0.97, of which 0.03 is still fresh.
        Arranged: leisure with Dora at churchyard at 18:00, waiting until 18:30.

        Carl (carpenter) at 12:00:00 takes part in nothing.

          privy does not ask: there is no part for Carl in what it plays.

        $ Bea 23:01
        Bea is barkeeper at 23:01:00.
        Needs: hunger 0.3, bladder 0.56, fatigue 1.

        Bea wants most to lock up (0.8) since 23:00:01:
          lock 1 -> lock up: adds 0.8
          flag unlocked and time to change role 1 -> lock: adds 1
        The next would be wipe the bar (0.2):
          nothing holds it down
        Another role is due since 23:00, but Bea is not ready to stop being barkeeper:
          lock 1 -> not ready to change role: adds 1
          flag unlocked and time to change role 1 -> lock: adds 1

        Bea (barkeeper) at 23:01:00 takes part in nothing.

          counter does not ask: Bea has just been there, and is asked again from 00:56:31 on.

        $ Dora 19:30
        Dora is regular at 19:30:00.
        Needs: hunger 0.2, bladder 0.37, fatigue 0.84, thirst 0.69.

        Dora wants most to get a drink (0.69) since 19:07:10:
          thirst 0.69 -> get a drink: adds 0.69
          need thirst 0.69 -> thirst: adds 0.69
        The next would be join the others (0.03):
          thirst 0.69 -> company: takes 0.21
        Another role is due since 19:30, but Dora is not ready to stop being regular:

        Dora (regular) at 19:30:00 takes part in nothing.

          counter does not ask: there is no part for Dora in what it plays.
    "#]]
    .assert_eq(&told.join("\n"));
}

/// The last guest is still drinking when the shift ends.
#[test]
fn a_role_is_not_given_up_over_a_guest() {
    let told = story("village", &["--seed", "5", "--why", "Bea", "--at", "23:02"]);
    expect![[r#"
        Bea is barkeeper at 23:02:00.
        Needs: hunger 0.73, bladder 0.33, fatigue 1.

        Bea wants most to serve (1) since 22:44:20:
          serve 1 -> serve: adds 1
          test thirsty guest 1 -> serve: adds 1
        The next would be wipe the bar (0.2):
          nothing holds it down
        Another role is due since 23:00, but Bea is not ready to stop being barkeeper:
          serve 1 -> not ready to change role: adds 1
          test thirsty guest 1 -> serve: adds 1
        Of company: chat for Konrad 0.46, next nothing 0.26 (0.49 of it is still fresh).

        Bea (barkeeper) at 23:02:00: in counter_service at counter, in the state behind

        Bea does nothing since 22:49:01 (12 min 59 s).
        The last rule that fired was pour: Guest = Konrad, at 22:46:14.

        The rules for behind, in order:

          pour  not now: `not poured(Guest)` fails: there is poured(Konrad)
                it gets that far with Guest = Konrad
                it would fire without poured(Konrad)
          done  not now: `not .any(_, customer)` fails: Konrad is present
                no single fact would let it fire
    "#]]
    .assert_eq(&told);
}

#[test]
fn somebody_with_a_mind_is_called_away_by_name() {
    let offer = ["--offer", "Carl danger 30min at 10:00", "--until", "11:00"];
    let told = story("village", &[&["--seed", "7"][..], &offer].concat());
    expect![[r#"
        10:00:00  -- Carl is wanted elsewhere for 30 min: danger
        10:30:00  -- Carl is free again
        10:55:30  Dora tells Carl that Konrad was in mill house from 06:00 to 08:31
        10:56:53  Carl (carpenter) jokes with Dora
    "#]]
    .assert_eq(&about(&between(&told, "10:00", "11:00"), "Carl"));
}

#[test]
fn how_a_day_is_played_does_not_change_it() {
    let folder = with_example(Folder::new("play_village_ways"), "village");
    let usual = ["play", "village", "--seed", "5", "--digest"];
    let play = |more: &[&str]| folder.run(&[&usual[..], more].concat());
    let expected = play(&["--from", "16:00", "--until", "4h"]);
    assert!(expected.contains("4 h played: "), "{expected}");
    for how in [
        &["--threads", "4"][..],
        &["--naive"],
        &["--shake", "10%"],
        &["--record", "all.folkrec"],
        &["--save", "end.folksave"],
    ] {
        let told = play(&[&["--from", "16:00", "--until", "4h"], how].concat());
        let story = told.split_once("--- complaints\n");
        assert_eq!(
            story.map_or(&*told, |(story, _)| story),
            expected,
            "{how:?}"
        );
    }
    let again = folder.run(&["play", "village", "--digest", "--replay", "all.folkrec"]);
    assert_eq!(again, expected);
    let save = [
        "--from",
        "16:00",
        "--until",
        "90min",
        "--save",
        "a.folksave",
    ];
    play(&save);
    let rest = ["--load", "a.folksave", "--until", "4h", "--digest"];
    let rest = folder.run(&[&["play", "village"][..], &rest].concat());
    let digest = |told: &str| told.lines().last().unwrap_or_default().to_string();
    assert_eq!(digest(&rest), digest(&expected));
}

#[test]
fn one_script_of_a_village_can_still_be_played_alone() {
    let told = story(
        "village",
        &[
            "--script",
            "counter_service",
            "--cast",
            "barkeeper, customer",
            "--until",
            "30s",
        ],
    );
    assert!(told.contains("counter_service begins with"), "{told}");
    assert!(!told.contains("resident"), "{told}");
}

#[test]
fn what_a_village_does_not_have_is_said() {
    let told = story("village", &["--arrivals", "2/min"]);
    expect![[r#"
        --- complaints
        error: nobody just passes by where people have days of their own

        Hint: leave `--arrivals` out, or play one script with `--script NAME`
        --- exit 2
    "#]]
    .assert_eq(&told);
    // Nobody can walk in content without the action for it.
    let told = story("chef", &["--from", "10:30", "--until", "1h"]);
    expect![[r#"
        10:30:00  Barnabas (lodger) is there
        10:30:00  Hedda (lodger) is there
        10:30:00  Joost (lodger) is there
        10:30:00  Lene (lodger) is there
        10:30:00  Ottmar is there
        10:30:00  Ottmar sets out for kitchen
        10:30:00  Barnabas (lodger): eat                                    hunger 0.91
        10:30:00  Hedda (lodger): eat                                       hunger 0.63
        10:30:00  Joost (lodger): meet people                               socialise 0.41
        10:30:00  Lene (lodger): pee                                        bladder 0.76
        10:30:00  Barnabas (lodger) chats with Joost about food
        10:30:00  Hedda (lodger) chats with Ottmar about weather
        10:30:00  Lene (lodger) chats with Joost about food
        10:30:00  Ottmar chats with Joost about music
        10:32:51  Barnabas (lodger): dine, eat_a_meal                       dine
        10:32:51  Hedda (lodger): dine, eat_a_meal                          dine
        10:33:22  Joost (lodger): read, read_the_paper                      read
        10:38:21  Lene (lodger): go, use_toilet                             go
        10:39:15  Barnabas (lodger) chats with Hedda about weather
        10:41:07  Lene (lodger): sit down                                   sit 1
        10:43:21  Lene gives up: sit down
        10:43:22  Lene (lodger): read, read_the_paper                       read
        10:43:30  Ottmar is now chef
        10:43:31  Ottmar (chef): pick up orders                             new orders present 1
        10:45:11  Ottmar (chef): get ingredients                            has orders 1
        10:47:36  Ottmar (chef): take, pick_up(ingredients)                 take
        10:47:43  Hedda (lodger) chats with Barnabas about weather
        10:48:59  Ottmar (chef): cook                                       cooking 1
        10:50:46  Hedda (lodger): sit down                                  sit 1
        10:50:56  Barnabas (lodger): sit down                               sit 1
        10:52:30  Ottmar (chef): cook, stir_and_season                      cook
        10:54:57  Hedda (lodger): sit down, sit_a_while                     sit_down
        10:55:57  Barnabas (lodger): sit down, sit_a_while                  sit_down
        11:01:56  Ottmar (chef): use up, put_down(ingredients)              use_up
        11:02:56  Ottmar (chef): strike off, put_down(order)                strike_off
        11:03:56  Ottmar (chef): serve up, pick_up(dinner)                  serve_up
        11:05:40  Ottmar (chef): drop off dinners                           has dinners 1
        11:08:48  Barnabas (lodger): pee                                    bladder 0.81
        11:10:05  Joost (lodger): sit down                                  sit 1
        11:10:34  Ottmar (chef): hand over, put_down(dinner)                hand_over
        11:11:03  Hedda (lodger): stay, sit_a_while                         stay
        11:11:35  Ottmar (chef): pick up orders                             new orders present 1
        11:12:38  Ottmar (chef): get ingredients                            has orders 1
        11:13:21  Barnabas (lodger): go, use_toilet                         go
        11:13:57  Joost (lodger): sit down, sit_a_while                     sit_down
        11:15:36  Ottmar (chef): take, pick_up(ingredients)                 take
        11:15:36  Barnabas (lodger): sit down                               sit 1
        11:17:31  Ottmar (chef): cook                                       cooking 1
        11:20:30  Ottmar (chef): cook, stir_and_season                      cook
        11:20:46  Joost (lodger) chats with Barnabas about cards
        11:20:57  Barnabas (lodger): sit down, sit_a_while                  sit_down
        11:20:57  Lene (lodger): sit down, sit_a_while                      sit_down
        11:21:19  Lene (lodger) chats with Hedda about music
        11:25:15  Barnabas (lodger) chats with Lene about food

        1 h played: 10 scenes, 5 people, 52 actions
        silliness: none
    "#]]
    .assert_eq(&told);
}

/// A trace adds lines and changes none: what led to a decision, what kept the next one down, why a
/// role is not given up yet, and what the network preferred.
#[test]
fn a_trace_says_what_led_to_every_decision() {
    let times = ["--from", "22:50", "--until", "20min", "--seed", "5"];
    let plain = story("village", &times);
    let traced = story("village", &[&times[..], &["--trace"]].concat());
    let mut lines = traced.lines();
    for line in plain.lines() {
        assert!(lines.any(|traced| traced == line), "{line} in {traced}");
    }
    let reasons = traced
        .lines()
        .filter_map(|line| line.strip_prefix("              "));
    let reasons = reasons.take(6).collect::<Vec<&str>>().join("\n");
    expect![[r#"
        Bea: chat for Edgar 1, next compliment 0
        Edgar: chat for Konrad 0.98, next nothing 0.16
        Bea wants most to eat (0.98):
          hunger 0.98 -> eat: adds 0.98
          need hunger 0.98 -> hunger: adds 0.98
        rather than open up (0.7)"#]]
    .assert_eq(&reasons);
    // Who has nothing to finish is not said to hold on.
    assert!(!traced.contains("Konrad is not ready"), "{traced}");
}

/// Only for characters without a mind it was told what keeps locations from asking them.
#[test]
fn why_left_out_the_locations_around_a_character_with_a_mind() {
    let told = story(
        "village",
        &["--seed", "7", "--why", "Dora", "--at", "19:30"],
    );
    assert!(told.contains("\n  counter does not ask: "), "{told}");
}
