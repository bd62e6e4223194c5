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
        07:40:54  Carl is now carpenter
        07:40:55  Carl (carpenter): saw                                     planks 1
        07:54:05  Carl (carpenter): eat                                     hunger 0.6
        07:58:49  Carl (carpenter): eat, eat_bread                          eat
        08:13:31  Carl (carpenter): saw                                     planks 1
        08:38:09  Dora (weaver) compliments Carl
        08:40:53  Carl (carpenter) flirts with Dora
        09:25:33  Carl (carpenter): find a privy                            bladder 0.7
        09:29:01  Carl (carpenter): go, relieve                             go
        09:33:09  Carl (carpenter): saw                                     planks 1
        09:38:09  Dora (weaver) insults Carl
        13:45:09  Carl (carpenter): find a privy                            bladder 0.7
        13:46:01  Carl (carpenter): go, relieve                             go
        13:49:46  Carl (carpenter): saw                                     planks 1
        14:13:32  Carl (carpenter): eat                                     hunger 0.6
        14:16:49  Carl (carpenter): eat, eat_bread                          eat
        14:27:45  Carl (carpenter): saw                                     planks 1
        17:00:53  Carl is no longer carpenter
        17:00:53  Carl sets out for taproom
        17:13:54  Carl is now regular
        17:13:55  Carl (regular): join the others                           extroversion 0.7
        17:34:22  Edgar (customer) flirts with Carl
        17:45:09  Bea (barkeeper) flirts with Carl
        18:01:45  Carl (regular): find a privy                              bladder 0.7
        18:05:13  Konrad (cook) chats with Carl about music
        18:14:24  Carl (regular): go, relieve                               go
        18:18:42  Carl (regular): get a drink                               thirst 0.54
        18:31:07  -- counter_service begins with Carl (customer)
        18:31:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        18:31:09  Dora (diner) insults Carl
        18:32:08  Carl (customer): order at last, order                     order_at_last
        18:33:08  Bea (barkeeper): pour(Carl)                               pour: Guest = Carl
        18:35:15  Carl (customer): drink                                    drink
        18:43:13  Konrad (cook) chats with Carl about music
        18:48:28  Carl (customer): put the glass down                       put_the_glass_down
        18:48:28  Carl (customer) leaves
        18:48:29  Carl (regular): join the others                           extroversion 0.7
        19:48:28  Carl (regular): get a drink                               thirst 0.5
        19:49:07  -- counter_service begins with Carl (customer)
        19:49:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        19:51:45  Carl is recalled (need)
        19:51:45  Carl (customer) leaves
        19:51:45  Carl gives up: get a drink
        19:51:46  Carl (regular): eat                                       hunger 0.6
        19:55:36  -- dinner begins with Carl (diner)
        19:55:37  Carl (diner): ask, order                                  ask
        20:02:22  Edgar (regular) flirts with Carl
        20:15:37  Konrad (cook): bring, bring_dinner(Carl)                  bring: Guest = Carl
        20:16:13  Konrad (cook) chats with Carl about music
        20:25:52  Carl (diner): dine                                        dine
        20:48:36  Carl (diner): get up                                      get_up
        20:48:36  Carl (diner) leaves
        20:48:37  Carl (regular): get a drink                               thirst 1
        20:52:08  Carl (customer) joins counter_service
        20:52:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        21:12:08  Carl (customer): give up                                  give_up
        21:12:08  Carl (customer) leaves
        21:12:08  Carl gives up: get a drink
        21:14:08  Carl (customer) joins counter_service
        21:14:08  Carl (customer): wait, + patient(Carl), now hopeful       wait
        21:17:08  Carl (customer): order at last, order                     order_at_last
        21:21:00  Bea (barkeeper): pour(Carl)                               pour: Guest = Carl
        21:23:34  Carl (customer): drink                                    drink
        21:24:53  Carl is recalled (need)
        21:33:44  Carl (customer) leaves
        21:33:45  Carl (regular): find a privy                              bladder 0.94
        21:35:22  Edgar (regular) flirts with Carl
        21:45:24  Carl (regular): go, relieve                               go
        21:49:28  Carl (regular): join the others                           extroversion 0.7
        22:00:53  Carl is no longer regular
        22:00:53  Carl sets out for cottage
        22:07:53  Carl is now resident
        22:07:54  Carl (resident): go to bed                                fatigue 1
        22:12:55  Carl (resident): sleep                                    sleep
        05:20:31  Carl (resident): find a privy                             bladder 1
        05:24:11  Carl (resident): go, relieve                              go
        05:28:43  Carl (resident): eat                                      hunger 0.87
        05:33:34  Carl (resident): eat, eat_bread                           eat
        05:48:07  Carl (resident): potter about                             leisure 1
    "#]]
    .assert_eq(&about(&day(), "Carl"));
}

