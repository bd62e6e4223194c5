//! Dwellings and firms, and the plan of blocks and lots on which they stand.

use crate::calendar::Day;
use crate::names::{AVENUES, STREETS};
use crate::person::PersonId;
use crate::trade::{Ground, TradeId};
use serde::{Deserialize, Serialize};
use townsfolk_core::AreaId;

/// A dwelling or a firm, by its place in the list of all that ever stood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceId(pub u32);

/// What a place is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Use {
    /// A house.
    House,
    /// An apartment: its complex, and its number there.
    Apartment(PlaceId, u16),
    /// A firm.
    Firm(TradeId),
}

/// A dwelling or a firm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// What it is for.
    pub used: Use,
    /// Where it stands.
    pub lot: LotId,
    /// Its name: the firm's, or the address.
    pub name: String,
    /// When it was built or opened.
    pub opened: Day,
    /// When it was closed or torn down.
    pub closed: Option<Day>,
    /// Residents, or those who work there; sorted.
    pub people: Vec<PersonId>,
}

impl Place {
    /// Whether people live there.
    pub fn is_home(&self) -> bool {
        !matches!(self.used, Use::Firm(_))
    }

    /// The kind of firm.
    pub fn trade(&self) -> Option<TradeId> {
        match self.used {
            Use::Firm(trade) => Some(trade),
            _ => None,
        }
    }

    /// Whether it still stands.
    pub fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    /// Its name as a word of scripts.
    pub fn word(&self) -> String {
        word(&self.name)
    }

    /// The area that stands for it in beliefs.
    pub fn area(&self) -> AreaId {
        AreaId::named(&self.word())
    }
}

/// A text as a word of scripts: lower case, underscores.
pub fn word(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\'' => {}
            letter if letter.is_ascii_alphanumeric() => word.push(letter.to_ascii_lowercase()),
            _ if word.ends_with('_') || word.is_empty() => {}
            _ => word.push('_'),
        }
    }
    let word = word.trim_end_matches('_');
    match word.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("no_{word}"),
        _ => word.to_owned(),
    }
}

/// A lot of the plan. Tracts come after the lots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LotId(pub u16);

/// Lots of a block: half of them on the street in the north, half on the street in the south.
pub const LOTS_OF_BLOCK: u16 = 8;

/// The plan: blocks between streets and avenues, each of eight lots, or one tract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Blocks from west to east, and from north to south; at most nine.
    pub side: u16,
    /// Whether each block is one tract.
    pub tracts: Vec<bool>,
    /// What stands on each lot now. A tract uses the first lot of its block.
    pub taken: Vec<Option<PlaceId>>,
}

impl Plan {
    pub(crate) fn new(side: u16) -> Plan {
        let side = side.clamp(3, 9);
        let blocks = usize::from(side * side);
        Plan {
            side,
            tracts: vec![false; blocks],
            taken: vec![None; blocks * usize::from(LOTS_OF_BLOCK)],
        }
    }

    pub(crate) fn is_sound(&self) -> bool {
        let blocks = usize::from(self.side) * usize::from(self.side);
        (3..=9).contains(&self.side)
            && self.tracts.len() == blocks
            && self.taken.len() == blocks * usize::from(LOTS_OF_BLOCK)
    }

    /// Column and row of a block, and the number of the lot in it.
    pub fn position(&self, lot: LotId) -> (u16, u16, u16) {
        let block = lot.0 / LOTS_OF_BLOCK;
        (block % self.side, block / self.side, lot.0 % LOTS_OF_BLOCK)
    }

    /// The block of a lot, as people call it: a hundred of its street.
    pub fn block_name(&self, lot: LotId) -> String {
        let (column, row, place) = self.position(lot);
        let street = street(row + u16::from(place >= LOTS_OF_BLOCK / 2));
        format!("{} block of {street}", u32::from(column + 1) * 100)
    }

    /// The address of a lot.
    pub fn address(&self, lot: LotId) -> String {
        let (column, row, place) = self.position(lot);
        let south = place >= LOTS_OF_BLOCK / 2;
        let street = street(row + u16::from(south));
        // Even numbers stand on the north side of a street.
        let along = 4 * u32::from(place % (LOTS_OF_BLOCK / 2)) + u32::from(!south);
        format!("{} {street}", u32::from(column + 1) * 100 + 2 + along)
    }

    /// How far two lots are from each other, in blocks.
    pub fn distance(&self, a: LotId, b: LotId) -> u16 {
        let (ax, ay, _) = self.position(a);
        let (bx, by, _) = self.position(b);
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    /// All lots of the block of a lot.
    pub fn block_of(&self, lot: LotId) -> impl Iterator<Item = LotId> + use<> {
        let first = lot.0 / LOTS_OF_BLOCK * LOTS_OF_BLOCK;
        (first..first + LOTS_OF_BLOCK).map(LotId)
    }

    /// Free ground of a kind, nearest to the middle first.
    pub(crate) fn free(&self, ground: Ground) -> Option<LotId> {
        let middle = LotId((self.side / 2 * self.side + self.side / 2) * LOTS_OF_BLOCK);
        let lots = (0..self.taken.len() as u16).map(LotId);
        let free = lots.filter(|lot| {
            let tract = self.tracts[usize::from(lot.0 / LOTS_OF_BLOCK)];
            let suits = match ground {
                Ground::Lot => !tract,
                Ground::Tract => tract && lot.0 % LOTS_OF_BLOCK == 0,
            };
            suits && self.taken[usize::from(lot.0)].is_none()
        });
        free.min_by_key(|lot| (self.distance(*lot, middle), *lot))
    }
}

/// The name of a street, from the north.
pub fn street(row: u16) -> String {
    let name = STREETS.get(usize::from(row)).copied().unwrap_or("South");
    format!("{name} Street")
}

/// The name of an avenue, from the west.
pub fn avenue(column: u16) -> String {
    let name = AVENUES.get(usize::from(column)).copied().unwrap_or("East");
    format!("{name} Avenue")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn addresses_are_distinct() {
        let plan = Plan::new(9);
        let lots = 0..plan.taken.len() as u16;
        let addresses: BTreeSet<String> = lots.map(|lot| plan.address(LotId(lot))).collect();
        assert_eq!(addresses.len(), 81 * usize::from(LOTS_OF_BLOCK));
    }

    #[test]
    fn names_become_words() {
        assert_eq!(word("Hartley's Bakery"), "hartleys_bakery");
        assert_eq!(
            word("304 Elm Street, apartment 2"),
            "no_304_elm_street_apartment_2"
        );
    }
}
