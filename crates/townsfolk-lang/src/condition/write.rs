//! `set .attribute(X) = value`: changes of attributes by rules and courses.

use super::{Lower, Mode};
use crate::declaration::attribute::lower::check_bounds;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Kind, Number, Value};
use townsfolk_module::trade::STOCK;
use townsfolk_module::{AttributeWrite, Expr, HostForm, SetBy, WriteValue};

impl Lower<'_, '_, '_> {
    /// Lowers one entry of a `set`, which is written like a literal.
    pub(crate) fn write(&mut self, node: &Node) -> Option<AttributeWrite> {
        let place = node.place(self.cx.file);
        let negated = node.token(NOT_KW).is_some();
        let mut sides = node.children();
        let attribute = sides.next()?;
        let value = sides.next();
        let equal = node.token(EQUAL).is_some();
        if attribute.kind() != DOT_EXPR || (value.is_some() && (!equal || negated)) {
            return self.cx.fail(not_a_write(place));
        }
        let dotted = attribute.token(DOT_NAME)?.text().to_string();
        let name = dotted.trim_start_matches('.');
        let globals = self.cx.globals;
        let Some((host, declaration)) = globals.host(name, self.cx.package) else {
            let problem = self.unknown_attribute(&dotted, attribute.place(self.cx.file));
            return self.cx.fail(problem);
        };
        let declared = globals.module.attribute(host.id);
        let taken = host.id == STOCK && !globals.goods.is_empty();
        if !taken && declared.is_none_or(|attribute| attribute.set_by == SetBy::Host) {
            let problem = set_by_host(&dotted, place, host.form, declaration);
            return self.cx.fail(problem);
        }
        let bounds = declared.and_then(|attribute| attribute.bounds);
        let arguments = self.host_arguments(&attribute, &dotted, host, declaration);
        let value = match (host.result, value) {
            (Some(kind), Some(value)) => {
                self.written_value(name, &value, (kind, declaration), bounds)?
            }
            (None, None) if !negated => WriteValue::Holds,
            (_, None) if negated => WriteValue::HoldsNot,
            (Some(_), None) => {
                let problem =
                    Code::WrongKind.at(place, format!("`{dotted}` has a value, and none is given"));
                return self.cx.fail(
                    problem
                        .label("which value?")
                        .related(declaration.place, "declared here")
                        .hint(format!("write `set {} = …`", attribute.text())),
                );
            }
            (None, _) => {
                let problem = Code::WrongKind.at(
                    place,
                    format!("`{dotted}` holds or does not: it has no value"),
                );
                return self.cx.fail(
                    problem
                        .label("a value")
                        .related(declaration.place, "declared here")
                        .hint(format!(
                            "write `set {0}` or `set not {0}`",
                            attribute.text()
                        )),
                );
            }
        };
        Some(AttributeWrite {
            name: host.id,
            arguments: arguments?,
            value,
        })
    }

    fn written_value(
        &mut self,
        name: &str,
        node: &Node,
        (kind, declaration): (Kind, &Declaration),
        bounds: Option<(Number, Number)>,
    ) -> Option<WriteValue> {
        let wanted = Some((kind, Some(declaration.place)));
        let typed = self.expression(node, wanted, Mode::Use, false)?;
        if let (Expr::Constant(Value::Number(value)), Some(bounds)) = (&typed.expr, bounds) {
            check_bounds(self.cx, name, *value, bounds, node.place(self.cx.file));
        }
        Some(WriteValue::Is(typed.expr))
    }

    /// The problem of an undeclared attribute, with those that can be set.
    fn unknown_attribute(&self, dotted: &str, place: Place) -> Diagnostic {
        let place = Place::new(place.file, place.start, place.start + dotted.len() as u32);
        let globals = self.cx.globals;
        let bare = dotted.trim_start_matches('.');
        let known: Vec<String> = globals
            .names
            .all(crate::names::Namespace::Host)
            .filter(|declaration| {
                let host = globals.host(&declaration.name, self.cx.package);
                let attribute = host.and_then(|(host, _)| globals.module.attribute(host.id));
                attribute.is_some_and(|attribute| attribute.set_by == SetBy::Content)
            })
            .map(|declaration| format!(".{}", declaration.name))
            .collect();
        let problem = Code::UnknownHostName
            .at(place, format!("there is no attribute `{dotted}`"))
            .label("not declared")
            .did_you_mean(place, dotted, known.iter().map(String::as_str));
        problem.or_hint(format!("declare it: `attribute {bare}(character): …`"))
    }
}

fn not_a_write(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "only an attribute can be set")
        .label("not an attribute that is given a value")
        .hint("write `set .name(X) = value`, `set .name(X)` or `set not .name(X)`")
}

fn set_by_host(
    dotted: &str,
    place: Place,
    form: HostForm,
    declaration: &Declaration,
) -> Diagnostic {
    let problem = Code::SetByHost
        .at(
            place,
            format!("`{dotted}` comes from the game, and cannot be set here"),
        )
        .label("set here")
        .related(declaration.place, "declared here as the game's")
        .consequence(
            "The game would know nothing of it, and would overwrite it with its own value.",
        );
    match form {
        HostForm::Property => problem.hint(format!(
            "declare it with `attribute {}` if rules and courses may set it",
            dotted.trim_start_matches('.')
        )),
        HostForm::Function | HostForm::Predicate => {
            problem.hint("a reading is looked up in the game: set an attribute instead")
        }
    }
}
