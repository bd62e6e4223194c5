//! Carrying out commands.

use super::act::{Act, Phase, price};
use super::{Happens, TownStage};
use townsfolk::{ActionRef, Command, Folk, LocationId, Place};
use townsfolk_core::{
    ActionId, Channel, CharacterId, Duration, Outcome, PropKindId, SymbolId, TICKS_PER_SECOND,
    Tick, Value,
};

/// Distance within which a character can be talked to and handed things.
const REACH_MM: u32 = 2_500;

/// A walk to a location ends within this distance, so that the location notices it.
const AT_LOCATION_MM: u32 = 900;

/// A walk to an area or to a character ends within this distance.
const THEREABOUTS_MM: u32 = 2_000;

impl TownStage {
    pub(super) fn obey(&mut self, folk: &mut Folk, command: &Command) {
        let now = folk.now();
        match command {
            Command::Start {
                action,
                location,
                who,
                what,
                channel,
                arguments,
                named,
                target,
                ..
            } => {
                if let Some(at) = folk.character(*who).and_then(|person| person.at) {
                    self.embody(folk, *who, at, now);
                }
                if *channel == Channel::Body {
                    self.stand_where_told(folk, *who, now);
                    self.give_up_act(*who, now);
                }
                let whom = match target {
                    Some(Value::Character(whom)) => Some(*whom),
                    _ => None,
                };
                let act = Act {
                    who: *who,
                    what: *what,
                    whom,
                    kind: first_symbol(arguments),
                    price: if self.is_open() { 0 } else { price(named) },
                    phase: Phase::Approaches,
                    due: (now, 0),
                };
                self.state.acts.insert(*action, act);
                self.keep_aim(*action, named);
                if let Some(span) = command.lasts() {
                    self.state.later.rest.late.lasting.insert(*action, span);
                }
                self.occupy(*who, *channel, *action);
                if let Some(goal) = command.goal() {
                    return self.begin_walk(folk, *action, *who, goal, *location);
                }
                if aims(*what) {
                    return self.perform(folk, *action, None, now);
                }
                if let Some(point) = point(named).filter(|_| *channel == Channel::Body) {
                    return self.go_to_point(folk, *action, *who, point);
                }
                let way = self.way_to(folk, *who, *target, *location, now);
                let settled = self.body(*who).map(|body| body.walk.end());
                let settles = settled.filter(|end| *end > now);
                match (way, settles, channel) {
                    (Some((to, _)), ..) if self.is_open() && self.walks_for(*who, *action) => {
                        self.stand_where_told(folk, *who, now);
                        self.perform(folk, *action, Some(to), now);
                    }
                    (Some((to, within)), _, Channel::Body) => {
                        self.approach(folk, *action, *who, to, within);
                    }
                    (None, Some(end), Channel::Body) => {
                        self.set_phase(*action, Phase::Approaches, end);
                    }
                    _ => self.perform(folk, *action, None, now),
                }
            }
            Command::Stop(action) => self.stop(folk, *action, now),
            Command::Leave(who, location) => self.leave(folk, *who, *location, now),
            Command::Spawn { who, location, .. } => {
                let at = folk.location(*location).map(|place| place.at);
                let at = at.unwrap_or_default();
                let plate = self.atlas.plate_at(at);
                let at = plate.map_or(at, |plate| self.atlas.standing_at(plate, at));
                let wait = self.draw(u64::from(who.0), now, "appear");
                let wait = Duration(wait.between(0, 1, 2 * TICKS_PER_SECOND));
                self.plan(now.after(wait), Happens::Appears(*who, at));
            }
            Command::Withdraw(who) => {
                self.plan(now.after(Duration::seconds(5)), Happens::Vanishes(*who));
            }
            Command::ShowIcon(who, location, _) if self.state.player_accepts => {
                let at = now.after(Duration::seconds(2));
                self.plan(at, Happens::Accepts(*who, *location));
            }
            // Icons need no body.
            _ => {}
        }
    }

    /// Whether the body walks for an action: for a body action, or for speech if no mind drives.
    fn walks_for(&self, who: CharacterId, action: ActionRef) -> bool {
        self.body(who).is_some_and(|body| match body.act {
            Some(act) => act == action,
            None => body.member.is_none(),
        })
    }

    /// Begins a walk that a mind asked for.
    fn begin_walk(
        &mut self,
        folk: &Folk,
        action: ActionRef,
        who: CharacterId,
        goal: Place,
        location: LocationId,
    ) {
        let now = folk.now();
        let within = match location {
            LocationId::NOWHERE => THEREABOUTS_MM,
            _ => AT_LOCATION_MM,
        };
        match self.walk(folk, who, goal, within, now) {
            Some(end) => self.set_phase(action, Phase::Walks, end.max(now.after(Duration(1)))),
            None => self.fail_at_once(action, now),
        }
    }

