//! Searching: looking into hiding places around the place where a prey was lost.

use super::{Exit, Skill, SkillStatus};
use crate::behaviours::{Canvass, Goal, MoveTo};
use crate::moment::{Moment, SearchRequest};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, Place, Tick};
use townsfolk_space::SearchGraph;
use townsfolk_space::search_graph::SearchWeights;

/// A searcher stands at a point within this distance.
const AT_POINT_MM: u32 = 700;

/// How often interest flows from point to point.
const FLOWS: Duration = Duration(6);

/// Number of flows that are made up for at most.
const FLOWS_MAX: i64 = 600;

/// The height of eyes over the ground.
const EYES_MM: i32 = 1_600;

/// The state of `search`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Search {
    graph: SearchGraph,
    weights: SearchWeights,
    began: Tick,
    /// Until when interest has flowed.
    flowed: Tick,
    /// The point that it goes to, or looks around at.
    point: Option<u32>,
    looks: bool,
    visits: u32,
}

impl Search {
    /// The points, and the interest in each, in millionths.
    pub fn points(&self) -> Vec<(Place, i64)> {
        let points = self.graph.points.iter().enumerate();
        points.map(|(n, at)| (*at, self.weights.of(n))).collect()
    }

    /// The points that see each other.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.graph.edges
    }

    /// The point that it goes to, or looks around at.
    pub fn goal(&self) -> Option<Place> {
        self.graph.points.get(self.point? as usize).copied()
    }

    fn build(&mut self, at: &Moment<'_>, request: SearchRequest) {
        let points = usize::try_from(at.settings.count("points"))
            .unwrap_or(0)
            .clamp(1, 200);
        let area = at.settings.mm("area");
        self.graph = match at.world.space() {
            Some(space) => SearchGraph::build(space, request.at, points, area),
            None => SearchGraph::default(),
        };
        if self.graph.points.is_empty() {
            self.graph.points.push(request.at);
            self.graph.reveals.push(vec![]);
        }
        let (x, y) = request.velocity;
        let heading = (request.velocity != (0, 0)).then(|| Angle::of(x.into(), y.into()));
        self.weights = SearchWeights::start(&self.graph, heading);
    }

    /// Lets interest flow, and takes it from points in view.
    fn flow(&mut self, at: &Moment<'_>) {
        let beats = (at.now().since(self.flowed).0 / FLOWS.0).clamp(0, FLOWS_MAX);
        for _ in 0..beats {
            self.weights.spread(&self.graph, FLOWS.0 as u32);
        }
        self.flowed = self.flowed.after(Duration(beats * FLOWS.0));
        if beats == 0 {
            return;
        }
        let (here, near) = (at.here(), at.settings.mm("seen_from"));
        let raised = |at: Place| Place {
            z_mm: at.z_mm.saturating_add(EYES_MM),
            ..at
        };
        let going = self.point.map(|point| point as usize);
        for n in 0..self.graph.points.len() {
            let point = self.graph.points[n];
            if self.weights.of(n) == 0 || Some(n) == going || !here.is_within(point, near) {
                continue;
            }
            let space = at.world.space();
            if space.is_none_or(|space| space.ray(raised(here), raised(point))) {
                self.weights.look_at(n);
            }
        }
    }

    /// The lengths of the ways to all points along the graph, from where it stands.
    fn ways(&self, here: Place) -> Vec<Option<u32>> {
        let points = &self.graph.points;
        let nearest = (0..points.len()).min_by_key(|n| (here.distance_mm(points[*n]), *n));
        let mut best: Vec<Option<u32>> = vec![None; points.len()];
        let Some(first) = nearest else {
            return best;
        };
        let length = |a: Place, b: Place| u32::try_from(a.distance_mm(b)).unwrap_or(u32::MAX);
        best[first] = Some(length(here, points[first]));
        // Few points: a round for each of them is enough.
        for _ in 0..points.len() {
            let mut changed = false;
            for (a, b) in &self.graph.edges {
                let (a, b) = (*a as usize, *b as usize);
                let step = length(points[a], points[b]);
                for (from, to) in [(a, b), (b, a)] {
                    let there = best[from].map(|way| way.saturating_add(step));
                    if there.is_some() && best[to].is_none_or(|known| there < Some(known)) {
                        best[to] = there;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        best
    }

    /// Goes to the next point. `None` if no point is of interest.
    fn go_on(&mut self, at: &mut Moment<'_>) -> Option<()> {
        let ways = self.ways(at.here());
        let next = self.weights.next(&ways, at.draw("search"))?;
        let goal = Goal::Point(*self.graph.points.get(next)?);
        self.point = Some(next as u32);
        self.looks = false;
        at.push(MoveTo::new(goal, AT_POINT_MM, at.settings.mm("pace")));
        Some(())
    }
}

impl Skill for Search {
    fn is_valid(&self, at: &Moment<'_>) -> Result<(), &'static str> {
        at.shared.search.map(|_| ()).ok_or("it has lost nobody")
    }

    fn enter(&mut self, at: &mut Moment<'_>) {
        *self = Search {
            began: at.now(),
            flowed: at.now(),
            ..Search::default()
        };
        if let Some(request) = at.shared.search {
            self.build(at, request);
        }
        at.bark("searches");
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> SkillStatus {
        let until = self.began.after(at.settings.time("lasts"));
        let visits = u32::try_from(at.settings.count("visits")).unwrap_or(0);
        if at.now() >= until {
            return SkillStatus::Done;
        }
        at.wake_at(until);
        self.flow(at);
        if !at.is_idle() {
            return SkillStatus::Running;
        }
        let result = at.take_result();
        if let (Some(point), Some(_)) = (self.point, result) {
            if !self.looks && result == Some(crate::behaviours::Status::Success) {
                self.looks = true;
                let names = [
                    "canvass_radius",
                    "canvasses",
                    "canvass_wedge",
                    "canvass_looks",
                    "motions",
                ];
                let canvass = Canvass::of(at, names);
                at.push(canvass);
                return SkillStatus::Running;
            }
            self.weights.look_at(point as usize);
            self.point = None;
            self.visits += 1;
        }
        if self.visits >= visits || self.go_on(at).is_none() {
            return SkillStatus::Done;
        }
        SkillStatus::Running
    }

    fn exit(&mut self, at: &mut Moment<'_>, how: Exit) {
        at.shared.search = None;
        if how == Exit::Completed {
            at.bark("gives_up");
        }
        *self = Search::default();
    }

    fn state(&self) -> &'static str {
        match (self.point, self.looks) {
            (None, _) => "choosing a point",
            (_, false) => "going to a point",
            (_, true) => "looking around",
        }
    }

    fn timers(&self) -> Vec<(&'static str, Tick)> {
        vec![("began", self.began)]
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.began = later(self.began);
        self.flowed = later(self.flowed);
    }
}
