//! The critic's findings in words.

use super::moment::clock;
use crate::style;
use townsfolk_critic::{Critic, Names, Silliness};

/// Maximum number of findings that are shown.
const SHOWN_MAX: usize = 20;

/// The last lines of a play: the findings, or that there are none.
pub fn lines(critic: &Critic, names: &Names<'_>) -> Vec<String> {
    let all = critic.findings();
    if all.is_empty() {
        return vec!["silliness: none".to_string()];
    }
    let kinds = critic.counts().iter();
    let kinds: Vec<String> = kinds.map(|(kind, n)| format!("{kind} {n}")).collect();
    let mut lines = vec![format!(
        "silliness: {} ({})",
        style::count(all.len(), "finding"),
        kinds.join(", ")
    )];
    lines.extend(all.iter().take(SHOWN_MAX).map(|one| told(one, names)));
    if let Some(rest) = all.len().checked_sub(SHOWN_MAX).filter(|rest| *rest > 0) {
        lines.push(format!("  … and {} more", style::digits(rest)));
    }
    lines
}

/// One finding with its time of day.
pub fn told(silliness: &Silliness, names: &Names<'_>) -> String {
    let seconds = i64::from(24 * 3600);
    let time = i32::try_from(silliness.at.0.rem_euclid(seconds)).unwrap_or(0);
    let what = silliness.told(names);
    format!("  {}  {}", clock(time), style::harmless(&what))
}
