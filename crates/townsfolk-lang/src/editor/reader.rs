//! Reads a project for one request: trees, declarations, scripts with their bases.

use super::cursor::{end_of, token_over};
use super::script::ScriptNames;
use crate::globals::Globals;
use crate::names::{Declaration, Namespace, PackageId};
use crate::project::{Checked, Project};
use crate::source::{FileId, Place};
use crate::syntax::{Node, TreeExt, *};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use townsfolk_core::{Kind, SymbolSetId};
use townsfolk_module::Category;

/// Finds declarations in the trees of a project, and caches scripts during a request.
pub(super) struct Reader<'p> {
    pub(super) project: &'p Project,
    pub(super) checked: &'p Checked,
    roots: RefCell<BTreeMap<FileId, Node>>,
    scripts: RefCell<BTreeMap<Place, Rc<ScriptNames>>>,
    /// Kinds of the arguments of defines, by the place of the first.
    pub(super) define_kinds: RefCell<BTreeMap<Place, Vec<Option<Kind>>>>,
}

/// A node and the file it is in.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) file: FileId,
    pub(super) node: Node,
}

impl Located {
    pub(super) fn place(&self) -> Place {
        self.node.place(self.file)
    }
}

impl<'p> Reader<'p> {
    pub(super) fn new(project: &'p Project, checked: &'p Checked) -> Reader<'p> {
        Reader {
            project,
            checked,
            roots: RefCell::default(),
            scripts: RefCell::default(),
            define_kinds: RefCell::default(),
        }
    }

    pub(super) fn globals(&self) -> &'p Globals {
        &self.checked.globals
    }

    pub(super) fn root(&self, file: FileId) -> Option<Node> {
        if let Some(root) = self.roots.borrow().get(&file) {
            return Some(root.clone());
        }
        let root = self.project.file(file)?.root();
        self.roots.borrow_mut().insert(file, root.clone());
        Some(root)
    }

    pub(super) fn package(&self, file: FileId) -> PackageId {
        self.project
            .file(file)
            .map_or(PackageId(u32::MAX), |file| file.package)
    }

    /// A top-level declaration that a file may see.
    pub(super) fn global(&self, space: Namespace, name: &str, from: FileId) -> Option<Located> {
        let declaration = self.globals().find(space, name, self.package(from))?;
        self.node_of(declaration)
    }

    /// A top-level declaration of any package.
    pub(super) fn anywhere(&self, space: Namespace, name: &str) -> Option<Located> {
        self.node_of(self.globals().names.get(space, name)?)
    }

    /// All declarations of a namespace that a file may see, by name.
    pub(super) fn all(&self, space: Namespace, from: FileId) -> Vec<&'p Declaration> {
        let globals = self.globals();
        let package = self.package(from);
        globals
            .names
            .all(space)
            .filter(|declaration| globals.visibility.sees_declaration(package, declaration))
            .collect()
    }

    /// The node of a declaration. The check may be older than the text, so its name is compared.
    pub(super) fn node_of(&self, declaration: &Declaration) -> Option<Located> {
        let Place { file, start, end } = declaration.place;
        let root = self.root(file)?;
        if end > end_of(&root) {
            return None;
        }
        let node = token_over(&root, start)?
            .parent_ancestors()
            .find(|node| node.kind() == declaration.node)?;
        let same = node
            .name(file)
            .is_some_and(|(name, _)| name == declaration.name);
        same.then_some(Located { file, node })
    }

    /// The declarations of a script and its bases.
    pub(super) fn script(&self, script: &Located) -> Rc<ScriptNames> {
        let place = script.place();
        if let Some(known) = self.scripts.borrow().get(&place) {
            return known.clone();
        }
        let names = Rc::new(ScriptNames::read(self, script));
        self.scripts.borrow_mut().insert(place, names.clone());
        names
    }

    /// The script whose names are visible at a node: the one around it, or the one of its test.
    pub(super) fn script_around(&self, file: FileId, node: &Node) -> Option<Rc<ScriptNames>> {
        let of = node
            .ancestors()
            .find(|node| node.kind() == TEST_DECL)
            .and_then(|test| test.child(BASED_ON)?.child(NAME_REF)?.word());
        if let Some(name) = of {
            let script = self.global(Namespace::Script, &name, file)?;
            return Some(self.script(&script));
        }
        let node = node.ancestors().find(|node| node.kind() == SCRIPT_DECL)?;
        Some(self.script(&Located { file, node }))
    }

    /// The scripts a location prefers, each with its bases.
    pub(super) fn preferred(&self, file: FileId, location: &Node) -> Vec<Rc<ScriptNames>> {
        location
            .children_of(PREFERS)
            .flat_map(|prefers| prefers.children())
            .filter_map(|preference| preference.child(NAME_REF)?.word())
            .filter_map(|name| self.global(Namespace::Script, &name, file))
            .map(|script| self.script(&script))
            .collect()
    }

    /// The props that locations place, by name, as far as a file may see them.
    pub(super) fn placed_props(&self, from: FileId) -> Vec<(String, Located)> {
        let mut props = vec![];
        for declaration in self.all(Namespace::Location, from) {
            let Some(location) = self.node_of(declaration) else {
                continue;
            };
            for node in location.node.children_of(LOCATION_PROP) {
                if let Some((name, _)) = node.name(location.file) {
                    let file = location.file;
                    props.push((name, Located { file, node }));
                }
            }
        }
        props
    }

    /// The sets that have this symbol.
    pub(super) fn sets_with(&self, symbol: &str, from: FileId) -> Vec<(Located, Place)> {
        let mut sets = vec![];
        for set in self.symbol_sets(from) {
            let member = members(&set).into_iter().find(|(name, _)| name == symbol);
            sets.extend(member.map(|(_, place)| (set, place)));
        }
        sets
    }

    /// The sets of symbols that a file may see: those declared, and those of attributes.
    pub(super) fn symbol_sets(&self, from: FileId) -> Vec<Located> {
        let declared = self.all(Namespace::Kind, from).into_iter();
        let declared = declared.filter(|declaration| declaration.node == SYMBOLS_DECL);
        declared
            .chain(self.all(Namespace::Host, from))
            .filter_map(|declaration| self.node_of(declaration))
            .filter(|set| symbol_list(&set.node).is_some())
            .collect()
    }

    /// The kind of the symbols of a set.
    pub(super) fn set_kind(&self, set: &Located) -> Option<Kind> {
        let (name, _) = set.node.name(set.file)?;
        let id = self.globals().id(Category::SymbolSet, &name);
        Some(Kind::SymbolOf(SymbolSetId(id)))
    }
}

/// The list of symbols in a declaration.
fn symbol_list(set: &Node) -> Option<Node> {
    match set.kind() {
        SYMBOLS_DECL => set.child(NAMES),
        _ => set.child(RESULT)?.child(NAMES),
    }
}

/// The symbols of a set, each with its place.
pub(super) fn members(set: &Located) -> Vec<(String, Place)> {
    symbol_list(&set.node)
        .iter()
        .flat_map(|list| list.children_of(NAME))
        .filter_map(|name| Some((name.word()?, name.place(set.file))))
        .collect()
}
