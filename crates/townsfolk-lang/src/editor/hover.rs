//! Information about the word under the pointer.

use super::cursor::token_at;
use super::decider::inferred_in;
use super::help;
use super::inference::action_parameter;
use super::meaning::{Meaning, people};
use super::reader::{Located, Reader};
use super::script::{ScriptItem, ScriptNames, What};
use super::signature::{documentation, flat, title};
use crate::diagnostic::Diagnostic;
use crate::kinds;
use crate::names::Namespace;
use crate::project::{Checked, Project};
use crate::source::{FileId, Place};
use crate::syntax::tree::token_place;
use crate::syntax::{Node, SyntaxKind, SyntaxToken, TreeExt, *};

/// The information that an editor shows about a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The word.
    pub place: Place,
    /// The signature, as it would be written.
    pub title: String,
    /// The comment lines directly above the declaration, or the help for a word of the language.
    pub documentation: String,
    /// Further notes, one sentence each; problems come last.
    pub notes: Vec<String>,
}

/// Information about the word at this offset.
pub fn hover(project: &Project, checked: &Checked, file: FileId, offset: u32) -> Option<Hover> {
    let reader = Reader::new(project, checked);
    let token = token_at(&reader.root(file)?, offset)?;
    let place = token_place(&token, file);
    let problems = problems_at(checked, place);
    let mut known: Vec<Hover> = reader
        .meanings(file, &token)
        .iter()
        .filter_map(|meaning| reader.about(place, &token, meaning))
        .collect();
    if known.is_empty() {
        let first = problems.first()?;
        // The check may be older than the text.
        let text = &project.file(file)?.text;
        let fits = text.get(first.place.range()).is_some();
        return Some(Hover {
            place: if fits { first.place } else { place },
            title: headline(first),
            documentation: String::new(),
            notes: problems
                .iter()
                .flat_map(|problem| told(problem))
                .skip(1)
                .collect(),
        });
    }
    let mut hover = known.remove(0);
    for other in known {
        hover.notes.push(format!("also `{}`", other.title));
    }
    hover.notes.extend(problems.iter().flat_map(|p| told(p)));
    Some(hover)
}

/// The problems that cover this place; of a long one, only its beginning counts.
fn problems_at(checked: &Checked, place: Place) -> Vec<&Diagnostic> {
    checked
        .problems
        .iter()
        .filter(|problem| {
            let at = problem.place;
            at.file == place.file
                && at.start <= place.start
                && place.end <= at.end.max(at.start + 1)
        })
        .collect()
}

fn headline(problem: &Diagnostic) -> String {
    let (severity, code) = (problem.severity.name(), problem.code.name());
    format!("{severity}[{code}]: {}", problem.message)
}

fn told(problem: &Diagnostic) -> Vec<String> {
    let hints = problem.hints.iter();
    std::iter::once(headline(problem))
        .chain(hints.map(|hint| format!("hint: {}", hint.text)))
        .collect()
}

