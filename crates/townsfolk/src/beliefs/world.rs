//! The world as beliefs ask for it: true values, salience, charge, ties.

use super::{Frequencies, Subject};
use crate::folk::Folk;
use crate::minds::Extent;
use townsfolk_core::{AreaId, CharacterId, HostId, Number, Pushed, SymbolId, Value};
use townsfolk_knowledge::belief::{Temper, Tie, World};
use townsfolk_module::knowledge::{FacetSeen, Mistakes};
use townsfolk_module::mind::{Degree, Relationship};

/// The facets that say where a person lives and works.
const HOME: HostId = HostId::named("home");
const WORKPLACE: HostId = HostId::named("workplace");

/// The attribute of those who matter to everybody: a mayor, a mysterious visitor.
const PROMINENCE: HostId = HostId::named("prominence");

/// Homes that no street holds are next to each other within this distance.
const NEXT_DOOR_MM: i32 = 3000;

/// Friends are liked more than this, enemies less than its negative.
const FRIEND: Number = Number(15_000);

/// Best friends are liked more than this, which takes both liking and intimacy.
const BEST_FRIEND: Number = Number(2_500_000);

/// Attraction from which a person is a love interest.
const LOVE: Degree = Degree::percent(75);

impl World for Folk {
    fn truth(&self, of: Subject, facet: HostId) -> Option<Value> {
        match self.attribute(facet, &[argument(of)]) {
            Pushed::Is(value) => Some(value),
            Pushed::Holds => Some(Value::Symbol(SymbolId::named("yes"))),
            Pushed::HoldsNot => None,
        }
    }

    fn frequencies(&self) -> &Frequencies {
        &self.beliefs.frequencies
    }

    /// From group, feelings, meetings, workplace, neighbourhood and prominence, as content weighs them.
    /// A place matters if it is home or workplace.
    fn salience(&self, owner: CharacterId, subject: Subject) -> Number {
        let matters = self.content.module.knowledge.matters();
        let other = match subject {
            Subject::Person(other) => other,
            Subject::Place(area) => {
                let at = |facet| self.address_of(owner, facet) == Some(area);
                let salience = if at(HOME) {
                    matters.home
                } else if at(WORKPLACE) {
                    matters.workplace
                } else {
                    matters.place
                };
                return Number(salience.into());
            }
        };
        let tie = self.tie(owner, other);
        let felt = self.felt(owner, other);
        let charge = felt.map_or(Number(0), charge_of);
        let strong = charge > FRIEND || charge < Number(-FRIEND.0);
        let loves = felt.is_some_and(|felt| felt.attraction >= LOVE && charge > FRIEND);
        let known = felt.is_some() || tie.meetings > 0;
        let part = |weight: u32, count: u32| i64::from(weight) * i64::from(count);
        Number(
            part(matters.group, tie.household.into())
                + part(matters.coworker, tie.coworker.into())
                + part(matters.neighbour, tie.neighbour.into())
                + self.prominence_of(other).0
                + part(matters.friend, strong.into())
                + part(matters.best_friend, tie.best_friend.into())
                + part(matters.love, loves.into())
                + part(matters.known, known.into())
                + part(matters.talk, tie.meetings),
        )
    }

    fn charge(&self, owner: CharacterId, other: CharacterId) -> Option<Number> {
        if let Some(felt) = self.felt(owner, other) {
            return Some(charge_of(felt));
        }
        let tie = self.tie(owner, other);
        (tie.household || tie.meetings > 0).then_some(Number(0))
    }

    fn tie(&self, owner: CharacterId, other: CharacterId) -> Tie {
        let group = |who| self.character(who).and_then(|person| person.group);
        let household = group(owner).is_some_and(|own| group(other) == Some(own));
        let work = self.address_of(owner, WORKPLACE);
        let charge = self.felt(owner, other).map_or(Number(0), charge_of);
        let row = self.beliefs.rows.get(&owner);
        let meetings = row.and_then(|row| row.meetings.get(&other));
        Tie {
            immediate_family: household,
            household,
            relative: household,
            friend: charge > FRIEND,
            best_friend: charge > BEST_FRIEND,
            neighbour: self.are_neighbours(owner, other),
            coworker: work.is_some() && self.address_of(other, WORKPLACE) == work,
            meetings: meetings.copied().unwrap_or(0),
        }
    }

    /// Extroversion is that of the persona. Agreeableness is the usual one: personas have none.
    fn temper(&self, who: CharacterId) -> Temper {
        let member = self.member_of(who).and_then(|member| self.member(member));
        let Some(member) = member else {
            return Temper::default();
        };
        let extroversion = i64::from(member.persona.extroversion.0);
        Temper {
            extroversion: Number(extroversion * 2000 / i64::from(Degree::ONE.0) - 1000),
            ..Temper::default()
        }
    }

    fn shows(&self, subject: Subject, seen: FacetSeen) -> bool {
        let at = |facet| {
            let who = subject.person();
            who.is_some_and(|who| {
                let place = self.address_of(who, facet);
                let area = self.area_of(who);
                place
                    .zip(area)
                    .is_some_and(|(place, area)| self.is_within(area, place))
            })
        };
        match seen {
            FacetSeen::Always => true,
            FacetSeen::Never => false,
            FacetSeen::AtWork => at(WORKPLACE),
            FacetSeen::AtHome => at(HOME),
            FacetSeen::While(attribute) => {
                self.attribute(attribute, &[argument(subject)]) != Pushed::HoldsNot
            }
        }
    }

    fn is_own_place(&self, owner: CharacterId, place: AreaId) -> bool {
        self.own_places(owner).any(|own| own == place)
    }

