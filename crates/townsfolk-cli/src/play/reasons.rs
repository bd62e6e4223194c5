//! Why somebody does something, or does not, for people to read.
