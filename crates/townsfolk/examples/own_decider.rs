//! A decider of the game: while it rains, villagers take cover. The engine knows nothing of rain; the
//! decider says what it wants of whom, and how much it matters.
//!
//! ```sh
//! cargo run -p townsfolk --features lang --example own_decider
//! ```

use townsfolk::prelude::*;
use townsfolk::{Category, CourseId, CourseOf, Decider, DeciderView, Ended, Proposal};

/// The scripts of this example.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rain");
const RAINING: HostId = HostId::named("raining");
const HOOD: ActionId = ActionId::named("put_up_hood");

#[derive(Clone, Debug, Default)]
struct TakeCover {
    raining: bool,
}

impl Decider for TakeCover {
    fn name(&self) -> SymbolId {
        SymbolId::named("take_cover")
    }

    /// Everybody is asked in the tick in which the rain begins or ends; nobody in any other.
    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        let rains = at.attribute(RAINING, &[]) == Pushed::Holds;
        match std::mem::replace(&mut self.raining, rains) == rains {
            true => vec![],
            false => at.characters().map(|villager| villager.id).collect(),
        }
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            match self.raining {
                true => at.offer(*who, cover()),
                false => at.withdraw(*who),
            }
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, _how: Ended) {
        if self.raining {
            at.offer(who, cover());
        }
    }

    fn why(&self, _folk: &Folk, _who: CharacterId) -> Option<String> {
        self.raining.then(|| "it rains".into())
    }

    fn save(&self) -> Vec<u8> {
        vec![u8::from(self.raining)]
    }

    fn load(&mut self, bytes: &[u8]) {
        self.raining = bytes == [1];
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

fn cover() -> Proposal {
    Proposal {
        channel: Channel::Body,
        urgency: Urgency::Duty,
        score: 0,
        reason: SymbolId::named("rain"),
        lasts: None,
        course: CourseOf::Declared {
            course: CourseId::named("take_cover"),
            arguments: vec![],
        },
    }
}

/// Plays a short shower, and prints what the villagers do.
pub(crate) fn main() -> Result<(), townsfolk::Error> {
    let mut folk = Folk::from_folder(FOLDER, Seed(7))?;
    folk.register(Box::new(TakeCover::default()));
    let mira = folk.add("villager", at(2.0, 5.0))?;
    folk.add("villager", at(3.0, 5.0))?;
    let mut hoods = 0;
    for second in 0..20 {
        match second {
            3 => folk.set_property("raining", &[], Pushed::Holds)?,
            15 => folk.set_property("raining", &[], Pushed::HoldsNot)?,
            _ => {}
        }
        for _ in 0..60 {
            let tick = folk.tick();
            for command in tick.commands() {
                println!("{second:>2} s  {command}");
                // A hood is put up at once; whoever stands under a roof stands there until stopped.
                match command.get() {
                    Command::Start { action, what, .. } if *what == HOOD => {
                        hoods += 1;
                        folk.report(Report::Outcome(*action, Outcome::Done));
                    }
                    Command::Stop(action) => {
                        folk.report(Report::Outcome(*action, Outcome::Stopped));
                    }
                    _ => {}
                }
            }
        }
    }
    assert_eq!(hoods, 2);
    for (decider, why) in folk.why_deciders(mira) {
        println!(
            "{}: {why}",
            folk.symbols().name(Category::Symbol, decider.0)
        );
    }
    Ok(())
}
