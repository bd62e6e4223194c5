//! Conditions, values and arguments.

use super::{Completer, CompletionKind};
use crate::editor::inference::{SIMPLE_ENGINE_NAMES, engine_kind};
use crate::editor::meaning::owner_of_variables;
use crate::editor::reader::{Located, members};
use crate::kinds;
use crate::names::Namespace;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use townsfolk_core::Kind;

/// The kinds that a template parameter can have.
const PARAMETER_KINDS: &[&str] = &[
    "role", "action", "symbol", "number", "duration", "daytime", "text",
];

impl Completer<'_, '_> {
    /// Completion inside an open bracket.
    pub(super) fn in_bracket(&mut self) {
        let site = self.site;
        if site.last_kind() == NUMBER {
            self.units();
        }
        match site.head() {
            "fact" | "claim" | "action" | "attribute" | "facet" | "property" | "function"
            | "predicate"
                if site.in_declared_bracket() =>
            {
                if site.begins_entry() {
                    self.kinds();
                }
            }
            "template" | "script" if site.before_bracket(1) == "on" => self.template_arguments(),
            "template" | "script" => self.declared_parameters(),
            "course" | "operator" | "tree" if site.last() == ":" => self.kinds(),
            "course" => {}
            "operator" | "tree" if site.in_declared_bracket() => {}
            _ if site.opened_by() == "grammar" && site.begins_entry_of_group() => {
                self.grammar_symbols();
                self.deeds();
                self.words(&["nothing"], GRAMMAR_DECL);
            }
            _ if site.opened_by() == "grammar" && !site.head_is_call() => {
                self.words(&["or"], GRAMMAR_DECL);
            }
            _ if site.opened_by() == "referents" && site.begins_entry() => {
                self.referent_names();
                self.variables(None);
                self.word("X", "X", VARIABLE_EXPR, CompletionKind::Variable);
            }
            "define" if site.in_declared_bracket() => self.variables(None),
            _ => self.argument(),
        }
    }

    /// An argument of a fact, a define, an action, a host name or the engine.
    fn argument(&mut self) {
        let site = self.site;
        let Some(open) = site.open else { return };
        if !site.begins_entry() {
            if site.follows_operator() {
                self.other_side();
            }
            return;
        }
        match (site.before_bracket(0), open.index) {
            ("count", _) => self.facts(),
            (".any", 1) => self.roles(),
            (".state", 1) => self.states(),
            ("chance", _) => self.words(&["30%"], PERCENT),
            (callee, index) if self.at_facet(callee, index) => self.facets(),
            _ => {
                let wanted = self.wanted(open.index);
                self.values(wanted, self.matches_anything());
            }
        }
    }

    /// Whether `_` is allowed as an argument: where facts are matched, not where they are added.
    fn matches_anything(&self) -> bool {
        let name = self.site.before_bracket(0);
        let looks = matches!(name, ".any" | ".state")
            || !(name.starts_with('.') || crate::editor::inference::is_engine_function(name));
        let makes = matches!(
            self.site.head(),
            "do" | "add"
                | "set"
                | "step"
                | "given"
                | "tell"
                | "knows"
                | "cast"
                | "location"
                | "test"
        );
        looks && !makes
    }

    /// The kind of the argument at the cursor.
    fn wanted(&self, index: usize) -> Option<Kind> {
        let site = self.site;
        let name = site.before_bracket(0);
        let asked = self.asked_kinds(name);
        let kinds = match name {
            ".any" | ".state" => vec![Some(Kind::Character)],
            "distance" => vec![Some(Kind::Thing); 2],
            "seen" | "heard" | "lost" | "alert" if self.has_skills() => {
                vec![Some(Kind::Character); 2]
            }
            "random" | "" => vec![],
            _ if asked.is_some() => asked.unwrap_or_default(),
            _ if name.starts_with('.') => self.reader.host_kinds(name, site.file),
            _ if matches!(site.before_bracket(1), "do" | "leaving") || site.in_decider() => {
                self.reader.action_kinds(name, site.file)
            }
            _ => match site.around(&[LOCATION_DECL]) {
                Some(location) => {
                    let preferred = self.reader.preferred(site.file, &location.node);
                    let kinds = preferred
                        .iter()
                        .map(|script| self.reader.atom_kinds(script, name));
                    kinds
                        .into_iter()
                        .find(|k| !k.is_empty())
                        .unwrap_or_default()
                }
                None => self
                    .script()
                    .map(|script| self.reader.atom_kinds(&script, name))
                    .unwrap_or_default(),
            },
        };
        kinds.get(index).copied().flatten()
    }

