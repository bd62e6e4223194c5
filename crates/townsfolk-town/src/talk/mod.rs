//! Typed talk: a sentence of the player becomes an [`Utterance`], and an utterance a sentence.
//!
//! Typed input is searched for names, facets, values and a few question words; there is no grammar of
//! English. What is not understood comes with sentences that are, so a page can also offer
//! utterances piece by piece. Every sentence that [`Vocabulary::sentence`] writes is understood as the
//! utterance it was made from.

mod mentions;
mod understand;
mod vocabulary;

pub use understand::{NotUnderstood, TalkContext};
pub(crate) use vocabulary::capitalised;
pub use vocabulary::{FacetWords, Vocabulary};

use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, HostId, Value};

/// Maximum number of characters of a typed sentence. The rest is ignored.
pub const SENTENCE_CHARS_MAX: usize = 400;

/// A value of a facet, as a trait by which somebody is described: red hair.
pub type Trait = (HostId, Value);

/// Something that the player says to a character, understood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Utterance {
    /// A greeting.
    Greet,
    /// "What is the hair color of Anna?"
    AskFacet {
        /// The person it is about.
        of: CharacterId,
        /// The facet.
        facet: HostId,
    },
    /// "What do you know about Anna?"
    Describe {
        /// The person it is about.
        of: CharacterId,
    },
    /// "Who has hair color red?"
    AskWho {
        /// All of these must fit.
        traits: Vec<Trait>,
    },
    /// "Where was Anna last night?"
    AskWhere {
        /// The person it is about.
        of: CharacterId,
        /// When.
        when: PastTime,
    },
    /// "How do you know?", about the last answer.
    AskSource,
    /// "The hair color of Anna is red.", perhaps with a source that need not be true.
    Tell {
        /// The person it is about.
        of: CharacterId,
        /// The facet.
        facet: HostId,
        /// The value that the player states.
        value: Value,
        /// "Bert told me that …"
        source: Option<CharacterId>,
    },
}

/// A time of the recent past, as people say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PastTime {
    /// An hour ago.
    JustNow,
    /// Seven hours after the last midnight.
    ThisMorning,
    /// Two hours before the last midnight.
    LastNight,
    /// Noon of the day before.
    Yesterday,
}

impl PastTime {
    /// All of them, latest first.
    pub const ALL: [PastTime; 4] = [
        PastTime::JustNow,
        PastTime::ThisMorning,
        PastTime::LastNight,
        PastTime::Yesterday,
    ];

    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            PastTime::JustNow => "an hour ago",
            PastTime::ThisMorning => "this morning",
            PastTime::LastNight => "last night",
            PastTime::Yesterday => "yesterday",
        }
    }

    /// Seconds from this time to now, by the seconds since midnight.
    pub fn seconds_ago(self, daytime: i64) -> i64 {
        const HOUR: i64 = 3600;
        match self {
            PastTime::JustNow => HOUR,
            PastTime::ThisMorning => (daytime - 7 * HOUR).max(0),
            PastTime::LastNight => daytime + 2 * HOUR,
            PastTime::Yesterday => daytime + 12 * HOUR,
        }
    }
}
