//! No content, save or input can make a mind panic or search without end.

use proptest::collection::vec;
use proptest::prelude::*;
use townsfolk_core::*;
use townsfolk_knowledge::{Event, Memory, What};
use townsfolk_mind::check::{check, check_schedule, never_ready};
use townsfolk_mind::map::Program;
use townsfolk_mind::map::cycle::cycles_from_corners;
use townsfolk_mind::social::{Situation, answer, choose, classic_effects, undergo};
use townsfolk_mind::{Beat, Layers, Mind, Moment, Senses, Truth};
use townsfolk_module::mind::*;

fn number() -> impl Strategy<Value = i32> {
    prop_oneof![
        any::<i32>(),
        Just(i32::MIN),
        Just(i32::MAX),
        0..65_537,
        Just(0)
    ]
}

fn degree() -> impl Strategy<Value = Degree> {
    number().prop_map(Degree)
}

fn time() -> impl Strategy<Value = i64> {
    prop_oneof![
        any::<i64>(),
        Just(i64::MIN),
        Just(i64::MAX),
        -100_000..100_000i64
    ]
}

fn node_id() -> impl Strategy<Value = NodeId> {
    prop_oneof![
        8 => (1..12u32).prop_map(NodeId),
        1 => Just(not_ready_to_change_role()),
        1 => Just(time_to_change_role()),
    ]
}

fn kind() -> impl Strategy<Value = NodeKind> {
    let feeling = prop_oneof![
        Just(Feeling::Neuroticism),
        Just(Feeling::Arousal),
        Just(Feeling::Urgency)
    ];
    prop_oneof![
        3 => Just(NodeKind::Concept),
        2 => (1..4u32).prop_map(|need| NodeKind::Need(NeedId(need))),
        1 => Just(NodeKind::Test(Test::NotIn(AreaId(1)))),
        1 => any::<bool>().prop_map(|on| NodeKind::Flag { on }),
        1 => feeling.prop_map(NodeKind::Feeling),
        2 => (1..4u32).prop_map(|need| NodeKind::Action {
            deed: Deed::Satisfy(NeedId(need), Selection::Nearest),
            urgency: Urgency::Need,
        }),
    ]
}

fn link() -> impl Strategy<Value = Link> {
    let from = prop_oneof![
        4 => node_id().prop_map(Sources::One),
        1 => vec(node_id(), 0..4).prop_map(Sources::All),
        1 => vec(node_id(), 0..4).prop_map(Sources::Any),
    ];
    (from, node_id(), degree(), degree()).prop_map(|(from, to, weight, threshold)| Link {
        from,
        to,
        weight,
        threshold,
    })
}

fn curve() -> impl Strategy<Value = Curve> {
    vec((any::<u32>(), degree()), 0..5).prop_map(|points| Curve { points })
}

fn need() -> impl Strategy<Value = Need> {
    let drift = prop_oneof![Just(Drift::Rises), Just(Drift::Falls), Just(Drift::Stays)];
    (1..4u32, curve(), curve(), drift, degree(), any::<bool>()).prop_map(
        |(id, rise, fall, drift, start, random_start)| Need {
            id: NeedId(id),
            rise,
            fall,
            drift,
            start,
            random_start,
        },
    )
}

fn control() -> impl Strategy<Value = Control> {
    let when = prop_oneof![Just(When::Begun), Just(When::Done)];
    prop_oneof![
        (node_id(), node_id()).prop_map(|(action, test)| Control::Uses { action, test }),
        (node_id(), when, node_id(), any::<bool>(), any::<bool>()).prop_map(
            |(action, when, flag, on, keeps_prop)| Control::Sets {
                action,
                when,
                flag,
                on,
                keeps_prop
            }
        ),
    ]
}

fn layer(id: u32) -> impl Strategy<Value = Layer> {
    let nodes = vec(
        (node_id(), kind()).prop_map(|(id, kind)| Node { id, kind }),
        0..12,
    );
    let changes = vec((node_id(), node_id(), degree()), 0..3);
    let events = vec((1..4u32, degree(), prop::option::of(any::<u32>())), 0..3);
    let rest = (vec(control(), 0..4), events, degree(), any::<bool>());
    (
        vec(need(), 0..4),
        nodes,
        vec(link(), 0..12),
        vec(link(), 0..6),
        changes,
        rest,
    )
        .prop_map(
            move |(needs, nodes, links, across, changes, (controls, events, weight, gated))| {
                Layer {
                    id: LayerId(id),
                    needs,
                    nodes,
                    links,
                    across,
                    threshold_changes: changes
                        .into_iter()
                        .map(|(from, to, threshold)| ThresholdChange {
                            from,
                            to,
                            threshold,
                        })
                        .collect(),
                    controls,
                    events: events
                        .into_iter()
                        .map(|(need, size, reach_mm)| EventInput {
                            event: SymbolId(1),
                            need: NeedId(need),
                            size,
                            reach_mm,
                        })
                        .collect(),
                    inhibition: Inhibition { weight, gated },
                }
            },
        )
}

fn entry() -> impl Strategy<Value = ScheduleEntry> {
    let urgency = prop::option::of((any::<u32>(), degree()));
    (
        any::<u32>(),
        any::<u32>(),
        1..4u32,
        1..4u32,
        any::<u32>(),
        urgency,
    )
        .prop_map(
            |(starts, ends, area, role, waits_max, urgency)| ScheduleEntry {
                starts: Daytime(starts),
                ends: Daytime(ends),
                venue: match area {
                    1 => Venue::Suits(SymbolId(1)),
                    area => Venue::Area(AreaId(area)),
                },
                role: RoleId(role),
                waits_max,
                urgency: urgency.map(|(lead, leaves_at)| UrgencyRamp { lead, leaves_at }),
                meets: None,
            },
        )
}

