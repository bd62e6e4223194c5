//! How needs, places, days, doors, groups and emitters fit together.

use crate::{Case, file};
use townsfolk_lang::diagnostic::Code;

/// A village in which everything fits. Line 10 says what is served, 15 what is wanted.
const VILLAGE: &str = "area home
area shop
role idler carries at_home
role baker carries at_home
layer at_home flag bored on concept company action chat: mingle here bored drives company company drives chat
action walk_to takes 1 s
action munch takes 1 min, eases hunger
script snack cast idler 1..2 rule munch do munch leave
location table
serves hunger as idler
prefers snack
emits script within 3 m
need hunger rises 0 to 1 in 6 h falls 1 to 0 in 15 min
layer body needs hunger
action eat: satisfy hunger
hunger drives eat above 0.5
schedule day
0:00..12:00 at home as idler
12:00..0:00 at shop as baker
person mira mind body follows day
";

/// Ground for the village, with the table in the lane; the door of the shop is not in it yet.
const PLAN: &str = "plan village
street lane from 0 m, 0 m to 40 m, 6 m
room shop from 4 m, 6 m to 12 m, 14 m
room home from 20 m, 6 m to 28 m, 14 m
place table in lane at 2 m, 2 m
door home to lane private
area lane
prop brass_key
role warden
";

/// The village with something else instead of a part of it.
fn village(
    about: &'static str,
    (part, instead): (&str, &str),
    expected: &'static [&'static str],
) -> Case {
    assert!(VILLAGE.contains(part), "{about}: the village has no {part}");
    file(about, &VILLAGE.replacen(part, instead, 1), expected)
}

/// The village with something more, from line 21 on.
fn more(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    file(about, &format!("{VILLAGE}{source}"), expected)
}

/// The village on its ground, with a door of the shop.
fn door(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    let home = "door home to lane private\n";
    let both = format!("{home}door shop to lane {source}\n");
    more(about, &PLAN.replace(home, &both), expected)
}

