//! Gatherers: facts about posts, within a budget of rays and ways per tick.
//!
//! Characters take turns. A turn collects the candidates of one character, casts their rays, and looks
//! for a way to each. When the budget of the tick is used up, the turn goes on in the next tick. The
//! facts of a turn are published together at its end; until then the character lives with those of
//! the turn before.

use crate::posts::candidates::{covers, open_posts};
use crate::posts::flat::flat_distance;
use crate::posts::post::{Facts, Ground, KnownPost, PostKind, PostPlace, WayFact};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{Angle, CharacterId, Duration, Place, Tick};
use townsfolk_space::{CoverHeight, NODES, Shortest, Space};

/// The height of the eyes and the gun of a character that stands.
pub const STANDING_MM: i32 = 1_600;

/// The height of the eyes and the gun of a character that crouches.
pub const CROUCHED_MM: i32 = 1_000;

/// The height of the chest, which shots are aimed at.
pub const CHEST_MM: i32 = 1_200;

/// How far a character leans out of its cover.
const LEAN_MM: i32 = 1_000;

/// The end of a way that may cross firing lines.
const END_MM: i64 = 5_000;

/// Facts that are newer are not gathered again.
const FRESH_FOR: Duration = Duration(12);

/// Greatest number of search cells that are looked at from one post.
const CELLS_MAX: usize = 6;

/// How much the gatherers may do in one tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// Rays.
    pub rays: u32,
    /// Ways from a character to a post.
    pub ways: u32,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            rays: 160,
            ways: 20,
        }
    }
}

/// How much the gatherers have done in a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Used {
    /// Rays.
    pub rays: u32,
    /// Ways.
    pub ways: u32,
}

/// A character that wants facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Want {
    /// Who.
    pub who: CharacterId,
    /// Where it is.
    pub here: Place,
    /// Where the threat is believed to be.
    pub threat: Place,
    /// Whether it needs cover.
    pub covers: bool,
    /// Whether it needs posts in the open.
    pub open: bool,
    /// Whether it needs the length of the way of the threat to each post.
    pub threat_ways: bool,
    /// Cells that it searches.
    pub cells: Vec<Place>,
}

/// All facts about posts, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Gatherers {
    boards: BTreeMap<CharacterId, Board>,
    /// The turn that is under way.
    turn: Option<Turn>,
    /// Whose turn was last.
    last: Option<CharacterId>,
    used: Used,
}

/// What one character knows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Board {
    posts: Vec<KnownPost>,
    /// When its last turn ended, and how long it took since the one before.
    refreshed: Tick,
    took: Duration,
}

/// A turn that is under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Turn {
    who: CharacterId,
    posts: Vec<KnownPost>,
    /// The next post whose rays are cast.
    rays: u32,
    /// The next post to which a way is looked for.
    ways: u32,
}

impl Gatherers {
    /// Works for one tick. Characters that want nothing lose their facts.
    pub fn gather(&mut self, ground: Ground<'_>, wants: &[Want], budget: Budget, now: Tick) {
        self.used = Used::default();
        let wanted = |who: &CharacterId| wants.iter().any(|want| want.who == *who);
        self.boards.retain(|who, _| wanted(who));
        self.turn = self.turn.take().filter(|turn| wanted(&turn.who));
        // Each character has at most one turn in a tick.
        for _ in 0..wants.len() {
            let Some((turn, want)) = self.next_turn(ground, wants, now) else {
                return;
            };
            match self.work(ground, turn, want, budget, now) {
                Some(unfinished) => {
                    self.turn = Some(unfinished);
                    return;
                }
                None => self.last = Some(want.who),
            }
        }
    }

