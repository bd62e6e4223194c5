//! What is remembered, how long, and what is answered.

use townsfolk_core::*;
use townsfolk_mind::Moment;
use townsfolk_mind::memory::*;
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
    let others = memory.sightings().iter().filter(|s| s.who != memory.me());
    others
        .map(|s| {
            (
                s.who,
                s.from.0,
                s.to.map(|to| to.0),
                s.opening,
                s.closing,
                s.events.len(),
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
    ann.think();
    // Dora must have come in while nobody looked.
    let joke = What::Did(Interaction::Joke, bob);
    ann.notice(event(30, "bar", "dora", joke));
    ann.look_round(area("bar"), &[bob, cy, dora], Moment(35));
    ann.notice(event(40, "bar", "cy", What::Left));
    ann.notice(event(50, "bar", "ann", What::Left));
    ann.notice(event(55, "street", "ann", What::Entered));
    // Seen through the window: not where she is.
    ann.notice(event(60, "bar", "bob", What::Used(PropId(2))));
    ann.think();
    let (i_left, they_left) = (Some(Closing::ILeft), Some(Closing::TheyLeft));
    assert_eq!(
        told(&ann),
        [
            (bob, 10, Some(50), Opening::IEntered, i_left, 1),
            (cy, 20, Some(40), Opening::TheyEntered, they_left, 2),
            (dora, 30, Some(50), Opening::NoticedLate, i_left, 1),
        ]
    );
    let dora_s = ann.sightings().iter().find(|s| s.who == dora).unwrap();
    assert_eq!(ann.event(dora_s.events[0]).unwrap().what, joke);
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
        ann.think();
        assert!(ann.events().count() <= 5 && ann.sightings().len() <= 3);
    }
    let times: Vec<i64> = ann.events().map(|event| event.at.0).collect();
    assert_eq!(times, [975, 980, 985, 990, 995]);
    let from: Vec<i64> = ann.sightings().iter().map(|s| s.from.0).collect();
    assert_eq!(from, [970, 980, 990]);
    // What a sighting is linked to may have been forgotten, never mistaken.
    let links: Vec<usize> = ann.sightings().iter().map(|s| s.events.len()).collect();
    assert_eq!(links, [1, 2, 2]);
    for text in 0..4 {
        ann.learn(Tiding::known(Known {
            about: MemberId::named("bob"),
            text: TextId(text),
        }));
    }
    let texts: Vec<News> = ann.tidings().iter().map(|tiding| tiding.news).collect();
    let fact = |text| News::Fact {
        about: MemberId::named("bob"),
        text: TextId(text),
    };
    assert_eq!(texts, [fact(2), fact(3)]);
    // Unread news does not pile up either.
    for n in 0..100 {
        ann.notice(event(2000 + n, "street", "bob", What::Used(PropId(1))));
    }
    ann.think();
    assert_eq!(ann.events().next().unwrap().at, Moment(2095));
}

#[test]
fn done_32_a_witness_answers_and_somebody_else_does_not() {
    let (mut witness, stranger) = (memory("ann"), memory("bob"));
    witness.notice(event(0, "bar", "ann", What::Entered));
    witness.notice(event(100, "bar", "isaac", What::Entered));
    witness.notice(event(900, "bar", "isaac", What::Left));
    witness.think();
    let isaac = person("isaac");
    let ask = |memory: &Memory, at| memory.where_was(isaac, Moment(at)).map(|a| a.area);
    assert_eq!(ask(&witness, 99), None);
    assert_eq!(ask(&witness, 100), Some(area("bar")));
    assert_eq!(ask(&witness, 899), Some(area("bar")));
    assert_eq!(ask(&witness, 900), None);
    assert_eq!(ask(&stranger, 150), None);
    assert_eq!(witness.who_was_at(area("bar"), Moment(150)), {
        let mut both = [person("ann"), isaac];
        both.sort();
        both
    });
    // What the witness tells, the other can answer with, less surely, naming the witness.
    let mut stranger = stranger;
    let draw = Draw::at(Seed(1), 1, Tick(1), SiteId(1));
    let gossip = Gossip::default();
    let news = witness.news_for(person("bob"), &gossip, draw).unwrap();
    assert!(stranger.learn(news.told_by(person("ann"), &gossip)));
    assert!(
        !stranger.learn(news.told_by(person("ann"), &gossip)),
        "old hat"
    );
    let answer = stranger.where_was(isaac, Moment(150)).unwrap();
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
            mind.think();
        }
    }
    for (mind, (name, way)) in minds.iter().zip(&rooms) {
        for (step, room) in way.iter().enumerate() {
            let at = Moment(step as i64 * 100 + 50);
            let own = mind.where_was(person(name), at).map(|answer| answer.area);
            assert_eq!(own, Some(area(room)), "{name} at step {step}");
        }
    }
    // The one who stayed in A saw the player at the first and the last step only.
    let saw = |step: i64| {
        minds[1]
            .where_was(person("player"), Moment(step * 100 + 50))
            .is_some()
    };
    assert_eq!([saw(0), saw(1), saw(2), saw(3)], [true, false, false, true]);
}

fn now_of(seconds: i64) -> Moment {
    Moment(seconds)
}
