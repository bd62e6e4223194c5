//! People among people, on the toy stage.

use crate::support::isaac;
use crate::support::statistics::{modularity, paired_t};
use crate::support::toy::Toy;
use std::collections::BTreeMap;
use townsfolk_core::*;
use townsfolk_knowledge::{News, Source};
use townsfolk_mind::Moment;
use townsfolk_mind::social::network::Situation;
use townsfolk_mind::social::{answer, shipped_network};
use townsfolk_module::mind::*;

const HOUR: i64 = 3600;
const NAMES: [&str; 20] = [
    "ann", "bob", "cy", "dora", "eve", "finn", "gus", "hal", "ida", "joe", "kim", "lou", "mia",
    "ned", "ola", "pat", "quin", "rae", "sol", "tim",
];
const SUBJECTS: [&str; 6] = ["music", "food", "rain", "horses", "money", "films"];

/// A bar that nobody leaves, with so many customers of all kinds.
fn closed_bar(seed: u64, customers: usize) -> Toy {
    let mut toy = Toy::new(seed, Moment::on(0, Daytime::at(12, 0)));
    toy.network = shipped_network();
    let all_day = isaac::entry("barPatron", Daytime::at(0, 0), Daytime::at(0, 0), "bar");
    for (n, name) in NAMES.iter().enumerate().take(customers) {
        let draw = Draw::at(Seed(seed), n as u64, Tick(0), SiteId::named("people"));
        let percent = |index| Degree::percent(draw.between(index, 10, 90) as i32);
        let mut member = isaac::member(name, vec![all_day]);
        member.persona = Persona {
            neuroticism: percent(0),
            extroversion: percent(1),
        };
        member.attractiveness = percent(2);
        let first = draw.between(3, 0, SUBJECTS.len() as i64 - 1) as usize;
        let pair = [first, first + 1].map(|s| SymbolId::named(SUBJECTS[s % SUBJECTS.len()]));
        member.subjects = pair.into();
        toy.add(name, member, "bar");
    }
    toy
}

#[test]
fn done_26_people_talk_during_steps_that_allow_it_and_not_during_others() {
    let mut toy = closed_bar(1, 12);
    toy.run(6 * HOUR);
    let mut during: BTreeMap<&str, usize> = BTreeMap::new();
    for social in &toy.social {
        *during.entry(social.during.as_str()).or_default() += 1;
    }
    assert_eq!(during.get("basic.action.pee"), None, "{during:?}");
    let went = toy
        .log
        .iter()
        .filter(|line| line.what == "basic.action.pee")
        .count();
    assert!(went > 20, "the toilet was used {went} times");
    for talkative in ["basic.action.mingle", "barPatron.action.getADrink"] {
        let count = during.get(talkative).copied().unwrap_or(0);
        assert!(count > 10, "{talkative}: {during:?}");
    }
}

fn relation_graph(toy: &Toy) -> Vec<Vec<f64>> {
    let tie = |a: usize, b: usize| {
        let other = toy.people[b].id();
        let felt = toy.people[a].relationships.toward(other);
        felt.map_or(0.0, |felt| {
            f64::from((felt.like.0 - 32_768).max(0)) / 65_536.0
        })
    };
    let all = 0..toy.people.len();
    all.clone()
        .map(|a| {
            all.clone()
                .map(|b| if a == b { 0.0 } else { tie(a, b) + tie(b, a) })
                .collect()
        })
        .collect()
}

#[test]
fn done_27_groups_form_and_return_to_their_table_more_than_by_chance() {
    let evening = |seed: u64, random: bool| {
        let mut toy = closed_bar(seed, 12);
        toy.random_tables = random;
        toy.run(10 * HOUR);
        let (again, same) = toy
            .people
            .iter()
            .fold((0, 0), |(a, s), p| (a + p.returns.0, s + p.returns.1));
        assert!(again > 40, "only {again} sat down again");
        (
            modularity(&relation_graph(&toy)),
            f64::from(same) / f64::from(again),
        )
    };
    let company: Vec<(f64, f64)> = (0..20).map(|seed| evening(seed, false)).collect();
    let random: Vec<(f64, f64)> = (0..20).map(|seed| evening(seed, true)).collect();
    let column = |runs: &[(f64, f64)], second: bool| -> Vec<f64> {
        runs.iter()
            .map(|run| if second { run.1 } else { run.0 })
            .collect()
    };
    // One-sided, 19 degrees of freedom, p < 0.05.
    let critical = 1.729;
    for (what, second) in [("modularity", false), ("returning", true)] {
        let (with, without) = (column(&company, second), column(&random, second));
        let t = paired_t(&with, &without);
        let mean = |v: &[f64]| v.iter().sum::<f64>() / 20.0;
        println!(
            "{what}: {:.3} against {:.3}, t = {t:.2}",
            mean(&with),
            mean(&without)
        );
        assert!(t > critical, "{what}: t = {t:.2}");
    }
}

/// How strongly a barman's mind speaks for something friendly towards the player, a day after.
fn friendliness(toy: &Toy) -> i64 {
    let (barman, player) = (&toy.people[0], &toy.people[1]);
    let toward = *barman.relationships.toward(player.id()).unwrap();
    let situation = Situation {
        persona: barman.member.persona,
        mood: barman.mind.mood,
        toward,
    };
    let degrees = answer(&shipped_network().unwrap(), &situation);
    degrees[..5].iter().map(|degree| i64::from(degree.0)).sum()
}

