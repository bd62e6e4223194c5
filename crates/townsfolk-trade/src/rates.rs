//! The rates of a queue, and what they say about the long run.

use townsfolk_module::trade::{Goods, Rate};

/// Mean rates of one queue, in events per hour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// How often a member arrives.
    pub add: f64,
    /// How often a member leaves while there is one.
    pub rem: f64,
}

impl Rates {
    /// The rates of declared goods.
    pub fn of(goods: &Goods) -> Rates {
        Rates::from_declared(goods.arrive, goods.go)
    }

    /// Rates as content states them.
    pub fn from_declared(arrive: Rate, go: Rate) -> Rates {
        Rates {
            add: arrive.hourly(),
            rem: go.hourly(),
        }
    }

    /// Rates from behaviour: the mean stock that is wanted, and the hours in which a disturbance
    /// fades.
    pub fn tuned(mean: f64, recovery: f64) -> Rates {
        let rho = mean / (mean + 1.0);
        let slowest = 1.0 - rho.sqrt();
        let rem = 1.0 / (recovery * slowest * slowest);
        Rates {
            add: rho * rem,
            rem,
        }
    }

    /// The traffic: arrivals for each departure. It is 0 if nothing arrives.
    pub fn rho(self) -> f64 {
        match self.add == 0.0 {
            true => 0.0,
            false => self.add / self.rem,
        }
    }

    /// Whether the stock is finite in the long run.
    pub fn is_stable(self) -> bool {
        self.rho() < 1.0
    }

    /// The mean stock in the long run. Infinite if the queue grows without bound.
    pub fn mean(self) -> f64 {
        match self.is_stable() {
            true => self.rho() / (1.0 - self.rho()),
            false => f64::INFINITY,
        }
    }

    /// The variance of the stock in the long run.
    pub fn variance(self) -> f64 {
        match self.is_stable() {
            true => self.mean() / (1.0 - self.rho()),
            false => f64::INFINITY,
        }
    }

    /// The probability of `n` members in the long run.
    pub fn stationary(self, n: u32) -> f64 {
        match self.is_stable() {
            true => (1.0 - self.rho()) * libm::pow(self.rho(), f64::from(n)),
            false => 0.0,
        }
    }

    /// The hours in which the slowest part of a disturbance falls to a third (by the factor e).
    pub fn memory(self) -> f64 {
        let slowest = self.rem.sqrt() - self.add.sqrt();
        1.0 / (slowest * slowest)
    }

    /// Whether `t` hours after there were `m` the queue is as after a very long time. A tall pile of
    /// rare goods has to drain first.
    pub fn has_forgotten(self, m: u32, t: f64) -> bool {
        if !self.is_stable() || self.add == 0.0 {
            return false;
        }
        let drain = f64::from(m) / 2.0 * libm::log(1.0 / self.rho());
        t >= self.memory() * (30.0 + drain)
    }
}
