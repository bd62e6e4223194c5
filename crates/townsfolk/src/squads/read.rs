//! Squads for hosts and tools.

use crate::folk::Folk;
use townsfolk_core::{CharacterId, DeciderId, Place, SymbolId, Tick, TokenId};
use townsfolk_space::{BitGrid, ExposureMap};
use townsfolk_tactics::posts::{Rated, Used};
use townsfolk_tactics::squad::{Bark, FlankRoute, Orders, Phase, Squad, SquadEvent};

/// A squad at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquadView {
    /// Its name.
    pub name: SymbolId,
    /// Its members, in order of id.
    pub members: Vec<CharacterId>,
    /// Its phase.
    pub phase: Phase,
    /// Since when.
    pub since: Tick,
    /// Its enemy.
    pub enemy: Option<CharacterId>,
    /// Where it believes the enemy to be.
    pub believed: Option<Place>,
    /// Where the enemy is. Only tools see it; no decision does.
    pub true_place: Option<Place>,
    /// From the enemy to the squad, in thousandths of a degree.
    pub combat_vector: Option<i32>,
    /// Its tokens.
    pub tokens: Vec<TokenView>,
    /// Who said what last.
    pub bark: Option<Bark>,
}

/// A token of a squad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenView {
    /// The token.
    pub token: TokenId,
    /// Its holders.
    pub holders: Vec<CharacterId>,
    /// Who asked within the last second and was refused.
    pub refused: Vec<CharacterId>,
    /// The best candidate, with its cost.
    pub ideal: Option<(CharacterId, i64)>,
    /// It rests until then.
    pub rests_until: Option<Tick>,
}

/// The best post of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostView {
    /// The query.
    pub query: DeciderId,
    /// The best post, with the factor of every criterion. It may be refused: then the last factor is
    /// zero.
    pub best: Option<Rated>,
    /// Number of candidates, and of those that are refused.
    pub candidates: (usize, usize),
}

impl Folk {
    /// The names of all squads.
    pub fn squads(&self) -> Vec<SymbolId> {
        self.squads.squads.keys().copied().collect()
    }

    /// A squad at a glance.
    pub fn squad_view(&self, name: SymbolId) -> Option<SquadView> {
        let squad = self.squads.squads.get(&name)?;
        let truth = squad.enemy.and_then(|enemy| self.character(enemy)?.at);
        let tokens = squad.tokens.tokens().map(|(token, state)| TokenView {
            token,
            holders: state.holders.iter().map(|(who, _)| *who).collect(),
            refused: state.refused.iter().map(|(who, _)| *who).collect(),
            ideal: state.ideal,
            rests_until: state.rests_until,
        });
        Some(SquadView {
            name,
            members: self.members_of(name),
            phase: squad.cycle.phase,
            since: squad.cycle.since,
            enemy: squad.enemy,
            believed: self.believed_place(name, squad.enemy),
            true_place: truth,
            combat_vector: squad.combat.direction.map(|angle| angle.in_thousandths()),
            tokens: tokens.collect(),
            bark: squad.barks.last(),
        })
    }

    /// The squad of a character, by name.
    pub fn squad_of_member(&self, who: CharacterId) -> Option<SymbolId> {
        self.squad_name_of(who)
    }

    /// The whole state of a squad.
    pub fn squad_state(&self, name: SymbolId) -> Option<&Squad> {
        self.squads.squads.get(&name)
    }

    /// What happened to squads in the last tick.
    pub fn squad_events(&self) -> &[(SymbolId, SquadEvent)] {
        &self.squads.events
    }

    /// When a squad found that its enemy had slipped away, and where it believed it to be: every use of
    /// the true position of an enemy that changed a decision.
    pub fn squad_escapes(&self, name: SymbolId) -> &[(Tick, Place)] {
        let squad = self.squads.squads.get(&name);
        squad.map_or(&[], |squad| &squad.escapes)
    }

    /// What a member was told in the last tick.
    pub fn squad_orders(&self, who: CharacterId) -> Option<&Orders> {
        self.orders_of(who)
    }

    /// The ground that the enemy of a squad sees, from where it is believed to be.
    pub fn enemy_exposure(&self, name: SymbolId) -> Option<&ExposureMap> {
        self.squads.squads.get(&name)?.exposure.of_enemy()
    }

    /// The ground that the members of a squad see.
    pub fn squad_exposure(&self, name: SymbolId) -> Option<&BitGrid> {
        Some(self.squads.squads.get(&name)?.exposure.of_members())
    }

    /// The cells where a squad thinks that its enemy may be.
    pub fn search_cells(&self, name: SymbolId) -> Option<&BitGrid> {
        self.squads.squads.get(&name)?.hunt.active()
    }

    /// The ways of members around the enemy, with their costs.
    pub fn flank_routes(&self, name: SymbolId) -> Vec<(CharacterId, FlankRoute)> {
        let squad = self.squads.squads.get(&name);
        let routes = squad.into_iter().flat_map(|squad| squad.flank.routes());
        routes.map(|(who, route)| (who, route.clone())).collect()
    }

    /// Who dropped everything in the last tick in order to shoot, even in the middle of a motion. The
    /// game blends into the shot.
    pub fn hard_interrupts(&self) -> &[CharacterId] {
        &self.squads.interrupted
    }

    /// The rays and ways that squads and posts have used in the last tick. The budget is 160 rays and
    /// 20 ways.
    pub fn post_work(&self) -> Used {
        self.squads.used
    }

    /// The best post of each query for a character, with the factor of every criterion.
    pub fn best_posts(&self, who: CharacterId) -> Vec<PostView> {
        let queries = self.content.module.senses.posts.iter();
        let view = queries.map(|query| {
            let rated = self.rated_posts(who, query.id);
            let refused = rated.iter().filter(|rated| rated.rating.is_zero()).count();
            PostView {
                query: query.id,
                candidates: (rated.len(), refused),
                best: rated.into_iter().next(),
            }
        });
        view.collect()
    }

    /// The post that a character holds.
    pub fn post_held_by(&self, who: CharacterId) -> Option<Place> {
        self.squads.taken.of(who).map(|held| held.at)
    }

    /// All posts that are held: where, and by whom.
    pub fn posts_held(&self) -> Vec<(CharacterId, Place)> {
        let held = self.squads.taken.all().iter();
        held.map(|held| (held.by, held.at)).collect()
    }
}
