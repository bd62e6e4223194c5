//! Facets, settings of beliefs, initial attributes, and conditions on beliefs.

#![allow(clippy::panic)]

use townsfolk_core::{HostId, Number, Pushed, SymbolId, Value};
use townsfolk_lang::diagnostic::{Code, Severity};
use townsfolk_lang::format::format;
use townsfolk_lang::project::Project;
use townsfolk_module::knowledge::{
    FacetForm, FacetReading, FacetSeen, FacetSubject, ImplantMode, Matters, Mistakes, Share,
};
use townsfolk_module::{Category, Comparison, Expr, HostForm, Literal, Module, Symbols};

const TOWN: &str = "role villager
action greet(character) takes 2 s
area smithy
area mill
area inn
attribute ring(character)
facet hair_color(character): symbol black, brown, red
  evidence 1, implanted 0.2, told 0.08, fades 0.15
  recalled 0.85 within 0.5..0.95
  seen always
  common black 40%, brown 35% / 25%, red 25% / 35%
  inherited 75%
  mistaken black: brown 80%, red 0.5%
  mistaken brown: black 70%
facet workplace(character): area
  told 0.5, fades 0.25%
  seen at work
  mistaken for a related place
facet married(character): symbol yes, no
  seen while .ring
  mistaken for another
facet birth_year(character): number 1900..2000
  seen never
  mistaken for a number within 3
facet spouse(character): character
  seen at home
facet house_number(area): number 1..99
  seen always
";

fn scene(rules: &str) -> String {
    format!("{TOWN}\nscript well\n  cast\n    villager 2..2\n{rules}  rule go\n    leave\n")
}

fn compiled(text: &str) -> (Module, Symbols) {
    let mut project = Project::of_files([("town.folk", text)]);
    let checked = project.check();
    let errors: Vec<_> = (checked.problems.iter())
        .filter(|problem| problem.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    project.compile(&checked).expect("it compiles")
}

fn found(text: &str) -> Vec<(Code, String, Vec<String>)> {
    let mut project = Project::of_files([("town.folk", text)]);
    let problems = project.check().problems.into_iter();
    problems
        .map(|problem| {
            let at = text.get(problem.place.range()).unwrap_or_default();
            let hints = problem.hints.into_iter().map(|hint| hint.text);
            (problem.code, at.to_string(), hints.collect())
        })
        .collect()
}

/// The formatter keeps every line as it is, and adds only empty lines.
fn is_laid_out(text: &str) {
    let formatted = format(text).expect("it can be laid out");
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(str::to_string).collect()
    };
    assert_eq!(lines(&formatted), lines(text));
    assert_eq!(format(&formatted).as_deref(), Ok(formatted.as_str()));
}

fn symbol(name: &str) -> Value {
    Value::Symbol(SymbolId::named(name))
}

fn when(module: &Module) -> Vec<Literal> {
    let script = module.scripts.first().expect("a script");
    script.rules[0].when.clone()
}

#[test]
fn a_facet_is_an_attribute_and_says_how_it_is_believed() {
    is_laid_out(TOWN);
    let (module, _) = compiled(TOWN);
    let facet = |name: &str| {
        let id = HostId::named(name);
        assert!(module.attribute(id).is_some(), "{name}");
        module.knowledge.facet(id).expect(name).clone()
    };
    let hair = facet("hair_color");
    assert_eq!(hair.of, FacetSubject::Person);
    assert_eq!(hair.form, FacetForm::Symbol);
    let shares = (hair.evidence, hair.implanted, hair.told, hair.fades);
    assert_eq!(
        shares,
        (
            Share::ONE,
            Share::percent(20),
            Share::percent(8),
            Share::percent(15)
        )
    );
    assert_eq!(hair.recall.mean, Share::percent(85));
    assert_eq!(hair.recall.floor, Share::percent(50));
    assert_eq!(hair.recall.cap, Share::percent(95));
    assert_eq!(hair.inherited, Share::percent(75));
    let brown = hair
        .common
        .iter()
        .find(|(value, ..)| *value == symbol("brown"));
    assert_eq!(
        brown,
        Some(&(symbol("brown"), Share::percent(35), Share::percent(25)))
    );
    let Mistakes::Graph(rows) = &hair.mistaken else {
        panic!("a graph");
    };
    let black = rows.iter().find(|(value, _)| *value == symbol("black"));
    let black = black.map(|(_, to)| to.clone());
    assert_eq!(
        black,
        Some(vec![
            (symbol("brown"), Share::percent(80)),
            (symbol("red"), Share(5_000))
        ])
    );
    let work = facet("workplace");
    assert_eq!(
        (work.form, work.seen),
        (FacetForm::Place, FacetSeen::AtWork)
    );
    assert_eq!(
        (work.fades, work.mistaken),
        (Share(2_500), Mistakes::RelatedPlace)
    );
    assert_eq!(
        facet("married").seen,
        FacetSeen::While(HostId::named("ring"))
    );
    assert_eq!(facet("birth_year").mistaken, Mistakes::Near(3));
    assert_eq!(facet("spouse").form, FacetForm::Person);
    assert_eq!(facet("house_number").of, FacetSubject::Place);
    let names: Vec<HostId> = module.host.iter().map(|host| host.id).collect();
    let asked = FacetReading::ALL.map(|reading| reading.of(hair.id));
    assert!(
        asked.iter().all(|id| !names.contains(id)),
        "nothing asks for beliefs"
    );
}

