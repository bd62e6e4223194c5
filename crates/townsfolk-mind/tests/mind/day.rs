//! Days on the toy stage: where people are, in which role, and how they get from one to the next.

use crate::support::isaac;
use crate::support::toy::{Toy, Treatment};
use expect_test::expect;
use townsfolk_core::*;
use townsfolk_mind::Moment;
use townsfolk_module::mind::*;

const HOUR: i64 = 3600;

fn at(day: i64, hour: u32, minute: u32) -> Moment {
    Moment::on(day, Daytime::at(hour, minute))
}

/// A whole day in one place and role.
fn all_day(role: &str, area: &str) -> Vec<ScheduleEntry> {
    vec![isaac::entry(
        role,
        Daytime::at(0, 0),
        Daytime::at(0, 0),
        area,
    )]
}

#[test]
fn isaac_from_the_bar_to_bed_to_work() {
    let mut toy = Toy::new(7, at(0, 23, 0));
    toy.orders = true;
    toy.add("isaac", isaac::isaac(), "bar");
    toy.add(
        "friend",
        isaac::member("friend", all_day("barPatron", "bar")),
        "bar",
    );
    toy.run(24 * HOUR);
    expect![[r#"
        23:00 sets out
        23:00 is barPatron
        23:00 basic.action.pee
        23:03 basic.action.mingle
        23:08 basic.action.mingle
        23:09 barPatron.action.getADrink
        23:19 barPatron.action.sitDown
        23:19 basic.action.mingle
        23:24 barPatron.action.entertainMe
        23:32 basic.action.eat
        23:52 basic.action.mingle
        23:58 basic.action.mingle
        23:58 barPatron.action.getADrink
        00:08 basic.action.pee
        00:12 basic.action.mingle
        00:17 barPatron.action.sitDown
        00:17 basic.action.mingle
        00:22 barPatron.action.entertainMe
        00:33 basic.action.mingle
        00:36 barPatron.action.getADrink
        00:46 barPatron.action.sitDown
        00:46 basic.action.mingle
        00:51 barPatron.action.entertainMe
        00:56 barPatron.action.sitDown
        00:57 basic.action.mingle
        01:06 basic.action.mingle
        01:13 barPatron.action.getADrink
        01:23 basic.action.pee
        01:26 barPatron.action.sitDown
        01:26 basic.action.mingle
        01:31 barPatron.action.entertainMe
        01:39 barPatron.action.sitDown
        01:40 basic.action.mingle
        01:47 basic.action.mingle
        01:50 barPatron.action.getADrink
        02:00 must be atHome
        02:00 no longer barPatron
        02:00 sets out
        02:02 enters street
        02:12 enters home
        02:12 basic.action.goToBed
        02:12 is atHome
        09:12 basic.action.pee
        09:15 basic.action.eat
        09:35 atHome.action.sitDown
        11:00 must be chef
        11:00 no longer atHome
        11:00 sets out
        11:10 enters street
        11:12 enters bar
        11:12 enters kitchen
        11:12 is chef
        11:30 chef.action.pickUpOrders
        11:30 chef.action.getIngredients
        11:31 chef.action.cook
        11:39 chef.action.dropOffDinners
        11:45 chef.action.pickUpOrders
        11:45 chef.action.getIngredients
        11:46 chef.action.cook
        11:54 chef.action.dropOffDinners
        12:00 chef.action.pickUpOrders
        12:00 chef.action.getIngredients
        12:01 chef.action.cook
        12:09 chef.action.dropOffDinners
        12:10 enters bar
        12:10 basic.action.pee
        12:13 basic.action.mingle
        12:15 enters kitchen
        12:15 chef.action.pickUpOrders
        12:15 chef.action.getIngredients
        12:16 chef.action.cook
    "#]]
    .assert_eq(&toy.story("isaac", at(0, 23, 0), at(1, 12, 20)));
}

#[test]
fn done_02_isaac_is_in_bar_home_and_kitchen_in_the_scheduled_periods_for_seven_days() {
    let mut toy = Toy::new(11, at(0, 23, 0));
    toy.orders = true;
    toy.add("isaac", isaac::isaac(), "bar");
    let role = |name: &str| RoleId::named(name);
    // Travel takes up to 13 minutes, the handshake as long as a dish.
    let grace = 30 * 60;
    let mut taken: Vec<(RoleId, i64)> = vec![];
    for _ in 0..7 * 24 * 60 {
        toy.run(60);
        let person = &toy.people[0];
        let entries = &person.member.schedule.entries;
        let now = toy.now;
        let entry = entries
            .iter()
            .find(|entry| townsfolk_mind::schedule::in_force(entry, now))
            .unwrap();
        let since = (now.daytime().0 + Daytime::DAY - entry.starts.0) % Daytime::DAY;
        if i64::from(since) < grace {
            continue;
        }
        let beat = townsfolk_mind::Beat {
            layers: &toy.layers,
            member: &person.member,
            seed: toy.seed,
            now,
        };
        assert_eq!(person.mind.role(&beat), Some(entry.role), "{now}");
        match taken.last_mut() {
            Some((last, minutes)) if *last == entry.role => {
                *minutes += i64::from(Venue::Area(person.area) == entry.venue);
            }
            _ => taken.push((entry.role, 0)),
        }
    }
    let roles: Vec<RoleId> = taken.iter().map(|(role, _)| *role).collect();
    let day = ["barPatron", "atHome", "chef"].map(role);
    assert_eq!(roles, day.repeat(7));
    // Most of the time they are where the role is played; the chef steps out for his needs.
    for (index, (_, minutes)) in taken.iter().enumerate() {
        let hours = [3, 9, 12][index % 3];
        assert!(*minutes > hours * 45, "{minutes} minutes of {hours} hours");
    }
}

/// Lines of a story that contain one of some words, in order.
fn lines(toy: &Toy, who: &str, words: &[&str]) -> Vec<String> {
    let lines = toy.log.iter().filter(|line| line.who == who);
    let told = lines.filter(|line| words.iter().any(|word| line.what.contains(word)));
    told.map(|line| line.what.clone()).collect()
}

#[test]
fn done_05_a_barman_due_to_leave_finishes_the_customer_locks_and_leaves() {
    let mut toy = Toy::new(3, at(0, 12, 0));
    toy.tells_ends = true;
    let entries = vec![
        isaac::entry("barman", Daytime::at(12, 0), Daytime::at(18, 0), "bar"),
        isaac::entry("atHome", Daytime::at(18, 0), Daytime::at(12, 0), "home"),
    ];
    toy.add("sam", isaac::member("sam", entries), "bar");
    toy.run(5 * HOUR + 59 * 60);
    // One minute before the end somebody comes to the bar.
    toy.punters = 1;
    toy.run(30 * 60);
    let told = lines(&toy, "sam", &["barman", "must", "longer", "sets", "atHome"]);
    let expected = [
        "is barman",
        "barman.action.openBar",
        "barman.action.openBar done",
        "barman.action.serve",
        "must be atHome",
        "barman.action.serve done",
        "barman.action.lockBar",
        "barman.action.lockBar done",
        "no longer barman",
        "sets out",
        "is atHome",
    ];
    let from = told.iter().position(|line| line == "is barman").unwrap();
    assert_eq!(told[from..], expected);
}

/// The second trap: a queue that never ends would hold the role for ever.
#[test]
fn an_endless_queue_keeps_the_barman_no_longer_than_the_longest_wait() {
    let mut toy = Toy::new(3, at(0, 17, 0));
    let mut entries = vec![
        isaac::entry("barman", Daytime::at(12, 0), Daytime::at(18, 0), "bar"),
        isaac::entry("atHome", Daytime::at(18, 0), Daytime::at(12, 0), "home"),
    ];
    entries[1].waits_max = 20 * 60;
    toy.add("sam", isaac::member("sam", entries), "bar");
    toy.punters = 1000;
    toy.run(2 * HOUR);
    let end = toy
        .log
        .iter()
        .find(|line| line.what == "no longer barman unready")
        .unwrap();
    assert_eq!(end.at.since(at(0, 18, 0)), 20 * 60);
}

#[test]
fn done_08_a_strong_need_is_served_on_the_way_under_the_navigation_role() {
    let mut toy = Toy::new(5, at(0, 1, 0));
    toy.add("isaac", isaac::isaac(), "bar");
    toy.run(HOUR + 60);
    let now = toy.now;
    let bladder = NeedId::named("bladder");
    let person = &mut toy.people[0];
    assert!(
        person
            .mind
            .role(&beat_of(&toy.layers, &person.member, now))
            .is_none()
    );
    person.mind.burst(bladder, Degree::ONE, now);
    toy.run(HOUR);
    let told: Vec<String> = lines(&toy, "isaac", &[""]);
    let from = told.iter().position(|line| line == "sets out").unwrap();
    let last = told.iter().rposition(|line| line == "sets out").unwrap();
    assert!(from <= last);
    let expected = [
        "sets out",
        "enters street",
        "basic.action.pee",
        "enters home",
        "is atHome",
    ];
    assert_eq!(told[last..last + expected.len()], expected);
}

fn beat_of<'a>(
    layers: &'a townsfolk_mind::Layers,
    member: &'a CastMember,
    now: Moment,
) -> townsfolk_mind::Beat<'a> {
    townsfolk_mind::Beat {
        layers,
        member,
        seed: Seed(0),
        now,
    }
}

