//! The world as it is lent to the skills of one character.

use super::friends;
use crate::folk::Folk;
use crate::performer::Viewpoint;
use std::collections::BTreeMap;
use std::fmt::{Debug, Formatter};
use std::sync::LazyLock;
use townsfolk_act::holds;
use townsfolk_core::{
    Angle, CharacterId, DeciderId, HostId, Place, Pushed, Seed, SymbolId, Tick, Value,
};
use townsfolk_module::Module;
use townsfolk_module::senses::SkillSet;
use townsfolk_senses::{Record, Records, VolumeKind};
use townsfolk_space::cost::K_EXPOSE;
use townsfolk_space::{NODES, PathCost, Space};
use townsfolk_tactics::{Awareness, Friend, Post, Way, WayStyle, World};

/// The extra cost of a metre in a fire that refuses to burn the walker, in thousandths.
const FIRE: u32 = 30_000;

/// How far around a fire ways keep.
const FIRE_MARGIN_MM: u32 = 400;

/// How far short of a goal that cannot be reached other ends of a way are tried, in order.
const SHORT_OF_MM: [i64; 6] = [1_000, 2_000, 3_000, 5_000, 8_000, 12_000];

/// The height of eyes over the ground.
const EYES_MM: i32 = 1_600;

/// The most prey whose sight a hidden way avoids.
const WATCHERS_MAX: usize = 4;

static NO_RECORDS: LazyLock<Records> = LazyLock::new(Records::default);

/// The world, lent to one character for one look.
pub(super) struct Glance<'a> {
    pub(super) folk: &'a Folk,
    pub(super) running: &'a BTreeMap<CharacterId, SymbolId>,
    pub(super) who: CharacterId,
    pub(super) set: &'a SkillSet,
    here: Place,
}

impl<'a> Glance<'a> {
    /// The world as a character sees it.
    pub(super) fn of(
        folk: &'a Folk,
        running: &'a BTreeMap<CharacterId, SymbolId>,
        who: CharacterId,
        set: &'a SkillSet,
    ) -> Glance<'a> {
        let at = folk.character(who).and_then(|person| person.at);
        Glance {
            folk,
            running,
            who,
            set,
            here: at.unwrap_or_default(),
        }
    }

    /// Whether an attribute of a character holds, or is a number above zero.
    fn is_so(&self, name: &str) -> bool {
        match self
            .folk
            .asked(HostId::named(name), &[Value::Character(self.who)])
        {
            Pushed::Holds => self.folk.module().attribute(HostId::named(name)).is_some(),
            Pushed::Is(Value::Number(number)) => number.0 > 0,
            Pushed::Is(_) | Pushed::HoldsNot => false,
        }
    }

    fn fires(&self) -> Vec<(Place, u32)> {
        let now = self.folk.now();
        let refuses = |volume: &&townsfolk_senses::Volume| match volume.kind {
            VolumeKind::Fire { most, .. } => {
                let full = volume.victims.len() >= usize::from(most);
                volume.is_active(now) && full && volume.victims.binary_search(&self.who).is_err()
            }
            VolumeKind::Smoke => false,
        };
        let fires = self.folk.volumes().iter().filter(refuses);
        let wide = |radius: u32| radius.saturating_add(FIRE_MARGIN_MM);
        fires.map(|fire| (fire.at, wide(fire.radius_mm))).collect()
    }

    /// Where prey is believed to be, for ways that avoid its sight.
    fn watchers(&self, style: WayStyle) -> Vec<Place> {
        let records = self.records().all().iter();
        let prey = records.filter(|record| style.hidden && record.character().is_some());
        let eyes = prey.map(|record| Place {
            z_mm: record.at.z_mm.saturating_add(EYES_MM),
            ..record.at
        });
        eyes.take(WATCHERS_MAX).collect()
    }
}

/// The extra cost of ground in fire, or in sight of prey.
#[derive(Debug)]
struct Danger<'a> {
    space: &'a Space,
    fires: Vec<(Place, u32)>,
    watchers: Vec<Place>,
}

impl PathCost for Danger<'_> {
    fn extra(&self, at: Place) -> u32 {
        let burns = self
            .fires
            .iter()
            .any(|(fire, radius)| fire.is_within(at, *radius));
        let body = Place {
            z_mm: at.z_mm.saturating_add(1_000),
            ..at
        };
        let seen = self.watchers.iter().any(|eyes| self.space.ray(*eyes, body));
        let cost = |applies: bool, cost: u32| if applies { cost } else { 0 };
        cost(burns, FIRE) + cost(seen, K_EXPOSE)
    }

    fn is_plain(&self) -> bool {
        self.fires.is_empty() && self.watchers.is_empty()
    }
}

