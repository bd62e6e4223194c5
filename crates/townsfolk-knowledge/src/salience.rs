//! How much one character matters to another.
//!
//! A score is the sum of what the two are to each other: meetings, ties, and the level of the job that
//! the subject holds. Each social change adds or takes away its share, so that a score is never computed
//! anew. Scores are directed: the child may matter less to the cousin than the cousin to the child.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::CharacterId;

/// A score in hundredths. Every published increment is a whole number of them.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Score(pub u32);

impl Score {
    /// What one is to oneself.
    pub const SELF: Score = Score(u32::MAX);

    /// The score as a number, for the formulas.
    pub fn value(self) -> f32 {
        if self == Score::SELF {
            return f32::INFINITY;
        }
        self.0 as f32 / 100.0
    }
}

/// What a subject is to an observer. Several hold at once: a parent is also an ancestor and extended
/// family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Tie {
    /// They have met.
    Acquaintance,
    /// Lives next door.
    Neighbour,
    /// Lived next door once.
    FormerNeighbour,
    /// Works at the same place.
    Coworker,
    /// Worked at the same place once.
    FormerCoworker,
    /// The observer's friend.
    Friend,
    /// The observer's enemy.
    Enemy,
    /// The friend who is liked most.
    BestFriend,
    /// The enemy who is liked least.
    WorstEnemy,
    /// The person whom the observer is most in love with.
    LoveInterest,
    /// Married to the observer.
    Spouse,
    /// A parent, grandparent, sibling, child or spouse.
    ImmediateFamily,
    /// Any kin.
    ExtendedFamily,
    /// A parent, grandparent or earlier.
    Ancestor,
}

/// All ties, in the order of their bits.
pub const TIES: [Tie; 14] = [
    Tie::Acquaintance,
    Tie::Neighbour,
    Tie::FormerNeighbour,
    Tie::Coworker,
    Tie::FormerCoworker,
    Tie::Friend,
    Tie::Enemy,
    Tie::BestFriend,
    Tie::WorstEnemy,
    Tie::LoveInterest,
    Tie::Spouse,
    Tie::ImmediateFamily,
    Tie::ExtendedFamily,
    Tie::Ancestor,
];

/// What one meeting adds, in hundredths.
const MEETING: u32 = 10;

/// What each level of a job adds for every observer, in hundredths.
const LEVEL: u32 = 35;

impl Tie {
    /// What the tie adds, in hundredths.
    pub const fn adds(self) -> u32 {
        match self {
            Tie::Acquaintance => 50,
            Tie::Neighbour => 125,
            Tie::FormerNeighbour => 75,
            Tie::Coworker | Tie::ExtendedFamily | Tie::Ancestor => 150,
            Tie::FormerCoworker | Tie::BestFriend | Tie::WorstEnemy => 100,
            Tie::Friend | Tie::Enemy | Tie::ImmediateFamily => 200,
            Tie::LoveInterest => 300,
            Tie::Spouse => 500,
        }
    }

    /// What is left when the tie ends.
    const fn leaves(self) -> Option<Tie> {
        match self {
            Tie::Neighbour => Some(Tie::FormerNeighbour),
            Tie::Coworker => Some(Tie::FormerCoworker),
            _ => None,
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Several ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ties(u16);

impl Ties {
    /// Whether the tie is among them.
    pub const fn has(self, tie: Tie) -> bool {
        self.0 & tie.bit() != 0
    }

    /// The ties, in order.
    pub fn iter(self) -> impl Iterator<Item = Tie> {
        TIES.into_iter().filter(move |tie| self.has(*tie))
    }
}

/// What an observer has with a subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bond {
    /// How often they met.
    pub meetings: u32,
    /// What the subject is to the observer.
    pub ties: Ties,
    score: u32,
}

impl Bond {
    /// Notes meetings.
    pub fn meet(&mut self, times: u32) {
        self.meetings = self.meetings.saturating_add(times);
        self.score = self.score.saturating_add(times.saturating_mul(MEETING));
    }

    /// Begins a tie. A neighbour is no longer a former one.
    pub fn begin(&mut self, tie: Tie) {
        if self.ties.has(tie) {
            return;
        }
        self.ties.0 |= tie.bit();
        self.score = self.score.saturating_add(tie.adds());
        if let Some(former) = tie.leaves() {
            self.end(former);
        }
    }

    /// Ends a tie. A neighbour becomes a former one.
    pub fn end(&mut self, tie: Tie) {
        if !self.ties.has(tie) {
            return;
        }
        self.ties.0 &= !tie.bit();
        self.score = self.score.saturating_sub(tie.adds());
        if let Some(former) = tie.leaves() {
            self.begin(former);
        }
    }

    /// The score without the subject's job.
    pub fn score(&self) -> Score {
        Score(self.score)
    }
}

/// The scores of all pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Salience {
    /// By observer: its bonds, sorted by subject.
    bonds: BTreeMap<CharacterId, Vec<(CharacterId, Bond)>>,
    /// The levels of the jobs that count, by subject.
    levels: BTreeMap<CharacterId, u8>,
}

impl Salience {
    /// How much the subject matters to the observer.
    pub fn of(&self, observer: CharacterId, subject: CharacterId) -> Score {
        if observer == subject {
            return Score::SELF;
        }
        let own = self.bond(observer, subject).map_or(0, |bond| bond.score);
        Score(own.saturating_add(self.level(subject).0))
    }

