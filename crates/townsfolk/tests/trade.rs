//! Merchants in the engine: what scenes read and take, what the player trades, saves and looks.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod support;

use std::sync::Arc;
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Error, Recording, RejectedReport, WakeMode};
use townsfolk_core::MerchantId;
use townsfolk_module::{Module, Symbols};

/// A bakery. Every customer asks for a loaf as long as there is one, and leaves when there is none.
const BAKERY: &str = "
role customer
action buy takes 1 s
action sigh takes 1 s
function stock(symbol, symbol): number every 1 s

merchant baker at bakery
  goods bread go 1 per h
  goods cake arrive 1 per h, go 3 per h, reserve 4
  every day at 5:00 bread up to 40
  on day 3 at 9:00 bread is taken

script shopping
  cast
    customer 1..3 joins late
  state s
    rule buy for customer
      when .stock(here, bread) > 0
      do buy
      then set .stock(here, bread) = .stock(here, bread) - 1
      again after 5..9 s
    rule sold_out for customer
      when .stock(baker, bread) = 0
      do sigh
      leave

location bakery
  prefers shopping 1
  emits script within 20 m, every 1 s
";

struct Shop {
    folk: Folk,
    symbols: Symbols,
    due: Vec<(i64, ActionRef)>,
}

impl Shop {
    fn new(seed: u64) -> Shop {
        Shop::of(compile([("bakery.folk", BAKERY)]), seed)
    }

    fn of((module, symbols): (Arc<Module>, Symbols), seed: u64) -> Shop {
        let mut folk = Folk::new(module, Seed(seed));
        folk.set_symbols(symbols.clone());
        let due = vec![];
        let mut shop = Shop { folk, symbols, due };
        shop.set_clock(8, 1);
        shop
    }

    fn set_clock(&mut self, hour: i32, rate: i64) {
        let seconds = hour * 3600;
        let rate = rate * 1000;
        self.folk.report(Report::Calendar { seconds, rate });
        self.tick();
    }

    fn open(&mut self, customers: usize) {
        self.folk.place("bakery", at(0.0, 0.0)).unwrap();
        for _ in 0..customers {
            self.folk.add("customer", at(1.0, 0.0)).unwrap();
        }
        self.tick();
    }

    fn tick(&mut self) {
        let now = self.folk.now().0 + 1;
        let due = std::mem::take(&mut self.due);
        for (when, action) in due {
            match when <= now {
                true => self.folk.report(Report::Outcome(action, Outcome::Done)),
                false => self.due.push((when, action)),
            }
        }
        self.folk.tick();
        for command in &self.folk.output().commands {
            match command {
                Command::Start { action, .. } => self.due.push((now + 60, *action)),
                Command::Stop(action) => self.due.retain(|(_, other)| other != action),
                _ => {}
            }
        }
    }

    fn run(&mut self, seconds: i64) {
        (0..seconds * 60).for_each(|_| self.tick());
    }

    fn bread(&self) -> u32 {
        self.folk.stock("baker", "bread").unwrap()
    }

    fn reload_save(&mut self) {
        let bytes = self.folk.save();
        let (folk, moved) = Folk::load(self.folk.module().clone(), &bytes).unwrap();
        assert_eq!(moved, []);
        let looking = self.folk.looking;
        self.folk = folk;
        self.folk.set_symbols(self.symbols.clone());
        self.folk.looking = looking;
    }
}

#[test]
fn customers_take_bread_until_there_is_none() {
    let mut shop = Shop::new(1);
    shop.open(3);
    let first = shop.bread();
    assert!((20..=40).contains(&first), "{first}");
    shop.run(20);
    let later = shop.bread();
    assert!(later + 4 <= first, "{first} {later}");
    shop.run(200);
    assert_eq!(shop.bread(), 0);
    assert_eq!(shop.folk.scene_count(), 0, "everybody has left");
}

/// Two scenes that take one each in one tick take two.
#[test]
fn what_two_scenes_take_at_once_adds_up() {
    let mut shop = Shop::new(2);
    shop.run(1);
    let before = shop.bread();
    for at_m in [0.0, 100.0] {
        shop.folk.place("bakery", at(at_m, 0.0)).unwrap();
        shop.folk.add("customer", at(at_m + 1.0, 0.0)).unwrap();
    }
    shop.run(4);
    assert_eq!(shop.folk.scene_count(), 2);
    assert_eq!(shop.bread(), before - 2);
}

#[test]
fn looks_without_cause_and_saves_change_nothing() {
    let story = |looking: WakeMode, save_every: i64| {
        let mut shop = Shop::new(3);
        shop.folk.looking = looking;
        shop.open(2);
        let mut digests = vec![];
        for tick in 0..1500 {
            shop.tick();
            digests.push((shop.folk.digest(), shop.bread()));
            if save_every > 0 && tick % save_every == 0 {
                shop.reload_save();
            }
        }
        digests
    };
    let plain = story(WakeMode::WhenDue, 0);
    assert!(plain.first().unwrap().1 > plain.last().unwrap().1);
    for looking in [WakeMode::Shake(50), WakeMode::Naive] {
        assert!(plain == story(looking, 0), "{looking:?}");
    }
    assert!(plain == story(WakeMode::WhenDue, 1), "saves");
}

