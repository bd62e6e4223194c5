use super::*;
use crate::distribution::Transient;
use crate::sample;
use crate::survivors::{self, Order, survivors};
use crate::visit::non_empty;

/// Whether drawn numbers fit a distribution: the chi-square statistic is below its bound for p =
/// 0.001 (Wilson and Hilferty's approximation).
fn fits(drawn: &[u32], probability: impl Fn(u32) -> f64) -> Result<(), String> {
    let total = drawn.len() as f64;
    let most = drawn.iter().max().copied().unwrap_or(0) + 50;
    let mut counts = vec![0.0; most as usize + 1];
    for n in drawn {
        counts[*n as usize] += 1.0;
    }
    // Neighbours are joined until at least 10 are expected in a group; the rest forms the last one.
    let (mut groups, mut statistic) = (0.0, 0.0);
    let (mut expected, mut seen, mut left, mut unseen) = (0.0, 0.0, total, total);
    for n in 0..=most {
        expected += total * probability(n);
        seen += counts[n as usize];
        if expected >= 10.0 && left - expected >= 10.0 {
            statistic += (seen - expected) * (seen - expected) / expected;
            groups += 1.0;
            left -= expected;
            unseen -= seen;
            (expected, seen) = (0.0, 0.0);
        }
    }
    if left < 10.0 {
        return Ok(());
    }
    statistic += (unseen - left) * (unseen - left) / left;
    let k: f64 = groups;
    if k == 0.0 {
        return Ok(());
    }
    let root = 1.0 - 2.0 / (9.0 * k) + 3.09 * (2.0 / (9.0 * k)).sqrt();
    let bound = k * root * root * root;
    match statistic <= bound {
        true => Ok(()),
        false => Err(format!(
            "{statistic:.1} is above {bound:.1} for {k} degrees"
        )),
    }
}

#[test]
fn the_comparison_of_distributions_can_fail() {
    let drawn: Vec<u32> = (0..10_000)
        .map(|i| sample::stationary(0.5, stream(i).uniform()))
        .collect();
    assert_eq!(fits(&drawn, |n| DEMO.stationary(n)), Ok(()));
    let other = Rates {
        add: 0.52,
        rem: 1.0,
    };
    assert!(fits(&drawn, |n| other.stationary(n)).is_err());
}

#[test]
fn done_08_the_inverse_of_the_long_run() {
    let pairs = [
        (0.0, 0),
        (0.49, 0),
        (0.5, 1),
        (0.74, 1),
        (0.75, 2),
        (0.9, 3),
        (0.999, 9),
    ];
    for (x, n) in pairs {
        assert_eq!(sample::stationary(0.5, x), n, "{x}");
        assert_eq!(sample::by_sum(|n| DEMO.stationary(n), x), n, "{x}");
        assert_eq!(sample::stationary(0.0, x), 0);
    }
}

#[test]
fn done_09_arrows_in_the_long_run() {
    let mut stream = stream(9);
    let drawn: Vec<u32> = (0..200_000)
        .map(|_| sample::stationary(0.98, stream.uniform()))
        .collect();
    let (mean, _) = mean_and_deviation(&drawn);
    let empty = drawn.iter().filter(|n| **n == 0).count() as f64 / 200_000.0;
    assert!((mean - 49.0).abs() < 1.0, "{mean}");
    assert!((empty - 0.02).abs() < 0.002, "{empty}");
}

#[test]
fn done_10_all_samplers_draw_from_one_distribution() {
    for (rates, m) in [(TRUFFLES, 5), (ARROWS, 33), (SWORDS, 1)] {
        for t in [1.0, 10.0, 47.0, 100.0] {
            let distribution = Transient::new(rates, m, t).unwrap();
            let check = |name: &str, draw: &dyn Fn(&mut Stream) -> u32| {
                let drawn: Vec<u32> = (0..4000).map(|i| draw(&mut stream(i))).collect();
                let result = fits(&drawn, |n| distribution.probability(n));
                assert_eq!(result, Ok(()), "{name} {rates:?} {t}");
            };
            check("chosen", &|s| sample::later(rates, m, t, s));
            check("walk", &|s| sample::walk(rates, m, t, s));
            check("inverse", &|s| distribution.inverse(s.uniform()).0);
            check("sum", &|s| {
                sample::by_sum(|n| distribution.probability(n), s.uniform())
            });
            if rates.has_forgotten(m, t) {
                check("long run", &|s| {
                    sample::stationary(rates.rho(), s.uniform())
                });
            }
        }
    }
    assert!(
        TRUFFLES.has_forgotten(5, 100.0),
        "the fourth sampler is compared too"
    );
}

#[test]
fn done_12_a_stop_on_the_way_changes_no_distribution() {
    let twice: Vec<u32> = (0..20_000)
        .map(|i| {
            let mut s = stream(i);
            let middle = sample::later(DEMO, 6, 1.0, &mut s);
            sample::later(DEMO, middle, 9.0, &mut s)
        })
        .collect();
    let direct = Transient::new(DEMO, 6, 10.0).unwrap();
    assert_eq!(fits(&twice, |n| direct.probability(n)), Ok(()));
}

