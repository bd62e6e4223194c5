//! Why a character does not do something.

use super::Answerer;
use serde::{Deserialize, Serialize};
use townsfolk::words::mind::node_name;
use townsfolk::words::why_not;
use townsfolk_core::{CharacterId, NodeId, RuleId, ScriptId};
use townsfolk_module::Category;
use townsfolk_module::mind::NodeKind;

/// The subject: an action of a mind, or a rule of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Expected {
    action: Option<u32>,
    script: Option<u32>,
    rule: Option<u32>,
}

/// The options, in groups.
#[derive(Serialize)]
pub(super) struct Group {
    /// A layer or a script.
    title: String,
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    name: String,
    /// The query for it.
    query: String,
}

impl Answerer<'_> {
    /// Actions of all layers, those of the person's own mind first; then the rules of all scripts,
    /// those of its own scene first.
    pub(super) fn expectations(&self, who: CharacterId) -> Option<Vec<Group>> {
        let folk = &self.town.folk;
        let scene = folk.character(who)?.scene;
        let script = scene.and_then(|id| Some(folk.scene(id)?.script));
        let held = self.layers_held(who);
        let mut layers: Vec<_> = folk.module().minds.layers.iter().collect();
        layers.sort_by_key(|layer| !held.contains(&layer.id));
        let layers = layers.into_iter().map(|layer| {
            let actions = layer.nodes.iter();
            let actions = actions.filter(|node| matches!(node.kind, NodeKind::Action { .. }));
            Group {
                title: self.plain(Category::Layer, layer.id.0),
                options: actions
                    .map(|node| Choice {
                        name: node_name(&self.chronicle.symbols, node.id),
                        query: format!("action={}", node.id.0),
                    })
                    .collect(),
            }
        });
        let mut scripts: Vec<_> = folk.module().scripts.iter().collect();
        scripts.sort_by_key(|other| Some(other.id) != script);
        let scripts = scripts.into_iter().map(|script| Group {
            title: format!("rules of {}", self.plain(Category::Script, script.id.0)),
            options: script
                .rules
                .iter()
                .map(|rule| Choice {
                    name: self.plain(Category::Rule, rule.id.0),
                    query: format!("script={}&rule={}", script.id.0, rule.id.0),
                })
                .collect(),
        });
        let groups = layers.chain(scripts);
        Some(groups.filter(|group| !group.options.is_empty()).collect())
    }

    /// The reasons, line by line.
    pub(super) fn why_not(&self, who: CharacterId, what: Expected) -> Option<Vec<String>> {
        self.town.folk.character(who)?;
        match (what.action, what.script.zip(what.rule)) {
            (Some(action), _) => Some(why_not::action(&self.words(), who, NodeId(action))),
            (None, Some((script, rule))) => {
                let script = ScriptId(script);
                let script = self.town.folk.module().script(script)?;
                let rule = script.rule(RuleId(rule))?;
                Some(why_not::rule(self.saying(script.id), who, rule.id))
            }
            (None, None) => None,
        }
    }
}
