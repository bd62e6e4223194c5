//! How parallel work is run: by one function that the caller owns.

/// Runs pieces of work that do not depend on each other.
///
/// The engine starts no threads. A game hands in its own job system here; what comes out of a tick
/// is the same, bit for bit, however the pieces are spread.
pub trait Executor {
    /// How many pieces can run side by side.
    fn width(&self) -> usize;

    /// Calls `job` once with each number below `count`, in any order, on any threads, and returns
    /// when all calls have returned.
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}

/// Runs everything on the caller's thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SingleThread;

impl Executor for SingleThread {
    fn width(&self) -> usize {
        1
    }

    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(job);
    }
}
