//! Places that cannot be reached, and ways that only the host knows (a trial's unreachable breadboard).
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use support::compile;
use townsfolk::prelude::*;
use townsfolk::{Answer, Question, QuestionKind};

const BREAD: &str = "
role citizen
role eater is citizen

prop board
action walk_to takes 1..2 s, limit 30 s, may fail
action eat takes 2 s, eases hunger

need hunger
  rises 0 to 1 in 2 h
  falls 1 to 0 in 10 min

layer body
  needs hunger
  action have_bread: satisfy hunger
  hunger drives have_bread above 0.2

area house

schedule at_home
  08:00..20:00 at house as citizen
  20:00..08:00 at house as eater

person ann
  mind body
  follows at_home

person ben
  mind body
  follows at_home

script meal
  cast
    eater 0..1 joins late
  fact seat(prop)
  rule eat
    when .any(.me)
    do eat
    again after 2 s
  rule enough
    when chance(50%)
    leave

location breadboard
  prop board: board at 0 m, 0 m
  knows seat(board)
  serves hunger as eater
  prefers meal
  emits script within 8 m, every 1 s
";

/// Ann at home, hungry, with a board 3 m to the left and one 19 m to the right.
struct Kitchen {
    folk: Folk,
    ann: CharacterId,
    near: LocationId,
    far: LocationId,
    busy: Vec<(Tick, ActionRef, Outcome)>,
    /// Whether walks to the near board fail.
    near_fails: bool,
    walks: Vec<LocationId>,
}

impl Kitchen {
    fn new(near_fails: bool) -> Kitchen {
        Kitchen::with_board_at(19, near_fails)
    }

    fn with_board_at(far_m: i32, near_fails: bool) -> Kitchen {
        let (module, _) = compile([("bread.folk", BREAD)]);
        let mut folk = Folk::new(module, Seed(5));
        let place = |folk: &mut Folk, x| {
            folk.place_location(Placement {
                kind: LocationKindId::named("breadboard"),
                at: Place::metres(x, 0),
                region: RegionId(0),
            })
        };
        let near = place(&mut folk, -13);
        let far = place(&mut folk, far_m);
        let ann = folk.add_character(Newcomer {
            roles: vec![RoleId::named("citizen")],
            at: Some(Place::metres(0, 0)),
            ..Newcomer::default()
        });
        folk.lay_out(
            AreaId::named("house"),
            vec![Extent::around(Place::metres(0, 0), 40_000)],
        );
        folk.give_mind(ann, MemberId::named("ann"));
        folk.report(Report::Calendar {
            seconds: 8 * 3600,
            rate: 60_000,
        });
        Kitchen {
            folk,
            ann,
            near,
            far,
            busy: vec![],
            near_fails,
            walks: vec![],
        }
    }

    fn tick(&mut self) {
        let now = self.folk.now();
        for (at, action, outcome) in std::mem::take(&mut self.busy) {
            match at <= now {
                true => self.folk.report(Report::Outcome(action, outcome)),
                false => self.busy.push((at, action, outcome)),
            }
        }
        self.folk.tick_with(&NoReadings, &SingleThread);
        for command in self.folk.output().commands.clone() {
            if let Command::Start {
                who,
                action,
                location,
                ..
            } = command
            {
                let goal = command.goal();
                let fails = goal.is_some() && location == self.near && self.near_fails;
                if let Some(goal) = goal.filter(|_| !fails) {
                    self.folk.report(Report::Moved(who, goal));
                }
                if goal.is_some() {
                    self.walks.push(location);
                }
                let outcome = match fails {
                    true => Outcome::Failed,
                    false => Outcome::Done,
                };
                self.busy
                    .push((self.folk.now().after(Duration::seconds(1)), action, outcome));
            }
        }
    }

    fn ticks(&mut self, count: usize) {
        (0..count).for_each(|_| self.tick());
    }
}

#[test]
fn an_unreachable_place_starves_nobody() {
    let mut kitchen = Kitchen::new(true);
    kitchen.ticks(60 * 60 * 4);
    let to = |place| kitchen.walks.iter().filter(|walk| **walk == place).count();
    assert!(to(kitchen.far) > 0, "{:?}", kitchen.walks);
    // Four minutes: after 0, 30, 90 and 210 seconds at the earliest.
    assert!((1..=4).contains(&to(kitchen.near)), "{:?}", kitchen.walks);
    let hunger = kitchen.folk.need(kitchen.ann, NeedId::named("hunger"));
    assert!(hunger.0 < 900_000, "{hunger:?}");
}

