//! Minds: from the declarations of all files to [`Minds`], with their problems.
//!
//! Areas, needs and personas come first, then layers (which refer to needs and to each other), then
//! schedules, then people, who refer to all of these.

mod groups;
mod social;

use crate::check;
use crate::context::Context;
use crate::declaration::layer::include::{Bodies, Body, included, parts_of};
use crate::declaration::layer::lower::LayerSheet;
use crate::declaration::layer::nodes::LayerNames;
use crate::declaration::measure::{degree, numbers_of};
use crate::declaration::need::lower::NeedSheet;
use crate::declaration::person::lower::{Looks, Parts};
use crate::declaration::schedule::lower::ScheduleSheet;
use crate::declaration::{area, layer, need, person, persona, schedule};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::{
    ActionId, HostId, LayerId, LocationKindId, MemberId, NodeId, Pushed, RoleId, TextId, Urgency,
};
use townsfolk_module::decide::Mindless;
use townsfolk_module::mind::{
    Area, Bodily, CastMember, Deed, Degree, Layer, Link, Minds, Node as MapNode, NodeKind, Persona,
    Serves, Test, Toll,
};
use townsfolk_module::{Category, Groups};

/// Everything about minds in a project.
#[derive(Debug, Default)]
pub(crate) struct LoweredMinds {
    pub(crate) minds: Minds,
    pub(crate) groups: Groups,
    /// People without a mind.
    pub(crate) mindless: Vec<Mindless>,
    /// Attributes that people have from the start.
    pub(crate) initial: Vec<(MemberId, HostId, Pushed)>,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) texts: Vec<(TextId, String)>,
    pub(crate) problems: Vec<Diagnostic>,
    /// The links, with their layers and places.
    pub(crate) links: Vec<(LayerId, Link, Place)>,
    /// The actions of layers.
    pub(crate) deeds: Vec<LayerAction>,
    /// The tests of layers, with their layers and places.
    pub(crate) tests: Vec<(LayerId, Test, Place)>,
}

/// An action of a layer, with its place.
#[derive(Debug)]
pub(crate) struct LayerAction {
    pub(crate) layer: LayerId,
    pub(crate) name: String,
    pub(crate) deed: Deed,
    pub(crate) place: Place,
}

/// The name of the default layer for travel. No author can write it.
const ON_THE_WAY: &str = "on the way";

/// Lowers and checks everything about minds.
pub(crate) fn lower(trees: &[FileTree], globals: &Globals) -> LoweredMinds {
    let mut lower = MindsLower {
        trees,
        globals,
        out: LoweredMinds::default(),
    };
    lower.areas();
    let needs = lower.needs();
    let layers = lower.layers(&needs);
    for sheet in &layers {
        let links = sheet.links();
        let links = links.map(|(link, place)| (sheet.layer.id, link.clone(), place));
        lower.out.links.extend(links);
        lower.out.deeds.extend(actions_of(sheet));
        lower.out.tests.extend(tests_of(sheet));
    }
    let carried = lower.roles(&layers);
    lower.actions();
    lower.locations();
    let schedules = lower.schedules(&carried);
    lower.people(&schedules);
    lower.groups();
    lower.interactions();
    lower.networks();
    lower.out.problems.extend(check::minds::check(&layers));
    let sheets = layers.into_iter().map(|sheet| sheet.layer);
    lower.out.minds.layers.extend(sheets);
    lower.out.minds.sort();
    lower.out
}

struct MindsLower<'g> {
    trees: &'g [FileTree],
    globals: &'g Globals,
    out: LoweredMinds,
}

impl<'g> MindsLower<'g> {
    /// All valid declarations of a kind, in order of file and place.
    fn all(&self, kind: SyntaxKind) -> Vec<(&'g Declaration, &'g Node)> {
        first_of(self.trees, self.globals, kind).collect()
    }

