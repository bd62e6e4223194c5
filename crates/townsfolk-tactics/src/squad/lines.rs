//! Firing lines, and friends who stand on them.

use crate::posts::flat::{flat, flat_distance};
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, Tick};

/// Nobody shoots while a friend is this near to the line.
pub const CLEARANCE_MM: i64 = 500;

/// A line is active for this time after a shot.
pub const ACTIVE_FOR: Duration = Duration::seconds(1);

/// The line of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FiringLine {
    /// Who shot.
    pub by: CharacterId,
    /// From where.
    pub from: Place,
    /// At what.
    pub to: Place,
    /// When.
    pub at: Tick,
}

/// The active firing lines of a squad, one for each member.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FiringLines(Vec<FiringLine>);

impl FiringLines {
    /// No lines.
    pub const fn none() -> FiringLines {
        FiringLines(vec![])
    }

    /// Notes a shot. An older one of the same character is dropped.
    pub fn shot(&mut self, line: FiringLine) {
        self.leave(line.by);
        self.0.push(line);
        self.0.sort_by_key(|line| line.by);
    }

    /// The lines that are active.
    pub fn active(&self, now: Tick) -> impl Iterator<Item = &FiringLine> {
        let active = move |line: &&FiringLine| now.since(line.at) <= ACTIVE_FOR;
        self.0.iter().filter(active)
    }

    /// Drops the lines that are not active any more.
    pub fn lapse(&mut self, now: Tick) {
        self.0.retain(|line| now.since(line.at) <= ACTIVE_FOR);
    }

    /// Whether a way crosses the active line of another.
    pub fn cross(&self, way: &[Place], mover: CharacterId, now: Tick) -> bool {
        let legs = || way.iter().zip(way.iter().skip(1));
        let others = self.active(now).filter(|line| line.by != mover);
        let crossed = |line: &FiringLine| {
            legs().any(|(from, to)| {
                distance_of_segments((*from, *to), (line.from, line.to)) < CLEARANCE_MM
            }) || way
                .last()
                .is_some_and(|end| distance_to_segment(*end, line.from, line.to) < CLEARANCE_MM)
        };
        others.into_iter().any(crossed)
    }

    /// Forgets the line of a character.
    pub fn leave(&mut self, who: CharacterId) {
        self.0.retain(|line| line.by != who);
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        for line in &mut self.0 {
            line.at = line.at.after(later);
        }
    }
}

/// The first friend who stands on a line of fire, by order of the list.
pub fn friend_on_line(
    shooter: CharacterId,
    from: Place,
    to: Place,
    friends: &[(CharacterId, Place)],
) -> Option<CharacterId> {
    let others = friends.iter().filter(|(who, _)| *who != shooter);
    let mut hit = others.filter(|(_, at)| distance_to_segment(*at, from, to) < CLEARANCE_MM);
    hit.next().map(|(who, _)| *who)
}

/// The distance of a point to a segment on the ground.
pub(crate) fn distance_to_segment(point: Place, from: Place, to: Place) -> i64 {
    let (dx, dy) = flat(from, to);
    let (px, py) = flat(from, point);
    let square = i128::from(dx) * i128::from(dx) + i128::from(dy) * i128::from(dy);
    let dot = i128::from(dx) * i128::from(px) + i128::from(dy) * i128::from(py);
    if dot <= 0 {
        return flat_distance(point, from);
    }
    if dot >= square {
        return flat_distance(point, to);
    }
    let cross = i128::from(dx) * i128::from(py) - i128::from(dy) * i128::from(px);
    (cross.unsigned_abs() / square.unsigned_abs().isqrt().max(1)) as i64
}

/// The distance of two segments on the ground; zero if they cross.
fn distance_of_segments(a: (Place, Place), b: (Place, Place)) -> i64 {
    let side = |from: Place, to: Place, point: Place| {
        let (d, p) = (flat(from, to), flat(from, point));
        (i128::from(d.0) * i128::from(p.1) - i128::from(d.1) * i128::from(p.0)).signum()
    };
    let apart = |(from, to): (Place, Place), (c, d): (Place, Place)| {
        side(from, to, c) * side(from, to, d) < 0
    };
    if apart(a, b) && apart(b, a) {
        return 0;
    }
    let ends = [
        distance_to_segment(a.0, b.0, b.1),
        distance_to_segment(a.1, b.0, b.1),
        distance_to_segment(b.0, a.0, a.1),
        distance_to_segment(b.1, a.0, a.1),
    ];
    ends.into_iter().min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: CharacterId = CharacterId(1);
    const BOB: CharacterId = CharacterId(2);

    #[test]
    fn done_26_a_friend_within_half_a_metre_of_the_line_stops_the_shot() {
        let (from, to) = (Place::metres(0, 0), Place::metres(20, 0));
        let beside = |mm| {
            [
                (ANN, from),
                (
                    BOB,
                    Place {
                        x_mm: 9_000,
                        y_mm: mm,
                        z_mm: 0,
                    },
                ),
            ]
        };
        assert_eq!(friend_on_line(ANN, from, to, &beside(499)), Some(BOB));
        assert_eq!(friend_on_line(ANN, from, to, &beside(-499)), Some(BOB));
        assert_eq!(friend_on_line(ANN, from, to, &beside(500)), None);
        let behind = [(BOB, Place::metres(-3, 0))];
        assert_eq!(friend_on_line(ANN, from, to, &behind), None);
    }

    #[test]
    fn a_way_across_an_active_line_is_noticed_for_a_second() {
        let mut lines = FiringLines::default();
        lines.shot(FiringLine {
            by: ANN,
            from: Place::metres(0, 0),
            to: Place::metres(20, 0),
            at: Tick(0),
        });
        let way = [Place::metres(9, -5), Place::metres(9, 5)];
        assert!(lines.cross(&way, BOB, Tick(60)));
        assert!(!lines.cross(&way, BOB, Tick(61)));
        assert!(!lines.cross(&way, ANN, Tick(60)), "its own line");
        assert!(!lines.cross(&[Place::metres(9, 1), Place::metres(9, 5)], BOB, Tick(0)));
    }
}
