//! Generation: frequencies, lengths, streams, weights that change.

use crate::grammar::consume::{Window, take};
use crate::grammar::ending::static_depth;
use crate::grammar::feedback::{Following, Monitor, TOLERANCE, WINDOW};
use crate::grammar::fixtures::{
    boss, boss_builder, draw, ghost, mean, numbers, sentences, strategist, symbols, word,
};
use crate::grammar::provenance::{Step, Trail};
use crate::grammar::shape::set_from_scores;
use crate::grammar::{
    Builder, Fault, Grammar, Limit, Pulled, Source, Stream, Weights, choice, sequence,
};
use crate::grammar::{GrammarPattern, WeightShape};
use std::collections::BTreeSet;

/// The share of each symbol among the first `count` of a stream of sentences.
fn shares(grammar: &Grammar, weights: &Weights, count: usize) -> Vec<f64> {
    let from = Source {
        grammar,
        weights,
        draw: draw(11),
    };
    let mut stream = Stream::new();
    let mut counts = vec![0.0; grammar.symbols.len()];
    for _ in 0..count {
        let taken = take(&mut stream, &from, |_| true, &mut ()).unwrap();
        counts[usize::from(taken.symbol)] += 1.0 / count as f64;
    }
    counts
}

fn near(value: f64, wanted: f64, by: f64) {
    assert!(
        (value - wanted).abs() <= by,
        "{value} is not {wanted} within {by}"
    );
}

#[test]
fn done_03_reweighting_nine_to_one_makes_all_following_digits_equal() {
    let grammar = numbers(9000, 1000);
    let mut counts = vec![0.0; 10];
    let mut digits = 0.0;
    for sentence in sentences(&grammar, 3, 200_000) {
        for digit in sentence.iter().skip(1) {
            counts[usize::from(*digit)] += 1.0;
            digits += 1.0;
        }
    }
    assert!(digits >= 100_000.0);
    for count in counts {
        near(count / digits, 0.1, 0.005);
    }
}

#[test]
fn done_04_directions_come_by_their_weights() {
    let equal = ghost([1000; 4], 950);
    for share in shares(&equal, &Weights::authored(&equal), 100_000) {
        near(share, 0.25, 0.005);
    }
    let lopsided = ghost([2000, 1000, 1000, 0], 950);
    let shares = shares(&lopsided, &Weights::authored(&lopsided), 100_000);
    for (share, wanted) in shares.iter().zip([0.5, 0.25, 0.25]) {
        near(*share, wanted, 0.005);
    }
    assert_eq!(shares[3], 0.0);
}

#[test]
fn done_05_a_blocked_way_is_discarded_and_the_others_share_its_weight() {
    let grammar = ghost([1000; 4], 950);
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(5),
    };
    let mut stream = Stream::new();
    let (mut counts, mut pops) = ([0.0; 4], 0.0);
    for _ in 0..100_000 {
        let taken = take(&mut stream, &from, |symbol| symbol != 0, &mut ()).unwrap();
        counts[usize::from(taken.symbol)] += 1e-5;
        pops += f64::from(taken.discarded + 1) * 1e-5;
    }
    assert_eq!(counts[0], 0.0);
    counts[1..]
        .iter()
        .for_each(|share| near(*share, 1.0 / 3.0, 0.01));
    near(pops, 4.0 / 3.0, 0.02);
}

#[test]
fn a_dead_end_forces_the_first_possible_decision_or_none() {
    let grammar = ghost([1000, 1000, 1000, 0], 950);
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(5),
    };
    let mut stream = Stream::new();
    let back = take(&mut stream, &from, |symbol| symbol == 3, &mut ()).unwrap();
    assert!(back.forced && back.symbol == 3 && back.discarded == 64);
    assert!(take(&mut stream, &from, |_| false, &mut ()).is_err());
}

#[test]
fn done_06_a_route_at_95_percent_is_19_long_on_average() {
    let grammar = ghost([1000; 4], 950);
    let sentences = sentences(&grammar, 6, 100_000);
    near(
        mean(sentences.iter().map(|route| route.len() as f64)),
        19.0,
        0.5,
    );
}

#[test]
fn done_11_repetitions_have_the_means_of_both_modes() {
    let once = Builder::new()
        .start("s", word("a").some(750))
        .build()
        .unwrap();
    let none = Builder::new()
        .start("s", word("a").any(750))
        .build()
        .unwrap();
    let of = |grammar: &Grammar| sentences(grammar, 11, 100_000);
    let (once, none) = (of(&once), of(&none));
    near(mean(once.iter().map(|s| s.len() as f64)), 4.0, 0.05);
    near(mean(none.iter().map(|s| s.len() as f64)), 3.0, 0.05);
    assert!(once.iter().all(|sentence| !sentence.is_empty()));
}

