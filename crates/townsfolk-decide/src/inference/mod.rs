//! Three-valued inference over a few referents, as bit operations.