#[test]
fn settings_override_single_numbers_of_a_preset() {
    let text = format!(
        "{TOWN}knowledge unreliable
  observation 30
  forgetting 0.001
  overhears 10%
  lies 1%..5%
  keeps 90% a day
  topics up to 4
  recalls everything
  eyes win never
  forgets 60%
  mistakes 40%
  implants chapter
  history whole
  matters group 4.5, talk 0.05
"
    );
    let (module, _) = compiled(&text);
    let settings = module.knowledge.settings.clone().expect("settings");
    assert_eq!(settings.fading, Share::percent(300));
    assert_eq!(settings.strengths[1], 30_000);
    assert_eq!(settings.overhears, Share::percent(10));
    assert_eq!(settings.lies, (Share::percent(1), Share::percent(5)));
    assert_eq!(settings.kept_daily, Share::percent(90));
    assert_eq!(settings.subjects_max, 4);
    assert!(settings.notices_all && !settings.eyes_win);
    assert_eq!(settings.implants, ImplantMode::Chapter);
    assert!(settings.is_sound());
    assert!(settings.whole_history);
    let bytes = townsfolk_module::file::write_module(&module);
    let read = townsfolk_module::file::read_module(&bytes).expect("it can be read");
    assert!(read.knowledge.whole_history());
    let matters = Matters {
        group: 4500,
        talk: 50,
        ..Matters::default()
    };
    assert_eq!(
        (settings.matters, read.knowledge.matters()),
        (matters, matters)
    );
    let wrong = found(&format!("{TOWN}knowledge talktown\n  history wide\n"));
    assert_eq!(
        (wrong[0].0, wrong[0].1.as_str()),
        (Code::UnknownWord, "wide")
    );
    is_laid_out(&text);
}

#[test]
fn people_have_attributes_from_the_start() {
    let text = format!(
        "{TOWN}person ann
  has .hair_color = brown, .ring
  has .birth_year = 1950, .workplace = mill, .spouse = bob
person bob
  has not .ring
"
    );
    let mut project = Project::of_files([("town.folk", text.as_str())]);
    let checked = project.check();
    let (module, _) = project.assemble(&checked);
    let ann = module
        .initial
        .iter()
        .filter(|(member, ..)| member.0 == townsfolk_core::id_of("ann"));
    let mut values: Vec<_> = ann.map(|(_, name, value)| (*name, *value)).collect();
    values.sort();
    let mut wanted = vec![
        (HostId::named("hair_color"), Pushed::Is(symbol("brown"))),
        (HostId::named("ring"), Pushed::Holds),
        (
            HostId::named("birth_year"),
            Pushed::Is(Value::Number(Number(1_950_000))),
        ),
        (HostId::named("workplace"), Pushed::Is(symbol("mill"))),
        (
            HostId::named("spouse"),
            Pushed::Is(Value::Character(townsfolk_core::CharacterId(
                townsfolk_core::id_of("bob"),
            ))),
        ),
    ];
    wanted.sort();
    assert_eq!(values, wanted);
    is_laid_out(&text);
}

