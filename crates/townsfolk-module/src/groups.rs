//! Groups: who joins scenes together.

use serde::{Deserialize, Serialize};
use townsfolk_core::{MemberId, SymbolId};

/// Who belongs to which group, by member. People of one group (a family) join scenes together, or not
/// at all.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Groups(pub Vec<(MemberId, SymbolId)>);

impl Groups {
    /// The group of a member.
    pub fn of(&self, member: MemberId) -> Option<SymbolId> {
        let index = self.0.binary_search_by_key(&member, |(id, _)| *id).ok()?;
        self.0.get(index).map(|(_, group)| *group)
    }

    /// Sorts them by member, as they must be.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.dedup_by_key(|(member, _)| *member);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Module;
    use crate::file::{read_module, write_module};

    #[test]
    fn a_module_has_groups_only_if_there_are_some() {
        let bare = Module::default();
        let mut family = bare.clone();
        let falks = SymbolId::named("falks");
        family.groups.0 = vec![(MemberId(7), falks), (MemberId(2), falks)];
        family.sort();
        assert_eq!(read_module(&write_module(&bare)), Ok(bare.clone()));
        assert_eq!(read_module(&write_module(&family)), Ok(family.clone()));
        assert!(write_module(&bare).len() < write_module(&family).len());
        assert_eq!(family.groups.of(MemberId(7)), Some(falks));
        assert_eq!(family.groups.of(MemberId(3)), None);
    }
}
