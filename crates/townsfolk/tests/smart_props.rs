//! Things that know how they are used: a smart prop is a small location, its slots are roles, its
//! usage steps are states and rules.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Extent, Running, TraceMode};
use townsfolk_core::{AreaId, FactId, MemberId, NeedId, RuleId, Standing, SymbolId};
use townsfolk_module::mind::Degree;
use townsfolk_scene::Happening;
use townsfolk_town::TownStage;

/// A bar with one place at it: the barman asks, listens, pours and hands over; the guest arrives,
/// listens, orders, waits and drinks.
const BAR: &str = r#"
area town
area taproom in town
area yard in town
role citizen
role barman is citizen carries behind_the_bar
role patron is citizen carries at_the_bar
role guest
prop bar
action walk_to takes 1 s, limit 10 min
action ask(character) takes 200..900 ms
action listen takes 200..600 ms
action order takes 200..900 ms
action pour takes 200..900 ms
action hand_over takes 200..600 ms
action drink takes 2..3 s, eases thirst, adds 0.2 to bladder

need thirst
  rises 0 to 1 in 400 h
  falls 1 to 0 in 1 min
  excited by salty_nuts 0.9
need bladder
  rises 0 to 1 in 100 h
need fear
  falls by itself, 1 to 0 in 1 min
  excited by shot 1 within 5 m

layer body
  needs thirst, bladder, fear
  action get_a_drink: satisfy thirst, offered as wish
  action run: go to yard, offered as danger
  thirst drives get_a_drink above 0.5
  fear drives run above 0.5

layer behind_the_bar
  test somebody_waits: guest waits at bar
  test away: not in taproom
  concept serve, go_back
  action serve: use bar as barman, at somebody_waits
  action go_back: go to taproom
  somebody_waits drives serve
  serve drives serve
  away drives go_back
  go_back drives go_back
  ignores thirst

layer at_the_bar
  flag idle on
  concept idleness
  action idle: mingle here
  idle drives idleness a_little
  idleness drives idle

schedule barmans_day
  0:00..24:00 at taproom as barman
schedule patrons_day
  0:00..24:00 at taproom as patron

person moe
  is citizen
  mind body
  follows barmans_day
person barfly
  is citizen
  mind body
  follows patrons_day

script at_the_counter
  cast
    barman 0..1 joins as duty, joins late, starts in asking
    guest 1..1 joins as wish, joins late, starts in arriving

  fact listening(character)
  fact ordered(character)
  fact served(character)

  state asking
    rule ask for barman
      when .any(Guest, guest)
      do ask(Guest)
      then add listening(.me)
      goto listening
    rule nobody_left for barman
      when not .any(_, guest)
      leave

  state listening
    rule pour for barman
      when ordered(Guest)
      do pour
      remove ordered(Guest), listening(.me)
      then add served(Guest)
      goto handing_over
    rule nobody_orders for barman
      when not .any(_, guest)
      remove listening(.me)
      leave

  state handing_over
    rule hand_over for barman
      do hand_over
      leave

  state arriving
    rule listen for guest
      when .any(_, barman)
      do listen
      goto hearing

  state hearing
    rule order for guest
      when listening(_)
      do order
      then add ordered(.me)
      goto waiting
    rule barman_gone for guest
      when not .any(_, barman)
      leave

  state waiting
    rule drink for guest
      when served(.me)
      do drink
      remove served(.me)
      leave
    rule not_served for guest
      when not .any(_, barman), not served(.me)
      remove ordered(.me)
      leave

location bar
  tags taproom
  serves thirst as guest
  prefers at_the_counter 1
  emits script every 1 s, within 3 m, rests 1 s
"#;

/// A stage with the taproom.
struct Bar {
    folk: Folk,
    stage: TownStage,
}

impl Bar {
    fn of(text: &str, seed: u64) -> Bar {
        let (module, _) = compile([("bar.folk", text)]);
        let mut folk = Folk::new(module, Seed(seed));
        folk.report(Report::Calendar {
            seconds: 12 * 3600,
            rate: 20_000,
        });
        let reach = |mm| vec![Extent::around(Place::metres(0, 0), mm)];
        folk.lay_out(AreaId::named("town"), reach(100_000));
        folk.lay_out(AreaId::named("taproom"), reach(20_000));
        let yard = Extent::around(Place::metres(40, 0), 5_000);
        folk.lay_out(AreaId::named("yard"), vec![yard]);
        folk.trace.mode = TraceMode::Full;
        let stage = TownStage::on_open_ground(Seed(seed));
        Bar { folk, stage }
    }

