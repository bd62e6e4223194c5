//! Talk: subjects, statements, lies, and those who overhear them.

use super::beliefs::Beliefs;
use super::evidence::{Claim, Evidence, EvidenceKind, HalfDay};
use super::message::{Learned, Outbox};
use super::mistake::mistake;
use super::rules::{Rules, divulges, trust, trust_overheard};
use super::strength::{Keyed, Luck, Odds, Strength};
use super::subject::Subject;
use super::world::World;
use std::cmp::Reverse;
use townsfolk_core::{AreaId, CharacterId, HostId, Value};

/// A talk of two characters, and others who are near enough to overhear it.
#[derive(Clone, Copy, Debug)]
pub struct Talk<'a> {
    /// The character who began it.
    pub first: &'a Beliefs,
    /// The other.
    pub second: &'a Beliefs,
    /// Others in hearing, without the two, sorted.
    pub hearers: &'a [CharacterId],
    /// Where.
    pub place: Option<AreaId>,
    /// When.
    pub at: HalfDay,
}

/// One thing that is told.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The character who tells.
    pub talker: &'a Beliefs,
    /// The character who is told.
    pub listener: CharacterId,
    /// A character who overhears it.
    pub overheard_by: Option<CharacterId>,
    /// What it is about.
    pub about: Subject,
    /// The facet.
    pub facet: HostId,
    /// The value. If the talker does not believe it, the telling is a lie.
    pub value: Value,
    /// The origin that the talker names.
    pub claim: Option<Claim>,
    /// Where.
    pub place: Option<AreaId>,
    /// When.
    pub at: HalfDay,
}

/// Two characters tell each other what they believe of those who matter most to them.
pub fn exchange(
    rules: &Rules,
    world: &(impl World + ?Sized),
    luck: Luck,
    talk: &Talk,
    out: &mut Outbox,
) {
    for about in topics(rules, world, talk) {
        let about = Subject::Person(about);
        for (talker, listener) in [(talk.first, talk.second), (talk.second, talk.first)] {
            if talker.knows_of(about) {
                let draws = luck
                    .about(about)
                    .with(talker.owner())
                    .with(listener.owner());
                tell_about(rules, world, draws, (talker, listener, about), talk, out);
            }
        }
    }
}

/// The people whom a talk is about: those of the highest summed salience. Somebody whom one of the two
/// does not know does not matter to that one.
pub fn topics(rules: &Rules, world: &(impl World + ?Sized), talk: &Talk) -> Vec<CharacterId> {
    let [a, b] = [talk.first, talk.second];
    let [one, other] = [a.owner(), b.owner()];
    let tempers = [world.temper(one), world.temper(other)];
    let ties = [world.tie(one, other), world.tie(other, one)];
    let count = rules.subjects(tempers, ties);
    let known = |mind: &Beliefs| -> Vec<(CharacterId, i64)> {
        let people = mind.subjects().filter_map(Subject::person);
        let people = people.filter(|who| ![one, other].contains(who));
        let salience = |who: CharacterId| world.salience(mind.owner(), who.into()).0;
        people.map(|who| (who, salience(who))).collect()
    };
    let mut people: Vec<(Reverse<i64>, CharacterId)> = summed(&known(a), &known(b))
        .map(|(who, salience)| (Reverse(salience), who))
        .collect();
    if count < people.len() {
        people.select_nth_unstable(count);
        people.truncate(count);
    }
    people.sort_unstable();
    people.into_iter().map(|(_, who)| who).collect()
}

/// The sums of two lists that are sorted by person.
fn summed<'a>(
    a: &'a [(CharacterId, i64)],
    b: &'a [(CharacterId, i64)],
) -> impl Iterator<Item = (CharacterId, i64)> + 'a {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        let who = match (a.peek(), b.peek()) {
            (Some((one, _)), Some((other, _))) => *one.min(other),
            (one, other) => one.or(other)?.0,
        };
        let next = |list: &mut std::iter::Peekable<std::slice::Iter<'a, (CharacterId, i64)>>| {
            let found = list.next_if(|(it, _)| *it == who);
            found.map_or(0, |(_, salience)| *salience)
        };
        let sum = next(&mut a).saturating_add(next(&mut b));
        Some((who, sum))
    })
}

