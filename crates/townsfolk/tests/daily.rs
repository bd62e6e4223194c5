//! Daily lives and plans in the engine: errands, fallbacks, waits, and what can be asked of them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Category, Module};
use townsfolk_module::Symbols;

const OFFICE: &str = r#"
action walk_to takes 1 s, limit 10 min
action work takes 5 s
action be_away takes 5 s
action queue takes 1 s
action pay with price: number = 3 takes 1 s, may fail
action drink takes 3 s
action complain(text) takes 2 s, may fail

location office
  tags desk
location street
  tags outside
location cafe
  tags coffee
  open 7:00..20:00

errand work_at_desk
  needs own place serving desk
  step go
  step do work for 10 min

errand stay_away
  needs open place serving outside, nearest
  step go
  step do be_away for 20 min

errand get_coffee
  needs open place serving coffee, nearest
  step go
  step do queue for 2 min
  step do pay
  step do drink for 5..8 min
  otherwise
    step do complain("No café in this whole building!")

daily office_day
  8:00..20:00 work_at_desk
  20:00..8:00 stay_away
  at 9:00 get_coffee

role office_worker thinks with office_day
"#;

/// A host that carries out everything on time, and counts.
struct Host {
    folk: Folk,
    symbols: Symbols,
    busy: Vec<(Tick, ActionRef, CharacterId, String, Option<Place>)>,
    /// Actions that fail.
    fails: Vec<&'static str>,
    /// What was started, with the time of day.
    story: Vec<(i32, String)>,
    paid: usize,
    locations: BTreeMap<&'static str, LocationId>,
}

const ANN: CharacterId = CharacterId(1);

impl Host {
    /// A world with some locations, 20 m apart, and one person. A second is a minute.
    fn new(text: &str, role: &str, places: &[&'static str], seconds: i32) -> Host {
        let (module, symbols) = compile([("office.folk", text)]);
        let mut folk = Folk::new(module, Seed(5));
        folk.set_symbols(symbols.clone());
        folk.report(Report::Calendar {
            seconds,
            rate: 60_000,
        });
        let placed = places.iter().zip(0..).map(|(name, index)| {
            let id = folk.place_location(Placement {
                kind: LocationKindId::named(name),
                at: Place::metres(index * 20, 0),
                region: RegionId(0),
            });
            (*name, id)
        });
        let locations = placed.collect();
        folk.add_character(Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(Place::metres(10, 0)),
            ..Newcomer::default()
        });
        Host {
            folk,
            symbols,
            busy: vec![],
            fails: vec![],
            story: vec![],
            paid: 0,
            locations,
        }
    }

