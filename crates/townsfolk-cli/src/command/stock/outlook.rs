//! What to expect of one kind of goods: distributions over absences, and one history.

use super::{rates_in_words, short};
use townsfolk_core::Seed;
use townsfolk_module::mind::Moment;
use townsfolk_module::trade::{Goods, Merchant};
use townsfolk_trade::{Ledger, Rates, Transient};

/// The absences of the table: a name, and hours.
const ABSENCES: [(&str, f64); 10] = [
    ("36 seconds", 0.01),
    ("6 minutes", 0.1),
    ("an hour", 1.0),
    ("4 hours", 4.0),
    ("10 hours", 10.0),
    ("a day", 24.0),
    ("4 days", 100.0),
    ("a week", 168.0),
    ("a month", 720.0),
    ("6 weeks", 1000.0),
];

const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What to expect of one kind of goods.
pub(super) struct Outlook {
    pub(super) title: String,
    /// The rates as a sentence.
    pub(super) rates: String,
    /// The stock in the long run as a sentence.
    pub(super) long_run: String,
    /// The stock that was seen last.
    pub(super) from: u32,
    /// Whether the table counts batches.
    pub(super) in_batches: bool,
    pub(super) rows: Vec<Row>,
    /// The stock of every hour, by day.
    pub(super) days: Vec<Vec<u32>>,
    pub(super) highest: u32,
}

/// What to expect after one absence.
pub(super) struct Row {
    pub(super) when: &'static str,
    pub(super) hours: f64,
    pub(super) mean: f64,
    pub(super) deviation: f64,
    /// The chance that there are none.
    pub(super) none: f64,
    /// At 5%, 50% and 95%.
    pub(super) quantiles: [u32; 3],
}

impl Outlook {
    pub(super) fn of(
        title: String,
        merchant: &Merchant,
        goods: &Goods,
        from: Option<u32>,
        (seed, days): (Seed, u32),
    ) -> Outlook {
        let rates = Rates::of(goods);
        let ledger = Ledger::new(seed, merchant, goods);
        let at = |hour: i64| {
            let state = ledger.on_hours(None, Moment(0), Moment(hour * 3600));
            ledger.items(&state, true)
        };
        let days: Vec<Vec<u32>> = (0..i64::from(days))
            .map(|day| (day * 24..(day + 1) * 24).map(at).collect())
            .collect();
        let highest = days.iter().flatten().copied().max().unwrap_or(0);
        let usual = match rates.is_stable() {
            // Goods that are only delivered: a full shelf.
            true if rates.add == 0.0 => highest.div_ceil(goods.batch.unwrap_or(1).max(1)).max(1),
            true => rates.mean().max(1.0).round() as u32,
            false => goods.cap.unwrap_or(2) / 2,
        };
        let from = from.unwrap_or(usual);
        let absences = ABSENCES.into_iter();
        let rows = absences.map(|(when, hours)| Row::of(when, hours, rates, from, goods.cap));
        let rows = rows.collect();
        Outlook {
            title,
            rates: rates_in_words(goods),
            long_run: long_run(rates, goods),
            from,
            in_batches: goods.batch.is_some(),
            rows,
            days,
            highest,
        }
    }

    /// One bar for each hour.
    pub(super) fn bars(&self, hours: &[u32]) -> String {
        let bar = |stock: &u32| {
            let eighths = u64::from(*stock) * 8;
            // Rounded up, so that one item is seen.
            let height = eighths.div_ceil(u64::from(self.highest.max(1))) as usize;
            BARS.get(height).copied().unwrap_or('█')
        };
        hours.iter().map(bar).collect()
    }
}

impl Row {
    fn of(when: &'static str, hours: f64, rates: Rates, from: u32, cap: Option<u32>) -> Row {
        let most = cap.unwrap_or(u32::MAX);
        match Transient::new(rates, from, hours) {
            Some(after) => {
                let (mean, deviation) = after.mean_and_deviation_within(most);
                Row {
                    when,
                    hours,
                    mean,
                    deviation,
                    none: after.probability(0),
                    quantiles: [0.05, 0.5, 0.95].map(|share| after.quantile(share).min(most)),
                }
            }
            None => Row::one_sided(when, hours, rates, from, most),
        }
    }

    /// Goods that only arrive or only go. The history shows the rest.
    fn one_sided(when: &'static str, hours: f64, rates: Rates, from: u32, most: u32) -> Row {
        use townsfolk_core::{Draw, SiteId, Tick};
        // Samples with fixed draws: such a stock has no table.
        const SAMPLES: u64 = 4000;
        let draw = |number| {
            let draw = Draw::at(Seed(1), number, Tick(0), SiteId::named("outlook"));
            let mut stream = townsfolk_trade::Stream::new(draw);
            townsfolk_trade::sample::later_within(rates, from, hours, Some(most), &mut stream)
        };
        let mut drawn: Vec<u32> = (0..SAMPLES).map(draw).collect();
        drawn.sort_unstable();
        let count = drawn.len() as f64;
        let mean = drawn.iter().map(|n| f64::from(*n)).sum::<f64>() / count;
        let squares = drawn
            .iter()
            .map(|n| (f64::from(*n) - mean) * (f64::from(*n) - mean));
        let at = |share: f64| drawn.get((count * share) as usize).copied().unwrap_or(0);
        Row {
            when,
            hours,
            mean,
            deviation: (squares.sum::<f64>() / count).sqrt(),
            none: drawn.iter().filter(|n| **n == 0).count() as f64 / count,
            quantiles: [at(0.05), at(0.5), at(0.95)],
        }
    }
}

/// The stock in the long run as a sentence.
fn long_run(rates: Rates, goods: &Goods) -> String {
    if rates.add == 0.0 {
        return "Without deliveries there are none in the long run.".to_string();
    }
    if !rates.is_stable() {
        let cap = goods.cap.unwrap_or(0);
        return format!("They come at least as fast as they go, up to {cap}.");
    }
    let mean = short(rates.mean());
    let deviation = short(rates.variance().sqrt());
    let none = short((1.0 - rates.rho()) * 100.0);
    let fades = match rates.memory() {
        hours if hours < 48.0 => format!("{} hours", short((hours * 10.0).round() / 10.0)),
        hours => format!("{} days", short((hours / 2.4).round() / 10.0)),
    };
    format!(
        "In the long run {mean} (sd {deviation}), none in {none}% of looks; a disturbance fades in {fades}."
    )
}
