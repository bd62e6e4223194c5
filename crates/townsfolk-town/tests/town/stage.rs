//! Doors, keys, opening hours, things carried, money and rain.

use crate::support::compile;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Event, MindEvent};
use townsfolk_core::{AreaId, MemberId, NodeId, PropKindId, RoleId};
use townsfolk_mind::Moment;
use townsfolk_town::paths::Atlas;
use townsfolk_town::plan::{AreaAccess, ConnectorId, Plan, PlateUse};
use townsfolk_town::stage::{Door, News, Opening, TownStage, Weather};

const TEXT: &str = "
area town
area home in town
area shop in town
area shed in town

role citizen
role resident is citizen carries at_home
role shopper is citizen carries at_the_shop
role digger is citizen carries in_the_shed
role keeper is citizen
role seller
role buyer

prop spade

property raining

action walk_to takes 1 s, limit 10 min
action potter takes 5 s
action browse takes 5 s
action dig takes 5 s
action sulk takes 5 s
action pick_up(symbol) takes 2 s
action buy(character) with price: number = 30 takes 2 s

layer body
  flag alive on

layer at_home
  test wet: .raining
  flag idle on
  concept gloom, cheer
  action sulk: do sulk
  action potter: do potter
  wet drives gloom usually
  gloom drives sulk
  idle drives cheer a_little
  cheer drives potter

layer at_the_shop
  flag idle on
  concept look
  action browse: do browse
  idle drives look often
  look drives browse

layer in_the_shed
  test has_spade: carries spade
  flag eager on
  concept work, fetch
  action dig: do dig
  action fetch: take spade, done clears eager
  eager drives fetch often
  fetch drives action fetch
  has_spade drives work often
  work drives dig

schedule anns_day
  08:00..12:00 at shop as shopper
  12:00..18:00 at shed as digger
  18:00..08:00 at home as resident

person ann
  is citizen
  mind body
  follows anns_day
  persona neurotic 0.5, extrovert 0.5

script sale
  cast
    seller 1..1 joins as wish
    buyer 1..1 joins as wish

  state begin
    rule buy for buyer
      when .any(Seller, seller)
      do buy(Seller)
      goto served

  state served
    rule go for buyer
      leave

location stall
  prefers sale 1
  emits script every 1 s, within 20 m, rests 10 min
";

struct Town {
    folk: Folk,
    stage: TownStage,
    ann: CharacterId,
    news: Vec<(i32, News)>,
    done: Vec<(i32, MindEvent)>,
}

impl Town {
    /// At a minute of calendar to a second, from eight minus ten minutes on.
    fn with(change: impl FnOnce(&mut Plan)) -> Town {
        Town::seeded(Seed(3), change)
    }

    fn seeded(seed: Seed, change: impl FnOnce(&mut Plan)) -> Town {
        let (module, symbols) = compile(TEXT);
        let mut plan = Plan::derive(&module, &symbols);
        change(&mut plan);
        let atlas = Arc::new(Atlas::of(Arc::new(plan)).unwrap());
        let mut folk = Folk::new(module, seed);
        let mut stage = TownStage::new(atlas, seed);
        let opening = Opening {
            seconds: 7 * 3600 + 50 * 60,
            ..Opening::default()
        };
        let ann = stage.open(&mut folk, opening)[0].0;
        Town {
            folk,
            stage,
            ann,
            news: vec![],
            done: vec![],
        }
    }

    fn until(&mut self, hour: i32, minute: i32) {
        let until = hour * 3600 + minute * 60;
        // Before its first tick a folk does not know the time.
        while self.folk.now() == Tick(0) || self.folk.daytime() < until {
            let events = self
                .stage
                .step(&mut self.folk, &SingleThread)
                .events
                .clone();
            let now = self.folk.daytime();
            self.news
                .extend(self.stage.news().iter().map(|news| (now, *news)));
            for event in events {
                if let Event::Mind(_, news) = event {
                    self.done.push((now, news));
                }
            }
        }
    }