    /// Of places those of neighbours and others who matter to the subject, if there are any. Else all
    /// values that somebody has: the engine does not know the spelling of names.
    fn similar(&self, subject: Subject, facet: HostId, value: Value) -> Vec<Value> {
        let near = self.values_near(subject, facet, value);
        if near.is_empty() {
            let values = self.beliefs.frequencies.of(facet);
            return values.map(|(value, _)| value).collect();
        }
        near
    }
}

/// The argument of an attribute for a subject.
fn argument(subject: Subject) -> Value {
    match subject {
        Subject::Person(who) => Value::Character(who),
        Subject::Place(area) => Value::Symbol(SymbolId(area.0)),
    }
}

/// Liking as a charge: from -200 for hate, which halves trust, to 200 for a stranger who is liked and
/// 5000 for an intimate friend, who is trusted three times as far.
fn charge_of(felt: &Relationship) -> Number {
    let whole = i64::from(Degree::ONE.0);
    let like = 2 * i64::from(felt.like.clamped().0) - whole;
    let reach = match like > 0 {
        true => 200_000 + 4800 * 1000 * i64::from(felt.intimacy.clamped().0) / whole,
        false => 200_000,
    };
    Number(like * reach / whole)
}

impl Folk {
    /// Where a person lives or works, by an attribute that names an area.
    fn address_of(&self, who: CharacterId, facet: HostId) -> Option<AreaId> {
        match self.truth(Subject::Person(who), facet)? {
            Value::Symbol(name) => Some(AreaId(name.0)),
            _ => None,
        }
    }

    /// The home and the workplace of a character.
    pub(super) fn own_places(&self, who: CharacterId) -> impl Iterator<Item = AreaId> {
        let places = [HOME, WORKPLACE].map(|facet| self.address_of(who, facet));
        places.into_iter().flatten()
    }

    /// How much a character matters to everybody.
    fn prominence_of(&self, who: CharacterId) -> Number {
        match self.attribute(PROMINENCE, &[Value::Character(who)]) {
            Pushed::Is(Value::Number(number)) => number.max(Number(0)),
            _ => Number(0),
        }
    }

    /// Whether two characters have different homes in the same street, or next to each other.
    fn are_neighbours(&self, one: CharacterId, other: CharacterId) -> bool {
        let (Some(one), Some(other)) = (self.address_of(one, HOME), self.address_of(other, HOME))
        else {
            return false;
        };
        let street = |home| self.areas_around(home).nth(1);
        let same_street = || street(one).is_some_and(|own| street(other) == Some(own));
        one != other && (same_street() || self.are_next_door(one, other))
    }

    /// Whether an extent of one area is close to one of another.
    fn are_next_door(&self, one: AreaId, other: AreaId) -> bool {
        let extents = |area| self.minds.areas.get(&area).into_iter().flatten();
        let near = |a: &Extent, b: &Extent| {
            let gap = |from: i32, to: i32| from.saturating_sub(to) <= NEXT_DOOR_MM;
            gap(a.from.x_mm, b.to.x_mm)
                && gap(b.from.x_mm, a.to.x_mm)
                && gap(a.from.y_mm, b.to.y_mm)
                && gap(b.from.y_mm, a.to.y_mm)
                && gap(a.from.z_mm, b.to.z_mm)
                && gap(b.from.z_mm, a.to.z_mm)
        };
        extents(one).any(|a| extents(other).any(|b| near(a, b)))
    }

    /// Those who can matter to a character before any meeting: its group, those for whom it feels
    /// something, those with the same workplace, neighbours, and those who matter to everybody. Others
    /// have no salience.
    pub(super) fn acquaintances(&self, who: CharacterId) -> impl Iterator<Item = CharacterId> {
        let group = |who| self.character(who).and_then(|person| person.group);
        let (own, work) = (group(who), self.address_of(who, WORKPLACE));
        let people = self.beliefs.rows.keys().copied();
        people.filter(move |other| {
            (own.is_some() && group(*other) == own)
                || self.felt(who, *other).is_some()
                || (work.is_some() && self.address_of(*other, WORKPLACE) == work)
                || self.are_neighbours(who, *other)
                || self.prominence_of(*other) > Number(0)
        })
    }

    /// Other places that a facet has for those who matter to a person: their homes, sorted.
    fn values_near(&self, subject: Subject, facet: HostId, value: Value) -> Vec<Value> {
        let known = self.content.module.knowledge.facet(facet);
        let is_place = known.is_some_and(|facet| facet.mistaken == Mistakes::RelatedPlace);
        let Some(who) = subject.person().filter(|_| is_place) else {
            return vec![];
        };
        let others = self.acquaintances(who).filter(|other| *other != who);
        let values = others.filter_map(|other| self.truth(other.into(), facet));
        let mut values: Vec<Value> = values.filter(|other| *other != value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// What a character feels for another, at any level of detail.
    fn felt(&self, owner: CharacterId, other: CharacterId) -> Option<&Relationship> {
        let awake = self.minds.people.get(&owner);
        let awake = awake.map(|minded| &minded.relationships);
        let asleep = || Some(&self.minds.levels.asleep.kept.get(&owner)?.relationships);
        awake.or_else(asleep)?.toward(other)
    }

    /// Counts the values of all facets.
    pub(super) fn count_values(&mut self) {
        let knowledge = &self.content.module.knowledge;
        let mut frequencies = Frequencies::default();
        for ((name, _), value) in self.attributes.iter() {
            if let (Some(_), Pushed::Is(value)) = (knowledge.facet(*name), value) {
                frequencies.change(*name, None, Some(*value));
            }
        }
        self.beliefs.frequencies = frequencies;
        self.beliefs.stale = false;
    }
}