    /// What the subject's job adds for every observer.
    pub fn level(&self, subject: CharacterId) -> Score {
        Score(LEVEL * u32::from(self.levels.get(&subject).copied().unwrap_or(0)))
    }

    /// What the observer has with the subject.
    pub fn bond(&self, observer: CharacterId, subject: CharacterId) -> Option<&Bond> {
        let bonds = self.bonds.get(&observer)?;
        let place = bonds.binary_search_by_key(&subject, |(other, _)| *other);
        place.ok().map(|place| &bonds[place].1)
    }

    /// All bonds of an observer, by subject.
    pub fn bonds(&self, observer: CharacterId) -> &[(CharacterId, Bond)] {
        self.bonds.get(&observer).map_or(&[], Vec::as_slice)
    }

    /// The bond of an observer with a subject, to be changed. Nothing with oneself is kept.
    pub fn bond_mut(&mut self, observer: CharacterId, subject: CharacterId) -> &mut Bond {
        let bonds = self.bonds.entry(observer).or_default();
        let place = match bonds.binary_search_by_key(&subject, |(other, _)| *other) {
            Ok(place) => place,
            Err(place) => {
                bonds.insert(place, (subject, Bond::default()));
                place
            }
        };
        &mut bonds[place].1
    }

    /// The subject holds a job of this level, from 0 to 5. A retired person keeps it; who leaves a job
    /// has level 0.
    pub fn set_level(&mut self, subject: CharacterId, level: u8) {
        match level {
            0 => drop(self.levels.remove(&subject)),
            level => drop(self.levels.insert(subject, level.min(5))),
        }
    }

    /// Two people met: both remember it.
    pub fn meet(&mut self, a: CharacterId, b: CharacterId) {
        for (observer, subject) in [(a, b), (b, a)] {
            let bond = self.bond_mut(observer, subject);
            bond.begin(Tie::Acquaintance);
            bond.meet(1);
        }
    }

    /// Begins a tie of both to each other.
    pub fn begin_mutual(&mut self, a: CharacterId, b: CharacterId, tie: Tie) {
        self.bond_mut(a, b).begin(tie);
        self.bond_mut(b, a).begin(tie);
    }

    /// Ends a tie of both to each other.
    pub fn end_mutual(&mut self, a: CharacterId, b: CharacterId, tie: Tie) {
        self.bond_mut(a, b).end(tie);
        self.bond_mut(b, a).end(tie);
    }

    /// Two people marry.
    pub fn marry(&mut self, a: CharacterId, b: CharacterId) {
        for tie in [Tie::Spouse, Tie::ImmediateFamily] {
            self.begin_mutual(a, b, tie);
        }
    }

    /// A marriage ends by divorce.
    pub fn divorce(&mut self, a: CharacterId, b: CharacterId) {
        for tie in [Tie::Spouse, Tie::ImmediateFamily] {
            self.end_mutual(a, b, tie);
        }
    }

    /// The subject is an ancestor of the newborn: parents and grandparents are immediate family, the
    /// others are not. The newborn is the descendant of the ancestor.
    pub fn descend(&mut self, newborn: CharacterId, ancestor: CharacterId, generations: u8) {
        let near = generations <= 2;
        let bond = self.bond_mut(newborn, ancestor);
        bond.begin(Tie::ExtendedFamily);
        bond.begin(Tie::Ancestor);
        if near {
            bond.begin(Tie::ImmediateFamily);
        }
        let bond = self.bond_mut(ancestor, newborn);
        bond.begin(Tie::ExtendedFamily);
        if near {
            bond.begin(Tie::ImmediateFamily);
        }
    }

