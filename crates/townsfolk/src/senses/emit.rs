//! What makes sounds: steps and breath of prey, actions, and those that use skills.

use super::{Deed, SOUNDS_MAX};
use crate::folk::Folk;
use crate::host::Command;
use crate::inline_vec::InlineVec;
use townsfolk_core::{
    ActionId, ActionRef, Angle, CharacterId, Duration, Outcome, Place, StimulusId, SymbolId, Value,
};
use townsfolk_module::senses::StimulusSource;
use townsfolk_senses::{Sound, reach_of_steps};

impl Folk {
    /// Lets prey that moves make steps, and prey that lives breathe.
    pub(super) fn emit_steps_and_breath(&mut self) {
        let index = &self.content.senses;
        if index.steps.is_empty() && index.breaths.is_empty() {
            return;
        }
        let mut sounds = vec![];
        for who in self.senses.prey.keys() {
            let steps = index
                .steps
                .iter()
                .filter(|(_, every)| self.is_beat(*who, *every));
            let breaths = index.breaths.iter();
            let breaths = breaths.filter(|(_, every)| self.is_beat(*who, *every));
            for (kind, _) in steps {
                sounds.extend(self.step_of(*who, *kind));
            }
            for (kind, _) in breaths {
                sounds.extend(self.sound_at_body(*who, *kind));
            }
        }
        for sound in sounds {
            self.make_sound(sound);
        }
    }

    /// Whether a character makes its regular sound now. Characters have different phases.
    fn is_beat(&self, who: CharacterId, every: Duration) -> bool {
        let every = every.0.max(1);
        let phase = i64::from(who.0).wrapping_mul(7);
        self.now.0.wrapping_add(phase).rem_euclid(every) == 0
    }

    fn sound_at_body(&self, who: CharacterId, kind: StimulusId) -> Option<Sound> {
        let kind = self.content.module.senses.stimulus(kind)?;
        let at = self.character(who)?.at?;
        let heard = self.is_full(who) && !self.is_dead(who);
        heard.then(|| Sound::of(kind, at, Some(who)))
    }

    fn step_of(&self, who: CharacterId, kind: StimulusId) -> Option<Sound> {
        let at = self.character(who)?.at?;
        let speed = self.body_of(who).speed(at, self.now);
        let StimulusSource::Steps {
            full_mm_s,
            exponent,
            ..
        } = self.content.module.senses.stimulus(kind)?.source
        else {
            return None;
        };
        if speed == 0 {
            return None;
        }
        let sound = self.sound_at_body(who, kind)?;
        Some(Sound {
            reach_mm: reach_of_steps(sound.reach_mm, speed, full_mm_s, exponent)?,
            ..sound
        })
    }

    /// A character, or nothing known, makes a sound of a kind. It is heard at the next step of senses.
    pub(crate) fn make_sound_of(
        &mut self,
        kind: StimulusId,
        at: Place,
        cause: Option<CharacterId>,
    ) -> bool {
        let kind = self.content.module.senses.stimulus(kind);
        let sound = kind.map(|kind| Sound::of(kind, at, cause));
        sound.is_some_and(|sound| self.make_sound(sound))
    }

    /// A sound is heard at the next step of senses. False if there are too many.
    pub(super) fn make_sound(&mut self, sound: Sound) -> bool {
        if self.senses.waiting.len() >= SOUNDS_MAX {
            return false;
        }
        let spot = self.senses.next_spot;
        self.senses.next_spot = spot.wrapping_add(1);
        self.senses.waiting.push(Sound { spot, ..sound });
        true
    }

    /// Looks through the commands of this tick for actions that sound, or turn a body.
    pub(crate) fn note_deeds(&mut self) {
        let index = &self.content.senses;
        if !index.is_used || self.senses.bodies.is_empty() {
            return;
        }
        let mut begun = vec![];
        for command in &self.output.commands {
            let Command::Start {
                action,
                who,
                what,
                named,
                target,
                ..
            } = command
            else {
                continue;
            };
            let sounding = index.actions.get(what);
            if sounding.is_some() || index.turning.contains(what) {
                begun.push((*action, *who, *what, named.clone(), *target));
            }
        }
        for (action, who, what, named, target) in begun {
            self.begin_deed((action, who, what), &named, target);
        }
    }

    fn begin_deed(
        &mut self,
        (action, who, what): (ActionRef, CharacterId, ActionId),
        named: &InlineVec<(SymbolId, Value), 2>,
        target: Option<Value>,
    ) {
        let index = &self.content.senses;
        let here = self.character(who).and_then(|person| person.at);
        let number = |name: SymbolId| {
            let mut named = named.iter();
            named.find_map(|(known, value)| match value {
                Value::Number(number) if *known == name => Some(number.0),
                _ => None,
            })
        };
        let point = number(index.x).zip(number(index.y));
        let point = point.map(|(x, y)| Place {
            x_mm: clamped(x),
            y_mm: clamped(y),
            z_mm: here.map_or(0, |here| here.z_mm),
        });
        let heading = (index.turning.contains(&what)).then(|| number(index.heading));
        let deed = Deed {
            who,
            at: point.or(target.and_then(|target| self.place_of_target(target, here))),
            sounds: vec![],
            heading: heading.flatten().map(Angle::thousandths),
        };
        let sounds = index.actions.get(&what).cloned().unwrap_or_default();
        let (now, later): (Vec<_>, Vec<_>) = sounds.into_iter().partition(|(_, from_me)| *from_me);
        for (kind, _) in now {
            if let Some(here) = here {
                self.make_sound_of(kind, here, Some(who));
            }
        }
        let sounds: Vec<StimulusId> = later.into_iter().map(|(kind, _)| kind).collect();
        if !sounds.is_empty() || deed.heading.is_some() {
            self.senses.deeds.insert(action, Deed { sounds, ..deed });
        }
    }

    fn place_of_target(&self, target: Value, near: Option<Place>) -> Option<Place> {
        match target {
            Value::Character(other) => self.character(other)?.at,
            Value::Prop(prop) => self.nearest_prop(prop, near.unwrap_or_default()),
            _ => None,
        }
    }

    /// An action has an outcome. If it is done, it sounds where it was aimed, and its body has turned.
    pub(crate) fn end_deed(&mut self, action: ActionRef, outcome: Outcome) {
        if self.senses.deeds.is_empty() {
            return;
        }
        let Some(deed) = self.senses.deeds.remove(&action) else {
            return;
        };
        if outcome != Outcome::Done {
            return;
        }
        if let (Some(heading), Some(body)) = (deed.heading, self.senses.bodies.get_mut(&deed.who)) {
            body.turn_to(heading);
        }
        let here = self.character(deed.who).and_then(|person| person.at);
        for kind in deed.sounds {
            if let Some(at) = deed.at.or(here) {
                self.make_sound_of(kind, at, Some(deed.who));
            }
        }
    }
}

fn clamped(mm: i64) -> i32 {
    mm.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
