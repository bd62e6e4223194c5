//! Symmetry: people of one role are renamed, so that situations that differ only in names are
//! merged.

use crate::clock::{PendingTime, Span};
use crate::situation::Situation;
use crate::survey::ScriptSurvey;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{CharacterId, Pushed, RoleId, Value};
use townsfolk_scene::reference::Scene;

/// The largest number of a person.
pub(crate) const PEOPLE_MAX: usize = 15;

/// A renaming of people. A person that nothing names any more becomes zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Renaming {
    people: u64,
    /// The renaming of twins, by their indices in the survey.
    twins: u64,
}

impl Renaming {
    pub(crate) const NOBODY: Renaming = Renaming {
        people: 0,
        twins: 0,
    };

    pub(crate) fn of(self, who: CharacterId) -> CharacterId {
        if who.0 as usize > PEOPLE_MAX {
            return CharacterId(0);
        }
        CharacterId((self.people >> (4 * who.0) & 15) as u32)
    }

    /// The new value of a value.
    pub(crate) fn of_value(self, value: Value, survey: &ScriptSurvey) -> Value {
        match value {
            Value::Character(who) => Value::Character(self.of(who)),
            Value::Prop(_) | Value::Symbol(_) => {
                let mut twins = survey.twins.iter().flatten();
                let Some(index) = twins.clone().position(|twin| *twin == value) else {
                    return value;
                };
                let to = self.twins.checked_shr(4 * index as u32).unwrap_or(0) & 15;
                twins.nth(to as usize).copied().unwrap_or(value)
            }
            other => other,
        }
    }

    fn set(&mut self, who: CharacterId, to: CharacterId) {
        if who.0 as usize <= PEOPLE_MAX && to.0 as usize <= PEOPLE_MAX {
            self.people |= u64::from(to.0) << (4 * who.0);
        }
    }

    /// Translates a set of people, as bits: those of the target who come from a member of the set.
    pub(crate) fn back(self, of_target: u16, members: u16) -> u16 {
        let mut found = 0;
        for who in 1..=PEOPLE_MAX as u32 {
            let to = self.of(CharacterId(who)).0;
            if members & (1 << who) != 0 && to != 0 && of_target & (1 << to) != 0 {
                found |= 1 << who;
            }
        }
        found
    }
}

/// Renames the people of a situation, and returns the renaming. `None` if there are too many.
pub(crate) fn rename(
    situation: &mut Situation,
    survey: &ScriptSurvey,
    symmetry: bool,
) -> Option<Renaming> {
    let mut people: Vec<(CharacterId, Option<RoleId>)> = situation
        .scene
        .participants
        .iter()
        .map(|p| (p.who, Some(p.role)))
        .collect();
    people.extend(situation.absent().into_iter().map(|who| (who, None)));
    let mut renaming = Renaming::NOBODY;
    if people.iter().any(|(who, _)| who.0 as usize > PEOPLE_MAX) || people.len() > PEOPLE_MAX {
        return None;
    }
    for index in 0..survey.twins.iter().flatten().count() {
        renaming.twins |= (index as u64) << (4 * index);
    }
    let as_they_are = renaming.twins;
    if symmetry {
        let nodes = colours(situation, survey, &people);
        let mut order: Vec<usize> = (0..people.len()).collect();
        order.sort_by_key(|i| {
            (
                people[*i].1.is_none(),
                people[*i].1,
                nodes[*i].colour,
                people[*i].0,
            )
        });
        for (index, old) in order.iter().enumerate() {
            renaming.set(people[*old].0, CharacterId(index as u32 + 1));
        }
        renaming.twins = 0;
        let mut first = 0;
        for group in &survey.twins {
            let colour = |index: &usize| nodes[people.len() + index].colour;
            let mut order: Vec<usize> = (first..first + group.len()).collect();
            order.sort_by_key(|index| (colour(index), *index));
            for (place, old) in order.iter().enumerate() {
                renaming.twins |= ((first + place) as u64) << (4 * old);
            }
            first += group.len();
        }
    } else {
        for (who, _) in &people {
            renaming.set(*who, *who);
        }
    }
    let moved = people.iter().any(|(who, _)| renaming.of(*who) != *who);
    if moved || renaming.twins != as_they_are {
        apply(situation, |value| renaming.of_value(value, survey));
        situation.tidy(survey);
    }
    Some(renaming)
}

