//! Plans, and who belongs together.

use crate::{Case, file};
use townsfolk_lang::diagnostic::Code;

/// What stands behind every case.
const VILLAGE: &str = "
area lane
area bakery
area attic
area park
location bench
role baker
prop brass_key";

/// A street with a bakery on it, and what else is said.
fn plan(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let street = "plan village\nstreet lane from 0 m, 0 m to 40 m, 6 m\nroom bakery from 4 m, 6 m to 12 m, 14 m\ndoor bakery to lane";
    file(about, &format!("{street}\n{source}{VILLAGE}"), expected)
}

/// Two people with a quiet day, one of them in the park.
fn people(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let mind = "role idler carries dozing
layer dozing flag awake on concept company action chat: mingle here awake drives company company drives chat
layer body flag up on concept quiet action sit: mingle here up drives quiet quiet drives sit
action walk_to takes 1 s
schedule day
0:00..12:00 at lane as idler
12:00..0:00 at park as idler";
    file(about, &format!("{source}\n{mind}{VILLAGE}"), expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownLocation, vec![
            plan("a misspelt one", "place bensch in bakery at 2 m, 2 m", &["unknown-location@5"]),
        ], vec![
            plan("a declared one", "place bench in bakery at 2 m, 2 m named old_bench", &[]),
        ]),
        (Code::GroundOverlaps, vec![
            plan("a house in the street", "room attic from 20 m, 5 m to 28 m, 12 m\ndoor attic to lane", &["ground-overlaps@5", "no-common-wall@6"]),
            plan("a house in a house", "room attic from 4 m, 6 m to 12 m, 14 m\ndoor attic to lane", &["ground-overlaps@5"]),
        ], vec![
            plan("a house on top of a house", "room attic from 4 m, 6 m to 12 m, 14 m floor 1\nstairs bakery to attic", &[]),
            plan("wall to wall", "room attic from 12 m, 6 m to 20 m, 14 m\ndoor attic to lane wide 1.2 m open 8:00..18:00 admits baker key brass_key", &[]),
        ]),
        (Code::NoCommonWall, vec![
            plan("a gap", "room attic from 20 m, 7 m to 28 m, 15 m\ndoor attic to lane", &["no-common-wall@6"]),
            plan("corner to corner", "room attic from 12 m, 14 m to 20 m, 20 m\ndoor attic to bakery", &["no-common-wall@6"]),
            plan("two floors up", "room attic from 4 m, 6 m to 12 m, 14 m floor 2\nstairs bakery to attic", &["no-common-wall@6"]),
            plan("no ground at all", "door attic to lane", &["no-common-wall@5"]),
        ], vec![
            plan("a window", "square park from 12 m, 6 m to 40 m, 30 m\nwindow bakery to park", &[]),
        ]),
        (Code::NoWayThere, vec![
            plan("only a window", "room attic from 12 m, 6 m to 20 m, 14 m\nwindow attic to lane", &["no-way-there@5"]),
            plan("a square for itself", "square park from 60 m, 0 m to 90 m, 30 m", &["no-way-there@5"]),
        ], vec![
            plan("a square at the end of the street", "square park from 40 m, 0 m to 70 m, 30 m", &[]),
            plan("through another room", "room attic from 12 m, 6 m to 20 m, 14 m\ndoor attic to bakery private", &[]),
        ]),
        (Code::OffTheGround, vec![
            plan("counted from nowhere", "place bench in bakery at 9 m, 2 m", &["off-the-ground@5"]),
            plan("in an area without ground", "place bench in park at 1 m, 1 m", &["off-the-ground@5"]),
        ], vec![
            plan("at the very wall", "place bench in bakery at 8 m, 8 m", &[]),
            plan("a wall in the street", "wall from 4 m, 1 m to 9 m, 1.4 m high 3 m\nlight 20% from 4 m, 1 m to 5 m, 2 m\nzone ruins from 0 m, 0 m to 3 m, 3 m", &[]),
            plan("a wall upstairs", "room attic from 4 m, 6 m to 12 m, 14 m floor 1\nstairs bakery to attic\nwall from 6 m, 8 m to 8 m, 8.4 m floor 1", &[]),
        ]),
        (Code::OffTheGround, vec![
            plan("a wall beside every lot", "wall from 4 m, 40 m to 9 m, 40.4 m", &["off-the-ground@5"]),
            plan("a wall on no floor", "wall from 4 m, 1 m to 9 m, 1.4 m floor 1", &["off-the-ground@5"]),
            plan("light on nothing", "light 20% from 50 m, 0 m to 60 m, 9 m", &["off-the-ground@5"]),
            plan("a zone off the ground", "zone ruins from 0 m, -9 m to 9 m, -1 m", &["off-the-ground@5"]),
            plan("a route into the fields", "route patrol: 2 m, 2 m, 2 m, 30 m", &["off-the-ground@5"]),
        ], vec![]),
        (Code::ObstaclesOverlap, vec![
            plan("walls that cross", "wall from 4 m, 1 m to 9 m, 1.4 m\nwall from 6 m, 0 m to 6.4 m, 4 m", &["obstacles-overlap@6"]),
            plan("cover in a wall", "wall from 4 m, 1 m to 9 m, 1.4 m\ncover from 8 m, 1 m to 10 m, 2 m\ncover from 8.5 m, 1.2 m to 12 m, 3 m", &["obstacles-overlap@6", "obstacles-overlap@7"]),
        ], vec![
            plan("walls that touch", "wall from 4 m, 1 m to 9 m, 1.4 m\nwall from 9 m, 1 m to 9.4 m, 4 m high 2 m", &[]),
        ]),
        (Code::InsideAWall, vec![
            plan("a route through a wall", "route patrol: 2 m, 2 m, pause 3 s, 6 m, 1.2 m\nwall from 4 m, 1 m to 9 m, 1.4 m", &["inside-a-wall@5"]),
            plan("a bench in cover", "cover from 4 m, 6 m to 8 m, 10 m\nplace bench in bakery at 2 m, 2 m", &["inside-a-wall@6"]),
        ], vec![
            plan("a route past a wall", "route patrol: 2 m, 2 m, pause 3 s, 6 m, 3 m\nwall from 4 m, 1 m to 9 m, 1.4 m", &[]),
        ]),
        (Code::DuplicateName, vec![
            plan("two zones of one name", "zone ruins from 0 m, 0 m to 3 m, 3 m\nzone ruins from 4 m, 0 m to 5 m, 3 m", &["duplicate-name@6"]),
            plan("two routes of one name", "route patrol: 2 m, 2 m\nroute patrol: 3 m, 2 m", &["duplicate-name@6"]),
        ], vec![]),
        (Code::UnitMismatch, vec![
            plan("a pause without a unit", "route patrol: 2 m, 2 m, pause 3", &["unit-mismatch@5"]),
        ], vec![]),
        (Code::EmptyRange, vec![
            plan("corners the wrong way round", "square park from 70 m, 30 m to 40 m, 0 m", &["empty-range@5"]),
        ], vec![]),
        (Code::OutOfRange, vec![
            plan("a town as large as a country", "square park from 40 m, 0 m to 30000 m, 30 m", &["out-of-range@5"]),
            plan("a door of a hand's breadth", "square park from 12 m, 6 m to 40 m, 30 m\ndoor bakery to park wide 0.1 m", &["out-of-range@6"]),
        ], vec![]),
        (Code::SecondPlan, vec![
            plan("two in one file", "plan town\nstreet park from 0 m, 0 m to 9 m, 9 m", &["second-plan@5"]),
        ], vec![
            plan("one", "", &[]),
        ]),
        (Code::AreaWithoutGround, vec![
            people("a park that is nowhere", "plan village\nstreet lane from 0 m, 0 m to 40 m, 6 m\nperson mira mind body follows day", &["area-without-ground@1"]),
        ], vec![
            people("ground for both", "plan village\nstreet lane from 0 m, 0 m to 40 m, 6 m\nsquare park from 0 m, 6 m to 20 m, 20 m\nperson mira mind body follows day", &[]),
            people("nobody is there", "plan village\nstreet lane from 0 m, 0 m to 40 m, 6 m", &[]),
            people("no plan at all", "person mira mind body follows day", &[]),
        ]),
        (Code::GroupOfOne, vec![
            people("a slip of the pen", "person mira mind body follows day belongs to weavers\nperson tom mind body follows day\nbelongs to waevers", &["group-of-one@1", "group-of-one@3"]),
        ], vec![
            people("a family", "person mira mind body follows day belongs to weavers\nperson tom mind body follows day belongs to weavers", &[]),
        ]),
    ]
}
