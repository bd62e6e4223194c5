//! Every example is clean, tells the stories it promises, and reads as a player would see it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
// The examples are files.
#![allow(clippy::disallowed_methods)]

#[path = "support/packages.rs"]
mod packages;

use expect_test::{Expect, expect};
use packages::{examples, load};
use std::collections::BTreeSet;
use std::fmt::Write;
use townsfolk_core::digest::fold;
use townsfolk_core::{
    Atom, CharacterId, Duration, HostId, Kind, Number, Outcome, PropId, Pushed, RoleId, RuleId,
    SceneId, ScriptId, Seed, Standing, StartId, Tick, Urgency, Value,
};
use townsfolk_lang::project::{Checked, Project};
use townsfolk_module::{Category, Expr, HostForm, Module, PropertyForm, Script};
use townsfolk_scene::reference::story::{Teller, constant, tell};
use townsfolk_scene::reference::words::{Words, moment};
use townsfolk_scene::reference::*;
use townsfolk_scene::{Command, Fault, Happening, Phase, Report, Stage};

/// What was found, as an author would read it.
fn problems(project: &Project, checked: &Checked) -> String {
    let mut text = String::new();
    for problem in &checked.problems {
        let line = project.source_line(problem.place);
        let (code, message) = (problem.code.name(), &problem.message);
        writeln!(text, "{}:{}: {code}: {message}", line.file, line.line).unwrap();
        for related in &problem.related {
            let line = project.source_line(related.place);
            writeln!(text, "    {}:{}: {}", line.file, line.line, related.label).unwrap();
        }
        for hint in &problem.hints {
            writeln!(text, "    hint: {}", hint.text).unwrap();
        }
    }
    text
}

#[test]
fn every_example_is_clean() {
    let mut found = String::new();
    for name in examples() {
        let mut project = load(&name);
        let checked = project.check();
        found += &problems(&project, &checked);
    }
    assert!(found.is_empty(), "\n{found}");
}

#[test]
fn every_example_is_laid_out() {
    for name in examples() {
        for (_, file) in load(&name).files() {
            let laid_out = townsfolk_lang::format::format(&file.text).unwrap();
            assert_eq!(laid_out, file.text, "run `townsfolk fmt examples/{name}`");
        }
    }
}