fn apply(situation: &mut Situation, new: impl Fn(Value) -> Value) {
    let change = |who: &mut CharacterId| {
        if let Value::Character(to) = new(Value::Character(*who)) {
            *who = to;
        }
    };
    let change_value = |value: &mut Value| *value = new(*value);
    let scene: &mut Scene = &mut situation.scene;
    scene
        .participants
        .iter_mut()
        .for_each(|p| change(&mut p.who));
    for fact in &mut scene.facts.facts {
        fact.atom.arguments.iter_mut().for_each(change_value);
    }
    for run in &mut scene.running {
        change(&mut run.who);
        run.partner.iter_mut().for_each(change);
        run.bindings.iter_mut().flatten().for_each(change_value);
    }
    for property in &mut scene.properties {
        property.arguments.iter_mut().for_each(change_value);
        if let Pushed::Is(value) = &mut property.value {
            change_value(value);
        }
    }
    scene.gone.iter_mut().for_each(change_value);
    let clocks = &mut situation.clocks;
    for ((who, _), _) in &mut clocks.rests {
        change(who);
    }
    for (atom, _) in &mut clocks.lifetimes {
        atom.arguments.iter_mut().for_each(change_value);
    }
}

/// A person or twin whose name does not matter.
struct Renamable {
    value: Value,
    /// Only members of one class can be exchanged.
    class: u64,
    /// Separates participants that the situation distinguishes.
    colour: u64,
}

/// A number for each person, then for each twin, that is equal only if the situation does not
/// distinguish them.
fn colours(
    situation: &Situation,
    survey: &ScriptSurvey,
    people: &[(CharacterId, Option<RoleId>)],
) -> Vec<Renamable> {
    let scene = &situation.scene;
    let mut nodes: Vec<Renamable> = people
        .iter()
        .map(|(who, role)| {
            let class = role.map_or(0, |role| u64::from(role.0));
            let mut colour = class;
            if let Some(p) = scene.participant(*who) {
                let mut bytes = vec![];
                participant(&mut bytes, situation, p);
                colour = fold(colour, hash64(&bytes));
            }
            Renamable {
                value: Value::Character(*who),
                class,
                colour,
            }
        })
        .collect();
    for (number, group) in survey.twins.iter().enumerate() {
        let class = (1 << 40) + number as u64;
        nodes.extend(group.iter().map(|value| Renamable {
            value: *value,
            class,
            colour: class,
        }));
    }
    // Nodes that are distinguished already need no closer look. (Stories of the fine pass keep the
    // names that three rounds give.)
    for _ in 0..3 {
        if survey.is_coarse() && first_tie(&nodes).is_none() {
            return nodes;
        }
        refine(&mut nodes, situation, survey, 1);
    }
    if !survey.twins.is_empty() || survey.merging.ages {
        // Of several that cannot be distinguished, the first one is separated from the others. The
        // consequences for all others are the same, whichever was chosen.
        for _ in 0..nodes.len() {
            let Some(tied) = first_tie(&nodes) else {
                break;
            };
            nodes[tied].colour = fold(nodes[tied].colour, 1);
            refine(&mut nodes, situation, survey, 2);
        }
    }
    nodes
}

/// The first of the first ones that have the same colour.
fn first_tie(nodes: &[Renamable]) -> Option<usize> {
    let mut found: Option<(u64, u64, usize)> = None;
    for (index, node) in nodes.iter().enumerate() {
        let tied = (nodes[index + 1..].iter())
            .any(|other| other.colour == node.colour && other.class == node.class);
        if tied
            && found.is_none_or(|(class, colour, _)| (node.class, node.colour) < (class, colour))
        {
            found = Some((node.class, node.colour, index));
        }
    }
    found.map(|(.., index)| index)
}

