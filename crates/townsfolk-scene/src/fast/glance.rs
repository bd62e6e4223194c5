//! Which rules of a list are worth a search, as far as marks can tell.
//!
//! There are few ways in which marks are set, and the same come again and again: what was found out
//! about one is remembered for a while. A cache, neither saved nor digested.

use super::program::{Glance, List};

/// So many ways are remembered.
const WAYS: usize = 64;

/// So many rules of a list are judged, each by a bit.
pub(super) const JUDGED_MAX: usize = u64::BITS as usize;

/// What was found out about lists and marks.
#[derive(Debug)]
pub(super) struct Glances([Glimpse; WAYS]);

#[derive(Clone, Copy, Debug, Default)]
struct Glimpse {
    /// One more than the number of the list, or zero.
    list: u32,
    /// The marks, as far as its rules ask.
    asked: u64,
    rules: u64,
}

impl Default for Glances {
    fn default() -> Glances {
        Glances([Glimpse::default(); WAYS])
    }
}

impl Glances {
    /// The first rules of a list, by bits, that these marks do not rule out.
    #[inline(always)]
    pub(super) fn rules(&mut self, number: usize, list: &List, marks: u64) -> u64 {
        let asked = marks & list.asks;
        self.remembered(number, asked, || not_ruled_out(&list.rules, asked))
    }

    /// The same, where it is found out in some other way.
    #[inline(always)]
    pub(super) fn remembered(
        &mut self,
        number: usize,
        asked: u64,
        find: impl FnOnce() -> u64,
    ) -> u64 {
        let spread = asked.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58;
        let known = &mut self.0[(spread as usize ^ number) % WAYS];
        let list_known = (number as u32).wrapping_add(1);
        if known.list != list_known || known.asked != asked {
            *known = Glimpse {
                list: list_known,
                asked,
                rules: find(),
            };
        }
        known.rules
    }
}

#[cold]
fn not_ruled_out(rules: &[Glance], marks: u64) -> u64 {
    let judged = rules.iter().take(JUDGED_MAX).zip(0..);
    judged.fold(0, |all, (glance, place)| {
        let fits = (marks ^ glance.marks) & glance.asks == 0;
        all | u64::from(fits) << place
    })
}