/// A look is no observation that is stored: nothing simulated depends on whether anybody looked.
#[test]
fn done_13_looking_changes_nothing() {
    let mut shop = Shop::new(4);
    let digest = shop.folk.digest();
    let looks: Vec<u32> = (0..5).map(|_| shop.bread()).collect();
    assert!(looks.iter().all(|look| *look == looks[0]));
    assert_eq!(shop.folk.digest(), digest);
    // Days pass, watched or not.
    let mut watched = Shop::new(4);
    for shop in [&mut shop, &mut watched] {
        shop.folk.report(Report::Calendar {
            seconds: 8 * 3600,
            rate: 1_000_000,
        });
    }
    for _ in 0..600 {
        shop.run(1);
        watched.run(1);
        watched.bread();
    }
    assert_eq!(shop.bread(), watched.bread());
    assert_eq!(shop.folk.digest(), watched.folk.digest());
}

#[test]
fn the_player_trades_and_reaches_the_reserve() {
    let mut shop = Shop::new(5);
    let cake = |shop: &Shop| shop.folk.stock("baker", "cake").unwrap();
    let before = cake(&shop);
    assert!(before >= 4, "the reserve is for the player");
    let empty = shop.folk.digest();
    assert_eq!(
        shop.folk.trade("baker", "cake", -1000),
        Ok(-i64::from(before))
    );
    assert_eq!(cake(&shop), before, "from the next tick on");
    shop.tick();
    assert_eq!(cake(&shop), 0);
    assert_ne!(shop.folk.digest().surroundings, empty.surroundings);
    assert_eq!(shop.folk.trade("baker", "cake", 3), Ok(3));
    shop.tick();
    assert_eq!(cake(&shop), 3);
    shop.reload_save();
    assert_eq!(cake(&shop), 3);
}

#[test]
fn misspelt_names_are_answered_with_the_near_ones() {
    let mut shop = Shop::new(6);
    let said = |error: Error| error.to_string();
    let stock = |shop: &Shop, merchant, goods| shop.folk.stock(merchant, goods).unwrap_err();
    assert_eq!(
        said(stock(&shop, "bakr", "bread")),
        "there is no merchant `bakr`; did you mean `baker`?"
    );
    assert_eq!(
        said(stock(&shop, "baker", "bred")),
        "the merchant `baker` does not sell `bred`; did you mean `bread`?"
    );
    assert_eq!(
        said(shop.folk.trade("baker", "swords", -1).unwrap_err()),
        "the merchant `baker` does not sell `swords`"
    );
    let (merchant, goods) = (MerchantId(1), SymbolId(2));
    shop.folk.report(Report::Traded(merchant, goods, 5));
    shop.folk.tick();
    let rejected = Event::RejectedReport(RejectedReport::NoSuchGoods(merchant, goods));
    assert!(shop.folk.output().events.contains(&rejected));
}

#[test]
fn deliveries_and_dated_events_happen() {
    let mut shop = Shop::new(7);
    // Twenty calendar minutes in a second.
    shop.set_clock(4, 1);
    let day = |shop: &Shop| shop.folk.moment().day();
    assert_eq!(day(&shop), 0);
    let mut mornings = 0;
    shop.set_clock(4, 1000);
    let mut at_five = vec![];
    for _ in 0..(5 * 87 * 60) {
        let before = shop.folk.moment();
        shop.tick();
        let now = shop.folk.moment();
        let passed = |hour: i64| {
            let hour = |moment: i64| (moment - hour * 3600).div_euclid(86_400);
            hour(before.0) < hour(now.0)
        };
        if passed(5) {
            at_five.push(shop.bread());
            mornings += 1;
        }
        if passed(9) && now.day() == 3 {
            assert_eq!(shop.bread(), 0, "taken on day 3");
        }
    }
    assert!(mornings >= 4, "{mornings}");
    assert!(at_five.iter().all(|bread| *bread == 40), "{at_five:?}");
}

#[test]
fn goods_that_a_reload_removes_are_forgotten_and_others_stay() {
    let mut shop = Shop::new(8);
    shop.folk.trade("baker", "cake", 30).unwrap();
    shop.tick();
    let cakes = shop.folk.stock("baker", "cake").unwrap();
    let without = BAKERY.replace("  goods bread go 1 per h\n", "  goods bread go 9 per h\n");
    let (module, symbols) = compile([("bakery.folk", without.as_str())]);
    shop.folk.reload(module);
    shop.folk.set_symbols(symbols);
    assert_eq!(shop.folk.stock("baker", "cake").unwrap(), cakes);
}

#[test]
fn a_region_that_is_unloaded_leaves_the_stock() {
    let mut shop = Shop::new(9);
    shop.open(1);
    shop.run(10);
    let bread = shop.bread();
    let region = shop.folk.unload_region(RegionId(0));
    assert_eq!(shop.bread(), bread);
    shop.folk.load_region(&region).unwrap();
    assert_eq!(shop.bread(), bread);
}

#[test]
fn a_recording_replays_trades() {
    let mut shop = Shop::new(10);
    shop.folk.start_recording(true);
    shop.open(2);
    shop.run(5);
    shop.folk.trade("baker", "bread", -3).unwrap();
    shop.run(5);
    let recording = shop.folk.take_recording().unwrap();
    let recording = Recording::read(&recording.write()).unwrap();
    let module = shop.folk.module().clone();
    let again = recording
        .replay(module, &SingleThread, &mut |_| {})
        .unwrap();
    assert_eq!(again.digest(), shop.folk.digest());
}
