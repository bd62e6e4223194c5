//! Stories of what a script alone cannot show: who is called away, who takes over, who is told of a
//! place, who does something together.
#![allow(clippy::unwrap_used, reason = "tests")]

mod support;

use expect_test::{Expect, expect};
use support::{Town, example, quiet};
use townsfolk::prelude::*;
use townsfolk::{Offer, TraceMode};
use townsfolk_core::{Channel, SymbolId, Urgency};
use townsfolk_module::{Category, Symbols};
use townsfolk_scene::Happening;

/// Who a character is in a story.
fn name(who: CharacterId) -> &'static str {
    ["nobody", "Ann", "Bob", "Cy", "Dee", "Eli"][who.0 as usize % 6]
}

struct Story {
    symbols: Symbols,
    town: Town,
    lines: String,
}

impl Story {
    fn of(example_name: &str, hour: i32) -> (Story, LocationId) {
        let (town, place) = quiet(example_name, 1);
        let mut town = town.at(hour);
        town.folk.trace.mode = TraceMode::Full;
        let (_, symbols) = example(example_name);
        let lines = String::new();
        let story = Story {
            symbols,
            town,
            lines,
        };
        (story, place)
    }

    fn note(&mut self, text: &str) {
        let second = self.town.folk.now().0 / 60;
        let line = format!("{:02}:{:02}  {text}\n", second / 60, second % 60);
        if !self.lines.ends_with(&line) {
            self.lines.push_str(&line);
        }
    }

    fn seconds(&mut self, seconds: i64) {
        for _ in 0..seconds * 60 {
            self.town.tick();
            let events = self.town.folk.output().events.clone();
            for event in events {
                if let Event::Noticed(who, _) = event {
                    self.note(&format!("{} notices the place", name(who)));
                }
            }
            for line in self.town.folk.trace.take() {
                let text = match line.what {
                    Happening::Joined { who, role } => {
                        let role = self.symbols.name(Category::Role, role.0);
                        format!("{} joins as {role}", name(who))
                    }
                    Happening::Fired {
                        who, rule, partner, ..
                    } => {
                        let rule = self.symbols.name(Category::Rule, rule.0);
                        let with = partner.map_or(String::new(), |p| format!(" with {}", name(p)));
                        format!("{}: {rule}{with}", name(who))
                    }
                    Happening::Stands { who, standing } => {
                        format!("{} is {}", name(who), standing.name())
                    }
                    Happening::Recalled { who, urgency: word } => {
                        format!("{} is wanted elsewhere ({})", name(who), word.name())
                    }
                    Happening::Ending(_) => "the scene ends".into(),
                    _ => continue,
                };
                self.note(&text);
            }
        }
    }

    fn check(self, expected: &Expect) {
        assert_eq!(self.town.folk.violations(), []);
        expected.assert_eq(&self.lines);
    }
}

fn wants(who: CharacterId, duration: Option<Duration>) -> Report {
    Report::Offered(Offer {
        who,
        by: SymbolId::named("needs"),
        channel: Channel::Body,
        urgency: Urgency::Need,
        score: 0,
        reason: SymbolId::named("thirst"),
        duration,
    })
}

#[test]
fn the_waiter_is_called_away_and_comes_back() {
    let (mut story, _) = Story::of("cafe", 10);
    let waiter = story.town.someone("waiter");
    story.seconds(20);
    story
        .town
        .folk
        .report(wants(waiter, Some(Duration::minutes(1))));
    story.seconds(40);
    let done = Report::Withdrawn(waiter, SymbolId::named("needs"));
    story.town.folk.report(done);
    story.seconds(20);
    story.check(&expect![[r#"
        00:01  Ann: tie_the_apron
        00:04  Ann: polish
        00:20  Ann is wanted elsewhere (need)
        00:20  Ann is away
        01:00  Ann is present
        01:00  Ann: polish
    "#]]);
}

#[test]
fn the_shift_changes_while_a_guest_waits() {
    let (mut story, _) = Story::of("cafe", 10);
    let waiter = story.town.someone("waiter");
    story.seconds(10);
    story.town.someone("guest");
    story.seconds(20);
    story.town.folk.report(wants(waiter, None));
    story.seconds(25);
    story.town.someone("waiter");
    story.seconds(20);
    story.check(&expect![[r#"
        00:01  Ann: tie_the_apron
        00:04  Ann: polish
        00:11  Bob joins as guest
        00:11  Bob: take_a_seat
        00:14  Bob: take_a_seat
        00:17  Bob: read_the_card
        00:17  Ann: good_day
        00:26  Bob: decide
        00:28  Ann: take_order
        00:30  Ann is wanted elsewhere (need)
        00:32  Ann is leaving
        00:32  Ann is out
        00:55  Cy joins as waiter
        00:55  Cy: tie_the_apron
        00:58  Cy: fetch
    "#]]);
}

#[test]
fn passers_by_are_told_of_the_kiosk() {
    let (mut story, _) = Story::of("kiosk", 12);
    let ann = story.town.folk.add_character(Newcomer {
        at: Some(Place::metres(60, 0)),
        ..Newcomer::default()
    });
    story.seconds(5);
    let near = Report::Moved(ann, Place::metres(30, 0));
    story.town.folk.report(near);
    story.seconds(10);
    story.check(&expect![[r#"
        00:06  Ann notices the place
    "#]]);
}

#[test]
fn two_chess_players_shake_hands() {
    let (mut story, _) = Story::of("chess", 10);
    story.town.someone("chess_player");
    story.town.someone("chess_player");
    story.seconds(40);
    story.check(&expect![[r#"
        00:03  Bob: sit_down
        00:03  Ann: sit_down
        00:07  Bob: sit_down
        00:11  Bob: begin with Ann
        00:13  Bob: move
        00:23  Bob: drum
        00:23  Ann: move
    "#]]);
}
