//! Why a mind wants what it wants, for people to read: asked, or told as it happens.

use super::day::short;
use super::moment::clock;
use super::story::Narrator;
use townsfolk::prelude::*;
use townsfolk::{Decision, MindLine};
use townsfolk_mind::social::Preference;
use townsfolk_module::Category;
use townsfolk_module::mind::{Degree, Interaction};

/// Why a mind wants what it wants, for people to read.
pub(super) fn reasons(folk: &Folk, narrator: &Narrator, who: CharacterId) -> Vec<String> {
    let Some(reasons) = folk.why_mind(who) else {
        return vec![];
    };
    let mut lines = vec![];
    let name = narrator.name(who);
    let role = Narrator::held_role(folk, who).map(|role| narrator.role(role));
    lines.push(match role {
        Some(role) => format!("{name} is {role} at {}.", clock(folk.daytime())),
        None => format!("{name} is between two roles at {}.", clock(folk.daytime())),
    });
    let needs = reasons.needs.iter().map(|(need, level)| {
        let need = narrator.symbols.name(Category::Need, need.0);
        format!("{need} {}", short(*level))
    });
    let needs: Vec<String> = needs.collect();
    if !needs.is_empty() {
        lines.push(format!("Needs: {}.", needs.join(", ")));
    }
    lines.push(String::new());
    match reasons.map.chosen {
        Some((node, degree)) => {
            let doing = reasons.pursuit.as_ref().map(|p| p.action) == Some(node);
            let since = reasons.pursuit.as_ref().filter(|_| doing);
            let since = since.map(|p| format!(" since {}", clock(folk.daytime_at(p.since))));
            lines.push(format!(
                "{name} wants most to {} ({}){}:",
                narrator.node(node),
                short(degree),
                since.unwrap_or_default()
            ));
            links(narrator, &reasons.map.fed_by, &mut lines);
        }
        None => lines.push(format!("{name} wants nothing in particular.")),
    }
    if let Some((node, degree)) = reasons.map.runner_up {
        let node = narrator.node(node);
        lines.push(format!("The next would be {node} ({}):", short(degree)));
        match reasons.map.held_down_by.is_empty() {
            true => lines.push("  nothing holds it down".into()),
            false => links(narrator, &reasons.map.held_down_by, &mut lines),
        }
    }
    if let Some(holds) = &reasons.holds_on {
        lines.push(format!(
            "Another role is due since {}, but {name} is not ready to stop being {}:",
            holds.since.daytime(),
            narrator.role(holds.role)
        ));
        links(narrator, &holds.not_ready, &mut lines);
    }
    if let Some(company) = &reasons.company {
        let declared = townsfolk_core::ActionId::named(company.interaction.name());
        let but = match folk.module().action(declared) {
            Some(_) => String::new(),
            None => format!(", but there is no action `{}`", company.interaction.name()),
        };
        let preferred = preference(narrator, company);
        lines.push(format!("Of company: {preferred}{but}."));
    }
    if let Some(appointment) = &reasons.appointment {
        let activity = narrator
            .symbols
            .name(Category::Symbol, appointment.activity.0);
        let area = narrator.symbols.name(Category::Area, appointment.area.0);
        lines.push(format!(
            "Arranged: {activity} with {} at {area} at {}, waiting until {}.",
            narrator.name(appointment.with),
            appointment.at.daytime(),
            appointment.until.daytime()
        ));
    }
    lines
}

/// What somebody would do to whom, how close the next was, and what staleness took off.
fn preference(narrator: &Narrator, company: &Preference) -> String {
    let of = |with, what: Interaction| format!("{} for {}", what.name(), narrator.name(with));
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
pub(super) fn decision(narrator: &Narrator, line: &MindLine) -> Vec<String> {
    let name = narrator.name(line.who);
    let mut lines = vec![];
    match &line.what {
        Decision::Does {
            action,
            fed_by,
            runner_up,
            held_down_by,
        } => {
            let (node, degree) = (narrator.node(action.0), short(action.1));
            lines.push(format!("{name} wants most to {node} ({degree}):"));
            links(narrator, fed_by, &mut lines);
            if let Some((node, degree)) = runner_up {
                let (node, degree) = (narrator.node(*node), short(*degree));
                lines.push(format!("rather than {node} ({degree})"));
                links(narrator, held_down_by, &mut lines);
            }
        }
        Decision::KeepsRole { role, not_ready } => {
            let role = narrator.role(*role);
            lines.push(format!("{name} is not ready to stop being {role}:"));
            links(narrator, not_ready, &mut lines);
        }
        Decision::Prefers(company) => {
            lines.push(format!("{name}: {}", preference(narrator, company)));
        }
    }
    lines
}

fn links(
    narrator: &Narrator,
    links: &[townsfolk_mind::map::Contribution],
    lines: &mut Vec<String>,
) {
    for link in links {
        let from = narrator.sources(&link.wire.link.from, link.activation);
        let to = narrator.node(link.wire.link.to);
        let passes = match link.passes() {
            true if link.amount < Degree::ZERO => format!("takes {}", short(negative(link.amount))),
            true => format!("adds {}", short(link.amount)),
            false => format!("is below {}", short(link.wire.link.threshold)),
        };
        let how = match link.wire.automatic {
            true => " (needs go before duties)",
            false => "",
        };
        lines.push(format!("  {from} -> {to}: {passes}{how}"));
    }
}

fn negative(degree: Degree) -> Degree {
    Degree::ZERO.minus(degree)
}
