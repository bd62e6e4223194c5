//! Posts of characters: facts, the best post of a query, reservations.

use crate::folk::Folk;
use std::collections::BTreeSet;
use townsfolk_core::{Angle, CharacterId, DeciderId, Place};
use townsfolk_module::senses::PostQuery;
use townsfolk_senses::{Certainty, Record};
use townsfolk_space::CoverHeight;
use townsfolk_tactics::Post;
use townsfolk_tactics::posts::query::FriendAt;
use townsfolk_tactics::posts::{
    Budget, KnownPost, PostId, PostKind, Rated, View, Want, best, rate, rate_all,
};
use townsfolk_tactics::squad::{FiringLines, Phase, Squad, token};

/// How often it is noted which posts the enemy sees, in ticks.
const EXPOSED_EVERY: i64 = 30;

/// The height of the eyes of the enemy.
const EYES_MM: i32 = 1_600;

/// The part of a body that shows.
const BODY_MM: i32 = 1_000;

/// How far ahead the way of the enemy is expected, in seconds.
const AHEAD_S: i32 = 3;

static NO_LINES: FiringLines = FiringLines::none();

impl Folk {
    /// Whether somebody who hunts alone looks for posts.
    pub(super) fn has_lone_lookers(&self) -> bool {
        self.squads.kits.values().any(|kit| kit.looks)
    }

    /// What a character looks for posts around: the enemy of its squad, a sound that it looks after, or
    /// the focus of one that hunts alone.
    fn threat_of(&self, who: CharacterId) -> Option<(Place, (i32, i32))> {
        let Some(name) = self.squad_name_of(who) else {
            let record = self.focus_of(who).filter(is_threat)?;
            return Some((record.at, record.velocity));
        };
        let squad = self.squads.squads.get(&name)?;
        if squad.tokens.holds(token::INVESTIGATING, who) {
            return squad.sound.map(|(_, at)| (at, (0, 0)));
        }
        let enemy = squad.enemy?;
        let mut records = self.records_of(who).iter();
        let record = records.find(|record| record.character() == Some(enemy))?;
        Some((record.at, record.velocity))
    }

    fn want_of(&self, who: CharacterId, threat_ways: bool) -> Option<Want> {
        let here = self.character(who)?.at?;
        self.kit_of(who).filter(|kit| kit.looks)?;
        if self.is_fallen(who) || !self.is_full(who) {
            return None;
        }
        let (threat, _) = self.threat_of(who)?;
        let squad = self
            .squad_name_of(who)
            .and_then(|name| self.squads.squads.get(&name));
        let phase = squad.map_or(Phase::Surround, |squad| squad.cycle.phase);
        let holds = |token| squad.is_some_and(|squad| squad.tokens.holds(token, who));
        let looks_after = holds(token::INVESTIGATING);
        if phase == Phase::Calm && !looks_after {
            return None;
        }
        let open = matches!(phase, Phase::Check | Phase::Search) || holds(token::FLANKING);
        let cells = squad
            .map(|squad| squad.hunt.cells_of(who))
            .unwrap_or_default();
        // A searcher looks at its own cells, not at the place of the loss.
        let around = match phase {
            Phase::Search => nearest(&cells, here).unwrap_or(threat),
            _ => threat,
        };
        Some(Want {
            who,
            here,
            threat: around,
            covers: !looks_after && phase != Phase::Search,
            open: open || looks_after,
            threat_ways,
            cells: if phase == Phase::Search {
                cells
            } else {
                vec![]
            },
        })
    }

    /// Gathers facts for everybody who looks for posts, within the rest of the budget.
    pub(super) fn gather_posts(&mut self, budget: Budget) {
        let needs = self.post_needs();
        let lookers: BTreeSet<CharacterId> = self.sensing().collect();
        let wants = lookers
            .into_iter()
            .filter_map(|who| self.want_of(who, needs.threat_ways));
        let wants: Vec<Want> = wants.collect();
        if wants.is_empty() && !self.squads.gatherers.is_busy() {
            return;
        }
        self.refresh_floors();
        let mut gatherers = std::mem::take(&mut self.squads.gatherers);
        if let Some(ground) = self.squads.floors.ground() {
            gatherers.gather(ground, &wants, budget, self.now);
        }
        let used = gatherers.used();
        if needs.exposure && self.now.0 % EXPOSED_EVERY == 0 {
            for want in &wants {
                gatherers.note_exposure(want.who, self.now, &|at| self.is_exposed(want.who, at));
            }
        }
        self.squads.gatherers = gatherers;
        self.squads.used.rays += used.rays;
        self.squads.used.ways += used.ways;
    }

    /// Whether the enemy of a character sees a body at a place, from where it is believed to be.
    fn is_exposed(&self, who: CharacterId, at: Place) -> bool {
        let squad = self
            .squad_name_of(who)
            .and_then(|name| self.squads.squads.get(&name));
        if let Some(known) = squad.and_then(|squad| squad.exposure.enemy_sees(at)) {
            return known;
        }
        let Some((threat, _)) = self.threat_of(who) else {
            return false;
        };
        let raised = |at: Place, mm: i32| Place {
            z_mm: at.z_mm.saturating_add(mm),
            ..at
        };
        let space = self.ground();
        space.is_none_or(|space| space.ray(raised(threat, EYES_MM), raised(at, BODY_MM)))
    }

