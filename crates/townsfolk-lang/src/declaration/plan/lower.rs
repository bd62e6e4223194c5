//! A plan as ground: lots, ways and placed locations.

use super::check;
use crate::condition::clock;
use crate::context::Context;
use crate::declaration::measure::{numbers_of, thousandths};
use crate::declaration::{area, said_twice, unique_names};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{AreaId, LocationKindId, PropId};
use townsfolk_module::Category;
use townsfolk_module::ground::{Ground, Lot, LotUse, LotWay, LotWayKind, PlacedHere};
use townsfolk_module::mind::Minds;

/// Maximum extent of a town to each side.
const FAR_MM: i64 = 20_000_000;
/// The range of floors.
const FLOORS: (i64, i64) = (-9, 99);
/// Default width of a door.
const DOOR_MM: i32 = 900;
/// The range of widths of doors.
const WIDTHS_MM: (i64, i64) = (500, 50_000);

/// The ground of a project, if it has a plan.
#[derive(Debug, Default)]
pub(crate) struct LoweredPlan {
    pub(crate) ground: Option<Ground>,
    /// The place of its name, and of each way.
    pub(crate) place: Option<Place>,
    pub(crate) ways: Vec<Place>,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// A plan with the places of what it says.
pub(super) struct Sheet {
    pub(super) name: Place,
    pub(super) ground: Ground,
    /// The name and place of each lot.
    pub(super) lots: Vec<(String, Place)>,
    /// Where each way is written.
    ways: Vec<Place>,
    /// Where the point of each placed location is written.
    pub(super) places: Vec<Place>,
    /// Areas with a reported problem that explains missing ways.
    pub(super) amiss: Vec<AreaId>,
}

/// Lowers and checks the plan that is used.
pub(crate) fn lower(trees: &[FileTree], globals: &Globals, minds: &Minds) -> LoweredPlan {
    let mut out = LoweredPlan::default();
    let Some((declaration, node)) = the_plan(trees, globals, &mut out.problems) else {
        return out;
    };
    let mut cx = Context::new(globals, declaration.place.file, declaration.package);
    let mut sheet = read(&mut cx, declaration, node);
    check::check(&mut cx, &mut sheet, minds);
    super::arena::lower(&mut cx, &mut sheet, node);
    out.problems.append(&mut cx.problems);
    out.used.append(&mut cx.used);
    out.place = Some(sheet.name);
    out.ways = sheet.ways;
    out.ground = Some(sheet.ground);
    out
}

/// A package may replace the plan of a package it depends on. Two plans of unrelated packages are
/// an error.
fn the_plan<'t>(
    trees: &'t [FileTree],
    globals: &Globals,
    problems: &mut Vec<Diagnostic>,
) -> Option<(&'t Declaration, &'t Node)> {
    let plans: Vec<(&Declaration, &Node)> = first_of(trees, globals, PLAN_DECL).collect();
    let laid_anew = |plan: &Declaration| {
        plans.iter().any(|(other, _)| {
            other.package != plan.package && globals.visibility.sees(other.package, plan.package)
        })
    };
    let mut count = plans.iter().filter(|(plan, _)| !laid_anew(plan)).copied();
    let first = count.next()?;
    for (second, _) in count {
        problems.push(
            Code::SecondPlan
                .at(second.place, "there are two plans")
                .label("the second plan")
                .related(first.0.place, "the first plan")
                .consequence("A town lies on one ground; the second plan is left out.")
                .hint("join them, or keep one in a package that depends on the other"),
        );
    }
    Some(first)
}

