//! The criteria of queries: each a number between zero and one, in thousandths.
//!
//! A criterion with a curve measures something (a length in millimetres, an angle in thousandths of a
//! degree, a share) and reads its value off the curve. The others are tests.

use crate::catalogue::CriterionEntry;
use crate::posts::curve::{ONE, to_the_power, value_at};
use crate::posts::flat::flat_distance;
use crate::posts::post::KnownPost;
use crate::posts::query::View;
use crate::squad::lines::distance_to_segment;
use townsfolk_core::{Angle, Duration, Number, Place, SymbolId, Tick};
use townsfolk_module::senses::Criterion;

/// Facts that are older count as unknown.
pub const FACT_AGE_MAX: Duration = Duration(90);

/// A post counts as nearer to the threat if it is so much nearer than the present place.
pub const CLOSER_MM: i64 = 2_000;

/// What a criterion finds out about a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A value in thousandths.
    Value(i64),
    /// A measure, whose value is on the curve.
    Measure(i64),
    /// Nothing is known, which refuses the post.
    Unknown,
}

/// A function behind a criterion. The number is the parameter.
type Test = fn(&View<'_>, &KnownPost, i64) -> Found;

/// A criterion: its entry for tools, and what it does.
pub struct Rule {
    /// The name, help and units.
    pub entry: &'static CriterionEntry,
    test: Test,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.entry.name).finish()
    }
}

/// The functions in the order of [`CRITERIA`](crate::catalogue::CRITERIA).
const TESTS: [(&str, Test); 24] = [
    ("reachable", reachable),
    ("close_in", close_in),
    ("available", available),
    ("safe_way", safe_way),
    ("not_behind", not_behind),
    ("distance", distance),
    ("way", way),
    ("can_shoot", can_shoot),
    ("hidden", hidden),
    ("closer", closer),
    ("spread", spread),
    ("clear_of_friends", clear_of_friends),
    ("flank_angle", flank_angle),
    ("darkness", darkness),
    ("threat_way", threat_way),
    ("sees_place", sees_place),
    ("near_place", near_place),
    ("tether", tether),
    ("behind", behind),
    ("sees_cells", sees_cells),
    ("not_seen_lately", not_seen_lately),
    ("near_friends", near_friends),
    ("near_route", near_route),
    ("lit", lit),
];

/// The ids of the criteria, in the same order.
const IDS: [SymbolId; TESTS.len()] = {
    let mut ids = [SymbolId(0); TESTS.len()];
    let mut place = 0;
    while place < TESTS.len() {
        ids[place] = SymbolId::named(TESTS[place].0);
        place += 1;
    }
    ids
};

/// The criterion with this name.
pub fn rule(name: SymbolId) -> Option<Rule> {
    let place = IDS.iter().position(|id| *id == name)?;
    let (known, test) = TESTS.get(place)?;
    let entry = crate::catalogue::criterion(known)?;
    Some(Rule { entry, test: *test })
}

impl Rule {
    /// The value for a post, in thousandths.
    pub fn value(&self, criterion: &Criterion, view: &View<'_>, known: &KnownPost) -> i64 {
        let default = self
            .entry
            .parameter
            .map_or(ONE, |setting| match setting.default {
                crate::catalogue::Default::Number(number) => number,
                _ => 0,
            });
        let parameter = criterion.parameter.map_or(default, |given| given.0);
        let value = match (self.test)(view, known, parameter) {
            Found::Unknown => 0,
            Found::Value(value) => value.clamp(0, ONE),
            Found::Measure(measure) => self.on_curve(criterion, measure),
        };
        to_the_power(value, criterion.exponent)
    }

    fn on_curve(&self, criterion: &Criterion, measure: i64) -> i64 {
        if !criterion.curve.is_empty() {
            return value_at(&criterion.curve, measure);
        }
        let usual = self.entry.points.iter();
        let usual: Vec<_> = usual.map(|(x, y)| (Number(*x), Number(*y))).collect();
        value_at(&usual, measure)
    }
}

fn test(holds: bool) -> Found {
    Found::Value(if holds { ONE } else { 0 })
}

fn measured(measure: Option<i64>) -> Found {
    measure.map_or(Found::Unknown, Found::Measure)
}

fn is_fresh(view: &View<'_>, when: Option<Tick>) -> bool {
    when.is_some_and(|when| view.now.since(when) <= FACT_AGE_MAX)
}

fn way_of<'k>(view: &View<'_>, known: &'k KnownPost) -> Option<&'k crate::posts::WayFact> {
    let way = known.facts.way.as_ref()?;
    is_fresh(view, known.facts.way_at).then_some(way)
}

fn reachable(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    test(way_of(view, known).is_some())
}

fn close_in(view: &View<'_>, known: &KnownPost, parameter: i64) -> Found {
    test(way_of(view, known).is_some_and(|way| way.length_mm <= parameter))
}

