//! Intruders: steering, throws, blows, shots, and how a run ends.

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::space::{GroundPlan, Obstacle, Plate, Rect, Zone};
use townsfolk_core::{CharacterId, HostId, Number, Pushed, RoleId, Seed, Value};
use townsfolk_lang::project::Project;
use townsfolk_town::TownStage;
use townsfolk_town::stage::arena::{Fate, Gait, IntruderMove, number_of};

const CONTENT: &str = "
role prey
role hunter thinks with prowl

attribute health(character): number 0..100 = 100
attribute plates(character): number 0..9 = 0
attribute dead(character)
attribute burning(character)
attribute crouched(character)
attribute bottles(character): number 0..9 = 1 set by host
attribute fires(character): number 0..9 = 9 set by host
attribute rounds(character): number 0..9 = 9 set by host

stimulus glass reach 5 m, loud 0.8, told
stimulus gunshot reach 25 m, loud 1.2, gives away, told

senses keen
  hears unaware 3, agitated 4, searching 6, chasing 6

skills prowl until done, senses keen, hunts prey
  wander random
";

struct Run {
    folk: Folk,
    stage: TownStage,
    me: CharacterId,
}

/// An intruder at 2 m, 5 m of a yard of twenty by ten metres, with a high wall at 8 m, low cover at
/// 5 m, and an exit in the east.
fn run() -> Run {
    let mut project = Project::of_files([("arena.folk", CONTENT)]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).expect("content without errors");
    let mut folk = Folk::new(Arc::new(module), Seed(3));
    folk.set_symbols(symbols);
    let rect = |x0: i32, y0: i32, x1: i32, y1: i32| Rect {
        x0: x0 * 100,
        y0: y0 * 100,
        x1: x1 * 100,
        y1: y1 * 100,
    };
    folk.set_ground(GroundPlan {
        plates: vec![Plate::outdoors(rect(0, 0, 200, 100))],
        obstacles: vec![
            Obstacle::standing(rect(80, 20, 84, 80), 3_000),
            Obstacle::standing(rect(48, 0, 52, 30), 1_100),
        ],
        zones: vec![
            zone("entry", rect(10, 40, 30, 60)),
            zone("exit", rect(180, 0, 200, 100)),
        ],
        ..GroundPlan::default()
    });
    let mut stage = TownStage::on_open_ground(Seed(3));
    stage.step(&mut folk, &SingleThread);
    let me = stage.bring_player(&mut folk, Place::default());
    stage.step(&mut folk, &SingleThread);
    Run { folk, stage, me }
}

fn zone(name: &str, rect: Rect) -> Zone {
    Zone {
        name: name.to_owned(),
        rect,
        z_mm: 0,
    }
}

fn at(x_mm: i32, y_mm: i32) -> Place {
    Place {
        x_mm,
        y_mm,
        z_mm: 0,
    }
}

impl Run {
    fn does(&mut self, made: &IntruderMove) -> bool {
        self.stage.intrude(&mut self.folk, made)
    }

    fn steer(&mut self, x: i8, y: i8, gait: Gait) {
        assert!(self.does(&IntruderMove::Steer { x, y, gait }));
    }

    fn uses(&mut self, tool: &str, to: Place) -> bool {
        self.does(&IntruderMove::Use {
            tool: HostId::named(tool),
            at: to,
        })
    }

    fn pass(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.stage.step(&mut self.folk, &SingleThread);
        }
    }

    fn place(&self) -> Place {
        let now = self.folk.now();
        self.stage.place_of(self.me, now).expect("a body")
    }

    fn hunter(&mut self, to: Place) -> CharacterId {
        let newcomer = Newcomer {
            roles: vec![RoleId::named("hunter")],
            at: Some(to),
            ..Newcomer::default()
        };
        let who = self.stage.add(&mut self.folk, newcomer);
        self.pass(1);
        who
    }

    fn health(&self, who: CharacterId) -> i64 {
        number_of(&self.folk, HostId::named("health"), who).expect("health")
    }

    fn set_health(&mut self, who: CharacterId, health: i64) {
        self.folk.report(Report::Property {
            name: HostId::named("health"),
            arguments: vec![Value::Character(who)],
            value: Pushed::Is(Value::Number(Number::whole(health))),
        });
    }
}

#[test]
fn an_intruder_enters_at_the_entry_and_is_prey() {
    let run = run();
    assert_eq!(run.place(), at(2_000, 5_000));
    let roles = &run.folk.character(run.me).expect("the player").roles;
    assert_eq!(roles.as_slice(), [RoleId::named("prey")]);
}

