//! CPU time and memory of this process. On shared machines, wall time says little.

use rustix::time::{ClockId, clock_gettime};

/// The least CPU seconds that `work` took in `times` runs.
pub fn cpu_seconds<T>(times: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..times.max(1) {
        let before = thread_seconds();
        let result = std::hint::black_box(work());
        let spent = thread_seconds() - before;
        drop(result);
        best = best.min(spent);
    }
    best
}

/// CPU seconds of the calling thread so far.
pub(crate) fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// CPU seconds of all threads so far.
pub(crate) fn process_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Resident memory of this process, in bytes; 0 where the system does not say.
pub fn resident() -> usize {
    status("VmRSS:")
}

/// The most memory that was resident so far, in bytes; 0 where the system does not say.
pub(crate) fn resident_most() -> usize {
    status("VmHWM:")
}

fn status(what: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    1024 * number.and_then(|n| n.parse().ok()).unwrap_or(0)
}
