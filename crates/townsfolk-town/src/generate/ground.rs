//! The layout: terraces, squares and streets of differing length on both banks of a river.
//!
//! A [`Ground`] is a terrace (two rows of houses back to back), a square, or two grounds with a
//! street between them. It has a minimum size, and can be larger: then houses stand further apart
//! and yards are deeper. All sides of a ground are streets, so every house has one at its door.

use super::Town;
use super::copies::Copies;
use super::names::Namer;
use super::sample::{Sample, Side, UnitId};
use crate::paths::cells::CELL_MM;
use crate::plan::street::pave;
use crate::plan::{PlateId, Rect, Way};
use townsfolk::Place;
use townsfolk_core::{AreaId, Draw, Seed, SiteId, Tick};

/// Maximum length of a street plate. Longer streets have several, so that a route search visits few
/// doors.
const PIECE_MM: i32 = 100_000;

/// Widths of the streets inside a neighbourhood, in cells.
const STREET: (i32, i32) = (7, 12);

/// Width of the streets along a bank and around the town.
const AVENUE_MM: i32 = 6_000;

/// Width of the river.
const RIVER_MM: i32 = 14_000;

/// Maximum bend of the river from one bridge to the next.
const BEND_MM: i32 = 9_000;

/// Lengths of rows of houses.
const ROW_MM: (i32, i32) = (24_000, 58_000);

/// Depth of the yards between two rows, in cells.
const YARD: (i32, i32) = (3, 16);

/// Maximum additional depth and width of a house compared with the sample, in cells.
const DEEPER: i32 = 6;
const WIDER: i32 = 3;

/// Length of the river for each bridge, in metres; two bridges are added.
const BRIDGE_EVERY_M: i64 = 180;

/// Maximum number of strips between bridges.
const STRIPS_MAX: i64 = 9;

/// Lays out all neighbourhoods.
pub(super) fn lay_out<'s>(
    town: &mut Town,
    sample: &Sample<'s>,
    copies: &Copies,
    namer: &mut Namer<'s>,
    seed: Seed,
) {
    let mut chance = Chance::new(seed);
    let quarters = (0..copies.count).map(|copy| leaves(sample, copies, copy, &mut chance));
    let quarters: Vec<Vec<Ground>> = quarters.collect();
    let streets = quarters.iter().zip(0..).map(|(leaves, copy)| {
        let areas = sample.streets.iter().map(|area| copies.area(*area, copy));
        Unnamed {
            areas: areas.collect(),
            left: leaves.len(),
        }
    });
    let mut builder = Builder {
        streets: streets.collect(),
        town,
        sample,
        copies,
        namer,
        chance: Chance::new(Seed(seed.0 ^ 1)),
    };
    // A small town has the river inside a neighbourhood, a large one between neighbourhoods.
    let grounds: Vec<Ground> = match copies.count {
        ..4 => quarters.into_iter().flatten().collect(),
        _ => {
            let built = quarters.into_iter().filter(|leaves| !leaves.is_empty());
            built
                .map(|leaves| grow(leaves, None, &mut chance))
                .collect()
        }
    };
    builder.build_strips(&strips(grounds, &mut chance));
}

/// A sequence of random numbers.
struct Chance {
    draw: Draw,
    count: u64,
}

impl Chance {
    fn new(seed: Seed) -> Chance {
        Chance {
            draw: Draw::at(seed, 0, Tick(0), SiteId::named("ground")),
            count: 0,
        }
    }

    fn between(&mut self, (low, high): (i32, i32)) -> i32 {
        self.count += 1;
        let drawn = self
            .draw
            .between(self.count, i64::from(low), i64::from(high));
        i32::try_from(drawn).unwrap_or(low)
    }

    fn cells(&mut self, range: (i32, i32)) -> i32 {
        self.between(range) * CELL_MM
    }
}

/// A house or a square to be built.
#[derive(Clone, Copy, Debug)]
struct Lot {
    unit: UnitId,
    copy: u32,
    wide: i32,
    deep: i32,
}

