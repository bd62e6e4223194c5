//! Minds only: two people with needs and a day, and no scene at all.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example minds_only
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cottage");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.set_area("home", &[Extent::around(at(0.0, 0.0), 5_000)])?;
    folk.set_area("workshop", &[Extent::around(at(60.0, 0.0), 5_000)])?;
    let ben = folk.add_person("ben", at(0.0, 0.0))?;
    folk.add_person("dora", at(1.0, 0.0))?;
    // Six in the morning, and a minute of the calendar in a second of the stage.
    folk.report(Report::Calendar {
        seconds: 6 * 3600,
        rate: 60_000,
    });
    let mut busy: Vec<(Tick, ActionRef)> = vec![];
    for _ in 0..12 * 3600 {
        let tick = folk.tick();
        for event in tick.events() {
            if let Event::Mind(_, MindEvent::SetOut(_) | MindEvent::RoleTaken(_)) = event.get() {
                println!(
                    "{:02}:{:02} {event}",
                    folk.daytime() / 3600,
                    folk.daytime() / 60 % 60
                );
            }
        }
        for start in tick.starts() {
            // Walks are over at once here, everything else takes ten seconds.
            let lasts = match start.goal() {
                Some(goal) => {
                    folk.report(Report::Moved(start.who, goal));
                    Duration(1)
                }
                None => Duration::seconds(10),
            };
            busy.push((folk.now().after(lasts), start.action));
        }
        let now = folk.now();
        busy.retain(|(until, action)| {
            let over = *until <= now;
            if over {
                folk.report(Report::Outcome(*action, Outcome::Done));
            }
            !over
        });
    }
    println!("{}", folk.why(ben));
    Ok(())
}
