//! What is to be delivered to a mind, and in which order.

use super::evidence::Evidence;
use super::subject::Subject;
use townsfolk_core::{CharacterId, HostId, Value};

/// Something for one mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message {
    /// The mind that learns.
    pub to: CharacterId,
    /// The person whose turn caused it.
    pub from: CharacterId,
    /// Its place among all messages of that person in this time step.
    pub sequence: u32,
    /// What it is about. The mind has a model of it from now on.
    pub about: Subject,
    /// What is learned. `None` for the bare existence of the subject.
    pub learned: Option<Learned>,
}

/// Evidence for a value of a facet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Learned {
    /// The facet.
    pub facet: HostId,
    /// The value. `None` if it is forgotten.
    pub value: Option<Value>,
    /// The evidence.
    pub evidence: Evidence,
}

/// Messages of all persons, for delivery. The order in which they were computed does not matter.
#[derive(Clone, Debug, Default)]
pub struct Inbox(Vec<Message>);

impl Inbox {
    /// Messages of several outboxes, sorted by receiver, then source, then sequence.
    pub fn new(mut messages: Vec<Message>) -> Inbox {
        messages.sort_by_key(|message| (message.to, message.from, message.sequence));
        Inbox(messages)
    }

    /// The messages for each receiver.
    pub fn by_receiver(&self) -> impl Iterator<Item = &[Message]> {
        self.0.chunk_by(|a, b| a.to == b.to)
    }

    /// The messages for one receiver.
    pub fn of(&self, who: CharacterId) -> &[Message] {
        let from = self.0.partition_point(|message| message.to < who);
        let to = self.0.partition_point(|message| message.to <= who);
        self.0.get(from..to).unwrap_or(&[])
    }
}

/// The messages that one person causes in a time step, numbered.
#[derive(Clone, Debug)]
pub struct Outbox {
    from: CharacterId,
    messages: Vec<Message>,
}

impl Outbox {
    /// An empty outbox of a person.
    pub fn new(from: CharacterId) -> Outbox {
        Outbox {
            from,
            messages: vec![],
        }
    }

    /// Adds a message. Messages to a mind about itself are dropped, except by reflection.
    pub fn send(&mut self, to: CharacterId, about: Subject, learned: Option<Learned>) {
        use super::evidence::EvidenceKind::Reflection;
        let reflects = learned.is_some_and(|learned| learned.evidence.kind == Reflection);
        if about == Subject::Person(to) && !reflects {
            return;
        }
        self.messages.push(Message {
            to,
            from: self.from,
            sequence: u32::try_from(self.messages.len()).unwrap_or(u32::MAX),
            about,
            learned,
        });
    }

    /// The messages so far, in order.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The messages, for an [`Inbox`].
    pub fn into_messages(self) -> Vec<Message> {
        self.messages
    }
}
