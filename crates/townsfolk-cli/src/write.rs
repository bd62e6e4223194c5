//! Files are written whole or not at all.

use crate::trouble::Trouble;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file: first a new one beside it, which then takes its place. Whoever reads the file
/// meanwhile sees the old or the new one, never half of it; permissions are kept, and a link stays
/// a link.
pub fn atomically(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&target);
    let written = write_beside(&target, &beside, bytes);
    if written.is_err() {
        // What is half written must not stay; if that fails too, the first error says enough.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(|error| cannot(path, &error))
}

/// Whether a file could be written here, before hours of work that would end with it.
pub fn try_out(path: &Path) -> Result<(), Trouble> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let beside = beside(&target);
    let tried = fs::File::create(&beside).and_then(|_| fs::remove_file(&beside));
    let tried = match fs::metadata(&target) {
        Ok(there) if there.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        _ => tried,
    };
    tried.map_err(|error| cannot(path, &error))
}

fn cannot(path: &Path, error: &std::io::Error) -> Trouble {
    let trouble = Trouble::with_file("written", path, error);
    match error.kind() {
        std::io::ErrorKind::NotFound => trouble.hint("make its folder first"),
        std::io::ErrorKind::StorageFull => trouble.hint("make room, or write to another disk"),
        _ => trouble,
    }
}

fn write_beside(target: &Path, beside: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = fs::File::create(beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    if let Ok(old) = fs::metadata(target) {
        fs::set_permissions(beside, old.permissions())?;
    }
    fs::rename(beside, target)
}

/// A hidden name in the same folder, so that the new file is on the same disk.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

/// Where Ctrl-C saves a town by default.
pub const USUAL_SAVE: &str = "town.folksave";

/// Saves here, or where there is room: a town must not be lost because a disk is full.
pub fn somewhere(path: &Path, bytes: &[u8]) -> Result<PathBuf, Trouble> {
    let Err(trouble) = atomically(path, bytes) else {
        return Ok(path.to_path_buf());
    };
    let name = path.file_name().unwrap_or(USUAL_SAVE.as_ref());
    let elsewhere = std::env::temp_dir().join(name);
    atomically(&elsewhere, bytes).map_err(|_| trouble)?;
    Ok(elsewhere)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A folder with a file in it, on a disk that is full: what is written beside the file goes to a
    /// device that has no room for anything.
    fn full_disk(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("townsfolk-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("there is room for tests");
        let file = folder.join("a.folksave");
        fs::write(&file, b"yesterday").expect("there is room for tests");
        let file = fs::canonicalize(file).expect("it is there");
        symlink("/dev/full", beside(&file)).expect("a link can be made");
        file
    }

    #[test]
    fn a_full_disk_is_said_and_the_old_file_stays() {
        let file = full_disk("full");
        let trouble = atomically(&file, b"today").expect_err("there is no room");
        let said = format!("{trouble:?}");
        assert!(said.contains("No space left on device"), "{said}");
        assert!(said.contains("make room"), "{said}");
        assert_eq!(fs::read(&file).expect("it is there"), b"yesterday");
        let folder = file.parent().expect("it is in a folder");
        assert_eq!(fs::read_dir(folder).expect("it is there").count(), 1);
        // As soon as there is room, it is written.
        atomically(&file, b"today").expect("there is room");
        assert_eq!(fs::read(&file).expect("it is there"), b"today");
    }

    #[test]
    fn a_town_is_saved_elsewhere_if_a_disk_is_full() {
        let file = full_disk("elsewhere");
        let found = somewhere(&file, b"today").expect("there is room elsewhere");
        assert_ne!(found, file);
        assert_eq!(fs::read(&found).expect("it is there"), b"today");
        assert_eq!(fs::read(&file).expect("it is there"), b"yesterday");
        fs::remove_file(found).expect("it can be removed");
    }
}