#[test]
fn a_second_of_each_gait_goes_as_far_as_its_speed() {
    for (gait, mm) in [
        (Gait::Creeping, 1_200),
        (Gait::Walking, 2_600),
        (Gait::Running, 5_000),
    ] {
        let mut run = run();
        run.steer(1, 0, gait);
        run.pass(60);
        assert_eq!(run.place().x_mm, 2_000 + mm, "{}", gait.name());
        run.steer(0, 0, gait);
        run.pass(30);
        assert_eq!(run.place().x_mm, 2_000 + mm, "it stands");
        // Where it stands is known to the engine, too.
        let told = run.folk.character(run.me).and_then(|person| person.at);
        assert_eq!(told, Some(run.place()));
    }
}

#[test]
fn a_wall_stops_and_along_it_one_slides() {
    let mut run = run();
    run.steer(1, 0, Gait::Running);
    run.pass(120);
    let stopped = run.place();
    assert!((7_400..=7_700).contains(&stopped.x_mm), "{stopped:?}");
    run.steer(1, 1, Gait::Running);
    run.pass(20);
    let slid = run.place();
    assert!(
        (slid.x_mm - stopped.x_mm).abs() <= 100 && slid.y_mm > 6_000,
        "{slid:?}"
    );
}

#[test]
fn a_bottle_flies_over_cover_and_not_over_walls_and_there_is_one() {
    let mut run = run();
    assert!(run.uses("bottles", at(12_000, 5_000)));
    let flight = run.stage.flights()[0];
    assert!(
        (7_300..8_000).contains(&flight.to.x_mm),
        "before the wall: {flight:?}"
    );
    run.pass(60);
    assert!(run.stage.flights().is_empty(), "it has landed");
    assert!(!run.uses("bottles", at(4_000, 5_000)), "there was one");
    run.does(&IntruderMove::Go {
        to: at(2_000, 1_500),
        gait: Gait::Walking,
    });
    run.pass(180);
    assert!(run.uses("fires", at(7_000, 1_500)));
    assert_eq!(
        run.stage.flights()[0].to,
        at(7_000, 1_500),
        "over the cover"
    );
    run.pass(60);
    assert_eq!(run.folk.volumes().len(), 1, "and it burns there");
}

#[test]
fn blows_hurt_and_shots_tear_off_growths_first() {
    let mut run = run();
    let hunter = run.hunter(at(3_000, 5_000));
    assert!(run.does(&IntruderMove::Strike {
        at: at(3_000, 5_000)
    }));
    run.pass(2);
    assert_eq!(run.health(hunter), 66);
    assert!(
        !run.does(&IntruderMove::Strike {
            at: at(3_000, 5_000)
        }),
        "arms rest"
    );
    run.folk.report(Report::Property {
        name: HostId::named("plates"),
        arguments: vec![Value::Character(hunter)],
        value: Pushed::Is(Value::Number(Number::whole(2))),
    });
    run.pass(60);
    run.stage.teleport(&mut run.folk, hunter, at(6_000, 5_000));
    run.pass(2);
    assert!(run.uses("rounds", at(5_000, 5_000)));
    run.pass(40);
    assert_eq!(run.health(hunter), 66, "a growth took it");
    run.stage.teleport(&mut run.folk, hunter, at(6_000, 5_000));
    run.pass(2);
    assert!(run.uses("rounds", at(5_000, 5_000)));
    run.pass(2);
    assert_eq!(run.health(hunter), 0, "the last growth was the last");
}

#[test]
fn a_run_ends_at_the_exit_or_without_health() {
    let mut escapes = run();
    escapes.steer(1, 1, Gait::Running);
    escapes.pass(80);
    escapes.steer(1, 0, Gait::Running);
    escapes.pass(240);
    let fate = |run: &Run| run.stage.intruder().and_then(|intruder| intruder.fate);
    assert_eq!(fate(&escapes), Some(Fate::Escaped));
    assert!(!escapes.does(&IntruderMove::Strike { at: at(0, 0) }));

    let mut caught = run();
    caught.set_health(caught.me, 60);
    caught.pass(3);
    assert_eq!(fate(&caught), None);
    caught.set_health(caught.me, 40);
    caught.pass(2);
    let now = caught.folk.now();
    assert!(
        caught.stage.intruder().expect("it").is_dazed(now),
        "a hit takes control"
    );
    caught.set_health(caught.me, 0);
    caught.pass(3);
    assert_eq!(fate(&caught), Some(Fate::Caught));
}

#[test]
fn an_intruder_is_saved_in_mid_throw() {
    let mut run = run();
    run.steer(1, 0, Gait::Walking);
    run.pass(10);
    assert!(run.uses("fires", at(6_000, 5_000)));
    run.pass(5);
    let (folk, _) = Folk::load(run.folk.module().clone(), &run.folk.save()).expect("a save");
    let atlas = run.stage.atlas().clone();
    let stage = TownStage::load(atlas, &run.stage.save()).expect("a save");
    let mut again = Run {
        folk,
        stage,
        me: run.me,
    };
    run.pass(90);
    again.pass(90);
    assert_eq!(again.folk.digest(), run.folk.digest());
    assert_eq!(again.stage.digest(), run.stage.digest());
    assert_eq!(again.place(), run.place());
}
