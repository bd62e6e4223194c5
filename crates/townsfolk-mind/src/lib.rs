//! The mind of a character: what it needs, which role it holds, what it wants to do now, what it
//! feels for others and what it remembers.
//!
//! What it is for: pure functions and plain values that an engine looks at on beats. A [`Mind`] is
//! told the time and what is true around it; it says what the character wants to do, with which
//! word it offers to drive the body, and why.
//!
//! | part | says |
//! |---|---|
//! | [`map`] | how needs, tests and flags become one thing to do: fuzzy cognitive maps woven from layers, a reference and a fast one |
//! | [`need`], [`curve`] | levels over time in closed form, and when a threshold will be crossed |
//! | [`schedule`], [`role`] | which role is due, and the handshake by which it is changed |
//! | [`appointment`] | when two people could do the same together |
//! | [`mind`] | all of that together, beat by beat |
//! | [`social`] | what people do to one another, and what it does to them |
//! | [`training`] | where the weights of the social network come from |
//! | [`memory`] | events, sightings, tidings, and questions |
//! | [`check`](mod@check) | what is wrong with layers and schedules, before they are used |
//! | [`layers`], [`senses`], [`calendar`] | shared content, what is asked of the stage, calendar time |
//!
//! What it is not for: walking, using props, talking. Where things are and how long they take is the
//! stage's business; who drives a body is the arbiter's. Nothing here reads a clock or a file, and
//! nothing simulated is a float.
//!
//! Goals, in order: the same bits on every machine; one obvious reading of every sentence of the
//! specification (the reference map), and a fast one that agrees with it; every wish can be
//! explained; small.
//!
//! Somebody hungry enough wants to eat, and can say why:
//!
//! ```
//! use townsfolk_core::{LayerId, NeedId, NodeId, Urgency};
//! use townsfolk_mind::map::{Map, Program, why};
//! use townsfolk_module::mind::{Deed, Degree, Layer, Link, Node, NodeKind, Selection};
//!
//! let hunger = NeedId::named("hunger");
//! let [need, concept, eat] = ["hungry", "hunger", "eat"].map(NodeId::named);
//! let mut basic = Layer::empty(LayerId::named("basic"));
//! let deed = Deed::Satisfy(hunger, Selection::Nearest);
//! basic.nodes = vec![
//!     Node { id: need, kind: NodeKind::Need(hunger) },
//!     Node { id: concept, kind: NodeKind::Concept },
//!     Node { id: eat, kind: NodeKind::Action { deed, word: Urgency::Need } },
//! ];
//! basic.links = vec![
//!     Link::plain(need, concept, Degree::ONE),
//!     Link::plain(concept, eat, Degree::ONE).above(Degree::percent(60)),
//! ];
//!
//! let mut map = Map::new(Program::compile(&[&basic]).unwrap().into());
//! map.tell(0, Degree::percent(59));
//! map.settle();
//! assert!(map.choose(None).is_none());
//! map.tell(0, Degree::percent(60));
//! map.settle();
//! assert_eq!(map.choose(None).unwrap().node, eat);
//! assert_eq!(why(&map, None).fed_by[0].wire.link.from.nodes(), [concept]);
//! ```
#![forbid(unsafe_code)]

pub mod appointment;
pub mod calendar;
pub mod check;
pub mod curve;
pub mod layers;
pub mod map;
pub mod memory;
pub mod mind;
pub mod need;
pub mod role;
pub mod schedule;
pub mod senses;
pub mod social;
pub mod training;

pub use appointment::Appointment;
pub use calendar::Moment;
pub use layers::Layers;
pub use mind::{Beat, Happening, Intent, Mind, Outline, Relief, SavedMind};
pub use role::Holding;
pub use senses::{Senses, Truth};
