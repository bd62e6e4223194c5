//! Background characters in saves, digests and changed content.

use super::level::{FOCUSES_MAX, Focus, Level, Levels};
use super::save::{MindFate, MindMoved};
use super::sleepers::{KeptMind, Sleeper};
use super::visits::Visits;
use crate::folk::Folk;
use crate::inspect::{MindViolation, Violation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{AreaId, CharacterId, Duration, MemberId, Tick};
use townsfolk_mind::mind::outline::Shape;

/// Levels and background characters as plain data. Empty if levels were never reported.
#[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedLevels {
    begun: bool,
    focus: Option<Vec<Focus>>,
    pace_mm: u32,
    ways: Vec<((AreaId, AreaId), u32)>,
    visits: Visits,
    pub(crate) asleep: SavedAsleep,
}

/// Some background characters, as plain data.
#[derive(PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedAsleep {
    people: Vec<(CharacterId, Sleeper)>,
    kept: Vec<(CharacterId, Box<KeptMind>)>,
    pins: Vec<(CharacterId, Level)>,
    /// The shape of the outlines of each member of the cast.
    shapes: Vec<(MemberId, Shape)>,
}

impl SavedAsleep {
    /// Adds a delay to all their moments.
    pub(crate) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        for (_, sleeper) in &mut self.people {
            sleeper.set_out = later(sleeper.set_out);
        }
        for (_, kept) in &mut self.kept {
            kept.quiet_until = later(kept.quiet_until);
        }
    }
}

impl Folk {
    pub(crate) fn keep_levels(&self) -> SavedLevels {
        let levels = &self.minds.levels;
        if !levels.are_used() && levels.ways.is_empty() && levels.pace_mm == super::level::PACE_MM {
            return SavedLevels::default();
        }
        SavedLevels {
            begun: levels.begun,
            focus: levels.focus.clone(),
            pace_mm: levels.pace_mm,
            ways: levels.ways.iter().map(|(way, mm)| (*way, *mm)).collect(),
            visits: levels.visits.clone(),
            asleep: self.keep_asleep(|_| true),
        }
    }

    /// The background characters that satisfy a predicate.
    pub(crate) fn keep_asleep(&self, of: impl Fn(CharacterId) -> bool) -> SavedAsleep {
        let levels = &self.minds.levels;
        let people = levels.asleep.iter().filter(|(who, _)| of(*who));
        let people: Vec<(CharacterId, Sleeper)> = people.map(|(who, s)| (who, *s)).collect();
        let kept = levels.asleep.kept.iter().filter(|(who, _)| of(**who));
        let pins = levels.pins.iter().filter(|(who, _)| of(**who));
        let mut members: Vec<MemberId> = people.iter().map(|(_, s)| s.member).collect();
        members.sort_unstable();
        members.dedup();
        SavedAsleep {
            kept: kept.map(|(who, kept)| (*who, kept.clone())).collect(),
            pins: pins.map(|(who, level)| (*who, *level)).collect(),
            shapes: (members.into_iter())
                .filter_map(|member| Some((member, self.shape_of(member)?)))
                .collect(),
            people,
        }
    }

    fn shape_of(&self, member: MemberId) -> Option<Shape> {
        self.beat_of(CharacterId(member.0), member)
            .map(|at| Shape::of(&at))
    }

    pub(crate) fn resume_levels(&mut self, saved: SavedLevels) {
        if saved == SavedLevels::default() {
            return;
        }
        let mut focus = saved.focus;
        if let Some(focus) = &mut focus {
            focus.truncate(FOCUSES_MAX);
        }
        self.minds.levels = Levels {
            begun: saved.begun,
            focus,
            pace_mm: saved.pace_mm.max(1),
            ways: saved.ways.into_iter().collect(),
            visits: saved.visits,
            ..Levels::default()
        };
        self.resume_asleep(saved.asleep);
    }

