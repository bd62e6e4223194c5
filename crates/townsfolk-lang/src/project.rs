//! A project: files and packages in, diagnostics and a module out.
//!
//! A [`Project`] caches its results: parses by file, lowered and checked scripts by their inputs.
//! After an edit, only affected results are computed again.

use crate::accept::{self, Acceptance};
use crate::check;
use crate::check::attributes::AttributeUse;
use crate::deciders::LoweredDeciders;
use crate::declaration::course::lower::LoweredCourse;
use crate::declaration::merchant::lower::LoweredTrade;
use crate::declaration::plan::lower::LoweredPlan;
use crate::declaration::{course, location, script};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::globals::{FileTree, Globals};
use crate::minds::LoweredMinds;
use crate::names::{Declaration, Namespace, Visibility, declarations};
use crate::senses::LoweredSenses;
use crate::source::{FileId, LineColumn, LineIndex, Place};
use crate::syntax::{Node, Parse, TreeExt, *};
use crate::unit::DeciderTestUnit;
use crate::unit::ScriptUnit;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{HostId, LayerId, TextId};
use townsfolk_module::ground::Ground;
use townsfolk_module::knowledge::FacetReading;
use townsfolk_module::mind::Link;
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{
    Category, LocationKind, Module, RuleSymbols, ScriptSymbols, SourceLine, Symbols,
};

pub use crate::names::PackageId;

/// Maximum size of a source file.
pub const FILE_BYTES_MAX: usize = 16 << 20;

/// Files and packages, with cached results.
#[derive(Debug, Default)]
pub struct Project {
    files: Vec<Option<SourceFile>>,
    packages: Vec<(String, Vec<PackageId>)>,
    units: BTreeMap<String, CachedUnit>,
}

/// A file of a project.
#[derive(Debug)]
pub struct SourceFile {
    /// The path as the author knows it.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The package it belongs to.
    pub package: PackageId,
    lines: LineIndex,
    digest: u64,
    parse: Parse,
}

impl SourceFile {
    /// The line and column of an offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.lines.line_column(&self.text, offset)
    }

    /// The offset of a line and column.
    pub fn offset(&self, at: LineColumn) -> u32 {
        self.lines.offset(&self.text, at)
    }

    pub(crate) fn root(&self) -> Node {
        self.parse.root()
    }
}

#[derive(Debug)]
struct CachedUnit {
    unit: Rc<ScriptUnit>,
    /// A digest of its inputs outside its own files.
    outside: u64,
    /// The files of its text and its messages, with digests.
    files: Vec<(FileId, u64)>,
}

/// Names of the ids of constants.
type NamesUsed = Vec<(Category, u32, String)>;

/// The result of a check.
#[derive(Debug)]
pub struct Checked {
    /// All problems, in order of place.
    pub problems: Vec<Diagnostic>,
    /// The lowered scripts, by name. Templates that need arguments are not among them.
    pub scripts: Vec<Rc<ScriptUnit>>,
    pub(crate) globals: Globals,
    locations: Vec<(LocationKind, NamesUsed)>,
    /// Texts in facts known by locations.
    texts: Vec<(TextId, String)>,
    courses: Vec<LoweredCourse>,
    deciders: LoweredDeciders,
    /// Tests of characters that decide outside scenes.
    pub decider_tests: Vec<DeciderTestUnit>,
    minds: LoweredMinds,
    plan: LoweredPlan,
    trade: LoweredTrade,
    senses: LoweredSenses,
    accepted: Vec<Acceptance>,
}

impl Checked {
    /// The given problems without those accepted in the text.
    pub fn without_accepted(&self, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
        accept::not_accepted(&self.accepted, problems)
    }

    /// The ground that a plan of the project lays out, if it has one.
    pub fn ground(&self) -> Option<&Ground> {
        self.plan.ground.as_ref()
    }

    /// Links of layers, with their places.
    pub(crate) fn links(&self) -> &[(LayerId, Link, Place)] {
        &self.minds.links
    }

    /// The number of people with minds.
    pub fn people(&self) -> usize {
        self.minds.minds.people.len()
    }
}