    fn place(&mut self, kind: &str, x: i32, y: i32) -> LocationId {
        self.folk.place_location(Placement {
            kind: LocationKindId::named(kind),
            at: Place::metres(x, y),
            region: RegionId(0),
        })
    }

    fn add(&mut self, name: &str, x: i32, y: i32) -> CharacterId {
        let who = self.folk.add_character(Newcomer {
            at: Some(Place::metres(x, y)),
            ..Newcomer::default()
        });
        self.folk.give_mind(who, MemberId::named(name));
        who
    }

    fn tick(&mut self) {
        self.stage.step(&mut self.folk, &SingleThread);
    }

    fn happen(&mut self, event: &str, x: i32, y: i32, within_mm: u32) {
        self.folk.report(Report::Happened {
            event: SymbolId::named(event),
            at: Place::metres(x, y),
            within_mm,
        });
    }

    /// Whether somebody takes part in earnest, and is not on their way out already.
    fn is_present(&self, who: CharacterId) -> bool {
        let scene = self.folk.character(who).and_then(|person| person.scene);
        let scene = scene.and_then(|scene| self.folk.scene(scene));
        scene.is_some_and(|scene| scene.standing(who) == Standing::Present)
    }

    /// Who holds which slot of a prop.
    fn slots(&self, prop: LocationId) -> Vec<(RoleId, CharacterId)> {
        let scene = self.folk.location(prop).and_then(|place| place.scene);
        let scene = scene.and_then(|scene| self.folk.scene(scene));
        let people = scene.into_iter().flat_map(|scene| scene.participants);
        people.map(|p| (p.role, p.who)).collect()
    }
}

const PATRONS: usize = 100;

#[test]
fn done_34_a_slot_has_one_owner_a_hundred_contend_without_deadlock_and_it_is_free_on_interruption()
{
    let mut bar = Bar::of(BAR, 1);
    let counter = bar.place("bar", 0, 0);
    bar.add("moe", 1, 1);
    let patrons: Vec<CharacterId> = (0..PATRONS as i32)
        .map(|n| bar.add("barfly", n % 10 - 5, n / 10 - 5))
        .collect();
    bar.tick();
    bar.happen("salty_nuts", 0, 0, 30_000);
    bar.tick();
    let thirst = NeedId::named("thirst");
    for who in &patrons {
        assert!(bar.folk.need(*who, thirst) > Degree::percent(85));
    }
    let guest = RoleId::named("guest");
    let mut served: BTreeSet<CharacterId> = BTreeSet::new();
    let mut frightened = None;
    let mut last_change = bar.folk.now();
    let mut held = None;
    // Everybody has drunk within ten seconds of stage time once the place is theirs.
    for tick in 0..PATRONS * 60 * 10 {
        bar.tick();
        let slots = bar.slots(counter);
        let mut roles: Vec<RoleId> = slots.iter().map(|(role, _)| *role).collect();
        roles.sort_unstable();
        roles.dedup();
        assert_eq!(roles.len(), slots.len(), "two in one slot at {tick}");
        let owner = slots.iter().find(|(role, _)| *role == guest).map(|s| s.1);
        if owner != held {
            held = owner;
            last_change = bar.folk.now();
        }
        // One of them is frightened away from the counter.
        let here = owner.filter(|who| bar.is_present(*who));
        if frightened.is_none() && served.len() > 3 && here.is_some() {
            frightened = here;
            let at = bar.folk.character(owner.unwrap()).unwrap().at.unwrap();
            bar.folk.report(Report::Happened {
                event: SymbolId::named("shot"),
                at,
                within_mm: 300,
            });
            // An action that is stopped has an outcome first.
            let freed = (0..120).any(|_| {
                bar.tick();
                !bar.slots(counter).contains(&(guest, owner.unwrap()))
            });
            assert!(freed, "still there");
        }
        let stuck = bar.folk.now().since(last_change);
        assert!(stuck < Duration::minutes(3), "nothing moves: {slots:?}");
        served.extend(patrons.iter().filter(|who| {
            let dry = bar.folk.need(**who, thirst);
            dry < Degree::percent(40)
        }));
        if tick % 600 == 0 {
            assert_eq!(bar.folk.violations(), []);
        }
        if served.len() == PATRONS {
            break;
        }
    }
    assert!(frightened.is_some());
    assert_eq!(served.len(), PATRONS, "the others are still thirsty");
}

