//! Records, hearing and the grid.

use crate::hearing::{OpenGround, Rays, effective_reach, factor, heard};
use crate::*;
use proptest::prelude::*;
use townsfolk_core::{CharacterId, Duration, HostId, Place, SenseId, StimulusId, SymbolId, Tick};
use townsfolk_module::senses::{HearingFactor, MindState, Response, SenseProfile};

const NOISE: StimulusId = StimulusId::named("noise");

fn keen() -> SenseProfile {
    SenseProfile {
        id: SenseId::named("keen"),
        name: SymbolId::named("keen"),
        hearing: [800, 3_000, 4_500, 6_000, 6_000],
        hears: vec![],
        sight: None,
        infers_causes: false,
        responses: vec![Response {
            difficulty: None,
            agitate: 150,
            react: 350,
            chase: 900,
        }],
        gain: 1000,
        decay: 250,
        warning: Duration(42),
        startle: 1000,
        hearing_max_mm: 60_000,
        loses_after: Duration(180),
        forgets_after: Duration(3600),
    }
}

fn human() -> SenseProfile {
    SenseProfile {
        hearing: [1000; 5],
        ..keen()
    }
}

fn noise(reach_mm: u32) -> Sound {
    Sound {
        kind: NOISE,
        at: Place::default(),
        reach_mm,
        loudness: Strength::thousandths(900),
        by: None,
        cause: None,
        soft: false,
        spot: 1,
    }
}

fn hears(profile: &SenseProfile, state: MindState, mm: i32, rays: &dyn Rays) -> Option<Strength> {
    let sound = noise(2_000);
    let reach = effective_reach(profile, &sound, factor(profile, state, &sound, |_| false));
    let ears = Place {
        x_mm: mm,
        ..Place::default()
    };
    heard(&sound, reach, ears, rays, &[], Tick(0))
}

#[test]
fn an_alert_hunter_hears_six_times_as_far_as_a_human() {
    let at = |profile, mm| hears(&profile, MindState::Chasing, mm, &OpenGround).is_some();
    assert!(at(human(), 1_900) && !at(human(), 2_100));
    assert!(at(keen(), 11_900) && !at(keen(), 12_100));
}

