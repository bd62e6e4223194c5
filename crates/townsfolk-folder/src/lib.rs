//! From paths to content: finds files and packages, reads them, and knows how to show them.
//!
//! What it is for: the one place where scripts, sheets and manifests are read from a disk, for the
//! command and for `Folk::from_folder`. What it is not for: checking or compiling; that is
//! `townsfolk-lang`, which reads no files.
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_methods,
    reason = "folders and files are this crate's business"
)]

pub mod find;
mod package;
pub mod read;
pub mod sheet;
mod trouble;

pub use trouble::Trouble;

use find::Sort;
use package::Loader;
use sheet::Sheet;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use townsfolk_lang::diagnostic::{Code, Diagnostic, Severity};
use townsfolk_lang::manifest;
use townsfolk_lang::project::{Checked, PackageId, Project};
use townsfolk_lang::source::{FileId, LineColumn, LineIndex, Place};
use townsfolk_sheet::Cell;

/// Files that are checked and built together: a package and all it depends on, or loose files.
///
/// Names need only differ within one content.
#[derive(Debug)]
pub struct Content {
    /// The name of the package, or of the folder.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
    /// The scripts, and the sheets as scripts.
    pub project: Project,
    /// Problems in manifests and sheets, found before scripts were read.
    pub problems: Vec<Diagnostic>,
    /// The files the user has asked for. The others are those they depend on.
    asked: BTreeSet<FileId>,
    paths: BTreeMap<FileId, PathBuf>,
    manifests: Vec<Source>,
    sheets: BTreeMap<FileId, Sheet>,
}

/// A text that is not part of the project, but is shown in diagnostics: a manifest, or what was
/// typed.
#[derive(Debug)]
pub struct Source {
    path: String,
    text: String,
    lines: LineIndex,
}

impl Source {
    fn new(path: &Path, text: String) -> Source {
        Source {
            path: find::shown(path),
            lines: LineIndex::new(&text),
            text,
        }
    }
}

/// A file as diagnostics show it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Its path, seen from the user's folder.
    pub path: &'a str,
    /// Its text; of a sheet, the script it stands for.
    pub text: &'a str,
}

/// The result of a check.
#[derive(Debug)]
pub struct Findings {
    /// Every error, and of the rest what is in the files asked for.
    pub problems: Vec<Diagnostic>,
    /// The scripts. None if the manifests have errors: then nothing else can be said for sure.
    pub checked: Option<Checked>,
}

impl Findings {
    /// Whether anything found is an error.
    pub fn has_errors(&self) -> bool {
        let mut severities = self.problems.iter().map(|problem| problem.severity);
        severities.any(|severity| severity == Severity::Error)
    }
}

/// Manifests are numbered from here on, well beyond the files of any project.
const MANIFESTS_FROM: u32 = 1 << 31;

impl Content {
    /// Content without files.
    pub fn new(name: &str, folder: &Path) -> Content {
        Content {
            name: name.to_string(),
            folder: folder.to_path_buf(),
            project: Project::new(),
            problems: vec![],
            asked: BTreeSet::new(),
            paths: BTreeMap::new(),
            manifests: vec![],
            sheets: BTreeMap::new(),
        }
    }

    /// Content of texts that are on no disk, each with the path it is shown with.
    pub fn of_texts<'a>(
        name: &str,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Content {
        let mut content = Content::new(name, Path::new("."));
        let mut files = files.into_iter().peekable();
        if files.peek().is_some() {
            let package = content.project.add_package(name);
            for (path, text) in files {
                content.add_text(path, package, text, true);
            }
        }
        content
    }

    /// Adds a text that is on no disk.
    pub fn add_text(&mut self, path: &str, package: PackageId, text: &str, asked: bool) {
        let id = self.project.set_file(path, package, text);
        if asked {
            self.asked.insert(id);
        }
    }

    /// Checks everything.
    pub fn check(&mut self) -> Findings {
        let broken = |problem: &Diagnostic| problem.code == Code::BadManifest;
        if self.problems.iter().any(broken) {
            return Findings {
                problems: self.problems.clone(),
                checked: None,
            };
        }
        let checked = self.project.check();
        let mut problems = self.problems.clone();
        problems.retain(|problem| self.concerns_the_user(problem));
        let found = checked.problems.iter().cloned();
        let found = found.filter(|problem| !self.sheet_is_unreadable(problem.place.file));
        problems.extend(found.filter(|problem| self.concerns_the_user(problem)));
        Findings {
            problems,
            checked: Some(checked),
        }
    }

    /// Whether a problem is to be shown: every error, and the rest in files asked for.
    pub fn concerns_the_user(&self, problem: &Diagnostic) -> bool {
        problem.severity == Severity::Error || self.is_asked_for(problem.place.file)
    }

    /// Whether the user has asked for a file.
    pub fn is_asked_for(&self, file: FileId) -> bool {
        self.asked.contains(&file)
    }

    /// How many files were asked for.
    pub fn file_count(&self) -> usize {
        self.asked.len()
    }

