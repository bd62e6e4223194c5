//! Arenas: walls and cover on the ground of a plan, for feet, eyes and questions about space.

use crate::support::lay;
use townsfolk::prelude::*;
use townsfolk::{Command, Event, MindEvent};
use townsfolk_core::ActionId;
use townsfolk_space::{NODES, Shortest, Space};
use townsfolk_town::living::{Content, Living};
use townsfolk_town::stage::Opening;

const YARD: &str = "
area yard
area shed

role citizen
role runner is citizen carries running

action walk_to takes 1 s, limit 10 min
action run_to with x: number = 34, y: number = 15, pace: number = 3 takes 2 s

layer body
  flag up on

layer running
  flag awake on
  concept haste
  action run: do run_to
  awake drives haste
  haste drives action run

schedule runners_day
  0:00..24:00 at yard as runner

person ann
  is citizen
  mind body
  follows runners_day
  persona neurotic 0.5, extrovert 0.5

plan depot
  square yard from 0 m, 0 m to 40 m, 30 m
  room shed from 40 m, 4 m to 48 m, 12 m
  door shed to yard wide 1.6 m
  wall from 20 m, 5 m to 20.5 m, 30 m high 3 m
  cover from 10 m, 10 m to 12 m, 10.5 m high 1.1 m
  light 20% from 0 m, 0 m to 6 m, 6 m
  zone ruins from 10 m, 4 m to 22 m, 20 m
  route patrol: 4 m, 4 m, pause 3 s, 30 m, 4 m
";

/// The yard with another point to run to.
fn content(point: &str) -> Content {
    let text = YARD.replace("x: number = 34, y: number = 15", point);
    let (module, symbols, plan) = lay(&text);
    assert_eq!(plan.problems(), []);
    Content::new(module, symbols, plan).unwrap()
}

fn at(x: i32, y: i32) -> Place {
    Place::metres(x, y)
}

#[test]
fn walls_block_sight_and_low_cover_does_not() {
    let atlas = content("x: number = 34, y: number = 15").atlas;
    let sees = |a, b| atlas.sees(a, b, &|_| true);
    assert!(!sees(at(15, 15), at(25, 15)), "the wall");
    assert!(sees(at(15, 2), at(25, 2)), "past its end");
    assert!(sees(at(11, 8), at(11, 12)), "over the cover");
}

#[test]
fn a_plan_is_ground_for_questions_about_space() {
    let (_, _, plan) = lay(YARD);
    let (space, faults) = Space::build(&plan.ground());
    assert_eq!(faults, []);
    assert!(!space.is_walkable(at(11, 10).offset((0, 250))));
    let way = space
        .path(at(15, 15), at(44, 8), &Shortest, NODES)
        .found()
        .unwrap();
    assert!(
        way.points.iter().any(|at| at.y_mm < 5_000),
        "around the wall, into the shed"
    );
    assert_eq!((space.light(at(3, 3)), space.light(at(30, 3))), (200, 1000));
    assert!(space.zone("ruins").unwrap().holds(at(12, 6)));
    assert_eq!(space.route("patrol").unwrap().steps.len(), 3);
    // Low cover hides whoever crouches behind it.
    let (low, high) = (at(11, 8), at(11, 12));
    let raised = |at: Place, z_mm| Place { z_mm, ..at };
    assert!(!space.ray(raised(low, 800), raised(high, 800)));
    assert!(space.ray(raised(low, 1_600), raised(high, 1_600)));
}

/// Lets ann run once: where she was on the way, for how many ticks, and whether she arrived.
fn run(living: &mut Living) -> (Vec<Place>, i64, bool) {
    let (mut way, mut begun) = (vec![], None);
    for _ in 0..60 * 60 {
        let output = living.step(&SingleThread).clone();
        let now = living.folk.now();
        for command in &output.commands {
            if let Command::Start { who, what, .. } = command
                && *what == ActionId::named("run_to")
            {
                begun = begun.or(Some((*who, now)));
            }
        }
        let Some((who, since)) = begun else { continue };
        for event in &output.events {
            match event {
                Event::Mind(_, MindEvent::Did(_)) => return (way, now.since(since).0, true),
                Event::Mind(_, MindEvent::BrokeOff(_)) => return (way, now.since(since).0, false),
                _ => {}
            }
        }
        way.push(living.stage.place_of(who, now).unwrap());
    }
    panic!("nothing ended");
}

fn begin(point: &str) -> Living {
    Living::begin(content(point), Seed(2), Opening::default())
}

#[test]
fn an_action_with_a_point_leads_there_around_walls_and_then_lasts() {
    // She starts on one side of the wall, so that one of the ways leads around its south end.
    let mut around = 0;
    for (x, point) in [
        (6, "x: number = 6, y: number = 15"),
        (34, "x: number = 34, y: number = 15"),
    ] {
        let (way, ticks, arrived) = run(&mut begin(point));
        assert!(arrived);
        assert_eq!(way.last(), Some(&at(x, 15)));
        let in_wall = |at: &Place| (20_001..20_500).contains(&at.x_mm) && at.y_mm > 5_000;
        assert!(!way.iter().any(in_wall));
        let passes = |at: &Place| (19_500..21_000).contains(&at.x_mm) && at.y_mm <= 5_000;
        around += usize::from(way.iter().any(passes));
        let walked: i64 = way.windows(2).map(|leg| leg[0].distance_mm(leg[1])).sum();
        // Three metres a second, and then two seconds of the action itself.
        let walks = walked * 60 / 3_000;
        assert!(
            (walks + 115..walks + 145).contains(&ticks),
            "{ticks} for {walked} mm"
        );
    }
    assert!(around >= 1);
}

#[test]
fn a_saved_arena_has_its_walls() {
    let content = content("x: number = 34, y: number = 15");
    let again = Content::read(&content.write()).unwrap();
    assert_eq!(again.atlas.plan().arena, content.atlas.plan().arena);
    assert_eq!(again.atlas.plan().digest(), content.atlas.plan().digest());
    assert!(!again.atlas.sees(at(15, 15), at(25, 15), &|_| true));
    let living = Living::begin(content, Seed(2), Opening::default());
    let loaded = Living::load(&living.save()).unwrap();
    assert_eq!(loaded.stage.digest(), living.stage.digest());
}

#[test]
fn an_action_with_a_point_off_the_ground_fails() {
    let (way, ticks, arrived) = run(&mut begin("x: number = 90, y: number = 15"));
    assert!(!arrived && ticks <= 3, "{ticks} ticks, {way:?}");
}