fn refine(nodes: &mut [Renamable], situation: &Situation, survey: &ScriptSurvey, rounds: usize) {
    let scene = &situation.scene;
    for _ in 0..rounds {
        let old: Vec<(Value, u64)> = nodes.iter().map(|n| (n.value, n.colour)).collect();
        let index_of = |value: &Value| old.iter().position(|(other, _)| other == value);
        let mut add = |value: &Value, what: u64| {
            if let Some(index) = index_of(value) {
                let node = &mut nodes[index];
                node.colour = node.colour.wrapping_add(fold(old[index].1, what));
            }
        };
        let value_colour = |value: &Value| match value {
            Value::Character(_) => index_of(value).map_or(0, |index| old[index].1),
            Value::Time(tick) if survey.merging.waits => {
                let mut bytes = vec![];
                if let Some(moment) = situation.clocks.time(*tick) {
                    write_moment(&mut bytes, &moment);
                }
                hash64(&bytes)
            }
            other => index_of(other).map_or_else(|| hash_value(other), |index| old[index].1),
        };
        let facts = &scene.facts.facts;
        let mut rank = 0;
        for (place, fact) in facts.iter().enumerate() {
            if survey.merging.ages {
                let beside = place.checked_sub(1).and_then(|before| facts.get(before));
                let beside = beside.is_some_and(|before| {
                    survey.by_place(&before.atom, &fact.atom) == std::cmp::Ordering::Equal
                });
                rank = if beside { rank + 1 } else { 0 };
            } else {
                rank = place;
            }
            let whole = (fact.atom.arguments.iter()).fold(
                fold(rank as u64, u64::from(fact.atom.fact.0)),
                |sum, value| fold(sum, value_colour(value)),
            );
            for (index, value) in fact.atom.arguments.iter().enumerate() {
                add(value, fold(whole, index as u64));
            }
        }
        for run in &scene.running {
            let who = Value::Character(run.who);
            let mut whole = fold(value_colour(&who), u64::from(run.action.0));
            for value in &run.bindings {
                whole = fold(whole, value.as_ref().map_or(1, value_colour));
            }
            add(&who, whole);
            if let Some(partner) = run.partner {
                add(&Value::Character(partner), fold(whole, 1));
            }
            for (index, value) in run.bindings.iter().enumerate() {
                if let Some(value) = value {
                    add(value, fold(whole, index as u64 + 2));
                }
            }
        }
        for property in &scene.properties {
            let whole = fold(u64::from(property.name.0), hash_pushed(property.value));
            for (index, value) in property.arguments.iter().enumerate() {
                add(value, fold(whole, index as u64));
            }
        }
    }
}

fn hash_pushed(value: Pushed) -> u64 {
    let mut bytes = vec![];
    write_pushed(&mut bytes, value);
    hash64(&bytes)
}

/// A hash that equal situations share and different ones do not, except for collisions. The
/// remaining allowance of faults is not part of it.
pub(crate) fn digest(situation: &Situation, bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    let Situation {
        scene,
        clocks,
        open,
        left: _,
    } = situation;
    bytes.extend([scene.phase as u8, u8::from(scene.stirred), u8::from(*open)]);
    bytes.push(u8::from(scene.end_asked.is_some()));
    for p in &scene.participants {
        word(bytes, p.who.0);
        word(bytes, p.role.0);
        participant(bytes, situation, p);
    }
    bytes.push(0xf0);
    for fact in &scene.facts.facts {
        word(bytes, fact.atom.fact.0);
        fact.atom
            .arguments
            .iter()
            .for_each(|v| write_value(bytes, v));
        bytes.push(fact.taken_by.map_or(0, |id| id.0 as u8));
        bytes.push(u8::from(fact.expires.is_some()));
    }
    bytes.push(0xf1);
    for run in &scene.running {
        word(bytes, run.who.0);
        word(bytes, run.partner.map_or(0, |p| p.0));
        for value in &run.bindings {
            match value {
                Some(value) => write_value(bytes, value),
                None => bytes.push(0),
            }
        }
    }
    bytes.push(0xf2);
    for property in &scene.properties {
        word(bytes, property.name.0);
        property
            .arguments
            .iter()
            .for_each(|v| write_value(bytes, v));
        write_pushed(bytes, property.value);
    }
    bytes.push(0xf3);
    scene.gone.iter().for_each(|v| write_value(bytes, v));
    for (role, at) in &clocks.vacancies {
        word(bytes, role.0);
        span(bytes, *at);
    }
    bytes.push(0xf4);
    for (tick, moment) in &clocks.times {
        long(bytes, tick.0);
        write_moment(bytes, moment);
    }
    bytes.push(0xf5);
    for (_, at) in &clocks.lifetimes {
        span(bytes, *at);
    }
    hash64(bytes)
}

