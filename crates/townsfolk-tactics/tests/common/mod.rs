//! A small world for tests: one character, what it senses, and a body that does what it is asked.
#![allow(dead_code)]

use std::collections::BTreeMap;
use townsfolk_core::{
    Angle, CharacterId, CourseId, DeciderId, Place, Seed, SenseId, SiteId, SymbolId, Tick, Urgency,
};
use townsfolk_module::Module;
use townsfolk_module::decide::Deed;
use townsfolk_module::senses::{Retain, SkillSet, SkillSpec};
use townsfolk_tactics::{Awareness, Friend, Ground, Post, Record, Runner, Way, WayStyle, World};

/// What the world of a test says. Tests change it between steps.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) module: Module,
    pub(crate) now: Tick,
    pub(crate) me: CharacterId,
    pub(crate) here: Place,
    pub(crate) heading: Angle,
    pub(crate) records: Vec<Record>,
    pub(crate) awareness: Awareness,
    pub(crate) friends: Vec<Friend>,
    pub(crate) attributes: BTreeMap<&'static str, i64>,
    /// Guards that do not hold, by the name of the skill.
    pub(crate) forbidden: Vec<SymbolId>,
    pub(crate) set: SkillSet,
}

impl Facts {
    /// A character with these skills.
    pub(crate) fn with(skills: &[&str]) -> Facts {
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
        Facts {
            module: Module::default(),
            now: Tick(0),
            me: CharacterId(1),
            here: Place::metres(0, 0),
            heading: Angle::EAST,
            records: vec![],
            awareness: Awareness::default(),
            friends: vec![],
            attributes: BTreeMap::new(),
            forbidden: vec![],
            set,
        }
    }

    /// Forbids or allows a skill.
    pub(crate) fn allow(&mut self, skill: &str, allowed: bool) {
        let skill = SymbolId::named(skill);
        self.forbidden.retain(|known| *known != skill);
        if !allowed {
            self.forbidden.push(skill);
        }
    }

    /// Looks at a runner at a tick.
    pub(crate) fn step(&mut self, runner: &mut Runner, tick: i64) -> townsfolk_tactics::Step {
        self.now = Tick(tick);
        runner.step(&*self, &self.set)
    }
}

impl World for Facts {
    fn module(&self) -> &Module {
        &self.module
    }
    fn seed(&self) -> Seed {
        Seed(7)
    }
    fn now(&self) -> Tick {
        self.now
    }
    fn me(&self) -> CharacterId {
        self.me
    }
    fn here(&self) -> Place {
        self.here
    }
    fn heading(&self) -> Angle {
        self.heading
    }
    fn ground(&self) -> Option<&dyn Ground> {
        None
    }
    fn way(&self, to: Place, _style: WayStyle) -> Option<Way> {
        Some(Way {
            corners: vec![to],
            length_mm: self.here.distance_mm(to) as u32,
        })
    }
    fn records(&self) -> &[Record] {
        &self.records
    }
    fn awareness(&self) -> Awareness {
        self.awareness
    }
    fn friends(&self, within_mm: u32) -> Vec<Friend> {
        let near = |friend: &&Friend| friend.at.is_within(self.here, within_mm);
        self.friends.iter().filter(near).copied().collect()
    }
    fn friend(&self, who: CharacterId) -> Option<Friend> {
        self.friends
            .iter()
            .find(|friend| friend.who == who)
            .copied()
    }
    fn is(&self, attribute: &str) -> bool {
        self.attributes.contains_key(attribute)
    }
    fn number(&self, attribute: &str) -> Option<i64> {
        self.attributes.get(attribute).copied()
    }
    fn allows(&self, skill: usize) -> bool {
        !self.forbidden.contains(&self.set.skills[skill].kind)
    }
    fn best_post(&self, _query: DeciderId) -> Option<Post> {
        None
    }
    fn rating(&self, _query: DeciderId, _post: u32) -> i32 {
        0
    }
}
