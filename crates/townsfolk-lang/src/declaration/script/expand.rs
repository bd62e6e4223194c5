//! Templates and bases: the parts of a script after all its bases are inserted.

use crate::context::{Argument, Arguments};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::Globals;
use crate::names::{Declaration, Namespace, PackageId};
use crate::near::near_names;
use crate::source::{FileId, Place};
use crate::syntax::tree::token_place;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A script assembled from its own text and that of its bases.
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) package: PackageId,
    pub(crate) cast: Vec<Part>,
    pub(crate) facts: Vec<Part>,
    pub(crate) defines: Vec<Part>,
    pub(crate) holds: Vec<Part>,
    pub(crate) rules: Vec<RulePart>,
    pub(crate) properties: Vec<Part>,
    pub(crate) tests: Vec<Part>,
    /// States in order of first appearance, each with the place of its first declaration.
    pub(crate) states: Vec<(String, Place)>,
    pub(crate) problems: Vec<Diagnostic>,
    /// The files the draft was made from.
    pub(crate) files: Vec<FileId>,
}

/// A piece of syntax and its origin.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) node: Node,
    pub(crate) origin: Rc<Origin>,
}

/// A rule with its state.
#[derive(Clone, Debug)]
pub(crate) struct RulePart {
    pub(crate) part: Part,
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) state: Option<String>,
}

/// The origin of pieces of syntax: a file and, in a template, its arguments.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) file: FileId,
    pub(crate) arguments: Arguments,
    /// The use of the outermost template.
    pub(crate) instance: Option<Place>,
}

/// Finds the node and file of a script by name.
pub(crate) type Scripts = BTreeMap<String, (Declaration, Node)>;

/// Maximum length of a chain of bases.
const BASES_MAX: usize = 16;

pub(crate) fn expand(
    globals: &Globals,
    scripts: &Scripts,
    declaration: &Declaration,
    node: &Node,
    outer_tests: &[OuterTest],
) -> Draft {
    let mut draft = Draft {
        name: declaration.name.clone(),
        place: declaration.place,
        package: declaration.package,
        cast: vec![],
        facts: vec![],
        defines: vec![],
        holds: vec![],
        rules: vec![],
        properties: vec![],
        tests: vec![],
        states: vec![],
        problems: vec![],
        files: vec![declaration.place.file],
    };
    // In a template that is checked by itself, each parameter stands for its default, or for a
    // placeholder of its kind.
    let file = declaration.place.file;
    let mut arguments = open_parameters(&mut draft, node, file);
    arguments.extend(defaults(node, file));
    let origin = Origin {
        file,
        arguments,
        instance: None,
    };
    let mut bases = vec![declaration.name.clone()];
    add_script(
        globals,
        scripts,
        &mut draft,
        node,
        &Rc::new(origin),
        &mut bases,
    );
    for test in outer_tests {
        let origin = Origin {
            file: test.file,
            arguments: Arguments::new(),
            instance: None,
        };
        draft.tests.push(Part {
            node: test.node.clone(),
            origin: Rc::new(origin),
        });
        draft.files.push(test.file);
    }
    draft
}

/// A test that stands outside its script.
pub(crate) struct OuterTest {
    pub(crate) file: FileId,
    pub(crate) node: Node,
}

/// Whether a template has a parameter without a default.
pub(crate) fn needs_arguments(node: &Node) -> bool {
    parameters(node)
        .iter()
        .any(|parameter| parameter_default(parameter).is_none())
}

/// The name of the base of a script.
pub(crate) fn base(node: &Node) -> Option<String> {
    node.child(BASED_ON)?.child(NAME_REF)?.word()
}

/// Whether a script has parameters that only a use can fill.
pub(crate) fn is_template(node: &Node) -> bool {
    node.token(TEMPLATE_KW).is_some()
}