    /// Runs a step in the file of a declaration and keeps its problems.
    fn step<T>(&mut self, of: &Declaration, run: impl FnOnce(&mut Context<'g>) -> T) -> T {
        let mut cx = Context::new(self.globals, of.place.file, of.package);
        let result = run(&mut cx);
        self.out.problems.append(&mut cx.problems);
        self.out.used.append(&mut cx.used);
        self.out.texts.append(&mut cx.texts);
        result
    }

    fn areas(&mut self) {
        let mut areas: Vec<(Area, String, Place)> = vec![];
        for (declaration, node) in self.all(AREA_DECL) {
            let name = declaration.name.clone();
            let area = self.step(declaration, |cx| area::lower::lower(node, &name, cx));
            areas.push((area, name, declaration.place));
        }
        area::lower::check_circles(&mut areas, &mut self.out.problems);
        self.out.minds.areas = areas.into_iter().map(|(area, ..)| area).collect();
    }

    fn needs(&mut self) -> BTreeMap<String, NeedSheet> {
        let mut needs = BTreeMap::new();
        for (declaration, node) in self.all(NEED_DECL) {
            let name = &declaration.name;
            let sheet = self.step(declaration, |cx| need::lower::lower(node, name, cx));
            needs.insert(name.clone(), sheet);
        }
        needs
    }

    fn layers(&mut self, needs: &BTreeMap<String, NeedSheet>) -> Vec<LayerSheet> {
        let uses = self.uses_of_layers();
        let bodies: Bodies<'_> = (self.all(LAYER_DECL).into_iter())
            .map(|(declaration, node)| {
                let (file, package) = (declaration.place.file, declaration.package);
                let body = Body {
                    file,
                    package,
                    node,
                };
                (declaration.name.clone(), body)
            })
            .collect();
        let mut names: Vec<LayerNames> = vec![];
        for (declaration, _) in self.all(LAYER_DECL) {
            let name = declaration.name.clone();
            let basic = uses.is_basic(&name);
            let parts = parts_of(&name, &bodies);
            names.push(LayerNames::read(name, declaration.place, basic, &parts));
        }
        let mut sheets = vec![];
        for (own, (declaration, node)) in names.iter().zip(self.all(LAYER_DECL)) {
            let basic: Vec<&LayerNames> = names.iter().filter(|layer| layer.basic).collect();
            let parts = parts_of(&own.name, &bodies);
            let sheet = self.step(declaration, |cx| {
                layer::include::check(cx, &own.name, node, &bodies);
                layer::lower::lower(&parts, own, basic, needs, cx)
            });
            // A layer that is only included in others is checked there.
            if !uses.is_only_included(&own.name) {
                sheets.push(sheet);
            }
        }
        self.out.problems.extend(uses.misfits());
        sheets
    }

    /// The uses of layers: as minds, carried by roles, and for travel.
    fn uses_of_layers(&self) -> Uses {
        let mut uses = Uses::default();
        for (declaration, node) in self.all(ROLE_DECL) {
            let carries = node.child(CARRIES);
            let name = carries.and_then(|carries| carries.name(declaration.place.file));
            if let Some((name, place)) = name {
                uses.carried.entry(name).or_insert(place);
            }
        }
        for (declaration, node) in self.all(LAYER_DECL) {
            let included = included(declaration.place.file, node).into_iter();
            uses.included.extend(included.map(|(name, _)| name));
        }
        for (declaration, node) in self.all(PERSON_DECL) {
            for part in node.children_of(PERSON_PART) {
                if part.words().first().is_none_or(|word| word != "mind") {
                    continue;
                }
                let layers = part.children_of(NAME_REF).collect::<Vec<_>>();
                let file = declaration.place.file;
                let mut layers = layers
                    .iter()
                    .filter_map(|n| Some((n.word()?, n.place(file))));
                if let Some((name, place)) = layers.next() {
                    uses.minds.entry(name).or_insert(place);
                }
                if let Some((name, place)) = layers.next() {
                    uses.travelled.entry(name).or_insert(place);
                }
            }
        }
        uses
    }

    /// The layer that each role carries: its own, or that of a parent.
    fn roles(&mut self, layers: &[LayerSheet]) -> BTreeMap<RoleId, LayerId> {
        let mut own: BTreeMap<RoleId, LayerId> = BTreeMap::new();
        for (declaration, node) in self.all(ROLE_DECL) {
            let Some(carries) = node.child(CARRIES) else {
                continue;
            };
            let globals = self.globals;
            let layer = self.step(declaration, |cx| {
                let (name, place) = cx.reference(&carries)?;
                let found = (Code::UnknownLayer, Namespace::Layer, "layer");
                cx.declared(found.0, found.1, found.2, (&name, place))?;
                Some(LayerId(globals.id(Category::Layer, &name)))
            });
            if let Some(layer) = layer.filter(|id| layers.iter().any(|sheet| sheet.layer.id == *id))
            {
                own.insert(RoleId(globals.id(Category::Role, &declaration.name)), layer);
            }
        }
        let module = &self.globals.module;
        let mut carried = own.clone();
        if own.is_empty() {
            return carried;
        }
        for role in &module.roles {
            // Nearest first; a cycle of roles is an error already, and ends here.
            let mut open = vec![role.id];
            let mut seen: BTreeSet<RoleId> = BTreeSet::new();
            let mut at = 0;
            while let Some(next) = open.get(at).copied() {
                at += 1;
                if let Some(layer) = own.get(&next) {
                    carried.entry(role.id).or_insert(*layer);
                    break;
                }
                if seen.insert(next) {
                    open.extend(module.role(next).into_iter().flat_map(|role| &role.parents));
                }
            }
        }
        self.out.minds.roles = carried
            .iter()
            .map(|(role, layer)| (*role, *layer))
            .collect();
        carried
    }

    /// The effects of actions on needs.
    fn actions(&mut self) {
        for (declaration, node) in self.all(ACTION_DECL) {
            let action = ActionId(self.globals.id(Category::Action, &declaration.name));
            let bodily = self.step(declaration, |cx| bodily(cx, action, node));
            self.out.minds.bodily.extend(bodily);
        }
    }

    /// The needs that locations serve.
    fn locations(&mut self) {
        for (declaration, node) in self.all(LOCATION_DECL) {
            let location = LocationKindId(self.globals.id(Category::Location, &declaration.name));
            let serves = self.step(declaration, |cx| {
                let parts = node.children_of(SERVES);
                parts
                    .filter_map(|part| serves(cx, location, &part))
                    .collect::<Vec<_>>()
            });
            for (serves, place) in serves {
                if self.out.minds.serves.contains(&serves) {
                    self.out.problems.push(
                        Code::DuplicatePart
                            .at(place, "this is said twice")
                            .label("again here"),
                    );
                } else {
                    self.out.minds.serves.push(serves);
                }
            }
        }
    }

    fn schedules(
        &mut self,
        carried: &BTreeMap<RoleId, LayerId>,
    ) -> BTreeMap<String, ScheduleSheet> {
        let mut schedules = BTreeMap::new();
        let thinking = self.thinking();
        for (declaration, node) in self.all(SCHEDULE_DECL) {
            let name = &declaration.name;
            let place = declaration.place;
            let sheet = self.step(declaration, |cx| {
                schedule::lower::lower(node, name, place, cx)
            });
            for (role, role_name, place) in &sheet.roles {
                let module = &self.globals.module;
                let thinks = thinking.iter().any(|other| module.is_a(*role, *other));
                if !carried.contains_key(role) && !thinks {
                    self.out
                        .problems
                        .push(role_without_layer(role_name, *place));
                }
            }
            schedules.insert(name.clone(), sheet);
        }
        schedules
    }

    /// Roles that think with something, beside a mind.
    fn thinking(&self) -> Vec<RoleId> {
        let roles = self.all(ROLE_DECL).into_iter();
        let thinking = roles.filter(|(_, node)| node.child(THINKS).is_some());
        thinking
            .map(|(role, _)| RoleId(self.globals.id(Category::Role, &role.name)))
            .collect()
    }

    fn people(&mut self, schedules: &BTreeMap<String, ScheduleSheet>) {
        let mut personas: BTreeMap<String, Persona> = BTreeMap::new();
        for (declaration, node) in self.all(PERSONA_DECL) {
            let persona = self.step(declaration, |cx| persona::lower::lower(node, cx));
            personas.insert(declaration.name.clone(), persona);
        }
        let mut looks: BTreeMap<String, Looks> = BTreeMap::new();
        for (declaration, node) in self.all(PERSON_DECL) {
            let seen = self.step(declaration, |cx| person::lower::looks(node, cx));
            looks.insert(declaration.name.clone(), seen);
        }
        let tempers = self.tempers();
        let navigation = LayerId::named(ON_THE_WAY);
        let thinking = self.thinking();
        let parts = Parts {
            schedules,
            personas: &personas,
            tempers: &tempers,
            navigation,
            looks: &looks,
            thinking: &thinking,
        };
        let mut people: Vec<CastMember> = vec![];
        for (declaration, node) in self.all(PERSON_DECL) {
            let (name, place) = (&declaration.name, declaration.place);
            let member = self.step(declaration, |cx| {
                person::lower::lower(node, name, place, &parts, cx)
            });
            let initial = self.step(declaration, |cx| person::has::lower(node, name, cx));
            self.out.initial.extend(initial);
            if let Some((member, mindless)) = member {
                people.push(member);
                self.out.mindless.extend(mindless);
            }
        }
        if people.iter().any(|person| person.navigation == navigation) {
            let id = (Category::Layer, navigation.0, ON_THE_WAY.to_string());
            self.out.used.push(id);
            let layer = on_the_way(&mut self.out.used);
            self.out.minds.layers.push(layer);
        }
        self.out.minds.people = people;
    }
}

fn actions_of(sheet: &LayerSheet) -> impl Iterator<Item = LayerAction> {
    sheet.layer.nodes.iter().filter_map(|node| {
        let NodeKind::Action { deed, .. } = node.kind else {
            return None;
        };
        let (name, _, place) = sheet.nodes.get(&node.id)?;
        Some(LayerAction {
            layer: sheet.layer.id,
            name: name.clone(),
            deed,
            place: *place,
        })
    })
}

fn tests_of(sheet: &LayerSheet) -> impl Iterator<Item = (LayerId, Test, Place)> {
    sheet.layer.nodes.iter().filter_map(|node| {
        let NodeKind::Test(test) = node.kind else {
            return None;
        };
        let (.., place) = sheet.nodes.get(&node.id)?;
        Some((sheet.layer.id, test, *place))
    })
}

/// The uses of layers, each with its first place.
#[derive(Default)]
struct Uses {
    minds: BTreeMap<String, Place>,
    carried: BTreeMap<String, Place>,
    travelled: BTreeMap<String, Place>,
    included: BTreeSet<String>,
}

impl Uses {
    /// A layer that a person has as a mind, or that has no other use.
    fn is_basic(&self, name: &str) -> bool {
        let otherwise = self.carried.contains_key(name) || self.travelled.contains_key(name);
        self.minds.contains_key(name) || !(otherwise || self.included.contains(name))
    }

