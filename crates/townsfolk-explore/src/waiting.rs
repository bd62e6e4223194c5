//! The condition that a participant waits for at the end of a story: it keeps a rule from firing.

use crate::clock::NOW;
use crate::event::World;
use crate::property::NoChance;
use crate::story::FullStory;
use townsfolk_core::{Atom, CharacterId, RuleId, Value};
use townsfolk_module::{Expr, Literal};
use townsfolk_scene::Nowhere;
use townsfolk_scene::reference::why::{Cause, Failing, RefusalCause, Verdict, why};

/// The condition that a participant waits for. People have the numbers of the story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The waiting participant.
    pub who: CharacterId,
    /// The rule that would fire, and its missing condition; `None` if no rule is left.
    pub needs: Option<(RuleId, WaitedCondition)>,
}

/// The missing condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitedCondition {
    /// This condition, in which known variables have their values.
    Holds(Literal),
    /// This fact must be removed.
    Gone(Atom),
}

impl World<'_> {
    /// The condition that a participant (by its number at the end of a story) waits for: of all its
    /// rules, the one nearest to firing.
    pub(crate) fn waiting(&self, told: &FullStory, who: CharacterId) -> Waiting {
        let scene = &told.end.scene;
        let mut nearest: Option<((bool, bool, bool), RuleId, WaitedCondition)> = None;
        let why = why(scene, self.module, &Nowhere, &mut NoChance, NOW, who);
        for rule in why.iter().flat_map(|why| &why.rules) {
            let patience = &self.survey.patience;
            if patience.gives_up(rule.rule) {
                continue;
            }
            let (can_be_mended, need) = match &rule.verdict {
                Verdict::Fails(failing) => match self.need(told, who, rule.rule, failing) {
                    Some(need) => (failing.fix.is_some(), need),
                    None => continue,
                },
                Verdict::Refused(refusal) => match &refusal.cause {
                    RefusalCause::Claim { claim, holder } => {
                        let mut held = claim.clone();
                        if let Some(last) = held.arguments.last_mut() {
                            *last = *holder;
                        }
                        (true, WaitedCondition::Gone(told.atom(&held)))
                    }
                    _ => continue,
                },
                _ => continue,
            };
            // A comparison, or a fact about the participant itself, is rarely what it waits for.
            let about_others = match &need {
                WaitedCondition::Holds(literal) => !matches!(literal, Literal::Compare { .. }),
                WaitedCondition::Gone(atom) => !atom.names(Value::Character(told.name(who))),
            };
            let rank = (
                about_others,
                patience.is_waited_for(rule.rule),
                can_be_mended,
            );
            if nearest.as_ref().is_none_or(|(best, ..)| rank > *best) {
                nearest = Some((rank, rule.rule, need));
            }
        }
        Waiting {
            who: told.name(who),
            needs: nearest.map(|(_, rule, need)| (rule, need)),
        }
    }

    fn need(
        &self,
        told: &FullStory,
        who: CharacterId,
        rule: RuleId,
        failing: &Failing,
    ) -> Option<WaitedCondition> {
        let literal = self.script.rule(rule)?.when.get(failing.literal)?;
        if let (
            Cause::Holds(_),
            Literal::Fact {
                fact, arguments, ..
            },
        ) = (&failing.cause, literal)
        {
            // Of several blocking facts, one about another participant says more.
            let me = Value::Character(who);
            let fits = |atom: &&Atom| {
                let mut pairs = arguments.iter().zip(&atom.arguments);
                atom.fact == *fact
                    && pairs.all(|(expr, value)| match expr {
                        Expr::Me => *value == me,
                        Expr::Constant(constant) => value == constant,
                        _ => true,
                    })
            };
            let facts = told.end.scene.facts.facts.iter().map(|f| &f.atom);
            let in_the_way = facts.filter(fits).min_by_key(|atom| atom.names(me));
            return in_the_way.map(|atom| WaitedCondition::Gone(told.atom(atom)));
        }
        let mut literal = literal.clone();
        let with_value = |expr: &mut Expr| {
            let value = match expr {
                Expr::Me => Some(Value::Character(who)),
                Expr::Variable(id) => failing.bindings.get(usize::from(id.0)).copied().flatten(),
                _ => None,
            };
            if let Some(value) = value {
                *expr = Expr::Constant(told.value(value));
            }
        };
        match &mut literal {
            Literal::Fact { arguments, .. }
            | Literal::Define { arguments, .. }
            | Literal::Host { arguments, .. } => arguments.iter_mut().for_each(with_value),
            Literal::Any { who, .. } | Literal::InState { who, .. } => with_value(who),
            Literal::Compare { left, right, .. } => [left, right].into_iter().for_each(with_value),
            Literal::Coin { .. } => return None,
        }
        Some(WaitedCondition::Holds(literal))
    }
}
