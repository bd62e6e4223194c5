//! The generated cast.

use super::Town;
use super::copies::Copies;
use super::names::Names;
use super::sample::Sample;
use std::collections::BTreeMap;
use townsfolk_core::{
    AreaId, Draw, LayerId, MemberId, PropId, RoleId, Seed, SiteId, SymbolId, Tick,
};
use townsfolk_module::mind::{CastMember, Daytime, Deed, Degree, Layer, NodeKind, Test, Venue};
use townsfolk_module::{Category, Groups, Module, Role};

/// Maximum shift of a day, in seconds.
const SHIFT_S: i64 = 20 * 60;

/// Maximum variation of a temper, in thousandths.
const TEMPER: i64 = 150;

/// Maximum depth of roles. Deeper ones form a cycle.
const DEPTH_MAX: usize = 32;

/// Adds the population of the town to the module.
pub(super) fn assign(town: &mut Town, sample: &Sample<'_>, copies: &Copies, seed: Seed) {
    let people = &copies.people;
    let mut posts = Posts::of(sample.module, town);
    town.module.minds.people.clear();
    for copy in 0..copies.count {
        for member in &sample.module.minds.people {
            let id = people.get(&(member.id, copy)).copied();
            let Some(id) = id else {
                continue;
            };
            let draw = Draw::at(seed, u64::from(copy), Tick(0), SiteId(member.id.0));
            let mut person = member.clone();
            person.id = id;
            person.basic = posts.layer(town, copies, member.basic, copy);
            person.navigation = posts.layer(town, copies, member.navigation, copy);
            shift(&mut person, draw);
            for entry in &mut person.schedule.entries {
                entry.role = posts.role(town, copies, entry.role, copy);
                if let Venue::Area(area) = entry.venue {
                    entry.venue = Venue::Area(copies.area_for(area, copy));
                }
            }
            temper(&mut person, draw);
            let known = |id: MemberId| people.get(&(id, copy)).copied();
            person.relationships.retain_mut(|(other, _)| {
                let found = known(*other);
                *other = found.unwrap_or(*other);
                found.is_some()
            });
            person.relationships.sort_by_key(|(other, _)| *other);
            person.knows.retain_mut(|fact| {
                let found = known(fact.about);
                fact.about = found.unwrap_or(fact.about);
                found.is_some()
            });
            town.module.minds.people.push(person);
        }
    }
    town.module.groups = groups(sample.module, people, copies.count);
}

/// The groups of each neighbourhood.
fn groups(sample: &Module, people: &BTreeMap<(MemberId, u32), MemberId>, copies: u32) -> Groups {
    let copied = (0..copies).flat_map(|copy| {
        sample.groups.0.iter().filter_map(move |(member, group)| {
            let own = people.get(&(*member, copy))?;
            Some((*own, SymbolId::named(&format!("{} of {copy}", group.0))))
        })
    });
    let mut groups = Groups(copied.collect());
    groups.sort();
    groups
}

/// Shifts a schedule by a small random time.
fn shift(person: &mut CastMember, draw: Draw) {
    let by = draw.between(0, -SHIFT_S, SHIFT_S);
    let moved = |at: Daytime| {
        let seconds = (i64::from(at.0) + by).rem_euclid(i64::from(Daytime::DAY));
        Daytime(u32::try_from(seconds).unwrap_or(at.0))
    };
    for entry in &mut person.schedule.entries {
        entry.starts = moved(entry.starts);
        entry.ends = moved(entry.ends);
    }
}

/// Varies a temper a little.
fn temper(person: &mut CastMember, draw: Draw) {
    let differ = |n: u64, degree: Degree| {
        let by = draw.between(n, -TEMPER, TEMPER);
        degree.plus(Degree::thousandths(by as i32)).clamped()
    };
    person.persona.neuroticism = differ(1, person.persona.neuroticism);
    person.persona.extroversion = differ(2, person.persona.extroversion);
    person.attractiveness = differ(3, person.attractiveness);
}