    /// Two people are siblings.
    pub fn siblings(&mut self, a: CharacterId, b: CharacterId) {
        for tie in [Tie::ExtendedFamily, Tie::ImmediateFamily] {
            self.begin_mutual(a, b, tie);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::{Draw, Seed, SiteId, Tick};

    fn id(n: i64) -> CharacterId {
        CharacterId(n as u32)
    }

    /// What has happened between two people, kept by a test to count from the start.
    #[derive(Clone, Default)]
    struct Told {
        meetings: u32,
        holds: Vec<Tie>,
        formerly: Vec<Tie>,
    }

    impl Told {
        fn score(&self) -> u32 {
            let former = self.formerly.iter().filter(|tie| !self.holds.contains(tie));
            let former: u32 = former
                .map(|tie| if *tie == Tie::Neighbour { 75 } else { 100 })
                .sum();
            self.meetings * 10 + self.holds.iter().map(|tie| tie.adds()).sum::<u32>() + former
        }
    }

    #[test]
    fn done_15_figures_of_kin_jobs_and_meetings() {
        let mut salience = Salience::default();
        let (child, parent, sibling, cousin) = (id(1), id(2), id(3), id(4));
        salience.descend(child, parent, 1);
        salience.siblings(child, sibling);
        salience.begin_mutual(child, cousin, Tie::ExtendedFamily);
        assert_eq!(salience.of(child, parent).value(), 5.0);
        assert_eq!(salience.of(parent, child).value(), 3.5);
        assert_eq!(salience.of(child, sibling).value(), 3.5);
        assert_eq!(salience.of(child, cousin).value(), 1.5);
        salience.descend(child, id(8), 3);
        assert_eq!(salience.of(child, id(8)).value(), 3.0);

        salience.marry(id(5), id(6));
        assert_eq!(salience.of(id(5), id(6)).value(), 7.0);
        salience.divorce(id(6), id(5));
        assert_eq!(salience.of(id(5), id(6)).value(), 0.0);

        salience.set_level(id(7), 5);
        for resident in 1..7 {
            let without = salience.bond(id(resident), id(7)).map_or(0, |b| b.score);
            assert_eq!(salience.of(id(resident), id(7)).0 - without, 175);
        }
        for _ in 0..10 {
            salience.meet(id(9), id(10));
        }
        assert_eq!(salience.of(id(9), id(10)).value(), 1.5);
        assert_eq!(salience.of(id(9), id(9)).value(), f32::INFINITY);
    }

    #[test]
    fn done_15_changes_add_up_to_a_count_from_the_start() {
        const PEOPLE: i64 = 12;
        // Former ties follow from the others.
        let ties: Vec<Tie> = (TIES.into_iter())
            .filter(|tie| !matches!(tie, Tie::FormerNeighbour | Tie::FormerCoworker))
            .collect();
        let mut salience = Salience::default();
        let mut told = BTreeMap::<(CharacterId, CharacterId), Told>::new();
        let mut levels = BTreeMap::<CharacterId, u8>::new();
        for event in 0..10_000 {
            let draw = Draw::at(Seed(15), event, Tick(0), SiteId::named("social event"));
            let a = id(draw.between(0, 1, PEOPLE));
            let b = id(draw.between(1, 1, PEOPLE));
            if a == b {
                continue;
            }
            let tie = ties[draw.between(2, 0, ties.len() as i64 - 1) as usize];
            let pair = told.entry((a, b)).or_default();
            match draw.between(3, 0, 4) {
                0 => {
                    let level = draw.between(4, 0, 5) as u8;
                    salience.set_level(b, level);
                    levels.insert(b, level);
                }
                1 => {
                    salience.bond_mut(a, b).meet(1);
                    pair.meetings += 1;
                }
                2 | 3 => {
                    salience.bond_mut(a, b).begin(tie);
                    if !pair.holds.contains(&tie) {
                        pair.holds.push(tie);
                    }
                    pair.formerly.retain(|former| *former != tie);
                }
                _ => {
                    salience.bond_mut(a, b).end(tie);
                    let held = pair.holds.contains(&tie);
                    pair.holds.retain(|held| *held != tie);
                    if held && matches!(tie, Tie::Neighbour | Tie::Coworker) {
                        pair.formerly.push(tie);
                    }
                }
            }
        }
        assert!(told.values().any(|told| !told.formerly.is_empty()));
        for ((a, b), told) in told {
            let level = u32::from(levels.get(&b).copied().unwrap_or(0));
            assert_eq!(salience.of(a, b).0, told.score() + 35 * level);
        }
    }
}
