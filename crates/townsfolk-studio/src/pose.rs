//! The pose of a character.

use std::collections::BTreeMap;
use townsfolk::{Folk, Running};
use townsfolk_core::ActionId;
use townsfolk_module::{Category, Symbols};
use townsfolk_town::stage::{BodyAt, TownStage};

/// A pose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Pose {
    Stands = 0,
    Walks = 1,
    Works = 2,
    Sleeps = 3,
    Sits = 4,
    Dines = 5,
    Waits = 6,
}

/// With a speech bubble.
pub(crate) const TALKS: u8 = 1;
/// With something in its hands.
pub(crate) const CARRIES: u8 = 2;
/// Takes part in a scene.
pub(crate) const IN_SCENE: u8 = 4;

/// Words in action names and their poses. The first match wins.
const WORDS: [(&str, Pose); 24] = [
    ("sleep", Pose::Sleeps),
    ("nap", Pose::Sleeps),
    ("doze", Pose::Sleeps),
    ("eat", Pose::Dines),
    ("dine", Pose::Dines),
    ("drink", Pose::Dines),
    ("sip", Pose::Dines),
    ("supper", Pose::Dines),
    ("lunch", Pose::Dines),
    ("breakfast", Pose::Dines),
    ("sit", Pose::Sits),
    ("read", Pose::Sits),
    ("rest", Pose::Sits),
    ("relieve", Pose::Sits),
    ("pray", Pose::Sits),
    ("listen", Pose::Sits),
    ("watch", Pose::Sits),
    ("play", Pose::Sits),
    ("wait", Pose::Waits),
    ("queue", Pose::Waits),
    ("order", Pose::Waits),
    ("stand", Pose::Stands),
    ("look", Pose::Stands),
    ("walk", Pose::Stands),
];

/// The pose of each action of the content.
#[derive(Clone, Debug, Default)]
pub(crate) struct Poses {
    by_action: BTreeMap<ActionId, Pose>,
}

impl Poses {
    pub(crate) fn of(symbols: &Symbols) -> Poses {
        let names = symbols.names.iter();
        let actions = names.filter(|((category, _), _)| *category == Category::Action);
        let by_action = actions.map(|((_, id), name)| (ActionId(*id), meant_by(name)));
        Poses {
            by_action: by_action.collect(),
        }
    }

    /// The pose and marks of a body.
    pub(crate) fn seen(&self, folk: &Folk, stage: &TownStage, body: &BodyAt) -> (Pose, u8) {
        let minded = folk.mind(body.who);
        let mut marks = 0;
        if minded.is_some_and(|minded| minded.talk().is_some()) {
            marks |= TALKS;
        }
        if stage.body(body.who).is_some_and(|b| !b.carries.is_empty()) {
            marks |= CARRIES;
        }
        if folk.character(body.who).is_some_and(|p| p.scene.is_some()) {
            marks |= IN_SCENE;
        }
        if body.goes_to.is_some() {
            return (Pose::Walks, marks);
        }
        if let Some(pose) = body.does.and_then(|does| self.by_action.get(&does)) {
            return (*pose, marks);
        }
        match folk.busy_with(body.who) {
            Some(Running::Asks { .. }) => (Pose::Waits, marks),
            _ => (Pose::Stands, marks),
        }
    }
}

/// Names are words joined by underscores; a word matches by its beginning.
fn meant_by(name: &str) -> Pose {
    let means = |word: &str| name.split('_').any(|part| part.starts_with(word));
    let found = WORDS.iter().find(|(word, _)| means(word));
    found.map_or(Pose::Works, |(_, pose)| *pose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_actions_say_how_they_look() {
        assert_eq!(meant_by("sleep"), Pose::Sleeps);
        assert_eq!(meant_by("eat_bread"), Pose::Dines);
        assert_eq!(meant_by("take_a_seat"), Pose::Works);
        assert_eq!(meant_by("sit_down"), Pose::Sits);
        assert_eq!(meant_by("weave"), Pose::Works);
    }
}
