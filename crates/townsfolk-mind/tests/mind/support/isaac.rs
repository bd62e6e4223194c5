//! The reference data set: Isaac the chef, with his basic map and his three roles. Weights and
//! thresholds are the published ones; the curves are ours, as the published ones are lost.

use super::draft::{Draft, need, need_from};
use townsfolk_core::*;
use townsfolk_mind::Layers;
use townsfolk_mind::calendar::period_of_units;
use townsfolk_module::mind::*;

pub const BASIC: &str = "basic";
pub const NAVIGATION: &str = "navigation";
/// Role, first and last unit of its period, area.
pub const DAY: [(&str, u32, u32, &str); 3] = [
    ("barPatron", 1, 20_160, "bar"),
    ("atHome", 20_161, 80_640, "home"),
    ("chef", 80_641, 161_280, "kitchen"),
];

fn kind(name: &str) -> PropKindId {
    PropKindId::named(name)
}

fn using(prop: &str, slot: &str, selection: Selection) -> Deed {
    Deed::UseKind(kind(prop), SymbolId::named(slot), selection)
}

fn satisfying(need: &str) -> Deed {
    Deed::Satisfy(NeedId::named(need), Selection::Nearest)
}

pub fn basic() -> Layer {
    let mut draft = Draft::new(BASIC);
    draft.need(need("fear", 1, 5, Drift::Falls, false), "fear");
    draft.need(need("bladder", 4 * 60, 3, Drift::Rises, true), "bladder");
    let fatigue = need("fatigue", 15 * 60, 7 * 60, Drift::Rises, false);
    // They begin their day as the story does, late in the evening.
    draft.need(need_from(800, fatigue), "fatigue");
    draft.need(need("hunger", 6 * 60, 20, Drift::Rises, true), "hunger");
    draft.need(need("socialise", 30, 10, Drift::Rises, true), "socialise");
    draft.flag("timeToChange", false);
    draft.concepts(&[
        "fear",
        "bladder",
        "fatigue",
        "hunger",
        "socialise",
        "notReady",
    ]);
    draft.action("flee", Urgency::Danger, Deed::Act(ActionId::named("flee")));
    draft.action("pee", Urgency::Need, satisfying("bladder"));
    let bed = PropId::named("guestHouse0Bed0");
    draft.action(
        "goToBed",
        Urgency::Need,
        Deed::UseProp(bed, SymbolId::named("gen")),
    );
    draft.action("eat", Urgency::Need, satisfying("hunger"));
    draft.action("mingle", Urgency::Wish, Deed::Mingle { moves: true });
    for name in ["fear", "bladder", "fatigue", "hunger", "socialise"] {
        draft.link(&format!("need.{name}"), &format!("concept.{name}"), 1000, 0);
    }
    draft.link("concept.fear", "action.flee", 1000, 0);
    draft.link("concept.bladder", "action.pee", 1000, 700);
    draft.link("concept.fatigue", "action.goToBed", 1000, 1000);
    draft.link("concept.hunger", "action.eat", 1000, 600);
    draft.link("concept.socialise", "action.mingle", 1000, 0);
    for weaker in ["bladder", "hunger", "fatigue", "socialise"] {
        draft.link("concept.fear", &format!("concept.{weaker}"), -500, 0);
    }
    for weaker in ["bladder", "hunger", "socialise"] {
        draft.link("concept.fatigue", &format!("concept.{weaker}"), -300, 0);
    }
    draft.link("concept.bladder", "concept.socialise", -200, 0);
    draft.link("concept.hunger", "concept.socialise", -200, 0);
    draft.event("threat", "fear", 1000, 20_000);
    draft.layer
}