#[test]
fn done_30_a_barman_insulted_on_the_first_day_is_less_friendly_on_the_second() {
    let next_day = |insults: &[Interaction]| {
        let mut toy = Toy::new(4, Moment::on(0, Daytime::at(12, 0)));
        let all_day = |role: &str| isaac::entry(role, Daytime::at(0, 0), Daytime::at(0, 0), "bar");
        let mut barman = isaac::member("sam", vec![all_day("barman")]);
        barman.persona.neuroticism = Degree::percent(30);
        toy.add("sam", barman, "bar");
        toy.add(
            "player",
            isaac::member("player", vec![all_day("barPatron")]),
            "bar",
        );
        toy.interact(1, 0, Interaction::Chat);
        for insult in insults {
            toy.interact(1, 0, *insult);
        }
        toy.people[1].area = AreaId::named("street");
        toy.run(24 * HOUR);
        friendliness(&toy)
    };
    let control = next_day(&[]);
    let insulted = next_day(&[Interaction::Insult, Interaction::Insult]);
    let assaulted = next_day(&[Interaction::Assault]);
    assert!(insulted * 10 < control * 8, "{insulted} against {control}");
    assert!(
        assaulted * 10 < control * 8,
        "{assaulted} against {control}"
    );
}

#[test]
fn done_31_a_fact_travels_only_by_chats_and_the_log_gives_its_way() {
    let mut toy = closed_bar(2, 20);
    let fact = Known {
        about: MemberId::named("stinnes"),
        text: TextId::named("hides at the cinema"),
    };
    let known = townsfolk_knowledge::Tiding::known(fact);
    let now = toy.now;
    toy.people[0].memory.learn(known, Degree::HALF, now);
    toy.run(10 * HOUR);
    let news = News::Fact {
        about: fact.about,
        text: fact.text,
    };
    let first = toy.people[0].id();
    let mut knows: Vec<CharacterId> = vec![first];
    for social in &toy.social {
        if let Some(told) = social.told.filter(|told| told.news == news) {
            assert_eq!(social.interaction, Interaction::Chat);
            assert!(
                knows.contains(&social.who),
                "told by somebody who did not know"
            );
            assert_eq!(told.source, Source::ToldBy(social.who));
            if !knows.contains(&social.to) {
                knows.push(social.to);
            }
        }
    }
    for person in &toy.people {
        let told = person.memory.tidings().any(|tiding| tiding.news == news);
        // Who has heard too much else may have forgotten it, but nobody knows it from nowhere.
        assert!(!told || knows.contains(&person.id()), "{}", person.name);
    }
    assert!(knows.len() >= 5, "only {} of 20 have heard it", knows.len());
}

/// How much more often people set out for the toilet in the hour after two drinks or more than in an
/// hour without any.
fn drinks_drive_to_the_toilet(random: bool) -> f64 {
    // Seconds and visits, without drinks and with two or more.
    let mut without = (0.0, 0.0);
    let mut with = (0.0, 0.0);
    for seed in 0..6 {
        let mut toy = closed_bar(seed, 12);
        toy.random_tables = random;
        for person in &mut toy.people {
            person.random = random;
        }
        let start = toy.now;
        toy.run(10 * HOUR);
        for person in &toy.people {
            let times = |what: &str| -> Vec<i64> {
                let lines = toy.log.iter().filter(|line| line.who == person.name);
                let lines = lines.filter(|line| line.what == what);
                lines.map(|line| line.at.since(start)).collect()
            };
            let drinks = times("barPatron.action.getADrink");
            let visits = times("basic.action.pee");
            assert!(!visits.is_empty());
            for minute in 60..600 {
                let now = minute * 60;
                let had = drinks
                    .iter()
                    .filter(|d| now - HOUR <= **d && **d < now)
                    .count();
                let went = visits
                    .iter()
                    .filter(|v| now <= **v && **v < now + 60)
                    .count();
                let side = match had {
                    0 => &mut without,
                    1 => continue,
                    _ => &mut with,
                };
                side.0 += 60.0;
                side.1 += went as f64;
            }
        }
    }
    assert!(
        with.0 > 3600.0 && without.0 > 3600.0,
        "{with:?} {without:?}"
    );
    (with.1 / with.0) / (without.1 / without.0)
}

#[test]
fn done_28_customers_who_decide_by_dice_show_no_cause_and_effect() {
    let (minds, dice) = (
        drinks_drive_to_the_toilet(false),
        drinks_drive_to_the_toilet(true),
    );
    println!("the toilet after two drinks: {minds:.2} times as often, by dice {dice:.2}");
    assert!(minds > 1.5, "{minds:.2}");
    assert!(dice < 1.25, "{dice:.2}");
}

#[test]
fn done_22_the_one_who_acts_is_not_changed_by_it() {
    for interaction in Interaction::ALL {
        let mut toy = closed_bar(3, 2);
        toy.interact(1, 0, Interaction::Chat);
        let feelings = |toy: &Toy, who: usize| {
            let other = toy.people[1 - who].id();
            let felt = toy.people[who].relationships.toward(other).copied();
            (toy.people[who].mind.mood, felt)
        };
        toy.interact(0, 1, interaction);
        let before = (feelings(&toy, 0), feelings(&toy, 1));
        toy.interact(0, 1, interaction);
        let after = (feelings(&toy, 0), feelings(&toy, 1));
        assert_eq!(after.0, before.0, "{}", interaction.name());
        if interaction != Interaction::Nothing {
            assert_ne!(after.1, before.1, "{}", interaction.name());
        }
    }
}
