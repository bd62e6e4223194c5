//! The soak itself.

use super::host::{HostileHost, Trouble};
use super::memory::{Memory, Sample};
use super::tally::Tally;
use super::town::Town;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use townsfolk::{Folk, Newcomer, NoReadings, Place, SingleThread, Threads, TraceMode, Violation};
use townsfolk_bench::{cpu_seconds, resident};
use townsfolk_core::{SceneId, Seed, TICKS_PER_SECOND};
use townsfolk_module::Module;

/// How a soak is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Soak {
    /// How many locations.
    pub locations: usize,
    /// How many people, besides those who are spawned.
    pub characters: usize,
    /// How long, in hours of stage time.
    pub hours: f64,
    /// Which one.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
    /// How rude the host is.
    pub trouble: Trouble,
    /// The example of a way to decide that is run; `None` for all examples with scenes.
    pub example: Option<&'static str>,
}

impl Default for Soak {
    fn default() -> Soak {
        Soak {
            locations: 10_000,
            characters: 40_000,
            hours: 24.0,
            seed: 1,
            threads: 2,
            trouble: Trouble::SANE,
            example: None,
        }
    }
}

/// A soak that ended with a violation.
#[derive(Clone, PartialEq, Debug)]
pub struct Stop {
    /// When.
    pub tick: i64,
    /// What.
    pub violations: Vec<Violation>,
    /// Whether a save could not be loaded, or was another world when loaded.
    pub lost_by_saving: bool,
}

/// The result of a soak.
#[derive(Clone, PartialEq, Debug)]
pub struct SoakReport {
    ticks: i64,
    seconds: f64,
    tally: Tally,
    updates: u64,
    checked: u64,
    scenes: usize,
    characters: usize,
    save_bytes: usize,
    memory: Memory,
    digest: u64,
    sleeper_ns: f64,
}

impl Soak {
    /// Runs it, and says now and then how far it is. `heap` says how many bytes are allocated.
    pub fn run(
        &self,
        heap: &dyn Fn() -> usize,
        say: &mut dyn FnMut(&str),
    ) -> Result<SoakReport, Stop> {
        let mut folk = Folk::new(Arc::new(self.module()), Seed(self.seed));
        folk.trace.mode = TraceMode::Full;
        let town = Town::of(self.locations, self.characters);
        let mut host = HostileHost::new(self.seed, self.trouble, town, &mut folk);
        let executor = Threads::new(self.threads);
        let ticks = (self.hours * 3600.0 * TICKS_PER_SECOND as f64) as i64;
        let minute = 60 * TICKS_PER_SECOND;
        let began = Instant::now();
        let mut said = began;
        let (mut checked, mut memory) = (0, Memory::default());
        for tick in 1..=ticks {
            host.tick(&mut folk, &executor);
            let mut touched: Vec<SceneId> = vec![];
            for line in folk.trace.take() {
                host.tally.count_line(&line);
                touched.push(line.scene);
            }
            touched.sort_unstable();
            touched.dedup();
            checked += touched.len() as u64;
            for scene in touched {
                stop_at(tick, folk.violations_in(scene))?;
            }
            if tick % minute == 0 || tick == ticks {
                stop_at(tick, folk.violations())?;
            }
            if tick == ticks / 2 {
                folk = saved_and_loaded(tick, &folk)?;
            }
            if tick % (minute * 10) == 0 || tick == ticks {
                memory.0.push(Sample::take(&folk, &host, heap()));
            }
            if said.elapsed().as_secs() >= 20 {
                said = Instant::now();
                say(&progress(&folk, &host, tick, ticks, began));
            }
        }
        Ok(SoakReport {
            ticks,
            seconds: began.elapsed().as_secs_f64(),
            tally: host.tally,
            updates: folk.tries().due,
            checked,
            scenes: folk.scene_count(),
            characters: folk.characters().count(),
            save_bytes: folk.save().len(),
            memory,
            digest: folk.digest().whole(),
            sleeper_ns: sleeper_ns(self),
        })
    }

    /// The content that is run.
    fn module(&self) -> Module {
        let mut deciders = super::decider_examples().into_iter();
        let named = deciders.find(|(name, _)| Some(*name) == self.example);
        named.map_or_else(super::examples, |(_, module)| module)
    }
}

/// Saves in the middle, and goes on with what was loaded if it is the same world.
fn saved_and_loaded(tick: i64, folk: &Folk) -> Result<Folk, Stop> {
    let loaded = Folk::load(folk.module().clone(), &folk.save());
    match loaded {
        Ok((mut loaded, _)) if loaded.digest() == folk.digest() => {
            loaded.trace.mode = folk.trace.mode;
            Ok(loaded)
        }
        _ => Err(Stop {
            tick,
            violations: vec![],
            lost_by_saving: true,
        }),
    }
}

/// Cost of an idle character in a tick, in nanoseconds.
fn sleeper_ns(soak: &Soak) -> f64 {
    const SLEEPERS: usize = 100_000;
    let mut folk = Folk::new(Arc::new(soak.module()), Seed(soak.seed));
    for n in 0..SLEEPERS {
        let place = Place::metres(n as i32 % 1000 * 10, n as i32 / 1000 * 10);
        folk.add_character(Newcomer {
            at: Some(place),
            ..Newcomer::default()
        });
    }
    folk.tick_with(&NoReadings, &SingleThread);
    let ticks = 100_000;
    let spent = cpu_seconds(3, || {
        for _ in 0..ticks {
            folk.tick_with(&NoReadings, &SingleThread);
        }
    });
    spent * 1e9 / f64::from(ticks) / SLEEPERS as f64
}

fn stop_at(tick: i64, violations: Vec<Violation>) -> Result<(), Stop> {
    if violations.is_empty() {
        return Ok(());
    }
    Err(Stop {
        tick,
        violations,
        lost_by_saving: false,
    })
}

fn progress(folk: &Folk, host: &HostileHost, tick: i64, ticks: i64, began: Instant) -> String {
    let spent = began.elapsed().as_secs_f64();
    let left = spent * (ticks - tick) as f64 / tick as f64;
    let hours = tick as f64 / (3600 * TICKS_PER_SECOND) as f64;
    format!(
        "{hours:7.3} h of stage time, {:5} scenes run, {:9} decisions, {:6} MiB, {:.0} min to go",
        folk.scene_count(),
        host.tally.decisions,
        resident() >> 20,
        left / 60.0,
    )
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: String| writeln!(f, "{name:28} {value:>14}");
        for (name, count) in self.tally.rows() {
            row(name, count.to_string())?;
        }
        row("updates of scenes", self.updates.to_string())?;
        row("scenes checked", self.checked.to_string())?;
        row("scenes at the end", self.scenes.to_string())?;
        row("characters at the end", self.characters.to_string())?;
        let per = self.save_bytes as f64 / self.characters.max(1) as f64;
        row("bytes of a save a character", format!("{per:.1}"))?;
        row("ticks", self.ticks.to_string())?;
        row("seconds", format!("{:.1}", self.seconds))?;
        let micros = self.seconds * 1e6 / self.ticks.max(1) as f64;
        row("microseconds a tick", format!("{micros:.1}"))?;
        row("ns a sleeper and tick", format!("{:.4}", self.sleeper_ns))?;
        row("violations", "0".into())?;
        write!(f, "{}", self.memory)?;
        writeln!(f, "digest: {:016x}", self.digest)
    }
}
