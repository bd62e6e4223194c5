//! A hamlet: a house, a bar and a workshop, with people who have minds.
#![allow(dead_code, reason = "each test file uses a part of it")]

use super::compile;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Extent, MindEvent};
use townsfolk_core::{
    ActionId, AreaId, LayerId, MemberId, NeedId, NodeId, PropId, PropKindId, SymbolId, Urgency,
};
use townsfolk_module::Module;
use townsfolk_module::mind::*;
use townsfolk_town::TownStage;

const TEXT: &str = r#"
role citizen
role staff
role barman is citizen, staff
role carpenter is citizen
role regular is citizen
role resident is citizen
role customer
role sitter
role sleeper

action walk_to takes 1 s, limit 10 min
action nap takes 20 s
action flee takes 2 s
action unlock takes 2 s
action lock_up takes 2 s
action saw takes 10 s
action order takes 2 s
action pour(character) takes 3 s
action drink takes 6 s
action relieve takes 5 s
action sleep takes 30 s
action chat(character) uses voice, takes 2 s
action joke(character) uses voice, takes 2 s
action insult(character) uses voice, takes 2 s

script counter_service
  cast
    barman 0..1 joins as duty, joins late, starts in behind
    customer 1..2 joins as wish, joins late, starts in before

  fact ordered(character)
  fact poured(character)

  state before
    rule order for customer
      when .any(Barman, barman)
      do order
      then add ordered(.me)
      goto waiting

  state waiting
    rule drink for customer
      when poured(.me)
      do drink
      remove poured(.me)
      leave

  state behind
    rule pour for barman
      when ordered(Guest)
      do pour(Guest)
      remove ordered(Guest)
      then add poured(Guest)

    rule done for barman
      when not .any(_, customer)
      leave

script toilet_visit
  cast
    sitter 1..1 joins as need
  state begin
    rule go for sitter
      do relieve
      leave

script night
  cast
    sleeper 1..1 joins as wish
  state begin
    rule rest for sleeper
      do sleep
      leave

location counter
  prefers counter_service 1
  emits script every 1 s, within 3 m

location toilet
  prefers toilet_visit 1
  emits script every 1 s, within 3 m

location bed
  prefers night 1
  emits script every 1 s, within 3 m
"#;

/// A node of a layer: `basic.thirst`.
pub(crate) fn node(name: &str) -> NodeId {
    match name {
        "not_ready" => not_ready_to_change_role(),
        "time_to_change" => time_to_change_role(),
        _ => NodeId::named(name),
    }
}

/// A layer in the making.
pub(crate) struct Draft(pub(crate) Layer);

impl Draft {
    pub(crate) fn new(name: &str) -> Draft {
        Draft(Layer::empty(LayerId::named(name)))
    }

    pub(crate) fn node(mut self, name: &str, kind: NodeKind) -> Draft {
        self.0.nodes.push(Node {
            id: node(name),
            kind,
        });
        self
    }

    pub(crate) fn action(self, name: &str, urgency: Urgency, deed: Deed) -> Draft {
        self.node(name, NodeKind::Action { deed, urgency })
    }

    /// A need with its node, rising and falling within so many minutes of the calendar.
    pub(crate) fn need(mut self, name: &str, rises: u32, falls: u32, drift: Drift) -> Draft {
        self.0.needs.push(Need {
            id: NeedId::named(name),
            rise: Curve::straight(Degree::ZERO, Degree::ONE, rises * 60),
            fall: Curve::straight(Degree::ONE, Degree::ZERO, falls * 60),
            drift,
            start: Degree::ZERO,
            random_start: false,
        });
        self.node(name, NodeKind::Need(NeedId::named(name)))
    }

    pub(crate) fn link(self, from: &str, to: &str, percent: i32) -> Draft {
        self.link_above(from, to, percent, 0)
    }

    pub(crate) fn link_above(mut self, from: &str, to: &str, weight: i32, least: i32) -> Draft {
        let own = |name: &str| self.0.nodes.iter().any(|n| n.id == node(name));
        let here = own(from) && own(to);
        let link = Link::plain(node(from), node(to), Degree::percent(weight))
            .above(Degree::percent(least));
        match here {
            true => self.0.links.push(link),
            false => self.0.across.push(link),
        }
        self
    }