#[derive(Debug)]
enum Kind {
    /// Houses with fronts to the south and north; if upright, to the west and east.
    Terrace {
        rows: [Vec<Lot>; 2],
        upright: bool,
    },
    Square(Lot),
    /// Two grounds with a street between, which runs north if they lie side by side.
    Joined {
        parts: Box<[Ground; 2]>,
        upright: bool,
        street_mm: i32,
    },
}

/// Built ground, with its minimum size.
#[derive(Debug)]
struct Ground {
    wide: i32,
    deep: i32,
    /// The neighbourhood of its first house.
    copy: u32,
    kind: Kind,
}

impl Ground {
    fn terrace(rows: [Vec<Lot>; 2], upright: bool, yard: i32) -> Option<Ground> {
        let copy = rows.iter().flatten().next()?.copy;
        let size = |lot: &Lot| match upright {
            true => (lot.deep, lot.wide),
            false => (lot.wide, lot.deep),
        };
        let long = |row: &Vec<Lot>| {
            row.iter()
                .map(|lot| size(lot).0)
                .fold(0, i32::saturating_add)
        };
        let across = |row: &Vec<Lot>| row.iter().map(|lot| size(lot).1).max().unwrap_or(0);
        let along = rows.iter().map(long).max()?;
        let across = rows.iter().map(across).fold(yard, i32::saturating_add);
        let (wide, deep) = if upright {
            (across, along)
        } else {
            (along, across)
        };
        let kind = Kind::Terrace { rows, upright };
        Some(Ground {
            wide,
            deep,
            copy,
            kind,
        })
    }

    fn square(lot: Lot) -> Ground {
        Ground {
            wide: lot.wide,
            deep: lot.deep,
            copy: lot.copy,
            kind: Kind::Square(lot),
        }
    }

    fn size_joined([a, b]: &[Ground; 2], upright: bool, street_mm: i32) -> (i32, i32) {
        let sum = |a: i32, b: i32| a.saturating_add(street_mm).saturating_add(b);
        match upright {
            true => (sum(a.wide, b.wide), a.deep.max(b.deep)),
            false => (a.wide.max(b.wide), sum(a.deep, b.deep)),
        }
    }

    fn joined(parts: [Ground; 2], upright: bool, street_mm: i32) -> Ground {
        let (wide, deep) = Ground::size_joined(&parts, upright, street_mm);
        let [first, _] = &parts;
        Ground {
            wide,
            deep,
            copy: first.copy,
            kind: Kind::Joined {
                parts: Box::new(parts),
                upright,
                street_mm,
            },
        }
    }

    /// The area in square metres.
    fn area(&self) -> i64 {
        let metres = |mm: i32| i64::from(mm / 1000).max(1);
        metres(self.wide) * metres(self.deep)
    }
}

/// The terraces and squares of a neighbourhood: homes at its ends, everything else in the middle.
fn leaves(sample: &Sample<'_>, copies: &Copies, copy: u32, chance: &mut Chance) -> Vec<Ground> {
    let mut sides: [Vec<(bool, i32, Lot)>; 4] = Default::default();
    let mut middle = vec![];
    for (unit, index) in sample.units.iter().zip(0..) {
        if !copies.is_built(UnitId(index), copy) {
            continue;
        }
        let more = match unit.plates.len() {
            1 if unit.front.is_some() => (chance.cells((0, WIDER)), chance.cells((0, DEEPER))),
            _ => (0, 0),
        };
        let more = match unit.front.map(|front| front.side) {
            Some(Side::West | Side::East) => (more.1, more.0),
            _ => more,
        };
        let lot = Lot {
            unit: UnitId(index),
            copy,
            wide: whole_cells(unit.rect.wide()).saturating_add(more.0),
            deep: whole_cells(unit.rect.deep()).saturating_add(more.1),
        };
        match unit.front {
            Some(front) => {
                let side = sides.get_mut(front.side as usize);
                side.into_iter()
                    .for_each(|side| side.push((unit.is_home, chance.between((0, 1 << 20)), lot)));
            }
            None => middle.push(Ground::square(lot)),
        }
    }
    let mut homes = vec![];
    let [south, north, west, east] = sides;
    for (mut rows, upright) in [([south, north], false), ([west, east], true)] {
        rows.iter_mut()
            .for_each(|row| row.sort_by_key(|(is_home, key, _)| (*is_home, *key)));
        while rows.iter().any(|row| !row.is_empty()) {
            let long = chance.between(ROW_MM);
            let is_home = rows.iter().any(|row| row.last().is_some_and(|lot| lot.0));
            let taken = rows
                .each_mut()
                .map(|row| take_row(row, is_home, long, upright));
            if let Some(terrace) = Ground::terrace(taken, upright, chance.cells(YARD)) {
                let list = if is_home { &mut homes } else { &mut middle };
                list.push(terrace);
            }
        }
    }
    let mut half = homes.split_off(homes.len() / 2);
    homes.append(&mut middle);
    homes.append(&mut half);
    homes
}

