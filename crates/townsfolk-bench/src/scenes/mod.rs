//! The bench scene: two benches of two seats, four people, six rules, played side by side by
//! everything that can play it.
//!
//! | who plays | how |
//! |---|---|
//! | [`native_order`] | by hand in plain Rust, in our order: what there is to reach |
//! | [`naive_tuples`] | on tuples in the plainest way, in the order of public comparisons |
//! | [`fast`] | on the fast evaluator, as games do |
//! | [`mod@reference`] | on the reference evaluator: what is right |
//!
//! To add an engine, implement [`BenchScenes`] for so many scenes of a [`BenchScript`] (see
//! [`mod@reference`] for the loop around an update), and name it in [`measure`].

pub mod crowd;
pub mod fast;
pub mod host;
pub mod naive_tuples;
pub mod native_order;
pub mod reference;
pub mod script;
pub mod shipped;

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use fast::{Fast, with_idle_rules};
use naive_tuples::{FIRED_BY_A_THOUSAND, NaiveTuples};
use native_order::NativeOrder;
use reference::Reference;
use script::BenchScript;
use townsfolk_core::{CharacterId, Duration, Seed, Tick, Value};
use townsfolk_module::Module;
use townsfolk_scene::fast::Unwitnessed;

/// One tick of the bench scene in stage time.
///
/// Actions last one to five ticks of the scene, and whoever starts a ninth action within a second
/// is restless and rests. Eight ticks of stage time are the least at which nobody ever is, so that
/// this scene is as busy as the one that others play.
pub const TICK: Duration = Duration(8);

/// How often each of the six rules has fired.
pub type Fired = [u64; 6];

/// So many bench scenes, all moved on together.
pub trait BenchScenes {
    /// Moves every scene on by one tick of the bench scene: host, outcomes, rules and commands.
    fn tick(&mut self);

    /// How often each rule has fired in all scenes since the beginning, in the order of
    /// [`script::RULES`].
    fn fired(&self) -> Fired;
}

/// A firing, as far as engines must agree on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firing {
    /// When.
    pub now: Tick,
    /// Whose turn it was.
    pub who: CharacterId,
    /// Which of the six rules.
    pub rule: usize,
    /// The values of its variables, in the order in which they appear.
    pub bindings: Vec<Value>,
}

/// Ticks before anything is measured.
const WARM_UP: u32 = 500;
/// Ticks that are measured, at every size.
const MEASURED: u32 = 1000;
/// The seed of all runs.
const SEED: Seed = Seed(7);

/// The number of scenes, from few enough for the nearest cache to a whole town.
const SIZES: [u32; 3] = [10, 1_000, 10_000];

const NATIVE: &str = "native-order";
const NAIVE: &str = "naive tuples";

/// Someone who plays the bench scene.
struct Player<'b> {
    name: &'static str,
    /// Whether its firings must be those of native-order.
    in_our_order: bool,
    /// The most scenes it is asked to play.
    most: u32,
    begin: Box<dyn Fn(u32) -> Box<dyn BenchScenes + 'b> + 'b>,
}

/// Who plays. An engine is one entry here.
fn players(script: &BenchScript) -> Vec<Player<'_>> {
    vec![
        Player {
            name: NATIVE,
            in_our_order: true,
            most: u32::MAX,
            begin: Box::new(|scenes| Box::new(NativeOrder::new(script, SEED, scenes))),
        },
        Player {
            name: NAIVE,
            in_our_order: false,
            most: u32::MAX,
            begin: Box::new(|scenes| Box::new(NaiveTuples::new(scenes))),
        },
        Player {
            name: "fast",
            in_our_order: true,
            most: u32::MAX,
            begin: Box::new(|scenes| fast(script, script.module.clone(), scenes)),
        },
        Player {
            name: "fast, 34 rules more",
            in_our_order: true,
            most: 1_000,
            begin: Box::new(|scenes| fast(script, with_idle_rules(&script.module), scenes)),
        },
        Player {
            name: "reference",
            in_our_order: true,
            most: 10,
            begin: Box::new(|scenes| Box::new(Reference::new(script, SEED, scenes))),
        },
    ]
}

/// The fast evaluator, or nobody at all if the script had no compact form.
fn fast(script: &BenchScript, module: Module, scenes: u32) -> Box<dyn BenchScenes + '_> {
    match Fast::<Unwitnessed>::new(script, module, SEED, scenes) {
        Some(fast) => Box::new(fast),
        None => Box::new(Reference::new(script, SEED, scenes)),
    }
}

/// The parts that can be measured alone.
pub const PARTS: [&str; 3] = ["shipped", "bench", "crowd"];

/// How many steps of progress there are when all parts are measured.
pub const STEPS: usize = 14;

