//! For each code: where it must fire, and where it must not although it nearly could.
//!
//! False alarms are what makes authors stop reading, so the second half matters as much as the
//! first. A case lists everything that is found in it, as `code@line`.

mod diagnostics {
    pub(crate) mod acts;
    pub(crate) mod advice;
    pub(crate) mod bad_input;
    pub(crate) mod beliefs;
    pub(crate) mod grammars;
    pub(crate) mod ground;
    pub(crate) mod lives;
    pub(crate) mod merchants;
    pub(crate) mod minds;
    pub(crate) mod mistakes;
    pub(crate) mod names;
    pub(crate) mod referents;
    pub(crate) mod rules;
    pub(crate) mod senses;
    pub(crate) mod shapes;
    pub(crate) mod snippets;
    pub(crate) mod stories;
    pub(crate) mod values;
    pub(crate) mod world;
}

use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::project::{FILE_BYTES_MAX, Project};

/// What a case is about, its source, and all that is found in it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) about: &'static str,
    pub(crate) source: String,
    pub(crate) expected: &'static [&'static str],
}

/// What the cases may speak of without declaring it. It stands on the line before the first.
const TOWN: &str = "role citizen role waiter is citizen role guest is citizen proxy shop \
    prop chair prop cup prop mug is cup symbols topic: weather, prices \
    action sit(prop) takes 2 s, may fail action get_up takes 1 s action wave takes 1 s \
    action talk(character) uses voice, takes 4 s action say(text) uses voice \
    action drink(cup) takes 3 s action walk(thing) with speed: number = 1 takes 9 s \
    action hum with tune: symbol uses voice \
    property raining property hunger(character): number property calm(character): duration \
    function walk_time(thing, thing): duration predicate sees(character, character)";

/// A way out that no check takes for starved, hidden or forgetful.
const EXIT: &str = "every state rule bye when .clock > 22:00 urgent end";

/// A whole file.
pub(crate) fn file(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    Case {
        about,
        source: source.to_string(),
        expected,
    }
}

/// A file that may use what is in town.
pub(crate) fn town(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let source = format!("{TOWN}\n{source}");
    Case {
        about,
        source,
        expected,
    }
}

/// The body of a script with up to three guests and a waiter.
pub(crate) fn script(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let source = format!("{TOWN} script s cast guest 0..3 waiter 0..1\n{source}");
    Case {
        about,
        source,
        expected,
    }
}

/// The same, with a way out for everybody.
pub(crate) fn scene(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let source = format!("{TOWN} script s cast guest 0..3 waiter 0..1\n{source}\n{EXIT}");
    Case {
        about,
        source,
        expected,
    }
}

pub(crate) fn problems(source: &str) -> Vec<Diagnostic> {
    let mut project = Project::of_files([("case.folk", source)]);
    project.check().problems
}

/// What is found, as `code@line`. Line 0 is what the case did not write itself.
fn found(case: &Case) -> Vec<String> {
    let mut project = Project::of_files([("case.folk", case.source.as_str())]);
    let shift = u32::from(case.source.starts_with(TOWN));
    let checked = project.check();
    let line = |problem: &Diagnostic| {
        let file = project.file(problem.place.file);
        file.map_or(0, |file| file.line_column(problem.place.start).line - shift)
    };
    let problems = checked.problems.iter();
    problems
        .map(|problem| format!("{}@{}", problem.code.name(), line(problem)))
        .collect()
}

fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    let mut all = vec![];
    all.extend(diagnostics::names::cases());
    all.extend(diagnostics::values::cases());
    all.extend(diagnostics::shapes::cases());
    all.extend(diagnostics::stories::cases());
    all.extend(diagnostics::minds::cases());
    all.extend(diagnostics::ground::cases());
    all.extend(diagnostics::acts::cases());
    all.extend(diagnostics::beliefs::cases());
    all.extend(diagnostics::rules::cases());
    all.extend(diagnostics::referents::cases());
    all.extend(diagnostics::grammars::cases());
    all.extend(diagnostics::lives::cases());
    all.extend(diagnostics::merchants::cases());
    all.extend(diagnostics::senses::cases());
    all.extend(diagnostics::snippets::cases());
    all.extend(diagnostics::mistakes::cases());
    all.extend(diagnostics::world::cases());
    all
}

