//! Stochastic grammars as a decider.
//!
//! A character with a grammar has a [`Player`] for the channel that the grammar needs: a stream of
//! symbols, its weights, and the symbol that is being performed. One symbol becomes one course. When
//! the course has ended, the next symbol that is possible then is taken, and the others before it are
//! discarded. So a grammar costs nothing while its character is busy.
//!
//! Characters below level full are not asked; their streams stand still.

mod describe;
mod player;
mod tables;

use super::{packed, unpacked};
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::folk::Folk;
use crate::words::Table;
use player::{Compiled, Player, SavedPlayer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use townsfolk_act::Progress;
use townsfolk_core::{Channel, CharacterId, DeciderId, Duration, SymbolId, Tick};
use townsfolk_module::decide::Grammar;

/// The name under which grammars offer.
pub(crate) fn grammar_system() -> SymbolId {
    SymbolId::named("grammar")
}

/// How long a character rests when its grammar has nothing for it to do.
const REST: Duration = Duration::seconds(1);

/// Number of failed deeds in a row after which the rest of a sentence is dropped.
const FAILURES_MAX: u8 = 3;

/// The stream of a character on a channel.
type Key = (CharacterId, Channel);

/// The decider of all grammars.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grammars {
    players: BTreeMap<Key, Player>,
    /// Grammars with compiled conditions. A cache of the module.
    compiled: BTreeMap<DeciderId, Arc<Compiled>>,
    /// Players that need a symbol. A cache of the players.
    due: BTreeSet<Key>,
    /// When a player has rested for long enough. A cache of the players.
    rested: BTreeSet<(Tick, Key)>,
    /// States from a save, until their players are made.
    saved: BTreeMap<Key, SavedPlayer>,
}

