//! Stimuli, senses, motions, skills, queries for places and tokens: what a module holds of them.

#![allow(clippy::unwrap_used, clippy::panic)]

use townsfolk_core::{ActionId, DeciderId, Duration, Number, StimulusId, SymbolId};
use townsfolk_lang::project::Project;
use townsfolk_module::file::{read_module, write_module};
use townsfolk_module::senses::{
    BODY_ACTIONS, PostSource, Retain, SenseReading, StimulusSource, TokenPolicy, Tuning,
};
use townsfolk_module::{Category, Module, Symbols};

const STREET: &str = r#"
role intruder
role listener thinks with listener_skills
role rifleman thinks with rifleman_skills

attribute crouched(character) set by host
attribute health(character): number 0..100 = 100 set by host

action throw_bottle(prop) takes 1 s, may fail
action bite(character) takes 1 s, may fail

course maul(Who: character)
  step do bite(Who)

stimulus footstep reach 2.5 m, loud 0.35, gives away, soft
  from steps at 5 m per s, every 0.4 s, power 1.5

stimulus breath reach 0.25 m, loud 50%, gives away, soft, silent
  from breath every 1 s

stimulus glass reach 5 m, loud 0.8
  by throw_bottle

stimulus blow reach 4 m, loud 0.8, gives away
  by strike at me

stimulus bell reach 30 m, loud 0.6, told

senses keen
  hears asleep 0.8, unaware 3, agitated 4.5, searching 6, chasing 6, glass 2
  deaf to footstep of crouched
  sees 12 m, wide 100 deg, narrow 8 deg, spread 3 m, takes 0.8 s
  answers on hard agitate 0.1, react 0.25, chase 0.45
  answers agitate 0.15, react 0.35, chase 0.9
  infers causes
  falls 1 to 0 in 4 s
  loses after 3 s

motions frantic
  motion dart 2 m ahead, 0.5 m right, turned 40 deg right, takes 0.7 s, far
  motion spin turned 180 deg left, takes 0.5 s

skills listener_skills until done, senses keen, hunts intruder
  bark spotted "There!", "You!"
  every skill pace 2 m per s
  on_fire motions frantic
  chase pace 4 m per s, with maul, reorients 4..8 s
    when .health(.me) > 20
  snarl
    when .health(.me) < 50
    do bite(.me)
  wander random, in ruins

skills rifleman_skills as duty, while wanted, senses keen, squad night_watch, hunts intruder
  wander

query panic_cover from cover or open within 25 m, even without a shot
  rate close_in 15 m, available
  rate distance 3 m: 0, 5 m: 1 power 2

token flanking holds 2, best, rests 0.5 s
"#;

fn compiled(text: &str) -> (Module, Symbols) {
    let mut project = Project::of_files([("street.folk", text)]);
    let checked = project.check();
    let found: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert!(found.is_empty(), "{found:?}");
    project.compile(&checked).unwrap()
}

#[test]
fn stimuli_have_their_reach_and_their_source() {
    let (module, _) = compiled(STREET);
    let stimulus = |name| module.senses.stimulus(StimulusId::named(name)).unwrap();
    let footstep = stimulus("footstep");
    assert_eq!((footstep.reach_mm, footstep.loudness), (2500, 350));
    assert_eq!(
        (footstep.reveals, footstep.soft, footstep.silent),
        (true, true, false)
    );
    let steps = StimulusSource::Steps {
        full_mm_s: 5000,
        exponent: 1500,
        every: Duration(24),
    };
    assert_eq!(footstep.source, steps);
    let every = Duration::seconds(1);
    assert_eq!(stimulus("breath").source, StimulusSource::Breath { every });
    assert!(stimulus("breath").silent);
    let by = |action, from_me| StimulusSource::Action {
        action: ActionId::named(action),
        from_me,
    };
    assert_eq!(stimulus("glass").source, by("throw_bottle", false));
    assert_eq!(stimulus("blow").source, by("strike", true));
    assert_eq!(stimulus("bell").source, StimulusSource::Told);
}

