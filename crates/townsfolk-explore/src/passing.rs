//! Facts whose expiry is delayed until a turn depends on it.
//!
//! A lifetime may end at any moment, but that matters only when a turn depends on it. So for some
//! facts, expiry is not a step of its own, and situations in which a fact expired unnoticed are not
//! distinguished.

use crate::attention::facts_in;
use crate::event::World;
use crate::readings::{is_rest, may_be_ignored};
use crate::situation::Situation;
use crate::step::{Branch, Branches};
use townsfolk_core::{Atom, CharacterId, FactId, RuleId, Value};
use townsfolk_module::{Choose, Literal, Rule, Script, Visit};
use townsfolk_scene::Happening;
use townsfolk_scene::reference::Coin;

/// Maximum number of facts that are tried as expired in one turn. Beyond it, the exploration is
/// incomplete.
const NOTICED_MAX: usize = 6;

/// A fact whose expiry is delayed, with the rules for which its expiry can matter.
pub(crate) type DelayedExpiry = (FactId, Vec<RuleId>);

/// The facts whose expiry can be delayed.
///
/// While such a fact still exists, a turn must find at least as much to do as after its expiry: a
/// participant forced to act because it exists must be forced without it too. This holds for
/// literals under `not`, and in rules that participants may ignore. It excludes facts told by the
/// host, claims, and facts in properties, `while`, `hold` or counts.
pub(crate) fn noticed_facts(script: &Script, judged: &[FactId]) -> Vec<DelayedExpiry> {
    let mut kept = judged.to_vec();
    for literal in script.holds.iter().flat_map(|hold| &hold.condition) {
        facts_in(script, literal, &mut kept, &mut vec![]);
    }
    let looks: Vec<RuleView> = script
        .rules
        .iter()
        .map(|r| RuleView::of(script, r))
        .collect();
    kept.extend(looks.iter().flat_map(|look| &look.kept));
    let facts = script.facts.iter();
    let passing = facts.filter(|fact| fact.lifetime.is_some() && !fact.claim && !fact.told);
    let passing = passing.map(|fact| fact.id).filter(|id| !kept.contains(id));
    let noticed = passing.map(|fact| {
        let by = looks.iter().filter(|look| look.noticed.contains(&fact));
        (fact, by.map(|look| look.rule).collect())
    });
    noticed.collect()
}

/// How a rule reads facts.
struct RuleView<'a> {
    script: &'a Script,
    rule: RuleId,
    /// Whether it can be resting, so that it is skipped.
    rests: bool,
    /// Whether a participant may ignore it.
    ignored: bool,
    /// The facts whose expiry matters to it.
    noticed: Vec<FactId>,
    /// The facts that must expire by themselves because of this rule.
    kept: Vec<FactId>,
}

/// Maximum depth of defines; deeper facts expire by themselves.
const DEPTH_MAX: usize = 8;