    pub(crate) fn both(mut self, a: &str, b: &str, to: &str) -> Draft {
        self.0.across.push(Link {
            from: Sources::All(vec![node(a), node(b)]),
            to: node(to),
            weight: Degree::ONE,
            threshold: Degree::ZERO,
        });
        self
    }

    /// The action is done where the test found something.
    pub(crate) fn uses(mut self, action: &str, test: &str) -> Draft {
        self.0.controls.push(Control::Uses {
            action: node(action),
            test: node(test),
        });
        self
    }

    pub(crate) fn sets(mut self, action: &str, flag: &str, on: bool) -> Draft {
        self.0.controls.push(Control::Sets {
            action: node(action),
            when: When::Done,
            flag: node(flag),
            on,
            keeps_prop: false,
        });
        self
    }
}

fn basic() -> Layer {
    Draft::new("basic")
        .node("time_to_change", NodeKind::Flag { on: false })
        .node("not_ready", NodeKind::Concept)
        .need("bladder", 6 * 60, 2, Drift::Rises)
        .need("thirst", 2 * 60, 3, Drift::Rises)
        .need("fear", 60, 2, Drift::Falls)
        .node("must_go", NodeKind::Concept)
        .node("thirsty", NodeKind::Concept)
        .node("afraid", NodeKind::Concept)
        .action(
            "pee",
            Urgency::Need,
            Deed::Satisfy(NeedId::named("bladder"), Selection::Nearest),
        )
        .action("flee", Urgency::Danger, Deed::Act(ActionId::named("flee")))
        .link("bladder", "must_go", 100)
        .link("fear", "afraid", 100)
        .link("thirst", "thirsty", 100)
        .link_above("must_go", "pee", 100, 70)
        .link_above("afraid", "flee", 100, 20)
        .0
}

fn navigation() -> Layer {
    Draft::new("navigation")
        .node("on_the_way", NodeKind::Flag { on: true })
        .node("go", NodeKind::Concept)
        .action("go_to_work", Urgency::Duty, Deed::FollowSchedule)
        .link("on_the_way", "go", 100)
        .link("go", "go_to_work", 100)
        .0
}

fn barman() -> Layer {
    let counter = PropKindId::named("counter");
    let punter = Test::WaitsAt(counter, SymbolId::named("customer"));
    let serve = Deed::UseKind(counter, SymbolId::named("barman"), Selection::Nearest);
    Draft::new("barman")
        .node("punter", NodeKind::Test(punter))
        .node("closed", NodeKind::Flag { on: true })
        .node("open", NodeKind::Flag { on: false })
        .node("serving", NodeKind::Concept)
        .node("opening", NodeKind::Concept)
        .node("locking", NodeKind::Concept)
        .action("serve", Urgency::Duty, serve)
        .action(
            "unlock",
            Urgency::Duty,
            Deed::Act(ActionId::named("unlock")),
        )
        .action(
            "lock_up",
            Urgency::Duty,
            Deed::Act(ActionId::named("lock_up")),
        )
        .link("punter", "serving", 100)
        .link("serving", "serve", 90)
        .link("serving", "not_ready", 100)
        .link("closed", "opening", 100)
        .link("opening", "unlock", 100)
        .both("open", "time_to_change", "locking")
        .link("locking", "lock_up", 80)
        .link("locking", "not_ready", 100)
        .sets("unlock", "closed", false)
        .sets("unlock", "open", true)
        .sets("lock_up", "open", false)
        .uses("serve", "punter")
        .0
}

fn regular() -> Layer {
    let thirst = NeedId::named("thirst");
    Draft::new("regular")
        .action(
            "get_a_drink",
            Urgency::Wish,
            Deed::Satisfy(thirst, Selection::Nearest),
        )
        .link_above("thirsty", "get_a_drink", 100, 50)
        .action("mingle", Urgency::Idle, Deed::Mingle { moves: true })
        .link_above("thirst", "mingle", 5, 1)
        .0
}

