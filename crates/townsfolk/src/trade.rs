//! Merchants: what is in stock, and who takes it.
//!
//! The stock of goods is a path over the hours of the calendar, sampled by `townsfolk-trade` with
//! keyed draws. It starts at the last trade (or at the beginning of the calendar) and is a pure
//! function of it and of the time. So a look stores nothing: conditions that are evaluated again,
//! in any order and on any thread, read the same number and change nothing. Only trades are stored,
//! saved and hashed. Within an hour the number stays, except for trades and known events.
//!
//! A trade by a scene (`set .stock(here, bread) = .stock(here, bread) - 1`) is kept as a difference
//! and applied at the next tick, so two scenes that take one each take two. The player trades by
//! [`Folk::trade`], and only the player reaches a merchant's reserve.

use crate::api::Error;
use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use crate::memo::Memo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::hash64;
use townsfolk_core::near::near_names;
use townsfolk_core::{LocationId, MerchantId, Number, Pushed, SymbolId, Value};
use townsfolk_module::Category;
use townsfolk_module::mind::Moment;
use townsfolk_module::trade::{HERE, Merchant, Stand};
use townsfolk_trade::{Ledger, StockState};

const HOUR: i64 = 3600;

/// The moment at which all stocks begin.
const BEGIN: Moment = Moment(0);

/// A merchant and goods.
type StockKey = (MerchantId, SymbolId);

/// Stocks as the last trades left them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stocks {
    traded: BTreeMap<StockKey, StockState>,
    /// States at the full hour. A cache.
    at_hour: Memo<StockKey, StockState>,
    /// The hour of the cache.
    hour: i64,
}

/// Stocks as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedStocks(Vec<(StockKey, StockState)>);

impl Stocks {
    pub(crate) fn saved(&self) -> SavedStocks {
        SavedStocks(self.traded.iter().map(|(key, s)| (*key, *s)).collect())
    }

    /// Stocks from a save. Trades of the future are forged, and left out.
    pub(crate) fn resumed(saved: SavedStocks, now: Moment) -> Stocks {
        let sound = |state: &StockState| (BEGIN..=now).contains(&state.observed_at);
        let states = saved.0.into_iter().filter(|(_, state)| sound(state));
        Stocks {
            traded: states.collect(),
            ..Stocks::default()
        }
    }

    /// The digest of all trades; zero if there was none.
    pub(crate) fn digest(&self) -> u64 {
        match self.traded.is_empty() {
            true => 0,
            false => hash64(&postcard::to_allocvec(&self.traded).unwrap_or_default()),
        }
    }

    /// Clears the cache when an hour begins.
    pub(crate) fn begin_tick(&mut self, now: Moment) {
        let hour = now.0.div_euclid(HOUR);
        if hour != self.hour {
            self.hour = hour;
            self.at_hour.clear();
        }
    }

    /// Forgets what was computed with other content.
    pub(crate) fn content_changed(&mut self) {
        self.at_hour.clear();
    }
}

impl Folk {
    /// Items of some goods that a merchant has for the player now:
    /// `folk.stock("greengrocer", "apples")?`. Looking changes nothing.
    pub fn stock(&self, merchant: &str, goods: &str) -> Result<u32, Error> {
        let (merchant, goods) = self.merchant_and_goods(merchant, goods)?;
        let known = self.stock_now(merchant, goods);
        Ok(known.map_or(0, |(ledger, state)| ledger.items(&state, true)))
    }

    /// Trades with a merchant for the player, from the next tick on: buys if `change` is below 0, and
    /// sells otherwise. Returns the number of items that change hands, as far as it is known now.
    pub fn trade(&mut self, merchant: &str, goods: &str, change: i64) -> Result<i64, Error> {
        let (merchant, goods) = self.merchant_and_goods(merchant, goods)?;
        let known = self.stock_now(merchant, goods);
        let now = self.moment();
        let done = known.map_or(0, |(ledger, state)| {
            ledger.trade(state, now, change, true).1
        });
        self.report(Report::Traded(merchant, goods, change));
        Ok(done)
    }

    /// The merchant at a location: of its kind, else of the area around it.
    pub fn merchant_at(&self, location: LocationId) -> Option<MerchantId> {
        let location = self.places.get(location.0)?;
        let merchants = &self.content.module.trade.merchants;
        let stands = |at: Stand| merchants.iter().find(|merchant| merchant.at == at);
        let of_kind = stands(Stand::Location(location.kind));
        let found = of_kind.or_else(|| {
            let inner = self.area_at(location.at)?;
            self.areas_around(inner)
                .find_map(|area| stands(Stand::Area(area)))
        });
        found.map(|merchant| merchant.id)
    }

    pub(crate) fn has_merchants(&self) -> bool {
        !self.content.module.trade.merchants.is_empty()
    }

    /// The answer to `.stock(MERCHANT, GOODS)` in a scene at a location, without the reserve. A
    /// merchant or goods that do not exist have no stock.
    pub(crate) fn stock_read(&self, location: LocationId, arguments: &[Value]) -> Option<Value> {
        let (merchant, goods) = self.merchant_named(Some(location), arguments)?;
        let items = self.items_for_content(merchant, goods);
        Some(Value::Number(Number::whole(i64::from(items))))
    }

