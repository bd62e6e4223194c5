//! `townsfolk play` for the reference data set: the example `chef`. Tests are named after *Done means*
//! of the specification.

use crate::folder::Folder;
use crate::play::with_example;

/// Something told, with the minutes since the midnight before the first day.
struct Line {
    minute: i64,
    text: String,
}

/// A play of the example.
fn play(name: &str, days: i64, seed: u64) -> Vec<Line> {
    let text = include_str!("../../../../examples/chef/chef.folk");
    play_with(name, text, &[], days, seed)
}

/// A play of the example with another text, and with more arguments.
fn play_with(name: &str, text: &str, arguments: &[&str], days: i64, seed: u64) -> Vec<Line> {
    let folder = Folder::new(&format!("chef_{name}_{seed}"));
    let folder = with_example(folder, "chef").file("chef/chef.folk", text);
    let (until, seed) = (format!("{days}d"), seed.to_string());
    let play = ["play", "chef", "--until", &until, "--seed", &seed];
    let told = folder.run(&[&play, arguments].concat());
    let mut day = 0;
    let mut lines = vec![];
    for line in told.lines() {
        let Some((time, text)) = line.split_once("  ") else {
            continue;
        };
        day += i64::from(text.starts_with("-- day "));
        let mut clock = time.split(':').map_while(|part| part.parse::<i64>().ok());
        let (Some(hour), Some(minute)) = (clock.next(), clock.next()) else {
            continue;
        };
        lines.push(Line {
            minute: (day * 24 + hour) * 60 + minute,
            text: text.to_owned(),
        });
    }
    assert!(lines.len() > 100, "{told}");
    lines
}

/// When something was told.
fn minutes(lines: &[Line], what: &[&str]) -> Vec<i64> {
    let told = lines
        .iter()
        .filter(|line| what.iter().all(|what| line.text.contains(what)));
    told.map(|line| line.minute).collect()
}

/// Every night at the bar, every morning at home, every noon in the kitchen: less a walk, and what has
/// to be finished before.
fn follows_his_day(days: i64, seed: u64) {
    let lines = play("day", days, seed);
    for day in 0..days {
        let noon = day * 24 * 60 + 11 * 60;
        // The first night is the one before the first day.
        let next_night = (day + 1 < days).then_some(("patron", noon + 12 * 60, 75));
        let morning = (day > 0).then_some(("lodger", noon - 9 * 60, 60));
        let entries = [morning, Some(("chef", noon, 20)), next_night];
        for (role, due, late_max) in entries.into_iter().flatten() {
            let taken = format!("Ottmar is now {role}");
            let taken = minutes(&lines, &[&taken]);
            let mut late = taken.iter().map(|minute| minute - due);
            let in_time = late.any(|late| (-40..=late_max).contains(&late));
            assert!(in_time, "day {day}, seed {seed}: never {role}");
        }
    }
    // He cooks all day, drinks in the evening, and talks.
    let told = |what: &[&str]| minutes(&lines, what).len() as i64;
    assert!(told(&["Ottmar", "serve up"]) >= 8 * days);
    assert!(told(&["Ottmar", "drink  "]) >= days - 1);
    assert!(told(&["Ottmar", " chats with "]) >= 2 * days);
}

#[test]
fn done_02_the_chef_is_in_kitchen_bar_and_home_by_his_schedule() {
    follows_his_day(3, 1);
}

#[test]
#[ignore = "slow: eight weeks"]
fn done_02_the_chef_is_in_kitchen_bar_and_home_for_seven_days_running() {
    (0..8).for_each(|seed| follows_his_day(7, seed));
}

/// He is tired enough for bed long before the bar closes.
#[test]
fn done_13_fatigue_sends_him_to_bed_at_home_and_nowhere_else() {
    let lines = play("bed", 3, 2);
    let bed = |line: &&Line| {
        let text = &line.text;
        text.starts_with("Ottmar") && (text.contains(": go to bed") || text.contains(": sleep"))
    };
    let bed: Vec<&Line> = lines.iter().filter(bed).collect();
    assert!(bed.len() >= 4, "he hardly sleeps");
    for line in bed {
        assert!(line.text.starts_with("Ottmar (lodger)"), "{}", line.text);
    }
}

/// Minutes from one visit to the washroom to the next, and how many drinks there were between.
fn visits(seed: u64, days: i64) -> Vec<(i64, usize)> {
    let lines = play("drinks", days, seed);
    let mut visits = vec![];
    for name in ["Ottmar", "Lene", "Hedda", "Joost"] {
        let drinks = minutes(&lines, &[name, "drink  "]);
        let went = minutes(&lines, &[name, "use_toilet"]);
        visits.extend(went.windows(2).map(|pair| {
            let between = drinks.iter().filter(|at| (pair[0]..pair[1]).contains(*at));
            (pair[1] - pair[0], between.count())
        }));
    }
    visits
}

