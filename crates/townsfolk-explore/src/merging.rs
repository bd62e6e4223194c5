//! The reductions of a coarse pass.

/// Which differences between situations a coarse pass ignores. Each only adds continuations, so
/// that a coarse pass visits every situation that can occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merging {
    /// The remaining time of a wait: everything that is waited for may come next.
    pub waits: bool,
    /// Whether a rule with `again after` rests: it may be resting or ready at every look.
    pub rests: bool,
    /// The number of faults and late arrivals so far: faults may repeat without limit.
    pub faults: bool,
    /// State that is never read again: variables of a running action that none of its effects
    /// names, coins of busy participants, facts after the end that no property names.
    pub leftovers: bool,
    /// Facts that no participant can read any more; arguments that are at most passed on; and, with
    /// `retries`, which of several equivalent rules is running. Needs `leftovers`.
    pub unread: bool,
    /// The age of facts where no rule picks the oldest.
    pub ages: bool,
    /// The identity of props or symbols that script and place treat alike.
    pub twins: bool,
    /// Whether a rule rests because its action failed: a rule that can be tried again after a
    /// failure may be resting or ready at every look. Needs `rests`.
    pub retries: bool,
    /// Whether a participant is at a pastime: at every look a participant with such a rule may
    /// ignore everything. Needs `rests`.
    pub pastimes: bool,
    /// Whether a participant is still leaving, once its actions and facts no longer matter.
    pub leavers: bool,
    /// The assignment of turns to updates: reports and turns are separate steps, in any order.
    /// Needs `waits` and `rests`.
    pub turns: bool,
    /// Whether a time in a fact has come: it may be past or future at every look. Needs `waits` and
    /// `turns`.
    pub moments: bool,
    /// Whether a fact with a lifetime has expired before a turn depends on it. Needs `waits` and
    /// `turns`.
    pub passing: bool,
}

impl Merging {
    /// Keeps all differences.
    pub const NOTHING: Merging = Merging {
        waits: false,
        rests: false,
        faults: false,
        leftovers: false,
        unread: false,
        ages: false,
        twins: false,
        retries: false,
        pastimes: false,
        leavers: false,
        turns: false,
        moments: false,
        passing: false,
    };

    /// Merges everything that can be merged.
    pub const ALL: Merging = Merging {
        waits: true,
        rests: true,
        faults: true,
        leftovers: true,
        unread: true,
        ages: true,
        twins: true,
        retries: true,
        pastimes: true,
        leavers: true,
        turns: true,
        moments: true,
        passing: true,
    };
}
