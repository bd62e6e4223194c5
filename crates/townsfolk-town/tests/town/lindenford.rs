//! A day in Lindenford, the town that comes with the command: three people's day, and everything that
//! should be seen in it.

use crate::support::shipped;
use expect_test::expect;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;
use townsfolk::prelude::*;
use townsfolk::{Event, MindEvent};
use townsfolk_core::{AreaId, Value};
use townsfolk_module::Category;
use townsfolk_town::living::{Content, Living};
use townsfolk_town::player::fact;
use townsfolk_town::stage::{News, Opening};

/// Ticks in an hour of the calendar at sixty calendar seconds to a second.
const HOUR: i64 = 60 * 60;

/// What happened in a day.
struct Day {
    /// What each did, by name.
    told: BTreeMap<String, String>,
    /// How often each script was played, and with how many at most.
    scenes: BTreeMap<String, (usize, usize)>,
    /// Groups that were seen in one scene, all of them.
    groups: BTreeSet<String>,
    tickets: usize,
    lost: Vec<String>,
}

fn begin(seconds: i32) -> Living {
    let (module, symbols, plan) = shipped("lindenford");
    let content = Content::new(module, symbols, plan).unwrap();
    let opening = Opening {
        seconds,
        ..Opening::default()
    };
    Living::begin(content, Seed(5), opening)
}

fn name(town: &Living, who: CharacterId) -> String {
    let member = town.folk.mind(who).map(|minded| minded.member);
    let symbols = &town.content.symbols;
    member.map_or("somebody".into(), |id| {
        symbols.name(Category::Character, id.0)
    })
}

fn area(town: &Living, area: Option<AreaId>) -> String {
    let symbols = &town.content.symbols;
    area.map_or("nowhere".into(), |area| {
        symbols.name(Category::Area, area.0)
    })
}

/// One day, lived once for all tests.
fn day() -> &'static Day {
    static DAY: OnceLock<Day> = OnceLock::new();
    DAY.get_or_init(|| {
        let mut town = begin(6 * 3600);
        let mut day = Day {
            told: BTreeMap::new(),
            scenes: BTreeMap::new(),
            groups: BTreeSet::new(),
            tickets: 0,
            lost: vec![],
        };
        for _ in 0..18 * HOUR {
            town.step(&SingleThread);
            watch(&town, &mut day);
        }
        day
    })
}

fn watch(town: &Living, day: &mut Day) {
    let symbols = &town.content.symbols;
    let clock = town.folk.daytime();
    let clock = format!("{:02}:{:02}", clock / 3600, clock / 60 % 60);
    for event in &town.folk.output().events {
        match event {
            Event::Mind(who, MindEvent::RoleTaken(role)) => {
                let place = area(town, town.folk.area_of(*who));
                let role = symbols.name(Category::Role, role.0);
                let told = day.told.entry(name(town, *who)).or_default();
                writeln!(told, "{clock} {role}, {place}").unwrap();
            }
            Event::SceneBegan { script, cast, .. } => {
                let script = symbols.name(Category::Script, script.0);
                for (who, role) in cast {
                    let role = symbols.name(Category::Role, role.0);
                    let told = day.told.entry(name(town, *who)).or_default();
                    writeln!(told, "{clock}   {script}: {role}").unwrap();
                }
                let here = |group: &str, members: &[&str]| {
                    let names: Vec<String> = cast.iter().map(|(w, _)| name(town, *w)).collect();
                    let all = members.iter().all(|m| names.iter().any(|n| n == m));
                    all.then(|| group.to_string())
                };
                let families = [
                    here(
                        "fehrmanns",
                        &["gunther", "wendela", "pauline", "jost", "tine"],
                    ),
                    here(
                        "seidels",
                        &["leander", "fidelia", "junia", "bela", "mascha"],
                    ),
                ];
                day.groups.extend(families.into_iter().flatten());
                let known = day.scenes.entry(script).or_default();
                *known = (known.0 + 1, known.1.max(cast.len()));
            }
            Event::Joins(who, scene, role) => {
                let scene = town.folk.scene(*scene).unwrap();
                let script = symbols.name(Category::Script, scene.script.0);
                let role = symbols.name(Category::Role, role.0);
                let told = day.told.entry(name(town, *who)).or_default();
                writeln!(told, "{clock}   {script}: {role}").unwrap();
                let known = day.scenes.entry(script).or_default();
                known.1 = known.1.max(scene.participants.len() + 1);
            }
            _ => {}
        }
    }
    for news in town.stage.news() {
        match news {
            News::Paid(_, Some(_), 3) => day.tickets += 1,
            News::NoWay(who, _) => day.lost.push(name(town, *who)),
            _ => {}
        }
    }
}

fn life_of(name: &str) -> &'static str {
    day().told.get(name).map_or("", String::as_str)
}

