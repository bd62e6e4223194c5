//! The classic week of generated towns, with the facets of `examples/faces`.

use townsfolk_core::Seed;
use townsfolk_history::week::{HALF_DAYS, Run, Week, in_order, parents_homes, settings};
use townsfolk_history::{Town, Wishes, generate};
use townsfolk_knowledge::belief::Keep;
use townsfolk_lang::project::Project;
use townsfolk_module::knowledge::Knowledge;

fn faces() -> Knowledge {
    let text = include_str!("../../../examples/faces/faces.folk");
    let mut project = Project::of_files([("faces.folk", text)]);
    let checked = project.check();
    let (module, _) = project.compile(&checked).expect("examples/faces compiles");
    Knowledge {
        settings: settings("talktown").map(Box::new),
        ..module.knowledge
    }
}

fn town(knowledge: &Knowledge, seed: u64, people_about: u32, years: i32) -> Town {
    let wishes = Wishes {
        name: "Alderbrook".to_owned(),
        years,
        seed: Seed(seed),
        people_about,
    };
    generate(knowledge, &wishes, &mut |_| true).expect("a town")
}

/// Runs jobs in as many threads, each with every so-manieth job, in falling order.
#[expect(clippy::disallowed_methods, reason = "threads are what is tested")]
fn threads(width: usize) -> impl Fn(usize, &(dyn Fn(usize) + Sync)) {
    move |count, job| {
        std::thread::scope(|scope| {
            for thread in 0..width {
                scope.spawn(move || {
                    (0..count)
                        .rev()
                        .filter(|n| n % width == thread)
                        .for_each(job)
                });
            }
        });
    }
}

fn bytes(week: &Week) -> Vec<u8> {
    postcard::to_allocvec(week).expect("a week can be saved")
}

#[test]
fn done_25_minds_are_the_same_on_any_number_of_threads_and_after_loading() {
    let knowledge = faces();
    let town = town(&knowledge, 7, 120, 60);
    let live = |run: Run<'_>| {
        let mut week = Week::begin(town.clone(), &knowledge, Keep::FullHistory, run);
        (0..6).for_each(|_| week.step(&knowledge, run));
        week
    };
    let alone = bytes(&live(&in_order));
    for width in [2, 8] {
        assert!(bytes(&live(&threads(width))) == alone, "{width} threads");
    }

    let mut week = Week::begin(town.clone(), &knowledge, Keep::FullHistory, &in_order);
    (0..3).for_each(|_| week.step(&knowledge, &in_order));
    let mut loaded: Week = postcard::from_bytes(&bytes(&week)).unwrap();
    (0..3).for_each(|_| loaded.step(&knowledge, &in_order));
    assert!(bytes(&loaded) == alone, "saved and loaded in mid-week");
}

#[test]
fn done_26_models_facets_and_accuracy_are_in_their_bands() {
    let knowledge = faces();
    for seed in [1, 2] {
        let town = town(&knowledge, seed, 400, 140);
        assert!((300..=500).contains(&town.residents.len()));
        let mut week = Week::begin(town, &knowledge, Keep::FullHistory, &threads(2));
        let start = week.figures(&knowledge);
        println!(
            "seed {seed}, {} residents, start {start:?}",
            week.town.residents.len()
        );
        assert!(start.accurate > 990, "{start:?}");
        for _ in 0..HALF_DAYS {
            week.step(&knowledge, &threads(2));
        }
        let end = week.figures(&knowledge);
        println!("seed {seed}, end {end:?}");
        let homes = parents_homes(&week, &knowledge);
        println!("seed {seed}, homes of parents, of them missing, wrong: {homes:?}");
        assert!((200..=400).contains(&end.models), "{end:?}");
        assert!(end.models_most <= 700, "{end:?}");
        assert!((3000..=7000).contains(&end.held), "{end:?}");
        assert!((700..=980).contains(&end.accurate), "{end:?}");
    }
}

#[test]
fn done_27_people_know_where_their_parents_live() {
    let knowledge = faces();
    for seed in [3, 4] {
        let town = town(&knowledge, seed, 400, 140);
        let mut week = Week::begin(town, &knowledge, Keep::Compact, &threads(2));
        for _ in 0..HALF_DAYS {
            week.step(&knowledge, &threads(2));
        }
        let [all, missing, wrong] = parents_homes(&week, &knowledge);
        assert!(all > 100, "{all}");
        assert!(
            (missing + wrong) * 20 < all,
            "{missing} missing, {wrong} wrong of {all}"
        );
    }
}

#[test]
fn done_28_compact_minds_of_a_town_take_less_than_300_mb() {
    let knowledge = faces();
    let town = town(&knowledge, 1, 400, 140);
    let mut week = Week::begin(town, &knowledge, Keep::Compact, &threads(2));
    for _ in 0..HALF_DAYS {
        week.step(&knowledge, &threads(2));
    }
    let end = week.figures(&knowledge);
    println!("{} residents, compact, {end:?}", week.town.residents.len());
    assert!(end.bytes < 300_000_000, "{end:?}");
}

/// A small town, as every week takes its time. People go on hearing of others, so that growth falls
/// below two hundredths a week in the seventh week, and not after the fourth.
#[test]
fn done_28_compact_minds_hardly_grow_after_some_weeks() {
    let knowledge = faces();
    let town = town(&knowledge, 5, 120, 60);
    let mut week = Week::begin(town, &knowledge, Keep::Compact, &threads(2));
    let mut sizes = vec![];
    for _ in 0..7 {
        (0..HALF_DAYS).for_each(|_| week.step(&knowledge, &threads(2)));
        sizes.push(week.figures(&knowledge).bytes);
    }
    let growth = |pair: &[usize]| pair[1].saturating_sub(pair[0]) * 1000 / pair[0];
    let growth: Vec<usize> = sizes[3..].windows(2).map(growth).collect();
    assert!(growth.iter().all(|it| *it < 30), "{growth:?}: {sizes:?}");
    assert!(growth[2] < 20, "{growth:?}: {sizes:?}");
}
