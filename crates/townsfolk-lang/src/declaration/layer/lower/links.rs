//! The connections between nodes of a layer: links, controls, thresholds, inhibition.

use super::super::nodes::{Found, What};
use super::{BLOCKED, LayerLower, SOURCES, TARGETS, THRESHOLD, kind_word};
use crate::declaration::measure::{HEDGES, LEVEL, degree, numbers_of};
use crate::diagnostic::Code;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::NodeId;
use townsfolk_module::mind::{Control, Degree, Inhibition, Link, Sources, ThresholdChange, When};

impl LayerLower<'_, '_, '_> {
    /// Links, controls, thresholds and inhibition: the parts that need all nodes.
    pub(super) fn wiring(&mut self, part: &Node) {
        match part.kind() {
            ACTION_NODE => {
                let action = part.name(self.cx.file);
                for option in part.children_of(FLAG) {
                    if let Some((action, _)) = &action {
                        self.control(action, &option);
                    }
                }
            }
            LINK => self.link(part),
            IGNORES => {
                self.ignores(part);
            }
            INHIBITION => self.inhibition(part),
            _ => {}
        }
    }

    fn inhibition(&mut self, part: &Node) {
        let place = part.place(self.cx.file);
        if let Some(first) = self.seen.insert("inhibited by needs", place) {
            self.cx.problem(
                Code::DuplicatePart
                    .at(place, "`inhibited by needs` is said twice")
                    .label("again here")
                    .related(first, "first said here"),
            );
            return;
        }
        let number = numbers_of(part).next();
        let weight = number.and_then(|n| degree(self.cx, &n, "the strength of inhibition", LEVEL));
        if let Some(weight) = weight {
            self.layer.inhibition = Inhibition {
                weight: Degree(-weight.0),
                gated: part.token(ALWAYS_KW).is_none(),
            };
        }
    }

    fn control(&mut self, action: &str, option: &Node) -> Option<()> {
        let words = option.words();
        let node = option.child(NODE_REF)?;
        let action = self.scope.own.id(self.cx, What::Action, action);
        let wanted = if words.first()? == "at" {
            What::Test
        } else {
            What::Flag
        };
        let (name, place) = self.cx.reference(&node)?;
        let Some(found) = self.scope.find(self.cx, &name, &[wanted]) else {
            let other = self.scope.find(self.cx, &name, TARGETS);
            let problem = match other {
                Some(other) => {
                    let mut problem = Code::BadLink
                        .at(
                            place,
                            format!(
                                "`{name}` is a {}, not a {}",
                                other.what.word(),
                                wanted.word()
                            ),
                        )
                        .label(format!("a {} is needed here", wanted.word()));
                    if let Some(declared) = self.scope.place(&name, other.what) {
                        problem = problem.related(declared, "declared here");
                    }
                    let hint = match wanted {
                        What::Flag => format!("declare a flag: `flag {name}_on`"),
                        _ => "name the test whose prop is to be used".to_string(),
                    };
                    problem.hint(hint)
                }
                None => self.scope.unknown(&name, place, &[wanted]),
            };
            return self.cx.fail(problem);
        };
        let control = if wanted == What::Test {
            Control::Uses {
                action,
                test: found.id,
            }
        } else {
            Control::Sets {
                action,
                when: if words.first()? == "begun" {
                    When::Begun
                } else {
                    When::Done
                },
                flag: found.id,
                on: words.iter().any(|word| word == "sets"),
                keeps_prop: option.token(PROP_KW).is_some(),
            }
        };
        self.layer.controls.push(control);
        Some(())
    }

    fn link(&mut self, part: &Node) {
        let place = part.place(self.cx.file);
        let lists: Vec<Node> = part.children_of(NAMES).collect();
        let words = part.words();
        let [sources, targets] = lists.as_slice() else {
            return;
        };
        let inhibits = words.iter().any(|word| word.starts_with("inhibit"));
        let weight = self.weight(part);
        let threshold = numbers_of(part).next();
        let threshold = match threshold {
            Some(number) => degree(self.cx, &number, "a threshold", THRESHOLD),
            None => Some(Degree::ZERO),
        };
        let together = words.iter().any(|word| word == "of");
        let any = words.first().is_some_and(|word| word == "any");
        let refs = |list: &Node| list.children_of(NODE_REF).collect::<Vec<_>>();
        let mut from = vec![];
        let mut broken = false;
        for source in refs(sources) {
            match self.resolve(&source, SOURCES) {
                Some(found) => from.push((found, source)),
                None => broken = true,
            }
        }
        for target in refs(targets) {
            let Some((to, to_name, to_place)) = self.resolve(&target, TARGETS) else {
                continue;
            };
            let mut nodes = vec![];
            let mut link_to = to;
            for ((source, name, at), node) in &from {
                let (source, to) =
                    match self.told_apart(*source, to, (name, &to_name), node, &target) {
                        Some(pair) => pair,
                        None => (*source, to),
                    };
                link_to = to;
                if self.fits(source, to, (name, *at), (&to_name, to_place)) {
                    nodes.push((source, to));
                } else {
                    broken = true;
                }
            }
            let (Some(weight), Some(threshold)) = (weight, threshold) else {
                continue;
            };
            let weight = if inhibits { Degree(-weight.0) } else { weight };
            if together {
                if broken || nodes.is_empty() {
                    continue;
                }
                let ids: Vec<NodeId> = nodes.iter().map(|(found, _)| found.id).collect();
                let own = link_to.own && nodes.iter().all(|(found, _)| found.own);
                let from = if any {
                    Sources::Any(ids)
                } else {
                    Sources::All(ids)
                };
                self.put(from, link_to.id, weight, threshold, own, place);
            } else {
                for (source, to) in nodes {
                    let own = source.own && to.own;
                    self.put(
                        Sources::One(source.id),
                        to.id,
                        weight,
                        threshold,
                        own,
                        place,
                    );
                }
            }
        }
    }

    fn put(
        &mut self,
        from: Sources,
        to: NodeId,
        weight: Degree,
        threshold: Degree,
        own: bool,
        place: Place,
    ) {
        let link = Link {
            from,
            to,
            weight,
            threshold,
        };
        if own {
            self.layer.links.push(link);
            self.link_places.push(place);
        } else {
            self.layer.across.push(link);
            self.across_places.push(place);
        }
    }

    /// `cook drives cook`: the concept drives the action of the same name, or the test or flag of
    /// that name drives the concept.
    fn told_apart(
        &self,
        source: Found,
        to: Found,
        (from_name, to_name): (&str, &str),
        from_node: &Node,
        to_node: &Node,
    ) -> Option<(Found, Found)> {
        if source.id != to.id || from_name != to_name {
            return None;
        }
        if kind_word(to_node).is_none()
            && let Some(action) = self.scope.find(self.cx, to_name, &[What::Action])
        {
            return Some((source, action));
        }
        if kind_word(from_node).is_some() {
            return None;
        }
        let input = self
            .scope
            .find(self.cx, from_name, &[What::Flag, What::Test]);
        input.map(|input| (input, to))
    }

    /// Whether two nodes may be linked; a misfit is reported.
    fn fits(
        &mut self,
        from: Found,
        to: Found,
        (from_name, from_place): (&str, Place),
        (to_name, to_place): (&str, Place),
    ) -> bool {
        let problem = match (from.what, to.what) {
            _ if from.id == to.id => Code::BadLink.at(to_place,
                format!("`{to_name}` is linked to itself"),
            )
            .label("the same node")
            .related(from_place, "linked from here")
            .hint("remove the link, or name another node"),
            (What::Action, _) => Code::BadLink.at(from_place,
                format!("the action `{from_name}` is linked to something"),
            )
            .label("an action is done or not; it drives nothing")
            .hint(format!(
                "link from a concept, or from a flag that the action sets: `begun sets {from_name}_begun`"
            )),
            (_, What::Concept) => return true,
            (What::Concept | What::Flag, What::Action) => return true,
            (what, What::Action) => Code::BadLink.at(from_place,
                format!(
                    "the {} `{from_name}` is linked to the action `{to_name}` without a concept between them",
                    what.word()
                ),
            )
            .label("only concepts and flags drive actions")
            .related(to_place, "this is an action")
            .hint(format!(
                "write `concept {from_name}`, `{} {from_name} drives {from_name}` and `{from_name} drives {to_name}`",
                what.word()
            )),
            (_, what) => {
                let hint = match what {
                    What::Flag => format!(
                        "a flag is set by an action: write `done sets {to_name}` behind it"
                    ),
                    What::Need => format!(
                        "a need is changed by actions (`eases {to_name}`) and events (`excited by`); link to a concept"
                    ),
                    _ => "link to a concept or an action".to_string(),
                };
                Code::BadLink.at(to_place,
                    format!("nothing can be linked to the {} `{to_name}`", what.word()),
                )
                .label("takes no activation")
                .related(from_place, "linked from here")
                .hint(hint)
            }
        };
        let mut problem = problem;
        if let Some(place) = self.scope.place(to_name, to.what)
            && place != to_place
            && from.what != What::Action
        {
            problem = problem.related(place, "declared here");
        }
        self.cx.problem(problem);
        false
    }

    /// The weight of a link, 1 unless stated.
    fn weight(&mut self, part: &Node) -> Option<Degree> {
        let Some(node) = part.child(WEIGHT) else {
            return Some(Degree::ONE);
        };
        let hedge = node.words().into_iter().next();
        let hedge = hedge.and_then(|word| HEDGES.iter().find(|(name, _)| *name == word));
        match hedge {
            Some((_, thousandths)) => i32::try_from(*thousandths).ok().map(Degree::thousandths),
            None => degree(self.cx, &numbers_of(&node).next()?, "a weight", LEVEL),
        }
    }

    /// `ignores NEED below 0.9 in ACTION`: another threshold for a link of the layer below.
    fn ignores(&mut self, part: &Node) -> Option<()> {
        let place = part.place(self.cx.file);
        let threshold = match numbers_of(part).next() {
            Some(number) => degree(self.cx, &number, "a threshold", THRESHOLD)?,
            None => BLOCKED,
        };
        let nodes: Vec<Node> = part.children_of(NODE_REF).collect();
        let (from, to, names) = match nodes.as_slice() {
            [from] => {
                let (name, at) = self.cx.reference(from)?;
                let need = self.scope.find(self.cx, &name, &[What::Need]);
                let concept = self.scope.find(self.cx, &name, &[What::Concept]);
                let (Some(need), Some(concept)) = (need, concept) else {
                    let problem = match self.scope.find(self.cx, &name, SOURCES) {
                        Some(other) => Code::NoSuchLink
                            .at(
                                at,
                                format!("`{name}` is a {}, not a need", other.what.word()),
                            )
                            .label("whose link is meant?")
                            .hint(format!("say where it leads: `ignores {name} in …`")),
                        None => self.scope.unknown(&name, at, &[What::Need]),
                    };
                    return self.cx.fail(problem);
                };
                (need, concept, (name.clone(), name))
            }
            [from, to] => {
                let (source, from_name, _) = self.resolve(from, SOURCES)?;
                let (target, to_name, _) = self.resolve(to, TARGETS)?;
                let names = (from_name.as_str(), to_name.as_str());
                let apart = self.told_apart(source, target, names, from, to);
                let (source, target) = apart.unwrap_or((source, target));
                (source, target, (from_name, to_name))
            }
            _ => return None,
        };
        let first = self
            .layer
            .threshold_changes
            .iter()
            .any(|change| change.from == from.id && change.to == to.id);
        if first {
            self.cx.problem(
                Code::DuplicatePart
                    .at(
                        place,
                        format!("how much of `{}` is ignored is said twice", names.0),
                    )
                    .label("again here"),
            );
        }
        self.changes.push((place, names.0, names.1));
        self.layer.threshold_changes.push(ThresholdChange {
            from: from.id,
            to: to.id,
            threshold,
        });
        Some(())
    }
}