#[test]
fn a_positive_belief_binds_its_value_and_others_are_tested() {
    let rules = "  rule ask
    when .any(X), X != .me, believes(.me, X, workplace, W), believes(.me, X, hair_color, brown), not believes(.me, X, birth_year, _), not believes(.me, X, workplace, mill), sure(.me, X, workplace) > 0.5, Teller = told_by(.me, X, workplace), believes(Teller, X, workplace, W), believes(.me, smithy, house_number, _)
    do greet(X)
    leave
";
    let (module, symbols) = compiled(&scene(rules));
    let literals = when(&module);
    let work = HostId::named("workplace");
    let believed = FacetReading::Believed.of(work);
    let believes = FacetReading::Believes.of(work);
    assert!(matches!(
        &literals[2],
        Literal::Compare { left: Expr::Variable(_), comparison: Comparison::Equal, right: Expr::Host { name, arguments } }
            if *name == believed && arguments.len() == 2
    ));
    let count = |literal: &Literal| match literal {
        Literal::Host {
            negated, arguments, ..
        } => (*negated, arguments.len()),
        _ => panic!("a reading: {literal:?}"),
    };
    assert_eq!(count(&literals[3]), (false, 3));
    assert_eq!(count(&literals[4]), (true, 2));
    assert_eq!(count(&literals[5]), (true, 3));
    assert!(matches!(&literals[5], Literal::Host { name, .. } if *name == believes));
    assert_eq!(count(&literals[9]), (false, 2));
    let name = |id: HostId| symbols.names.get(&(Category::Host, id.0)).cloned();
    assert_eq!(name(believed).as_deref(), Some("believed workplace"));
    let declared = module.host_name(believed).expect("declared");
    assert_eq!(declared.form, HostForm::Function);
    let unused = FacetReading::Sureness.of(HostId::named("hair_color"));
    assert_eq!(module.host_name(unused), None, "nothing asks for it");
}

#[test]
fn beliefs_can_be_asked_for_under_not_in_defines_and_in_choose() {
    let rules = "  define dark(X, Y) when .any(X), .any(Y), believes(X, Y, hair_color, black)
  rule ask
    when .any(X), X != .me, dark(.me, X)
    choose least sure(.me, X, hair_color)
    do greet(X)
    leave
";
    compiled(&scene(rules));
}

/// One condition with what is reported for it, and where.
fn refused(condition: &str) -> (Code, String, String) {
    let rules = format!(
        "  rule ask\n    when .any(X), X != .me, {condition}\n    do greet(X)\n    leave\n"
    );
    let found = found(&scene(&rules));
    let first = found
        .first()
        .unwrap_or_else(|| panic!("{condition} is refused"));
    (first.0, first.1.clone(), first.2.join("; "))
}

#[test]
fn wrong_questions_are_refused_at_their_place() {
    let (code, at, hint) = refused("believes(.me, X, hair_colour, brown)");
    assert_eq!((code, at.as_str()), (Code::UnknownFacet, "hair_colour"));
    assert_eq!(hint, "did you mean `hair_color`?");
    let (code, at, _) = refused("believes(.me, X, ring, _)");
    assert_eq!((code, at.as_str()), (Code::UnknownFacet, "ring"));
    let (code, at, hint) = refused("believes(.me, X, hair_color, blak)");
    assert_eq!((code, at.as_str()), (Code::UnknownSymbol, "blak"));
    assert_eq!(hint, "did you mean `black`?");
    let (code, at, _) = refused("believes(.me, X, workplace, smity)");
    assert_eq!((code, at.as_str()), (Code::UnknownSymbol, "smity"));
    let (code, _, _) = refused("believes(.me, X, house_number, 3)");
    assert_eq!(code, Code::WrongKind);
    let (code, _, _) = refused("believes(.me, X, birth_year, brown)");
    assert_eq!(code, Code::WrongKind);
    let (code, _, _) = refused("believes(.me, X, hair_color)");
    assert_eq!(code, Code::WrongArguments);
    let (code, _, _) = refused("sure(.me, X, hair_color)");
    assert_eq!(code, Code::UnknownFact);
    let (code, _, _) = refused("believes(.me, Y, hair_color, brown)");
    assert_eq!(code, Code::UnboundVariable);
    let (code, _, _) = refused("believes(.me, X, hair_color, C), believes(.me, X, workplace, C)");
    assert_eq!(code, Code::WrongKind);
}

