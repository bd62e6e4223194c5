//! `townsfolk play` with cues: people called away, the player, told facts. With the stories in
//! `play.rs`, every feature of locations and casts is told once by a shipped example:
//!
//! | feature | story |
//! |---|---|
//! | script emitter, late join | `an_afternoon_on_the_bench` |
//! | spawn emitter | `a_tour_brings_its_own_people` |
//! | player emitter, the player's choices | `the_player_picks_a_card` |
//! | notification emitter | `a_kiosk_is_noticed` |
//! | group, joint action | `a_family_comes_together` |
//! | proxy | `the_shop_says_what_was_bought` |
//! | away | `a_waiter_goes_away_for_a_while` |
//! | vacancy that is filled | `a_waiter_is_relieved` |
//! | vacancy that ends the scene | `a_waiter_runs_for_it` |

use crate::folder::Folder;
use crate::play::{story, with_example};
use expect_test::expect;

#[test]
fn a_waiter_goes_away_for_a_while() {
    expect![[r#"
        12:00:00  Ann (waiter) is there
        12:00:00  Bob (guest) is there
        12:00:00  -- cafe begins with Ann (waiter), Bob (guest)
        12:00:00  Bob (guest): take a seat, sit(by_the_door)                take_a_seat: Place = by_the_door
        12:00:00  Ann (waiter): tie the apron, tie_apron                    tie_the_apron
        12:00:02  Ann (waiter): polish, polish_glass                        polish
        12:00:02  Bob (guest): read the card, study_card                    read_the_card
        12:00:08  Ann (waiter): good day, say(Bob, "Good day. The soup is from yesterday.")  good_day: Guest = Bob
        12:00:09  Bob (guest): decide, wave_at(Ann)                         decide: Dish = soup, Waiter = Ann
        12:00:11  Ann (waiter): take_order(Bob, soup)                       take_order: Guest = Bob, Dish = soup
        12:00:15  Ann (waiter): fetch(soup)                                 fetch: Guest = Bob, Dish = soup
        12:00:38  Ann (waiter): bring, serve(Bob, soup)                     bring: Guest = Bob, Dish = soup
        12:00:42  Bob (guest): enjoy(soup)                                  enjoy: Dish = soup
        12:00:42  Ann (waiter): polish, polish_glass                        polish
        12:01:00  -- Ann is wanted elsewhere for 2 min: need
        12:01:00  Ann is recalled (need)
        12:01:00  Ann (waiter) goes away for a while
        12:01:48  Bob (guest): leave the money, leave_coins                 leave_the_money
        12:01:51  Bob (guest) leaves
        12:03:00  -- Ann is free again
        12:03:00  Ann (waiter) is back
        12:03:00  Ann (waiter): polish, polish_glass                        polish

        3 min 20 s played: 1 scene, 2 people, 13 actions
        silliness: none
        not set: `.hunger` has no value
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]].assert_eq(&story(
        "cafe",
        &[
            "--cast",
            "waiter, guest",
            "--arrivals",
            "0",
            "--seed",
            "3",
            "--until",
            "200s",
            "--offer",
            "Ann need 2min at 12:01:00",
        ],
    ));
}