    fn is_in(&self, area: &str) -> bool {
        self.folk.area_of(self.ann) == Some(AreaId::named(area))
    }

    fn no_ways(&self) -> usize {
        let no_way = |(_, news): &&(i32, News)| matches!(news, News::NoWay(..));
        self.news.iter().filter(no_way).count()
    }
}

/// The front door of an area.
fn door_of(plan: &Plan, area: &str) -> ConnectorId {
    let found = plan.connectors.iter().position(|connector| {
        let sides = connector.between.map(|id| plan.plate(id).unwrap());
        sides.iter().any(|plate| plate.area == AreaId::named(area))
            && sides.iter().any(|plate| plate.used_as == PlateUse::Street)
    });
    ConnectorId(found.unwrap() as u32)
}

fn admit(plan: &mut Plan, area: &str, admits: AreaAccess) {
    let door = door_of(plan, area);
    plan.connectors[door.0 as usize].admits = admits;
}

#[test]
fn a_shop_lets_nobody_in_before_it_opens() {
    let hours = Some((9 * 3600, 17 * 3600));
    let mut town = Town::with(|plan| {
        admit(
            plan,
            "shop",
            AreaAccess {
                hours,
                ..AreaAccess::default()
            },
        )
    });
    town.until(8, 50);
    assert!(town.no_ways() > 5 && !town.is_in("shop"));
    town.until(9, 30);
    assert!(town.is_in("shop"));
}

/// What counts is the time at which somebody comes to the door, not that at which they set out.
#[test]
fn nobody_sets_out_for_a_shop_that_will_be_closed_by_then() {
    let closes = |at: i32| {
        let mut town = Town::with(|plan| {
            let hours = Some((7 * 3600, at));
            let open = AreaAccess {
                hours,
                ..AreaAccess::default()
            };
            admit(plan, "shop", open)
        });
        let mut inside = false;
        for minute in 0..30 {
            town.until(8, minute);
            inside |= town.is_in("shop");
        }
        (inside, town.no_ways())
    };
    assert_eq!(closes(10 * 3600), (true, 0));
    let (inside, no_ways) = closes(8 * 3600 + 60);
    assert!(!inside && no_ways > 0, "{no_ways}");
}

#[test]
fn a_private_door_admits_those_it_names_by_role_person_or_key() {
    let spade = PropKindId::named("spade");
    let roles = |name: &str| AreaAccess {
        roles: vec![RoleId::named(name)],
        ..AreaAccess::default()
    };
    let gets_in = |admits: AreaAccess, carries: bool| {
        let mut town = Town::with(|plan| admit(plan, "shed", admits));
        if carries {
            town.stage.hand(&mut town.folk, town.ann, spade, 1);
        }
        town.until(13, 0);
        assert_eq!(town.no_ways() == 0, town.is_in("shed"));
        town.is_in("shed")
    };
    assert!(!gets_in(roles("keeper"), false));
    assert!(gets_in(roles("citizen"), false));
    let people = |name: &str| AreaAccess {
        people: vec![MemberId::named(name)],
        ..AreaAccess::default()
    };
    assert!(gets_in(people("ann"), false));
    assert!(!gets_in(people("ben"), false));
    let key = AreaAccess {
        key: Some(spade),
        ..AreaAccess::default()
    };
    assert!(!gets_in(key.clone(), false));
    assert!(gets_in(key, true));
}

#[test]
fn whoever_is_in_goes_out_when_the_shop_has_closed() {
    let mut town = Town::with(|plan| {
        let open = AreaAccess {
            hours: Some((7 * 3600, 10 * 3600)),
            ..AreaAccess::default()
        };
        admit(plan, "shop", open)
    });
    town.until(10, 30);
    assert!(town.is_in("shop"));
    town.until(13, 0);
    assert!(town.is_in("shed"));
    assert_eq!(town.no_ways(), 0);
}

