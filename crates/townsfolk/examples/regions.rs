//! Regions: a part of the world is taken out of memory, and comes back later.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example regions
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");
const PARK: RegionId = RegionId(1);

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    let kind = folk.id::<LocationKindId>("bench_spot")?;
    let elder = folk.id::<RoleId>("elder")?;
    folk.place_location(Placement {
        kind,
        at: at(3.0, 5.0),
        region: PARK,
    });
    let mira = folk.add_character(Newcomer {
        roles: vec![elder],
        at: Some(at(2.0, 5.0)),
        region: PARK,
        ..Newcomer::default()
    });
    run(&mut folk, 600);
    println!("{}\n", folk.why(mira));

    // Nothing in the region goes on until it is back: its clocks stand still.
    let bytes = folk.unload_region(PARK);
    run(&mut folk, 600);
    println!("{} ({} bytes wait)\n", folk.why(mira), bytes.len());

    folk.load_region(&bytes)?;
    run(&mut folk, 600);
    println!("{}", folk.why(mira));
    Ok(())
}

fn run(folk: &mut Folk, ticks: u32) {
    for _ in 0..ticks {
        let tick = folk.tick();
        folk.finish_all(tick);
    }
}
