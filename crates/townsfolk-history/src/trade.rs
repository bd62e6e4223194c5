//! Kinds of firms: from when until when, in how large a town, how many, and the jobs that they have.

use serde::{Deserialize, Serialize};

/// A kind of firm, by its place in [`TRADES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TradeId(pub u8);

impl TradeId {
    /// The kind of firm. An id from elsewhere that does not exist gives the first kind.
    pub fn get(self) -> &'static Trade {
        TRADES.get(usize::from(self.0)).unwrap_or(&TRADES[0])
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<TradeId> {
        let place = TRADES.iter().position(|trade| trade.name == name)?;
        u8::try_from(place).ok().map(TradeId)
    }
}

/// What stands on the ground of a firm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A house on a lot.
    Lot,
    /// A whole tract at the edge of the town.
    Tract,
}

/// A kind of firm.
#[derive(Debug)]
pub struct Trade {
    /// Its name in lower case with underscores.
    pub name: &'static str,
    /// First and last year in which one opens.
    pub era: (i32, i32),
    /// Least population.
    pub people: u32,
    /// Greatest number in a town of 400.
    pub firms: u32,
    /// What it needs.
    pub ground: Ground,
    /// Whether people go there in their free time.
    pub visited: bool,
    /// Its jobs, the owner or head first: title, level, letters for shifts (`d` day, `n` night).
    pub jobs: &'static [(&'static str, u8, &'static str)],
}

const ANY: (i32, i32) = (0, 9999);

const fn shop(
    name: &'static str,
    era: (i32, i32),
    people: u32,
    firms: u32,
    jobs: &'static [(&'static str, u8, &'static str)],
) -> Trade {
    Trade {
        name,
        era,
        people,
        firms,
        ground: Ground::Lot,
        visited: true,
        jobs,
    }
}

const fn works(
    name: &'static str,
    era: (i32, i32),
    people: u32,
    firms: u32,
    jobs: &'static [(&'static str, u8, &'static str)],
) -> Trade {
    let mut trade = shop(name, era, people, firms, jobs);
    trade.visited = false;
    trade
}

const fn tract(mut trade: Trade) -> Trade {
    trade.ground = Ground::Tract;
    trade
}

/// Kinds that no town of this engine reaches: a bus depot needs a city.
const CITY: u32 = 9999;

