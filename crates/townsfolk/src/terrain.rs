//! The ground under the characters: walls, doors, cover and light, for senses and skills.
//!
//! The host gives it as a plan ([`Folk::set_ground`]), and opens and closes doors
//! ([`Folk::set_opening`]). Both are inputs, which saves and recordings keep. Without ground, the host
//! is asked about lines of sight, if it says that it answers such questions; otherwise everything is
//! open. Content without skills keeps no ground.

use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_senses::Rays;
use townsfolk_senses::hearing::OpenGround;
use townsfolk_space::{Fault, GroundPlan, OpeningId, Space};

/// The ground, if the host has given one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terrain {
    space: Option<Arc<Space>>,
    faults: Vec<Fault>,
    /// The hash of the plan.
    hash: u64,
}

/// The ground in a save.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedGround {
    plan: GroundPlan,
    /// Which openings are open, in the order of the plan.
    open: Vec<bool>,
}

impl Terrain {
    fn of(plan: &GroundPlan) -> Terrain {
        let (space, faults) = Space::build(plan);
        let bytes = postcard::to_allocvec(plan).unwrap_or_default();
        Terrain {
            space: Some(Arc::new(space)),
            faults,
            hash: hash64(&bytes).max(1),
        }
    }

    pub(crate) fn saved(&self) -> Option<SavedGround> {
        let space = self.space.as_ref()?;
        Some(SavedGround {
            plan: space.plan().clone(),
            open: space.open().to_vec(),
        })
    }

    /// The digest of the ground; zero if there is none.
    pub(crate) fn digest(&self) -> u64 {
        let open = self.space.iter().flat_map(|space| space.open());
        open.fold(self.hash, |sum, open| fold(sum, u64::from(*open)))
    }
}

impl SavedGround {
    pub(crate) fn build(self) -> Terrain {
        let mut terrain = Terrain::of(&self.plan);
        if let Some(space) = terrain.space.as_mut().map(Arc::make_mut) {
            for (opening, open) in self.plan.openings.iter().zip(self.open) {
                space.set_open(opening.id, open);
            }
        }
        terrain
    }
}

impl Folk {
    /// Gives the engine the ground, from the next tick on, in place of what it had. Faulty parts of the
    /// plan are left out; [`ground_faults`](Folk::ground_faults) names them. Content without skills
    /// keeps no ground.
    pub fn set_ground(&mut self, plan: GroundPlan) {
        self.report(Report::Ground(Box::new(plan)));
    }

    /// Opens or closes a door or window of the ground.
    pub fn set_opening(&mut self, opening: OpeningId, is_open: bool) {
        self.report(Report::Opened(opening, is_open));
    }

    /// The ground, if the host has given one.
    pub fn ground(&self) -> Option<&Arc<Space>> {
        self.terrain.space.as_ref()
    }

    /// What is wrong with the plan of the ground.
    pub fn ground_faults(&self) -> &[Fault] {
        &self.terrain.faults
    }

    /// Walls, as senses ask for them.
    pub(crate) fn rays(&self) -> &(dyn Rays + Sync) {
        match &self.terrain.space {
            Some(space) => &**space,
            None => &OpenGround,
        }
    }

    pub(crate) fn take_in_ground(&mut self, plan: &GroundPlan) {
        if !self.content.senses.is_used {
            return;
        }
        self.terrain = Terrain::of(plan);
        if !self.terrain.faults.is_empty() {
            let count = u32::try_from(self.terrain.faults.len()).unwrap_or(u32::MAX);
            self.unheard(RejectedReport::FaultyGround(count));
        }
    }

    pub(crate) fn take_in_opening(&mut self, opening: OpeningId, is_open: bool) {
        if !self.content.senses.is_used {
            return;
        }
        let space = self.terrain.space.as_mut().map(Arc::make_mut);
        let known = space.is_some_and(|space| space.set_open(opening, is_open));
        if !known {
            self.unheard(RejectedReport::NoSuchOpening(opening.0));
        }
    }
}
