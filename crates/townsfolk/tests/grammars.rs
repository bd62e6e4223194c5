//! Characters that act by grammars: what they perform, save, explain and survive.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Category, WakeMode};
use townsfolk_decide::grammar::inside::Model;
use townsfolk_decide::grammar::parse::parse;
use townsfolk_module::decide::Grammar;
use townsfolk_module::{Module, Symbols};

const ARENA: &str = "
role fighter
attribute left_way(character) set by host
attribute threat(character): number 0..1 set by host
attribute calm(character): number 0..1 set by host

action flame takes 0.2 s, may fail
action mark takes 0.3 s, may fail
action roof takes 0.2 s
action turn(symbol) takes 0.1 s
action strike takes 0.1 s
action wait_there takes 0.1 s

grammar queen as danger
  start assault: flame*50%, volley*50%, roof
  volley: flame, combo*50%, roof
  combo: mark, flame*50%
role queen is fighter thinks with queen

grammar ghost endless
  start haunt: way*100%
  way: left or right or ahead or back
  left: do turn(left) when .left_way(.me)
  right: do turn(right)
  ahead: do turn(ahead)
  back: do turn(back)
role ghost is fighter thinks with ghost

grammar general
  start plan: wait_there, smart*90%
  smart: 0.4 strike or 0.6 wait_there
    weights from .threat(.me), .calm(.me) linear at least 0
role general is fighter thinks with general

grammar duellist endless
  start duel: thrust*100%
  thrust: strike or wait_there
    weights from .threat(.me), .calm(.me) linear at least 0 at every choice
role duellist is fighter thinks with duellist

grammar walled endless
  start try: left_only*100%
  left_only: do turn(left) when .left_way(.me)
role walled is fighter thinks with walled

grammar boxer endless
  start fight: blow*100%
  blow: 0.5 strike or 0.25 wait_there or 0.25 roof
  keep strike, strike near 8.3% over 200
role boxer is fighter thinks with boxer
";

/// A host that performs actions, and fails those that it is told to.
#[derive(Clone)]
struct Arena {
    folk: Folk,
    symbols: Symbols,
    busy: Vec<(Tick, ActionRef, String)>,
    fails: Vec<&'static str>,
    story: Vec<(CharacterId, String)>,
    wake: WakeMode,
}

impl Arena {
    fn new(seed: u64, roles: &[&str]) -> (Arena, Vec<CharacterId>) {
        let (module, symbols) = compile([("arena.folk", ARENA)]);
        let mut folk = Folk::new(module, Seed(seed));
        folk.set_symbols(symbols.clone());
        let mut arena = Arena {
            folk,
            symbols,
            busy: vec![],
            fails: vec![],
            story: vec![],
            wake: WakeMode::WhenDue,
        };
        let people = roles.iter().map(|role| arena.enter(role)).collect();
        (arena, people)
    }

