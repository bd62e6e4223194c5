//! The player walks about, is offered parts, plays them, asks questions and gives orders.

use crate::support::lay;
use expect_test::expect;
use std::fmt::Write;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Event, Replaying};
use townsfolk_core::{MemberId, RuleId, SymbolId, Value};
use townsfolk_module::Category;
use townsfolk_scene::Happening;
use townsfolk_town::living::{Content, Living, Tape};
use townsfolk_town::player::{Order, Refusal, Reply, fact};
use townsfolk_town::stage::Opening;

/// A lane, a square with a tent, and three people: Zora tells fortunes, Jost runs errands, Ida does
/// not.
const HAMLET: &str = r#"
area lane
area cottage in lane
area square in lane

role citizen
role follower is citizen
role idler is citizen carries idling
role teller is citizen carries idling
role errand_boy is citizen carries waiting_about
role seeker is citizen

symbols card: sun, fool

action walk_to takes 1 s, limit 10 min
action stand_about takes 5..9 s
action welcome(character) takes 2..3 s
action turn_over(card) takes 2..3 s
action mutter(text) uses voice, takes 2 s

layer body
  flag up on
  concept ease
  action doze: mingle here, offered as idle
  up drives ease a_little
  ease drives doze

layer idling
  flag time on
  concept calm
  action stand_about: do stand_about, offered as idle
  time drives calm
  calm drives action stand_about

layer waiting_about
  flag time on
  test away: not in square
  concept calm, go_back
  action stand_about: do stand_about, offered as idle
  action go_back: go to square
  time drives calm some
  calm drives action stand_about
  away drives go_back
  go_back drives action go_back

schedule tellers_day
  0:00..24:00 at square as teller

schedule idlers_day
  0:00..24:00 at cottage as idler

schedule errand_boys_day
  0:00..24:00 at square as errand_boy

person zora
  is citizen
  mind body
  follows tellers_day

person jost
  is citizen, follower
  mind body
  follows errand_boys_day
  knows about zora "She peeks at the cards."

person ida
  is citizen
  mind body
  follows idlers_day

script fortune
  cast
    teller 1..1 joins as duty, starts in waiting
    seeker 1..1 joins as wish, player, vacant up to 10 s, starts in sitting

  fact picked(seeker, card) told, for 20 s

  state waiting
    rule alone for teller
      when not .any(_, seeker)
      do mutter("I saw that coming.")
      end

    rule welcome for teller
      when .any(Who, seeker)
      do welcome(Who)
      goto reading

  state reading
    rule left for teller
      when not .any(_, seeker)
      do mutter("I saw that coming.")
      end

    rule turn for teller
      when picked(_, Card)
      do turn_over(Card)
      end

  state sitting
    rule never_mind for seeker
      when .clock > 23:00
      leave

location tent
  prefers fortune 1
  emits player within 3 m, every 1 s, icon crystal_ball

plan hamlet
  street lane from 0 m, 0 m to 60 m, 6 m
  room cottage from 2 m, 6 m to 10 m, 12 m
  square square from 30 m, 6 m to 50 m, 20 m
  door cottage to lane
  place tent in square at 10 m, 10 m
"#;

struct Hamlet {
    town: Living,
    me: CharacterId,
    story: String,
}

impl Hamlet {
    fn new() -> Hamlet {
        let (module, symbols, plan) = lay(HAMLET);
        let content = Content::new(module, symbols, plan).unwrap();
        let mut town = Living::begin(content, Seed(7), Opening::default());
        town.start_recording();
        let me = town.add_player(Place::metres(5, 3));
        let mut hamlet = Hamlet {
            town,
            me,
            story: String::new(),
        };
        hamlet.live(1);
        hamlet
    }

    fn who(&self, name: &str) -> CharacterId {
        let member = MemberId::named(name);
        let minds = self.town.folk.minds();
        let found = minds.into_iter().find(|minded| minded.member == member);
        found.unwrap().who
    }

