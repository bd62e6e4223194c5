//! Measures how well a network agrees with the teacher.

use super::backpropagation::{Schooling, train_watched};
use super::cases::{Case, fresh, hand_made, noisy_copies};
use crate::social::answer;
use crate::social::network::{strongest, write};
use std::convert::Infallible;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Interaction, Network};

/// A confusion matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confusion {
    /// Rows: the right answer. Columns: the given answer. In the order of [`Interaction::ALL`].
    pub counts: [[u32; 8]; 8],
}

impl Confusion {
    /// Evaluates a network on cases.
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
        thousandths(right, self.total())
    }

    /// Recall of an interaction, in thousandths.
    pub fn recall(&self, interaction: Interaction) -> u32 {
        let row = self.counts[place(interaction)];
        thousandths(self.count(interaction, interaction), row.iter().sum())
    }

    /// Precision of an interaction, in thousandths.
    pub fn precision(&self, interaction: Interaction) -> u32 {
        let column = self.counts.iter().map(|row| row[place(interaction)]);
        thousandths(self.count(interaction, interaction), column.sum())
    }

    /// The number of cases.
    pub fn total(&self) -> u32 {
        self.counts.iter().flatten().sum()
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Confusion) {
        for (row, others) in self.counts.iter_mut().zip(&other.counts) {
            for (count, more) in row.iter_mut().zip(others) {
                *count += more;
            }
        }
    }
}

impl std::fmt::Display for Confusion {
    /// A table with the right answers in rows and the given ones in columns; recall beside it,
    /// precision below it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>10}", "")?;
        for given in Interaction::ALL {
            write!(f, "{:>11}", given.name())?;
        }
        writeln!(f, "{:>8}", "recall")?;
        for (right, row) in Interaction::ALL.into_iter().zip(&self.counts) {
            write!(f, "{:>10}", right.name())?;
            for count in row {
                write!(f, "{count:>11}")?;
            }
            writeln!(f, "{:>8}", three_digits(self.recall(right)))?;
        }
        write!(f, "{:>10}", "precision")?;
        for given in Interaction::ALL {
            write!(f, "{:>11}", three_digits(self.precision(given)))?;
        }
        writeln!(f)
    }
}

fn thousandths(part: u32, all: u32) -> u32 {
    // A share is at most one.
    (u64::from(part) * 1000 / u64::from(all.max(1))) as u32
}

