//! Parallel work, run by one function that the caller supplies.

use std::sync::Mutex;

/// Runs independent pieces of work.
///
/// The engine starts no threads. A game passes its own job system here. The result of a tick is the
/// same, bit for bit, for any distribution of the pieces.
pub trait Executor {
    /// Number of pieces that can run in parallel.
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

/// Number of pieces for each thread in a parallel stage, so that threads can balance the load.
const PIECES_PER_THREAD: usize = 4;

/// Works on items in parallel, in pieces of at least `least`, each with its own scratch value.
/// Returns the size of a piece; piece `n` uses scratch value `n`.
///
/// Every parallel stage of a tick runs here. The computation reads the engine and writes only its
/// items; results are applied afterwards, in order.
pub(crate) fn in_pieces<T: Send, S: Send + Default>(
    executor: &dyn Executor,
    least: usize,
    items: &mut [T],
    scratch: &mut Vec<S>,
    work: impl Fn(&mut [T], &mut S) + Sync,
) -> usize {
    let width = executor.width().max(1);
    let pieces = match width < 2 || items.len() < 2 * least {
        true => 1,
        false => width * PIECES_PER_THREAD,
    };
    let size = items.len().div_ceil(pieces).max(least);
    let count = items.len().div_ceil(size);
    if scratch.len() < count {
        scratch.resize_with(count, S::default);
    }
    let chunks = items.chunks_mut(size).zip(scratch);
    if count < 2 {
        chunks.for_each(|(chunk, scratch)| work(chunk, scratch));
        return size;
    }
    let chunks: Vec<_> = chunks.map(Mutex::new).collect();
    executor.run(count, &|index| {
        // Each piece has one job, so the lock is never contended or poisoned.
        if let Some(Ok(mut piece)) = chunks.get(index).map(Mutex::lock) {
            let (chunk, scratch) = &mut *piece;
            work(chunk, scratch);
        }
    });
    size
}

/// Works on items in parallel, one at a time.
pub(crate) fn each<T: Send>(
    executor: &dyn Executor,
    least: usize,
    items: &mut [T],
    work: impl Fn(&mut T) + Sync,
) {
    in_pieces(executor, least, items, &mut vec![], |items, ()| {
        items.iter_mut().for_each(&work);
    });
}
