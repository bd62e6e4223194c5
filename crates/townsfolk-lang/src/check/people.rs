//! Which participants a fact can be about, and in which states they can be then: a baker who serves
//! is never the one who is served, and a guest who stands in the queue is not served yet.

use super::analysis::Analysis;
use super::body::Body;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind, RoleId, StateId};
use townsfolk_module::{Effects, Expr, FactPattern, Finish, Literal, Rule};

/// A cast line and a state: what is known about a participant.
type Spot = (usize, Option<StateId>);

/// A fact, and the index of the argument that names the participant.
pub(super) type Mention = (FactId, usize);

/// An over-approximation: every rule is followed from state to state, for every participant it may
/// be about, until nothing changes. An unknown participant may be anyone, in any state.
pub(super) struct People<'a, 's> {
    analysis: &'s Analysis<'a>,
    /// The spots reachable from each spot, itself included.
    later: BTreeMap<Spot, BTreeSet<Spot>>,
    /// The spots of the participants that a mention can be about, also during their actions.
    said: BTreeMap<Mention, BTreeSet<Spot>>,
    /// The mentions that may be true of a free participant at a spot.
    kept: BTreeMap<Spot, BTreeSet<Mention>>,
    /// The mentions that others may add about a participant at a spot, at any time.
    given: BTreeMap<Spot, BTreeSet<Mention>>,
    /// The mentions that others may add about one participant several times.
    given_again: BTreeSet<Mention>,
}

impl<'a, 's> People<'a, 's> {
    pub(super) fn of(analysis: &'s Analysis<'a>) -> People<'a, 's> {
        let mut people = People {
            analysis,
            later: later_spots(analysis),
            said: BTreeMap::new(),
            kept: BTreeMap::new(),
            given: BTreeMap::new(),
            given_again: BTreeSet::new(),
        };
        people.find_told();
        loop {
            let before = people.size();
            for rule in 0..analysis.rules().len() {
                people.follow(rule);
            }
            if people.size() == before {
                return people;
            }
        }
    }

    /// The mentions that may be true of the participant that fires a rule, at that moment.
    pub(super) fn held_by_who_fires(&self, rule: usize) -> BTreeSet<Mention> {
        let spots = self.firing(rule);
        let held = spots.iter().filter_map(|spot| self.kept.get(spot));
        held.flatten().copied().collect()
    }

    fn size(&self) -> usize {
        let said: usize = self.said.values().map(BTreeSet::len).sum();
        let kept: usize = self.kept.values().map(BTreeSet::len).sum();
        let given: usize = self.given.values().map(BTreeSet::len).sum();
        said + kept + given + self.given_again.len()
    }

    /// Facts from outside, or from broken text, may be about any participant of the right kind.
    fn find_told(&mut self) {
        for fact in &self.analysis.unit.script.facts {
            if !fact.told && !self.analysis.unit.places.unsure.contains(&fact.id) {
                continue;
            }
            for (at, kind) in fact.kinds.iter().enumerate() {
                let spots = self.of_kind(*kind);
                self.said.insert((fact.id, at), spots);
            }
        }
    }

    /// Adds the mentions that a rule makes true, for its own and for the found participants.
    fn follow(&mut self, index: usize) {
        let rule = &self.analysis.rules()[index];
        let firing = self.firing(index);
        if firing.is_empty() {
            return;
        }
        self.follow_others(index, rule);
        for spot in firing {
            self.follow_own(index, rule, spot);
        }
    }

    fn follow_others(&mut self, index: usize, rule: &Rule) {
        for effects in rule.effects() {
            // When an action has ended, the participants it was about may be in other states.
            let at_once = std::ptr::eq(effects, &rule.now) || rule.action.is_none();
            for (mention, argument, kind) in self.mentions(&effects.add) {
                let found = match argument {
                    Expr::Me | Expr::Constant(_) => continue,
                    Expr::Variable(_) => self.found_as(index, argument),
                    _ => self.everybody(),
                };
                let mut spots = &found & &self.of_kind(kind);
                // A single giver that removes the fact it found a participant by gives to each only
                // once.
                let gives_once = self.is_for_one(index) && takes_from(rule, argument);
                if gives_once {
                    spots.retain(|spot| !self.is_used_up(*spot, mention));
                } else {
                    self.given_again.insert(mention);
                }
                if !at_once {
                    let later = spots.iter().flat_map(|spot| match gives_once {
                        true => self.later_without(*spot, mention),
                        false => self.later[spot].clone(),
                    });
                    spots = later.collect();
                }
                for spot in spots {
                    self.given.entry(spot).or_default().insert(mention);
                    self.keep(spot, [mention]);
                }
            }
        }
    }