    /// The members of the squad of a character, with their posts.
    fn friends_at(&self, who: CharacterId) -> Vec<FriendAt> {
        let members = match self.squad_name_of(who) {
            Some(name) => self.members_of(name),
            None => vec![who],
        };
        let friend = |who: CharacterId| {
            Some(FriendAt {
                who,
                stands: self.character(who)?.at?,
                post: self.squads.taken.of(who).map(|held| held.at),
            })
        };
        members
            .into_iter()
            .filter(|who| !self.is_fallen(*who))
            .filter_map(friend)
            .collect()
    }

    /// Looks at posts as a character.
    pub(super) fn as_looker<T>(
        &self,
        who: CharacterId,
        with: impl FnOnce(&View<'_>, &[KnownPost]) -> T,
    ) -> Option<T> {
        let here = self.character(who)?.at?;
        let ground = self.squads.floors.ground()?;
        let threat = self.threat_of(who);
        let squad: Option<&Squad> = self
            .squad_name_of(who)
            .and_then(|name| self.squads.squads.get(&name));
        let friends = self.friends_at(who);
        let route = threat.map(|(at, (vx, vy))| [at, at.offset((vx * AHEAD_S, vy * AHEAD_S))]);
        let place = threat.map(|(at, _)| at);
        let combat = squad.and_then(|squad| squad.combat.direction);
        let view = View {
            me: who,
            here,
            stays_at: None,
            now: self.now,
            threat: place,
            combat: combat.or_else(|| place.map(|place| Angle::from_to(place, here))),
            place,
            zone: self.kit_of(who).and_then(|kit| kit.zone),
            route: route.as_ref().map_or(&[], |route| &route[..]),
            friends: &friends,
            taken: &self.squads.taken,
            lines: squad.map_or(&NO_LINES, |squad| &squad.lines),
            exposed: &|at| self.is_exposed(who, at),
            space: ground.space,
        };
        Some(with(&view, self.squads.gatherers.posts_of(who)))
    }

    fn post_query(&self, query: DeciderId) -> Option<&PostQuery> {
        self.content.module.senses.post_query(query)
    }

    /// The best post of a query for a character, with its factors.
    pub(super) fn best_rated(&self, who: CharacterId, query: DeciderId) -> Option<Rated> {
        let query = self.post_query(query)?;
        let held = self.squads.taken.post_of(who);
        self.as_looker(who, |view, posts| best(query, view, posts, held))?
    }

    /// The ratings of all candidates of a query for a character, the best first.
    pub fn rated_posts(&self, who: CharacterId, query: DeciderId) -> Vec<Rated> {
        let query = self.post_query(query);
        let rated =
            query.and_then(|query| self.as_looker(who, |view, posts| rate_all(query, view, posts)));
        rated.unwrap_or_default()
    }

    /// The best post of a query for a character, if it has one now.
    pub(crate) fn best_post(&self, who: CharacterId, query: DeciderId) -> Option<Post> {
        let rated = self.best_rated(who, query)?;
        let threat = self.threat_of(who).map(|(at, _)| at);
        let (facing, low) = match rated.post.kind {
            PostKind::Cover { into, height, .. } => (into, height == CoverHeight::Low),
            PostKind::Open => {
                let towards = threat.filter(|threat| *threat != rated.post.at);
                (
                    towards.map_or(Angle::EAST, |at| Angle::from_to(rated.post.at, at)),
                    false,
                )
            }
        };
        Some(Post {
            id: rated.post.id.0,
            at: rated.post.at,
            facing,
            low,
            rating: (rated.rating.in_thousandths() as i32).max(1),
        })
    }

    /// The present rating of a post for a query, in thousandths.
    pub(crate) fn post_rating(&self, who: CharacterId, query: DeciderId, post: u32) -> i32 {
        let rated = self.post_query(query).and_then(|query| {
            self.as_looker(who, |view, posts| {
                let known = posts.iter().find(|known| known.post.id == PostId(post))?;
                Some(rate(query, view, known).rating)
            })?
        });
        match rated {
            Some(rating) if !rating.is_zero() => (rating.in_thousandths() as i32).max(1),
            _ => 0,
        }
    }

    /// The length of the way of a character to a post that it knows.
    pub(super) fn way_length_to(&self, who: CharacterId, post: PostId) -> Option<i64> {
        let posts = self.squads.gatherers.posts_of(who);
        let known = posts.iter().find(|known| known.post.id == post)?;
        known.facts.way.as_ref().map(|way| way.length_mm)
    }

    /// A character takes a post that it knows, or gives up the one that it has. Whether the post is
    /// its own now; another may have taken it in the same tick.
    pub(crate) fn reserve_post(&mut self, who: CharacterId, post: Option<u32>) -> bool {
        let Some(post) = post else {
            self.squads.taken.release(who);
            return true;
        };
        let posts = self.squads.gatherers.posts_of(who);
        let known = posts.iter().find(|known| known.post.id == PostId(post));
        let place = known.map(|known| (known.post.id, known.post.at));
        let here = self.character(who).and_then(|person| person.at);
        let (Some(place), Some(here)) = (place, here) else {
            return false;
        };
        let taken = self.squads.taken.take(place, who, here, self.now);
        if !taken
            && let Some(name) = self.squad_name_of(who)
            && let Some(squad) = self.squads.squads.get_mut(&name)
        {
            squad.refuse(who);
        }
        taken
    }
}

fn is_threat(record: &&Record) -> bool {
    record.character().is_some() && record.certainty != Certainty::Suspected
}

fn nearest(cells: &[Place], here: Place) -> Option<Place> {
    cells
        .iter()
        .copied()
        .min_by_key(|cell| (cell.distance_mm(here), *cell))
}