#[test]
fn who_is_less_aware_hears_less() {
    let farthest = |state| {
        let mm = (0..20_000).rev();
        mm.into_iter()
            .find(|mm| hears(&keen(), state, *mm, &OpenGround).is_some_and(|s| s > Strength::ZERO))
    };
    let reaches = MindState::ALL.map(farthest);
    assert!(reaches.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(reaches[0] < reaches[1] && reaches[1] < reaches[2] && reaches[2] < reaches[3]);
}

/// Walls that leave so many of three rays open.
struct Open(std::cell::Cell<u32>, u32);

impl Rays for Open {
    fn is_open(&self, _from: Place, _to: Place) -> bool {
        let seen = self.0.get();
        self.0.set(seen + 1);
        seen % 3 < self.1
    }
}

#[test]
fn each_blocked_ray_takes_a_third_of_the_strength() {
    let with = |open| {
        let rays = Open(std::cell::Cell::new(0), open);
        let found = hears(&human(), MindState::Unaware, 1_000, &rays);
        assert_eq!(rays.0.get(), 3);
        found
    };
    let full = with(3).unwrap();
    assert_eq!(full, Strength::thousandths(450));
    assert_eq!(with(1), Some(Strength::thousandths(150)));
    assert_eq!(with(0), None);
}

#[test]
fn no_ray_is_cast_beyond_the_reach() {
    let rays = Open(std::cell::Cell::new(0), 3);
    assert_eq!(hears(&human(), MindState::Unaware, 2_001, &rays), None);
    assert_eq!(rays.0.get(), 0);
}

#[test]
fn a_profile_can_be_deaf_to_a_kind_of_maker() {
    let crouched = HostId::named("crouched");
    let mut profile = human();
    profile.hears = vec![HearingFactor {
        stimulus: NOISE,
        of: Some(crouched),
        factor: 0,
    }];
    let sound = noise(2_000);
    let factor = |has| {
        factor(&profile, MindState::Unaware, &sound, |name| {
            has && name == crouched
        })
    };
    assert_eq!((factor(true), factor(false)), (0, 1000));
    assert_eq!(hearing::greatest_factor(&profile), 1000);
}

fn impression(subject: Sensed, x: i32, sense: Sense, sure: bool) -> Impression {
    Impression {
        subject,
        at: Place::metres(x, 0),
        velocity: None,
        sense,
        strength: Strength::thousandths(300),
        sure,
        attackable: matches!(subject, Sensed::Character(_)),
        uncertainty_mm: 0,
        by: CharacterId(1),
    }
}

fn prey(number: u32) -> Sensed {
    Sensed::Character(CharacterId(number))
}

#[test]
fn there_is_one_record_for_each_subject_and_the_newest_stamp_wins() {
    let mut records = Records::default();
    records.sense(&impression(prey(9), 1, Sense::Heard, false), Tick(1));
    records.sense(&impression(prey(9), 2, Sense::Seen, true), Tick(2));
    let record = *records.of(prey(9)).unwrap();
    assert_eq!(records.all().len(), 1);
    assert_eq!((record.at, record.stamp), (Place::metres(2, 0), Tick(2)));
    assert_eq!((record.heard, record.seen), (Some(Tick(1)), Some(Tick(2))));
    assert_eq!(
        (record.channel(), record.certainty),
        (Sense::Seen, Certainty::Confirmed)
    );
    // Hearing at the same tick does not overrule sight.
    records.sense(&impression(prey(9), 5, Sense::Heard, false), Tick(2));
    assert_eq!(records.of(prey(9)).unwrap().at, Place::metres(2, 0));
    assert_eq!(records.of(prey(9)).unwrap().channel(), Sense::Seen);
}

#[test]
fn what_is_not_sensed_is_lost_and_then_forgotten() {
    let mut records = Records::default();
    records.sense(&impression(prey(9), 1, Sense::Seen, true), Tick(0));
    let (loses, forgets) = (Duration(180), Duration(3600));
    assert_eq!(records.ages_at(loses, forgets), Some(Tick(180)));
    assert!(!records.age(Tick(179), loses, forgets));
    assert!(records.age(Tick(180), loses, forgets));
    assert_eq!(records.of(prey(9)).unwrap().certainty, Certainty::Lost);
    assert_eq!(records.ages_at(loses, forgets), Some(Tick(3600)));
    assert!(records.age(Tick(3600), loses, forgets) && records.is_empty());
}

#[test]
fn sounds_near_each_other_are_one_spot() {
    let mut records = Records::default();
    let spot = |n, x| impression(Sensed::Spot(n), x, Sense::Heard, false);
    assert_eq!(records.sense(&spot(1, 0), Tick(0)), Sensed::Spot(1));
    assert_eq!(records.sense(&spot(2, 1), Tick(1)), Sensed::Spot(1));
    assert_eq!(records.sense(&spot(3, 9), Tick(2)), Sensed::Spot(3));
    assert!(!records.all()[0].attackable);
}

#[test]
fn the_focus_changes_only_for_a_clearly_greater_threat() {
    let mut records = Records::default();
    records.sense(&impression(prey(1), 6, Sense::Seen, true), Tick(0));
    records.sense(&impression(prey(2), 5, Sense::Seen, true), Tick(0));
    let from = Place::default();
    assert_eq!(records.focus(None, from, Tick(0)), Some(prey(2)));
    assert_eq!(records.focus(Some(prey(1)), from, Tick(0)), Some(prey(1)));
    records.sense(&impression(prey(2), 0, Sense::Seen, true), Tick(240));
    assert_eq!(records.focus(Some(prey(1)), from, Tick(240)), Some(prey(2)));
    records.sense(
        &impression(Sensed::Spot(1), 0, Sense::Heard, true),
        Tick(240),
    );
    assert_eq!(
        records.focus(None, from, Tick(240)),
        Some(prey(2)),
        "prey matters more"
    );
}

#[test]
fn the_least_sure_and_oldest_record_gives_way() {
    let mut records = Records::default();
    for n in 0..20 {
        records.sense(
            &impression(prey(n), 0, Sense::Heard, n % 2 == 0),
            Tick(i64::from(n)),
        );
    }
    assert_eq!(records.all().len(), RECORDS_MAX);
    assert!(records.is_sound() && records.of(prey(1)).is_none());
    assert!(records.of(prey(0)).is_some() && records.of(prey(19)).is_some());
}

fn place() -> impl Strategy<Value = Place> {
    let metres = prop_oneof![-200_000..200_000, any::<i32>()];
    (metres.clone(), metres).prop_map(|(x_mm, y_mm)| Place {
        x_mm,
        y_mm,
        z_mm: 0,
    })
}

proptest! {
    /// Hearing by the grid finds exactly those that a loop over all pairs finds.
    #[test]
    fn the_grid_finds_those_that_a_loop_finds(
        moves in prop::collection::vec((0..40_u32, prop::option::weighted(0.9, place())), 1..120),
        sources in prop::collection::vec((place(), 0..400_000_u32), 1..20),
    ) {
        let mut grid = NearGrid::default();
        let mut truth = std::collections::BTreeMap::new();
        for (who, at) in moves {
            grid.put(CharacterId(who), at);
            match at {
                Some(at) => truth.insert(CharacterId(who), at),
                None => truth.remove(&CharacterId(who)),
            };
        }
        let mut found = vec![];
        for (at, within) in sources {
            grid.near(at, within, &mut found);
            let loops = truth.iter().filter(|(_, place)| place.is_within(at, within));
            let loops: Vec<_> = loops.map(|(who, place)| (*who, *place)).collect();
            prop_assert_eq!(&found, &loops);
        }
    }
}