#[test]
fn bounds_of_a_repetition_hold() {
    let grammar = Builder::new()
        .start("s", word("a").times(2, Some(5), 900))
        .build()
        .unwrap();
    let lengths: BTreeSet<usize> = sentences(&grammar, 2, 1000).iter().map(Vec::len).collect();
    assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5]);
    let thrice = Builder::new()
        .start("s", word("a").times(3, Some(3), 0))
        .build()
        .unwrap();
    assert!(
        sentences(&thrice, 2, 10)
            .iter()
            .all(|sentence| sentence.len() == 3)
    );
}

#[test]
fn done_12_runs_of_a_growing_grammar_end_or_are_cut() {
    let grammar = Builder::new()
        .start(
            "s",
            crate::grammar::Body::Choice(vec![
                (400, word("a")),
                (600, sequence([word("s"), word("s")])),
            ]),
        )
        .build()
        .unwrap();
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(12),
    };
    let mut stream = Stream::new();
    let ended = (0..20_000)
        .filter(|_| stream.sentence(&from).cut.is_none())
        .count();
    near(ended as f64 / 20_000.0, 2.0 / 3.0, 0.01);
}

#[test]
fn done_13_ten_million_symbols_of_an_endless_repetition_need_no_more_memory() {
    let grammar = boss_builder([500; 4])
        .endless()
        .start("fight", word("attack").any(1000))
        .build()
        .unwrap();
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(13),
    };
    let fight = grammar.starts[0].rule;
    let deepest = static_depth(&grammar, fight).unwrap();
    let mut stream = Stream::new();
    stream.begin(&from);
    let mut depth = 0;
    for _ in 0..10_000_000 {
        assert!(matches!(stream.pull(&from), Pulled::Symbol(_)));
        depth = depth.max(stream.depth());
    }
    assert!(depth > 0 && depth <= deepest, "{depth} of {deepest}");
}

#[test]
fn right_recursion_does_not_deepen_the_stack() {
    let grammar = Builder::new()
        .endless()
        .start("s", sequence([word("a"), word("s")]))
        .build()
        .unwrap();
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(1),
    };
    let mut stream = Stream::new();
    stream.begin(&from);
    for _ in 0..100_000 {
        assert_eq!(stream.pull(&from), Pulled::Symbol(0));
        assert!(stream.depth() <= 1);
    }
}

#[test]
fn a_rule_that_puts_nothing_out_for_ever_is_cut() {
    let grammar = Builder::new()
        .endless()
        .start("s", crate::grammar::Body::Nothing.any(1000))
        .build()
        .unwrap();
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(1),
    };
    let mut stream = Stream::new();
    assert_eq!(stream.sentence(&from).cut, Some(Limit::Steps));
    assert!(take(&mut stream, &from, |_| true, &mut ()).is_err());
}

#[test]
fn done_16_a_saved_stream_goes_on_identically() {
    let grammar = boss([700; 4]);
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(16),
    };
    let next = |stream: &mut Stream| take(stream, &from, |_| true, &mut ()).unwrap().symbol;
    let (mut one, mut other) = (Stream::new(), Stream::new());
    for at in 0..500 {
        assert_eq!(next(&mut one), next(&mut other), "symbol {at}");
        // A copy is what a save keeps: every part of a stream is saved.
        other = one.clone();
        assert!(other.fits(&grammar));
    }
}

#[test]
fn done_17_the_offensive_begins_with_two_attacks() {
    let grammar = strategist("offensive");
    let attack = symbols(&grammar, &["attack"])[0];
    let all = sentences(&grammar, 17, 100_000);
    assert!(all.iter().all(|turns| turns.starts_with(&[attack, attack])));
    let share = |wanted: &[u16]| all.iter().filter(|turns| *turns == wanted).count() as f64 / 1e5;
    near(share(&[attack; 2]), 0.5, 0.005);
    near(share(&[attack; 3]), 0.1, 0.005);
}

#[test]
fn done_18_a_conquest_attacks_expands_and_ends_with_expanding() {
    let grammar = strategist("conquest");
    let [attack, expand] = symbols(&grammar, &["attack", "expand"])[..] else {
        panic!()
    };
    let all = sentences(&grammar, 18, 20_000);
    assert_eq!(all.iter().map(Vec::len).min(), Some(3));
    assert!(
        all.iter()
            .all(|turns| turns.starts_with(&[attack, expand]) && turns.ends_with(&[expand]))
    );
}

/// The share of attacks among the smart turns of a strategist with these scores.
fn smart_attacks(weights: &Weights, grammar: &Grammar) -> Vec<f64> {
    let from = Source {
        grammar,
        weights,
        draw: draw(19),
    };
    let smart = grammar
        .rule_named(townsfolk_core::SymbolId::named("smart"))
        .unwrap();
    let mut stream = Stream::new();
    let mut counts = [0.0; 3];
    for _ in 0..50_000 {
        stream.begin_at(smart);
        let symbols = stream.rest(&from, &mut ()).symbols;
        counts[usize::from(symbols[0])] += 1.0 / 50_000.0;
    }
    let order = symbols(grammar, &["attack", "reinforce", "expand"]);
    order
        .iter()
        .map(|symbol| counts[usize::from(*symbol)])
        .collect()
}