#[test]
fn each_case_yields_exactly_what_it_says() {
    let mut wrong = String::new();
    for (code, fires, spares) in cases() {
        for case in fires.iter().chain(&spares) {
            let found = found(case);
            if found != case.expected {
                wrong += &format!(
                    "\n{}: {}\n{}\n  expected {:?}\n  found    {found:?}\n",
                    code.name(),
                    case.about,
                    case.source.trim_start_matches(TOWN),
                    case.expected,
                );
                for problem in problems(&case.source) {
                    wrong += &format!("    {}: {}\n", problem.code.name(), problem.message);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_case_fires_or_spares_its_own_code() {
    for (code, fires, spares) in cases() {
        let own = format!("{}@", code.name());
        let has = |case: &Case| case.expected.iter().any(|found| found.starts_with(&own));
        for case in &fires {
            assert!(has(case), "{}: {} must fire", code.name(), case.about);
        }
        for case in &spares {
            assert!(!has(case), "{}: {} must not fire", code.name(), case.about);
        }
    }
}

/// Codes that need a project, a sheet or a run of the script, and those with a test of their own.
const ELSEWHERE: &[Code] = &[
    Code::TestFails,
    Code::BadManifest,
    Code::SheetUnreadable,
    Code::SheetLayout,
    Code::SheetTwin,
    Code::StuckParticipant,
    Code::StuckScene,
    Code::Livelock,
    Code::WaitsInVain,
    Code::LeftFactBlocks,
    Code::RuleNeverReached,
    Code::PropertyBroken,
    Code::NotFullyExplored,
    Code::FileTooLarge,
    Code::TooLarge,
    Code::NotFullyCompared,
];

#[test]
fn every_code_has_a_case_and_a_near_miss() {
    let cases = cases();
    for code in Code::ALL.iter().filter(|code| !ELSEWHERE.contains(code)) {
        let of = cases.iter().filter(|(other, ..)| other == code);
        let (mut fires, mut spares) = (0, 0);
        for (_, f, s) in of {
            fires += f.len();
            spares += s.len();
        }
        assert!(fires > 0, "{} never fires here", code.name());
        assert!(spares > 0, "{} is never spared here", code.name());
    }
}

/// A file of this size that is one comment.
fn comment(bytes: usize) -> String {
    format!("#{}", "x".repeat(bytes - 1))
}

#[test]
fn a_file_is_not_read_beyond_its_limit() {
    let found = problems(&comment(FILE_BYTES_MAX + 1));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::FileTooLarge);
}

#[test]
#[ignore = "lexes 16 MB, which takes seconds without optimisation"]
fn a_file_is_read_up_to_its_limit() {
    assert!(problems(&comment(FILE_BYTES_MAX)).is_empty());
}

#[test]
fn many_hundreds_of_rules_are_not_fully_compared() {
    let with_rules = |count: usize| {
        let mut source = format!("{TOWN} script s cast guest 0..1 fact day(number) told\n");
        for day in 0..count {
            source += &format!("rule day_{day} when day({day}) do wave leave\n");
        }
        let found = problems(&source);
        found.iter().map(|p| p.code).collect::<Vec<_>>()
    };
    assert_eq!(with_rules(1000), [Code::NotFullyCompared]);
    assert_eq!(with_rules(200), []);
}

/// Each limit names itself, and nothing else is said about what was not read.
#[test]
fn what_is_too_large_names_its_limit() {
    let found = |source: &str| {
        let told = problems(source).into_iter().map(|p| p.message);
        told.collect::<Vec<_>>()
    };
    let literals = |count: usize| {
        let seats = vec!["seat(_)"; count].join(", ");
        format!("{TOWN} script s cast guest 0..1 fact seat(prop) rule r when {seats} leave")
    };
    assert_eq!(found(&literals(160)), [] as [&str; 0]);
    assert_eq!(
        found(&literals(161)),
        ["more than 160 conditions stand here together"]
    );
    let variables: Vec<String> = (0..8_000).map(|n| format!("X{n}")).collect();
    let variables = variables.join(", ");
    assert_eq!(
        found(&format!(
            "{TOWN} script s cast guest 0..1 fact seat(prop) rule r when seat({variables}) leave"
        )),
        ["more than 1000 variables stand here together"]
    );
    let roles: Vec<String> = (1..5_000)
        .map(|n| format!("role r{n} is r{}", n - 1))
        .collect();
    assert_eq!(
        found(&format!("role r0 {}", roles.join(" "))),
        ["`r100` stands below more than 64 others"]
    );
    let rules: Vec<String> = (0..4_001)
        .map(|n| format!("rule r{n} when day({n}) leave"))
        .collect();
    let script = format!(
        "{TOWN} script s cast guest 0..1 fact day(number) told {}",
        rules.join("\n")
    );
    assert!(found(&script).contains(&"`s` has more than 4000 rules".to_string()));
}

/// Packages that were written by people who have never met use the same words for the same things.
#[test]
fn packages_may_declare_the_same_in_the_same_words() {
    let check = |second: &str| {
        let mut project = Project::new();
        let packages = ["bench", "stall", "town"].map(|name| project.add_package(name));
        let [bench, stall, town] = packages;
        project.set_visible(town, vec![bench, stall]);
        let first = "role citizen\naction sit(prop) takes 2..3 s\nrole elder is citizen";
        project.set_file("bench.folk", bench, first);
        project.set_file("stall.folk", stall, second);
        project.set_file("town.folk", town, "role mayor is citizen, elder");
        let checked = project.check();
        let problems = checked.problems.iter();
        let found = problems.map(|problem| problem.code.name().to_string());
        found.collect::<Vec<_>>()
    };
    let same = "# Everybody.\nrole citizen action sit(prop)\n  takes 2..3 s role buyer is citizen";
    assert_eq!(check(same), [] as [&str; 0]);
    assert_eq!(check("role citizen\nrole citizen"), ["duplicate-name"]);
    assert_eq!(check("action sit(prop) takes 2..4 s"), ["duplicate-name"]);
    // A word of another package is not seen because it exists somewhere.
    assert_eq!(check("role buyer is elder"), ["unknown-role"]);
}
