//! A kind of location: its props, known facts, preferred scripts and emitters.

use crate::condition::{Lower, constant, duration_range, number_range, plain_number};
use crate::context::Context;
use crate::declaration::coordinate_mm;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals};
use crate::names::{Declaration, Namespace};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use crate::unit::ScriptUnit;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{
    Duration, FactId, Kind, LocationKindId, PropId, PropKindId, ScriptId, TextId, Value,
};
use townsfolk_module::{
    Category, Emitter, Expr, FactDecl, FactPattern, LocationKind, Pacing, Preference, PropAt,
    SpawnAfter, SpawnPoint,
};

/// Default period of an emitter.
const EVERY: Duration = Duration::seconds(2);
/// Default reach of an emitter, in millimetres.
const WITHIN_MM: u32 = 10_000;
/// Default rest of a location after a scene.
const RESTS: Duration = Duration::seconds(30);
/// Default time until a character that left is cast again.
const RESTS_PER_CHARACTER: Duration = Duration::minutes(2);

/// Knowledge of the locations that prefer a script: the names of facts and props.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    pub(crate) facts: BTreeSet<String>,
    pub(crate) props: BTreeSet<String>,
}

/// The knowledge of locations, by script they prefer. Scripts without a location are absent.
pub(crate) fn knowledge(trees: &[FileTree]) -> BTreeMap<String, Knowledge> {
    let mut by_script: BTreeMap<String, Knowledge> = BTreeMap::new();
    for (_, node) in trees.iter().flat_map(|tree| &tree.declarations) {
        if node.kind() != LOCATION_DECL {
            continue;
        }
        let facts = facts_known(node);
        let facts: Vec<String> = facts
            .filter_map(|fact| fact.child(NAME_REF)?.word())
            .collect();
        let props: Vec<String> = node
            .children_of(LOCATION_PROP)
            .filter_map(|prop| prop.child(NAME)?.word())
            .collect();
        let scripts = node.children_of(PREFERS).flat_map(|p| p.children());
        for script in scripts.filter_map(|preference| preference.child(NAME_REF)?.word()) {
            let known = by_script.entry(script).or_default();
            known.facts.extend(facts.iter().cloned());
            known.props.extend(props.iter().cloned());
        }
    }
    by_script
}

/// The facts in `knows` of a location.
fn facts_known(location: &Node) -> impl Iterator<Item = Node> {
    let lists = location.children_of(KNOWS);
    let lists = lists.filter_map(|knows| knows.child(FACT_LIST));
    lists.flat_map(|list| list.children())
}

/// A digest of the knowledge, to decide whether a script must be checked again.
pub(crate) fn knowledge_digest(known: Option<&Knowledge>) -> u64 {
    let Some(known) = known else { return 0 };
    let names = known.facts.iter().chain(&known.props);
    names.fold(1, |digest, name| fold(digest, hash64(name.as_bytes())))
}

/// A lowered location, with its names and problems.
pub(crate) struct LoweredLocation {
    pub(crate) location: Option<LocationKind>,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) texts: Vec<(TextId, String)>,
    pub(crate) problems: Vec<Diagnostic>,
}

pub(crate) fn lower(
    globals: &Globals,
    declaration: &Declaration,
    node: &Node,
    scripts: &[Rc<ScriptUnit>],
) -> LoweredLocation {
    let cx = Context::new(globals, declaration.place.file, declaration.package);
    let mut lower = LocationLower {
        cx,
        scripts,
        props: vec![],
        kinds: BTreeMap::new(),
    };
    let location = lower.location(declaration, node);
    let used = std::mem::take(&mut lower.cx.used);
    LoweredLocation {
        location,
        used,
        texts: lower.cx.texts,
        problems: lower.cx.problems,
    }
}

fn preferred_twice(script: Option<&ScriptUnit>, place: Place, first: Place) -> Diagnostic {
    let name = script.map_or("one script", |script| script.name.as_str());
    Code::DuplicateName
        .at(
            place,
            format!("`{name}` is preferred twice at this location"),
        )
        .label("again here")
        .related(first, "first here")
        .consequence("Only the first counts.")
        .hint(format!(
            "remove one; to prefer it more, write a weight: `{name} 2`"
        ))
}

