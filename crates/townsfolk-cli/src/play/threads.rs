//! Threads of this command, for the engine to spread its work over.

use std::sync::atomic::{AtomicUsize, Ordering};
use townsfolk::Executor;

/// So many threads, started for each piece of work that is worth it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Executor for Threads {
    fn width(&self) -> usize {
        self.0.max(1)
    }

    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return;
                }
                job(index);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.width().min(count) {
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
            Threads(width).run(done.len(), &|index| {
                done[index].fetch_add(1, Ordering::Relaxed);
            });
            assert!(done.iter().all(|n| n.load(Ordering::Relaxed) == 1));
        }
    }
}
