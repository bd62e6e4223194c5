//! What a runner may know: itself, its friends, its own records, the ground.

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use townsfolk_core::{
    Angle, CharacterId, DeciderId, Place, Seed, StimulusId, SymbolId, Tick, Value,
};
use townsfolk_module::Module;

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
    fn ground(&self) -> Option<&dyn Ground>;
    /// A way from its own place.
    fn way(&self, to: Place, style: WayStyle) -> Option<Way>;
    /// Its records, by subject.
    fn records(&self) -> &[Record];
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
    /// The present rating of a post, in thousandths.
    fn rating(&self, query: DeciderId, post: u32) -> i32;
}

/// Ground to walk on: polygons with portals, walls and light.
pub trait Ground: Debug {
    /// The polygon at a point.
    fn polygon_at(&self, at: Place) -> Option<Polygon>;
    /// The centre of a polygon.
    fn centre(&self, of: Polygon) -> Option<Place>;
    /// The neighbours of a polygon, ascending.
    fn neighbours(&self, of: Polygon) -> Vec<Polygon>;
    /// The edge that two neighbours share.
    fn portal(&self, from: Polygon, to: Polygon) -> Option<(Place, Place)>;
    /// All polygons of a zone, ascending; of the whole ground without a zone, or with one that the
    /// ground does not have.
    fn polygons(&self, zone: Option<SymbolId>) -> Vec<Polygon>;
    /// Where a straight walk is blocked first. `None` if it leads there.
    fn blocked_at(&self, from: Place, to: Place) -> Option<Place>;
    /// Whether a standing character at one point sees the other.
    fn sees(&self, from: Place, to: Place) -> bool;
    /// Whether a point can be walked on.
    fn is_walkable(&self, at: Place) -> bool;
    /// The points of a route, with the names of their markers.
    fn route(&self, name: SymbolId) -> Option<Vec<(Place, Option<SymbolId>)>>;
    /// The light at a point, in thousandths.
    fn light(&self, at: Place) -> u32;
}

/// A polygon of the ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Polygon(pub u32);

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

/// Whom or what a record is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sensed {
    /// Somebody.
    Character(CharacterId),
    /// A place where something happened that gave nobody away, by the number of the stimulus.
    Spot(u32),
}

/// How sure a record is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Certainty {
    /// Something may be there.
    Suspected,
    /// It was there.
    Lost,
    /// It is there.
    Confirmed,
}

/// What a character knows of the place of another, as it was sensed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Whom it is about.
    pub subject: Sensed,
    /// The last place that was sensed.
    pub at: Place,
    /// The last velocity that was sensed, in millimetres a second, east and north.
    pub velocity: (i32, i32),
    /// The last direction that was seen, of a character.
    pub heading: Option<Angle>,
    /// When it was first sensed.
    pub first: Tick,
    /// When it was last seen.
    pub seen: Option<Tick>,
    /// When it was last heard.
    pub heard: Option<Tick>,
    /// When it was last touched.
    pub touched: Option<Tick>,
    /// The strength of what was sensed last, in thousandths.
    pub strength: i32,
    /// How sure it is.
    pub certainty: Certainty,
    /// Whether it can be attacked.
    pub attackable: bool,
}

impl Record {
    /// When it was last sensed in any way.
    pub fn last(&self) -> Tick {
        let senses = [self.seen, self.heard, self.touched, Some(self.first)];
        senses.into_iter().flatten().max().unwrap_or(self.first)
    }

    /// The character that it is about.
    pub fn someone(&self) -> Option<CharacterId> {
        match self.subject {
            Sensed::Character(who) => Some(who),
            Sensed::Spot(_) => None,
        }
    }
}

/// How strongly a character answers to what it has heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Reaction {
    /// Not at all.
    #[default]
    Calm,
    /// It is visibly uneasy.
    Uneasy,
    /// It turns to the sound.
    Turning,
    /// It knows that somebody is there.
    Knows,
}

/// How much a character has been alerted by what it heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Awareness {
    /// Excitation, in thousandths.
    pub excitation: i32,
    /// The step of the ladder that it has reached.
    pub reaction: Reaction,
    /// Where the last sound came from.
    pub towards: Option<Place>,
}

/// A stimulus that has reached a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// When.
    pub tick: Tick,
    /// What kind it is. None for a touch.
    pub kind: Option<StimulusId>,
    /// Where it was made.
    pub at: Place,
    /// How strong it is here, in thousandths.
    pub strength: i32,
    /// Whether it stirs a sleeper and does not wake him.
    pub soft: bool,
    /// The subject of the record that it made or refreshed. `None` if a friend made it.
    pub subject: Option<Sensed>,
    /// The friend that made it and was recognised.
    pub friend: Option<CharacterId>,
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
    /// Whether this character sees it now.
    pub seen: bool,
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
