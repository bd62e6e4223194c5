//! An arena: walls and cover on the lots of a plan, light, zones and routes.

use super::lower::{Sheet, bounded, floor_of, has_ground_between, point};
use crate::condition::number;
use crate::context::Context;
use crate::declaration::measure::numbers_of;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::Value;
use townsfolk_module::ground::{
    GroundLight, GroundObstacle, GroundRect, GroundRoute, GroundStep, GroundZone,
};

/// Default heights of walls and cover.
const WALL_MM: i32 = 3_000;
const COVER_MM: i32 = 1_100;

/// The range of heights.
const HEIGHTS_MM: (i64, i64) = (100, 100_000);

/// The range of levels of light, in thousandths.
const LIGHTS: (i64, i64) = (0, 1_000);

/// Longest pause of a route, in ticks: an hour.
const PAUSE_MAX: i64 = 216_000;

/// Maximum number of obstacles of a plan.
const OBSTACLES_MAX: usize = 20_000;

/// Reads and checks the parts of an arena.
pub(super) fn lower(cx: &mut Context<'_>, sheet: &mut Sheet, plan: &Node) {
    // Where each obstacle is written.
    let mut written: Vec<Place> = vec![];
    let parts: Vec<Node> = plan.children_of(PLAN_PART).collect();
    let first_word = |part: &Node| part.words().into_iter().next().unwrap_or_default();
    for part in parts.iter().filter(|part| !super::tower::is_part(part)) {
        match first_word(part).as_str() {
            "wall" => obstacle(cx, sheet, part, &mut written, true),
            "cover" => obstacle(cx, sheet, part, &mut written, false),
            "light" => light(cx, sheet, part),
            "zone" => zone(cx, sheet, part),
            _ => {}
        }
    }
    overlaps(cx, sheet, &written);
    // Routes are checked against all walls, wherever these are written.
    for part in parts.iter().filter(|part| first_word(part) == "route") {
        route(cx, sheet, part, &written);
    }
    locations(cx, sheet, &written);
}

/// The rectangle of a part, if it lies on some lot.
fn rect(cx: &mut Context<'_>, sheet: &Sheet, part: &Node) -> Option<GroundRect> {
    let place = part.place(cx.file);
    let mut corners = part.children_of(CORNER).collect::<Vec<_>>().into_iter();
    let from = corners.next().and_then(|node| point(cx, &node));
    let to = corners.next().and_then(|node| point(cx, &node));
    let floor = floor_of(cx, part)?;
    let (from, to) = (from?, to?);
    if !has_ground_between(cx, from, to, place) {
        return None;
    }
    let rect = GroundRect { from, to, floor };
    let mut lots = sheet.ground.lots.iter();
    let on_ground = lots.any(|lot| {
        let ground = GroundRect {
            from: lot.from,
            to: lot.to,
            floor: lot.floor,
        };
        ground.overlaps(&rect)
    });
    if !on_ground {
        return cx.fail(
            Code::OffTheGround
                .at(place, "there is no ground under this")
                .label("no street, square or room lies here")
                .hint("coordinates are metres from where the plan begins, as for `square`"),
        );
    }
    Some(rect)
}

fn obstacle(
    cx: &mut Context<'_>,
    sheet: &mut Sheet,
    part: &Node,
    written: &mut Vec<Place>,
    is_wall: bool,
) {
    let rect = rect(cx, sheet, part);
    let usual = if is_wall { WALL_MM } else { COVER_MM };
    let high = match numbers_of(part).next() {
        Some(node) => bounded(cx, &node, "a height", HEIGHTS_MM),
        None => Some(usual),
    };
    let (Some(rect), Some(high_mm)) = (rect, high) else {
        return;
    };
    if written.len() >= OBSTACLES_MAX {
        return;
    }
    written.push(part.place(cx.file));
    sheet.ground.arena.obstacles.push(GroundObstacle {
        rect,
        high_mm,
        is_wall,
    });
}

fn light(cx: &mut Context<'_>, sheet: &mut Sheet, part: &Node) {
    let rect = rect(cx, sheet, part);
    let level = numbers_of(part).next();
    let level = level.and_then(|node| bounded(cx, &node, "a level of light", LIGHTS));
    if let (Some(rect), Some(level)) = (rect, level) {
        let level = level as u16;
        sheet.ground.arena.lights.push(GroundLight { rect, level });
    }
}

fn zone(cx: &mut Context<'_>, sheet: &mut Sheet, part: &Node) {
    let Some((name, place)) = cx.reference(part) else {
        return;
    };
    let Some(rect) = rect(cx, sheet, part) else {
        return;
    };
    let zones = &sheet.ground.arena.zones;
    if zones.iter().any(|zone| zone.name == name) {
        return twice(cx, "zone", &name, place);
    }
    sheet.ground.arena.zones.push(GroundZone { name, rect });
}