/// He is called away for good with the soup in his hands: first the soup, then somebody else comes.
#[test]
fn a_waiter_is_relieved() {
    expect![[r#"
        12:00:00  Ann (waiter) is there
        12:00:00  Bob (guest) is there
        12:00:00  Cy (guest) is there
        12:00:00  -- cafe begins with Ann (waiter), Cy (guest), Bob (guest)
        12:00:00  Bob (guest): take a seat, sit(by_the_door)                take_a_seat: Place = by_the_door
        12:00:00  Ann (waiter): tie the apron, tie_apron                    tie_the_apron
        12:00:00  Cy (guest): take a seat, sit(in_the_sun)                  take_a_seat: Place = in_the_sun
        12:00:02  Ann (waiter): polish, polish_glass                        polish
        12:00:02  Bob (guest): read the card, study_card                    read_the_card
        12:00:04  Cy (guest): read the card, study_card                     read_the_card
        12:00:08  Ann (waiter): good day, say(Bob, "Good day. The soup is from yesterday.")  good_day: Guest = Bob
        12:00:09  Ann (waiter): good day, say(Cy, "Good day. The soup is from yesterday.")  good_day: Guest = Cy
        12:00:09  Bob (guest): decide, wave_at(Ann)                         decide: Dish = soup, Waiter = Ann
        12:00:12  Cy (guest): decide, wave_at(Ann)                          decide: Dish = cake, Waiter = Ann
        12:00:13  Ann (waiter): take_order(Bob, soup)                       take_order: Guest = Bob, Dish = soup
        12:00:16  Ann (waiter): fetch(soup)                                 fetch: Guest = Bob, Dish = soup
        12:00:20  -- Ann is wanted elsewhere for good: need
        12:00:20  Ann is recalled (need)
        12:00:37  Ann (waiter): bring, serve(Bob, soup)                     bring: Guest = Bob, Dish = soup
        12:00:42  Bob (guest): enjoy(soup)                                  enjoy: Dish = soup
        12:00:42  Ann (waiter) leaves
        12:00:47  Dee (guest) comes along
        12:00:48  Dee (guest) joins cafe
        12:00:48  Dee (guest): take a seat, sit(by_the_wall)                take_a_seat: Place = by_the_wall
        12:00:59  Dee's sit(by_the_wall) fails                              take_a_seat
        12:01:00  Dee (guest): take a seat, sit(by_the_wall)                take_a_seat: Place = by_the_wall
        12:01:12  Eli (waiter) comes along
        12:01:14  Eli (waiter) joins cafe
        12:01:14  Eli (waiter): tie the apron, tie_apron                    tie_the_apron
        12:01:16  Eli (waiter): take_order(Cy, cake)                        take_order: Guest = Cy, Dish = cake

        1 min 20 s played: 1 scene, 5 people, 18 actions, 1 failure
        silliness: none
        not set: `.hunger` has no value
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]].assert_eq(&story(
        "cafe",
        &[
            "--cast",
            "waiter, guest 2",
            "--arrivals",
            "2/min",
            "--seed",
            "3",
            "--until",
            "80s",
            "--offer",
            "Ann need at 12:00:20",
        ],
    ));
}

#[test]
fn a_waiter_runs_for_it() {
    expect![[r#"
        12:00:00  Ann (waiter) is there
        12:00:00  Bob (guest) is there
        12:00:00  -- cafe begins with Ann (waiter), Bob (guest)
        12:00:00  Bob (guest): take a seat, sit(by_the_door)                take_a_seat: Place = by_the_door
        12:00:00  Ann (waiter): tie the apron, tie_apron                    tie_the_apron
        12:00:02  Ann (waiter): polish, polish_glass                        polish
        12:00:02  Bob (guest): read the card, study_card                    read_the_card
        12:00:08  Ann (waiter): good day, say(Bob, "Good day. The soup is from yesterday.")  good_day: Guest = Bob
        12:00:09  Bob (guest): decide, wave_at(Ann)                         decide: Dish = soup, Waiter = Ann
        12:00:10  -- Ann is wanted elsewhere for good: danger
        12:00:10  Ann is recalled (danger)
        12:00:10  Ann (waiter) leaves
        12:02:10  cafe comes to its end: too few are left as waiter
        12:02:10  Bob (guest): walk_away                                    on leaving
        12:02:13  Bob (guest) leaves
        12:02:13  -- cafe is over after 2 min 12 s

        3 min played: 1 scene, 2 people, 7 actions
        silliness: none
        not set: `.hunger` has no value
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]].assert_eq(&story(
        "cafe",
        &[
            "--cast",
            "waiter, guest",
            "--arrivals",
            "0",
            "--seed",
            "3",
            "--until",
            "3min",
            "--offer",
            "Ann danger at 12:00:10",
        ],
    ));
}

