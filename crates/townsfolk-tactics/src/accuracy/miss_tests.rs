//! Misses in a plain with a box for cover, each shot followed exactly.

use super::*;
use crate::accuracy::CoverUse;
use crate::accuracy::pressure::Pressure;
use crate::accuracy::relevance::tests::{player, shooter};
use townsfolk_core::{CharacterId, Seed, SiteId};

/// A plain with a box between the player at the origin and shooters in the east. The player sees
/// what lies within a cone in front of its camera.
struct Plain {
    /// The near and the far face, half of the width, and the height of the box.
    cover: Option<[i64; 4]>,
    view: Angle,
    cone: u32,
}

impl Lines for Plain {
    fn impact(&self, muzzle: Place, aim: Place) -> Impact {
        let [x, y, z] = [muzzle.x_mm, muzzle.y_mm, muzzle.z_mm].map(i64::from);
        let [dx, dy, dz] = [
            aim.x_mm - muzzle.x_mm,
            aim.y_mm - muzzle.y_mm,
            aim.z_mm - muzzle.z_mm,
        ]
        .map(i64::from);
        // Positions along the shot in millionths of the way to the aim.
        let at = |t: i64| {
            [
                x + dx * t / 1_000_000,
                y + dy * t / 1_000_000,
                z + dz * t / 1_000_000,
            ]
        };
        let mut first: Option<i64> = None;
        let mut note = |t: i64| first = Some(first.map_or(t, |known| known.min(t)));
        if dz < 0 {
            note(z * 1_000_000 / -dz);
        }
        if let Some([near, far, half, height]) = self.cover {
            let crosses = |x_face: i64| {
                let t = (x_face - x) * 1_000_000 / dx;
                let [_, side, up] = at(t);
                (side.abs() <= half && (0..=height).contains(&up)).then_some(t)
            };
            let ends = |y_face: i64| {
                let t = (y_face - y) * 1_000_000 / dy;
                let [along, _, up] = at(t);
                (t > 0 && (near..=far).contains(&along) && (0..=height).contains(&up)).then_some(t)
            };
            if dx < 0 {
                crosses(far).into_iter().for_each(&mut note);
            }
            if dy != 0 {
                [half, -half]
                    .into_iter()
                    .filter_map(ends)
                    .for_each(&mut note);
            }
        }
        let t = first.filter(|t| *t <= 6_000_000);
        let [x, y, z] = at(t.unwrap_or(6_000_000)).map(|mm| mm as i32);
        Impact {
            at: Place {
                x_mm: x,
                y_mm: y,
                z_mm: z,
            },
            is_surface: t.is_some(),
        }
    }

    fn is_in_view(&self, at: Place) -> bool {
        self.view.between(Angle::from_to(player().at, at)) <= self.cone
    }

    fn view(&self) -> Angle {
        self.view
    }
}

fn open() -> Plain {
    Plain {
        cover: None,
        view: Angle::EAST,
        cone: 50_000,
    }
}

fn behind(height: i64) -> Plain {
    Plain {
        cover: Some([550, 950, 600, height]),
        ..open()
    }
}

fn covered(is_half: bool, is_peeking: bool) -> Target {
    Target {
        crouches: is_half,
        eye_mm: if is_half { 1_000 } else { 1_600 },
        cover: Some(CoverUse {
            is_half,
            middle: Place::metres(0, 0).offset((750, 0)),
            half_width_mm: 600,
            height_mm: if is_half { 1_100 } else { 2_200 },
            normal: Angle::degrees(180),
            peeks: [true, false, is_half],
            is_peeking,
        }),
        ..player()
    }
}

fn draw(n: i64) -> Draw {
    Draw::at(Seed(4), 9, Tick(n), SiteId(1))
}

fn shot<'a>(
    target: &'a Target,
    lines: &'a Plain,
    shooter: u32,
    muzzle: Place,
    draw: Draw,
    now: i64,
) -> Shot<'a> {
    Shot {
        target,
        shooter: CharacterId(shooter),
        muzzle,
        lines,
        draw,
        now: Tick(now),
    }
}

