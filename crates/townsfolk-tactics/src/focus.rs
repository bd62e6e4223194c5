//! Which record matters most: the focus of a character.

use crate::settings::Settings;
use crate::world::{Certainty, Record, Sensed};
use townsfolk_core::{Duration, Place, TICKS_PER_SECOND, Tick};

/// The age at which a record has lost most of its weight: `exp(-1)` is left.
const FADES: Duration = Duration::seconds(4);

/// The distance at which nearness counts half.
const HALF_NEAR_MM: i64 = 5_000;

/// How much a record matters, in thousandths.
pub fn threat(record: &Record, here: Place, now: Tick, settings: Settings<'_>) -> i64 {
    let attack = i64::from(record.attackable) * 1000;
    let recent = fading(now.since(record.last()));
    let near = 1000 * HALF_NEAR_MM / (HALF_NEAR_MM + here.distance_mm(record.at));
    let weights = [
        ("weighs_prey", attack),
        ("weighs_recent", recent),
        ("weighs_near", near),
        ("weighs_strength", i64::from(record.strength).min(10_000)),
    ];
    let parts =
        weights.map(|(name, value)| settings.number(name).clamp(0, 1_000_000) * value / 1000);
    parts.into_iter().sum()
}

/// The focus after looking at all records: it changes only to one that matters clearly more.
pub fn focus(
    held: Option<Sensed>,
    records: &[Record],
    here: Place,
    now: Tick,
    settings: Settings<'_>,
) -> Option<Sensed> {
    let rank = |record: &Record| {
        let sure = record.certainty == Certainty::Confirmed;
        (sure, threat(record, here, now, settings))
    };
    // Of equals the first by subject.
    let mut best: Option<(&Record, (bool, i64))> = None;
    for record in records {
        let rank = rank(record);
        if best.is_none_or(|(_, most)| rank > most) {
            best = Some((record, rank));
        }
    }
    let (rival, (sure, most)) = best?;
    let held = records.iter().find(|record| Some(record.subject) == held);
    match held.map(|held| (held, rank(held))) {
        Some((held, (held_sure, weight))) if held_sure == sure => {
            let needed = weight.saturating_mul(settings.number("switches_above")) / 1000;
            Some(if most > needed {
                rival.subject
            } else {
                held.subject
            })
        }
        _ => Some(rival.subject),
    }
}

/// What is left of a thousand after some time, falling like `exp(-t / 4 s)`.
fn fading(age: Duration) -> i64 {
    // A tenth of a second leaves exp(-0.025) = 975.31 thousandths.
    let tenths = age.0.clamp(0, FADES.0 * 16) * 10 / TICKS_PER_SECOND;
    let mut left: i64 = 1_000_000;
    for _ in 0..tenths {
        left = left * 97_531 / 100_000;
    }
    left / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sensed_fades_like_an_exponential() {
        assert_eq!(fading(Duration::ZERO), 1000);
        assert!((366..=369).contains(&fading(Duration::seconds(4))));
        assert!((133..=137).contains(&fading(Duration::seconds(8))));
        assert!(fading(Duration(i64::MAX)) <= 1);
    }
}
