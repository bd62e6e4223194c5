//! Updates of a map with all its inputs new each time: basic layer alone, and under each role.

use super::CLASSIC_NS;
use super::quarter::{Quarter, SEED};
use crate::Figure;
use crate::stopwatch::cpu_seconds;
use std::hint::black_box;
use townsfolk_core::{Draw, LayerId, SiteId, Tick};
use townsfolk_mind::map::Map;
use townsfolk_module::mind::Degree;

/// Different sets of inputs.
const STATES: u64 = 512;
const ROUNDS: u64 = 400;

/// Measures maps.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let over = [
        None,
        Some("at_home"),
        Some("at_the_bar"),
        Some("at_the_stove"),
    ];
    let maps = over.into_iter().filter_map(|role| {
        let program = quarter
            .layers
            .program(quarter.chef.basic, role.map(LayerId::named))?;
        let links = program.link_count();
        let (ns, passes) = update(Map::new(program));
        let title = match role {
            None => format!("a map update, body, {links} links"),
            Some(role) => format!("  with {role}, {links} links"),
        };
        Some([
            Figure::new(title, ns, "ns").against("of the source's 12.5 µs", ns / CLASSIC_NS),
            Figure::new("    passes until rest", passes, ""),
            Figure::new("    for each link", ns / links as f64, "ns"),
            Figure::new(
                "    for each link and pass",
                ns / links as f64 / passes,
                "ns",
            ),
        ])
    });
    maps.flatten().collect()
}

/// Nanoseconds for an update, and passes until it is at rest.
fn update(mut map: Map) -> (f64, f64) {
    let inputs = map.program().inputs.len();
    let draw = Draw::at(SEED, 1, Tick(0), SiteId::named("inputs"));
    let told: Vec<Vec<Degree>> = (0..STATES)
        .map(|state| {
            let input = |input: usize| draw.between(state * 64 + input as u64, 0, 65_536);
            (0..inputs).map(|i| Degree::saturated(input(i))).collect()
        })
        .collect();
    let mut passes = 0;
    let seconds = cpu_seconds(3, || {
        passes = 0;
        for _ in 0..ROUNDS {
            for state in &told {
                for (input, degree) in state.iter().enumerate() {
                    map.tell(input, *degree);
                }
                passes += u64::from(map.settle().passes);
                black_box(map.choose(None));
            }
        }
    });
    let updates = (ROUNDS * STATES) as f64;
    (seconds * 1e9 / updates, passes as f64 / updates)
}
