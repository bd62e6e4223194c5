//! What a set of skills is able to do in a squad. A cache of the module.

use crate::folk::Folk;
use std::collections::BTreeMap;
use townsfolk_core::{DeciderId, HostId, Number, SymbolId};
use townsfolk_module::Module;
use townsfolk_module::senses::{PostQuery, SkillSet, SkillSpec, Tuning};
use townsfolk_tactics::squad::Abilities;

/// What a set of skills is able to do, and which queries it asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Kit {
    pub(super) can: Abilities,
    /// Whether it asks for posts at all.
    pub(super) looks: bool,
    /// The zone that its members do not leave.
    pub(super) zone: Option<SymbolId>,
    pub(super) advance: Option<DeciderId>,
    pub(super) check: Option<DeciderId>,
    pub(super) watch: Option<DeciderId>,
    /// Whether its squad notices an enemy that slipped away.
    pub(super) notices_escape: bool,
}

/// Criteria that need more than the usual facts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    pub(super) threat_ways: bool,
    pub(super) exposure: bool,
}

fn setting(list: &[(SymbolId, Tuning)], name: &str) -> Option<Tuning> {
    let name = SymbolId::named(name);
    list.iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| *value)
}

fn skill<'a>(set: &'a SkillSet, name: &str) -> Option<&'a SkillSpec> {
    let name = SymbolId::named(name);
    set.skills.iter().find(|spec| spec.kind == name)
}

/// The query of a setting of a skill; without it, the query of the usual name.
fn query(module: &Module, set: &SkillSet, of: (&str, &str), usual: &str) -> Option<DeciderId> {
    let given = skill(set, of.0).and_then(|spec| setting(&spec.tuning, of.1));
    let given = given.or_else(|| setting(&set.tuning, of.1));
    if let Some(Tuning::Posts(query)) = given {
        return Some(query);
    }
    let by_name = |query: &&PostQuery| query.id == DeciderId::named(usual);
    module
        .senses
        .posts
        .iter()
        .find(by_name)
        .map(|query| query.id)
}

impl Kit {
    fn of(module: &Module, set: &SkillSet) -> Kit {
        let has = |name| skill(set, name).is_some();
        let zone = ["patrol", "script", "wander"].into_iter().find_map(|name| {
            let spec = skill(set, name)?;
            match setting(&spec.tuning, "in") {
                Some(Tuning::Word(zone)) => Some(zone),
                _ => None,
            }
        });
        let tunings = set
            .skills
            .iter()
            .flat_map(|spec| &spec.tuning)
            .chain(&set.tuning);
        let asks = tunings
            .into_iter()
            .any(|(_, value)| matches!(value, Tuning::Posts(_)));
        let unnoticed = Tuning::Word(SymbolId::named("unnoticed"));
        Kit {
            can: Abilities {
                flank: has("flank"),
                shoot: has("gun_combat"),
                advance: has("advance"),
                sweep: has("sweep"),
                investigate: has("investigate"),
            },
            looks: set.squad.is_some() || asks,
            zone,
            advance: query(module, set, ("advance", "posts"), "advance"),
            check: query(module, set, ("advance", "checks_from"), "check_place"),
            watch: query(module, set, ("gun_combat", "watches_from"), "aim_watch"),
            notices_escape: setting(&set.tuning, "escape") != Some(unnoticed),
        }
    }
}

impl Folk {
    pub(super) fn make_kits(&self) -> BTreeMap<DeciderId, Kit> {
        let module = &self.content.module;
        let sets = module.senses.skills.iter();
        sets.map(|set| (set.id, Kit::of(module, set))).collect()
    }

    pub(super) fn kit_of(&self, who: townsfolk_core::CharacterId) -> Option<&Kit> {
        self.squads.kits.get(&self.sense_set_of(who)?)
    }

    /// What the queries of content need.
    pub(super) fn post_needs(&self) -> Needs {
        let posts = &self.content.module.senses.posts;
        let names = |name: &str| {
            let name = SymbolId::named(name);
            let mut criteria = posts.iter().flat_map(|query| &query.criteria);
            criteria.any(|criterion| criterion.name == name)
        };
        Needs {
            threat_ways: names("threat_way"),
            exposure: names("not_seen_lately"),
        }
    }

    /// Whether a gun is loaded: where content does not declare `armed`, everybody has one.
    pub(super) fn is_armed(&self, who: townsfolk_core::CharacterId) -> bool {
        use townsfolk_core::{Pushed, Value};
        let value = |name: &str| {
            let name = HostId::named(name);
            let known = self.content.module.attribute(name).is_some();
            known.then(|| self.attribute(name, &[Value::Character(who)]))
        };
        let gun = match value("armed") {
            None | Some(Pushed::Holds) => true,
            Some(Pushed::Is(Value::Number(Number(count)))) => count > 0,
            Some(_) => false,
        };
        let empty = Some(Pushed::Is(Value::Number(Number(0))));
        gun && value("ammunition") != empty
    }
}
