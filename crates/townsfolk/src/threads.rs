//! An executor on threads of the standard library, for hosts without a job system (feature
//! `threads`). Each thread takes the next job until none is left.
// This optional executor is the one place of the engine that starts threads, and only inside `run`.
#![allow(clippy::disallowed_methods)]

use crate::executor::Executor;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs jobs on a fixed number of threads, the calling thread included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    count: usize,
}

impl Threads {
    /// An executor with this many threads, at least one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for width in [1, 2, 8] {
            let done: Vec<AtomicUsize> = (0..100).map(|_| AtomicUsize::new(0)).collect();
            Threads::new(width).run(done.len(), &|index| {
                done[index].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|n| n.load(Ordering::Relaxed) == 1));
        }
    }
}
