//! `townsfolk check --explore`: plays scripts in every way within bounds, and adds the problems to
//! the findings of the check.

use crate::arguments::Explore;
use crate::interrupt;
use crate::progress::Watching;
use crate::style;
use std::ops::ControlFlow;
use townsfolk_explore::{Bounds, Progress, explore, findings_as_diagnostics};
use townsfolk_folder::{Content, Findings};

/// The extent of the exploration, over all scripts.
#[derive(Default, Debug)]
pub struct Explored {
    scripts: usize,
    /// Scripts with errors, which cannot be played.
    left_out: Vec<String>,
    complete: usize,
    situations: usize,
    /// Assumptions made in any of them.
    assumptions: Vec<&'static str>,
    bounds: Option<Bounds>,
}

impl Explored {
    /// Explores the requested scripts that have no errors. True if it was interrupted.
    pub fn add(&mut self, content: &Content, findings: &mut Findings, bounds: &Bounds) -> bool {
        let Some(checked) = &findings.checked else {
            return false;
        };
        let (module, symbols) = content.project.assemble(checked);
        let units = checked.scripts.iter();
        for unit in units.filter(|unit| content.is_asked_for(unit.places.name.file)) {
            if interrupt::asked_to_stop() {
                return true;
            }
            if checked.script_has_errors(unit) {
                self.left_out.push(unit.name.clone());
                continue;
            }
            let mut watching = Watching::begin();
            let exploration = explore(&module, unit.script.id, bounds, &mut |progress| {
                watching.tell(|| line_of(&unit.name, progress));
                match interrupt::asked_to_stop() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            let found = findings_as_diagnostics(&exploration, unit, &symbols);
            findings.problems.extend(checked.without_accepted(found));
            self.scripts += 1;
            self.complete += usize::from(exploration.complete);
            self.situations += exploration.states;
            self.bounds = Some(exploration.bounds);
            for assumption in exploration.assumptions {
                if !self.assumptions.contains(&assumption) {
                    self.assumptions.push(assumption);
                }
            }
        }
        interrupt::asked_to_stop()
    }

    /// The extent and the assumptions of the exploration, in a paragraph.
    pub fn paragraph(&self) -> String {
        let mut text = match (self.scripts, self.left_out.is_empty()) {
            (0, true) => "Explored nothing: there is no script.".to_string(),
            (0, false) => "Explored nothing.".to_string(),
            _ => format!(
                "Explored {} in {}{}.",
                style::count(self.scripts, "script"),
                style::count(self.situations, "situation"),
                match self.scripts - self.complete {
                    0 => ", everything within the bounds".to_string(),
                    rest => format!(", {} of them not fully", style::digits(rest)),
                }
            ),
        };
        if !self.left_out.is_empty() {
            let left_out = self.left_out.join(", ");
            text += &format!("\nNot explored, because of errors: {left_out}.");
        }
        if let Some(bounds) = &self.bounds {
            let Bounds {
                people_max,
                failures,
                disappearances,
                arrivals,
                props_max,
                ..
            } = *bounds;
            let up_to = |number: u8, noun: &str| style::count(usize::from(number), noun);
            text += &format!(
                "\nBounds: {}, {}, {}, {}, {} of those that nothing tells apart.",
                match people_max {
                    1 => "one person".to_string(),
                    more => format!("up to {more} people"),
                },
                up_to(failures, "failure"),
                up_to(disappearances, "disappearance"),
                up_to(arrivals, "late arrival"),
                up_to(props_max, "prop"),
            );
            text += &format!("\nAssumed: {}.", self.assumptions.join("; "));
        }
        text
    }
}

/// A line about the progress of an exploration.
fn line_of(script: &str, progress: &Progress) -> String {
    format!(
        "exploring {script}{}: {} seen ({} % of the bound), {} waiting, cast {} of {} (Ctrl-C shows what is known)",
        if progress.coarse { " coarsely" } else { "" },
        style::count(progress.states, "situation"),
        progress.states * 100 / progress.states_max.max(1),
        style::digits(progress.waiting),
        progress.beginning + 1,
        progress.beginnings,
    )
}

/// The bounds that the arguments ask for.
pub fn bounds(arguments: &Explore) -> Bounds {
    let usual = if arguments.thorough {
        Bounds::THOROUGH
    } else {
        Bounds::USUAL
    };
    let situations = arguments.situations.unwrap_or(usual.states_max);
    let people_max = arguments.people.unwrap_or(usual.people_max);
    Bounds {
        people_max,
        crowd_max: people_max.max(usual.crowd_max),
        failures: arguments.failures.unwrap_or(usual.failures),
        disappearances: arguments.disappearances.unwrap_or(usual.disappearances),
        arrivals: arguments.arrivals.unwrap_or(usual.arrivals),
        states_max: situations,
        // The usual number of transitions for each situation.
        transitions_max: situations.saturating_mul(usual.transitions_max / usual.states_max.max(1)),
        ..usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_script_and_the_share_of_the_bound() {
        let progress = Progress {
            coarse: true,
            states_max: 200_000,
            states: 50_000,
            waiting: 1_200,
            transitions: 400_000,
            updates: 900_000,
            beginning: 2,
            beginnings: 12,
        };
        expect_test::expect!["exploring bench coarsely: 50,000 situations seen (25 % of the bound), 1,200 waiting, cast 3 of 12 (Ctrl-C shows what is known)"]
            .assert_eq(&line_of("bench", &progress));
    }
}
