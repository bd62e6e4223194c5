//! The chapters on the language and on minds: every example in them is compiled here, from the
//! chapters themselves.

use townsfolk_lang::format::format;
use townsfolk_lang::project::Project;

const CHAPTER: &str = include_str!("../../../docs/book/src/language.md");
const MINDS: &str = include_str!("../../../docs/book/src/minds.md");
const BELIEFS: &str = include_str!("../../../docs/book/src/beliefs.md");
const PLANS: &str = include_str!("../../../docs/book/src/plans.md");
const RULES: &str = include_str!("../../../docs/book/src/rules.md");
const DAILY: &str = include_str!("../../../docs/book/src/daily.md");
const GRAMMARS: &str = include_str!("../../../docs/book/src/grammars.md");
const SENSES: &str = include_str!("../../../docs/book/src/senses.md");
const TRADE: &str = include_str!("../../../docs/book/src/trade.md");

/// What stands around the pieces of a script that the chapter shows by themselves.
const TERRACE: &str = "
role guest is citizen
action hand_over(character, symbol) with style: symbol takes 1..2 s
predicate distance_ok(character, character)
script terrace
  cast
    waiter 1..1 joins as duty
    guest 0..4
  fact waiting(character)
  fact served(character, character)
  fact reading(character, time)
  fact dropped_menu(character)
  fact carrying(character, symbol)
  state attending
    rule sigh for waiter
      when dropped_menu(.me), reading(_, T), T < .now
      remove dropped_menu(.me), reading(_, _)
      add carrying(.me, tray)
      end
    rule sit_down for guest
      when not waiting(.me), not served(.me, _)
      add waiting(.me)
";

/// What the chapter on minds leaves out: where hunger and the rest are seen to, and one more person.
const INN: &str = "
role sleeper
action use_privy takes 1..2 min, eases bladder
action stir takes 1 min
action pour takes 10 s
script a_meal cast customer 1..4 rule eat do eat_soup leave
script a_visit cast customer 1..1 rule go do use_privy leave
script a_night cast sleeper 1..1 rule snore do snore leave
script cooking cast cook 1..1 rule stir do stir leave
script service cast barman 1..1 customer 0..3 joins late rule pour for barman do pour leave rule sip for customer do drink leave
location table serves hunger as customer tags leisure prefers a_meal emits script within 3 m
location privy serves bladder as customer prefers a_visit emits script within 3 m
location bed prefers a_night emits script within 3 m
location cooker prefers cooking emits script within 3 m
location bar prefers service emits script within 3 m
person gregor mind body follows idlers_day
";

