//! Levels of detail: what must make no difference, what must, and what people come to.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use std::sync::Arc;
use support::hamlet::{Hamlet, content};
use support::pages::{Page, Way, World, difference, quiet_story};
use support::rude::Rude;
use support::square::{asked_for, seeds};
use townsfolk::prelude::*;
use townsfolk::{
    FOCUSES_MAX, Focus, Level, MindEvent, MindFate, Recording, RejectedReport, Sabotage, WakeMode,
};
use townsfolk_core::{AreaId, MemberId, NeedId};
use townsfolk_fuzz::soak::Dice;
use townsfolk_module::mind::Degree;

const AREAS: [&str; 5] = ["house", "bar", "back_room", "workshop", "hamlet"];

/// A rude host whose player is all over the place.
struct Restless {
    rude: Rude,
    dice: Dice,
}

impl Restless {
    fn new(seed: u64, people: u32) -> Restless {
        Restless {
            rude: Rude::new(seed, people),
            dice: Dice::new(seed ^ 0xf0c5),
        }
    }

    fn tick(&mut self, executor: &dyn Executor) {
        if self.dice.below(40) == 0 {
            let report = self.about_levels();
            self.rude.folk.report(report);
        }
        self.rude.tick(executor);
    }

    fn place(&mut self) -> Place {
        let (x, y) = (
            self.dice.below(60) as i32 - 30,
            self.dice.below(60) as i32 - 20,
        );
        match self.dice.below(30) {
            0 => Place {
                x_mm: i32::MIN,
                y_mm: i32::MAX,
                z_mm: i32::MIN,
            },
            _ => Place::metres(x, y),
        }
    }

    fn radius(&mut self) -> u32 {
        match self.dice.below(12) {
            0 => 0,
            1 => u32::MAX,
            _ => 1_000 * self.dice.below(30) as u32,
        }
    }

    fn about_levels(&mut self) -> Report {
        let who = CharacterId(1 + self.dice.below(60) as u32);
        let area = AreaId::named(AREAS[self.dice.below(5)]);
        match self.dice.below(14) {
            0 => Report::LevelOf(who, Some(Level::Full)),
            1 => Report::LevelOf(who, Some(Level::Dormant)),
            2 => Report::LevelOf(who, Some(Level::Ambient)),
            3 | 4 => Report::LevelOf(who, None),
            5 => Report::Pace([0, 700, 1_400, u32::MAX][self.dice.below(4)]),
            6 => {
                let to = AreaId::named(AREAS[self.dice.below(5)]);
                Report::Way(area, to, 1_000 * self.dice.below(90) as u32)
            }
            _ => {
                let count = self.dice.below(3);
                let focus = (0..count).map(|_| Focus {
                    at: self.place(),
                    full_mm: self.radius(),
                    ambient_mm: self.radius(),
                });
                Report::Focus(focus.collect())
            }
        }
    }
}

impl World for Restless {
    const DIGEST_EVERY: i64 = 5;

    fn folk(&mut self) -> &mut Folk {
        &mut self.rude.folk
    }

    fn tick(&mut self, executor: &dyn Executor) {
        Restless::tick(self, executor);
    }
}

/// How often people changed to a level.
fn changes(pages: &[Page], to: Level) -> usize {
    let events = pages.iter().flat_map(|page| &page.events);
    let is_it = |e: &&Event| matches!(e, Event::Mind(_, MindEvent::LevelIs(level)) if *level == to);
    events.filter(is_it).count()
}

#[test]
fn a_restless_player_never_brings_levels_out_of_order() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 2_000) as i64;
    for seed in seeds(3) {
        let mut restless = Restless::new(seed, 30);
        for _ in 0..ticks {
            restless.tick(&SingleThread);
            let folk = &restless.rude.folk;
            assert_eq!(folk.violations(), [], "seed {seed}, {:?}", folk.now());
        }
    }
}

