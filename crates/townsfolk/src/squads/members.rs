//! The members of a squad, its enemy and its sounds, as they are at one tick.

use crate::folk::Folk;
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, HostId, Place, Pushed, SymbolId, Tick, Value};
use townsfolk_senses::{Certainty, Record, Sensed};
use townsfolk_tactics::posts::flat::flat_distance;
use townsfolk_tactics::posts::reservation::ARRIVED_MM;
use townsfolk_tactics::squad::phase::escaped;
use townsfolk_tactics::squad::{Enemy, Member, Phase, Squad, token};

/// An enemy that was sensed so many ticks ago is perceived.
const PERCEIVED: i64 = 3;

/// How often it is looked who watches best, in ticks.
const WATCHES_EVERY: i64 = 30;

impl Folk {
    /// The squads that have members, in order of name.
    pub(super) fn squads_with_members(&self) -> Vec<SymbolId> {
        self.squad_members().map(|(name, _)| name).collect()
    }

    /// The members of a squad, in order of id.
    pub(super) fn members_of(&self, squad: SymbolId) -> Vec<CharacterId> {
        let mut squads = self.squad_members();
        let members = squads.find(|(name, _)| *name == squad);
        members
            .map(|(_, members)| members.iter().copied().collect())
            .unwrap_or_default()
    }

    pub(super) fn all_members(&self) -> BTreeSet<CharacterId> {
        self.squad_members()
            .flat_map(|(_, members)| members.iter().copied())
            .collect()
    }

    /// The squad of a character.
    pub(super) fn squad_name_of(&self, who: CharacterId) -> Option<SymbolId> {
        let set = self.sense_set_of(who)?;
        self.content.module.senses.skill_set(set)?.squad
    }

    /// Whether a character is dead, by the attribute of that name.
    pub(super) fn is_fallen(&self, who: CharacterId) -> bool {
        let dead = HostId::named("dead");
        self.content.module.attribute(dead).is_some()
            && self.attribute(dead, &[Value::Character(who)]) == Pushed::Holds
    }

    /// Whether a character runs one of these skills.
    fn runs(&self, who: CharacterId, skills: &[&str]) -> bool {
        let running = self.skill_of(who);
        skills
            .iter()
            .any(|name| running == Some(SymbolId::named(name)))
    }

    pub(super) fn members_now(&self, squad: SymbolId) -> Vec<Member> {
        let members = self.members_of(squad).into_iter();
        let state = self.squads.squads.get(&squad);
        let phase = state.map_or(Phase::Calm, |state| state.cycle.phase);
        let unchecked = state.is_none_or(|state| state.tokens.holder(token::APPROACHING).is_none());
        let checks = phase == Phase::Check && unchecked;
        let watches = phase.is_combat() && self.now.0 % WATCHES_EVERY == 0;
        let member = |who: CharacterId| {
            let at = self.character(who)?.at?;
            let kit = self.kit_of(who)?;
            let rated = |query, is_asked: bool| {
                let query = Option::filter(query, |_| is_asked)?;
                self.best_rated(who, query)
            };
            let check = rated(kit.check, checks);
            let check = check.and_then(|rated| self.way_length_to(who, rated.post.id));
            Some(Member {
                who,
                at,
                lives: !self.is_fallen(who),
                armed: self.is_armed(who),
                steady: !self.runs(who, &["panic", "hide"]),
                can: kit.can,
                heard: self
                    .heard_by(who)
                    .and_then(|heard| Some((heard.subject?, heard.tick))),
                check_way: check,
                watch: rated(kit.watch, watches).map(|rated| i64::from(rated.rating.0)),
            })
        };
        members.filter_map(member).collect()
    }

    /// The record of the enemy that matters most to a squad: the present one as long as the squad
    /// knows of it, and no other is surer.
    pub(super) fn enemy_record(&self, squad: SymbolId, centre: Place) -> Option<&Record> {
        let who = *self
            .squad_members()
            .find(|(name, _)| *name == squad)?
            .1
            .first()?;
        let records = self.records_of(who).iter().filter(|record| {
            let known = record.character().filter(|who| !self.is_fallen(*who));
            record.attackable && record.certainty != Certainty::Suspected && known.is_some()
        });
        let present = self.squads.squads.get(&squad).and_then(|squad| squad.enemy);
        let rank = |record: &&Record| {
            let held = record.character() == present && present.is_some();
            let threat = record.threat(centre, self.now);
            let threat = if held { threat * 12 / 10 } else { threat };
            (record.certainty, threat, std::cmp::Reverse(record.subject))
        };
        records.max_by_key(rank)
    }

    pub(super) fn enemy_now(&self, squad: SymbolId, members: &[Member]) -> Option<Enemy> {
        let first = members.iter().find(|member| member.lives)?;
        let record = self.enemy_record(squad, first.at)?;
        let who = record.character()?;
        let confirmed = record.certainty == Certainty::Confirmed;
        let notices = self.kit_of(first.who).is_some_and(|kit| kit.notices_escape);
        // The one look at the truth: see `escaped`.
        let truth = self.character(who).and_then(|person| person.at);
        Some(Enemy {
            who,
            at: record.at,
            confirmed,
            perceived: confirmed && self.now.since(record.stamp).0 <= PERCEIVED,
            escaped: notices && truth.is_some_and(|truth| escaped(truth, record.at)),
        })
    }

    /// Where a squad believes somebody to be.
    pub(super) fn believed_place(
        &self,
        squad: SymbolId,
        enemy: Option<CharacterId>,
    ) -> Option<Place> {
        let who = *self
            .squad_members()
            .find(|(name, _)| *name == squad)?
            .1
            .first()?;
        let subject = Sensed::Character(enemy?);
        let mut records = self.records_of(who).iter();
        records
            .find(|record| record.subject == subject)
            .map(|record| record.at)
    }

    /// The last sound, or suspicion, of a squad: what it was, where, and when.
    pub(super) fn new_sound(&self, squad: SymbolId) -> Option<(Sensed, Place, Tick)> {
        let who = *self
            .squad_members()
            .find(|(name, _)| *name == squad)?
            .1
            .first()?;
        let records = self.records_of(who).iter();
        let vague = records.filter(|record| {
            record.character().is_none() || record.certainty == Certainty::Suspected
        });
        let last = vague.max_by_key(|record| (record.stamp, record.subject))?;
        Some((last.subject, last.at, last.stamp))
    }

    /// Whether all members that fight have reached their posts.
    pub(super) fn all_placed(&self, members: &[Member]) -> bool {
        let mut fighting = members
            .iter()
            .filter(|member| member.lives && member.can.advance);
        fighting.all(|member| {
            let held = self.squads.taken.of(member.who);
            held.is_some_and(|held| flat_distance(held.at, member.at) <= ARRIVED_MM)
        })
    }

    /// Whether a member without a task of its own is on its way to a post, or knows one that is
    /// nearer to the enemy.
    pub(super) fn can_advance(&self, squad: &Squad, members: &[Member]) -> bool {
        let busy = [token::APPROACHING, token::FLANKING];
        let mut able = members.iter().filter(|member| {
            let free = !busy
                .iter()
                .any(|token| squad.tokens.holds(*token, member.who));
            member.lives && member.armed && member.can.advance && free
        });
        able.any(|member| {
            let held = self.squads.taken.of(member.who);
            let walks = held.is_some_and(|held| flat_distance(held.at, member.at) > ARRIVED_MM);
            let query = self.kit_of(member.who).and_then(|kit| kit.advance);
            walks || query.is_some_and(|query| self.best_rated(member.who, query).is_some())
        })
    }
}