    /// A file as diagnostics show it.
    pub fn source(&self, file: FileId) -> Option<Shown<'_>> {
        if let Some(index) = file.0.checked_sub(MANIFESTS_FROM) {
            let source = self.manifests.get(index as usize)?;
            return Some(Shown {
                path: &source.path,
                text: &source.text,
            });
        }
        let file = self.project.file(file)?;
        Some(Shown {
            path: &file.path,
            text: &file.text,
        })
    }

    /// The line and column of an offset.
    pub fn line_column(&self, file: FileId, offset: u32) -> LineColumn {
        let manifest = file.0.checked_sub(MANIFESTS_FROM);
        let manifest = manifest.and_then(|index| self.manifests.get(index as usize));
        let at = match manifest {
            Some(source) => Some(source.lines.line_column(&source.text, offset)),
            None => self.project.file(file).map(|file| file.line_column(offset)),
        };
        at.unwrap_or(LineColumn { line: 1, column: 1 })
    }

    /// The cell of a problem, in a sheet.
    pub fn cell(&self, problem: &Diagnostic) -> Option<Cell> {
        let sheet = self.sheets.get(&problem.place.file)?;
        let own = sheet.problems.iter().find(|(other, _)| other == problem);
        match own {
            Some((_, cell)) => cell.clone(),
            None => sheet.cells.cell_at(problem.place.start),
        }
    }

    /// The cell of a place, in a sheet.
    pub fn cell_at(&self, place: Place) -> Option<Cell> {
        self.sheets.get(&place.file)?.cells.cell_at(place.start)
    }

    /// Where a file is on the disk.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.get(&file).map(PathBuf::as_path)
    }

    /// Every file on the disk that this content is made of, and the folders they are in.
    pub fn sources(&self) -> BTreeSet<PathBuf> {
        let files = self.paths.values().map(PathBuf::as_path);
        let manifests = self.manifests.iter().map(|source| Path::new(&source.path));
        let mut all = BTreeSet::new();
        for file in files.chain(manifests) {
            all.insert(file.to_path_buf());
            all.insert(folder_of(file));
        }
        all
    }

    fn sheet_is_unreadable(&self, file: FileId) -> bool {
        let sheet = self.sheets.get(&file);
        sheet.is_some_and(|sheet| !sheet.problems.is_empty())
    }

    /// Adds a text that is no file of the project, to be shown in diagnostics under this name.
    pub fn add_typed(&mut self, name: &str, text: &str) -> FileId {
        self.add_manifest(Source::new(Path::new(name), text.to_string()))
    }

    fn add_manifest(&mut self, source: Source) -> FileId {
        self.manifests.push(source);
        FileId(MANIFESTS_FROM + self.manifests.len() as u32 - 1)
    }

    fn add_file(&mut self, package: PackageId, path: &Path) -> Result<(), Trouble> {
        let shown = find::shown(path);
        let id = match find::sort_of(path) {
            Some(Sort::Sheet(format)) => self.add_sheet(package, path, &shown, format)?,
            _ => {
                let text = read::text(path)?;
                self.project.set_file(&shown, package, &text)
            }
        };
        self.paths.insert(id, path.to_path_buf());
        Ok(())
    }
}

/// The request of the user for a folder.
#[derive(Debug)]
struct Root {
    /// The folder as the user wrote it.
    folder: PathBuf,
    /// The folder without links and dots.
    real: PathBuf,
    /// Whether it has a manifest.
    is_package: bool,
    /// The requested path, canonical: the folder itself, or files and folders in it.
    asked: Vec<PathBuf>,
}

/// Loads what the paths name; without paths, the folder the user is in.
///
/// Each package, each folder without a manifest, and all loose files together are one content,
/// except that a package another one depends on is part of that one.
pub fn load(paths: &[PathBuf]) -> Result<Vec<Content>, Trouble> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let mut asking = Asking::default();
    let troubles: Vec<Trouble> = paths
        .iter()
        .filter_map(|path| asking.ask(path).err())
        .collect();
    if let Some(trouble) = Trouble::all(troubles) {
        return Err(trouble);
    }
    asking.load()
}

#[derive(Default, Debug)]
struct Asking {
    roots: Vec<Root>,
    loose: Vec<PathBuf>,
}

