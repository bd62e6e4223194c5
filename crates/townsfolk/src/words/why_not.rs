//! Why a character does not do something: an action of a mind, or a rule of a script.

use super::mind::{MindWords, held_role, node_name, short};
use super::names::plain;
use super::obstacle;
use super::rules::RuleWords;
use super::saying::Saying;
use crate::{LocationId, NoReadings, Obstacle, Reasons};
use townsfolk_core::{CharacterId, LayerId, NodeId, RoleId, RuleId, ScriptId, Standing};
use townsfolk_mind::map::Contribution;
use townsfolk_module::Category;
use townsfolk_module::mind::{CastMember, Layer};

/// Maximum number of links shown for each side.
const LINKS: usize = 6;

/// Why a character does not perform an action of its mind, or of a mind like its own.
pub fn action(words: &MindWords<'_>, who: CharacterId, action: NodeId) -> Vec<String> {
    let name = words.name(who);
    let folk = words.folk;
    let (Some(minded), Some(reasons)) = (folk.mind(who), folk.why_mind(who)) else {
        return vec![format!("{name} has no mind that is awake.")];
    };
    let Some(why) = minded.mind.why_not(action) else {
        return not_in_mind(words, who, action);
    };
    let called = node_name(words.symbols, action);
    let mut lines = vec![];
    match reasons.map.chosen {
        Some((chosen, _)) if chosen == action => {
            lines.push(format!("{name} does want this most."));
            if reasons
                .pursuit
                .is_none_or(|pursuit| pursuit.action != action)
            {
                lines.push(held_elsewhere(words, who));
            }
        }
        Some((chosen, degree)) => lines.push(format!(
            "{name} wants {} more: {} against {} for {called}.",
            node_name(words.symbols, chosen),
            short(degree),
            short(why.degree)
        )),
        None => lines.push(format!("{name} wants nothing strongly enough to do it.")),
    }
    if let Some(until) = why.put_off {
        let until = until.daytime();
        lines.push(format!(
            "It could not be done just now (no free place, or nobody to do it with), and is tried again from {until} on."
        ));
    }
    match why.fed_by.is_empty() {
        true => lines.push("Nothing speaks for it.".to_owned()),
        false => tell(words, "For it speaks:", &why.fed_by, &mut lines),
    }
    tell(words, "Against it:", &why.held_down_by, &mut lines);
    lines
}

fn tell(words: &MindWords<'_>, title: &str, links: &[Contribution], lines: &mut Vec<String>) {
    if !links.is_empty() {
        lines.push(title.to_owned());
    }
    let told = links.iter().take(LINKS);
    lines.extend(told.map(|link| words.link(link)));
}

/// The obstacle to a character's strongest wish.
fn held_elsewhere(words: &MindWords<'_>, who: CharacterId) -> String {
    let script = match words.folk.reasons(who, &NoReadings) {
        Some(Reasons::InScene { script, .. }) => script,
        _ => return "They are about to.".to_owned(),
    };
    let script = words.symbols.name(Category::Script, script.0);
    format!("But {script} holds them, and this is not pressing enough to leave it.")
}

/// The lines for an action of a layer that is not part of a character's mind now.
fn not_in_mind(words: &MindWords<'_>, who: CharacterId, action: NodeId) -> Vec<String> {
    let name = words.name(who);
    let minds = &words.folk.module().minds;
    let has = |layer: &&Layer| layer.nodes.iter().any(|node| node.id == action);
    let Some(layer) = minds.layers.iter().find(has) else {
        return vec!["There is no such action.".to_owned()];
    };
    let called = words.symbols.name(Category::Layer, layer.id.0);
    let mut lines = vec![format!(
        "It is no part of what {name} can want now: it belongs to the layer {called}."
    )];
    let roles = minds.roles.iter().filter(|(_, of)| *of == layer.id);
    let roles: Vec<RoleId> = roles.map(|(role, _)| *role).collect();
    if let Some(role) = held_role(words.folk, who) {
        lines.push(format!("{name} is {} now.", words.role(role)));
    }
    let member = words.folk.mind(who).map(|minded| minded.member);
    let member = minds.people.iter().find(|person| Some(person.id) == member);
    match roles.first() {
        Some(role) => lines.push(when_in_role(words, &name, member, *role)),
        None => lines.push(by_navigation(&name, member, layer.id)),
    }
    lines
}