impl Project {
    /// An empty project.
    pub fn new() -> Project {
        Project::default()
    }

    /// A project of one package with these files (path and text), for tests and small tools.
    pub fn of_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Project {
        let mut project = Project::new();
        let package = project.add_package("main");
        for (path, text) in files {
            project.set_file(path, package, text);
        }
        project
    }

    /// Adds a package. [`Project::set_visible`] sets its dependencies.
    pub fn add_package(&mut self, name: &str) -> PackageId {
        self.packages.push((name.to_string(), vec![]));
        PackageId(self.packages.len() as u32 - 1)
    }

    /// Sets the direct and indirect dependencies of a package.
    pub fn set_visible(&mut self, package: PackageId, visible: Vec<PackageId>) {
        if let Some(entry) = self.packages.get_mut(package.0 as usize) {
            entry.1 = visible;
        }
    }

    /// Adds a file, or gives it a new text.
    pub fn set_file(&mut self, path: &str, package: PackageId, text: &str) -> FileId {
        let known = self.find(path);
        let id = known.unwrap_or(FileId(self.files.len() as u32));
        let digest = hash64(text.as_bytes());
        if let Some(Some(file)) = self.files.get(id.0 as usize)
            && file.digest == digest
            && file.package == package
        {
            return id;
        }
        let file = SourceFile {
            path: path.to_string(),
            package,
            lines: LineIndex::new(text),
            digest,
            parse: parse_within_limits(id, text),
            text: text.to_string(),
        };
        match self.files.get_mut(id.0 as usize) {
            Some(slot) => *slot = Some(file),
            None => self.files.push(Some(file)),
        }
        id
    }

    /// Removes a file. Its id is not reused for another path.
    pub fn remove_file(&mut self, path: &str) {
        if let Some(id) = self.find(path) {
            self.files[id.0 as usize] = None;
        }
    }

    /// The file with this path.
    pub fn find(&self, path: &str) -> Option<FileId> {
        let index = self
            .files
            .iter()
            .position(|file| file.as_ref().is_some_and(|file| file.path == path))?;
        Some(FileId(index as u32))
    }

