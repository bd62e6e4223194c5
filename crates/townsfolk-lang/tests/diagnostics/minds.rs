//! Minds: needs, layers, schedules and people.

use crate::{Case, file};
use townsfolk_lang::diagnostic::Code;

/// What stands behind every case.
const VILLAGE: &str = "
need hunger rises 0 to 1 in 6 h falls 1 to 0 in 15 min
need thirst rises 0 to 1 in 2 h falls 1 to 0 in 1 min
area home
area kitchen in home
role citizen
role cook carries at_work
predicate raining
predicate busy
action flee takes 1 s
prop stove
prop bread
layer body needs hunger action eat: satisfy hunger hunger drives eat above 0.5
layer at_work test late: not in kitchen concept hurry action back: go to kitchen late drives hurry hurry drives back
schedule day
0:00..24:00 at kitchen as cook
persona calm neurotic 0.2, extrovert 0.5
person mira mind body follows day
role tippler carries tippling
layer tippling needs thirst action gulp: mingle here thirst drives gulp
action walk_to takes 1 s
action munch takes 1 min, eases hunger
script snack cast cook 1..1 rule munch do munch leave
location larder serves hunger as cook prefers snack emits script within 3 m
";

/// A file in the village.
fn village(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    file(about, &format!("{source}{VILLAGE}"), expected)
}

/// A layer with a test `wet`, a concept `worry` and an action `run`, driven in this order.
fn layer(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let whole = "role runner carries running\nlayer running test wet: .raining concept worry action run: do flee wet drives worry worry drives run";
    village(about, &format!("{whole}\n{source}"), expected)
}

/// A part of somebody.
fn person(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    village(
        about,
        &format!("person tom\nmind body\nfollows day\n{source}"),
        expected,
    )
}

