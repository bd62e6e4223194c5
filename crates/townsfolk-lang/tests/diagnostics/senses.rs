//! Stimuli, senses, motions, lists of skills, queries for places, and tokens.

use crate::{Case, file};
use townsfolk_lang::diagnostic::Code;

/// A stimulus with a source, senses, motions, and what skills may read.
const EARS: &str = "role intruder action smash(prop) takes 1 s action bite(character) takes 1 s\n\
    attribute crouched(character) set by host\n\
    attribute health(character): number 0..100 = 100 set by host\n\
    course maul(Who: character) step do bite(Who)\n\
    stimulus glass reach 5 m, loud 0.8 by smash\n\
    senses keen\nmotions frantic motion spin turned 180 deg left, takes 0.5 s\n";

/// A file with ears. Its own lines begin on line 8.
fn ears(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    file(about, &format!("{EARS}{source}"), expected)
}

/// Lines of senses. They begin on line 9.
fn senses(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    ears(about, &format!("senses dull\n{lines}"), expected)
}

/// Lines of a list of skills. They begin on line 9.
fn skills(about: &'static str, lines: &str, expected: &'static [&'static str]) -> Case {
    let head = "skills listener until done, senses keen, hunts intruder";
    ears(about, &format!("{head}\n{lines}"), expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownStimulus, vec![
            senses("a factor for a misspelt stimulus", "hears glas 2", &["unknown-stimulus@9"]),
            senses("a misspelt state of mind", "hears agitatd 2", &["unknown-stimulus@9"]),
            senses("deaf to what is not declared", "deaf to footstep", &["unknown-stimulus@9"]),
        ], vec![
            senses("a state and a stimulus", "hears agitated 2, glass 2, glass of crouched 0.5", &[]),
            senses("deaf to a stimulus", "deaf to glass of crouched", &[]),
        ]),
        (Code::UnknownSenses, vec![
            ears("misspelt senses", "skills s until done, senses kean, hunts intruder\nwander", &["unknown-senses@8"]),
        ], vec![
            skills("declared senses", "wander", &[]),
        ]),
        (Code::UnknownMotions, vec![
            skills("misspelt motions", "on_fire motions frantik\nwander", &["unknown-motions@9"]),
        ], vec![
            skills("declared motions", "on_fire motions frantic\nwander", &[]),
        ]),
        (Code::UnknownSkill, vec![
            skills("a misspelt skill with its settings", "chaze pace 4 m per s\nwander", &["unknown-skill@9"]),
            skills("one of my own without a deed", "gather_wood\n when .health(.me) > 50\nwander", &["unknown-skill@9"]),
            skills("two of them at once", "chaze\nserch\nwander", &["unknown-skill@9", "unknown-skill@10"]),
        ], vec![
            skills("skills of the engine", "on_fire\nchase\nsearch\nfollow\nambush\nthrow\nsleep\nwander", &[]),
            skills("one of my own", "bite_someone\n when .health(.me) > 50\n do bite(.me)\nwander", &[]),
        ]),
        (Code::UnknownSetting, vec![
            skills("a misspelt setting", "chase paces 4 m per s\nwander", &["unknown-setting@9"]),
            skills("a setting of another skill", "chase points 24\nwander", &["unknown-setting@9"]),
            skills("a misspelt choice", "wander randon", &["unknown-setting@9"]),
            skills("a misspelt setting of all", "every skill paces 2 m per s\nwander", &["unknown-setting@9"]),
        ], vec![
            skills("settings of units", "chase pace 4 m per s, reach 1.2 m, reorients 4..8 s, reorient_wedge 120 deg\nsearch points 24, lasts 30 s\nwander random, in ruins", &[]),
            skills("a choice with its name", "wander mode route, along yard", &[]),
            skills("a setting of all", "every skill pace 2 m per s, repeats 80%\nwander", &[]),
        ]),
        (Code::UnknownCriterion, vec![
            file("a misspelt criterion", "query q from cover\nrate availabel", &["unknown-criterion@2"]),
            file("two of them at once", "query q from cover\nrate availabel, distanz 3 m: 0, 5 m: 1", &["unknown-criterion@2", "unknown-criterion@2"]),
        ], vec![
            file("criteria of all sorts", "query q from cover\nrate available, close_in 15 m, hidden 0.3, distance 3 m: 0, 5 m: 1, flank_angle 0 deg: 0.1, 60 deg: 1", &[]),
        ]),
        (Code::UnknownMoment, vec![
            skills("a misspelt moment", "bark spoted \"There!\"\nwander", &["unknown-moment@9"]),
        ], vec![
            skills("moments of skills and of squads", "bark spotted \"There!\", \"You!\"\nbark gives_up \"Gone.\"\nbark ally_down \"Man down!\"\nwander", &[]),
        ]),
        (Code::LastSkillMayEnd, vec![
            skills("a search ends", "chase\nsearch", &["last-skill-may-end@10"]),
            skills("a condition at the end", "chase\nwander when .health(.me) > 50", &["last-skill-may-end@10"]),
            skills("one of my own with a condition", "bite_someone\n when .health(.me) > 50\n do bite(.me)", &["last-skill-may-end@9"]),
        ], vec![
            skills("wandering never ends", "chase\nwander", &[]),
            skills("one of my own without a condition", "chase\nbite_someone do bite(.me)", &[]),
        ]),
        (Code::NotAvailableHere, vec![
            skills("a deed of a skill of the engine", "chase do bite(.me)\nwander", &["not-available-here@9"]),
            file("a number of a criterion without one", "query q from cover\nrate available 0.5", &["not-available-here@2"]),
            file("a curve of a criterion without one", "query q from cover\nrate available 0: 0, 1: 1", &["not-available-here@2"]),
            file("breath with a speed", "stimulus s reach 5 m, loud 0.5\nfrom breath every 1 s, at 5 m per s", &["not-available-here@2"]),
        ], vec![]),
        (Code::UnknownWord, vec![
            skills("a misspelt choice behind its setting", "wander mode randon", &["unknown-word@9"]),
        ], vec![]),
        (Code::WrongArguments, vec![
            skills("a course that needs a thing", "chase with pick\nwander\ncourse pick(What: prop) step do smash(What)", &["wrong-arguments@9"]),
        ], vec![]),
        (Code::MissingPart, vec![
            skills("a setting without its value", "chase pace\nwander", &["missing-part@9"]),
            file("a stimulus without a reach", "stimulus s loud 0.5, told", &["missing-part@1"]),
            file("a stimulus without a loudness", "stimulus s reach 5 m, told", &["missing-part@1"]),
            file("a stimulus without both", "stimulus s told", &["missing-part@1", "missing-part@1"]),
            file("steps without a speed", "stimulus s reach 5 m, loud 0.5\nfrom steps every 0.4 s", &["missing-part@2"]),
            file("steps without a time", "stimulus s reach 5 m, loud 0.5\nfrom steps at 5 m per s", &["missing-part@2"]),
            file("breath without a time", "stimulus s reach 5 m, loud 0.5\nfrom breath", &["missing-part@2"]),
            ears("a list without senses", "skills s until done, hunts intruder\nwander", &["missing-part@8"]),
            ears("a list without skills", "skills s until done, senses keen, hunts intruder", &["missing-part@8"]),
            file("a motion without a time", "motions m motion a turned 40 deg left", &["missing-part@1"]),
            file("a token without holders", "token t best", &["missing-part@1"]),
            file("a query that rates nothing", "query q from cover", &["missing-part@1"]),
            senses("eyes without a distance", "sees wide 40 deg", &["missing-part@9"]),
            senses("times of seeing without eyes", "takes 0.8 s", &["missing-part@9"]),
            senses("answers on hard alone", "answers on hard chase 0.5", &["missing-part@8"]),
        ], vec![
            file("a whole stimulus", "stimulus s reach 5 m, loud 0.5, told", &[]),
            file("steps", "stimulus s reach 5 m, loud 0.5\nfrom steps at 5 m per s, every 0.4 s, power 1.5", &[]),
            file("breath", "stimulus s reach 5 m, loud 0.5\nfrom breath every 1 s", &[]),
            file("blind senses", "senses blind", &[]),
            file("a token", "token t holds 2", &[]),
            senses("what a difficulty leaves out", "answers chase 0.8\nanswers on hard chase 0.5", &[]),
        ]),
        (Code::ThresholdsNotRising, vec![
            senses("a falling level", "answers agitate 0.35, react 0.15, chase 0.9", &["thresholds-not-rising@9"]),
            senses("two equal levels", "answers agitate 0.15, react 0.9, chase 0.9", &["thresholds-not-rising@9"]),
            senses("on one difficulty", "answers agitate 0.15, react 0.35, chase 0.9\nanswers on hard chase 0.3", &["thresholds-not-rising@10"]),
        ], vec![
            senses("rising levels", "answers agitate 0.15, react 0.35, chase 0.9\nanswers on hard agitate 0.1, react 0.25, chase 0.45", &[]),
        ]),
        (Code::NoMotionInPlace, vec![
            file("all go somewhere", "motions m motion a 1 m ahead, takes 1 s motion b 0.5 m left, takes 1 s", &["no-motion-in-place@1"]),
            file("the only one in place is far", "motions m motion a turned 90 deg right, takes 1 s, far", &["no-motion-in-place@1"]),
            file("no motions at all", "motions m", &["no-motion-in-place@1"]),
        ], vec![
            file("one turns in place", "motions m motion a 1 m ahead, takes 1 s motion b turned 90 deg right, takes 1 s", &[]),
            file("displacements of nothing", "motions m motion a 0 m ahead, takes 1 s", &[]),
        ]),
        (Code::BodyActionMisfit, vec![
            skills("without its parameters", "wander\naction go_there takes 2 s", &["body-action-misfit@10"]),
            skills("without a target", "wander\naction strike takes 2 s", &["body-action-misfit@10"]),
            skills("a parameter of another kind", "wander\naction turn_to with heading: text takes 2 s", &["body-action-misfit@10"]),
        ], vec![
            skills("with its parameters", "wander\naction go_there with x: number, y: number, pace: number takes 2 s, may fail", &[]),
            skills("with its target", "wander\naction strike(character) takes 2 s, may fail", &[]),
            ears("a project without skills", "action strike takes 2 s", &[]),
        ]),
        (Code::TokenForNobody, vec![
            file("no holders", "token flanking holds 0, best", &["token-for-nobody@1"]),
        ], vec![
            file("one holder", "token flanking holds 1, best, rests 0.5 s", &[]),
        ]),
        (Code::RatesNothing, vec![
            file("all points are 0", "query q from cover\nrate distance 3 m: 0, 5 m: 0", &["rates-nothing@2"]),
        ], vec![
            file("one point is not", "query q from cover or open within 25 m, even without a shot\nrate distance 3 m: 0, 5 m: 1 power 2", &[]),
        ]),
        (Code::HuntsNobody, vec![
            ears("no enemies", "skills s until done, senses keen\nwander", &["hunts-nobody@8"]),
        ], vec![
            skills("one role", "wander", &[]),
            ears("two roles", "role thief\nskills s until done, senses keen, hunts intruder, thief, squad watch\nwander", &[]),
            ears("accepted", "skills s until done, senses keen\nwander\naccept hunts-nobody because \"they only listen\"", &[]),
        ]),
        (Code::StimulusNeverMade, vec![
            file("no source", "stimulus s reach 5 m, loud 0.5", &["stimulus-never-made@1"]),
        ], vec![
            file("told by the game", "stimulus s reach 5 m, loud 0.5, told", &[]),
            skills("made by a skill", "throw lands roar\nwander\nstimulus roar reach 9 m, loud 1", &[]),
            skills("made by an action of a body", "wander\nstimulus blow reach 9 m, loud 1 by strike", &[]),
        ]),
        (Code::BadCurve, vec![
            file("points that do not rise", "query q from cover\nrate distance 5 m: 0, 3 m: 1", &["bad-curve@2"]),
            file("two equal points", "query q from cover\nrate distance 5 m: 0, 5 m: 1", &["bad-curve@2"]),
            senses("excitation that rises", "falls 0 to 1 in 4 s", &["bad-curve@9"]),
        ], vec![
            file("rising points", "query q from open\nrate distance 3 m: 0, 5 m: 1, 9 m: 0.5", &[]),
            senses("excitation that falls", "falls 1 to 0 in 4 s", &[]),
        ]),
        (Code::UnitMismatch, vec![
            file("a reach without a unit", "stimulus s reach 5, loud 0.5, told", &["unit-mismatch@1"]),
            file("a loudness in metres", "stimulus s reach 5 m, loud 5 m, told", &["unit-mismatch@1"]),
            file("a length for a speed", "stimulus s reach 5 m, loud 0.5\nfrom steps at 5 m, every 1 s", &["unit-mismatch@2"]),
            skills("a speed without a unit", "chase pace 4\nwander", &["unit-mismatch@9"]),
            skills("a word for a speed", "chase pace quick\nwander", &["unit-mismatch@9"]),
            skills("a speed for a course", "chase with 5 m\nwander", &["unit-mismatch@9"]),
            senses("an angle without a unit", "sees 12 m, wide 100", &["unit-mismatch@9"]),
            file("a curve over another unit", "query q from open\nrate distance 3: 0, 5: 1", &["unit-mismatch@2"]),
            file("a number of another unit", "query q from open\nrate close_in 15", &["unit-mismatch@2"]),
            file("points of two units", "query q from open\nrate distance 3 m: 0, 5 s: 1", &["unit-mismatch@2"]),
            file("a rating with a unit", "query q from open\nrate distance 3 m: 0 m, 5 m: 1", &["unit-mismatch@2"]),
        ], vec![
            senses("angles", "sees 12 m, wide 100 deg, narrow 8 deg, spread 3 m, pitch 35 deg, takes 0.8 s\ntakes 0.3 s in combat, 3 s at first", &[]),
        ]),
        (Code::OutOfRange, vec![
            senses("a wider angle far away", "sees 12 m, wide 8 deg, narrow 100 deg", &["out-of-range@9"]),
            file("a rating above one", "query q from open\nrate distance 3 m: 0, 5 m: 2", &["out-of-range@2"]),
            skills("a range of paces", "chase pace 2..4 m per s\nwander", &["out-of-range@9"]),
            skills("a length below nothing", "chase reach -1 m\nwander", &["out-of-range@9"]),
            file("half a holder", "token t holds 1.5", &["out-of-range@1"]),
            file("a range where one value is needed", "stimulus s reach 2..5 m, loud 0.5, told", &["out-of-range@1"]),
        ], vec![
            file("whole holders", "token t holds 3, first come", &[]),
        ]),
        (Code::DuplicatePart, vec![
            file("a second source", "stimulus s reach 5 m, loud 0.5\nfrom breath every 1 s\nfrom breath every 2 s", &["duplicate-part@3"]),
            senses("a state twice", "hears asleep 1\nhears asleep 2", &["duplicate-part@10"]),
            senses("a factor twice", "hears glass 1\ndeaf to glass", &["duplicate-part@10"]),
            senses("a time twice", "sees 12 m, takes 0.8 s\ntakes 1 s", &["duplicate-part@10"]),
            senses("a difficulty twice", "answers chase 0.8\nanswers chase 0.7", &["duplicate-part@10"]),
            skills("a setting twice", "chase reach 1 m, reach 2 m\nwander", &["duplicate-part@9"]),
            ears("both modes", "skills s until done, while wanted, senses keen, hunts intruder\nwander", &["duplicate-part@8"]),
        ], vec![
            skills("a skill twice", "wander in ruins\n when .health(.me) > 50\nwander", &[]),
        ]),
        (Code::WrongKind, vec![
            senses("a number as a quality", "deaf to glass of health", &["wrong-kind@9"]),
        ], vec![
            senses("a quality", "deaf to glass of crouched", &[]),
        ]),
        (Code::UnknownHostName, vec![
            senses("a quality that is not declared", "deaf to glass of crouching", &["unknown-host-name@9"]),
        ], vec![]),
        (Code::UnknownAction, vec![
            file("an action that is not declared", "stimulus s reach 5 m, loud 0.5 by smash", &["unknown-action@1"]),
            file("an action of a body without skills", "stimulus s reach 5 m, loud 0.5 by strike", &["unknown-action@1"]),
            skills("a course that is not declared", "chase with maule\nwander", &["unknown-action@9"]),
        ], vec![
            skills("a course", "chase with maul\nwander", &[]),
        ]),
        (Code::Contradiction, vec![
            skills("a skill that never runs", "chase when .health(.me) > 50, .health(.me) < 20\nwander", &["contradiction@9"]),
        ], vec![
            skills("a skill that can run", "chase when .health(.me) > 20, .health(.me) < 50\nwander", &[]),
        ]),
        (Code::UnexpectedToken, vec![
            file("no direction", "motions m motion a turned 40 deg, takes 1 s", &["unexpected-token@1"]),
            skills("two skills on one line", "chase reach 1 m wander", &["unexpected-token@9"]),
            senses("a misspelt line", "heers asleep 1", &["unexpected-token@9"]),
        ], vec![]),
    ]
}
