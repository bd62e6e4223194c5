//! The embedded stage of Townsfolk: a town to walk in, and a complete host that plays a folk in it.
//!
//! ```
//! use std::sync::Arc;
//! use townsfolk::prelude::*;
//! use townsfolk_town::{Atlas, Opening, Plan, TownStage};
//!
//! # let (module, symbols) = (townsfolk_module::Module::default(), Default::default());
//! // The module comes from `townsfolk build`. A plan needs only its areas and locations.
//! let plan = Plan::derive(&module, &symbols);
//! let atlas = Arc::new(Atlas::of(Arc::new(plan)).map_err(|problems| problems[0].clone())?);
//! let mut folk = Folk::new(Arc::new(module), Seed(7));
//! let mut stage = TownStage::new(atlas, Seed(7));
//! stage.open(&mut folk, Opening::default());
//! for _ in 0..600 {
//!     stage.step(&mut folk, &SingleThread);
//!     for body in stage.bodies_at(folk.now()) {
//!         println!("{:?} is at {:?} and does {:?}", body.who, body.at, body.does);
//!     }
//! }
//! # Ok::<(), townsfolk_town::PlanError>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`plan`] | the ground as plain data; checks of a plan; plans derived from content |
//! | [`paths`] | one search, routes from plate to plate, ways around furniture |
//! | [`motion`] | walks as functions of time, slots at doors, lanes |
//! | [`near`] | who is near |
//! | [`player`] | the player: walks, icons, roles, questions, orders |
//! | [`stage`] | the host: commands, doors, things, money, weather, passers-by, saves |
//! | [`follow`] | checks that no character jumps or is missing, and that statements are true |
//! | [`tower`] | towers: floor plates, stairs and lifts, and exact ways through them |
//! | [`generate`] | towns of any size from a sample |
//!
//! Not its job: drawing, files, or deciding what characters want. A game with its own world needs none
//! of it. It knows the engine only through reports and commands. `plan` is data, `paths` and `motion`
//! are functions of it, and `stage` has the state; each can be used without the next.
//!
//! Goals, in order: the same inputs give the same town on any machine; no character jumps or
//! passes a wall; what does not change costs nothing; every part can be replaced. Everything is
//! integer millimetres and ticks. There is no I/O, no clock and no thread here.
//!
//! # Design
//!
//! - **A walk is planned once, with its waits at doors, and then looked up.** So walking costs nothing
//!   per tick, a save needs no animation phase, and `near` can be asked for any moment. The price:
//!   after setting out, a character reacts to nothing on the way unless it is stopped or redirected.
//!   Overlapping characters are separated for display only.
//! - **Slots instead of queues.** A narrow place has a list of reserved times. A slot is final, which
//!   makes deadlock impossible and waiting times known. A slot that is given back is free again.
//! - **Dead ends are not searched.** Plates that lead nowhere else are removed until the core of
//!   streets is left; a removed plate has one way out. This is exact, and compared with a plain search.
//! - **The route cache changes nothing.** A cached route is the shortest one without locks. If a
//!   character may use it, it is the shortest for that character too; else the search runs again.
//! - **Far walks take as long as near ones**, because they use the time of the way around furniture.
//!   Only their line is straight. Detail is simulated state, set by the focus; watching is not focus.
//! - **An area is its plates and one block around its parts.** So being in a part is being in the whole,
//!   without a list of every room.
//! - **Only characters at level full have bodies.** The stage follows the levels of the folk. A lowered
//!   character loses its body and keeps purse and things, if they differ from the initial ones. A
//!   raised one gets a body on the nearest ground.
//! - **Searches for locations double their radius** until nothing further away can be better, so the
//!   result is that of a scan over all. In a large town, characters go at most two kilometres for what is
//!   not at their own post, and notice nothing further than 300 metres away in the same street.
//! - **Changing direction does not delay the next position report.** A walker is reported every second
//!   since the last report, and a stopped one in the next tick.
//! - **A plan is not part of a module.** `plan` in content is lowered to `Ground` (plain data of
//!   `townsfolk-module`), and `Checked::ground` passes it to this stage. A game has its own ground, and
//!   saved towns keep their plan. The checker works on the written rectangles, so that it can report
//!   problems where they were written.
//! - **A plan without plates is open ground.** There all characters walk straight and at the same pace, and
//!   there is no money and no weather. Nothing can hold up a walk, so an action is planned with its
//!   walk when it begins. The positions are those of the folk, because tests and cues report some.
//! - **An order is a seizure with an errand.** Orders of the player are kept beside folk and stage
//!   (`Living::errands`), at the end of saves. To the folk they are `Seized` and `Released`.
//! - **The engine knows who may enter an area, not when a door is open.** Searches skip private areas
//!   (`Report::Admits`, read from the doors by `plan/private_areas.rs`). Hours and keys matter at the door only;
//!   a search that depended on the time of day would find something else at every look.
//! - **A generated town is a mix of copies of a sample.** The generator invents no proportions. Layers
//!   and roles that name a place are copied for it.
#![forbid(unsafe_code)]

pub mod follow;
pub mod generate;
pub mod inheritance;
pub mod living;
pub mod motion;
pub mod near;
pub mod paths;
pub mod plan;
pub mod player;
mod sight;
pub mod stage;
pub mod talk;
pub mod tower;

pub use generate::Town;
pub use paths::Atlas;
pub use plan::{Plan, PlanError};
pub use stage::{Arrivals, BodyAt, Opening, TownStage, Weather};
