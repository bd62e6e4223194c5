//! Lists of names for completion.

use super::keywords::Keyword;
use super::{Completer, Completion, CompletionKind};
use crate::editor::help;
use crate::editor::inference::arguments_of;
use crate::editor::meaning::people;
use crate::editor::script::{ScriptItem, ScriptNames, What};
use crate::editor::signature::{documentation, flat, kind_words, title};
use crate::globals::AREA;
use crate::kinds::BUILT_IN;
use crate::names::Namespace;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use std::rc::Rc;

impl Completer<'_, '_> {
    /// Offers a label that is inserted as it is.
    pub(super) fn offer(&mut self, label: &str, kind: CompletionKind, node: Option<&Node>) {
        let (detail, documentation) = match node {
            Some(node) => (title(node), documentation(node)),
            None => (String::new(), String::new()),
        };
        self.push(Completion {
            label: label.to_string(),
            kind,
            detail,
            insert: escaped(label),
            replace: self.site.replace,
            documentation,
        });
    }

    /// Offers a callee with places for its arguments.
    fn offer_call(&mut self, label: &str, kind: CompletionKind, node: &Node, holes: &[String]) {
        let insert = if holes.is_empty() || self.site.bracket_follows {
            escaped(label)
        } else {
            let holes: Vec<String> = holes
                .iter()
                .enumerate()
                .map(|(index, hole)| format!("${{{}:{}}}", index + 1, escaped(hole)))
                .collect();
            format!("{}({})", escaped(label), holes.join(", "))
        };
        self.push(Completion {
            label: label.to_string(),
            kind,
            detail: title(node),
            insert,
            replace: self.site.replace,
            documentation: documentation(node),
        });
    }

    pub(super) fn push(&mut self, completion: Completion) {
        self.items.push(completion);
    }

    /// Offers words of the language.
    pub(super) fn keywords(&mut self, keywords: &[Keyword], parent: SyntaxKind) {
        for (label, insert) in keywords {
            self.word(label, insert, parent, CompletionKind::Keyword);
        }
    }

    /// Offers words of the language that are inserted as they are.
    pub(super) fn words(&mut self, words: &[&str], parent: SyntaxKind) {
        for word in words {
            self.word(word, word, parent, CompletionKind::Keyword);
        }
    }

    /// Offers a word with its help.
    pub(super) fn word(
        &mut self,
        label: &str,
        insert: &str,
        parent: SyntaxKind,
        kind: CompletionKind,
    ) {
        let first = label.split([' ', '(']).next().unwrap_or(label);
        let help = help::of_word(first, parent);
        self.push(Completion {
            label: label.to_string(),
            kind,
            detail: help.map_or_else(String::new, |(form, _)| form.to_string()),
            insert: insert.to_string(),
            replace: self.site.replace,
            documentation: help.map_or_else(String::new, |(_, text)| text.to_string()),
        });
    }

    /// Offers the declarations of a namespace that are of one of these sorts.
    pub(super) fn globals(&mut self, space: Namespace, nodes: &[SyntaxKind], kind: CompletionKind) {
        for declaration in self.reader.all(space, self.site.file) {
            if nodes.contains(&declaration.node) {
                let located = self.reader.node_of(declaration);
                let node = located.as_ref().map(|located| &located.node);
                self.offer(&declaration.name, kind, node);
            }
        }
    }

    /// Offers roles, those of the cast first.
    pub(super) fn roles(&mut self) {
        self.cast_roles();
        self.globals(Namespace::Kind, &[ROLE_DECL], CompletionKind::Role);
        self.template_parameters(&["role"]);
    }

    /// Offers the roles the script casts.
    pub(super) fn cast_roles(&mut self) {
        let cast = self.script().map(|script| script.cast());
        for (role, _) in cast.unwrap_or_default() {
            let declared = self
                .reader
                .global(Namespace::Kind, &role, self.site.file)
                .filter(|declared| declared.node.kind() == ROLE_DECL);
            if let Some(declared) = declared {
                self.offer(&role, CompletionKind::Role, Some(&declared.node));
            }
        }
    }

