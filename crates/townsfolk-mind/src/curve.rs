//! Response curves in both directions: the level after a time, and the time until a level.

use townsfolk_module::mind::{Curve, Degree};

/// The level after this many seconds, clamped to 0 and 1.
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

/// The first second at which a rising curve reaches a level.
pub fn first_at_least(curve: &Curve, wanted: Degree) -> Option<i64> {
    first(
        curve,
        |level| level >= wanted,
        |l0, climb, width| {
            // The first x with l0 + floor(climb * x / width) >= wanted.
            let missing = (i64::from(wanted.0) - l0) * width;
            (missing + climb - 1).div_euclid(climb)
        },
    )
}

/// The first second at which a falling curve reaches a level.
pub fn first_at_most(curve: &Curve, wanted: Degree) -> Option<i64> {
    first(
        curve,
        |level| level <= wanted,
        |l0, climb, width| {
            // The first x with l0 + floor(climb * x / width) <= wanted. Here climb is negative, so
            // rounding down reaches the level a little earlier.
            let missing = (l0 - i64::from(wanted.0) - 1) * width;
            missing.div_euclid(-climb) + 1
        },
    )
}

/// The first second at which a condition that holds at the end of the curve begins to hold. Finds
/// the first point that satisfies it, then the first second on the segment before it: `crossing`
/// computes it from the segment's start level, climb and width. Exact despite the rounding between
/// points.
fn first(
    curve: &Curve,
    reached: impl Fn(Degree) -> bool,
    crossing: impl Fn(i64, i64, i64) -> i64,
) -> Option<i64> {
    let points = &curve.points;
    if !reached(points.last()?.1.clamped()) {
        return None;
    }
    let after = points.partition_point(|point| !reached(point.1.clamped()));
    let &(end, high) = points.get(after)?;
    let Some(&(begin, low)) = after.checked_sub(1).and_then(|before| points.get(before)) else {
        // It holds from the beginning.
        return Some(0);
    };
    let (begin, end) = (i64::from(begin), i64::from(end));
    let (low, high) = (i64::from(low.clamped().0), i64::from(high.clamped().0));
    // Points out of order (no checked content has them) still give some second.
    if begin >= end || low == high {
        return Some(end);
    }
    let passed = crossing(low, high - low, end - begin);
    Some(begin.saturating_add(passed).clamp(begin, end))
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

    /// The reference: counts second by second.
    fn by_counting(curve: &Curve, reached: impl Fn(Degree) -> bool) -> Option<i64> {
        let last = i64::from(curve.points.last()?.0);
        (0..=last).find(|second| reached(level(curve, *second)))
    }

    #[test]
    fn the_first_second_is_the_one_that_counting_finds() {
        let mut random = 1u64;
        let mut below = |most: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % most
        };
        for _ in 0..4_000 {
            // Small ranges, so that every rounding case occurs, with flat parts and jumps.
            let (scale, stretch) = ([7, 100, 65_536][below(3) as usize], 1 + below(40));
            let mut points = vec![];
            let (mut time, mut height) = (below(3) as u32, below(scale) as i32);
            for _ in 0..1 + below(5) {
                points.push((time, Degree(height)));
                time += below(stretch) as u32;
                height += below(scale) as i32;
            }
            let rising = Curve { points };
            let mut falling = rising.clone();
            for point in &mut falling.points {
                point.1 = Degree(65_536 - point.1.0);
            }
            for _ in 0..12 {
                let wanted = Degree(below(scale * 4) as i32 - 3);
                let counted = by_counting(&rising, |level| level >= wanted);
                assert_eq!(
                    first_at_least(&rising, wanted),
                    counted,
                    "{rising:?} {wanted:?}"
                );
                let wanted = Degree(65_536 - wanted.0);
                let counted = by_counting(&falling, |level| level <= wanted);
                assert_eq!(
                    first_at_most(&falling, wanted),
                    counted,
                    "{falling:?} {wanted:?}"
                );
            }
        }
    }
}
