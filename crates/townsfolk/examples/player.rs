//! A player in a scene: an icon, a click, a card, and the last word of a fortune teller.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example player
//! ```

use townsfolk::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/fortune");

pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    let tent = folk.place("fortune_tent", at(0.0, 0.0))?;
    let you = folk.add_player("seeker", at(1.0, 1.0))?;
    folk.set_name(you, "You");
    let fool = folk.symbol("fool")?;
    for _ in 0..3 * 3600 {
        let tick = folk.tick();
        for command in tick.commands() {
            match command.get() {
                // The player sees an icon, and clicks at once.
                Command::ShowIcon(..) => {
                    println!("{command}");
                    folk.report(Report::Accepted(you, tent));
                }
                Command::HideIcon(..) => println!("{command}"),
                _ => {}
            }
        }
        for start in tick.starts() {
            println!("{start}");
            // What the player clicks comes in as a fact.
            if start.is("show_cards") {
                folk.tell_fact(tent, "picked", &[Value::Character(you), fool])?;
            } else if start.is("hold_out_hand") {
                folk.tell_fact(tent, "paid", &[Value::Character(you)])?;
            }
        }
        for event in tick.events() {
            if let Event::SceneOver(..) = event.get() {
                println!("{event}");
                return Ok(());
            }
        }
        folk.finish_all(tick);
    }
    unreachable!("three minutes are enough for a fortune")
}