/// The facts of a name with this number of arguments in some scripts, each with its place.
fn declarations<'p>(
    preferred: &'p [(Rc<ScriptUnit>, Place)],
    name: &'p str,
    arguments: usize,
) -> impl Iterator<Item = (&'p FactDecl, Place)> {
    preferred.iter().filter_map(move |(unit, _)| {
        let fact = unit.vocabulary.fact(name, arguments)?;
        let declared = unit.script.fact(fact.id)?;
        (declared.kinds.len() == arguments).then_some((declared, fact.place))
    })
}

struct LocationLower<'g, 's> {
    cx: Context<'g>,
    scripts: &'s [Rc<ScriptUnit>],
    props: Vec<(String, Place)>,
    /// The kinds of its props, as far as they are known.
    kinds: BTreeMap<PropId, PropKindId>,
}

impl LocationLower<'_, '_> {
    fn location(&mut self, declaration: &Declaration, node: &Node) -> Option<LocationKind> {
        let globals = self.cx.globals;
        let mut location = LocationKind {
            id: LocationKindId(globals.id(Category::Location, &declaration.name)),
            props: vec![],
            knows: vec![],
            tags: vec![],
            prefers: vec![],
            emitters: vec![],
        };
        for prop in node.children_of(LOCATION_PROP) {
            location.props.extend(self.prop(&prop));
        }
        for tags in node.children_of(TAGS).filter_map(|tags| tags.child(NAMES)) {
            for (tag, _) in crate::declaration::unique_names(&mut self.cx, &tags) {
                location.tags.push(self.symbol(&tag));
            }
        }
        location.tags.sort();
        let mut preferred = vec![];
        let mut named: Vec<(ScriptId, Place)> = vec![];
        for preference in node.children_of(PREFERS).flat_map(|p| p.children()) {
            let Some((preference, unit, place)) = self.preference(&preference) else {
                continue;
            };
            let first = named
                .iter()
                .find(|(script, _)| *script == preference.script);
            if let Some((_, first)) = first {
                let problem = preferred_twice(unit.as_deref(), place, *first);
                self.cx.problem(problem);
                continue;
            }
            named.push((preference.script, place));
            location.prefers.push(preference);
            preferred.extend(unit.map(|unit| (unit, place)));
        }
        for fact in facts_known(node) {
            location.knows.extend(self.known_fact(&fact, &preferred));
        }
        // A wrongly written fact has been reported; it is not missing as well.
        let said: BTreeSet<String> = facts_known(node)
            .filter_map(|fact| fact.child(NAME_REF)?.word())
            .collect();
        for (unit, place) in &preferred {
            self.check_needs(unit, *place, &said, &declaration.name);
        }
        let mut icons = vec![];
        for emits in node.children_of(EMITS) {
            let emitter = self.emitter(&emits);
            if matches!(emitter, Some(Emitter::Player { .. })) {
                icons.push(emits.place(self.cx.file));
            }
            location.emitters.extend(emitter);
        }
        if let [first, second, ..] = icons[..] {
            let name = &declaration.name;
            let problem = Code::SecondIcon
                .at(
                    second,
                    format!("the player never sees this icon at `{name}`"),
                )
                .label("a second one")
                .related(first, "a location shows this one only")
                .consequence("Whichever script can be cast begins when the player accepts.")
                .hint("make it a location of its own that prefers the other script");
            self.cx.problem(problem);
        }
        Some(location)
    }

    fn symbol(&mut self, name: &str) -> townsfolk_core::SymbolId {
        let id = self.cx.globals.symbol(name);
        self.cx
            .used
            .push((Category::Symbol, id.0, name.to_string()));
        id
    }