    /// A file, unless it was removed.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)?.as_ref()
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .filter_map(|(index, file)| Some((FileId(index as u32), file.as_ref()?)))
    }

    /// Checks everything that may have changed since the last check.
    pub fn check(&mut self) -> Checked {
        let trees: Vec<FileTree> = self
            .files()
            .map(|(id, file)| {
                let root = file.root();
                let declarations = declarations(&root, id, file.package);
                FileTree {
                    file: id,
                    package: file.package,
                    root,
                    declarations,
                }
            })
            .collect();
        let visibility = Visibility {
            names: self.packages.iter().map(|(name, _)| name.clone()).collect(),
            sees: self.packages.iter().map(|(_, sees)| sees.clone()).collect(),
        };
        let mut problems: Vec<Diagnostic> = vec![];
        for (id, file) in self.files() {
            problems.extend(file.parse.problems.iter().cloned());
            problems.extend(hidden_characters(id, &file.text));
        }
        let (globals, found) = Globals::resolve(&trees, visibility);
        problems.extend(found);
        // Few files accept anything, and to look through a tree takes longer than through its text.
        let accepting = trees.iter().filter(|tree| {
            let file = self.file(tree.file);
            file.is_some_and(|file| file.text.contains("accept"))
        });
        let (accepted, found) = accept::acceptances(accepting);
        problems.extend(found);
        let scripts = self.check_scripts(&trees, &globals);
        for unit in &scripts {
            problems.extend(unit.problems.iter().cloned());
        }
        problems.extend(self.check_unused_templates(&trees, &globals));
        let mut locations = vec![];
        let mut texts = vec![];
        for tree in &trees {
            for (declaration, node) in &tree.declarations {
                if declaration.node == LOCATION_DECL && globals.names.is_first(declaration) {
                    let lowered = location::lower::lower(&globals, declaration, node, &scripts);
                    problems.extend(lowered.problems);
                    texts.extend(lowered.texts);
                    locations.extend(lowered.location.map(|location| (location, lowered.used)));
                }
            }
        }
        let mut courses = vec![];
        for (declaration, node) in trees.iter().flat_map(|tree| &tree.declarations) {
            if declaration.node == COURSE_DECL && globals.names.is_first(declaration) {
                courses.extend(course::lower::lower(&globals, declaration, node));
            }
        }
        for course in &mut courses {
            problems.append(&mut course.problems);
        }
        let mut deciders = crate::deciders::lower(&trees, &globals);
        problems.append(&mut deciders.problems);
        let (decider_tests, found) =
            crate::declaration::snippet::test::lower(&trees, &globals, &mut deciders);
        problems.extend(found);
        problems.extend(stray_tests(&trees, &globals));
        let mut minds = crate::minds::lower(&trees, &globals);
        problems.extend(self.heard(std::mem::take(&mut minds.problems)));
        let mut plan = crate::declaration::plan::lower::lower(&trees, &globals, &minds.minds);
        problems.append(&mut plan.problems);
        let mut trade = crate::declaration::merchant::lower::lower(&trees, &globals);
        problems.append(&mut trade.problems);
        let mut senses = crate::senses::lower(&trees, &globals);
        problems.append(&mut senses.problems);
        let mut checked = Checked {
            problems,
            scripts,
            globals,
            locations,
            texts,
            courses,
            deciders,
            decider_tests,
            minds,
            plan,
            trade,
            senses,
            accepted,
        };
        checked.find_collisions();
        checked.check_attributes();
        checked.check_world(&trees);
        if !checked.has_errors() {
            let idle = accept::not_needed(&checked.accepted, &checked.problems);
            checked.problems.extend(idle);
        }
        let problems = std::mem::take(&mut checked.problems);
        checked.problems = checked.without_accepted(problems);
        self.sort(&mut checked.problems);
        checked
    }

    /// Problems of a template that needs arguments and is not used: names, kinds and bindings, with
    /// a placeholder for each parameter. Nothing is concluded from absence, since a script based on
    /// it may supply the missing part.
    fn check_unused_templates(&self, trees: &[FileTree], globals: &Globals) -> Vec<Diagnostic> {
        let by_name = scripts_by_name(trees, globals);
        let used: BTreeSet<String> = by_name
            .values()
            .filter_map(|(_, node)| script::expand::base(node))
            .collect();
        let mut problems = vec![];
        for (name, (declaration, node)) in &by_name {
            let unused = script::expand::is_template(node)
                && script::expand::needs_arguments(node)
                && !used.contains(name);
            if !unused {
                continue;
            }
            let mut draft = script::expand::expand(globals, &by_name, declaration, node, &[]);
            // The participants of a test are known only when the roles are.
            draft.tests.clear();
            let found = script::lower::lower(globals, draft).problems;
            let found = check::without_repeats(found).into_iter();
            problems.extend(found.filter(|problem| {
                problem.severity == Severity::Error && !self.may_be_mended_by_use(problem)
            }));
        }
        problems
    }

    /// Whether a script based on a template may remove its problem: a range may depend on
    /// arguments, and an unknown state or fact without a similar name may be declared there.
    fn may_be_mended_by_use(&self, problem: &Diagnostic) -> bool {
        match problem.code {
            Code::EmptyRange => {
                let file = self.file(problem.place.file);
                let text = file.and_then(|file| file.text.get(problem.place.range()));
                text.is_some_and(|text| text.contains('$'))
            }
            Code::UnknownState | Code::UnknownFact => {
                problem.hints.iter().all(|hint| hint.edit.is_none())
            }
            _ => false,
        }
    }

    fn check_scripts(&mut self, trees: &[FileTree], globals: &Globals) -> Vec<Rc<ScriptUnit>> {
        let by_name = scripts_by_name(trees, globals);
        let outer_tests = outer_tests(trees);
        let knowledge = location::lower::knowledge(trees);
        let outside = globals.digest();
        let mut units = vec![];
        for (name, (declaration, node)) in &by_name {
            if script::expand::is_template(node) && script::expand::needs_arguments(node) {
                continue;
            }
            let known = knowledge.get(name);
            let tests = outer_tests
                .get(name.as_str())
                .map(Vec::as_slice)
                .unwrap_or_default();
            let outside = fold(outside, location::lower::knowledge_digest(known));
            if let Some(unit) = self.cached(name, declaration, outside, tests) {
                units.push(unit);
                continue;
            }
            let draft = script::expand::expand(globals, &by_name, declaration, node, tests);
            let mut unit = script::lower::lower(globals, draft);
            // Two states or rules that share an id look like one, so they are not checked; nor is
            // unread text.
            let unclear = |p: &Diagnostic| matches!(p.code, Code::IdCollision | Code::TooLarge);
            if !unit.problems.iter().any(unclear) {
                let mut found = check::check_script(globals, &unit, known);
                if self.is_broken(declaration.place.file, node) {
                    found.retain(|problem| check::holds_beside_broken_syntax(problem.code));
                }
                unit.problems.extend(found);
            }
            unit.problems = check::without_repeats(std::mem::take(&mut unit.problems));
            let unit = Rc::new(unit);
            self.remember(name, &unit, outside);
            units.push(unit);
        }
        self.units.retain(|name, _| by_name.contains_key(name));
        units
    }

    /// Problems of minds that hold although some text could not be read. The missing part may be
    /// the misspelt one, so in such files nothing is concluded from absence.
    fn heard(&self, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let broken: BTreeSet<FileId> = self
            .files()
            .filter(|(_, file)| !file.parse.problems.is_empty())
            .map(|(id, _)| id)
            .collect();
        let certain = |problem: &Diagnostic| match problem.code {
            // Any file may have the missing link, action or flag.
            code if check::minds::looks_everywhere(code) => broken.is_empty(),
            Code::IncompletePerson => !broken.contains(&problem.place.file),
            _ if problem.severity == Severity::Error => true,
            _ => !broken.contains(&problem.place.file),
        };
        let problems = check::without_repeats(problems).into_iter();
        problems.filter(certain).collect()
    }

    /// Whether a script, or the text up to the next one, has a problem of syntax.
    fn is_broken(&self, file: FileId, node: &Node) -> bool {
        let place = node.place(file);
        let after = std::iter::successors(node.next_sibling(), |next| next.next_sibling());
        let next = after.into_iter().find(|next| next.kind() == SCRIPT_DECL);
        let end = next.map_or(u32::MAX, |next| next.place(file).start);
        self.file(file).is_some_and(|file| {
            let mut problems = file.parse.problems.iter();
            problems.any(|p| p.place.start >= place.start && p.place.start < end)
        })
    }

    fn cached(
        &self,
        name: &str,
        declaration: &Declaration,
        outside: u64,
        tests: &[script::expand::OuterTest],
    ) -> Option<Rc<ScriptUnit>> {
        let cached = self.units.get(name)?;
        let same = cached.outside == outside
            && cached.unit.places.name == declaration.place
            && cached
                .files
                .iter()
                .all(|(id, digest)| self.file(*id).is_some_and(|file| file.digest == *digest))
            && tests
                .iter()
                .all(|test| cached.files.iter().any(|(id, _)| *id == test.file));
        same.then(|| cached.unit.clone())
    }

    fn remember(&mut self, name: &str, unit: &Rc<ScriptUnit>, outside: u64) {
        let mut ids: BTreeSet<FileId> = unit.files.iter().copied().collect();
        for problem in &unit.problems {
            ids.insert(problem.place.file);
            ids.extend(problem.related.iter().map(|related| related.place.file));
        }
        let files = ids
            .into_iter()
            .filter_map(|id| Some((id, self.file(id)?.digest)))
            .collect();
        self.units.insert(
            name.to_string(),
            CachedUnit {
                unit: unit.clone(),
                outside,
                files,
            },
        );
    }

    fn sort(&self, problems: &mut Vec<Diagnostic>) {
        let path = |place: Place| self.file(place.file).map_or("", |file| file.path.as_str());
        problems.sort_by(|a, b| {
            (path(a.place), a.place, a.code, &a.message).cmp(&(
                path(b.place),
                b.place,
                b.code,
                &b.message,
            ))
        });
        problems.dedup_by(|a, b| (a.code, a.place, &a.message) == (b.code, b.place, &b.message));
    }

    /// Builds the module and its symbols. `None` if there are errors.
    pub fn compile(&self, checked: &Checked) -> Option<(Module, Symbols)> {
        if checked.has_errors() {
            return None;
        }
        Some(self.assemble(checked))
    }

    /// Builds the module from the parts that could be lowered, even with errors: for exploration
    /// and tests of the intact scripts.
    pub fn assemble(&self, checked: &Checked) -> (Module, Symbols) {
        let mut module = checked.globals.module.clone();
        let mut symbols = Symbols::default();
        checked.each_name(|category, id, name, _| {
            symbols.names.insert((category, id), name.to_string());
        });
        for unit in &checked.scripts {
            module.scripts.push(unit.script.clone());
            module.texts.extend(unit.texts.iter().cloned());
            symbols
                .scripts
                .insert(unit.script.id, self.script_symbols(unit));
        }
        module.texts.extend(checked.texts.iter().cloned());
        module.courses.clear();
        for lowered in &checked.courses {
            module.courses.push(lowered.course.clone());
            module.texts.extend(lowered.texts.iter().cloned());
        }
        module.deciders = checked.deciders.deciders.clone();
        module.deciders.mindless = checked.minds.mindless.clone();
        module.texts.extend(checked.deciders.texts.iter().cloned());
        module.locations.extend(
            checked
                .locations
                .iter()
                .map(|(location, _)| location.clone()),
        );
        module.texts.extend(checked.minds.texts.iter().cloned());
        module.minds = checked.minds.minds.clone();
        module.groups = checked.minds.groups.clone();
        module.initial = checked.minds.initial.clone();
        drop_unasked_readings(&mut module, &symbols);
        module.trade = checked.trade.trade.clone();
        module.senses = checked.senses.senses.clone();
        module
            .actions
            .extend(checked.senses.actions.iter().cloned());
        module.texts.extend(checked.senses.texts.iter().cloned());
        module.sort();
        symbols.texts = module.texts.iter().cloned().collect();
        (module, symbols)
    }

    fn script_symbols(&self, unit: &ScriptUnit) -> ScriptSymbols {
        let rules = unit
            .script
            .rules
            .iter()
            .zip(&unit.places.rules)
            .map(|(rule, places)| {
                let symbols = RuleSymbols {
                    variables: places.variables.clone(),
                    line: self.source_line(places.name),
                };
                (rule.id, symbols)
            });
        ScriptSymbols {
            line: self.source_line(unit.places.name),
            rules: rules.collect(),
        }
    }

    /// The file and line of a place.
    pub fn source_line(&self, place: Place) -> SourceLine {
        self.file(place.file)
            .map_or_else(SourceLine::default, |file| SourceLine {
                file: file.path.clone(),
                line: file.line_column(place.start).line,
            })
    }
}

