//! What may be said of whom, and where they are then: a baker who serves is never the one who is
//! served, and nobody is served who still stands in the queue.

use super::analysis::Analysis;
use super::body::Body;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{FactId, Kind, RoleId, StateId};
use townsfolk_module::{Effects, Expr, FactPattern, Finish, Literal, Rule};

/// Where somebody can be: the cast line they came with, and their state.
type Spot = (usize, Option<StateId>);

/// A fact, and the argument at which somebody stands in it.
pub(super) type Mention = (FactId, usize);

/// An over-approximation: every rule is followed from state to state, for everybody it may speak
/// of, until nothing new can be said. What is not known may be anybody, anywhere.
pub(super) struct People<'a, 's> {
    analysis: &'s Analysis<'a>,
    /// The spots somebody can come to from each spot, itself included.
    later: BTreeMap<Spot, BTreeSet<Spot>>,
    /// Where those are of whom something is said, also while an action of theirs is under way.
    said: BTreeMap<Mention, BTreeSet<Spot>>,
    /// What may be true of somebody there who is free.
    kept: BTreeMap<Spot, BTreeSet<Mention>>,
    /// What others may add about somebody there, at any time.
    given: BTreeMap<Spot, BTreeSet<Mention>>,
    /// What others may add about one person several times.
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

    /// What may be true of whoever fires a rule, at the moment when it fires.
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

    /// What comes from outside, or from broken text, may speak of anybody its kinds allow.
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

    /// What a rule makes true of those who fire it and of those it finds.
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
            // When an action has ended, those it was about may have gone on.
            let at_once = std::ptr::eq(effects, &rule.now) || rule.action.is_none();
            for (mention, argument, kind) in self.mentions(&effects.add) {
                let found = match argument {
                    Expr::Me | Expr::Constant(_) => continue,
                    Expr::Variable(_) => self.found_as(index, argument),
                    _ => self.everybody(),
                };
                let mut spots = &found & &self.of_kind(kind);
                // One giver who takes away what they were found by gives to each only once.
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
        // Without an action the rule is over at once, and the state has changed with it.
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
                // If it fails, the state stays, and so does what was added at once.
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

    /// What effects say of `.me`.
    fn own(&self, effects: &Effects) -> BTreeSet<Mention> {
        let mentions = self.mentions(&effects.add).into_iter();
        let own = mentions.filter(|(_, argument, _)| **argument == Expr::Me);
        own.map(|(mention, ..)| mention).collect()
    }

    /// The arguments of facts as effects write them, with the kinds they were declared with.
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

    /// Where those are who may fire a rule.
    fn firing(&self, index: usize) -> BTreeSet<Spot> {
        let rule = &self.analysis.rules()[index];
        let mut spots = self.found_as(index, &Expr::Me);
        spots.retain(|(line, state)| {
            self.analysis.casts[index].contains(line)
                && (rule.state.is_none() || rule.state == *state)
        });
        spots
    }

    /// Where those are whom a rule's condition can find as `.me` or as a variable.
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

    /// Whether no more than one participant can ever fire a rule.
    fn is_for_one(&self, index: usize) -> bool {
        let cast = &self.analysis.unit.script.cast;
        let lines = self.analysis.casts[index].iter();
        lines.map(|line| u32::from(cast[*line].max)).sum::<u32>() <= 1
    }

    /// Whether a rule asks for something that is said of `.me`.
    fn asks_for(&self, rule: usize, mention: Mention) -> bool {
        let asks = |body: &Body| {
            let mut facts = body.facts();
            facts.any(|(fact, terms)| (fact, terms.get(mention.1)) == (mention.0, Some(&Expr::Me)))
        };
        self.analysis.conditions[rule].bodies.iter().all(asks)
    }

    /// Where somebody can come to from a spot before they are given something: not by a rule that
    /// asks for it.
    fn later_without(&self, (line, state): Spot, mention: Mention) -> BTreeSet<Spot> {
        let skipped = |rule: usize| self.asks_for(rule, mention);
        let states = self.analysis.states_reached(line, state, &skipped);
        states.into_iter().map(|state| (line, state)).collect()
    }

    /// Whether somebody comes to a spot only by rules that ask for something and take it away.
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

    /// Whether a rule asks for something that is said of `.me`, and takes it away.
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

    /// Where those are who can be of a kind. Somebody cast in a wide role may be of a narrower one
    /// too.
    fn of_kind(&self, kind: Kind) -> BTreeSet<Spot> {
        let mut spots = self.everybody();
        spots.retain(|(line, _)| may_be(self.analysis, *line, kind));
        spots
    }
}

/// Whether somebody of a cast line can be of a kind.
pub(super) fn may_be(analysis: &Analysis<'_>, line: usize, kind: Kind) -> bool {
    let module = &analysis.globals.module;
    let cast = analysis.unit.script.cast[line].role;
    match kind {
        Kind::CharacterIn(role) => module.is_a(cast, role) || module.is_a(role, cast),
        Kind::Character | Kind::Thing => true,
        _ => false,
    }
}

/// Whether a rule removes a fact about somebody it has found.
fn takes_from(rule: &Rule, found: &Expr) -> bool {
    let removals = [&rule.now, &rule.then].into_iter().flat_map(|e| &e.remove);
    let mut removals = removals.map(|removal| &removal.arguments);
    removals.any(|arguments| arguments.contains(found))
}

/// Whether a removal takes away what is said of `.me` at an argument. A variable may well be `.me`.
pub(super) fn removes(removal: &FactPattern, at: usize) -> bool {
    let is = |argument: Option<&Expr>| matches!(argument, Some(Expr::Me));
    let wide = |a: &Expr| matches!(a, Expr::Anything | Expr::Variable(_));
    is(removal.arguments.get(at)) || removal.arguments.iter().all(wide)
}

/// The states that participants of each cast line can come to from each state they reach.
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