struct Odd(u32, Degree);

impl Senses for Odd {
    fn area(&self) -> AreaId {
        AreaId(self.0)
    }

    fn test(&self, _: &Test) -> Truth {
        Truth {
            degree: self.1,
            prop: Some(PropId(self.0)),
        }
    }
}

fn member(entries: Vec<ScheduleEntry>, odd: Degree) -> CastMember {
    CastMember {
        id: MemberId(1),
        roles: vec![],
        basic: LayerId(0),
        navigation: LayerId(1),
        schedule: Schedule { entries },
        persona: Persona {
            neuroticism: odd,
            extroversion: odd,
        },
        mood: Mood {
            valence: odd,
            arousal: odd,
        },
        temper: Temper {
            cools_down: Some(odd.0.unsigned_abs()),
            ..Temper::default()
        },
        attractiveness: odd,
        subjects: vec![],
        knows: vec![],
        relationships: vec![],
        memory: MemorySize {
            events: 0,
            sightings: 0,
            tidings: 0,
        },
        gossip: Gossip::default(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mind_can_be_lived(
        layers in (layer(0), layer(1), layer(2)),
        entries in vec(entry(), 0..4),
        beats in vec((time(), 1..4u32, degree(), 0..8u8, node_id()), 1..20),
    ) {
        let (basic, navigation, role) = layers;
        check(&basic, &[&navigation, &role]);
        if let Some(program) = Program::compile(&[&basic, &role]) {
            let program = std::sync::Arc::new(program);
            never_ready(&program);
            cycles_from_corners(&townsfolk_mind::map::Map::new(program), 8);
        }
        let roles: Vec<(RoleId, LayerId)> = (1..3).map(|id| (RoleId(id), LayerId(2))).collect();
        let layers = Layers::new(vec![basic, navigation, role], &roles);
        let odd = beats[0].2;
        let member = member(entries, odd);
        check_schedule(&member.schedule);
        let at = |now: i64| Beat {
            layers: &layers,
            member: &member,
            seed: Seed(1),
            now: Moment(now),
        };
        let mut mind = Mind::new(&at(beats[0].0)).unwrap();
        let mut happened = vec![];
        for (time, area, degree, what, node) in beats {
            let (now, need) = (Moment(time), NeedId(area));
            match what {
                0 => mind.burst(need, degree, now),
                1 => mind.ease(need, now),
                2 => mind.leave(need, now),
                3 => mind.notice(SymbolId(1), area, now),
                4 => mind.begun(node, Some(PropId(1))),
                5 => mind.done(node, Some(PropId(area))),
                6 => mind.put_off(node, now),
                _ => mind.give_up(PropId(1)),
            }
            let intent = mind.beat(&at(time), &Odd(area, degree), &mut happened);
            if let Some(intent) = intent {
                mind.begun(intent.action, intent.prop);
                mind.engross(what % 2 == 0);
            }
            mind.why();
            mind.why_not_ready();
            mind.next_wake(&at(time));
            let saved = mind.save(&at(time));
            mind = Mind::load(&saved, &at(time)).unwrap();
        }
    }

    #[test]
    fn any_feelings_can_be_had(
        inputs in vec(degree(), 9),
        weights in vec(degree(), 116),
        by in degree(),
    ) {
        let mut inputs = inputs.into_iter();
        let situation = Situation::of(std::array::from_fn(|_| inputs.next().unwrap()));
        let mut weights = weights.into_iter();
        let mut next = || weights.next().unwrap();
        let network = Network {
            hidden: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            output: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        };
        answer(&network, &situation);
        let there = [(CharacterId(1), situation.toward)];
        choose(&network, situation.persona, situation.mood, there);
        let mut effects = classic_effects();
        effects.rows[0].changes[0].by = by;
        let (mut mood, mut toward) = (situation.mood, situation.toward);
        for interaction in Interaction::ALL {
            undergo(&effects, interaction, On::Other, true, &mut mood, &mut toward);
        }
    }

    #[test]
    fn any_events_can_be_remembered(
        size in (0..3u16, 0..3u16, 0..3u16),
        events in vec((time(), 0..3u32, 0..3u32, 0..6u8), 0..60),
    ) {
        let size = MemorySize {
            events: size.0,
            sightings: size.1,
            tidings: size.2,
        };
        let mut memory = Memory::new(CharacterId(0), size, &[]);
        for (at, area, who, what) in events {
            let what = match what {
                0 => What::Entered,
                1 => What::Left,
                2 => What::WasThere,
                3 => What::LookedRound,
                4 => What::Used(PropId(1)),
                _ => What::Did(Interaction::Chat, CharacterId(0)),
            };
            memory.notice(Event {
                at: Moment(at),
                area: AreaId(area),
                who: CharacterId(who),
                what,
            });
            if at % 2 == 0 {
                memory.think(&|_| Degree::ZERO);
            }
            memory.where_was(CharacterId(who), Moment(at), Moment(at));
            memory.who_was_at(AreaId(area), Moment(at), Moment(at));
            prop_assert!(memory.events().count() <= usize::from(size.events));
            prop_assert!(memory.sightings().count() <= usize::from(size.sightings));
        }
        memory.think(&|_| Degree::ZERO);
        prop_assert!(memory.sightings().count() <= usize::from(size.sightings));
    }
}
