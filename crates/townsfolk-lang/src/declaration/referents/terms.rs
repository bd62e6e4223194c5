//! Names of a set of referents, and the terms that speak of them.

use crate::condition::Lower;
use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::SymbolId;
use townsfolk_module::Category;
use townsfolk_module::decide::inference::{
    About, Asks, PredicateIndex, ReferentIndex, SituationIndex, Term,
};

/// A predicate that some line declares.
pub(super) struct KnownPredicate {
    pub(super) name: String,
    pub(super) symbol: SymbolId,
    pub(super) unary: bool,
    pub(super) place: Place,
}

/// All names of a set of referents.
#[derive(Default)]
pub(super) struct InferenceNames {
    pub(super) referents: Vec<(String, SymbolId)>,
    pub(super) predicates: Vec<KnownPredicate>,
    pub(super) situations: Vec<(String, SymbolId)>,
}

impl InferenceNames {
    pub(super) fn predicate(&self, name: &str) -> Option<PredicateIndex> {
        let place = self
            .predicates
            .iter()
            .position(|known| known.name == name)?;
        u16::try_from(place).ok().map(PredicateIndex)
    }

    pub(super) fn referent(&self, name: &str) -> Option<ReferentIndex> {
        let place = self.referents.iter().position(|known| known.0 == name)?;
        u8::try_from(place).ok().map(ReferentIndex)
    }

    pub(super) fn situation(&self, name: &str) -> Option<SituationIndex> {
        let place = self.situations.iter().position(|known| known.0 == name)?;
        u8::try_from(place).ok().map(SituationIndex)
    }
}

/// The symbol of a name, which goes to the symbol file.
pub(super) fn symbol_of(cx: &mut Context<'_>, name: &str) -> SymbolId {
    let symbol = cx.globals.symbol(name);
    cx.used.push((Category::Symbol, symbol.0, name.to_string()));
    symbol
}

/// The call in a term: its name and its arguments.
pub(super) fn call_of(term: &Node) -> Option<(Node, Vec<Node>)> {
    let mut calls = term.children();
    let call = calls.find(|node| matches!(node.kind(), CALL_EXPR | NAME_EXPR))?;
    let arguments = Lower::argument_nodes(&call);
    Some((call, arguments))
}

/// One line, whose terms share one variable.
pub(super) struct LineTerms<'n, 'c, 'g> {
    pub(super) names: &'n InferenceNames,
    pub(super) cx: &'c mut Context<'g>,
    pub(super) variable: Option<(String, Place)>,
}

