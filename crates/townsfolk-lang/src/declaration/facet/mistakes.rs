//! What the values of a facet are mistaken for.

use crate::condition::{named, plain_number, symbol_of_set};
use crate::context::Context;
use crate::declaration::measure::{numbers_of, share};
use crate::declaration::said_twice;
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{Kind, Number, Value};
use townsfolk_module::SymbolSet;
use townsfolk_module::knowledge::{FacetForm, Mistakes, Share};

/// The values that a facet can have.
pub(super) struct Values<'v> {
    pub(super) name: &'v str,
    pub(super) form: FacetForm,
    pub(super) kind: Option<Kind>,
    /// The symbols that the facet itself declares.
    pub(super) own: Option<&'v (SymbolSet, Vec<String>)>,
}

impl Values<'_> {
    /// The value that a node names, unless the same name stands twice in a list.
    pub(super) fn named(
        &self,
        node: &Node,
        list: &mut Vec<(String, Place)>,
        cx: &mut Context<'_>,
    ) -> Option<Value> {
        let (name, place) = cx.reference(node)?;
        if said_twice(cx, list, &name, place) {
            return None;
        }
        self.value(&name, place, cx)
    }

    fn value(&self, name: &str, place: Place, cx: &mut Context<'_>) -> Option<Value> {
        if !matches!(self.form, FacetForm::Symbol | FacetForm::Place) {
            return cx.fail(
                Code::WrongKind
                    .at(place, format!("`{}` has no values with names", self.name))
                    .label("only symbols and areas can be listed")
                    .hint("leave the line out"),
            );
        }
        match self.own {
            Some((set, names)) => symbol_of_set(cx, (name, place), self.name, &set.members, names),
            None => named(cx, name, place, self.kind),
        }
    }
}

/// Lines about mistakes, as far as they are read.
#[derive(Default)]
pub(super) struct MistakesDraft {
    rows: Vec<(Value, Vec<(Value, Share)>)>,
    named: Vec<(String, Place)>,
    whole: Option<(Mistakes, Place)>,
    /// Whether any line stands there, even a broken one.
    any: bool,
}

impl MistakesDraft {
    pub(super) fn read(&mut self, part: &Node, values: &Values<'_>, cx: &mut Context<'_>) {
        let place = part.place(cx.file);
        let row = part.child(NAME_REF).is_some();
        let other_kind = match row {
            true => self.whole.as_ref().map(|(_, place)| *place),
            false => self.named.first().map(|(_, place)| *place),
        };
        let repeated = self.whole.as_ref().map(|(_, place)| *place);
        self.any = true;
        if let Some(first) = other_kind.or(repeated) {
            cx.problem(
                Code::DuplicatePart
                    .at(place, "what a value is mistaken for is said in two ways")
                    .label("again here")
                    .related(first, "first said here")
                    .hint("keep either lines with values or the one line for all of them"),
            );
        } else if row {
            self.row(part, values, cx);
        } else {
            let whole = self.for_all(part, values, cx);
            self.whole = whole.map(|whole| (whole, place));
        }
    }

    /// `black: brown 80%, red 5%`.
    fn row(&mut self, part: &Node, values: &Values<'_>, cx: &mut Context<'_>) {
        let Some(value) = values.named(part, &mut self.named, cx) else {
            return;
        };
        let mut others: Vec<(Value, Share)> = vec![];
        let mut listed: Vec<(String, Place)> = vec![];
        for weight in part.children_of(FACET_SHARE) {
            let other = values.named(&weight, &mut listed, cx);
            let number = numbers_of(&weight).next();
            let weighed = number.and_then(|n| share(cx, &n, "a share", Share::ONE));
            let (Some(other), Some((weighed, _))) = (other, weighed) else {
                continue;
            };
            if other == value {
                let place = weight.place(cx.file);
                let text = weight.child(NAME_REF).and_then(|name| name.word());
                let text = text.unwrap_or_default();
                cx.problem(
                    Code::MistakenForItself
                        .at(place, format!("`{text}` is mistaken for itself"))
                        .label("the same value")
                        .consequence("A mistake that changes nothing is none.")
                        .hint("remove it, or write another value"),
                );
                continue;
            }
            others.push((other, weighed));
        }
        let total: u64 = others.iter().map(|(_, share)| u64::from(share.0)).sum();
        if total > u64::from(Share::ONE.0) {
            cx.problem(
                Code::SharesMisfit
                    .at(
                        part.place(cx.file),
                        format!("the shares add up to {}", percent(total)),
                    )
                    .label("more than the whole")
                    .hint("make them add up to 100% or less"),
            );
        }
        if total > 0 {
            self.rows.push((value, others));
        }
    }

    fn for_all(&self, part: &Node, values: &Values<'_>, cx: &mut Context<'_>) -> Option<Mistakes> {
        let words = part.words();
        let says = |wanted: &str| words.iter().any(|word| word == wanted);
        let (mistakes, fits, what) = if says("never") {
            return Some(Mistakes::Never);
        } else if says("another") {
            return Some(Mistakes::Another);
        } else if says("similar") {
            (Mistakes::SimilarName, FacetForm::Symbol, "a symbol")
        } else if says("related") {
            (Mistakes::RelatedPlace, FacetForm::Place, "an area")
        } else {
            let far = plain_number(cx, &numbers_of(part).next()?)?;
            let far = u32::try_from(far).unwrap_or(u32::MAX);
            (Mistakes::Near(far), FacetForm::Number, "a number")
        };
        if values.form == fits {
            return Some(mistakes);
        }
        let name = values.name;
        cx.fail(
            Code::WrongKind
                .at(part.place(cx.file), format!("`{name}` is not {what}"))
                .label(format!("only {what} can be mistaken like this"))
                .hint("write `mistaken for another` or `mistaken never`"),
        )
    }

    /// All mistakes. A facet of symbols that fades must say what they are mistaken for.
    pub(super) fn finish(
        mut self,
        (fades, place): (Share, Place),
        values: &Values<'_>,
        cx: &mut Context<'_>,
    ) -> Mistakes {
        if !self.any && fades > Share::ZERO && values.form == FacetForm::Symbol {
            let name = values.name;
            cx.problem(
                Code::FacetWithoutMistakes
                    .at(place, format!("`{name}` fades, and nothing says what it is mistaken for"))
                    .label("no line says `mistaken`")
                    .consequence("Its values can only be forgotten.")
                    .hint("write `mistaken for another` below it, or `mistaken never` if that is meant"),
            );
        }
        if let Some((whole, _)) = self.whole {
            return whole;
        }
        if self.rows.is_empty() {
            return Mistakes::Never;
        }
        self.rows.sort_by_key(|(value, _)| *value);
        Mistakes::Graph(self.rows)
    }
}

/// Millionths as a percentage.
pub(super) fn percent(millionths: u64) -> String {
    let thousandths = i64::try_from(millionths / 10).unwrap_or(i64::MAX);
    format!("{}%", Number(thousandths))
}
