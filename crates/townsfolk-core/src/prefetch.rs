//! Memory that will be needed soon.
//!
//! With many scenes each is far from the processor when its turn comes. Whoever knows what comes next
//! says so here; it takes less time then, and nothing else changes.

/// Bytes that come together.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const LINE: usize = 64;

/// Asks for the memory of things, so that it is near when it is needed. Nothing is read or written,
/// and where there is no such request nothing is done.
#[inline(always)]
#[allow(unused_variables, reason = "not every processor can be asked")]
pub fn bring_near<T>(things: &[T]) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let first = things.as_ptr().cast::<i8>();
        for at in (0..size_of_val(things)).step_by(LINE) {
            ask_for(first.wrapping_add(at));
        }
    }
}

/// Asks for the line of an address.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
#[allow(
    unsafe_code,
    reason = "there is no other way to say it, and with 10,000 scenes it is a fifth of the time"
)]
fn ask_for(address: *const i8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction is a hint. It reads and writes nothing that a program could notice, and
    // no address is wrong: one that cannot be read is passed over by the processor. Every processor of
    // this kind has it (SSE).
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
}

#[cfg(test)]
mod tests {
    use super::bring_near;

    #[test]
    fn whatever_is_brought_near_stays_as_it_is() {
        let things: Vec<u64> = (0..1000).collect();
        for from in [0, 1, 7, 8, 999, 1000] {
            bring_near(&things[from..]);
        }
        bring_near(&[(); 5]);
        bring_near::<u64>(&[]);
        assert!(things.iter().copied().eq(0..1000));
    }
}
