//! The storage of scripts, and which of them may be changed.
//!
//! A page names a script by a path from a list; other paths are unknown, so no path can escape. A
//! file is changed only if it lies in the folder after following links.

use super::ScriptError;
use super::disk::Stamps;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use townsfolk_core::digest::hash64;
use townsfolk_lang::project::{Checked, PackageId, Project};
use townsfolk_lang::source::FileId;
use townsfolk_module::{Module, Symbols};

/// Maximum size of a script that can be edited.
pub(crate) const TEXT_BYTES_MAX: usize = 2 << 20;

/// The storage of a town's scripts.
pub trait Shelf: Send {
    /// Reads them.
    fn open(&mut self) -> Result<Scripts, String>;

    /// Copies embedded scripts to the disk, and reads the copy.
    fn copy(&mut self) -> Result<Scripts, String>;

    /// Whether other programs can change them.
    fn is_on_disk(&self) -> bool;

    /// Completes compiled content as it was completed when the town was opened.
    fn complete(&self, _module: &mut Module, _symbols: &mut Symbols) {}

    /// Replaces a file atomically.
    fn write(&mut self, path: &Path, text: &str) -> Result<(), String>;
}

/// The scripts of a town.
#[derive(Debug)]
pub struct Scripts {
    /// The folder with the files that can be changed; `None` for embedded scripts.
    pub folder: Option<PathBuf>,
    /// All scripts, with their dependencies.
    pub project: Project,
    /// The path of each.
    pub paths: BTreeMap<FileId, PathBuf>,
}

/// Scripts that are being edited.
pub(super) struct Opened {
    /// The canonical path of the folder.
    pub(super) folder: Option<PathBuf>,
    pub(super) project: Project,
    pub(super) checked: Checked,
    pub(super) files: BTreeMap<String, File>,
    /// Texts that saves have replaced, with their paths.
    pub(super) replaced: Vec<(String, String)>,
    /// A digest of the texts that the town uses.
    pub(super) lived_by: u64,
    /// The files at the last poll of the disk.
    pub(super) seen: Option<Stamps>,
    /// The file that has an unsaved text in the project.
    draft: Option<String>,
}

/// A saved file.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) id: FileId,
    package: PackageId,
    /// Its path; `None` if it is embedded.
    pub(super) at: Option<PathBuf>,
    /// With plain line ends.
    pub(super) text: String,
    /// Whether its lines end with CRLF.
    pub(super) returns: bool,
}

impl File {
    pub(super) fn version(&self) -> String {
        format!("{:016x}", hash64(self.text.as_bytes()))
    }
}

impl Opened {
    pub(super) fn of(scripts: Scripts) -> Opened {
        let Scripts {
            folder,
            mut project,
            paths,
        } = scripts;
        let mut files = BTreeMap::new();
        for (id, file) in project.files() {
            let kept = File {
                id,
                package: file.package,
                at: paths.get(&id).cloned(),
                text: with_plain_ends(&file.text),
                returns: file.text.contains("\r\n"),
            };
            files.insert(file.path.clone(), kept);
        }
        for (path, file) in &files {
            project.set_file(path, file.package, &file.text);
        }
        let checked = project.check();
        let mut opened = Opened {
            folder: folder.and_then(|folder| fs::canonicalize(folder).ok()),
            project,
            checked,
            files,
            replaced: vec![],
            lived_by: 0,
            seen: None,
            draft: None,
        };
        opened.lived_by = opened.texts();
        opened
    }

    pub(super) fn file(&self, path: &str) -> Result<&File, ScriptError> {
        let known = self.files.get(path);
        known
            .ok_or_else(|| ScriptError::new(format!("there is no script `{path}` in this project")))
    }

    /// Sets an unsaved text for one script; all others are as saved.
    pub(super) fn draft(&mut self, path: &str, text: &str) -> Result<FileId, ScriptError> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(ScriptError::new("this text is too long to be edited here"));
        }
        let file = self.file(path)?.clone();
        let text = with_plain_ends(text);
        let mut changed = false;
        if let Some(other) = self.draft.take().filter(|other| other != path)
            && let Some(kept) = self.files.get(&other)
        {
            self.project.set_file(&other, kept.package, &kept.text);
            changed = true;
        }
        let known = self.project.file(file.id).map(|file| file.text == text);
        if known != Some(true) {
            self.project.set_file(path, file.package, &text);
            changed = true;
        }
        if changed {
            self.checked = self.project.check();
        }
        if file.text != text {
            self.draft = Some(path.to_owned());
        }
        Ok(file.id)
    }

    /// Drops unsaved texts.
    pub(super) fn settle(&mut self) {
        for (path, file) in &self.files {
            self.project.set_file(path, file.package, &file.text);
        }
        self.draft = None;
        self.checked = self.project.check();
    }

    /// Reads changes on the disk.
    pub(super) fn refresh(&mut self) {
        let mut changed = false;
        for file in self.files.values_mut() {
            let Some(text) = file.at.as_deref().filter(|at| is_script(at)).and_then(read) else {
                continue;
            };
            file.returns = text.contains("\r\n");
            let text = with_plain_ends(&text);
            if file.text != text {
                file.text = text;
                changed = true;
            }
        }
        if changed {
            self.settle();
        }
    }

    /// The path to which a script may be written, with links resolved; or why it may not be.
    pub(super) fn writable(&self, file: &File) -> Result<PathBuf, String> {
        let (Some(folder), Some(at)) = (&self.folder, &file.at) else {
            return Err("it is part of the program: work on a copy".to_owned());
        };
        if !is_script(at) {
            return Err("it is a spreadsheet: edit it there".to_owned());
        }
        let real = fs::canonicalize(at).map_err(|why| format!("it cannot be reached: {why}"))?;
        if !real.starts_with(folder) {
            return Err("it lies outside the folder that was opened".to_owned());
        }
        let about = fs::metadata(&real).map_err(|why| format!("it cannot be reached: {why}"))?;
        match (about.is_file(), about.permissions().readonly()) {
            (false, _) => Err("it is not a file".to_owned()),
            (_, true) => Err("it is protected against changes".to_owned()),
            (true, false) => Ok(real),
        }
    }
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "folk")
}

/// The text of a file, unless it is too long, not text, or not a regular file.
fn read(path: &Path) -> Option<String> {
    // Pipes and devices would block.
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return None;
    }
    let mut text = String::new();
    let limit = TEXT_BYTES_MAX as u64 + 1;
    let file = fs::File::open(path).ok()?;
    file.take(limit).read_to_string(&mut text).ok()?;
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    Some(
        text.strip_prefix('\u{feff}')
            .map_or(text.clone(), str::to_owned),
    )
}

fn with_plain_ends(text: &str) -> String {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n"),
        false => text.to_owned(),
    }
}