#[test]
fn a_concierge() {
    expect![[r#"
        06:00 in_bed, bridge_house
        06:02   privy_visit: visitor
        06:09   night: in_bed
        08:30 resident, bridge_house
        09:50   bread_and_cheese: eater
        10:15 bargain_hunter, market_square
        10:25   stall_service: buyer
        10:56   stall_service: buyer
        11:16   privy_visit: visitor
        11:21   a_bench: sitter
        12:18 resident, bridge_house
        15:16   bread_and_cheese: eater
        16:27 pike_concierge, golden_pike
        16:30   dinner_service: concierge
        16:56   privy_visit: visitor
        17:04   dinner_service: concierge
        23:02 resident, bridge_house
        23:03   bread_and_cheese: eater
        23:18   privy_visit: visitor
        23:45 in_bed, bridge_house
        23:48   night: in_bed
    "#]]
    .assert_eq(life_of("hugo"));
}

#[test]
fn a_girl_with_ducks() {
    expect![[r#"
        06:00 in_bed, ferry_house
        06:01   night: in_bed
        06:15 resident, ferry_house
        06:25   bread_and_cheese: eater
        07:58 pupil, school
        07:59   lesson: pupil
        09:40   privy_visit: visitor
        09:47   lesson: pupil
        12:31   bread_and_cheese: eater
        12:47   lesson: pupil
        13:14   lesson: pupil
        14:00 resident, ferry_house
        15:17 picnicker, park
        15:22   privy_visit: visitor
        15:46   afternoon_on_the_grass: child
        16:41   bread_and_cheese: eater
        18:18 resident, ferry_house
        20:30 in_bed, ferry_house
        20:31   night: in_bed
        22:11   privy_visit: visitor
        22:18   night: in_bed
    "#]]
    .assert_eq(life_of("pauline"));
}

#[test]
fn a_street_musician() {
    expect![[r#"
        06:00 in_bed, the_dovecote
        06:01   night: in_bed
        08:30 resident, the_dovecote
        08:34   bread_and_cheese: eater
        09:39   privy_visit: visitor
        11:11   bread_and_cheese: eater
        14:58   privy_visit: visitor
        15:45 street_musician, market_square
        15:53   music_on_the_square: musician
        18:47   music_on_the_square: musician
        18:58   bread_and_cheese: eater
        19:20   music_on_the_square: musician
        20:34 resident, the_dovecote
        20:37   privy_visit: visitor
        22:49   bread_and_cheese: eater
        23:30 in_bed, the_dovecote
        23:32   night: in_bed
    "#]]
    .assert_eq(life_of("mirabel"));
}

/// Every script that the town is there to show is played, with people in it.
#[test]
fn everything_is_to_be_seen() {
    let day = day();
    let wanted = [
        ("dinner_service", 8),
        ("bar_night", 4),
        ("picture_show", 5),
        ("music_on_the_square", 3),
        ("curio_table", 3),
        ("ice_cream", 3),
        ("promenade", 2),
        ("quarrel", 2),
        ("two_balconies", 2),
        ("lesson", 20),
        ("chess_game", 2),
        ("rehearsal", 10),
        ("table_service", 3),
        ("counter_service", 3),
        ("a_breather", 1),
    ];
    let missing = wanted.iter().filter(|(script, people)| {
        let seen = day.scenes.get(*script).copied().unwrap_or_default();
        seen.1 < *people
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{missing:?} of {:#?}", day.scenes);
    assert!(day.tickets >= 5, "{} tickets", day.tickets);
    assert!(day.lost.is_empty(), "no way for {:?}", day.lost);
}

#[test]
fn a_family_comes_as_one() {
    assert!(!day().groups.is_empty(), "{:#?}", day().scenes);
}

/// The player is offered the tent on the square, sits down and is told what the fool means.
#[test]
fn madame_is_there_for_the_player() {
    let mut town = begin(9 * 3600 + 3000);
    let me = town.add_player(Place::metres(38, 22));
    let mut icon = None;
    for _ in 0..3 * HOUR {
        town.step(&SingleThread);
        let icons = town.icons(me);
        let symbols = &town.content.symbols;
        let found = icons
            .into_iter()
            .find(|icon| symbols.name(Category::Symbol, icon.icon.0) == "crystal_ball");
        if found.is_some() {
            icon = found;
            break;
        }
    }
    town.accept(me, icon.unwrap().location);
    for _ in 0..60 * 12 {
        town.step(&SingleThread);
    }
    let (scene, _) = town.scene_of(me).unwrap();
    let fool = Value::Symbol(townsfolk_core::SymbolId::named("fool"));
    town.choose(me, fact("picked", vec![Value::Character(me), fool]));
    let mut told = false;
    for _ in 0..60 * 60 {
        town.step(&SingleThread);
        let commands = &town.folk.output().commands;
        told |= commands.iter().any(|command| match command {
            Command::Start { arguments, .. } => arguments.iter().any(|value| match value {
                Value::Text(text) => {
                    let text = town.content.module.text(*text);
                    text.is_some_and(|text| text.contains("follow your nose"))
                }
                _ => false,
            }),
            _ => false,
        });
    }
    assert!(told, "{:?}", town.folk.scene(scene));
}
