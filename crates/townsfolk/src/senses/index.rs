//! What senses look up in the content, derived once.

use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{ActionId, Duration, HostId, RoleId, StimulusId, SymbolId};
use townsfolk_module::Module;
use townsfolk_module::senses::StimulusSource;
use townsfolk_senses::hearing::greatest_factor;

/// Names that senses know, and stimuli by their source.
#[derive(Clone, Debug)]
pub(crate) struct SenseIndex {
    /// Whether anybody can have senses at all.
    pub(crate) is_used: bool,
    /// Roles that some set of skills hunts.
    pub(super) hunted: BTreeSet<RoleId>,
    /// Stimuli of steps, with how often they are made.
    pub(super) steps: Vec<(StimulusId, Duration)>,
    /// Stimuli of breath, with how often they are made.
    pub(super) breaths: Vec<(StimulusId, Duration)>,
    /// Stimuli of actions, and whether they sound where the action begins.
    pub(super) actions: BTreeMap<ActionId, Vec<(StimulusId, bool)>>,
    /// The greatest factor of any ears, in thousandths.
    pub(super) factor_max: u32,
    /// The greatest distance at which any ears hear.
    pub(super) hearing_max_mm: u32,
    /// The greatest range of any eyes.
    pub(super) range_max_mm: u32,
    pub(super) burning: Option<HostId>,
    pub(super) crouched: Option<HostId>,
    pub(super) dead: Option<HostId>,
    pub(super) difficulty: Option<HostId>,
    /// Actions at whose end the body looks in the direction of a parameter.
    pub(super) turning: [ActionId; 2],
    pub(super) heading: SymbolId,
    pub(super) x: SymbolId,
    pub(super) y: SymbolId,
}

impl SenseIndex {
    pub(crate) fn new(module: &Module) -> SenseIndex {
        let senses = &module.senses;
        let known = |name: &str| {
            let id = HostId::named(name);
            module.host_name(id).map(|_| id)
        };
        let mut index = SenseIndex {
            is_used: !senses.skills.is_empty(),
            hunted: (senses.skills.iter())
                .flat_map(|set| set.hunts.iter().copied())
                .collect(),
            steps: vec![],
            breaths: vec![],
            actions: BTreeMap::new(),
            factor_max: (senses.profiles.iter().map(greatest_factor).max()).unwrap_or(0),
            hearing_max_mm: (senses.profiles.iter().map(|p| p.hearing_max_mm).max()).unwrap_or(0),
            range_max_mm: (senses.profiles.iter())
                .filter_map(|profile| Some(profile.sight?.range_mm))
                .max()
                .unwrap_or(0),
            burning: known("burning"),
            crouched: known("crouched"),
            dead: known("dead"),
            difficulty: known("difficulty"),
            turning: ["turn_to", "move_so"].map(ActionId::named),
            heading: SymbolId::named("heading"),
            x: SymbolId::named("x"),
            y: SymbolId::named("y"),
        };
        for stimulus in &senses.stimuli {
            match stimulus.source {
                StimulusSource::Steps { every, .. } => index.steps.push((stimulus.id, every)),
                StimulusSource::Breath { every } => index.breaths.push((stimulus.id, every)),
                StimulusSource::Action { action, from_me } => {
                    let of_action = index.actions.entry(action).or_default();
                    of_action.push((stimulus.id, from_me));
                }
                StimulusSource::Told => {}
            }
        }
        index
    }
}
