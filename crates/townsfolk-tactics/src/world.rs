//! What a runner may know: itself, its friends, its own records, the ground.

use crate::squad::Orders;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use townsfolk_core::{
    Angle, CharacterId, DeciderId, Place, Seed, StimulusId, SymbolId, Tick, Value,
};
use townsfolk_module::Module;
use townsfolk_senses::{Disturbance, Reaction, Records, Sensed, Strength};
use townsfolk_space::Space;

/// The world, as it is lent to one character for one step.
///
/// Hostiles appear in it only as records. An implementation must not look up the true place of a
/// hostile to answer any of these.
pub trait World: Debug {
    /// The content.
    fn module(&self) -> &Module;
    /// The seed of the run.
    fn seed(&self) -> Seed;
    /// The time.
    fn now(&self) -> Tick;
    /// The character that decides.
    fn me(&self) -> CharacterId;
    /// Its own place.
    fn here(&self) -> Place;
    /// The direction in which it looks.
    fn heading(&self) -> Angle;
    /// The ground, if the world has one.
    fn space(&self) -> Option<&Space>;
    /// A way from its own place.
    fn way(&self, to: Place, style: WayStyle) -> Option<Way>;
    /// Its records, by subject.
    fn records(&self) -> &Records;
    /// How much it has been alerted by what it heard.
    fn awareness(&self) -> Awareness;
    /// Friends within a distance, by id. Friends are characters with a skill set of the same family:
    /// the same set, or the same squad.
    fn friends(&self, within_mm: u32) -> Vec<Friend>;
    /// One friend, wherever it is. `None` if it is gone.
    fn friend(&self, who: CharacterId) -> Option<Friend>;
    /// Whether an attribute of its own holds. `false` for an attribute that content does not declare.
    fn is(&self, attribute: &str) -> bool;
    /// The number in an attribute of its own, in thousandths.
    fn number(&self, attribute: &str) -> Option<i64>;
    /// Whether the guard of a skill holds, by its index in the set.
    fn allows(&self, skill: usize) -> bool;
    /// The best post of a query now, if it has one.
    fn best_post(&self, query: DeciderId) -> Option<Post>;
    /// What its squad tells it. Nobody gives orders to a character without a squad.
    fn orders(&self) -> Option<&Orders> {
        None
    }
    /// The present rating of a post, in thousandths.
    fn rating(&self, query: DeciderId, post: u32) -> i32;
}

/// What a way should avoid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WayStyle {
    /// It avoids places that hostiles probably see, from where they are believed to be.
    pub hidden: bool,
    /// It ends at the nearest point that can be reached, if the goal itself cannot.
    pub nearest: bool,
}

/// A way: straight legs from corner to corner.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// The corners, the goal last.
    pub corners: Vec<Place>,
    /// Its length.
    pub length_mm: u32,
}

/// How much a character has been alerted by what it heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Awareness {
    /// Its excitement, in thousandths.
    pub excitement: u32,
    /// The step of the ladder that it has reached.
    pub reaction: Reaction,
    /// How it was disturbed last in its sleep, when and from where.
    pub disturbed: Option<(Disturbance, Tick, Place)>,
}

/// A stimulus that has reached a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// When.
    pub tick: Tick,
    /// What kind it is.
    pub kind: StimulusId,
    /// Where it was made.
    pub at: Place,
    /// How strong it is here.
    pub strength: Strength,
    /// Whether it stirs a sleeper and does not wake him.
    pub soft: bool,
    /// The subject of the record that it made or refreshed; none if it was too faint for one.
    pub subject: Option<Sensed>,
}

/// A friend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Friend {
    /// Who.
    pub who: CharacterId,
    /// Its place.
    pub at: Place,
    /// Its direction.
    pub heading: Angle,
    /// The skill that it runs.
    pub skill: Option<SymbolId>,
    /// Whether this character sees or hears it now, by its own senses.
    pub noticed: bool,
    /// Whether it lives.
    pub lives: bool,
}

/// A place to stand, as a query rates it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// Its number on the ground.
    pub id: u32,
    /// Where to stand.
    pub at: Place,
    /// The direction from which it is protected.
    pub facing: Angle,
    /// Whether one must crouch there to be covered.
    pub low: bool,
    /// Its rating, in thousandths.
    pub rating: i32,
}

/// A value of an attribute that an intent sets: it holds, or has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Set {
    /// It holds.
    Holds,
    /// It does not hold.
    HoldsNot,
    /// It has this value.
    Is(Value),
}
