//! Stories of days, and the items of the specification that hold without an engine.

use super::*;
use std::collections::BTreeMap;
use townsfolk_core::{DeciderId, Seed, SiteId, SymbolId, Urgency};
use townsfolk_module::decide::{Daily, DailyBlock, HoursFault, OneShot};
use townsfolk_module::mind::Daytime;

fn named(name: &str) -> DeciderId {
    DeciderId::named(name)
}

fn coffee() -> SymbolId {
    SymbolId::named("coffee")
}

fn block(from: u32, to: u32, errand: &str) -> DailyBlock {
    DailyBlock {
        from: Daytime::at(from, 0),
        to: Daytime::at(to, 0),
        errands: vec![named(errand)],
    }
}

fn one_shot(hour: u32, minute: u32, chance: u16, errand: &str) -> OneShot {
    OneShot {
        at: Daytime::at(hour, minute),
        chance,
        errands: vec![named(errand)],
    }
}

/// The long-hours office worker of the specification.
fn office() -> Daily {
    Daily {
        id: named("office.7"),
        urgency: Urgency::Duty,
        blocks: vec![block(8, 20, "work"), block(20, 8, "stay_away")],
        one_shots: vec![
            one_shot(8, 0, 1000, "get_coffee"),
            one_shot(12, 0, 1000, "get_lunch"),
            one_shot(15, 0, 500, "get_coffee_again"),
            one_shot(17, 30, 250, "visit_shop"),
            one_shot(20, 0, 500, "get_dinner"),
            one_shot(20, 0, 250, "get_drink"),
        ],
        jitter_s: 0,
        grace_s: GRACE_S,
    }
}

fn luck(who: u64) -> Luck {
    Luck {
        seed: Seed(11),
        who,
        site: SiteId::named("office.7"),
    }
}

/// A world in which every errand is one action with its name, except those that abort.
#[derive(Default)]
struct World {
    aborts: Vec<&'static str>,
    fallbacks: Vec<&'static str>,
    calls: usize,
}

impl Errands for World {
    type Action = DeciderId;

    fn admits(&mut self, _errand: DeciderId) -> bool {
        true
    }

    fn expand(&mut self, errand: DeciderId) -> Result<Vec<DeciderId>, Abort> {
        self.calls += 1;
        let aborts = self.aborts.iter().any(|name| named(name) == errand);
        match aborts {
            true => Err(Abort::NoPlace(coffee())),
            false => Ok(vec![errand]),
        }
    }

    fn fallback(&mut self, errand: DeciderId) -> Option<Vec<DeciderId>> {
        let has = self.fallbacks.iter().any(|name| named(name) == errand);
        has.then(|| vec![named("complain")])
    }
}

fn at(day: i64, hour: u32, minute: u32) -> CalendarTime {
    CalendarTime::on(day, Daytime::at(hour, minute))
}

fn selected(queue: &Queue<DeciderId>) -> Vec<DeciderId> {
    queue
        .parts
        .iter()
        .flat_map(|part| part.actions.clone())
        .collect()
}

#[test]
fn done_09_blocks_begin_and_end_on_the_second() {
    let mut daily = office();
    daily.one_shots.clear();
    let doing = |seconds: u32| {
        let now = CalendarTime(i64::from(seconds));
        let mut day = Day::beginning(now);
        selected(&select(
            &daily,
            &mut day,
            luck(1),
            now,
            &mut World::default(),
        ))
    };
    let hundredth = 36;
    for (seconds, errand) in [
        (8 * 3600 - hundredth, "stay_away"),
        (8 * 3600, "work"),
        (20 * 3600 - hundredth, "work"),
        (20 * 3600, "stay_away"),
        (3 * 3600, "stay_away"),
    ] {
        assert_eq!(doing(seconds), [named(errand)], "{seconds}");
    }
}

