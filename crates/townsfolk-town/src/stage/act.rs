//! Actions: the walk to their place, their duration, and their effects on things and money.

use super::{Happens, News, TownStage};
use crate::motion::Walk;
use serde::{Deserialize, Serialize};
use townsfolk::{ActionRef, Folk, Place, Report};
use townsfolk_core::{
    ActionId, CharacterId, Duration, HostId, Number, Outcome, PropKindId, Pushed, SymbolId, Tick,
    Value,
};

/// Failures among a thousand actions that may fail.
const FAILS: i64 = 50;

/// An action that is being performed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Act {
    pub(super) who: CharacterId,
    pub(super) what: ActionId,
    /// Its target character.
    pub(super) whom: Option<CharacterId>,
    /// The kind of thing that is picked up or put down.
    pub(super) kind: Option<PropKindId>,
    /// Its price, in the smallest coin.
    pub(super) price: i64,
    pub(super) phase: Phase,
    /// When it continues.
    pub(super) due: (Tick, u64),
}

/// The phase of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Walking, with nothing to do at the end.
    Walks,
    /// Walking to its place.
    Approaches,
    /// Being performed, with this outcome.
    Performs(Outcome),
}

impl TownStage {
    /// Continues an action: it is done, or its walk is over.
    pub(super) fn go_on(&mut self, folk: &mut Folk, action: ActionRef, now: Tick) {
        let Some(act) = self.state.acts.get(&action) else {
            return;
        };
        match act.phase {
            Phase::Approaches => {
                self.tell_arrival(folk, act.who, now);
                self.perform(folk, action, None, now);
            }
            Phase::Walks => {
                self.tell_arrival(folk, act.who, now);
                self.end(folk, action, Outcome::Done);
            }
            Phase::Performs(outcome) => self.end(folk, action, outcome),
        }
    }

    fn tell_arrival(&mut self, folk: &mut Folk, who: CharacterId, now: Tick) {
        if let Some(at) = self.place_of(who, now) {
            folk.report(Report::Moved(who, at));
        }
    }

    /// Starts the performance of an action, with a straight walk to where it is done.
    pub(super) fn perform(
        &mut self,
        folk: &Folk,
        action: ActionRef,
        walks_to: Option<Place>,
        now: Tick,
    ) {
        let Some(act) = self.state.acts.get(&action) else {
            return;
        };
        let (who, price) = (act.who, act.price);
        let declared = folk.module().action(act.what);
        let (low, high, may_fail) = declared.map_or((1, 60, false), |action| {
            (action.takes.0.0, action.takes.1.0, action.may_fail)
        });
        let draw = self.draw(u64::from(who.0), now, "act");
        let walk = walks_to.zip(self.body(who)).map_or(0, |(to, body)| {
            let walk = Walk::straight(body.walk.at(now), to, now, body.pace_mm);
            walk.end().since(now).0
        });
        let told = self.state.later.rest.late.lasting.remove(&action);
        let lasts = match told {
            Some(span) => span.0.max(1),
            None => draw.between(0, low, high).max(1),
        };
        let lasts = lasts + walk;
        let poor = price > 0 && self.body(who).is_none_or(|body| body.coins < price);
        if poor {
            self.news.push(News::CannotPay(who, price));
        }
        let (lasts, outcome) = match poor || (may_fail && draw.coin(1, FAILS)) {
            true => (draw.between(2, 1, lasts), Outcome::Failed),
            false => (lasts, Outcome::Done),
        };
        if let (Some(to), Outcome::Done) = (walks_to, outcome) {
            self.walk(folk, who, to, 0, now);
        }
        self.set_phase(action, Phase::Performs(outcome), now.after(Duration(lasts)));
    }

    /// Sets the phase of an action, and when it continues.
    pub(super) fn set_phase(&mut self, action: ActionRef, phase: Phase, at: Tick) {
        let key = self.plan(at, Happens::Act(action));
        if let Some(act) = self.state.acts.get_mut(&action) {
            let before = std::mem::replace(&mut act.due, key);
            act.phase = phase;
            self.state.pending.remove(&before);
        }
    }

    /// Delays the end of an action's walk.
    pub(super) fn put_off_act(&mut self, action: ActionRef, until: Tick) {
        let phase = self.state.acts.get(&action).map(|act| act.phase);
        if let Some(phase @ (Phase::Walks | Phase::Approaches)) = phase {
            self.set_phase(action, phase, until);
        }
    }