    pub(super) fn prop_kinds(&mut self) {
        self.globals(Namespace::Kind, &[PROP_DECL], CompletionKind::PropKind);
    }

    /// Offers kinds: built-in ones, then the project's own.
    pub(super) fn kinds(&mut self) {
        for (name, _) in BUILT_IN {
            self.word(name, name, KIND_REF, CompletionKind::Kind);
        }
        if self.site.head() == "facet" || !self.reader.globals().module.knowledge.facets.is_empty()
        {
            self.word(AREA, AREA, KIND_REF, CompletionKind::Kind);
        }
        self.globals(Namespace::Kind, &[ROLE_DECL], CompletionKind::Role);
        self.prop_kinds();
        self.globals(Namespace::Kind, &[SYMBOLS_DECL], CompletionKind::SymbolSet);
    }

    pub(super) fn locations(&mut self) {
        let kind = CompletionKind::Location;
        self.globals(Namespace::Location, &[LOCATION_DECL], kind);
    }

    /// Offers actions with places for their arguments.
    pub(super) fn actions(&mut self) {
        self.callable(Namespace::Action, "", CompletionKind::Action);
        self.template_parameters(&["action"]);
    }

    /// Offers actions and courses with places for their arguments.
    pub(super) fn deeds(&mut self) {
        for declaration in self.reader.all(Namespace::Action, self.site.file) {
            let Some(located) = self.reader.node_of(declaration) else {
                continue;
            };
            let kind = match located.node.kind() {
                COURSE_DECL => CompletionKind::Course,
                _ => CompletionKind::Action,
            };
            let holes = kind_words(&located.node);
            self.offer_call(&declaration.name, kind, &located.node, &holes);
        }
    }

    /// Offers actions by name alone.
    pub(super) fn action_names(&mut self) {
        self.globals(Namespace::Action, &[ACTION_DECL], CompletionKind::Action);
    }

    /// Offers the courses that a mind can follow: those without parameters.
    pub(super) fn course_names(&mut self) {
        for declaration in self.reader.all(Namespace::Action, self.site.file) {
            let located = self.reader.node_of(declaration);
            let course = located.filter(|located| {
                located.node.kind() == COURSE_DECL
                    && located.node.child(COURSE_PARAMETERS).is_none()
            });
            if let Some(course) = course {
                let kind = CompletionKind::Course;
                self.offer(&declaration.name, kind, Some(&course.node));
            }
        }
    }

    /// Offers the attributes that rules and courses can set.
    pub(super) fn attributes(&mut self) {
        self.host_names(|node, _| {
            let word = node.words().into_iter().next();
            let attribute = word.is_some_and(|word| word == "attribute" || word == "facet");
            attribute && node.child(FLAG).is_none()
        });
    }

    /// Offers the names of the host, without their dots.
    pub(super) fn host_names_plain(&mut self) {
        self.globals(
            Namespace::Host,
            &[HOST_DECL, FACET_DECL],
            CompletionKind::Host,
        );
    }

    fn callable(&mut self, space: Namespace, sign: &str, kind: CompletionKind) {
        for declaration in self.reader.all(space, self.site.file) {
            let located = self.reader.node_of(declaration);
            if let Some(located) = located.filter(|node| node.node.kind() != COURSE_DECL) {
                let label = format!("{sign}{}", declaration.name);
                let holes = kind_words(&located.node);
                self.offer_call(&label, kind, &located.node, &holes);
            }
        }
    }

    /// Offers the names of the host, with their dots: those that `fits` lets through.
    pub(super) fn host_names(&mut self, fits: impl Fn(&Node, &str) -> bool) {
        for declaration in self.reader.all(Namespace::Host, self.site.file) {
            let Some(located) = self.reader.node_of(declaration) else {
                continue;
            };
            let label = format!(".{}", declaration.name);
            if fits(&located.node, &label) {
                let holes = kind_words(&located.node);
                self.offer_call(&label, CompletionKind::Host, &located.node, &holes);
            }
        }
    }

