//! The order of rules and goals: premises before conclusions, goals before subgoals.

use townsfolk_module::decide::inference::{Aim, Inference, PredicateIndex};

/// Why a declaration has no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// These rules, by their indices, conclude something from itself.
    RuleCycle(Vec<usize>),
    /// These links make a goal its own subgoal.
    GoalCycle(Vec<GoalLink>),
    /// More words are needed than a program can have.
    TooLarge,
    /// A predicate, referent or situation that does not exist.
    Unsound,
}

/// The reason why one goal leads to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GoalLink {
    /// A rule that sets goals, by its index.
    Goal(usize),
    /// A forward rule, by its index: to know its head, its premises are to be known.
    Rule(usize),
}

/// All predicates such that the premises of each come before it.
pub(super) fn order_predicates(of: &Inference) -> Result<Vec<usize>, CompileError> {
    let mut needs = vec![vec![]; of.predicates.len()];
    for (index, rule) in of.rules.iter().enumerate() {
        let head = needs
            .get_mut(rule.head.place())
            .ok_or(CompileError::Unsound)?;
        head.extend(rule.body.iter().map(|term| (term.predicate.place(), index)));
    }
    topological(&needs).map_err(|cycle| match cycle {
        Some(rules) => CompileError::RuleCycle(rules),
        None => CompileError::Unsound,
    })
}

/// All goals such that each comes before its subgoals. A goal is twice the index of its predicate,
/// plus one for a knowledge goal.
pub(super) fn order_goals(of: &Inference) -> Result<Vec<usize>, CompileError> {
    let mut needs = vec![vec![]; of.predicates.len() * 2];
    let mut add = |goal: usize, parent: usize, link: GoalLink| {
        let known = needs.get_mut(goal).ok_or(CompileError::Unsound)?;
        known.push((parent, link));
        Ok(())
    };
    for (index, rule) in of.goals.iter().enumerate() {
        let Some((predicate, aim)) = rule.open else {
            continue;
        };
        for want in &rule.wants {
            let goal = goal_of(want.predicate, want.aim);
            add(goal, goal_of(predicate, aim), GoalLink::Goal(index))?;
        }
    }
    for (index, rule) in of.rules.iter().enumerate() {
        for term in &rule.body {
            let goal = goal_of(term.predicate, Aim::Known);
            add(goal, goal_of(rule.head, Aim::Known), GoalLink::Rule(index))?;
        }
    }
    topological(&needs).map_err(|cycle| match cycle {
        Some(links) => CompileError::GoalCycle(links),
        None => CompileError::Unsound,
    })
}

/// The node of a goal.
pub(super) fn goal_of(predicate: PredicateIndex, aim: Aim) -> usize {
    predicate.place() * 2 + usize::from(aim == Aim::Known)
}

/// Progress of one node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

/// All nodes, those that a node needs before it. A cycle is reported by its labels; `None` is a
/// node that does not exist. Without recursion, because chains of rules may be long.
fn topological<L: Copy>(needs: &[Vec<(usize, L)>]) -> Result<Vec<usize>, Option<Vec<L>>> {
    let mut visits = vec![Visit::New; needs.len()];
    let mut order = Vec::with_capacity(needs.len());
    for start in 0..needs.len() {
        let mut path: Vec<(usize, usize, Option<L>)> = vec![(start, 0, None)];
        if visits.get(start) != Some(&Visit::New) {
            continue;
        }
        while let Some((node, next, _)) = path.last_mut() {
            let node = *node;
            if let Some(visit) = visits.get_mut(node) {
                *visit = Visit::Open;
            }
            let Some((need, label)) = needs.get(node).and_then(|list| list.get(*next)) else {
                if let Some(visit) = visits.get_mut(node) {
                    *visit = Visit::Done;
                }
                order.push(node);
                path.pop();
                continue;
            };
            *next += 1;
            match visits.get(*need).ok_or(None)? {
                Visit::Done => {}
                Visit::New => path.push((*need, 0, Some(*label))),
                Visit::Open => {
                    let from = path.iter().position(|(open, ..)| open == need);
                    let labels = path.iter().skip(from.unwrap_or(0) + 1);
                    let labels = labels.filter_map(|(_, _, label)| *label);
                    return Err(Some(labels.chain([*label]).collect()));
                }
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_first_and_a_cycle_names_its_links() {
        let needs = vec![vec![(1, 'a'), (2, 'b')], vec![(2, 'c')], vec![]];
        assert_eq!(topological(&needs), Ok(vec![2, 1, 0]));
        let needs = vec![vec![(1, 'a')], vec![(2, 'b')], vec![(1, 'c')]];
        assert_eq!(topological(&needs), Err(Some(vec!['b', 'c'])));
        assert_eq!(topological(&[vec![(0, 'x')]]), Err(Some(vec!['x'])));
        assert_eq!(topological(&[vec![(9, 'x')]]), Err(None));
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let needs: Vec<_> = (0..200_000_usize)
            .map(|node| match node {
                0 => vec![],
                _ => vec![(node - 1, node)],
            })
            .collect();
        assert_eq!(topological(&needs).map(|order| order.len()), Ok(200_000));
    }
}
