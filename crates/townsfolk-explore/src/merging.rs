//! What is left out of a coarse look.

/// Which differences between situations are left out of a coarse exploration. Each of them only
/// adds ways to go on, so that a coarse exploration meets every situation that can come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merging {
    /// How long something has still to wait: everything that is waited for may come next.
    pub waits: bool,
    /// Whether a rule with `again after` rests: it is found resting or rested at every look.
    pub rests: bool,
    /// How often something has gone wrong before, and who has come late: actions fail, people vanish
    /// and others arrive again and again.
    pub faults: bool,
    /// What nothing will ever look at again: variables of a running action that none of its
    /// effects names, coins of the busy, facts after the end that no property speaks of.
    pub leftovers: bool,
    /// Facts at which nobody can look any more, because whoever they are about has left or can try
    /// none of the rules that do; arguments that are at most handed on; and, with `retries`, which of
    /// several rules that end alike is running. Needs `leftovers`.
    pub unread: bool,
    /// The age of facts among which no rule ever picks the oldest.
    pub ages: bool,
    /// Which of several props or symbols it is, where the script and the place treat them alike.
    pub twins: bool,
    /// Whether a rule rests because its action has failed: any rule to which somebody can come back
    /// after a failure is found resting or rested at every look. Needs `rests`.
    pub retries: bool,
    /// Whether somebody is passing the time with an action that leaves no trace: whoever could be
    /// doing so heeds what there is to do, or does not, at every look. Needs `rests`.
    pub pastimes: bool,
    /// Whether somebody is still on the way out, once nothing they do or leave behind matters.
    pub leavers: bool,
    /// Who has a turn in the same update: each turn is a step of its own, and so is what is
    /// reported, in any order. Needs `waits` and `rests`.
    pub turns: bool,
    /// Whether a time in a fact has come: it is found past or to come at every look. Needs `waits`
    /// and `turns`.
    pub moments: bool,
    /// Whether a fact with a lifetime has passed before somebody notices. Needs `waits` and `turns`.
    pub passing: bool,
}

impl Merging {
    /// Everything is told apart.
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

    /// Everything that can be left out is.
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
