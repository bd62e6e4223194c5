//! A layer: its nodes, the links between them, and what actions do to flags.

use super::include::Body;
use super::nodes::{FEELINGS, Found, LayerNames, Scope, What, declared, is_built_in};
use super::nodes::{NOT_READY, TIME_TO_CHANGE};
use crate::context::Context;
use crate::declaration::measure::{HEDGES, LEVEL, degree, numbers_of};
use crate::declaration::need::lower::{NeedSheet, symbol};
use crate::declaration::{area, ladder_word};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{ActionId, HostId, LayerId, NodeId, PropId, PropKindId, Word};
use townsfolk_module::Category;
use townsfolk_module::mind::{
    Control, Deed, Degree, Inhibition, Layer, Link, Node as MapNode, NodeKind, Selection, Sources,
    Test, ThresholdChange, When, not_ready_to_change_role, time_to_change_role,
};

/// A threshold that nothing reaches.
const BLOCKED: Degree = Degree::thousandths(1100);
/// Thresholds go a little beyond what can be reached.
const THRESHOLD: (i64, i64) = (0, 2000);

/// A lowered layer with everything the checks and messages need.
#[derive(Clone, Debug)]
pub(crate) struct LayerSheet {
    pub(crate) names: LayerNames,
    pub(crate) layer: Layer,
    /// Names and places of its nodes, by id.
    pub(crate) nodes: BTreeMap<NodeId, (String, What, Place)>,
    /// Where each link stands, with those across layers behind the others.
    pub(crate) link_places: Vec<Place>,
    /// Where each change of a threshold stands, and the names it speaks of.
    pub(crate) changes: Vec<(Place, String, String)>,
    /// Whether every part of it could be lowered: nothing is concluded from what is missing.
    pub(crate) whole: bool,
}

impl LayerSheet {
    /// Its links, those across layers included, with their places.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&Link, Place)> {
        let links = self.layer.links.iter().chain(&self.layer.across);
        links.zip(self.link_places.iter().copied())
    }
}

/// Sources of links, in the order in which names are tried.
const SOURCES: &[What] = &[
    What::Concept,
    What::Flag,
    What::Test,
    What::Need,
    What::Feeling,
    What::Action,
];
/// Targets of links, in the order in which names are tried.
const TARGETS: &[What] = &[
    What::Concept,
    What::Action,
    What::Flag,
    What::Test,
    What::Need,
    What::Feeling,
];

/// Lowers a layer from its parts: what it includes, and its own lines last.
pub(crate) fn lower(
    parts: &[Body<'_>],
    names: &LayerNames,
    basic: Vec<&LayerNames>,
    needs: &BTreeMap<String, NeedSheet>,
    cx: &mut Context<'_>,
) -> LayerSheet {
    let id = LayerId(cx.globals.id(Category::Layer, &names.name));
    let mut lower = LayerLower {
        scope: Scope { own: names, basic },
        needs,
        layer: Layer::empty(id),
        across_places: vec![],
        link_places: vec![],
        nodes: BTreeMap::new(),
        seen: BTreeMap::new(),
        changes: vec![],
        cx,
    };
    let before = lower.cx.problems.len();
    let mut whole = true;
    lower.check_names(parts);
    for part in parts {
        whole &= lower.in_part(part, |lower, line| lower.node(line));
    }
    if names.basic {
        lower.add(
            TIME_TO_CHANGE,
            What::Flag,
            names.place,
            NodeKind::Flag { on: false },
        );
        lower.add(NOT_READY, What::Concept, names.place, NodeKind::Concept);
    }
    for part in parts {
        whole &= lower.in_part(part, |lower, line| lower.wiring(line));
    }
    let mut link_places = lower.link_places;
    link_places.append(&mut lower.across_places);
    let mut problems = lower.cx.problems[before..].iter();
    whole &= problems.all(|problem| problem.severity != crate::diagnostic::Severity::Error);
    // What could not be read may be just the link that somebody asks for.
    let mut nodes = parts.iter().flat_map(|part| part.node.descendants());
    whole &= nodes.all(|node| node.kind() != ERROR);
    LayerSheet {
        names: names.clone(),
        layer: lower.layer,
        nodes: lower.nodes,
        changes: lower.changes,
        link_places,
        whole,
    }
}

struct LayerLower<'c, 'g, 'l> {
    cx: &'c mut Context<'g>,
    scope: Scope<'l>,
    needs: &'l BTreeMap<String, NeedSheet>,
    layer: Layer,
    link_places: Vec<Place>,
    across_places: Vec<Place>,
    nodes: BTreeMap<NodeId, (String, What, Place)>,
    /// Parts that may stand only once.
    seen: BTreeMap<&'static str, Place>,
    changes: Vec<(Place, String, String)>,
}