#[test]
fn done_17_after_two_drinks_the_toilet_is_visited_sooner() {
    let delay = |seed: u64, drinks: bool| {
        let mut toy = Toy::new(seed, at(0, 12, 0));
        if !drinks {
            toy.remove_prop("bar");
        }
        for name in ["ann", "bob"] {
            toy.add(
                name,
                isaac::member(name, all_day("barPatron", "bar")),
                "bar",
            );
        }
        // Everybody begins with an empty bladder, so that only the drinks differ.
        for person in &mut toy.people {
            let empty = Degree::ZERO.minus(Degree::ONE);
            person
                .mind
                .burst(NeedId::named("bladder"), empty, at(0, 12, 0));
        }
        let mut second_drink = None;
        loop {
            toy.tick();
            if second_drink.is_none() && (!drinks || toy.people[0].drinks == 2) {
                second_drink = Some(toy.now);
            }
            let went = toy
                .log
                .iter()
                .any(|line| line.who == "ann" && line.what.ends_with("pee"));
            if went {
                let since = if drinks {
                    second_drink.unwrap_or(toy.now)
                } else {
                    at(0, 12, 0)
                };
                return toy.now.since(since);
            }
            assert!(toy.now < at(1, 0, 0), "nobody goes to the toilet");
        }
    };
    let mean = |drinks: bool| (0..20).map(|seed| delay(seed, drinks)).sum::<i64>() / 20;
    let (with, without) = (mean(true), mean(false));
    assert!(
        with * 2 < without,
        "{with} s after two drinks, {without} s after none"
    );
}

