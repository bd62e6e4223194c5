//! The *Done means* of the specification, by number.

mod distributions;
mod merchant;
mod samplers;

use crate::rates::Rates;
use crate::stream::Stream;
use townsfolk_core::{Draw, MerchantId, Seed, SiteId, SymbolId, Tick};
use townsfolk_module::mind::Moment;
use townsfolk_module::trade::{EventTime, Goods, Merchant, Rate, Stand, StockChange, StockEvent};

const DEMO: Rates = Rates { add: 0.5, rem: 1.0 };
const TRUFFLES: Rates = Rates {
    add: 0.001,
    rem: 1.0,
};
const ARROWS: Rates = Rates {
    add: 1.0,
    rem: 1.0 / 0.98,
};
const SWORDS: Rates = Rates {
    add: 1.0 / 200.0,
    rem: 1.0 / 100.0,
};

fn stream(number: u64) -> Stream {
    Stream::new(Draw::at(Seed(7), number, Tick(0), SiteId(1)))
}

fn hours(n: i64) -> Moment {
    Moment(n * 3600)
}

fn rate(per_hour: f64) -> Rate {
    Rate::per_hour((per_hour * 1e6).round() as u64)
}

fn goods(add: f64, rem: f64) -> Goods {
    Goods {
        id: SymbolId(1),
        arrive: rate(add),
        go: rate(rem),
        batch: None,
        reserve: 0,
        first: 0,
        cap: None,
    }
}

fn merchant(goods: Goods, events: Vec<StockEvent>) -> Merchant {
    Merchant {
        id: MerchantId(5),
        at: Stand::Anywhere,
        goods: vec![goods],
        events,
    }
}

fn event(when: EventTime, what: StockChange) -> StockEvent {
    StockEvent {
        when,
        goods: vec![],
        what,
        chance: 1000,
    }
}

fn mean_and_deviation(drawn: &[u32]) -> (f64, f64) {
    let n = drawn.len() as f64;
    let mean = drawn.iter().map(|x| f64::from(*x)).sum::<f64>() / n;
    let square = drawn
        .iter()
        .map(|x| (f64::from(*x) - mean) * (f64::from(*x) - mean))
        .sum::<f64>()
        / n;
    (mean, square.sqrt())
}