    /// Offers scripts, and templates where they can stand.
    pub(super) fn scripts(&mut self, with_templates: bool) {
        for declaration in self.reader.all(Namespace::Script, self.site.file) {
            let Some(located) = self.reader.node_of(declaration) else {
                continue;
            };
            if with_templates || located.node.token(TEMPLATE_KW).is_none() {
                let kind = CompletionKind::Script;
                self.offer(&declaration.name, kind, Some(&located.node));
            }
        }
    }

    /// The script whose names are known here.
    pub(super) fn script(&self) -> Option<Rc<ScriptNames>> {
        self.reader.script_around(self.site.file, &self.site.node)
    }

    /// Offers the declarations of a kind in the script.
    fn items(&mut self, what: What, kind: CompletionKind) {
        let Some(script) = self.script() else { return };
        for item in script.all(what) {
            self.offer(&item.name, kind, Some(&item.declared.node));
        }
    }

    pub(super) fn states(&mut self) {
        self.items(What::State, CompletionKind::State);
    }

    pub(super) fn rules(&mut self) {
        self.items(What::Rule, CompletionKind::Rule);
    }

    /// Offers the rules of what the script is based on.
    pub(super) fn rules_of_base(&mut self) {
        let Some(script) = self.script() else { return };
        let bases = script.layers.iter().skip(1).rev();
        let rules = bases.flat_map(|layer| &layer.items);
        for rule in rules.filter(|item| item.what == What::Rule) {
            self.offer(&rule.name, CompletionKind::Rule, Some(&rule.declared.node));
        }
    }

    /// Offers the facts of the script with places for their arguments.
    pub(super) fn facts(&mut self) {
        if let Some(script) = self.script() {
            self.facts_of(&script);
        }
    }

    pub(super) fn facts_of(&mut self, script: &ScriptNames) {
        for fact in script.all(What::Fact) {
            let node = &fact.declared.node;
            let holes = kind_words(node);
            self.offer_call(&fact.name, CompletionKind::Fact, node, &holes);
        }
    }

    /// Offers the defines of the script, each with the variables it is written with.
    pub(super) fn defines(&mut self) {
        let Some(script) = self.script() else { return };
        // A define cannot use itself.
        let around = self.site.around(&[DEFINE_DECL]);
        let itself = around.and_then(|define| define.node.child(NAME)?.word());
        let known = |item: &&ScriptItem| Some(&item.name) != itself.as_ref();
        for define in script.all(What::Define).filter(known) {
            let node = &define.declared.node;
            let holes: Vec<String> = arguments_of(node).iter().map(flat).collect();
            self.offer_call(&define.name, CompletionKind::Define, node, &holes);
        }
    }

    /// Offers the parameters of the template around the cursor that are of one of these kinds.
    pub(super) fn template_parameters(&mut self, kinds: &[&str]) {
        let Some(script) = self.script() else { return };
        let Some(own) = script.layers.first() else {
            return;
        };
        for (name, node) in own.parameters() {
            let kind = node.child(KIND_REF).map(|kind| flat(&kind));
            if kind.is_some_and(|kind| kinds.contains(&kind.as_str())) {
                let label = format!("${name}");
                self.offer(&label, CompletionKind::TemplateParameter, Some(&node));
            }
        }
    }

    /// Offers the people of the test.
    pub(super) fn people(&mut self) {
        let test = self.site.around(&[TEST_DECL]);
        let people = test.map(|test| people(&test.node)).unwrap_or_default();
        for (name, node) in people {
            // A person whose name is being typed is not declared yet.
            if node.place(self.site.file) != self.site.replace {
                self.offer(&name, CompletionKind::Person, Some(&node));
            }
        }
    }

    /// Offers the units that a number can have.
    pub(super) fn units(&mut self) {
        let units = crate::declaration::grammar::UNITS;
        for unit in ["s", "min", "h", "ms", "m"] {
            if units.contains(&unit) {
                let insert = if self.site.glued {
                    format!(" {unit}")
                } else {
                    unit.to_string()
                };
                self.word(unit, &insert, NUMBER_EXPR, CompletionKind::Unit);
            }
        }
    }
}

/// A text as a literal snippet.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
