//! Checks of a plan: lots that overlap, doors without a wall, rooms without a way.

use super::lower::{Sheet, has_ground};
use crate::context::Context;
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use std::collections::BTreeSet;
use townsfolk_core::AreaId;
use townsfolk_module::Category;
use townsfolk_module::ground::{Lot, LotWayKind};
use townsfolk_module::mind::{Deed, Layer, Minds, NodeKind, Venue};

/// Minimum length of a common wall for a door, and of the overlap of two floors for stairs.
const LEAST_MM: i32 = 900;

/// Maximum number of areas that a message names.
const NAMED: usize = 4;

pub(super) fn check(cx: &mut Context<'_>, sheet: &mut Sheet, minds: &Minds) {
    overlaps(cx, sheet);
    unreachable(cx, sheet);
    groundless(cx, sheet, minds);
}

fn overlaps(cx: &mut Context<'_>, sheet: &mut Sheet) {
    let lots = &sheet.ground.lots;
    // Sorted from west to east, so that each lot is compared only with those that begin before it
    // ends.
    let mut order: Vec<usize> = (0..lots.len()).collect();
    order.sort_by_key(|n| lots[*n].from.0);
    for (nth, a) in order.iter().enumerate() {
        let after = order.iter().skip(nth + 1);
        for b in after.take_while(|b| lots[**b].from.0 < lots[*a].to.0) {
            if !lots[*a].overlaps(&lots[*b]) {
                continue;
            }
            let (first, second) = (a.min(b), a.max(b));
            sheet.amiss.push(lots[*second].area);
            let (name, place) = &sheet.lots[*second];
            let (other, before) = &sheet.lots[*first];
            cx.problem(
                Code::GroundOverlaps
                    .at(*place, format!("`{name}` lies on the ground of `{other}`"))
                    .label("this ground is taken")
                    .related(*before, "by this")
                    .consequence("Nobody could say where somebody is who stands there.")
                    .hint("move one of them, or put it on another `floor`"),
            );
        }
    }
}

/// Reports one lot of each part of the plan that cannot be reached from the first one, unless the
/// cause has been reported.
fn unreachable(cx: &mut Context<'_>, sheet: &Sheet) {
    let lots = &sheet.ground.lots;
    let ways = sheet.ground.ways.iter();
    let doors: Vec<[usize; 2]> = ways
        .filter(|way| way.kind != LotWayKind::Window)
        .map(|way| way.between)
        .collect();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for start in 0..lots.len() {
        if !seen.insert(start) {
            continue;
        }
        let mut part = vec![start];
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            let through = doors
                .iter()
                .filter_map(|[a, b]| match (*a == here, *b == here) {
                    (true, _) => Some(*b),
                    (_, true) => Some(*a),
                    _ => None,
                });
            let over = (0..lots.len()).filter(|other| run_together(&lots[here], &lots[*other]));
            for next in through.chain(over) {
                if seen.insert(next) {
                    part.push(next);
                    open.push(next);
                }
            }
        }
        let known = part
            .iter()
            .any(|lot| sheet.amiss.contains(&lots[*lot].area));
        if start > 0 && !known {
            let (name, place) = &sheet.lots[start];
            cx.problem(
                Code::NoWayThere
                    .at(*place, format!("nobody can get to `{name}`"))
                    .label("no door, no stairs, and no street that touches another")
                    .consequence("Whoever is sent there stays where they are.")
                    .hint(format!("write `door {name} to …`")),
            );
        }
    }
}

/// Whether streets and squares join without a door.
fn run_together(a: &Lot, b: &Lot) -> bool {
    a.used_as.is_outdoors() && b.used_as.is_outdoors() && a.border_with(b) >= LEAST_MM
}

