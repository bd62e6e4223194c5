//! A uniform grid of buckets over rectangles.

use crate::rect::Rect;

/// The smallest side of a bucket.
const SIDE_MM: i64 = 4_000;

/// Maximum number of buckets; larger ground has larger buckets.
const BUCKETS_MAX: i64 = 1 << 20;

/// Which of a list of rectangles lie in which bucket of a grid.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Buckets {
    origin: (i64, i64),
    side: i64,
    wide: i64,
    deep: i64,
    starts: Vec<u32>,
    items: Vec<u32>,
}

/// A range of buckets, both ends included.
#[derive(Clone, Copy, Debug)]
struct Span {
    columns: (i64, i64),
    rows: (i64, i64),
}

impl Buckets {
    pub(crate) fn of(rects: &[Rect]) -> Buckets {
        let Some(bounds) = rects.iter().copied().reduce(|a, b| a.around(&b)) else {
            return Buckets::default();
        };
        let side_of = |low: i32, high: i32| i64::from(high) - i64::from(low);
        let (wide, deep) = (side_of(bounds.x0, bounds.x1), side_of(bounds.y0, bounds.y1));
        let mut side = SIDE_MM;
        while (wide / side + 1) * (deep / side + 1) > BUCKETS_MAX {
            side *= 2;
        }
        let mut buckets = Buckets {
            origin: (i64::from(bounds.x0), i64::from(bounds.y0)),
            side,
            wide: wide / side + 1,
            deep: deep / side + 1,
            ..Buckets::default()
        };
        let mut pairs: Vec<(u32, u32)> = vec![];
        for (item, rect) in (0..).zip(rects) {
            let Some(span) = buckets.span(rect) else {
                continue;
            };
            buckets.each_bucket(span, |bucket| pairs.push((bucket as u32, item)));
        }
        pairs.sort_unstable();
        buckets.starts = vec![0; (buckets.wide * buckets.deep + 1) as usize];
        for (bucket, _) in &pairs {
            buckets.starts[*bucket as usize + 1] += 1;
        }
        for bucket in 1..buckets.starts.len() {
            buckets.starts[bucket] += buckets.starts[bucket - 1];
        }
        buckets.items = pairs.into_iter().map(|(_, item)| item).collect();
        buckets
    }

    /// The items of all buckets that a rectangle meets. An item may come more than once.
    pub(crate) fn each_near(&self, rect: &Rect, mut visit: impl FnMut(u32)) {
        if let Some(span) = self.span(rect) {
            self.each_bucket(span, |bucket| {
                self.items_of(bucket).iter().copied().for_each(&mut visit);
            });
        }
    }

    /// The items near a point: those of its bucket.
    pub(crate) fn at(&self, (x, y): (i32, i32)) -> &[u32] {
        let column = (i64::from(x) - self.origin.0).div_euclid(self.side.max(1));
        let row = (i64::from(y) - self.origin.1).div_euclid(self.side.max(1));
        let inside = (0..self.wide).contains(&column) && (0..self.deep).contains(&row);
        match inside {
            true => self.items_of((row * self.wide + column) as usize),
            false => &[],
        }
    }

    /// The items of the buckets along a line, until `visit` answers true. An item may come more
    /// than once. The answer is whether `visit` stopped it.
    pub(crate) fn along(
        &self,
        from: (i64, i64),
        to: (i64, i64),
        mut visit: impl FnMut(&[u32]) -> bool,
    ) -> bool {
        if self.wide == 0 {
            return false;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let column_of = |x: i64| (x - self.origin.0).div_euclid(self.side);
        let row_of = |y: i64| (y - self.origin.1).div_euclid(self.side);
        let (first, last) = (column_of(from.0), column_of(to.0));
        let backwards = first > last;
        let (low, high) = (first.min(last).max(0), first.max(last).min(self.wide - 1));
        let mut step = 0;
        while step <= high - low {
            let column = if backwards { high - step } else { low + step };
            step += 1;
            // The part of the line within the column; a millimetre more makes up for rounding.
            let west = self.origin.0 + column * self.side;
            let height = |x: i64| {
                let x = x.clamp(from.0.min(to.0), from.0.max(to.0));
                from.1 + (dy * (x - from.0)).checked_div(dx).unwrap_or(0)
            };
            let (a, b) = match dx {
                0 => (from.1, to.1),
                _ => (height(west), height(west + self.side)),
            };
            let low_row = row_of(a.min(b) - 1).max(0);
            let high_row = row_of(a.max(b) + 1).min(self.deep - 1);
            for row in low_row..=high_row {
                if visit(self.items_of((row * self.wide + column) as usize)) {
                    return true;
                }
            }
        }
        false
    }

    /// How far the corners of the grid are from a point: a search need not go farther.
    pub(crate) fn reach_from(&self, (x, y): (i32, i32)) -> i64 {
        let along = |at: i32, origin: i64, count: i64| {
            let (low, high) = (origin, origin + count * self.side);
            (i64::from(at) - low)
                .abs()
                .max((high - i64::from(at)).abs())
        };
        along(x, self.origin.0, self.wide).max(along(y, self.origin.1, self.deep))
    }

    fn items_of(&self, bucket: usize) -> &[u32] {
        let start = self.starts.get(bucket).copied().unwrap_or(0) as usize;
        let end = self.starts.get(bucket + 1).copied().unwrap_or(0) as usize;
        self.items.get(start..end).unwrap_or(&[])
    }

    fn span(&self, rect: &Rect) -> Option<Span> {
        let range = |low: i32, high: i32, origin: i64, count: i64| {
            let low = (i64::from(low) - origin)
                .div_euclid(self.side.max(1))
                .max(0);
            let high = (i64::from(high) - origin).div_euclid(self.side.max(1));
            let high = high.min(count - 1);
            (low <= high).then_some((low, high))
        };
        Some(Span {
            columns: range(rect.x0, rect.x1, self.origin.0, self.wide)?,
            rows: range(rect.y0, rect.y1, self.origin.1, self.deep)?,
        })
    }

    fn each_bucket(&self, span: Span, mut visit: impl FnMut(usize)) {
        for row in span.rows.0..=span.rows.1 {
            for column in span.columns.0..=span.columns.1 {
                visit((row * self.wide + column) as usize);
            }
        }
    }
}
