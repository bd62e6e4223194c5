//! A tower as ground: floors, connectors, and what stands where.

use super::lower::bounded;
use crate::condition::number_range;
use crate::context::Context;
use crate::declaration::measure::numbers_of;
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::LocationKindId;
use townsfolk_module::Category;
use townsfolk_module::ground::{TowerGround, TowerShaft, TowerShaftKind};

/// The greatest number of floors and of tiles.
const LARGEST: (i64, i64) = (2_000, 10_000);

/// The greatest number of people in one line.
const PEOPLE_MAX: i64 = 100_000;

/// Whether a part of a plan belongs to a tower.
pub(super) fn is_part(part: &Node) -> bool {
    match part.words().first().map(String::as_str) {
        Some("tower" | "lift" | "escalator" | "people") => true,
        Some("wall") => part.token(ON_KW).is_some(),
        Some("stairs") => part.child(NAME_REF).is_none(),
        Some("place") => part.token(ON_KW).is_some(),
        _ => false,
    }
}

/// The tower of a plan, if it has one.
pub(super) fn lower(cx: &mut Context<'_>, plan: &Node) -> Option<TowerGround> {
    let parts: Vec<Node> = plan.children_of(PLAN_PART).filter(is_part).collect();
    let first = parts.first()?;
    let word = |part: &Node| part.words().into_iter().next().unwrap_or_default();
    let Some(head) = parts.iter().find(|part| word(part) == "tower") else {
        let place = first.place(cx.file);
        return cx.fail(
            Code::OffTheGround
                .at(place, "this plan has no tower")
                .label("it would stand in the air")
                .hint("add its size first: `tower floors 100 wide 150`"),
        );
    };
    let size: Vec<i64> = whole_numbers(cx, head, LARGEST.1.max(LARGEST.0));
    let [floors, wide] = *size.as_slice() else {
        return None;
    };
    let mut tower = TowerGround {
        floors: u16::try_from(floors.clamp(1, LARGEST.0)).ok()?,
        wide: u16::try_from(wide.clamp(1, LARGEST.1)).ok()?,
        ..TowerGround::default()
    };
    for part in &parts {
        match word(part).as_str() {
            "lift" => shaft(cx, &mut tower, part, TowerShaftKind::Lift),
            "escalator" => shaft(cx, &mut tower, part, TowerShaftKind::Escalator),
            "stairs" => shaft(cx, &mut tower, part, TowerShaftKind::Stairs),
            "wall" => {
                let tiles = tiles(cx, &tower, part).unwrap_or_default();
                tower.walls.extend(tiles);
            }
            "people" => people(cx, &mut tower, part),
            "place" => placed(cx, &mut tower, part),
            _ => {}
        }
    }
    Some(tower)
}

fn shaft(cx: &mut Context<'_>, tower: &mut TowerGround, part: &Node, kind: TowerShaftKind) {
    let place = part.place(cx.file);
    let Some(x) = whole_numbers(cx, part, LARGEST.1).first().copied() else {
        return;
    };
    let mut shaft = (0, i64::from(tower.floors) - 1, 0);
    for flag in part.children_of(FLAG) {
        let Some(number) = whole_numbers(cx, &flag, LARGEST.1).first().copied() else {
            return;
        };
        match flag.words().first().map(String::as_str) {
            Some("from") => shaft.0 = number,
            Some("to") => shaft.1 = number,
            _ => shaft.2 = number,
        }
    }
    let (low, high, capacity) = shaft;
    if !fits(cx, tower, (low, high, x), place) {
        return;
    }
    tower.shafts.push(TowerShaft {
        kind,
        x: x as u16,
        low: low.min(high) as u16,
        high: high.max(low) as u16,
        capacity: capacity as u16,
    });
}

/// Whether floors and a tile are in the tower; reports it if not.
fn fits(
    cx: &mut Context<'_>,
    tower: &TowerGround,
    (low, high, x): (i64, i64, i64),
    place: Place,
) -> bool {
    let floors = 0..i64::from(tower.floors);
    let fits = floors.contains(&low) && floors.contains(&high);
    let fits = fits && (0..i64::from(tower.wide)).contains(&x);
    if !fits {
        let (top, last) = (tower.floors - 1, tower.wide - 1);
        cx.problem(
            Code::OffTheGround
                .at(place, "this is outside the tower")
                .label(format!(
                    "its floors are 0 to {top}, and its tiles are 0 to {last}"
                )),
        );
    }
    fits
}

fn people(cx: &mut Context<'_>, tower: &mut TowerGround, part: &Node) {
    let role = cx.reference(part);
    let role = role.and_then(|(name, place)| cx.role(&name, place));
    let count = whole_numbers(cx, part, PEOPLE_MAX).first().copied();
    let tiles = tiles(cx, tower, part);
    if let (Some(role), Some(count), Some(tiles)) = (role, count, tiles) {
        let count = u32::try_from(count).unwrap_or(0);
        let groups = tiles.into_iter();
        tower
            .people
            .extend(groups.map(|(floor, x)| (role, count, floor, x)));
    }
}

fn placed(cx: &mut Context<'_>, tower: &mut TowerGround, part: &Node) {
    let Some((name, place)) = cx.reference(part) else {
        return;
    };
    let found = (Code::UnknownLocation, Namespace::Location, "location");
    let known = cx.declared(found.0, found.1, found.2, (&name, place));
    let known = known.is_some();
    let tiles = tiles(cx, tower, part).unwrap_or_default();
    if known {
        let kind = LocationKindId(cx.globals.id(Category::Location, &name));
        let places = tiles.into_iter().map(|(floor, x)| (kind, floor, x));
        tower.places.extend(places);
    }
}

/// The tiles of `on 2..60 at 70`.
fn tiles(cx: &mut Context<'_>, tower: &TowerGround, part: &Node) -> Option<Vec<(u16, u16)>> {
    let place = part.place(cx.file);
    let range = part.child(RANGE)?;
    let (low, high) = number_range(cx, &range)?;
    let (low, high) = (low / 1000, high / 1000);
    let x = whole_numbers(cx, part, LARGEST.1.max(PEOPLE_MAX))
        .last()
        .copied()?;
    fits(cx, tower, (low, high, x), place).then(|| {
        let floors = low..=high;
        floors.map(|floor| (floor as u16, x as u16)).collect()
    })
}

/// The numbers directly in a part, without decimals and not negative.
fn whole_numbers(cx: &mut Context<'_>, part: &Node, most: i64) -> Vec<i64> {
    let numbers: Vec<Node> = numbers_of(part).collect();
    let limits = (0, most.saturating_mul(1000));
    let numbers = numbers.iter();
    let numbers = numbers.filter_map(|node| bounded(cx, node, "this number", limits));
    numbers.map(|number| i64::from(number) / 1000).collect()
}