    /// A scene at a location sets a stock.
    pub(crate) fn set_stock_at(
        &mut self,
        location: LocationId,
        arguments: &[Value],
        value: Pushed,
    ) {
        if let Some((merchant, goods)) = self.merchant_named(Some(location), arguments) {
            let named = [SymbolId(merchant.0), goods].map(Value::Symbol);
            let name = townsfolk_module::trade::STOCK;
            self.set_attribute(name, named.to_vec(), value);
        }
    }

    /// The difference that content makes by setting a stock to a value.
    pub(crate) fn change_of_stock(&self, arguments: &[Value], value: Pushed) -> Option<Pushed> {
        let (merchant, goods) = self.merchant_named(None, arguments)?;
        let Pushed::Is(Value::Number(wanted)) = value else {
            return None;
        };
        let now = Number::whole(i64::from(self.items_for_content(merchant, goods)));
        let change = wanted.0.max(0).saturating_sub(now.0);
        (change != 0).then_some(Pushed::Is(Value::Number(Number(change))))
    }

    /// Applies the difference.
    pub(crate) fn trade_for_content(&mut self, arguments: &[Value], change: Pushed) {
        let named = self.merchant_named(None, arguments);
        if let (Some((merchant, goods)), Pushed::Is(Value::Number(change))) = (named, change) {
            self.change_stock(merchant, goods, change.0 / 1000, false);
        }
    }

    pub(crate) fn take_in_trade(&mut self, merchant: MerchantId, goods: SymbolId, change: i64) {
        if !self.change_stock(merchant, goods, change, true) {
            self.unheard(RejectedReport::NoSuchGoods(merchant, goods));
        }
    }

    /// Stores a trade. `false` if there are no such goods.
    fn change_stock(
        &mut self,
        merchant: MerchantId,
        goods: SymbolId,
        change: i64,
        by_player: bool,
    ) -> bool {
        let now = self.moment();
        let known = self.stock_now(merchant, goods);
        let state = known.map(|(ledger, state)| ledger.trade(state, now, change, by_player).0);
        self.stocks
            .traded
            .extend(state.map(|state| ((merchant, goods), state)));
        self.stocks.at_hour.clear();
        state.is_some()
    }

    fn items_for_content(&self, merchant: MerchantId, goods: SymbolId) -> u32 {
        let known = self.stock_now(merchant, goods);
        known.map_or(0, |(ledger, state)| ledger.items(&state, false))
    }

    /// The state of a stock now, by the rules of its goods.
    fn stock_now(&self, merchant: MerchantId, goods: SymbolId) -> Option<(Ledger<'_>, StockState)> {
        let declared = self.content.module.trade.merchant(merchant)?;
        let ledger = Ledger::new(self.seed, declared, declared.goods(goods)?);
        let traded = self.stocks.traded.get(&(merchant, goods)).copied();
        let now = self.moment();
        let hour = Moment(now.0.saturating_sub(now.0.rem_euclid(HOUR)));
        // A trade within this hour is later than the cached state.
        if traded.is_some_and(|state| state.observed_at >= hour)
            || self.stocks.hour != now.0.div_euclid(HOUR)
        {
            return Some((ledger, ledger.on_hours(traded, BEGIN, now)));
        }
        let key = (merchant, goods);
        let state = self
            .stocks
            .at_hour
            .get(key, || ledger.on_hours(traded, BEGIN, hour));
        Some((ledger, ledger.on_hours(Some(state), BEGIN, now)))
    }

    /// The merchant and goods that a condition names. `here` is the merchant at the location.
    fn merchant_named(
        &self,
        location: Option<LocationId>,
        arguments: &[Value],
    ) -> Option<StockKey> {
        let [Value::Symbol(merchant), Value::Symbol(goods)] = *arguments else {
            return None;
        };
        let merchant = match (merchant == HERE, location) {
            (true, Some(location)) => self.merchant_at(location)?,
            _ => MerchantId(merchant.0),
        };
        Some((merchant, goods))
    }

    fn merchant_and_goods(&self, merchant: &str, goods: &str) -> Result<StockKey, Error> {
        let id = self.id::<MerchantId>(merchant)?;
        let declared = self.content.module.trade.merchant(id);
        let known = declared
            .map(|merchant| merchant.goods.as_slice())
            .unwrap_or_default();
        let name_of = |goods: SymbolId| self.symbols().name(Category::Symbol, goods.0);
        let found = known
            .iter()
            .find(|known| known.id == SymbolId::named(goods) || name_of(known.id) == goods);
        let key = found.map(|found| (id, found.id));
        key.ok_or_else(|| Error::Arguments {
            what: Category::Merchant,
            name: merchant.to_owned(),
            wrong: self.not_sold(declared, goods),
        })
    }

    fn not_sold(&self, merchant: Option<&Merchant>, goods: &str) -> String {
        let known = merchant.map(|merchant| merchant.goods.as_slice());
        let names = known.unwrap_or_default().iter();
        let names: Vec<String> = names
            .map(|goods| self.symbols().name(Category::Symbol, goods.id.0))
            .collect();
        let near = near_names(goods, names.iter().map(String::as_str), 1);
        match near.first() {
            Some(near) => format!("does not sell `{goods}`; did you mean `{near}`?"),
            None => format!("does not sell `{goods}`"),
        }
    }
}
