//! Properties of random grammars.

use crate::grammar::fixtures::draw;
use crate::grammar::inside::Model;
use crate::grammar::parse::{Tree, parse, recognise};
use crate::grammar::{Body, Builder, Grammar, Source, Stream, Weights};
use proptest::prelude::*;

/// A body over three terminals and three rules.
fn body() -> impl Strategy<Value = Body> {
    let names = ["a", "b", "c", "r0", "r1", "r2"];
    let leaf = prop_oneof![
        1 => Just(Body::Nothing),
        9 => (0..names.len()).prop_map(move |at| Body::word(names[at])),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(Body::Sequence),
            prop::collection::vec((1..1000i64, inner.clone()), 1..4).prop_map(Body::Choice),
            (inner, 0..3u16, prop::option::of(3..5u16), 0..700i64)
                .prop_map(|(inner, min, max, chance)| inner.times(min, max, chance)),
        ]
    })
}

fn grammar() -> impl Strategy<Value = Option<Grammar>> {
    (body(), body(), body()).prop_map(|(r0, r1, r2)| {
        let builder = Builder::new().start("r0", r0).rule("r1", r1).rule("r2", r2);
        builder.build().ok()
    })
}

fn yields(tree: &[Tree], into: &mut Vec<u16>) {
    for part in tree {
        match part {
            Tree::Rule(_, inside) => yields(inside, into),
            Tree::Symbol(symbol) => into.push(*symbol),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_generated_is_recognised_and_its_tree_yields_it(grammar in grammar(), seed in 0..1000u64) {
        let Some(grammar) = grammar else { return Ok(()) };
        prop_assert!(grammar.is_sound());
        let weights = Weights::authored(&grammar);
        let from = Source { grammar: &grammar, weights: &weights, draw: draw(seed) };
        let mut stream = Stream::new();
        for _ in 0..5 {
            let sentence = stream.sentence(&from);
            if sentence.cut.is_some() || sentence.symbols.len() > 30 {
                continue;
            }
            prop_assert!(recognise(&grammar, &sentence.symbols));
            let parse = parse(&grammar, &Model::authored(&grammar), &sentence.symbols).unwrap();
            prop_assert!(parse.derivations != Some(0));
            prop_assert!(parse.log2_probability <= 1e-9 && parse.log2_probability.is_finite());
            let mut symbols = vec![];
            yields(&parse.tree, &mut symbols);
            prop_assert_eq!(symbols, sentence.symbols);
        }
    }
}