    fn prop(&mut self, node: &Node) -> Option<PropAt> {
        let (name, place) = node.name(self.cx.file)?;
        if let Some((_, first)) = self.props.iter().find(|(other, _)| *other == name) {
            let problem = Code::DuplicateName
                .at(place, format!("there are two props `{name}`"))
                .label("again here")
                .related(*first, "first here");
            return self.cx.fail(problem);
        }
        self.props.push((name.clone(), place));
        let (kind_name, kind_place) = self.cx.reference(node)?;
        let kind = self.cx.prop_kind(&kind_name, kind_place)?;
        let coordinates: Vec<Node> = node
            .children()
            .filter(|n| !matches!(n.kind(), NAME | NAME_REF))
            .collect();
        let mut at = [0; 2];
        for (slot, coordinate) in at.iter_mut().zip(&coordinates) {
            *slot = coordinate_mm(&mut self.cx, coordinate).unwrap_or(0);
        }
        let id = PropId(self.cx.globals.id(Category::Prop, &name));
        self.kinds.insert(id, kind);
        self.cx.used.push((Category::Prop, id.0, name));
        Some(PropAt {
            id,
            kind,
            at_mm: (at[0], at[1]),
        })
    }

    fn preference(&mut self, node: &Node) -> Option<(Preference, Option<Rc<ScriptUnit>>, Place)> {
        let (name, place) = self.cx.reference(node)?;
        let weight = node
            .child(NUMBER_EXPR)
            .and_then(|weight| plain_number(&mut self.cx, &weight));
        let weight = weight.unwrap_or(1).clamp(0, i64::from(u32::MAX)) as u32;
        let Some(found) = self
            .cx
            .globals
            .find(Namespace::Script, &name, self.cx.package)
        else {
            let problem = self.cx.globals.unknown(
                Code::UnknownScript,
                Namespace::Script,
                "script",
                (&name, place),
                self.cx.package,
                |other| self.scripts.iter().any(|unit| unit.name == other.name),
            );
            return self.cx.fail(problem);
        };
        let declared = found.place;
        let unit = self.scripts.iter().find(|unit| unit.name == name).cloned();
        if unit.is_none() {
            self.cx.problem(
                Code::TemplateMisuse
                    .at(
                        place,
                        format!("`{name}` is a template: only a script made from it can run"),
                    )
                    .label("not a script")
                    .related(declared, "declared here")
                    .hint(format!(
                        "write `script my_{name} based on {name}(…)` and prefer that"
                    )),
            );
        }
        let script = ScriptId(self.cx.globals.id(Category::Script, &name));
        Some((Preference { script, weight }, unit, place))
    }

    /// A fact of `knows`. Where several preferred scripts have it, their ids may differ.
    fn known_fact(
        &mut self,
        node: &Node,
        preferred: &[(Rc<ScriptUnit>, Place)],
    ) -> Vec<FactPattern> {
        let Some((name, arguments)) = self.known_arguments(node, preferred) else {
            return vec![];
        };
        let facts = declarations(preferred, &name, arguments.len());
        let ids: BTreeSet<FactId> = facts.map(|(fact, _)| fact.id).collect();
        let pattern = |fact: FactId| FactPattern {
            fact,
            arguments: arguments.clone(),
        };
        ids.into_iter().map(pattern).collect()
    }

    fn known_arguments(
        &mut self,
        node: &Node,
        preferred: &[(Rc<ScriptUnit>, Place)],
    ) -> Option<(String, Vec<Expr>)> {
        let place = node.place(self.cx.file);
        let (name, name_place) = self.cx.reference(node)?;
        let nodes = Lower::argument_nodes(node);
        let any = || {
            let mut units = preferred.iter();
            units.find_map(|(unit, _)| {
                let fact = unit.vocabulary.fact(&name, nodes.len())?;
                Some((unit.script.fact(fact.id)?, fact.place))
            })
        };
        let fitting = declarations(preferred, &name, nodes.len()).next();
        let Some((fact, declared)) = fitting.or_else(any) else {
            let facts = preferred.iter().flat_map(|(unit, _)| {
                let facts = unit.script.facts.iter();
                let fitting = facts.filter(|fact| fact.kinds.len() == nodes.len());
                fitting.map(|fact| unit.fact_name(fact.id))
            });
            let known: BTreeSet<&str> = facts.collect();
            let problem = Code::LocationMisfit
                .at(
                    name_place,
                    format!("none of the scripts preferred here has a fact `{name}`"),
                )
                .label("nobody would read this")
                .did_you_mean(name_place, &name, known.iter().copied());
            return self.cx.fail(problem);
        };
        if nodes.len() != fact.kinds.len() {
            let problem = Code::WrongArguments
                .at(
                    place,
                    format!(
                        "`{name}` takes {} arguments, but {} are given",
                        fact.kinds.len(),
                        nodes.len()
                    ),
                )
                .related(declared, "declared here");
            return self.cx.fail(problem);
        }
        let kinds = fact.kinds.clone();
        let mut arguments = vec![];
        for (at, (argument, kind)) in nodes.iter().zip(kinds).enumerate() {
            let value = constant(&mut self.cx, argument, Some(kind))?;
            if let Value::Prop(prop) = value {
                self.check_prop(argument)?;
                let facts = declarations(preferred, &name, nodes.len());
                let wanted = facts.filter_map(|(fact, _)| fact.kinds.get(at).copied());
                let wanted: Vec<Kind> = wanted.collect();
                self.check_kind_of_prop((argument, prop), &wanted, declared)?;
            }
            arguments.push(Expr::Constant(value));
        }
        Some((name, arguments))
    }

