//! Whole games in a street of twelve people, with a program as the player.

use super::*;
use crate::living::Content;
use crate::plan::Plan;
use crate::stage::Opening;
use std::fmt::Write;
use std::sync::Arc;
use townsfolk::SingleThread;
use townsfolk_core::{Seed, SymbolId};
use townsfolk_knowledge::belief::{Evidence, EvidenceKind, HalfDay, Learned, Rules, Strength};
use townsfolk_lang::project::Project;

const FACES: &str = include_str!("../../../../examples/faces/faces.folk");

const STREET: &str = "
attribute prominence(character): number set by host

area street
role citizen carries strolling
action walk_to takes 1 s, limit 10 min
action stand_about takes 5..9 s
action chat(character) uses voice, takes 2..4 s

layer body
  flag up on
  concept ease
  action doze: do stand_about, offered as idle
  up drives ease a_little
  ease drives doze

layer strolling
  flag time on
  concept company
  action talk_to_somebody: mingle here, offered as wish
  time drives company
  company drives talk_to_somebody

schedule day
  0:00..24:00 at street as citizen
";

const NAMES: [&str; 12] = [
    "anna", "bert", "clara", "dirk", "edda", "falk", "greta", "hanno", "ilse", "jorn", "klara",
    "lutz",
];

/// The street. Looks differ from one person to the next.
fn content() -> Content {
    let looks = [
        ("skin_color", &["beige", "pink", "white"][..]),
        ("hair_color", &["black", "brown", "red", "blonde"]),
        ("hair_length", &["short", "long"]),
        ("glasses", &["yes", "no", "no"]),
        ("scar", &["no", "no", "no", "no", "yes"]),
        (
            "facial_hair",
            &["none", "mustache", "none", "goatee", "none"],
        ),
    ];
    let mut text = format!("{FACES}{STREET}");
    for (place, name) in NAMES.iter().enumerate() {
        let has =
            looks.map(|(facet, values)| format!(".{facet} = {}", values[place % values.len()]));
        let has = has.join(", ");
        write!(
            text,
            "\nperson {name}\n  is citizen\n  mind body\n  follows day\n  has {has}\n"
        )
        .unwrap();
    }
    let mut project = Project::of_files([("street.folk", text.as_str())]);
    let checked = project.check();
    let errors: Vec<_> = checked.problems.iter().map(|d| d.message.clone()).collect();
    let compiled = project.compile(&checked);
    let (module, symbols) = compiled.unwrap_or_else(|| panic!("{errors:?}"));
    let plan = Plan::derive(&module, &symbols);
    Content::new(Arc::new(module), symbols, plan).unwrap()
}

fn town() -> Living {
    // An hour in a second: a game takes a few hundred ticks.
    let opening = Opening {
        rate: 3_600_000,
        ..Opening::default()
    };
    let mut town = Living::begin(content(), Seed(7), opening);
    town.step(&SingleThread);
    town.step(&SingleThread);
    town
}

fn begun(side: Side, days: u8) -> Living {
    let mut town = town();
    town.play(&GameMove::Begin { side, days }).unwrap();
    for _ in 0..3 {
        town.step(&SingleThread);
    }
    town
}

fn game(town: &Living) -> &Inheritance {
    town.game.as_deref().unwrap()
}

fn say(town: &mut Living, to: CharacterId, text: &str) -> Result<(), MoveRefused> {
    let text = text.to_owned();
    town.play(&GameMove::Say { to, text })
}

/// Ends the turn, and lets time pass until the next.
fn end_turn(town: &mut Living) {
    town.play(&GameMove::EndTurn).unwrap();
    let turn = game(town).turn;
    for _ in 0..10_000 {
        if game(town).turn > turn {
            return;
        }
        town.step(&SingleThread);
    }
    panic!("the turn does not end");
}

/// Asks everybody for the visitor, as far as there is time.
fn ask_around(town: &mut Living) {
    let mut people = town.townspeople();
    while !game(town).is_line_up() {
        while game(town).actions > 0
            && let Some(who) = people.pop()
        {
            say(town, who, "What do you know about the visitor?").unwrap();
        }
        end_turn(town);
    }
}

