//! Kinds for editors: the expected kind of an argument, the kind of a variable.
//!
//! The compiler's own inference reports problems and needs a whole script. This one uses only
//! declared signatures, reports nothing, and works on unfinished rules.

use super::belief::is_question;
use super::meaning::{called, callee, owner_of_variables};
use super::reader::{Located, Reader};
use super::script::{ScriptNames, What};
use super::signature::kind_words;
use crate::kinds;
use crate::names::Namespace;
use crate::source::{FileId, Place};
use crate::syntax::tree::normalise;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use rowan::NodeOrToken;
use townsfolk_core::{Kind, RoleId};
use townsfolk_module::senses::SenseReading;

/// Engine names that are values.
pub(super) const SIMPLE_ENGINE_NAMES: &[&str] =
    &[".me", ".now", ".clock", ".second", ".minute", ".hour"];

/// Maximum depth of defines that use defines.
const DEPTH_MAX: u8 = 32;

/// Whether a script declares a fact or a define of this name.
fn declares(script: &ScriptNames, name: &str) -> bool {
    [What::Fact, What::Define]
        .iter()
        .any(|what| script.owner(*what, name).is_some())
}

/// Whether a word is a function of the engine.
pub(super) fn is_engine_function(word: &str) -> bool {
    matches!(word, "chance" | "random" | "count" | "distance")
}

pub(super) fn is_comparison(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL
    )
}

/// A variable of a rule, define, hold, property or step.
#[derive(Clone, Debug)]
pub(super) struct VariableInfo {
    pub(super) name: String,
    pub(super) first: Place,
    /// The binding occurrence: the variable, and its condition.
    pub(super) bound: Option<(Place, Node)>,
    pub(super) kind: Option<Kind>,
}

