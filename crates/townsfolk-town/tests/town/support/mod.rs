//! Houses made up by chance, and the shipped examples.

use std::sync::Arc;
use townsfolk::Place;
use townsfolk_core::{AreaId, Draw, Seed, SiteId, Tick};
use townsfolk_lang::manifest;
use townsfolk_lang::project::{PackageId, Project};
use townsfolk_lang::source::FileId;
use townsfolk_module::{Module, Symbols};
use townsfolk_town::paths::Atlas;
use townsfolk_town::plan::{
    AreaAccess, BLOCKED, Connector, Plan, PlanArea, Plate, PlateId, PlateUse, Rect, Rough, Way,
};

pub(crate) const ROOM_X: i32 = 6_000;
pub(crate) const ROOM_Y: i32 = 5_000;

/// A house of so many rooms east, north and up, with doors, stairs and furniture by chance, and a
/// street along its south. Every room can be reached.
pub(crate) fn house(seed: u64, columns: i32, rows: i32, floors: i32) -> Plan {
    let draw = Draw::at(Seed(seed), 0, Tick(0), SiteId(1));
    let mut count = 0;
    let mut chance = |lo: i64, hi: i64| {
        count += 1;
        draw.between(count, lo, hi) as i32
    };
    let mut plan = Plan::default();
    let area = AreaId::named("house");
    plan.areas.push(PlanArea {
        id: area,
        name: "the house".into(),
        within: None,
    });
    let room = |c: i32, r: i32, f: i32| PlateId(((f * rows + r) * columns + c) as u32);
    for f in 0..floors {
        for r in 0..rows {
            for c in 0..columns {
                let (x, y) = (c * ROOM_X, r * ROOM_Y);
                let mut rough = vec![];
                for _ in 0..chance(0, 2) {
                    // There is a way around everything.
                    let (fx, fy) = (chance(1_000, 3_500), chance(2_000, 3_000));
                    let (w, d) = (chance(100, 1_400), chance(100, 900));
                    let hard = [BLOCKED, BLOCKED, 500][chance(0, 2) as usize];
                    rough.push(Rough {
                        rect: Rect::new(x + fx, y + fy, w, d),
                        value: hard,
                    });
                }
                plan.add_plate(Plate {
                    area,
                    used_as: PlateUse::Room,
                    rect: Rect::new(x, y, ROOM_X, ROOM_Y),
                    z_mm: f * 3_000,
                    height_mm: 3_000,
                    rough,
                });
            }
        }
    }
    for f in 0..floors {
        for r in 0..rows {
            for c in 0..columns {
                let west = c > 0 && (r == 0 || chance(0, 1) == 0);
                let south = r > 0 && !west;
                if west || (c > 0 && chance(0, 4) == 0) {
                    plan.connect(Way::Door, [room(c - 1, r, f), room(c, r, f)], 900);
                }
                if south || (r > 0 && chance(0, 4) == 0) {
                    plan.connect(Way::Door, [room(c, r - 1, f), room(c, r, f)], 900);
                }
                if f > 0 && ((c, r) == (0, 0) || chance(0, 9) == 0) {
                    let (x, y) = (c * ROOM_X + 1_250, r * ROOM_Y + 1_250);
                    let end = |x: i32, f: i32| Place {
                        x_mm: x,
                        y_mm: y,
                        z_mm: f * 3_000,
                    };
                    plan.connectors.push(Connector {
                        way: Way::Stairs,
                        between: [room(c, r, f - 1), room(c, r, f)],
                        ends: [end(x, f - 1), end(x + 3_000, f)],
                        width_mm: 1_000,
                        admits: AreaAccess::default(),
                    });
                }
            }
        }
    }
    let street = plan.add_plate(Plate {
        area,
        used_as: PlateUse::Street,
        rect: Rect::new(0, -6_000, columns * ROOM_X, 6_000),
        z_mm: 0,
        height_mm: 3_000,
        rough: vec![],
    });
    for c in (0..columns).step_by(3) {
        plan.connect(Way::Door, [street, room(c, 0, 0)], 900);
    }
    plan
}

/// The same, ready for walking.
pub(crate) fn walkable(plan: Plan) -> Atlas {
    Atlas::of(Arc::new(plan)).unwrap_or_else(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    })
}

