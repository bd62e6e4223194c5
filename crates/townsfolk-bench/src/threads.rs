//! An executor for benchmarks: so many threads, taking pieces as they come.

use std::sync::atomic::{AtomicUsize, Ordering};
use townsfolk::Executor;

/// So many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    count: usize,
}

impl Threads {
    /// At least one.
    pub fn new(count: usize) -> Threads {
        Threads {
            count: count.max(1),
        }
    }
}

impl Executor for Threads {
    fn width(&self) -> usize {
        self.count
    }

    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    break;
                }
                job(index);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.count.min(count) {
                scope.spawn(work);
            }
            work();
        });
    }
}
