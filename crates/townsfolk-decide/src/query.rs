//! Candidates, rated, the best one kept: the shared part of target selectors and queries.

use townsfolk_core::Value;

/// Something that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The thing itself.
    pub thing: Value,
    /// Its distance from the one that chooses, in millimetres.
    pub distance_mm: i64,
    /// The row of its attributes in a table of the caller; [`NO_ROW`](Candidate::NO_ROW) without one.
    pub row: u32,
}

impl Candidate {
    /// The row of something without attributes.
    pub const NO_ROW: u32 = u32::MAX;

    /// A plain value, which is nowhere and has no attributes.
    pub const fn plain(thing: Value) -> Candidate {
        Candidate {
            thing,
            distance_mm: 0,
            row: Candidate::NO_ROW,
        }
    }
}

/// The best candidate so far.
///
/// More points win. Of equal ones the current choice wins, then the nearer, then the lower id.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    current: Option<Value>,
    best: Option<(i32, Candidate)>,
}

impl Best {
    /// Nothing so far; `current` is the choice that stays when points are equal.
    pub const fn new(current: Option<Value>) -> Best {
        Best {
            current,
            best: None,
        }
    }

    /// Takes a rated candidate in. Says whether it is the best so far.
    pub fn take_in(&mut self, candidate: Candidate, points: i32) -> bool {
        let better = match &self.best {
            None => true,
            Some((most, best)) => match points.cmp(most) {
                std::cmp::Ordering::Equal => self.rank(&candidate) < self.rank(best),
                order => order.is_gt(),
            },
        };
        if better {
            self.best = Some((points, candidate));
        }
        better
    }

    fn rank(&self, candidate: &Candidate) -> (bool, i64, Value) {
        let other = self.current != Some(candidate.thing);
        (other, candidate.distance_mm, candidate.thing)
    }

    /// The best one with its points.
    pub fn get(&self) -> Option<(i32, Candidate)> {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::CharacterId;

    fn at(id: u32, distance_mm: i64) -> Candidate {
        Candidate {
            thing: Value::Character(CharacterId(id)),
            distance_mm,
            row: 0,
        }
    }

    fn chosen(current: Option<u32>, rated: &[(Candidate, i32)]) -> Option<Value> {
        let mut best = Best::new(current.map(|id| Value::Character(CharacterId(id))));
        for (candidate, points) in rated {
            best.take_in(*candidate, *points);
        }
        best.get().map(|(_, candidate)| candidate.thing)
    }

    #[test]
    fn points_then_the_current_choice_then_distance_then_id() {
        let who = |id| Some(Value::Character(CharacterId(id)));
        let near = at(7, 1_000);
        let far = at(3, 5_000);
        assert_eq!(chosen(None, &[(near, 10), (far, 11)]), who(3));
        assert_eq!(chosen(Some(3), &[(near, 10), (far, 10)]), who(3));
        assert_eq!(chosen(Some(9), &[(far, 10), (near, 10)]), who(7));
        assert_eq!(chosen(None, &[(at(7, 9), 1), (at(3, 9), 1)]), who(3));
        assert_eq!(chosen(None, &[]), None);
    }
}
