//! Why a solution of a condition does not count for its rule.

use super::{Asking, Fix, Refusal, RefusalCause};
use crate::Happening;
use crate::reference::bindings::Bindings;
use crate::reference::effects::{apply, plan};
use crate::reference::matching::{Chance, View};
use crate::reference::update::partner_is_free;
use townsfolk_module::Rule;

impl<'a> Asking<'a> {
    /// Why the first solution of a condition does not count.
    pub(super) fn refusal(&mut self, rule: &'a Rule) -> Refusal {
        let start = Bindings::new(rule.variables);
        let solutions = self.solutions(Some(rule.id), &rule.when, &start);
        let mut first = None;
        let mut fixes = vec![];
        for solution in solutions {
            let cause = self.refused(rule, &solution);
            if let RefusalCause::Claim { claim, holder } = &cause {
                let mut held = claim.clone();
                if let Some(last) = held.arguments.last_mut() {
                    *last = *holder;
                }
                fixes.push(Fix::Remove(held));
            }
            first.get_or_insert((solution, cause));
        }
        let fix = self.first_that_helps(rule, fixes);
        let (bindings, cause) = match first {
            Some((solution, cause)) => (solution.values(), cause),
            None => (start.values(), RefusalCause::NoChange),
        };
        Refusal {
            bindings,
            cause,
            fix,
        }
    }

    fn refused(&mut self, rule: &Rule, solution: &Bindings) -> RefusalCause {
        let View {
            script, scene, now, ..
        } = self.view;
        let mut matcher = self.matcher(Some(rule.id), &scene.facts);
        if !partner_is_free(&matcher, rule, solution) {
            return RefusalCause::Partner(rule.together.and_then(|v| solution.get(v)));
        }
        matcher.chance = Chance::Least;
        if let Some(call) = &rule.action {
            let named = call.named.iter().map(|(_, value)| value);
            let mut all = call.arguments.iter().chain(named);
            if !all.all(|argument| matcher.value(argument, solution).is_some()) {
                return RefusalCause::Argument;
            }
        }
        let change = plan(&mut matcher, &rule.now, solution);
        let mut ahead = scene.facts.clone();
        let happened = apply(&mut ahead, script, &scene.gone, change, now, None);
        let lost = happened.into_iter().find_map(|happening| match happening {
            Happening::ClaimLost { claim, holder } => Some((claim, holder)),
            _ => None,
        });
        match lost {
            Some((claim, holder)) => RefusalCause::Claim { claim, holder },
            None => RefusalCause::NoChange,
        }
    }
}
