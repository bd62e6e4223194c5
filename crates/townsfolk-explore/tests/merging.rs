//! The reductions of a coarse pass hide nothing: with each of them, the findings are the same.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;
use support::{codes, explore_text};
use townsfolk_explore::{Bounds, Merging};

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");
const FORTUNE: &str = include_str!("../../../examples/fortune/fortune.folk");
const CAFE: &str = include_str!("../../../examples/cafe/cafe.folk");
const PICKPOCKET: &str = include_str!("../../../examples/pickpocket/pickpocket.folk");
const FIVE_RULES: &str = include_str!("../../townsfolk-lang/tests/classic/five_rules.folk");

const SMALL: Bounds = Bounds {
    people_max: 2,
    failures: 1,
    disappearances: 0,
    arrivals: 0,
    ..Bounds::USUAL
};

/// Each reduction alone, and all of them.
fn mergings() -> Vec<Merging> {
    let nothing = Merging::NOTHING;
    vec![
        Merging {
            waits: true,
            ..nothing
        },
        Merging {
            rests: true,
            ..nothing
        },
        Merging {
            faults: true,
            ..nothing
        },
        Merging {
            leftovers: true,
            ..nothing
        },
        Merging {
            ages: true,
            ..nothing
        },
        Merging {
            ages: true,
            twins: true,
            ..nothing
        },
        Merging {
            waits: true,
            rests: true,
            ..nothing
        },
        Merging {
            rests: true,
            retries: true,
            ..nothing
        },
        Merging {
            rests: true,
            pastimes: true,
            ..nothing
        },
        Merging {
            leftovers: true,
            leavers: true,
            ..nothing
        },
        Merging {
            waits: true,
            leftovers: true,
            unread: true,
            ..nothing
        },
        Merging {
            unread: false,
            leavers: false,
            ..Merging::ALL
        },
        Merging {
            waits: true,
            rests: true,
            turns: true,
            ..nothing
        },
        Merging {
            waits: true,
            rests: true,
            turns: true,
            moments: true,
            ..nothing
        },
        Merging {
            pastimes: false,
            leavers: false,
            ..Merging::ALL
        },
        Merging {
            turns: false,
            moments: false,
            ..Merging::ALL
        },
        Merging::ALL,
    ]
}

#[track_caller]
fn check(text: &str, bounds: &Bounds) {
    let finely = Bounds {
        merging: Merging::NOTHING,
        ..*bounds
    };
    let (exploration, told) = explore_text(text, &finely);
    assert!(exploration.complete);
    for merging in mergings() {
        let coarsely = Bounds {
            fine_states_max: 0,
            merging,
            ..*bounds
        };
        let (coarse, coarsely) = explore_text(text, &coarsely);
        assert_eq!(codes(&told), codes(&coarsely), "{merging:?}");
        assert!(coarse.complete);
        let unreached = exploration.rules_fired.difference(&coarse.rules_fired);
        assert_eq!(unreached.count(), 0, "{merging:?}");
    }
}