/// Thousandths with all their digits: `0.500`.
fn three_digits(thousandths: u32) -> String {
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

fn place(interaction: Interaction) -> usize {
    Interaction::ALL
        .iter()
        .position(|i| *i == interaction)
        .unwrap_or(7)
}

/// Five-fold cross-validation. Grouped, all copies of one hand-made case are on the same side, so
/// that no near-duplicate of a test case was trained on.
pub fn cross_validate(cases: &[Case], schooling: &Schooling, grouped: bool) -> Confusion {
    let watch = &mut || Ok::<(), Infallible>(());
    let Ok(confusion) = cross_validate_watched(cases, schooling, grouped, watch);
    confusion
}

fn cross_validate_watched<E>(
    cases: &[Case],
    schooling: &Schooling,
    grouped: bool,
    epoch_begins: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Confusion, E> {
    let draw = Draw::at(schooling.seed, 0, Tick(0), SiteId::named("folds"));
    let fold = |index: usize, case: &Case| {
        let unit = if grouped { case.parent } else { index };
        draw.between(unit as u64, 0, 4)
    };
    let mut sum = Confusion::default();
    for held_out in 0..FOLDS {
        let part = |asked: bool| -> Vec<Case> {
            let all = cases.iter().enumerate();
            let part = all.filter(|(index, case)| (fold(*index, case) == held_out) == asked);
            part.map(|(_, case)| *case).collect()
        };
        let network = train_watched(&part(false), schooling, epoch_begins)?;
        sum.add(&Confusion::of(&network, &part(true)));
    }
    Ok(sum)
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Report {
    /// The network, trained on all noisy copies.
    pub network: Network,
    /// Its result on the hand-made cases, the parents of the training data.
    pub on_hand_made: Confusion,
    /// Five-fold on noisy copies; copies of one case are on both sides.
    pub five_fold: Confusion,
    /// Five-fold grouped by parent: the figure without leaks.
    pub grouped: Confusion,
    /// Its result on a thousand random situations. Only our own teacher can judge these, so there
    /// is none for foreign cases.
    pub on_fresh: Option<Confusion>,
}

/// Noisy copies of each hand-made case: 2,100 in all.
pub const COPIES: usize = 7;
/// The deviation of the noise on copies, in thousandths.
pub const SIGMA: i64 = 30;
/// Number of folds for cross-validation.
const FOLDS: i64 = 5;
/// Number of networks trained for a report: one on everything, and one per fold, twice.
pub const TRAININGS: u32 = 1 + 2 * FOLDS as u32;

/// Trains the shipped network, and reports its quality.
pub fn report(schooling: &Schooling) -> Report {
    let watch = &mut |_: &str| Ok::<(), Infallible>(());
    let Ok(report) = report_on(None, schooling, watch);
    report
}

/// Trains a network on cases, or on ours if there are none, and reports its quality. `watch` is
/// called at every epoch of the [`TRAININGS`] and may cancel.
pub fn report_on<E>(
    cases: Option<&[Case]>,
    schooling: &Schooling,
    watch: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<Report, E> {
    let ours = cases.is_none();
    let cases = cases.map_or_else(hand_made, <[Case]>::to_vec);
    let noisy = noisy_copies(&cases, COPIES, SIGMA, Seed(schooling.seed.0));
    let network = train_watched(&noisy, schooling, &mut || watch("training on all cases"))?;
    let mut fold = |grouped: bool, what: &str| {
        cross_validate_watched(&noisy, schooling, grouped, &mut || watch(what))
    };
    Ok(Report {
        on_hand_made: Confusion::of(&network, &cases),
        five_fold: fold(false, "five-fold cross-validation")?,
        grouped: fold(true, "five-fold cross-validation, grouped by parent")?,
        on_fresh: ours.then(|| Confusion::of(&network, &fresh(1000))),
        network,
    })
}

impl Report {
    /// The report as text.
    pub fn tell(&self, schooling: &Schooling) -> String {
        let mut text = format!(
            "{}; {} hand-made cases, {COPIES} noisy copies of each, deviation 0.0{SIGMA}.\n\
             Seed {}, {} epochs, rate {}, momentum {}.\n\
             Right on the hand-made cases (parents of the training cases): {}\n\
             Right in five-fold cross-validation on the copies: {}\n\
             Right in five-fold cross-validation grouped by parent: {}\n",
            match self.on_fresh {
                Some(_) => "Teacher: the rules in training/teacher.rs",
                None => "Teacher: whoever made the cases",
            },
            self.on_hand_made.total(),
            schooling.seed.0,
            schooling.epochs,
            schooling.rate,
            schooling.momentum,
            percent(&self.on_hand_made),
            percent(&self.five_fold),
            percent(&self.grouped),
        );
        if let Some(on_fresh) = &self.on_fresh {
            let right = percent(on_fresh);
            text += &format!("Right on 1,000 situations drawn at random: {right}\n");
        }
        text += "Grouped, rows right, columns given:\n";
        text + &self.grouped.to_string()
    }

    /// The content file: comment lines with the origin and quality of the weights, and the weights.
    pub fn file(&self, schooling: &Schooling) -> String {
        let title = "Weights of the social network: 9 inputs, 6 hidden neurons, 8 outputs, in \
                     1/65,536.\nMade by `townsfolk train social`.\n";
        let told = title.to_string() + &self.tell(schooling);
        let comments: String = told.lines().map(|line| format!("# {line}\n")).collect();
        comments + &write(&self.network)
    }
}

fn percent(confusion: &Confusion) -> String {
    let thousandths = confusion.accuracy();
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}