    /// The turn that is under way, or a new one of the next character.
    fn next_turn<'w>(
        &mut self,
        ground: Ground<'_>,
        wants: &'w [Want],
        now: Tick,
    ) -> Option<(Turn, &'w Want)> {
        if let Some(turn) = self.turn.take() {
            let want = wants.iter().find(|want| want.who == turn.who)?;
            return Some((turn, want));
        }
        let old = |want: &&'w Want| {
            let board = self.boards.get(&want.who);
            board.is_none_or(|board| now.since(board.refreshed) >= FRESH_FOR)
        };
        let later = wants.iter().filter(|want| Some(want.who) > self.last);
        let next = later.filter(old).min_by_key(|want| want.who);
        let first = || wants.iter().filter(old).min_by_key(|want| want.who);
        let want = next.or_else(first)?;
        Some((self.begin(ground, want), want))
    }

    fn begin(&self, ground: Ground<'_>, want: &Want) -> Turn {
        let mut posts = vec![];
        if want.covers {
            posts.extend(covers(ground.covers, want.here, want.threat));
        }
        if want.open {
            posts.extend(open_posts(ground.space, want.here, want.threat));
        }
        let known = |post: PostPlace| KnownPost {
            facts: Facts {
                exposed_at: self
                    .known(want.who, post)
                    .and_then(|known| known.facts.exposed_at),
                ..Facts::default()
            },
            post,
        };
        Turn {
            who: want.who,
            posts: posts.into_iter().map(known).collect(),
            rays: 0,
            ways: 0,
        }
    }

    fn known(&self, who: CharacterId, post: PostPlace) -> Option<&KnownPost> {
        self.posts_of(who)
            .iter()
            .find(|known| known.post.id == post.id)
    }

    /// Goes on with a turn. It is given back if the budget did not suffice.
    fn work(
        &mut self,
        ground: Ground<'_>,
        mut turn: Turn,
        want: &Want,
        budget: Budget,
        now: Tick,
    ) -> Option<Turn> {
        let cells = sample(&want.cells);
        while let Some(known) = turn.posts.get_mut(turn.rays as usize) {
            let looks = if known.post.is_cover() {
                0
            } else {
                cells.len() as u32
            };
            let rays = if known.post.is_cover() { 4 } else { 1 } + looks;
            if self.used.rays + rays > budget.rays {
                return Some(turn);
            }
            self.used.rays += rays;
            turn.rays += 1;
            known.facts.rays = open_rays(ground.space, &known.post, want.threat);
            known.facts.rays_at = Some(now);
            if looks > 0 {
                known.facts.cells = Some((share_seen(ground, &known.post, &cells), now));
            }
        }
        while let Some(known) = turn.posts.get_mut(turn.ways as usize) {
            let ways = 1 + u32::from(want.threat_ways);
            if self.used.ways + ways > budget.ways {
                return Some(turn);
            }
            self.used.ways += ways;
            turn.ways += 1;
            known.facts.way = way_to(ground, want, known.post.at);
            known.facts.way_at = Some(now);
        }
        let board = self.boards.entry(turn.who).or_default();
        let first = board.refreshed == Tick(0);
        board.took = if first {
            Duration::ZERO
        } else {
            now.since(board.refreshed)
        };
        board.refreshed = now;
        board.posts = turn.posts;
        None
    }

    /// The posts of which a character has facts.
    pub fn posts_of(&self, who: CharacterId) -> &[KnownPost] {
        self.boards.get(&who).map_or(&[], |board| &board.posts)
    }

    /// How long ago the facts of a character were published, and how long their turn took to come round.
    pub fn freshness(&self, who: CharacterId, now: Tick) -> Option<(Duration, Duration)> {
        let board = self.boards.get(&who)?;
        Some((now.since(board.refreshed), board.took))
    }

    /// Whether it has facts, or gathers some.
    pub fn is_busy(&self) -> bool {
        !self.boards.is_empty() || self.turn.is_some()
    }

    /// What was used in the last tick.
    pub fn used(&self) -> Used {
        self.used
    }

    /// Notes which posts the threat can see now.
    pub fn note_exposure(&mut self, who: CharacterId, now: Tick, exposed: &dyn Fn(Place) -> bool) {
        let posts = self.boards.get_mut(&who).map(|board| &mut board.posts);
        for known in posts.into_iter().flatten() {
            if exposed(known.post.at) {
                known.facts.exposed_at = Some(now);
            }
        }
    }

    /// Forgets a character that left.
    pub fn leave(&mut self, who: CharacterId) {
        self.boards.remove(&who);
        self.turn = self.turn.take().filter(|turn| turn.who != who);
    }
}

