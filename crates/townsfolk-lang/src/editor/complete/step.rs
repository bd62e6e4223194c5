//! Completion in a test.

use super::Completer;
use super::keywords::{DEEDS, STEPS};
use crate::editor::meaning::STANDINGS;
use crate::editor::reader::Located;
use crate::syntax::{TreeExt, *};

impl Completer<'_, '_> {
    /// Offers completions at the cursor in a test. `false` if the clause also occurs elsewhere.
    pub(super) fn in_test(&mut self) -> bool {
        let site = self.site;
        if !is_in_test(site.head()) {
            return false;
        }
        match site.last() {
            "test" | "people" | "seed" | "after" => {}
            "of" => self.scripts(false),
            "does" => self.rules(),
            "arrives" => self.words(&["as"], STEP),
            "as" => self.roles(),
            "is" if self.host_of_step().is_some() => {
                let kind = self.host_of_step().and_then(|(_, kind)| kind);
                self.constants(kind);
            }
            "no" => self.words(&["longer holds"], STEP),
            "longer" => self.words(&["holds"], STEP),
            "is" => {
                self.states();
                self.words(STANDINGS, STEP);
                self.words(&["recalled"], STEP);
            }
            "recalled" => {
                self.keywords(&[("for", "for ${1:2} min")], STEP);
                self.next();
            }
            "scene" => self.words(&["ends", "goes on"], STEP),
            "goes" => self.words(&["on"], STEP),
            "tell" | "given" => self.facts(),
            "prop" => self.props(None),
            "with" => self.bindings(),
            "=" => self.values(self.binding_kind(), false),
            "expect" | "not" => self.conditions(),
            "," => self.after_comma(),
            _ if site.follows_operator() => self.other_side(),
            _ => self.after_word(),
        }
        true
    }

    fn after_comma(&mut self) {
        let around = self.site.around(&[PEOPLE, GIVEN, BINDING, STEP]);
        match around {
            Some(around) if around.node.kind() == GIVEN => self.facts(),
            Some(around) if around.node.kind() == STEP => match around.node.words().first() {
                Some(word) if word == "expect" => self.conditions(),
                Some(word) if word == "tell" => self.facts(),
                _ => self.bindings(),
            },
            Some(around) if around.node.kind() == BINDING => self.bindings(),
            _ => {}
        }
    }

    /// Completion after a word that may be the name of a person, for the person's step.
    fn after_word(&mut self) {
        let site = self.site;
        let step = site.around(&[STEP, PERSON, TEST_DECL]);
        let Some(Located { node, .. }) = step else {
            return;
        };
        match node.kind() {
            STEP if self.host_of_step().is_some() && node.tokens().next().is_none() => {
                match self.host_of_step() {
                    Some((true, _)) => self.words(&["is"], STEP),
                    _ => self.words(&["holds", "no longer holds"], STEP),
                }
            }
            STEP if node.tokens().next().is_none() => self.keywords(DEEDS, STEP),
            STEP if node.token(PROP_KW).is_some() && site.back(1) == "prop" => {
                self.words(&["vanishes"], STEP);
            }
            STEP if site.back(1) == "does" => {
                self.keywords(&[("with", "with $0")], STEP);
                self.next();
            }
            PERSON if node.child(NAME_REF).is_none() => self.cast_roles(),
            // A role that is being typed belongs to the person already.
            PERSON
                if node
                    .child(NAME_REF)
                    .is_some_and(|role| role.place(site.file).start >= site.replace.start) =>
            {
                self.cast_roles();
            }
            TEST_DECL if site.back(1) == "test" => {
                if node.parent().is_some_and(|parent| parent.kind() == FILE) {
                    self.keywords(&[("of", "of $0")], TEST_DECL);
                }
                self.next();
            }
            _ if site.back(1) == "prop" => self.words(&["vanishes"], STEP),
            _ => self.next(),
        }
    }

    /// People and the first words of steps.
    pub(super) fn steps(&mut self) {
        self.people();
        let test = self.site.around(&[TEST_DECL]);
        let has = |kind| {
            test.as_ref()
                .is_some_and(|test| test.node.child(kind).is_some())
        };
        let (people, seed) = (has(PEOPLE), has(SEED));
        let steps: Vec<_> = STEPS
            .iter()
            .copied()
            .filter(|(label, _)| !(people && *label == "people" || seed && *label == "seed"))
            .collect();
        self.keywords(&steps, STEP);
        self.host_names(|_, _| true);
        let engine = super::CompletionKind::Engine;
        let distance = "distance(${1:ann}, ${2:left}) is ${3:3} m";
        self.word("distance", distance, CALL_EXPR, engine);
    }

    /// Whether the step around the cursor is about a host name with a value, and the value's kind.
    fn host_of_step(&self) -> Option<(bool, Option<townsfolk_core::Kind>)> {
        let step = self.site.around(&[STEP])?.node;
        let told = step.children().next()?;
        match told.kind() {
            DOT_EXPR => {
                let name = told.token(DOT_NAME)?;
                let name = name.text();
                let space = crate::names::Namespace::Host;
                let bare = name.trim_start_matches('.');
                let host = self.reader.global(space, bare, self.site.file)?;
                let kind = self.reader.host_result(name, self.site.file);
                Some((host.node.child(RESULT).is_some(), kind))
            }
            CALL_EXPR => Some((true, Some(townsfolk_core::Kind::Number))),
            _ => None,
        }
    }

    /// The variables of the rule that a step names.
    fn bindings(&mut self) {
        let rule = self.reader.rule_of_step(self.site.file, &self.site.node);
        let variables = rule.map(|rule| self.reader.variables(&rule));
        let given = self
            .site
            .around(&[STEP])
            .map(|step| step.node.text().to_string());
        let given = given.unwrap_or_default();
        for variable in variables.unwrap_or_default() {
            if given.contains(&format!("{} =", variable.name)) {
                continue;
            }
            self.offer(&variable.name, super::CompletionKind::Variable, None);
            if let Some(item) = self.items.last_mut() {
                item.insert = format!("{} = $0", variable.name);
            }
        }
    }

    /// The kind of the variable that a step sets.
    fn binding_kind(&self) -> Option<townsfolk_core::Kind> {
        let rule = self.reader.rule_of_step(self.site.file, &self.site.node)?;
        let variables = self.reader.variables(&rule);
        let name = self.site.back(1);
        variables.into_iter().find(|v| v.name == name)?.kind
    }
}

fn is_in_test(head: &str) -> bool {
    matches!(
        head,
        "test" | "given" | "expect" | "people" | "seed" | "tell" | "scene" | "prop"
    )
}