    /// Lets seconds pass, and writes down what happens with the player.
    fn live(&mut self, seconds: i64) {
        for _ in 0..seconds * 60 {
            self.town.folk.trace.mode = townsfolk::TraceMode::Full;
            self.town.step(&SingleThread);
            let events = self.town.folk.output().events.clone();
            for event in events {
                let line = match event {
                    Event::SceneBegan { .. } => "a scene begins",
                    Event::SceneOver(..) => "the scene is over",
                    _ => continue,
                };
                writeln!(self.story, "{line}").unwrap();
            }
            for line in self.town.folk.trace.take() {
                if let Happening::Fired { rule, .. } = line.what {
                    let rule = self.rule(rule);
                    writeln!(self.story, "{rule}").unwrap();
                }
            }
        }
    }

    fn rule(&self, rule: RuleId) -> String {
        self.town.content.symbols.name(Category::Rule, rule.0)
    }

    fn is_near(&self, who: CharacterId, at: Place) -> bool {
        let now = self.town.folk.now();
        let place = self.town.stage.place_of(who, now).unwrap();
        place.is_within(at, 2_000)
    }

    fn area(&self, who: CharacterId) -> String {
        let area = self.town.folk.area_of(who).unwrap();
        self.town.content.symbols.name(Category::Area, area.0)
    }
}