/// Nobody orders before the barman listens, however long anything takes.
#[test]
fn done_35_nobody_can_order_before_the_barman_listens() {
    let (listening, order) = (FactId::named("listening"), RuleId::named("order"));
    let mut orders = 0;
    for seed in 1..8 {
        let mut bar = Bar::of(BAR, seed);
        let counters = [bar.place("bar", 0, 0), bar.place("bar", 4, 0)];
        bar.add("moe", 1, 1);
        bar.add("moe", 5, 1);
        for n in 0..6 {
            bar.add("barfly", n - 2, -2);
        }
        bar.tick();
        bar.happen("salty_nuts", 0, 0, 30_000);
        let mut listens: BTreeMap<_, i32> = BTreeMap::new();
        for _ in 0..60 * 60 * 3 {
            bar.tick();
            for line in bar.folk.trace.take() {
                match &line.what {
                    Happening::Added(fact) if fact.fact == listening => {
                        *listens.entry(line.scene).or_default() += 1;
                    }
                    Happening::Removed(fact) if fact.fact == listening => {
                        *listens.entry(line.scene).or_default() -= 1;
                    }
                    Happening::Fired { rule, .. } if *rule == order => {
                        orders += 1;
                        let heard = listens.get(&line.scene).copied().unwrap_or(0);
                        assert!(heard > 0, "seed {seed}, {:?}", line.tick);
                    }
                    _ => {}
                }
            }
        }
        assert!(counters.iter().all(|c| bar.folk.location(*c).is_some()));
    }
    assert!(orders > 20, "{orders}");
}

/// A fountain that nobody's mind has heard of: a kind of location, a script and a line that says
/// which need it serves.
#[test]
fn done_36_a_new_kind_of_prop_works_from_data_alone() {
    let fountain = r#"
role bather
action splash takes 3..5 s, eases thirst
script at_the_fountain
  cast
    bather 1..4 joins as wish, joins late
  state begin
    rule splash for bather
      do splash
      goto wet
  state wet
    rule go_on for bather
      leave
location fountain
  tags taproom
  serves thirst as bather
  prefers at_the_fountain 1
  emits script every 1 s, within 3 m, rests 1 s
"#;
    let thirst = NeedId::named("thirst");
    let dry_after = |text: &str, kind: Option<&str>| {
        let mut bar = Bar::of(text, 1);
        if let Some(kind) = kind {
            bar.place(kind, 6, 0);
        }
        let ann = bar.add("barfly", 0, 0);
        bar.tick();
        bar.happen("salty_nuts", 0, 0, 30_000);
        (0..60 * 60).for_each(|_| bar.tick());
        bar.folk.need(ann, thirst)
    };
    assert!(dry_after(BAR, None) > Degree::percent(85));
    let with = format!("{BAR}{fountain}");
    assert!(dry_after(&with, Some("fountain")) < Degree::percent(60));
}

/// Who has asked longest is next: nobody who came later is served before somebody who came earlier.
#[test]
fn at_an_overloaded_counter_who_has_waited_longest_is_served_first() {
    let mut bar = Bar::of(BAR, 3);
    let counter = bar.place("bar", 0, 0);
    bar.add("moe", 1, 1);
    let mut waiting = vec![];
    // They get thirsty one after the other, a few seconds apart, right at the counter.
    for n in 0..6 {
        let x = n - 3;
        let who = bar.add("barfly", x, -1);
        bar.tick();
        waiting.push(who);
    }
    let guest = RoleId::named("guest");
    let (mut asked, mut order) = (BTreeMap::new(), vec![]);
    for tick in 0..60 * 60 * 2 {
        if tick % 60 == 0 && tick < 6 * 60 {
            bar.happen("salty_nuts", tick / 60 - 3, -1, 300);
        }
        bar.tick();
        for who in &waiting {
            if matches!(bar.folk.busy_with(*who), Some(Running::Asks { .. })) {
                asked.entry(*who).or_insert(bar.folk.now());
            }
        }
        for (role, who) in bar.slots(counter) {
            if role == guest && !order.contains(&who) {
                order.push(who);
            }
        }
    }
    assert_eq!(order.len(), waiting.len());
    let since: Vec<Tick> = order.iter().map(|who| asked[who]).collect();
    assert!(since.is_sorted(), "{since:?}");
    // Some ask at the same moment; most do not, or nothing would have been tested.
    let later = since.windows(2).filter(|pair| pair[0] < pair[1]).count();
    assert!(later >= 3, "no test of anything: {since:?}");
}
