//! Plans over yes/no propositions, with reuse masks.