impl Asking {
    fn ask(&mut self, path: &Path) -> Result<(), Trouble> {
        let metadata = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => find::missing(path),
            _ => Trouble::with_file("read", path, &error),
        })?;
        let path = match path.file_name() {
            Some(name) if name == manifest::FILE_NAME => folder_of(path),
            _ => path.to_path_buf(),
        };
        if metadata.is_file() && path.is_file() && find::sort_of(&path).is_none() {
            return Err(Trouble::new(format!(
                "{} is neither a script nor a sheet",
                path.display()
            ))
            .hint("scripts end in `.folk`, sheets in `.xlsx`, `.ods` or `.csv`"));
        }
        let real =
            fs::canonicalize(&path).map_err(|error| Trouble::with_file("read", &path, &error))?;
        if let Some(folder) = find::package_around(&path) {
            self.root(&folder, true, real);
        } else if path.is_dir() {
            self.root(&path.clone(), false, real);
        } else if !self.loose.contains(&path) {
            self.loose.push(path);
        }
        Ok(())
    }

    fn root(&mut self, folder: &Path, is_package: bool, asked: PathBuf) {
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        match self.roots.iter_mut().find(|root| root.real == real) {
            Some(root) => root.asked.push(asked),
            None => self.roots.push(Root {
                folder: folder.to_path_buf(),
                real,
                is_package,
                asked: vec![asked],
            }),
        }
    }

    fn load(mut self) -> Result<Vec<Content>, Trouble> {
        let mut loaders = vec![];
        // Folders without a manifest may hold packages, which join the list while it is worked off.
        while let Some(root) = self.roots.get(loaders.len()) {
            let (folder, is_package) = (root.folder.clone(), root.is_package);
            let name = root.real.file_name().unwrap_or_default().to_string_lossy();
            let mut loader = Loader::new(&manifest::as_package_name(&name), &folder);
            if is_package {
                loader.load(&folder, None);
            } else if !self.is_within_another(loaders.len()) {
                self.load_folder(&folder, &mut loader)?;
            }
            loaders.push(loader);
        }
        loaders.extend(self.load_loose());
        let troubles = loaders.iter_mut();
        let troubles = troubles.flat_map(|loader| std::mem::take(&mut loader.troubles));
        match Trouble::all(troubles.collect()) {
            Some(trouble) => Err(trouble),
            None => Ok(self.finish(loaders)),
        }
    }

    /// A folder without a manifest: its files are one package, and the packages in it are asked for
    /// as well.
    fn load_folder(&mut self, folder: &Path, loader: &mut Loader) -> Result<(), Trouble> {
        let found = find::below(folder)?;
        if found.files.is_empty() && found.packages.is_empty() {
            return Err(nothing_in(folder));
        }
        for package in &found.packages {
            let real = fs::canonicalize(package).unwrap_or_else(|_| package.clone());
            self.root(package, true, real);
        }
        if !found.files.is_empty() {
            loader.package_of(&found.files);
        }
        Ok(())
    }

    /// All files that lie in no folder that was asked for: one package together.
    fn load_loose(&mut self) -> Option<Loader> {
        let mut files = vec![];
        let mut asked = vec![];
        for path in std::mem::take(&mut self.loose) {
            let real = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            let mut roots = self.roots.iter();
            if !roots.any(|root| !root.is_package && real.starts_with(&root.real)) {
                files.push(path);
                asked.push(real);
            }
        }
        let first = files.first()?;
        let stem = first.file_stem().unwrap_or_default().to_string_lossy();
        let folder = folder_of(first);
        let mut loader = Loader::new(&manifest::as_package_name(&stem), &folder);
        loader.package_of(&files);
        self.roots.push(Root {
            real: PathBuf::new(),
            folder,
            is_package: false,
            asked,
        });
        Some(loader)
    }

    /// Drops contents that are part of others, and marks what was asked for. There is one loader
    /// for each root.
    fn finish(self, loaders: Vec<Loader>) -> Vec<Content> {
        let mut covered: BTreeSet<usize> = BTreeSet::new();
        for (index, root) in self.roots.iter().enumerate() {
            let mut others = loaders.iter().enumerate();
            let is_part_of = |(other, loader): (usize, &Loader)| {
                let others = other != index && !covered.contains(&other);
                others && loader.folders().any(|folder| folder == root.real)
            };
            if root.is_package && others.any(is_part_of) {
                covered.insert(index);
            }
        }
        let asked: Vec<&PathBuf> = self.roots.iter().flat_map(|root| &root.asked).collect();
        // A package that several depend on is asked for once.
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        let contents = loaders.into_iter().enumerate();
        let contents = contents.filter(|(index, _)| !covered.contains(index));
        contents
            .map(|(_, loader)| {
                let mut content = loader.content;
                for (id, path) in &content.paths {
                    let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
                    let wanted = asked.iter().any(|asked| real.starts_with(asked));
                    if wanted && seen.insert(real) {
                        content.asked.insert(*id);
                    }
                }
                content
            })
            .filter(|content| !content.paths.is_empty() || !content.manifests.is_empty())
            .collect()
    }

    /// Whether a folder without a manifest lies in another one that was asked for as a whole.
    fn is_within_another(&self, index: usize) -> bool {
        let Some(root) = self.roots.get(index) else {
            return false;
        };
        let mut others = self.roots.iter().enumerate();
        others.any(|(other, around)| {
            other != index && !around.is_package && root.real.starts_with(&around.real)
        })
    }
}

/// The folder a file is in.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn nothing_in(folder: &Path) -> Trouble {
    Trouble::new(format!(
        "there is no script in {}",
        match find::shown(folder).as_str() {
            "." => "this folder".to_string(),
            shown => format!("`{shown}`"),
        }
    ))
    .hint("scripts end in `.folk`; `townsfolk new my_town` makes a folder with one")
}
