//! What is remembered, how long, and what is answered.

use crate::*;
use townsfolk_core::*;
use townsfolk_module::mind::*;

fn person(name: &str) -> CharacterId {
    CharacterId::named(name)
}

fn area(name: &str) -> AreaId {
    AreaId::named(name)
}

fn memory(name: &str) -> Memory {
    Memory::new(person(name), MemorySize::default(), &[])
}

/// How close everybody is.
fn stranger(_: CharacterId) -> Degree {
    Degree::ZERO
}

fn event(at: i64, place: &str, who: &str, what: What) -> Event {
    Event {
        at: Moment(at),
        area: area(place),
        who: person(who),
        what,
    }
}

/// Who, from, to, opening, closing, number of events.
type Told = (
    CharacterId,
    i64,
    Option<i64>,
    Opening,
    Option<Closing>,
    usize,
);

/// Everybody else's sightings.
fn told(memory: &Memory) -> Vec<Told> {
    let others = memory.sightings().filter(|s| s.who != memory.me());
    others
        .map(|s| {
            (
                s.who,
                s.from.0,
                s.to.map(|to| to.0),
                s.opening,
                s.closing,
                memory.events().filter(|event| s.has(event)).count(),
            )
        })
        .collect()
}

#[test]
fn done_29_sightings_open_in_three_ways_close_in_two_and_carry_events() {
    let mut ann = memory("ann");
    let (bob, cy, dora) = (person("bob"), person("cy"), person("dora"));
    ann.notice(event(10, "bar", "ann", What::Entered));
    ann.look_round(area("bar"), &[bob, person("ann")], Moment(10));
    ann.notice(event(20, "bar", "cy", What::Entered));
    ann.notice(event(25, "bar", "bob", What::Used(PropId(1))));
    ann.think(&stranger);
    // Dora must have come in while nobody looked.
    let joke = What::Did(Interaction::Joke, bob);
    ann.notice(event(30, "bar", "dora", joke));
    ann.look_round(area("bar"), &[bob, cy, dora], Moment(35));
    ann.notice(event(40, "bar", "cy", What::Left));
    ann.notice(event(50, "bar", "ann", What::Left));
    ann.notice(event(55, "street", "ann", What::Entered));
    // Seen through the window: not where she is.
    ann.notice(event(60, "bar", "bob", What::Used(PropId(2))));
    ann.think(&stranger);
    let (i_left, they_left) = (Some(Closing::ILeft), Some(Closing::TheyLeft));
    assert_eq!(
        told(&ann),
        [
            (bob, 10, Some(50), Opening::IEntered, i_left, 1),
            (cy, 20, Some(40), Opening::TheyEntered, they_left, 2),
            (dora, 30, Some(50), Opening::NoticedLate, i_left, 1),
        ]
    );
    let dora_s = ann.sightings().find(|s| s.who == dora).unwrap();
    let first = ann.events().find(|event| dora_s.has(event));
    assert_eq!(first.unwrap().what, joke);
}

#[test]
fn done_29_capacity_holds_and_the_oldest_goes_first() {
    let size = MemorySize {
        events: 5,
        sightings: 3,
        tidings: 2,
    };
    let mut ann = Memory::new(person("ann"), size, &[]);
    for n in 0..100 {
        let who = format!("passer-by {n}");
        ann.notice(event(n * 10, "street", &who, What::Entered));
        ann.notice(event(n * 10 + 5, "street", &who, What::Left));
        ann.think(&stranger);
        assert!(ann.events().count() <= 5 && ann.sightings().count() <= 3);
    }
    let times: Vec<i64> = ann.events().map(|event| event.at.0).collect();
    assert_eq!(times, [975, 980, 985, 990, 995]);
    let from: Vec<i64> = ann.sightings().map(|s| s.from.0).collect();
    assert_eq!(from, [970, 980, 990]);
    // What a sighting is linked to may have been forgotten, never mistaken.
    let links: Vec<usize> = told(&ann).iter().map(|told| told.5).collect();
    assert_eq!(links, [1, 2, 2]);
    for text in 0..4 {
        let known = Known {
            about: MemberId::named("bob"),
            text: TextId(text),
        };
        ann.learn(Tiding::known(known), Degree::ZERO, Moment(0));
    }
    let texts: Vec<News> = ann.tidings().map(|tiding| tiding.news).collect();
    let fact = |text| News::Fact {
        about: MemberId::named("bob"),
        text: TextId(text),
    };
    assert_eq!(texts, [fact(2), fact(3)]);
    // Unread news does not pile up either.
    for n in 0..100 {
        ann.notice(event(2000 + n, "street", "bob", What::Used(PropId(1))));
    }
    ann.think(&stranger);
    assert_eq!(ann.events().next().unwrap().at, Moment(2095));
}

