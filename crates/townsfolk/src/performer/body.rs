//! The body of a character, lent to a performance: orders of a course become commands.

use crate::Extent;
use crate::folk::Folk;
use crate::host::Command;
use crate::inline_vec::InlineVec;
use crate::minds::MindFault;
use crate::performer::PATIENCE;
use crate::place::Place;
use townsfolk_act::{Aim, Body, Order, Running, Scope, Started};
use townsfolk_core::{
    ActionId, Channel, CharacterId, Draw, Duration, HostId, LocationId, Number, Pushed, SiteId,
    StartId, SymbolId, Tick, Value,
};

/// The body of a character, lent to a performance.
pub(super) struct Limbs<'f> {
    pub(super) folk: &'f mut Folk,
    pub(super) who: CharacterId,
}

/// The world as expressions of a course or a decider see it, from one character.
pub(crate) struct Viewpoint<'f> {
    pub(crate) folk: &'f Folk,
    pub(crate) who: CharacterId,
}

impl Scope for Viewpoint<'_> {
    fn me(&self) -> CharacterId {
        self.who
    }

    fn now(&self) -> Tick {
        self.folk.now
    }

    fn daytime(&self) -> i32 {
        self.folk.daytime()
    }

    fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed {
        self.folk.asked(name, arguments)
    }

    fn random(&self, site: SiteId, low: i64, high: i64) -> i64 {
        let draw = Draw::at(self.folk.seed, u64::from(self.who.0), self.folk.now, site);
        draw.between(0, low, high)
    }
}

impl Limbs<'_> {
    fn viewpoint(&self) -> Viewpoint<'_> {
        Viewpoint {
            folk: self.folk,
            who: self.who,
        }
    }
}

impl Scope for Limbs<'_> {
    fn me(&self) -> CharacterId {
        self.who
    }

    fn now(&self) -> Tick {
        self.viewpoint().now()
    }

    fn daytime(&self) -> i32 {
        self.viewpoint().daytime()
    }

    fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed {
        self.viewpoint().attribute(name, arguments)
    }

    fn random(&self, site: SiteId, low: i64, high: i64) -> i64 {
        self.viewpoint().random(site, low, high)
    }
}

impl Body for Limbs<'_> {
    fn start(&mut self, order: &Order) -> Started {
        match order {
            Order::Act {
                action,
                arguments,
                named,
            } => self.act(*action, arguments, named),
            Order::Walk(aim) => self.walk(*aim).unwrap_or(Started::Refused),
            Order::Join(location, role) => Started::Runs(Running::Asks {
                location: *location,
                role: *role,
                until: self.folk.now.after(PATIENCE),
            }),
            Order::Mingle(span) => Started::Runs(Running::Mingles(self.folk.now.after(*span))),
            Order::Set {
                name,
                arguments,
                value,
            } => {
                self.folk.set_attribute(*name, arguments.clone(), *value);
                Started::Done
            }
        }
    }

    fn stop(&mut self, running: &Running) {
        match *running {
            Running::Acts { start, what, .. } => self.folk.stop_action(self.who, start, what),
            Running::Walks { start, .. } => {
                let what = ActionId::named("walk_to");
                self.folk.stop_action(self.who, start, what);
            }
            Running::Asks { .. } | Running::TakesPart(_) | Running::Mingles(_) => {}
        }
    }

    fn note_walk(&mut self, aim: Aim, arrived: bool) {
        if let Aim::Location(location, _) = aim {
            let now = self.folk.now;
            let missed = &mut self.folk.performer.missed;
            missed.note(self.who, location, arrived, now);
        }
    }

    fn has_arrived(&self, aim: Aim) -> bool {
        match aim {
            Aim::Area(area) => {
                let here = self.folk.area_of(self.who);
                here.is_some_and(|here| self.folk.is_within(here, area))
            }
            Aim::Company(_) => true,
            Aim::Location(location, _) => {
                let at = self.folk.character(self.who).and_then(|person| person.at);
                at.is_some_and(|at| self.folk.has_reached(location, at))
            }
        }
    }
}

