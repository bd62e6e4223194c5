//! Without budget, or when cancelled, exploration claims nothing.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use std::ops::ControlFlow;
use support::explore_text;
use townsfolk_explore::{Bounds, Merging, Progress, explore};
use townsfolk_lang::project::Project;

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");
const QUARREL: &str = include_str!("../../../examples/quarrel/quarrel.folk");

/// The bench has no faults. Steps that were not explored must not look like one.
#[test]
fn what_was_not_played_is_no_alarm() {
    for updates_max in [0, 1, 3, 10, 40, 100] {
        for merging in [Merging::NOTHING, Merging::ALL] {
            let bounds = Bounds {
                updates_max,
                fine_states_max: 0,
                merging,
                ..Bounds::USUAL
            };
            let (exploration, told) = explore_text(BENCH, &bounds);
            assert!(!exploration.complete, "{updates_max} updates");
            let alarms = exploration.findings.len();
            assert_eq!(alarms, 0, "{updates_max} updates, {merging:?}\n{told}");
        }
    }
}

/// People who react to each other form a cycle in a part that was not fully explored.
#[test]
fn a_look_that_is_broken_off_comes_back() {
    let mut project = Project::of_files([("quarrel.folk", QUARREL)]);
    let checked = project.check();
    let (module, _) = project.assemble(&checked);
    let bounds = Bounds {
        fine_states_max: 0,
        ..Bounds::USUAL
    };
    let mut told = 0;
    let mut watch = |_: &Progress| {
        told += 1;
        ControlFlow::<()>::Break(())
    };
    let exploration = explore(&module, checked.scripts[0].script.id, &bounds, &mut watch);
    assert!(!exploration.complete);
    assert!(exploration.findings.is_empty());
    assert_eq!(told, 1);
}
