//! Signatures: roles, kinds of props, sets of symbols, actions and host names, resolved.
//!
//! The signatures are small and are resolved again after each edit; scripts are checked against
//! them.

use crate::context::Context;
use crate::declaration::Item;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::{Declaration, Names, Namespace, PackageId, Visibility};
use crate::source::{FileId, Place};
use crate::syntax::{FACET_DECL, KNOWLEDGE_DECL, Node, SKILLS_DECL, SyntaxKind, TreeExt};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{ActionId, HostId, Kind, PropKindId, RoleId, SymbolId, SymbolSetId};
use townsfolk_module::knowledge::{Facet, FacetReading};
use townsfolk_module::{Action, Category, HostForm, HostName, Module, SymbolSet};

/// The kind whose values are the names of areas.
pub(crate) const AREA: &str = "area";

/// The greatest number of facets.
const FACETS_MAX: usize = 255;

/// The project's signatures, with their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals {
    pub(crate) names: Names,
    pub(crate) visibility: Visibility,
    /// Holds the lowered signatures; its scripts and locations are empty.
    pub(crate) module: Module,
    /// The places of the parameter kinds of an action or host name.
    pub(crate) parameter_places: BTreeMap<Place, Vec<Place>>,
    /// Names of ids, for messages.
    pub(crate) role_names: BTreeMap<RoleId, String>,
    pub(crate) prop_kind_names: BTreeMap<PropKindId, String>,
    pub(crate) symbol_set_names: BTreeMap<SymbolSetId, String>,
    pub(crate) symbol_names: BTreeMap<SymbolId, String>,
    /// The goods of each merchant, by name.
    pub(crate) goods: BTreeMap<String, Vec<String>>,
    /// Ids given by hand, by category and name.
    pub(crate) ids: BTreeMap<(Category, String), u32>,
}

/// A file as the passes see it.
#[derive(Clone, Debug)]
pub(crate) struct FileTree {
    pub(crate) file: FileId,
    pub(crate) package: PackageId,
    pub(crate) root: Node,
    pub(crate) declarations: Vec<(Declaration, Node)>,
}

/// All valid declarations of a kind, in order of file and place.
pub(crate) fn first_of<'t>(
    trees: &'t [FileTree],
    globals: &Globals,
    kind: SyntaxKind,
) -> impl Iterator<Item = (&'t Declaration, &'t Node)> {
    let declared = trees.iter().flat_map(|tree| &tree.declarations);
    let counted = declared.filter(move |(declaration, _)| {
        declaration.node == kind && globals.names.is_first(declaration)
    });
    counted.map(|(declaration, node)| (declaration, node))
}

impl Globals {
    /// Resolves the signatures of all files.
    pub(crate) fn resolve(
        files: &[FileTree],
        visibility: Visibility,
    ) -> (Globals, Vec<Diagnostic>) {
        let (names, mut problems) = Names::collect(
            files
                .iter()
                .flat_map(|file| file.declarations.iter().map(|(d, _)| d)),
        );
        let mut globals = Globals {
            names,
            visibility,
            ..Globals::default()
        };
        globals.read_ids(files, &mut problems);
        globals.add_areas(files);
        for kind in crate::declaration::KINDS {
            let Some(lower) = kind.lower else { continue };
            for file in files {
                for (declaration, node) in &file.declarations {
                    let opens = node.tokens().next().map(|token| token.kind());
                    if !opens.is_some_and(|opens| kind.is_opened_by(opens))
                        || !globals.names.is_first(declaration)
                    {
                        continue;
                    }
                    let mut cx = Context::new(&globals, file.file, file.package);
                    let item = lower(node, &declaration.name, &mut cx);
                    problems.append(&mut cx.problems);
                    let (texts, used) = (cx.texts, cx.used);
                    globals.module.texts.extend(texts);
                    globals.keep_symbols(used);
                    globals.add(item, declaration);
                }
            }
            globals.module.sort();
        }
        globals.check_circles(&mut problems);
        globals.read_knowledge(files, &mut problems);
        globals.goods = crate::declaration::merchant::lower::goods_by_merchant(files, &globals);
        (globals, problems)
    }