    /// A layer that is only a part of others.
    fn is_only_included(&self, name: &str) -> bool {
        let uses = [&self.minds, &self.carried, &self.travelled];
        self.included.contains(name) && !uses.iter().any(|used| used.contains_key(name))
    }

    /// Layers that are used both as a mind and on top of one.
    fn misfits(&self) -> Vec<Diagnostic> {
        let mut problems = vec![];
        for (name, mind) in &self.minds {
            let carried = self
                .carried
                .get(name)
                .map(|place| (place, "carried by a role here"));
            let travelled = self.travelled.get(name);
            let travelled = travelled.map(|place| (place, "used on the way here"));
            if let Some((place, label)) = carried.or(travelled) {
                problems.push(
                    Code::LayerMisfit
                        .at(
                            *place,
                            format!("`{name}` is somebody's mind and cannot be put on over one"),
                        )
                        .label(label)
                        .related(*mind, "a mind by itself here")
                        .consequence("Its nodes would be there twice.")
                        .hint("make two layers of it"),
                );
            }
        }
        problems
    }
}

fn role_without_layer(name: &str, place: Place) -> Diagnostic {
    Code::RoleWithoutLayer
        .at(place, format!("the role `{name}` carries no layer"))
        .label("taken on here by schedule")
        .consequence(
            "Meanwhile only the needs of the basic layer, and scenes, give them something to do.",
        )
        .hint(format!(
            "if there is work to do, write a layer and `role {name} carries …`"
        ))
}

fn bodily(cx: &mut Context<'_>, action: ActionId, node: &Node) -> Vec<Bodily> {
    let mut all: Vec<(Bodily, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let words = flag.words();
        let eases = words.first().is_some_and(|word| word == "eases");
        if !eases && words.first().is_none_or(|word| word != "adds") {
            continue;
        }
        let place = flag.place(cx.file);
        let need = cx.reference(&flag);
        let need = need.and_then(|(name, place)| need::lower::find(cx, &name, place));
        let toll = if eases {
            Some(Toll::Eases)
        } else {
            let number = numbers_of(&flag).next();
            let change = (-1000, 1000);
            let added = number.and_then(|n| degree(cx, &n, "a change of a need", change));
            added.map(Toll::Adds)
        };
        let (Some(need), Some(toll)) = (need, toll) else {
            continue;
        };
        if let Some((_, first)) = all.iter().find(|(other, _)| other.need == need) {
            cx.problem(
                Code::DuplicatePart
                    .at(place, "what the action does to one need is said twice")
                    .label("again here")
                    .related(*first, "first said here"),
            );
            continue;
        }
        all.push((Bodily { action, need, toll }, place));
    }
    all.into_iter().map(|(bodily, _)| bodily).collect()
}

fn serves(cx: &mut Context<'_>, location: LocationKindId, part: &Node) -> Option<(Serves, Place)> {
    let place = part.place(cx.file);
    let mut names = part.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
    let need = names.next().and_then(|name| cx.referred(&name));
    let need = need.and_then(|(name, place)| need::lower::find(cx, &name, place));
    let role = names.next().and_then(|name| cx.referred(&name));
    let role = role.and_then(|(name, place)| cx.role(&name, place));
    let serves = Serves {
        location,
        need: need?,
        role: role?,
    };
    Some((serves, place))
}

/// The default layer for travel: go to work, unless a need of the body is stronger.
fn on_the_way(used: &mut Vec<(Category, u32, String)>) -> Layer {
    let mut node = |what: &str, kind: NodeKind| {
        let full = format!("{ON_THE_WAY}/{what}");
        let id = NodeId::named(&full);
        used.push((Category::Node, id.0, full));
        MapNode { id, kind }
    };
    let flag = node("flag expected", NodeKind::Flag { on: true });
    let concept = node("go_to_work", NodeKind::Concept);
    let action = node(
        "action go_to_work",
        NodeKind::Action {
            deed: Deed::FollowSchedule,
            urgency: Urgency::Duty,
        },
    );
    let links = vec![
        Link::plain(flag.id, concept.id, Degree::ONE),
        Link::plain(concept.id, action.id, Degree::ONE),
    ];
    Layer {
        nodes: vec![flag, concept, action],
        links,
        ..Layer::empty(LayerId::named(ON_THE_WAY))
    }
}