/// The periods of a day.
fn day(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let lived =
        format!("schedule other_day\n{source}{VILLAGE}person tom mind body follows other_day");
    file(about, &lived, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownArea, vec![
            village("in an area", "area bar in inn", &["unknown-area@1"]),
            day("in a schedule", "0:00..24:00 at bar as cook", &["unknown-area@2"]),
            layer("in a test", "test gone: not in bar\ngone drives worry", &["unknown-area@3"]),
            layer("in an action", "action leave_it: go to bar\nworry drives leave_it", &["unknown-area@3"]),
        ], vec![
            village("declared later, in another order", "area cellar in bar\narea bar in home", &[]),
            layer("work is where the schedule says", "action leave_it: go to work\nworry drives leave_it", &[]),
        ]),
        (Code::UnknownNeed, vec![
            layer("in a list", "needs sleep", &["unknown-need@3"]),
            layer("in an action", "action rest: satisfy sleep\nworry drives rest", &["unknown-need@3"]),
            layer("one that nobody feels", "action gulp: satisfy thirst\nworry drives gulp", &["unknown-need@3"]),
            village("of an action of the game", "action nap takes 5 min, eases sleep", &["unknown-need@1"]),
            village("of a location", "location hut\nserves sleep as cook", &["unknown-need@2"]),
        ], vec![
            layer("one of the layer below", "action gulp: satisfy hunger\nworry drives gulp", &[]),
            village("of an action of the game", "action snack takes 5 min, eases hunger, adds -0.1 to thirst", &[]),
            village("served", "location hut\nserves hunger as cook\nprefers snack emits script", &[]),
        ]),
        (Code::UnknownLayer, vec![
            village("of a role", "role guard carries on_watch", &["unknown-layer@1"]),
            village("of a person", "person tom\nmind soul\nfollows day", &["unknown-layer@2"]),
            village("on the way", "person tom\nmind body travels with wings\nfollows day", &["unknown-layer@2"]),
        ], vec![
            village("declared later", "role guard carries on_watch\nlayer on_watch test wet: .raining concept worry action run: do flee\nwet drives worry worry drives run", &[]),
        ]),
        (Code::UnknownSchedule, vec![
            village("misspelt", "person tom\nmind body\nfollows dya", &["unknown-schedule@3"]),
        ], vec![person("two people follow one", "is citizen", &[])]),
        (Code::UnknownPersona, vec![
            person("misspelt", "persona clam", &["unknown-persona@4"]),
        ], vec![
            person("declared", "persona calm", &[]),
            person("in numbers", "persona neurotic 0.2", &[]),
        ]),
        (Code::UnknownTemper, vec![
            person("misspelt", "has temper clam\ntemper calm\ncools down in 1 h", &["unknown-temper@4"]),
        ], vec![
            person("declared", "has temper calm\ntemper calm\ncools down in 1 h\nforgives in 2 h\ngrows apart in 3 h\ntires of joke in 1 h\ntires of anything in 5 min\nwhims 0.1\nspeaks within 2 m\nheard within 3 m\npauses 5..20 s\nseeks company every 5 s\nlooks round every 10 s within 30 m", &[]),
            person("a name like any other", "talks of temper, network, interaction", &[]),
        ]),
        (Code::BadNetwork, vec![
            village("too few numbers", "network n\nhidden 1, 2\n", &["bad-network@2"]),
            village("too few rows", "network n\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n", &["bad-network@1"]),
        ], vec![village("all of it", "network n\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nhidden 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\nkiss 0, 0, 0, 0, 0, 0, 0\nflirt 0, 0, 0, 0, 0, 0, 0\njoke 0, 0, 0, 0, 0, 0, 0\ncompliment 0, 0, 0, 0, 0, 0, 0\nchat 0, 0, 0, 0, 0, 0, 0\ninsult 0, 0, 0, 0, 0, 0, 0\nassault 0, 0, 0, 0, 0, 0, 0\nnothing 0, 0, 0, 0, 0, 0, 0\n", &[])]),
        (Code::CircularLayer, vec![
            layer("by itself", "includes running", &["circular-layer@3"]),
            layer("by way of another", "includes moods\nlayer moods\nincludes running", &["circular-layer@3", "circular-layer@5"]),
        ], vec![
            layer("a part", "includes moods\ngloom drives worry\nlayer moods\nconcept gloom\narousal drives gloom", &[]),
            layer("two that share a third", "includes moods, nerves\ngloom, shivers drive worry\nlayer moods\nincludes blood\nconcept gloom\npulse drives gloom\nlayer nerves\nincludes blood\nconcept shivers\npulse drives shivers\nlayer blood\nconcept pulse\narousal drives pulse", &[]),
        ]),
        (Code::UnknownPerson, vec![
            person("liked", "feels for ann like 0.7", &["unknown-person@4"]),
            person("known", "knows about ann \"She is away.\"", &["unknown-person@4"]),
        ], vec![
            person("each other and oneself", "feels for mira like 0.7, interest 0.2\nknows about tom \"Tom is Tom.\"\nknows about mira \"She cooks.\"", &[]),
        ]),
        (Code::UnknownNode, vec![
            layer("a source", "worri drives run", &["unknown-node@3"]),
            layer("a target", "worry drives runn", &["unknown-node@3"]),
            layer("a flag", "action hop: do flee, done sets hopped\nworry drives hop", &["unknown-node@3"]),
            layer("a test", "action hop: do flee, at dry\nworry drives hop", &["unknown-node@3"]),
            layer("of another role", "late drives worry", &["unknown-node@3"]),
            layer("of what includes it", "includes moods\nlayer moods\nconcept gloom\nworry drives gloom\ngloom inhibits hunger", &["unknown-node@6"]),
            layer("a kind that the name has not", "worry drives action worry", &["unknown-node@3"]),
        ], vec![
            layer("of the layer below", "worry inhibits hunger", &[]),
            layer("what every mind has", "urgency drives worry some\nvalence inhibits worry\ntime_to_change_role inhibits worry\nworry drives not_ready_to_change_role", &[]),
        ]),
        (Code::DuplicateName, vec![
            layer("two concepts", "concept worry", &["duplicate-name@3"]),
            layer("in a part", "includes moods\nlayer moods\nconcept worry\narousal drives worry", &["duplicate-name@2"]),
            layer("a need is a concept", "needs thirst\nconcept thirst", &["duplicate-name@4"]),
            layer("a need of the layer below", "needs hunger", &["duplicate-name@3"]),
            layer("what every mind has", "concept not_ready_to_change_role", &["duplicate-name@3"]),
            village("two areas", "area kitchen", &["duplicate-name@5"]),
        ], vec![
            layer("a misspelt verb before an action", "action flee: do flee\nworry drives flee\nworry drivs action run", &["unexpected-token@5"]),
            layer("a concept and an action", "action worry: mingle\nworry drives worry", &[]),
            layer("a concept and a test", "concept wet\nwet drives wet wet drives run", &[]),
        ]),
        (Code::BadLink, vec![
            layer("a test to an action", "wet drives run", &["bad-link@3"]),
            layer("a feeling to an action", "arousal drives run", &["bad-link@3"]),
            layer("to a test", "worry drives wet", &["bad-link@3"]),
            layer("to a flag", "flag ran on\nworry drives ran", &["bad-link@4"]),
            layer("from an action", "run drives worry", &["bad-link@3"]),
            layer("to itself", "worry drives worry", &["bad-link@3"]),
            layer("sets something that is no flag", "action hop: do flee, done sets worry\nworry drives hop", &["bad-link@3"]),
            layer("is at something that is no test", "action hop: do flee, at worry\nworry drives hop", &["bad-link@3"]),
        ], vec![
            layer("a flag to an action", "flag ran on\nran inhibits run", &[]),
            layer("a concept to a concept", "concept calm\nworry drives calm calm inhibits run some", &[]),
            layer("two at once", "flag ran on\nall of wet, ran drives worry some\nany of wet, ran drives worry some", &[]),
        ]),
        (Code::NoSuchLink, vec![
            layer("nothing leads there", "ignores hunger in run", &["no-such-link@3"]),
            layer("not a need", "ignores worry", &["no-such-link@3"]),
        ], vec![
            layer("the need", "ignores hunger", &[]),
            layer("weak needs", "ignores hunger below 0.9", &[]),
            layer("the way to the action", "ignores hunger below 90 % in eat", &[]),
            layer("a link with a misspelt verb", "action hop: do flee\nworry drivs hop\nignores worry below 0.5 in hop", &["unexpected-token@4"]),
            village("a misspelt verb in a layer below", "role runner carries running\nlayer running\ntest wet: .raining\nconcept worry\naction run: do flee\nwet drives worry\nworry drives run\nignores hunger below 0.5 in nibble\nlayer crude\nneeds hunger\naction nibble: satisfy hunger\nhunger drivs nibble\nperson tom\nmind crude\nfollows day", &["unexpected-token@12"]),
        ]),
        (Code::OutOfRange, vec![
            layer("a weight", "concept calm\nworry drives calm by 1.5\ncalm inhibits run", &["out-of-range@4"]),
            layer("a weight below zero", "concept calm\nworry drives calm by -0.5\ncalm inhibits run", &["out-of-range@4"]),
            layer("a threshold", "worry drives run above 2.5", &["out-of-range@3"]),
            person("a mood", "mood valence 5, arousal 0.1", &["out-of-range@4"]),
            person("a feeling", "feels for mira like -1", &["out-of-range@4"]),
            village("a level", "need sleep\nrises 0 to 10 in 6 h", &["out-of-range@2"]),
            village("what an action adds", "action drink takes 1 s, adds 2 to thirst", &["out-of-range@1"]),
            person("no distance", "has temper calm\ntemper calm\nspeaks within 0 m", &["out-of-range@6"]),
            person("a distance of a country", "has temper calm\ntemper calm\nlooks round within 2000 m", &["out-of-range@6"]),
            person("no interval", "has temper calm\ntemper calm\nseeks company every 0 s", &["out-of-range@6"]),
            person("a pause of days", "has temper calm\ntemper calm\npauses 1..48 h", &["out-of-range@6"]),
            person("heard less far than spoken", "has temper calm\ntemper calm\nspeaks within 9 m\nheard within 7 m", &["out-of-range@7"]),
            person("heard less far than usual", "has temper calm\ntemper calm\nheard within 3 m", &["out-of-range@6"]),
        ], vec![
            layer("the ends", "concept calm\nworry drives calm by 0\nworry drives calm by 1 above 1\ncalm inhibits run by 100 %", &[]),
            person("no pause at all", "has temper calm\ntemper calm\npauses 0 s\nspeaks within 1000 m", &[]),
            person("the ends", "mood valence 0, arousal 1\nattractive 1\nremembers 0 events, 9999 tidings\ngossips chance 1, hops 255", &[]),
        ]),
        (Code::BadCurve, vec![
            village("falls while it rises", "need sleep\nrises 0, 0.5 at 1 h,\n0.4 at 2 h", &["bad-curve@3"]),
            village("rises while it falls", "need sleep\nfalls 0 to 1 in 1 h", &["bad-curve@2"]),
            village("out of order", "need sleep\nrises 0, 0.5 at 2 h,\n1 at 1 h", &["bad-curve@3"]),
            village("two levels at one time", "need sleep\nrises 0, 0.5", &["bad-curve@2"]),
        ], vec![
            village("flat", "need sleep\nrises 0, 0.5 at 1 h, 0.5 at 2 h, 1 at 3 h\nfalls by itself, 1 to 1 in 1 h\nrole dozer carries dozing\nlayer dozing needs sleep action nap: mingle here sleep drives nap", &[]),
        ]),
        (Code::LayerMisfit, vec![
            village("a mind that a role carries", "role idler carries body", &["layer-misfit@1"]),
            village("a mind to travel with", "person tom\nmind body travels with body\nfollows day", &["layer-misfit@2"]),
        ], vec![
            village("one layer for two roles", "role idler carries at_work", &[]),
            village("a role's layer to travel with", "person tom\nmind body travels with at_work\nfollows day", &[]),
        ]),
        (Code::IncompletePerson, vec![
            village("nothing at all", "person tom", &["incomplete-person@1", "incomplete-person@1"]),
            village("no mind", "person tom\nfollows day", &["incomplete-person@1"]),
        ], vec![
            village("a mind that is misspelt is there", "person tom\nmind bodi\nfollows day", &["unknown-layer@2"]),
            village("what could not be read may be it", "person tom\nfollow day\nmind body", &["unexpected-token@2"]),
        ]),
        (Code::ScheduleGap, vec![
            day("in the middle", "6:00..12:00 at home as cook\n13:00..6:00 at home as cook", &["schedule-gap@2"]),
            day("round midnight", "6:00..22:00 at home as cook", &["schedule-gap@2"]),
            day("of two minutes", "6:00..12:00 at home as cook\n12:02..6:00 at home as cook", &["schedule-gap@2"]),
            day("all day", "", &["schedule-gap@1"]),
        ], vec![
            day("of a minute", "6:00..12:00 at home as cook\n12:01..5:59 at home as cook", &[]),
            day("in any order", "12:00..24:00 at home as cook\n0:00..12:00 at kitchen as cook", &[]),
            village("in units", "schedule other_day counts 100 from 4:00\n1..40 at home as cook\n41..100 at kitchen as cook\nperson tom mind body follows other_day", &[]),
        ]),
        (Code::ScheduleOverlap, vec![
            day("an hour", "6:00..13:00 at home as cook\n12:00..6:00 at kitchen as cook", &["schedule-overlap@3"]),
            day("one within another", "0:00..24:00 at home as cook\n12:00..13:00 at kitchen as cook", &["schedule-overlap@3"]),
            day("after midnight", "22:00..6:00 at home as cook\n5:00..22:00 at kitchen as cook", &["schedule-overlap@3"]),
            day("twice the same", "6:00..18:00 at home as cook\n18:00..6:00 at home as cook\n18:00..6:00 at home as cook", &["schedule-overlap@4"]),
        ], vec![
            day("end to end", "22:00..6:00 at home as cook\n6:00..22:00 at kitchen as cook", &[]),
        ]),
        (Code::ConceptNeverDriven, vec![
            layer("nothing leads to it", "concept calm\ncalm inhibits run", &["concept-never-driven@3"]),
            layer("only what holds it down", "concept calm\nworry inhibits calm\ncalm inhibits run", &["concept-never-driven@3"]),
            layer("what drives it also inhibits it", "concept calm\nworry drives calm\nworry inhibits calm\ncalm inhibits run", &["concept-never-driven@3"]),
            layer("a threshold out of reach", "concept calm\nworry drives calm above 1.1\ncalm inhibits run", &["concept-never-driven@3"]),
            layer("what depends on it is not told", "concept calm, peace\ncalm drives peace\npeace inhibits run", &["concept-never-driven@3"]),
            layer("a ring", "concept calm, peace\ncalm drives peace\npeace drives calm\ncalm inhibits run", &["concept-never-driven@3"]),
        ], vec![
            layer("what drives it inhibits it less", "concept calm\nworry drives calm\nworry inhibits calm by 0.5\ncalm inhibits run", &[]),
            layer("inhibits it only when it is strong", "concept calm\nworry drives calm\nworry inhibits calm above 0.8\ncalm inhibits run", &[]),
            layer("driven from two sides, each too weak", "concept calm\nwet drives calm by 0.4\nbusy_now drives calm by 0.4\ncalm inhibits run above 0.7\ntest busy_now: .busy", &[]),
            layer("a ring with a way in", "concept calm, peace\ncalm drives peace\npeace drives calm by 0.5\nwet drives calm\ncalm inhibits run by 0.5", &[]),
        ]),
        (Code::ActionNeverWins, vec![
            layer("nothing leads to it", "action sing: mingle", &["action-never-wins@3"]),
            layer("a threshold out of reach", "concept calm\nworry drives calm by 0.5\naction sing: mingle\ncalm drives sing above 0.6", &["action-never-wins@5"]),
        ], vec![
            layer("a threshold that can just be reached", "concept calm\nworry drives calm by 0.5\naction sing: mingle\ncalm drives sing above 0.5", &[]),
            layer("driven by a flag", "flag cheerful on\naction sing: mingle\ncheerful drives sing by 0.1", &[]),
            layer("what drives it is never set, and that is told", "flag cheerful\naction sing: mingle\ncheerful drives sing", &["flag-never-set@3"]),
        ]),
        (Code::FlagNeverSet, vec![
            layer("off for ever", "flag ran\nran inhibits run", &["flag-never-set@3"]),
            layer("only cleared", "flag ran\naction hop: mingle, done clears ran\nworry drives hop", &["flag-never-set@3"]),
        ], vec![
            layer("on at the start", "flag ran on\nran inhibits run", &[]),
            layer("set by an action", "flag ran\naction hop: mingle, begun sets ran\nworry drives hop", &[]),
        ]),
        (Code::NeverReady, vec![
            layer("a flag that nothing clears", "flag ran\naction hop: mingle, begun sets ran\nran drives worry\nworry drives hop\nworry drives not_ready_to_change_role", &["never-ready@7"]),
            layer("what closes the shift is never closed", "flag open on\naction lock: mingle\nconcept locking\nall of open, time_to_change_role drives locking\nlocking drives lock\nlocking drives not_ready_to_change_role", &["never-ready@8"]),
            layer("a ring that feeds itself", "concept calm\nworry drives calm\ncalm drives worry\ncalm drives not_ready_to_change_role", &["never-ready@6"]),
        ], vec![
            layer("a flag that is cleared", "flag ran\naction hop: mingle, begun sets ran, done clears ran\nran drives worry\nworry drives hop\nworry drives not_ready_to_change_role", &[]),
            layer("a flag that goes with its prop", "flag ran\naction hop: use stove as cook, done sets ran with prop\nran drives worry\nworry drives hop\nworry drives not_ready_to_change_role", &[]),
            layer("a shift that is closed", "flag open on\naction lock: mingle, done clears open\nconcept locking\nall of open, time_to_change_role drives locking\nlocking drives lock\nlocking drives not_ready_to_change_role", &[]),
            layer("a ring that fades", "concept calm\nworry drives calm\ncalm drives worry by 0.5 above 0.1\ncalm drives not_ready_to_change_role", &[]),
        ]),
        (Code::MapOscillates, vec![
            layer("two that push each other", "concept calm\nworry drives calm\ncalm inhibits worry", &["map-oscillates@2"]),
            layer("with the layer below", "worry drives hunger\nhunger inhibits worry", &["map-oscillates@2"]),
        ], vec![
            layer("with less force", "concept calm\nworry drives calm\ncalm inhibits worry by 0.5", &[]),
            layer("two that hold each other down", "concept calm\nwet drives calm\nworry inhibits calm\ncalm inhibits worry", &[]),
        ]),
        (Code::RoleWithoutLayer, vec![
            day("nothing to do", "0:00..24:00 at home as citizen", &["role-without-layer@2"]),
        ], vec![
            village("a layer from what it is", "role baker is cook\nschedule other_day\n0:00..24:00 at home as baker\nperson tom mind body follows other_day", &[]),
        ]),
        (Code::DuplicatePart, vec![
            person("two minds", "mind body", &["duplicate-part@4"]),
            person("one feeling twice", "feels for mira like 0.1\nfeels for mira like 0.2", &["duplicate-part@5"]),
            village("two ways to rise", "need sleep\nrises 0 to 1 in 6 h\nrises 0 to 1 in 8 h", &["duplicate-part@3"]),
            village("two drifts", "need sleep\nrises by itself, 0 to 1 in 6 h\nfalls by itself, 1 to 0 in 8 h", &["duplicate-part@3"]),
            village("one need twice", "action drink takes 1 s, eases thirst,\nadds 0.1 to thirst", &["duplicate-part@2"]),
        ], vec![
            person("several things known", "knows about mira \"A.\"\nknows about mira \"B.\"", &[]),
        ]),
    ]
}
