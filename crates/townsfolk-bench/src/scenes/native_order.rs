//! The bench scene written by hand, in our order: what an expert would write for this one scene.
//!
//! There are no facts, no rules and no bindings here, only a few numbers for each person. What is
//! the same as in the chapter "Meaning": outcomes come first, then everyone who is free has one
//! turn, in the keyed order of the update; the first rule that fits fires; effects count at once;
//! chance is drawn with the very keys of the script. So every firing is the reference evaluator's.
//!
//! Outcomes are taken in the order of people, not of starts: the effects of two people's outcomes
//! in this scene have nothing to do with each other.

use super::host::{Lengths, PEOPLE, people};
use super::script::BenchScript;
use super::{BenchScenes, Fired, Firing, TICK};
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, Draw, PropId, Seed, SiteId, Tick, Value};

const GET_UP: usize = 0;
const CHOOSE_TALKER: usize = 1;
const TALK: usize = 2;
const LISTEN: usize = 3;
const SIT: usize = 4;
const WANDER: usize = 5;

/// No person or seat has this number.
const NOBODY: u8 = u8::MAX;

/// Scenes in plain Rust.
#[derive(Debug)]
pub struct NativeOrder {
    town: Town,
    now: Tick,
    scenes: Vec<Scene>,
    fired: Fired,
    /// Every firing, if somebody wants to know.
    pub seen: Option<Vec<Firing>>,
}

/// What all scenes share.
#[derive(Clone, Copy, Debug)]
struct Town {
    seed: Seed,
    lengths: Lengths,
    stay: (SiteId, i64, i64),
    seats: [(PropId, PropId); 4],
}

/// One scene: two benches, of which seats 0 and 1 are the first and seats 2 and 3 the second.
#[derive(Clone, Copy, Debug)]
struct Scene {
    /// The seed and the scene, as the keyed order begins.
    key: u64,
    number: u32,
    people: [Person; PEOPLE],
    /// Who sits on a seat, or is getting up from it.
    sitter: [u8; 4],
    /// Which seats are spoken for, one bit each.
    taken: u8,
    /// Who talks on a bench.
    talker: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
struct Person {
    /// When the action is done.
    done: Tick,
    /// When it is time to get up.
    due: Tick,
    doing: Doing,
    /// The seat that is spoken for.
    seat: u8,
    seated: bool,
    rested: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    Nothing,
    GettingUp,
    Talking,
    Listening,
    SittingDown,
    Wandering,
}

/// Who is told of firings. The one who wants to know nothing costs nothing.
trait Witness {
    fn saw(&mut self, now: Tick, who: CharacterId, rule: usize, bindings: &[Value]);
}

struct NoWitness;

impl Witness for NoWitness {
    fn saw(&mut self, _: Tick, _: CharacterId, _: usize, _: &[Value]) {}
}

impl Witness for Vec<Firing> {
    fn saw(&mut self, now: Tick, who: CharacterId, rule: usize, bindings: &[Value]) {
        let bindings = bindings.to_vec();
        self.push(Firing {
            now,
            who,
            rule,
            bindings,
        });
    }
}

impl NativeOrder {
    /// So many scenes before their first tick.
    pub fn new(script: &BenchScript, seed: Seed, scenes: u32) -> NativeOrder {
        let (site, low, high) = script.stay;
        NativeOrder {
            town: Town {
                seed,
                lengths: Lengths::new(seed),
                stay: (site, low.0, high.0),
                seats: script.seats,
            },
            now: Tick(0),
            scenes: (0..scenes).map(|number| Scene::new(seed, number)).collect(),
            fired: Fired::default(),
            seen: None,
        }
    }
}

impl BenchScenes for NativeOrder {
    fn tick(&mut self) {
        self.now = self.now.after(TICK);
        let (now, town) = (self.now, &self.town);
        match &mut self.seen {
            Some(seen) => {
                for scene in &mut self.scenes {
                    scene.tick(town, now, &mut self.fired, seen);
                }
            }
            None => {
                for scene in &mut self.scenes {
                    scene.tick(town, now, &mut self.fired, &mut NoWitness);
                }
            }
        }
    }

    fn fired(&self) -> Fired {
        self.fired
    }
}

impl Scene {
    fn new(seed: Seed, number: u32) -> Scene {
        let person = Person {
            done: Tick(0),
            due: Tick(0),
            doing: Doing::Nothing,
            seat: NOBODY,
            seated: false,
            rested: true,
        };
        Scene {
            key: fold(seed.0, u64::from(number)),
            number,
            people: [person; PEOPLE],
            sitter: [NOBODY; 4],
            taken: 0,
            talker: [NOBODY; 2],
        }
    }

