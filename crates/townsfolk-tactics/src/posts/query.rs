//! The best post of a query.

use crate::posts::criteria::rule;
use crate::posts::flat::flat_distance;
use crate::posts::post::{KnownPost, PostId, PostPlace};
use crate::posts::rating::Rating;
use crate::posts::reservation::Reservations;
use crate::squad::lines::FiringLines;
use std::fmt::Debug;
use townsfolk_core::{Angle, CharacterId, Place, SymbolId, Tick};
use townsfolk_module::senses::{Criterion, PostQuery, PostSource};
use townsfolk_space::Space;

/// Criteria that every query has.
pub const ALWAYS: [&str; 3] = ["reachable", "available", "tether"];

/// One character as it looks for a post.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// Who looks.
    pub me: CharacterId,
    /// Where it is.
    pub here: Place,
    /// The post that it holds, or the place where it stays.
    pub stays_at: Option<Place>,
    /// When.
    pub now: Tick,
    /// Where the threat is believed to be.
    pub threat: Option<Place>,
    /// From the threat to the squad.
    pub combat: Option<Angle>,
    /// The place that `near_place` is about.
    pub place: Option<Place>,
    /// The zone that the character must not leave.
    pub zone: Option<SymbolId>,
    /// The way that the threat is expected to take.
    pub route: &'a [Place],
    /// All members of the squad.
    pub friends: &'a [FriendAt],
    /// Posts that are taken.
    pub taken: &'a Reservations,
    /// Firing lines of the squad.
    pub lines: &'a FiringLines,
    /// Whether the threat can see a character at a point.
    pub exposed: &'a (dyn Fn(Place) -> bool + Sync),
    /// The ground.
    pub space: &'a Space,
}

impl Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("me", &self.me)
            .field("now", &self.now)
            .finish()
    }
}

/// A member of the squad: where it stands, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FriendAt {
    /// Who.
    pub who: CharacterId,
    /// Where it stands.
    pub stands: Place,
    /// The post that it holds.
    pub post: Option<Place>,
}

/// The rating of a post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rated {
    /// The post.
    pub post: PostPlace,
    /// Its rating.
    pub rating: Rating,
    /// The value of each criterion. After a zero the others are left out.
    pub factors: Vec<Factor>,
}

/// The value of a criterion, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    /// The criterion.
    pub criterion: SymbolId,
    /// Its value.
    pub value: i64,
}

impl Rated {
    /// The criterion that refused the post.
    pub fn refused_by(&self) -> Option<SymbolId> {
        let zero = self.factors.iter().find(|factor| factor.value == 0);
        zero.map(|factor| factor.criterion)
    }
}

/// Whether a post is a candidate of a query at all.
fn is_candidate(query: &PostQuery, view: &View<'_>, known: &KnownPost) -> bool {
    let kind = match query.from {
        PostSource::Cover => known.post.is_cover(),
        PostSource::Open => !known.post.is_cover(),
        PostSource::Either => true,
    };
    let near = query
        .within_mm
        .is_none_or(|mm| flat_distance(view.here, known.post.at) <= i64::from(mm));
    // A place from which nothing can be shot at is rejected when its rays are known.
    let shot = query.without_shot || known.facts.rays_at.is_none() || known.facts.open_rays() > 0;
    kind && near && shot
}

/// The rating of a post. It stops at the first zero.
pub fn rate(query: &PostQuery, view: &View<'_>, known: &KnownPost) -> Rated {
    let mut factors = vec![];
    let named = |name: SymbolId| {
        query
            .criteria
            .iter()
            .any(|criterion| criterion.name == name)
    };
    let always = ALWAYS.map(SymbolId::named).map(|name| Criterion {
        name,
        parameter: None,
        curve: vec![],
        exponent: 1000,
    });
    let always = always.iter().filter(|criterion| !named(criterion.name));
    for criterion in always.chain(&query.criteria) {
        let value = rule(criterion.name).map_or(0, |rule| rule.value(criterion, view, known));
        factors.push(Factor {
            criterion: criterion.name,
            value,
        });
        if value == 0 {
            break;
        }
    }
    Rated {
        post: known.post,
        rating: Rating::product(factors.iter().map(|factor| factor.value)),
        factors,
    }
}

/// The ratings of all candidates, the best first, ties by id.
pub fn rate_all(query: &PostQuery, view: &View<'_>, posts: &[KnownPost]) -> Vec<Rated> {
    let candidates = posts
        .iter()
        .filter(|known| is_candidate(query, view, known));
    let mut rated: Vec<Rated> = candidates.map(|known| rate(query, view, known)).collect();
    rated.sort_by_key(|rated| (std::cmp::Reverse(rated.rating), rated.post.id));
    rated
}

/// The best post of a query, if one is not refused.
///
/// The post that is held stays the best unless another is clearly better.
pub fn best(
    query: &PostQuery,
    view: &View<'_>,
    posts: &[KnownPost],
    held: Option<PostId>,
) -> Option<Rated> {
    let candidates = posts
        .iter()
        .filter(|known| is_candidate(query, view, known));
    let rated = candidates.map(|known| rate(query, view, known));
    let (mut best, mut kept): (Option<Rated>, Option<Rated>) = (None, None);
    for rated in rated.filter(|rated| !rated.rating.is_zero()) {
        if held == Some(rated.post.id) {
            kept = Some(rated.clone());
        }
        let rank = |rated: &Rated| (std::cmp::Reverse(rated.rating), rated.post.id);
        if best.as_ref().is_none_or(|best| rank(&rated) < rank(best)) {
            best = Some(rated);
        }
    }
    match (best, kept) {
        (Some(best), Some(kept)) if !best.rating.is_worth_a_change(kept.rating) => Some(kept),
        (best, _) => best,
    }
}
