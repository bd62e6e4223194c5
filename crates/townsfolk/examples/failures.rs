//! Failures: the first two attempts to sit down go wrong, and the script copes.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example failures
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bench");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    let bench = folk.place("bench_spot", at(3.0, 5.0))?;
    let mira = folk.add("elder", at(2.0, 5.0))?;
    let mut attempts = 0;
    for _ in 0..1800 {
        let tick = folk.tick();
        for start in tick.starts() {
            let fails = start.is("sit") && attempts < 2;
            attempts += u32::from(start.is("sit"));
            let outcome = match fails {
                true => Outcome::Failed,
                false => Outcome::Done,
            };
            println!("{start} -> {outcome:?}");
            folk.report(Report::Outcome(start.action, outcome));
        }
        // A report that names nothing comes back as an event.
        for event in tick.events() {
            if let Event::RejectedReport(why) = event.get() {
                println!("rejected: {why}");
            }
        }
    }
    // A prop can go while somebody uses it, and a wrong name is an error with a suggestion.
    folk.lose_prop(bench, "left")?;
    let wrong = folk.lose_prop(bench, "rigth");
    println!("{}", wrong.expect_err("the bench has no such prop"));
    println!("{}", folk.why(mira));
    Ok(())
}
