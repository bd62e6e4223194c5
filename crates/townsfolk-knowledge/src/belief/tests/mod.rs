//! Tests of beliefs on small worlds.
