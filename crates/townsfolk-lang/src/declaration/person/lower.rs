//! A person: the initial state of a mind.

use crate::context::Context;
use crate::declaration::area;
use crate::declaration::measure::{LEVEL, degree, numbers_of, read_measures};
use crate::declaration::need::lower::symbol;
use crate::declaration::persona;
use crate::declaration::said_twice;
use crate::declaration::schedule::lower::ScheduleSheet;
use crate::declaration::unique_names;
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{LayerId, MemberId, RoleId, SymbolId, TextId};
use townsfolk_module::Category;
use townsfolk_module::decide::Mindless;
use townsfolk_module::mind::{
    CastMember, Degree, Gossip, Known, MemorySize, Mood, Persona, Relationship, Temper,
};

/// Default attractiveness.
const ATTRACTIVE: Degree = Degree::HALF;
/// The range of memory sizes, in thousandths.
const MEMORY: (i64, i64) = (0, 10_000_000);
/// The range of hops of news, in thousandths.
const HOPS: (i64, i64) = (0, 255_000);

/// The declarations that people refer to.
pub(crate) struct Parts<'p> {
    pub(crate) schedules: &'p BTreeMap<String, ScheduleSheet>,
    pub(crate) personas: &'p BTreeMap<String, Persona>,
    pub(crate) tempers: &'p BTreeMap<String, Temper>,
    /// The layer of people without a layer for travel.
    pub(crate) navigation: LayerId,
    /// The visible traits of each person.
    pub(crate) looks: &'p BTreeMap<String, Looks>,
    /// Roles that think with something, beside a mind.
    pub(crate) thinking: &'p [RoleId],
}

/// The visible traits of a person.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    pub(crate) attractiveness: Degree,
    pub(crate) subjects: Vec<SymbolId>,
}

/// Reads the traits that first impressions depend on.
pub(crate) fn looks(node: &Node, cx: &mut Context<'_>) -> Looks {
    let mut looks = Looks {
        attractiveness: ATTRACTIVE,
        subjects: vec![],
    };
    for part in node.children_of(PERSON_PART) {
        match first_word(&part).as_str() {
            "attractive" => {
                let number = numbers_of(&part).next();
                let value = number.and_then(|n| degree(cx, &n, "attractiveness", LEVEL));
                looks.attractiveness = value.unwrap_or(ATTRACTIVE);
            }
            "talks" => {
                let names = part.child(NAMES).map(|list| unique_names(cx, &list));
                for (name, _) in names.unwrap_or_default() {
                    looks.subjects.push(symbol(cx, &name));
                }
            }
            _ => {}
        }
    }
    looks.subjects.sort();
    looks.subjects.dedup();
    looks
}

fn first_word(part: &Node) -> String {
    part.words().into_iter().next().unwrap_or_default()
}