    /// Restores background characters, as far as the content still declares them.
    pub(crate) fn resume_asleep(&mut self, saved: SavedAsleep) -> Vec<CharacterId> {
        let shapes: BTreeMap<MemberId, Shape> = saved.shapes.into_iter().collect();
        let mut resumed = vec![];
        for (who, mut sleeper) in saved.people {
            let known = self.people.get(who.0).is_some() && self.mind(who).is_none();
            let shape = shapes.get(&sleeper.member);
            let (Some(shape), true) = (shape, known) else {
                continue;
            };
            let at = self.beat_of(who, sleeper.member);
            let outline = at.and_then(|at| sleeper.outline.in_shape_of(shape, &at));
            let fate = match outline {
                None => Some(MindFate::Lost),
                Some(_) if self.shape_of(sleeper.member).as_ref() != Some(shape) => {
                    Some(MindFate::GoesOn)
                }
                Some(_) => None,
            };
            self.minds
                .moved
                .extend(fate.map(|fate| MindMoved { who, fate }));
            if let Some(person) = self.people.get_mut(who.0) {
                person.at = match outline {
                    Some(_) => None,
                    None => Some(sleeper.from),
                };
            }
            if let Some(outline) = outline {
                sleeper.outline = outline;
                let soon = self.now.after(Duration::minutes(60));
                sleeper.set_out = sleeper.set_out.clamp(Tick(0), soon);
                if sleeper.level == Level::Full {
                    sleeper.level = Level::Ambient;
                }
                self.minds.levels.asleep.insert(who, sleeper);
                resumed.push(who);
            }
        }
        let asleep = &mut self.minds.levels.asleep;
        for (who, kept) in saved.kept {
            if asleep.get(who).is_some() {
                asleep.kept.insert(who, kept);
            }
        }
        for (who, level) in saved.pins {
            if self.people.get(who.0).is_some() {
                self.minds.levels.pins.insert(who, level);
            }
        }
        resumed
    }

    /// Migrates background characters to changed content.
    pub(crate) fn migrate_asleep(&mut self, kept: SavedAsleep) {
        self.minds.levels.asleep = Default::default();
        self.resume_asleep(kept);
    }

    /// Restores the background characters of a region.
    pub(crate) fn bring_back_asleep(&mut self, saved: SavedAsleep) {
        self.forget_reliefs();
        for who in self.resume_asleep(saved) {
            let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
                continue;
            };
            self.put_asleep(who, sleeper);
            self.make(who, sleeper.member);
            self.plan_sleeper(who);
        }
    }

    /// Rebuilds the caches of background characters.
    pub(crate) fn index_asleep(&mut self) {
        let asleep = self.minds.levels.asleep.iter();
        let everybody: Vec<(CharacterId, Sleeper)> = asleep.map(|(who, s)| (who, *s)).collect();
        self.minds.levels.asleep.bound.clear();
        self.minds.levels.asleep.walking.clear();
        for (who, sleeper) in &everybody {
            self.minds.levels.asleep.list(*who, sleeper);
            self.make(*who, sleeper.member);
        }
        self.plan_asleep();
    }

    /// A sum over background characters, with the host's reports about levels.
    pub(super) fn digest_of_levels(&self) -> u64 {
        let levels = &self.minds.levels;
        let saved = self.keep_levels();
        if saved == SavedLevels::default() {
            return 0;
        }
        let part = |number: u64, bytes: Result<Vec<u8>, postcard::Error>| {
            fold(number, hash64(&bytes.unwrap_or_default()))
        };
        let mut sum = part(3, postcard::to_allocvec(&(&saved.focus, saved.pace_mm)));
        let to_consider = levels.to_consider.order();
        if !to_consider.is_empty() {
            sum = sum.wrapping_add(part(9, postcard::to_allocvec(to_consider)));
        }
        sum = sum.wrapping_add(part(4, postcard::to_allocvec(&saved.ways)));
        sum = sum.wrapping_add(part(5, postcard::to_allocvec(&saved.visits)));
        sum = sum.wrapping_add(part(6, postcard::to_allocvec(&saved.asleep.pins)));
        for (who, sleeper) in &saved.asleep.people {
            let kept = levels.asleep.kept.get(who);
            let bytes = postcard::to_allocvec(&(who, sleeper, kept));
            sum = sum.wrapping_add(part(7, bytes));
        }
        sum
    }

    pub(super) fn inspect_asleep(&self, found: &mut Vec<Violation>) {
        let asleep = &self.minds.levels.asleep;
        for (who, sleeper) in asleep.iter() {
            let mut wrong = |amiss| found.push(Violation::WrongMind(who, amiss));
            match self.character(who) {
                None => wrong(MindViolation::Nobody),
                Some(person) => {
                    if person.at.is_some() || person.scene.is_some() || person.seized {
                        wrong(MindViolation::NotAsleep);
                    }
                }
            }
            if self.mind(who).is_some() || sleeper.level == Level::Full {
                wrong(MindViolation::NotAsleep);
            }
            let listed = asleep.bound.get(&sleeper.area);
            if listed.is_none_or(|listed| listed.binary_search(&who).is_err()) {
                wrong(MindViolation::Whereabouts);
            }
        }
    }
}