fn carpenter() -> Layer {
    Draft::new("carpenter")
        .node("plenty_to_do", NodeKind::Flag { on: true })
        .node("working", NodeKind::Concept)
        .action("saw", Urgency::Duty, Deed::Act(ActionId::named("saw")))
        .link("plenty_to_do", "working", 100)
        .link("working", "saw", 40)
        .node(
            "elsewhere",
            NodeKind::Test(Test::NotIn(AreaId::named("workshop"))),
        )
        .node("back_to_work", NodeKind::Concept)
        .action(
            "return",
            Urgency::Duty,
            Deed::GoTo(AreaId::named("workshop")),
        )
        .link("elsewhere", "back_to_work", 100)
        .link("back_to_work", "return", 60)
        .0
}

fn resident() -> Layer {
    let bed = PropId::named("carls_bed");
    Draft::new("resident")
        .need("fatigue", 8 * 60, 60, Drift::Rises)
        .node("tired", NodeKind::Concept)
        .action(
            "go_to_bed",
            Urgency::Wish,
            Deed::UseProp(bed, SymbolId::named("sleeper")),
        )
        .link("fatigue", "tired", 100)
        .link_above("tired", "go_to_bed", 100, 5)
        .0
}

pub(crate) fn entry(from: u32, to: u32, area: &str, role: &str) -> ScheduleEntry {
    ScheduleEntry {
        starts: Daytime::at(from, 0),
        ends: Daytime::at(to, 0),
        venue: Venue::Area(AreaId::named(area)),
        role: RoleId::named(role),
        waits_max: 3600,
        urgency: None,
        meets: None,
    }
}

pub(crate) fn member(name: &str, entries: Vec<ScheduleEntry>) -> CastMember {
    CastMember {
        id: MemberId::named(name),
        roles: vec![],
        basic: LayerId::named("basic"),
        navigation: LayerId::named("navigation"),
        schedule: Schedule { entries },
        persona: Persona {
            neuroticism: Degree::percent(30),
            extroversion: Degree::percent(80),
        },
        mood: Mood::default(),
        temper: Temper {
            cools_down: Some(3 * 3600),
            forgives: Some(48 * 3600),
            grows_apart: Some(30 * 24 * 3600),
            tires: Interaction::ALL.map(|what| (what, 600)).into(),
            ..Temper::default()
        },
        attractiveness: Degree::HALF,
        subjects: vec![SymbolId::named("music")],
        knows: vec![],
        relationships: vec![],
        memory: MemorySize::default(),
        gossip: Gossip::default(),
    }
}

/// The hamlet's content: scripts from text, minds from data.
pub(crate) fn content() -> Module {
    let (module, _) = compile([("hamlet.folk", TEXT)]);
    let mut module = Module::clone(&module);
    let area = |name: &str, within: Option<&str>| Area {
        id: AreaId::named(name),
        within: within.map(AreaId::named),
    };
    let bodily = |action: &str, need: &str, toll| Bodily {
        action: ActionId::named(action),
        need: NeedId::named(need),
        toll,
    };
    let serves = |location: &str, need: &str, role: &str| Serves {
        location: LocationKindId::named(location),
        need: NeedId::named(need),
        role: RoleId::named(role),
    };
    let carries = |role: &str| (RoleId::named(role), LayerId::named(role));
    let quarter = Degree::percent(25);
    let mut basic = basic();
    basic.events.push(EventInput {
        event: SymbolId::named("shot"),
        need: NeedId::named("fear"),
        size: Degree::ONE,
        reach_mm: Some(100_000),
    });
    basic.events.push(EventInput {
        event: SymbolId::named("salty_nuts"),
        need: NeedId::named("thirst"),
        size: Degree::percent(70),
        reach_mm: None,
    });
    module.minds = Minds {
        areas: vec![
            area("hamlet", None),
            area("house", Some("hamlet")),
            area("bar", Some("hamlet")),
            area("back_room", Some("bar")),
            area("workshop", Some("hamlet")),
        ],
        layers: vec![
            basic,
            navigation(),
            barman(),
            regular(),
            carpenter(),
            resident(),
        ],
        roles: ["barman", "regular", "carpenter", "resident"]
            .map(carries)
            .to_vec(),
        people: vec![
            member(
                "carl",
                vec![
                    entry(22, 7, "house", "resident"),
                    entry(7, 17, "workshop", "carpenter"),
                    entry(17, 22, "bar", "regular"),
                ],
            ),
            member(
                "bea",
                vec![
                    entry(16, 23, "bar", "barman"),
                    entry(23, 16, "house", "resident"),
                ],
            ),
            member("dora", vec![entry(0, 0, "bar", "regular")]),
            member("eve", vec![]),
        ],
        bodily: vec![
            bodily("drink", "thirst", Toll::Eases),
            bodily("drink", "bladder", Toll::Adds(quarter)),
            bodily("relieve", "bladder", Toll::Eases),
            bodily("sleep", "fatigue", Toll::Eases),
        ],
        serves: vec![
            serves("counter", "thirst", "customer"),
            serves("toilet", "bladder", "sitter"),
        ],
        effects: None,
        network: None,
    };
    module.sort();
    module
}