impl Checked {
    /// Whether a problem is an error.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }

    /// Whether the files of a script have an error.
    pub fn script_has_errors(&self, unit: &ScriptUnit) -> bool {
        self.problems.iter().any(|problem| {
            problem.severity == Severity::Error && unit.files.contains(&problem.place.file)
        })
    }

    /// Visits every name with its id, and its place if it is known.
    fn each_name(&self, mut visit: impl FnMut(Category, u32, &str, Option<Place>)) {
        for declaration in self.globals.names.every() {
            if let Some(category) = declaration.category() {
                let id = self.globals.id(category, &declaration.name);
                visit(category, id, &declaration.name, Some(declaration.place));
            }
        }
        for (id, name) in &self.globals.symbol_names {
            visit(Category::Symbol, id.0, name, None);
        }
        for unit in &self.scripts {
            for ((category, id), name) in &unit.places.names {
                visit(*category, *id, name, Some(unit.places.name));
            }
            for (category, id, name) in &unit.used {
                visit(*category, *id, name, Some(unit.places.name));
            }
        }
        for (id, name) in &self.globals.symbol_set_names {
            visit(Category::SymbolSet, id.0, name, None);
        }
        let courses = self.courses.iter().flat_map(|course| &course.used);
        let used = self.minds.used.iter().chain(&self.plan.used).chain(courses);
        let used = used.chain(&self.deciders.used).chain(&self.trade.used);
        let used = used.chain(&self.senses.used);
        for (category, id, name) in used {
            visit(*category, *id, name, None);
        }
        for (_, used) in &self.locations {
            for (category, id, name) in used {
                visit(*category, *id, name, None);
            }
        }
    }