pub(crate) fn lower(
    node: &Node,
    name: &str,
    name_place: Place,
    parts: &Parts<'_>,
    cx: &mut Context<'_>,
) -> Option<(CastMember, Option<Mindless>)> {
    let looks = parts.looks.get(name).cloned().unwrap_or_default();
    let mut member = CastMember {
        id: member(cx, name),
        roles: vec![],
        basic: parts.navigation,
        navigation: parts.navigation,
        schedule: Default::default(),
        persona: persona::lower::ORDINARY,
        temper: Temper::default(),
        mood: Mood::default(),
        attractiveness: looks.attractiveness,
        subjects: looks.subjects.clone(),
        knows: vec![],
        relationships: vec![],
        memory: MemorySize::default(),
        gossip: Gossip::default(),
    };
    let mut seen: Vec<(String, Place)> = vec![];
    let mut felt: Vec<(MemberId, Place)> = vec![];
    let mut broken = false;
    let mut starts = None;
    for part in node.children_of(PERSON_PART) {
        let place = part.place(cx.file);
        let word = first_word(&part);
        // Attributes are read by themselves.
        if part.child(LITERALS).is_some() {
            continue;
        }
        let many = matches!(word.as_str(), "knows" | "feels");
        if !many && said_twice(cx, &mut seen, &word, place) {
            continue;
        }
        match word.as_str() {
            "is" => {
                let names = part.child(PARENTS).map(|list| unique_names(cx, &list));
                for (role, place) in names.unwrap_or_default() {
                    member.roles.extend(cx.role(&role, place));
                }
                member.roles.sort();
            }
            "mind" => {
                let mut layers = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
                match layers.next().and_then(|name| layer(cx, &name)) {
                    Some(basic) => member.basic = basic,
                    None => broken = true,
                }
                if let Some(name) = layers.next() {
                    match layer(cx, &name) {
                        Some(navigation) => member.navigation = navigation,
                        None => broken = true,
                    }
                }
            }
            "follows" => match followed(cx, &part, parts) {
                Some(sheet) => member.schedule = sheet.schedule.clone(),
                None => broken = true,
            },
            "persona" => member.persona = persona_of(cx, &part, parts),
            "has" => member.temper = temper_of(cx, &part, parts).unwrap_or_default(),
            "mood" => {
                for (word, value) in read_measures(cx, &part, &["valence", "arousal"], |_| LEVEL) {
                    match word {
                        "valence" => member.mood.valence = value,
                        _ => member.mood.arousal = value,
                    }
                }
            }
            "knows" => member.knows.extend(known(cx, &part)),
            "feels" => {
                let relationship = relationship(cx, &part, &looks, parts);
                if let Some((other, relationship)) = relationship {
                    if let Some((_, first)) = felt.iter().find(|(known, _)| *known == other) {
                        cx.problem(
                            Code::DuplicatePart
                                .at(place, "what is felt for one person is said twice")
                                .label("again here")
                                .related(*first, "first said here"),
                        );
                        continue;
                    }
                    felt.push((other, place));
                    member.relationships.push((other, relationship));
                }
            }
            "starts" => {
                let named = cx.reference(&part);
                starts = named.and_then(|(name, place)| area::lower::find(cx, &name, place));
            }
            "remembers" => remembers(cx, &part, &mut member.memory),
            "gossips" => gossips(cx, &part, &mut member.gossip),
            _ => {}
        }
    }
    member.relationships.sort_by_key(|(other, _)| *other);
    let says = |word: &str| seen.iter().any(|(said, _)| said == word);
    let thinks = |role: &RoleId| {
        let mut thinking = parts.thinking.iter();
        thinking.any(|carrier| cx.globals.module.is_a(*role, *carrier))
    };
    if !says("mind") && !says("follows") && member.roles.iter().any(thinks) {
        let mindless = Mindless {
            member: member.id,
            starts,
        };
        return (!broken).then_some((member, Some(mindless)));
    }
    for (word, what, line) in [
        ("mind", "a mind", "mind body"),
        ("follows", "a day", "follows their_day"),
    ] {
        if seen.iter().all(|(said, _)| said != word) {
            broken = true;
            let line = suggestion(cx, word).unwrap_or_else(|| line.to_string());
            cx.problem(
                Code::IncompletePerson
                    .at(name_place, format!("`{name}` has not got {what}"))
                    .label(format!("no line says `{word}`"))
                    .consequence(match word {
                        "mind" => "Without a basic layer nothing can be wanted.",
                        _ => "Without a schedule nobody knows where to be.",
                    })
                    .hint(format!("write `{line}` below the name")),
            );
        }
    }
    (!broken).then_some((member, None))
}

/// A line to type, with a declared name.
fn suggestion(cx: &Context<'_>, word: &str) -> Option<String> {
    let namespace = match word {
        "mind" => Namespace::Layer,
        _ => Namespace::Schedule,
    };
    let mut declared = cx.globals.names.all(namespace);
    let visible = declared.find(|d| cx.globals.visibility.sees_declaration(cx.package, d))?;
    Some(format!("{word} {}", visible.name))
}

fn member(cx: &mut Context<'_>, name: &str) -> MemberId {
    let id = cx.globals.id(Category::Character, name);
    MemberId(id)
}

fn layer(cx: &mut Context<'_>, name: &Node) -> Option<LayerId> {
    let (name, place) = cx.referred(name)?;
    cx.declared(
        Code::UnknownLayer,
        Namespace::Layer,
        "layer",
        (&name, place),
    )?;
    Some(LayerId(cx.globals.id(Category::Layer, &name)))
}

