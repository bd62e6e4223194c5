//! One kind of goods of a merchant over time: looks, trades and known events.
//!
//! A known event between two looks is handled as if somebody had looked at that moment (a *virtual
//! observation*): the stock is sampled up to the event, the event changes it, and the next sample
//! starts there.

use crate::COUNT_MAX;
use crate::rates::Rates;
use crate::sample::{later, later_within, stationary};
use crate::state::StockState;
use crate::stream::Stream;
use townsfolk_core::digest::fold;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Daytime, Moment};
use townsfolk_module::trade::{EventTime, Goods, Merchant, StockChange, StockEvent};

const SAMPLE: SiteId = SiteId::named("stock");
const CHANCE: SiteId = SiteId::named("stock_chance");
const DATES: SiteId = SiteId::named("stock_dates");

const HOUR: i64 = 3600;
const DAY: i64 = Daytime::DAY as i64;
const WEEK: i64 = 7 * DAY;

/// Number of earlier occurrences of a recurring event that a first meeting takes into account.
const OCCURRENCES: i64 = 4;

/// An absence of this length may be cut short, if the goods have forgotten what was before.
const LONG_ABSENCE: i64 = 90 * DAY;
/// The part of a long absence that is always played.
const PLAYED_ABSENCE: i64 = 60 * DAY;
/// An absence of this length is always cut short.
const LONGEST_ABSENCE: i64 = 20 * 365 * DAY;

/// How a reserve that was bought fills up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recovery {
    /// Arrivals at random times.
    #[default]
    Random,
    /// Arrivals at equal distances.
    Even,
}

/// The rules by which the stock of one kind of goods changes.
#[derive(Clone, Copy, Debug)]
pub struct Ledger<'a> {
    key: u64,
    merchant: &'a Merchant,
    goods: &'a Goods,
    recovery: Recovery,
}

