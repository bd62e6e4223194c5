//! Tokens: permissions of which a squad has only so many.
//!
//! A member asks, is offered the token if the policy accepts, and acknowledges in the same tick. An
//! offer that is not acknowledged lapses. Death, leaving and the end of the skill give it back.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, Tick, TokenId};
use townsfolk_module::senses::{Token, TokenPolicy};

/// A token with what a squad needs to know of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The token.
    pub id: TokenId,
    /// How many may hold it.
    pub capacity: u8,
    /// Who gets it.
    pub policy: TokenPolicy,
    /// How long it rests after it was given back.
    pub rests: Duration,
}

impl Terms {
    /// The terms of a token that content declares.
    pub fn of(token: &Token) -> Terms {
        Terms {
            id: token.id,
            capacity: token.capacity,
            policy: token.policy,
            rests: token.rests,
        }
    }
}

/// Names of the tokens that the built-in skills use, with what holds if content declares none of that
/// name, and a sentence of help.
pub const ROLES: [(&str, TokenPolicy, &str); 5] = [
    (
        "flanking",
        TokenPolicy::Best,
        "goes round the enemy; the cheapest way round wins",
    ),
    (
        "approaching",
        TokenPolicy::Best,
        "looks at the place where the enemy was; the shortest way wins",
    ),
    (
        "investigating",
        TokenPolicy::Best,
        "looks after a sound; the nearest hearer wins",
    ),
    (
        "watching",
        TokenPolicy::Best,
        "stays up and aims at the place where the enemy was; the best view wins",
    ),
    (
        "shooting",
        TokenPolicy::First,
        "shoots from where it stands, at once",
    ),
];

/// The terms of a built-in token that content does not declare.
pub fn usual_terms(id: TokenId) -> Option<Terms> {
    let role = ROLES.iter().find(|(name, ..)| TokenId::named(name) == id);
    role.map(|(_, policy, _)| Terms {
        id,
        capacity: 1,
        policy: *policy,
        rests: Duration::ZERO,
    })
}

/// The tokens of one squad.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Coordinator {
    tokens: BTreeMap<TokenId, TokenState>,
}

/// One token of a squad: its holders, and who would like it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TokenState {
    /// The holders, with the moment of their acknowledgement.
    pub holders: Vec<(CharacterId, Tick)>,
    /// Offers that are not acknowledged yet.
    pub offered: Vec<(CharacterId, Tick)>,
    /// Who asked and was refused, with the tick of the last refusal.
    pub refused: Vec<(CharacterId, Tick)>,
    /// The best candidate, with its cost, as of the last rating.
    pub ideal: Option<(CharacterId, i64)>,
    /// It rests until then.
    pub rests_until: Option<Tick>,
}

impl Coordinator {
    /// Says which candidate is the best for a token, by the least cost; ties by id.
    pub fn rate(
        &mut self,
        token: TokenId,
        candidates: impl IntoIterator<Item = (CharacterId, i64)>,
    ) {
        let best = candidates
            .into_iter()
            .min_by_key(|(who, cost)| (*cost, *who));
        match best {
            Some(best) => self.tokens.entry(token).or_default().ideal = Some(best),
            None => {
                if let Some(state) = self.tokens.get_mut(&token) {
                    state.ideal = None;
                }
            }
        }
    }

    /// Asks for a token. If it is offered, it must be [acknowledged](Coordinator::acknowledge) in the
    /// same tick.
    pub fn request(&mut self, terms: Terms, who: CharacterId, now: Tick) -> bool {
        let state = self.tokens.entry(terms.id).or_default();
        state.lapse(now);
        if state.is_held_by(who) {
            return true;
        }
        let taken = state.holders.len() + state.offered.len();
        let suits = match terms.policy {
            TokenPolicy::First => true,
            TokenPolicy::Best => state.ideal.is_some_and(|(ideal, _)| ideal == who),
        };
        let rests = state.rests_until.is_some_and(|until| now < until);
        let granted = suits && !rests && taken < usize::from(terms.capacity);
        state.refused.retain(|(other, _)| *other != who);
        match granted {
            true => state.offered.push((who, now)),
            false => state.refused.push((who, now)),
        }
        granted
    }

    /// Takes an offered token. False if it was not offered in this tick.
    pub fn acknowledge(&mut self, token: TokenId, who: CharacterId, now: Tick) -> bool {
        let Some(state) = self.tokens.get_mut(&token) else {
            return false;
        };
        state.lapse(now);
        let offered = state.offered.len();
        state.offered.retain(|(to, _)| *to != who);
        if state.offered.len() < offered {
            state.holders.push((who, now));
        }
        state.is_held_by(who)
    }

    /// Asks for a token and takes it.
    pub fn take(&mut self, terms: Terms, who: CharacterId, now: Tick) -> bool {
        self.request(terms, who, now) && self.acknowledge(terms.id, who, now)
    }

