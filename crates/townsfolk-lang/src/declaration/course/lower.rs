//! From a course's syntax to its compiled form.

use super::check;
use crate::condition::{Lower, Mode, Scope, Vocabulary, Where};
use crate::context::Context;
use crate::declaration::Item;
use crate::declaration::script::rule::call;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::Globals;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::BTreeMap;
use townsfolk_core::{CourseId, Kind, TextId};
use townsfolk_module::{AttributeWrite, Call, Category, Course, CourseStep, OnFailure};

/// A lowered course, with its problems.
#[derive(Debug)]
pub(crate) struct LoweredCourse {
    pub(crate) course: Course,
    pub(crate) problems: Vec<Diagnostic>,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) texts: Vec<(TextId, String)>,
}

/// A branch of a course: the main one, a named one, or the fallback.
pub(super) struct Branch {
    pub(super) kind: BranchKind,
    /// Where it begins.
    pub(super) place: Place,
    pub(super) steps: Vec<Node>,
}

/// The kind of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BranchKind {
    Main,
    Named(String),
    Fallback,
}

/// A course's signature: its name and parameters. Minds and other declarations are checked against it.
pub(crate) fn signature(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let parameters: Option<Vec<Kind>> = parameters(node)
        .iter()
        .map(|parameter| cx.kind(&parameter.child(KIND_REF)?))
        .collect();
    let parameters = parameters?;
    let places = self::parameters(node);
    let places = places.iter().map(|node| node.place(cx.file)).collect();
    let course = Course {
        id: CourseId(cx.globals.id(Category::Course, name)),
        variables: parameters.len() as u16,
        parameters,
        steps: vec![],
        fallback: None,
        resumes: node.child(RESUMES).is_some(),
    };
    Some(Item::Course(course, places))
}

pub(crate) fn parameters(node: &Node) -> Vec<Node> {
    let list = node.child(COURSE_PARAMETERS);
    list.iter()
        .flat_map(|list| list.children_of(COURSE_PARAMETER))
        .collect()
}

/// Lowers a course whose signature is known. `None` if the signature is broken.
pub(crate) fn lower(
    globals: &Globals,
    declaration: &Declaration,
    node: &Node,
) -> Option<LoweredCourse> {
    let id = CourseId(globals.id(Category::Course, &declaration.name));
    let mut course = globals.module.course(id)?.clone();
    let mut cx = Context::new(globals, declaration.place.file, declaration.package);
    let branches = branches(node, declaration, &mut cx);
    check::check(&branches, declaration, &mut cx);
    let starts = starts(&branches);
    let vocabulary = Vocabulary::default();
    let scope = Scope::of_course(Kind::Character);
    let site = format!("course {}", declaration.name);
    let mut lower = Lower::new(&mut cx, &vocabulary, scope, site);
    lower.at = Where::Effect;
    declare_parameters(&mut lower, node, &course.parameters);
    for branch in &branches {
        let first = course.steps.len();
        for step in &branch.steps {
            course.steps.push(self::step(&mut lower, step, &starts));
        }
        match (&branch.kind, course.steps.get_mut(first)) {
            (BranchKind::Named(name), Some(step)) => {
                let symbol = lower.cx.globals.symbol(name);
                let used = (Category::Symbol, symbol.0, name.clone());
                lower.cx.used.push(used);
                step.name = Some(symbol);
            }
            (BranchKind::Fallback, Some(_)) => course.fallback = Some(first as u16),
            _ => {}
        }
        if let Some(last) = course.steps.last_mut() {
            last.ends = true;
        }
    }
    let scope = lower.scope;
    scope.finish(&mut cx);
    course.variables = scope.variables.len() as u16;
    Some(LoweredCourse {
        course,
        problems: cx.problems,
        used: cx.used,
        texts: cx.texts,
    })
}