fn read(cx: &mut Context<'_>, declaration: &Declaration, node: &Node) -> Sheet {
    let mut sheet = Sheet {
        name: declaration.place,
        ground: Ground {
            name: declaration.name.clone(),
            ..Ground::default()
        },
        lots: vec![],
        ways: vec![],
        places: vec![],
        amiss: vec![],
    };
    let word_of = |part: &Node| part.words().into_iter().next().unwrap_or_default();
    for part in node.children_of(PLAN_PART) {
        let used_as = match word_of(&part).as_str() {
            "street" => LotUse::Street,
            "square" => LotUse::Square,
            "room" => LotUse::Room,
            _ => continue,
        };
        lot(cx, &mut sheet, &part, used_as);
    }
    sheet.ground.tower = super::tower::lower(cx, node);
    for part in node.children_of(PLAN_PART) {
        if super::tower::is_part(&part) {
            continue;
        }
        let kind = match word_of(&part).as_str() {
            "door" => LotWayKind::Door,
            "stairs" => LotWayKind::Stairs,
            "window" => LotWayKind::Window,
            "place" => {
                if let Some(placed) = placed(cx, &sheet, &part) {
                    sheet.ground.places.push(placed);
                    sheet.places.push(part.place(cx.file));
                }
                continue;
            }
            _ => continue,
        };
        if let Some(way) = way(cx, &mut sheet, &part, kind) {
            sheet.ground.ways.push(way);
            sheet.ways.push(part.place(cx.file));
        }
    }
    sheet
}

fn lot(cx: &mut Context<'_>, sheet: &mut Sheet, part: &Node, used_as: LotUse) {
    let place = part.place(cx.file);
    let named = cx.reference(part);
    let area = named.and_then(|(name, place)| Some((area::lower::find(cx, &name, place)?, name)));
    let mut points = part.children_of(CORNER).collect::<Vec<_>>().into_iter();
    let from = points.next().and_then(|node| point(cx, &node));
    let to = points.next().and_then(|node| point(cx, &node));
    let floor = floor_of(cx, part);
    let (Some((area, name)), Some(from), Some(to), Some(floor)) = (area, from, to, floor) else {
        return;
    };
    if !has_ground_between(cx, from, to, place) {
        return;
    }
    sheet.ground.lots.push(Lot {
        area,
        used_as,
        from,
        to,
        floor,
    });
    sheet.lots.push((name, place));
}

/// The floor that a part names; 0 if it names none.
pub(super) fn floor_of(cx: &mut Context<'_>, part: &Node) -> Option<i32> {
    let mut flags = part.children_of(FLAG);
    let flag = flags.find(|flag| flag.words().first().is_some_and(|word| word == "floor"));
    let number = flag.and_then(|flag| numbers_of(&flag).next());
    let floor = number.map_or(Some(0), |node| bounded(cx, &node, "a floor", whole(FLOORS)));
    floor.map(|floor| floor / 1000)
}

/// Whether two corners are the south-west and the north-east one; reports it if not.
pub(super) fn has_ground_between(
    cx: &mut Context<'_>,
    from: (i32, i32),
    to: (i32, i32),
    place: Place,
) -> bool {
    let has_ground = from.0 < to.0 && from.1 < to.1;
    if !has_ground {
        cx.problem(
            Code::EmptyRange
                .at(place, "there is no ground here")
                .label("the second corner must lie north-east of the first")
                .hint("write the south-west corner first"),
        );
    }
    has_ground
}

fn way(cx: &mut Context<'_>, sheet: &mut Sheet, part: &Node, kind: LotWayKind) -> Option<LotWay> {
    let place = part.place(cx.file);
    let mut names = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
    let mut next = || names.next().and_then(|node| cx.referred(&node));
    let (a, b) = (next()?, next()?);
    let first = area::lower::find(cx, &a.0, a.1)?;
    let second = area::lower::find(cx, &b.0, b.1)?;
    let mut way = LotWay {
        kind,
        between: [0, 0],
        wide_mm: DOOR_MM,
        open: None,
        admits: vec![],
        private: false,
        key: None,
    };
    let mut seen: Vec<(String, Place)> = vec![];
    for flag in part.children_of(FLAG) {
        let word = flag.words().into_iter().next().unwrap_or_default();
        if !said_twice(cx, &mut seen, &word, flag.place(cx.file)) {
            option(cx, &mut way, &flag, &word);
        }
    }
    let joined = check::lots_joined(cx, sheet, kind, [(first, &a.0), (second, &b.0)], place);
    if joined.is_none() {
        sheet.amiss.extend([first, second]);
    }
    way.between = joined?;
    Some(way)
}

