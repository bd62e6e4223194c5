//! `townsfolk check --explore`: plays scripts in every way within bounds, and adds what can go
//! wrong to what the check has found.

use crate::arguments::Explore;
use crate::interrupt;
use crate::progress::Watching;
use crate::style;
use std::ops::ControlFlow;
use townsfolk_explore::{Bounds, explore, findings_as_diagnostics};
use townsfolk_folder::{Content, Findings};

/// What was explored, over all scripts.
#[derive(Default, Debug)]
pub struct Explored {
    scripts: usize,
    /// Scripts with errors, which cannot be played.
    left_out: usize,
    complete: usize,
    situations: usize,
    /// What was taken for granted in any of them.
    assumptions: Vec<&'static str>,
    bounds: Option<Bounds>,
}

impl Explored {
    /// Explores the scripts that were asked for and have no errors. True if it was broken off.
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
                self.left_out += 1;
                continue;
            }
            let mut watching = Watching::begin();
            let exploration = explore(&module, unit.script.id, bounds, &mut |progress| {
                let (states, waiting) = (progress.states, progress.waiting);
                watching.tell(|| {
                    format!(
                        "exploring {}: {} seen, {} waiting (Ctrl-C shows what is known)",
                        unit.name,
                        style::count(states, "situation"),
                        style::digits(waiting),
                    )
                });
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

    /// What was looked at, and what was taken for granted: it claims no more.
    pub fn paragraph(&self) -> String {
        let mut text = format!(
            "Explored {} in {}",
            style::count(self.scripts, "script"),
            style::count(self.situations, "situation"),
        );
        match self.scripts - self.complete {
            0 => text += ", everything within the bounds",
            rest => text += &format!(", {} of them not fully", style::digits(rest)),
        }
        if self.left_out > 0 {
            let left_out = style::count(self.left_out, "script");
            text += &format!("; {left_out} with errors left out");
        }
        text.push('.');
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
        // As many steps for each situation as usual.
        transitions_max: situations.saturating_mul(usual.transitions_max / usual.states_max.max(1)),
        ..usual
    }
}
