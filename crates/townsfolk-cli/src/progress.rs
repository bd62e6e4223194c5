//! A progress bar for long work: nothing is shown in the first second. Where standard error is no
//! terminal, work of unknown length writes a plain line now and then.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time after which long work shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of one piece of work.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    since: Instant,
    shown: bool,
}

impl Progress {
    /// Work with a number of steps.
    pub fn of(steps: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30.cyan} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        Progress {
            bar,
            since: Instant::now(),
            shown: false,
        }
    }

    /// Starts a step with this message.
    pub fn step(&mut self, what: &str) {
        if !self.shown && self.since.elapsed() > PATIENCE {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(crate::style::harmless(what));
        self.bar.inc(1);
    }

    /// Writes without disturbing the bar.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Does a piece of work, and shows a message if it takes long.
pub fn during<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let spinner = ProgressBar::new_spinner().with_message(what);
                spinner.enable_steady_tick(GLANCE);
                // The thread ends with the work.
                let _ = is_done.recv();
                spinner.finish_and_clear();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// A line about the progress of work of unknown length.
#[derive(Debug)]
pub struct Watching {
    spinner: ProgressBar,
    since: Instant,
    told: Option<Instant>,
}

/// Minimum time between two changes of the line.
const GLANCE: Duration = Duration::from_millis(100);

/// `TOWNSFOLK_PROGRESS=never` leaves out plain lines about progress, for scripts that compare output.
const NO_LINES: &str = "TOWNSFOLK_PROGRESS";

/// Minimum time between two plain lines, where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

impl Watching {
    /// Begins the work.
    pub fn begin() -> Watching {
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Watching {
            spinner,
            since: Instant::now(),
            told: None,
        }
    }

    /// Shows the progress, if the work has taken long.
    pub fn tell(&mut self, line: impl FnOnce() -> String) {
        let on_terminal = std::io::stderr().is_terminal();
        let pause = if on_terminal { GLANCE } else { BETWEEN_LINES };
        if self.since.elapsed() < PATIENCE || self.told.is_some_and(|at| at.elapsed() < pause) {
            return;
        }
        if !on_terminal && std::env::var_os(NO_LINES).is_some_and(|set| set == "never") {
            return;
        }
        if self.told.is_none() {
            self.spinner.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.told = Some(Instant::now());
        if !on_terminal {
            eprintln!("{}", crate::style::harmless(&line()));
            return;
        }
        self.spinner.set_message(crate::style::harmless(&line()));
        self.spinner.tick();
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.spinner.finish_and_clear();
    }
}