/// A patient crossed a town of 1,000 people to another surgery, two hours away, because three were before
/// her in the nearest.
#[test]
fn a_queue_nearby_is_better_than_a_free_place_an_hour_off() {
    // The house ends after 40 m. An hour of the calendar is a minute of the stage, in which 84 m are walked.
    for (far_m, is_used) in [(60, true), (200, false)] {
        let mut kitchen = Kitchen::with_board_at(far_m, false);
        let ben = kitchen.folk.add_character(Newcomer {
            roles: vec![RoleId::named("citizen")],
            at: Some(Place::metres(0, 0)),
            ..Newcomer::default()
        });
        kitchen.folk.give_mind(ben, MemberId::named("ben"));
        kitchen.ticks(60 * 60 * 4);
        let walks_far = kitchen.walks.contains(&kitchen.far);
        assert_eq!(walks_far, is_used, "{far_m} m: {:?}", kitchen.walks);
        for who in [kitchen.ann, ben] {
            let hunger = kitchen.folk.need(who, NeedId::named("hunger"));
            assert!(hunger.0 < 900_000, "{far_m} m: {hunger:?}");
        }
    }
}

#[test]
fn why_says_that_a_walk_failed() {
    let mut kitchen = Kitchen::new(true);
    while kitchen
        .folk
        .why_mind(kitchen.ann)
        .is_none_or(|why| why.missed.is_empty())
    {
        kitchen.tick();
    }
    let why = kitchen.folk.why(kitchen.ann).to_string();
    assert!(
        why.contains("failed") && why.contains("looks elsewhere until"),
        "{why}"
    );
}

#[test]
fn a_place_that_was_missed_is_passed_over_after_loading_too() {
    let mut kitchen = Kitchen::new(true);
    while kitchen
        .folk
        .why_mind(kitchen.ann)
        .is_none_or(|why| why.missed.is_empty())
    {
        kitchen.tick();
    }
    let module = kitchen.folk.module().clone();
    let (loaded, _) = Folk::load(module, &kitchen.folk.save()).unwrap();
    assert_eq!(loaded.digest(), kitchen.folk.digest());
    let missed = |folk: &Folk| folk.why_mind(kitchen.ann).unwrap().missed;
    assert_eq!(missed(&loaded), missed(&kitchen.folk));
}

/// The near board stands behind a wall: the way is long, and the host says so.
struct Walls(LocationId);

impl Stage for Walls {
    fn answer(&self, question: &Question) -> Option<Answer> {
        match question {
            Question::Way(_, location) if *location == self.0 => Some(Answer::Millimetres(90_000)),
            Question::Way(..) => Some(Answer::Millimetres(20_000)),
            _ => None,
        }
    }
}

#[test]
fn nearest_means_by_the_way_if_the_host_knows_it() {
    for (asks, at_once) in [(false, false), (true, false), (true, true)] {
        let mut kitchen = Kitchen::new(false);
        if asks {
            kitchen.folk.answer_questions(&[QuestionKind::Way]);
        }
        let walls = Walls(kitchen.near);
        let mut asked = 0;
        let mut walks = vec![];
        for _ in 0..60 * 60 * 4 {
            let now = kitchen.folk.now();
            for (at, action, outcome) in std::mem::take(&mut kitchen.busy) {
                match at <= now {
                    true => kitchen.folk.report(Report::Outcome(action, outcome)),
                    false => kitchen.busy.push((at, action, outcome)),
                }
            }
            match at_once {
                true => kitchen.folk.tick_with(&walls, &SingleThread),
                false => kitchen.folk.tick_with(&NoReadings, &SingleThread),
            };
            let output = kitchen.folk.output().clone();
            asked += output.questions.len();
            for question in &output.questions {
                let answer = walls.answer(question).unwrap();
                kitchen.folk.report(Report::Answered(*question, answer));
            }
            for command in &output.commands {
                if let Command::Start {
                    action, location, ..
                } = command
                {
                    // Every walk is stopped at once: Ann stays where she is, and tries again later.
                    if command.goal().is_some() {
                        walks.push(*location);
                    }
                    let done = kitchen.folk.now().after(Duration::seconds(1));
                    kitchen.busy.push((done, *action, Outcome::Stopped));
                }
            }
        }
        assert_eq!(asked > 0, asks && !at_once);
        let last = walks.last().copied();
        let wanted = if asks { kitchen.far } else { kitchen.near };
        assert_eq!(
            last,
            Some(wanted),
            "asks {asks}, at once {at_once}: {walks:?}"
        );
    }
}