/// Gives the parameters of a course or a tree their variables.
pub(crate) fn declare_parameters(lower: &mut Lower<'_, '_, '_>, node: &Node, kinds: &[Kind]) {
    let mut seen: Vec<String> = vec![];
    for (parameter, kind) in parameters(node).iter().zip(kinds) {
        let Some(variable) = parameter.child(VARIABLE_EXPR) else {
            continue;
        };
        let place = variable.place(lower.cx.file);
        let name = variable.word().unwrap_or_default();
        if seen.contains(&name) {
            lower.cx.problem(
                Code::DuplicateName
                    .at(place, format!("`{name}` is declared twice"))
                    .label("declared again here"),
            );
        }
        let id = lower
            .scope
            .meet(lower.cx, (&name, place), (Mode::Bind, false), Some(*kind));
        lower
            .scope
            .narrow(lower.cx, id, place, (*kind, Some(place)));
        seen.push(name);
    }
}

/// The branches of a course, the main one first and the fallback last.
fn branches(node: &Node, declaration: &Declaration, cx: &mut Context<'_>) -> Vec<Branch> {
    let mut branches = vec![Branch {
        kind: BranchKind::Main,
        place: declaration.place,
        steps: node.children_of(COURSE_STEP).collect(),
    }];
    for part in node.children_of(COURSE_BRANCH) {
        let (kind, place) = match part.name(cx.file) {
            Some((name, place)) => (BranchKind::Named(name), place),
            // A branch without a name has been reported.
            None if !part.words().iter().any(|word| word == "otherwise") => continue,
            None => (BranchKind::Fallback, part.place(cx.file)),
        };
        if let Some(first) = branches.iter().find(|other| other.kind == kind) {
            let what = match &kind {
                BranchKind::Named(name) => format!("there are two branches `{name}`"),
                _ => "this course has `otherwise` twice".to_string(),
            };
            cx.problem(
                Code::DuplicatePart
                    .at(place, what)
                    .label("again here")
                    .related(first.place, "first here"),
            );
            continue;
        }
        branches.push(Branch {
            kind,
            place,
            steps: part.children_of(COURSE_STEP).collect(),
        });
    }
    branches.sort_by_key(|branch| branch.kind == BranchKind::Fallback);
    branches
}

/// The index of the first step of each named branch.
fn starts(branches: &[Branch]) -> BTreeMap<String, u16> {
    let mut starts = BTreeMap::new();
    let mut index = 0;
    for branch in branches {
        if let BranchKind::Named(name) = &branch.kind {
            starts.insert(name.clone(), index);
        }
        index += branch.steps.len() as u16;
    }
    starts
}

fn step(lower: &mut Lower<'_, '_, '_>, node: &Node, starts: &BTreeMap<String, u16>) -> CourseStep {
    let actions: Vec<Call> = node
        .children_of(DO)
        .filter_map(|action| {
            let named: Vec<Node> = action.children_of(NAMED_ARGUMENT).collect();
            let mut calls = action.children();
            let call_node = calls.find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
            call(lower, &call_node, &named)
        })
        .collect();
    let set: Vec<AttributeWrite> = node
        .children_of(EFFECT)
        .filter_map(|effect| effect.child(LITERALS))
        .flat_map(|list| list.children_of(LITERAL).collect::<Vec<_>>())
        .filter_map(|write| lower.write(&write))
        .collect();
    CourseStep {
        actions,
        set,
        on_failure: on_failure(lower.cx, node, starts),
        ..CourseStep::default()
    }
}

fn on_failure(cx: &mut Context<'_>, step: &Node, starts: &BTreeMap<String, u16>) -> OnFailure {
    let Some(part) = step.child(ON_FAILURE) else {
        return OnFailure::Fallback;
    };
    let Some(goto) = part.child(GOTO) else {
        return OnFailure::GoOn;
    };
    let Some((name, place)) = cx.reference(&goto) else {
        return OnFailure::Fallback;
    };
    match starts.get(&name) {
        Some(index) => OnFailure::GoTo(*index),
        None => {
            let known = starts.keys().map(String::as_str);
            let problem = Code::UnknownBranch
                .at(place, format!("there is no branch `{name}` in this course"))
                .label("not declared")
                .did_you_mean(place, &name, known);
            cx.problem(problem.or_hint(format!(
                "add it: `branch {name}`, and the steps that follow a failure"
            )));
            OnFailure::Fallback
        }
    }
}
