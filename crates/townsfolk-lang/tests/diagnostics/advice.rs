//! Advice: a suggestion is worse than none if it does not help.

use crate::{EXIT, TOWN, problems};
use townsfolk_lang::diagnostic::Diagnostic;
use townsfolk_lang::project::Project;

fn in_scene(source: &str) -> String {
    format!("{TOWN} script s cast guest 0..3 waiter 0..1\n{source}\n{EXIT}")
}

/// The only problem of a scene.
fn only_problem(source: &str) -> Diagnostic {
    let mut found = problems(&in_scene(source));
    assert_eq!(found.len(), 1, "{source}: {found:#?}");
    found.remove(0)
}

fn suggestions(source: &str) -> Vec<String> {
    let hints = only_problem(source).hints;
    let texts = hints.into_iter().map(|hint| hint.text);
    texts.filter(|text| text.contains("did you mean")).collect()
}

#[track_caller]
fn suggests(source: &str, name: &str) {
    let found = suggestions(source);
    assert_eq!(found, [format!("did you mean `{name}`?")], "{source}");
}

#[track_caller]
fn does_not_suggest(source: &str) {
    assert_eq!(suggestions(source), Vec::<String>::new(), "{source}");
}

#[test]
fn suggest_slips_of_the_pen() {
    suggests("rule r do wvae end", "wave");
    suggests("rule r for wiater do wave end", "waiter");
    suggests("rule r when .rainning do wave end", ".raining");
    suggests(
        "fact hungry told rule r when hungy do wave end rule q when hungry do wave end",
        "hungry",
    );
    suggests("state here rule r do wave goto hree", "here");
    suggests(
        "fact f(topic) told rule r when f(wether) do wave end",
        "weather",
    );
    suggests("fact f(nubmer) told rule r when f(_) do wave end", "number");
    suggests(
        "rule r when .any(Somebody), Somebody != .me do talk(Sombody) end",
        "Somebody",
    );
}

#[test]
fn do_not_suggest_what_is_far_away() {
    does_not_suggest("rule r do juggle end");
    does_not_suggest("rule r for blacksmith do wave end");
    does_not_suggest("rule r when .moonlight do wave end");
    does_not_suggest(
        "fact hungry told rule r when sleepy do wave end rule q when hungry do wave end",
    );
    does_not_suggest("state here rule r do wave goto elsewhere");
    does_not_suggest("fact f(topic) told rule r when f(politics) do wave end");
    does_not_suggest("fact f(velocity) told rule r when f(_) do wave end");
    does_not_suggest(
        "rule r when .any(Somebody) do talk(Victim), .any(X) end"
            .split(',')
            .next()
            .unwrap_or_default(),
    );
}

#[test]
fn do_not_suggest_short_names_for_each_other() {
    does_not_suggest(
        "fact at(character) told rule r when in(.me) do wave end rule q when at(.me) do wave end",
    );
    does_not_suggest("rule r when .any(X), X != .me do talk(Y) end");
}

#[test]
fn do_not_suggest_another_sort_of_thing() {
    // `guest` is a role and `wave` an action, but neither is what is asked for here.
    does_not_suggest("rule r do guests end");
    does_not_suggest("rule r for waves do wave end");
    does_not_suggest("rule r when waves do wave end");
    // `cup` is a kind, but not a role.
    does_not_suggest("rule r for cups do wave end");
}

/// Names close by were suggested although they take another number of arguments there.
#[test]
fn do_not_suggest_what_takes_other_arguments() {
    // `wave` takes nobody, `talk` somebody.
    does_not_suggest("rule r when .any(X) do wvae(X) end");
    does_not_suggest("rule r do tlak end");
    does_not_suggest(
        "fact hungry told rule r when hungy(.me) do wave end rule q when hungry do wave end",
    );
    does_not_suggest("rule r when .rainning(.me) do wave end");
    does_not_suggest("rule r when .sese(.me) do wave end");
    does_not_suggest("rule r when conut(.raining, .me) > 2 do wave end");
    suggests("rule r when conut(.raining) > 2 do wave end", "count");
}