#[test]
fn the_player_picks_a_card() {
    expect![[r#"
        12:00:00  Ann (seeker) is there: the player
        12:00:01  Bob (fortune teller) is sent for
        12:00:04  Ann (seeker) sees the icon crystal_ball of fortune_tent
        12:00:10  -- the player accepts
        12:00:10  -- fortune begins with Bob (fortune teller), Ann (seeker)
        12:00:10  Bob (fortune teller): beckon(Ann)                         beckon: Who = Ann
        12:00:10  Ann (seeker): sit down, sit(red_cushion)                  sit_down: Place = red_cushion
        12:00:14  Ann (seeker): look into the ball, gaze_into_ball          look_into_the_ball
        12:00:14  Bob (fortune teller): welcome, intone(Ann, "Sit, sit. You come with a question.")  welcome: Who = Ann
        12:00:17  Bob (fortune teller): offer cards, show_cards(Ann)        offer_cards: N = 0, Who = Ann
        12:00:24  -- picked(Ann, fool) is told
        12:00:24  Bob (fortune teller): turn the card, turn_over(fool)      turn_the_card: Card = fool
        12:00:26  Bob (fortune teller): tell the meaning, intone(Ann, "You'll do something foolish, and it will go well.")  tell_the_meaning: Who = Ann, Card = fool, Meaning = "You'll do something foolish, and it will go well."
        12:00:29  Bob (fortune teller): ask for silver, hold_out_hand(Ann)  ask_for_silver: Who = Ann
        12:00:33  Ann (seeker): look into the ball, gaze_into_ball          look_into_the_ball
        12:00:40  -- paid(Ann) is told
        12:00:40  Bob (fortune teller): bless, intone(Ann, "May it come to pass, unless you'd rather not.")  bless: Who = Ann
        12:00:43  fortune comes to its end: a rule says so
        12:00:43  Bob (fortune teller) leaves
        12:00:43  Ann (seeker): get_up                                      on leaving
        12:00:44  Ann (seeker) leaves
        12:00:44  -- fortune is over after 34 s

        1 min played: 1 scene, 2 people, 11 actions
        silliness: none
    "#]].assert_eq(&story(
        "fortune",
        &[
            "--arrivals",
            "0",
            "--until",
            "1min",
            "--player",
            "accept at 12:00:10",
            "--tell",
            "picked(Ann, fool) at 12:00:24",
            "--tell",
            "paid(Ann) at 12:00:40",
        ],
    ));
}

#[test]
fn the_player_walks_out() {
    expect![[r#"
        12:00:00  Ann (seeker) is there: the player
        12:00:01  Bob (fortune teller) is sent for
        12:00:02  -- the player would accept, but sees no icon
        12:00:04  Ann (seeker) sees the icon crystal_ball of fortune_tent
        12:00:10  -- the player accepts
        12:00:10  -- fortune begins with Bob (fortune teller), Ann (seeker)
        12:00:10  Bob (fortune teller): beckon(Ann)                         beckon: Who = Ann
        12:00:10  Ann (seeker): sit down, sit(red_cushion)                  sit_down: Place = red_cushion
        12:00:14  Ann (seeker): look into the ball, gaze_into_ball          look_into_the_ball
        12:00:14  Bob (fortune teller): welcome, intone(Ann, "Sit, sit. You come with a question.")  welcome: Who = Ann
        12:00:17  Bob (fortune teller): offer cards, show_cards(Ann)        offer_cards: N = 0, Who = Ann
        12:00:20  -- the player walks out
        12:00:20  Ann is recalled (command)
        12:00:20  Ann is asked to stop: needed elsewhere at once
        12:00:20  Ann's gaze_into_ball is stopped                           look_into_the_ball
        12:00:20  Ann (seeker) leaves
        12:00:20  Bob (fortune teller): left alone, mutter("I saw that coming.")  left_alone
        12:00:23  fortune comes to its end: a rule says so
        12:00:23  Bob (fortune teller) leaves
        12:00:23  -- fortune is over after 13 s

        30 s played: 1 scene, 2 people, 6 actions
        silliness: none
    "#]].assert_eq(&story(
        "fortune",
        &[
            "--arrivals",
            "0",
            "--until",
            "30s",
            "--player",
            "accept at 12:00:02",
            "--player",
            "accept at 12:00:10",
            "--player",
            "walk out at 12:00:20",
        ],
    ));
}

