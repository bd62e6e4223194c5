//! The mind of a character: its needs, its role, what it wants to do now, and its feelings for others.
//!
//! What it is for: pure functions and plain values that an engine updates on beats. A [`Mind`] gets the
//! time and the state of its surroundings. It returns what the character wants to do, with which
//! urgency it offers to drive the body, and why.
//!
//! | module | holds |
//! |---|---|
//! | [`map`] | from needs, tests and flags to one action: fuzzy cognitive maps joined from layers, a reference and a fast one |
//! | [`need`], [`curve`] | levels over time in closed form, and when a threshold will be crossed |
//! | [`schedule`], [`role`] | which role is due, and the handshake that changes it |
//! | [`appointment`] | when two characters have time for the same activity |
//! | [`mind`] | all of that together, beat by beat |
//! | [`social`] | interactions between characters, and their effects |
//! | [`training`] | training of the social network |
//! | [`check`](mod@check) | checks of layers and schedules before they are used |
//! | [`layers`], [`senses`], [`calendar`] | shared content, questions to the stage, calendar time |
//!
//! Not its job: walking, using props, talking. The stage knows where things are and how long actions
//! take; the arbiter decides who drives a body. Nothing here reads a clock or a file, and nothing
//! simulated is a float.
//!
//! Goals, in order: the same bits on every machine; a reference map that follows the specification
//! sentence by sentence, and a fast one that agrees with it; every choice can be explained; small.
//!
//! # Design
//!
//! - **Needs and feelings are never stepped.** They are kept as a value and its moment, and computed in
//!   closed form. So no update changes them, and a seldom updated mind is not wrong.
//! - **Layers are joined anew when one is added or removed**, so that nothing of a role stays behind.
//! - **Below level full, a mind is an [`Outline`] of 32 bytes.** It is written only at events.
//!
//! A character that is hungry enough wants to eat, and can say why:
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
//!     Node { id: eat, kind: NodeKind::Action { deed, urgency: Urgency::Need } },
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
