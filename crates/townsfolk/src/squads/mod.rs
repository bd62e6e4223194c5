//! Squads: characters whose sets of skills name the same squad share what they sense, and more: a
//! phase, tokens, posts, firing lines, a search.
//!
//! The rules are [`townsfolk_tactics::squad`] and [`townsfolk_tactics::posts`]. Here is the state, a
//! squad by name, and the facts about posts of all characters, also of those that hunt alone.
//!
//! The step stands between senses and deciders. So a member acts on its new orders in the same tick,
//! and whoever asks for the best post of a query has an answer at any moment: the facts are gathered
//! all the time, within a budget for the whole world, and only rated when somebody asks.
//!
//! An enemy is known here by records. One place asks for its true position, and learns only whether
//! it is more than five metres from where it is believed to be ([`Folk::squad_escapes`] lists when).

mod floor;
mod kit;
mod members;
mod posts;
mod read;
mod save;

pub use read::{PostView, SquadView, TokenView};
pub(crate) use save::SavedSquads;

use crate::decider::Proposal;
use crate::drivers::Offer;
use crate::folk::Folk;
use floor::Floors;
use kit::Kit;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_act::{CourseOf, Order};
use townsfolk_core::{
    ActionId, Channel, CharacterId, DeciderId, Draw, Place, SiteId, SymbolId, TokenId, Value,
};
use townsfolk_module::senses::Senses;
use townsfolk_tactics::posts::{Budget, Gatherers, Reservations, Used};
use townsfolk_tactics::squad::tokens::usual_terms;
use townsfolk_tactics::squad::{FiringLine, Orders, Scene, Squad, SquadEvent, Terms, TermsOf};

/// How often it is looked whether members can come nearer, in ticks.
const ADVANCES_EVERY: i64 = 10;

/// Squads by name, and facts about posts.
#[derive(Clone, Debug, Default)]
pub(crate) struct SquadTable {
    pub(super) squads: BTreeMap<SymbolId, Squad>,
    pub(super) gatherers: Gatherers,
    pub(super) taken: Reservations,

    // Caches.
    kits: BTreeMap<DeciderId, Kit>,
    floors: Floors,
    /// What each member was told last.
    orders: BTreeMap<CharacterId, Orders>,

    // For observers.
    /// What happened in this tick.
    events: Vec<(SymbolId, SquadEvent)>,
    /// Rays and ways of this tick, of members and of gatherers.
    used: Used,
    /// Who dropped everything in this tick in order to shoot.
    interrupted: Vec<CharacterId>,
}

/// The terms of tokens, from content.
#[derive(Debug)]
struct ContentTerms<'a>(&'a Senses);

impl TermsOf for ContentTerms<'_> {
    fn terms(&self, token: TokenId) -> Option<Terms> {
        let declared = self.0.token(token).map(Terms::of);
        declared.or_else(|| usual_terms(token))
    }
}

impl Folk {
    /// The step of squads in a tick, between senses and deciders.
    pub(crate) fn update_squads(&mut self) {
        if !self.content.senses.is_used {
            return;
        }
        self.squads.events.clear();
        self.squads.interrupted.clear();
        self.squads.used = Used::default();
        if self.news.all {
            self.squads.kits = self.make_kits();
            self.squads.orders.clear();
        }
        let names = self.squads_with_members();
        if names.is_empty() && self.squads.squads.is_empty() && !self.has_lone_lookers() {
            return;
        }
        self.keep_reservations();
        self.squads.squads.retain(|name, _| names.contains(name));
        let mut budget = Budget::default();
        for name in &names {
            self.step_squad(*name, &mut budget);
        }
        self.gather_posts(budget);
        for name in &names {
            self.give_orders(*name);
            self.let_squad_speak(*name);
        }
    }

    /// Reservations lapse when their holders stay away, or are gone.
    fn keep_reservations(&mut self) {
        let now = self.now;
        let holders: Vec<CharacterId> =
            self.squads.taken.all().iter().map(|held| held.by).collect();
        for who in holders {
            match self.character(who).and_then(|person| person.at) {
                Some(at) if !self.is_fallen(who) => self.squads.taken.approach(who, at, now),
                _ => self.squads.taken.release(who),
            }
        }
        self.squads.taken.lapse(now);
    }

    fn step_squad(&mut self, name: SymbolId, budget: &mut Budget) {
        let members = self.members_now(name);
        let enemy = self.enemy_now(name, &members);
        // While posts are rated the squad must be in its place.
        let known = self.squads.squads.get(&name);
        let fighting = known.filter(|squad| squad.cycle.phase.is_combat());
        let looks = self.now.0 % ADVANCES_EVERY == 0;
        let advances = fighting
            .filter(|_| looks)
            .map(|squad| self.can_advance(squad, &members));
        let mut squad = self.squads.squads.remove(&name).unwrap_or_default();
        squad.can_advance = advances.unwrap_or(squad.can_advance);
        let needs_floor = enemy.is_some() || squad.cycle.phase != Default::default();
        if let Some(enemy) = enemy.filter(|_| needs_floor) {
            self.prepare_floor(enemy.at);
        }
        let anchor = enemy.map(|enemy| enemy.at);
        let floor = anchor.and_then(|at| self.squads.floors.floor(at));
        let module = self.content.module.clone();
        let sound = self.new_sound(name);
        let placed = self.all_placed(&members);
        let rays = budget.rays;
        let events = squad.step(
            &Scene {
                now: self.now,
                ground: floor,
                members: &members,
                enemy,
                sound,
                placed,
                terms: &ContentTerms(&module.senses),
            },
            &mut budget.rays,
        );
        self.squads.used.rays += rays - budget.rays;
        let ways = squad.flank.ways_at(self.now);
        budget.ways = budget.ways.saturating_sub(ways);
        self.squads.used.ways += ways;
        self.squads
            .events
            .extend(events.iter().map(|event| (name, *event)));
        self.squads.squads.insert(name, squad);
    }

