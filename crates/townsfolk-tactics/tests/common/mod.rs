//! A small world for tests: characters on ground, what they sense, and bodies that do what they are
//! asked. What is sensed is written by the tests.
#![allow(dead_code)]

use std::collections::BTreeMap;
use townsfolk_core::{
    Angle, CharacterId, CourseId, DeciderId, Place, Seed, SenseId, SiteId, StimulusId, SymbolId,
    Tick, Urgency,
};
use townsfolk_module::Module;
use townsfolk_module::decide::Deed;
use townsfolk_module::senses::{Retain, SkillSet, SkillSpec, Tuning};
use townsfolk_senses::{
    Disturbance, Impression, Records, Sense, Sensed, SleepRules, Sleeper, Strength,
};
use townsfolk_space::{GroundPlan, NODES, Plate, Rect, Shortest, Space};
use townsfolk_tactics::{
    Awareness, BodyOrder, BodyState, Friend, Heard, Intent, Post, Runner, Step, Way, WayStyle,
    World,
};

/// One character of a test.
#[derive(Clone, Debug)]
pub(crate) struct Hunter {
    pub(crate) at: Place,
    pub(crate) heading: Angle,
    pub(crate) records: Records,
    pub(crate) awareness: Awareness,
    pub(crate) attributes: BTreeMap<&'static str, i64>,
    /// Guards that do not hold, by the name of the skill.
    pub(crate) forbidden: Vec<SymbolId>,
    pub(crate) runner: Runner,
    /// Posts by the name of the query.
    pub(crate) posts: BTreeMap<&'static str, Post>,
    pub(crate) sleeper: Sleeper,
    serial: u32,
    ends_at: i64,
}

/// A test: characters with one set of skills.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) module: Module,
    pub(crate) space: Option<Space>,
    pub(crate) now: Tick,
    pub(crate) set: SkillSet,
    pub(crate) hunters: Vec<Hunter>,
    /// Everything that was asked for: tick, who, what.
    pub(crate) asked: Vec<(i64, usize, Intent)>,
    /// Every order of a body: tick, who, what.
    pub(crate) orders: Vec<(i64, usize, BodyOrder)>,
    pub(crate) sees_friends: bool,
}

pub(crate) fn named(name: &str) -> Option<SymbolId> {
    Some(SymbolId::named(name))
}

/// A field with a side in metres around the origin.
pub(crate) fn field(half: i32) -> GroundPlan {
    let mm = half * 1000;
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of((-mm, -mm), (mm, mm)))],
        ..GroundPlan::default()
    }
}

impl Stage {
    /// One character with these skills, on a large field.
    pub(crate) fn with(skills: &[&str]) -> Stage {
        let spec = |name: &&str| SkillSpec {
            kind: SymbolId::named(name),
            when: vec![],
            variables: 0,
            deed: Some(Deed::Course(CourseId::named(name), vec![])),
            tuning: vec![],
            site: SiteId::named(name),
        };
        let set = SkillSet {
            id: DeciderId::named("test"),
            name: SymbolId::named("test"),
            urgency: Urgency::Danger,
            retain: Retain::UntilDone,
            senses: SenseId::named("test"),
            squad: None,
            hunts: vec![],
            barks: vec![],
            tuning: vec![],
            skills: skills.iter().map(spec).collect(),
        };
        let mut stage = Stage {
            module: Module::default(),
            space: None,
            now: Tick(0),
            set,
            hunters: vec![],
            asked: vec![],
            orders: vec![],
            sees_friends: true,
        };
        stage.add(Place::metres(0, 0));
        stage.on(&field(40))
    }

    /// The same on other ground.
    pub(crate) fn on(mut self, plan: &GroundPlan) -> Stage {
        let (space, faults) = Space::build(plan);
        assert_eq!(faults, []);
        self.space = Some(space);
        self
    }

    /// One more character.
    pub(crate) fn add(&mut self, at: Place) -> usize {
        self.hunters.push(Hunter {
            at,
            heading: Angle::EAST,
            records: Records::default(),
            awareness: Awareness::default(),
            attributes: BTreeMap::new(),
            forbidden: vec![],
            runner: Runner::default(),
            posts: BTreeMap::new(),
            sleeper: Sleeper::default(),
            serial: 0,
            ends_at: i64::MAX,
        });
        self.hunters.len() - 1
    }

    /// Gives a skill a setting.
    pub(crate) fn tune(&mut self, skill: &str, setting: &str, value: Tuning) {
        let skill = SymbolId::named(skill);
        let spec = self
            .set
            .skills
            .iter_mut()
            .find(|spec| spec.kind == skill)
            .expect("the set has the skill");
        spec.tuning.push((SymbolId::named(setting), value));
    }