#[test]
fn the_shop_says_what_was_bought() {
    expect![[r#"
        12:00:00  Ann (stallkeeper) is there
        12:00:00  Bob (customer) is there
        12:00:00  shop is connected
        12:00:00  -- market_stall begins with Ann (stallkeeper), shop, Bob (customer)
        12:00:00  Bob (customer): get in line, step_to(first)               get_in_line: P = first, N = 1
        12:00:00  Ann (stallkeeper): open, mutter("Teapots! Rugs! Lamps!")  open
        12:00:02  Ann (stallkeeper): nothing left, mutter("The last one is gone.")  nothing_left: Ware = teapot
        12:00:04  Bob (customer): my turn, look_around                      my_turn: P = first
        12:00:05  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp
        12:00:07  Bob (customer): ask, say(Ann, "And what would that be?")  ask: Keeper = Ann, Ware = lamp
        12:00:10  Bob (customer): mention the cousin, say(Ann, "My cousin has it for half.")  mention_the_cousin: Ware = lamp, Price = 9.124, Keeper = Ann
        12:00:12  Ann (stallkeeper): come down, say(Bob, "For you, and because it's Tuesday.")  come_down: Who = Bob, Ware = lamp, Price = 9.124
        12:00:14  Bob (customer): offer less, say(Ann, "And if I carry it myself?")  offer_less: Ware = lamp, Price = 8, Keeper = Ann
        12:00:17  Ann (stallkeeper): give in, say(Bob, "My children will wear the curtains. Take it.")  give_in: Who = Bob, Ware = lamp, Price = 8
        12:00:19  Bob (customer): take it, mutter("A bargain is a bargain.")  take_it: Ware = lamp, Price = 7
        12:00:21  shop: ring up, open_page(Bob, lamp)                       ring_up: Who = Bob, Ware = lamp
        12:00:25  -- bought(Bob, lamp) is told
        12:00:25  Ann (stallkeeper): wrap, wrap_up(Bob, lamp)               wrap: Who = Bob, Ware = lamp, P = first
        12:00:30  Bob (customer): carry it home, walk_away                  carry_it_home
        12:00:32  Bob (customer) leaves
        12:00:39  Ann (stallkeeper): cry the wares, praise(lamp)            cry_the_wares: Ware = lamp

        40 s played: 1 scene, 3 people, 15 actions
        silliness: none
    "#]].assert_eq(&story(
        "market",
        &[
            "--cast",
            "stallkeeper, customer",
            "--arrivals",
            "0",
            "--seed",
            "3",
            "--until",
            "40s",
            "--tell",
            "bought(Bob, lamp) at 12:00:25",
        ],
    ));
}

