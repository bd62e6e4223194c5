//! The subject of a chat, and whether news is passed on in it.

use townsfolk_core::{Draw, SymbolId};
use townsfolk_module::mind::{Degree, Gossip, Relationship};

/// A subject for a chat: one of the speaker's own, uniformly drawn.
pub fn subject(own: &[SymbolId], draw: Draw) -> Option<SymbolId> {
    let last = i64::try_from(own.len()).ok()?.checked_sub(1)?;
    let index = usize::try_from(draw.between(0, 0, last)).ok()?;
    own.get(index).copied()
}

/// The share of one person's subjects that the other shares: their initial interest.
pub fn shared(own: &[SymbolId], others: &[SymbolId]) -> Degree {
    let common = own
        .iter()
        .filter(|subject| others.contains(subject))
        .count();
    let (common, all) = (common as i64, (own.len() as i64).max(1));
    Degree::saturated((common << 16) / all)
}

/// The probability of passing news on: zero below the minimum liking, growing with liking, and
/// twice as high for an intimate as for a stranger.
pub fn gossip_chance(gossip: &Gossip, toward: &Relationship) -> Degree {
    let room = Degree::ONE.minus(gossip.like_min).0.max(1);
    let above = toward.like.minus(gossip.like_min).0.max(0);
    let liking = Degree::saturated((i64::from(above) << 16) / i64::from(room)).clamped();
    let closeness = Degree::HALF.plus(toward.intimacy.clamped().times(Degree::HALF));
    gossip.chance.clamped().times(liking).times(closeness)
}

/// Whether news is passed on, by a draw.
pub fn gossips(gossip: &Gossip, toward: &Relationship, draw: Draw) -> bool {
    let below = i64::from(gossip_chance(gossip, toward).0);
    draw.between(1, 0, i64::from(Degree::ONE.0) - 1) < below
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::{Seed, SiteId, Tick};

    #[test]
    fn a_close_friend_hears_more_and_an_enemy_nothing() {
        let gossip = Gossip::default();
        let mut toward = Relationship::at_first_sight(Degree::ZERO, Degree::ZERO);
        toward.like = Degree::ONE;
        let liked = gossip_chance(&gossip, &toward);
        toward.intimacy = Degree::ONE;
        assert_eq!(gossip_chance(&gossip, &toward), gossip.chance);
        assert_eq!(liked.times(Degree(2 << 16)), gossip.chance);
        toward.like = gossip.like_min;
        assert_eq!(gossip_chance(&gossip, &toward), Degree::ZERO);
        let draw = |tick| Draw::at(Seed(1), 2, Tick(tick), SiteId(3));
        assert!((0..1000).all(|tick| !gossips(&gossip, &toward, draw(tick))));
        toward.like = Degree::ONE;
        let told = (0..1000)
            .filter(|tick| gossips(&gossip, &toward, draw(*tick)))
            .count();
        assert!((440..560).contains(&told), "{told} of 1000");
    }

    #[test]
    fn subjects_are_one_s_own_and_shared_ones_make_interesting() {
        let subjects: Vec<SymbolId> = ["music", "food", "rain"].map(SymbolId::named).into();
        let draw = |tick| Draw::at(Seed(1), 2, Tick(tick), SiteId(3));
        for wanted in &subjects {
            assert!((0..50).any(|tick| subject(&subjects, draw(tick)) == Some(*wanted)));
        }
        assert_eq!(subject(&[], draw(0)), None);
        assert_eq!(shared(&subjects[..2], &subjects[1..]), Degree::HALF);
        assert_eq!(shared(&[], &subjects), Degree::ZERO);
    }
}