impl Reader<'_> {
    /// The kinds of the parameters of a declaration.
    pub(super) fn declared_kinds(&self, declared: &Located) -> Vec<Option<Kind>> {
        let package = self.package(declared.file);
        kind_words(&declared.node)
            .iter()
            .map(|word| self.globals().kind(word, package))
            .collect()
    }

    /// The kinds of the arguments of an action.
    pub(super) fn action_kinds(&self, name: &str, from: FileId) -> Vec<Option<Kind>> {
        self.global(Namespace::Action, name, from)
            .map(|action| self.declared_kinds(&action))
            .unwrap_or_default()
    }

    /// The kinds of the arguments of a host name, given with its dot.
    pub(super) fn host_kinds(&self, name: &str, from: FileId) -> Vec<Option<Kind>> {
        self.global(Namespace::Host, name.trim_start_matches('.'), from)
            .map(|host| self.declared_kinds(&host))
            .unwrap_or_default()
    }

    /// The kind of a host name's value.
    pub(super) fn host_result(&self, name: &str, from: FileId) -> Option<Kind> {
        let host = self.global(Namespace::Host, name.trim_start_matches('.'), from)?;
        let result = host.node.child(RESULT)?;
        if result.child(NAMES).is_some() {
            return self.set_kind(&host);
        }
        let result = result.child(KIND_REF)?;
        let word = super::signature::flat(&result);
        self.globals().kind(&word, self.package(host.file))
    }

    /// The kinds of the arguments of a fact or define of a script.
    pub(super) fn atom_kinds(&self, script: &ScriptNames, name: &str) -> Vec<Option<Kind>> {
        self.atom_kinds_within(script, name, DEPTH_MAX)
    }

    fn atom_kinds_within(&self, script: &ScriptNames, name: &str, depth: u8) -> Vec<Option<Kind>> {
        if let Some(fact) = script.find(What::Fact, name).first() {
            return self.declared_kinds(&fact.declared);
        }
        let defines = script.find(What::Define, name);
        let Some(define) = defines.first() else {
            return vec![];
        };
        if let Some(kinds) = self.define_kinds.borrow().get(&define.place) {
            return kinds.clone();
        }
        let arguments = arguments_of(&define.declared.node);
        let unknown = vec![None; arguments.len()];
        let Some(depth) = depth.checked_sub(1) else {
            return unknown;
        };
        // Recorded before it is known, so that a recursive define terminates.
        self.define_kinds.borrow_mut().insert(define.place, unknown);
        let variables = self.variables_within(&define.declared, Some(script), depth);
        let kinds: Vec<Option<Kind>> = arguments
            .iter()
            .map(|argument| {
                let name = normalise(argument.token(VARIABLE)?.text());
                variables.iter().find(|v| v.name == name)?.kind
            })
            .collect();
        self.define_kinds
            .borrow_mut()
            .insert(define.place, kinds.clone());
        kinds
    }

    /// The expected kinds of the arguments of a fact, a define, an action or a host name.
    fn call_kinds(
        &self,
        file: FileId,
        call: &Node,
        script: Option<&ScriptNames>,
        depth: u8,
    ) -> Vec<Option<Kind>> {
        let Some(name) = callee(call) else {
            return vec![];
        };
        let above = call.parent().map(|node| node.kind());
        match name.as_str() {
            ".any" => vec![Some(self.role_asked_for(file, call))],
            ".state" => vec![Some(Kind::Character)],
            "distance" => vec![Some(Kind::Thing), Some(Kind::Thing)],
            _ if let Some(reading) = SenseReading::named(&name)
                && script.is_none_or(|script| !declares(script, &name)) =>
            {
                vec![Some(Kind::Character); reading.arguments()]
            }
            "random" => vec![None, None],
            _ if is_question(&name) && script.is_none_or(|script| !declares(script, &name)) => {
                let facet = arguments_of(call)
                    .get(2)
                    .and_then(|facet| facet.child(NAME_REF));
                let facet = facet.and_then(|facet| facet.word());
                self.question_kinds(facet.as_deref(), file)
            }
            _ if name.starts_with('.') => self.host_kinds(&name, file),
            _ if matches!(above, Some(DO | FLAG | ALTERNATIVE | DEED_CALL)) => {
                self.action_kinds(&name, file)
            }
            _ => match script {
                Some(script) => self.atom_kinds_within(script, &name, depth),
                None => vec![],
            },
        }
    }

    /// The kind of `X` in `.any(X, role)`.
    fn role_asked_for(&self, file: FileId, call: &Node) -> Kind {
        let role = arguments_of(call).get(1).and_then(|role| {
            let word = role.child(NAME_REF)?.word()?;
            self.globals().role(&word, self.package(file))
        });
        role.map_or(Kind::Character, Kind::CharacterIn)
    }

    /// The expected kind of an expression.
    pub(super) fn wanted(&self, file: FileId, node: &Node) -> Option<Kind> {
        let script = self.names_at(file, node);
        self.wanted_within(file, node, script.as_deref(), DEPTH_MAX)
    }

    /// The script whose facts a node refers to; in a location, the first preferred one.
    pub(super) fn names_at(&self, file: FileId, node: &Node) -> Option<std::rc::Rc<ScriptNames>> {
        let location = node.ancestors().find(|node| node.kind() == LOCATION_DECL);
        match location {
            Some(location) => {
                let call = node.ancestors().find(|node| node.kind() == CALL_EXPR);
                let name = call.and_then(|call| callee(&call)).unwrap_or_default();
                let preferred = self.preferred(file, &location);
                let knows =
                    |script: &&std::rc::Rc<ScriptNames>| script.owner(What::Fact, &name).is_some();
                preferred.iter().find(knows).or(preferred.first()).cloned()
            }
            None => self.script_around(file, node),
        }
    }

    fn wanted_within(
        &self,
        file: FileId,
        node: &Node,
        script: Option<&ScriptNames>,
        depth: u8,
    ) -> Option<Kind> {
        let parent = node.parent()?;
        match parent.kind() {
            ARGUMENTS => {
                let call = parent.parent()?;
                let index = parent.children().position(|child| child == *node)?;
                let kinds = self.call_kinds(file, &call, script, depth);
                kinds.get(index).copied().flatten()
            }
            NAMED_ARGUMENT => {
                let action = called(&parent.parent()?)?;
                let name = parent.child(NAME_REF)?.word()?;
                self.action_parameter_kind(&action, &name, file)
            }
            AMONG | QUERY_DECL => Some(Kind::Character),
            NAMED_PARAMETER | COURSE_PARAMETER => {
                let kind = super::signature::flat(&parent.child(KIND_REF)?);
                self.globals().kind(&kind, self.package(file))
            }
            BINDING => {
                let name = normalise(parent.token(VARIABLE)?.text());
                let rule = self.rule_of_step(file, &parent)?;
                let variables = self.variables_within(&rule, script, depth);
                variables.into_iter().find(|v| v.name == name)?.kind
            }
            TEMPLATE_ARGUMENT | TEMPLATE_PARAMETER => {
                let word = self.template_kind(file, &parent)?;
                self.globals().kind(&word, self.package(file))
            }
            LITERAL => {
                let other = parent.children().find(|child| child != node)?;
                match other.kind() {
                    VARIABLE_EXPR => None,
                    _ => self.kind_of(file, &other, &[]),
                }
            }
            _ => None,
        }
    }

    /// The kind of an action's named parameter.
    pub(super) fn action_parameter_kind(
        &self,
        action: &str,
        name: &str,
        from: FileId,
    ) -> Option<Kind> {
        let action = self.global(Namespace::Action, action, from)?;
        let parameter = action_parameter(&action.node, name)?;
        let kind = super::signature::flat(&parameter.child(KIND_REF)?);
        self.globals().kind(&kind, self.package(action.file))
    }

    /// The expected kind of a template parameter or of its argument.
    pub(super) fn template_kind(&self, file: FileId, node: &Node) -> Option<String> {
        if node.kind() == TEMPLATE_PARAMETER {
            return Some(super::signature::flat(&node.child(KIND_REF)?));
        }
        let base = node.parent()?.child(NAME_REF)?.word()?;
        self.template_parameter_kind(&base, &node.word()?, file)
    }

    /// The kind of a template parameter.
    pub(super) fn template_parameter_kind(
        &self,
        template: &str,
        name: &str,
        from: FileId,
    ) -> Option<String> {
        let template = self.global(Namespace::Script, template, from)?;
        let names = self.script(&template);
        let parameters = names.layers.first()?.parameters();
        let (_, parameter) = parameters.iter().find(|(other, _)| other == name)?;
        Some(super::signature::flat(&parameter.child(KIND_REF)?))
    }

    /// The variables of a rule, define, hold, property or step, in order of appearance.
    pub(super) fn variables(&self, owner: &Located) -> Vec<VariableInfo> {
        let script = self.script_around(owner.file, &owner.node);
        self.variables_within(owner, script.as_deref(), DEPTH_MAX)
    }

    fn variables_within(
        &self,
        owner: &Located,
        script: Option<&ScriptNames>,
        depth: u8,
    ) -> Vec<VariableInfo> {
        let file = owner.file;
        let mut variables: Vec<VariableInfo> = vec![];
        let mut compared = vec![];
        let tokens = owner
            .node
            .descendants_with_tokens()
            .filter_map(NodeOrToken::into_token)
            .filter(|token| token.kind() == VARIABLE);
        for token in tokens {
            let Some(node) = token.parent() else { continue };
            let (wanted, binds) = match node.kind() {
                VARIABLE_EXPR => {
                    let wanted = self.wanted_within(file, &node, script, depth);
                    compared.extend(side_of_comparison(&node));
                    (wanted, binding_literal(&node))
                }
                TOGETHER => (Some(Kind::Character), None),
                CHOOSE if node.words().iter().any(|word| word == "nearest") => {
                    (Some(Kind::Thing), None)
                }
                CHOOSE => (None, None),
                _ => continue,
            };
            let name = normalise(token.text());
            let place = token_place(&token, file);
            let index = match variables.iter().position(|v| v.name == name) {
                Some(index) => index,
                None => {
                    variables.push(VariableInfo {
                        name,
                        first: place,
                        bound: None,
                        kind: None,
                    });
                    variables.len() - 1
                }
            };
            let variable = &mut variables[index];
            if variable.bound.is_none() {
                variable.bound = binds.map(|literal| (place, literal));
            }
            variable.kind = self.narrowed(variable.kind, wanted);
        }
        // A variable may be compared with another variable, whose kind is known by now.
        for (name, other) in compared {
            let kind = self.kind_of(file, &other, &variables);
            if let Some(variable) = variables.iter_mut().find(|v| v.name == name) {
                variable.kind = self.narrowed(variable.kind, kind);
            }
        }
        variables
    }

    fn narrowed(&self, known: Option<Kind>, wanted: Option<Kind>) -> Option<Kind> {
        match (known, wanted) {
            (Some(known), Some(wanted)) => {
                Some(kinds::meet(self.globals(), known, wanted).unwrap_or(known))
            }
            (known, wanted) => known.or(wanted),
        }
    }

    /// The kind of an expression, if it is known.
    pub(super) fn kind_of(
        &self,
        file: FileId,
        node: &Node,
        variables: &[VariableInfo],
    ) -> Option<Kind> {
        match node.kind() {
            CLOCK_EXPR => Some(Kind::Daytime),
            TEXT_EXPR => Some(Kind::Text),
            NUMBER_EXPR => Some(match node.token(IDENT) {
                Some(unit) if unit.text() != "m" => Kind::Duration,
                _ => Kind::Number,
            }),
            VARIABLE_EXPR => {
                let name = normalise(node.token(VARIABLE)?.text());
                variables.iter().find(|v| v.name == name)?.kind
            }
            PAREN_EXPR | NEGATIVE_EXPR => self.kind_of(file, &node.children().next()?, variables),
            CALL_EXPR => match callee(node)?.as_str() {
                "count" | "distance" | "sure" => Some(Kind::Number),
                "told_by" => Some(Kind::Character),
                "random" => {
                    let first = arguments_of(node).into_iter().next()?;
                    self.kind_of(file, &first, variables)
                }
                _ => None,
            },
            DOT_EXPR => {
                let name = callee(node)?;
                match name.as_str() {
                    ".me" => Some(self.kind_of_me(file, node)),
                    _ => engine_kind(&name).or_else(|| self.host_result(&name, file)),
                }
            }
            BINARY_EXPR => {
                let mut sides = node
                    .children()
                    .map(|side| self.kind_of(file, &side, variables));
                match (sides.next().flatten(), sides.next().flatten()) {
                    (Some(Kind::Time), Some(Kind::Time)) => Some(Kind::Duration),
                    (Some(kind @ (Kind::Time | Kind::Daytime)), _) => Some(kind),
                    (Some(Kind::Duration), _) | (_, Some(Kind::Duration)) => Some(Kind::Duration),
                    (left, right) => left.or(right),
                }
            }
            _ => None,
        }
    }

    /// The kind of `.me`: a character, or the only role there is.
    pub(super) fn kind_of_me(&self, file: FileId, node: &Node) -> Kind {
        let package = self.package(file);
        let owner = owner_of_variables(node);
        let roles = owner
            .and_then(|owner| owner.child(FOR_ROLES)?.child(NAMES))
            .map(|names| names.children().filter_map(|name| name.word()).collect());
        let roles: Vec<String> = match roles {
            Some(roles) => roles,
            None => {
                let script = self.script_around(file, node);
                let cast = script.map(|script| script.cast()).unwrap_or_default();
                cast.into_iter().map(|(role, _)| role).collect()
            }
        };
        let role: Option<RoleId> = match roles.as_slice() {
            [one] => self.globals().role(one, package),
            _ => None,
        };
        role.map_or(Kind::Character, Kind::CharacterIn)
    }

    /// Whether a value of one kind is allowed where the other is expected. Unknown kinds fit.
    pub(super) fn fits(&self, kind: Option<Kind>, wanted: Option<Kind>) -> bool {
        match (kind, wanted) {
            (Some(kind), Some(wanted)) => kinds::meet(self.globals(), kind, wanted).is_some(),
            _ => true,
        }
    }
}

