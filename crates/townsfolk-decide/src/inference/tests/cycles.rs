//! Situations over several cycles.

use super::support::{Character, Make};
use crate::inference::situation::{Change, Moment, advance, set_active};
use townsfolk_core::{Tick, Urgency};
use townsfolk_module::decide::inference::SituationIndex;

impl Character {
    /// One cycle with its consequences for situations.
    fn cycle(&mut self, attended: u64, acts: Option<Urgency>) -> Vec<(u8, Change)> {
        self.think();
        self.now = Tick(self.now.0 + 30);
        let moment = Moment {
            attended,
            acts,
            now: self.now,
        };
        let (of, program) = (&self.make.of, &self.program);
        let changes = advance(of, program, (&self.block, 0), &mut self.row, moment);
        changes.iter().map(|(index, how)| (index.0, *how)).collect()
    }
}

fn searching() -> Make {
    Make::new(&["target", "threat"])
        .sense("lost, near")
        .situation("search", Urgency::Duty, "known lost(target)")
        .motor("in search: do search_for(X) when lost(X)")
}

#[test]
fn a_situation_counts_from_the_cycle_after_its_condition() {
    let mut guard = Character::new(searching());
    guard.senses("lost", "target");
    assert_eq!(guard.cycle(0, None), [(0, Change::Entered)]);
    assert_eq!(guard.does(), "", "in this cycle it was not active");
    assert_eq!(guard.cycle(0, None), []);
    assert_eq!(guard.does(), "search_for(target)");
    guard.senses("lost", "!target");
    assert_eq!(guard.cycle(0, None), [(0, Change::Left)]);
    guard.cycle(0, None);
    assert_eq!(guard.does(), "");
}

#[test]
fn until_keeps_a_situation_after_its_condition_has_passed() {
    let mut guard = Character::new(searching().until("near(target)"));
    guard.senses("lost", "target");
    guard.cycle(0, None);
    guard.senses("lost", "");
    assert_eq!(guard.cycle(0, None), []);
    assert!(guard.row.is_in(SituationIndex(0)));
    guard.senses("near", "target");
    assert_eq!(guard.cycle(0, None), [(0, Change::Left)]);
}

#[test]
fn the_host_enters_and_leaves_situations() {
    let make = Make::new(&["target"])
        .sense("near")
        .situation("ambush", Urgency::Duty, "")
        .motor("in ambush: do wait_for(X)");
    let mut guard = Character::new(make);
    set_active(&mut guard.row, SituationIndex(0), true);
    guard.cycle(0, None);
    assert_eq!(guard.does(), "wait_for(target)");
    set_active(&mut guard.row, SituationIndex(0), false);
    guard.cycle(0, None);
    assert_eq!(guard.does(), "");
}

#[test]
fn a_situation_pushed_aside_for_ten_seconds_is_forgotten() {
    let mut guard = Character::new(searching());
    guard.senses("lost", "target");
    guard.cycle(0, None);
    for cycle in 0..19 {
        assert_eq!(guard.cycle(0, Some(Urgency::Danger)), [], "{cycle}");
    }
    // A sight of something reminds the guard, and the ten seconds begin anew.
    assert_eq!(guard.cycle(1, Some(Urgency::Danger)), []);
    for cycle in 0..19 {
        assert_eq!(guard.cycle(0, Some(Urgency::Danger)), [], "{cycle}");
    }
    let changes = guard.cycle(0, Some(Urgency::Danger));
    assert_eq!(changes, [(0, Change::Forgotten)]);
    // It is entered again only when its condition becomes true anew.
    assert_eq!(guard.cycle(0, None), []);
    guard.senses("lost", "!target");
    guard.cycle(0, None);
    guard.senses("lost", "target");
    assert_eq!(guard.cycle(0, None), [(0, Change::Entered)]);
}
