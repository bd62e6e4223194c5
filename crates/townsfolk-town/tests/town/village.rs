//! A day in the shipped village, on the embedded stage.

use crate::support::example;
use expect_test::expect;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use townsfolk::Threads;
use townsfolk::prelude::*;
use townsfolk::{Command, Event, MindEvent};
use townsfolk_core::{ActionId, AreaId, Draw, MemberId, SiteId};
use townsfolk_module::mind::Deed;
use townsfolk_module::{Category, Symbols};
use townsfolk_town::paths::Atlas;
use townsfolk_town::plan::{ConnectorId, Plan, Way};
use townsfolk_town::stage::{Door, Mismatch, News, Opening, StageDigest, TownStage};

/// Ticks in a day of the calendar at sixty calendar seconds to a second.
const DAY: i64 = 24 * 60 * 60;

struct Village {
    folk: Folk,
    stage: TownStage,
    symbols: Symbols,
    cast: Vec<(CharacterId, MemberId)>,
    /// Roles taken on and deeds done, by person.
    told: BTreeMap<String, Vec<(String, String)>>,
}

impl Village {
    fn new(seed: u64) -> Village {
        let (module, symbols) = example("village");
        let plan = Arc::new(Plan::derive(&module, &symbols));
        let atlas = Arc::new(Atlas::of(plan).unwrap());
        let mut folk = Folk::new(module, Seed(seed));
        let mut stage = TownStage::new(atlas, Seed(seed));
        let cast = stage.open(&mut folk, Opening::default());
        Village {
            folk,
            stage,
            symbols,
            cast,
            told: BTreeMap::new(),
        }
    }

    fn name(&self, who: CharacterId) -> String {
        let member = self.cast.iter().find(|(id, _)| *id == who).unwrap().1;
        self.symbols.name(Category::Character, member.0)
    }

    fn area(&self, area: Option<AreaId>) -> String {
        area.map_or("nowhere".into(), |area| {
            self.symbols.name(Category::Area, area.0)
        })
    }

    fn step(&mut self, executor: &dyn Executor) {
        let events = self.stage.step(&mut self.folk, executor).events.clone();
        let clock = self.folk.daytime();
        let clock = format!("{:02}:{:02}", clock / 3600, clock / 60 % 60);
        for event in &events {
            let Event::Mind(who, news) = event else {
                continue;
            };
            let (what, how) = match news {
                MindEvent::RoleTaken(role) => {
                    let role = self.symbols.name(Category::Role, role.0);
                    (role, "becomes")
                }
                MindEvent::Did(node) => (self.symbols.name(Category::Node, node.0), "did"),
                _ => continue,
            };
            let area = self.area(self.folk.area_of(*who));
            let line = format!("{clock} {how} {what} in {area}");
            let name = self.name(*who);
            self.told.entry(name).or_default().push((what, line));
        }
    }

    fn digests(&self) -> (townsfolk::Digest, StageDigest) {
        (self.folk.digest(), self.stage.digest())
    }
}

#[test]
fn nobody_teleports_and_nothing_is_amiss_all_day() {
    let mut village = Village::new(7);
    let atlas = village.stage.atlas().clone();
    village.step(&SingleThread);
    let mut before: Vec<Place> = vec![];
    let mut moved = 0;
    let mut crossed = 0;
    for _ in 0..DAY {
        village.step(&SingleThread);
        let now = village.folk.now();
        let places: Vec<Place> = village.stage.bodies_at(now).map(|body| body.at).collect();
        let both = before.iter().zip(&places);
        for ((was, is), (who, _)) in both.zip(&village.cast) {
            let pace = i64::from(village.stage.body(*who).unwrap().pace_mm);
            let step = was.distance_mm(*is);
            assert!(
                step <= pace / 60 + 3,
                "{} moved {step} mm at once",
                village.name(*who)
            );
            moved += i64::from(step > 0);
            let plates = (atlas.plate_at(*was).unwrap(), atlas.plate_at(*is).unwrap());
            if plates.0 != plates.1 {
                crossed += 1;
                let mut doors = atlas.ways(plates.0).iter();
                let through = doors.any(|way| {
                    let door = atlas.plan().connector(*way).unwrap();
                    let near = door.ends[0].is_within(*is, 500);
                    near && door.way == Way::Door && door.side_on(plates.1).is_some()
                });
                assert!(through, "{} went through a wall", village.name(*who));
            }
        }
        before = places;
        // What the folk has been told is never far from where they are.
        for person in village.folk.characters() {
            let told = person.at.unwrap();
            let real = village.stage.place_of(person.id, now).unwrap();
            // They are told of every second.
            let pace = village
                .stage
                .body(person.id)
                .unwrap()
                .pace_mm
                .unsigned_abs();
            assert!(told.is_within(real, pace + 150), "{told:?} is not {real:?}");
        }
        let no_way = |news: &News| matches!(news, News::NoWay(..));
        assert!(!village.stage.news().iter().any(no_way));
        if now.0 % 200 == 0 {
            assert_eq!(village.folk.violations(), []);
            assert_eq!(village.stage.violations(now), Vec::<String>::new());
        }
    }
    assert!(moved > 5_000 && crossed > 50, "{moved} {crossed}");
}

