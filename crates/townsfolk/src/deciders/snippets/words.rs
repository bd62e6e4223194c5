//! Why a character uses one snippet and not another, in words.

use super::{Row, SnippetDecider};
use crate::deciders::spelling::{spelt, thing};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, DeciderId, SymbolId};
use townsfolk_decide::snippet::{Evaluation, Program, Tactic};
use townsfolk_decide::tree::Traced;
use townsfolk_module::Category;
use townsfolk_module::decide::{Condition, Node, Snippets};

/// The number of other snippets that `why` names.
const OTHERS_MAX: usize = 3;

/// The running snippet with its points and target, and those that come next.
pub(super) fn why(row: &Row, program: &Program, folk: &Folk) -> Option<String> {
    let running = row.brain.running()?;
    let mut table: Vec<&Evaluation> = row.brain.table().iter().filter(|row| row.ok).collect();
    table.sort_by_key(|row| std::cmp::Reverse(row.score));
    let own = table.iter().find(|row| row.snippet == running.snippet);
    let points = own.map_or(0, |row| row.score);
    let mut text = format!("{} with {}", name(folk, running.snippet), count(points));
    if let Some(target) = running.target {
        text += &format!(" on {}", thing(folk, target));
    }
    if running.in_use {
        text += ", being used now";
    }
    let others = table.iter().filter(|row| row.snippet != running.snippet);
    let others: Vec<String> = others
        .take(OTHERS_MAX)
        .map(|row| rated(folk, row))
        .collect();
    match (others.is_empty(), program.snippets.get(running.snippet)) {
        (false, _) => text += &format!("; then {}", others.join(", ")),
        (true, None) => text += "; content has it no longer",
        (true, Some(_)) => {}
    }
    Some(text)
}

/// The table of a character, best first, with what cannot be used at the end.
pub(super) fn table(row: &Row, folk: &Folk) -> Vec<String> {
    let mut table: Vec<&Evaluation> = row.brain.table().iter().collect();
    table.sort_by_key(|row| (!row.ok, std::cmp::Reverse(row.score)));
    let running = row.brain.running().map(|running| running.snippet);
    let line = |row: &Evaluation| match (row.ok, Some(row.snippet) == running) {
        (true, true) => format!("{} (runs)", rated(folk, row)),
        (true, false) => rated(folk, row),
        (false, _) => format!("{} cannot be used now", name(folk, row.snippet)),
    };
    table.into_iter().map(line).collect()
}

/// Why a snippet is not the one that runs.
pub(super) fn why_not(
    decider: &SnippetDecider,
    folk: &Folk,
    who: CharacterId,
    reason: SymbolId,
) -> Option<String> {
    let snippets = decider.program.snippets.iter();
    let snippet = { snippets }.find(|snippet| snippet.name == reason)?;
    let row = decider.rows.get(&who)?;
    let own = name(folk, snippet.id);
    let registered = row.brain.registered().iter();
    if !{ registered }.any(|known| known.snippet == snippet.id) {
        return Some(format!(
            "{own}: nothing grants it, neither a role nor equipment"
        ));
    }
    if row.brain.tactic(snippet.ability) == Tactic::Forbidden {
        return Some(format!("{own}: its ability is forbidden"));
    }
    let found = decider.probe(folk, who, snippet.id)?;
    if !found.evaluation.ok {
        return Some(format!(
            "{own} cannot be used now: {}",
            obstacle(decider, folk, who, snippet.id)?
        ));
    }
    let running = row.brain.running();
    Some(match running {
        Some(running) if running.snippet == snippet.id => format!("{own} runs"),
        Some(running) => {
            let table = row.brain.table().iter();
            let best = { table }.find(|row| row.snippet == running.snippet);
            let best = best.map_or(String::new(), |best| rated(folk, best));
            format!("{} is not more than {best}", rated(folk, &found.evaluation))
        }
        None => format!(
            "{} has not been looked at yet",
            rated(folk, &found.evaluation)
        ),
    })
}

/// The last condition that failed, as the author wrote it.
pub(super) fn obstacle(
    decider: &SnippetDecider,
    folk: &Folk,
    who: CharacterId,
    id: DeciderId,
) -> Option<String> {
    let found = decider.probe(folk, who, id)?;
    let content = &folk.module().deciders.snippets;
    let lines = found.trace.lines.iter().rev();
    let failed = { lines }.find(|line| line.what == Traced::Condition(false));
    let Some(line) = failed else {
        return Some("there is no target".into());
    };
    let about = line
        .about
        .map(|about| format!(" (of {})", thing(folk, about)));
    let condition = condition_at(content, id, line.tree, line.node);
    let text = condition.map_or("a condition".into(), |found| {
        spelt(folk, found, &|_| "It".into())
    });
    Some(format!("{text} fails{}", about.unwrap_or_default()))
}

/// The condition of a node, in the snippet's own tree or in one that it uses.
fn condition_at(
    content: &Snippets,
    snippet: DeciderId,
    tree: Option<DeciderId>,
    node: u16,
) -> Option<&Condition> {
    let tree = match tree {
        None => &content.get(snippet)?.evaluation,
        Some(id) => &content.trees.iter().find(|shared| shared.id == id)?.tree,
    };
    match &tree.nodes.get(usize::from(node))?.node {
        Node::When(condition) => Some(condition),
        _ => None,
    }
}

fn rated(folk: &Folk, row: &Evaluation) -> String {
    let target = row
        .target
        .map(|target| format!(" on {}", thing(folk, target)));
    let target = target.unwrap_or_default();
    format!(
        "{}{target} with {}",
        name(folk, row.snippet),
        count(row.score)
    )
}

fn count(points: i32) -> String {
    match points {
        1 => "1 point".into(),
        points => format!("{points} points"),
    }
}

pub(super) fn name(folk: &Folk, snippet: DeciderId) -> String {
    let name = folk.symbols().name(Category::Decider, snippet.0);
    name.replace('_', " ")
}
