//! The skills, a file each.

mod advance;
mod ambush;
mod authored;
mod chase;
mod flank;
mod follow;
mod guard;
mod gun_combat;
mod hide;
mod investigate;
mod melee;
mod on_fire;
mod panic;
mod patrol;
mod search;
mod sleep;
mod sweep;
mod throw;
mod wander;

pub use advance::Advance;
pub use ambush::Ambush;
pub use authored::Authored;
pub use chase::Chase;
pub use flank::Flank;
pub use follow::Follow;
pub use gun_combat::GunCombat;
pub use hide::Hide;
pub use investigate::Investigate;
pub use melee::Melee;
pub use on_fire::OnFire;
pub use panic::Panic;
pub use patrol::Patrol;
pub use search::Search;
pub use sleep::{Sleep, sleep_rules};
pub use sweep::Sweep;
pub use throw::Throw;
pub use wander::Wander;

use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{SymbolId, Tick};
use townsfolk_module::senses::MindState;

/// What to do, in one situation. Its state is a plain value that outlives its runs.
pub trait Skill {
    /// Whether it could begin; if not, the reason, after "because".
    ///
    /// It is cheap and changes nothing. The guard that content gives is checked beside it.
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str>;

    /// It begins.
    fn enter(&mut self, _at: &mut Moment<'_>) {}

    /// It goes on. While a behaviour runs this is called before the behaviour.
    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus;

    /// It ends. All behaviours have been broken off.
    fn exit(&mut self, _at: &mut Moment<'_>, _how: Exit) {}

    /// What it does now, in a word or two.
    fn state(&self) -> &'static str;

    /// How aware the character is, if not as the catalogue says.
    fn mind(&self) -> Option<MindState> {
        None
    }

    /// Its timers, with names, for tools.
    fn timers(&self) -> Vec<(&'static str, Tick)> {
        vec![]
    }

    /// Moves its moments, for a save that is loaded into a later time.
    fn shift_times(&mut self, _later: &mut dyn FnMut(Tick) -> Tick) {}
}

/// Whether a skill goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkillStatus {
    /// It does.
    Running,
    /// It is over.
    Done,
}

/// How a skill ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// By itself.
    Completed,
    /// Another one is more important, or it is no longer wanted.
    Interrupted,
}

/// Makes the table of skills: the name in content, and the state.
macro_rules! skills {
    ($($name:literal => $state:ident,)*) => {
        /// The state of a skill of a character.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum SkillState {
            /// A skill that content describes.
            Authored(Authored),
            $(#[doc = concat!("`", $name, "`.")] $state($state),)*
        }

        impl SkillState {
            /// A new state of a skill.
            pub fn of(kind: SymbolId) -> SkillState {
                // A second name of the same skill.
                if kind == SymbolId::named("script") {
                    return SkillState::Patrol(Patrol::default());
                }
                $(if kind == SymbolId::named($name) {
                    return SkillState::$state($state::default());
                })*
                SkillState::Authored(Authored::default())
            }

            /// The skill.
            pub fn as_skill(&self) -> &dyn Skill {
                match self {
                    SkillState::Authored(state) => state,
                    $(SkillState::$state(state) => state,)*
                }
            }

            /// The skill, to be changed.
            pub fn as_skill_mut(&mut self) -> &mut dyn Skill {
                match self {
                    SkillState::Authored(state) => state,
                    $(SkillState::$state(state) => state,)*
                }
            }
        }
    };
}

// New skills are added at the end: saves number them in this order.
skills! {
    "on_fire" => OnFire,
    "chase" => Chase,
    "search" => Search,
    "follow" => Follow,
    "ambush" => Ambush,
    "throw" => Throw,
    "sleep" => Sleep,
    "wander" => Wander,
    "melee" => Melee,
    "panic" => Panic,
    "flank" => Flank,
    "hide" => Hide,
    "gun_combat" => GunCombat,
    "advance" => Advance,
    "sweep" => Sweep,
    "investigate" => Investigate,
    "patrol" => Patrol,
}
