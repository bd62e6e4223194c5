//! Rules that are told apart by how they begin and by nothing that comes later: to hurry and to walk
//! end in the same way. While their actions run, one is like the other.

use crate::blind::Blind;
use townsfolk_core::{ActionId, RuleId};
use townsfolk_module::{Effects, Expr, FactPattern, Finish, Module, Rule, Script};

/// For each rule with an action, the first rule that is like it while the action runs, with that
/// rule's action. Only rules that have another to stand for them are named.
pub(crate) fn stand_ins(
    module: &Module,
    script: &Script,
    blind: &Blind,
    pastimes: &[(RuleId, RuleId, ActionId)],
) -> Vec<(RuleId, RuleId, ActionId)> {
    // Whoever passes the time may be free already, so nobody who does not is like them.
    let passes_time = |rule: &Rule| pastimes.iter().any(|(other, ..)| *other == rule.id);
    let mut found = vec![];
    let mut first: Vec<(Ending, RuleId, ActionId)> = vec![];
    let mut urgent = 0;
    for rule in &script.rules {
        if let Some((ending, action)) = Ending::of(module, rule, blind, urgent)
            && !passes_time(rule)
        {
            match first.iter().find(|(other, ..)| *other == ending) {
                Some((_, as_rule, as_action)) => found.push((rule.id, *as_rule, *as_action)),
                None => first.push((ending, rule.id, action)),
            }
        }
        urgent += usize::from(rule.urgent);
    }
    found
}

/// All of a rule that counts while its action runs and when that has ended. Of its name nothing is
/// left, because rests after failures are not kept where this is used.
#[derive(PartialEq, Eq, Debug)]
struct Ending<'a> {
    later: [Effects; 3],
    goto: Option<townsfolk_core::StateId>,
    finish: Finish,
    together: bool,
    while_holds: &'a [townsfolk_module::Literal],
    /// How many urgent rules stand above it.
    urgent: usize,
    interruptible: bool,
}

impl Ending<'_> {
    fn of<'a>(
        module: &Module,
        rule: &'a Rule,
        blind: &Blind,
        urgent: usize,
    ) -> Option<(Ending<'a>, ActionId)> {
        let call = rule.action.as_ref()?;
        let action = module.action(call.action)?;
        let later = [&rule.then, &rule.on_failure, &rule.on_stop];
        let ending = Ending {
            later: later.map(|effects| as_seen(effects, blind)),
            goto: rule.goto,
            finish: rule.finish,
            together: rule.together.is_some(),
            while_holds: &rule.while_holds,
            urgent,
            interruptible: action.interruptible,
        };
        Some((ending, action.id))
    }
}

/// Effects without the constants at which nothing looks.
fn as_seen(effects: &Effects, blind: &Blind) -> Effects {
    let without = |pattern: &FactPattern| {
        let mut pattern = pattern.clone();
        for (index, argument) in pattern.arguments.iter_mut().enumerate() {
            if matches!(argument, Expr::Constant(_)) && blind.is_blind(pattern.fact, index) {
                *argument = Expr::Anything;
            }
        }
        pattern
    };
    Effects {
        remove: effects.remove.clone(),
        add: effects.add.iter().map(without).collect(),
        set: effects.set.clone(),
    }
}