#[test]
fn do_not_suggest_what_takes_other_kinds() {
    does_not_suggest(
        "fact seat(prop) rule r when seta(.me) do wave end rule q when seat(_) do wave end",
    );
    does_not_suggest("rule r do drikn(.me) end");
}

#[test]
fn do_not_suggest_a_value_for_a_condition_or_the_other_way_round() {
    does_not_suggest("rule r when .hungre(.me) do wave end");
    does_not_suggest("rule r when .rainning > 3 do wave end");
    does_not_suggest("rule r when .nwo do wave end");
    does_not_suggest("rule r when .ayn(.me) > 2 do wave end");
    does_not_suggest("rule r when randmo(1, 2) > 1 do wave end");
}

#[test]
fn do_not_suggest_a_define_where_only_a_fact_can_stand() {
    does_not_suggest(
        "define sleepy when .raining rule r when sleepy do wave add slepy end rule q do wave once",
    );
}

#[test]
fn do_not_suggest_what_a_location_cannot_say_or_prefer() {
    let source = "role a prop cup action sip(cup) script s cast a 0..1 fact clean(cup) rule go when clean(X) do sip(X) leave \
        location l prop left: cup knows clean(left), claen(left, left) prefers s";
    let template = "role a template nap(Who: role) cast $Who 0..1 rule go leave script s based on nap(Who = a) location l prefers npa";
    for source in [source, template] {
        let found = problems(source);
        assert_eq!(found.len(), 1, "{source}: {found:#?}");
        let edits = found[0].hints.iter().filter(|hint| hint.edit.is_some());
        assert_eq!(edits.count(), 0, "{found:#?}");
    }
}

#[test]
fn do_not_suggest_a_thing_as_its_own_parent() {
    for source in [
        "role cook is cok",
        "prop cup is cop",
        "role a script nap based on nape cast a 0..1 rule r leave",
    ] {
        let found = problems(source);
        assert_eq!(found.len(), 1, "{source}: {found:#?}");
        assert!(
            found[0].hints.iter().all(|hint| hint.edit.is_none()),
            "{found:#?}"
        );
    }
}

#[test]
fn do_not_suggest_a_variable_that_has_no_value_there() {
    // `Someone` is close, but stands behind `not` only.
    does_not_suggest("fact f(character) told rule r when not f(Someone) do talk(Somone) end");
}

#[test]
fn do_not_suggest_a_variable_of_the_wrong_kind() {
    // `Seat` is close to `Seal` and has a value, but nobody can talk to a seat.
    does_not_suggest("fact seat(prop) rule r when seat(Seat) do talk(Seal) while seat(Seat) end");
}

#[test]
fn do_not_suggest_names_of_packages_that_cannot_be_seen() {
    use townsfolk_lang::project::Project;
    let mut project = Project::new();
    let far = project.add_package("far");
    let near = project.add_package("near");
    project.set_file("far.folk", far, "action juggle");
    let text = "role a script s cast a 0..1 rule r do jugle leave";
    project.set_file("near.folk", near, text);
    let found = project.check().problems;
    let texts: Vec<&str> = found
        .iter()
        .flat_map(|p| &p.hints)
        .map(|h| h.text.as_str())
        .collect();
    assert_eq!(texts, ["declare it: `action jugle`"]);
}

#[test]
fn a_name_that_cannot_be_seen_is_explained() {
    use townsfolk_lang::project::Project;
    let mut project = Project::new();
    let far = project.add_package("far");
    let near = project.add_package("near");
    project.set_file("far.folk", far, "action juggle");
    let text = "role a script s cast a 0..1 rule r do juggle leave";
    project.set_file("near.folk", near, text);
    let found = project.check().problems;
    let texts: Vec<&str> = found
        .iter()
        .flat_map(|p| &p.hints)
        .map(|h| h.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["add `far` to [dependencies] in this package's folk.toml"]
    );
}