#[test]
fn a_kiosk_is_noticed() {
    expect![[r#"
        12:00:00  Ann (vendor) is there
        12:00:00  Ann (vendor) notices kiosk
        12:00:02  -- ice_cream begins with Ann (vendor)
        12:00:02  Ann (vendor): roll up the shutter, pull_shutter           roll_up_the_shutter
        12:00:06  Ann's pull_shutter is done                                roll_up_the_shutter
                      + shift_ends(Ann, 12:15:04)
                      Ann is now behind_the_counter
        12:00:31  Bob (passer by) comes along
        12:00:32  Bob (passer by) notices kiosk
        12:00:35  Bob (passer by) joins ice_cream
        12:00:35  Bob (passer by): get in line, step_to(first)              get_in_line: P = first, N = 1
                      + stands_on(first, Bob)

        40 s played: 1 scene, 2 people, 2 actions
        silliness: none
    "#]].assert_eq(&story("kiosk", &["--until", "40s", "-v"]));
}

#[test]
fn cues_change_the_story_and_ways_of_looking_do_not() {
    let digest = |told: &str| {
        let mut lines = told.lines().rev();
        let found = lines.find(|line| line.starts_with("digest: "));
        found.map(str::to_string)
    };
    let cue = ["--offer", "Ann need 2min at 12:00:10", "--until", "1min"];
    let usual = ["--arrivals", "0", "--cast", "waiter, guest", "--digest"];
    let with = story("cafe", &[&usual[..], &cue].concat());
    let naive = story("cafe", &[&usual[..], &cue, &["--naive"]].concat());
    let without = story("cafe", &[&usual[..], &["--until", "1min"]].concat());
    assert!(digest(&with).is_some());
    assert_eq!(digest(&with), digest(&naive));
    assert_ne!(digest(&with), digest(&without));
    let why = ["--why", "Ann", "--at", "12:00:50"];
    let why = story("cafe", &[&usual[..], &cue[..2], &why].concat());
    assert!(why.contains("away"), "{why}");
}

#[test]
fn recordings_keep_cues_and_saves_are_past_them() {
    let folder = with_example(Folder::new("play_cues_kept"), "cafe");
    let cue = ["--offer", "Ann need 1min at 20s"];
    let play = ["play", "cafe", "--until", "2min", "--quiet", "--digest"];
    let keep = ["--record", "a.folkrec", "--save", "a.folksave"];
    let first = folder.run(&[&play[..], &cue, &keep].concat());
    let again = ["play", "cafe", "--replay", "a.folkrec", "--quiet"];
    assert_eq!(folder.run(&[&again[..], &["--digest"]].concat()), first);
    let load = ["play", "cafe", "--load", "a.folksave", "--until", "3min"];
    expect![[r#"
        --- complaints
        error: the moment of a cue is past: it is 12:01:59 already

        Hint: after `--load`, give only the cues that are still to come
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&[&load[..], &cue].concat()));
}

#[test]
fn cues_that_cannot_be_given_are_said_with_a_way_out() {
    let mut told = String::new();
    for cue in [
        &["--offer", "Ann must at 1s"][..],
        &["--offer", "Ann need"],
        &["--offer", "Ann need a while at 1s"],
        &["--offer", "Zed need at 1s"],
        &["--offer", "Ann need at soon"],
        &["--player", "dance at 1s"],
        &["--event", "threat at 1s"],
        &["--event", "threat in nowhere at 1s"],
        &["--event", "threat in fortune_tent at 1s"],
        &["--set", "raining"],
        &["--set", "raining = true"],
        &["--tell", "pickd(Ann, fool) at 1s"],
        &["--tell", "picked(Ann) at 1s"],
        &["--tell", "picked(Ann, moon) at 5s"],
        &["--tell", "picked Ann at 5s"],
    ] {
        told += &format!("$ {}\n", cue.join(" "));
        told += &story("fortune", &[cue, &["--until", "10s", "--quiet"]].concat());
    }
    expect![[r#"
        $ --offer Ann must at 1s
        --- complaints
        error: invalid value 'Ann must at 1s' for '--offer <OFFER>': `must` is no word of the ladder; it goes idle, wish, duty, need, danger, command

        For more information, try '--help'.
        --- exit 2
        $ --offer Ann need
        --- complaints
        error: invalid value 'Ann need' for '--offer <OFFER>': `Ann need` is no offer; write who, how strongly, for how long, and when: `Ann need 2min at 12:00:30`

        For more information, try '--help'.
        --- exit 2
        $ --offer Ann need a while at 1s
        --- complaints
        error: invalid value 'Ann need a while at 1s' for '--offer <OFFER>': `a while` is no span of time; write `90s`, `10min` or `1h30min`

        For more information, try '--help'.
        --- exit 2
        $ --offer Zed need at 1s
        --- complaints
        error: nobody is ever called `Zed`

        Hint: people are named in order of coming: Ann, Bob, Cy, Dee …; play once to see who is who
        --- exit 2
        $ --offer Ann need at soon
        --- complaints
        error: invalid value 'Ann need at soon' for '--offer <OFFER>': `soon` is no span of time; write `90s`, `10min` or `1h30min`

        For more information, try '--help'.
        --- exit 2
        $ --player dance at 1s
        --- complaints
        error: invalid value 'dance at 1s' for '--player <ACT>': `dance at 1s` is nothing a player does; write `accept at 12:00:30`, `walk out at 12:01`, `go to taproom at 17:00`, `insult Bea at 18:00`, `creep to 12, 20 at 3s` or `throw bottles to 30, 18 at 8s`

        For more information, try '--help'.
        --- exit 2
        $ --event threat at 1s
        --- complaints
        error: invalid value 'threat at 1s' for '--event <EVENT>': `threat at 1s` is no event with its place and moment; write `threat in kitchen at 12:05`

        For more information, try '--help'.
        --- exit 2
        $ --event threat in nowhere at 1s
        --- complaints
        error: there is no area, location or character `nowhere`

        Hint: the areas and locations are `fortune_tent`
        --- exit 2
        $ --event threat in fortune_tent at 1s
        --- complaints
        error: no need asks for the event `threat`

        Hint: write it in a need: `excited by threat 0.8 within 20 m`
        --- exit 2
        $ --set raining
        --- complaints
        error: invalid value 'raining' for '--set <SETTING>': `raining` sets nothing; write `raining = true` or `hunger(Ann) = 7 at 12:00:30`

        For more information, try '--help'.
        --- exit 2
        $ --set raining = true
        --- complaints
        error: there is no property or reading `raining`

        Hint: declare one: `property raining`
        --- exit 2
        $ --tell pickd(Ann, fool) at 1s
        --- complaints
        error: there is no fact `pickd` that is told

        Hint: did you mean `picked`?
        --- exit 2
        $ --tell picked(Ann) at 1s
        --- complaints
        error: `picked` has 2 arguments, not 1
        --- exit 2
        $ --tell picked(Ann, moon) at 5s
        --- complaints
        error: `moon` is no such word

        Hint: facts are told with names, words, numbers and spans: `picked(Ann, fool)`
        --- exit 2
        $ --tell picked Ann at 5s
        --- complaints
        error: invalid value 'picked Ann at 5s' for '--tell <FACT>': `picked Ann at 5s` is no fact with its moment; write `picked(Ann, fool) at 12:00:30`

        For more information, try '--help'.
        --- exit 2
    "#]].assert_eq(&told);
}

/// A bar with a barman, open all day.
const BAR: &str = "area bar
role barman
action walk_to takes 1 s
action chat(character) uses voice, takes 2 s
action insult(character) uses voice, takes 2 s
action joke(character) uses voice, takes 2 s
action kiss(character) uses voice, takes 2 s
action flirt(character) uses voice, takes 2 s
action compliment(character) uses voice, takes 2 s
action assault(character) uses voice, takes 2 s
action wipe takes 5 s
need rest
  rises 0 to 1 in 20 h
  falls 1 to 0 in 1 h
layer body
  needs rest
  flag idle on
  concept lazy
  action loaf: do wipe
  idle drives lazy
  lazy drives loaf
schedule day
  00:00..00:00 at bar as barman
person bea
  mind body
  follows day
  persona neurotic 0.1, extrovert 0.9
";

/// The player could do nothing to anybody, so an insulted barman could not be tried.
#[test]
fn the_player_insults_a_barman_by_a_cue() {
    let folder = Folder::new("play_insulted_barman").file("bar.folk", BAR);
    let come = ["play", "bar.folk", "--until", "3h"];
    let walk = ["--player", "go to bar at 6:05"];
    let insult = ["--player", "insult Bea at 8:00"];
    let told = folder.run(&[&come[..], &walk, &insult].concat());
    assert!(told.contains("-- the player insults Bea"), "{told}");
    let far = [
        "play",
        "bar.folk",
        "--until",
        "1h",
        "--player",
        "insult Carl at 6:30",
    ];
    expect![[r#"
        06:00:00  Bea (barman) is there
        06:00:00  Player is there: the player
        06:00:00  Bea (barman): loaf, wipe                                  idle 1
        --- complaints
        error: nobody is ever called `Carl`

        Hint: people are named in order of coming: Ann, Bob, Cy, Dee …; play once to see who is who
        --- exit 2
    "#]]
    .assert_eq(&folder.run(&far));
}

/// Nothing but Rust could raise an event, so fear could not be tried.
#[test]
fn a_threat_in_the_kitchen_makes_the_chef_flee() {
    let play = ["--from", "11:00", "--until", "20min", "--event"];
    let why = ["threat in kitchen at 11:10", "--why", "Ottmar", "--at"];
    let fear = |at: &str| story("chef", &[&play[..], &why, &[at]].concat());
    let (before, after) = (fear("11:09"), fear("11:10:02"));
    assert!(before.contains("Needs: fear 0, "), "{before}");
    assert!(after.contains("Needs: fear 0.64, "), "{after}");
    // Fear, and as much panic.
    assert!(after.contains("run away (1.2"), "{after}");
    let told = story("chef", &[&play[..], &why[..1]].concat());
    let flees = |line: &str| line.contains("Ottmar") && line.contains("run away");
    let (calm, afraid) = told.split_once("-- threat in kitchen").unwrap_or(("", ""));
    assert!(
        !calm.lines().any(flees) && afraid.lines().any(flees),
        "{told}"
    );
}

/// The player could give nothing.
#[test]
fn the_player_gives_a_present_by_a_cue() {
    let folder = Folder::new("play_present").file("bar.folk", BAR);
    let come = ["play", "bar.folk", "--until", "3h"];
    let walk = ["--player", "go to bar at 6:05"];
    let give = ["--player", "give Bea at 8:00"];
    let told = folder.run(&[&come[..], &walk, &give].concat());
    assert!(
        told.contains("-- the player gives a present to Bea"),
        "{told}"
    );
}

/// Properties and readings had no value in a play, and no cue could set them.
#[test]
fn properties_and_readings_are_set_from_outside() {
    let script = "role guest
property raining
property hunger(character): number
function mood(character): number
predicate watched(character, character)
action nod takes 2 s
script s
  cast
    guest 1..1
  rule go
    when .raining
    do nod
    leave
  rule eat
    when .hunger(.me) > 5
    do nod
    once
  rule smile
    when .mood(.me) > 2
    do nod
    once
  rule hide
    when .any(X), .watched(.me, X)
    do nod
    once
";
    let folder = Folder::new("play_set").file("a.folk", script);
    let play = ["play", "a.folk", "--arrivals", "0", "--until", "20s"];
    let set = [
        "--set",
        "hunger(Ann) = 7",
        "--set",
        "mood = 3 at 5s",
        "--set",
        "watched(Ann, _) = true at 8s",
        "--set",
        ".raining=true at 12s",
    ];
    expect![[r#"
        12:00:00  Ann (guest) is there
        12:00:00  -- hunger(Ann) = 7
        12:00:01  -- s begins with Ann (guest)
        12:00:01  Ann (guest): eat, nod                                     eat
        12:00:05  -- mood = 3
        12:00:05  Ann (guest): smile, nod                                   smile
        12:00:08  -- watched(Ann, _) = true
        12:00:08  Ann (guest): hide, nod                                    hide: X = Ann
        12:00:12  -- raining = true
        12:00:12  Ann (guest): go, nod                                      go
        12:00:12  s comes to its end: nobody is there any more
        12:00:14  Ann (guest) leaves
        12:00:14  -- s is over after 12 s

        20 s played: 1 scene, 1 person, 4 actions
        silliness: none
    "#]]
    .assert_eq(&folder.run(&[&play[..], &set].concat()));
    expect![[r#"
        12:00:00  Ann (guest) is there
        12:00:01  -- s begins with Ann (guest)

        20 s played: 1 scene, 1 person, 0 actions
        silliness: none
        not set: `.hunger` has no value, `.mood` has no value, `.raining` does not hold, `.watched` does not hold
        Hint: `--set "NAME = VALUE"` gives a value to what the game would tell
    "#]]
    .assert_eq(&folder.run(&play));
    let why = ["--why", "Ann", "--at", "6s"];
    expect![[r#"
        Ann (guest) at 12:00:06: in s at somewhere

        Ann is doing nod since 12:00:05, because of smile.

        The rules, in order:

          go     not now: `.raining` fails: the host says otherwise
                 no single fact would let it fire
          eat    passed over: it is to fire only once, and has
          smile  yes: this is what Ann is doing
          hide   not now: `.watched(.me, X)` fails: the host says otherwise
                 it gets that far with X = Ann
                 no single fact would let it fire
    "#]]
    .assert_eq(&folder.run(&[&play[..], &set, &why].concat()));
    let mut told = String::new();
    for wrong in [
        "snowing = true",
        "hunger(Ann, Ann) = 1",
        "hunger(Ann) = warm",
        "raining = 3",
    ] {
        told += &folder.run(&[&play[..], &["--quiet", "--set", wrong]].concat());
    }
    expect![[r#"
        --- complaints
        error: there is no property or reading `snowing`

        Hint: there is `hunger`, `mood`, `raining` and `watched`
        --- exit 2
        --- complaints
        error: `.hunger` has 1 argument, not 2
        --- exit 2
        --- complaints
        error: `warm` is no number

        Hint: facts are told with names, words, numbers and spans: `picked(Ann, fool)`
        --- exit 2
        --- complaints
        error: `3` is neither true nor false

        Hint: `.raining` holds or does not: `raining = true`
        --- exit 2
    "#]]
    .assert_eq(&told);
}

/// A cue at `10s` came at the last tick of the ninth second.
#[test]
fn a_cue_given_as_a_span_comes_at_its_second() {
    let cue = [
        "--cast",
        "waiter, guest",
        "--arrivals",
        "0",
        "--until",
        "12s",
    ];
    let span = story(
        "cafe",
        &[&cue[..], &["--offer", "Ann need 2min at 10s"]].concat(),
    );
    let clock = story(
        "cafe",
        &[&cue[..], &["--offer", "Ann need 2min at 12:00:10"]].concat(),
    );
    assert_eq!(span, clock);
    assert!(
        span.contains("12:00:10  -- Ann is wanted elsewhere"),
        "{span}"
    );
}

/// No command played a built module.
#[test]
fn a_built_module_is_played_like_its_source() {
    let folder = with_example(Folder::new("play_module"), "bench");
    folder.run(&["build", "bench", "-o", "bench.folkmod"]);
    let play = |what: &str| {
        let digest = folder.run(&["play", what, "--seed", "7", "--until", "1min", "--digest"]);
        assert!(digest.contains("digest: "), "{digest}");
        digest
    };
    assert_eq!(play("bench.folkmod"), play("bench"));
    std::fs::remove_file(folder.path.join("bench.folksym")).expect("it was written");
    let told = folder.run(&["play", "bench.folkmod"]);
    assert!(told.contains("bench.folksym"), "{told}");
}