    fn tick(&mut self, town: &Town, now: Tick, fired: &mut Fired, seen: &mut impl Witness) {
        let mut free = [0; PEOPLE];
        let mut count = 0;
        for n in 0..PEOPLE {
            if self.people[n].doing != Doing::Nothing && self.people[n].done <= now {
                self.conclude(n, town, now);
            }
            if self.people[n].doing == Doing::Nothing {
                free[count] = n;
                count += 1;
            }
        }
        let free = &mut free[..count];
        if count > 1 {
            // Most often two or three: they are put in order as they come.
            let key = fold(self.key, now.0 as u64);
            let mut hashes = [0; PEOPLE];
            let everyone = people(self.number);
            for n in free.iter() {
                hashes[*n] = fold(key, u64::from(everyone[*n].0));
            }
            for end in 1..free.len() {
                let mut at = end;
                while at > 0 && hashes[free[at]] < hashes[free[at - 1]] {
                    free.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
        for n in free.iter() {
            self.turn(*n, town, now, fired, seen);
        }
    }

    /// What follows when someone's action is done.
    fn conclude(&mut self, n: usize, town: &Town, now: Tick) {
        let person = &mut self.people[n];
        let seat = usize::from(person.seat);
        match person.doing {
            Doing::SittingDown => {
                person.seated = true;
                self.sitter[seat] = n as u8;
                let (site, low, high) = town.stay;
                let who = people(self.number)[n];
                let draw = Draw::at(town.seed, u64::from(self.number), now, site);
                let stay = draw.between(u64::from(who.0) << 32, low, high);
                person.due = Tick(now.0 + stay);
            }
            Doing::Talking => self.talker[seat >> 1] = NOBODY,
            Doing::GettingUp => {
                person.seated = false;
                person.seat = NOBODY;
                self.sitter[seat] = NOBODY;
                self.taken &= !(1 << seat);
            }
            Doing::Wandering => person.rested = true,
            Doing::Listening | Doing::Nothing => {}
        }
        self.people[n].doing = Doing::Nothing;
    }

    /// The first of the six rules that fits.
    fn turn(
        &mut self,
        n: usize,
        town: &Town,
        now: Tick,
        fired: &mut Fired,
        seen: &mut impl Witness,
    ) {
        let everyone = people(self.number);
        let me = everyone[n];
        let person = self.people[n];
        let prop = Value::Prop;
        let (rule, doing) = if person.seated {
            let seat = usize::from(person.seat);
            let (bench, place) = town.seats[seat];
            let talker = self.talker[seat >> 1];
            let beside = self.sitter[seat ^ 1];
            if person.due <= now && usize::from(talker) != n {
                let due = Value::Time(person.due);
                seen.saw(now, me, GET_UP, &[prop(bench), prop(place), due]);
                (GET_UP, Doing::GettingUp)
            } else if talker == NOBODY {
                if beside == NOBODY {
                    return;
                }
                let other = Value::Character(everyone[usize::from(beside)]);
                seen.saw(now, me, CHOOSE_TALKER, &[prop(bench), other]);
                self.talker[seat >> 1] = n as u8;
                (CHOOSE_TALKER, Doing::Nothing)
            } else if usize::from(talker) == n {
                seen.saw(now, me, TALK, &[prop(bench)]);
                (TALK, Doing::Talking)
            } else {
                let other = Value::Character(everyone[usize::from(talker)]);
                seen.saw(now, me, LISTEN, &[prop(bench), other]);
                (LISTEN, Doing::Listening)
            }
        } else if person.rested {
            let seat = self.taken.trailing_ones() as usize;
            if seat >= 4 {
                return;
            }
            let (bench, place) = town.seats[seat];
            seen.saw(now, me, SIT, &[prop(bench), prop(place)]);
            self.taken |= 1 << seat;
            self.people[n].seat = seat as u8;
            self.people[n].rested = false;
            (SIT, Doing::SittingDown)
        } else {
            seen.saw(now, me, WANDER, &[]);
            (WANDER, Doing::Wandering)
        };
        fired[rule] += 1;
        if doing != Doing::Nothing {
            self.people[n].doing = doing;
            self.people[n].done = now.after(town.lengths.of(self.number, now, me));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::reference::Reference;

    fn compare(seed: Seed, scenes: u32, ticks: u32) -> Vec<Firing> {
        let script = BenchScript::compile().expect("compiles");
        let mut native = NativeOrder::new(&script, seed, scenes);
        let mut reference = Reference::new(&script, seed, scenes);
        native.seen = Some(vec![]);
        reference.seen = Some(vec![]);
        for _ in 0..ticks {
            native.tick();
            reference.tick();
        }
        assert_eq!(reference.faults, []);
        assert_eq!(native.fired(), reference.fired());
        let (native, reference) = (native.seen.unwrap(), reference.seen.unwrap());
        for (ours, theirs) in native.iter().zip(&reference) {
            assert_eq!(ours, theirs);
        }
        assert_eq!(native.len(), reference.len());
        native
    }

    #[test]
    fn every_firing_is_the_reference_evaluators() {
        let seen = compare(Seed(7), 12, 250);
        for rule in 0..6 {
            let times = seen.iter().filter(|firing| firing.rule == rule).count();
            assert!(times > 100, "rule {rule} fired {times} times");
        }
        assert_ne!(seen, compare(Seed(8), 12, 250));
    }

    #[test]
    #[ignore = "takes long without optimisation; run with --release -- --ignored"]
    fn every_firing_of_fifty_scenes_is_the_reference_evaluators() {
        compare(Seed(1), 50, 2000);
    }

    #[test]
    fn two_hashes_may_be_the_same_only_if_people_are() {
        // Ties go to the lower id; people of a scene are in that order, and the sort is stable.
        let everyone = people(3);
        assert!(everyone.is_sorted());
        assert_eq!(people(4)[0].0, everyone[3].0 + 1);
    }
}
