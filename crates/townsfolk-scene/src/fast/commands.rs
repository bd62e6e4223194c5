//! The commands of a tick, in memory that is used again at the next.

use crate::Command;
use townsfolk_core::{ActionId, CharacterId, HostId, Pushed, SceneId, StartId, SymbolId, Value};

/// The commands of all scenes in one tick, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Commands {
    heads: Vec<Head>,
    arguments: Vec<Value>,
    named: Vec<(SymbolId, Value)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Head {
    Start {
        scene: SceneId,
        id: StartId,
        who: CharacterId,
        partner: Option<CharacterId>,
        action: ActionId,
        values: CallValues,
    },
    Stop(SceneId, StartId),
    Leave(SceneId, CharacterId),
    Set {
        scene: SceneId,
        name: HostId,
        arguments: (u32, u32),
        value: Pushed,
    },
}

/// Where the arguments and named parameters of a start begin and end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CallValues {
    arguments: (u32, u32),
    named: (u32, u32),
}

/// One command, borrowed from its [`Commands`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandRef<'a> {
    /// Perform an action, and report its outcome under this id.
    Start {
        /// The id of this performance.
        id: StartId,
        /// The performer.
        who: CharacterId,
        /// The second performer.
        partner: Option<CharacterId>,
        /// The action.
        action: ActionId,
        /// Its arguments.
        arguments: &'a [Value],
        /// Its named parameters with their defaults, sorted by name.
        named: &'a [(SymbolId, Value)],
        /// The first argument that is a character or prop.
        target: Option<Value>,
    },
    /// Bring an action to its end, and report how that went.
    Stop {
        /// Which one.
        id: StartId,
    },
    /// Someone is no longer driven by this scene.
    Leave {
        /// Who.
        who: CharacterId,
    },
    /// Give an attribute a value.
    Set {
        /// Which attribute.
        name: HostId,
        /// Of whom or what.
        arguments: &'a [Value],
        /// The value.
        value: Pushed,
    },
}

impl Commands {
    /// Forgets all commands and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.heads.clear();
        self.arguments.clear();
        self.named.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The commands in order, each with the scene it comes from.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (SceneId, CommandRef<'_>)> {
        self.heads.iter().map(|head| match *head {
            Head::Start {
                scene,
                id,
                who,
                partner,
                action,
                values,
            } => {
                let arguments = slice(&self.arguments, values.arguments);
                let is_thing = |v: &&Value| matches!(v, Value::Character(_) | Value::Prop(_));
                let start = CommandRef::Start {
                    id,
                    who,
                    partner,
                    action,
                    arguments,
                    named: slice(&self.named, values.named),
                    target: arguments.iter().find(is_thing).copied(),
                };
                (scene, start)
            }
            Head::Stop(scene, id) => (scene, CommandRef::Stop { id }),
            Head::Leave(scene, who) => (scene, CommandRef::Leave { who }),
            Head::Set {
                scene,
                name,
                arguments,
                value,
            } => {
                let arguments = slice(&self.arguments, arguments);
                let set = CommandRef::Set {
                    name,
                    arguments,
                    value,
                };
                (scene, set)
            }
        })
    }

    /// The commands as the reference evaluator gives them.
    pub fn to_reference(&self) -> Vec<Command> {
        self.iter().map(|(_, command)| command.to_owned()).collect()
    }

    /// Adds a command of the reference evaluator.
    pub fn push(&mut self, scene: SceneId, command: &Command) {
        match command {
            Command::Start {
                id,
                who,
                partner,
                action,
                arguments,
                named,
                target: _,
            } => {
                let mark = self.mark();
                self.arguments.extend(arguments);
                self.named.extend(named);
                let values = self.since(mark);
                self.start(scene, *id, (*who, *partner), *action, values);
            }
            Command::Stop { id } => self.stop(scene, *id),
            Command::Leave { who } => self.leave(scene, *who),
            Command::Set {
                name,
                arguments,
                value,
            } => self.set(scene, *name, arguments, *value),
        }
    }

    pub(super) fn set(&mut self, scene: SceneId, name: HostId, arguments: &[Value], value: Pushed) {
        let (mark, _) = self.mark();
        self.arguments.extend(arguments);
        self.heads.push(Head::Set {
            scene,
            name,
            arguments: (mark, self.mark().0),
            value,
        });
    }

    pub(super) fn stop(&mut self, scene: SceneId, id: StartId) {
        self.heads.push(Head::Stop(scene, id));
    }

    pub(super) fn leave(&mut self, scene: SceneId, who: CharacterId) {
        self.heads.push(Head::Leave(scene, who));
    }

    /// Where the arguments and named parameters of the next start begin.
    #[inline]
    pub(super) fn mark(&self) -> (u32, u32) {
        (self.arguments.len() as u32, self.named.len() as u32)
    }

    /// The arguments and named parameters added since a mark.
    #[inline]
    pub(super) fn since(&self, mark: (u32, u32)) -> CallValues {
        let end = self.mark();
        CallValues {
            arguments: (mark.0, end.0),
            named: (mark.1, end.1),
        }
    }

    /// Takes back what has been added since a mark.
    pub(super) fn forget(&mut self, mark: (u32, u32)) {
        self.arguments.truncate(mark.0 as usize);
        self.named.truncate(mark.1 as usize);
    }

    #[inline]
    pub(super) fn argument(&mut self, value: Value) {
        self.arguments.push(value);
    }

    pub(super) fn parameter(&mut self, name: SymbolId, value: Value) {
        self.named.push((name, value));
    }

    /// A start with arguments and parameters that have been added.
    #[inline]
    pub(super) fn start(
        &mut self,
        scene: SceneId,
        id: StartId,
        (who, partner): (CharacterId, Option<CharacterId>),
        action: ActionId,
        values: CallValues,
    ) {
        self.heads.push(Head::Start {
            scene,
            id,
            who,
            partner,
            action,
            values,
        });
    }
}

impl CommandRef<'_> {
    /// The command as a value of its own.
    pub fn to_owned(self) -> Command {
        match self {
            CommandRef::Start {
                id,
                who,
                partner,
                action,
                arguments,
                named,
                target,
            } => Command::Start {
                id,
                who,
                partner,
                action,
                arguments: arguments.to_vec(),
                named: named.to_vec(),
                target,
            },
            CommandRef::Stop { id } => Command::Stop { id },
            CommandRef::Leave { who } => Command::Leave { who },
            CommandRef::Set {
                name,
                arguments,
                value,
            } => Command::Set {
                name,
                arguments: arguments.to_vec(),
                value,
            },
        }
    }
}

fn slice<T>(all: &[T], (from, to): (u32, u32)) -> &[T] {
    all.get(from as usize..to as usize).unwrap_or(&[])
}