pub fn bar_patron() -> Layer {
    let mut draft = Draft::new("barPatron");
    draft.need(need("thirst", 30, 10, Drift::Rises, true), "thirst");
    draft.need(need("sit", 10, 5, Drift::Rises, false), "sit");
    draft.need(
        need("entertainment", 120, 20, Drift::Rises, true),
        "entertainment",
    );
    draft.flag("sitting", false);
    draft.concepts(&["thirst", "sit", "entertainment"]);
    draft.action(
        "getADrink",
        Urgency::Wish,
        using("bar", "gen", Selection::Nearest),
    );
    draft.action(
        "sitDown",
        Urgency::Wish,
        using("barTable", "gen", Selection::ByCompany),
    );
    draft.action("entertainMe", Urgency::Wish, satisfying("entertainment"));
    for name in ["thirst", "sit", "entertainment"] {
        draft.link(&format!("need.{name}"), &format!("concept.{name}"), 1000, 0);
    }
    draft.link("concept.thirst", "action.getADrink", 1000, 900);
    draft.link("concept.thirst", "concept.sit", -1000, 0);
    draft.link("concept.thirst", "concept.entertainment", -500, 0);
    draft.link("concept.entertainment", "action.entertainMe", 1000, 0);
    draft.link("concept.entertainment", "concept.sit", -1000, 0);
    draft.link("concept.sit", "action.sitDown", 1000, 0);
    draft.link("flag.sitting", "action.sitDown", -1000, 0);
    draft.sets("action.sitDown", When::Done, "flag.sitting", true, true);
    draft.threshold("basic.need.fatigue", "basic.concept.fatigue", 1100);
    draft.layer
}

pub fn at_home() -> Layer {
    let mut draft = Draft::new("atHome");
    draft.need(need("sitDown", 10, 5, Drift::Rises, false), "sitDown");
    draft.flag("sitting", false);
    draft.concepts(&["sitDown"]);
    draft.action(
        "sitDown",
        Urgency::Wish,
        using("couch", "gen", Selection::ByCompany),
    );
    draft.link("need.sitDown", "concept.sitDown", 1000, 0);
    draft.link("concept.sitDown", "action.sitDown", 1000, 0);
    draft.link("flag.sitting", "action.sitDown", -1000, 0);
    draft.sets("action.sitDown", When::Done, "flag.sitting", true, true);
    draft.layer
}

pub fn chef() -> Layer {
    let mut draft = Draft::new("chef");
    draft.need(need("relax", 10, 5, Drift::Rises, false), "relax");
    draft.flag("cooking", false);
    draft.concepts(&[
        "relax",
        "dropOffDinners",
        "cook",
        "getIngredients",
        "getOrders",
        "notInKitchen",
    ]);
    draft.test("hasIngredients", Test::Carries(kind("ingredients")));
    draft.test("hasOrders", Test::Carries(kind("order")));
    draft.test("hasDinners", Test::Carries(kind("dinner")));
    draft.test("newOrdersPresent", Test::FreeProp(kind("order")));
    draft.test("notInKitchen", Test::NotIn(AreaId::named("kitchen")));
    draft.action("chill", Urgency::Idle, Deed::Act(ActionId::named("idle")));
    draft.action(
        "pickUpOrders",
        Urgency::Duty,
        Deed::PickUp(kind("order"), Selection::Nearest),
    );
    draft.action(
        "getIngredients",
        Urgency::Duty,
        using("fridge", "chef", Selection::Nearest),
    );
    draft.action(
        "dropOffDinners",
        Urgency::Duty,
        using("orderBar", "chef", Selection::Nearest),
    );
    draft.action(
        "cook",
        Urgency::Duty,
        using("cooker", "chef", Selection::Nearest),
    );
    draft.action(
        "goToKitchen",
        Urgency::Duty,
        Deed::GoTo(AreaId::named("kitchen")),
    );
    draft.link("test.hasDinners", "concept.dropOffDinners", 1000, 0);
    draft.link("concept.dropOffDinners", "action.dropOffDinners", 1000, 0);
    draft.link("test.newOrdersPresent", "concept.getOrders", 1000, 0);
    draft.link("concept.getOrders", "action.pickUpOrders", 1000, 0);
    draft.link("test.hasIngredients", "concept.cook", 1000, 0);
    draft.link("flag.cooking", "concept.cook", 1000, 0);
    draft.link("concept.cook", "action.cook", 1000, 0);
    draft.link("test.hasOrders", "concept.getIngredients", 1000, 0);
    draft.link("concept.getIngredients", "action.getIngredients", 1000, 0);
    draft.link("test.notInKitchen", "concept.notInKitchen", 1000, 0);
    draft.link("concept.notInKitchen", "action.goToKitchen", 1000, 0);
    for weaker in ["getOrders", "cook", "getIngredients"] {
        draft.link(
            "concept.dropOffDinners",
            &format!("concept.{weaker}"),
            -1000,
            0,
        );
    }
    for weaker in ["getOrders", "getIngredients"] {
        draft.link("concept.cook", &format!("concept.{weaker}"), -1000, 0);
    }
    draft.link("concept.getIngredients", "concept.getOrders", -1000, 0);
    // `getIngredients` stands twice in the published data.
    for task in [
        "getIngredients",
        "getIngredients",
        "dropOffDinners",
        "cook",
        "getOrders",
    ] {
        draft.across(&format!("concept.{task}"), "basic.concept.socialise", -1000);
    }
    for task in [
        "dropOffDinners",
        "cook",
        "getIngredients",
        "getOrders",
        "notInKitchen",
    ] {
        draft.across(&format!("concept.{task}"), "basic.concept.notReady", 1000);
    }
    draft.threshold("basic.need.fatigue", "basic.concept.fatigue", 1100);
    draft.sets("action.cook", When::Begun, "flag.cooking", true, false);
    draft.sets("action.cook", When::Done, "flag.cooking", false, false);
    draft.layer
}