    /// Reports declarations that do not fit together. Skipped if there is an error, since it may
    /// hide the missing declaration.
    fn check_world(&mut self, trees: &[FileTree]) {
        if self.has_errors() {
            return;
        }
        let scripts = self.scripts.iter().map(|unit| (unit.script.id, &**unit));
        let locations = self.locations.iter().map(|(kind, _)| (kind.id, kind));
        let found = check::world::check(&check::world::World {
            trees,
            globals: &self.globals,
            scripts: scripts.collect(),
            locations: locations.collect(),
            minds: &self.minds,
            plan: &self.plan,
        });
        self.problems.extend(found);
    }

    /// Reports attributes that nothing sets or reads. Skipped if there is an error, since it may
    /// hide a use.
    fn check_attributes(&mut self) {
        if self.has_errors() {
            return;
        }
        let scripts = self.scripts.iter().map(|unit| &unit.script);
        let courses = self.courses.iter().map(|lowered| &lowered.course);
        let found = AttributeUse::of(scripts, courses, &self.minds.minds, &self.deciders.deciders);
        let initial = self.minds.initial.iter().map(|(_, name, _)| *name);
        let found = found.with_set(initial);
        let named = self.senses.attributes(&self.globals);
        let found = found.with_senses(&self.senses.senses, named);
        self.problems.extend(found.check(&self.globals));
    }