#[test]
fn urgency_lets_them_set_out_early_and_arrive_in_time() {
    let mut toy = Toy::new(5, at(0, 9, 0));
    let mut member = isaac::isaac();
    member.schedule.entries[2].urgency = Some(UrgencyRamp {
        lead: 30 * 60,
        leaves_at: Degree::HALF,
    });
    toy.add("isaac", member, "home");
    // Nothing of the body may come in between.
    for need in ["hunger", "bladder"] {
        let empty = Degree::ZERO.minus(Degree::ONE);
        let mind = &mut toy.people[0].mind;
        mind.burst(NeedId::named(need), empty, at(0, 9, 0));
    }
    toy.run(3 * HOUR);
    let chef = toy.log.iter().find(|line| line.what == "is chef").unwrap();
    assert!(chef.at <= at(0, 11, 0), "{}", chef.at);
    assert!(chef.at > at(0, 10, 45), "{}", chef.at);
}

/// A mind that is only looked at when it says it must be sees the same crossings.
#[test]
fn the_next_wake_is_never_after_a_threshold_is_crossed() {
    let layers = isaac::layers();
    let member = isaac::isaac();
    let bladder = NeedId::named("bladder");
    let mut checked = 0;
    for seed in 0..50 {
        let beat = |now: i64| townsfolk_mind::Beat {
            layers: &layers,
            member: &member,
            seed: Seed(seed),
            now: Moment(now),
        };
        let mind = townsfolk_mind::Mind::new(&beat(0)).unwrap();
        let wake = mind.next_wake(&beat(0)).unwrap();
        let threshold = Degree::thousandths(700);
        if mind.level(bladder, Moment(0)) < threshold {
            checked += 1;
            assert!(mind.level(bladder, wake.after(-1)) < threshold);
        }
    }
    assert!(checked > 20);
}

