use super::*;
use crate::distribution::Transient;

/// `exp(-x) * I_k(x)` for all orders up to `top`: the power series in logarithms. Independent of the
/// recurrence that the library uses.
fn scaled_bessel(x: f64, k: u32) -> f64 {
    let half = libm::log(x / 2.0);
    let term = |j: f64| {
        let k = f64::from(k);
        libm::exp((2.0 * j + k) * half - libm::lgamma(j + 1.0) - libm::lgamma(j + k + 1.0) - x)
    };
    let peak = x / 2.0;
    let spread = 12.0 * (x + 1.0).sqrt() + 60.0;
    let from = (peak - spread).max(0.0) as u32;
    (from..(peak + spread) as u32)
        .map(|j| term(f64::from(j)))
        .sum()
}

/// The Bessel form of the transient distribution. `printed` is the form of the book, which is wrong.
fn bessel_form(rates: Rates, m: u32, t: f64, n: u32, printed: bool) -> f64 {
    let rho = rates.rho();
    let x = 2.0 * rates.rem * rho.sqrt() * t;
    let (n, m) = (i64::from(n), i64::from(m));
    let bessel = |k: i64| scaled_bessel(x, k.unsigned_abs() as u32);
    let power = |e: f64| libm::pow(rho, e);
    let scale = libm::exp(x - (rates.add + rates.rem) * t);
    let first = power((n - m) as f64 / 2.0) * bessel(n - m);
    let second = power((n - m - 1) as f64 / 2.0) * bessel(n + m + 1);
    let top = n + m + 2 + (12.0 * x.sqrt()) as i64 + 60;
    let sum: f64 = (n + m + 2..top)
        .map(|j| match printed {
            true => power(j as f64 / 2.0) * bessel(n + m + 1),
            false => power(-(j as f64) / 2.0) * bessel(j),
        })
        .sum();
    scale * (first + second + (1.0 - rho) * power(n as f64) * sum)
}

fn row(t: f64) -> Vec<f64> {
    let distribution = Transient::new(DEMO, 6, t).unwrap();
    (0..9).map(|n| distribution.probability(n)).collect()
}

#[test]
fn done_01_the_long_run_halves_from_step_to_step() {
    let expected = [
        0.5,
        0.25,
        0.125,
        0.0625,
        0.03125,
        0.015625,
        0.0078125,
        0.00390625,
        0.001953125,
    ];
    for (n, p) in (0..).zip(expected) {
        assert_eq!(DEMO.stationary(n), p);
    }
}

#[test]
fn done_02_the_table_of_the_chapter_is_reproduced() {
    let table = [
        (0.01, [0., 0., 0., 0., 0., 0.010, 0.985, 0.005, 0.]),
        (0.1, [0., 0., 0., 0., 0.004, 0.087, 0.865, 0.043, 0.001]),
        (
            1.0,
            [0., 0.002, 0.010, 0.042, 0.131, 0.284, 0.349, 0.142, 0.033],
        ),
        (
            10.0,
            [
                0.315, 0.186, 0.131, 0.103, 0.082, 0.063, 0.046, 0.031, 0.020,
            ],
        ),
        (
            100.0,
            [
                0.500, 0.250, 0.125, 0.063, 0.031, 0.016, 0.008, 0.004, 0.002,
            ],
        ),
    ];
    for (t, expected) in table {
        for (got, expected) in row(t).into_iter().zip(expected) {
            assert!((got - expected).abs() <= 0.0011, "t {t}: {got} {expected}");
        }
    }
}

#[test]
fn done_03_sharper_values_agree_to_a_millionth() {
    let table = [
        (
            1.0,
            [
                0.000383, 0.002023, 0.010267, 0.042076, 0.131361, 0.283760, 0.349440, 0.141880,
                0.032840,
            ],
        ),
        (
            10.0,
            [
                0.314987, 0.185948, 0.131265, 0.102757, 0.081835, 0.062967, 0.045723, 0.031039,
                0.019631,
            ],
        ),
    ];
    for (t, expected) in table {
        for (got, expected) in row(t).into_iter().zip(expected) {
            assert!((got - expected).abs() <= 1e-6, "t {t}: {got} {expected}");
        }
    }
    assert!((row(0.1)[5] - 0.086286).abs() <= 1e-6);
}

