//! Hot rules: only rules whose attributes changed are evaluated.
