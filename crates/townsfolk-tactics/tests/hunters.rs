//! Hunters: stories about their skills, on the pure runtime.

mod common;

use common::{Stage, field, named};
use std::collections::BTreeSet;
use townsfolk_core::{
    Angle, CharacterId, DeciderId, Duration, MotionSetId, Number, Place, SymbolId, Tick,
};
use townsfolk_module::senses::{MindState, Motion, MotionSet, Tuning};
use townsfolk_senses::Reaction;
use townsfolk_space::{GroundPlan, Obstacle, Plate, Rect, Route, RouteStep, SearchGraph, Space};
use townsfolk_tactics::{BehaviourState, BodyOrder, Intent, Post, SkillState};

const RUNNER: [&str; 6] = ["on_fire", "chase", "search", "follow", "sleep", "wander"];

fn awake() -> Stage {
    Stage::with(&["on_fire", "chase", "search", "follow", "wander"])
}

/// A prey that is seen at every tenth of a second where it stands.
fn seen_at(stage: &mut Stage, at: Place, ticks: i64) {
    for _ in 0..ticks / 6 {
        stage.sense(0, 100, at, (0, 0), true);
        stage.run(6);
    }
}

#[test]
fn done_13_burning_breaks_off_a_chase_and_a_chase_a_search() {
    let mut stage = awake();
    stage.run(10);
    assert_eq!(stage.skill(0), "wander");
    stage.sense(0, 100, Place::metres(15, 0), (0, 0), true);
    stage.run(1);
    assert_eq!(stage.skill(0), "chase");
    for _ in 0..60 {
        stage.run(6);
        stage.age(0);
    }
    assert_eq!(stage.skill(0), "search");
    stage.sense(0, 100, Place::metres(15, 5), (0, 0), true);
    stage.run(1);
    assert_eq!(stage.skill(0), "chase");
    // Whoever still searches never takes over from a chase.
    stage.run(60);
    assert_eq!(stage.skill(0), "chase");
    stage.one().attributes.insert("burning", 1000);
    stage.one().runner.wake();
    stage.run(1);
    assert_eq!(stage.skill(0), "on_fire");
    stage.run(60);
    assert_eq!(stage.skill(0), "on_fire");
    stage.one().attributes.clear();
    stage.one().runner.wake();
    stage.run(1);
    assert_eq!(stage.skill(0), "chase", "it goes on with what is valid");
}

#[test]
fn done_15_nobody_is_ever_without_a_skill_and_a_behaviour() {
    let mut stage = awake();
    stage.run(1);
    let busy = stage.run_while(600 * 60, |stage| {
        let runner = &stage.hunters[0].runner;
        runner.skill().is_some() && !runner.stack().is_empty()
    });
    assert!(busy, "at {:?}", stage.now);
    assert!(
        stage.orders.len() > 30,
        "it walks about: {}",
        stage.orders.len()
    );
}

fn motion(name: &str, forward: i32, left: i32, turn: i32, far: bool) -> Motion {
    Motion {
        name: SymbolId::named(name),
        forward_mm: forward,
        left_mm: left,
        turn: turn * 1000,
        takes: Duration(30),
        far,
    }
}

/// A character that canvasses a circle because it burns.
fn canvassing(radius: i64, half: i32) -> Stage {
    let mut stage = Stage::with(&["on_fire", "wander"]).on(&field(half));
    stage.tune("on_fire", "radius", Tuning::Number(Number(radius)));
    stage.tune("on_fire", "lasts", Tuning::Time(Duration::seconds(600)));
    stage.tune("on_fire", "wedge", Tuning::Number(Number(100_000)));
    stage.tune("on_fire", "looks", Tuning::Number(Number(3_000)));
    stage.one().attributes.insert("burning", 1000);
    stage
}

fn motions_of(stage: &Stage) -> Vec<(SymbolId, Place)> {
    let moves = stage.orders.iter().filter_map(|(_, _, order)| match order {
        BodyOrder::MoveSo { motion, to, .. } => Some((*motion, *to)),
        _ => None,
    });
    moves.collect()
}

