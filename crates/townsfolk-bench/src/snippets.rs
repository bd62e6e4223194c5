//! Snippets: full evaluation passes, and a utility choice beside a loop written by hand.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use std::hint::black_box;
use townsfolk_core::{CharacterId, HostId, Number, Pushed, SymbolId, Tick, Value};
use townsfolk_decide::query::Candidate;
use townsfolk_decide::snippet::{Brain, Change, Neighbour, Program, Surroundings, View};
use townsfolk_decide::tree::Scratch;
use townsfolk_decide::word::Word;
use townsfolk_lang::project::Project;

/// Number of steps that are told of while measuring.
pub const STEPS: usize = 3;

/// Runs of each measurement, of which the best counts.
const RUNS: usize = 5;

/// Measures snippets.
pub fn measure(tell: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    tell("100 characters with 20 snippets and 10 targets");
    let field = pass(100, 20, 10)?;
    tell("one character with 50 snippets and 20 targets");
    let complex = pass(1, 50, 20)?;
    tell("10,000 agents that choose between three needs");
    let (ours, peer) = utility()?;
    let ratio = |measured: f64, promised: f64| measured / promised;
    Ok(vec![
        Figure::new("100 × 20 snippets × 10 targets", field.0 * 1e3, "ms")
            .against("of the promised 2 ms", ratio(field.0, 2e-3)),
        Figure::new("  the same by hand", field.1 * 1e3, "ms")
            .against("times as long as by hand", field.0 / field.1),
        Figure::new("50 snippets × 20 targets", complex.0 * 1e6, "µs")
            .against("of the promised 100 µs", ratio(complex.0, 100e-6)),
        Figure::new("  the same by hand", complex.1 * 1e6, "µs")
            .against("times as long as by hand", complex.0 / complex.1),
        Figure::new("a utility choice, each agent", ours * 1e9, "ns")
            .against("of the promised 25 ns", ratio(ours, 25e-9)),
        Figure::new("  the same by hand", peer * 1e9, "ns")
            .against("times as long as by hand", ours / peer),
    ])
}

/// Content with so many snippets, each of which rates all hostiles.
fn content(count: usize) -> String {
    let mut text = String::from(
        "
role fighter
attribute side(character): number 0..9 = 0 set by host
attribute health(character): number 0..100 = 100 set by host
attribute mana(character): number 0..100 = 100 set by host
attribute immune(character) set by host
attribute weak(character) set by host
action near(character) takes 1 s
action hit(character) takes 1 s
query foes of fighter within 20 m as It
  keep .side(It) = 1
",
    );
    for index in 0..count {
        let limit = 10 + index;
        text += &format!(
            "
snippet s{index}
  when .mana(.me) >= {limit}
  among foes as It
    unless .immune(It)
    score 20, and 10 if .weak(It), and {index} if .health(It) < 50
  do near(It), hit(It)
"
        );
    }
    text
}

fn program(text: &str) -> Result<Program, String> {
    let mut project = Project::of_files([("bench.folk", text)]);
    let checked = project.check();
    let (module, _) = project.compile(&checked).ok_or_else(|| {
        format!(
            "the content of the bench has errors: {:?}",
            checked.problems
        )
    })?;
    Ok(Program::new(&module.deciders.snippets))
}

/// The attributes of one character, for the loop by hand.
#[derive(Clone, Copy)]
struct Plain {
    side: i64,
    health: i64,
    mana: i64,
    immune: bool,
    weak: bool,
    away: i64,
}

impl Plain {
    fn new(index: usize) -> Plain {
        Plain {
            side: 1,
            health: (index as i64 * 37) % 100,
            mana: 100,
            immune: index.is_multiple_of(5),
            weak: index.is_multiple_of(3),
            away: 1 + (index as i64 * 13) % 19,
        }
    }

    fn words(&self, program: &Program) -> Vec<Word> {
        let number = |whole| Word::of(Value::Number(Number::whole(whole)));
        let flag = |holds| if holds { Word::HOLDS } else { Word::NOTHING };
        let names = program.slots.character.iter();
        names
            .map(|name| match *name {
                name if name == HostId::named("side") => number(self.side),
                name if name == HostId::named("health") => number(self.health),
                name if name == HostId::named("mana") => number(self.mana),
                name if name == HostId::named("immune") => flag(self.immune),
                _ => flag(self.weak),
            })
            .collect()
    }
}

