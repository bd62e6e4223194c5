//! Errands become orders: the place that is needed is found, and durations are drawn.

use super::game_seconds;
use crate::folk::Folk;
use crate::performer::{LASTS, Viewpoint};
use std::collections::BTreeMap;
use townsfolk_act::{Aim, Order, holds, value_of};
use townsfolk_core::{
    CharacterId, DeciderId, Draw, Duration, LocationId, LocationKindId, Pushed, RoleId, SiteId,
    SymbolId, Value,
};
use townsfolk_decide::daily::{Abort, Errands};
use townsfolk_module::decide::{ErrandStep, NeededPlace};
use townsfolk_module::mind::Daytime;
use townsfolk_module::{Call, Expr, WriteValue};

/// The world as the selection of one person sees it.
pub(super) struct World<'f> {
    pub(super) folk: &'f Folk,
    pub(super) who: CharacterId,
    /// The person's own places, by what they serve.
    pub(super) own: &'f mut Vec<(SymbolId, LocationId)>,
    /// Number of people that have a location as their own.
    pub(super) owners: &'f mut BTreeMap<LocationId, u32>,
    /// Number of searches for a place.
    pub(super) queries: u64,
}

impl Errands for World<'_> {
    type Action = Order;

    fn admits(&mut self, errand: DeciderId) -> bool {
        let errand = self.folk.module().deciders.dailies.errand(errand);
        errand.is_none_or(|errand| holds(&errand.when, &[], &self.viewpoint()))
    }

    fn expand(&mut self, errand: DeciderId) -> Result<Vec<Order>, Abort> {
        let module = self.folk.module().clone();
        let found = module.deciders.dailies.errand(errand);
        let found = found.ok_or(Abort::Unknown)?;
        let place = match found.needs {
            Some(needed) => Some(self.place(needed)?),
            None => None,
        };
        self.orders(errand, &found.steps, place)
    }

    fn fallback(&mut self, errand: DeciderId) -> Option<Vec<Order>> {
        let module = self.folk.module().clone();
        let found = module.deciders.dailies.errand(errand)?;
        let orders = self.orders(errand, &found.otherwise, None).ok()?;
        (!orders.is_empty()).then_some(orders)
    }
}