#[test]
fn done_16_canvass_stays_on_the_ground_covers_it_and_does_not_repeat_itself() {
    // In the open, eleven choices later: the twelfth motion is being played.
    let mut stage = canvassing(4_000, 40);
    let mut whole = 0;
    stage.run_until(12 * 40, |stage| !motions_of(stage).is_empty());
    if let Some(BehaviourState::Canvass(canvass)) = stage.hunters[0].runner.stack().last() {
        whole = canvass.grid().unwrap().left();
    }
    stage.run_until(13 * 40, |stage| motions_of(stage).len() >= 13);
    let Some(BehaviourState::Canvass(canvass)) = stage.hunters[0].runner.stack().last() else {
        panic!("it does not canvass");
    };
    let left = canvass.grid().unwrap().left();
    assert!(
        whole > 150 && left * 5 <= whole,
        "{left} of {whole} cells are left"
    );
    let motions = motions_of(&stage);
    assert!(
        motions.windows(2).all(|pair| pair[0].0 != pair[1].0),
        "{motions:?}"
    );
    // In a corner, for a long time: no end of a motion is off the ground.
    let mut stage = canvassing(2_500, 3);
    stage.one().at = Place {
        x_mm: 2_300,
        y_mm: -2_300,
        z_mm: 0,
    };
    stage.run(60 * 60);
    let motions = motions_of(&stage);
    let space = stage.space.as_ref().unwrap();
    assert!(motions.len() > 60);
    assert!(motions.iter().all(|(_, to)| space.is_walkable(*to)));
}

#[test]
fn done_17_a_small_circle_uses_no_far_motion() {
    let far: BTreeSet<SymbolId> = ["dart_ahead", "dart_left", "dart_right", "dart_back"]
        .map(SymbolId::named)
        .into();
    let used = |radius| {
        let mut stage = canvassing(radius, 40);
        stage.run(60 * 60);
        let motions = motions_of(&stage);
        motions
            .iter()
            .filter(|(motion, _)| far.contains(motion))
            .count()
    };
    assert_eq!(used(2_900), 0);
    assert!(used(3_000) > 0);
}

/// Two legs of a corridor, four metres wide, that meet in a corner.
fn l_shape() -> GroundPlan {
    let wall = |from, to| Obstacle::standing(Rect::of(from, to), 3_000);
    GroundPlan {
        plates: vec![Plate::room(Rect::of((0, 0), (20_000, 20_000)))],
        obstacles: vec![wall((0, 4_000), (16_000, 20_000))],
        ..GroundPlan::default()
    }
}

#[test]
fn done_18_the_search_graph_of_a_corner_looks_into_the_hidden_leg() {
    let (space, _) = Space::build(&l_shape());
    let start = Place::metres(1, 2);
    let graph = SearchGraph::build(&space, start, 24, 60_000);
    let eyes = |at: Place| Place { z_mm: 1_000, ..at };
    let sees = |a: Place, b: Place| space.ray(eyes(a), eyes(b));
    let hidden = Place::metres(18, 18);
    assert!(!sees(start, hidden));
    assert!(graph.points.iter().any(|point| sees(*point, hidden)));
    for (a, b) in &graph.edges {
        assert!(sees(graph.points[*a as usize], graph.points[*b as usize]));
    }
    for most in 1..6 {
        assert!(SearchGraph::build(&space, start, most, 60_000).points.len() <= most);
    }
}

#[test]
fn done_19_after_a_loss_it_visits_points_and_wanders_again_in_time() {
    let mut stage = awake().on(&l_shape());
    stage.one().at = Place::metres(2, 2);
    seen_at(&mut stage, Place::metres(17, 2), 120);
    let lost = |stage: &mut Stage| {
        for _ in 0..80 {
            stage.run(6);
            stage.age(0);
        }
    };
    lost(&mut stage);
    assert_eq!(stage.skill(0), "search");
    let began = stage.hunters[0].runner.since().unwrap();
    let mut goals: Vec<Place> = vec![];
    while stage.skill(0) == "search" {
        if let Some(SkillState::Search(search)) =
            stage.hunters[0].runner.state(SymbolId::named("search"))
            && let Some(goal) = search.goal()
            && goals.last() != Some(&goal)
        {
            goals.push(goal);
        }
        stage.run(6);
        stage.age(0);
        assert!(stage.now.since(began) <= Duration::seconds(31), "{goals:?}");
    }
    assert_eq!(stage.skill(0), "wander");
    assert!(!goals.is_empty() && goals.len() <= 5, "{goals:?}");
    // The first is the root of the graph, around the loss; then the corner, which shows the other leg.
    assert_eq!(
        goals[..2],
        [
            Place::metres(10, 2),
            Place {
                x_mm: 18_000,
                y_mm: 3_700,
                z_mm: 0
            }
        ]
    );
}