/// One direction of a talk about one subject.
fn tell_about(
    rules: &Rules,
    world: &(impl World + ?Sized),
    draws: Keyed,
    (talker, listener, about): (&Beliefs, &Beliefs, Subject),
    talk: &Talk,
    out: &mut Outbox,
) {
    out.send(listener.owner(), about, None);
    let overheard_by = overhearer(rules, draws, talk.hearers);
    let me = talker.owner();
    let of_subject = about.person().and_then(|who| world.charge(me, who));
    let charges = [of_subject, world.charge(me, listener.owner())];
    let lies = draws.chance(0, rules.lies(world.temper(me), charges));
    for facet in rules.facets_of(about) {
        let draws = draws.facet(facet.id);
        if !draws.chance(1, Odds::from(facet.told)) {
            continue;
        }
        let Some((value, _)) = talker.held(rules, about, facet.id, talk.at) else {
            continue;
        };
        let false_value = || mistake(world, facet, about, value, draws);
        let value = lies.then(false_value).flatten().unwrap_or(value);
        let telling = Telling {
            talker,
            listener: listener.owner(),
            overheard_by,
            about,
            facet: facet.id,
            value,
            claim: None,
            place: talk.place,
            at: talk.at,
        };
        tell(rules, world, draws, &telling, out);
    }
}

/// The character who overhears what is said of one subject, if one does.
pub fn overhearer(rules: &Rules, draws: Keyed, hearers: &[CharacterId]) -> Option<CharacterId> {
    let last = u64::try_from(hearers.len()).ok()?.checked_sub(1)?;
    let overhears = draws.chance(2, Odds::from(rules.settings.overhears));
    let place = usize::try_from(draws.upto(3, last)).ok()?;
    hearers.get(place).copied().filter(|_| overhears)
}

/// One character tells another a value. It is a lie if the talker does not believe it. The talker's
/// own belief in what it says grows a little.
pub fn tell(
    rules: &Rules,
    world: &(impl World + ?Sized),
    draws: Keyed,
    telling: &Telling,
    out: &mut Outbox,
) {
    let Some(facet) = rules.facet(telling.facet) else {
        return;
    };
    let talker = telling.talker;
    let held = talker.held(rules, telling.about, telling.facet, telling.at);
    let honest = held.filter(|(value, _)| *value == telling.value);
    let (kind, conviction) = match honest {
        Some((_, strength)) => (EvidenceKind::Statement, strength),
        None => {
            let pretended = 1 + draws.upto(4, 299);
            (EvidenceKind::Lie, Strength::thousandths(pretended * 1000))
        }
    };
    let source = talker.owner();
    let learned = |kind, strength, claim| Learned {
        facet: facet.id,
        value: Some(telling.value),
        evidence: Evidence {
            kind,
            source,
            place: telling.place,
            at: telling.at,
            strength,
            copied: None,
            claim,
        },
    };
    let trusts = trust(world.charge(telling.listener, source));
    let strength = rules.social(kind, facet, trusts, conviction);
    let heard = learned(kind, strength, telling.claim);
    out.send(telling.listener, telling.about, Some(heard));
    let kind = EvidenceKind::Declaration;
    let declared = learned(kind, rules.own(kind, facet), None);
    out.send(source, telling.about, Some(declared));
    if let Some(hearer) = telling.overheard_by {
        let kind = EvidenceKind::Eavesdropping;
        let trusts = trust_overheard(world.charge(hearer, source));
        let strength = rules.social(kind, facet, trusts, conviction);
        out.send(
            hearer,
            telling.about,
            Some(learned(kind, strength, telling.claim)),
        );
    }
}

/// A character asks another. The other tells what it believes if it believes anything and is willing.
/// Returns whether it tells.
pub fn ask(
    rules: &Rules,
    world: &(impl World + ?Sized),
    luck: Luck,
    (asker, asked): (CharacterId, &Beliefs),
    (about, facet, place, at): (Subject, HostId, Option<AreaId>, HalfDay),
    out: &mut Outbox,
) -> bool {
    let Some((value, _)) = asked.held(rules, about, facet, at) else {
        return false;
    };
    let draws = luck.about(about).with(asker).facet(facet);
    if !draws.chance(5, divulges(world.charge(asked.owner(), asker))) {
        return false;
    }
    let telling = Telling {
        talker: asked,
        listener: asker,
        overheard_by: None,
        about,
        facet,
        value,
        claim: None,
        place,
        at,
    };
    tell(rules, world, draws, &telling, out);
    true
}
