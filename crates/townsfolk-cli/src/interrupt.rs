//! Ctrl-C: the first one asks long work to stop and print its results, the second one ends the
//! process.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED_TO_STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets a flag instead of ending the process at once.
pub fn listen() {
    // Without a handler Ctrl-C ends the process, which is acceptable.
    let _ = ctrlc::set_handler(|| {
        if ASKED_TO_STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether Ctrl-C has been pressed.
pub fn asked_to_stop() -> bool {
    ASKED_TO_STOP.load(Ordering::SeqCst)
}
