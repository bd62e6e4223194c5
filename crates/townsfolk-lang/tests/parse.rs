//! Parsing: lossless, and a broken rule never hides the problems of the next.

use townsfolk_lang::source::FileId;
use townsfolk_lang::syntax::parse;

fn problems(text: &str) -> Vec<String> {
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.text(), text, "the tree holds every byte");
    parsed
        .problems
        .iter()
        .map(|p| format!("{}: {}", p.code.name(), p.message))
        .collect()
}

#[test]
fn the_shipped_bench_parses_cleanly() {
    let text = include_str!("../../../examples/bench/bench.folk");
    assert_eq!(problems(text), Vec::<String>::new());
}

#[test]
fn a_broken_rule_never_hides_the_problems_of_the_next() {
    let found = problems(
        "script s
           state a
             rule one
               when seat(, not
               do
               goto
             rule two
               wen seat(X)
               add seat(X
             rule Three
               leave",
    );
    assert_eq!(found.len(), 8, "{found:#?}");
}

#[test]
fn hostile_nesting_ends() {
    let deep = format!(
        "script s rule r when {}x{}",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(problems(&deep).iter().any(|p| p.starts_with("too-deep")));
    for chain in ["+1", "*1", "/ 2 s", "-.now"] {
        let text = format!("script s rule r when x = 1{}", chain.repeat(100_000));
        assert!(
            problems(&text).iter().any(|p| p.starts_with("too-deep")),
            "{chain}"
        );
    }
    let level = |inner: String| format!("({inner}{})", "+1".repeat(60));
    let tower = (0..60).fold("x".to_string(), |inner, _| level(inner));
    assert!(!problems(&format!("script s rule r when y = {tower}")).is_empty());
    let calls = format!("script s rule r when {}x", "f(1, ".repeat(50_000));
    assert!(problems(&calls).iter().any(|p| p.starts_with("too-deep")));
    let minus = format!("script s rule r when x = {}1", "-".repeat(100_000));
    assert!(problems(&minus).iter().any(|p| p.starts_with("too-deep")));
}
