//! The rows of words that evaluations read, gathered from the engine.

use crate::folk::Folk;
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, HostId, Pushed, RoleId, Tick, Value};
use townsfolk_decide::query::Candidate;
use townsfolk_decide::snippet::{Neighbour, Program, Surroundings, View, row_of};
use townsfolk_decide::word::Word;

/// Rows of characters and of the world during one tick.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    words: Vec<Word>,
    world: Option<Vec<Word>>,
    /// The row of each character, and the bits of its roles.
    rows: BTreeMap<CharacterId, (u32, u64)>,
    bits: BTreeMap<RoleId, u64>,
    neighbours: Vec<Neighbour>,
    found: Vec<CharacterId>,
}

impl Gathered {
    /// Calls a function with the world as a character sees it.
    pub(super) fn with_view<T>(
        &mut self,
        folk: &Folk,
        program: &Program,
        me: CharacterId,
        run: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        let of_world = || {
            let names = program.slots.world.iter();
            names.map(|name| word(folk, *name, &[])).collect()
        };
        self.world.get_or_insert_with(of_world);
        let (my_row, _) = self.row(folk, program, me);
        self.gather_named(folk, program, my_row);
        self.gather_neighbours(folk, program, me);
        let engine = Engine {
            folk,
            me,
            rows: &self.rows,
        };
        run(&View {
            program,
            me,
            my_row,
            mine: row_of(&self.words, program.width(), my_row),
            words: &self.words,
            world: self.world.as_deref().unwrap_or(&[]),
            neighbours: &self.neighbours,
            surroundings: &engine,
        })
    }

    /// The row of a character, gathered once in a tick.
    fn row(&mut self, folk: &Folk, program: &Program, who: CharacterId) -> (u32, u64) {
        if let Some(known) = self.rows.get(&who) {
            return *known;
        }
        let row = self.words.len() / program.width().max(1);
        let row = u32::try_from(row).unwrap_or(Candidate::NO_ROW);
        let names = program.slots.character.iter();
        let words = names.map(|name| word(folk, *name, &[Value::Character(who)]));
        self.words.extend(words);
        let roles = folk.character(who).into_iter().flat_map(|p| &p.roles);
        let mut bits = 0;
        for role in roles {
            bits |= *self
                .bits
                .entry(*role)
                .or_insert_with(|| program.role_bits(|wanted| folk.module().is_a(*role, wanted)));
        }
        self.rows.insert(who, (row, bits));
        (row, bits)
    }

    /// Gathers the rows of characters that attributes of a row name: a leader, an attacker.
    fn gather_named(&mut self, folk: &Folk, program: &Program, row: u32) {
        let first = row as usize * program.width();
        for index in first..first + program.width() {
            let value = self.words.get(index).and_then(|word| word.value());
            if let Some(Value::Character(who)) = value
                && folk.character(who).is_some()
            {
                self.row(folk, program, who);
            }
        }
    }

    fn gather_neighbours(&mut self, folk: &Folk, program: &Program, me: CharacterId) {
        self.neighbours.clear();
        let at = folk.character(me).and_then(|person| person.at);
        let Some(at) = at.filter(|_| program.reach_mm > 0) else {
            return;
        };
        let mut found = std::mem::take(&mut self.found);
        folk.people.near.near(at, program.reach_mm, &mut found);
        for who in found.iter().filter(|who| **who != me) {
            let Some(place) = folk.character(*who).and_then(|person| person.at) else {
                continue;
            };
            let (row, roles) = self.row(folk, program, *who);
            self.neighbours.push(Neighbour {
                candidate: Candidate {
                    thing: Value::Character(*who),
                    distance_mm: at.distance_mm(place),
                    row,
                },
                roles,
            });
        }
        self.found = found;
    }
}

fn word(folk: &Folk, name: HostId, arguments: &[Value]) -> Word {
    Word::of_pushed(folk.attribute(name, arguments))
}

/// The engine, for what is not in the rows.
struct Engine<'a> {
    folk: &'a Folk,
    me: CharacterId,
    rows: &'a BTreeMap<CharacterId, (u32, u64)>,
}

impl Surroundings for Engine<'_> {
    fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed {
        self.folk.asked(name, arguments)
    }

    fn distance_mm(&self, one: Value, other: Value) -> Option<i64> {
        let place = |thing| match thing {
            Value::Character(who) => self.folk.character(who)?.at,
            _ => None,
        };
        Some(place(one)?.distance_mm(place(other)?))
    }

    fn now(&self) -> Tick {
        self.folk.now()
    }

    fn daytime(&self) -> i32 {
        self.folk.daytime()
    }

    fn candidate(&self, thing: Value) -> Candidate {
        let row = match thing {
            Value::Character(who) => self.rows.get(&who).map(|(row, _)| *row),
            _ => None,
        };
        let me = Value::Character(self.me);
        Candidate {
            thing,
            distance_mm: self.distance_mm(me, thing).unwrap_or(i64::MAX),
            row: row.unwrap_or(Candidate::NO_ROW),
        }
    }
}
