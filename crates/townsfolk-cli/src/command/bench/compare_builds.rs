//! Two builds of the command side by side: both measure the shipped scripts in turns.

use crate::trouble::Trouble;
use std::path::Path;
use std::process::Command;
use townsfolk_bench::Figure;
use townsfolk_bench::scenes::shipped;

/// Rounds of measuring; in each round both builds run once, and the shortest time counts.
const ROUNDS: usize = 5;

/// The speed of this build on every shipped script against that of the other, and their mean.
pub(super) fn measure(other: &Path) -> Result<Vec<Figure>, Trouble> {
    let this = std::env::current_exe()
        .map_err(|error| Trouble::new(format!("this program cannot be found again: {error}")))?;
    let scripts: Vec<&str> = shipped::names().collect();
    let mut best = vec![[f64::INFINITY; 2]; scripts.len()];
    for _ in 0..ROUNDS {
        for (build, path) in [this.as_path(), other].into_iter().enumerate() {
            let figures = run(path)?;
            for (script, best) in scripts.iter().zip(&mut best) {
                let value = value_of(&figures, script).ok_or_else(|| {
                    Trouble::new(format!("{} does not measure `{script}`", path.display()))
                })?;
                best[build] = best[build].min(value);
            }
        }
    }
    Ok(shipped::compare(
        scripts.iter().zip(best).map(|(name, [a, b])| (*name, a, b)),
    ))
}

fn run(path: &Path) -> Result<serde_json::Value, Trouble> {
    let trouble = |error: &dyn std::fmt::Display| {
        Trouble::new(format!("{} cannot be measured: {error}", path.display()))
    };
    let arguments = ["bench", "scenes", "--only", "shipped", "--json"];
    let output = Command::new(path).args(arguments).output();
    let output = output.map_err(|error| trouble(&error))?;
    serde_json::from_slice(&output.stdout).map_err(|error| trouble(&error))
}

fn value_of(measured: &serde_json::Value, name: &str) -> Option<f64> {
    let mut figures = measured.get("figures")?.as_array()?.iter();
    let figure = figures.find(|figure| figure["name"] == name)?;
    figure["value"].as_f64()
}
