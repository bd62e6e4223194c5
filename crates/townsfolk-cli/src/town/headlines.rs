//! Headlines of a town.

use townsfolk::words::Names;
use townsfolk::words::mind::verb;
use townsfolk::words::names::plain;
use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::CharacterId;
use townsfolk_module::Category;
use townsfolk_module::mind::Interaction;

/// The most interesting event of the last tick, if any.
pub fn headline(folk: &Folk, names: &Names) -> Option<String> {
    let events = folk.output().events.iter();
    let told = events.filter_map(|event| match event {
        Event::Mind(who, what) => tell(folk, names, *who, what),
        _ => None,
    });
    told.max_by_key(|(weight, _)| *weight).map(|(_, line)| line)
}

fn tell(folk: &Folk, names: &Names, who: CharacterId, what: &MindEvent) -> Option<(u8, String)> {
    let person = |who| names.called(folk, who);
    let name = person(who);
    match what {
        MindEvent::Interacted(what, other) => {
            let weight = match what {
                Interaction::Nothing => return None,
                Interaction::Chat => 1,
                Interaction::Joke | Interaction::Compliment => 3,
                Interaction::Flirt | Interaction::Insult | Interaction::Give => 4,
                Interaction::Kiss | Interaction::Assault => 6,
            };
            Some((weight, format!("{name} {} {}", verb(*what), person(*other))))
        }
        MindEvent::Told(other, _) => Some((5, format!("{name} has news for {}", person(*other)))),
        MindEvent::RoleTaken(role) => {
            let role = plain(&names.symbols, Category::Role, role.0);
            Some((2, format!("{name} is now {role}")))
        }
        _ => None,
    }
}