#[test]
fn too_many_facets_name_their_limit() {
    let facets = (0..256).map(|n| format!("facet f{n}(character): number\n"));
    let text: String = facets.collect();
    let found = found(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, Code::TooLarge);
    let text: String = text
        .lines()
        .take(255)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(self::found(&text), vec![]);
}

/// Deciders ask for beliefs of their own character. Those that cannot say so.
#[test]
fn deciders_ask_for_beliefs_or_say_that_they_cannot() {
    let messages = |text: &str| -> Vec<(Code, String)> {
        let town = format!("{TOWN}attribute suspect(character): character set by host\n{text}");
        let found = found(&town).into_iter();
        found.map(|(code, place, _)| (code, place)).collect()
    };
    let rules = "role guard thinks with watch, spot
rules watch
  rule r
    when X = .suspect(.me), believes(.me, X, hair_color, C), sure(.me, X, hair_color) > 0.5, C != red
    do greet(X)
snippet spot class basic
  among villager as It within 9 m
    score 10, and 5 if believes(.me, It, hair_color, red)
  do greet(It)
errand walk_home
  when believes(.me, .me, hair_color, red)
  step do greet(.me)
";
    let left: Vec<_> = messages(rules);
    let about_beliefs = left
        .iter()
        .filter(|(code, _)| *code == Code::NotAvailableHere);
    assert_eq!(about_beliefs.count(), 0, "{left:?}");
    let other = "rules watch
  rule r
    when X = .suspect(.me), believes(X, .me, hair_color, red)
    do greet(X)
role guard thinks with watch
";
    let expected = (
        Code::NotAvailableHere,
        "believes(X, .me, hair_color, red)".to_string(),
    );
    assert_eq!(messages(other), [expected]);
    let goal =
        "role guard thinks with calm\ngoal calm\n  when believes(.me, .me, hair_color, red)\n";
    let expected = (
        Code::NotAProposition,
        "believes(.me, .me, hair_color, red)".to_string(),
    );
    let found = messages(goal);
    assert!(found.contains(&expected), "{found:?}");
}

#[test]
fn wrong_attributes_of_people_are_refused() {
    let person = |has: &str| {
        let text = format!("{TOWN}attribute closed\nperson ann\n  has {has}\n");
        let found = found(&text).into_iter();
        let mut found = found.filter(|(code, ..)| *code != Code::IncompletePerson);
        found.next().map(|(code, at, _)| (code, at))
    };
    let at = |code: Code, at: &str| Some((code, at.to_string()));
    assert_eq!(
        person(".hair_color = blak"),
        at(Code::UnknownSymbol, "blak")
    );
    assert_eq!(person(".workplace = mil"), at(Code::UnknownSymbol, "mil"));
    assert_eq!(
        person(".hair_colr = red"),
        at(Code::UnknownHostName, ".hair_colr")
    );
    assert_eq!(person(".closed"), at(Code::WrongKind, ".closed"));
    assert_eq!(person(".ring = red"), at(Code::WrongKind, ".ring = red"));
    assert_eq!(person(".hair_color"), at(Code::WrongKind, ".hair_color"));
    assert_eq!(person(".birth_year = 1850"), at(Code::OutOfRange, "1850"));
    assert_eq!(person(".spouse = bob"), at(Code::UnknownPerson, "bob"));
    assert_eq!(person(".ring, .ring"), at(Code::DuplicatePart, ".ring"));
    assert_eq!(
        person(".ring(ann)"),
        at(Code::NotAvailableHere, ".ring(ann)")
    );
    assert_eq!(person("not .hair_color, .ring"), None);
}

/// The fuzzer found that the parser went round for ever: `fades` was expected to have a number, and
/// stayed where it was.
#[test]
fn a_line_of_a_facet_without_its_number_ends() {
    for line in [
        "fades",
        "told,",
        "evidence implanted",
        "recalled",
        "mistaken for a number within",
    ] {
        let text = format!("facet hair(character): symbol red, black\n  {line}\n  seen always\n");
        assert!(!found(&text).is_empty(), "{line}");
    }
}
