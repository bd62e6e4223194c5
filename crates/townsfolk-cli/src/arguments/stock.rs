//! Arguments of `townsfolk stock`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `townsfolk stock`.
#[derive(Args, Debug)]
#[command(
    after_help = "The table says what to expect some time after the player has seen the goods: the mean, the standard
deviation, the chance that there are none, and the numbers below which 5, 50 and 95 of 100 stocks
lie. Deliveries and other dated lines are not in the table. They are in the history below it: one
line for each day, with one column for each hour. Change a rate, and look again.

Examples:
  townsfolk stock examples/lindenford
  townsfolk stock examples/lindenford --merchant baker --days 14 --seed 3
  townsfolk stock examples/market --goods lamp --from 0
  townsfolk stock shop.folk --merchant smith --svg smith.svg
  townsfolk stock --tune 49 --recovery 9700h     rates for a usual stock of 49"
)]
pub struct Stock {
    /// A script, a package or a folder
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,

    /// Only this merchant
    #[arg(long, value_name = "NAME")]
    pub merchant: Option<String>,

    /// Only these goods
    #[arg(long, value_name = "NAME")]
    pub goods: Option<String>,

    /// Items that the player saw last [default: the usual stock]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub from: Option<u32>,

    /// Days of the history
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=366))]
    pub days: u32,

    /// Seed of the history
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Write a picture of table and history
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Print the rates for this mean stock instead; needs `--recovery`
    #[arg(long, value_name = "MEAN", requires = "recovery", conflicts_with_all = ["merchant", "goods", "svg"])]
    pub tune: Option<f64>,

    /// With `--tune`: the hours in which a disturbance fades, such as `24h`
    #[arg(long, value_name = "HOURS", requires = "tune")]
    pub recovery: Option<String>,
}