/// On the way: walking goes before company, and strong needs go before walking.
pub fn navigation() -> Layer {
    let mut draft = Draft::new(NAVIGATION);
    draft.flag("travelling", true);
    draft.concepts(&["travel"]);
    draft.action("go", Urgency::Duty, Deed::FollowSchedule);
    draft.link("flag.travelling", "concept.travel", 500, 0);
    draft.link("concept.travel", "action.go", 1000, 0);
    draft.threshold("basic.concept.socialise", "basic.action.mingle", 1100);
    draft.layer
}

/// A barman after the published drawing; numbers are ours.
pub fn barman() -> Layer {
    let mut draft = Draft::new("barman");
    draft.flag("barLocked", true);
    draft.flag("barOpen", false);
    draft.concepts(&["serve", "openBar", "lockBar", "notInBar"]);
    draft.test(
        "punterAtBar",
        Test::WaitsAt(kind("bar"), SymbolId::named("gen")),
    );
    draft.test("notInBar", Test::NotIn(AreaId::named("bar")));
    draft.action(
        "serve",
        Urgency::Duty,
        using("bar", "barman", Selection::Nearest),
    );
    draft.action(
        "openBar",
        Urgency::Duty,
        Deed::Act(ActionId::named("openBar")),
    );
    draft.action(
        "lockBar",
        Urgency::Duty,
        Deed::Act(ActionId::named("lockBar")),
    );
    draft.action("return", Urgency::Duty, Deed::GoTo(AreaId::named("bar")));
    draft.link("test.punterAtBar", "concept.serve", 1000, 0);
    draft.link("concept.serve", "action.serve", 1000, 0);
    draft.link("flag.barLocked", "concept.openBar", 800, 0);
    draft.link("basic.flag.timeToChange", "concept.openBar", -1000, 0);
    draft.link("concept.openBar", "action.openBar", 1000, 0);
    draft.both(
        ["flag.barOpen", "basic.flag.timeToChange"],
        "concept.lockBar",
        900,
    );
    draft.link("concept.lockBar", "action.lockBar", 1000, 0);
    draft.link("test.notInBar", "concept.notInBar", 700, 0);
    draft.link("concept.notInBar", "action.return", 1000, 0);
    for task in ["serve", "lockBar"] {
        draft.across(&format!("concept.{task}"), "basic.concept.notReady", 1000);
        draft.across(&format!("concept.{task}"), "basic.concept.socialise", -1000);
    }
    draft.sets("action.openBar", When::Done, "flag.barLocked", false, false);
    draft.sets("action.openBar", When::Done, "flag.barOpen", true, false);
    draft.sets("action.lockBar", When::Done, "flag.barOpen", false, false);
    draft.sets("action.lockBar", When::Done, "flag.barLocked", true, false);
    draft.uses("action.serve", "test.punterAtBar");
    draft.threshold("basic.need.fatigue", "basic.concept.fatigue", 1100);
    draft.threshold("basic.concept.hunger", "basic.action.eat", 950);
    draft.layer
}

/// All layers of the data set.
pub fn layers() -> Layers {
    let roles = ["barPatron", "atHome", "chef", "barman"];
    let carried: Vec<(RoleId, LayerId)> = roles
        .iter()
        .map(|name| (RoleId::named(name), LayerId::named(name)))
        .collect();
    let all = vec![
        basic(),
        navigation(),
        bar_patron(),
        at_home(),
        chef(),
        barman(),
    ];
    let mut layers = Layers::new(all, &carried);
    let basic = LayerId::named(BASIC);
    layers.prepare(basic, None);
    for name in roles.iter().chain([&NAVIGATION]) {
        layers.prepare(basic, Some(LayerId::named(name)));
    }
    layers
}