    /// The names of all areas as a set of symbols, in a project with facets: a value of a facet may
    /// be an area.
    fn add_areas(&mut self, files: &[FileTree]) {
        let declared = files.iter().flat_map(|file| &file.declarations);
        let mut facets = declared.filter(|(declaration, _)| declaration.node == FACET_DECL);
        if facets.next().is_none() || self.names.get(Namespace::Kind, AREA).is_some() {
            return;
        }
        let areas = self.names.all(Namespace::Area);
        let names: Vec<String> = areas.map(|area| area.name.clone()).collect();
        let id = SymbolSetId(self.id(Category::SymbolSet, AREA));
        let members: Vec<SymbolId> = names.iter().map(|name| self.symbol(name)).collect();
        self.symbol_set_names.insert(id, AREA.to_string());
        self.symbol_names.extend(members.iter().copied().zip(names));
        self.module.symbol_sets.push(SymbolSet { id, members });
    }

    /// Whether a kind is that of the names of areas.
    pub(crate) fn is_area(&self, kind: Kind) -> bool {
        let id = SymbolSetId(self.id(Category::SymbolSet, AREA));
        kind == Kind::SymbolOf(id) && self.names.get(Namespace::Kind, AREA).is_none()
    }

    fn keep_symbols(&mut self, used: Vec<(Category, u32, String)>) {
        let symbols = used.into_iter();
        let symbols = symbols.filter(|(category, ..)| *category == Category::Symbol);
        self.symbol_names
            .extend(symbols.map(|(_, id, name)| (SymbolId(id), name)));
    }

    /// A facet that `from` can see, with its declaration.
    pub(crate) fn facet(&self, name: &str, from: PackageId) -> Option<(&Facet, &Declaration)> {
        let (host, declaration) = self.host(name, from)?;
        Some((self.module.knowledge.facet(host.id)?, declaration))
    }

    /// Reads the settings of beliefs, and checks the number of facets.
    fn read_knowledge(&mut self, files: &[FileTree], problems: &mut Vec<Diagnostic>) {
        let mut first: Option<Place> = None;
        for file in files {
            for node in file.root.children_of(KNOWLEDGE_DECL) {
                let mut cx = Context::new(self, file.file, file.package);
                let settings = crate::declaration::knowledge::lower::lower(&node, &mut cx);
                problems.append(&mut cx.problems);
                let place = node.place(file.file);
                match first {
                    Some(first) => problems.push(
                        Code::DuplicateName
                            .at(place, "`knowledge` is declared twice")
                            .label("declared again here")
                            .related(first, "first declared here")
                            .consequence("Only the first declaration counts.")
                            .hint("put all settings below one `knowledge`"),
                    ),
                    None => {
                        first = Some(place);
                        self.module.knowledge.settings = settings.map(Box::new);
                    }
                }
            }
        }
        let mut deciders = self.names.all(Namespace::Decider);
        if deciders.any(|declaration| declaration.node == SKILLS_DECL) {
            self.module
                .host
                .extend(crate::condition::sensed::readings());
            self.module.host.sort_by_key(|host| host.id);
        }
        let declared = self.names.all(Namespace::Host);
        let mut facets = declared.filter(|declaration| declaration.node == FACET_DECL);
        if let Some(next) = facets.nth(FACETS_MAX) {
            problems.push(
                Code::TooLarge
                    .at(
                        next.place,
                        format!("there are more than {FACETS_MAX} facets"),
                    )
                    .label(format!("the limit is {FACETS_MAX} facets"))
                    .hint("declare what nobody has beliefs about with `attribute`"),
            );
        }
    }

    /// A digest of everything scripts are checked against, without places.
    pub(crate) fn digest(&self) -> u64 {
        let mut digest = hash64(&townsfolk_module::file::write_module(&self.module));
        for (id, number) in &self.ids {
            digest = fold(digest, hash64(format!("{id:?} {number}").as_bytes()));
        }
        digest = fold(digest, hash64(format!("{:?}", self.goods).as_bytes()));
        for (id, sees) in self.visibility.sees.iter().enumerate() {
            digest = fold(digest, hash64(format!("{id} {sees:?}").as_bytes()));
        }
        let spaces = [
            Namespace::Kind,
            Namespace::Action,
            Namespace::Host,
            Namespace::Script,
        ];
        for declaration in spaces.iter().flat_map(|space| self.names.all(*space)) {
            digest = fold(digest, hash64(declaration.name.as_bytes()));
            digest = fold(digest, u64::from(declaration.package.0));
            let shared = declaration.shared_by.iter();
            digest = shared.fold(digest, |sum, package| fold(sum, u64::from(package.0)));
            digest = fold(digest, u64::from(declaration.place.file.0));
        }
        digest
    }

