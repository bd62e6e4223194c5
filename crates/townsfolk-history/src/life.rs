//! The turns of a life: newcomers, love, marriage, children, divorce, departure, death.

use crate::dice::site;
use crate::event::{Event, Kind};
use crate::feeling::PROPOSES;
use crate::origin::Origin;
use crate::person::{Leaving, Marital, PersonId, Sex, Surname};
use crate::town::Town;
use townsfolk_knowledge::salience::Tie;
use townsfolk_module::knowledge::Knowledge;

/// Fully simulated steps of a year.
pub(crate) const STEPS_A_YEAR: f64 = 0.005 * 730.0;

/// Chance of death at a simulated step, over the age of 68 and before. The published system has no
/// early deaths, and so no orphans.
const DIES_OLD: f64 = 0.05;
const DIES_YOUNG: f64 = 0.0005;

/// The least number of people that a town is meant to have.
const PEOPLE_LEAST: f64 = 40.0;

/// Factor of the published chance to try for a child. With less, towns live on newcomers alone.
const TRIES: f64 = 2.5;

/// Missing people for each of which one family comes at a simulated step.
const FAMILIES_OF: f64 = 10.0;

/// Families that come at one simulated step at most.
const FAMILIES_MOST: f64 = 40.0;

/// Days from conception to birth.
const PREGNANCY_DAYS: i32 = 270;

impl Town {
    /// The number of people that the town is meant to have by now: it grows for 110 years.
    fn meant(&self) -> f64 {
        let grown = f64::from(self.today().years_since(self.founded)) / 110.0;
        let meant = f64::from(self.people_about) * (0.10 + 0.90 * grown.min(1.0));
        meant.max(PEOPLE_LEAST)
    }

    /// How many people are missing.
    pub(crate) fn missing(&self) -> f64 {
        self.meant() - self.residents.len() as f64
    }

    /// Whether newcomers find room.
    pub(crate) fn has_room(&self) -> bool {
        self.missing() > 0.0
    }

    /// A town that has lost people, or is still small, attracts firms and families.
    pub(crate) fn attract(&mut self, knowledge: &Knowledge) {
        let missing = self.missing();
        let mut dice = self.dice(1, site::OPENING);
        if missing > 0.0 && dice.chance(0.25) {
            self.open_some_firm(knowledge);
        }
        // Those who find no work leave again, so large towns do not attract all at once.
        let families = (missing - 0.10 * self.meant()) / FAMILIES_OF;
        for _ in 0..(families.clamp(0.0, FAMILIES_MOST) as usize) {
            self.welcome(knowledge);
        }
    }

    /// A newcomer of working age, often with a family. `None` if there is no dwelling.
    pub(crate) fn welcome(&mut self, knowledge: &Knowledge) -> Option<PersonId> {
        let home = self.find_home()?;
        let mut dice = self.dice(self.people.len() as u32, site::FAMILY);
        let today = self.today();
        let sex = if dice.chance(0.5) {
            Sex::Male
        } else {
            Sex::Female
        };
        let age = dice.between(18, 32);
        let surname = Surname {
            name: self.names.draw_last(&mut dice),
            second: None,
        };
        let other_name = Surname {
            name: self.names.draw_last(&mut dice),
            second: None,
        };
        let mut adult = |town: &mut Town, sex, age: i32, surname| {
            let origin = Origin {
                sex,
                born: today.plus(-365 * age - dice.between(0, 364)),
                mother: None,
                father: None,
                surname,
            };
            town.create(knowledge, &origin)
        };
        let first = adult(self, sex, age, surname);
        let mut household = vec![first];
        let mut dice = self.dice(first.0, site::FAMILY);
        if age > 19 && dice.chance(0.6) && self.person(first).loves[usize::from(sex == Sex::Male)] {
            let other = if sex == Sex::Male {
                Sex::Female
            } else {
                Sex::Male
            };
            let years = dice.between(-4, 4);
            let second = adult(self, other, (age + years).max(19), other_name);
            household.push(second);
            self.marry(first, second);
            household.extend(self.bring_children(knowledge, first, second));
        }
        self.move_to(&household, home);
        Some(first)
    }

