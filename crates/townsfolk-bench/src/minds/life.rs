//! A mind with a body: whatever it wants is there, and takes its time. A stage that thinks of
//! nothing, so that what is measured is the mind.

use super::quarter::Quarter;
use townsfolk_core::{AreaId, MemberId, NeedId, PropId, PropKindId};
use townsfolk_mind::{Beat, Happening, Intent, Mind, Moment, Senses, Truth};
use townsfolk_module::mind::{CastMember, Deed, Test};

/// An order comes to the kitchen so many seconds after the last dinner.
const NEXT_ORDER: i64 = 240;
/// Seconds of a walk.
const WALK: i64 = 180;

/// A mind with its body.
#[derive(Clone, Debug)]
pub struct Life {
    /// The mind.
    pub mind: Mind,
    area: AreaId,
    carries: Carried,
    /// From when on an order waits.
    order_from: Moment,
    busy: Option<Busy>,
    /// What it sits on.
    seat: Option<PropId>,
}

/// How far a dinner has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Carried {
    Nothing,
    Order,
    Ingredients,
    Dinner,
}

/// What a body is in the middle of.
#[derive(Clone, Copy, Debug)]
struct Busy {
    intent: Intent,
    until: Moment,
    eases: Option<NeedId>,
}

impl Life {
    /// A mind that has followed its schedule until now.
    pub fn at(quarter: &Quarter, member: &CastMember, resident: u32, now: Moment) -> Option<Life> {
        let own = CastMember {
            id: MemberId(resident + 1),
            ..member.clone()
        };
        // Needs start at different moments.
        let dawn = now.after(-12 * 3600 - i64::from(resident) * 7_919 % 43_200);
        let mut mind = Mind::new(&quarter.beat(&own, dawn))?;
        mind.live_on(&quarter.beat(&own, now), dawn);
        let area = mind.bound_for().unwrap_or(AreaId::named("town"));
        Some(Life {
            mind,
            area,
            carries: Carried::Nothing,
            order_from: now.after(i64::from(resident) % NEXT_ORDER),
            busy: None,
            seat: None,
        })
    }

    /// Looks at the mind, and does what it wants.
    pub fn beat(&mut self, at: &Beat<'_>, happened: &mut Vec<Happening>) {
        if let Some(busy) = self.busy.filter(|busy| busy.until <= at.now) {
            self.finish(at, busy);
        }
        let senses = Surroundings {
            area: self.area,
            carries: self.carries,
            order_waits: self.order_from <= at.now,
        };
        let intent = self.mind.beat(at, &senses, happened);
        let doing = self.busy.map(|busy| busy.intent.action);
        if intent.map(|intent| intent.action) == doing {
            return;
        }
        if let Some(busy) = self.busy.take() {
            self.leave(at, busy);
            self.mind.stopped(busy.intent.action);
        }
        if let Some(intent) = intent {
            self.begin(at, intent);
        }
    }

    /// When it must be looked at next, at the latest.
    pub fn next_wake(&self, at: &Beat<'_>) -> Moment {
        let end = self.busy.map(|busy| busy.until);
        let order = Some(self.order_from).filter(|from| *from > at.now && end.is_none());
        let wake = [self.mind.next_wake(at), end, order].into_iter().flatten();
        wake.min()
            .unwrap_or(at.now.after(3600))
            .max(at.now.after(1))
    }

    fn begin(&mut self, at: &Beat<'_>, intent: Intent) {
        if let Some(seat) = self.seat.take() {
            self.mind.give_up(seat);
        }
        let (eases, seconds) = what_it_takes(intent.deed);
        let prop = intent.prop;
        self.mind.begun(intent.action, prop);
        if let Some(need) = eases {
            self.mind.ease(need, at.now);
            self.mind.engross(true);
        }
        let until = at.now.after(seconds);
        self.busy = Some(Busy {
            intent,
            until,
            eases,
        });
    }

    fn finish(&mut self, at: &Beat<'_>, busy: Busy) {
        self.busy = None;
        self.leave(at, busy);
        let mut used = busy.intent.prop;
        match busy.intent.deed {
            Deed::GoTo(_) | Deed::FollowSchedule => {
                self.area = busy.intent.area.unwrap_or(self.area);
            }
            Deed::PickUp(..) => self.carries = Carried::Order,
            Deed::UseKind(kind, ..) if kind == PropKindId::named("fridge") => {
                self.carries = Carried::Ingredients;
            }
            Deed::UseKind(kind, ..) if kind == PropKindId::named("cooker") => {
                self.carries = Carried::Dinner;
            }
            Deed::UseKind(kind, ..) if kind == PropKindId::named("order_bar") => {
                self.carries = Carried::Nothing;
                self.order_from = at.now.after(NEXT_ORDER);
            }
            Deed::UseKind(kind, ..) if kind != PropKindId::named("bar") => {
                used = Some(PropId::named("seat"));
                self.seat = used;
            }
            _ => {}
        }
        self.mind.done(busy.intent.action, used);
    }

    fn leave(&mut self, at: &Beat<'_>, busy: Busy) {
        if let Some(need) = busy.eases {
            self.mind.leave(need, at.now);
        }
    }
}

/// What a deed eases, and for how many seconds it is done.
fn what_it_takes(deed: Deed) -> (Option<NeedId>, i64) {
    let kinds = [
        ("bar", Some("thirst"), 40),
        ("fridge", None, 20),
        ("cooker", None, 300),
        ("order_bar", None, 10),
    ];
    let needs = [
        ("bladder", 120),
        ("hunger", 15 * 60),
        ("entertainment", 15 * 60),
    ];
    match deed {
        Deed::Satisfy(need, _) => {
            let known = needs.iter().find(|(name, _)| NeedId::named(name) == need);
            (
                Some(need),
                WALK / 3 + known.map_or(300, |(_, lasts)| *lasts),
            )
        }
        Deed::UseKind(kind, ..) => {
            let known = kinds.iter().find(|(n, ..)| PropKindId::named(n) == kind);
            known.map_or(
                (Some(NeedId::named("sit")), 20 * 60),
                |(_, eases, lasts)| (eases.map(NeedId::named), *lasts),
            )
        }
        Deed::UseProp(..) => (Some(NeedId::named("fatigue")), 8 * 3600),
        Deed::Mingle { .. } => (Some(NeedId::named("socialise")), 10 * 60),
        Deed::GoTo(_) | Deed::FollowSchedule => (None, WALK),
        Deed::PickUp(..) | Deed::Act(_) | Deed::Follow(_) => (None, 10),
    }
}

/// What a character is asked about the stage.
struct Surroundings {
    area: AreaId,
    carries: Carried,
    order_waits: bool,
}

impl Senses for Surroundings {
    fn area(&self) -> AreaId {
        self.area
    }

    fn test(&self, test: &Test) -> Truth {
        let carries = |kind: &PropKindId| match self.carries {
            Carried::Nothing => false,
            Carried::Order => *kind == PropKindId::named("order"),
            Carried::Ingredients => ["order", "ingredients"]
                .iter()
                .any(|name| PropKindId::named(name) == *kind),
            Carried::Dinner => *kind == PropKindId::named("dinner"),
        };
        Truth::of(match test {
            Test::Carries(kind) => carries(kind),
            Test::FreeProp(_) => self.order_waits && self.carries == Carried::Nothing,
            Test::NotIn(area) => self.area != *area,
            _ => false,
        })
    }
}