#[test]
fn every_example_tells_its_stories() {
    let mut failures = String::new();
    for name in examples() {
        let mut project = load(&name);
        let checked = project.check();
        let (module, symbols) = project.assemble(&checked);
        for test in checked.scripts.iter().flat_map(|unit| &unit.tests) {
            match tell(&module, &symbols, &test.test) {
                Err(failure) => write!(failures, "{name}: {failure}").unwrap(),
                // A story is told without a fault: nothing undeclared, undefined or restless.
                Ok(told) => {
                    let faults = told.lines.iter().filter(|line| line.contains(": fault: "));
                    for fault in faults {
                        let test = &test.test.name;
                        writeln!(failures, "{name}: `{test}` has a fault: {fault}").unwrap();
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// Plays a script at its location, and checks what a player would see.
fn check_story(
    name: &str,
    script: &str,
    people: &[(&str, &str)],
    seed: u64,
    minutes: i64,
    expected: &Expect,
) {
    expected.assert_eq(&story(name, script, people, seed, minutes));
}

fn story(name: &str, script: &str, people: &[(&str, &str)], seed: u64, minutes: i64) -> String {
    let mut project = load(name);
    let checked = project.check();
    let (module, mut symbols) = project.assemble(&checked);
    let script = module.script(ScriptId::named(script)).unwrap();
    let location = module.locations.iter();
    let known: Vec<Atom> = location
        .filter(|location| location.prefers.iter().any(|p| p.script == script.id))
        .flat_map(|location| location.knows.iter().filter_map(constant))
        .collect();
    let mut cast = vec![];
    for (person, role) in people {
        let who = CharacterId::named(person);
        let key = (Category::Character, who.0);
        symbols.names.insert(key, (*person).to_string());
        cast.push((who, RoleId::named(role)));
    }
    let mut teller = Teller::new(&module, script, Seed(seed), &known, &cast);
    teller.play_until(Tick(Duration::minutes(minutes).0));
    let words = Words {
        symbols: &symbols,
        script: script.id,
    };
    let mut text = String::new();
    for (tick, happening) in &teller.told {
        if let Some(line) = seen(&module, script, &words, happening) {
            writeln!(text, "{} s: {line}", tick.0 / 60).unwrap();
        }
    }
    text
}

/// What a player sees of a happening, if anything: actions, failures, comings and goings.
fn seen(
    module: &Module,
    script: &Script,
    words: &Words<'_>,
    happening: &Happening,
) -> Option<String> {
    match happening {
        Happening::Fired {
            who,
            rule,
            bindings,
            partner,
            ..
        } => {
            let call = script.rule(*rule)?.action.as_ref()?;
            let arguments = call.arguments.iter().map(|argument| match argument {
                Expr::Me => words.person(*who),
                Expr::Constant(Value::Text(text)) => {
                    format!("\"{}\"", module.text(*text).unwrap_or("?"))
                }
                Expr::Constant(value) => words.value(*value),
                Expr::Variable(variable) => match bindings[usize::from(variable.0)] {
                    Some(Value::Text(text)) => module.text(text).unwrap_or("?").to_string(),
                    value => value.map_or("?".into(), |value| words.value(value)),
                },
                _ => "…".into(),
            });
            let arguments: Vec<String> = arguments.collect();
            let action = words.symbols.name(Category::Action, call.action.0);
            let with = partner.map(|p| format!(" together with {}", words.person(p)));
            Some(format!(
                "{}: {action}({}){}   [{}]",
                words.person(*who),
                arguments.join(", "),
                with.unwrap_or_default(),
                words.rule(*rule)
            ))
        }
        Happening::Ended {
            outcome: Outcome::Failed | Outcome::Stopped,
            ..
        }
        | Happening::Joined { .. }
        | Happening::Ending(_)
        | Happening::Fault(_) => Some(words.happening(happening)),
        Happening::Stands { standing, .. } if *standing != Standing::Leaving => {
            Some(words.happening(happening))
        }
        _ => None,
    }
}

#[test]
fn a_busker_plays_and_people_stop() {
    check_story(
        "musician",
        "busking",
        &[
            ("mia", "musician"),
            ("ann", "passer_by"),
            ("bob", "passer_by"),
            ("cy", "child"),
        ],
        4,
        4,
        &expect![[r#"
            0 s: mia: tune_up()   [tune_up]
            0 s: cy: saunter()   [stroll]
            0 s: ann: saunter()   [stroll]
            0 s: bob: saunter()   [stroll]
            6 s: mia: play(waltz)   [play]
            6 s: ann: step_closer()   [stop_for_it]
            6 s: cy: step_closer()   [stop_for_it]
            7 s: bob: walk_away()   [pass_by]
            8 s: cy: dance()   [dance]
            10 s: bob is out
            57 s: ann: drop_coin()   [pay_for_the_song]
            57 s: mia: bow_to(ann)   [thank]
            58 s: cy's dance is stopped
            58 s: cy: drop_coin()   [pay_for_the_song]
            59 s: mia: bow_to(cy)   [thank]
            60 s: ann: clap()   [clap]
            60 s: cy: clap()   [clap]
            65 s: mia: play(lullaby)   [play]
            65 s: cy: dance()   [dance]
            119 s: ann: clap()   [clap]
            119 s: cy's dance is stopped
            119 s: cy: walk_away()   [drift_off]
            122 s: cy is out
            127 s: mia: play(tango)   [play]
            148 s: ann: walk_away()   [drift_off]
            151 s: ann is out
            203 s: mia: play(lullaby)   [play]
        "#]],
    );
}

#[test]
fn two_customers_haggle() {
    check_story(
        "market",
        "market_stall",
        &[
            ("kit", "stallkeeper"),
            ("ann", "customer"),
            ("bob", "customer"),
        ],
        2,
        2,
        &expect![[r#"
            0 s: bob: step_to(first)   [get_in_line]
            0 s: ann: step_to(second)   [get_in_line]
            0 s: kit: mutter("Teapots! Rugs! Lamps!")   [open]
            2 s: kit: praise(lamp)   [cry_the_wares]
            4 s: bob: look_around()   [my_turn]
            6 s: ann: praise(teapot)   [eye_the_goods]
            8 s: bob: say(kit, "And what would that be?")   [ask]
            10 s: bob: say(kit, "My cousin has it for half.")   [mention_the_cousin]
            13 s: kit: say(bob, "For you, and because it's Tuesday.")   [come_down]
            15 s: bob: say(kit, "And if I carry it myself?")   [offer_less]
            18 s: kit: say(bob, "My children will wear the curtains. Take it.")   [give_in]
            21 s: bob: mutter("A bargain is a bargain.")   [take_it]
            23 s: kit: wrap_up(bob, teapot)   [wrap]
            26 s: kit: praise(rug)   [cry_the_wares]
            26 s: bob: walk_away()   [carry_it_home]
            29 s: bob is out
            29 s: ann: step_to(first)   [move_up]
            37 s: ann: look_around()   [my_turn]
            40 s: ann: say(kit, "And what would that be?")   [ask]
            42 s: ann: say(kit, "My cousin has it for half.")   [mention_the_cousin]
            45 s: kit: shake_head(ann)   [stand_firm]
            47 s: ann: mutter("Daylight robbery.")   [swallow_it]
            49 s: kit: wrap_up(ann, teapot)   [wrap]
            54 s: ann: walk_away()   [carry_it_home]
            54 s: kit: praise(teapot)   [cry_the_wares]
            57 s: ann is out
            89 s: kit: praise(lamp)   [cry_the_wares]
            109 s: kit: praise(rug)   [cry_the_wares]
        "#]],
    );
}

#[test]
fn neighbours_quarrel_and_somebody_steps_in() {
    check_story(
        "quarrel",
        "quarrel",
        &[
            ("ann", "neighbour"),
            ("bob", "neighbour"),
            ("pia", "peacemaker"),
        ],
        2,
        3,
        &expect![[r#"
            0 s: ann: fume()   [begin]
            0 s: bob: fume()   [begin]
            3 s: ann: shout_at(bob, the_tuba)   [shout]
            3 s: bob: fume()   [fume]
            3 s: pia: step_between()   [step_in]
            6 s: pia: soothe(bob)   [soothe]
            6 s: ann's shout is stopped
            12 s: pia: soothe(ann)   [soothe]
            17 s: pia: soothe(bob)   [soothe]
            17 s: bob: clasp_hands(ann) together with ann   [make_peace]
            19 s: the scene ends: a rule says so
            19 s: pia's soothe is stopped
            22 s: ann is out
            23 s: pia is out
            23 s: bob is out
        "#]],
    );
}

/// What a location knows in words reaches the module: it was lost there once.
#[test]
fn madame_knows_what_the_cards_mean() {
    let mut project = load("fortune");
    let checked = project.check();
    let (module, _) = project.assemble(&checked);
    let texts: Vec<&str> = module.texts.iter().map(|(_, text)| text.as_str()).collect();
    assert!(texts.contains(&"Sunshine! Wear a hat."), "{texts:?}");
}

/// Nobody waits for ever, whatever happens: with failures, disappearances, latecomers, recalls,
/// clicks and a world that answers at random, every scene ends, no property breaks, every rule
/// has its moment.
#[test]
fn every_example_ends_whatever_happens() {
    let found = play_roughly(40, false);
    assert!(found.is_empty(), "\n{found}");
}

#[test]
#[ignore = "takes minutes; every rule needs its luck"]
fn every_rule_has_its_moment() {
    let found = play_roughly(2000, true);
    assert!(found.is_empty(), "\n{found}");
}

/// What goes wrong in that many nights of each script, and the rules that never fired.
fn play_roughly(seeds: u64, all_rules: bool) -> String {
    let mut found = String::new();
    for name in examples() {
        let mut project = load(&name);
        let checked = project.check();
        let (module, symbols) = project.assemble(&checked);
        for script in &module.scripts {
            let words = Words {
                symbols: &symbols,
                script: script.id,
            };
            let mut fired = BTreeSet::new();
            for seed in 0..seeds {
                let mut night = RoughNight::new(&module, script, seed);
                if let Err(trouble) = night.play(&mut fired) {
                    writeln!(found, "{name}, seed {seed}: {trouble}").unwrap();
                    for (tick, happening) in &night.told {
                        let line = words.happening(happening);
                        writeln!(found, "  {}: {line}", moment(*tick)).unwrap();
                    }
                    break;
                }
            }
            let missed = script.rules.iter().filter(|rule| !fired.contains(&rule.id));
            for rule in missed.filter(|_| all_rules) {
                let script = symbols.name(Category::Script, script.id.0);
                let rule = words.rule(rule.id);
                writeln!(found, "{name}: `{rule}` of `{script}` never fired").unwrap();
            }
        }
    }
    found
}

/// The longest a scene may go on.
const BEDTIME: Tick = Tick(Duration::minutes(180).0);

/// A scene that everything can happen to.
struct RoughNight<'a> {
    module: &'a Module,
    script: &'a Script,
    scene: Scene,
    fate: Keyed,
    props: Vec<PropId>,
    due: Vec<(Tick, StartId, Outcome)>,
    /// What is used for what is done.
    targets: Vec<(StartId, Value)>,
    told: Vec<(Tick, Happening)>,
    /// What the stage and the host answer.
    whims: Whims,
    /// In how many updates something happens once.
    calm: u64,
    failures_left: u32,
    vanishings_left: u32,
    arrivals_left: u32,
    recalls_left: u32,
}

impl<'a> RoughNight<'a> {
    fn new(module: &'a Module, script: &'a Script, seed: u64) -> RoughNight<'a> {
        let mut whims = Whims {
            state: fold(seed, u64::from(script.id.0)),
            now: Tick(0),
        };
        let mut cast = vec![];
        for line in &script.cast {
            let room = 4_i64.saturating_sub(cast.len() as i64);
            let most = room.min(line.max.into()).max(line.min.into());
            let count = whims.between(line.min.into(), most);
            for _ in 0..count {
                cast.push((CharacterId(cast.len() as u32 + 1), line.role));
            }
        }
        if cast.is_empty() {
            cast.push((CharacterId(1), script.cast[0].role));
        }
        let location = module
            .locations
            .iter()
            .find(|location| location.prefers.iter().any(|p| p.script == script.id));
        let known: Vec<Atom> = location
            .iter()
            .flat_map(|location| location.knows.iter().filter_map(constant))
            .collect();
        let id = SceneId(seed);
        RoughNight {
            module,
            script,
            scene: Scene::begin(id, script, Tick(1), &known, &cast),
            fate: Keyed {
                seed: Seed(seed),
                owner: seed,
            },
            props: location
                .iter()
                .flat_map(|location| location.props.iter().map(|prop| prop.id))
                .collect(),
            due: vec![],
            targets: vec![],
            told: vec![],
            calm: [8, 30, 300][whims.below(3) as usize],
            failures_left: whims.below(4) as u32,
            vanishings_left: whims.below(2) as u32,
            arrivals_left: whims.below(3) as u32,
            recalls_left: whims.below(2) as u32,
            whims,
        }
    }

    fn play(&mut self, fired: &mut BTreeSet<RuleId>) -> Result<(), String> {
        let mut updates = 0;
        while self.scene.phase != Phase::Over {
            let due = self.due.iter().map(|(tick, ..)| *tick);
            let Some(now) = due.chain(self.scene.next_moments()).min() else {
                return Err("nothing can ever happen again".into());
            };
            if now > BEDTIME || updates > 40_000 {
                return Err(format!("still going on after {updates} updates"));
            }
            updates += 1;
            self.update(now)?;
            for (_, happening) in &self.told {
                if let Happening::Fired { rule, .. } = happening {
                    fired.insert(*rule);
                }
            }
            self.check_properties()?;
            let keep = self.told.len().saturating_sub(400);
            self.told.drain(..keep);
        }
        Ok(())
    }

    fn update(&mut self, now: Tick) -> Result<(), String> {
        self.whims.now = now;
        let mut reports = vec![];
        self.due.retain(|(tick, id, outcome)| {
            let is_due = *tick <= now;
            if is_due {
                reports.push(Report::Outcome(*id, *outcome));
            }
            !is_due
        });
        reports.extend(self.something_happens());
        let whims = self.whims.clone();
        let update = self
            .scene
            .update(self.module, &whims, &mut self.fate, now, &reports);
        for command in &update.commands {
            match command {
                Command::Start {
                    id, action, target, ..
                } => {
                    self.targets.extend(target.map(|target| (*id, target)));
                    let action = self.module.action(*action).ok_or("no such action")?;
                    let span = self
                        .whims
                        .between(action.takes.0.0.max(1), action.takes.1.0.max(1));
                    // What cannot fail can run out of time.
                    let fails = self.failures_left > 0
                        && self.whims.below(if action.may_fail { 4 } else { 12 }) == 0;
                    let outcome = if fails {
                        Outcome::Failed
                    } else {
                        Outcome::Done
                    };
                    self.failures_left -= u32::from(fails);
                    self.due.push((now.after(Duration(span)), *id, outcome));
                }
                // A game may answer a stop late, or with what had already happened.
                Command::Stop { id } if self.whims.below(4) > 0 => {
                    let soon = now.after(Duration(self.whims.between(1, 30)));
                    if let Some(due) = self.due.iter_mut().find(|(_, other, _)| other == id) {
                        *due = (soon, *id, Outcome::Stopped);
                    }
                }
                Command::Stop { .. } | Command::Leave { .. } | Command::Set { .. } => {}
            }
        }
        let running = &self.scene.running;
        self.due
            .retain(|(_, id, _)| running.iter().any(|run| run.id == *id));
        for happening in update.happenings {
            let fault = matches!(
                happening,
                Happening::Fault(
                    Fault::OutOfSteps { .. }
                        | Fault::Restless(_)
                        | Fault::Undefined(_)
                        | Fault::Undeclared(_)
                )
            );
            self.told.push((now, happening));
            if fault {
                return Err("a fault".into());
            }
        }
        Ok(())
    }

    /// Now and then somebody comes, goes, is called or clicks; the game pushes a property.
    fn something_happens(&mut self) -> Option<Report> {
        if self.scene.phase != Phase::Running || self.whims.below(self.calm) > 0 {
            return None;
        }
        let people: Vec<(CharacterId, RoleId)> = self
            .scene
            .participants
            .iter()
            .map(|p| (p.who, p.role))
            .collect();
        let (who, _) = *people.get(self.whims.below(people.len().max(1) as u64) as usize)?;
        match self.whims.below(6) {
            0 if self.vanishings_left > 0 => {
                self.vanishings_left -= 1;
                if !self.props.is_empty() && self.whims.below(3) == 0 {
                    let prop = self.whims.below(self.props.len() as u64) as usize;
                    let prop = self.props.swap_remove(prop);
                    self.fail_what_needs(Value::Prop(prop));
                    return Some(Report::PropGone(prop));
                }
                Some(Report::Gone(who))
            }
            1 if self.arrivals_left > 0 => {
                let late: Vec<RoleId> = self
                    .script
                    .cast
                    .iter()
                    .filter(|line| line.joins_late)
                    .map(|line| line.role)
                    .collect();
                let role = *late.get(self.whims.below(late.len().max(1) as u64) as usize)?;
                self.arrivals_left -= 1;
                let who = CharacterId(100 + self.arrivals_left);
                Some(Report::Joined { who, role })
            }
            2 if self.recalls_left > 0 => {
                self.recalls_left -= 1;
                let duration = (self.whims.below(2) == 0).then_some(Duration::seconds(110));
                let word = Urgency::Need;
                Some(Report::Recalled {
                    who,
                    urgency: word,
                    duration,
                })
            }
            3 => Some(Report::Returned(who)),
            4 => {
                let told: Vec<_> = self.script.facts.iter().filter(|fact| fact.told).collect();
                let fact = *told.get(self.whims.below(told.len().max(1) as u64) as usize)?;
                let kinds = fact.kinds.iter();
                let arguments: Option<_> = kinds.map(|kind| self.some(*kind, &people)).collect();
                Some(Report::Told(Atom {
                    fact: fact.id,
                    arguments: arguments?,
                }))
            }
            5 => {
                let properties = self.module.host.iter();
                let properties: Vec<_> = properties
                    .filter(|host| host.form == HostForm::Property)
                    .collect();
                let host =
                    *properties.get(self.whims.below(properties.len().max(1) as u64) as usize)?;
                let arguments = host
                    .parameters
                    .iter()
                    .map(|_| Value::Character(who))
                    .collect();
                let number = Value::Number(Number::whole(self.whims.below(10) as i64));
                let holds = self.whims.below(4) == 0;
                let value = match host.result {
                    Some(_) => Pushed::Is(number),
                    None if holds => Pushed::Holds,
                    None => Pushed::HoldsNot,
                };
                Some(Report::Property {
                    name: host.id,
                    arguments,
                    value,
                })
            }
            _ => None,
        }
    }

    /// Nobody can sit down on a chair that is gone.
    fn fail_what_needs(&mut self, thing: Value) {
        for (_, id, outcome) in &mut self.due {
            if self.targets.contains(&(*id, thing)) {
                *outcome = Outcome::Failed;
            }
        }
    }

    /// Some value of a kind.
    fn some(&mut self, kind: Kind, people: &[(CharacterId, RoleId)]) -> Option<Value> {
        match kind {
            Kind::CharacterIn(wanted) => people
                .iter()
                .find(|(_, role)| self.module.is_a(*role, wanted))
                .map(|(who, _)| Value::Character(*who)),
            Kind::Character => people.first().map(|(who, _)| Value::Character(*who)),
            Kind::SymbolOf(set) => {
                let symbols = &self.module.symbol_set(set)?.members;
                let index = self.whims.below(symbols.len() as u64) as usize;
                symbols.get(index).map(|symbol| Value::Symbol(*symbol))
            }
            _ => None,
        }
    }

    fn check_properties(&mut self) -> Result<(), String> {
        if self.scene.phase != Phase::Running {
            return Ok(());
        }
        for property in &self.script.properties {
            let whims = self.whims.clone();
            let (scene, fate) = (&self.scene, &mut self.fate);
            let start = Bindings::new(property.variables);
            for found in scene.solutions(self.module, &whims, fate, &start, &property.when) {
                let kept = match property.form {
                    PropertyForm::Never => false,
                    PropertyForm::Always => !scene
                        .solutions(self.module, &whims, fate, &found, &property.expect)
                        .is_empty(),
                    PropertyForm::Eventually => true,
                };
                if !kept {
                    return Err(format!("a property breaks: {:08x}", property.id.0));
                }
            }
        }
        Ok(())
    }
}

/// A stage that answers at random, differently every few seconds.
#[derive(Clone)]
struct Whims {
    state: u64,
    now: Tick,
}

impl Whims {
    fn below(&mut self, count: u64) -> u64 {
        self.state = fold(self.state, 1);
        self.state % count.max(1)
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low).max(0) as u64 + 1) as i64
    }

    fn about(&self, arguments: &[Value]) -> u64 {
        let text = format!("{arguments:?}");
        let spell = Seed(self.now.0 as u64 / 240);
        text.bytes()
            .fold(spell.0, |hash, byte| fold(hash, byte.into()))
    }
}

impl Stage for Whims {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        Some(i64::abs(self.about(&[a, b]) as i64 % 20_000))
    }

    fn read(&self, _: HostId, arguments: &[Value]) -> Option<Value> {
        Some(Value::Duration(Duration::seconds(
            (self.about(arguments) % 40) as i64,
        )))
    }

    fn holds(&self, _: HostId, arguments: &[Value]) -> bool {
        self.about(arguments).is_multiple_of(3)
    }

    fn clock(&self) -> i32 {
        (17 * 60 + 45) * 60 + (self.now.0 / 60) as i32
    }
}
