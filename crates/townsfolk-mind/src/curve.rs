//! Response curves, both ways: the level after some time, and the time until a level.

use townsfolk_module::mind::{Curve, Degree};

/// The level after so many seconds, within 0 and 1.
pub fn level(curve: &Curve, seconds: i64) -> Degree {
    let after = curve.points.partition_point(|p| i64::from(p.0) <= seconds);
    let next = curve.points.get(after);
    let last = after.checked_sub(1).and_then(|i| curve.points.get(i));
    match (last, next) {
        (Some(&(t0, l0)), Some(&(t1, l1))) => {
            let (t0, t1) = (i64::from(t0), i64::from(t1));
            let (l0, l1) = (i64::from(l0.clamped().0), i64::from(l1.clamped().0));
            // Points out of order (no checked content has them) still give some level.
            let width = (t1 - t0).max(1);
            let climbed = (l1 - l0).saturating_mul(seconds.saturating_sub(t0));
            Degree::saturated(l0.saturating_add(climbed.div_euclid(width))).clamped()
        }
        (Some(point), None) | (None, Some(point)) => point.1.clamped(),
        (None, None) => Degree::ZERO,
    }
}

/// The first second at which a rising curve has reached a level.
pub fn first_at_least(curve: &Curve, wanted: Degree) -> Option<i64> {
    first(curve, |level| level >= wanted)
}

/// The first second at which a falling curve has come down to a level.
pub fn first_at_most(curve: &Curve, wanted: Degree) -> Option<i64> {
    first(curve, |level| level <= wanted)
}

/// Binary search over the seconds: exact, whatever the rounding between points.
fn first(curve: &Curve, reached: impl Fn(Degree) -> bool) -> Option<i64> {
    let (mut low, mut high) = (0, i64::from(curve.points.last()?.0));
    if !reached(level(curve, high)) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if reached(level(curve, middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_lines_between_points_and_flat_outside() {
        let curve = Curve {
            points: vec![(10, Degree(0)), (20, Degree(100)), (30, Degree(100))],
        };
        let levels: Vec<i32> = [0, 10, 15, 20, 25, 30, 99]
            .map(|t| level(&curve, t).0)
            .into();
        assert_eq!(levels, [0, 0, 50, 100, 100, 100, 100]);
        assert_eq!(first_at_least(&curve, Degree(1)), Some(11));
        assert_eq!(first_at_least(&curve, Degree(100)), Some(20));
        assert_eq!(first_at_least(&curve, Degree(101)), None);
        assert_eq!(level(&Curve::default(), 5), Degree::ZERO);
        assert_eq!(first_at_most(&Curve::default(), Degree::ZERO), None);
    }
}
