//! The behaviours, a file each: how something is done.
//!
//! A behaviour is a plain value on the stack of its character. Only the top one goes on. Its result
//! is delivered to what lies beneath: another behaviour, or the skill.

mod canvass;
mod listen;
mod motions;
mod move_to;
mod play;
mod rest;
mod surprise;
mod take_post;
mod throw;

pub use canvass::Canvass;
pub use listen::Listen;
pub use motions::{USUAL_NAMES, end_of, usual_motions};
pub use move_to::{Goal, MoveTo};
pub use play::Play;
pub use rest::Rest;
pub use surprise::Surprise;
pub use take_post::{PostStage, TakePost};
pub use throw::{CloudSettings, Throw, ThrowStage, aim};

use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::Tick;
use townsfolk_module::senses::MindState;

/// How something is done.
pub trait Behaviour {
    /// It begins.
    fn start(&mut self, _at: &mut Moment<'_>) {}

    /// It goes on.
    fn tick(&mut self, at: &mut Moment<'_>) -> Status;

    /// It is broken off. The body is freed afterwards.
    fn abort(&mut self, _at: &mut Moment<'_>) {}

    /// Its name, for tools.
    fn name(&self) -> &'static str;

    /// How aware the character is meanwhile, if not as its skill says.
    fn mind(&self) -> Option<MindState> {
        None
    }

    /// Moves its moments, for a save that is loaded into a later time.
    fn shift_times(&mut self, _later: &mut dyn FnMut(Tick) -> Tick) {}
}

/// How far a behaviour has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Status {
    /// It goes on.
    Running,
    /// It is done.
    Success,
    /// It cannot be done.
    Failure(Failure),
}

/// Why a behaviour failed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Failure {
    /// No way leads there.
    NoPath,
    /// The body could not do it.
    Blocked,
    /// It took too long.
    Timeout,
    /// What it was about is no longer known.
    Gone,
}

impl Failure {
    /// The cause in words.
    pub const fn words(self) -> &'static str {
        match self {
            Failure::NoPath => "no way leads there",
            Failure::Blocked => "the body could not do it",
            Failure::Timeout => "it took too long",
            Failure::Gone => "what it was about is gone",
        }
    }
}

/// Makes the list of behaviours.
macro_rules! behaviours {
    ($($behaviour:ident,)*) => {
        /// A behaviour on a stack.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum BehaviourState {
            $(#[doc = concat!("[`", stringify!($behaviour), "`].")] $behaviour($behaviour),)*
        }

        impl BehaviourState {
            /// The behaviour.
            pub fn as_behaviour(&self) -> &dyn Behaviour {
                match self {
                    $(BehaviourState::$behaviour(state) => state,)*
                }
            }

            /// The behaviour, to be changed.
            pub fn as_behaviour_mut(&mut self) -> &mut dyn Behaviour {
                match self {
                    $(BehaviourState::$behaviour(state) => state,)*
                }
            }
        }

        $(impl From<$behaviour> for BehaviourState {
            fn from(state: $behaviour) -> BehaviourState {
                BehaviourState::$behaviour(state)
            }
        })*
    };
}

// New behaviours are added at the end: saves number them in this order.
behaviours! {
    Listen,
    MoveTo,
    Play,
    Rest,
    Surprise,
    TakePost,
    Throw,
    Canvass,
}