impl Reader<'_> {
    /// The information about a meaning.
    fn about(&self, place: Place, token: &SyntaxToken, meaning: &Meaning) -> Option<Hover> {
        let said = |title: String, documentation: String, notes: Vec<String>| {
            Some(Hover {
                place,
                title,
                documentation,
                notes,
            })
        };
        let file = place.file;
        match meaning {
            Meaning::Global(space, name) => {
                let declared = self.global(*space, name, file)?;
                let notes = self.global_notes(*space, name, &declared);
                said(title(&declared.node), documentation(&declared.node), notes)
            }
            Meaning::Symbol(name) => {
                let sets = self.sets_with(name, file);
                let (first, _) = sets.first()?;
                let notes = sets
                    .iter()
                    .map(|(set, _)| format!("one of `{}`", flat(&set.node)));
                said(name.clone(), documentation(&first.node), notes.collect())
            }
            Meaning::PlacedProp(name) => {
                let props = self.placed_props(file);
                let mut props = props.iter().filter(|(other, _)| other == name);
                let (_, first) = props.next()?;
                let others = props.filter_map(|(_, prop)| location_of(prop));
                let notes = location_of(first).into_iter().chain(others);
                let notes = notes.map(|location| format!("at the location `{location}`"));
                said(
                    title(&first.node),
                    documentation(&first.node),
                    notes.collect(),
                )
            }
            Meaning::ActionParameter { action, name } => {
                let declared = self.global(Namespace::Action, action, file)?;
                let parameter = action_parameter(&declared.node, name)?;
                let note = format!("a parameter of `{}`", title(&declared.node));
                said(flat(&parameter), documentation(&parameter), vec![note])
            }
            Meaning::InScript { what, name, .. } => {
                let (items, script) = self.items(file, token, meaning);
                let first = items.first()?;
                let mut notes = item_notes(script?.as_ref(), *what, name, &items);
                notes.extend(inherited(file, place, first));
                let node = &first.declared.node;
                said(title(node), documentation(node), notes)
            }
            Meaning::LayerNode { layer, name } => {
                let nodes = self.layer_nodes(layer, name);
                let mut parts = nodes.iter().filter_map(|(node, _)| node.as_ref());
                let first = parts.next()?;
                let others = parts.map(|part| format!("also `{}`", flat(part)));
                let notes = std::iter::once(format!("in the layer `{layer}`")).chain(others);
                said(flat(first), documentation(first), notes.collect())
            }
            Meaning::Variable { owner, name } => self.about_variable(place, *owner, name),
            Meaning::Parameter { script, name } => {
                let parameter = self.template_parameter(script, name)?;
                let note = format!("a parameter of the template `{script}`");
                let node = &parameter.node;
                said(flat(node), documentation(node), vec![note])
            }
            Meaning::Branch { course, name } => {
                let course = self.located(*course)?;
                let branch = branch_of(&course.node, name)?;
                let title = match branch.kind() {
                    COURSE_BRANCH => format!("branch {name}"),
                    _ => flat(&branch),
                };
                said(title, documentation(&branch), vec![])
            }
            Meaning::Inferred { set, name } => {
                let set = self.located(*set)?;
                let node = inferred_in(&set.node, name)?;
                let (set_name, _) = set.node.name(set.file)?;
                let (what, note) = match node.kind() {
                    NAME => (name.clone(), format!("a referent of `{set_name}`")),
                    _ => (flat(&node), format!("in the referents `{set_name}`")),
                };
                said(what, documentation(&node), vec![note])
            }
            Meaning::Person { test, name } => {
                let test = self.located(*test)?;
                let people = people(&test.node);
                let (_, person) = people.iter().find(|(other, _)| other == name)?;
                said(flat(person), documentation(person), vec![])
            }
            Meaning::BuiltInKind(word) => self.help(place, word, KIND_REF),
            Meaning::Engine(word) => self.help(place, word, DOT_EXPR),
            Meaning::Unit(word) => self.help(place, word, NUMBER_EXPR),
            Meaning::LanguageWord { word, parent } => self.help(place, word, *parent),
            Meaning::Catalogued { form, text, notes } => {
                said(form.clone(), text.clone(), notes.clone())
            }
            Meaning::Anything => self.help(place, "_", ANYTHING_EXPR),
            Meaning::Tag(word) => {
                let tagged = self
                    .tagged(file)
                    .into_iter()
                    .filter(|(tag, _, _)| tag == word);
                let names = tagged.filter_map(|(_, _, at)| at.node.name(at.file));
                let notes = names.map(|(name, _)| format!("a tag of the location `{name}`"));
                said(word.clone(), String::new(), notes.collect())
            }
            Meaning::Free(_) => None,
        }
    }

    fn help(&self, place: Place, word: &str, parent: SyntaxKind) -> Option<Hover> {
        let (form, text) = help::of_word(word, parent)?;
        Some(Hover {
            place,
            title: form.to_string(),
            documentation: text.to_string(),
            notes: vec![],
        })
    }

    fn global_notes(&self, space: Namespace, name: &str, declared: &Located) -> Vec<String> {
        match (space, declared.node.kind()) {
            (Namespace::Kind, ROLE_DECL | PROP_DECL) => {
                let ancestors = self.ancestors(name, declared);
                match ancestors.is_empty() {
                    true => vec![],
                    false => vec![format!("is also: {}", ancestors.join(", "))],
                }
            }
            (Namespace::Script, _) => {
                let names = self.script(declared);
                let cast: Vec<String> = names
                    .cast()
                    .iter()
                    .map(|(_, line)| format!("casts `{}`", flat(&line.node)))
                    .collect();
                cast
            }
            _ => vec![],
        }
    }

    /// Everything a role or kind of prop is a special case of, nearest first.
    pub(super) fn ancestors(&self, name: &str, declared: &Located) -> Vec<String> {
        let mut found: Vec<String> = vec![];
        let mut open = vec![declared.clone()];
        let mut at = 0;
        while let Some(next) = open.get(at).cloned() {
            at += 1;
            let parents = next.node.child(PARENTS);
            let parents = parents.iter().flat_map(|list| list.children_of(NAME_REF));
            for parent in parents.filter_map(|parent| parent.word()) {
                if parent == name || found.contains(&parent) {
                    continue;
                }
                open.extend(self.global(Namespace::Kind, &parent, next.file));
                found.push(parent);
            }
        }
        found
    }

    fn about_variable(&self, place: Place, owner: Place, name: &str) -> Option<Hover> {
        let owner = self.located(owner)?;
        let variables = self.variables(&owner);
        let variable = variables.iter().find(|v| v.name == name)?;
        let kind = variable
            .kind
            .map(|kind| kinds::name(self.globals(), kind))
            .filter(|kind| !kind.is_empty());
        let title = match kind {
            Some(kind) => format!("{name}: {kind}"),
            None => name.to_string(),
        };
        let note = match &variable.bound {
            Some((_, literal)) => format!("gets its value in `{}`", flat(literal)),
            None if is_course_parameter(&owner.node, name) => match owner.node.kind() {
                OPERATOR_DECL => "a parameter of the operator".to_string(),
                TREE_DECL => "a parameter of the tree".to_string(),
                _ => "a parameter of the course".to_string(),
            },
            None if is_parameter(&owner.node, name) => {
                format!("given to `{}`", head_of_define(&owner.node))
            }
            None => match super::decider::candidates(&owner.node, name) {
                Some(among) => format!("a candidate of `{among}`"),
                None => "nothing gives this a value".to_string(),
            },
        };
        Some(Hover {
            place,
            title,
            documentation: String::new(),
            notes: vec![note],
        })
    }
}