fn add_script(
    globals: &Globals,
    scripts: &Scripts,
    draft: &mut Draft,
    node: &Node,
    origin: &Rc<Origin>,
    bases: &mut Vec<String>,
) {
    if let Some(based) = node.child(BASED_ON) {
        add_base(globals, scripts, draft, &based, origin, bases);
    }
    let own = bases.len() == 1;
    let inherited: Vec<String> = draft.rules.iter().map(|rule| rule.name.clone()).collect();
    for item in node.children() {
        let part = |node: Node| Part {
            node,
            origin: origin.clone(),
        };
        match item.kind() {
            CAST => {
                for line in item.children_of(CAST_LINE) {
                    replace_or_add_cast(draft, part(line));
                }
            }
            FACT_DECL => draft.facts.push(part(item)),
            DEFINE_DECL => draft.defines.push(part(item)),
            HOLD => draft.holds.push(part(item)),
            PROPERTY_DECL if own => draft.properties.push(part(item)),
            TEST_DECL if own && item.child(BASED_ON).is_none() => draft.tests.push(part(item)),
            RULE | DROP_RULE => add_rule(draft, part(item), None, &inherited),
            STATE => {
                let state = item.name(origin.file);
                if let Some((name, place)) = &state
                    && !draft.states.iter().any(|(other, _)| other == name)
                {
                    draft.states.push((name.clone(), *place));
                }
                let rules = item
                    .children()
                    .filter(|n| matches!(n.kind(), RULE | DROP_RULE));
                for rule in rules {
                    let state = state.as_ref().map(|(name, _)| name.clone());
                    add_rule(draft, part(rule), state, &inherited);
                }
            }
            _ => {}
        }
    }
}

fn add_base(
    globals: &Globals,
    scripts: &Scripts,
    draft: &mut Draft,
    based: &Node,
    origin: &Rc<Origin>,
    bases: &mut Vec<String>,
) {
    let Some((name, place)) = based.name(origin.file) else {
        return;
    };
    if bases.contains(&name) || bases.len() > BASES_MAX {
        draft.problems.push(
            Code::TemplateMisuse
                .at(place, format!("`{name}` is, in the end, based on itself"))
                .label("the circle goes through here")
                .hint("base one of them on something else"),
        );
        return;
    }
    let visible = globals
        .find(Namespace::Script, &name, draft.package)
        .is_some();
    let Some((declaration, node)) = scripts.get(&name).filter(|_| visible) else {
        draft.problems.push(globals.unknown(
            Code::UnknownScript,
            Namespace::Script,
            "script or template",
            (&name, place),
            draft.package,
            |other| !bases.contains(&other.name),
        ));
        return;
    };
    let file = declaration.place.file;
    if !draft.files.contains(&file) {
        draft.files.push(file);
    }
    let arguments = match_arguments(draft, based, origin, declaration, node);
    let instance = origin.instance.or(Some(place));
    bases.push(name);
    let base = Origin {
        file,
        arguments,
        instance,
    };
    add_script(globals, scripts, draft, node, &Rc::new(base), bases);
    bases.pop();
}

fn parameters(node: &Node) -> Vec<Node> {
    let list = node.child(TEMPLATE_PARAMETERS);
    list.map(|list| list.children_of(TEMPLATE_PARAMETER).collect())
        .unwrap_or_default()
}

fn parameter_name(parameter: &Node) -> Option<String> {
    parameter
        .tokens()
        .next()
        .map(|token| tree::normalise(token.text()))
}

fn parameter_default(parameter: &Node) -> Option<Node> {
    parameter.children().find(|node| node.kind() != KIND_REF)
}

fn defaults(node: &Node, file: FileId) -> Arguments {
    parameters(node)
        .iter()
        .filter_map(|parameter| {
            let node = parameter_default(parameter)?;
            Some((
                parameter_name(parameter)?,
                Some(Argument::Given { node, file }),
            ))
        })
        .collect()
}

/// The parameters of a template by their kinds. An unsupported kind is reported.
fn open_parameters(draft: &mut Draft, node: &Node, file: FileId) -> Arguments {
    let mut open = Arguments::new();
    for parameter in parameters(node) {
        let kind = parameter
            .child(KIND_REF)
            .map(|kind| kind.text().to_string());
        let (Some(name), Some(kind)) = (parameter_name(&parameter), kind) else {
            continue;
        };
        let kind = kind.trim().to_string();
        let argument = if PARAMETER_KINDS.contains(&kind.as_str()) {
            Some(Argument::Open(kind))
        } else {
            draft
                .problems
                .push(no_parameter_kind(&parameter, &kind, file));
            None
        };
        open.insert(name, argument);
    }
    open
}

