//! An area and its parent.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::Node;
use std::collections::BTreeMap;
use townsfolk_core::AreaId;
use townsfolk_module::Category;
use townsfolk_module::mind::Area;

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Area {
    let within = cx.reference(node);
    let within = within.and_then(|(name, place)| find(cx, &name, place));
    Area {
        id: AreaId(cx.globals.id(Category::Area, name)),
        within,
    }
}

/// An area by its name, or a report that there is none.
pub(crate) fn find(cx: &mut Context<'_>, name: &str, place: Place) -> Option<AreaId> {
    cx.declared(Code::UnknownArea, Namespace::Area, "area", (name, place))?;
    Some(AreaId(cx.globals.id(Category::Area, name)))
}

/// Reports areas that lie within themselves, through others, and breaks the cycle.
pub(crate) fn check_circles(areas: &mut [(Area, String, Place)], problems: &mut Vec<Diagnostic>) {
    let places: BTreeMap<AreaId, usize> = areas
        .iter()
        .enumerate()
        .map(|(at, (area, ..))| (area.id, at))
        .collect();
    // The predecessor from which each area was reached first.
    let mut seen: Vec<Option<usize>> = vec![None; areas.len()];
    for start in 0..areas.len() {
        let mut next = Some(start);
        while let Some(at) = next {
            match seen[at] {
                None => seen[at] = Some(start),
                Some(other) if other == start => {
                    let (area, name, place) = &mut areas[at];
                    problems.push(lies_within_itself(name, *place));
                    area.within = None;
                    break;
                }
                Some(_) => break,
            }
            next = areas[at].0.within.and_then(|id| places.get(&id).copied());
        }
    }
}

fn lies_within_itself(name: &str, place: Place) -> Diagnostic {
    Code::CircularKind
        .at(place, format!("the area `{name}` lies within itself"))
        .label("the circle goes through here")
        .consequence("Nobody could say which of them is the larger.")
        .hint("remove one `in` of the circle")
}
