//! Ground that answers questions about sight and walking.

use crate::build;
use crate::fault::{Fault, Part, Problem};
use crate::mesh::{Mesh, Poly, PolyId, Portal};
use crate::plan::{GroundPlan, OpeningId, Plate, Route, RouteStep, Zone};
use crate::rect::Rect;
use crate::solid::{Hit, Ray, Solid, Solids};
use townsfolk_core::Place;

/// Ground built from a plan. Only openings change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Space {
    plan: GroundPlan,
    sound: build::Sound,
    solids: Solids,
    mesh: Mesh,
    open: Vec<bool>,
}

impl Space {
    /// Builds the ground of a plan, and lists what is wrong with it. Faulty parts are left out.
    pub fn build(plan: &GroundPlan) -> (Space, Vec<Fault>) {
        let mut faults = vec![];
        let sound = build::check(plan, &mut faults);
        let space = Space {
            solids: Solids::of(build::solids(plan, &sound)),
            mesh: Mesh::of(plan, &sound),
            open: plan.openings.iter().map(|opening| opening.open).collect(),
            plan: plan.clone(),
            sound,
        };
        space.check_points(&mut faults);
        faults.sort_unstable();
        (space, faults)
    }

    /// The plan it was built from.
    pub fn plan(&self) -> &GroundPlan {
        &self.plan
    }

    /// Opens or closes a door or window. The answer is whether there is one with this name.
    pub fn set_open(&mut self, opening: OpeningId, is_open: bool) -> bool {
        let index = self.opening(opening);
        let door = index.and_then(|index| self.open.get_mut(index));
        door.map(|door| *door = is_open).is_some()
    }

    /// Whether an opening is open.
    pub fn is_open(&self, opening: OpeningId) -> bool {
        let index = self.opening(opening);
        index.is_some_and(|index| self.open.get(index).copied().unwrap_or(false))
    }

    /// Which openings are open, in the order of the plan: all that can change.
    pub fn open(&self) -> &[bool] {
        &self.open
    }

    /// Whether a straight line from one place to another is free of anything that blocks sight.
    ///
    /// A line that only touches a solid is free.
    pub fn ray(&self, from: Place, to: Place) -> bool {
        self.solids.is_clear(&Ray::new(from, to), &self.open)
    }

    /// The first thing that blocks a straight line; `None` if the line is free.
    pub fn first_hit(&self, from: Place, to: Place) -> Option<Hit> {
        self.solids.first_hit(&Ray::new(from, to), &self.open)
    }

    /// The same answer as [`ray`](Space::ray) by looking at every solid: the reference of tests and
    /// benchmarks.
    pub fn ray_over_all(&self, from: Place, to: Place) -> bool {
        let ray = Ray::new(from, to);
        let mut solids = self.solids.all().iter();
        !solids.any(|solid| ray.enters(solid, &self.open).is_some())
    }

    /// The polygon under a place. Closed doors have none.
    pub fn poly_at(&self, at: Place) -> Option<PolyId> {
        self.mesh.at(at, |poly| self.is_passable(poly))
    }

    /// A polygon.
    pub fn poly(&self, id: PolyId) -> Option<&Poly> {
        self.mesh.poly(id)
    }

    /// All polygons in order.
    pub fn polys(&self) -> &[Poly] {
        &self.mesh.polys
    }

    /// The polygons that a rectangle meets on any floor, ascending.
    pub fn polys_near(&self, rect: &Rect) -> Vec<PolyId> {
        self.mesh.near(rect)
    }

    /// The centre of a polygon.
    pub fn center(&self, id: PolyId) -> Option<Place> {
        let poly = self.mesh.poly(id)?;
        Some(poly.place(poly.rect.middle()))
    }

