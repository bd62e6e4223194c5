//! Loads a package with everything it depends on.

use crate::Trouble;
use crate::{Content, Source, find, read};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::manifest::{self, Dependency, Manifest};
use townsfolk_lang::project::PackageId;
use townsfolk_lang::source::Place;

/// Loads packages into one content. A package that several depend on is loaded once.
#[derive(Debug)]
pub(super) struct Loader {
    pub(super) content: Content,
    pub(super) troubles: Vec<Trouble>,
    loaded: Vec<Loaded>,
    /// From the package asked for to the one being loaded.
    way: Vec<Step>,
}

#[derive(Debug)]
struct Loaded {
    /// The folder without links and dots.
    real: PathBuf,
    name: String,
    id: PackageId,
    sees: BTreeSet<PackageId>,
}

/// A package on the way, and where the one before it names it.
#[derive(Debug)]
struct Step {
    real: PathBuf,
    name: String,
    named_at: Option<Place>,
}

impl Loader {
    pub(super) fn new(name: &str, folder: &Path) -> Loader {
        Loader {
            content: Content::new(name, folder),
            troubles: vec![],
            loaded: vec![],
            way: vec![],
        }
    }

    /// The folders of all packages loaded.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.loaded.iter().map(|loaded| loaded.real.as_path())
    }

    /// Loads the package in a folder. None if something keeps it from being loaded.
    pub(super) fn load(
        &mut self,
        folder: &Path,
        named_by: Option<&Dependency>,
    ) -> Option<PackageId> {
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        if let Some(loaded) = self.loaded.iter().find(|loaded| loaded.real == real) {
            return Some(loaded.id);
        }
        let manifest = self.manifest(folder)?;
        if let Some(dependency) = named_by {
            self.check_names(dependency, &manifest, &real);
        } else {
            self.content.name.clone_from(&manifest.name);
        }
        self.way.push(Step {
            real: real.clone(),
            name: manifest.name.clone(),
            named_at: named_by.map(|dependency| dependency.place),
        });
        let mut sees = BTreeSet::new();
        for dependency in &manifest.dependencies {
            if let Some(id) = self.depend_on(folder, dependency) {
                sees.insert(id);
                let loaded = self.loaded.iter().find(|loaded| loaded.id == id);
                sees.extend(loaded.into_iter().flat_map(|loaded| &loaded.sees));
            }
        }
        self.way.pop();
        // After those it depends on: of two declarations of a name, theirs is the first.
        let id = self.content.project.add_package(&manifest.name);
        let visible = sees.iter().copied().collect();
        self.content.project.set_visible(id, visible);
        match find::below(folder) {
            Ok(found) => self.files(id, &found.files),
            Err(trouble) => self.troubles.push(trouble),
        }
        self.loaded.push(Loaded {
            real,
            name: manifest.name,
            id,
            sees,
        });
        Some(id)
    }

    /// Makes a package of files that have no manifest.
    pub(super) fn package_of(&mut self, paths: &[PathBuf]) {
        let name = self.content.name.clone();
        let package = self.content.project.add_package(&name);
        self.files(package, paths);
    }

    fn files(&mut self, package: PackageId, paths: &[PathBuf]) {
        for path in paths {
            let script = path.with_extension("folk");
            if script != *path && paths.contains(&script) {
                self.content.add_twin(package, path, &script);
                continue;
            }
            if let Err(trouble) = self.content.add_file(package, path) {
                self.troubles.push(trouble);
            }
        }
    }

    fn manifest(&mut self, folder: &Path) -> Option<Manifest> {
        let path = folder.join(manifest::FILE_NAME);
        let text = match read::text(&path) {
            Ok(text) => text,
            Err(trouble) => {
                self.troubles.push(trouble);
                return None;
            }
        };
        let file = self.content.add_manifest(Source::new(&path, text));
        let text = self.content.source(file)?.text;
        match manifest::parse(file, text) {
            Ok(manifest) => Some(manifest),
            Err(problems) => {
                self.content.problems.extend(problems);
                None
            }
        }
    }

    fn depend_on(&mut self, folder: &Path, dependency: &Dependency) -> Option<PackageId> {
        let there = find::plain(&std::path::absolute(folder.join(&dependency.path)).ok()?);
        if !there.join(manifest::FILE_NAME).is_file() {
            self.content.problems.push(no_package(dependency, &there));
            return None;
        }
        let real = fs::canonicalize(&there).unwrap_or_else(|_| there.clone());
        if let Some(start) = self.way.iter().position(|step| step.real == real) {
            let problem = circle(dependency, self.way.get(start..).unwrap_or_default());
            self.content.problems.push(problem);
            return None;
        }
        self.load(&there, Some(dependency))
    }

    fn check_names(&mut self, dependency: &Dependency, manifest: &Manifest, real: &Path) {
        if dependency.name != manifest.name {
            self.content.problems.push(other_name(dependency, manifest));
        }
        let same = |loaded: &&Loaded| loaded.name == manifest.name && loaded.real != real;
        if let Some(other) = self.loaded.iter().find(same) {
            let problem = Diagnostic::new(
                Code::BadManifest,
                dependency.place,
                format!("two packages are called `{}`", manifest.name),
            )
            .label(format!("the other one is in {}", find::shown(&other.real)))
            .hint("give one of them another name");
            self.content.problems.push(problem);
        }
    }
}

fn no_package(dependency: &Dependency, there: &Path) -> Diagnostic {
    let shown = find::shown(there);
    let (message, hint) = if there.is_dir() {
        (
            format!("`{shown}` is a folder, but no package"),
            format!(
                "a package has a `folk.toml` with the lines `[package]` and `name = \"{}\"`",
                dependency.name
            ),
        )
    } else {
        (
            format!("there is no package `{}` at this path", dependency.name),
            "write the path of its folder, seen from the folder of this manifest".to_string(),
        )
    };
    Diagnostic::new(Code::BadManifest, dependency.path_place, message)
        .label(format!("this leads to {shown}"))
        .consequence(format!(
            "Nothing that `{}` declares is known here.",
            dependency.name
        ))
        .hint(hint)
}

fn other_name(dependency: &Dependency, manifest: &Manifest) -> Diagnostic {
    Diagnostic::new(
        Code::BadManifest,
        dependency.place,
        format!("the package at this path is called `{}`", manifest.name),
    )
    .label(format!("here it is called `{}`", dependency.name))
    .related(manifest.place, "its own manifest says so")
    .fix(
        format!(
            "write `{} = {{ path = \"{}\" }}`",
            manifest.name, dependency.path
        ),
        dependency.place,
        manifest.name.clone(),
    )
}

fn circle(dependency: &Dependency, way: &[Step]) -> Diagnostic {
    let names: Vec<&str> = way.iter().map(|step| step.name.as_str()).collect();
    let first = names.first().copied().unwrap_or_default();
    let message = if names.len() == 1 {
        format!("the package `{first}` depends on itself")
    } else {
        format!("the package `{first}` depends on itself, through others")
    };
    let mut problem = Diagnostic::new(Code::BadManifest, dependency.place, message)
        .label("this closes the circle");
    for step in way.iter().skip(1) {
        if let Some(place) = step.named_at {
            problem = problem.related(place, format!("this leads to `{}`", step.name));
        }
    }
    problem
        .consequence(format!("The circle is: {} → {first}.", names.join(" → ")))
        .hint("take one of these dependencies out, or move what both need into a third package")
}