/// Waking is free of meaning, and so is saving and loading.
#[test]
fn two_days_are_the_same_shaken_and_saved() {
    let days = |treatment: Treatment| {
        let mut toy = Toy::new(9, at(0, 23, 0));
        toy.treatment = treatment;
        toy.orders = true;
        toy.network = townsfolk_mind::social::shipped_network();
        toy.add("isaac", isaac::isaac(), "bar");
        let friend = isaac::member("friend", all_day("barPatron", "bar"));
        toy.add("friend", friend, "bar");
        toy.run(48 * HOUR);
        let digests: Vec<u64> = toy.people.iter().map(|p| p.mind.digest()).collect();
        (toy.log, digests)
    };
    let plain = days(Treatment::Plain);
    assert!(plain.0.len() > 300, "{} lines", plain.0.len());
    assert_eq!(days(Treatment::Shaken), plain);
    assert_eq!(days(Treatment::Saved), plain);
}

/// A saved mind is loaded into content whose schedule was rearranged, and into content without its
/// role.
#[test]
fn a_saved_mind_finds_its_role_again_or_sets_out_anew() {
    let mut toy = Toy::new(9, at(0, 23, 0));
    toy.add("isaac", isaac::isaac(), "bar");
    toy.run(HOUR);
    let saved = {
        let person = &toy.people[0];
        person
            .mind
            .save(&beat_of(&toy.layers, &person.member, toy.now))
    };
    let mut turned = isaac::isaac();
    turned.schedule.entries.rotate_left(1);
    let beat = beat_of(&toy.layers, &turned, toy.now);
    let loaded = townsfolk_mind::Mind::load(&saved, &beat).unwrap();
    assert_eq!(loaded.role(&beat), Some(RoleId::named("barPatron")));
    let mut without = isaac::isaac();
    without.schedule.entries.remove(0);
    let beat = beat_of(&toy.layers, &without, toy.now);
    let loaded = townsfolk_mind::Mind::load(&saved, &beat).unwrap();
    assert_eq!(loaded.role(&beat), None);
}

/// With the links to "not ready", nobody is left half-served when a shift ends; without, some are.
#[test]
fn readiness_is_what_keeps_customers_from_being_left_half_served() {
    let half_served = |ready: bool| {
        let (mut count, mut served) = (0, 0);
        for seed in 0..40 {
            let mut toy = Toy::new(seed, at(0, 17, 0));
            if !ready {
                let not_ready = not_ready_to_change_role();
                let mut barman = isaac::barman();
                barman.across.retain(|link| link.to != not_ready);
                let role = (RoleId::named("barman"), barman.id);
                let home = (RoleId::named("atHome"), LayerId::named("atHome"));
                let all = vec![
                    isaac::basic(),
                    isaac::navigation(),
                    barman,
                    isaac::at_home(),
                ];
                toy.layers = townsfolk_mind::Layers::new(all, &[role, home]);
            }
            let entries = vec![
                isaac::entry("barman", Daytime::at(12, 0), Daytime::at(18, 0), "bar"),
                isaac::entry("atHome", Daytime::at(18, 0), Daytime::at(12, 0), "home"),
            ];
            toy.add("sam", isaac::member("sam", entries), "bar");
            // Somebody comes in the last minutes.
            toy.run(HOUR - 120 + (seed as i64 * 37) % 110);
            toy.punters = 1;
            toy.run(HOUR);
            served += usize::from(!lines(&toy, "sam", &["barman.action.serve"]).is_empty());
            // Who is still waiting after the shift was left standing.
            count += toy.punters;
        }
        assert!(served >= 35, "only {served} of 40 were noticed");
        count
    };
    assert_eq!(half_served(true), 0);
    let left = half_served(false);
    assert!(left >= 10, "{left} of 40");
}

