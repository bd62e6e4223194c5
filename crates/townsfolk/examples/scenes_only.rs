//! Scenes only: the game's own decisions move people, and scenes borrow them in between.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example scenes_only
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

/// Under which name the game's own decisions compete with scenes.
const PATROL: SymbolId = SymbolId::named("patrol");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.place("bench_spot", at(3.0, 5.0))?;
    let mira = folk.add("elder", at(2.0, 5.0))?;
    folk.set_name(mira, "Mira");
    for second in 0..60 {
        match second {
            // Duty calls: a scene that drives with less than this lets Mira go, and she gets up.
            20 => folk.report(Report::Offered(Offer {
                who: mira,
                by: PATROL,
                channel: Channel::Body,
                urgency: Urgency::Danger,
                score: 0,
                reason: SymbolId::named("alarm"),
                duration: None,
            })),
            // The duty is done, and scenes may have her again.
            40 => folk.report(Report::Withdrawn(mira, PATROL)),
            _ => {}
        }
        for _ in 0..60 {
            let tick = folk.tick();
            for event in tick.events() {
                if let Event::Driven(_, Channel::Body, _) = event.get() {
                    println!("{second:>2} s: {event}");
                }
            }
            for start in tick.starts() {
                println!("{second:>2} s: {start}");
            }
            folk.finish_all(tick);
        }
    }
    println!("{}", folk.why(mira));
    Ok(())
}