    /// Lets an action fail at a tick.
    pub(super) fn fail_act(&mut self, action: ActionRef, at: Tick) {
        let phase = self.state.acts.get(&action).map(|act| act.phase);
        if let Some(Phase::Walks | Phase::Approaches) = phase {
            self.set_phase(action, Phase::Performs(Outcome::Failed), at);
        }
    }

    fn end(&mut self, folk: &mut Folk, action: ActionRef, outcome: Outcome) {
        let Some(act) = self.state.acts.remove(&action) else {
            return;
        };
        self.state.later.rest.late.lasting.remove(&action);
        if let Some(body) = self.state.bodies.get_mut(&act.who)
            && body.act == Some(action)
        {
            body.act = None;
        }
        let aim = self.take_aim(action);
        let outcome = match outcome {
            Outcome::Done => {
                if let (Some(aim), Some(whom)) = (aim, act.whom) {
                    self.hurt(folk, (act.who, whom), aim, folk.now().after(Duration(1)));
                }
                self.take_effect(folk, &act)
            }
            other => other,
        };
        folk.report(Report::Outcome(action, outcome));
    }

    /// Applies the effect of an action on money and things.
    fn take_effect(&mut self, folk: &mut Folk, act: &Act) -> Outcome {
        if act.price > 0 && !self.pay(act.who, act.whom, act.price) {
            return Outcome::Failed;
        }
        if act.price < 0 {
            self.give_coins(act.who, act.price.saturating_neg());
        }
        match act.kind {
            Some(kind) if act.what == ActionId::named("pick_up") => {
                self.hand(folk, act.who, kind, 1);
            }
            Some(kind) if act.what == ActionId::named("put_down") => {
                self.hand(folk, act.who, kind, -1);
            }
            _ => {}
        }
        Outcome::Done
    }

    /// Moves money to another character, or into a till. Fails if there is not enough.
    pub fn pay(&mut self, who: CharacterId, whom: Option<CharacterId>, coins: i64) -> bool {
        let purse = self.state.bodies.get_mut(&who);
        let Some(purse) = purse.filter(|body| coins >= 0 && body.coins >= coins) else {
            self.news.push(News::CannotPay(who, coins));
            return false;
        };
        purse.coins -= coins;
        match whom.and_then(|whom| self.state.bodies.get_mut(&whom)) {
            Some(other) => other.coins = other.coins.saturating_add(coins),
            None => self.put_in_till(who, coins),
        }
        self.news.push(News::Paid(who, whom, coins));
        true
    }

    /// Gives a character money.
    pub fn give_coins(&mut self, who: CharacterId, coins: i64) {
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.coins = body.coins.saturating_add(coins).max(0);
        }
    }

    /// Gives a character things of a kind, or takes them, and reports what it carries.
    pub fn hand(&mut self, folk: &mut Folk, who: CharacterId, kind: PropKindId, count: i32) {
        let Some(body) = self.state.bodies.get_mut(&who) else {
            return;
        };
        let had = body.carries.get(&kind).copied().unwrap_or(0);
        let has = had.saturating_add_signed(count);
        if has == 0 {
            body.carries.remove(&kind);
        } else {
            body.carries.insert(kind, has);
        }
        if (had == 0) != (has == 0) {
            folk.report(Report::Property {
                name: HostId::named("carries"),
                arguments: vec![Value::Character(who), Value::Symbol(SymbolId(kind.0))],
                value: if has > 0 {
                    Pushed::Holds
                } else {
                    Pushed::HoldsNot
                },
            });
        }
    }
}

/// The price of an action: its named parameter `price`, in coins. With the named parameter `wage` the
/// character is paid, and the price is negative.
pub(super) fn price(named: &[(SymbolId, Value)]) -> i64 {
    let coins = |wanted: &str| {
        let mut named = named.iter();
        let found = named.find(|(name, _)| *name == SymbolId::named(wanted));
        match found {
            Some((_, Value::Number(Number(thousandths)))) => (thousandths / 1000).max(0),
            _ => 0,
        }
    };
    match coins("price") {
        0 => -coins("wage"),
        price => price,
    }
}