/// Takes houses of one kind from the end of a list, up to a total length.
fn take_row(
    from: &mut Vec<(bool, i32, Lot)>,
    is_home: bool,
    long_mm: i32,
    upright: bool,
) -> Vec<Lot> {
    let (mut row, mut long) = (vec![], 0);
    while let Some((_, _, lot)) = from.pop_if(|(home, ..)| *home == is_home && long < long_mm) {
        long = long.saturating_add(if upright { lot.deep } else { lot.wide });
        row.push(lot);
    }
    row
}

/// Joins grounds by streets until one is left, with about the target width and depth in metres.
fn grow(mut grounds: Vec<Ground>, target: Option<(i64, i64)>, chance: &mut Chance) -> Ground {
    let area: i64 = grounds.iter().map(Ground::area).sum();
    let (wide, deep) = target.unwrap_or((area.isqrt(), area.isqrt()));
    if grounds.len() == 1
        && let Some(only) = grounds.pop()
    {
        return only;
    }
    let mut last = split_off(&mut grounds, i64::from(chance.between((38, 62))), 100);
    if last.is_empty() {
        last.extend(grounds.pop());
    }
    let own: i64 = grounds.iter().map(Ground::area).sum();
    let share = |side: i64, of: i64| side * of / area.max(1);
    let [a, b] = match wide > deep {
        true => [(share(wide, own), deep), (share(wide, area - own), deep)],
        false => [(wide, share(deep, own)), (wide, share(deep, area - own))],
    };
    let parts = [grow(grounds, Some(a), chance), grow(last, Some(b), chance)];
    let street_mm = chance.cells(STREET);
    // Side by side or one behind the other, whichever fits the target better.
    let fit = |upright: bool| {
        let (across, behind) = Ground::size_joined(&parts, upright, street_mm);
        let part = |is: i32, of: i64| 1000 * i64::from(is) / of.max(1);
        part(across, wide).max(part(behind, deep))
    };
    let upright = fit(true) < fit(false);
    Ground::joined(parts, upright, street_mm)
}

/// Splits a list where its grounds have a given part of the total area, as nearly as possible.
fn split_off(grounds: &mut Vec<Ground>, part: i64, of: i64) -> Vec<Ground> {
    let area: i64 = grounds.iter().map(Ground::area).sum();
    let mut before = 0;
    let first = grounds.iter().position(|ground| {
        let middle = before + ground.area() / 2;
        before += ground.area();
        middle * of > area * part
    });
    let first = first.unwrap_or(grounds.len()).max(1);
    grounds.split_off(first.min(grounds.len()))
}

/// Both banks of the river between two bridges.
struct Strip {
    banks: [Ground; 2],
}