/// Notes about an item that a script declares.
fn item_notes(script: &ScriptNames, what: What, name: &str, items: &[ScriptItem]) -> Vec<String> {
    let rules = || script.all(What::Rule);
    match what {
        What::Fact => {
            let with = |effect: SyntaxKind| {
                let touching = rules().filter(move |rule| touches(rule, effect, name));
                touching.map(|rule| format!("`{}`", rule.name)).collect()
            };
            let (added, removed): (Vec<String>, Vec<String>) = (with(ADD_KW), with(REMOVE_KW));
            listed("added by", &added)
                .chain(listed("removed by", &removed))
                .collect()
        }
        What::Define => items
            .iter()
            .skip(1)
            .map(|item| format!("or: `{}`", title(&item.declared.node)))
            .collect(),
        What::State => {
            let leading: Vec<String> = rules()
                .filter(|rule| goes_to(&rule.declared.node).as_deref() == Some(name))
                .map(|rule| format!("`{}`", rule.name))
                .collect();
            let first = script.all(What::State).next();
            let is_first = first.is_some_and(|state| state.name == name);
            let note = is_first.then(|| "the first state of the script".to_string());
            note.into_iter()
                .chain(listed("rules that lead here:", &leading))
                .collect()
        }
        What::Rule => {
            let rule = items.first().map(|item| &item.declared.node);
            let state = rule.and_then(|rule| rule.parent()).and_then(|state| {
                let name = state.child(NAME)?.word()?;
                (state.kind() == STATE).then_some(name)
            });
            let state = match state {
                Some(state) => format!("in the state `{state}`"),
                None => "in every state".to_string(),
            };
            vec![state]
        }
        What::Property | What::Test => vec![],
    }
}

/// A note on the origin of an inherited item.
fn inherited(file: FileId, place: Place, item: &ScriptItem) -> Option<String> {
    let script = item
        .declared
        .node
        .ancestors()
        .find(|node| node.kind() == SCRIPT_DECL)?;
    let around = script.place(item.declared.file);
    let inside = around.file == file && around.start <= place.start && place.end <= around.end;
    let (name, _) = script.name(item.declared.file)?;
    (!inside).then(|| format!("declared in `{name}`"))
}

fn listed(what: &str, names: &[String]) -> impl Iterator<Item = String> + use<> {
    let line = (!names.is_empty()).then(|| format!("{what} {}", names.join(", ")));
    line.into_iter()
}

/// Whether a rule adds or removes a fact at any time.
fn touches(rule: &ScriptItem, effect: SyntaxKind, fact: &str) -> bool {
    rule.declared
        .node
        .children_of(EFFECT)
        .filter(|part| part.token(effect).is_some())
        .filter_map(|part| part.child(FACT_LIST))
        .flat_map(|list| list.children())
        .filter_map(|pattern| pattern.child(NAME_REF)?.word())
        .any(|name| name == fact)
}

fn goes_to(rule: &Node) -> Option<String> {
    rule.child(GOTO)?.child(NAME_REF)?.word()
}

fn location_of(prop: &Located) -> Option<String> {
    let location = prop.node.parent()?;
    Some(location.name(prop.file)?.0)
}

fn is_parameter(owner: &Node, name: &str) -> bool {
    owner.kind() == DEFINE_DECL
        && super::inference::arguments_of(owner)
            .iter()
            .any(|argument| argument.word().as_deref() == Some(name))
}

fn is_course_parameter(owner: &Node, name: &str) -> bool {
    owner.child(COURSE_PARAMETERS).is_some_and(|list| {
        let mut parameters = list.children_of(COURSE_PARAMETER);
        parameters.any(|p| p.child(VARIABLE_EXPR).and_then(|v| v.word()).as_deref() == Some(name))
    })
}

/// A branch of a course.
pub(super) fn branch_of(course: &Node, name: &str) -> Option<Node> {
    course
        .children()
        .filter(|node| matches!(node.kind(), COURSE_BRANCH | GRAMMAR_RULE | GRAMMAR_SYMBOL))
        .find(|branch| branch.child(NAME).and_then(|n| n.word()).as_deref() == Some(name))
}

fn head_of_define(define: &Node) -> String {
    let name = define.child(NAME).map(|name| flat(&name));
    let arguments = define.child(ARGUMENTS).map(|list| flat(&list));
    name.into_iter().chain(arguments).collect()
}