#[test]
fn done_14_truffles_are_gone_after_ten_hours() {
    let left = (0..100_000).filter(|i| sample::later(TRUFFLES, 5, 10.0, &mut stream(*i)) > 0);
    let share = left.count() as f64 / 100_000.0;
    assert!((share - 0.0305).abs() <= 0.003, "{share}");
}

#[test]
fn done_15_arrows_after_an_hour() {
    let drawn: Vec<u32> = (0..100_000)
        .map(|i| sample::later(ARROWS, 33, 1.0, &mut stream(i)))
        .collect();
    let (mean, deviation) = mean_and_deviation(&drawn);
    assert!((mean - 32.98).abs() <= 0.02, "{mean}");
    assert!((deviation - 1.42).abs() <= 0.02, "{deviation}");
}

#[test]
fn done_16_first_come_first_served_leaves_the_newest() {
    assert_eq!(survivors::first_come(5, 3), 2);
    // Three go for certain if a thousand would: all do. If none goes, all stay.
    let all = survivors(
        Rates { add: 1.0, rem: 0.0 },
        Order::FirstCome,
        5,
        5,
        1.0,
        &mut stream(1),
    );
    assert_eq!((all.old, all.new), (vec![0, 1, 2, 3, 4], 0));
    let mut three = 0;
    for i in 0..2000 {
        let n = (i % 7) as u32;
        let rates = Rates { add: 1.0, rem: 3.0 };
        let gone = stream(i).poisson(3.0);
        let found = survivors(rates, Order::FirstCome, 5, n, 1.0, &mut stream(i));
        assert!(found.old.len() as u32 <= n.min(5));
        assert_eq!(found.old.len() as u32 + found.new, n);
        if gone == 3 && n >= 2 {
            assert_eq!(found.old, [3, 4]);
            three += 1;
        }
    }
    assert!(three > 100);
}

#[test]
fn done_17_random_order_leaves_half_on_average() {
    let left = (0..50_000).map(|i| survivors::random(5, 3, &mut stream(i)));
    let drawn: Vec<u32> = left.collect();
    let (mean, _) = mean_and_deviation(&drawn);
    assert!((mean - 2.56).abs() <= 0.03, "{mean}");
    let found = survivors(DEMO, Order::Random, 50, 20, 30.0, &mut stream(3));
    assert!(found.old.is_sorted_by(|a, b| a < b) && found.old.iter().all(|place| *place < 50));
}

#[test]
fn done_25_the_work_of_a_sample_is_bounded() {
    // The time itself is a figure of `townsfolk bench trade`.
    for t in [1.0, 47.0, 1e3, 1e5] {
        let distribution = Transient::new(ARROWS, 33, t).unwrap();
        let (_, steps) = distribution.inverse(0.7);
        assert!(steps <= 40, "{t}: {steps}");
    }
    let kinds = vec![
        Rates {
            add: 0.01,
            rem: 1.0
        };
        5000
    ];
    let found = non_empty(&kinds, &mut stream(1));
    // Fifty are expected; only those are sampled further.
    assert!((20..90).contains(&found.len()), "{}", found.len());
    assert!(found.iter().all(|(_, count)| *count >= 1));
}

#[test]
fn the_prefilter_draws_from_the_long_run() {
    let kinds = vec![DEMO; 20_000];
    let mut drawn = vec![0; kinds.len()];
    for (index, count) in non_empty(&kinds, &mut stream(2)) {
        drawn[index] = count;
    }
    assert_eq!(fits(&drawn, |n| DEMO.stationary(n)), Ok(()));
}

#[test]
fn done_27_rates_of_zero_work_in_every_sampler() {
    let still = Rates { add: 0.0, rem: 0.0 };
    let grows = Rates { add: 2.0, rem: 0.0 };
    let falls = Rates { add: 0.0, rem: 2.0 };
    for t in [0.5, 100.0, 1e5] {
        let all = |rates, m| {
            [
                sample::later(rates, m, t, &mut stream(4)),
                sample::one_sided(rates, m, t, &mut stream(4)),
                sample::later_within(rates, m, t, Some(1_000_000), &mut stream(4)),
            ]
        };
        assert_eq!(all(still, 9), [9; 3]);
        assert!(all(grows, 9).iter().all(|n| *n >= 9));
        assert!(all(falls, 9).iter().all(|n| *n <= 9));
        for rates in [still, grows, falls] {
            assert!(Transient::new(rates, 9, t).is_none());
            assert_eq!(sample::inverse(rates, 9, t, &mut stream(4)), 9);
        }
    }
    let walked = |rates| sample::walk(rates, 9, 1.0, &mut stream(4));
    assert_eq!(walked(still), 9);
    assert!(walked(grows) >= 9 && walked(falls) <= 9);
    assert_eq!(
        [
            sample::stationary(still.rho(), 0.9),
            sample::stationary(falls.rho(), 0.9)
        ],
        [0, 0]
    );
    assert_eq!((still.mean(), falls.mean()), (0.0, 0.0));
    let expected = |rates: Rates| sample::later(rates, 0, 1000.0, &mut stream(8));
    assert!((1800..2200).contains(&expected(grows)));
}
