//! Limits of attention.

use super::support::{Character, Make};
use crate::inference::attention::{Look, attend, notices};
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_module::decide::inference::Limits;

const SEEN: Look = Look {
    in_view: true,
    moves: false,
};

#[test]
fn at_most_four_referents_are_sensed_and_none_is_left_out_for_ever() {
    let mut guard = Character::new(Make::new(&["a", "b", "c", "d", "e", "f"]));
    let mut looks = [SEEN; 6];
    looks[5].moves = true;
    guard.row.acted = Some(guard.referent("e"));
    let mut times = [0; 6];
    for cycle in 0..10 {
        let attended = attend(&Limits::default(), &guard.row, &looks);
        assert_eq!(attended.count_ones(), 4);
        assert_eq!(attended & 0b11_0000, 0b11_0000, "acted on, and moving");
        guard.row.note_looks(&[], attended, Tick(cycle));
        for (n, count) in times.iter_mut().enumerate() {
            *count += u32::from(attended & 1 << n != 0);
        }
    }
    assert_eq!(times, [5, 5, 5, 5, 10, 10]);
}

#[test]
fn what_is_out_of_view_takes_no_attention() {
    let guard = Character::new(Make::new(&["a", "b"]));
    let looks = [Look::default(), SEEN];
    assert_eq!(attend(&Limits::default(), &guard.row, &looks), 0b10);
}

#[test]
fn movers_are_noticed_more_often_and_fighters_notice_less() {
    let limits = Limits::default();
    let share = |moves, fights| {
        let noticed = (0..4000).filter(|tick| {
            let draw = Draw::at(Seed(1), 7, Tick(*tick), SiteId(3));
            notices(&limits, draw, 9, moves, fights)
        });
        noticed.count() / 40
    };
    let near = |found: usize, wanted: usize| found.abs_diff(wanted) <= 2;
    assert!(near(share(true, false), 60), "{}", share(true, false));
    assert!(near(share(false, false), 15), "{}", share(false, false));
    assert!(near(share(true, true), 15), "{}", share(true, true));
    assert!(near(share(false, true), 4), "{}", share(false, true));
}
