//! Reservations: a post is for one character.

use crate::posts::PostId;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Tick};

/// A reservation lapses when its holder has come no nearer for this time.
pub const LAPSES_AFTER: Duration = Duration::seconds(2);

/// An approach counts if it is at least this long.
const APPROACH_MM: i64 = 50;

/// Within this distance the holder has arrived.
pub const ARRIVED_MM: i64 = 600;

/// The posts of a squad that are taken. Each character holds at most one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reservations {
    held: Vec<Reservation>,
}

/// A post that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reservation {
    /// The post.
    pub post: PostId,
    /// Who holds it.
    pub by: CharacterId,
    /// The least distance at which the holder has been.
    nearest_mm: i64,
    /// When the holder last came nearer.
    approached: Tick,
}

impl Reservations {
    /// Takes a post for a character, and gives up what it held. False if another holds the post.
    pub fn take(&mut self, post: PostId, by: CharacterId, distance_mm: i64, now: Tick) -> bool {
        match self.holder(post) {
            Some(holder) if holder == by => return true,
            Some(_) => return false,
            None => {}
        }
        self.release(by);
        self.held.push(Reservation {
            post,
            by,
            nearest_mm: distance_mm,
            approached: now,
        });
        self.held.sort_by_key(|held| held.by);
        true
    }

    /// Who holds a post.
    pub fn holder(&self, post: PostId) -> Option<CharacterId> {
        let held = self.held.iter().find(|held| held.post == post);
        held.map(|held| held.by)
    }

    /// The post that a character holds.
    pub fn post_of(&self, who: CharacterId) -> Option<PostId> {
        let held = self.held.iter().find(|held| held.by == who);
        held.map(|held| held.post)
    }

    /// Gives up the post of a character.
    pub fn release(&mut self, who: CharacterId) {
        self.held.retain(|held| held.by != who);
    }

    /// Notes how far a holder still is from its post. The reservation lapses if it stays away.
    pub fn approach(&mut self, who: CharacterId, distance_mm: i64, now: Tick) {
        let Some(held) = self.held.iter_mut().find(|held| held.by == who) else {
            return;
        };
        if distance_mm + APPROACH_MM <= held.nearest_mm || distance_mm <= ARRIVED_MM {
            held.nearest_mm = held.nearest_mm.min(distance_mm);
            held.approached = now;
        }
    }

    /// Drops the reservations whose holders stay away.
    pub fn lapse(&mut self, now: Tick) {
        self.held
            .retain(|held| now.since(held.approached) <= LAPSES_AFTER);
    }

    /// All reservations, by holder.
    pub fn all(&self) -> &[Reservation] {
        &self.held
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        for held in &mut self.held {
            held.approached = held.approached.after(later);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: CharacterId = CharacterId(1);
    const BOB: CharacterId = CharacterId(2);

    #[test]
    fn done_19_two_characters_never_hold_the_same_post() {
        let mut posts = Reservations::default();
        assert!(posts.take(PostId(5), ANN, 9_000, Tick(0)));
        assert!(!posts.take(PostId(5), BOB, 1_000, Tick(0)));
        assert!(posts.take(PostId(6), BOB, 1_000, Tick(0)));
        assert!(
            posts.take(PostId(7), ANN, 1_000, Tick(0)),
            "it gives up its own"
        );
        assert!(posts.take(PostId(5), BOB, 1_000, Tick(0)));
        assert_eq!(
            (posts.post_of(ANN), posts.post_of(BOB)),
            (Some(PostId(7)), Some(PostId(5)))
        );
    }

    #[test]
    fn a_holder_that_does_not_come_loses_it_after_two_seconds() {
        let mut posts = Reservations::default();
        posts.take(PostId(5), ANN, 9_000, Tick(0));
        posts.approach(ANN, 8_000, Tick(60));
        posts.approach(ANN, 8_000, Tick(100));
        posts.lapse(Tick(180));
        assert_eq!(posts.holder(PostId(5)), Some(ANN));
        posts.lapse(Tick(181));
        assert_eq!(posts.holder(PostId(5)), None);
        posts.take(PostId(5), ANN, 400, Tick(0));
        posts.approach(ANN, 400, Tick(9_000));
        posts.lapse(Tick(9_000));
        assert_eq!(posts.holder(PostId(5)), Some(ANN), "it stands there");
    }
}
