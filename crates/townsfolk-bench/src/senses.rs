//! Senses alone: hunters that hear and see, and do nothing about it.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect};
use townsfolk::{Decider, DeciderView};
use townsfolk_lang::project::Project;

const YARD: &str = "
role hunter thinks with hunter_skills
role guard thinks with guard_skills
role intruder

stimulus step reach 2.5 m, loud 0.35, gives away, soft
  from steps at 5 m per s, every 0.4 s
stimulus breath reach 0.25 m, loud 0.5, gives away, soft, silent
  from breath every 1 s

senses keen
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6
  answers agitate 0.15, react 0.35, chase 0.9
senses human
  hears asleep 1, unaware 1, agitated 1, searching 1, chasing 1
  sees 30 m, wide 100 deg, narrow 8 deg, spread 5 m, takes 1.5 s
  answers agitate 0.15, react 0.35, chase 0.9

skills hunter_skills until done, senses keen, hunts intruder
  wander random
skills guard_skills until done, senses human, squad watch, hunts intruder
  wander random
";

/// The side of the yard.
const SIDE_MM: i32 = 100_000;

/// Number of ticks of a measurement, the best of three.
const TICKS: u32 = 600;

/// Stands in for the skills of the engine and does nothing.
#[derive(Clone, Debug)]
struct Idle;

impl Decider for Idle {
    fn name(&self) -> SymbolId {
        SymbolId::named("skills")
    }

    fn due(&mut self, _at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        vec![]
    }

    fn decide(&mut self, _at: &mut DeciderView<'_>, _due: &[CharacterId]) {}

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(Idle)
    }
}

/// The time of a tick, in milliseconds, in which some hunters and guards sense an intruder that runs
/// among them, or (`far`) out of reach of everybody. `None` if the content does not compile.
pub fn tick_ms(hunters: u32, guards: u32, far: bool) -> Option<f64> {
    let mut folk = Folk::new(content()?, Seed(7));
    folk.register(Box::new(Idle));
    folk.set_ground(ground());
    let place = |n: u32| {
        let along = |n: u32| (n % 45) as f64 * 2.0 - 45.0;
        at(along(n.wrapping_mul(17)), along(n.wrapping_mul(29)))
    };
    for n in 0..hunters {
        folk.add("hunter", place(n)).ok()?;
    }
    for n in hunters..hunters.saturating_add(guards) {
        folk.add("guard", place(n)).ok()?;
    }
    let intruder = folk.add("intruder", at(0.0, 0.0)).ok()?;
    let away = if far { 10_000.0 } else { 0.0 };
    let mut tick = 0_u32;
    let mut step = || {
        tick = tick.wrapping_add(1);
        let turn = f64::from(tick) / 400.0;
        let (x, y) = (20.0 * turn.cos() + away, 20.0 * turn.sin());
        folk.report(Report::Moved(intruder, at(x, y)));
        folk.tick_with(&NoReadings, &SingleThread);
    };
    (0..120).for_each(|_| step());
    let minute = cpu_seconds(3, || (0..TICKS).for_each(|_| step()));
    Some(1e3 * minute / f64::from(TICKS))
}

/// What senses cost, as figures.
pub fn measure() -> Vec<Figure> {
    let mut figures = vec![];
    let [near, idle] = [false, true].map(|far| tick_ms(200, 50, far));
    if let (Some(near), Some(idle)) = (near, idle) {
        let figure = Figure::new("a tick of 200 hunters and 50 guards who sense", near, "ms");
        figures.push(figure.against("the same with nobody in reach", idle));
    }
    figures
}

fn content() -> Option<Arc<Module>> {
    let mut project = Project::of_files([("yard.folk", YARD)]);
    let checked = project.check();
    let (module, _) = project.compile(&checked)?;
    Some(Arc::new(module))
}

/// The yard, with forty boxes.
fn ground() -> GroundPlan {
    let half = SIDE_MM / 2;
    let boxes = (0..40).map(|n: i32| {
        let corner = (
            (n * 37 % 80) * 1_000 - 40_000,
            (n * 53 % 80) * 1_000 - 40_000,
        );
        let other = (corner.0 + 900, corner.1 + 900);
        Obstacle::standing(Rect::of(corner, other), 2_000)
    });
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of((-half, -half), (half, half)))],
        obstacles: boxes.collect(),
        ..GroundPlan::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yard_compiles_and_ticks() {
        assert!(content().is_some());
        let far = tick_ms(2, 1, true).is_some_and(|ms| ms >= 0.0);
        assert!(far, "a tick takes some time");
    }
}