/// The kinds that a template parameter can have.
const PARAMETER_KINDS: &[&str] = &[
    "role", "action", "symbol", "number", "duration", "daytime", "text",
];

fn no_parameter_kind(parameter: &Node, kind: &str, file: FileId) -> Diagnostic {
    Code::TemplateMisuse
        .at(
            parameter.place(file),
            format!("a template parameter cannot be `{kind}`"),
        )
        .label("not one of the possible kinds")
        .hint(
            "parameters are `role`, `action`, `symbol`, `number`, `duration`, `daytime` or `text`",
        )
}

/// The arguments of a use of a template, each checked against its parameter.
fn match_arguments(
    draft: &mut Draft,
    based: &Node,
    origin: &Origin,
    declaration: &Declaration,
    base: &Node,
) -> Arguments {
    let mut arguments = defaults(base, declaration.place.file);
    let parameters = parameters(base);
    let names: Vec<String> = parameters.iter().filter_map(parameter_name).collect();
    let mut given: Vec<String> = vec![];
    for node in based.children_of(TEMPLATE_ARGUMENT) {
        let Some(token) = node.tokens().next() else {
            continue;
        };
        let name = tree::normalise(token.text());
        let place = token_place(&token, origin.file);
        let Some(value) = node.children().next() else {
            continue;
        };
        let Some(index) = names.iter().position(|other| *other == name) else {
            draft.problems.push(
                Code::TemplateMisuse
                    .at(
                        place,
                        format!("`{}` has no parameter `{name}`", declaration.name),
                    )
                    .label("not one of its parameters")
                    .related(declaration.place, "declared here")
                    .did_you_mean(place, &name, names.iter().map(String::as_str)),
            );
            // A parameter that was probably meant does not count as missing.
            for meant in near_names(&name, names.iter().map(String::as_str), 3) {
                arguments.entry(meant.to_string()).or_insert(None);
            }
            continue;
        };
        if given.contains(&name) {
            draft.problems.push(
                Code::TemplateMisuse
                    .at(place, format!("`{name}` is given twice"))
                    .label("again here"),
            );
            continue;
        }
        if let Some(problem) = misfit(&parameters[index], &name, &value, origin, declaration) {
            draft.problems.push(problem);
            arguments.insert(name.clone(), None);
            given.push(name);
            continue;
        }
        given.push(name.clone());
        // An argument may itself be a parameter of the script that uses the template.
        let argument = match value.kind() {
            PARAMETER_EXPR => {
                let inner = value.text().to_string();
                origin.arguments.get(inner.trim_start_matches('$')).cloned()
            }
            _ => Some(Some(Argument::Given {
                node: value,
                file: origin.file,
            })),
        };
        arguments.extend(argument.map(|argument| (name, argument)));
    }
    for (name, parameter) in names.iter().zip(&parameters) {
        if !arguments.contains_key(name) {
            arguments.insert(name.clone(), None);
            draft.problems.push(
                Code::TemplateMisuse
                    .at(
                        based.place(origin.file),
                        format!("`{}` needs its parameter `{name}`", declaration.name),
                    )
                    .label("not given here")
                    .related(
                        parameter.place(declaration.place.file),
                        "declared here, without a default",
                    )
                    .hint(format!("write `{}({name} = …)`", declaration.name)),
            );
        }
    }
    arguments
}

/// The problem of an argument that does not fit its parameter.
fn misfit(
    parameter: &Node,
    name: &str,
    value: &Node,
    origin: &Origin,
    declaration: &Declaration,
) -> Option<Diagnostic> {
    let kind = parameter.child(KIND_REF)?.text().to_string();
    let fits: fn(&Node) -> bool = match kind.trim() {
        "role" | "action" | "symbol" => |node| node.kind() == NAME_EXPR,
        "number" => |node| is_number(node, &["m"], true),
        "duration" => |node| is_number(node, &["ms", "s", "min", "h"], false),
        "daytime" => |node| node.kind() == CLOCK_EXPR,
        "text" => |node| node.kind() == TEXT_EXPR,
        kind => {
            let file = declaration.place.file;
            return Some(no_parameter_kind(parameter, kind, file));
        }
    };
    if value.kind() == PARAMETER_EXPR || fits(value) {
        return None;
    }
    Some(
        Code::TemplateMisuse
            .at(
                value.place(origin.file),
                format!("`{name}` must be a {}", kind.trim()),
            )
            .label(format!("not a {}", kind.trim()))
            .related(parameter.place(declaration.place.file), "declared here"),
    )
}

