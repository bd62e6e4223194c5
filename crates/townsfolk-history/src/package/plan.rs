//! Streets, houses and what stands in them.

use super::Words;
use crate::place::{LOTS_OF_BLOCK, LotId, PlaceId, Use, avenue, street, word};
use crate::town::Town;
use crate::trade::Ground;
use std::fmt::Write;

/// Width of a lot, depth of a house, depth of half a block, width of streets: in metres.
const LOT: i32 = 12;
const HOUSE: i32 = 10;
const HALF: i32 = 12;
const STREET: i32 = 6;

/// From one block to the next, to the east and to the south.
const EAST: i32 = 4 * LOT + STREET;
const SOUTH: i32 = 2 * HALF + STREET;

/// Apartments on one floor: two on each side of the stairs.
const ON_FLOOR: u16 = 4;

/// What stands where, by tags.
pub(super) fn places(town: &Town, words: &Words) -> String {
    let mut text = String::from("# Areas, and what is in the houses.\n\narea town\n");
    for row in 0..=town.plan.side {
        let _ = writeln!(text, "area {} in town", word(&street(row)));
    }
    for (column, row) in segments(town) {
        let _ = writeln!(text, "area {} in town", segment(column, row));
    }
    let mut homes = vec![];
    let mut firms = vec![];
    for (id, name) in &words.places {
        let place = town.place(*id);
        let (_, row, on_lot) = town.plan.position(place.lot);
        let along = word(&street(row + u16::from(on_lot >= LOTS_OF_BLOCK / 2)));
        let _ = writeln!(text, "area {name} in {along}");
        for floor in 1..floors(town, *id) {
            let _ = writeln!(text, "area {name}_floor_{floor} in {name}");
        }
        match place.is_home() {
            true => homes.push(name.as_str()),
            false if town.apartments(*id).is_empty() => firms.push(name.as_str()),
            false => {}
        }
    }
    let everywhere: Vec<&str> = homes.iter().chain(&firms).copied().collect();
    for (location, tags, serves, prefers) in [
        (
            "pantry",
            &everywhere,
            "serves hunger as eater",
            "bread_and_cheese",
        ),
        (
            "privy",
            &everywhere,
            "serves bladder as visitor",
            "privy_visit",
        ),
        ("bed", &homes, "", "night"),
    ] {
        let _ = writeln!(text, "\nlocation {location}");
        let _ = writeln!(text, "  tags {}", tags.join(",\n       "));
        if !serves.is_empty() {
            let _ = writeln!(text, "  {serves}");
        }
        let _ = writeln!(text, "  prefers {prefers} 1");
        let _ = writeln!(text, "  emits script every 1 s, within 3 m, rests 1 s");
    }
    text
}

/// Parts of avenues between two streets.
fn segments(town: &Town) -> impl Iterator<Item = (u16, u16)> + use<> {
    let side = town.plan.side;
    (0..=side).flat_map(move |column| (0..side).map(move |row| (column, row)))
}

fn segment(column: u16, row: u16) -> String {
    format!("{}_{}", word(&avenue(column)), row + 1)
}

/// Where the south side of a street lies, and the west side of a column of blocks.
fn street_y(row: u16) -> i32 {
    -i32::from(row) * SOUTH
}

fn block_x(column: u16) -> i32 {
    i32::from(column) * EAST
}

fn floors(town: &Town, complex: PlaceId) -> u16 {
    (town.apartments(complex).len() as u16).div_ceil(ON_FLOOR)
}

/// A rectangle: west, south, east, north.
type Rect = [i32; 4];

fn span([west, south, east, north]: Rect) -> String {
    format!("from {west} m, {south} m to {east} m, {north} m")
}

/// The ground on which a house stands, and its street.
fn ground(town: &Town, lot: LotId) -> (Rect, u16) {
    let (column, row, on_lot) = town.plan.position(lot);
    let in_row = LOTS_OF_BLOCK / 2;
    let west = block_x(column) + i32::from(on_lot % in_row) * LOT;
    let top = street_y(row);
    match on_lot < in_row {
        true => ([west, top - HOUSE, west + LOT - 1, top], row),
        false => {
            let south = top - 2 * HALF;
            ([west, south, west + LOT - 1, south + HOUSE], row + 1)
        }
    }
}

/// The plan.
pub(super) fn plan(town: &Town, words: &Words) -> String {
    let mut text = format!(
        "# Where everything lies. Metres to the east and to the north; the south-west corner first.\n\nplan {}\n",
        word(&town.name)
    );
    let side = town.plan.side;
    for row in 0..=side {
        let y = street_y(row);
        let rect = [-STREET, y, block_x(side), y + STREET];
        let _ = writeln!(text, "  street {} {}", word(&street(row)), span(rect));
    }
    for (column, row) in segments(town) {
        let (x, y) = (block_x(column), street_y(row));
        let rect = [x - STREET, y - 2 * HALF, x, y];
        let _ = writeln!(text, "  street {} {}", segment(column, row), span(rect));
    }
    for (id, name) in &words.places {
        let place = town.place(*id);
        let tract = place
            .trade()
            .is_some_and(|trade| trade.get().ground == Ground::Tract);
        match place.used {
            Use::Apartment(..) => {}
            _ if tract => {
                let (column, row, _) = town.plan.position(place.lot);
                let (x, y) = (block_x(column), street_y(row));
                let rect = [x, y - 2 * HALF, x + 4 * LOT, y];
                let _ = writeln!(text, "  square {name} {}", span(rect));
            }
            _ if floors(town, *id) > 0 => complex(town, words, *id, &mut text),
            _ => {
                let (rect, along) = ground(town, place.lot);
                let _ = writeln!(text, "  room {name} {}", span(rect));
                let private = if place.is_home() {
                    " private"
                } else {
                    " wide 1.4 m"
                };
                let along = word(&street(along));
                let _ = writeln!(text, "  door {name} to {along}{private}");
            }
        }
    }
    text
}

/// A house of apartments: stairs in the middle, two apartments on each side of each floor.
fn complex(town: &Town, words: &Words, id: PlaceId, text: &mut String) {
    let name = words.place(id);
    let ([west, south, _, north], along) = ground(town, town.place(id).lot);
    let apartments = town.apartments(id);
    for floor in 0..floors(town, id) {
        let level = if floor == 0 {
            String::new()
        } else {
            format!(" floor {floor}")
        };
        let hall = match floor {
            0 => name.to_owned(),
            floor => format!("{name}_floor_{floor}"),
        };
        let rect = [west + 5, south, west + 7, north];
        let _ = writeln!(text, "  room {hall} {}{level}", span(rect));
        match floor {
            0 => {
                let along = word(&street(along));
                let _ = writeln!(text, "  door {hall} to {along} wide 1.4 m");
            }
            1 => drop(writeln!(text, "  stairs {name} to {hall}")),
            floor => drop(writeln!(
                text,
                "  stairs {name}_floor_{} to {hall}",
                floor - 1
            )),
        }
        let first = usize::from(floor * ON_FLOOR);
        for (n, apartment) in apartments
            .iter()
            .skip(first)
            .take(ON_FLOOR.into())
            .enumerate()
        {
            let own = words.place(*apartment);
            let x = if n % 2 == 0 { west } else { west + 7 };
            let y = if n < 2 { south } else { south + HOUSE / 2 };
            let rect = [x, y, x + 5, y + HOUSE / 2];
            let _ = writeln!(text, "  room {own} {}{level}", span(rect));
            let _ = writeln!(text, "  door {own} to {hall} private");
        }
    }
}