#[test]
fn looking_at_those_asleep_without_cause_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 1_500) as i64;
    for seed in seeds(2) {
        let run = |looking| {
            let way = Way {
                looking,
                ..Way::default()
            };
            quiet_story(Restless::new(seed, 30), ticks, way)
        };
        let due = run(WakeMode::WhenDue);
        for level in [Level::Dormant, Level::Ambient, Level::Full] {
            assert!(changes(&due, level) > 10, "{}", changes(&due, level));
        }
        for looking in [WakeMode::Shake(50), WakeMode::Naive] {
            assert_eq!(difference(&due, &run(looking)), None, "{looking:?}, {seed}");
        }
    }
}

#[test]
fn any_number_of_threads_tells_the_same_story_of_levels() {
    let run = |threads| {
        let way = Way {
            threads,
            ..Way::default()
        };
        quiet_story(Restless::new(4, 160), 300, way)
    };
    let one = run(1);
    for threads in [2, 8] {
        assert_eq!(difference(&one, &run(threads)), None, "{threads}");
    }
}

#[test]
fn saving_and_loading_those_asleep_at_every_tick_changes_nothing() {
    let ticks = asked_for("TOWNSFOLK_TICKS", 800) as i64;
    for seed in seeds(2) {
        let run = |save_every| {
            let way = Way {
                save_every,
                ..Way::default()
            };
            quiet_story(Restless::new(seed, 20), ticks, way)
        };
        assert_eq!(difference(&run(None), &run(Some(1))), None, "seed {seed}");
    }
}

#[test]
fn somebody_asleep_who_is_not_looked_at_makes_a_difference() {
    let run = |sabotage| {
        let way = Way {
            sabotage,
            ..Way::default()
        };
        quiet_story(Restless::new(5, 20), 800, way)
    };
    let right = run(Sabotage::None);
    assert!(difference(&right, &run(Sabotage::DroppedBeat)).is_some());
    assert!(difference(&right, &run(Sabotage::Bedridden)).is_some());
}

#[test]
fn a_recording_of_levels_played_again_is_the_same_run() {
    let mut restless = Restless::new(3, 30);
    for _ in 0..700 {
        restless.tick(&SingleThread);
    }
    restless.rude.folk.start_recording(true);
    for _ in 0..800 {
        restless.tick(&SingleThread);
    }
    let folk = &mut restless.rude.folk;
    let recording = folk.take_recording().unwrap();
    let read = Recording::read(&recording.write()).unwrap();
    let again = read
        .replay(folk.module().clone(), &SingleThread, &mut |_| {})
        .unwrap();
    assert_eq!(again.digest(), folk.digest());
}

#[test]
fn a_region_takes_those_asleep_along_and_brings_them_back() {
    for seed in seeds(3) {
        let mut restless = Restless::new(seed, 30);
        let mut out = None;
        for tick in 0..2_000 {
            let folk = &mut restless.rude.folk;
            let count = |folk: &Folk| folk.count_by_level().iter().sum::<usize>();
            match (tick % 100, out.take()) {
                (40, None) => {
                    out = Some(folk.unload_region(RegionId((tick / 100 % 2) as u16)));
                }
                (70, Some(bytes)) => {
                    let before = count(folk);
                    folk.load_region(&bytes).unwrap();
                    assert!(count(folk) > before);
                }
                (_, bytes) => out = bytes,
            }
            restless.tick(&SingleThread);
            let folk = &restless.rude.folk;
            assert_eq!(folk.violations(), [], "seed {seed}, tick {tick}");
        }
    }
}

/// A focus with so many metres of full detail, and twice as many of the background.
fn focus(x: i32, y: i32, metres: u32) -> Vec<Focus> {
    vec![Focus {
        at: Place::metres(x, y),
        full_mm: metres * 1000,
        ambient_mm: 2 * metres * 1000,
    }]
}

