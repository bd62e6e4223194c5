//! An action's signature and flags.

use crate::condition::{constant, duration_range};
use crate::context::Context;
use crate::declaration::Item;
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{ActionId, Channel, Duration, Kind, Posture};
use townsfolk_module::{Action, Category, NamedParameter};

/// Default duration of an action on the simulated stage.
const TAKES: Duration = Duration::seconds(1);
/// Default time after the longest duration at which an action counts as failed.
const PATIENCE: Duration = Duration::minutes(5);

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let parameters = cx.kinds(node);
    let places: Vec<Place> = parameters.iter().map(|(_, place)| *place).collect();
    let kinds: Vec<Kind> = parameters
        .into_iter()
        .filter_map(|(kind, _)| kind)
        .collect();
    if kinds.len() != places.len() {
        return None;
    }
    let mut action = Action {
        id: ActionId(cx.globals.id(Category::Action, name)),
        parameters: kinds,
        named: named(cx, node),
        channel: Channel::Body,
        takes: (TAKES, TAKES),
        may_fail: false,
        limit: Duration::ZERO,
        interruptible: true,
        pose: None,
    };
    let mut limit = None;
    let mut no_time = None;
    let mut seen: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let place = flag.place(cx.file);
        let Some(word) = flag.words().first().cloned() else {
            continue;
        };
        // Effects on needs are lowered with the minds.
        if matches!(word.as_str(), "eases" | "adds") {
            continue;
        }
        if said_twice(cx, &mut seen, &word, place) {
            continue;
        }
        let range = flag.child(RANGE);
        match word.as_str() {
            "takes" => {
                if let Some(takes) = range.and_then(|range| duration_range(cx, &range)) {
                    action.takes = takes;
                    no_time = (takes.1 <= Duration::ZERO).then_some(place);
                }
            }
            "may" => action.may_fail = true,
            "uses" => action.channel = channel(cx, &flag).unwrap_or_default(),
            "pose" => action.pose = pose(cx, &flag),
            "limit" => {
                limit = range
                    .and_then(|range| duration_range(cx, &range))
                    .map(|r| (r.1, place))
            }
            "cannot" => action.interruptible = false,
            _ => {}
        }
    }
    if let Some(place) = no_time {
        cx.problem(
            Code::ActionTakesNoTime
                .at(place, format!("`{name}` takes no time at all"))
                .label("over as soon as it has begun")
                .consequence(
                    "Nobody sees it, and a rule that does it can begin it anew at every tick.",
                )
                .hint("write how long it takes, or leave out the `do`: a rule needs no action"),
        );
    }
    if let Some((limit, place)) = limit {
        let (least, most) = action.takes;
        let always = limit < least;
        if always || (limit < most && !action.may_fail) {
            let often = if always { "always" } else { "often" };
            cx.problem(
                Code::LimitTooShort
                    .at(
                        place,
                        format!("`{name}` takes up to {most}, and its limit is {limit}"),
                    )
                    .label(format!("{often} over before the action is"))
                    .consequence("An action that is not done at its limit has failed.")
                    .hint(format!("raise the limit above {most}, or leave it out")),
            );
        }
    }
    let limit = limit.map(|(limit, _)| limit);
    action.limit = limit.unwrap_or(Duration(action.takes.1.0.saturating_add(PATIENCE.0)));
    let names = named_names(node, cx, &action);
    Some(Item::Action(action, places, names))
}

fn channel(cx: &mut Context<'_>, flag: &Node) -> Option<Channel> {
    let (name, place) = cx.reference(flag)?;
    Some(match name.as_str() {
        "body" => Channel::Body,
        "voice" => Channel::Voice,
        "gaze" => Channel::Gaze,
        _ => {
            return cx.fail(
                Code::UnknownWord
                    .at(place, format!("there is no channel `{name}`"))
                    .label("channels are `body`, `voice` and `gaze`")
                    .did_you_mean(place, &name, ["body", "voice", "gaze"]),
            );
        }
    })
}

fn pose(cx: &mut Context<'_>, flag: &Node) -> Option<Posture> {
    let (name, place) = cx.reference(flag)?;
    let pose = Posture::ALL.into_iter().find(|pose| pose.name() == name);
    if pose.is_none() {
        let names = Posture::ALL.map(Posture::name);
        cx.problem(
            Code::UnknownWord
                .at(place, format!("there is no pose `{name}`"))
                .label("`standing`, `sitting`, `lying`, `working`, `eating` or `waiting`")
                .did_you_mean(place, &name, names),
        );
    }
    pose
}

/// The names of the named parameters, in the order of the lowered ones.
fn named_names(node: &Node, cx: &Context<'_>, action: &Action) -> Vec<String> {
    let list = node.child(NAMED_PARAMETERS);
    let names: Vec<String> = list
        .iter()
        .flat_map(|list| list.children_of(NAMED_PARAMETER))
        .filter_map(|parameter| Some(parameter.name(cx.file)?.0))
        .collect();
    let find = |id| {
        names
            .iter()
            .find(|name| cx.globals.symbol(name) == id)
            .cloned()
    };
    action
        .named
        .iter()
        .filter_map(|parameter| find(parameter.name))
        .collect()
}

fn named(cx: &mut Context<'_>, node: &Node) -> Vec<NamedParameter> {
    let Some(list) = node.child(NAMED_PARAMETERS) else {
        return vec![];
    };
    let mut named: Vec<NamedParameter> = vec![];
    for parameter in list.children_of(NAMED_PARAMETER) {
        let Some((name, place)) = parameter.name(cx.file) else {
            continue;
        };
        let Some(kind) = parameter.child(KIND_REF).and_then(|kind| cx.kind(&kind)) else {
            continue;
        };
        let default = parameter
            .children()
            .find(|child| !matches!(child.kind(), NAME | KIND_REF))
            .and_then(|value| constant(cx, &value, Some(kind)));
        let symbol = cx.globals.symbol(&name);
        if named.iter().any(|other| other.name == symbol) {
            cx.problem(
                Code::DuplicateName
                    .at(place, format!("`{name}` is declared twice"))
                    .label("declared again here"),
            );
            continue;
        }
        named.push(NamedParameter {
            name: symbol,
            kind,
            default,
        });
    }
    named.sort_by_key(|parameter| parameter.name);
    named
}
