//! The four reference grammars, for tests.

use super::{Body, Builder, Grammar, Source, Stream, Weights, choice, sequence};
use townsfolk_core::{Draw, Seed, SiteId, SymbolId, Tick};

pub(super) fn word(name: &str) -> Body {
    Body::word(name)
}

/// Natural numbers: no leading zero.
pub(super) fn numbers(nonzero: i64, zero: i64) -> Grammar {
    let digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    Builder::new()
        .rule("nonzero_digit", choice(digits.map(|digit| (1000, digit))))
        .rule(
            "any_digit",
            choice([(nonzero, "nonzero_digit"), (zero, "0")]),
        )
        .start(
            "natural",
            sequence([word("nonzero_digit"), word("any_digit").any(500)]),
        )
        .build()
        .unwrap()
}

/// The maze ghost.
pub(super) fn ghost(weights: [i64; 4], chance: i64) -> Grammar {
    let [left, right, ahead, back] = weights;
    Builder::new()
        .rule(
            "direction",
            choice([
                (left, "left"),
                (right, "right"),
                (ahead, "ahead"),
                (back, "back"),
            ]),
        )
        .start("route", word("direction").any(chance))
        .build()
        .unwrap()
}

/// The raid boss, with the chances of its four repetitions in the order of the text.
pub(super) fn boss([leading, basics, combos, fire]: [i64; 4]) -> Grammar {
    boss_builder([leading, basics, combos, fire])
        .start_with("attack", 1000)
        .build()
        .unwrap()
}

pub(super) fn boss_builder([leading, basics, combos, fire]: [i64; 4]) -> Builder {
    Builder::new()
        .rule(
            "attack",
            sequence([word("fireball").any(leading), word("basic").any(basics)]),
        )
        .rule(
            "basic",
            sequence([
                word("fireball"),
                word("combo").any(combos),
                word("finisher"),
            ]),
        )
        .rule(
            "combo",
            sequence([word("vulnerability"), word("fireball").any(fire)]),
        )
}

/// The strategist, with the start that the personality prefers.
pub(super) fn strategist(start: &str) -> Grammar {
    let smart = || word("smart").any(500);
    Builder::new()
        .rule(
            "offensive",
            sequence([word("attack"), word("attack"), smart()]),
        )
        .rule("turtling", sequence([word("reinforce").any(500), smart()]))
        .rule(
            "conquest",
            sequence([word("attack"), word("expand"), smart(), word("expand")]),
        )
        .rule(
            "smart",
            choice([(400, "attack"), (300, "reinforce"), (300, "expand")]),
        )
        .start_with(start, 1000)
        .build()
        .unwrap()
}

/// The example of the raid boss: 15 symbols.
pub(super) fn sample(grammar: &Grammar) -> Vec<u16> {
    let text = "F F F V V V V V F F F F X F X";
    let name = |letter| match letter {
        "F" => "fireball",
        "V" => "vulnerability",
        _ => "finisher",
    };
    symbols(grammar, &text.split(' ').map(name).collect::<Vec<_>>())
}

pub(super) fn symbols(grammar: &Grammar, names: &[&str]) -> Vec<u16> {
    let symbol = |name: &&str| grammar.symbol_named(SymbolId::named(name)).unwrap();
    names.iter().map(symbol).collect()
}

pub(super) fn draw(seed: u64) -> Draw {
    Draw::at(Seed(seed), 1, Tick(0), SiteId(1))
}

/// Sentences of a grammar with its authored weights.
pub(super) fn sentences(grammar: &Grammar, seed: u64, count: usize) -> Vec<Vec<u16>> {
    let weights = Weights::authored(grammar);
    let from = Source {
        grammar,
        weights: &weights,
        draw: draw(seed),
    };
    let mut stream = Stream::new();
    (0..count).map(|_| stream.sentence(&from).symbols).collect()
}

pub(super) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}
