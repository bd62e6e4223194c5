//! Merchants: goods that come and go at random rates, and dated changes of the stock.
//!
//! Everything is in whole numbers. `townsfolk-trade` computes with it.

use crate::mind::{Daytime, Moment};
use serde::{Deserialize, Serialize};
use townsfolk_core::{AreaId, HostId, LocationKindId, MerchantId, SymbolId};

/// The function by which conditions read a stock: `.stock(MERCHANT, GOODS)`. Content that sets it
/// takes goods from the merchant, or brings some.
pub const STOCK: HostId = HostId::named("stock");

/// The word for the merchant at the place of the scene: `.stock(here, GOODS)`.
pub const HERE: SymbolId = SymbolId::named("here");

/// Maximum number of items that anything here names: of a batch, a reserve, a limit.
pub const ITEMS_MAX: u32 = 1_000_000;

/// Maximum number of events in an hour.
pub const RATE_MAX: u32 = 1_000_000;

/// The days of the week. Day 0 of the calendar is a Monday.
pub const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Everything that content says about trade.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trade {
    /// Merchants, sorted by id.
    pub merchants: Vec<Merchant>,
}

/// A stock of goods at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Merchant {
    /// Its id.
    pub id: MerchantId,
    /// Where it trades.
    pub at: Stand,
    /// Its goods, sorted by id.
    pub goods: Vec<Goods>,
    /// Dated changes of the stock, as written.
    pub events: Vec<StockEvent>,
}

/// The place where a merchant trades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Stand {
    /// No place of the content: only its name leads to it.
    Anywhere,
    /// An area.
    Area(AreaId),
    /// Locations of a kind.
    Location(LocationKindId),
}

/// One kind of goods of a merchant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goods {
    /// The name of the goods.
    pub id: SymbolId,
    /// How often one arrives.
    pub arrive: Rate,
    /// How often one goes while there is one.
    pub go: Rate,
    /// Items that come and go together. The rates count batches.
    pub batch: Option<u32>,
    /// Items that only the player can buy.
    pub reserve: u32,
    /// Items that are there in addition until the first trade.
    pub first: u32,
    /// The greatest stock.
    pub cap: Option<u32>,
}

/// A mean number of events in a span of calendar time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rate {
    /// The mean number, in millionths.
    pub millionths: u64,
    /// The span in seconds. Never zero.
    pub seconds: u32,
}

impl Rate {
    /// A mean number of events in an hour, in millionths.
    pub const fn per_hour(millionths: u64) -> Rate {
        Rate {
            millionths,
            seconds: 3600,
        }
    }

    /// Events in an hour.
    pub fn hourly(self) -> f64 {
        // Exact up to 2^53 millionths, which is beyond the limit.
        self.millionths as f64 / 1e6 / (f64::from(self.seconds) / 3600.0)
    }

    /// Whether the first rate is at least the second one, without rounding.
    pub fn is_at_least(self, other: Rate) -> bool {
        let this = u128::from(self.millionths) * u128::from(other.seconds);
        this >= u128::from(other.millionths) * u128::from(self.seconds)
    }

    fn is_sound(self) -> bool {
        let most = u128::from(RATE_MAX) * 1_000_000 * u128::from(self.seconds);
        self.seconds > 0 && u128::from(self.millionths) * 3600 <= most
    }
}

/// A known change of a stock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StockEvent {
    /// When it happens.
    pub when: EventTime,
    /// The goods it changes. Empty for all goods of the merchant.
    pub goods: Vec<SymbolId>,
    /// What it changes.
    pub what: StockChange,
    /// The chance that it happens, in thousandths.
    pub chance: u16,
}

/// The time of a known change of a stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EventTime {
    /// Every day.
    Daily(Daytime),
    /// Every week, on a day that is counted from 0 for Monday. Day 0 is a Monday.
    Weekly(u8, Daytime),
    /// Once.
    Once(Moment),
    /// At random times, with this mean distance in seconds.
    Random(u32),
}

/// A change of a stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StockChange {
    /// More items.
    More(u32),
    /// More items if fewer than the limit are in stock.
    MoreIfBelow {
        /// The limit.
        limit: u32,
        /// The number of additional items.
        amount: u32,
    },
    /// Fewer items.
    Fewer(u32),
    /// Filled up to a number of items.
    UpTo(u32),
    /// Everything is taken.
    TakeAll,
    /// Other rates from then on.
    Rates(Rate, Rate),
}

impl Trade {
    /// The merchant with this id.
    pub fn merchant(&self, id: MerchantId) -> Option<&Merchant> {
        let index = self.merchants.binary_search_by_key(&id, |item| item.id);
        self.merchants.get(index.ok()?)
    }

    /// Sorts every list by id, as the format wants it.
    pub(crate) fn sort(&mut self) {
        self.merchants.sort_by_key(|item| item.id);
        for merchant in &mut self.merchants {
            merchant.goods.sort_by_key(|item| item.id);
        }
    }

    /// Whether it is what a compiler writes.
    pub(crate) fn is_sound(&self) -> bool {
        let ids = self.merchants.iter().map(|merchant| merchant.id);
        ids.is_sorted_by(|a, b| a < b) && self.merchants.iter().all(Merchant::is_sound)
    }
}

