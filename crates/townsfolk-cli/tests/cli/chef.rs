//! `townsfolk play` for the reference data set: the example `chef`. Tests are named after *Done means*
//! of the specification.

use crate::folder::Folder;
use crate::play::with_example;

/// Something told, with the minutes since the midnight before the first day.
struct Line {
    minute: i64,
    text: String,
}

/// A play of the example, with more content if wanted.
fn play(name: &str, more: &str, days: i64, seed: u64) -> Vec<Line> {
    let folder = Folder::new(&format!("chef_{name}_{seed}"));
    let folder = with_example(folder, "chef").file("chef/more.folk", more);
    let (until, seed) = (format!("{days}d"), seed.to_string());
    let told = folder.run(&["play", "chef", "--until", &until, "--seed", &seed]);
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
    let lines = play("day", "", days, seed);
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
    let lines = play("bed", "", 3, 2);
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
    let lines = play("drinks", "", days, seed);
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

/// What the barman does to the player on the second day, friendly or not, and how often the player
/// has insulted him on the first; over four seeds.
fn treatment(name: &str, player: &str) -> [usize; 3] {
    let more = format!(
        "schedule players_day\n  17:00..2:00 at taproom as patron\n  \
         2:00..17:00 at living_room as lodger\n\
         temper spiteful\n  cools down in 30 min\n  tires of anything in 5 min\n\
         person samson\n  is citizen\n  mind body travels with on_the_way\n  \
         follows players_day\n  talks of weather, food\n{player}"
    );
    let friendly = [
        " chats with Samson",
        " jokes with Samson",
        " compliments Samson",
    ];
    let mut sums = [0; 3];
    for seed in 1..=4 {
        let lines = play(name, &more, 2, seed);
        let count = |day: i64, who: &str, what: &[&str]| {
            let deeds = lines.iter().filter(|line| line.minute / (24 * 60) == day);
            let own = deeds.filter(|line| line.text.starts_with(who));
            own.filter(|line| what.iter().any(|what| line.text.contains(what)))
                .count()
        };
        sums[0] += count(1, "Barnabas", &friendly);
        sums[1] += count(1, "Barnabas", &[" insults Samson"]);
        sums[2] += count(0, "Samson", &[" insults Barnabas"]);
    }
    sums
}

#[test]
fn done_30_an_insulted_barman_treats_the_player_worse_on_the_next_day() {
    let rude = "  has temper spiteful\n  persona neurotic 0.9, extrovert 0.8\n  \
                mood valence 0.3, arousal 0.9\n  feels for barnabas like 0, dominance 0.8\n";
    let polite = "  has temper patient\n  persona neurotic 0.3, extrovert 0.6\n";
    let [friendly, hostile, insults] = treatment("rude", rude);
    let [control, control_hostile, none] = treatment("polite", polite);
    println!("{insults} insults: {friendly} friendly, {hostile} hostile; control {control}");
    assert!(insults >= 8 && none == 0, "{insults} and {none} insults");
    assert!(
        control > 0 && control_hostile == 0,
        "{control_hostile} hostile"
    );
    assert!(
        hostile >= 3,
        "{hostile} of {} are hostile",
        hostile + friendly
    );
}