#[test]
fn done_19_scores_shift_the_mix_between_generations_without_changing_the_grammar() {
    let grammar = strategist("offensive");
    let before = grammar.clone();
    let mut weights = Weights::authored(&grammar);
    let linear = (WeightShape::Linear, 0);
    set_from_scores(&mut weights, &grammar, 0, Some(&[900, 50, 50]), linear);
    near(smart_attacks(&weights, &grammar)[0], 0.9, 0.01);
    set_from_scores(&mut weights, &grammar, 0, Some(&[0, 500, 500]), linear);
    assert_eq!(smart_attacks(&weights, &grammar)[0], 0.0);
    assert_eq!(grammar, before);
}

#[test]
fn done_20_without_a_score_the_authored_weights_count() {
    let grammar = strategist("offensive");
    let mut weights = Weights::authored(&grammar);
    set_from_scores(
        &mut weights,
        &grammar,
        0,
        Some(&[900, 50, 50]),
        (WeightShape::Linear, 0),
    );
    set_from_scores(&mut weights, &grammar, 0, None, (WeightShape::Linear, 0));
    for (share, wanted) in smart_attacks(&weights, &grammar)
        .iter()
        .zip([0.4, 0.3, 0.3])
    {
        near(*share, wanted, 0.01);
    }
    assert_eq!(weights, Weights::authored(&grammar));
}

#[test]
fn done_21_a_changed_weight_counts_from_the_next_choice() {
    let grammar = Builder::new()
        .endless()
        .rule("step", choice([(1000, "left"), (0, "right")]))
        .start("walk", word("step").any(1000))
        .build()
        .unwrap();
    let mut weights = Weights::authored(&grammar);
    let mut stream = Stream::new();
    let shared = &grammar;
    let pull = |stream: &mut Stream, weights: &Weights| {
        stream.pull(&Source {
            grammar: shared,
            weights,
            draw: draw(21),
        })
    };
    stream.begin(&Source {
        grammar: shared,
        weights: &weights,
        draw: draw(21),
    });
    (0..100).for_each(|_| assert_eq!(pull(&mut stream, &weights), Pulled::Symbol(0)));
    weights.set(shared, 0, 0, 0);
    weights.set(shared, 0, 1, 1);
    (0..100).for_each(|_| assert_eq!(pull(&mut stream, &weights), Pulled::Symbol(1)));
}

#[test]
fn done_22_provenance_names_the_rule_and_the_alternative_behind_every_symbol() {
    let grammar = strategist("conquest");
    let weights = Weights::authored(&grammar);
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(22),
    };
    let rule = |name| {
        grammar
            .rule_named(townsfolk_core::SymbolId::named(name))
            .unwrap()
    };
    let order = symbols(&grammar, &["attack", "reinforce", "expand"]);
    let (mut stream, mut trail) = (Stream::new(), Trail::new());
    for _ in 0..300 {
        stream.begin(&from);
        trail.clear();
        let mut rules = vec![];
        let mut count = 0;
        while let Pulled::Symbol(symbol) = stream.pull_watched(&from, &mut trail) {
            assert_eq!(trail.steps()[0], Step::Rule(rule("conquest")));
            rules.push(trail.rule().unwrap());
            if trail.rule() == Some(rule("smart")) {
                let repeated = Step::Repeated { repeat: 3, count };
                let alternative = order.iter().position(|known| *known == symbol).unwrap() as u16;
                let chose = Step::Chose {
                    choice: 0,
                    alternative,
                };
                assert_eq!(
                    trail.steps()[1..],
                    [repeated, Step::Rule(rule("smart")), chose]
                );
                count += 1;
            } else {
                assert_eq!(trail.steps().len(), 1);
            }
        }
        let fixed = rules.iter().filter(|own| **own == rule("conquest")).count();
        assert_eq!(fixed, 3);
    }
}