#[test]
fn one_who_is_on_the_way_stops_at_a_door_that_has_been_locked() {
    let mut town = Town::with(|_| {});
    town.until(8, 2);
    let door = door_of(town.stage.atlas().plan(), "shop");
    let goal = town.stage.body(town.ann).unwrap().walk.goal();
    assert!(
        town.stage
            .body(town.ann)
            .unwrap()
            .walk
            .is_under_way(town.folk.now())
    );
    let locked = Door {
        locked: true,
        shut: true,
    };
    town.stage.set_door(&town.folk, door, locked);
    town.until(8, 40);
    let now = town.folk.now();
    let at = town.stage.place_of(town.ann, now).unwrap();
    assert_ne!(at, goal);
    assert!(at.is_within(
        town.stage.atlas().plan().connector(door).unwrap().ends[0],
        1_000
    ));
    assert!(town.no_ways() > 0 && !town.is_in("shop"));
    town.stage.set_door(&town.folk, door, Door::default());
    town.until(9, 0);
    assert!(town.is_in("shop"));
}

#[test]
fn what_is_picked_up_is_carried_and_known_to_the_mind() {
    let mut town = Town::with(|_| {});
    town.until(13, 0);
    let spades = town.stage.body(town.ann).unwrap().carries.clone();
    assert_eq!(
        spades.into_iter().collect::<Vec<_>>(),
        [(PropKindId::named("spade"), 1)]
    );
    let digs = |(_, news): &&(i32, MindEvent)| {
        matches!(news, MindEvent::Did(node)
            if *node == NodeId::named("in_the_shed/action dig"))
    };
    assert!(town.done.iter().filter(digs).count() > 2);
}

#[test]
fn a_price_is_paid_by_those_who_have_the_money_and_nobody_else() {
    let mut town = Town::with(|_| {});
    let plan = town.stage.atlas().plan().clone();
    let stall = plan.spots[0].at;
    let mut person = |role: &str, x: i32, coins: i64| {
        let newcomer = Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(stall.offset((x, 600))),
            ..Newcomer::default()
        };
        let who = town.stage.add(&mut town.folk, newcomer);
        town.stage.give_coins(who, coins);
        who
    };
    let (seller, rich) = (person("seller", -800, 5), person("buyer", 700, 100));
    town.until(8, 5);
    let coins = |town: &Town, who| town.stage.body(who).unwrap().coins;
    assert_eq!((coins(&town, seller), coins(&town, rich)), (35, 70));
    let paid = News::Paid(rich, Some(seller), 30);
    assert_eq!(
        town.news.iter().filter(|(_, news)| *news == paid).count(),
        1
    );
    // The stall rests; then somebody comes who has too little.
    town.folk.report(Report::Gone(rich));
    let poor = town.stage.add(
        &mut town.folk,
        Newcomer {
            roles: vec![RoleId::named("buyer")],
            at: Some(stall.offset((700, 600))),
            ..Newcomer::default()
        },
    );
    town.stage.give_coins(poor, 29);
    town.until(20, 0);
    assert_eq!((coins(&town, seller), coins(&town, poor)), (35, 29));
    assert!(
        town.news
            .iter()
            .any(|(_, news)| *news == News::CannotPay(poor, 30))
    );
}

/// A seed by which it rains, or does not, all evening.
fn evening(wet: bool) -> Seed {
    let weather = if wet { Weather::Rain } else { Weather::Dry };
    let is_it = |seed: &Seed| {
        let mut evening = (18..24).map(|hour| Moment(hour * 3600));
        evening.all(|moment| Weather::at(*seed, moment) == weather)
    };
    (0..).map(Seed).find(is_it).unwrap()
}

#[test]
fn rain_is_felt_when_it_rains() {
    for wet in [true, false] {
        let mut town = Town::seeded(evening(wet), |_| {});
        town.until(18, 30);
        town.done.clear();
        town.until(23, 30);
        let sulks = NodeId::named("at_home/action sulk");
        let sulked = town
            .done
            .iter()
            .any(|(_, news)| *news == MindEvent::Did(sulks));
        assert_eq!(sulked, wet);
    }
}