struct Nowhere;

impl Surroundings for Nowhere {
    fn attribute(&self, _: HostId, _: &[Value]) -> Pushed {
        Pushed::HoldsNot
    }

    fn distance_mm(&self, _: Value, _: Value) -> Option<i64> {
        None
    }

    fn now(&self) -> Tick {
        Tick(0)
    }

    fn daytime(&self) -> i32 {
        0
    }

    fn candidate(&self, thing: Value) -> Candidate {
        Candidate::plain(thing)
    }
}

fn brain_with(program: &Program) -> Brain {
    let mut brain = Brain::default();
    for snippet in program.snippets.iter() {
        let source = SymbolId::named("bench");
        // Nothing is required, so nothing is refused.
        let _ = brain.register(snippet, source, |_| true);
    }
    brain
}

/// Seconds of one pass over all characters: by snippets, and by hand.
fn pass(characters: usize, snippets: usize, targets: usize) -> Result<(f64, f64), String> {
    let program = program(&content(snippets))?;
    let plain: Vec<Plain> = (0..targets + 1).map(Plain::new).collect();
    let words: Vec<Word> = plain.iter().flat_map(|p| p.words(&program)).collect();
    let neighbours: Vec<Neighbour> = (1..=targets)
        .map(|index| Neighbour {
            candidate: Candidate {
                thing: Value::Character(CharacterId(index as u32)),
                distance_mm: plain[index].away * 1_000,
                row: index as u32,
            },
            roles: u64::MAX,
        })
        .collect();
    let view = View {
        program: &program,
        me: CharacterId(0),
        my_row: 0,
        mine: townsfolk_decide::snippet::row_of(&words, program.width(), 0),
        words: &words,
        world: &[],
        neighbours: &neighbours,
        surroundings: &Nowhere,
    };
    let mut brains = vec![brain_with(&program); characters];
    let mut scratch = Scratch::default();
    let ours = cpu_seconds(RUNS * 20, || {
        for brain in &mut brains {
            black_box(brain.update(&program.snippets, &view, Tick(0), &mut scratch));
        }
    });
    let by_hand = cpu_seconds(RUNS * 20, || {
        for _ in 0..characters {
            black_box(best_by_hand(black_box(&plain), snippets));
        }
    });
    let best = brains.first().and_then(|brain| brain.running());
    let (points, target) = best_by_hand(&plain, snippets);
    let found = best.and_then(|running| running.target);
    if found != Some(Value::Character(CharacterId(target as u32))) {
        return Err(format!("{found:?} is not {target} with {points} points"));
    }
    Ok((ours, by_hand))
}

/// The same choice as a program would be written for it: the points, and the target.
fn best_by_hand(all: &[Plain], snippets: usize) -> (i64, usize) {
    let mut best = (i64::MIN, i64::MAX, 0);
    for snippet in 0..snippets as i64 {
        if all[0].mana < 10 + snippet {
            continue;
        }
        let mut own = (i64::MIN, i64::MAX, 0);
        for (index, it) in all.iter().enumerate().skip(1) {
            if it.side != 1 || it.immune || it.away > 20 {
                continue;
            }
            let points =
                20 + if it.weak { 10 } else { 0 } + if it.health < 50 { snippet } else { 0 };
            if points > own.0 || (points == own.0 && it.away < own.1) {
                own = (points, it.away, index);
            }
        }
        if own.0 > best.0 {
            best = own;
        }
    }
    (best.0, best.2)
}

/// Agents in the utility loop.
const AGENTS: usize = 10_000;
const FRAMES: usize = 60;

const NEEDS: &str = "
role agent
attribute hunger(character): number 0..100 = 0 set by host
attribute thirst(character): number 0..100 = 0 set by host
attribute fatigue(character): number 0..100 = 0 set by host
action eat takes 1 s
action drink takes 1 s
action rest takes 1 s
snippet hungry
  score .hunger(.me)
  do eat
snippet thirsty
  score .thirst(.me)
  do drink
snippet tired
  score .fatigue(.me)
  do rest
";

/// One agent of the utility loop, beside its three needs.
#[derive(Clone, Copy)]
struct Agent {
    draw: u32,
    left: u32,
    need: usize,
}