#[test]
fn a_barman_can_say_why_he_does_not_go_home_yet() {
    let mut toy = Toy::new(3, at(0, 17, 0));
    let entries = vec![
        isaac::entry("barman", Daytime::at(12, 0), Daytime::at(18, 0), "bar"),
        isaac::entry("atHome", Daytime::at(18, 0), Daytime::at(12, 0), "home"),
    ];
    toy.add("sam", isaac::member("sam", entries), "bar");
    toy.run(HOUR - 30);
    toy.punters = 1;
    toy.run(60);
    // The control link: he serves at the very bar where somebody waits.
    let serving = toy.people[0].mind.intent().unwrap();
    assert_eq!(toy.names.name(serving.action), "barman.action.serve");
    assert_eq!(serving.prop, Some(PropId::named("bar")));
    let why = toy.people[0].mind.why_not_ready();
    let name = |node: NodeId| toy.names.name(node);
    let told: Vec<String> = why
        .iter()
        .map(|part| format!("{} {}", name(part.wire.link.from.nodes()[0]), part.amount))
        .collect();
    assert_eq!(
        told[..2],
        ["barman.concept.serve 1", "barman.concept.lockBar 0.9"]
    );
    toy.run(600);
    assert!(toy.people[0].mind.why_not_ready().is_empty());
}

/// Dora of the village went from one entry of her evening to the next in the same role, and her
/// thirst was gone without a drink.
#[test]
fn a_change_to_the_same_role_keeps_its_needs() {
    let mut toy = Toy::new(5, at(0, 12, 0));
    toy.remove_prop("bar");
    let evening = |from, to| isaac::entry("barPatron", from, to, "bar");
    let (one, two) = (Daytime::at(13, 0), Daytime::at(12, 0));
    let hours = vec![evening(two, one), evening(one, two)];
    toy.add("dora", isaac::member("dora", hours), "bar");
    let thirst = |toy: &Toy| {
        let mind = &toy.people[0].mind;
        mind.level(NeedId::named("thirst"), toy.now)
    };
    toy.run(HOUR - 60);
    let before = thirst(&toy);
    toy.run(120);
    let laid_down = toy
        .log
        .iter()
        .any(|line| line.what == "no longer barPatron");
    assert!(laid_down, "the role was never changed");
    assert!(before > Degree::percent(50), "{before:?}");
    assert!(
        thirst(&toy) >= before,
        "{before:?} became {:?}",
        thirst(&toy)
    );
}

/// An entry may name a kind of activity instead of a place.
#[test]
fn leisure_is_spent_where_the_stage_says_it_can_be() {
    let mut toy = Toy::new(6, at(0, 22, 0));
    let mut member = isaac::isaac();
    member.schedule.entries[0].venue = Venue::Suits(SymbolId::named("leisure"));
    toy.add("isaac", member, "kitchen");
    toy.run(2 * HOUR);
    let person = &toy.people[0];
    assert_eq!(person.mind.bound_for(), Some(AreaId::named("bar")));
    let beat = beat_of(&toy.layers, &person.member, toy.now);
    assert_eq!(person.mind.role(&beat), Some(RoleId::named("barPatron")));
    // Where nothing suits, the role is not taken on, and nothing breaks.
    let mut toy = Toy::new(6, at(0, 22, 0));
    let mut member = isaac::isaac();
    member.schedule.entries[0].venue = Venue::Suits(SymbolId::named("skiing"));
    toy.add("isaac", member, "kitchen");
    toy.run(2 * HOUR);
    let person = &toy.people[0];
    let beat = beat_of(&toy.layers, &person.member, toy.now);
    assert_eq!(person.mind.role(&beat), None);
}