    /// Children with whom a couple comes to the town.
    fn bring_children(&mut self, knowledge: &Knowledge, a: PersonId, b: PersonId) -> Vec<PersonId> {
        let (mother, father) = match self.person(a).sex {
            Sex::Female => (a, b),
            Sex::Male => (b, a),
        };
        let mut dice = self.dice(mother.0, site::WEDDING);
        let count = ((self.age(mother) - 20) / 4).clamp(0, 4);
        let count = dice.between(0, count);
        let surname = self.person(father).surname;
        let mut children = vec![];
        for _ in 0..count {
            let age = dice.between(0, (self.age(mother) - 18).clamp(0, 16));
            let sex = if dice.chance(0.5) {
                Sex::Male
            } else {
                Sex::Female
            };
            let origin = Origin {
                sex,
                born: self.today().plus(-365 * age - dice.between(1, 364)),
                mother: Some(mother),
                father: Some(father),
                surname,
            };
            let child = self.create(knowledge, &origin);
            self.join_family(child);
            children.push(child);
        }
        children
    }

    /// What may happen to a person at a simulated step. The steps since the last one count.
    pub(crate) fn live(&mut self, knowledge: &Knowledge, who: PersonId, steps: f64) {
        let mut dice = self.dice(who.0, site::LIFE);
        let age = self.age(who);
        let dies = if age > 68 { DIES_OLD } else { DIES_YOUNG };
        if dice.chance(dies) {
            return self.die(who);
        }
        let person = self.person(who);
        if person.job.is_some() && f64::from(age) > (100.0 * dice.unit()).max(65.0) {
            self.retire(who);
        }
        if age > 48 {
            self.grow_old(knowledge, who, 1.0 / STEPS_A_YEAR);
        }
        let person = self.person(who);
        let adult = age >= 18;
        let has_work = person.job.is_some() || person.retired.is_some() || age > 65;
        let keeps_house = person
            .spouse
            .is_some_and(|other| self.person(other).job.is_some());
        if adult && !has_work && !keeps_house && dice.chance(0.0685) {
            return self.depart_with_family(who);
        }
        // On growing up, some leave.
        let grew_up = steps > 0.0 && self.grew_up_within(who, steps);
        if grew_up && dice.chance(0.10) {
            return self.depart(who);
        }
        let parts = dice.chance(0.002 / 720.0 * steps);
        if let Some(spouse) = person.spouse.filter(|spouse| parts && who < *spouse) {
            return self.divorce(who, spouse);
        }
        self.try_to_conceive(who);
        if adult && self.person(who).spouse.is_none() {
            self.propose(who);
        }
        self.leave_the_nest(who);
    }

    fn grew_up_within(&self, who: PersonId, steps: f64) -> bool {
        let days = (steps / 2.0) as i32 + 1;
        let before = self.today().plus(-days);
        self.age(who) >= 18 && before.years_since(self.person(who).born) < 18
    }

    fn try_to_conceive(&mut self, who: PersonId) {
        let person = self.person(who);
        let age = self.age(who);
        let married = person
            .spouse
            .is_some_and(|other| self.person(other).sex == Sex::Male);
        if person.sex != Sex::Female || !married || !(18..50).contains(&age) {
            return;
        }
        let expecting = self.due.values().flatten().any(|mother| *mother == who);
        let tries = TRIES * 0.4 / (person.children.len() as f64 + 1.0) / STEPS_A_YEAR;
        // Conception by age: 1 - age^1.98 / 2000. The power is that of a square less a little.
        let age = f64::from(age);
        let power = age * age * (1.0 - 0.02 * ln(age));
        let conceives = (age / 10_000.0).max(1.0 - power / 2000.0);
        let mut dice = self.dice(who.0, site::WEDDING);
        if !expecting && dice.chance(tries) && dice.chance(conceives) {
            let birth = crate::calendar::Step(self.now.0 + 2 * PREGNANCY_DAYS);
            self.due.entry(birth).or_default().push(who);
        }
    }