    /// Forbids or allows a skill of the first character.
    pub(crate) fn allow(&mut self, skill: &str, allowed: bool) {
        let skill = SymbolId::named(skill);
        let hunter = &mut self.hunters[0];
        hunter.forbidden.retain(|known| *known != skill);
        if !allowed {
            hunter.forbidden.push(skill);
        }
    }

    /// The first character.
    pub(crate) fn one(&mut self) -> &mut Hunter {
        &mut self.hunters[0]
    }

    /// The name of the skill that a character runs.
    pub(crate) fn skill(&self, who: usize) -> String {
        let kind = self.hunters[who].runner.skill();
        let of = self.set.skills.iter().find(|spec| Some(spec.kind) == kind);
        let known = townsfolk_tactics::catalogue::skills();
        let mut names = known
            .map(|entry| entry.name)
            .filter(|name| named(name) == kind);
        match (of, names.next()) {
            (Some(_), Some(name)) => name.to_owned(),
            _ => format!("{kind:?}"),
        }
    }

    /// What the running skill of a character does.
    pub(crate) fn state(&self, who: usize) -> &'static str {
        let runner = &self.hunters[who].runner;
        let state = runner.skill().and_then(|kind| runner.state(kind));
        state.map_or("", |state| state.as_skill().state())
    }

    /// Looks at one character now, whether it is due or not.
    pub(crate) fn look(&mut self, who: usize) -> Step {
        let mut runner = std::mem::take(&mut self.hunters[who].runner);
        let step = runner.step(&View { stage: self, who }, &self.set);
        self.hunters[who].runner = runner;
        for intent in &step.intents {
            self.asked.push((self.now.0, who, *intent));
        }
        self.obey(who, &step);
        step
    }

    /// Looks at the first character at a tick.
    pub(crate) fn step(&mut self, tick: i64) -> Step {
        self.now = Tick(tick);
        self.look(0)
    }

    /// Lets a time in ticks pass.
    pub(crate) fn run(&mut self, ticks: i64) {
        self.run_while(ticks, |_| true);
    }

    /// Lets ticks pass as long as something holds. Returns whether it held to the end.
    pub(crate) fn run_while(&mut self, ticks: i64, holds: impl Fn(&Stage) -> bool) -> bool {
        for _ in 0..ticks {
            if !holds(self) {
                return false;
            }
            self.now.0 += 1;
            for who in 0..self.hunters.len() {
                self.move_body(who);
                if self.hunters[who].runner.is_due(self.now) {
                    self.look(who);
                }
            }
        }
        true
    }

    /// Lets ticks pass until something holds.
    pub(crate) fn run_until(&mut self, ticks: i64, holds: impl Fn(&Stage) -> bool) {
        assert!(
            !self.run_while(ticks, |stage| !holds(stage)),
            "it never happened"
        );
    }

    fn obey(&mut self, who: usize, step: &Step) {
        let hunter = &mut self.hunters[who];
        for intent in &step.intents {
            if let Intent::Drop(subject) = intent {
                _ = hunter.records.forget(*subject);
            }
        }
        if step.body.serial == hunter.serial {
            return;
        }
        hunter.serial = step.body.serial;
        let Some(order) = step
            .body
            .order
            .filter(|_| step.body.state == BodyState::Busy)
        else {
            return;
        };
        self.orders.push((self.now.0, who, order));
        let takes = match order {
            BodyOrder::Go { .. } | BodyOrder::Stay { .. } | BodyOrder::Deed { .. } => i64::MAX,
            BodyOrder::MoveSo { .. } => 30,
            BodyOrder::Turn(_) => 12,
            _ => 40,
        };
        hunter.ends_at = self.now.0.saturating_add(takes);
    }

    fn move_body(&mut self, who: usize) {
        let now = self.now.0;
        let hunter = &mut self.hunters[who];
        let body = hunter.runner.shared().body;
        let Some(order) = body.order.filter(|_| body.state == BodyState::Busy) else {
            return;
        };
        if let BodyOrder::Go { to, pace } = order {
            let (step, left) = (i64::from(pace) / 60, hunter.at.distance_mm(to));
            if left > 0 {
                hunter.heading = Angle::from_to(hunter.at, to);
            }
            if left <= step {
                hunter.at = to;
                hunter.runner.body_ended(true);
            } else {
                let part =
                    |a: i32, b: i32| a + ((i64::from(b) - i64::from(a)) * step / left) as i32;
                hunter.at.x_mm = part(hunter.at.x_mm, to.x_mm);
                hunter.at.y_mm = part(hunter.at.y_mm, to.y_mm);
            }
            return;
        }
        if now < hunter.ends_at {
            return;
        }
        match order {
            BodyOrder::MoveSo { to, heading, .. } => (hunter.at, hunter.heading) = (to, heading),
            BodyOrder::Turn(heading) => hunter.heading = heading,
            _ => {}
        }
        hunter.runner.body_ended(true);
    }

    /// A character senses somebody.
    pub(crate) fn sense(
        &mut self,
        who: usize,
        of: u32,
        at: Place,
        velocity: (i32, i32),
        sure: bool,
    ) {
        let new = Impression {
            subject: Sensed::Character(CharacterId(of)),
            at,
            velocity: Some(velocity),
            sense: Sense::Seen,
            strength: Strength::thousandths(500),
            sure,
            attackable: true,
            uncertainty_mm: 0,
            by: CharacterId(who as u32),
        };
        let now = self.now;
        self.hunters[who].records.sense(&new, now);
        self.hunters[who].runner.wake();
    }

    /// A character hears a sound.
    pub(crate) fn hear(&mut self, who: usize, strength: u32, soft: bool, at: Place) {
        let strength = Strength::thousandths(strength);
        let new = Impression {
            subject: Sensed::Spot(7),
            at,
            velocity: None,
            sense: Sense::Heard,
            strength,
            sure: false,
            attackable: false,
            uncertainty_mm: 0,
            by: CharacterId(who as u32),
        };
        let now = self.now;
        let subject = self.hunters[who].records.sense(&new, now);
        self.hunters[who].runner.hear(Heard {
            tick: now,
            kind: StimulusId::named("noise"),
            at,
            strength,
            soft,
            subject: Some(subject),
        });
        let hunter = &mut self.hunters[who];
        let rules = SleepRules::default();
        if let Some(how) = hunter.sleeper.disturb(now, strength, soft, &rules) {
            hunter.awareness.disturbed = Some((how, now, at));
            if how == Disturbance::Enraged {
                hunter.records.confirm(subject, now);
            }
        }
    }

    /// Lets the records of a character age as senses do.
    pub(crate) fn age(&mut self, who: usize) {
        use townsfolk_core::Duration;
        let now = self.now;
        let (loses, forgets) = (Duration::seconds(3), Duration::seconds(60));
        if self.hunters[who].records.age(now, loses, forgets) {
            self.hunters[who].runner.wake();
        }
    }
}

