//! Places to stand, as queries of content rate them for one character.

use crate::folk::Folk;
use townsfolk_core::{CharacterId, DeciderId};
use townsfolk_tactics::Post;

impl Folk {
    /// The best post of a query for a character, as far as facts have been gathered.
    pub(crate) fn best_post(&self, _who: CharacterId, _query: DeciderId) -> Option<Post> {
        None
    }

    /// The present rating of a post, in thousandths.
    pub(crate) fn post_rating(&self, _who: CharacterId, _query: DeciderId, _post: u32) -> i32 {
        0
    }

    /// Holds a post for a character, in place of what it held.
    pub(crate) fn reserve_post(&mut self, _who: CharacterId, _post: Option<u32>) {}
}