    fn follow_own(&mut self, index: usize, rule: &Rule, spot: Spot) {
        let at_once = self.own(&rule.now);
        // Without an action the rule ends at once, and the state changes with it.
        for mention in at_once.iter().filter(|_| rule.action.is_some()) {
            self.said.entry(*mention).or_default().insert(spot);
        }
        if rule.finish != Finish::Stay {
            return;
        }
        let removed = |effects: &Effects, (fact, at): &Mention| {
            let mut removals = effects.remove.iter();
            removals.any(|removal| removal.fact == *fact && removes(removal, *at))
        };
        let mut after = self.kept.get(&spot).cloned().unwrap_or_default();
        after.retain(|mention| !removed(&rule.now, mention));
        after.extend(&at_once);
        if let Some(call) = &rule.action {
            let given = self.given.get(&spot).into_iter().flatten();
            after.extend(given.filter(|mention| {
                self.given_again.contains(mention) || !self.uses_up(index, **mention)
            }));
            let action = self.analysis.globals.module.action(call.action);
            if action.is_some_and(|action| action.may_fail) {
                // If the action fails, the state stays, and so do facts added at once.
                let mut failed = at_once;
                failed.retain(|mention| !removed(&rule.on_failure, mention));
                failed.extend(self.own(&rule.on_failure));
                self.keep(spot, failed);
            }
        }
        after.retain(|mention| !removed(&rule.then, mention));
        after.extend(self.own(&rule.then));
        self.keep((spot.0, rule.goto.or(spot.1)), after);
    }

    fn keep(&mut self, spot: Spot, mentions: impl IntoIterator<Item = Mention>) {
        for mention in mentions {
            self.kept.entry(spot).or_default().insert(mention);
            self.said.entry(mention).or_default().insert(spot);
        }
    }

    /// The mentions of `.me` in effects.
    fn own(&self, effects: &Effects) -> BTreeSet<Mention> {
        let mentions = self.mentions(&effects.add).into_iter();
        let own = mentions.filter(|(_, argument, _)| **argument == Expr::Me);
        own.map(|(mention, ..)| mention).collect()
    }

