//! Variables of a rule: where they get their value, their kinds, and their uses.

use crate::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::kinds;
use crate::near::{near_names, with_small_letter};
use crate::source::Place;
use std::collections::BTreeMap;
use townsfolk_core::{DefineId, Duration, FactId, Kind, StateId, VarId};
use townsfolk_module::{Expr, Literal, Visit};

/// How a variable without a value may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// It gets its value here.
    Bind,
    /// It stays without a value and matches anything (under `not`, in a removal).
    Match,
    /// It must have a value.
    Use,
}

/// The part of a script an expression belongs to.
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
    /// The declaration its kind comes from, if there is one.
    pub(crate) kind_from: Option<Place>,
    pub(crate) first: Place,
    /// The place where it gets its value.
    pub(crate) bound: Option<Place>,
    /// The place of its first use under `not` before it had a value.
    pub(crate) met_early: Option<Place>,
    pub(crate) uses: u32,
    /// Whether it is used only in removals.
    pub(crate) only_removed: bool,
    /// Another variable that `=` unified with it before either had a value.
    alias: Option<usize>,
}

/// The variables of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub(crate) variables: Vec<Variable>,
    /// The kind of `.me`, where there is one.
    pub(crate) me: Option<Kind>,
    /// Whether a variable was used without a value: then it is unknown which one was meant.
    unsure: bool,
    /// Whether the scope is that of a course, where only parameters have values.
    of_course: bool,
}

/// The facts, defines and states that a script declares, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// The first fact of each name by its name, and others by [`FactId::key`].
    facts: BTreeMap<String, FactInfo>,
    pub(crate) defines: BTreeMap<String, DefineInfo>,
    pub(crate) states: BTreeMap<String, StateId>,
}

impl Vocabulary {
    /// The fact with this name and number of arguments, or else the first one with this name.
    pub(crate) fn fact(&self, name: &str, arguments: usize) -> Option<&FactInfo> {
        let first = self.facts.get(name)?;
        match first.kinds.len() == arguments {
            true => Some(first),
            false => Some(self.other_fact(name, arguments).unwrap_or(first)),
        }
    }

    fn other_fact(&self, name: &str, arguments: usize) -> Option<&FactInfo> {
        self.facts.get(&FactId::key(name, arguments))
    }

    /// All facts, each with its name.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (&str, &FactInfo)> {
        let name = |key: &'_ str| key.find('/').unwrap_or(key.len());
        let facts = self.facts.iter();
        facts.map(move |(key, fact)| (&key[..name(key)], fact))
    }

    /// The facts with this name.
    pub(crate) fn facts_named(&self, name: &str) -> impl Iterator<Item = &FactInfo> {
        let facts = self.facts();
        let named = facts.filter(move |(other, _)| *other == name);
        named.map(|(_, fact)| fact)
    }

    pub(crate) fn has_fact(&self, name: &str) -> bool {
        self.facts.contains_key(name)
    }

    /// The text whose hash is the id of a fact that is declared next, or the fact that has this name
    /// and number of arguments already.
    pub(crate) fn next_fact(&self, name: &str, arguments: usize) -> Result<String, &FactInfo> {
        match self.fact(name, arguments) {
            None => Ok(name.to_string()),
            Some(known) if known.kinds.len() == arguments || known.unread => Err(known),
            Some(_) => Ok(FactId::key(name, arguments)),
        }
    }

    pub(crate) fn add_fact(&mut self, key: String, fact: FactInfo) {
        self.facts.insert(key, fact);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct FactInfo {
    pub(crate) id: FactId,
    pub(crate) kinds: Vec<(Option<Kind>, Place)>,
    pub(crate) place: Place,
    pub(crate) claim: bool,
    pub(crate) told: bool,
    pub(crate) lifetime: Option<Duration>,
    /// Whether its declaration is broken.
    pub(crate) unread: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct DefineInfo {
    pub(crate) id: DefineId,
    pub(crate) kinds: Vec<(Option<Kind>, Place)>,
    /// Which arguments the definition does not bind: they must have a value before.
    pub(crate) needs: Vec<bool>,
    /// Numbers of arguments of other clauses that have been reported.
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

    /// A literal under `not` or in a count, with `_` for each variable that has no value and occurs
    /// once: both stand for anything there.
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

    /// Uses a variable: binds it, matches it, or requires its value. The expected kind improves
    /// suggestions.
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
                    // Reported once; from here on it counts as bound.
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

    /// `X = Y` while neither has a value: the one bound first binds the other.
    pub(crate) fn alias(&mut self, a: VarId, b: VarId, places: [Place; 2]) {
        let (a, b) = (usize::from(a.0), usize::from(b.0));
        if a != b && a < self.variables.len() && b < self.variables.len() {
            self.variables[a].alias = Some(b);
            self.variables[b].alias = Some(a);
            // Neither is required here, so neither is required too early.
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

    /// The nearest name of a variable with a fitting value, if one is near.
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

    /// Records that a lower-case name may have meant this variable.
    pub(crate) fn may_be_meant(&mut self, capital: &str) {
        for variable in self.variables.iter_mut().filter(|v| v.name == capital) {
            variable.uses += 1;
        }
    }

    /// Narrows a variable to a kind, or reports that the kinds contradict.
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

    /// Reports problems of the variables as a whole, at the end.
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
