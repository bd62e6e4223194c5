//! Feelings of a character for others.

use serde::{Deserialize, Serialize};
use townsfolk_core::CharacterId;
use townsfolk_module::mind::{Degree, Relationship};

/// Maximum number of relationships; the least intimate is dropped first.
pub const RELATIONSHIPS_MAX: usize = 64;

/// What knowing somebody at all adds to their closeness.
const ACQUAINTED: Degree = Degree::percent(15);

/// What a character feels for others, one record for each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Relationships {
    /// Sorted by character.
    records: Vec<(CharacterId, Relationship)>,
}

impl Relationships {
    /// The relationships that content describes.
    pub fn new(known: &[(CharacterId, Relationship)]) -> Relationships {
        let mut relationships = Relationships::default();
        for (who, relationship) in known {
            relationships.set(*who, *relationship);
        }
        relationships
    }

    /// What is felt for somebody, if they are known.
    pub fn toward(&self, who: CharacterId) -> Option<&Relationship> {
        let place = self.place(who).ok()?;
        self.records
            .get(place)
            .map(|(_, relationship)| relationship)
    }

    /// How close somebody is, from 0 for a stranger to 1, be it in love or in hate.
    pub fn closeness(&self, who: CharacterId) -> Degree {
        let felt = self.toward(who);
        felt.map_or(Degree::ZERO, |felt| {
            matters(felt).plus(ACQUAINTED).clamped()
        })
    }

    /// The feelings for a character, who is met now if not known yet.
    pub fn meet(
        &mut self,
        who: CharacterId,
        attractiveness: Degree,
        shared_interest: Degree,
    ) -> &mut Relationship {
        if self.place(who).is_err() {
            self.set(
                who,
                Relationship::at_first_sight(attractiveness, shared_interest),
            );
        }
        let place = self.place(who).unwrap_or_else(|place| place);
        &mut self.records[place].1
    }

    /// Sets what is felt for somebody.
    pub fn set(&mut self, who: CharacterId, relationship: Relationship) {
        match self.place(who) {
            Ok(place) => self.records[place].1 = relationship,
            Err(_) => {
                if self.records.len() >= RELATIONSHIPS_MAX {
                    self.forget_least_intimate();
                }
                let place = self.place(who).unwrap_or_else(|place| place);
                self.records.insert(place, (who, relationship));
            }
        }
    }

    /// All of them, by character.
    pub fn iter(&self) -> impl Iterator<Item = &(CharacterId, Relationship)> {
        self.records.iter()
    }

    fn place(&self, who: CharacterId) -> Result<usize, usize> {
        self.records.binary_search_by_key(&who, |(who, _)| *who)
    }

    /// Drops the relationship with the least intimacy and feeling.
    fn forget_least_intimate(&mut self) {
        let records = self.records.iter().enumerate();
        let least = records.min_by_key(|(_, (_, relationship))| matters(relationship));
        if let Some((place, _)) = least {
            self.records.remove(place);
        }
    }
}

/// How much a relationship matters: intimacy, and like or dislike.
fn matters(felt: &Relationship) -> Degree {
    let strength = felt.like.minus(Degree::HALF).0.saturating_abs();
    felt.intimacy.plus(Degree(strength))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_is_forgotten_before_a_friend_or_an_enemy() {
        let mut known = Relationships::default();
        let (friend, enemy) = (CharacterId(1), CharacterId(2));
        known.meet(friend, Degree::ZERO, Degree::ZERO).intimacy = Degree::ONE;
        known.meet(enemy, Degree::ZERO, Degree::ZERO).like = Degree::ZERO;
        for who in 3..500 {
            known.meet(CharacterId(who), Degree::ZERO, Degree::ZERO);
            assert!(known.toward(CharacterId(who)).is_some());
        }
        assert_eq!(known.iter().count(), RELATIONSHIPS_MAX);
        assert!(known.toward(friend).is_some() && known.toward(enemy).is_some());
    }
}
