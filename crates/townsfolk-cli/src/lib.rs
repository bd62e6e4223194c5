//! Founding.
