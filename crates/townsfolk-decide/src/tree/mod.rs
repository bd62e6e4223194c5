//! Behaviour trees, for evaluation and for execution.
