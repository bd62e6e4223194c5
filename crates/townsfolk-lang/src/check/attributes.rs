//! Attributes that nothing in the project sets or reads.

use crate::diagnostic::{Code, Diagnostic};
use crate::globals::Globals;
use crate::names::{Declaration, Namespace};
use std::collections::BTreeSet;
use townsfolk_core::{HostId, Pushed};
use townsfolk_module::decide::Deciders;
use townsfolk_module::knowledge::{Facet, FacetReading, FacetSeen, Share};
use townsfolk_module::mind::{Minds, NodeKind, Test};
use townsfolk_module::senses::Senses;
use townsfolk_module::{Attribute, Category, Course, Expr, Literal, Script, SetBy, Visit, Visited};

/// The attributes that a project sets and reads.
#[derive(Default)]
pub(crate) struct AttributeUse {
    set: BTreeSet<HostId>,
    read: BTreeSet<HostId>,
}

impl AttributeUse {
    pub(crate) fn of<'a>(
        scripts: impl Iterator<Item = &'a Script>,
        courses: impl Iterator<Item = &'a Course>,
        minds: &Minds,
        deciders: &Deciders,
    ) -> AttributeUse {
        let mut found = AttributeUse::default();
        let mut note = |part: Visited<'_>| match part {
            Visited::Literal(Literal::Host { name, .. })
            | Visited::Expr(Expr::Host { name, .. }) => {
                found.read.insert(*name);
            }
            Visited::Write(write) => {
                found.set.insert(write.name);
            }
            _ => {}
        };
        scripts.for_each(|script| script.visit(&mut note));
        courses.for_each(|course| course.visit(&mut note));
        deciders.visit(&mut note);
        let asked = deciders.planners.propositions.iter();
        found
            .read
            .extend(asked.map(|proposition| proposition.attribute));
        let paid = deciders.snippets.snippets.iter();
        let paid = paid.flat_map(|snippet| &snippet.costs);
        found.set.extend(paid.map(|(name, _)| *name));
        for node in minds.layers.iter().flat_map(|layer| &layer.nodes) {
            if let NodeKind::Test(Test::Reading(name)) = node.kind {
                found.read.insert(name);
            }
        }
        found
    }

    /// Adds what senses and skills read and set.
    pub(crate) fn with_senses(
        mut self,
        senses: &Senses,
        (read, set): (Vec<HostId>, Vec<HostId>),
    ) -> AttributeUse {
        let mut note = |part: Visited<'_>| {
            if let Visited::Literal(Literal::Host { name, .. })
            | Visited::Expr(Expr::Host { name, .. }) = part
            {
                self.read.insert(*name);
            }
        };
        senses.visit(&mut note);
        self.read.extend(read);
        self.set.extend(set);
        self
    }

    /// Adds attributes that are set in another way: people have them from the start.
    pub(crate) fn with_set(mut self, names: impl Iterator<Item = HostId>) -> AttributeUse {
        self.set.extend(names);
        self
    }

    /// Reports attributes that content sets and nothing reads, and the reverse.
    pub(crate) fn check(&self, globals: &Globals) -> Vec<Diagnostic> {
        let mut problems = vec![];
        for declaration in globals.names.all(Namespace::Host) {
            let (name, place) = (&declaration.name, declaration.place);
            let id = HostId(globals.id(Category::Host, name));
            let attribute = globals.module.attribute(id);
            if attribute.is_none_or(|attribute| attribute.set_by == SetBy::Host) {
                continue;
            }
            if let Some(facet) = globals.module.knowledge.facet(id) {
                problems.extend(self.check_facet(facet, attribute, declaration));
                continue;
            }
            if !self.set.contains(&id) {
                problems.push(
                    Code::AttributeNeverSet.at(place,
                        format!("nothing sets the attribute `{name}`"),
                    )
                    .label("no rule and no course sets it")
                    .consequence("It always stays as it is in the beginning.")
                    .hint(format!(
                        "write `set .{name}` where it changes, or `set by host` if the game sets it"
                    )),
                );
            } else if !self.read.contains(&id) {
                problems.push(
                    Code::AttributeNeverRead
                        .at(
                            place,
                            format!("nothing but the game can read the attribute `{name}`"),
                        )
                        .label("no condition asks for it")
                        .hint(format!(
                            "ask for it with `.{name}`, or leave it if it is meant for the game"
                        )),
                );
            }
        }
        problems
    }

    /// Reports a facet that conditions ask for, and of which no belief or no value can be there.
    fn check_facet(
        &self,
        facet: &Facet,
        attribute: Option<&Attribute>,
        declaration: &Declaration,
    ) -> Vec<Diagnostic> {
        let asked = FacetReading::ALL.map(|reading| self.read.contains(&reading.of(facet.id)));
        if !asked.contains(&true) {
            return vec![];
        }
        let (name, place) = (&declaration.name, declaration.place);
        let mut problems = vec![];
        let none = |share: Share| share == Share::ZERO;
        if facet.seen == FacetSeen::Never && none(facet.told) && none(facet.implanted) {
            problems.push(
                Code::BeliefNeverForms
                    .at(
                        place,
                        format!("nobody can come to believe anything of `{name}`"),
                    )
                    .label("neither seen, nor told, nor known from the start")
                    .consequence("A condition asks for beliefs that are never there.")
                    .hint("write `seen always`, `told 0.1` or `implanted 0.5` below it"),
            );
        }
        let valued = attribute.is_some_and(|attribute| attribute.default != Pushed::HoldsNot);
        if !valued && !self.set.contains(&facet.id) {
            problems.push(
                Code::FacetWithoutValues
                    .at(
                        place,
                        format!("nobody has a value of `{name}` from the start"),
                    )
                    .label("no person has it, and nothing sets it")
                    .consequence("Beliefs about it come only once the game gives it a value.")
                    .hint(format!("write `has .{name} = …` below a person")),
            );
        }
        problems
    }
}