#[test]
fn done_32_a_witness_answers_and_somebody_else_does_not() {
    let (mut witness, mut other) = (memory("ann"), memory("bob"));
    witness.notice(event(0, "bar", "ann", What::Entered));
    witness.notice(event(100, "bar", "isaac", What::Entered));
    witness.notice(event(900, "bar", "isaac", What::Left));
    witness.think(&stranger);
    let isaac = person("isaac");
    let ask = |memory: &Memory, at| {
        memory
            .where_was(isaac, Moment(at), Moment(900))
            .map(|a| a.area)
    };
    assert_eq!(ask(&witness, 99), None);
    assert_eq!(ask(&witness, 100), Some(area("bar")));
    assert_eq!(ask(&witness, 899), Some(area("bar")));
    assert_eq!(ask(&witness, 900), None);
    assert_eq!(ask(&other, 150), None);
    assert_eq!(witness.who_was_at(area("bar"), Moment(150), Moment(900)), {
        let mut both = [person("ann"), isaac];
        both.sort();
        both
    });
    // What the witness tells, the other can answer with, less surely, naming the witness.
    let draw = Draw::at(Seed(1), 1, Tick(1), SiteId(1));
    let gossip = Gossip::default();
    let news = witness
        .news_for(person("bob"), &gossip, draw, Moment(900))
        .unwrap();
    let told = news.told_by(person("ann"), &gossip);
    assert!(other.learn(told, Degree::ZERO, Moment(900)));
    assert!(!other.learn(told, Degree::ZERO, Moment(900)), "old hat");
    let answer = other.where_was(isaac, Moment(150), Moment(900)).unwrap();
    assert_eq!(answer.area, area("bar"));
    assert_eq!(answer.evidence, Evidence::Heard(person("ann")));
    assert_eq!(answer.confidence, gossip.trust);
}

/// Four rooms, four steps: who is where, as in the test case of the specification.
#[test]
fn done_33_everybody_can_account_for_all_four_steps_wherever_the_player_was() {
    let rooms = [
        ("player", ["A", "B", "C", "A"]),
        ("one", ["A", "A", "A", "A"]),
        ("two", ["A", "B", "C", "A"]),
        ("three", ["D", "D", "D", "D"]),
    ];
    let mut minds: Vec<Memory> = rooms.iter().map(|(name, _)| memory(name)).collect();
    for step in 0..4 {
        let now = step as i64 * 100;
        for (mind, (name, way)) in minds.iter_mut().zip(&rooms) {
            let here = way[step];
            if step == 0 || way[step - 1] != here {
                if step > 0 {
                    mind.notice(event(now, way[step - 1], name, What::Left));
                }
                mind.notice(event(now, here, name, What::Entered));
            }
            let present = rooms.iter().filter(|(_, way)| way[step] == here);
            let present: Vec<CharacterId> = present.map(|(name, _)| person(name)).collect();
            for (other, way) in rooms.iter().filter(|(other, _)| other != name) {
                if step > 0 && way[step - 1] == here && way[step] != here {
                    mind.notice(event(now, here, other, What::Left));
                }
            }
            mind.look_round(area(here), &present, now_of(now));
            mind.think(&stranger);
        }
    }
    for (mind, (name, way)) in minds.iter().zip(&rooms) {
        for (step, room) in way.iter().enumerate() {
            let at = Moment(step as i64 * 100 + 50);
            let own = mind.where_was(person(name), at, now_of(400));
            let own = own.map(|answer| answer.area);
            assert_eq!(own, Some(area(room)), "{name} at step {step}");
        }
    }
    // The one who stayed in A saw the player at the first and the last step only.
    let saw = |step: i64| {
        minds[1]
            .where_was(person("player"), Moment(step * 100 + 50), now_of(400))
            .is_some()
    };
    assert_eq!([saw(0), saw(1), saw(2), saw(3)], [true, false, false, true]);
}