fn followed<'p>(cx: &mut Context<'_>, part: &Node, parts: &Parts<'p>) -> Option<&'p ScheduleSheet> {
    let (name, place) = cx.reference(part)?;
    let found = (Code::UnknownSchedule, Namespace::Schedule, "schedule");
    cx.declared(found.0, found.1, found.2, (&name, place))?;
    parts.schedules.get(&name)
}

fn persona_of(cx: &mut Context<'_>, part: &Node, parts: &Parts<'_>) -> Persona {
    let Some((name, place)) = cx.reference(part) else {
        return persona::lower::lower(part, cx);
    };
    let found = (Code::UnknownPersona, Namespace::Persona, "persona");
    let declared = cx.declared(found.0, found.1, found.2, (&name, place));
    let persona = declared.and_then(|_| parts.personas.get(&name));
    persona.copied().unwrap_or(persona::lower::ORDINARY)
}

fn temper_of(cx: &mut Context<'_>, part: &Node, parts: &Parts<'_>) -> Option<Temper> {
    let (name, place) = cx.reference(part)?;
    let found = (Code::UnknownTemper, Namespace::Temper, "temper");
    cx.declared(found.0, found.1, found.2, (&name, place))?;
    parts.tempers.get(&name).cloned()
}

/// A person by name, or a report that there is none.
fn somebody(cx: &mut Context<'_>, part: &Node) -> Option<(String, MemberId)> {
    let (name, place) = cx.reference(part)?;
    let found = (Code::UnknownPerson, Namespace::Person, "person");
    cx.declared(found.0, found.1, found.2, (&name, place))?;
    let id = member(cx, &name);
    Some((name, id))
}

fn known(cx: &mut Context<'_>, part: &Node) -> Option<Known> {
    let (_, about) = somebody(cx, part)?;
    let content = crate::condition::text(part.token(TEXT)?.text())?;
    let text = TextId::named(&content);
    cx.texts.push((text, content));
    Some(Known { about, text })
}

/// An undeclared feeling has its value at first sight; but intimates take an interest in one
/// another.
fn relationship(
    cx: &mut Context<'_>,
    part: &Node,
    own: &Looks,
    parts: &Parts<'_>,
) -> Option<(MemberId, Relationship)> {
    let measured = read_measures(
        cx,
        part,
        &["like", "attraction", "dominance", "intimacy", "interest"],
        |_| LEVEL,
    );
    let (name, other) = somebody(cx, part)?;
    let looks = parts.looks.get(&name).cloned().unwrap_or_default();
    let shared = own.subjects.iter().filter(|s| looks.subjects.contains(s));
    let share = match own.subjects.len() {
        0 => 0,
        all => shared.count() * 1000 / all,
    };
    let share = Degree::thousandths(i32::try_from(share).unwrap_or(1000));
    let mut relationship = Relationship::at_first_sight(looks.attractiveness, share);
    let mut interested = false;
    for (word, value) in measured {
        interested |= word == "interest";
        match word {
            "like" => relationship.like = value,
            "attraction" => relationship.attraction = value,
            "dominance" => relationship.dominance = value,
            "intimacy" => relationship.intimacy = value,
            _ => relationship.interest = value,
        }
    }
    if !interested {
        relationship.interest = share.max(relationship.intimacy);
    }
    Some((other, relationship))
}

fn remembers(cx: &mut Context<'_>, part: &Node, memory: &mut MemorySize) {
    let known = ["events", "sightings", "tidings"];
    for (word, value) in read_measures(cx, part, &known, |_| MEMORY) {
        let count = u16::try_from(value.0 >> 16).unwrap_or(u16::MAX);
        match word {
            "events" => memory.events = count,
            "sightings" => memory.sightings = count,
            _ => memory.tidings = count,
        }
    }
}

fn gossips(cx: &mut Context<'_>, part: &Node, gossip: &mut Gossip) {
    let limits = |word: &str| if word == "hops" { HOPS } else { LEVEL };
    for (word, value) in read_measures(cx, part, &["chance", "like", "trust", "hops"], limits) {
        match word {
            "chance" => gossip.chance = value,
            "like" => gossip.like_min = value,
            "trust" => gossip.trust = value,
            _ => gossip.hops_max = u8::try_from(value.0 >> 16).unwrap_or(u8::MAX),
        }
    }
}
