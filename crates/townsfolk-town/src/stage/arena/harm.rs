//! Blows, shots and fire: who is hit, and what it costs.
//!
//! An action with the parameter `harm` hurts its target when it is done: from near, or, if it also has
//! `x` and `y`, as a shot. So content decides what hurts how much.

use super::happening::Happening;
use super::{holds, number_of, set_flag, set_number};
use crate::stage::TownStage;
use serde::{Deserialize, Serialize};
use townsfolk::{ActionRef, Folk, Place};
use townsfolk_core::{CharacterId, Duration, HostId, Number, SymbolId, Tick, Value};

/// How far an arm reaches, when a blow lands.
const ARM_MM: u32 = 2_000;

/// How near to the line of a shot a body must be.
const BODY_MM: i64 = 420;

/// The height of a shot.
const BARREL_MM: i32 = 1_250;

/// How often fire hurts, and how much.
const BURNS_EVERY: i64 = 30;
const BURN_HARM: i64 = 9;

/// A shot from this far is as likely to miss as to hit, in millimetres.
const HALF_MM: i64 = 22_000;

/// Whoever moves faster is hit half as often.
const FAST_MM_S: u32 = 3_500;

/// The least and the greatest chance of a shot, in thousandths.
const CHANCE: (i64, i64) = (120, 920);

/// How long hits are kept for display.
const SHOWN_FOR: Duration = Duration::seconds(1);

/// What a running action does to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::stage) struct Aim {
    harm: i64,
    /// Where a shot is aimed; a blow has no such place.
    at: Option<(i32, i32)>,
}

impl Aim {
    fn of(named: &[(SymbolId, Value)]) -> Option<Aim> {
        let value = |name: &str| {
            let mut named = named.iter();
            let found = named.find(|(known, _)| *known == SymbolId::named(name));
            found.and_then(|(_, value)| match value {
                Value::Number(Number(thousandths)) => Some(*thousandths),
                _ => None,
            })
        };
        let mm = |name: &str| value(name).and_then(|metres| i32::try_from(metres).ok());
        Some(Aim {
            harm: value("harm")? / 1000,
            at: mm("x").zip(mm("y")),
        })
    }
}

impl TownStage {
    /// Takes health from a character. Who has growths loses one of them to a shot, and feels no blow.
    pub(super) fn harm(&mut self, folk: &mut Folk, who: CharacterId, by: i64, shot: bool) {
        let (health, plates) = (HostId::named("health"), HostId::named("plates"));
        let dead = HostId::named("dead");
        if holds(folk, dead, who) {
            return;
        }
        if let Some(left) = number_of(folk, plates, who).filter(|left| *left > 0) {
            if !shot {
                return;
            }
            set_number(folk, plates, who, left - 1);
            if left > 1 {
                return;
            }
            set_number(folk, health, who, 0);
            return self.fall(folk, who);
        }
        let Some(left) = number_of(folk, health, who) else {
            return;
        };
        let left = (left - by).max(0);
        set_number(folk, health, who, left);
        if left == 0 {
            self.fall(folk, who);
        }
    }

    /// Whoever has no health left lies where it is. Nothing drives it any more.
    pub(super) fn fall(&mut self, folk: &mut Folk, who: CharacterId) {
        let now = folk.now();
        set_flag(folk, HostId::named("dead"), who, true);
        self.halt(who, now);
        folk.seize(who);
    }

    /// Whoever burns loses health.
    pub(super) fn burn(&mut self, folk: &mut Folk, now: Tick) {
        let burning = HostId::named("burning");
        if now.0 % BURNS_EVERY != 0 || folk.module().attribute(burning).is_none() {
            return;
        }
        let people = folk.characters().map(|person| person.id);
        let those: Vec<CharacterId> = people.filter(|who| holds(folk, burning, *who)).collect();
        for who in those {
            match number_of(folk, HostId::named("plates"), who) {
                // Fire goes under growths.
                Some(left) if left > 0 => {}
                _ => self.harm(folk, who, BURN_HARM, false),
            }
        }
    }

    /// Keeps what an action does to its target, if it harms.
    pub(in crate::stage) fn keep_aim(&mut self, action: ActionRef, named: &[(SymbolId, Value)]) {
        if let Some(aim) = Aim::of(named) {
            self.arena_mut().aims.insert(action, aim);
        }
    }

    /// Takes what an action does to its target.
    pub(in crate::stage) fn take_aim(&mut self, action: ActionRef) -> Option<Aim> {
        match self.arena().aims.is_empty() {
            true => None,
            false => self.arena_mut().aims.remove(&action),
        }
    }

