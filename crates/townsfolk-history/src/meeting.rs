//! Who talks to whom, and what comes of it.

use crate::dice::{Dice, site};
use crate::feeling::{FRIEND, Feeling, liking, love};
use crate::person::PersonId;
use crate::town::Town;
use townsfolk_knowledge::salience::Tie;

/// The roles of [`Town::favourites`], in order.
const FAVOURITES: [Tie; 3] = [Tie::BestFriend, Tie::WorstEnemy, Tie::LoveInterest];

impl Town {
    /// The pairs that talk among people at one place. The first of a pair begins.
    pub(crate) fn pairs(&self, there: &[PersonId]) -> Vec<(PersonId, PersonId)> {
        let mut pairs = vec![];
        for who in there {
            if self.age(*who) <= 3 {
                continue;
            }
            let mut dice = self.dice(who.0, site::MEETING);
            for other in there {
                if who != other && self.talks_to(*who, *other, &mut dice) {
                    pairs.push((*who, *other));
                }
            }
        }
        pairs
    }

    fn talks_to(&self, who: PersonId, other: PersonId, dice: &mut Dice) -> bool {
        let luck = dice.unit();
        if self.age(other) < 5 {
            return false;
        }
        let home = self.person(who).home;
        if home.is_some() && home == self.person(other).home {
            // Each pair of a household once.
            return who < other;
        }
        let traits = &self.person(who).traits;
        let urge = (f64::from(traits.extroversion) / 1000.0).clamp(0.05, 0.70);
        let bond = self.salience.bond(who.character(), other.character());
        let more = match bond.filter(|bond| bond.ties.has(Tie::Acquaintance)) {
            None => (f64::from(traits.openness) / 1000.0).clamp(0.01, 0.70),
            Some(bond) => {
                let friend = if bond.ties.has(Tie::Friend) { 0.5 } else { 0.0 };
                let best = if bond.ties.has(Tie::BestFriend) {
                    0.2
                } else {
                    0.0
                };
                friend + best
            }
        };
        luck < (urge + more).clamp(0.05, 0.95)
    }

    /// Two people have talked, after so many steps without a simulated one.
    pub(crate) fn meet(&mut self, a: PersonId, b: PersonId, steps: f32) {
        self.salience.meet(a.character(), b.character());
        self.feel(a, b, steps);
        self.feel(b, a, steps);
    }

    fn feel(&mut self, owner: PersonId, subject: PersonId, steps: f32) {
        let today = self.today();
        let levels = [self.level(owner), self.level(subject)];
        let [me, them] = [self.person(owner), self.person(subject)];
        let likes = liking(me, them, today, levels);
        let loves = match self.are_kin(owner, subject) {
            true => 0.0,
            false => love(me, them, today),
        };
        let row = &mut self.feelings[owner.0 as usize];
        let place = match row.binary_search_by_key(&subject, |(other, _)| *other) {
            Ok(place) => place,
            Err(place) => {
                row.insert(place, (subject, Feeling::new()));
                place
            }
        };
        let feeling = &mut row[place].1;
        feeling.grow(likes, loves, steps);
        let feeling = *feeling;
        self.settle(owner, subject, feeling);
    }

    /// Whether a person lives here and is not married to anybody else.
    fn is_free_for(&self, who: PersonId, owner: PersonId) -> bool {
        let person = self.person(who);
        person.is_resident() && person.spouse.is_none_or(|spouse| spouse == owner)
    }

    /// Ties follow feelings.
    fn settle(&mut self, owner: PersonId, subject: PersonId, feeling: Feeling) {
        let bond = self
            .salience
            .bond_mut(owner.character(), subject.character());
        for (tie, holds) in [
            (Tie::Friend, feeling.charge > FRIEND),
            (Tie::Enemy, feeling.charge < -FRIEND),
        ] {
            match holds {
                true => bond.begin(tie),
                false => bond.end(tie),
            }
        }
        let claims = [
            (feeling.charge > FRIEND).then_some(feeling.charge),
            (feeling.charge < -FRIEND).then_some(-feeling.charge),
            (feeling.spark > 1.0).then_some(feeling.spark),
        ];
        for (place, claim) in claims.into_iter().enumerate() {
            let Some(claim) = claim else {
                continue;
            };
            let old = self.favourites[owner.0 as usize][place];
            let measure =
                |feeling: &Feeling| [feeling.charge, -feeling.charge, feeling.spark][place];
            let held = old.and_then(|old| {
                let here = place != 2 || self.is_free_for(old, owner);
                self.feeling(owner, old).filter(|_| here).map(measure)
            });
            if old == Some(subject) || held.is_some_and(|held| held >= claim) {
                continue;
            }
            if let Some(old) = old {
                let bond = self.salience.bond_mut(owner.character(), old.character());
                bond.end(FAVOURITES[place]);
            }
            let bond = self
                .salience
                .bond_mut(owner.character(), subject.character());
            bond.begin(FAVOURITES[place]);
            self.favourites[owner.0 as usize][place] = Some(subject);
        }
    }
}
