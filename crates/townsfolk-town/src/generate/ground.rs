//! Where everything lies: neighbourhoods in rows, joined by streets and crossed by avenues.

use super::Town;
use super::copies::Copies;
use crate::plan::derive::Content;
use crate::plan::street::{STREET_MM, Street, pave};
use crate::plan::{Plan, PlateId, Rect, Way};
use townsfolk_core::PropId;

/// Number of neighbourhoods between two avenues.
const BETWEEN_AVENUES: u32 = 3;

/// Lays out as many neighbourhoods as there are copies.
pub(super) fn lay_out(town: &mut Town, content: &Content<'_>, copies: &Copies) {
    let (buildings, square) = content.one_street(copies.root);
    let street = Street::new(&buildings, square.as_ref());
    let (south, north) = street.deep_mm();
    let grid = Grid::of(
        copies.count,
        street.long_mm(),
        south.saturating_add(STREET_MM).saturating_add(north),
    );
    let names = names_of_spots(content, copies, &street);
    let mut avenues: Vec<Option<PlateId>> = vec![None; grid.columns as usize + 1];
    for row in 0..grid.rows {
        let kerb = grid.south_of(row).saturating_add(south);
        let mut before: Option<PlateId> = None;
        for column in 0..grid.columns {
            let copy = row * grid.columns + column;
            if copy >= copies.count {
                break;
            }
            let plan = &mut town.plan;
            let mut x = grid.west_of(column);
            if column % BETWEEN_AVENUES == 0 {
                let slot = avenues.get_mut(column as usize);
                let rect = Rect::new(x, kerb, STREET_MM, STREET_MM);
                before = Some(cross(plan, copies, (rect, slot), before));
                x = x.saturating_add(STREET_MM);
            }
            let rename = |area| copies.area(area, copy);
            let spots = plan.spots.len();
            let built = street.build(plan, copies.root, &rename, (x, kerb));
            if let Some(before) = before {
                plan.connect(Way::Mouth, [before, built.street], STREET_MM);
            }
            before = Some(built.last);
            let built = plan.spots.iter_mut().skip(spots);
            for (spot, names) in built.zip(&names) {
                spot.named = names.iter().map(|name| copies.prop(*name, copy)).collect();
            }
        }
    }
}

/// Builds a crossing, with the avenue from the crossing south of it.
fn cross(
    plan: &mut Plan,
    copies: &Copies,
    (rect, south): (Rect, Option<&mut Option<PlateId>>),
    west: Option<PlateId>,
) -> PlateId {
    let crossing = pave(plan, copies.root, rect);
    if let Some(west) = west {
        plan.connect(Way::Mouth, [west, crossing], STREET_MM);
    }
    let before = south.and_then(|south| south.replace(crossing));
    let top = before
        .and_then(|id| plan.plate(id))
        .map(|plate| plate.rect.y1);
    if let (Some(before), Some(top)) = (before, top) {
        let between = Rect {
            y0: top,
            y1: rect.y0,
            ..rect
        };
        let avenue = pave(plan, copies.root, between);
        plan.connect(Way::Mouth, [before, avenue], STREET_MM);
        plan.connect(Way::Mouth, [avenue, crossing], STREET_MM);
    }
    crossing
}

/// The names that what stands in a neighbourhood has in the sample, in the order of building.
fn names_of_spots(content: &Content<'_>, copies: &Copies, street: &Street<'_>) -> Vec<Vec<PropId>> {
    let mut sample = Plan::default();
    street.build(&mut sample, copies.root, &|area| area, (0, 0));
    content.list_areas(&mut sample);
    content.name_spots(&mut sample);
    sample.spots.into_iter().map(|spot| spot.named).collect()
}

/// Columns and rows about as wide as deep.
struct Grid {
    columns: u32,
    rows: u32,
    long: i32,
    deep: i32,
}

impl Grid {
    fn of(count: u32, long: i32, deep: i32) -> Grid {
        let long = long.max(1);
        let columns = (u64::from(count) * deep.max(1) as u64 / long as u64).isqrt();
        let columns = u32::try_from(columns).unwrap_or(1).clamp(1, count.max(1));
        Grid {
            columns,
            rows: count.div_ceil(columns),
            long,
            deep,
        }
    }

    fn west_of(&self, column: u32) -> i32 {
        let avenues = column.div_ceil(BETWEEN_AVENUES) as i32;
        let streets = (column as i32).saturating_mul(self.long);
        streets.saturating_add(avenues.saturating_mul(STREET_MM))
    }

    fn south_of(&self, row: u32) -> i32 {
        (row as i32).saturating_mul(self.deep)
    }
}