#[test]
fn the_barkeeper_serves_locks_up_and_leaves() {
    expect![[r#"
        21:26:09  Dora (customer) insults Bea
        21:30:09  Dora is recalled (duty)
        21:30:09  Dora is no longer regular
        21:30:09  Dora sets out for mill_house
        21:30:13  Konrad is no longer cook
        21:30:13  Konrad sets out for taproom
        21:33:44  Carl (customer) leaves
        21:33:45  Carl (regular): find a privy                              bladder 0.94
        21:34:14  Konrad: eat                                               hunger 0.77
        21:34:44  Konrad is now regular
        21:35:22  Edgar (regular) flirts with Carl
        21:36:36  -- dinner begins with Konrad (diner)
        21:36:37  Konrad (diner): ask, order                                ask
        21:37:13  Konrad (diner) flirts with Bea
        21:39:05  Edgar (regular): get a drink                              thirst 0.5
        21:39:19  Bea (barkeeper): done                                     done
        21:39:19  Dora leaves
        21:39:19  Bea (barkeeper) leaves
        21:39:19  counter_service comes to its end: too few are left as customer
        21:39:19  -- counter_service is over after 54 min 12 s
        21:39:20  Bea (barkeeper): wipe the bar                             unlocked 1
        21:41:09  Bea (barkeeper) chats with Edgar about cards
        21:42:10  Bea (barkeeper): serve                                    thirsty guest 1
        21:43:07  -- counter_service begins with Edgar (customer), Bea (barkeeper)
        21:43:08  Edgar (customer): order                                   order
        21:44:08  Bea (barkeeper): pour(Edgar)                              pour: Guest = Edgar
        21:45:24  Carl (regular): go, relieve                               go
        21:46:54  Edgar (customer): drink                                   drink
        21:49:28  Carl (regular): join the others                           extroversion 0.7
        21:56:20  Dora is now resident
        21:56:21  Dora (resident): go to bed                                fatigue 1
        21:57:22  Edgar (customer) chats with Konrad about cards
        21:57:37  Konrad (diner): help oneself, eat_bread                   help_oneself
        22:00:15  Dora (resident): sleep                                    sleep
        22:00:53  Carl is no longer regular
        22:00:53  Carl sets out for cottage
        22:04:15  Edgar (customer): put the glass down                      put_the_glass_down
        22:04:15  Bea (barkeeper): done                                     done
        22:04:15  Edgar (customer) leaves
        22:04:15  Bea (barkeeper) leaves
        22:04:15  counter_service comes to its end: too few are left as customer
        22:04:15  -- counter_service is over after 21 min 8 s
        22:04:16  Bea (barkeeper): wipe the bar                             unlocked 1
        22:04:16  Edgar (regular): join the others                          extroversion 0.9
        22:07:53  Carl is now resident
        22:07:54  Carl (resident): go to bed                                fatigue 1
        22:11:36  Konrad (diner): get up                                    get_up
        22:11:36  Konrad (diner) leaves
        22:11:36  dinner comes to its end: too few are left as diner
        22:11:36  -- dinner is over after 35 min
        22:11:37  Konrad (regular): join the others                         extroversion 0.5
        22:12:55  Carl (resident): sleep                                    sleep
        22:13:54  Edgar (regular): eat                                      hunger 0.6
        22:17:36  -- dinner begins with Edgar (diner)
        22:17:37  Edgar (diner): ask, order                                 ask
        22:34:44  Konrad (regular): get a drink                             thirst 0.5
        22:35:07  -- counter_service begins with Konrad (customer)
        22:35:08  Konrad (customer): wait, + patient(Konrad), now hopeful   wait
        22:35:10  Bea (barkeeper): serve                                    thirsty guest 1
        22:36:08  Bea (barkeeper) joins counter_service
        22:36:08  Konrad (customer): order at last, order                   order_at_last
        22:37:08  Bea (barkeeper): pour(Konrad)                             pour: Guest = Konrad
        22:38:37  Edgar (diner): help oneself, eat_bread                    help_oneself
        22:40:00  Konrad (customer): drink                                  drink
        22:48:43  Edgar (diner): get up                                     get_up
        22:48:43  Edgar (diner) leaves
        22:48:43  dinner comes to its end: too few are left as diner
        22:48:43  -- dinner is over after 31 min 7 s
        22:48:44  Edgar (regular): join the others                          extroversion 0.9
        22:56:31  Konrad (customer): put the glass down                     put_the_glass_down
        22:56:31  Konrad (customer) leaves
        22:56:31  counter_service comes to its end: too few are left as customer
        22:56:31  Bea (barkeeper) leaves
        22:56:31  -- counter_service is over after 21 min 24 s
        22:56:32  Bea (barkeeper): wipe the bar                             unlocked 1
        22:56:32  Konrad (regular): join the others                         extroversion 0.5
        23:00:01  Bea (barkeeper): lock up                                  unlocked and time to change role 1
        23:00:13  Konrad is no longer regular
        23:00:13  Konrad sets out for mill_house
        23:00:22  Edgar is no longer regular
        23:00:22  Edgar sets out for mill_house
        23:03:01  Bea is no longer barkeeper                                was not ready for 3 min 1 s
        23:03:01  Bea sets out for cottage
        23:17:13  Konrad is now resident
        23:17:14  Konrad (resident): go to bed                              fatigue 1
        23:17:22  Edgar is now resident
        23:17:23  Edgar (resident): go to bed                               fatigue 1
        23:17:31  Bea is now resident
        23:17:32  Bea (resident): go to bed                                 fatigue 1
        23:21:15  Konrad (resident): sleep                                  sleep
        23:21:55  Bea (resident): sleep                                     sleep
        23:22:15  Edgar (resident): sleep                                   sleep
    "#]].assert_eq(&between(&day(), "21:25", "23:59"));
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
        Of company: assault for Dora 0.42, next nothing 0.04, but there is no action `assault`.

        $ Bea 23:01
        Bea is barkeeper at 23:01:00.
        Needs: hunger 0.18, bladder 0.54, fatigue 1.

        Bea wants most to lock up (0.8) since 23:00:01:
          lock 1 -> lock up: adds 0.8
          flag unlocked and time to change role 1 -> lock: adds 1
        The next would be wipe the bar (0.2):
          nothing holds it down
        Another role is due since 23:00, but Bea is not ready to stop being barkeeper:
          lock 1 -> not ready to change role: adds 1
          flag unlocked and time to change role 1 -> lock: adds 1
        Of company: assault for Konrad 0.72, next nothing 0.17, but there is no action `assault`.

        $ Dora 19:30
        Dora is regular at 19:30:00.
        Needs: hunger 0.07, bladder 0.57, fatigue 0.84, thirst 0.

        Dora wants most to join the others (0.24) since 19:29:46:
          company 0.24 -> join the others: adds 0.24
          feeling extroversion 0.6 -> company: adds 0.24
        The next would be find a privy (0):
          bladder 0.57 -> find a privy: is below 0.7
    "#]]
    .assert_eq(&told.join("\n"));
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
        10:30:00  Lene (lodger) is there
        10:30:00  Ottmar (lodger) is there
        10:31:44  Ottmar (lodger): meet people
        10:32:16  Lene (lodger): meet people
        11:00:43  Ottmar is no longer lodger
        11:00:43  Ottmar sets out for kitchen
        11:13:43  Ottmar: meet people                                       socialise 1
        11:27:43  Ottmar is stuck: there is no action `walk_to`, so nobody can walk

        1 h played: 0 scenes, 2 people, 0 actions, 1 fault
    "#]]
    .assert_eq(&told);
}
