//! Snippets in the language: what is lowered, what is found, how it is laid out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use townsfolk_core::DeciderId;
use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::format::format;
use townsfolk_lang::project::Project;
use townsfolk_module::decide::Class;

const CHAPTER: &str = include_str!("../../../docs/book/src/snippets.md");
const MAGE: &str = include_str!("../../../examples/mage/mage.folk");

const HEALERS: &str = "
role healer thinks with barrier
attribute health(character): number 0..100 = 100 set by host
action shield(character) takes 1 s
";

fn problems(text: &str) -> Vec<Diagnostic> {
    Project::of_files([("healers.folk", text)]).check().problems
}

fn only(text: &str) -> Diagnostic {
    let mut found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// A support snippet whose last term gives so many points.
fn barrier(class: &str, last: i32) -> String {
    format!(
        "{HEALERS}
snippet barrier class {class}
  among healer within 20 m as It
    score 25, and 10 if .health(It) < 50, and {last} if .health(It) < 25
  do shield(It)
"
    )
}

#[test]
fn done_17_support_that_can_reach_47_is_reported_with_its_path() {
    assert!(problems(&barrier("support", 10)).is_empty());
    let text = barrier("support", 12);
    let found = only(&text);
    assert_eq!(found.code, Code::PointsOutsideBand);
    assert_eq!(
        found.message,
        "`barrier` can reach 47 points, but `support` ends at 45"
    );
    let path: Vec<&str> = found
        .related
        .iter()
        .map(|other| other.label.as_str())
        .collect();
    assert_eq!(path, ["+25 here", "+10 here", "+12 here"]);
    let marked = |index: usize| {
        let place = found.related[index].place;
        &text[place.start as usize..place.end as usize]
    };
    assert_eq!(marked(2), "and 12 if .health(It) < 25");
    let weak = only(&barrier("reaction", 10));
    assert_eq!(
        weak.message,
        "`barrier` can have only 25 points, but `reaction` begins at 50"
    );
}

#[test]
fn changing_the_class_changes_nothing_but_the_class() {
    let compiled = |class: &str| {
        let text = barrier(class, 10);
        let mut project = Project::of_files([("healers.folk", text.as_str())]);
        let checked = project.check();
        let (module, _) = project.compile(&checked).unwrap();
        module
            .deciders
            .snippets
            .get(DeciderId::named("barrier"))
            .unwrap()
            .clone()
    };
    let mut support = compiled("support");
    let reaction = compiled("reaction");
    assert_eq!(support.class, Some(Class::Support));
    support.class = reaction.class;
    assert_eq!(support, reaction);
}

#[test]
fn points_of_a_shared_tree_and_of_an_attribute_are_counted() {
    let text = format!(
        "{HEALERS}
attribute zeal(character): number 0..30 = 0 set by host
tree base(It: character, Worth: number)
  score Worth
  score 10 if .health(It) < 50
snippet barrier class support
  among healer within 20 m as It
    rated by base(It, 25)
    score .zeal(.me)
  do shield(It)
"
    );
    let found = only(&text);
    assert!(
        found.message.contains("can reach 65 points"),
        "{}",
        found.message
    );
    assert_eq!(found.related.len(), 3);
}

#[test]
fn mistakes_are_named_where_they_stand() {
    let snippet = |body: &str| format!("{HEALERS}\nsnippet barrier class support\n{body}");
    let with = |line: &str| {
        snippet(&format!(
            "  among healer within 20 m as It\n    {line}\n    score 25\n  do shield(It)\n"
        ))
    };
    let cases = [
        (with("when .helth(It) < 50"), Code::UnknownHostName),
        (with("when wounded(It)"), Code::UnknownFact),
        (with("when .health(Other) < 50"), Code::UnboundVariable),
        (with("when Other = .me"), Code::UnboundVariable),
        (with("when chance(0.5)"), Code::NotAvailableHere),
        (with("rated by base(It)"), Code::UnknownTree),
        (with("score by .health(It) 50: 3, 10: 2"), Code::BadCurve),
        (
            snippet("  cost 30 mana\n  score 25\n  do shield(.me)\n"),
            Code::UnknownHostName,
        ),
        (snippet("  score 25\n"), Code::IncompleteSnippet),
        (
            snippet("  among healer as It\n    score 25\n  do shield(It)\n"),
            Code::IncompleteSnippet,
        ),
        (barrier("suport", 10), Code::UnknownClass),
    ];
    for (text, code) in cases {
        let found = problems(&text);
        assert!(
            found.iter().any(|problem| problem.code == code),
            "{code:?}: {found:?}\n{text}"
        );
    }
}

#[test]
fn a_tree_is_no_way_to_decide() {
    let text = "role healer thinks with base\ntree base\n  score 5\n";
    let found = only(text);
    assert_eq!(found.code, Code::UnknownDecider);
    assert_eq!(
        found.message,
        "`base` is a tree, and decides nothing by itself"
    );
}

#[test]
fn the_chapter_and_the_example_are_clean_and_laid_out() {
    let fences = CHAPTER.split("```folk\n").skip(1);
    let chapter: Vec<&str> = fences.filter_map(|rest| rest.split("```").next()).collect();
    for text in [chapter.join("\n").as_str(), MAGE] {
        let found = problems(text);
        assert!(found.is_empty(), "{found:?}");
        let laid_out = format(text).unwrap();
        assert_eq!(laid_out, text, "not as `fmt` writes it");
    }
}

#[test]
fn a_test_of_a_role_knows_its_people_and_expects_something() {
    let story = |steps: &str| {
        format!("{MAGE}\ntest of_mine of mage\n  people mia mage at 0 m, 0 m\n{steps}")
    };
    let cases = [
        ("  tom chooses follow\n", Code::UnknownPerson),
        ("  mia chooses folow\n", Code::UnknownDecider),
        ("  .mana(mia) is 10\n", Code::TestExpectsNothing),
        ("  mia does follow\n", Code::NotAvailableHere),
    ];
    for (steps, code) in cases {
        let found = problems(&story(steps));
        assert!(
            found.iter().any(|problem| problem.code == code),
            "{code:?}: {found:?}"
        );
    }
}
