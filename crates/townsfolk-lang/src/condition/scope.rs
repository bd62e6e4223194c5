//! Variables of a rule: where they get their value, of what kind they are, who uses them.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::near::{near_names, with_small_letter};
use crate::source::Place;
use std::collections::BTreeMap;
use townsfolk_core::{DefineId, Duration, FactId, Kind, StateId, VarId};
use townsfolk_module::{Expr, Literal, Visit};

/// How a variable that has no value yet may be met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// It gets its value here.
    Bind,
    /// It stays without a value and matches anything (under `not`, in a removal).
    Match,
    /// It must have a value.
    Use,
}

/// In what part of a script an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    Condition,
    Effect,
    Property,
    Test,
    /// A condition that is asked of given facts.
    Question,
    /// A condition of a decider, which stands in no scene.
    Decider,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) kind: Option<Kind>,
    /// Where its kind comes from: the declaration, if it has one.
    pub(crate) kind_from: Option<Place>,
    pub(crate) first: Place,
    /// Where it gets its value.
    pub(crate) bound: Option<Place>,
    /// Where it was met under `not` before it had a value.
    pub(crate) met_early: Option<Place>,
    pub(crate) uses: u32,
    /// Whether it only ever stands in removals.
    pub(crate) only_removed: bool,
    /// Another variable that `=` made the same before either had a value.
    alias: Option<usize>,
}

/// The variables of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    /// The kind of `.me`, where there is one.
    pub(crate) me: Option<Kind>,
    /// Whether some variable was used without a value: then it is not known which were meant.
    unsure: bool,
    /// Whether it is that of a course, where only parameters have values.
    of_course: bool,
}

/// What a script declares: facts, defines and states by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub(crate) facts: BTreeMap<String, FactInfo>,
    pub(crate) defines: BTreeMap<String, DefineInfo>,
    pub(crate) states: BTreeMap<String, StateId>,
}

#[derive(Clone, Debug)]
pub(crate) struct FactInfo {
    pub(crate) id: FactId,
    pub(crate) kinds: Vec<(Option<Kind>, Place)>,
    pub(crate) place: Place,
    pub(crate) claim: bool,
    pub(crate) told: bool,
    pub(crate) lifetime: Option<Duration>,
    /// Whether its declaration could not be read as a whole.
    pub(crate) unread: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct DefineInfo {
    pub(crate) id: DefineId,
    pub(crate) kinds: Vec<(Option<Kind>, Place)>,
    /// Which arguments the definition does not find by itself: they must have a value before.
    pub(crate) needs: Vec<bool>,
    /// Numbers of arguments of other clauses, which have been reported.
    pub(crate) reported: Vec<usize>,
    pub(crate) place: Place,
}

impl Scope {
    pub(crate) fn with_me(me: Kind) -> Scope {
        Scope {
            me: Some(me),
            ..Scope::default()
        }
    }

    /// The scope of a course.
    pub(crate) fn of_course(me: Kind) -> Scope {
        Scope {
            of_course: true,
            ..Scope::with_me(me)
        }
    }

    fn index(&mut self, name: &str, place: Place) -> usize {
        if let Some(index) = self.variables.iter().position(|v| v.name == name) {
            return index;
        }
        self.variables.push(Variable {
            name: name.to_string(),
            kind: None,
            kind_from: None,
            first: place,
            bound: None,
            met_early: None,
            uses: 0,
            only_removed: true,
            alias: None,
        });
        self.variables.len() - 1
    }

    pub(crate) fn is_bound(&self, name: &str) -> bool {
        self.variables
            .iter()
            .any(|v| v.name == name && v.bound.is_some())
    }

    /// A literal under `not` or in a count, with `_` for each variable that has no value and joins
    /// nothing: both stand for anything there.
    pub(crate) fn with_unbound_open(&self, mut literal: Literal) -> Literal {
        let mut met: BTreeMap<VarId, u32> = BTreeMap::new();
        literal.each_expr(&mut |expr| {
            if let Expr::Variable(id) = expr {
                *met.entry(*id).or_default() += 1;
            }
        });
        literal.change_exprs(&mut |expr| {
            if let Expr::Variable(id) = expr
                && met.get(id) == Some(&1)
                && let Some(variable) = self.variables.get(usize::from(id.0))
                && variable.bound.is_none()
                && variable.alias.is_none()
            {
                *expr = Expr::Anything;
            }
        });
        literal
    }

    /// Meets a variable: binds it, matches it, or demands its value. What is wanted helps to find
    /// what may have been meant.
    pub(crate) fn meet(
        &mut self,
        cx: &mut Context<'_>,
        (name, place): (&str, Place),
        (mode, in_removal): (Mode, bool),
        wanted: Option<Kind>,
    ) -> VarId {
        let index = self.index(name, place);
        let variable = &mut self.variables[index];
        variable.uses += 1;
        variable.only_removed &= in_removal;
        if variable.bound.is_none() {
            match mode {
                Mode::Bind => self.bind(index, place),
                Mode::Match if !in_removal => {
                    variable.met_early.get_or_insert(place);
                }
                Mode::Match => {}
                Mode::Use => {
                    let problem = self.unbound((name, place), wanted, cx);
                    cx.problem(problem);
                    // Reported once; from here on it counts as known.
                    self.variables[index].met_early = None;
                    self.bind(index, place);
                    self.unsure = true;
                }
            }
        }
        VarId(index.min(usize::from(u16::MAX)) as u16)
    }

    fn bind(&mut self, index: usize, place: Place) {
        let mut next = Some(index);
        while let Some(index) = next {
            let variable = &mut self.variables[index];
            if variable.bound.is_some() {
                break;
            }
            variable.bound = Some(place);
            next = variable.alias;
        }
    }

