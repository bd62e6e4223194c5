//! Company: talk, news, and who knows what.

use super::*;
use townsfolk_core::MemberId;

/// Everybody in the bar all evening.
fn party(people: &[&'static str]) -> (Hamlet, Vec<CharacterId>) {
    let mut hamlet = Hamlet::at(17, 4);
    let add = |(place, name): (usize, &&'static str)| {
        let (x, y) = (17 + place as i32 % 4, place as i32 / 4 - 1);
        hamlet.add(name, x, y)
    };
    let people = people.iter().enumerate().map(add).collect();
    (hamlet, people)
}

#[test]
fn people_talk_beside_what_they_do_and_only_the_other_is_changed_by_it() {
    let (mut hamlet, people) = party(&["bea", "dora", "dora"]);
    let mut beside = 0;
    let mut talked = 0;
    for tick in 0..40 * 60 * 15 {
        let feel = |hamlet: &Hamlet| -> Vec<_> {
            let all = people
                .iter()
                .flat_map(|a| people.iter().map(move |b| (*a, *b)));
            all.map(|(a, b)| {
                (
                    (a, b),
                    hamlet
                        .folk
                        .mind(a)
                        .and_then(|m| m.relationships.toward(b).copied()),
                )
            })
            .collect()
        };
        let before = feel(&hamlet);
        if tick % 4_000 == 100 {
            hamlet.folk.report(Report::Happened {
                event: SymbolId::named("salty_nuts"),
                at: Place::metres(18, 0),
                within_mm: 10_000,
            });
        }
        hamlet.tick();
        let after = feel(&hamlet);
        let events = hamlet.folk.output().events.clone();
        let deeds: Vec<(CharacterId, CharacterId)> = (events.iter())
            .filter_map(|event| match event {
                Event::Mind(who, MindEvent::Interacted(_, to)) => Some((*to, *who)),
                _ => None,
            })
            .collect();
        for (then, now) in before.iter().zip(&after) {
            assert!(then.1 == now.1 || deeds.contains(&then.0), "{:?}", then.0);
        }
        talked += deeds.len();
        for who in &people {
            let person = hamlet.folk.character(*who).unwrap();
            let body = matches!(person.driver(Channel::Body), Driver::Scene(..));
            let talks = hamlet.folk.mind(*who).unwrap().talk().is_some();
            beside += usize::from(body && talks);
        }
    }
    assert!(talked > 10, "{talked}");
    assert!(beside > 0, "nobody spoke at the counter");
    assert_eq!(hamlet.folk.violations(), []);
}

#[test]
fn who_cannot_talk_is_left_alone() {
    let (mut hamlet, people) = party(&["dora", "dora"]);
    hamlet.folk.report(Report::Property {
        name: HostId::named("cannot_talk"),
        arguments: vec![Value::Character(people[1])],
        value: Pushed::Holds,
    });
    hamlet.minutes(30);
    assert!(!hamlet.lines.iter().any(|line| line.contains("chat")));
}

#[test]
fn a_fact_spreads_by_chats_and_by_nothing_else() {
    let mut module = content();
    let secret = Known {
        about: MemberId::named("carl"),
        text: TextId::named("he is the heir"),
    };
    for person in &mut module.minds.people {
        person.gossip.chance = Degree::ONE;
        if person.id == MemberId::named("eve") {
            person.knows = vec![secret];
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 17, 4, 3);
    let mut people = vec![hamlet.add("eve", 20, 0)];
    people.extend((0..4).map(|place| hamlet.add("dora", 18 + place, 1)));
    let eve = people[0];
    let news = News::Fact {
        about: secret.about,
        text: secret.text,
    };
    let knows = |hamlet: &Hamlet, who: CharacterId| {
        let memory = hamlet.folk.memory_of(who).unwrap();
        memory.tidings().find(|t| t.news == news)
    };
    let mut told = vec![];
    for _ in 0..60 * 60 * 15 {
        hamlet.tick();
        for event in &hamlet.folk.output().events {
            match event {
                Event::Mind(who, MindEvent::Told(to, what)) if *what == news => {
                    told.push((*who, *to));
                }
                _ => {}
            }
        }
        for who in &people {
            let heard = told.iter().any(|(_, to)| to == who);
            assert_eq!(knows(&hamlet, *who).is_some(), heard || *who == eve);
        }
    }
    assert!(told.len() >= 2, "{told:?}");
    let (teller, listener) = told[0];
    assert_eq!(teller, eve);
    let tiding = knows(&hamlet, listener).unwrap();
    assert_eq!(tiding.source, Source::ToldBy(eve));
    assert!(tiding.confidence < Degree::ONE);
}

#[test]
fn nobody_is_told_what_is_known_about_them() {
    let mut module = content();
    let secret = Known {
        about: MemberId::named("dora"),
        text: TextId::named("she has not paid since spring"),
    };
    for person in &mut module.minds.people {
        person.gossip.chance = Degree::ONE;
        if person.id == MemberId::named("eve") {
            person.knows = vec![secret];
        }
    }
    let mut hamlet = Hamlet::of(Arc::new(module), 17, 4, 3);
    hamlet.add("eve", 20, 0);
    let doras = [19, 21].map(|x| hamlet.add("dora", x, 1));
    hamlet.add("carl", 20, 1);
    let mut told = vec![];
    for _ in 0..60 * 60 * 15 {
        hamlet.tick();
        let events = &hamlet.folk.output().events;
        told.extend(events.iter().filter_map(|event| match event {
            Event::Mind(_, MindEvent::Told(to, News::Fact { .. })) => Some(*to),
            _ => None,
        }));
    }
    assert!(!told.is_empty());
    assert!(!told.iter().any(|to| doras.contains(to)), "{told:?}");
}

#[test]
fn where_was_carl_is_answered_by_those_who_saw_him_and_by_nobody_else() {
    let mut hamlet = Hamlet::at(16, 20);
    let carl = hamlet.add("carl", 0, 30);
    let bea = hamlet.add("bea", -20, 0);
    let eve = hamlet.add("eve", -20, 3);
    hamlet.minutes(8 * 60);
    let evening = townsfolk_mind::Moment::on(0, Daytime::at(20, 0));
    let bar = AreaId::named("bar");
    let answer = hamlet.folk.where_was(bea, carl, evening).unwrap();
    assert_eq!((answer.area, answer.evidence), (bar, Evidence::Saw));
    assert_eq!(
        hamlet.folk.where_was(eve, carl, evening),
        None,
        "she was at home"
    );
    let own = hamlet.folk.where_was(carl, carl, evening).unwrap();
    assert_eq!(own.area, bar, "he knows himself");
    let afternoon = townsfolk_mind::Moment::on(0, Daytime::at(16, 30));
    assert_eq!(hamlet.folk.where_was(bea, carl, afternoon), None);
}

#[test]
fn what_the_player_says_excites_needs_that_ask_for_it() {
    let mut module = content();
    let has_it = |layer: &&mut Layer| {
        let mut needs = layer.needs.iter();
        needs.any(|need| need.id == NeedId::named("bladder"))
    };
    let layer = module.minds.layers.iter_mut().find(has_it);
    layer.unwrap().events.push(EventInput {
        event: SymbolId::named("insult"),
        need: NeedId::named("bladder"),
        size: Degree::percent(40),
        reach_mm: None,
    });
    let mut hamlet = Hamlet::of(Arc::new(module), 17, 4, 1);
    let bea = hamlet.add("bea", 18, 0);
    let player = hamlet.folk.add_character(Newcomer {
        at: Some(Place::metres(17, 0)),
        player: true,
        ..Newcomer::default()
    });
    hamlet.tick();
    let level = |hamlet: &Hamlet| hamlet.folk.need(bea, NeedId::named("bladder"));
    let before = level(&hamlet);
    hamlet.folk.interact(player, "insult", bea).unwrap();
    hamlet.tick();
    let risen = level(&hamlet).minus(before);
    assert!(risen >= Degree::percent(40), "{risen:?}");
}
