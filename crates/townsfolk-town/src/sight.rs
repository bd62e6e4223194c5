//! Line of sight: a straight line from plate to plate, through openings.

use crate::paths::Atlas;
use crate::plan::{Connector, ConnectorId, PlateId, Rect, Way};
use townsfolk::Place;

/// The height of the eyes of a standing character above the floor.
const EYES_MM: i32 = 1_600;

/// Maximum number of plates on a line of sight.
const PLATES_MAX: usize = 64;

impl Atlas {
    /// Whether one place can be seen from another. Walls, floors and closed doors block the sight,
    /// and so does cover that is higher than the eyes; furniture does not. `is_open` tells which doors and windows can be looked through.
    pub fn sees(&self, from: Place, to: Place, is_open: &dyn Fn(ConnectorId) -> bool) -> bool {
        let (Some(here), Some(there)) = (self.plate_at(from), self.plate_at(to)) else {
            return false;
        };
        let eyes = |at: Place| Place {
            z_mm: at.z_mm.saturating_add(EYES_MM),
            ..at
        };
        if !self.is_clear_of_cover(eyes(from), eyes(to)) {
            return false;
        }
        let mut looked_at = vec![here];
        let mut next = 0;
        while let Some(plate) = looked_at.get(next).copied() {
            if plate == there {
                return true;
            }
            next += 1;
            for id in self.openings(plate) {
                let beyond = self.beyond(id, plate);
                let Some(beyond) = beyond.filter(|plate| !looked_at.contains(plate)) else {
                    continue;
                };
                let opening = self.plan().connector(id).and_then(|way| self.opening(way));
                let open = opening.is_some_and(|opening| opening.meets(from, to)) && is_open(id);
                if open && looked_at.len() < PLATES_MAX {
                    looked_at.push(beyond);
                }
            }
        }
        false
    }

    /// The line on the ground through which a connector lets sight pass; `None` for stairs.
    fn opening(&self, connector: &Connector) -> Option<Rect> {
        if connector.way == Way::Stairs {
            return None;
        }
        let [a, b] = connector.between.map(|id: PlateId| self.plate(id));
        let border = a?.rect.border_with(&b?.rect)?;
        let [end, _] = connector.ends;
        let point = Rect::new(end.x_mm, end.y_mm, 0, 0);
        let half = connector.width_mm / 2;
        Some(match border.upright {
            true => Rect {
                y0: point.y0.saturating_sub(half),
                y1: point.y1.saturating_add(half),
                ..point
            },
            false => Rect {
                x0: point.x0.saturating_sub(half),
                x1: point.x1.saturating_add(half),
                ..point
            },
        })
    }
}