#[test]
fn in_changed_content_those_asleep_go_on_by_name() {
    let mut hamlet = Hamlet::at(18, 20);
    let dora = hamlet.add("dora", 21, 0);
    let carl = hamlet.add("carl", 22, 0);
    hamlet.folk.set_focus(vec![]);
    hamlet.minutes(50);
    assert_eq!(hamlet.folk.count_by_level(), [2, 0, 0]);
    assert_eq!(hamlet.folk.reload(hamlet.folk.module().clone()), []);
    assert_eq!(hamlet.folk.moved_minds(), []);
    let thirst = NeedId::named("thirst");
    let before = hamlet.folk.need(dora, thirst);
    let mut module = content();
    let carls = MemberId::named("carl");
    module.minds.people.retain(|person| person.id != carls);
    for layer in &mut module.minds.layers {
        layer
            .needs
            .retain(|need| need.id != NeedId::named("bladder"));
        let gone = |node: &str| support::hamlet::node(node);
        layer
            .nodes
            .retain(|node| node.id != gone("bladder") && node.id != gone("pee"));
    }
    hamlet.folk.reload(Arc::new(module));
    let moved: Vec<_> = hamlet
        .folk
        .moved_minds()
        .iter()
        .map(|m| (m.who, m.fate))
        .collect();
    assert_eq!(moved, [(dora, MindFate::GoesOn), (carl, MindFate::Lost)]);
    assert_eq!(hamlet.folk.need(dora, thirst), before);
    assert!(hamlet.folk.character(carl).unwrap().at.is_some());
    assert_eq!(hamlet.folk.violations(), []);
}

#[test]
fn a_million_focuses_and_levels_for_nobody_are_heard_as_far_as_they_make_sense() {
    let mut hamlet = Hamlet::at(18, 20);
    let dora = hamlet.add("dora", 21, 0);
    let mute = hamlet.folk.add_character(Newcomer::default());
    hamlet.tick();
    let mut many = vec![focus(-500, 0, 1)[0]; FOCUSES_MAX];
    many.extend(vec![focus(21, 0, 10)[0]; 1_000_000]);
    hamlet.folk.report(Report::Focus(many));
    hamlet
        .folk
        .report(Report::LevelOf(CharacterId(77), Some(Level::Full)));
    hamlet
        .folk
        .report(Report::LevelOf(mute, Some(Level::Dormant)));
    hamlet.tick();
    let events = &hamlet.folk.output().events;
    for why in [
        RejectedReport::TooManyFocuses,
        RejectedReport::NoSuchCharacter(CharacterId(77)),
        RejectedReport::NoMind(mute),
    ] {
        assert!(events.contains(&Event::RejectedReport(why)), "{why:?}");
    }
    hamlet.minutes(5);
    assert_eq!(hamlet.folk.level_of(dora), Some(Level::Dormant));
    assert_eq!(hamlet.folk.level_of(mute), None);
}

/// Everybody who is raised works out what they have seen meanwhile: that is spread over ticks.
#[test]
fn a_crowd_is_raised_little_by_little_and_the_nearest_first() {
    let crowd = |looking: WakeMode| {
        let mut hamlet = Hamlet::at(18, 20);
        hamlet.folk.looking = looking;
        hamlet.folk.set_focus(vec![]);
        let people: Vec<CharacterId> = (0..200).map(|x| hamlet.add("dora", x, 40)).collect();
        hamlet.minutes(20);
        assert_eq!(hamlet.folk.count_by_level(), [200, 0, 0]);
        hamlet.folk.set_focus(focus(200, 40, 400));
        (hamlet, people)
    };
    let (mut hamlet, people) = crowd(WakeMode::WhenDue);
    let (mut shaken, _) = crowd(WakeMode::Naive);
    for raised in [64, 128, 192, 200, 200] {
        hamlet.tick();
        shaken.tick();
        assert_eq!(hamlet.folk.count_by_level()[2], raised);
        assert_eq!(hamlet.folk.digest(), shaken.folk.digest());
        let goal = Place::metres(200, 40);
        let away = |who: &&CharacterId| hamlet.folk.place_of(**who).unwrap().distance_mm(goal);
        let full = |who: &&CharacterId| hamlet.folk.level_of(**who) == Some(Level::Full);
        let furthest_full = people.iter().filter(full).map(|who| away(&who)).max();
        let asleep = people.iter().filter(|who| !full(who));
        let nearest_asleep = asleep.map(|who| away(&who)).min();
        assert!(nearest_asleep.is_none_or(|asleep| Some(asleep) >= furthest_full));
        let bytes = hamlet.folk.save();
        let (loaded, _) = Folk::load(hamlet.folk.module().clone(), &bytes).unwrap();
        assert_eq!(loaded.digest(), hamlet.folk.digest());
        hamlet.folk = loaded;
    }
    assert_eq!(hamlet.folk.violations(), []);
}

