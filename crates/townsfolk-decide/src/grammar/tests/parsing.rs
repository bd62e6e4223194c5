//! Recognition, parsing, probability, growth.

use crate::grammar::chart::Chart;
use crate::grammar::fixtures::{
    boss, draw, mean, numbers, sample, sentences, strategist, symbols, word,
};
use crate::grammar::growth::growth;
use crate::grammar::inside::Model;
use crate::grammar::parse::{
    Tree, log2_of_chart, log2_probability, longest_prefix, parse, recognise,
};
use crate::grammar::{Body, Builder, Source, Stream, Weights, from_fsm, sequence};
use std::collections::BTreeSet;
use townsfolk_core::SymbolId;

fn digits(text: &str) -> Vec<u16> {
    let grammar = numbers(1000, 1000);
    let names: Vec<String> = text.chars().map(String::from).collect();
    symbols(
        &grammar,
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

#[test]
fn done_01_natural_numbers_have_no_leading_zero() {
    let grammar = numbers(1000, 1000);
    for number in ["7", "10", "905"] {
        assert!(recognise(&grammar, &digits(number)), "{number}");
    }
    for text in ["", "0", "07"] {
        assert!(!recognise(&grammar, &digits(text)), "{text:?}");
    }
}

#[test]
fn done_02_numbers_have_the_probabilities_of_their_dice() {
    let grammar = numbers(1000, 1000);
    let model = Model::authored(&grammar);
    let log2 = |text: &str| log2_probability(&grammar, &model, &digits(text));
    assert!((log2("7") + 18f64.log2()).abs() < 1e-12);
    assert!((log2("10") + 72f64.log2()).abs() < 1e-12);
    assert_eq!(log2("0"), f64::NEG_INFINITY);
}

#[test]
fn done_07_the_raid_boss_accepts_its_sample_in_exactly_one_way() {
    let grammar = boss([500; 4]);
    let parse = parse(&grammar, &Model::authored(&grammar), &sample(&grammar)).unwrap();
    assert_eq!(parse.derivations, Some(1));
    assert_eq!(parse.log2_probability, -22.0);
}

#[test]
fn a_parse_shows_the_rules_behind_the_symbols() {
    let grammar = boss([500; 4]);
    let [fireball, vulnerability, finisher] =
        symbols(&grammar, &["fireball", "vulnerability", "finisher"])[..]
    else {
        panic!()
    };
    let text = [fireball, fireball, vulnerability, fireball, finisher];
    let parse = parse(&grammar, &Model::authored(&grammar), &text).unwrap();
    let rule =
        |name, inside| Tree::Rule(grammar.rule_named(SymbolId::named(name)).unwrap(), inside);
    let combo = rule(
        "combo",
        vec![Tree::Symbol(vulnerability), Tree::Symbol(fireball)],
    );
    let basic = rule(
        "basic",
        vec![Tree::Symbol(fireball), combo, Tree::Symbol(finisher)],
    );
    assert_eq!(
        parse.tree,
        [rule("attack", vec![Tree::Symbol(fireball), basic])]
    );
}

#[test]
fn done_08_the_raid_boss_rejects_what_it_would_not_do() {
    let grammar = boss([500; 4]);
    for names in [
        &["finisher"][..],
        &["vulnerability", "finisher"],
        &["fireball", "vulnerability"],
    ] {
        assert!(!recognise(&grammar, &symbols(&grammar, names)), "{names:?}");
    }
    let broken = symbols(
        &grammar,
        &[
            "fireball",
            "vulnerability",
            "vulnerability",
            "fireball",
            "fireball",
        ],
    );
    assert_eq!(longest_prefix(&grammar, &broken), 5);
    assert_eq!(
        longest_prefix(
            &grammar,
            &symbols(
                &grammar,
                &["fireball", "fireball", "finisher", "vulnerability"]
            )
        ),
        3
    );
}

#[test]
fn done_09_mean_lengths_of_the_raid_boss() {
    let grammar = boss([500; 4]);
    let growth = growth(&grammar, &Model::authored(&grammar));
    assert_eq!(growth.lengths.unwrap(), [5.0, 4.0, 2.0]);
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(9),
    };
    let mut stream = Stream::new();
    for (rule, wanted) in [(0, 5.0), (1, 4.0), (2, 2.0)] {
        let lengths: Vec<f64> = (0..100_000)
            .map(|_| {
                stream.begin_at(rule);
                stream.rest(&from, &mut ()).symbols.len() as f64
            })
            .collect();
        let mean = mean(lengths.iter().copied());
        assert!(
            (mean / wanted - 1.0).abs() < 0.02,
            "{mean} instead of {wanted}"
        );
    }
    assert_eq!(
        log2_probability(&grammar, &Model::authored(&grammar), &[]),
        -2.0
    );
    let empty = sentences(&grammar, 99, 100_000)
        .iter()
        .filter(|s| s.is_empty())
        .count();
    assert!((empty as f64 / 1e5 - 0.25).abs() < 0.01);
}

#[test]
fn done_10_the_raid_boss_recognises_everything_that_it_does_and_varies() {
    let grammar = boss([500; 4]);
    let all: BTreeSet<Vec<u16>> = sentences(&grammar, 10, 100_000).into_iter().collect();
    assert!(all.iter().all(|sentence| recognise(&grammar, sentence)));
    let weights = Weights::authored(&grammar);
    let of_seed = |seed| {
        let from = Source {
            grammar: &grammar,
            weights: &weights,
            draw: draw(seed),
        };
        Stream::new().sentence(&from).symbols
    };
    let distinct: BTreeSet<Vec<u16>> = (0..1000).map(of_seed).collect();
    assert!(distinct.len() > 200, "{}", distinct.len());
}

#[test]
fn done_12_growth_tells_finite_sentences_from_endless_ones() {
    let doubling = |stop: i64| {
        let body = Body::Choice(vec![
            (stop, word("a")),
            (1000 - stop, sequence([word("s"), word("s")])),
        ]);
        let grammar = Builder::new().start("s", body).build().unwrap();
        growth(&grammar, &Model::authored(&grammar))
    };
    let finite = doubling(600);
    assert!((finite.lengths.unwrap()[0] - 3.0).abs() < 1e-9);
    assert!((finite.rate - 0.8).abs() < 1e-6);
    for stop in [500, 400] {
        let growing = doubling(stop);
        assert_eq!(growing.lengths, None);
        assert!(growing.rate >= 1.0 - 1e-6, "{}", growing.rate);
    }
}

#[test]
fn done_17_the_offensive_has_the_probabilities_of_its_dice() {
    let grammar = strategist("offensive");
    let model = Model::authored(&grammar);
    let log2 = |count| {
        log2_probability(
            &grammar,
            &model,
            &vec![symbols(&grammar, &["attack"])[0]; count],
        )
    };
    assert!((log2(2) - 0.5f64.log2()).abs() < 1e-12);
    assert!((log2(3) - 0.1f64.log2()).abs() < 1e-12);
}

#[test]
fn done_24_a_state_machine_and_its_grammar_accept_the_same_strings() {
    let transitions = [
        ("idle", "see", "alert", 500),
        ("idle", "hear", "idle", 500),
        ("alert", "see", "chase", 700),
        ("alert", "hear", "idle", 300),
        ("chase", "see", "chase", 600),
        ("chase", "hear", "alert", 400),
    ];
    let grammar = from_fsm("idle", &transitions, &[("idle", 200), ("chase", 300)]).unwrap();
    let names = ["see", "hear"];
    let accepts = |word: &[usize]| {
        let step = |state: &str, letter: &usize| {
            let next = transitions
                .iter()
                .find(|(from, on, ..)| *from == state && *on == names[*letter]);
            next.map_or("", |(_, _, to, _)| *to)
        };
        let end = word.iter().fold("idle", step);
        end == "idle" || end == "chase"
    };
    let mut seen = 0;
    for length in 0..=6 {
        for code in 0..1usize << length {
            let word: Vec<usize> = (0..length).map(|at| code >> at & 1).collect();
            let text: Vec<&str> = word.iter().map(|letter| names[*letter]).collect();
            assert_eq!(
                recognise(&grammar, &symbols(&grammar, &text)),
                accepts(&word),
                "{text:?}"
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 127);
}

#[test]
fn ambiguity_left_recursion_and_empty_rules_are_counted() {
    let a = |count| vec![0; count];
    let number = |grammar: &crate::grammar::Grammar, count| {
        parse(grammar, &Model::authored(grammar), &a(count))
            .unwrap()
            .derivations
    };
    let pairs = Body::Choice(vec![
        (600, word("a")),
        (400, sequence([word("s"), word("s")])),
    ]);
    let pairs = Builder::new().start("s", pairs).build().unwrap();
    // The numbers of Catalan.
    assert_eq!(
        (1..=6)
            .map(|count| number(&pairs, count).unwrap())
            .collect::<Vec<_>>(),
        [1, 1, 2, 5, 14, 42]
    );
    let left = Body::Choice(vec![
        (500, word("a")),
        (500, sequence([word("s"), word("a")])),
    ]);
    let left = Builder::new().start("s", left).build().unwrap();
    assert_eq!(number(&left, 300), Some(1));
    assert_eq!(
        log2_probability(&left, &Model::authored(&left), &a(300)),
        -300.0
    );
    let nested = Builder::new()
        .start("s", word("a").any(500).any(500))
        .build()
        .unwrap();
    assert_eq!(number(&nested, 2), None);
    let optional = sequence([
        word("a").times(0, Some(1), 500),
        word("a").times(0, Some(1), 500),
    ]);
    let optional = Builder::new().start("s", optional).build().unwrap();
    assert_eq!(
        (
            number(&optional, 0),
            number(&optional, 1),
            number(&optional, 2)
        ),
        (Some(1), Some(2), Some(1))
    );
    assert_eq!(
        log2_probability(&optional, &Model::authored(&optional), &a(1)),
        -1.0
    );
}

#[test]
fn repetitions_of_repetitions_have_the_right_probability() {
    let grammar = Builder::new()
        .start("s", word("a").any(500).any(500))
        .build()
        .unwrap();
    let model = Model::authored(&grammar);
    let total: f64 = (0..60)
        .map(|count| log2_probability(&grammar, &model, &vec![0; count]).exp2())
        .sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
}

#[test]
fn a_string_of_a_thousand_symbols_is_parsed_with_a_few_items_for_each() {
    let grammar = boss([990, 990, 900, 900]);
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(1000),
    };
    let mut stream = Stream::new();
    let long = (0..100_000)
        .map(|_| stream.sentence(&from).symbols)
        .find(|s| (1000..2000).contains(&s.len()))
        .unwrap();
    let chart = Chart::new(&grammar, &long);
    assert!(
        chart.items.len() < long.len() * 20,
        "{} for {}",
        chart.items.len(),
        long.len()
    );
    assert!(log2_of_chart(&grammar, &Model::authored(&grammar), &chart).is_finite());
}