#[test]
fn done_20_a_chase_screams_once_in_an_episode_and_reorients_now_and_then() {
    let mut stage = awake();
    let prey = |stage: &Stage| Place::metres(30, (stage.now.0 / 60 % 20) as i32);
    let mut reorients = vec![];
    let mut was = "";
    for _ in 0..400 {
        let at = prey(&stage);
        stage.sense(0, 100, at, (0, 1_000), true);
        stage.one().at = Place::metres(0, 0);
        stage.run(6);
        let state = stage.state(0);
        if state == "reorienting" && was != state {
            reorients.push(stage.now.0);
        }
        was = state;
    }
    let cries = stage
        .asked
        .iter()
        .filter(|(_, _, intent)| *intent == Intent::Cry)
        .count();
    assert_eq!(cries, 1);
    assert!(reorients.len() >= 4, "{reorients:?}");
    for pair in reorients.windows(2) {
        let (gap, second) = (pair[1] - pair[0], 60);
        assert!(
            (4 * second..=8 * second + 80).contains(&gap),
            "{reorients:?}"
        );
    }
    // Lost for a moment and found again: the same episode.
    for _ in 0..35 {
        stage.run(6);
        stage.age(0);
    }
    assert_eq!(stage.skill(0), "search");
    seen_at(&mut stage, Place::metres(30, 0), 60);
    assert_eq!(stage.skill(0), "chase");
    let cries = stage
        .asked
        .iter()
        .filter(|(_, _, intent)| *intent == Intent::Cry)
        .count();
    assert_eq!(cries, 1);
}

#[test]
fn done_21_a_follower_trails_and_learns_nothing_from_its_leader() {
    let mut stage = awake();
    let follower = stage.add(Place::metres(-3, 2));
    stage.run(5);
    let before = stage.hunters[follower].records.clone();
    let mut arrived = [None; 2];
    for _ in 0..200 {
        stage.sense(0, 100, Place::metres(30, 0), (0, 0), true);
        stage.hunters[follower].runner.wake();
        stage.run(6);
        for who in [0, 1] {
            if stage.hunters[who].at.x_mm > 24_000 && arrived[who].is_none() {
                arrived[who] = Some(stage.now);
            }
        }
    }
    assert_eq!(stage.skill(follower), "follow");
    assert_eq!(stage.hunters[follower].records, before);
    assert!(
        arrived[1].is_some() && arrived[0] < arrived[1],
        "{arrived:?}"
    );
    // It senses the prey itself.
    stage.sense(follower, 100, Place::metres(30, 0), (0, 0), true);
    stage.run(1);
    assert_eq!(stage.skill(follower), "chase");
}

#[test]
fn a_follower_is_not_followed_and_a_friend_that_is_not_noticed_neither() {
    let mut stage = awake();
    let near = stage.add(Place::metres(-8, 0));
    let far = stage.add(Place::metres(-18, 0));
    stage.sense(0, 100, Place::metres(5, 0), (0, 0), true);
    stage.run(60);
    assert_eq!(stage.skill(near), "follow");
    assert_eq!(
        stage.skill(far),
        "wander",
        "the follower is in reach, the chaser is not"
    );
    let mut stage = awake();
    stage.sees_friends = false;
    let other = stage.add(Place::metres(-3, 0));
    stage.sense(0, 100, Place::metres(5, 0), (0, 0), true);
    stage.run(60);
    assert_eq!(
        stage.skill(other),
        "wander",
        "it neither sees nor hears its friend"
    );
}

fn post(id: u32, x: i32, y: i32) -> Post {
    Post {
        id,
        at: Place::metres(x, y),
        facing: Angle::EAST,
        low: false,
        rating: 900,
    }
}

