//! Raising a background character to level full, and lowering it.
//!
//! A raised character appears at its computed position, with its computed needs, the role of the
//! hour, and memories of what it can have seen. A lowered one keeps its memories and feelings.

use super::level::Level;
use super::sleepers::{KeptMind, NOWHERE, Sleeper};
use super::{Extent, MindEvent, MindState};
use crate::folk::Folk;
use crate::performer::Hands;
use crate::place::Place;
use townsfolk_core::{AreaId, CharacterId, MemberId};
use townsfolk_knowledge::What;
use townsfolk_mind::{Beat, Outline};
use townsfolk_module::mind::Relationship;

/// Maximum number of blocks that a position is moved out of.
const WALLS_MAX: usize = 4;

impl Folk {
    /// Raises a background character to level full.
    pub(super) fn raise(&mut self, who: CharacterId) {
        let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        let Some(minded) = self.awaken(who, &sleeper) else {
            return;
        };
        let place = self.clear_of_walls(who, &sleeper);
        self.end_stay(who, &sleeper, self.now);
        let kept = self.minds.levels.asleep.kept.get(&who);
        let hands = Hands {
            next_start: kept.map_or(1, |kept| kept.next_start),
            ..Hands::default()
        };
        self.performer.set_hands(who, hands);
        self.forget_asleep(who);
        self.minds.people.insert(who, Box::new(minded));
        self.stand_at(who, place);
        self.tell_of_mind(who, MindEvent::LevelIs(Level::Full));
        self.find(who);
        self.sync_role(who);
        self.plan_fading(who);
        self.agenda.minds.add(self.now, who);
    }

    /// Raises a background character for a report that requires level full.
    pub(crate) fn rouse(&mut self, who: CharacterId) {
        if self.minds.levels.asleep.get(who).is_some() {
            self.raise(who);
        }
    }

    /// The mind of a background character, computed for now.
    fn awaken(&self, who: CharacterId, sleeper: &Sleeper) -> Option<MindState> {
        let at = self.beat_asleep(who, sleeper.member)?;
        let outline = self.lived_outline(who, sleeper)?;
        let at = Beat {
            now: at.now.max(outline.since()),
            ..at
        };
        let on_the_way = self.arrives(who, sleeper) > self.now;
        let mind = outline.wake(&at, self.post_of(sleeper, &outline), on_the_way)?;
        let mut minded = MindState::new(who, at.member, mind);
        match self.minds.levels.asleep.kept.get(&who) {
            Some(kept) => {
                minded.relationships = kept.relationships.clone();
                minded.mind.mood = kept.mood;
                minded.quiet_until = kept.quiet_until;
            }
            None => minded.relationships = self.first_relationships(sleeper.member),
        }
        let (memory, met) = self.recall(who, sleeper);
        minded.memory = memory;
        for (other, attractiveness, shared) in met {
            minded.relationships.meet(other, attractiveness, shared);
        }
        Some(minded)
    }

    /// The area in which the role is held or taken on. It may contain the area of the character.
    fn post_of(&self, sleeper: &Sleeper, outline: &Outline) -> Option<AreaId> {
        let entries = &self.member(sleeper.member)?.schedule.entries;
        let entry = entries.get(usize::from(outline.entry()?.0))?;
        match entry.venue {
            townsfolk_module::mind::Venue::Area(area) => Some(area),
            townsfolk_module::mind::Venue::Suits(_) => {
                Some(sleeper.area).filter(|area| *area != NOWHERE)
            }
        }
    }

    /// Relationships of the content, which names cast members, for the characters made from them.
    pub(super) fn first_relationships(
        &self,
        member: MemberId,
    ) -> townsfolk_mind::social::Relationships {
        let mut relationships = townsfolk_mind::social::Relationships::default();
        let known = self.member(member).into_iter();
        for (other, relationship) in known.flat_map(|known| &known.relationships) {
            let made = self.minds.made_from.get(other).into_iter().flatten();
            made.for_each(|who| relationships.set(*who, *relationship));
        }
        relationships
    }

    /// The characters that have feelings for any character made from a member.
    pub(super) fn who_feel_for(&self, member: MemberId) -> Vec<(CharacterId, Relationship)> {
        let feeling = self.content.who_feel_for(member).filter_map(|other| {
            let other = self.member(other)?;
            let felt = other
                .relationships
                .iter()
                .find(|(whom, _)| *whom == member)?;
            Some((other.id, felt.1))
        });
        let made = feeling.flat_map(|(other, felt)| {
            let made = self.minds.made_from.get(&other).into_iter().flatten();
            made.map(move |who| (*who, felt))
        });
        made.collect()
    }

    /// The position of a raised character: on the way between two areas never inside a third,
    /// because it would have come through the walls.
    fn clear_of_walls(&self, who: CharacterId, sleeper: &Sleeper) -> Place {
        let mut at = self.place_asleep(who, sleeper);
        if self.arrives(who, sleeper) <= self.now {
            return at;
        }
        let from = self.area_at(sleeper.from);
        let passes = |area: AreaId| {
            self.is_within(sleeper.area, area)
                || from.is_some_and(|from| self.is_within(from, area))
        };
        for _ in 0..WALLS_MAX {
            let Some(area) = self.area_at(at).filter(|area| !passes(*area)) else {
                break;
            };
            let extents = self.minds.areas.get(&area).into_iter().flatten();
            match extents.clone().find(|extent| extent.holds(at)) {
                Some(extent) => at = beside(extent, at),
                None => break,
            }
        }
        at
    }

