//! Following: trailing a friend that chases.
//!
//! Nothing of what the friend knows is read. It is enough to see or hear that it runs.

use super::{Skill, SkillStatus};
use crate::behaviours::{Goal, MoveTo, Rest};
use crate::catalogue;
use crate::intent::BodyOrder;
use crate::moment::Moment;
use crate::world::Friend;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, SymbolId, Tick};

/// How long a follower stands before it looks where its friend is.
const STANDS: Duration = Duration(12);

/// The state of `follow`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Follow {
    leader: Option<CharacterId>,
    starts: Tick,
    /// Since when the leader has been too far away.
    far_since: Option<Tick>,
}

impl Follow {
    /// The friend that it follows.
    pub fn leader(&self) -> Option<CharacterId> {
        self.leader
    }
}

/// Whether a friend does something that friends follow.
fn leads(friend: &Friend) -> bool {
    let leads = |kind: SymbolId| {
        let entry = catalogue::skills().find(|entry| SymbolId::named(entry.name) == kind);
        entry.is_some_and(|entry| entry.leads)
    };
    friend.lives && friend.skill.is_some_and(leads)
}

/// The nearest friend that chases and that this character sees or hears by itself.
fn find_leader(at: &Moment<'_>) -> Option<Friend> {
    let friends = at.world.friends(at.settings.mm("notices")).into_iter();
    let leading = friends.filter(|friend| leads(friend) && friend.noticed);
    leading.min_by_key(|friend| (at.here().distance_mm(friend.at), friend.who))
}

impl Skill for Follow {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        find_leader(at)
            .map(|_| ())
            .ok_or("it notices no friend that chases")
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        let delay = at.draw_time("delay", at.settings.times("delays"));
        *self = Follow {
            leader: find_leader(at).map(|friend| friend.who),
            starts: at.now().after(delay),
            far_since: None,
        };
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let leader = self.leader.and_then(|who| at.world.friend(who));
        let Some(leader) = leader.filter(leads) else {
            return SkillStatus::Done;
        };
        let now = at.now();
        if at.here().is_within(leader.at, at.settings.mm("lets_go")) {
            self.far_since = None;
        } else {
            let since = *self.far_since.get_or_insert(now);
            let limit = at.settings.time("lets_go_after");
            if now.since(since) >= limit {
                return SkillStatus::Done;
            }
        }
        if now < self.starts {
            if at.is_idle() {
                at.order(BodyOrder::Turn(at.towards(leader.at)));
            }
            at.wake_at(self.starts);
            return SkillStatus::Running;
        }
        let (near, far) = at.settings.numbers("keeps");
        let mm = |length: i64| u32::try_from(length.max(0)).unwrap_or(u32::MAX);
        if at.is_idle() {
            at.take_result();
            match at.here().is_within(leader.at, mm(far)) {
                true => at.push(Rest {
                    low: false,
                    until: Some(now.after(STANDS)),
                }),
                false => {
                    let goal = Goal::Friend(leader.who);
                    // It stops in the middle of what it keeps.
                    let arrive = mm(near.midpoint(far));
                    at.push(MoveTo::new(goal, arrive, at.settings.mm("pace")));
                }
            }
        }
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        match self.far_since {
            None => "trailing a friend",
            Some(_) => "falling behind",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        let far = self.far_since.map(|since| ("too far since", since));
        [("starts", self.starts)].into_iter().chain(far).collect()
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.starts = later(self.starts);
        self.far_since = self.far_since.map(later);
    }
}
