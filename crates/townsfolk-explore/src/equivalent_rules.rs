//! Equivalent rules: rules that begin differently and end alike, such as hurrying and walking.
//! While their actions run, one stands for all.

use crate::unread_arguments::UnreadArguments;
use townsfolk_core::{ActionId, RuleId};
use townsfolk_module::{Effects, Expr, FactPattern, Finish, Module, Rule, Script};

/// For each rule with an action, the first rule that is equivalent while the action runs, with that
/// rule's action. Only rules with another representative are listed.
pub(crate) fn stand_ins(
    module: &Module,
    script: &Script,
    unread: &UnreadArguments,
    pastimes: &[(RuleId, RuleId, ActionId)],
) -> Vec<(RuleId, RuleId, ActionId)> {
    // A participant at a pastime may be free already, so only pastimes are equivalent to pastimes.
    let passes_time = |rule: &Rule| pastimes.iter().any(|(other, ..)| *other == rule.id);
    let mut found = vec![];
    let mut first: Vec<(Ending, RuleId, ActionId)> = vec![];
    let mut urgent = 0;
    for rule in &script.rules {
        if let Some((ending, action)) = Ending::of(module, rule, unread, urgent)
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

/// Everything of a rule that matters while its action runs and at its end. Its name does not,
/// because rests after failures are not kept where this is used.
#[derive(PartialEq, Eq, Debug)]
struct Ending<'a> {
    later: [Effects; 3],
    goto: Option<townsfolk_core::StateId>,
    finish: Finish,
    together: bool,
    while_holds: &'a [townsfolk_module::Literal],
    /// Number of urgent rules above it.
    urgent: usize,
    interruptible: bool,
}

impl Ending<'_> {
    fn of<'a>(
        module: &Module,
        rule: &'a Rule,
        unread: &UnreadArguments,
        urgent: usize,
    ) -> Option<(Ending<'a>, ActionId)> {
        let call = rule.action.as_ref()?;
        let action = module.action(call.action)?;
        let later = [&rule.then, &rule.on_failure, &rule.on_stop];
        let ending = Ending {
            later: later.map(|effects| as_seen(effects, unread)),
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

/// Effects without constants in arguments that nothing reads.
fn as_seen(effects: &Effects, unread: &UnreadArguments) -> Effects {
    let without = |pattern: &FactPattern| {
        let mut pattern = pattern.clone();
        for (index, argument) in pattern.arguments.iter_mut().enumerate() {
            if matches!(argument, Expr::Constant(_)) && unread.is_unread(pattern.fact, index) {
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
