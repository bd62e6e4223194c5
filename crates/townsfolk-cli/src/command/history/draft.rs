//! The folder in which a town is written until it is whole.

use crate::trouble::Trouble;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The file that is locked as long as its process lives.
const LOCK: &str = ".lock";

/// A folder beside the one that is wanted, which takes its name when everything is written. It is
/// made before the work begins, so that a place where nothing can be written is reported at once. If
/// the work ends early, the folder is removed; if the process is killed, by the next one.
pub(super) struct Draft {
    path: PathBuf,
    lock: Option<File>,
}

impl Draft {
    /// A draft of a folder, empty.
    pub(super) fn of(folder: &Path) -> Result<Draft, Trouble> {
        let mut name = folder.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let path = folder.with_file_name(name);
        let trouble = |error: &std::io::Error| Trouble::with_file("written", &path, error);
        if path.exists() && !path.join(LOCK).exists() {
            return Err(Trouble::new(format!("{} is in the way", path.display()))
                .hint("the town is written there first; move it, or choose another name"));
        }
        fs::create_dir_all(&path).map_err(|error| trouble(&error))?;
        let lock = File::create(path.join(LOCK)).map_err(|error| trouble(&error))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Trouble::new(format!(
                    "another command is making {}",
                    folder.display()
                ))
                .hint("wait for it, or choose another name; nothing was changed"));
            }
            // Where files cannot be locked, two commands for one town are not told apart.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let draft = Draft {
            path,
            lock: Some(lock),
        };
        draft.clear()?;
        Ok(draft)
    }

    /// Removes what a killed process has left.
    fn clear(&self) -> Result<(), Trouble> {
        let trouble = |error: &std::io::Error| Trouble::with_file("written", &self.path, error);
        for entry in fs::read_dir(&self.path).map_err(|error| trouble(&error))? {
            let entry = entry.map_err(|error| trouble(&error))?;
            if entry.file_name() != LOCK {
                fs::remove_file(entry.path()).map_err(|error| trouble(&error))?;
            }
        }
        Ok(())
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        let path = self.path.join(name);
        fs::write(&path, bytes).map_err(|error| Trouble::with_file("written", &path, &error))
    }

    /// Gives the folder its name.
    pub(super) fn finish(mut self, folder: &Path) -> Result<(), Trouble> {
        let trouble = |error: &std::io::Error| Trouble::with_file("written", folder, error);
        self.lock = None;
        fs::remove_file(self.path.join(LOCK)).map_err(|error| trouble(&error))?;
        fs::rename(&self.path, folder).map_err(|error| trouble(&error))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.lock = None;
        // After `finish` there is nothing to remove. If it cannot be removed, the first error is enough.
        let _ = fs::remove_dir_all(&self.path);
    }
}
