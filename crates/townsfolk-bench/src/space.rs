//! Ground: rays, ways and exposure maps, beside the naive methods.

use crate::Figure;
use crate::stopwatch::cpu_seconds;
use townsfolk_core::{Angle, Draw, Place, Seed, SiteId, Tick};
use townsfolk_space::exposure::{LINES_PER_TICK, STANDING_STEPS, line_per_cell};
use townsfolk_space::{
    ExposureMap, GroundPlan, HeightGrid, InFrontOf, NODES, Obstacle, PathCost, Plate, Rect,
    Shortest, Space, Unseen, WalkGrid, cover_spots,
};

/// Number of steps of [`measure`].
pub const STEPS: usize = 4;

/// The side of the exposure map: 200 cells of half a metre.
const MAP_MM: i32 = 100_000;

/// The side of the arena in which ways are searched.
const ARENA_MM: i32 = 60_000;

/// The side of the town in which rays are cast.
const TOWN_MM: i32 = 1_000_000;

/// Promised time of a way in the arena, in microseconds.
const WAY_PROMISE: f64 = 200.0;
/// Promised time of a ray, in microseconds.
const RAY_PROMISE: f64 = 1.0;
/// The time of both exposure maps on the console of the source, in milliseconds.
const MAPS_BUDGET: f64 = 2.5;

/// Measures everything about ground. `progress` is told what is being done.
pub fn measure(progress: &mut dyn FnMut(&str)) -> Vec<Figure> {
    let mut figures = vec![];
    progress("exposure maps");
    exposure(&mut figures);
    progress("rays");
    rays(
        &mut figures,
        "an arena of 60 m with 80 boxes",
        &ground(ARENA_MM, 80),
    );
    rays(
        &mut figures,
        "a town of 1 km with 20,000 boxes",
        &ground(TOWN_MM, 20_000),
    );
    progress("ways");
    ways(&mut figures);
    progress("building");
    building(&mut figures);
    figures
}

fn exposure(figures: &mut Vec<Figure>) {
    let space = ground(MAP_MM, 250);
    let heights = HeightGrid::of(&space, 0);
    let eye = center(MAP_MM);
    let range = MAP_MM / 2;
    let sweep = 1e3
        * cpu_seconds(20, || {
            ExposureMap::seen(&heights, eye, STANDING_STEPS, range)
        });
    let naive = 1e3 * cpu_seconds(5, || line_per_cell(&heights, eye, STANDING_STEPS, range));
    let lattice = *heights.lattice();
    let raised = |at: Place| Place { z_mm: 1_000, ..at };
    let rays = 1e3
        * cpu_seconds(3, || {
            let cells = (0..lattice.len()).map(|n| lattice.center(lattice.cell_at(n)));
            cells
                .filter(|at| space.ray(raised(eye), raised(*at)))
                .count()
        });
    figures.push(
        Figure::new("exposure map of 200 x 200 cells", sweep, "ms").against(
            "of the budget of the source for two maps, 2 to 3 ms",
            sweep / MAPS_BUDGET,
        ),
    );
    figures.push(
        Figure::new("the same with a line for each cell", naive, "ms")
            .against("times the sweep", naive / sweep),
    );
    figures.push(
        Figure::new("the same with an exact ray for each cell", rays, "ms")
            .against("times the sweep", rays / sweep),
    );
    let mut map = ExposureMap::new(lattice, range);
    let slices = f64::from(map.lines().div_ceil(LINES_PER_TICK));
    let whole = cpu_seconds(20, || {
        while !map.advance(&heights, (eye, STANDING_STEPS), LINES_PER_TICK) {}
    });
    figures.push(Figure::new(
        "a slice of 128 lines",
        1e6 * whole / slices,
        "us",
    ));
}

fn rays(figures: &mut Vec<Figure>, what: &str, space: &Space) {
    let pairs: Vec<(Place, Place)> = (0..2_000).map(|n| pair(space, n, 30_000)).collect();
    let raised = |at: Place| Place { z_mm: 1_600, ..at };
    let micros = |cast: &dyn Fn(Place, Place) -> bool, pairs: &[(Place, Place)]| {
        let free = |(a, b): &&(Place, Place)| cast(raised(*a), raised(*b));
        1e6 * cpu_seconds(5, || pairs.iter().filter(free).count()) / pairs.len() as f64
    };
    let fast = micros(&|a, b| space.ray(a, b), &pairs);
    let naive = micros(&|a, b| space.ray_over_all(a, b), &pairs[..100]);
    figures.push(
        Figure::new(format!("a ray of up to 30 m in {what}"), fast, "us")
            .against("of the promised 1 us", fast / RAY_PROMISE),
    );
    figures.push(
        Figure::new("the same over all boxes", naive, "us").against("times that", naive / fast),
    );
}