/// A place by chance at which somebody can stand.
pub(crate) fn somewhere(atlas: &Atlas, seed: u64) -> Place {
    let draw = Draw::at(Seed(seed), 1, Tick(0), SiteId(2));
    let plates = &atlas.plan().plates;
    let plate = draw.between(0, 0, plates.len() as i64 - 1);
    let id = PlateId(plate as u32);
    let rect = plates[plate as usize].rect;
    let x = draw.between(1, i64::from(rect.x0) + 1, i64::from(rect.x1) - 1);
    let y = draw.between(2, i64::from(rect.y0) + 1, i64::from(rect.y1) - 1);
    let at = plates[plate as usize].place(x as i32, y as i32);
    atlas.standing_at(id, at)
}

/// A shipped example, compiled.
#[allow(clippy::disallowed_methods, reason = "a test reads the examples")]
pub(crate) fn example(name: &str) -> (Arc<Module>, Symbols) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    let mut text = read(&format!("{name}/{name}.folk"));
    if read(&format!("{name}/folk.toml")).contains("common") {
        text = format!("{}\n{text}", read("common/common.folk"));
    }
    compile(&text)
}

/// A text, compiled.
pub(crate) fn compile(text: &str) -> (Arc<Module>, Symbols) {
    let mut project = Project::of_files([("town.folk", text)]);
    let checked = project.check();
    let errors: Vec<_> = checked.problems.iter().map(|d| d.message.clone()).collect();
    let compiled = project.compile(&checked);
    let (module, symbols) = compiled.unwrap_or_else(|| panic!("{errors:#?}"));
    (Arc::new(module), symbols)
}

/// A text with a plan of its own, compiled and laid out.
pub(crate) fn lay(text: &str) -> (Arc<Module>, Symbols, Plan) {
    let mut project = Project::of_files([("town.folk", text)]);
    lay_out(&mut project)
}

fn lay_out(project: &mut Project) -> (Arc<Module>, Symbols, Plan) {
    let checked = project.check();
    let errors: Vec<_> = checked.problems.iter().map(|d| d.message.clone()).collect();
    assert_eq!(errors, [] as [&str; 0]);
    let (module, symbols) = project.compile(&checked).unwrap();
    let plan = Plan::lay(checked.ground().unwrap(), &module, &symbols);
    (Arc::new(module), symbols, plan)
}

/// A shipped example with everything it depends on, laid out as its scripts suggest.
pub(crate) fn derived(name: &str) -> (Arc<Module>, Symbols, Plan) {
    let mut project = Project::new();
    add(&mut project, name, &mut vec![]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).unwrap();
    let plan = Plan::derive(&module, &symbols);
    (Arc::new(module), symbols, plan)
}

/// A shipped example with everything it depends on, laid out as its plan says.
pub(crate) fn shipped(name: &str) -> (Arc<Module>, Symbols, Plan) {
    let mut project = Project::new();
    add(&mut project, name, &mut vec![]);
    lay_out(&mut project)
}

/// Adds a package, and before it those it depends on.
#[allow(clippy::disallowed_methods, reason = "a test reads the examples")]
fn add(project: &mut Project, name: &str, known: &mut Vec<(String, Vec<PackageId>)>) {
    if known.iter().any(|(other, _)| other == name) {
        return;
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let folder = format!("{root}/{name}");
    let manifest = std::fs::read_to_string(format!("{folder}/folk.toml")).unwrap();
    let manifest = manifest::parse(FileId(0), &manifest).unwrap();
    let mut sees = vec![];
    for dependency in &manifest.dependencies {
        let other = dependency.path.trim_start_matches("../");
        add(project, other, known);
        let found = known.iter().find(|(known, _)| known == other);
        sees.extend(found.unwrap().1.iter().copied());
    }
    let package = project.add_package(name);
    project.set_visible(package, sees.clone());
    sees.push(package);
    known.push((name.to_string(), sees));
    let files = std::fs::read_dir(&folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files {
        if file.extension().is_some_and(|it| it == "folk") {
            let text = std::fs::read_to_string(&file).unwrap();
            project.set_file(&file.to_string_lossy(), package, &text);
        }
    }
}
