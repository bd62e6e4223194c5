//! Fading: once in half a calendar day beliefs of a character deteriorate, and it observes those who
//! are with it again. The hour differs between characters. Background characters catch up when they
//! are raised.

use super::HalfDay;
use crate::executor::{self, Executor};
use crate::folk::Folk;
use crate::jobs::BeliefJobs;
use townsfolk_core::{CharacterId, Draw, SiteId, Tick};
use townsfolk_knowledge::belief::{Beliefs, Keep, Luck, Outbox, Phase, Rules, deteriorate};
use townsfolk_mind::Moment;
use townsfolk_module::knowledge::Share;

/// Half a calendar day, in seconds.
const HALF_S: i64 = 12 * 3600;

/// Maximum number of half days that a character catches up. After longer, the beliefs that are left
/// are those that would have lasted.
const CATCH_UP_MAX: i32 = 28;

/// Minimum number of minds for each parallel piece.
const MINDS_PER_PIECE_MIN: usize = 2;

/// A mind while it fades.
struct Fading {
    who: CharacterId,
    from: HalfDay,
    to: HalfDay,
    mind: Box<Beliefs>,
}

impl Folk {
    /// The second of a half day at which the beliefs of a character fade.
    fn fading_phase(&self, who: CharacterId) -> i64 {
        let site = SiteId::named("beliefs fade");
        let draw = Draw::at(self.seed, u64::from(who.0), Tick(0), site);
        draw.between(0, 0, HALF_S - 1)
    }

    /// The last half day whose fading is due for a character.
    pub(super) fn half_day_of_fading(&self, who: CharacterId) -> HalfDay {
        HalfDay::of(self.moment().after(-self.fading_phase(who)))
    }

    /// Whether the beliefs of a character are due to fade. In the background they wait.
    pub(crate) fn is_due_to_fade(&self, who: CharacterId) -> bool {
        let asleep = self.minds.levels.asleep.get(who).is_some();
        let row = self.beliefs.rows.get(&who).filter(|_| !asleep);
        row.is_some_and(|row| row.faded < self.half_day_of_fading(who))
    }

    /// Puts the next fading of a character's beliefs on the agenda.
    pub(crate) fn plan_fading(&mut self, who: CharacterId) {
        let Some(row) = self.beliefs.rows.get(&who) else {
            return;
        };
        let next = i64::from(row.faded.0) + 1;
        let next = Moment(next.saturating_mul(HALF_S)).after(self.fading_phase(who));
        if let Some(tick) = self.tick_of(next) {
            self.agenda.beliefs.add(tick, who);
        }
    }

    /// Plans all fading again: the calendar has been set, or caches are rebuilt.
    pub(crate) fn plan_all_fading(&mut self) {
        self.agenda.beliefs.clear();
        let people: Vec<CharacterId> = self.beliefs.rows.keys().copied().collect();
        for who in people {
            self.plan_fading(who);
        }
    }

    /// Lets beliefs fade that are due. Each mind changes by itself.
    pub(super) fn fade(&mut self, rules: &Rules, executor: &dyn Executor) {
        let due = self.due::<BeliefJobs>();
        let mut minds: Vec<Fading> = vec![];
        for (who, _) in due {
            let to = self.half_day_of_fading(who);
            let Some(row) = self.beliefs.rows.get_mut(&who).filter(|row| row.faded < to) else {
                continue;
            };
            let blank = Beliefs::new(who, Share::ONE, Keep::Compact);
            let from = HalfDay(row.faded.0.max(to.0.saturating_sub(CATCH_UP_MAX)));
            row.faded = to;
            let mind = std::mem::replace(&mut *row.mind, blank);
            minds.push(Fading {
                who,
                from,
                to,
                mind: Box::new(mind),
            });
        }
        executor::each(executor, MINDS_PER_PIECE_MIN, &mut minds, |fading| {
            self.fade_one(rules, fading);
        });
        for fading in minds {
            if let Some(row) = self.beliefs.rows.get_mut(&fading.who) {
                row.mind = fading.mind;
                self.note_beliefs(fading.who);
            }
            self.plan_fading(fading.who);
            // Those who stay together are observed again in each half day.
            if let Some(area) = self.area_of(fading.who) {
                self.look_around_in(fading.who, area);
            }
        }
    }

    fn fade_one(&self, rules: &Rules, fading: &mut Fading) {
        for half in fading.from.0..fading.to.0 {
            let half = HalfDay(half.saturating_add(1));
            let who = fading.who;
            let luck = Luck::new(self.seed, i64::from(half.0), who, Phase::Deteriorate);
            let mut out = Outbox::new(who);
            deteriorate(rules, self, luck, &fading.mind, half, &mut out);
            for message in out.messages() {
                fading.mind.receive(rules, message);
            }
            fading.mind.tidy(rules, half);
        }
    }
}