/// The world of one character.
#[derive(Debug)]
pub(crate) struct View<'a> {
    stage: &'a Stage,
    who: usize,
}

impl View<'_> {
    fn hunter(&self) -> &Hunter {
        &self.stage.hunters[self.who]
    }
}

impl World for View<'_> {
    fn module(&self) -> &Module {
        &self.stage.module
    }
    fn seed(&self) -> Seed {
        Seed(7)
    }
    fn now(&self) -> Tick {
        self.stage.now
    }
    fn me(&self) -> CharacterId {
        CharacterId(self.who as u32)
    }
    fn here(&self) -> Place {
        self.hunter().at
    }
    fn heading(&self) -> Angle {
        self.hunter().heading
    }
    fn space(&self) -> Option<&Space> {
        self.stage.space.as_ref()
    }
    fn way(&self, to: Place, _style: WayStyle) -> Option<Way> {
        let here = self.here();
        let Some(space) = self.space() else {
            let length_mm = here.distance_mm(to) as u32;
            let corners = vec![to];
            return Some(Way { corners, length_mm });
        };
        let path = space.path(here, to, &Shortest, NODES).found()?;
        Some(Way {
            corners: path.points.into_iter().skip(1).collect(),
            length_mm: path.length_mm,
        })
    }
    fn records(&self) -> &Records {
        &self.hunter().records
    }
    fn awareness(&self) -> Awareness {
        self.hunter().awareness
    }
    fn friends(&self, within_mm: u32) -> Vec<Friend> {
        let others = (0..self.stage.hunters.len()).filter(|who| *who != self.who);
        let friends = others.filter_map(|who| self.friend(CharacterId(who as u32)));
        friends
            .filter(|friend| friend.at.is_within(self.here(), within_mm))
            .collect()
    }
    fn friend(&self, who: CharacterId) -> Option<Friend> {
        let hunter = self.stage.hunters.get(who.0 as usize)?;
        Some(Friend {
            who,
            at: hunter.at,
            heading: hunter.heading,
            skill: hunter.runner.skill(),
            noticed: self.stage.sees_friends,
            lives: true,
        })
    }
    fn is(&self, attribute: &str) -> bool {
        self.hunter().attributes.contains_key(attribute)
    }
    fn number(&self, attribute: &str) -> Option<i64> {
        self.hunter().attributes.get(attribute).copied()
    }
    fn allows(&self, skill: usize) -> bool {
        !self
            .hunter()
            .forbidden
            .contains(&self.stage.set.skills[skill].kind)
    }
    fn best_post(&self, query: DeciderId) -> Option<Post> {
        let posts = self.hunter().posts.iter();
        let mut of = posts.filter(|(name, _)| DeciderId::named(name) == query);
        of.next().map(|(_, post)| *post)
    }
    fn rating(&self, query: DeciderId, post: u32) -> i32 {
        let best = self.best_post(query).filter(|best| best.id == post);
        best.map_or(500, |best| best.rating)
    }
}