    /// Begins the walk to the point that an action names. Then the action is performed there.
    fn go_to_point(&mut self, folk: &Folk, action: ActionRef, who: CharacterId, point: Point) {
        let now = folk.now();
        self.stand_where_told(folk, who, now);
        let Some((here, pace)) = self.body(who).map(|body| (body.walk.at(now), body.pace_mm))
        else {
            return self.fail_at_once(action, now);
        };
        let to = Place {
            x_mm: point.x_mm,
            y_mm: point.y_mm,
            z_mm: here.z_mm,
        };
        // The pace is that of this walk alone.
        if let Some(pace) = point.pace_mm {
            self.set_pace(who, pace);
        }
        self.approach(folk, action, who, to, 0);
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.pace_mm = pace;
        }
    }

    /// Begins the walk to the place of an action.
    fn approach(
        &mut self,
        folk: &Folk,
        action: ActionRef,
        who: CharacterId,
        to: Place,
        within: u32,
    ) {
        let now = folk.now();
        match self.walk(folk, who, to, within, now) {
            Some(end) => self.set_phase(action, Phase::Approaches, end.max(now.after(Duration(1)))),
            None => self.fail_at_once(action, now),
        }
    }

    fn fail_at_once(&mut self, action: ActionRef, now: Tick) {
        let at = now.after(Duration(1));
        self.set_phase(action, Phase::Performs(Outcome::Failed), at);
    }

    /// Lets the present action fail, because another needs the body.
    fn give_up_act(&mut self, who: CharacterId, now: Tick) {
        if let Some(action) = self.body(who).and_then(|body| body.act) {
            self.halt(who, now);
            self.fail_at_once(action, now);
        }
    }

    /// Ends an action. A walker on the last steps, in the room of the goal, finishes the walk
    /// rather than standing in the door.
    fn stop(&mut self, folk: &Folk, action: ActionRef, now: Tick) {
        let Some(act) = self.state.acts.get(&action) else {
            return;
        };
        let (who, phase) = (act.who, act.phase);
        let at = now.after(Duration(1));
        if self.walks_for(who, action) {
            self.stand_where_told(folk, who, now);
        }
        if let Some(body) = self.state.bodies.get_mut(&who)
            && body.act == Some(action)
        {
            body.act = None;
            let mut passes = body.walk.passes().iter();
            let settles = phase == Phase::Walks && passes.all(|pass| pass.at <= now);
            if !settles {
                self.halt(who, now);
            }
            // The position is reported before the stop.
            self.plan_step_at(who, at);
        }
        self.set_phase(action, Phase::Performs(Outcome::Stopped), at);
    }

    /// Where a character must go for an action, if not there already, and how near.
    fn way_to(
        &self,
        folk: &Folk,
        who: CharacterId,
        target: Option<Value>,
        location: LocationId,
        now: Tick,
    ) -> Option<(Place, u32)> {
        let told = |who| folk.character(who).and_then(|person| person.at);
        let place_of = |who| match self.is_open() {
            true => told(who),
            false => self.place_of(who, now).or_else(|| told(who)),
        };
        let from = place_of(who)?;
        match target {
            Some(Value::Prop(prop)) => {
                let place = folk.location(location)?;
                let kind = folk.module().location(place.kind)?;
                let points = place.approaches(folk.module(), prop);
                let points = points.into_iter().map(|(_, at)| at);
                let nearest = points.min_by_key(|at| from.distance_mm(*at));
                let to = nearest.or_else(|| place.prop_at(kind, prop))?;
                (from != to).then_some((to, 0))
            }
            // Within reach, no walk is needed.
            Some(Value::Character(other)) => {
                let to = place_of(other)?;
                (!from.is_within(to, REACH_MM)).then_some((to, REACH_MM / 2))
            }
            _ => None,
        }
    }
}

/// Whether an action is aimed at its point from where the character stands, and not performed there.
fn aims(action: ActionId) -> bool {
    ["throw_at", "shoot_at"]
        .iter()
        .any(|name| ActionId::named(name) == action)
}

/// A point that an action names.
#[derive(Clone, Copy, Debug)]
struct Point {
    x_mm: i32,
    y_mm: i32,
    pace_mm: Option<i32>,
}

/// The point of the named parameters `x` and `y` in metres, with the `pace` in metres a second.
fn point(named: &[(SymbolId, Value)]) -> Option<Point> {
    let number = |wanted: &str| {
        let mut named = named.iter();
        let found = named.find(|(name, _)| *name == SymbolId::named(wanted));
        match found {
            // Thousandths of a metre are millimetres.
            Some((_, Value::Number(number))) => i32::try_from(number.0).ok(),
            _ => None,
        }
    };
    Some(Point {
        x_mm: number("x")?,
        y_mm: number("y")?,
        pace_mm: number("pace").filter(|pace| *pace > 0),
    })
}

fn first_symbol(arguments: &[Value]) -> Option<PropKindId> {
    arguments.iter().find_map(|value| match value {
        Value::Symbol(SymbolId(kind)) => Some(PropKindId(*kind)),
        _ => None,
    })
}