    /// Two names of one category with one id. Facts must differ over all scripts; defines, states
    /// and rules only within their script, which lowering has checked.
    fn find_collisions(&mut self) {
        let mut seen: BTreeMap<(Category, u32), String> = BTreeMap::new();
        let mut found = vec![];
        self.each_name(|category, id, name, place| {
            let inner = matches!(
                category,
                Category::Define | Category::State | Category::Rule | Category::Property
            );
            match seen.get(&(category, id)) {
                _ if inner => {}
                None => {
                    seen.insert((category, id), name.to_string());
                }
                Some(other) if other == name => {}
                Some(other) => {
                    let place = place.unwrap_or(Place::new(FileId(0), 0, 0));
                    found.push(collision(category, other, name, place));
                }
            }
        });
        self.problems.extend(found);
    }
}

/// Readings of beliefs and senses belong to a module only where something asks for them. Only those have names.
fn drop_unasked_readings(module: &mut Module, symbols: &Symbols) {
    let facets = module.knowledge.facets.iter();
    let readings: BTreeSet<HostId> = facets
        .flat_map(|facet| FacetReading::ALL.map(|reading| reading.of(facet.id)))
        .chain(SenseReading::ALL.map(SenseReading::id))
        .collect();
    module.host.retain(|host| {
        !readings.contains(&host.id) || symbols.names.contains_key(&(Category::Host, host.id.0))
    });
}

/// The problem of two names that share an id.
pub(crate) fn collision(category: Category, first: &str, second: &str, place: Place) -> Diagnostic {
    let word = category.word();
    let free = townsfolk_core::id_of(&format!("{second} of {word}"));
    Code::IdCollision.at(place,
        format!("the names `{first}` and `{second}` have the same id"),
    )
    .label("ids are hashes of names, and these two hashes are equal")
    .consequence("The engine could not tell them apart.")
    .hint(format!("give one of them an id by hand, with this line at the top of a file: `id {word} {second} {free}`"))
}