fn is_number(node: &Node, units: &[&str], bare: bool) -> bool {
    node.kind() == NUMBER_EXPR
        && match node.token(IDENT) {
            Some(unit) => units.contains(&unit.text()),
            None => bare,
        }
}

fn replace_or_add_cast(draft: &mut Draft, part: Part) {
    let role = |part: &Part| {
        let name = part.node.child(NAME_REF)?.text().to_string();
        match name.strip_prefix('$') {
            Some(parameter) => {
                let argument = part.origin.arguments.get(parameter)?.as_ref()?;
                match argument {
                    Argument::Given { node, .. } => Some(node.text().to_string()),
                    Argument::Open(_) => Some(name),
                }
            }
            None => Some(name),
        }
    };
    let wanted = role(&part);
    // Within one origin a second line for a role is an error, found when the cast is lowered.
    let inherited = draft
        .cast
        .iter_mut()
        .find(|line| !Rc::ptr_eq(&line.origin, &part.origin) && role(line) == wanted);
    match inherited {
        Some(line) => *line = part,
        None => draft.cast.push(part),
    }
}

fn add_rule(draft: &mut Draft, part: Part, state: Option<String>, inherited: &[String]) {
    let Some((name, place)) = part.node.name(part.origin.file) else {
        return;
    };
    let at = draft.rules.iter().position(|rule| rule.name == name);
    let has = |kind: SyntaxKind| part.node.token(kind).is_some();
    if part.node.kind() == DROP_RULE || has(OVERRIDE_KW) {
        let Some(at) = at.filter(|_| inherited.contains(&name)) else {
            let verb = if has(OVERRIDE_KW) { "override" } else { "drop" };
            draft.problems.push(
                Code::NothingToOverride
                    .at(place, format!("there is no rule `{name}` to {verb}"))
                    .label("the base has no rule of this name")
                    .did_you_mean(place, &name, inherited.iter().map(String::as_str)),
            );
            return;
        };
        if has(OVERRIDE_KW) {
            let state = state.or_else(|| draft.rules[at].state.clone());
            draft.rules[at] = RulePart {
                part,
                name,
                place,
                state,
            };
        } else {
            draft.rules.remove(at);
        }
        return;
    }
    if let Some(at) = at {
        let first = &draft.rules[at];
        let mut problem = Code::DuplicateName
            .at(place, format!("there are two rules `{name}`"))
            .label("again here")
            .related(first.place, "first here");
        problem = if inherited.contains(&name) {
            problem.hint(format!(
                "write `override rule {name}` to replace the one of the base"
            ))
        } else {
            problem.hint("rename one of them: the name of a rule is the key of its chances")
        };
        draft.problems.push(problem);
        return;
    }
    let index = match part.node.child(PLACEMENT) {
        None => draft.rules.len(),
        Some(placement) => match placed(draft, &placement, part.origin.file) {
            Some(index) => index,
            None => return,
        },
    };
    draft.rules.insert(
        index,
        RulePart {
            part,
            name,
            place,
            state,
        },
    );
}

/// The index that `before x` or `after x` asks for.
fn placed(draft: &mut Draft, placement: &Node, file: FileId) -> Option<usize> {
    let (name, place) = placement.name(file)?;
    let Some(at) = draft.rules.iter().position(|rule| rule.name == name) else {
        let known: Vec<&str> = draft.rules.iter().map(|rule| rule.name.as_str()).collect();
        let problem = Code::UnknownRule
            .at(place, format!("there is no rule `{name}` before this one"))
            .label("not found")
            .did_you_mean(place, &name, known.iter().copied());
        draft.problems.push(problem);
        return None;
    };
    let before = placement
        .words()
        .first()
        .is_some_and(|word| word == "before");
    Some(if before { at } else { at + 1 })
}