impl RuleView<'_> {
    fn of<'a>(script: &'a Script, rule: &Rule) -> RuleView<'a> {
        let mut look = RuleView {
            script,
            rule: rule.id,
            rests: rule.when.iter().any(is_rest),
            ignored: rule.when.iter().any(may_be_ignored),
            noticed: vec![],
            kept: vec![],
        };
        for literal in &rule.when {
            look.at(literal, false, 0);
        }
        for literal in &rule.while_holds {
            facts_in(script, literal, &mut look.kept, &mut vec![]);
        }
        if let Choose::Least(expr) | Choose::Most(expr) = &rule.choose {
            look.counts(expr);
        }
        let call = rule.action.iter();
        let aims = call.flat_map(|c| c.arguments.iter().chain(c.named.iter().map(|n| &n.1)));
        aims.for_each(|expr| look.counts(expr));
        for effects in [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop] {
            look.counts(effects);
            if rule.action.is_none() {
                // It fires only if it changes something.
                let added = effects.add.iter().map(|pattern| pattern.fact);
                look.noticed.extend(added);
                let removed = effects.remove.iter().map(|pattern| pattern.fact);
                look.kept.extend(removed);
            }
        }
        look
    }

    /// A literal of its condition, or of a define, under `not` or not.
    fn at(&mut self, literal: &Literal, under_not: bool, depth: usize) {
        self.counts(literal);
        match literal {
            Literal::Fact { fact, negated, .. } if *negated != under_not => {
                self.noticed.push(*fact);
            }
            // A resting rule is skipped, as if the facts it needs had expired.
            Literal::Fact { .. } if self.rests => {}
            Literal::Fact { fact, .. } if self.ignored => self.noticed.push(*fact),
            Literal::Fact { fact, .. } => self.kept.push(*fact),
            Literal::Define { .. } if depth > DEPTH_MAX => {
                facts_in(self.script, literal, &mut self.kept, &mut vec![]);
            }
            Literal::Define {
                define, negated, ..
            } => {
                let script = self.script;
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for inner in clauses.iter().flat_map(|clause| &clause.body) {
                    self.at(inner, *negated != under_not, depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Counted facts expire by themselves.
    fn counts(&mut self, part: &impl Visit) {
        for literal in part.counted() {
            facts_in(self.script, literal, &mut self.kept, &mut vec![]);
        }
    }
}

/// The result of a turn, independent of how it was reached.
type TurnResult = (Vec<(CharacterId, RuleId, Vec<Option<Value>>)>, Vec<Coin>);

fn came(branch: &Branch, who: CharacterId) -> TurnResult {
    let happenings = branch.updates.iter().flat_map(|update| &update.happenings);
    let fired = happenings.filter_map(|happening| match happening {
        Happening::Fired {
            who,
            rule,
            bindings,
            ..
        } => Some((*who, *rule, bindings.clone())),
        _ => None,
    });
    let coins = branch
        .situation
        .scene
        .participant(who)
        .map(|p| p.coins.clone());
    (fired.collect(), coins.unwrap_or_default())
}

impl World<'_> {
    /// Whether the expiry of a fact is delayed.
    pub(crate) fn passes_when_noticed(&self, fact: FactId) -> bool {
        let noticed = &self.survey.attention.noticed;
        noticed.iter().any(|(other, _)| *other == fact)
    }

    /// A turn with some facts tried as expired: the results that were impossible with fewer of them
    /// expired.
    pub(crate) fn notice(
        &self,
        situation: &Situation,
        who: CharacterId,
        with_all: &mut Branches,
        look: &dyn Fn(&Situation) -> Branches,
    ) {
        let mut passing = self.can_notice(situation, who);
        if passing.is_empty() {
            return;
        }
        with_all.cut_short |= passing.len() > NOTICED_MAX;
        passing.truncate(NOTICED_MAX);
        let known = with_all
            .branches
            .iter()
            .map(|branch| (0, came(branch, who)));
        let mut known: Vec<(u32, TurnResult)> = known.collect();
        let mut gone_sets: Vec<u32> = (1..1 << passing.len()).collect();
        gone_sets.sort_by_key(|set: &u32| set.count_ones());
        for set in gone_sets {
            let gone = passing.iter().enumerate();
            let gone = gone.filter(|(index, _)| set & (1 << index) != 0);
            let gone: Vec<&Atom> = gone.map(|(_, atom)| atom).collect();
            let mut without = situation.clone();
            without.scene.facts.remove_if(|f| gone.contains(&&f.atom));
            without.clocks.lifetimes.retain(|(a, _)| !gone.contains(&a));
            let mut branches = look(&without);
            with_all.cut_short |= branches.cut_short;
            branches.branches.retain(|branch| {
                let own = came(branch, who);
                let fewer = |(other, theirs): &(u32, TurnResult)| {
                    other & set == *other && *other != set && *theirs == own
                };
                let is_new = !known.iter().any(fewer);
                if is_new {
                    known.push((set, own));
                }
                is_new
            });
            with_all.branches.extend(branches.branches);
        }
    }

    /// The facts that may have expired and that a participant reads in their turn.
    fn can_notice(&self, situation: &Situation, who: CharacterId) -> Vec<Atom> {
        let attention = &self.survey.attention;
        let scene = &situation.scene;
        let Some(person) = scene
            .participant(who)
            .filter(|_| !attention.noticed.is_empty())
        else {
            return vec![];
        };
        let atoms = scene.facts.facts.iter().map(|fact| &fact.atom);
        let looked_at = atoms.filter(|atom| attention.notices(person, atom));
        looked_at.cloned().collect()
    }
}