/// Trial host.md 11: people who were added before the focus was set lived fully for a tick, and kept the
/// memory of it.
#[test]
fn a_focus_counts_for_those_who_were_added_before_it() {
    let crowd = |focus_first: bool| {
        let mut hamlet = Hamlet::at(18, 20);
        if focus_first {
            hamlet.folk.set_focus(focus(0, 40, 20));
        }
        (0..200).for_each(|x| _ = hamlet.add("dora", x, 40));
        if !focus_first {
            hamlet.folk.set_focus(focus(0, 40, 20));
        }
        hamlet.tick();
        let bytes: usize = hamlet.folk.footprint().iter().map(|part| part.bytes).sum();
        (hamlet.folk.count_by_level(), bytes)
    };
    assert_eq!(crowd(false), crowd(true));
    assert!(crowd(false).0[0] > 100, "{:?}", crowd(false));
}

#[test]
fn nobody_is_lowered_in_a_scene_and_whoever_leaves_it_is() {
    let mut hamlet = Hamlet::at(18, 20);
    hamlet.add("bea", 20, 0);
    let dora = hamlet.add("dora", 21, 0);
    hamlet.tick();
    hamlet.until(|hamlet| hamlet.folk.character(dora).unwrap().scene.is_some());
    hamlet.folk.set_focus(vec![]);
    let mut ticks = 0;
    while hamlet.folk.character(dora).unwrap().scene.is_some() {
        assert_eq!(hamlet.folk.level_of(dora), Some(Level::Full));
        hamlet.tick();
        ticks += 1;
    }
    assert!(ticks > 60, "{ticks}");
    hamlet.minutes(2);
    assert_eq!(hamlet.folk.level_of(dora), Some(Level::Dormant));
    assert!(hamlet.folk.need(dora, NeedId::named("thirst")) < Degree::HALF);
    assert_eq!(hamlet.folk.violations(), []);
}