/// Divides the town into strips from bridge to bridge.
fn strips(mut grounds: Vec<Ground>, chance: &mut Chance) -> Vec<Strip> {
    let area: i64 = grounds.iter().map(Ground::area).sum();
    let side = area.isqrt();
    let most = i64::try_from(grounds.len() / 2)
        .unwrap_or(1)
        .clamp(1, STRIPS_MAX);
    let count = (side / BRIDGE_EVERY_M + 2).min(most).max(1);
    let mut strips = vec![];
    for n in 0..count {
        let rest = split_off(&mut grounds, 1, count - n);
        let mut own = std::mem::replace(&mut grounds, rest);
        // Every other strip runs in the other direction, so that neighbours in the list are
        // neighbours.
        if n % 2 == 1 {
            own.reverse();
        }
        let other = split_off(&mut own, 1, 2);
        let target = Some((side / 2, side / count));
        let banks = [own, other].map(|bank| match bank.is_empty() {
            true => None,
            false => Some(grow(bank, target, chance)),
        });
        if let [Some(a), b] = banks {
            // A town of one house has a meadow on the other bank.
            let copy = a.copy;
            let b = b.unwrap_or(Ground {
                wide: AVENUE_MM,
                deep: AVENUE_MM,
                copy,
                kind: Kind::Terrace {
                    rows: [vec![], vec![]],
                    upright: false,
                },
            });
            strips.push(Strip { banks: [a, b] });
        }
    }
    strips
}

/// The street plates on each side of a ground, in the order of [`Side`].
#[derive(Clone, Debug, Default)]
struct Around([Vec<PlateId>; 4]);

impl Around {
    fn of(&self, side: Side) -> &[PlateId] {
        self.0.get(side as usize).map_or(&[], Vec::as_slice)
    }

    fn with(&self, side: Side, plates: &[PlateId]) -> Around {
        let mut other = self.clone();
        if let Some(list) = other.0.get_mut(side as usize) {
            *list = plates.to_vec();
        }
        other
    }
}

/// The streets of a neighbourhood that are not built yet.
struct Unnamed {
    /// Areas of the sample's streets.
    areas: Vec<AreaId>,
    /// Number of streets that are left.
    left: usize,
}

struct Builder<'a, 's> {
    town: &'a mut Town,
    sample: &'a Sample<'s>,
    copies: &'a Copies,
    namer: &'a mut Namer<'s>,
    streets: Vec<Unnamed>,
    chance: Chance,
}

impl Builder<'_, '_> {
    fn build_strips(&mut self, strips: &[Strip]) {
        let widest = |bank: usize| {
            let banks = strips.iter().filter_map(|strip| strip.banks.get(bank));
            banks.map(|bank| bank.wide).max().unwrap_or(0)
        };
        let (west, mut y) = (widest(0), AVENUE_MM);
        let mut bank = west;
        let mut places = vec![];
        for strip in strips {
            let [a, b] = &strip.banks;
            bank = (bank + self.chance.cells((-BEND_MM / CELL_MM, BEND_MM / CELL_MM))).max(west);
            let deep = a.deep.max(b.deep);
            let slack = bank - a.wide;
            let from = whole_cells(slack * self.chance.between((60, 100)) / 100).min(slack);
            let river = Rect::new(bank, y, RIVER_MM + 2 * AVENUE_MM, deep);
            let more = self.chance.cells((0, 20));
            places.push((from, river, river.x1 + b.wide + more));
            y += deep + AVENUE_MM;
        }
        let mut south = vec![];
        for n in 0..=places.len() {
            let beside = [n.checked_sub(1), Some(n)].into_iter().flatten();
            let beside: Vec<_> = beside.filter_map(|n| places.get(n)).collect();
            let low = beside.iter().map(|(from, ..)| *from).min().unwrap_or(0);
            let high = beside.iter().map(|(.., to)| *to).max().unwrap_or(0);
            let top = match n.checked_sub(1).and_then(|n| places.get(n)) {
                Some((_, river, _)) => river.y1,
                None => 0,
            };
            let rect = Rect {
                x0: low - AVENUE_MM,
                y0: top,
                x1: high + AVENUE_MM,
                y1: top + AVENUE_MM,
            };
            let north = self.pave(rect, None, false);
            if let Some(((from, river, to), strip)) = n
                .checked_sub(1)
                .and_then(|n| Some((places.get(n)?, strips.get(n)?)))
            {
                self.build_strip(strip, (*from, *river, *to), [&south, &north]);
            }
            south = north;
        }
    }