fn option(cx: &mut Context<'_>, way: &mut LotWay, flag: &Node, word: &str) {
    match word {
        "wide" => {
            let number = numbers_of(flag).next();
            let wide = number.and_then(|node| bounded(cx, &node, "a width", WIDTHS_MM));
            way.wide_mm = wide.unwrap_or(way.wide_mm);
        }
        "open" => {
            let times = flag.tokens().filter(|token| token.kind() == CLOCK);
            let mut times = times.collect::<Vec<_>>().into_iter().map(|token| {
                let place = token_place(&token, cx.file);
                clock(cx, token.text(), place)
            });
            way.open = times.next().flatten().zip(times.next().flatten());
        }
        "admits" => {
            let names = flag.child(NAMES).map(|list| unique_names(cx, &list));
            for (role, place) in names.unwrap_or_default() {
                way.admits.extend(cx.role(&role, place));
            }
        }
        "private" => way.private = true,
        "key" => {
            let Some((name, place)) = cx.reference(flag) else {
                return;
            };
            way.key = cx.globals.prop_kind(&name, cx.package);
            if way.key.is_none() {
                let found = (Code::UnknownKind, Namespace::Kind, "prop");
                cx.declared(found.0, found.1, found.2, (&name, place));
            }
        }
        _ => {}
    }
}

fn placed(cx: &mut Context<'_>, sheet: &Sheet, part: &Node) -> Option<PlacedHere> {
    let mut names = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
    let kind = names.next().and_then(|node| cx.referred(&node))?;
    let whole = names.next().and_then(|node| cx.referred(&node))?;
    let named = names.next().and_then(|node| cx.referred(&node));
    let found = (Code::UnknownLocation, Namespace::Location, "location");
    cx.declared(found.0, found.1, found.2, (&kind.0, kind.1))?;
    let area = area::lower::find(cx, &whole.0, whole.1)?;
    let at = part.child(CORNER)?;
    let at_place = at.place(cx.file);
    let at = point(cx, &at)?;
    let lot = check::lot_of(cx, sheet, (area, &whole.0), at, [whole.1, at_place])?;
    Some(PlacedHere {
        kind: LocationKindId(cx.globals.id(Category::Location, &kind.0)),
        lot,
        at,
        named: named.map(|(name, _)| {
            let id = cx.globals.id(Category::Prop, &name);
            cx.used.push((Category::Prop, id, name));
            PropId(id)
        }),
    })
}

pub(super) fn point(cx: &mut Context<'_>, node: &Node) -> Option<(i32, i32)> {
    let mut numbers = numbers_of(node).collect::<Vec<_>>().into_iter();
    let mut next = || {
        let number = numbers.next()?;
        bounded(cx, &number, "a place in a town", (-FAR_MM, FAR_MM))
    };
    Some((next()?, next()?))
}

fn whole((low, high): (i64, i64)) -> (i64, i64) {
    (low * 1000, high * 1000)
}

/// A number in thousandths within limits, or a report that it is outside.
pub(super) fn bounded(
    cx: &mut Context<'_>,
    node: &Node,
    what: &str,
    limits: (i64, i64),
) -> Option<i32> {
    let (value, place) = thousandths(cx, node)?;
    if value < limits.0 || value > limits.1 {
        let (low, high) = (limits.0 / 1000, limits.1 / 1000);
        return cx.fail(Code::OutOfRange.at(place, format!("{what} goes from {low} to {high}")));
    }
    i32::try_from(value).ok()
}

/// Whether an area has ground in a plan, itself or through its parts.
pub(super) fn has_ground(ground: &Ground, minds: &Minds, area: AreaId) -> bool {
    let within = |part: AreaId| {
        let known = minds.areas.iter().find(|known| known.id == part);
        known.and_then(|known| known.within)
    };
    ground.lots.iter().any(|lot| {
        let wholes = std::iter::successors(Some(lot.area), |part| within(*part));
        wholes
            .take(minds.areas.len() + 1)
            .any(|whole| whole == area)
    })
}
