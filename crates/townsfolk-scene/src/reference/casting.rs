//! The allocation of roles. Section "Casting".

use super::fate::{DrawKey, Fate};
use super::scene::Scene;
use townsfolk_core::{CharacterId, GroupId, RoleId, SiteId, Standing, Tick};
use townsfolk_module::{CastRole, Module, Script};

/// How often an allocation is tried before casting gives up until the next time.
pub const TRIES: u32 = 8;

/// Someone who could be cast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who.
    pub who: CharacterId,
    /// Their present roles.
    pub roles: Vec<RoleId>,
    /// Their group, all of whose members are among the candidates.
    pub group: Option<GroupId>,
    /// Whether this is the player, who is cast only in roles that say so.
    pub player: bool,
    /// Since when they have asked to take part, if they have: who asks longest comes first.
    pub asks_since: Option<Tick>,
}

/// The participants and their roles.
pub type Allocation = Vec<(CharacterId, RoleId)>;

/// Casts a script. `None` if no allocation was found within [`TRIES`], or no character would take
/// part.
pub fn cast(
    module: &Module,
    script: &Script,
    candidates: &[Candidate],
    fate: &mut dyn Fate,
    now: Tick,
) -> Option<Allocation> {
    let open: Vec<Open> = script.cast.iter().map(|line| Open::new(line, 0)).collect();
    let casting = Casting { module, candidates };
    (0..TRIES)
        .find_map(|attempt| casting.attempt(open.clone(), fate, now, attempt))
        .filter(|allocation| !allocation.is_empty())
}

/// Casts latecomers into a running scene: only roles that may be joined late, up to their maxima.
pub fn cast_late(
    module: &Module,
    script: &Script,
    scene: &Scene,
    candidates: &[Candidate],
    fate: &mut dyn Fate,
    now: Tick,
) -> Allocation {
    let late = script.cast.iter().filter(|line| line.joins_late);
    let open = late.map(|line| {
        let in_role = scene.participants.iter().filter(|p| p.role == line.role);
        let mut open = Open::new(line, in_role.count());
        open.min = 0;
        open
    });
    let is_out = |c: &&Candidate| scene.standing(c.who) == Standing::Out;
    let candidates: Vec<Candidate> = candidates.iter().filter(is_out).cloned().collect();
    let casting = Casting {
        module,
        candidates: &candidates,
    };
    casting
        .attempt(open.collect(), fate, now, 0)
        .unwrap_or_default()
}

/// A line of the cast while it is being filled.
#[derive(Clone)]
struct Open<'a> {
    line: &'a CastRole,
    count: usize,
    min: usize,
}

impl<'a> Open<'a> {
    fn new(line: &'a CastRole, count: usize) -> Open<'a> {
        let min = usize::from(line.min);
        Open { line, count, min }
    }

    fn has_room(&self) -> bool {
        self.count < usize::from(self.line.max)
    }

    fn is_short(&self) -> bool {
        self.count < self.min && self.has_room()
    }
}

struct Casting<'a> {
    module: &'a Module,
    candidates: &'a [Candidate],
}

impl Casting<'_> {
    /// One try: shuffle (who has asked comes first), fill every role to its minimum, then hand out the rest.
    fn attempt(
        &self,
        mut open: Vec<Open<'_>>,
        fate: &mut dyn Fate,
        now: Tick,
        attempt: u32,
    ) -> Option<Allocation> {
        let people = self.shuffled(fate, now, attempt);
        let mut placed = Allocation::new();
        while let Some(role) = self.scarcest(&open, &people, &placed) {
            let line = open[role].line;
            let mut willing = people.iter().filter(|c| self.can_play(c, line));
            let found = willing.find_map(|c| self.place(c, Some(role), &open, &placed, &people));
            (open, placed) = found?;
        }
        if open.iter().any(|line| line.count < line.min) {
            return None;
        }
        for candidate in &people {
            if let Some(more) = self.place(candidate, None, &open, &placed, &people) {
                (open, placed) = more;
            }
        }
        Some(placed)
    }

    fn shuffled(&self, fate: &mut dyn Fate, now: Tick, attempt: u32) -> Vec<&Candidate> {
        let mut people: Vec<&Candidate> = self.candidates.iter().collect();
        let key = DrawKey::of(CharacterId(attempt), SiteId::named("casting"), now);
        for last in (1..people.len()).rev() {
            let part = u32::try_from(last).unwrap_or(u32::MAX);
            let other = fate.pick(key.part(part), last + 1);
            people.swap(last, other.min(last));
        }
        // Luck decides only among those who ask since the same moment, and those who do not.
        people.sort_by_key(|c| (c.asks_since.is_none(), c.asks_since));
        people
    }

    /// The role below its minimum for which there are the fewest to spare.
    fn scarcest(
        &self,
        open: &[Open<'_>],
        people: &[&Candidate],
        placed: &Allocation,
    ) -> Option<usize> {
        let short = (0..open.len()).filter(|index| open[*index].is_short());
        short.min_by_key(|index| {
            let line = &open[*index];
            let able = people
                .iter()
                .filter(|c| !has_part(placed, c.who) && self.can_play(c, line.line));
            able.count() as i64 - (line.min - line.count) as i64
        })
    }

    /// Places a character without a part together with its whole group, or nothing.
    fn place<'o>(
        &self,
        candidate: &Candidate,
        role: Option<usize>,
        open: &[Open<'o>],
        placed: &Allocation,
        people: &[&Candidate],
    ) -> Option<(Vec<Open<'o>>, Allocation)> {
        if has_part(placed, candidate.who) {
            return None;
        }
        let mut open = open.to_vec();
        let mut placed = placed.clone();
        self.put(candidate, role, &mut open, &mut placed)?;
        for other in people {
            let kin = candidate.group.is_some() && other.group == candidate.group;
            if kin && other.who != candidate.who {
                self.put(other, None, &mut open, &mut placed)?;
            }
        }
        Some((open, placed))
    }

    /// Gives one person a role: the given one, else one that is short, else one with room.
    fn put(
        &self,
        candidate: &Candidate,
        role: Option<usize>,
        open: &mut [Open<'_>],
        placed: &mut Allocation,
    ) -> Option<()> {
        let fits =
            |index: &usize| open[*index].has_room() && self.can_play(candidate, open[*index].line);
        let role = role.or_else(|| {
            let fitting: Vec<usize> = (0..open.len()).filter(fits).collect();
            let short = fitting.iter().find(|index| open[**index].is_short());
            short.or(fitting.first()).copied()
        })?;
        let line = open.get_mut(role).filter(|line| line.has_room())?;
        line.count += 1;
        placed.push((candidate.who, line.line.role));
        Some(())
    }

    fn can_play(&self, candidate: &Candidate, line: &CastRole) -> bool {
        let is = |role: &RoleId| self.module.is_a(*role, line.role);
        candidate.roles.iter().any(is) && (line.player || !candidate.player)
    }
}

fn has_part(placed: &Allocation, who: CharacterId) -> bool {
    placed.iter().any(|(there, _)| *there == who)
}