/// Areas that a schedule or mind leads to and that have no ground.
fn groundless(cx: &mut Context<'_>, sheet: &Sheet, minds: &Minds) {
    let entries = minds.people.iter().flat_map(|who| &who.schedule.entries);
    let held = |layer: &&Layer| {
        let carried = minds
            .roles
            .iter()
            .filter(|(_, carried)| *carried == layer.id);
        let mut roles = carried.map(|(role, _)| *role);
        let mut people = minds.people.iter();
        people.any(|who| who.basic == layer.id || who.navigation == layer.id)
            || roles.any(|role| entries.clone().any(|entry| entry.role == role))
    };
    let nodes = minds
        .layers
        .iter()
        .filter(held)
        .flat_map(|layer| &layer.nodes);
    let sent = nodes.filter_map(|node| match node.kind {
        NodeKind::Action {
            deed: Deed::GoTo(area),
            ..
        } => Some(area),
        _ => None,
    });
    let spent = entries.clone().filter_map(|entry| match entry.venue {
        Venue::Area(area) => Some(area),
        Venue::Suits(_) => None,
    });
    let wanted: BTreeSet<AreaId> = spent.chain(sent).collect();
    let missing: BTreeSet<AreaId> = wanted
        .into_iter()
        .filter(|area| !has_ground(&sheet.ground, minds, *area))
        .collect();
    if missing.is_empty() {
        return;
    }
    let named = cx.globals.names.all(Namespace::Area);
    let named = named.filter(|declaration| {
        missing.contains(&AreaId(cx.globals.id(Category::Area, &declaration.name)))
    });
    let names: Vec<String> = named.map(|d| format!("`{}`", d.name)).collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let told = names.iter().take(NAMED).cloned().collect::<Vec<_>>();
    cx.problem(
        Code::AreaWithoutGround
            .at(
                sheet.name,
                format!("this plan has no ground for {}{more}", told.join(", ")),
            )
            .label("somebody's day or mind leads there")
            .consequence("People who have to be there cannot be anywhere.")
            .hint("write `room`, `square` or `street` with the area and its corners"),
    );
}

/// The lots of two areas that a way can join: the first pair with a common wall, or on two floors
/// that overlap.
pub(super) fn lots_joined(
    cx: &mut Context<'_>,
    sheet: &Sheet,
    kind: LotWayKind,
    [(a, a_name), (b, b_name)]: [(AreaId, &str); 2],
    place: Place,
) -> Option<[usize; 2]> {
    let lots = &sheet.ground.lots;
    let of = |area: AreaId| (0..lots.len()).filter(move |n| lots[*n].area == area);
    let joins = |a: &Lot, b: &Lot| match kind {
        LotWayKind::Stairs => {
            let over = a
                .shared_with(b)
                .is_some_and(|(from, to)| to.0 - from.0 >= LEAST_MM && to.1 - from.1 >= LEAST_MM);
            over && (a.floor - b.floor).abs() == 1
        }
        _ => a.border_with(b) >= LEAST_MM,
    };
    let mut pairs = of(a).flat_map(|a| of(b).map(move |b| [a, b]));
    let found = pairs.find(|[a, b]| joins(&lots[*a], &lots[*b]));
    if found.is_none() {
        let title = match kind {
            LotWayKind::Stairs => {
                format!("no part of `{a_name}` lies one floor above or below `{b_name}`")
            }
            _ => format!("`{a_name}` and `{b_name}` have no wall in common"),
        };
        let mut problem = Code::NoCommonWall
            .at(place, title)
            .label("there is nowhere to put this")
            .hint("look at the corners of both: walls that meet have a coordinate in common");
        for area in [a, b] {
            if let Some(lot) = of(area).next() {
                problem = problem.related(sheet.lots[lot].1, "this is where it lies");
            }
        }
        cx.problem(problem);
    }
    found
}

/// The lot of an area that has a point, counted from its corner.
pub(super) fn lot_of(
    cx: &mut Context<'_>,
    sheet: &Sheet,
    (area, name): (AreaId, &str),
    at: (i32, i32),
    [area_place, at_place]: [Place; 2],
) -> Option<usize> {
    let lots = &sheet.ground.lots;
    let holds = |lot: &Lot| {
        (0..=lot.to.0 - lot.from.0).contains(&at.0) && (0..=lot.to.1 - lot.from.1).contains(&at.1)
    };
    let mut own = (0..lots.len()).filter(|n| lots[*n].area == area).peekable();
    let Some(first) = own.peek().copied() else {
        return cx.fail(
            Code::OffTheGround
                .at(area_place, format!("this plan has no ground for `{name}`"))
                .label("nothing can stand there"),
        );
    };
    let found = own.find(|n| holds(&lots[*n]));
    if found.is_none() {
        let lot = &lots[first];
        let metres = |mm: i32| townsfolk_core::Number(i64::from(mm));
        let (wide, deep) = (lot.to.0 - lot.from.0, lot.to.1 - lot.from.1);
        cx.problem(
            Code::OffTheGround
                .at(at_place, format!("this is not in `{name}`"))
                .label(format!(
                    "it is {} m wide and {} m deep, counted from its south-west corner",
                    metres(wide),
                    metres(deep)
                ))
                .related(sheet.lots[first].1, "this is where it lies"),
        );
    }
    found
}
