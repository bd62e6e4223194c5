//! Driving a character from outside, with all its skills off.

use crate::arbitration::end;
use crate::behaviours::{BehaviourState, Canvass, Goal, MoveTo, Play};
use crate::intent::{BodyOrder, Intent};
use crate::log::{Decision, Reason};
use crate::moment::Moment;
use crate::runner::{Runner, tick_top};
use crate::skills::Exit;
use crate::world::{WayStyle, World};
use serde::{Deserialize, Serialize};
use townsfolk_core::{ActionId, Angle, CharacterId, Duration, Place};
use townsfolk_module::senses::SkillSet;

/// What somebody outside wants of a character. Behaviours carry it out as they do for skills.
///
/// The first order turns all skills off, and [`Leave`](PuppetOrder::Leave) turns them on again. To put
/// a character somewhere else, the host moves its body and reports that.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PuppetOrder {
    /// Stand, and wait for orders.
    Stand,
    /// Walk to a point.
    MoveTo {
        /// Where to.
        to: Place,
        /// How fast, in millimetres a second.
        pace: u32,
    },
    /// Look in a direction.
    Look(Angle),
    /// Look around.
    LookAbout,
    /// Cover the surroundings.
    Canvass {
        /// How far.
        radius_mm: u32,
        /// How long.
        lasts: Duration,
    },
    /// Perform an action without a target.
    Gesture(ActionId),
    /// Strike somebody.
    Attack(CharacterId),
    /// Scream or growl.
    Cry,
    /// Do again what was ordered last.
    Repeat,
    /// Decide again by its own skills.
    Leave,
}

/// A character that is driven from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Puppet {
    /// What was ordered last.
    pub last: Option<PuppetOrder>,
    pending: Option<PuppetOrder>,
    leaves: bool,
}

impl Runner {
    /// Orders something of the character from outside. It is done at the next step.
    pub fn order(&mut self, order: PuppetOrder) {
        if order == PuppetOrder::Leave {
            if let Some(puppet) = &mut self.puppet {
                puppet.leaves = true;
            }
        } else {
            let puppet = self.puppet.get_or_insert_default();
            puppet.leaves = false;
            puppet.pending = match order {
                PuppetOrder::Repeat => puppet.last,
                order => Some(order),
            };
        }
        self.wake();
    }

    /// The state of a character that is driven from outside.
    pub fn puppet(&self) -> Option<&Puppet> {
        self.puppet.as_ref()
    }

    /// Does what is ordered from outside. Returns whether skills decide.
    pub(crate) fn drive(
        &mut self,
        world: &dyn World,
        set: &SkillSet,
        intents: &mut Vec<Intent>,
    ) -> bool {
        let Some(mut puppet) = self.puppet.take() else {
            return true;
        };
        if let Some(running) = self.running {
            end(self, world, set, running, Exit::Interrupted, intents);
            self.log.push(Decision {
                tick: world.now(),
                from: Some(running.kind),
                to: None,
                reason: Reason::Puppet,
            });
        }
        let (shared, stack) = (&mut self.shared, &mut self.stack);
        let mut at = Moment::of(world, set, usize::MAX, None, shared, stack, intents);
        if puppet.leaves {
            at.abort_all();
            return true;
        }
        if let Some(order) = puppet.pending.take() {
            puppet.last = Some(order);
            at.abort_all();
            obey(&mut at, order);
        }
        while tick_top(&mut at) {}
        at.take_result();
        self.puppet = Some(puppet);
        false
    }
}

fn obey(at: &mut Moment<'_>, order: PuppetOrder) {
    let play = |order| BehaviourState::from(Play::order(order));
    let behaviour = match order {
        PuppetOrder::Stand | PuppetOrder::Repeat | PuppetOrder::Leave => return,
        PuppetOrder::Cry => return at.ask(Intent::Cry),
        PuppetOrder::MoveTo { to, pace } => {
            let nearest = WayStyle {
                nearest: true,
                ..WayStyle::default()
            };
            MoveTo::new(Goal::Point(to), 200, pace)
                .with_style(nearest)
                .into()
        }
        PuppetOrder::Look(to) => play(BodyOrder::Turn(to)),
        PuppetOrder::LookAbout => play(BodyOrder::LookAbout),
        PuppetOrder::Canvass { radius_mm, lasts } => Canvass {
            radius_mm,
            lasts,
            wedge: 100_000,
            looks_mm: 3_000,
            far_from_mm: at.settings.mm("far_from"),
            repeats: at.settings.mm("repeats"),
            ..Canvass::default()
        }
        .into(),
        PuppetOrder::Gesture(action) => play(BodyOrder::Gesture(action)),
        PuppetOrder::Attack(whom) => play(BodyOrder::Strike(whom)),
    };
    at.push(behaviour);
}
