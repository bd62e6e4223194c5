//! The fast evaluator equals the reference evaluator: the same commands, the same happenings in the
//! same order, the same digest by part, at every tick, however often anyone is woken.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "support/random_script.rs"]
mod random_script;

use random_script::{Luck, PEOPLE, ROLES, Shifting};
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::fast::{self, Commands, Mutation, Program, Scratch};
use townsfolk_scene::reference::{Happening, Keyed, Report, Scene, SceneId, Stage};

/// How a fast scene is treated beside the reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Updated only when it is due or there are reports.
    Lazy,
    /// Everyone is woken at every tick.
    Naive,
    /// Everyone is woken now and then.
    Shaken,
    /// Saved and loaded now and then.
    Saved,
}

/// What a comparison saw, so that an empty one is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    cases: usize,
    refused: usize,
    ticks: usize,
    skipped: usize,
    fired: usize,
    started: usize,
    faults: usize,
    over: usize,
}

struct Twin {
    way: Way,
    scene: fast::Scene,
    luck: Luck,
}

/// Plays one script on the reference and on fast scenes, and says where they differ.
#[allow(clippy::too_many_arguments)]
fn compare(
    module: &Module,
    script: &Script,
    known: &[townsfolk_scene::reference::Atom],
    cast: &[(CharacterId, RoleId)],
    luck: &mut Luck,
    ticks: i64,
    mutation: Option<Mutation>,
    reports: &mut dyn FnMut(&mut Luck, &Scene) -> Vec<Report>,
    stage_at: &dyn Fn(Tick) -> Box<dyn Stage>,
    seen: &mut Seen,
) -> Result<(), String> {
    seen.cases += 1;
    let Some(program) = Program::compile(module, script.id) else {
        seen.refused += 1;
        return Ok(());
    };
    let seed = Seed(luck.next());
    let id = SceneId(luck.next() % 1000);
    let begin = Tick(luck.between(0, 3));
    let mut reference = Scene::begin(id, script, begin, known, cast);
    let mut twins: Vec<Twin> = [Way::Lazy, Way::Naive, Way::Shaken, Way::Saved]
        .map(|way| Twin {
            way,
            scene: fast::Scene::begin(id, &program, begin, known, cast),
            luck: luck.clone(),
        })
        .into();
    let mut scratch = Scratch::default();
    scratch.mutate(mutation);
    let mut commands = Commands::default();
    let mut fate = Keyed { seed, owner: id.0 };
    let mut tick = begin;
    for _ in 0..ticks {
        let told = reports(luck, &reference);
        let stage = stage_at(tick);
        let update = reference.update(module, &*stage, &mut fate, tick, &told);
        seen.ticks += 1;
        for happening in &update.happenings {
            match happening {
                Happening::Fired { start, .. } => {
                    seen.fired += 1;
                    seen.started += usize::from(start.is_some());
                }
                Happening::Fault(_) => seen.faults += 1,
                Happening::Over => seen.over += 1,
                _ => {}
            }
        }
        let expected = reference.digest();
        for twin in &mut twins {
            let at = |what: &str| format!("{:?} at {}: {what}", twin.way, tick.0);
            commands.clear();
            let mut happenings: Vec<Happening> = vec![];
            match twin.way {
                Way::Naive => twin.scene.wake_all(),
                Way::Shaken if twin.luck.odds(20) => twin.scene.wake_all(),
                Way::Saved if twin.luck.odds(20) => {
                    let saved = twin.scene.to_reference(&program);
                    let Some(loaded) = fast::Scene::from_reference(&saved, &program) else {
                        return Err(at("cannot be loaded"));
                    };
                    twin.scene = loaded;
                }
                _ => {}
            }
            let due = twin.scene.next_due().is_some_and(|due| due <= tick);
            if due || !told.is_empty() || twin.way == Way::Naive {
                twin.scene.update(
                    &program,
                    module,
                    &*stage,
                    seed,
                    tick,
                    &told,
                    &mut scratch,
                    &mut commands,
                    &mut happenings,
                );
            } else {
                seen.skipped += 1;
            }
            if happenings != update.happenings {
                return Err(at(&format!(
                    "happened\n  {:?}\nbut should\n  {:?}",
                    happenings, update.happenings
                )));
            }
            if commands.to_reference() != update.commands {
                return Err(at(&format!(
                    "commands\n  {:?}\nbut should\n  {:?}",
                    commands.to_reference(),
                    update.commands
                )));
            }
            let digest = twin.scene.digest();
            if digest != expected {
                let canonical = twin.scene.to_reference(&program);
                return Err(at(&format!(
                    "digest {digest:?}, but should {expected:?}\n{canonical:#?}\n{reference:#?}"
                )));
            }
        }
        if reference.phase == townsfolk_scene::reference::Phase::Over && luck.odds(30) {
            break;
        }
        tick = Tick(tick.0 + 1);
    }
    Ok(())
}

fn random_case(seed: u64, mutation: Option<Mutation>, seen: &mut Seen) -> Result<(), String> {
    let mut luck = Luck(seed.wrapping_mul(0x5851_F42D_4C95_7F2D));
    let module = random_script::module(&mut luck);
    let script = &module.scripts[0];
    let known = random_script::known(&mut luck, script);
    let mut cast = vec![];
    for who in 1..=luck.below(PEOPLE as usize) as u32 + 1 {
        let roles = [0, 0, 0, 1, 1, 2, 3, 4];
        cast.push((CharacterId(who), ROLES[luck.of(&roles)]));
    }
    let ticks = luck.of(&[40, 80, 150]);
    compare(
        &module,
        script,
        &known,
        &cast,
        &mut luck,
        ticks,
        mutation,
        &mut |luck, scene| random_script::reports(luck, scene, script),
        &|tick| Box::new(Shifting(tick)),
        seen,
    )
    .map_err(|error| format!("seed {seed}: {error}"))
}

/// More cases with `TOWNSFOLK_CASES=100000`, one with `TOWNSFOLK_SEED=7`.
fn number_from(name: &str) -> Option<u64> {
    #[allow(clippy::disallowed_methods)]
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn random_scripts_play_alike_lazy_naive_shaken_and_saved() {
    let mut seen = Seen::default();
    let (from, count) = match number_from("TOWNSFOLK_SEED") {
        Some(seed) => (seed, 1),
        None => (0, number_from("TOWNSFOLK_CASES").unwrap_or(3000)),
    };
    for seed in from..from + count {
        if let Err(error) = random_case(seed, None, &mut seen) {
            panic!("{error}\n\nagain with TOWNSFOLK_SEED={seed}");
        }
    }
    println!("{seen:?}");
    if count >= 1000 {
        assert!(seen.refused * 4 < seen.cases, "{seen:?}");
        assert!(seen.fired > seen.cases * 4, "{seen:?}");
        assert!(seen.skipped * 8 > seen.ticks, "{seen:?}");
    }
}

#[test]
#[ignore = "prints a case"]
fn show() {
    let seed = number_from("TOWNSFOLK_SEED").unwrap_or(0);
    let mut luck = Luck(seed.wrapping_mul(0x5851_F42D_4C95_7F2D));
    let module = random_script::module(&mut luck);
    for rule in &module.scripts[0].rules {
        println!("{rule:?}\n");
    }
    println!("{:?}\n{:?}", module.scripts[0].facts, module.scripts[0].defines);
}
