//! Completion: placeholder.