impl World<'_> {
    fn viewpoint(&self) -> Viewpoint<'_> {
        Viewpoint {
            folk: self.folk,
            who: self.who,
        }
    }

    fn orders(
        &self,
        errand: DeciderId,
        steps: &[ErrandStep],
        place: Option<LocationId>,
    ) -> Result<Vec<Order>, Abort> {
        let folk = self.folk;
        let draw = Draw::at(folk.seed, self.who.0.into(), folk.now, SiteId(errand.0));
        let mut orders = Vec::with_capacity(steps.len());
        for (step, index) in steps.iter().zip(0..) {
            let lasting = |(low, high): (u32, u32)| {
                let seconds = draw.between(index, low.into(), high.into());
                game_seconds(folk, seconds)
            };
            let order = match step {
                ErrandStep::Go => {
                    let place = place.ok_or(Abort::Failed)?;
                    Some(Order::Walk(Aim::Location(place, self.role())))
                }
                ErrandStep::Wait(low, high) => Some(Order::Mingle(lasting((*low, *high)))),
                ErrandStep::Act(call, span) => self.act(call, span.map(lasting)),
                ErrandStep::Set(write) => self.set(write),
            };
            orders.push(order.ok_or(Abort::NoValue)?);
        }
        Ok(orders)
    }

    /// A role of the person, for the record of its walks.
    fn role(&self) -> RoleId {
        let person = self.folk.character(self.who);
        let role = person.and_then(|person| person.roles.first().copied());
        role.unwrap_or(RoleId(0))
    }

    fn value(&self, expression: &Expr) -> Option<Value> {
        value_of(expression, &[], &self.viewpoint())
    }

    fn act(&self, call: &Call, lasts: Option<Duration>) -> Option<Order> {
        let values = call.arguments.iter().map(|argument| self.value(argument));
        let named = call.named.iter();
        let named = named.map(|(name, value)| Some((*name, self.value(value)?)));
        let mut named: Vec<(SymbolId, Value)> = named.collect::<Option<_>>()?;
        named.extend(lasts.map(|span| (LASTS, Value::Duration(span))));
        named.sort_by_key(|(name, _)| *name);
        Some(Order::Act {
            action: call.action,
            arguments: values.collect::<Option<_>>()?,
            named,
        })
    }

    fn set(&self, write: &townsfolk_module::AttributeWrite) -> Option<Order> {
        let arguments = write.arguments.iter().map(|argument| self.value(argument));
        Some(Order::Set {
            name: write.name,
            arguments: arguments.collect::<Option<_>>()?,
            value: match &write.value {
                WriteValue::Holds => Pushed::Holds,
                WriteValue::HoldsNot => Pushed::HoldsNot,
                WriteValue::Is(value) => Pushed::Is(self.value(value)?),
            },
        })
    }

    /// The place that an errand needs.
    fn place(&mut self, needed: NeededPlace) -> Result<LocationId, Abort> {
        let tag = needed.serving;
        match needed.own {
            true => self.own_place(tag).ok_or(Abort::NoOwnPlace(tag)),
            false => self.nearest(tag).ok_or(Abort::NoPlace(tag)),
        }
    }

    /// Kinds of locations with a tag, open or not.
    fn kinds(&self, tag: SymbolId) -> impl Iterator<Item = LocationKindId> + '_ {
        let kinds = self.folk.module().locations.iter();
        let kinds = kinds.filter(move |kind| kind.tags.binary_search(&tag).is_ok());
        kinds.map(|kind| kind.id)
    }

    /// The nearest open location with a tag to which no walk has failed lately.
    fn nearest(&mut self, tag: SymbolId) -> Option<LocationId> {
        self.queries += 1;
        let folk = self.folk;
        let at = folk.character(self.who)?.at?;
        let now = Daytime(folk.daytime().unsigned_abs() % Daytime::DAY);
        let dailies = &folk.module().deciders.dailies;
        let kinds: Vec<LocationKindId> = self
            .kinds(tag)
            .filter(|kind| dailies.is_open(*kind, now))
            .collect();
        let best = std::cell::Cell::new(None::<(i64, LocationId)>);
        let mut look = |id: LocationId| {
            let missed = &folk.performer.missed;
            let there = folk.location(id).filter(|place| !place.gone);
            if let Some(place) = there.filter(|_| !missed.passes_over(self.who, id, folk.now)) {
                let far = (at.distance_mm(place.at), id);
                if best.get().is_none_or(|known| far < known) {
                    best.set(Some(far));
                }
            }
        };
        let mut enough = |seen: i64| best.get().is_some_and(|(far, _)| far <= seen);
        let nearby = &folk.places.by_kind;
        nearby.around(&kinds, at, i64::MAX, &mut look, &mut enough);
        best.get().map(|(_, id)| id)
    }

    /// The person's own location with a tag. The first time, and when it is gone, one is assigned that
    /// the fewest people have.
    fn own_place(&mut self, tag: SymbolId) -> Option<LocationId> {
        let folk = self.folk;
        let there = |id: &LocationId| folk.location(*id).is_some_and(|place| !place.gone);
        if let Some(index) = self.own.iter().position(|(known, _)| *known == tag) {
            let (_, id) = self.own.get(index).copied()?;
            if there(&id) {
                return Some(id);
            }
            self.own.remove(index);
        }
        self.queries += 1;
        let mut best: Option<(u32, LocationId)> = None;
        for kind in self.kinds(tag) {
            folk.places.by_kind.each(kind, &mut |id| {
                let count = self.owners.get(&id).copied().unwrap_or(0);
                if there(&id) && best.is_none_or(|known| (count, id) < known) {
                    best = Some((count, id));
                }
            });
        }
        let (_, id) = best?;
        self.own.push((tag, id));
        *self.owners.entry(id).or_default() += 1;
        Some(id)
    }
}
