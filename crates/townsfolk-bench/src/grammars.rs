//! Grammars: symbols a second beside a loop written by hand, parsing, training and memory.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_decide::grammar::chart::Chart;
use townsfolk_decide::grammar::inside::Model;
use townsfolk_decide::grammar::parse::log2_of_chart;
use townsfolk_decide::grammar::provenance::Trail;
use townsfolk_decide::grammar::train::{Training, train};
use townsfolk_decide::grammar::{
    Body, Builder, Grammar, Pulled, Source, Stream, Weights, choice, sequence,
};

/// Number of steps of [`measure`].
pub const STEPS: usize = 5;

/// Symbols of one measurement.
const SYMBOLS: usize = 5_000_000;
/// Promised symbols a second on one core, in millions.
const PROMISE: f64 = 20.0;
/// Promised time for parsing a thousand symbols of the raid boss, in milliseconds.
const PARSE_PROMISE: f64 = 10.0;

/// Measures everything about grammars. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Result<Vec<Figure>, String> {
    let ghost = ghost().map_err(|fault| fault.to_string())?;
    let boss = boss().map_err(|fault| fault.to_string())?;
    let mut figures = vec![];
    progress("the maze ghost");
    generation("maze ghost", &ghost, by_hand_ghost, &mut figures);
    progress("the raid boss");
    generation("raid boss", &boss, by_hand_boss, &mut figures);
    progress("provenance");
    let weights = Weights::authored(&boss);
    let with = speed(cpu_seconds(3, || symbols_with_provenance(&boss, &weights)));
    figures.push(Figure::new("raid boss with provenance", with, "M/s"));
    progress("parsing");
    parsing(&boss, &mut figures);
    progress("training");
    training(&boss, &mut figures);
    figures.push(Figure::new(
        "bytes of a stream",
        size_of::<Stream>() as f64,
        "B",
    ));
    Ok(figures)
}

type Built = Result<Grammar, townsfolk_decide::grammar::Fault>;

/// A ghost that turns at every crossing, for ever.
fn ghost() -> Built {
    let ways = ["left", "right", "ahead", "back"].map(|way| (250, way));
    Builder::new()
        .endless()
        .rule("direction", choice(ways))
        .start("route", Body::word("direction").any(1000))
        .build()
}

/// A raid boss that attacks again and again.
fn boss() -> Built {
    let word = Body::word;
    Builder::new()
        .endless()
        .rule(
            "attack",
            sequence([word("fireball").any(500), word("basic").any(500)]),
        )
        .rule(
            "basic",
            sequence([word("fireball"), word("combo").any(500), word("finisher")]),
        )
        .rule(
            "combo",
            sequence([word("vulnerability"), word("fireball").any(500)]),
        )
        .start("fight", word("attack").any(1000))
        .build()
}

fn draw() -> Draw {
    Draw::at(Seed(1), 1, Tick(0), SiteId(1))
}

fn speed(seconds: f64) -> f64 {
    SYMBOLS as f64 / seconds / 1e6
}

fn generation(name: &str, grammar: &Grammar, by_hand: fn() -> u64, figures: &mut Vec<Figure>) {
    let weights = Weights::authored(grammar);
    let ours = cpu_seconds(3, || symbols(grammar, &weights));
    let floor = cpu_seconds(3, by_hand);
    figures.push(
        Figure::new(name, speed(ours), "M/s")
            .against("of the promised 20 M/s", speed(ours) / PROMISE),
    );
    figures.push(
        Figure::new(format!("{name}, by hand (the floor)"), speed(floor), "M/s")
            .against("of the grammar's speed", ours / floor),
    );
}

fn symbols(grammar: &Grammar, weights: &Weights) -> u64 {
    let from = Source {
        grammar,
        weights,
        draw: draw(),
    };
    let mut stream = Stream::new();
    stream.begin(&from);
    let mut sum = 0;
    for _ in 0..SYMBOLS {
        if let Pulled::Symbol(symbol) = stream.pull(&from) {
            sum += u64::from(symbol);
        }
    }
    sum
}