    /// A person proposes to the one with whom love is strongest on both sides. Whoever is loved most
    /// need not love back, so it is not always the favourite.
    fn propose(&mut self, who: PersonId) {
        let free = |it: PersonId| self.person(it).is_resident() && self.person(it).spouse.is_none();
        if !free(who) {
            return;
        }
        let loved = self.feelings[who.0 as usize].iter();
        let loved = loved.filter(|(it, feeling)| feeling.spark > PROPOSES && free(*it));
        let mutual = loved.filter_map(|(it, feeling)| {
            let back = self.feeling(*it, who)?.spark.min(feeling.spark);
            (back > PROPOSES && !self.are_kin(who, *it)).then_some((*it, back))
        });
        if let Some((love, _)) = mutual.max_by(|a, b| a.1.total_cmp(&b.1)) {
            self.marry(who, love);
            self.found_household(who, love);
        }
    }

    /// Two people marry. One of them usually takes the other's name.
    pub(crate) fn marry(&mut self, a: PersonId, b: PersonId) {
        let today = self.today();
        for (one, other) in [(a, b), (b, a)] {
            let person = self.person_mut(one);
            person.spouse = Some(other);
            person.marital = Marital::Married;
        }
        self.salience.marry(a.character(), b.character());
        self.note(Event::new(today, Kind::Marriage).of(a).with(b));
        let (takes, gives) = match self.person(a).sex {
            Sex::Female => (a, b),
            Sex::Male => (b, a),
        };
        let mut dice = self.dice(takes.0, site::WEDDING);
        let given = self.person(gives).surname;
        let own = self.person(takes).surname;
        let changed = match dice.unit() {
            n if n < 0.90 => given,
            n if n < 0.93 && own.second.is_none() => Surname {
                name: own.name,
                second: Some(given.name),
            },
            _ => own,
        };
        self.rename(takes, changed);
    }

    fn rename(&mut self, who: PersonId, surname: Surname) {
        if self.person(who).surname != surname {
            self.person_mut(who).surname = surname;
            let event = Event::new(self.today(), Kind::NameChange).of(who);
            self.note(event);
        }
    }

    /// Newlyweds live together: in a home of one of them, or in a new one. Their children come along,
    /// and those of one are adopted by the other.
    fn found_household(&mut self, a: PersonId, b: PersonId) {
        let minors = |town: &Town, parent: PersonId| -> Vec<PersonId> {
            let children = town.person(parent).children.iter().copied();
            let at_home =
                children.filter(|child| town.person(*child).is_resident() && town.age(*child) < 18);
            at_home.collect()
        };
        for (parent, new) in [(a, b), (b, a)] {
            for child in minors(self, parent) {
                self.adopt(child, new);
            }
        }
        let mut household = vec![a, b];
        household.extend(minors(self, a));
        household.extend(minors(self, b));
        household.sort_unstable();
        household.dedup();
        let own = |who: &PersonId| {
            let home = self.person(*who).home?;
            let alone = self
                .place(home)
                .people
                .iter()
                .all(|it| household.contains(it));
            alone.then_some(home)
        };
        match [a, b].iter().find_map(own) {
            Some(home) => self.move_to(&household, home),
            None => {
                let moved = self.move_out(&household);
                if let (false, Some(home)) = (moved, self.person(a).home) {
                    self.move_to(&household, home);
                }
            }
        }
    }

    /// A child has a parent more, in place of one who is missing.
    fn adopt(&mut self, child: PersonId, parent: PersonId) {
        let sex = self.person(parent).sex;
        let known = self.person(child);
        let slot = match sex {
            Sex::Male => known.father,
            Sex::Female => known.mother,
        };
        if slot.is_some_and(|old| self.person(old).is_resident()) || slot == Some(parent) {
            return;
        }
        match sex {
            Sex::Male => self.person_mut(child).father = Some(parent),
            Sex::Female => self.person_mut(child).mother = Some(parent),
        }
        self.join_family(child);
        let event = Event::new(self.today(), Kind::Adoption).of(child);
        self.note(event.with(parent));
    }

