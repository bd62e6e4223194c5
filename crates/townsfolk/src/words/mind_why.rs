//! The reasons of a mind in words, on request or as decisions are made.

use super::clock::clock;
use super::mind::{MindWords, held_role, node_name, short};
use super::names::location;
use crate::minds::company_system;
use crate::{Decision, MindLine};
use crate::{Offer, mind_system};
use townsfolk_core::{ActionId, CharacterId, NeedId};
use townsfolk_mind::map::Contribution;
use townsfolk_mind::social::Preference;
use townsfolk_module::mind::{Deed, Degree, Interaction, NodeKind};
use townsfolk_module::{Category, Module};

/// The reasons of a mind, line by line.
pub fn reasons(words: &MindWords<'_>, who: CharacterId) -> Vec<String> {
    let folk = words.folk;
    let Some(reasons) = folk.why_mind(who) else {
        return vec![];
    };
    let mut lines = vec![];
    let name = words.name(who);
    let role = held_role(folk, who).map(|role| words.role(role));
    lines.push(match role {
        Some(role) => format!("{name} is {role} at {}.", clock(folk.daytime())),
        None => format!("{name} is between two roles at {}.", clock(folk.daytime())),
    });
    let needs = reasons.needs.iter().map(|(need, level)| {
        let need = words.symbols.name(Category::Need, need.0);
        format!("{need} {}", short(*level))
    });
    let needs: Vec<String> = needs.collect();
    if !needs.is_empty() {
        lines.push(format!("Needs: {}.", needs.join(", ")));
    }
    for (need, _) in reasons
        .needs
        .iter()
        .filter(|(_, level)| *level >= Degree::HALF)
    {
        if is_sought(folk.module(), *need) && !folk.is_served(*need) {
            let need = words.symbols.name(Category::Need, need.0);
            lines.push(format!("Nothing here serves {need}."));
        }
    }
    lines.push(String::new());
    match reasons.map.chosen {
        Some((node, degree)) => {
            let doing = reasons.pursuit.as_ref().map(|p| p.action) == Some(node);
            let since = reasons.pursuit.as_ref().filter(|_| doing);
            let since = since.map(|p| format!(" since {}", clock(folk.daytime_at(p.since))));
            lines.push(format!(
                "{name} wants most to {} ({}){}:",
                node_name(words.symbols, node),
                short(degree),
                since.unwrap_or_default()
            ));
            links(words, &reasons.map.fed_by, &mut lines);
        }
        None => lines.push(format!("{name} wants nothing in particular.")),
    }
    let waits = reasons
        .missed
        .iter()
        .filter(|place| place.until > folk.now());
    for missed in waits {
        lines.push(format!(
            "{} walk(s) to {} failed: {name} looks elsewhere until {}.",
            missed.failures,
            location(words.symbols, folk, missed.location),
            clock(folk.daytime_at(missed.until)),
        ));
    }
    if let Some((node, degree)) = reasons.map.runner_up {
        let node = node_name(words.symbols, node);
        lines.push(format!("The next would be {node} ({}):", short(degree)));
        match reasons.map.held_down_by.is_empty() {
            true => lines.push("  nothing holds it down".into()),
            false => links(words, &reasons.map.held_down_by, &mut lines),
        }
    }
    if let Some(holds) = &reasons.holds_on {
        lines.push(format!(
            "Another role is due since {}, but {name} is not ready to stop being {}:",
            holds.since.daytime(),
            words.role(holds.role)
        ));
        links(words, &holds.not_ready, &mut lines);
    }
    if let Some(company) = &reasons.company {
        let declared = ActionId::named(company.interaction.name());
        let but = match folk.module().action(declared) {
            Some(_) => String::new(),
            None => format!(", but there is no action `{}`", company.interaction.name()),
        };
        let preferred = preference(words, company);
        lines.push(format!("Of company: {preferred}{but}."));
    }
    if let Some(appointment) = &reasons.appointment {
        let activity = words.symbols.name(Category::Symbol, appointment.activity.0);
        let area = words.symbols.name(Category::Area, appointment.area.0);
        lines.push(format!(
            "Arranged: {activity} with {} at {area} at {}, waiting until {}.",
            words.name(appointment.with),
            appointment.at.daytime(),
            appointment.until.daytime()
        ));
    }
    lines
}

/// Whether a layer satisfies a need at a place, and not by itself.
fn is_sought(module: &Module, need: NeedId) -> bool {
    let mut nodes = module.minds.layers.iter().flat_map(|layer| &layer.nodes);
    nodes.any(|node| {
        let deed = match node.kind {
            NodeKind::Action { deed, .. } => Some(deed),
            _ => None,
        };
        matches!(deed, Some(Deed::Satisfy(sought, _)) if sought == need)
    })
}

/// The preferred interaction, how close the next was, and the effect of staleness.
fn preference(words: &MindWords<'_>, company: &Preference) -> String {
    let of = |with, what: Interaction| format!("{} for {}", what.name(), words.name(with));
    let mut said = format!(
        "{} {}, next {} {}",
        of(company.with, company.interaction),
        short(company.degree),
        company.next.0.name(),
        short(company.next.1)
    );
    if company.fresh < Degree::ONE {
        said += &format!(" ({} of it is still fresh)", short(company.fresh));
    }
    if let Some(rather) = company.rather {
        said += &format!(
            "; the network prefers {}",
            of(rather.with, rather.interaction)
        );
        said += &format!(" {}", short(rather.degree));
        said += &match rather.fresh < Degree::ONE {
            true => format!(", of which {} is still fresh", short(rather.fresh)),
            false => ", and it is a whim".into(),
        };
    }
    said
}

/// A decision of a mind with its reasons, as lines below it.
pub fn decision(words: &MindWords<'_>, line: &MindLine) -> Vec<String> {
    let name = words.name(line.who);
    let mut lines = vec![];
    match &line.what {
        // Decisions of minds and of small talk have lines with their own reasons.
        Decision::Takes(offer) if is_told_otherwise(offer) => {}
        Decision::Takes(offer) => lines.push(format!(
            "{name} is driven by {} ({}): {}",
            words.symbol(offer.by),
            offer.urgency.name(),
            words.symbol(offer.reason),
        )),
        Decision::Does {
            action,
            fed_by,
            runner_up,
            held_down_by,
        } => {
            let (node, degree) = (node_name(words.symbols, action.0), short(action.1));
            lines.push(format!("{name} wants most to {node} ({degree}):"));
            links(words, fed_by, &mut lines);
            if let Some((node, degree)) = runner_up {
                let (node, degree) = (node_name(words.symbols, *node), short(*degree));
                lines.push(format!("rather than {node} ({degree})"));
                links(words, held_down_by, &mut lines);
            }
        }
        Decision::KeepsRole { role, not_ready } => {
            let role = words.role(*role);
            lines.push(format!("{name} is not ready to stop being {role}:"));
            links(words, not_ready, &mut lines);
        }
        Decision::Prefers(company) => {
            lines.push(format!("{name}: {}", preference(words, company)));
        }
    }
    lines
}

fn links(words: &MindWords<'_>, links: &[Contribution], lines: &mut Vec<String>) {
    lines.extend(links.iter().map(|link| words.link(link)));
}

/// Whether an offer is that of a decider whose decisions have lines of their own.
fn is_told_otherwise(offer: &Offer) -> bool {
    offer.by == mind_system() || offer.by == company_system()
}