/// The same with carpenters who spend the evening where they like, and arrange it with friends; and
/// with feelings of everybody concerned by what is done.
pub(crate) fn lively() -> Module {
    let mut module = content();
    let leisure = SymbolId::named("leisure");
    for kind in &mut module.locations {
        let suits = ["counter", "bed"].map(LocationKindId::named);
        if suits.contains(&kind.id) {
            kind.tags.push(leisure);
        }
    }
    for person in &mut module.minds.people {
        person.temper.whim = Degree::percent(5);
        for entry in &mut person.schedule.entries {
            if entry.role == RoleId::named("regular") && entry.starts != entry.ends {
                entry.venue = Venue::Suits(leisure);
                entry.meets = Some(Meets {
                    like_min: Degree::percent(30),
                    waits: 30 * 60,
                });
            }
        }
    }
    let mut effects = townsfolk_mind::social::classic_effects();
    for on in [On::Oneself, On::Witnesses] {
        effects.rows.push(Effect {
            interaction: Interaction::Chat,
            on,
            when: Circumstance::Always,
            changes: vec![Change {
                target: Target::Arousal,
                by: Degree::percent(2),
            }],
        });
    }
    module.minds.effects = Some(effects);
    module.sort();
    module
}

/// The hamlet with its stage.
pub(crate) struct Hamlet {
    pub(crate) folk: Folk,
    pub(crate) stage: TownStage,
    pub(crate) places: Vec<(LocationId, &'static str)>,
    pub(crate) people: Vec<(CharacterId, &'static str)>,
    pub(crate) lines: Vec<String>,
}

impl Hamlet {
    /// At some hour, with so many calendar seconds to a stage second.
    pub(crate) fn at(hour: i32, rate: i64) -> Hamlet {
        Hamlet::of(Arc::new(content()), hour, rate, 1)
    }

    pub(crate) fn of(module: Arc<Module>, hour: i32, rate: i64, seed: u64) -> Hamlet {
        let mut folk = Folk::new(module, Seed(seed));
        folk.report(Report::Calendar {
            seconds: hour * 3600,
            rate: rate * 1000,
        });
        let block = |x: i32, y: i32, reach: i32| vec![Extent::around(Place::metres(x, y), reach)];
        folk.lay_out(AreaId::named("hamlet"), block(0, 0, 200_000));
        folk.lay_out(AreaId::named("house"), block(-20, 0, 5_000));
        folk.lay_out(AreaId::named("bar"), block(20, 0, 6_000));
        folk.lay_out(AreaId::named("back_room"), block(24, 0, 1_900));
        folk.lay_out(AreaId::named("workshop"), block(0, 30, 5_000));
        let mut places = vec![];
        for (name, x, y) in [("counter", 18, 2), ("toilet", 24, 0), ("bed", -21, 1)] {
            let id = folk.place_location(Placement {
                kind: LocationKindId::named(name),
                at: Place::metres(x, y),
                region: RegionId(0),
            });
            places.push((id, name));
        }
        folk.report(Report::Named(places[2].0, PropId::named("carls_bed")));
        let mut hamlet = Hamlet {
            folk,
            stage: TownStage::on_open_ground(Seed(seed)),
            places,
            people: vec![],
            lines: vec![],
        };
        hamlet.tick();
        hamlet
    }

    /// Somebody of the cast.
    pub(crate) fn add(&mut self, name: &'static str, x: i32, y: i32) -> CharacterId {
        let who = self.folk.add_character(Newcomer {
            roles: vec![RoleId::named("citizen")],
            at: Some(Place::metres(x, y)),
            ..Newcomer::default()
        });
        self.folk.give_mind(who, MemberId::named(name));
        self.people.push((who, name));
        who
    }

    pub(crate) fn tick(&mut self) {
        self.tick_on(&SingleThread);
    }

    pub(crate) fn tick_on(&mut self, executor: &dyn Executor) {
        self.stage.step(&mut self.folk, executor);
        self.tell();
    }

    /// Lets so many minutes of the calendar go by, with nothing out of order.
    pub(crate) fn minutes(&mut self, minutes: i64) {
        let end = self.folk.moment().after(minutes * 60);
        let mut ticks = 0;
        while self.folk.moment() < end {
            self.tick();
            ticks += 1;
            if ticks % 60 == 0 {
                assert_eq!(self.folk.violations(), []);
            }
        }
        assert_eq!(self.folk.violations(), []);
    }

    /// Lets time go by until something is true, a day at most.
    pub(crate) fn until(&mut self, is_so: impl Fn(&Hamlet) -> bool) {
        let end = self.folk.moment().after(24 * 3600);
        while !is_so(self) {
            assert!(self.folk.moment() < end, "it never came to that");
            self.tick();
        }
    }

    fn name(&self, who: CharacterId) -> &'static str {
        let found = self.people.iter().find(|(id, _)| *id == who);
        found.map_or("somebody", |(_, name)| name)
    }

    /// Puts what came out into words.
    fn tell(&mut self) {
        let clock = self.folk.moment().daytime();
        let mut lines = vec![];
        for event in &self.folk.output().events {
            let Event::Mind(who, what) = event else {
                continue;
            };
            let what = match what {
                MindEvent::RoleDue(role) => format!("should be {}", word(role.0)),
                MindEvent::RoleCalledOff => "stays".into(),
                MindEvent::RoleLaidDown { role, unready } => {
                    let how = if *unready { ", unready" } else { "" };
                    format!("is no longer {}{how}", word(role.0))
                }
                MindEvent::SetOut(area) => format!("sets out for {}", word(area.0)),
                MindEvent::RoleTaken(role) => format!("is {}", word(role.0)),
                MindEvent::Begins(node) => format!("wants to {}", word(node.0)),
                MindEvent::Did(node) => format!("did {}", word(node.0)),
                MindEvent::BrokeOff(node) => format!("gave up {}", word(node.0)),
                other => format!("{other:?}"),
            };
            lines.push(format!("{clock} {} {what}", self.name(*who)));
        }
        for command in &self.folk.output().commands {
            if let Command::Start { who, what, .. } = command {
                lines.push(format!("{clock} {}: {}", self.name(*who), word(what.0)));
            }
        }
        self.lines.append(&mut lines);
    }

    /// What has been told so far, without the lines that say none of these words.
    pub(crate) fn story(&self, name: &str, leave_out: &[&str]) -> String {
        let mut story = String::new();
        for line in &self.lines {
            let about = line
                .split(' ')
                .nth(1)
                .map(|word| word.trim_end_matches(':'));
            if about == Some(name) && !leave_out.iter().any(|word| line.contains(word)) {
                story.push_str(line);
                story.push('\n');
            }
        }
        story
    }
}

/// The word behind an id.
pub(crate) fn word(id: u32) -> &'static str {
    const WORDS: &[&str] = &[
        "barman",
        "carpenter",
        "regular",
        "resident",
        "house",
        "bar",
        "workshop",
        "hamlet",
        "pee",
        "flee",
        "go_to_work",
        "serve",
        "unlock",
        "lock_up",
        "get_a_drink",
        "saw",
        "go_to_bed",
        "walk_to",
        "nap",
        "order",
        "pour",
        "drink",
        "relieve",
        "sleep",
        "chat",
        "joke",
        "insult",
        "mingle",
        "return",
        "thirst",
        "thirsty",
        "bladder",
        "must_go",
        "serving",
        "punter",
        "locking",
        "open",
        "closed",
        "opening",
        "not_ready_to_change_role",
        "time_to_change_role",
    ];
    let found = WORDS.iter().find(|word| NodeId::named(word).0 == id);
    found.copied().unwrap_or("something")
}
