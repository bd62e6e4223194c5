//! What moves in an arena, for pages: headings, states of mind, sounds, throws, hits, smoke and fire.

use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use townsfolk::Folk;
use townsfolk::sensing::VolumeKind;
use townsfolk_core::{CharacterId, HostId, Tick};
use townsfolk_module::{Category, Symbols};
use townsfolk_town::living::Living;
use townsfolk_town::stage::arena::{Fate, Gait, KIT, Tool, holds, number_of};

/// Maximum number of sounds and of hits that a page is told.
const KEPT: usize = 96;

/// How long a sound or a hit is told, in ticks. Pages show each of them once.
const TOLD_FOR: i64 = 20;

/// How long somebody who was hit looks so, in ticks.
const HURT_FOR: i64 = 6;

/// Marks of a body.
const DEAD: u8 = 1;
const BURNING: u8 = 2;
const CROUCHED: u8 = 4;
const ARMED: u8 = 8;
const HURT: u8 = 16;

/// Sounds and hits of the last moments, numbered.
#[derive(Debug, Default)]
pub(crate) struct ArenaNews {
    count: u64,
    sounds: VecDeque<(i64, SoundShown)>,
    hits: VecDeque<(i64, HitShown)>,
}

/// Number, kind, place, reach, and who made it.
type SoundShown = (u64, String, i32, i32, u32, u32);

/// Number, whether it is a shot, from, to, and who was hit.
type HitShown = (u64, bool, i32, i32, i32, i32, u32);

/// Id, heading, state of mind, health, marks, senses, size, attention.
type BodyShown = (u32, i32, u8, i64, u8, i32, i64, i64);

/// Number, kind, from, to, begins, lands.
type FlightShown = (i64, &'static str, i32, i32, i32, i32, i64, i64);

#[derive(Serialize)]
struct Told<'a> {
    arena: ArenaNow<'a>,
}

#[derive(Serialize)]
struct ArenaNow<'a> {
    tick: i64,
    me: Option<Me>,
    bodies: Vec<BodyShown>,
    sounds: Vec<&'a SoundShown>,
    flights: Vec<FlightShown>,
    hits: Vec<&'a HitShown>,
    /// Kind, place, radius, ends.
    volumes: Vec<(&'static str, i32, i32, u32, i64)>,
    open: Vec<u32>,
}

#[derive(Serialize)]
struct Me {
    id: u32,
    health: i64,
    kit: Vec<i64>,
    fate: Option<&'static str>,
    dazed: bool,
    gait: usize,
}

/// Whether characters hunt one another here.
pub(crate) fn is_arena(folk: &Folk) -> bool {
    !folk.module().senses.skills.is_empty()
}

/// The tools that content gives an intruder.
pub(crate) fn kit(folk: &Folk) -> impl Iterator<Item = &'static Tool> + '_ {
    let declared = |tool: &&Tool| folk.module().attribute(tool.attribute()).is_some();
    KIT.iter().filter(declared)
}

impl ArenaNews {
    /// Takes in a tick.
    pub(crate) fn note(&mut self, town: &Living, symbols: &Symbols) {
        let folk = &town.folk;
        if !is_arena(folk) {
            return;
        }
        let now = folk.now();
        for sound in folk.sounds() {
            self.count += 1;
            let kind = folk.module().senses.stimulus(sound.kind);
            let kind = kind.map(|kind| symbols.name(Category::Symbol, kind.name.0));
            let shown = (
                self.count,
                kind.unwrap_or_default(),
                sound.at.x_mm,
                sound.at.y_mm,
                sound.reach_mm,
                sound.by.map_or(0, |who| who.0),
            );
            self.sounds.push_back((now.0, shown));
        }
        for hit in town.stage.hits(now).filter(|hit| hit.tick == now) {
            self.count += 1;
            let (from, to) = (hit.from, hit.to);
            let whom = hit.hit.map_or(0, |who| who.0);
            let shown = (
                self.count, hit.shot, from.x_mm, from.y_mm, to.x_mm, to.y_mm, whom,
            );
            self.hits.push_back((now.0, shown));
        }
        let past = |told: i64| !(now.0 - TOLD_FOR..=now.0).contains(&told);
        while self.sounds.len() > KEPT || self.sounds.front().is_some_and(|(at, _)| past(*at)) {
            self.sounds.pop_front();
        }
        while self.hits.len() > KEPT || self.hits.front().is_some_and(|(at, _)| past(*at)) {
            self.hits.pop_front();
        }
    }

    /// The town is at another moment.
    pub(crate) fn forget(&mut self) {
        self.sounds.clear();
        self.hits.clear();
    }

    /// What a page is told; nothing where nobody hunts.
    pub(crate) fn told(&self, town: &Living) -> Option<Arc<str>> {
        if !is_arena(&town.folk) {
            return None;
        }
        let arena = self.arena(town);
        let told = serde_json::to_string(&Told { arena }).ok()?;
        Some(told.into())
    }