#[test]
fn done_19_5_the_heir_asks_the_witnesses_and_wins() {
    let mut town = begun(Side::Heir, 1);
    let witnesses = game(&town).witnesses.clone();
    assert_eq!(witnesses.len(), 4);
    assert!(!witnesses.contains(&game(&town).lover));
    ask_around(&mut town);
    let notes = &game(&town).notes;
    assert!(
        witnesses
            .iter()
            .any(|who| notes.iter().any(|n| n.from == *who))
    );
    let best = town.line_up().first().unwrap().clone();
    assert!(best.fits.0 > best.fits.1, "{:?}", best.fits);
    town.play(&GameMove::Pick(best.who)).unwrap();
    let verdict = game(&town).verdict.unwrap();
    assert_eq!(
        (verdict.winner, verdict.picked),
        (Side::Heir, verdict.lover)
    );
    let revealed = town.revealed().unwrap();
    assert_eq!(revealed.witnesses, witnesses);
    assert!(revealed.looks.iter().any(|look| look.right > 0));
    let again = town.play(&GameMove::EndTurn);
    assert_eq!(again, Err(MoveRefused::NoGame));
}

#[test]
fn a_wrong_pick_loses() {
    let mut town = begun(Side::Heir, 1);
    let lover = game(&town).lover;
    let wrong = town.townspeople().into_iter().find(|who| *who != lover);
    town.play(&GameMove::Pick(wrong.unwrap())).unwrap();
    assert_eq!(game(&town).verdict.unwrap().winner, Side::Lover);
}

#[test]
fn done_19_5_the_lover_lies_changes_looks_and_is_judged_by_the_rival() {
    let mut town = begun(Side::Lover, 1);
    let lover = game(&town).player;
    let visitor = game(&town).visitor;
    let hair = HostId::named("hair_color");
    let real = town.look(visitor, hair).unwrap();
    assert_eq!(
        town.look(lover, hair),
        Some(real),
        "the visitor is the lover"
    );
    let other = ["red", "black"].map(|name| Value::Symbol(SymbolId::named(name)));
    let other = other.into_iter().find(|value| *value != real).unwrap();
    let change = GameMove::Change {
        facet: hair,
        value: other,
    };
    town.play(&change).unwrap();
    let [anna, bert] = [town.townspeople()[0], town.townspeople()[1]];
    let name = town.folk.name_of(bert);
    let lie = format!("{name} told me that the visitor has a scar.");
    say(&mut town, anna, &lie).unwrap();
    town.step(&SingleThread);
    assert_eq!(town.look(lover, hair), Some(other));
    let lies = game(&town).tellings.clone();
    assert_eq!(lies.len(), 1);
    assert_eq!((lies[0].to, lies[0].source), (anna, Some(bert)));
    while !game(&town).is_over() {
        end_turn(&mut town);
    }
    let verdict = game(&town).verdict.unwrap();
    assert_eq!(verdict.lover, lover);
    let found = verdict.picked == lover;
    assert_eq!(verdict.winner == Side::Heir, found);
    assert!(town.line_up().iter().any(|one| one.who == lover));
}

#[test]
fn a_false_flag_is_quoted_by_the_listener_and_traced_to_the_teller() {
    let mut town = begun(Side::Lover, 1);
    let player = game(&town).player;
    let visitor = game(&town).visitor;
    let knows = |town: &Living, who: CharacterId| {
        town.folk
            .belief_of(who, HostId::named("tattoo"), visitor)
            .is_some()
    };
    let people = town.townspeople();
    let to = *people.iter().find(|who| !knows(&town, **who)).unwrap();
    let named = *people.iter().find(|who| **who != to).unwrap();
    let name = town.folk.name_of(named);
    let text = format!("{name} told me that the visitor has a tattoo.");
    say(&mut town, to, &text).unwrap();
    for _ in 0..3 {
        town.step(&SingleThread);
    }
    say(&mut town, to, "Does the visitor have a tattoo?").unwrap();
    say(&mut town, to, "How do you know?").unwrap();
    let answer = game(&town).transcript.last().unwrap().text.clone();
    assert!(answer.contains(&name), "{answer}");
    let trace = town.folk.trace_belief(to, "tattoo", visitor).unwrap();
    let source = trace.first().unwrap().evidence.source;
    assert_eq!(source, player, "the true source");
}