    /// `X = Y` while neither has a value: whichever is bound later binds the other.
    pub(crate) fn alias(&mut self, a: VarId, b: VarId, places: [Place; 2]) {
        let (a, b) = (usize::from(a.0), usize::from(b.0));
        if a != b && a < self.variables.len() && b < self.variables.len() {
            self.variables[a].alias = Some(b);
            self.variables[b].alias = Some(a);
            // Neither is asked for here, so neither is asked for too early.
            for index in [a, b] {
                let early = &mut self.variables[index].met_early;
                *early = early.filter(|early| !places.contains(early));
            }
        }
    }

    fn unbound(
        &self,
        (name, place): (&str, Place),
        wanted: Option<Kind>,
        cx: &Context<'_>,
    ) -> Diagnostic {
        let (whole, label, consequence) = match self.of_course {
            true => (
                "course",
                "not one of its parameters",
                "Only its parameters have values in a course, so there is nothing to put here.",
            ),
            false => (
                "rule",
                "nothing in `when` gives this a value",
                "Only what `when` has found can be used, so there is nothing to put here.",
            ),
        };
        let mut problem = Code::UnboundVariable
            .at(place, format!("`{name}` has no value in this {whole}"))
            .label(label);
        if let Some(variable) = self.closest_bound(name, wanted, cx) {
            let close = &variable.name;
            problem = problem
                .related(variable.first, "the closest name that has a value")
                .fix(format!("did you mean `{close}`?"), place, close);
        }
        problem = problem.consequence(consequence);
        let small = with_small_letter(name);
        let known = cx
            .globals
            .symbol_names
            .values()
            .any(|symbol| *symbol == small);
        if known && problem.hints.is_empty() {
            problem = problem.fix(
                format!("a name begins with a small letter: did you mean the symbol `{small}`?"),
                place,
                small,
            );
        }
        problem = problem.or_hint(match self.of_course {
            true => format!("add it to the parameters of the course: `{name}: …`"),
            false => format!("add a condition that finds `{name}` to `when`"),
        });
        problem
    }

    /// The variable with a fitting value whose name is closest to this one, if any is close.
    fn closest_bound(
        &self,
        name: &str,
        wanted: Option<Kind>,
        cx: &Context<'_>,
    ) -> Option<&Variable> {
        let fits = |variable: &&Variable| match (variable.kind, wanted) {
            (Some(kind), Some(wanted)) => kinds::meet(cx.globals, kind, wanted).is_some(),
            _ => true,
        };
        let bound = || self.variables.iter().filter(|v| v.bound.is_some());
        let names = bound().filter(fits).map(|v| v.name.as_str());
        let close = *near_names(name, names, 1).first()?;
        bound().find(|v| v.name == close)
    }

    /// Notes that a name which is written small may have meant this variable.
    pub(crate) fn may_be_meant(&mut self, capital: &str) {
        for variable in self.variables.iter_mut().filter(|v| v.name == capital) {
            variable.uses += 1;
        }
    }

    /// Narrows a variable to a kind, or reports that it cannot be both.
    pub(crate) fn narrow(
        &mut self,
        cx: &mut Context<'_>,
        variable: VarId,
        place: Place,
        (kind, declared): (Kind, Option<Place>),
    ) {
        let variable = &mut self.variables[usize::from(variable.0)];
        let Some(known) = variable.kind else {
            variable.kind = Some(kind);
            variable.kind_from = declared;
            return;
        };
        match kinds::meet(cx.globals, known, kind) {
            Some(both) => {
                if both != known {
                    variable.kind = Some(both);
                    variable.kind_from = declared;
                }
            }
            None => {
                let (is, needed) = (
                    kinds::called(cx.globals, known),
                    kinds::called(cx.globals, kind),
                );
                let name = &variable.name;
                let mut problem = Code::WrongKind
                    .at(
                        place,
                        format!("`{name}` is {is}, but {needed} is needed here"),
                    )
                    .label(format!("used as {needed}"));
                if variable.first != place {
                    problem = problem.related(variable.first, format!("found here as {is}"));
                }
                if let Some(declared) = declared {
                    problem = problem.related(declared, "declared here");
                }
                problem = problem.consequence("Nothing is both at once, so this can never match.");
                cx.problem(problem);
            }
        }
    }

    /// Problems of the variables as a whole, once everything has been seen.
    pub(crate) fn finish(&self, cx: &mut Context<'_>) {
        for variable in &self.variables {
            let name = &variable.name;
            if let (Some(early), Some(bound)) = (variable.met_early, variable.bound)
                && early.start < bound.start
                && early.file == bound.file
            {
                cx.problem(
                    Code::NotBeforeBound.at(early,
                        format!("`{name}` has no value yet when this `not` is looked at"),
                    )
                    .label("here it stands for anything at all")
                    .related(bound, "it gets its value only here")
                    .consequence("Conditions are looked at from left to right, so this asks that no such fact exists for anybody or anything.")
                    .hint(format!("move the condition that finds `{name}` before this one, or write `_`")),
                );
            } else if variable.uses == 1
                && !variable.only_removed
                && !name.starts_with('_')
                && !self.unsure
            {
                let others = self.variables.iter().filter(|v| v.name != *name);
                let near = near_names(name, others.map(|v| v.name.as_str()), 1);
                let mut problem = Code::SingleUseVariable
                    .at(variable.first, format!("`{name}` is used only once"))
                    .label("a variable joins two places, but there is no second one");
                if let Some(close) = near.first() {
                    problem =
                        problem.fix(format!("did you mean `{close}`?"), variable.first, *close);
                }
                problem = problem.fix("write `_` if it may be anything", variable.first, "_");
                cx.problem(problem);
            }
        }
    }
}