impl Decider for Grammars {
    fn name(&self) -> SymbolId {
        grammar_system()
    }

    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        if at.module().deciders.grammars.is_empty() && self.players.is_empty() {
            return vec![];
        }
        let folk: &Folk = at;
        let gone = match folk.news.all {
            true => self.begin_anew(folk),
            false => self.take_news(folk),
        };
        for (who, channel) in gone {
            at.withdraw_on(who, channel);
        }
        let now = at.now();
        while let Some((until, key)) = self.rested.first().copied().filter(|(t, _)| *t <= now) {
            self.rested.remove(&(until, key));
            self.due.insert(key);
        }
        let folk: &Folk = at;
        let mut due: Vec<CharacterId> = self.due.iter().map(|(who, _)| *who).collect();
        due.dedup();
        due.retain(|who| folk.is_full(*who));
        due
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            for channel in Channel::ALL {
                if self.due.remove(&(*who, channel)) {
                    self.next_symbol(at, (*who, channel));
                }
            }
        }
    }

    fn ended(&mut self, _at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        let key = (who, how.channel);
        let Some(player) = self.players.get_mut(&key) else {
            return;
        };
        player.note_end(how.progress == Progress::Done);
        self.due.insert(key);
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        self.describe_why(folk, who)
    }

    fn why_not(&self, folk: &Folk, who: CharacterId, reason: SymbolId) -> Option<String> {
        self.describe_why_not(folk, who, reason)
    }

    fn recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        self.describe_recent(folk, who)
    }

    fn tables(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        self.show(folk, who)
    }

    fn save(&self) -> Vec<u8> {
        let mut all = self.saved.clone();
        let own = self.players.iter();
        all.extend(own.map(|(key, player)| (*key, player.saved())));
        match all.is_empty() {
            true => vec![],
            false => postcard::to_allocvec(&all).unwrap_or_default(),
        }
    }

    fn load(&mut self, bytes: &[u8]) {
        *self = Grammars {
            saved: postcard::from_bytes(bytes).unwrap_or_default(),
            ..Grammars::default()
        };
    }

    fn take_out(&mut self, _folk: &Folk, who: CharacterId) -> Vec<u8> {
        let mut players = vec![];
        for channel in Channel::ALL {
            let key = (who, channel);
            let own = self.players.get(&key).map(Player::saved);
            let own = own.or_else(|| self.saved.remove(&key));
            players.extend(own.map(|player| (channel, player)));
            self.forget(key);
        }
        packed((!players.is_empty()).then_some(players))
    }

    fn bring_back(&mut self, _folk: &Folk, who: CharacterId, state: &[u8], away: Duration) {
        let players: Vec<(Channel, SavedPlayer)> = unpacked(state).unwrap_or_default();
        for (channel, mut player) in players {
            player.shift_times(away);
            self.saved.insert((who, channel), player);
        }
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl Grammars {
    /// Content or state is new: every player is made again, and goes on where it was.
    fn begin_anew(&mut self, folk: &Folk) -> Vec<Key> {
        for (key, player) in std::mem::take(&mut self.players) {
            self.saved.insert(key, player.saved());
        }
        let module = folk.module();
        let grammars = module.deciders.grammars.iter();
        let beliefs = folk.belief_readings();
        let compiled = grammars.map(|grammar| {
            let compiled = Compiled::of(grammar, beliefs.clone());
            (grammar.id, Arc::new(compiled))
        });
        self.compiled = compiled.collect();
        self.due.clear();
        self.rested.clear();
        let people: Vec<CharacterId> = folk.characters().map(|person| person.id).collect();
        let mut gone = vec![];
        for who in people {
            gone.extend(self.refresh(folk, who));
        }
        // A saved state of a character that is gone is dropped with its offer.
        gone.extend(std::mem::take(&mut self.saved).into_keys());
        gone
    }

    /// Takes in who came, went, or has other roles.
    fn take_news(&mut self, folk: &Folk) -> Vec<Key> {
        let mut gone = vec![];
        for who in &folk.news.people {
            gone.extend(self.refresh(folk, *who));
        }
        gone
    }

    /// Gives a character a player for each channel that a grammar of its roles needs, and takes the
    /// others away. A grammar that it has already goes on.
    fn refresh(&mut self, folk: &Folk, who: CharacterId) -> Vec<Key> {
        let wanted = grammars_of(folk, who);
        let mut gone = vec![];
        for channel in Channel::ALL {
            let key = (who, channel);
            let grammar = wanted.get(&channel).copied();
            let plays = self.players.get(&key).map(|player| player.grammar);
            // The offer of a player from a save stands, although the player is not resumed yet.
            let saved = self.saved.get(&key).map(|saved| saved.grammar);
            let has = plays.or(saved);
            if has.is_some() && has != grammar.map(|grammar| grammar.id) {
                self.forget(key);
                gone.push(key);
            }
            if let Some(grammar) = grammar.filter(|grammar| plays != Some(grammar.id)) {
                self.begin(folk, key, grammar);
            }
        }
        gone
    }

    fn begin(&mut self, folk: &Folk, key: Key, grammar: &Grammar) {
        let Some(compiled) = self.compiled.get(&grammar.id).cloned() else {
            return;
        };
        let saved = self.saved.remove(&key);
        let saved = saved.filter(|saved| saved.grammar == grammar.id);
        let player = match saved {
            Some(saved) => Player::resumed(saved, grammar, compiled),
            None => Player::new(grammar, compiled, folk.now()),
        };
        match player.rests_until {
            Some(until) => _ = self.rested.insert((until, key)),
            None if player.doing.is_none() => _ = self.due.insert(key),
            None => {}
        }
        self.players.insert(key, player);
    }

    fn forget(&mut self, key: Key) {
        self.players.remove(&key);
        self.saved.remove(&key);
        self.due.remove(&key);
        self.rested.retain(|(_, known)| *known != key);
    }

    /// Takes the next symbol of a player and offers its course, or lets the player rest.
    fn next_symbol(&mut self, at: &mut DeciderView<'_>, key: Key) {
        let (who, channel) = key;
        let Some(player) = self.players.get_mut(&key) else {
            return;
        };
        let module = at.module().clone();
        let Some(grammar) = module.deciders.grammar(player.grammar) else {
            return;
        };
        let folk: &Folk = at;
        match player.next(folk, who, grammar) {
            Some((symbol, course)) => at.replace(
                who,
                Proposal {
                    channel,
                    urgency: grammar.urgency,
                    score: 0,
                    reason: symbol,
                    lasts: None,
                    course,
                },
            ),
            None => {
                let until = at.now().after(REST);
                player.rests_until = Some(until);
                self.rested.insert((until, key));
                at.withdraw_on(who, channel);
            }
        }
    }
}

/// The grammar of a character for each channel: of several the most urgent, then the first by id.
fn grammars_of(folk: &Folk, who: CharacterId) -> BTreeMap<Channel, &Grammar> {
    let grammars = &folk.module().deciders;
    let mut wanted: BTreeMap<Channel, &Grammar> = BTreeMap::new();
    for id in folk.deciders_of(who) {
        let Some(grammar) = grammars.grammar(id) else {
            continue;
        };
        let known = wanted.entry(grammar.channel).or_insert(grammar);
        if grammar.urgency > known.urgency {
            *known = grammar;
        }
    }
    wanted
}