    /// The arguments of facts in effects, with their declared kinds.
    fn mentions<'f>(&self, facts: &'f [FactPattern]) -> Vec<(Mention, &'f Expr, Kind)> {
        let mut mentions = vec![];
        for pattern in facts {
            let fact = self.analysis.unit.script.fact(pattern.fact);
            let kinds = fact.map(|fact| fact.kinds.as_slice()).unwrap_or_default();
            for (at, (argument, kind)) in pattern.arguments.iter().zip(kinds).enumerate() {
                mentions.push(((pattern.fact, at), argument, *kind));
            }
        }
        mentions
    }

    /// The spots of participants that may fire a rule.
    fn firing(&self, index: usize) -> BTreeSet<Spot> {
        let rule = &self.analysis.rules()[index];
        let mut spots = self.found_as(index, &Expr::Me);
        spots.retain(|(line, state)| {
            self.analysis.casts[index].contains(line)
                && (rule.state.is_none() || rule.state == *state)
        });
        spots
    }

    /// The spots of participants that a rule's condition can find as `.me` or as a variable.
    fn found_as(&self, rule: usize, who: &Expr) -> BTreeSet<Spot> {
        let condition = &self.analysis.conditions[rule];
        if condition.cut || self.analysis.unit.places.rules[rule].when_broken {
            return self.everybody();
        }
        let bodies = condition.bodies.iter();
        bodies.flat_map(|body| self.found_in(body, who)).collect()
    }

    fn found_in(&self, body: &Body, wanted: &Expr) -> BTreeSet<Spot> {
        let mut spots = self.everybody();
        for (fact, arguments) in body.facts() {
            for (at, _) in arguments.iter().enumerate().filter(|(_, a)| *a == wanted) {
                match self.said.get(&(fact, at)) {
                    Some(there) => spots.retain(|spot| there.contains(spot)),
                    None => return BTreeSet::new(),
                }
            }
        }
        for literal in &body.literals {
            if let Literal::Any {
                negated: false,
                who,
                role: Some(role),
            } = literal
                && who == wanted
            {
                spots.retain(|(line, _)| self.is_cast_as(*line, *role));
            }
        }
        spots
    }

    /// Whether at most one participant can ever fire a rule.
    fn is_for_one(&self, index: usize) -> bool {
        let cast = &self.analysis.unit.script.cast;
        let lines = self.analysis.casts[index].iter();
        lines.map(|line| u32::from(cast[*line].max)).sum::<u32>() <= 1
    }

    /// Whether a rule requires a mention of `.me`.
    fn asks_for(&self, rule: usize, mention: Mention) -> bool {
        let asks = |body: &Body| {
            let mut facts = body.facts();
            facts.any(|(fact, terms)| (fact, terms.get(mention.1)) == (mention.0, Some(&Expr::Me)))
        };
        self.analysis.conditions[rule].bodies.iter().all(asks)
    }

    /// The spots reachable before a mention is added: without the rules that require it.
    fn later_without(&self, (line, state): Spot, mention: Mention) -> BTreeSet<Spot> {
        let skipped = |rule: usize| self.asks_for(rule, mention);
        let states = self.analysis.states_reached(line, state, &skipped);
        states.into_iter().map(|state| (line, state)).collect()
    }

    /// Whether a spot is reached only by rules that require a mention and remove it.
    fn is_used_up(&self, (line, state): Spot, mention: Mention) -> bool {
        let script = &self.analysis.unit.script;
        let start = script.cast[line].starts_in;
        let mut entries = (0..script.rules.len()).filter(|rule| {
            let from_elsewhere = script.rules[*rule].state != state;
            script.rules[*rule].goto == state
                && from_elsewhere
                && self.analysis.casts[*rule].contains(&line)
        });
        start.or(script.states.first().copied()) != state
            && entries.all(|rule| self.uses_up(rule, mention))
    }

    /// Whether a rule requires a mention of `.me`, and removes it.
    fn uses_up(&self, rule: usize, mention: Mention) -> bool {
        let effects = &self.analysis.rules()[rule];
        let effects = [&effects.now, &effects.then].into_iter();
        let mut removals = effects.flat_map(|effects| &effects.remove);
        self.asks_for(rule, mention)
            && removals.any(|removal| removal.fact == mention.0 && removes(removal, mention.1))
    }

    fn everybody(&self) -> BTreeSet<Spot> {
        self.later.keys().copied().collect()
    }

    fn is_cast_as(&self, line: usize, role: RoleId) -> bool {
        let cast = &self.analysis.unit.script.cast[line];
        self.analysis.globals.module.is_a(cast.role, role)
    }

    /// The spots of participants that can be of a kind. A participant cast in a wide role may be of
    /// a narrower one too.
    fn of_kind(&self, kind: Kind) -> BTreeSet<Spot> {
        let mut spots = self.everybody();
        spots.retain(|(line, _)| may_be(self.analysis, *line, kind));
        spots
    }
}

/// Whether a participant of a cast line can be of a kind.
pub(super) fn may_be(analysis: &Analysis<'_>, line: usize, kind: Kind) -> bool {
    let module = &analysis.globals.module;
    let cast = analysis.unit.script.cast[line].role;
    match kind {
        Kind::CharacterIn(role) => module.is_a(cast, role) || module.is_a(role, cast),
        Kind::Character | Kind::Thing => true,
        _ => false,
    }
}

/// Whether a rule removes a fact about a participant it has found.
fn takes_from(rule: &Rule, found: &Expr) -> bool {
    let removals = [&rule.now, &rule.then].into_iter().flat_map(|e| &e.remove);
    let mut removals = removals.map(|removal| &removal.arguments);
    removals.any(|arguments| arguments.contains(found))
}

/// Whether a removal removes the mention of `.me` at an argument. A variable may be `.me`.
pub(super) fn removes(removal: &FactPattern, at: usize) -> bool {
    let is = |argument: Option<&Expr>| matches!(argument, Some(Expr::Me));
    let wide = |a: &Expr| matches!(a, Expr::Anything | Expr::Variable(_));
    is(removal.arguments.get(at)) || removal.arguments.iter().all(wide)
}

/// The states that participants of each cast line can reach from each state.
fn later_spots(analysis: &Analysis<'_>) -> BTreeMap<Spot, BTreeSet<Spot>> {
    let mut later = BTreeMap::new();
    for (line, reached) in analysis.reached.iter().enumerate() {
        for state in reached {
            let states = analysis.states_reached_from(line, *state);
            let spots = states.into_iter().map(|state| (line, state)).collect();
            later.insert((line, *state), spots);
        }
    }
    later
}
