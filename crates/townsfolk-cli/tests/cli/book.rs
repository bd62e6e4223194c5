//! The chapters of the book: commands in them are run, code in them is taken from files that are
//! compiled, and names of options and links exist.
//!
//! A block that begins with `$ townsfolk` shows the output of that command. A comment above a block
//! says where the lines come from, and which of them are shown:
//!
//! ```text
//! <!-- from: examples/park/park.folk; rule sit for sitter | 3 -->
//! <!-- shows: first | 4; Carl is no longer | 2 -->
//! ```
//!
//! A part is a text and a number of lines: so many, from the first line that contains the text.
//! `UPDATE_EXPECT=1 cargo test -p townsfolk-cli --test cli book` writes the blocks again.

use crate::folder::Folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn chapters() -> Vec<PathBuf> {
    let folder = Path::new(ROOT).join("docs/book/src");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the book is there")
        .map(|file| file.expect("it can be read").path())
        .collect();
    files.push(Path::new(ROOT).join("README.md"));
    files.sort();
    files
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

/// A fenced block of a chapter.
struct Block<'t> {
    /// The comment above it, without its marks.
    note: Option<&'t str>,
    /// The word after the fence.
    info: &'t str,
    lines: Vec<&'t str>,
    /// The number of its first line.
    first: usize,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = vec![];
    let mut at = 0;
    while at < lines.len() {
        if let Some(info) = lines[at].strip_prefix("```") {
            let first = at + 1;
            let length = lines[first..].iter().position(|line| *line == "```");
            let length = length.expect("a block is closed");
            let above = at.checked_sub(1).map(|above| lines[above]);
            let note = above.and_then(|line| line.strip_prefix("<!-- ")?.strip_suffix(" -->"));
            blocks.push(Block {
                note,
                info,
                lines: lines[first..first + length].to_vec(),
                first,
            });
            at = first + length;
        }
        at += 1;
    }
    blocks
}

/// The lines that a block must have. `None` if it is written by hand.
fn wanted(block: &Block<'_>) -> Option<Vec<String>> {
    let note = block.note.unwrap_or_default();
    if let Some(from) = note.strip_prefix("from: ") {
        let (file, parts) = from.split_once(';').unwrap_or((from, ""));
        let text = text_of(&Path::new(ROOT).join(file));
        // Examples are also modules of a test, which calls their `main`.
        let text = text.replace("pub(crate) fn main", "fn main");
        return Some(excerpt(&text, parts, None));
    }
    let command = block.lines.first()?.strip_prefix("$ townsfolk ")?;
    let folder = Folder {
        path: PathBuf::from(ROOT),
    };
    let told = folder.run(
        &words(command)
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    );
    let told = told.split("--- exit").next().unwrap_or_default();
    let parts = note.strip_prefix("shows: ").unwrap_or_default();
    let mut lines = vec![block.lines[0].to_string()];
    lines.extend(excerpt(told, parts, Some("…")));
    Some(lines)
}

/// The parts of a text that are shown, with a mark for what is left out.
fn excerpt(text: &str, parts: &str, left_out: Option<&str>) -> Vec<String> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let mut shown: Vec<&str> = vec![];
    let mut end = 0;
    for part in parts.split(';').filter(|part| !part.trim().is_empty()) {
        let (start, count) = part.rsplit_once('|').expect("a part has a number of lines");
        let count: usize = count.trim().parse().expect("a number of lines");
        let start = match start.trim() {
            "first" => 0,
            start => {
                let found = lines[end..].iter().position(|line| line.contains(start));
                assert!(found.is_some(), "no line contains `{start}`:\n{text}");
                end + found.unwrap_or_default()
            }
        };
        if start > end {
            shown.extend(left_out);
        }
        end = (start + count).min(lines.len());
        shown.extend_from_slice(&lines[start..end]);
    }
    if end == 0 {
        shown = lines;
    } else if end < lines.len() {
        shown.extend(left_out);
    }
    let filled = shown.iter().filter(|line| !line.trim().is_empty());
    let indents = filled.map(|line| line.len() - line.trim_start().len());
    let indent = indents.min().unwrap_or(0);
    let cut = shown.iter().map(|line| line.get(indent..).unwrap_or(""));
    cut.map(|line| line.trim_end().to_string()).collect()
}