impl Merchant {
    /// Its goods with this name.
    pub fn goods(&self, id: SymbolId) -> Option<&Goods> {
        let index = self.goods.binary_search_by_key(&id, |item| item.id);
        self.goods.get(index.ok()?)
    }

    /// The changes of one kind of goods.
    pub fn events_of(&self, goods: SymbolId) -> impl Iterator<Item = &StockEvent> {
        let concerns =
            move |event: &&StockEvent| event.goods.is_empty() || event.goods.contains(&goods);
        self.events.iter().filter(concerns)
    }

    fn is_sound(&self) -> bool {
        let ids = self.goods.iter().map(|goods| goods.id);
        let known = |event: &StockEvent| event.goods.iter().all(|id| self.goods(*id).is_some());
        ids.is_sorted_by(|a, b| a < b)
            && self.goods.iter().all(Goods::is_sound)
            && (self.events.iter()).all(|event| event.is_sound() && known(event))
            && self.goods.iter().all(|goods| self.stays_finite(goods))
    }

    /// Whether the rates of some goods, from the start and after each change, let the stock be finite.
    fn stays_finite(&self, goods: &Goods) -> bool {
        let mut changes = self.events_of(goods.id);
        goods.cap.is_some()
            || (goods.is_stable()
                && changes.all(|event| match event.what {
                    StockChange::Rates(arrive, go) => is_stable(arrive, go),
                    _ => true,
                }))
    }
}

/// Whether goods with these rates have a finite stock in the long run: they go faster than they
/// arrive, or never arrive.
pub fn is_stable(arrive: Rate, go: Rate) -> bool {
    arrive.millionths == 0 || !arrive.is_at_least(go)
}

impl Goods {
    /// Whether its stock is finite in the long run.
    pub fn is_stable(&self) -> bool {
        is_stable(self.arrive, self.go)
    }

    fn is_sound(&self) -> bool {
        let sizes = [Some(self.reserve), Some(self.first), self.cap, self.batch];
        self.arrive.is_sound()
            && self.go.is_sound()
            && self.batch != Some(0)
            && sizes.into_iter().flatten().all(|size| size <= ITEMS_MAX)
    }
}

impl StockEvent {
    fn is_sound(&self) -> bool {
        let time = match self.when {
            EventTime::Daily(time) => time.0 < Daytime::DAY,
            EventTime::Weekly(day, time) => day < 7 && time.0 < Daytime::DAY,
            EventTime::Once(_) => true,
            EventTime::Random(mean) => mean >= 3600,
        };
        let change = match self.what {
            StockChange::More(n) | StockChange::Fewer(n) | StockChange::UpTo(n) => n <= ITEMS_MAX,
            StockChange::MoreIfBelow { limit, amount } => limit.max(amount) <= ITEMS_MAX,
            StockChange::TakeAll => true,
            StockChange::Rates(arrive, go) => {
                let once = matches!(self.when, EventTime::Once(_));
                arrive.is_sound() && go.is_sound() && once
            }
        };
        time && change && self.chance <= 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Module;
    use crate::file::{Refused, read_module, write_module};

    fn trade() -> Trade {
        let goods = |name, arrive| Goods {
            id: SymbolId(name),
            arrive: Rate::per_hour(arrive),
            go: Rate::per_hour(2_000_000),
            batch: Some(25),
            reserve: 4,
            first: 3,
            cap: None,
        };
        let event = StockEvent {
            when: EventTime::Weekly(0, Daytime::at(6, 0)),
            goods: vec![SymbolId(2)],
            what: StockChange::UpTo(50),
            chance: 1000,
        };
        Trade {
            merchants: vec![Merchant {
                id: MerchantId(1),
                at: Stand::Area(AreaId(9)),
                goods: vec![goods(2, 1_000_000), goods(5, 0)],
                events: vec![event],
            }],
        }
    }

    #[test]
    fn merchants_are_read_back() {
        let module = Module {
            trade: trade(),
            ..Module::default()
        };
        let read = read_module(&write_module(&module));
        assert_eq!(read.as_ref(), Ok(&module));
    }

    #[test]
    fn what_a_compiler_does_not_write_is_refused() {
        let spoilt: [fn(&mut Merchant); 9] = [
            |m| m.goods.swap(0, 1),
            |m| m.goods[0].batch = Some(0),
            |m| m.goods[0].arrive = m.goods[0].go,
            |m| m.goods[0].arrive.seconds = 0,
            |m| m.goods[0].reserve = ITEMS_MAX + 1,
            |m| m.events[0].goods = vec![SymbolId(3)],
            |m| m.events[0].when = EventTime::Weekly(7, Daytime(0)),
            |m| m.events[0].chance = 1001,
            |m| m.events[0].what = StockChange::Rates(m.goods[0].arrive, m.goods[0].go),
        ];
        for (index, spoil) in spoilt.into_iter().enumerate() {
            let mut trade = trade();
            spoil(&mut trade.merchants[0]);
            let module = Module {
                trade,
                ..Module::default()
            };
            let read = read_module(&write_module(&module));
            assert_eq!(read, Err(Refused::Malformed), "case {index}");
        }
    }
}