    fn add(&mut self, item: Option<Item>, declaration: &Declaration) {
        let name = declaration.name.clone();
        match item {
            None => {}
            Some(Item::Role(role)) => {
                self.role_names.insert(role.id, name);
                self.module.roles.push(role);
            }
            Some(Item::PropKind(kind)) => {
                self.prop_kind_names.insert(kind.id, name);
                self.module.prop_kinds.push(kind);
            }
            Some(Item::SymbolSet(set, names)) => {
                self.symbol_set_names.insert(set.id, name);
                self.symbol_names
                    .extend(set.members.iter().copied().zip(names));
                self.module.symbol_sets.push(set);
                // The next declaration of the same kind may look a set up.
                self.module.symbol_sets.sort_by_key(|set| set.id);
            }
            Some(Item::Action(action, places, names)) => {
                self.symbol_names
                    .extend(action.named.iter().map(|named| named.name).zip(names));
                self.parameter_places.insert(declaration.place, places);
                self.module.actions.push(action);
            }
            Some(Item::Host(host, places)) => {
                self.parameter_places.insert(declaration.place, places);
                self.module.host.push(host);
            }
            Some(Item::Attribute(lowered)) => {
                self.parameter_places
                    .insert(declaration.place, lowered.places);
                self.module.host.push(lowered.host);
                // The next facet may look an attribute up.
                self.module.host.sort_by_key(|host| host.id);
                self.module.attributes.push(lowered.attribute);
                if let Some((set, names)) = lowered.symbols {
                    self.add(Some(Item::SymbolSet(set, names)), declaration);
                }
            }
            Some(Item::Facet(lowered)) => {
                let readings = readings(&lowered.facet, &lowered.attribute.host);
                self.module.host.extend(readings);
                self.module.knowledge.facets.push(lowered.facet);
                self.add(Some(Item::Attribute(lowered.attribute)), declaration);
            }
            Some(Item::Course(course, places)) => {
                self.parameter_places.insert(declaration.place, places);
                self.module.courses.push(course);
            }
        }
    }

    fn read_ids(&mut self, files: &[FileTree], problems: &mut Vec<Diagnostic>) {
        let mut ids = BTreeMap::new();
        for file in files {
            let mut cx = Context::new(self, file.file, file.package);
            for node in file.root.children_of(crate::syntax::ID_DECL) {
                ids.extend(crate::declaration::id::lower::id(&node, &mut cx));
            }
            problems.append(&mut cx.problems);
        }
        self.ids = ids;
    }

    /// Reports a role or kind of prop that is, through others, a special case of itself.
    fn check_circles(&mut self, problems: &mut Vec<Diagnostic>) {
        let circular = |name: &str, place: Place| {
            Code::CircularKind
                .at(place, format!("`{name}` is a special case of itself"))
                .label("the circle goes through here")
                .consequence("Nobody could say which of them is the more general.")
                .hint("remove one `is` of the circle")
        };
        for declaration in self.names.all(Namespace::Kind) {
            let name = &declaration.name;
            let role = RoleId(self.id(Category::Role, name));
            let prop = PropKindId(self.id(Category::PropKind, name));
            let too_deep = match declaration.node {
                crate::syntax::ROLE_DECL => is_deep(role, |role| {
                    let role = self.module.role(role);
                    role.map(|role| role.parents.clone()).unwrap_or_default()
                }),
                crate::syntax::PROP_DECL => is_deep(prop, |prop| {
                    let kind = self.module.prop_kind(prop);
                    kind.and_then(|kind| kind.parent).into_iter().collect()
                }),
                _ => false,
            };
            if too_deep {
                problems.push(
                    Code::TooLarge
                        .at(
                            declaration.place,
                            format!("`{name}` stands below more than {CHAIN_MAX} others"),
                        )
                        .label(format!(
                            "the limit is {CHAIN_MAX} `is`, one behind the other"
                        ))
                        .hint("let it be a special case of a more general one"),
                );
                return;
            }
            let in_circle = match declaration.node {
                crate::syntax::ROLE_DECL => self.module.role(role).is_some_and(|item| {
                    item.parents
                        .iter()
                        .any(|parent| self.module.is_a(*parent, role))
                }),
                crate::syntax::PROP_DECL => self
                    .module
                    .prop_kind(prop)
                    .and_then(|kind| kind.parent)
                    .is_some_and(|parent| self.prop_is_a(parent, prop)),
                _ => false,
            };
            if in_circle {
                problems.push(circular(name, declaration.place));
            }
        }
    }

