//! The storage of a town's scripts, for the studio to edit.

use super::open::{SHIPPED, TAPE_FILE, TOWN_FILE};
use crate::arguments::WhichTown;
use crate::play::setting;
use crate::trouble::Trouble;
use crate::{shipped, write};
use std::fs;
use std::path::{Path, PathBuf};
use townsfolk_folder::{self as load, Content};
use townsfolk_module::{Module, Symbols};
use townsfolk_studio::desk::{Scripts, Shelf};

/// The shelf of a town; a town from a file has none.
pub fn of(which: &WhichTown) -> Option<Box<dyn Shelf>> {
    let is_whole = |path: &PathBuf| {
        let ending = path.extension();
        ending.is_some_and(|ext| ext == TOWN_FILE || ext == TAPE_FILE)
    };
    if which.resume.is_some() || which.paths.iter().any(is_whole) {
        return None;
    }
    Some(Box::new(Files {
        paths: which.paths.clone(),
    }))
}

/// Files on the disk; without any, the embedded ones.
struct Files {
    paths: Vec<PathBuf>,
}

impl Shelf for Files {
    fn open(&mut self) -> Result<Scripts, String> {
        if self.paths.is_empty() {
            return Ok(Scripts {
                folder: None,
                ..scripts(shipped::example(SHIPPED))
            });
        }
        let contents = load::load(&self.paths).map_err(plainly)?;
        let mut contents = contents.into_iter();
        match (contents.next(), contents.next()) {
            (Some(content), None) => Ok(scripts(content)),
            _ => Err("these are several projects: open one of them".to_owned()),
        }
    }

    fn copy(&mut self) -> Result<Scripts, String> {
        let folder = free_folder();
        if let Err(why) = copy_to(&folder) {
            // Half a copy is useless. If it cannot be removed, the first error is enough.
            let _ = fs::remove_dir_all(&folder);
            return Err(why);
        }
        self.paths = vec![folder.join(SHIPPED)];
        // Dependencies are part of the copy, and can be changed as well.
        Ok(Scripts {
            folder: Some(folder),
            ..self.open()?
        })
    }

    fn is_on_disk(&self) -> bool {
        !self.paths.is_empty()
    }

    fn complete(&self, module: &mut Module, symbols: &mut Symbols) {
        setting::complete_for_stand_ins(module, symbols);
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<(), String> {
        write::atomically(path, text.as_bytes()).map_err(plainly)
    }
}

fn copy_to(folder: &Path) -> Result<(), String> {
    let cannot = |why: std::io::Error| format!("{}: {why}", folder.display());
    for (path, text) in shipped::files(SHIPPED) {
        let file = folder.join(path);
        let around = file.parent().unwrap_or(folder);
        fs::create_dir_all(around).map_err(cannot)?;
        write::atomically(&file, text.as_bytes()).map_err(plainly)?;
    }
    Ok(())
}

fn scripts(content: Content) -> Scripts {
    let files = content.project.files();
    let paths = files.filter_map(|(id, _)| Some((id, content.path(id)?.to_path_buf())));
    Scripts {
        folder: Some(content.folder.clone()),
        paths: paths.collect(),
        project: content.project,
    }
}

/// A folder in the working directory that does not exist yet.
fn free_folder() -> PathBuf {
    let mut folder = PathBuf::from(format!("my_{SHIPPED}"));
    let mut count = 1;
    while folder.exists() {
        count += 1;
        folder = PathBuf::from(format!("my_{SHIPPED}_{count}"));
    }
    folder
}

fn plainly(trouble: Trouble) -> String {
    let lines = [trouble.messages, trouble.hints].concat();
    lines.join("; ")
}