    fn build_strip(
        &mut self,
        strip: &Strip,
        (from, river, to): (i32, Rect, i32),
        [south, north]: [&[PlateId]; 2],
    ) {
        let [a, b] = &strip.banks;
        let around = Around([south.to_vec(), north.to_vec(), vec![], vec![]]);
        let avenue = |x: i32| Rect::new(x, river.y0, AVENUE_MM, river.deep());
        let banks = [
            (
                a,
                from,
                river.x0,
                [(from - AVENUE_MM, false), (river.x0, true)],
            ),
            (b, river.x1, to, [(river.x1 - AVENUE_MM, true), (to, false)]),
        ];
        for (bank, low, high, [(west, is_quay), (east, other)]) in banks {
            let west = self.street(avenue(west), Some(bank.copy), is_quay, &around, true);
            let east = self.street(avenue(east), None, other, &around, true);
            let rect = Rect {
                x0: low,
                x1: high,
                ..river
            };
            self.build(
                bank,
                rect,
                &around.with(Side::West, &west).with(Side::East, &east),
            );
        }
    }

    fn build(&mut self, ground: &Ground, rect: Rect, around: &Around) {
        match &ground.kind {
            Kind::Terrace { rows, upright } => self.build_terrace(rows, *upright, rect, around),
            Kind::Square(lot) => self.build_square(lot, rect, around),
            Kind::Joined {
                parts,
                upright,
                street_mm,
            } => {
                let [a, b] = &**parts;
                let (own, other, all) = match upright {
                    true => (a.wide, b.wide, rect.wide()),
                    false => (a.deep, b.deep, rect.deep()),
                };
                let slack = i64::from(all - own - other - street_mm);
                let more = slack * i64::from(own) / i64::from((own + other).max(1));
                let cut = own + i32::try_from(more).unwrap_or(0) / CELL_MM * CELL_MM;
                let (low, street, high) = match upright {
                    true => (
                        Rect {
                            x1: rect.x0 + cut,
                            ..rect
                        },
                        Rect {
                            x0: rect.x0 + cut,
                            x1: rect.x0 + cut + street_mm,
                            ..rect
                        },
                        Rect {
                            x0: rect.x0 + cut + street_mm,
                            ..rect
                        },
                    ),
                    false => (
                        Rect {
                            y1: rect.y0 + cut,
                            ..rect
                        },
                        Rect {
                            y0: rect.y0 + cut,
                            y1: rect.y0 + cut + street_mm,
                            ..rect
                        },
                        Rect {
                            y0: rect.y0 + cut + street_mm,
                            ..rect
                        },
                    ),
                };
                let street = self.street(street, Some(b.copy), false, around, *upright);
                let (before, after) = match upright {
                    true => (Side::East, Side::West),
                    false => (Side::North, Side::South),
                };
                self.build(a, low, &self.touching(&around.with(before, &street), low));
                self.build(b, high, &self.touching(&around.with(after, &street), high));
            }
        }
    }

    /// The streets among some that touch a rectangle.
    fn touching(&self, around: &Around, rect: Rect) -> Around {
        let touches = |id: &PlateId| {
            let plate = self.town.plan.plate(*id);
            plate.is_some_and(|plate| plate.rect.border_with(&rect).is_some())
        };
        Around(
            around
                .0
                .each_ref()
                .map(|list| list.iter().copied().filter(touches).collect()),
        )
    }

    /// A street that joins those at its ends.
    fn street(
        &mut self,
        rect: Rect,
        copy: Option<u32>,
        is_quay: bool,
        around: &Around,
        upright: bool,
    ) -> Vec<PlateId> {
        let street = self.pave(rect, copy, is_quay);
        let ends = match upright {
            true => [Side::South, Side::North],
            false => [Side::West, Side::East],
        };
        for (end, side) in [street.first(), street.last()].into_iter().zip(ends) {
            if let Some(end) = end {
                self.join(Way::Mouth, *end, around.of(side), None);
            }
        }
        street
    }