#[test]
fn senses_have_factors_eyes_and_levels() {
    let (module, _) = compiled(STREET);
    let [keen] = module.senses.profiles.as_slice() else {
        panic!("one profile");
    };
    assert_eq!(keen.hearing, [800, 3000, 4500, 6000, 6000]);
    let factors = keen.hears.iter().map(|f| (f.of.is_some(), f.factor));
    let mut factors: Vec<_> = factors.collect();
    factors.sort();
    assert_eq!(factors, [(false, 2000), (true, 0)]);
    let sight = keen.sight.unwrap();
    assert_eq!((sight.range_mm, sight.spread_mm), (12_000, 3000));
    assert_eq!((sight.narrow, sight.wide), (8000, 100_000));
    assert_eq!(sight.takes, Duration(48));
    // The usual levels stand first, in whatever order they are written.
    let levels = keen.responses.iter().map(|r| (r.difficulty, r.chase));
    let levels: Vec<_> = levels.collect();
    assert_eq!(levels, [(None, 900), (Some(SymbolId::named("hard")), 450)]);
    assert!(keen.infers_causes);
    assert_eq!((keen.gain, keen.decay), (1000, 250));
    assert_eq!(keen.forgets_after, Duration::seconds(60));
}

#[test]
fn motions_go_left_and_ahead() {
    let (module, _) = compiled(STREET);
    let motions = module.senses.motions.iter().flat_map(|set| &set.motions);
    let ends = motions.map(|m| (m.forward_mm, m.left_mm, m.turn, m.takes.0, m.far));
    let ends: Vec<_> = ends.collect();
    assert_eq!(
        ends,
        [(2000, -500, -40_000, 42, true), (0, 0, 180_000, 30, false)]
    );
}

#[test]
fn skills_keep_their_order_and_their_settings() {
    let (module, symbols) = compiled(STREET);
    let set = |name| module.senses.skill_set(DeciderId::named(name)).unwrap();
    let listener = set("listener_skills");
    let name = |id: SymbolId| symbols.name(Category::Symbol, id.0);
    let kinds: Vec<_> = listener.skills.iter().map(|s| name(s.kind)).collect();
    assert_eq!(kinds, ["on_fire", "chase", "snarl", "wander"]);
    assert_eq!(listener.retain, Retain::UntilDone);
    let barks: Vec<_> = { listener.barks.iter() }
        .map(|(moment, text)| (name(*moment), module.text(*text).unwrap()))
        .collect();
    let spotted = |text| ("spotted".to_string(), text);
    assert_eq!(barks, [spotted("There!"), spotted("You!")]);
    let settings = |index: usize| {
        let tuning = listener.skills[index].tuning.iter();
        let mut shown: Vec<_> = tuning.map(|(id, value)| (name(*id), *value)).collect();
        shown.sort();
        shown
    };
    let reorients = Tuning::Times(Duration::seconds(4), Duration::seconds(8));
    let chase = settings(1);
    assert_eq!(chase[0], ("pace".into(), Tuning::Number(Number(4000))));
    assert_eq!(chase[1], ("reorients".into(), reorients));
    assert!(matches!(&chase[2], (with, Tuning::Course(_)) if with == "with"));
    // A choice may stand without the name of its setting.
    let word = |word| Tuning::Word(SymbolId::named(word));
    let wander = [
        ("in".into(), word("ruins")),
        ("mode".into(), word("random")),
    ];
    assert_eq!(settings(3), wander);
    assert!(listener.skills[2].deed.is_some());
    assert_eq!(listener.skills[2].when.len(), 1);
    let rifleman = set("rifleman_skills");
    assert_eq!(rifleman.retain, Retain::WhileWanted);
    assert_eq!(rifleman.squad, Some(SymbolId::named("night_watch")));
    // Roles carry lists of skills as they carry other ways to decide.
    let carried: Vec<_> = module.deciders.carried.iter().map(|c| c.decider).collect();
    assert!(carried.contains(&listener.id) && carried.contains(&rifleman.id));
}

