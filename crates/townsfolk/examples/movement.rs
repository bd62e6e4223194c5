//! Own movement: the game walks people to their seats, and reports places and outcomes.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example movement
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

/// Somebody on the way to a prop, with the action that ends there.
struct Walk {
    who: CharacterId,
    to: Place,
    action: ActionRef,
}

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    // The bench faces north: its seats stand in a line from south to north.
    let bench = folk.place("bench_spot", at(3.0, 5.0).facing(90))?;
    let mira = folk.add("elder", at(0.0, 1.0))?;
    folk.set_name(mira, "Mira");
    let mut walks: Vec<Walk> = vec![];
    for _ in 0..1200 {
        let tick = folk.tick();
        for start in tick.starts() {
            println!("{start}");
            match goal(&folk, bench, &start) {
                Some(to) => walks.push(Walk {
                    who: start.who,
                    to,
                    action: start.action,
                }),
                // Everything else takes no time here.
                None => folk.report(Report::Outcome(start.action, Outcome::Done)),
            }
        }
        walks.retain(|walk| !step(&mut folk, walk));
    }
    let at = folk.place_of(mira).unwrap_or_default();
    println!("Mira stands at {} mm east, {} mm north.", at.x_mm, at.y_mm);
    Ok(())
}

/// Where an action has to be performed: at the prop it is aimed at.
fn goal(folk: &Folk, location: LocationId, start: &Start<'_>) -> Option<Place> {
    let place = folk.location(location)?;
    let kind = folk.module().location(place.kind)?;
    match start.target? {
        Value::Prop(prop) => place.prop_at(kind, prop),
        _ => None,
    }
}

/// One step of 25 mm, which is 1.5 metres a second. True on arrival.
fn step(folk: &mut Folk, walk: &Walk) -> bool {
    let Some(at) = folk.place_of(walk.who) else {
        return true;
    };
    let away = at.distance_mm(walk.to);
    let there = away <= 25;
    let part =
        |from: i32, to: i32| from + ((i64::from(to) - i64::from(from)) * 25 / away.max(1)) as i32;
    let next = match there {
        true => walk.to,
        false => Place {
            x_mm: part(at.x_mm, walk.to.x_mm),
            y_mm: part(at.y_mm, walk.to.y_mm),
            z_mm: 0,
        },
    };
    folk.report(Report::Moved(walk.who, next));
    if there {
        folk.report(Report::Outcome(walk.action, Outcome::Done));
    }
    there
}