/// An entry of a schedule.
pub fn entry(role: &str, starts: Daytime, ends: Daytime, area: &str) -> ScheduleEntry {
    ScheduleEntry {
        starts,
        ends,
        venue: Venue::Area(AreaId::named(area)),
        role: RoleId::named(role),
        waits_max: 45 * 60,
        urgency: None,
        meets: None,
    }
}

/// A member of the cast with Isaac's persona and another name and day.
pub fn member(name: &str, entries: Vec<ScheduleEntry>) -> CastMember {
    CastMember {
        id: MemberId::named(name),
        roles: vec![],
        basic: LayerId::named(BASIC),
        navigation: LayerId::named(NAVIGATION),
        schedule: Schedule { entries },
        persona: Persona {
            neuroticism: Degree::percent(70),
            extroversion: Degree::percent(85),
        },
        mood: Mood::default(),
        temper: Temper::default(),
        attractiveness: Degree::ONE,
        subjects: vec![SymbolId::named("food"), SymbolId::named("music")],
        knows: vec![],
        relationships: vec![],
        memory: MemorySize::default(),
        gossip: Gossip::default(),
    }
}

/// Isaac himself.
pub fn isaac() -> CastMember {
    let entries = DAY.map(|(role, first, last, area)| {
        let (starts, ends) = period_of_units(first, last);
        entry(role, starts, ends, area)
    });
    let mut isaac = member("isaac", entries.into());
    let fact = |text: &str| Known {
        about: MemberId::named("isaac"),
        text: TextId::named(text),
    };
    isaac.knows = vec![fact("works at Loebner's"), fact("lives at Guest House 0")];
    let samson = Relationship {
        like: Degree::percent(70),
        attraction: Degree::ZERO,
        dominance: Degree::HALF,
        intimacy: Degree::percent(30),
        interest: Degree::HALF,
    };
    isaac.relationships = vec![(MemberId::named("samson"), samson)];
    isaac
}

/// Full names of all nodes, for those who read.
pub fn names() -> super::draft::Names {
    let mut names: Vec<String> = vec![];
    let mut add = |layer: &str, kind: &str, all: &[&str]| {
        names.extend(all.iter().map(|name| format!("{layer}.{kind}.{name}")));
    };
    let five = ["fear", "bladder", "fatigue", "hunger", "socialise"];
    add("basic", "need", &five);
    add("basic", "concept", &five);
    add("basic", "concept", &["notReady", "smoke"]);
    add("basic", "flag", &["timeToChange"]);
    add(
        "basic",
        "action",
        &["flee", "pee", "goToBed", "eat", "mingle", "smoke"],
    );
    let patron = ["thirst", "sit", "entertainment"];
    add("barPatron", "need", &patron);
    add("barPatron", "concept", &patron);
    add("barPatron", "flag", &["sitting"]);
    add(
        "barPatron",
        "action",
        &["getADrink", "sitDown", "entertainMe"],
    );
    for part in ["need", "concept", "action"] {
        add("atHome", part, &["sitDown"]);
    }
    add("atHome", "flag", &["sitting"]);
    let tasks = [
        "dropOffDinners",
        "cook",
        "getIngredients",
        "getOrders",
        "notInKitchen",
        "relax",
    ];
    add("chef", "concept", &tasks);
    add("chef", "need", &["relax"]);
    add("chef", "flag", &["cooking"]);
    let tests = [
        "hasIngredients",
        "hasOrders",
        "hasDinners",
        "newOrdersPresent",
        "notInKitchen",
    ];
    add("chef", "test", &tests);
    let actions = [
        "pickUpOrders",
        "getIngredients",
        "dropOffDinners",
        "cook",
        "goToKitchen",
    ];
    add("chef", "action", &actions);
    add("chef", "action", &["chill"]);
    add("navigation", "flag", &["travelling"]);
    add("navigation", "concept", &["travel"]);
    add("navigation", "action", &["go"]);
    let bar = ["serve", "openBar", "lockBar", "notInBar", "return"];
    add("barman", "concept", &bar);
    add("barman", "action", &bar);
    add("barman", "test", &["punterAtBar", "notInBar"]);
    add("barman", "flag", &["barLocked", "barOpen"]);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    super::draft::Names::of(&names)
}
