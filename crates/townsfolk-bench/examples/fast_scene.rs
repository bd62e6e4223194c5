//! How fast the fast evaluator plays the bench scene, beside those that play it by hand and on
//! tuples: `cargo run --release -p townsfolk-bench --example fast_scene`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use townsfolk_bench::cpu_seconds;
use townsfolk_bench::scenes::host::{Host, Lengths};
use townsfolk_bench::scenes::naive_tuples::NaiveTuples;
use townsfolk_bench::scenes::native_order::NativeOrder;
use townsfolk_bench::scenes::script::BenchScript;
use townsfolk_bench::scenes::{BenchScenes, Fired, TICK};
use townsfolk_core::{RuleId, Seed, SiteId, Tick, Value};
use townsfolk_module::{Expr, Literal, Module};
use townsfolk_scene::fast::{CommandRef, Commands, Program, Scene, Scratch, Unwitnessed, Witness};
use townsfolk_scene::reference::{Happening, Nowhere, Outcome, Report, SceneId, StartId};

const SEED: Seed = Seed(7);

/// Counts firings, or nothing.
#[derive(Default)]
struct Counting(Vec<(RuleId, u64)>);

impl Witness for Counting {
    const ON: bool = true;
    const NOTICES: bool = true;
    fn happen(&mut self, happening: Happening) {
        if let Happening::Fired { rule, .. } = happening {
            match self.0.iter_mut().find(|(id, _)| *id == rule) {
                Some((_, count)) => *count += 1,
                None => self.0.push((rule, 1)),
            }
        }
    }
}

struct Fast<W> {
    module: Module,
    program: Program,
    script: BenchScript,
    scenes: Vec<(Scene, Host)>,
    now: Tick,
    scratch: Scratch,
    commands: Commands,
    reports: Vec<Report>,
    witness: W,
}

impl<W: Witness + Default> Fast<W> {
    fn new(script: &BenchScript, module: Module, scenes: u32) -> Self {
        let program = Program::compile(&module, module.scripts[0].id).unwrap();
        let begin = |scene: u32| {
            let id = SceneId(u64::from(scene));
            let known = script.known(scene);
            let cast = BenchScript::cast(scene);
            let begun = Scene::begin(id, &program, Tick(TICK.0), &known, &cast);
            (begun, Host::new(Lengths::new(SEED), scene))
        };
        Fast {
            scenes: (0..scenes).map(begin).collect(),
            module,
            program,
            script: script.clone(),
            now: Tick(0),
            scratch: Scratch::default(),
            commands: Commands::default(),
            reports: vec![],
            witness: W::default(),
        }
    }

    fn tick(&mut self) {
        self.now = self.now.after(TICK);
        let now = self.now;
        for (scene, host) in &mut self.scenes {
            self.reports.clear();
            host.done(now, |id| {
                self.reports
                    .push(Report::Outcome(StartId(id), Outcome::Done));
            });
            if self.reports.is_empty() && scene.next_due().is_none_or(|due| due > now) {
                continue;
            }
            self.commands.clear();
            scene.update(
                &self.program,
                &self.module,
                &Nowhere,
                SEED,
                now,
                &self.reports,
                &mut self.scratch,
                &mut self.commands,
                &mut self.witness,
            );
            for (_, command) in self.commands.iter() {
                if let CommandRef::Start { id, who, .. } = command {
                    host.start(who, id.0, now);
                }
            }
        }
    }
}

impl Fast<Counting> {
    fn fired(&self) -> Fired {
        let mut fired = Fired::default();
        for (rule, count) in &self.witness.0 {
            if let Some(index) = self.script.index_of(*rule) {
                fired[index] += count;
            }
        }
        fired
    }
}

/// The same script with 34 rules above it that never match.
fn with_idle_rules(module: &Module) -> Module {
    let mut module = module.clone();
    let script = &mut module.scripts[0];
    let seated = script
        .rules
        .iter()
        .find(|r| r.id == RuleId::named("listen"))
        .unwrap()
        .clone();
    for index in 0..34 {
        let mut rule = seated.clone();
        rule.id = RuleId(index + 1);
        rule.site = SiteId(index + 1);
        // Nobody listens to a bench.
        let literal = if index % 2 == 0 { 0 } else { 1 };
        if let Literal::Fact { arguments, .. } = &mut rule.when[literal] {
            arguments[1] = Expr::Constant(Value::Daytime(1));
        }
        script.rules.insert(0, rule);
    }
    module
}

fn main() {
    let script = BenchScript::compile().unwrap();
    let only = std::env::args().nth(1);
    if only.as_deref() == Some("plain") {
        // Without a stopwatch, for profilers.
        let mut fast: Fast<Unwitnessed> = Fast::new(&script, script.module.clone(), 100);
        (0..1000).for_each(|_| fast.tick());
        return;
    }
    let mut counted: Fast<Counting> = Fast::new(&script, script.module.clone(), 100);
    let mut native = NativeOrder::new(&script, SEED, 100);
    for _ in 0..1000 {
        counted.tick();
        native.tick();
    }
    println!("fired  {:?}\nnative {:?}", counted.fired(), native.fired());
    for scenes in [10, 1000, 10_000] {
        let ticks = if only.is_some() { 2000 } else { 1000 };
        let mut best = [f64::INFINITY; 4];
        let mut names = [""; 4];
        for _ in 0..if scenes == 10 { 9 } else { 2 } {
            let mut run = |place: usize, name: &'static str, tick: &mut dyn FnMut()| {
                (0..500).for_each(|_| tick());
                let seconds = cpu_seconds(1, || (0..ticks).for_each(|_| tick()));
                let ns = seconds * 1e9 / f64::from(scenes) / f64::from(ticks);
                best[place] = best[place].min(ns);
                names[place] = name;
            };
            let mut fast: Fast<Unwitnessed> = Fast::new(&script, script.module.clone(), scenes);
            run(0, "fast", &mut || fast.tick());
            if only.is_some() {
                continue;
            }
            drop(fast);
            let mut native = NativeOrder::new(&script, SEED, scenes);
            run(1, "native-order", &mut || native.tick());
            let mut naive = NaiveTuples::new(scenes);
            run(2, "naive tuples", &mut || naive.tick());
            let forty = with_idle_rules(&script.module);
            let mut fast: Fast<Unwitnessed> = Fast::new(&script, forty, scenes);
            run(3, "fast, 40 rules", &mut || fast.tick());
        }
        for (name, ns) in names.iter().zip(best).filter(|(name, _)| !name.is_empty()) {
            println!(
                "{scenes:6} scenes  {name:16} {ns:8.1} ns a scene tick; fast is {:.2} of its speed",
                ns / best[0]
            );
        }
        if only.is_some() {
            return;
        }
    }
}