/// The kind of an engine name that is a value, except `.me`.
pub(super) fn engine_kind(name: &str) -> Option<Kind> {
    match name {
        ".now" => Some(Kind::Time),
        ".clock" => Some(Kind::Daytime),
        ".second" | ".minute" | ".hour" => Some(Kind::Duration),
        _ => None,
    }
}

/// The node of an action's named parameter.
pub(super) fn action_parameter(action: &Node, name: &str) -> Option<Node> {
    action
        .child(NAMED_PARAMETERS)?
        .children_of(NAMED_PARAMETER)
        .find(|parameter| parameter.child(NAME).and_then(|n| n.word()).as_deref() == Some(name))
}

/// The arguments of a call or define.
pub(super) fn arguments_of(node: &Node) -> Vec<Node> {
    node.child(ARGUMENTS)
        .map(|list| list.children().collect())
        .unwrap_or_default()
}

/// If a variable is one side of a comparison: its name and the other side.
fn side_of_comparison(node: &Node) -> Option<(String, Node)> {
    let literal = node.parent().filter(|node| node.kind() == LITERAL)?;
    let other = literal.children().find(|child| child != node)?;
    Some((normalise(node.token(VARIABLE)?.text()), other))
}

/// The condition that binds a variable, if this is one: a fact, a define or `.any` without `not`,
/// or one side of `=`.
fn binding_literal(node: &Node) -> Option<Node> {
    let literal = node.ancestors().find(|node| node.kind() == LITERAL)?;
    // An entry of `set` looks like a literal, but binds nothing.
    let list = literal.parent()?.parent()?;
    if list.kind() == EFFECT {
        return None;
    }
    let compares = literal
        .tokens()
        .map(|token| token.kind())
        .find(|kind| is_comparison(*kind));
    let binds = match compares {
        Some(EQUAL) => node.parent().as_ref() == Some(&literal),
        Some(_) => false,
        None => {
            let atom = node.parent().and_then(|arguments| arguments.parent());
            atom.is_some_and(|atom| atom.parent().as_ref() == Some(&literal))
        }
    };
    (binds && literal.token(NOT_KW).is_none()).then_some(literal)
}
