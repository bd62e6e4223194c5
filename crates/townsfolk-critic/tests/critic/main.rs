//! All tests of the crate in one program, so that it is linked once.

mod book;
mod planted;
mod seen;
mod support;