/// Copies of layers that name a place or prop, and of the roles that carry them: one for each
/// place.
struct Posts<'a> {
    sample: &'a Module,
    layers: BTreeMap<(LayerId, Vec<u32>), LayerId>,
    roles: BTreeMap<(RoleId, LayerId), RoleId>,
    layer_names: Names,
    role_names: Names,
}

impl<'a> Posts<'a> {
    fn of(sample: &'a Module, town: &Town) -> Posts<'a> {
        Posts {
            sample,
            layers: BTreeMap::new(),
            roles: BTreeMap::new(),
            layer_names: Names::new(town.symbols.names.keys(), Category::Layer),
            role_names: Names::new(town.symbols.names.keys(), Category::Role),
        }
    }

    /// The copy of a sample's layer for the characters of a neighbourhood.
    fn layer(&mut self, town: &mut Town, copies: &Copies, id: LayerId, copy: u32) -> LayerId {
        let layers = &self.sample.minds.layers;
        let found = layers.binary_search_by_key(&id, |layer| layer.id).ok();
        let Some(layer) = found.and_then(|index| layers.get(index)) else {
            return id;
        };
        let mut own = layer.clone();
        let mut named = vec![];
        put_names(
            &mut own,
            &mut |area| {
                let own = copies.area_for(area, copy);
                named.push(own.0);
                own
            },
            &mut |prop| copies.prop_for(prop, copy),
        );
        if own == *layer {
            return id;
        }
        named.extend(props_of(&own));
        if let Some(known) = self.layers.get(&(id, named.clone())) {
            return *known;
        }
        let name = town.symbols.name(Category::Layer, id.0);
        own.id = LayerId(
            self.layer_names
                .give(&mut town.symbols, &format!("{name}_{}", copy + 1)),
        );
        self.layers.insert((id, named), own.id);
        let id = own.id;
        town.module.minds.layers.push(own);
        id
    }

    /// The role for the characters of a neighbourhood: the sample's, or a special case of it that
    /// carries a copied layer.
    fn role(&mut self, town: &mut Town, copies: &Copies, role: RoleId, copy: u32) -> RoleId {
        let Some(layer) = self.carried(role, 0) else {
            return role;
        };
        let own = self.layer(town, copies, layer, copy);
        if own == layer {
            return role;
        }
        if let Some(known) = self.roles.get(&(role, own)) {
            return *known;
        }
        let name = town.symbols.name(Category::Role, role.0);
        let id = RoleId(
            self.role_names
                .give(&mut town.symbols, &format!("{name}_{}", copy + 1)),
        );
        self.roles.insert((role, own), id);
        town.module.roles.push(Role {
            id,
            parents: vec![role],
            proxy: false,
        });
        town.module.minds.roles.push((id, own));
        id
    }

    /// The layer of a role, or of a role that it specializes.
    fn carried(&self, role: RoleId, depth: usize) -> Option<LayerId> {
        let carried = self.sample.minds.roles.iter();
        let own = carried.into_iter().find(|(of, _)| *of == role);
        own.map(|(_, layer)| *layer).or_else(|| {
            let parents = self.sample.role(role).filter(|_| depth < DEPTH_MAX)?;
            let mut parents = parents.parents.iter();
            parents.find_map(|parent| self.carried(*parent, depth + 1))
        })
    }
}

/// Replaces the areas and props that a layer names.
fn put_names(
    layer: &mut Layer,
    area: &mut dyn FnMut(AreaId) -> AreaId,
    prop: &mut dyn FnMut(PropId) -> PropId,
) {
    for node in &mut layer.nodes {
        match &mut node.kind {
            NodeKind::Test(Test::NotIn(named)) => *named = area(*named),
            NodeKind::Action {
                deed: Deed::GoTo(named),
                ..
            } => *named = area(*named),
            NodeKind::Action {
                deed: Deed::UseProp(named, _),
                ..
            } => *named = prop(*named),
            _ => {}
        }
    }
}

fn props_of(layer: &Layer) -> Vec<u32> {
    let nodes = layer.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Action {
            deed: Deed::UseProp(named, _),
            ..
        } => Some(named.0),
        _ => None,
    });
    nodes.collect()
}
