//! Facts that pass when somebody notices. A lifetime may end at any moment; but that it has ended
//! makes no difference before somebody's look depends on it. So for some facts that moment is put
//! off until then: it is no step of its own, and situations in which the fact has passed without
//! anybody having noticed are none of their own.

use crate::attention::facts_in;
use crate::event::World;
use crate::readings::{is_rest, may_be_ignored};
use crate::situation::Situation;
use crate::step::{Way, Ways};
use townsfolk_core::{Atom, CharacterId, FactId, RuleId, Value};
use townsfolk_module::{Choose, Literal, Rule, Script, Visit};
use townsfolk_scene::Happening;
use townsfolk_scene::reference::Coin;

/// So many facts are tried, passed and not, in one look. Where there are more, not all is played.
const NOTICED_MAX: usize = 6;

/// A fact that passes when somebody notices, with the rules for which it can make a difference that
/// it has passed.
pub(crate) type Noticed = (FactId, Vec<RuleId>);

/// The facts that pass when somebody notices.
///
/// If one is still there, whoever looks must find as much to do as if it had passed: where they
/// have to do something because it is there, they would have to do something without it. That is so
/// where a condition says `not`, and in rules to which nobody need pay heed. Facts that the host
/// tells, claims and what properties, `while`, `hold` or counts speak of are left alone.
pub(crate) fn noticed_facts(script: &Script, judged: &[FactId]) -> Vec<Noticed> {
    let mut kept = judged.to_vec();
    for literal in script.holds.iter().flat_map(|hold| &hold.condition) {
        facts_in(script, literal, &mut kept, &mut vec![]);
    }
    let looks: Vec<Look> = script.rules.iter().map(|r| Look::of(script, r)).collect();
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

/// How a rule looks at facts.
struct Look<'a> {
    script: &'a Script,
    rule: RuleId,
    /// Whether it can be found resting, so that it is passed over.
    rests: bool,
    /// Whether somebody need not heed it.
    ignored: bool,
    /// The facts of which it makes a difference that they have passed.
    noticed: Vec<FactId>,
    /// The facts that pass by themselves, because of this rule.
    kept: Vec<FactId>,
}

/// Defines are followed so far; facts that are deeper pass by themselves.
const DEPTH_MAX: usize = 8;

impl Look<'_> {
    fn of<'a>(script: &'a Script, rule: &Rule) -> Look<'a> {
        let mut look = Look {
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

    /// A literal of its condition, or of a define in it that stands under `not` or not.
    fn at(&mut self, literal: &Literal, under_not: bool, depth: usize) {
        self.counts(literal);
        match literal {
            Literal::Fact { fact, negated, .. } if *negated != under_not => {
                self.noticed.push(*fact);
            }
            // A rule that rests is passed over, as if what it asks for had passed.
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

    /// What is counted passes by itself.
    fn counts(&mut self, part: &impl Visit) {
        for literal in part.counted() {
            facts_in(self.script, literal, &mut self.kept, &mut vec![]);
        }
    }
}

/// What comes of somebody's look, however it is come to.
type Came = (Vec<(CharacterId, RuleId, Vec<Option<Value>>)>, Vec<Coin>);

fn came(way: &Way, who: CharacterId) -> Came {
    let happenings = way.updates.iter().flat_map(|update| &update.happenings);
    let fired = happenings.filter_map(|happening| match happening {
        Happening::Fired {
            who,
            rule,
            bindings,
            ..
        } => Some((*who, *rule, bindings.clone())),
        _ => None,
    });
    let coins = way
        .situation
        .scene
        .participant(who)
        .map(|p| p.coins.clone());
    (fired.collect(), coins.unwrap_or_default())
}

impl World<'_> {
    /// Whether a fact passes when somebody notices.
    pub(crate) fn passes_when_noticed(&self, fact: FactId) -> bool {
        let noticed = &self.survey.attention.noticed;
        noticed.iter().any(|(other, _)| *other == fact)
    }

    /// Somebody's look, as if some facts had passed: what they can do that they could not do with
    /// fewer of them gone.
    pub(crate) fn notice(
        &self,
        situation: &Situation,
        who: CharacterId,
        with_all: &mut Ways,
        look: &dyn Fn(&Situation) -> Ways,
    ) {
        let mut passing = self.can_notice(situation, who);
        if passing.is_empty() {
            return;
        }
        with_all.cut_short |= passing.len() > NOTICED_MAX;
        passing.truncate(NOTICED_MAX);
        let known = with_all.ways.iter().map(|way| (0, came(way, who)));
        let mut known: Vec<(u32, Came)> = known.collect();
        let mut gone_sets: Vec<u32> = (1..1 << passing.len()).collect();
        gone_sets.sort_by_key(|set: &u32| set.count_ones());
        for set in gone_sets {
            let gone = passing.iter().enumerate();
            let gone = gone.filter(|(index, _)| set & (1 << index) != 0);
            let gone: Vec<&Atom> = gone.map(|(_, atom)| atom).collect();
            let mut without = situation.clone();
            without.scene.facts.remove_if(|f| gone.contains(&&f.atom));
            without.clocks.lifetimes.retain(|(a, _)| !gone.contains(&a));
            let mut ways = look(&without);
            with_all.cut_short |= ways.cut_short;
            ways.ways.retain(|way| {
                let own = came(way, who);
                let fewer = |(other, theirs): &(u32, Came)| {
                    other & set == *other && *other != set && *theirs == own
                };
                let is_new = !known.iter().any(fewer);
                if is_new {
                    known.push((set, own));
                }
                is_new
            });
            with_all.ways.extend(ways.ways);
        }
    }

    /// The facts there are that may have passed, and at which somebody looks in their turn.
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