    /// Builds a street, in pieces if it is long, and gives it the name of a sample's street if one
    /// is left.
    fn pave(&mut self, rect: Rect, copy: Option<u32>, is_quay: bool) -> Vec<PlateId> {
        let mut areas = self.areas_for(copy);
        if areas.is_empty() {
            let name = match is_quay {
                true => self.namer.quay(),
                false => self.namer.street(),
            };
            let root = copy.map_or(self.copies.root, |copy| {
                self.copies.area(self.copies.root, copy)
            });
            areas.push(self.copies.add_area(self.town, self.namer, &name, root));
        }
        let upright = rect.deep() > rect.wide();
        let long = rect.deep().max(rect.wide());
        let count = (long / PIECE_MM + 1).max(i32::try_from(areas.len()).unwrap_or(1));
        let cut =
            |n: i32| (i64::from(long) * i64::from(n) / i64::from(count)) as i32 / CELL_MM * CELL_MM;
        let mut plates: Vec<PlateId> = vec![];
        for n in 0..count {
            let (low, high) = (cut(n), if n + 1 == count { long } else { cut(n + 1) });
            let piece = match upright {
                true => Rect {
                    y0: rect.y0 + low,
                    y1: rect.y0 + high,
                    ..rect
                },
                false => Rect {
                    x0: rect.x0 + low,
                    x1: rect.x0 + high,
                    ..rect
                },
            };
            let area = areas.get(n as usize * areas.len() / count as usize);
            let plate = pave(
                &mut self.town.plan,
                area.copied().unwrap_or(self.copies.root),
                piece,
            );
            if let Some(before) = plates.last() {
                self.town
                    .plan
                    .connect(Way::Mouth, [*before, plate], rect.wide().min(rect.deep()));
            }
            plates.push(plate);
        }
        for (plate, area) in plates.iter().zip(&areas) {
            self.furnish_street(*plate, *area, copy);
        }
        plates
    }

    /// The areas of the sample's streets for the next street of a neighbourhood. The last street
    /// takes all that are left.
    fn areas_for(&mut self, copy: Option<u32>) -> Vec<AreaId> {
        let Some(unnamed) = copy.and_then(|copy| self.streets.get_mut(copy as usize)) else {
            return vec![];
        };
        unnamed.left = unnamed.left.saturating_sub(1);
        let count = if unnamed.left == 0 {
            unnamed.areas.len()
        } else {
            1
        };
        unnamed
            .areas
            .drain(..count.min(unnamed.areas.len()))
            .collect()
    }

    /// Places on a street the locations of the sample's street.
    fn furnish_street(&mut self, plate: PlateId, area: AreaId, copy: Option<u32>) {
        let Some(copy) = copy else {
            return;
        };
        let plan = self.sample.plan;
        let from = self
            .sample
            .streets
            .iter()
            .find(|street| self.copies.area(**street, copy) == area);
        let Some((from, rect)) = from.zip(self.town.plan.plate(plate).map(|plate| plate.rect))
        else {
            return;
        };
        let here = plan.spots.iter().filter_map(|spot| {
            let street = plan.plate(spot.plate).filter(|plate| plate.area == *from)?;
            Some((spot, street.rect))
        });
        for (n, (spot, _)) in here.enumerate() {
            let Some(kind) = self.sample.module.location(spot.kind) else {
                continue;
            };
            // Along the kerb, one after the other.
            let along = CELL_MM * 5 / 2 + CELL_MM * 6 * i32::try_from(n).unwrap_or(0);
            let at = match rect.deep() > rect.wide() {
                true => (
                    rect.x0 + CELL_MM / 2,
                    rect.y0 + along.min(rect.deep() - CELL_MM / 2),
                ),
                false => (
                    rect.x0 + along.min(rect.wide() - CELL_MM / 2),
                    rect.y0 + CELL_MM / 2,
                ),
            };
            crate::plan::stand(&mut self.town.plan, plate, kind, at);
            if let Some(placed) = self.town.plan.spots.last_mut() {
                placed.named = spot
                    .named
                    .iter()
                    .map(|name| self.copies.prop(*name, copy))
                    .collect();
            }
        }
    }

