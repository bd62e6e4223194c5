//! The mind as a decider.

use super::mind_system;
use crate::decider::{Decider, DeciderView};
use crate::folk::Folk;
use crate::jobs::MindJobs;
use crate::words::mind::node_name;
use townsfolk_core::{CharacterId, SymbolId};

/// Minds decide by their maps. Their state is the table of minds, which the engine saves.
#[derive(Clone, Debug)]
pub(crate) struct MindDecider;

impl Decider for MindDecider {
    fn name(&self) -> SymbolId {
        mind_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        let executor = at.executor;
        at.folk.stir_sleepers(executor);
        at.folk.take_due::<MindJobs>(true)
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        let executor = at.executor;
        at.folk.think(due, executor);
    }

    fn drive(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            at.folk.pursue(*who);
        }
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let wanted = folk.mind(who)?.wanted()?;
        Some(node_name(&folk.names.symbols, wanted.action))
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}