#[test]
fn queries_and_tokens_have_their_numbers() {
    let (module, _) = compiled(STREET);
    let [query] = module.senses.posts.as_slice() else {
        panic!("one query");
    };
    assert_eq!(query.from, PostSource::Either);
    assert_eq!(query.within_mm, Some(25_000));
    assert!(query.without_shot);
    assert_eq!(query.criteria[0].parameter, Some(Number(15_000)));
    let points = [(3000, 0), (5000, 1000)].map(|(at, value)| (Number(at), Number(value)));
    assert_eq!(query.criteria[2].curve, points);
    assert_eq!(query.criteria[2].exponent, 2000);
    let [token] = module.senses.tokens.as_slice() else {
        panic!("one token");
    };
    assert_eq!((token.capacity, token.policy), (2, TokenPolicy::Best));
    assert_eq!(token.rests, Duration(30));
}

#[test]
fn a_project_with_skills_has_all_actions_of_a_body() {
    let (module, symbols) = compiled(STREET);
    for (name, named) in BODY_ACTIONS {
        let action = module.action(ActionId::named(name)).unwrap();
        assert_eq!(action.named.len(), named.len(), "{name}");
        assert_eq!(symbols.name(Category::Action, action.id.0), name);
    }
    // A declared one is left as it is.
    let own = "\naction cry uses voice, takes 9 s\n";
    let (module, _) = compiled(&format!("{STREET}{own}"));
    let cry = module.action(ActionId::named("cry")).unwrap();
    assert_eq!(cry.takes.0, Duration::seconds(9));
    let cries = module.actions.iter().filter(|action| action.id == cry.id);
    assert_eq!(cries.count(), 1);
}

#[test]
fn without_skills_nothing_is_added() {
    let (module, _) = compiled("role citizen action wave takes 1 s");
    assert_eq!(module.actions.len(), 1);
    assert!(module.senses.is_empty());
}

#[test]
fn modules_with_senses_are_read_back() {
    let (module, _) = compiled(STREET);
    let bytes = write_module(&module);
    assert_eq!(read_module(&bytes).unwrap(), module);
}

#[test]
fn the_order_of_declarations_does_not_show() {
    let mut blocks: Vec<&str> = STREET.split("\n\n").collect();
    blocks.reverse();
    let (there, _) = compiled(STREET);
    let (back, _) = compiled(&blocks.join("\n\n"));
    assert_eq!(write_module(&there), write_module(&back));
}

#[test]
fn done_14_a_list_whose_last_skill_may_end_is_rejected_by_name() {
    let wanders = "  wander random, in ruins\n";
    let text = STREET.replace(wanders, "");
    assert_ne!(text, STREET);
    let mut project = Project::of_files([("street.folk", text.as_str())]);
    let checked = project.check();
    let messages: Vec<_> = checked.problems.iter().map(|p| &p.message).collect();
    assert_eq!(project.compile(&checked), None, "{messages:?}");
    // `snarl` has a condition.
    let named = "`listener_skills` may run out of skills behind `snarl`";
    assert_eq!(messages, [named]);
}

#[test]
fn conditions_ask_for_senses_where_there_are_skills() {
    let asks = "
rules manners
  rule cries
    when .prey = X, seen(.me, X), not alert(.me)
    do maul(X)
";
    let text = format!("{STREET}\nattribute prey: character set by host\n{asks}");
    let (module, _) = compiled(&text);
    let has = |reading: SenseReading| module.host_name(reading.id()).is_some();
    assert!(has(SenseReading::Seen) && has(SenseReading::Alert));
    assert!(
        !has(SenseReading::Heard) && !has(SenseReading::Lost),
        "not asked for"
    );
    // A wrong number of arguments is reported; so are the words where nobody has skills.
    let problems = |text: &str| {
        let mut project = Project::of_files([("street.folk", text)]);
        let checked = project.check();
        checked
            .problems
            .iter()
            .map(|p| p.message.clone())
            .collect::<Vec<String>>()
    };
    let wrong = text.replace("seen(.me, X)", "seen(.me)");
    assert!(
        problems(&wrong).iter().any(|m| m.contains("`seen`")),
        "{:?}",
        problems(&wrong)
    );
    let alone = "role citizen\nscript idle\n  cast A: citizen\n  state begin for citizen\n    rule r\n      when seen(.me, .me)\n      do wave\naction wave takes 1 s";
    assert!(problems(alone).iter().any(|m| m.contains("seen")));
}
