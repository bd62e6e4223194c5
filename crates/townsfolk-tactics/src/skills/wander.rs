//! Wandering: along a route that players can learn, or to places drawn at random.

use super::{Skill, SkillStatus};
use crate::behaviours::{BehaviourState, Goal, Listen, MoveTo, Play, Rest, Status};
use crate::intent::BodyOrder;
use crate::moment::Moment;
use crate::world::WayStyle;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, Place, SymbolId, Tick};
use townsfolk_module::senses::MindState;
use townsfolk_senses::Reaction;
use townsfolk_space::{PolyId, RouteStep, Space};

/// It has arrived within this distance.
const ARRIVED_MM: u32 = 400;

/// How often an uneasy wanderer is looked at.
const UNEASY_BEAT: Duration = Duration(30);

/// How long it rests when it finds nowhere to go.
const REST: Duration = Duration::seconds(2);

/// The state of `wander`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wander {
    /// Whether it has left its route for good.
    random: bool,
    /// The step of the route that comes next.
    step: u32,
    /// Polygons that it has crossed, ascending.
    visited: Vec<PolyId>,
    /// Where the present walk began, and where it leads.
    walk: Option<(Place, Place)>,
    /// Whether it stands before it goes on.
    pauses: bool,
    uneasy: bool,
    /// Number of random goals so far.
    goals: u32,
}

impl Wander {
    /// Whether it goes to places drawn at random.
    pub fn is_random(&self) -> bool {
        self.random
    }

    /// The polygons that it has crossed since it began anew.
    pub fn visited(&self) -> &[PolyId] {
        &self.visited
    }

    fn pace(&self, at: &Moment<'_>) -> u32 {
        at.settings
            .mm(if self.uneasy { "uneasy_pace" } else { "pace" })
    }

    fn go(&mut self, at: &mut Moment<'_>, to: Place) {
        self.walk = Some((at.here(), to));
        self.pauses = false;
        let nearest = WayStyle {
            nearest: !self.random,
            ..WayStyle::default()
        };
        let pace = self.pace(at);
        at.push(MoveTo::new(Goal::Point(to), ARRIVED_MM, pace).with_style(nearest));
    }

    /// The next step of its route. `None` without a route.
    fn follow_route(&mut self, at: &mut Moment<'_>) -> Option<()> {
        let space = at.world.space()?;
        let steps = route(space, at.settings.word("along")?)?;
        let step = *steps.get(self.step as usize % steps.len().max(1))?;
        self.step = (self.step + 1) % steps.len() as u32;
        match step {
            RouteStep::To(place) => self.go(at, place),
            RouteStep::Pause(ms) => self.stop_at_marker(at, Duration::from_milliseconds(ms.into())),
        }
        Some(())
    }

    /// At a marker it looks about, or does what content says; then it stands for the time.
    fn stop_at_marker(&mut self, at: &mut Moment<'_>, pause: Duration) {
        self.walk = None;
        let until = Some(at.now().after(pause));
        at.push(Rest { low: false, until });
        let order = match at.settings.course("with") {
            Some(course) => BodyOrder::Perform {
                course,
                target: None,
                at: None,
            },
            None => BodyOrder::LookAbout,
        };
        at.push(Play::order(order));
    }

    /// A place drawn at random that it has not crossed yet. `None` if there is nowhere to go.
    fn draw_goal(&mut self, at: &Moment<'_>) -> Option<Place> {
        let draw = at.draw("wander");
        self.goals = self.goals.wrapping_add(1);
        let Some(space) = at.world.space() else {
            let turned = Angle::thousandths(draw.between(0, 0, 359_999));
            let far = at.settings.mm("at_least").min(50_000) as i32;
            return Some(at.here().offset(turned.offset(far)));
        };
        let mut fresh = self.unvisited(at, space);
        if fresh.is_empty() {
            self.visited.clear();
            fresh = self.unvisited(at, space);
        }
        // A point of each, so that large polygons are not only crossed in the middle.
        let inside = |poly: &PolyId| {
            let rect = space.poly(*poly).map(|poly| (poly, poly.rect));
            let index = u64::from(poly.0) * 2 + 2;
            let between = |index, a: i32, b: i32| draw.between(index, a.into(), b.into()) as i32;
            rect.map(|(poly, rect)| {
                let x = between(index, rect.x0, rect.x1);
                poly.place((x, between(index + 1, rect.y0, rect.y1)))
            })
        };
        let points: Vec<Place> = fresh.iter().filter_map(inside).collect();
        let far_enough = at.settings.mm("at_least");
        let far = points
            .iter()
            .filter(|point| !at.here().is_within(**point, far_enough));
        let far: Vec<Place> = far.copied().collect();
        let among = if far.is_empty() { points } else { far };
        let drawn = draw.between(1, 0, among.len() as i64 - 1);
        among.get(usize::try_from(drawn).ok()?).copied()
    }