#[test]
fn done_22_in_wait_it_is_silent_then_pounces_and_hides_again() {
    let mut stage = Stage::with(&["ambush", "wander"]);
    let [wait, retreat] = ["wait", "retreat"].map(DeciderId::named);
    stage.tune("ambush", "waits_at", Tuning::Posts(wait));
    stage.tune("ambush", "retreats_to", Tuning::Posts(retreat));
    stage.one().posts.insert("wait", post(1, 2, 2));
    stage.one().posts.insert("retreat", post(2, -8, 2));
    seen_at(&mut stage, Place::metres(12, 0), 300);
    assert_eq!(stage.state(0), "lying in wait");
    assert!(stage.one().at.is_within(Place::metres(2, 2), 300));
    let sounds = |stage: &Stage| {
        let loud =
            |intent: &Intent| matches!(intent, Intent::Cry | Intent::Bark(_) | Intent::Sound(..));
        stage
            .asked
            .iter()
            .filter(|(_, _, intent)| loud(intent))
            .count()
    };
    assert_eq!(sounds(&stage), 0);
    // The prey comes within four metres.
    seen_at(&mut stage, Place::metres(5, 2), 6);
    assert_eq!(stage.state(0), "rushing");
    let mut struck = None;
    for _ in 0..60 {
        seen_at(&mut stage, Place::metres(5, 2), 6);
        let strikes =
            |(_, _, order): &&(i64, usize, BodyOrder)| matches!(order, BodyOrder::Strike(_));
        struck = struck.or_else(|| stage.orders.iter().find(strikes).map(|(tick, ..)| *tick));
    }
    let struck = struck.expect("it strikes");
    let hides = stage.orders.iter().find(|(tick, _, order)| {
        let to_post = |to: &Place| to.is_within(Place::metres(-8, 2), 300);
        *tick > struck && matches!(order, BodyOrder::Go { to, .. } if to_post(to))
    });
    let (hides, ..) = hides.expect("it retreats");
    assert!(hides - struck <= 5 * 60, "{hides} after {struck}");
}

#[test]
fn done_23_it_throws_ahead_never_runs_out_and_dies_without_growths() {
    let mut stage = Stage::with(&["throw", "chase", "wander"]);
    stage.module.senses.motions = vec![MotionSet {
        id: MotionSetId::named("tears"),
        name: SymbolId::named("tears"),
        motions: ["left_arm", "right_arm", "chest"]
            .map(|name| motion(name, 0, 0, 0, false))
            .to_vec(),
    }];
    stage.tune(
        "throw",
        "tears",
        Tuning::Motions(MotionSetId::named("tears")),
    );
    stage.tune("throw", "growths", Tuning::Number(Number::whole(3)));
    for _ in 0..1_000 {
        stage.one().at = Place::metres(0, 0);
        stage.sense(0, 100, Place::metres(12, 0), (0, 2_000), true);
        stage.run(6);
    }
    let thrown: Vec<Place> = stage
        .orders
        .iter()
        .filter_map(|(_, _, order)| match order {
            BodyOrder::ThrowAt(at) => Some(*at),
            _ => None,
        })
        .collect();
    assert!(
        thrown.len() >= 10,
        "more throws than growths: {}",
        thrown.len()
    );
    assert!(
        thrown.iter().all(|at| at.y_mm > 1_500 && at.y_mm <= 4_000),
        "{thrown:?}"
    );
    let tears: BTreeSet<SymbolId> = motions_of(&stage)
        .iter()
        .map(|(motion, _)| *motion)
        .collect();
    assert!(tears.len() >= 3);
    let clouds = stage
        .asked
        .iter()
        .filter(|(_, _, i)| matches!(i, Intent::Cloud { .. }))
        .count();
    assert!(clouds + 1 >= thrown.len());
    // One is left: there is no choice any more. None: it dies.
    stage.one().attributes.insert("plates", 1_000);
    stage.orders.clear();
    for _ in 0..200 {
        stage.one().at = Place::metres(0, 0);
        stage.sense(0, 100, Place::metres(12, 0), (0, 2_000), true);
        stage.run(6);
    }
    let arm = SymbolId::named("left_arm");
    let torn: Vec<SymbolId> = motions_of(&stage)
        .iter()
        .map(|(motion, _)| *motion)
        .collect();
    let torn: Vec<_> = torn
        .iter()
        .filter(|m| {
            ["left_arm", "right_arm", "chest"]
                .map(SymbolId::named)
                .contains(m)
        })
        .collect();
    assert!(!torn.is_empty() && torn.iter().all(|motion| **motion == arm));
    stage.one().attributes.insert("plates", 0);
    stage.one().runner.wake();
    stage.run(2);
    assert!(
        stage
            .asked
            .iter()
            .any(|(_, _, intent)| *intent == Intent::Die)
    );
}