/// A second table, for a location of its own.
fn table(about: &'static str, source: &str, expected: &'static [&'static str]) -> Case {
    more(
        about,
        &format!("role child\nprop plate\nprop spoon\nlocation other\n{source}"),
        expected,
    )
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::NeedNeverEased, vec![
            village("no action does", (", eases hunger", ""), &["need-never-eased@13"]),
            village("an action that makes it worse", ("eases hunger", "adds 0.5 to hunger"), &["need-never-eased@13"]),
            village("not where it is served", ("action munch takes 1 min,", "action munch takes 1 min action gulp takes 1 s,"), &["need-never-eased@10"]),
        ], vec![
            village("at one blow", ("eases hunger", "adds -0.5 to hunger"), &[]),
            village("by an event", (", eases hunger\n", "\nneed hunger rises 0 to 1 in 6 h falls 1 to 0 in 1 h calmed by song 0.5\n"), &["duplicate-name@14"]),
            village("by the game", ("hunger\nscript", "\nscript"), &["unexpected-token@8"]),
        ]),
        (Code::NeedInNoLayer, vec![
            more("left over", "need thirst\nrises 0 to 1 in 2 h", &["need-in-no-layer@21"]),
        ], vec![
            file("for the people of others", "need thirst\nrises 0 to 1 in 2 h\nfalls 1 to 0 in 1 h", &[]),
        ]),
        (Code::NeedNeverRises, vec![
            more("nothing excites it", "need fear falls by itself, 1 to 0 in 10 min\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &["need-never-rises@21"]),
            more("only calmed", "need fear calmed by lullaby 0.3\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &["need-never-rises@21"]),
        ], vec![
            more("excited by an event", "need fear falls by itself, 1 to 0 in 10 min excited by threat 0.8 within 20 m\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &[]),
            more("there from the beginning", "need fear falls by itself, 1 to 0 in 10 min starts at 0.5\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &[]),
            more("an action adds to it", "need fear falls by itself, 1 to 0 in 10 min\naction stumble takes 1 s, adds 0.2 to fear\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &[]),
            more("set by the game", "need fear\nlayer timid needs fear action hide: mingle here fear drives hide\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind timid follows quiet", &[]),
        ]),
        (Code::SlotsWithoutClaim, vec![
            table("a claim on any prop", "prop it: sofa\nknows seat(it)\nprefers rest\nemits script\nprop sofa slots 2\nscript rest cast idler 1..3 fact seat(prop) claim taken(prop, idler)\nrule sit when seat(S), not taken(_, .me) do munch add taken(S, .me) leave rule go leave", &["slots-without-claim@29"]),
        ], vec![
            table("a claim on this kind", "prop it: sofa\nknows seat(it)\nprefers rest\nemits script\nprop sofa slots 2\nscript rest cast idler 1..3 fact seat(sofa) claim taken(sofa, idler)\nrule sit when seat(S), not taken(_, .me) do munch add taken(S, .me) leave rule go leave", &[]),
            table("one slot", "prop it: sofa\nknows seat(it)\nprefers rest\nemits script\nprop sofa slots 1\nscript rest cast idler 1..3 fact seat(prop) claim taken(prop, idler)\nrule sit when seat(S), not taken(_, .me) do munch add taken(S, .me) leave rule go leave", &[]),
        ]),
        (Code::LayerNeverHeld, vec![
            village("no role carries it", ("role baker carries at_home", "role baker\nlayer baking flag hot on concept zeal action bake: mingle here hot drives zeal zeal drives bake"), &["layer-never-held@5", "role-without-layer@20"]),
            more("another role works there", "role cook carries cooking\nlayer cooking test late: not in shop concept zeal\naction back: go to shop\nlate drives zeal zeal drives back", &["layer-never-held@22"]),
        ], vec![
            more("of a role that no day has", "role cook carries cooking\nlayer cooking flag hot on concept zeal\naction cook: mingle here\nhot drives zeal zeal drives cook", &[]),
            more("included in another", "layer moods concept gloom arousal drives gloom\nlayer sad includes moods\naction weep: mingle here\ngloom drives weep\nschedule quiet 0:00..24:00 at home as idler\nperson tom mind sad follows quiet", &[]),
            file("for the people of others", "layer cooking flag hot on concept zeal\naction cook: mingle here\nhot drives zeal zeal drives cook", &[]),
        ]),
        (Code::NoPlaceFor, vec![
            village("a need that nothing serves", ("serves hunger as idler", "tags food"), &["no-place-for@15"]),
            village("an activity", ("12:00 at home", "12:00 for leisure"), &["no-place-for@18"]),
            more("a prop of no location", "prop stove\nrole cook carries cooking\nlayer cooking flag hot on concept zeal\naction cook: use stove as cook\nhot drives zeal zeal drives cook\nschedule cooks_day 0:00..24:00 at home as cook\nperson tom mind body follows cooks_day", &["no-place-for@24"]),
            more("the plan has no table", &format!("{PLAN}role idle").replace("place table in lane at 2 m, 2 m", "door shop to lane"), &["no-place-for@15"]),
            file("a name that the plan does not have", &format!("{}{PLAN}", VILLAGE.replace("satisfy hunger", "use my old_bed as idler")).replace("place table in lane at 2 m, 2 m", "place table in lane at 2 m, 2 m named my_bed\ndoor shop to lane"), &["no-place-for@15"]),
            more("a table behind a strangers' door", &format!("{PLAN}area cell").replace("place table in lane at 2 m, 2 m", "door shop to lane\nroom cell from 30 m, 6 m to 38 m, 14 m\ndoor cell to lane admits warden\nplace table in cell at 2 m, 2 m"), &["no-place-for@15"]),
        ], vec![
            village("a tag", ("serves hunger", "tags leisure serves hunger"), &[]),
            more("a location of that name", "prop stove\nlocation stove prefers snack emits script\nrole cook is idler carries cooking\nlayer cooking flag hot on concept zeal\naction cook: use stove as cook\nhot drives zeal zeal drives cook\nschedule cooks_day 0:00..24:00 at home as cook\nperson tom mind body follows cooks_day", &[]),
            file("a name that the plan has", &format!("{}{PLAN}", VILLAGE.replace("satisfy hunger", "use my old_bed as idler")).replace("place table in lane at 2 m, 2 m", "place table in lane at 2 m, 2 m named old_bed\ndoor shop to lane"), &[]),
            file("a name by its kind", &format!("{}{PLAN}", VILLAGE.replace("satisfy hunger", "use my garden_table as idler")).replace("place table in lane at 2 m, 2 m", "place table in lane at 2 m, 2 m\ndoor shop to lane"), &[]),
            more("a layer that nobody holds", "prop stove\nrole cook carries cooking\nlayer cooking flag hot on concept zeal\naction cook: use stove as cook\nhot drives zeal zeal drives cook", &[]),
            more("a table at home, by its tag", &format!("{PLAN}location bread_bin tags home serves hunger as idler prefers snack emits script").replace("place table in lane at 2 m, 2 m", "door shop to lane"), &[]),
        ]),
        (Code::NoPartHere, vec![
            village("served in another role", ("hunger as idler", "hunger as baker"), &["no-part-here@10"]),
            more("nobody waits in this role", "prop table\nrole waiter carries waiting\nlayer waiting\ntest hungry: baker waits at table\nconcept zeal\naction serve: mingle here\nhungry drives zeal zeal drives serve\nschedule shift 0:00..24:00 at home as waiter\nperson tom mind body follows shift", &["no-part-here@24"]),
            table("served without a script", "serves hunger as idler", &["no-part-here@25"]),
            table("spawned outside the cast", "prefers snack\nemits spawn child 1 at door", &["no-part-here@26"]),
            table("more than there is room for", "prefers snack\nemits spawn idler 5 at door, then withdraw", &["no-part-here@26"]),
            table("too few for the cast", "prefers pair\nemits spawn idler 1 at door, then withdraw\nscript pair cast idler 2..2 rule munch do munch leave", &["no-part-here@26"]),
            table("an icon for nobody", "prefers snack\nemits player within 3 m, icon talk", &["no-part-here@26"]),
        ], vec![
            more("somebody waits in this role", "prop table\nrole waiter carries waiting\nlayer waiting\ntest hungry: idler waits at table\nconcept zeal\naction serve: mingle here\nhungry drives zeal zeal drives serve\nschedule shift 0:00..24:00 at home as waiter\nperson tom mind body follows shift", &[]),
            village("a special case of the role", ("role baker", "role baker is idler"), &[]),
            table("as many as there is room for", "prefers snack\nemits spawn idler 2 at door, then withdraw", &[]),
            table("too few, but others may come", "prefers pair\nemits spawn idler 1 at door, then withdraw\nemits script\nscript pair cast idler 2..2 rule munch do munch leave", &[]),
            table("too few, and they stay", "prefers pair\nemits spawn idler 1 at door\nscript pair cast idler 2..2 rule munch do munch leave", &[]),
            table("a part for the player", "prefers treat\nemits player within 3 m, icon talk\nscript treat cast idler 1..2 player rule munch do munch leave", &[]),
        ]),
        (Code::NothingToPlay, vec![
            village("no emitter", ("emits script within 3 m", ""), &["nothing-to-play@11"]),
            village("only a notice", ("emits script", "emits notification"), &["nothing-to-play@11"]),
            village("no script", ("prefers snack", ""), &["nothing-to-play@12"]),
            village("a weight of nothing", ("prefers snack", "prefers snack 0"), &["nothing-to-play@11"]),
            village("no reach", ("within 3 m", "within 0 m"), &["nothing-to-play@12"]),
            village("no time", ("within 3 m", "every 0 s"), &["nothing-to-play@12"]),
            village("no scene", ("within 3 m", "at most 0 within 5 m"), &["nothing-to-play@12"]),
            village("no hour", ("within 3 m", "from 8:00 to 8:00"), &["nothing-to-play@12"]),
            table("nobody", "prefers snack\nemits spawn idler 0 at door", &["nothing-to-play@26"]),
        ], vec![
            village("small numbers", ("within 3 m", "within 0.5 m, every 1 s, rests 0 s, at most 1 within 5 m, from 22:00 to 2:00"), &[]),
            table("a place and nothing more", "tags shade", &[]),
            table("a notice alone", "emits notification within 9 m", &[]),
        ]),
        (Code::WrongKind, vec![
            table("a spoon for a plate", "prop it: spoon\nknows clean(it)\nprefers meal\nemits script\nscript meal cast idler 1..1 fact clean(plate)\nrule munch when clean(_) do munch leave", &["wrong-kind@26"]),
        ], vec![
            table("any prop will do", "prop it: spoon\nknows clean(it)\nprefers meal\nemits script\nscript meal cast idler 1..1 fact clean(prop)\nrule munch when clean(_) do munch leave", &[]),
            table("a special plate", "prop it: saucer\nknows clean(it)\nprefers meal\nemits script\nprop saucer is plate\nscript meal cast idler 1..1 fact clean(plate)\nrule munch when clean(_) do munch leave", &[]),
        ]),
        (Code::MissingAction, vec![
            village("nobody can walk", ("action walk_to takes 1 s", ""), &["missing-action@20"]),
            village("with a target of its own", ("walk_to takes", "walk_to(thing) takes"), &["missing-action@6"]),
            file("nothing to take with", &format!("{}prop bread", VILLAGE.replace("satisfy hunger", "take bread")), &["missing-action@15"]),
            more("an interaction that is never done", "interaction joke\nto other like 0.1", &["missing-action@21"]),
        ], vec![
            more("an interaction that is done", "interaction joke\nto other like 0.1\naction joke(character) uses voice", &[]),
            file("people who stay where they are", "area home\nrole idler carries at_home\nlayer at_home flag bored on concept company action chat: mingle here bored drives company company drives chat\nlayer body flag up on concept calm action doze: mingle here up drives calm calm drives doze\nschedule day 0:00..24:00 at home as idler\nperson mira mind body follows day", &[]),
            file("scripts that walk in their own way", "role elder\naction walk_to(thing)\nscript stroll cast elder 1..1 rule go when .any(X), X != .me do walk_to(X) leave", &[]),
        ]),
        (Code::DoorStaysShut, vec![
            door("at these hours", "open 6:00..11:00", &["door-stays-shut@19"]),
            door("until long after the shift has begun", "open 15:00..18:00", &["door-stays-shut@19"]),
            door("to this role", "admits warden", &["door-stays-shut@19"]),
            door("at these hours and to this role", "open 6:00..11:00 admits warden", &["door-stays-shut@19"]),
        ], vec![
            door("always open", "", &[]),
            door("open for a part of the time", "open 6:00..13:00", &[]),
            door("open a little later", "open 12:45..18:00", &[]),
            door("open round midnight", "open 20:00..13:00", &[]),
            door("to the role that is taken on behind it", "admits baker", &[]),
            door("their own", "private", &[]),
            door("with a key that somebody may carry", "open 6:00..11:00 key brass_key", &[]),
        ]),
        (Code::GroupTooLarge, vec![
            more("a family of three at a table for two", "person a mind body follows day\nbelongs to weavers\nperson b mind body follows day belongs to weavers\nperson c mind body follows day belongs to weavers", &["group-too-large@22"]),
        ], vec![
            more("a couple", "person a mind body follows day belongs to weavers\nperson b mind body follows day belongs to weavers", &[]),
            more("another script takes them all", "person a mind body follows day belongs to weavers\nperson b mind body follows day belongs to weavers\nperson c mind body follows day belongs to weavers\nscript feast cast baker 1..2 idler 1..1 rule munch do munch leave", &[]),
        ]),
        (Code::HoursNeverMeet, vec![
            more("the baker is asleep", "script shift cast baker 1..1 rule munch do munch leave\nlocation oven prefers shift\nemits script from 6:00 to 9:00", &["hours-never-meet@23"]),
        ], vec![
            more("for an hour", "script shift cast baker 1..1 rule munch do munch leave\nlocation oven prefers shift\nemits script from 6:00 to 13:00", &[]),
            more("those who come for something", "location oven serves hunger as idler prefers snack\nemits script from 15:00 to 17:00", &[]),
            more("somebody who always is", "script shift cast baker 1..1 rule munch do munch leave\nlocation oven prefers shift\nemits script from 6:00 to 9:00\nperson tom is baker mind body follows day", &[]),
            more("a role of the game's people", "role guard script shift cast guard 1..1 rule munch do munch leave\nlocation oven prefers shift\nemits script from 6:00 to 9:00", &[]),
            more("a script that needs nobody", "script shift cast baker 0..1 idler 0..1 rule munch do munch leave\nlocation oven prefers shift\nemits script from 6:00 to 9:00", &[]),
        ]),
        (Code::NeverFollowed, vec![
            more("left over", "schedule other\n0:00..24:00 at home as idler", &["never-followed@21"]),
        ], vec![
            file("for the people of others", "area home\nrole idler carries at_home\nlayer at_home flag bored on concept company action chat: mingle here bored drives company company drives chat\nschedule other\n0:00..24:00 at home as idler", &[]),
        ]),
    ]
}