/// All kinds of firms.
pub const TRADES: [Trade; 55] = [
    works(
        "apartment_complex",
        (1880, 9999),
        50,
        99,
        &[("landlord", 5, "d"), ("janitor", 1, "d")],
    ),
    shop(
        "bakery",
        ANY,
        50,
        2,
        &[
            ("baker_owner", 5, "d"),
            ("baker", 2, "d"),
            ("cashier", 1, "dn"),
        ],
    ),
    shop(
        "bank",
        ANY,
        100,
        2,
        &[
            ("banker", 5, "d"),
            ("bank_manager", 2, "d"),
            ("bank_teller", 2, "dd"),
            ("janitor", 1, "n"),
        ],
    ),
    shop(
        "bar",
        (1920, 9999),
        100,
        3,
        &[
            ("bar_owner", 5, "n"),
            ("bartender", 2, "dnn"),
            ("bouncer", 1, "n"),
        ],
    ),
    shop(
        "barbershop",
        ANY,
        50,
        1,
        &[
            ("barber_owner", 5, "d"),
            ("barber", 2, "d"),
            ("cashier", 1, "d"),
        ],
    ),
    shop(
        "blacksmith",
        (0, 1945),
        0,
        1,
        &[
            ("master_smith", 5, "d"),
            ("smith", 2, "d"),
            ("apprentice", 1, "d"),
        ],
    ),
    works(
        "brewery",
        ANY,
        0,
        1,
        &[("brewer", 5, "d"), ("bottler", 1, "dd"), ("cooper", 2, "d")],
    ),
    shop(
        "bus_depot",
        (1930, 9999),
        CITY,
        1,
        &[("depot_manager", 3, "d"), ("bus_driver", 2, "ddn")],
    ),
    shop(
        "butcher",
        (0, 1960),
        50,
        2,
        &[
            ("butcher_owner", 5, "d"),
            ("butcher", 2, "d"),
            ("cashier", 1, "d"),
        ],
    ),
    shop(
        "candy_store",
        (0, 1960),
        100,
        1,
        &[("confectioner", 5, "d"), ("cashier", 1, "d")],
    ),
    works(
        "carpentry",
        ANY,
        70,
        1,
        &[
            ("master_carpenter", 5, "d"),
            ("carpenter", 2, "dd"),
            ("apprentice", 1, "d"),
        ],
    ),
    tract(shop(
        "cemetery",
        ANY,
        1,
        1,
        &[("undertaker", 2, "d"), ("gravedigger", 1, "d")],
    )),
    shop(
        "city_hall",
        ANY,
        100,
        1,
        &[
            ("mayor", 5, "d"),
            ("town_clerk", 2, "dd"),
            ("secretary", 1, "d"),
            ("janitor", 1, "n"),
        ],
    ),
    shop(
        "clothing_store",
        (0, 1880),
        100,
        2,
        &[
            ("clothier", 5, "d"),
            ("seamstress", 2, "d"),
            ("cashier", 1, "d"),
        ],
    ),
    tract(works(
        "coal_mine",
        ANY,
        0,
        1,
        &[
            ("mine_owner", 5, "d"),
            ("mine_manager", 2, "d"),
            ("miner", 1, "ddddnnnn"),
        ],
    )),
    works(
        "construction_firm",
        ANY,
        80,
        1,
        &[
            ("contractor", 5, "d"),
            ("architect", 4, "d"),
            ("bricklayer", 1, "dd"),
            ("builder", 1, "dd"),
            ("secretary", 1, "d"),
        ],
    ),
    works(
        "dairy",
        (0, 1945),
        30,
        1,
        &[
            ("dairyman_owner", 5, "d"),
            ("milkman", 1, "dd"),
            ("bottler", 1, "d"),
        ],
    ),
    works(
        "day_care",
        (1960, 9999),
        200,
        1,
        &[("nursery_head", 3, "d"), ("nursery_teacher", 2, "dd")],
    ),
    shop(
        "deli",
        (1880, 9999),
        100,
        2,
        &[
            ("delicatessen_owner", 5, "d"),
            ("cashier", 1, "dn"),
            ("butcher", 2, "d"),
        ],
    ),
    shop(
        "dentist",
        ANY,
        75,
        1,
        &[
            ("dentist", 4, "d"),
            ("nurse", 2, "d"),
            ("secretary", 1, "d"),
        ],
    ),
    shop(
        "department_store",
        (1880, 9999),
        200,
        1,
        &[
            ("store_owner", 5, "d"),
            ("store_manager", 2, "d"),
            ("salesclerk", 1, "dddd"),
            ("stocker", 1, "nn"),
            ("window_dresser", 2, "d"),
        ],
    ),
    shop(
        "diner",
        (1945, 9999),
        30,
        3,
        &[
            ("diner_owner", 5, "d"),
            ("cook", 2, "dn"),
            ("waiter", 1, "dn"),
            ("dishwasher", 1, "n"),
        ],
    ),
    works(
        "distillery",
        (0, 1919),
        0,
        1,
        &[
            ("distiller_owner", 5, "d"),
            ("distiller", 2, "d"),
            ("bottler", 1, "d"),
            ("cooper", 2, "d"),
        ],
    ),
    shop(
        "drug_store",
        (0, 1950),
        30,
        1,
        &[("druggist", 5, "d"), ("cashier", 1, "d")],
    ),
    tract(works(
        "farm",
        (0, 1920),
        0,
        99,
        &[("farmer", 5, "d"), ("farmhand", 1, "dd")],
    )),
    works(
        "fire_station",
        ANY,
        100,
        1,
        &[("fire_chief", 3, "d"), ("firefighter", 2, "ddnn")],
    ),
    works(
        "foundry",
        (1830, 1950),
        100,
        1,
        &[
            ("foundry_owner", 5, "d"),
            ("molder", 2, "dd"),
            ("puddler", 1, "dn"),
            ("apprentice", 1, "d"),
        ],
    ),
    shop(
        "furniture_store",
        (0, 1930),
        20,
        1,
        &[
            ("furniture_dealer", 5, "d"),
            ("woodworker", 2, "d"),
            ("salesclerk", 1, "d"),
        ],
    ),
    shop(
        "general_store",
        (0, 1930),
        20,
        1,
        &[
            ("grocer_owner", 5, "d"),
            ("salesclerk", 1, "d"),
            ("stocker", 1, "n"),
        ],
    ),
    shop(
        "grocery",
        (0, 1950),
        20,
        2,
        &[
            ("grocer_owner", 5, "d"),
            ("grocer", 2, "d"),
            ("cashier", 1, "dn"),
            ("stocker", 1, "n"),
        ],
    ),
    shop(
        "hardware",
        ANY,
        40,
        1,
        &[
            ("ironmonger", 5, "d"),
            ("salesclerk", 1, "d"),
            ("stocker", 1, "d"),
        ],
    ),
    works(
        "hospital",
        ANY,
        200,
        1,
        &[
            ("chief_of_medicine", 4, "d"),
            ("doctor", 4, "dn"),
            ("nurse", 2, "ddnn"),
            ("orderly", 1, "dn"),
            ("secretary", 1, "d"),
        ],
    ),
    shop(
        "hotel",
        ANY,
        50,
        1,
        &[
            ("hotelier", 5, "d"),
            ("hotel_manager", 2, "d"),
            ("concierge", 1, "dn"),
            ("maid", 1, "dd"),
            ("cook", 2, "n"),
        ],
    ),
    shop(
        "inn",
        ANY,
        0,
        2,
        &[
            ("innkeeper", 5, "d"),
            ("barkeeper", 2, "n"),
            ("maid", 1, "d"),
            ("groom", 1, "d"),
        ],
    ),
    shop(
        "insurance",
        ANY,
        200,
        1,
        &[
            ("insurance_agent", 3, "d"),
            ("clerk", 2, "d"),
            ("secretary", 1, "d"),
        ],
    ),
    shop(
        "jewelry",
        ANY,
        200,
        1,
        &[
            ("jeweller", 3, "d"),
            ("watchmaker", 2, "d"),
            ("salesclerk", 1, "d"),
        ],
    ),
    shop(
        "law_firm",
        ANY,
        150,
        1,
        &[
            ("lawyer", 4, "d"),
            ("notary", 4, "d"),
            ("clerk", 2, "d"),
            ("secretary", 1, "d"),
        ],
    ),
    shop(
        "optometry",
        (1900, 9999),
        200,
        1,
        &[("optometrist", 4, "d"), ("secretary", 1, "d")],
    ),
    works(
        "painting",
        ANY,
        100,
        1,
        &[
            ("master_painter", 5, "d"),
            ("painter", 2, "d"),
            ("plasterer", 1, "d"),
        ],
    ),
    tract(shop(
        "park",
        ANY,
        100,
        2,
        &[("gardener", 2, "d"), ("landscaper", 1, "d")],
    )),
    shop(
        "pharmacy",
        (1960, 9999),
        200,
        1,
        &[("pharmacist", 4, "d"), ("cashier", 1, "dn")],
    ),
    shop(
        "plastic_surgery",
        (1970, 9999),
        CITY,
        1,
        &[("surgeon", 4, "d"), ("nurse", 2, "d")],
    ),
    works(
        "plumbing",
        ANY,
        100,
        2,
        &[
            ("master_plumber", 5, "d"),
            ("plumber", 2, "d"),
            ("apprentice", 1, "d"),
        ],
    ),
    works(
        "police",
        ANY,
        100,
        1,
        &[("police_chief", 3, "d"), ("police_officer", 2, "ddnn")],
    ),
    tract(works(
        "quarry",
        ANY,
        0,
        1,
        &[
            ("quarry_owner", 5, "d"),
            ("stonecutter", 2, "dd"),
            ("quarryman", 1, "ddd"),
        ],
    )),
    shop(
        "realty",
        ANY,
        80,
        1,
        &[("realtor", 3, "d"), ("secretary", 1, "d")],
    ),
    shop(
        "restaurant",
        ANY,
        50,
        5,
        &[
            ("restaurateur", 5, "n"),
            ("cook", 2, "dn"),
            ("waiter", 1, "dn"),
            ("dishwasher", 1, "n"),
        ],
    ),
    works(
        "school",
        ANY,
        1,
        1,
        &[
            ("principal", 3, "d"),
            ("teacher", 2, "dddd"),
            ("librarian", 2, "d"),
            ("janitor", 1, "n"),
        ],
    ),
    shop(
        "shoemaker",
        (0, 1900),
        20,
        1,
        &[("master_shoemaker", 5, "d"), ("cobbler", 2, "d")],
    ),
    shop(
        "supermarket",
        (1945, 9999),
        200,
        1,
        &[
            ("supermarket_owner", 5, "d"),
            ("store_manager", 2, "d"),
            ("cashier", 1, "ddn"),
            ("stocker", 1, "dnn"),
            ("butcher", 2, "d"),
        ],
    ),
    shop(
        "tailor",
        ANY,
        40,
        1,
        &[
            ("master_tailor", 5, "d"),
            ("tailor", 2, "d"),
            ("seamstress", 2, "d"),
        ],
    ),
    shop(
        "tattoo_parlor",
        (1970, 9999),
        300,
        1,
        &[("tattooist", 2, "d"), ("cashier", 1, "d")],
    ),
    shop(
        "tavern",
        (0, 1920),
        20,
        2,
        &[
            ("taverner", 5, "n"),
            ("barkeeper", 2, "n"),
            ("maid", 1, "d"),
        ],
    ),
    shop(
        "taxi_depot",
        (1930, 9999),
        CITY,
        1,
        &[("depot_manager", 3, "d"), ("taxi_driver", 2, "dn")],
    ),
    works(
        "university",
        ANY,
        CITY,
        1,
        &[
            ("provost", 4, "d"),
            ("professor", 4, "dddd"),
            ("librarian", 2, "d"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn kinds_of_firms_are_distinct_and_have_a_head() {
        let names: BTreeSet<&str> = TRADES.iter().map(|trade| trade.name).collect();
        assert_eq!(names.len(), 55);
        let jobs = TRADES.iter().flat_map(|trade| trade.jobs);
        let titles: BTreeSet<&str> = jobs.map(|(title, ..)| *title).collect();
        assert!(titles.len() >= 79, "{} occupations", titles.len());
        for trade in &TRADES {
            let (_, level, shifts) = trade.jobs[0];
            assert!(level >= 2 && shifts.len() == 1, "{}", trade.name);
        }
        assert_eq!(TradeId::named("bakery"), Some(TradeId(1)));
    }
}