/// Mean level of a need over a day, by somebody watched on the stage and by somebody unwatched.
fn mean_levels(need: &str, watched: bool) -> f64 {
    let need = NeedId::named(need);
    let (mut sum, mut count) = (0.0, 0.0);
    for seed in 0..20 {
        let mut toy = Toy::new(seed, at(0, 23, 0));
        toy.orders = true;
        toy.add("isaac", isaac::isaac(), "bar");
        for _ in 0..2 * 24 * 4 {
            if watched {
                toy.run(900);
            } else {
                let from = toy.now;
                toy.now = from.after(900);
                let person = &mut toy.people[0];
                let beat = townsfolk_mind::Beat {
                    layers: &toy.layers,
                    member: &person.member,
                    seed: toy.seed,
                    now: toy.now,
                };
                person.mind.live_on(&beat, from);
            }
            // The first day is for getting into the habit.
            if toy.now > at(1, 23, 0) {
                sum += f64::from(toy.people[0].mind.level(need, toy.now).0) / 65_536.0;
                count += 1.0;
            }
        }
    }
    sum / count
}

/// The tolerance, five points, was written down before anything was measured. Nobody is in the bar
/// to drink with, so the bladder is not helped along.
#[test]
fn unwatched_people_are_as_hungry_and_tired_as_watched_ones() {
    for need in ["hunger", "fatigue", "bladder"] {
        let (watched, unwatched) = (mean_levels(need, true), mean_levels(need, false));
        println!("{need}: {watched:.3} watched, {unwatched:.3} unwatched");
        let off = watched - unwatched;
        assert!(
            off * off < 0.05 * 0.05,
            "{need}: {watched:.3} and {unwatched:.3}"
        );
    }
}

#[test]
fn somebody_unwatched_for_a_while_is_where_the_schedule_says_and_goes_on_from_there() {
    let mut toy = Toy::new(3, at(0, 23, 0));
    toy.orders = true;
    toy.add("isaac", isaac::isaac(), "bar");
    toy.run(HOUR);
    let from = toy.now;
    toy.now = at(5, 12, 0);
    let person = &mut toy.people[0];
    let beat = beat_of(&toy.layers, &person.member, toy.now);
    let followed = person.mind.live_on(&beat, from);
    let (last, entry) = *followed.last().unwrap();
    assert_eq!((last, entry.0), (at(5, 11, 0), 2));
    assert_eq!(person.mind.role(&beat), Some(RoleId::named("chef")));
    assert_eq!(person.mind.bound_for(), Some(AreaId::named("kitchen")));
    person.area = AreaId::named("kitchen");
    person.doing = None;
    toy.run(HOUR);
    let cooked = lines(&toy, "isaac", &["chef.action.cook"]);
    assert!(!cooked.is_empty());
}

/// How often somebody is asked how they are does not change how they are.
#[test]
fn living_unwatched_in_one_go_and_in_steps_comes_to_the_same() {
    let member = isaac::isaac();
    let layers = isaac::layers();
    let start = at(0, 23, 0);
    let lived = |seed: u64, steps: i64, end: Moment| {
        let beat = |now: Moment| townsfolk_mind::Beat {
            layers: &layers,
            member: &member,
            seed: Seed(seed),
            now,
        };
        let mut mind = townsfolk_mind::Mind::new(&beat(start)).unwrap();
        let mut now = start;
        for _ in 0..steps {
            let next = now.after(end.since(start) / steps);
            mind.live_on(&beat(next), now);
            now = next;
        }
        assert_eq!(now, end);
        mind.digest()
    };
    let end = at(2, 16, 20);
    for seed in 0..10 {
        let one_go = lived(seed, 1, end);
        assert_eq!(one_go, lived(seed, 16, end), "seed {seed}");
        assert_eq!(one_go, lived(seed, 800, end), "seed {seed}");
    }
    // Soon people differ; after a night's sleep their days have made them alike.
    let midnight = at(1, 0, 0);
    assert_ne!(lived(1, 1, midnight), lived(2, 1, midnight));
}
