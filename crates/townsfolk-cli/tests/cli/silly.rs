//! Nothing silly happens in any shipped example, as far as the critic of `townsfolk play` can see.
//!
//! `TOWNSFOLK_LONG=1` plays longer, and with more seeds.

use crate::play::story;

/// Whether there is time for more.
pub(crate) fn is_long() -> bool {
    std::env::var_os("TOWNSFOLK_LONG").is_some()
}

/// What was silly in a play, if anything was: the kinds with their numbers, and the first lines.
pub(crate) fn silliness(story: &str) -> Vec<String> {
    let mut lines = story
        .lines()
        .skip_while(|line| !line.starts_with("silliness: "));
    let head = lines
        .next()
        .expect("every play ends with a word on silliness");
    let kinds = head.split_once('(').map_or("", |(_, kinds)| kinds);
    let kinds = kinds.trim_end_matches(')').split(", ");
    let mut other = kinds.filter(|kind| !kind.is_empty());
    match other.next() {
        None => vec![],
        Some(_) => [head]
            .into_iter()
            .chain(lines)
            .map(str::to_string)
            .collect(),
    }
}

fn check(example: &str, arguments: &[&str]) {
    let seeds = if is_long() { 1..=12 } else { 1..=3 };
    for seed in seeds {
        let seed = seed.to_string();
        let all = [arguments, &["--seed", &seed]].concat();
        let found = silliness(&story(example, &all));
        assert_eq!(
            found,
            Vec::<String>::new(),
            "townsfolk play {example} {}",
            all.join(" ")
        );
    }
}

#[test]
fn scripts_with_their_usual_cast() {
    let examples = [
        "bench",
        "cafe",
        "chess",
        "fortune",
        "kiosk",
        "market",
        "musician",
        "picnic",
        "pickpocket",
        "quarrel",
        "tour",
    ];
    for example in examples {
        check(example, &["--until", "10min", "--arrivals", "6/min"]);
    }
}

#[test]
fn two_days_of_the_chef() {
    check("chef", &["--until", "48h"]);
}

#[test]
fn two_days_of_the_village() {
    check("village", &["--until", "48h"]);
}

/// The comparison would prove nothing if the critic could not tell a life from a game of dice.
#[test]
fn those_who_decide_by_dice_are_found_silly() {
    let story = story("village", &["--until", "24h", "--seed", "7", "--dice"]);
    assert!(silliness(&story).len() > 5, "{:?}", silliness(&story));
}