fn available(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let holder = view.taken.holder(known.post.id);
    let occupied = view
        .friends
        .iter()
        .any(|friend| friend.who != view.me && flat_distance(friend.stands, known.post.at) < 600);
    test(holder.is_none_or(|holder| holder == view.me) && !occupied)
}

fn safe_way(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    test(way_of(view, known).is_some_and(|way| !way.runs_at_threat))
}

fn not_behind(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let Some(threat) = view.threat else {
        return Found::Unknown;
    };
    test(dot(threat, known.post.at, threat, view.here) >= 0)
}

fn distance(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    measured(
        view.threat
            .map(|threat| flat_distance(threat, known.post.at)),
    )
}

fn way(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    measured(way_of(view, known).map(|way| way.length_mm))
}

fn can_shoot(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    if !is_fresh(view, known.facts.rays_at) {
        return Found::Unknown;
    }
    let most = if known.post.is_cover() { 4 } else { 1 };
    Found::Value(i64::from(known.facts.open_rays()) * ONE / most)
}

fn hidden(view: &View<'_>, known: &KnownPost, parameter: i64) -> Found {
    match (view.exposed)(known.post.at) {
        true => Found::Value(parameter),
        false => Found::Value(ONE),
    }
}

fn closer(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let Some(threat) = view.threat else {
        return Found::Unknown;
    };
    let from = view.stays_at.unwrap_or(view.here);
    let gain = flat_distance(from, threat) - flat_distance(known.post.at, threat);
    test(gain >= CLOSER_MM)
}

fn nearest_friend(view: &View<'_>, at: Place) -> Option<i64> {
    let others = view.friends.iter().filter(|friend| friend.who != view.me);
    others
        .map(|friend| flat_distance(friend.post.unwrap_or(friend.stands), at))
        .min()
}

fn spread(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    // Somebody alone is far from everybody.
    Found::Measure(nearest_friend(view, known.post.at).unwrap_or(i64::MAX))
}

fn near_friends(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    Found::Measure(nearest_friend(view, known.post.at).unwrap_or(0))
}

fn clear_of_friends(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let at = [known.post.at];
    let end = way_of(view, known).map_or(&at[..], |way| &way.end);
    test(!view.lines.cross(end, view.me, view.now))
}

fn flank_angle(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let (Some(threat), Some(combat)) = (view.threat, view.combat) else {
        return Found::Unknown;
    };
    Found::Measure(i64::from(
        combat.between(Angle::from_to(threat, known.post.at)),
    ))
}

fn darkness(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    Found::Measure(ONE - i64::from(view.space.light(known.post.at)))
}

fn lit(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    Found::Measure(i64::from(view.space.light(known.post.at)))
}

fn threat_way(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    measured(way_of(view, known).and_then(|way| way.threat_mm))
}

fn sees_place(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    test(is_fresh(view, known.facts.rays_at) && known.facts.open_rays() > 0)
}

fn near_place(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    measured(view.place.map(|place| flat_distance(place, known.post.at)))
}

fn tether(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let inside = |zone: SymbolId| {
        let zones = view.space.plan().zones.iter();
        let mut named = zones
            .filter(|known| SymbolId::named(&known.name) == zone)
            .peekable();
        // A zone that the ground does not have holds nobody back.
        named.peek().is_none() || named.any(|zone| zone.holds(known.post.at))
    };
    test(view.zone.is_none_or(inside))
}

fn behind(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let (Some(threat), Some(combat)) = (view.threat, view.combat) else {
        return Found::Unknown;
    };
    let front = threat.offset(combat.offset(10_000));
    test(dot(threat, known.post.at, threat, front) < 0)
}

fn sees_cells(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let fresh = known
        .facts
        .cells
        .filter(|(_, when)| is_fresh(view, Some(*when)));
    measured(fresh.map(|(share, _)| i64::from(share)))
}

fn not_seen_lately(view: &View<'_>, known: &KnownPost, parameter: i64) -> Found {
    let seen = known.facts.exposed_at;
    let lately = seen.is_some_and(|seen| view.now.since(seen) <= Duration::seconds(5));
    Found::Value(if lately { parameter } else { ONE })
}

fn near_route(view: &View<'_>, known: &KnownPost, _: i64) -> Found {
    let legs = view.route.iter().zip(view.route.iter().skip(1));
    let far = legs.map(|(from, to)| distance_to_segment(known.post.at, *from, *to));
    measured(far.min())
}

/// The scalar product of the ways from `a` to `b` and from `c` to `d` on the ground.
fn dot(a: Place, b: Place, c: Place, d: Place) -> i128 {
    let (x, y) = crate::posts::flat::flat(a, b);
    let (u, v) = crate::posts::flat::flat(c, d);
    i128::from(x) * i128::from(u) + i128::from(y) * i128::from(v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CRITERIA;

    #[test]
    fn every_criterion_of_the_catalogue_can_be_asked() {
        let asked: Vec<&str> = TESTS.iter().map(|(name, _)| *name).collect();
        let listed: Vec<&str> = CRITERIA.iter().map(|entry| entry.name).collect();
        assert_eq!(asked, listed);
    }
}
