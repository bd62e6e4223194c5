//! A day in the example `district`: three people's day in full, and counts for all the others.

use crate::play::story;
use crate::silly::{is_long, silliness};
use expect_test::expect;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A day of the district, played once for all tests.
fn day() -> &'static str {
    static DAY: OnceLock<String> = OnceLock::new();
    DAY.get_or_init(|| story("district", &["--until", "24h", "--seed", "3"]))
}

/// Lines in which somebody acts, or is told or asked something.
fn life_of(name: &str) -> String {
    let mentions = |line: &&str| {
        let words = line
            .get(10..)
            .unwrap_or_default()
            .split(|c: char| !c.is_alphanumeric());
        // A scene that begins with thirty others is not told by listing them.
        words.into_iter().any(|word| word == name) && !line.contains("  -- ")
    };
    let told = day().lines().filter(mentions);
    told.fold(String::new(), |all, line| all + line + "\n")
}

/// Seconds since six in the morning, when the day begins.
fn seconds(line: &str) -> Option<u32> {
    let mut parts = line
        .get(..8)?
        .split(':')
        .map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    Some((hours * 3600 + minutes * 60 + seconds + 18 * 3600) % (24 * 3600))
}

/// How many hours all of them together were what, and how many it was in the end.
fn hours_by_role() -> String {
    let mut since: BTreeMap<String, (String, u32)> = BTreeMap::new();
    let mut spent: BTreeMap<String, u32> = BTreeMap::new();
    let mut be = |who: &str, role: &str, at: u32| {
        let now = (role.to_string(), at);
        if let Some((was, from)) = since.insert(who.to_string(), now) {
            *spent.entry(was).or_default() += at.saturating_sub(from);
        }
    };
    for line in day().lines() {
        let Some((at, what)) = seconds(line).zip(line.get(10..)) else {
            continue;
        };
        if let Some((who, role)) = what
            .strip_suffix(") is there")
            .and_then(|w| w.split_once(" ("))
        {
            be(who, role, at);
        } else if let Some((who, role)) = what.split_once(" is now ") {
            be(who, role, at);
        } else if let Some((who, _)) = what.split_once(" is no longer ") {
            be(who, "on the way", at);
        }
    }
    let people: Vec<String> = since.keys().cloned().collect();
    for who in &people {
        let role = since[who].0.clone();
        let from = since[who].1;
        *spent.entry(role).or_default() += (24 * 3600_u32).saturating_sub(from);
    }
    let line = |(role, seconds): (&String, &u32)| format!("{:>6} h {role}\n", seconds / 3600);
    format!("{} people\n", people.len()) + &spent.iter().map(line).collect::<String>()
}

/// How often something was told.
fn counts() -> String {
    let kinds = [
        ("meals", ": eat, eat_bread"),
        ("glasses at the tavern", "(drinker): drink"),
        ("cups at the café", ": sip, sip_coffee"),
        ("purchases", ": pay, pay_and_pack"),
        ("breathers", ": rest, rest_a_little"),
        ("sits on a bench", ": sit, sit_and_look"),
        ("chapters in the library", ": read, read_a_chapter"),
        ("examinations", ": examine"),
        ("lessons", "-- lesson begins"),
        ("games of chess", "-- chess_game begins"),
        ("rehearsals", "-- rehearsal begins"),
        ("lamps looked after", ": look after it"),
        ("chats", " chats with "),
        ("jokes", " jokes with "),
        ("compliments", " compliments "),
        ("flirts", " flirts with "),
        ("insults", " insults "),
        ("news told", " tells "),
        ("role changes", " is now "),
        ("things given up", " gives up: "),
        ("roles laid down unready", "not ready, but"),
    ];
    let line = |(what, told): &(&str, &str)| {
        let often = day().lines().filter(|line| line.contains(told)).count();
        format!("{often:>6} {what}\n")
    };
    kinds.iter().map(line).collect()
}

#[test]
fn a_baker() {
    expect![[r#""#]].assert_eq(&life_of("Otto"));
}

#[test]
fn a_schoolgirl() {
    expect![[r#""#]].assert_eq(&life_of("Liese"));
}

#[test]
fn a_night_watchman() {
    expect![[r#""#]].assert_eq(&life_of("Ambros"));
}

#[test]
fn everybody_else_in_numbers() {
    expect![[r#""#]].assert_eq(&hours_by_role());
    expect![[r#""#]].assert_eq(&counts());
}

#[test]
fn nothing_is_silly_about_it() {
    assert_eq!(silliness(day()), Vec::<String>::new());
    if is_long() {
        for seed in ["1", "2", "4", "5"] {
            let story = story("district", &["--until", "48h", "--seed", seed]);
            assert_eq!(silliness(&story), Vec::<String>::new(), "--seed {seed}");
        }
    }
}

/// The grown-ups court each other, and nobody else.
#[test]
fn children_are_children() {
    let text = include_str!("../../../../examples/district/linden_lane.folk").to_string()
        + include_str!("../../../../examples/district/mill_street.folk")
        + include_str!("../../../../examples/district/church_hill.folk");
    let mut person = "";
    let mut children = vec![];
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("person ") {
            person = name;
        } else if line.contains("follows pupils_day") || line.contains("follows little_ones_day") {
            children.push(person);
        }
    }
    assert!(children.len() > 40, "{children:?}");
    let is_child = |word: &str| {
        children
            .iter()
            .any(|child| child.eq_ignore_ascii_case(word))
    };
    for line in day().lines().filter(|line| line.contains(" flirts with ")) {
        let mut words = line.get(10..).unwrap_or_default().split(' ');
        assert!(!words.any(is_child), "{line}");
    }
}