    /// The polygons that can be entered from another, ascending.
    pub fn neighbours(&self, id: PolyId) -> impl Iterator<Item = PolyId> + '_ {
        let links = self.mesh.links(id).iter().map(|link| link.to);
        links.filter(|id| self.is_poly_open(*id))
    }

    /// The ends of the common edge of two polygons; for stairs, the two ends of the stairs.
    pub fn portal(&self, a: PolyId, b: PolyId) -> Option<(Place, Place)> {
        let link = self.mesh.links(a).iter().find(|link| link.to == b)?;
        let poly = self.mesh.poly(b)?;
        Some(match link.portal {
            Portal::Edge(low, high) => (poly.place(low), poly.place(high)),
            Portal::Stairs(out, into) => (out, into),
        })
    }

    /// Whether the centre of a body can be at a place.
    pub fn is_walkable(&self, at: Place) -> bool {
        self.poly_at(at).is_some()
    }

    /// The point nearest to a place, on its floor, where the centre of a body can be.
    pub fn snap(&self, at: Place) -> Option<Place> {
        if let Some(floor) = self.floor_under(at) {
            return Some(floor);
        }
        self.mesh.nearest(at, |poly| self.is_passable(poly))
    }

    /// The point on the floor under a place, if the centre of a body can be there.
    pub fn floor_under(&self, at: Place) -> Option<Place> {
        let poly = self.mesh.poly(self.poly_at(at)?)?;
        Some(poly.place((at.x_mm, at.y_mm)))
    }

    /// The first point of a straight walk that is blocked; `None` if the walk arrives.
    pub fn walk_ray(&self, from: Place, to: Place) -> Option<Place> {
        self.mesh.walk(from, to, |poly| self.is_passable(poly))
    }

    /// The level of light at a place, from 0 to 1000; nothing off the ground.
    pub fn light(&self, at: Place) -> u16 {
        let here = (at.x_mm, at.y_mm);
        let level = |z_mm: i32| (-500..2_500).contains(&(i64::from(at.z_mm) - i64::from(z_mm)));
        let mut lights = self.plan.lights.iter().rev();
        let light = lights.find(|light| level(light.z_mm) && light.rect.holds(here));
        let plate = self.plate_at(at).map_or(0, |plate| plate.light);
        light.map_or(plate, |light| light.level)
    }

    /// The plate under a place.
    pub fn plate_at(&self, at: Place) -> Option<&Plate> {
        let plates = self.plan.plates.iter().zip(&self.sound.plates);
        let plates = plates.filter(|(plate, sound)| {
            let above = i64::from(at.z_mm) - i64::from(plate.z_mm);
            let inside = (0..i64::from(plate.height_mm)).contains(&above);
            **sound && inside && plate.rect.holds((at.x_mm, at.y_mm))
        });
        plates.map(|(plate, _)| plate).next()
    }

    /// A zone by name.
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.plan.zones.iter().find(|zone| zone.name == name)
    }

    /// A route by name.
    pub fn route(&self, name: &str) -> Option<&Route> {
        self.plan.routes.iter().find(|route| route.name == name)
    }

    /// The bounds of the plates on one floor.
    pub fn bounds(&self, z_mm: i32) -> Option<Rect> {
        let plates = self.plan.plates.iter().zip(&self.sound.plates);
        let here = plates.filter(|(plate, sound)| {
            **sound && plate.z_mm.abs_diff(z_mm) <= build::STEP_MM.unsigned_abs()
        });
        here.map(|(plate, _)| plate.rect)
            .reduce(|a, b| a.around(&b))
    }

    pub(crate) fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    pub(crate) fn solids(&self) -> &[Solid] {
        self.solids.all()
    }

    pub(crate) fn is_open_index(&self, opening: u32) -> bool {
        self.open.get(opening as usize).copied().unwrap_or(false)
    }

    pub(crate) fn is_poly_open(&self, id: PolyId) -> bool {
        self.mesh
            .poly(id)
            .is_some_and(|poly| self.is_passable(poly))
    }

    pub(crate) fn sound_obstacle(&self, index: usize) -> bool {
        self.sound.obstacles.get(index).copied().unwrap_or(false)
    }

    pub(crate) fn walls(&self) -> Vec<build::Wall> {
        build::walls(&self.plan, &self.sound)
    }

    fn is_passable(&self, poly: &Poly) -> bool {
        poly.opening
            .is_none_or(|opening| self.is_open_index(opening))
    }

    fn opening(&self, id: OpeningId) -> Option<usize> {
        self.plan
            .openings
            .iter()
            .position(|opening| opening.id == id)
    }

    /// Checks what has to stand on the ground.
    fn check_points(&self, faults: &mut Vec<Fault>) {
        let mut report = |part: Part, problem: Option<Problem>| {
            faults.extend(problem.map(|problem| Fault { part, problem }));
        };
        let on_ground = |rect: &Rect, z_mm: i32| {
            let mut plates = self.plan.plates.iter().zip(&self.sound.plates);
            plates.any(|(plate, sound)| {
                let level = plate.z_mm.abs_diff(z_mm) <= build::STEP_MM.unsigned_abs();
                *sound && level && plate.rect.overlaps(rect)
            })
        };
        let area = |rect: &Rect, z_mm: i32| match rect.is_empty() {
            true => Some(Problem::Empty),
            false => (!on_ground(rect, z_mm)).then_some(Problem::OffTheGround),
        };
        for (n, obstacle) in self.plan.obstacles.iter().enumerate() {
            let off = self.sound.obstacles[n] && !on_ground(&obstacle.rect, obstacle.z_mm);
            report(
                Part::Obstacle(n as u32),
                off.then_some(Problem::OffTheGround),
            );
        }
        for (n, light) in (0..).zip(&self.plan.lights) {
            report(Part::Light(n), area(&light.rect, light.z_mm));
        }
        for (n, zone) in (0..).zip(&self.plan.zones) {
            report(Part::Zone(n), area(&zone.rect, zone.z_mm));
        }
        for (n, route) in (0..).zip(&self.plan.routes) {
            for (nth, step) in (0..).zip(&route.steps) {
                if let RouteStep::To(at) = step {
                    report(Part::Route(n, nth), self.point_problem(*at));
                }
            }
        }
        for (n, post) in (0..).zip(&self.plan.posts) {
            report(Part::Post(n), self.point_problem(*post));
        }
    }

    /// Why a body cannot stand at a place.
    pub fn point_problem(&self, at: Place) -> Option<Problem> {
        if self.is_walkable(at) {
            return None;
        }
        if self.plate_at(at).is_none() {
            return Some(Problem::OffTheGround);
        }
        let inside = self.plan.obstacles.iter().position(|obstacle| {
            let above = i64::from(at.z_mm) - i64::from(obstacle.z_mm);
            let level = (-1_800..i64::from(obstacle.height_mm)).contains(&above);
            level && obstacle.blocks_walking && obstacle.rect.encloses((at.x_mm, at.y_mm))
        });
        Some(inside.map_or(Problem::TooTight, |n| Problem::InsideObstacle(n as u32)))
    }
}
