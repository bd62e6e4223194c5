//! Declarations of names.

use super::cursor::token_at;
use super::decider::inferred_in;
use super::hover::branch_of;
use super::inference::action_parameter;
use super::meaning::{Meaning, people};
use super::reader::{Located, Reader};
use super::script::{ScriptItem, ScriptNames, What};
use crate::names::Namespace;
use crate::project::{Checked, Project};
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxToken, TreeExt, *};
use std::rc::Rc;

/// The declarations of the name at this offset.
///
/// There are several for a define with several clauses, a rule that is overridden, a symbol of
/// several sets, or a prop that several locations place. Words of the language and of the engine
/// have none.
pub fn definition(project: &Project, checked: &Checked, file: FileId, offset: u32) -> Vec<Place> {
    let reader = Reader::new(project, checked);
    let token = reader.root(file).and_then(|root| token_at(&root, offset));
    let Some(token) = token else {
        return vec![];
    };
    let mut places = vec![];
    for meaning in reader.meanings(file, &token) {
        for place in reader.declared_at(file, &token, &meaning) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

impl Reader<'_> {
    /// The declarations of a token's meaning.
    fn declared_at(&self, from: FileId, token: &SyntaxToken, meaning: &Meaning) -> Vec<Place> {
        let name_place = |located: &Located| located.node.name(located.file).map(|(_, at)| at);
        match meaning {
            Meaning::Global(space, name) => {
                let declared = self.global(*space, name, from);
                declared.as_ref().and_then(name_place).into_iter().collect()
            }
            Meaning::Symbol(name) => {
                let sets = self.sets_with(name, from);
                sets.into_iter().map(|(_, place)| place).collect()
            }
            Meaning::PlacedProp(name) => self
                .placed_props(from)
                .iter()
                .filter(|(other, _)| other == name)
                .filter_map(|(_, prop)| name_place(prop))
                .collect(),
            Meaning::ActionParameter { action, name } => {
                let action = self.global(Namespace::Action, action, from);
                let place = action.and_then(|action| {
                    let parameter = action_parameter(&action.node, name)?;
                    Some(parameter.child(NAME)?.place(action.file))
                });
                place.into_iter().collect()
            }
            Meaning::LayerNode { layer, name } => {
                let nodes = self.layer_nodes(layer, name);
                nodes
                    .iter()
                    .filter_map(|(node, place)| node.as_ref().map(|_| *place))
                    .collect()
            }
            Meaning::InScript { .. } => {
                let (items, _) = self.items(from, token, meaning);
                items.iter().map(|item| item.place).collect()
            }
            Meaning::Variable { owner, name } => {
                let variable = self.located(*owner).and_then(|owner| {
                    let variables = self.variables(&owner);
                    variables.into_iter().find(|v| v.name == *name)
                });
                let place = variable.map(|v| v.bound.map_or(v.first, |(place, _)| place));
                place.into_iter().collect()
            }
            Meaning::Parameter { script, name } => {
                let place = self.template_parameter(script, name).map(|parameter| {
                    let word = parameter.node.tokens().next();
                    word.map_or_else(
                        || parameter.place(),
                        |word| {
                            let range = word.text_range();
                            Place::new(parameter.file, range.start().into(), range.end().into())
                        },
                    )
                });
                place.into_iter().collect()
            }
            Meaning::Branch { course, name } => {
                let place = self.located(*course).and_then(|course| {
                    let branch = branch_of(&course.node, name)?;
                    Some(branch.name(course.file)?.1)
                });
                place.into_iter().collect()
            }
            Meaning::Tag(word) => {
                let tagged = self
                    .tagged(from)
                    .into_iter()
                    .filter(|(tag, _, _)| tag == word);
                tagged.map(|(_, place, _)| place).collect()
            }
            Meaning::Inferred { set, name } => {
                let place = self.located(*set).and_then(|set| {
                    let node = inferred_in(&set.node, name)?;
                    let mut names = node.descendants();
                    let word = |node: &Node| matches!(node.kind(), NAME | NAME_REF);
                    Some(names.find(word)?.place(set.file))
                });
                place.into_iter().collect()
            }
            Meaning::Person { test, name } => {
                let place = self.located(*test).and_then(|test| {
                    let people = people(&test.node);
                    let (_, node) = people.iter().find(|(other, _)| other == name)?;
                    Some(node.name(test.file)?.1)
                });
                place.into_iter().collect()
            }
            _ => vec![],
        }
    }

    /// The declarations of an item of a script, as the script around a token sees them, with that
    /// script. Outside scripts (in a location) it is the script that declares it first.
    pub(super) fn items(
        &self,
        file: FileId,
        token: &SyntaxToken,
        meaning: &Meaning,
    ) -> (Vec<ScriptItem>, Option<Rc<ScriptNames>>) {
        let Meaning::InScript { what, script, name } = meaning else {
            return (vec![], None);
        };
        let around = token
            .parent()
            .and_then(|node| self.script_around(file, &node))
            .filter(|around| around.owner(*what, name) == Some(*script));
        let names = around.or_else(|| Some(self.script(&self.located(*script)?)));
        let Some(names) = names else {
            return (vec![], None);
        };
        let mut items: Vec<ScriptItem> = names.find(*what, name).into_iter().cloned().collect();
        match what {
            // A state may be opened several times; the first one is its declaration.
            What::State => items.truncate(1),
            // An overriding rule comes before the overridden one.
            What::Rule => items.reverse(),
            What::Test if items.is_empty() => items = self.outer_tests(&names, name),
            _ => {}
        }
        (items, Some(names))
    }

    /// Tests of this name that stand outside their script.
    fn outer_tests(&self, script: &ScriptNames, name: &str) -> Vec<ScriptItem> {
        let script = script.layers.first().map(|layer| layer.name.as_str());
        let mut tests = vec![];
        for (file, _) in self.project.files() {
            let Some(root) = self.root(file) else {
                continue;
            };
            for node in root.children_of(TEST_DECL) {
                let of = node
                    .child(BASED_ON)
                    .and_then(|of| of.child(NAME_REF)?.word());
                let Some(own) = node.child(NAME) else {
                    continue;
                };
                if of.as_deref() == script && own.word().as_deref() == Some(name) {
                    tests.push(ScriptItem {
                        what: What::Test,
                        name: name.to_string(),
                        place: own.place(file),
                        declared: Located { file, node },
                    });
                }
            }
        }
        tests
    }

    /// The parameter of a template.
    pub(super) fn template_parameter(&self, script: &str, name: &str) -> Option<Located> {
        let script = self.anywhere(Namespace::Script, script)?;
        let names = self.script(&script);
        let parameters = names.layers.first()?.parameters();
        let (_, node) = parameters.into_iter().find(|(other, _)| other == name)?;
        let file = script.file;
        Some(Located { file, node })
    }

    /// The node that stands at exactly this place.
    pub(super) fn located(&self, place: Place) -> Option<Located> {
        let Place { file, start, .. } = place;
        let root = self.root(file)?;
        let node = super::cursor::token_over(&root, start)?
            .parent_ancestors()
            .filter(|node| node.kind() != FILE)
            .find(|node| node.place(file) == place)?;
        Some(Located { file, node })
    }
}