impl Limbs<'_> {
    fn act(&mut self, what: ActionId, arguments: &[Value], named: &[(SymbolId, Value)]) -> Started {
        let Some(declared) = self.folk.content.module.action(what) else {
            self.folk
                .mind_fault(self.who, MindFault::NoSuchAction(what));
            return Started::Refused;
        };
        let limit = declared.limit.max(lasting(named));
        let limit = self.folk.now.after(limit);
        let location = self.location_of(arguments);
        let start = self.command(what, location, arguments, named);
        Started::Runs(Running::Acts { start, what, limit })
    }

    /// The nearest location with the prop that an action is aimed at.
    fn location_of(&self, arguments: &[Value]) -> LocationId {
        let prop = arguments.iter().find_map(|argument| match argument {
            Value::Prop(prop) => Some(*prop),
            _ => None,
        });
        let here = self.folk.character(self.who).and_then(|person| person.at);
        let found = prop.and_then(|prop| {
            let places = self.folk.locations().filter(|place| !place.gone);
            let with_it = places.filter_map(|place| {
                let kind = self.folk.content.module.location(place.kind)?;
                let at = place.prop_at(kind, prop)?;
                Some((here.map_or(0, |here| here.distance_mm(at)), place.id))
            });
            with_it.min()
        });
        found.map_or(LocationId::NOWHERE, |(_, location)| location)
    }

    fn walk(&mut self, to: Aim) -> Option<Started> {
        let folk = &mut *self.folk;
        let (location, arguments, place) = match to {
            Aim::Location(id, _) => {
                let from = folk.character(self.who)?.at?;
                let place = folk.location(id)?.at;
                if folk.has_reached(id, from) {
                    return Some(Started::Done);
                }
                (id, vec![], place)
            }
            Aim::Area(area) => {
                let Some(place) = folk.block_for(self.who, area).map(Extent::middle) else {
                    folk.mind_fault(self.who, MindFault::NoSuchArea(area));
                    return None;
                };
                let area = Value::Symbol(SymbolId(area.0));
                (LocationId::NOWHERE, vec![area], place)
            }
            Aim::Company(other) => {
                let place = folk.character(other)?.at?;
                (LocationId::NOWHERE, vec![Value::Character(other)], place)
            }
        };
        let what = ActionId::named("walk_to");
        let Some(declared) = folk.content.module.action(what) else {
            folk.mind_fault(self.who, MindFault::CannotWalk);
            return None;
        };
        let limit = folk.now.after(declared.limit);
        let start = self.command(what, location, &arguments, &place_as_parameters(place));
        Some(Started::Runs(Running::Walks { start, to, limit }))
    }

    /// Asks the host to perform an action.
    fn command(
        &mut self,
        what: ActionId,
        location: LocationId,
        arguments: &[Value],
        named: &[(SymbolId, Value)],
    ) -> StartId {
        let action = self.folk.next_action(self.who);
        let declared = self.folk.content.module.action(what);
        let channel = declared.map_or(Channel::Body, |declared| declared.channel);
        let missing = declared.iter().flat_map(|declared| &declared.named);
        let missing = missing.filter(|one| !named.iter().any(|(name, _)| *name == one.name));
        let missing = missing.filter_map(|one| Some((one.name, one.default?)));
        let named: Vec<(SymbolId, Value)> = named.iter().copied().chain(missing).collect();
        let thing = |v: &&Value| matches!(v, Value::Character(_) | Value::Prop(_));
        self.folk.output.commands.push(Command::Start {
            action,
            location,
            who: self.who,
            partner: None,
            what,
            channel,
            arguments: InlineVec::of(arguments),
            named: InlineVec::of(&named),
            target: arguments.iter().find(thing).copied(),
        });
        self.folk.begin_bearing(action, self.who, what);
        self.folk.begin_speech(action, (self.who, what), arguments);
        action.start
    }
}

/// The named parameter with which a course says how long an action lasts.
pub(crate) const LASTS: SymbolId = SymbolId::named("lasts");

/// How long an action may take that is told how long it lasts: twice that.
fn lasting(named: &[(SymbolId, Value)]) -> Duration {
    let lasts = named.iter().find(|(name, _)| *name == LASTS);
    match lasts {
        Some((_, Value::Duration(span))) => Duration(span.0.saturating_mul(2)),
        _ => Duration::ZERO,
    }
}

/// A place as named parameters, in metres.
fn place_as_parameters(place: Place) -> Vec<(SymbolId, Value)> {
    let metres = |mm: i32| Value::Number(Number(i64::from(mm)));
    let mut named = vec![
        (SymbolId::named("x"), metres(place.x_mm)),
        (SymbolId::named("y"), metres(place.y_mm)),
        (SymbolId::named("z"), metres(place.z_mm)),
    ];
    named.sort_by_key(|(name, _)| *name);
    named
}

impl Command {
    /// How long the action is to last, if a course says so with the named parameter `lasts`.
    pub fn lasts(&self) -> Option<Duration> {
        let Command::Start { named, .. } = self else {
            return None;
        };
        match named.iter().find(|(name, _)| *name == LASTS) {
            Some((_, Value::Duration(span))) => Some(*span),
            _ => None,
        }
    }

    /// The place that a `walk_to` of a decider is asked to reach.
    pub fn goal(&self) -> Option<Place> {
        let Command::Start { what, named, .. } = self else {
            return None;
        };
        let number = |name: &str| {
            let mut named = named.iter();
            let (_, value) = named.find(|(known, _)| *known == SymbolId::named(name))?;
            match value {
                Value::Number(mm) => i32::try_from(mm.0).ok(),
                _ => None,
            }
        };
        (*what == ActionId::named("walk_to")).then_some(())?;
        Some(Place {
            x_mm: number("x")?,
            y_mm: number("y")?,
            z_mm: number("z")?,
        })
    }
}