#[test]
fn what_the_player_overhears_of_the_visitor_is_taken_down() {
    let mut town = begun(Side::Heir, 1);
    let (player, visitor) = (game(&town).player, game(&town).visitor);
    let from = town.townspeople()[0];
    let scar = HostId::named("scar");
    let module = town.folk.module().clone();
    let rules = Rules::new(&module.knowledge);
    let mut mind = town.folk.beliefs_of(player).unwrap().clone();
    let evidence = Evidence {
        kind: EvidenceKind::Eavesdropping,
        source: from,
        place: None,
        at: HalfDay::of(town.folk.moment()),
        strength: Strength::thousandths(20_000),
        copied: None,
        claim: None,
    };
    let learned = Learned {
        facet: scar,
        value: Some(Value::Symbol(SymbolId::named("yes"))),
        evidence,
    };
    mind.learn(&rules, Subject::Person(visitor), &learned);
    town.folk.set_beliefs(mind);
    end_turn(&mut town);
    let notes = &game(&town).notes;
    assert!(
        notes
            .iter()
            .any(|note| (note.from, note.facet) == (from, scar))
    );
    let heard = &game(&town).transcript.last().unwrap().text;
    let name = town.folk.name_of(from);
    let said = format!("You overheard {name} say: “The visitor has a scar.”");
    assert_eq!(*heard, said);
}

#[test]
fn a_game_goes_on_the_same_after_loading() {
    let mut town = begun(Side::Heir, 1);
    let who = town.townspeople()[3];
    say(&mut town, who, "What do you know about the visitor?").unwrap();
    town.play(&GameMove::EndTurn).unwrap();
    for _ in 0..100 {
        town.step(&SingleThread);
    }
    let mut again = Living::load(&town.save()).unwrap();
    assert_eq!(again.game, town.game);
    while game(&town).turn == 0 {
        town.step(&SingleThread);
        again.step(&SingleThread);
    }
    assert_eq!(again.digest(), town.digest());
    assert_eq!(game(&again).turn, 1);
}

#[test]
fn moves_that_are_not_possible_are_refused_and_change_nothing() {
    let mut town = town();
    assert_eq!(town.play(&GameMove::EndTurn), Err(MoveRefused::NoGame));
    let mut town = begun(Side::Heir, 1);
    let who = town.townspeople()[0];
    let before = game(&town).clone();
    let lost = say(&mut town, who, "The weather is fine.").unwrap_err();
    assert!(!lost.suggestions().is_empty());
    let nobody = say(&mut town, CharacterId(9999), "Hello.");
    assert_eq!(nobody, Err(MoveRefused::NobodyThere));
    let change = GameMove::Change {
        facet: HostId::named("head_size"),
        value: Value::Symbol(SymbolId::named("large")),
    };
    assert_eq!(town.play(&change), Err(MoveRefused::CannotChange));
    let pick = town.play(&GameMove::Pick(CharacterId(9999)));
    assert_eq!(pick, Err(MoveRefused::NobodyThere));
    assert_eq!(game(&town), &before);
    for _ in 0..ACTIONS {
        say(&mut town, who, "Hello.").unwrap();
    }
    let late = say(&mut town, who, "Hello.");
    assert_eq!(late, Err(MoveRefused::NoActionsLeft));
    town.play(&GameMove::EndTurn).unwrap();
    assert_eq!(town.play(&GameMove::EndTurn), Err(MoveRefused::TurnEnds));
    let mut lover = begun(Side::Lover, 1);
    let pick = lover.play(&GameMove::Pick(who));
    assert_eq!(pick, Err(MoveRefused::NotTheHeir));
}

#[test]
fn a_town_without_looks_cannot_be_played() {
    let mut project = Project::of_files([("street.folk", STREET)]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    let plan = Plan::derive(&module, &symbols);
    let content = Content::new(Arc::new(module), symbols, plan).unwrap();
    let mut town = Living::begin(content, Seed(1), Opening::default());
    let side = Side::Heir;
    let begin = town.play(&GameMove::Begin { side, days: 3 });
    assert_eq!(begin, Err(MoveRefused::NothingToPlayWith));
}
