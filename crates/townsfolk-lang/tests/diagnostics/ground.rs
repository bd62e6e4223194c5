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
        ]),
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
