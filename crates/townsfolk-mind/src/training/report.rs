//! How well a network does what the teacher would, without flattering.

use super::backpropagation::{Schooling, train};
use super::cases::{Case, fresh, hand_made, noisy_copies};
use crate::social::answer;
use crate::social::network::strongest;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Interaction, Network};

/// How often each interaction was given for each that was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confusion {
    /// Rows: what was right. Columns: what was given. In the order of [`Interaction::ALL`].
    pub counts: [[u32; 8]; 8],
}

impl Confusion {
    /// Asks a network about cases.
    pub fn of(network: &Network, cases: &[Case]) -> Confusion {
        let mut confusion = Confusion::default();
        for case in cases {
            let given = strongest(&answer(network, &case.situation)).0;
            confusion.counts[place(case.right)][place(given)] += 1;
        }
        confusion
    }

    /// How often the second was given when the first was right.
    pub fn count(&self, right: Interaction, given: Interaction) -> u32 {
        self.counts[place(right)][place(given)]
    }

    /// The share of right answers, in thousandths.
    pub fn accuracy(&self) -> u32 {
        let right: u32 = (0..8).map(|i| self.counts[i][i]).sum();
        right * 1000 / self.total().max(1)
    }

    /// How many cases there were.
    pub fn total(&self) -> u32 {
        self.counts.iter().flatten().sum()
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Confusion) {
        for (row, others) in self.counts.iter_mut().zip(&other.counts) {
            for (count, more) in row.iter_mut().zip(others) {
                *count += more;
            }
        }
    }
}

impl std::fmt::Display for Confusion {
    /// A table with the share found of each (recall), rows being right and columns given.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>10}", "")?;
        for given in Interaction::ALL {
            write!(f, "{:>11}", given.name())?;
        }
        writeln!(f, "{:>8}", "recall")?;
        for (right, row) in Interaction::ALL.iter().zip(&self.counts) {
            write!(f, "{:>10}", right.name())?;
            for count in row {
                write!(f, "{count:>11}")?;
            }
            let all: u32 = row.iter().sum();
            let found = self.count(*right, *right) * 1000 / all.max(1);
            writeln!(
                f,
                "{:>8}",
                townsfolk_core::Number(i64::from(found)).to_string()
            )?;
        }
        Ok(())
    }
}

fn place(interaction: Interaction) -> usize {
    Interaction::ALL
        .iter()
        .position(|i| *i == interaction)
        .unwrap_or(7)
}

/// Trains on four fifths and asks about the rest, five times. Grouped, all copies of one hand-made
/// case are on the same side, so that nothing is asked about that was as good as seen.
pub fn cross_validate(cases: &[Case], schooling: &Schooling, grouped: bool) -> Confusion {
    let draw = Draw::at(schooling.seed, 0, Tick(0), SiteId::named("folds"));
    let fold = |index: usize, case: &Case| {
        let unit = if grouped { case.parent } else { index };
        draw.between(unit as u64, 0, 4)
    };
    let mut sum = Confusion::default();
    for held_out in 0..5 {
        let part = |asked: bool| -> Vec<Case> {
            let all = cases.iter().enumerate();
            let part = all.filter(|(index, case)| (fold(*index, case) == held_out) == asked);
            part.map(|(_, case)| *case).collect()
        };
        let network = train(&part(false), schooling);
        sum.add(&Confusion::of(&network, &part(true)));
    }
    sum
}

/// Everything there is to say about a training.
#[derive(Clone, Debug)]
pub struct Report {
    /// The network, trained on all noisy copies.
    pub network: Network,
    /// It, asked about the hand-made cases. They are the parents of what it was trained on.
    pub on_hand_made: Confusion,
    /// Five-fold on noisy copies: copies of one case are on both sides.
    pub five_fold: Confusion,
    /// Five-fold grouped by parent: the figure without leaks.
    pub grouped: Confusion,
    /// The network, asked about a thousand situations drawn at random.
    pub on_fresh: Confusion,
}

/// Copies of each hand-made case: two thousand one hundred in all.
pub const COPIES: usize = 7;
/// The deviation of the noise on copies, in thousandths.
pub const SIGMA: i64 = 30;

/// Trains the network that is shipped, and tells how well it does.
pub fn report(schooling: &Schooling) -> Report {
    let cases = hand_made();
    let noisy = noisy_copies(&cases, COPIES, SIGMA, Seed(schooling.seed.0));
    let network = train(&noisy, schooling);
    Report {
        on_hand_made: Confusion::of(&network, &cases),
        five_fold: cross_validate(&noisy, schooling, false),
        grouped: cross_validate(&noisy, schooling, true),
        on_fresh: Confusion::of(&network, &fresh(1000)),
        network,
    }
}

impl Report {
    /// The report as comment lines, to stand above the weights.
    pub fn tell(&self, schooling: &Schooling) -> String {
        let percent = |confusion: &Confusion| {
            let thousandths = confusion.accuracy();
            format!("{}.{} %", thousandths / 10, thousandths % 10)
        };
        let mut text = format!(
            "Weights of the social network: 9 inputs, 6 hidden neurons, 8 outputs, in 1/65,536.\n\
             Made by `cargo run --release -p townsfolk-mind --example train_social`.\n\
             Teacher: the rules in training/teacher.rs; {} hand-made cases, {COPIES} noisy copies \
             of each, deviation 0.0{SIGMA}.\n\
             Seed {}, {} epochs, rate {}, momentum {}.\n\
             Right on the hand-made cases (parents of the training cases): {}\n\
             Right in five-fold cross-validation on the copies: {}\n\
             Right in five-fold cross-validation grouped by parent: {}\n\
             Right on 1,000 situations drawn at random: {}\n\
             Grouped, rows right, columns given:\n",
            self.on_hand_made.total(),
            schooling.seed.0,
            schooling.epochs,
            schooling.rate,
            schooling.momentum,
            percent(&self.on_hand_made),
            percent(&self.five_fold),
            percent(&self.grouped),
            percent(&self.on_fresh),
        );
        text += &self.grouped.to_string();
        text.lines().map(|line| format!("# {line}\n")).collect()
    }
}
