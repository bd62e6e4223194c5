//! Three hundred hand-made situations, and noisy copies of them.

use super::teacher::teacher;
use crate::social::Situation;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::mind::{Degree, Interaction};

/// A situation and the right interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The situation.
    pub situation: Situation,
    /// The teacher's answer.
    pub right: Interaction,
    /// The hand-made case it is a copy of, or its own index.
    pub parent: usize,
}

/// Twelve people: neuroticism and extroversion, in percent.
const PEOPLE: [[i32; 2]; 12] = [
    [15, 15],
    [15, 60],
    [15, 90],
    [30, 30],
    [30, 75],
    [25, 85],
    [60, 15],
    [65, 60],
    [80, 80],
    [75, 30],
    [90, 65],
    [90, 20],
];

/// Five moods: valence and arousal, in percent.
const MOODS: [[i32; 2]; 5] = [[15, 80], [45, 25], [55, 55], [75, 40], [85, 80]];

/// Ten relationships, in words and in percent: like, attraction, dominance, intimacy, interest.
const FEELINGS: [(&str, [i32; 5]); 10] = [
    ("enemy", [10, 20, 60, 30, 20]),
    ("rival", [20, 40, 40, 50, 60]),
    ("stranger", [50, 20, 50, 5, 15]),
    ("acquaintance with much to say", [60, 30, 50, 25, 70]),
    ("friend", [80, 30, 50, 80, 60]),
    ("respected superior", [70, 20, 10, 20, 35]),
    ("sweetheart", [90, 90, 50, 85, 60]),
    ("admired from afar", [80, 90, 45, 20, 50]),
    ("dull neighbour", [50, 30, 60, 40, 20]),
    ("new colleague", [65, 15, 40, 15, 75]),
];

/// The three hundred hand-made cases: every person in every mood towards five of the ten
/// relationships. Each value is moved a little, so that no two cases are alike.
pub fn hand_made() -> Vec<Case> {
    let mut cases = vec![];
    for (p, person) in PEOPLE.iter().enumerate() {
        for (m, mood) in MOODS.iter().enumerate() {
            for f in 0..FEELINGS.len() / 2 {
                // Every person meets all ten over their moods.
                let feelings = FEELINGS[(f * 2 + m + p) % FEELINGS.len()].1;
                let parent = cases.len();
                let draw = draw_of("hand-made", parent as i64);
                let percents = person.iter().chain(mood).chain(&feelings).enumerate();
                let mut inputs = [Degree::ZERO; 9];
                for (index, percent) in percents {
                    let moved = draw.between(index as u64, -120, 120) as i32;
                    inputs[index] = Degree::thousandths(percent * 10 + moved).clamped();
                }
                let situation = Situation::of(inputs);
                cases.push(Case {
                    situation,
                    right: teacher(&situation),
                    parent,
                });
            }
        }
    }
    cases
}

/// Noisy copies of each case; sigma in thousandths. The right answer stays the parent's.
pub fn noisy_copies(cases: &[Case], copies: usize, sigma: i64, seed: Seed) -> Vec<Case> {
    let mut noisy = vec![];
    for case in cases {
        for copy in 0..copies {
            let owner = (case.parent * copies + copy) as u64;
            let draw = Draw::at(seed, owner, Tick(0), SiteId::named("noise"));
            let mut inputs = case.situation.inputs();
            for (index, input) in inputs.iter_mut().enumerate() {
                let noise = gaussian(draw, index as u64) * sigma / 1000;
                *input = input.plus(Degree::saturated(noise)).clamped();
            }
            noisy.push(Case {
                situation: Situation::of(inputs),
                ..*case
            });
        }
    }
    noisy
}

/// Situations drawn at random, for an unbiased figure.
pub fn fresh(count: usize) -> Vec<Case> {
    let case = |parent: usize| {
        let draw = draw_of("fresh", parent as i64);
        let input = |index: usize| draw.between(index as u64, 0, 65_536);
        let situation = Situation::of(std::array::from_fn(|i| Degree::saturated(input(i))));
        Case {
            situation,
            right: teacher(&situation),
            parent,
        }
    };
    (0..count).map(case).collect()
}

/// The first line of a table of cases.
pub const HEADER: &str =
    "neuroticism,extroversion,valence,arousal,like,attraction,dominance,intimacy,interest,right";

/// The table of cases as text: one row per case, inputs from 0 to 1 with up to three decimals.
pub fn table(cases: &[Case]) -> String {
    let mut text = format!("{HEADER}\n");
    for case in cases {
        for input in case.situation.inputs() {
            text += &format!("{input},");
        }
        text += case.right.name();
        text.push('\n');
    }
    text
}

/// Why a table of cases cannot be read: line and reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// The line, from one.
    pub line: usize,
    /// The problem.
    pub message: String,
}

/// Reads a table of cases in the format of [`table`]. Each row is its own parent; empty lines and
/// lines that begin with `#` are skipped.
pub fn read_table(text: &str) -> Result<Vec<Case>, Misread> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut lines = lines
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let misread = |line: usize, message: String| Misread { line, message };
    match lines.next() {
        Some((_, HEADER)) => {}
        Some((line, _)) => {
            return Err(misread(line, format!("the first line must be `{HEADER}`")));
        }
        None => return Err(misread(1, "there is nothing in it".to_string())),
    }
    let mut cases = vec![];
    for (line, row) in lines {
        let (situation, right) = read_row(row).map_err(|message| misread(line, message))?;
        let parent = cases.len();
        cases.push(Case {
            situation,
            right,
            parent,
        });
    }
    Ok(cases)
}

fn read_row(row: &str) -> Result<(Situation, Interaction), String> {
    let cells: Vec<&str> = row.split(',').map(str::trim).collect();
    let [numbers @ .., right] = cells.as_slice() else {
        return Err("the row is empty".to_string());
    };
    if numbers.len() != 9 {
        let found = cells.len();
        return Err(format!(
            "ten values were expected, nine numbers and an interaction, but there are {found}"
        ));
    }
    let mut inputs = [Degree::ZERO; 9];
    for ((input, cell), name) in inputs.iter_mut().zip(numbers).zip(HEADER.split(',')) {
        let thousandths = thousandths(cell).ok_or_else(|| {
            format!("{name} must be a number from 0 to 1 with up to three decimals, not `{cell}`")
        })?;
        *input = Degree::thousandths(thousandths);
    }
    let mut all = Interaction::ALL.into_iter();
    let right = all.find(|known| known.name() == *right).ok_or_else(|| {
        let names = Interaction::ALL.map(Interaction::name).join(", ");
        format!("`{right}` is no interaction; there are {names}")
    })?;
    Ok((Situation::of(inputs), right))
}

/// A number from 0 to 1 such as `0.25`, in thousandths.
fn thousandths(cell: &str) -> Option<i32> {
    let (whole, decimals) = cell.split_once('.').unwrap_or((cell, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || whole.len() > 1 || decimals.len() > 3 {
        return None;
    }
    let number: i32 = format!("{whole}{decimals:0<3}").parse().ok()?;
    (number <= 1000).then_some(number)
}

fn draw_of(site: &str, tick: i64) -> Draw {
    Draw::at(Seed(0), 0, Tick(tick), SiteId::named(site))
}

/// An approximately normal number with a deviation of one, in 1/65,536: the sum of twelve uniform
/// ones.
fn gaussian(draw: Draw, index: u64) -> i64 {
    let even = (0..12).map(|part| draw.between(index * 12 + part, 0, 65_535));
    even.sum::<i64>() - 6 * 65_536
}