/// Sources whose problem comes with a change that can be made; made, nothing is wrong any more.
const MENDED: &[&str] = &[
    "rule r do wvae end",
    "rule r for wiater do wave end",
    "rule r when .rainning do wave end",
    "rule r when raining do wave end",
    "rule r when any(X), X != .me do talk(X) end",
    "fact hungry told rule r when not hungy do wave end rule q when hungry do wave end",
    "state here rule r do wave goto hree",
    "fact f(topic) told rule r when f(wether) do wave end",
    "fact f(nubmer) told rule r when f(_) do wave end",
    "rule r when .any(Somebody), Somebody != .me do talk(Sombody) end",
    "rule r when .any(X), X != .me do talk(x) end",
    "rule r do wave again after 10 seconds",
    "rule Greet do wave end",
    "fact f(character, number) told rule r when f(.me, N) do wave end",
    "rule r do wave end test t people ann guest an does r",
];

/// The same for whole files.
const MENDED_FILES: &[&str] = &[
    "role a is cok role cook",
    "role Baker",
    "action clap uses voise",
    "prop stool prop bench is stol",
    "role a script s cast a 0..1 joins as dutty rule r leave",
    "role a action hop script b cast a 0..1 rule skip do hop once rule go leave script s based on b drop rule skipp",
    "role a script base cast a 0..1 rule go leave script s based on bsae",
    "role a script b cast a 0..1 rule go leave script s based on b rule out before goo when .clock > 3:00 leave",
    "role a template t(Who: role) cast $Whom 0..1 rule go leave script s based on t(Who = a)",
    "role a template t(Who: role) cast $Who 0..1 rule go leave script s based on t(Whoo = a)",
    "role a script nap cast a 0..1 rule go leave location l prefers npa emits script",
    "role a prop cup action sip(cup) script s cast a 0..1 fact full(cup) rule go when full(X) do sip(X) leave \
     location l prop left: cup knows full(lefft) prefers s emits script",
    "role a prop cup action sip(cup) script s cast a 0..1 fact clean(cup) rule go when clean(X) do sip(X) leave \
     location l prop left: cup knows clean(left), claen(left) prefers s emits script",
    "role a action wink(character) script s cast a 0..1 rule go when .any(Whom) do wink(Whom) leave \
     test t people ann a ann does go with Wom = ann",
    "role a action wink script s cast a 0..1 rule greet do wink leave test t people ann a ann does gret",
    "property hot(character) role a script s cast a 0..1 rule go when .any(X), .hott(X) leave",
];

#[test]
fn what_is_suggested_compiles() {
    let scenes = MENDED.iter().map(|source| in_scene(source));
    let files = MENDED_FILES.iter().map(|source| source.to_string());
    for source in scenes.chain(files) {
        let found = problems(&source);
        assert_eq!(found.len(), 1, "{source}: {found:#?}");
        let hints = found[0].hints.iter();
        let edits: Vec<_> = hints.filter_map(|hint| hint.edit.clone()).collect();
        assert!(!edits.is_empty(), "{source}: {found:#?}");
        for (place, replacement) in edits {
            let mut mended = source.clone();
            mended.replace_range(place.start as usize..place.end as usize, &replacement);
            let left = problems(&mended);
            assert!(left.is_empty(), "{mended}: {left:#?}");
        }
    }
}

#[test]
fn swapped_arguments_are_suggested_in_the_right_order() {
    let source = "fact f(prop) fact g(prop, character) rule r when f(X), not g(X, _) do wave add g(.me, X) end";
    suggests(source, "g(X, .me)");
}

#[test]
fn arguments_that_fit_in_no_order_are_not_swapped() {
    does_not_suggest("fact g(prop, number) told rule r when g(.me, 3) do wave end");
}

/// What is said about a source, with its first hint.
fn said(source: &str) -> Vec<String> {
    let told = problems(&in_scene(source)).into_iter().map(|problem| {
        let hint = problem.hints.first().map_or("", |hint| hint.text.as_str());
        format!("{}: {hint}", problem.message)
    });
    told.collect()
}

