//! Reservations: a post is for one character.

use crate::posts::PostId;
use crate::posts::flat::flat_distance;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};

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
    /// Where it is.
    pub at: Place,
    /// Who holds it.
    pub by: CharacterId,
    /// The least distance at which the holder has been.
    nearest_mm: i64,
    /// When the holder last came nearer.
    approached: Tick,
}

impl Reservations {
    /// Takes a post for a character, and gives up what it held. False if another holds the post.
    pub fn take(&mut self, post: (PostId, Place), by: CharacterId, here: Place, now: Tick) -> bool {
        let (post, at) = post;
        match self.holder(post) {
            Some(holder) if holder == by => return true,
            Some(_) => return false,
            None => {}
        }
        self.release(by);
        self.held.push(Reservation {
            post,
            at,
            by,
            nearest_mm: flat_distance(here, at),
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

    /// The reservation of a character.
    pub fn of(&self, who: CharacterId) -> Option<&Reservation> {
        self.held.iter().find(|held| held.by == who)
    }

    /// Gives up the post of a character.
    pub fn release(&mut self, who: CharacterId) {
        self.held.retain(|held| held.by != who);
    }

    /// Notes where a holder is. Its reservation lapses if it comes no nearer.
    pub fn approach(&mut self, who: CharacterId, here: Place, now: Tick) {
        let Some(held) = self.held.iter_mut().find(|held| held.by == who) else {
            return;
        };
        let distance_mm = flat_distance(here, held.at);
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

    fn post(id: u32) -> (PostId, Place) {
        (PostId(id), Place::metres(id as i32, 0))
    }

    const HERE: Place = Place::metres(0, 0);

    #[test]
    fn done_19_two_characters_never_hold_the_same_post() {
        let mut posts = Reservations::default();
        assert!(posts.take(post(5), ANN, HERE, Tick(0)));
        assert!(!posts.take(post(5), BOB, HERE, Tick(0)));
        assert!(posts.take(post(6), BOB, HERE, Tick(0)));
        assert!(
            posts.take(post(7), ANN, HERE, Tick(0)),
            "it gives up its own"
        );
        assert!(posts.take(post(5), BOB, HERE, Tick(0)));
        let held = (posts.post_of(ANN), posts.post_of(BOB));
        assert_eq!(held, (Some(PostId(7)), Some(PostId(5))));
    }

    #[test]
    fn a_holder_that_does_not_come_loses_it_after_two_seconds() {
        let mut posts = Reservations::default();
        posts.take(post(9), ANN, HERE, Tick(0));
        posts.approach(ANN, Place::metres(1, 0), Tick(60));
        posts.approach(ANN, Place::metres(1, 0), Tick(100));
        posts.lapse(Tick(180));
        assert_eq!(posts.holder(PostId(9)), Some(ANN));
        posts.lapse(Tick(181));
        assert_eq!(posts.holder(PostId(9)), None);
        posts.take(post(9), ANN, Place::metres(9, 0), Tick(0));
        posts.approach(ANN, Place::metres(9, 0), Tick(9_000));
        posts.lapse(Tick(9_000));
        assert_eq!(posts.holder(PostId(9)), Some(ANN), "it stands there");
    }
}
