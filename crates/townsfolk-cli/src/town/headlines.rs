//! What is going on in a town, in a line.

use crate::play::people::in_capitals;
use townsfolk::words::mind::verb;
use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::CharacterId;
use townsfolk_module::mind::Interaction;
use townsfolk_survey::Names;

/// The most worth telling of what has just happened, if anything is.
pub fn headline(folk: &Folk, names: &Names) -> Option<String> {
    let events = folk.output().events.iter();
    let told = events.filter_map(|event| match event {
        Event::Mind(who, what) => tell(folk, names, *who, what),
        _ => None,
    });
    told.max_by_key(|(weight, _)| *weight).map(|(_, line)| line)
}

fn tell(folk: &Folk, names: &Names, who: CharacterId, what: &MindEvent) -> Option<(u8, String)> {
    let person = |who| in_capitals(&names.person(folk, who));
    let name = person(who);
    match what {
        MindEvent::Interacted(what, other) => {
            let weight = match what {
                Interaction::Nothing => return None,
                Interaction::Chat => 1,
                Interaction::Joke | Interaction::Compliment => 3,
                Interaction::Flirt | Interaction::Insult => 4,
                Interaction::Kiss | Interaction::Assault => 6,
            };
            Some((weight, format!("{name} {} {}", verb(*what), person(*other))))
        }
        MindEvent::Told(other, _) => Some((5, format!("{name} has news for {}", person(*other)))),
        MindEvent::RoleTaken(role) => {
            let role = names.role(*role).replace('_', " ");
            Some((2, format!("{name} is {role} now")))
        }
        _ => None,
    }
}