    /// Adults with work leave the home of their parents.
    fn leave_the_nest(&mut self, who: PersonId) {
        let person = self.person(who);
        let Some(home) = person.home.filter(|_| person.job.is_some()) else {
            return;
        };
        let with_parents = person
            .parents()
            .any(|it| self.person(it).home == Some(home));
        let mut dice = self.dice(who.0, site::HOME);
        if self.age(who) >= 20 && with_parents && dice.chance(0.08) {
            let household = match person.spouse {
                Some(spouse) if self.person(spouse).home == Some(home) => vec![who, spouse],
                _ => vec![who],
            };
            self.move_out(&household);
        }
    }

    pub(crate) fn divorce(&mut self, a: PersonId, b: PersonId) {
        let today = self.today();
        for who in [a, b] {
            let person = self.person_mut(who);
            person.spouse = None;
            person.marital = Marital::Divorced;
        }
        self.salience.divorce(a.character(), b.character());
        self.note(Event::new(today, Kind::Divorce).of(a).with(b));
        for who in [a, b] {
            let born_as = self.person(who).born_as;
            let mut dice = self.dice(who.0, site::WEDDING);
            if dice.chance(0.5) {
                self.rename(who, born_as);
            }
        }
        let moves = if self.person(a).sex == Sex::Male {
            a
        } else {
            b
        };
        if !self.move_out(&[moves]) {
            self.depart(moves);
        }
    }

    pub(crate) fn die(&mut self, who: PersonId) {
        let today = self.today();
        self.note(Event::new(today, Kind::Death).of(who));
        let spouse = self.person(who).spouse;
        self.remove(who, Leaving::Died);
        if let Some(spouse) = spouse {
            self.person_mut(spouse).spouse = None;
            self.person_mut(spouse).marital = Marital::Widowed;
            self.salience
                .end_mutual(who.character(), spouse.character(), Tie::Spouse);
        }
        for child in self.person(who).children.clone() {
            self.take_in_orphan(child);
        }
    }

    /// A child without parents in the town is adopted by kin, or leaves.
    fn take_in_orphan(&mut self, child: PersonId) {
        let person = self.person(child);
        let minor = person.is_resident() && self.age(child) < 18;
        if !minor || person.parents().any(|it| self.person(it).is_resident()) {
            return;
        }
        let kin = self.residents.iter().copied().find(|other| {
            self.are_kin(child, *other)
                && (25..65).contains(&self.age(*other))
                && self.person(*other).home.is_some()
        });
        match kin {
            Some(kin) => {
                self.adopt(child, kin);
                if let Some(home) = self.person(kin).home {
                    self.move_to(&[child], home);
                }
            }
            None => self.depart(child),
        }
    }

    fn depart_with_family(&mut self, who: PersonId) {
        let spouse = self.person(who).spouse;
        let children = self.person(who).children.clone();
        self.depart(who);
        for other in spouse.into_iter().chain(children) {
            let follows = Some(other) == spouse || self.age(other) < 18;
            if follows && self.person(other).is_resident() {
                self.depart(other);
            }
        }
    }

    pub(crate) fn depart(&mut self, who: PersonId) {
        self.note(Event::new(self.today(), Kind::Departure).of(who));
        self.remove(who, Leaving::Departed);
    }

    fn remove(&mut self, who: PersonId, leaving: Leaving) {
        let today = self.today();
        self.end_job(who);
        self.leave_home(who);
        self.person_mut(who).left = Some((today, leaving));
        self.residents.retain(|other| *other != who);
    }
}

/// The natural logarithm of an age from 1 to 100, to three digits: repeated roots bring it near one.
fn ln(age: f64) -> f64 {
    let mut root = age;
    for _ in 0..8 {
        root = root.sqrt();
    }
    256.0 * 2.0 * (root - 1.0) / (root + 1.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_logarithm_is_near_enough() {
        for (age, expected) in [(18.0, 2.890_37), (40.0, 3.688_88), (50.0, 3.912_02)] {
            assert!((super::ln(age) - expected).abs() < 1e-3);
        }
    }
}