fn route(cx: &mut Context<'_>, sheet: &mut Sheet, part: &Node, written: &[Place]) {
    let Some((name, place)) = cx.reference(part) else {
        return;
    };
    let Some(floor) = floor_of(cx, part) else {
        return;
    };
    let mut steps = vec![];
    for step in part.children() {
        match step.kind() {
            CORNER => {
                let Some(at) = point(cx, &step) else { continue };
                let here = step.place(cx.file);
                stands(
                    cx,
                    sheet,
                    written,
                    (at, floor),
                    here,
                    "the route leads here",
                );
                steps.push(GroundStep::To(at));
            }
            FLAG if step.words().first().is_some_and(|word| word == "pause") => {
                steps.extend(pause(cx, &step).map(GroundStep::Pause));
            }
            _ => {}
        }
    }
    let routes = &sheet.ground.arena.routes;
    if routes.iter().any(|route| route.name == name) {
        return twice(cx, "route", &name, place);
    }
    sheet
        .ground
        .arena
        .routes
        .push(GroundRoute { name, floor, steps });
}

fn pause(cx: &mut Context<'_>, flag: &Node) -> Option<i64> {
    let node = numbers_of(flag).next()?;
    let place = node.place(cx.file);
    let (value, _) = number(cx, &node)?;
    match value {
        Value::Duration(time) if (1..=PAUSE_MAX).contains(&time.0) => Some(time.0),
        Value::Duration(_) => cx.fail(Code::OutOfRange.at(
            place,
            "a pause of a route is longer than nothing and at most 1 h",
        )),
        _ => cx.fail(
            Code::UnitMismatch
                .at(place, "a length of time is needed here")
                .label("this is a plain number")
                .hint("write a time, such as `3 s`"),
        ),
    }
}

fn twice(cx: &mut Context<'_>, what: &str, name: &str, place: Place) {
    cx.problem(
        Code::DuplicateName
            .at(place, format!("there are two {what}s `{name}`"))
            .label("the second one is left out"),
    );
}

/// Reports obstacles that stand in one another.
fn overlaps(cx: &mut Context<'_>, sheet: &Sheet, written: &[Place]) {
    let obstacles = &sheet.ground.arena.obstacles;
    // Sorted from west to east, so that each is compared only with those that begin before it ends.
    let mut order: Vec<usize> = (0..obstacles.len()).collect();
    order.sort_by_key(|n| obstacles[*n].rect.from.0);
    let mut found: Vec<(usize, usize)> = vec![];
    for (nth, a) in order.iter().enumerate() {
        let after = order.iter().skip(nth + 1);
        let near = after.take_while(|b| obstacles[**b].rect.from.0 < obstacles[*a].rect.to.0);
        let hit = near.filter(|b| obstacles[**b].rect.overlaps(&obstacles[*a].rect));
        found.extend(hit.map(|b| (*a.max(b), *a.min(b))));
    }
    found.sort_unstable();
    found.dedup_by_key(|(second, _)| *second);
    for (second, first) in found {
        let word = |n: usize| {
            if obstacles[n].is_wall {
                "wall"
            } else {
                "cover"
            }
        };
        cx.problem(
            Code::ObstaclesOverlap
                .at(
                    written[second],
                    format!("this {} stands in another {}", word(second), word(first)),
                )
                .label("this ground is taken")
                .related(written[first], "by this")
                .consequence("It is not clear how high the ground is where both stand.")
                .hint("let them meet at an edge: walls that touch leave no gap"),
        );
    }
}

/// Reports a point on which a body cannot stand.
fn stands(
    cx: &mut Context<'_>,
    sheet: &Sheet,
    written: &[Place],
    (at, floor): ((i32, i32), i32),
    place: Place,
    what: &str,
) {
    let mut lots = sheet.ground.lots.iter();
    let holds = |low: i32, at: i32, high: i32| low <= at && at <= high;
    let on_ground = lots.any(|lot| {
        lot.floor == floor && holds(lot.from.0, at.0, lot.to.0) && holds(lot.from.1, at.1, lot.to.1)
    });
    if !on_ground {
        cx.problem(
            Code::OffTheGround
                .at(place, "there is no ground under this")
                .label("no street, square or room lies here"),
        );
        return;
    }
    let mut obstacles = sheet.ground.arena.obstacles.iter();
    if let Some(inside) = obstacles.position(|obstacle| obstacle.rect.encloses(at, floor)) {
        cx.problem(
            Code::InsideAWall
                .at(place, "nobody can stand here")
                .label(what)
                .related(written[inside], "this is in the way")
                .consequence("Whoever is sent there stops in front of it.")
                .hint("move the point at least 0.3 m away from it"),
        );
    }
}

/// Reports locations that stand in a wall.
fn locations(cx: &mut Context<'_>, sheet: &Sheet, written: &[Place]) {
    if written.is_empty() {
        return;
    }
    for (placed, place) in sheet.ground.places.iter().zip(&sheet.places) {
        let lot = &sheet.ground.lots[placed.lot];
        let at = (lot.from.0 + placed.at.0, lot.from.1 + placed.at.1);
        let what = "the location is put here";
        stands(cx, sheet, written, (at, lot.floor), *place, what);
    }
}
