//! The smallest host there is: a bench, a few people, and ten minutes.
//!
//! ```sh
//! cargo run -p townsfolk --example first_steps
//! ```

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_lang::project::Project;

fn main() -> Result<(), &'static str> {
    // A game ships what `townsfolk build` writes; here the text is compiled on the spot.
    let text = include_str!("../../../examples/bench/bench.folk");
    let mut project = Project::of_files([("bench.folk", text)]);
    let checked = project.check();
    let (module, _) = project.compile(&checked).ok_or("the script has errors")?;

    let mut folk = Folk::new(Arc::new(module), Seed(7));
    folk.place_location(Placement {
        kind: LocationKindId::named("bench_spot"),
        at: Place::metres(0, 0),
        region: RegionId(0),
    });
    for (role, x) in [("elder", 2), ("tourist", 4), ("tourist", 5)] {
        folk.add_character(Newcomer {
            roles: vec![RoleId::named(role)],
            at: Some(Place::metres(x, 1)),
            ..Newcomer::default()
        });
    }

    let mut busy: Vec<(Tick, ActionRef)> = vec![];
    for _ in 0..10 * 60 * 60 {
        // Every action takes three seconds here; a real game plays an animation.
        let now = folk.now();
        busy.retain(|(until, action)| {
            let over = *until <= now;
            if over {
                folk.report(Report::Outcome(*action, Outcome::Done));
            }
            !over
        });
        let output = folk.tick_with(&NoReadings, &SingleThread);
        for command in &output.commands {
            println!("{:>6} {command:?}", now.0);
            if let Command::Start { action, .. } = command {
                busy.push((now.after(Duration::seconds(3)), *action));
            }
        }
    }
    println!("digest: {:016x}", folk.digest().whole());
    Ok(())
}
