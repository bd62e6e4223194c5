//! Memory that will be needed soon.
//!
//! With many scenes each is far from the processor when its turn comes. Whoever knows what comes next
//! says so here; nothing else changes by it.

/// Bytes that come together.
const LINE: usize = 64;

/// Asks for the memory of things, so that it is near when it is needed. It only takes less time then:
/// nothing is read or written.
#[inline(always)]
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri))),
    expect(unused_variables, reason = "there is no such request here")
)]
pub fn bring_near<T>(things: &[T]) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = things.as_ptr().cast::<i8>();
        let bytes = size_of_val(things);
        for at in (0..bytes).step_by(LINE) {
            // SAFETY: a request for memory can neither fail nor be noticed, whatever the address; and
            // this one is inside of what the reference is good for. Every processor of this kind has
            // the instruction.
            #[allow(
                unsafe_code,
                reason = "there is no other way to say it; a tenth of the time of a town"
            )]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(at));
            }
        }
    }
}
