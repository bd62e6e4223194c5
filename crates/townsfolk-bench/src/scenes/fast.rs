//! The bench scene on the fast evaluator.

use super::host::{Host, Lengths};
use super::script::BenchScript;
use super::{BenchScenes, Fired, TICK};
use townsfolk_core::prefetch::bring_near;
use townsfolk_core::{Outcome, RuleId, SceneId, Seed, SiteId, StartId, Tick, Value};
use townsfolk_module::{Expr, Literal, Module};
use townsfolk_scene::fast::{CommandRef, Commands, Program, Scene, Scratch, Unwitnessed, Witness};
use townsfolk_scene::{Happening, Nowhere, Report};

/// So many scenes are near the processor anyway.
const NEAR_ANYWAY: usize = 256;

/// Memory is asked for so many scenes before its turn.
const AHEAD: usize = 2;

/// Counts firings and keeps nothing else.
#[derive(Clone, Debug, Default)]
pub struct Counting(Vec<(RuleId, u64)>);

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

/// So many bench scenes on the fast evaluator, watched by somebody or by nobody.
#[derive(Debug)]
pub struct Fast<'b, W> {
    script: &'b BenchScript,
    module: Module,
    program: Program,
    scenes: Vec<(Scene, Host)>,
    now: Tick,
    seed: Seed,
    lengths: Lengths,
    scratch: Scratch,
    commands: Commands,
    reports: Vec<Report>,
    witness: W,
}

impl<'b, W: Witness + Default> Fast<'b, W> {
    /// Scenes of the script, or of the script with rules added to it. `None` if it has no compact
    /// form.
    pub fn new(script: &'b BenchScript, module: Module, seed: Seed, scenes: u32) -> Option<Self> {
        let program = Program::compile(&module, module.scripts.first()?.id)?;
        let begin = |scene: u32| {
            let id = SceneId(u64::from(scene));
            let known = script.known(scene);
            let cast = BenchScript::cast(scene);
            let begun = Scene::begin(id, &program, Tick(TICK.0), &known, &cast);
            (begun, Host::new(&Lengths::new(seed), scene))
        };
        Some(Fast {
            scenes: (0..scenes).map(begin).collect(),
            script,
            module,
            program,
            now: Tick(0),
            seed,
            lengths: Lengths::new(seed),
            scratch: Scratch::default(),
            commands: Commands::default(),
            reports: vec![],
            witness: W::default(),
        })
    }

    /// Asks for the memory of those who come after the next, as the engine does.
    #[inline(always)]
    fn look_ahead(&self, at: usize) {
        if let Some((scene, _)) = self.scenes.get(at + AHEAD) {
            scene.prefetch();
        }
        // What is asked for in a scene is known once the scene itself is near.
        if let Some(scene) = self.scenes.get(at + 2 * AHEAD) {
            bring_near(std::slice::from_ref(scene));
        }
    }

    fn move_on(&mut self) {
        self.now = self.now.after(TICK);
        let now = self.now;
        let many = self.scenes.len() > NEAR_ANYWAY;
        for at in 0..self.scenes.len() {
            if many {
                self.look_ahead(at);
            }
            let Some((scene, host)) = self.scenes.get_mut(at) else {
                return;
            };
            self.reports.clear();
            host.done(now, |id| {
                let report = Report::Outcome(StartId(id), Outcome::Done);
                self.reports.push(report);
            });
            if self.reports.is_empty() && scene.next_due().is_none_or(|due| due > now) {
                continue;
            }
            self.commands.clear();
            scene.update(
                &self.program,
                &Nowhere,
                self.seed,
                now,
                &self.reports,
                &mut self.scratch,
                &mut self.commands,
                &mut self.witness,
            );
            for (_, command) in self.commands.iter() {
                if let CommandRef::Start { id, who, .. } = command {
                    host.start(&self.lengths, who, id.0, now);
                }
            }
        }
    }
}

impl BenchScenes for Fast<'_, Counting> {
    fn tick(&mut self) {
        self.move_on();
    }

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

impl BenchScenes for Fast<'_, Unwitnessed> {
    fn tick(&mut self) {
        self.move_on();
    }

    /// Nobody counts while time is measured: the same scenes are played again for that.
    fn fired(&self) -> Fired {
        let scenes = u32::try_from(self.scenes.len()).unwrap_or(u32::MAX);
        let again = Fast::<Counting>::new(self.script, self.module.clone(), self.seed, scenes);
        let Some(mut again) = again else {
            return Fired::default();
        };
        while again.now < self.now {
            again.move_on();
        }
        again.fired()
    }
}

/// The same script with 34 rules above it that never match.
pub fn with_idle_rules(module: &Module) -> Module {
    let mut module = module.clone();
    let Some(script) = module.scripts.first_mut() else {
        return module;
    };
    let Some(listen) = script.rule(RuleId::named("listen")).cloned() else {
        return module;
    };
    for index in 0..34 {
        let mut rule = listen.clone();
        rule.id = RuleId(index + 1);
        rule.site = SiteId(index + 1);
        // Nobody listens to a bench.
        let literal = usize::from(index % 2 != 0);
        if let Literal::Fact { arguments, .. } = &mut rule.when[literal] {
            arguments[1] = Expr::Constant(Value::Daytime(1));
        }
        script.rules.insert(0, rule);
    }
    module
}