#[test]
fn the_player_is_told_a_fortune() {
    let mut hamlet = Hamlet::new();
    let me = hamlet.me;
    assert_eq!(hamlet.town.icons(me), []);
    assert!(hamlet.town.walk_player(me, Place::metres(40, 14)));
    hamlet.live(40);
    assert_eq!(hamlet.area(me), "square");
    let icons = hamlet.town.icons(me);
    assert_eq!(icons.len(), 1);
    assert_eq!(icons[0].icon, SymbolId::named("crystal_ball"));
    assert_eq!(hamlet.town.scene_of(me), None);
    assert_eq!(hamlet.town.choices(me), []);

    hamlet.town.accept(me, icons[0].location);
    hamlet.live(8);
    assert_eq!(hamlet.town.icons(me), []);
    assert!(hamlet.town.scene_of(me).is_some());
    let fool = Value::Symbol(SymbolId::named("fool"));
    let picked = fact("picked", vec![Value::Character(me), fool]);
    let choices = hamlet.town.choices(me);
    assert!(choices.contains(&picked), "{choices:?}");
    hamlet.town.choose(me, picked);
    hamlet.live(10);
    expect![[r#"
        a scene begins
        welcome
        turn
        the scene is over
    "#]]
    .assert_eq(&hamlet.story);
}

#[test]
fn the_player_walks_out() {
    let mut hamlet = Hamlet::new();
    let me = hamlet.me;
    hamlet.town.walk_player(me, Place::metres(40, 14));
    hamlet.live(40);
    let icon = hamlet.town.icons(me)[0];
    hamlet.town.accept(me, icon.location);
    hamlet.live(6);
    hamlet.town.walk_out(me);
    hamlet.live(8);
    expect![[r#"
        a scene begins
        welcome
        left
        the scene is over
    "#]]
    .assert_eq(&hamlet.story);
}

#[test]
fn who_hears_a_question_answers_it() {
    let mut hamlet = Hamlet::new();
    let (me, zora, jost, ida) = (
        hamlet.me,
        hamlet.who("zora"),
        hamlet.who("jost"),
        hamlet.who("ida"),
    );
    hamlet.live(30);
    let then = hamlet.town.folk.moment();
    // The player is still in the lane, and the square is far.
    let town = &hamlet.town;
    assert_eq!(town.ask_where(me, jost, zora, then), Reply::DoesNotHear);
    assert_eq!(town.ask_about(me, jost, zora), None);
    hamlet.town.walk_player(me, Place::metres(39, 12));
    hamlet.live(40);
    let town = &hamlet.town;
    let Reply::Knows(answer) = town.ask_where(me, jost, zora, then) else {
        unreachable!("Jost has seen Zora");
    };
    let symbols = &town.content.symbols;
    assert_eq!(symbols.name(Category::Area, answer.area.0), "square");
    // Ida has not been out all day.
    assert_eq!(town.ask_where(me, jost, ida, then), Reply::DoesNotKnow);
    let known = town.ask_about(me, jost, zora).unwrap();
    let told: Vec<&str> = known
        .iter()
        .filter_map(|text| town.content.module.text(*text))
        .collect();
    assert_eq!(told, ["She peeks at the cards."]);
    assert_eq!(town.ask_about(me, zora, jost), Some(vec![]));
}

#[test]
fn an_order_goes_before_everything_for_those_who_take_it() {
    let mut hamlet = Hamlet::new();
    let (me, zora, jost) = (hamlet.me, hamlet.who("zora"), hamlet.who("jost"));
    let order = Order::GoTo(Place::metres(6, 9));
    assert_eq!(
        hamlet.town.order(me, jost, order),
        Err(Refusal::DoesNotHear)
    );
    hamlet.town.walk_player(me, Place::metres(39, 12));
    hamlet.live(40);
    assert_eq!(
        hamlet.town.order(me, zora, order),
        Err(Refusal::TakesNoOrders)
    );
    let nowhere = Order::GoTo(Place::metres(500, 500));
    assert_eq!(hamlet.town.order(me, jost, nowhere), Err(Refusal::NoWay));
    assert_eq!(hamlet.town.order(me, jost, order), Ok(()));
    hamlet.live(20);
    assert_eq!(hamlet.area(jost), "cottage");
    // Done: he is his own man again, and goes back to where his day has him.
    hamlet.live(60);
    assert_eq!(hamlet.area(jost), "square");

    assert_eq!(hamlet.town.order(me, jost, Order::Come), Ok(()));
    hamlet.live(8);
    let here = hamlet
        .town
        .stage
        .place_of(me, hamlet.town.folk.now())
        .unwrap();
    assert!(hamlet.is_near(jost, here));
    assert_eq!(hamlet.town.order(me, jost, Order::Wait), Ok(()));
    hamlet.live(60);
    let driver = hamlet.town.folk.driver(jost);
    assert_eq!(driver, townsfolk::Driver::Host);
    hamlet.town.dismiss(jost);
    hamlet.live(2);
    assert_ne!(hamlet.town.folk.driver(jost), townsfolk::Driver::Host);
}

/// Everything the player did is in the recording, and comes out the same.
#[test]
fn a_recording_has_the_player_in_it() {
    let mut hamlet = Hamlet::new();
    let (me, jost) = (hamlet.me, hamlet.who("jost"));
    hamlet.town.walk_player(me, Place::metres(40, 14));
    hamlet.live(40);
    let icon = hamlet.town.icons(me)[0];
    hamlet.town.accept(me, icon.location);
    hamlet.live(6);
    hamlet.town.walk_out(me);
    let order = Order::GoTo(Place::metres(6, 9));
    assert_eq!(hamlet.town.order(me, jost, order), Ok(()));

    // Saved in the middle of an errand, it goes on as if it had never stopped.
    let saved = Living::load(&hamlet.town.save()).unwrap();
    hamlet.live(50);
    let mut resumed = Hamlet {
        town: saved,
        me,
        story: String::new(),
    };
    resumed.live(50);
    assert_eq!(resumed.town.digest(), hamlet.town.digest());

    let whole = hamlet.town.folk.digest();
    let tape = Tape::read(&hamlet.town.take_tape().unwrap()).unwrap();
    let module: Arc<_> = tape.content.module.clone();
    let mut again = Replaying::begin(&tape.recording, module).unwrap();
    while again.tick(&SingleThread).unwrap() {}
    assert_eq!(again.end().digest(), whole);
}
