//! Ctrl-C: the first one asks long work to stop and tell what it knows, the second one ends.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED_TO_STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks to stop instead of ending the program at once.
pub fn listen() {
    // Without a handler Ctrl-C simply ends the program, which is fine too.
    let _ = ctrlc::set_handler(|| {
        if ASKED_TO_STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether someone has pressed Ctrl-C.
pub fn asked_to_stop() -> bool {
    ASKED_TO_STOP.load(Ordering::SeqCst)
}