#[test]
fn done_04_both_forms_agree_and_every_distribution_sums_to_one() {
    let growing = Rates { add: 1.2, rem: 1.0 };
    for rates in [DEMO, TRUFFLES, ARROWS, SWORDS, growing] {
        for t in [0.01, 0.5, 3.0, 20.0] {
            for m in [0, 1, 6, 33] {
                let distribution = Transient::new(rates, m, t).unwrap();
                let mut sum = 0.0;
                for n in 0..400 {
                    let p = distribution.probability(n);
                    sum += p;
                    // The Bessel form multiplies huge and tiny numbers far out.
                    if n < 60 && rates.rho() > 0.01 {
                        let other = bessel_form(rates, m, t, n, false);
                        assert!(
                            (p - other).abs() < 1e-9,
                            "{rates:?} {m} {t} {n}: {p} {other}"
                        );
                    }
                }
                assert!((sum - 1.0).abs() < 1e-9, "{rates:?} {m} {t}: {sum}");
            }
        }
    }
}

#[test]
fn bessel_functions_by_recurrence_and_by_series_agree() {
    for x in [0.01, 1.0, 20.0, 95.0] {
        for (k, value) in (0..).zip(crate::Transient::bessel(x, 60)) {
            let series = scaled_bessel(x, k);
            assert!((value - series).abs() < 1e-12, "{x} {k}: {value} {series}");
        }
    }
}

#[test]
fn done_05_the_printed_form_is_not_a_distribution() {
    let sum: f64 = (0..100).map(|n| bessel_form(DEMO, 6, 10.0, n, true)).sum();
    assert!((sum - 0.806).abs() < 0.001, "{sum}");
    let first = bessel_form(DEMO, 6, 10.0, 0, true);
    assert!((first - 0.189).abs() < 0.001, "{first}");
}

#[test]
fn done_06_a_short_absence_changes_little() {
    assert!(row(0.01)[6] > 0.98);
    assert_eq!(crate::sample::later(DEMO, 6, 0.0, &mut stream(1)), 6);
}

#[test]
fn done_07_a_long_absence_ends_in_the_long_run() {
    for (n, p) in (0..).zip(row(100.0)) {
        assert!((p - DEMO.stationary(n)).abs() < 1e-5);
    }
    assert!((row(100.0)[0] - 0.499994).abs() < 1e-6);
}

#[test]
fn done_11_extreme_queues_give_numbers() {
    for (add, rem) in [(0.999, 1.0), (1e-9, 1.0), (0.5, 1.0), (1.0, 0.9)] {
        let rates = Rates { add, rem };
        for t in [1e-6, 1.0, 1e3, 1e6] {
            for m in [0, 1, 100, 10_000] {
                let distribution = Transient::new(rates, m, t).unwrap();
                let total: f64 = distribution.at_least(0);
                let (n, _) = distribution.inverse(0.5);
                let p = distribution.probability(n);
                assert!(
                    p.is_finite() && p > 0.0 && total == 1.0,
                    "{rates:?} {t} {m}: {n} {p}"
                );
                let tail = distribution.at_least(n);
                assert!((0.499..=1.0).contains(&tail), "{rates:?} {t} {m}: {tail}");
            }
        }
    }
    // The drift of a tall pile is a thousandth of the time.
    let slow = Rates {
        add: 0.999,
        rem: 1.0,
    };
    let (mean, _) = Transient::new(slow, 10_000, 1e6)
        .unwrap()
        .mean_and_deviation();
    assert!((mean - 9000.0).abs() < 0.01, "{mean}");
}

#[test]
fn figures_of_the_reference_goods_agree() {
    let close = |got: f64, wanted: f64, within: f64| {
        assert!((got - wanted).abs() <= within, "{got} {wanted}")
    };
    let after = |rates, m, t| Transient::new(rates, m, t).unwrap();
    close(after(TRUFFLES, 5, 1.0).probability(3), 0.1838, 5e-5);
    close(after(TRUFFLES, 5, 10.0).probability(0), 0.9695, 5e-5);
    let (mean, deviation) = after(ARROWS, 33, 1.0).mean_and_deviation();
    close(mean, 32.98, 0.005);
    close(deviation, 1.42, 0.005);
    close(after(ARROWS, 33, 1.0).probability(33), 0.3066, 5e-5);
    let (mean, deviation) = after(ARROWS, 33, 47.0).mean_and_deviation();
    close(mean, 32.04, 0.005);
    close(deviation, 9.74, 0.005);
    close(after(SWORDS, 1, 1.0).probability(1), 0.9852, 5e-5);
    close(after(SWORDS, 1, 52.0).probability(0), 0.3260, 5e-5);
    for (rates, mean, memory) in [
        (TRUFFLES, 0.001, 1.07),
        (ARROWS, 49.0, 9702.0),
        (SWORDS, 1.0, 1166.0),
        (DEMO, 1.0, 11.66),
    ] {
        close(rates.mean(), mean, 0.00001 + mean * 1e-9);
        close(rates.memory(), memory, memory * 0.005);
        let tuned = Rates::tuned(rates.mean(), rates.memory());
        close(tuned.add, rates.add, 1e-9);
        close(tuned.rem, rates.rem, 1e-9);
    }
}
