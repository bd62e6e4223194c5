//! A rude host for people with minds: outcomes get lost, come late or twice, people vanish, are seized
//! and given other minds, clocks jump and walls are moved.
#![allow(dead_code, reason = "each test file uses a part of it")]

use super::hamlet::lively;
use super::pages::World;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk::{Extent, Offer};
use townsfolk_core::{AreaId, Channel, MemberId, PropId, SymbolId, Urgency};
use townsfolk_fuzz::soak::Dice;
use townsfolk_module::Module;

const AREAS: [(&str, i32, i32, i32); 5] = [
    ("hamlet", 0, 0, 200_000),
    ("house", -20, 0, 5_000),
    ("bar", 20, 0, 6_000),
    ("back_room", 24, 0, 1_900),
    ("workshop", 0, 30, 5_000),
];

const CAST: [&str; 5] = ["carl", "bea", "dora", "eve", "stranger"];

pub(crate) struct Rude {
    pub(crate) folk: Folk,
    dice: Dice,
    pending: BTreeMap<Tick, Vec<Report>>,
    acting: BTreeMap<townsfolk::ActionRef, Tick>,
    /// How often something rude is done, in a thousand ticks.
    pub(crate) rudeness: usize,
    count: u32,
}

fn area(folk: &mut Folk, index: usize) {
    let (name, x, y, reach) = AREAS[index];
    let block = Extent::around(Place::metres(x, y), reach);
    folk.lay_out(AreaId::named(name), vec![block]);
}

impl Rude {
    pub(crate) fn new(seed: u64, people: u32) -> Rude {
        Rude::of(Arc::new(lively()), seed, people)
    }

    pub(crate) fn of(module: Arc<Module>, seed: u64, people: u32) -> Rude {
        let mut folk = Folk::new(module, Seed(seed));
        folk.report(Report::Calendar {
            seconds: 15 * 3600,
            rate: 60_000,
        });
        (0..AREAS.len()).for_each(|index| area(&mut folk, index));
        for (kind, x, y) in [
            ("counter", 18, 2),
            ("counter", 18, -2),
            ("toilet", 24, 0),
            ("toilet", 24, 1),
            ("bed", -21, 1),
            ("bed", -19, 1),
        ] {
            let id = folk.place_location(Placement {
                kind: LocationKindId::named(kind),
                at: Place::metres(x, y),
                region: RegionId(u16::from(x < 0)),
            });
            if kind == "bed" {
                folk.report(Report::Named(id, PropId::named("carls_bed")));
            }
        }
        let mut rude = Rude {
            folk,
            dice: Dice::new(seed),
            pending: BTreeMap::new(),
            acting: BTreeMap::new(),
            rudeness: 60,
            count: people,
        };
        for _ in 0..people {
            rude.somebody();
        }
        rude
    }

    fn somebody(&mut self) {
        let place = self.place();
        let who = self.folk.add_character(Newcomer {
            roles: vec![RoleId::named("citizen")],
            at: Some(place),
            region: RegionId(self.dice.below(2) as u16),
            ..Newcomer::default()
        });
        // The last is in no cast.
        let member = CAST[self.dice.below(40).min(CAST.len() * 9 - 1) % CAST.len()];
        self.folk.give_mind(who, MemberId::named(member));
    }

    fn place(&mut self) -> Place {
        let (_, x, y, _) = AREAS[self.dice.below(AREAS.len())];
        Place::metres(x, y).offset((
            self.dice.below(6000) as i32 - 3000,
            self.dice.below(6000) as i32 - 3000,
        ))
    }

    fn anybody(&mut self) -> CharacterId {
        let last = self.folk.newest().0.max(1) as usize;
        CharacterId(1 + self.dice.below(last + 2) as u32)
    }

    pub(crate) fn tick(&mut self, executor: &dyn Executor) {
        let now = self.folk.now();
        let later = self.pending.split_off(&Tick(now.0 + 1));
        for report in std::mem::replace(&mut self.pending, later)
            .into_values()
            .flatten()
        {
            self.folk.report(report);
        }
        if self.dice.below(1000) < self.rudeness {
            self.be_rude();
        }
        self.folk.tick_with(&NoReadings, executor);
        let commands = self.folk.output().commands.clone();
        for command in &commands {
            self.obey(command);
        }
    }