#[test]
fn done_10_a_hundred_thousand_days_have_the_shares_that_were_written() {
    let daily = office();
    let mut day = Day::beginning(at(0, 0, 0));
    let mut counts: BTreeMap<DeciderId, usize> = BTreeMap::new();
    let (mut fired, mut both, mut neither) = (0, 0, 0);
    const DAYS: i64 = 100_000;
    for number in 0..DAYS {
        let mut evening = vec![];
        for hour in [8, 12, 15, 18, 20] {
            day.roll(&daily, luck(1), at(number, hour, 0));
            while let Some(pending) = day.take_pending() {
                let errand = daily.one_shots[usize::from(pending.one_shot)].errands[0];
                *counts.entry(errand).or_default() += 1;
                fired += 1;
                evening.extend((hour == 20).then_some(errand));
            }
        }
        both += usize::from(evening.len() == 2);
        neither += usize::from(evening.is_empty());
    }
    let share = |count: usize| count as f64 / DAYS as f64;
    let of = |name: &str| share(counts.get(&named(name)).copied().unwrap_or(0));
    let near = |is: f64, wanted: f64, by: f64| assert!((is - wanted).abs() <= by, "{is} {wanted}");
    near(share(fired), 3.5, 0.02);
    near(of("get_coffee") + of("get_coffee_again"), 1.5, 0.005);
    near(of("get_coffee_again"), 0.5, 0.005);
    near(of("visit_shop"), 0.25, 0.005);
    near(share(both), 0.125, 0.005);
    near(share(neither), 0.375, 0.005);
}

#[test]
fn done_11_nothing_comes_up_twice_in_a_day_however_time_passes() {
    let mut daily = office();
    daily.grace_s = 3 * 24 * 3600;
    for jitter_s in [0, 900] {
        daily.jitter_s = jitter_s;
        let run = |step_s: i64, saves: bool| {
            let mut day = Day::beginning(at(0, 0, 0));
            let mut fired = vec![];
            let mut now = 0;
            while now < 2 * 86_400 + 80_000 {
                now += step_s;
                day.roll(&daily, luck(3), CalendarTime(now));
                fired.extend(std::iter::from_fn(|| day.take_pending()));
                if saves {
                    // A save is the state itself; nothing else decides what comes up.
                    let copy = day.clone();
                    day = Day {
                        ring: Ring::default(),
                        ..copy
                    };
                    day.roll(&daily, luck(3), CalendarTime(now));
                    assert_eq!(day.pending, []);
                }
            }
            fired.retain(|one| one.since.0 < 2 * 86_400 + 80_000);
            fired.sort_unstable();
            fired
        };
        let exact = run(1, false);
        let mut once: Vec<(i64, u16)> = exact.iter().map(|p| (p.since.day(), p.one_shot)).collect();
        once.dedup();
        assert_eq!(once.len(), exact.len());
        assert_eq!(exact, run(60, true));
        assert_eq!(exact, run(3600, true));
        assert_eq!(exact, run(100_000, false), "crossed by a large step");
    }
}

#[test]
fn a_calendar_that_is_set_back_repeats_nothing() {
    let daily = office();
    let mut day = Day::beginning(at(0, 7, 0));
    day.roll(&daily, luck(1), at(0, 8, 30));
    assert_eq!(day.pending.len(), 1);
    day.take_pending();
    day.roll(&daily, luck(1), at(0, 7, 0));
    day.roll(&daily, luck(1), at(0, 8, 30));
    assert_eq!(day.pending, []);
}

#[test]
fn done_12_gaps_and_overlaps_are_found_with_their_hours() {
    let time = |hour| Daytime::at(hour, 0);
    let faults = |blocks: &[(u32, u32)]| {
        let blocks = blocks.iter().map(|(from, to)| block(*from, *to, "any"));
        let blocks = blocks.collect();
        Daily { blocks, ..office() }.hours_faults()
    };
    assert_eq!(faults(&[(8, 20), (20, 8)]), []);
    assert_eq!(faults(&[(0, 0)]), []);
    assert_eq!(
        faults(&[(8, 19), (20, 8)]),
        [HoursFault::Gap(time(19), time(20))]
    );
    assert_eq!(faults(&[(8, 20)]), [HoursFault::Gap(time(20), time(8))]);
    assert_eq!(faults(&[]), [HoursFault::Gap(time(0), time(0))]);
    assert_eq!(
        faults(&[(8, 20), (19, 8)]),
        [HoursFault::Overlap {
            first: 0,
            second: 1,
            from: time(19),
            to: time(20)
        }]
    );
    assert_eq!(
        faults(&[(6, 12), (8, 10), (20, 6)]),
        [
            HoursFault::Overlap {
                first: 0,
                second: 1,
                from: time(8),
                to: time(10)
            },
            HoursFault::Gap(time(12), time(20)),
        ]
    );
}

