//! Who hears a sound, and how strongly.

use crate::sound::Sound;
use crate::strength::Strength;
use crate::volume::{Volume, is_hidden};
use crate::{EYES_MM, SOUND_MM};
use townsfolk_core::{HostId, Place, Tick};
use townsfolk_module::senses::{MindState, SenseProfile};
use townsfolk_space::Space;

/// Number of rays that tell how much of a sound is muffled.
const RAYS: u64 = 3;

/// How far beside the source the outer rays end.
const ASIDE_MM: i64 = 500;

/// What stops sight and sound: walls.
pub trait Rays {
    /// Whether nothing solid is between two points.
    fn is_open(&self, from: Place, to: Place) -> bool;
}

impl Rays for Space {
    fn is_open(&self, from: Place, to: Place) -> bool {
        self.ray(from, to)
    }
}

/// Open ground: no walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenGround;

impl Rays for OpenGround {
    fn is_open(&self, _from: Place, _to: Place) -> bool {
        true
    }
}

/// The factor by which a listener's hearing changes the reach of a sound, in thousandths. `has` tells
/// whether the maker has an attribute.
pub fn factor(
    profile: &SenseProfile,
    state: MindState,
    sound: &Sound,
    has: impl Fn(HostId) -> bool,
) -> u32 {
    let by_state = profile.hearing.get(state as usize).copied().unwrap_or(0);
    let of_kind = profile.hears.iter().filter(|f| f.stimulus == sound.kind);
    let of_kind = of_kind.filter(|f| f.of.is_none_or(&has));
    let product = of_kind.fold(u64::from(by_state), |product, f| {
        (product * u64::from(f.factor) / 1000).min(u64::from(u32::MAX))
    });
    u32::try_from(product).unwrap_or(u32::MAX)
}

/// The distance at which a listener with a factor hears a sound.
pub fn effective_reach(profile: &SenseProfile, sound: &Sound, factor: u32) -> u32 {
    let reach = u64::from(sound.reach_mm) * u64::from(factor) / 1000;
    let reach = reach.min(u64::from(profile.hearing_max_mm));
    u32::try_from(reach).unwrap_or(u32::MAX)
}

/// The greatest factor that a listener of a profile ever has, in thousandths, for all sounds.
pub fn greatest_factor(profile: &SenseProfile) -> u32 {
    let by_state = profile.hearing.iter().copied().max().unwrap_or(0);
    let of_kinds = profile.hears.iter().map(|f| f.factor.max(1000));
    let product = of_kinds.fold(u64::from(by_state), |product, f| {
        (product * u64::from(f) / 1000).min(u64::from(u32::MAX))
    });
    u32::try_from(product).unwrap_or(u32::MAX)
}

/// How much of a strength is left at a distance: all at the source, nothing at the reach.
fn falloff(full: Strength, distance_mm: i64, reach_mm: u32) -> Strength {
    let left = i64::from(reach_mm).saturating_sub(distance_mm).max(0);
    full.scaled(left.unsigned_abs(), u64::from(reach_mm))
}

/// How strongly a listener at a place hears a sound with a reach. `None` if it does not hear it: it is
/// too far away, or walls and smoke stop all rays.
pub fn heard(
    sound: &Sound,
    reach_mm: u32,
    ears: Place,
    rays: &dyn Rays,
    volumes: &[Volume],
    now: Tick,
) -> Option<Strength> {
    if reach_mm == 0 || !ears.is_within(sound.at, reach_mm) {
        return None;
    }
    let open = open_rays(sound.at, ears, rays, volumes, now);
    let strength = falloff(sound.loudness, ears.distance_mm(sound.at), reach_mm);
    (open > 0).then(|| strength.scaled(open, RAYS))
}

/// The number of open rays from a listener to the source and to two points beside it.
fn open_rays(source: Place, ears: Place, rays: &dyn Rays, volumes: &[Volume], now: Tick) -> u64 {
    let from = lifted(ears, EYES_MM);
    let aside = aside(ears, source);
    let ends = [(0, 0), aside, (-aside.0, -aside.1)];
    let ends = ends.map(|by| lifted(source.offset(by), SOUND_MM));
    let open = ends
        .iter()
        .filter(|to| !is_hidden(volumes, now, from, **to) && rays.is_open(from, **to));
    open.count() as u64
}

/// Half a metre perpendicular to the line between two places.
fn aside(from: Place, to: Place) -> (i32, i32) {
    let dx = i64::from(to.x_mm) - i64::from(from.x_mm);
    let dy = i64::from(to.y_mm) - i64::from(from.y_mm);
    let long = i128::from(dx) * i128::from(dx) + i128::from(dy) * i128::from(dy);
    let long = i64::try_from(long.unsigned_abs().isqrt()).unwrap_or(i64::MAX);
    if long == 0 {
        return (ASIDE_MM as i32, 0);
    }
    (
        (-dy * ASIDE_MM / long) as i32,
        (dx * ASIDE_MM / long) as i32,
    )
}

/// A place at a height above itself.
pub fn lifted(at: Place, by_mm: i32) -> Place {
    Place {
        z_mm: at.z_mm.saturating_add(by_mm),
        ..at
    }
}
