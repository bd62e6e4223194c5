//! Where people spend their time: cells for the map, and a table of places.

use super::Answerer;
use crate::counts::LOOKED_EVERY;
use crate::heat::CELL_MM;
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk::Place;
use townsfolk_core::AreaId;

/// Maximum number of places.
const PLACES: usize = 30;

#[derive(Serialize)]
pub(super) struct HeatShown {
    since: String,
    /// Whether the town is small enough for counting.
    counted: bool,
    /// The side of a cell in metres.
    cell: f64,
    /// East and north of each cell in metres, the height of its floor in millimetres, and the
    /// person-minutes spent there.
    cells: Vec<(f64, f64, i32, f64)>,
    places: Vec<TimeSpent>,
}

#[derive(Serialize)]
struct TimeSpent {
    place: String,
    minutes: f64,
}

impl Answerer<'_> {
    pub(super) fn heat(&self) -> HeatShown {
        let counts = &self.chronicle.counts;
        let folk = &self.town.folk;
        let minutes = self.minutes(LOOKED_EVERY);
        let side = f64::from(CELL_MM) / 1000.0;
        let cells = counts.heat.cells.iter().map(|((x, y, z), seen)| {
            (
                f64::from(*x) * side,
                f64::from(*y) * side,
                z * 100,
                f64::from(*seen) * minutes,
            )
        });
        let mut places: BTreeMap<Option<AreaId>, f64> = BTreeMap::new();
        for ((x, y, z), seen) in &counts.heat.cells {
            let middle = Place {
                x_mm: x * CELL_MM + CELL_MM / 2,
                y_mm: y * CELL_MM + CELL_MM / 2,
                z_mm: z * 100,
            };
            *places.entry(folk.area_at(middle)).or_default() += f64::from(*seen) * minutes;
        }
        let places = places.into_iter().map(|(area, minutes)| TimeSpent {
            place: area.map_or_else(|| "elsewhere".to_owned(), |area| self.words().area(area)),
            minutes,
        });
        let mut places: Vec<TimeSpent> = places.collect();
        places.sort_by(|a, b| b.minutes.total_cmp(&a.minutes));
        places.truncate(PLACES);
        HeatShown {
            since: self.counted_since(),
            counted: counts.whole,
            cell: side,
            cells: cells.collect(),
            places,
        }
    }

    /// Ticks in calendar minutes.
    pub(super) fn minutes(&self, ticks: i64) -> f64 {
        let seconds = ticks as f64 / townsfolk_core::TICKS_PER_SECOND as f64;
        seconds * self.town.folk.calendar_rate() as f64 / 1000.0 / 60.0
    }
}