#[test]
fn done_24_a_sleeper_stirs_wakes_and_is_enraged() {
    let mut stage = Stage::with(&RUNNER);
    stage.run(10);
    assert_eq!(
        (stage.skill(0).as_str(), stage.state(0)),
        ("sleep", "sleeping")
    );
    assert_eq!(stage.hunters[0].runner.mind(&stage.set), MindState::Asleep);
    let noise = Place::metres(8, 0);
    stage.hear(0, 50, true, noise);
    stage.run(2);
    assert_eq!(stage.state(0), "sleeping", "a slow creep");
    stage.hear(0, 300, true, noise);
    stage.run(2);
    assert_eq!(stage.state(0), "stirring", "a quick step");
    stage.run(120);
    assert_eq!(stage.state(0), "sleeping");
    stage.run(30 * 60);
    stage.hear(0, 500, false, noise);
    stage.run(2);
    assert_eq!(stage.state(0), "looking for what woke it");
    stage.run(6 * 60);
    assert_eq!(stage.state(0), "sleeping");
    stage.hear(0, 500, false, noise);
    stage.run(2);
    assert_eq!(stage.skill(0), "chase", "the second loud noise");
    for _ in 0..600 {
        stage.run(6);
        stage.age(0);
    }
    assert_eq!(stage.skill(0), "wander");
    stage.run(60 * 60);
    assert_eq!(stage.skill(0), "wander", "for good");
    let Some(SkillState::Sleep(sleep)) = stage.one().runner.state(SymbolId::named("sleep")) else {
        panic!("it has slept");
    };
    assert!(sleep.is_woken());
}

fn with_route(plan: GroundPlan) -> GroundPlan {
    let route = Route {
        name: "beat".into(),
        steps: vec![
            RouteStep::To(Place::metres(5, 0)),
            RouteStep::Pause(2_000),
            RouteStep::To(Place::metres(5, 5)),
            RouteStep::To(Place::metres(0, 0)),
        ],
    };
    GroundPlan {
        routes: vec![route],
        ..plan
    }
}

#[test]
fn done_25_a_route_repeats_until_a_chase_and_then_places_are_drawn() {
    let mut stage = awake().on(&with_route(field(12)));
    stage.tune("wander", "along", Tuning::Word(SymbolId::named("beat")));
    stage.run(60 * 60);
    let walks = |stage: &Stage| -> Vec<Place> {
        let orders = stage.orders.iter().filter_map(|(_, _, order)| match order {
            BodyOrder::Go { to, .. } => Some(*to),
            _ => None,
        });
        orders.collect()
    };
    let beat = walks(&stage);
    let round = [
        Place::metres(5, 0),
        Place::metres(5, 5),
        Place::metres(0, 0),
    ];
    assert!(beat.len() > 6);
    assert!(
        beat.iter()
            .zip(round.iter().cycle())
            .all(|(to, step)| to == step),
        "{beat:?}"
    );
    let looks = stage
        .orders
        .iter()
        .filter(|(_, _, order)| *order == BodyOrder::LookAbout)
        .count();
    assert!(looks >= 2, "it looks about at the marker");
    stage.sense(0, 100, Place::metres(6, 6), (0, 0), true);
    while stage.now.0 < 120 * 60 {
        stage.run(6);
        stage.age(0);
    }
    assert_eq!(stage.skill(0), "wander");
    assert_eq!(stage.state(0), "wandering at random");
}

#[test]
fn done_25_places_that_were_crossed_are_not_drawn_until_all_are() {
    let rooms = (0..6).flat_map(|x| (0..6).map(move |y| (x * 4_000, y * 4_000)));
    let plates = rooms.map(|(x, y)| Plate::outdoors(Rect::of((x, y), (x + 4_000, y + 4_000))));
    let plan = GroundPlan {
        plates: plates.collect(),
        ..GroundPlan::default()
    };
    let mut stage = Stage::with(&["wander"]).on(&plan);
    stage.one().at = Place::metres(2, 2);
    let mut most = 0;
    let mut goals: Vec<Place> = vec![];
    let mut repeated = 0;
    for _ in 0..20_000 {
        stage.run(1);
        let Some(SkillState::Wander(wander)) =
            stage.hunters[0].runner.state(SymbolId::named("wander"))
        else {
            continue;
        };
        let visited = wander.visited();
        if visited.len() < most {
            break;
        }
        most = visited.len();
        if let Some((_, _, BodyOrder::Go { .. })) = stage.orders.last()
            && let Some(BehaviourState::MoveTo(walk)) = stage.hunters[0].runner.stack().last()
            && let Some(goal) = walk.corners().last()
            && goals.last() != Some(goal)
        {
            let space = stage.space.as_ref().unwrap();
            let poly = space.poly_at(*goal).unwrap();
            repeated += usize::from(visited.contains(&poly));
            goals.push(*goal);
        }
    }
    assert!(goals.len() > 5);
    assert_eq!(repeated, 0);
    assert!(most >= 30, "{most} of 36");
}