    /// Builds houses at the two long edges of a rectangle, with the rest between them.
    fn build_terrace(&mut self, rows: &[Vec<Lot>; 2], upright: bool, rect: Rect, around: &Around) {
        for (row, is_high) in rows.iter().zip([false, true]) {
            let size = |lot: &Lot| if upright { lot.deep } else { lot.wide };
            let room = if upright { rect.deep() } else { rect.wide() };
            let long: i32 = row.iter().map(size).sum();
            let mut slack = (room - long).max(0);
            let mut along = if upright { rect.y0 } else { rect.x0 };
            for (lot, n) in row.iter().zip(0..) {
                // Most houses stand wall to wall; gaps take the surplus.
                let left = row.len() as i32 - n + 1;
                let gap = match self.chance.between((0, 2)) {
                    0 => 0,
                    many => (slack * many / left).min(slack) / CELL_MM * CELL_MM,
                };
                slack -= gap;
                along += gap;
                let corner = match (upright, is_high) {
                    (false, false) => (along, rect.y0),
                    (false, true) => (along, rect.y1 - lot.deep),
                    (true, false) => (rect.x0, along),
                    (true, true) => (rect.x1 - lot.wide, along),
                };
                self.build_house(lot, corner, around);
                along += size(lot);
            }
        }
    }

    fn build_house(&mut self, lot: &Lot, corner: (i32, i32), around: &Around) {
        let ground = Rect::new(corner.0, corner.1, lot.wide, lot.deep);
        let plates = self.place(lot, ground);
        let Some(unit) = self.sample.unit(lot.unit) else {
            return;
        };
        let Some(front) = unit.front else {
            return;
        };
        let streets = around.of(front.side);
        let index = unit.plates.iter().position(|plate| *plate == front.plate);
        let Some(hall) = index.and_then(|index| plates.get(index).copied()) else {
            return;
        };
        let Some(door) = self.sample.plan.connector(front.door) else {
            return;
        };
        for window in &unit.windows {
            let window = self.sample.plan.connector(*window);
            let room = window.and_then(|window| {
                unit.plates
                    .iter()
                    .position(|plate| window.between.contains(plate))
            });
            if let (Some(window), Some(room)) = (window, room.and_then(|index| plates.get(index))) {
                self.join(Way::Window, *room, streets, Some(window.width_mm));
            }
        }
        let recess = self.sample.recess_mm(&front, &unit.rect);
        let mut streets = streets.to_vec();
        if recess > 0 {
            streets = self
                .passage(hall, front.side, recess, &streets)
                .into_iter()
                .collect();
        }
        if let Some(built) = self.join(Way::Door, hall, &streets, Some(door.width_mm)) {
            let mut admits = door.admits.clone();
            admits.people = self.copies.members(lot.unit, lot.copy, &unit.private);
            if let Some(built) = self.town.plan.connectors.get_mut(built) {
                built.admits = admits;
            }
        }
    }

    /// A passage from a street to a recessed door.
    fn passage(
        &mut self,
        hall: PlateId,
        side: Side,
        long: i32,
        streets: &[PlateId],
    ) -> Option<PlateId> {
        let room = self.town.plan.plate(hall)?.rect;
        let (x, y) = room.middle();
        let half = CELL_MM * 2;
        let rect = match side {
            Side::South => Rect {
                x0: x - half,
                x1: x + half,
                y0: room.y0 - long,
                y1: room.y0,
            },
            Side::North => Rect {
                x0: x - half,
                x1: x + half,
                y0: room.y1,
                y1: room.y1 + long,
            },
            Side::West => Rect {
                x0: room.x0 - long,
                x1: room.x0,
                y0: y - half,
                y1: y + half,
            },
            Side::East => Rect {
                x0: room.x1,
                x1: room.x1 + long,
                y0: y - half,
                y1: y + half,
            },
        };
        let area = streets
            .first()
            .and_then(|street| self.town.plan.plate(*street))?
            .area;
        let passage = pave(&mut self.town.plan, area, rect);
        self.join(Way::Mouth, passage, streets, None);
        Some(passage)
    }