/// Some cells, evenly spread over the list.
fn sample(cells: &[Place]) -> Vec<Place> {
    let count = cells.len().min(CELLS_MAX);
    let at = |n: usize| cells.get(n * cells.len() / count.max(1)).copied();
    (0..count).filter_map(at).collect()
}

/// A point above the ground.
pub(crate) fn above(at: Place, mm: i32) -> Place {
    Place {
        z_mm: at.z_mm.saturating_add(mm),
        ..at
    }
}

/// The rays from a post to the chest of a threat that are open, a bit each.
pub(crate) fn open_rays(space: &Space, post: &PostPlace, threat: Place) -> u8 {
    let chest = above(threat, CHEST_MM);
    let ray = |bit: u8, from: Place| u8::from(space.ray(from, chest)) << bit;
    match post.kind {
        PostKind::Open => ray(2, above(post.at, STANDING_MM)),
        PostKind::Cover {
            into,
            height,
            edges,
        } => {
            let low = height == CoverHeight::Low;
            let lean = |bit, turn: i32, can_lean: bool| {
                let side = into.turned(Angle::degrees(turn)).offset(LEAN_MM);
                let up = if low { CROUCHED_MM } else { STANDING_MM };
                if can_lean {
                    ray(bit, above(post.at.offset(side), up))
                } else {
                    0
                }
            };
            let over = |bit, up| {
                if edges.over {
                    ray(bit, above(post.at, up))
                } else {
                    0
                }
            };
            lean(0, 90, edges.left)
                | lean(1, -90, edges.right)
                | over(2, STANDING_MM)
                | over(3, CROUCHED_MM)
        }
    }
}

fn share_seen(ground: Ground<'_>, post: &PostPlace, cells: &[Place]) -> u16 {
    let eyes = above(post.at, STANDING_MM);
    let seen = cells
        .iter()
        .filter(|cell| ground.space.ray(eyes, above(**cell, CROUCHED_MM)));
    (seen.count() * 1000 / cells.len().max(1)) as u16
}

fn way_to(ground: Ground<'_>, want: &Want, to: Place) -> Option<WayFact> {
    let path = |from| ground.space.path(from, to, &Shortest, NODES).found();
    let way = path(want.here)?;
    Some(WayFact {
        length_mm: i64::from(way.length_mm),
        runs_at_threat: way.runs_toward(want.threat),
        threat_mm: match want.threat_ways {
            true => path(want.threat).map(|way| i64::from(way.length_mm)),
            false => None,
        },
        end: end_of(&way.points),
    })
}

/// The corners of the last five metres, and the corner before.
fn end_of(way: &[Place]) -> Vec<Place> {
    let mut length = 0;
    let mut end: Vec<Place> = vec![];
    for corner in way.iter().rev() {
        if let Some(after) = end.last() {
            let leg = flat_distance(*corner, *after);
            if length + leg > END_MM {
                end.push(part_of(*after, *corner, END_MM - length, leg));
                break;
            }
            length += leg;
        }
        end.push(*corner);
    }
    end.reverse();
    end
}

fn part_of(from: Place, to: Place, part: i64, of: i64) -> Place {
    let along =
        |a: i32, b: i32| (i64::from(a) + (i64::from(b) - i64::from(a)) * part / of.max(1)) as i32;
    Place {
        x_mm: along(from.x_mm, to.x_mm),
        y_mm: along(from.y_mm, to.y_mm),
        z_mm: along(from.z_mm, to.z_mm),
    }
}