    /// The polygons of its zone that it has not crossed.
    fn unvisited(&self, at: &Moment<'_>, space: &Space) -> Vec<PolyId> {
        let name = at.settings.word("in");
        let mut zones = space.plan().zones.iter();
        let zone = name.and_then(|name| zones.find(|zone| SymbolId::named(&zone.name) == name));
        let polys = (0..space.polys().len() as u32).map(PolyId);
        let fresh = polys.filter(|poly| self.visited.binary_search(poly).is_err());
        // A door is a place to go through, not to go to.
        let inside = fresh.filter(|id| {
            let poly = space.poly(*id).filter(|poly| poly.opening.is_none());
            let centre = poly.and_then(|_| space.center(*id));
            centre.is_some_and(|centre| zone.is_none_or(|zone| zone.holds(centre)))
        });
        inside.collect()
    }

    fn visit(&mut self, poly: PolyId) {
        if let Err(place) = self.visited.binary_search(&poly) {
            self.visited.insert(place, poly);
        }
    }

    /// Records the polygons that a walk has crossed.
    fn note_walk(&mut self, at: &Moment<'_>, arrived: bool) {
        let (Some((from, to)), Some(space)) = (self.walk.take(), at.world.space()) else {
            return;
        };
        if !self.random {
            return;
        }
        // A goal that cannot be reached is not tried again.
        let goal = space.poly_at(to);
        goal.into_iter().for_each(|poly| self.visit(poly));
        if !arrived {
            return;
        }
        let path = space.path(from, to, &townsfolk_space::Shortest, townsfolk_space::NODES);
        for sample in path.found().into_iter().flat_map(|path| path.samples()) {
            let poly = space.poly_at(sample);
            poly.into_iter().for_each(|poly| self.visit(poly));
        }
    }

    fn set_uneasy(&mut self, at: &mut Moment<'_>) {
        let reaction = at.world.awareness().reaction;
        let uneasy = reaction >= Reaction::Uneasy;
        if uneasy && !self.uneasy {
            at.bark("hears");
        }
        if uneasy != self.uneasy {
            self.uneasy = uneasy;
            let pace = self.pace(at);
            for behaviour in at.stack.iter_mut() {
                if let BehaviourState::MoveTo(walk) = behaviour {
                    walk.pace = pace;
                }
            }
        }
        if uneasy {
            at.wake_in(UNEASY_BEAT);
        }
        let listens = at
            .stack
            .iter()
            .any(|b| matches!(b, BehaviourState::Listen(_)));
        if reaction >= Reaction::Turning
            && !listens
            && let Some(heard) = at.shared.heard.last().copied()
        {
            let lasts = at.draw_time("listen", at.settings.times("listens"));
            at.push(Listen::to(heard.at, lasts));
        }
    }
}

/// The steps of a route of the ground.
pub(super) fn route(space: &Space, name: SymbolId) -> Option<&[RouteStep]> {
    let mut routes = space.plan().routes.iter();
    let route = routes.find(|route| SymbolId::named(&route.name) == name)?;
    (!route.steps.is_empty()).then_some(&route.steps)
}

impl Skill for Wander {
    fn is_valid(&self, _at: &Moment<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        let chosen = at.settings.word("mode") == Some(SymbolId::named("random"));
        // After a chase the route may be far away.
        self.random |= chosen || at.shared.alerted.is_some() || at.settings.word("along").is_none();
        self.walk = None;
        self.pauses = true;
        self.uneasy = false;
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        self.set_uneasy(at);
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        if let Some(result) = at.take_result() {
            self.note_walk(at, result == Status::Success);
            if self.random && !self.pauses {
                self.pauses = true;
                let pause = at.draw_time("pause", at.settings.times("pauses"));
                let until = Some(at.now().after(pause));
                at.push(Rest { low: false, until });
                return SkillStatus::Running;
            }
        }
        if !self.random && self.follow_route(at).is_some() {
            return SkillStatus::Running;
        }
        self.random = true;
        match self.draw_goal(at) {
            Some(goal) => self.go(at, goal),
            None => {
                let until = Some(at.now().after(REST));
                at.push(Rest { low: false, until });
            }
        }
        SkillStatus::Running
    }

    fn state(&self) -> &'static str {
        match (self.random, self.uneasy) {
            (_, true) => "uneasy",
            (true, _) => "wandering at random",
            (false, _) => "walking its route",
        }
    }

    fn mind(&self) -> Option<MindState> {
        self.uneasy.then_some(MindState::Agitated)
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        vec![]
    }
}