fn now_of(seconds: i64) -> Moment {
    Moment(seconds)
}

/// Bob was in the bar with a hundred people for ten minutes. Of so many strangers, how many does he
/// know of after so many minutes?
fn recalled_of(closeness: Degree, minutes: i64) -> usize {
    let size = MemorySize {
        sightings: 101,
        ..MemorySize::default()
    };
    let mut bob = Memory::new(person("bob"), size, &[]);
    bob.notice(event(0, "bar", "bob", What::Entered));
    for n in 0..100 {
        bob.notice(event(0, "bar", &format!("guest {n}"), What::WasThere));
        bob.think(&|_| closeness);
    }
    bob.notice(event(600, "bar", "bob", What::Left));
    bob.think(&|_| closeness);
    let now = Moment(600 + minutes * 60);
    let known = bob.who_was_at(area("bar"), Moment(300), now);
    assert!(known.contains(&bob.me()), "where he was himself, he knows");
    known.len() - 1
}

#[test]
fn strangers_are_forgotten_within_the_hour_and_those_close_after_days() {
    let after = |closeness| [0, 15, 60, 12 * 60, 48 * 60].map(|m| recalled_of(closeness, m));
    assert_eq!(after(Degree::ZERO), [100, 47, 21, 1, 0]);
    assert_eq!(after(Degree::HALF), [100, 100, 98, 67, 31]);
    assert_eq!(after(Degree::percent(80)), [100, 100, 100, 99, 88]);
}

/// A week in a busy bar, with a partner: the store stays small, and what matters stays in it.
#[test]
fn a_full_store_keeps_what_matters_and_drops_the_oldest_of_the_rest() {
    let (ann, bob) = (person("ann"), person("bob"));
    let mut memory = Memory::new(ann, MemorySize::default(), &[]);
    let closeness = |who| match who == bob {
        true => Degree::percent(80),
        false => Degree::ZERO,
    };
    let hour = 3600;
    for day in 0..7 {
        let dawn = day * 24 * hour;
        for (from, place) in [(0, "home"), (8, "bar"), (20, "home")] {
            memory.notice(event(dawn + from * hour, place, "ann", What::Entered));
            memory.notice(event(dawn + from * hour, place, "bob", What::WasThere));
            memory.think(&closeness);
        }
        for n in 0..500 {
            let at = dawn + 8 * hour + n * 60;
            let who = format!("guest {day} {n}");
            memory.notice(event(at, "bar", &who, What::Entered));
            memory.notice(event(at + 50, "bar", &who, What::Left));
            memory.think(&closeness);
        }
    }
    let now = Moment(7 * 24 * hour);
    let known = |who| {
        let hours = (1..48).map(|ago| memory.where_was(who, now.after(-ago * hour), now));
        hours.flatten().count()
    };
    assert_eq!(known(ann), 47);
    assert!(known(bob) >= 35, "{}", known(bob));
    // What a full mind may hold, see the figures.
    assert!(memory.bytes() <= 4728, "{}", memory.bytes());
}