#[test]
fn a_clean_script_stays_clean() {
    check(BENCH, &SMALL);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation")]
fn a_script_with_a_player_and_told_facts_stays_clean() {
    let bounds = Bounds {
        failures: 0,
        ..SMALL
    };
    let finely = Bounds {
        merging: Merging::NOTHING,
        ..bounds
    };
    let (fine, told) = explore_text(FORTUNE, &finely);
    let (coarse, coarsely) = explore_text(
        FORTUNE,
        &Bounds {
            fine_states_max: 0,
            ..bounds
        },
    );
    assert_eq!(codes(&told), codes(&coarsely));
    assert_eq!(fine.rules_fired, coarse.rules_fired);
}

#[test]
fn defects_stay_visible() {
    let mended = FIVE_RULES.replace("reserved(.me, X)", "reserved(X, .me)");
    let bounds = Bounds {
        failures: 0,
        ..SMALL
    };
    check(&mended, &bounds);
}

/// Every finding and every fired rule must also be found by a coarse pass.
#[track_caller]
fn check_all(text: &str, bounds: &Bounds) {
    let finely = Bounds {
        merging: Merging::NOTHING,
        ..*bounds
    };
    let coarsely = Bounds {
        fine_states_max: 0,
        ..*bounds
    };
    let (fine, told) = explore_text(text, &finely);
    let (coarse, coarsely_told) = explore_text(text, &coarsely);
    assert!(fine.complete && coarse.complete && coarse.coarse);
    assert_eq!(codes(&told), codes(&coarsely_told));
    let unreached = fine.rules_fired.difference(&coarse.rules_fired);
    assert_eq!(unreached.count(), 0);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_script_with_pastimes_and_leavers_stays_clean() {
    let bounds = Bounds {
        failures: 0,
        ..SMALL
    };
    check_all(CAFE, &bounds);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn a_script_with_urgent_rules_and_readings_stays_clean() {
    let bounds = Bounds {
        failures: 0,
        ..SMALL
    };
    check_all(PICKPOCKET, &bounds);
}

/// A participant at a pastime tries no rule at all. A coarse pass once let them skip the exit rule
/// and order another glass all the same: the rounds never ended.
#[test]
fn whoever_passes_the_time_does_nothing_else() {
    let text = "
role guest
action sip takes 1..2 s
action stare takes 4 s
script bar
  cast
    guest 1..1
  fact rounds(character, number)
  rule come_in
    when not rounds(.me, _)
    add rounds(.me, 0)
  rule enough
    when rounds(.me, N), N >= 2
    do stare
    remove rounds(.me, _)
    leave
  rule sip
    when rounds(.me, N)
    do sip
    add rounds(.me, N + 1)
    remove rounds(.me, N)
  rule stare
    do stare
    again after 5..9 s
";
    check_all(text, &SMALL);
    let bounds = Bounds {
        fine_states_max: 0,
        ..SMALL
    };
    let (coarse, _) = explore_text(text, &bounds);
    assert!(coarse.states < 20, "{}", coarse.states);
}

/// A property about states finds leavers: one in such a state is kept until they are out, others
/// are not.
#[test]
fn leavers_are_kept_where_a_property_can_find_them() {
    let text = |state: &str| {
        format!(
            "
role guest
action wave takes 1..2 s
script hall
  cast
    guest 0..2
  fact inside(character)
  state door
  rule enter
    do wave
    add inside(.me)
    goto hall
  state hall
  rule go
    do wave
    remove inside(.me)
    leave
  never gone_but_there when .state(X, {state}), not inside(X)
"
        )
    };
    let in_the_hall = Bounds {
        fine_states_max: 0,
        ..SMALL
    };
    let (_, told) = explore_text(&text("hall"), &in_the_hall);
    assert_eq!(codes(&told), ["property-broken"]);
    let coarsely = |state: &str| {
        let bounds = Bounds {
            fine_states_max: 0,
            disappearances: 0,
            ..SMALL
        };
        let text = text(state).replace("not inside(X)", "inside(X), not inside(X)");
        explore_text(&text, &bounds).0
    };
    let (kept, forgotten) = (coarsely("hall").states, coarsely("door").states);
    assert!(forgotten < kept, "{forgotten} of {kept}");
}

/// A coarse pass claims less, and says so.
#[test]
fn a_coarse_look_names_what_it_takes_for_granted_besides() {
    let named = |fine_states_max| {
        let bounds = Bounds {
            fine_states_max,
            ..SMALL
        };
        let (exploration, _) = explore_text(BENCH, &bounds);
        let mut assumed = exploration.assumptions.iter();
        let named = assumed.any(|assumed| assumed.contains("looked at coarsely"));
        (exploration.coarse, named)
    };
    assert_eq!(named(5_000), (false, false));
    assert_eq!(named(0), (true, true));
}