fn symbols_with_provenance(grammar: &Grammar, weights: &Weights) -> u64 {
    let from = Source {
        grammar,
        weights,
        draw: draw(),
    };
    let (mut stream, mut trail) = (Stream::new(), Trail::new());
    stream.begin(&from);
    let mut sum = 0;
    for _ in 0..SYMBOLS {
        if let Pulled::Symbol(symbol) = stream.pull_watched(&from, &mut trail) {
            sum += u64::from(symbol) + trail.steps().len() as u64;
        }
    }
    sum
}

/// The same dice in loops that know the grammar: what a programmer would write.
struct ByHand {
    draw: Draw,
    rolls: u64,
    left: usize,
    sum: u64,
}

impl ByHand {
    fn new() -> ByHand {
        ByHand {
            draw: draw(),
            rolls: 0,
            left: SYMBOLS,
            sum: 0,
        }
    }

    fn roll(&mut self) -> u32 {
        self.rolls += 1;
        (self.draw.bits(self.rolls) >> 33) as u32
    }

    fn coin(&mut self) -> bool {
        self.left > 0 && self.roll() < 1 << 30
    }

    fn put(&mut self, symbol: u64) {
        self.sum += symbol;
        self.left = self.left.saturating_sub(1);
    }
}

fn by_hand_ghost() -> u64 {
    let mut hand = ByHand::new();
    while hand.left > 0 {
        let way = u64::from(hand.roll() >> 29);
        hand.put(way);
    }
    hand.sum
}

fn by_hand_boss() -> u64 {
    let mut hand = ByHand::new();
    while hand.left > 0 {
        while hand.coin() {
            hand.put(0);
        }
        while hand.coin() {
            hand.put(0);
            while hand.coin() {
                hand.put(1);
                while hand.coin() {
                    hand.put(0);
                }
            }
            hand.put(2);
        }
    }
    hand.sum
}

/// A sentence of the raid boss with a thousand symbols.
fn thousand(grammar: &Grammar) -> Vec<u16> {
    let weights = Weights::authored(grammar);
    let from = Source {
        grammar,
        weights: &weights,
        draw: draw(),
    };
    let mut stream = Stream::new();
    let mut all = vec![];
    while all.len() < 1000 {
        stream.begin_at(0);
        all.extend(stream.rest(&from, &mut ()).symbols);
    }
    all
}

fn parsing(grammar: &Grammar, figures: &mut Vec<Figure>) {
    let text = thousand(grammar);
    let model = Model::authored(grammar);
    let per_thousand = |seconds: f64| seconds * 1e3 * 1000.0 / text.len() as f64;
    let recognised = per_thousand(cpu_seconds(5, || Chart::new(grammar, &text).is_sentence()));
    let parsed = cpu_seconds(5, || {
        log2_of_chart(grammar, &model, &Chart::new(grammar, &text))
    });
    let parsed = per_thousand(parsed);
    figures.push(Figure::new("recognise 1,000 symbols", recognised, "ms"));
    figures.push(
        Figure::new("probability of 1,000 symbols", parsed, "ms")
            .against("of the promised 10 ms", parsed / PARSE_PROMISE),
    );
}

fn training(grammar: &Grammar, figures: &mut Vec<Figure>) {
    let weights = Weights::authored(grammar);
    let from = Source {
        grammar,
        weights: &weights,
        draw: draw(),
    };
    let mut stream = Stream::new();
    let mut finite = grammar.clone();
    finite.endless = false;
    finite.starts[0].rule = 0;
    let examples: Vec<Vec<u16>> = (0..1000)
        .map(|_| {
            stream.begin_at(0);
            stream.rest(&from, &mut ()).symbols
        })
        .collect();
    let schooling = Training {
        passes: 10,
        tolerance: 0.0,
        smoothing: 0.01,
    };
    let seconds = cpu_seconds(1, || {
        let model = Model::authored(&finite);
        train(&finite, model, &examples, &schooling, |_| true)
            .misfits
            .len()
    });
    figures.push(Figure::new(
        "1,000 examples, a pass",
        seconds * 1e3 / 10.0,
        "ms",
    ));
}