    fn check_prop(&mut self, node: &Node) -> Option<()> {
        let (name, place) = self.cx.reference(node)?;
        if self.props.iter().any(|(prop, _)| *prop == name) {
            return Some(());
        }
        let problem = Code::UnknownProp
            .at(place, format!("this location has no prop `{name}`"))
            .label("not one of its props")
            .did_you_mean(
                place,
                &name,
                self.props.iter().map(|(name, _)| name.as_str()),
            );
        self.cx.fail(problem)
    }

    /// A prop must be of the kind that one of the scripts declares for its fact.
    fn check_kind_of_prop(
        &mut self,
        (node, prop): (&Node, PropId),
        wanted: &[Kind],
        declared: Place,
    ) -> Option<()> {
        let globals = self.cx.globals;
        let kind = *self.kinds.get(&prop)?;
        let fits = |wanted: &Kind| match wanted {
            Kind::PropOf(wanted) => globals.prop_is_a(kind, *wanted),
            _ => true,
        };
        let (Some(Kind::PropOf(first)), false) = (wanted.first(), wanted.iter().any(fits)) else {
            return Some(());
        };
        let (name, place) = node.name(self.cx.file)?;
        let (kind, first) = (globals.prop_kind_name(kind), globals.prop_kind_name(*first));
        let problem = Code::WrongKind
            .at(place, format!("`{name}` is a `{kind}`, and a `{first}` is needed here"))
            .label(format!("a `{kind}`"))
            .related(declared, "declared here")
            .consequence("The rules would take it for something that it is not.")
            .hint(format!("name a `{first}` of this location, or write `prop {first}` where the fact is declared"));
        self.cx.fail(problem)
    }

    /// A fact that only a location can write and that this location does not know.
    fn check_needs(
        &mut self,
        unit: &ScriptUnit,
        place: Place,
        said: &BTreeSet<String>,
        location: &str,
    ) {
        for fact in crate::check::facts_of_location(unit) {
            let name = unit.fact_name(fact);
            if said.contains(name) {
                continue;
            }
            let mut problem = Code::LocationFactMissing
                .at(
                    place,
                    format!(
                        "`{}` asks for `{name}`, of which `{location}` knows nothing",
                        unit.name
                    ),
                )
                .label("preferred here");
            if let Some(declared) = unit.places.facts.get(&fact) {
                problem = problem.related(*declared, "declared here, and added by no rule");
            }
            let problem = problem
                .consequence("The rules that read it can never fire at this location.")
                .hint(format!("add `knows {name}(…)` to the location"));
            self.cx.problem(problem);
        }
    }

