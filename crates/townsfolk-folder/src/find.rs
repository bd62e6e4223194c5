//! Finds the files of a folder, always in the same order.

use crate::Trouble;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};
use townsfolk_lang::{manifest, near};

/// The content of a file, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A script in the language, `.folk`.
    Script,
    /// A spreadsheet.
    Sheet(townsfolk_sheet::SheetFormat),
}

/// The content of a file. `None` if it is not one of ours.
pub fn sort_of(path: &Path) -> Option<Sort> {
    use townsfolk_sheet::SheetFormat;
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "folk" => Some(Sort::Script),
        "xlsx" => Some(Sort::Sheet(SheetFormat::Xlsx)),
        "ods" => Some(Sort::Sheet(SheetFormat::Ods)),
        "csv" => Some(Sort::Sheet(SheetFormat::Csv)),
        _ => None,
    }
}

/// The content of a folder.
#[derive(Default, Debug)]
pub struct Found {
    /// Scripts and sheets, ordered by path.
    pub files: Vec<PathBuf>,
    /// Folders below with a manifest of their own. Their files are not among the files.
    pub packages: Vec<PathBuf>,
}

/// Everything below a folder, except hidden files and folders, and those named `target`.
///
/// A folder that is reached twice, through a link, is looked at only once.
pub fn below(folder: &Path) -> Result<Found, Trouble> {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    look_into(folder, 0, &mut found, &mut seen)?;
    Ok(found)
}

/// Maximum depth of folders within folders: resolving the path of each costs more with every level.
const DEPTH_MAX: usize = 64;

fn look_into(
    folder: &Path,
    depth: usize,
    found: &mut Found,
    seen: &mut BTreeSet<PathBuf>,
) -> Result<(), Trouble> {
    let unreadable = |error: &std::io::Error| Trouble::with_file("read", folder, error);
    if depth > DEPTH_MAX {
        let deep = "there are more than 64 folders within one another";
        let mut shown: PathBuf = folder.components().take(4).collect();
        shown.push("…");
        return Err(Trouble::new(format!("{}: {deep}", shown.display()))
            .hint("put the files closer together, or name the folder that holds them"));
    }
    let real = fs::canonicalize(folder).map_err(|error| unreadable(&error))?;
    if !seen.insert(real) {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(|error| unreadable(&error))?;
    let mut names = vec![];
    for entry in entries {
        names.push(entry.map_err(|error| unreadable(&error))?.file_name());
    }
    names.sort();
    for name in names {
        if name.to_string_lossy().starts_with('.') || name == OsStr::new("target") {
            continue;
        }
        let path = if folder == Path::new(".") {
            PathBuf::from(&name)
        } else {
            folder.join(&name)
        };
        let ours = sort_of(&path).is_some();
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                if path.join(manifest::FILE_NAME).is_file() {
                    found.packages.push(path);
                } else {
                    look_into(&path, depth + 1, found, seen)?;
                }
            }
            // Pipes and devices would wait for ever.
            Ok(metadata) if metadata.is_file() && ours => found.files.push(path),
            Err(error) if ours => return Err(Trouble::with_file("read", &path, &error)),
            _ => {}
        }
    }
    Ok(())
}

/// The folder of the package around a path, if there is one: the nearest with a manifest.
pub fn package_around(path: &Path) -> Option<PathBuf> {
    if path.is_dir() && path.join(manifest::FILE_NAME).is_file() {
        return Some(path.to_path_buf());
    }
    let real = fs::canonicalize(path).ok()?;
    let around = real.ancestors().skip(1);
    let mut around = around.filter(|folder| folder.join(manifest::FILE_NAME).is_file());
    around.next().map(Path::to_path_buf)
}

/// A path that leads nowhere, with the names it may have been meant for.
pub fn missing(path: &Path) -> Trouble {
    let mut trouble = Trouble::new(format!("there is no file or folder `{}`", path.display()));
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let others: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let near = near::near_names(&name, others.iter().map(String::as_str), 3);
    for near in &near {
        let there = path.with_file_name(near);
        trouble = trouble.hint(format!("did you mean `{}`?", there.display()));
    }
    if near.is_empty() {
        trouble = trouble.hint(format!(
            "the folder you are in is `{}`",
            std::env::current_dir().unwrap_or_default().display()
        ));
    }
    trouble
}

/// A path as the user knows it: seen from the folder they are in, with plain slashes.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().map(|here| plain(&here));
    let path = std::path::absolute(path).map_or_else(|_| path.to_path_buf(), |path| plain(&path));
    let seen = match here {
        Ok(here) => seen_from(&here, &path),
        Err(_) => path,
    };
    seen.to_string_lossy().replace('\\', "/")
}

/// A path seen from a folder. Both are absolute and plain.
pub fn seen_from(folder: &Path, path: &Path) -> PathBuf {
    let mut ups = PathBuf::new();
    // Beyond a few steps up, the whole path is easier to read.
    for start in folder.ancestors().take(4) {
        if let (Ok(rest), false) = (path.strip_prefix(start), start.parent().is_none()) {
            let seen = ups.join(rest);
            return if seen == Path::new("") {
                PathBuf::from(".")
            } else {
                seen
            };
        }
        ups.push("..");
    }
    path.to_path_buf()
}

/// A path without `.` and `..`.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_where_the_user_is() {
        let seen = |folder: &str, path: &str| {
            let seen = seen_from(Path::new(folder), &plain(Path::new(path)));
            seen.to_string_lossy().into_owned()
        };
        assert_eq!(seen("/a/b", "/a/b/c.folk"), "c.folk");
        assert_eq!(seen("/a/b", "/a/b"), ".");
        assert_eq!(seen("/a/b", "/a/b/town/../common/x.folk"), "common/x.folk");
        assert_eq!(seen("/a/b", "/a/x.folk"), "../x.folk");
        assert_eq!(seen("/a/b/c", "/z/x.folk"), "/z/x.folk");
    }
}