impl LineTerms<'_, '_, '_> {
    /// Lowers a list of terms. `None` if one of them is wrong.
    pub(super) fn terms(&mut self, list: &Node) -> Option<Vec<Term>> {
        let lowered: Vec<(Option<Term>, Place)> = list
            .children_of(TERM)
            .map(|term| {
                let place = term.place(self.cx.file);
                (self.term(&term), place)
            })
            .collect();
        self.check_contradictions(&lowered);
        lowered.into_iter().map(|(term, _)| term).collect()
    }

    pub(super) fn term(&mut self, node: &Node) -> Option<Term> {
        let (predicate, about) = self.atom(node)?;
        let (mut asks, mut denied, mut negated) = (Asks::Holds, false, false);
        for token in node.tokens() {
            match (token.kind(), token.text()) {
                (NOT_KW, _) => negated = true,
                (IDENT, "known") => {
                    (asks, denied, negated) = (Asks::Known, negated, false);
                }
                (IDENT, "unknown") => {
                    (asks, denied, negated) = (Asks::Unknown, negated, false);
                }
                _ => {}
            }
        }
        Some(Term {
            predicate,
            about,
            asks,
            negated,
            denied,
        })
    }

    /// The predicate of a term, and what it is about.
    pub(super) fn atom(&mut self, node: &Node) -> Option<(PredicateIndex, About)> {
        let (call, arguments) = call_of(node)?;
        let (name, place) = self.cx.reference(&call)?;
        let whole = call.place(self.cx.file);
        let about = match arguments.as_slice() {
            [] => About::Nothing,
            [argument] => self.about(argument)?,
            _ => {
                return self.cx.fail(
                    Code::InferenceMisuse
                        .at(whole, format!("`{name}` is asked of several referents at once"))
                        .label("one referent only")
                        .consequence("A predicate is one bit for each referent, so it cannot join two of them.")
                        .hint("sense what joins them, such as `sense at_post(X) when .at_post_of(.me, X)`"),
                );
            }
        };
        let Some(index) = self.names.predicate(&name) else {
            let problem = self.unknown(&name, place);
            return self.cx.fail(problem);
        };
        let known = self.names.predicates.get(index.place())?;
        if known.unary != (about != About::Nothing) {
            let (is, write) = match known.unary {
                true => ("about a referent", format!("{name}(X)")),
                false => ("about no referent", name.clone()),
            };
            return self.cx.fail(
                Code::WrongArguments
                    .at(whole, format!("`{name}` is {is}"))
                    .label(match known.unary {
                        true => "of which one?",
                        false => "nothing stands in brackets here",
                    })
                    .related(known.place, "first used here")
                    .hint(format!("write `{write}`")),
            );
        }
        Some((index, about))
    }

    fn unknown(&self, name: &str, place: Place) -> Diagnostic {
        let known = self
            .names
            .predicates
            .iter()
            .map(|known| known.name.as_str());
        Code::UnknownPredicate
            .at(place, format!("there is no predicate `{name}`"))
            .label("neither sensed, nor concluded, nor achieved")
            .did_you_mean(place, name, known)
            .or_hint(format!(
                "sense it with `sense {name}(X) …`, or conclude it with `{name}(X) if …`"
            ))
    }

    fn about(&mut self, argument: &Node) -> Option<About> {
        let place = argument.place(self.cx.file);
        match argument.kind() {
            ANYTHING_EXPR => Some(About::Any),
            VARIABLE_EXPR => {
                let name = tree::normalise(argument.token(VARIABLE)?.text());
                self.meet(&name, place)?;
                Some(About::Each)
            }
            NAME_EXPR => {
                let (name, place) = self.cx.reference(argument)?;
                match self.names.referent(&name) {
                    Some(referent) => Some(About::One(referent)),
                    None => {
                        let problem = unknown_referent(self.names, &name, place);
                        self.cx.fail(problem)
                    }
                }
            }
            _ => self.cx.fail(
                Code::InferenceMisuse
                    .at(place, "a predicate is asked of a referent")
                    .label("not a referent")
                    .hint("write `X`, `_` or the name of a referent"),
            ),
        }
    }

    /// Meets a variable: all of a line are the same.
    pub(super) fn meet(&mut self, name: &str, place: Place) -> Option<()> {
        let Some((first, first_place)) = &self.variable else {
            self.variable = Some((name.to_string(), place));
            return Some(());
        };
        if first == name {
            return Some(());
        }
        let problem = Code::InferenceMisuse
            .at(place, format!("`{name}` is a second variable"))
            .label("a line speaks of one referent at a time")
            .related(*first_place, "the first one")
            .consequence("Every line is worked out for each referent by itself, so two of them cannot be joined.")
            .fix(format!("did you mean `{first}`?"), place, first.clone())
            .hint("name one of the referents instead, or write `_` for any");
        self.cx.fail(problem)
    }

    /// A term and its opposite in one line can never hold together.
    fn check_contradictions(&mut self, terms: &[(Option<Term>, Place)]) {
        for (index, (term, place)) in terms.iter().enumerate() {
            let Some(term) = term else { continue };
            let earlier = terms.iter().take(index);
            let opposite = earlier
                .filter_map(|(other, place)| Some((other.as_ref()?, place)))
                .find(|(other, _)| excludes(term, other));
            if let Some((_, first)) = opposite {
                let known = self.names.predicates.get(term.predicate.place());
                let name = known.map_or("", |known| known.name.as_str());
                self.cx.problem(
                    Code::ContradictoryTerms
                        .at(*place, format!("`{name}` is required to be both true and false"))
                        .label("excludes the other")
                        .related(*first, "required here")
                        .consequence("Nothing is both at once, so this line never counts.")
                        .hint("remove one of the two, or make two lines of it: several rules with one head are alternatives"),
                );
            }
        }
    }
}

/// Whether two terms about the same bits can never be true together.
fn excludes(a: &Term, b: &Term) -> bool {
    if (a.predicate, a.about) != (b.predicate, b.about) || a.about == About::Any {
        return false;
    }
    let wants = |term: &Term| match (term.asks, term.denied) {
        (Asks::Unknown, false) => Some(None),
        (Asks::Holds | Asks::Known, false) => Some(Some(!term.negated)),
        _ => None,
    };
    matches!((wants(a), wants(b)), (Some(a), Some(b)) if a != b)
}

pub(super) fn unknown_referent(names: &InferenceNames, name: &str, place: Place) -> Diagnostic {
    let known = names.referents.iter().map(|(known, _)| known.as_str());
    Code::UnknownReferent
        .at(place, format!("there is no referent `{name}`"))
        .label("not in the list of this declaration")
        .did_you_mean(place, name, known)
        .or_hint(format!("add `{name}` to the names behind the colon"))
}