    pub(crate) fn role_name(&self, role: RoleId) -> String {
        self.role_names.get(&role).cloned().unwrap_or_default()
    }

    pub(crate) fn prop_kind_name(&self, prop: PropKindId) -> String {
        self.prop_kind_names.get(&prop).cloned().unwrap_or_default()
    }

    pub(crate) fn symbol_set_name(&self, set: SymbolSetId) -> String {
        self.symbol_set_names.get(&set).cloned().unwrap_or_default()
    }

    /// The name of an action's named parameter.
    pub(crate) fn parameter_name(&self, symbol: SymbolId) -> String {
        self.symbol_names.get(&symbol).cloned().unwrap_or_default()
    }

    /// The id of a name: its hash unless an `id` line sets it.
    pub(crate) fn id(&self, category: Category, name: &str) -> u32 {
        // Most projects have no `id` line, and a look-up builds a key.
        if self.ids.is_empty() {
            return townsfolk_core::id_of(name);
        }
        let by_hand = self.ids.get(&(category, name.to_string()));
        by_hand
            .copied()
            .unwrap_or_else(|| townsfolk_core::id_of(name))
    }

    pub(crate) fn symbol(&self, name: &str) -> SymbolId {
        SymbolId(self.id(Category::Symbol, name))
    }

    pub(crate) fn prop_is_a(&self, kind: PropKindId, wanted: PropKindId) -> bool {
        let mut next = Some(kind);
        // A cycle of kinds is an error already; the bound ends the loop.
        for _ in 0..=self.module.prop_kinds.len() {
            match next {
                Some(kind) if kind == wanted => return true,
                Some(kind) => next = self.module.prop_kind(kind).and_then(|kind| kind.parent),
                None => return false,
            }
        }
        false
    }

    /// A declaration that `from` can see.
    pub(crate) fn find(
        &self,
        namespace: Namespace,
        name: &str,
        from: PackageId,
    ) -> Option<&Declaration> {
        let declaration = self.names.get(namespace, name)?;
        self.visibility
            .sees_declaration(from, declaration)
            .then_some(declaration)
    }

    pub(crate) fn role(&self, name: &str, from: PackageId) -> Option<RoleId> {
        let declaration = self.find(Namespace::Kind, name, from)?;
        (declaration.node == crate::syntax::ROLE_DECL)
            .then(|| RoleId(self.id(Category::Role, name)))
    }

    pub(crate) fn prop_kind(&self, name: &str, from: PackageId) -> Option<PropKindId> {
        let declaration = self.find(Namespace::Kind, name, from)?;
        (declaration.node == crate::syntax::PROP_DECL)
            .then(|| PropKindId(self.id(Category::PropKind, name)))
    }

    pub(crate) fn action(&self, name: &str, from: PackageId) -> Option<(&Action, &Declaration)> {
        let declaration = self.find(Namespace::Action, name, from)?;
        let action = self
            .module
            .action(ActionId(self.id(Category::Action, name)))?;
        Some((action, declaration))
    }

    pub(crate) fn host(&self, name: &str, from: PackageId) -> Option<(&HostName, &Declaration)> {
        let declaration = self.find(Namespace::Host, name, from)?;
        let host = self
            .module
            .host_name(HostId(self.id(Category::Host, name)))?;
        Some((host, declaration))
    }