/// Measures the parts that are wanted. `progress` is told what is being done.
pub fn measure(
    is_wanted: &dyn Fn(&str) -> bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Figure>, String> {
    let mut figures = vec![];
    for part in PARTS.into_iter().filter(|part| is_wanted(part)) {
        figures.extend(match part {
            "shipped" => shipped::measure(progress)?,
            "bench" => measure_bench(progress)?,
            _ => crowd::measure(progress)?,
        });
    }
    Ok(figures)
}

/// Lets everyone play the bench scene, and says how long a tick of one scene took.
fn measure_bench(progress: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let script = BenchScript::compile()?;
    let players = players(&script);
    let mut figures = vec![];
    for scenes in SIZES {
        progress(&format!("{scenes} scenes"));
        figures.extend(at_size(&players, scenes));
    }
    progress("many scenes beside few");
    figures.push(many_beside_few(&script));
    progress("the published counts");
    let mut naive = NaiveTuples::new(1_000);
    (0..1_000).for_each(|_| naive.tick());
    figures.push(Figure::new(
        "naive tuples: counts off by",
        off_by(naive.fired(), FIRED_BY_A_THOUSAND) as f64,
        "",
    ));
    Ok(figures)
}

/// The speed of the fast evaluator with the most scenes, against that with the fewest, in turns: what
/// disturbs the machine disturbs both.
fn many_beside_few(script: &BenchScript) -> Figure {
    const TRIES: u32 = 12;
    const UPDATES: u32 = 1_000_000;
    let [few, .., many] = SIZES;
    let mut played = [few, many].map(|scenes| {
        let mut stage = fast(script, script.module.clone(), scenes);
        (0..WARM_UP).for_each(|_| stage.tick());
        (scenes, stage, f64::INFINITY)
    });
    for _ in 0..TRIES {
        for (scenes, stage, best) in &mut played {
            let ticks = UPDATES / *scenes;
            let seconds = cpu_seconds(1, || (0..ticks).for_each(|_| stage.tick()));
            *best = best.min(seconds * 1e9 / f64::from(*scenes) / f64::from(ticks));
        }
    }
    let [(_, _, few_take), (_, _, many_take)] = played;
    let title = format!("fast, {many} scenes beside {few}");
    let figure = Figure::new(title, many_take, "ns");
    figure.against(format!("of the speed of {few}"), few_take / many_take)
}

/// How a player fared.
struct Played {
    name: &'static str,
    in_our_order: bool,
    /// For one scene and one tick.
    ns: f64,
    fired: Fired,
}

fn at_size(players: &[Player<'_>], scenes: u32) -> Vec<Figure> {
    // Few scenes are over soon, so that more tries fit into the same time.
    let tries = match scenes {
        ..100 => 15,
        100..5_000 => 8,
        _ => 4,
    };
    let mut played: Vec<Played> = vec![];
    for _ in 0..tries {
        // One after the other in every try: what disturbs the machine disturbs them all.
        for player in players.iter().filter(|player| scenes <= player.most) {
            let mut stage = (player.begin)(scenes);
            (0..WARM_UP).for_each(|_| stage.tick());
            let seconds = cpu_seconds(1, || (0..MEASURED).for_each(|_| stage.tick()));
            let ns = seconds * 1e9 / f64::from(scenes) / f64::from(MEASURED);
            match played.iter_mut().find(|known| known.name == player.name) {
                Some(known) => known.ns = known.ns.min(ns),
                None => played.push(Played {
                    name: player.name,
                    in_our_order: player.in_our_order,
                    ns,
                    fired: stage.fired(),
                }),
            }
        }
    }
    let of = |name: &str| played.iter().find(|known| known.name == name);
    let (Some(native), Some(naive)) = (of(NATIVE), of(NAIVE)) else {
        return vec![];
    };
    let mut figures = vec![];
    for Played {
        name,
        in_our_order,
        ns,
        fired,
    } in &played
    {
        let figure = Figure::new(format!("{name}, {scenes} scenes"), *ns, "ns");
        figures.push(figure.against("of the speed of native-order", native.ns / ns));
        if ![NATIVE, NAIVE].contains(name) {
            let figure = Figure::new(format!("{name}, {scenes} scenes"), *ns, "ns");
            figures.push(figure.against("of the speed of naive tuples", naive.ns / ns));
        }
        let firings = fired.iter().sum::<u64>() as f64;
        let updates = f64::from(scenes) * f64::from(WARM_UP + MEASURED);
        let title = format!("{name}, {scenes}: firings");
        figures.push(Figure::new(title, firings / updates, ""));
        if *in_our_order && *name != NATIVE {
            let off = off_by(*fired, native.fired) as f64;
            let title = format!("{name}, {scenes}: unlike native");
            figures.push(Figure::new(title, off, ""));
        }
    }
    figures
}

/// How far two counts are from each other, all rules together.
fn off_by(counted: Fired, wanted: Fired) -> u64 {
    let pairs = counted.iter().zip(wanted);
    pairs.map(|(a, b)| a.abs_diff(b)).sum()
}
