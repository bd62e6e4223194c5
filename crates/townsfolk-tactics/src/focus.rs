//! Which record matters most: the focus of a character.

use townsfolk_core::{Place, Tick};
use townsfolk_senses::{Certainty, Record, Records, Sensed};

/// A rival becomes the focus only if it is this much more threatening, in hundredths.
const RIVAL: u64 = 120;

/// The focus after looking at all records. What is certain comes before what is not; among these it
/// changes only to a record that is clearly more threatening.
pub fn focus(held: Option<Sensed>, records: &Records, here: Place, now: Tick) -> Option<Sensed> {
    let rank = |record: &Record| {
        let sure = record.certainty == Certainty::Confirmed;
        (sure, record.threat(here, now))
    };
    let rated = records
        .all()
        .iter()
        .map(|record| (rank(record), record.subject));
    let ((sure, most), rival) = rated.max_by_key(|(rank, who)| (*rank, std::cmp::Reverse(*who)))?;
    let held = held.and_then(|subject| records.of(subject));
    match held.map(|held| (held.subject, rank(held))) {
        Some((held, (held_sure, weight))) if held_sure == sure && most * 100 <= weight * RIVAL => {
            Some(held)
        }
        _ => Some(rival),
    }
}