    /// The beginnings of a condition.
    pub(super) fn conditions(&mut self) {
        let negated = self.site.last_kind() == NOT_KW;
        self.facts();
        self.defines();
        if !negated {
            self.words(&["not"], LITERAL);
        }
        let engine = CompletionKind::Engine;
        self.word(".any", ".any(${1:X})", DOT_EXPR, engine);
        if self.site.around(&[PROPERTY_DECL, TEST_DECL]).is_some() {
            self.word(".state", ".state(${1:X}, ${2:state})", DOT_EXPR, engine);
        }
        self.host_names(|node, _| node.child(RESULT).is_none());
        if negated {
            self.questions(true);
            return;
        }
        self.variables(None);
        if self.has_me() {
            self.word(".me", ".me", DOT_EXPR, engine);
        }
        self.word(".now", ".now", DOT_EXPR, engine);
        self.host_names(|node, _| node.child(RESULT).is_some());
        self.questions(true);
        self.word("count", "count(${1:fact})", CALL_EXPR, engine);
        self.word("distance", "distance(.me, ${1:X})", CALL_EXPR, engine);
        if self.site.around(&[RULE, DEFINE_DECL]).is_some() {
            self.word("chance", "chance(${1:30}%)", CALL_EXPR, engine);
        }
        self.word(".clock", ".clock", DOT_EXPR, engine);
    }

    /// Completion behind an operator.
    pub(super) fn other_side(&mut self) {
        let side = self.site.side();
        let compares = crate::editor::inference::is_comparison(self.site.last_kind());
        let kind = self.kind_of_side(&side);
        let wanted = match kind {
            Some(Kind::Time | Kind::Daytime) if !compares => Some(Kind::Duration),
            // A number may be multiplied with any value.
            Some(Kind::Number) if !compares => None,
            kind => kind,
        };
        self.values(wanted, false);
        let own = match side.as_slice() {
            [(VARIABLE, name), _] => name,
            _ => "",
        };
        self.items.retain(|item| item.label != own);
    }

    fn kind_of_side(&self, side: &[(SyntaxKind, &str)]) -> Option<Kind> {
        let (first, text) = *side.first()?;
        let file = self.site.file;
        match first {
            VARIABLE => {
                let owner = self.owner()?;
                let variables = self.reader.variables(&owner);
                variables.into_iter().find(|v| v.name == text)?.kind
            }
            DOT_NAME if text == ".me" => Some(self.reader.kind_of_me(file, &self.site.node)),
            DOT_NAME => engine_kind(text).or_else(|| self.reader.host_result(text, file)),
            NUMBER => match side.get(1) {
                Some((IDENT, unit)) if *unit != "m" => Some(Kind::Duration),
                _ => Some(Kind::Number),
            },
            CLOCK => Some(Kind::Daytime),
            TEXT => Some(Kind::Text),
            IDENT if matches!(text, "count" | "distance" | "sure") => Some(Kind::Number),
            IDENT if text == "told_by" => Some(Kind::Character),
            _ => None,
        }
    }

    /// The rule, define, hold, property or step whose variables can stand here.
    fn owner(&self) -> Option<Located> {
        let node = owner_of_variables(&self.site.node)?;
        let file = self.site.file;
        Some(Located { file, node })
    }

    /// Whether there is a `.me` here.
    fn has_me(&self) -> bool {
        self.site.around(&[PROPERTY_DECL, TEST_DECL]).is_none()
    }

    /// The known variables: those of a fitting kind first, then those of an unknown kind. Variables
    /// of a different kind are left out.
    pub(super) fn variables(&mut self, wanted: Option<Kind>) {
        let Some(owner) = self.owner() else { return };
        let mut variables = self.reader.variables(&owner);
        // The word that is being typed is no variable yet, unless it occurs elsewhere.
        variables.retain(|v| v.first != self.site.replace && v.name != "_");
        variables.retain(|v| self.reader.fits(v.kind, wanted));
        variables.sort_by_key(|v| (wanted.is_some() && v.kind.is_none(), v.bound.is_none()));
        for variable in variables {
            let kind = variable
                .kind
                .map(|kind| kinds::name(self.reader.globals(), kind));
            self.offer(&variable.name, CompletionKind::Variable, None);
            if let (Some(kind), Some(item)) = (kind, self.items.last_mut()) {
                item.detail = format!("{}: {kind}", item.label);
            }
        }
    }