    fn arena(&self, town: &Living) -> ArenaNow<'_> {
        let (folk, stage) = (&town.folk, &town.stage);
        let now = folk.now();
        let hurt = |who: CharacterId| {
            let mut hits = self.hits.iter();
            hits.any(|(at, hit)| hit.6 == who.0 && now.0 - at <= HURT_FOR)
        };
        let bodies = stage.bodies_at(now).filter(|body| {
            let person = folk.character(body.who);
            person.is_some_and(|person| person.attached_to.is_none())
        });
        let bodies = bodies.map(|body| self.body(town, body.who, hurt(body.who)));
        let flights = stage.flights().iter().filter_map(|flight| {
            let (from, to) = (flight.from, flight.to);
            let kind = flight.tool()?.flies_as;
            let times = (flight.begins.0, flight.lands.0);
            Some((
                times.0, kind, from.x_mm, from.y_mm, to.x_mm, to.y_mm, times.0, times.1,
            ))
        });
        let volumes = folk.volumes().iter().map(|volume| {
            let kind = match volume.kind {
                VolumeKind::Fire { .. } => "fire",
                VolumeKind::Smoke => "smoke",
            };
            (
                kind,
                volume.at.x_mm,
                volume.at.y_mm,
                volume.radius_mm,
                volume.until.0,
            )
        });
        let doors = folk.ground().map(|ground| {
            let openings = ground.plan().openings.iter();
            let open = openings.filter(|opening| ground.is_open(opening.id));
            open.map(|opening| opening.id.0).collect()
        });
        ArenaNow {
            tick: now.0,
            me: me(town),
            bodies: bodies.collect(),
            sounds: self.sounds.iter().map(|(_, sound)| sound).collect(),
            flights: flights.collect(),
            hits: self.hits.iter().map(|(_, hit)| hit).collect(),
            volumes: volumes.collect(),
            open: doors.unwrap_or_default(),
        }
    }

    fn body(
        &self,
        town: &Living,
        who: CharacterId,
        hurt: bool,
    ) -> (u32, i32, u8, i64, u8, i32, i64, i64) {
        let folk = &town.folk;
        let flag = |name: &str, mark: u8| match holds(folk, HostId::named(name), who) {
            true => mark,
            false => 0,
        };
        let burns = if folk.is_burning(who) { BURNING } else { 0 };
        let marks = flag("dead", DEAD)
            | flag("crouched", CROUCHED)
            | flag("armed", ARMED)
            | burns
            | if hurt { HURT } else { 0 };
        let steered = town.stage.intruder().filter(|intruder| intruder.who == who);
        let heading = match steered {
            Some(intruder) => intruder.heading,
            None => folk.heading_of(who).unwrap_or_default(),
        };
        let aware = folk.awareness(who);
        let mind = aware.map_or(1, |aware| aware.state as u8);
        let attention = aware.map_or(0, |aware| attention(folk, who, &aware));
        let senses = &folk.module().senses;
        let kind = aware.and_then(|aware| {
            let set = senses.skill_set(aware.set)?;
            senses
                .profiles
                .iter()
                .position(|profile| profile.id == set.senses)
        });
        (
            who.0,
            heading.in_degrees(),
            mind,
            number_of(folk, HostId::named("health"), who).unwrap_or(100),
            marks,
            kind.and_then(|kind| i32::try_from(kind).ok()).unwrap_or(-1),
            number_of(folk, HostId::named("bulk"), who)
                .unwrap_or(100)
                .clamp(40, 300),
            attention,
        )
    }
}

/// How near a character is to discovering somebody by its ears or eyes, in percent.
fn attention(folk: &Folk, who: CharacterId, aware: &townsfolk::Awareness) -> i64 {
    let heard =
        i64::from(aware.excitement.in_thousandths()) * 100 / i64::from(aware.response.chase.max(1));
    let now: Tick = folk.now();
    let timers = folk.sight_timers(who).iter();
    let seen = timers
        .map(|timer| i64::from(timer.fraction(now)) / 10)
        .max();
    heard.max(seen.unwrap_or(0)).clamp(0, 100)
}

fn me(town: &Living) -> Option<Me> {
    let (folk, stage) = (&town.folk, &town.stage);
    let intruder = stage.intruder()?;
    folk.character(intruder.who)?;
    let count = |tool: &Tool| number_of(folk, tool.attribute(), intruder.who).unwrap_or(0);
    Some(Me {
        id: intruder.who.0,
        health: number_of(folk, HostId::named("health"), intruder.who).unwrap_or(100),
        kit: kit(folk).map(count).collect(),
        fate: intruder.fate.map(|fate| match fate {
            Fate::Caught => "caught",
            Fate::Escaped => "escaped",
        }),
        dazed: intruder.is_dazed(folk.now()),
        gait: Gait::ALL
            .iter()
            .position(|gait| *gait == intruder.gait)
            .unwrap_or(1),
    })
}
