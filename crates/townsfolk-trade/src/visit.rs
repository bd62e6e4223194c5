//! A visit to a merchant with many kinds of goods, in steps of a budget.

use crate::ledger::Ledger;
use crate::rates::Rates;
use crate::sample::stationary;
use crate::state::StockState;
use crate::stream::Stream;
use townsfolk_core::Seed;
use townsfolk_module::mind::Moment;
use townsfolk_module::trade::Merchant;

/// The kinds that are in stock at a first meeting, with their numbers. One number is drawn for each
/// kind against its rho, so that thousands of unlikely kinds cost little.
pub fn non_empty(kinds: &[Rates], stream: &mut Stream) -> Vec<(usize, u32)> {
    let mut found = vec![];
    for (index, rates) in kinds.iter().enumerate() {
        let rho = rates.rho();
        if rho < 1.0 && stream.uniform() < rho {
            let more = stationary(rho, stream.uniform());
            found.push((index, more.saturating_add(1)));
        }
    }
    found
}

/// Looks at the goods of a merchant, some at a time.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    seed: Seed,
    merchant: &'a Merchant,
    now: Moment,
    before: Vec<Option<StockState>>,
    done: Vec<StockState>,
}

impl<'a> Visit<'a> {
    /// A visit now. `before` holds the stored states in the order of the merchant's goods; missing
    /// ones are first meetings.
    pub fn begin(
        seed: Seed,
        merchant: &'a Merchant,
        before: &[Option<StockState>],
        now: Moment,
    ) -> Visit<'a> {
        Visit {
            seed,
            merchant,
            now,
            before: before.to_vec(),
            done: vec![],
        }
    }

    /// Looks at up to `budget` further kinds. Returns those of this step, in the order of the
    /// merchant's goods; empty when all are done.
    pub fn step(&mut self, budget: usize) -> &[StockState] {
        let from = self.done.len();
        for goods in self.merchant.goods.iter().skip(from).take(budget) {
            let before = self.before.get(self.done.len()).copied().flatten();
            let ledger = Ledger::new(self.seed, self.merchant, goods);
            self.done.push(ledger.look(before, self.now));
        }
        self.done.get(from..).unwrap_or_default()
    }

    /// Looks at what is left and returns all states.
    pub fn finish(mut self) -> Vec<StockState> {
        self.step(usize::MAX);
        self.done
    }
}