    /// Adds a character to the position indexes again.
    fn stand_at(&mut self, who: CharacterId, place: Place) {
        if let Some(person) = self.people.get_mut(who.0) {
            person.at = Some(place);
            self.people.near.put(who, place);
            self.wake_around(place);
            self.list(who);
        }
    }

    /// Lowers a fully simulated character that has nothing left to do.
    pub(super) fn lower(&mut self, who: CharacterId, level: Level) {
        let Some(place) = self.character(who).and_then(|person| person.at) else {
            return;
        };
        let Some(minded) = self.minds.people.get(&who) else {
            return;
        };
        let at = self.beat_of(who, minded.member);
        let Some(outline) = at.and_then(|at| Outline::of(&minded.mind, &at)) else {
            return;
        };
        let area = self.area_of(who);
        self.lay_down_role(who);
        self.go_out_of_sight(who, area);
        let Some(mut minded) = self.minds.people.remove(&who) else {
            return;
        };
        self.unindex_mind(&minded);
        let feels = &minded.relationships;
        minded
            .memory
            .think(&|other| self.closeness(who, feels, other));
        let kept = KeptMind {
            memory: minded.memory,
            relationships: minded.relationships,
            mood: minded.mind.mood,
            next_start: self.performer.hands(who).next_start,
            quiet_until: minded.quiet_until,
            since: self.moment(),
            area: area.unwrap_or(NOWHERE),
        };
        self.minds.levels.asleep.kept.insert(who, Box::new(kept));
        self.performer.forget(who);
        let sleeper = Sleeper {
            from: place,
            area: area.unwrap_or(NOWHERE),
            set_out: self.now,
            member: minded.member,
            level,
            walks: false,
            outline,
        };
        self.lay_to_rest(who, sleeper);
        self.tell_of_mind(who, MindEvent::LevelIs(level));
    }

    /// Starts a character that has just received a mind in the background, if it is out of focus.
    /// Returns whether it did.
    pub(super) fn begin_asleep(&mut self, who: CharacterId, member: MemberId) -> bool {
        let Some(level) = self.should_sleep(who) else {
            return false;
        };
        let place = self.character(who).and_then(|person| person.at);
        let outline = self.beat_of(who, member).and_then(|at| Outline::new(&at));
        let (Some(place), Some(outline)) = (place, outline) else {
            return false;
        };
        let area = self.area_of(who);
        self.go_out_of_sight(who, area);
        let sleeper = Sleeper {
            from: place,
            area: area.unwrap_or(NOWHERE),
            set_out: self.now,
            member,
            level,
            walks: false,
            outline,
        };
        self.lay_to_rest(who, sleeper);
        true
    }

    fn lay_to_rest(&mut self, who: CharacterId, sleeper: Sleeper) {
        self.put_asleep(who, sleeper);
        self.follow_schedule(who);
        self.plan_sleeper(who);
    }

    /// Removes a character from the position indexes.
    fn go_out_of_sight(&mut self, who: CharacterId, area: Option<AreaId>) {
        if let Some(area) = area {
            self.let_witness(who, area, What::Left);
        }
        self.lose_sight_of(who);
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        let place = person.at.take();
        if let Some(place) = place {
            self.people.near.take(who, place);
        }
        self.list(who);
    }

    /// Removes a background character from all tables, without an event.
    pub(super) fn forget_asleep(
        &mut self,
        who: CharacterId,
    ) -> Option<(Sleeper, Option<Box<KeptMind>>)> {
        let asleep = &mut self.minds.levels.asleep;
        let sleeper = asleep.remove(who)?;
        asleep.unlist(who, sleeper.area);
        Some((sleeper, asleep.kept.remove(&who)))
    }

    /// Removes the mind of a background character; its body stays where it is.
    pub(super) fn lose_mind_asleep(&mut self, who: CharacterId) {
        let Some(sleeper) = self.minds.levels.asleep.get(who).copied() else {
            return;
        };
        let place = self.place_asleep(who, &sleeper);
        self.end_stay(who, &sleeper, self.now);
        self.forget_asleep(who);
        self.unmake(who, sleeper.member);
        self.stand_at(who, place);
        self.find(who);
    }
}

/// The nearest place on the ground just outside a block.
fn beside(extent: &Extent, at: Place) -> Place {
    let west = (extent.from.x_mm.saturating_sub(1), at.y_mm);
    let east = (extent.to.x_mm.saturating_add(1), at.y_mm);
    let south = (at.x_mm, extent.from.y_mm.saturating_sub(1));
    let north = (at.x_mm, extent.to.y_mm.saturating_add(1));
    let sides = [west, east, south, north].map(|(x_mm, y_mm)| Place { x_mm, y_mm, ..at });
    let nearest = sides.into_iter().min_by_key(|side| side.distance_mm(at));
    nearest.unwrap_or(at)
}