    fn office(places: &[&'static str], hour: i32, minute: i32) -> Host {
        let seconds = hour * 3600 + minute * 60;
        Host::new(OFFICE, "office_worker", places, seconds)
    }

    fn tick(&mut self) {
        let now = self.folk.now();
        let busy = std::mem::take(&mut self.busy);
        let (over, busy) = busy.into_iter().partition(|(at, ..)| *at <= now);
        self.busy = busy;
        for (_, action, who, name, goal) in over {
            let fails = self.fails.contains(&name.as_str());
            if let Some(goal) = goal.filter(|_| !fails) {
                self.folk.report(Report::Moved(who, goal));
            }
            self.paid += usize::from(name == "pay" && !fails);
            let outcome = if fails {
                Outcome::Failed
            } else {
                Outcome::Done
            };
            self.folk.report(Report::Outcome(action, outcome));
        }
        self.folk.tick_with(&NoReadings, &SingleThread);
        for command in &self.folk.output().commands.clone() {
            match command {
                Command::Start {
                    action, what, who, ..
                } => {
                    let name = self.symbols.name(Category::Action, what.0);
                    let takes = self.folk.module().action(*what).unwrap().takes.1;
                    let takes = command.lasts().unwrap_or(takes);
                    self.story.push((self.folk.daytime(), name.clone()));
                    let over = self.folk.now().after(takes);
                    self.busy.push((over, *action, *who, name, command.goal()));
                }
                Command::Stop(action) => {
                    self.busy.retain(|(_, known, ..)| known != action);
                    self.folk.report(Report::Outcome(*action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    /// Lets so many minutes of the calendar pass.
    fn minutes(&mut self, minutes: usize) {
        (0..minutes * 60).for_each(|_| self.tick());
    }

    fn did(&self, what: &str) -> usize {
        self.story.iter().filter(|(_, name)| name == what).count()
    }

    fn recent(&self) -> Vec<String> {
        let recent = self.folk.recent_decisions(ANN);
        recent.into_iter().flat_map(|(_, lines)| lines).collect()
    }
}

#[test]
fn a_day_at_the_office_is_lived_as_it_is_written() {
    let mut host = Host::office(&["office", "street", "cafe"], 7, 50);
    host.minutes(100);
    let told: Vec<&str> = host.story.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(told[..2], ["walk_to", "be_away"], "{told:?}");
    assert!(host.did("work") >= 4, "{told:?}");
    assert_eq!((host.did("drink"), host.paid), (1, 1));
    let coffee = host.story.iter().find(|(_, name)| name == "queue").unwrap();
    assert!((9 * 3600..10 * 3600).contains(&coffee.0), "{coffee:?}");
}

#[test]
fn done_14_without_a_cafe_there_is_one_complaint_and_no_money_moves() {
    let mut host = Host::office(&["office", "street"], 8, 30);
    host.minutes(60);
    let recent = host.recent().join("\n");
    assert!(recent.contains("no open place serves coffee"), "{recent}");
    host.minutes(60);
    assert_eq!(host.did("complain"), 1, "{:?}", host.story);
    assert_eq!((host.did("pay"), host.paid), (0, 0));
    assert!(host.did("work") >= 5, "life goes on");
}

#[test]
fn a_cafe_is_not_found_when_it_is_closed() {
    let night = OFFICE.replace("at 9:00 get_coffee", "at 21:00 get_coffee");
    let mut host = Host::new(&night, "office_worker", &["street", "cafe"], 20 * 3600);
    host.minutes(100);
    assert_eq!((host.did("complain"), host.did("queue")), (1, 0));
}

const DINNER: &str = r#"
action walk_to takes 1 s, limit 10 min
action queue takes 1 s
action take_a_seat takes 1 s
action read_the_menu takes 1 s
action order takes 1 s
action wait_for_food takes 1 s
action eat takes 5 s
action ask_for_the_bill takes 1 s
action pay with price: number = 15 takes 1 s
action get_up takes 1 s
action leave_the_table takes 1 s

location restaurant
  tags dinner

errand get_dinner
  needs open place serving dinner, nearest
  step go
  step do queue for 1..2 min
  step do take_a_seat
  step do read_the_menu for 3..4 min
  step do order
  step do wait_for_food for 10..12 min
  step do eat for 28..32 min
  step do ask_for_the_bill
  step wait 4..6 min
  step do pay with price = 15
  step do get_up
  step do leave_the_table

daily diner
  0:00..0:00 get_dinner

role diner thinks with diner
"#;

#[test]
fn done_15_a_restaurant_visit_is_about_a_dozen_actions_and_about_an_hour() {
    let mut host = Host::new(DINNER, "diner", &["restaurant"], 18 * 3600);
    host.minutes(130);
    let starts = host.story.iter().enumerate();
    let begins: Vec<(usize, i32)> = starts
        .filter(|(_, (_, name))| name == "queue")
        .map(|(index, (at, _))| (index, *at))
        .collect();
    let [(first, began), (second, ended), ..] = begins[..] else {
        panic!("{:?}", host.story);
    };
    // The wait is an action without a command, and the second visit needs no walk.
    let actions = second - first + 2;
    assert!((10..=14).contains(&actions), "{actions}");
    let minutes = (ended - began) / 60;
    assert!((50..=70).contains(&minutes), "{minutes} minutes");
}

#[test]
fn done_16_a_place_that_goes_is_noticed_on_arrival_and_the_queue_is_flushed() {
    let mut host = Host::office(&["office", "street", "cafe"], 8, 55);
    while host.did("walk_to") < 2 {
        host.tick();
    }
    assert_eq!(
        host.story.last().unwrap().1,
        "walk_to",
        "on the way to coffee"
    );
    let cafe = host.locations["cafe"];
    host.folk.report(Report::LocationGone(cafe));
    let walking = host.folk.selections();
    let before = host.story.len();
    while host.busy.iter().any(|(.., name, _)| name == "walk_to") {
        assert_eq!(host.story.len(), before, "nothing happens on the way");
        assert_eq!(host.folk.selections(), walking);
        host.tick();
    }
    host.minutes(1);
    assert_eq!(host.story[before].1, "complain", "{:?}", host.story);
    assert_eq!(
        host.folk.selections(),
        walking,
        "the fallback needs no selection"
    );
    host.minutes(12);
    assert_eq!((host.did("queue"), host.did("pay")), (0, 0));
    assert!(
        host.did("work") > 0 || host.did("walk_to") > 2,
        "a fresh selection"
    );
    let recent = host.recent().join("\n");
    assert!(recent.contains("a step failed"), "{recent}");
}

#[test]
fn done_17_a_fallback_that_fails_leads_to_one_wait() {
    let stuck = OFFICE.replace(
        "  step do work for 10 min\n",
        "  step do work for 10 min\n  otherwise\n    step do complain(\"Stuck!\")\n",
    );
    let mut host = Host::new(&stuck, "office_worker", &["office"], 8 * 3600);
    host.fails = vec!["work", "complain", "walk_to"];
    host.minutes(100);
    let counts = host.folk.selections();
    assert!(
        (5..=11).contains(&counts.selections),
        "at most one selection in ten minutes: {counts:?}"
    );
    // The same where there is neither a place nor a fallback.
    let mut host = Host::office(&[], 8, 0);
    host.minutes(100);
    assert!(host.folk.selections().selections <= 13);
    assert_eq!((host.did("work"), host.did("walk_to")), (0, 0));
}

#[test]
fn done_18_nothing_is_selected_or_asked_while_actions_run() {
    let mut host = Host::office(&["office", "street", "cafe"], 8, 1);
    host.minutes(1);
    let mut before = host.folk.selections();
    assert_eq!((before.selections, before.place_queries), (1, 1));
    for _ in 0..60 * 180 {
        let runs = !host.busy.is_empty();
        host.tick();
        let after = host.folk.selections();
        if runs && !host.busy.is_empty() && host.folk.selections().selections != before.selections {
            // A selection falls into the tick in which the last action ended.
            assert_eq!(after.selections, before.selections + 1);
        }
        before = after;
    }
    let counts = host.folk.selections();
    // Own places are looked up once; the café is searched for once.
    assert_eq!(counts.place_queries, 2, "{counts:?}");
    assert!((10..40).contains(&counts.selections), "{counts:?}");
}

#[test]
fn done_26_why_names_errand_reason_and_time_of_the_last_eight_selections() {
    let mut host = Host::office(&["office", "street", "cafe"], 8, 1);
    host.minutes(200);
    let recent = host.recent();
    assert_eq!(recent.len(), 8, "{recent:#?}");
    let last = recent.last().unwrap();
    assert!(
        last.starts_with("day 1, 11:")
            && last.contains("work at desk: the block from 08:00 to 20:00"),
        "{last}"
    );
    let why = host.folk.why_deciders(ANN);
    let why: Vec<String> = why.into_iter().map(|(_, why)| why).collect();
    assert_eq!(why, ["work at desk: the block from 08:00 to 20:00"]);
}

/// A save in the middle of errands goes on as if there had been none.
#[test]
fn done_11_a_save_and_a_load_repeat_nothing_and_lose_nothing() {
    let mut whole = Host::office(&["office", "street", "cafe"], 8, 40);
    for at in [1, 600, 1_250, 1_300, 1_500, 2_000] {
        while whole.folk.now().0 < at {
            whole.tick();
        }
        let module: Arc<Module> = whole.folk.module().clone();
        let (folk, moved) = Folk::load(module, &whole.folk.save()).unwrap();
        assert!(moved.is_empty());
        assert_eq!(folk.digest(), whole.folk.digest(), "loaded at {at}");
        let mut loaded = Host {
            folk,
            symbols: whole.symbols.clone(),
            busy: whole.busy.clone(),
            fails: vec![],
            story: whole.story.clone(),
            paid: whole.paid,
            locations: whole.locations.clone(),
        };
        let mut other = Host {
            folk: whole.folk.clone(),
            symbols: whole.symbols.clone(),
            busy: whole.busy.clone(),
            fails: vec![],
            story: whole.story.clone(),
            paid: whole.paid,
            locations: whole.locations.clone(),
        };
        for tick in 0..3_000 {
            loaded.tick();
            other.tick();
            if tick % 50 == 0 {
                assert_eq!(loaded.folk.digest(), other.folk.digest(), "{at} + {tick}");
            }
        }
        assert_eq!(loaded.story, other.story);
        assert_eq!(loaded.did("drink"), 1, "one coffee a day");
    }
}

const PLANNED: &str = r#"
symbols spot: home, work_place, shop, table

attribute at(character): spot = home
attribute fed(character)
attribute slept(character)
attribute money(character)
attribute food(character)

action stroll(spot) takes 2 s, may fail
action toil takes 3 s
action buy takes 1 s
action dine takes 3 s
action doze takes 5 s

operator go_to(From: spot, To: spot)
  when .at(.me) = From
  makes .at(.me) = To
  do stroll(To)

operator earn
  when .at(.me) = work_place, not .money(.me)
  makes .money(.me)
  do toil

operator shop_for_food
  when .at(.me) = shop, .money(.me)
  makes .food(.me), not .money(.me)
  do buy

operator eat
  when .at(.me) = table, .food(.me), not .fed(.me)
  makes .fed(.me), not .food(.me)
  do dine

operator sleep
  when .at(.me) = home, not .slept(.me), .fed(.me)
  makes .slept(.me)
  do doze

goal rested
  when .fed(.me), .slept(.me)

role worker thinks with rested
"#;

#[test]
fn done_27_plans_drive_the_same_performer_as_dailies() {
    let mut host = Host::new(PLANNED, "worker", &[], 8 * 3600);
    host.minutes(40);
    let told: Vec<&str> = host.story.iter().map(|(_, name)| name.as_str()).collect();
    let day = [
        "stroll", "toil", "stroll", "buy", "stroll", "dine", "stroll", "doze",
    ];
    assert_eq!(told, day);
    let me = [Value::Character(ANN)];
    let fed = HostId::named("fed");
    assert_eq!(host.folk.attribute(fed, &me), Pushed::Holds);
    let at = host.folk.attribute(HostId::named("at"), &me);
    assert_eq!(at, Pushed::Is(Value::Symbol(SymbolId::named("home"))));
    let counts = host.folk.selections();
    assert_eq!(
        (counts.plan_searches, counts.selections),
        (1, 2),
        "planned once, then content"
    );
    assert_eq!(host.folk.driver(ANN), Driver::Nobody);
    // The same hunger again: the plan is taken from the cache.
    for name in ["fed", "slept"] {
        host.folk.report(Report::Property {
            name: HostId::named(name),
            arguments: me.to_vec(),
            value: Pushed::HoldsNot,
        });
    }
    host.minutes(40);
    assert_eq!(host.story.len(), 16);
    assert_eq!(host.folk.selections().plan_searches, 1);
    let recent = host.recent();
    assert_eq!(recent.len(), 8);
    assert!(
        recent[7].contains("sleep: a step of the plan for rested"),
        "{recent:#?}"
    );
}

#[test]
fn done_27_a_failed_operator_flushes_the_plan_and_another_is_made_after_a_while() {
    let mut host = Host::new(PLANNED, "worker", &[], 8 * 3600);
    host.fails = vec!["stroll"];
    host.minutes(35);
    assert_eq!(host.did("stroll"), 3, "ten minutes apart: {:?}", host.story);
    host.fails.clear();
    host.minutes(60);
    assert_eq!(host.did("doze"), 1);
}

#[test]
fn plans_are_saved_with_their_caches() {
    let mut whole = Host::new(PLANNED, "worker", &[], 8 * 3600);
    whole.minutes(5);
    let (folk, _) = Folk::load(whole.folk.module().clone(), &whole.folk.save()).unwrap();
    assert_eq!(folk.digest(), whole.folk.digest());
    let mut loaded = Host {
        folk,
        symbols: whole.symbols.clone(),
        busy: whole.busy.clone(),
        fails: vec![],
        story: whole.story.clone(),
        paid: 0,
        locations: BTreeMap::new(),
    };
    for _ in 0..3_000 {
        whole.tick();
        loaded.tick();
    }
    assert_eq!(loaded.folk.digest(), whole.folk.digest());
    assert_eq!(loaded.did("doze"), 1);
}

/// Spec item 3, through the language.
#[test]
fn done_03_ten_places_make_ninety_ways_and_twenty_propositions() {
    let text = "
symbols place: home, work, shop, table, park, gym, bank, bar, pier, school
attribute at(character): place = home
attribute wants(character): place = home set by host
action stroll(place) takes 2 s
operator go_to(From: place, To: place)
  when .at(.me) = From, .wants(.me) = To
  makes .at(.me) = To
  do stroll(To)
goal home
  when .at(.me) = home
role walker thinks with home
";
    let (module, _) = compile([("go.folk", text)]);
    let planners = &module.deciders.planners;
    assert_eq!(planners.operators.len(), 90);
    assert_eq!(planners.propositions.len(), 20);
}

/// Content that changes while people live by it: a daily that is gone frees its people, and another
/// takes them over by name.
#[test]
fn a_reload_lets_people_live_by_the_new_day() {
    let mut host = Host::office(&["office", "street", "cafe"], 8, 1);
    host.minutes(30);
    assert!(host.did("work") > 0);
    let lazy = OFFICE.replace("8:00..20:00 work_at_desk", "8:00..20:00 stay_away");
    let (module, _) = compile([("office.folk", lazy.as_str())]);
    host.folk.reload(module);
    host.minutes(30);
    assert!(host.did("be_away") > 0, "{:?}", host.story);
    assert_eq!(
        host.folk.why_deciders(ANN)[0].1,
        "stay away: the block from 08:00 to 20:00"
    );
}