/// Reports characters that reverse the direction of text: the shown text is not the read text. Each
/// line is reported once.
fn hidden_characters(file: FileId, text: &str) -> Vec<Diagnostic> {
    let is_hidden = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut problems = vec![];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((at, c)) = line.char_indices().find(|(_, c)| is_hidden(*c)) {
            let from = (start + at) as u32;
            let place = Place::new(file, from, from + c.len_utf8() as u32);
            problems.push(
                Code::HiddenCharacters
                    .at(
                        place,
                        format!("the invisible character U+{:04X} stands here", u32::from(c)),
                    )
                    .label("changes how the line looks, and not what it says")
                    .consequence("A reader may see another text than the one that is compiled.")
                    .fix("remove it", place, ""),
            );
        }
        start += line.len();
    }
    problems
}

fn parse_within_limits(id: FileId, text: &str) -> Parse {
    if text.len() <= FILE_BYTES_MAX {
        return crate::syntax::parse(id, text);
    }
    let mut parse = crate::syntax::parse(id, "");
    parse.problems.push(
        Code::FileTooLarge
            .at(
                Place::new(id, 0, 0),
                format!(
                    "this file has more than {} MB and was not read",
                    FILE_BYTES_MAX >> 20
                ),
            )
            .hint("split it into several files: names are known across files"),
    );
    parse
}

/// Tests that stand outside their script, by the script's name.
fn outer_tests(trees: &[FileTree]) -> BTreeMap<String, Vec<script::expand::OuterTest>> {
    let mut tests: BTreeMap<String, Vec<script::expand::OuterTest>> = BTreeMap::new();
    for tree in trees {
        for test in all_tests(&tree.root) {
            if let Some((name, _)) = test.child(BASED_ON).and_then(|of| of.name(tree.file)) {
                let outer = script::expand::OuterTest {
                    file: tree.file,
                    node: test,
                };
                tests.entry(name).or_default().push(outer);
            }
        }
    }
    tests
}

fn scripts_by_name(trees: &[FileTree], globals: &Globals) -> script::expand::Scripts {
    let declarations = trees.iter().flat_map(|tree| &tree.declarations);
    declarations
        .filter(|(declaration, _)| {
            declaration.node == SCRIPT_DECL && globals.names.is_first(declaration)
        })
        .map(|(declaration, node)| {
            (
                declaration.name.clone(),
                (declaration.clone(), node.clone()),
            )
        })
        .collect()
}

/// Tests directly in a file, and those inside scripts.
fn all_tests(root: &Node) -> impl Iterator<Item = Node> {
    let top = root.children_of(TEST_DECL).collect::<Vec<_>>();
    let inner = root
        .children_of(SCRIPT_DECL)
        .flat_map(|script| script.children_of(TEST_DECL).collect::<Vec<_>>())
        .collect::<Vec<_>>();
    top.into_iter().chain(inner)
}

/// Tests of scripts that do not exist.
fn stray_tests(trees: &[FileTree], globals: &Globals) -> Vec<Diagnostic> {
    let mut problems = vec![];
    for tree in trees {
        for test in all_tests(&tree.root) {
            let of = test.child(BASED_ON).and_then(|of| of.name(tree.file));
            match of {
                // A role that decides has tests of its own.
                Some((name, _)) if globals.role(&name, tree.package).is_some() => {}
                Some((name, place))
                    if globals
                        .find(Namespace::Script, &name, tree.package)
                        .is_none() =>
                {
                    problems.push(globals.unknown(
                        Code::UnknownScript,
                        Namespace::Script,
                        "script",
                        (&name, place),
                        tree.package,
                        |_| true,
                    ));
                }
                None if test.parent().is_some_and(|parent| parent.kind() == FILE) => {
                    problems.push(
                        Code::UnknownScript
                            .at(
                                test.place(tree.file),
                                "this test does not say which script it is about",
                            )
                            .hint("put it into its script, or write `test name of script`"),
                    );
                }
                _ => {}
            }
        }
    }
    problems
}