#[test]
fn done_27_without_throw_it_chases() {
    let with = Stage::with(&["throw", "chase", "wander"]);
    let without = Stage::with(&["chase", "wander"]);
    for (mut stage, skill) in [(with, "throw"), (without, "chase")] {
        stage.sense(0, 100, Place::metres(12, 0), (0, 0), true);
        stage.run(1);
        assert_eq!(stage.skill(0), skill);
        seen_at(&mut stage, Place::metres(12, 0), 600);
        let reached = stage.one().at.is_within(Place::metres(12, 0), 9_000);
        assert!(reached, "{skill}");
    }
}

#[test]
fn done_28_the_same_inputs_give_the_same_decisions() {
    let play = || {
        let mut stage = awake();
        stage.add(Place::metres(-3, 2));
        seen_at(&mut stage, Place::metres(9, 3), 600);
        for _ in 0..200 {
            stage.run(6);
            stage.age(0);
        }
        stage
    };
    let (a, b) = (play(), play());
    assert_eq!(a.orders, b.orders);
    assert_eq!(a.asked, b.asked);
    for (a, b) in a.hunters.iter().zip(&b.hunters) {
        assert_eq!(a.runner, b.runner);
        assert!(!a.runner.log().decisions().is_empty());
    }
}

#[test]
fn a_noise_is_chased_like_prey_inspected_and_dropped() {
    let mut stage = awake();
    stage.hear(0, 900, false, Place::metres(6, 0));
    let subject = stage.hunters[0].records.all()[0].subject;
    let now = stage.now;
    stage.one().records.confirm(subject, now);
    stage.one().runner.wake();
    stage.run(1);
    assert_eq!(stage.skill(0), "chase");
    stage.run_until(600, |stage| stage.state(0) == "inspecting a noise");
    stage.run_until(600, |stage| stage.skill(0) == "wander");
    assert!(stage.hunters[0].records.is_empty());
    let strikes = |(_, _, order): &&(i64, usize, BodyOrder)| matches!(order, BodyOrder::Strike(_));
    assert_eq!(stage.orders.iter().filter(strikes).count(), 0);
}

#[test]
fn an_uneasy_wanderer_slows_down_and_a_louder_noise_makes_it_listen() {
    let mut stage = awake();
    stage.run(10);
    stage.one().awareness.reaction = Reaction::Uneasy;
    stage.one().runner.wake();
    stage.run(2);
    let pace = |stage: &Stage| {
        stage
            .orders
            .iter()
            .rev()
            .find_map(|(_, _, order)| match order {
                BodyOrder::Go { pace, .. } => Some(*pace),
                _ => None,
            })
    };
    assert_eq!(pace(&stage), Some(700));
    assert_eq!(
        stage.hunters[0].runner.mind(&stage.set),
        MindState::Agitated
    );
    stage.one().awareness.reaction = Reaction::Turning;
    stage.hear(0, 400, false, Place::metres(0, 9));
    stage.run(2);
    assert!(matches!(
        stage.hunters[0].runner.stack().last(),
        Some(BehaviourState::Listen(_))
    ));
    stage.one().awareness.reaction = Reaction::Calm;
    stage.run(200);
    assert_eq!(pace(&stage), Some(1_200), "it walks on");
}

#[test]
fn a_runner_in_mid_chase_goes_on_the_same_after_save_and_load() {
    let mut stage = awake();
    seen_at(&mut stage, Place::metres(30, 3), 150);
    let bytes = postcard::to_allocvec(&stage.hunters[0].runner).unwrap();
    let mut loaded = stage.clone();
    loaded.one().runner = postcard::from_bytes(&bytes).unwrap();
    for stage in [&mut stage, &mut loaded] {
        seen_at(stage, Place::metres(30, 3), 300);
    }
    assert_eq!(stage.orders, loaded.orders);
    assert_eq!(stage.hunters[0].runner, loaded.hunters[0].runner);
    assert_eq!(named("chase"), stage.hunters[0].runner.skill());
}

#[test]
fn without_ground_it_still_wanders_and_chases() {
    let mut stage = awake();
    stage.space = None;
    stage.run(600);
    assert_eq!(stage.skill(0), "wander");
    assert!(!stage.orders.is_empty());
    seen_at(&mut stage, Place::metres(9, 3), 600);
    assert!(stage.one().at.is_within(Place::metres(9, 3), 3_000));
    let _ = (CharacterId(1), Tick(0));
}