#[test]
fn done_23_a_pattern_three_times_too_frequent_is_brought_back() {
    let grammar = Builder::new()
        .endless()
        .rule(
            "step",
            choice([(500, "jab"), (250, "hook"), (250, "guard")]),
        )
        .start("fight", word("step").any(1000))
        .build()
        .unwrap();
    // Two jabs in a row begin 250 times in a thousand symbols: three times the target.
    let pattern = GrammarPattern {
        symbols: symbols(&grammar, &["jab", "jab"]),
        per_thousand: 83,
        tolerance: TOLERANCE,
        window: WINDOW,
    };
    let mut weights = Weights::authored(&grammar);
    let (mut stream, mut trail) = (Stream::new(), Trail::new());
    let mut monitors = [Monitor::default()];
    let mut played = vec![];
    for _ in 0..25_000 {
        let from = Source {
            grammar: &grammar,
            weights: &weights,
            draw: draw(23),
        };
        let mut following = Following {
            trail: &mut trail,
            patterns: std::slice::from_ref(&pattern),
            monitors: &mut monitors,
            dice: vec![],
        };
        played.push(
            take(&mut stream, &from, |_| true, &mut following)
                .unwrap()
                .symbol,
        );
        monitors[0].correct(&grammar, &pattern, &mut weights);
    }
    let rate = |played: &[u16]| {
        let matches = played
            .windows(2)
            .filter(|pair| *pair == pattern.symbols)
            .count();
        matches as f64 * 1000.0 / played.len() as f64
    };
    assert!(
        rate(&played[..500]) > 83.0 * 2.0,
        "{}",
        rate(&played[..500])
    );
    near(rate(&played[5000..]), 83.0, 83.0 * 0.2);
}

#[test]
fn done_25_both_ways_of_streaming_have_the_same_frequencies() {
    let finite = boss([500; 4]);
    let endless = boss_builder([500; 4])
        .endless()
        .start("fight", word("attack").any(1000))
        .build()
        .unwrap();
    let (weights, own) = (Weights::authored(&finite), Weights::authored(&endless));
    let windowed = Source {
        grammar: &finite,
        weights: &weights,
        draw: draw(25),
    };
    let stacked = Source {
        grammar: &endless,
        weights: &own,
        draw: draw(26),
    };
    let (mut window, mut stream) = (Window::new(), Stream::new());
    stream.begin(&stacked);
    let count = 400_000;
    let mut counts = [[0.0; 3]; 2];
    for _ in 0..count {
        counts[0][usize::from(window.next(&windowed).unwrap())] += 1.0 / f64::from(count);
        let Pulled::Symbol(symbol) = stream.pull(&stacked) else {
            panic!()
        };
        counts[1][usize::from(symbol)] += 1.0 / f64::from(count);
    }
    assert_eq!(finite.symbols, endless.symbols);
    for (window, stack) in counts[0].iter().zip(counts[1]) {
        near(*window, stack, 0.01);
    }
}

#[test]
fn done_26_faults_are_refused_with_the_name_of_the_rule() {
    let build = |body| Builder::new().start("s", body).build();
    assert_eq!(
        build(choice([(0, "a"), (0, "b")])),
        Err(Fault::AllZero("s".into()))
    );
    assert_eq!(
        build(choice([(-1, "a"), (2, "b")])),
        Err(Fault::BadWeight("s".into()))
    );
    assert_eq!(
        build(word("a").any(1001)),
        Err(Fault::BadWeight("s".into()))
    );
    assert_eq!(
        build(sequence([word("a"), word("s")])),
        Err(Fault::NeverEnds("s".into()))
    );
    assert_eq!(
        build(word("a").any(1000)),
        Err(Fault::NeverEnds("s".into()))
    );
    let unknown = Builder::new()
        .rule("s", word("a"))
        .start_with("t", 1000)
        .build();
    assert_eq!(unknown, Err(Fault::UnknownRule("t".into())));
    assert_eq!(
        Builder::new().rule("s", word("a")).build(),
        Err(Fault::NoStart)
    );
}

#[test]
fn weights_that_become_all_zero_while_playing_are_reported_with_their_choice() {
    let grammar = strategist("offensive");
    let mut weights = Weights::authored(&grammar);
    (0..3).for_each(|alternative| weights.set(&grammar, 0, alternative, 0));
    let from = Source {
        grammar: &grammar,
        weights: &weights,
        draw: draw(26),
    };
    let mut stream = Stream::new();
    let cuts: BTreeSet<_> = (0..50).filter_map(|_| stream.sentence(&from).cut).collect();
    assert_eq!(cuts.into_iter().collect::<Vec<_>>(), [Limit::AllZero(0)]);
}

#[test]
fn done_27_a_second_character_costs_its_weights_and_its_stack_only() {
    let grammar = boss([500; 4]);
    let weights = [Weights::authored(&grammar), Weights::authored(&grammar)];
    let mut streams = [Stream::new(), Stream::new()];
    for (at, stream) in streams.iter_mut().enumerate() {
        // Both read the same grammar by reference.
        let from = Source {
            grammar: &grammar,
            weights: &weights[at],
            draw: draw(at as u64),
        };
        (0..100).for_each(|_| _ = take(stream, &from, |_| true, &mut ()));
        let open = stream.depth() * 8;
        assert!(
            size_of::<Stream>() + open <= 256,
            "{}",
            size_of::<Stream>() + open
        );
    }
}
