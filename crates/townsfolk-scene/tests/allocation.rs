//! An update in a steady state asks for no memory, and a scene that sleeps is not due.
//!
//! This is a program of its own, without the test harness: that one has a thread beside the test, which
//! asks for memory when it likes.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use peak_alloc::PeakAlloc;
use townsfolk_core::*;
use townsfolk_core::{Atom, Outcome, SceneId, StartId};
use townsfolk_scene::fast::{CommandRef, Commands, Program, Scene, Scratch, Unwitnessed};
use townsfolk_scene::{Nowhere, Report};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const SCRIPT: &str = "
role stroller
prop place
action sit(place) takes 1..5 s, may fail
action talk(character) takes 1..5 s
action get_up takes 1..5 s
script bench
  cast
    stroller 0..9
  fact seat(place)
  fact until(character, time)
  fact said(character) for 3 s
  claim taken(place, character)
  define free(Place) when seat(Place), not taken(Place, _)
  state standing
    rule take_a_seat
      when free(Place)
      choose any Place
      do sit(Place)
      add taken(Place, .me)
      then add until(.me, .now + random(2 s, 5 s))
      goto seated
  state seated
    rule time_to_go
      when until(.me, T), T < .now
      do get_up
      remove until(.me, _)
      then remove taken(_, .me)
      goto standing
    rule small_talk
      when .any(Other), Other != .me, not said(.me)
      do talk(Other)
      add said(.me)
      again after 1..2 s
";

fn main() {
    a_steady_update_asks_for_no_memory();
}

fn a_steady_update_asks_for_no_memory() {
    let mut project = townsfolk_lang::project::Project::of_files([("bench.folk", SCRIPT)]);
    let checked = project.check();
    let (module, _) = project
        .compile(&checked)
        .unwrap_or_else(|| panic!("{:?}", checked.problems));
    let program = Program::compile(&module, module.scripts[0].id).unwrap();
    let seat = |name: &str| Atom {
        fact: FactId::named("seat"),
        arguments: vec![Value::Prop(PropId::named(name))],
    };
    let cast: Vec<_> = (1..5)
        .map(|who| (CharacterId(who), RoleId::named("stroller")))
        .collect();
    let known = [seat("left"), seat("right"), seat("stump")];
    let mut scene = Scene::begin(SceneId(1), &program, Tick(1), &known, &cast);
    let (mut scratch, mut commands) = (Scratch::default(), Commands::default());
    let mut performing: Vec<(i64, StartId)> = Vec::with_capacity(100);
    let mut reports: Vec<Report> = Vec::with_capacity(100);
    let mut play = |from: i64, to: i64| {
        let (mut updates, mut starts) = (0, 0);
        for now in from..to {
            reports.clear();
            performing.retain(|(done, id)| {
                if *done <= now {
                    let fails = id.0 % 7 == 0;
                    let outcome = if fails {
                        Outcome::Failed
                    } else {
                        Outcome::Done
                    };
                    reports.push(Report::Outcome(*id, outcome));
                }
                *done > now
            });
            if reports.is_empty() && scene.next_due().is_none_or(|due| due.0 > now) {
                continue;
            }
            updates += 1;
            commands.clear();
            scene.update(
                &program,
                &Nowhere,
                Seed(3),
                Tick(now),
                &reports,
                &mut scratch,
                &mut commands,
                &mut Unwitnessed,
            );
            for (_, command) in commands.iter() {
                if let CommandRef::Start { id, .. } = command {
                    starts += 1;
                    performing.push((now + 20 + (id.0 % 90) as i64, id));
                }
            }
        }
        (updates, starts)
    };
    play(1, 20_000);
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let (updates, starts) = play(20_000, 40_000);
    assert_eq!(MEMORY.peak_usage(), before);
    assert!(starts > 200, "{starts}");
    // Most of the time everyone sits, talks or waits, and the scene is not touched.
    assert!(updates * 3 < 20_000, "{updates}");
}