    /// Tells the members what has changed. Those are looked at in this tick.
    fn give_orders(&mut self, name: SymbolId) {
        let Some(mut squad) = self.squads.squads.remove(&name) else {
            return;
        };
        let place = self.believed_place(name, squad.enemy);
        for who in self.members_of(name) {
            let orders = squad.orders(who, place, self.now);
            if self.squads.orders.get(&who) != Some(&orders) {
                self.squads.orders.insert(who, orders);
                self.news.ordered.insert(who);
            }
        }
        squad.forget_refusals();
        self.squads.squads.insert(name, squad);
        let kept: BTreeSet<CharacterId> = self.all_members();
        self.squads.orders.retain(|who, _| kept.contains(who));
    }

    /// One member speaks, if it is time.
    fn let_squad_speak(&mut self, name: SymbolId) {
        let now = self.now;
        let Some(mut squad) = self.squads.squads.remove(&name) else {
            return;
        };
        squad
            .barks
            .keep_only(&|bark| self.words_for(bark.who, bark.moment) > 0);
        let said = squad.barks.next(now);
        self.squads.squads.insert(name, squad);
        if let Some(bark) = said {
            self.say_bark(bark.who, bark.moment);
        }
    }

    /// The number of texts that a character has for a moment.
    fn words_for(&self, who: CharacterId, moment: SymbolId) -> usize {
        let set = self.skill_set_of(who);
        let set = set.and_then(|id| self.content.module.senses.skill_set(id));
        let barks = set.into_iter().flat_map(|set| &set.barks);
        barks.filter(|(of, _)| *of == moment).count()
    }

    fn say_bark(&mut self, who: CharacterId, moment: SymbolId) {
        let module = self.content.module.clone();
        let set = self.skill_set_of(who);
        let Some(set) = set.and_then(|id| module.senses.skill_set(id)) else {
            return;
        };
        let texts: Vec<_> = set.barks.iter().filter(|(of, _)| *of == moment).collect();
        let draw = Draw::at(self.seed, u64::from(who.0), self.now, SiteId(moment.0));
        let drawn = draw.between(0, 0, texts.len() as i64 - 1);
        let text = usize::try_from(drawn)
            .ok()
            .and_then(|drawn| texts.get(drawn));
        let Some((_, text)) = text else {
            return;
        };
        let proposal = Proposal {
            channel: Channel::Voice,
            urgency: set.urgency,
            score: 0,
            reason: moment,
            lasts: None,
            course: CourseOf::action(Order::Act {
                action: ActionId::named("bark"),
                arguments: vec![],
                named: vec![(SymbolId::named("says"), Value::Text(*text))],
            }),
        };
        let offer = Offer {
            who,
            by: SymbolId::named("skills"),
            channel: proposal.channel,
            urgency: proposal.urgency,
            score: proposal.score,
            reason: proposal.reason,
            duration: proposal.lasts,
        };
        self.replace_proposal(offer, proposal.course);
    }

    /// What a member was told by its squad in this tick.
    pub(crate) fn orders_of(&self, who: CharacterId) -> Option<&Orders> {
        self.squads.orders.get(&who)
    }

    /// A member wants to remark upon something. Whether it has a squad, which decides when.
    pub(crate) fn remark_in_squad(&mut self, who: CharacterId, moment: SymbolId) -> bool {
        let now = self.now;
        let Some(squad) = self.own_squad(who) else {
            return false;
        };
        squad.barks.remark(townsfolk_tactics::squad::Bark {
            moment,
            who,
            about: None,
            at: now,
        });
        true
    }

    /// A member gives a token back.
    pub(crate) fn give_token_back(&mut self, who: CharacterId, token: TokenId) {
        let (now, module) = (self.now, self.content.module.clone());
        let terms = ContentTerms(&module.senses).terms(token);
        if let (Some(terms), Some(squad)) = (terms, self.own_squad(who)) {
            squad.give_back(terms, who, now);
        }
    }

    /// A character begins to shoot at a place.
    pub(crate) fn note_shot(&mut self, by: CharacterId, to: Place) {
        let now = self.now;
        let from = self.character(by).and_then(|person| person.at);
        if let (Some(from), Some(squad)) = (from, self.own_squad(by)) {
            squad.shot(FiringLine {
                by,
                from,
                to,
                at: now,
            });
        }
    }

    /// A character drops what it does, even in the middle of a motion, in order to shoot.
    pub(crate) fn note_interrupt(&mut self, who: CharacterId) {
        self.squads.interrupted.push(who);
    }

    /// A member has looked at the place of the enemy, and nobody was there.
    pub(crate) fn note_nothing_there(&mut self, who: CharacterId) {
        let now = self.now;
        if let Some(squad) = self.own_squad(who) {
            squad.found_nothing(who, now);
        }
    }

    fn own_squad(&mut self, who: CharacterId) -> Option<&mut Squad> {
        let name = self.squad_name_of(who)?;
        self.squads.squads.get_mut(&name)
    }
}
