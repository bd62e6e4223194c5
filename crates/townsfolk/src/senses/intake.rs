//! Reports of the host about sounds, directions, smoke and fire.

use super::VOLUMES_MAX;
use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, CharacterId, Duration, Place, StimulusId};
use townsfolk_senses::{Sound, Volume, VolumeKind};

/// The greatest radius of smoke or fire, in millimetres. A larger one is rejected.
const RADIUS_MAX_MM: u32 = 200_000;

/// The longest time that smoke or fire lasts, or somebody burns. A longer one is rejected.
const LASTS_MAX: Duration = Duration::minutes(60);

/// Smoke or fire that begins, as the host reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cloud {
    /// Its number. A second one of the same number replaces the first.
    pub id: u32,
    /// Smoke or fire.
    pub kind: VolumeKind,
    /// Its centre.
    pub at: Place,
    /// Its radius.
    pub radius_mm: u32,
    /// How long it lasts. Zero ends the one of this number.
    pub lasts: Duration,
}

impl Cloud {
    /// Smoke: three metres around a place, for eight seconds.
    pub fn smoke(id: u32, at: Place) -> Cloud {
        Cloud {
            id,
            kind: VolumeKind::Smoke,
            at,
            radius_mm: 3_000,
            lasts: Duration::seconds(8),
        }
    }

    /// Fire: two metres around a place, for ten seconds; it sets three alight, for six seconds each.
    pub fn fire(id: u32, at: Place) -> Cloud {
        Cloud {
            kind: VolumeKind::Fire {
                most: 3,
                burns: Duration::seconds(6),
            },
            radius_mm: 2_000,
            lasts: Duration::seconds(10),
            ..Cloud::smoke(id, at)
        }
    }

    fn is_sound(&self) -> bool {
        let burns = match self.kind {
            VolumeKind::Smoke => Duration::ZERO,
            VolumeKind::Fire { burns, .. } => burns,
        };
        let times = Duration::ZERO..=LASTS_MAX;
        self.radius_mm <= RADIUS_MAX_MM && times.contains(&self.lasts) && times.contains(&burns)
    }
}

impl Folk {
    /// A stimulus arises at a place, caused by nobody. It is heard in the next tick.
    pub fn sound(&mut self, stimulus: &str, at: Place) -> Result<(), crate::Error> {
        let stimulus = self.id::<StimulusId>(stimulus)?;
        self.report_sound(stimulus, at, None, None);
        Ok(())
    }

    /// A stimulus arises at a place, made by a character. If stimuli of its kind give their makers
    /// away, listeners learn who it is.
    pub fn sound_by(
        &mut self,
        stimulus: &str,
        at: Place,
        by: CharacterId,
    ) -> Result<(), crate::Error> {
        let stimulus = self.id::<StimulusId>(stimulus)?;
        self.report_sound(stimulus, at, Some(by), Some(by));
        Ok(())
    }

    fn report_sound(
        &mut self,
        stimulus: StimulusId,
        at: Place,
        by: Option<CharacterId>,
        caused_by: Option<CharacterId>,
    ) {
        self.report(Report::Sounded {
            stimulus,
            at,
            by,
            caused_by,
        });
    }

    /// A character looks in a direction from the next tick on, until it moves.
    pub fn set_facing(&mut self, who: CharacterId, heading: Angle) {
        self.report(Report::Facing(who, heading));
    }

    /// Smoke or fire begins after the next tick, or ends. Sounds that are reported before are heard
    /// without it: a bang draws listeners into the smoke.
    pub fn set_cloud(&mut self, cloud: Cloud) {
        self.report(Report::Cloud(cloud));
    }

    pub(crate) fn take_in_sound_report(
        &mut self,
        stimulus: StimulusId,
        at: Place,
        by: Option<CharacterId>,
        caused_by: Option<CharacterId>,
    ) {
        let Some(kind) = self.content.module.senses.stimulus(stimulus) else {
            return self.unheard(RejectedReport::NoSuchStimulus(stimulus));
        };
        let people = by.into_iter().chain(caused_by);
        let mut unknown = people.filter(|who| self.character(*who).is_none());
        if let Some(who) = unknown.next() {
            return self.unheard(RejectedReport::NoSuchCharacter(who));
        }
        let sound = Sound {
            by: by.filter(|_| kind.reveals),
            ..Sound::of(kind, at, caused_by.or(by))
        };
        if self.content.senses.is_used && !self.make_sound(sound) {
            self.unheard(RejectedReport::TooManySounds);
        }
    }

    pub(crate) fn take_in_facing(&mut self, who: CharacterId, heading: Angle) {
        if self.character(who).is_none() {
            return self.unheard(RejectedReport::NoSuchCharacter(who));
        }
        if let Some(body) = self.senses.bodies.get_mut(&who) {
            body.turn_to(heading);
        } else if self.content.senses.is_used && self.content.has_deciders() {
            // It may have come in this tick, and gets its row in the step of senses.
            self.senses
                .bodies
                .insert(who, townsfolk_senses::Body::facing(heading));
            self.news.people.insert(who);
        }
    }

    pub(crate) fn take_in_cloud(&mut self, cloud: &Cloud) {
        if !self.content.senses.is_used {
            return;
        }
        if !cloud.is_sound() {
            return self.unheard(RejectedReport::WrongCloud(cloud.id));
        }
        let volumes = &mut self.senses.volumes;
        volumes.retain(|volume| volume.id != cloud.id);
        if cloud.lasts <= Duration::ZERO {
            return;
        }
        if volumes.len() >= VOLUMES_MAX {
            return self.unheard(RejectedReport::TooManyClouds);
        }
        let from = self.now.after(Duration(1));
        let place = volumes.partition_point(|volume| volume.id < cloud.id);
        let volume = Volume {
            id: cloud.id,
            kind: cloud.kind,
            at: cloud.at,
            radius_mm: cloud.radius_mm,
            from,
            until: from.after(cloud.lasts),
            victims: vec![],
        };
        volumes.insert(place, volume);
    }
}