    /// A square covers its whole ground, and opens to every street around it.
    fn build_square(&mut self, lot: &Lot, rect: Rect, around: &Around) {
        let plates = self.place(lot, rect);
        for plate in plates {
            for street in around.0.iter().flatten() {
                let border = self.border_mm(plate, *street);
                if border >= 4 * CELL_MM {
                    self.town.plan.connect(Way::Mouth, [*street, plate], border);
                }
            }
        }
    }

    /// Joins a plate to the one with the longest common border. Returns the connector.
    fn join(
        &mut self,
        way: Way,
        plate: PlateId,
        others: &[PlateId],
        width_mm: Option<i32>,
    ) -> Option<usize> {
        let best = others
            .iter()
            .max_by_key(|other| self.border_mm(plate, **other))?;
        let width = width_mm.unwrap_or_else(|| self.border_mm(plate, *best));
        let built = self.town.plan.connect(way, [*best, plate], width)?;
        Some(built.index())
    }

    fn border_mm(&self, a: PlateId, b: PlateId) -> i32 {
        let plan = &self.town.plan;
        let rects = plan.plate(a).zip(plan.plate(b));
        let border = rects.and_then(|(a, b)| a.rect.border_with(&b.rect));
        border.map_or(0, |border| border.high - border.low)
    }

    /// Builds the rooms of a house, or a square, with its locations. If the ground is larger than
    /// in the sample, one room is larger, away from its front.
    fn place(&mut self, lot: &Lot, ground: Rect) -> Vec<PlateId> {
        let sample = self.sample;
        let Some(unit) = sample.unit(lot.unit) else {
            return vec![];
        };
        let (rect, front) = (unit.rect, unit.front.map(|front| front.side));
        let dx = match front {
            Some(Side::East) => ground.x1 - rect.x1,
            None => (ground.x0 + (ground.wide() - rect.wide()) / 2 - rect.x0) / CELL_MM * CELL_MM,
            _ => ground.x0 - rect.x0,
        };
        let dy = match front {
            Some(Side::North) => ground.y1 - rect.y1,
            None => (ground.y0 + (ground.deep() - rect.deep()) / 2 - rect.y0) / CELL_MM * CELL_MM,
            _ => ground.y0 - rect.y0,
        };
        let moved = |rect: &Rect| Rect {
            x0: rect.x0 + dx,
            y0: rect.y0 + dy,
            x1: rect.x1 + dx,
            y1: rect.y1 + dy,
        };
        let shifted = |at: Place| Place {
            x_mm: at.x_mm + dx,
            y_mm: at.y_mm + dy,
            ..at
        };
        let is_single = unit.plates.len() == 1;
        let mut plates = vec![];
        for old in unit.plates.iter().filter_map(|id| sample.plan.plate(*id)) {
            let mut new = old.clone();
            new.area = self.copies.area(old.area, lot.copy);
            new.rect = if is_single { ground } else { moved(&old.rect) };
            new.rough
                .iter_mut()
                .for_each(|rough| rough.rect = moved(&rough.rect));
            plates.push(self.town.plan.add_plate(new));
        }
        let find = |id: PlateId| {
            let index = unit.plates.binary_search(&id).ok()?;
            plates.get(index).copied()
        };
        for way in unit
            .inner
            .iter()
            .filter_map(|id| sample.plan.connector(*id))
        {
            let mut new = way.clone();
            let [Some(a), Some(b)] = way.between.map(find) else {
                continue;
            };
            new.between = [a, b];
            new.ends = way.ends.map(shifted);
            new.admits.people = self.copies.members(lot.unit, lot.copy, &way.admits.people);
            self.town.plan.connectors.push(new);
        }
        for spot in unit
            .spots
            .iter()
            .filter_map(|index| sample.plan.spots.get(*index))
        {
            let mut new = spot.clone();
            let Some(plate) = find(spot.plate) else {
                continue;
            };
            new.plate = plate;
            new.at = shifted(spot.at);
            new.named = spot
                .named
                .iter()
                .map(|name| self.copies.prop(*name, lot.copy))
                .collect();
            self.town.plan.spots.push(new);
        }
        plates
    }
}

fn whole_cells(mm: i32) -> i32 {
    mm.saturating_add(CELL_MM - 1).div_euclid(CELL_MM) * CELL_MM
}
