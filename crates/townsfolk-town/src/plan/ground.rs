//! A plan as ground for questions about space.
//!
//! Towns and arenas are the same kind of ground: rooms and streets become plates, doors and windows
//! become openings, walls, cover and furniture become obstacles.

use super::{BLOCKED, Connector, FLOOR_MM, Plan, Plate, Rect, Way};
use townsfolk::Place;
use townsfolk_module::ground::{ArenaGround, GroundRect, GroundStep};
use townsfolk_space::{
    GroundPlan, Light, Obstacle, Opening, OpeningId, OpeningKind, Plate as Ground, Route,
    RouteStep, Zone,
};

/// The height of furniture: a table, a counter. It can be seen over.
const FURNITURE_MM: i32 = 800;

/// Milliseconds of a second.
const MILLIS: i64 = 1_000;

impl Plan {
    /// The ground for a `townsfolk_space::Space`. The ids of openings are the numbers of the
    /// connectors. A door is open if it admits everybody at any time.
    pub fn ground(&self) -> GroundPlan {
        let mut ground = GroundPlan {
            plates: self.plates.iter().map(plate).collect(),
            openings: (0..).zip(&self.connectors).map(opening).collect(),
            posts: self.spots.iter().map(|spot| spot.at).collect(),
            ..GroundPlan::default()
        };
        if let Some(arena) = &self.arena {
            add_arena(&mut ground, arena);
        }
        let obstacles = ground.obstacles.len();
        for plate in &self.plates {
            let blocked = plate.rough.iter().filter(|rough| rough.value >= BLOCKED);
            for rough in blocked {
                let rect = space_rect(&rough.rect);
                // What the arena blocks is known with its height.
                let mut arena = ground.obstacles.iter().take(obstacles);
                if !arena.any(|obstacle| obstacle.rect.overlaps(&rect)) {
                    ground.obstacles.push(Obstacle {
                        z_mm: plate.z_mm,
                        ..Obstacle::standing(rect, FURNITURE_MM)
                    });
                }
            }
        }
        ground
    }
}

/// Walls and cover alone, which block sight on their floors.
pub(crate) fn obstacles(arena: &ArenaGround) -> GroundPlan {
    let mut ground = GroundPlan::default();
    add_arena(&mut ground, arena);
    GroundPlan {
        obstacles: ground.obstacles,
        ..GroundPlan::default()
    }
}

fn add_arena(ground: &mut GroundPlan, arena: &ArenaGround) {
    ground
        .obstacles
        .extend(arena.obstacles.iter().map(|obstacle| {
            let (rect, z_mm) = place_rect(&obstacle.rect);
            Obstacle {
                z_mm,
                ..Obstacle::standing(rect, obstacle.high_mm)
            }
        }));
    ground.lights.extend(arena.lights.iter().map(|light| {
        let (rect, z_mm) = place_rect(&light.rect);
        Light {
            rect,
            z_mm,
            level: light.level,
        }
    }));
    ground.zones.extend(arena.zones.iter().map(|zone| {
        let (rect, z_mm) = place_rect(&zone.rect);
        Zone {
            name: zone.name.clone(),
            rect,
            z_mm,
        }
    }));
    ground.routes.extend(arena.routes.iter().map(|route| {
        let step = |step: &GroundStep| match step {
            GroundStep::To((x_mm, y_mm)) => RouteStep::To(Place {
                x_mm: *x_mm,
                y_mm: *y_mm,
                z_mm: route.floor.saturating_mul(FLOOR_MM),
            }),
            GroundStep::Pause(ticks) => {
                let millis = ticks.saturating_mul(MILLIS) / townsfolk_core::TICKS_PER_SECOND;
                RouteStep::Pause(u32::try_from(millis).unwrap_or(u32::MAX))
            }
        };
        Route {
            name: route.name.clone(),
            steps: route.steps.iter().map(step).collect(),
        }
    }));
}

fn place_rect(rect: &GroundRect) -> (townsfolk_space::Rect, i32) {
    let ground = townsfolk_space::Rect::of(rect.from, rect.to);
    (ground, rect.floor.saturating_mul(FLOOR_MM))
}

fn space_rect(rect: &Rect) -> townsfolk_space::Rect {
    townsfolk_space::Rect::of((rect.x0, rect.y0), (rect.x1, rect.y1))
}

fn plate(plate: &Plate) -> Ground {
    Ground {
        rect: space_rect(&plate.rect),
        area: plate.area.0,
        z_mm: plate.z_mm,
        height_mm: plate.height_mm,
        outdoors: plate.is_outdoors(),
        light: 1000,
    }
}

fn opening((n, connector): (u32, &Connector)) -> Opening {
    Opening {
        id: OpeningId(n),
        kind: match connector.way {
            Way::Door => OpeningKind::Door,
            Way::Mouth => OpeningKind::Gap,
            Way::Stairs => OpeningKind::Stairs,
            Way::Window => OpeningKind::Window,
        },
        between: connector.between.map(|plate| plate.0),
        ends: connector.ends,
        width_mm: connector.width_mm,
        open: connector.way != Way::Door || connector.admits.everybody(),
    }
}