impl LayerLower<'_, '_, '_> {
    /// Goes through the lines of a part. What is wrong with one that is included is reported where
    /// it stands, and so not here. Says whether nothing is.
    fn in_part(&mut self, part: &Body<'_>, mut each: impl FnMut(&mut Self, &Node)) -> bool {
        let own = (self.cx.file, self.cx.package);
        let before = self.cx.problems.len();
        (self.cx.file, self.cx.package) = (part.file, part.package);
        for line in part.node.children() {
            each(self, &line);
        }
        (self.cx.file, self.cx.package) = own;
        if self.is_own(part) {
            return true;
        }
        let mut found = self.cx.problems.drain(before..);
        !found.any(|problem| problem.severity == crate::diagnostic::Severity::Error)
    }

    /// Whether a part is the layer itself.
    fn is_own(&self, part: &Body<'_>) -> bool {
        let name = part.node.name(part.file);
        name.is_some_and(|(_, place)| place == self.scope.own.place)
    }

    /// Names that stand for two things, or for something every mind has.
    fn check_names(&mut self, parts: &[Body<'_>]) {
        let mut seen: BTreeMap<(String, What), (usize, Place)> = BTreeMap::new();
        for (at, part) in parts.iter().enumerate() {
            let declared = declared(part.file, part.node);
            if self.is_own(part) {
                self.check_own_names(&declared);
            }
            for (name, what, place) in declared {
                let key = (name, what);
                let first = seen.get(&key).filter(|(other, _)| *other != at);
                if let Some((_, first)) = first.copied() {
                    let title = format!("this layer has two {}s `{}`", what.word(), key.0);
                    self.cx.problem(
                        Diagnostic::new(Code::DuplicateName, place, title)
                            .label("again here")
                            .related(first, "first here")
                            .related(self.scope.own.place, "both are in this layer")
                            .hint("rename one of them, or include only one"),
                    );
                }
                seen.entry(key).or_insert((at, place));
            }
        }
    }

    fn check_own_names(&mut self, own: &[(String, What, Place)]) {
        let mut seen: BTreeMap<(String, What), Place> = BTreeMap::new();
        let mut told: BTreeSet<Place> = BTreeSet::new();
        for (name, what, place) in own.iter().cloned() {
            if is_built_in(&name) && told.insert(place) {
                self.cx.problem(
                    Diagnostic::new(
                        Code::DuplicateName,
                        place,
                        format!("every mind has a node `{name}` already"),
                    )
                    .label("declared again here")
                    .hint("link from it or to it without declaring it, or choose another name"),
                );
            }
            let first = seen.get(&(name.clone(), what)).copied();
            if let Some(first) = first.filter(|_| told.insert(place)) {
                self.cx.problem(
                    Diagnostic::new(
                        Code::DuplicateName,
                        place,
                        format!("this layer has two {}s `{name}`", what.word()),
                    )
                    .label("again here")
                    .related(first, "first here")
                    .hint("rename one of them, or remove it"),
                );
            }
            let below = self.scope.basic.iter().filter(|_| !self.scope.own.basic);
            let key = (name.clone(), What::Need);
            let below = below.filter_map(|layer| layer.nodes.get(&key)).next();
            if let Some(below) = below.filter(|_| what == What::Need) {
                self.cx.problem(
                    Diagnostic::new(
                        Code::DuplicateName,
                        place,
                        format!("the basic layer has the need `{name}` already"),
                    )
                    .label("again here")
                    .related(*below, "in the basic layer")
                    .consequence("It would rise twice.")
                    .hint(format!("link from `{name}` without listing it here")),
                );
            }
            seen.entry((name, what)).or_insert(place);
        }
    }

    fn add(&mut self, name: &str, what: What, place: Place, kind: NodeKind) -> NodeId {
        let (id, full) = match name {
            TIME_TO_CHANGE => (time_to_change_role(), name.to_string()),
            NOT_READY => (not_ready_to_change_role(), name.to_string()),
            _ => {
                let full = self.scope.own.full_name(what, name);
                (self.scope.own.id(self.cx, what, name), full)
            }
        };
        if !self.nodes.contains_key(&id) {
            self.cx.used.push((Category::Node, id.0, full));
            self.nodes.insert(id, (name.to_string(), what, place));
            self.layer.nodes.push(MapNode { id, kind });
        }
        id
    }

    /// The nodes that a part declares.
    fn node(&mut self, part: &Node) {
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
                    let word = self.word_of(part, deed);
                    self.add(&name, What::Action, place, NodeKind::Action { deed, word });
                }
            }
            _ => {}
        }
    }

    /// With which word of the ladder an action is offered: what is said, or what is usual.
    fn word_of(&mut self, part: &Node, deed: Deed) -> Word {
        let mut said = None;
        for option in part.children_of(FLAG) {
            if option.words().first().is_some_and(|word| word == "offered")
                && let Some((name, place)) = self.cx.reference(&option)
            {
                said = ladder_word(self.cx, &name, place);
            }
        }
        said.unwrap_or(match deed {
            Deed::Satisfy(..) => Word::Need,
            Deed::Mingle { .. } => Word::Wish,
            _ => Word::Duty,
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
        let found = self.cx.globals.prop_kind(&name, self.cx.package);
        if found.is_none() {
            let problem = self.cx.globals.unknown(
                Code::UnknownKind,
                Namespace::Kind,
                "prop",
                (&name, place),
                self.cx.package,
                |declaration| declaration.node == PROP_DECL,
            );
            self.cx.problem(problem);
        }
        found
    }

    fn test(&mut self, part: &Node) -> Option<Test> {
        let mut names = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
        if let Some(token) = part.token(DOT_NAME) {
            let range = token.text_range();
            let place = Place::new(self.cx.file, range.start().into(), range.end().into());
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
                self.cx
                    .declared(found.0, found.1, found.2, (&name, place))?;
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

    /// Only a need that is felt can be satisfied.
    fn check_felt(&mut self, name: &str, place: Place) -> Option<()> {
        if self.scope.find(self.cx, name, &[What::Need]).is_some() {
            return Some(());
        }
        let problem = Diagnostic::new(
            Code::UnknownNeed,
            place,
            format!("neither this layer nor one below it has the need `{name}`"),
        )
        .label("nobody would feel it")
        .related(self.scope.own.place, "in this layer")
        .hint(format!("write `needs {name}` in the layer"));
        self.cx.problem(problem);
        None
    }

    /// Links, controls, thresholds and inhibition: what needs all nodes.
    fn wiring(&mut self, part: &Node) {
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
                Diagnostic::new(
                    Code::DuplicatePart,
                    place,
                    "`inhibited by needs` is said twice",
                )
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
                    let mut problem = Diagnostic::new(
                        Code::BadLink,
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
            self.cx.problem(problem);
            return None;
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

    /// The node that a reference names; a feeling joins the layer on its first use.
    fn resolve(&mut self, node: &Node, kinds: &[What]) -> Option<(Found, String, Place)> {
        let (name, place) = self.cx.reference(node)?;
        let kinds = match kind_word(node) {
            Some(kind) => vec![kind],
            None => kinds.to_vec(),
        };
        let Some(found) = self.scope.find(self.cx, &name, &kinds) else {
            let problem = self.scope.unknown(&name, place, &kinds);
            self.cx.problem(problem);
            return None;
        };
        if found.what == What::Feeling
            && let Some((_, feeling)) = FEELINGS.iter().find(|(word, _)| *word == name)
        {
            self.add(&name, What::Feeling, place, NodeKind::Feeling(*feeling));
        }
        Some((found, name, place))
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

    /// `cook drives cook`: the concept drives the action of its name, or is driven by the test or
    /// flag of its name.
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

    /// Whether two nodes may be linked; what speaks against it is reported.
    fn fits(
        &mut self,
        from: Found,
        to: Found,
        (from_name, from_place): (&str, Place),
        (to_name, to_place): (&str, Place),
    ) -> bool {
        let problem = match (from.what, to.what) {
            _ if from.id == to.id => Diagnostic::new(
                Code::BadLink,
                to_place,
                format!("`{to_name}` is linked to itself"),
            )
            .label("the same node")
            .related(from_place, "linked from here")
            .hint("remove the link, or name another node"),
            (What::Action, _) => Diagnostic::new(
                Code::BadLink,
                from_place,
                format!("the action `{from_name}` is linked to something"),
            )
            .label("an action is done or not; it drives nothing")
            .hint(format!(
                "link from a concept, or from a flag that the action sets: `begun sets {from_name}_begun`"
            )),
            (_, What::Concept) => return true,
            (What::Concept | What::Flag, What::Action) => return true,
            (what, What::Action) => Diagnostic::new(
                Code::BadLink,
                from_place,
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
                Diagnostic::new(
                    Code::BadLink,
                    to_place,
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
                        Some(other) => Diagnostic::new(
                            Code::NoSuchLink,
                            at,
                            format!("`{name}` is a {}, not a need", other.what.word()),
                        )
                        .label("whose link is meant?")
                        .hint(format!("say where it leads: `ignores {name} in …`")),
                        None => self.scope.unknown(&name, at, &[What::Need]),
                    };
                    self.cx.problem(problem);
                    return None;
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
                Diagnostic::new(
                    Code::DuplicatePart,
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

/// The kind word before a name.
fn kind_word(node: &Node) -> Option<What> {
    node.words().first().and_then(|word| What::from_word(word))
}
