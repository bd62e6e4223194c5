//! News told to the wrong person.

use super::Found;
use crate::bounds::{TOLD_MAX, TOLD_WITHIN_S};
use crate::critic::Now;
use crate::kind::Kind;
use crate::sight::Sight;
use std::collections::BTreeMap;
use townsfolk_core::CharacterId;
use townsfolk_knowledge::News;
use townsfolk_mind::Moment;

/// The news that each character has heard, and from whom.
#[derive(Clone, Debug, Default)]
pub(super) struct Gossip {
    heard: BTreeMap<CharacterId, Vec<(CharacterId, News, Moment)>>,
}

impl Gossip {
    pub(super) fn see(&mut self, now: Now, sight: &Sight, found: &mut Found) {
        let Sight::Told {
            who,
            to,
            news,
            about_them,
        } = sight
        else {
            return;
        };
        if *about_them {
            found.push((*who, Kind::TellsOfThemselves(*to)));
        }
        let mut heard = self.heard.get(who).into_iter().flatten();
        if heard.any(|(from, known, at)| {
            from == to && known == news && now.at.since(*at) < TOLD_WITHIN_S
        }) {
            found.push((*who, Kind::TellsBack(*to)));
        }
        let heard = self.heard.entry(*to).or_default();
        if heard.len() >= TOLD_MAX {
            heard.remove(0);
        }
        heard.push((*who, *news, now.at));
    }

    pub(super) fn forget(&mut self, who: CharacterId) {
        self.heard.remove(&who);
    }
}