    fn emitter(&mut self, node: &Node) -> Option<Emitter> {
        let mut pacing = Pacing {
            every: EVERY,
            within_mm: WITHIN_MM,
            rests: RESTS,
            rests_per_character: RESTS_PER_CHARACTER,
            at_most: None,
            hours: None,
        };
        let mut points = vec![];
        let mut afterwards = SpawnAfter::Stay;
        let mut extras = false;
        let mut icon = None;
        for option in node.children_of(FLAG) {
            let words = option.words();
            match words.first().map(String::as_str) {
                Some("icon") => {
                    let name = self.cx.reference(&option).map(|(name, _)| name);
                    icon = name.map(|name| self.symbol(&name));
                }
                Some("then") => {
                    let withdraw = words.iter().any(|word| word == "withdraw");
                    afterwards = if withdraw {
                        SpawnAfter::Withdraw
                    } else {
                        SpawnAfter::Stay
                    };
                }
                Some("extras") => extras = true,
                Some("within" | "every" | "rests" | "from") => self.pace(&option, &mut pacing),
                Some("at") if option.child(NAME_REF).is_none() => self.pace(&option, &mut pacing),
                _ => points.extend(self.spawn_point(&option)),
            }
        }
        let place = node.place(self.cx.file);
        let sort = node.tokens().nth(1)?;
        Some(match sort.text() {
            "notification" => Emitter::Notification(pacing),
            "script" => Emitter::Script(pacing),
            "spawn" => {
                let named = node
                    .children_of(FLAG)
                    .any(|option| option.children_of(NAME_REF).count() > 1);
                if !named {
                    self.cx.problem(
                        Code::LocationMisfit
                            .at(place, "whom does this emitter spawn?")
                            .label("nobody")
                            .hint("write `emits spawn elder 1 at door`"),
                    );
                }
                Emitter::Spawn {
                    pacing,
                    points,
                    afterwards,
                    extras,
                }
            }
            _ => {
                let Some(icon) = icon else {
                    return self.cx.fail(
                        Code::LocationMisfit
                            .at(place, "which icon does the player see?")
                            .label("none is named")
                            .hint("write `emits player within 3 m, icon talk`"),
                    );
                };
                Emitter::Player { pacing, icon }
            }
        })
    }

    fn pace(&mut self, option: &Node, pacing: &mut Pacing) {
        let words = option.words();
        let mut ranges = option.children_of(RANGE);
        let first = ranges.next();
        let second = ranges.next();
        match words.first().map(String::as_str) {
            Some("within") => {
                let within = first.and_then(|range| number_range(&mut self.cx, &range));
                pacing.within_mm = within.map_or(WITHIN_MM, |(mm, _)| millimetres(mm));
            }
            Some("every") => {
                let every = first.and_then(|range| duration_range(&mut self.cx, &range));
                pacing.every = every.map_or(EVERY, |(every, _)| every);
            }
            Some("rests") => {
                let rests = first.and_then(|range| duration_range(&mut self.cx, &range));
                if let Some((rests, _)) = rests {
                    if words.iter().any(|word| word == "per") {
                        pacing.rests_per_character = rests;
                    } else {
                        pacing.rests = rests;
                    }
                }
            }
            Some("at") => {
                let count = first.and_then(|range| number_range(&mut self.cx, &range));
                let within = second.and_then(|range| number_range(&mut self.cx, &range));
                if let (Some((count, _)), Some((within, _))) = (count, within) {
                    let count = (count / 1000).clamp(0, i64::from(u16::MAX)) as u16;
                    pacing.at_most = Some((count, millimetres(within)));
                }
            }
            _ => pacing.hours = self.hours(option),
        }
    }

    fn hours(&mut self, option: &Node) -> Option<(i32, i32)> {
        let place = option.place(self.cx.file);
        let clocks: Vec<String> = option
            .tokens()
            .filter(|token| token.kind() == CLOCK)
            .map(|token| token.text().to_string())
            .collect();
        let [from, to] = clocks.as_slice() else {
            return None;
        };
        let from = crate::condition::clock(&mut self.cx, from, place)?;
        let to = crate::condition::clock(&mut self.cx, to, place)?;
        Some((from, to))
    }

    fn spawn_point(&mut self, option: &Node) -> Option<SpawnPoint> {
        let mut names = option.children_of(NAME_REF).collect::<Vec<_>>().into_iter();
        let (role, place) = self.cx.referred(&names.next()?)?;
        let role = self.cx.role(&role, place)?;
        let range = option.child(RANGE)?;
        let (count, _) = number_range(&mut self.cx, &range)?;
        let (at, _) = self.cx.referred(&names.next()?)?;
        let at = self.symbol(&at);
        Some(SpawnPoint {
            role,
            count: (count / 1000).clamp(0, i64::from(u16::MAX)) as u16,
            at,
        })
    }
}

fn millimetres(thousandths: i64) -> u32 {
    thousandths.clamp(0, i64::from(u32::MAX)) as u32
}