/// The mean of the minutes with two drinks or more is clearly less than without any.
fn drinks_drive_to_the_washroom(visits: &[(i64, usize)]) {
    let mean = |fits: fn(usize) -> bool| {
        let fit: Vec<i64> = visits.iter().filter(|v| fits(v.1)).map(|v| v.0).collect();
        assert!(fit.len() >= 3, "{visits:?}");
        fit.iter().sum::<i64>() / fit.len() as i64
    };
    let (with, without) = (mean(|drinks| drinks >= 2), mean(|drinks| drinks == 0));
    println!("{with} min after two drinks, {without} min after none");
    assert!(with * 10 < without * 9, "{with} and {without} minutes");
}

#[test]
fn done_17_after_two_drinks_the_washroom_is_visited_sooner() {
    drinks_drive_to_the_washroom(&visits(1, 5));
}

#[test]
#[ignore = "slow: twenty times five days"]
fn done_17_after_two_drinks_the_washroom_is_visited_sooner_over_twenty_seeds() {
    let all: Vec<_> = (0..20).flat_map(|seed| visits(seed, 5)).collect();
    drinks_drive_to_the_washroom(&all);
}

/// What a barman of this persona says to the player on the second day, friendly and hostile, over four
/// seeds. The player stands at the bar from the first evening on, and does what the cues say.
fn treatment(name: &str, persona: &str, cues: &[&str]) -> [usize; 2] {
    let text = include_str!("../../../../examples/chef/chef.folk");
    let barman = text.replace("persona neurotic 0.3, extrovert 0.85", persona);
    let friendly = [
        " chats with Player",
        " jokes with Player",
        " compliments Player",
    ];
    let mut sums = [0; 2];
    for seed in 1..=4 {
        let mut arguments = vec!["--verbose", "--player", "go to bar at 17:30"];
        arguments.extend(cues.iter().flat_map(|cue| ["--player", cue]));
        let lines = play_with(name, &barman, &arguments, 2, seed);
        let second_day = lines.iter().filter(|line| line.minute / (24 * 60) == 1);
        for line in second_day.filter(|line| line.text.starts_with("Barnabas")) {
            let says = |what: &&str| line.text.contains(*what);
            sums[0] += usize::from(friendly.iter().any(says));
            sums[1] += usize::from(says(&" insults Player"));
        }
    }
    sums
}

const INSULTS: [&str; 3] = [
    "insult Barnabas at 19:00",
    "insult Barnabas at 20:00",
    "insult Barnabas at 21:00",
];

#[test]
fn done_30_an_insulted_barman_treats_the_player_worse_on_the_next_day() {
    let easy_going = "persona neurotic 0.3, extrovert 0.85";
    let [control, never] = treatment("polite", easy_going, &[]);
    let [friendly, hostile] = treatment("rude", easy_going, &INSULTS);
    println!("friendly {control}, after insults {friendly}; hostile {never} and {hostile}");
    assert!(control >= 8 && never == 0, "{control} and {never}");
    assert!(friendly * 4 < control, "{friendly} of {control}");
}

/// One who cannot let it pass answers in kind.
#[test]
fn done_30_a_touchy_barman_insults_the_player_back_on_the_next_day() {
    let touchy = "persona neurotic 0.8, extrovert 0.85";
    let [control, never] = treatment("touchy_polite", touchy, &[]);
    let [friendly, hostile] = treatment("touchy_rude", touchy, &INSULTS);
    println!("friendly {control}, after insults {friendly}; hostile {never} and {hostile}");
    assert!(control >= 8 && never == 0, "{control} and {never}");
    assert!(
        friendly * 4 < control && hostile >= 3,
        "{friendly}, {hostile}"
    );
}

/// The control barman of a player who is kind.
#[test]
fn a_present_makes_the_barman_no_less_friendly_on_the_next_day() {
    let easy_going = "persona neurotic 0.3, extrovert 0.85";
    let [control, _] = treatment("nothing_given", easy_going, &[]);
    let presents = ["give Barnabas at 19:00", "give Barnabas at 20:00"];
    let [friendly, hostile] = treatment("given", easy_going, &presents);
    println!("friendly {control}, after presents {friendly}");
    assert!(
        friendly * 4 > control * 3 && hostile == 0,
        "{friendly} and {control}"
    );
}