/// Misses of shots from random places in the east.
fn shots(target: &Target, lines: &Plain, count: i64) -> Vec<(Place, Miss)> {
    let mut misses = Misses::default();
    let mut all = vec![];
    for n in 0..count {
        let d = draw(n);
        let (x, y) = (
            d.between(900, 4_000, 30_000) as i32,
            d.between(901, -6_000, 6_000) as i32,
        );
        let muzzle = Place {
            z_mm: 1_400,
            ..player().at.offset((x, y))
        };
        let shot = shot(target, lines, 1, muzzle, d, n);
        if let Some(miss) = misses.choose(&shot, &[]) {
            all.push((muzzle, miss));
        }
    }
    assert!(
        all.len() as i64 * 100 >= count * 99,
        "{} of {count} were fired",
        all.len()
    );
    all
}

fn share(shots: &[(Place, Miss)], which: impl Fn(&Miss) -> bool) -> usize {
    shots.iter().filter(|(_, miss)| which(miss)).count() * 1000 / shots.len()
}

/// The least distance of a shot from the middle of the player, by walking along it.
fn least_distance(muzzle: Place, end: Place) -> i64 {
    let steps = 400;
    let at = |n: i64| {
        let part = |a: i32, b: i32| i64::from(a) + (i64::from(b) - i64::from(a)) * n / steps;
        let (x, y) = (part(muzzle.x_mm, end.x_mm), part(muzzle.y_mm, end.y_mm));
        (x * x + y * y).isqrt()
    };
    (0..=steps).map(at).min().unwrap()
}

#[test]
fn done_17_no_deliberate_miss_comes_near_the_player() {
    let moving = Target {
        velocity: (0, 4_000),
        ..player()
    };
    let cases = [
        (player(), open()),
        (moving, open()),
        (covered(false, false), behind(2_200)),
        (covered(false, true), behind(2_200)),
        (covered(true, false), behind(1_100)),
    ];
    for (target, lines) in cases {
        for (muzzle, miss) in shots(&target, &lines, 20_000) {
            let least = least_distance(muzzle, miss.impact.at);
            assert!(least >= 499, "{least} mm: {muzzle:?} {miss:?}");
        }
    }
}

#[test]
fn done_18_full_cover_takes_the_ground_at_the_open_end_and_peeking_swaps_it() {
    let hidden = shots(&covered(false, false), &behind(2_200), 5_000);
    let peeking = shots(&covered(false, true), &behind(2_200), 5_000);
    let ground = |miss: &Miss| miss.aim.zone == Zone::GroundBesideCover;
    let face = |miss: &Miss| miss.aim.zone == Zone::CoverFace;
    assert!(share(&hidden, ground) > share(&hidden, face));
    assert!(share(&peeking, ground) < share(&peeking, face));
    // The player looks east and can only peek at its left, which is north.
    let on_ground = hidden.iter().filter(|(_, miss)| ground(miss));
    assert!(on_ground.clone().count() > 1_000);
    assert!(on_ground.clone().all(|(_, miss)| miss.aim.at.y_mm >= 700));
}

#[test]
fn done_19_half_cover_is_hit_at_its_top_edge() {
    let shots = shots(&covered(true, false), &behind(1_100), 10_000);
    let top = |miss: &Miss| miss.aim.zone == Zone::TopEdge && miss.impact.is_surface;
    assert!(share(&shots, top) >= 550, "{}", share(&shots, top));
}

#[test]
fn done_20_the_ground_in_front_only_in_view_and_eyes_of_who_moves() {
    let ground = |miss: &Miss| miss.aim.zone == Zone::GroundInFront;
    assert!(share(&shots(&player(), &open(), 2_000), ground) > 550);
    let blind = Plain {
        cone: 0,
        view: Angle::degrees(180),
        ..open()
    };
    assert_eq!(share(&shots(&player(), &blind, 2_000), ground), 0);
    let moving = Target {
        velocity: (0, 4_000),
        ..player()
    };
    let at_eyes = |miss: &Miss| (miss.aim.at.z_mm - 1_600).abs() <= 300;
    let passing = |miss: &Miss| at_eyes(miss) && miss.aim.zone == Zone::PastFace;
    assert!(share(&shots(&moving, &open(), 5_000), passing) >= 650);
}