impl<'a> Ledger<'a> {
    /// The ledger of goods of a merchant. Its draws depend on the seed and on both names.
    pub fn new(seed: Seed, merchant: &'a Merchant, goods: &'a Goods) -> Ledger<'a> {
        let owner = u64::from(merchant.id.0) << 32 | u64::from(goods.id.0);
        Ledger {
            key: fold(seed.0, owner),
            merchant,
            goods,
            recovery: Recovery::default(),
        }
    }

    /// The same with another way to fill the reserve.
    #[must_use]
    pub fn with_recovery(self, recovery: Recovery) -> Ledger<'a> {
        Ledger { recovery, ..self }
    }

    /// A look now: the stock after everything that happened since the stored state, or the stock at a
    /// first meeting.
    pub fn look(&self, before: Option<StockState>, now: Moment) -> StockState {
        match before {
            Some(state) => self.advance(state, now),
            None => self.introduced(self.first(now)),
        }
    }

    /// The stock now on a path that does not depend on looks: sampled at each full hour, and at known
    /// events. It is a pure function of the state after the last trade, so bare readings need not be
    /// stored. Whole weeks since the last trade are one step.
    pub fn on_hours(&self, traded: Option<StockState>, begin: Moment, now: Moment) -> StockState {
        let mut state = traded.unwrap_or_else(|| self.first(begin));
        let week = Moment(now.0.saturating_sub(now.0.rem_euclid(WEEK)));
        if week > state.observed_at {
            state = self.advance(state, week);
        }
        loop {
            let at = state.observed_at;
            let hour = at.after(HOUR - at.0.rem_euclid(HOUR));
            match self.next_event(at, now.min(hour)) {
                Some(event) => state = self.advance(state, event),
                None if hour <= now && hour > at => state = self.advance(state, hour),
                None => return state,
            }
        }
    }

    /// Items that can be had: by the player with the reserve, by others without.
    pub fn items(&self, state: &StockState, by_player: bool) -> u32 {
        let promised = if state.met { 0 } else { self.goods.first };
        let reserve = if by_player { state.reserve_left } else { 0 };
        state.items.saturating_add(promised).saturating_add(reserve)
    }

    /// Buys from the merchant (`change` below 0) or sells to it, at the moment of the state or later.
    /// Returns the state and the number of items that really changed hands.
    pub fn trade(
        &self,
        state: StockState,
        now: Moment,
        change: i64,
        by_player: bool,
    ) -> (StockState, i64) {
        let mut state = self.introduced(state);
        let before = self.items(&state, true);
        let amount = u32::try_from(change.unsigned_abs()).unwrap_or(COUNT_MAX);
        if change >= 0 {
            self.add(&mut state, amount);
        } else {
            let open = amount.min(state.items);
            state.items -= open;
            if by_player {
                let reserved = (amount - open).min(state.reserve_left);
                state.reserve_left -= reserved;
            }
        }
        state.observed_at = state.observed_at.max(now);
        state.reserve_at = state.observed_at;
        state.index = state.index.wrapping_add(1);
        self.count_batches(&mut state);
        let after = self.items(&state, true);
        (state, i64::from(after) - i64::from(before))
    }

    /// The rates in force at a moment.
    pub fn rates_at(&self, now: Moment) -> Rates {
        let mut rates = Rates::of(self.goods);
        let mut since = None;
        for (ordinal, event) in self.events() {
            if let (EventTime::Once(at), StockChange::Rates(arrive, go)) = (event.when, event.what)
                && at <= now
                && since <= Some(at)
                && self.happens(ordinal, event, at)
            {
                since = Some(at);
                rates = Rates::from_declared(arrive, go);
            }
        }
        rates
    }

    /// The stock at a first meeting, without what is promised to newcomers: a sample of the long run
    /// before the earliest event that still matters, and then what happened since.
    fn first(&self, now: Moment) -> StockState {
        let start = self.events().map(|(_, event)| match event.when {
            EventTime::Daily(_) => now.after(-OCCURRENCES * DAY),
            EventTime::Weekly(..) => now.after(-OCCURRENCES * WEEK),
            EventTime::Random(mean) => now.after(-OCCURRENCES * i64::from(mean)),
            EventTime::Once(at) => at.after(-1),
        });
        let start = start.min().map_or(now, |start| start.min(now));
        let empty = StockState {
            queue: 0,
            items: 0,
            observed_at: start,
            index: 0,
            reserve_left: self.goods.reserve,
            reserve_at: start,
            met: false,
        };
        self.advance(self.in_the_long_run(empty, start), now)
    }

    /// The state at a moment if the queue has been running for very long before.
    fn in_the_long_run(&self, state: StockState, at: Moment) -> StockState {
        let index = state.index.wrapping_add(1);
        let mut stream = self.stream(index, at);
        let rates = self.rates_at(at);
        let queue = match (rates.is_stable(), self.queue_cap()) {
            (true, cap) => {
                let drawn = stationary(rates.rho(), stream.uniform());
                cap.map_or(drawn, |cap| drawn.min(cap))
            }
            (false, Some(cap)) => stream.between(0, cap),
            // Content of this kind is refused.
            (false, None) => 0,
        };
        let mut state = StockState {
            index,
            observed_at: at,
            ..state
        };
        self.set_queue(&mut state, queue, &mut stream);
        state
    }

    fn introduced(&self, mut state: StockState) -> StockState {
        if !state.met {
            state.items = state.items.saturating_add(self.goods.first);
            state.met = true;
            self.count_batches(&mut state);
        }
        state
    }

    /// The state at a later moment, with a virtual observation at each event on the way.
    fn advance(&self, mut state: StockState, to: Moment) -> StockState {
        let restart = to.after(-PLAYED_ABSENCE);
        let absence = to.since(state.observed_at);
        let forgotten = absence > LONG_ABSENCE && self.is_forgotten(&state, restart);
        if forgotten || absence > LONGEST_ABSENCE {
            state = self.in_the_long_run(state, restart);
        }
        while let Some(at) = self.next_event(state.observed_at, to) {
            state = self.sampled(state, at);
            for (ordinal, event) in self.events() {
                if self.next_of(ordinal, event, at.after(-1), at) == Some(at)
                    && self.happens(ordinal, event, at)
                {
                    self.happen(&mut state, event.what);
                }
            }
        }
        self.sampled(state, to)
    }

    /// Whether nothing of a state can be told from a stock at a later moment.
    fn is_forgotten(&self, state: &StockState, at: Moment) -> bool {
        let rates = self.rates_at(state.observed_at);
        let hours = at.since(state.observed_at) as f64 / HOUR as f64;
        state.reserve_left == self.goods.reserve
            && rates == self.rates_at(at)
            && rates.has_forgotten(state.queue, hours)
    }

    /// One sample, from the state to a moment without events between.
    fn sampled(&self, mut state: StockState, to: Moment) -> StockState {
        let hours = to.since(state.observed_at) as f64 / HOUR as f64;
        if hours <= 0.0 {
            return state;
        }
        let rates = self.rates_at(state.observed_at);
        let index = state.index.wrapping_add(1);
        let mut stream = self.stream(index, to);
        let queue = match state.reserve_left < self.goods.reserve {
            false => later_within(rates, state.queue, hours, self.queue_cap(), &mut stream),
            true => match self.refilled(&mut state, rates, to, &mut stream) {
                Some(rest) => {
                    let queue = later(rates, 0, rest, &mut stream);
                    self.queue_cap().map_or(queue, |cap| queue.min(cap))
                }
                None => 0,
            },
        };
        state.index = index;
        state.observed_at = to;
        self.set_queue(&mut state, queue, &mut stream);
        state
    }

    /// Fills up the reserve with what arrives, which is not sold meanwhile. Returns the hours that are
    /// left after it was full, or `None` if it is not.
    fn refilled(
        &self,
        state: &mut StockState,
        rates: Rates,
        to: Moment,
        stream: &mut Stream,
    ) -> Option<f64> {
        let hours = to.since(state.reserve_at) as f64 / HOUR as f64;
        let mut passed = 0.0;
        while state.reserve_left < self.goods.reserve {
            let gap = match self.recovery {
                Recovery::Random => stream.wait(rates.add),
                Recovery::Even => 1.0 / rates.add,
            };
            // Arrivals at equal distances may miss the moment by rounding.
            if passed + gap > hours + 1e-9 {
                state.reserve_at = match self.recovery {
                    // Waiting has no memory: the next look starts anew.
                    Recovery::Random => to,
                    Recovery::Even => state
                        .reserve_at
                        .after(libm::round(passed * HOUR as f64) as i64),
                };
                return None;
            }
            passed += gap;
            let arrived = self.goods.batch.unwrap_or(1);
            state.reserve_left = state
                .reserve_left
                .saturating_add(arrived)
                .min(self.goods.reserve);
        }
        state.reserve_at = to;
        Some((hours - passed).max(0.0))
    }

    /// Changes the stock by a known event. What comes fills up the reserve first; the reserve is not
    /// taken.
    fn happen(&self, state: &mut StockState, what: StockChange) {
        let total = state.items.saturating_add(state.reserve_left);
        match what {
            StockChange::More(amount) => self.add(state, amount),
            StockChange::MoreIfBelow { limit, amount } if total < limit => self.add(state, amount),
            StockChange::MoreIfBelow { .. } | StockChange::Rates(..) => {}
            StockChange::Fewer(amount) => state.items = state.items.saturating_sub(amount),
            StockChange::UpTo(level) => self.add(state, level.saturating_sub(total)),
            StockChange::TakeAll => state.items = 0,
        }
        self.count_batches(state);
    }

    fn add(&self, state: &mut StockState, amount: u32) {
        let reserved = amount.min(self.goods.reserve.saturating_sub(state.reserve_left));
        state.reserve_left += reserved;
        state.items = state.items.saturating_add(amount - reserved);
    }

    /// Sets the queue that was sampled. Items of batches are drawn anew only if their number differs.
    fn set_queue(&self, state: &mut StockState, queue: u32, stream: &mut Stream) {
        match self.goods.batch {
            Some(batch) if queue != state.queue => {
                let full = u64::from(queue) * u64::from(batch);
                let most = u32::try_from(full).unwrap_or(COUNT_MAX);
                let least = most.saturating_sub(batch).saturating_add(1).min(most);
                let drawn = stream.between(least, most);
                state.items = self.goods.cap.map_or(drawn, |cap| drawn.min(cap));
            }
            Some(_) => {}
            None => state.items = queue,
        }
        state.queue = queue;
    }

    /// Sets the queue by the items, after a trade or an event.
    fn count_batches(&self, state: &mut StockState) {
        let most = self.goods.cap.unwrap_or(COUNT_MAX);
        state.items = state.items.min(most);
        state.queue = state.items.div_ceil(self.goods.batch.unwrap_or(1).max(1));
    }

    fn queue_cap(&self) -> Option<u32> {
        let batch = self.goods.batch.unwrap_or(1).max(1);
        self.goods.cap.map(|cap| cap.div_ceil(batch))
    }

    fn stream(&self, index: u32, at: Moment) -> Stream {
        let key = fold(self.key, index.into());
        Stream::new(Draw::of_owner(key, Tick(at.0), SAMPLE))
    }

    fn events(&self) -> impl Iterator<Item = (usize, &'a StockEvent)> {
        let id = self.goods.id;
        let all = self.merchant.events.iter().enumerate();
        all.filter(move |(_, event)| event.goods.is_empty() || event.goods.contains(&id))
    }

    fn happens(&self, ordinal: usize, event: &StockEvent, at: Moment) -> bool {
        let draw = Draw::of_owner(self.key, Tick(at.0), CHANCE);
        draw.coin(ordinal as u64, event.chance.into())
    }

    /// The first moment with an event after one moment, and not after another.
    fn next_event(&self, after: Moment, until: Moment) -> Option<Moment> {
        let times = self
            .events()
            .filter_map(|(ordinal, event)| self.next_of(ordinal, event, after, until));
        times.min()
    }

    fn next_of(
        &self,
        ordinal: usize,
        event: &StockEvent,
        after: Moment,
        until: Moment,
    ) -> Option<Moment> {
        let recurring = |time: Daytime, first: i64, period: i64| {
            let mut day = after.day() - (after.day() - first).rem_euclid(period);
            if Moment::on(day, time) <= after {
                day += period;
            }
            Moment::on(day, time)
        };
        let next = match event.when {
            EventTime::Daily(time) => recurring(time, 0, 1),
            EventTime::Weekly(day, time) => recurring(time, day.into(), 7),
            EventTime::Once(at) => at,
            EventTime::Random(mean) => self.next_random(ordinal, mean, after, until)?,
        };
        (next > after && next <= until).then_some(next)
    }

    /// Random dates: each day has its own number of them, so that any day can be asked.
    fn next_random(
        &self,
        ordinal: usize,
        mean: u32,
        after: Moment,
        until: Moment,
    ) -> Option<Moment> {
        let expected = DAY as f64 / f64::from(mean.max(1));
        (after.day()..=until.day()).find_map(|day| {
            let key = fold(self.key, ordinal as u64);
            let mut stream = Stream::new(Draw::of_owner(key, Tick(day), DATES));
            let count = stream.poisson(expected);
            let times =
                (0..count).map(|_| Moment::on(day, Daytime(stream.between(0, Daytime::DAY - 1))));
            times.filter(|at| *at > after).min()
        })
    }
}
