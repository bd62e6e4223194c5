//! Atomic writing of files.

use crate::trouble::Trouble;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file atomically: a new file beside it, which then replaces it. A reader sees the old or
/// the new one, never half of it. Permissions are kept, and a link stays a link. A device or pipe
/// is written to directly.
pub fn atomically(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if is_device(&target) {
        let opened = fs::OpenOptions::new().write(true).open(&target);
        let written = opened.and_then(|mut device| device.write_all(bytes));
        return written.map_err(|error| cannot(path, &error));
    }
    clear_remains(&target);
    let beside = beside(&target);
    let written = write_beside(&target, &beside, bytes);
    if written.is_err() {
        // A partial file must not stay; if it cannot be removed, the first error is enough.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(|error| cannot(path, &error))
}

/// Whether a file can be written here, checked before hours of work.
pub fn try_out(path: &Path) -> Result<(), Trouble> {
    if is_device(path) {
        return Ok(());
    }
    refuse_link(path)?;
    let beside = beside(path);
    let tried = fs::File::create(&beside).and_then(|_| fs::remove_file(&beside));
    let tried = match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(std::io::ErrorKind::IsADirectory.into()),
        _ => tried,
    };
    tried.map_err(|error| cannot(path, &error))
}

/// Refuses a symbolic link: a run must not write to the file behind it.
fn refuse_link(path: &Path) -> Result<(), Trouble> {
    let Some(target) = fs::read_link(path).ok().filter(|_| !is_device(path)) else {
        return Ok(());
    };
    let (path, target) = (path.display(), target.display());
    let link = format!("{path} is a link: {target} would be overwritten");
    Err(Trouble::new(link).hint("remove the link, or name the file itself"))
}

/// The error for a file that cannot be written.
pub fn cannot(path: &Path, error: &std::io::Error) -> Trouble {
    let trouble = Trouble::with_file("written", path, error);
    match error.kind() {
        std::io::ErrorKind::NotFound => trouble.hint("make its folder first"),
        std::io::ErrorKind::FileTooLarge => trouble.hint("raise the limit: `ulimit -f`"),
        _ => trouble,
    }
}

/// Whether a path is a device, a pipe or a socket.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
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

/// Removes files that killed processes left [beside] a file.
fn clear_remains(target: &Path) {
    let folder = target.parent().filter(|folder| *folder != Path::new(""));
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let begins = format!(".{name}.");
    // If the folder cannot be listed, nothing can be removed, and writing will report why.
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter();
    for file in files.flatten().flatten() {
        let name = file.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(&begins));
        let process = process.and_then(|rest| rest.strip_suffix(".new")?.parse().ok());
        if process.is_some_and(has_ended) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Whether no process has this number. Where that cannot be known, one may have it.
#[cfg(unix)]
fn has_ended(process: i32) -> bool {
    let asked = nix::sys::signal::kill(nix::unistd::Pid::from_raw(process), None);
    process > 0 && asked == Err(nix::errno::Errno::ESRCH)
}

#[cfg(not(unix))]
fn has_ended(_: i32) -> bool {
    false
}

/// This path, or one with a free number: nothing is overwritten.
pub fn free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = (2..).map(|n| path.with_file_name(format!("{stem}-{n}.{ending}")));
    let mut paths = std::iter::once(path.to_path_buf()).chain(numbered);
    let free = paths.find(|path| fs::symlink_metadata(path).is_err());
    free.unwrap_or_else(|| path.to_path_buf())
}

/// Writes here, or to another folder: a town must not be lost because a disk is full.
pub fn somewhere(path: &Path, bytes: &[u8]) -> Result<PathBuf, Trouble> {
    let Err(trouble) = refuse_link(path).and_then(|()| atomically(path, bytes)) else {
        return Ok(path.to_path_buf());
    };
    let elsewhere = std::env::temp_dir().join(path.file_name().unwrap_or_default());
    let elsewhere = free(&elsewhere);
    atomically(&elsewhere, bytes).map_err(|_| trouble)?;
    Ok(elsewhere)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("townsfolk-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("there is room for tests");
        folder
    }

    /// A folder with a file in it, on a full disk: the file beside it is a device without room.
    fn full_disk(name: &str) -> PathBuf {
        let file = folder(name).join("a.folksave");
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

    /// Trial minds-and-town.md 11: a device was replaced by a file.
    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let folder = folder("pipe");
        let pipe = folder.join("a.folksave");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("there is such a command").success());
        try_out(&pipe).expect("it can be written to");
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).expect("it can be read")
        });
        atomically(&pipe, b"today").expect("somebody reads");
        assert_eq!(reader.join().expect("it was read"), b"today");
        let there = fs::metadata(&pipe).expect("it is there");
        assert!(there.file_type().is_fifo());
    }

    /// Trial reliability.md 8: killed saves left files behind.
    #[test]
    fn what_a_killed_process_left_is_cleared_away() {
        let folder = folder("remains");
        let running = format!(".a.folksave.{}.new", std::os::unix::process::parent_id());
        let kept = [
            running.as_str(),
            ".a.folksave.new",
            ".b.folksave.2147483646.new",
        ];
        for name in kept.into_iter().chain([".a.folksave.2147483646.new"]) {
            fs::write(folder.join(name), b"half").expect("there is room for tests");
        }
        atomically(&folder.join("a.folksave"), b"today").expect("there is room");
        let left = fs::read_dir(&folder).expect("it is there");
        let left = left.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let left: std::collections::BTreeSet<String> = left.collect();
        let expected = kept.into_iter().chain(["a.folksave"]).map(str::to_owned);
        assert_eq!(left, expected.collect());
    }
}