/// At six calendar seconds to a stage second, carl walks from home to work in the morning.
#[test]
fn done_38_somebody_raised_on_the_way_to_work_is_on_the_way_and_arrives_as_late_as_the_others() {
    let workshop = AreaId::named("workshop");
    let at_work = |hamlet: &Hamlet, who| hamlet.folk.area_of(who) == Some(workshop);
    let arrival = |level: Option<Level>| {
        let mut hamlet = Hamlet::at(6, 6);
        let carl = hamlet.add("carl", -20, 0);
        hamlet.tick();
        if let Some(level) = level {
            hamlet.folk.report(Report::LevelOf(carl, Some(level)));
        }
        hamlet.until(|hamlet| at_work(hamlet, carl));
        hamlet.folk.moment().0 - 7 * 3600
    };
    let near = arrival(None);
    for level in [Level::Ambient, Level::Dormant] {
        let far = arrival(Some(level));
        assert!(
            (far - near).abs() * 10 <= near,
            "{far} s instead of {near} s"
        );
    }

    let mut hamlet = Hamlet::at(6, 6);
    let carl = hamlet.add("carl", -20, 0);
    hamlet.folk.set_focus(vec![]);
    hamlet.until(|hamlet| hamlet.folk.moment().0 >= 7 * 3600);
    let home = hamlet.folk.place_of(carl).unwrap();
    hamlet.minutes(1);
    hamlet.lines.clear();
    hamlet.folk.set_focus(focus(-10, 15, 30));
    hamlet.tick();
    assert_eq!(hamlet.folk.level_of(carl), Some(Level::Full));
    let place = hamlet.folk.character(carl).unwrap().at.unwrap();
    let gone = home.distance_mm(place);
    // Ten seconds less up to one to part from home, at 1.4 m/s.
    assert!((12_600..=14_000).contains(&gone), "{gone} mm");
    hamlet.until(|hamlet| at_work(hamlet, carl));
    let late = hamlet.folk.moment().0 - 7 * 3600;
    assert!(
        (late - near).abs() * 10 <= near,
        "{late} s instead of {near} s"
    );
    hamlet.minutes(1);
    expect_test::expect![[r#"
        07:01 carl LevelIs(Full)
        07:01 carl wants to go_to_work
        07:01 carl: walk_to
        07:02 carl is carpenter
        07:02 carl gave up go_to_work
    "#]]
    .assert_eq(&hamlet.story("carl", &["saw"]));
}

/// The straight way from the house to the bar leads through the well house.
#[test]
fn nobody_is_raised_inside_walls_they_had_no_business_in() {
    let mut module = content();
    module.minds.areas.push(townsfolk_module::mind::Area {
        id: AreaId::named("well_house"),
        within: Some(AreaId::named("hamlet")),
    });
    module.sort();
    let mut hamlet = Hamlet::of(Arc::new(module), 15, 6, 1);
    let walls = townsfolk::Extent::around(Place::metres(0, 0), 6_000);
    hamlet
        .folk
        .lay_out(AreaId::named("well_house"), vec![walls]);
    let bea = hamlet.add("bea", -20, 0);
    hamlet.folk.set_focus(vec![]);
    hamlet.until(|hamlet| hamlet.folk.area_of(bea) == Some(AreaId::named("well_house")));
    hamlet.folk.set_focus(focus(0, 0, 50));
    hamlet.tick();
    assert_eq!(hamlet.folk.level_of(bea), Some(Level::Full));
    let at = hamlet.folk.character(bea).unwrap().at.unwrap();
    assert!(!walls.holds(at), "{at:?}");
    assert!(at.distance_mm(Place::metres(0, 0)) < 10_000, "{at:?}");
}

#[test]
fn who_walks_into_the_focus_is_raised_at_its_border() {
    let mut hamlet = Hamlet::at(15, 6);
    let bea = hamlet.add("bea", -20, 0);
    hamlet.folk.set_focus(vec![Focus {
        at: Place::metres(20, 0),
        full_mm: 12_000,
        ambient_mm: 22_000,
    }]);
    let distance = |hamlet: &Hamlet| {
        let at = hamlet.folk.place_of(bea).unwrap();
        at.distance_mm(Place::metres(20, 0))
    };
    for (level, border) in [(Level::Ambient, 22_000), (Level::Full, 12_000)] {
        hamlet.until(|hamlet| hamlet.folk.level_of(bea) == Some(level));
        let distance = distance(&hamlet);
        assert!(
            (border - 1_000..=border).contains(&distance),
            "{level:?} at {distance}"
        );
    }
    hamlet.minutes(6);
    let barman = RoleId::named("barman");
    assert!(hamlet.folk.character(bea).unwrap().roles.contains(&barman));
}

/// Nobody has looked all day, and yet everybody can say where they and the others were.
#[test]
fn who_was_asleep_says_where_people_were_and_is_never_wrong() {
    let mut hamlet = Hamlet::at(6, 60);
    let names = ["carl", "bea", "dora", "carl", "bea"];
    let people: Vec<_> = names.iter().map(|name| hamlet.add(name, -20, 0)).collect();
    hamlet.folk.set_focus(vec![]);
    let mut truth = vec![];
    let mut answers = 0;
    for minute in 0..20 * 60 {
        hamlet.minutes(1);
        // Now and then somebody looks at the bar for a while.
        match minute % 300 {
            200 => hamlet.folk.set_focus(focus(20, 0, 12)),
            260 => hamlet.folk.set_focus(vec![]),
            _ => {}
        }
        let moment = hamlet.folk.moment();
        let places = people.iter().map(|who| {
            let place = hamlet.folk.place_of(*who);
            (hamlet.folk.area_of(*who), place)
        });
        truth.push((moment, places.collect::<Vec<_>>()));
    }
    for window in truth.windows(3) {
        let [before, (moment, places), after] = window else {
            continue;
        };
        for witness in &people {
            for (index, (whom, (area, place))) in people.iter().zip(places).enumerate() {
                // Who only passes through a place need not remember it.
                let stays = before.1[index].1 == *place && after.1[index].1 == *place;
                if let Some(answer) = hamlet.folk.where_was(*witness, *whom, *moment) {
                    answers += 1;
                    assert_eq!(
                        Some(answer.area),
                        *area,
                        "{witness:?} of {whom:?} at {moment}"
                    );
                } else if witness == whom && stays {
                    assert_eq!(*area, None, "{whom:?} forgot {moment}");
                }
            }
        }
    }
    let possible = truth.len() * people.len();
    assert!(answers > possible, "{answers} of {possible}");
}

/// The tolerances of the book. Eight of its twenty seeds do: what chance adds with them is less than
/// what the tolerances leave (`townsfolk bench minds` plays all twenty).
#[test]
fn levels_agree_and_broken_ones_do_not() {
    use townsfolk_bench::minds::agreement::{
        ACQUAINTANCES_PART, Days, NEEDS_PART, PLACES_POINTS, difference, live, mean,
    };
    let module = townsfolk_bench::minds::district::compile().unwrap();
    let lives = |level, sabotage| {
        let meddle = |folk: &mut Folk| folk.sabotage = sabotage;
        let life = |seed| live(&module, seed, level, Days::default(), &meddle);
        mean(&[1, 2, 3, 4, 5, 6, 7, 8].map(life))
    };
    let full = lives(Level::Full, Sabotage::None);
    assert!(full.acquaintances > 5.0, "{}", full.acquaintances);
    let agree = |level, sabotage| {
        let (places, needs, met) = difference(&full, &lives(level, sabotage));
        println!("{level:?} {sabotage:?}: {places:.2} points, needs {needs:.3}, met {met:.3}");
        [
            places <= PLACES_POINTS,
            needs <= NEEDS_PART,
            met <= ACQUAINTANCES_PART,
        ]
    };
    for level in [Level::Ambient, Level::Dormant] {
        assert_eq!(agree(level, Sabotage::None), [true; 3], "{level:?}");
    }
    for (broken, sabotage) in [
        Sabotage::Bedridden,
        Sabotage::NeglectedNeeds,
        Sabotage::Unsociable,
    ]
    .into_iter()
    .enumerate()
    {
        let agrees = agree(Level::Ambient, sabotage);
        assert!(!agrees[broken], "{sabotage:?} was not noticed");
    }
}

/// Somebody who was about to be served when the schedule called was never looked at again, and stayed
/// at home for the day.
#[test]
fn the_dormant_are_where_the_ambient_are_whatever_came_in_the_way_of_the_schedule() {
    use townsfolk_bench::minds::agreement::{Days, difference, live};
    let module = townsfolk_bench::minds::district::compile().unwrap();
    for seed in [103, 104] {
        let life = |level| live(&module, seed, level, Days::default(), &|_| {});
        let (places, needs, met) = difference(&life(Level::Ambient), &life(Level::Dormant));
        assert_eq!((places, needs, met), (0.0, 0.0, 0.0), "seed {seed}");
    }
}

/// Whoever had seen to a need elsewhere in the house was there all at once when the schedule called.
#[test]
fn nobody_asleep_goes_faster_than_they_walk() {
    use townsfolk_bench::minds::district::{District, compile};
    let module = compile().unwrap();
    for ambient_mm in [0, u32::MAX] {
        let mut district = District::new(&module, 1, 12);
        district.folk.set_focus(vec![Focus {
            at: Place::metres(0, 0),
            full_mm: 0,
            ambient_mm,
        }]);
        (0..60).for_each(|_| district.tick());
        let places = |district: &District| -> Vec<Place> {
            let people = district.people.iter();
            people
                .map(|who| district.folk.place_of(*who).unwrap())
                .collect()
        };
        let mut before = places(&district);
        let mut moved = 0;
        for _ in 0..30 * 3_600 {
            district.tick();
            let now = places(&district);
            for (from, to) in before.iter().zip(&now) {
                // 1.4 m/s, and two roundings.
                assert!(from.distance_mm(*to) <= 1_400 / 60 + 2, "{from:?} {to:?}");
                moved += usize::from(from != to);
            }
            before = now;
        }
        assert!(moved > 1_000, "{moved}");
    }
}