    /// What an action that is done does to its target.
    pub(in crate::stage) fn hurt(
        &mut self,
        folk: &mut Folk,
        (by, whom): (CharacterId, CharacterId),
        Aim { harm, at }: Aim,
        now: Tick,
    ) {
        let places = self.place_of(by, now).zip(self.place_of(whom, now));
        let Some((from, to)) = places else { return };
        match at {
            Some((x_mm, y_mm)) => {
                let aim = Place {
                    x_mm,
                    y_mm,
                    z_mm: to.z_mm,
                };
                self.shoot(folk, (by, whom), (from, aim), harm, now);
            }
            None if from.is_within(to, ARM_MM) && self.is_clear(folk, from, to) => {
                self.tell_hit(by, false, (from, to), Some(whom), now);
                self.harm(folk, whom, harm, false);
            }
            None => {}
        }
    }

    /// A shot of a character at where it believes another to be.
    fn shoot(
        &mut self,
        folk: &mut Folk,
        (by, whom): (CharacterId, CharacterId),
        (from, aim): (Place, Place),
        harm: i64,
        now: Tick,
    ) {
        let gunshot = townsfolk_core::StimulusId::named("gunshot");
        super::sound(folk, gunshot, from, Some(by), Some(by));
        let at = self.place_of(whom, now).unwrap_or(aim);
        // Who aims at the wrong place hits nothing.
        let aimed = aim.is_within(at, 1_200) && self.is_clear(folk, from, at);
        let (low, high) = CHANCE;
        let far = from.distance_mm(at);
        let mut chance = 1000 - far * 500 / HALF_MM;
        if holds(folk, HostId::named("crouched"), whom) {
            chance = chance * 3 / 4;
        }
        if folk.speed_of(whom).is_some_and(|speed| speed > FAST_MM_S) {
            chance /= 2;
        }
        let draw = self.draw(u64::from(by.0), now, "shot");
        if aimed && draw.coin(0, chance.clamp(low, high)) {
            self.tell_hit(by, true, (from, at), Some(whom), now);
            return self.harm(folk, whom, harm, true);
        }
        let miss = |n: u64| draw.between(n, -900, 900) as i32;
        let (end, _) = self.first_in_line(folk, by, from, aim.offset((miss(1), miss(2))), now);
        self.tell_hit(by, true, (from, end), None, now);
    }

    /// The first body in the line of a shot, and where the shot ends.
    pub(super) fn first_in_line(
        &self,
        folk: &Folk,
        by: CharacterId,
        from: Place,
        to: Place,
        now: Tick,
    ) -> (Place, Option<CharacterId>) {
        let end = self.ray_end(folk, raised(from), raised(to));
        let long = from.distance_mm(end).max(1);
        let (dx, dy) = (
            i64::from(end.x_mm) - i64::from(from.x_mm),
            i64::from(end.y_mm) - i64::from(from.y_mm),
        );
        let dead = HostId::named("dead");
        let in_line = self.bodies_at(now).filter(|body| body.who != by);
        let in_line = in_line.filter_map(|body| {
            let (px, py) = (
                i64::from(body.at.x_mm) - i64::from(from.x_mm),
                i64::from(body.at.y_mm) - i64::from(from.y_mm),
            );
            let along = (px * dx + py * dy) / long;
            let aside = (px * dy - py * dx).abs() / long;
            let near = (0..=long).contains(&along) && aside <= BODY_MM;
            (near && !holds(folk, dead, body.who)).then_some((along, body.who, body.at))
        });
        match in_line.min() {
            Some((_, who, at)) => (at, Some(who)),
            None => (
                Place {
                    z_mm: from.z_mm,
                    ..end
                },
                None,
            ),
        }
    }

    /// Records a hit or a miss for display.
    pub(super) fn tell_hit(
        &mut self,
        by: CharacterId,
        shot: bool,
        (from, to): (Place, Place),
        hit: Option<CharacterId>,
        now: Tick,
    ) {
        self.happenings.add(Happening {
            number: 0,
            tick: now,
            by,
            shot,
            from,
            to,
            hit,
        });
    }

    /// The hits and shots of the last moments, for display.
    pub fn hits(&self, now: Tick) -> impl Iterator<Item = &Happening> {
        self.happenings
            .since(Tick(now.0.saturating_sub(SHOWN_FOR.0)))
    }
}

/// A place at the height of a barrel.
pub(super) fn raised(at: Place) -> Place {
    Place {
        z_mm: at.z_mm.saturating_add(BARREL_MM),
        ..at
    }
}