    /// Values of a kind: variables, constants, the engine, the host.
    pub(super) fn values(&mut self, wanted: Option<Kind>, matches_anything: bool) {
        self.variables(wanted);
        self.constants(wanted);
        let me = self.reader.kind_of_me(self.site.file, &self.site.node);
        let engine = CompletionKind::Engine;
        for name in SIMPLE_ENGINE_NAMES {
            let (kind, known) = match *name {
                ".me" => (Some(me), self.has_me()),
                name => (engine_kind(name), true),
            };
            let fits = self.reader.fits(kind, wanted);
            if known && fits {
                self.word(name, name, DOT_EXPR, engine);
            }
        }
        if matches_anything {
            self.word("_", "_", ANYTHING_EXPR, CompletionKind::Variable);
        }
        let reader = self.reader;
        let file = self.site.file;
        self.host_names(|node, name| {
            let result = reader.host_result(name, file);
            node.child(RESULT).is_some() && reader.fits(result, wanted)
        });
        let in_effect = matches!(self.site.head(), "do" | "add" | "set" | "step");
        let draws = |kind: Kind| matches!(kind, Kind::Number | Kind::Duration | Kind::Time);
        if in_effect && wanted.is_none_or(draws) {
            self.word("random", "random(${1:1}, ${2:2})", CALL_EXPR, engine);
        }
        if self.site.in_decider() {
            let number = wanted.is_none_or(|kind| kind == Kind::Number);
            if number {
                self.word("distance", "distance(.me, ${1:It})", CALL_EXPR, engine);
            }
        } else if wanted.is_none_or(|kind| kind == Kind::Number) {
            self.word("count", "count(${1:fact})", CALL_EXPR, engine);
            self.word("distance", "distance(.me, ${1:X})", CALL_EXPR, engine);
        }
        if wanted.is_none_or(|kind| kind == Kind::Number || kinds::is_person(kind)) {
            self.questions(false);
        }
        self.template_parameters(&["symbol", "number", "duration", "daytime", "text"]);
    }

    /// Names that stand for values of a kind: symbols, props, people in a test.
    pub(super) fn constants(&mut self, wanted: Option<Kind>) {
        match wanted {
            Some(Kind::Symbol) => self.symbols(None),
            Some(kind) if self.reader.globals().is_area(kind) => self.named(Namespace::Area),
            Some(Kind::SymbolOf(_)) => self.symbols(wanted),
            Some(Kind::Prop | Kind::PropOf(_)) => self.props(wanted),
            Some(Kind::Thing) => {
                self.people();
                self.props(None);
            }
            Some(kind) if kinds::is_person(kind) => self.people(),
            Some(_) => {}
            None => {
                self.people();
                self.symbols(None);
                self.props(None);
            }
        }
    }

    /// The symbols of a set, or of all.
    pub(super) fn symbols(&mut self, wanted: Option<Kind>) {
        for set in self.reader.symbol_sets(self.site.file) {
            let kind = self.reader.set_kind(&set);
            if wanted.is_some() && kind != wanted {
                continue;
            }
            for (name, _) in members(&set) {
                self.offer(&name, CompletionKind::Symbol, Some(&set.node));
            }
        }
    }

    /// The props of the location around the cursor, or else those of all.
    pub(super) fn props(&mut self, wanted: Option<Kind>) {
        let here = self.site.around(&[LOCATION_DECL]);
        let package = self.reader.package(self.site.file);
        for (name, prop) in self.reader.placed_props(self.site.file) {
            let elsewhere = here
                .as_ref()
                .is_some_and(|here| prop.node.parent().as_ref() != Some(&here.node));
            let kind = prop.node.child(NAME_REF).and_then(|kind| kind.word());
            let kind = kind.and_then(|kind| self.reader.globals().kind(&kind, package));
            if !elsewhere && self.reader.fits(kind, wanted) {
                self.offer(&name, CompletionKind::Prop, Some(&prop.node));
            }
        }
    }

    /// `based on rest(…)`: parameters that have no argument yet, and arguments.
    fn template_arguments(&mut self) {
        let site = self.site;
        let base = site.before_bracket(0);
        let parameters = self
            .reader
            .global(Namespace::Script, base, site.file)
            .map(|base| self.reader.script(&base))
            .and_then(|names| Some(names.layers.first()?.parameters()))
            .unwrap_or_default();
        if site.last() == "=" {
            let parameter = parameters.iter().find(|(name, _)| name == site.back(1));
            if let Some((_, node)) = parameter {
                self.template_argument(node);
            }
        } else if site.begins_entry() {
            let given = site.rest();
            for (name, node) in parameters {
                if !given.contains(&name.as_str()) {
                    self.offer(&name, CompletionKind::TemplateParameter, Some(&node));
                    if let Some(item) = self.items.last_mut() {
                        item.insert = format!("{name} = $0");
                    }
                }
            }
        }
    }

    /// A value for a template's parameter.
    fn template_argument(&mut self, parameter: &Node) {
        let kind = parameter.child(KIND_REF);
        let kind = kind.map(|kind| crate::editor::signature::flat(&kind));
        match kind.as_deref() {
            Some("role") => self.roles(),
            Some("action") => self.action_names(),
            Some("symbol") => self.symbols(None),
            _ => {}
        }
    }

    /// `template rest(Seat: role = …`.
    fn declared_parameters(&mut self) {
        match self.site.last() {
            ":" => self.words(PARAMETER_KINDS, KIND_REF),
            "=" => match self.site.back(1) {
                "role" => self.roles(),
                "action" => self.action_names(),
                "symbol" => self.symbols(None),
                _ => {}
            },
            _ => {}
        }
    }
}