impl Agent {
    fn new(index: usize) -> Agent {
        Agent {
            draw: (index as u32).wrapping_mul(2_654_435_761),
            left: 0,
            need: 0,
        }
    }

    fn begin(&mut self, need: usize) {
        self.draw = self
            .draw
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        self.left = 1 + (self.draw >> 16) % 5;
        self.need = need;
    }
}

fn first_needs(index: usize) -> [i64; 3] {
    [97, 89, 83].map(|cycle| (index % cycle) as i64 * 100_000 / cycle as i64)
}

/// Seconds for one agent in one frame: by snippets, and by hand.
fn utility() -> Result<(f64, f64), String> {
    let program = program(NEEDS)?;
    let order = ["hunger", "thirst", "fatigue"].map(HostId::named);
    let slot = |need: usize| {
        let mut slots = program.slots.character.iter();
        slots.position(|name| *name == order[need])
    };
    let slots = [0, 1, 2].map(|need| slot(need).unwrap_or(0));
    let names = ["hungry", "thirsty", "tired"].map(townsfolk_core::DeciderId::named);
    let mut by_id = [0, 1, 2];
    by_id.sort_by_key(|need| names[*need]);
    let per_agent = (AGENTS * FRAMES) as f64;
    let mut done = [0_u64; 2];
    let mut agents: Vec<Agent> = (0..AGENTS).map(Agent::new).collect();
    let mut needs: Vec<[i64; 3]> = (0..AGENTS).map(first_needs).collect();
    let mut brains = vec![brain_with(&program); AGENTS];
    let mut scratch = Scratch::default();
    let ours = cpu_seconds(RUNS, || {
        for _ in 0..FRAMES {
            for ((agent, needs), brain) in agents.iter_mut().zip(&mut needs).zip(&mut brains) {
                for (need, level) in needs.iter_mut().enumerate() {
                    *level = (*level + 1_000 * (need as i64 + 1)).min(100_000);
                }
                // Attributes are gathered only when there is something to decide.
                let is_over = agent.left == 1;
                if agent.left > 1 {
                    agent.left -= 1;
                    continue;
                }
                let mut words = [Word::NOTHING; 3];
                for (need, level) in needs.iter().enumerate().filter(|_| !is_over) {
                    words[slots[need]] = Word::of(Value::Number(Number(*level)));
                }
                let view = View {
                    program: &program,
                    me: CharacterId(0),
                    my_row: 0,
                    mine: &words,
                    words: &words,
                    world: &[],
                    neighbours: &[],
                    surroundings: &Nowhere,
                };
                if is_over {
                    agent.left = 0;
                    needs[agent.need] = 0;
                    done[0] += 1;
                    brain.part_ended(&program.snippets, &view, true);
                    continue;
                }
                let change = brain.update(&program.snippets, &view, Tick(0), &mut scratch);
                if let (Change::Begin(_), Some(running)) = (change, brain.running()) {
                    let need = names.iter().position(|name| *name == running.snippet);
                    agent.begin(need.unwrap_or(0));
                }
            }
        }
    });
    let mut agents: Vec<Agent> = (0..AGENTS).map(Agent::new).collect();
    let mut needs: Vec<[i64; 3]> = (0..AGENTS).map(first_needs).collect();
    let by_hand = cpu_seconds(RUNS, || {
        for _ in 0..FRAMES {
            for (agent, needs) in agents.iter_mut().zip(&mut needs) {
                for (need, level) in needs.iter_mut().enumerate() {
                    *level = (*level + 1_000 * (need as i64 + 1)).min(100_000);
                }
                if agent.left > 0 {
                    agent.left -= 1;
                    if agent.left == 0 {
                        needs[agent.need] = 0;
                        done[1] += 1;
                    }
                    continue;
                }
                // Points are whole, and of equal ones the first registered wins.
                let points = |need: usize| (needs[need] + 500) / 1_000;
                let mut best = by_id[0];
                for need in [by_id[1], by_id[2]] {
                    if points(need) > points(best) {
                        best = need;
                    }
                }
                agent.begin(black_box(best));
            }
        }
    });
    if done[0] != done[1] {
        return Err(format!("{} and {} actions were done", done[0], done[1]));
    }
    Ok((ours / per_agent, by_hand / per_agent))
}