/// The description of a participant without names of others.
fn participant(
    bytes: &mut Vec<u8>,
    situation: &Situation,
    p: &townsfolk_scene::reference::Participant,
) {
    word(bytes, p.state.map_or(0, |state| state.0));
    bytes.extend([
        p.standing as u8,
        u8::from(p.free_since > situation.scene.now),
    ]);
    bytes.push(p.leaving.map_or(0, |why| why as u8 + 1));
    bytes.push(u8::from(p.owes_farewell));
    for rule in &p.fired_once {
        word(bytes, rule.0);
    }
    bytes.push(0xe0);
    for coin in &p.coins {
        word(bytes, coin.rule.0);
        word(bytes, coin.site.0);
        bytes.push(u8::from(coin.came_up));
    }
    bytes.push(0xe1);
    for ((who, rule), at) in &situation.clocks.rests {
        if *who == p.who {
            word(bytes, rule.0);
            span(bytes, *at);
        }
    }
    bytes.push(0xe2);
    if let Some(recall) = p.recall {
        bytes.push(recall.urgency as u8);
    }
    for run in situation.scene.running.iter().filter(|r| r.who == p.who) {
        word(bytes, run.rule.map_or(0, |rule| rule.0));
        word(bytes, run.action.0);
        bytes.push(stop_code(run.stop_asked));
        let known = situation
            .clocks
            .actions
            .iter()
            .find(|(id, _)| *id == run.id);
        if let Some((_, at)) = known {
            span(bytes, *at);
        }
    }
}

/// The reason of a stop matters only for the coins of an urgent rule.
fn stop_code(why: Option<townsfolk_scene::StopReason>) -> u8 {
    match why {
        None => 0,
        Some(townsfolk_scene::StopReason::Urgent(rule)) => 2 + (rule.0 % 250) as u8,
        Some(_) => 1,
    }
}

fn word(bytes: &mut Vec<u8>, word: u32) {
    bytes.extend(word.to_le_bytes());
}

fn long(bytes: &mut Vec<u8>, long: i64) {
    bytes.extend(long.to_le_bytes());
}

fn span(bytes: &mut Vec<u8>, span: Span) {
    long(bytes, span.low);
    long(bytes, span.high);
}

fn write_moment(bytes: &mut Vec<u8>, moment: &PendingTime) {
    long(bytes, moment.passed.unwrap_or(i64::MIN));
    if let Some((distance, at)) = moment.next {
        long(bytes, distance);
        span(bytes, at);
    }
}

fn write_pushed(bytes: &mut Vec<u8>, value: Pushed) {
    match value {
        Pushed::Holds => bytes.push(1),
        Pushed::HoldsNot => bytes.push(2),
        Pushed::Is(value) => write_value(bytes, &value),
    }
}

pub(crate) fn write_value(bytes: &mut Vec<u8>, value: &Value) {
    let (kind, bits) = kind_and_bits(value);
    bytes.push(kind);
    long(bytes, bits);
}

fn hash_value(value: &Value) -> u64 {
    let (kind, bits) = kind_and_bits(value);
    let mut bytes = [kind; 9];
    bytes[1..].copy_from_slice(&bits.to_le_bytes());
    hash64(&bytes)
}

fn kind_and_bits(value: &Value) -> (u8, i64) {
    match *value {
        Value::Symbol(id) => (11, i64::from(id.0)),
        Value::Number(number) => (12, number.0),
        Value::Duration(duration) => (13, duration.0),
        Value::Time(tick) => (14, tick.0),
        Value::Daytime(seconds) => (15, i64::from(seconds)),
        Value::Character(id) => (16, i64::from(id.0)),
        Value::Prop(id) => (17, i64::from(id.0)),
        Value::Text(id) => (18, i64::from(id.0)),
    }
}
