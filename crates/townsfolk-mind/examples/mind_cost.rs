//! What a mind costs: time per update of Isaac's maps, time per beat, bytes per mind.
//!
//! `cargo run --release -p townsfolk-mind --example mind_cost`
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "../tests/support/draft.rs"]
#[allow(dead_code, unreachable_pub)]
mod draft;
#[path = "../tests/support/isaac.rs"]
#[allow(dead_code, unreachable_pub)]
mod isaac;

use std::hint::black_box;
use std::time::Instant;
use townsfolk_core::{AreaId, CharacterId, Draw, LayerId, Seed, SiteId, Tick};
use townsfolk_mind::map::Map;
use townsfolk_mind::memory::{Event, Memory, What};
use townsfolk_mind::social::{answer, shipped_network};
use townsfolk_mind::training::hand_made;
use townsfolk_mind::{Beat, Mind, Moment, Senses, Truth};
use townsfolk_module::mind::{Degree, MemorySize, Relationship, Test};

fn main() {
    println!("the classic reference: 12.5 µs per update (2 GHz Pentium 4), 447 KB per character\n");
    for role in [None, Some("barPatron"), Some("chef")] {
        update(role);
    }
    println!();
    for minds in [40, 200, 400, 4_000, 40_000] {
        beats(minds);
    }
    println!();
    unwatched();
    println!();
    asks();
    remembers();
}

/// Questions to the social network.
fn asks() {
    let network = shipped_network().unwrap();
    let cases = hand_made();
    let rounds = 2000;
    let start = Stopwatch::start();
    for _ in 0..rounds {
        for case in &cases {
            black_box(answer(&network, &case.situation));
        }
    }
    let ns = start.ns() / (rounds * cases.len()) as f64;
    println!("one question to the social network: {ns:.0} ns");
}

/// A memory that is full.
fn remembers() {
    let size = MemorySize::default();
    let mut memory = Memory::new(CharacterId(0), size, &[]);
    let start = Stopwatch::start();
    let count = 100_000;
    for n in 0..count {
        memory.notice(Event {
            at: Moment(n),
            area: AreaId(1),
            who: CharacterId(1 + (n / 2 % 50) as u32),
            what: if n % 2 == 0 {
                What::Entered
            } else {
                What::Left
            },
        });
        if n % 10 == 0 {
            memory.think();
        }
    }
    let ns = start.ns() / count as f64;
    println!(
        "a full memory ({} events, {} sightings): {} bytes, {ns:.0} ns per event; a relationship: {} bytes",
        size.events,
        size.sightings,
        memory.bytes(),
        size_of::<(CharacterId, Relationship)>(),
    );
}

/// Minds that nobody watches, looked in on once in a while.
fn unwatched() {
    let layers = isaac::layers();
    let member = isaac::isaac();
    let beat = |now: i64| Beat {
        layers: &layers,
        member: &member,
        seed: Seed(7),
        now: Moment(now),
    };
    let mut minds: Vec<Mind> = (0..1000).map(|_| Mind::new(&beat(0)).unwrap()).collect();
    for hours in [1, 24] {
        let mut now = 0;
        let rounds = 48 / hours;
        let start = Stopwatch::start();
        for _ in 0..rounds {
            let next = now + hours * 3600;
            for mind in &mut minds {
                black_box(mind.live_on(&beat(next), Moment(now)));
            }
            now = next;
        }
        let ns = start.ns() / (rounds * 1000) as f64;
        println!("unwatched, looked in on every {hours} h: {ns:.0} ns each time");
    }
}

/// Updates of a map with all its inputs new each time.
fn update(role: Option<&str>) {
    let layers = isaac::layers();
    let over = role.map(LayerId::named);
    let program = layers.program(LayerId::named(isaac::BASIC), over).unwrap();
    let draw = Draw::at(Seed(1), 1, Tick(0), SiteId(1));
    let inputs = program.inputs.len();
    let told: Vec<Vec<Degree>> = (0..512u64)
        .map(|state| {
            let index = |input: usize| state * 64 + input as u64;
            (0..inputs)
                .map(|i| Degree(draw.between(index(i), 0, 65_536) as i32))
                .collect()
        })
        .collect();
    let mut map = Map::new(program.clone());
    let rounds = 400;
    let mut passes = 0;
    let start = Stopwatch::start();
    for _ in 0..rounds {
        for state in &told {
            for (input, degree) in state.iter().enumerate() {
                map.tell(input, *degree);
            }
            passes += u64::from(map.settle().passes);
            black_box(map.choose(None));
        }
    }
    let updates = rounds * told.len() as u64;
    let ns = start.ns() / updates as f64;
    println!(
        "map of basic{}: {ns:.0} ns per update with all inputs new, {:.1} passes, {} nodes, {} links, \
         {} bytes of its own",
        role.map_or(String::new(), |role| format!(" + {role}")),
        passes as f64 / updates as f64,
        program.woven.nodes.len(),
        program.link_count(),
        map.bytes(),
    );
}

/// Whole minds, each looked at at every beat.
fn beats(count: u32) {
    let layers = isaac::layers();
    let member = isaac::isaac();
    let senses = Kitchen(AreaId::named("kitchen"));
    let beat = |now: i64| Beat {
        layers: &layers,
        member: &member,
        seed: Seed(7),
        now: Moment(now),
    };
    let noon = 12 * 3600;
    let mut happened = vec![];
    let mut minds: Vec<Mind> = (0..count)
        .map(|who| {
            let member = townsfolk_module::mind::CastMember {
                id: CharacterId(who + 1),
                ..member.clone()
            };
            let at = Beat {
                member: &member,
                ..beat(noon)
            };
            Mind::new(&at).unwrap()
        })
        .collect();
    let seconds = (2_000_000 / i64::from(count)).max(4);
    let start = Stopwatch::start();
    for second in 0..seconds {
        for mind in &mut minds {
            black_box(mind.beat(&beat(noon + second % 500), &senses, &mut happened));
        }
    }
    let beats = seconds * i64::from(count);
    let ns = start.ns() / beats as f64;
    let bytes: usize = minds.iter().map(Mind::bytes).sum();
    println!(
        "{count:>6} minds at work: {ns:.0} ns per beat, {} bytes each",
        bytes / minds.len()
    );
    if count == 40 {
        let seconds = ns * 40.0 * 50_000.0 / 1e9;
        println!(
            "       40 minds, 50,000 updates of the world: {seconds:.2} s (the reference: 25 s)"
        );
    }
}

/// Time on the processor, where the system tells it; else time on the clock.
struct Stopwatch(Option<f64>, Instant);

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch(on_processor(), Instant::now())
    }

    fn ns(&self) -> f64 {
        match (self.0, on_processor()) {
            (Some(start), Some(end)) => end - start,
            _ => self.1.elapsed().as_nanos() as f64,
        }
    }
}

fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// A kitchen where an order waits.
struct Kitchen(AreaId);

impl Senses for Kitchen {
    fn area(&self) -> AreaId {
        self.0
    }

    fn test(&self, test: &Test) -> Truth {
        Truth::of(matches!(test, Test::FreeProp(_)))
    }
}