/// Words of other languages were taken for facts ("declare it: `fact or`"), several words for a
/// name, and one keyword as a name gave seven errors.
#[test]
fn what_people_type_is_understood() {
    for (source, expected) in [
        (
            "fact f told rule r when f and not .raining do wave end",
            "expected `,` or the next part of the rule, found `and`: put a comma between two conditions",
        ),
        (
            "fact f told rule r when f or .raining do wave end",
            "expected `,` or the next part of the rule, found `or`: write two rules, or give the condition a name: several `define`s of one name mean *or*",
        ),
        (
            "rule r if .raining do wave end",
            "expected the next part of the script, found `if`: a condition stands behind `when`",
        ),
        (
            "rule go home when .raining do wave end",
            "a name is one word: write `go_home`",
        ),
        (
            "rule go home for guest when .raining do wave end",
            "a name is one word: write `go_home`",
        ),
        (
            "fact test told rule r when not test, .raining do wave remove test rule q when test do wave",
            "`test` is a keyword and cannot be the name of a fact: choose another word, for example `test_it`",
        ),
        (
            "rule r whne .raining do wave rule q when .raining do wave",
            "expected the next part of the script, found `whne`: did you mean `when`?",
        ),
        (
            "define near(A, B) when .any(A), .any(B) define near(A) when .any(A) rule r when near(.me) do wave end rule q when near(.me, X), X != .me do wave end",
            "`near` has 2 arguments elsewhere: give it a name of its own: several `define`s of one name mean *or*",
        ),
        (
            "rule r for waiter when .any(X, guest), X != .me do talk(X) end",
            "a waiter cannot be compared with a guest: everybody in a scene has one role, so these two are never the same: leave it out",
        ),
        (
            "fact f(number) told fact f(prop) told rule r when f(_) do wave end",
            "the fact `f` is declared twice: give this one another name, or another number of arguments",
        ),
        (
            "fact f(3, number) told rule r when f(.me, 3), not f(_, 4) do wave remove f(.me, _) rule q when f(.me, 1) do wave end",
            "expected a kind, such as `character`, `prop` or `number`, found `3`: ",
        ),
        (
            "fact f rule r when not f do wave remove f rule q when f do wave add f end",
            "",
        ),
    ] {
        let expected: &[&str] = if expected.is_empty() {
            &[]
        } else {
            &[expected]
        };
        assert_eq!(said(source), expected, "{source}");
    }
}

/// A `property` between the rules closed the script, and each rule behind it was an error.
#[test]
fn a_declaration_inside_a_script_is_one_error() {
    let source = "role a\naction wave\nscript s\n  cast\n    a 1\n  fact f told\n  property hot\n  \
        rule r\n    when f\n    do wave\n  rule q\n    when .hot\n    leave\n";
    let found = problems(source);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        found[0].hints[0].text,
        "move the `property` above the script"
    );
}

/// `left = P` before `seat(P)` compared a prop with a symbol and never held.
#[test]
fn an_equation_with_a_name_means_the_same_in_any_order() {
    let lowered = |condition: &str| {
        let source = format!(
            "role a prop chair action sit(prop) script s cast a 1 fact seat(prop) \
             rule r when {condition} do sit(P) leave rule q when seat(_) leave rule p leave \
             location l prop left: chair knows seat(left) prefers s emits script"
        );
        let mut project = Project::of_files([("a.folk", source.as_str())]);
        let checked = project.check();
        assert!(
            checked.problems.is_empty(),
            "{condition}: {:#?}",
            checked.problems
        );
        let (module, _) = project.assemble(&checked);
        let mut named = format!("{:?}", module.scripts[0].rules[0].when)
            .split(['(', ')', ',', ' ', '[', ']'])
            .filter(|word| ["Prop", "Symbol"].contains(word))
            .map(str::to_string)
            .collect::<Vec<_>>();
        named.dedup();
        named
    };
    for condition in [
        "left = P, seat(P)",
        "P = left, seat(P)",
        "seat(P), left = P",
        "seat(P), P = left",
    ] {
        assert_eq!(lowered(condition), ["Prop"], "{condition}");
    }
}