    fn soon(&mut self, ticks: i64, report: Report) {
        let at = Tick(self.folk.now().0 + ticks);
        self.pending.entry(at).or_default().push(report);
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::Start {
                action, who, what, ..
            } => {
                let takes = self.folk.module().action(*what).map_or(60, |a| a.takes.1.0);
                let mut lasts = 1 + self.dice.below(takes.max(1) as usize) as i64;
                if let Some(goal) = command.goal() {
                    lasts = 60 + self.dice.below(600) as i64;
                    // Some stop short.
                    if self.dice.below(20) > 0 {
                        self.soon(lasts, Report::Moved(*who, goal));
                    }
                }
                let outcome = match self.dice.below(30) {
                    0 => Outcome::Failed,
                    1 => Outcome::Stopped,
                    _ => Outcome::Done,
                };
                match self.dice.below(40) {
                    // Never.
                    0 => {}
                    // Twice.
                    1 => {
                        self.soon(lasts, Report::Outcome(*action, outcome));
                        self.soon(lasts + 1, Report::Outcome(*action, outcome));
                    }
                    _ => self.soon(lasts, Report::Outcome(*action, outcome)),
                }
            }
            // Some stops are never answered.
            Command::Stop(action) if self.dice.below(10) > 0 => {
                let wait = 1 + self.dice.below(20) as i64;
                self.soon(wait, Report::Outcome(*action, Outcome::Stopped));
            }
            _ => {}
        }
    }

    fn be_rude(&mut self) {
        let who = self.anybody();
        let place = self.place();
        let report = match self.dice.below(15) {
            0 => Report::Gone(who),
            1 => Report::Moved(who, place),
            2 => {
                let wait = 30 + self.dice.below(300) as i64;
                self.soon(wait, Report::Released(who));
                Report::Seized(who)
            }
            3 => {
                let by = SymbolId::named("quest");
                let wait = 30 + self.dice.below(300) as i64;
                self.soon(wait, Report::Withdrawn(who, by));
                let words = [
                    Urgency::Idle,
                    Urgency::Wish,
                    Urgency::Duty,
                    Urgency::Need,
                    Urgency::Danger,
                ];
                Report::Offered(Offer {
                    who,
                    by,
                    channel: Channel::Body,
                    urgency: words[self.dice.below(5)],
                    score: 0,
                    reason: by,
                    duration: None,
                })
            }
            4 | 5 => {
                self.somebody();
                return;
            }
            6 => {
                let member = CAST[self.dice.below(CAST.len())];
                Report::Minded(who, MemberId::named(member))
            }
            7 => Report::Happened {
                event: SymbolId::named(["shot", "salty_nuts"][self.dice.below(2)]),
                at: place,
                within_mm: self.dice.below(60_000) as u32,
            },
            8 => {
                let index = self.dice.below(AREAS.len());
                let wait = 60 + self.dice.below(200) as i64;
                let (name, x, y, reach) = AREAS[index];
                let block = Extent::around(Place::metres(x, y), reach);
                self.soon(wait, Report::Area(AreaId::named(name), vec![block]));
                Report::Area(AreaId::named(name), vec![])
            }
            9 => Report::Calendar {
                seconds: self.dice.below(24 * 3600) as i32,
                rate: [0, 1000, 60_000, 60_000, 1_000_000][self.dice.below(5)],
            },
            10 => {
                let id = LocationId(1 + self.dice.below(12) as u32);
                self.folk.place_location(Placement {
                    kind: LocationKindId::named(["counter", "toilet", "bed"][self.dice.below(3)]),
                    at: place,
                    region: RegionId(0),
                });
                Report::LocationGone(id)
            }
            13 => {
                let roles = ["barman", "resident", "regular", "carpenter"];
                Report::NoLonger(who, RoleId::named(roles[self.dice.below(4)]))
            }
            11 => Report::WalkedOut(who),
            12 => Report::Named(
                LocationId(1 + self.dice.below(12) as u32),
                PropId::named("carls_bed"),
            ),
            _ => Report::Became(
                who,
                RoleId::named(["barman", "citizen"][self.dice.below(2)]),
            ),
        };
        self.folk.report(report);
    }
}

impl World for Rude {
    const DIGEST_EVERY: i64 = 7;

    fn folk(&mut self) -> &mut Folk {
        &mut self.folk
    }

    fn tick(&mut self, executor: &dyn Executor) {
        Rude::tick(self, executor);
    }
}