#[test]
fn everybodys_day_is_as_their_schedule_says() {
    let mut village = Village::new(7);
    for _ in 0..DAY {
        village.step(&SingleThread);
    }
    let mut days = String::new();
    for (name, told) in &village.told {
        let _ = writeln!(days, "{name}");
        for (_, line) in told.iter().filter(|(_, line)| line.contains("becomes")) {
            let _ = writeln!(days, "  {line}");
        }
        let mut deeds: BTreeMap<&str, usize> = BTreeMap::new();
        for (what, line) in told {
            if line.contains(" did ") {
                *deeds.entry(what).or_default() += 1;
            }
        }
        let deeds: Vec<String> = deeds
            .iter()
            .map(|(what, n)| format!("{what} {n}"))
            .collect();
        let _ = writeln!(days, "  {}", deeds.join(", "));
    }
    expect![[r#"
        bea
          06:00 becomes resident in cottage
          15:37 becomes barkeeper in taproom
          23:09 becomes resident in cottage
          action eat 3, action find_a_privy 4, at_home/action potter_about 27, behind_the_bar/action lock_up 1, behind_the_bar/action open_up 1, behind_the_bar/action serve 7, behind_the_bar/action wipe_the_bar 36
        carl
          06:00 becomes resident in cottage
          07:39 becomes carpenter in workshop
          17:12 becomes regular in taproom
          19:03 becomes regular in taproom
          22:05 becomes resident in cottage
          action eat 3, action find_a_privy 5, at_home/action go_to_bed 1, at_home/action potter_about 3, at_the_bar/action get_a_drink 3, at_the_bar/action join_the_others 6, at_the_bench/action saw 33
        dora
          06:00 becomes resident in mill_house
          08:36 becomes weaver in workshop
          18:12 becomes regular in taproom
          19:30 becomes regular in taproom
          21:38 becomes resident in mill_house
          action eat 4, action find_a_privy 5, at_home/action go_to_bed 1, at_home/action potter_about 9, at_the_bar/action get_a_drink 2, at_the_bar/action join_the_others 4, at_the_loom/action weave 33
        edgar
          06:00 becomes resident in mill_house
          16:08 becomes regular in taproom
          18:30 becomes regular in taproom
          23:08 becomes resident in mill_house
          action eat 3, action find_a_privy 5, at_home/action potter_about 25, at_the_bar/action get_a_drink 5, at_the_bar/action join_the_others 9
        konrad
          06:00 becomes resident in mill_house
          10:07 becomes cook in inn
          21:34 becomes regular in taproom
          23:08 becomes resident in mill_house
          action eat 2, action find_a_privy 4, at_home/action potter_about 9, at_the_bar/action get_a_drink 1, at_the_bar/action join_the_others 2, at_the_stove/action go_back 5, at_the_stove/action serve 2, at_the_stove/action stir_the_pots 47
    "#]].assert_eq(&days);
}

#[test]
fn the_same_seed_gives_the_same_day_with_any_number_of_threads() {
    let run = |executor: &dyn Executor| {
        let mut village = Village::new(11);
        (0..DAY / 2).for_each(|_| village.step(executor));
        village.digests()
    };
    let alone = run(&SingleThread);
    assert_eq!(run(&Threads::new(3)), alone);
    let mut other = Village::new(12);
    (0..DAY / 2).for_each(|_| other.step(&SingleThread));
    assert_ne!(other.digests().1, alone.1);
}

#[test]
fn a_stage_saved_beside_its_folk_goes_on_bit_for_bit() {
    let mut village = Village::new(5);
    // In the morning's traffic: people are on the way.
    let mut under_way = 0;
    for _ in 0..20_000 {
        village.step(&SingleThread);
        let now = village.folk.now();
        let walking = village
            .stage
            .bodies_at(now)
            .filter(|body| body.goes_to.is_some());
        under_way = walking.count();
        if under_way >= 1 && now.0 > 5_000 {
            break;
        }
    }
    assert!(under_way > 0);
    let (folk, stage) = (village.folk.save(), village.stage.save());
    (0..10_000).for_each(|_| village.step(&SingleThread));
    let expected = village.digests();
    let module = village.folk.module().clone();
    let (loaded, moved) = Folk::load(module, &folk).unwrap();
    assert!(moved.is_empty());
    village.folk = loaded;
    village.stage = TownStage::load(village.stage.atlas().clone(), &stage).unwrap();
    (0..10_000).for_each(|_| village.step(&SingleThread));
    assert_eq!(village.digests(), expected);

    let other = Arc::new(Plan::default());
    let other = Arc::new(Atlas::of(other).unwrap());
    let refused = TownStage::load(other, &stage).unwrap_err();
    assert_eq!(refused, Mismatch::OtherPlan);
    for n in (0..stage.len()).step_by(7) {
        let mut broken = stage.clone();
        broken[n] ^= 0x10;
        assert!(TownStage::load(village.stage.atlas().clone(), &broken).is_err());
    }
}

/// Where the player looks changes how closely walks are planned, and nobody's day.
#[test]
fn with_the_focus_elsewhere_everybody_is_where_they_should_be() {
    let places = |focus: bool| {
        let mut village = Village::new(7);
        if focus {
            let nowhere = (Place::metres(-500, -500), 10_000);
            village.stage.set_focus(&village.folk, vec![nowhere]);
        }
        let mut seen = vec![];
        for tick in 1..=DAY {
            village.step(&SingleThread);
            if tick % (DAY / 24) == DAY / 48 {
                let people: Vec<CharacterId> = village.cast.iter().map(|(who, _)| *who).collect();
                let areas = people.into_iter().map(|who| village.folk.area_of(who));
                seen.push(areas.map(|area| village.area(area)).collect::<Vec<_>>());
            }
            // The player comes along at noon, and goes away again at one.
            if focus && tick == DAY / 4 {
                let here = (Place::metres(12, 5), 30_000);
                village.stage.set_focus(&village.folk, vec![here]);
            }
            if focus && tick == DAY * 7 / 24 {
                let nowhere = (Place::metres(-500, -500), 10_000);
                village.stage.set_focus(&village.folk, vec![nowhere]);
            }
        }
        assert_eq!(
            village.stage.violations(village.folk.now()),
            Vec::<String>::new()
        );
        seen
    };
    let (near, far) = (places(false), places(true));
    let all = near.iter().flatten().count();
    let same = near.iter().flatten().zip(far.iter().flatten());
    let same = same.filter(|(a, b)| a == b).count();
    assert!(same * 100 >= all * 85, "{same} of {all}");
}

/// A rude host sends people elsewhere, stops them, locks doors, moves the focus and takes people away,
/// at any moment.
#[test]
fn a_rude_host_makes_nobody_jump_and_breaks_nothing() {
    for seed in 0..3 {
        let mut village = Village::new(seed);
        let atlas = village.stage.atlas().clone();
        let draw = Draw::at(Seed(seed), 9, Tick(0), SiteId(9));
        let connectors = atlas.plan().connectors.len() as i64;
        let mut before: BTreeMap<CharacterId, Place> = BTreeMap::new();
        for n in 0..12_000u64 {
            village.step(&SingleThread);
            let now = village.folk.now();
            if n % 40 == 0 {
                let pick = |index, high| draw.between(n * 8 + index, 0, high - 1);
                let who = village.cast[pick(0, 5) as usize].0;
                let plate =
                    &atlas.plan().plates[pick(1, atlas.plan().plates.len() as i64) as usize];
                match pick(2, 6) {
                    0 => {
                        let to = plate.middle();
                        village.stage.walk(&village.folk, who, to, 1_000, now);
                    }
                    1 => village.stage.halt(who, now),
                    2 => {
                        let door = ConnectorId(pick(3, connectors) as u32);
                        let locked = pick(4, 2) == 0;
                        let door_now = Door {
                            locked,
                            shut: locked,
                        };
                        village.stage.set_door(&village.folk, door, door_now);
                    }
                    3 => village
                        .stage
                        .set_focus(&village.folk, vec![(plate.middle(), 8_000)]),
                    4 => village.stage.set_focus(&village.folk, vec![]),
                    _ if n > 11_000 => village.folk.report(Report::Gone(who)),
                    _ => village.stage.set_pace(who, 500 + 100 * pick(5, 20) as i32),
                }
            }
            let places: BTreeMap<CharacterId, Place> = village
                .stage
                .bodies_at(now)
                .map(|body| (body.who, body.at))
                .collect();
            for (who, is) in &places {
                let was = before.get(who).unwrap_or(is);
                // The fastest pace there is: twice a brisk walk.
                assert!(
                    was.distance_mm(*is) <= 3_100 / 60 + 3,
                    "seed {seed}, {now:?}: {who:?}"
                );
                assert!(atlas.plate_at(*is).is_some());
            }
            before = places;
            if n % 500 == 0 {
                assert_eq!(village.folk.violations(), []);
                assert_eq!(village.stage.violations(now), Vec::<String>::new());
            }
        }
    }
}

#[test]
fn those_who_stand_in_one_another_are_drawn_apart_and_nothing_else_changes() {
    let mut village = Village::new(3);
    village.step(&SingleThread);
    let at = Place::metres(12, 12);
    let plate = village.stage.atlas().plate_at(at);
    assert!(plate.is_some());
    let mut add = || {
        let newcomer = Newcomer {
            at: Some(at),
            ..Newcomer::default()
        };
        village.stage.add(&mut village.folk, newcomer)
    };
    let (a, b) = (add(), add());
    let now = village.folk.now();
    let digest = village.stage.digest();
    let places = [a, b].map(|who| village.stage.drawn_at(who, now).unwrap());
    assert!(places[0].distance_mm(places[1]) >= 300, "{places:?}");
    assert!(
        places
            .iter()
            .all(|place| village.stage.atlas().plate_at(*place) == plate)
    );
    assert_eq!(village.stage.digest(), digest);
}

/// Where a deed of a role belongs.
fn belongs(action: ActionId) -> Option<&'static [&'static str]> {
    let posts: [(&str, &[&str]); 7] = [
        ("wipe_the_bar", &["taproom"]),
        ("unlock", &["taproom"]),
        ("lock_up", &["taproom"]),
        ("saw", &["workshop"]),
        ("weave", &["workshop"]),
        ("stir_the_pots", &["inn"]),
        ("potter_about", &["cottage", "mill_house"]),
    ];
    let mut posts = posts.into_iter();
    let found = posts.find(|(name, _)| ActionId::named(name) == action);
    found.map(|(_, areas)| areas)
}

/// Trial minds-and-town.md 9: Bea went to the mill house for bread, and wiped the bar there. Now she goes
/// back first, and a save on the way does not make her forget why.
#[test]
fn what_a_role_asks_for_is_done_where_it_is_held() {
    let mut walks_back = 0;
    for seed in 5..8 {
        let mut village = Village::new(seed);
        for _ in 0..DAY {
            village.step(&SingleThread);
            let folk = &village.folk;
            let mut back = None;
            for command in &folk.output().commands {
                let Command::Start { who, what, .. } = command else {
                    continue;
                };
                if let Some(areas) = belongs(*what) {
                    let here = folk.area_of(*who).unwrap();
                    let mut areas = areas.iter().map(|area| AreaId::named(area));
                    let told = format!("{} in {}", village.name(*who), village.area(Some(here)));
                    assert!(areas.any(|area| folk.is_within(here, area)), "{told}");
                }
                let pursuit = folk.mind(*who).and_then(|minded| minded.pursuit());
                let acts = pursuit.is_some_and(|p| matches!(p.deed, Deed::Act(_)));
                if acts && *what == ActionId::named("walk_to") {
                    back = Some(*who);
                }
            }
            if back.is_some() {
                walks_back += 1;
                let (folk, _) = Folk::load(folk.module().clone(), &folk.save()).unwrap();
                assert_eq!(folk.digest(), village.folk.digest());
                village.folk = folk;
            }
        }
    }
    assert!(walks_back > 0);
}