    /// The word that declares a host name.
    pub(crate) fn host_word(&self, host: &HostName) -> &'static str {
        match host.form {
            HostForm::Property if self.module.attribute(host.id).is_some() => "attribute",
            HostForm::Property => "property",
            HostForm::Function => "function",
            HostForm::Predicate => "predicate",
        }
    }

    /// A kind by name: built in, a role, a kind of prop or a set of symbols.
    pub(crate) fn kind(&self, name: &str, from: PackageId) -> Option<Kind> {
        if let Some((_, kind)) = crate::kinds::BUILT_IN.iter().find(|(n, _)| *n == name) {
            return Some(*kind);
        }
        let area = Kind::SymbolOf(SymbolSetId(self.id(Category::SymbolSet, AREA)));
        if name == AREA && self.is_area(area) && self.symbol_set_names.values().any(|n| n == AREA) {
            return Some(area);
        }
        let declaration = self.find(Namespace::Kind, name, from)?;
        Some(match declaration.node {
            crate::syntax::ROLE_DECL => Kind::CharacterIn(RoleId(self.id(Category::Role, name))),
            crate::syntax::PROP_DECL => Kind::PropOf(PropKindId(self.id(Category::PropKind, name))),
            _ => Kind::SymbolOf(SymbolSetId(self.id(Category::SymbolSet, name))),
        })
    }

    /// The problem of an undeclared or invisible name, with suggestions among the declarations that
    /// `fits` accepts.
    pub(crate) fn unknown(
        &self,
        code: Code,
        namespace: Namespace,
        what: &str,
        (name, place): (&str, Place),
        from: PackageId,
        fits: impl Fn(&Declaration) -> bool,
    ) -> Diagnostic {
        if let Some(hidden) = self.names.get(namespace, name)
            && !self.visibility.sees_declaration(from, hidden)
        {
            let package = self.visibility.name(hidden.package);
            return Diagnostic::new(
                code,
                place,
                format!(
                    "`{name}` belongs to the package `{package}`, which this one does not depend on"
                ),
            )
            .label("not visible from here")
            .related(hidden.place, "declared here")
            .hint(format!(
                "add `{package}` to [dependencies] in this package's folk.toml"
            ));
        }
        let visible = self
            .names
            .all(namespace)
            .filter(|declaration| {
                self.visibility.sees_declaration(from, declaration) && fits(declaration)
            })
            .map(|declaration| declaration.name.as_str());
        let problem = Diagnostic::new(code, place, format!("there is no {what} `{name}`"))
            .label("nothing of this name is declared");
        let suggested = problem.did_you_mean(place, name, visible);
        suggested.or_hint(format!(
            "declare it: `{} {name}`",
            what.split(' ').next().unwrap_or(what)
        ))
    }
}

/// Maximum length of a chain of roles or kinds of props.
const CHAIN_MAX: usize = 64;

/// Whether a chain of parents is longer than the maximum.
fn is_deep<T: Copy + Ord>(start: T, parents: impl Fn(T) -> Vec<T>) -> bool {
    let mut seen = BTreeSet::from([start]);
    let mut level = vec![start];
    for _ in 0..=CHAIN_MAX {
        let above = level.into_iter().flat_map(&parents);
        level = above.filter(|parent| seen.insert(*parent)).collect();
        if level.is_empty() {
            return false;
        }
    }
    true
}

/// The readings that conditions can make of beliefs about a facet, as host names.
fn readings(facet: &Facet, attribute: &HostName) -> Vec<HostName> {
    let about = || {
        [Kind::Character]
            .into_iter()
            .chain(attribute.parameters.clone())
    };
    let reading = |reading: FacetReading, parameters: Vec<Kind>, result: Option<Kind>| HostName {
        id: reading.of(facet.id),
        form: match result {
            Some(_) => HostForm::Function,
            None => HostForm::Predicate,
        },
        parameters,
        result,
        beat: crate::declaration::host::lower::BEAT,
    };
    let value = attribute.result;
    vec![
        reading(FacetReading::Believes, about().chain(value).collect(), None),
        reading(FacetReading::Believed, about().collect(), value),
        reading(
            FacetReading::Sureness,
            about().collect(),
            Some(Kind::Number),
        ),
        reading(
            FacetReading::Source,
            about().collect(),
            Some(Kind::Character),
        ),
    ]
}
