//! A module with the data that is derived from it once.

use crate::beliefs::readings_of;
use crate::senses::{SenseIndex, sense_readings_of};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use townsfolk_core::digest::hash64;
use townsfolk_core::{AreaId, DeciderId, HostId, LayerId, MemberId, RoleId, ScriptId};
use townsfolk_mind::Layers;
use townsfolk_mind::social::{classic_effects, shipped_network};
use townsfolk_module::decide::Deciders;
use townsfolk_module::knowledge::FacetReading;
use townsfolk_module::mind::{self, Network};
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{Expr, HostForm, Literal, Module, Script, Visit, Visited};
use townsfolk_scene::fast::Program;

/// Content that several engines can share.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    pub(crate) module: Arc<Module>,
    /// The scripts that have a compact form, by id.
    programs: BTreeMap<ScriptId, Program>,
    /// The host properties that a script reads, sorted.
    reads: BTreeMap<ScriptId, Vec<HostId>>,
    /// The roles that a role includes, sorted.
    kinds: BTreeMap<RoleId, Vec<RoleId>>,
    /// Layers of minds, combined for every member of the cast.
    pub(crate) layers: Layers,
    layer_hashes: BTreeMap<LayerId, u64>,
    /// Pairs of cast members: the target of a feeling and the one who has it, sorted.
    felt_for: Vec<(MemberId, MemberId)>,
    /// Areas with each of their direct parts, sorted.
    parts: Vec<(AreaId, AreaId)>,
    /// The social network: it chooses interactions and computes their effects.
    pub(crate) network: Option<Network>,
    pub(crate) effects: mind::Effects,
    /// The deciders that a role carries, its own and those of what it is.
    carried: BTreeMap<RoleId, Vec<DeciderId>>,
    /// The readings of beliefs, by id.
    pub(crate) facet_readings: Vec<(HostId, FacetReading, HostId)>,
    /// The readings of senses that conditions ask for, by id.
    pub(crate) sense_readings: Vec<(HostId, SenseReading)>,
    /// Whether content declares a way to decide beside minds. Grammars of words alone are none.
    has_deciders: bool,
    /// What senses look up.
    pub(crate) senses: SenseIndex,
}

impl Content {
    pub(crate) fn new(module: Arc<Module>) -> Content {
        let reads = module.scripts.iter();
        let reads = reads.map(|script| (script.id, properties_of(&module, script)));
        let ids = module.scripts.iter().map(|script| script.id);
        let programs = ids.filter_map(|id| Some((id, Program::compile(&module, id)?)));
        Content {
            reads: reads.collect(),
            programs: programs.collect(),
            has_deciders: has_deciders(&module),
            senses: SenseIndex::new(&module),
            facet_readings: readings_of(&module),
            sense_readings: sense_readings_of(&module),
            carried: carried_by_roles(&module),
            kinds: kinds_of_roles(&module),
            layers: layers_of(&module),
            felt_for: felt_for(&module),
            parts: parts_of_areas(&module),
            network: (module.minds.network.clone()).or_else(shipped_network),
            effects: (module.minds.effects.clone()).unwrap_or_else(classic_effects),
            layer_hashes: (module.minds.layers.iter())
                .map(|layer| {
                    let bytes = postcard::to_allocvec(layer).unwrap_or_default();
                    (layer.id, hash64(&bytes).max(1))
                })
                .collect(),
            module,
        }
    }

    /// The same content, on the reference evaluator only.
    pub(crate) fn plain(mut self) -> Content {
        self.programs.clear();
        self
    }

    /// The compact form of a script, if it has one.
    pub(crate) fn program(&self, script: ScriptId) -> Option<&Program> {
        self.programs.get(&script)
    }

    /// Whether a character with `role` also counts as `wanted`, as [`Module::is_a`] defines it.
    pub(crate) fn is_a(&self, role: RoleId, wanted: RoleId) -> bool {
        let kinds = self.kinds.get(&role);
        role == wanted || kinds.is_some_and(|kinds| kinds.binary_search(&wanted).is_ok())
    }

    /// The deciders that a role carries, its own and those of what it is, sorted.
    pub(crate) fn carried_by(&self, role: RoleId) -> &[DeciderId] {
        self.carried.get(&role).map_or(&[], Vec::as_slice)
    }

    /// Whether content declares a way to decide beside minds.
    pub(crate) fn has_deciders(&self) -> bool {
        self.has_deciders
    }

    /// A hash of a layer of minds; zero if it does not exist.
    pub(crate) fn layer_hash(&self, id: LayerId) -> u64 {
        self.layer_hashes.get(&id).copied().unwrap_or(0)
    }