    fn enter(&mut self, role: &str) -> CharacterId {
        self.folk.add_character(Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(Place::metres(0, 0)),
            ..Newcomer::default()
        })
    }

    fn tick(&mut self) {
        let now = self.folk.now();
        let (over, busy) = std::mem::take(&mut self.busy)
            .into_iter()
            .partition(|(at, ..)| *at <= now);
        self.busy = busy;
        for (_, action, name) in over {
            let outcome = match self.fails.contains(&name.as_str()) {
                true => Outcome::Failed,
                false => Outcome::Done,
            };
            self.folk.report(Report::Outcome(action, outcome));
        }
        self.folk.looking = self.wake;
        self.folk.tick_with(&NoReadings, &SingleThread);
        for command in self.folk.output().commands.clone() {
            match command {
                Command::Start {
                    action,
                    who,
                    what,
                    arguments,
                    ..
                } => {
                    let name = self.symbols.name(Category::Action, what.0);
                    let said = match arguments.first() {
                        Some(Value::Symbol(way)) => self.symbols.name(Category::Symbol, way.0),
                        _ => name.clone(),
                    };
                    self.story.push((who, said));
                    let takes = self.folk.module().action(what).unwrap().takes.1;
                    self.busy.push((self.folk.now().after(takes), action, name));
                }
                Command::Stop(action) => {
                    self.busy.retain(|(_, known, _)| *known != action);
                    self.folk.report(Report::Outcome(action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }

    fn said(&self, who: CharacterId) -> Vec<&str> {
        let own = self.story.iter().filter(|(by, _)| *by == who);
        own.map(|(_, what)| what.as_str()).collect()
    }

    fn set(&mut self, name: &str, who: CharacterId, value: Pushed) {
        let arguments = vec![Value::Character(who)];
        let name = HostId::named(name);
        self.folk.report(Report::Property {
            name,
            arguments,
            value,
        });
    }

    fn set_number(&mut self, name: &str, who: CharacterId, thousandths: i64) {
        self.set(name, who, Pushed::Is(Value::Number(Number(thousandths))));
    }

    fn grammar(&self, name: &str) -> Grammar {
        let module: &Arc<Module> = self.folk.module();
        let id = townsfolk_core::DeciderId::named(name);
        module.deciders.grammar(id).unwrap().clone()
    }

    fn why(&self, who: CharacterId) -> String {
        let said = self.folk.why_deciders(who);
        said.into_iter().map(|(_, why)| why).collect()
    }
}

fn shares(said: &[&str]) -> BTreeMap<String, f64> {
    let mut shares = BTreeMap::new();
    for what in said {
        *shares.entry((*what).to_string()).or_insert(0.0) += 1.0 / said.len() as f64;
    }
    shares
}

#[test]
fn a_boss_performs_sentence_after_sentence_of_its_grammar() {
    let (mut arena, people) = Arena::new(5, &["queen"]);
    arena.ticks(60 * 60);
    let grammar = arena.grammar("queen");
    let said = arena.said(people[0]);
    assert!(said.len() > 100, "{}", said.len());
    // The roof ends each sentence; the last one may not have ended.
    let symbol = |name: &&str| grammar.symbol_named(SymbolId::named(name)).unwrap();
    let symbols: Vec<u16> = said.iter().map(symbol).collect();
    let roof = symbol(&"roof");
    let whole = symbols.iter().rposition(|s| *s == roof).unwrap();
    let told = &symbols[..=whole];
    let model = Model::authored(&grammar);
    // A shorter sentence may be the beginning of a longer one, so every division is tried.
    let mut ends = vec![0];
    for end in (1..=told.len()).filter(|end| told[end - 1] == roof) {
        let near = ends.iter().rev().take(12);
        let mut near = near.map(|begin| &told[*begin..end]);
        if near.any(|sentence| parse(&grammar, &model, sentence).is_some()) {
            ends.push(end);
        }
    }
    assert_eq!(ends.last(), Some(&told.len()), "{told:?}");
    assert!(ends.len() > 10, "{ends:?}");
    let kinds = shares(&said);
    assert!(
        kinds.contains_key("mark") && kinds.contains_key("flame"),
        "{kinds:?}"
    );
}

#[test]
fn done_05_a_ghost_discards_the_way_that_is_blocked() {
    let (mut arena, people) = Arena::new(5, &["ghost"]);
    arena.ticks(9 * 2500);
    let said = shares(&arena.said(people[0]));
    assert_eq!(said.get("left"), None);
    for way in ["right", "ahead", "back"] {
        assert!((said[way] - 1.0 / 3.0).abs() < 0.04, "{said:?}");
    }
    arena.story.clear();
    arena.set("left_way", people[0], Pushed::Holds);
    arena.ticks(9 * 2500);
    let said = shares(&arena.said(people[0]));
    assert!((said["left"] - 0.25).abs() < 0.04, "{said:?}");
}

#[test]
fn done_16_a_saved_stream_goes_on_bit_for_bit() {
    for at in [1, 2, 13, 100, 257, 300] {
        let (mut whole, _) = Arena::new(16, &["queen", "ghost", "boxer", "general"]);
        whole.ticks(at);
        let module = whole.folk.module().clone();
        let (folk, moved) = Folk::load(module, &whole.folk.save()).unwrap();
        assert!(moved.is_empty());
        assert_eq!(folk.digest(), whole.folk.digest(), "loaded at {at}");
        let mut loaded = Arena {
            folk,
            ..whole.clone()
        };
        for tick in 0..200 {
            whole.tick();
            loaded.tick();
            assert_eq!(loaded.folk.digest(), whole.folk.digest(), "{at} + {tick}");
        }
        assert_eq!(loaded.story, whole.story);
    }
}

#[test]
fn looking_without_cause_changes_no_dice() {
    let run = |wake| {
        let (mut arena, _) = Arena::new(7, &["queen", "ghost", "walled", "general"]);
        arena.wake = wake;
        arena.ticks(900);
        (arena.story, arena.folk.digest())
    };
    let due = run(WakeMode::WhenDue);
    for wake in [WakeMode::Naive, WakeMode::Shake(50)] {
        assert_eq!(run(wake), due, "{wake:?}");
    }
}

#[test]
fn done_19_attributes_shift_the_mix_from_one_sentence_to_the_next() {
    let (mut arena, people) = Arena::new(19, &["general"]);
    arena.set_number("threat", people[0], 900);
    arena.set_number("calm", people[0], 100);
    arena.ticks(9 * 4000);
    // The first deed of a sentence is fixed: one in ten.
    let strikes = shares(&arena.said(people[0]))["strike"];
    assert!((strikes - 0.9 * 0.9).abs() < 0.03, "{strikes}");
    arena.set_number("threat", people[0], 0);
    arena.ticks(9 * 40);
    arena.story.clear();
    arena.ticks(9 * 500);
    assert_eq!(shares(&arena.said(people[0])).get("strike"), None);
}

#[test]
fn done_20_without_a_score_the_authored_weights_count() {
    let (mut arena, people) = Arena::new(20, &["general"]);
    arena.set_number("threat", people[0], 900);
    arena.ticks(9 * 4000);
    let strikes = shares(&arena.said(people[0]))["strike"];
    assert!((strikes - 0.4 * 0.9).abs() < 0.03, "{strikes}");
}

#[test]
fn done_21_weights_that_are_read_at_every_choice_count_at_once() {
    let (mut arena, people) = Arena::new(21, &["duellist"]);
    let who = people[0];
    arena.set_number("threat", who, 1000);
    arena.set_number("calm", who, 0);
    arena.ticks(90);
    assert!(arena.said(who).iter().skip(1).all(|what| *what == "strike"));
    arena.story.clear();
    arena.set_number("threat", who, 0);
    arena.set_number("calm", who, 1000);
    arena.ticks(90);
    // The deed that was running is performed to its end.
    assert!(
        arena
            .said(who)
            .iter()
            .skip(1)
            .all(|what| *what == "wait_there")
    );
}

#[test]
fn done_22_why_names_the_rules_behind_what_a_character_does() {
    let (mut arena, people) = Arena::new(22, &["queen"]);
    let mut seen = vec![];
    for _ in 0..600 {
        arena.tick();
        seen.push(arena.why(people[0]));
    }
    assert!(
        seen.contains(&"queen: mark (from assault, volley, combo)".to_string()),
        "{seen:?}"
    );
    assert!(seen.contains(&"queen: roof (from assault)".to_string()));
    let recent = arena.folk.recent_decisions(people[0]);
    assert!(
        recent.iter().any(|(_, lines)| lines.len() == 8),
        "{recent:?}"
    );
    let (mut arena, people) = Arena::new(22, &["ghost"]);
    arena.ticks(20);
    let not = |name| {
        let reason = SymbolId::named(name);
        arena.folk.why_not_deciders(people[0], reason)
    };
    assert!(
        not("left")
            .iter()
            .any(|(_, why)| why.contains("not possible now")),
        "{:?}",
        not("left")
    );
}

#[test]
fn done_23_a_pattern_that_comes_too_often_is_brought_back_while_playing() {
    let (mut arena, people) = Arena::new(23, &["boxer"]);
    let rate = |said: &[&str]| {
        let pairs = said.windows(2).filter(|pair| *pair == ["strike", "strike"]);
        pairs.count() as f64 / said.len() as f64
    };
    arena.ticks(9 * 400);
    let early = arena.said(people[0]);
    assert!(rate(&early[..200]) > 0.17, "{}", rate(&early[..200]));
    arena.ticks(9 * 4000);
    let late = arena.said(people[0]);
    let late = rate(&late[2000..]);
    assert!((late / 0.083 - 1.0).abs() < 0.2, "{late}");
}

#[test]
fn done_27_two_characters_share_a_grammar_and_have_their_own_dice() {
    let (mut arena, people) = Arena::new(27, &["queen", "queen"]);
    arena.ticks(600);
    let (one, other) = (arena.said(people[0]), arena.said(people[1]));
    assert!(one.len() > 10 && other.len() > 10);
    assert_ne!(one, other);
    assert_eq!(arena.folk.module().deciders.grammars.len(), 6);
}

#[test]
fn where_nothing_is_possible_a_character_rests_and_says_so() {
    let (mut arena, people) = Arena::new(3, &["walled"]);
    let who = people[0];
    arena.ticks(200);
    assert_eq!(arena.said(who), Vec::<&str>::new());
    assert_eq!(arena.why(who), "walled: nothing of it is possible now");
    assert_eq!(arena.folk.driver(who), Driver::Nobody);
    arena.set("left_way", who, Pushed::Holds);
    arena.ticks(70);
    assert!(!arena.said(who).is_empty());
}

#[test]
fn deeds_that_fail_do_not_stop_the_fight() {
    let (mut arena, people) = Arena::new(4, &["queen"]);
    arena.fails = vec!["flame", "mark"];
    arena.ticks(3600);
    let said = arena.said(people[0]);
    assert!(said.contains(&"roof") && said.len() > 50, "{}", said.len());
    // After three failures in a row the rest of the sentence is dropped.
    let failed = |what: &&str| *what != "roof";
    let longest = said.split(|what| !failed(what)).map(<[&str]>::len).max();
    assert!(longest.is_some_and(|longest| longest >= 3));
}

#[test]
fn a_role_that_goes_takes_its_grammar_along() {
    let (mut arena, people) = Arena::new(6, &["queen"]);
    let who = people[0];
    arena.ticks(100);
    arena
        .folk
        .report(Report::NoLonger(who, RoleId::named("queen")));
    arena.ticks(60);
    arena.story.clear();
    arena.ticks(300);
    assert_eq!(arena.said(who), Vec::<&str>::new());
    assert_eq!(arena.folk.driver(who), Driver::Nobody);
    arena
        .folk
        .report(Report::Became(who, RoleId::named("queen")));
    arena.ticks(300);
    assert!(!arena.said(who).is_empty());
}

#[test]
fn a_reload_with_other_weights_or_rules_goes_on() {
    let (mut arena, people) = Arena::new(8, &["ghost"]);
    arena.ticks(300);
    let lighter = ARENA.replace(
        "way: left or right or ahead or back",
        "way: left or 0 right or ahead or 0 back",
    );
    let (module, _) = compile([("arena.folk", lighter.as_str())]);
    arena.folk.reload(module);
    arena.tick();
    arena.ticks(20);
    arena.story.clear();
    arena.ticks(900);
    assert_eq!(
        shares(&arena.said(people[0])).keys().collect::<Vec<_>>(),
        ["ahead"]
    );
    let other = ARENA
        .replace("start haunt: way*100%", "start haunt: (right, right)*100%")
        .replace("  way: left or right or ahead or back\n", "")
        .replace("  left: do turn(left) when .left_way(.me)\n", "")
        .replace("  ahead: do turn(ahead)\n  back: do turn(back)\n", "");
    let (module, _) = compile([("arena.folk", other.as_str())]);
    arena.folk.reload(module);
    arena.ticks(20);
    arena.story.clear();
    arena.ticks(300);
    assert_eq!(
        shares(&arena.said(people[0])).keys().collect::<Vec<_>>(),
        ["right"]
    );
    // A grammar that is gone leaves nobody driven.
    let (module, _) = compile([(
        "arena.folk",
        "role fighter role ghost is fighter action turn(symbol) takes 0.1 s",
    )]);
    arena.folk.reload(module);
    arena.ticks(60);
    assert_eq!(arena.folk.driver(people[0]), Driver::Nobody);
}

#[test]
fn the_shipped_patterns_play_alike_after_loading_and_with_any_threads() {
    let (module, symbols) = support::example("patterns");
    let run = |save: bool| {
        let mut arena = Arena {
            folk: Folk::new(module.clone(), Seed(3)),
            symbols: symbols.clone(),
            busy: vec![],
            fails: vec![],
            story: vec![],
            wake: WakeMode::WhenDue,
        };
        for role in ["boss", "ghost", "general"] {
            arena.enter(role);
        }
        for tick in 0..3600 {
            if save && tick % 97 == 0 {
                let (folk, _) = Folk::load(module.clone(), &arena.folk.save()).unwrap();
                arena.folk = folk;
            }
            arena.tick();
        }
        (arena.story, arena.folk.digest())
    };
    let straight = run(false);
    assert!(straight.0.len() > 60, "{:?}", straight.0);
    assert_eq!(run(true), straight);
}