#[test]
fn done_13_two_one_shots_of_one_hour_run_in_order_of_definition() {
    let mut daily = office();
    daily.one_shots.iter_mut().for_each(|one| one.chance = 1000);
    let mut day = Day::beginning(at(0, 19, 59));
    let mut world = World::default();
    let mut doing = |minute| {
        let queue = select(&daily, &mut day, luck(1), at(0, 20, minute), &mut world);
        selected(&queue)
    };
    assert_eq!(doing(0), [named("get_dinner")]);
    assert_eq!(doing(20), [named("get_drink")]);
    assert_eq!(doing(30), [named("stay_away")]);
}

#[test]
fn a_one_shot_that_waited_an_hour_is_dropped() {
    let daily = office();
    let run = |minute| {
        let mut day = Day::beginning(at(0, 11, 0));
        let now = at(0, 13, minute);
        selected(&select(
            &daily,
            &mut day,
            luck(1),
            now,
            &mut World::default(),
        ))
    };
    assert_eq!(run(0), [named("get_lunch")]);
    assert_eq!(run(1), [named("work")]);
}

#[test]
fn an_errand_that_aborts_is_complained_about_once_and_not_tried_again() {
    let daily = office();
    let mut day = Day::beginning(at(0, 8, 0));
    let mut world = World {
        aborts: vec!["get_coffee"],
        fallbacks: vec!["get_coffee"],
        calls: 0,
    };
    let queue = select(&daily, &mut day, luck(1), at(0, 8, 0), &mut world);
    assert_eq!(selected(&queue), [named("complain")]);
    assert!(queue.parts[0].is_fallback && !queue.idles);
    let queue = select(&daily, &mut day, luck(1), at(0, 8, 2), &mut world);
    assert_eq!(selected(&queue), [named("work")]);
    let causes: Vec<Cause> = day.ring.iter().map(|selected| selected.cause).collect();
    assert_eq!(
        causes,
        [
            Cause::Fallback(Abort::NoPlace(coffee())),
            Cause::Block(Daytime::at(8, 0), Daytime::at(20, 0)),
        ]
    );
}

#[test]
fn where_nothing_can_be_done_the_person_waits() {
    let daily = office();
    let mut day = Day::beginning(at(0, 9, 0));
    let mut world = World {
        aborts: vec!["work"],
        ..World::default()
    };
    let queue = select(&daily, &mut day, luck(1), at(0, 9, 0), &mut world);
    assert!(queue.parts.is_empty() && queue.idles);
    world.fallbacks = vec!["work"];
    let queue = select(&daily, &mut day, luck(1), at(0, 9, 10), &mut world);
    assert!(
        queue.parts.len() == 1 && queue.idles,
        "a block would complain at every tick"
    );
}

#[test]
fn the_ring_keeps_the_last_eight() {
    let mut daily = office();
    daily.one_shots.clear();
    let mut day = Day::beginning(at(0, 9, 0));
    for minute in 0..20 {
        select(
            &daily,
            &mut day,
            luck(1),
            at(0, 9, minute),
            &mut World::default(),
        );
    }
    let times: Vec<CalendarTime> = day.ring.iter().map(|selected| selected.at).collect();
    assert_eq!(
        times,
        (12..20).map(|minute| at(0, 9, minute)).collect::<Vec<_>>()
    );
}

#[test]
fn jitter_spreads_a_crowd_over_its_hours_and_nowhere_else() {
    let mut daily = office();
    daily.jitter_s = 900;
    let one = daily.one_shots[0].clone();
    let times = (0..1000).map(|who| luck(who).moment(&daily, 0, &one, 4).0);
    let times: Vec<i64> = times.collect();
    let middle = at(4, 8, 0).0;
    assert!(times.iter().all(|time| (time - middle).abs() <= 900));
    let mut different = times.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 500, "{}", different.len());
}

#[test]
fn variants_are_drawn_by_weight() {
    let mut counts = [0; 3];
    for who in 0..4000 {
        counts[pick_variant(&[2, 0, 6], luck(who)).unwrap()] += 1;
    }
    assert_eq!(counts[1], 0);
    assert!((900..1100).contains(&counts[0]), "{counts:?}");
    assert_eq!(pick_variant(&[], luck(1)), None);
    assert_eq!(pick_variant(&[0], luck(1)), None);
}