fn way(space: &Space, from: Place, to: Place, cost: &dyn PathCost) -> Option<Way> {
    let path = space.path(from, to, cost, NODES).found()?;
    Some(Way {
        corners: path.points.into_iter().skip(1).collect(),
        length_mm: path.length_mm,
    })
}

impl Debug for Glance<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Glance").field("who", &self.who).finish()
    }
}

impl World for Glance<'_> {
    fn module(&self) -> &Module {
        self.folk.module()
    }

    fn seed(&self) -> Seed {
        self.folk.seed
    }

    fn now(&self) -> Tick {
        self.folk.now()
    }

    fn me(&self) -> CharacterId {
        self.who
    }

    fn here(&self) -> Place {
        self.here
    }

    fn heading(&self) -> Angle {
        self.folk.heading_of(self.who).unwrap_or_default()
    }

    fn space(&self) -> Option<&Space> {
        self.folk.ground().map(|ground| &**ground)
    }

    fn way(&self, to: Place, style: WayStyle) -> Option<Way> {
        let Some(space) = self.space() else {
            return Some(Way {
                corners: vec![to],
                length_mm: u32::try_from(self.here.distance_mm(to)).unwrap_or(u32::MAX),
            });
        };
        let danger = Danger {
            space,
            fires: self.fires(),
            watchers: self.watchers(style),
        };
        let found = way(space, self.here, to, &danger);
        if found.is_some() || !style.nearest {
            return found;
        }
        let back = Angle::from_to(to, self.here);
        let whole = self.here.distance_mm(to);
        let short = SHORT_OF_MM.iter().filter(|short| **short < whole);
        let mut ends = short.filter_map(|short| space.snap(to.offset(back.offset(*short as i32))));
        ends.find_map(|end| way(space, self.here, end, &danger))
    }

    fn records(&self) -> &Records {
        self.folk.records_held_by(self.who).unwrap_or(&NO_RECORDS)
    }

    fn awareness(&self) -> Awareness {
        let awareness = self.folk.awareness(self.who);
        awareness.map_or_else(Awareness::default, |known| Awareness {
            excitement: known.excitement.in_thousandths(),
            reaction: known.reaction,
            disturbed: known.disturbed,
        })
    }

    fn friends(&self, within_mm: u32) -> Vec<Friend> {
        let near = |who: &CharacterId| {
            let at = self.folk.character(*who).and_then(|person| person.at);
            at.is_some_and(|at| at.is_within(self.here, within_mm))
        };
        let friends = friends::family(self.folk, self.who, self.set, self.running);
        friends
            .filter(near)
            .filter_map(|who| self.friend(who))
            .collect()
    }

    fn friend(&self, who: CharacterId) -> Option<Friend> {
        let person = self.folk.character(who)?;
        let skill = self.running.get(&who).copied();
        // Whether it is noticed matters only for friends that can be followed.
        let noticed = friends::leads(skill) && friends::notices(self, who);
        Some(Friend {
            who,
            at: person.at?,
            heading: self.folk.heading_of(who).unwrap_or_default(),
            skill,
            noticed,
            lives: !self.folk.is_dead(who),
        })
    }

    fn is(&self, attribute: &str) -> bool {
        let burns = attribute == "burning" && self.folk.is_burning(self.who);
        burns || self.is_so(attribute)
    }

    fn number(&self, attribute: &str) -> Option<i64> {
        let name = HostId::named(attribute);
        self.folk.module().attribute(name)?;
        match self.folk.asked(name, &[Value::Character(self.who)]) {
            Pushed::Is(Value::Number(number)) => Some(number.0),
            _ => None,
        }
    }

    fn allows(&self, skill: usize) -> bool {
        let scope = Viewpoint {
            folk: self.folk,
            who: self.who,
        };
        let spec = self.set.skills.get(skill);
        spec.is_some_and(|spec| holds(&spec.when, &[], &scope))
    }

    fn best_post(&self, query: DeciderId) -> Option<Post> {
        self.folk.best_post(self.who, query)
    }

    fn orders(&self) -> Option<&townsfolk_tactics::squad::Orders> {
        self.folk.orders_of(self.who)
    }

    fn rating(&self, query: DeciderId, post: u32) -> i32 {
        self.folk.post_rating(self.who, query, post)
    }
}

/// The record about a subject, for descriptions.
pub(super) fn record_of(
    folk: &Folk,
    who: CharacterId,
    of: townsfolk_senses::Sensed,
) -> Option<&Record> {
    folk.records_of(who)
        .iter()
        .find(|record| record.subject == of)
}