    /// The cast members that have feelings for a member, in order of id.
    pub(crate) fn who_feel_for(&self, member: MemberId) -> impl Iterator<Item = MemberId> {
        let first = self.felt_for.partition_point(|(about, _)| *about < member);
        let felt = self.felt_for.iter().skip(first);
        let felt = felt.take_while(move |(about, _)| *about == member);
        felt.map(|(_, by)| *by)
    }

    /// The direct parts of an area.
    pub(crate) fn parts_of(&self, area: AreaId) -> impl Iterator<Item = AreaId> {
        let first = self.parts.partition_point(|(within, _)| *within < area);
        let parts = self.parts.iter().skip(first);
        let parts = parts.take_while(move |(within, _)| *within == area);
        parts.map(|(_, part)| *part)
    }

    pub(crate) fn reads(&self, script: ScriptId, property: HostId) -> bool {
        self.names_read(script).binary_search(&property).is_ok()
    }

    /// The attributes that a script reads, sorted.
    pub(crate) fn names_read(&self, script: ScriptId) -> &[HostId] {
        self.reads.get(&script).map_or(&[], Vec::as_slice)
    }
}

fn has_deciders(module: &Module) -> bool {
    let beside_words = Deciders {
        grammars: vec![],
        ..module.deciders.clone()
    };
    !module.deciders.carried.is_empty() || beside_words != Deciders::default()
}

fn carried_by_roles(module: &Module) -> BTreeMap<RoleId, Vec<DeciderId>> {
    let carried = &module.deciders.carried;
    if carried.is_empty() {
        return BTreeMap::new();
    }
    let of_role = |role: RoleId| {
        let own = carried.iter().filter(|item| module.is_a(role, item.role));
        let own: BTreeSet<DeciderId> = own.map(|item| item.decider).collect();
        (role, own.into_iter().collect::<Vec<_>>())
    };
    let roles = module.roles.iter().map(|role| of_role(role.id));
    roles.filter(|(_, own)| !own.is_empty()).collect()
}

fn layers_of(module: &Module) -> Layers {
    let minds = &module.minds;
    let mut layers = Layers::new(minds.layers.clone(), &minds.roles);
    for person in &minds.people {
        layers.prepare(person.basic, None);
        layers.prepare(person.basic, Some(person.navigation));
        for entry in &person.schedule.entries {
            let over = layers.of_role(entry.role);
            layers.prepare(person.basic, over);
        }
    }
    layers
}

fn felt_for(module: &Module) -> Vec<(MemberId, MemberId)> {
    let people = module.minds.people.iter();
    let felt = people.flat_map(|by| by.relationships.iter().map(|(about, _)| (*about, by.id)));
    let mut felt: Vec<(MemberId, MemberId)> = felt.collect();
    felt.sort_unstable();
    felt
}

fn parts_of_areas(module: &Module) -> Vec<(AreaId, AreaId)> {
    let areas = module.minds.areas.iter();
    let parts = areas.filter_map(|area| Some((area.within?, area.id)));
    let mut parts: Vec<(AreaId, AreaId)> = parts.collect();
    parts.sort_unstable();
    parts
}

fn kinds_of_roles(module: &Module) -> BTreeMap<RoleId, Vec<RoleId>> {
    let roles = module.roles.iter().map(|role| role.id);
    roles.map(|role| (role, kinds_of(module, role))).collect()
}

/// A role and all roles that it specializes, sorted.
fn kinds_of(module: &Module, role: RoleId) -> Vec<RoleId> {
    let mut kinds = BTreeSet::new();
    let mut open = vec![role];
    while let Some(next) = open.pop() {
        if let Some(known) = module.role(next).filter(|_| kinds.insert(next)) {
            open.extend(&known.parents);
        }
    }
    kinds.into_iter().collect()
}

/// The attributes that a script reads or sets. A scene must know a value that it would set, to see
/// whether the effect changes anything.
fn properties_of(module: &Module, script: &Script) -> Vec<HostId> {
    let mut found = vec![];
    let mut visitor = |part: Visited<'_>| match part {
        Visited::Literal(Literal::Host { name, .. }) | Visited::Expr(Expr::Host { name, .. }) => {
            found.push(*name);
        }
        Visited::Write(write) => found.push(write.name),
        _ => {}
    };
    script
        .rules
        .iter()
        .for_each(|rule| rule.visit(&mut visitor));
    script
        .holds
        .iter()
        .for_each(|hold| hold.visit(&mut visitor));
    script
        .defines
        .iter()
        .for_each(|define| define.visit(&mut visitor));
    let is_property = |id: &HostId| {
        let name = module.host_name(*id);
        name.is_some_and(|name| name.form == HostForm::Property)
    };
    found.retain(is_property);
    found.sort_unstable();
    found.dedup();
    found
}