/// A planted fault that no test noticed: records were recent for four days. Of twenty friends, seen
/// some hours ago, nearly all are remembered before a stranger; beyond two days none is.
#[test]
fn what_is_older_than_two_days_goes_before_a_stranger_of_today() {
    let hour = 3600;
    let kept = |hours_ago: i64, friend: &str| {
        let size = MemorySize {
            // Her own stay, and two others.
            sightings: 3,
            ..MemorySize::default()
        };
        let mut memory = Memory::new(person("ann"), size, &[]);
        let closeness = |who| match who == person(friend) {
            true => Degree::ONE,
            false => Degree::ZERO,
        };
        memory.notice(event(0, "bar", "ann", What::Entered));
        memory.notice(event(0, "bar", friend, What::Entered));
        memory.notice(event(30, "bar", friend, What::Left));
        for who in ["cy", "dan"] {
            memory.notice(event(hours_ago * hour, "bar", who, What::Entered));
            memory.think(&closeness);
        }
        told(&memory).iter().any(|(who, ..)| *who == person(friend))
    };
    let friends: Vec<String> = (0..20).map(|n| format!("friend {n}")).collect();
    let count = |hours_ago| friends.iter().filter(|f| kept(hours_ago, f)).count();
    assert!(count(47) >= 16, "{}", count(47));
    assert_eq!(count(49), 0);
}

#[test]
fn a_stay_that_is_resumed_at_once_is_one_record() {
    let mut ann = memory("ann");
    for (at, what) in [(0, What::Entered), (100, What::Left), (130, What::Entered)] {
        ann.notice(event(at, "bar", "ann", what));
    }
    ann.notice(event(7200, "bar", "ann", What::Left));
    ann.think(&stranger);
    let stays: Vec<_> = ann.sightings().map(|s| (s.from.0, s.to)).collect();
    assert_eq!(stays, [(0, Some(Moment(7200)))]);
}

/// Lindenford, second day: in a full tavern people knew a third of those who sat there, because
/// acquaintances of the day before were worth more.
#[test]
fn those_in_the_room_are_known_before_acquaintances_of_yesterday() {
    let mut ann = memory("ann");
    let (hour, evening) = (3600, 36 * 3600);
    let closeness = |_| Degree::percent(30);
    for n in 0..80 {
        let who = format!("yesterday {n}");
        ann.notice(event(8 * hour + n, "market", &who, What::Entered));
        ann.notice(event(9 * hour + n, "market", &who, What::Left));
        ann.think(&closeness);
    }
    ann.notice(event(evening, "bar", "ann", What::Entered));
    let guests: Vec<String> = (0..50).map(|n| format!("guest {n}")).collect();
    for who in &guests {
        ann.notice(event(evening, "bar", who, What::WasThere));
        ann.think(&stranger);
    }
    let now = Moment(evening + hour / 4);
    let known = |who: &&String| ann.where_was(person(who), Moment(evening), now).is_some();
    assert!(guests.iter().filter(known).count() >= 45);
}

/// Where one has only passed through is worth remembering for half a day, and makes room then.
#[test]
fn old_passages_of_ones_own_make_room_and_long_stays_do_not() {
    let mut ann = memory("ann");
    let hour = 3600;
    for n in 0..60 {
        let street = format!("street {n}");
        ann.notice(event(n * hour / 4, &street, "ann", What::Entered));
        ann.think(&stranger);
    }
    let home = 16 * hour;
    ann.notice(event(home, "home", "ann", What::Entered));
    ann.notice(event(30 * hour, "bar", "ann", What::Entered));
    for n in 0..60 {
        ann.notice(event(
            30 * hour,
            "bar",
            &format!("guest {n}"),
            What::WasThere,
        ));
        ann.think(&stranger);
    }
    let now = Moment(30 * hour + 60);
    let own = |at: i64| ann.where_was(person("ann"), Moment(at), now);
    assert!(own(hour / 8).is_none());
    assert!(own(home + hour).is_some());
}