fn when_in_role(
    words: &MindWords<'_>,
    name: &str,
    member: Option<&CastMember>,
    role: RoleId,
) -> String {
    let entries = member.into_iter().flat_map(|m| &m.schedule.entries);
    let times = entries.filter(|entry| entry.role == role);
    let times: Vec<String> = times
        .map(|entry| format!("from {} to {}", entry.starts, entry.ends))
        .collect();
    let role = words.role(role);
    match times.is_empty() {
        true => {
            format!("That layer comes with the role {role}, which is not in {name}'s schedule.")
        }
        false => format!(
            "That layer comes with the role {role}, which {name} has {}.",
            times.join(" and ")
        ),
    }
}

fn by_navigation(name: &str, member: Option<&CastMember>, layer: LayerId) -> String {
    match member.is_some_and(|member| member.navigation == layer) {
        true => format!("{name} has that layer while on the way somewhere."),
        false => "No role brings that layer.".to_owned(),
    }
}

/// Why a rule of a script does not fire for a character.
pub fn rule(saying: Saying<'_>, who: CharacterId, rule: RuleId) -> Vec<String> {
    let (folk, script) = (saying.folk, saying.script);
    let name = saying.person(who);
    let called = saying.symbols.name(Category::Script, script.0);
    match folk.reasons(who, &NoReadings) {
        None => vec![format!("{name} is not there any more.")],
        Some(Reasons::Joining(_)) => vec![format!("{name} is just about to join a scene.")],
        Some(Reasons::InScene {
            script: played,
            why,
            ..
        }) if played == script => {
            let Some(compiled) = folk.module().script(script) else {
                return vec![];
            };
            let words = RuleWords {
                saying,
                script: compiled,
                why: &why,
                call: None,
            };
            if why.standing != Standing::Present {
                return vec![words.doing()];
            }
            if let Some(found) = why.rules.iter().find(|found| found.rule == rule) {
                return words.rule(found);
            }
            let state = |state: Option<townsfolk_core::StateId>| match state {
                Some(state) => saying.symbols.name(Category::State, state.0),
                None => "none".to_owned(),
            };
            let wants = compiled.rule(rule).and_then(|rule| rule.state);
            vec![format!(
                "passed over: it is for the state {}, and {name} is in {}",
                state(wants),
                state(why.state)
            )]
        }
        Some(Reasons::InScene { script: other, .. }) => {
            let other = saying.symbols.name(Category::Script, other.0);
            vec![format!("{name} takes part in {other}, not in {called}.")]
        }
        Some(Reasons::Outside(obstacles)) => outside(&saying, who, script, &obstacles),
    }
}

/// The obstacles at the nearest locations that play a script.
fn outside(
    saying: &Saying<'_>,
    who: CharacterId,
    script: ScriptId,
    obstacles: &[(LocationId, Obstacle)],
) -> Vec<String> {
    let (folk, symbols) = (saying.folk, saying.symbols);
    let name = saying.person(who);
    let called = symbols.name(Category::Script, script.0);
    let at = folk.place_of(who);
    let mut places = vec![];
    for (id, obstacle) in obstacles {
        let Some(location) = folk.location(*id) else {
            continue;
        };
        let Some(kind) = folk.module().location(location.kind) else {
            continue;
        };
        let plays = location.preferences(kind).iter();
        if plays.into_iter().any(|plays| plays.script == script) {
            let away = at.map_or(i64::MAX, |at| at.distance_mm(location.at));
            let place = plain(symbols, Category::Location, location.kind.0);
            let why = obstacle::in_words(folk, symbols, who, obstacle);
            places.push((away, format!("{place}: {why}")));
        }
    }
    places.sort();
    let mut lines = vec![format!("{name} takes no part in {called}.")];
    if places.is_empty() {
        lines.push(format!("No place plays {called}."));
    }
    lines.extend(places.into_iter().take(3).map(|(_, line)| line));
    lines
}
