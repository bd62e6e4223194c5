//! Hearing: who is reached by the sounds of a tick, and what it does to them.

use super::{Heard, SenseRow};
use crate::executor::{self, Executor};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, Place, RoleId};
use townsfolk_module::senses::{MindState, SenseProfile};
use townsfolk_senses::hearing::{effective_reach, factor, heard};
use townsfolk_senses::{Disturbance, Impression, Nerves, Reaction, Sense, Sensed, Sound, Strength};

/// Minimum number of pairs of a sound and a listener for each parallel piece.
const PAIRS_PER_PIECE_MIN: usize = 64;

/// How far somebody may be from a sound that only tells that somebody must be near.
const INFERRED_WITHIN_MM: u32 = 10_000;

/// A listener that a sound may reach.
#[derive(Debug)]
struct Pair {
    sound: usize,
    who: CharacterId,
    ears: Place,
    /// Whether its reach covers the listener, so that rays were cast.
    within: bool,
    strength: Option<Strength>,
}

impl Folk {
    /// Lets listeners hear the sounds that wait.
    pub(super) fn listen(&mut self, executor: &dyn Executor) {
        let sounds = std::mem::take(&mut self.senses.waiting);
        if sounds.is_empty() {
            return;
        }
        let mut pairs = vec![];
        let mut near = vec![];
        let index = &self.content.senses;
        for (number, sound) in sounds.iter().enumerate() {
            let most = u64::from(sound.reach_mm) * u64::from(index.factor_max) / 1000;
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            let listeners = &self.senses.listeners;
            listeners.near(sound.at, most.min(index.hearing_max_mm), &mut near);
            pairs.extend(near.iter().map(|(who, ears)| Pair {
                sound: number,
                who: *who,
                ears: *ears,
                within: false,
                strength: None,
            }));
        }
        executor::each(executor, PAIRS_PER_PIECE_MIN, &mut pairs, |pair| {
            if let Some(sound) = sounds.get(pair.sound) {
                self.hear(sound, pair);
            }
        });
        for pair in pairs {
            self.senses.rays.hearing += u64::from(pair.within);
            if let (Some(sound), Some(strength)) = (sounds.get(pair.sound), pair.strength) {
                self.take_in_sound(pair.who, sound, strength);
            }
        }
        self.senses.sounds = sounds;
    }

    /// How strongly a listener hears a sound.
    fn hear(&self, sound: &Sound, pair: &mut Pair) {
        let Some(row) = self.senses.rows.get(&pair.who) else {
            return;
        };
        let Some(makeup) = self.makeup(row) else {
            return;
        };
        let state = row.state(self.now, &makeup.nerves);
        if !self.listens_to(pair.who, &makeup.set.hunts, sound) {
            return;
        }
        let reach = self.reach_for(makeup.profile, state, sound);
        pair.within = reach > 0 && pair.ears.is_within(sound.at, reach);
        if pair.within {
            let (rays, volumes) = (self.rays(), &self.senses.volumes);
            pair.strength = heard(sound, reach, pair.ears, rays, volumes, self.now);
        }
    }

    /// Whether a sound means anything to a listener. Nobody minds its own sounds, and those of others
    /// that it does not hunt.
    fn listens_to(&self, who: CharacterId, hunts: &[RoleId], sound: &Sound) -> bool {
        let known = sound.by.is_some_and(|by| !self.hunts(hunts, by));
        !sound.is_of(who) && !known && self.is_full(who) && !self.is_dead(who)
    }

    /// The distance at which a listener in a state hears a sound.
    pub(super) fn reach_for(&self, profile: &SenseProfile, state: MindState, sound: &Sound) -> u32 {
        let maker = sound.by.or(sound.cause);
        let has = |name| maker.is_some_and(|maker| self.is_so(Some(name), maker));
        effective_reach(profile, sound, factor(profile, state, sound, has))
    }

    /// A listener has heard a sound.
    fn take_in_sound(&mut self, who: CharacterId, sound: &Sound, strength: Strength) {
        let now = self.now;
        let Some(row) = self.senses.rows.get(&who) else {
            return;
        };
        let Some(makeup) = self.makeup(row) else {
            return;
        };
        let (nerves, infers) = (makeup.nerves, makeup.profile.infers_causes);
        let Some(row) = self.senses.rows.get_mut(&who) else {
            return;
        };
        let reaction = react(row, now, (sound, strength), &nerves);
        // Whoever thinks about causes knows a voice or a shot for what it is.
        let reveals = infers && sound.by.is_some() && !sound.soft;
        let guess = infers && sound.by.is_none();
        let sure = !guess && (reveals || reaction == Reaction::Knows);
        let subject = match sound.by {
            Some(by) => Sensed::Character(by),
            None => Sensed::Spot(sound.spot),
        };
        let impression = Impression {
            subject,
            at: sound.at,
            velocity: None,
            sense: Sense::Heard,
            strength,
            sure,
            attackable: sound.by.is_some(),
            uncertainty_mm: if guess { INFERRED_WITHIN_MM } else { 0 },
            by: who,
        };
        let heard = Heard {
            kind: sound.kind,
            at: sound.at,
            tick: now,
            strength,
            soft: sound.soft,
            subject: None,
        };
        let kept = self.keep_heard(who, &impression, reaction);
        if let Some(row) = self.senses.rows.get_mut(&who) {
            row.heard = Some(Heard {
                subject: kept,
                ..heard
            });
        }
        self.note_records(who);
    }

    /// Keeps what was heard in a record, unless it is too faint for a new one.
    fn keep_heard(
        &mut self,
        who: CharacterId,
        impression: &Impression,
        reaction: Reaction,
    ) -> Option<Sensed> {
        let now = self.now;
        let records = self.records_mut(who)?;
        let is_new = records.of(impression.subject).is_none();
        if is_new && reaction == Reaction::Calm && !impression.sure {
            return None;
        }
        Some(records.sense(impression, now))
    }
}

/// The reaction of a listener: one that sleeps is only disturbed.
fn react(
    row: &mut SenseRow,
    now: townsfolk_core::Tick,
    (sound, strength): (&Sound, Strength),
    nerves: &Nerves,
) -> Reaction {
    if row.mind != MindState::Asleep {
        let alert = row.is_alert();
        return row.excitement.rise(now, strength, nerves, alert);
    }
    let sleep = row.sleep;
    let disturbed = row.sleeper.disturb(now, strength, sound.soft, &sleep);
    if let Some(disturbance) = disturbed {
        row.disturbed = Some((disturbance, now, sound.at));
    }
    match disturbed {
        Some(Disturbance::Enraged) => Reaction::Knows,
        Some(Disturbance::Wakes) => Reaction::Turning,
        _ => Reaction::Calm,
    }
}
