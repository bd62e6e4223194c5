//! What a decider has done: an action, or a course with its arguments.

use crate::condition::{Lower, Mode, Scope, Signature, Vocabulary, Where};
use crate::context::Context;
use crate::declaration::script::rule::call;
use crate::names::Namespace;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{CourseId, Kind};
use townsfolk_module::Category;
use townsfolk_module::decide::Deed;

/// Lowers conditions and deeds of a decider. They stand in no scene, so the vocabulary is empty.
pub(crate) fn decider_lower<'c, 'g, 'v>(
    cx: &'c mut Context<'g>,
    nothing: &'v Vocabulary,
    site: String,
) -> Lower<'c, 'g, 'v> {
    let mut lower = Lower::new(cx, nothing, Scope::with_me(Kind::Character), site);
    lower.at = Where::Decider;
    lower
}

/// Lowers the call of an action or a course, with the named arguments of an action.
pub(crate) fn deed(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<Deed> {
    let before = std::mem::replace(&mut lower.at, Where::Effect);
    let deed = action_or_course(lower, node);
    lower.at = before;
    deed
}

fn action_or_course(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<Deed> {
    let mut calls = node.children();
    let call_node = calls.find(|n| matches!(n.kind(), CALL_EXPR | NAME_EXPR))?;
    let globals = lower.cx.globals;
    let named = call_node.child(NAME_REF).and_then(|name| name.word());
    let declared = named.and_then(|name| globals.find(Namespace::Action, &name, lower.cx.package));
    let Some(course) = declared.filter(|declared| declared.node == COURSE_DECL) else {
        let named: Vec<Node> = node.children_of(NAMED_ARGUMENT).collect();
        return call(lower, &call_node, &named).map(Deed::Act);
    };
    let id = CourseId(globals.id(Category::Course, &course.name));
    let parameters = &globals.module.course(id)?.parameters;
    let kinds = lower.host_kinds(course.place, parameters);
    let signature = Signature::new(&course.name, &kinds, course.place);
    let place = call_node.place(lower.cx.file);
    let arguments = lower.arguments(&call_node, place, &signature, Mode::Use, false)?;
    Some(Deed::Course(id, arguments))
}
