//! Smoke, which hides, and fire, which burns a limited number.

use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};

/// A cloud of smoke or a patch of fire: a ball.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Volume {
    /// Its number, by which the host replaces or ends it.
    pub id: u32,
    /// What it is.
    pub kind: VolumeKind,
    /// Its centre.
    pub at: Place,
    /// Its radius.
    pub radius_mm: u32,
    /// The first tick at which it has an effect.
    pub from: Tick,
    /// The first tick at which it has none any more.
    pub until: Tick,
    /// Characters that it has set alight, sorted.
    pub victims: Vec<CharacterId>,
}

/// What a volume is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum VolumeKind {
    /// It stops sight and sound.
    Smoke,
    /// It sets characters alight.
    Fire {
        /// The greatest number of them.
        most: u16,
        /// How long each of them burns.
        burns: Duration,
    },
}

/// What fire does to a character in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// It catches fire, until then.
    Ignites(Tick),
    /// Nothing.
    Nothing,
}

impl Volume {
    /// Whether it has an effect now.
    pub fn is_active(&self, now: Tick) -> bool {
        (self.from..self.until).contains(&now)
    }

    /// Whether a place is in it.
    pub fn contains(&self, place: Place) -> bool {
        self.at.is_within(place, self.radius_mm)
    }

    /// Whether the line between two points meets it, or one of them is in it.
    pub fn meets(&self, from: Place, to: Place) -> bool {
        distance_squared(self.at, from, to) <= square(i128::from(self.radius_mm))
    }

    /// A character is in the fire. Once the fire has burnt its greatest number, it harms only those.
    pub fn touch(&mut self, who: CharacterId, now: Tick) -> Touch {
        let VolumeKind::Fire { most, burns } = self.kind else {
            return Touch::Nothing;
        };
        match self.victims.binary_search(&who) {
            Ok(_) => {}
            Err(_) if self.victims.len() >= usize::from(most) => return Touch::Nothing,
            Err(place) => self.victims.insert(place, who),
        }
        Touch::Ignites(now.after(burns))
    }
}

/// Whether active smoke is between two points, or around one of them.
pub fn is_hidden(volumes: &[Volume], now: Tick, from: Place, to: Place) -> bool {
    let smoke = volumes
        .iter()
        .filter(|volume| volume.kind == VolumeKind::Smoke && volume.is_active(now));
    smoke.into_iter().any(|smoke| smoke.meets(from, to))
}

fn square(n: i128) -> i128 {
    n * n
}

/// The square of the distance between a point and a segment.
fn distance_squared(point: Place, from: Place, to: Place) -> i128 {
    let vector = |a: Place, b: Place| {
        let along = |a: i32, b: i32| i128::from(b) - i128::from(a);
        [
            along(a.x_mm, b.x_mm),
            along(a.y_mm, b.y_mm),
            along(a.z_mm, b.z_mm),
        ]
    };
    let dot = |a: [i128; 3], b: [i128; 3]| (0..3).map(|i| a[i] * b[i]).sum::<i128>();
    let (line, out) = (vector(from, to), vector(from, point));
    let (length, along) = (dot(line, line), dot(line, out));
    if length == 0 || along <= 0 {
        return dot(out, out);
    }
    if along >= length {
        let back = vector(to, point);
        return dot(back, back);
    }
    // The foot of the perpendicular, rounded to a millimetre.
    let foot = [0, 1, 2].map(|i| out[i] - line[i] * along / length);
    dot(foot, foot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(kind: VolumeKind) -> Volume {
        Volume {
            id: 1,
            kind,
            at: Place::metres(10, 0),
            radius_mm: 3_000,
            from: Tick(5),
            until: Tick(20),
            victims: vec![],
        }
    }

    #[test]
    fn smoke_hides_what_is_behind_and_in_it_while_it_is_there() {
        let smoke = [volume(VolumeKind::Smoke)];
        let hidden =
            |now, x, y| is_hidden(&smoke, Tick(now), Place::default(), Place::metres(x, y));
        assert!(hidden(5, 20, 0) && hidden(19, 8, 0));
        assert!(!hidden(4, 20, 0) && !hidden(20, 20, 0));
        assert!(!hidden(5, 6, 0), "in front of it");
        assert!(!hidden(5, 20, 8), "past it");
        let far = Place {
            x_mm: i32::MIN,
            y_mm: i32::MAX,
            z_mm: i32::MIN,
        };
        assert!(!is_hidden(&smoke, Tick(5), far, far));
    }

    #[test]
    fn a_fire_burns_only_so_many() {
        let kind = VolumeKind::Fire {
            most: 2,
            burns: Duration(60),
        };
        let mut fire = volume(kind);
        let mut touch = |who| fire.touch(CharacterId(who), Tick(6));
        assert_eq!(touch(3), Touch::Ignites(Tick(66)));
        assert_eq!(touch(1), Touch::Ignites(Tick(66)));
        assert_eq!(touch(2), Touch::Nothing);
        assert_eq!(touch(3), Touch::Ignites(Tick(66)), "one of its own again");
        assert_eq!(fire.victims, [CharacterId(1), CharacterId(3)]);
    }
}
