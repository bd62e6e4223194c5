//! The nodes of a layer: concepts, flags, tests, needs and actions.

use super::super::nodes::What;
use super::LayerLower;
use crate::declaration::need::lower::symbol;
use crate::declaration::{area, ladder_word};
use crate::diagnostic::Code;
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{ActionId, CourseId, HostId, PropId, PropKindId, Urgency};
use townsfolk_module::Category;
use townsfolk_module::mind::{Deed, Degree, Link, NodeKind, Selection, Test};

impl LayerLower<'_, '_, '_> {
    /// The nodes that a part declares.
    pub(super) fn node(&mut self, part: &Node) {
        match part.kind() {
            LAYER_NEEDS => {
                let names = part.child(NAMES);
                for name in names.iter().flat_map(|list| list.children_of(NAME_REF)) {
                    self.need(&name);
                }
            }
            CONCEPTS => {
                let names = part.child(NAMES);
                for name in names.iter().flat_map(|list| list.children_of(NAME)) {
                    if let Some(word) = name.word() {
                        let place = name.place(self.cx.file);
                        self.add(&word, What::Concept, place, NodeKind::Concept);
                    }
                }
            }
            FLAG_NODE => {
                let on = part.token(ON_KW).is_some();
                if let Some((name, place)) = part.name(self.cx.file) {
                    self.add(&name, What::Flag, place, NodeKind::Flag { on });
                }
            }
            TEST_NODE => {
                let test = self.test(part);
                if let (Some((name, place)), Some(test)) = (part.name(self.cx.file), test) {
                    self.add(&name, What::Test, place, NodeKind::Test(test));
                }
            }
            ACTION_NODE => {
                let deed = part.child(DEED).and_then(|deed| self.deed(&deed));
                if let (Some((name, place)), Some(deed)) = (part.name(self.cx.file), deed) {
                    let urgency = self.word_of(part, deed);
                    self.add(
                        &name,
                        What::Action,
                        place,
                        NodeKind::Action { deed, urgency },
                    );
                }
            }
            _ => {}
        }
    }

    /// The urgency with which an action is offered: the declared one, or the default.
    fn word_of(&mut self, part: &Node, deed: Deed) -> Urgency {
        let mut said = None;
        for option in part.children_of(FLAG) {
            if option.words().first().is_some_and(|word| word == "offered")
                && let Some((name, place)) = self.cx.reference(&option)
            {
                said = ladder_word(self.cx, &name, place);
            }
        }
        said.unwrap_or(match deed {
            Deed::Satisfy(..) => Urgency::Need,
            Deed::Mingle { .. } => Urgency::Wish,
            _ => Urgency::Duty,
        })
    }

    /// A need gives a need, a concept of the same name, and a link between them.
    fn need(&mut self, name: &Node) -> Option<()> {
        let (name, place) = self.cx.referred(name)?;
        let id = crate::declaration::need::lower::find(self.cx, &name, place)?;
        if self.layer.needs.iter().any(|need| need.id == id) {
            return None;
        }
        let sheet = self.needs.get(&name)?;
        self.layer.needs.push(sheet.need.clone());
        self.layer.events.extend(sheet.events.iter().copied());
        let from = self.add(&name, What::Need, place, NodeKind::Need(id));
        let to = self.add(&name, What::Concept, place, NodeKind::Concept);
        self.layer.links.push(Link::plain(from, to, Degree::ONE));
        self.link_places.push(place);
        Some(())
    }

    fn prop_kind(&mut self, name: &Node) -> Option<PropKindId> {
        let (name, place) = self.cx.referred(name)?;
        self.cx.prop_kind(&name, place)
    }

    fn test(&mut self, part: &Node) -> Option<Test> {
        let mut names = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
        if let Some(token) = part.token(DOT_NAME) {
            let place = token_place(&token, self.cx.file);
            let name = tree::normalise(token.text().trim_start_matches('.'));
            let found = (Code::UnknownHostName, Namespace::Host, "predicate");
            self.cx
                .declared(found.0, found.1, found.2, (&name, place))?;
            return Some(Test::Reading(HostId(
                self.cx.globals.id(Category::Host, &name),
            )));
        }
        let words = part.words();
        let has = |wanted: &str| words.iter().any(|word| word == wanted);
        if has("work") && part.child(NAME_REF).is_none() {
            return Some(Test::NotAtWork);
        }
        let first = names.next()?;
        Some(if has("waits") {
            let (slot, _) = self.cx.referred(&first)?;
            let slot = symbol(self.cx, &slot);
            Test::WaitsAt(self.prop_kind(&names.next()?)?, slot)
        } else if has("carries") {
            Test::Carries(self.prop_kind(&first)?)
        } else if has("free") {
            Test::FreeProp(self.prop_kind(&first)?)
        } else if has("present") {
            let (role, place) = self.cx.referred(&first)?;
            Test::Present(self.cx.role(&role, place)?)
        } else {
            let (area, place) = self.cx.referred(&first)?;
            Test::NotIn(area::lower::find(self.cx, &area, place)?)
        })
    }

    fn deed(&mut self, deed: &Node) -> Option<Deed> {
        let words = deed.words();
        let has = |wanted: &str| words.iter().any(|word| word == wanted);
        let mut names = deed.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
        let selection = if has("company") {
            Selection::ByCompany
        } else {
            Selection::Nearest
        };
        Some(match words.first()?.as_str() {
            "do" => {
                let (name, place) = self.cx.referred(&names.next()?)?;
                let found = (Code::UnknownAction, Namespace::Action, "action");
                let declared = self
                    .cx
                    .declared(found.0, found.1, found.2, (&name, place))?;
                if declared.node == COURSE_DECL {
                    return self.course(&name, place, declared.place);
                }
                Deed::Act(ActionId(self.cx.globals.id(Category::Action, &name)))
            }
            "satisfy" => {
                let (name, place) = self.cx.referred(&names.next()?)?;
                let need = crate::declaration::need::lower::find(self.cx, &name, place)?;
                self.check_felt(&name, place)?;
                Deed::Satisfy(need, selection)
            }
            "use" if has("my") => {
                let (name, _) = self.cx.referred(&names.next()?)?;
                let id = PropId(self.cx.globals.id(Category::Prop, &name));
                self.cx.used.push((Category::Prop, id.0, name));
                let (slot, _) = self.cx.referred(&names.next()?)?;
                Deed::UseProp(id, symbol(self.cx, &slot))
            }
            "use" => {
                let kind = self.prop_kind(&names.next()?)?;
                let (slot, _) = self.cx.referred(&names.next()?)?;
                Deed::UseKind(kind, symbol(self.cx, &slot), selection)
            }
            "take" => Deed::PickUp(self.prop_kind(&names.next()?)?, selection),
            "go" if has("work") => Deed::FollowSchedule,
            "go" => {
                let (name, place) = self.cx.referred(&names.next()?)?;
                Deed::GoTo(area::lower::find(self.cx, &name, place)?)
            }
            _ => Deed::Mingle {
                moves: !has("here"),
            },
        })
    }

    /// A course that a mind follows. It may have no parameters, since nothing supplies arguments.
    fn course(&mut self, name: &str, place: Place, declared: Place) -> Option<Deed> {
        let id = CourseId(self.cx.globals.id(Category::Course, name));
        let course = self.cx.globals.module.course(id)?;
        if !course.parameters.is_empty() {
            return self.cx.fail(
                Code::CourseMisuse
                    .at(
                        place,
                        format!("`{name}` has parameters, and a mind gives it no arguments"),
                    )
                    .label("a course with parameters")
                    .related(declared, "declared here")
                    .hint("let the mind follow a course without parameters"),
            );
        }
        Some(Deed::Follow(id))
    }

    /// Only a need that is felt can be satisfied.
    pub(super) fn check_felt(&mut self, name: &str, place: Place) -> Option<()> {
        if self.scope.find(self.cx, name, &[What::Need]).is_some() {
            return Some(());
        }
        let problem = Code::UnknownNeed
            .at(
                place,
                format!("neither this layer nor one below it has the need `{name}`"),
            )
            .label("nobody would feel it")
            .related(self.scope.own.place, "in this layer")
            .hint(format!("write `needs {name}` in the layer"));
        self.cx.fail(problem)
    }
}