#[test]
fn done_21_few_misses_in_cover_hit_nothing() {
    for (target, height) in [
        (covered(false, false), 2_200),
        (covered(true, false), 1_100),
    ] {
        let shots = shots(&target, &behind(height), 5_000);
        let nothing = share(&shots, |miss| !miss.impact.is_surface);
        assert!(nothing <= 150, "{nothing}");
    }
}

fn barrel(id: u32, x_mm: i32, y_mm: i32) -> Destructible {
    Destructible {
        thing: Value::Prop(townsfolk_core::PropId(id)),
        at: player().at.offset((x_mm, y_mm)),
        spectacle: 1000,
        is_intact: true,
    }
}

/// The ticks and shooters at which something broke, with the things.
fn broken(things: &[Destructible], lines: &Plain) -> Vec<(i64, Value)> {
    let mut misses = Misses::default();
    let mut all = vec![];
    for n in 0..600 {
        for id in [1, 2] {
            let by = shooter(id, 20_000, 1_000 * id as i32);
            let muzzle = Place {
                z_mm: 1_400,
                ..by.at
            };
            let draw = Draw::at(Seed(4), u64::from(id), Tick(n), SiteId(1));
            let target = player();
            let miss = misses.choose(&shot(&target, lines, id, muzzle, draw, n), things);
            if let Some(thing) = miss.and_then(|miss| miss.aim.breaks) {
                all.push((n, thing));
            }
        }
    }
    all
}

#[test]
fn done_22_things_break_in_view_once_and_at_most_every_two_seconds() {
    let seen = broken(
        &[barrel(1, 3_000, 1_500), barrel(2, 4_000, -1_500)],
        &open(),
    );
    assert_eq!(seen.len(), 2, "{seen:?}");
    assert!(seen[0].1 != seen[1].1 && seen[1].0 - seen[0].0 >= 120);
    assert_eq!(broken(&[barrel(3, -3_000, 0)], &open()), vec![]);
    let damaged = Destructible {
        is_intact: false,
        ..barrel(1, 3_000, 1_500)
    };
    assert_eq!(broken(&[damaged], &open()), vec![]);
}

#[test]
fn done_23_each_miss_is_felt_and_pressure_fades_in_two_seconds() {
    let mut pressure = Pressure::default();
    for (n, (muzzle, miss)) in (0..).zip(shots(&player(), &open(), 20)) {
        let near = pressure.note(CharacterId(1), muzzle, &miss, player().eyes(), Tick(n));
        assert_eq!((near.muzzle, near.impact), (muzzle, miss.impact.at));
    }
    assert!(pressure.now(Tick(20)) > 1_000);
    assert!(pressure.now(Tick(80)) < pressure.now(Tick(20)));
    assert_eq!(pressure.now(Tick(19 + 120)), 0);
}

#[test]
fn done_25_the_same_draws_give_the_same_misses() {
    let twice = [(); 2].map(|()| shots(&covered(true, false), &behind(1_100), 500));
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn a_burst_stays_together_and_clear() {
    let (muzzle, first) = shots(&player(), &open(), 1)[0];
    let misses = Misses::default();
    for burst in [Burst::Cluster, Burst::Line] {
        for number in 1..10 {
            let (target, lines) = (player(), open());
            let shot = shot(&target, &lines, 1, muzzle, draw(3), 0);
            let next = misses.follow(&shot, &first, burst, number);
            assert!(is_clear(&player(), muzzle, next.impact.at));
            assert!(next.aim.at.is_within(first.aim.at, 2_000));
        }
    }
}