/// The examples of a chapter, in order.
fn examples(chapter: &'static str) -> Vec<&'static str> {
    let fences = chapter.split("```folk\n").skip(1);
    fences.filter_map(|rest| rest.split("```").next()).collect()
}

/// The whole chapter as one project: declarations as they stand, pieces in the script they are of.
fn chapter() -> Project {
    let mut declarations = String::new();
    let (mut terrace, mut bench) = (TERRACE.to_string(), String::new());
    for example in examples(CHAPTER) {
        let target = match example.split_whitespace().next() {
            Some("rule" | "hold") => &mut terrace,
            Some("never" | "test") => &mut bench,
            _ => &mut declarations,
        };
        target.push_str(example);
        target.push('\n');
    }
    // What is said about the terrace alone goes there; the rest is about the bench.
    let (about_bench, about_terrace): (Vec<&str>, Vec<&str>) = bench
        .lines()
        .partition(|line| !line.starts_with("eventually"));
    terrace.push_str(&about_terrace.join("\n"));
    let bench_end = "\nscript nap";
    let pieces = format!("\n{}\n{bench_end}", about_bench.join("\n"));
    let marker = "    rule answer";
    let (head, tail) = declarations
        .split_once(marker)
        .unwrap_or((&declarations, ""));
    let end_of_rule = tail.find("\n\n").unwrap_or(tail.len());
    let rule_end = tail
        .find("again after 5..10 s")
        .map_or(end_of_rule, |at| at + 19);
    let declarations = format!(
        "{head}{marker}{}{}{}",
        &tail[..rule_end],
        pieces.trim_end_matches(bench_end),
        &tail[rule_end..]
    );
    Project::of_files([
        ("chapter.folk", declarations.as_str()),
        ("terrace.folk", terrace.as_str()),
    ])
}

#[test]
fn every_example_of_the_chapter_compiles() {
    assert!(examples(CHAPTER).len() > 10);
    let mut project = chapter();
    let checked = project.check();
    let errors: Vec<String> = checked
        .problems
        .iter()
        .filter(|problem| problem.severity == townsfolk_lang::diagnostic::Severity::Error)
        .map(|problem| {
            let line = project.source_line(problem.place);
            format!("{}:{}: {}", line.file, line.line, problem.message)
        })
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    assert!(project.compile(&checked).is_some());
}

#[test]
fn every_example_of_the_chapter_can_be_laid_out() {
    for (_, file) in chapter().files() {
        assert!(format(&file.text).is_ok(), "{}", file.path);
    }
}

/// The chapter on minds is one project together with an inn, without anything to mend.
#[test]
fn every_example_of_the_chapter_on_minds_is_clean() {
    let examples = examples(MINDS);
    assert!(examples.len() > 5);
    let text = examples.join("\n");
    let mut project = Project::of_files([("minds.folk", text.as_str()), ("inn.folk", INN)]);
    let checked = project.check();
    let found: Vec<String> = checked
        .problems
        .iter()
        .filter(|problem| problem.code != townsfolk_lang::diagnostic::Code::RoleWithoutLayer)
        .map(|problem| {
            let line = project.source_line(problem.place);
            format!(
                "{}: {}: {}",
                line.line,
                problem.code.name(),
                problem.message
            )
        })
        .collect();
    assert_eq!(found, Vec::<String>::new());
    assert!(project.compile(&checked).is_some());
}

#[test]
fn every_example_of_the_chapter_on_minds_is_laid_out() {
    for example in examples(MINDS) {
        assert_eq!(format(example).as_deref(), Ok(example));
    }
}

/// So is the chapter on beliefs, together with what mira's day needs.
#[test]
fn every_example_of_the_chapter_on_beliefs_is_clean() {
    let examples = examples(BELIEFS);
    assert_eq!(examples.len(), 5);
    let rest = "area golden_pike\nrole idler\nattribute ring(character) set by host\n\
        facet workplace(character): area\nlayer body\n  flag awake on\n  concept rest\n  \
        action wait: do wait\n  awake drives rest\n  rest drives wait\naction wait takes 9 s\n\
        schedule idlers_day\n  0:00..24:00 at golden_pike as idler";
    let text = examples.join("\n");
    let mut project = Project::of_files([("beliefs.folk", text.as_str()), ("rest.folk", rest)]);
    let checked = project.check();
    let found: Vec<String> = (checked.problems.iter())
        .filter(|problem| problem.severity != townsfolk_lang::diagnostic::Severity::Note)
        .map(|problem| format!("{}: {}", problem.code.name(), problem.message))
        .collect();
    assert_eq!(found, Vec::<String>::new());
    for example in examples {
        assert_eq!(format(example).as_deref(), Ok(example));
    }
}

/// So is the chapter on plans, and it is laid out as it should be. Each example is a plan of its own.
#[test]
fn every_example_of_the_chapter_on_plans_is_clean() {
    let counts = examples(PLANS).into_iter().map(|text| {
        let mut project = Project::of_files([("plans.folk", text)]);
        let checked = project.check();
        let found: Vec<&str> = checked.problems.iter().map(|p| p.code.name()).collect();
        assert_eq!(found, [] as [&str; 0]);
        assert_eq!(format(text).as_deref(), Ok(text));
        let ground = checked.ground().expect("a plan");
        let arena = &ground.arena;
        (
            [ground.lots.len(), ground.ways.len(), ground.places.len()],
            [arena.obstacles.len(), arena.lights.len()],
            [arena.zones.len(), arena.routes.len()],
        )
    });
    let counts: Vec<_> = counts.collect();
    assert_eq!(
        counts,
        [([5, 4, 1], [0, 0], [0, 0]), ([2, 1, 0], [3, 1], [1, 1])]
    );
}

#[test]
fn the_chapter_on_daily_lives_compiles_and_is_formatted() {
    let text = examples(DAILY).concat();
    let mut project = Project::of_files([("daily.folk", text.as_str())]);
    let checked = project.check();
    let problems: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    for example in examples(DAILY) {
        assert_eq!(format(example).as_deref(), Ok(example));
    }
}

/// Each example of the chapters on grammars and merchants stands by itself, and is laid out as it
/// should be.
#[test]
fn every_example_of_the_chapters_on_grammars_and_merchants_is_clean() {
    assert_eq!((examples(GRAMMARS).len(), examples(TRADE).len()), (3, 2));
    for text in examples(GRAMMARS).into_iter().chain(examples(TRADE)) {
        let mut project = Project::of_files([("chapter.folk", text)]);
        let checked = project.check();
        let found: Vec<&str> = checked.problems.iter().map(|p| p.code.name()).collect();
        assert_eq!(found, [] as [&str; 0], "{text}");
        assert_eq!(format(text).as_deref(), Ok(text));
    }
}

#[test]
fn the_chapter_on_senses_is_clean_and_formatted() {
    let text = examples(SENSES).concat();
    let mut project = Project::of_files([("senses.folk", text.as_str())]);
    let checked = project.check();
    let problems: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    for example in examples(SENSES) {
        assert_eq!(format(example).as_deref(), Ok(example));
    }
}

#[test]
fn the_chapter_on_hot_rules_is_clean_and_formatted() {
    let text = examples(RULES).concat();
    let mut project = Project::of_files([("rules.folk", text.as_str())]);
    let checked = project.check();
    let problems: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    for example in examples(RULES) {
        assert_eq!(format(example).as_deref(), Ok(example));
    }
}