    /// Gives a token back.
    pub fn release(&mut self, terms: Terms, who: CharacterId, now: Tick) {
        let Some(state) = self.tokens.get_mut(&terms.id) else {
            return;
        };
        if state.is_held_by(who) {
            state.holders.retain(|(holder, _)| *holder != who);
            state.rests_until = (terms.rests.0 > 0).then(|| now.after(terms.rests));
        }
        state.offered.retain(|(to, _)| *to != who);
    }

    /// Takes every token from a character that died or left. Tokens do not rest after that.
    pub fn leave(&mut self, who: CharacterId) {
        for state in self.tokens.values_mut() {
            state.holders.retain(|(holder, _)| *holder != who);
            state.offered.retain(|(to, _)| *to != who);
            state.refused.retain(|(asker, _)| *asker != who);
            state.ideal = state.ideal.filter(|(ideal, _)| *ideal != who);
        }
    }

    /// Drops offers and refusals of earlier ticks.
    pub fn lapse(&mut self, now: Tick) {
        self.tokens.values_mut().for_each(|state| state.lapse(now));
    }

    /// Whether a character holds a token.
    pub fn holds(&self, token: TokenId, who: CharacterId) -> bool {
        self.token(token).is_some_and(|state| state.is_held_by(who))
    }

    /// The first holder of a token.
    pub fn holder(&self, token: TokenId) -> Option<CharacterId> {
        let state = self.token(token)?;
        state.holders.first().map(|(who, _)| *who)
    }

    /// The state of a token that has been asked for.
    pub fn token(&self, token: TokenId) -> Option<&TokenState> {
        self.tokens.get(&token)
    }

    /// All tokens that have been asked for or rated.
    pub fn tokens(&self) -> impl Iterator<Item = (TokenId, &TokenState)> {
        self.tokens.iter().map(|(id, state)| (*id, state))
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        for state in self.tokens.values_mut() {
            let lists = [&mut state.holders, &mut state.offered, &mut state.refused];
            for (_, when) in lists.into_iter().flatten() {
                *when = when.after(later);
            }
            state.rests_until = state.rests_until.map(|until| until.after(later));
        }
    }
}

impl TokenState {
    fn is_held_by(&self, who: CharacterId) -> bool {
        self.holders.iter().any(|(holder, _)| *holder == who)
    }

    fn lapse(&mut self, now: Tick) {
        self.offered.retain(|(_, when)| *when == now);
        // A refusal stays a second for tools.
        self.refused
            .retain(|(_, when)| now.since(*when) < Duration::seconds(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: CharacterId = CharacterId(1);
    const BOB: CharacterId = CharacterId(2);

    fn terms(name: &str) -> Terms {
        usual_terms(TokenId::named(name)).unwrap()
    }

    #[test]
    fn an_offer_lapses_unless_it_is_acknowledged_in_the_same_tick() {
        let (mut squad, shooting) = (Coordinator::default(), terms("shooting"));
        assert!(squad.request(shooting, ANN, Tick(1)));
        assert!(
            !squad.request(shooting, BOB, Tick(1)),
            "one holder, and it is offered"
        );
        assert!(!squad.acknowledge(shooting.id, ANN, Tick(2)));
        assert!(squad.take(shooting, BOB, Tick(2)));
        assert!(!squad.take(shooting, ANN, Tick(3)));
        assert_eq!(squad.holder(shooting.id), Some(BOB));
        squad.release(shooting, BOB, Tick(4));
        assert!(squad.take(shooting, ANN, Tick(4)));
    }

    #[test]
    fn done_23_only_the_best_gets_it_and_its_death_frees_it() {
        let (mut squad, flanking) = (Coordinator::default(), terms("flanking"));
        assert!(!squad.take(flanking, ANN, Tick(1)), "nobody has been rated");
        squad.rate(flanking.id, [(ANN, 900), (BOB, 700)]);
        assert!(!squad.take(flanking, ANN, Tick(1)));
        assert!(
            squad.take(flanking, BOB, Tick(1)),
            "the best, though it asks later"
        );
        squad.rate(flanking.id, [(ANN, 10), (BOB, 700)]);
        assert!(!squad.take(flanking, ANN, Tick(2)), "it is held");
        squad.leave(BOB);
        assert!(squad.take(flanking, ANN, Tick(3)));
    }

    #[test]
    fn a_token_rests_and_has_a_capacity() {
        let mut squad = Coordinator::default();
        let two = Terms {
            id: TokenId::named("throwing"),
            capacity: 2,
            policy: TokenPolicy::First,
            rests: Duration::seconds(1),
        };
        for (who, granted) in [(1, true), (2, true), (3, false)] {
            assert_eq!(squad.take(two, CharacterId(who), Tick(0)), granted);
        }
        squad.release(two, ANN, Tick(10));
        assert!(!squad.take(two, CharacterId(3), Tick(69)));
        assert!(squad.take(two, CharacterId(3), Tick(70)));
    }
}