/// The words of a command, as a shell takes them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().expect("there is one").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_excerpt_of_the_book_is_what_its_source_says() {
    let mut stale = vec![];
    for path in chapters() {
        let text = text_of(&path);
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        // From the end, so that the numbers of lines stay true.
        for block in blocks(&text).iter().rev() {
            let Some(wanted) = wanted(block) else {
                continue;
            };
            if wanted != block.lines {
                stale.push(format!("{}:{}", path.display(), block.first));
                lines.splice(block.first..block.first + block.lines.len(), wanted);
            }
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
            stale.clear();
        }
    }
    assert!(
        stale.is_empty(),
        "stale blocks: {stale:#?}; `UPDATE_EXPECT=1 cargo test -p townsfolk-cli --test cli book` writes them again"
    );
}

/// Rust that is shown is taken from a file that is compiled, so it has a comment that says which.
#[test]
fn code_of_the_book_is_compiled() {
    for path in chapters() {
        let text = text_of(&path);
        for block in blocks(&text) {
            let line = block.first;
            let from = block.note.is_some_and(|note| note.starts_with("from: "));
            let known = match block.info {
                "rust" => from,
                // The chapters whose scripts the tests of the language compile.
                "folk" => from || is_compiled_by_lang(&path),
                "text" | "sh" | "toml" => true,
                _ => false,
            };
            assert!(known, "{}:{line}: where does it come from?", path.display());
        }
    }
}

fn is_compiled_by_lang(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let compiled = [
        "language.md",
        "minds.md",
        "plans.md",
        "daily.md",
        "grammars.md",
        "referents.md",
        "rules.md",
        "snippets.md",
        "trade.md",
        "senses.md",
        "beliefs.md",
    ];
    name.is_some_and(|name| compiled.contains(&name))
}

/// Every command with its options is one that exists.
#[test]
fn every_command_of_the_book_has_its_options() {
    let folder = Folder {
        path: PathBuf::from(ROOT),
    };
    let mut help: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for path in chapters() {
        let text = text_of(&path);
        for block in blocks(&text) {
            for line in &block.lines {
                let line = line.trim_start_matches("$ ");
                let Some(command) = line.strip_prefix("townsfolk ") else {
                    continue;
                };
                let command = command.split(['#']).next().unwrap_or_default();
                let words = words(command);
                let nested = matches!(words[0].as_str(), "town" | "texts" | "train" | "history");
                let name: Vec<String> = words[..1 + usize::from(nested)].to_vec();
                let told = help.entry(name.clone()).or_insert_with(|| {
                    let mut asked: Vec<&str> = name.iter().map(String::as_str).collect();
                    asked.push("--help");
                    folder.run(&asked)
                });
                let at = format!("{}: `{line}`", path.display());
                assert!(!told.contains("--- exit"), "{at}:\n{told}");
                for option in words.iter().filter(|word| word.starts_with("--")) {
                    assert!(told.contains(option.as_str()), "{at} has no {option}");
                }
            }
        }
    }
}

/// Links between chapters and to files lead somewhere, and every chapter is in the summary.
#[test]
fn every_link_of_the_book_leads_somewhere() {
    let summary = text_of(&Path::new(ROOT).join("docs/book/src/SUMMARY.md"));
    for path in chapters() {
        let folder = path.parent().expect("it is in a folder");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let listed = summary.contains(&format!("({name})"));
        assert!(
            listed || matches!(&*name, "SUMMARY.md" | "README.md"),
            "{name}"
        );
        for link in text_of(&path).split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            let outside = target.is_empty() || target.contains("://");
            assert!(
                outside || folder.join(target).exists(),
                "{}: {target}",
                path.display()
            );
        }
    }
}