fn ways(figures: &mut Vec<Figure>) {
    let space = ground(ARENA_MM, 80);
    let pairs: Vec<(Place, Place)> = (0..300).map(|n| pair(&space, n, ARENA_MM)).collect();
    let micros = |cost: &dyn PathCost, pairs: &[(Place, Place)]| {
        let found =
            |(a, b): &&(Place, Place)| space.path(*a, *b, cost, 2 * NODES).found().is_some();
        1e6 * cpu_seconds(5, || pairs.iter().filter(found).count()) / pairs.len() as f64
    };
    let shortest = micros(&Shortest, &pairs);
    figures.push(
        Figure::new(
            "the shortest way in an arena of 60 m with 80 boxes",
            shortest,
            "us",
        )
        .against("of the promised 200 us", shortest / WAY_PROMISE),
    );
    let heights = HeightGrid::of(&space, 0);
    let map = ExposureMap::seen(&heights, center(ARENA_MM), STANDING_STEPS, ARENA_MM / 2);
    let unseen = micros(&Unseen::by(&map), &pairs[..60]);
    figures.push(
        Figure::new("the way that is seen least there", unseen, "us")
            .against("times the shortest", unseen / shortest),
    );
    let shape = InFrontOf::of(center(ARENA_MM), Angle::degrees(30));
    let goal = shape.goal(6_000);
    let flanks: Vec<(Place, Place)> = pairs.iter().take(60).map(|(a, _)| (*a, goal)).collect();
    figures.push(Figure::new(
        "a way around the front of a target",
        micros(&shape, &flanks),
        "us",
    ));
}

fn building(figures: &mut Vec<Figure>) {
    let plan = plan(ARENA_MM, 80);
    let space = Space::build(&plan).0;
    let mut add = |what: &str, seconds: f64| {
        figures.push(Figure::new(what, 1e3 * seconds, "ms"));
    };
    add(
        "building an arena of 60 m with 80 boxes",
        cpu_seconds(5, || Space::build(&plan)),
    );
    add("its cover", cpu_seconds(5, || cover_spots(&space)));
    add(
        "its height grid",
        cpu_seconds(5, || HeightGrid::of(&space, 0)),
    );
    let middle = center(ARENA_MM);
    add(
        "its cells for searching",
        cpu_seconds(3, || WalkGrid::around(&space, middle, ARENA_MM)),
    );
    let town = crate::space::plan(TOWN_MM, 20_000);
    add(
        "building a town of 1 km with 20,000 boxes",
        cpu_seconds(1, || Space::build(&town)),
    );
}

fn center(side_mm: i32) -> Place {
    Place {
        x_mm: side_mm / 2,
        y_mm: side_mm / 2,
        z_mm: 0,
    }
}

/// Open ground with walls and cover in rows, each somewhere in a square of its own.
fn plan(side_mm: i32, boxes: i32) -> GroundPlan {
    let rows = (f64::from(boxes)).sqrt().ceil() as i32;
    let square = side_mm / rows;
    let obstacles = (0..boxes).map(|n| {
        let draw = Draw::at(Seed(7), n as u64, Tick(0), SiteId(0));
        let number = |k: u64, low: i32, high: i32| draw.between(k, low.into(), high.into()) as i32;
        let (wide, deep) = (number(0, 400, square - 1_500), number(1, 400, 1_200));
        let (wide, deep) = if draw.coin(2, 500) {
            (wide, deep)
        } else {
            (deep, wide)
        };
        let x = n % rows * square + number(3, 700, square - wide - 700);
        let y = n / rows * square + number(4, 700, square - deep - 700);
        let high = if draw.coin(5, 500) { 3_000 } else { 1_100 };
        Obstacle::standing(Rect::of((x, y), (x + wide, y + deep)), high)
    });
    GroundPlan {
        plates: vec![Plate::outdoors(Rect::of((0, 0), (side_mm, side_mm)))],
        obstacles: obstacles.collect(),
        ..GroundPlan::default()
    }
}

fn ground(side_mm: i32, boxes: i32) -> Space {
    Space::build(&plan(side_mm, boxes)).0
}

/// Two walkable places at most a distance apart along each axis.
fn pair(space: &Space, n: u64, apart_mm: i32) -> (Place, Place) {
    let draw = Draw::at(Seed(9), n, Tick(0), SiteId(0));
    let side = space.bounds(0).map_or(0, |bounds| bounds.x1);
    let number = |k: u64, low: i32, high: i32| draw.between(k, low.into(), high.into()) as i32;
    let at = |x_mm: i32, y_mm: i32| {
        let at = Place {
            x_mm,
            y_mm,
            z_mm: 0,
        };
        space.snap(at).unwrap_or(at)
    };
    let (x, y) = (number(0, 0, side), number(1, 0, side));
    let near = |k: u64, from: i32| {
        let by = apart_mm * 7 / 10;
        number(k, (from - by).max(0), (from + by).min(side))
    };
    (at(x, y), at(near(2, x), near(3, y)))
}
